//! HTTP requests of clients: who they are, what answers them, and how they become WebSockets.
//!
//! ```text
//! .z.ac or .z.pw  ->  401                       GET HEAD -> .z.ph   POST -> .z.pp   others -> .z.pm
//!      in         ->  Upgrade: websocket -> 101 when there is a .z.ws, 501 when not
//! ```

use crate::serve;
use crate::vm::Vm;
use crate::{report, web_console};
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Sym, Type, Value, room};
use std::time::Duration;

/// A whole request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// What is asked for, without the `/` it begins with.
    pub text: Vec<u8>,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
    /// HTTP/1.0.
    pub is_old: bool,
}

/// What is to be done about a request.
pub enum Answer {
    /// Send this; then wait so long for another request, or close.
    Response { bytes: Vec<u8>, keep: Option<Duration> },
    /// Send this and speak WebSocket from then on.
    Upgrade { bytes: Vec<u8>, user: Sym, deflates: bool },
}

const INTERNAL: &str = "500 Internal Server Error";
const NOT_DONE: &str = "501 Not Implemented";

impl Request {
    /// The value of a header, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_slice())
    }

    /// Is a word among those that a header lists, separated by commas?
    fn lists(&self, name: &str, word: &str) -> bool {
        let lists = self.headers.iter().filter(|(n, _)| n.eq_ignore_ascii_case(name));
        let mut words = lists.flat_map(|(_, v)| v.split(|c| *c == b','));
        words.any(|w| w.trim_ascii().eq_ignore_ascii_case(word.as_bytes()))
    }

    /// What callbacks see of it: the text, and for methods that carry one the body after a blank.
    fn content(&self) -> Value {
        let bare =
            matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS" | "DELETE") && self.body.is_empty();
        let mut text = room::vec(self.text.len() + 1 + self.body.len());
        text.extend_from_slice(&self.text);
        if !bare {
            text.push(b' ');
            text.extend_from_slice(&self.body);
        }
        Value::chars(text)
    }

    /// The headers by name; one that comes several times has its values joined.
    pub(crate) fn header_dict(&self) -> Value {
        let mut names: Vec<Sym> = Vec::new();
        let mut values: Vec<Vec<u8>> = Vec::new();
        for (name, value) in &self.headers {
            let name = Sym::new(name);
            match names.iter().position(|n| *n == name) {
                Some(i) => {
                    values[i].extend_from_slice(b", ");
                    values[i].extend_from_slice(value);
                }
                None => {
                    names.push(name);
                    values.push(value.clone());
                }
            }
        }
        Value::dict(Value::syms(names), Value::list(values.into_iter().map(Value::chars).collect()))
    }
}

/// Serves a request of a connection. Errors of callbacks are told to the client; what is given back beside the answer concerns
/// the console.
pub fn answer(vm: &mut Vm, handle: i32, address: i32, request: &Request) -> (Answer, Result<()>) {
    let user = match judge(vm, handle, address, request) {
        Ok(Verdict::In(user)) => user,
        Ok(Verdict::Out(bytes)) => return (close_with(bytes), Ok(())),
        Err(e) => return (close_with(unauthorised()), Err(e)),
    };
    if request.method == "GET" && request.lists("upgrade", "websocket") {
        if vm.is_worker() {
            return (close_with(plain(NOT_DONE, &[], "WebSocket with multithreaded input")), Ok(()));
        }
        return (upgrade(vm, request, user), Ok(()));
    }
    vm.keep_alive_ms = 0;
    vm.closes =
        request.lists("connection", "close") || request.is_old && !request.lists("connection", "keep-alive");
    let bytes =
        vm.in_context(Sym::EMPTY, |vm| vm.as_stranger(handle, user, address, |vm| response(vm, request)));
    vm.closes = false;
    let keep = u64::try_from(vm.keep_alive_ms).ok().filter(|ms| *ms > 0).map(Duration::from_millis);
    (Answer::Response { bytes: body_for(&request.method, bytes), keep }, Ok(()))
}

fn close_with(bytes: Vec<u8>) -> Answer {
    Answer::Response { bytes, keep: None }
}

/// A response without its body, when only the head was asked for.
fn body_for(method: &str, mut bytes: Vec<u8>) -> Vec<u8> {
    if method == "HEAD" {
        if let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            bytes.truncate(end + 4);
        }
    }
    bytes
}

