//! Window joins: `wj` and `wj1`.

use super::asof::{Moment, Right, advance};
use super::column::list;
use super::flat::{Flat, Target, names};
use super::join::align;
use super::ops;
use crate::query::aggregate;
use crate::vm::Vm;
use quarry_kernel::{self as kernel, Agg};
use quarry_value::error::{length_error, type_error};
use quarry_value::{
    Attr, Data, Result, Slices, Sym, Type, Value, Vector, evaluation, meter, room, with_data,
};
use std::ops::Range;
use std::sync::Arc;

/// `wj[w;c;t;(q;(f;x);…)]`: each row of `t` with `f` of the items of `q`'s column `x` in the row's window: the rows
/// of `q` that agree in all columns of `c` but the last, from the one that prevails when the window opens to its end.
///
/// `w` is a pair of lists, where windows begin and end, both included. `f` may take several columns; the result is
/// called by the last. It stands in the place of a column of `t` with that name; of results of one name all are there.
/// Errors: 'type, 'length; the name of a column that is not there.
/// Source: ref/wj.
pub fn wj(vm: &mut Vm, w: &Value, c: &Value, t: &Value, q: &Value) -> Result<Value> {
    run(vm, [w, c, t, q], true)
}

/// `wj1[w;c;t;(q;(f;x);…)]`: as `wj`, but only of rows within the window.
///
/// Source: ref/wj.
pub fn wj1(vm: &mut Vm, w: &Value, c: &Value, t: &Value, q: &Value) -> Result<Value> {
    run(vm, [w, c, t, q], false)
}

fn run(vm: &mut Vm, [w, c, t, q]: [&Value; 4], prevailing: bool) -> Result<Value> {
    let target = Target::of(vm, t)?;
    let mut rows = Flat::of(&target.value)?;
    if w.count() != 2 {
        return Err(length_error().detail("windows are a pair of lists"));
    }
    if q.count() < 1 {
        return Err(length_error().detail("the last argument is (table;(function;column);…)"));
    }
    let by = names(c)?;
    let (&time, keys) = by.split_last().ok_or_else(length_error)?;
    let other = Flat::of(&q.at(0))?;
    let theirs = other.pick(keys)?;
    let (right, group) = Right::of(&rows.pick(keys)?, rows.count(), &theirs, other.count())?;
    let windows = windows(right, group, other.column(time)?, w, prevailing)?;
    let own = rows.names.len();
    for i in 1..q.count() {
        let (name, values) = column(vm, &other, &windows, &q.at(i))?;
        match rows.position(name).filter(|at| *at < own) {
            Some(at) => rows.columns[at] = values,
            None => {
                rows.names.push(name);
                rows.columns.push(values);
            }
        }
    }
    target.give(vm, rows.into_value())
}

/// For each left row its group in the right table, and which of the group's rows its window shows.
struct Windows<'a> {
    right: Right<'a>,
    group: Vec<i64>,
    spans: Vec<(usize, usize)>,
}

fn windows<'a>(
    right: Right<'a>,
    group: Vec<i64>,
    their_time: &Value,
    w: &Value,
    prevailing: bool,
) -> Result<Windows<'a>> {
    let n = group.len();
    let (from, to) = (w.at(0), w.at(1));
    if from.count() != n || to.count() != n {
        return Err(length_error().detail("a window is needed for every row"));
    }
    let after = places(&right, &group, &to, their_time, true)?;
    // The row that prevails at the start is the last one not later.
    let before = places(&right, &group, &from, their_time, prevailing)?;
    let span = |i: usize| {
        let first = before[i].saturating_sub(usize::from(prevailing));
        (first, after[i].max(first))
    };
    let spans = (0..n).map(span).collect();
    Ok(Windows { right, group, spans })
}

