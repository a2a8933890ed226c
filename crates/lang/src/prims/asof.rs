//! As-of joins: `aj aj0 ajf ajf0 asof`.
//!
//! The rows of the right table are put in groups by the leading columns. Within a group the last column is in
//! ascending order, so each left row needs the last position that is not later. Left rows usually come in time
//! order too: a cursor per group moves forward from where it was and only goes back, by binary search, when time
//! does. On sorted input that is a merge, one step per row. Rows in no order are searched for several at a time.

use super::ahead;
use super::flat::{Flat, Target, names};
use super::join::{find_aligned, replace, replace_filled};
use super::ops::{self, Grouped};
use crate::vm::Vm;
use quarry_kernel::parted::Runs;
use quarry_kernel::{self as kernel, domain, pool};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Attr, Data, Item, Result, Sym, Value, with_data};
use std::cmp::Ordering;
use std::hint::select_unpredictable;
use std::ops::Range;

/// Left rows of fewer than this are joined on one thread.
const TASK_MIN: usize = 1 << 13;
/// No row matches.
const NONE: i64 = i64::MIN;

/// `aj[c;t1;t2]`: each row of `t1` with the last row of `t2` that agrees in all columns of `c` but the last and is
/// not later in the last. Where there is none, columns that `t1` has too keep its values and the others are null. The
/// last column keeps the value of `t1`.
///
/// Errors: 'type, 'length; the name of a column that is not there.
/// Source: ref/aj; defconq.tech/docs/concepts/joins for columns of both tables.
pub fn aj(vm: &mut Vm, c: &Value, t1: &Value, t2: &Value) -> Result<Value> {
    run(vm, c, t1, t2, Mode { keep_time: true, fill: false })
}

/// `aj0[c;t1;t2]`: as `aj`, with the time of `t2` in the last column.
///
/// Source: ref/aj.
pub fn aj0(vm: &mut Vm, c: &Value, t1: &Value, t2: &Value) -> Result<Value> {
    run(vm, c, t1, t2, Mode { keep_time: false, fill: false })
}

/// `ajf[c;t1;t2]`: as `aj`, but a null from `t2` leaves the value of `t1`.
///
/// Source: ref/aj.
pub fn ajf(vm: &mut Vm, c: &Value, t1: &Value, t2: &Value) -> Result<Value> {
    run(vm, c, t1, t2, Mode { keep_time: true, fill: true })
}

/// `ajf0[c;t1;t2]`: as `ajf`, with the time of `t2`.
///
/// Source: ref/aj.
pub fn ajf0(vm: &mut Vm, c: &Value, t1: &Value, t2: &Value) -> Result<Value> {
    run(vm, c, t1, t2, Mode { keep_time: false, fill: true })
}

#[derive(Clone, Copy)]
struct Mode {
    keep_time: bool,
    fill: bool,
}

fn run(vm: &mut Vm, c: &Value, t1: &Value, t2: &Value, mode: Mode) -> Result<Value> {
    let target = Target::of(vm, t1)?;
    let by = names(c)?;
    let (&time, keys) = by.split_last().ok_or_else(length_error)?;
    let mut rows = Flat::of(&target.value)?;
    let other = Flat::of(t2)?;
    let wanted = |name: &Sym| !keys.contains(name) && (*name != time || !mode.keep_time);
    let read = other.names.iter().zip(&other.columns).filter(|(name, _)| wanted(name)).map(|(_, c)| c);
    let right = Side { keys: &other.pick(keys)?, time: other.column(time)?, read: &read.collect::<Vec<_>>() };
    let at = as_of(&rows.pick(keys)?, rows.column(time)?, &right)?;
    for (name, theirs) in other.names.iter().zip(&other.columns) {
        if !wanted(name) {
            continue;
        }
        let column = match rows.position(*name) {
            // Theirs, also where it is null unless that is filled; the own one where no row matches.
            Some(i) => {
                let n = other.count() as i64;
                let at: Vec<i64> = at.iter().map(|i| if *i == NONE { n } else { *i }).collect();
                let merge = if mode.fill { replace_filled } else { replace };
                merge(&rows.columns[i], theirs, &at, n)?
            }
            None => ops::pick(theirs, &at),
        };
        rows.set(*name, column);
    }
    target.give(vm, rows.into_value())
}

