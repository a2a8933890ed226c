//! Inner loops of whole-vector folds: plain loops over slices with sixteen accumulators (eight for sums of floats), which compilers turn
//! into SIMD. [`super::wide`] compiles each again for wider CPUs; the answers are the same to the bit.

use super::number::{Mark, Number, RUN_MAX};
use crate::ahead::ahead;

const LANES: usize = 16;
/// Sums of floats add as the reference says kdb+ does: item `i` to sum `i % 8`, then the eight from first to last.
/// (Ours do so in each stretch that is read, and add the stretches.) Source: basics/precision.
const SUMS: usize = 8;

/// Item `i` goes to accumulator `i % N`.
#[inline(always)]
fn lanes<const N: usize, T: Copy, A: Copy>(xs: &[T], start: A, step: impl Fn(A, T) -> A) -> [A; N] {
    let mut accs = [start; N];
    let mut chunks = xs.chunks_exact(N);
    for chunk in &mut chunks {
        ahead(chunk);
        for lane in 0..N {
            accs[lane] = step(accs[lane], chunk[lane]);
        }
    }
    for (acc, x) in accs.iter_mut().zip(chunks.remainder()) {
        *acc = step(*acc, *x);
    }
    accs
}

/// Sixteen accumulators, joined from first to last.
#[inline(always)]
fn fold<T: Copy, A: Copy>(xs: &[T], start: A, step: impl Fn(A, T) -> A, join: impl Fn(A, A) -> A) -> A {
    fold_in::<LANES, T, A>(xs, start, step, join)
}

/// [`fold`] with `N` accumulators.
#[inline(always)]
fn fold_in<const N: usize, T: Copy, A: Copy>(
    xs: &[T],
    start: A,
    step: impl Fn(A, T) -> A,
    join: impl Fn(A, A) -> A,
) -> A {
    let accs = lanes::<N, T, A>(xs, start, step);
    accs[1..].iter().fold(accs[0], |a, b| join(a, *b))
}

/// The item that `choose` likes best, the first of its equals; in one accumulator when there are too few for more.
#[inline(always)]
fn best<T: Copy>(xs: &[T], start: T, choose: impl Fn(T, T) -> T) -> T {
    if xs.len() <= LANES {
        xs.iter().fold(start, |a, x| choose(a, *x))
    } else {
        fold(xs, start, &choose, &choose)
    }
}

/// The wrapping sum of a run's items, nulls as 0.
#[inline(always)]
pub fn sum_longs<T: Number>(xs: &[T]) -> i64 {
    debug_assert!(xs.len() <= RUN_MAX || size_of::<T>() == 8);
    if xs.len() < 2 * SUMS {
        return T::wide_long(xs.iter().fold(T::ZERO, |a, x| T::add_wide(a, x.wide())));
    }
    T::wide_long(fold_in::<SUMS, _, _>(xs, T::ZERO, |a, x| T::add_wide(a, x.wide()), T::add_wide))
}

/// The sum of bytes: in bytes as long as they cannot overflow.
#[inline(always)]
pub fn sum_bytes(xs: &[u8]) -> i64 {
    fold(xs, 0u32, |a, x| a.wrapping_add(x as u32), u32::wrapping_add) as i64
}

/// The sum of booleans (0 or 1): two hundred rows of 64 in bytes before they are widened.
#[inline(always)]
pub fn sum_bools(xs: &[u8]) -> i64 {
    let mut sum = 0i64;
    for rows in xs.chunks(200 * 64) {
        let mut accs = [0u8; 64];
        let mut chunks = rows.chunks_exact(64);
        for chunk in &mut chunks {
            for lane in 0..64 {
                accs[lane] = accs[lane].wrapping_add(chunk[lane]);
            }
        }
        sum += accs.iter().chain(chunks.remainder()).map(|x| *x as i64).sum::<i64>();
    }
    sum
}

/// The sum of the items, nulls as 0.
#[inline(always)]
pub fn sum_floats<T: Number>(xs: &[T]) -> f64 {
    fold_in::<SUMS, T, f64>(xs, 0.0, |a, x| a + x.float_or_zero(), |a, b| a + b)
}

/// Sum and number of nulls at one pass.
#[inline(always)]
pub fn sum_absent_floats<T: Number>(xs: &[T]) -> (f64, i64) {
    let mut sums = [0.0; SUMS];
    let mut nulls = [0i64; SUMS];
    let mut chunks = xs.chunks_exact(SUMS);
    for chunk in &mut chunks {
        ahead(chunk);
        for lane in 0..SUMS {
            sums[lane] += chunk[lane].float_or_zero();
        }
        for lane in 0..SUMS {
            nulls[lane] += chunk[lane].is_absent() as i64;
        }
    }
    for (lane, x) in chunks.remainder().iter().enumerate() {
        sums[lane] += x.float_or_zero();
        nulls[lane] += x.is_absent() as i64;
    }
    (sums[1..].iter().fold(sums[0], |a, b| a + b), nulls.iter().sum())
}

