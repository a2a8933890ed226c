//! Columns that change: coerce new items to a column's type, append them, write them at positions.

use crate::vm::Vm;
use quarry_kernel as kernel;
use quarry_value::error::{length_error, type_error};
use quarry_value::{
    Attr, Data, Error, Item, List, Result, Sym, Type, Value, Vector, moving, room, with_data,
};
use std::sync::Arc;

/// `add` as items of `column`: symbols are enumerated when the column is, an untyped empty column takes anything.
/// `'type` when the types differ, `'cast` when a symbol is not in the domain.
pub fn coerce(vm: &mut Vm, column: &Value, add: Value) -> Result<Value> {
    let Value::Vector(c) = column else { return Ok(add) };
    if c.ty == Type::Enum {
        return coerce_enum(vm, c.domain, add);
    }
    match &add {
        Value::Vector(a) if a.ty == c.ty => Ok(add),
        Value::Vector(a) if a.ty == Type::Enum && c.ty == Type::Symbol => symbols_of(vm, &add),
        Value::List(l) if l.is_empty() => Ok(Value::empty(c.ty)),
        _ if let Some(integers) = kernel::amend::to_integer(c.ty, &add) => Ok(integers),
        _ => {
            // An item comes as a list of one: its type is told by name.
            let given = match add.item_type() {
                Some(Type::List) | None => "lists",
                Some(ty) => &format!("{}s", ty.name()),
            };
            let backtick = c.ty == Type::Symbol && add.item_type() == Some(Type::Char);
            let more = if backtick { "; a symbol is written with a backtick, `abc" } else { "" };
            Err(type_error().detail(format!("a column of {}s takes no {given}{more}", c.ty.name())))
        }
    }
}

fn coerce_enum(vm: &mut Vm, domain: Sym, add: Value) -> Result<Value> {
    match &add {
        Value::Vector(a) if a.ty == Type::Enum && a.domain == domain => Ok(add),
        Value::Vector(a) if a.ty == Type::Enum => {
            let symbols = symbols_of(vm, &add)?;
            enumerate(vm, domain, &symbols)
        }
        _ => enumerate(vm, domain, &add),
    }
}

/// The items an enumeration stands for: symbols, or rows of what its domain is keyed by.
fn symbols_of(vm: &mut Vm, x: &Value) -> Result<Value> {
    let Value::Vector(v) = x else { return Ok(x.clone()) };
    if v.ty != Type::Enum {
        return Ok(x.clone());
    }
    let items = domain_items(vm, v.domain)?;
    kernel::index(&items, &Vector::new(Type::Long, v.data.clone()).into())
}

/// What the positions of an enumeration over `domain` select from: a list, or the only key column of a table.
fn domain_items(vm: &mut Vm, domain: Sym) -> Result<Value> {
    let value = vm.get(domain).ok_or_else(|| Error::text(domain.bytes()))?;
    Ok(match value.as_keyed() {
        Some((keys, _)) if keys.columns.len() == 1 => keys.columns[0].clone(),
        Some((keys, _)) => Value::Table(keys.clone()),
        None => value,
    })
}

/// `` `domain$x``: `'cast` when an item is not there. The null symbol is allowed.
pub fn enumerate(vm: &mut Vm, domain: Sym, x: &Value) -> Result<Value> {
    let values = vm.get(domain).ok_or_else(|| Error::text(domain.bytes()))?;
    kernel::enumerate(domain, &values, x)
}

/// `n` nulls of the type of `column`; empty lists when it is nested, as q fills new rows.
pub fn nulls(column: &Value, n: usize) -> Value {
    match column {
        Value::Vector(v) => with_data!(&v.data, b => nulls_like(v, b, n)),
        Value::Table(_) if let Ok(rows) = kernel::index(column, &Value::longs(vec![i64::MIN; n])) => rows,
        _ => {
            let null = null_item(column);
            let is_row = matches!(&null, Value::Dict(_)) && !null.is_keyed_table();
            if null.is_atom() || is_row { Value::collapse(vec![null; n]) } else { Value::list(vec![null; n]) }
        }
    }
}

fn nulls_like<T: Item>(v: &Vector, _: &quarry_value::Buf<T>, n: usize) -> Value {
    let null = match v.ty {
        // Booleans and bytes have no null: q fills zeros.
        Type::Bool | Type::Byte => Value::null(v.ty),
        _ => v.null(),
    };
    let items = match null {
        Value::U8(_, x) => Data::U8(room::numbers_like(x, n).into()),
        _ => T::data(room::repeated(T::NULL, n).into()),
    };
    v.like(items).into()
}

