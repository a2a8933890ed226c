//! Blocks of any size in a range of offsets. No memory is touched here: only offsets are kept account of.

use super::slabs::{SLAB, SMALL, Slabs, block_size};
use super::spans::{Backing, Spans, whole_pages};

pub struct Space<B> {
    pub spans: Spans<B>,
    slabs: Slabs,
    /// Bytes asked for and not given back, and the most there were since the peak was restarted.
    pub used: usize,
    pub peak: usize,
}

/// The bytes to look for, so that a block of them lies at a multiple of `align`.
fn rounded(size: usize, align: usize) -> usize {
    if align <= 16 || size > SMALL { size } else { size.max(align).next_power_of_two() }
}

impl<B: Backing> Space<B> {
    pub fn new(backing: B, size: usize) -> Space<B> {
        Space { spans: Spans::new(backing, size), slabs: Slabs::default(), used: 0, peak: 0 }
    }

    /// The offset of a block, or `None` when there is no room.
    pub fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        let wanted = rounded(size, align);
        let at = match wanted <= SMALL {
            true => self.slabs.take(wanted).or_else(|| {
                let slab = self.spans.take(SLAB, SLAB)?;
                self.slabs.add(slab, wanted);
                self.slabs.take(wanted)
            })?,
            // No more than the machine can address.
            false if wanted > isize::MAX as usize / 2 => return None,
            false => self.spans.take(whole_pages(wanted), align)?,
        };
        self.count(size, 0);
        Some(at)
    }

    /// Takes a block back, which was taken with this size and alignment.
    pub fn give(&mut self, at: usize, size: usize, align: usize) {
        let wanted = rounded(size, align);
        if wanted > SMALL {
            self.spans.give(at, whole_pages(wanted));
        } else if let Some(slab) = self.slabs.give(at, wanted) {
            self.spans.give(slab, SLAB);
        }
        self.count(0, size);
    }

    /// Makes a block larger or smaller where it is, if that can be.
    pub fn resize(&mut self, at: usize, old: usize, new: usize, align: usize) -> bool {
        let (from, to) = (rounded(old, align), rounded(new, align));
        let done = match (from <= SMALL, to <= SMALL) {
            (true, true) => block_size(from) == block_size(to),
            (false, false) if new <= isize::MAX as usize / 2 => {
                let (from, to) = (whole_pages(from), whole_pages(to));
                if to < from {
                    self.spans.give(at + to, from - to);
                }
                to <= from || self.spans.extend(at + from, to - from)
            }
            _ => false,
        };
        if done {
            self.count(new, old);
        }
        done
    }

    fn count(&mut self, more: usize, less: usize) {
        self.used = self.used + more - less;
        self.peak = self.peak.max(self.used);
    }
}

#[cfg(test)]
mod tests {
    use super::super::spans::{CHUNK, PAGE};
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use std::ops::Range;

    /// A file system with room for so many pages, which knows what is backed.
    struct Disk {
        room: usize,
        pages: Vec<bool>,
    }

    impl Disk {
        fn pages(&mut self, range: Range<usize>) -> &mut [bool] {
            &mut self.pages[range.start / PAGE..range.end / PAGE]
        }
    }

    impl Backing for Disk {
        fn back(&mut self, range: Range<usize>) -> bool {
            assert!(
                range.start.is_multiple_of(CHUNK) && range.end.is_multiple_of(CHUNK) && !range.is_empty()
            );
            let wanted = range.len() / PAGE;
            if wanted > self.room {
                return false;
            }
            self.room -= wanted;
            self.pages(range).iter_mut().for_each(|p| assert!(!std::mem::replace(p, true), "backed twice"));
            true
        }

        fn release(&mut self, range: Range<usize>) -> bool {
            self.room += range.len() / PAGE;
            self.pages(range).iter_mut().for_each(|p| assert!(std::mem::take(p), "released twice"));
            true
        }
    }

    fn space(reserve: usize, room: usize) -> Space<Disk> {
        Space::new(Disk { room, pages: vec![false; reserve] }, reserve * PAGE)
    }

    /// What is in use, by offset: no two blocks overlap, and all are backed.
    #[derive(Default)]
    struct Model(BTreeMap<usize, (usize, usize)>);

    impl Model {
        fn add(&mut self, space: &mut Space<Disk>, at: usize, size: usize, align: usize) {
            assert_eq!(at % align, 0);
            let before = self.0.range(..=at).next_back().map_or(0, |(a, (n, _))| a + n);
            let behind = self.0.range(at..).next().map_or(usize::MAX, |(a, _)| *a);
            assert!(before <= at && at + size <= behind, "blocks overlap");
            let pages = at / PAGE * PAGE..(at + size).next_multiple_of(PAGE);
            assert!(space.spans.backing.pages(pages).iter().all(|p| *p), "a block is not backed");
            self.0.insert(at, (size, align));
        }

