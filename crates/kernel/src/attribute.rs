//! Attributes: `` `s#x`` and `attr`. What they are good for is in [`crate::lookup`].

use crate::order::{Key, compare};
use quarry_value::error::type_error;
use quarry_value::evaluation::is_over;
use quarry_value::{Attr, Buf, Dict, Error, List, Result, Sym, Table, Type, Value, Vector, with_data};
use std::cmp::Ordering;
use std::sync::Arc;

/// `attr x`: the attribute as a symbol. Source: ref/attr.
pub fn attr(x: &Value) -> Result<Value> {
    Ok(Value::sym(attribute_of(x).letter()))
}

/// The attribute of a value.
pub fn attribute_of(x: &Value) -> Attr {
    match x {
        Value::Vector(v) => v.attr.get(),
        Value::List(l) => l.attr.get(),
        Value::Table(t) => t.attr.get(),
        Value::Dict(d) if d.sorted => Attr::Sorted,
        _ => Attr::None,
    }
}

/// `` `s#x`` and its like; the null symbol takes all attributes away. `s` is noted on `x` itself where it has no
/// attribute; the others copy. Source: ref/set-attribute.
/// Errors: 's-fail, 'u-fail, 'type.
pub fn set_attribute(letter: Sym, x: &Value) -> Result<Value> {
    match letter.bytes() {
        b"" => Ok(plain(x)),
        b"s" => sorted(x),
        b"u" => unique(x),
        b"p" => with_index(x, Attr::Parted),
        b"g" => with_index(x, Attr::Grouped),
        _ => Err(type_error().detail(format!(
            "attributes are s u p g; a column or key is taken by a list of names: enlist[`{}]#…",
            letter.text()
        ))),
    }
}

/// `x` without attributes, at the top level and on the columns of a table.
fn plain(x: &Value) -> Value {
    match x {
        Value::Vector(v) if v.attr != Attr::None => (**v).clone().with_attr(Attr::None).into(),
        Value::List(l) if l.attr != Attr::None => list_with(l, Attr::None),
        Value::Table(t) => {
            let columns = t.columns.iter().map(plain).collect();
            Value::Table(Arc::new(t.with_columns(columns, Attr::None)))
        }
        Value::Dict(d) => {
            Value::Dict(Arc::new(Dict { keys: plain(&d.keys), values: d.values.clone(), sorted: false }))
        }
        other => other.clone(),
    }
}

/// A general list with an attribute.
pub fn list_with(l: &List, attr: Attr) -> Value {
    let mut l = l.clone();
    l.attr = attr.into();
    Value::List(Arc::new(l))
}

fn with(x: &Value, attr: Attr) -> Value {
    match x {
        Value::Vector(v) if v.attr == attr => x.clone(),
        Value::Vector(v) => (**v).clone().with_attr(attr).into(),
        Value::List(l) if l.attr == attr => x.clone(),
        Value::List(l) => list_with(l, attr),
        other => other.clone(),
    }
}

/// `x`, whose items ascend, with `s#`. What has no attribute is marked where it is: every holder sees it. Without `s#` an
/// enumeration whose domain is not loaded: what it stands for need not ascend.
pub fn marked_sorted(x: &Value) -> Value {
    match x {
        // What was not looked at to the end may ascend or not.
        _ if is_over() => return x.clone(),
        Value::Vector(v) if !crate::domain::is_known(v) => return x.clone(),
        Value::Vector(v) => v.attr.note_sorted(),
        Value::List(l) => l.attr.note_sorted(),
        _ => {}
    }
    with(x, Attr::Sorted)
}

fn fail(attr: &'static str) -> Error {
    Error::new(attr)
}

fn sorted(x: &Value) -> Result<Value> {
    match x {
        Value::Vector(_) | Value::List(_) if is_sorted(x) => Ok(marked_sorted(x)),
        Value::Table(t) => sorted_table(t, Attr::Parted),
        Value::Dict(d) => {
            let keys = match &d.keys {
                Value::Table(t) if t.columns.len() == 1 => {
                    check_ascending(t)?;
                    // The table is marked, its column is not, as kb/serialization shows.
                    if !is_over() {
                        t.attr.note_sorted();
                    }
                    d.keys.clone()
                }
                Value::Table(t) => sorted_table(t, Attr::Parted)?,
                keys => sorted(keys)?,
            };
            Ok(Value::Dict(Arc::new(Dict { keys, values: d.values.clone(), sorted: true })))
        }
        Value::Vector(_) | Value::List(_) => Err(fail("s-fail")),
        _ => Err(type_error().detail("s# is for lists, dictionaries and tables")),
    }
}