/// `t asof d`: the remaining columns of the last row of `t` that agrees with `d` in all its entries but the last
/// and is not later in the last. A table `d` gives a table.
///
/// Source: ref/asof.
pub fn asof(t: &Value, d: &Value) -> Result<Value> {
    let one = matches!(d, Value::Dict(_)) && !d.is_keyed_table();
    let wanted = if one { row_as_table(d)? } else { Flat::of(d)? };
    let (&time, keys) = wanted.names.split_last().ok_or_else(length_error)?;
    let t = Flat::of(t)?;
    let rest = || t.names.iter().zip(&t.columns).filter(|(n, _)| !wanted.names.contains(n));
    let read: Vec<&Value> = rest().map(|(_, c)| c).collect();
    let right = Side { keys: &t.pick(keys)?, time: t.column(time)?, read: &read };
    let at = as_of(&wanted.pick(keys)?, wanted.column(time)?, &right)?;
    let (names, columns): (Vec<Sym>, Vec<Value>) = rest().map(|(n, c)| (*n, ops::pick(c, &at))).unzip();
    let found = Value::table(names, columns);
    Ok(if one { found.at(0) } else { found })
}

fn row_as_table(d: &Value) -> Result<Flat> {
    let Value::Dict(d) = d else { return Err(type_error()) };
    if d.values.count() != d.keys.count() || !d.values.is_list() {
        return Err(type_error().detail("a row has an item for each name"));
    }
    let columns = d.values.items().map(|v| Value::collapse(vec![v])).collect();
    Ok(Flat { names: names(&d.keys)?, columns, keys: 0 })
}

/// What the right table is joined by, and its columns that are read afterwards.
struct Side<'a> {
    keys: &'a [Value],
    time: &'a Value,
    read: &'a [&'a Value],
}

/// For each left row the position of the last right row with its keys and a time that is not later, or a null.
fn as_of(keys: &[Value], time: &Value, side: &Side) -> Result<Vec<i64>> {
    let (right, group) = Right::of(keys, time.count(), side.keys, side.time.count())?;
    let stretches = right.stretches(&group);
    if let Some(stretches) = &stretches {
        let columns = side.read.iter().copied().chain([side.time]);
        ahead::ask(columns, 1, |gap| ahead::joined(stretches, gap).unwrap_or_default());
    }
    // What is enumerated is in the order of its values.
    let (time, their_time) = (domain::resolve(time), domain::resolve(side.time));
    let (Value::Vector(a), Value::Vector(b)) = (&time, &their_time) else { return Err(type_error()) };
    if a.ty != b.ty {
        return Err(type_error().detail("the last columns of an as-of join must have one type"));
    }
    let theirs = Theirs { right: &right, group: &group, stretches: stretches.as_deref(), time: &b.data };
    Ok(with_data!(&a.data, t => theirs.search(t.as_slice())))
}

/// The right table's rows, those of the left table's groups among them, and its times.
struct Theirs<'a> {
    right: &'a Right<'a>,
    group: &'a [i64],
    stretches: Option<&'a [Range<usize>]>,
    time: &'a Data,
}

impl Theirs<'_> {
    fn search<T: Moment>(&self, time: &[T]) -> Vec<i64> {
        let Some(theirs) = T::of(self.time) else { return Vec::new() };
        let theirs = self.stretches.map_or_else(|| theirs.as_slice(), |s| theirs.slice_of(s));
        search(self.right, self.group, time, theirs)
    }
}

/// The rows of the right table in groups.
pub struct Right<'a> {
    /// Where each group starts and ends: among the table's rows, or in its list.
    spans: Vec<(usize, usize)>,
    rows: Rows<'a>,
}

/// Where the rows of a group are.
enum Rows<'a> {
    /// Side by side in the table.
    Together,
    /// In one list, group after group.
    Listed(Vec<i64>),
    /// In the lists of the index of a `g#` column.
    Indexed(Vec<&'a [i64]>),
}

