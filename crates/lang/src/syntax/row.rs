//! A row of terms as one node.
//!
//! Terms are nouns or verbs; a verb (an operator, an infix keyword, a function that an iterator derived) takes the noun on its
//! left and everything on its right, a noun takes everything on its right. So the row is read left to right and folded from the
//! right.
//!
//! A row that ends in a verb is a *train*: `2+` projects, `0|+` composes.

use super::Fault;
use super::node::{Node, NodeKind};
use super::parser::{Parsed, apply, constant, primitive};
use quarry_value::{Iter, Kind, Prim, Value};

/// A term of a row.
pub enum Term {
    Noun(Node),
    Verb(Node),
    /// `:`, `::` or `+:` after what it assigns to.
    Assign(Node),
}

impl Term {
    pub fn node(self) -> Node {
        match self {
            Term::Noun(n) | Term::Verb(n) | Term::Assign(n) => n,
        }
    }

    /// The node, and whether it is a verb.
    fn classed(self) -> (Node, bool) {
        let verb = matches!(self, Term::Verb(_));
        (self.node(), verb)
    }
}

/// A row of terms as one node, from the right. In k a verb with nothing on its left is unary.
pub fn fold(mut row: Vec<Term>, k: bool) -> Parsed<Node> {
    let last = row.pop().map(Term::classed);
    let Some((mut right, mut train)) = last else {
        return Err(Fault::new("parse", 0));
    };
    // A verb at the end with a noun before it has no right side: it projects. What is derived is composed with a keyword.
    let composes = matches!(right.kind, NodeKind::Derived(..))
        && matches!(row.last(), Some(Term::Noun(f)) if is_keyword(f));
    if train && !composes && matches!(row.last(), Some(Term::Noun(_))) {
        row.push(Term::Verb(right));
        (right, train) = project(&mut row)?;
    } else if train && matches!(row.last(), Some(Term::Assign(_))) {
        train = false;
    } else if is_unary_operator(&right) && matches!(row.last(), Some(Term::Verb(_) | Term::Noun(_))) {
        train = true;
    }
    while let Some(term) = row.pop() {
        match term {
            Term::Assign(op) => {
                let place = row.pop().map_or_else(|| op.clone(), Term::node);
                right = apply(op, vec![place, right]);
                train = false;
            }
            Term::Verb(verb) => match row.pop() {
                // In k, `+:` has nothing to its left and everything to its right.
                Some(Term::Noun(left)) if k && is_unary_operator(&left) => {
                    row.push(Term::Noun(left));
                    right = if train { compose(unary(verb), right) } else { juxtapose(verb, right) };
                }
                Some(Term::Noun(left)) if train => right = compose(left_only(verb, left), right),
                Some(Term::Noun(left)) => right = apply(verb, vec![left, right]),
                _ if !k => return Err(no_left(&verb)),
                before => {
                    row.extend(before);
                    right = if train { compose(unary(verb), right) } else { juxtapose(verb, right) };
                }
            },
            Term::Noun(noun) if train => right = compose(noun, right),
            Term::Noun(noun) => right = juxtapose(noun, right),
        }
    }
    Ok(right)
}

/// `2+`, `count@`; and `f g::`, which ends a train without an argument.
fn project(row: &mut Vec<Term>) -> Parsed<(Node, bool)> {
    let verb = row.pop().map(Term::node);
    let left = row.pop().map(Term::node);
    match (left, verb) {
        (Some(left), Some(Node { kind: NodeKind::Const(v), .. })) if v.is_identity() => Ok((left, true)),
        (Some(left), Some(verb)) => Ok((left_only(verb, left), true)),
        _ => Err(Fault::new("parse", 0)),
    }
}

/// `2+`, `2+/`: a verb with its left argument alone. What is derived may take one argument, so that its right one
/// is elided.
fn left_only(verb: Node, left: Node) -> Node {
    let end = verb.span.end;
    let may_take_one =
        matches!(verb.kind, NodeKind::Derived(Iter::Each | Iter::Over | Iter::Scan | Iter::Prior, _));
    let elided = may_take_one.then_some(Node { span: end..end, kind: NodeKind::Elided });
    apply(verb, std::iter::once(left).chain(elided).collect())
}

/// A verb with nothing to take on its left. q has no unary operators: that is an error named after it, or after the
/// iterator that derives it (observed).
fn no_left(verb: &Node) -> Fault {
    let word = match &verb.kind {
        NodeKind::Derived(iter, _) => iter.text().to_string(),
        NodeKind::Const(Value::Prim(p)) => p.text().to_string(),
        _ => "parse".to_string(),
    };
    let detail = match name_that_takes_all(verb) {
        Some(name) => format!("_ belongs to the name {name}: a blank before _ makes it the operator"),
        None => "there is nothing on the left of this function".to_string(),
    };
    Fault::new(word, verb.span.start as usize).detail(detail)
}

/// A name at whose end `_` was perhaps meant to be the operator that is derived: `a_'b`.
fn name_that_takes_all(verb: &Node) -> Option<String> {
    match &verb.kind {
        NodeKind::Derived(_, f) => name_that_takes_all(f),
        NodeKind::Name(name) if name.bytes().ends_with(b"_") => Some(name.text().to_string()),
        _ => None,
    }
}

/// `f x`. An operator in parentheses takes its unary form: `(+)x` is `flip x`.
fn juxtapose(func: Node, right: Node) -> Node {
    apply(unary(func), vec![right])
}

/// `#:` and `1::`, but not `(#:)`, which is a noun.
fn is_unary_operator(node: &Node) -> bool {
    let operator =
        |p: &Prim| p.kind() == Kind::Unary && p.text().len() == node.span.len() && p.text().ends_with(':');
    matches!(&node.kind, NodeKind::Const(Value::Prim(p)) if operator(p))
}

/// `max`, as it is written. Source: KxSystems/nlp, `(max ,'/)`.
fn is_keyword(node: &Node) -> bool {
    let named = |p: &Prim| {
        p.kind() == Kind::Unary && p.row().keywords.iter().any(|word| word.len() == node.span.len())
    };
    matches!(&node.kind, NodeKind::Const(Value::Prim(p)) if named(p))
}

/// The unary form of an operator; any other function as it is.
fn unary(func: Node) -> Node {
    let unary = match &func.kind {
        NodeKind::Const(Value::Prim(p)) if p.kind() == Kind::Binary => {
            Prim::find(Kind::Unary, &format!("{}:", p.text()))
        }
        _ => None,
    };
    match unary {
        Some(p) => constant(func.span, Value::Prim(p)),
        None => func,
    }
}

/// `'[f;g]`
fn compose(f: Node, g: Node) -> Node {
    let each = constant(f.span.start..f.span.start, primitive(Kind::Iter, "'"));
    apply(each, vec![f, g])
}