/// What stands for a missing item of a general list, as where it is indexed out of its range.
fn null_item(column: &Value) -> Value {
    if column.count() == 0 {
        return Value::empty_list();
    }
    kernel::gather::none_of(&column.at(0))
}

/// Appends `add` (coerced) to a column in place. Attributes that still hold are kept.
pub fn append(column: &mut Value, add: &Value) -> Result<()> {
    if column.count() == 0 && !matches!(column, Value::Vector(_)) {
        return moving::replace(column, add.clone());
    }
    if matches!((&*column, add), (Value::Table(_), _) | (Value::List(_), Value::Table(_))) {
        return append_dicts(column, add);
    }
    match (&mut *column, add) {
        (Value::Vector(c), Value::Vector(a)) if c.ty == a.ty && c.domain == a.domain => {
            moving::vector_room(c, a.len())?;
            kernel::join::extend(c, a);
            Ok(())
        }
        (Value::List(_), _) if add.is_list() => kernel::append_each(column, add),
        _ => Err(type_error()),
    }
}

/// Dictionaries with the same keys are a table, in a column too; one that is unlike the others makes it a list.
fn append_dicts(column: &mut Value, add: &Value) -> Result<()> {
    let same = matches!((&*column, add), (Value::Table(c), Value::Table(a)) if c.names == a.names);
    let joined = if same { kernel::join(column, add) } else { Err(type_error()) };
    let one_by_one = || Value::collapse(column.items().chain(add.items()).collect());
    let both = joined.unwrap_or_else(|_| one_by_one());
    moving::replace(column, both)
}

/// Writes `new` (coerced, one item per position, or one atom for all) at `positions` (in range), in order.
pub fn scatter(column: &mut Value, positions: &[usize], new: &Value) -> Result<()> {
    if new.is_column() && new.count() != positions.len() {
        return Err(length_error());
    }
    // Dictionaries with the same keys are a table, as a column and as what comes into one.
    if matches!(&*column, Value::Table(_)) || matches!((&*column, new), (Value::List(_), Value::Table(_))) {
        let mut items: Vec<Value> = column.items().collect();
        positions.iter().enumerate().for_each(|(i, p)| items[*p] = new.at(i));
        *column = Value::collapse(items);
        return Ok(());
    }
    match (&mut *column, new) {
        (Value::Vector(c), Value::Vector(n)) if c.ty == n.ty && c.domain == n.domain => {
            moving::vector_room(c, 0)?;
            let c = Arc::make_mut(c);
            c.attr = Attr::None.into();
            c.forget_index();
            scatter_data(&mut c.data, positions, &n.data);
            Ok(())
        }
        (Value::List(c), _) if new.is_list() => {
            let new = moving::like_list(c, new)?;
            moving::own_list(c)?;
            let c = Arc::make_mut(c);
            positions.iter().enumerate().for_each(|(i, p)| c.set(*p, new.at(i)));
            Ok(())
        }
        _ => Err(type_error()),
    }
}

/// Copies a vector that others hold, too, so that [`scatter`] writes where it is.
pub fn own(column: &mut Value) -> Result<()> {
    if let Value::Vector(c) = column {
        moving::vector_room(c, 0)?;
        with_data!(&mut Arc::make_mut(c).data, b => _ = b.make_mut());
    }
    Ok(())
}

fn scatter_data(to: &mut Data, positions: &[usize], new: &Data) {
    fn write<T: Item>(to: &mut Data, positions: &[usize], new: &quarry_value::Buf<T>) {
        if let Some(b) = T::of_mut(to) {
            let to = b.make_mut();
            positions.iter().zip(new.as_slice()).for_each(|(p, x)| to[*p] = *x);
        }
    }
    with_data!(new, b => write(to, positions, b));
}

/// An atom (or any single value) as a column of `n` items.
pub fn repeat(x: &Value, n: usize) -> Value {
    if !x.is_atom() {
        return Value::list(room::repeated(x.clone(), n));
    }
    fn fill<T: Item>(of: &Vector, b: &quarry_value::Buf<T>, n: usize) -> Value {
        of.like(T::data(room::repeated(b.get(0), n).into())).into()
    }
    match Value::collapse(vec![x.clone()]) {
        Value::Vector(v) => with_data!(&v.data, b => fill(&v, b, n)),
        other => Value::list(room::repeated(other.at(0), n)),
    }
}

/// A general list kept as it is.
pub fn list(items: Vec<Value>) -> Value {
    List::new(items).into()
}
