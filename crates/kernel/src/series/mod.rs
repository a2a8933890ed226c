//! Uniform functions along a list: running totals and their like, differences, and moving windows.
//!
//! | file | noun |
//! |---|---|
//! | `running` | `sums prds maxs mins avgs fills ema`, `x b\y` |
//! | `steps` | `deltas ratios` |
//! | `moving` | `msum mavg mmax mmin mdev mcount` |
//! | `window` | folds over windows in linear time |

mod moving;
mod running;
mod steps;
#[cfg(test)]
mod tests;
mod window;

pub use moving::{mavg, mcount, mdev, mmax, mmin, msum};
pub use running::{avgs, ema, fills, maxs, mins, prds, recurrence, sums, sums_each};
pub use steps::{deltas, ratios};

use crate::shape::columns;
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Type, Value, Vector};

/// `of` the values of a dictionary, or each column of a table (of a keyed table, of its values); `None` for lists
/// and atoms.
fn through(x: &Value, of: &dyn Fn(&Value) -> Result<Value>) -> Option<Result<Value>> {
    Some(match x {
        Value::Dict(d) => of(&d.values).and_then(|v| d.with_values(v)),
        Value::Table(t) if t.is_elsewhere() => Err(Error::new("par")),
        Value::Table(t) => columns(t, of),
        _ => return None,
    })
}

/// A list of numeric atoms as a float vector.
fn as_floats(x: &Value) -> Option<Vector> {
    let Value::List(l) = x else { return None };
    let floats: Option<Vec<f64>> = l.as_slice().iter().map(crate::fold::float_of_atom).collect();
    floats.filter(|f| !f.is_empty()).map(|f| Vector::of(Type::Float, f))
}

/// The type of the difference of two items of type `ty`.
fn difference(ty: Type) -> Result<Type> {
    Ok(match ty {
        Type::Bool | Type::Byte | Type::Short | Type::Int | Type::Month | Type::Date => Type::Int,
        Type::Timestamp => Type::Timespan,
        Type::Datetime => Type::Float,
        Type::Char | Type::Symbol | Type::Guid | Type::Enum | Type::List => return Err(type_error()),
        other => other,
    })
}
