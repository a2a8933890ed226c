//! Atoms as 64 bits: what the atomic functions do to those, looked up by types, or known beforehand where the types are.

use super::binary::{self, BinaryOp};
use super::convert::{Cast, Conversion};
use super::curves;
use super::ops::{self, Arith, Float, Int, Ordered};
use super::run::{Cell, One, Run};
use super::unary::{self, UnaryOp};
use quarry_value::{Data, Gathered, Repr, Sym, Type, Value};
use std::sync::OnceLock;

/// What becomes of the bits of one atom.
pub type Single = fn(u64) -> u64;
/// What becomes of the bits of two.
pub type Pair = fn(u64, u64) -> u64;

/// A binary function of atoms of two types.
#[derive(Clone, Copy)]
pub struct Binary {
    /// What brings the operands into the storage that `f` takes, where they are in another.
    pub x: Option<Single>,
    pub y: Option<Single>,
    pub f: Pair,
    pub out: Type,
}

/// A unary function of atoms of a type.
#[derive(Clone, Copy)]
pub struct Unary {
    pub x: Option<Single>,
    pub f: Single,
    pub out: Type,
}

/// The type and the bits of an atom; `None` of what takes more than bits: guids, enumerations, and what is no atom.
#[inline]
pub fn of(x: &Value) -> Option<(Type, u64)> {
    Some(match *x {
        Value::U8(ty, x) => (ty, x.bits()),
        Value::I16(x) => (Type::Short, x.bits()),
        Value::I32(ty, x) => (ty, x.bits()),
        Value::I64(ty, x) => (ty, x.bits()),
        Value::F32(x) => (Type::Real, x.bits()),
        Value::F64(ty, x) => (ty, x.bits()),
        Value::Sym(x) => (Type::Symbol, x.bits()),
        _ => return None,
    })
}

/// The atom of a type that [`of`] gives; `::` for that of a list.
#[inline]
pub fn atom(ty: Type, bits: u64) -> Value {
    match ty.repr() {
        _ if ty == Type::List => Value::identity(),
        Repr::U8 => Value::U8(ty, Bits::of_bits(bits)),
        Repr::I16 => Value::I16(Bits::of_bits(bits)),
        Repr::I32 => Value::I32(ty, Bits::of_bits(bits)),
        Repr::I64 => Value::I64(ty, Bits::of_bits(bits)),
        Repr::F32 => Value::F32(Bits::of_bits(bits)),
        Repr::F64 => Value::F64(ty, Bits::of_bits(bits)),
        Repr::Sym => Value::Sym(Bits::of_bits(bits)),
        Repr::Guid => unreachable!("a guid has more bits"),
    }
}

/// The type and the items of a vector whose items [`of`] gives.
#[inline]
pub fn of_items(x: &Value) -> Option<(Type, &Data)> {
    let Value::Vector(v) = x else { return None };
    (v.ty != Type::Enum && v.ty != Type::Guid).then_some((v.ty, &v.data))
}

/// The bits of an item.
#[inline(always)]
pub(crate) fn item(run: Run, i: usize) -> u64 {
    match run {
        Run::U8(x) => x[i].bits(),
        Run::I16(x) => x[i].bits(),
        Run::I32(x) => x[i].bits(),
        Run::I64(x) => x[i].bits(),
        Run::F32(x) => x[i].bits(),
        Run::F64(x) => x[i].bits(),
        Run::Sym(x) => x[i].bits(),
        Run::Guid(_) => unreachable!("a guid has more bits"),
    }
}

/// The item of a storage that bits are of; `None` of guids.
#[inline]
pub(crate) fn one(repr: Repr, bits: u64) -> Option<One> {
    Some(match repr {
        Repr::U8 => One::U8(Bits::of_bits(bits)),
        Repr::I16 => One::I16(Bits::of_bits(bits)),
        Repr::I32 => One::I32(Bits::of_bits(bits)),
        Repr::I64 => One::I64(Bits::of_bits(bits)),
        Repr::F32 => One::F32(Bits::of_bits(bits)),
        Repr::F64 => One::F64(Bits::of_bits(bits)),
        Repr::Sym => One::Sym(Bits::of_bits(bits)),
        Repr::Guid => return None,
    })
}

