//! Patterns: what the left of an assignment or a parameter asks of a value, read off an ordinary expression.

use super::Fault;
use super::node::{Node, NodeKind, Pattern};
use super::parser::Parsed;
use quarry_value::{Kind, Prim, Sym, Value};

/// The pattern that an expression stands for.
///
/// Errors: 'parse for one that stands for none.
pub fn of(node: &Node) -> Parsed<Pattern> {
    Ok(match &node.kind {
        NodeKind::Elided => Pattern::Empty,
        NodeKind::Name(name) => Pattern::Name(*name),
        NodeKind::Const(value) => Pattern::Const(value.clone()),
        NodeKind::List(items) => Pattern::List(items.iter().map(of).collect::<Parsed<_>>()?),
        NodeKind::Return(filter) => Pattern::Filter(Box::new(Pattern::Empty), filter.clone()),
        NodeKind::Apply(func, args) => applied(node, func, args)?,
        _ => return Err(none(node)),
    })
}

/// The pattern of a parameter, in which no place of a value is assigned to.
pub fn parameter(node: &Node) -> Parsed<Pattern> {
    let told = "parameters are names or patterns, divided by semicolons";
    let none = || Fault::new("parse", node.span.start as usize).detail(told);
    of(node).map_err(|_| none()).and_then(|p| if has_place(&p) { Err(none()) } else { Ok(p) })
}

fn has_place(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Index(..) => true,
        Pattern::Empty | Pattern::Const(_) | Pattern::Name(_) => false,
        Pattern::List(ps) => ps.iter().any(has_place),
        Pattern::Dict(k, v) => has_place(k) || has_place(v),
        Pattern::Flip(p) | Pattern::Filter(p, _) => has_place(p),
    }
}

fn applied(node: &Node, func: &Node, args: &[Node]) -> Parsed<Pattern> {
    if let NodeKind::Name(name) = func.kind {
        return Ok(Pattern::Index(name, args.to_vec()));
    }
    let NodeKind::Const(Value::Prim(prim)) = &func.kind else { return dict_with_gaps(node, func, args) };
    Ok(match (prim.kind(), prim.text(), args) {
        (Kind::Binary, ":", [place, filter]) => {
            Pattern::Filter(Box::new(of(place)?), Box::new(filter.clone()))
        }
        (Kind::Binary, "!", [keys, values]) => Pattern::Dict(Box::new(of(keys)?), Box::new(of(values)?)),
        (Kind::Binary, "!", [keys]) => Pattern::Dict(Box::new(of(keys)?), Box::new(Pattern::Empty)),
        (Kind::Unary, "enlist", items) => Pattern::List(items.iter().map(of).collect::<Parsed<_>>()?),
        (Kind::Unary, "+:", [columns]) => Pattern::Flip(Box::new(of(columns)?)),
        (Kind::Iter, "'", [dict, values]) => dict_with_gaps(node, dict, std::slice::from_ref(values))?,
        _ => return Err(none(node)),
    })
}

/// The names a pattern binds.
pub fn names(pattern: &Pattern, out: &mut Vec<Sym>) {
    match pattern {
        Pattern::Name(n) => out.push(*n),
        // An indexed assignment makes no variable.
        Pattern::Empty | Pattern::Const(_) | Pattern::Index(..) => {}
        Pattern::List(ps) => ps.iter().for_each(|p| names(p, out)),
        Pattern::Dict(k, v) => {
            names(k, out);
            names(v, out);
        }
        Pattern::Flip(p) | Pattern::Filter(p, _) => names(p, out),
    }
}

/// `([a:;b:x])` was read as a composition of `` `a`b!`` with a list that has gaps.
fn dict_with_gaps(node: &Node, func: &Node, args: &[Node]) -> Parsed<Pattern> {
    match (&func.kind, args) {
        (NodeKind::Apply(bang, keys), [values]) if is_bang(bang) && keys.len() == 1 => {
            Ok(Pattern::Dict(Box::new(of(&keys[0])?), Box::new(of(values)?)))
        }
        _ => Err(none(node)),
    }
}

fn is_bang(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Const(Value::Prim(p)) if Some(*p) == Prim::find(Kind::Binary, "!"))
}

fn none(node: &Node) -> Fault {
    Fault::new("parse", node.span.start as usize).detail("this is no pattern")
}
