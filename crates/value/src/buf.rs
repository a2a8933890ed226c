//! `Buf<T>`: the items of a vector, wherever they live.
//!
//! A buffer is owned heap memory or a window on bytes that somebody else owns (a mapped file, a compressed file
//! decoded as it is touched). Readers see slices and never learn which. Writers get heap memory: a window is
//! copied first.

use crate::item::{Guid, Item};
use crate::{Sym, pool, room};
use bytemuck::Pod;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Bytes that live outside the heap and may have to be fetched before they are read.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    fn size(&self) -> usize;
    /// The bytes of `range`, fetched if need be. A failure is left with [`crate::fault::raise`] and read as zeros.
    fn bytes(&self, range: Range<usize>) -> &[u8];
    /// Base-2 logarithm of how many bytes are fetched together, for [`Source::touch`].
    fn block_log2(&self) -> u32 {
        usize::BITS - 1
    }
    /// Fetches blocks, named by their numbers, so that a later [`Source::whole`] holds them.
    fn touch(&self, _blocks: &[usize]) {
        self.bytes(0..self.size());
    }
    /// Asks for bytes that will be read soon, while something else is done: ranges that are in order. A hint.
    fn ahead(&self, _ranges: &[Range<usize>]) {}
    /// All bytes without fetching: what was not touched means nothing.
    fn whole(&self) -> &[u8] {
        self.bytes(0..self.size())
    }
    /// True when reading costs no more than memory does, so that `touch` need not be called.
    fn is_ready(&self) -> bool {
        true
    }
    /// Are its bytes gone, so that all of them read as anything, with a failure?
    fn is_lost(&self) -> bool {
        false
    }
    /// The file, for messages.
    fn name(&self) -> String;
}

/// The items of a vector. Most vectors of a program that has many are short and on the heap, so what a window needs lies
/// apart.
pub enum Buf<T> {
    Heap(Vec<T>),
    View(Box<View<T>>),
}

const _: () = assert!(size_of::<Buf<u8>>() == size_of::<Vec<u8>>());

impl<T: Item> Clone for Buf<T> {
    fn clone(&self) -> Buf<T> {
        match self {
            Buf::Heap(items) => Buf::Heap(pool::copied(items)),
            Buf::View(view) => Buf::View(view.clone()),
        }
    }
}

/// A window on a [`Source`]: `count` items from byte `start`, aligned for `T`.
#[derive(Clone)]
pub struct View<T> {
    source: Arc<dyn Source>,
    start: usize,
    count: usize,
    cast: fn(&[u8]) -> &[T],
}

impl<T: Item> Buf<T> {
    pub fn new() -> Buf<T> {
        Buf::Heap(Vec::new())
    }

