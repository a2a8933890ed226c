//! Symbols: interned byte strings with 32-bit ids.
//!
//! The table only grows. Reading the text of an id takes no lock: where texts are is told by chunks that never move, and
//! the texts themselves lie one behind the other in blocks. Interning a new text takes a write lock.

use crate::room;
use std::fmt;
use std::sync::{OnceLock, RwLock};

mod ids;

use ids::Ids;
pub(crate) use ids::number;

/// A symbol: the id of its text. Equality is identity; order is by text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Sym(u32);

type Text = &'static [u8];
type Chunk = Box<[OnceLock<Text>]>;

/// Chunks double in size from the first to the greatest; those after it are as large.
const FIRST_CHUNK_BITS: u32 = 10;
const LAST_CHUNK_BITS: u32 = 19;
const DOUBLING: usize = (LAST_CHUNK_BITS - FIRST_CHUNK_BITS) as usize;
const CHUNK_COUNT: usize = DOUBLING + (1 << (32 - LAST_CHUNK_BITS));

static CHUNKS: [OnceLock<Chunk>; CHUNK_COUNT] = [const { OnceLock::new() }; CHUNK_COUNT];
static IDS: OnceLock<RwLock<Ids>> = OnceLock::new();

/// Texts that are looked up together, under one lock.
const AT_ONCE: usize = 256;
/// Texts that come in an order seen before, under one lock.
const IN_ORDER: usize = 1 << 12;

/// Which chunk holds `id`, and where in it.
#[inline]
fn place(id: u32) -> (usize, usize) {
    let shifted = u64::from(id) + (1 << FIRST_CHUNK_BITS);
    let bits = 63 - shifted.leading_zeros();
    if bits < LAST_CHUNK_BITS {
        return ((bits - FIRST_CHUNK_BITS) as usize, (shifted - (1 << bits)) as usize);
    }
    let last = 1 << LAST_CHUNK_BITS;
    (DOUBLING + (shifted / last) as usize - 1, (shifted % last) as usize)
}

/// How many texts a chunk has.
fn chunk_size(chunk: usize) -> usize {
    1 << (FIRST_CHUNK_BITS as usize + chunk.min(DOUBLING))
}

/// Where the text of an id is told, or will be.
fn slot(id: u32) -> &'static OnceLock<Text> {
    let (chunk, at) = place(id);
    let fresh = || room::collected((0..chunk_size(chunk)).map(|_| OnceLock::new())).into();
    &CHUNKS[chunk].get_or_init(fresh)[at]
}

fn ids() -> &'static RwLock<Ids> {
    IDS.get_or_init(|| RwLock::new(Ids::new()))
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
        let known = ids().read().unwrap_or_else(|e| e.into_inner());
        let key = known.key(text);
        if let Some(id) = known.get(key, text) {
            return Sym(id);
        }
        drop(known);
        // Texts outlive whatever the thread is about: they are in ordinary memory.
        let _regular = crate::memory::within(crate::memory::Domain::Regular);
        Sym(ids().write().unwrap_or_else(|e| e.into_inner()).get_or_insert(key, text))
    }

    /// Puts the symbols with these texts into `out`, as many as there are of both.
    pub fn read_into<'t>(out: &mut [Sym], texts: impl Iterator<Item = &'t [u8]>) {
        let mut places = out.iter_mut().zip(texts).peekable();
        let (mut asked, mut fresh) = (Vec::new(), Vec::new());
        // The id of the next text, if they come in the order in which they did before.
        let mut next = 0;
        while places.peek().is_some() {
            let known = ids().read().unwrap_or_else(|e| e.into_inner());
            for _ in 0..IN_ORDER {
                let follows = |text: &[u8]| {
                    next != 0 && (next as usize) < known.len() && Sym(next).bytes() == kept(text)
                };
                let Some((place, _)) = places.next_if(|(_, text)| follows(text)) else { break };
                *place = Sym(next);
                next += 1;
            }
            let mut near = 0;
            for (place, text) in places.by_ref().take(AT_ONCE) {
                let text = kept(text);
                let key = known.key(text);
                near ^= known.touch(key);
                asked.push((place, key, text));
            }
            std::hint::black_box(near);
            let mut last = 0;
            for (place, key, text) in asked.drain(..) {
                match known.get(key, text) {
                    Some(id) => {
                        next = if id == last + 1 { id + 1 } else { 0 };
                        (last, *place) = (id, Sym(id));
                    }
                    None => fresh.push((place, key, text)),
                }
            }
            drop(known);
            if fresh.is_empty() {
                continue;
            }
            let _regular = crate::memory::within(crate::memory::Domain::Regular);
            let mut ids = ids().write().unwrap_or_else(|e| e.into_inner());
            fresh.drain(..).for_each(|(place, key, text)| *place = Sym(ids.get_or_insert(key, text)));
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
    #[inline]
    pub fn id(self) -> u32 {
        self.0
    }

    /// The symbol with an id that [`Sym::id`] gave.
    #[inline]
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
        let alphabet = b"abcdefghijklmnopqrstuvwxyz";
        for n in 0..=17 {
            let mut key = [0; 17];
            key[..n].copy_from_slice(&alphabet[..n]);
            let key = u128::from_le_bytes(*key.first_chunk().unwrap());
            assert_eq!(number(&alphabet[..n]), (n < 17).then_some(key));
        }
        assert_eq!(Sym::new(""), Sym::EMPTY);
        assert_eq!(Sym::new("a\0b").bytes(), b"a");
        assert!(Sym::new("a") < Sym::new("b"));
    }

    /// Texts of every size around those of the short ones, with a NUL at every place, several alike but for one byte.
    #[test]
    fn texts_end_at_a_nul_however_they_are_looked_up() {
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for size in 0..20 {
            let text: Vec<u8> = (0..size).map(|i| b'a' + i).collect();
            for at in 0..text.len() {
                for byte in [0, 1, 0xff] {
                    texts.push(
                        text.iter().enumerate().map(|(i, c)| if i == at { byte } else { *c }).collect(),
                    );
                }
            }
            texts.push([&text[..], &[0]].concat());
            texts.push(text);
        }
        let mut together = vec![Sym::EMPTY; texts.len()];
        Sym::read_into(&mut together, texts.iter().map(|t| &t[..]));
        for (text, sym) in texts.iter().zip(together) {
            assert_eq!(sym.bytes(), kept(text));
            assert_eq!(Sym::new(text), sym);
        }
    }

    #[test]
    fn threads_agree_on_new_texts() {
        use rayon::prelude::*;
        let text = |i: usize| format!("{}{i}", ["of threads ", "a much longer text of threads "][i % 2]);
        let read = |_| -> Vec<Sym> {
            let texts: Vec<String> = (0..3000).map(text).collect();
            let mut out = vec![Sym::EMPTY; texts.len()];
            let (one, many) = out.split_at_mut(1000);
            one.iter_mut().zip(&texts).for_each(|(sym, text)| *sym = Sym::new(text));
            Sym::read_into(many, texts[1000..].iter().map(|t| t.as_bytes()));
            out
        };
        let all: Vec<Vec<Sym>> = (0..4).into_par_iter().with_max_len(1).map(read).collect();
        assert!(all.iter().all(|syms| *syms == all[0]));
        assert!(all[0].iter().enumerate().all(|(i, sym)| sym.bytes() == text(i).as_bytes()));
    }
}
