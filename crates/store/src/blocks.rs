//! A [`Source`] whose bytes are made block by block when they are first touched, and may be given back.
//!
//! Address space for all bytes is reserved at once; the system gives memory only to the blocks that are made.
//! Each block is made once, by whichever thread comes first; others wait for it. A block that cannot be made
//! reads as zeros and leaves its error with [`fault::raise`] whenever it is touched.
//!
//! Bytes that were handed out stay where they are as long as somebody may look at them. Blocks are given back only by
//! somebody who has the source for himself ([`Blocks::shed`]), or between requests ([`Blocks::shed_idle`]): slices of a
//! source live on the stack of a request, so that between requests there are none. A source that was touched while
//! no request ran is not given back by the second way; who touches one without a request beside those of others is not seen, so that
//! all that evaluates is a request.
#![allow(
    unsafe_code,
    reason = "threads write blocks beside those that others look at, and pages are given back"
)]

use crate::once::Asked;
use crate::{decoded, live};
use memmap2::{MmapMut, MmapOptions, UncheckedAdvice};
use quarry_value::{Error, Result, Source, fault, pool};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Makes blocks.
pub trait Maker: Send + Sync {
    /// Bytes of every block but the last: a power of two.
    fn block_size(&self) -> usize;
    /// Bytes of all blocks.
    fn size(&self) -> usize;
    /// Fills `out`, which has the size of block `k`.
    fn make(&self, k: usize, out: &mut [u8]) -> Result<()>;
    /// The first bytes, if they can be had without the rest of their block.
    fn head(&self) -> Option<&[u8]> {
        None
    }
    /// Why block `k` could not be made, when it is asked for again.
    fn failed(&self, k: usize) -> Error {
        Error::text(format!("decompression error at block {k} in {}", self.name()))
    }
    /// Blocks that will be asked for soon.
    fn ahead(&self, blocks: Range<usize>);
    /// Bytes that block `k` is made from.
    fn cost(&self, k: usize) -> usize;
    /// Is what blocks are made from gone?
    fn is_lost(&self) -> bool {
        false
    }
    /// The file, for messages.
    fn name(&self) -> String;
}

/// Nothing is there.
const EMPTY: u8 = 0;
/// A thread is at it.
const MAKING: u8 = 1;
const MADE: u8 = 2;
/// It could not be made and is zeros.
const BAD: u8 = 3;
/// Given back, but the system takes the memory only when it needs it: to make the block again costs no fresh memory.
const WARM: u8 = 4;

/// Bytes of all sources that may be [`WARM`].
const WARM_MAX: usize = 256 << 20;
static WARM_HELD: AtomicUsize = AtomicUsize::new(0);

/// Bytes that are asked for at once, a multiple of every block's, before the ones before them are made.
const STRETCH: usize = 16 << 20;
/// Bytes of blocks that a thread takes at once, if they are so small.
const TAKEN: usize = 64 << 10;
/// Bytes that are read ahead of blocks that are made one after another, and those that the system reads at once unasked.
const READ_ON: usize = 4 << 20;
const READ_AT_ONCE: usize = 64 << 10;
/// Bytes that make a head: the header of every form of file.
pub const HEAD: usize = 4096;
/// Ranges of so many bytes lie in large pages.
const LARGE: usize = 4 << 20;
const LARGE_PAGE: usize = 2 << 20;

thread_local! {
    /// This thread makes a block. It must not hand work to the pool then, and be handed work that waits for that block.
    static MAKES: Cell<bool> = const { Cell::new(false) };
}

/// Makes a block, which may be unwound for want of memory.
fn making<R>(make: impl FnOnce() -> R) -> R {
    struct Outer(bool);
    impl Drop for Outer {
        fn drop(&mut self) {
            MAKES.set(self.0);
        }
    }
    let _outer = Outer(MAKES.replace(true));
    make()
}

