//! Constraints that an attribute answers: `c=x`, `c in x`, `c within x` on a column with `s# u# p# g#`; and those on row numbers.

use super::expr::{Expr, Test};
use super::frame::{Frame, Rows, is_row_number, numbers_in_partition};
use quarry_kernel::{self as kernel, BinaryOp, domain};
use quarry_value::{Attr, Result, Sym, Type, Value, Vector, room};

/// The rows of a constraint that a column's attribute can answer; `None` when it cannot.
pub fn by_attribute(frame: &Frame, expr: &Expr) -> Result<Option<Rows>> {
    if !matches!(frame.rows, Rows::All(_)) {
        return Ok(None);
    }
    let Some((column, wanted)) = wanted(frame, expr) else { return Ok(None) };
    let found = match (&column, &wanted) {
        // Floats are compared with tolerance: more than one stretch may do.
        (Value::Vector(v), _)
            if v.attr == Attr::Parted && matches!(v.ty, Type::Real | Type::Float | Type::Datetime) =>
        {
            return Ok(None);
        }
        (Value::Vector(v), Wanted::Items(items)) if v.attr == Attr::Parted => {
            return Ok(
                kernel::lookup::spans_among(v, items).map(|spans| Rows::of_spans(spans, frame.count()))
            );
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

/// The rows of a constraint on the row numbers: they are what is asked for, and nothing is read to find them. `None` for other
/// constraints, and where the numbers are not those of the rows from the first to the last.
pub fn by_number(frame: &Frame, expr: &Expr) -> Option<Rows> {
    let Rows::All(n) = frame.rows else { return None };
    if frame.table.position(numbers_in_partition()).is_some() {
        return None;
    }
    let is_number = |x: &Expr| matches!(x, Expr::Column(c) if is_row_number(*c));
    match expr {
        Expr::Binary(op, args) => {
            let (op, x) = match &args[..] {
                [i, Expr::Const(Value::I64(Type::Long, x))] if is_number(i) => (*op, *x),
                [Expr::Const(Value::I64(Type::Long, x)), i] if is_number(i) => (turned(*op), *x),
                _ => return None,
            };
            let (low, high) = match op {
                BinaryOp::Equal => (x, x),
                BinaryOp::Less => (0, x.saturating_sub(1)),
                BinaryOp::AtMost => (0, x),
                BinaryOp::More => (x.saturating_add(1), i64::MAX),
                BinaryOp::AtLeast => (x, i64::MAX),
                _ => return None,
            };
            Some(numbered(low, high, n))
        }
        Expr::Test(test, i, Value::Vector(items)) if is_number(i) && items.ty == Type::Long => {
            let items = items.slice::<i64>()?;
            match (test, items) {
                (Test::Within, [low, high]) => Some(numbered(*low, *high, n)),
                (Test::In, items) if items.len() * FEW < n => {
                    let mut at: Vec<i64> =
                        items.iter().copied().filter(|i| (0..n as i64).contains(i)).collect();
                    at.sort_unstable();
                    at.dedup();
                    Some(Rows::Some(at))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Row numbers are looked at one by one where they are not so many times as many as those asked for.
const FEW: usize = 8;

/// A comparison with its sides exchanged.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::More,
        BinaryOp::More => BinaryOp::Less,
        BinaryOp::AtMost => BinaryOp::AtLeast,
        BinaryOp::AtLeast => BinaryOp::AtMost,
        op => op,
    }
}

/// Those of `n` rows whose numbers are from `low` to `high`, both included.
fn numbered(low: i64, high: i64, n: usize) -> Rows {
    let place = |i: i64| usize::try_from(i.max(0)).map_or(n, |i| i.min(n));
    let (start, end) = (place(low), place(high.saturating_add(1)));
    Rows::of_span(start..end.max(start), n)
}

/// The attribute that [`by_attribute`] would use.
pub fn attribute_for(frame: &Frame, expr: &Expr) -> Option<Attr> {
    let (column, wanted) = wanted(frame, expr)?;
    let Value::Vector(v) = &column else { return None };
    match (v.attr.get(), wanted) {
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
    let has_attribute = |x: &&Value| matches!(x, Value::Vector(v) if v.attr != Attr::None);
    let column = |name| {
        let column = frame.table.column(name).ok().filter(|_| !is_row_number(name));
        column.filter(has_attribute).cloned()
    };
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
    if kernel::find::is_integer(c.ty) && kernel::find::is_integer(x.ty) {
        return kernel::find::integers_among(c.ty, items).ok();
    }
    if c.ty != Type::Enum || x.ty != Type::Symbol {
        return None;
    }
    let texts = domain::items(c.domain)?;
    let found = quarry_kernel::find(&texts, items).ok()?;
    let (n, symbols) = (texts.count() as i64, x.slice::<Sym>()?);
    let mut at = room::vec(symbols.len());
    for (place, symbol) in found.items().filter_map(|v| v.as_long()).zip(symbols) {
        match (symbol.is_empty(), place < n) {
            // Both places stand for the null symbol.
            (true, true) => return None,
            (true, false) => at.push(i64::MIN),
            (false, true) => at.push(place),
            (false, false) => {}
        }
    }
    Some(Vector::enumeration(c.domain, at).into())
}