    pub fn len(&self) -> usize {
        match self {
            Buf::Heap(v) => v.len(),
            Buf::View(w) => w.count,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every item, fetched if need be.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        match self {
            Buf::Heap(v) => v,
            Buf::View(w) => w.range(0..w.count),
        }
    }

    /// The items of `range`; only what covers them is fetched.
    #[inline]
    pub fn range(&self, range: Range<usize>) -> &[T] {
        match self {
            Buf::Heap(v) => &v[range],
            Buf::View(w) => w.range(range),
        }
    }

    #[inline]
    pub fn get(&self, i: usize) -> T {
        self.range(i..i + 1)[0]
    }

    /// A slice over all items in which at least those are fetched whose positions, in `at`, are in range.
    /// The rest may read as anything.
    pub fn slice_for(&self, at: &[impl Position]) -> &[T] {
        match self {
            Buf::Heap(v) => v,
            Buf::View(w) if w.source.is_ready() => w.range(0..w.count),
            Buf::View(w) => {
                w.fetch(at);
                (w.cast)(&w.source.whole()[w.start..w.start + w.count * size_of::<T>()])
            }
        }
    }

    /// [`Buf::slice_for`] of stretches that are in order.
    pub fn slice_of(&self, stretches: &[Range<usize>]) -> &[T] {
        match self {
            Buf::Heap(v) => v,
            Buf::View(w) if w.source.is_ready() => w.range(0..w.count),
            Buf::View(w) => {
                w.fetch_stretches(stretches);
                (w.cast)(&w.source.whole()[w.start..w.start + w.count * size_of::<T>()])
            }
        }
    }

    /// Asks for stretches of items that will be read soon, and fetches none.
    pub fn ahead(&self, stretches: &[Range<usize>]) {
        if let Buf::View(w) = self {
            let place = |i: usize| w.start + i.min(w.count) * size_of::<T>();
            let bytes = stretches.iter().map(|s| place(s.start)..place(s.end)).filter(|b| !b.is_empty());
            w.source.ahead(&bytes.collect::<Vec<_>>());
        }
    }

    /// Is this heap memory that can be changed in place?
    pub fn is_heap(&self) -> bool {
        matches!(self, Buf::Heap(_))
    }

    /// The items as a vector to change; a window is copied to the heap first. Unwinds where it cannot be read.
    pub fn make_mut(&mut self) -> &mut Vec<T> {
        if let Buf::View(w) = self {
            let items = room::copied(w.range(0..w.count));
            room::refuse_spoilt();
            *self = Buf::Heap(items);
        }
        match self {
            Buf::Heap(v) => v,
            Buf::View(_) => unreachable!("a window was just copied"),
        }
    }

    pub fn to_vec(&self) -> Vec<T> {
        room::copied(self.as_slice())
    }
}

/// A position; what is negative is out of range.
pub trait Position: Copy {
    fn of_item(self) -> usize;
}

impl Position for i64 {
    #[inline(always)]
    fn of_item(self) -> usize {
        self as usize
    }
}

impl Position for u32 {
    #[inline(always)]
    fn of_item(self) -> usize {
        self as usize
    }
}

impl Position for usize {
    #[inline(always)]
    fn of_item(self) -> usize {
        self
    }
}

/// Numbers of blocks that are told to a source at once.
const BLOCKS_AT_ONCE: usize = 1 << 16;
/// Positions that are looked at together.
const NEAR: usize = 16;

impl<T: Item> View<T> {
    /// Fetches the items at those of `at` that are in range. Positions that come one after another mostly lie in one block:
    /// a few together are compared with the block before.
    fn fetch(&self, at: &[impl Position]) {
        let (size, log2) = (size_of::<T>(), self.source.block_log2());
        let place = |i: usize| i.wrapping_mul(size).wrapping_add(self.start);
        let (mut blocks, mut last) = (Vec::new(), usize::MAX);
        for near in at.chunks(NEAR) {
            let there = last << log2;
            let differ = |p: usize| (p ^ there) | (p.wrapping_add(size - 1) ^ there);
            if near.iter().fold(0, |d, &i| d | differ(place(i.of_item()))) >> log2 == 0 {
                continue;
            }
            for i in near.iter().map(|i| i.of_item()).filter(|i| *i < self.count) {
                let (first, end) = (place(i) >> log2, (place(i) + size - 1) >> log2);
                if first != last || end != last {
                    blocks.extend(first..=end);
                    last = end;
                }
            }
            if blocks.len() >= BLOCKS_AT_ONCE {
                self.source.touch(&blocks);
                blocks.clear();
            }
        }
        self.source.touch(&blocks);
    }

    /// Fetches stretches of items, which are in order and in range.
    fn fetch_stretches(&self, stretches: &[Range<usize>]) {
        let (size, log2) = (size_of::<T>(), self.source.block_log2());
        let mut blocks: Vec<usize> = Vec::new();
        for s in stretches.iter().filter(|s| !s.is_empty()) {
            let first = (self.start + s.start * size) >> log2;
            let last = (self.start + s.end * size - 1) >> log2;
            let met = blocks.last().map_or(0, |b| b + 1);
            blocks.extend(first.max(met)..=last);
        }
        self.source.touch(&blocks);
    }

    fn range(&self, range: Range<usize>) -> &[T] {
        assert!(range.start <= range.end && range.end <= self.count, "range within the view");
        // A source's empty slice may lie anywhere, also where `T` may not.
        if range.is_empty() {
            return &[];
        }
        let size = size_of::<T>();
        (self.cast)(self.source.bytes(self.start + range.start * size..self.start + range.end * size))
    }
}

/// The items whose bytes these are, wherever they lie: each is written once, to memory that was not filled before.
pub(crate) fn items_in<T: Item + Pod>(bytes: &[u8]) -> Vec<T> {
    let whole = bytes.chunks_exact(size_of::<T>());
    if !pool::is_worth_copying(bytes.len()) {
        return room::collected(whole.map(bytemuck::pod_read_unaligned));
    }
    let mut items = room::zeros(whole.len());
    pool::copy(&bytes[..whole.len() * size_of::<T>()], bytemuck::cast_slice_mut::<T, u8>(&mut items));
    items
}

impl<T: Item + Pod> Buf<T> {
    /// A window of `count` items from byte `start` of `source`. Copied when the bytes are not aligned for `T`.
    /// `None` when the source is too short.
    pub fn view(source: Arc<dyn Source>, start: usize, count: usize) -> Option<Buf<T>> {
        let size = count.checked_mul(size_of::<T>())?;
        let end = start.checked_add(size)?;
        if end > source.size() {
            return None;
        }
        if count == 0 {
            return Some(Buf::new());
        }
        let aligned = (source.whole().as_ptr() as usize + start).is_multiple_of(align_of::<T>());
        if !aligned {
            return Some(Buf::Heap(items_in(source.bytes(start..end))));
        }
        Some(Buf::View(Box::new(View { source, start, count, cast: bytemuck::cast_slice })))
    }

    /// The items as bytes, in memory order.
    pub fn as_bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self.as_slice())
    }
}

