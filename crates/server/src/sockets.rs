//! Every socket of the process: what comes in becomes events, what goes out is queued and sent as sockets take it.
//!
//! One lock guards them. The main thread holds it while it waits for something to happen, which is when nobody else
//! wants it.

use crate::attendant::{Busy, Watch};
use crate::connection::{Arrival, Connection, GREETING_TIME, Speech, Stage};
use crate::dial::Around;
use crate::greeting::Greeting;
use crate::http;
use crate::incoming::READ_SIZE;
use crate::listener::Listener;
use crate::patience::GLANCE;
use crate::tls::{Door, Secrets};
use crate::websocket::{End, WebSocket};
use mio::{Events, Interest, Poll, Token, Waker};
use quarry_lang::http::Request;
use quarry_lang::network::Numbers;
use quarry_value::wire::{Header, MessageKind};
use quarry_value::{Error, Result, Sym, Value, evaluation};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

mod network;
mod watched;

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
/// Connections that may be about to say who they are, or what they want.
const GREETINGS_MAX: usize = 512;
/// Bytes that are held of requests which have not come whole, of all clients together.
const HELD_MAX: usize = 512 << 20;
/// A client with fewer is not counted.
const HELD_FREE: usize = 1 << 20;

/// How long somebody else may have the sockets before one asks again.
const CONTENDED: Duration = Duration::from_micros(20);

/// What happened on a connection.
pub enum Event {
    /// Somebody wants in: [`Sockets::admit`] or [`Sockets::hang_up`].
    Login { handle: i32, greeting: Greeting, address: i32 },
    /// A whole HTTP request: [`Sockets::respond`] or [`Sockets::upgrade`].
    Request { handle: i32, request: Box<Request>, address: i32 },
    /// A message of a WebSocket.
    Web { handle: i32, is_text: bool, bytes: Vec<u8> },
    /// A WebSocket is over.
    WebClosed { handle: i32 },
    /// A whole message, header and all.
    Message { handle: i32, bytes: Vec<u8> },
    /// Bytes that are no message; the connection is over.
    Bad { handle: i32, bytes: Vec<u8>, error: Error },
    /// A reader fell so many bytes behind that its connection is over.
    Behind { handle: i32, bytes: usize, threaded: bool, web: bool },
    /// The other end closed an open connection, whose messages were for threads or not.
    Closed { handle: i32, threaded: bool },
    /// A connection could not be accepted.
    Refused(io::Error),
    /// A library's descriptor has something to read, and this is what reads it: then [`Sockets::look_again`].
    Watched { descriptor: i32, ready: Value },
}

impl Event {
    /// The connection that waits for an answer to this, and wants none once it has been closed.
    pub fn asks(&self) -> Option<i32> {
        match self {
            Event::Message { handle, bytes } => {
                let kind = Header::parse(bytes).ok()?.kind;
                (kind == MessageKind::Sync).then_some(*handle)
            }
            Event::Request { handle, .. } | Event::Web { handle, .. } => Some(*handle),
            _ => None,
        }
    }
}

pub struct Sockets {
    state: Mutex<State>,
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

struct Table {
    numbers: Arc<Numbers>,
    connections: BTreeMap<i32, Connection>,
    listeners: Vec<Listener>,
    /// How those who connect are spoken to.
    door: Door,
    /// The port that is listened to; negative for multithreaded input.
    port: i32,
    threaded: bool,
    /// A listener has connections that could not be accepted yet.
    accept_again: bool,
    /// Connections that may have something to read.
    ready: VecDeque<i32>,
    /// Connections that are let go at some time, by that time.
    dues: BTreeSet<(Instant, i32)>,
    /// Connections that have something to send which was not tried.
    unsent: Vec<i32>,
    /// What happened while the main thread waited for something else.
    happened: VecDeque<Event>,
    /// Connections that are gone while a message of them is evaluated elsewhere.
    lost: Vec<i32>,
    served: u32,
    /// The main thread was to be woken while another looked.
    woken: bool,
    /// Descriptors of libraries, and what reads from them.
    watched: BTreeMap<i32, Value>,
    /// Bytes that may wait to be sent on one connection.
    queue_max: usize,
    space: Vec<u8>,
}

impl Sockets {
    /// No socket yet.
    pub fn new(numbers: Arc<Numbers>, environment: Environment) -> io::Result<Sockets> {
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKE)?;
        let table = Table {
            numbers,
            connections: BTreeMap::new(),
            listeners: Vec::new(),
            door: Door::Plain,
            port: 0,
            threaded: false,
            accept_again: false,
            ready: VecDeque::new(),
            dues: BTreeSet::new(),
            unsent: Vec::new(),
            happened: VecDeque::new(),
            lost: Vec::new(),
            served: 0,
            woken: false,
            watched: BTreeMap::new(),
            queue_max: usize::MAX,
            space: vec![0; READ_SIZE],
        };
        let events = Events::with_capacity(EVENTS_MAX);
        Ok(Sockets {
            state: Mutex::new(State { poll, events, table }),
            watch: Watch::default(),
            waker,
            secrets: Secrets::new(environment.clone()),
            environment,
        })
    }

