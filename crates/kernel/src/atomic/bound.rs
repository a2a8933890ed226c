//! Comparison of many items with one: each is in a range or it is not, which takes two exact comparisons where
//! tolerance takes a dozen operations, and no memory for the one item many times.

use super::BinaryOp::{self, AtLeast, AtMost, Equal, Less, More};
use super::run::{One, Out, Run};
use super::wide;
use super::{between, ops};
use std::mem::MaybeUninit;

/// Fewer items are compared sooner than the range of a float is found.
const WORTH_IT: usize = 256;

/// The items for which a comparison with one item is true.
#[derive(Clone, Copy)]
pub enum Bound {
    U8(Range<u8>),
    I16(Range<i16>),
    I32(Range<i32>),
    I64(Range<i64>),
    F64(Range<f64>),
}

/// From `low` to `high`, both within; or, if `outside` is 1 and not 0, everything else, floats that are null too.
#[derive(Clone, Copy)]
pub struct Range<T> {
    low: T,
    high: T,
    outside: u8,
}

impl<T: Copy + PartialOrd> Range<T> {
    #[inline(always)]
    fn has(self, x: T) -> bool {
        (x >= self.low) & (x <= self.high)
    }

    #[inline(always)]
    fn holds(self, x: T) -> u8 {
        u8::from(self.has(x)) ^ self.outside
    }

    /// How many items are within; `C` as [`wide::count`] has it.
    fn count<C: wide::Counter>(self, x: &[T]) -> i64 {
        let inside = wide::count::<C, T>(x, |x| self.has(x));
        if self.outside == 1 { x.len() as i64 - inside } else { inside }
    }
}

impl<T: Copy + PartialOrd> Range<T> {
    /// The items that are in both: in one from some item up, and in one up to some item. `None` of others.
    fn and(
        self,
        other: Range<T>,
        [least, greatest]: [T; 2],
        before: impl Fn(T) -> Option<T>,
    ) -> Option<Range<T>> {
        let (up, down) = match (self.outside, other.outside) {
            (0, 1) => (self, other),
            (1, 0) => (other, self),
            _ => return None,
        };
        if up.low > up.high || down.low > down.high {
            return Some(up);
        }
        if up.high != greatest || down.high != greatest {
            return None;
        }
        // What is before the least of all is nothing.
        let none = Range { low: greatest, high: least, outside: 0 };
        Some(before(down.low).map_or(none, |high| Range { high, ..up }))
    }
}

/// Writes flags of items in a range, and gives how many.
type Wide<T> = fn(&[T], [T; 2], u8, &mut [MaybeUninit<u8>]) -> usize;

impl<T: Copy + PartialOrd> Range<T> {
    /// By `wide` as far as it goes, and one by one.
    fn write(&self, x: &[T], out: &mut [MaybeUninit<u8>], wide: Wide<T>) {
        assert!(x.len() == out.len(), "runs of one count");
        let done = wide(x, [self.low, self.high], self.outside, out);
        for (o, x) in out[done..].iter_mut().zip(&x[done..]) {
            *o = MaybeUninit::new(self.holds(*x));
        }
    }
}

/// Counts items in a range, and gives how many it looked at too.
type Counts<T> = fn(&[T], [T; 2]) -> (i64, usize);

impl<T: Copy + PartialOrd> Range<T> {
    /// How many items are within: by `wide` as far as it goes, and one by one.
    fn count_by(&self, x: &[T], wide: Counts<T>) -> i64 {
        let (inside, done) = wide(x, [self.low, self.high]);
        let inside = inside + x[done..].iter().filter(|x| self.has(**x)).count() as i64;
        if self.outside == 1 { x.len() as i64 - inside } else { inside }
    }
}

/// `x op y` for the other operand, when `y` is one item: `y op x` as said of `x`.
pub fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        Less => More,
        More => Less,
        AtMost => AtLeast,
        AtLeast => AtMost,
        other => other,
    }
}

impl Bound {
    /// `items op one` for `n` items; `None` when it is no comparison or not worth a range.
    pub fn new(op: BinaryOp, one: One, n: usize) -> Option<Bound> {
        if n < WORTH_IT || !op.is_comparison() {
            return None;
        }
        macro_rules! whole {
            ($repr:ident, $t:ty, $x:expr) => {
                Bound::$repr(around(op, [$x; 2], $x.checked_add(1), [<$t>::MIN, <$t>::MAX]))
            };
        }
        Some(match one {
            One::U8(x) => whole!(U8, u8, x),
            One::I16(x) => whole!(I16, i16, x),
            One::I32(x) => whole!(I32, i32, x),
            One::I64(x) => whole!(I64, i64, x),
            One::F64(x) if x.is_finite() => {
                let equal = [least_equal(x), -least_equal(-x)];
                Bound::F64(around(op, equal, Some(equal[1].next_up()), [f64::NEG_INFINITY, f64::INFINITY]))
            }
            _ => return None,
        })
    }

