//! The connections and listeners of the process: who has something to read or to send, and who is let go when.

use super::Event;
use crate::connection::{Arrival, Connection, GREETING_TIME, Stage};
use crate::http;
use crate::incoming::READ_SIZE;
use crate::listener::Listener;
use crate::tls::Door;
use mio::{Interest, Poll, Token};
use quarry_lang::network::{Link, Numbers};
use quarry_value::{Error, Result, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Connections that may be about to say who they are, or what they want.
const GREETINGS_MAX: usize = 512;
/// One that has said nothing for so long may be let go for others.
const SILENCE: Duration = Duration::from_millis(500);
/// Who waits at the door is looked at again after so long.
pub const ACCEPT_AGAIN: Duration = Duration::from_millis(50);
/// Bytes that are held of requests which have not come whole, of all clients together.
const HELD_MAX: usize = 512 << 20;
/// A client with fewer is not counted.
const HELD_FREE: usize = 1 << 20;

/// Who is connected, and who listens. [`super::Sockets`] has it under its lock.
pub struct Table {
    pub numbers: Arc<Numbers>,
    pub connections: BTreeMap<i32, Connection>,
    /// How many there have been.
    serial: u64,
    pub listeners: Vec<Listener>,
    /// How those who connect are spoken to.
    pub door: Door,
    /// The port that is listened to; negative for multithreaded input.
    pub port: i32,
    pub threaded: bool,
    /// A listener has connections that could not be accepted yet.
    pub accept_again: bool,
    /// They wait until one of those who say nothing is let go.
    pub crowded: bool,
    /// They wait until then, because the system gives no more sockets.
    pub exhausted: Option<Instant>,
    /// That was told, and nobody has been accepted since.
    told: bool,
    /// Connections that may have something to read.
    pub ready: VecDeque<i32>,
    /// Connections that may have something to read, which waits until their answers have been sent.
    pub unheard: Vec<i32>,
    /// Connections that are let go at some time, by that time.
    pub dues: BTreeSet<(Instant, i32)>,
    /// Connections that have something to send which was not tried.
    pub unsent: Vec<i32>,
    /// What happened while the main thread waited for something else.
    pub happened: VecDeque<Event>,
    /// Connections that are gone while a message of them is evaluated elsewhere.
    pub lost: Vec<i32>,
    pub served: u32,
    /// The main thread was to be woken while another looked.
    pub woken: bool,
    /// Descriptors of libraries, and what reads from them.
    pub watched: BTreeMap<i32, Value>,
    /// Bytes that may wait to be sent on one connection.
    pub queue_max: usize,
    pub space: Vec<u8>,
}

impl Table {
    /// No connection yet.
    pub fn new(numbers: Arc<Numbers>) -> Table {
        Table {
            numbers,
            connections: BTreeMap::new(),
            serial: 0,
            listeners: Vec::new(),
            door: Door::Plain,
            port: 0,
            threaded: false,
            accept_again: false,
            crowded: false,
            exhausted: None,
            told: false,
            ready: VecDeque::new(),
            unheard: Vec::new(),
            dues: BTreeSet::new(),
            unsent: Vec::new(),
            happened: VecDeque::new(),
            lost: Vec::new(),
            served: 0,
            woken: false,
            watched: BTreeMap::new(),
            queue_max: usize::MAX,
            space: vec![0; READ_SIZE],
        }
    }

    /// Is nobody connected, and nothing listened to?
    pub fn is_empty(&self) -> bool {
        self.listeners.is_empty() && self.connections.is_empty() && self.watched.is_empty()
    }

    /// The next event of those that are here.
    pub fn event(&mut self) -> Option<Event> {
        if let Some(event) = self.happened.pop_front() {
            return Some(event);
        }
        self.came(|_| true)
    }

    /// The next event of those connections whose messages are for threads.
    pub fn for_threads(&mut self) -> Option<Event> {
        if self.threaded { self.came(|c| c.accepted) } else { None }
    }

    /// The next event of those that have come on `some` connections.
    fn came(&mut self, some: impl Fn(&Connection) -> bool) -> Option<Event> {
        let mut others = VecDeque::new();
        let event = self.came_but(some, &mut others);
        if !others.is_empty() {
            others.append(&mut self.ready);
            self.ready = others;
        }
        event
    }

    /// The same; what may have come on others is put aside.
    fn came_but(&mut self, some: impl Fn(&Connection) -> bool, others: &mut VecDeque<i32>) -> Option<Event> {
        while let Some(handle) = self.ready.pop_front() {
            let Some(connection) = self.connections.get_mut(&handle) else { continue };
            if !some(connection) {
                others.push_back(handle);
                continue;
            }
            if connection.is_unheard() {
                self.unheard.push(handle);
                continue;
            }
            connection.listed = false;
            let (link, before) = (connection.link, connection.due);
            let arrival = connection.next(&mut self.space);
            // What is understood is answered, however long that takes.
            let due = if connection.stage == Stage::Judged { None } else { connection.due };
            connection.due = before;
            if connection.suspended && connection.is_deserted(&mut self.space) {
                self.lost.push(handle);
            }
            self.set_due(handle, due);
            let Some(arrival) = arrival else {
                self.drop_greedy(handle);
                continue;
            };
            self.served += 1;
            if let Some(event) = self.arrived(link, arrival) {
                return Some(event);
            }
        }
        None
    }

    /// What an arrival is to the evaluator. There may be more where it came from.
    fn arrived(&mut self, link: Link, arrival: Arrival) -> Option<Event> {
        let handle = link.handle;
        let event = match arrival {
            Arrival::Login(greeting) => {
                let connection = self.connections.get_mut(&handle)?;
                connection.capability = greeting.capability;
                Event::Login { link, greeting, address: connection.origin.0 }
            }
            Arrival::Request(request) => {
                let address = self.connections.get(&handle)?.origin.0;
                Event::Request { link, request, address }
            }
            Arrival::Web { is_text, bytes } => Event::Web { link, is_text, bytes },
            Arrival::Message(bytes) => Event::Message { link, bytes },
            Arrival::Bad(bytes, error) => Event::Bad { link, bytes, error },
            Arrival::Behind(bytes) => {
                let (threaded, web) = (self.is_threaded(handle), self.is_web(handle));
                self.forget(handle);
                return Some(Event::Behind { link, bytes, threaded, web });
            }
            Arrival::Closed => {
                let (threaded, web) = (self.is_threaded(handle), self.is_web(handle));
                self.forget(handle);
                return Some(if web { Event::WebClosed { link } } else { Event::Closed { link, threaded } });
            }
            Arrival::Lost(fault) => {
                self.forget(handle);
                self.numbers.give_back(handle);
                return fault.map(Event::Refused);
            }
        };
        self.list(handle);
        Some(event)
    }

    /// The connection, unless it is over.
    pub fn connection(&mut self, link: Link) -> Option<&mut Connection> {
        self.connections.get_mut(&link.handle).filter(|c| c.link == link)
    }

    /// The connection, while it is being judged or answered.
    pub fn judged(&mut self, link: Link) -> Option<&mut Connection> {
        self.connection(link).filter(|c| c.stage == Stage::Judged)
    }

    /// Has the client gone for whom something is evaluated?
    pub fn is_deserted(&mut self, client: Link) -> bool {
        let Some(connection) = self.connections.get_mut(&client.handle).filter(|c| c.link == client) else {
            return false;
        };
        let gone = connection.is_deserted(&mut self.space);
        self.list(client.handle);
        gone
    }

    /// A connection may have something to read.
    pub fn list(&mut self, handle: i32) {
        if let Some(c) = self.connections.get_mut(&handle).filter(|c| !c.listed) {
            c.listed = true;
            self.ready.push_back(handle);
        }
    }

    /// Connections whose answers have been sent may be read from again. Are there any?
    pub fn hear(&mut self) -> bool {
        let before = self.ready.len();
        let Table { unheard, connections, ready, .. } = self;
        unheard.retain(|handle| {
            let waits = connections.get(handle).is_some_and(Connection::is_unheard);
            if !waits {
                ready.push_back(*handle);
            }
            waits
        });
        ready.len() > before
    }

    pub fn write(&mut self, handle: i32) {
        let Some(c) = self.connections.get_mut(&handle) else { return };
        let before = c.outgoing.size().1;
        c.write();
        let (ended, moved) = (c.takes_nothing(), c.outgoing.size().1 < before);
        let time = match c.stage {
            Stage::Ending => Some(GREETING_TIME),
            Stage::Greeting => c.keep.map(|keep| if c.is_sent() { keep } else { GREETING_TIME }),
            _ => None,
        };
        if moved && time.is_some() {
            self.give_time(handle, time);
        }
        if ended {
            self.list(handle);
        }
    }

    pub fn write_unsent(&mut self) {
        for handle in std::mem::take(&mut self.unsent) {
            if let Some(c) = self.connections.get_mut(&handle) {
                c.unsent = false;
            }
            self.write(handle);
        }
    }

    /// Accepts whoever knocks at a listener; at all of them when some had to wait.
    pub fn accept(&mut self, poll: &Poll, at: usize) {
        let all = std::mem::take(&mut self.accept_again);
        (self.crowded, self.exhausted) = (false, None);
        let range = if all { 0..self.listeners.len() } else { at..(at + 1).min(self.listeners.len()) };
        for i in range {
            loop {
                if self.dues.len() >= GREETINGS_MAX && !self.drop_silent(poll) {
                    (self.accept_again, self.crowded) = (true, true);
                    break;
                }
                let accepted = self.listeners[i].accept(&self.door);
                match accepted.and_then(|s| self.add(Connection::accepted(s), poll)) {
                    Ok(_) => self.told = false,
                    Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                    Err(e)
                        if e.kind() == ErrorKind::Interrupted || e.kind() == ErrorKind::ConnectionAborted => {
                    }
                    Err(e) => {
                        // Too many files are open: later, when some were closed.
                        self.accept_again = true;
                        self.exhausted = Some(Instant::now() + ACCEPT_AGAIN);
                        if !std::mem::replace(&mut self.told, true) {
                            self.happened.push_back(Event::Refused(e));
                        }
                        break;
                    }
                }
            }
        }
    }

    /// Lets go of the oldest of many clients that have said nothing for a while. Others wait at the door until there is one.
    fn drop_silent(&mut self, poll: &Poll) -> bool {
        let silent = |c: &Connection| !c.listed && c.since.elapsed() >= SILENCE;
        let oldest = self.dues.iter().find(|(_, h)| self.connections.get(h).is_some_and(silent)).copied();
        oldest.is_some_and(|(_, handle)| self.remove(handle, poll))
    }

    /// Lets go of clients whose time is over, and from whom nothing came that was not looked at. What they say who were told
    /// that this was all is for nobody, and who does not take his answers is not listened to. Others have said something while
    /// the main thread was busy: they are looked at first.
    pub fn drop_late(&mut self, poll: &Poll) {
        let now = Instant::now();
        let late: Vec<i32> = self.dues.iter().take_while(|(due, _)| *due <= now).map(|(_, h)| *h).collect();
        for handle in late {
            match self.connections.get(&handle) {
                Some(c) if c.listed && c.stage != Stage::Ending && !c.is_unheard() => {
                    self.give_time(handle, Some(SILENCE));
                }
                _ => _ = self.remove(handle, poll),
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
    pub fn give_time(&mut self, handle: i32, time: Option<Duration>) {
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
    pub fn add(&mut self, mut connection: Connection, poll: &Poll) -> io::Result<i32> {
        let handle = self.numbers.take();
        let interests = Interest::READABLE | Interest::WRITABLE;
        if let Err(e) = poll.registry().register(&mut connection.stream, Token(handle as usize), interests) {
            self.numbers.give_back(handle);
            return Err(e);
        }
        self.serial += 1;
        connection.link = Link { handle, serial: self.serial };
        let greets = connection.stage == Stage::Greeting;
        let due = greets.then(|| connection.since + GREETING_TIME);
        self.connections.insert(handle, connection);
        self.set_due(handle, due);
        // What came before it was registered is not told of.
        self.list(handle);
        Ok(handle)
    }

    /// Takes a connection out of the table, and so closes it. Its number is free.
    pub fn remove(&mut self, handle: i32, poll: &Poll) -> bool {
        let removed = self.shut(handle, poll);
        if removed {
            self.numbers.give_back(handle);
        }
        removed
    }

    /// Takes a connection out of the table whose end is to be told: see [`Table::forget`].
    pub fn shut(&mut self, handle: i32, poll: &Poll) -> bool {
        let Some(c) = self.connections.get_mut(&handle) else { return false };
        // Closing takes it out of the system's list in any case.
        let _ = poll.registry().deregister(&mut c.stream);
        self.forget(handle)
    }

    /// Are the messages of a connection for threads?
    pub fn is_threaded(&self, handle: i32) -> bool {
        self.threaded && self.connections.get(&handle).is_some_and(|c| c.accepted)
    }

    /// Puts a message in a queue; one whose reader has fallen behind takes it and lets go of it.
    pub fn push(&mut self, handle: i32, message: Arc<Vec<u8>>) -> Result<&mut Connection> {
        let most = self.queue_max;
        self.open(handle)?.push(message, most);
        if self.connections.get(&handle).is_some_and(Connection::is_behind) {
            self.list(handle);
        }
        self.open(handle)
    }

    /// A connection that can be written to.
    pub fn open(&mut self, handle: i32) -> Result<&mut Connection> {
        let open = |c: &&mut Connection| c.stage == Stage::Open && (!c.takes_nothing() || c.is_behind());
        self.connections.get_mut(&handle).filter(open).ok_or_else(|| not_open(handle))
    }

    /// The number of the connection is nobody else's until whoever was connected has been told that it is over
    /// ([`super::Sockets::release`]).
    pub fn forget(&mut self, handle: i32) -> bool {
        self.set_due(handle, None);
        let Some(mut c) = self.connections.remove(&handle) else { return false };
        c.stream.say_goodbye();
        true
    }
}

pub fn not_open(handle: i32) -> Error {
    Error::text(format!("Cannot write to handle {handle}. OS reports: Bad file descriptor"))
}
