//! The door to other processes: what the language asks of sockets. The program has the real ones (`quarry_server`);
//! a host without any signals `'nosocket`.

use quarry_value::{Error, Result, Sym, Value};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A connection: its handle, which may be another's when it is over, and a number that never is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    pub handle: i32,
    pub serial: u64,
}

impl Link {
    /// The console, which is no connection, and whatever else has no handle.
    pub const CONSOLE: Link = Link { handle: 0, serial: 0 };
}

/// Who is at the other end of a handle.
#[derive(Clone, Debug)]
pub struct Peer {
    pub link: Link,
    /// What both ends can read: the lower of the two capability bytes.
    pub capability: u8,
    /// On this machine: what is sent is not compressed, unless that is asked for.
    pub local: bool,
    /// Whether to compress, where a program has said so.
    pub compression: Option<bool>,
    /// `q` or `w`: q's own protocol, or WebSocket.
    pub protocol: u8,
    /// `t` or `u`: TCP, or a Unix socket.
    pub family: u8,
    /// The name that the client gave; empty on the client's end.
    pub user: Sym,
    /// The address of the other end, as q shows it; 0 for a Unix socket.
    pub address: i32,
    /// Messages that were not sent yet, and their bytes.
    pub queued: (usize, usize),
}

impl Peer {
    /// Does what is sent go out compressed when that pays?
    pub fn compresses(&self) -> bool {
        self.compression.unwrap_or(!self.local) && self.capability >= 1
    }
}

/// How a connection is encrypted.
#[derive(Clone, Debug)]
pub struct Secured {
    pub cipher: String,
    /// `TLSv1.2`, `TLSv1.3`.
    pub protocol: String,
    /// What the other end showed, if it did.
    pub certificate: Option<Certified>,
}

/// What a certificate says, and what is thought of it.
#[derive(Clone, Debug)]
pub struct Certified {
    pub subject: String,
    pub issuer: String,
    pub serial: String,
    pub from: String,
    pub until: String,
    /// 0 when it is trusted, else OpenSSL's number of the reason why not.
    pub verdict: i64,
}

/// What has come of a wait for a message.
pub enum Heard {
    /// A whole one, header and all.
    Message(Vec<u8>),
    /// Bytes that are none, and why. The connection is of no use any more.
    Bad(Vec<u8>, Error),
    /// Nothing more comes, and why.
    Over(Error),
}

/// How long a wait for another process may be.
pub struct Limits<'a> {
    pub timeout_ms: Option<u64>,
    /// Is there a reason to stop?
    pub stop: &'a dyn Fn() -> bool,
}

