//! The first bytes of a connection: `user:password`, what the client can read, and a zero.

use crate::incoming::Incoming;

/// What this end can read: messages of more than 2 GB with vectors of any length.
pub const CAPABILITY: u8 = 6;

/// Who wants in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Greeting {
    pub user: Vec<u8>,
    pub password: Vec<u8>,
    /// What both ends can read.
    pub capability: u8,
}

impl Greeting {
    /// Takes a greeting that has come whole.
    pub fn take(incoming: &mut Incoming) -> Option<Greeting> {
        let end = incoming.rest().iter().position(|c| *c == 0)?;
        let mut text = incoming.take(end + 1);
        text.pop();
        let capability = match text.last() {
            Some(n @ 1..=CAPABILITY) => *n,
            // 4.1 and later may say more than we know.
            Some(n) if *n < b' ' => CAPABILITY,
            _ => 0,
        };
        if capability > 0 {
            text.pop();
        } else if incoming.rest() == [0] {
            // A capability of 0 is a zero itself, and ends the text before the zero that was meant to.
            incoming.take(1);
        }
        let colon = text.iter().position(|c| *c == b':');
        let (user, password) = colon.map_or((&text[..], &b""[..]), |at| (&text[..at], &text[at + 1..]));
        Some(Greeting { user: user.to_vec(), password: password.to_vec(), capability })
    }

    /// The bytes that ask for entry with `user:password`.
    pub fn bytes(login: &[u8]) -> Vec<u8> {
        [login, &[CAPABILITY, 0]].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (Option<(String, String, u8)>, usize) {
        let mut incoming = Incoming::default();
        incoming.read(&mut &bytes[..], &mut [0; 100]).expect("bytes");
        let text = |b: Vec<u8>| String::from_utf8_lossy(&b).into_owned();
        let greeting = Greeting::take(&mut incoming);
        (greeting.map(|g| (text(g.user), text(g.password), g.capability)), incoming.rest().len())
    }

    #[test]
    fn greetings_of_old_and_new_clients() {
        let who = |user: &str, password: &str, n| Some((user.to_string(), password.to_string(), n));
        assert_eq!(read(b"alice:secret\x03\0"), (who("alice", "secret", 3), 0));
        assert_eq!(read(b"alice:a:b\x06\0\x01"), (who("alice", "a:b", 6), 1));
        assert_eq!(read(b"alice\x03\0"), (who("alice", "", 3), 0));
        assert_eq!(read(b"\x03\0"), (who("", "", 3), 0));
        assert_eq!(read(b":\0"), (who("", "", 0), 0));
        assert_eq!(read(b"alice:x\0\0"), (who("alice", "x", 0), 0));
        assert_eq!(read(b"alice:sec"), (None, 9));
        assert_eq!(read(&Greeting::bytes(b"u:p")), (who("u", "p", 6), 0));
    }
}
