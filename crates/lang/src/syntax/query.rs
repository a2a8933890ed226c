//! The qSQL templates: `select`, `exec`, `update`, `delete`.

use super::Fault;
use super::naming::{self, Column};
use super::node::{Node, NodeKind, QueryNode, QueryVerb};
use super::parser::{Ends, Parsed, Parser, primitive};
use quarry_value::{Kind, Sym, Value};
use std::sync::Arc;

/// The template that a word starts.
pub(super) fn verb(name: Sym) -> Option<QueryVerb> {
    Some(match name.bytes() {
        b"select" => QueryVerb::Select,
        b"exec" => QueryVerb::Exec,
        b"update" => QueryVerb::Update,
        b"delete" => QueryVerb::Delete,
        _ => return None,
    })
}

/// The bracket of `select[n;>c]`.
#[derive(Default)]
struct Limit {
    count: Option<Node>,
    order: Option<(Value, Node)>,
}

impl Parser<'_> {
    /// A whole template; the next token is its verb.
    pub(super) fn query(&mut self, verb: QueryVerb) -> Parsed<Node> {
        let outer = self.ends;
        let start = self.place();
        self.at += 1;
        let limit = if verb == QueryVerb::Select { self.limit()? } else { Limit::default() };
        let distinct = verb == QueryVerb::Select && self.is_word("distinct");
        self.at += distinct as usize;

        // `where` is a function here, whatever is around this query.
        self.ends = Ends { comma: true, by: true, from: true, filter: false };
        let mut columns = self.masked(Self::columns)?;
        let by = if self.is_word("by") { Some(self.group()?) } else { None };
        if let (true, Some(_), Some(first)) = (distinct, &by, columns.first_mut()) {
            take_distinct(first);
        }
        if !self.is_word("from") {
            return self.fail("from");
        }
        self.at += 1;
        self.ends = Ends { filter: true, ..outer };
        let table = self.expression()?;
        if matches!(table.kind, NodeKind::Elided) {
            return self.fail("from");
        }
        self.ends = Ends { comma: true, ..outer };
        let filters = if self.is_word("where") { self.filters()? } else { Vec::new() };
        self.ends = outer;
        let end = filters.last().map_or(table.span.end, |f| f.span.end);

        let (columns, bare) = if verb == QueryVerb::Delete { to_delete(columns) } else { named(columns) };
        let bare_by = by.as_ref().is_some_and(|b| b.len() == 1 && !b[0].given);
        let by = by.map(|b| named(b).0);
        // One column of `exec` without a name has none in the answer.
        let nameless = verb == QueryVerb::Delete || verb == QueryVerb::Exec && bare;
        let shown = if nameless { &[] } else { &columns[..] };
        collide(shown, by.as_deref(), start)?;
        let Limit { count, order } = limit;
        let node =
            QueryNode { verb, distinct, limit: count, order, columns, by, table, filters, bare, bare_by };
        Ok(Node { span: start..end, kind: NodeKind::Query(Arc::new(node)) })
    }

    fn group(&mut self) -> Parsed<Vec<Column>> {
        self.at += 1;
        self.masked(Self::columns)
    }

    fn filters(&mut self) -> Parsed<Vec<Node>> {
        self.at += 1;
        self.masked(|p| {
            let mut filters = Vec::new();
            loop {
                filters.push(p.expression()?);
                if !p.is_operator(",") {
                    return Ok(filters);
                }
                p.at += 1;
            }
        })
    }

    /// Columns with commas between them, with or without a name.
    fn columns(&mut self) -> Parsed<Vec<Column>> {
        let mut columns = Vec::new();
        loop {
            let column = self.column()?;
            let empty = matches!(column.expr.kind, NodeKind::Elided);
            if empty && columns.is_empty() && !self.is_operator(",") {
                return Ok(columns);
            }
            if empty {
                return self.fail("parse");
            }
            columns.push(column);
            if !self.is_operator(",") {
                return Ok(columns);
            }
            self.at += 1;
        }
    }

    fn limit(&mut self) -> Parsed<Limit> {
        let mut limit = Limit::default();
        if !self.is_open(b'[') {
            return Ok(limit);
        }
        self.bracketed(b'[', |p| {
            if !p.starts_order() {
                limit.count = Some(p.expression()?);
                if !p.is_semi() {
                    return Ok(());
                }
                p.at += 1;
            }
            let ascending = p.is_operator("<");
            if !p.starts_order() {
                return p.fail("parse");
            }
            p.at += 1;
            let sort = primitive(Kind::Unary, if ascending { "<:" } else { ">:" });
            limit.order = Some((sort, p.masked(|p| p.expression())?));
            Ok(())
        })?;
        Ok(limit)
    }

    fn starts_order(&self) -> bool {
        self.is_operator("<") || self.is_operator(">")
    }
}

/// `select distinct c by …`: with groups it is the first column's items that are distinct, not the rows of the answer
/// (kb/programming-examples, wp/disaster-floods).
fn take_distinct(column: &mut Column) {
    let span = column.expr.span.clone();
    let func = Node { span: span.clone(), kind: NodeKind::Const(primitive(Kind::Unary, "?:")) };
    let expr = std::mem::replace(&mut column.expr, Node { span: span.clone(), kind: NodeKind::Elided });
    column.expr = Node { span, kind: NodeKind::Apply(Box::new(func), vec![expr]) };
}

/// What `delete` lists are columns of the table: a name stands for itself.
fn to_delete(columns: Vec<Column>) -> (Vec<(Sym, Node)>, bool) {
    let itself = |c: Column| match c.expr.kind {
        NodeKind::Name(name) if !c.given => (name, c.expr),
        _ => (c.name, c.expr),
    };
    (columns.into_iter().map(itself).collect(), false)
}

/// Columns under their final names, and whether there was one without a name.
fn named(columns: Vec<Column>) -> (Vec<(Sym, Node)>, bool) {
    let bare = columns.len() == 1 && !columns[0].given;
    (naming::distinct(columns), bare)
}

/// Names given twice, or both to a column and to a group.
fn collide(columns: &[(Sym, Node)], by: Option<&[(Sym, Node)]>, start: u32) -> Parsed<()> {
    let mut seen = std::collections::HashSet::new();
    let all = by.unwrap_or_default().iter().chain(columns);
    match all.map(|c| c.0).find(|name| !seen.insert(*name)) {
        Some(name) => {
            let word = format!("dup names for cols/groups {}", name.text());
            Err(Fault::new(word, start as usize))
        }
        None => Ok(()),
    }
}