/// For each row how many rows of its group are earlier than its bound, or (`with_equal`) not later.
fn places(
    right: &Right<'_>,
    group: &[i64],
    bound: &Value,
    theirs: &Value,
    with_equal: bool,
) -> Result<Vec<usize>> {
    let (bound, theirs) = align(bound, theirs);
    let (Value::Vector(a), Value::Vector(b)) = (&bound, &theirs) else { return Err(type_error()) };
    if a.ty != b.ty {
        return Err(type_error().detail("windows and times must have one type"));
    }
    fn go<T: Moment>(
        right: &Right<'_>,
        group: &[i64],
        bound: &[T],
        theirs: &Data,
        with_equal: bool,
    ) -> Vec<usize> {
        let Some(theirs) = T::of(theirs) else { return Vec::new() };
        let theirs = theirs.as_slice();
        // Each thread finds its way in every group once.
        let block = kernel::runs::worth(ROWS).max(4 * right.groups());
        let parts = kernel::pool::map_ranges(group.len().min(bound.len()), block, |range| {
            let mut last = room::zeros::<usize>(right.groups());
            let of = |(g, t): (&i64, &T)| {
                let (Some(count), Some(cursor)) = (right.count(*g), last.get_mut(*g as usize)) else {
                    return 0;
                };
                *cursor = advance(*cursor, count, |i| {
                    let theirs = &theirs[right.row(*g, i)];
                    if with_equal { theirs.not_later(t) } else { !t.not_later(theirs) }
                });
                *cursor
            };
            group[range.clone()].iter().zip(&bound[range]).map(of).collect::<Vec<usize>>()
        });
        parts.concat()
    }
    Ok(with_data!(&a.data, t => go(right, group, t.as_slice(), &b.data, with_equal)))
}

/// One result column: `(f;x)` or `(f;x;y)` over every window.
fn column(vm: &mut Vm, other: &Flat, windows: &Windows, spec: &Value) -> Result<(Sym, Value)> {
    if spec.count() < 2 {
        return Err(length_error().detail("(function;column) is needed"));
    }
    let f = spec.at(0);
    let columns = (1..spec.count())
        .map(|i| spec.at(i).as_sym().ok_or_else(type_error))
        .collect::<Result<Vec<Sym>>>()?;
    let name = columns[columns.len() - 1];
    let values = other.pick(&columns)?;
    if let Some(agg) = aggregate::of(&f)
        && let Some(answers) = where_they_lie(agg, &values, windows)?
    {
        return Ok((name, answers));
    }
    let out = match f.is_function() && values.iter().all(lies_flat) {
        true => match in_stretches(vm, &f, &values, windows)? {
            Answers::Vectors(parts) => return Ok((name, kernel::join::raze(&Value::list(parts))?)),
            Answers::Items(out) => out,
        },
        false => one_by_one(vm, &f, &values, windows)?,
    };
    // Dictionaries with the same keys are a table.
    let all_lists = out.iter().all(Value::is_list);
    Ok((name, if all_lists { list(out) } else { Value::collapse(out) }))
}

/// Windows that are put one behind the other at a time, and rows in them, but for those of the last one.
const STRETCH: usize = 1 << 12;
const ROWS: usize = 1 << 16;

/// Can short vectors of a column's items lie one behind the other?
fn lies_flat(column: &Value) -> bool {
    matches!(column, Value::Vector(v) if v.ty != Type::Char)
}

/// Windows that have as many rows are folded where these lie, one by one.
const LONG: usize = 64;

/// `count`, `first` and `last` of each window, which its ends tell. `None` for other aggregates.
fn by_ends(agg: Agg, column: &Value, windows: &Windows) -> Option<Value> {
    let each = || windows.group.iter().zip(&windows.spans);
    // Of a window without rows an item that is not there.
    let item = |i: fn(&(usize, usize)) -> usize| {
        let row = |(g, span): (&i64, &(usize, usize))| match span.0 < span.1 {
            true => windows.right.row(*g, i(span)) as i64,
            false => i64::MIN,
        };
        ops::pick(column, &room::collected(each().map(row)))
    };
    Some(match agg {
        Agg::Count => Value::longs(room::collected(each().map(|(_, (start, end))| (end - start) as i64))),
        Agg::First => item(|(start, _)| *start),
        Agg::Last => item(|(_, end)| end - 1),
        _ => return None,
    })
}

