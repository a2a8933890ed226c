//! TLS: both ends of a connection, and somebody between them who changes what they say.

use quarry_server::{Door, Environment, Layer, Secrets};
use std::collections::VecDeque;
use std::fs;
use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::sync::{Arc, LazyLock};

/// Steps in which one end or the other says something. A connection is over long before that.
const STEPS: usize = 200;
/// Bytes that a socket takes at once.
const ROOM: usize = 5000;
const HOST: &str = "localhost";

/// What is agreed on before a connection: how a server speaks, by mode, and what clients of two versions know.
struct Agreed {
    doors: [Door; 2],
    clients: [Secrets; 2],
}

static AGREED: LazyLock<Agreed> = LazyLock::new(|| {
    let folder = crate::folder();
    let made = rcgen::generate_simple_self_signed([HOST.to_string()]).expect("a certificate");
    let (certificate, key) = (folder.join("tls.pem"), folder.join("tls.key"));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(&certificate, made.cert.pem()).expect("written");
    fs::write(&key, made.signing_key.serialize_pem()).expect("written");
    let secrets = |most: &'static str| {
        let (certificate, key) = (certificate.display().to_string(), key.display().to_string());
        let environment: Environment = Arc::new(move |name| match name {
            "SSL_CERT_FILE" | "SSL_CA_CERT_FILE" => Some(certificate.clone().into_bytes()),
            "SSL_KEY_FILE" => Some(key.clone().into_bytes()),
            "SSL_MAXPROTOCOL" => Some(most.into()),
            _ => None,
        });
        Secrets::new(environment)
    };
    let both = secrets("TLSv1.3");
    Agreed {
        doors: [1, 2].map(|mode| both.door(mode).expect("a certificate")),
        clients: [secrets("TLSv1.2"), both],
    }
});

/// What one end has sent and the other not read. It takes so much at once, and then nothing until it is read.
#[derive(Default)]
struct Way {
    bytes: VecDeque<u8>,
    /// Nothing more comes.
    ended: bool,
}

/// A socket: what comes, and what goes.
struct Socket<'a> {
    from: &'a mut Way,
    to: &'a mut Way,
}

impl Read for Socket<'_> {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        match self.from.bytes.read(space)? {
            0 if !space.is_empty() && !self.from.ended => Err(ErrorKind::WouldBlock.into()),
            n => Ok(n),
        }
    }
}

impl Write for Socket<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match ROOM.saturating_sub(self.to.bytes.len()).min(bytes.len()) {
            0 if !bytes.is_empty() => Err(ErrorKind::WouldBlock.into()),
            n => self.to.bytes.write(&bytes[..n]),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One end of a connection, which says `says` and then, when it has heard `wants` bytes, that this was all.
struct Talker {
    layer: Layer,
    wants: usize,
    says: Vec<u8>,
    said: usize,
    heard: Vec<u8>,
    /// It takes part no more.
    failed: bool,
}

impl Talker {
    fn new(layer: Layer, says: Vec<u8>, wants: usize) -> Talker {
        Talker { layer, wants, says, said: 0, heard: Vec::new(), failed: false }
    }