/// A response whose body is text.
pub fn plain(status: &str, headers: &[&str], text: &str) -> Vec<u8> {
    let more: String = headers.iter().map(|h| format!("{h}\r\n")).collect();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n{more}Content-Length: {}\r\n\r\n{text}",
        text.len()
    )
    .into_bytes()
}

enum Verdict {
    In(Sym),
    /// With this response.
    Out(Vec<u8>),
}

/// May a client in, and as whom? `.z.ac` says, or name and password of basic authentication, which are judged like
/// those of any login.
///
/// Errors: those of the callbacks, which mean no.
fn judge(vm: &mut Vm, handle: i32, address: i32, request: &Request) -> Result<Verdict> {
    let Some(f) = vm.get(Sym::new(".z.ac")) else { return basic(vm, handle, address, request) };
    let x = room::asking(|| Ok(Value::list(vec![request.content(), request.header_dict()])))?;
    let said = vm.catching(|vm| {
        vm.as_stranger(handle, Sym::EMPTY, address, |vm| vm.trapping(|vm| vm.apply(&f, &[x])))
    })?;
    let wrong = || type_error().detail(".z.ac answers (0;\"\"), (1;user), (2;response) or (4;\"\")");
    if !said.is_list() || said.count() != 2 {
        return Err(wrong());
    }
    let text = match said.at(1) {
        Value::Sym(user) => user.bytes().to_vec(),
        text => text.as_text().ok_or_else(wrong)?.to_vec(),
    };
    match said.at(0).as_long() {
        Some(0) => Ok(Verdict::Out(unauthorised())),
        Some(1) => Ok(Verdict::In(Sym::new(text))),
        Some(2) => Ok(Verdict::Out(text)),
        Some(4) => basic(vm, handle, address, request),
        _ => Err(wrong()),
    }
}

fn basic(vm: &mut Vm, handle: i32, address: i32, request: &Request) -> Result<Verdict> {
    let login = request.header("authorization").and_then(credentials).unwrap_or_default();
    let colon = login.iter().position(|c| *c == b':').unwrap_or(login.len());
    let (user, password) = (&login[..colon], login.get(colon + 1..).unwrap_or_default());
    let welcome = serve::login(vm, handle, user, password, address)?;
    Ok(if welcome { Verdict::In(Sym::new(user)) } else { Verdict::Out(unauthorised()) })
}

/// `user:password` of an `Authorization: Basic` header.
fn credentials(header: &[u8]) -> Option<Vec<u8>> {
    let (scheme, rest) = header.split_at_checked(6)?;
    if !scheme.eq_ignore_ascii_case(b"basic ") {
        return None;
    }
    quarry_kernel::from_base64(rest.trim_ascii())
}

fn unauthorised() -> Vec<u8> {
    plain("401 Unauthorized", &["WWW-Authenticate: Basic realm=\"q\", charset=\"UTF-8\""], "401 Unauthorized")
}

/// The response of the callback for the method, or of the console in the browser.
fn response(vm: &mut Vm, request: &Request) -> Vec<u8> {
    if let Some(bytes) = web_console::answer(vm, request) {
        return bytes;
    }
    let name = match request.method.as_str() {
        "GET" | "HEAD" => ".z.ph",
        "POST" => ".z.pp",
        _ => ".z.pm",
    };
    let Some(f) = vm.get(Sym::new(name)) else {
        return match request.method.as_str() {
            "OPTIONS" => plain("204 No Content", &["Allow: GET, HEAD, POST, OPTIONS"], ""),
            _ => plain(NOT_DONE, &[], &format!("'{name}")),
        };
    };
    let mut x = match room::asking(|| Ok(vec![request.content(), request.header_dict()])) {
        Ok(x) => x,
        Err(e) => return failed(vm, &e),
    };
    if name == ".z.pm" {
        x.insert(0, Value::sym(&request.method));
    }
    let outcome = vm.catching(|vm| vm.trapping(|vm| vm.apply(&f, &[Value::list(x)])));
    let text = outcome.and_then(|r| {
        let bytes = match &r {
            Value::Vector(v) if matches!(v.ty, Type::Char | Type::Byte) => v.slice::<u8>(),
            other => other.as_text(),
        };
        let wrong = || type_error().detail(format!("{name} answers with the text of a response"));
        let bytes = bytes.ok_or_else(wrong)?;
        room::asking(|| Ok(room::copied(bytes)))
    });
    text.unwrap_or_else(|e| failed(vm, &e))
}

