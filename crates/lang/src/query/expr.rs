//! Expressions that run on whole columns: atomic functions and aggregates.
//!
//! A tree is translated once, with its names resolved. It is then run without the evaluator, on any rows and on any
//! thread; with groups, every aggregate folds all groups at one pass. What cannot be translated (a lambda, a running
//! sum) is `None`, and the evaluator takes it.
//!
//! Items of a constant list, values of a dictionary and choices by a vector of booleans are made for all rows as well, but
//! of vectors alone: then each row has its item whatever rows there are beside it, and nothing fails on some of them.

use super::aggregate;
use super::frame::Frame;
use crate::operators::choose_alike;
use crate::prims::column::repeat;
use crate::prims::ops::Grouped;
use crate::vm::Vm;
use quarry_kernel::kept::Kept;
use quarry_kernel::{self as kernel, Agg, BinaryOp, UnaryOp, cast, in_, pipe, within};
use quarry_value::error::declined;
use quarry_value::{Kind, Prim, Result, Sym, Type, Value};

/// A translated expression.
#[derive(Clone)]
pub enum Expr {
    /// A column, row numbers, or the partition column.
    Column(Sym),
    Const(Value),
    /// A part of a temporal column.
    Field(Sym, Box<Expr>),
    /// The items of a column of another table at the positions of a foreign key.
    Link(Value, Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<[Expr; 2]>),
    /// A function that is atomic in its left argument, and a constant on the right.
    Test(Test, Box<Expr>, Value),
    Cast(Value, Box<Expr>),
    /// The items of a vector, or the values of a dictionary of vectors, at these positions or keys.
    Index(Value, Box<Expr>),
    /// `?[b;x;y]`.
    Choice(Box<[Expr; 3]>),
    Agg(Agg, Vec<Expr>),
    CountDistinct(Box<Expr>),
    /// An aggregate that was taken out and is put in again: see [`super::parted`].
    Leaf(usize),
}

#[derive(Clone, Copy, PartialEq)]
pub enum Test {
    In,
    Within,
}

/// The value of an expression: one, one a row, or one a group.
pub enum Shape {
    One(Value),
    Rows(Value),
    Groups(Value),
}

/// `tree` on the rows of a frame: an aggregate or a chain of atomic functions by itself, anything else by the
/// evaluator.
pub fn whole(vm: &mut Vm, frame: &Frame, tree: &Value) -> Result<Value> {
    // Rows are counted for all columns together, which entries of a dictionary do not have.
    if !frame.is_dict
        && matches!(tree, Value::List(l) if l.len() > 1)
        && let Some(expr) = translate(vm, frame, tree)
        && let Some(Shape::One(v) | Shape::Rows(v)) = expr.run(frame, None)?
    {
        return Ok(v);
    }
    frame.eval(vm, tree)
}

/// The names of columns and, each by [`whole`], their values.
pub fn columns(vm: &mut Vm, frame: &Frame, columns: &[(Sym, Value)]) -> Result<(Vec<Sym>, Vec<Value>)> {
    let mut values = Vec::with_capacity(columns.len());
    for (_, tree) in columns {
        values.push(whole(vm, frame, tree)?);
    }
    Ok((columns.iter().map(|c| c.0).collect(), values))
}

/// `tree` for each group; `None` when it cannot be translated.
pub fn per_group(vm: &mut Vm, frame: &Frame, groups: &Grouped, tree: &Value) -> Result<Option<Value>> {
    let Some(expr) = translate(vm, frame, tree) else { return Ok(None) };
    // Without groups nothing is folded that would tell of a wrong type, which the evaluator does.
    if groups.count() == 0 && expr.looks_up() {
        return Ok(None);
    }
    Ok(match expr.run(frame, Some(groups))? {
        Some(Shape::Groups(v)) => Some(v),
        Some(Shape::Rows(v)) if v.count() == frame.count() => Some(groups.lists(&v)?),
        Some(Shape::One(v)) if v.is_atom() => Some(repeat(&v, groups.count())),
        _ => None,
    })
}