    /// What is in both ranges, of one that ends above and one that ends below; `None` of others.
    pub fn and(self, other: Bound) -> Option<Bound> {
        macro_rules! whole {
            ($repr:ident, $t:ty, $a:expr, $b:expr) => {
                $a.and($b, [<$t>::MIN, <$t>::MAX], |x| x.checked_sub(1)).map(Bound::$repr)
            };
        }
        match (self, other) {
            (Bound::U8(a), Bound::U8(b)) => whole!(U8, u8, a, b),
            (Bound::I16(a), Bound::I16(b)) => whole!(I16, i16, a, b),
            (Bound::I32(a), Bound::I32(b)) => whole!(I32, i32, a, b),
            (Bound::I64(a), Bound::I64(b)) => whole!(I64, i64, a, b),
            (Bound::F64(a), Bound::F64(b)) => {
                let before = |x: f64| (x > f64::NEG_INFINITY).then(|| x.next_down());
                a.and(b, [f64::NEG_INFINITY, f64::INFINITY], before).map(Bound::F64)
            }
            _ => None,
        }
    }

    /// How many items are within.
    pub fn count(&self, x: Run) -> i64 {
        match (self, x) {
            (Bound::U8(r), Run::U8(x)) => r.count::<u8>(x),
            (Bound::I16(r), Run::I16(x)) => r.count::<i16>(x),
            (Bound::I32(r), Run::I32(x)) => r.count::<i32>(x),
            (Bound::I64(r), Run::I64(x)) => r.count_by(x, between::count_longs),
            (Bound::F64(r), Run::F64(x)) => r.count_by(x, between::count_floats),
            _ => unreachable!("a run of another storage"),
        }
    }

    /// Writes for every item whether it is within.
    pub fn write(&self, x: Run, out: Out) {
        let Out::U8(out) = out else { unreachable!("comparisons write booleans") };
        match (self, x) {
            (Bound::U8(r), Run::U8(x)) => wide::map(x, out, |x| r.holds(x)),
            (Bound::I16(r), Run::I16(x)) => wide::map(x, out, |x| r.holds(x)),
            (Bound::I32(r), Run::I32(x)) => wide::map(x, out, |x| r.holds(x)),
            (Bound::I64(r), Run::I64(x)) => r.write(x, out, between::longs),
            (Bound::F64(r), Run::F64(x)) => r.write(x, out, between::floats),
            _ => unreachable!("a run of another storage"),
        }
    }
}

/// The items `x` with `x op e`, where those equal to `e` are the ones from `low` to `high` and `next` follows `high`,
/// if anything does. A null float is below everything: it is in none of the ranges, and let in by what is not one.
fn around<T: Copy>(
    op: BinaryOp,
    [low, high]: [T; 2],
    next: Option<T>,
    [least, greatest]: [T; 2],
) -> Range<T> {
    match op {
        Less | AtLeast => Range { low, high: greatest, outside: u8::from(op == Less) },
        More | AtMost => {
            let (low, high) = next.map_or((greatest, least), |next| (next, greatest));
            Range { low, high, outside: u8::from(op == AtMost) }
        }
        _ => Range { low, high, outside: u8::from(op != Equal) },
    }
}

/// The least float that is not below `x`, found among the floats in their order: what is below one is below the next.
fn least_equal(x: f64) -> f64 {
    const SIGN: u64 = 1 << 63;
    let key = |x: f64| if x.is_sign_negative() { !x.to_bits() } else { x.to_bits() | SIGN };
    let float = |key: u64| f64::from_bits(if key & SIGN == 0 { !key } else { key ^ SIGN });
    let (mut below, mut equal) = (key(f64::NEG_INFINITY), key(x));
    while equal - below > 1 {
        let middle = below + (equal - below) / 2;
        if ops::below(float(middle), x) { below = middle } else { equal = middle }
    }
    float(equal)
}

#[cfg(test)]
mod tests {
    use super::BinaryOp::NotEqual;
    use super::*;
    use crate::atomic::ops::Ordered;
    use quarry_value::Item;

