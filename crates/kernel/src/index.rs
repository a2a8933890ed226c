//! `x@i` and `x[i;j]`: items by position, entries by key, rows and columns.

use crate::amend::no_index;
use crate::each;
use crate::find::{is_one_cell, item_or_null};
use crate::gather::{item_position, item_positions, null_of, pick, position_slice, positions};
use crate::pool;
use crate::slices::LaidOut;
use quarry_value::error::{Error, length_error, rank_error, type_error};
use quarry_value::evaluation::check;
use quarry_value::{Dict, Gathered, List, Result, Sym, Table, Type, Value, room, stack};

/// Positions in all that threads share when they are in many vectors, and those of a task.
const SHARED_MIN: usize = 1 << 17;
const TASK_MIN: usize = 1 << 15;

/// `x@i`: items of a list, values of a dictionary, rows or columns of a table.
///
/// Out of range gives nulls: of the vector's type, or what stands for none of a general list's first item. Atomic
/// in `i`. Errors: 'type (an index of the wrong type; an atom `x`). Source: ref/apply, ref/index.
pub fn index(x: &Value, i: &Value) -> Result<Value> {
    if i.is_identity() || i.is_elided() {
        return Ok(x.clone());
    }
    match x {
        Value::Vector(v) => match i {
            Value::I64(Type::Long, at) => {
                Ok(if (*at as u64) < v.len() as u64 { v.get(*at as usize) } else { v.null() })
            }
            _ => index_list(x, i),
        },
        Value::List(_) => index_list(x, i),
        Value::Dict(d) => index_dict(d, i),
        Value::Table(t) => index_table(t, x, i),
        _ => Err(type_error().detail(format!("type {} has no items", x.type_told()))),
    }
}

fn index_list(x: &Value, i: &Value) -> Result<Value> {
    match i {
        Value::Vector(_) => Ok(pick(x, &item_positions(i).ok_or_else(|| no_index(i))?)),
        Value::List(l) => match laid_out(x, l) {
            Some(items) => Ok(items),
            None => Ok(Value::collapse(index_each(x, l.as_slice())?)),
        },
        Value::Dict(d) => {
            stack::check()?;
            Ok(Value::dict(d.keys.clone(), index(x, &d.values)?))
        }
        Value::Table(t) => crate::shape::columns(t, |c| index(x, c)),
        atom => Ok(item_or_null(x, item_position(atom).ok_or_else(|| no_index(atom))?)),
    }
}

/// A vector at each of the vectors of positions that lie one behind the other: at all positions at once.
fn laid_out(x: &Value, indexes: &List) -> Option<Value> {
    let Value::Vector(_) = x else { return None };
    LaidOut::of(indexes)?.mapped(|at| index_list(x, at))
}

/// `x` at each of many indexes, by all threads if those are vectors of many positions.
fn index_each(x: &Value, indexes: &[Value]) -> Result<Vec<Value>> {
    let count = |i: &Value| if let Value::Vector(v) = i { v.len() } else { 0 };
    let all: usize = indexes.iter().map(count).sum();
    stack::check()?;
    let one = |i: &Value| check().and_then(|()| index(x, i));
    if !matches!(x, Value::Vector(_)) || pool::threads() == 0 || all < SHARED_MIN {
        return indexes.iter().map(one).collect();
    }
    let few = indexes.len().div_ceil(all / TASK_MIN);
    let parts =
        pool::map_ranges(indexes.len(), few, |r| indexes[r].iter().map(one).collect::<Result<Vec<Value>>>());
    Ok(parts.into_iter().collect::<Result<Vec<_>>>()?.concat())
}

/// Values for keys; for a step dictionary those of the last key not above.
fn index_dict(d: &Dict, i: &Value) -> Result<Value> {
    if let (Value::Table(t), Value::Vector(v)) = (&d.keys, i)
        && v.len() != t.columns.len()
        && !is_one_cell(t, i)
    {
        return Err(length_error().detail("a vector is the key of one row"));
    }
    let at = if d.sorted { crate::bin::bin_ascending(&d.keys, i)? } else { key_positions(&d.keys, i)? };
    match &at {
        Value::I64(_, at) => Ok(item_or_null(&d.values, *at)),
        _ => index(&d.values, &at),
    }
}

