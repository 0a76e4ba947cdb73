//! One question of a browser, one answer.

use super::content_type;
use super::files::{Coding, Files, Packed};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::http::uri::Authority;
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::net::IpAddr;

/// How long a browser may keep a file whose name changes with its content: a year.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// What a browser must ask for again: the next program at this port may be another.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// Where the page's builder puts files whose names change with their content.
const NAMED_BY_CONTENT: &str = "assets/";

/// The accepted clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visitors {
    /// Only browsers that call this machine by a loopback name: a foreign page that had its own name lead here could
    /// read the level otherwise.
    ThisMachine,
    /// Any client.
    Anyone,
}

impl Visitors {
    /// The clients that a server at this address accepts.
    pub(super) fn at(address: IpAddr) -> Self {
        if address.to_canonical().is_loopback() { Self::ThisMachine } else { Self::Anyone }
    }

    fn may(self, headers: &HeaderMap) -> bool {
        let Some(host) = headers.get(header::HOST) else { return true };
        self == Self::Anyone || host.to_str().is_ok_and(is_loopback)
    }
}

fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost")
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

/// The answer to a question. The body of one that asks for the head only is never sent.
pub(super) fn answer<B>(files: &Files, visitors: Visitors, request: &Request<B>) -> Response<Full<Bytes>> {
    if !visitors.may(request.headers()) {
        return say(
            StatusCode::FORBIDDEN,
            "this page is for browsers on this machine: use http://localhost\n",
        );
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = say(StatusCode::METHOD_NOT_ALLOWED, "files can only be read here: use GET\n");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let path = request.uri().path();
    let decoded = percent_decode_str(path.strip_prefix('/').unwrap_or(path)).decode_utf8();
    let Some((path, source)) = decoded.ok().and_then(|path| files.find(&path)) else {
        return say(StatusCode::NOT_FOUND, &format!("there is no {path} here; the page is at /\n"));
    };
    let plain =
        |packed: Packed| if takes(request.headers(), packed.coding) { Ok(packed) } else { packed.unpacked() };
    match source.read().and_then(plain) {
        Ok(packed) => file(path, packed),
        Err(error) => say(StatusCode::INTERNAL_SERVER_ERROR, &format!("{error:#}\n")),
    }
}

/// Whether a browser takes bytes that are packed like this: it says so, and not with weight nought.
fn takes(headers: &HeaderMap, packing: Coding) -> bool {
    let Some(name) = packing.name() else { return true };
    let said = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    said.flat_map(|value| value.split(',')).any(|choice| {
        let (coding, weight) = choice.split_once(';').unwrap_or((choice, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        coding.trim().eq_ignore_ascii_case(name) && weight.is_ok_and(|weight| weight > 0.0)
    })
}

fn file(path: &str, packed: Packed) -> Response<Full<Bytes>> {
    let Packed { bytes, coding } = packed;
    let bytes = match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    let mut response = with_type(StatusCode::OK, content_type::of(path), bytes);
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, if path.starts_with(NAMED_BY_CONTENT) { KEEP } else { ASK_AGAIN });
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Some(name) = coding.name() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

/// An answer in words.
fn say(status: StatusCode, text: &str) -> Response<Full<Bytes>> {
    with_type(status, "text/plain; charset=utf-8", text.to_owned().into())
}

fn with_type(status: StatusCode, content_type: &'static str, bytes: Bytes) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(bytes));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    // Browsers take the type as it is said, and other sites' pages do not get the files.
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

#[cfg(test)]
mod tests;
