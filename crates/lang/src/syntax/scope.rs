//! Names that a lambda assigns as globals and then, further on, as locals: `{a::1;a:1}`.

use super::Fault;
use super::node::{LambdaNode, Node, NodeKind};
use super::parser::Parsed;
use super::pattern;
use quarry_value::{Kind, Prim, Sym, Value};
use std::collections::HashSet;

/// Errors: the name that was a global when the lambda makes a local of it.
/// Source: basics/debug.
pub fn check(lambda: &LambdaNode) -> Parsed<()> {
    let mut walk = Walk::default();
    let mut names = Vec::new();
    lambda.params.iter().for_each(|p| pattern::names(p, &mut names));
    walk.locals.extend(names);
    lambda.body.iter().try_for_each(|n| walk.visit(n))
}

/// What is known where one is, in the order of evaluation.
#[derive(Default)]
struct Walk {
    locals: HashSet<Sym>,
    globals: HashSet<Sym>,
}

impl Walk {
    fn visit(&mut self, node: &Node) -> Parsed<()> {
        match &node.kind {
            NodeKind::Apply(f, args) => self.application(f, args),
            NodeKind::List(items) => self.backwards(items),
            NodeKind::Sequence(items) => items.iter().try_for_each(|n| self.visit(n)),
            NodeKind::Derived(_, x) | NodeKind::Assigner(x) | NodeKind::Return(x) | NodeKind::Signal(x) => {
                self.visit(x)
            }
            NodeKind::Query(q) => q.limit.iter().chain([&q.table]).try_for_each(|n| self.visit(n)),
            _ => Ok(()),
        }
    }

    fn backwards(&mut self, nodes: &[Node]) -> Parsed<()> {
        nodes.iter().rev().try_for_each(|n| self.visit(n))
    }

    fn application(&mut self, f: &Node, args: &[Node]) -> Parsed<()> {
        match (operator(f), args) {
            (Some((Kind::Binary, ":")), [place, x]) => {
                self.visit(x)?;
                self.local(place)
            }
            (Some((Kind::Unary, "::")), [place, x]) => {
                self.visit(x)?;
                self.global(place);
                Ok(())
            }
            (Some((Kind::Binary, "$")), [_, _, _, ..]) => args.iter().try_for_each(|n| self.visit(n)),
            _ if matches!(f.kind, NodeKind::Control(_)) => args.iter().try_for_each(|n| self.visit(n)),
            _ => self.backwards(args).and_then(|()| self.visit(f)),
        }
    }

    fn local(&mut self, place: &Node) -> Parsed<()> {
        let mut names = Vec::new();
        pattern::of(place).iter().for_each(|p| pattern::names(p, &mut names));
        if let Some(name) = names.iter().find(|n| self.globals.contains(n)) {
            let at = place.span.start as usize;
            return Err(Fault::new(name.text(), at)
                .detail("it was assigned as a global before, and cannot become a local here"));
        }
        self.locals.extend(names);
        Ok(())
    }

    fn global(&mut self, place: &Node) {
        if let NodeKind::Name(name) = place.kind
            && !self.locals.contains(&name)
        {
            self.globals.insert(name);
        }
    }
}

fn operator(f: &Node) -> Option<(Kind, &'static str)> {
    match &f.kind {
        NodeKind::Const(Value::Prim(p)) => Some((Prim::kind(*p), Prim::text(*p))),
        _ => None,
    }
}
