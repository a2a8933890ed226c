//! Queries of partitioned tables.
//!
//! Leading constraints on the partition column alone choose partitions before any file is opened. What is left runs
//! in one of six ways ([`Path`]): on the only partition as on a table in memory; as aggregates of parts that are put
//! together ([`super::reduce`]); partition by partition, the results, or the distinct rows of
//! each, one under the other; on the few rows that a limit
//! leaves ([`super::leading`]); or on the rows of all partitions, gathered first.

use super::by::{keyed, mark};
use super::dealt::Deal;
use super::execs;
use super::expr::{self, Expr};
use super::filter;
use super::frame::{Frame, Rows, is_name, is_row_number, names_in, numbers_in_partition};
use super::leading;
use super::limit;
use super::links::{self, Link};
use super::reduce::Reduction;
use super::source::Source;
use super::{By, Columns, Query, run, widen};
use crate::db::{self, Database, under_another};
use crate::prims::column::repeat;
use crate::prims::flat::Flat;
use crate::prims::ops;
use crate::prims::persist::know_domains;
use crate::vm::{Stop, Vm};
use quarry_kernel::stack::Places;
use quarry_kernel::{self as kernel, domain, pool};
use quarry_value::error::type_error;
use quarry_value::{Error, Prim, Result, Sym, Table, Value};
use std::sync::Arc;

/// How a query of a partitioned table is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Path {
    /// One partition, or none.
    Single,
    /// Aggregates of every partition, put together.
    Reduce,
    /// Each partition by itself; the results are joined.
    Each,
    /// The distinct rows of each partition; then those of them.
    Distinct,
    /// The rows that a limit leaves are found first, and only theirs are read.
    Leading,
    /// The rows that are left are gathered from all partitions first.
    Gather,
}

/// The parts of a partitioned table that a query looks at.
#[derive(Clone)]
pub struct Parts {
    pub db: Arc<Database>,
    pub table: Sym,
    /// The columns the query reads.
    pub names: Vec<Sym>,
    /// What its expressions read of other tables.
    pub(crate) paths: Arc<[links::Path]>,
    /// Which of the partitions that are seen.
    pub picked: Vec<usize>,
    pub values: Value,
    /// The constraints that are left.
    pub wheres: Vec<Value>,
    /// Looked at before each partition.
    pub(crate) stop: Arc<Stop>,
}

impl Parts {
    /// Chooses partitions and columns.
    pub fn of(vm: &mut Vm, t: &Table, query: &Query) -> Result<Parts> {
        let db = db::current().ok_or_else(|| Error::new("par").detail("no partitioned database is open"))?;
        db.columns(t.from)?;
        let (picked, used) = prune(vm, &db, t, query)?;
        let wheres = query.wheres[used..].to_vec();
        let (values, stop) = (db.values(), vm.stop());
        let (names, paths) = (Vec::new(), Arc::from([]));
        let mut parts = Parts { table: t.from, names, paths, picked, values, wheres, db, stop };
        parts.names = parts.needed(t, query);
        let sample = parts.picked.first().copied().or(parts.db.seen.len().checked_sub(1));
        if let Some(k) = sample {
            parts.db.meet_domains(&[k], t.from, &parts.names);
            know_domains(vm);
            parts.paths = links::paths(&parts.db, k, t.from, &parts.trees(query))?.into();
        }
        Ok(parts)
    }

    /// The expressions of the query that see a partition's columns.
    fn trees<'a>(&'a self, query: &'a Query) -> Vec<&'a Value> {
        self.wheres.iter().chain(query.after_wheres()).collect()
    }

    /// The columns that the query reads.
    fn needed(&self, t: &Table, query: &Query) -> Vec<Sym> {
        if matches!(query.columns, Columns::All) {
            return t.names.clone();
        }
        let by = if let By::Names(names) = &query.by { &names[..] } else { &[] };
        read_by(t, self.trees(query).into_iter().flat_map(names_in).chain(by.iter().copied()))
    }

    /// The same partitions, for those who read `names` alone.
    pub fn reading(&self, t: &Table, names: impl Iterator<Item = Sym>) -> Parts {
        Parts { names: read_by(t, names), ..self.clone() }
    }

