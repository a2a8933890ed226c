//! Constraints that an attribute answers: `c=x`, `c in x`, `c within x` on a column with `s# u# p# g#`.

use super::expr::{Expr, Test};
use super::frame::{Frame, Rows, is_row_number};
use quarry_kernel::parted::Runs;
use quarry_kernel::{self as kernel, BinaryOp, domain};
use quarry_value::{Attr, Result, Type, Value, Vector};
use std::ops::Range;

/// The rows of a constraint that a column's attribute can answer; `None` when it cannot.
pub fn by_attribute(frame: &Frame, expr: &Expr) -> Result<Option<Rows>> {
    if !matches!(frame.rows, Rows::All(_)) {
        return Ok(None);
    }
    let Some((column, wanted)) = wanted(frame, expr) else { return Ok(None) };
    let found = match (&column, &wanted) {
        (Value::Vector(v), Wanted::Items(items)) if v.attr == Attr::Parted => {
            return Ok(parted(v, items).map(|spans| Rows::of_spans(spans, frame.count())));
        }
        (_, Wanted::Items(items)) => kernel::lookup::among_rows(&column, items),
        (_, Wanted::Between(low, high)) => kernel::lookup::within_rows(&column, low, high),
    };
    let n = frame.count();
    Ok(found.map(|rows| match rows {
        kernel::lookup::Rows::Range(start, end) => Rows::of_span(start..end, n),
        kernel::lookup::Rows::Positions(at) => Rows::Some(at),
    }))
}

/// The attribute that [`by_attribute`] would use.
pub fn attribute_for(frame: &Frame, expr: &Expr) -> Option<Attr> {
    let (column, wanted) = wanted(frame, expr)?;
    let Value::Vector(v) = &column else { return None };
    match (v.attr.get(), wanted) {
        (Attr::None, _) => None,
        (Attr::Sorted, Wanted::Between(..)) => Some(Attr::Sorted),
        (attr, Wanted::Items(_)) => Some(attr),
        _ => None,
    }
}

/// What a column is compared with.
enum Wanted {
    /// These items, of the column's type.
    Items(Value),
    /// From the first to the second, both included.
    Between(Value, Value),
}

fn wanted(frame: &Frame, expr: &Expr) -> Option<(Value, Wanted)> {
    let column = |name| frame.table.column(name).ok().filter(|_| !is_row_number(name)).cloned();
    match expr {
        Expr::Binary(BinaryOp::Equal, args) => match &args[..] {
            [Expr::Column(c), Expr::Const(x)] | [Expr::Const(x), Expr::Column(c)] if x.is_atom() => {
                let column = column(*c)?;
                let items = conform(&column, &Value::collapse(vec![x.clone()]))?;
                Some((column, Wanted::Items(items)))
            }
            _ => None,
        },
        Expr::Test(Test::In, x, items) => match &**x {
            Expr::Column(c) => {
                let column = column(*c)?;
                let items =
                    if items.is_atom() { Value::collapse(vec![items.clone()]) } else { items.clone() };
                let items = conform(&column, &items)?;
                Some((column, Wanted::Items(items)))
            }
            _ => None,
        },
        Expr::Test(Test::Within, x, bounds) => match (&**x, bounds) {
            (Expr::Column(c), Value::Vector(b)) if b.len() == 2 => {
                let column = column(*c)?;
                (column.item_type() == Some(b.ty)).then(|| (column, Wanted::Between(b.get(0), b.get(1))))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `items` as the column stores them; symbols by their positions in its domain. `None` when the types differ.
fn conform(column: &Value, items: &Value) -> Option<Value> {
    let (Value::Vector(c), Value::Vector(x)) = (column, items) else { return None };
    if c.ty == x.ty && c.domain == x.domain {
        return Some(items.clone());
    }
    if c.ty != Type::Enum || x.ty != Type::Symbol {
        return None;
    }
    let texts = domain::items(c.domain)?;
    let found = quarry_kernel::find(&texts, items).ok()?;
    let at: Vec<i64> =
        found.items().filter_map(|v| v.as_long()).filter(|i| *i < texts.count() as i64).collect();
    Some(Vector::enumeration(c.domain, at).into())
}

/// The runs of these items, in the order of the rows.
fn parted(v: &Vector, items: &Value) -> Option<Vec<Range<usize>>> {
    let runs = Runs::of(v);
    let found = kernel::find(&runs.heads(v).into(), items).ok()?;
    let mut at: Vec<usize> = found.items().filter_map(|i| usize::try_from(i.as_long()?).ok()).collect();
    at.retain(|i| *i < runs.count());
    at.sort_unstable();
    at.dedup();
    Some(at.into_iter().map(|i| runs.span(i)).collect())
}
