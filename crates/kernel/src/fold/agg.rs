//! Which aggregate.

use super::number::Class;
use super::pair::{self, cor, cov, scov, wavg, wsum};
use super::spread::{self, dev, med, sdev, svar, var};
use super::whole::{self, all, any, avg, max, min, prd, sum};
use crate::pipe::column::Column;
use crate::{count, first, last};
use quarry_value::error::rank_error;
use quarry_value::{Prim, Result, Type, Value, Vector};
use std::ops::Range;
use std::sync::LazyLock;

/// The aggregates that are folds (and `med`, which needs all its items).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Agg {
    Count,
    First,
    Last,
    Sum,
    Prd,
    Min,
    Max,
    Avg,
    All,
    Any,
    Var,
    Dev,
    SVar,
    SDev,
    Med,
    Cov,
    SCov,
    Cor,
    WAvg,
    WSum,
}

/// The aggregates by their keyword.
const NAMES: [(Agg, &str); 20] = [
    (Agg::Count, "count"),
    (Agg::First, "first"),
    (Agg::Last, "last"),
    (Agg::Sum, "sum"),
    (Agg::Prd, "prd"),
    (Agg::Min, "min"),
    (Agg::Max, "max"),
    (Agg::Avg, "avg"),
    (Agg::All, "all"),
    (Agg::Any, "any"),
    (Agg::Var, "var"),
    (Agg::Dev, "dev"),
    (Agg::SVar, "svar"),
    (Agg::SDev, "sdev"),
    (Agg::Med, "med"),
    (Agg::Cov, "cov"),
    (Agg::SCov, "scov"),
    (Agg::Cor, "cor"),
    (Agg::WAvg, "wavg"),
    (Agg::WSum, "wsum"),
];

impl Agg {
    /// The aggregate that a primitive is, if it is one.
    pub fn from_prim(prim: Prim) -> Option<Agg> {
        static KNOWN: LazyLock<Vec<Option<Agg>>> = LazyLock::new(|| {
            Prim::each(|prim| {
                let keywords = prim.row().keywords;
                NAMES.iter().find(|(_, name)| keywords.contains(name)).map(|r| r.0)
            })
        });
        KNOWN[prim.id()]
    }

    /// The keyword.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|r| r.0 == self).map_or("", |r| r.1)
    }

    /// How many arguments it takes.
    pub fn rank(self) -> usize {
        if matches!(self, Agg::Cov | Agg::SCov | Agg::Cor | Agg::WAvg | Agg::WSum) { 2 } else { 1 }
    }

    /// The aggregate of whole arguments.
    pub fn apply(self, args: &[&Value]) -> Result<Value> {
        match *args {
            [x] => self.unary().ok_or_else(rank_error)?(x),
            [x, y] => self.binary().ok_or_else(rank_error)?(x, y),
            _ => Err(rank_error()),
        }
    }

    /// The aggregate of so many items of vectors as if they were vectors of their own, which none is made for. `None` for what needs
    /// them.
    pub fn apply_within(self, columns: &[&Vector], items: &Range<usize>) -> Option<Value> {
        let part = |x| Column::Part(x, items.start, items.len());
        match *columns {
            [x] => self.apply_columns(&[part(x)]),
            [x, y] => self.apply_columns(&[part(x), part(y)]),
            _ => None,
        }
    }

    /// The aggregate of columns of one count that are computed as they are read: that of the vectors they stand for.
    /// `None` for what needs the vectors.
    pub(crate) fn apply_columns(self, columns: &[Column]) -> Option<Value> {
        let number = |x: &Column| Class::of(x.ty()).is_some();
        if !columns.iter().all(number) {
            return None;
        }
        match (self, columns) {
            (Agg::Sum | Agg::Prd, [x]) => whole::total(*x, self).ok(),
            (Agg::Min | Agg::Max, [x]) => whole::extreme(*x, self).ok(),
            (Agg::Avg, [x]) => whole::mean(*x).ok(),
            (Agg::All | Agg::Any, [x]) => whole::truth(*x, self).ok(),
            (Agg::Count, [x]) => Some(Value::long(x.len() as i64)),
            (Agg::Var | Agg::Dev | Agg::SVar | Agg::SDev, [x]) => {
                Some(Value::float(spread::of_column(*x, self)))
            }
            (Agg::WSum, [x, y]) if !pair::is_plain(x.ty()) || !pair::is_plain(y.ty()) => None,
            (Agg::Cov | Agg::SCov | Agg::Cor | Agg::WAvg | Agg::WSum, [x, y]) => {
                Some(Value::float(pair::of_columns(*x, *y, self)))
            }
            _ => None,
        }
    }

    fn unary(self) -> Option<fn(&Value) -> Result<Value>> {
        Some(match self {
            Agg::Count => count,
            Agg::First => first,
            Agg::Last => last,
            Agg::Sum => sum,
            Agg::Prd => prd,
            Agg::Min => min,
            Agg::Max => max,
            Agg::Avg => avg,
            Agg::All => all,
            Agg::Any => any,
            Agg::Var => var,
            Agg::Dev => dev,
            Agg::SVar => svar,
            Agg::SDev => sdev,
            Agg::Med => med,
            _ => return None,
        })
    }

    fn binary(self) -> Option<fn(&Value, &Value) -> Result<Value>> {
        Some(match self {
            Agg::Cov => cov,
            Agg::SCov => scov,
            Agg::Cor => cor,
            Agg::WAvg => wavg,
            Agg::WSum => wsum,
            _ => return None,
        })
    }

    /// The type of the answer for a vector of type `ty`; `None` signals 'type.
    pub(crate) fn result(self, ty: Type) -> Option<Type> {
        let number = Class::of(ty).is_some();
        match self {
            Agg::Count => Some(Type::Long),
            Agg::First | Agg::Last => Some(ty),
            Agg::Sum | Agg::Prd => match ty {
                Type::Bool | Type::Byte | Type::Short => Some(Type::Int),
                Type::Char => (self == Agg::Sum).then_some(Type::Int),
                _ => number.then_some(ty),
            },
            Agg::Min | Agg::Max => number.then_some(ty),
            Agg::All | Agg::Any => number.then_some(Type::Bool),
            _ => number.then_some(Type::Float),
        }
    }
}
