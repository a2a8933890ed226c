//! Constraints that an attribute answers: `c=x`, `c in x`, `c within x` on a column with `s# u# p# g#`.

use super::frame::{Frame, Rows};
use crate::vm::Vm;
use quarry_value::{Result, Sym, Value};

/// The rows of a constraint that a column's attribute can answer; `None` when it cannot.
pub fn by_attribute(_vm: &mut Vm, _frame: &Frame, _tree: &Value) -> Result<Option<Rows>> {
    Ok(None)
}

/// `(operator; column; right side)` of a constraint.
pub fn parts(tree: &Value) -> Option<(&Value, Sym, &Value)> {
    let Value::List(l) = tree else { return None };
    match l.as_slice() {
        [op, Value::Sym(name), right] => Some((op, *name, right)),
        _ => None,
    }
}