/// The next atoms of a type, of `n` in all.
pub fn push(out: &mut Gathered, ty: Type, all: &[u64], n: usize) {
    let mut rest = all.iter().copied();
    if let Some(first) = rest.next() {
        out.push(&mut atom(ty, first), n);
    }
    match out {
        Gathered::Longs(t, items) if *t == ty => items.extend(rest.map(i64::of_bits)),
        Gathered::Ints(t, items) if *t == ty => items.extend(rest.map(i32::of_bits)),
        Gathered::Floats(t, items) if *t == ty => items.extend(rest.map(f64::of_bits)),
        Gathered::Bytes(t, items) if *t == ty => items.extend(rest.map(u8::of_bits)),
        _ => rest.for_each(|x| out.push(&mut atom(ty, x), n)),
    }
}

/// Numbers of types.
const TYPES: usize = Type::Enum as usize + 1;

/// `op` of two atoms; `None` where it signals 'type, or takes more than bits.
#[inline]
pub fn of_two(op: BinaryOp, x: &Value, y: &Value) -> Option<Value> {
    two(op, x, y).map(|(ty, bits)| atom(ty, bits))
}

/// [`of_two`] as [`of`] has it.
#[inline]
pub fn two(op: BinaryOp, x: &Value, y: &Value) -> Option<(Type, u64)> {
    static KNOWN: [OnceLock<Box<[Option<Binary>]>>; BinaryOp::ALL.len()] =
        [const { OnceLock::new() }; BinaryOp::ALL.len()];
    let ((tx, x), (ty, y)) = (of(x)?, of(y)?);
    #[expect(clippy::disallowed_methods, reason = "a table of functions")]
    let known = KNOWN[op as usize].get_or_init(|| {
        let types = (0..TYPES).flat_map(|x| (0..TYPES).map(move |y| (typed(x), typed(y))));
        types.map(|(x, y)| binary(op, x?, y?)).collect()
    });
    let how = known[tx as usize * TYPES + ty as usize].as_ref()?;
    let stored = |f: Option<Single>, x| f.map_or(x, |f| f(x));
    Some((how.out, (how.f)(stored(how.x, x), stored(how.y, y))))
}

/// `op` of an atom; `None` where it signals 'type, or takes more than bits.
#[inline]
pub fn of_one(op: UnaryOp, x: &Value) -> Option<Value> {
    static KNOWN: [OnceLock<[Option<Unary>; TYPES]>; UnaryOp::ALL.len()] =
        [const { OnceLock::new() }; UnaryOp::ALL.len()];
    let (ty, x) = of(x)?;
    #[expect(clippy::disallowed_methods, reason = "a table of functions")]
    let known = KNOWN[op as usize].get_or_init(|| std::array::from_fn(|x| unary(op, typed(x)?)));
    let how = known[ty as usize].as_ref()?;
    Some(atom(how.out, (how.f)(how.x.map_or(x, |f| f(x)))))
}

fn typed(number: usize) -> Option<Type> {
    Type::from_number(number as i16)
}

/// How `op` goes with atoms of types `x` and `y`; `None` where it signals 'type, or takes more than bits.
pub fn binary(op: BinaryOp, x: Type, y: Type) -> Option<Binary> {
    let plan = binary::plan(op, x, y).filter(|_| x != Type::Enum && y != Type::Enum)?;
    if plan.x != Conversion::Raw || plan.y != Conversion::Raw {
        return None;
    }
    let f = pair(op, plan.calc, plan.out.repr())?;
    Some(Binary { x: stored(x, plan.calc)?, y: stored(y, plan.calc)?, f, out: plan.out })
}

/// How `op` goes with atoms of type `x`; `None` where it signals 'type, or takes more than bits.
pub fn unary(op: UnaryOp, x: Type) -> Option<Unary> {
    let plan = unary::plan(op, x).filter(|_| x != Type::Enum)?;
    Some(Unary { x: stored(x, plan.calc)?, f: single(op, x, plan.calc, plan.out)?, out: plan.out })
}

