//! What names a tree reads and assigns: which become locals, and which registers must be copied.

use crate::syntax::node::{Node, NodeKind, QueryNode};
use crate::syntax::pattern;
use quarry_value::{Kind, Sym};

use super::{is_elided, is_prim, pattern_of};

/// Does this node set a plain variable, so that a register read before it must be copied?
pub(super) fn assigns(node: &Node) -> bool {
    let sets = matches!(&node.kind, NodeKind::Apply(f, _)
        if is_prim(f, Kind::Binary, ":")
            || is_prim(f, Kind::Unary, "::")
            || matches!(f.kind, NodeKind::Assigner(_)));
    sets || node.children().any(assigns)
}

/// Adds the variables an expression reads, in the order in which it reads them, leaving out what nested lambdas read.
pub fn names_read(node: &Node, names: &mut Vec<Sym>) {
    match &node.kind {
        NodeKind::Name(n) if !names.contains(n) => names.push(*n),
        NodeKind::Query(q) => query_names(q, names),
        NodeKind::Apply(f, args) => args.iter().rev().chain([&**f]).for_each(|n| names_read(n, names)),
        NodeKind::List(items) => items.iter().rev().for_each(|n| names_read(n, names)),
        _ => node.children().for_each(|n| names_read(n, names)),
    }
}

/// Is it the name of the function itself?
pub(super) fn is_this(name: Sym) -> bool {
    name.bytes() == b".z.s"
}

/// Does an application apply the function itself to arguments that are all there?
pub(super) fn calls_this(f: &Node, args: &[Node]) -> bool {
    matches!(f.kind, NodeKind::Name(name) if is_this(name))
        && (args.len() == 1 || !args.iter().any(is_elided))
}

/// Does an expression read `.z.s` but to apply it? Nested lambdas have their own.
pub(super) fn holds_this(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Name(name) => is_this(*name),
        NodeKind::Apply(f, args) if calls_this(f, args) => args.iter().any(holds_this),
        NodeKind::Query(_) => {
            let mut names = Vec::new();
            names_read(node, &mut names);
            names.into_iter().any(is_this)
        }
        _ => node.children().any(holds_this),
    }
}

/// Adds the variables that a view depends on: what the phrases of a query read may be columns, and does not count.
pub fn dependencies(node: &Node, names: &mut Vec<Sym>) {
    match &node.kind {
        NodeKind::Name(n) if !names.contains(n) => names.push(*n),
        _ => node.children().for_each(|n| dependencies(n, names)),
    }
}

/// Adds the variables a query template mentions, its table's included.
fn query_names(q: &QueryNode, names: &mut Vec<Sym>) {
    names_read(&q.table, names);
    query_expressions(q).for_each(|n| names_read(n, names));
    q.limit.iter().for_each(|n| names_read(n, names));
}

pub(super) fn query_expressions(q: &QueryNode) -> impl Iterator<Item = &Node> {
    let by = q.by.iter().flatten().map(|b| &b.1);
    q.filters.iter().chain(by).chain(q.columns.iter().map(|c| &c.1)).chain(q.order.iter().map(|o| &o.1))
}

/// The names assigned anywhere in a function's own body.
pub(super) fn assigned_names(node: &Node, names: &mut Vec<Sym>) {
    match &node.kind {
        NodeKind::Apply(f, args) => {
            if is_prim(f, Kind::Binary, ":") && args.len() == 2 {
                if let Some(p) = pattern_of(&args[0]) {
                    pattern::names(&p, names);
                }
            }
            if is_prim(f, Kind::Binary, ":") && args.len() > 2 {
                let patterns = args[1..].chunks_exact(2).filter_map(|pair| pattern_of(&pair[0]));
                patterns.for_each(|p| pattern::names(&p, names));
            }
            assigned_names(f, names);
            args.iter().for_each(|n| assigned_names(n, names));
        }
        _ => node.children().for_each(|n| assigned_names(n, names)),
    }
}
