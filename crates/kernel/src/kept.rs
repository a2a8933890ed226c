//! Which of many items are kept: told by a flag for each where many are, else by their positions.
//!
//! With flags a column is read once from its start to its end, one byte for each item beside it; with positions each item that
//! is kept costs eight bytes more, but nothing is read of what lies between. So items are kept by flags from some part of them on.

use crate::atomic::wide;
use crate::built::{COPY_MIN, Piece, joined, pieced};
use crate::gather::pick;
use crate::{pool, runs};
use quarry_value::evaluation::is_over;
use quarry_value::{Attr, Buf, Item, Type, Value, Vector, room, with_data};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// One in so many items must be kept for flags to be less work than positions.
const DENSE: usize = 12;
/// Flags that are counted together, and that a thread looks through at a time.
pub(crate) const BLOCK: usize = 1 << 16;

/// Which items are kept.
pub enum Kept {
    At(Vec<i64>),
    Flagged(Flags),
}

/// A flag for each of some consecutive items: those are kept whose flags are set.
#[derive(Clone)]
pub struct Flags {
    /// Of booleans. They may be in a file that is cut short meanwhile: they are never more than `counts` says, but may be fewer.
    flags: Arc<Vector>,
    /// The item of the first flag.
    first: usize,
    /// So many flags are a block, but for the last.
    block: usize,
    /// How many are set in each block.
    counts: Vec<usize>,
    count: usize,
    /// The positions, once asked for.
    at: OnceLock<Vec<i64>>,
}

/// The flags of a block that were just computed.
pub(crate) enum Part {
    At(Vec<i64>),
    Flags(Vec<u8>, usize),
}

impl Kept {
    /// Those of the flags that are set in a vector of booleans.
    pub fn of(flags: Arc<Vector>) -> Kept {
        let bytes = bytes(&flags);
        let (block, counts) = counted(bytes);
        let count = counts.iter().sum();
        match is_dense(count, bytes.len()) {
            true => Kept::Flagged(Flags::new(flags, block, counts)),
            false => Kept::At(positions(bytes, 0, block, &counts)),
        }
    }

    /// Of `n` items those that are not at `at`.
    pub fn others(at: &[i64], n: usize) -> Kept {
        let mut flags = room::repeated(1u8, n);
        at.iter().for_each(|i| flags[*i as usize] = 0);
        Kept::of(Arc::new(Vector::of(Type::Bool, flags)))
    }

    /// What the blocks of `n` flags, each of `block` but for the last, make together.
    pub(crate) fn joined(parts: Vec<Part>, n: usize, block: usize) -> Kept {
        let counts: Vec<usize> = parts.iter().map(Part::count).collect();
        let count = counts.iter().sum();
        let whole: Vec<Part> = match is_dense(count, n) {
            true => pool::map_each(parts.into_iter().enumerate().collect(), |(k, part)| {
                part.flagged(k * block..n.min((k + 1) * block))
            }),
            false => {
                pool::map_each(parts.into_iter().enumerate().collect(), |(k, part)| part.placed(k * block))
            }
        };
        if !is_dense(count, n) {
            let places = whole.iter().map(|part| if let Part::At(at) = part { &at[..] } else { &[] });
            return Kept::At(joined(&places.map(Piece::Items).collect::<Vec<_>>(), COPY_MIN));
        }
        let flags = whole.iter().map(|part| if let Part::Flags(flags, _) = part { &flags[..] } else { &[] });
        let flags = joined(&flags.map(Piece::Items).collect::<Vec<_>>(), COPY_MIN);
        Kept::Flagged(Flags::new(Arc::new(Vector::of(Type::Bool, flags)), block, counts))
    }

    pub fn count(&self) -> usize {
        match self {
            Kept::At(at) => at.len(),
            Kept::Flagged(flags) => flags.count(),
        }
    }

    /// The same of other items, the first of which is `first`.
    fn from(self, first: usize) -> Kept {
        match self {
            Kept::Flagged(flags) => Kept::Flagged(flags.from(first)),
            Kept::At(mut at) => {
                at.iter_mut().for_each(|i| *i += first as i64);
                Kept::At(at)
            }
        }
    }

    pub fn into_positions(self) -> Vec<i64> {
        match self {
            Kept::At(at) => at,
            Kept::Flagged(flags) => flags.written(),
        }
    }
}

impl Part {
    /// Of a block's flags, the first of which is at `start`.
    pub fn of(flags: Vec<u8>, start: usize) -> Part {
        let count = wide::count::<u8, u8>(&flags, |f| f != 0) as usize;
        match is_dense(count, flags.len()) {
            true => Part::Flags(flags, count),
            false => Part::Flags(flags, count).placed(start),
        }
    }

