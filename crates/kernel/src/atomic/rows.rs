//! `+/x`, `&/x` and their like over rows of one type and length: item by item onto the first, without a vector for
//! each row; long rows stretch by stretch, so that what was computed stays in the cache.

use super::BinaryOp;
use super::binary::PER_TASK;
use super::ops::{self, Arith, Ordered};
use super::run::{Cell, run_length};
use super::wide;
use crate::pool;
use quarry_value::evaluation::{check, is_over};
use quarry_value::{Buf, Item, Repr, Result, Type, Value, Vector, room};

/// Short rows between two looks whether it is time to stop.
const PART: usize = 1 << 16;

/// `op/rows` of vectors of one type and length, whose answers are of that type too; `None` of anything else.
pub fn between_rows(op: BinaryOp, rows: &[Value]) -> Result<Option<Value>> {
    let [Value::Vector(first), others @ ..] = rows else { return Ok(None) };
    if first.ty == Type::Enum || op.grid().result(first.ty, first.ty) != Some(first.ty) {
        return Ok(None);
    }
    let answer = match op {
        BinaryOp::Add => totals::<ops::Add>(first, others),
        BinaryOp::Multiply => totals::<ops::Multiply>(first, others),
        BinaryOp::Lesser => extremes(first, others, true),
        BinaryOp::Greater => extremes(first, others, false),
        _ => None,
    };
    check()?;
    Ok(answer)
}

fn totals<A: Arith>(first: &Vector, others: &[Value]) -> Option<Value> {
    match first.ty.repr() {
        Repr::I32 => onto(first, others, A::int::<i32>),
        Repr::I64 => onto(first, others, A::int::<i64>),
        Repr::F32 => onto(first, others, A::float::<f32>),
        Repr::F64 => onto(first, others, A::float::<f64>),
        _ => None,
    }
}

fn extremes(first: &Vector, others: &[Value], least: bool) -> Option<Value> {
    fn of<T: Cell + Ordered>(first: &Vector, others: &[Value], least: bool) -> Option<Value> {
        if least { onto(first, others, T::lesser) } else { onto(first, others, T::greater) }
    }
    match first.ty.repr() {
        Repr::U8 => of::<u8>(first, others, least),
        Repr::I16 => of::<i16>(first, others, least),
        Repr::I32 => of::<i32>(first, others, least),
        Repr::I64 => of::<i64>(first, others, least),
        Repr::F32 => of::<f32>(first, others, least),
        Repr::F64 => of::<f64>(first, others, least),
        Repr::Guid | Repr::Sym => None,
    }
}

/// `f` of the first row and the second, of that and the third, and so on; `None` where a row is not like the first.
fn onto<T: Cell>(
    first: &Vector,
    others: &[Value],
    f: impl Fn(T, T) -> T + Copy + Sync + Send,
) -> Option<Value> {
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
    Some(first.like(T::data(answer.into())).into())
}
