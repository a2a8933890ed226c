//! Expressions of atomic primitives, alone or under an aggregate, handed whole to the kernel's pipeline; and a few pairs of
//! functions that are less work together.
//!
//! The compiler evaluates the leaves into registers and emits one `Fused` instruction before the ordinary ones. When
//! the leaves turn out to be long vectors the pipeline answers at once and the ordinary instructions are jumped over;
//! otherwise they run on the same registers.

use crate::bind;
use crate::prims::table::leading_rows;
use crate::syntax::node::{Node, NodeKind};
use quarry_kernel::pipe::{self, Expr};
use quarry_kernel::{Agg, pipe::binary_op, pipe::unary_op};
use quarry_value::{Kind, Prim, Sym, Value};

/// Leaves an expression may have; larger ones are fused in parts.
const LEAVES_MAX: usize = 16;
/// Operations it may have: each part of a long expression is looked at no further than that.
const OPERATIONS_MAX: usize = 64;
/// Leaves shorter than this are left to the ordinary instructions without asking the pipeline.
const LONG: usize = 512;
/// Lists that are shorter are sorted whole.
const SORTED_WHOLE: usize = 32;

/// An expression over numbered leaves, as both the pipeline and the compiler read it.
pub enum Tree {
    Leaf(usize),
    Const(Value),
    Unary(Prim, Box<Tree>),
    Binary(Prim, Box<Tree>, Box<Tree>),
    /// A value applied to another.
    Apply(Box<Tree>, Box<Tree>),
}

/// What the pipeline is asked for.
enum Sink {
    Collect(Expr),
    Where(Expr),
    Fold(Agg, Vec<Expr>),
    /// `agg each x group y`, of the leaves `y` and `x`; without `x`, `agg each group y`.
    EachGroup(Agg),
    /// The first items of what is sorted, of the leaves `x` and, unless it is known, `n`: `n#asc x`, `n sublist desc x`.
    Leading {
        n: Option<i64>,
        sorted: Sorted,
        descending: bool,
    },
}

/// What is sorted.
enum Sorted {
    /// `asc x`
    Items,
    /// `iasc x`
    Places,
    /// `` `c xasc x ``
    Rows(Sym),
}

/// A fused expression.
pub struct Plan {
    sink: Sink,
}

/// An expression worth fusing: its plan, its tree under the primitive at its head, and the leaves in the order of
/// evaluation (right to left).
pub struct Found<'a> {
    pub plan: Plan,
    pub args: Vec<Tree>,
    pub leaves: Vec<&'a Node>,
}

/// Looks at `prim` applied to `args`.
pub fn find<'a>(prim: Prim, args: &'a [Node]) -> Option<Found<'a>> {
    if prim.text() == "each" {
        return each_group(args);
    }
    if matches!(prim.text(), "#" | "sublist") {
        return leading(args);
    }
    let mut leaves = Leaves::default();
    let trees = match args {
        [x, y] => Vec::from(pair(x, y, &mut leaves)),
        _ => args.iter().map(|n| tree(n, &mut leaves)).collect(),
    };
    if leaves.nodes.is_empty() || leaves.are_too_many() {
        return None;
    }
    let inner: usize = trees.iter().map(operations).sum();
    let exprs = || trees.iter().map(expr).collect::<Option<Vec<Expr>>>();
    let sink = match (Agg::from_prim(prim), prim.text()) {
        (Some(Agg::Count | Agg::First | Agg::Last | Agg::Med), _) => return None,
        (Some(agg), _) if inner > 0 => Sink::Fold(agg, exprs()?),
        (None, "&:") if inner > 0 && prim.kind() == Kind::Unary => Sink::Where(exprs()?.pop()?),
        (None, _) if inner > 0 => Sink::Collect(head(prim, exprs()?)?),
        _ => return None,
    };
    Some(Found { plan: Plan { sink }, args: trees, leaves: leaves.nodes })
}

/// `agg each x group y` and `agg each group y`.
fn each_group(args: &[Node]) -> Option<Found<'_>> {
    let [Node { kind: NodeKind::Const(Value::Prim(agg)), .. }, items] = args else { return None };
    let (x, group, y) = match applied(items)? {
        (Node { kind: NodeKind::Const(Value::Prim(group)), .. }, y) => (None, group, y),
        (x, inner) => match applied(inner)? {
            (Node { kind: NodeKind::Const(Value::Prim(group)), .. }, y) if is_value(x) => (Some(x), group, y),
            _ => return None,
        },
    };
    if group.text() != "=:" {
        return None;
    }
    let grouped = Tree::Unary(*group, Box::new(Tree::Leaf(0)));
    let items = match x {
        Some(_) => Tree::Apply(Box::new(Tree::Leaf(1)), Box::new(grouped)),
        None => grouped,
    };
    let plan = Plan { sink: Sink::EachGroup(Agg::from_prim(*agg)?) };
    let args = vec![Tree::Const(Value::Prim(*agg)), items];
    Some(Found { plan, args, leaves: std::iter::once(y).chain(x).collect() })
}

