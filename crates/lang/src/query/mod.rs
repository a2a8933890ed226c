//! Queries: `select exec update delete` and their functional forms.
//!
//! Templates and functional forms come as a [`form`]. A query runs in the order of its phrases: the table ([`source`]), the
//! rows ([`filter`], [`lookup`]), the groups ([`by`]), the columns ([`select`], [`exec`], [`update`]), the limit ([`limit`]).
//! Expressions are trees; the ones made of atomic functions and aggregates are translated ([`expr`], [`aggregate`]) and run on
//! whole columns and all groups at once, others are evaluated by the evaluator, group by group ([`groupwise`]), on what
//! [`frame`] lets them see.
//!
//! A partitioned table goes through [`parted`], which prunes partitions, runs the same phrases on each, and puts
//! the parts together; aggregates over partitions are folded and merged ([`reduce`]), of rows that a limit leaves only
//! those are read ([`leading`]), an `exec` is the `select` of its phrases in another shape ([`execs`]), and links lead into the same partition of another table ([`links`]); numbers of several types
//! become one ([`widen`]). Other processes help where there are some ([`dealt`], [`partials`]). [`plan`] tells beforehand which way a query will go.

pub mod aggregate;
pub mod by;
mod dealt;
pub mod exec;
mod execs;
pub mod expr;
pub mod filter;
pub mod form;
pub mod frame;
mod groupwise;
mod leading;
pub mod limit;
mod links;
pub mod lookup;
pub mod parted;
mod partials;
pub mod plan;
pub mod reduce;
pub mod select;
pub mod source;
pub mod update;
mod widen;

use crate::explain::missing_column;
use crate::prims::persist::know_domains;
use crate::syntax::tree::DEPTH_MAX;
use crate::vm::Vm;
use form::Form;
use quarry_value::{Error, Prim, Result, Sym, Type, Value};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The phrases of a query, and what they mean this time.
pub struct Query<'a> {
    pub phrases: Arc<Phrases>,
    pub limit: Option<&'a Value>,
    pub locals: &'a [(Sym, Value)],
}

/// The phrases of a query as the functional form has them. Those of a template are looked through once.
pub struct Phrases {
    pub wheres: Vec<Value>,
    pub by: By,
    pub columns: Columns,
    /// A grade function and the tree of what it grades.
    pub order: Option<(Value, Value)>,
}

impl Deref for Query<'_> {
    type Target = Phrases;

    fn deref(&self) -> &Phrases {
        &self.phrases
    }
}

impl Phrases {
    /// Errors: 'type, 'length, 'stack.
    fn of(form: &Form) -> Result<Arc<Phrases>> {
        if let Some(known) = form.known.and_then(OnceLock::get) {
            return Ok(known.clone());
        }
        check_depth(&[form.wheres, form.by, form.columns])?;
        form.order.map_or(Ok(()), |order| check_depth(&[order]))?;
        let phrases = Arc::new(Phrases {
            wheres: filter::constraints(form.wheres)?,
            by: By::of(form.by)?,
            columns: Columns::of(form.columns)?,
            order: limit::order(form.order)?,
        });
        Ok(form.known.map_or(phrases.clone(), |known| known.get_or_init(|| phrases).clone()))
    }

    /// The expressions after the where phrase.
    pub fn after_wheres(&self) -> Vec<&Value> {
        let mut trees: Vec<&Value> = match &self.columns {
            Columns::All => Vec::new(),
            Columns::One(tree) => vec![tree],
            Columns::Named(columns) => columns.iter().map(|c| &c.1).collect(),
        };
        match &self.by {
            By::Dict(groups) => trees.extend(groups.iter().map(|g| &g.1)),
            By::Name(tree) => trees.push(tree),
            By::Names(_) | By::None | By::Distinct | By::Exec => {}
        }
        trees.extend(self.order.as_ref().map(|o| &o.1));
        trees
    }
}

impl<'a> Query<'a> {
    /// Errors: 'type, 'length, 'stack.
    pub fn of(form: &Form<'a>) -> Result<Query<'a>> {
        Ok(Query { phrases: Phrases::of(form)?, limit: form.limit, locals: form.locals })
    }

    /// Of a grouped query with an order or a limit the one that answers with all groups, in order of their keys.
    fn of_all_groups(&self) -> Option<Query<'a>> {
        let is_for = matches!(self.by, By::Dict(_)) && (self.order.is_some() || self.limit.is_some());
        is_for.then(|| self.without_limit(self.columns.clone()))
    }

    /// Of a grouped query for the last rows of a table with these `columns` the one that asks for each column's last item.
    fn of_last_items(&self, columns: impl Iterator<Item = Sym>) -> Option<Query<'a>> {
        let (By::Dict(groups), Columns::All) = (&self.by, &self.columns) else { return None };
        let last = Value::Prim(Prim::keyword(Sym::new("last"))?);
        let rest = columns.filter(|c| !groups.iter().any(|g| g.0 == *c));
        let rest = rest.map(|c| (c, Value::list(vec![last.clone(), Value::Sym(c)]))).collect();
        Some(self.without_limit(Columns::Named(rest)))
    }

    fn without_limit(&self, columns: Columns) -> Query<'a> {
        self.of_rows(self.wheres.clone(), self.by.clone(), columns)
    }

    /// A query without a limit.
    fn of_rows(&self, wheres: Vec<Value>, by: By, columns: Columns) -> Query<'a> {
        let phrases = Arc::new(Phrases { wheres, by, columns, order: None });
        Query { phrases, limit: None, locals: self.locals }
    }
}

