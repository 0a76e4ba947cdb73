//! What is asked, what is answered.

use super::super::files::Source;
use super::*;
use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::BodyExt;
use std::io::Write;

/// "let b = 2", packed with brotli.
const BROTLI: &[u8] = &[11, 4, 128, 108, 101, 116, 32, 98, 32, 61, 32, 50, 3];

/// A page of four files; the scripts are kept packed.
fn page() -> Files {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(b"let a = 1").unwrap();
    let gzipped = encoder.finish().unwrap();
    let mut files = Files::default();
    let mut add = |path: &str, bytes: &[u8], coding| {
        let packed = Packed { bytes: bytes.to_vec().into(), coding };
        files.add(path.to_owned(), Source::Memory(packed));
    };
    add("index.html", b"<p>hello", Coding::Plain);
    add("assets/a-1f.js", &gzipped, Coding::Gzip);
    add("assets/b-2f.js", BROTLI, Coding::Brotli);
    add("level/my hall.glb", b"glTF", Coding::Plain);
    files
}

fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> Response<Full<Bytes>> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    answer(&page(), Visitors::ThisMachine, &request.body(()).unwrap())
}

fn header<'a>(response: &'a Response<Full<Bytes>>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

fn body(response: Response<Full<Bytes>>) -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(response.into_body().collect()).unwrap().to_bytes().to_vec()
}

#[test]
fn the_page_is_at_the_root_and_asked_for_again_each_time() {
    let response = ask("GET", "/?level=level/x.glb", &[("host", "localhost:7070")]);
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&response, "cache-control"), "no-cache");
    assert_eq!(body(response), b"<p>hello");
}

#[test]
fn a_browser_that_takes_brotli_gets_it_and_another_the_plain_bytes() {
    let packed = ask("GET", "/assets/b-2f.js", &[("accept-encoding", "gzip, deflate, br, zstd")]);
    assert_eq!(header(&packed, "content-encoding"), "br");
    assert_eq!(body(packed), BROTLI);
    for choice in ["identity", "gzip", "br;q=0"] {
        let plain = ask("GET", "/assets/b-2f.js", &[("accept-encoding", choice)]);
        assert_eq!(header(&plain, "content-encoding"), "", "{choice}");
        assert_eq!(body(plain), b"let b = 2", "{choice}");
    }
}

#[test]
fn a_browser_that_takes_gzip_gets_it_and_another_the_plain_bytes() {
    let packed = ask("GET", "/assets/a-1f.js", &[("accept-encoding", "br;q=1, gzip;q=0.5")]);
    assert_eq!(header(&packed, "content-encoding"), "gzip");
    assert_eq!(header(&packed, "content-type"), "text/javascript; charset=utf-8");
    assert!(header(&packed, "cache-control").contains("immutable"));
    assert_eq!(body(packed)[..2], [0x1f, 0x8b]);
    for choice in ["identity", "gzip;q=0", "br"] {
        let plain = ask("GET", "/assets/a-1f.js", &[("accept-encoding", choice)]);
        assert_eq!(header(&plain, "content-encoding"), "", "{choice}");
        assert_eq!(body(plain), b"let a = 1", "{choice}");
    }
}

#[test]
fn a_name_with_a_space_is_found() {
    assert_eq!(body(ask("GET", "/level/my%20hall.glb", &[])), b"glTF");
}

#[test]
fn nothing_but_the_files_can_be_had() {
    for path in [
        "/x.js",
        "/../Cargo.toml",
        "/assets/../../x",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/%ff",
        "/assets",
    ] {
        let response = ask("GET", path, &[]);
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(header(&response, "content-type"), "text/plain; charset=utf-8");
        assert!(String::from_utf8(body(response)).unwrap().contains("the page is at /"));
    }
}

#[test]
fn a_file_that_is_gone_is_named_and_the_program_goes_on() {
    let mut files = page();
    files.add("gone.js".to_owned(), Source::Disk("nowhere/gone.js".into()));
    let request = Request::builder().uri("/gone.js").body(()).unwrap();
    let response = answer(&files, Visitors::Anyone, &request);
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(String::from_utf8(body(response)).unwrap().contains("gone.js"));
}

#[test]
fn only_reading_is_allowed() {
    let response = ask("POST", "/", &[]);
    assert_eq!(
        (response.status(), header(&response, "allow")),
        (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD")
    );
}

#[test]
fn a_name_that_leads_here_from_elsewhere_is_refused_unless_others_are_let_in() {
    for host in ["localhost:1", "LOCALHOST", "127.0.0.1:7070", "[::1]:80"] {
        assert_eq!(ask("GET", "/", &[("host", host)]).status(), StatusCode::OK, "{host}");
    }
    for host in ["evil.example:7070", "localhost.evil.example", "192.0.2.1", "", "a b"] {
        assert_eq!(ask("GET", "/", &[("host", host)]).status(), StatusCode::FORBIDDEN, "{host}");
    }
    let request = Request::builder().uri("/").header("host", "my-machine:80").body(()).unwrap();
    let others = Visitors::at([0, 0, 0, 0].into());
    assert_eq!(answer(&page(), others, &request).status(), StatusCode::OK);
}
