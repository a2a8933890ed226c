//! From syntax trees to byte code.
//!
//! Arguments are evaluated right to left, the function last. Temporaries are registers above the locals,
//! allocated as a stack. An expression whose value is wanted in a register writes it there with its last
//! instruction only, so a variable keeps its old value until the new one is ready.
//!
//! | file | what it compiles |
//! |---|---|
//! | `names` | which names are read and assigned |
//! | `apply` | applications |
//! | `choice` | choices and loops |
//! | `assign` | assignments |
//! | `pattern` | patterns |
//! | `query` | query templates |

mod apply;
mod assign;
mod choice;
mod names;
mod pattern;
mod query;

use apply::plain_operator;
use names::{assigned_names, assigns};
pub use names::{dependencies, names_read};

use crate::syntax::node::{LambdaNode, Node, NodeKind, Pattern, Span};
use crate::vm::code::*;
use crate::vm::globals::{Cell, qualify};
use quarry_value::{Error, Kind, Lambda, Result, Sym, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Instructions have two bytes for the number of what they carry out.
const PLANS_MAX: usize = 1 << 16;

/// Where the compiler finds the slots of globals.
pub trait Cells {
    /// The slot of a full name; `None` when there is none and none can be made (on a worker).
    fn cell(&mut self, name: Sym) -> Option<Cell>;
    /// The value under this full name.
    fn value(&self, name: Sym) -> Option<&Value>;
    /// Is code of this namespace (without its leading dot) to allocate in memory domain 1?
    fn is_filed(&self, space: Sym) -> bool;
}

/// Compiles one statement of the console or of a script.
pub fn statement(node: &Node, source: Arc<[u8]>, context: Sym, cells: &mut dyn Cells) -> Result<Code> {
    let mut c = Compiler::new(source, context, cells, Scope::Top);
    c.start = node.span.start;
    let done = c.body(std::slice::from_ref(node));
    match done {
        Ok(()) => c.finish(),
        Err(e) => Err(c.placed(e)),
    }
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

/// Compiles a statement among the variables `names`, which are the first registers; other names are globals.
pub fn among(
    node: &Node,
    source: Arc<[u8]>,
    names: &[Sym],
    context: Sym,
    cells: &mut dyn Cells,
) -> Result<Code> {
    let mut c = Compiler::new(source, context, cells, Scope::Function);
    let params: Vec<Pattern> = names.iter().map(|n| Pattern::Name(*n)).collect();
    c.parameters(&params)?;
    // Returning a variable would move it out of its register.
    let dst = c.temp()?;
    c.span = node.span.clone();
    Compiler::into(&mut c, node, dst)?;
    c.emit(Op::Return { x: dst });
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
    /// Where the statement starts.
    start: u32,
    code: Code,
    locals: HashMap<Sym, Reg>,
    /// The next free temporary.
    next: usize,
    span: Span,
}

/// What a name refers to.
enum Place {
    Local(Reg),
    Cell(Cell),
    /// A full name, looked up when it is needed.
    Name(Sym),
    /// A word of `.q`, by its value when the code is compiled.
    Word(Value),
}

fn is_prim(node: &Node, kind: Kind, text: &str) -> bool {
    matches!(&node.kind, NodeKind::Const(Value::Prim(p)) if p.kind() == kind && p.text() == text)
}

/// Longer lists of what is known are made once: they may have more items than there are registers, as what `-3!` writes.
const KNOWN_MIN: usize = 255;

/// The value of a node that no variable and no function has a say in, but `enlist`.
fn known(node: &Node) -> Option<Value> {
    match &node.kind {
        NodeKind::Const(v) => Some(v.clone()),
        NodeKind::List(items) => items.iter().map(known).collect::<Option<Vec<_>>>().map(Value::collapse),
        NodeKind::Apply(f, args) => match &args[..] {
            [x] if is_prim(f, Kind::Unary, ",:") || is_prim(f, Kind::Unary, "enlist") => {
                quarry_kernel::enlist(&known(x)?).ok()
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_elided(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Elided)
}

impl<'a> Compiler<'a> {
    fn new(source: Arc<[u8]>, context: Sym, cells: &'a mut dyn Cells, scope: Scope) -> Compiler<'a> {
        let code = Code { source, filed: cells.is_filed(context), ..Code::default() };
        Compiler { cells, context, scope, start: 0, code, locals: HashMap::new(), next: 0, span: 0..0 }
    }

    fn finish(mut self) -> Result<Code> {
        self.code.registers = self.code.registers.max(self.next).max(self.code.names.len());
        if self.code.registers > LIMIT || self.code.constants.len() > LIMIT {
            return Err(Error::new("limit").detail("too many locals or constants in one function"));
        }
        let c = &self.code;
        let plans = [c.assigns.len(), c.queries.len(), c.fused.len(), c.views.len(), c.binds.len()];
        if plans.iter().any(|n| *n > PLANS_MAX) {
            return Err(Error::new("limit").detail("too many assignments or expressions in one function"));
        }
        Ok(self.code)
    }

    /// Tells an error what was being compiled, unless it knows.
    fn placed(&self, mut e: Error) -> Error {
        if e.is_catchable() && e.trace().is_empty() && !self.code.source.is_empty() {
            e.push(quarry_value::Frame::new("", &self.code.source, self.span.start as usize));
        }
        e
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

    /// The value of what is left out.
    fn nothing(&mut self) -> Operand {
        let at = *self.code.nothing.get_or_insert(self.code.constants.len());
        if at == self.code.constants.len() {
            return self.constant(Value::identity());
        }
        CONSTANT | (at & LIMIT) as u16
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
            // The whole value of a pattern without a name has a register of its own, under one no source can spell.
            let name = p.name().unwrap_or_else(|| Sym::new(format!("[{i}]")));
            if self.locals.contains_key(&name) {
                self.temp()?;
                self.code.names.push(name);
            } else {
                self.declare(name)?;
            }
        }
        self.code.params = params.len();
        let mut names = Vec::new();
        params.iter().for_each(|p| crate::syntax::pattern::names(p, &mut names));
        names.iter().filter(|n| !n.bytes().contains(&b'.')).try_for_each(|n| self.declare(*n).map(|_| ()))
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
        if body.iter().any(names::holds_this) {
            self.this_register();
        }
        let mut names = Vec::new();
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
        if self.scope == Scope::Function && self.is_amendment(last) {
            self.effect(last)?;
            let x = self.constant(Value::identity());
            self.emit(Op::Return { x });
            return Ok(());
        }
        self.tail(last)
    }

    /// Does a statement assign to a global, or change items? As the last of a function it answers nothing, unless it is returned.
    ///
    /// Source: learn/views; observed: quintanar401/dbg, tests; mkst, 2020 day 14.
    fn is_amendment(&mut self, node: &Node) -> bool {
        let NodeKind::Apply(f, args) = &node.kind else { return false };
        let [place, y] = &args[..] else { return false };
        let assigns = matches!(f.kind, NodeKind::Assigner(_))
            || is_prim(f, Kind::Unary, "::")
            || is_prim(f, Kind::Binary, ":");
        assigns
            && !is_elided(y)
            && match &place.kind {
                NodeKind::Name(name) => !matches!(self.variable(*name), Place::Local(_)),
                NodeKind::Apply(v, _) => matches!(v.kind, NodeKind::Name(_)),
                _ => false,
            }
    }

    /// Evaluates and returns; a choice returns from each of its branches.
    fn tail(&mut self, node: &Node) -> Result<()> {
        self.span = node.span.clone();
        let mut rest = match &node.kind {
            NodeKind::Apply(f, args) if args.len() >= 3 && is_prim(f, Kind::Binary, "$") => &args[..],
            NodeKind::Apply(_, args)
                if let Some(Node { kind: NodeKind::Name(name), .. }) = args.first()
                    && (assign::joined_to(*name, node).is_some()
                        || assign::amended(*name, node).is_some())
                    && let Place::Local(r) = self.variable(*name)
                    && self.code.this != Some(r) =>
            {
                // The variable has had its day: what is made of it may lie where it is.
                self.into(node, r)?;
                self.emit(Op::Return { x: r as Operand });
                return Ok(());
            }
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
        if let Some(r) = self.assigned_local(node) {
            return self.into(node, r);
        }
        if !is_elided(node) {
            let before = self.code.ops.len();
            let o = self.expr(node)?;
            // A name alone does nothing: what came before it is another statement's.
            if self.code.ops.len() == before {
                self.next = mark;
                return Ok(());
            }
            // What is not held beside a variable is changed in place there: what was assigned to it, and what a call answers,
            // which may have assigned it.
            let held = match self.code.ops.last() {
                Some(
                    Op::Store { from: r, .. }
                    | Op::JoinTo { dst: r, .. }
                    | Op::Apply { dst: r, .. }
                    | Op::ApplyGlobal { dst: r, .. }
                    | Op::ApplyThis { dst: r, .. },
                ) => *r == o,
                Some(Op::Assign { dst, plan }) if *dst == o => {
                    self.code.assigns[*plan as usize].wanted = false;
                    true
                }
                // Nobody wants what a global has become.
                Some(Op::Load { dst, .. }) if *dst == o && self.is_amended_before() => {
                    self.code.ops.pop();
                    self.code.spans.pop();
                    true
                }
                _ => false,
            };
            if held {
                self.emit(Op::Release { first: o, n: 1 });
            }
        }
        self.next = mark;
        Ok(())
    }

    /// The register of the local variable that an assignment sets whole.
    fn assigned_local(&mut self, node: &Node) -> Option<Reg> {
        let NodeKind::Apply(f, args) = &node.kind else { return None };
        let [Node { kind: NodeKind::Name(name), .. }, y] = &args[..] else { return None };
        let sets = match &f.kind {
            NodeKind::Assigner(op) => plain_operator(op).is_some(),
            _ => is_prim(f, Kind::Binary, ":") && !is_elided(y),
        };
        match sets.then(|| self.variable(*name)) {
            Some(Place::Local(r)) => Some(r),
            _ => None,
        }
    }

    /// Evaluates; the value is at the operand returned: a constant, a local, or a new temporary.
    fn expr(&mut self, node: &Node) -> Result<Operand> {
        match &node.kind {
            NodeKind::Const(v) => Ok(self.constant(v.clone())),
            NodeKind::Elided => Ok(self.nothing()),
            NodeKind::Lambda(l) => {
                let f = self.lambda_value(l, node)?;
                Ok(self.constant(f))
            }
            NodeKind::Name(n) => match self.place(*n) {
                Place::Local(r) => Ok(r),
                Place::Word(v) => Ok(self.constant(v)),
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
                self.note_global(cell);
                self.emit(Op::Load { dst, cell });
            }
            Place::Name(name) => self.emit(Op::LoadName { dst, name }),
            Place::Word(v) => {
                let from = self.constant(v);
                self.emit(Op::Move { dst, from });
            }
        }
    }

    fn note_global(&mut self, cell: Cell) {
        if !self.code.mentions.contains(&cell) {
            self.code.mentions.push(cell);
        }
    }

    /// What a name that is read refers to: a word of `.q` where the namespace has no such variable.
    fn place(&mut self, name: Sym) -> Place {
        let full = qualify(self.context, name);
        if !self.code.is_k()
            && !self.locals.contains_key(&name)
            && !name.bytes().contains(&b'.')
            && self.cells.value(full).is_none()
            && let Some(v) = self.cells.value(qualify(Sym::new("q"), name))
        {
            return Place::Word(v.clone());
        }
        self.variable(name)
    }

    /// The variable that a name refers to.
    fn variable(&mut self, name: Sym) -> Place {
        if self.scope == Scope::Function && names::is_this(name) {
            return Place::Local(self.this_register());
        }
        if let Some(&r) = self.locals.get(&name) {
            return Place::Local(r);
        }
        let text = name.bytes();
        let plain = !text.contains(&b'.');
        let full = qualify(self.context, name);
        if !plain && (text[0] != b'.' || text.starts_with(b".z.")) {
            return Place::Name(full);
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
        if items.len() > KNOWN_MIN
            && let Some(values) = items.iter().map(known).collect::<Option<Vec<Value>>>()
        {
            let from = self.constant(Value::collapse(values));
            self.emit(Op::Move { dst, from });
            return Ok(());
        }
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

    fn lambda_value(&mut self, l: &Arc<LambdaNode>, node: &Node) -> Result<Value> {
        let source: Arc<[u8]> = self.code.source.clone();
        let code = lambda(l, source, self.context, self.cells)?;
        let mut f = Lambda::new(l.source.clone(), self.context);
        let prefix = if l.source.starts_with(b"k)") { 2 } else { 0 };
        f.offset = i64::from(node.span.start) - prefix;
        f.code.set(Arc::new(code)).ok();
        Ok(Value::Lambda(Arc::new(f)))
    }
}

/// The pattern that stands on the left of an assignment, if it is one.
fn pattern_of(node: &Node) -> Option<Pattern> {
    crate::syntax::pattern::of(node).ok()
}
