//! A process that listens, and requests made to it byte by byte.

#![allow(dead_code, reason = "each test file uses a part")]

use crate::common::wire::{self, LONGEST};
use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

/// A listening q whose console is a pipe. It goes when the test is over.
pub struct Server {
    q: wire::Server,
    /// Lines that came before they were asked for.
    early: VecDeque<String>,
    pub port: u16,
}

impl Server {
    /// Starts q with flags, on a port that is free, and types `lines` to it.
    pub fn start(flags: &[&str], lines: &str) -> Server {
        let q = wire::Server::start(flags, "");
        let mut server = Server { port: q.port, q, early: VecDeque::new() };
        server.types(lines);
        server
    }

    /// Types lines, and waits until they are done.
    pub fn types(&mut self, lines: &str) {
        let said = self.q.says(lines);
        self.early.extend(said.lines().map(String::from));
    }

    /// Types a line and reads one.
    pub fn says(&mut self, line: &str) -> String {
        self.q.types(line);
        self.next()
    }

    /// The next line that q shows.
    pub fn next(&mut self) -> String {
        self.early.pop_front().unwrap_or_else(|| self.q.line())
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("localhost", self.port)).expect("q listens");
        stream.set_read_timeout(Some(LONGEST)).expect("a limit");
        stream
    }

    /// What comes back for bytes, until q closes the connection.
    pub fn sends(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("q reads");
        everything(&mut stream)
    }

    /// The status line and the body of the response to a request line and headers.
    pub fn asks(&self, request: &str, headers: &[&str], body: &str) -> (String, String) {
        let mut text = format!("{request} HTTP/1.1\r\nHost: localhost\r\n");
        headers.iter().for_each(|h| text += &format!("{h}\r\n"));
        if !body.is_empty() {
            text += &format!("Content-Length: {}\r\n", body.len());
        }
        split(&self.sends(format!("{text}\r\n{body}").as_bytes()))
    }

    /// The body of the response to GET.
    pub fn gets(&self, path: &str) -> String {
        self.asks(&format!("GET {path}"), &[], "").1
    }
}

/// All that comes until the end.
pub fn everything(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("q closes");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The status of a response, and its body.
pub fn split(response: &str) -> (String, String) {
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or((response, ""));
    let status = head.lines().next().unwrap_or_default().trim_start_matches("HTTP/1.1 ");
    (status.to_string(), body.to_string())
}
