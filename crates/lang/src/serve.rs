//! What other processes ask for: logins, messages, goodbyes. Each is served to its end before the next.

use crate::network::{Link, Peer};
use crate::prims::ipc;
use crate::prims::persist::knowing;
use crate::report;
use crate::vm::Vm;
use crate::words;
use quarry_value::wire::{self, Header, MessageKind};
use quarry_value::{Error, Result, Sym, Value, room};
use std::collections::BTreeMap;

/// Responses that connections wait for.
#[derive(Default)]
pub(crate) struct Owed {
    /// How many, by connection.
    by_link: BTreeMap<Link, usize>,
    /// `-30!(::)` was called: the message being evaluated is answered later.
    deferred: bool,
}

impl Owed {
    fn add(&mut self, link: Link) {
        *self.by_link.entry(link).or_default() += 1;
    }

    /// A response goes out; was one waited for?
    fn pay(&mut self, link: Link) -> bool {
        let Some(n) = self.by_link.get_mut(&link) else { return false };
        *n -= 1;
        if *n == 0 {
            self.by_link.remove(&link);
        }
        true
    }

    /// A connection is over.
    pub fn forgive(&mut self, link: Link) {
        self.by_link.remove(&link);
    }

    /// The message being evaluated is to be answered later.
    pub fn defer(&mut self) {
        self.deferred = true;
    }
}

/// May a client in? First the file of users says so, then `.z.pw`; everybody may when there is neither. An answer that is no
/// boolean, or an error, is no.
pub fn login(vm: &mut Vm, handle: i32, user: &[u8], password: &[u8], address: i32) -> Result<bool> {
    if vm.users.as_ref().is_some_and(|users| !users.admit(user, password)) {
        return Ok(false);
    }
    let user = Sym::new(user);
    let Some(f) = vm.get(Sym::new(".z.pw")) else { return Ok(true) };
    let password = Value::chars(password);
    let answer = vm.catching(|vm| {
        vm.as_stranger(handle, user, address, |vm| {
            vm.trapping(|vm| vm.apply(&f, &[Value::Sym(user), password]))
        })
    })?;
    Ok(answer.as_long().is_some_and(|n| n != 0 && n != i64::MIN))
}

/// A connection was let in: `.z.po`.
pub fn opened(vm: &mut Vm, handle: i32) -> Result<()> {
    call(vm, handle, ".z.po", Value::int(handle))
}

/// The other end closed a connection: `.z.pc`, for which nobody is there any more.
pub fn closed(vm: &mut Vm, link: Link) -> Result<()> {
    vm.owed.forgive(link);
    vm.forget_replica(link.handle);
    call(vm, 0, ".z.pc", Value::int(link.handle))
}

/// A client speaks WebSocket from now on: `.z.wo`.
pub fn web_opened(vm: &mut Vm, handle: i32) -> Result<()> {
    call(vm, handle, ".z.wo", Value::int(handle))
}

/// A WebSocket is over: `.z.wc`.
pub fn web_closed(vm: &mut Vm, handle: i32) -> Result<()> {
    call(vm, 0, ".z.wc", Value::int(handle))
}

/// A message of a WebSocket: `.z.ws`, with a string or with bytes.
pub fn web_message(vm: &mut Vm, handle: i32, is_text: bool, bytes: Vec<u8>) -> Result<()> {
    let x = if is_text { Value::chars(bytes) } else { Value::bytes(bytes) };
    vm.in_context(Sym::EMPTY, |vm| call(vm, handle, ".z.ws", x))
}

/// A connection sent bytes that are no message: `.z.bm`, then 'badmsg.
pub fn bad(vm: &mut Vm, handle: i32, bytes: Vec<u8>, error: Error) -> Result<()> {
    let told = call(vm, handle, ".z.bm", Value::list(vec![Value::int(handle), Value::bytes(bytes)]));
    told.and(Err(error))
}

/// Calls a callback, if there is one.
fn call(vm: &mut Vm, handle: i32, name: &str, x: Value) -> Result<()> {
    let Some(f) = vm.get(Sym::new(name)) else { return Ok(()) };
    vm.catching(|vm| vm.as_client(handle, |vm| vm.trapping(|vm| vm.apply(&f, &[x])))).map(drop)
}

