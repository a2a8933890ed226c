//! What a connection has still to send.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice, Write};
use std::sync::Arc;

/// Messages given to the system in one call.
const TOGETHER_MAX: usize = 64;

/// Messages in the order in which they go out. Several queues may share the bytes of one.
#[derive(Default)]
pub struct Outgoing {
    messages: VecDeque<Arc<Vec<u8>>>,
    /// Bytes of the first message that were sent.
    sent: usize,
    /// Bytes of all messages, less those.
    bytes: usize,
    /// Bytes of all messages that ever were.
    total: u64,
}

impl Outgoing {
    pub fn push(&mut self, message: Arc<Vec<u8>>) {
        self.bytes += message.len();
        self.total += message.len() as u64;
        self.messages.push_back(message);
    }

    /// Where the last message ends among the bytes of all that ever were.
    pub fn end(&self) -> u64 {
        self.total
    }

    /// Bytes up to `end` that are not sent.
    pub fn left_to(&self, end: u64) -> u64 {
        end.saturating_sub(self.total - self.bytes as u64)
    }

    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Messages that are not wholly sent, and the bytes left of them.
    pub fn size(&self) -> (usize, usize) {
        (self.messages.len(), self.bytes)
    }

    /// Sends until nothing is left, or the socket takes no more for now. Is nothing left?
    pub fn write(&mut self, to: &mut impl Write) -> io::Result<bool> {
        while !self.messages.is_empty() {
            let written = match self.messages.len() {
                1 => to.write(&self.messages[0][self.sent..]),
                _ => {
                    let mut slices: Vec<IoSlice> =
                        self.messages.iter().take(TOGETHER_MAX).map(|m| IoSlice::new(m)).collect();
                    slices[0] = IoSlice::new(&self.messages[0][self.sent..]);
                    to.write_vectored(&slices)
                }
            };
            match written {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(n) => self.forget(n),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        // What is encrypted may be waiting below.
        loop {
            match to.flush() {
                Ok(()) => return Ok(true),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// `n` bytes more were sent.
    fn forget(&mut self, n: usize) {
        self.bytes -= n;
        self.sent += n;
        while let Some(first) = self.messages.front().filter(|m| m.len() <= self.sent) {
            self.sent -= first.len();
            self.messages.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a few bytes at a time, and at last none.
    struct Slow {
        got: Vec<u8>,
        calls: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls.is_multiple_of(3) {
                return Err(ErrorKind::WouldBlock.into());
            }
            let n = bytes.len().min(4);
            self.got.extend_from_slice(&bytes[..n]);
            Ok(n)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn everything_goes_out_in_order() {
        let mut queue = Outgoing::default();
        for text in ["first", "", "second", "the third"] {
            queue.push(text.as_bytes().to_vec().into());
        }
        assert_eq!(queue.size(), (4, 20));
        let mut to = Slow { got: Vec::new(), calls: 0 };
        while !queue.write(&mut to).expect("no error") {}
        assert_eq!((to.got.as_slice(), queue.size()), (&b"firstsecondthe third"[..], (0, 0)));
    }
}