/// `n#asc x`, `n sublist asc x`, and with `desc`; the same of `iasc x` and of `` `c xasc x ``.
fn leading(args: &[Node]) -> Option<Found<'_>> {
    let [n, sort] = args else { return None };
    let (order, by, x) = sorting(sort)?;
    let (sorted, descending) = match (order.text(), by) {
        ("asc", None) => (Sorted::Items, false),
        ("desc", None) => (Sorted::Items, true),
        ("<:", None) => (Sorted::Places, false),
        (">:", None) => (Sorted::Places, true),
        ("xasc", Some(by)) => (Sorted::Rows(only_name(by)?), false),
        ("xdesc", Some(by)) => (Sorted::Rows(only_name(by)?), true),
        _ => return None,
    };
    let (n, first, also) = match &n.kind {
        NodeKind::Const(v) => (Some(v.as_long()?), Tree::Const(v.clone()), None),
        // It is evaluated before the list is sorted.
        _ if is_quiet(n) => (None, Tree::Leaf(1), Some(n)),
        _ => return None,
    };
    let plan = Plan { sink: Sink::Leading { n, sorted, descending } };
    let x0 = Box::new(Tree::Leaf(0));
    let whole = match by {
        Some(by) => Tree::Binary(order, Box::new(Tree::Const(by.clone())), x0),
        None => Tree::Unary(order, x0),
    };
    Some(Found { plan, args: vec![first, whole], leaves: std::iter::once(x).chain(also).collect() })
}

/// A primitive, what is constant on its left, and its argument.
fn sorting(node: &Node) -> Option<(Prim, Option<&Value>, &Node)> {
    let NodeKind::Apply(f, args) = &node.kind else { return None };
    let NodeKind::Const(Value::Prim(prim)) = &f.kind else { return None };
    let (by, x) = match &args[..] {
        [x] => (None, x),
        [Node { kind: NodeKind::Const(by), .. }, x] => (Some(by), x),
        _ => return None,
    };
    (!matches!(x.kind, NodeKind::Elided)).then_some((*prim, by, x))
}

/// The one name that a value is or holds.
fn only_name(by: &Value) -> Option<Sym> {
    match by {
        Value::Sym(name) => Some(*name),
        _ => by.as_syms().filter(|names| names.len() == 1).map(|names| names[0]),
    }
}

/// A function and its one argument.
fn applied(node: &Node) -> Option<(&Node, &Node)> {
    match &node.kind {
        NodeKind::Apply(f, args) if args.len() == 1 && !matches!(args[0].kind, NodeKind::Elided) => {
            Some((f, &args[0]))
        }
        _ => None,
    }
}

/// May it be a vector?
fn is_value(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Name(_) | NodeKind::Apply(..))
}

fn head(prim: Prim, mut args: Vec<Expr>) -> Option<Expr> {
    match (args.pop()?, args.pop()) {
        (x, None) => Some(Expr::Unary(unary_op(prim)?, Box::new(x))),
        (y, Some(x)) => Some(Expr::Binary(binary_op(prim)?, Box::new(x), Box::new(y))),
    }
}

/// The leaves that have been found, and how many operations on them.
#[derive(Default)]
struct Leaves<'a> {
    nodes: Vec<&'a Node>,
    operations: usize,
}

impl<'a> Leaves<'a> {
    fn are_too_many(&self) -> bool {
        self.nodes.len() > LEAVES_MAX || self.operations > OPERATIONS_MAX
    }

    fn add(&mut self, node: &'a Node) -> Tree {
        self.nodes.push(node);
        Tree::Leaf(self.nodes.len() - 1)
    }
}

/// The tree of a node; what is no atomic primitive becomes a leaf.
fn tree<'a>(node: &'a Node, leaves: &mut Leaves<'a>) -> Tree {
    match &node.kind {
        _ if leaves.are_too_many() => {}
        NodeKind::Const(v) if v.is_atom() => return Tree::Const(v.clone()),
        NodeKind::Apply(f, args) if !args.iter().any(|a| matches!(a.kind, NodeKind::Elided)) => {
            match (&f.kind, &args[..]) {
                (NodeKind::Const(Value::Prim(p)), [x]) if is_unary(*p) => {
                    leaves.operations += 1;
                    return Tree::Unary(*p, Box::new(tree(x, leaves)));
                }
                (NodeKind::Const(Value::Prim(p)), [x, y]) if is_binary(*p) => {
                    return binary(*p, x, y, leaves);
                }
                (NodeKind::Const(Value::Composition(c)), [x, y]) => {
                    // `<=`, `>=` and `<>` are `not` of a comparison.
                    if let [Value::Prim(not), Value::Prim(p)] = &c.funcs[..]
                        && is_unary(*not)
                        && is_binary(*p)
                    {
                        return Tree::Unary(*not, Box::new(binary(*p, x, y, leaves)));
                    }
                }
                _ => {}
            }
        }
        _ => {}
    }
    leaves.add(node)
}