/// An aggregate of the items of each window, where windows are long: the items of most rows are in many windows, so the columns are
/// put in the order of the groups once, and read from there. `None` for others.
fn where_they_lie(agg: Agg, values: &[Value], windows: &Windows) -> Result<Option<Value>> {
    let columns = values.iter().map(|column| match column {
        Value::Vector(v) if lies_flat(column) => Some(v),
        _ => None,
    });
    let Some(columns) = columns.collect::<Option<Vec<_>>>().filter(|all| all.len() == agg.rank()) else {
        return Ok(None);
    };
    if let Some(answers) = by_ends(agg, &values[0], windows) {
        return Ok(Some(answers));
    }
    let Windows { right, group, spans } = windows;
    let total: usize = spans.iter().map(|(start, end)| end - start).sum();
    if total == 0 || total < LONG * spans.len() || total < right.listed() {
        return Ok(None);
    }
    // Where there is no room for copies, stretches of windows have it.
    if meter::exceeds(right.listed().saturating_mul((1 + values.len()) * size_of::<i64>())) {
        return Ok(None);
    }
    let (starts, rows) = right.in_a_row();
    let picked: Vec<Value> = rows.iter().flat_map(|rows| values.iter().map(|c| ops::pick(c, rows))).collect();
    let columns: Vec<&Vector> = match rows {
        None => columns.into_iter().map(|v| &**v).collect(),
        Some(_) => {
            picked.iter().filter_map(|c| if let Value::Vector(v) = c { Some(&**v) } else { None }).collect()
        }
    };
    let of = |i: usize| {
        let (start, end) = spans[i];
        let first = if start < end { starts[group[i] as usize] + start } else { 0 };
        agg.apply_within(&columns, &(first..first + end - start))
    };
    let block = (ROWS * spans.len() / total).max(1);
    let parts = kernel::pool::map_ranges(spans.len(), block, |range| {
        range.take_while(|_| !evaluation::is_over()).map(of).collect::<Option<Vec<Value>>>()
    });
    evaluation::check()?;
    Ok(parts.into_iter().collect::<Option<Vec<_>>>().map(|parts| Value::collapse(parts.concat())))
}

/// What a function answers for every window.
enum Answers {
    /// Vectors of one type, one for each stretch of windows.
    Vectors(Vec<Value>),
    Items(Vec<Value>),
}

/// `f` of the items of each window: those of many windows are put one behind the other, so that `f'` finds them so. Threads
/// share the stretches when `f` is an aggregate.
fn in_stretches(vm: &mut Vm, f: &Value, values: &[Value], windows: &Windows) -> Result<Answers> {
    let stretches = stretches(&windows.spans);
    let one = |vm: &mut Vm, k: usize| {
        let stretch = stretches[k].clone();
        let (mut rows, mut ends) = (Vec::new(), room::vec(stretch.len()));
        for (&g, &(start, end)) in windows.group[stretch.clone()].iter().zip(&windows.spans[stretch]) {
            room::reserve(&mut rows, end - start);
            rows.extend((start..end).map(|i| windows.right.row(g, i) as i64));
            ends.push(rows.len());
        }
        let together = |column: &Value| match ops::pick(column, &rows) {
            Value::Vector(v) if v.attr == Attr::None => Slices::new(v, ends.clone()).into(),
            Value::Vector(v) => Slices::new(Arc::new(v.like(v.data.clone())), ends.clone()).into(),
            other => other,
        };
        let args: Vec<Value> = values.iter().map(together).collect();
        vm.each(f, &args)
    };
    let answers = match aggregate::of(f) {
        Some(_) => vm.on_threads(stretches.len(), one)?,
        None => (0..stretches.len()).map(|k| one(vm, k)).collect::<Result<Vec<Value>>>()?,
    };
    let ty = |v: &Value| if let Value::Vector(v) = v { Some(v.ty) } else { None };
    let first = answers.first().and_then(ty);
    Ok(match first.is_some_and(|t| t != Type::Enum) && answers.iter().all(|v| ty(v) == first) {
        true => Answers::Vectors(answers),
        false => Answers::Items(answers.iter().flat_map(|v| v.items().collect::<Vec<_>>()).collect()),
    })
}

/// Windows that are put one behind the other at a time.
fn stretches(spans: &[(usize, usize)]) -> Vec<Range<usize>> {
    let most = kernel::runs::worth(STRETCH);
    let (mut out, mut start, mut rows) = (Vec::new(), 0, 0);
    for (i, (from, to)) in spans.iter().enumerate() {
        rows += to - from;
        if i + 1 - start == most || rows >= ROWS || i + 1 == spans.len() {
            out.push(start..i + 1);
            (start, rows) = (i + 1, 0);
        }
    }
    out
}

fn one_by_one(vm: &mut Vm, f: &Value, values: &[Value], windows: &Windows) -> Result<Vec<Value>> {
    let agg = aggregate::of(f);
    let mut out = room::vec(windows.spans.len());
    for (&g, &(start, end)) in windows.group.iter().zip(&windows.spans) {
        let rows: Vec<i64> = (start..end).map(|i| windows.right.row(g, i) as i64).collect();
        let args: Vec<Value> = values.iter().map(|c| ops::pick(c, &rows)).collect();
        out.push(match agg {
            Some(agg) if agg.rank() == args.len() => agg.apply(&args.iter().collect::<Vec<_>>())?,
            _ => vm.apply(f, &args)?,
        });
    }
    Ok(out)
}