/// The bits of `x` for which `op` of `x` and any `y` of the type is `y`.
pub fn identity(op: BinaryOp, ty: Type) -> Option<u64> {
    let (zero, one, most) = match ty.repr() {
        Repr::I16 => (0i16.bits(), 1i16.bits(), i16::MAX.bits()),
        Repr::I32 => (0i32.bits(), 1i32.bits(), i32::MAX.bits()),
        Repr::I64 => (0i64.bits(), 1i64.bits(), i64::MAX.bits()),
        // Zero added to a negative zero is zero.
        Repr::F32 => ((-0f32).bits(), 1f32.bits(), f32::INFINITY.bits()),
        Repr::F64 => ((-0f64).bits(), 1f64.bits(), f64::INFINITY.bits()),
        _ => return None,
    };
    match op {
        BinaryOp::Add => Some(zero),
        BinaryOp::Multiply => Some(one),
        BinaryOp::Lesser => Some(most),
        BinaryOp::Greater => of(&Value::null(ty)).map(|(_, bits)| bits),
        _ => None,
    }
}

/// 1 for numbers that a condition takes for true; `None` when any but 0 is.
pub fn truth(ty: Type) -> Option<Single> {
    match ty.repr() {
        Repr::F64 => Some(|x| u64::from(f64::of_bits(x) != 0.0)),
        Repr::F32 => Some(|x| u64::from(f32::of_bits(x) != 0.0)),
        _ => None,
    }
}

/// A storage as bits, those that it has not being 0.
pub(crate) trait Bits: Cell {
    fn bits(self) -> u64;
    fn of_bits(bits: u64) -> Self;
}

macro_rules! bits {
    ($($t:ty, $x:ident => $bits:expr, $b:ident => $of:expr;)*) => {$(
        impl Bits for $t {
            #[inline(always)]
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
            #[inline(always)]
            fn of_bits($b: u64) -> Self {
                $of
            }
        }
    )*};
}

bits! {
    u8, x => u64::from(x), b => b as u8;
    i16, x => u64::from(x as u16), b => b as i16;
    i32, x => u64::from(x as u32), b => b as i32;
    i64, x => x as u64, b => b as i64;
    f32, x => u64::from(x.to_bits()), b => f32::from_bits(b as u32);
    f64, x => x.to_bits(), b => f64::from_bits(b);
    Sym, x => u64::from(x.id()), b => Sym::from_id(b as u32);
}

/// What brings an atom into another storage: `Some(None)` when it is in that.
fn stored(from: Type, to: Repr) -> Option<Option<Single>> {
    fn from_numbers<T>(to: Repr) -> Option<Single>
    where
        T: Bits + Cast<u8> + Cast<i16> + Cast<i32> + Cast<i64> + Cast<f32> + Cast<f64>,
    {
        fn cast<T: Bits + Cast<R>, R: Bits>(x: u64) -> u64 {
            Cast::<R>::cast(T::of_bits(x)).bits()
        }
        Some(match to {
            Repr::U8 => cast::<T, u8>,
            Repr::I16 => cast::<T, i16>,
            Repr::I32 => cast::<T, i32>,
            Repr::I64 => cast::<T, i64>,
            Repr::F32 => cast::<T, f32>,
            Repr::F64 => cast::<T, f64>,
            Repr::Guid | Repr::Sym => return None,
        })
    }
    let from = from.repr();
    if from == to {
        return Some(None);
    }
    Some(Some(match from {
        Repr::U8 => from_numbers::<u8>(to)?,
        Repr::I16 => from_numbers::<i16>(to)?,
        Repr::I32 => from_numbers::<i32>(to)?,
        Repr::I64 => from_numbers::<i64>(to)?,
        Repr::F32 => from_numbers::<f32>(to)?,
        Repr::F64 => from_numbers::<f64>(to)?,
        Repr::Guid | Repr::Sym => return None,
    }))
}

