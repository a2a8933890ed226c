//! The atomic functions: arithmetic, comparison, logic, mathematics.
//!
//! | file | noun |
//! |---|---|
//! | `grid` | the types of results |
//! | `ops` | what is done to one pair of items |
//! | `exact` | integer quotients by float registers |
//! | `curves` | exponential, logarithm and waves of several floats at a time |
//! | `kernels` | the loops, by storage |
//! | `wide` | loops compiled for wide registers too; memory that is written once |
//! | `run`, `convert` | stretches of items; storages and temporal units into each other |
//! | `bound`, `between` | comparison with one item, as a range; eight flags at a time |
//! | `binary`, `unary` | atoms and vectors: plan, then run by run |
//! | `rows` | over rows of one length, item by item |
//! | `bits` | atoms as 64 bits |
//! | `enums` | enumerations |
//! | `nest`, `keys` | lists, dictionaries and tables; two dictionaries' keys |

mod between;
pub(crate) mod binary;
pub mod bits;
pub(crate) mod bound;
pub(crate) mod convert;
mod curves;
mod enums;
mod exact;
mod grid;
mod kernels;
mod keys;
mod nest;
pub(crate) mod ops;
mod rows;
pub(crate) mod run;
#[cfg(test)]
mod tests;
pub(crate) mod unary;
pub(crate) mod wide;

pub use binary::BinaryOp;
pub use nest::{Side, with_each};
pub use rows::{between_rows, between_slices};
pub use unary::UnaryOp;

use crate::pipe::{self, Expr};
use quarry_value::{Result, Type, Value, error};

/// `op` of any two values.
pub fn atomic_binary(op: BinaryOp, x: &Value, y: &Value) -> Result<Value> {
    nest::binary(op, x, y)
}

/// `op` of any value.
pub fn atomic_unary(op: UnaryOp, x: &Value) -> Result<Value> {
    nest::unary(op, x)
}

/// Binary primitives with early paths for two longs and two floats, which scalar loops live by.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident $op:ident $long:expr, $float:expr;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(x: &Value, y: &Value) -> Result<Value> {
            match (x, y) {
                (Value::I64(Type::Long, x), Value::I64(Type::Long, y)) => Ok($long(*x, *y)),
                (Value::F64(Type::Float, x), Value::F64(Type::Float, y)) => Ok($float(*x, *y)),
                _ => nest::binary(BinaryOp::$op, x, y),
            }
        }
    )*};
}

