//! The where phrase: constraints one after the other, each on the rows that are left.

use super::frame::{Frame, Rows};
use crate::vm::Vm;
use quarry_kernel as kernel;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Result, Type, Value};

/// The constraints in a where phrase: a list of trees. `()` has none.
pub fn constraints(wheres: &Value) -> Result<Vec<Value>> {
    match wheres {
        Value::List(l) => Ok(l.as_slice().to_vec()),
        Value::Prim(_) if wheres.is_identity() => Ok(Vec::new()),
        // A vector of booleans is one constraint; of names, one for each.
        Value::Vector(v) if v.ty == Type::Symbol => Ok(wheres.items().collect()),
        Value::Vector(_) => Ok(vec![wheres.clone()]),
        Value::Sym(_) => Ok(vec![wheres.clone()]),
        _ => Err(type_error().detail("the where phrase must be a list")),
    }
}

/// Leaves in `frame` the rows that satisfy all constraints.
pub fn apply<'a>(vm: &mut Vm, mut frame: Frame<'a>, constraints: &[Value]) -> Result<Frame<'a>> {
    for tree in constraints {
        if frame.count() == 0 {
            break;
        }
        if let Some(rows) = narrow(vm, &frame, tree)? {
            frame = frame.with_rows(rows);
        }
    }
    Ok(frame)
}

/// The rows of `frame` that satisfy one constraint; `None` when all do.
fn narrow(vm: &mut Vm, frame: &Frame, tree: &Value) -> Result<Option<Rows>> {
    if let Some(rows) = super::lookup::by_attribute(vm, frame, tree)? {
        return Ok(Some(rows));
    }
    let mask = frame.eval(vm, tree)?;
    let n = frame.count();
    match &mask {
        Value::U8(Type::Bool, yes) => Ok(if *yes == 0 { Some(Rows::Some(Vec::new())) } else { None }),
        Value::Vector(v) if v.ty == Type::Bool => {
            let bits = v.slice::<u8>().ok_or_else(type_error)?;
            if bits.len() != n {
                return Err(length_error());
            }
            let places = set_places(bits);
            Ok(if places.len() == n { None } else { Some(frame.rows.at(places)) })
        }
        Value::Vector(v) if v.ty.is_numeric() => {
            if v.len() != n {
                return Err(length_error());
            }
            let places = kernel::where_(&mask)?;
            let places = match &places {
                Value::Vector(p) => p.slice::<i64>().unwrap_or_default().to_vec(),
                _ => Vec::new(),
            };
            Ok(Some(frame.rows.at(places)))
        }
        Value::List(l) if l.is_empty() && n == 0 => Ok(None),
        _ => Err(type_error().detail("a constraint must give booleans")),
    }
}

/// Where the bytes of `bits` are not 0.
fn set_places(bits: &[u8]) -> Vec<i64> {
    let count = bits.iter().map(|b| usize::from(*b != 0)).sum();
    let mut places = vec![0i64; count + 1];
    let mut at = 0;
    // Without a branch: every place is written, and kept when the bit is set.
    for (i, b) in bits.iter().enumerate() {
        places[at] = i as i64;
        at += usize::from(*b != 0);
    }
    places.truncate(count);
    places
}
