//! Messages: eight bytes of header, then one object, perhaps compressed.
//!
//! ```text
//! 0  byte order of the sender: 1 lowest byte first, 0 highest
//! 1  0 async, 1 sync, 2 response
//! 2  0 plain, 1 compressed, 2 compressed with a length of eight bytes
//! 3  bits 32..39 of the size
//! 4  bits 0..31 of the size of the whole message
//! ```
//!
//! A compressed message has the plain size (four bytes, or eight) after its header.

use super::{code, deserialise, lz, write::serialise_to};
use crate::{Error, Result, Value, meter, room};

pub const HEADER_SIZE: usize = 8;
/// Messages up to this size are not worth compressing.
const PLAIN_MAX: usize = 2000;
/// A coded byte never stands for more plain ones than this.
const EXPANSION_MAX: usize = 130;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MessageKind {
    Async = 0,
    Sync = 1,
    Response = 2,
}

/// What the first eight bytes of a message say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The sender has the highest byte first.
    pub big: bool,
    pub kind: MessageKind,
    /// 0 plain, 1 and 2 compressed.
    pub compression: u8,
    /// Bytes of the whole message, header included.
    pub size: u64,
}

impl Header {
    /// Reads a header; 'badmsg for what is none.
    pub fn parse(bytes: &[u8]) -> Result<Header> {
        let Some(&[order, kind, compression, high, a, b, c, d]) = bytes.first_chunk::<HEADER_SIZE>() else {
            return Err(bad("a message shorter than its header"));
        };
        let big = order == 0;
        let low = if big { u32::from_be_bytes([a, b, c, d]) } else { u32::from_le_bytes([a, b, c, d]) };
        let kind = match kind {
            0 => MessageKind::Async,
            1 => MessageKind::Sync,
            2 => MessageKind::Response,
            _ => return Err(bad("an unknown kind of message")),
        };
        let size = u64::from(high) << 32 | u64::from(low);
        if order > 1 || compression > 2 || size < HEADER_SIZE as u64 {
            return Err(bad("a header that is none"));
        }
        Ok(Header { big, kind, compression, size })
    }

    fn bytes(&self) -> [u8; HEADER_SIZE] {
        let [a, b, c, d] = (self.size as u32).to_le_bytes();
        [1, self.kind as u8, self.compression, (self.size >> 32) as u8, a, b, c, d]
    }
}

fn bad(why: &str) -> Error {
    Error::new("badmsg").detail(why)
}

/// A message with `x` in it, not compressed.
pub fn message(kind: MessageKind, x: &Value) -> Result<Vec<u8>> {
    let mut bytes = vec![0; HEADER_SIZE];
    serialise_to(x, &mut bytes)?;
    let header = Header { big: false, kind, compression: 0, size: bytes.len() as u64 };
    bytes[..HEADER_SIZE].copy_from_slice(&header.bytes());
    Ok(bytes)
}

/// The word that a response signals; `None` for one that answers. Such responses are never compressed.
pub fn signalled(bytes: &[u8]) -> Option<&[u8]> {
    let [_, kind, 0, _, _, _, _, _, code::ERROR, text @ ..] = bytes else { return None };
    let text = (*kind == MessageKind::Response as u8).then_some(text)?;
    Some(&text[..text.iter().position(|&c| c == 0).unwrap_or(text.len())])
}

/// The response that signals an error.
pub fn error_message(word: &[u8]) -> Vec<u8> {
    let text = &word[..word.iter().position(|&c| c == 0).unwrap_or(word.len())];
    framed(MessageKind::Response, &[&[code::ERROR], text, &[0]].concat())
}

fn framed(kind: MessageKind, object: &[u8]) -> Vec<u8> {
    let size = (object.len() + HEADER_SIZE) as u64;
    let header = Header { big: false, kind, compression: 0, size };
    [&header.bytes(), object].concat()
}

