//! From syntax trees to byte code.
//!
//! Arguments are evaluated right to left, the function last. Temporaries are registers above the locals,
//! allocated as a stack. An expression whose value is wanted in a register writes it there with its last
//! instruction only, so a variable keeps its old value until the new one is ready.

use crate::syntax::node::{Control, LambdaNode, Node, NodeKind, Pattern, QueryNode, Span};
use crate::syntax::tree;
use crate::vm::code::*;
use crate::vm::fuse;
use crate::vm::globals::{Cell, qualify};
use quarry_value::{Error, Kind, Lambda, Prim, Result, Sym, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Where the compiler finds the slots of globals.
pub trait Cells {
    /// The slot of a full name; `None` when there is none and none can be made (on a worker).
    fn cell(&mut self, name: Sym) -> Option<Cell>;
    /// Is there a value under this full name?
    fn is_set(&self, name: Sym) -> bool;
}

/// Compiles one statement of the console or of a script.
pub fn statement(node: &Node, source: Arc<[u8]>, context: Sym, cells: &mut dyn Cells) -> Result<Code> {
    let mut c = Compiler::new(source, context, cells, Scope::Top);
    c.body(std::slice::from_ref(node))?;
    c.finish()
}

/// Compiles a lambda's body.
pub fn lambda(node: &LambdaNode, source: Arc<[u8]>, context: Sym, cells: &mut dyn Cells) -> Result<Code> {
    let mut c = Compiler::new(source, context, cells, Scope::Function);
    c.parameters(&node.params)?;
    c.declare_all(&node.body)?;
    c.bind_parameters(&node.params)?;
    c.body(&node.body)?;
    c.finish()
}

/// Compiles an expression whose names are parameters: `Code::names` says in which order they are wanted.
pub fn expression(node: &Node, source: Arc<[u8]>, context: Sym, cells: &mut dyn Cells) -> Result<Code> {
    let mut c = Compiler::new(source, context, cells, Scope::Expression);
    let mut names = Vec::new();
    names_read(node, &mut names);
    for name in names {
        c.declare(name)?;
    }
    c.code.params = c.code.names.len();
    c.body(std::slice::from_ref(node))?;
    c.finish()
}

#[derive(PartialEq, Clone, Copy)]
enum Scope {
    /// Plain names are globals.
    Top,
    /// Parameters and assigned names are locals.
    Function,
    /// Every name is a parameter.
    Expression,
}

struct Compiler<'a> {
    cells: &'a mut dyn Cells,
    context: Sym,
    scope: Scope,
    code: Code,
    locals: HashMap<Sym, Reg>,
    /// The next free temporary.
    next: usize,
    span: Span,
}

/// What a plain name refers to.
enum Place {
    Local(Reg),
    Cell(Cell),
    Name(Sym),
}

fn is_prim(node: &Node, kind: Kind, text: &str) -> bool {
    matches!(&node.kind, NodeKind::Const(Value::Prim(p)) if p.kind() == kind && p.text() == text)
}

fn is_elided(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Elided)
}

/// Does this node set a plain variable, so that a register read before it must be copied?
fn assigns(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Apply(f, args) => {
            is_prim(f, Kind::Binary, ":")
                || is_prim(f, Kind::Unary, "::")
                || matches!(f.kind, NodeKind::Assigner(_))
                || assigns(f)
                || args.iter().any(assigns)
        }
        NodeKind::List(v) | NodeKind::Sequence(v) => v.iter().any(assigns),
        NodeKind::Derived(_, f) => assigns(f),
        NodeKind::Return(x) | NodeKind::Signal(x) => assigns(x),
        NodeKind::Query(q) => assigns(&q.table),
        _ => false,
    }
}

/// Adds the variables an expression reads, leaving out what nested lambdas read.
pub fn names_read(node: &Node, names: &mut Vec<Sym>) {
    let mut all = |nodes: &[Node]| nodes.iter().for_each(|n| names_read(n, names));
    match &node.kind {
        NodeKind::Name(n) => {
            if !names.contains(n) {
                names.push(*n);
            }
        }
        NodeKind::Apply(f, args) => {
            all(args);
            names_read(f, names);
        }
        NodeKind::List(v) | NodeKind::Sequence(v) => all(v),
        NodeKind::Derived(_, f) | NodeKind::Assigner(f) => names_read(f, names),
        NodeKind::Return(x) | NodeKind::Signal(x) => names_read(x, names),
        NodeKind::Query(q) => query_names(q, names),
        _ => {}
    }
}