/// Connections to other processes, by handle. All calls are made by the main thread, but for [`Network::once`].
pub trait Network: Send + Sync {
    /// `\p place`: listens there and nowhere else; at `0` nowhere.
    fn listen(&self, place: &[u8]) -> Result<()>;
    /// `-E`: whether TLS is spoken with those who connect: 0 with nobody, 1 with those who begin it, 2 with all. What that
    /// needs is read now.
    fn encrypt(&self, _mode: i32) -> Result<()> {
        Err(no_socket())
    }
    /// How a connection is encrypted, if it is.
    fn secured(&self, _handle: i32) -> Option<Secured> {
        None
    }
    /// What the environment says about TLS, by name.
    fn tls_settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// Applies `ready` to a descriptor of somebody else's whenever there is something to read from it.
    fn watch(&self, _descriptor: i32, _ready: Value) -> Result<()> {
        Err(no_socket())
    }
    /// Looks after such a descriptor no more. Was it looked after?
    fn unwatch(&self, _descriptor: i32) -> bool {
        false
    }
    /// The port that is listened to, 0 for none.
    fn port(&self) -> i32;
    /// Has the client gone that waits for what is being evaluated for it?
    fn is_abandoned(&self, _handle: i32) -> bool {
        false
    }
    /// `.Q.ipc`: is what is sent to a connection compressed when that pays?
    fn set_compression(&self, _handle: i32, _on: bool) -> Result<()> {
        Err(no_socket())
    }
    /// A connection for which more than `most` bytes wait to be sent is closed; none is when there is no limit. A message on
    /// its own may be of any size.
    fn limit_queues(&self, _most: Option<usize>) {}
    /// Connects and logs in; the time bounds both.
    fn connect(&self, target: &[u8], limits: &Limits) -> Result<i32>;
    /// Connects, logs in, asks and closes: the whole response. What is asked is made when it is known who reads it. The time
    /// is that of connecting.
    fn once(
        &self,
        target: &[u8],
        limits: &Limits,
        request: &dyn Fn(&Peer) -> Result<Vec<u8>>,
    ) -> Result<Vec<u8>>;
    /// Closes a connection; what is queued is not sent. Was it open?
    fn close(&self, handle: i32) -> bool;
    /// Closes a connection that is of no use any more, and tells that as if the other end had closed it.
    fn hang_up(&self, link: Link);
    /// The other end of an open connection.
    fn peer(&self, handle: i32) -> Option<Peer>;
    /// Every open connection, in ascending order.
    fn handles(&self) -> Vec<i32>;
    /// Puts a message at the end of a connection's queue. Connections may share its bytes.
    fn queue(&self, handle: i32, message: Arc<Vec<u8>>) -> Result<()>;
    /// The same, and sends what can be sent at once.
    fn send(&self, handle: i32, message: Arc<Vec<u8>>) -> Result<()>;
    /// Puts a message at the end of a WebSocket's queue.
    fn queue_web(&self, _handle: i32, _is_text: bool, _bytes: &[u8]) -> Result<()> {
        Err(no_socket())
    }
    /// Sends the text of an HTTP request to `http://host:port` and waits for the whole response, whose chunks are joined.
    fn http(&self, _url: &[u8], _request: &[u8], _limits: &Limits) -> Result<Vec<u8>> {
        Err(no_socket())
    }
    /// The same to `ws://host:port`, where a connection stays if the other end agrees: its handle, and the response.
    fn web_socket(&self, _url: &[u8], _request: &[u8], _limits: &Limits) -> Result<(Option<i32>, Vec<u8>)> {
        Err(no_socket())
    }
    /// Waits until everything in a connection's queue has been sent.
    fn flush(&self, handle: i32, stop: &dyn Fn() -> bool) -> Result<()>;
    /// Sends what is queued and waits for a message on any of the connections: on which, and what.
    fn receive(&self, links: &[Link], stop: &dyn Fn() -> bool) -> Result<(Link, Heard)>;
}

/// No network at all.
pub struct Alone;

impl Network for Alone {
    fn listen(&self, _: &[u8]) -> Result<()> {
        Err(no_socket())
    }

    fn port(&self) -> i32 {
        0
    }

    fn connect(&self, _: &[u8], _: &Limits) -> Result<i32> {
        Err(no_socket())
    }

    fn once(&self, _: &[u8], _: &Limits, _: &dyn Fn(&Peer) -> Result<Vec<u8>>) -> Result<Vec<u8>> {
        Err(no_socket())
    }

    fn close(&self, _: i32) -> bool {
        false
    }

    fn hang_up(&self, _: Link) {}

    fn peer(&self, _: i32) -> Option<Peer> {
        None
    }

    fn handles(&self) -> Vec<i32> {
        Vec::new()
    }

    fn queue(&self, _: i32, _: Arc<Vec<u8>>) -> Result<()> {
        Err(no_socket())
    }

    fn send(&self, _: i32, _: Arc<Vec<u8>>) -> Result<()> {
        Err(no_socket())
    }

    fn flush(&self, _: i32, _: &dyn Fn() -> bool) -> Result<()> {
        Err(no_socket())
    }

    fn receive(&self, _: &[Link], _: &dyn Fn() -> bool) -> Result<(Link, Heard)> {
        Err(no_socket())
    }
}

/// `'nosocket`: sockets belong to the main thread.
pub fn no_socket() -> Error {
    Error::new("nosocket").detail("only the main thread opens and uses sockets")
}

/// The numbers of handles in use, of files and of connections. 0, 1 and 2 are the console's.
#[derive(Default)]
pub struct Numbers(Mutex<Free>);

/// The first number given out.
const FIRST: i32 = 3;

/// The numbers that are free.
struct Free {
    /// This one and all after it.
    from: i32,
    /// Those before it.
    before: BTreeSet<i32>,
}

impl Default for Free {
    fn default() -> Free {
        Free { from: FIRST, before: BTreeSet::new() }
    }
}

impl Numbers {
    /// The lowest number that is free.
    pub fn take(&self) -> i32 {
        let mut free = self.lock();
        free.before.pop_first().unwrap_or_else(|| {
            free.from += 1;
            free.from - 1
        })
    }

    /// A number may be given out again.
    pub fn give_back(&self, number: i32) {
        let mut free = self.lock();
        if (FIRST..free.from).contains(&number) {
            free.before.insert(number);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Free> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
