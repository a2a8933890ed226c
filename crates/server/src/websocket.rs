//! WebSocket (RFC 6455) as bytes: frames in, messages out, and the other way round; compressed per message (RFC 7692)
//! when both ends agreed to that.
//!
//! ```text
//!  fin rsv1 rsv2 rsv3 opcode(4) | mask length(7) | 2 or 8 bytes more of length, big-endian | 4 of mask | payload
//! ```

use crate::incoming::Incoming;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use quarry_value::{meter, room};
use std::hash::{BuildHasher, RandomState};

/// The most bytes of a message, however many frames it comes in.
const MESSAGE_MAX: usize = 1 << 30;
/// The most bytes of a control frame's payload.
const CONTROL_MAX: usize = 125;
/// Shorter messages are not worth compressing.
const DEFLATE_MIN: usize = 128;
/// What ends a message that was compressed, and is not sent.
const DEFLATE_TAIL: [u8; 4] = [0, 0, 0xff, 0xff];
/// Bytes inflated between two looks at the memory that is left.
const STEP: usize = 64 << 10;

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// The code with which those close who do not stay, such as a page that is left.
pub const GOING_AWAY: u16 = 1001;
/// Stands for none.
const NO_CODE: u16 = 1005;

/// Why a connection is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Protocol = 1002,
    NotText = 1007,
    TooLarge = 1009,
}

/// Which end of the connection this is: what a client sends is masked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Client,
    Server,
}

/// What came.
#[derive(PartialEq, Eq, Debug)]
pub enum Got {
    Message {
        is_text: bool,
        bytes: Vec<u8>,
    },
    /// A frame that is to be sent in answer.
    Reply(Vec<u8>),
    /// The conversation is over once this frame was sent.
    Over(Vec<u8>),
}

/// One end of a WebSocket.
pub struct WebSocket {
    end: End,
    /// Messages may be compressed.
    deflates: bool,
    inflater: Option<Decompress>,
    deflater: Option<Compress>,
    masks: RandomState,
    sent: u64,
    /// The message whose last frame has not come: is it text, is it compressed, what has come of it.
    open: Option<(bool, bool, Vec<u8>)>,
}

/// The first bytes of a frame.
struct Header {
    is_last: bool,
    is_compressed: bool,
    opcode: u8,
    /// Bits are set that mean nothing.
    is_strange: bool,
    is_masked: bool,
    mask: Option<[u8; 4]>,
    start: usize,
    size: usize,
}

impl Header {
    /// What the first bytes say, unless more are needed to tell where the payload lies.
    fn parse(bytes: &[u8]) -> Result<Option<Header>, Fault> {
        let [first, second, ..] = *bytes else { return Ok(None) };
        let (short, is_masked) = (usize::from(second & 0x7f), second & 0x80 != 0);
        let (length, more) = match short {
            126 => (bytes.get(2..4), 2),
            127 => (bytes.get(2..10), 8),
            _ => (Some(&[][..]), 0),
        };
        let Some(length) = length else { return Ok(None) };
        let length = length.iter().fold(0u64, |n, b| n << 8 | u64::from(*b));
        let size = if more == 0 { short } else { usize::try_from(length).map_err(|_| Fault::TooLarge)? };
        let start = 2 + more + if is_masked { 4 } else { 0 };
        Ok(Some(Header {
            is_last: first & 0x80 != 0,
            is_compressed: first & 0x40 != 0,
            opcode: first & 0xf,
            is_strange: first & 0x30 != 0,
            is_masked,
            mask: is_masked.then(|| bytes.get(2 + more..start)?.try_into().ok()).flatten(),
            start,
            size,
        }))
    }
}

impl WebSocket {
    pub fn new(end: End, deflates: bool) -> WebSocket {
        WebSocket {
            end,
            deflates,
            inflater: None,
            deflater: None,
            masks: RandomState::new(),
            sent: 0,
            open: None,
        }
    }

    /// Takes what has come, if it is a whole frame that means something.
    pub fn next(&mut self, incoming: &mut Incoming) -> Option<Got> {
        loop {
            let taken = match self.header(incoming.rest()) {
                Ok(None) => return None,
                Ok(Some(h)) if incoming.rest().len() - h.start < h.size => return None,
                Ok(Some(h)) => {
                    incoming.take(h.start);
                    let mut payload = incoming.take(h.size);
                    apply_mask(h.mask, &mut payload);
                    self.frame(&h, payload)
                }
                Err(fault) => Err(fault),
            };
            match taken {
                Ok(None) => {}
                Ok(got) => return got,
                Err(fault) => return Some(Got::Over(self.close(fault as u16))),
            }
        }
    }