impl<T> From<Vec<T>> for Buf<T> {
    fn from(v: Vec<T>) -> Buf<T> {
        Buf::Heap(v)
    }
}

impl<T: Item> Default for Buf<T> {
    fn default() -> Buf<T> {
        Buf::new()
    }
}

impl<T: Item> fmt::Debug for Buf<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.as_slice())
    }
}

/// The items of a vector, by storage.
#[derive(Clone, Debug)]
pub enum Data {
    U8(Buf<u8>),
    I16(Buf<i16>),
    I32(Buf<i32>),
    I64(Buf<i64>),
    F32(Buf<f32>),
    F64(Buf<f64>),
    Guid(Buf<Guid>),
    Sym(Buf<Sym>),
}

/// Runs `$body` with `$b` bound to the typed buffer inside a [`Data`] (or a reference to one).
#[macro_export]
macro_rules! with_data {
    ($data:expr, $b:ident => $body:expr) => {
        match $data {
            $crate::Data::U8($b) => $body,
            $crate::Data::I16($b) => $body,
            $crate::Data::I32($b) => $body,
            $crate::Data::I64($b) => $body,
            $crate::Data::F32($b) => $body,
            $crate::Data::F64($b) => $body,
            $crate::Data::Guid($b) => $body,
            $crate::Data::Sym($b) => $body,
        }
    };
}

impl Data {
    pub fn len(&self) -> usize {
        with_data!(self, b => b.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An empty buffer of this storage.
    pub fn empty(repr: crate::Repr) -> Data {
        use crate::Repr;
        match repr {
            Repr::U8 => Data::U8(Buf::new()),
            Repr::I16 => Data::I16(Buf::new()),
            Repr::I32 => Data::I32(Buf::new()),
            Repr::I64 => Data::I64(Buf::new()),
            Repr::F32 => Data::F32(Buf::new()),
            Repr::F64 => Data::F64(Buf::new()),
            Repr::Guid => Data::Guid(Buf::new()),
            Repr::Sym => Data::Sym(Buf::new()),
        }
    }

    /// Bytes the items take.
    pub fn size(&self) -> usize {
        with_data!(self, b => b.len() * width_of(b))
    }
}

fn width_of<T>(_: &Buf<T>) -> usize {
    size_of::<T>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Remembers the blocks of sixty-four bytes that were asked for.
    struct Blocks(Vec<i64>, Mutex<Vec<usize>>);

    impl Source for Blocks {
        fn size(&self) -> usize {
            self.0.len() * 8
        }
        fn bytes(&self, range: Range<usize>) -> &[u8] {
            &bytemuck::cast_slice(&self.0)[range]
        }
        fn block_log2(&self) -> u32 {
            6
        }
        fn touch(&self, blocks: &[usize]) {
            self.1.lock().expect("nobody fails").extend(blocks);
        }
        fn is_ready(&self) -> bool {
            false
        }
        fn name(&self) -> String {
            "blocks".into()
        }
    }

    /// The blocks that a view of `T` from byte `start` asks for.
    fn asked<T: Item + Pod>(start: usize, at: &[i64]) -> Vec<usize> {
        let source = Arc::new(Blocks((0..1000).collect(), Mutex::default()));
        let view =
            Buf::<T>::view(source.clone(), start, (8000 - start) / size_of::<T>()).expect("long enough");
        view.slice_for(at);
        let mut blocks = source.1.lock().expect("nobody fails").clone();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    #[test]
    fn what_stretches_need_is_asked_for() {
        let source = Arc::new(Blocks((0..1000).collect(), Mutex::default()));
        let view = Buf::<i64>::view(source.clone(), 16, 998).expect("long enough");
        let items = view.slice_of(&[0..6, 6..7, 9..9, 10..30, 31..32, 990..998]);
        assert_eq!((items.len(), items[997]), (998, 999));
        assert_eq!(*source.1.lock().expect("nobody fails"), [0, 1, 2, 3, 4, 124]);
    }

    #[test]
    fn what_positions_need_is_asked_for() {
        assert_eq!(asked::<i64>(16, &[]), []);
        assert_eq!(asked::<i64>(16, &[0, 5, 6, 5]), [0, 1]);
        assert_eq!(asked::<i64>(16, &[i64::MIN, -1, 998, 1 << 61, i64::MAX]), []);
        assert_eq!(asked::<i64>(16, &[-3, 997, 998]), [124]);
        // One that lies in two blocks.
        assert_eq!(asked::<Guid>(8, &[3, 3]), [0, 1]);
        let mut state = 7u64;
        for width in 0..200usize {
            let mut next = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as i64 % (1 + width as i64 * 5)
            };
            let at: Vec<i64> = (0..width).map(|_| next()).collect();
            let mut needed: Vec<usize> = at.iter().map(|i| (16 + *i as usize * 4) / 64).collect();
            needed.sort_unstable();
            needed.dedup();
            assert_eq!(asked::<i32>(16, &at), needed);
        }
    }
}