    const OPS: [BinaryOp; 6] = [Equal, NotEqual, Less, More, AtMost, AtLeast];

    fn plainly<T: Ordered>(op: BinaryOp, x: T, y: T) -> bool {
        match op {
            Equal => T::equal(x, y),
            NotEqual => !T::equal(x, y),
            Less => T::less(x, y),
            More => T::less(y, x),
            AtMost => !T::less(y, x),
            _ => !T::less(x, y),
        }
    }

    #[test]
    fn floats_near_the_tolerance_are_where_the_comparison_puts_them() {
        let bases = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1e300,
            -1e300,
            f64::MAX,
            f64::MIN,
            5e-324,
            1e-310,
            3.7e-5,
            123456.789,
        ];
        for y in bases {
            let mut xs =
                vec![f64::NULL, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, f64::MAX, f64::MIN, y, -y];
            for edge in [least_equal(y), -least_equal(-y)] {
                xs.extend([
                    edge,
                    edge.next_up(),
                    edge.next_down(),
                    edge.next_up().next_up(),
                    edge * 1.0000001,
                ]);
            }
            for op in OPS {
                let Some(Bound::F64(range)) = Bound::new(op, One::F64(y), WORTH_IT) else {
                    panic!("no range")
                };
                for &x in &xs {
                    assert_eq!(range.holds(x) == 1, plainly(op, x, y), "{x:e} {} {y:e}", op.name());
                }
            }
        }
    }

    #[test]
    fn shorts_are_compared_exactly_at_both_ends() {
        let xs = [i16::MIN, i16::MIN + 1, -1, 0, 1, i16::MAX - 1, i16::MAX];
        for (op, y) in OPS.into_iter().flat_map(|op| xs.map(|y| (op, y))) {
            let Some(Bound::I16(range)) = Bound::new(op, One::I16(y), WORTH_IT) else { panic!("no range") };
            for x in xs {
                assert_eq!(range.holds(x) == 1, plainly(op, x, y), "{x} {} {y}", op.name());
            }
        }
    }

    /// Does a range hold just what both comparisons let in?
    fn agrees<T: Ordered + PartialOrd + std::fmt::Debug>(
        range: Range<T>,
        [up, down]: [BinaryOp; 2],
        [low, high]: [T; 2],
        xs: &[T],
    ) {
        for &x in xs {
            let wanted = plainly(up, x, low) && plainly(down, x, high);
            assert_eq!(range.holds(x) == 1, wanted, "{x:?} {up:?} {low:?} {down:?} {high:?}");
        }
    }

    #[test]
    fn two_ends_make_one_range() {
        let short = |op, x| Bound::new(op, One::I16(x), WORTH_IT).expect("a range");
        let float = |op, x| Bound::new(op, One::F64(x), WORTH_IT).expect("a range");
        let xs = [i16::MIN, i16::MIN + 1, -1, 0, 1, 7, i16::MAX - 1, i16::MAX];
        for ops in [AtLeast, More].into_iter().flat_map(|up| [AtMost, Less].map(|down| [up, down])) {
            let [up, down] = ops;
            for (low, high) in xs.into_iter().flat_map(|low| xs.map(|high| (low, high))) {
                let both = [short(up, low).and(short(down, high)), short(down, high).and(short(up, low))];
                for both in both {
                    let Some(Bound::I16(range)) = both else { panic!("no range") };
                    agrees(range, ops, [low, high], &xs);
                }
            }
            for (low, high) in [(-1.5, 2.5), (2.5, -1.5), (0.0, 0.0), (f64::MIN, f64::MAX)] {
                let both = float(up, low).and(float(down, high));
                let Some(Bound::F64(range)) = both else { panic!("no range") };
                let edges = [low, high, least_equal(low), least_equal(high).next_down(), -least_equal(-high)];
                agrees(range, ops, [low, high], &edges);
                agrees(
                    range,
                    ops,
                    [low, high],
                    &[f64::NULL, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0],
                );
            }
        }
        assert!(short(AtLeast, 1).and(short(AtLeast, 2)).is_none());
        assert!(short(Equal, 1).and(short(AtMost, 2)).is_none());
    }

    #[test]
    fn nulls_infinities_and_few_items_are_left_to_the_plain_loops() {
        for y in [f64::NULL, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Bound::new(Less, One::F64(y), WORTH_IT).is_none());
        }
        assert!(Bound::new(Less, One::F64(1.0), WORTH_IT - 1).is_none());
        assert!(Bound::new(BinaryOp::Add, One::F64(1.0), WORTH_IT).is_none());
    }
}