/// Early paths of an [`ops::Arith`].
macro_rules! arith {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {
        binary! {$(
            $(#[$doc])*
            $name $op
                |x, y| Value::long(<ops::$op as ops::Arith>::int(x, y)),
                |x, y| Value::float(<ops::$op as ops::Arith>::float(x, y));
        )*}
    };
}

arith! {
    /// `x+y`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::ADD`]. A date and a time of day make a timestamp.
    /// Null: on either side gives null. Integers wrap.
    /// Errors: 'type, 'length.
    /// Source: ref/add.
    add Add;
    /// `x-y`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::SUBTRACT`]. Two dates make a count of days, two timestamps a timespan.
    /// Null: on either side gives null. Integers wrap.
    /// Errors: 'type, 'length.
    /// Source: ref/subtract.
    subtract Subtract;
    /// `x*y`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::MULTIPLY`].
    /// Null: on either side gives null. Integers wrap.
    /// Errors: 'type, 'length.
    /// Source: ref/multiply.
    multiply Multiply;
    /// `x div y`: the quotient rounded down.
    ///
    /// Shape: atomic.
    /// Types: [`grid::DIV`]; mostly that of `x`.
    /// Null: on either side gives null, and so does an integer by zero (inferred).
    /// Errors: 'type, 'length.
    /// Source: ref/div.
    div Div;
    /// `x mod y`: what `div` leaves, with the sign of `y`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::MOD`].
    /// Null: as `div`.
    /// Errors: 'type, 'length.
    /// Source: ref/mod.
    mod_ Mod;
    /// `x xbar y`: each `y` rounded down to a multiple of `x`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::XBAR`]; computed on underlying values.
    /// Null: a null in `y` stays null (inferred).
    /// Errors: 'type, 'length.
    /// Source: ref/xbar.
    xbar Xbar;
}

binary! {
    /// `x%y`: the ratio of the underlying values as a float.
    ///
    /// Shape: atomic.
    /// Types: [`grid::DIVIDE`].
    /// Null: on either side gives null.
    /// Errors: 'type, 'length.
    /// Source: ref/divide.
    divide Divide |x, y| Value::float(ratio(x, y)), |x, y| Value::float(x / y);
    /// `x&y`: the lesser; logical and.
    ///
    /// Shape: atomic.
    /// Types: [`grid::LESSER`].
    /// Null: is less than anything.
    /// Errors: 'type, 'length.
    /// Source: ref/lesser.
    lesser Lesser |x: i64, y: i64| Value::long(x.min(y)), |x, y| Value::float(ops::Ordered::lesser(x, y));
    /// `x|y`: the greater; logical or.
    ///
    /// Shape: atomic.
    /// Types: [`grid::LESSER`].
    /// Null: is less than anything.
    /// Errors: 'type, 'length.
    /// Source: ref/greater.
    greater Greater |x: i64, y: i64| Value::long(x.max(y)), |x, y| Value::float(ops::Ordered::greater(x, y));
    /// `x^y`: `y`, with `x` where it is null.
    ///
    /// Shape: atomic.
    /// Types: [`grid::FILL`]; enumerations over one domain stay enumerated.
    /// Errors: 'type, 'length.
    /// Source: ref/fill.
    fill Fill |x, y| Value::long(ops::fill(x, y)), |x, y| Value::float(ops::fill(x, y));
    /// `x=y`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::COMPARE`]; floats within tolerance; temporals meet as [`grid::LESSER`] says.
    /// Null: equals null.
    /// Errors: 'type, 'length.
    /// Source: ref/equal, basics/comparison, basics/precision.
    equal Equal |x, y| Value::bool(x == y), |x, y| Value::bool(ops::same(x, y));
    /// `x<>y`. As [`equal`]. Source: ref/not-equal.
    not_equal NotEqual |x, y| Value::bool(x != y), |x, y| Value::bool(!ops::same(x, y));
    /// `x<y`. As [`equal`]; null is less than anything. Source: ref/less-than.
    less Less |x, y| Value::bool(x < y), |x, y| Value::bool(ops::below(x, y));
    /// `x>y`. As [`less`]. Source: ref/greater-than.
    more More |x, y| Value::bool(x > y), |x, y| Value::bool(ops::below(y, x));
    /// `x<=y`. As [`less`]. Source: ref/less-than.
    at_most AtMost |x, y| Value::bool(x <= y), |x, y| Value::bool(!ops::below(y, x));
    /// `x>=y`. As [`less`]. Source: ref/greater-than.
    at_least AtLeast |x, y| Value::bool(x >= y), |x, y| Value::bool(!ops::below(x, y));
    /// `x xexp y`: `x` to the power `y`, computed as `exp y*log x`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::XEXP`].
    /// Null: on either side, or a power that is not whole of a negative `x`, gives null.
    /// Errors: 'type, 'length.
    /// Source: ref/exp, wp/machine-learning.
    xexp Xexp
        |x, y| Value::float(ops::power(convert::Cast::cast(x), convert::Cast::cast(y))),
        |x, y| Value::float(ops::power(x, y));
    /// `x xlog y`: the logarithm of `y` to base `x`.
    ///
    /// Shape: atomic.
    /// Types: [`grid::XLOG`].
    /// Null: on either side, or a negative argument, gives null.
    /// Errors: 'type, 'length.
    /// Source: ref/log.
    xlog Xlog
        |x, y| Value::float(ops::logarithm(convert::Cast::cast(x), convert::Cast::cast(y))),
        |x, y| Value::float(ops::logarithm(x, y));
}

/// Two longs as floats, divided.
#[inline(always)]
fn ratio(x: i64, y: i64) -> f64 {
    let (x, y): (f64, f64) = (convert::Cast::cast(x), convert::Cast::cast(y));
    x / y
}

/// Unary primitives with early paths for a long and a float where they are common.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(x: &Value) -> Result<Value> {
            nest::unary(UnaryOp::$op, x)
        }
    )*};
}

