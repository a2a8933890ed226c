//! Parse trees: syntax as q values, and back.
//!
//! A list is a function and its arguments, a symbol is a variable. What would be taken for one of these but is
//! meant as itself is enlisted: `` ,`a `` is the symbol, ``,`a`b`` the vector, `,(+;1;2)` the list.

use super::Fault;
use super::node::{Control, LambdaNode, Node, NodeKind, QueryNode, QueryVerb};
use super::parser::{constant, primitive};
use quarry_value::{Error, Iter, Kind, Lambda, Prim, Result, Sym, Type, Value};

/// The most arguments of a functional query: `?[t;c;b;a;n;(g;column)]`.
const QUERY_ARGUMENTS: usize = 6;

/// How deep a tree given by a program may be.
pub(crate) const DEPTH_MAX: u32 = 1000;

/// What `parse` answers for the statements of a text: the one, or `(";";a;b)`.
pub fn statements_to_value(statements: &[Node], context: Sym) -> Value {
    match statements {
        [only] => to_value(only, context),
        many => sequence(many, Scope { context, subqueries: false }),
    }
}

/// The parse tree of a node. Lambdas in it belong to the namespace `context`.
pub fn to_value(node: &Node, context: Sym) -> Value {
    value_in(node, Scope { context, subqueries: false })
}

/// The functional form of a template, in which the templates within it are calls of [`Prim::SUBQUERY`]: they see the
/// local variables that the function around them has, for which [`bind_locals`] makes room.
pub fn template(q: &QueryNode, context: Sym) -> Value {
    let (verb, arguments) = functional(q, Scope { context, subqueries: true });
    query_call(verb, arguments)
}

/// A template's functional form with the values of local variables for its subqueries.
pub fn bind_locals(tree: &Value, locals: &Value) -> Value {
    match tree {
        Value::List(l) if l.holds_values() => {
            let mut items: Vec<Value> = l.as_slice().iter().map(|item| bind_locals(item, locals)).collect();
            if let [Value::Prim(Prim::SUBQUERY), place, ..] = items.as_mut_slice() {
                *place = locals.clone();
            }
            Value::list(items)
        }
        Value::Dict(d) => Value::dict(d.keys.clone(), bind_locals(&d.values, locals)),
        _ => tree.clone(),
    }
}

/// Where a tree is made.
#[derive(Clone, Copy)]
struct Scope {
    /// The namespace of its lambdas.
    context: Sym,
    /// Do templates become calls of [`Prim::SUBQUERY`]?
    subqueries: bool,
}

fn value_in(node: &Node, scope: Scope) -> Value {
    let context = scope.context;
    let tree = |n: &Node| value_in(n, scope);
    match &node.kind {
        NodeKind::Const(value) => quote(value),
        NodeKind::Name(name) => Value::Sym(*name),
        NodeKind::Elided => Value::identity(),
        NodeKind::Apply(func, args) => {
            let mut items = vec![tree(func)];
            items.extend(args.iter().map(|a| item(a, scope)));
            list(items)
        }
        NodeKind::List(items) => {
            let enlist = Prim::keyword(Sym::new("enlist")).map_or_else(Value::identity, Value::Prim);
            let mut tree = vec![enlist];
            tree.extend(items.iter().map(|i| item(i, scope)));
            Value::list(tree)
        }
        NodeKind::Sequence(items) => sequence(items, scope),
        NodeKind::Derived(iter, func) => Value::list(vec![primitive(Kind::Iter, iter.text()), tree(func)]),
        NodeKind::Control(control) => Value::sym(control.word()),
        NodeKind::Assigner(func) => assigner(tree(func)),
        NodeKind::Lambda(lambda) => Lambda::new(lambda.source.clone(), context).into(),
        NodeKind::Query(query) => query_tree(query, scope),
        NodeKind::Return(value) => Value::list(vec![Value::char(b':'), tree(value)]),
        NodeKind::Signal(value) => Value::list(vec![Value::char(b'\''), tree(value)]),
    }
}

/// An argument: the elided one is its own value, unlike an empty statement.
fn item(node: &Node, scope: Scope) -> Value {
    match node.kind {
        NodeKind::Elided => Value::elided(),
        _ => value_in(node, scope),
    }
}

fn sequence(items: &[Node], scope: Scope) -> Value {
    let mut tree = vec![Value::char(b';')];
    tree.extend(items.iter().map(|n| value_in(n, scope)));
    Value::list(tree)
}

/// `+:` of `x+:1`; for other functions, the function.
fn assigner(func: Value) -> Value {
    match &func {
        Value::Prim(p) => unary_of(*p).map_or(func, Value::Prim),
        _ => func,
    }
}

