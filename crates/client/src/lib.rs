//! A client of q: connects, logs in, asks and waits for the answer, sends, and hears what is sent without being asked for.
//! Values are `quarry_value::Value`; the bytes are made and read by `quarry_value::wire`. The page *The wire* of the book says
//! what goes over the connection.
//!
//! ```no_run
//! use quarry_client::Client;
//! use quarry_value::Value;
//!
//! # fn main() -> quarry_client::Result<()> {
//! let mut q = Client::connect("localhost:5010", "user:password")?;
//! let sum = q.ask(&Value::list(vec![Value::chars("sum"), Value::longs(vec![1, 2, 3])]))?;
//! q.send(&Value::chars("-1\"hello\""))?;
//! # assert_eq!(sum.as_long(), Some(6));
//! # Ok(()) }
//! ```

use quarry_value::Value;
use quarry_value::wire::{self, HEADER_SIZE, Header, MessageKind};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};

/// What this client reads: messages of any size.
const CAPABILITY: u8 = 6;

pub type Result<T> = std::result::Result<T, Failure>;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The connection is of no use any more.
    Broken(io::Error),
    /// The other end signalled an error, or the value cannot be sent or read. The connection goes on.
    Signalled(quarry_value::Error),
    /// Nothing came within the time that the stream's reads may take ([`TcpStream::set_read_timeout`]). The connection goes on: what
    /// has come of a message is kept, and the answer to a request that was given up is passed over when it comes.
    Late,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Broken(e) => e.fmt(f),
            Failure::Signalled(e) => e.fmt(f),
            Failure::Late => f.write_str("nothing came in time"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Failure {
        Failure::Broken(e)
    }
}

impl From<quarry_value::Error> for Failure {
    fn from(e: quarry_value::Error) -> Failure {
        Failure::Signalled(e)
    }
}

/// A connection to a q process, over TCP or anything else that carries bytes.
pub struct Client<S = TcpStream> {
    stream: S,
    capability: u8,
    /// What has come of the next message.
    coming: Vec<u8>,
    /// Requests that were given up, whose answers are still to come.
    given_up: usize,
    /// Sent by the other end while an answer was waited for.
    heard: VecDeque<quarry_value::Result<Value>>,
}

impl Client {
    /// Connects and logs in with `user:password`, which may be empty.
    pub fn connect(place: impl ToSocketAddrs, login: &str) -> Result<Client> {
        let stream = TcpStream::connect(place)?;
        // A message goes out at once, not when more has come together.
        stream.set_nodelay(true)?;
        Client::over(stream, login)
    }
}

impl<S: Read + Write> Client<S> {
    /// Logs in over a connection that was made already: a Unix socket, TLS.
    pub fn over(mut stream: S, login: &str) -> Result<Client<S>> {
        stream.write_all(&[login.as_bytes(), &[CAPABILITY, 0]].concat())?;
        let mut answer = [0];
        stream.read_exact(&mut answer).map_err(|e| match e.kind() {
            ErrorKind::UnexpectedEof => io::Error::new(ErrorKind::PermissionDenied, "the login is refused"),
            _ => e,
        })?;
        let capability = answer[0].min(CAPABILITY);
        Ok(Client { stream, capability, coming: Vec::new(), given_up: 0, heard: VecDeque::new() })
    }

    /// What both ends can read; a guid takes 3, a timestamp or timespan 1.
    pub fn capability(&self) -> u8 {
        self.capability
    }

    /// The connection, to limit how long reads take or to close it from another thread.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    /// Sends a request, text or a list of a function and its arguments, and waits for the answer. What is heard meanwhile
    /// is kept for [`Client::hear`].
    pub fn ask(&mut self, request: &Value) -> Result<Value> {
        self.write(MessageKind::Sync, request)?;
        loop {
            let bytes = match self.read() {
                Err(Failure::Late) => {
                    self.given_up += 1;
                    return Err(Failure::Late);
                }
                other => other?,
            };
            match Header::parse(&bytes)?.kind {
                MessageKind::Response if self.given_up > 0 => self.given_up -= 1,
                MessageKind::Response => {
                    return match wire::signalled(&bytes) {
                        Some(word) => Err(quarry_value::Error::text(word).into()),
                        None => Ok(wire::read_message(&bytes)?),
                    };
                }
                // What it is worth is for whoever hears it: the answer is still to come.
                MessageKind::Async => self.heard.push_back(wire::read_message(&bytes)),
                MessageKind::Sync => self.refuse()?,
            }
        }
    }

    /// Sends a message that nobody answers.
    pub fn send(&mut self, message: &Value) -> Result<()> {
        self.write(MessageKind::Async, message)
    }

    /// Waits for a message that the other end sends without being asked, as a tickerplant does.
    pub fn hear(&mut self) -> Result<Value> {
        if let Some(x) = self.heard.pop_front() {
            return Ok(x?);
        }
        loop {
            let bytes = self.read()?;
            match Header::parse(&bytes)?.kind {
                MessageKind::Async => return Ok(wire::read_message(&bytes)?),
                MessageKind::Sync => self.refuse()?,
                // Nobody waits for it.
                MessageKind::Response => self.given_up = self.given_up.saturating_sub(1),
            }
        }
    }

