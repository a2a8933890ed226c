//! Functions on tables and their names, columns, keys and order: `cols keys meta xcol xcols xkey xasc xdesc xgroup
//! ungroup fkeys tables`.

use super::flat::{Flat, Target, names, table_value};
use super::ops;
use crate::db;
use crate::vm::Vm;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Attr, Error, Result, Sym, Type, Value};

/// `cols x`: the column names of a table given by value, name or file symbol, key columns first, and the partition
/// column of a partitioned table; the keys of a row.
///
/// Errors: 'type when it is neither a table nor a dictionary whose keys are symbols.
/// Source: ref/cols, wp/data-loaders (the columns of a row that holds sizes by column).
pub fn cols(vm: &mut Vm, x: &Value) -> Result<Value> {
    let t = table_value(vm, x)?;
    match &t {
        Value::Table(t) => Ok(Value::syms(db::column_names(t))),
        Value::Dict(d) if d.keys.item_type() == Some(Type::Symbol) => {
            Ok(Value::syms(d.keys.items().filter_map(|k| k.as_sym()).collect()))
        }
        _ => Ok(Value::syms(Flat::of(&t)?.names)),
    }
}

/// `keys x`: the names of the key columns; none for a simple table.
///
/// Source: ref/keys.
pub fn keys(vm: &mut Vm, x: &Value) -> Result<Value> {
    match table_value(vm, x)? {
        Value::Table(_) => Ok(Value::syms(Vec::new())),
        t => {
            let (keys, _) = t.as_keyed().ok_or_else(type_error)?;
            Ok(Value::syms(keys.names.clone()))
        }
    }
}

/// `meta x`: a table keyed by column name `c` with type letter `t`, foreign key `f` and attribute `a`.
///
/// Only the first item of a nested column is looked at: an upper-case letter says it is a list of that type.
/// Source: ref/meta.
pub fn meta(vm: &mut Vm, x: &Value) -> Result<Value> {
    let flat = described(vm, x)?;
    let mut letters = Vec::new();
    let mut foreign = Vec::new();
    let mut attrs = Vec::new();
    for c in &flat.columns {
        let f = foreign_key(vm, c);
        letters.push(type_letter(vm, c, f));
        foreign.push(f);
        attrs.push(Sym::new(attr_of(c).letter()));
    }
    // The only key column says what the table of keys does.
    if let (Some((keys, _)), Some(first)) = (x.as_keyed(), attrs.first_mut())
        && keys.columns.len() == 1
        && keys.attr == Attr::Sorted
    {
        *first = Sym::new("s");
    }
    let key = Value::table(vec![Sym::new("c")], vec![Value::syms(flat.names)]);
    let columns = vec![Value::chars(letters), Value::syms(foreign), Value::syms(attrs)];
    let rest = Value::table(["t", "f", "a"].map(Sym::new).to_vec(), columns);
    Ok(Value::dict(key, rest))
}

/// `.Q.V x`: the columns of a table by name; of a partitioned table those of the last partition, and all partitions'
/// values.
///
/// Errors: as of [`meta`]. Source: ref/dotq, `.Q.V`.
pub fn columns_by_name(vm: &mut Vm, x: &Value) -> Result<Value> {
    let flat = described(vm, x)?;
    Ok(Value::dict(Value::syms(flat.names), Value::collapse(flat.columns)))
}

/// The columns that describe a table, given by value, name or path.
fn described(vm: &mut Vm, x: &Value) -> Result<Flat> {
    let t = table_value(vm, x)?;
    match &t {
        Value::Table(t) if t.is_elsewhere() => db::sample(t),
        _ => Flat::of(&t),
    }
}

/// The letter of `meta`'s column `t`.
fn type_letter(vm: &Vm, column: &Value, foreign: Sym) -> u8 {
    match column {
        Value::Vector(v) if v.ty == Type::Enum && !foreign.is_empty() => {
            let key = vm.get(foreign).and_then(|t| t.as_keyed().map(|(k, _)| k.columns.clone()));
            match key.as_deref() {
                Some([k]) => type_letter(vm, k, Sym::EMPTY),
                _ => Type::Long.letter(),
            }
        }
        Value::Vector(v) => v.ty.letter(),
        Value::List(l) if !l.is_empty() => match l.get(0) {
            Value::Vector(v) => v.ty.letter().to_ascii_uppercase(),
            _ => b' ',
        },
        _ => b' ',
    }
}

/// The table that a column's enumeration points to, empty when it is no foreign key.
pub fn foreign_key(vm: &Vm, column: &Value) -> Sym {
    let Value::Vector(v) = column else { return Sym::EMPTY };
    if v.ty != Type::Enum {
        return Sym::EMPTY;
    }
    match vm.get(v.domain) {
        Some(Value::Table(_)) => v.domain,
        Some(t) if t.is_keyed_table() => v.domain,
        _ => Sym::EMPTY,
    }
}