    /// Says and hears what the socket lets it, as a connection of the server does.
    fn step(&mut self, socket: &mut Socket) {
        let mut space = [0; 1000];
        while !self.failed {
            match self.layer.read(socket, &mut space) {
                Ok(0) => self.failed = true,
                Ok(n) => self.heard.extend_from_slice(&space[..n]),
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.failed = true,
            }
        }
        while !self.failed && self.said < self.says.len() {
            match self.layer.write(socket, &[IoSlice::new(&self.says[self.said..])]) {
                Ok(n) => self.said += n,
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.failed = true,
            }
        }
        if !self.failed && self.said == self.says.len() && self.heard.len() >= self.wants {
            self.layer.finish(socket);
        } else {
            // Errors come again with the next read.
            let _ = self.layer.flush(socket);
        }
        if self.failed {
            socket.to.ended = true;
        }
    }
}

/// What comes of bytes at the end that listens; the first says how they are used: as what a client sends, cut into pieces, or as
/// a list of changes to what a client and a server say to each other.
pub fn tls(bytes: &[u8]) {
    let Some((how, rest)) = bytes.split_first() else { return };
    let door = &AGREED.doors[usize::from(how >> 1 & 1)];
    let server = Layer::accept(door).expect("a layer");
    match how & 1 {
        0 => listen(Talker::new(server, b"an answer".to_vec(), 1), rest, 1 + usize::from(how >> 3) * 40),
        _ => relay(server, &AGREED.clients[usize::from(how >> 2 & 1)], how & 8 == 0, rest),
    }
}

fn listen(mut server: Talker, bytes: &[u8], cut: usize) {
    let (mut from, mut to) = (Way::default(), Way::default());
    for part in bytes.chunks(cut) {
        from.bytes.extend(part);
        server.step(&mut Socket { from: &mut from, to: &mut to });
        to.bytes.clear();
    }
    from.ended = true;
    for _ in 0..2 {
        server.step(&mut Socket { from: &mut from, to: &mut to });
        to.bytes.clear();
    }
    assert!(server.failed, "what is over ends");
}

/// A change of what goes one way or the other: what, where in all that goes that way, and a number.
struct Change {
    what: u8,
    to_server: bool,
    at: usize,
    number: u8,
}

/// Both talk, and listen to all that the other says or hang up amid that.
fn relay(server: Layer, client: &Secrets, patient: bool, rest: &[u8]) {
    let changes: Vec<Change> = rest
        .chunks_exact(4)
        .map(|c| Change {
            what: c[0] >> 1,
            to_server: c[0] & 1 == 0,
            at: usize::from(u16::from_le_bytes([c[1], c[2]])),
            number: c[3],
        })
        .collect();
    let ours = client.for_client(false).expect("settings");
    let says = |n: usize| (0..n).map(|i| (i * 7 % 251) as u8).collect::<Vec<u8>>();
    let counts = [20_000, 9000];
    let wants = |n: usize| if patient { n } else { 1 };
    let client = Layer::begin(ours, HOST).expect("a layer");
    let mut ends = [
        Talker::new(client, says(counts[0]), wants(counts[1])),
        Talker::new(server, says(counts[1]), wants(counts[0])),
    ];
    // What each wrote, and what the other reads of that.
    let mut written = [Way::default(), Way::default()];
    let mut read = [Way::default(), Way::default()];
    let mut passed = [0, 0];
    for _ in 0..STEPS {
        for i in [0, 1] {
            ends[i].step(&mut Socket { from: &mut read[1 - i], to: &mut written[i] });
            let changes = changes.iter().filter(|c| c.to_server == (i == 0));
            pass(&mut written[i], &mut read[i], &mut passed[i], changes);
        }
    }
    // A server that takes both hears what is no TLS as it is.
    let secured = ends[1].layer.secured().is_some();
    for i in [0, 1].into_iter().filter(|i| secured || *i == 1) {
        let (said, heard) = (&ends[i].says, &ends[1 - i].heard);
        assert!(said.starts_with(heard), "what was changed on its way was heard");
    }
    let whole = [0, 1].iter().all(|i| ends[*i].heard.len() == counts[1 - i]);
    assert!(whole || !patient || !changes.is_empty(), "what was left alone did not arrive");
}

/// Passes on what was written, changed.
fn pass<'a>(
    from: &mut Way,
    to: &mut Way,
    passed: &mut usize,
    changes: impl Iterator<Item = &'a Change> + Clone,
) {
    while let Some(byte) = from.bytes.pop_front() {
        let mut out = vec![byte];
        for c in changes.clone().filter(|c| c.at == *passed) {
            match c.what % 8 {
                0 => out[0] ^= c.number,
                1 => out.clear(),
                2 => drop(from.bytes.drain(..usize::from(c.number).min(from.bytes.len()))),
                3 => out.extend(std::iter::repeat_n(c.number, 300)),
                4 => to.ended = true,
                // Records of all kinds, too short, too long, in the clear.
                5 => out.splice(0..0, [20 + c.number % 6, 3, 3, 0, 2, 1, 0]).for_each(drop),
                6 => out.splice(0..0, [20 + c.number % 6, 3, 3, c.number, 255]).for_each(drop),
                _ => out.extend_from_within(..),
            }
            if out.is_empty() {
                out.push(c.number);
            }
        }
        *passed += 1;
        if !to.ended {
            to.bytes.extend(out);
        }
    }
    to.ended |= from.ended;
}

/// What clients begin with, and lists of changes.
pub fn seeds() -> Vec<Vec<u8>> {
    let hello = |i: usize| {
        let ours = AGREED.clients[i].for_client(false).expect("settings");
        let (mut from, mut to) = (Way::default(), Way::default());
        let mut layer = Layer::begin(ours, HOST).expect("a layer");
        layer.flush(&mut Socket { from: &mut from, to: &mut to }).expect("room");
        Vec::from(to.bytes)
    };
    let mut all = Vec::new();
    for how in [0x08, 0x0a, 0xf8, 0xfa] {
        let plain: [&[u8]; 3] = [b"u:p\x06\0", b"GET / HTTP/1.1\r\n\r\n", &[22, 3, 1, 0, 2, 1, 0]];
        all.extend(plain.map(|p| [&[how], p].concat()));
        all.extend(
            [0, 1]
                .map(|i| [&[how][..], &hello(i), &[20, 3, 3, 0, 1, 1], &[23, 3, 3, 0, 3, 1, 2, 3]].concat()),
        );
    }
    for how in [1, 3, 5, 7, 9, 11, 13, 15] {
        all.push(vec![how]);
        for what in 0..16u8 {
            // In the greeting of either end, in what is encrypted then, amid what is said.
            all.extend([0, 5, 100, 700, 1500, 6000u16].map(|at| {
                let [low, high] = at.to_le_bytes();
                vec![how, what, low, high, what.wrapping_mul(37)]
            }));
        }
    }
    all
}
