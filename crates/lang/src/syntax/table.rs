//! Tables and dictionaries in brackets: `([]a:1 2;b:3 4)`, `([k:1 2]v:3 4)`, `([a:1;b:2])`.
//!
//! They are shorthand for applications of `flip` and `!`, which is also what `parse` shows.

use super::naming::{self, Column};
use super::node::{Node, NodeKind, Span};
use super::parser::{Parsed, Parser, constant, primitive};
use quarry_value::{Kind, Sym, Value};

impl Parser<'_> {
    /// The next tokens are `(` and `[`.
    pub(super) fn table_or_dict(&mut self) -> Parsed<Node> {
        let (node, span) = self.bracketed(b'(', |p| {
            let (keys, span) = p.bracketed(b'[', |p| p.entries(b']'))?;
            if p.is_close(b')') {
                return Ok(dictionary(keys, span));
            }
            // A semicolon after the keys is one more separator.
            p.at += p.is_semi() as usize;
            let start = p.place();
            let columns = p.entries(b')')?;
            let table = table(columns, start..p.place());
            if keys.is_empty() {
                return Ok(table);
            }
            let keys = super::table::table(keys, span.clone());
            Ok(binary("!", span, keys, table))
        })?;
        Ok(Node { span, kind: node.kind })
    }

    /// `a:x;b:y` up to `close`; none at all when there is nothing.
    fn entries(&mut self, close: u8) -> Parsed<Vec<Column>> {
        let mut entries = Vec::new();
        loop {
            let entry = self.column()?;
            let empty = !entry.given && matches!(entry.expr.kind, NodeKind::Elided);
            // Where the text ends, the bracket that is open is what is wrong.
            if empty && (self.kind().is_none() || entries.is_empty() && self.is_close(close)) {
                return Ok(entries);
            }
            if empty {
                return self.fail("parse");
            }
            entries.push(entry);
            if !self.is_semi() {
                return Ok(entries);
            }
            self.at += 1;
        }
    }
}

/// Names as a constant, and the values as a list.
fn split(entries: Vec<Column>, span: &Span) -> (Node, Node) {
    let (names, values): (Vec<Sym>, Vec<Node>) = naming::distinct(entries).into_iter().unzip();
    let kind = if values.is_empty() { NodeKind::Const(Value::empty_list()) } else { NodeKind::List(values) };
    (constant(span.clone(), Value::syms(names)), Node { span: span.clone(), kind })
}

fn table(columns: Vec<Column>, span: Span) -> Node {
    let (names, values) = split(columns, &span);
    let dict = binary("!", span.clone(), names, values);
    let flip = constant(span.clone(), primitive(Kind::Unary, "+:"));
    Node { span, kind: NodeKind::Apply(Box::new(flip), vec![dict]) }
}

/// With values left out it is a function that takes them: `!` of the names composed with the list.
fn dictionary(entries: Vec<Column>, span: Span) -> Node {
    let gaps = entries.iter().any(|e| matches!(e.expr.kind, NodeKind::Elided));
    let (names, values) = split(entries, &span);
    if !gaps {
        return binary("!", span, names, values);
    }
    let bang = constant(span.clone(), primitive(Kind::Binary, "!"));
    let each = constant(span.clone(), primitive(Kind::Iter, "'"));
    let enkey = Node { span: span.clone(), kind: NodeKind::Apply(Box::new(bang), vec![names]) };
    Node { span, kind: NodeKind::Apply(Box::new(each), vec![enkey, values]) }
}

fn binary(op: &str, span: Span, x: Node, y: Node) -> Node {
    let op = constant(span.clone(), primitive(Kind::Binary, op));
    Node { span, kind: NodeKind::Apply(Box::new(op), vec![x, y]) }
}
