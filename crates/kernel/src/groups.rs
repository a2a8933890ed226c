//! Groups: which group each item belongs to.

use crate::find::ValueIndex;
use crate::ids::Ids;
use crate::order::Key;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Buf, Error, Result, Value, with_data};

/// The groups of a list, numbered in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The group of every item.
    pub ids: Vec<u32>,
    /// How many groups there are.
    pub count: usize,
    /// Where each group appears first.
    pub first: Vec<usize>,
}

/// Groups equal rows of one or several key columns of one count. Tables count as their columns.
/// Comparison is exact; enumerations are compared by position. Errors: 'length, 'type, 'limit (2^32-1 rows).
pub fn group_ids(keys: &[&Value]) -> Result<Groups> {
    let [first, rest @ ..] = keys else { return Ok(Groups::default()) };
    if first.count() >= u32::MAX as usize {
        return Err(Error::new("limit").detail("too many rows to group"));
    }
    let mut groups = group_one(first)?;
    for key in rest {
        let other = group_one(key)?;
        groups = combine(groups, other)?;
    }
    Ok(groups)
}

fn group_one(x: &Value) -> Result<Groups> {
    match x {
        Value::Vector(v) => Ok(with_data!(&v.data, b => group_items(b))),
        Value::List(l) => {
            let mut index = ValueIndex::default();
            let ids = (0..l.len()).map(|i| index.number(&l.get(i))).collect();
            let first = index.into_first();
            Ok(Groups { ids, count: first.len(), first })
        }
        Value::Table(t) => group_ids(&t.columns.iter().collect::<Vec<_>>()),
        Value::Dict(d) if x.is_keyed_table() => combine(group_one(&d.keys)?, group_one(&d.values)?),
        Value::Dict(d) => group_one(&d.values),
        _ => Err(type_error()),
    }
}

fn group_items<T: Key>(b: &Buf<T>) -> Groups {
    let xs = b.as_slice();
    let mut table = Ids::for_items(xs);
    let mut first = Vec::new();
    let mut ids = Vec::with_capacity(xs.len());
    for (i, x) in xs.iter().enumerate() {
        let (id, new) = table.insert(x.code(), first.len() as u32);
        if new {
            first.push(i);
        }
        ids.push(id);
    }
    Groups { ids, count: first.len(), first }
}

/// Groups of pairs of groups.
fn combine(a: Groups, b: Groups) -> Result<Groups> {
    if a.ids.len() != b.ids.len() {
        return Err(length_error());
    }
    let wide = b.count as i64;
    let codes: Vec<i64> =
        a.ids.iter().zip(&b.ids).map(|(&i, &j)| i64::from(i) * wide + i64::from(j)).collect();
    Ok(group_items(&Buf::Heap(codes)))
}
