//! Waiting for what lies in the hands of others: a pipe's other end, a lock. Nobody is kept who is to end: every few
//! milliseconds the evaluation is asked whether it goes on.
//!
//! So files are opened in a way that never waits (`O_NONBLOCK`), which changes nothing about files on a disk. Who wants to
//! wait does it here.

use crate::fail;
use quarry_value::evaluation;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

/// The longest time between two questions whether to go on.
const GLANCE: Duration = Duration::from_millis(20);
/// The shortest, for what mostly is over soon.
const BLINK: Duration = Duration::from_micros(50);

/// Opens a file; a pipe that is to be written when somebody reads it. Nothing that is read later waits by itself.
///
/// Errors: the system's; those of the evaluation that is to end.
pub fn open(path: &Path, how: &OpenOptions) -> io::Result<File> {
    const NOBODY_READS: i32 = rustix::io::Errno::NXIO.raw_os_error();
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    let mut how = how.clone();
    how.custom_flags(flags.bits() as i32);
    until(|| match how.open(path) {
        // Somebody else lets go of it when he has heard of us.
        Err(e) if e.kind() == ErrorKind::WouldBlock => Ok(None),
        Err(e) if e.raw_os_error() == Some(NOBODY_READS) && is_pipe(path) => Ok(None),
        opened => opened.map(Some),
    })
}

fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|m| m.file_type().is_fifo())
}

/// Tries something again and again, until it gives an answer.
///
/// Errors: its own; those of the evaluation that is to end.
pub fn until<T>(mut tried: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
    let mut pause = BLINK;
    loop {
        if let Some(answer) = tried()? {
            return Ok(answer);
        }
        ask()?;
        evaluation::waiting(|| std::thread::sleep(pause));
        pause = GLANCE.min(2 * pause);
    }
}

/// Waits for a moment, until there is something to read, or the other end has closed it. Is it so?
///
/// Errors: those of the evaluation that is to end.
pub fn may_read(file: &File) -> io::Result<bool> {
    glance(file, PollFlags::IN)
}

/// Waits until there is something to read, or the other end has closed it.
pub fn to_read(file: &File) -> io::Result<()> {
    while !may_read(file)? {}
    Ok(())
}

/// Waits until some bytes can be written, or nobody will ever read them.
pub fn to_write(file: &File) -> io::Result<()> {
    while !glance(file, PollFlags::OUT)? {}
    Ok(())
}

fn glance(file: &File, what: PollFlags) -> io::Result<bool> {
    ask()?;
    let most = Timespec { tv_sec: 0, tv_nsec: GLANCE.as_nanos() as i64 };
    // A signal is a reason to ask again.
    let mut file = [PollFd::from_borrowed_fd(file.as_fd(), what)];
    Ok(evaluation::waiting(|| poll(&mut file, Some(&most))).is_ok_and(|n| n > 0))
}

/// Is the evaluation to end?
pub fn ask() -> io::Result<()> {
    evaluation::ask().map_err(fail::stopped)
}