impl<'a> Right<'a> {
    /// The right table's rows by their keys, and the group of each of the left table's `count` rows; one past the last
    /// where there is none.
    pub fn of(
        keys: &[Value],
        count: usize,
        theirs: &'a [Value],
        their_count: usize,
    ) -> Result<(Right<'a>, Vec<i64>)> {
        if keys.is_empty() {
            return Ok((Right::together(vec![(0, their_count)]), vec![0; count]));
        }
        if let ([ours], [theirs]) = (keys, theirs)
            && let Some(found) = Right::indexed(ours, theirs)?
        {
            return Ok(found);
        }
        let (right, heads) = Right::grouped(theirs, their_count)?;
        Ok((right, find_aligned(&heads, keys)?))
    }

    fn together(spans: Vec<(usize, usize)>) -> Right<'a> {
        Right { spans, rows: Rows::Together }
    }

    /// By the index of a `g#` column: only the groups that the left rows ask for.
    fn indexed(ours: &Value, theirs: &'a Value) -> Result<Option<(Right<'a>, Vec<i64>)>> {
        let Value::Vector(v) = theirs else { return Ok(None) };
        if v.attr != Attr::Grouped {
            return Ok(None);
        }
        let groups = ops::group_ids(std::slice::from_ref(ours))?;
        let heads = groups.first.iter().map(|row| kernel::lookup::listed(theirs, &ours.at(*row)));
        let Some(lists) = heads.collect::<Option<Vec<&[i64]>>>() else { return Ok(None) };
        let spans = lists.iter().map(|l| (0, l.len())).collect();
        let group = groups.ids.iter().map(|id| i64::from(*id)).collect();
        Ok(Some((Right { spans, rows: Rows::Indexed(lists) }, group)))
    }

    /// By looking at every row; and the keys of each group.
    fn grouped(keys: &[Value], count: usize) -> Result<(Right<'a>, Vec<Value>)> {
        if let [Value::Vector(v)] = keys
            && v.attr == Attr::Parted
        {
            let runs = Runs::of(v);
            let spans = (0..runs.count()).map(|i| runs.span(i)).map(|s| (s.start, s.end)).collect();
            return Ok((Right::together(spans), vec![Value::Vector(runs.heads(v).clone())]));
        }
        let groups = ops::group_ids(keys)?;
        let first: Vec<i64> = groups.first.iter().map(|i| *i as i64).collect();
        let heads: Vec<Value> = keys.iter().map(|c| ops::pick(c, &first)).collect();
        if groups.ids.is_sorted() {
            let mut spans: Vec<(usize, usize)> = groups.first.iter().map(|i| (*i, count)).collect();
            for g in 1..spans.len() {
                spans[g - 1].1 = spans[g].0;
            }
            return Ok((Right::together(spans), heads));
        }
        let grouped = Grouped::of(groups);
        let mut at = 0;
        let span = |g: usize| {
            let n = grouped.rows(g).len();
            at += n;
            (at - n, at)
        };
        let spans = (0..grouped.count()).map(span).collect();
        Ok((Right { spans, rows: Rows::Listed(grouped.into_rows()) }, heads))
    }

    /// Where the rows of the groups that are asked for lie together, in order; `None` where they do not, or are most.
    fn stretches(&self, group: &[i64]) -> Option<Vec<Range<usize>>> {
        let Rows::Together = self.rows else { return None };
        let mut asked = vec![false; self.spans.len()];
        for g in group {
            if let Some(asked) = usize::try_from(*g).ok().and_then(|g| asked.get_mut(g)) {
                *asked = true;
            }
        }
        let asked = self.spans.iter().zip(asked).filter(|(_, asked)| *asked);
        let stretches: Vec<Range<usize>> = asked.map(|((start, end), _)| *start..*end).collect();
        let count = |stretches: &[Range<usize>]| stretches.iter().map(Range::len).sum::<usize>();
        let all = self.spans.last().map_or(0, |(_, end)| *end);
        (count(&stretches) <= all / 2 && stretches.is_sorted_by_key(|s| s.start)).then_some(stretches)
    }

    /// How many rows group `g` has, if there is such a group.
    #[inline]
    pub fn count(&self, g: i64) -> Option<usize> {
        self.span(g).map(|(start, end)| end - start)
    }

    /// How many groups there are.
    pub fn groups(&self) -> usize {
        self.spans.len()
    }

    #[inline]
    fn span(&self, g: i64) -> Option<(usize, usize)> {
        self.spans.get(usize::try_from(g).ok()?).copied()
    }

    /// The row that is the `i`th of group `g`, which there is.
    #[inline(always)]
    pub fn row(&self, g: i64, i: usize) -> usize {
        let start = self.spans[g as usize].0;
        match &self.rows {
            Rows::Together => start + i,
            Rows::Listed(rows) => rows[start + i] as usize,
            Rows::Indexed(lists) => lists[g as usize][i] as usize,
        }
    }

    /// How many rows are listed, as they do not lie together.
    pub fn listed(&self) -> usize {
        match &self.rows {
            Rows::Together => 0,
            Rows::Listed(rows) => rows.len(),
            Rows::Indexed(lists) => lists.iter().map(|l| l.len()).sum(),
        }
    }

    /// Where the rows of each group begin when those of all groups lie one after the other; and these rows, unless they lie so in
    /// the table.
    pub fn in_a_row(&self) -> (Vec<usize>, Option<Vec<i64>>) {
        let starts = || self.spans.iter().map(|(start, _)| *start).collect();
        match &self.rows {
            Rows::Together => (starts(), None),
            Rows::Listed(rows) => (starts(), Some(rows.clone())),
            Rows::Indexed(lists) => {
                let starts = lists.iter().scan(0, |at, l| Some((*at, *at += l.len()).0));
                (starts.collect(), Some(lists.concat()))
            }
        }
    }

    /// The rows of group `g`, where they are listed.
    #[inline]
    fn list(&self, g: i64) -> Option<&[i64]> {
        let (start, end) = self.span(g)?;
        match &self.rows {
            Rows::Together => None,
            Rows::Listed(rows) => Some(&rows[start..end]),
            Rows::Indexed(lists) => Some(lists[g as usize]),
        }
    }
}

