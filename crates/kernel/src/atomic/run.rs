//! Runs: the stretches of items that kernels read and write, typed by storage, and single items.

use super::wide;
use quarry_value::{Buf, Data, Guid, Item, Repr, Sym, Type, Value, room};
use std::mem::MaybeUninit;
use std::ops::Range;

/// The most items that are converted or computed at a time: a few such stretches fit the first cache.
pub const RUN: usize = crate::runs::USUAL;

/// Items that are converted or computed at a time.
#[inline]
pub fn run_length() -> usize {
    crate::runs::length().min(RUN)
}

/// Items to read.
#[derive(Clone, Copy, Debug)]
pub enum Run<'a> {
    U8(&'a [u8]),
    I16(&'a [i16]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    F32(&'a [f32]),
    F64(&'a [f64]),
    Guid(&'a [Guid]),
    Sym(&'a [Sym]),
}

/// Items to write, all of them, before they count as items.
pub enum Out<'a> {
    U8(&'a mut [MaybeUninit<u8>]),
    I16(&'a mut [MaybeUninit<i16>]),
    I32(&'a mut [MaybeUninit<i32>]),
    I64(&'a mut [MaybeUninit<i64>]),
    F32(&'a mut [MaybeUninit<f32>]),
    F64(&'a mut [MaybeUninit<f64>]),
    Guid(&'a mut [MaybeUninit<Guid>]),
    Sym(&'a mut [MaybeUninit<Sym>]),
}

/// One item without its type.
#[derive(Clone, Copy, Debug)]
pub enum One {
    U8(u8),
    I16(i16),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Guid(Guid),
    Sym(Sym),
}

/// A storage that kernels read and write.
pub trait Cell: Item {
    fn of_run(run: Run<'_>) -> &[Self];
    fn of_out(out: Out<'_>) -> &mut [MaybeUninit<Self>];
    fn run(items: &[Self]) -> Run<'_>;
    fn out(items: &mut [MaybeUninit<Self>]) -> Out<'_>;
}

/// Runs `$body` with `$b` bound to the items inside a [`Run`], an [`Out`] or a [`One`].
macro_rules! each_repr {
    ($kind:ident, $value:expr, $b:ident => $body:expr) => {
        match $value {
            $kind::U8($b) => $body,
            $kind::I16($b) => $body,
            $kind::I32($b) => $body,
            $kind::I64($b) => $body,
            $kind::F32($b) => $body,
            $kind::F64($b) => $body,
            $kind::Guid($b) => $body,
            $kind::Sym($b) => $body,
        }
    };
}

macro_rules! cells {
    ($($t:ty, $r:ident;)*) => {$(
        impl Cell for $t {
            #[inline]
            fn of_run(run: Run<'_>) -> &[Self] {
                if let Run::$r(items) = run { items } else { unreachable!("a run of another storage") }
            }
            #[inline]
            fn of_out(out: Out<'_>) -> &mut [MaybeUninit<Self>] {
                if let Out::$r(items) = out { items } else { unreachable!("a result of another storage") }
            }
            fn run(items: &[Self]) -> Run<'_> {
                Run::$r(items)
            }
            fn out(items: &mut [MaybeUninit<Self>]) -> Out<'_> {
                Out::$r(items)
            }
        }
    )*};
}

cells! { u8, U8; i16, I16; i32, I32; i64, I64; f32, F32; f64, F64; Guid, Guid; Sym, Sym; }

impl<'a> Run<'a> {
    #[inline]
    pub fn len(&self) -> usize {
        each_repr!(Run, self, b => b.len())
    }

    /// The items of `range`; only they are fetched.
    #[inline]
    pub fn of(data: &'a Data, range: Range<usize>) -> Run<'a> {
        fn at<T: Cell>(b: &Buf<T>, range: Range<usize>) -> Run<'_> {
            T::run(b.range(range))
        }
        quarry_value::with_data!(data, b => at(b, range))
    }

    /// The one item of an atom; `None` when it is not a plain atom. Enumerations give their position.
    pub fn of_atom(x: &'a Value) -> Option<Run<'a>> {
        use std::slice::from_ref;
        Some(match x {
            Value::U8(_, v) => Run::U8(from_ref(v)),
            Value::I16(v) => Run::I16(from_ref(v)),
            Value::I32(_, v) => Run::I32(from_ref(v)),
            Value::I64(_, v) | Value::Enum(_, v) => Run::I64(from_ref(v)),
            Value::F32(v) => Run::F32(from_ref(v)),
            Value::F64(_, v) => Run::F64(from_ref(v)),
            Value::Sym(v) => Run::Sym(from_ref(v)),
            Value::Guid(v) => Run::Guid(from_ref(&**v)),
            _ => return None,
        })
    }
}

impl Out<'_> {
    #[inline]
    pub fn len(&self) -> usize {
        each_repr!(Out, self, b => b.len())
    }
}

impl One {
    /// Some item of a storage.
    pub fn zero(repr: Repr) -> One {
        match repr {
            Repr::U8 => One::U8(0),
            Repr::I16 => One::I16(0),
            Repr::I32 => One::I32(0),
            Repr::I64 => One::I64(0),
            Repr::F32 => One::F32(0.0),
            Repr::F64 => One::F64(0.0),
            Repr::Guid => One::Guid([0; 16]),
            Repr::Sym => One::Sym(Sym::EMPTY),
        }
    }

    /// What a writer of one item of storage `repr` wrote.
    #[inline]
    pub fn written(repr: Repr, write: impl FnOnce(Out)) -> One {
        let mut one = One::zero(repr);
        write(each_repr!(One, &mut one, b => wide::one(b)));
        one
    }

    pub fn run(&self) -> Run<'_> {
        fn of<T: Cell>(b: &T) -> Run<'_> {
            T::run(std::slice::from_ref(b))
        }
        each_repr!(One, self, b => of(b))
    }

    /// An atom of type `ty`, whose storage must be this one.
    pub fn atom(self, ty: Type) -> Value {
        each_repr!(One, self, b => b.atom(ty))
    }

    /// `n` times this item.
    pub fn repeated(self, n: usize) -> Data {
        fn fill<T: Cell>(x: T, n: usize) -> Data {
            T::data(room::repeated(x, n).into())
        }
        each_repr!(One, self, b => fill(b, n))
    }
}

/// An item a few times, in place: a list that is short is computed with without asking for memory.
pub enum Few {
    U8([u8; FEW]),
    I16([i16; FEW]),
    I32([i32; FEW]),
    I64([i64; FEW]),
    F32([f32; FEW]),
    F64([f64; FEW]),
    Guid([Guid; FEW]),
    Sym([Sym; FEW]),
}

const FEW: usize = 8;

impl Few {
    /// `n` times `one`, unless those are too many.
    #[inline]
    pub fn of(one: One, n: usize) -> Option<Few> {
        if n > FEW {
            return None;
        }
        Some(match one {
            One::U8(x) => Few::U8([x; FEW]),
            One::I16(x) => Few::I16([x; FEW]),
            One::I32(x) => Few::I32([x; FEW]),
            One::I64(x) => Few::I64([x; FEW]),
            One::F32(x) => Few::F32([x; FEW]),
            One::F64(x) => Few::F64([x; FEW]),
            One::Guid(x) => Few::Guid([x; FEW]),
            One::Sym(x) => Few::Sym([x; FEW]),
        })
    }

    /// `n` items, no more than it was made for.
    #[inline]
    pub fn run(&self, n: usize) -> Run<'_> {
        fn of<T: Cell>(items: &[T; FEW], n: usize) -> Run<'_> {
            T::run(&items[..n])
        }
        each_repr!(Few, self, b => of(b, n))
    }
}
pub(super) use each_repr;
