//! Asking other servers by HTTP, and asking them to speak WebSocket.

use crate::address::{Family, Target};
use crate::http::{Chunks, size};
use crate::incoming::{Came, Incoming, READ_SIZE};
use crate::patience::{self, Patience};
use crate::stream::Waiting;
use crate::tls::Secrets;
use quarry_lang::http::accept_of;
use quarry_lang::network::Limits;
use quarry_value::error::reason;
use quarry_value::{Error, Result, Value, meter};
use std::hash::{BuildHasher, RandomState};
use std::io;

/// The most bytes of a status line and headers.
const HEAD_MAX: usize = 256 << 10;
const HEADERS_MAX: usize = 200;
const BLANK_LINE: &[u8] = b"\r\n\r\n";

/// A URL as a handle names it: `:http://user:password@host:port`. What follows is left to the request.
fn target(url: &[u8]) -> Result<Target> {
    let bad = || {
        let text = String::from_utf8_lossy(url).into_owned();
        Error::new("hop").detail(format!("{text}: wanted :http://host:port"))
    };
    let text = std::str::from_utf8(url).map_err(|_| bad())?;
    let (scheme, rest) = text.strip_prefix(':').unwrap_or(text).split_once("://").ok_or_else(bad)?;
    let tls = matches!(scheme, "https" | "wss");
    let place = rest.split(['/', '?']).next().unwrap_or_default();
    let (login, place) = place.rsplit_once('@').unwrap_or(("", place));
    // An IPv6 address has colons of its own, and brackets around them.
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (place, None),
    };
    let port = match port {
        Some(port) => port.parse().map_err(|_| bad())?,
        None if tls => 443,
        None => 80,
    };
    let host = host.trim_start_matches('[').trim_end_matches(']').to_string();
    if host.is_empty() {
        return Err(bad());
    }
    Ok(Target { family: Family::Tcp, tls, host, port, login: login.as_bytes().to_vec() })
}

/// A conversation with a server.
struct Talk<'a> {
    socket: Waiting<'a>,
    incoming: Incoming,
    space: Vec<u8>,
}

fn broken(e: &io::Error) -> Error {
    patience::word(e).unwrap_or_else(|| Error::text(format!("conn. OS reports: {}", reason(e))))
}

impl<'a> Talk<'a> {
    fn start(target: &Target, limits: &Limits<'a>, secrets: &Secrets) -> Result<Talk<'a>> {
        let mut socket = Waiting::connect(target, None, Patience::new(limits)).map_err(|e| {
            let failed = || Error::text(format!("{}: {}", target.host, reason(&e)));
            patience::word(&e).unwrap_or_else(failed)
        })?;
        if target.tls {
            let ours = secrets.for_client(true);
            ours.and_then(|ours| socket.secure(ours, &target.host)).map_err(|e| broken(&e))?;
        }
        Ok(Talk { socket, incoming: Incoming::default(), space: vec![0; READ_SIZE] })
    }

    /// Waits for more: did any come?
    fn more(&mut self) -> Result<bool> {
        let came = self.incoming.read_some(&mut self.socket, &mut self.space).map_err(|e| broken(&e))?;
        meter::check(self.incoming.rest().len())?;
        Ok(!matches!(came, Came::End))
    }

    /// The head of the response: its size, its status, and what follows it. Interim ones are passed over.
    fn head(&mut self) -> Result<Head> {
        loop {
            let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
            let mut parsed = httparse::Response::new(&mut headers);
            match parsed.parse(self.incoming.rest()) {
                Ok(httparse::Status::Complete(n)) => {
                    let code = parsed.code.unwrap_or_default();
                    if (100..200).contains(&code) && code != SWITCHING {
                        self.incoming.take(n);
                        continue;
                    }
                    return Ok(Head::of(n, code, parsed.headers));
                }
                Ok(httparse::Status::Partial) if self.incoming.rest().len() < HEAD_MAX => {}
                Ok(httparse::Status::Partial) => return Err(not_http("its headers do not end")),
                Err(e) => return Err(not_http(&e.to_string())),
            }
            if !self.more()? {
                return Err(Error::new("close").detail("closed by the other end before it answered"));
            }
        }
    }
}

fn not_http(why: &str) -> Error {
    Error::new("conn").detail(format!("no HTTP response: {why}"))
}

const SWITCHING: u16 = 101;

/// What a response begins with.
struct Head {
    size: usize,
    code: u16,
    length: Option<usize>,
    is_chunked: bool,
    accept: Option<Vec<u8>>,
    deflates: bool,
}

impl Head {
    fn of(size_of_head: usize, code: u16, headers: &[httparse::Header]) -> Head {
        let value = |name: &str| headers.iter().find(|h| h.name.eq_ignore_ascii_case(name)).map(|h| h.value);
        let has = |name: &str, word: &str| {
            value(name).is_some_and(|v| String::from_utf8_lossy(v).to_ascii_lowercase().contains(word))
        };
        Head {
            size: size_of_head,
            code,
            length: value("content-length").and_then(size),
            is_chunked: has("transfer-encoding", "chunked"),
            accept: value("sec-websocket-accept").map(<[u8]>::to_vec),
            deflates: has("sec-websocket-extensions", "permessage-deflate"),
        }
    }
}

/// Sends the text of a request and gives the text of the whole response.
///
/// Errors: 'hop for a bad URL, 'conn with the system's reason, 'close, 'timeout, 'stop, 'wsfull.
pub fn ask(url: &[u8], request: &[u8], limits: &Limits, secrets: &Secrets) -> Result<Vec<u8>> {
    let target = target(url)?;
    let mut talk = Talk::start(&target, limits, secrets)?;
    let request = with_headers(request, &login_header(&target, request)?);
    talk.socket.send(&request).map_err(|e| broken(&e))?;
    let answer = response(&mut talk, request.starts_with(b"HEAD "))?;
    talk.socket.say_goodbye();
    Ok(answer)
}

fn response(talk: &mut Talk, bare: bool) -> Result<Vec<u8>> {
    let head = talk.head()?;
    let mut text = talk.incoming.take(head.size);
    if bare || matches!(head.code, SWITCHING | 204 | 304) {
        return Ok(text);
    }
    if head.is_chunked {
        let mut chunks = Chunks::default();
        while chunks.feed(&mut talk.incoming).map_err(|_| not_http("bad chunks"))? > 0 {
            meter::check(chunks.body.len())?;
            if !talk.more()? {
                return Err(Error::new("close").detail("closed by the other end amid its answer"));
            }
        }
        text.extend(chunks.body);
        return Ok(text);
    }
    while head.length.is_none_or(|n| talk.incoming.rest().len() < n) {
        meter::check(talk.incoming.rest().len())?;
        if !talk.more()? {
            match head.length {
                None => break,
                Some(_) => return Err(Error::new("close").detail("closed by the other end amid its answer")),
            }
        }
    }
    text.extend(talk.incoming.take(head.length.unwrap_or(usize::MAX)));
    Ok(text)
}

/// A connection that speaks WebSocket, with what came beside the response.
pub struct Agreed<'a> {
    pub socket: Waiting<'a>,
    pub incoming: Incoming,
    pub deflates: bool,
}

