//! Connecting to another process and logging in; questions that are asked once.

use crate::address::{Family, Target};
use crate::greeting::{CAPABILITY, Greeting};
use crate::incoming::{Came, Incoming, READ_SIZE};
use crate::stream::{Waiting, left};
use crate::tls::Secrets;
use quarry_lang::network::Peer;
use quarry_value::{Error, Result, Sym};
use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

/// How long a wait goes on before the reasons to stop it are looked at.
pub const GLANCE: Duration = Duration::from_millis(50);

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
pub struct Dialled {
    pub socket: Waiting,
    pub capability: u8,
}

/// Connects and logs in, within `timeout_ms` if that is given.
///
/// Errors: 'hop with the system's reason, 'timeout, 'access when the other end hangs up on the login.
pub fn dial(target: &[u8], around: &Around<'_>, timeout_ms: Option<u64>) -> Result<Dialled> {
    let target = Target::parse(target)?;
    let due = timeout_ms.map(|ms| Instant::now() + Duration::from_millis(ms));
    let mut socket =
        Waiting::connect(&target, around.unix.as_deref(), due).map_err(|e| failed(&target, &e))?;
    if target.tls {
        let ours = around.secrets.for_client(false);
        let secured = ours.and_then(|ours| socket.secure(ours, &target.host, due, &|| false));
        secured.map_err(|e| failed(&target, &e))?;
    }
    let login = if target.login.is_empty() { &around.user } else { &target.login };
    let capability = log_in(&mut socket, login, due).map_err(|e| match e.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            Error::new("access").detail(format!("{} refuses the login", name(&target)))
        }
        _ => failed(&target, &e),
    })?;
    Ok(Dialled { socket, capability })
}

fn log_in(socket: &mut Waiting, login: &[u8], due: Option<Instant>) -> io::Result<u8> {
    socket.set_read_timeout(due.map(left).transpose()?)?;
    socket.write_all(&Greeting::bytes(login))?;
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
    if matches!(e.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) {
        return Error::new("timeout").detail(format!("{} did not answer in time", name(target)));
    }
    Error::text(format!("hop. OS reports: {}", reason(e))).detail(name(target))
}

/// The system's words, without its number.
pub fn reason(e: &io::Error) -> String {
    let text = e.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

impl Dialled {
    pub fn peer(&self) -> Peer {
        Peer {
            capability: self.capability,
            local: self.socket.is_local(),
            protocol: b'q',
            family: self.socket.family().letter(),
            user: Sym::EMPTY,
            address: 0,
            queued: (0, 0),
        }
    }

    /// Sends one message and waits for one.
    pub fn ask(mut self, message: &[u8], stop: &dyn Fn() -> bool) -> Result<Vec<u8>> {
        let broken = |e: io::Error| Error::text(format!("rcv. OS reports: {}", reason(&e)));
        self.socket.write_all(message).map_err(broken)?;
        self.socket.set_read_timeout(Some(GLANCE)).map_err(broken)?;
        let mut incoming = Incoming::default();
        let mut space = vec![0; READ_SIZE];
        loop {
            if let Some(message) = incoming.message()? {
                self.socket.say_goodbye();
                return Ok(message);
            }
            match incoming.read(&mut Glancing(&mut self.socket), &mut space).map_err(broken)? {
                Came::Something => {}
                Came::NothingYet if stop() => return Err(Error::new("stop").detail("interrupted")),
                Came::NothingYet => {}
                Came::End => {
                    return Err(Error::new("close").detail("closed by the other end before it answered"));
                }
            }
        }
    }
}

/// A socket whose waits end: that looks like one that does not wait.
pub struct Glancing<'a>(pub &'a mut Waiting);

impl Read for Glancing<'_> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        self.0.read(space).map_err(|e| match e.kind() {
            ErrorKind::TimedOut | ErrorKind::Interrupted => ErrorKind::WouldBlock.into(),
            _ => e,
        })
    }
}
