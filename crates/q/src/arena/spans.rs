//! Whole pages of a range of offsets: which are free, and which of those the file system backs.
//!
//! Free spans of one kind that touch are one span. A request takes the smallest backed span that holds it. When there
//! is none, the place that needs the fewest pages more is backed. What is given back stays backed for the next request
//! up to a limit; beyond that it goes back to the file system, and only its offsets are kept.
//!
//! Backed is always a whole number of chunks, as large as the largest page there is. A file system that keeps a file in
//! large pages fills in all of one when any byte of it is written; were a part of it not backed, a full file system
//! would end the process then.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub const PAGE: usize = 4096;

/// What is backed starts and ends at multiples of this.
pub const CHUNK: usize = 2 << 20;
/// Bytes that may be free and backed, or a quarter of all if that is more: to fill new pages takes several times as long
/// as to fill those that are there.
const IDLE: usize = 256 << 20;

/// What gives pages to offsets, and takes them back.
pub trait Backing {
    /// From now on these offsets can be written; `false` where there is no room, and then nothing has changed.
    fn back(&mut self, range: Range<usize>) -> bool;
    /// Nothing in these offsets is needed; `false` if that cannot be.
    fn release(&mut self, range: Range<usize>) -> bool;
}

#[derive(Clone, Copy)]
struct Span {
    size: usize,
    is_backed: bool,
}

pub struct Spans<B> {
    pub backing: B,
    /// Free spans by offset.
    free: BTreeMap<usize, Span>,
    /// Size and offset of those that are backed.
    by_size: BTreeSet<(usize, usize)>,
    /// Bytes backed, in use or not, and the most there ever were.
    backed: usize,
    most: usize,
    /// Bytes backed and not in use.
    idle: usize,
}

pub const fn whole_pages(size: usize) -> usize {
    size.next_multiple_of(PAGE)
}

impl<B: Backing> Spans<B> {
    /// Offsets up to `size`, whole chunks.
    pub fn new(backing: B, size: usize) -> Spans<B> {
        debug_assert!(size.is_multiple_of(CHUNK));
        let free = BTreeMap::from([(0, Span { size, is_backed: false })]);
        Spans { backing, free, by_size: BTreeSet::new(), backed: 0, most: 0, idle: 0 }
    }

    /// Bytes that the file holds, and the most it ever held.
    pub fn held(&self) -> (usize, usize) {
        (self.backed, self.most)
    }

    /// Bytes that are backed and free.
    pub fn idle(&self) -> usize {
        self.idle
    }

    /// Asks for the first pages, so that a file system that cannot give any is found out.
    pub fn start(&mut self) -> bool {
        self.back(0, CHUNK)
    }

