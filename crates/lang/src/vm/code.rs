//! Byte code: what a lambda, a statement or a column expression compiles to.

use crate::query;
use crate::syntax::node::{QueryNode, Span};
use crate::syntax::tree;
use crate::vm::globals::Cell;
pub use crate::vm::quick::Quick;
use crate::vm::typed::Loops;
use quarry_kernel::BinaryOp;
use quarry_value::{Iter, Lambda, Prim, Sym, Value};
use std::sync::{Arc, Mutex, OnceLock};

/// A register of the current frame.
pub type Reg = u16;

/// Where an instruction reads: a register, or a constant when the top bit is set. [`Op::QuickGlobal`] also reads
/// globals, by the number of one of [`Code::cells`] and the bit [`GLOBAL`].
pub type Operand = u16;

/// The bit that marks a constant.
pub const CONSTANT: u16 = 0x8000;

/// The bit that marks a global.
pub const GLOBAL: u16 = 0x4000;

/// The largest number of registers, constants or globals.
pub const LIMIT: usize = 0x3fff;

#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A copy.
    Move {
        dst: Reg,
        from: Operand,
    },
    /// Reads a global.
    Load {
        dst: Reg,
        cell: Cell,
    },
    /// Reads a name that had no slot when this was compiled on a worker, or one with dots inside.
    LoadName {
        dst: Reg,
        name: Sym,
    },
    /// Sets a global.
    Store {
        cell: Cell,
        from: Operand,
    },
    /// Sets a name with dots inside.
    StoreName {
        name: Sym,
        from: Operand,
    },
    Unary {
        dst: Reg,
        prim: Prim,
        x: Operand,
    },
    /// `count`, early for vectors and lists.
    Length {
        dst: Reg,
        prim: Prim,
        x: Operand,
    },
    Binary {
        dst: Reg,
        prim: Prim,
        x: Operand,
        y: Operand,
    },
    /// `x:x,y` of a global, or the same of `upsert`.
    JoinTo {
        dst: Reg,
        prim: Prim,
        cell: Cell,
        y: Operand,
    },
    Quick {
        dst: Reg,
        op: Quick,
        x: Operand,
        y: Operand,
    },
    /// The same where an operand is a global.
    QuickGlobal {
        dst: Reg,
        op: Quick,
        x: Operand,
        y: Operand,
    },
    /// Applies `f` to `n` registers from `first`, which are used up.
    Apply {
        dst: Reg,
        f: Operand,
        first: Reg,
        n: u8,
    },
    /// Applies a global without copying it to a register first.
    ApplyGlobal {
        dst: Reg,
        cell: Cell,
        first: Reg,
        n: u8,
    },
    /// Applies the function itself, `.z.s`.
    ApplyThis {
        dst: Reg,
        first: Reg,
        n: u8,
    },
    /// A list of `n` registers from `first`.
    List {
        dst: Reg,
        first: Reg,
        n: u16,
    },
    /// A function derived from `f`.
    Derive {
        dst: Reg,
        iter: Iter,
        f: Operand,
    },
    Jump {
        to: u32,
    },
    /// Goes on at `to` when `x` is false.
    Unless {
        x: Operand,
        to: u32,
    },
    /// Goes on at `to` when a comparison is false. Operands may be globals.
    UnlessQuick {
        op: Quick,
        x: Operand,
        y: Operand,
        to: u32,
    },
    /// Counts register `n` down; goes on at `to` when it was not positive.
    Repeat {
        n: Reg,
        to: u32,
    },
    /// Checks that a loop's count is an integer and copies it.
    Count {
        dst: Reg,
        x: Operand,
    },
    Return {
        x: Operand,
    },
    Signal {
        x: Operand,
    },
    /// `x[i…]f:y`, `x f:y`: see [`Assign`].
    Assign {
        dst: Reg,
        plan: u16,
    },
    /// A query template: see [`Query`].
    Query {
        dst: Reg,
        plan: u16,
        table: Operand,
        limit: Operand,
    },
    /// Asks the pipeline for a fused expression of the `n` leaves from `first`; goes on at the plan's `to` if it answers.
    Fused {
        dst: Reg,
        plan: u16,
        first: Reg,
        n: u8,
    },
    /// Lets go of `n` registers, which may share a variable's value.
    Release {
        first: Reg,
        n: u8,
    },
    /// Binds a pattern (4.1) to a value; what its filters make of the value goes to `dst`.
    Bind {
        dst: Reg,
        plan: u16,
        from: Operand,
    },
    /// The same, but a value that does not match jumps.
    TryBind {
        plan: u16,
        from: Operand,
        to: u32,
    },
    /// `a::expr` at the top level.
    View {
        cell: Cell,
        plan: u16,
    },
}

impl Op {
    /// The register that the instruction's result goes to, if it has one.
    pub fn result(self) -> Option<Reg> {
        match self {
            Op::Move { dst, .. }
            | Op::Load { dst, .. }
            | Op::LoadName { dst, .. }
            | Op::Unary { dst, .. }
            | Op::Length { dst, .. }
            | Op::Binary { dst, .. }
            | Op::JoinTo { dst, .. }
            | Op::Quick { dst, .. }
            | Op::QuickGlobal { dst, .. }
            | Op::Apply { dst, .. }
            | Op::ApplyGlobal { dst, .. }
            | Op::ApplyThis { dst, .. }
            | Op::List { dst, .. }
            | Op::Derive { dst, .. }
            | Op::Count { dst, .. }
            | Op::Assign { dst, .. }
            | Op::Query { dst, .. }
            | Op::Fused { dst, .. }
            | Op::Bind { dst, .. } => Some(dst),
            _ => None,
        }
    }
}

