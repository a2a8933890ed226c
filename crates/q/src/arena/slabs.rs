//! Small blocks: slabs of 64 kB, each cut into blocks of one size class, and a bit for each block.
//!
//! Nothing is noted in the blocks themselves: they may lie in memory that is slow to write.

use std::collections::HashMap;

/// Bytes of a slab, which starts at a multiple of them.
pub const SLAB: usize = 64 << 10;
/// The largest small block.
pub const SMALL: usize = 8 << 10;
const CLASSES: usize = 32;

/// Classes are the multiples of 16 up to 128, then four to each doubling.
fn class_of(size: usize) -> usize {
    if size <= 128 {
        return size.max(1).div_ceil(16) - 1;
    }
    let bits = (size - 1).ilog2() as usize;
    let quarter = (size - 1 - (1 << bits)) >> (bits - 2);
    8 + (bits - 7) * 4 + quarter
}

fn size_of_class(class: usize) -> usize {
    if class < 8 {
        return (class + 1) * 16;
    }
    let (bits, quarter) = (7 + (class - 8) / 4, (class - 8) % 4);
    (1 << bits) + ((quarter + 1) << (bits - 2))
}

/// The size of the blocks that hold `size` bytes.
pub fn block_size(size: usize) -> usize {
    size_of_class(class_of(size))
}

struct Slab {
    start: usize,
    class: usize,
    free: usize,
    /// A bit for each block, set while it is free.
    bits: Vec<u64>,
    /// Where the slab stands among those of its class with free blocks.
    place: usize,
}

impl Slab {
    fn new(start: usize, class: usize) -> Slab {
        let count = SLAB / size_of_class(class);
        let mut bits = vec![u64::MAX; count.div_ceil(64)];
        if let (Some(last), left @ 1..) = (bits.last_mut(), count % 64) {
            *last = (1 << left) - 1;
        }
        Slab { start, class, free: count, bits, place: 0 }
    }

    fn is_unused(&self) -> bool {
        self.free == SLAB / size_of_class(self.class)
    }
}

#[derive(Default)]
pub struct Slabs {
    slabs: Vec<Slab>,
    /// Numbers of slabs that may be used again.
    spare: Vec<usize>,
    /// The slab at a multiple of [`SLAB`].
    at: HashMap<usize, usize>,
    /// For each class its slabs with free blocks.
    open: [Vec<usize>; CLASSES],
}

impl Slabs {
    /// The offset of a block of `size` bytes, of a slab that has one.
    pub fn take(&mut self, size: usize) -> Option<usize> {
        let class = class_of(size);
        let number = *self.open[class].last()?;
        let slab = &mut self.slabs[number];
        let word = slab.bits.iter().position(|w| *w != 0)?;
        let bit = slab.bits[word].trailing_zeros() as usize;
        slab.bits[word] &= !(1 << bit);
        slab.free -= 1;
        let at = slab.start + (word * 64 + bit) * size_of_class(class);
        if slab.free == 0 {
            self.open[class].pop();
        }
        Some(at)
    }

    /// Takes a block back; the offset of a slab that is no longer needed.
    pub fn give(&mut self, at: usize, size: usize) -> Option<usize> {
        let class = class_of(size);
        let number = *self.at.get(&(at / SLAB))?;
        let slab = &mut self.slabs[number];
        debug_assert!(slab.class == class, "a block goes back to its class");
        let block = (at - slab.start) / size_of_class(class);
        debug_assert!(slab.bits[block / 64] & (1 << (block % 64)) == 0, "a block goes back once");
        slab.bits[block / 64] |= 1 << (block % 64);
        slab.free += 1;
        let open = &mut self.open[class];
        if slab.free == 1 {
            slab.place = open.len();
            open.push(number);
        }
        // One slab of each class stays for the next block.
        if !slab.is_unused() || open.len() < 2 {
            return None;
        }
        let (start, place) = (slab.start, slab.place);
        open.swap_remove(place);
        if let Some(moved) = open.get(place) {
            self.slabs[*moved].place = place;
        }
        self.slabs[number].bits = Vec::new();
        self.at.remove(&(start / SLAB));
        self.spare.push(number);
        Some(start)
    }

    /// A new slab for blocks of `size` bytes.
    pub fn add(&mut self, start: usize, size: usize) {
        let class = class_of(size);
        let mut slab = Slab::new(start, class);
        slab.place = self.open[class].len();
        let number = match self.spare.pop() {
            Some(number) => {
                self.slabs[number] = slab;
                number
            }
            None => {
                self.slabs.push(slab);
                self.slabs.len() - 1
            }
        };
        self.at.insert(start / SLAB, number);
        self.open[class].push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_their_sizes() {
        for size in 0..=SMALL {
            let class = class_of(size);
            let fits = size_of_class(class) >= size && (class == 0 || size_of_class(class - 1) < size.max(1));
            assert!(fits && class < CLASSES, "{size}");
        }
        assert_eq!(size_of_class(CLASSES - 1), SMALL);
        // Blocks of a power of two lie at multiples of it.
        assert!((4..=13).all(|bits| block_size(1 << bits) == 1 << bits));
    }
}
