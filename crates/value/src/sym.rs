//! Symbols: interned byte strings with 32-bit ids.
//!
//! The table only grows. Reading the text of an id takes no lock: texts lie in chunks of doubling size that
//! never move. Interning a new text takes a write lock.

use std::collections::HashMap;
use std::fmt;
use std::sync::{OnceLock, RwLock};

/// A symbol: the id of its text. Equality is identity; order is by text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Sym(u32);

type Text = &'static [u8];
type Chunk = Box<[OnceLock<Text>]>;

const FIRST_CHUNK_BITS: u32 = 10;
const CHUNK_COUNT: usize = 22;

static CHUNKS: [OnceLock<Chunk>; CHUNK_COUNT] = [const { OnceLock::new() }; CHUNK_COUNT];
static IDS: OnceLock<RwLock<HashMap<Text, u32>>> = OnceLock::new();

/// Which chunk holds `id`, and where in it. Chunk k holds 2^(10+k) texts.
fn place(id: u32) -> (usize, usize) {
    let shifted = u64::from(id) + (1 << FIRST_CHUNK_BITS);
    let bits = 63 - shifted.leading_zeros();
    ((bits - FIRST_CHUNK_BITS) as usize, (shifted - (1 << bits)) as usize)
}

fn ids() -> &'static RwLock<HashMap<Text, u32>> {
    IDS.get_or_init(|| {
        let mut map = HashMap::new();
        insert(&mut map, b"");
        RwLock::new(map)
    })
}

fn insert(map: &mut HashMap<Text, u32>, text: &[u8]) -> u32 {
    let id = u32::try_from(map.len()).expect("fewer than 2^32 symbols");
    let text: Text = Box::leak(text.to_vec().into_boxed_slice());
    let (chunk, at) = place(id);
    let slots = CHUNKS[chunk].get_or_init(|| {
        (0..1usize << (FIRST_CHUNK_BITS as usize + chunk)).map(|_| OnceLock::new()).collect()
    });
    slots[at].set(text).expect("a symbol id is given once");
    map.insert(text, id);
    id
}

impl Sym {
    /// The null symbol.
    pub const EMPTY: Sym = Sym(0);

    /// The symbol with this text. Text after a NUL byte is not kept, as in q.
    pub fn new(text: impl AsRef<[u8]>) -> Sym {
        let text = text.as_ref();
        let text = &text[..text.iter().position(|&c| c == 0).unwrap_or(text.len())];
        if let Some(&id) = ids().read().unwrap_or_else(|e| e.into_inner()).get(text) {
            return Sym(id);
        }
        // Texts outlive whatever the thread is about: they are in ordinary memory.
        let _regular = crate::memory::within(crate::memory::Domain::Regular);
        let mut map = ids().write().unwrap_or_else(|e| e.into_inner());
        match map.get(text) {
            Some(&id) => Sym(id),
            None => Sym(insert(&mut map, text)),
        }
    }

    /// The text; it lives as long as the process.
    pub fn bytes(self) -> &'static [u8] {
        if self.0 == 0 {
            return b"";
        }
        let (chunk, at) = place(self.0);
        CHUNKS[chunk].get().and_then(|c| c[at].get()).copied().unwrap_or(b"")
    }

    /// The text for people; bytes that are not UTF-8 are replaced.
    pub fn text(self) -> std::borrow::Cow<'static, str> {
        String::from_utf8_lossy(self.bytes())
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The interning id: dense from 0, good for tables indexed by symbol.
    pub fn id(self) -> u32 {
        self.0
    }

    /// The symbol with an id that [`Sym::id`] gave.
    pub fn from_id(id: u32) -> Sym {
        Sym(id)
    }

    /// How many symbols are interned.
    pub fn interned() -> usize {
        ids().read().unwrap_or_else(|e| e.into_inner()).len()
    }
}

impl PartialOrd for Sym {
    fn partial_cmp(&self, other: &Sym) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sym {
    fn cmp(&self, other: &Sym) -> std::cmp::Ordering {
        if self.0 == other.0 { std::cmp::Ordering::Equal } else { self.bytes().cmp(other.bytes()) }
    }
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "`{}", self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_shared_and_texts_stay() {
        let syms: Vec<Sym> = (0..5000).map(|i| Sym::new(format!("s{i}"))).collect();
        for (i, s) in syms.iter().enumerate() {
            assert_eq!(s.bytes(), format!("s{i}").as_bytes());
            assert_eq!(Sym::new(format!("s{i}")), *s);
        }
        assert_eq!(Sym::new(""), Sym::EMPTY);
        assert!(Sym::new("a") < Sym::new("b"));
    }
}
