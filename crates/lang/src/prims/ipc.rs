//! Messages to other processes: sync, async, flushed, broadcast, deferred, and questions asked once.

use super::persist::knowing;
use crate::network::{Heard, Limits, Link, Peer, no_socket};
use crate::serve::{self, Message};
use crate::vm::Vm;
use crate::vm::stop::Why;
use quarry_value::error::{domain_error, length_error, type_error};
use quarry_value::wire::{self, MessageKind};
use quarry_value::{Error, Result, Sym, Type, Value, fault};
use std::cell::Cell;
use std::sync::Arc;

/// Messages of more bytes need a reader that takes them.
const PLAIN_MAX: usize = i32::MAX as usize;
/// The capability that takes them.
const LARGE: u8 = 5;

/// What `hopen` and one-shot messages connect to.
pub(crate) struct Target {
    /// As q writes it: `:host:port:user:password`.
    place: Vec<u8>,
    timeout_ms: Option<u64>,
}

impl Target {
    /// A place, a port, or a list of either and milliseconds. `None` for what names a file.
    ///
    /// Errors: 'type.
    pub fn of(x: &Value) -> Result<Option<Target>> {
        let (place, timeout) = match x {
            Value::List(l) if l.len() == 2 => (l.get(0), l.get(1).as_long().ok_or_else(type_error)?),
            Value::Vector(v) if v.len() == 2 && matches!(v.ty, Type::Int | Type::Long) => {
                (x.at(0), x.at(1).as_long().ok_or_else(type_error)?)
            }
            _ => (x.clone(), 0),
        };
        // 0 and negative numbers wait as long as the system does.
        let timeout_ms = u64::try_from(timeout).ok().filter(|ms| *ms > 0);
        let place = match &place {
            Value::Sym(name) => name.bytes().to_vec(),
            Value::I32(Type::Int, _) | Value::I64(Type::Long, _) | Value::I16(_) => {
                format!("::{}", place.as_long().unwrap_or_default()).into_bytes()
            }
            text => text.as_text().ok_or_else(type_error)?.to_vec(),
        };
        Ok(names_process(&place).then_some(Target { place, timeout_ms }))
    }
}

/// Does a handle's text name a process rather than a file? Paths have no colon, or start at the root.
fn names_process(text: &[u8]) -> bool {
    let rest = text.strip_prefix(b":").unwrap_or(text);
    !rest.starts_with(b"/") && !rest.starts_with(b"fifo://") && rest.contains(&b':')
}

/// Is a symbol a process that can be asked once: `` `:host:port ``, `` `::port ``, a URL?
pub(crate) fn is_process(name: Sym) -> bool {
    name.bytes().starts_with(b":") && names_process(name.bytes())
}

/// Why a wait for another process may end early.
fn stop(vm: &Vm) -> impl Fn() -> bool + '_ {
    move || vm.is_stopped()
}

/// `hopen`: a handle to another process.
///
/// Errors: 'hop with the system's reason, 'timeout, 'access, 'nosocket on other threads than the main one.
/// Source: ref/hopen.
pub(crate) fn open(vm: &mut Vm, target: &Target) -> Result<Value> {
    main_thread(vm)?;
    let limits = Limits { timeout_ms: target.timeout_ms, stop: &stop(vm) };
    let handle = vm.host.network().connect(&target.place, &limits)?;
    Ok(Value::int(handle))
}

fn main_thread(vm: &Vm) -> Result<()> {
    if vm.main { Ok(()) } else { Err(no_socket()) }
}

/// `hclose`: was a connection open? What it has still to send is lost.
pub(crate) fn close(vm: &mut Vm, handle: i32) -> Result<bool> {
    main_thread(vm)?;
    if let Some(peer) = peer_of(vm, handle.into()) {
        vm.owed.forgive(peer.link);
    }
    vm.forget_replica(handle);
    Ok(vm.host.network().close(handle))
}

/// Closes a connection from which nothing can be expected any more: `.z.pc` will be called.
pub(super) fn hang_up(vm: &mut Vm, link: Link) {
    vm.owed.forgive(link);
    vm.host.network().hang_up(link);
}

/// Who is at the other end of a handle that takes q's messages.
///
/// Errors: `N is not an ipc handle`, for WebSockets, too.
pub(super) fn ipc_peer_of(vm: &Vm, handle: i64) -> Result<Peer> {
    let peer = peer_of(vm, handle).filter(|p| p.protocol != WEB);
    peer.ok_or_else(|| Error::text(format!("{handle} is not an ipc handle")))
}

