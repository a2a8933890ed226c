//! Every socket of the process: what comes in becomes events, what goes out is queued and sent as sockets take it.
//!
//! One lock guards them. The main thread holds it while it waits for something to happen, which is when nobody else
//! wants it.

use crate::attendant::{Busy, Watch};
use crate::connection::{GREETING_TIME, Speech, Stage};
use crate::dial::Around;
use crate::greeting::Greeting;
use crate::patience::GLANCE;
use crate::tls::Secrets;
use crate::user;
use crate::websocket::{End, WebSocket};
use mio::{Events, Poll, Token, Waker};
use quarry_lang::http::Request;
use quarry_lang::network::{Link, Numbers};
use quarry_value::wire::{Header, MessageKind};
use quarry_value::{Error, Sym, Value, evaluation};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

mod network;
mod table;
mod watched;

use table::{ACCEPT_AGAIN, Table};

/// How an environment variable is looked up.
pub type Environment = Arc<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// Names the directory of Unix sockets.
const UNIX_DIRECTORY: &str = "QUDSPATH";
const WAKE: Token = Token(usize::MAX);
/// The token of the first listener; those after it count down.
const LISTENER: usize = usize::MAX - 1;
/// Fewer tokens than this are handles.
const HANDLE_END: usize = usize::MAX / 4;
/// From there to here they are descriptors of libraries.
const WATCHED_END: usize = usize::MAX / 2;
/// What happened on so many sockets is asked of the system at once.
const EVENTS_MAX: usize = 256;
/// Messages served before sockets are looked at again.
const SERVED_MAX: u32 = 32;

/// What happened on a connection.
pub enum Event {
    /// Somebody wants in: [`Sockets::admit`] or [`Sockets::hang_up`].
    Login { link: Link, greeting: Greeting, address: i32 },
    /// A whole HTTP request: [`Sockets::respond`] or [`Sockets::upgrade`].
    Request { link: Link, request: Box<Request>, address: i32 },
    /// A message of a WebSocket.
    Web { link: Link, is_text: bool, bytes: Vec<u8> },
    /// A WebSocket is over.
    WebClosed { link: Link },
    /// A whole message, header and all.
    Message { link: Link, bytes: Vec<u8> },
    /// Bytes that are no message; the connection is over.
    Bad { link: Link, bytes: Vec<u8>, error: Error },
    /// A reader fell so many bytes behind that its connection is over.
    Behind { link: Link, bytes: usize, threaded: bool, web: bool },
    /// The other end closed an open connection, whose messages were for threads or not.
    Closed { link: Link, threaded: bool },
    /// A connection could not be accepted.
    Refused(io::Error),
    /// A library's descriptor has something to read, and this is what reads it: then [`Sockets::look_again`].
    Watched { descriptor: i32, ready: Value },
}

impl Event {
    /// The connection that waits for an answer to this, and wants none once it has been closed.
    pub fn asks(&self) -> Option<Link> {
        match self {
            Event::Message { link, bytes } => {
                let kind = Header::parse(bytes).ok()?.kind;
                (kind == MessageKind::Sync).then_some(*link)
            }
            Event::Request { link, .. } | Event::Web { link, .. } => Some(*link),
            _ => None,
        }
    }
}

pub struct Sockets {
    state: Mutex<State>,
    /// Threads that want the state.
    waiting: AtomicUsize,
    watch: Watch,
    waker: Waker,
    environment: Environment,
    secrets: Secrets,
}

struct State {
    poll: Poll,
    events: Events,
    table: Table,
}

