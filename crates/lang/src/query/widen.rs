//! Columns whose numeric type differs from partition to partition, as one type.
//!
//! One under the other as they are, their items would be a list of mixed items, whose nulls count for zero where those of
//! vectors are left out.

use crate::db;
use crate::prims::flat::Flat;
use quarry_kernel as kernel;
use quarry_value::{Result, Type, Value};

/// Tables that have the same columns one under the other, each column of one type where all its items are numbers.
pub fn under_another(mut parts: Vec<Flat>) -> Result<Flat> {
    to_one_type(&mut parts)?;
    db::under_another(parts)
}

/// Makes the columns of tables that have the same columns one type each, the widest of theirs, where all are numbers.
pub fn to_one_type(parts: &mut [Flat]) -> Result<()> {
    let columns = parts.first().map_or(0, |part| part.columns.len());
    for c in 0..columns {
        columns_to_one_type(parts.iter_mut().filter_map(|part| part.columns.get_mut(c)).collect())?;
    }
    Ok(())
}

/// The same of columns.
pub fn columns_to_one_type(columns: Vec<&mut Value>) -> Result<()> {
    let Some(ty) = widest(columns.iter().map(|column| &**column)) else { return Ok(()) };
    for column in columns {
        if column.count() > 0 && column.item_type() != Some(ty) {
            *column = kernel::cast(&Value::I16(ty as i16), column)?;
        }
    }
    Ok(())
}

/// The type that holds the items of all columns; `None` where one has other items than numbers.
fn widest<'a>(columns: impl Iterator<Item = &'a Value>) -> Option<Type> {
    let mut filled = columns.filter(|column| column.count() > 0).map(|column| match column {
        Value::Vector(v) if is_number(v.ty) => Some(v.ty),
        _ => None,
    });
    let first = filled.next()??;
    filled.try_fold(first, |ty, next| next.map(|next| wider(ty, next)))
}

fn is_number(ty: Type) -> bool {
    (Type::Bool as u8..=Type::Float as u8).contains(&(ty as u8)) && ty != Type::Guid
}

/// A real does not hold what an int may be.
fn wider(x: Type, y: Type) -> Type {
    let (low, high) = if (x as u8) < y as u8 { (x, y) } else { (y, x) };
    if high == Type::Real && matches!(low, Type::Int | Type::Long) { Type::Float } else { high }
}