/// Who is at the other end of a handle, if it is a connection's.
pub(crate) fn peer_of(vm: &Vm, handle: i64) -> Option<Peer> {
    vm.host.network().peer(i32::try_from(handle).ok()?)
}

/// A connection applied: `h x` asks and waits for the answer, `neg[h] x` sends; `neg[h][]` waits until all is sent, and
/// `h[]` for a message, which is the result.
///
/// Errors: what the other end signals; 'close when it goes away; 'nosocket.
/// Source: basics/ipc.
pub(crate) fn apply(vm: &mut Vm, h: i64, peer: &Peer, x: &Value) -> Result<Value> {
    main_thread(vm)?;
    let handle = i32::try_from(h.abs()).map_err(|_| domain_error())?;
    let nothing = x.is_identity() || x.is_elided();
    if peer.protocol == WEB && (h > 0 || !nothing) {
        return apply_web(vm, h, x);
    }
    match (h > 0, nothing) {
        (true, true) => wait_for_async(vm, peer.link),
        (true, false) => request(vm, peer, x),
        (false, true) => {
            vm.host.network().flush(handle, &stop(vm))?;
            Ok(Value::identity())
        }
        (false, false) => {
            let message = knowing(vm, || pack(MessageKind::Async, x, peer))?;
            vm.host.network().queue(handle, message.into())?;
            Ok(Value::identity())
        }
    }
}

/// How [`Peer::protocol`] says WebSocket.
const WEB: u8 = b'w';

/// `neg[h]x` for a WebSocket: a string goes as text, a byte vector as binary. Nothing is waited for there.
///
/// Errors: 'nyi for a sync message; 'type; 'utf8 for text in another encoding.
/// Source: ref/dotz, kb/websockets.
fn apply_web(vm: &Vm, h: i64, x: &Value) -> Result<Value> {
    if h > 0 {
        return Err(quarry_value::error::nyi("a sync message to a WebSocket"));
    }
    let handle = i32::try_from(-h).map_err(|_| domain_error())?;
    let (is_text, bytes) = match x {
        Value::Vector(v) if v.ty == Type::Byte => (false, v.slice::<u8>().unwrap_or_default()),
        Value::U8(Type::Byte, b) => (false, std::slice::from_ref(b)),
        text => (true, text.as_text().ok_or_else(|| type_error().detail("a string or a byte vector"))?),
    };
    if is_text && std::str::from_utf8(bytes).is_err() {
        return Err(
            Error::new("utf8").detail("text for a WebSocket is UTF-8; other bytes go as a byte vector")
        );
    }
    vm.host.network().queue_web(handle, is_text, bytes)?;
    Ok(Value::identity())
}

/// The bytes of a message for a reader: without types it does not know, compressed when it is far away and that pays.
///
/// Errors: 'type for what it cannot read or nobody can send, 'limit for what is too long for it; those of a file that it is
/// read from.
pub(crate) fn pack(kind: MessageKind, x: &Value, peer: &Peer) -> Result<Vec<u8>> {
    if wire::least_capability(x) > peer.capability {
        return Err(type_error().detail("the process at the other end is too old for a type in this message"));
    }
    let plain = wire::message(kind, x)?;
    fault::check()?;
    if plain.len() > PLAIN_MAX && peer.capability < LARGE {
        return Err(Error::new("limit").detail("the process at the other end takes no message over 2 GB"));
    }
    Ok(if peer.compresses() { wire::compress(&plain).unwrap_or(plain) } else { plain })
}

/// An error that another process has signalled.
pub fn signalled_by(e: Error, handle: i32) -> Error {
    e.detail(format!("signalled by the process at handle {handle}"))
}

/// Asks, serves what comes before the answer, and gives that. Who waits no more, because that was to end, closes the connection:
/// the answer would be taken for that to the next question.
///
/// Source: basics/ipc.
fn request(vm: &mut Vm, peer: &Peer, x: &Value) -> Result<Value> {
    let (link, message) = (peer.link, knowing(vm, || pack(MessageKind::Sync, x, peer))?);
    vm.host.network().queue(link.handle, message.into())?;
    loop {
        let message = next(vm, link);
        if message.is_err() {
            hang_up(vm, link);
        }
        match message? {
            Message::Response(answer) => {
                return answer.map_err(|e| signalled_by(e, link.handle));
            }
            other => serve_before(vm, link, other)?,
        }
    }
}

/// The next async message, as it is. Sync ones that come before it are served.
fn wait_for_async(vm: &mut Vm, link: Link) -> Result<Value> {
    loop {
        match next(vm, link)? {
            Message::Async(x) => return Ok(x),
            other => serve_before(vm, link, other)?,
        }
    }
}