/// A whole message as it came from a connection.
pub enum Message {
    /// Nobody waits for an answer.
    Async(Value),
    /// An answer is waited for.
    Sync(Value),
    /// An answer, or the error signalled in its place.
    Response(Result<Value>),
}

impl Message {
    /// Reads the bytes of a message. Errors: 'badmsg; 'wsfull.
    pub fn read(bytes: &[u8]) -> Result<Message> {
        if let Some(word) = wire::signalled(bytes) {
            return Ok(Message::Response(Err(Error::text(word))));
        }
        let kind = Header::parse(bytes)?.kind;
        let x = room::asking(|| wire::read_message(bytes))?;
        Ok(match kind {
            MessageKind::Async => Message::Async(x),
            MessageKind::Sync => Message::Sync(x),
            MessageKind::Response => Message::Response(Ok(x)),
        })
    }
}

/// Serves a message of a connection: `.z.ps` for one that wants no answer, whose error goes to the console; `.z.pg` for one
/// that does, which gets the answer or the error.
///
/// Errors: what concerns the console alone.
pub fn message(vm: &mut Vm, link: Link, message: Message) -> Result<()> {
    match message {
        Message::Async(x) => evaluate(vm, link.handle, ".z.ps", &x).map(drop),
        Message::Sync(x) => sync(vm, link, &x),
        Message::Response(_) => {
            let why = format!("handle {} sent a response that nobody waits for", link.handle);
            Err(Error::new("response").detail(why))
        }
    }
}

fn sync(vm: &mut Vm, link: Link, x: &Value) -> Result<()> {
    vm.owed.add(link);
    let outer = std::mem::take(&mut vm.owed.deferred);
    let outcome = evaluate(vm, link.handle, ".z.pg", x);
    let deferred = std::mem::replace(&mut vm.owed.deferred, outer);
    if vm.exiting.is_some() || deferred && outcome.is_ok() {
        return Ok(());
    }
    if let (Err(e), 2) = (&outcome, vm.settings.error_trap) {
        vm.host.err(&report::text(e));
    }
    // Who hung up on the client owes it nothing, though another connection may have got the same number.
    if vm.owed.pay(link) {
        respond(vm, link, outcome);
    }
    Ok(())
}

/// Sends a response that was owed; 'Handle … was not expecting a response msg when none was.
pub(crate) fn settle(vm: &mut Vm, link: Link, outcome: Result<Value>) -> Result<()> {
    if !vm.owed.pay(link) {
        return Err(Error::text(format!("Handle {} was not expecting a response msg", link.handle)));
    }
    respond(vm, link, outcome);
    Ok(())
}

/// Sends an answer or an error. A client that is gone wants neither.
fn respond(vm: &Vm, link: Link, outcome: Result<Value>) {
    let network = vm.host.network();
    let Some(peer) = network.peer(link.handle).filter(|p| p.link == link) else { return };
    // It fails for a client that went away meanwhile, which its own event tells.
    let _ = network.send(link.handle, response(vm, outcome, &peer).into());
}

/// The bytes of an answer or an error.
pub(crate) fn response(vm: &Vm, outcome: Result<Value>, peer: &Peer) -> Vec<u8> {
    let pack = |x| knowing(vm, || ipc::pack(MessageKind::Response, &x, peer));
    let packed = room::asking(|| outcome.and_then(pack));
    packed.unwrap_or_else(|e| wire::error_message(e.word()))
}

/// Evaluates what was sent: by the callback that a program has set, else as `value` does.
pub(crate) fn received(vm: &mut Vm, callback: Option<&Value>, x: &Value) -> Result<Value> {
    match callback {
        Some(f) => vm.apply(f, std::slice::from_ref(x)),
        None => words::value(vm, x),
    }
}

/// Evaluates what a client sent, by the callback if there is one. In the root, as q does.
fn evaluate(vm: &mut Vm, handle: i32, callback: &str, x: &Value) -> Result<Value> {
    let callback = vm.get(Sym::new(callback));
    let suspend = vm.settings.error_trap == 1;
    let work = |vm: &mut Vm| vm.as_client(handle, |vm| vm.logged(x, |vm| received(vm, callback.as_ref(), x)));
    vm.in_context(Sym::EMPTY, |vm| {
        vm.catching(|vm| if suspend { vm.suspending(work) } else { vm.trapping(work) })
    })
}
