//! Aggregates of two arguments: covariance, correlation, weighted average and sum.

use super::number::{Class, float_of_atom, floats};
use super::spread::{RUN, anchor_of, plus};
use super::{nested, over_blocks, sum, wide};
use crate::{divide, multiply};
use quarry_value::error::{length_error, type_error};
use quarry_value::{Result, Type, Value, Vector};
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
        if self.count > 1.0 { self.xy / (self.count - 1.0) } else { f64::NAN }
    }

    pub fn cor(self) -> f64 {
        let scale = (self.xx * self.yy).sqrt();
        if scale > 0.0 { (self.xy / scale).clamp(-1.0, 1.0) } else { f64::NAN }
    }
}

fn joint(x: &Value, y: &Value, answer: fn(Joint) -> f64) -> Result<Value> {
    if let (Value::List(a), Value::List(b)) = (x, y) {
        if let (Some(xs), Some(ys)) = (nested::columns(a), nested::columns(b)) {
            if xs.len() != ys.len() || a.len() != b.len() {
                return Err(length_error());
            }
            let each = xs.iter().zip(&ys).map(|(x, y)| joint(x, y, answer));
            return Ok(Value::collapse(each.collect::<Result<Vec<Value>>>()?));
        }
    }
    let (x, y) = pair(x, y)?;
    let shifts = [anchor_of(&x), anchor_of(&y)];
    Ok(Value::float(answer(Joint::of(fold(&x, &y, |a, b| wide::pair_moments(a, b, shifts))))))
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
            Ok(Cow::Owned(Vector::of(Type::Float, vec![x; count])))
        }
    }
}

/// `work` on runs of both, added up.
fn fold<const N: usize>(
    x: &Vector,
    y: &Vector,
    work: impl Fn(&[f64], &[f64]) -> [f64; N] + Sync + Send,
) -> [f64; N] {
    let block = |range: Range<usize>| {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let mut sums = [0.0; N];
        for start in range.clone().step_by(RUN) {
            let run = start..range.end.min(start + RUN);
            sums = plus(sums, work(floats(&x.data, run.clone(), &mut a), floats(&y.data, run, &mut b)));
        }
        sums
    };
    over_blocks(x.len(), block, plus).unwrap_or([0.0; N])
}

/// `x wavg y`: the average of `y` weighted by `x`. Pairs with a null are passed over.
///
/// Types: numeric, temporal, char. Lists of lists item by item. Weights of sum 0: 0n.
/// Errors: 'type, 'length. Source: ref/avg.
pub fn wavg(x: &Value, y: &Value) -> Result<Value> {
    if let Value::Dict(d) = y {
        return wavg(x, &d.values);
    }
    if is_nested(x) || is_nested(y) {
        let weights = if x.is_atom() { multiply(x, &Value::long(y.count() as i64))? } else { sum(x)? };
        return divide(&sum(&multiply(x, y)?)?, &weights);
    }
    let (x, y) = pair(x, y)?;
    let [sum, weight] = fold(&x, &y, wide::weighted);
    Ok(Value::float(sum / weight))
}

/// `x wsum y`: the sum of the products. Two integer vectors give a float.
///
/// Types: those of [`multiply`] otherwise. Null: a product with a null counts as 0 in vectors.
/// Errors: 'type, 'length. Source: ref/sum.
pub fn wsum(x: &Value, y: &Value) -> Result<Value> {
    match (x, y) {
        (_, Value::Dict(d)) => wsum(x, &d.values),
        (Value::Vector(a), Value::Vector(b)) if is_plain(a.ty) && is_plain(b.ty) => {
            if a.len() != b.len() {
                return Err(length_error());
            }
            Ok(Value::float(fold(a, b, wide::weighted)[0]))
        }
        _ => sum(&multiply(x, y)?),
    }
}

/// Numbers whose weighted sum is a float.
fn is_plain(ty: Type) -> bool {
    ty.is_numeric() && ty != Type::Real
}

fn is_nested(x: &Value) -> bool {
    match x {
        Value::List(l) => !l.as_slice().iter().all(Value::is_atom),
        Value::Dict(_) | Value::Table(_) => true,
        _ => false,
    }
}