fn unary_of(op: Prim) -> Option<Prim> {
    Prim::find(Kind::Unary, &format!("{}:", op.text()))
}

/// A value that stands for itself in a parse tree.
pub fn quote(value: &Value) -> Value {
    match value {
        Value::Sym(s) => Value::syms(vec![*s]),
        Value::Vector(v) if v.ty == Type::Symbol && !v.is_empty() => Value::list(vec![value.clone()]),
        Value::List(l) if !l.is_empty() => Value::list(vec![value.clone()]),
        _ => value.clone(),
    }
}

fn query_tree(q: &QueryNode, scope: Scope) -> Value {
    let (verb, mut arguments) = functional(q, scope);
    if !scope.subqueries {
        return query_call(verb, arguments);
    }
    arguments.resize(QUERY_ARGUMENTS, Value::identity());
    let head = [Value::Prim(Prim::SUBQUERY), Value::identity(), verb];
    Value::list(head.into_iter().chain(arguments).collect())
}

fn query_call(verb: Value, arguments: Vec<Value>) -> Value {
    Value::list(std::iter::once(verb).chain(arguments).collect())
}

/// The functional form of a template: `?` or `!`, and its arguments.
fn functional(q: &QueryNode, scope: Scope) -> (Value, Vec<Value>) {
    let tree = |n: &Node| value_in(n, scope);
    let filters: Vec<Value> = q.filters.iter().map(tree).collect();
    let filters = if filters.is_empty() { Value::empty_list() } else { enlist(list(filters)) };
    let named = |columns: &[(Sym, Node)]| {
        let names = columns.iter().map(|c| c.0).collect();
        Value::dict(Value::syms(names), list(columns.iter().map(|c| tree(&c.1)).collect()))
    };
    let quoted = |n: &Node| quote(&tree(n));
    let by = match &q.by {
        Some(by) if by.is_empty() => Value::bool(false),
        Some(by) if q.bare_by && q.verb == QueryVerb::Exec => quoted(&by[0].1),
        Some(by) => named(by),
        None if q.verb == QueryVerb::Exec => Value::empty_list(),
        None => Value::bool(q.distinct),
    };
    let columns = match q.verb {
        QueryVerb::Delete => Value::syms(q.columns.iter().map(|c| c.0).collect()),
        // An empty list would say to delete.
        QueryVerb::Update if q.columns.is_empty() => named(&[]),
        _ if q.columns.is_empty() => Value::empty_list(),
        QueryVerb::Exec if q.bare => quoted(&q.columns[0].1),
        _ => named(&q.columns),
    };
    let columns = if q.verb == QueryVerb::Delete { quote(&columns) } else { columns };
    let verb = if matches!(q.verb, QueryVerb::Select | QueryVerb::Exec) { "?" } else { "!" };
    let mut items = vec![tree(&q.table), filters, by, columns];
    if q.limit.is_some() || q.order.is_some() {
        items.push(q.limit.as_ref().map_or(Value::long(i64::MAX), tree));
    }
    if let Some((sort, column)) = &q.order {
        items.push(enlist(Value::list(vec![sort.clone(), tree(column)])));
    }
    (primitive(Kind::Binary, verb), items)
}

/// Trees in a list: names alone make a symbol vector.
fn list(trees: Vec<Value>) -> Value {
    if trees.iter().all(|t| matches!(t, Value::Sym(_))) { Value::collapse(trees) } else { Value::list(trees) }
}

fn enlist(x: Value) -> Value {
    Value::list(vec![x])
}

impl Control {
    pub fn word(self) -> &'static str {
        match self {
            Control::If => "if",
            Control::Do => "do",
            Control::While => "while",
        }
    }

    fn of(word: Sym) -> Option<Control> {
        [Control::If, Control::Do, Control::While].into_iter().find(|c| c.word().as_bytes() == word.bytes())
    }
}

/// The node that a parse tree stands for.
///
/// Errors: 'stack for a tree that is too deep.
pub fn from_value(tree: &Value) -> Result<Node> {
    node_at(tree, 0)
}

fn node(kind: NodeKind) -> Node {
    Node { span: 0..0, kind }
}

fn node_at(tree: &Value, depth: u32) -> Result<Node> {
    if depth > DEPTH_MAX {
        return Err(Error::new("stack"));
    }
    Ok(match tree {
        Value::Sym(name) if !name.is_empty() => node(NodeKind::Name(*name)),
        Value::Vector(v) if v.ty == Type::Symbol && v.len() == 1 => constant(0..0, v.get(0)),
        Value::Vector(v) if v.ty == Type::Symbol && v.len() > 1 => {
            application(&tree.items().collect::<Vec<_>>(), depth + 1)?
        }
        Value::List(l) if l.len() == 1 => constant(0..0, l.get(0)),
        Value::List(l) if l.len() > 1 => application(l.as_slice(), depth + 1)?,
        Value::Prim(Prim::ELIDED) => node(NodeKind::Elided),
        _ => constant(0..0, tree.clone()),
    })
}

