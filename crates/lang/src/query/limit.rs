//! The limit: how many rows, from where, in which order.

use super::frame::Frame;
use super::select::limited;
use super::source::Source;
use super::{By, Query};
use crate::prims::ops;
use crate::vm::Vm;
use quarry_value::error::{length_error, type_error};
use quarry_value::{Kind, Prim, Result, Value};

/// `(g;tree)` of the sixth argument. A binary `<` or `>` stands for `iasc` or `idesc`.
pub fn order(x: Option<&Value>) -> Result<Option<(Value, Value)>> {
    let Some(x) = x else { return Ok(None) };
    if x.count() != 2 {
        return Err(length_error().detail("the order is (grade function;column)"));
    }
    let grade = match x.at(0) {
        Value::Prim(p) if p.text() == "<" => unary("<:"),
        Value::Prim(p) if p.text() == ">" => unary(">:"),
        f => f,
    };
    Ok(Some((grade, x.at(1))))
}

fn unary(text: &str) -> Value {
    Prim::find(Kind::Unary, text).map_or_else(Value::identity, Value::Prim)
}

/// The rows of `frame` in the order asked for, as far as a limit leaves them.
fn sorted<'a>(
    vm: &mut Vm,
    frame: Frame<'a>,
    order: &(Value, Value),
    limit: Option<&Value>,
) -> Result<Frame<'a>> {
    let by = frame.eval(vm, &order.1)?;
    if let Some(limit) = limit
        && by.count() == frame.count()
        && let Some(places) = leading(&order.0, &by, &range(limit, frame.count())?)
    {
        let rows = frame.rows.at(places);
        return Ok(frame.with_rows(rows));
    }
    let places = vm.apply(&order.0, &[by])?;
    let Value::Vector(v) = &places else { return Err(type_error()) };
    let places = v.slice::<i64>().ok_or_else(type_error)?.to_vec();
    if places.len() != frame.count() {
        return Err(length_error());
    }
    let rows = frame.rows.at(places);
    let frame = frame.with_rows(rows);
    match limit {
        Some(limit) => cut(frame, limit),
        None => Ok(frame),
    }
}

/// The places in `range` of the grade of `by`, where few are asked for from its beginning or its end.
fn leading(grade: &Value, by: &Value, range: &std::ops::Range<usize>) -> Option<Vec<i64>> {
    let Value::Prim(grade) = grade else { return None };
    let descending = match grade.text() {
        "<:" => false,
        ">:" => true,
        _ => return None,
    };
    let count = if range.end == by.count() { -(range.len() as i64) } else { range.end as i64 };
    let mut places = quarry_kernel::leading_grade(count, by, descending)?;
    Some(places.split_off(places.len() - range.len()))
}

/// The places among `n` that a limit leaves: the first, the last when it is negative, or a pair of start and count.
pub fn range(limit: &Value, n: usize) -> Result<std::ops::Range<usize>> {
    let at = |i: usize| limit.at(i).as_long().ok_or_else(|| type_error().detail("the limit must be whole"));
    let bounded = |i: i64| usize::try_from(i.max(0)).unwrap_or(0).min(n);
    if limit.is_atom() {
        let k = at(0)?;
        return Ok(if k < 0 { n - bounded(k.saturating_neg())..n } else { 0..bounded(k) });
    }
    if limit.count() != 2 {
        return Err(length_error());
    }
    let start = bounded(at(0)?);
    Ok(start..n.min(start.saturating_add(bounded(at(1)?))))
}

/// The rows of `frame` that a query's order and limit leave, in that order.
pub fn applied<'a>(vm: &mut Vm, frame: Frame<'a>, query: &Query) -> Result<Frame<'a>> {
    // Of distinct rows the limit counts those that are left.
    let limit = query.limit.filter(|_| !matches!(query.by, By::Distinct));
    match (&query.order, limit) {
        (Some(order), limit) => sorted(vm, frame, order, limit),
        (None, Some(limit)) => cut(frame, limit),
        (None, None) => Ok(frame),
    }
}

/// What the order and the limit of a grouped query leave of its groups, whose columns the order names.
pub fn of_groups(vm: &mut Vm, grouped: Value, query: &Query) -> Result<Value> {
    if query.order.is_none() {
        return limited(grouped, query);
    }
    let source = Source::of(&grouped)?;
    let ordered = applied(vm, source.frame(query.locals), query);
    let frame = ordered.map_err(|e| super::missing_column(e, &grouped))?;
    Ok(frame.table.map(|c| Ok(frame.rows.take(c)))?.into_value())
}

/// The rows of `frame` that a limit leaves.
fn cut<'a>(frame: Frame<'a>, limit: &Value) -> Result<Frame<'a>> {
    let range = range(limit, frame.count())?;
    Ok(if range == (0..frame.count()) { frame } else { frame.with_rows(frame.rows.stretch(range)) })
}

/// The rows of a result that a limit leaves.
pub fn cut_value(x: &Value, limit: &Value) -> Result<Value> {
    let range = range(limit, x.count())?;
    let at: Vec<i64> = range.map(|i| i as i64).collect();
    Ok(ops::pick(x, &at))
}
