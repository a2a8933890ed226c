//! Groups in ascending order of their keys.

use super::codes::{self, Codes};
use super::{Groups, apart, check_rows, group_ids, stretches, wide};
use crate::built::{mapped, scatter};
use crate::gather::pick;
use crate::grade::grade_columns;
use crate::ids::Ids;
use crate::order::{Bits, Key};
use crate::pool;
use crate::slots::{Slots, with_slots};
use quarry_value::evaluation::is_over;
use quarry_value::{Repr, Result, Type, Value, room, with_data};

/// Items per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;

/// [`group_ids`], numbered in ascending order of the keys, the first of them major.
/// Errors: 'length, 'type, 'limit (2^32-1 rows).
pub fn group_ids_ascending(keys: &[&Value]) -> Result<Groups> {
    check_rows(keys)?;
    match keys {
        [Value::Vector(v)] => with_data!(&v.data, b => of_items(b.as_slice(), keys)),
        [_, _, ..] => match codes::joint(keys) {
            Some(Codes::Narrow(codes)) => of_items(&codes, keys),
            Some(Codes::Wide(codes)) => of_items(&codes, keys),
            None => Ok(renumbered(group_ids(keys)?, keys)),
        },
        _ => Ok(renumbered(group_ids(keys)?, keys)),
    }
}

/// Of rows that are equal when these items are.
fn of_items<T: Key>(xs: &[T], keys: &[&Value]) -> Result<Groups> {
    let table = Ids::for_items(xs);
    if let [Value::Vector(v)] = keys
        && matches!(v.ty.repr(), Repr::I16 | Repr::I32 | Repr::I64)
        && v.ty != Type::Enum
        && let Some(slots) = wide::span(xs.len(), &table)
    {
        // Codes are in the order of the keys.
        return Ok(wide::group_by_code(xs, slots));
    }
    if let Some(slots) = table.dense() {
        return Ok(of_dense(xs, &table, slots, keys));
    }
    Ok(renumbered(apart(xs, table), keys))
}

/// Through a plain table: first which codes there are, then the number of each item.
fn of_dense<T: Key>(xs: &[T], table: &Ids<T::Code>, slots: Slots, keys: &[&Value]) -> Groups {
    let mut first = match wide::span(xs.len(), table) {
        Some(slots) => wide::firsts_by_code(xs, slots),
        None => stretches::firsts(xs, table),
    };
    if let Some(order) = order_of(&first, keys) {
        first = mapped(&order, TASK_MIN, |g| first[g as usize]);
    }
    let count = first.len();
    if is_over() {
        return Groups { ids: room::zeros(xs.len()), count, first };
    }
    let width = slots.width();
    let mut numbers = room::zeros(width);
    let number = |g: usize| (slots.at(xs[first[g]].code().number()), g as u32);
    scatter(&mut numbers, count, TASK_MIN, number);
    // Where every code is there, and they ascend as keys do, no table is needed.
    let in_order = count == width && numbers.iter().zip(0..).all(|(number, slot)| *number == slot);
    let last = width as u64 - 1;
    let ids = match slots.low().filter(|_| in_order) {
        Some(low) => mapped(xs, TASK_MIN, |x| x.code().number().wrapping_sub(low).min(last) as u32),
        None => with_slots!(slots, slot => mapped(xs, TASK_MIN, |x| numbers[slot(x.code().number())])),
    };
    Groups { ids, count, first }
}

/// The order of groups by the keys of the rows where they are first; `None` when they are in it.
fn order_of(first: &[usize], keys: &[&Value]) -> Option<Vec<i64>> {
    let at = mapped(first, TASK_MIN, |i| i as i64);
    let heads: Vec<Value> = keys.iter().map(|k| pick(k, &at)).collect();
    let order = grade_columns(&heads.iter().collect::<Vec<_>>(), false);
    let is_identity = order.iter().enumerate().all(|(i, &g)| i as i64 == g);
    (!is_identity).then_some(order)
}

/// Groups in order of their first appearance, numbered in ascending order.
pub fn renumbered(mut groups: Groups, keys: &[&Value]) -> Groups {
    let Some(order) = order_of(&groups.first, keys) else { return groups };
    let mut new = room::zeros::<u32>(groups.count);
    scatter(&mut new, groups.count, TASK_MIN, |i| (order[i] as usize, i as u32));
    pool::fill_parts(&mut groups.ids, TASK_MIN, |_, part| {
        part.iter_mut().for_each(|id| *id = new[*id as usize]);
    });
    groups.first = mapped(&order, TASK_MIN, |old| groups.first[old as usize]);
    groups
}
