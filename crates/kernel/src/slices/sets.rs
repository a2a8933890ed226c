//! Short vectors and strings as sets: `distinct each`, `except` and `inter` of each.

use super::{LaidOut, cut, ends_of, written};
use crate::gather::pick;
use crate::kept::ones;
use crate::order::Key;
use quarry_value::{List, Type, Value, Vector, with_data};
use std::mem::MaybeUninit;
use std::ops::Range;

/// Comparisons of the items of one vector that are sooner made than a table of them.
const FEW: usize = 1 << 12;

/// `x except\:y`, and `x inter\:y` if `keep`, of items of one type.
pub fn among(x: &List, y: &Value, keep: bool) -> Option<Value> {
    let (x, y) = (LaidOut::of(x)?, crate::join::as_list(y.clone()));
    let alike = matches!(y, Value::Vector(_)) && y.item_type() == x.all().item_type();
    let flags =
        if alike && y.item_type() != Some(Type::Enum) { crate::in_(x.all(), &y).ok()? } else { return None };
    let flags = if keep { flags } else { crate::not(&flags).ok()? };
    let Value::Vector(flags) = &flags else { return None };
    x.kept(flags.slice()?)
}

/// `x except'y`, and `x inter'y` if `keep`, of items of one type: `y` is a vector with an item for each, or others.
pub fn among_each(x: &List, y: &Value, keep: bool) -> Option<Value> {
    let x = LaidOut::of(x)?;
    let laid = if let Value::List(l) = y { Some(LaidOut::of(l)?) } else { None };
    let (Value::Vector(xs), Value::Vector(ys)) = (x.all(), laid.as_ref().map_or(y, LaidOut::all)) else {
        return None;
    };
    let place = |k: usize| laid.as_ref().map_or(k..k + 1, |y| y.place(k));
    let count = laid.as_ref().map_or(ys.len(), |y| y.ends().len());
    if count != x.ends().len() || xs.ty != ys.ty || xs.ty == Type::Enum {
        return None;
    }
    let flags = match xs.ty {
        Type::Char => {
            let (xs, ys) = (xs.slice()?, ys.slice()?);
            written(x.ends(), |k, out| {
                let among = Letters::of(&ys[place(k)]);
                put(out, xs[x.place(k)].iter().map(|c| among.has(*c) == keep));
            })
        }
        _ => {
            let pairs = |k: usize| x.place(k).len().saturating_mul(place(k).len());
            if (0..count).any(|k| pairs(k) > FEW) {
                return None;
            }
            with_data!(&xs.data, b => found(b.as_slice(), &x, ys, place, keep))?
        }
    };
    x.kept(&flags)
}

/// Flags of the items of each vector that are among `others`, or are not.
fn found<K: Key>(
    xs: &[K],
    x: &LaidOut,
    others: &Vector,
    place: impl Fn(usize) -> Range<usize> + Sync + Send,
    keep: bool,
) -> Option<Vec<u8>> {
    let others = K::of(&others.data)?.as_slice();
    Some(written(x.ends(), |k, out| {
        let others = &others[place(k)];
        put(out, xs[x.place(k)].iter().map(|x| others.iter().any(|other| other.same(*x)) == keep));
    }))
}

/// `distinct each x`
pub fn distinct_each(x: &List) -> Option<Value> {
    fn firsts<K: Key>(xs: &[K], x: &LaidOut) -> Vec<u8> {
        written(x.ends(), |k, out| {
            let items = &xs[x.place(k)];
            put(out, items.iter().enumerate().map(|(i, x)| !items[..i].iter().any(|before| before.same(*x))));
        })
    }
    let x = LaidOut::of(x)?;
    let Value::Vector(xs) = x.all() else { return None };
    let flags = match xs.ty {
        Type::Enum => return None,
        Type::Char => {
            let xs = xs.slice()?;
            written(x.ends(), |k, out| {
                let mut seen = Letters::default();
                put(out, xs[x.place(k)].iter().map(|c| seen.add(*c)));
            })
        }
        _ if (0..x.ends().len()).any(|k| x.place(k).len().saturating_pow(2) > FEW) => return None,
        _ => with_data!(&xs.data, b => firsts(b.as_slice(), &x)),
    };
    x.kept(&flags)
}

fn put(out: &mut [MaybeUninit<u8>], flags: impl ExactSizeIterator<Item = bool>) {
    assert_eq!(out.len(), flags.len());
    out.iter_mut().zip(flags).for_each(|(o, flag)| _ = o.write(flag.into()));
}

/// A set of characters.
#[derive(Default)]
struct Letters([u64; 4]);

impl Letters {
    fn of(letters: &[u8]) -> Letters {
        let mut all = Letters::default();
        letters.iter().for_each(|c| _ = all.add(*c));
        all
    }

    fn has(&self, c: u8) -> bool {
        self.0[usize::from(c >> 6)] >> (c & 63) & 1 != 0
    }

    /// Was it not there yet?
    fn add(&mut self, c: u8) -> bool {
        let is_new = !self.has(c);
        self.0[usize::from(c >> 6)] |= 1 << (c & 63);
        is_new
    }
}

impl LaidOut<'_> {
    /// Where the items of vector `k` (in range) are among all.
    fn place(&self, k: usize) -> Range<usize> {
        let ends = self.ends();
        if k == 0 { 0..ends[0] } else { ends[k - 1]..ends[k] }
    }

    /// The vectors of those items alone that have a flag.
    fn kept(&self, flags: &[u8]) -> Option<Value> {
        let kept = |k: usize| flags[self.place(k)].iter().filter(|flag| **flag != 0).count();
        let ends = ends_of((0..self.ends().len()).map(kept));
        let Value::Vector(all) = pick(&self.all, &ones(flags)) else { return None };
        (ends.last().copied().unwrap_or(0) == all.len()).then(|| cut(all, ends))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slices::tests::{both_lists, same};
    use crate::strings::tests::in_all_ways;
    use crate::{distinct, except, inter};

    #[test]
    fn sets_of_each_are_those_of_one_by_one() {
        in_all_ways(|| {
            for (slices, values) in both_lists() {
                let few = slices.get(4);
                let others: Vec<Value> = values.iter().rev().cloned().collect();
                let l = List::slices(slices);
                let beside = crate::reverse(&l.clone().into()).unwrap();
                let pairs = || values.iter().zip(&others);
                let each: Vec<Value> = values.iter().map(|x| distinct(x).unwrap()).collect();
                same(&distinct_each(&l).unwrap(), &each);
                for (keep, f) in [(true, inter as fn(&Value, &Value) -> _), (false, except)] {
                    let each: Vec<Value> = values.iter().map(|x| f(x, &few).unwrap()).collect();
                    same(&among(&l, &few, keep).unwrap(), &each);
                    let each: Vec<Value> = pairs().map(|(x, y)| f(x, y).unwrap()).collect();
                    same(&among_each(&l, &beside, keep).unwrap(), &each);
                }
                assert!(among_each(&l, &few, true).is_none(), "fewer items");
            }
        });
    }
}
