//! Keys of dictionaries, as programs look for them and add to them: by their bits, and without memory of their own.

use crate::append;
use crate::atomic::bits::Bits;
use crate::lookup;
use crate::order::Key;
use quarry_value::{Attr, Buf, Data, Vector};
use std::sync::OnceLock;

/// The keys of a dictionary, in memory.
pub(crate) enum Keys<'a> {
    Read(&'a Vector),
    Own(&'a mut Vector),
}

/// Where an entry is.
pub enum Entry {
    At(usize),
    /// There is none.
    Missing,
    /// To find it takes a long walk.
    Far,
}

/// Runs `$body` with `$b` bound to the items in memory of keys.
macro_rules! keys {
    ($data:expr, $b:ident => $body:expr, $else:expr) => {
        match $data {
            Data::I64(Buf::Heap($b)) => $body,
            Data::Sym(Buf::Heap($b)) => $body,
            Data::I32(Buf::Heap($b)) => $body,
            Data::F64(Buf::Heap($b)) => $body,
            Data::U8(Buf::Heap($b)) => $body,
            Data::I16(Buf::Heap($b)) => $body,
            Data::F32(Buf::Heap($b)) => $body,
            _ => $else,
        }
    };
}

impl Keys<'_> {
    /// Where the key is whose bits these are.
    pub fn find(&self, key: u64) -> Entry {
        fn go<T: Key + Bits>(keys: &Vector, _: &[T], key: u64) -> Entry {
            match lookup::soon(keys, T::of_bits(key)) {
                Some(at) if at < keys.len() => Entry::At(at),
                Some(_) => Entry::Missing,
                None => Entry::Far,
            }
        }
        let keys = match self {
            Keys::Read(keys) => keys,
            Keys::Own(keys) => &**keys,
        };
        keys!(&keys.data, b => go(keys, b, key), Entry::Far)
    }

    /// Puts a new key behind the others; false where that takes memory, and of keys to read.
    pub fn push(&mut self, key: u64) -> bool {
        let Keys::Own(keys) = self else { return false };
        if !keys!(&keys.data, b => b.len() < b.capacity() && follows(keys, b, key), false) {
            return false;
        }
        let (attr, index) = (keys.attr.get(), &mut keys.index);
        keys!(&mut keys.data, b => push(b, attr, index, key), false)
    }
}

fn follows<T: Key + Bits>(keys: &Vector, _: &[T], key: u64) -> bool {
    lookup::follows(keys, T::of_bits(key))
}

fn push<T: Key + Bits>(
    items: &mut Vec<T>,
    attr: Attr,
    index: &mut OnceLock<lookup::Shared>,
    key: u64,
) -> bool {
    append::push(items, attr, index, T::of_bits(key))
}