/// Serves a message that comes before the one that is waited for. What is wrong with it is told, and concerns who waits no more
/// than that: what comes next would be taken for another answer.
fn serve_before(vm: &mut Vm, link: Link, message: Message) -> Result<()> {
    match serve::message(vm, link, message) {
        Err(e) if vm.may_trap(&e) => vm.host.err(&crate::report::text(&e)),
        served => served?,
    }
    Ok(())
}

/// The next message of a connection. Whatever is served before it may close that, and open another with the same handle.
fn next(vm: &mut Vm, link: Link) -> Result<Message> {
    let (_, heard) = next_of(vm, &[link])?;
    read(vm, link, heard)
}

/// The next that comes on one of some connections.
///
/// Errors: 'stop; what the system does when the user waits no more (basics/ipc, interrupting requests).
pub(super) fn next_of(vm: &Vm, links: &[Link]) -> Result<(Link, Heard)> {
    let from = || links.first().map(|link| format!("rcv handle: {}", link.handle));
    wait_for(vm, |stop| vm.host.network().receive(links, stop), from)
}

/// Waits for others by `wait`, which asks now and then whether to stop. Where the user wants that, and `from` says that an answer
/// was waited for, the error is the system's.
fn wait_for<T>(
    vm: &Vm,
    wait: impl FnOnce(&dyn Fn() -> bool) -> Result<T>,
    from: impl FnOnce() -> Option<String>,
) -> Result<T> {
    let why = Cell::new(None);
    let stop = || {
        why.set(vm.why_stopped());
        why.get().is_some()
    };
    wait(&stop).map_err(|e| match why.get().filter(|why| *why == Why::User).and_then(|_| from()) {
        Some(from) => Error::text(format!("{from}. OS reports: Interrupted system call")),
        None => e,
    })
}

/// The message that has come on a connection. One that cannot be read is told to `.z.bm`, and then it is over.
///
/// Errors: 'badmsg, or those of `.z.bm`; what ended the connection.
/// Source: ref/dotz, `.z.bm`.
pub(super) fn read(vm: &mut Vm, link: Link, heard: Heard) -> Result<Message> {
    let (bytes, error) = match heard {
        Heard::Message(bytes) => match Message::read(&bytes) {
            Err(error) => (bytes, error),
            message => return message,
        },
        Heard::Bad(bytes, error) => (bytes, error),
        Heard::Over(error) => return Err(error),
    };
    let told = serve::bad(vm, link.handle, bytes, error);
    if peer_of(vm, link.handle.into()).is_some_and(|p| p.link == link) {
        vm.host.network().close(link.handle);
        serve::closed(vm, link)?;
    }
    Err(told.err().unwrap_or_else(type_error))
}

/// `` `:host:port x``, `` `::[(place;timeout);x]``: connects, asks, and closes. `None` when the symbol is not a process.
///
/// Errors: those of `hopen` and of asking. Any thread may ask.
/// Source: ref/hopen.
pub(crate) fn once(vm: &mut Vm, name: Sym, args: &[Value]) -> Option<Result<Value>> {
    if let (Some(web), [request]) = (Web::of(name.bytes()), args) {
        return Some(ask_web(vm, web, name.bytes(), request));
    }
    let target = match (name.bytes(), args) {
        (b"::", [target, _]) => Target::of(target),
        (text, [_]) if names_process(text) => Target::of(&Value::Sym(name)),
        _ => return None,
    };
    let ask = |target: Target| {
        let x = &args[args.len() - 1];
        let asked = Cell::new(false);
        let request = |peer: &Peer| {
            asked.set(true);
            pack(MessageKind::Sync, x, peer)
        };
        let wait = |stop: &dyn Fn() -> bool| {
            let limits = Limits { timeout_ms: target.timeout_ms, stop };
            vm.host.network().once(&target.place, &limits, &request)
        };
        let bytes = wait_for(vm, wait, || asked.get().then(|| "rcv".into()))?;
        match Message::read(&bytes)? {
            Message::Response(answer) => answer,
            _ => Err(Error::new("expected response msg")),
        }
    };
    Some(target.and_then(|t| t.ok_or_else(|| type_error().detail("a process: `:host:port"))).and_then(ask))
}

/// What a handle that is a URL speaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Web {
    Http,
    Socket,
}

impl Web {
    fn of(place: &[u8]) -> Option<Web> {
        let place = place.strip_prefix(b":").unwrap_or(place);
        let begins = |schemes: [&str; 2]| schemes.iter().any(|s| place.starts_with(s.as_bytes()));
        match () {
            _ if begins(["http://", "https://"]) => Some(Web::Http),
            _ if begins(["ws://", "wss://"]) => Some(Web::Socket),
            _ => None,
        }
    }
}