/// The response to a request whose evaluation failed: q's word, and with `\e 2` the backtrace, which standard error is told as well.
/// Source: basics/debug.
pub(crate) fn failed(vm: &Vm, e: &Error) -> Vec<u8> {
    let mut text = [b"'", e.word()].concat();
    if vm.settings.error_trap == 2 {
        text = report::text(e);
        vm.host.err(&text);
    }
    plain(INTERNAL, &[], &String::from_utf8_lossy(&text))
}

/// Was a request made by the page of the console, which hangs up to give up what it asked for?
pub fn is_console(request: &Request) -> bool {
    request.header(web_console::MARK).is_some()
}

/// What turns a key of a client into the server's proof that it speaks WebSocket.
const PROOF: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// The `Sec-WebSocket-Accept` for a `Sec-WebSocket-Key`.
pub fn accept_of(key: &[u8]) -> Vec<u8> {
    let hash = quarry_kernel::sha1(&Value::chars([key, PROOF].concat()));
    let text = hash.and_then(|h| quarry_kernel::base64(&h));
    text.ok().and_then(|t| t.as_text().map(<[u8]>::to_vec)).unwrap_or_default()
}

/// A client asks to speak WebSocket.
fn upgrade(vm: &Vm, request: &Request, user: Sym) -> Answer {
    let key = request
        .header("sec-websocket-key")
        .filter(|k| quarry_kernel::from_base64(k).is_some_and(|k| k.len() == 16));
    let Some(key) = key.filter(|_| request.lists("connection", "upgrade")) else {
        return close_with(plain("400 Bad Request", &[], "400 Bad Request"));
    };
    if request.header("sec-websocket-version") != Some(b"13") {
        return close_with(plain(
            "426 Upgrade Required",
            &["Sec-WebSocket-Version: 13"],
            "426 Upgrade Required",
        ));
    }
    if vm.get(Sym::new(".z.ws")).is_none() {
        return close_with(plain(NOT_DONE, &[], "'.z.ws"));
    }
    let without = request.lists("sec-websocket-protocol", "kxnodeflate");
    let extension = if without { None } else { request.headers.iter().find_map(|(n, v)| deflate(n, v)) };
    let accept = accept_of(key);
    let mut bytes = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ".to_vec();
    bytes.extend_from_slice(&accept);
    if without {
        bytes.extend_from_slice(b"\r\nSec-WebSocket-Protocol: kxnodeflate");
    }
    if let Some(extension) = extension {
        bytes.extend_from_slice(b"\r\nSec-WebSocket-Extensions: ");
        bytes.extend_from_slice(extension.as_bytes());
    }
    bytes.extend_from_slice(b"\r\n\r\n");
    Answer::Upgrade { bytes, user, deflates: extension.is_some() }
}

/// The answer to a header that offers to compress messages, with windows of the full size only.
fn deflate(name: &str, offers: &[u8]) -> Option<&'static str> {
    if !name.eq_ignore_ascii_case("sec-websocket-extensions") {
        return None;
    }
    let offers = std::str::from_utf8(offers).ok()?;
    offers.split(',').find_map(|offer| {
        let mut words = offer.split(';').map(str::trim);
        if words.next() != Some("permessage-deflate") {
            return None;
        }
        let mut answer = "permessage-deflate";
        for word in words {
            match word.split('=').next().map(str::trim) {
                Some("server_no_context_takeover") => {
                    answer = "permessage-deflate; server_no_context_takeover"
                }
                Some("client_no_context_takeover" | "client_max_window_bits") => {}
                _ if word == "server_max_window_bits=15" => {}
                _ => return None,
            }
        }
        Some(answer)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_read() {
        assert_eq!(credentials(b"Basic dTpw"), Some(b"u:p".to_vec()));
        assert_eq!(credentials(b"Bearer dTpw"), None);
        assert_eq!(credentials(b"x"), None);
    }

    #[test]
    fn the_proof_of_the_standard() {
        assert_eq!(accept_of(b"dGhlIHNhbXBsZSBub25jZQ=="), b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn compression_is_agreed_when_it_can_be() {
        let of = |offer: &str| deflate("Sec-WebSocket-Extensions", offer.as_bytes());
        assert_eq!(of("permessage-deflate; client_max_window_bits"), Some("permessage-deflate"));
        assert_eq!(of("x-other, permessage-deflate"), Some("permessage-deflate"));
        assert_eq!(of("permessage-deflate; server_max_window_bits=9"), None);
        assert!(
            of("permessage-deflate;server_no_context_takeover").is_some_and(|a| a.contains("no_context"))
        );
        assert_eq!(of("x-webkit-deflate-frame"), None);
    }
}