fn application(items: &[Value], depth: u32) -> Result<Node> {
    let (head, rest) = (&items[0], &items[1..]);
    let args = || rest.iter().map(|t| node_at(t, depth)).collect::<Result<Vec<Node>>>();
    let apply = |head: Node, args| Ok(node(NodeKind::Apply(Box::new(head), args)));
    match head {
        Value::U8(Type::Char, b';') => Ok(node(NodeKind::Sequence(args()?))),
        // Source: quintanar401/asynQ, qchk.
        Value::U8(Type::Char, b':') if let [value] = rest => {
            Ok(node(NodeKind::Return(Box::new(node_at(value, depth)?))))
        }
        Value::U8(Type::Char, b'\'') if let [value] = rest => {
            Ok(node(NodeKind::Signal(Box::new(node_at(value, depth)?))))
        }
        Value::Sym(word) => match Control::of(*word) {
            Some(control) => apply(node(NodeKind::Control(control)), args()?),
            None => apply(node_at(head, depth)?, args()?),
        },
        Value::Prim(p) => match (p.kind(), p.text(), rest) {
            (Kind::Binary, ":", [value]) => Ok(node(NodeKind::Return(Box::new(node_at(value, depth)?)))),
            (Kind::Iter, _, [func]) => derived_or_signal(*p, func, depth),
            (Kind::Unary, _, [place, _]) if may_be_assigned(place) && assigned_by(*p).is_some() => {
                let op = assigned_by(*p).unwrap_or(Prim::IDENTITY);
                let op = constant(0..0, Value::Prim(op));
                apply(node(NodeKind::Assigner(Box::new(op))), args()?)
            }
            (Kind::Unary, "enlist", [_, _, ..]) => Ok(node(NodeKind::List(args()?))),
            _ => apply(constant(0..0, head.clone()), args()?),
        },
        // A derived function as a head needs no guessing.
        Value::List(l) if l.len() == 2 => match (l.get(0), l.get(1)) {
            (Value::Prim(p), func) if p.kind() == Kind::Iter => apply(derived(p, &func, depth)?, args()?),
            _ => apply(node_at(head, depth)?, args()?),
        },
        _ => apply(node_at(head, depth)?, args()?),
    }
}

/// A name, or a name with an index.
fn may_be_assigned(place: &Value) -> bool {
    match place {
        Value::Sym(_) => true,
        Value::List(l) if l.len() > 1 => may_be_assigned(&l.get(0)),
        Value::Vector(v) => v.ty == Type::Symbol && v.len() > 1,
        _ => false,
    }
}

/// `+` for `+:`.
fn assigned_by(unary: Prim) -> Option<Prim> {
    let text = unary.text();
    (text.len() == 2 && unary != Prim::IDENTITY)
        .then(|| Prim::find(Kind::Binary, text.strip_suffix(':')?))
        .flatten()
}

fn derived(iter: Prim, func: &Value, depth: u32) -> Result<Node> {
    let iter = Iter::ALL.into_iter().find(|i| i.text() == iter.text()).unwrap_or(Iter::Each);
    Ok(node(NodeKind::Derived(iter, Box::new(node_at(func, depth)?))))
}

/// `(';x)` is written alike for `f'` and for `'x`. A symbol or string, and what has to be computed, signals; a
/// function derives.
fn derived_or_signal(iter: Prim, func: &Value, depth: u32) -> Result<Node> {
    let computed = matches!(func, Value::List(l) if l.len() > 1 && !is_derived(func));
    let text = func.is_string() || matches!(func, Value::U8(Type::Char, _));
    let symbol = matches!(func, Value::Vector(v) if v.ty == Type::Symbol);
    if iter.text() == "'" && (computed || text || symbol) {
        return Ok(node(NodeKind::Signal(Box::new(node_at(func, depth)?))));
    }
    derived(iter, func, depth)
}

fn is_derived(tree: &Value) -> bool {
    matches!(tree, Value::List(l) if l.len() == 2 && matches!(l.get(0), Value::Prim(p) if p.kind() == Kind::Iter))
}

/// The lambda whose source is `source`, `{` to `}`.
pub fn lambda(source: &[u8], names: &dyn super::Names) -> Result<std::sync::Arc<LambdaNode>> {
    let mut statements = super::parse(source, names)?;
    match statements.pop() {
        Some(Node { kind: NodeKind::Lambda(lambda), .. }) if statements.is_empty() => Ok(lambda),
        _ => Err(Fault::new("parse", 0).signal(source)),
    }
}