    /// The columns of the `k`th picked partition.
    ///
    /// Errors: 'stop beside those of reading.
    pub fn flat(&self, k: usize) -> Result<Flat> {
        self.stop.check()?;
        self.db.part(self.picked[k], self.table, &self.names)
    }

    /// What links lead to in the `k`th picked partition.
    pub fn links(&self, k: usize) -> Result<Vec<Link>> {
        links::open(&self.db, self.picked[k], &self.paths)
    }

    /// Meets the domains of the columns that are enumerated, as those of the first partition show, in all partitions: they may be
    /// others there. A limit that leaves a few rows has no more partitions opened than have them.
    fn meet_domains(&self, vm: &Vm, path: Path) -> Result<()> {
        if matches!(path, Path::Single | Path::Leading) {
            return Ok(());
        }
        let first = self.flat(0)?;
        let enumerated = first.names.iter().zip(&first.columns).filter(|(_, c)| domain::name_of(c).is_some());
        let names: Vec<Sym> = enumerated.map(|(name, _)| *name).collect();
        self.db.meet_domains(&self.picked, self.table, &names);
        know_domains(vm);
        Ok(())
    }

    /// The columns without rows, for a query that picks no partition.
    fn empty(&self) -> Result<Flat> {
        let last = self.db.seen.len().checked_sub(1).ok_or_else(|| Error::new("par"))?;
        self.db.part(last, self.table, &self.names)?.map(|c| Ok(ops::pick(c, &[])))
    }

    /// The frame of the `k`th picked partition.
    pub fn frame<'a>(&self, k: usize, flat: &'a Flat, links: &'a [Link], query: &Query<'a>) -> Frame<'a> {
        let mut frame = Frame::new(flat, query.locals);
        frame.links = links;
        frame.partition = Some((self.db.field(), self.values.at(self.picked[k])));
        frame
    }

    pub fn count(&self) -> usize {
        self.picked.len()
    }

    /// Do rows of two picked partitions differ in the partition column? One partition may lie in two segments, and a stored column
    /// may stand in that one's place.
    pub fn are_distinct(&self) -> Result<bool> {
        if self.names.contains(&self.db.field()) {
            return Ok(false);
        }
        let picked: Vec<i64> = self.picked.iter().map(|i| *i as i64).collect();
        Ok(kernel::distinct(&ops::pick(&self.values, &picked))?.count() == self.count())
    }
}

/// The columns that expressions with `names` read, in the order of the table; at least one, which tells the count.
fn read_by(t: &Table, names: impl Iterator<Item = Sym>) -> Vec<Sym> {
    let read: Vec<Sym> = names.map(first_part).collect();
    let mut columns: Vec<Sym> = t.names.iter().filter(|n| read.contains(n)).copied().collect();
    if columns.is_empty() {
        columns.extend(t.names.first());
    }
    columns
}

/// `s` of `s.name`.
fn first_part(name: Sym) -> Sym {
    match name.bytes().iter().position(|c| *c == b'.') {
        Some(at) if at > 0 => Sym::new(&name.bytes()[..at]),
        _ => name,
    }
}

/// The partitions that the leading constraints on the partition column leave, and how many constraints those are.
fn prune(vm: &mut Vm, db: &Database, t: &Table, query: &Query) -> Result<(Vec<usize>, usize)> {
    let field = db.field();
    let flat = Flat { names: vec![field], columns: vec![db.values()], keys: 0 };
    let frame = Frame::new(&flat, query.locals);
    let about_partition = |tree: &&Value| {
        let names = names_in(tree);
        // What is compared with the partition column may be a variable with the name of a column, as in int=sym?`a. Source:
        // wp/intraday-writedown.
        let is_first =
            matches!(tree, Value::List(l) if l.len() > 2 && matches!(l.get(1), Value::Sym(s) if s == field));
        let is_variable = |n: Sym| is_first && (frame.local(n).is_some() || vm.get(n).is_some());
        let column = |n: &Sym| {
            let first = first_part(*n);
            first != field && (n.bytes() == b"i" || t.names.contains(&first) && !is_variable(*n))
        };
        names.iter().any(|n| first_part(*n) == field) && !names.iter().any(column)
    };
    let used = query.wheres.iter().take_while(about_partition).count();
    let frame = filter::apply(vm, frame, &query.wheres[..used])?;
    if frame.count() > flat.count() {
        return Err(type_error().detail("a condition on the partition column must give booleans"));
    }
    let picked = frame.rows.positions().into_iter().map(|i| i as usize).collect();
    Ok((picked, used))
}