    /// The state, for this thread alone. The main thread has it while it waits for events: it is woken.
    fn lock(&self) -> MutexGuard<'_, State> {
        loop {
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::Poisoned(e)) => return e.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    self.wake();
                    std::thread::sleep(CONTENDED);
                }
            }
        }
    }

    /// What the thread that looks after the sockets is told.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The main thread is busy, until what this gives is dropped, with what `client` waits for.
    pub(crate) fn busy(self: &Arc<Self>, client: Option<i32>) -> Busy<'_> {
        // Without a socket there is nothing to look after.
        if !self.lock().table.is_empty() {
            self.watch.start(self);
        }
        self.watch.busy(client)
    }

    /// Another thread evaluates a message of this connection.
    pub(crate) fn attended(self: &Arc<Self>, handle: i32) {
        self.watch.start(self);
        self.watch.begin_reading(handle);
    }

    /// Does what can be done while the main thread is busy. Is `client` gone?
    pub(crate) fn attend(&self, client: i32) -> bool {
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
            connection.fill(space);
            if connection.ended {
                self.watch.lose(*handle);
            }
        }
    }

    /// Ends the wait of [`Sockets::next`], from any thread.
    pub fn wake(&self) {
        // A waker fails only when nobody can be waiting.
        let _ = self.waker.wake();
    }

    /// The next that happened; `None` after `wait` (forever when that is `None`), or when somebody woke the waiter.
    pub fn next(&self, wait: Option<Duration>) -> Option<Event> {
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

    /// Lets a client in under a name.
    pub fn admit(&self, handle: i32, user: Sym) {
        let mut state = self.lock();
        if let Some(c) = state.table.connections.get_mut(&handle).filter(|c| c.stage == Stage::Judged) {
            c.stage = Stage::Open;
            c.user = user;
            c.outgoing.push([c.capability].into());
            c.write();
        }
        state.table.list(handle);
    }

    /// Answers a request; then waits so long for another, or ends the connection.
    pub fn respond(&self, handle: i32, bytes: Vec<u8>, keep: Option<Duration>) {
        let mut state = self.lock();
        let table = &mut state.table;
        let Some(c) = table.connections.get_mut(&handle).filter(|c| c.stage == Stage::Judged) else { return };
        match keep {
            Some(_) => {
                c.stage = Stage::Greeting;
                c.outgoing.push(bytes.into());
                c.write();
            }
            None => c.finish(bytes.into()),
        }
        table.give_time(handle, Some(keep.unwrap_or(GREETING_TIME)));
        table.list(handle);
    }

    /// A client speaks WebSocket from now on.
    pub fn upgrade(&self, handle: i32, bytes: Vec<u8>, user: Sym, deflates: bool) {
        let mut state = self.lock();
        if let Some(c) = state.table.connections.get_mut(&handle).filter(|c| c.stage == Stage::Judged) {
            c.stage = Stage::Open;
            c.user = user;
            c.speech = Speech::Web(Box::new(WebSocket::new(End::Server, deflates)));
            c.outgoing.push(bytes.into());
            c.write();
        }
        state.table.list(handle);
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

    fn unix(&self) -> Option<Vec<u8>> {
        (self.environment)(UNIX_DIRECTORY)
    }

    fn around(&self) -> Around<'_> {
        let user = (self.environment)("USER").or_else(|| (self.environment)("LOGNAME"));
        Around { unix: self.unix(), user: user.unwrap_or_default(), secrets: &self.secrets }
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
        if self.table.accept_again {
            self.table.accept(&self.poll, 0);
        }
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
        self.table.drop_late(&self.poll);
    }
}

impl Table {
    /// Is nobody connected, and nothing listened to?
    fn is_empty(&self) -> bool {
        self.listeners.is_empty() && self.connections.is_empty() && self.watched.is_empty()
    }