    fn count(&self) -> usize {
        match self {
            Part::At(at) => at.len(),
            Part::Flags(_, count) => *count,
        }
    }

    /// As flags of the items in `range`.
    fn flagged(self, range: Range<usize>) -> Part {
        let Part::At(at) = self else { return self };
        let mut flags = room::zeros(range.len());
        at.iter().for_each(|i| flags[*i as usize - range.start] = 1);
        Part::Flags(flags, at.len())
    }

    /// As positions, that of the first flag being `start`.
    fn placed(self, start: usize) -> Part {
        let Part::Flags(flags, count) = self else { return self };
        Part::At(positions(&flags, start, flags.len(), &[count]))
    }
}

impl Flags {
    fn new(flags: Arc<Vector>, block: usize, counts: Vec<usize>) -> Flags {
        let count = counts.iter().sum();
        Flags { flags, first: 0, block, counts, count, at: OnceLock::new() }
    }

    /// How many items are kept.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The items that there are flags for.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.flags.len()
    }

    /// From the first item that is kept to the last, or some more at both ends; `None` for none.
    pub fn span(&self) -> Option<Range<usize>> {
        let some = |n: &usize| *n > 0;
        let (from, to) = (self.counts.iter().position(some)?, self.counts.iter().rposition(some)?);
        Some(self.first + self.range_of(from).start..self.first + self.range_of(to).end)
    }

    /// The same flags for other items, the first of which is `first`.
    pub fn from(self, first: usize) -> Flags {
        Flags { first, at: OnceLock::new(), ..self }
    }

    /// Where the items are that are kept.
    pub fn positions(&self) -> &[i64] {
        pool::once::<Vec<i64>>(&self.at, || self.written())
    }

    fn written(&self) -> Vec<i64> {
        positions(self.bytes(), self.first, self.block, &self.counts)
    }

    /// The items that are not kept, of all that there are flags for.
    pub fn others(&self) -> Kept {
        let flags = crate::built::mapped(self.bytes(), COPY_MIN, |f| u8::from(f == 0));
        Kept::of(Arc::new(Vector::of(Type::Bool, flags)))
    }

    /// Of the items that are kept here those that `inner` keeps, which has a flag for each of them.
    pub fn within(&self, inner: &Flags) -> Kept {
        let (outer, inner) = (self.bytes(), inner.bytes());
        let starts: Vec<usize> =
            self.counts.iter().scan(0, |end, n| Some(std::mem::replace(end, *end + n))).collect();
        let sizes: Vec<usize> = (0..self.counts.len()).map(|k| self.range_of(k).len()).collect();
        let (flags, _) = pieced(&sizes, |k, out| {
            let inner = &inner[starts[k]..starts[k] + self.counts[k]];
            put(&outer[self.range_of(k)], inner, out);
        });
        Kept::of(Arc::new(Vector::of(Type::Bool, flags))).from(self.first)
    }

    /// Of the items that are kept here those that `other` keeps, too, whose first item is the first of [`Flags::range`]. `None`
    /// when it tells of fewer items or of more.
    pub fn and(&self, other: Kept) -> Option<Kept> {
        let set = self.bytes();
        match other {
            Kept::At(mut at) => {
                at.retain(|i| set.get(*i as usize).is_some_and(|flag| *flag != 0));
                Some(Kept::At(at).from(self.first))
            }
            Kept::Flagged(other) if other.flags.len() != set.len() => None,
            Kept::Flagged(other) => {
                let sizes: Vec<usize> = (0..self.counts.len()).map(|k| self.range_of(k).len()).collect();
                let (flags, _) = pieced(&sizes, |k, out| {
                    let range = self.range_of(k);
                    let both = |x, y| u8::from(x != 0) & u8::from(y != 0);
                    wide::zip(&set[range.clone()], &other.bytes()[range], out, both);
                });
                Some(Kept::of(Arc::new(Vector::of(Type::Bool, flags))).from(self.first))
            }
        }
    }

    /// The items, rows or entries of `x` that are kept, as [`pick`] gives them. No attribute.
    pub fn take(&self, x: &Value) -> Value {
        match x {
            Value::Vector(v) if self.range().end <= v.len() => {
                with_data!(&v.data, b => v.like(Item::data(self.items(b).into()))).into()
            }
            Value::Table(t) => {
                let columns = t.columns.iter().map(|c| self.take(c)).collect();
                Value::Table(Arc::new(t.with_columns(columns, Attr::None)))
            }
            _ => pick(x, self.positions()),
        }
    }

    /// The items of `xs` that are kept.
    pub fn items<T: Item>(&self, xs: &Buf<T>) -> Vec<T> {
        pieced(&self.counts, |k, out| self.write(k, xs, out)).0
    }

    /// How many are kept of each block.
    pub(crate) fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// Writes the items of block `k` that are kept, of which there are as many as places.
    pub(crate) fn write<T: Item>(&self, k: usize, xs: &Buf<T>, out: &mut [MaybeUninit<T>]) {
        let range = self.range_of(k);
        let n = match out.is_empty() || is_over() {
            // What lies in blocks of a file that nothing is kept of is not asked for.
            true => 0,
            false => {
                let items = xs.range(self.first + range.start..self.first + range.end);
                wide::write_kept(items, &self.bytes()[range], out)
            }
        };
        // A file may be cut short meanwhile.
        out[n..].fill(MaybeUninit::new(T::ZEROS));
    }

    fn bytes(&self) -> &[u8] {
        bytes(&self.flags)
    }

    /// The flags of block `k`.
    fn range_of(&self, k: usize) -> Range<usize> {
        k * self.block..self.flags.len().min((k + 1) * self.block)
    }
}

