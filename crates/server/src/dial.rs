//! Connecting to another process and logging in; questions that are asked once.

use crate::address::{Family, Target};
use crate::greeting::{CAPABILITY, Greeting};
use crate::incoming::{Came, Incoming, READ_SIZE};
use crate::patience::{self, Patience};
use crate::stream::Waiting;
use crate::tls::Secrets;
use quarry_lang::network::{Limits, Link, Peer};
use quarry_value::error::reason;
use quarry_value::{Error, Result, Sym};
use std::io::{self, ErrorKind, Read};

/// What the process around a connection gives it.
pub struct Around<'a> {
    /// What TLS needs.
    pub secrets: &'a Secrets,
    /// The directory of Unix sockets.
    pub unix: Option<Vec<u8>>,
    /// Who connects when the target does not say.
    pub user: Vec<u8>,
}

/// A connection that waits, with what both ends can read.
pub struct Dialled<'a> {
    pub socket: Waiting<'a>,
    pub capability: u8,
}

/// Connects and logs in.
///
/// Errors: 'hop with the system's reason, 'timeout, 'stop, 'access when the other end hangs up on the login.
pub fn dial<'a>(target: &[u8], around: &Around<'_>, limits: &Limits<'a>) -> Result<Dialled<'a>> {
    let target = Target::parse(target)?;
    let mut socket = Waiting::connect(&target, around.unix.as_deref(), Patience::new(limits))
        .map_err(|e| failed(&target, &e))?;
    if target.tls {
        let ours = around.secrets.for_client(false);
        let secured = ours.and_then(|ours| socket.secure(ours, &target.host));
        secured.map_err(|e| failed(&target, &e))?;
    }
    let login = if target.login.is_empty() { &around.user } else { &target.login };
    let capability = log_in(&mut socket, login).map_err(|e| match e.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            Error::new("access").detail(format!("{} refuses the login", name(&target)))
        }
        _ => failed(&target, &e),
    })?;
    socket.take_time();
    Ok(Dialled { socket, capability })
}

fn log_in(socket: &mut Waiting, login: &[u8]) -> io::Result<u8> {
    socket.send(&Greeting::bytes(login))?;
    let mut answer = [0];
    socket.read_exact(&mut answer)?;
    match answer[0] {
        n @ ..=CAPABILITY => Ok(n),
        // An answer in another protocol.
        _ => Err(io::Error::new(ErrorKind::InvalidData, "not a q process, or one that speaks TLS only")),
    }
}

/// The target for people, without its password.
fn name(target: &Target) -> String {
    match target.family {
        Family::Tcp => format!("{}:{}", target.host, target.port),
        Family::Unix => format!("unix://{}", target.port),
    }
}

fn failed(target: &Target, e: &io::Error) -> Error {
    if let Some(ended) = patience::word(e) {
        return ended.detail(format!("{} did not answer in time", name(target)));
    }
    Error::text(format!("hop. OS reports: {}", reason(e))).detail(name(target))
}

impl Dialled<'_> {
    pub fn peer(&self) -> Peer {
        let stream = self.socket.stream();
        Peer {
            link: Link::CONSOLE,
            capability: self.capability,
            local: stream.origin().1,
            compression: None,
            protocol: b'q',
            family: stream.family().letter(),
            user: Sym::EMPTY,
            address: 0,
            queued: (0, 0),
        }
    }

    /// Sends one message and waits for one.
    pub fn ask(mut self, message: &[u8]) -> Result<Vec<u8>> {
        let broken = |e: io::Error| {
            patience::word(&e).unwrap_or_else(|| Error::text(format!("rcv. OS reports: {}", reason(&e))))
        };
        self.socket.send(message).map_err(broken)?;
        let mut incoming = Incoming::default();
        let mut space = vec![0; READ_SIZE];
        loop {
            if let Some(message) = incoming.message()? {
                self.socket.say_goodbye();
                return Ok(message);
            }
            if let Came::End = incoming.read(&mut self.socket, &mut space).map_err(broken)? {
                return Err(Error::new("close").detail("closed by the other end before it answered"));
            }
        }
    }
}