/// `` `:http://host:port "GET / HTTP/1.1…" ``: the response, with its chunks joined; of `` `:ws://host:port ``, the handle
/// of a WebSocket (null when the other end does not agree) and the response.
///
/// Errors: 'type; 'hop with the system's reason; 'nosocket for a WebSocket on other threads than the main one; '.z.ws
/// when nothing would take its messages.
/// Source: kb/http, kb/websockets.
fn ask_web(vm: &Vm, web: Web, url: &[u8], request: &Value) -> Result<Value> {
    let text = request.as_text().ok_or_else(|| type_error().detail("the text of an HTTP request"))?;
    let stop = stop(vm);
    let limits = Limits { timeout_ms: None, stop: &stop };
    if web == Web::Http {
        return Ok(Value::chars(vm.host.network().http(url, text, &limits)?));
    }
    main_thread(vm)?;
    if vm.get(Sym::new(".z.ws")).is_none() {
        return Err(Error::new(".z.ws").detail("define what takes the messages first"));
    }
    let (handle, response) = vm.host.network().web_socket(url, text, &limits)?;
    const NULL: i32 = i32::MIN;
    Ok(Value::list(vec![Value::int(handle.unwrap_or(NULL)), Value::chars(response)]))
}

/// `-25!(handles;x)`: one message for many connections, made once and queued for each; `::` sends all they have.
///
/// Errors: 'type; `N is not an ipc handle`; `type error serializing for handle N`. Nothing has been sent then.
/// Source: basics/internal.
pub(crate) fn broadcast(vm: &mut Vm, x: &Value) -> Result<Value> {
    main_thread(vm)?;
    let Value::List(l) = x else { return Err(type_error()) };
    let [handles, x] = l.as_slice() else { return Err(length_error()) };
    let handles = handles_of(handles)?;
    let mut peers = Vec::with_capacity(handles.len());
    for &h in &handles {
        peers.push((h as i32, ipc_peer_of(vm, h)?));
    }
    if x.is_identity() {
        for (h, _) in &peers {
            vm.host.network().flush(*h, &stop(vm))?;
        }
        return Ok(Value::identity());
    }
    let least = wire::least_capability(x);
    if let Some((h, _)) = peers.iter().find(|(_, p)| p.capability < least) {
        return Err(Error::text(format!("type error serializing for handle {h}")));
    }
    let Some(lowest) = peers.iter().map(|(_, p)| p).min_by_key(|p| p.capability) else {
        return Ok(Value::identity());
    };
    let lowest = Peer { compression: Some(false), ..lowest.clone() };
    let plain: Arc<Vec<u8>> = knowing(vm, || pack(MessageKind::Async, x, &lowest))?.into();
    let far = peers.iter().any(|(_, p)| p.compresses());
    let coded: Option<Arc<Vec<u8>>> = if far { wire::compress(&plain).map(Arc::from) } else { None };
    for (h, p) in &peers {
        let message = coded.as_ref().filter(|_| p.compresses()).unwrap_or(&plain);
        // One whose end has been seen but not yet told, by `.z.pc`, gets nothing. Failing here would leave the caller
        // without knowing which of the others have the message.
        let _gone = vm.host.network().queue(*h, message.clone());
    }
    Ok(Value::identity())
}

/// A handle or a vector of handles.
fn handles_of(x: &Value) -> Result<Vec<i64>> {
    let whole = |v: &Value| match v {
        Value::I32(Type::Int, _) | Value::I64(Type::Long, _) => v.as_long().ok_or_else(type_error),
        _ => Err(type_error().detail("handles are ints or longs")),
    };
    if x.is_atom() { Ok(vec![whole(x)?]) } else { x.items().map(|v| whole(&v)).collect() }
}

/// `-30!(::)`: the message being evaluated is answered later; `-30!(h;0b;x)` answers, `-30!(h;1b;text)` with an error.
///
/// Errors: 'domain for a handle that is not open; `Handle h was not expecting a response msg`; 'type.
/// Source: basics/internal.
pub(crate) fn deferred(vm: &mut Vm, x: &Value) -> Result<Value> {
    main_thread(vm)?;
    if x.is_identity() {
        vm.owed.defer();
        return Ok(Value::identity());
    }
    let Value::List(l) = x else { return Err(type_error()) };
    let [handle, is_error, answer] = l.as_slice() else { return Err(length_error()) };
    let handle = handle.as_long().ok_or_else(type_error)?;
    let not_open = || domain_error().detail(format!("{handle} is not a connection"));
    let link = peer_of(vm, handle).ok_or_else(not_open)?.link;
    let outcome = match (is_error, answer) {
        (Value::U8(Type::Bool, 0), x) => Ok(x.clone()),
        (Value::U8(Type::Bool, _), Value::Sym(word)) => Err(Error::text(word.bytes())),
        (Value::U8(Type::Bool, _), text) => Err(Error::text(text.as_text().ok_or_else(type_error)?)),
        _ => return Err(type_error()),
    };
    serve::settle(vm, link, outcome)?;
    Ok(Value::identity())
}