/// Select and exec of a partitioned table.
pub fn select(vm: &mut Vm, t: &Table, query: &Query) -> Result<Value> {
    // Of groups the order and the limit leave what they leave of the result.
    if let Some(whole) = query.of_all_groups() {
        let grouped = select(vm, t, &whole)?;
        return limit::of_groups(vm, grouped, query);
    }
    let parts = Parts::of(vm, t, query)?;
    if let Some((table, shape)) = execs::as_select(query) {
        let (path, reduction) = path(vm, &parts, &table)?;
        if execs::goes_by_parts(path, &table) {
            return shape.of(&by_path(vm, t, &parts, &table, path, reduction)?);
        }
    }
    if parts.count() > 1
        && let Some(items) = query.of_last_items(parts.db.with_field(&t.names))
    {
        return select(vm, t, &items);
    }
    let (path, reduction) = path(vm, &parts, query)?;
    by_path(vm, t, &parts, query, path, reduction)
}

fn by_path(
    vm: &mut Vm,
    t: &Table,
    parts: &Parts,
    query: &Query,
    path: Path,
    reduction: Option<Reduction>,
) -> Result<Value> {
    if let Some(deal) = dealt_by(vm, parts, query, path)?
        && let Some(result) = deal.run(vm)?
    {
        return Ok(result);
    }
    parts.meet_domains(vm, path)?;
    match (path, reduction) {
        (Path::Single, _) => single(vm, parts, query),
        (Path::Reduce, Some(reduction)) => match reduction.run(parts, query)? {
            Some(result) => Ok(result),
            None => {
                let (flat, links) = (parts.flat(0)?, parts.links(0)?);
                let path = path_of_rows(vm, &parts.frame(0, &flat, &links, query), parts, query)?;
                by_path(vm, t, parts, query, path, None)
            }
        },
        (Path::Each, _) => each(vm, parts, query),
        (Path::Distinct, _) => distinct(vm, parts, query),
        (Path::Leading, _) => {
            let left = leading::rows(vm, t, parts, query);
            // What was read for the first time then may be over other domains than the first partition is.
            if know_domains(vm) { leading::rows(vm, t, parts, query) } else { left }
        }
        _ => gathered(vm, parts, query),
    }
}

/// How other processes are asked; `None` without them.
pub fn dealt_by(vm: &Vm, parts: &Parts, query: &Query, path: Path) -> Result<Option<Deal>> {
    if !vm.may_ask_others() || vm.is_worker() || vm.get(Sym::new(".z.pd")).is_none() {
        return Ok(None);
    }
    Deal::of(vm, parts, query, path)
}