pub struct Blocks<M> {
    maker: M,
    /// Owns the memory; read and written through `base` only.
    memory: Option<MmapMut>,
    base: *mut u8,
    block_log2: u32,
    states: Box<[AtomicU8]>,
    /// The request that touched a block last.
    used: Box<[AtomicU32]>,
    /// Blocks whose file the system was asked to read, since they were given back.
    asked: Asked,
    /// Blocks that are not made.
    left: AtomicUsize,
    /// Bytes that are made.
    held: AtomicUsize,
    /// Bytes that are [`WARM`].
    warm: AtomicUsize,
    /// The request that touched any block last, and the one that touched all.
    touched: AtomicU32,
    swept: AtomicU32,
    /// Touched outside of requests.
    loose: AtomicBool,
    waiting: AtomicUsize,
    turn: Mutex<()>,
    done: Condvar,
}

// SAFETY: a block is written by the one thread that took it from EMPTY to MAKING, and read only when it is MADE or BAD.
unsafe impl<M: Maker> Send for Blocks<M> {}
// SAFETY: as above.
unsafe impl<M: Maker> Sync for Blocks<M> {}

impl<M: Maker> Blocks<M> {
    /// Reserves address space. Errors: 'wsfull.
    pub fn new(maker: M) -> Result<Blocks<M>> {
        let (size, block_size) = (maker.size(), maker.block_size());
        assert!(block_size.is_power_of_two(), "blocks of a power of two");
        let count = size.div_ceil(block_size);
        let mut memory = match size {
            0 => None,
            _ => Some(reserve(size, &maker.name())?),
        };
        let base = memory.as_mut().map_or(std::ptr::null_mut(), |m| m.as_mut_ptr());
        Ok(Blocks {
            maker,
            memory,
            base,
            block_log2: block_size.ilog2(),
            states: (0..count).map(|_| AtomicU8::new(EMPTY)).collect(),
            used: (0..count).map(|_| AtomicU32::new(0)).collect(),
            asked: Asked::none(count),
            left: AtomicUsize::new(count),
            held: AtomicUsize::new(0),
            warm: AtomicUsize::new(0),
            touched: AtomicU32::new(0),
            swept: AtomicU32::new(0),
            loose: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
            turn: Mutex::new(()),
            done: Condvar::new(),
        })
    }

    pub fn maker(&self) -> &M {
        &self.maker
    }

    /// Bytes that are made.
    pub fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    /// The request that touched any block last.
    pub fn touched(&self) -> u32 {
        self.touched.load(Ordering::Relaxed)
    }

    fn place(&self, k: usize) -> Range<usize> {
        let start = k << self.block_log2;
        start..self.maker.size().min(start + (1 << self.block_log2))
    }

    /// Makes block `k` unless it is there. No: it cannot be made.
    fn ensure(&self, k: usize, now: u32) -> bool {
        let state = &self.states[k];
        let take = |s: u8| (s == EMPTY || s == WARM).then_some(MAKING);
        match state.fetch_update(Ordering::Acquire, Ordering::Acquire, take) {
            Ok(before) => {
                if before == WARM {
                    self.cool(self.place(k).len());
                }
                self.used[k].store(now, Ordering::Relaxed);
                self.read_on(k);
                Unmade { blocks: self, k, outcome: BAD }.make();
            }
            Err(MAKING) => self.wait(k),
            Err(_) => self.reuse(k, now),
        }
        let is_bad = state.load(Ordering::Acquire) == BAD;
        if is_bad {
            fault::raise(self.failed(k));
        }
        !is_bad
    }

    fn failed(&self, k: usize) -> Error {
        match self.maker.is_lost() {
            true => live::lost(&self.maker.name()),
            false => self.maker.failed(k),
        }
    }

    /// Before one block is made: what it is made from is read in one go, and more of it if blocks are made in their order.
    fn read_on(&self, k: usize) {
        let in_order = k > 0 && self.states[k - 1].load(Ordering::Relaxed) == MADE;
        let more = if in_order { READ_ON >> self.block_log2 } else { 0 };
        let starts = k.is_multiple_of((more / 2).max(1));
        if starts && (more > 0 || self.maker.cost(k) > READ_AT_ONCE) {
            self.ask(k..self.states.len().min(k + more + 1));
        }
    }

    /// Asks for blocks that will be made soon.
    fn ask(&self, blocks: Range<usize>) {
        let new = self.asked.ask(blocks);
        if !new.is_empty() {
            self.maker.ahead(new);
        }
    }

