//! Rows of several columns as one number each.

use super::{Groups, group_items};
use crate::ids::{direct_max, span};
use crate::order::{Bits, Key};
use crate::pool;
use quarry_value::{Buf, Repr, Value, room, with_data};

/// Items per task of the parallel passes.
const TASK_MIN: usize = 1 << 16;
/// Items of a run: all columns of a run are taken before the next run.
const RUN: usize = 4096;
/// So many combinations may be numbered through a plain table.
const NARROW_MAX: usize = 1 << 24;

/// One code for each row, which are equal when the rows are.
pub enum Codes {
    /// There are so few combinations that a plain table may hold them.
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

/// A number that codes are put together in.
trait Code: Copy + Default + Send {
    fn then(self, width: u64, digit: u64) -> Self;
}

impl Code for i32 {
    #[inline(always)]
    fn then(self, width: u64, digit: u64) -> i32 {
        self.wrapping_mul(width as i32).wrapping_add(digit as i32)
    }
}

impl Code for i64 {
    #[inline(always)]
    fn then(self, width: u64, digit: u64) -> i64 {
        self.wrapping_mul(width as i64).wrapping_add(digit as i64)
    }
}

/// A column's place in codes: its least code, and how many there are from it to the greatest.
struct Digit<'a> {
    column: &'a quarry_value::Vector,
    low: u64,
    width: u64,
}

/// The codes of rows, when all columns are integers or symbols whose ranges together fit 63 bits.
pub fn joint(keys: &[&Value]) -> Option<Codes> {
    let n = keys.first()?.count();
    let mut digits = room::vec(keys.len());
    let mut width = 1u64;
    for key in keys {
        let Value::Vector(column) = key else { return None };
        if matches!(column.ty.repr(), Repr::F32 | Repr::F64 | Repr::Guid) {
            return None;
        }
        let (low, w) = match n {
            0 => (0, 1),
            _ => with_data!(&column.data, b => span(b.as_slice(), usize::MAX))?,
        };
        width = width.checked_mul(w as u64).filter(|&w| w < 1 << 63)?;
        digits.push(Digit { column, low, width: w as u64 });
    }
    Some(match width <= direct_max(n).min(NARROW_MAX) as u64 {
        true => Codes::Narrow(put_together(n, &digits)),
        false => Codes::Wide(put_together(n, &digits)),
    })
}

fn put_together<C: Code>(n: usize, digits: &[Digit]) -> Vec<C> {
    fn add<T: Key, C: Code>(b: &Buf<T>, codes: &mut [C], start: usize, low: u64, width: u64) {
        for (c, x) in codes.iter_mut().zip(&b.as_slice()[start..]) {
            *c = c.then(width, x.code().number().wrapping_sub(low));
        }
    }
    let mut codes = room::repeated(C::default(), n);
    pool::for_each_part(&mut codes, TASK_MIN, |start, part| {
        for (k, run) in part.chunks_mut(RUN).enumerate() {
            for d in digits {
                with_data!(&d.column.data, b => add(b, run, start + k * RUN, d.low, d.width));
            }
        }
    });
    codes
}

/// Groups of pairs of groups.
pub fn combine(a: &Groups, b: &Groups) -> Groups {
    let wide = b.count as i64;
    let mut codes = room::zeros::<i64>(a.ids.len());
    pool::for_each_part(&mut codes, TASK_MIN, |start, part| {
        for (c, (&i, &j)) in part.iter_mut().zip(a.ids[start..].iter().zip(&b.ids[start..])) {
            *c = i64::from(i) * wide + i64::from(j);
        }
    });
    group_items(&codes)
}