/// Adds the variables that a view depends on: what the phrases of a query read may be columns, and does not count.
pub fn dependencies(node: &Node, names: &mut Vec<Sym>) {
    match &node.kind {
        NodeKind::Name(n) if !names.contains(n) => names.push(*n),
        NodeKind::Apply(f, args) => {
            args.iter().for_each(|n| dependencies(n, names));
            dependencies(f, names);
        }
        NodeKind::List(v) | NodeKind::Sequence(v) => v.iter().for_each(|n| dependencies(n, names)),
        NodeKind::Derived(_, f) | NodeKind::Assigner(f) => dependencies(f, names),
        NodeKind::Return(x) | NodeKind::Signal(x) => dependencies(x, names),
        NodeKind::Query(q) => dependencies(&q.table, names),
        _ => {}
    }
}

/// Adds the variables a query template mentions, its table's included.
fn query_names(q: &QueryNode, names: &mut Vec<Sym>) {
    names_read(&q.table, names);
    query_expressions(q).for_each(|n| names_read(n, names));
    q.limit.iter().for_each(|n| names_read(n, names));
}

fn query_expressions(q: &QueryNode) -> impl Iterator<Item = &Node> {
    let by = q.by.iter().flatten().map(|b| &b.1);
    q.filters.iter().chain(by).chain(q.columns.iter().map(|c| &c.1)).chain(q.order.iter().map(|o| &o.1))
}

/// The names a pattern binds.
pub fn pattern_names(pattern: &Pattern, names: &mut Vec<Sym>) {
    match pattern {
        Pattern::Name(n) => names.push(*n),
        Pattern::Empty | Pattern::Const(_) => {}
        Pattern::Index(n, _) => names.push(*n),
        Pattern::List(ps) => ps.iter().for_each(|p| pattern_names(p, names)),
        Pattern::Dict(k, v) => {
            pattern_names(k, names);
            pattern_names(v, names);
        }
        Pattern::Flip(p) | Pattern::Filter(p, _) => pattern_names(p, names),
    }
}