fn attr_of(x: &Value) -> Attr {
    match x {
        Value::Vector(v) => v.attr.get(),
        Value::List(l) => l.attr.get(),
        _ => Attr::None,
    }
}

/// `fkeys x`: a dictionary from foreign-key columns to their tables.
///
/// Source: ref/fkeys.
pub fn fkeys(vm: &mut Vm, x: &Value) -> Result<Value> {
    let t = table_value(vm, x)?;
    let flat = Flat::of(&t)?;
    let pairs = flat.names.iter().zip(&flat.columns).map(|(n, c)| (*n, foreign_key(vm, c)));
    let (columns, tables) = pairs.filter(|(_, f)| !f.is_empty()).unzip();
    Ok(Value::dict(Value::syms(columns), Value::syms(tables)))
}

/// `x xcol y`: `y` with its first columns renamed, or with the columns in `key x` renamed when `x` is a dictionary.
///
/// Errors: 'length when there are more names than columns or a name of the dictionary is no column.
/// Source: ref/cols.
pub fn xcol(x: &Value, y: &Value) -> Result<Value> {
    let mut flat = Flat::of(y)?;
    match x {
        Value::Dict(d) => {
            // All are found before any is renamed, so that two may exchange their names.
            let places = names(&d.keys)?.into_iter().map(|old| flat.position(old).ok_or_else(length_error));
            for (i, new) in places.collect::<Result<Vec<_>>>()?.into_iter().zip(names(&d.values)?) {
                flat.names[i] = new;
            }
        }
        _ => {
            let new = names(x)?;
            if new.len() > flat.names.len() {
                return Err(length_error());
            }
            flat.names[..new.len()].copy_from_slice(&new);
        }
    }
    Ok(flat.into_value())
}

/// `x xcols y`: `y` with the columns `x` first.
///
/// Errors: 'type when `y` is keyed; the name of a column that is not there.
/// Source: ref/cols.
pub fn xcols(x: &Value, y: &Value) -> Result<Value> {
    let Value::Table(t) = y else { return Err(type_error().detail("xcols takes a simple table")) };
    let first = names(x)?;
    let rest = t.names.iter().filter(|n| !first.contains(n));
    let order: Vec<Sym> = first.iter().chain(rest).copied().collect();
    let flat = Flat::of(y)?;
    Ok(Value::table(order.clone(), flat.pick(&order)?))
}

/// `x xkey y`: `y` keyed by the columns `x`; by none it is a simple table. A table given by name is changed.
///
/// Source: ref/keys.
pub fn xkey(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    let target = Target::of(vm, y)?;
    let keyed = key_by(&names(x)?, &target.value)?;
    target.give(vm, keyed)
}

/// `t` keyed by `keys`, which come first in their order.
fn key_by(keys: &[Sym], t: &Value) -> Result<Value> {
    let mut flat = Flat::of(t)?;
    let rest = flat.names.iter().filter(|n| !keys.contains(n));
    let order: Vec<Sym> = keys.iter().chain(rest).copied().collect();
    flat.columns = flat.pick(&order)?;
    flat.names = order;
    flat.keys = if keys.len() == flat.names.len() { 0 } else { keys.len() };
    Ok(flat.into_value())
}

/// `x xasc y`: `y` sorted by the columns `x`, the first of them major. Stable. The first column gets `s#`.
///
/// A table given by name or file symbol is changed.
/// Errors: 'dup and the name when a column is there twice.
/// Source: ref/asc.
pub fn xasc(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    sort(vm, x, y, false)
}

/// `x xdesc y`: `y` sorted descending by the columns `x`. Stable; no attribute is set.
///
/// Source: ref/desc.
pub fn xdesc(vm: &mut Vm, x: &Value, y: &Value) -> Result<Value> {
    sort(vm, x, y, true)
}

fn sort(vm: &mut Vm, x: &Value, y: &Value, descending: bool) -> Result<Value> {
    let target = Target::of(vm, y)?;
    let by = names(x)?;
    let flat = Flat::of(&target.value)?;
    flat.check_distinct()?;
    if by.is_empty() {
        return target.give(vm, target.value.clone());
    }
    let sorted = sort_flat(&flat, &by, descending)?;
    target.give(vm, sorted.into_value())
}

/// The rows of `flat` in the order of the columns `by`.
pub fn sort_flat(flat: &Flat, by: &[Sym], descending: bool) -> Result<Flat> {
    let columns = flat.pick(by)?;
    let order = ops::grade(&columns, descending);
    let in_order = ops::is_identity(&order);
    let mut sorted = if in_order { flat.clone() } else { flat.map(|c| Ok(ops::pick(c, &order)))? };
    if !descending {
        let first = flat.position(by[0]).ok_or_else(type_error)?;
        sorted.columns[first] = ops::with_attr(&sorted.columns[first], Attr::Sorted);
    }
    Ok(sorted)
}