    /// The other end asks, and is not left waiting.
    fn refuse(&mut self) -> Result<()> {
        Ok(self.stream.write_all(&wire::error_message(b"nyi"))?)
    }

    /// Header and object go out in one write.
    fn write(&mut self, kind: MessageKind, x: &Value) -> Result<()> {
        if wire::least_capability(x) > self.capability {
            return Err(quarry_value::Error::new("type")
                .detail("the other end is too old for a type in this")
                .into());
        }
        Ok(self.stream.write_all(&wire::message(kind, x)?)?)
    }

    /// The next whole message.
    fn read(&mut self) -> Result<Vec<u8>> {
        self.read_until(HEADER_SIZE as u64)?;
        let header = Header::parse(&self.coming).map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
        self.read_until(header.size)?;
        Ok(std::mem::take(&mut self.coming))
    }

    /// Reads until so many bytes of the message are there. Memory grows with what comes, not with what a header promises.
    fn read_until(&mut self, size: u64) -> Result<()> {
        let wanted = size.saturating_sub(self.coming.len() as u64);
        let came = Read::by_ref(&mut self.stream).take(wanted).read_to_end(&mut self.coming);
        let came = came.map_err(|e| match e.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => Failure::Late,
            _ => Failure::Broken(e),
        })?;
        if (came as u64) < wanted {
            return Err(io::Error::from(ErrorKind::UnexpectedEof).into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::wire::message;

    /// The other end as bytes: what it will have said, and what was said to it.
    struct Scripted {
        says: io::Cursor<Vec<u8>>,
        hears: Vec<u8>,
    }

    impl Read for Scripted {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            self.says.read(space)
        }
    }

    impl Write for Scripted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.hears.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn client(says: &[&[u8]]) -> Result<Client<Scripted>> {
        Client::over(Scripted { says: io::Cursor::new(says.concat()), hears: Vec::new() }, "u:p")
    }

    #[test]
    fn answers_errors_and_what_comes_between() {
        let says = |kind, n| message(kind, &Value::long(n)).expect("bytes");
        let mut q = client(&[
            &[3],
            &says(MessageKind::Async, 7),
            &says(MessageKind::Response, 2),
            &wire::error_message(b"no luck"),
            &says(MessageKind::Async, 8),
        ])
        .expect("let in");
        assert_eq!(q.capability(), 3);
        assert_eq!(q.ask(&Value::chars("1+1")).expect("an answer").as_long(), Some(2));
        let failed = q.ask(&Value::chars("x")).expect_err("an error");
        assert!(matches!(&failed, Failure::Signalled(e) if e.word() == b"no luck"));
        assert_eq!(q.hear().expect("kept").as_long(), Some(7));
        assert_eq!(q.hear().expect("new").as_long(), Some(8));
        assert!(matches!(q.hear(), Err(Failure::Broken(_))));
        assert_eq!(q.stream.hears[..14], *b"u:p\x06\0\x01\x01\0\0\x11\0\0\0\x0a");
    }

    #[test]
    fn refusals_and_lies() {
        assert!(matches!(client(&[]), Err(Failure::Broken(e)) if e.kind() == ErrorKind::PermissionDenied));
        let mut q = client(&[&[6], &[1, 2, 0, 0, 0xff, 0xff, 0xff, 0x7f], b"short"]).expect("let in");
        assert!(matches!(q.ask(&Value::long(1)), Err(Failure::Broken(_))));
        let mut old = client(&[&[0]]).expect("let in");
        assert!(matches!(old.send(&Value::null(quarry_value::Type::Guid)), Err(Failure::Signalled(_))));
    }

    /// A stream whose reads give up now and then.
    struct Halting(Vec<Option<Vec<u8>>>);

    impl Read for Halting {
        fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
            match self.0.first_mut() {
                None => Ok(0),
                Some(None) => {
                    self.0.remove(0);
                    Err(ErrorKind::WouldBlock.into())
                }
                Some(Some(bytes)) => {
                    let n = bytes.len().min(space.len());
                    space[..n].copy_from_slice(&bytes[..n]);
                    bytes.drain(..n);
                    if bytes.is_empty() {
                        self.0.remove(0);
                    }
                    Ok(n)
                }
            }
        }
    }

    impl Write for Halting {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_comes_late_is_kept() {
        let says = |kind, n| message(kind, &Value::long(n)).expect("bytes");
        let (first, second) = (says(MessageKind::Async, 7), says(MessageKind::Response, 1));
        let parts = vec![
            Some(vec![6]),
            Some(first[..3].to_vec()),
            None,
            Some(first[3..12].to_vec()),
            None,
            Some(first[12..].to_vec()),
            None,
            Some([second, says(MessageKind::Response, 2)].concat()),
        ];
        let mut q = Client::over(Halting(parts), "").expect("let in");
        assert!(matches!(q.hear(), Err(Failure::Late)));
        assert!(matches!(q.hear(), Err(Failure::Late)));
        assert_eq!(q.hear().expect("whole").as_long(), Some(7));
        assert!(matches!(q.ask(&Value::chars("first")), Err(Failure::Late)));
        assert_eq!(q.ask(&Value::chars("second")).expect("its own answer").as_long(), Some(2));
    }
}
