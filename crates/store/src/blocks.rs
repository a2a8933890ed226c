//! A [`Source`] whose bytes are made block by block when they are first touched.
//!
//! Address space for all bytes is reserved at once; the system gives memory only to the blocks that are made.
//! Each block is made once, by whichever thread comes first; others wait for it. A block that cannot be made
//! reads as zeros and leaves its error with [`fault::raise`].
#![allow(unsafe_code)]

use memmap2::{MmapMut, MmapOptions};
use quarry_value::{Error, Result, Source, fault};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Makes blocks.
pub trait Maker: Send + Sync {
    /// Bytes of every block but the last.
    fn block_size(&self) -> usize;
    /// Bytes of all blocks.
    fn size(&self) -> usize;
    /// Fills `out`, which has the size of block `k` and is zero.
    fn make(&self, k: usize, out: &mut [u8]) -> Result<()>;
    /// The file, for messages.
    fn name(&self) -> String;
}

pub struct Blocks<M> {
    maker: M,
    /// Owns the memory; read and written through `base` only.
    _memory: Option<MmapMut>,
    base: *mut u8,
    made: Box<[Once]>,
    left: AtomicUsize,
}

// SAFETY: a block is written by the one thread that runs its `Once`, and read only after that `Once` completed.
unsafe impl<M: Maker> Send for Blocks<M> {}
// SAFETY: as above.
unsafe impl<M: Maker> Sync for Blocks<M> {}

impl<M: Maker> Blocks<M> {
    /// Reserves address space. Errors: 'wsfull.
    pub fn new(maker: M) -> Result<Blocks<M>> {
        let size = maker.size();
        let count = size.div_ceil(maker.block_size());
        let mut memory = match size {
            0 => None,
            _ => Some(reserve(size, &maker.name())?),
        };
        let base = memory.as_mut().map_or(std::ptr::null_mut(), |m| m.as_mut_ptr());
        let made = (0..count).map(|_| Once::new()).collect();
        Ok(Blocks { maker, _memory: memory, base, made, left: AtomicUsize::new(count) })
    }

    pub fn maker(&self) -> &M {
        &self.maker
    }

    fn ensure(&self, k: usize) {
        self.made[k].call_once(|| {
            let block_size = self.maker.block_size();
            let start = k * block_size;
            let size = block_size.min(self.maker.size() - start);
            // SAFETY: the range lies in the reservation, and this closure runs once for block `k`, before any
            // reader sees a reference to it.
            let out = unsafe { std::slice::from_raw_parts_mut(self.base.add(start), size) };
            if let Err(e) = self.maker.make(k, out) {
                out.fill(0);
                fault::raise(e);
            }
            self.left.fetch_sub(1, Ordering::Release);
        });
    }

    /// Makes every block that `range` meets, side by side when this thread belongs to a pool.
    fn cover(&self, range: &Range<usize>) {
        if range.is_empty() || self.is_ready() {
            return;
        }
        let size = self.maker.block_size();
        let blocks = range.start / size..(range.end - 1) / size + 1;
        let todo = |k: &usize| !self.made[*k].is_completed();
        if blocks.len() > 1 && rayon::current_thread_index().is_some() {
            blocks.into_par_iter().filter(todo).for_each(|k| self.ensure(k));
        } else {
            blocks.filter(todo).for_each(|k| self.ensure(k));
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
        self.cover(&range);
        self.slice(range)
    }
    fn whole(&self) -> &[u8] {
        self.slice(0..self.maker.size())
    }
    fn is_ready(&self) -> bool {
        self.left.load(Ordering::Acquire) == 0
    }
    fn name(&self) -> String {
        self.maker.name()
    }
}