/// Of a run: wrapping sum (nulls as 0), number of nulls, and the bits that any magnitude uses. One loop when all
/// are as wide as the items; else three, each as wide as it needs, over what the first has brought into the cache.
#[inline(always)]
pub fn sum_absent_longs<T: Number>(xs: &[T]) -> (i64, i64, u64) {
    debug_assert!(xs.len() <= RUN_MAX);
    let start = (T::ZERO, T::Mark::ZERO, T::Mark::ZERO);
    let plus = |n: T::Mark, x: &T| n.plus(T::Mark::of(x.is_absent()));
    if size_of::<T>() < 8 {
        // Narrow counters would overflow if there were fewer.
        let counts = lanes::<LANES, T, T::Mark>(xs, T::Mark::ZERO, |a, x| plus(a, &x));
        let bits = fold(xs, T::Mark::ZERO, |a, x| a.or(x.magnitude()), T::Mark::or);
        return (sum_longs(xs), counts.iter().map(|n| n.long()).sum(), bits.long() as u64);
    }
    let step = |(sum, nulls, bits): (T::Wide, T::Mark, T::Mark), x: &T| {
        (T::add_wide(sum, x.wide()), plus(nulls, x), bits.or(x.magnitude()))
    };
    let join = |(a, m, b): (T::Wide, T::Mark, T::Mark), (c, n, d)| (T::add_wide(a, c), m.plus(n), b.or(d));
    let (sum, nulls, bits) = match xs.len() < 2 * SUMS {
        true => xs.iter().fold(start, step),
        false => fold_in::<SUMS, _, _>(xs, start, |acc, x| step(acc, &x), join),
    };
    (T::wide_long(sum), nulls.long(), bits.long() as u64)
}

/// A sum of longs without overflow: exact, but for blocks with items so great that they are added as floats.
#[derive(Default)]
pub struct LongSum {
    pub exact: i128,
    pub rest: f64,
    pub nulls: i64,
}

/// The sum of a run.
#[inline(always)]
pub fn long_sum<T: Number>(xs: &[T]) -> LongSum {
    let (sum, nulls, bits) = sum_absent_longs(xs);
    // Items below 2^46 cannot overflow a sum of 2^16 of them.
    if size_of::<T>() < size_of::<i64>() || bits < 1 << 46 {
        return LongSum { exact: sum as i128, rest: 0.0, nulls };
    }
    LongSum { exact: 0, rest: sum_floats(xs), nulls }
}

/// The mean of a run's items that are not null.
#[inline(always)]
pub fn mean_of_run<T: Number>(xs: &[T], is_float: bool) -> f64 {
    let (sum, nulls) = match is_float {
        true => sum_absent_floats(xs),
        false => {
            let s = long_sum(xs);
            (s.exact as f64 + s.rest, s.nulls)
        }
    };
    sum / (xs.len() as i64 - nulls) as f64
}

/// The greatest item; nulls are passed over.
#[inline(always)]
pub fn max<T: Number>(xs: &[T]) -> T {
    best(xs, T::MIN, |a, x| if x > a { x } else { a })
}

/// The least item; nulls are passed over.
#[inline(always)]
pub fn min<T: Number>(xs: &[T]) -> T {
    best(xs, T::MAX, |a, x: T| if x < a && !x.is_absent() { x } else { a })
}

/// The wrapping product, nulls as 1.
#[inline(always)]
pub fn prd_longs<T: Number>(xs: &[T]) -> i64 {
    let step = |a: i64, x: T| if x.is_absent() { a } else { a.wrapping_mul(x.long()) };
    fold(xs, 1i64, step, i64::wrapping_mul)
}

/// The product, nulls as 1.
#[inline(always)]
pub fn prd_floats<T: Number>(xs: &[T]) -> f64 {
    fold(xs, 1.0, |a, x| if x.is_absent() { a } else { a * x.float() }, |a, b| a * b)
}

/// How many items of a run are zero.
#[inline(always)]
pub fn zeros<T: Number + Default>(xs: &[T]) -> usize {
    debug_assert!(xs.len() <= RUN_MAX);
    if xs.len() <= LANES {
        return xs.iter().filter(|x| **x == T::default()).count();
    }
    let counts = lanes::<LANES, T, T::Mark>(xs, T::Mark::ZERO, |a, x| a.plus(T::Mark::of(x == T::default())));
    counts.iter().map(|n| n.long() as usize).sum()
}

