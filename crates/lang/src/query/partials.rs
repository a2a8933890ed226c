//! Aggregates that are put together from those of parts, as trees: what is asked of each part, and what becomes of it.
//!
//! The aggregates are taken out of the columns' expressions (their *leaves*), and each is asked for as aggregates that q has, so
//! that whoever knows q can answer: of `avg` the averages and the counts they stand for, of `dev` also the variances.

use crate::prims::flat::Flat;
use quarry_kernel::{Agg, Partial};
use quarry_value::error::declined;
use quarry_value::{Item, Kind, Prim, Repr, Result, Sym, Type, Value, Vector};

/// The leaves of a query's columns.
pub struct Partials {
    leaves: Vec<Leaf>,
    /// Expressions of the leaves, by their names.
    pub columns: Vec<(Sym, Value)>,
}

struct Leaf {
    agg: Agg,
    /// What is asked of each part for it.
    asked: Vec<Value>,
}

impl Partials {
    /// `None` when something else than aggregates and constants is left, or an aggregate is not put together so.
    pub fn of(columns: &[(Sym, Value)]) -> Option<Partials> {
        let mut leaves = Vec::new();
        let columns = columns
            .iter()
            .map(|(name, tree)| Some((*name, taken_out(tree, &mut leaves)?)))
            .collect::<Option<_>>()?;
        Some(Partials { leaves, columns })
    }

    /// The columns to ask each part for: those of the leaves, then the count of rows.
    pub fn asked(&self) -> Vec<(Sym, Value)> {
        let trees = self.leaves.iter().flat_map(|leaf| leaf.asked.iter().cloned());
        let rows = call("count", [Value::Sym(Sym::new("i"))]);
        trees.chain([rows]).enumerate().map(|(i, tree)| (numbered("part", i), tree)).collect()
    }

    /// The parts that have rows; the first when none has.
    pub fn with_rows(&self, mut parts: Vec<Flat>) -> Result<Vec<Flat>> {
        let has_rows = |part: &Flat| match part.columns.last() {
            Some(Value::Vector(v)) => v.slice::<i64>().is_some_and(|rows| rows.iter().any(|n| *n > 0)),
            _ => false,
        };
        match parts.iter().any(has_rows) {
            true => parts.retain(has_rows),
            false => parts.truncate(1),
        }
        Ok(parts)
    }

    /// The leaves by their names, from the columns that were asked for: row `i` is of group `ids[i]`.
    ///
    /// Errors: those of the aggregates; [`declined`] for what is not put together.
    pub fn merged(&self, columns: &[Value], ids: &[u32], groups: usize) -> Result<Flat> {
        let mut rest = columns;
        let mut merged = Vec::with_capacity(self.leaves.len());
        for leaf in &self.leaves {
            let (own, others) = rest.split_at_checked(leaf.asked.len()).ok_or_else(declined)?;
            merged.push(leaf.merged(own, ids, groups)?);
            rest = others;
        }
        Ok(Flat { names: (0..merged.len()).map(leaf_name).collect(), columns: merged, keys: 0 })
    }
}

impl Leaf {
    fn of(agg: Agg, args: &[Value]) -> Option<Leaf> {
        let whole = || Value::list([vec![word(agg.name())], args.to_vec()].concat());
        let cast = |to: u8, x: &Value| Value::list(vec![sign("$"), Value::char(to), x.clone()]);
        // What counts: no null; of characters all do.
        let told = |x: &Value| call("not", [call("null", [cast(b'f', x)])]);
        let truth = |x: &Value| cast(b'b', x);
        let asked = match (agg, args) {
            (Agg::Med | Agg::Cov | Agg::SCov | Agg::Cor, _) => return None,
            (Agg::Avg, [x]) => vec![whole(), call("sum", [told(x)])],
            (Agg::Var | Agg::Dev | Agg::SVar | Agg::SDev, [x]) => {
                vec![call("var", [x.clone()]), call("sum", [told(x)]), call("avg", [x.clone()])]
            }
            (Agg::WAvg, [w, x]) => {
                vec![whole(), call("wsum", [cast(b'f', w), told(x)])]
            }
            // As primitives that messages have: the aggregates of a row are known by them.
            (Agg::All, [x]) => vec![call("min", [truth(x)])],
            (Agg::Any, [x]) => vec![call("max", [truth(x)])],
            _ => vec![whole()],
        };
        Some(Leaf { agg, asked })
    }

    fn merged(&self, columns: &[Value], ids: &[u32], groups: usize) -> Result<Value> {
        match (self.agg, columns) {
            (Agg::Count, [x]) => fold(Agg::Sum, &[x], ids, groups),
            (Agg::Sum | Agg::WSum, [x]) => {
                fold(Agg::Sum, &[x], ids, groups).map(|total| with_lost(total, x, None, ids))
            }
            (Agg::Prd, [x]) if is_float(x) => {
                fold(Agg::Prd, &[x], ids, groups).map(|total| with_lost(total, x, None, ids))
            }
            (Agg::Avg | Agg::WAvg, [averages, weights]) if is_float(averages) => {
                let total = fold(Agg::WAvg, &[weights, averages], ids, groups)?;
                Ok(with_lost(total, averages, Some(weights), ids))
            }
            (Agg::Var | Agg::Dev | Agg::SVar | Agg::SDev, [variances, counts, averages]) => {
                let (Some(v), Some(n), Some(a)) = (floats(variances), ints(counts), floats(averages)) else {
                    return Err(declined());
                };
                Ok(Value::floats(self.spread(&v, &n, &a, ids, groups)))
            }
            (Agg::Avg | Agg::WAvg | Agg::Var | Agg::Dev | Agg::SVar | Agg::SDev, _) => Err(declined()),
            (agg, [x]) => fold(agg, &[x], ids, groups),
            _ => Err(declined()),
        }
    }

