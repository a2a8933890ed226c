//! Lines of the console. They are read on their own thread, one at a time and only when asked for: the reader may
//! be a line editor that draws on the screen, and must not while an answer is printed.

use crate::patience::GLANCE;
use quarry_value::evaluation;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};

/// What came of asking for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    Line(Vec<u8>),
    /// The user pressed Ctrl-C at the prompt.
    Interrupt,
    End,
}

/// What a line is asked for with.
#[derive(Clone, Default)]
pub struct Ask {
    /// What a terminal shows before the line.
    pub prompt: String,
    /// Is it a line of q, which goes on until its brackets and strings are closed? A program may ask for any other.
    pub is_q: bool,
}

/// Something that lines come from.
pub trait Input: Send {
    fn read(&mut self, ask: &Ask) -> Read;
}

/// The lines of an [`Input`], to be asked for and waited for.
pub struct Lines {
    ends: Mutex<Ends>,
}

struct Ends {
    ask: Sender<Ask>,
    answer: Receiver<Read>,
    /// A line was asked for and has not come yet.
    asked: bool,
}

impl Lines {
    /// Starts the thread that reads. It calls `wake` when it has told of a line.
    pub fn start(
        mut input: impl Input + 'static,
        wake: impl Fn() + Send + 'static,
    ) -> std::io::Result<Lines> {
        let (ask, asked) = channel::<Ask>();
        let (tell, answer) = channel();
        std::thread::Builder::new().name("console".into()).spawn(move || {
            while let Ok(ask) = asked.recv() {
                let read = std::panic::catch_unwind(AssertUnwindSafe(|| input.read(&ask)));
                let Ok(read) = read else { break };
                if tell.send(read).is_err() {
                    return;
                }
                wake();
            }
            // An editor that fails has no more lines: nobody can ask for one when that is told.
            drop(asked);
            if tell.send(Read::End).is_ok() {
                wake();
            }
        })?;
        Ok(Lines { ends: Mutex::new(Ends { ask, answer, asked: false }) })
    }

    /// The next line, if it is there. Asks for one unless that was done.
    pub fn try_next(&self, ask: impl FnOnce() -> Ask) -> Option<Read> {
        let mut ends = self.ends.lock().unwrap_or_else(|e| e.into_inner());
        if !ends.asked && ends.ask.send(ask()).is_err() {
            return Some(Read::End);
        }
        ends.asked = true;
        let got = match ends.answer.try_recv() {
            Err(TryRecvError::Empty) => return None,
            other => other.unwrap_or(Read::End),
        };
        ends.asked = false;
        Some(got)
    }

    /// The next line; none when `stop`, which is asked now and then, says so before it comes. Asks for one unless that was
    /// done: a line that comes later is for whoever wants the next.
    pub fn next(&self, ask: Ask, stop: &mut dyn FnMut() -> bool) -> Option<Read> {
        let mut ends = self.ends.lock().unwrap_or_else(|e| e.into_inner());
        if !ends.asked && ends.ask.send(ask).is_err() {
            return Some(Read::End);
        }
        ends.asked = true;
        loop {
            match evaluation::waiting(|| ends.answer.recv_timeout(GLANCE)) {
                Err(RecvTimeoutError::Timeout) if stop() => return None,
                Err(RecvTimeoutError::Timeout) => {}
                other => {
                    ends.asked = false;
                    return Some(other.unwrap_or(Read::End));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Script(Vec<&'static str>);

    impl Input for Script {
        fn read(&mut self, _: &Ask) -> Read {
            self.0.pop().map_or(Read::End, |l| Read::Line(l.into()))
        }
    }

    #[test]
    fn lines_come_in_order_and_end() {
        let lines = Lines::start(Script(vec!["b", "a"]), || ()).unwrap();
        assert_eq!(lines.next(Ask::default(), &mut || false), Some(Read::Line(b"a".to_vec())));
        assert_eq!(lines.next(Ask::default(), &mut || false), Some(Read::Line(b"b".to_vec())));
        assert_eq!(lines.next(Ask::default(), &mut || false), Some(Read::End));
    }

    struct Failing;

    impl Input for Failing {
        fn read(&mut self, _: &Ask) -> Read {
            panic!("an editor may")
        }
    }

    #[test]
    fn a_reader_that_fails_ends_the_lines() {
        let (wake, woken) = channel();
        let lines = Lines::start(Failing, move || wake.send(()).expect("who waits")).unwrap();
        assert_eq!(lines.try_next(Ask::default), None);
        woken.recv().expect("to be woken");
        assert_eq!(lines.try_next(Ask::default), Some(Read::End));
        assert_eq!(lines.try_next(Ask::default), Some(Read::End));
    }
}
