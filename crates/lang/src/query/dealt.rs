//! Queries of partitioned tables that other processes help with: `-s -N`, with their handles in `.z.pd`.
//!
//! All have the same database open. What is asked of a partition is a functional select like any other, so that they may be of
//! any kind that knows q: the whole query where no group spans partitions, else aggregates ([`super::partials`]) that are put
//! together here. Rows that are not aggregated would take longer to come than to be read here, where they are mapped.

use super::by::{keyed, mark};
use super::expr;
use super::frame::{Frame, is_name, names_in};
use super::parted::{Parts, Path, in_order};
use super::partials::{Partials, sign};
use super::select::table;
use super::source::Source;
use super::{By, Columns, Query, widen};
use crate::prims::column::{self, repeat};
use crate::prims::flat::Flat;
use crate::prims::{ops, processes};
use crate::vm::Vm;
use quarry_kernel::{Groups, domain};
use quarry_value::error::{declined, type_error};
use quarry_value::{Lambda, Projection, Result, Sym, Type, Value};
use std::sync::Arc;

/// What gives items of its argument.
const PICK: [&str; 6] = ["first", "last", "distinct", "reverse", "asc", "desc"];

/// What is asked of a partition, by its table's constraints, of which the first picks it. A process that does not have it open would find
/// no rows. Names in the query may be found among the variables here, and so these have names that nobody has.
const ASK: &str = "{[dealtField;dealtTable;dealtBy;dealtColumns;dealtWhere]\
    $[(last first dealtWhere)in get dealtField;?[dealtTable;dealtWhere;dealtBy;dealtColumns];\
    '\"part: \",string[last first dealtWhere],\" is not open in a process of .z.pd\"]}";

/// A query in the words in which others are asked for a partition's part of it.
pub struct Deal {
    /// [`ASK`] of the field, the table, the groups and the columns, which waits for the constraints.
    ask: Value,
    /// The constraints for each partition.
    wheres: Vec<Value>,
    groups: Vec<(Sym, Value)>,
    /// Of the columns asked for, keys first, what they are enumerated over here: symbols come.
    domains: Vec<Option<Sym>>,
    /// `None` when no group spans partitions.
    partials: Option<Partials>,
}

impl Deal {
    /// `None` for a query whose parts are not put together from the groups of partitions, or only from their rows.
    pub fn of(vm: &Vm, parts: &Parts, query: &Query, path: Path) -> Result<Option<Deal>> {
        let Columns::Named(columns) = &query.columns else { return Ok(None) };
        let groups = match &query.by {
            By::Dict(groups) => groups.clone(),
            By::None if path == Path::Reduce => Vec::new(),
            _ => return Ok(None),
        };
        // Two segments may have a partition of one value: it would be asked for twice.
        if !matches!(path, Path::Reduce | Path::Each) || !parts.are_distinct()? {
            return Ok(None);
        }
        if query.after_wheres().into_iter().chain(&parts.wheres).any(has_query_within) {
            return Ok(None);
        }
        let (flat, links) = (parts.flat(0)?, parts.links(0)?);
        let frame = parts.frame(0, &flat, &links, query);
        // Rows of a table that a foreign key or link leads to are no symbols.
        let leads_to_table =
            |name: Sym| match frame.start_of(name).map(|(column, _)| frame.table.column(column)) {
                Some(Ok(Value::Vector(v))) => {
                    v.ty == Type::Enum && vm.get(v.domain).is_none_or(|domain| domain.as_syms().is_none())
                }
                _ => false,
            };
        if query.after_wheres().into_iter().flat_map(names_in).any(leads_to_table) {
            return Ok(None);
        }
        if query
            .after_wheres()
            .into_iter()
            .chain(&parts.wheres)
            .any(|tree| asks_of_enumeration(vm, &frame, tree))
        {
            return Ok(None);
        }
        let field = parts.db.field();
        let apart = groups.iter().any(|(_, tree)| is_name(tree, field));
        let bound = |(name, tree): &(Sym, Value)| (*name, bound(vm, &frame, tree));
        let mut columns: Vec<(Sym, Value)> = columns.iter().map(bound).collect();
        let groups: Vec<(Sym, Value)> = groups.iter().map(bound).collect();
        let partials = match apart {
            true => None,
            false => {
                let Some(partials) = Partials::of(&columns) else { return Ok(None) };
                columns = partials.asked();
                Some(partials)
            }
        };
        let by = if groups.is_empty() { Value::bool(false) } else { dict(&groups) };
        let domains = groups.iter().chain(&columns).map(|(_, tree)| domain_of(&frame, tree)).collect();
        let args = vec![Value::Sym(field), Value::Sym(parts.table), by, dict(&columns)];
        let func = Value::Lambda(Arc::new(Lambda::new(ASK.as_bytes(), Sym::EMPTY)));
        let ask = Value::Projection(Arc::new(Projection { func, args }));
        let rest: Vec<Value> = parts.wheres.iter().map(|tree| self::bound(vm, &frame, tree)).collect();
        let wheres = parts.picked.iter().map(|i| {
            let this = Value::list(vec![sign("="), Value::Sym(field), constant(parts.values.at(*i))]);
            Value::list(std::iter::once(this).chain(rest.iter().cloned()).collect())
        });
        Ok(Some(Deal { ask, wheres: wheres.collect(), groups, domains, partials }))
    }

