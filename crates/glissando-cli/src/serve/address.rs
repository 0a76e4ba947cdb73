//! Where the page is, and how a browser gets there.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::net::SocketAddr;

/// What stays as it is in the path of an address.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The address of the page for a browser on this machine, with the path of a level to begin in.
///
/// The page takes what `level=` says as a relative address, so that the name is escaped twice: as a part of it, and as
/// what the question says.
pub(super) fn of(local: SocketAddr, level: Option<&str>) -> String {
    let mut host = local;
    if local.ip().is_unspecified() {
        let loopback =
            if local.is_ipv4() { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
        host.set_ip(loopback);
    }
    match level {
        None => format!("http://{host}/"),
        Some(path) => {
            let path = utf8_percent_encode(path, PATH).to_string();
            format!("http://{host}/?level={}", utf8_percent_encode(&path, PATH))
        }
    }
}

/// Opens the browser there, without waiting for it.
///
/// # Errors
/// Why there is no browser.
pub(super) fn open(url: &str) -> Result<(), String> {
    if !has_display() {
        return Err("there is no display".to_owned());
    }
    open::that_detached(url).map_err(|error| error.to_string())
}

/// Whether a window can be opened; elsewhere a browser in the terminal would take our own.
fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos")))
        || set("DISPLAY")
        || set("WAYLAND_DISPLAY")
        || set("WSL_DISTRO_NAME")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_one_that_a_browser_can_open() {
        let of = |local: &str, level| of(local.parse().unwrap(), level);
        assert_eq!(of("127.0.0.1:7070", None), "http://127.0.0.1:7070/");
        assert_eq!(of("0.0.0.0:80", None), "http://127.0.0.1:80/");
        assert_eq!(of("[::]:80", None), "http://[::1]:80/");
        assert_eq!(of("[::1]:80", Some("level/a.glb")), "http://[::1]:80/?level=level/a.glb");
    }

    #[test]
    fn no_letter_of_a_level_s_name_is_taken_for_a_part_of_the_address() {
        let url = of("127.0.0.1:1".parse().unwrap(), Some("level/a b&c#d%.glb"));
        let (_, asked) = url.split_once("?level=").unwrap();
        let once = percent_encoding::percent_decode_str(asked).decode_utf8().unwrap();
        assert_eq!(once, "level/a%20b%26c%23d%25.glb");
    }
}