impl<'a> Compiler<'a> {
    fn new(source: Arc<[u8]>, context: Sym, cells: &'a mut dyn Cells, scope: Scope) -> Compiler<'a> {
        let code = Code { source, ..Code::default() };
        Compiler { cells, context, scope, code, locals: HashMap::new(), next: 0, span: 0..0 }
    }

    fn finish(mut self) -> Result<Code> {
        self.code.registers = self.code.registers.max(self.next).max(self.code.names.len());
        if self.code.registers > LIMIT || self.code.constants.len() > LIMIT {
            return Err(Error::new("limit").detail("too many locals or constants in one function"));
        }
        Ok(self.code)
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.spans.push(self.span.clone());
    }

    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    fn temp(&mut self) -> Result<Reg> {
        self.temps(1)
    }

    /// Consecutive free registers.
    fn temps(&mut self, n: usize) -> Result<Reg> {
        let first = self.next;
        self.next += n;
        self.code.registers = self.code.registers.max(self.next);
        if self.next > LIMIT {
            return Err(Error::new("limit").detail("expression needs too many registers"));
        }
        Ok(first as Reg)
    }

    fn constant(&mut self, value: Value) -> Operand {
        self.code.constants.push(value);
        // `finish` refuses more than LIMIT of them.
        CONSTANT | ((self.code.constants.len() - 1) & LIMIT) as u16
    }

    fn declare(&mut self, name: Sym) -> Result<Reg> {
        if let Some(&r) = self.locals.get(&name) {
            return Ok(r);
        }
        let r = self.temp()?;
        self.locals.insert(name, r);
        self.code.names.push(name);
        Ok(r)
    }

    fn parameters(&mut self, params: &[Pattern]) -> Result<()> {
        for (i, p) in params.iter().enumerate() {
            let name = match p {
                Pattern::Name(n) => *n,
                // A pattern's whole value has a register of its own, under a name no source can spell.
                _ => Sym::new(format!("[{i}]")),
            };
            if self.locals.contains_key(&name) {
                self.temp()?;
                self.code.names.push(name);
            } else {
                self.declare(name)?;
            }
        }
        self.code.params = params.len();
        Ok(())
    }

    fn bind_parameters(&mut self, params: &[Pattern]) -> Result<()> {
        for (i, p) in params.iter().enumerate() {
            if !matches!(p, Pattern::Name(_)) {
                self.bind(p, i as Reg, i as Operand)?;
            }
        }
        Ok(())
    }

    /// Names assigned in a function body become locals; so do those of patterns.
    fn declare_all(&mut self, body: &[Node]) -> Result<()> {
        let mut names = Vec::new();
        body.iter().for_each(|n| names_read(n, &mut names));
        if names.iter().any(|n| n.bytes() == b".z.s") {
            self.this_register();
        }
        names.clear();
        body.iter().for_each(|n| assigned_names(n, &mut names));
        for n in names {
            if !n.bytes().contains(&b'.') {
                self.declare(n)?;
            }
        }
        Ok(())
    }

    fn body(&mut self, statements: &[Node]) -> Result<()> {
        let Some((last, before)) = statements.split_last() else {
            let x = self.constant(Value::identity());
            self.emit(Op::Return { x });
            return Ok(());
        };
        for s in before {
            self.effect(s)?;
        }
        self.tail(last)
    }

    /// Evaluates and returns; a choice returns from each of its branches.
    fn tail(&mut self, node: &Node) -> Result<()> {
        self.span = node.span.clone();
        let mut rest = match &node.kind {
            NodeKind::Apply(f, args) if args.len() >= 3 && is_prim(f, Kind::Binary, "$") => &args[..],
            _ => {
                let x = self.expr(node)?;
                self.emit(Op::Return { x });
                return Ok(());
            }
        };
        let mark = self.next;
        while let [test, then, others @ ..] = rest {
            let skip = self.unless(test)?;
            self.tail(then)?;
            self.land(skip);
            self.next = mark;
            rest = others;
        }
        match rest {
            [last] => self.tail(last),
            _ => {
                let x = self.constant(Value::identity());
                self.emit(Op::Return { x });
                Ok(())
            }
        }
    }

    /// Evaluates for effect only.
    fn effect(&mut self, node: &Node) -> Result<()> {
        let mark = self.next;
        if !is_elided(node) {
            self.expr(node)?;
        }
        self.next = mark;
        Ok(())
    }

    /// Evaluates; the value is at the operand returned: a constant, a local, or a new temporary.
    fn expr(&mut self, node: &Node) -> Result<Operand> {
        match &node.kind {
            NodeKind::Const(v) => Ok(self.constant(v.clone())),
            NodeKind::Elided => Ok(self.constant(Value::identity())),
            NodeKind::Lambda(l) => {
                let f = self.lambda_value(l, node)?;
                Ok(self.constant(f))
            }
            NodeKind::Name(n) => match self.place(*n) {
                Place::Local(r) => Ok(r),
                _ => self.fresh(node),
            },
            _ => self.fresh(node),
        }
    }

    fn fresh(&mut self, node: &Node) -> Result<Operand> {
        let dst = self.temp()?;
        self.into(node, dst)?;
        Ok(dst)
    }

    /// Like `expr`, but not a local that `later` may assign.
    fn stable(&mut self, node: &Node, later: &[&Node]) -> Result<Operand> {
        if matches!(node.kind, NodeKind::Name(_)) && later.iter().any(|n| assigns(n)) {
            return self.fresh(node);
        }
        self.expr(node)
    }

    /// Evaluates into a register.
    fn into(&mut self, node: &Node, dst: Reg) -> Result<()> {
        let mark = self.next;
        let outer = std::mem::replace(&mut self.span, node.span.clone());
        self.into_inner(node, dst)?;
        self.span = outer;
        self.next = mark;
        Ok(())
    }

    #[allow(clippy::wrong_self_convention)]
    fn into_inner(&mut self, node: &Node, dst: Reg) -> Result<()> {
        match &node.kind {
            NodeKind::Const(_) | NodeKind::Elided | NodeKind::Lambda(_) => {
                let from = self.expr(node)?;
                self.emit(Op::Move { dst, from });
            }
            NodeKind::Name(n) => self.read(*n, dst),
            NodeKind::Apply(f, args) => self.application(f, args, dst)?,
            NodeKind::List(items) => self.list(items, dst)?,
            NodeKind::Sequence(items) => self.sequence(items, dst)?,
            NodeKind::Derived(iter, f) => {
                let f = self.expr(f)?;
                self.emit(Op::Derive { dst, iter: *iter, f });
            }
            NodeKind::Assigner(f) => self.into(f, dst)?,
            NodeKind::Control(_) => return Err(Error::new("parse").detail("control word without brackets")),
            NodeKind::Query(q) => self.query(q, dst)?,
            NodeKind::Return(x) => {
                let x = self.expr(x)?;
                self.emit(Op::Return { x });
            }
            NodeKind::Signal(x) => {
                let x = self.expr(x)?;
                self.emit(Op::Signal { x });
            }
        }
        Ok(())
    }

    fn read(&mut self, name: Sym, dst: Reg) {
        match self.place(name) {
            Place::Local(r) if r == dst => {}
            Place::Local(r) => self.emit(Op::Move { dst, from: r }),
            Place::Cell(cell) => {
                self.note_read(cell);
                self.emit(Op::Load { dst, cell });
            }
            Place::Name(name) => self.emit(Op::LoadName { dst, name }),
        }
    }

    fn note_read(&mut self, cell: Cell) {
        if !self.code.reads.contains(&cell) {
            self.code.reads.push(cell);
        }
    }

    fn place(&mut self, name: Sym) -> Place {
        if self.scope == Scope::Function && name.bytes() == b".z.s" {
            return Place::Local(self.this_register());
        }
        if let Some(&r) = self.locals.get(&name) {
            return Place::Local(r);
        }
        let text = name.bytes();
        let plain = !text.contains(&b'.');
        if !plain && (text[0] != b'.' || text.starts_with(b".z.")) {
            return Place::Name(name);
        }
        let mut full = qualify(self.context, name);
        if plain && !self.cells.is_set(full) {
            let word = qualify(Sym::new("q"), name);
            if self.cells.is_set(word) {
                full = word;
            }
        }
        match self.cells.cell(full) {
            Some(cell) => Place::Cell(cell),
            None => Place::Name(full),
        }
    }

    /// The register of `.z.s`, kept in every lambda that mentions it.
    fn this_register(&mut self) -> Reg {
        match self.code.this {
            Some(r) => r,
            None => self.declare(Sym::new(".z.s")).inspect(|r| self.code.this = Some(*r)).unwrap_or_default(),
        }
    }

    fn list(&mut self, items: &[Node], dst: Reg) -> Result<()> {
        let first = self.arguments(items)?;
        self.emit(Op::List { dst, first, n: items.len() as u16 });
        Ok(())
    }

    /// Evaluates nodes right to left into consecutive registers.
    fn arguments(&mut self, nodes: &[Node]) -> Result<Reg> {
        let first = self.temps(nodes.len())?;
        for (i, node) in nodes.iter().enumerate().rev() {
            let dst = first + i as Reg;
            if is_elided(node) {
                let from = self.constant(Value::elided());
                self.emit(Op::Move { dst, from });
            } else {
                self.into(node, dst)?;
            }
        }
        Ok(first)
    }

    fn sequence(&mut self, items: &[Node], dst: Reg) -> Result<()> {
        let Some((last, before)) = items.split_last() else {
            let from = self.constant(Value::identity());
            self.emit(Op::Move { dst, from });
            return Ok(());
        };
        for s in before {
            self.effect(s)?;
        }
        self.into(last, dst)
    }

    fn application(&mut self, f: &Node, args: &[Node], dst: Reg) -> Result<()> {
        // A caret points at the function. Functions made up by the parser have no place of their own.
        if !f.span.is_empty() {
            self.span = f.span.clone();
        }
        match &f.kind {
            NodeKind::Control(c) => return self.control(*c, args, dst),
            NodeKind::Assigner(op) if args.len() == 2 => {
                return self.assign(&args[0], Some(op), &args[1], dst);
            }
            NodeKind::Const(Value::Prim(p)) => {
                let whole = !args.iter().any(is_elided);
                match (p.kind(), p.text(), args.len()) {
                    (Kind::Binary, ":", 2) => return self.assign(&args[0], None, &args[1], dst),
                    (Kind::Unary, "::", 2) => return self.assign_global(&args[0], &args[1], dst),
                    (Kind::Binary, "$", 3..) => return self.cond(args, dst),
                    (Kind::Binary, ":", 3..) => return self.pattern_cond(args, dst),
                    (Kind::Unary, _, 1) if whole => return self.unary(*p, &args[0], dst),
                    (Kind::Binary, _, 2) if whole => return self.binary(*p, args, dst),
                    _ => {}
                }
            }
            NodeKind::Const(v) => {
                if let (Some(op), [x, y]) = (negated_comparison(v), args)
                    && !is_elided(x)
                    && !is_elided(y)
                {
                    return self.comparison(op, x, y, dst);
                }
            }
            _ => {}
        }
        self.call(f, args, dst)
    }

    /// `x<=y`, `x>=y`, `x<>y`.
    fn comparison(&mut self, op: Quick, x: &Node, y: &Node, dst: Reg) -> Result<()> {
        self.quick(op, x, y, dst)
    }

    fn unary(&mut self, prim: Prim, x: &Node, dst: Reg) -> Result<()> {
        if self.fuse(prim, std::slice::from_ref(x), dst)? {
            return Ok(());
        }
        let o = self.expr(x)?;
        self.emit(Op::Unary { dst, prim, x: o });
        self.release(x, o, dst);
        Ok(())
    }

    fn binary(&mut self, prim: Prim, args: &[Node], dst: Reg) -> Result<()> {
        if self.fuse(prim, args, dst)? {
            return Ok(());
        }
        if let Some(op) = quick(prim) {
            return self.quick(op, &args[0], &args[1], dst);
        }
        let y = self.stable(&args[1], &[&args[0]])?;
        let x = self.expr(&args[0])?;
        self.emit(Op::Binary { dst, prim, x, y });
        self.release(&args[0], x, dst);
        self.release(&args[1], y, dst);
        Ok(())
    }

    /// An operation that has an early path for scalars; globals are read by the instruction itself where nothing
    /// that is evaluated in between could change them.
    fn quick(&mut self, op: Quick, x: &Node, y: &Node, dst: Reg) -> Result<()> {
        let (a, b) = self.operands(x, y)?;
        self.emit(quick_op(dst, op, a, b));
        self.release(y, b, dst);
        Ok(())
    }

    fn operands(&mut self, x: &Node, y: &Node) -> Result<(Operand, Operand)> {
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
    fn global_operand(&mut self, node: &Node) -> Option<Operand> {
        let NodeKind::Name(name) = node.kind else { return None };
        let Place::Cell(cell) = self.place(name) else { return None };
        self.note_read(cell);
        let at = self.code.cells.iter().position(|c| *c == cell).unwrap_or_else(|| {
            self.code.cells.push(cell);
            self.code.cells.len() - 1
        });
        (at <= LIMIT).then_some(GLOBAL | at as u16)
    }

    /// A global read into a temporary shares its value: lets go of it, so that the variable can change in place.
    fn release(&mut self, node: &Node, o: Operand, dst: Reg) {
        let is_local = |r: Reg| (r as usize) < self.code.names.len();
        if matches!(node.kind, NodeKind::Name(_)) && o & (CONSTANT | GLOBAL) == 0 && o != dst && !is_local(o)
        {
            self.emit(Op::Release { first: o, n: 1 });
        }
    }

    /// Emits a fused form of `prim` over `args` with the ordinary form behind it; false when it is not worth it.
    fn fuse(&mut self, prim: Prim, args: &[Node], dst: Reg) -> Result<bool> {
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
        }
    }

    fn call(&mut self, f: &Node, args: &[Node], dst: Reg) -> Result<()> {
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
        if let NodeKind::Name(name) = &f.kind
            && !args.iter().any(is_elided)
            && let Place::Cell(cell) = self.place(*name)
        {
            self.note_read(cell);
            self.emit(Op::ApplyGlobal { dst, cell, first, n });
            return Ok(());
        }
        let f = self.expr(f)?;
        self.emit(Op::Apply { dst, f, first, n });
        Ok(())
    }

    fn cond(&mut self, args: &[Node], dst: Reg) -> Result<()> {
        let mut ends = Vec::new();
        let mut rest = args;
        loop {
            match rest {
                [] => {
                    let from = self.constant(Value::identity());
                    self.emit(Op::Move { dst, from });
                    break;
                }
                [last] => {
                    self.into(last, dst)?;
                    break;
                }
                [test, then, others @ ..] => {
                    let skip = self.unless(test)?;
                    self.into(then, dst)?;
                    ends.push(self.here());
                    self.emit(Op::Jump { to: 0 });
                    self.land(skip);
                    rest = others;
                }
            }
        }
        ends.into_iter().for_each(|at| self.land(at));
        Ok(())
    }

    /// A jump over what follows when `test` is false; its place, to be landed later.
    fn unless(&mut self, test: &Node) -> Result<u32> {
        let mark = self.next;
        let compared = self.compared(test)?;
        let op = match compared {
            Some((op, x, y)) => Op::UnlessQuick { op, x, y, to: 0 },
            None => Op::Unless { x: self.expr(test)?, to: 0 },
        };
        self.next = mark;
        let outer = std::mem::replace(&mut self.span, test.span.clone());
        let at = self.here();
        self.emit(op);
        self.span = outer;
        Ok(at)
    }

    /// The operands of a comparison that the jump can make itself.
    fn compared(&mut self, test: &Node) -> Result<Option<(Quick, Operand, Operand)>> {
        let NodeKind::Apply(f, args) = &test.kind else { return Ok(None) };
        let (NodeKind::Const(f), [x, y]) = (&f.kind, &args[..]) else { return Ok(None) };
        let op = match f {
            Value::Prim(p) if p.kind() == Kind::Binary => quick(*p),
            f => negated_comparison(f),
        };
        let compares = |op: &Quick| !matches!(op, Quick::Add | Quick::Subtract | Quick::Multiply);
        let Some(op) = op.filter(compares).filter(|_| !is_elided(x) && !is_elided(y)) else {
            return Ok(None);
        };
        let (a, b) = self.operands(x, y)?;
        Ok(Some((op, a, b)))
    }

    /// Makes the jump at `at` lead here.
    fn land(&mut self, at: u32) {
        let here = self.here();
        match &mut self.code.ops[at as usize] {
            Op::Jump { to }
            | Op::Unless { to, .. }
            | Op::UnlessQuick { to, .. }
            | Op::Repeat { to, .. }
            | Op::TryBind { to, .. } => *to = here,
            _ => unreachable!("only jumps are landed"),
        }
    }

    fn control(&mut self, c: Control, args: &[Node], dst: Reg) -> Result<()> {
        let Some((test, body)) = args.split_first() else {
            return Err(Error::new("parse").detail("control word without a condition"));
        };
        match c {
            Control::If => {
                let skip = self.unless(test)?;
                self.effects(body)?;
                self.land(skip);
            }
            Control::While => {
                let start = self.here();
                let out = self.unless(test)?;
                self.effects(body)?;
                self.emit(Op::Jump { to: start });
                self.land(out);
            }
            Control::Do => {
                let n = self.temp()?;
                let x = self.expr(test)?;
                self.emit(Op::Count { dst: n, x });
                let start = self.here();
                self.emit(Op::Repeat { n, to: 0 });
                self.effects(body)?;
                self.emit(Op::Jump { to: start });
                self.land(start);
            }
        }
        let from = self.constant(Value::identity());
        self.emit(Op::Move { dst, from });
        Ok(())
    }

    fn effects(&mut self, body: &[Node]) -> Result<()> {
        body.iter().try_for_each(|n| self.effect(n))
    }

    fn target(&mut self, name: Sym) -> (Option<Target>, Vec<Sym>) {
        match self.place(name) {
            Place::Local(r) => (Some(Target::Local(r)), Vec::new()),
            Place::Cell(c) => (Some(Target::Global(c)), Vec::new()),
            Place::Name(n) => {
                let text = n.bytes();
                let parts: Vec<&[u8]> = text.split(|&c| c == b'.').collect();
                if text.starts_with(b".") || parts.len() < 2 || parts[0].is_empty() {
                    return (None, Vec::new());
                }
                let inside = parts[1..].iter().map(Sym::new).collect();
                match self.place(Sym::new(parts[0])) {
                    Place::Local(r) => (Some(Target::Local(r)), inside),
                    Place::Cell(c) => (Some(Target::Global(c)), inside),
                    Place::Name(_) => (None, Vec::new()),
                }
            }
        }
    }

    /// `x:y`, `x[i]:y`, `x f:y`, `x[i]f:y`.
    fn assign(&mut self, x: &Node, f: Option<&Node>, y: &Node, dst: Reg) -> Result<()> {
        match (&x.kind, f) {
            (NodeKind::Name(name), None) => self.assign_name(*name, y, dst),
            (NodeKind::Name(name), Some(op)) => match plain_operator(op) {
                Some(prim) if !name.bytes().contains(&b'.') => self.assign_through(*name, prim, y, dst),
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

    fn assign_name(&mut self, name: Sym, y: &Node, dst: Reg) -> Result<()> {
        match self.place(name) {
            Place::Local(r) => {
                self.into(y, r)?;
                if dst != r {
                    self.emit(Op::Move { dst, from: r });
                }
            }
            Place::Cell(mut cell) => {
                // A new variable never lands on a keyword of .q.
                let full = qualify(self.context, name);
                if let Some(own) = self.cells.cell(full) {
                    cell = own;
                }
                self.into(y, dst)?;
                self.emit(Op::Store { cell, from: dst });
            }
            Place::Name(name) => {
                self.into(y, dst)?;
                self.emit(Op::StoreName { name, from: dst });
            }
        }
        Ok(())
    }

    /// `x+:y` of a plain name and an operator that makes a new value anyway: as `x:x+y`.
    fn assign_through(&mut self, name: Sym, prim: Prim, y: &Node, dst: Reg) -> Result<()> {
        let place = self.place(name);
        let y = self.expr(y)?;
        match (place, quick(prim)) {
            (Place::Local(r), _) => {
                self.emit(binary_op(r, prim, r, y));
                self.emit(Op::Move { dst, from: r });
            }
            (Place::Cell(cell), Some(op)) => {
                let node = Node { span: 0..0, kind: NodeKind::Name(name) };
                let Some(x) = self.global_operand(&node) else { return Err(Error::new("limit")) };
                self.emit(quick_op(dst, op, x, y));
                self.emit(Op::Store { cell, from: dst });
            }
            (Place::Cell(cell), None) => {
                self.note_read(cell);
                let x = self.temp()?;
                self.emit(Op::Load { dst: x, cell });
                self.emit(Op::Binary { dst, prim, x, y });
                self.emit(Op::Release { first: x, n: 1 });
                self.emit(Op::Store { cell, from: dst });
            }
            (Place::Name(_), _) => return Err(Error::text(name.bytes())),
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
        let f = f.map(|f| self.expr(f)).transpose()?;
        let plan = self.code.assigns.len() as u16;
        self.code.assigns.push(Assign { target, inside, first, n: n as u16, f, y: value });
        self.emit(Op::Assign { dst, plan });
        Ok(())
    }

    /// `x::y`: the global, unless a local of that name hides it; a view at the top level.
    fn assign_global(&mut self, x: &Node, y: &Node, dst: Reg) -> Result<()> {
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
        // Views are defined by text only, not by a parse tree.
        if self.scope == Scope::Top && !self.code.source.is_empty() && !name.bytes().contains(&b'.') {
            let Some(cell) = self.cells.cell(qualify(self.context, name)) else {
                return Err(Error::new("noupdate"));
            };
            let text =
                &self.code.source[y.span.start as usize..(y.span.end as usize).min(self.code.source.len())];
            let plan = self.code.views.len() as u16;
            self.code.views.push(ViewPlan { source: text.to_vec(), node: y.clone() });
            self.emit(Op::View { cell, plan });
            let from = self.constant(Value::identity());
            self.emit(Op::Move { dst, from });
            return Ok(());
        }
        self.assign_name(name, y, dst)
    }

    fn bind(&mut self, pattern: &Pattern, dst: Reg, from: Operand) -> Result<()> {
        let plan = self.bind_plan(pattern)?;
        self.emit(Op::Bind { dst, plan, from });
        Ok(())
    }

    fn bind_plan(&mut self, pattern: &Pattern) -> Result<u16> {
        let mut names = Vec::new();
        pattern_names(pattern, &mut names);
        let mut targets = Vec::new();
        for n in names {
            let (Some(t), _) = self.target(n) else { return Err(Error::text(n.bytes())) };
            targets.push((n, t));
        }
        self.code.binds.push(BindPlan { pattern: pattern.clone(), targets });
        Ok((self.code.binds.len() - 1) as u16)
    }

    /// `:[v;p1;r1;p2;r2;…;rd]`: the result beside the first pattern that the value matches.
    fn pattern_cond(&mut self, args: &[Node], dst: Reg) -> Result<()> {
        let value = self.fresh(&args[0])?;
        let mut ends = Vec::new();
        let mut rest = &args[1..];
        while let [pattern, result, others @ ..] = rest {
            let Some(pattern) = pattern_of(pattern) else {
                return Err(Error::new("parse").detail("this is no pattern"));
            };
            let plan = self.bind_plan(&pattern)?;
            let skip = self.here();
            self.emit(Op::TryBind { plan, from: value, to: 0 });
            self.into(result, dst)?;
            ends.push(self.here());
            self.emit(Op::Jump { to: 0 });
            self.land(skip);
            rest = others;
        }
        match rest {
            [last] => self.into(last, dst)?,
            _ => {
                let from = self.constant(Value::identity());
                self.emit(Op::Move { dst, from });
            }
        }
        ends.into_iter().for_each(|at| self.land(at));
        Ok(())
    }

    fn query(&mut self, q: &Arc<QueryNode>, dst: Reg) -> Result<()> {
        let has_limit = q.limit.is_some();
        let table = self.expr(&q.table)?;
        let limit = match &q.limit {
            Some(n) => self.expr(n)?,
            None => self.constant(Value::identity()),
        };
        let parts =
            parts_of(&tree::to_value(&Node { span: 0..0, kind: NodeKind::Query(q.clone()) }, self.context));
        let mut names = Vec::new();
        query_expressions(q).for_each(|n| names_read(n, &mut names));
        let locals = names.iter().filter_map(|n| self.locals.get(n).map(|r| (*n, *r))).collect();
        let plan = self.code.queries.len() as u16;
        let (wheres, by, columns, order) = (parts.wheres, parts.by, parts.columns, parts.order);
        self.code.queries.push(Query { node: q.clone(), wheres, by, columns, order, has_limit, locals });
        self.emit(Op::Query { dst, plan, table, limit });
        Ok(())
    }

    fn lambda_value(&mut self, l: &Arc<LambdaNode>, node: &Node) -> Result<Value> {
        let source: Arc<[u8]> = self.code.source.clone();
        let code = lambda(l, source, self.context, self.cells)?;
        let mut f = Lambda::new(l.source.clone(), self.context);
        f.origin.line = i64::from(node.span.start);
        f.code.set(Arc::new(code)).ok();
        Ok(Value::Lambda(Arc::new(f)))
    }
}

/// The names assigned anywhere in a function's own body.
fn assigned_names(node: &Node, names: &mut Vec<Sym>) {
    match &node.kind {
        NodeKind::Apply(f, args) => {
            if is_prim(f, Kind::Binary, ":") && args.len() == 2 {
                match pattern_of(&args[0]) {
                    // An indexed assignment makes no variable.
                    None | Some(Pattern::Index(..)) => {}
                    Some(p) => pattern_names(&p, names),
                }
            }
            if is_prim(f, Kind::Binary, ":") && args.len() > 2 {
                let patterns = args[1..].chunks_exact(2).filter_map(|pair| pattern_of(&pair[0]));
                patterns.for_each(|p| pattern_names(&p, names));
            }
            assigned_names(f, names);
            args.iter().for_each(|n| assigned_names(n, names));
        }
        NodeKind::List(v) | NodeKind::Sequence(v) => v.iter().for_each(|n| assigned_names(n, names)),
        NodeKind::Derived(_, f) | NodeKind::Assigner(f) => assigned_names(f, names),
        NodeKind::Return(x) | NodeKind::Signal(x) => assigned_names(x, names),
        NodeKind::Query(q) => assigned_names(&q.table, names),
        _ => {}
    }
}

/// The pattern that stands on the left of an assignment, if it is one.
fn pattern_of(node: &Node) -> Option<Pattern> {
    crate::syntax::pattern::of(node).ok()
}

/// An operator whose assignment gains nothing from changing its variable in place (`,` does).
fn plain_operator(f: &Node) -> Option<Prim> {
    match &f.kind {
        NodeKind::Const(Value::Prim(p)) if p.kind() == Kind::Binary && !matches!(p.text(), "," | ":") => {
            Some(*p)
        }
        _ => None,
    }
}

/// `<=`, `>=` and `<>` are compositions of `not` with a comparison.
fn negated_comparison(f: &Value) -> Option<Quick> {
    let Value::Composition(c) = f else { return None };
    let [Value::Prim(not), Value::Prim(op)] = &c.funcs[..] else { return None };
    match (not.text(), op.kind(), op.text()) {
        ("~:", Kind::Binary, ">") => Some(Quick::AtMost),
        ("~:", Kind::Binary, "<") => Some(Quick::AtLeast),
        ("~:", Kind::Binary, "=") => Some(Quick::NotEqual),
        _ => None,
    }
}

/// The operator's early path, if it has one.
fn quick(prim: Prim) -> Option<Quick> {
    Some(match prim.text() {
        "+" => Quick::Add,
        "-" => Quick::Subtract,
        "*" => Quick::Multiply,
        "<" => Quick::Less,
        ">" => Quick::Greater,
        "=" => Quick::Equal,
        _ => return None,
    })
}

fn quick_op(dst: Reg, op: Quick, x: Operand, y: Operand) -> Op {
    let global = |o: Operand| o & CONSTANT == 0 && o & GLOBAL != 0;
    if global(x) || global(y) { Op::QuickGlobal { dst, op, x, y } } else { Op::Quick { dst, op, x, y } }
}

fn binary_op(dst: Reg, prim: Prim, x: Operand, y: Operand) -> Op {
    match quick(prim) {
        Some(op) => quick_op(dst, op, x, y),
        None => Op::Binary { dst, prim, x, y },
    }
}

/// The arguments of a template's functional form, no longer quoted.
struct Parts {
    wheres: Value,
    by: Value,
    columns: Value,
    order: Option<Value>,
}

fn parts_of(tree: &Value) -> Parts {
    let part = |i: usize| if i < tree.count() { Some(unquote(&tree.at(i))) } else { None };
    let or_empty = |v: Option<Value>| v.unwrap_or_else(Value::empty_list);
    Parts { wheres: or_empty(part(2)), by: or_empty(part(3)), columns: or_empty(part(4)), order: part(6) }
}

/// What a constant of a parse tree stands for.
fn unquote(tree: &Value) -> Value {
    match tree {
        Value::List(l) if l.len() == 1 => l.get(0),
        Value::Vector(v) if v.ty == quarry_value::Type::Symbol && v.len() == 1 => v.get(0),
        other => other.clone(),
    }
}