/// The function for operands stored as `calc` and a result stored as `out`.
fn pair(op: BinaryOp, calc: Repr, out: Repr) -> Option<Pair> {
    use BinaryOp::*;
    match op {
        Add => arith::<ops::Add>(calc, out),
        Subtract => arith::<ops::Subtract>(calc, out),
        Multiply => arith::<ops::Multiply>(calc, out),
        Divide => float(calc, out, |x, y| (f64::of_bits(x) / f64::of_bits(y)).bits()),
        Div => rounding::<ops::Div>(calc, out),
        Mod => rounding::<ops::Mod>(calc, out),
        Xbar => rounding::<ops::Xbar>(calc, out),
        Xexp => float(calc, out, |x, y| ops::power(f64::of_bits(x), f64::of_bits(y)).bits()),
        Xlog => float(calc, out, |x, y| ops::logarithm(f64::of_bits(x), f64::of_bits(y)).bits()),
        _ if out == calc && !op.is_comparison() => choice(op, calc),
        _ if out == Repr::U8 && op.is_comparison() => comparison(op, calc),
        _ => None,
    }
}

fn float(calc: Repr, out: Repr, f: Pair) -> Option<Pair> {
    (calc == Repr::F64 && out == Repr::F64).then_some(f)
}

fn arith<A: Arith>(calc: Repr, out: Repr) -> Option<Pair> {
    fn int<A: Arith, I: Int + Bits>(x: u64, y: u64) -> u64 {
        A::int(I::of_bits(x), I::of_bits(y)).bits()
    }
    fn float<A: Arith, F: Float + Bits>(x: u64, y: u64) -> u64 {
        A::float(F::of_bits(x), F::of_bits(y)).bits()
    }
    Some(match calc {
        _ if calc != out => return None,
        Repr::I32 => int::<A, i32>,
        Repr::I64 => int::<A, i64>,
        Repr::F32 => float::<A, f32>,
        Repr::F64 => float::<A, f64>,
        _ => return None,
    })
}