/// The items as floats.
#[inline(always)]
pub fn to_floats<T: Number>(xs: &[T], out: &mut [f64]) {
    T::to_floats(xs, out);
}

/// Count, sum and sum of squares of `x - shift` for items of a run that are not null. A loop for each: simple
/// ones become SIMD, and all but the first read from the cache.
#[inline(always)]
pub fn moments(xs: &[f64], shift: f64) -> [f64; 3] {
    let nulls: i64 = lanes::<LANES, f64, i64>(xs, 0, |a, x| a + x.is_nan() as i64).iter().sum();
    let distance = |x: f64| if x.is_nan() { 0.0 } else { x - shift };
    let sum = fold_in::<SUMS, f64, f64>(xs, 0.0, |a, x| a + distance(x), |a, b| a + b);
    let squares = fold_in::<SUMS, f64, f64>(xs, 0.0, |a, x| a + distance(x) * distance(x), |a, b| a + b);
    [(xs.len() as i64 - nulls) as f64, sum, squares]
}

/// The sum of `of` each pair in which neither is null.
#[inline(always)]
fn sum_pairs(xs: &[f64], ys: &[f64], of: impl Fn(f64, f64) -> f64) -> f64 {
    let n = xs.len().min(ys.len());
    let whole = n - n % SUMS;
    let term = |x: f64, y: f64| if x.is_nan() | y.is_nan() { 0.0 } else { of(x, y) };
    let mut accs = [0.0; SUMS];
    for (cx, cy) in xs[..whole].chunks_exact(SUMS).zip(ys[..whole].chunks_exact(SUMS)) {
        ahead(cx);
        ahead(cy);
        for lane in 0..SUMS {
            accs[lane] += term(cx[lane], cy[lane]);
        }
    }
    for (acc, (x, y)) in accs.iter_mut().zip(xs[whole..n].iter().zip(&ys[whole..n])) {
        *acc += term(*x, *y);
    }
    accs[1..].iter().fold(accs[0], |a, b| a + b)
}

/// For pairs of a run in which neither is null, of `x - shifts[0]` and `y - shifts[1]`: count, sums of x and y, of
/// their squares and of their products. A loop for each, as in [`moments`].
#[inline(always)]
pub fn pair_moments(xs: &[f64], ys: &[f64], shifts: [f64; 2]) -> [f64; 6] {
    let [sx, sy] = shifts;
    [
        sum_pairs(xs, ys, |_, _| 1.0),
        sum_pairs(xs, ys, |x, _| x - sx),
        sum_pairs(xs, ys, |_, y| y - sy),
        sum_pairs(xs, ys, |x, _| (x - sx) * (x - sx)),
        sum_pairs(xs, ys, |_, y| (y - sy) * (y - sy)),
        sum_pairs(xs, ys, |x, y| (x - sx) * (y - sy)),
    ]
}

/// The sums of the products of `xs` with each of four others, none of which has nulls: each to the bit as in [`pair_moments`].
#[inline(always)]
pub fn products(xs: &[f64], ys: [&[f64]; 4]) -> [f64; 4] {
    let n = xs.len();
    let (eights, rest) = xs.as_chunks::<SUMS>();
    let ys = ys.map(|y| y[..n].as_chunks::<SUMS>());
    let add = |acc: &mut [f64; SUMS], x: &[f64; SUMS], y: &[f64; SUMS]| {
        for lane in 0..SUMS {
            acc[lane] += x[lane] * y[lane];
        }
    };
    let [mut a, mut b, mut c, mut d] = [[0.0; SUMS]; 4];
    let all = ys[0].0.iter().zip(ys[1].0).zip(ys[2].0.iter().zip(ys[3].0));
    for (x, ((ya, yb), (yc, yd))) in eights.iter().zip(all) {
        add(&mut a, x, ya);
        add(&mut b, x, yb);
        add(&mut c, x, yc);
        add(&mut d, x, yd);
    }
    // Arrays in memory: otherwise compilers take the four sums of a lane together, and shuffle every item for that.
    let mut accs = std::hint::black_box([a, b, c, d]);
    for (acc, (_, y)) in accs.iter_mut().zip(ys) {
        acc.iter_mut().zip(rest.iter().zip(y)).for_each(|(acc, (x, y))| *acc += x * y);
    }
    accs.map(|acc| acc[1..].iter().fold(acc[0], |a, b| a + b))
}

/// For pairs in which neither is null: sum of products, sum of the first.
#[inline(always)]
pub fn weighted(ws: &[f64], xs: &[f64]) -> [f64; 2] {
    [sum_pairs(ws, xs, |w, x| w * x), sum_pairs(ws, xs, |w, _| w)]
}

