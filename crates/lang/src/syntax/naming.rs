//! The names of columns that are written without one.

use super::lexer::TokenKind;
use super::node::{Node, NodeKind};
use super::parser::{Parsed, Parser};
use quarry_value::{Kind, Sym, Value};
use std::collections::HashSet;

/// A column of a query or of a table in brackets.
pub struct Column {
    pub name: Sym,
    /// Was the name written?
    pub given: bool,
    pub expr: Node,
}

impl Parser<'_> {
    /// `name: expression`, or an expression alone; `name::` is the same (wp/columnar-database).
    pub(super) fn column(&mut self) -> Parsed<Column> {
        let given = match (self.kind(), self.kind_at(1)) {
            (Some(TokenKind::Name(name)), Some(TokenKind::Colon | TokenKind::ColonColon)) => Some(*name),
            _ => None,
        };
        self.at += if given.is_some() { 2 } else { 0 };
        let expr = self.expression()?;
        Ok(Column { name: given.unwrap_or_else(|| name_of(&expr)), given: given.is_some(), expr })
    }
}

/// The name that q gives to an expression, or `x`: that of the left argument of an arithmetic operator, of either
/// side of a comparison (inferred) or a fill, and of the last argument of any other function.
pub fn name_of(node: &Node) -> Sym {
    let mut node = node;
    loop {
        let inner = match &node.kind {
            NodeKind::Name(name) => return last_part(*name),
            NodeKind::Apply(func, args) if names_by_left(func) => match args.first() {
                Some(left) if names_by_either(func) && matches!(left.kind, NodeKind::Const(_)) => args.last(),
                left => left,
            },
            NodeKind::Apply(_, args) | NodeKind::List(args) => args.last(),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return Sym::new("x"),
        }
    }
}

/// `+ - * % & | ^ = < >`, and an assignment
fn names_by_left(func: &Node) -> bool {
    match &func.kind {
        NodeKind::Const(Value::Prim(p)) => p.kind() == Kind::Binary && "+-*%&|^=<>:".contains(p.text()),
        NodeKind::Const(Value::Composition(_)) => true,
        _ => false,
    }
}

/// `= < >` and their negations, and `^`: `update 0^price` changes `price` (KxSystems/kdb, taq/taq.q)
fn names_by_either(func: &Node) -> bool {
    match &func.kind {
        NodeKind::Const(Value::Prim(p)) => p.kind() == Kind::Binary && "=<>^".contains(p.text()),
        NodeKind::Const(Value::Composition(_)) => true,
        _ => false,
    }
}

/// `name` of `s.name`; the row number `i` names nothing.
fn last_part(name: Sym) -> Sym {
    let text = name.bytes();
    let start = text.iter().rposition(|&c| c == b'.').map_or(0, |at| at + 1);
    match &text[start..] {
        b"i" | b"" => Sym::new("x"),
        last => Sym::new(last),
    }
}

/// Columns under distinct names: a derived name that is taken gets a number.
pub fn distinct(columns: Vec<Column>) -> Vec<(Sym, Node)> {
    let mut taken: HashSet<Sym> = columns.iter().filter(|c| c.given).map(|c| c.name).collect();
    let mut free = |column: Column| {
        let mut name = column.name;
        let mut number = 0;
        while !column.given && !taken.insert(name) {
            number += 1;
            name = Sym::new([column.name.bytes(), number.to_string().as_bytes()].concat());
        }
        (name, column.expr)
    };
    columns.into_iter().map(&mut free).collect()
}
