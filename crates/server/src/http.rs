//! HTTP/1.1 as bytes: requests that came, and the responses that are made here because no request can be understood.

use crate::incoming::Incoming;
use quarry_lang::http::Request;
use quarry_value::room;

/// The words that a request begins with. A blank follows, which no greeting has there.
const METHODS: [&[u8]; 7] = [b"GET", b"HEAD", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS"];
/// The most bytes of a request line and headers.
const HEAD_MAX: usize = 64 << 10;
/// The most headers.
const HEADERS_MAX: usize = 100;
/// The most bytes of a body.
const BODY_MAX: usize = 256 << 20;

/// What the first bytes of a connection look like.
#[derive(PartialEq, Eq, Debug)]
pub enum Look {
    Request,
    Other,
    /// Too few came to tell.
    Either,
}

/// Do bytes begin with a request line?
pub fn look(bytes: &[u8]) -> Look {
    let begins = |m: &[u8]| bytes.starts_with(m) && bytes.get(m.len()) == Some(&b' ');
    let may_begin = |m: &[u8]| bytes.len() <= m.len() && m.starts_with(bytes);
    if METHODS.iter().any(|m| begins(m)) {
        Look::Request
    } else if METHODS.iter().any(|m| may_begin(m)) {
        Look::Either
    } else {
        Look::Other
    }
}

/// How far a request has come.
pub enum Progress {
    Whole(Box<Request>),
    /// The head has not come whole.
    Head,
    /// The head has; so many bytes are known to be missing. `waits` when the client does not send them unasked.
    Body {
        missing: usize,
        waits: bool,
    },
    /// Nothing sensible can follow: the status to answer with.
    Refused(&'static str),
}

const BAD: &str = "400 Bad Request";
const TOO_LARGE: &str = "413 Content Too Large";
const HEAD_TOO_LARGE: &str = "431 Request Header Fields Too Large";
const NOT_DONE: &str = "501 Not Implemented";
/// Others wait for too much already.
pub const BUSY: &str = "503 Service Unavailable";

/// The request that is coming in.
#[derive(Default)]
pub struct Requests {
    /// The head that has come, and what follows it.
    head: Option<(Box<Request>, Body)>,
    /// The client waits to be told to go on.
    waits: bool,
}

/// What follows a head.
enum Body {
    Sized(usize),
    Chunked(Chunks),
}

impl Requests {
    /// Takes what has come of the first request.
    pub fn next(&mut self, incoming: &mut Incoming) -> Progress {
        if self.head.is_none() {
            match head(incoming.rest()) {
                Ok(Some(head)) => {
                    incoming.take(head.size);
                    self.head = Some((head.request, head.body));
                    self.waits = head.waits;
                }
                Ok(None) => return Progress::Head,
                Err(status) => return Progress::Refused(status),
            }
        }
        let Some((request, body)) = &mut self.head else { return Progress::Head };
        let missing = match body {
            Body::Sized(n) => n.saturating_sub(incoming.rest().len()),
            Body::Chunked(chunks) => match chunks.feed(incoming) {
                Ok(missing) => missing,
                Err(status) => return Progress::Refused(status),
            },
        };
        let held = if let Body::Chunked(c) = body { c.body.len() } else { 0 };
        if missing.saturating_add(held) > BODY_MAX {
            return Progress::Refused(TOO_LARGE);
        }
        if missing > 0 {
            return Progress::Body { missing, waits: std::mem::take(&mut self.waits) };
        }
        request.body = match body {
            Body::Sized(n) => incoming.take(*n),
            Body::Chunked(chunks) => std::mem::take(&mut chunks.body),
        };
        self.head.take().map_or(Progress::Head, |(request, _)| Progress::Whole(request))
    }

    /// Bytes of a body that are held here.
    pub fn held(&self) -> usize {
        if let Some((_, Body::Chunked(c))) = &self.head { c.body.len() } else { 0 }
    }
}

struct Head {
    request: Box<Request>,
    body: Body,
    waits: bool,
    size: usize,
}

/// The head that bytes begin with, when it is whole; the status to refuse it with.
fn head(bytes: &[u8]) -> Result<Option<Head>, &'static str> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut parsed = httparse::Request::new(&mut headers);
    let size = match parsed.parse(&bytes[..bytes.len().min(HEAD_MAX)]) {
        Ok(httparse::Status::Complete(n)) => n,
        Ok(httparse::Status::Partial) if bytes.len() >= HEAD_MAX => return Err(HEAD_TOO_LARGE),
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(HEAD_TOO_LARGE),
        Err(_) => return Err(BAD),
    };
    let body = body_of(parsed.headers)?;
    let target = parsed.path.unwrap_or_default();
    let request = Box::new(Request {
        method: parsed.method.unwrap_or_default().to_string(),
        text: target.strip_prefix('/').unwrap_or(target).as_bytes().to_vec(),
        headers: parsed.headers.iter().map(|h| (h.name.to_string(), h.value.to_vec())).collect(),
        body: Vec::new(),
        is_old: parsed.version == Some(0),
    });
    Ok(Some(Head { request, body, waits: waits(parsed.headers), size }))
}

fn body_of(headers: &[httparse::Header]) -> Result<Body, &'static str> {
    let values = |name: &str| {
        let named = headers.iter().filter(|h| h.name.eq_ignore_ascii_case(name));
        named.map(|h| h.value).collect::<Vec<_>>()
    };
    match (values("transfer-encoding").as_slice(), values("content-length").as_slice()) {
        ([], []) => Ok(Body::Sized(0)),
        // Two readers that differ about where a request ends can be played against each other.
        ([], [first, rest @ ..]) if rest.iter().all(|r| r == first) => {
            size(first).map(Body::Sized).ok_or(BAD)
        }
        ([only], []) if only.eq_ignore_ascii_case(b"chunked") => Ok(Body::Chunked(Chunks::default())),
        (_, []) => Err(NOT_DONE),
        _ => Err(BAD),
    }
}