    /// The next event of those that are here.
    fn event(&mut self) -> Option<Event> {
        if let Some(event) = self.happened.pop_front() {
            return Some(event);
        }
        while let Some(handle) = self.ready.pop_front() {
            let Some(connection) = self.connections.get_mut(&handle) else { continue };
            connection.listed = false;
            let before = connection.due;
            let arrival = connection.next(&mut self.space);
            // What is understood is answered, however long that takes.
            let due = if connection.stage == Stage::Judged { None } else { connection.due };
            connection.due = before;
            if connection.suspended && connection.ended {
                self.lost.push(handle);
            }
            self.set_due(handle, due);
            let Some(arrival) = arrival else {
                self.drop_greedy(handle);
                continue;
            };
            self.served += 1;
            if let Some(event) = self.arrived(handle, arrival) {
                return Some(event);
            }
        }
        None
    }

    /// What an arrival is to the evaluator. There may be more where it came from.
    fn arrived(&mut self, handle: i32, arrival: Arrival) -> Option<Event> {
        let event = match arrival {
            Arrival::Login(greeting) => {
                let connection = self.connections.get_mut(&handle)?;
                connection.capability = greeting.capability;
                Event::Login { handle, greeting, address: connection.origin.0 }
            }
            Arrival::Request(request) => {
                let address = self.connections.get(&handle)?.origin.0;
                Event::Request { handle, request, address }
            }
            Arrival::Web { is_text, bytes } => Event::Web { handle, is_text, bytes },
            Arrival::Message(bytes) => Event::Message { handle, bytes },
            Arrival::Bad(bytes, error) => Event::Bad { handle, bytes, error },
            Arrival::Behind(bytes) => {
                let (threaded, web) = (self.is_threaded(handle), self.is_web(handle));
                self.forget(handle);
                return Some(Event::Behind { handle, bytes, threaded, web });
            }
            Arrival::Closed => {
                let (threaded, web) = (self.is_threaded(handle), self.is_web(handle));
                self.forget(handle);
                return Some(if web {
                    Event::WebClosed { handle }
                } else {
                    Event::Closed { handle, threaded }
                });
            }
            Arrival::Lost(fault) => {
                self.forget(handle);
                return fault.map(Event::Refused);
            }
        };
        self.list(handle);
        Some(event)
    }

    /// Has the client gone for whom something is evaluated?
    fn is_deserted(&mut self, client: i32) -> bool {
        let space = &mut self.space;
        let gone = self.connections.get_mut(&client).is_some_and(|c| c.is_deserted(space));
        self.list(client);
        gone
    }

    /// A connection may have something to read.
    fn list(&mut self, handle: i32) {
        if let Some(c) = self.connections.get_mut(&handle).filter(|c| !c.listed) {
            c.listed = true;
            self.ready.push_back(handle);
        }
    }

    fn write(&mut self, handle: i32) {
        let Some(c) = self.connections.get_mut(&handle) else { return };
        let before = c.outgoing.size().1;
        c.write();
        let (ended, moved) = (c.ended, c.stage == Stage::Ending && c.outgoing.size().1 < before);
        if moved {
            self.give_time(handle, Some(GREETING_TIME));
        }
        if ended {
            self.list(handle);
        }
    }

    fn write_unsent(&mut self) {
        for handle in std::mem::take(&mut self.unsent) {
            if let Some(c) = self.connections.get_mut(&handle) {
                c.unsent = false;
            }
            self.write(handle);
        }
    }

    /// Accepts whoever knocks at a listener; at all of them when some had to wait.
    fn accept(&mut self, poll: &Poll, at: usize) {
        let all = std::mem::take(&mut self.accept_again);
        let range = if all { 0..self.listeners.len() } else { at..(at + 1).min(self.listeners.len()) };
        for i in range {
            loop {
                let accepted = self.listeners[i].accept(&self.door);
                match accepted.and_then(|s| self.add(Connection::accepted(s), poll)) {
                    Ok(_) => {}
                    Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                    Err(e)
                        if e.kind() == ErrorKind::Interrupted || e.kind() == ErrorKind::ConnectionAborted => {
                    }
                    Err(e) => {
                        // Too many files are open: later, when some were closed.
                        self.accept_again = true;
                        self.happened.push_back(Event::Refused(e));
                        break;
                    }
                }
            }
        }
        self.drop_silent(poll);
    }

    /// Lets go of the oldest of many clients that have not said who they are.
    fn drop_silent(&mut self, poll: &Poll) {
        while self.dues.len() > GREETINGS_MAX {
            let Some((_, handle)) = self.dues.pop_first() else { return };
            self.remove(handle, poll);
        }
    }

