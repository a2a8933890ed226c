//! How long one waits for a socket, and how waiting is done: by short looks, between which is asked whether there is a reason
//! to stop.

use quarry_lang::network::Limits;
use quarry_value::{Error, evaluation};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fmt;
use std::io::{self, ErrorKind};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// How long a wait goes on before the reasons to stop it are looked at.
pub const GLANCE: Duration = Duration::from_millis(50);

/// How long one waits.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    due: Option<Instant>,
    stop: &'a dyn Fn() -> bool,
}

/// Nobody wants to wait any more.
#[derive(Debug)]
struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Stopped {}

impl<'a> Patience<'a> {
    /// That of somebody who begins to wait now.
    pub fn new(limits: &Limits<'a>) -> Patience<'a> {
        let due = limits.timeout_ms.and_then(|ms| Instant::now().checked_add(Duration::from_millis(ms)));
        Patience { due, stop: limits.stop }
    }

    /// The same without a time.
    pub fn endless(self) -> Patience<'a> {
        Patience { due: None, ..self }
    }

    /// How long to look before asking again.
    ///
    /// Errors: what [`word`] knows; `TimedOut`.
    pub fn glance(&self) -> io::Result<Duration> {
        if (self.stop)() {
            return Err(io::Error::other(Stopped));
        }
        let left = self.due.map_or(GLANCE, |due| due.saturating_duration_since(Instant::now()));
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left.min(GLANCE)) }
    }

    /// Waits until a socket can be read, or written, or is over.
    ///
    /// Errors: those of [`Patience::glance`].
    pub fn until_ready(&self, socket: impl AsFd, what: PollFlags) -> io::Result<()> {
        loop {
            let glance = self.glance()?;
            let glance = Timespec { tv_sec: 0, tv_nsec: glance.as_nanos() as i64 };
            // A signal ends the look early; whoever waits looks at why.
            let mut socket = [PollFd::new(&socket, what)];
            if evaluation::waiting(|| poll(&mut socket, Some(&glance))).is_ok_and(|n| n > 0) {
                return Ok(());
            }
        }
    }
}

/// 'stop or 'timeout, when that is why a wait ended.
pub fn word(e: &io::Error) -> Option<Error> {
    if e.get_ref().is_some_and(|own| own.is::<Stopped>()) {
        return Some(Error::new("stop").detail("interrupted"));
    }
    (e.kind() == ErrorKind::TimedOut).then(|| Error::new("timeout"))
}