/// Asks a server to speak WebSocket: the connection if it agrees, and its response.
///
/// Errors: those of [`ask`].
pub fn open<'a>(
    url: &[u8],
    request: &[u8],
    limits: &Limits<'a>,
    secrets: &Secrets,
) -> Result<(Option<Agreed<'a>>, Vec<u8>)> {
    let target = target(url)?;
    let mut talk = Talk::start(&target, limits, secrets)?;
    let key = new_key()?;
    let mut more = login_header(&target, request)?;
    more.extend_from_slice(b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    more.extend_from_slice(b"Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: ");
    more.extend_from_slice(&key);
    more.extend_from_slice(b"\r\n");
    talk.socket.send(&with_headers(request, &more)).map_err(|e| broken(&e))?;
    let head = talk.head()?;
    if head.code != SWITCHING {
        return Ok((None, response(&mut talk, false)?));
    }
    if head.accept != Some(accept_of(&key)) {
        return Err(not_http("its Sec-WebSocket-Accept does not fit"));
    }
    let text = talk.incoming.take(head.size);
    Ok((Some(Agreed { socket: talk.socket, incoming: talk.incoming, deflates: head.deflates }), text))
}

/// A key that nobody can have prepared an answer for.
fn new_key() -> Result<Vec<u8>> {
    let half = |i: u8| RandomState::new().hash_one(i).to_be_bytes();
    let key = quarry_kernel::base64(&Value::bytes([half(0), half(1)].concat()))?;
    Ok(key.as_text().unwrap_or_default().to_vec())
}

/// The header for the name and password of a URL, unless the request brings its own.
fn login_header(target: &Target, request: &[u8]) -> Result<Vec<u8>> {
    let head = &request[..head_end(request).unwrap_or(request.len())];
    let own = head.split(|c| *c == b'\n').any(|line| {
        line.split_at_checked(14).is_some_and(|(name, _)| name.eq_ignore_ascii_case(b"authorization:"))
    });
    if target.login.is_empty() || own {
        return Ok(Vec::new());
    }
    let coded = quarry_kernel::base64(&Value::chars(target.login.clone()))?;
    Ok([b"Authorization: Basic ", coded.as_text().unwrap_or_default(), b"\r\n"].concat())
}

/// Where the headers of a request end, before the blank line.
fn head_end(request: &[u8]) -> Option<usize> {
    request.windows(BLANK_LINE.len()).position(|w| w == BLANK_LINE)
}

/// A request with more headers.
fn with_headers(request: &[u8], more: &[u8]) -> Vec<u8> {
    if more.is_empty() {
        return request.to_vec();
    }
    let at = head_end(request).map_or(request.len(), |at| at + 2);
    [&request[..at], more, &request[at..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_as_handles_have_them() {
        let of = |url: &str| target(url.as_bytes()).ok().map(|t| (t.tls, t.host, t.port, t.login));
        let good = |tls, host: &str, port, login: &str| Some((tls, host.to_string(), port, login.into()));
        assert_eq!(of(":http://h"), good(false, "h", 80, ""));
        assert_eq!(of("ws://u:p@h:81/x:y?z@"), good(false, "h", 81, "u:p"));
        assert_eq!(of(":https://h/"), good(true, "h", 443, ""));
        assert_eq!(of(":http://[::1]:5"), good(false, "::1", 5, ""));
        for bad in [":http://", ":http://:5", ":http://h:x", ":h:5", "http:/h"] {
            assert_eq!(of(bad), None, "{bad}");
        }
    }

    #[test]
    fn headers_come_before_the_blank_line() {
        let request = b"GET / HTTP/1.1\r\nHost: h\r\n\r\nbody";
        let with = with_headers(request, b"A: b\r\n");
        assert_eq!(with, b"GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n\r\nbody");
        let target = target(b"http://u:p@h").expect("a url");
        assert_eq!(login_header(&target, request).expect("a header"), b"Authorization: Basic dTpw\r\n");
        assert!(
            login_header(&target, b"GET / HTTP/1.1\r\nauthorization: x\r\n\r\n").expect("none").is_empty()
        );
    }
}