    /// Lets go of clients whose time is over, and from whom nothing came that was not looked at. What they say who were told
    /// that this was all is for nobody.
    fn drop_late(&mut self, poll: &Poll) {
        let now = Instant::now();
        let late: Vec<i32> = self.dues.iter().take_while(|(due, _)| *due <= now).map(|(_, h)| *h).collect();
        for handle in late {
            if self.connections.get(&handle).is_some_and(|c| !c.listed || c.stage == Stage::Ending) {
                self.remove(handle, poll);
            }
        }
    }

    fn is_web(&self, handle: i32) -> bool {
        self.connections.get(&handle).is_some_and(Connection::is_web)
    }

    /// Refuses a request that is long, when those of all clients are too long together.
    fn drop_greedy(&mut self, handle: i32) {
        let held = |c: &Connection| Some(c.held()).filter(|n| *n > HELD_FREE);
        if self.connections.get(&handle).and_then(held).is_none()
            || self.connections.values().filter_map(held).sum::<usize>() <= HELD_MAX
        {
            return;
        }
        if let Some(c) = self.connections.get_mut(&handle) {
            c.refuse(http::BUSY);
        }
        self.give_time(handle, Some(GREETING_TIME));
    }

    /// A connection is let go after so long, or not at all.
    fn give_time(&mut self, handle: i32, time: Option<Duration>) {
        self.set_due(handle, time.map(|t| Instant::now() + t));
    }

    fn set_due(&mut self, handle: i32, due: Option<Instant>) {
        let Some(c) = self.connections.get_mut(&handle) else { return };
        let before = std::mem::replace(&mut c.due, due);
        if let Some(before) = before {
            self.dues.remove(&(before, handle));
        }
        if let Some(due) = due {
            self.dues.insert((due, handle));
        }
    }

    /// A new connection; its handle.
    fn add(&mut self, mut connection: Connection, poll: &Poll) -> io::Result<i32> {
        let handle = self.numbers.take();
        let interests = Interest::READABLE | Interest::WRITABLE;
        if let Err(e) = poll.registry().register(&mut connection.stream, Token(handle as usize), interests) {
            self.numbers.give_back(handle);
            return Err(e);
        }
        let greets = connection.stage == Stage::Greeting;
        let due = greets.then(|| connection.since + GREETING_TIME);
        self.connections.insert(handle, connection);
        self.set_due(handle, due);
        // What came before it was registered is not told of.
        self.list(handle);
        Ok(handle)
    }

    /// Takes a connection out of the table, and so closes it.
    fn remove(&mut self, handle: i32, poll: &Poll) -> bool {
        let Some(c) = self.connections.get_mut(&handle) else { return false };
        // Closing takes it out of the system's list in any case.
        let _ = poll.registry().deregister(&mut c.stream);
        self.forget(handle)
    }

    /// Are the messages of a connection for threads?
    fn is_threaded(&self, handle: i32) -> bool {
        self.threaded && self.connections.get(&handle).is_some_and(|c| c.accepted)
    }

    /// Puts a message in a queue; one whose reader has fallen behind takes it and lets go of it.
    fn push(&mut self, handle: i32, message: Arc<[u8]>) -> Result<&mut Connection> {
        let most = self.queue_max;
        self.open(handle)?.push(message, most);
        if self.connections.get(&handle).is_some_and(Connection::is_behind) {
            self.list(handle);
        }
        self.open(handle)
    }

    /// A connection that can be written to.
    fn open(&mut self, handle: i32) -> Result<&mut Connection> {
        let open = |c: &&mut Connection| c.stage == Stage::Open && (!c.ended || c.is_behind());
        self.connections.get_mut(&handle).filter(open).ok_or_else(|| not_open(handle))
    }

    fn forget(&mut self, handle: i32) -> bool {
        self.set_due(handle, None);
        self.numbers.give_back(handle);
        let Some(mut c) = self.connections.remove(&handle) else { return false };
        c.stream.say_goodbye();
        true
    }
}

fn not_open(handle: i32) -> Error {
    Error::text(format!("Cannot write to handle {handle}. OS reports: Bad file descriptor"))
}

impl Sockets {
    /// Can others connect? Such a process serves on when its console has ended.
    pub fn is_listening(&self) -> bool {
        self.lock().table.port != 0
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

    /// Closes a connection that may not come in, or sent what is no message.
    pub fn hang_up(&self, handle: i32) {
        let State { poll, table, .. } = &mut *self.lock();
        table.remove(handle, poll);
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
        assert!(!sockets.attend(0));
        let (tell, told) = channel();
        std::thread::spawn(move || tell.send(sockets.next(None).is_none()));
        assert_eq!(told.recv_timeout(Duration::from_secs(60)), Ok(true));
    }
}