/// Which way a query takes.
pub fn path(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<(Path, Option<Reduction>)> {
    if parts.count() < 2 {
        return Ok((Path::Single, None));
    }
    if leading::is_for(parts, query) {
        return Ok((Path::Leading, None));
    }
    let (flat, links) = (parts.flat(0)?, parts.links(0)?);
    let frame = parts.frame(0, &flat, &links, query);
    if let Some(reduction) = Reduction::of(vm, &frame, &parts.wheres, query) {
        return Ok((Path::Reduce, Some(reduction)));
    }
    Ok((path_of_rows(vm, &frame, parts, query)?, None))
}

/// The way of a query whose aggregates are not put together from those of parts.
fn path_of_rows(vm: &Vm, frame: &Frame, parts: &Parts, query: &Query) -> Result<Path> {
    let field = parts.db.field();
    if query.limit.is_none() && query.order.is_none() && has_distinct_rows(vm, frame, parts, query) {
        return Ok(Path::Distinct);
    }
    let each = match (&query.by, &query.columns) {
        _ if query.limit.is_some() || query.order.is_some() => false,
        (By::None, Columns::All) => true,
        (By::None, Columns::One(tree)) => !folds(tree),
        (By::None, Columns::Named(columns)) => !columns.iter().any(|c| folds(&c.1)),
        // No group spans partitions.
        (By::Dict(groups), Columns::Named(_)) => {
            groups.iter().any(|g| is_name(&g.1, field)) && parts.are_distinct()?
        }
        _ => false,
    };
    Ok(if each { Path::Each } else { Path::Gather })
}

/// Does a query ask for distinct rows, which are made each by itself?
fn has_distinct_rows(vm: &Vm, frame: &Frame, parts: &Parts, query: &Query) -> bool {
    let is_of_row = |tree: &Value| {
        expr::translate(vm, frame, tree).is_some_and(|expr| {
            let mut columns = Vec::new();
            expr.columns(&mut columns);
            !columns.is_empty() && !expr.has_aggregate() && !expr.chooses()
        })
    };
    match (&query.by, &query.columns) {
        (By::Distinct, Columns::All) => parts.paths.is_empty(),
        (By::Distinct, Columns::Named(columns)) => columns.iter().all(|(_, tree)| is_of_row(tree)),
        _ => false,
    }
}

/// Does an aggregate that q knows occur in a tree?
fn folds(tree: &Value) -> bool {
    match tree {
        Value::Prim(p) => is_fold(*p),
        Value::List(l) if l.len() > 1 => l.as_slice().iter().any(folds),
        _ => false,
    }
}

fn is_fold(p: Prim) -> bool {
    kernel::Agg::from_prim(p).is_some() || p.text() == "?:"
}

/// One partition, or none: as on a table in memory.
fn single(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<Value> {
    let flat = if parts.count() == 0 { parts.empty()? } else { parts.flat(0)? };
    let value = if parts.count() == 0 { empty_item(&parts.values) } else { parts.values.at(parts.picked[0]) };
    let source = Source { flat, is_dict: false };
    let last = parts.db.seen.len().saturating_sub(1);
    let links = links::open(&parts.db, parts.picked.first().copied().unwrap_or(last), &parts.paths)?;
    let mut frame = source.frame(query.locals);
    frame.partition = Some((parts.db.field(), value.clone()));
    frame.links = &links;
    let frame = filter::apply(vm, frame, &parts.wheres)?;
    if !matches!(query.columns, Columns::All) {
        return run(vm, &source, frame, query);
    }
    // What is not asked for is not read.
    let frame = if matches!(query.by, By::None) { limit::applied(vm, frame, query)? } else { frame };
    if !frame.is_whole() {
        frame.ask_for_all(1);
    }
    // The partition column is made for the rows that are left only.
    let mut left = source.flat.map(|c| Ok(frame.rows.take(c)))?;
    left.put_first(parts.db.field(), repeat(&value, frame.count()));
    if matches!(query.by, By::None) {
        return Ok(left.into_value());
    }
    add_to_rows(&mut left, &frame, parts, query);
    let source = Source { flat: left, is_dict: false };
    let frame = source.frame(query.locals);
    remove_added(run(vm, &source, frame, query)?, parts, query)
}

fn empty_item(values: &Value) -> Value {
    match values {
        Value::Vector(v) => v.null(),
        _ => Value::long(i64::MIN),
    }
}

/// The columns that a query without groups takes as they are, by their new names; `None` when it computes something.
pub fn taken(parts: &Parts, query: &Query) -> Option<Vec<(Sym, Sym)>> {
    let all = || parts.db.with_field(&parts.names);
    match &query.columns {
        _ if !matches!(query.by, By::None) => None,
        Columns::All => Some(all().map(|name| (name, name)).collect()),
        Columns::Named(columns) => columns
            .iter()
            .map(|(name, tree)| match tree {
                Value::Sym(column) if is_row_number(*column) => Some((*name, numbers_in_partition())),
                Value::Sym(column) if all().any(|c| c == *column) => Some((*name, *column)),
                _ => None,
            })
            .collect(),
        Columns::One(_) => None,
    }
}

/// The rows that are left of a picked partition, and the columns that were read.
pub struct Left {
    /// Which of the picked.
    pub k: usize,
    pub flat: Flat,
    pub rows: Rows,
}

/// Columns, by their new names, of the rows that are left, partitions and columns shared by all threads. `None` when a
/// constraint needs the evaluator, or the columns of the partitions differ in type.
fn stacked(vm: &Vm, parts: &Parts, query: &Query, wanted: &[(Sym, Sym)]) -> Result<Option<Flat>> {
    let (first, links) = (parts.flat(0)?, parts.links(0)?);
    let Some(filters) = translated(vm, &parts.frame(0, &first, &links, query), &parts.wheres) else {
        return Ok(None);
    };
    let one = |k: usize| -> Result<Option<Left>> {
        let (flat, links) = (parts.flat(k)?, parts.links(k)?);
        let left = filter::apply_translated(parts.frame(k, &flat, &links, query), &filters)?;
        let rows = left.map(|frame| {
            frame.ask_for(wanted.iter().map(|(_, column)| *column), parts.count());
            frame.rows
        });
        Ok(rows.map(|rows| Left { k, flat, rows }))
    };
    let found = pool::map_items(parts.count(), one).into_iter().collect::<Result<Option<Vec<_>>>>()?;
    Ok(found.and_then(|found| one_under_another(parts, &found, wanted)))
}

/// Columns, by their new names, of rows that are left. `None` where those of the partitions differ in type, or are lists.
pub fn one_under_another(parts: &Parts, found: &[Left], wanted: &[(Sym, Sym)]) -> Option<Flat> {
    let column = |c: usize| {
        let column = wanted[c].1;
        if column == numbers_in_partition() {
            let numbers: Vec<Vec<i64>> = found.iter().map(|left| left.rows.positions()).collect();
            return Some(Value::longs(numbers.concat()));
        }
        if column == parts.db.field() && parts.names.iter().all(|name| *name != column) {
            let picked: Vec<usize> = found.iter().map(|left| parts.picked[left.k]).collect();
            let counts: Vec<usize> = found.iter().map(|left| left.rows.count()).collect();
            return kernel::stack::repeat_each(&parts.values, &picked, &counts);
        }
        let pieces = found.iter().map(|left| Some((left.flat.column(column).ok()?, left.rows.places())));
        kernel::stack::stack(&pieces.collect::<Option<Vec<(&Value, Places)>>>()?)
    };
    let columns = pool::map_items(wanted.len(), column).into_iter().collect::<Option<Vec<Value>>>();
    let names = wanted.iter().map(|(name, _)| *name).collect();
    columns.map(|columns| Flat { names, columns, keys: 0 })
}

/// Partition by partition; the results one under the other.
fn each(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<Value> {
    if let Some(wanted) = taken(parts, query)
        && let Some(all) = stacked(vm, parts, query, &wanted)?
    {
        return Ok(all.into_value());
    }
    in_order(joined(vm, parts, query)?)
}

/// What each partition answers, one under the other.
fn joined(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<Flat> {
    let answers = vm.on_threads(parts.count(), |vm, k| answer(vm, parts, query, k))?;
    if taken(parts, query).is_some() { under_another(answers) } else { widen::under_another(answers) }
}

/// What the `k`th picked partition answers.
fn answer(vm: &mut Vm, parts: &Parts, query: &Query, k: usize) -> Result<Flat> {
    let one = Parts { picked: vec![parts.picked[k]], ..parts.clone() };
    Flat::of(&single(vm, &one, query)?)
}

/// So many times as many rows as distinct ones, in a partition, make it worth while to find those of each.
const REPEATED: usize = 8;

/// The distinct rows of all partitions; of all rows at once where a partition shows that most are distinct.
fn distinct(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<Value> {
    let field = parts.db.field();
    let has_field = match &query.columns {
        Columns::Named(columns) => columns.iter().any(|(_, tree)| is_name(tree, field)),
        _ => true,
    };
    // Rows of two partitions differ in their partition.
    let are_apart = has_field && parts.are_distinct()?;
    let sample = parts.count() / 2;
    let known = answer(vm, parts, query, sample)?;
    if !are_apart && known.count() * REPEATED > parts.flat(sample)?.count() {
        return gathered(vm, parts, query);
    }
    let answers = vm.on_threads(parts.count(), |vm, k| match k == sample {
        true => Ok(known.clone()),
        false => answer(vm, parts, query, k),
    })?;
    let all = widen::under_another(answers)?.into_value();
    if are_apart { Ok(all) } else { kernel::distinct(&all) }
}

/// Groups of which none spans partitions, those of one partition under those of another, in the order of their keys.
pub fn in_order(all: Flat) -> Result<Value> {
    if all.keys == 0 {
        return Ok(all.into_value());
    }
    let order = ops::grade(all.key_columns(), false);
    let mut all = if ops::is_identity(&order) { all } else { all.map(|c| Ok(ops::pick(c, &order)))? };
    let (names, values) = (all.names.split_off(all.keys), all.columns.split_off(all.keys));
    mark(&mut all.columns);
    Ok(keyed(all, names, values))
}

/// The columns read, on the rows that are left in all partitions, in memory.
fn gathered(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<Value> {
    let flat = rows_left(vm, parts, query)?;
    let source = Source { flat, is_dict: false };
    let frame = source.frame(query.locals);
    let result = run(vm, &source, frame, query)?;
    if matches!(query.columns, Columns::All) { remove_added(result, parts, query) } else { Ok(result) }
}

/// The column for the row numbers in a table of rows without their partition, if the query's phrases ask for them.
pub fn numbers_for(query: &Query) -> Option<Sym> {
    query.after_wheres().into_iter().any(asks_for_numbers).then(numbers_in_partition)
}

/// Does a tree read row numbers? How many there are is known without them: `count i`.
fn asks_for_numbers(tree: &Value) -> bool {
    match tree {
        Value::List(l) if l.len() > 1 => match l.as_slice() {
            [Value::Prim(p), Value::Sym(name)] if is_row_number(*name) && p.text() == "#:" => false,
            parts => parts.iter().any(asks_for_numbers),
        },
        other => names_in(other).into_iter().any(is_row_number),
    }
}

/// Adds as columns what the query's phrases know of rows by their partition alone.
fn add_to_rows(to: &mut Flat, frame: &Frame, parts: &Parts, query: &Query) {
    if let Some(name) = numbers_for(query) {
        to.names.push(name);
        to.columns.push(Value::longs(frame.rows.positions()));
    }
    links::add(to, frame, &parts.paths);
}

/// Removes what [`add_to_rows`] has added.
fn remove_added(from: Value, parts: &Parts, query: &Query) -> Result<Value> {
    let added: Vec<Sym> = numbers_for(query).into_iter().chain(parts.paths.iter().map(|p| p.name)).collect();
    if added.is_empty() {
        return Ok(from);
    }
    let mut flat = Flat::of(&from)?;
    for name in added {
        if let Some(i) = flat.position(name) {
            flat.names.remove(i);
            flat.columns.remove(i);
        }
    }
    Ok(flat.into_value())
}

/// The columns that the query reads, on the rows that are left in all partitions.
fn rows_left(vm: &mut Vm, parts: &Parts, query: &Query) -> Result<Flat> {
    let field = parts.db.field();
    if parts.paths.is_empty() && parts.count() > 0 {
        let names = std::iter::once(field).chain(parts.names.iter().copied()).chain(numbers_for(query));
        let read: Vec<(Sym, Sym)> = names.map(|n| (n, n)).collect();
        if let Some(all) = stacked(vm, parts, query, &read)? {
            return Ok(all);
        }
    }
    let one = |vm: &mut Vm, k: usize| -> Result<Flat> {
        let (flat, links) = (parts.flat(k)?, parts.links(k)?);
        let frame = filter::apply(vm, parts.frame(k, &flat, &links, query), &parts.wheres)?;
        frame.ask_for_all(1);
        let mut part = flat.map(|c| Ok(frame.rows.take(c)))?;
        part.put_first(field, repeat(&parts.values.at(parts.picked[k]), frame.count()));
        add_to_rows(&mut part, &frame, parts, query);
        Ok(part)
    };
    let left = vm.on_threads(parts.count(), one)?;
    if taken(parts, query).is_some() { under_another(left) } else { widen::under_another(left) }
}

/// Constraints translated in the scope of a frame; `None` when one cannot be.
pub fn translated(vm: &Vm, frame: &Frame, wheres: &[Value]) -> Option<Vec<Expr>> {
    wheres.iter().map(|tree| expr::translate(vm, frame, tree)).collect()
}
