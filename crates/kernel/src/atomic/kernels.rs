//! The loops of the binary functions, by storage: the one place where operation and storage meet.

use super::BinaryOp;
use super::convert::Cast;
use super::curves;
use super::exact::{self, Whole};
use super::ops::{self, Arith, Ordered};
use super::run::{Cell, Out, Run};
use super::wide;
use quarry_value::{Guid, Repr, Sym};

/// Computes a run from two of the same storage and count.
pub type Kernel = fn(Run, Run, Out);

/// The loop for operands stored as `calc` and a result stored as `out`.
pub fn kernel(op: BinaryOp, calc: Repr, out: Repr) -> Option<Kernel> {
    use BinaryOp::*;
    match op {
        Add => arith::<ops::Add>(calc, out),
        Subtract => arith::<ops::Subtract>(calc, out),
        Multiply => arith::<ops::Multiply>(calc, out),
        Divide => float(calc, out, |x, y, o| floats(x, y, o, |x, y| x / y)),
        Div => rounding::<ops::Div>(calc, out),
        Mod => rounding::<ops::Mod>(calc, out),
        Xbar => rounding::<ops::Xbar>(calc, out),
        Xexp => float(calc, out, curves::powers_of),
        Xlog => float(calc, out, curves::logarithms),
        Lesser => lesser(calc),
        Greater => greater(calc),
        Fill => fill(calc),
        Equal => equal(calc),
        NotEqual => not_equal(calc),
        Less | More => less(calc),
        AtMost | AtLeast => at_most(calc),
    }
}

/// Applies `f` to the items of two runs stored as `T`.
#[inline(always)]
fn apply<T: Cell, R: Cell>(x: Run, y: Run, out: Out, f: impl Fn(T, T) -> R + Copy) {
    wide::zip(T::of_run(x), T::of_run(y), R::of_out(out), f)
}

#[inline(always)]
fn floats(x: Run, y: Run, out: Out, f: impl Fn(f64, f64) -> f64 + Copy) {
    apply::<f64, f64>(x, y, out, f)
}

fn float(calc: Repr, out: Repr, kernel: Kernel) -> Option<Kernel> {
    (calc == Repr::F64 && out == Repr::F64).then_some(kernel)
}

fn arith<A: Arith>(calc: Repr, out: Repr) -> Option<Kernel> {
    if calc != out {
        return None;
    }
    Some(match calc {
        Repr::I32 => |x, y, o| apply(x, y, o, A::int::<i32>),
        Repr::I64 => |x, y, o| apply(x, y, o, A::int::<i64>),
        Repr::F32 => |x, y, o| apply(x, y, o, A::float::<f32>),
        Repr::F64 => |x, y, o| apply(x, y, o, A::float::<f64>),
        _ => return None,
    })
}

/// `div`, `mod` and `xbar` compute in longs or floats and may answer in less.
fn rounding<A: ops::Rounding>(calc: Repr, out: Repr) -> Option<Kernel> {
    fn int<A: ops::Rounding, I: Whole + Cast<R>, R: Cell>(x: Run, y: Run, out: Out) {
        exact::quotients::<A, I, R>(I::of_run(x), I::of_run(y), R::of_out(out), Cast::cast)
    }
    fn float<A: Arith, R: Cell>(x: Run, y: Run, out: Out)
    where
        f64: Cast<R>,
    {
        apply(x, y, out, |x: f64, y: f64| Cast::<R>::cast(A::float(x, y)))
    }
    Some(match (calc, out) {
        (Repr::I32, Repr::I32) => int::<A, i32, i32>,
        (Repr::I64, Repr::I64) => int::<A, i64, i64>,
        (Repr::I64, Repr::I32) => int::<A, i64, i32>,
        (Repr::F64, Repr::F64) => float::<A, f64>,
        (Repr::F64, Repr::F32) => float::<A, f32>,
        (Repr::F64, Repr::I64) => float::<A, i64>,
        (Repr::F64, Repr::I32) => float::<A, i32>,
        _ => return None,
    })
}

/// A table of one loop for every storage in which items have an order.
macro_rules! by_repr {
    ($name:ident, $k:ident, $guid_and_sym:expr) => {
        fn $name(calc: Repr) -> Option<Kernel> {
            Some(match calc {
                Repr::U8 => $k::<u8>,
                Repr::I16 => $k::<i16>,
                Repr::I32 => $k::<i32>,
                Repr::I64 => $k::<i64>,
                Repr::F32 => $k::<f32>,
                Repr::F64 => $k::<f64>,
                Repr::Guid if $guid_and_sym => $k::<Guid>,
                Repr::Sym if $guid_and_sym => $k::<Sym>,
                _ => return None,
            })
        }
    };
}

fn equal_items<T: Ordered>(x: Run, y: Run, out: Out) {
    apply(x, y, out, |x: T, y: T| u8::from(T::equal(x, y)))
}

fn not_equal_items<T: Ordered>(x: Run, y: Run, out: Out) {
    apply(x, y, out, |x: T, y: T| u8::from(!T::equal(x, y)))
}

fn less_items<T: Ordered>(x: Run, y: Run, out: Out) {
    apply(x, y, out, |x: T, y: T| u8::from(T::less(x, y)))
}

fn at_most_items<T: Ordered>(x: Run, y: Run, out: Out) {
    apply(x, y, out, |x: T, y: T| u8::from(!T::less(y, x)))
}

fn lesser_items<T: Ordered>(x: Run, y: Run, out: Out) {
    apply(x, y, out, T::lesser)
}

fn greater_items<T: Ordered>(x: Run, y: Run, out: Out) {
    apply(x, y, out, T::greater)
}

fn fill_items<T: Cell>(x: Run, y: Run, out: Out) {
    apply(x, y, out, ops::fill::<T>)
}

by_repr!(equal, equal_items, true);
by_repr!(not_equal, not_equal_items, true);
by_repr!(less, less_items, true);
by_repr!(at_most, at_most_items, true);
by_repr!(lesser, lesser_items, false);
by_repr!(greater, greater_items, false);
by_repr!(fill, fill_items, true);