/// The number that a `Content-Length` tells.
pub fn size(value: &[u8]) -> Option<usize> {
    let digits = std::str::from_utf8(value).ok()?;
    let good = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    good.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Does the client wait to be told to go on?
fn waits(headers: &[httparse::Header]) -> bool {
    let mut expected = headers.iter().filter(|h| h.name.eq_ignore_ascii_case("expect"));
    expected.any(|h| h.value.eq_ignore_ascii_case(b"100-continue"))
}

/// A body that comes in chunks.
#[derive(Default)]
pub struct Chunks {
    /// What has come of it.
    pub body: Vec<u8>,
    place: Place,
}

#[derive(Default, Clone, Copy)]
enum Place {
    /// Before the line with a chunk's size.
    #[default]
    Size,
    /// So many bytes are left of a chunk.
    Chunk(usize),
    /// After a chunk, before the end of its line.
    ChunkEnd,
    /// After the last chunk, where lines follow that are not looked at.
    Trailer,
    End,
}

/// The most bytes of a line between chunks.
const CHUNK_LINE_MAX: usize = 4 << 10;

impl Chunks {
    /// Takes what has come: how many bytes are missing at least, 0 at the end. The status for what are no chunks, and for more than
    /// there is room for.
    pub fn feed(&mut self, incoming: &mut Incoming) -> Result<usize, &'static str> {
        loop {
            let rest = incoming.rest();
            match self.place {
                Place::End => return Ok(0),
                Place::Chunk(left) => {
                    let n = left.min(rest.len());
                    if !room::try_reserve(&mut self.body, n) {
                        return Err(BUSY);
                    }
                    self.body.extend_from_slice(&rest[..n]);
                    incoming.take(n);
                    if n < left {
                        self.place = Place::Chunk(left - n);
                        return Ok(left - n);
                    }
                    self.place = Place::ChunkEnd;
                }
                Place::Size | Place::ChunkEnd | Place::Trailer => {
                    let Some(n) = rest.iter().take(CHUNK_LINE_MAX).position(|c| *c == b'\n') else {
                        return if rest.len() < CHUNK_LINE_MAX { Ok(1) } else { Err(BAD) };
                    };
                    let line = incoming.take(n + 1);
                    self.line(&line).ok_or(BAD)?;
                }
            }
        }
    }

    /// A line between chunks.
    fn line(&mut self, line: &[u8]) -> Option<()> {
        let is_blank = matches!(line, b"\n" | b"\r\n");
        self.place = match self.place {
            Place::Size => match httparse::parse_chunk_size(line) {
                Ok(httparse::Status::Complete((_, 0))) => Place::Trailer,
                Ok(httparse::Status::Complete((_, size))) => Place::Chunk(usize::try_from(size).ok()?),
                _ => return None,
            },
            Place::ChunkEnd if is_blank => Place::Size,
            Place::ChunkEnd => return None,
            Place::Trailer if is_blank => Place::End,
            other => other,
        };
        Some(())
    }
}