fn bytes(flags: &Vector) -> &[u8] {
    flags.slice().unwrap_or_default()
}

fn is_dense(count: usize, n: usize) -> bool {
    count > 0 && count >= n.div_ceil(DENSE)
}

/// How many flags are a block, and how many are set in each.
fn counted(flags: &[u8]) -> (usize, Vec<usize>) {
    let block = runs::worth(BLOCK);
    let count = |range: Range<usize>| wide::count::<u8, u8>(&flags[range], |f| f != 0) as usize;
    (block, pool::map_ranges(flags.len(), block, count))
}

/// Positions of the non-zero bytes.
pub fn ones(flags: &[u8]) -> Vec<i64> {
    let (block, counts) = counted(flags);
    positions(flags, 0, block, &counts)
}

/// Positions of the non-zero bytes, of which each block has as many as `counts` says; that of the first byte is `first`.
fn positions(flags: &[u8], first: usize, block: usize, counts: &[usize]) -> Vec<i64> {
    let (places, _) = pieced(counts, |k, out| {
        let start = k * block;
        let found = wide::write_positions(&flags[start..flags.len().min(start + block)], first + start, out);
        // A file may be cut short meanwhile.
        out[found..].fill(MaybeUninit::new(first as i64));
    });
    places
}

/// Puts the flags of `inner` one after the other where those of `outer` are set, and zeros elsewhere.
fn put(outer: &[u8], inner: &[u8], out: &mut [MaybeUninit<u8>]) {
    let Some(last) = inner.len().checked_sub(1) else {
        out.fill(MaybeUninit::new(0));
        return;
    };
    let mut next = 0;
    for (out, outer) in out.iter_mut().zip(outer) {
        let set = u8::from(*outer != 0);
        out.write(inner[next.min(last)] & set.wrapping_neg());
        next += usize::from(set);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Sym;

    fn flags(n: usize, one_in: usize) -> Vec<u8> {
        let mut s = 88172645463325252u64;
        let mut next = || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s as usize
        };
        (0..n).map(|_| u8::from(next() % one_in == 0)).collect()
    }

    fn kept(flags: &[u8]) -> Kept {
        Kept::of(Arc::new(Vector::of(Type::Bool, flags.to_vec())))
    }

    fn forced(flags: &[u8]) -> Flags {
        let (block, counts) = counted(flags);
        Flags::new(Arc::new(Vector::of(Type::Bool, flags.to_vec())), block, counts)
    }

    /// With and without threads, in blocks of the usual size and of a few flags.
    fn every_way(check: impl Fn()) {
        pool::tests::with_threads(&[0, 3], || {
            for length in [runs::USUAL, 3, 11] {
                runs::set_length(length);
                check();
            }
            runs::set_length(runs::USUAL);
        });
    }

    fn takes<T: Item + PartialEq + std::fmt::Debug>(ty: Type, item: impl Fn(usize) -> T) {
        for n in [0, 1, 7, 8, 9, 63, 64, 65, 200, 1000] {
            let items: Vec<T> = (0..n + 5).map(&item).collect();
            let x = Value::from(Vector::of(ty, items.clone()).with_attr(Attr::Grouped));
            for one_in in [1, 2, 5, 40, 5000] {
                for flags in [flags(n, one_in), flags(n, one_in).iter().map(|f| 1 - f).collect()] {
                    for first in [0, 5] {
                        let at: Vec<usize> = (0..n).filter(|i| flags[*i] != 0).map(|i| i + first).collect();
                        let want: Vec<T> = at.iter().map(|i| items[*i]).collect();
                        let flags = forced(&flags).from(first);
                        let Value::Vector(got) = flags.take(&x) else { panic!("a vector") };
                        assert_eq!(got.slice::<T>(), Some(&want[..]), "{n} {one_in} {first}");
                        assert!(got.attr == Attr::None && got.ty == ty);
                        assert_eq!(flags.positions(), at.iter().map(|i| *i as i64).collect::<Vec<_>>());
                        assert_eq!(flags.count(), at.len());
                        let span = flags.span();
                        assert_eq!(span.is_none(), at.is_empty());
                        assert!(at.iter().all(|i| span.as_ref().unwrap().contains(i)));
                    }
                }
            }
        }
    }

    #[test]
    fn items_of_every_width_are_kept() {
        every_way(|| {
            takes(Type::Byte, |i| i as u8);
            takes(Type::Short, |i| i as i16);
            takes(Type::Int, |i| i as i32 * 70_001);
            takes(Type::Long, |i| i as i64 * 7_000_000_001);
            takes(Type::Real, |i| i as f32 + 0.5);
            takes(Type::Float, |i| i as f64 + 0.5);
            takes(Type::Guid, |i| [i as u8; 16]);
            let names: Vec<Sym> = (0..40).map(|i| Sym::new(format!("s{i}"))).collect();
            takes(Type::Symbol, |i| names[i % 40]);
        });
    }

    #[test]
    fn what_is_no_vector_is_picked() {
        let flags = forced(&[0, 1, 1, 0]);
        let list = Value::list((0..4).map(|i| Value::longs(vec![i; i as usize])).collect());
        assert!(crate::order::identical(&flags.take(&list), &pick(&list, &[1, 2])));
        let t = Value::table(vec![Sym::new("a"), Sym::new("b")], vec![Value::longs(vec![5, 6, 7, 8]), list]);
        assert!(crate::order::identical(&flags.take(&t), &pick(&t, &[1, 2])));
        // Too few items are nulls, as of a position out of range.
        let short = Value::longs(vec![3, 4]);
        assert!(crate::order::identical(&flags.take(&short), &pick(&short, &[1, 2])));
    }

    #[test]
    fn many_are_flagged_and_few_are_placed() {
        every_way(|| {
            for (one_in, dense) in [(2, true), (8, true), (30, false), (900, false)] {
                let flags = flags(2000, one_in);
                let want = ones(&flags);
                assert_eq!(want, (0..2000).filter(|i| flags[*i as usize] != 0).collect::<Vec<_>>());
                let kept = kept(&flags);
                assert_eq!(matches!(kept, Kept::Flagged(_)), dense);
                assert_eq!((kept.count(), kept.into_positions()), (want.len(), want.clone()));
                let rest: Vec<i64> = (0..2000).filter(|i| flags[*i as usize] == 0).collect();
                assert_eq!(Kept::others(&want, 2000).into_positions(), rest);
                assert_eq!(forced(&flags).others().into_positions(), rest);
                // Parts of both kinds.
                for block in [1, 70, 1000, 4000] {
                    let parts = flags.chunks(block).enumerate();
                    let parts = parts.map(|(k, flags)| Part::of(flags.to_vec(), k * block)).collect();
                    let joined = Kept::joined(parts, 2000, block);
                    assert_eq!(matches!(joined, Kept::Flagged(_)), dense);
                    assert_eq!(joined.into_positions(), want);
                }
            }
        });
        assert_eq!(Kept::joined(Vec::new(), 0, 10).into_positions(), []);
    }

    #[test]
    fn flags_within_flags() {
        every_way(|| {
            for (outer, inner) in [(1, 1), (2, 3), (5, 1), (1, 5), (3, 300), (900, 2)] {
                let outer = flags(1500, outer);
                let at = ones(&outer);
                let inner = flags(at.len(), inner);
                let want: Vec<i64> = ones(&inner).iter().map(|i| at[*i as usize] + 7).collect();
                let both = forced(&outer).from(7).within(&forced(&inner));
                assert_eq!(both.into_positions(), want);
                // Told for those that are not kept as well.
                let mut over = vec![1u8; 1500];
                at.iter().zip(&inner).for_each(|(i, flag)| over[*i as usize] = *flag);
                for other in [kept(&over), Kept::At(ones(&over))] {
                    let both = forced(&outer).from(7).and(other);
                    assert_eq!(both.map(Kept::into_positions).as_ref(), Some(&want));
                }
                assert!(forced(&outer).and(Kept::Flagged(forced(&over[1..]))).is_none());
            }
        });
    }
}