/// ``n#`c xasc t`` or ``n sublist `c xasc t``, with `xdesc` where `descending`, of a table of which `n` rows are the least part:
/// those alone are put in order. `None` where all have to be, or something is wrong.
pub fn leading_rows(n: i64, by: Sym, x: &Value, descending: bool) -> Option<Value> {
    let Value::Table(t) = x else { return None };
    let flat = Flat::of(x).ok()?;
    flat.check_distinct().ok()?;
    let at = quarry_kernel::leading_grade(n, &t.columns[flat.position(by)?], descending)?;
    Some(ops::pick(x, &at))
}

/// `x xgroup y`: `y` grouped by the columns `x`, every other column a list per group.
///
/// Groups come in the order in which their keys first appear, as `group` has them (inferred).
/// Source: ref/xgroup.
pub fn xgroup(x: &Value, y: &Value) -> Result<Value> {
    let by = names(x)?;
    let flat = Flat::of(y)?;
    let keys = flat.pick(&by)?;
    let groups = ops::groups_in_order_of_appearance(&keys)?;
    let rest: Vec<usize> = (0..flat.names.len()).filter(|i| !by.contains(&flat.names[*i])).collect();
    let mut out = Flat { names: by.clone(), columns: Vec::new(), keys: by.len() };
    out.columns = keys.iter().map(|c| ops::pick(c, &groups.first)).collect();
    for i in rest {
        out.names.push(flat.names[i]);
        out.columns.push(groups.lists(&flat.columns[i])?);
    }
    Ok(out.into_value())
}

/// `ungroup x`: one row for each item of the lists in a row; atoms are repeated.
///
/// Errors: 'length when the lists of a row differ in count; 'type for a column of dictionaries.
/// Source: ref/ungroup.
pub fn ungroup(x: &Value) -> Result<Value> {
    let flat = Flat::of(x)?;
    let nested: Vec<bool> = flat.columns.iter().map(|c| matches!(c, Value::List(_))).collect();
    if !nested.contains(&true) {
        return Ok(Value::table(flat.names, flat.columns));
    }
    let counts = row_counts(&flat, &nested)?;
    let ends = quarry_kernel::slices::ends_of(counts.iter().map(|n| *n as usize));
    let column = |(c, nested): (&Value, &bool)| match c {
        _ if *nested => joined(c, ends.last().copied().unwrap_or(0)),
        Value::Vector(v) => Ok(quarry_kernel::slices::spread(v, &ends)),
        _ => {
            let rows =
                counts.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(i as i64, *n as usize));
            Ok(ops::pick(c, &rows.collect::<Vec<i64>>()))
        }
    };
    let columns = flat.columns.iter().zip(&nested).map(column).collect::<Result<_>>()?;
    Ok(Value::table(flat.names, columns))
}

/// The `n` items of the lists in a column. Dictionaries are none: together they are one dictionary.
fn joined(column: &Value, n: usize) -> Result<Value> {
    let all = quarry_kernel::raze(column)?;
    match all.is_column() && all.count() == n {
        true => Ok(all),
        false => Err(type_error().detail("a column to ungroup has lists, or tables, and no dictionaries")),
    }
}

/// How many rows each row becomes.
fn row_counts(flat: &Flat, nested: &[bool]) -> Result<Vec<i64>> {
    let counts = |c: &Value| -> Vec<i64> {
        let known = if let Value::List(l) = c { quarry_kernel::each::counts(l) } else { None };
        match known.as_ref().and_then(quarry_kernel::gather::positions) {
            Some(counts) => counts,
            None => c.items().map(|item| item.count() as i64).collect(),
        }
    };
    let lists = flat.columns.iter().zip(nested).filter(|(_, n)| **n);
    let mut all: Vec<Vec<i64>> = lists.map(|(c, _)| counts(c)).collect();
    if let Some(i) = (0..flat.count()).find(|&i| all.iter().any(|c| c[i] != all[0][i])) {
        let row: Vec<_> = all.iter().map(|c| c[i].to_string()).collect();
        return Err(length_error().detail(format!("the lists of row {i} have {} items", row.join(" and "))));
    }
    Ok(all.swap_remove(0))
}

/// `tables x`: the names of the tables in a namespace, sorted; of the root for `` `.``, `` ` `` and `[]`.
///
/// Source: ref/tables.
pub fn tables(vm: &mut Vm, x: &Value) -> Result<Value> {
    let space = match x {
        Value::Sym(s) if !s.is_empty() => *s,
        _ => Sym::new("."),
    };
    let Some(Value::Dict(d)) = vm.get(space) else { return Err(Error::text(space.bytes())) };
    let all = names(&d.keys)?.into_iter().enumerate();
    let found: Vec<Sym> =
        all.filter(|(i, n)| !n.is_empty() && is_table(&d.values.at(*i))).map(|(_, n)| n).collect();
    Ok(crate::system::in_order(found))
}

/// A table, keyed or not, in memory or on disk.
fn is_table(x: &Value) -> bool {
    matches!(x, Value::Table(_)) || x.is_keyed_table()
}
