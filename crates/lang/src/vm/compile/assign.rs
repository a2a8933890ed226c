//! Assignments: plain, through operators and indexes, global, and by pattern.

use super::apply::{binary_op, plain_operator, quick_op};
use super::{Compiler, Place, Scope, is_elided, is_prim, pattern_of};
use crate::syntax::node::{Node, NodeKind, Span};
use crate::vm::code::*;
use crate::vm::globals::qualify;
use crate::vm::quick::Quick;
use quarry_value::{Error, Kind, Prim, Result, Sym, Value};

impl Compiler<'_> {
    pub(super) fn target(&mut self, name: Sym) -> (Option<Target>, Vec<Sym>) {
        match self.variable(name) {
            Place::Local(r) => (Some(Target::Local(r)), Vec::new()),
            Place::Cell(c) => (Some(Target::Global(c)), Vec::new()),
            Place::Name(_) | Place::Word(_) => {
                let text = name.bytes();
                let parts: Vec<&[u8]> = text.split(|&c| c == b'.').collect();
                if text.starts_with(b".") || parts.len() < 2 || parts[0].is_empty() {
                    return (None, Vec::new());
                }
                let inside = parts[1..].iter().map(Sym::new).collect();
                // A dotted name is a global's, also where a local has the name before the dot.
                let cell = self.cells.cell(qualify(self.context, Sym::new(parts[0])));
                (cell.map(Target::Global), inside)
            }
        }
    }

    /// `x:y`, `x[i]:y`, `x f:y`, `x[i]f:y`.
    pub(super) fn assign(&mut self, x: &Node, f: Option<&Node>, y: &Node, dst: Reg) -> Result<()> {
        match (&x.kind, f) {
            (NodeKind::Name(name), None) => self.assign_name(*name, y, dst),
            (NodeKind::Name(name), Some(op)) => match plain_operator(op) {
                Some(prim) if self.is_plain(*name) && !self.is_fresh(*name) => {
                    self.assign_through(*name, prim, y, dst)
                }
                _ if self.target(*name).0.is_none() => self.assign_word(*name, x, op, y, dst),
                _ => self.assign_at(*name, &[], f, y, dst),
            },
            (NodeKind::Apply(v, indexes), _) if matches!(v.kind, NodeKind::Name(_)) => {
                let NodeKind::Name(name) = v.kind else { unreachable!("guarded") };
                self.assign_at(name, indexes, f, y, dst)
            }
            (_, None) => {
                let Some(pattern) = pattern_of(x) else {
                    return Err(Error::new("assign")
                        .detail("the left of an assignment must be a name, an indexed name or a pattern"));
                };
                self.into(y, dst)?;
                self.bind(&pattern, dst, dst)
            }
            _ => Err(Error::new("assign")),
        }
    }

    /// Is this a variable that has a place of its own?
    fn is_plain(&mut self, name: Sym) -> bool {
        match self.variable(name) {
            Place::Local(_) => true,
            Place::Cell(_) => !stored_by_name(name),
            Place::Name(_) | Place::Word(_) => !name.bytes().contains(&b'.'),
        }
    }

    /// Is this a global that has no value yet? What assigns through an operator makes one of the operator's identity.
    fn is_fresh(&mut self, name: Sym) -> bool {
        matches!(self.variable(name), Place::Cell(_))
            && self.cells.value(qualify(self.context, name)).is_none()
    }

    fn assign_name(&mut self, name: Sym, y: &Node, dst: Reg) -> Result<()> {
        match self.variable(name) {
            Place::Cell(_) if stored_by_name(name) => {
                self.into(y, dst)?;
                let name = qualify(self.context, name);
                self.emit(Op::StoreName { name, from: dst });
            }
            Place::Local(r) => {
                self.into(y, r)?;
                if dst != r {
                    self.emit(Op::Move { dst, from: r });
                }
            }
            Place::Cell(cell)
                if !self.is_fresh(name)
                    && let Some((prim, f, more)) = joined_to(name, y) =>
            {
                let y = self.expr(more)?;
                self.span = f.span.clone();
                self.note_global(cell);
                self.emit(Op::JoinTo { dst, prim, cell, y });
            }
            Place::Cell(cell)
                if !self.is_fresh(name)
                    && let Some(change) = amended(name, y) =>
            {
                self.note_global(cell);
                self.amend(Target::Global(cell), &change, dst)?;
                self.emit(Op::Load { dst, cell });
            }
            Place::Cell(cell) => {
                self.into(y, dst)?;
                self.note_global(cell);
                self.emit(Op::Store { cell, from: dst });
            }
            Place::Name(_) | Place::Word(_) => {
                let name = qualify(self.context, name);
                self.into(y, dst)?;
                self.emit(Op::StoreName { name, from: dst });
            }
        }
        Ok(())
    }

    /// `.z.pd,:y`: a name that the system keeps is read, changed by `.[x;();f;y]`, and set as a whole.
    fn assign_word(&mut self, name: Sym, x: &Node, op: &Node, y: &Node, dst: Reg) -> Result<()> {
        let span = x.span.start..y.span.end;
        let constant = |value| Node { span: op.span.clone(), kind: NodeKind::Const(value) };
        let amend = Prim::find(Kind::Binary, ".").unwrap_or(Prim::IDENTITY);
        let args = vec![x.clone(), constant(Value::empty_list()), op.clone(), y.clone()];
        let value = NodeKind::Apply(Box::new(constant(Value::Prim(amend))), args);
        self.assign_name(name, &Node { span, kind: value }, dst)
    }

    /// `x+:y` of a plain name and an operator that makes a new value anyway: as `x:x+y`.
    fn assign_through(&mut self, name: Sym, prim: Prim, y: &Node, dst: Reg) -> Result<()> {
        let place = self.variable(name);
        let y = self.expr(y)?;
        match (place, Quick::of(prim)) {
            (Place::Local(r), _) => {
                self.emit(binary_op(r, prim, r, y));
                if dst != r {
                    self.emit(Op::Move { dst, from: r });
                }
            }
            (Place::Cell(cell), Some(op)) => {
                let node = Node { span: 0..0, kind: NodeKind::Name(name) };
                let Some(x) = self.global_operand(&node) else { return Err(Error::new("limit")) };
                self.emit(quick_op(dst, op, x, y));
                self.emit(Op::Store { cell, from: dst });
            }
            (Place::Cell(cell), None) => {
                self.note_global(cell);
                let x = self.temp()?;
                self.emit(Op::Load { dst: x, cell });
                self.emit(Op::Binary { dst, prim, x, y });
                self.emit(Op::Release { first: x, n: 1 });
                self.emit(Op::Store { cell, from: dst });
            }
            (Place::Name(_) | Place::Word(_), _) => return Err(Error::text(name.bytes())),
        }
        Ok(())
    }

    fn assign_at(&mut self, name: Sym, indexes: &[Node], f: Option<&Node>, y: &Node, dst: Reg) -> Result<()> {
        let (Some(target), inside) = self.target(name) else {
            return Err(Error::text(name.bytes()).detail("this cannot be assigned through an index"));
        };
        let n = indexes.len();
        // Right to left: the value first, then the indexes, then the function.
        let later: Vec<&Node> = indexes.iter().collect();
        let mut value = self.stable(y, &later)?;
        if matches!(target, Target::Local(r) if r == value) {
            value = self.temp()?;
            self.into(y, value)?;
        }
        let first = self.temps(n)?;
        for (i, node) in indexes.iter().enumerate().rev() {
            if is_elided(node) {
                let from = self.constant(Value::identity());
                self.emit(Op::Move { dst: first + i as Reg, from });
            } else {
                self.into(node, first + i as Reg)?;
            }
        }
        let through = f.and_then(|f| match &f.kind {
            NodeKind::Const(Value::Prim(_)) if is_prim(f, Kind::Binary, ",") => Some(Through::Join),
            NodeKind::Const(Value::Prim(p)) => Quick::of(*p).map(|op| Through::Atomic(op.atomic())),
            _ => None,
        });
        let f = f.map(|f| self.expr(f)).transpose()?;
        let n = n as u16;
        let written = Written::Assigned;
        self.emit_assign(
            Assign { written, target, inside, first, n, f, through, y: value, wanted: true },
            dst,
        );
        Ok(())
    }

    fn emit_assign(&mut self, plan: Assign, dst: Reg) {
        let at = self.code.assigns.len() as u16;
        self.code.assigns.push(plan);
        self.emit(Op::Assign { dst, plan: at });
    }

    /// `x:@[x;i;f;y]` and `x:.[x;i;f;y]`: the variable becomes what they make of it. Nothing comes to `dst` that matters.
    pub(super) fn amend(&mut self, target: Target, change: &Amended, dst: Reg) -> Result<()> {
        let own = |o| matches!(target, Target::Local(r) if r == o);
        let mut y = self.stable(change.y, &change.indexes)?;
        if own(y) {
            y = self.temp()?;
            self.into(change.y, y)?;
        }
        let n = change.indexes.len();
        let first = self.temps(n)?;
        for (i, node) in change.indexes.iter().enumerate().rev() {
            self.into(node, first + i as Reg)?;
        }
        let is_set = change.f.text() == ":";
        let through = match change.f.text() {
            "," => Some(Through::Join),
            _ => Quick::of(change.f).map(|op| Through::Atomic(op.atomic())),
        };
        let f = (!is_set).then(|| self.constant(Value::Prim(change.f)));
        let dst = if own(dst) { self.temp()? } else { dst };
        self.span = change.span.clone();
        let (written, inside, n) = (change.written, Vec::new(), n as u16);
        self.emit_assign(Assign { written, target, inside, first, n, f, through, y, wanted: false }, dst);
        Ok(())
    }

    /// Is the last instruction but one that of [`Compiler::amend`]?
    pub(super) fn is_amended_before(&self) -> bool {
        let ops = &self.code.ops;
        matches!(ops.get(ops.len().wrapping_sub(2)), Some(Op::Assign { plan, .. })
            if self.code.assigns[*plan as usize].written != Written::Assigned)
    }

    /// `x::y`: the global, unless a local of that name hides it; a statement at the top level defines a view.
    pub(super) fn assign_global(&mut self, x: &Node, y: &Node, dst: Reg) -> Result<()> {
        let (name, indexes): (Sym, &[Node]) = match &x.kind {
            NodeKind::Name(n) => (*n, &[]),
            NodeKind::Apply(v, indexes) => match v.kind {
                NodeKind::Name(n) => (n, indexes),
                _ => return Err(Error::new("assign")),
            },
            _ => return Err(Error::new("assign")),
        };
        if !indexes.is_empty() {
            return self.assign_at(name, indexes, None, y, dst);
        }
        // Views are defined by text only, not by a parse tree, and by nothing within an expression.
        let is_statement = self.scope == Scope::Top && x.span.start == self.start;
        if is_statement && !self.code.source.is_empty() && !name.bytes().starts_with(b".") {
            // Whatever the namespace, it is in the root, and so is what it reads.
            let Some(cell) = self.cells.cell(name) else { return Err(Error::new("noupdate")) };
            let text =
                &self.code.source[y.span.start as usize..(y.span.end as usize).min(self.code.source.len())];
            let plan = self.code.views.len() as u16;
            let whole = self.code.source.clone();
            self.code.views.push(ViewPlan { source: text.to_vec(), text: whole, node: y.clone() });
            self.emit(Op::View { cell, plan });
            let from = self.constant(Value::identity());
            self.emit(Op::Move { dst, from });
            return Ok(());
        }
        self.assign_name(name, y, dst)
    }
}