/// The expression a tree stands for in the scope of a frame.
pub fn translate(vm: &Vm, frame: &Frame, tree: &Value) -> Option<Expr> {
    match tree {
        Value::Sym(name) => name_of(vm, frame, *name),
        Value::Vector(v) if v.ty == Type::Symbol => match v.slice::<Sym>()? {
            [one] => Some(Expr::Const(Value::Sym(*one))),
            _ => application(vm, frame, &tree.items().collect::<Vec<_>>()),
        },
        Value::List(l) => match l.as_slice() {
            [] => None,
            [constant] => Some(Expr::Const(constant.clone())),
            items => application(vm, frame, items),
        },
        x if x.is_atom() || x.is_list() => Some(Expr::Const(x.clone())),
        _ => None,
    }
}

fn name_of(vm: &Vm, frame: &Frame, name: Sym) -> Option<Expr> {
    if !is_simple(name) {
        return dotted(vm, frame, name);
    }
    if frame.knows(name) {
        return Some(Expr::Column(name));
    }
    let value = frame.local(name).or_else(|| vm.find_at_home(name))?;
    (value.is_atom() || value.is_list()).then_some(Expr::Const(value))
}

/// Is it no `s.name` and no `time.minute`?
fn is_simple(name: Sym) -> bool {
    !name.bytes().contains(&b'.') || name.bytes()[0] == b'.'
}

/// `s.name` or `time.minute`.
fn dotted(vm: &Vm, frame: &Frame, name: Sym) -> Option<Expr> {
    let (first, parts) = frame.start_of(name)?;
    let mut expr = Expr::Column(first);
    let mut sample =
        frame.link(first).map(|l| l.target.clone()).or_else(|| frame.table.column(first).ok().cloned());
    for part in parts {
        match sample.as_ref() {
            Some(Value::Vector(v)) if v.ty == Type::Enum => {
                let table = vm.get(v.domain)?;
                let target = crate::prims::flat::Flat::of(&table).ok()?.column(part).ok()?.clone();
                sample = Some(target.clone());
                expr = Expr::Link(target, Box::new(expr));
            }
            // Of a record, which the evaluator knows.
            Some(Value::Enum(..)) => return None,
            _ => {
                sample = None;
                expr = Expr::Field(part, Box::new(expr));
            }
        }
    }
    Some(expr)
}

fn application(vm: &Vm, frame: &Frame, items: &[Value]) -> Option<Expr> {
    let (head, args) = items.split_first()?;
    if let [x] = args
        && let Some(expr) = indexed(vm, frame, head, x)
    {
        return Some(expr);
    }
    let prim = match head {
        Value::Prim(p) => *p,
        Value::Sym(name) if !frame.knows(*name) => {
            match frame.local(*name).or_else(|| vm.find_at_home(*name))? {
                Value::Prim(p) => p,
                _ => return None,
            }
        }
        Value::Composition(c) => return composed(vm, frame, &c.funcs, args),
        _ => return None,
    };
    match args {
        [x] => unary(vm, frame, prim, x),
        [x, y] => binary(vm, frame, prim, x, y),
        [b, x, y] if prim.text() == "?" => {
            let arg = |tree| row_expr(vm, frame, tree);
            // One boolean chooses all of a branch.
            let b = arg(b).filter(|b| !matches!(b, Expr::Const(_)))?;
            Some(Expr::Choice(Box::new([b, arg(x)?, arg(y)?])))
        }
        _ => None,
    }
}

/// `d x` or `d@x`, where `d` has items.
fn indexed(vm: &Vm, frame: &Frame, head: &Value, x: &Value) -> Option<Expr> {
    let items = items_of(vm, frame, head)?;
    Some(Expr::Index(items, Box::new(row_expr(vm, frame, x)?)))
}

/// The vector, or the dictionary of vectors, that the head of an application stands for: it has an atom of its type for each index,
/// be it a null.
pub fn items_of(vm: &Vm, frame: &Frame, head: &Value) -> Option<Value> {
    let items = match head {
        Value::Sym(name) if is_simple(*name) && !frame.knows(*name) => {
            frame.local(*name).or_else(|| vm.find_at_home(*name))?
        }
        Value::List(l) if l.len() == 1 => l.get(0),
        Value::Vector(v) if v.ty == Type::Symbol => return None,
        other => other.clone(),
    };
    let is_indexed = match &items {
        Value::Vector(_) => true,
        Value::Dict(d) => matches!((&d.keys, &d.values), (Value::Vector(_), Value::Vector(_))),
        _ => false,
    };
    is_indexed.then_some(items)
}