    /// The code that the other end closes with, as far as what came and was not taken tells.
    pub fn farewell(&self, mut bytes: &[u8]) -> Option<u16> {
        loop {
            let header = Header::parse(bytes).ok()??;
            let (frame, rest) = bytes.get(header.start..)?.split_at_checked(header.size)?;
            if header.opcode == CLOSE {
                let mut code = frame.get(..2).unwrap_or_default().to_vec();
                apply_mask(header.mask, &mut code);
                return Some(<[u8; 2]>::try_from(code).map_or(NO_CODE, u16::from_be_bytes));
            }
            bytes = rest;
        }
    }

    /// The header of the first frame, checked, when it has come whole.
    fn header(&self, bytes: &[u8]) -> Result<Option<Header>, Fault> {
        let Some(h) = Header::parse(bytes)? else { return Ok(None) };
        let (opcode, size, masked) = (h.opcode, h.size, h.is_masked);
        let is_control = opcode >= CLOSE;
        let starts = matches!(opcode, TEXT | BINARY);
        let wrong = h.is_strange
            || h.is_compressed && !(self.deflates && starts)
            || masked != (self.end == End::Server)
            || !(starts || matches!(opcode, CONTINUATION | CLOSE | PING | PONG))
            || is_control && (!h.is_last || size > CONTROL_MAX)
            || starts && self.open.is_some()
            || opcode == CONTINUATION && self.open.is_none();
        if wrong {
            return Err(Fault::Protocol);
        }
        let held = self.open.as_ref().map_or(0, |(_, _, parts)| parts.len());
        if size > MESSAGE_MAX - held || meter::check(size).is_err() {
            return Err(Fault::TooLarge);
        }
        Ok((bytes.len() >= h.start).then_some(h))
    }

    /// What a whole frame means, if it ends something.
    fn frame(&mut self, h: &Header, payload: Vec<u8>) -> Result<Option<Got>, Fault> {
        match h.opcode {
            PING => return Ok(Some(Got::Reply(self.control(PONG, &payload)))),
            PONG => return Ok(None),
            CLOSE => return Ok(Some(Got::Over(self.closed(&payload)?))),
            CONTINUATION => {
                if let Some((_, _, parts)) = &mut self.open {
                    if !room::try_reserve(parts, payload.len()) {
                        return Err(Fault::TooLarge);
                    }
                    parts.extend_from_slice(&payload);
                }
            }
            opcode => self.open = Some((opcode == TEXT, h.is_compressed, payload)),
        }
        if !h.is_last {
            return Ok(None);
        }
        let Some((is_text, is_compressed, bytes)) = self.open.take() else { return Ok(None) };
        let bytes = if is_compressed { self.inflate(bytes)? } else { bytes };
        if is_text && std::str::from_utf8(&bytes).is_err() {
            return Err(Fault::NotText);
        }
        Ok(Some(Got::Message { is_text, bytes }))
    }

    /// The answer to the other end's goodbye: its reason.
    fn closed(&mut self, reason: &[u8]) -> Result<Vec<u8>, Fault> {
        match reason {
            [] => Ok(self.control(CLOSE, &[])),
            [a, b, text @ ..] => match u16::from_be_bytes([*a, *b]) {
                1000..=1003 | 1007..=1014 | 3000..=4999 if std::str::from_utf8(text).is_ok() => {
                    Ok(self.control(CLOSE, &[*a, *b]))
                }
                _ => Err(Fault::Protocol),
            },
            _ => Err(Fault::Protocol),
        }
    }

    /// The frame that says goodbye.
    pub fn close(&mut self, code: u16) -> Vec<u8> {
        self.control(CLOSE, &code.to_be_bytes())
    }

    fn control(&mut self, opcode: u8, payload: &[u8]) -> Vec<u8> {
        self.encode(opcode, false, payload)
    }