impl Sockets {
    /// No socket yet.
    pub fn new(numbers: Arc<Numbers>, environment: Environment) -> io::Result<Sockets> {
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKE)?;
        let events = Events::with_capacity(EVENTS_MAX);
        Ok(Sockets {
            state: Mutex::new(State { poll, events, table: Table::new(numbers) }),
            waiting: AtomicUsize::new(0),
            watch: Watch::default(),
            waker,
            secrets: Secrets::new(environment.clone()),
            environment,
        })
    }

    /// The state, for this thread alone. The main thread has it while it waits for events: it is woken, and lets others go first.
    fn lock(&self) -> MutexGuard<'_, State> {
        match self.state.try_lock() {
            Ok(state) => return state,
            Err(TryLockError::Poisoned(e)) => return e.into_inner(),
            Err(TryLockError::WouldBlock) => {}
        }
        self.waiting.fetch_add(1, Ordering::SeqCst);
        self.wake();
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        state
    }

    /// What the thread that looks after the sockets is told.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The main thread is busy, until what this gives is dropped, with what `client` waits for.
    pub(crate) fn busy(self: &Arc<Self>, client: Option<Link>) -> Busy<'_> {
        // Without a socket there is nothing to look after.
        if !self.lock().table.is_empty() {
            self.watch.start(self);
        }
        self.watch.busy(client)
    }

    /// Another thread evaluates a message of this connection, for which its client `waits` or not.
    pub(crate) fn attended(self: &Arc<Self>, handle: i32, waits: bool) {
        self.watch.start(self);
        self.watch.begin_reading(handle, waits);
    }

    /// Does what can be done while the main thread is busy. Is `client` gone?
    pub(crate) fn attend(&self, client: Link) -> bool {
        // The main thread waits for a message, and looks after the sockets itself.
        let Ok(mut state) = self.state.try_lock() else { return false };
        state.look(Some(Duration::ZERO));
        state.table.is_deserted(client)
    }

    /// Does what can be done while the main thread waits for those that evaluate messages: who is gone is noticed.
    pub(crate) fn attend_readers(&self) {
        let mut state = self.lock();
        state.look(Some(Duration::ZERO));
        let Table { connections, space, .. } = &mut state.table;
        for (handle, connection) in connections.iter_mut().filter(|(_, c)| c.suspended) {
            if connection.is_deserted(space) {
                self.watch.lose(*handle);
            }
        }
    }

    /// The next that happened on a connection whose messages are for threads, if anything has.
    pub(crate) fn for_threads(&self) -> Option<Event> {
        self.lock().table.for_threads()
    }

    /// What happened is told later.
    pub(crate) fn put_off(&self, event: Event) {
        self.lock().table.happened.push_back(event);
    }

    /// Ends the wait of [`Sockets::next`], from any thread.
    pub fn wake(&self) {
        // A waker fails only when nobody can be waiting.
        let _ = self.waker.wake();
    }

    /// The next that happened; `None` after `wait` (forever when that is `None`), or when somebody woke the waiter.
    pub fn next(&self, wait: Option<Duration>) -> Option<Event> {
        while self.waiting.load(Ordering::SeqCst) > 0 {
            std::thread::yield_now();
        }
        let mut state = self.lock();
        if state.table.served < SERVED_MAX {
            if let Some(event) = state.table.event() {
                return Some(event);
            }
        }
        let Table { ready, happened, woken, .. } = &state.table;
        let idle = ready.is_empty() && happened.is_empty() && !woken;
        state.look(if idle { wait } else { Some(Duration::ZERO) });
        state.table.woken = false;
        let event = state.table.event();
        state.table.lost.drain(..).for_each(|handle| self.watch.lose(handle));
        event
    }

    /// The number of a connection whose end is told now may be another's.
    pub(crate) fn release(&self, handle: i32) {
        self.lock().table.numbers.give_back(handle);
    }

    /// The end of a connection that was seen while an answer was waited for: it is told before another line is read.
    pub fn end(&self) -> Option<Event> {
        let happened = &mut self.lock().table.happened;
        let ends = |e: &Event| matches!(e, Event::Closed { .. } | Event::Behind { .. } | Event::Bad { .. });
        let at = happened.iter().position(ends)?;
        happened.remove(at)
    }

    /// Lets a client in under a name, unless it has been closed.
    pub fn admit(&self, link: Link, user: Sym) -> bool {
        let mut state = self.lock();
        let Some(c) = state.table.judged(link) else { return false };
        c.stage = Stage::Open;
        c.user = user;
        c.outgoing.push(vec![c.capability].into());
        c.write();
        state.table.list(link.handle);
        true
    }

    /// Answers a request; then waits so long for another, or ends the connection.
    pub fn respond(&self, link: Link, bytes: Vec<u8>, keep: Option<Duration>) {
        let mut state = self.lock();
        let (table, handle) = (&mut state.table, link.handle);
        let Some(c) = table.judged(link) else { return };
        match keep {
            Some(_) => {
                c.stage = Stage::Greeting;
                c.keep = keep;
                c.answer(bytes.into());
                c.write();
            }
            None => c.finish(bytes.into()),
        }
        // Who is being answered is not idle.
        let time = keep.filter(|_| c.is_sent()).unwrap_or(GREETING_TIME);
        table.give_time(handle, Some(time));
        table.list(handle);
    }

    /// A client speaks WebSocket from now on, unless it has been closed.
    pub fn upgrade(&self, link: Link, bytes: Vec<u8>, user: Sym, deflates: bool) -> bool {
        let mut state = self.lock();
        let Some(c) = state.table.judged(link) else { return false };
        c.stage = Stage::Open;
        c.user = user;
        c.speech = Speech::Web(Box::new(WebSocket::new(End::Server, deflates)));
        c.outgoing.push(bytes.into());
        c.write();
        state.table.list(link.handle);
        true
    }

    /// Sends what is queued, for as long as `most`: for the end of the process.
    pub fn drain(&self, most: Duration) {
        let due = Instant::now() + most;
        let mut state = self.lock();
        state.table.write_unsent();
        while Instant::now() < due && state.table.connections.values().any(|c| !c.ended && !c.is_sent()) {
            state.look(Some(GLANCE));
        }
    }

    /// Can others connect? Such a process serves on when its console has ended.
    pub fn is_listening(&self) -> bool {
        self.lock().table.port != 0
    }

    /// Is there a connection?
    pub fn is_connected(&self) -> bool {
        !self.lock().table.connections.is_empty()
    }

    /// Are messages of this connection for threads of their own?
    pub(crate) fn is_threaded(&self, handle: i32) -> bool {
        self.lock().table.is_threaded(handle)
    }

    /// Takes no message of a connection until [`Sockets::resume`].
    pub(crate) fn suspend(&self, handle: i32) {
        if let Some(c) = self.lock().table.connections.get_mut(&handle) {
            c.suspended = true;
        }
    }

    /// Takes messages of a connection again.
    pub(crate) fn resume(&self, handle: i32) {
        let mut state = self.lock();
        if let Some(c) = state.table.connections.get_mut(&handle) {
            c.suspended = false;
        }
        state.table.list(handle);
    }

    /// Closes a connection that may not come in, or sent what is no message. Was it there?
    pub fn hang_up(&self, link: Link) -> bool {
        let State { poll, table, .. } = &mut *self.lock();
        table.connection(link).is_some() && table.remove(link.handle, poll)
    }

    fn unix(&self) -> Option<Vec<u8>> {
        (self.environment)(UNIX_DIRECTORY)
    }

    fn around(&self) -> Around<'_> {
        let user = user::name(|name| (self.environment)(name));
        Around { unix: self.unix(), user, secrets: &self.secrets }
    }
}