/// Where keys are, as [`crate::find`] says, except that a list may mix keys and lists of keys.
pub fn key_positions(keys: &Value, i: &Value) -> Result<Value> {
    stack::check()?;
    match (keys, i) {
        (Value::Vector(_), Value::List(l))
            if let Some(at) = LaidOut::of(l).and_then(|all| all.mapped(|i| crate::find(keys, i))) =>
        {
            Ok(at)
        }
        (Value::Vector(_), Value::List(l)) => {
            Ok(Value::collapse(l.as_slice().iter().map(|i| key_positions(keys, i)).collect::<Result<_>>()?))
        }
        // An atom is the key of a row where one column is the key, and must be of its type.
        (Value::Table(t), atom) if atom.is_atom() && t.columns.len() == 1 => crate::find(&t.columns[0], atom),
        _ => crate::find(keys, i),
    }
}

/// Is a list `i` one key among `keys`, rather than a list of keys? Those are some, and a general list.
pub fn is_one_key(keys: &List, i: &Value) -> bool {
    crate::find::is_whole(&keys.get(0), i)
}

fn index_table(t: &Table, x: &Value, i: &Value) -> Result<Value> {
    if t.is_elsewhere() {
        return Err(Error::new("par").detail("rows of a partitioned table are selected, or picked by .Q.ind"));
    }
    match i {
        Value::Sym(name) => column(t, *name),
        Value::Vector(v) if v.ty == Type::Symbol => {
            let names = v.slice::<Sym>().unwrap_or_default();
            Ok(Value::collapse(names.iter().map(|n| column(t, *n)).collect::<Result<_>>()?))
        }
        Value::Enum(..) => index_table(t, x, &crate::domain::resolve(i)),
        Value::Vector(_) => Ok(pick(x, &position_slice(i).ok_or_else(|| no_row(i))?)),
        Value::List(l) if l.is_empty() => Ok(crate::gather::empty_of(x)),
        Value::List(l) => {
            Ok(Value::collapse(l.as_slice().iter().map(|i| index(x, i)).collect::<Result<_>>()?))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), index(x, &d.values)?)),
        Value::Table(u) => crate::shape::columns(u, |c| index(x, c)),
        atom => {
            let at = atom.as_long().ok_or_else(|| no_row(atom))?;
            Ok(if at >= 0 && (at as usize) < t.count() { t.row(at as usize) } else { null_of(x) })
        }
    }
}

/// `'type`: neither the number of a row nor the name of a column.
fn no_row(i: &Value) -> Error {
    type_error().detail(format!(
        "a table takes numbers of rows and names of columns, `abc, not type {}",
        i.type_told()
    ))
}

fn column(t: &Table, name: Sym) -> Result<Value> {
    match t.column(name) {
        Some(c) => Ok(c.clone()),
        None if t.is_elsewhere() => Err(Error::text(name.bytes())),
        None => Ok(t.columns.first().map_or_else(Value::empty_list, crate::gather::empty_of)),
    }
}

/// `x[i;j;…]` (`x . (i;j;…)`): indexing at depth. An elided or `::` index takes everything at its level; a list of
/// indexes takes each. Errors: as [`index`]; 'rank when there is nothing left to index. Source: ref/apply.
pub fn index_at(x: &Value, path: &[Value]) -> Result<Value> {
    let Some((i, rest)) = path.split_first() else { return Ok(x.clone()) };
    if rest.is_empty() {
        return if x.is_atom() && !(i.is_elided() || i.is_identity()) {
            Err(too_deep())
        } else {
            index(x, i)
        };
    }
    stack::check()?;
    if i.is_elided() || i.is_identity() {
        return all_at(x, rest);
    }
    if let Some(cells) = table_cells(x, i, rest) {
        return cells;
    }
    match x {
        Value::Dict(d) => {
            let at =
                if d.sorted { crate::bin::bin_ascending(&d.keys, i)? } else { key_positions(&d.keys, i)? };
            if at.is_atom() { index_at(&index(&d.values, &at)?, rest) } else { each_at(&d.values, &at, rest) }
        }
        Value::Vector(_) | Value::List(_) | Value::Table(_) => {
            // A function is no index, and has no items that could be.
            if i.is_atom() || i.is_function() { index_at(&index(x, i)?, rest) } else { each_at(x, i, rest) }
        }
        _ => Err(too_deep()),
    }
}

fn too_deep() -> Error {
    rank_error().detail("more indexes than the value has levels")
}

fn each_at(x: &Value, at: &Value, rest: &[Value]) -> Result<Value> {
    match at {
        Value::Dict(d) => return Ok(Value::dict(d.keys.clone(), each_at(x, &d.values, rest)?)),
        Value::Table(t) => return crate::shape::columns(t, |c| each_at(x, c, rest)),
        _ if at.is_function() => return Err(type_error().detail("a function is no index")),
        _ => {}
    }
    let one = |i: Value| {
        check()?;
        stack::check()?;
        let mut path = room::vec(rest.len() + 1);
        path.push(i);
        path.extend_from_slice(rest);
        index_at(x, &path)
    };
    if at.count() == 0 {
        return Ok(Value::empty_list());
    }
    if let (Value::List(_), Value::Vector(_)) = (x, at) {
        return all_at(&index(x, at)?, rest);
    }
    Gathered::list(at.count(), at.items().map(one))
}

