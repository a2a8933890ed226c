//! `fby`: an aggregate of groups, given to every item of its group.

use super::ops::{self, Grouped};
use crate::query::aggregate;
use crate::vm::Vm;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Result, Value};

/// `(f;d) fby g`: the items of `d` in groups by `g`, `f` applied to each group, and the result given to every item
/// of the group. A list from a group goes to the group's items one by one.
///
/// `d` and `g` are lists or tables of one count.
/// Errors: 'length; 'type when the left side is not a pair, or `d` or `g` no list.
/// Source: ref/fby.
pub fn fby(vm: &mut Vm, x: &Value, g: &Value) -> Result<Value> {
    if x.count() != 2 || !x.is_list() {
        return Err(type_error().detail("fby takes (function;data) on its left"));
    }
    let (f, d) = (x.at(0), x.at(1));
    if !is_rows(&d) || !is_rows(g) {
        return Err(type_error().detail("fby takes lists or tables: (function;data) fby groups"));
    }
    if d.count() != g.count() {
        return Err(length_error().detail(format!("{} items in groups by {}", d.count(), g.count())));
    }
    let keys = match g {
        Value::Table(t) => t.columns.clone(),
        _ => vec![g.clone()],
    };
    let groups = Grouped::of(ops::group_ids(&keys)?);
    if let Some(per_group) = aggregate::by_group(&f, &d, &groups.groups)? {
        return Ok(groups.spread(&per_group));
    }
    spread(vm, &f, &d, &groups)
}

fn is_rows(x: &Value) -> bool {
    x.is_list() || matches!(x, Value::Table(_))
}

/// Applies `f` to each group's items and puts the results back in the places of the items.
fn spread(vm: &mut Vm, f: &Value, d: &Value, groups: &Grouped) -> Result<Value> {
    let mut out = vec![Value::identity(); d.count()];
    for g in 0..groups.count() {
        let rows = groups.rows(g);
        let result = vm.apply(f, &[ops::pick(d, rows)])?;
        let each = result.is_list();
        if each && result.count() != rows.len() {
            let told = format!("{} items for a group of {}", result.count(), rows.len());
            return Err(length_error().detail(told));
        }
        for (i, row) in rows.iter().enumerate() {
            out[*row as usize] = if each { result.at(i) } else { result.clone() };
        }
    }
    Ok(Value::collapse(out))
}