impl State {
    /// Looks for a moment while the main thread waits for something of others; whether the client has gone that it does
    /// that for, too.
    fn glance(&mut self, watch: &Watch) {
        self.look(Some(GLANCE));
        if self.table.is_deserted(watch.client()) {
            watch.abandon(watch.turn());
        }
    }

    /// Waits until something can be read or sent, and sends what can be.
    fn look(&mut self, wait: Option<Duration>) {
        self.table.served = 0;
        self.table.write_unsent();
        let wait = if self.table.hear() { Some(Duration::ZERO) } else { wait };
        if self.table.accept_again && self.table.exhausted.is_none_or(|due| due <= Instant::now()) {
            self.table.accept(&self.poll, 0);
        }
        let waits = self.table.crowded || self.table.exhausted.is_some();
        let again = waits.then_some(ACCEPT_AGAIN);
        let wait = again.map_or(wait, |again| Some(wait.map_or(again, |w| w.min(again))));
        let first = self.table.dues.first().map(|(due, _)| due.saturating_duration_since(Instant::now()));
        let wait = first.map_or(wait, |first| Some(wait.map_or(first, |w| w.min(first))));
        // A signal ends the wait early; whoever waits looks at why.
        if evaluation::waiting(|| self.poll.poll(&mut self.events, wait)).is_err() {
            return;
        }
        for event in &self.events {
            match event.token() {
                WAKE => self.table.woken = true,
                Token(n) if n < HANDLE_END => {
                    let handle = n as i32;
                    if event.is_writable() {
                        self.table.write(handle);
                    }
                    if event.is_readable() || event.is_read_closed() || event.is_error() {
                        self.table.list(handle);
                    }
                }
                Token(n) if n < WATCHED_END => self.table.has_something((n - HANDLE_END) as i32),
                Token(n) => self.table.accept(&self.poll, LISTENER - n),
            }
        }
        self.table.hear();
        self.table.drop_late(&self.poll);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn who_is_woken_while_another_looks_does_not_wait() {
        let sockets = Sockets::new(Arc::default(), Arc::new(|_: &str| None)).expect("sockets");
        sockets.wake();
        assert!(!sockets.attend(Link::CONSOLE));
        let (tell, told) = channel();
        std::thread::spawn(move || tell.send(sockets.next(None).is_none()));
        assert_eq!(told.recv_timeout(Duration::from_secs(60)), Ok(true));
    }
}
