//! Asking for what will be read in columns on a disk, so that the disk is at work while the processors are.

use quarry_kernel::parted;
use quarry_value::Value;
use std::ops::Range;

/// Bytes of a column, and of all columns of a query, that are asked for.
const COLUMN_MAX: usize = 16 << 20;
const ALL_MAX: usize = 128 << 20;
/// Bytes between stretches that are asked for with them: to ask once more takes as long as to read them.
const GAP: usize = 64 << 10;
/// More stretches than this are not asked for one by one.
const STRETCHES_MAX: usize = 1024;

/// Asks for rows of columns that will be read one after another. `rows` gives stretches between which at least so many
/// rows lie. This table has one of `shares` in what is asked for.
pub fn ask<'a>(
    columns: impl Iterator<Item = &'a Value>,
    shares: usize,
    rows: impl Fn(usize) -> Vec<Range<usize>>,
) {
    let mut left = ALL_MAX / shares;
    for column in columns.filter(|column| !parted::is_known(column)) {
        let Value::Vector(v) = column else { continue };
        if !v.is_window() {
            continue;
        }
        let width = v.ty.repr().width();
        let mut of_column = left.min(COLUMN_MAX) / width;
        left -= of_column * width;
        let mut stretches = rows(GAP / width);
        for stretch in &mut stretches {
            stretch.end = stretch.end.min(stretch.start + of_column);
            of_column -= stretch.len();
        }
        v.ahead(&stretches);
        left += of_column * width;
    }
}

/// Stretches in order as fewer of them: those with less than `gap` rows between are one. `None` when they are still many.
pub fn joined(stretches: &[Range<usize>], gap: usize) -> Option<Vec<Range<usize>>> {
    let near = |a: &Range<usize>, b: &Range<usize>| b.start.saturating_sub(a.end) < gap;
    let all: Vec<_> = stretches.chunk_by(near).map(|s| s[0].start..s[s.len() - 1].end).collect();
    (all.len() <= STRETCHES_MAX).then_some(all)
}
