//! The keys of two dictionaries side by side.

use crate::find::find_items;
use crate::gather::pick;
use crate::join::join;
use crate::sets::distinct;
use quarry_value::error::type_error;
use quarry_value::{Error, Result, Table, Type, Value, room};

/// Where the keys of a dictionary `y` are among those of `x`.
pub struct Pairing {
    /// For each key of `y` its place in `x`, if it is there.
    pub places: Vec<Option<usize>>,
    /// The keys of `x`, then the new ones of `y`.
    pub keys: Value,
}

/// The key table `y` with its columns in the order of those of `x`. Errors: 'mismatch when they are not the same.
fn in_order(x: &Table, y: &Table) -> Result<Value> {
    let other = || Error::new("mismatch").detail("the key columns differ");
    if x.names.len() != y.names.len() {
        return Err(other());
    }
    let columns = x.names.iter().map(|n| y.column(*n).cloned().ok_or_else(other)).collect::<Result<_>>()?;
    Ok(Value::table(x.names.clone(), columns))
}

/// Finds the keys `y` among the keys `x`.
///
/// Errors: 'mismatch for tables of other columns; 'type for a keyed table and a dictionary that is none.
pub fn pair(x: &Value, y: &Value) -> Result<Pairing> {
    let y = &match (x, y) {
        (Value::Table(a), Value::Table(b)) if a.names != b.names => in_order(a, b)?,
        (Value::Table(_), Value::Table(_)) => y.clone(),
        (Value::Table(_), _) | (_, Value::Table(_)) => return Err(type_error()),
        _ => y.clone(),
    };
    let n = x.count();
    let at = match (x, y) {
        (Value::Table(a), Value::Table(b)) if have_unlike_columns(a, b) => {
            room::repeated(n as i64, b.count())
        }
        _ => find_items(x, y)?,
    };
    let places: Vec<Option<usize>> = at.into_iter().map(|i| (i < n as i64).then_some(i as usize)).collect();
    let new: Vec<i64> = (0..).zip(&places).filter(|p| p.1.is_none()).map(|p| p.0).collect();
    Ok(Pairing { places, keys: join(x, &pick(y, &new))? })
}

/// Is there a column of other types, so that no row of one table is one of the other?
fn have_unlike_columns(x: &Table, y: &Table) -> bool {
    let symbols = |ty| matches!(ty, Some(Type::Symbol | Type::Enum));
    let unlike = |(a, b): (&Value, &Value)| match (a.item_type(), b.item_type()) {
        (Some(Type::List), _) | (_, Some(Type::List)) => false,
        (a, b) => a != b && !(symbols(a) && symbols(b)),
    };
    x.columns.iter().zip(&y.columns).any(unlike)
}

impl Pairing {
    /// Where each of the keys `y` is for the first time, if some are there again; `x` is how many keys the other has.
    pub fn first_of_repeated(&self, y: &Value, x: usize) -> Result<Option<Vec<i64>>> {
        let mut seen = room::repeated(false, x);
        let is_twice = |at: usize, seen: &mut Vec<bool>| std::mem::replace(&mut seen[at], true);
        let again = self.places.iter().flatten().filter(|at| is_twice(**at, &mut seen)).count();
        let new: Vec<i64> = (x as i64..self.keys.count() as i64).collect();
        if again == 0 && distinct(&pick(&self.keys, &new))?.count() == new.len() {
            return Ok(None);
        }
        let at = find_items(y, &distinct(y)?)?;
        Ok((at.len() < y.count()).then_some(at))
    }

    /// A column of `x` with `none` for the new keys.
    pub fn extend(&self, c: &Value, none: Value) -> Value {
        let new = self.places.iter().filter(|p| p.is_none()).count();
        Value::collapse(c.items().chain(std::iter::repeat_n(none, new)).collect())
    }

    /// A column of `y` in the order of the joined keys, with `none` where `y` has no such key; `n` keys are of `x`.
    pub fn spread(&self, c: &Value, n: usize, none: Value) -> Value {
        let mut items = room::repeated(none, n);
        for (i, place) in self.places.iter().enumerate() {
            match place {
                Some(at) => items[*at] = c.at(i),
                None => items.push(c.at(i)),
            }
        }
        Value::collapse(items)
    }
}

/// What a column has where nobody has anything: null.
pub fn null(c: &Value) -> Value {
    match c {
        Value::Vector(v) => v.null(),
        _ => Value::empty_list(),
    }
}

/// The same in a sum: 0, where that is a number of its type.
pub fn nothing(c: &Value) -> Value {
    match c {
        Value::Vector(v) => match (v.ty, v.null()) {
            (Type::Short, _) => Value::I16(0),
            (Type::Int, _) => Value::int(0),
            (Type::Long | Type::Timespan, _) => Value::I64(v.ty, 0),
            (Type::Real, _) => Value::F32(0.0),
            (Type::Float, _) => Value::float(0.0),
            (_, null) => null,
        },
        _ => null(c),
    }
}