    /// Bytes of the head, as long as its block is not there: who looks at the header of a file needs no more.
    #[inline]
    fn head(&self, range: &Range<usize>) -> Option<&[u8]> {
        if range.end > HEAD || self.states[0].load(Ordering::Relaxed) != EMPTY {
            return None;
        }
        self.maker.head()?.get(range.clone())
    }

    /// So many bytes are not warm any more.
    fn cool(&self, size: usize) {
        self.warm.fetch_sub(size, Ordering::Relaxed);
        WARM_HELD.fetch_sub(size, Ordering::Relaxed);
    }

    fn wait(&self, k: usize) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        while self.states[k].load(Ordering::SeqCst) == MAKING {
            turn = self.done.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
        drop(turn);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// Notes that request `now` found block `k` made.
    #[inline]
    fn reuse(&self, k: usize, now: u32) {
        if self.used[k].load(Ordering::Relaxed) != now {
            self.used[k].store(now, Ordering::Relaxed);
            decoded::found(self.place(k).len());
        }
    }

    /// Makes every block that `range` meets.
    fn cover(&self, range: &Range<usize>) {
        let now = self.mark();
        let ready = self.is_ready();
        if ready && self.swept.load(Ordering::Relaxed) == now {
            return;
        }
        let blocks = range.start >> self.block_log2..((range.end - 1) >> self.block_log2) + 1;
        match ready {
            true => blocks.clone().for_each(|k| self.reuse(k, now)),
            false => self.make_all(blocks.clone(), now),
        }
        if blocks.len() == self.states.len() && self.is_ready() {
            self.swept.store(now, Ordering::Relaxed);
        }
    }

    /// Notes that this request touches the source; its number.
    #[inline]
    fn mark(&self) -> u32 {
        let (now, running) = decoded::now();
        if !running && !self.loose.load(Ordering::Relaxed) {
            self.loose.store(true, Ordering::Relaxed);
        }
        if self.touched.load(Ordering::Relaxed) != now {
            self.touched.store(now, Ordering::Relaxed);
        }
        now
    }

    /// Makes what is missing of `blocks`, on all threads, in their order: each takes the next few. When the first of a
    /// stretch is taken, the stretch after it is read. After a bad one the rest is left, as nobody sees what comes of it: it would
    /// take memory, for as many blocks as a file claims to have.
    fn make_all(&self, blocks: Range<usize>, now: u32) {
        if blocks.len() == 1 {
            self.ensure(blocks.start, now);
            return;
        }
        self.enlarge(&blocks);
        let stretch = (STRETCH >> self.block_log2).max(1);
        let few = (TAKEN >> self.block_log2).max(1);
        let missing = |k: &usize| self.states[*k].load(Ordering::Relaxed) != MADE;
        let ask = |soon: Range<usize>| {
            if soon.clone().any(|k| missing(&k)) {
                self.ask(soon);
            }
        };
        let part = |from: usize, count: usize| blocks.end.min(from)..blocks.end.min(from + count);
        ask(part(blocks.start, stretch));
        let next = AtomicUsize::new(blocks.start);
        let is_bad = AtomicBool::new(false);
        let turn = || {
            while !is_bad.load(Ordering::Relaxed) {
                let taken = part(next.fetch_add(few, Ordering::Relaxed), few);
                if taken.is_empty() {
                    return;
                }
                if (taken.start - blocks.start).is_multiple_of(stretch) {
                    ask(part(taken.start + stretch, stretch));
                }
                if !taken.into_iter().all(|k| self.ensure(k, now)) {
                    is_bad.store(true, Ordering::Relaxed);
                }
            }
        };
        if pool::threads() > 0 && !MAKES.get() && blocks.clone().filter(missing).nth(1).is_some() {
            pool::each(pool::threads(), &|_| turn());
        } else {
            turn();
        }
    }

    /// Makes blocks that lie here and there, in ascending order.
    fn make_some(&self, blocks: &[usize], now: u32) {
        for near in blocks.chunk_by(|a, b| a + 1 == *b) {
            self.ask(near[0]..near[near.len() - 1] + 1);
        }
        let is_bad = AtomicBool::new(false);
        let turn = |k: usize| {
            if !is_bad.load(Ordering::Relaxed) && !self.ensure(blocks[k], now) {
                is_bad.store(true, Ordering::Relaxed);
            }
        };
        if pool::threads() > 0 && !MAKES.get() && blocks.len() > 1 {
            pool::each(blocks.len(), &turn);
        } else {
            (0..blocks.len()).for_each(turn);
        }
    }

    /// Asks for large pages where whole ones will be filled: the system is entered less often.
    fn enlarge(&self, blocks: &Range<usize>) {
        let (from, to) = (self.place(blocks.start).start, self.place(blocks.end - 1).end);
        let Some(memory) = self.memory.as_ref().filter(|_| to - from >= LARGE) else { return };
        let base = self.base as usize;
        let first = (base + from).next_multiple_of(LARGE_PAGE) - base;
        let last = (base + to) / LARGE_PAGE * LARGE_PAGE - base;
        if first < last {
            // It is faster so, and right without.
            #[cfg(target_os = "linux")]
            let _ = memory.advise_range(memmap2::Advice::HugePage, first, last - first);
            #[cfg(not(target_os = "linux"))]
            let _ = memory;
        }
    }

    fn slice(&self, range: Range<usize>) -> &[u8] {
        if range.is_empty() {
            return &[];
        }
        assert!(range.end <= self.maker.size(), "range within the source");
        // SAFETY: in the reservation, which is zero or made; it lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.base.add(range.start), range.len()) }
    }

    /// Gives back made blocks, those that no request touched for the longest time first, until no more than `keep`
    /// bytes are held. The bytes given back.
    pub fn shed(&mut self, keep: usize) -> usize {
        self.give_back(keep)
    }

    /// [`Blocks::shed`] of a source that others hold. Nothing when it was touched outside of requests.
    ///
    /// # Safety
    ///
    /// No request may be running, nor start before this returns.
    pub unsafe fn shed_idle(&self, keep: usize) -> usize {
        if self.loose.load(Ordering::Relaxed) { 0 } else { self.give_back(keep) }
    }

    fn give_back(&self, keep: usize) -> usize {
        let before = self.held();
        // Blocks that the last request left alone go first.
        let last = self.touched();
        for all in [false, true] {
            let (mut run, mut run_is_warm) = (0..0, false);
            for k in 0..=self.states.len() {
                let goes = k < self.states.len()
                    && self.held() > keep
                    && matches!(self.states[k].load(Ordering::Relaxed), MADE | BAD)
                    && (all || self.used[k].load(Ordering::Relaxed) != last);
                let warm = goes && self.forget(k);
                if !run.is_empty() && (!goes || warm != run_is_warm) {
                    self.release(&std::mem::take(&mut run), run_is_warm);
                }
                if goes {
                    run = if run.is_empty() { k..k + 1 } else { run.start..k + 1 };
                    run_is_warm = warm;
                }
            }
        }
        before - self.held()
    }

    /// Is its memory to stay warm?
    fn forget(&self, k: usize) -> bool {
        self.asked.forget(k);
        let size = self.place(k).len();
        let warm = WARM_HELD.fetch_add(size, Ordering::Relaxed) + size <= WARM_MAX;
        self.warm.fetch_add(size, Ordering::Relaxed);
        if !warm {
            self.cool(size);
        }
        if self.states[k].swap(if warm { WARM } else { EMPTY }, Ordering::Relaxed) == MADE {
            self.left.fetch_add(1, Ordering::Relaxed);
        }
        self.held.fetch_sub(size, Ordering::Relaxed);
        decoded::lost(size);
        warm
    }

    /// Hands the pages of blocks that were forgotten back to the system; warm ones when it needs them.
    fn release(&self, blocks: &Range<usize>, warm: bool) {
        let Some(memory) = &self.memory else { return };
        let page = decoded::page_size();
        let from = self.place(blocks.start).start.next_multiple_of(page);
        let end = self.place(blocks.end - 1).end;
        let to = if end == self.maker.size() { end } else { end / page * page };
        if from < to {
            let advice = if warm { UncheckedAdvice::Free } else { UncheckedAdvice::DontNeed };
            // SAFETY: the pages hold only blocks that are EMPTY or WARM now, of which, as the callers of `give_back` make
            // sure, nobody has a slice. What they read as until they are made again nobody looks at. If the system
            // refuses, they stay.
            let _ = unsafe { memory.unchecked_advise_range(advice, from, to - from) };
        }
    }
}

/// A block that is being made. Those who wait for it are told in any case.
struct Unmade<'a, M: Maker> {
    blocks: &'a Blocks<M>,
    k: usize,
    outcome: u8,
}