/// `x<>y`, which is a composition of `not` on `=`.
fn composed(vm: &Vm, frame: &Frame, funcs: &[Value], args: &[Value]) -> Option<Expr> {
    let ([Value::Prim(outer), Value::Prim(inner)], [x, y]) = (funcs, args) else { return None };
    let inner = binary(vm, frame, *inner, x, y)?;
    Some(Expr::Unary(pipe::unary_op(*outer)?, Box::new(inner)))
}

fn unary(vm: &Vm, frame: &Frame, prim: Prim, x: &Value) -> Option<Expr> {
    if let Some(agg) = Agg::from_prim(prim) {
        if agg == Agg::Count
            && let Some(counted) = argument_of("?:", x)
        {
            return Some(Expr::CountDistinct(Box::new(row_expr(vm, frame, &counted)?)));
        }
        let x = row_expr(vm, frame, x)?;
        return (agg.rank() == 1).then(|| Expr::Agg(agg, vec![x]));
    }
    Some(Expr::Unary(pipe::unary_op(prim)?, Box::new(row_expr(vm, frame, x)?)))
}

/// `x` of the tree `f x`, where `f` is the primitive of this text.
pub fn argument_of(f: &str, tree: &Value) -> Option<Value> {
    let Value::List(l) = tree else { return None };
    match l.as_slice() {
        [Value::Prim(p), x] if p.text() == f => Some(x.clone()),
        _ => None,
    }
}

fn binary(vm: &Vm, frame: &Frame, prim: Prim, x: &Value, y: &Value) -> Option<Expr> {
    if prim.kind() != Kind::Binary {
        return None;
    }
    if let Some(agg) = Agg::from_prim(prim) {
        let args = [row_expr(vm, frame, x)?, row_expr(vm, frame, y)?];
        return (agg.rank() == 2).then(|| pair(agg, args));
    }
    let test = match prim.text() {
        "in" => Some(Test::In),
        "within" => Some(Test::Within),
        _ => None,
    };
    if let Some(test) = test {
        let Expr::Const(bounds) = constant(vm, frame, y)? else { return None };
        return Some(Expr::Test(test, Box::new(row_expr(vm, frame, x)?), bounds));
    }
    if prim.text() == "@" {
        return indexed(vm, frame, x, y);
    }
    if prim.text() == "$" {
        let Expr::Const(to) = translate(vm, frame, x)? else { return None };
        let is_type = match &to {
            Value::Sym(s) => {
                s.is_empty() || Type::from_name(s.bytes()).is_some() || kernel::is_temporal_field(*s)
            }
            Value::U8(Type::Char, c) => c.is_ascii_lowercase(),
            _ => false,
        };
        let y = row_expr(vm, frame, y)?;
        return is_type.then(|| Expr::Cast(to, Box::new(y)));
    }
    let op = pipe::binary_op(prim)?;
    Some(Expr::Binary(op, Box::new([row_expr(vm, frame, x)?, row_expr(vm, frame, y)?])))
}

/// An aggregate of two arguments. The sum of products with an atom has their type; of those of lists it is a float.
fn pair(agg: Agg, args: [Expr; 2]) -> Expr {
    match agg == Agg::WSum && args.iter().any(|x| matches!(x, Expr::Const(_))) {
        true => Expr::Agg(Agg::Sum, vec![Expr::Binary(BinaryOp::Multiply, Box::new(args))]),
        false => Expr::Agg(agg, args.into()),
    }
}

/// The right side of `in` and `within`: a constant, or a list of constants `(enlist;a;b)`.
fn constant(vm: &Vm, frame: &Frame, tree: &Value) -> Option<Expr> {
    if let Value::List(l) = tree
        && let [Value::Prim(p), rest @ ..] = l.as_slice()
        && p.row().keywords.contains(&"enlist")
    {
        let one = |x: &Value| match translate(vm, frame, x)? {
            Expr::Const(v) => Some(v),
            _ => None,
        };
        return Some(Expr::Const(Value::collapse(rest.iter().map(one).collect::<Option<_>>()?)));
    }
    translate(vm, frame, tree)
}

