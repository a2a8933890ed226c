//! Aggregates of two arguments: covariance, correlation, weighted average and sum.

use super::number::{Class, float_of_atom, floats_of_run};
use super::spread::{anchor_of, plus};
use super::{Agg, nested, over_blocks, sum, wide};
use crate::order::identical;
use crate::pipe::column::{Column, runs_of};
use crate::{cast, distinct, divide, find, index, multiply};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Item, Result, Type, Value, Vector, room};
use std::borrow::Cow;
use std::ops::Range;

/// `x cov y`: covariance. Pairs with a null are passed over.
///
/// Types: numeric, temporal, char. Errors: 'type, 'length. Source: ref/cov.
pub fn cov(x: &Value, y: &Value) -> Result<Value> {
    joint(x, y, Joint::cov)
}

/// `x scov y`: sample covariance; null for fewer than two pairs.
///
/// Source: ref/cov.
pub fn scov(x: &Value, y: &Value) -> Result<Value> {
    joint(x, y, Joint::scov)
}

/// `x cor y`: Pearson's correlation; null where one side does not vary.
///
/// Source: ref/cor.
pub fn cor(x: &Value, y: &Value) -> Result<Value> {
    joint(x, y, Joint::cor)
}

/// Count and centred sums of squares and products of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    count: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Joint {
    /// From count, sums, sums of squares and sum of products of distances from some near values.
    pub fn of([count, x, y, xx, yy, xy]: [f64; 6]) -> Joint {
        Joint { count, xx: xx - x * x / count, yy: yy - y * y / count, xy: xy - x * y / count }
    }

    pub fn cov(self) -> f64 {
        self.xy / self.count
    }

    pub fn scov(self) -> f64 {
        if self.count > 1.0 { self.xy / (self.count - 1.0) } else { f64::NULL }
    }

    pub fn cor(self) -> f64 {
        let product = self.xx * self.yy;
        // The product of two numbers may be more than a float holds, or too little.
        let scale = if product.is_normal() { product.sqrt() } else { self.xx.sqrt() * self.yy.sqrt() };
        if scale > 0.0 { (self.xy / scale).clamp(-1.0, 1.0) } else { f64::NULL }
    }
}

fn joint(x: &Value, y: &Value, answer: fn(Joint) -> f64) -> Result<Value> {
    if let (Value::List(a), Value::List(b)) = (x, y)
        && let (Some(xs), Some(ys)) = (nested::columns(a), nested::columns(b))
    {
        if xs.len() != ys.len() || a.len() != b.len() {
            return Err(length_error());
        }
        let each = xs.iter().zip(&ys).map(|(x, y)| joint(x, y, answer));
        return Ok(Value::collapse(each.collect::<Result<Vec<Value>>>()?));
    }
    let (x, y) = pair(x, y)?;
    Ok(Value::float(answer(joint_of(Column::Vector(&x), Column::Vector(&y)))))
}

fn joint_of(x: Column, y: Column) -> Joint {
    let shifts = [anchor_of(x), anchor_of(y)];
    Joint::of(fold(x, y, |a, b| wide::pair_moments(a, b, shifts)))
}

/// Of two columns of one count.
pub(super) fn of_columns(x: Column, y: Column, agg: Agg) -> f64 {
    match agg {
        Agg::Cov => joint_of(x, y).cov(),
        Agg::SCov => joint_of(x, y).scov(),
        Agg::Cor => joint_of(x, y).cor(),
        Agg::WSum => fold(x, y, wide::weighted)[0],
        _ => {
            let [sum, weight] = fold(x, y, wide::weighted);
            sum / weight
        }
    }
}

/// Two vectors of one length; an atom beside a vector is repeated.
fn pair<'a>(x: &'a Value, y: &'a Value) -> Result<(Cow<'a, Vector>, Cow<'a, Vector>)> {
    let count = match (x.is_atom(), y.is_atom()) {
        (true, true) => 1,
        (true, false) => y.count(),
        (false, true) => x.count(),
        (false, false) if x.count() != y.count() => return Err(length_error()),
        (false, false) => x.count(),
    };
    Ok((numbers(x, count)?, numbers(y, count)?))
}

fn numbers(x: &Value, count: usize) -> Result<Cow<'_, Vector>> {
    match x {
        Value::Vector(v) if Class::of(v.ty).is_some() => Ok(Cow::Borrowed(v)),
        Value::List(l) => {
            let xs = nested::float_atoms(l).ok_or_else(type_error)?;
            Ok(Cow::Owned(Vector::of(Type::Float, xs)))
        }
        _ => {
            let x = float_of_atom(x).ok_or_else(type_error)?;
            Ok(Cow::Owned(Vector::of(Type::Float, room::repeated(x, count))))
        }
    }
}

