//! Applications: primitives, early paths for scalars, the pipeline, calls.

use super::assign::amended_by;
use super::{Compiler, Place, Scope, is_elided, names};
use crate::syntax::node::{Node, NodeKind};
use crate::vm::code::*;
use crate::vm::fuse;
use quarry_value::{Error, Kind, Prim, Result, Sym, Value};

impl Compiler<'_> {
    pub(super) fn application(&mut self, f: &Node, args: &[Node], dst: Reg) -> Result<()> {
        // A caret points at the function, of a derived one at the iterator. Functions made up by the parser have no place of their
        // own.
        if !f.span.is_empty() {
            self.span = f.span.clone();
            if let NodeKind::Derived(iter, _) = &f.kind {
                // Parentheses around it are part of the node.
                let text =
                    self.code.source.get(f.span.start as usize..f.span.end as usize).unwrap_or_default();
                let end = text.len() - text.iter().rev().take_while(|c| b") \n".contains(c)).count();
                if text[..end].ends_with(iter.text().as_bytes()) {
                    self.span.start += (end - iter.text().len()) as u32;
                }
            }
        }
        match &f.kind {
            NodeKind::Control(c) => return self.control(*c, args, dst),
            NodeKind::Assigner(op) if args.len() == 2 => {
                return self.assign(&args[0], Some(op), &args[1], dst);
            }
            NodeKind::Const(Value::Prim(p)) => {
                let whole = !args.iter().any(is_elided);
                match (p.kind(), p.text(), args.len()) {
                    (Kind::Binary, ":", 2) if whole => return self.assign(&args[0], None, &args[1], dst),
                    (Kind::Unary, "::", 2) => return self.assign_global(&args[0], &args[1], dst),
                    (Kind::Binary, "$", 3..) => return self.cond(args, dst),
                    (Kind::Binary, ":", 3..) => return self.pattern_cond(args, dst),
                    // What is made of a variable lies where that is.
                    (Kind::Binary, "@" | ".", 4)
                        if let NodeKind::Name(name) = args[0].kind
                            && self.is_local(name, dst)
                            && let Some(change) = amended_by(name, f, args) =>
                    {
                        return self.amend(Target::Local(dst), &change, dst);
                    }
                    (Kind::Unary, _, 1) if whole => return self.unary(*p, &args[0], dst),
                    (Kind::Binary, _, 2) if whole => return self.binary(*p, args, dst),
                    _ => {}
                }
            }
            NodeKind::Const(v) => {
                if let (Some(op), [x, y]) = (Quick::of_composition(v), args)
                    && !is_elided(x)
                    && !is_elided(y)
                {
                    return self.quick(op, x, y, dst);
                }
            }
            _ => {}
        }
        self.call(f, args, dst)
    }

    /// Is a register that of a local variable?
    fn is_local(&mut self, name: Sym, r: Reg) -> bool {
        matches!(self.variable(name), Place::Local(own) if own == r)
    }

    pub(super) fn unary(&mut self, prim: Prim, x: &Node, dst: Reg) -> Result<()> {
        if self.fuse(prim, std::slice::from_ref(x), dst)? {
            return Ok(());
        }
        let o = self.expr(x)?;
        let is_count = prim.row().keywords.contains(&"count");
        self.emit(if is_count { Op::Length { dst, prim, x: o } } else { Op::Unary { dst, prim, x: o } });
        self.release(o, dst);
        Ok(())
    }

    pub(super) fn binary(&mut self, prim: Prim, args: &[Node], dst: Reg) -> Result<()> {
        if self.fuse(prim, args, dst)? {
            return Ok(());
        }
        if let Some(op) = Quick::of(prim) {
            return self.quick(op, &args[0], &args[1], dst);
        }
        let y = self.stable(&args[1], &[&args[0]])?;
        let x = self.expr(&args[0])?;
        self.emit(Op::Binary { dst, prim, x, y });
        self.release(x, dst);
        self.release(y, dst);
        Ok(())
    }

    /// An operation that has an early path for scalars; globals are read by the instruction itself where nothing
    /// that is evaluated in between could change them.
    pub(super) fn quick(&mut self, op: Quick, x: &Node, y: &Node, dst: Reg) -> Result<()> {
        let (a, b) = self.operands(x, y)?;
        self.emit(quick_op(dst, op, a, b));
        if may_share(y) {
            self.release(b, dst);
        }
        Ok(())
    }

    pub(super) fn operands(&mut self, x: &Node, y: &Node) -> Result<(Operand, Operand)> {
        let x_is_plain = matches!(x.kind, NodeKind::Name(_) | NodeKind::Const(_));
        let b = match self.global_operand(y).filter(|_| x_is_plain) {
            Some(o) => o,
            None => self.stable(y, &[x])?,
        };
        let a = match self.global_operand(x) {
            Some(o) => o,
            None => self.expr(x)?,
        };
        Ok((a, b))
    }

    /// The operand for a plain global.
    pub(super) fn global_operand(&mut self, node: &Node) -> Option<Operand> {
        let NodeKind::Name(name) = node.kind else { return None };
        let Place::Cell(cell) = self.place(name) else { return None };
        self.note_global(cell);
        let at = self.code.cells.iter().position(|c| *c == cell).unwrap_or_else(|| {
            self.code.cells.push(cell);
            self.code.cells.len() - 1
        });
        (at <= LIMIT).then_some(GLOBAL | at as u16)
    }

    /// A temporary may share the value of a variable, as what `key d` answers does: lets go of it, so that the variable can
    /// change in place.
    pub(super) fn release(&mut self, o: Operand, dst: Reg) {
        let is_local = |r: Reg| (r as usize) < self.code.names.len();
        if o & (CONSTANT | GLOBAL) == 0 && o != dst && !is_local(o) {
            self.emit(Op::Release { first: o, n: 1 });
        }
    }

    /// Emits a fused form of `prim` over `args` with the ordinary form behind it; false when it is not worth it.
    pub(super) fn fuse(&mut self, prim: Prim, args: &[Node], dst: Reg) -> Result<bool> {
        let Some(found) = fuse::find(prim, args) else { return Ok(false) };
        let n = found.leaves.len();
        let first = self.temps(n)?;
        for (i, leaf) in found.leaves.iter().enumerate() {
            self.into(leaf, first + i as Reg)?;
        }
        let plan = self.code.fused.len() as u16;
        self.code.fused.push(Fused { plan: found.plan, to: 0 });
        self.emit(Op::Fused { dst, plan, first, n: n as u8 });
        let operands =
            found.args.iter().rev().map(|t| self.ordinary(t, first)).collect::<Result<Vec<Operand>>>()?;
        match operands[..] {
            [x] => self.emit(Op::Unary { dst, prim, x }),
            [y, x] => self.emit(binary_op(dst, prim, x, y)),
            _ => return Err(Error::new("rank")),
        }
        self.code.fused[plan as usize].to = self.here();
        self.emit(Op::Release { first, n: n as u8 });
        Ok(true)
    }

    /// The ordinary instructions of a fused expression, over its leaves in registers from `first`.
    fn ordinary(&mut self, tree: &fuse::Tree, first: Reg) -> Result<Operand> {
        match tree {
            fuse::Tree::Leaf(i) => Ok(first + *i as Reg),
            fuse::Tree::Const(v) => Ok(self.constant(v.clone())),
            fuse::Tree::Unary(prim, x) => {
                let x = self.ordinary(x, first)?;
                let dst = self.temp()?;
                self.emit(Op::Unary { dst, prim: *prim, x });
                Ok(dst)
            }
            fuse::Tree::Binary(prim, x, y) => {
                let y = self.ordinary(y, first)?;
                let x = self.ordinary(x, first)?;
                let dst = self.temp()?;
                self.emit(binary_op(dst, *prim, x, y));
                Ok(dst)
            }
            fuse::Tree::Apply(f, x) => {
                let x = self.ordinary(x, first)?;
                let f = self.ordinary(f, first)?;
                let dst = self.temp()?;
                self.emit(Op::Apply { dst, f, first: x, n: 1 });
                Ok(dst)
            }
        }
    }

    pub(super) fn call(&mut self, f: &Node, args: &[Node], dst: Reg) -> Result<()> {
        let first = match args {
            // f[] applies f to `::`.
            [only] if is_elided(only) => {
                let r = self.temp()?;
                let from = self.constant(Value::identity());
                self.emit(Op::Move { dst: r, from });
                r
            }
            _ => self.arguments(args)?,
        };
        if args.len() > u8::MAX as usize {
            return Err(Error::new("rank"));
        }
        let n = args.len() as u8;
        if self.scope == Scope::Function && names::calls_this(f, args) {
            self.emit(Op::ApplyThis { dst, first, n });
            return Ok(());
        }
        let global = match &f.kind {
            NodeKind::Name(name) => match self.place(*name) {
                Place::Cell(cell) => Some(cell),
                _ => None,
            },
            _ => None,
        };
        if let (Some(cell), false) = (global, args.iter().any(is_elided)) {
            self.note_global(cell);
            self.emit(Op::ApplyGlobal { dst, cell, first, n });
            return Ok(());
        }
        let f = self.expr(f)?;
        self.emit(Op::Apply { dst, f, first, n });
        if global.is_some() && f != dst {
            // What comes next may change the global, in place when nobody else holds it.
            let from = self.nothing();
            self.emit(Op::Move { dst: f, from });
        }
        Ok(())
    }
}