/// Tells a client that waits to go on; one that has said all passes it over.
pub const GO_ON: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
/// The response to what is no request that can be served.
pub fn refusal(status: &str) -> Vec<u8> {
    quarry_lang::http::plain(status, &[], status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incoming::READ_SIZE;

    fn of(bytes: &[u8]) -> (Progress, usize) {
        let mut incoming = Incoming::default();
        let mut from = bytes;
        while incoming.read(&mut from, &mut [0; READ_SIZE]).expect("bytes") != crate::incoming::Came::End {}
        let progress = Requests::default().next(&mut incoming);
        (progress, incoming.rest().len())
    }

    fn refused(bytes: &[u8]) -> Option<&'static str> {
        if let Progress::Refused(why) = of(bytes).0 { Some(why) } else { None }
    }

    #[test]
    fn requests_are_told_from_greetings() {
        for text in ["GET ", "POST /x", "OPTIONS * HTTP/1.1\r\n"] {
            assert_eq!(look(text.as_bytes()), Look::Request, "{text}");
        }
        for text in ["", "G", "GET", "OPTION"] {
            assert_eq!(look(text.as_bytes()), Look::Either, "{text}");
        }
        for text in ["GETTY:x", "alice", "get ", "\0", "GET\x03\0"] {
            assert_eq!(look(text.as_bytes()), Look::Other, "{text}");
        }
    }

    #[test]
    fn a_request_is_taken_when_it_is_whole() {
        let text = b"POST /a?b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nxyzGET";
        for n in 0..text.len() - 3 {
            assert!(!matches!(of(&text[..n]).0, Progress::Whole(_) | Progress::Refused(_)), "{n}");
        }
        let (Progress::Whole(r), 3) = of(text) else { panic!("whole, and three bytes of the next") };
        assert_eq!((r.method.as_str(), &r.text[..], &r.body[..]), ("POST", &b"a?b"[..], &b"xyz"[..]));
        assert_eq!(r.header("host"), Some(&b"h"[..]));
        let chunks = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3;x=y\r\ncde\r\n0\r\nA: b\r\n\r\n!";
        for n in 0..chunks.len() - 1 {
            assert!(!matches!(of(&chunks[..n]).0, Progress::Whole(_) | Progress::Refused(_)), "{n}");
        }
        let (Progress::Whole(r), 1) = of(chunks) else { panic!("whole") };
        assert_eq!(r.body, b"abcde");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let with = |headers: &str| format!("POST / HTTP/1.1\r\n{headers}\r\n").into_bytes();
        assert_eq!(refused(b"GET / HTTP/9\r\n\r\n"), Some(BAD));
        assert_eq!(refused(b"GET /\x01 HTTP/1.1\r\n\r\n"), Some(BAD));
        assert_eq!(refused(&with("Content-Length: -1\r\n")), Some(BAD));
        assert_eq!(refused(&with("Content-Length: +1\r\n")), Some(BAD));
        assert_eq!(refused(&with("Content-Length: 1\r\nContent-Length: 2\r\n")), Some(BAD));
        assert_eq!(refused(&with("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n")), Some(BAD));
        assert_eq!(refused(&with("Transfer-Encoding: gzip\r\n")), Some(NOT_DONE));
        assert_eq!(refused(&with("Content-Length: 99999999999999999999999\r\n")), Some(TOO_LARGE));
        assert_eq!(refused(&with("Content-Length: 999999999999\r\n")), Some(TOO_LARGE));
        assert_eq!(refused(&with(&"A: b\r\n".repeat(HEADERS_MAX + 1))), Some(HEAD_TOO_LARGE));
        assert_eq!(refused(&[b"GET /", &[b'a'; HEAD_MAX][..]].concat()), Some(HEAD_TOO_LARGE));
        let chunks = |text: &str| [&with("Transfer-Encoding: chunked\r\n"), text.as_bytes()].concat();
        assert_eq!(refused(&chunks("x\r\n")), Some(BAD));
        assert_eq!(refused(&chunks("1\r\nab\r\n")), Some(BAD));
        assert_eq!(refused(&chunks("ffffffff\r\n")), Some(TOO_LARGE));
        assert_eq!(refused(&chunks("ffffffffffffffff\r\n")), Some(TOO_LARGE));
        assert_eq!(refused(&chunks(&"1".repeat(CHUNK_LINE_MAX))), Some(BAD));
    }
}
