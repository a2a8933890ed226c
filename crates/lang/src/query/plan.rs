//! `.Q.plan`: how a query would be run, without running it.

use super::execs;
use super::expr::{Expr, translate};
use super::form::Form;
use super::frame::Frame;
use super::parted::{self, Parts, Path, dealt_by};
use super::source::Source;
use super::{By, Columns, Query, lookup};
use crate::prims::flat::table_value;
use crate::vm::Vm;
use quarry_value::error::type_error;
use quarry_value::{Attr, Result, Sym, Value, text};

/// `.Q.plan x`: for a query as text or parse tree, a table of what is done, to what, and which way is taken.
///
/// Ours: kdb+ has no such function. Nothing is changed; the table expression and the constraints on the partition
/// column are evaluated.
/// Errors: 'type when `x` is no select or exec.
pub fn plan(vm: &mut Vm, x: &Value) -> Result<Value> {
    let tree = if x.as_text().is_some() { crate::words::parse(vm, x)? } else { x.clone() };
    let parts: Vec<Value> = tree.items().collect();
    if !matches!(parts.first(), Some(Value::Prim(p)) if p.text() == "?") || parts.len() < 5 {
        return Err(type_error().detail("a plan is for select and exec"));
    }
    let args = parts[1..].iter().map(|a| vm.eval(a)).collect::<Result<Vec<Value>>>()?;
    let query = Query::of(&Form::of(&args, &[])?)?;
    let mut steps = Steps::default();
    explain(vm, &args[0], &query, &mut steps)?;
    Ok(steps.into_table())
}

/// Rows of the plan: step, what it works on, how.
#[derive(Default)]
struct Steps {
    step: Vec<Sym>,
    of: Vec<Value>,
    how: Vec<Value>,
}

impl Steps {
    fn add(&mut self, step: &str, of: impl Into<String>, how: impl Into<String>) {
        self.step.push(Sym::new(step));
        self.of.push(Value::chars(of.into().into_bytes()));
        self.how.push(Value::chars(how.into().into_bytes()));
    }

    fn into_table(self) -> Value {
        let names = ["step", "what", "how"].map(Sym::new).to_vec();
        Value::table(names, vec![Value::syms(self.step), Value::list(self.of), Value::list(self.how)])
    }
}

fn shown(tree: &Value) -> String {
    String::from_utf8_lossy(&text::literal(tree)).into_owned()
}

fn words(names: &[Sym]) -> String {
    names.iter().map(|n| n.text()).collect::<Vec<_>>().join(" ")
}

fn explain(vm: &mut Vm, table: &Value, query: &Query, steps: &mut Steps) -> Result<()> {
    let name = table.as_sym().map_or_else(|| "table".to_string(), |s| s.text().into_owned());
    let value = table_value(vm, table)?;
    let Value::Table(t) = &value else { return explain_memory(vm, &name, &value, query, steps) };
    if !t.is_elsewhere() {
        return explain_memory(vm, &name, &value, query, steps);
    }
    if let Some(whole) = query.of_all_groups() {
        explain(vm, table, &whole, steps)?;
        steps.add("leave", "groups", "those that the order and the limit leave");
        return Ok(());
    }
    let parts = Parts::of(vm, t, query)?;
    let select = match execs::as_select(query) {
        Some((select, _)) => {
            let (path, _) = parted::path(vm, &parts, &select)?;
            execs::goes_by_parts(path, &select).then_some(select)
        }
        None => None,
    };
    let query = select.as_ref().unwrap_or(query);
    let of =
        format!("{} of {} partitions by {}", parts.count(), parts.db.seen.len(), parts.db.field().text());
    steps.add("from", t.from.text(), of);
    steps.add("read", words(&parts.names), "mapped when touched");
    let (path, _) = parted::path(vm, &parts, query)?;
    if parts.count() > 0 {
        let flat = parts.flat(0)?;
        let links = parts.links(0)?;
        let frame = parts.frame(0, &flat, &links, query);
        explain_phrases(vm, &frame, &parts.wheres, query, steps);
    }
    let how = match path {
        _ if dealt_by(vm, &parts, query, path)?.is_some() => "by the processes of .z.pd, then put together",
        Path::Single => "as a table in memory",
        Path::Reduce => "aggregates of each partition, in parallel, then merged",
        Path::Distinct => "distinct rows of each partition, in parallel, then those of them",
        Path::Each => "each partition by itself, in parallel, then joined",
        Path::Leading => "the limit's rows are found, then theirs alone are read",
        Path::Gather => "rows of all partitions gathered, then as a table in memory",
    };
    steps.add("run", format!("{} partitions", parts.count()), how);
    Ok(())
}

fn explain_memory(vm: &mut Vm, name: &str, value: &Value, query: &Query, steps: &mut Steps) -> Result<()> {
    let source = Source::of(value)?;
    steps.add("from", name, format!("{} rows in memory", source.flat.count()));
    let frame = source.frame(query.locals);
    explain_phrases(vm, &frame, &query.wheres, query, steps);
    Ok(())
}

fn explain_phrases(vm: &Vm, frame: &Frame, wheres: &[Value], query: &Query, steps: &mut Steps) {
    for (i, tree) in wheres.iter().enumerate() {
        steps.add("where", shown(tree), filter_path(vm, frame, tree, i == 0));
    }
    if let By::Dict(groups) = &query.by {
        for (_, tree) in groups {
            steps.add("by", shown(tree), group_path(frame, tree, groups.len() == 1 && wheres.is_empty()));
        }
    }
    let grouped = matches!(query.by, By::Dict(_) | By::Name(_));
    match &query.columns {
        Columns::All => steps.add("columns", "all", if grouped { "last rows" } else { "picked" }),
        Columns::One(tree) => steps.add("columns", shown(tree), column_path(vm, frame, tree, grouped)),
        Columns::Named(columns) => {
            for (_, tree) in columns {
                steps.add("columns", shown(tree), column_path(vm, frame, tree, grouped));
            }
        }
    }
}

fn filter_path(vm: &Vm, frame: &Frame, tree: &Value, first: bool) -> String {
    let Some(expr) = translate(vm, frame, tree) else { return "evaluator".into() };
    if first && lookup::by_number(frame, &expr).is_some() {
        return "row numbers".into();
    }
    if first && let Some(attr) = lookup::attribute_for(frame, &expr) {
        return format!("attribute {}#", attr.letter());
    }
    if expr.has_aggregate() { "evaluator".into() } else { "pipeline to positions".into() }
}

fn group_path(frame: &Frame, tree: &Value, alone: bool) -> String {
    let column = tree.as_sym().and_then(|name| frame.table.column(name).ok().cloned());
    match column {
        Some(Value::Vector(v)) if alone && v.attr == Attr::Parted => "runs of p#".into(),
        Some(_) => "numbered".into(),
        None => "computed, then numbered".into(),
    }
}

fn column_path(vm: &Vm, frame: &Frame, tree: &Value, grouped: bool) -> String {
    match translate(vm, frame, tree) {
        None if grouped => "evaluator, group by group".into(),
        None => "evaluator".into(),
        Some(Expr::Column(_)) if grouped => "a list a group".into(),
        Some(Expr::Column(_)) => "picked".into(),
        Some(expr) if expr.has_aggregate() && grouped => "folded, all groups at one pass".into(),
        Some(expr) if expr.has_aggregate() => "folded".into(),
        Some(_) => "pipeline".into(),
    }
}