/// An argument: an expression per row or one atom. A constant list has no place in groups.
fn row_expr(vm: &Vm, frame: &Frame, tree: &Value) -> Option<Expr> {
    match translate(vm, frame, tree)? {
        Expr::Const(v) if !v.is_atom() => None,
        expr => Some(expr),
    }
}

impl Expr {
    /// The same expression for the kernel's pipeline, with columns and whatever it has no form for as leaves.
    fn piped(&self, frame: &Frame, leaves: &mut Vec<Value>) -> Option<pipe::Expr> {
        Some(match self {
            Expr::Const(v) => pipe::Expr::Const(v.clone()),
            Expr::Unary(op, x) => pipe::Expr::Unary(*op, Box::new(x.piped(frame, leaves)?)),
            Expr::Binary(op, args) => {
                let [x, y] = &**args;
                let x = x.piped(frame, leaves)?;
                pipe::Expr::Binary(*op, Box::new(x), Box::new(y.piped(frame, leaves)?))
            }
            Expr::Test(Test::Within, x, Value::Vector(bounds)) if bounds.len() == 2 => {
                let bound = |i| pipe::Expr::Const(bounds.get(i));
                pipe::Expr::within(x.piped(frame, leaves)?, bound(0), bound(1))
            }
            _ => match self.run(frame, None).ok()?? {
                Shape::Rows(v) => {
                    leaves.push(v);
                    pipe::Expr::Leaf(leaves.len() - 1)
                }
                Shape::One(v) => pipe::Expr::Const(v),
                Shape::Groups(_) => return None,
            },
        })
    }

    /// Is this more than a leaf of the pipeline?
    fn is_piped(&self) -> bool {
        match self {
            Expr::Unary(..) | Expr::Binary(..) => true,
            Expr::Test(Test::Within, _, Value::Vector(bounds)) => bounds.len() == 2,
            _ => false,
        }
    }

    /// Where an expression of booleans is true, by the pipeline; `None` when that does not take it.
    pub fn kept(&self, frame: &Frame) -> Option<Kept> {
        if !pipe::is_worth(frame.count()) || !self.is_piped() || self.has_aggregate() {
            return None;
        }
        let mut leaves = Vec::new();
        let piped = self.piped(frame, &mut leaves)?;
        pipe::filter(&piped, &leaves)
    }

    /// The value on every row, by the pipeline, when there are vectors in between that need not be made.
    fn collected(&self, frame: &Frame) -> Option<Value> {
        let deep = self.args().iter().any(|x| matches!(x, Expr::Unary(..) | Expr::Binary(..)));
        // Asked first, because this is tried again for every argument.
        if !deep || !pipe::is_worth(frame.count()) || !self.is_piped() || self.has_aggregate() {
            return None;
        }
        let mut leaves = Vec::new();
        let piped = self.piped(frame, &mut leaves)?;
        pipe::collect(&piped, &leaves)
    }

    /// Runs on the rows of a frame. `None` when a fold cannot take its arguments, and when what looks something up fails: which
    /// group or argument does first, and how, the evaluator tells.
    pub fn run(&self, frame: &Frame, groups: Option<&Grouped>) -> Result<Option<Shape>> {
        match self.evaluated(frame, groups) {
            Err(e) if e.is_catchable() && self.looks_up() => Ok(None),
            outcome => outcome,
        }
    }

    fn evaluated(&self, frame: &Frame, groups: Option<&Grouped>) -> Result<Option<Shape>> {
        if let Some(v) = self.collected(frame) {
            return Ok(Some(Shape::Rows(v)));
        }
        Ok(Some(match self {
            Expr::Column(name) => match frame.column(*name) {
                Some(c) => Shape::Rows(c),
                None => return Ok(None),
            },
            Expr::Const(v) => Shape::One(v.clone()),
            Expr::Leaf(_) => return Ok(None),
            Expr::Agg(agg, args) => return aggregated(*agg, args, frame, groups),
            Expr::CountDistinct(x) => match (x.run(frame, groups)?, groups) {
                (Some(Shape::Rows(x)), Some(g)) => Shape::Groups(aggregate::count_distinct(&x, &g.groups)?),
                (Some(Shape::Rows(x)), None) => {
                    Shape::One(Value::long(kernel::group_ids(&[&x])?.count as i64))
                }
                _ => return Ok(None),
            },
            Expr::Binary(op, args) => {
                let (Some(x), Some(y)) = (args[0].run(frame, groups)?, args[1].run(frame, groups)?) else {
                    return Ok(None);
                };
                return both(*op, x, y, groups);
            }
            Expr::Index(items, x) => {
                let Some(x) = x.run(frame, groups)? else { return Ok(None) };
                return Ok(x.map(|x| items_at(items, x)).ok());
            }
            Expr::Choice(args) => {
                let mut values = Vec::with_capacity(args.len());
                for arg in args.iter() {
                    match arg.run(frame, groups)? {
                        Some(shape) => values.push(shape),
                        None => return Ok(None),
                    }
                }
                return Ok(chosen(&values).map(Shape::Rows));
            }
            Expr::Unary(_, x)
            | Expr::Field(_, x)
            | Expr::Link(_, x)
            | Expr::Test(_, x, _)
            | Expr::Cast(_, x) => {
                let Some(x) = x.run(frame, groups)? else { return Ok(None) };
                x.map(|x| self.of_one(x))?
            }
        }))
    }

