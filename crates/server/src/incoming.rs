//! Bytes as they come in, and the messages in them.

use quarry_value::wire::{HEADER_SIZE, Header};
use quarry_value::{Result, meter, room};
use std::io::{self, ErrorKind, Read};

/// Bytes asked of the system at once, until a message is known to be longer.
pub const READ_SIZE: usize = 64 << 10;
/// A sender may promise much: room is made for so many times what has come.
const TRUST: usize = 8;

/// What has come and was not taken yet.
#[derive(Default)]
pub struct Incoming {
    bytes: Vec<u8>,
    /// Bytes at the front that were taken.
    start: usize,
}

/// What came of reading.
#[derive(PartialEq, Eq, Debug)]
pub enum Came {
    Something,
    NothingYet,
    End,
}

impl Incoming {
    /// What has come, less what was taken.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Takes `n` bytes from the front.
    pub fn take(&mut self, n: usize) -> Vec<u8> {
        let n = n.min(self.rest().len());
        if self.start == 0 && n == self.bytes.len() {
            return std::mem::take(&mut self.bytes);
        }
        if n > self.bytes.len() / 2 {
            // The lesser part is copied.
            let rest = self.bytes[self.start + n..].to_vec();
            let mut taken = std::mem::replace(&mut self.bytes, rest);
            taken.truncate(self.start + n);
            taken.drain(..std::mem::take(&mut self.start));
            return taken;
        }
        let taken = self.bytes[self.start..self.start + n].to_vec();
        self.start += n;
        // What was taken is let go of when it is more than what is left.
        if self.start >= self.bytes.len() - self.start {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        taken
    }

    /// Reads what is there, at most up to the end of the first message, or as much as `space` takes.
    pub fn read(&mut self, from: &mut impl Read, space: &mut [u8]) -> io::Result<Came> {
        let missing = self.missing();
        if missing > READ_SIZE {
            let known = self.rest().len();
            if !room::try_reserve(&mut self.bytes, missing.min(known.saturating_mul(TRUST).max(READ_SIZE))) {
                return Err(ErrorKind::OutOfMemory.into());
            }
            let before = self.bytes.len();
            let most = (self.bytes.capacity() - before).min(missing);
            let read = from.take(most as u64).read_to_end(&mut self.bytes);
            return match read {
                Ok(0) => Ok(Came::End),
                Ok(_) => Ok(Came::Something),
                // Any other reason ends the message, and is not told twice.
                Err(e) if e.kind() == ErrorKind::WouldBlock && self.bytes.len() > before => {
                    Ok(Came::Something)
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => Ok(Came::NothingYet),
                Err(e) => Err(e),
            };
        }
        self.read_some(from, space)
    }

    /// Reads what is there, as much as `space` takes.
    pub fn read_some(&mut self, from: &mut impl Read, space: &mut [u8]) -> io::Result<Came> {
        loop {
            match from.read(space) {
                Ok(0) => return Ok(Came::End),
                Ok(n) if !room::try_reserve(&mut self.bytes, n) => return Err(ErrorKind::OutOfMemory.into()),
                Ok(n) => {
                    self.bytes.extend_from_slice(&space[..n]);
                    return Ok(Came::Something);
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(Came::NothingYet),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Bytes of the first message that have not come, as far as its header is known.
    fn missing(&self) -> usize {
        match Header::parse(self.rest()) {
            Ok(h) => usize::try_from(h.size).unwrap_or(usize::MAX).saturating_sub(self.rest().len()),
            Err(_) => 0,
        }
    }

    /// Is the first message here, as far as can be told?
    pub fn has_message(&self) -> bool {
        self.rest().len() >= HEADER_SIZE && self.missing() == 0
    }

    /// The first whole message, header and all.
    ///
    /// Errors: 'badmsg for what is no header, 'wsfull for a message that memory cannot hold.
    pub fn message(&mut self) -> Result<Option<Vec<u8>>> {
        if self.rest().len() < HEADER_SIZE {
            return Ok(None);
        }
        let size = usize::try_from(Header::parse(self.rest())?.size).unwrap_or(usize::MAX);
        if size <= self.rest().len() {
            return Ok(Some(self.take(size)));
        }
        meter::check(size)?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Value;
    use quarry_value::wire::{MessageKind, message};

    #[test]
    fn messages_come_whole_however_they_are_cut() {
        let messages: Vec<Vec<u8>> = [3, 70_000, 0, 1]
            .map(|n| message(MessageKind::Async, &Value::longs(vec![7; n])).expect("bytes"))
            .into();
        let all = messages.concat();
        for cut in [1, 7, 8, 9, 1000, all.len()] {
            let mut incoming = Incoming::default();
            let (mut got, mut space) = (Vec::new(), [0; READ_SIZE]);
            for part in all.chunks(cut) {
                let mut part = part;
                while incoming.read(&mut part, &mut space).expect("bytes") == Came::Something {
                    while let Some(m) = incoming.message().expect("good") {
                        got.push(m);
                    }
                }
            }
            assert!(got == messages, "cut at {cut}");
        }
    }

    #[test]
    fn a_promise_alone_takes_no_memory() {
        let mut incoming = Incoming::default();
        let header = [1, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f];
        incoming.read(&mut &header[..], &mut [0; READ_SIZE]).expect("bytes");
        incoming.read(&mut &[0u8; 100][..], &mut [0; READ_SIZE]).expect("bytes");
        assert!(incoming.bytes.capacity() < 1 << 20);
        assert_eq!(incoming.rest().len(), 108);
    }

    /// Gives what it has, and then a reason to stop, which it forgets.
    struct Stopped<'a>(&'a [u8], Option<io::Error>);

    impl Read for Stopped<'_> {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            match (self.0.is_empty(), self.1.take()) {
                (true, Some(e)) => Err(e),
                (_, e) => {
                    self.1 = e;
                    self.0.read(space)
                }
            }
        }
    }

    #[test]
    fn a_reason_to_stop_is_told_though_bytes_came_before_it() {
        let long = message(MessageKind::Response, &Value::longs(vec![7; 100_000])).expect("bytes");
        for (why, came) in [(ErrorKind::Other, None), (ErrorKind::WouldBlock, Some(Came::Something))] {
            let (mut incoming, mut space) = (Incoming::default(), [0; 8]);
            incoming.read(&mut &long[..8], &mut space).expect("a header");
            let mut from = Stopped(&long[8..1000], Some(why.into()));
            assert_eq!(incoming.read(&mut from, &mut space).ok(), came);
            assert_eq!(incoming.rest().len(), 1000);
        }
    }
}
