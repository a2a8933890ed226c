//! The names of columns that are written without one.

use super::lexer::TokenKind;
use super::node::{Node, NodeKind};
use super::parser::{Parsed, Parser};
use quarry_value::Sym;
use std::collections::HashSet;

/// A column of a query or of a table in brackets.
pub struct Column {
    pub name: Sym,
    /// Was the name written?
    pub given: bool,
    pub expr: Node,
}

impl Parser<'_> {
    /// `name: expression`, or an expression alone.
    pub(super) fn column(&mut self) -> Parsed<Column> {
        let given = match (self.kind(), self.kind_at(1)) {
            (Some(TokenKind::Name(name)), Some(TokenKind::Colon)) => Some(*name),
            (Some(TokenKind::Name(_)), Some(TokenKind::ColonColon)) => return self.fail("parse"),
            _ => None,
        };
        self.at += if given.is_some() { 2 } else { 0 };
        let expr = self.expression()?;
        Ok(Column { name: given.unwrap_or_else(|| name_of(&expr)), given: given.is_some(), expr })
    }
}

/// The name that q gives to an expression: that of its leftmost argument, or `x`.
pub fn name_of(node: &Node) -> Sym {
    let mut node = node;
    loop {
        node = match &node.kind {
            NodeKind::Name(name) => return last_part(*name),
            NodeKind::Apply(_, args) if !args.is_empty() => &args[0],
            NodeKind::List(items) if !items.is_empty() => &items[0],
            _ => return Sym::new("x"),
        };
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