    /// This function of its evaluated argument.
    pub fn of_one(&self, x: &Value) -> Result<Value> {
        match self {
            Expr::Unary(op, _) => kernel::atomic_unary(*op, x),
            Expr::Field(part, _) => cast(&Value::Sym(*part), x),
            Expr::Link(column, _) => link(column, x),
            Expr::Test(Test::In, _, y) => in_(x, y),
            Expr::Test(Test::Within, _, y) => within(x, y),
            Expr::Cast(to, _) => cast(to, x),
            Expr::Index(items, _) => items_at(items, x),
            _ => Ok(x.clone()),
        }
    }

    /// The arguments of which this is a function.
    pub fn args(&self) -> &[Expr] {
        match self {
            Expr::Binary(_, args) => &args[..],
            Expr::Choice(args) => &args[..],
            Expr::Agg(_, args) => args,
            Expr::Unary(_, x)
            | Expr::Field(_, x)
            | Expr::Link(_, x)
            | Expr::Test(_, x, _)
            | Expr::Cast(_, x)
            | Expr::Index(_, x)
            | Expr::CountDistinct(x) => std::slice::from_ref(&**x),
            Expr::Column(_) | Expr::Const(_) | Expr::Leaf(_) => &[],
        }
    }

    /// Is there an aggregate in it?
    pub fn has_aggregate(&self) -> bool {
        matches!(self, Expr::Agg(..) | Expr::CountDistinct(_)) || self.args().iter().any(Expr::has_aggregate)
    }

    /// Are there items of a list, values of a dictionary or choices in it?
    pub fn looks_up(&self) -> bool {
        matches!(self, Expr::Index(..) | Expr::Choice(_)) || self.args().iter().any(Expr::looks_up)
    }

    /// Is there a choice in it, whose items need not be of one type?
    pub fn chooses(&self) -> bool {
        matches!(self, Expr::Choice(_)) || self.args().iter().any(Expr::chooses)
    }

    /// The columns it reads.
    pub fn columns(&self, names: &mut Vec<Sym>) {
        if let Expr::Column(name) = self
            && quarry_value::place_of(names, *name).is_none()
        {
            names.push(*name);
        }
        self.args().iter().for_each(|x| x.columns(names));
    }
}

impl Shape {
    fn map(self, f: impl Fn(&Value) -> Result<Value>) -> Result<Shape> {
        Ok(match self {
            Shape::One(v) => Shape::One(f(&v)?),
            Shape::Rows(v) => Shape::Rows(f(&v)?),
            Shape::Groups(v) => Shape::Groups(f(&v)?),
        })
    }
}

fn link(column: &Value, key: &Value) -> Result<Value> {
    match key {
        Value::Vector(v) => match v.slice::<i64>() {
            Some(at) => Ok(crate::prims::ops::pick(column, at)),
            None => Err(quarry_value::error::type_error()),
        },
        Value::Enum(_, i) => Ok(crate::prims::ops::pick(column, &[*i]).at(0)),
        _ => Err(quarry_value::error::type_error()),
    }
}

/// The items at an index, or at each of a vector of them. What else there is, and what fails, is declined.
fn items_at(items: &Value, at: &Value) -> Result<Value> {
    let is_flat = |x: &Value| x.is_atom() || matches!(x, Value::Vector(_));
    let found = if is_flat(at) { kernel::index(items, at).ok() } else { None };
    found.filter(is_flat).ok_or_else(declined)
}