/// The trees of two arguments.
///
/// Leaves are evaluated before everything else. So where one on the left does more than give a value, what is on the right
/// is a leaf, too: should it fail, the one on the left is not evaluated.
fn pair<'a>(x: &'a Node, y: &'a Node, leaves: &mut Leaves<'a>) -> [Tree; 2] {
    let before = leaves.nodes.len();
    let mut right = tree(y, leaves);
    if !matches!(right, Tree::Leaf(_) | Tree::Const(_)) && !leaves.are_too_many() && !is_quiet(x) {
        leaves.nodes.truncate(before);
        right = leaves.add(y);
    }
    [tree(x, leaves), right]
}

fn binary<'a>(p: Prim, x: &'a Node, y: &'a Node, leaves: &mut Leaves<'a>) -> Tree {
    leaves.operations += 1;
    let [x, y] = pair(x, y, leaves);
    Tree::Binary(p, Box::new(x), Box::new(y))
}

/// Is nothing in an expression called but operators and keywords that look at their arguments alone, and nothing assigned?
fn is_quiet(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Const(_) | NodeKind::Name(_) | NodeKind::Lambda(_) => true,
        NodeKind::List(items) => items.iter().all(is_quiet),
        NodeKind::Apply(f, args) => {
            let plain = match &f.kind {
                NodeKind::Const(Value::Prim(p)) => {
                    p.text() != ":" && matches!(bind::run(*p), bind::Run::Unary(_) | bind::Run::Binary(_))
                }
                NodeKind::Const(Value::Composition(_)) => true,
                _ => false,
            };
            plain && args.iter().all(is_quiet)
        }
        _ => false,
    }
}

fn is_unary(p: Prim) -> bool {
    p.kind() == Kind::Unary && unary_op(p).is_some()
}

fn is_binary(p: Prim) -> bool {
    p.kind() == Kind::Binary && binary_op(p).is_some()
}

fn operations(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf(_) | Tree::Const(_) | Tree::Apply(..) => 0,
        Tree::Unary(_, x) => 1 + operations(x),
        Tree::Binary(_, x, y) => 1 + operations(x) + operations(y),
    }
}

fn expr(tree: &Tree) -> Option<Expr> {
    Some(match tree {
        Tree::Leaf(i) => Expr::Leaf(*i),
        Tree::Const(v) => Expr::Const(v.clone()),
        Tree::Apply(..) => return None,
        Tree::Unary(p, x) => Expr::Unary(unary_op(*p)?, Box::new(expr(x)?)),
        Tree::Binary(p, x, y) => Expr::Binary(binary_op(*p)?, Box::new(expr(x)?), Box::new(expr(y)?)),
    })
}

impl Plan {
    /// The value, when the leaves are such that the pipeline takes them.
    #[inline]
    pub fn run(&self, leaves: &[Value]) -> Option<Value> {
        let least = if matches!(self.sink, Sink::Leading { .. }) { SORTED_WHOLE } else { LONG };
        let enough = quarry_kernel::runs::worth(least);
        let long = |v: &Value| match v {
            Value::Vector(v) => v.len() >= enough,
            Value::Table(_) => v.count() >= enough,
            _ => false,
        };
        let strings = |v: &Value| matches!(v, Value::List(l) if l.len() >= enough && l.as_packed().is_some());
        let grouped = matches!(self.sink, Sink::EachGroup(_)) && strings(&leaves[0]);
        if grouped || leaves.iter().any(long) { self.ask(leaves) } else { None }
    }

    #[inline(never)]
    fn ask(&self, leaves: &[Value]) -> Option<Value> {
        match &self.sink {
            Sink::Collect(e) => pipe::collect(e, leaves),
            Sink::Where(e) => pipe::filter(e, leaves).map(|kept| Value::longs(kept.into_positions())),
            Sink::Fold(agg, es) => pipe::fold(*agg, es, leaves),
            Sink::EachGroup(agg) => quarry_kernel::fold_each_group(*agg, leaves.get(1), &leaves[0]),
            Sink::Leading { n, sorted, descending } => {
                let (x, n) = (&leaves[0], n.or_else(|| leaves.get(1)?.as_long())?);
                match sorted {
                    Sorted::Items => quarry_kernel::leading(n, x, *descending),
                    Sorted::Places => quarry_kernel::leading_grade(n, x, *descending).map(Value::longs),
                    Sorted::Rows(by) => leading_rows(n, *by, x, *descending),
                }
            }
        }
    }
}