/// Everything at this level, each indexed by the rest.
fn all_at(x: &Value, rest: &[Value]) -> Result<Value> {
    match x {
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), all_at(&d.values, rest)?)),
        Value::Table(t) => match rest {
            [Value::Sym(name)] if t.column(*name).is_some() => column(t, *name),
            _ => each_of(x, rest),
        },
        Value::List(l) => match rest {
            [Value::I64(Type::Long, at)] => {
                x.check_here()?;
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                each::items(l, |_, _| at)?.map_or_else(|| each_of(x, rest), Ok)
            }
            [Value::Vector(at)] if at.ty == Type::Long => {
                let items = at.slice().map_or(Ok(None), |at| each::items_at(l, at))?;
                items.map_or_else(|| each_of(x, rest), Ok)
            }
            _ => each_of(x, rest),
        },
        _ => Err(too_deep()),
    }
}

fn each_of(x: &Value, rest: &[Value]) -> Result<Value> {
    x.check_here()?;
    let one = |item: Value| check().and_then(|()| index_at(&item, rest));
    Gathered::list(x.count(), x.items().map(one))
}

/// `t[rows;column]` without a dictionary made of every row.
fn table_cells(x: &Value, i: &Value, rest: &[Value]) -> Option<Result<Value>> {
    let (Value::Table(t), Value::Sym(name)) = (x, &rest[0]) else { return None };
    if positions(i).is_none() || t.column(*name).is_none() {
        return None;
    }
    let cells = column(t, *name).and_then(|c| index(&c, i));
    Some(match &rest[1..] {
        [] => cells,
        deeper if i.is_atom() => cells.and_then(|c| index_at(&c, deeper)),
        deeper => cells.and_then(|c| each_of(&c, deeper)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longs(x: &Value) -> Vec<i64> {
        positions(x).unwrap()
    }

    #[test]
    fn lists_and_nulls() {
        let x = Value::longs(vec![10, 20, 30]);
        assert_eq!(index(&x, &Value::long(1)).unwrap().as_long(), Some(20));
        assert_eq!(index(&x, &Value::long(-1)).unwrap().as_long(), Some(i64::MIN));
        assert_eq!(longs(&index(&x, &Value::ints(vec![2, 9])).unwrap()), [30, i64::MIN]);
        assert!(index(&x, &Value::float(1.0)).is_err());
        assert!(index(&Value::long(1), &Value::long(0)).is_err());
    }

    #[test]
    fn dictionaries_and_tables() {
        let d = Value::dict(Value::syms(vec![Sym::new("a"), Sym::new("b")]), Value::longs(vec![1, 2]));
        assert_eq!(index(&d, &Value::sym("b")).unwrap().as_long(), Some(2));
        assert_eq!(index(&d, &Value::sym("z")).unwrap().as_long(), Some(i64::MIN));
        let t = Value::table(vec![Sym::new("a")], vec![Value::longs(vec![1, 2, 3])]);
        assert_eq!(longs(&index_at(&t, &[Value::longs(vec![2, 0]), Value::sym("a")]).unwrap()), [3, 1]);
        assert_eq!(longs(&index_at(&t, &[Value::elided(), Value::sym("a")]).unwrap()), [1, 2, 3]);
    }

    #[test]
    fn functions_are_no_indexes() {
        let x = Value::longs(vec![1, 2, 3]);
        assert_eq!(index_at(&x, &[neg(), Value::long(0)]).unwrap_err().word(), b"type");
    }

    fn neg() -> Value {
        Value::Prim(quarry_value::Prim::find(quarry_value::Kind::Unary, "-:").unwrap())
    }

    #[test]
    fn depth_and_cross_sections() {
        let m = Value::list(vec![Value::longs(vec![1, 2, 3]), Value::longs(vec![4, 5, 6])]);
        assert_eq!(index_at(&m, &[Value::long(1), Value::long(2)]).unwrap().as_long(), Some(6));
        assert_eq!(longs(&index_at(&m, &[Value::elided(), Value::long(0)]).unwrap()), [1, 4]);
        assert_eq!(longs(&index_at(&m, &[Value::longs(vec![1, 0]), Value::long(0)]).unwrap()), [4, 1]);
        assert_eq!(
            index_at(&m, &[Value::long(0), Value::long(0), Value::long(0)]).unwrap_err().word(),
            b"rank"
        );
    }
}
