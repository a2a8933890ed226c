//! Symbols: interned byte strings with 32-bit ids.
//!
//! The table only grows. Reading the text of an id takes no lock: texts lie in chunks of doubling size that
//! never move. Interning a new text takes a write lock.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
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
static IDS: OnceLock<RwLock<Ids>> = OnceLock::new();

/// Texts that are looked up under one lock.
const AT_ONCE: usize = 1024;

/// Ids by text. Most texts are short: they are keys themselves, so that looking one up follows no pointer.
#[derive(Default)]
struct Ids {
    short: HashMap<u128, u32, Folded>,
    long: HashMap<Text, u32>,
}

impl Ids {
    #[inline]
    fn get(&self, text: &[u8]) -> Option<u32> {
        match short(text) {
            Some(key) => self.short.get(&key),
            None => self.long.get(text),
        }
        .copied()
    }

    fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }

    fn insert(&mut self, text: &[u8]) -> u32 {
        let id = u32::try_from(self.len()).expect("fewer than 2^32 symbols");
        let text: Text = Box::leak(text.to_vec().into_boxed_slice());
        let (chunk, at) = place(id);
        let slots = CHUNKS[chunk].get_or_init(|| {
            (0..1usize << (FIRST_CHUNK_BITS as usize + chunk)).map(|_| OnceLock::new()).collect()
        });
        slots[at].set(text).expect("a symbol id is given once");
        match short(text) {
            Some(key) => self.short.insert(key, id),
            None => self.long.insert(text, id),
        };
        id
    }
}

/// A text of up to sixteen bytes as a number: no text has a NUL, so that those behind it tell its size.
#[inline]
fn short(text: &[u8]) -> Option<u128> {
    let mut key = [0; 16];
    key.get_mut(..text.len())?.copy_from_slice(text);
    Some(u128::from_le_bytes(key))
}

/// Hashes numbers of sixteen bytes by one product of their halves, each with a secret added, so that nobody can choose texts
/// that meet.
#[derive(Clone)]
struct Folded(u64, u64);

impl Default for Folded {
    fn default() -> Folded {
        let secret = || RandomState::new().hash_one(0u8);
        Folded(secret(), secret())
    }
}

impl BuildHasher for Folded {
    type Hasher = FoldedHasher;
    fn build_hasher(&self) -> FoldedHasher {
        FoldedHasher { secrets: self.clone(), hash: 0 }
    }
}

struct FoldedHasher {
    secrets: Folded,
    hash: u64,
}

impl Hasher for FoldedHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.chunks(16).for_each(|part| self.write_u128(short(part).unwrap_or(0)));
    }
    #[inline]
    fn write_u128(&mut self, key: u128) {
        let fold = |a: u64, b: u64| {
            let wide = u128::from(a) * u128::from(b);
            wide as u64 ^ (wide >> 64) as u64
        };
        let Folded(first, second) = self.secrets;
        let halves = fold(key as u64 ^ first ^ self.hash, (key >> 64) as u64 ^ second);
        self.hash = fold(halves ^ second, first | 1);
    }
    fn finish(&self) -> u64 {
        self.hash
    }
}

/// Which chunk holds `id`, and where in it. Chunk k holds 2^(10+k) texts.
fn place(id: u32) -> (usize, usize) {
    let shifted = u64::from(id) + (1 << FIRST_CHUNK_BITS);
    let bits = 63 - shifted.leading_zeros();
    ((bits - FIRST_CHUNK_BITS) as usize, (shifted - (1 << bits)) as usize)
}

fn ids() -> &'static RwLock<Ids> {
    IDS.get_or_init(|| {
        let mut ids = Ids::default();
        ids.insert(b"");
        RwLock::new(ids)
    })
}

/// What is kept of a text.
fn kept(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|&c| c == 0).unwrap_or(text.len())]
}

impl Sym {
    /// The null symbol.
    pub const EMPTY: Sym = Sym(0);

    /// The symbol with this text. Text after a NUL byte is not kept, as in q.
    pub fn new(text: impl AsRef<[u8]>) -> Sym {
        let text = kept(text.as_ref());
        if let Some(id) = ids().read().unwrap_or_else(|e| e.into_inner()).get(text) {
            return Sym(id);
        }
        // Texts outlive whatever the thread is about: they are in ordinary memory.
        let _regular = crate::memory::within(crate::memory::Domain::Regular);
        let mut ids = ids().write().unwrap_or_else(|e| e.into_inner());
        Sym(ids.get(text).unwrap_or_else(|| ids.insert(text)))
    }

    /// Puts the symbols with these texts into `out`, as many as there are of both.
    pub fn read_into<'t>(out: &mut [Sym], texts: impl Iterator<Item = &'t [u8]>) {
        let mut places = out.iter_mut().zip(texts).peekable();
        let mut fresh = Vec::new();
        while places.peek().is_some() {
            let known = ids().read().unwrap_or_else(|e| e.into_inner());
            for (place, text) in places.by_ref().take(AT_ONCE) {
                match known.get(kept(text)) {
                    Some(id) => *place = Sym(id),
                    None => fresh.push((place, text)),
                }
            }
            drop(known);
            fresh.drain(..).for_each(|(place, text)| *place = Sym::new(text));
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
        let texts: Vec<String> = (0..3000).map(|i| format!("{}{i}", "long ".repeat(i % 7))).collect();
        let mut read = vec![Sym::EMPTY; 3001];
        Sym::read_into(&mut read, texts.iter().map(|t| t.as_bytes()));
        assert_eq!(read.pop(), Some(Sym::EMPTY));
        assert!(read.iter().zip(&texts).all(|(s, t)| s.bytes() == t.as_bytes() && *s == Sym::new(t)));
        assert_eq!(Sym::new(""), Sym::EMPTY);
        assert_eq!(Sym::new("a\0b").bytes(), b"a");
        assert!(Sym::new("a") < Sym::new("b"));
    }
}
