//! `fby`: an aggregate of groups, given to every item of its group.

use super::ops::{self, Grouped};
use crate::query::aggregate;
use crate::vm::Vm;
use quarry_kernel::gather::{put_back, slice};
use quarry_kernel::join::raze;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Result, Value, room};

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
    x.is_column()
}

/// Applies `f` to each group's items and puts the results back in the places of the items.
fn spread(vm: &mut Vm, f: &Value, d: &Value, groups: &Grouped) -> Result<Value> {
    let together = match d {
        Value::Vector(v) => Some(groups.together(v)?.into()),
        _ => None,
    };
    let mut results = Vec::new();
    for g in 0..groups.count() {
        let items = match &together {
            Some(all) => slice(all, groups.start(g)..groups.start(g + 1)),
            None => ops::pick(d, groups.rows(g)),
        };
        let n = items.count();
        let result = vm.apply(f, &[items])?;
        if result.is_column() && result.count() != n {
            return Err(length_error().detail(format!("{} items for a group of {n}", result.count())));
        }
        results.push(result);
    }
    if results.is_empty() || !results.iter().any(Value::is_column) {
        return Ok(groups.spread(&Value::collapse(results)));
    }
    let lists = results.into_iter().enumerate().map(|(g, result)| match result.is_column() {
        true => result,
        false => Value::collapse(room::repeated(result, groups.start(g + 1) - groups.start(g))),
    });
    Ok(match raze(&Value::list(lists.collect()))? {
        Value::Vector(items) => put_back(&items, groups.all_rows()).into(),
        items => {
            let mut out = room::repeated(Value::identity(), d.count());
            groups.all_rows().iter().zip(items.items()).for_each(|(row, item)| out[*row as usize] = item);
            Value::collapse(out)
        }
    })
}