/// Items in the order of time: nulls first.
pub trait Moment: Item {
    fn order(&self, other: &Self) -> Ordering;
    #[inline(always)]
    fn not_later(&self, other: &Self) -> bool {
        self.order(other) != Ordering::Greater
    }
}

macro_rules! moments {
    ($($t:ty)*) => {$(
        impl Moment for $t {
            #[inline(always)]
            fn order(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }
        }
    )*};
}
moments! { u8 i16 i32 i64 quarry_value::Guid Sym }

macro_rules! float_moments {
    ($($t:ty)*) => {$(
        impl Moment for $t {
            #[inline(always)]
            fn order(&self, other: &Self) -> Ordering {
                self.partial_cmp(other).unwrap_or_else(|| other.is_nan().cmp(&self.is_nan()))
            }
        }
    )*};
}
float_moments! { f32 f64 }

fn search<T: Moment>(right: &Right<'_>, group: &[i64], time: &[T], theirs: &[T]) -> Vec<i64> {
    let mut out = vec![NONE; group.len()];
    pool::for_each_part(&mut out, TASK_MIN, |start, out| {
        let end = start + out.len();
        walk(right, &group[start..end], &time[start..end], theirs, out);
    });
    out
}

fn walk<T: Moment>(right: &Right<'_>, group: &[i64], time: &[T], theirs: &[T], out: &mut [i64]) {
    if is_scattered(time) {
        return match right.rows {
            Rows::Together => look(|g, i| right.spans[g].0 + i, right, group, time, theirs, out),
            _ => look(|g, i| right.row(g as i64, i), right, group, time, theirs, out),
        };
    }
    if matches!(right.rows, Rows::Together) {
        return walk_spans(right, group, time, theirs, out);
    }
    // For every group, how many of its rows were not later than the last time asked for.
    let mut cursors = vec![0usize; right.spans.len()];
    for ((out, g), t) in out.iter_mut().zip(group).zip(time) {
        let Some(rows) = right.list(*g) else { continue };
        let cursor = &mut cursors[*g as usize];
        *cursor = advance(*cursor, rows.len(), |i| theirs[rows[i] as usize].not_later(t));
        if *cursor > 0 {
            *out = rows[*cursor - 1];
        }
    }
}

