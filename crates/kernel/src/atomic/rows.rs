//! `+/x`, `&/x` and their like over rows of one type and length: item by item onto the first, without a vector for
//! each row; long rows stretch by stretch, so that what was computed stays in the cache.

use super::BinaryOp;
use super::binary::PER_TASK;
use super::ops::{self, Arith, Ordered};
use super::run::{Cell, run_length};
use super::wide;
use crate::pool;
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Buf, Data, Item, Repr, Result, Slices, Type, Value, Vector, room};

/// Short rows between two looks whether it is time to stop.
const PART: usize = 1 << 16;

/// `op/rows` of vectors of one type and length, whose answers are of that type too; `None` of anything else.
pub fn between_rows(op: BinaryOp, rows: &[Value]) -> Result<Option<Value>> {
    match rows {
        [Value::Vector(first), others @ ..] => between(op, first, Rows::Apart(first, others)),
        _ => Ok(None),
    }
}

/// [`between_rows`] of rows that lie one behind the other.
pub fn between_slices(op: BinaryOp, rows: &Slices) -> Result<Option<Value>> {
    match rows.width() {
        Some(width) if width > 0 => between(op, rows.all(), Rows::Together(rows.all(), width)),
        _ => Ok(None),
    }
}

/// The first row and the others, or those of so many items that a vector is made of.
#[derive(Clone, Copy)]
enum Rows<'a> {
    Apart(&'a Vector, &'a [Value]),
    Together(&'a Vector, usize),
}

fn between(op: BinaryOp, like: &Vector, rows: Rows) -> Result<Option<Value>> {
    if like.ty == Type::Enum || op.grid().result(like.ty, like.ty) != Some(like.ty) {
        return Ok(None);
    }
    let answer = match op {
        BinaryOp::Add => totals::<ops::Add>(like.ty, rows),
        BinaryOp::Multiply => totals::<ops::Multiply>(like.ty, rows),
        BinaryOp::Lesser => extremes(like.ty, rows, true),
        BinaryOp::Greater => extremes(like.ty, rows, false),
        _ => None,
    };
    check()?;
    Ok(answer.map(|items| like.like(items).into()))
}

fn totals<A: Arith>(ty: Type, rows: Rows) -> Option<Data> {
    match ty.repr() {
        Repr::I32 => rows.onto(A::int::<i32>),
        Repr::I64 => rows.onto(A::int::<i64>),
        Repr::F32 => rows.onto(A::float::<f32>),
        Repr::F64 => rows.onto(A::float::<f64>),
        _ => None,
    }
}

fn extremes(ty: Type, rows: Rows, least: bool) -> Option<Data> {
    fn of<T: Cell + Ordered>(rows: Rows, least: bool) -> Option<Data> {
        if least { rows.onto(T::lesser) } else { rows.onto(T::greater) }
    }
    match ty.repr() {
        Repr::U8 => of::<u8>(rows, least),
        Repr::I16 => of::<i16>(rows, least),
        Repr::I32 => of::<i32>(rows, least),
        Repr::I64 => of::<i64>(rows, least),
        Repr::F32 => of::<f32>(rows, least),
        Repr::F64 => of::<f64>(rows, least),
        Repr::Guid | Repr::Sym => None,
    }
}

impl Rows<'_> {
    /// `f` of the first row and the second, of that and the third, and so on; `None` where a row is not like the first.
    fn onto<T: Cell>(self, f: impl Fn(T, T) -> T + Copy + Sync + Send) -> Option<Data> {
        match self {
            Rows::Apart(first, others) => onto(first, others, f),
            Rows::Together(all, width) => {
                let (first, others) = T::of(&all.data)?.as_slice().split_at(width);
                let mut answer = room::copied(first);
                for part in others.chunks(PART * width) {
                    part.chunks_exact(width).for_each(|row| wide::onto(&mut answer, row, f));
                    if is_over() {
                        break;
                    }
                }
                Some(T::data(answer.into()))
            }
        }
    }
}

/// [`Rows::onto`] of rows that are vectors of their own.
fn onto<T: Cell>(
    first: &Vector,
    others: &[Value],
    f: impl Fn(T, T) -> T + Copy + Sync + Send,
) -> Option<Data> {
    fn items<'a, T: Item>(first: &Vector, row: &'a Value) -> Option<&'a Buf<T>> {
        match row {
            Value::Vector(v) if v.ty == first.ty && v.len() == first.len() => T::of(&v.data),
            _ => None,
        }
    }
    let mut answer = room::copied(T::of(&first.data)?.as_slice());
    if answer.len() <= run_length() {
        for rows in others.chunks(PART) {
            for row in rows {
                wide::onto(&mut answer, items(first, row)?.as_slice(), f);
            }
            if is_over() {
                break;
            }
        }
    } else {
        let rows = others.iter().map(|row| items(first, row)).collect::<Option<Vec<&Buf<T>>>>()?;
        pool::for_each_part(&mut answer, PER_TASK.div_ceil(rows.len().max(1)), |start, part| {
            for (i, stretch) in part.chunks_mut(run_length()).enumerate() {
                let at = start + i * run_length();
                let range = at..at + stretch.len();
                rows.iter().for_each(|row| wide::onto(stretch, row.range(range.clone()), f));
            }
        });
    }
    Some(T::data(answer.into()))
}