unary! {
    /// `abs x`. Atomic; types [`grid::NEG`]; null stays null. Source: ref/abs.
    abs Abs;
    /// `signum x`: -1i, 0i or 1i. Atomic; null counts as negative. Source: ref/signum.
    signum Signum;
    /// `null x`. Atomic; an enumeration is null only where its position is out of range. Source: ref/null.
    null Null;
    /// `floor x`. Atomic; types [`grid::FLOOR`]; small letters for text; no tolerance. Source: ref/floor.
    floor Floor;
    /// `ceiling x`. Atomic; types [`grid::CEILING`]; no tolerance. Source: ref/ceiling.
    ceiling Ceiling;
    /// `reciprocal x`. Atomic; types [`grid::RECIPROCAL`]. Source: ref/reciprocal.
    reciprocal Reciprocal;
    /// `sqrt x`. Atomic; types [`grid::FLOAT`]; null for negatives. Source: ref/sqrt.
    sqrt Sqrt;
    /// `exp x`. Atomic; types [`grid::FLOAT`]. Source: ref/exp.
    exp Exp;
    /// `log x`. Atomic; types [`grid::FLOAT`]; null for negatives. Source: ref/log.
    log Log;
    /// `sin x`. Atomic; types [`grid::FLOAT`]. Source: ref/sin.
    sin Sin;
    /// `cos x`. Atomic; types [`grid::FLOAT`]. Source: ref/cos.
    cos Cos;
    /// `tan x`. Atomic; types [`grid::FLOAT`]. Source: ref/tan.
    tan Tan;
    /// `asin x`. Atomic; types [`grid::FLOAT`]. Source: ref/sin.
    asin Asin;
    /// `acos x`. Atomic; types [`grid::FLOAT`]. Source: ref/cos.
    acos Acos;
    /// `atan x`. Atomic; types [`grid::FLOAT`]. Source: ref/tan.
    atan Atan;
}

/// `neg x`. Atomic; types [`grid::NEG`]; null stays null. Source: ref/neg.
#[inline]
pub fn neg(x: &Value) -> Result<Value> {
    match x {
        Value::I64(Type::Long, x) => Ok(Value::long(x.wrapping_neg())),
        Value::F64(Type::Float, x) => Ok(Value::float(-x)),
        _ => nest::unary(UnaryOp::Neg, x),
    }
}

/// `not x`: is the underlying value zero? Atomic; everything but symbols. Source: ref/not.
#[inline]
pub fn not(x: &Value) -> Result<Value> {
    match x {
        Value::U8(_, x) => Ok(Value::bool(*x == 0)),
        Value::I64(Type::Long, x) => Ok(Value::bool(*x == 0)),
        _ => nest::unary(UnaryOp::Not, x),
    }
}

/// `x within y`: is `x` at least the first and at most the second item of `y`?
///
/// Shape: atomic in `x`; the items of `y` are atoms or conform to `x`.
/// Types: as `>=` and `<=`.
/// Errors: 'type, 'length.
/// Source: ref/within.
pub fn within(x: &Value, y: &Value) -> Result<Value> {
    let bounds = match y {
        Value::Vector(_) | Value::List(_) => y,
        Value::Dict(d) => &d.values,
        _ => return Err(error::type_error().detail("within needs a pair of bounds")),
    };
    if bounds.count() != 2 {
        return Err(error::length_error().detail("within needs two bounds"));
    }
    let (low, high) = (bounds.at(0), bounds.at(1));
    if x.is_list() && x.count() > run::RUN {
        // A long vector is read once, stretch by stretch.
        let expr = Expr::within(Expr::Leaf(0), Expr::Const(low.clone()), Expr::Const(high.clone()));
        if let Some(answer) = pipe::collect(&expr, std::slice::from_ref(x)) {
            return Ok(answer);
        }
    }
    lesser(&at_least(x, &low)?, &at_most(x, &high)?)
}
