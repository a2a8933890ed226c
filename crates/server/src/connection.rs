//! One connection: what it has received, what it has to send, and how far its login is.

use crate::greeting::Greeting;
use crate::incoming::{Came, Incoming};
use crate::outgoing::Outgoing;
use crate::stream::Stream;
use quarry_lang::network::Peer;
use quarry_value::{Error, Sym};
use std::sync::Arc;
use std::time::Instant;

/// The most bytes of a greeting.
const GREETING_MAX: usize = 64 << 10;

/// How far a connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The greeting has not come whole.
    Greeting,
    /// It has, and is being judged.
    Judged,
    /// Messages may come and go.
    Open,
}

/// A socket and what belongs to it.
pub struct Connection {
    pub stream: Stream,
    pub stage: Stage,
    pub incoming: Incoming,
    pub outgoing: Outgoing,
    /// The name the client gave.
    pub user: Sym,
    pub capability: u8,
    /// The address of the other end, as q shows it, and whether that is this machine.
    pub origin: (i32, bool),
    pub since: Instant,
    /// Somebody else began it.
    pub accepted: bool,
    /// A message is being evaluated elsewhere; the next waits.
    pub suspended: bool,
    /// The other end is gone, or spoke what nobody understands.
    pub ended: bool,
    /// Bytes that waited when too many did, and were let go of.
    behind: Option<usize>,
    /// Waits in the list of those that may have something to read.
    pub listed: bool,
    /// Waits in the list of those that have something to send.
    pub unsent: bool,
}

/// What a connection has for the evaluator.
pub enum Arrival {
    Login(Greeting),
    Message(Vec<u8>),
    /// Bytes that are no message, and why.
    Bad(Vec<u8>, Error),
    /// Its reader fell so many bytes behind that it is over.
    Behind(usize),
    /// It is over, and had been open.
    Closed,
    /// It is over, and never was.
    Lost,
}

impl Connection {
    /// One that somebody else began.
    pub fn accepted(stream: Stream) -> Connection {
        Connection { accepted: true, ..Connection::new(stream, Stage::Greeting, 0) }
    }

    /// One that was begun here, and let in.
    pub fn dialled(stream: Stream, capability: u8) -> Connection {
        Connection::new(stream, Stage::Open, capability)
    }

    fn new(stream: Stream, stage: Stage, capability: u8) -> Connection {
        Connection {
            accepted: false,
            suspended: false,
            origin: stream.origin(),
            stream,
            stage,
            incoming: Incoming::default(),
            outgoing: Outgoing::default(),
            user: Sym::EMPTY,
            capability,
            since: Instant::now(),
            ended: false,
            behind: None,
            listed: false,
            unsent: false,
        }
    }

    /// The next that has come, if anything has. `space` is where bytes are read to.
    pub fn next(&mut self, space: &mut [u8]) -> Option<Arrival> {
        if self.suspended {
            return None;
        }
        loop {
            if let Some(bytes) = self.behind {
                return Some(Arrival::Behind(bytes));
            }
            if let Some(arrival) = self.understood() {
                return Some(arrival);
            }
            if self.ended {
                return Some(if self.stage == Stage::Open { Arrival::Closed } else { Arrival::Lost });
            }
            if self.stage == Stage::Judged {
                return None;
            }
            match self.incoming.read(&mut self.stream, space) {
                Ok(Came::Something) => {}
                Ok(Came::NothingYet) => return None,
                Ok(Came::End) | Err(_) => self.ended = true,
            }
        }
    }

    /// Reads until a message is here, or nothing more is. What is here is left for [`Connection::next`].
    pub fn fill(&mut self, space: &mut [u8]) {
        while !self.ended && !self.incoming.has_message() {
            match self.incoming.read(&mut self.stream, space) {
                Ok(Came::Something) => {}
                Ok(Came::NothingYet) => return,
                Ok(Came::End) | Err(_) => self.ended = true,
            }
        }
    }

    /// The next in the bytes that are here.
    fn understood(&mut self) -> Option<Arrival> {
        match self.stage {
            Stage::Judged => None,
            Stage::Greeting => {
                let Some(greeting) = Greeting::take(&mut self.incoming) else {
                    self.ended |= self.incoming.rest().len() > GREETING_MAX;
                    return None;
                };
                self.stage = Stage::Judged;
                Some(Arrival::Login(greeting))
            }
            // Nothing that follows bad bytes can be understood.
            Stage::Open => match self.incoming.message() {
                Ok(message) => message.map(Arrival::Message),
                Err(_) if self.ended => None,
                Err(e) => {
                    self.ended = true;
                    Some(Arrival::Bad(self.incoming.take(usize::MAX), e))
                }
            },
        }
    }

    /// Puts a message at the end of the queue, where at most `most` bytes wait: a reader that is further behind gets
    /// nothing more. One message alone may be of any size.
    pub fn push(&mut self, message: Arc<[u8]>, most: usize) {
        let waits = |c: &Connection| c.outgoing.size().1;
        let fits = |c: &Connection| waits(c) == 0 || waits(c).saturating_add(message.len()) <= most;
        if self.behind.is_some() {
            return;
        }
        if !fits(self) {
            self.write();
        }
        if fits(self) {
            return self.outgoing.push(message);
        }
        self.behind = Some(waits(self));
        self.outgoing = Outgoing::default();
        // The other end may be waiting, and learns that nothing comes. If that fails, it knows.
        let _ = self.stream.shutdown();
    }

    /// Does its reader get nothing more?
    pub fn is_behind(&self) -> bool {
        self.behind.is_some()
    }

    /// Sends what the socket takes.
    pub fn write(&mut self) {
        self.ended |= self.outgoing.write(&mut self.stream).is_err();
    }

    pub fn peer(&self) -> Peer {
        let (address, local) = self.origin;
        Peer {
            capability: self.capability,
            local,
            protocol: b'q',
            family: self.stream.family().letter(),
            user: self.user,
            address,
            queued: self.outgoing.size(),
        }
    }
}