fn rounding<A: Arith>(calc: Repr, out: Repr) -> Option<Pair> {
    fn int<A: Arith, I: Int + Bits + Cast<R>, R: Bits>(x: u64, y: u64) -> u64 {
        Cast::<R>::cast(A::int(I::of_bits(x), I::of_bits(y))).bits()
    }
    fn float<A: Arith, R: Bits>(x: u64, y: u64) -> u64
    where
        f64: Cast<R>,
    {
        Cast::<R>::cast(A::float(f64::of_bits(x), f64::of_bits(y))).bits()
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

/// `&`, `|` and `^`.
fn choice(op: BinaryOp, calc: Repr) -> Option<Pair> {
    fn of<T: Ordered + Bits>(op: BinaryOp) -> Option<Pair> {
        Some(match op {
            BinaryOp::Lesser => |x, y| T::lesser(T::of_bits(x), T::of_bits(y)).bits(),
            BinaryOp::Greater => |x, y| T::greater(T::of_bits(x), T::of_bits(y)).bits(),
            BinaryOp::Fill => |x, y| ops::fill(T::of_bits(x), T::of_bits(y)).bits(),
            _ => return None,
        })
    }
    match calc {
        Repr::U8 => of::<u8>(op),
        Repr::I16 => of::<i16>(op),
        Repr::I32 => of::<i32>(op),
        Repr::I64 => of::<i64>(op),
        Repr::F32 => of::<f32>(op),
        Repr::F64 => of::<f64>(op),
        Repr::Sym if op == BinaryOp::Fill => of::<Sym>(op),
        Repr::Guid | Repr::Sym => None,
    }
}

fn comparison(op: BinaryOp, calc: Repr) -> Option<Pair> {
    fn of<T: Ordered + Bits>(op: BinaryOp) -> Option<Pair> {
        Some(match op {
            BinaryOp::Equal => |x, y| u64::from(T::equal(T::of_bits(x), T::of_bits(y))),
            BinaryOp::NotEqual => |x, y| u64::from(!T::equal(T::of_bits(x), T::of_bits(y))),
            BinaryOp::Less => |x, y| u64::from(T::less(T::of_bits(x), T::of_bits(y))),
            BinaryOp::More => |x, y| u64::from(T::less(T::of_bits(y), T::of_bits(x))),
            BinaryOp::AtMost => |x, y| u64::from(!T::less(T::of_bits(y), T::of_bits(x))),
            BinaryOp::AtLeast => |x, y| u64::from(!T::less(T::of_bits(x), T::of_bits(y))),
            _ => return None,
        })
    }
    match calc {
        Repr::U8 => of::<u8>(op),
        Repr::I16 => of::<i16>(op),
        Repr::I32 => of::<i32>(op),
        Repr::I64 => of::<i64>(op),
        Repr::F32 => of::<f32>(op),
        Repr::F64 => of::<f64>(op),
        Repr::Sym => of::<Sym>(op),
        Repr::Guid => None,
    }
}

fn single(op: UnaryOp, x: Type, calc: Repr, out: Type) -> Option<Single> {
    use UnaryOp::*;
    match op {
        Null if calc == Repr::U8 && x != Type::Char => Some(|_| 0),
        Null | Not | Neg | Abs | Signum => match calc {
            Repr::U8 if matches!(op, Null | Not) => of_any::<u8>(op),
            Repr::Sym if op == Null => of_any::<Sym>(op),
            Repr::I16 => of_any::<i16>(op).or_else(|| of_int::<i16>(op)),
            Repr::I32 => of_any::<i32>(op).or_else(|| of_int::<i32>(op)),
            Repr::I64 => of_any::<i64>(op).or_else(|| of_int::<i64>(op)),
            Repr::F32 => of_any::<f32>(op).or_else(|| of_float::<f32>(op)),
            Repr::F64 => of_any::<f64>(op).or_else(|| of_float::<f64>(op)),
            _ => None,
        },
        Floor | Ceiling => match (calc, out.repr()) {
            (Repr::F64, Repr::I64) if op == Floor => Some(|x| ops::long_below(f64::of_bits(x)).bits()),
            (Repr::F64, Repr::I64) => Some(|x| ops::long_above(f64::of_bits(x)).bits()),
            // Numbers that are whole.
            (Repr::I16 | Repr::I32 | Repr::I64, to) if to == calc => Some(|x| x),
            _ => None,
        },
        Reciprocal if out == Type::Timestamp => None,
        _ if calc != Repr::F64 || out.repr() != Repr::F64 => None,
        Reciprocal => Some(|x| (1.0 / f64::of_bits(x)).bits()),
        Sqrt => Some(|x| f64::of_bits(x).sqrt().bits()),
        Exp => Some(|x| curves::one::<curves::Exp>(f64::of_bits(x)).bits()),
        Log => Some(|x| curves::one::<curves::Log>(f64::of_bits(x)).bits()),
        Sin => Some(|x| curves::one::<curves::Sin>(f64::of_bits(x)).bits()),
        Cos => Some(|x| curves::one::<curves::Cos>(f64::of_bits(x)).bits()),
        Tan => Some(|x| curves::one::<curves::Tan>(f64::of_bits(x)).bits()),
        Asin => Some(|x| f64::of_bits(x).asin().bits()),
        Acos => Some(|x| f64::of_bits(x).acos().bits()),
        Atan => Some(|x| f64::of_bits(x).atan().bits()),
    }
}

fn of_any<T: Bits>(op: UnaryOp) -> Option<Single> {
    Some(match op {
        UnaryOp::Null => |x| u64::from(T::of_bits(x).is_null()),
        UnaryOp::Not => |x| u64::from(T::of_bits(x) == T::ZEROS),
        _ => return None,
    })
}

fn of_int<I: Int + Bits>(op: UnaryOp) -> Option<Single> {
    Some(match op {
        UnaryOp::Neg => |x| I::of_bits(x).negated().bits(),
        UnaryOp::Abs => |x| ops::magnitude(I::of_bits(x)).bits(),
        UnaryOp::Signum => |x| I::of_bits(x).sign().bits(),
        _ => return None,
    })
}

fn of_float<F: Float + Bits>(op: UnaryOp) -> Option<Single> {
    Some(match op {
        UnaryOp::Neg => |x| (-F::of_bits(x)).bits(),
        UnaryOp::Abs => |x| F::of_bits(x).magnitude().bits(),
        UnaryOp::Signum => |x| ops::side(F::of_bits(x)).bits(),
        _ => return None,
    })
}