/// A table whose rows ascend: its first column is parted, or sorted when it is the only one.
fn sorted_table(t: &Table, first: Attr) -> Result<Value> {
    check_ascending(t)?;
    let mut columns = t.columns.clone();
    if let Some(c) = columns.first_mut() {
        *c = match &*c {
            c if t.columns.len() == 1 => marked_sorted(c),
            Value::Vector(v) if first == Attr::Parted => parted(v.clone()).into(),
            c => with(c, first),
        };
    }
    Ok(Value::Table(Arc::new(t.with_columns(columns, Attr::Sorted))))
}

/// A vector that ascends, with `p#`: so it is parted, but for places of an enumeration that stand for one symbol.
pub fn parted(v: Arc<Vector>) -> Vector {
    if v.ty != Type::Enum {
        return Arc::unwrap_or_clone(v).with_attr(Attr::Parted);
    }
    match crate::set_attribute(Sym::new("p"), &Value::Vector(v.clone())) {
        Ok(Value::Vector(parted)) => Arc::unwrap_or_clone(parted),
        _ => Arc::unwrap_or_clone(v),
    }
}

fn check_ascending(t: &Table) -> Result<()> {
    t.here()?;
    let ascending = (1..t.count()).all(|i| {
        let mut cells = t.columns.iter().map(|c| compare(&c.at(i - 1), &c.at(i)));
        cells.find(|o| o.is_ne()) != Some(Ordering::Greater)
    });
    if ascending { Ok(()) } else { Err(fail("s-fail")) }
}

/// Do the items ascend (equal ones allowed)?
pub fn is_sorted(x: &Value) -> bool {
    fn go<T: Key>(b: &Buf<T>) -> bool {
        b.as_slice().is_sorted_by(|a, b| a.order(*b).is_le())
    }
    match x {
        Value::Vector(v) if v.attr == Attr::Sorted => true,
        Value::Vector(v) if !crate::domain::is_known(v) => false,
        Value::Vector(v) if v.ty == Type::Enum => match crate::domain::resolve(x) {
            Value::Table(t) => {
                let order = crate::grade_columns(&t.columns.iter().collect::<Vec<_>>(), false);
                order.iter().enumerate().all(|(i, at)| i as i64 == *at)
            }
            plain => is_sorted(&plain),
        },
        Value::Vector(v) => with_data!(&v.data, b => go(b)),
        Value::List(l) => match l.texts() {
            Some(texts) => texts.is_sorted(),
            None => l.as_slice().is_sorted_by(|a, b| compare(a, b).is_le()),
        },
        _ => false,
    }
}

fn unique(x: &Value) -> Result<Value> {
    if !x.is_list() {
        return Err(type_error().detail("u# is for lists"));
    }
    let distinct = match x {
        Value::Vector(v) if v.len() < u32::MAX as usize => crate::groups::firsts(v).len(),
        _ => crate::group_ids(&[x])?.count,
    };
    if distinct < x.count() {
        return Err(fail("u-fail"));
    }
    Ok(with(x, Attr::Unique))
}

fn with_index(x: &Value, attr: Attr) -> Result<Value> {
    let Value::Vector(_) = x else {
        // A list of lists may be grouped (inferred from a program that collects states of a game).
        if x.is_list() && attr == Attr::Grouped {
            return Ok(with(x, attr));
        }
        let simple = || type_error().detail(format!("{}# is for lists of one type", attr.letter()));
        return if x.count() == 0 && x.is_list() { Ok(x.clone()) } else { Err(simple()) };
    };
    if attr == Attr::Parted && !is_parted(x)? {
        return Err(fail("u-fail"));
    }
    Ok(with(x, attr))
}

/// Are equal items adjacent?
fn is_parted(x: &Value) -> Result<bool> {
    let groups = crate::group_ids(&[x])?;
    let runs = groups.ids.windows(2).filter(|w| w[0] != w[1]).count() + usize::from(!groups.ids.is_empty());
    Ok(runs == groups.count)
}
