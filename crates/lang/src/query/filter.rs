//! The where phrase: constraints one after the other, each on the rows that are left.

use super::expr::{self, Expr, Shape};
use super::frame::{Frame, Rows};
use super::lookup;
use crate::vm::Vm;
use quarry_kernel::{self as kernel, kept::Kept};
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

/// Leaves in `frame` the rows that satisfy all constraints. The first is evaluated also when there are no rows, so that a
/// wrong one is told.
pub fn apply<'a>(vm: &mut Vm, mut frame: Frame<'a>, constraints: &[Value]) -> Result<Frame<'a>> {
    for (i, tree) in constraints.iter().enumerate() {
        if i > 0 && frame.count() == 0 {
            break;
        }
        if let Some(rows) = narrow(vm, &frame, tree)? {
            frame = frame.with_rows(rows);
        }
    }
    Ok(frame)
}

/// [`apply`] of translated constraints, without the evaluator. `None` when one cannot be run so.
pub fn apply_translated<'a>(mut frame: Frame<'a>, constraints: &[Expr]) -> Result<Option<Frame<'a>>> {
    for (i, expr) in constraints.iter().enumerate() {
        if i > 0 && frame.count() == 0 {
            break;
        }
        match narrow_translated(&frame, expr)? {
            Narrowed::Rows(rows) => frame = frame.with_rows(rows),
            Narrowed::Whole => {}
            Narrowed::Declined => return Ok(None),
        }
    }
    Ok(Some(frame))
}

/// What a constraint leaves.
enum Narrowed {
    Rows(Rows),
    /// All rows satisfy it.
    Whole,
    /// It cannot be run without the evaluator.
    Declined,
}

/// The rows of `frame` that satisfy one constraint; `None` when all do.
fn narrow(vm: &mut Vm, frame: &Frame, tree: &Value) -> Result<Option<Rows>> {
    if let Some(expr) = expr::translate(vm, frame, tree) {
        match narrow_translated(frame, &expr)? {
            Narrowed::Rows(rows) => return Ok(Some(rows)),
            Narrowed::Whole => return Ok(None),
            Narrowed::Declined => {}
        }
    }
    let mask = frame.eval(vm, tree)?;
    selected(frame, &mask)
}

fn narrow_translated(frame: &Frame, expr: &Expr) -> Result<Narrowed> {
    let whole = |rows: Option<Rows>| rows.map_or(Narrowed::Whole, Narrowed::Rows);
    if let Some(rows) = lookup::by_number(frame, expr) {
        return Ok(Narrowed::Rows(rows));
    }
    if let Some(rows) = lookup::by_attribute(frame, expr)? {
        return Ok(Narrowed::Rows(rows));
    }
    if let Some(rows) = among_most(frame, expr) {
        return Ok(rows);
    }
    if let Some(kept) = expr.kept(frame) {
        return Ok(whole(among(frame, kept)));
    }
    match expr.run(frame, None)? {
        Some(Shape::One(v) | Shape::Rows(v)) => Ok(whole(selected(frame, &v)?)),
        _ => Ok(Narrowed::Declined),
    }
}

/// A constraint on rows that are most of a stretch, asked of the whole stretch; `None` for others, and where the answer depends on
/// which rows there are.
fn among_most(frame: &Frame, expr: &Expr) -> Option<Narrowed> {
    let flags = frame.rows.mostly().filter(|_| !frame.is_dict && !expr.has_aggregate())?;
    let stretch = frame.with_rows(Rows::of_span(flags.range(), frame.table.count()));
    let kept = match expr.kept(&stretch) {
        Some(kept) => kept,
        None => match expr.run(&stretch, None).ok()?? {
            Shape::Rows(Value::Vector(v)) if v.ty == Type::Bool => Kept::of(v),
            _ => return None,
        },
    };
    let both = flags.and(kept)?;
    Some(match both.count() < flags.count() {
        true => Narrowed::Rows(Rows::of(both)),
        false => Narrowed::Whole,
    })
}

/// The rows where `mask` is set; `None` when it is everywhere.
fn selected(frame: &Frame, mask: &Value) -> Result<Option<Rows>> {
    let n = frame.count();
    match mask {
        Value::U8(Type::Bool, yes) => Ok(if *yes == 0 { Some(Rows::Some(Vec::new())) } else { None }),
        Value::Vector(v) if v.ty == Type::Bool => {
            if v.len() != n {
                return Err(length_error());
            }
            Ok(among(frame, Kept::of(v.clone())))
        }
        Value::Vector(v) if v.ty.is_numeric() => {
            if v.len() != n {
                return Err(length_error());
            }
            let places = kernel::where_(mask).map_err(|e| e.detail(constraint(mask)))?;
            let places = match &places {
                Value::Vector(p) => p.slice::<i64>().unwrap_or_default().to_vec(),
                _ => Vec::new(),
            };
            Ok(Some(frame.rows.at(places)))
        }
        Value::List(l) if l.is_empty() && n == 0 => Ok(None),
        _ => Err(type_error().detail(constraint(mask))),
    }
}

/// The rows of `frame` that are kept; `None` when all are.
fn among(frame: &Frame, kept: Kept) -> Option<Rows> {
    (kept.count() < frame.count()).then(|| frame.rows.among(kept))
}

/// What a constraint gives that says of no row whether it is wanted.
fn constraint(given: &Value) -> String {
    let told = format!("a condition must give booleans, not type {}", given.type_told());
    // Most of them compare a column of strings.
    match given {
        Value::List(_) => format!("{told}; strings are compared by like: c like \"abc\""),
        _ => told,
    }
}
