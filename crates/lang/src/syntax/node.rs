//! The syntax tree with its places in the source. [`Node::to_value`] gives the parse tree that `parse` shows.

use quarry_value::{Sym, Value};
use std::ops::Range;
use std::sync::Arc;

/// A stretch of source text, in bytes from the start of the text that was parsed.
pub type Span = Range<u32>;

#[derive(Clone, Debug)]
pub struct Node {
    pub span: Span,
    pub kind: NodeKind,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A literal value, a primitive, or `::`.
    Const(Value),
    /// A variable.
    Name(Sym),
    /// The empty place in `f[;1]`.
    Elided,
    /// `f[a;b]`, `a f b`, `f a`: a function and its arguments. Control words and assignment are applications
    /// too: `$[c;t;f]` of the primitive `$`, `if[…]`, `do[…]`, `while[…]` of [`NodeKind::Control`], `x:1` of
    /// `:`, `x+:1` of [`NodeKind::Assigner`].
    Apply(Box<Node>, Vec<Node>),
    /// `(a;b;c)`.
    List(Vec<Node>),
    /// `a;b;c` in brackets: `[a;b;c]` as an expression, or the text of several statements.
    Sequence(Vec<Node>),
    /// A function under an iterator: `+/`.
    Derived(quarry_value::Iter, Box<Node>),
    /// `if`, `do`, `while`.
    Control(Control),
    /// `+:` of `x+:1`, holding `+`. A keyword or name may stand there too.
    Assigner(Box<Node>),
    Lambda(Arc<LambdaNode>),
    Query(Arc<QueryNode>),
    /// `:x` return.
    Return(Box<Node>),
    /// `'x` signal.
    Signal(Box<Node>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    If,
    Do,
    While,
}

/// `{[a;b] …}`. Without a parameter list `params` holds the implicit ones that the body uses: `x`, `x y`, `x y z`.
#[derive(Clone, Debug)]
pub struct LambdaNode {
    /// The text from `{` to `}`.
    pub source: Vec<u8>,
    /// Where `source` starts in the text that was parsed: spans inside count from that text's start.
    pub params: Vec<Pattern>,
    pub body: Vec<Node>,
}

/// What a parameter or the left of an assignment binds: a name, or (4.1) a pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    Name(Sym),
    /// `[]`: nothing.
    Empty,
    /// A literal that must match.
    Const(Value),
    /// `(a;b)`
    List(Vec<Pattern>),
    /// ``([a:x;b:y])``: key and pattern.
    Dict(Vec<(Sym, Pattern)>),
    /// `` p:`j`` or `p:f`: a type check or filter function applied to what is bound.
    Filter(Box<Pattern>, Box<Node>),
}

/// `select`, `exec`, `update` or `delete`. Expressions stay nodes here; [`Node::to_value`] makes the functional form.
#[derive(Clone, Debug)]
pub struct QueryNode {
    pub verb: QueryVerb,
    pub distinct: bool,
    /// `select[…]`: count and order, as in the fifth and sixth arguments of functional select.
    pub limit: Option<Node>,
    /// `(primitive, column)`: `<` or `>` and an expression.
    pub order: Option<(Value, Node)>,
    /// Column names (given or derived as q derives them) and expressions. Empty: all columns.
    pub columns: Vec<(Sym, Node)>,
    /// `None`: no `by`.
    pub by: Option<Vec<(Sym, Node)>>,
    pub table: Node,
    pub filters: Vec<Node>,
    /// True when every column was written without a name, which makes `exec a` a list and `exec a,b` a dictionary.
    pub bare: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryVerb {
    Select,
    Exec,
    Update,
    Delete,
}
