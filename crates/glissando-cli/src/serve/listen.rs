//! The socket: accepted clients, and one connection after another.

use super::answer::{Visitors, answer};
use super::files::Files;
use anyhow::{Context, anyhow};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// Where the page is, if that port is free and no other is asked for.
const USUAL_PORT: u16 = 7070;

/// How long to wait when no more connections can be had.
const OUT_OF_CONNECTIONS: Duration = Duration::from_millis(100);

/// How long a connection may take to send a request, or stay open without one: half-sent and idle ones hold nothing
/// for ever. Browsers connect again by themselves.
const REQUEST_LIMIT: Duration = Duration::from_secs(30);

/// Listens at this address and port; without a port at the usual one, or at any that is free.
///
/// # Errors
/// The address is not one of this machine, or the port is taken or not allowed.
pub(super) fn bind(host: IpAddr, port: Option<u16>) -> anyhow::Result<TcpListener> {
    let first = SocketAddr::new(host, port.unwrap_or(USUAL_PORT));
    let listener = match TcpListener::bind(first) {
        Err(error) if port.is_none() && error.kind() == ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(host, 0))
        }
        other => other,
    };
    listener.map_err(|error| refused(first, &error))
}

fn refused(address: SocketAddr, error: &std::io::Error) -> anyhow::Error {
    let (host, port) = (address.ip(), address.port());
    match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow!("--port {port} is taken by another program: choose another, or 0 for any that is free")
        }
        ErrorKind::PermissionDenied => {
            anyhow!(
                "--port {port} is not allowed to this user: choose one above 1023, or 0 for any that is free"
            )
        }
        ErrorKind::AddrNotAvailable => {
            anyhow!(
                "--host {host} is no address of this machine: leave it out, or use 0.0.0.0 for all of them"
            )
        }
        _ => anyhow!("cannot listen at {address}: {error}"),
    }
}

/// Answers requests, for ever.
///
/// # Errors
/// The socket cannot be used.
pub(super) fn serve(listener: TcpListener, files: Files) -> anyhow::Result<()> {
    let visitors = Visitors::at(listener.local_addr()?.ip());
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("no way to wait for browsers")?.block_on(accept(
        listener,
        Arc::new(files),
        visitors,
        REQUEST_LIMIT,
    ))
}

async fn accept(
    listener: TcpListener,
    files: Arc<Files>,
    visitors: Visitors,
    limit: Duration,
) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // A client that hung up in between is no error; too many at once pass.
            tokio::time::sleep(OUT_OF_CONNECTIONS).await;
            continue;
        };
        let files = Arc::clone(&files);
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let response = answer(&files, visitors, &request);
                async move { Ok::<_, Infallible>(response) }
            });
            // A browser that breaks off needs no answer.
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limit);
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_port_that_is_taken_is_named_and_without_a_port_there_is_always_a_free_one() {
        let taken = bind(LOOPBACK, Some(0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = bind(LOOPBACK, Some(port)).unwrap_err().to_string();
        assert!(error.contains(&format!("--port {port} is taken")), "{error}");
        let two = [bind(LOOPBACK, None).unwrap(), bind(LOOPBACK, None).unwrap()];
        assert!(two.iter().all(|listener| listener.local_addr().unwrap().ip().is_loopback()));
    }

    /// Requests that were never finished, and connections that asked for nothing, stayed open for ever.
    #[test]
    fn half_sent_and_idle_requests_are_closed() {
        use std::io::{Read, Write};
        let listener = bind(LOOPBACK, Some(0)).unwrap();
        let address = listener.local_addr().unwrap();
        listener.set_nonblocking(true).unwrap();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let (files, limit) = (Arc::new(Files::default()), Duration::from_millis(200));
            runtime.block_on(accept(listener, files, Visitors::ThisMachine, limit))
        });
        let whole = "GET /none HTTP/1.1\r\nhost: localhost\r\n\r\n";
        for (sent, answer) in [("", ""), ("GET / HT", ""), (whole, "HTTP/1.1 404")] {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            stream.write_all(sent.as_bytes()).unwrap();
            let mut heard = Vec::new();
            // It ends only because the server closes the connection.
            stream.read_to_end(&mut heard).unwrap();
            let heard = String::from_utf8_lossy(&heard);
            assert!(heard.starts_with(answer), "{sent:?}: {heard}");
        }
    }

    #[test]
    fn an_address_of_another_machine_is_refused() {
        // 192.0.2.0/24 is for documentation: no machine has it.
        let error = bind([192, 0, 2, 1].into(), Some(0)).unwrap_err().to_string();
        assert!(error.contains("--host 192.0.2.1"), "{error}");
    }
}