/// Times that are looked at to tell whether they ascend, and one in how many falls where they do not.
const GLANCE: usize = 1 << 10;
const FALLS: usize = 8;

/// Do times go up and down, so that the last answer says nothing about the next?
fn is_scattered<T: Moment>(time: &[T]) -> bool {
    let some = &time[..time.len().min(GLANCE)];
    let falls = some.windows(2).filter(|w| w[0].order(&w[1]) == Ordering::Greater).count();
    falls * FALLS > some.len()
}

/// Searches that go side by side: each waits for memory at every step, but not for the others.
const BESIDE: usize = 32;

/// [`walk`] for times in no order. `row` is the row of the right table that is the `i`th of a group.
fn look<T: Moment>(
    row: impl Fn(usize, usize) -> usize,
    right: &Right<'_>,
    group: &[i64],
    time: &[T],
    theirs: &[T],
    out: &mut [i64],
) {
    for ((out, group), time) in out.chunks_mut(BESIDE).zip(group.chunks(BESIDE)).zip(time.chunks(BESIDE)) {
        // The last row that is not later, if there is one, is among the `left` from `at` on.
        let (mut at, mut left) = ([0; BESIDE], [0; BESIDE]);
        for (left, g) in left.iter_mut().zip(group) {
            *left = right.count(*g).unwrap_or(0);
        }
        let passed = |j: usize, i: usize| theirs[row(group[j] as usize, i)].not_later(&time[j]);
        let mut most = left.iter().copied().max().unwrap_or(0);
        while most > 1 {
            for j in 0..group.len() {
                let half = left[j] / 2;
                if half > 0 {
                    at[j] = select_unpredictable(passed(j, at[j] + half), at[j] + half, at[j]);
                    left[j] -= half;
                }
            }
            most -= most / 2;
        }
        for (j, out) in out.iter_mut().enumerate() {
            if left[j] == 1 && passed(j, at[j]) {
                *out = row(group[j] as usize, at[j]) as i64;
            }
        }
    }
}

/// [`walk`] where the rows of each group lie together.
fn walk_spans<T: Moment>(right: &Right<'_>, group: &[i64], time: &[T], theirs: &[T], out: &mut [i64]) {
    let mut cursors: Vec<usize> = right.spans.iter().map(|s| s.0).collect();
    for ((out, g), t) in out.iter_mut().zip(group).zip(time) {
        let Some((start, end)) = right.span(*g) else { continue };
        let cursor = &mut cursors[*g as usize];
        *cursor = start + advance_near(*cursor - start, &theirs[start..end], t);
        if *cursor > start {
            *out = *cursor as i64 - 1;
        }
    }
}

/// Items that are compared at once.
const BLOCK: usize = 8;

/// [`advance`] among `times`, which ascend: an answer a few blocks further is counted, block by block.
#[inline(always)]
fn advance_near<T: Moment>(from: usize, times: &[T], t: &T) -> usize {
    let passed = |i: usize| times[i].not_later(t);
    if from == 0 || passed(from - 1) {
        let mut at = from;
        for block in times[from..].chunks_exact(BLOCK).take(4) {
            let n = block.iter().map(|x| usize::from(x.not_later(t))).sum::<usize>();
            at += n;
            if n < BLOCK {
                return at;
            }
        }
        return advance(at, times.len(), passed);
    }
    advance(from, times.len(), passed)
}

/// How many of `count` leading places pass, where all that pass come first. `from` is a guess: nearby answers
/// take few steps.
#[inline(always)]
pub fn advance(from: usize, count: usize, passed: impl Fn(usize) -> bool) -> usize {
    if from > 0 && !passed(from - 1) {
        return partition(0, from - 1, passed);
    }
    // Steps that double until one fails.
    let mut low = from;
    let mut step = 1;
    while low + step <= count && passed(low + step - 1) {
        low += step;
        step *= 2;
    }
    partition(low, count.min(low + step), passed)
}

#[inline]
fn partition(mut low: usize, mut high: usize, passed: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = (low + high) / 2;
        if passed(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
