//! Aggregates of groups, when the function is one that folds.

use quarry_kernel::{self as kernel, Agg, Groups};
use quarry_value::{Result, Value};

/// The aggregate that a function is.
pub fn of(f: &Value) -> Option<Agg> {
    if let Value::Prim(p) = f { Agg::from_prim(*p) } else { None }
}

/// `f` of the items of `x` in each group; `None` when `f` is no fold.
pub fn by_group(f: &Value, x: &Value, groups: &Groups) -> Result<Option<Value>> {
    match of(f) {
        Some(agg) if agg.rank() == 1 => fold(agg, &[x], groups).map(Some),
        _ => Ok(None),
    }
}

/// One answer a group.
pub fn fold(agg: Agg, args: &[&Value], groups: &Groups) -> Result<Value> {
    kernel::fold_by(agg, args, groups)
}

/// How many different items of `x` each group has.
pub fn count_distinct(x: &Value, groups: &Groups) -> Result<Value> {
    kernel::groups::count_distinct(x, groups).map(Value::longs)
}