/// May what a node answers be the value of a variable, or a part of it?
fn may_share(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Name(_) => true,
        NodeKind::Apply(f, args) => {
            let shares = |p: &Prim| p.kind() == Kind::Unary && matches!(p.text(), "!:" | ".:" | "+:");
            args.len() == 1 && matches!(&f.kind, NodeKind::Const(Value::Prim(p)) if shares(p))
        }
        _ => false,
    }
}

/// An operator whose assignment gains nothing from changing its variable in place (`,` does).
pub(super) fn plain_operator(f: &Node) -> Option<Prim> {
    match &f.kind {
        NodeKind::Const(Value::Prim(p)) if p.kind() == Kind::Binary && !matches!(p.text(), "," | ":") => {
            Some(*p)
        }
        _ => None,
    }
}

pub(super) fn quick_op(dst: Reg, op: Quick, x: Operand, y: Operand) -> Op {
    let global = |o: Operand| o & CONSTANT == 0 && o & GLOBAL != 0;
    if global(x) || global(y) { Op::QuickGlobal { dst, op, x, y } } else { Op::Quick { dst, op, x, y } }
}

pub(super) fn binary_op(dst: Reg, prim: Prim, x: Operand, y: Operand) -> Op {
    match Quick::of(prim) {
        Some(op) => quick_op(dst, op, x, y),
        None => Op::Binary { dst, prim, x, y },
    }
}
