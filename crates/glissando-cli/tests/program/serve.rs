//! `glissando serve` as a browser sees it, over a socket.

use super::folder::{FLOOR, Folder};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A program that serves; it ends with the test.
struct Serving {
    child: Child,
    /// `127.0.0.1:PORT`.
    host: String,
    /// What follows in the address that was printed.
    rest: String,
}

impl Serving {
    fn with(folder: &Folder, words: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_glissando"))
            .args(["serve", "--no-open", "--port", "0", "--page", "."])
            .args(words)
            .current_dir(folder.path(""))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("glissando is at http://").expect(&line);
        let (host, rest) = url.split_once('/').expect(&line);
        Self { child, host: host.to_owned(), rest: rest.to_owned() }
    }

    /// The head and the body of an answer.
    fn get(&self, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = &self.host;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect(&answer);
        (head.to_lowercase(), body.to_owned())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // One that has ended already is what the test is about to complain of.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn folder() -> Folder {
    Folder::new().with("index.html", "<p>the page").with("a.wasm", "\0asm").with(".secret", "x")
}

#[test]
fn the_page_comes_over_a_socket_with_its_types_and_nothing_else_does() {
    let folder = folder();
    let serving = Serving::with(&folder, &[]);
    assert!(serving.host.starts_with("127.0.0.1:"), "{}", serving.host);
    let (head, body) = serving.get("/");
    assert!(head.starts_with("http/1.1 200") && head.contains("content-type: text/html"), "{head}");
    assert_eq!(body, "<p>the page");
    assert!(serving.get("/a.wasm").0.contains("content-type: application/wasm"));
    for path in ["/.secret", "/../../etc/passwd", "/%2e%2e/x", "/b.js"] {
        let (head, body) = serving.get(path);
        assert!(head.starts_with("http/1.1 404") && head.contains("text/plain"), "{path}: {head}");
        assert!(body.contains("the page is at /"), "{body}");
    }
}

#[test]
fn a_level_comes_with_what_lies_beside_it_and_the_address_names_it() {
    let folder = folder().with("hall.obj", FLOOR).with("hall.entities.json", "{}").with("other.obj", FLOOR);
    let serving = Serving::with(&folder, &["hall.obj"]);
    assert_eq!(serving.rest, "?level=level/hall.obj");
    assert_eq!(serving.get("/level/hall.obj").1, FLOOR);
    assert_eq!(serving.get("/level/hall.entities.json").1, "{}");
    assert_eq!(serving.get("/level/files.json").1, r#"["hall.entities.json","hall.obj"]"#);
    assert!(serving.get("/level/other.obj").0.starts_with("http/1.1 404"));
}

#[test]
fn what_cannot_be_served_is_said_before_anything_listens() {
    let refused = |folder: &Folder, words: &[&str], parts: &[&str]| {
        let run = folder.run(&[&["serve", "--no-open"], words].concat(), "");
        let error = run.err();
        assert_eq!((run.code(), error.lines().count()), (2, 1), "{error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{error} does not say {parts:?}");
    };
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    refused(&folder(), &["--page", ".", "--port", &port], &[&port, "taken", "choose another"]);
    refused(&Folder::new(), &["--page", "."], &["--page .", "no index.html", "web/dist"]);
    refused(&Folder::new(), &["--page", "nowhere"], &["--page nowhere"]);
    refused(&folder(), &["--page", ".", "gone.glb"], &["gone.glb", "check the path"]);
    let page_as_level = folder().with("bad.obj", "");
    refused(&page_as_level, &["--page", ".", "bad.obj"], &["bad.obj", "empty"]);
}