/// A plain message compressed; `None` when it is short or would not shrink to half.
pub fn compress(plain: &[u8]) -> Option<Vec<u8>> {
    if plain.len() <= PLAIN_MAX {
        return None;
    }
    let header = Header::parse(plain).ok().filter(|h| h.compression == 0 && !h.big)?;
    let coded = lz::shrink(&plain[HEADER_SIZE..])?;
    let size = (HEADER_SIZE + 4 + coded.len()) as u64;
    let plain_size = u32::try_from(plain.len()).ok()?;
    Some([&Header { compression: 1, size, ..header }.bytes()[..], &plain_size.to_le_bytes(), &coded].concat())
}

/// The plain message that a compressed one stands for; a plain one is itself.
///
/// Errors: 'badmsg when the bytes do not expand to what they promise; 'wsfull.
pub fn decompress(bytes: &[u8]) -> Result<Vec<u8>> {
    let header = Header::parse(bytes)?;
    let sized = |n: usize| bytes.get(HEADER_SIZE..HEADER_SIZE + n).ok_or_else(|| bad("a message cut short"));
    let (size, start) = match header.compression {
        0 => return Ok(bytes.to_vec()),
        1 => {
            let b: [u8; 4] = sized(4)?.try_into().unwrap_or_default();
            (
                u64::from(if header.big { u32::from_be_bytes(b) } else { u32::from_le_bytes(b) }),
                HEADER_SIZE + 4,
            )
        }
        _ => {
            let b: [u8; 8] = sized(8)?.try_into().unwrap_or_default();
            (if header.big { u64::from_be_bytes(b) } else { u64::from_le_bytes(b) }, HEADER_SIZE + 8)
        }
    };
    let coded = &bytes[start..];
    let most = (coded.len() as u64 + 1) * EXPANSION_MAX as u64;
    if size < HEADER_SIZE as u64 || size > most {
        return Err(bad("a compressed message that promises too much"));
    }
    meter::check(size as usize)?;
    let plain = Header { compression: 0, size, ..header };
    let mut out = room::asking(|| Ok(room::zeros::<u8>(size as usize)))?;
    out[..HEADER_SIZE].copy_from_slice(&plain.bytes());
    out[0] = u8::from(!header.big);
    if header.big {
        out[4..8].reverse();
    }
    lz::expand(coded, &mut out[HEADER_SIZE..]).ok_or_else(|| bad("compressed bytes that do not expand"))?;
    Ok(out)
}