    /// The frame of a message.
    pub fn message(&mut self, is_text: bool, bytes: &[u8]) -> Vec<u8> {
        let opcode = if is_text { TEXT } else { BINARY };
        if self.deflates && bytes.len() >= DEFLATE_MIN {
            if let Some(coded) = self.deflate(bytes).filter(|c| c.len() < bytes.len()) {
                return self.encode(opcode, true, &coded);
            }
        }
        self.encode(opcode, false, bytes)
    }

    fn encode(&mut self, opcode: u8, is_compressed: bool, payload: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(payload.len() + 14);
        out.push(0x80 | if is_compressed { 0x40 } else { 0 } | opcode);
        let masked = if self.end == End::Client { 0x80 } else { 0 };
        match payload.len() {
            n @ 0..=125 => out.push(masked | n as u8),
            n @ 126..=0xffff => {
                out.push(masked | 126);
                out.extend_from_slice(&(n as u16).to_be_bytes());
            }
            n => {
                out.push(masked | 127);
                out.extend_from_slice(&(n as u64).to_be_bytes());
            }
        }
        self.sent += 1;
        let mask = (masked != 0).then(|| (self.masks.hash_one(self.sent) as u32).to_be_bytes());
        out.extend_from_slice(mask.as_ref().map_or(&[], |m| &m[..]));
        let start = out.len();
        out.extend_from_slice(payload);
        apply_mask(mask, &mut out[start..]);
        out
    }

    /// A message as it was before it was compressed. A short one can hold very much: memory is asked for step by step.
    fn inflate(&mut self, mut coded: Vec<u8>) -> Result<Vec<u8>, Fault> {
        coded.extend_from_slice(&DEFLATE_TAIL);
        // The other end may refer to what it sent before: the inflater is kept.
        let inflater = self.inflater.get_or_insert_with(|| Decompress::new(false));
        let mut plain = Vec::new();
        let before = inflater.total_in();
        loop {
            let at = (inflater.total_in() - before) as usize;
            let has_room = meter::check(plain.len() + STEP).is_ok() && room::try_reserve(&mut plain, STEP);
            if !has_room {
                return Err(Fault::TooLarge);
            }
            let done = inflater
                .decompress_vec(&coded[at..], &mut plain, FlushDecompress::Sync)
                .map_err(|_| Fault::Protocol)?;
            let consumed = (inflater.total_in() - before) as usize == coded.len();
            if plain.len() > MESSAGE_MAX {
                return Err(Fault::TooLarge);
            }
            match done {
                Status::StreamEnd => {
                    inflater.reset(false);
                    return Ok(plain);
                }
                _ if consumed && plain.len() < plain.capacity() => return Ok(plain),
                Status::BufError if plain.len() < plain.capacity() => return Err(Fault::Protocol),
                _ => {}
            }
        }
    }

    /// A message compressed by itself.
    fn deflate(&mut self, plain: &[u8]) -> Option<Vec<u8>> {
        let deflater = self.deflater.get_or_insert_with(|| Compress::new(Compression::fast(), false));
        deflater.reset();
        let mut coded = Vec::new();
        loop {
            coded.reserve(STEP);
            let at = deflater.total_in() as usize;
            deflater.compress_vec(&plain[at..], &mut coded, FlushCompress::Sync).ok()?;
            if deflater.total_in() as usize == plain.len() && coded.len() < coded.capacity() {
                break;
            }
        }
        coded.strip_suffix(&DEFLATE_TAIL).map(<[u8]>::to_vec)
    }
}

