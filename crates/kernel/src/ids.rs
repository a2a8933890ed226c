//! Numbering distinct codes: the tables under search, grouping and distinct.
//!
//! Codes that lie close together go to a plain table ([`crate::slots`]); others to an open-addressing hash table that grows, so that
//! few distinct codes stay in the cache however many items there are.

use crate::order::{Bits, Key};
use crate::slots::{Slots, with_slots};
use quarry_value::room;

/// No number.
pub const NONE: u32 = u32::MAX;

/// Codes are numbered 0, 1, 2 … in the order in which they are first seen, or with numbers given.
pub enum Ids<C> {
    Direct { slots: Slots, ids: Vec<u32> },
    Hashed { slots: Vec<(C, u32)>, used: usize, shift: u32 },
}

impl<C: Copy + Eq + Bits> Ids<C> {
    /// A table for the codes of `xs`.
    pub fn for_items<T: Key<Code = C>>(xs: &[T]) -> Ids<C> {
        Ids::for_lookups(xs, xs.len())
    }

    /// A table for the codes of `xs`, in which about `n` codes will be looked up: many look-ups pay for a plain
    /// table of more places than there are codes.
    pub fn for_lookups<T: Key<Code = C>>(xs: &[T], n: usize) -> Ids<C> {
        match Slots::of(xs, direct_max(xs.len().max(n / 8))) {
            Some(slots) => Ids::direct(slots),
            None => Ids::hashed(16),
        }
    }

    /// An empty plain table.
    pub fn direct(slots: Slots) -> Ids<C> {
        Ids::Direct { slots, ids: crate::built::filled(NONE, slots.width()) }
    }

    /// The places of a plain table.
    pub fn dense(&self) -> Option<Slots> {
        match self {
            Ids::Direct { slots, .. } => Some(*slots),
            Ids::Hashed { .. } => None,
        }
    }

    /// A table for the codes of `xs`, about `count` of which are distinct.
    pub fn for_distinct<T: Key<Code = C>>(xs: &[T], count: usize) -> Ids<C> {
        match Ids::for_items(xs) {
            Ids::Hashed { .. } => Ids::hashed(count),
            direct => direct,
        }
    }

    /// An empty hash table for about `capacity` codes; it grows.
    pub fn hashed(capacity: usize) -> Ids<C> {
        let size = (capacity + capacity * 3 / 5 + 1).next_power_of_two().max(16);
        Ids::Hashed { slots: Vec::new(), used: 0, shift: 64 - size.trailing_zeros() }
    }

    /// The number of `code`; `next` is given to a code not seen before. True when it was.
    #[inline(always)]
    pub fn insert(&mut self, code: C, next: u32) -> (u32, bool) {
        match self {
            Ids::Direct { slots, ids } => {
                let slot = &mut ids[slots.at(code.number())];
                if *slot == NONE {
                    *slot = next;
                    (next, true)
                } else {
                    (*slot, false)
                }
            }
            Ids::Hashed { slots, used, shift } => {
                if is_full(*used, 1 << (64 - *shift)) || slots.is_empty() {
                    grow(slots, *used, shift, code);
                }
                let mask = slots.len() - 1;
                let mut at = (code.hash() >> *shift) as usize;
                loop {
                    let slot = &mut slots[at];
                    if slot.1 == NONE {
                        *slot = (code, next);
                        *used += 1;
                        return (next, true);
                    }
                    if slot.0 == code {
                        return (slot.1, false);
                    }
                    at = (at + 1) & mask;
                }
            }
        }
    }

    /// [`Ids::insert`] of any code: a plain table that is too narrow becomes a hash table, without the numbers that have
    /// no code any more.
    pub fn insert_any(&mut self, code: C, next: u32, code_of: impl Fn(u32) -> Option<C>) -> (u32, bool) {
        if let Ids::Direct { slots, ids } = self
            && slots.find(code.number()).is_none()
        {
            let mut hashed = Ids::hashed(ids.len());
            for &id in ids.iter().filter(|&&id| id != NONE) {
                if let Some(code) = code_of(id) {
                    hashed.insert(code, id);
                }
            }
            *self = hashed;
        }
        self.insert(code, next)
    }

