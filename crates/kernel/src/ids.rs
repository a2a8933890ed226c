//! Numbering distinct codes: the tables under search, grouping and distinct.
//!
//! Codes that lie close together go to a plain table ([`crate::slots`]); others to an open-addressing hash table that grows, so that
//! few distinct codes stay in the cache however many items there are.

use crate::ahead;
use crate::built::{PART, in_blocks, mapped};
use crate::order::{Bits, Key};
use crate::slots::{Slots, with_slots};
use quarry_value::evaluation::is_over;
use quarry_value::room;
use std::mem::MaybeUninit;

/// No number.
pub const NONE: u32 = u32::MAX;

/// Codes are numbered 0, 1, 2 … in the order in which they are first seen, or with numbers given.
pub enum Ids<C> {
    Direct {
        slots: Slots,
        ids: Vec<u32>,
    },
    /// One that is kept is `tight`.
    Hashed {
        slots: Vec<(C, u32)>,
        used: usize,
        shift: u32,
        tight: bool,
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

    /// A table to be kept for the codes of `xs`, about `count` of which are distinct.
    pub fn kept<T: Key<Code = C>>(xs: &[T], count: usize) -> Ids<C> {
        match Ids::for_items(xs) {
            Ids::Hashed { .. } => Ids::tight(count),
            direct => direct,
        }
    }

    /// An empty hash table for about `capacity` codes; it grows.
    pub fn hashed(capacity: usize) -> Ids<C> {
        let size = size_for(capacity);
        let size = if size <= NEAR { 4 * size } else { size };
        Ids::Hashed { slots: Vec::new(), used: 0, shift: 64 - size.trailing_zeros(), tight: false }
    }

    /// [`Ids::hashed`] that takes no more room than it must.
    pub fn tight(capacity: usize) -> Ids<C> {
        let size = size_for(capacity);
        Ids::Hashed { slots: Vec::new(), used: 0, shift: 64 - size.trailing_zeros(), tight: true }
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
            Ids::Hashed { slots, used, shift, tight } => {
                if is_full(*used, 1 << (64 - *shift), *tight) || slots.is_empty() {
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

    /// Asks for the place of an item that comes soon after the `i`th, so that loops over items do not wait for each in turn, where the
    /// table is larger than the cache.
    #[inline(always)]
    pub fn ask_ahead<T: Key<Code = C>>(&self, xs: &[T], i: usize) {
        self.ask(xs.get(i + SOON).map(|x| x.code()));
    }

    /// The same where `soon` is the code that is [`SOON`] items ahead.
    #[inline(always)]
    pub fn ask(&self, soon: Option<C>) {
        if let Ids::Hashed { slots, shift, .. } = self
            && slots.len() > FAR
            && let Some(code) = soon
        {
            ahead::item(slots, (code.hash() >> *shift) as usize);
        }
    }

    /// [`Ids::insert`] of any code: a plain table that is too narrow becomes a hash table, without the numbers that have
    /// no code any more.
    pub fn insert_any(&mut self, code: C, next: u32, code_of: impl Fn(u32) -> Option<C>) -> (u32, bool) {
        if let Ids::Direct { slots, ids } = self
            && slots.find(code.number()).is_none()
        {
            let mut hashed = Ids::tight(ids.len());
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
            Ids::Hashed { slots, used, tight, .. } => !is_full(*used, slots.len(), *tight),
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

impl<C: Copy + Eq + Bits + Sync> Ids<C> {
    /// What `of` makes of the numbers of `xs`, or of [`NONE`], on all threads when there are more than `per_task`. When the
    /// evaluation is to end, of any.
    pub fn of_all<T: Key<Code = C>, R: Copy + Send>(
        &self,
        xs: &[T],
        per_task: usize,
        of: impl Fn(u32) -> R + Copy + Sync + Send,
    ) -> Vec<R> {
        match self {
            // The plain table is the hot case: its loop has no other branch.
            Ids::Direct { slots, ids } if let Some(low) = slots.low() => mapped(xs, per_task, |x| {
                let at = x.code().number().wrapping_sub(low) as usize;
                of(ids.get(at).copied().unwrap_or(NONE))
            }),
            Ids::Direct { .. } => mapped(xs, per_task, |x| of(self.get(x.code()))),
            Ids::Hashed { .. } => in_blocks(xs.len(), 1, per_task, |at, part| {
                for (xs, part) in xs[at..].chunks(PART).zip(part.chunks_mut(PART)) {
                    if is_over() {
                        part.fill(MaybeUninit::new(of(NONE)));
                        continue;
                    }
                    for (i, place) in part.iter_mut().enumerate() {
                        self.ask_ahead(xs, i);
                        place.write(of(self.get(xs[i].code())));
                    }
                }
            }),
        }
    }
}

/// Places for so many codes, of which some more than half are taken then.
fn size_for(count: usize) -> usize {
    (count + count * 3 / 5 + 1).next_power_of_two().max(16)
}

/// Is a table of `size` places too full for one code more? In five eighths of them few are not where they are sought first. Where
/// there is room in the cache a quarter is enough, so that nearly all others are known by the first place not to be there: what a
/// look-up costs is that nobody can guess how long it goes on.
#[inline(always)]
fn is_full(used: usize, size: usize, tight: bool) -> bool {
    let eighths = if size <= NEAR && !tight { 2 } else { 5 };
    (used + 1) * 8 > size * eighths
}

/// A table of so many places is in the cache with all else.
const NEAR: usize = 1 << 13;
/// One of more than so many is not in any cache that answers at once.
const FAR: usize = 1 << 17;
/// So many items ahead places are asked for: memory answers meanwhile.
pub const SOON: usize = 16;

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

/// Bits of which each code means one, whatever the code: where it is not set the code is not there.
pub struct Sieve {
    words: Vec<u64>,
    shift: u32,
}

impl Sieve {
    pub fn of<T: Key>(xs: &[T]) -> Sieve {
        let bits = (xs.len() * SPARSE).next_power_of_two().max(64);
        let mut sieve = Sieve { words: room::zeros(bits / 64), shift: 64 - bits.trailing_zeros() };
        for x in xs {
            let at = sieve.at(x.code());
            sieve.words[at / 64] |= 1 << (at % 64);
        }
        sieve
    }

    #[inline(always)]
    fn at<C: Bits>(&self, code: C) -> usize {
        (code.hash() >> self.shift) as usize
    }

    #[inline(always)]
    pub fn may_have<C: Bits>(&self, code: C) -> bool {
        let at = self.at(code);
        self.words[at / 64] >> (at % 64) & 1 != 0
    }
}

/// Bits for each code of a sieve: so many others pass for one.
const SPARSE: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sieve_lets_pass_what_is_there() {
        let some: Vec<i64> = (0..500).map(|i| (i * i) << 20).collect();
        let sieve = Sieve::of(&some);
        assert!(some.iter().all(|x| sieve.may_have(x.code())));
        let others = (1..=10_000i64).filter(|i| sieve.may_have((i * 7919 + (1 << 50)).code())).count();
        assert!(others < 10_000 * 2 / SPARSE, "{others}");
        assert!(!Sieve::of::<i64>(&[]).may_have(5i64.code()));
    }

    #[test]
    fn numbers_of_all_are_those_of_each() {
        for apart in [1, 1 << 40] {
            // Near tables and far ones.
            for count in [0, 3, 2_000, 120_000] {
                let xs: Vec<i64> = (0..count).map(|i| i * 3 * apart).collect();
                let mut ids = Ids::for_items(&xs);
                for (i, x) in xs.iter().enumerate() {
                    assert_eq!(ids.insert(x.code(), i as u32), (i as u32, true));
                }
                let sought: Vec<i64> = (-5..count + 50).map(|i| i * apart).collect();
                let each: Vec<u32> = sought.iter().map(|x| ids.get(x.code())).collect();
                assert_eq!(ids.of_all(&sought, 1 << 10, |id| id), each);
                let want = |x: &i64| {
                    if x % (3 * apart) == 0 && xs.contains(x) { x / (3 * apart) } else { NONE.into() }
                };
                assert!(sought.iter().zip(&each).step_by(97).all(|(x, id)| i64::from(*id) == want(x)));
            }
        }
    }

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