/// `?[b;x;y]` of a vector of booleans and of vectors and atoms; `None` for others, and for items of two types, whose list
/// depends on which are chosen. What a group has once is none of them: it would be an atom there, which is converted otherwise.
fn chosen(args: &[Shape]) -> Option<Value> {
    let [Shape::Rows(Value::Vector(b)), x, y] = args else { return None };
    if b.ty != Type::Bool {
        return None;
    }
    let branch = |shape: &Shape| match shape {
        Shape::Rows(v @ Value::Vector(_)) => Some(v.clone()),
        Shape::One(v) if v.is_atom() => Some(v.clone()),
        _ => None,
    };
    choose_alike(b.slice()?, &branch(x)?, &branch(y)?).ok()?
}

/// `x op y`; `None` where a list that a group has would meet its rows.
fn both(op: BinaryOp, x: Shape, y: Shape, groups: Option<&Grouped>) -> Result<Option<Shape>> {
    let spread = |v: Value| groups.map_or(v.clone(), |g| g.spread(&v));
    let of = |x: &Value, y: &Value| kernel::atomic_binary(op, x, y);
    Ok(Some(match (x, y) {
        (Shape::One(x), Shape::One(y)) => Shape::One(of(&x, &y)?),
        (Shape::Rows(x), Shape::Rows(y) | Shape::One(y)) => Shape::Rows(of(&x, &y)?),
        (Shape::One(x), Shape::Rows(y)) => Shape::Rows(of(&x, &y)?),
        (Shape::Groups(x), Shape::Groups(y) | Shape::One(y)) => Shape::Groups(of(&x, &y)?),
        (Shape::One(x), Shape::Groups(y)) => Shape::Groups(of(&x, &y)?),
        (Shape::Rows(_), Shape::Groups(Value::List(_))) | (Shape::Groups(Value::List(_)), Shape::Rows(_)) => {
            return Ok(None);
        }
        (Shape::Rows(x), Shape::Groups(y)) => Shape::Rows(of(&x, &spread(y))?),
        (Shape::Groups(x), Shape::Rows(y)) => Shape::Rows(of(&spread(x), &y)?),
    }))
}

fn aggregated(agg: Agg, args: &[Expr], frame: &Frame, groups: Option<&Grouped>) -> Result<Option<Shape>> {
    if let (Agg::Count, [Expr::Column(_)]) = (agg, args) {
        return Ok(Some(match groups {
            Some(g) => Shape::Groups(Value::longs(g.counts())),
            None => Shape::One(Value::long(frame.count() as i64)),
        }));
    }
    if groups.is_none()
        && let Some(v) = folded(agg, args, frame)
    {
        return Ok(Some(Shape::One(v)));
    }
    let mut values = Vec::with_capacity(args.len());
    let mut rows = 0;
    for arg in args {
        match arg.run(frame, groups)? {
            Some(Shape::Rows(v)) => {
                rows += 1;
                values.push(v);
            }
            // See `pair`.
            Some(Shape::One(_)) if agg == Agg::WSum && groups.is_some() => return Ok(None),
            Some(Shape::One(v)) if args.len() > 1 => values.push(v),
            _ => return Ok(None),
        }
    }
    if rows == 0 {
        return Ok(None);
    }
    let values: Vec<&Value> = values.iter().collect();
    match groups {
        Some(g) => aggregate::fold(agg, &values, &g.groups).map(|v| Some(Shape::Groups(v))),
        None => Ok(Some(Shape::One(agg.apply(&values)?))),
    }
}

/// An aggregate of expressions that the pipeline computes as it folds them.
fn folded(agg: Agg, args: &[Expr], frame: &Frame) -> Option<Value> {
    let deep = |x: &Expr| matches!(x, Expr::Unary(..) | Expr::Binary(..)) && !x.has_aggregate();
    if !pipe::is_worth(frame.count()) || !args.iter().any(deep) || args.iter().any(Expr::has_aggregate) {
        return None;
    }
    let mut leaves = Vec::new();
    let piped = args.iter().map(|x| x.piped(frame, &mut leaves)).collect::<Option<Vec<_>>>()?;
    pipe::fold(agg, &piped, &leaves)
}
