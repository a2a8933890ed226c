//! What a function answers for each symbol of a vector: asked once for each distinct one, where there are many.

use crate::built::{COPY_MIN, mapped};
use crate::pool;
use quarry_value::{Sym, room};

/// Symbols of which it is worth while to find those that are the same.
const MANY: usize = 1 << 8;
/// Places of a table for each symbol, beyond which most of the table would be empty.
const SPARSE: usize = 4;
/// Distinct symbols worth a thread.
const PER_TASK: usize = 1 << 10;

/// `f` of each symbol. It has no effect.
pub fn answers<R: Copy + Default + Send + Sync>(
    xs: &[Sym],
    f: impl Fn(Sym) -> R + Copy + Sync + Send,
) -> Vec<R> {
    let ids = xs.iter().map(|s| s.id()).max().map_or(0, |id| id as usize + 1);
    if xs.len() < MANY || ids > SPARSE * xs.len() + (1 << 16) {
        return mapped(xs, PER_TASK, f);
    }
    let mut is_there: Vec<bool> = room::repeated(false, ids);
    xs.iter().for_each(|s| is_there[s.id() as usize] = true);
    let mut known = room::repeated(R::default(), ids);
    pool::for_each_part(&mut known, PER_TASK, |start, part| {
        for (i, place) in part.iter_mut().enumerate().filter(|(i, _)| is_there[start + i]) {
            *place = f(Sym::from_id((start + i) as u32));
        }
    });
    mapped(xs, COPY_MIN, |s| known[s.id() as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_and_few_have_the_same_answers() {
        let syms: Vec<Sym> = (0..3000).map(|i| Sym::new(format!("answers{}", i % 700))).collect();
        let size = |s: Sym| s.bytes().len();
        for n in [0, 1, MANY - 1, MANY, 3000] {
            assert_eq!(answers(&syms[..n], size), syms[..n].iter().map(|s| size(*s)).collect::<Vec<_>>());
        }
    }
}