/// `work` on runs of both, added up.
fn fold<const N: usize>(
    x: Column,
    y: Column,
    work: impl Fn(&[f64], &[f64]) -> [f64; N] + Sync + Send,
) -> [f64; N] {
    let block = |range: Range<usize>| {
        let (mut xs, mut ys) = (x.reader(), y.reader());
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut sums = [0.0; N];
        for run in runs_of(range) {
            let a = floats_of_run(xs.run(run.clone()), &mut a);
            sums = plus(sums, work(a, floats_of_run(ys.run(run), &mut b)));
        }
        sums
    };
    over_blocks(x.len(), block, plus).unwrap_or([0.0; N])
}

/// `x wavg y`: the average of `y` weighted by `x`. Pairs with a null are passed over.
///
/// Types: numeric, temporal, char. Lists of lists item by item, dictionaries by their keys. Weights of sum 0: 0n.
/// Errors: 'type, 'length. Source: ref/avg.
pub fn wavg(x: &Value, y: &Value) -> Result<Value> {
    if let Some((x, y)) = beside(x, y)? {
        return wavg(&x, &y);
    }
    if is_nested(x) || is_nested(y) {
        let weights = if x.is_atom() { multiply(x, &Value::long(y.count() as i64))? } else { sum(x)? };
        return divide(&sum(&multiply(&floats(x)?, y)?)?, &weights);
    }
    let (x, y) = pair(x, y)?;
    Ok(Value::float(of_columns(Column::Vector(&x), Column::Vector(&y), Agg::WAvg)))
}

/// `x wsum y`: the sum of the products. Two vectors of shorts, ints and longs give a float, those of booleans and bytes
/// what multiplication gives (observed).
///
/// Types: those of [`multiply`] otherwise. Null: a product with a null counts as 0 in vectors.
/// Errors: 'type, 'length. Source: ref/sum.
pub fn wsum(x: &Value, y: &Value) -> Result<Value> {
    if let Some((x, y)) = beside(x, y)? {
        return wsum(&x, &y);
    }
    match (x, y) {
        (Value::Dict(a), Value::Dict(b)) if are_plain(&a.values, &b.values) => {
            sum(&multiply(&floats(x)?, y)?)
        }
        (Value::Vector(a), Value::Vector(b)) if is_plain(a.ty) && is_plain(b.ty) => {
            if a.len() != b.len() {
                return Err(length_error());
            }
            Ok(Value::float(of_columns(Column::Vector(a), Column::Vector(b), Agg::WSum)))
        }
        _ => sum(&multiply(x, y)?),
    }
}

/// The values of dictionaries, so that those of one key lie beside each other; `None` where there is no dictionary, or two have not
/// the same keys.
fn beside(x: &Value, y: &Value) -> Result<Option<(Value, Value)>> {
    Ok(match (x, y) {
        (Value::Dict(a), Value::Dict(b)) => {
            let n = a.keys.count();
            let same = n == b.keys.count() && identical(&a.keys, &b.keys);
            if same {
                return Ok(Some((a.values.clone(), b.values.clone())));
            }
            let at = if n == b.keys.count() { find(&b.keys, &a.keys)? } else { return Ok(None) };
            let is_there = |i: Value| i.as_long().is_some_and(|i| (i as usize) < n);
            let all = at.count() == n && distinct(&at)?.count() == n && at.items().all(is_there);
            if all { Some((a.values.clone(), index(&b.values, &at)?)) } else { None }
        }
        (_, Value::Dict(d)) => Some((x.clone(), d.values.clone())),
        (Value::Dict(d), _) => Some((d.values.clone(), y.clone())),
        _ => None,
    })
}

fn are_plain(x: &Value, y: &Value) -> bool {
    matches!((x, y), (Value::Vector(x), Value::Vector(y)) if is_plain(x.ty) && is_plain(y.ty))
}

/// Numbers as floats, so that products of integers are.
fn floats(x: &Value) -> Result<Value> {
    cast(&Value::sym("float"), x)
}

/// Numbers whose weighted sum is a float.
pub(super) fn is_plain(ty: Type) -> bool {
    ty.is_numeric() && !matches!(ty, Type::Real | Type::Bool | Type::Byte)
}

fn is_nested(x: &Value) -> bool {
    match x {
        Value::List(l) => l.as_slices().is_some() || !l.as_slice().iter().all(Value::is_atom),
        Value::Dict(_) | Value::Table(_) => true,
        _ => false,
    }
}
