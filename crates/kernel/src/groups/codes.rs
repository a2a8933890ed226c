//! Rows of several columns as one number each.

use super::digits::Digit;
use super::{Groups, group_items};
use crate::built;
use crate::ids::direct_max;
use crate::pool;
use bytemuck::Zeroable;
use quarry_value::{Value, room};

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
trait Code: Copy + Zeroable + Send + Sync {
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

/// The codes of rows, when all columns are integers or symbols whose ranges together fit 63 bits.
pub fn joint(keys: &[&Value]) -> Option<Codes> {
    let n = keys.first()?.count();
    let narrow_max = direct_max(n).min(NARROW_MAX) as u64;
    let mut digits = room::vec(keys.len());
    for key in keys {
        let Value::Vector(column) = key else { return None };
        digits.push(Digit::of(column)?);
    }
    if together(&digits).is_none_or(|width| width > narrow_max) {
        digits.iter_mut().for_each(Digit::narrow);
    }
    Some(match together(&digits)? <= narrow_max {
        true => Codes::Narrow(put_together(n, &digits)),
        false => Codes::Wide(put_together(n, &digits)),
    })
}

/// How many codes there are of so many digits.
fn together(digits: &[Digit]) -> Option<u64> {
    digits
        .iter()
        .try_fold(1u64, |width, digit| width.checked_mul(digit.width()).filter(|&width| width < 1 << 63))
}

fn put_together<C: Code>(n: usize, digits: &[Digit]) -> Vec<C> {
    let mut codes: Vec<C> = built::zeros(n);
    pool::for_each_part(&mut codes, TASK_MIN, |start, part| {
        for (k, run) in part.chunks_mut(RUN).enumerate() {
            for digit in digits {
                let width = digit.width();
                digit.each(start + k * RUN, run, |code, x| *code = code.then(width, x));
            }
        }
    });
    codes
}

/// Groups of pairs of groups.
pub fn combine(a: &Groups, b: &Groups) -> Groups {
    let wide = b.count as i64;
    let mut codes = built::zeros::<i64>(a.ids.len());
    pool::for_each_part(&mut codes, TASK_MIN, |start, part| {
        for (c, (&i, &j)) in part.iter_mut().zip(a.ids[start..].iter().zip(&b.ids[start..])) {
            *c = i64::from(i) * wide + i64::from(j);
        }
    });
    group_items(&codes)
}