    /// The answer; `None` when there are no processes to ask, or their parts are of kinds that are not put together.
    ///
    /// Errors: those of `peach` over processes; 'type for answers that are no tables of the columns asked for.
    pub fn run(self, vm: &mut Vm) -> Result<Option<Value>> {
        let Some(answers) = processes::answers(vm, &self.ask, self.wheres)? else { return Ok(None) };
        let mut answers = answers.iter().map(Flat::of).collect::<Result<Vec<Flat>>>()?;
        let alike = |part: &Flat| part.names == answers[0].names && part.keys == self.groups.len();
        if !answers.iter().all(alike) {
            return Err(type_error().detail("the processes of .z.pd answer with tables of different columns"));
        }
        answers.iter_mut().for_each(|part| enumerate(vm, part, &self.domains));
        let Some(partials) = self.partials else {
            return in_order(widen::under_another(answers)?).map(Some);
        };
        match put_together(vm, &self.groups, &partials, answers) {
            Err(e) if e.is_declined() => Ok(None),
            answer => answer.map(Some),
        }
    }
}

/// The groups of all partitions, and the columns that are asked for.
fn put_together(
    vm: &mut Vm,
    groups: &[(Sym, Value)],
    partials: &Partials,
    answers: Vec<Flat>,
) -> Result<Value> {
    let keys = groups.len();
    let answers = if keys == 0 { partials.with_rows(answers)? } else { answers };
    let all = widen::under_another(answers)?;
    if all.columns.iter().any(|c| !matches!(c, Value::Vector(_) | Value::List(_))) {
        return Err(declined());
    }
    let (ids, first, count) = match keys {
        0 => (vec![0; all.count()], vec![0], 1),
        _ => {
            let grouped = ops::groups_sorted(all.key_columns())?;
            let count = grouped.count();
            let Groups { ids, .. } = grouped.groups;
            (ids, grouped.first, count)
        }
    };
    let merged = partials.merged(&all.columns[keys..], &ids, count)?;
    let source = Source { flat: merged, is_dict: false };
    let (names, values) = expr::columns(vm, &Frame::new(&source.flat, &[]), &partials.columns)?;
    if keys == 0 {
        return Ok(table(names, values)?.into_value());
    }
    let values = values.into_iter().map(|v| if v.is_atom() { repeat(&v, count) } else { v }).collect();
    let mut heads: Vec<Value> = all.key_columns().iter().map(|k| ops::pick(k, &first)).collect();
    mark(&mut heads);
    let heads = Flat { names: groups.iter().map(|g| g.0).collect(), columns: heads, keys };
    Ok(keyed(heads, names, values))
}