        fn pick(&self, n: usize) -> Option<(usize, usize, usize)> {
            let (at, (size, align)) = self.0.iter().nth(n % self.0.len().max(1))?;
            Some((*at, *size, *align))
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Take(usize, usize),
        Give(usize),
        Resize(usize, usize),
        Trim,
    }

    fn sizes() -> impl Strategy<Value = usize> {
        prop_oneof![4 => 1..300usize, 2 => 1..20_000usize, 2 => 20_000..900_000usize, 1 => 1..9_000_000usize]
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            5 => (sizes(), 0..9u32).prop_map(|(n, a)| Step::Take(n, 1 << a)),
            1 => (sizes(), 0..17u32).prop_map(|(n, a)| Step::Take(n, 1 << a)),
            4 => any::<usize>().prop_map(Step::Give),
            3 => (any::<usize>(), sizes()).prop_map(|(i, n)| Step::Resize(i, n)),
            1 => Just(Step::Trim),
        ];
        prop::collection::vec(step, 1..400)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn blocks_are_apart_and_backed_and_come_back(steps in steps(), room in 500..60_000usize) {
            let mut space = space(20_480, room);
            let mut model = Model::default();
            for step in steps {
                match step {
                    Step::Take(size, align) => if let Some(at) = space.take(size, align) {
                        model.add(&mut space, at, size, align);
                    },
                    Step::Give(n) => if let Some((at, size, align)) = model.pick(n) {
                        model.0.remove(&at);
                        space.give(at, size, align);
                    },
                    Step::Resize(n, new) => if let Some((at, size, align)) = model.pick(n) {
                        if space.resize(at, size, new, align) {
                            model.0.remove(&at);
                            model.add(&mut space, at, new, align);
                        }
                    },
                    Step::Trim => space.spans.trim(),
                }
                let backed = space.spans.backing.pages.iter().filter(|p| **p).count() * PAGE;
                prop_assert_eq!(space.spans.held().0, backed);
                prop_assert_eq!(space.used, model.0.values().map(|(n, _)| n).sum::<usize>());
            }
            for (at, (size, align)) in std::mem::take(&mut model.0) {
                space.give(at, size, align);
            }
            space.spans.trim();
            // At most one slab of each class is kept, with the chunk around it.
            prop_assert!(space.spans.held().0 <= 32 * CHUNK);
            prop_assert_eq!(space.used, 0);
        }
    }

    #[test]
    fn all_the_room_there_is_can_be_had_again_in_one_piece() {
        let mut space = space(10_240, 1024);
        let blocks: Vec<usize> = (0..8).map(|_| space.take(128 * PAGE, 8).unwrap()).collect();
        assert_eq!(space.take(PAGE, 8), None);
        for at in blocks.iter().step_by(2).chain(blocks.iter().skip(1).step_by(2)) {
            space.give(*at, 128 * PAGE, 8);
        }
        assert!(space.take(1024 * PAGE, 8).is_some());
        assert_eq!(space.take(usize::MAX / 4, 8), None);
        assert_eq!(space.take(usize::MAX - 5, 8), None);
    }

    #[test]
    fn room_that_lies_in_pieces_is_had_in_one() {
        let mut space = space(20_480, 5120);
        let blocks: Vec<usize> = (0..10).map(|_| space.take(512 * PAGE, 8).unwrap()).collect();
        // Every other block is free: half the room, but nowhere together.
        blocks.iter().step_by(2).for_each(|at| space.give(*at, 512 * PAGE, 8));
        assert!(space.take(2500 * PAGE, 8).is_some());
        assert_eq!(space.take(100 * PAGE, 8), None);
    }

    #[test]
    fn a_block_grows_where_it_is() {
        let mut space = space(10_240, 9000);
        let at = space.take(100_000, 8).unwrap();
        assert!(space.resize(at, 100_000, 30_000_000, 8));
        assert!(space.resize(at, 30_000_000, 50_000, 8));
        let next = space.take(100_000, 8).unwrap();
        assert!(!space.resize(at, 50_000, 300_000, 8) || next < at);
        assert!(space.resize(at, 50_000, 50_001, 8));
    }

    #[test]
    fn much_that_is_free_goes_back_to_the_file_system() {
        let mut space = space(204_800, 190_000);
        let at = space.take(600 << 20, 8).unwrap();
        assert!(space.spans.held().0 >= 600 << 20);
        space.give(at, 600 << 20, 8);
        assert!(space.spans.held().0 < 256 << 20);
        // A little stays, for the next block.
        let at = space.take(100 << 20, 8).unwrap();
        space.give(at, 100 << 20, 8);
        assert!(space.spans.idle() >= 100 << 20);
    }
}
