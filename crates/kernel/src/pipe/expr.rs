//! Expressions of atomic functions, and what types and plans they have once their leaves are known.

use crate::atomic::{BinaryOp, UnaryOp, atomic_binary, atomic_unary, binary, unary};
use crate::domain;
use quarry_value::{Data, Prim, Sym, Type, Value};
use std::sync::LazyLock;

/// An expression of atomic functions over leaves, which are given when it is computed.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A leaf by its number: a vector, or an atom.
    Leaf(usize),
    /// An atom; of anything else nothing is made.
    Const(Value),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// The unary atomic function that a primitive is.
pub fn unary_op(prim: Prim) -> Option<UnaryOp> {
    static KNOWN: LazyLock<Vec<Option<UnaryOp>>> = LazyLock::new(|| {
        Prim::each(|prim| {
            let row = prim.row();
            (row.rank == 1).then(|| UnaryOp::ALL.into_iter().find(|op| row.keywords.contains(&op.name())))?
        })
    });
    KNOWN[prim.id()]
}

/// The binary atomic function that a primitive is. `<= >= <>` are no primitives of their own in q.
pub fn binary_op(prim: Prim) -> Option<BinaryOp> {
    static KNOWN: LazyLock<Vec<Option<BinaryOp>>> = LazyLock::new(|| {
        Prim::each(|prim| {
            let row = prim.row();
            (row.rank == 2).then(|| BinaryOp::ALL.into_iter().find(|op| row.text == op.name()))?
        })
    });
    KNOWN[prim.id()]
}

/// An expression with its leaves: every node has a type and a plan.
pub enum Typed<'a> {
    /// A vector, and the domain if it is an enumeration.
    Vector(Type, &'a Data, Sym),
    Atom(Value),
    /// With the count of the result.
    Unary(unary::Plan, usize, Box<Typed<'a>>),
    Binary(binary::Plan, usize, Box<Typed<'a>>, Box<Typed<'a>>),
}

impl<'a> Typed<'a> {
    /// `None` when a leaf is neither a plain vector nor an atom, when counts differ, or when types do not fit.
    pub fn new(expr: &Expr, leaves: &'a [Value]) -> Option<Typed<'a>> {
        match expr {
            Expr::Leaf(i) => Typed::leaf(leaves.get(*i)?),
            Expr::Const(x) => x.is_atom().then(|| Typed::Atom(x.clone())),
            Expr::Unary(op, x) => Typed::unary(*op, Typed::new(x, leaves)?),
            Expr::Binary(op, x, y) => Typed::binary(*op, Typed::new(x, leaves)?, Typed::new(y, leaves)?),
        }
    }

    fn leaf(x: &'a Value) -> Option<Typed<'a>> {
        match x {
            Value::Vector(v) => Some(Typed::Vector(v.ty, &v.data, v.domain)),
            x if x.is_atom() => Some(Typed::Atom(x.clone())),
            _ => None,
        }
    }

    fn unary(op: UnaryOp, x: Typed<'a>) -> Option<Typed<'a>> {
        match x {
            Typed::Atom(x) => atomic_unary(op, &x).ok().map(Typed::Atom),
            x => {
                let plan = unary::plan(op, x.ty())?;
                Some(Typed::Unary(plan, x.count()?, Box::new(x)))
            }
        }
    }

    fn binary(op: BinaryOp, x: Typed<'a>, y: Typed<'a>) -> Option<Typed<'a>> {
        let count = match (x.count(), y.count()) {
            (Some(n), Some(m)) if n != m => return None,
            (Some(n), _) | (_, Some(n)) => n,
            (None, None) => return fold_atoms(op, &x, &y),
        };
        if op.is_order() && x.ty() == Type::Symbol {
            // All together: the texts of those that are distinct are compared.
            return None;
        }
        let (x, y) = as_positions(op, x, y)?;
        let plan = binary::plan(op, x.ty(), y.ty())?;
        Some(Typed::Binary(plan, count, Box::new(x), Box::new(y)))
    }

    /// The type of the items.
    pub fn ty(&self) -> Type {
        match self {
            Typed::Vector(ty, ..) => *ty,
            Typed::Atom(x) => x.item_type().unwrap_or(Type::List),
            Typed::Unary(plan, ..) => plan.out,
            Typed::Binary(plan, ..) => plan.out,
        }
    }

    /// How many items; `None` for an atom.
    pub fn count(&self) -> Option<usize> {
        match self {
            Typed::Vector(_, data, _) => Some(data.len()),
            Typed::Atom(_) => None,
            Typed::Unary(_, n, _) | Typed::Binary(_, n, ..) => Some(*n),
        }
    }

    /// Is there a vector between leaves and result that need not be made?
    pub fn is_deep(&self) -> bool {
        let is_leaf = |t: &Typed| matches!(t, Typed::Vector(..) | Typed::Atom(_));
        match self {
            Typed::Unary(_, _, x) => !is_leaf(x),
            Typed::Binary(_, _, x, y) => !is_leaf(x) || !is_leaf(y),
            _ => false,
        }
    }
}

fn fold_atoms<'a>(op: BinaryOp, x: &Typed, y: &Typed) -> Option<Typed<'a>> {
    let (Typed::Atom(x), Typed::Atom(y)) = (x, y) else { return None };
    atomic_binary(op, x, y).ok().map(Typed::Atom)
}

/// Enumerations are compared by position: with one over the same domain, or with a symbol that has a position.
fn as_positions<'a>(op: BinaryOp, x: Typed<'a>, y: Typed<'a>) -> Option<(Typed<'a>, Typed<'a>)> {
    if x.ty() != Type::Enum && y.ty() != Type::Enum {
        return Some((x, y));
    }
    if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
        return None;
    }
    let position = |domain: Sym, symbol: &Value| {
        let symbol = symbol.as_sym().filter(|s| !s.is_empty())?;
        domain::items(domain)?.as_syms()?;
        Some(Typed::Atom(Value::Enum(domain, domain::position(domain, symbol).unwrap_or(-1))))
    };
    match (x, y) {
        (Typed::Vector(tx, a, d), Typed::Vector(ty, b, e)) if tx == ty && d == e => {
            Some((Typed::Vector(tx, a, d), Typed::Vector(ty, b, e)))
        }
        (Typed::Vector(ty, data, domain), Typed::Atom(symbol)) => {
            Some((Typed::Vector(ty, data, domain), position(domain, &symbol)?))
        }
        (Typed::Atom(symbol), Typed::Vector(ty, data, domain)) => {
            Some((position(domain, &symbol)?, Typed::Vector(ty, data, domain)))
        }
        _ => None,
    }
}

impl Expr {
    /// `x within (low;high)`
    pub fn within(x: Expr, low: Expr, high: Expr) -> Expr {
        let above = Expr::Binary(BinaryOp::AtLeast, Box::new(x.clone()), Box::new(low));
        let below = Expr::Binary(BinaryOp::AtMost, Box::new(x), Box::new(high));
        Expr::Binary(BinaryOp::Lesser, Box::new(above), Box::new(below))
    }
}
