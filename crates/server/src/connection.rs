//! One connection: what it has received, what it has to send, and how far its login is.

use crate::greeting::Greeting;
use crate::http::{self, Look, Progress, Requests};
use crate::incoming::{Came, Incoming};
use crate::outgoing::Outgoing;
use crate::stream::Stream;
use crate::websocket::{self, Got, WebSocket};
use quarry_lang::http::Request;
use quarry_lang::network::{Link, Peer};
use quarry_value::wire::MessageKind;
use quarry_value::{Error, Sym};
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most bytes of a greeting.
const GREETING_MAX: usize = 64 << 10;
/// A client that has not said by then who it is, or what it wants, is let go.
pub const GREETING_TIME: Duration = Duration::from_secs(30);
/// Bytes a second that the body of a request comes at, or it takes too long.
const SLOWEST: usize = 100_000;
/// Bytes of answers that may wait to be sent before the next question is taken.
const UNHEARD_MAX: u64 = 16 << 20;
/// Answers to pings that may wait to be sent.
const REPLIES_MAX: usize = 1000;

/// Bytes that are read of a client while its message is evaluated.
const AHEAD_MAX: usize = 1 << 20;
/// A client that has said all, and may wait for its answer, is asked after so long.
const DOUBT_TIME: Duration = Duration::from_secs(3);

/// Whether a client waits for the answer to its HTTP request: one that says nothing more may have gone, or have closed the half
/// that it asked with.
#[derive(Default)]
struct Presence {
    /// It goes when it closes that.
    hangs_up: bool,
    /// It knows of no answers before the answer (HTTP/1.0).
    is_old: bool,
    /// Since when it has said all.
    silent: Option<Instant>,
    asked: bool,
}

impl Presence {
    fn of(request: &Request) -> Presence {
        let hangs_up = quarry_lang::http::is_console(request);
        Presence { hangs_up, is_old: request.is_old, ..Presence::default() }
    }

    /// Is it time to ask whether anybody is there? It is asked once.
    fn is_doubtful(&mut self) -> bool {
        let since = *self.silent.get_or_insert_with(Instant::now);
        let asks = !self.is_old && !self.asked && since.elapsed() >= DOUBT_TIME;
        self.asked |= asks;
        asks
    }
}

/// How far a connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The greeting has not come whole, or the request of a client that speaks HTTP.
    Greeting,
    /// It has, and is being judged or answered.
    Judged,
    /// Messages may come and go.
    Open,
    /// What is queued goes out, and that is all.
    Ending,
}

/// What the two ends say to each other.
pub enum Speech {
    /// q's own messages; until the first bytes have come, perhaps not.
    Q,
    Http(Requests),
    Web(Box<WebSocket>),
}

/// A socket and what belongs to it.
pub struct Connection {
    /// Who it is; the table says.
    pub link: Link,
    pub stream: Stream,
    pub stage: Stage,
    pub speech: Speech,
    pub incoming: Incoming,
    pub outgoing: Outgoing,
    /// The name the client gave.
    pub user: Sym,
    pub capability: u8,
    /// Whether to compress, where a program has said so.
    pub compression: Option<bool>,
    /// The address of the other end, as q shows it, and whether that is this machine.
    pub origin: (i32, bool),
    /// Since when it is waited for who it is, or for what it asks.
    pub since: Instant,
    /// How long it may say nothing after the answer to its request.
    pub keep: Option<Duration>,
    /// Somebody else began it.
    pub accepted: bool,
    /// What it asked for is being evaluated elsewhere; the next waits.
    pub suspended: bool,
    /// Bytes that waited when too many did, and were let go of.
    behind: Option<usize>,
    /// Where the last answer ends among all bytes to send.
    answered: u64,
    /// When it is let go, unless something is done before.
    pub due: Option<Instant>,
    /// The other end is gone, or spoke what nobody understands.
    pub ended: bool,
    /// The other end takes nothing more. It may have said something before that.
    pub deaf: bool,
    /// The other end has said all it had to say.
    heard_all: bool,
    /// Waits in the list of those that may have something to read.
    pub listed: bool,
    /// Waits in the list of those that have something to send.
    pub unsent: bool,
    /// Why TLS could not be agreed on.
    fault: Option<io::Error>,
    /// Of a client whose HTTP request is being answered.
    presence: Presence,
}

