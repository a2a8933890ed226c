//! The syntax tree with its places in the source. [`super::tree::to_value`] gives the parse tree that `parse` shows.

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
    /// The empty place in `f[;1]`; an empty statement.
    Elided,
    /// `f[a;b]`, `a f b`, `f a`: a function and its arguments. Control words and assignment are applications
    /// too: `$[c;t;f]` of the primitive `$`, `if[…]`, `do[…]`, `while[…]` of [`NodeKind::Control`], `x:1` of
    /// `:`, `x+:1` of [`NodeKind::Assigner`], `x::1` of `::`. What is assigned to is an ordinary node: a name, an
    /// application `x[i]`, or something for [`super::pattern::of`]. `'[f;g]`, also from a train such as `0|+`, is
    /// an application of the iterator `'`; a list with elided items is [`NodeKind::List`] with [`NodeKind::Elided`].
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

impl Node {
    /// The nodes in this one, the arguments before the function. What is in a lambda is its own, and the phrases of a query
    /// are another matter, for the names in them may be columns.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        let (several, one, other): (&[Node], Option<&Node>, Option<&Node>) = match &self.kind {
            NodeKind::Apply(f, args) => (args, Some(f), None),
            NodeKind::List(items) | NodeKind::Sequence(items) => (items, None, None),
            NodeKind::Derived(_, x) | NodeKind::Assigner(x) | NodeKind::Return(x) | NodeKind::Signal(x) => {
                (&[], Some(x), None)
            }
            NodeKind::Query(q) => (&[], Some(&q.table), q.limit.as_ref()),
            NodeKind::Const(_)
            | NodeKind::Name(_)
            | NodeKind::Elided
            | NodeKind::Control(_)
            | NodeKind::Lambda(_) => (&[], None, None),
        };
        several.iter().chain(one).chain(other)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    If,
    Do,
    While,
}

/// `{[a;b] …}`. Without a parameter list `params` holds the implicit ones up to the last used: `x`, `x y`, `x y z`.
#[derive(Clone, Debug)]
pub struct LambdaNode {
    /// The text from `{` to `}`. The node's span says where it starts; spans inside count from the start of the
    /// whole text that was parsed.
    pub source: Vec<u8>,
    pub params: Vec<Pattern>,
    /// Was there a parameter list? `{[]…}` has one, and no parameters.
    pub signed: bool,
    /// The statements; [`NodeKind::Elided`] for an empty one, also after a last semicolon.
    pub body: Vec<Node>,
}

/// What a parameter binds, or (4.1) the left of an assignment: see [`super::pattern::of`].
#[derive(Clone, Debug)]
pub enum Pattern {
    Name(Sym),
    /// `a[i]`: an indexed assignment. The index is an expression.
    Index(Sym, Vec<Node>),
    /// Nothing is asked: an elided item.
    Empty,
    /// A literal that must match.
    Const(Value),
    /// `(a;b)`
    List(Vec<Pattern>),
    /// `` `a`b!(x;y)`` and `([a:x;b:y])`. Keys that are constants are looked up; otherwise the whole key and the
    /// whole value are matched.
    Dict(Box<Pattern>, Box<Pattern>),
    /// `flip p`, `([]a:x)`: the table as a dictionary of columns.
    Flip(Box<Pattern>),
    /// `` p:`j`` or `p:f`: a type check or filter function applied to what is bound.
    Filter(Box<Pattern>, Box<Node>),
}

impl Pattern {
    /// The name that takes the whole value.
    pub fn name(&self) -> Option<Sym> {
        match self {
            Pattern::Name(name) => Some(*name),
            Pattern::Filter(inner, _) => inner.name(),
            _ => None,
        }
    }
}

/// `select`, `exec`, `update` or `delete`. Expressions stay nodes here; [`super::tree::to_value`] makes the functional form.
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
    /// One column without a name: `exec a` is a list, `exec a,b` and `exec a:b` are dictionaries.
    pub bare: bool,
    /// One group without a name: `exec a by b` is keyed by the values of `b`.
    pub bare_by: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryVerb {
    Select,
    Exec,
    Update,
    Delete,
}