    /// Is there a place for `code` as the table is?
    pub fn has_room(&self, code: C) -> bool {
        match self {
            Ids::Direct { slots, .. } => slots.find(code.number()).is_some(),
            Ids::Hashed { slots, used, .. } => !is_full(*used, slots.len()),
        }
    }

    /// The number of `code`, or [`NONE`].
    #[inline(always)]
    pub fn get(&self, code: C) -> u32 {
        match self {
            Ids::Direct { slots, ids } => slots.find(code.number()).map_or(NONE, |at| ids[at]),
            Ids::Hashed { slots, shift, .. } => {
                if slots.is_empty() {
                    return NONE;
                }
                let mask = slots.len() - 1;
                let mut at = (code.hash() >> *shift) as usize;
                loop {
                    let slot = slots[at];
                    if slot.1 == NONE {
                        return NONE;
                    }
                    if slot.0 == code {
                        return slot.1;
                    }
                    at = (at + 1) & mask;
                }
            }
        }
    }
}

/// Is a table of `size` places too full for one code more? In five eighths of them few are not where they are sought first.
#[inline(always)]
fn is_full(used: usize, size: usize) -> bool {
    (used + 1) * 8 > size * 5
}

/// From so many places on a table grows to twice as many, before to four times.
const LARGE: usize = 1 << 20;

#[cold]
fn grow<C: Copy + Eq + Bits>(slots: &mut Vec<(C, u32)>, used: usize, shift: &mut u32, filler: C) {
    let size = match slots.len() {
        0 => 1_usize << (64 - *shift),
        n => n * if n < LARGE { 4 } else { 2 },
    };
    debug_assert!(size > used);
    let old = std::mem::replace(slots, room::repeated((filler, NONE), size));
    *shift = 64 - size.trailing_zeros();
    for (code, id) in old.into_iter().filter(|s| s.1 != NONE) {
        let mut at = (code.hash() >> *shift) as usize;
        while slots[at].1 != NONE {
            at = (at + 1) & (size - 1);
        }
        slots[at] = (code, id);
    }
}

/// How wide a plain table may be for `n` items.
pub fn direct_max(n: usize) -> usize {
    (2 * n).clamp(1 << 10, 1 << 26)
}

/// Which of the codes that lie close together there are: a bit for each.
pub struct Marks {
    slots: Slots,
    words: Vec<u64>,
}

impl Marks {
    /// Those of `xs`, when they span no more than `width_max`.
    pub fn of<T: Key>(xs: &[T], width_max: usize) -> Option<Marks> {
        let slots = Slots::of(xs, width_max)?;
        let mut words = room::zeros::<u64>(slots.width().div_ceil(64));
        with_slots!(slots, slot => for x in xs {
            let at = slot(x.code().number());
            words[at / 64] |= 1 << (at % 64);
        });
        Some(Marks { slots, words })
    }

    #[inline(always)]
    pub fn has<C: Bits>(&self, code: C) -> bool {
        self.slots.find(code.number()).is_some_and(|at| self.words[at / 64] >> (at % 64) & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_of_what_is_there() {
        for xs in [vec![5i64], vec![-70, 0, 63, 64, 65, 700], (0..130).map(|i| i * 3 - 100 - i % 3).collect()]
        {
            let width = (xs.iter().max().unwrap() - xs.iter().min().unwrap()) as usize + 1;
            assert!(Marks::of(&xs, width - 1).is_none() || width <= 256);
            let marks = Marks::of(&xs, width).unwrap();
            for x in (-200..900).chain([i64::MIN, i64::MAX]) {
                assert_eq!(marks.has(x.code()), xs.contains(&x), "{x}");
            }
        }
        let apart = [i64::MIN, 0, 3 << 40, 1 << 40];
        let marks = Marks::of(&apart, 100).unwrap();
        for x in (0..5).map(|i| i << 40).chain([1, -1, i64::MIN, i64::MAX, 4 << 39]) {
            assert_eq!(marks.has(x.code()), apart.contains(&x), "{x}");
        }
        let bytes = Marks::of(&[0u8, 255, 7], 1).unwrap();
        assert_eq!((0..=255u8).filter(|x| bytes.has(x.code())).collect::<Vec<_>>(), [0, 7, 255]);
        assert!(Marks::of(&[1.5, 2.5], 1 << 20).is_none());
        assert!(Marks::of::<i64>(&[], 1 << 20).is_none());
    }
}
