//! Query templates: their functional form, and the locals they mention.

use super::Compiler;
use super::names::{names_read, query_expressions};
use crate::syntax::node::{Node, NodeKind, QueryNode};
use crate::syntax::tree;
use crate::vm::code::*;
use quarry_value::{Result, Value};
use std::sync::{Arc, OnceLock};

impl Compiler<'_> {
    pub(super) fn query(&mut self, q: &Arc<QueryNode>, dst: Reg) -> Result<()> {
        let has_limit = q.limit.is_some();
        let limit = match &q.limit {
            Some(n) => self.stable(n, &[&q.table])?,
            None => self.constant(Value::identity()),
        };
        let table = self.expr(&q.table)?;
        let phrases = phrases(&tree::template(q, self.context));
        let mut names = Vec::new();
        query_expressions(q).for_each(|n| names_read(n, &mut names));
        let locals = names.iter().filter_map(|n| self.locals.get(n).map(|r| (*n, *r))).collect();
        let has_subquery = query_expressions(q).any(has_query);
        let plan = self.code.queries.len() as u16;
        let known = OnceLock::new();
        self.code.queries.push(Query { node: q.clone(), phrases, known, has_limit, has_subquery, locals });
        self.emit(Op::Query { dst, plan, table, limit });
        Ok(())
    }
}

/// Is there a template in an expression, lambdas left out?
fn has_query(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Query(_)) || node.children().any(has_query)
}

/// The phrases of a functional form.
fn phrases(form: &Value) -> Phrases {
    let part = |i: usize| if i < form.count() { Some(unquote(&form.at(i))) } else { None };
    let or_empty = |v: Option<Value>| v.unwrap_or_else(Value::empty_list);
    Phrases { wheres: or_empty(part(2)), by: or_empty(part(3)), columns: or_empty(part(4)), order: part(6) }
}

/// What a constant of a parse tree stands for.
fn unquote(tree: &Value) -> Value {
    match tree {
        Value::List(l) if l.len() == 1 => l.get(0),
        Value::Vector(v) if v.ty == quarry_value::Type::Symbol && v.len() == 1 => v.get(0),
        other => other.clone(),
    }
}
