//! One process asks another what it evaluates, for `.Q.prf0`.
//!
//! Who asks listens on an abstract socket with the number of the asked process in its name, and sends that SIGURG, which the
//! system allows to the same user and to root alone, and which a process that does not expect it passes over. The asked one
//! connects, sees that it is such a user who listens, and writes what it does as the bytes of an object. Nothing is listening, and
//! nothing is looked at, while nobody asks. One asks a process at a time.

use quarry_lang::Watch;
use quarry_value::{Error, Result, evaluation};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::sockopt::socket_peercred;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, UCred, connect, socket_with};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::linux::fs::MetadataExt;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::{Duration, Instant};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a wait goes on before it is asked whether to stop.
const GLANCE: Duration = Duration::from_millis(20);
/// How long to wait while another asks the same process.
const TURN: Duration = Duration::from_millis(1);

/// The name of the socket that a process connects to when it is asked.
fn name_for(pid: u32) -> String {
    format!("quarry/prf0/{pid}")
}

/// What the process `pid` evaluates: what [`Watch::look`] says there.
///
/// Errors: 'no such process, 'not permitted, 'binary mismatch, 'stopped, 'timeout; those of the evaluation that is to end.
pub fn ask(pid: i32) -> Result<Vec<u8>> {
    let target = u32::try_from(pid).ok().zip(Pid::from_raw(pid)).ok_or_else(no_process);
    let (number, pid) = target?;
    check(number)?;
    let due = Instant::now() + PATIENCE;
    let listener = listen(number, due)?;
    kill_process(pid, Signal::URG).map_err(|e| not_reached(e.into()))?;
    let mut from = accept(&listener, number, due)?;
    let mut bytes = Vec::new();
    loop {
        match from.read_to_end(&mut bytes) {
            Err(e) if e.kind() == ErrorKind::WouldBlock => glance(&from, PollFlags::IN, number, due)?,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Ok(_) if !bytes.is_empty() => return Ok(bytes),
            _ => return Err(late()),
        }
    }
}

/// Is it a process of this program, that runs?
fn check(pid: u32) -> Result<()> {
    let process = format!("/proc/{pid}");
    let state = std::fs::read_to_string(format!("{process}/stat")).map_err(not_reached)?;
    // The name before it may have parentheses of its own.
    let state = state.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next());
    if matches!(state, Some('Z' | 'X') | None) {
        return Err(no_process());
    }
    let program = |process: &str| std::fs::metadata(format!("{process}/exe"));
    let is_ours = match (program(&process), program("/proc/self")) {
        (Ok(theirs), Ok(ours)) => (theirs.st_dev(), theirs.st_ino()) == (ours.st_dev(), ours.st_ino()),
        // The system's own have no program.
        (Err(e), _) if e.kind() == ErrorKind::NotFound => false,
        (Err(e), _) | (_, Err(e)) => return Err(not_reached(e)),
    };
    if !is_ours {
        return Err(Error::new("binary mismatch").detail(format!("process {pid} runs another program")));
    }
    match state {
        Some('T' | 't') => Err(Error::new("stopped")
            .detail("the process tells of its calls itself, and cannot while it is stopped")),
        _ => Ok(()),
    }
}

/// Listens for the answer of a process. Another that asks it has gone soon.
fn listen(pid: u32, due: Instant) -> Result<UnixListener> {
    let failed = |e: std::io::Error| Error::new("os").detail(e.to_string());
    let address = SocketAddr::from_abstract_name(name_for(pid)).map_err(failed)?;
    loop {
        match UnixListener::bind_addr(&address) {
            Ok(listener) => {
                listener.set_nonblocking(true).map_err(failed)?;
                return Ok(listener);
            }
            Err(e) if e.kind() == ErrorKind::AddrInUse && Instant::now() < due => {
                evaluation::ask()?;
                evaluation::waiting(|| std::thread::sleep(TURN));
            }
            Err(e) if e.kind() == ErrorKind::AddrInUse => {
                return Err(late().detail_instead("others ask the process all the time"));
            }
            Err(e) => return Err(failed(e)),
        }
    }
}

/// The connection of the process that was asked, and of no other.
fn accept(listener: &UnixListener, pid: u32, due: Instant) -> Result<UnixStream> {
    loop {
        match listener.accept() {
            Ok((from, _)) => {
                let peer = socket_peercred(&from).map(|peer| peer.pid.as_raw_nonzero().get());
                if peer.is_ok_and(|peer| u32::try_from(peer) == Ok(pid)) && from.set_nonblocking(true).is_ok()
                {
                    return Ok(from);
                }
            }
            Err(_) => glance(listener, PollFlags::IN, pid, due)?,
        }
    }
}

/// Waits for a moment until something can be done with a socket. `pid` is the process that is asked.
///
/// Errors: 'timeout; 'no such process any more; those of the evaluation that is to end.
fn glance(socket: &impl AsFd, what: PollFlags, pid: u32, due: Instant) -> Result<()> {
    evaluation::ask()?;
    let left = due.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(late());
    }
    if !evaluation::waiting(|| ready(socket, what, left.min(GLANCE))) {
        check(pid)?;
    }
    Ok(())
}

fn ready(socket: &impl AsFd, what: PollFlags, longest: Duration) -> bool {
    let longest = Timespec { tv_sec: 0, tv_nsec: longest.as_nanos().min(999_999_999) as i64 };
    // A signal is a reason to look again.
    poll(&mut [PollFd::new(socket, what)], Some(&longest)).is_ok_and(|n| n > 0)
}

fn late() -> Error {
    let why = "the process does not answer: it starts, or is in a function of a library, or elsewhere in the system";
    Error::new("timeout").detail(why)
}

fn no_process() -> Error {
    Error::new("no such process")
}

fn not_reached(e: std::io::Error) -> Error {
    match e.kind() {
        ErrorKind::NotFound => no_process(),
        ErrorKind::PermissionDenied => Error::new("not permitted").detail("it is another user's process"),
        _ if e.raw_os_error() == Some(Errno::SRCH.raw_os_error()) => no_process(),
        _ => Error::new("os").detail(e.to_string()),
    }
}

/// Somebody may have asked this process: tells him what is evaluated.
pub fn tell(watch: &Watch) {
    let due = Instant::now() + PATIENCE;
    let Some(mut to) = asking() else { return };
    let waits = |to: &UnixStream| Instant::now() < due && !ready(to, PollFlags::IN, Duration::ZERO);
    let Some(bytes) = watch.look(|| waits(&to)) else { return };
    let mut left = &bytes[..];
    while !left.is_empty() && Instant::now() < due {
        match to.write(left) {
            Ok(n) => left = &left[n..],
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                ready(&to, PollFlags::OUT, GLANCE);
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The one who asks, if it is somebody who may.
fn asking() -> Option<UnixStream> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).ok()?;
    let name = name_for(std::process::id());
    connect(&socket, &SocketAddrUnix::new_abstract_name(name.as_bytes()).ok()?).ok()?;
    let may_ask = |who: UCred| who.uid == geteuid() || who.uid.is_root();
    socket_peercred(&socket).is_ok_and(may_ask).then(|| UnixStream::from(socket))
}