impl<M: Maker> Unmade<'_, M> {
    fn make(mut self) {
        let b = self.blocks;
        let place = b.place(self.k);
        // SAFETY: the range lies in the reservation, and only who set MAKING gets here, before any reader sees a
        // reference to it.
        let out = unsafe { std::slice::from_raw_parts_mut(b.base.add(place.start), place.len()) };
        let made = making(|| b.maker.make(self.k, out));
        if let Err(e) = made {
            out.fill(0);
            fault::raise(e);
        } else {
            self.outcome = MADE;
            b.left.fetch_sub(1, Ordering::Release);
        }
    }
}

impl<M: Maker> Drop for Unmade<'_, M> {
    fn drop(&mut self) {
        let (b, size) = (self.blocks, self.blocks.place(self.k).len());
        b.held.fetch_add(size, Ordering::Relaxed);
        decoded::gained(size, b.maker.cost(self.k));
        b.states[self.k].store(self.outcome, Ordering::SeqCst);
        if b.waiting.load(Ordering::SeqCst) > 0 {
            drop(b.turn.lock().unwrap_or_else(PoisonError::into_inner));
            b.done.notify_all();
        }
    }
}

impl<M> Drop for Blocks<M> {
    fn drop(&mut self) {
        decoded::lost(self.held.load(Ordering::Relaxed));
        WARM_HELD.fetch_sub(self.warm.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

fn reserve(size: usize, name: &str) -> Result<MmapMut> {
    let full =
        |e: std::io::Error| Error::new("wsfull").detail(format!("no room for {size} bytes of {name}: {e}"));
    MmapOptions::new().len(size).no_reserve_swap().map_anon().map_err(full)
}

impl<M: Maker> Source for Blocks<M> {
    fn size(&self) -> usize {
        self.maker.size()
    }
    fn bytes(&self, range: Range<usize>) -> &[u8] {
        if !range.is_empty() {
            assert!(range.end <= self.maker.size(), "range within the source");
            if let Some(head) = self.head(&range) {
                return head;
            }
            self.cover(&range);
        }
        self.slice(range)
    }
    fn is_lost(&self) -> bool {
        self.maker.is_lost()
    }
    fn block_log2(&self) -> u32 {
        self.block_log2
    }
    fn touch(&self, blocks: &[usize]) {
        let now = self.mark();
        let mut missing = Vec::new();
        for &k in blocks {
            match self.states[k].load(Ordering::Acquire) {
                MADE => self.reuse(k, now),
                _ => missing.push(k),
            }
        }
        missing.sort_unstable();
        missing.dedup();
        self.make_some(&missing, now);
    }
    fn ahead(&self, ranges: &[Range<usize>]) {
        let missing = |s: &AtomicU8| matches!(s.load(Ordering::Relaxed), EMPTY | WARM);
        for range in ranges {
            let blocks = range.start >> self.block_log2..range.end.div_ceil(1 << self.block_log2);
            let states = self.states.get(blocks.clone()).unwrap_or_default();
            if let (Some(first), Some(last)) =
                (states.iter().position(missing), states.iter().rposition(missing))
            {
                self.ask(blocks.start + first..blocks.start + last + 1);
            }
        }
    }
    fn whole(&self) -> &[u8] {
        self.mark();
        self.slice(0..self.maker.size())
    }
    fn is_ready(&self) -> bool {
        self.left.load(Ordering::Acquire) == 0
    }
    fn name(&self) -> String {
        self.maker.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// Blocks of 4096 bytes, each full of its number; one cannot be made.
    struct Numbers {
        size: usize,
        bad: usize,
        made: AtomicUsize,
        asked: Mutex<Vec<Range<usize>>>,
    }

    impl Maker for Numbers {
        fn block_size(&self) -> usize {
            4096
        }
        fn size(&self) -> usize {
            self.size
        }
        fn make(&self, k: usize, out: &mut [u8]) -> Result<()> {
            self.made.fetch_add(1, Ordering::Relaxed);
            out.fill(k as u8);
            if k == self.bad { Err(Error::new("bad")) } else { Ok(()) }
        }
        fn ahead(&self, blocks: Range<usize>) {
            self.asked.lock().unwrap().push(blocks);
        }
        fn cost(&self, _: usize) -> usize {
            1
        }
        fn name(&self) -> String {
            "numbers".into()
        }
    }

    fn numbers(size: usize, bad: usize) -> Blocks<Numbers> {
        let (made, asked) = (AtomicUsize::new(0), Mutex::default());
        Blocks::new(Numbers { size, bad, made, asked }).expect("address space")
    }

    #[test]
    fn only_what_is_touched_is_made_and_what_was_given_back_is_made_again() {
        let mut b = numbers(10 * 4096 + 7, 99);
        let made = |b: &Blocks<Numbers>| b.maker.made.load(Ordering::Relaxed);
        assert_eq!(b.bytes(4095..8193).iter().map(|x| u32::from(*x)).sum::<u32>(), 4096 + 2);
        assert_eq!((made(&b), b.held(), b.is_ready()), (3, 3 * 4096, false));
        assert_eq!(b.bytes(0..b.size())[10 * 4096..], [10; 7]);
        assert_eq!((made(&b), b.held(), b.is_ready()), (11, 10 * 4096 + 7, true));
        assert_eq!(b.shed(4096), 10 * 4096);
        assert!(!b.is_ready());
        let before = made(&b);
        assert_eq!(b.bytes(0..b.size())[10 * 4096..], [10; 7]);
        assert_eq!(made(&b) - before, 10);
        b.shed(0);
        assert_eq!(b.held(), 0);
        let before = made(&b);
        b.touch(&[1, 2, 1, 0, 2]);
        assert_eq!((made(&b) - before, b.held()), (3, 3 * 4096));
        assert_eq!((b.whole()[1], b.whole()[4099], b.whole()[8193]), (0, 1, 2));
    }

    #[test]
    fn what_comes_after_a_bad_block_is_left() {
        let b = numbers(100 * 4096, 3);
        b.bytes(0..100 * 4096);
        assert!(fault::take().is_some());
        b.touch(&[1, 3, 80]);
        assert!(fault::take().is_some());
        assert!(b.held() <= 16 * 4096, "{}", b.held());
        assert_eq!(b.bytes(80 * 4096..81 * 4096)[..2], [80; 2]);
        assert!(fault::take().is_none());
    }

    #[test]
    fn what_is_there_is_not_asked_for() {
        let b = numbers(10 * 4096 + 7, 99);
        b.touch(&[2, 5, 10]);
        b.maker.asked.lock().unwrap().clear();
        b.ahead(&[2 * 4096..2 * 4096 + 9, 8191..12289, 5 * 4096..10 * 4096 + 7, 0..0]);
        assert_eq!(*b.maker.asked.lock().unwrap(), [1..4, 6..10]);
        assert_eq!(b.maker.made.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn what_was_touched_outside_of_requests_is_not_taken_away() {
        let b = numbers(2 * 4096, 99);
        let bytes = b.bytes(0..2 * 4096);
        // SAFETY: `bytes` was taken outside of requests, so that this does nothing.
        assert_eq!(unsafe { b.shed_idle(0) }, 0);
        assert_eq!(bytes[4096], 1);
    }

    #[test]
    fn many_threads_make_a_block_once() {
        use rayon::prelude::*;
        for _ in 0..20 {
            let b = numbers(64 * 4096, 99);
            (0..256usize).into_par_iter().for_each(|i| {
                let k = i * 7 % 64;
                assert_eq!(b.bytes(k * 4096..k * 4096 + 2), [k as u8; 2]);
            });
            assert_eq!(b.maker.made.load(Ordering::Relaxed), 64);
        }
    }
}