/// The sum of the products.
#[inline(always)]
pub fn dot(xs: &[f64], ys: &[f64]) -> f64 {
    let n = xs.len().min(ys.len());
    let whole = n - n % LANES;
    let mut sums = [0.0; LANES];
    for (cx, cy) in xs[..whole].chunks_exact(LANES).zip(ys[..whole].chunks_exact(LANES)) {
        ahead(cx);
        ahead(cy);
        for lane in 0..LANES {
            sums[lane] += cx[lane] * cy[lane];
        }
    }
    let rest: f64 = xs[whole..n].iter().zip(&ys[whole..n]).map(|(x, y)| x * y).sum();
    if whole == 0 {
        return 0.0 + rest;
    }
    sums.iter().sum::<f64>() + rest
}

/// [`dot`] of each row of as many items as `ys` has, one behind the other.
#[inline(always)]
pub fn dots(rows: &[f64], ys: &[f64], out: &mut [f64]) {
    match ys.len() {
        0 => out.fill(0.0),
        n => out.iter_mut().zip(rows.chunks_exact(n)).for_each(|(o, xs)| *o = dot(xs, ys)),
    }
}

/// Where vectors lie that are one behind the other: the first begins at `.0`, and each ends at its item of `.1`.
#[derive(Clone, Copy)]
pub struct Lies<'a>(pub usize, pub &'a [usize]);

/// What `of` makes of the items of each vector. The places of those that are longer than a run stay as they are.
#[inline(always)]
pub fn each<T: Copy, R, F: Fn(&[T]) -> R>(xs: &[T], lies: Lies, out: &mut [R], of: &F) {
    let mut start = lies.0;
    for (o, end) in out.iter_mut().zip(lies.1) {
        let items = &xs[start..*end];
        if items.len() <= RUN_MAX {
            *o = of(items);
        }
        start = *end;
    }
}

/// Adds a row times its weight to `out`, which is as long.
#[inline(always)]
pub fn add_scaled(out: &mut [f64], row: &[f64], weight: f64) {
    out.iter_mut().zip(row).for_each(|(o, x)| *o += weight * x);
}

/// Adds four rows, each times its weight, to `out`; all have one length.
#[inline(always)]
pub fn add_weighted(out: &mut [f64], rows: [&[f64]; 4], weights: [f64; 4]) {
    let n = out.len();
    let [r0, r1, r2, r3] = rows.map(|r| &r[..n]);
    for i in 0..n {
        out[i] += weights[0] * r0[i] + weights[1] * r1[i] + (weights[2] * r2[i] + weights[3] * r3[i]);
    }
}

/// Rows that [`add_strips`] takes at most: a multiple of four.
pub const DEEP: usize = 256;

/// Adds `rows` to each of the rows of `out`, all of `width` items, each times its weight; a row of `out` has a weight for each of them.
/// The sums of a strip of columns stay in registers. Each number adds four weighted rows at a time, as [`add_weighted`] does, and
/// what is left one by one.
#[inline(always)]
pub fn add_strips(out: &mut [f64], width: usize, weights: &[&[f64]], rows: &[f64]) {
    let mut at = 0;
    while width - at >= 8 {
        add_strip::<8>(out, at, width, weights, rows);
        at += 8;
    }
    if width - at >= 4 {
        add_strip::<4>(out, at, width, weights, rows);
        at += 4;
    }
    if width - at >= 2 {
        add_strip::<2>(out, at, width, weights, rows);
        at += 2;
    }
    if width > at {
        add_strip::<1>(out, at, width, weights, rows);
    }
}

/// [`add_strips`] of the columns from `at` on.
#[inline(always)]
fn add_strip<const N: usize>(out: &mut [f64], at: usize, width: usize, weights: &[&[f64]], rows: &[f64]) {
    let mut room = [[0.0; N]; DEEP];
    let strip = &mut room[..rows.len() / width];
    strip.iter_mut().zip(rows.chunks_exact(width)).for_each(|(o, row)| o.copy_from_slice(&row[at..at + N]));
    let (fours, rest) = strip.as_chunks::<4>();
    for (out, weights) in out.chunks_exact_mut(width).zip(weights) {
        let out = &mut out[at..at + N];
        let mut sums = [0.0; N];
        sums.copy_from_slice(out);
        let (by_fours, by_one) = weights.as_chunks::<4>();
        for (w, [r0, r1, r2, r3]) in by_fours.iter().zip(fours) {
            for i in 0..N {
                sums[i] += w[0] * r0[i] + w[1] * r1[i] + (w[2] * r2[i] + w[3] * r3[i]);
            }
        }
        for (w, row) in by_one.iter().zip(rest) {
            for i in 0..N {
                sums[i] += w * row[i];
            }
        }
        out.copy_from_slice(&sums);
    }
}