/// Where an assignment goes.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    Local(Reg),
    Global(Cell),
}

/// How the source writes a change of what a variable has under indexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Written {
    /// `x[i…]f:y`
    Assigned,
    /// `x:@[x;i;f;y]` with an operator, which may find something else than lists in `x`.
    At,
    /// `x:.[x;(i;…);f;y]`, whose indexes are `n` registers.
    Dot,
    /// `x:.[x;i;f;y]`, whose indexes are the items of one register.
    DotOf,
}

/// An assignment through indexes or a function.
pub struct Assign {
    pub written: Written,
    pub target: Target,
    /// Keys to follow inside a global first: `d.a[1]:2`.
    pub inside: Vec<Sym>,
    /// Registers that hold the indexes, outermost first.
    pub first: Reg,
    pub n: u16,
    /// `+` of `x+:1`; `None` for plain assignment.
    pub f: Option<Operand>,
    /// The same where that is a primitive with an early path.
    pub through: Option<Through>,
    pub y: Operand,
    /// Is the value of the assignment used?
    pub wanted: bool,
}

impl Assign {
    /// Is it `x,:y`, and the value not used?
    pub fn adds_items(&self) -> bool {
        self.n == 0 && !self.wanted && matches!(self.through, Some(Through::Join))
    }
}

/// Primitives that loops change variables through.
#[derive(Clone, Copy)]
pub enum Through {
    Atomic(BinaryOp),
    Join,
}

/// A query template, with the parts of its functional form ready.
pub struct Query {
    pub node: Arc<QueryNode>,
    pub phrases: Phrases,
    /// The phrases as a query has them, once it ran.
    pub known: OnceLock<Arc<query::Phrases>>,
    pub has_limit: bool,
    /// Is there a template within an expression?
    pub has_subquery: bool,
    /// Local variables that the expressions mention.
    pub locals: Vec<(Sym, Reg)>,
}

/// The arguments of a template's functional form, no longer quoted.
pub struct Phrases {
    pub wheres: Value,
    pub by: Value,
    pub columns: Value,
    pub order: Option<Value>,
}

impl Phrases {
    /// The phrases, with the values of local variables for the templates in them.
    pub fn with_locals(&self, locals: &[(Sym, Value)]) -> Phrases {
        let names = Value::syms(locals.iter().map(|l| l.0).collect());
        let locals = Value::dict(names, Value::list(locals.iter().map(|l| l.1.clone()).collect()));
        let bind = |tree: &Value| tree::bind_locals(tree, &locals);
        Phrases {
            wheres: bind(&self.wheres),
            by: bind(&self.by),
            columns: bind(&self.columns),
            order: self.order.as_ref().map(bind),
        }
    }
}

/// A fused expression, and where to go on when the pipeline has answered.
pub struct Fused {
    pub plan: crate::vm::fuse::Plan,
    pub to: u32,
}

/// A view's definition.
pub struct ViewPlan {
    pub source: Vec<u8>,
    /// The text it is part of, from which the places in its tree count.
    pub text: Arc<[u8]>,
    pub node: crate::syntax::node::Node,
}

/// A pattern ready to be matched: names are places, and its expressions are operands, evaluated before.
pub enum Match {
    Empty,
    Const(Value),
    /// A name without a slot, such as `.z.ts`.
    Name(Sym),
    /// A variable; keys to follow inside it, and indexes.
    Place {
        target: Target,
        inside: Vec<Sym>,
        indexes: Vec<Operand>,
    },
    List(Vec<Match>),
    Dict(Box<Match>, Box<Match>),
    Flip(Box<Match>),
    Filter(Box<Match>, Operand),
}

/// The instructions of a lambda, a statement or an expression, and what they refer to.
#[derive(Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Where each instruction comes from in `source`.
    pub spans: Vec<Span>,
    pub constants: Vec<Value>,
    /// The constant that stands for what the source leaves out, as in `{}` and `{f x;}`.
    pub nothing: Option<usize>,
    pub registers: usize,
    /// Parameters are the first registers.
    pub params: usize,
    /// Names of the first registers: parameters, then locals.
    pub names: Vec<Sym>,
    pub assigns: Vec<Assign>,
    pub queries: Vec<Query>,
    pub fused: Vec<Fused>,
    pub views: Vec<ViewPlan>,
    pub binds: Vec<Match>,
    /// Globals that operands refer to.
    pub cells: Vec<Cell>,
    /// Globals it reads or assigns, in the order of first mention.
    pub mentions: Vec<Cell>,
    /// The register that holds the function itself, `.z.s`, if it is mentioned but to be applied.
    pub this: Option<Reg>,
    pub source: Arc<[u8]>,
    /// Was it written in `.m`, so that it allocates in memory domain 1?
    pub filed: bool,
    /// Has it nothing but instructions that have steps in programs? Known once somebody has asked.
    pub pure: OnceLock<bool>,
    /// Programs of its loops.
    pub loops: Mutex<Loops>,
}

impl Code {
    /// The code of a lambda that has run.
    pub fn of(f: &Lambda) -> Option<&Code> {
        f.code.get().and_then(|code| code.downcast_ref())
    }

    /// Is the text in k, which knows the members of `.q` by their full names only?
    pub fn is_k(&self) -> bool {
        self.source.starts_with(b"k)")
    }
}