/// `-38!h`: protocol, family, compression and queue of connections: a dictionary for one, a table for a list.
///
/// Errors: 'domain for what is not a connection.
/// Source: basics/internal.
pub(crate) fn sockets(vm: &mut Vm, x: &Value) -> Result<Value> {
    let names = ["p", "f", "z", "n", "m"].map(Sym::new).to_vec();
    let of = |h: i64| {
        let peer = peer_of(vm, h).ok_or_else(|| domain_error().detail(format!("{h} is not a connection")))?;
        let count = |n: usize| Value::long(n as i64);
        Ok([
            Value::U8(Type::Char, peer.protocol),
            Value::U8(Type::Char, peer.family),
            Value::bool(peer.compresses()),
            count(peer.queued.0),
            count(peer.queued.1),
        ])
    };
    let rows = handles_of(x)?.into_iter().map(of).collect::<Result<Vec<_>>>()?;
    if let (true, [row]) = (x.is_atom(), rows.as_slice()) {
        return Ok(Value::dict(Value::syms(names), Value::list(row.to_vec())));
    }
    let types = [Type::Char, Type::Char, Type::Bool, Type::Long, Type::Long];
    let column = |i: usize| match rows.is_empty() {
        true => Value::empty(types[i]),
        false => Value::collapse(rows.iter().map(|r| r[i].clone()).collect()),
    };
    Ok(Value::table(names, (0..types.len()).map(column).collect()))
}

/// `.Q.ipc[h;d]`: what is sent to a connection is compressed when that pays, or never, as the boolean ``d`z`` says.
///
/// Without, it is when the other end is on another machine.
/// Errors: 'type, 'domain for other keys; 'Cannot write to handle … for what is no connection.
/// Source: ref/dotq, `.Q.ipc`.
pub(crate) fn configure(vm: &mut Vm, handle: &Value, options: &Value) -> Result<Value> {
    main_thread(vm)?;
    let handle = handle.as_long().filter(|_| handle.is_atom()).ok_or_else(type_error)?;
    let handle = i32::try_from(handle.abs()).map_err(|_| domain_error())?;
    let Value::Dict(d) = options else {
        return Err(type_error().detail("options are a dictionary: ([z:0b])"));
    };
    for (name, value) in d.keys.items().zip(d.values.items()) {
        match (name.as_sym(), &value) {
            (Some(z), Value::U8(Type::Bool, on)) if z.bytes() == b"z" => {
                vm.host.network().set_compression(handle, *on != 0)?;
            }
            _ => {
                return Err(
                    domain_error().detail("the only option is z, a boolean: is what is sent compressed?")
                );
            }
        }
    }
    Ok(Value::identity())
}

/// `.Q.queue[]`: the megabytes that may wait to be sent on one connection, 0 for no limit. `.Q.queue n` sets that.
///
/// A connection that would have more waiting is closed, for whoever reads so slowly would never be up to date again:
/// `.z.pc` is called and standard error told, and the other connections go on. One message alone may be of any size.
/// Errors: 'type, 'domain.
/// Source: Quarry's own.
pub(crate) fn queues(vm: &mut Vm, x: &Value) -> Result<Value> {
    if !x.is_identity() {
        vm.may_change()?;
        // A thread's settings are a copy.
        vm.globals_mut()?;
        let megabytes = x.as_long().filter(|_| x.is_atom()).ok_or_else(type_error)?;
        vm.settings.queue_mb =
            u32::try_from(megabytes).map_err(|_| domain_error().detail("megabytes, 0 for no limit"))?;
        crate::system::limit_queues(vm);
    }
    Ok(Value::long(vm.settings.queue_mb.into()))
}

/// `.z.W`: the bytes that wait to be sent, by handle.
pub(crate) fn unsent(vm: &Vm) -> Value {
    let network = vm.host.network();
    let (handles, bytes): (Vec<i32>, Vec<i64>) =
        network.handles().into_iter().filter_map(|h| Some((h, network.peer(h)?.queued.1 as i64))).unzip();
    Value::dict(Value::ints(handles), Value::longs(bytes))
}