/// 'stack for phrases with trees that nest more deeply than the evaluator follows: nobody else has to count.
fn check_depth(phrases: &[&Value]) -> Result<()> {
    fn is_within(tree: &Value, depth: u32) -> bool {
        match tree {
            // A list of one item is a constant.
            Value::List(l) if l.len() > 1 && l.holds_values() => {
                depth > 0 && l.as_slice().iter().all(|item| is_within(item, depth - 1))
            }
            _ => true,
        }
    }
    let trees = |phrase: &Value| match phrase {
        Value::Dict(d) => d.values.clone(),
        other => other.clone(),
    };
    let is_good = |phrase: &&Value| match trees(phrase) {
        Value::List(l) => (0..l.len()).all(|i| is_within(&l.get(i), DEPTH_MAX)),
        _ => true,
    };
    match phrases.iter().all(is_good) {
        true => Ok(()),
        false => Err(Error::new("stack").detail("an expression nests too deeply")),
    }
}

/// The by phrase.
#[derive(Clone)]
pub enum By {
    /// `0b`
    None,
    /// `1b`
    Distinct,
    /// `()`
    Exec,
    /// A column: exec … by c.
    Name(Value),
    /// Several columns: exec with an anonymous key.
    Names(Vec<Sym>),
    /// Names and trees.
    Dict(Vec<(Sym, Value)>),
}

/// The select phrase.
#[derive(Clone)]
pub enum Columns {
    /// `()`: all.
    All,
    /// One tree without a name.
    One(Value),
    Named(Vec<(Sym, Value)>),
}

impl By {
    pub fn of(x: &Value) -> Result<By> {
        Ok(match x {
            Value::U8(Type::Bool, 0) => By::None,
            Value::U8(Type::Bool, _) => By::Distinct,
            Value::List(l) if l.is_empty() => By::Exec,
            Value::Dict(_) => By::Dict(pairs(x)?),
            Value::Vector(v) if v.ty == Type::Symbol && v.len() == 1 => By::Name(x.at(0)),
            Value::Vector(v) if v.ty == Type::Symbol => By::Names(x.as_syms().unwrap_or_default().to_vec()),
            other => By::Name(other.clone()),
        })
    }
}

impl Columns {
    pub fn of(x: &Value) -> Result<Columns> {
        Ok(match x {
            Value::List(l) if l.is_empty() => Columns::All,
            // Observed: community.kx.com/t5/kdb-and-q, 13172.
            Value::Vector(v) if v.ty == Type::Symbol && v.is_empty() => Columns::All,
            Value::Dict(d) if d.keys.count() == 0 => Columns::All,
            Value::Dict(_) => Columns::Named(pairs(x)?),
            Value::Vector(v) if v.ty == Type::Symbol && v.len() == 1 => Columns::One(x.at(0)),
            other => Columns::One(other.clone()),
        })
    }
}

/// Names and trees of a dictionary.
fn pairs(x: &Value) -> Result<Vec<(Sym, Value)>> {
    let Value::Dict(d) = x else { return Ok(Vec::new()) };
    let names = crate::prims::flat::names(&d.keys)?;
    Ok(names.into_iter().enumerate().map(|(i, n)| (n, d.values.at(i))).collect())
}

/// `?[t;c;b;a]`, with `n` and `(g;column)`: select or exec, by what `b` is.
///
/// The table is a table, keyed table or dictionary, or the name of one; the trees in the phrases are read in the scope of its
/// columns, then of the local variables, then of globals.
/// Errors: 'type, 'length; 'stack for trees that nest too deeply; the name of what is not found.
/// Source: basics/funsql.
pub fn select(vm: &mut Vm, form: &Form) -> Result<Value> {
    know_domains(vm);
    let query = Query::of(form)?;
    let value = crate::prims::flat::table_value(vm, form.table)?;
    vm.evaluate_views(&value, || query.wheres.iter().chain(query.after_wheres()).collect::<Vec<&Value>>())?;
    let outcome = match &value {
        Value::Table(t) if t.is_elsewhere() && t.is_from_directory() => {
            let dir = crate::prims::files::path_of(t.from);
            vm.may_reach(&dir)?;
            let mapped = quarry_store::splayed::open_as(&dir, t.names.clone(), t.from)?;
            know_domains(vm);
            select_rows(vm, &mapped, &query)
        }
        Value::Table(t) if t.is_elsewhere() => parted::select(vm, t, &query),
        _ => select_rows(vm, &value, &query),
    };
    outcome.map_err(|e| missing_column(e, &value))
}

fn select_rows(vm: &mut Vm, value: &Value, query: &Query) -> Result<Value> {
    let source = source::Source::of(value)?;
    let frame = filter::apply(vm, source.frame(query.locals), &query.wheres)?;
    run(vm, &source, frame, query)
}

/// The phrases after the where phrase.
pub fn run(vm: &mut Vm, source: &source::Source, frame: frame::Frame, query: &Query) -> Result<Value> {
    match &query.by {
        By::None | By::Distinct | By::Dict(_) if !matches!(query.columns, Columns::One(_)) => {
            select::run(vm, source, frame, query)
        }
        _ => exec::run(vm, frame, query),
    }
}

pub use update::update;

/// The rows of a table that lives elsewhere: all, or those that a limit leaves.
pub fn rows_of(vm: &mut Vm, t: &Value, limit: Option<&Value>) -> Result<Value> {
    let all = Value::empty_list();
    let args = [t.clone(), all.clone(), Value::bool(false), all];
    let form = Form { limit, ..Form::of(&args, &[])? };
    select(vm, &form)
}
