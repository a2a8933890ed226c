//! The functional forms, `?[t;c;b;a]` and `![t;c;b;a]`. The names in them are columns, local variables of the function
//! around them, or globals.

use super::frame::Rows;
use super::source::Source;
use super::{Phrases, check_depth, select, update};
use crate::prims::flat::table_value;
use crate::vm::Vm;
use quarry_value::{Result, Sym, Value, error};
use std::sync::{Arc, OnceLock};

/// A query as its functional form has it. Templates become one too.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    pub table: &'a Value,
    pub wheres: &'a Value,
    pub by: &'a Value,
    pub columns: &'a Value,
    /// Of `?` alone, like `order`.
    pub limit: Option<&'a Value>,
    /// A grade function and what it grades.
    pub order: Option<&'a Value>,
    pub locals: &'a [(Sym, Value)],
    /// Where the phrases of a template are kept as they were looked through.
    pub known: Option<&'a OnceLock<Arc<Phrases>>>,
}

impl<'a> Form<'a> {
    /// The arguments of `?` or `!`. Errors: 'rank for fewer than four.
    pub fn of(args: &'a [Value], locals: &'a [(Sym, Value)]) -> Result<Form<'a>> {
        let [table, wheres, by, columns, rest @ ..] = args else { return Err(error::rank_error()) };
        let (limit, order) = (rest.first(), rest.get(1));
        Ok(Form { table, wheres, by, columns, limit, order, locals, known: None })
    }
}

/// `?[t;c;b;a]`, `?[t;c;b;a;n]`, `?[t;c;b;a;n;(g;column)]`.
pub fn functional_select(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let locals = vm.locals_in(&args[1..]);
    select(vm, &Form::of(args, &locals)?)
}

/// `![t;c;b;a]`.
pub fn functional_update(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let locals = vm.locals_in(&args[1..]);
    update(vm, &Form::of(args, &locals)?)
}

/// `?[t;i;p]`: the tree `p` on the rows `i` of a table.
///
/// Source: basics/funsql.
pub fn simple_exec(vm: &mut Vm, table: &Value, rows: &Value, tree: &Value) -> Result<Value> {
    let rows = rows.items().filter_map(|i| i.as_long()).collect();
    let locals = vm.locals_in(std::slice::from_ref(tree));
    let value = table_value(vm, table)?;
    check_depth(&[tree])?;
    let source = Source::of(&value)?;
    source.frame(&locals).with_rows(Rows::Some(rows)).eval(vm, tree)
}

/// A query within the phrases of another: local variables of the function around them, `?` or `!`, and the arguments of
/// the functional form, with `::` for those that are left out.
pub fn subquery(vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let [locals, Value::Prim(verb), args @ ..] = args else { return Err(error::rank_error()) };
    let locals: Vec<(Sym, Value)> = match locals {
        Value::Dict(d) => d.keys.items().filter_map(|k| k.as_sym()).zip(d.values.items()).collect(),
        _ => Vec::new(),
    };
    let form = Form::of(args, &locals)?;
    if verb.text() == "!" {
        return update(vm, &form);
    }
    let (limit, order) = (form.limit.filter(|x| !x.is_identity()), form.order.filter(|x| !x.is_identity()));
    select(vm, &Form { limit, order, ..form })
}