    /// Variances and deviations from those of parts, their counts and averages.
    fn spread(
        &self,
        variances: &[f64],
        counts: &[i32],
        averages: &[f64],
        ids: &[u32],
        groups: usize,
    ) -> Vec<f64> {
        let parts = || ids.iter().map(|g| *g as usize).zip(counts).enumerate().filter(|(_, (_, n))| **n > 0);
        let (mut total, mut mean, mut squares) = (vec![0.0; groups], vec![0.0; groups], vec![0.0; groups]);
        for (i, (g, n)) in parts() {
            total[g] += f64::from(*n);
            mean[g] += f64::from(*n) * averages[i];
        }
        mean.iter_mut().zip(&total).for_each(|(m, n)| *m /= n);
        for (i, (g, n)) in parts() {
            let off = averages[i] - mean[g];
            squares[g] += f64::from(*n) * (variances[i] + off * off);
        }
        let less = if matches!(self.agg, Agg::SVar | Agg::SDev) { 1.0 } else { 0.0 };
        let is_root = matches!(self.agg, Agg::Dev | Agg::SDev);
        let one = |(squares, n): (&f64, &f64)| match squares / (n - less) {
            v if v.is_nan() || *n <= less => f64::NULL,
            v if is_root => v.sqrt(),
            v => v,
        };
        squares.iter().zip(&total).map(one).collect()
    }
}

/// An expression with names in place of its aggregates.
fn taken_out(tree: &Value, leaves: &mut Vec<Leaf>) -> Option<Value> {
    let Value::List(l) = tree else { return (!matches!(tree, Value::Sym(_))).then(|| tree.clone()) };
    let [head, args @ ..] = l.as_slice() else { return Some(tree.clone()) };
    if args.is_empty() {
        return Some(tree.clone());
    }
    if let Value::Prim(prim) = head
        && let Some(agg) = Agg::from_prim(*prim)
        && agg.rank() == args.len()
    {
        leaves.push(Leaf::of(agg, args)?);
        return Some(Value::Sym(leaf_name(leaves.len() - 1)));
    }
    let args = args.iter().map(|x| taken_out(x, leaves)).collect::<Option<Vec<Value>>>()?;
    Some(Value::list([vec![head.clone()], args].concat()))
}

fn fold(agg: Agg, args: &[&Value], ids: &[u32], groups: usize) -> Result<Value> {
    let mut partial = Partial::new(agg);
    partial.step(args, Some(ids), groups)?;
    partial.finish()
}

/// The totals of groups, null where that of a part is: of infinities that cancel out, or of more than an int holds, since nulls are
/// left out of parts. What has no weight is a part without items.
fn with_lost(total: Value, parts: &Value, weights: Option<&Value>, ids: &[u32]) -> Value {
    let (Value::Vector(totals), Value::Vector(v)) = (&total, parts) else { return total };
    let counts = |w| Some(ints(w)?.into_iter().map(f64::from).collect());
    let weights: Option<Vec<f64>> = weights.and_then(|w| floats(w).or_else(|| counts(w)));
    let has_items = |i: usize| weights.as_ref().is_none_or(|w| w[i] != 0.0);
    match v.ty.repr() {
        Repr::I32 => null_where_lost::<i32>(totals, v, has_items, ids),
        Repr::F32 => null_where_lost::<f32>(totals, v, has_items, ids),
        Repr::F64 => null_where_lost::<f64>(totals, v, has_items, ids),
        _ => None,
    }
    .unwrap_or(total)
}

/// See [`with_lost`]. `None` when parts and totals are not both of `T`.
fn null_where_lost<T: Item>(
    totals: &Vector,
    parts: &Vector,
    has_items: impl Fn(usize) -> bool,
    ids: &[u32],
) -> Option<Value> {
    let mut all = totals.slice::<T>()?.to_vec();
    for (i, part) in parts.slice::<T>()?.iter().enumerate() {
        if part.is_null() && has_items(i) {
            all[ids[i] as usize] = T::NULL;
        }
    }
    Some(Vector::of(totals.ty, all).into())
}

fn leaf_name(i: usize) -> Sym {
    numbered("leaf", i)
}

fn numbered(word: &str, i: usize) -> Sym {
    Sym::new(format!("{word}{i}"))
}

fn call<const N: usize>(name: &str, args: [Value; N]) -> Value {
    Value::list([vec![word(name)], args.to_vec()].concat())
}

/// The primitive of a keyword; its name, which means the same, for what is none.
fn word(name: &str) -> Value {
    let name = Sym::new(name);
    Prim::keyword(name).map_or(Value::Sym(name), Value::Prim)
}

/// The primitive of two arguments with this sign.
pub fn sign(text: &str) -> Value {
    Prim::find(Kind::Binary, text).map_or(Value::Sym(Sym::new(text)), Value::Prim)
}

fn is_float(x: &Value) -> bool {
    matches!(x, Value::Vector(v) if matches!(v.ty, Type::Real | Type::Float))
}

fn floats(x: &Value) -> Option<Vec<f64>> {
    let Value::Vector(v) = x else { return None };
    (v.ty == Type::Float).then(|| v.slice::<f64>().map(<[f64]>::to_vec))?
}

fn ints(x: &Value) -> Option<Vec<i32>> {
    let Value::Vector(v) = x else { return None };
    v.slice::<i32>().map(<[i32]>::to_vec)
}