/// What the values of a tree are enumerated over, if it is an enumerated column or items of one.
fn domain_of(frame: &Frame, tree: &Value) -> Option<Sym> {
    match tree {
        Value::Sym(name) => match frame.table.column(*name) {
            Ok(Value::Vector(v)) if v.ty == Type::Enum => Some(v.domain),
            _ => None,
        },
        Value::List(l) => match l.as_slice() {
            [Value::Prim(p), x] if p.row().keywords.iter().any(|word| PICK.contains(word)) => {
                domain_of(frame, x)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Enumerates what came as symbols. What the domain in memory here does not have stays as it is.
fn enumerate(vm: &mut Vm, part: &mut Flat, domains: &[Option<Sym>]) {
    for (column, domain) in part.columns.iter_mut().zip(domains) {
        if let Some(Ok(x)) = domain.map(|name| column::enumerate(vm, name, column)) {
            *column = x;
        }
    }
}

/// A tree that reads of variables nothing but functions' own: what has a value here is given along.
fn bound(vm: &Vm, frame: &Frame, tree: &Value) -> Value {
    match tree {
        Value::Sym(name) => match frame.knows(*name) || frame.start_of(*name).is_some() {
            true => tree.clone(),
            false => {
                frame.local(*name).or_else(|| vm.find_at_home(*name)).map_or_else(|| tree.clone(), constant)
            }
        },
        Value::Vector(v) if v.ty == Type::Symbol && v.len() > 1 => {
            Value::list(tree.items().map(|item| bound(vm, frame, &item)).collect())
        }
        Value::List(l) if l.len() > 1 => {
            Value::list(l.as_slice().iter().map(|item| bound(vm, frame, item)).collect())
        }
        _ if tree.item_type() == Some(Type::Enum) => constant(tree.clone()),
        _ => tree.clone(),
    }
}

/// The tree of a value. Enumerations arrive as symbols, which would be names if they were not told to be none.
fn constant(x: Value) -> Value {
    match domain::resolve(&x) {
        Value::Sym(name) => Value::syms(vec![name]),
        Value::Vector(ref v) if v.ty == Type::Symbol => Value::list(vec![x]),
        Value::List(_) => Value::list(vec![x]),
        // It lives where the database does.
        Value::Table(ref t) if t.is_elsewhere() => Value::Sym(t.from),
        x => x,
    }
}

/// Is an enumeration that comes from here asked for something else than which items are the same? It arrives as symbols.
fn asks_of_enumeration(vm: &Vm, frame: &Frame, tree: &Value) -> bool {
    let arrives_so = |x: &Value, compared: bool| match x.item_type() {
        Some(Type::Enum) => !compared || domain::resolve(x).item_type() != Some(Type::Symbol),
        _ => holds_enumeration(x),
    };
    let is_lost = |x: &Value, compared: bool| match x {
        Value::Sym(name) if frame.knows(*name) || frame.start_of(*name).is_some() => false,
        Value::Sym(name) => {
            let known = frame.local(*name).or_else(|| vm.find_at_home(*name));
            known.is_some_and(|x| arrives_so(&x, compared))
        }
        // A constant.
        Value::List(l) if l.len() == 1 => arrives_so(&l.get(0), compared),
        Value::List(_) => false,
        x => arrives_so(x, compared),
    };
    let compares = |f: &Value| match f {
        Value::Prim(p) => matches!(p.text(), "=" | "<>") || p.row().keywords.contains(&"in"),
        _ => false,
    };
    match tree {
        Value::Vector(v) if v.ty == Type::Symbol && v.len() > 1 => {
            tree.items().skip(1).any(|x| is_lost(&x, false))
        }
        Value::List(l) if l.len() > 1 => {
            let compared = compares(&l.get(0));
            let mut args = l.as_slice()[1..].iter();
            args.any(|x| asks_of_enumeration(vm, frame, x) || is_lost(x, compared))
        }
        _ => false,
    }
}

fn holds_enumeration(x: &Value) -> bool {
    match x {
        Value::List(l) => l.as_packed().is_none() && (0..l.len()).any(|i| holds_enumeration(&l.get(i))),
        Value::Table(t) => t.columns.iter().any(holds_enumeration),
        Value::Dict(d) => holds_enumeration(&d.keys) || holds_enumeration(&d.values),
        x => x.item_type() == Some(Type::Enum),
    }
}

/// Is there a query in a tree, which reads what its frame knows? It is no function that could be sent.
fn has_query_within(tree: &Value) -> bool {
    match tree {
        Value::Prim(p) => p.text() == "subquery",
        Value::List(l) => l.as_slice().iter().any(has_query_within),
        _ => false,
    }
}

fn dict(columns: &[(Sym, Value)]) -> Value {
    let trees = columns.iter().map(|c| c.1.clone()).collect();
    Value::dict(Value::syms(columns.iter().map(|c| c.0).collect()), Value::list(trees))
}