/// The operator, its place and `y`, where `node` is `name,y` or `name upsert y`.
pub(super) fn joined_to(name: Sym, node: &Node) -> Option<(Prim, &Node, &Node)> {
    let NodeKind::Apply(f, args) = &node.kind else { return None };
    let NodeKind::Const(Value::Prim(prim)) = f.kind else { return None };
    if prim.kind() != Kind::Binary || !matches!(prim.text(), "," | "upsert") {
        return None;
    }
    match &args[..] {
        [Node { kind: NodeKind::Name(x), .. }, y] if *x == name && !is_elided(y) => Some((prim, f, y)),
        _ => None,
    }
}

/// What `@[name;i;f;y]` and `.[name;i;f;y]` do, `f` being an operator.
pub(super) struct Amended<'a> {
    written: Written,
    indexes: Vec<&'a Node>,
    f: Prim,
    y: &'a Node,
    span: Span,
}

/// See [`Amended`]; `None` where `node` is something else.
pub(super) fn amended(name: Sym, node: &Node) -> Option<Amended<'_>> {
    let NodeKind::Apply(verb, args) = &node.kind else { return None };
    amended_by(name, verb, args)
}

/// The same of what is applied to what.
pub(super) fn amended_by<'a>(name: Sym, verb: &Node, args: &'a [Node]) -> Option<Amended<'a>> {
    let [x, i, f, y] = args else { return None };
    let NodeKind::Const(Value::Prim(f)) = f.kind else { return None };
    let is_name = matches!(x.kind, NodeKind::Name(x) if x == name);
    if !is_name || is_elided(i) || is_elided(y) || f.kind() != Kind::Binary {
        return None;
    }
    let (written, indexes) = match &i.kind {
        _ if is_prim(verb, Kind::Binary, "@") => (Written::At, vec![i]),
        _ if !is_prim(verb, Kind::Binary, ".") => return None,
        NodeKind::List(items) if !items.iter().any(is_elided) => (Written::Dot, items.iter().collect()),
        _ => (Written::DotOf, vec![i]),
    };
    Some(Amended { written, indexes, f, y, span: verb.span.clone() })
}

/// May this be a namespace, or an entry of a dictionary that is a variable?
pub(super) fn stored_by_name(name: Sym) -> bool {
    name.bytes().starts_with(b".") && name.bytes().iter().filter(|c| **c == b'.').count() != 2
}