fn apply_mask(mask: Option<[u8; 4]>, bytes: &mut [u8]) {
    let Some(mask) = mask else { return };
    for (b, m) in bytes.iter_mut().zip(mask.iter().cycle()) {
        *b ^= m;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::incoming::READ_SIZE;

    fn incoming(bytes: &[u8]) -> Incoming {
        let mut incoming = Incoming::default();
        let mut from = bytes;
        let mut space = vec![0; READ_SIZE];
        while incoming.read_some(&mut from, &mut space).expect("bytes") != crate::incoming::Came::End {}
        incoming
    }

    fn text(bytes: &[u8]) -> Option<Got> {
        Some(Got::Message { is_text: true, bytes: bytes.to_vec() })
    }

    /// What a server makes of bytes, and the code it gives up with.
    fn fault(bytes: &[u8], deflates: bool) -> Option<u16> {
        let mut server = WebSocket::new(End::Server, deflates);
        let mut incoming = incoming(bytes);
        loop {
            match server.next(&mut incoming)? {
                Got::Over(frame) => return frame.get(2..4).map(|c| u16::from_be_bytes([c[0], c[1]])),
                _ => continue,
            }
        }
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        for deflates in [false, true] {
            let (mut client, mut server) =
                (WebSocket::new(End::Client, deflates), WebSocket::new(End::Server, deflates));
            for n in [0, 1, 125, 126, 127, 128, 65_535, 65_536, 300_000] {
                let bytes: Vec<u8> = (0..n).map(|i| b'a' + (i * i % 23) as u8).collect();
                let frame = client.message(true, &bytes);
                assert!(!deflates || n < 1000 || frame.len() < n, "{n}");
                let mut whole = incoming(&frame);
                assert_eq!(server.next(&mut whole), text(&bytes));
                assert_eq!(server.next(&mut whole), None);
                let mut cut = incoming(&frame[..frame.len() - 1]);
                assert_eq!(server.next(&mut cut), None);
                let back = server.message(false, &bytes);
                assert_eq!(client.next(&mut incoming(&back)), Some(Got::Message { is_text: false, bytes }));
            }
        }
    }

    #[test]
    fn the_examples_of_the_standard() {
        let mut client = WebSocket::new(End::Client, true);
        assert_eq!(client.next(&mut incoming(b"\x81\x05Hello")), text(b"Hello"));
        let parts = incoming(b"\x01\x03Hel\x89\x02hi\x80\x02lo");
        let mut parts = parts;
        let Some(Got::Reply(pong)) = client.next(&mut parts) else { panic!("a pong") };
        assert_eq!((pong[0], pong.len()), (0x8a, 8));
        assert_eq!(client.next(&mut parts), text(b"Hello"));
        // The same message twice: the second refers to the first.
        let first = [0xc1, 0x07, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00];
        let second = [0xc1, 0x05, 0xf2, 0x00, 0x11, 0x00, 0x00];
        assert_eq!(client.next(&mut incoming(&first)), text(b"Hello"));
        assert_eq!(client.next(&mut incoming(&second)), text(b"Hello"));
        // A stream that ends itself.
        let ends = [0xc1, 0x08, 0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00];
        assert_eq!(client.next(&mut incoming(&ends)), text(b"Hello"));
        let mut server = WebSocket::new(End::Server, false);
        let masked = b"\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58";
        assert_eq!(server.next(&mut incoming(masked)), text(b"Hello"));
    }

    #[test]
    fn what_is_against_the_rules_ends_it() {
        let zero = [0u8; 4];
        let frame =
            |first: u8, payload: &[u8]| [&[first, 0x80 | payload.len() as u8][..], &zero, payload].concat();
        assert_eq!(fault(b"\x81\x05Hello", false), Some(1002), "not masked");
        assert_eq!(fault(&frame(0xc1, b"Hello"), false), Some(1002), "compressed, not agreed");
        assert_eq!(fault(&frame(0xa1, b"Hello"), true), Some(1002), "reserved bit");
        assert_eq!(fault(&frame(0x83, b""), false), Some(1002), "reserved opcode");
        assert_eq!(fault(&frame(0x80, b""), false), Some(1002), "continues nothing");
        assert_eq!(fault(&frame(0x09, b""), false), Some(1002), "control in parts");
        assert_eq!(fault(&[&frame(0x01, b"a")[..], &frame(0x81, b"b")].concat(), false), Some(1002));
        assert_eq!(fault(&frame(0x81, b"\xff"), false), Some(1007));
        assert_eq!(fault(&frame(0x88, b"\x03"), false), Some(1002));
        assert_eq!(fault(&frame(0x88, b"\x03\xed"), false), Some(1002), "1005 is not sent");
        assert_eq!(fault(&frame(0x88, b"\x03\xe8bye"), false), Some(1000));
        assert_eq!(fault(&frame(0x88, b""), false), None, "no reason, none back");
        assert_eq!(fault(b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff", false), Some(1009));
        assert_eq!(fault(b"\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff", false), Some(1009));
        assert_eq!(fault(&frame(0xc2, b"\xff\xff\xff"), true), Some(1002), "no deflate stream");
    }
}