/// The value in a whole message, compressed or not: `-9!`. An error in it is signalled.
///
/// Errors: 'badmsg when the bytes are not exactly a message.
pub fn read_message(bytes: &[u8]) -> Result<Value> {
    let header = Header::parse(bytes)?;
    if header.size != bytes.len() as u64 {
        return Err(bad("a message whose size is not what it says"));
    }
    if header.compression == 0 {
        return deserialise(&bytes[HEADER_SIZE..], header.big);
    }
    deserialise(&decompress(bytes)?[HEADER_SIZE..], header.big)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{read_object, serialised_size, write_object};
    use crate::{Attr, Composition, Derived, Iter, Kind, Lambda, Prim, Projection, Sym, Table, Type, Vector};

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|b| format!("{b:02x}")).collect()
    }

    fn sent(x: &Value) -> String {
        hex(&message(MessageKind::Async, x).unwrap())
    }

    fn syms(texts: &[&str]) -> Value {
        Value::syms(texts.iter().map(Sym::new).collect())
    }

    #[test]
    fn documented_bytes() {
        assert_eq!(sent(&Value::int(1)), "010000000d000000fa01000000");
        assert_eq!(sent(&Value::ints(vec![1])), "010000001200000006000100000001000000");
        let list = Value::list(vec![Value::bytes((0..5).collect())]);
        assert_eq!(sent(&list), "01000000190000000000010000000400050000000001020304");
        let d = Value::dict(syms(&["a", "b"]), Value::ints(vec![2, 3]));
        assert_eq!(sent(&d), "0100000021000000630b0002000000610062000600020000000200000003000000");
        let names = vec![Sym::new("a"), Sym::new("b")];
        let t = Value::table(names, vec![Value::ints(vec![2]), Value::ints(vec![3])]);
        assert_eq!(
            sent(&t),
            "010000002f0000006200630b0002000000610062000000020000000600010000000200000006000100000003000000"
        );
        assert_eq!(hex(&error_message(b"type")), "010200000e000000807479706500");
    }

    fn everything() -> Vec<Value> {
        let plus = Value::Prim(Prim::find(Kind::Binary, "+").unwrap());
        let lambda = Value::from(Lambda::new(*b"{x+y}", Sym::new("ns")));
        let mut all: Vec<Value> = Type::all().map(Value::null).collect();
        all.extend(Type::all().map(Value::empty));
        all.extend(Type::all().map(|t| Value::collapse(vec![Value::null(t); 3])));
        all.push(Vector::of(Type::Long, vec![1i64, 2]).with_attr(Attr::Sorted).into());
        all.push(Value::list(vec![Value::identity(), Value::elided(), Value::empty_list()]));
        all.push(Value::dict(syms(&["a"]), Value::list(vec![lambda.clone()])));
        all.push(Value::table(vec![Sym::new("c")], vec![Value::longs(vec![1])]));
        all.push(Table::from_elsewhere(vec![Sym::new("c")], Sym::new("t")).into());
        all.push(Projection { func: plus.clone(), args: vec![Value::elided(), Value::long(1)] }.into());
        all.push(Composition { funcs: vec![lambda.clone(), plus.clone()] }.into());
        all.extend(Iter::ALL.map(|iter| Value::from(Derived { iter, func: plus.clone() })));
        all
    }

    #[test]
    fn bytes_come_back_as_values() {
        for x in everything() {
            let bytes = message(MessageKind::Sync, &x).unwrap();
            let back = read_message(&bytes).unwrap();
            assert_eq!(format!("{back:?}"), format!("{x:?}"));
            assert_eq!(back.type_number(), x.type_number());
            assert_eq!(serialised_size(&x).unwrap() + HEADER_SIZE, bytes.len());
            let mut file = Vec::new();
            write_object(&x, &mut file).unwrap();
            assert_eq!(read_object(&file).unwrap().1, file.len());
        }
    }

    #[test]
    fn every_cut_and_every_change_is_survived() {
        for x in everything() {
            let bytes = message(MessageKind::Sync, &x).unwrap();
            for size in 0..bytes.len() {
                assert!(read_message(&bytes[..size]).is_err());
                let _ = deserialise(&bytes[8..8.max(size)], false);
            }
            for at in 8..bytes.len() {
                for byte in [0, 1, 0x7f, 0x80, 0xff] {
                    let mut changed = bytes.clone();
                    changed[at] = byte;
                    let _ = read_message(&changed);
                    let _ = read_object(&changed[8..]);
                }
            }
        }
        assert!(deserialise(&[0, 0, 1, 0, 0, 0].repeat(1000), false).is_err(), "too deep");
    }

    #[test]
    fn compressed_messages_expand() {
        let x = Value::longs((0..1000).collect());
        let plain = message(MessageKind::Async, &x).unwrap();
        let coded = compress(&plain).unwrap();
        assert_eq!(coded.len(), 3276);
        assert_eq!(decompress(&coded).unwrap(), plain);
        assert_eq!(format!("{:?}", read_message(&coded).unwrap()), format!("{x:?}"));
        assert!(compress(&message(MessageKind::Async, &Value::long(1)).unwrap()).is_none());
        let mut greedy = coded.clone();
        greedy[8..12].fill(0xff);
        assert!(decompress(&greedy).is_err());
    }

    #[test]
    fn enumerations_stay_in_files() {
        let e = Value::from(Vector::enumeration(Sym::new("sym"), vec![1, i64::MIN]));
        let mut out = Vec::new();
        write_object(&e, &mut out).unwrap();
        assert_eq!(hex(&out), "1573796d0000020000000100000000000080");
        assert_eq!(read_object(&out).unwrap().0.type_number(), 20);
        assert!(deserialise(&out, false).is_err());
    }

    #[test]
    fn big_endian_senders_are_read() {
        let bytes = [0, 0, 0, 0, 0, 0, 0, 18, 6, 0, 0, 0, 0, 1, 0, 0, 0, 7];
        assert_eq!(format!("{:?}", read_message(&bytes).unwrap()), ",7i");
    }
}
