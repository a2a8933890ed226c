//! Floor 1: work on vectors. Knows values, not names, files or evaluation.
//!
//! Every primitive that needs no name and no evaluation is a function here: `fn count(x: &Value) -> Result<Value>`,
//! `fn take(x: &Value, y: &Value) -> Result<Value>`, called by its q keyword or, for operators, by what the
//! reference calls it (`add`, `take`, `find`).
//!
//! Lists, dictionaries and tables as wholes:
//!
//! | file | noun |
//! |---|---|
//! | `gather`, `index` | items by position; `x@i`, `x[i;j]` |
//! | `kept` | items that a flag is set for |
//! | `shape`, `take`, `drop`, `join` | count, ends and order; `#`, `_`, `,` and what is made of them |
//! | `amend`, `modify`, `append` | `x[i]:v`, in place when unshared; `x[i]+:y` of many places; `x,:y` |
//! | `alike` | where `x,y` is `x,:y` |
//! | `order` | `~`, the total order, hashes; `Key`: what items are compared by |
//! | `ids`, `groups`, `sets` | numbering distinct codes; groups of one or several columns; lists as sets |
//! | `find`, `rows`, `bin`, `lookup` | `?`, `in`; the same in tables; binary search; rows by attribute, and the indexes of `u#` and `g#` |
//! | `joint` | what is learned of several columns in which rows are sought again and again |
//! | `matched` | the rows that an inner join keeps |
//! | `deal`, `together` | items dealt into buckets; the rows of groups, group after group |
//! | `radix`, `grade`, `sort` | numbers in order; positions that sort; `asc` and its like |
//! | `texts` | many strings: a map by text, positions that sort |
//! | `strings` | the strings of a list where they lie, what is found in them, and lists of strings that all threads make |
//! | `attribute` | `` `s#x``, `attr` |
//! | `symbols` | what a function answers for each symbol, asked once for distinct ones |
//! | `slices` | short vectors that lie one behind the other: made, picked and computed without a value for each |
//! | `wholes` | the same compared as wholes: grouped, sorted and found |
//! | `each` | what a function answers for each of many strings or vectors |
//! | `stack`, `spans`, `parted` | columns put one under the other; groups whose rows lie together; the runs of `p#` |
//! | `domain` | what enumerations stand for |
//!
//! Items, and text:
//!
//! | file | noun |
//! |---|---|
//! | `atomic` | arithmetic, comparison, logic, mathematics |
//! | `series` | running totals, differences, moving windows |
//! | `fold` | aggregates: folds that can merge |
//! | `matrix` | products, inverses, least squares |
//! | `random` | random numbers, and `x?y` with them |
//! | `cast` | `x$y` |
//! | `words`, `encode` | patterns, splitting and joining, case; hashes, base 64, fixed decimals |
//! | `delimited` | `0:` on text |
//!
//! How the work is done:
//!
//! | file | noun |
//! |---|---|
//! | `pool`, `turns` | the secondary threads; work that the caller begins before they come to help |
//! | `program`, `lane` | code on atoms and vectors whose types are known; the items that it reads and changes |
//! | `pipe`, `runs` | chains of atomic functions into a sink; the stretch of items that one call works on |
//! | `built` | vectors written part by part |
//! | `ahead` | memory asked for before it is read |

mod ahead;
mod alike;
pub mod amend;
mod append;
pub mod atomic;
pub mod attribute;
pub mod bin;
mod built;
pub mod cast;
mod deal;
pub mod delimited;
pub mod domain;
pub mod drop;
pub mod each;
pub mod encode;
pub mod find;
pub mod fold;
pub mod gather;
pub mod grade;
pub mod groups;
pub mod ids;
pub mod index;
pub mod join;
mod joint;
pub mod kept;
mod keyed;
pub mod lane;
pub mod lookup;
pub mod matched;
pub mod matrix;
pub mod modify;
pub mod order;
pub mod parted;
pub mod pipe;
mod places;
pub mod pool;
pub mod program;
mod radix;
pub mod random;
pub mod rows;
pub mod runs;
pub mod series;
pub mod sets;
pub mod shape;
pub mod slices;
mod slots;
pub mod sort;
pub mod spans;
pub mod stack;
pub mod strings;
mod symbols;
pub mod take;
mod texts;
pub mod together;
pub mod turns;
mod wholes;
pub mod words;

pub use atomic::*;
pub use cast::{cast, enumerate, is_temporal_field, pad, set_week, temporal_field, tok};
pub use delimited::{
    Bad, Why, bad_fields, escape_quotes, file_text, load_bytes, load_text, prepare_text, write_lines,
};
pub use encode::{base64, bytes_of_base64, fixed, from_base64, md5, sha1};
pub use groups::Groups;

pub use amend::{check_no_step, set_at, set_in};
pub use append::{
    append, append_each, append_in, are_rows_of, is_row_of, push_atom, push_few, push_one, push_row,
    without_step,
};
pub use attribute::{attr, attribute_of, set_attribute};
pub use bin::{bin, binr};
pub use drop::{cut, drop, sublist};
pub use find::{find, in_};
pub use fold::{
    Agg, Fold, Partial, all, any, avg, cor, cov, dev, every_pair, fold_by, fold_each, fold_each_group, max,
    med, min, prd, scov, sdev, sum, svar, var, wavg, weighted_each, wsum,
};
pub use grade::grade_columns;
pub use groups::group_ids;
pub use index::{index, index_at};
pub use join::{cross, join, next, prev, raze, xprev};
pub use matrix::{dot_each, inv, lsq, mmu};
pub use order::{compare, matches};
pub use random::{deal, rand};
pub use series::{
    avgs, deltas, ema, fills, mavg, maxs, mcount, mdev, mins, mmax, mmin, msum, prds, ratios, recurrence,
    sums, sums_each,
};
pub use sets::{differ, distinct, except, group, inter, union};
pub use shape::{columns_by_name, count, enlist, first, flip, last, reverse, rotate, til, where_};
pub use sort::{asc, desc, iasc, idesc, leading, leading_grade, rank, xrank};
pub use take::take;
pub use words::{Pattern, hsym, like, lower, ltrim, rtrim, ss, ssr, sv, trim, upper, vs};
