//! Lines from a pipe or a file.

use crate::edit::Names;
use quarry_server::{Ask, Input, Lines, Read};
use quarry_value::meter;
use rustix::event::{PollFd, PollFlags, poll};
use std::io::{BufRead, ErrorKind, Read as _};

struct Piped;

impl Input for Piped {
    fn read(&mut self, _: &Ask) -> Read {
        match line(&mut std::io::stdin().lock(), await_input) {
            Ok(Some(line)) => Read::Line(line),
            Ok(None) => Read::End,
            Err(e) => {
                // Nothing that follows can be understood.
                eprintln!("standard input: {e}");
                Read::End
            }
        }
    }
}

/// Bytes of a line that are read before it is asked whether there is room for more.
const STEP: usize = 1 << 20;

/// Waits until standard input has something, or is at its end.
fn await_input() {
    // A signal is a reason to look again.
    let _ = poll(&mut [PollFd::new(&std::io::stdin(), PollFlags::IN)], None);
}

/// The next line without its end, unless there is none. Somebody who has the same input, such as the shell around us, may have
/// said that it does not wait: `wait` does it then.
///
/// Errors: the system's; 'wsfull for a line that memory does not hold.
fn line(from: &mut impl BufRead, wait: impl Fn()) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let read = match from.take(STEP as u64).read_until(b'\n', &mut line) {
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                wait();
                continue;
            }
            done => done?,
        };
        if line.last() == Some(&b'\n') {
            line.pop();
            return Ok(Some(line));
        }
        if read < STEP {
            return Ok(Some(line).filter(|l| !l.is_empty()));
        }
        // A vector that grows becomes twice as large.
        meter::check(3 * line.len()).map_err(std::io::Error::other)?;
    }
}

/// The lines of standard input, with nobody to complete names for.
pub fn lines(wake: impl Fn() + Send + 'static) -> std::io::Result<(Lines, Names)> {
    Ok((Lines::start(Piped, wake)?, Names::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_end_with_a_line_feed_or_the_input() {
        let long = vec![b'x'; STEP + 5];
        let text = [b"a\n\n", &long[..], b"\n", &long[..STEP], b"\nlast"].concat();
        let mut rest = &text[..];
        let mut all = Vec::new();
        while let Some(line) = line(&mut rest, || ()).expect("room") {
            all.push(line);
        }
        assert!(all == [&b"a"[..], b"", &long, &long[..STEP], b"last"]);
    }

    /// Has a byte every other time, and does not wait for the next.
    struct Slow<'a>(&'a [u8], bool);

    impl std::io::Read for Slow<'_> {
        fn read(&mut self, space: &mut [u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(ErrorKind::WouldBlock.into()) } else { (&mut self.0).take(1).read(space) }
        }
    }

    #[test]
    fn an_input_that_does_not_wait_is_waited_for() {
        let mut from = std::io::BufReader::new(Slow(b"ab\n\nlast", false));
        let waits = std::cell::Cell::new(0);
        let mut next = || line(&mut from, || waits.set(waits.get() + 1)).expect("room");
        for expected in [Some(&b"ab"[..]), Some(b""), Some(b"last"), None] {
            assert_eq!(next().as_deref(), expected);
        }
        assert!(waits.get() >= 8);
    }
}