    /// The offset of `size` bytes (whole pages) that can be written, at a multiple of `align`.
    pub fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        let more = align.saturating_sub(PAGE);
        let total = size.checked_add(more)?;
        let at = self.place(total)?;
        self.carve(at, total);
        let start = at.next_multiple_of(align);
        // What lies before and behind stays free.
        self.insert_parts([(at, start, true), (start + size, at + total, true)]);
        Some(start)
    }

    /// Takes bytes back.
    pub fn give(&mut self, at: usize, size: usize) {
        let start = self.insert(at, Span { size, is_backed: true });
        if self.idle > IDLE.max(self.backed / 4) {
            self.release(start);
        }
    }

    /// Are the `more` bytes behind offset `end` to be had? Then they are taken.
    pub fn extend(&mut self, end: usize, more: usize) -> bool {
        let is_free = self.free.contains_key(&end) && self.run(end) >= more;
        let done = is_free && self.back(end, more);
        if done {
            self.carve(end, more);
        }
        done
    }

    /// Gives everything that is free back to the file system.
    pub fn trim(&mut self) {
        let idle: Vec<usize> = self.by_size.iter().map(|(_, start)| *start).collect();
        idle.into_iter().for_each(|start| self.release(start));
    }

    /// An offset from which `size` backed bytes are free.
    fn place(&mut self, size: usize) -> Option<usize> {
        if let Some((_, start)) = self.by_size.range((size, 0)..).next() {
            return Some(*start);
        }
        self.backed_place(size).or_else(|| {
            self.trim();
            self.backed_place(size)
        })
    }

    fn backed_place(&mut self, size: usize) -> Option<usize> {
        let cost = |start: &usize| Some((self.cost(*start, size)?, *start));
        let (_, start) = self.free.keys().filter_map(cost).min()?;
        self.back(start, size).then_some(start)
    }

    /// How many bytes must be backed for `size` from the free span at `start`; `None` where fewer are free.
    fn cost(&self, start: usize, size: usize) -> Option<usize> {
        let (mut at, mut cost) = (start, 0);
        for (from, span) in self.free.range(start..) {
            if *from != at || at >= start + size {
                break;
            }
            at += span.size;
            if !span.is_backed {
                cost += span.size - at.saturating_sub(start + size);
            }
        }
        (at >= start + size).then_some(cost)
    }

    /// How many bytes from `start` on are free, backed or not.
    fn run(&self, start: usize) -> usize {
        let mut at = start;
        for (from, span) in self.free.range(start..) {
            if *from != at {
                break;
            }
            at += span.size;
        }
        at - start
    }

    /// Backs `size` bytes from `start`, all of which are free.
    fn back(&mut self, start: usize, size: usize) -> bool {
        let end = (start + size).next_multiple_of(CHUNK);
        let mut at = start;
        while at < start + size {
            let Some((from, span)) = self.free.range(..=at).next_back().map(|(f, s)| (*f, *s)) else {
                return false;
            };
            let last = from + span.size;
            if span.is_backed {
                at = last;
                continue;
            }
            // A span that is not backed starts and ends with a chunk.
            let (chunk, to) = (at / CHUNK * CHUNK, end.min(last));
            if !self.backing.back(chunk..to) {
                return false;
            }
            self.free.remove(&from);
            self.insert_parts([(from, chunk, false), (chunk, to, true), (to, last, false)]);
            self.backed += to - chunk;
            self.most = self.most.max(self.backed);
            at = to;
        }
        true
    }

    /// Takes `size` bytes from `at` out of the backed span that they lie in.
    fn carve(&mut self, at: usize, size: usize) {
        let Some((from, span)) = self.free.range(..=at).next_back().map(|(f, s)| (*f, *s)) else { return };
        debug_assert!(span.is_backed && at + size <= from + span.size, "the bytes are free and backed");
        self.remove(from, span);
        self.insert_parts([(from, at, true), (at + size, from + span.size, true)]);
    }

    /// Gives the chunks within a backed span back to the file system.
    fn release(&mut self, start: usize) {
        let Some(span) = self.free.get(&start).copied().filter(|s| s.is_backed) else { return };
        let end = start + span.size;
        let (first, last) = (start.next_multiple_of(CHUNK), end / CHUNK * CHUNK);
        if first < last && self.backing.release(first..last) {
            self.remove(start, span);
            self.backed -= last - first;
            self.insert_parts([(start, first, true), (first, last, false), (last, end, true)]);
        }
    }

    /// Adds free spans, from and to; empty ones are none.
    fn insert_parts<const N: usize>(&mut self, parts: [(usize, usize, bool); N]) {
        for (from, to, is_backed) in parts.into_iter().filter(|(from, to, _)| from < to) {
            self.insert(from, Span { size: to - from, is_backed });
        }
    }

    fn remove(&mut self, start: usize, span: Span) {
        self.free.remove(&start);
        if span.is_backed {
            self.by_size.remove(&(span.size, start));
            self.idle -= span.size;
        }
    }

    /// Adds a free span, as part of those of its kind that it touches: where the whole begins.
    fn insert(&mut self, start: usize, span: Span) -> usize {
        let (mut from, mut size) = (start, span.size);
        if let Some((before, s)) = self.free.range(..start).next_back().map(|(f, s)| (*f, *s))
            && before + s.size == start
            && s.is_backed == span.is_backed
        {
            self.remove(before, s);
            (from, size) = (before, size + s.size);
        }
        if let Some(s) = self.free.get(&(from + size)).copied().filter(|s| s.is_backed == span.is_backed) {
            self.remove(from + size, s);
            size += s.size;
        }
        self.free.insert(from, Span { size, is_backed: span.is_backed });
        if span.is_backed {
            self.by_size.insert((size, from));
            self.idle += size;
        }
        from
    }
}
