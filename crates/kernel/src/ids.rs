//! Numbering distinct codes: the tables under search, grouping and distinct.
//!
//! Codes that lie close together go to a plain table indexed by code; others to an open-addressing hash table that
//! grows, so that few distinct codes stay in the cache however many items there are.

use crate::atomic::wide;
use crate::order::{Bits, Key};
use crate::pool;
use quarry_value::room;

/// Items that a thread looks through at a time for the least and the greatest.
const LOOK: usize = 1 << 18;

/// No number.
pub const NONE: u32 = u32::MAX;

/// Codes are numbered 0, 1, 2 … in the order in which they are first seen, or with numbers given.
pub enum Ids<C> {
    /// `ids[code - low]`
    Direct {
        low: u64,
        ids: Vec<u32>,
    },
    Hashed {
        slots: Vec<(C, u32)>,
        used: usize,
        shift: u32,
    },
}

impl<C: Copy + Eq + Bits> Ids<C> {
    /// A table for the codes of `xs`.
    pub fn for_items<T: Key<Code = C>>(xs: &[T]) -> Ids<C> {
        Ids::for_lookups(xs, xs.len())
    }

    /// A table for the codes of `xs`, in which about `n` codes will be looked up: many look-ups pay for a plain
    /// table of more places than there are codes.
    pub fn for_lookups<T: Key<Code = C>>(xs: &[T], n: usize) -> Ids<C> {
        match span(xs, direct_max(xs.len().max(n / 8))) {
            Some((low, width)) => Ids::direct(low, width),
            None => Ids::hashed(16),
        }
    }

    /// An empty plain table for `width` codes from `low`.
    pub fn direct(low: u64, width: usize) -> Ids<C> {
        Ids::Direct { low, ids: room::repeated(NONE, width) }
    }

    /// The least code of a plain table, and for how many codes it has places.
    pub fn dense(&self) -> Option<(u64, usize)> {
        match self {
            Ids::Direct { low, ids } => Some((*low, ids.len())),
            Ids::Hashed { .. } => None,
        }
    }

    /// An empty hash table for about `capacity` codes; it grows.
    pub fn hashed(capacity: usize) -> Ids<C> {
        let size = (capacity * 2).next_power_of_two().max(16);
        Ids::Hashed { slots: Vec::new(), used: 0, shift: 64 - size.trailing_zeros() }
    }