/// What a connection has for the evaluator.
pub enum Arrival {
    Login(Greeting),
    Request(Box<Request>),
    Message(Vec<u8>),
    /// A message of a WebSocket.
    Web {
        is_text: bool,
        bytes: Vec<u8>,
    },
    /// Bytes that are no message, and why.
    Bad(Vec<u8>, Error),
    /// Its reader fell so many bytes behind that it is over.
    Behind(usize),
    /// It is over, and had been open.
    Closed,
    /// It is over, and never was; perhaps because TLS could not be agreed on.
    Lost(Option<io::Error>),
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
            link: Link::CONSOLE,
            accepted: false,
            suspended: false,
            origin: stream.origin(),
            stream,
            stage,
            speech: Speech::Q,
            incoming: Incoming::default(),
            outgoing: Outgoing::default(),
            user: Sym::EMPTY,
            capability,
            compression: None,
            since: Instant::now(),
            keep: None,
            due: None,
            ended: false,
            deaf: false,
            behind: None,
            answered: 0,
            heard_all: false,
            listed: false,
            unsent: false,
            fault: None,
            presence: Presence::default(),
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
            if self.stage == Stage::Greeting && !self.incoming.rest().is_empty() && self.keep.take().is_some()
            {
                // The next request begins.
                self.since = Instant::now();
                self.due = Some(self.since + GREETING_TIME);
            }
            if let Some(arrival) = self.understood() {
                return Some(arrival);
            }
            if self.ended {
                return Some(match self.stage {
                    Stage::Open => Arrival::Closed,
                    _ => Arrival::Lost(self.fault.take()),
                });
            }
            if self.stage == Stage::Judged {
                return None;
            }
            let came = match self.speech {
                Speech::Q => self.incoming.read(&mut self.stream, space),
                _ => self.incoming.read_some(&mut self.stream, space),
            };
            match came {
                Ok(Came::Something) => {}
                Ok(Came::NothingYet) if self.deaf => self.ended = true,
                Ok(Came::NothingYet) => return None,
                // The other end has said all, and reads on.
                Ok(Came::End) if self.stage == Stage::Ending && !self.is_sent() => {
                    self.heard_all = true;
                    return None;
                }
                Ok(Came::End) => self.ended = true,
                Err(e) if e.kind() == ErrorKind::OutOfMemory && self.is_asking() => self.refuse(http::BUSY),
                Err(e) => {
                    self.ended = true;
                    self.fault = Some(e).filter(|e| e.kind() == ErrorKind::InvalidData);
                }
            }
        }
    }

    /// Reads until a message is here, or nothing more is. What is here is left for [`Connection::next`].
    fn fill(&mut self, space: &mut [u8]) {
        while !self.ended && !self.incoming.has_message() {
            match self.incoming.read(&mut self.stream, space) {
                Ok(Came::Something) => {}
                Ok(Came::NothingYet) if !self.deaf => return,
                Ok(Came::NothingYet | Came::End) | Err(_) => self.ended = true,
            }
        }
    }

    /// Has the client gone whose message is being evaluated? What has come of it meanwhile stays for [`Connection::next`].
    pub fn is_deserted(&mut self, space: &mut [u8]) -> bool {
        if let Speech::Q = self.speech {
            self.fill(space);
            return self.ended;
        }
        let more = self.read_ahead(space);
        match &self.speech {
            Speech::Http(_) => more.map_or(true, |more| !more && self.has_left()),
            Speech::Web(web) => match web.farewell(self.incoming.rest()) {
                // Whoever closes in order may have sent all that he wanted done.
                Some(code) => code == websocket::GOING_AWAY,
                None => self.accepted && !matches!(more, Ok(true)),
            },
            Speech::Q => false,
        }
    }

    /// Reads what comes, up to some bytes. Can more come?
    fn read_ahead(&mut self, space: &mut [u8]) -> io::Result<bool> {
        while self.incoming.rest().len() < AHEAD_MAX {
            match self.incoming.read_some(&mut self.stream, space)? {
                Came::Something => {}
                Came::NothingYet => return Ok(!self.deaf),
                Came::End => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Has a client gone that says nothing more, or does it wait for its answer? It is told that the answer is being made:
    /// a socket that nobody has refuses that.
    fn has_left(&mut self) -> bool {
        if self.presence.is_doubtful() {
            self.outgoing.push(http::GO_ON.to_vec().into());
            self.write();
        }
        self.ended |= self.stream.has_failed();
        self.ended || self.presence.hangs_up
    }

    /// The next in the bytes that are here.
    fn understood(&mut self) -> Option<Arrival> {
        match (self.stage, &mut self.speech) {
            (Stage::Judged, _) => None,
            (Stage::Ending, _) => {
                self.incoming.take(usize::MAX);
                None
            }
            (Stage::Greeting, Speech::Http(_)) => self.request(),
            (Stage::Greeting, _) => match http::look(self.incoming.rest()) {
                Look::Request => {
                    self.speech = Speech::Http(Requests::default());
                    self.request()
                }
                Look::Either => None,
                Look::Other => self.greeting(),
            },
            (Stage::Open, Speech::Web(_)) => self.web(),
            (Stage::Open, _) => self.message(),
        }
    }

    fn greeting(&mut self) -> Option<Arrival> {
        let Some(greeting) = Greeting::take(&mut self.incoming) else {
            self.ended |= self.incoming.rest().len() > GREETING_MAX;
            return None;
        };
        self.stage = Stage::Judged;
        Some(Arrival::Login(greeting))
    }

    fn message(&mut self) -> Option<Arrival> {
        match self.incoming.message() {
            Ok(message) => message.map(Arrival::Message),
            Err(_) if self.ended => None,
            // Nothing that follows bad bytes can be understood.
            Err(e) => {
                self.ended = true;
                Some(Arrival::Bad(self.incoming.take(usize::MAX), e))
            }
        }
    }

    fn request(&mut self) -> Option<Arrival> {
        let Speech::Http(requests) = &mut self.speech else { return None };
        match requests.next(&mut self.incoming) {
            Progress::Whole(request) => {
                self.stage = Stage::Judged;
                self.presence = Presence::of(&request);
                Some(Arrival::Request(request))
            }
            Progress::Head => None,
            Progress::Body { missing, waits } => {
                // Who sends much gets the time for it.
                let time = Duration::from_secs((missing / SLOWEST) as u64);
                if self.due == Some(self.since + GREETING_TIME) {
                    self.due = Some(self.since + GREETING_TIME + time);
                }
                if waits {
                    self.outgoing.push(http::GO_ON.to_vec().into());
                    self.write();
                }
                None
            }
            Progress::Refused(status) => {
                self.refuse(status);
                None
            }
        }
    }

    pub fn is_web(&self) -> bool {
        matches!(self.speech, Speech::Web(_))
    }

    /// What is said before a connection is closed from this end.
    pub fn say_goodbye(&mut self) {
        const NORMAL: u16 = 1000;
        if let (Speech::Web(web), Stage::Open) = (&mut self.speech, self.stage) {
            self.outgoing.push(web.close(NORMAL).into());
            self.write();
        }
    }

    /// Answers what is no request, and speaks no more.
    pub fn refuse(&mut self, status: &str) {
        self.finish(http::refusal(status).into());
    }

    /// Does the request of a client that speaks HTTP come in?
    fn is_asking(&self) -> bool {
        self.stage == Stage::Greeting && matches!(self.speech, Speech::Http(_))
    }

    /// The last that is sent.
    pub fn finish(&mut self, bytes: Arc<Vec<u8>>) {
        self.stage = Stage::Ending;
        if let Speech::Http(requests) = &mut self.speech {
            // What came of one is of no use any more.
            *requests = Requests::default();
            self.incoming = Incoming::default();
        }
        self.outgoing.push(bytes);
        self.write();
    }

    /// Bytes held of a request that has not come whole.
    pub fn held(&self) -> usize {
        let body = if let Speech::Http(r) = &self.speech { r.held() } else { 0 };
        if self.stage == Stage::Greeting { self.incoming.rest().len() + body } else { 0 }
    }

    fn web(&mut self) -> Option<Arrival> {
        let Speech::Web(web) = &mut self.speech else { return None };
        loop {
            if self.ended {
                return None;
            }
            match web.next(&mut self.incoming)? {
                Got::Message { is_text, bytes } => return Some(Arrival::Web { is_text, bytes }),
                Got::Reply(frame) if self.outgoing.size().0 < REPLIES_MAX => self.outgoing.push(frame.into()),
                // Who asks and does not listen is not answered.
                Got::Reply(_) => {}
                Got::Over(frame) => {
                    self.outgoing.push(frame.into());
                    self.ended = true;
                }
            }
            self.deaf |= self.outgoing.write(&mut self.stream).is_err();
        }
    }

    /// Puts a message at the end of the queue, where at most `most` bytes wait: a reader that is further behind gets
    /// nothing more. One message alone may be of any size.
    pub fn push(&mut self, message: Arc<Vec<u8>>, most: usize) {
        let waits = |c: &Connection| c.outgoing.size().1;
        let fits = |c: &Connection| waits(c) == 0 || waits(c).saturating_add(message.len()) <= most;
        if self.behind.is_some() {
            return;
        }
        if !fits(self) {
            self.write();
        }
        if fits(self) {
            let is_answer = message.get(1) == Some(&(MessageKind::Response as u8)) && !self.is_web();
            return if is_answer { self.answer(message) } else { self.outgoing.push(message) };
        }
        self.behind = Some(waits(self));
        self.outgoing = Outgoing::default();
        // The other end may be waiting, and learns that nothing comes. If that fails, it knows.
        let _ = self.stream.shutdown();
    }

    /// Puts an answer at the end of the queue.
    pub fn answer(&mut self, bytes: Arc<Vec<u8>>) {
        self.outgoing.push(bytes);
        self.answered = self.outgoing.end();
    }

    /// Do so many answers wait for the other end that what it asks has to wait, too? In kdb+ it does until all are sent.
    pub fn is_unheard(&self) -> bool {
        !self.ended
            && !self.deaf
            && self.behind.is_none()
            && self.outgoing.left_to(self.answered) > UNHEARD_MAX
    }

    /// Can nothing be sent to it any more?
    pub fn takes_nothing(&self) -> bool {
        self.ended || self.deaf
    }

    /// Does its reader get nothing more?
    pub fn is_behind(&self) -> bool {
        self.behind.is_some()
    }

    /// Is nothing left to send?
    pub fn is_sent(&self) -> bool {
        self.deaf || self.outgoing.is_empty() && !self.stream.is_pending()
    }

    /// Sends what the socket takes.
    pub fn write(&mut self) {
        let written = self.outgoing.write(&mut self.stream);
        match self.stage {
            // What it has said is done, whether it listens or not.
            Stage::Open => self.deaf |= written.is_err(),
            _ => self.ended |= written.is_err(),
        }
        if self.stage == Stage::Ending && matches!(written, Ok(true)) {
            // The other end closes when it has read that this was all.
            self.ended |= self.heard_all || self.stream.finish().is_err();
        }
    }

    pub fn peer(&self) -> Peer {
        let (address, local) = self.origin;
        Peer {
            link: self.link,
            capability: self.capability,
            local,
            compression: self.compression,
            protocol: if self.is_web() { b'w' } else { b'q' },
            family: self.stream.family().letter(),
            user: self.user,
            address,
            queued: self.outgoing.size(),
        }
    }
}
