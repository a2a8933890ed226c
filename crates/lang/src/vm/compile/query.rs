//! Query templates: their functional form, and the locals they mention.

use super::Compiler;
use super::names::{names_read, query_expressions};
use crate::syntax::node::{Node, NodeKind, QueryNode};
use crate::syntax::tree;
use crate::vm::code::*;
use quarry_value::{Result, Value};
use std::sync::Arc;

impl Compiler<'_> {
    pub(super) fn query(&mut self, q: &Arc<QueryNode>, dst: Reg) -> Result<()> {
        let has_limit = q.limit.is_some();
        let table = self.expr(&q.table)?;
        let limit = match &q.limit {
            Some(n) => self.expr(n)?,
            None => self.constant(Value::identity()),
        };
        let parts =
            parts_of(&tree::to_value(&Node { span: 0..0, kind: NodeKind::Query(q.clone()) }, self.context));
        let mut names = Vec::new();
        query_expressions(q).for_each(|n| names_read(n, &mut names));
        let locals = names.iter().filter_map(|n| self.locals.get(n).map(|r| (*n, *r))).collect();
        let plan = self.code.queries.len() as u16;
        let (wheres, by, columns, order) = (parts.wheres, parts.by, parts.columns, parts.order);
        self.code.queries.push(Query { node: q.clone(), wheres, by, columns, order, has_limit, locals });
        self.emit(Op::Query { dst, plan, table, limit });
        Ok(())
    }
}

/// The arguments of a template's functional form, no longer quoted.
struct Parts {
    wheres: Value,
    by: Value,
    columns: Value,
    order: Option<Value>,
}

fn parts_of(tree: &Value) -> Parts {
    let part = |i: usize| if i < tree.count() { Some(unquote(&tree.at(i))) } else { None };
    let or_empty = |v: Option<Value>| v.unwrap_or_else(Value::empty_list);
    Parts { wheres: or_empty(part(2)), by: or_empty(part(3)), columns: or_empty(part(4)), order: part(6) }
}

/// What a constant of a parse tree stands for.
fn unquote(tree: &Value) -> Value {
    match tree {
        Value::List(l) if l.len() == 1 => l.get(0),
        Value::Vector(v) if v.ty == quarry_value::Type::Symbol && v.len() == 1 => v.get(0),
        other => other.clone(),
    }
}