    /// The number of `code`; `next` is given to a code not seen before. True when it was.
    #[inline(always)]
    pub fn insert(&mut self, code: C, next: u32) -> (u32, bool) {
        match self {
            Ids::Direct { low, ids } => {
                let at = slot_of(code.number(), *low, ids.len());
                let slot = &mut ids[at];
                if *slot == NONE {
                    *slot = next;
                    (next, true)
                } else {
                    (*slot, false)
                }
            }
            Ids::Hashed { slots, used, shift } => {
                if (*used + 1) * 2 > 1usize << (64 - *shift) || slots.is_empty() {
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

    /// [`Ids::insert`] of any code: a plain table that is too narrow becomes a hash table.
    pub fn insert_any(&mut self, code: C, next: u32, code_of: impl Fn(u32) -> C) -> (u32, bool) {
        if let Ids::Direct { low, ids } = self
            && code.number().wrapping_sub(*low) as usize >= ids.len()
        {
            let mut hashed = Ids::hashed(ids.len());
            for &id in ids.iter().filter(|&&id| id != NONE) {
                hashed.insert(code_of(id), id);
            }
            *self = hashed;
        }
        self.insert(code, next)
    }

    /// The number of `code`, or [`NONE`].
    #[inline(always)]
    pub fn get(&self, code: C) -> u32 {
        match self {
            Ids::Direct { low, ids } => {
                let at = code.number().wrapping_sub(*low) as usize;
                ids.get(at).copied().unwrap_or(NONE)
            }
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

/// The slot of a code in a plain table. A code that has none was not there when the table was made: the file that it lies in is
/// being cut short, and nobody sees what comes of it.
#[inline(always)]
pub fn slot_of(code: u64, low: u64, width: usize) -> usize {
    let at = code.wrapping_sub(low) as usize;
    if at < width { at } else { last_slot(width) }
}

#[cold]
fn last_slot(width: usize) -> usize {
    width - 1
}

#[cold]
fn grow<C: Copy + Eq + Bits>(slots: &mut Vec<(C, u32)>, used: usize, shift: &mut u32, filler: C) {
    let size = if slots.is_empty() { 1usize << (64 - *shift) } else { slots.len() * 4 };
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
    low: u64,
    words: Vec<u64>,
}

impl Marks {
    /// Those of `xs`, when they span no more than `width_max`.
    pub fn of<T: Key>(xs: &[T], width_max: usize) -> Option<Marks> {
        let (low, width) = span(xs, width_max)?;
        let mut words = room::zeros::<u64>(width.div_ceil(64));
        for x in xs {
            let at = slot_of(x.code().number(), low, width);
            words[at / 64] |= 1 << (at % 64);
        }
        Some(Marks { low, words })
    }

    #[inline(always)]
    pub fn has<C: Bits>(&self, code: C) -> bool {
        let at = code.number().wrapping_sub(self.low) as usize;
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 != 0)
    }
}

/// The least code of integers or symbols and how many codes there are from it to the greatest, when that is at most
/// `width_max`. `None` for storages whose codes are not dense, and for nothing.
pub fn span<T: Key>(xs: &[T], width_max: usize) -> Option<(u64, usize)> {
    use quarry_value::Repr;
    let (low, high) = match T::REPR {
        Repr::F32 | Repr::F64 | Repr::Guid => return None,
        Repr::U8 => (0, 255),
        _ => {
            // Wide ranges are seen early: hashing starts without having read everything.
            let (near, rest) = xs.split_at(xs.len().min(LOOK));
            let first = bounds(near, width_max)?;
            let parts = pool::map_ranges(rest.len(), LOOK, |r| bounds(&rest[r], width_max));
            parts.into_iter().try_fold(first, |a, b| b.map(|b| (a.0.min(b.0), a.1.max(b.1))))?
        }
    };
    let width = usize::try_from(high.wrapping_sub(low) as u64).ok()?.checked_add(1)?;
    (width <= width_max.max(256)).then_some((low as u64, width))
}

/// The least and the greatest code of integers or symbols, unless they are further apart than `width_max`.
fn bounds<T: Key>(xs: &[T], width_max: usize) -> Option<(i64, i64)> {
    let first = xs.first()?.code().number() as i64;
    let mut range = (first, first);
    for run in xs.chunks(4096) {
        let (low, high) = wide::extremes(run, |x| x.code().number() as i64);
        range = (range.0.min(low), range.1.max(high));
        if range.1.wrapping_sub(range.0) as u64 >= width_max as u64 {
            return None;
        }
    }
    Some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_of_what_is_there() {
        for xs in [vec![5i64], vec![-70, 0, 63, 64, 65, 700], (0..130).map(|i| i * 3 - 100).collect()] {
            let width = (xs.iter().max().unwrap() - xs.iter().min().unwrap()) as usize + 1;
            assert!(Marks::of(&xs, width - 1).is_none() || width <= 256);
            let marks = Marks::of(&xs, width).unwrap();
            for x in (-200..900).chain([i64::MIN, i64::MAX]) {
                assert_eq!(marks.has(x.code()), xs.contains(&x), "{x}");
            }
        }
        let bytes = Marks::of(&[0u8, 255, 7], 1).unwrap();
        assert_eq!((0..=255u8).filter(|x| bytes.has(x.code())).collect::<Vec<_>>(), [0, 7, 255]);
        assert!(Marks::of(&[1.5, 2.5], 1 << 20).is_none());
        assert!(Marks::of::<i64>(&[], 1 << 20).is_none());
    }
}
