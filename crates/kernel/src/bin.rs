//! Binary search: `bin` and `binr`.

use crate::built::{COPY_MIN, mapped};
use crate::domain;
use crate::find::{item_of, rows_like};
use crate::gather::{NOWHERE, pick};
use crate::groups::group_vector;
use crate::order::{Key, compare, identical};
use crate::pool;
use crate::strings::Strings;
use crate::texts;
use quarry_value::error::type_error;
use quarry_value::{Attr, Buf, Dict, Result, Sym, Table, Type, Value, Vector, room, stack, with_data};
use std::hint::select_unpredictable;
use std::ops::Range;

/// `x bin y`: the last position whose item is at most `y`; -1 before all. Atomic in `y`. For tables the first
/// columns match and the last is searched; no match is null. Errors: 'type. Source: ref/bin.
pub fn bin(x: &Value, y: &Value) -> Result<Value> {
    search(x, y, false)
}

/// `x binr y`: the first position whose item is at least `y`. Of rows of tables, as [`bin`] but for that (inferred).
/// Source: ref/bin.
pub fn binr(x: &Value, y: &Value) -> Result<Value> {
    search(x, y, true)
}

fn search(x: &Value, y: &Value, right: bool) -> Result<Value> {
    match x {
        Value::Vector(v) => in_vector(v, y, right),
        Value::List(l) => match y {
            Value::List(y)
                if y.len() >= MANY
                    && !l.is_empty()
                    && let (Some(x), Some(y)) = (Strings::of(l), y.texts()) =>
            {
                Ok(Value::longs(text_places(x.len(), |i| x.get(i), &y, right)))
            }
            _ => in_list(l.as_slice(), y, right),
        },
        Value::Dict(d) => in_dict(d, y, right),
        Value::Table(t) => in_table(t, y, right, false),
        _ => Err(type_error()),
    }
}

/// [`bin`] of a list whose items, or a table whose rows ascend.
pub fn bin_ascending(x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::Table(t) => in_table(t, y, false, true),
        _ => bin(x, y),
    }
}

fn in_vector(x: &Vector, y: &Value, right: bool) -> Result<Value> {
    stack::check()?;
    if x.ty == Type::Enum {
        return search(&domain::resolve(&x.clone().into()), &domain::resolve(y), right);
    }
    match y {
        Value::Vector(v) if v.ty == x.ty && v.ty == Type::Symbol => {
            let (Some(xs), Some(ys)) = (x.slice::<Sym>(), v.slice::<Sym>()) else { return Err(type_error()) };
            Ok(Value::longs(symbol_places(xs, v, ys, right)))
        }
        Value::Vector(v) if v.ty == x.ty => {
            fn go<T: Key>(xs: &Buf<T>, y: &Vector, right: bool) -> Option<Vec<i64>> {
                Some(places(xs.as_slice(), y.slice::<T>()?, right))
            }
            with_data!(&x.data, b => go(b, v, right)).map(Value::longs).ok_or_else(type_error)
        }
        Value::Vector(v) if v.ty == Type::Enum => in_vector(x, &domain::resolve(y), right),
        Value::List(l) => {
            Ok(Value::collapse(l.as_slice().iter().map(|y| in_vector(x, y, right)).collect::<Result<_>>()?))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), in_vector(x, &d.values, right)?)),
        Value::Table(t) => crate::shape::columns(t, |c| in_vector(x, c, right)),
        Value::Enum(..) => in_vector(x, &domain::resolve(y), right),
        atom if atom.item_type() == Some(x.ty) => {
            fn go<T: Key>(xs: &Buf<T>, atom: &Value, right: bool) -> Option<i64> {
                Some(place(xs.as_slice(), item_of(atom)?, right))
            }
            with_data!(&x.data, b => go(b, atom, right)).map(Value::long).ok_or_else(type_error)
        }
        y if is_integer(x.ty) && y.item_type().is_some_and(is_integer) => {
            in_vector(x, &as_wide(x.ty, y)?, right)
        }
        _ => Err(type_error()),
    }
}

fn is_integer(ty: Type) -> bool {
    matches!(ty, Type::Short | Type::Int | Type::Long)
}

/// Integers of another width, as those of `ty`; what that does not hold is its infinity.
///
/// Source: gyorokpeter/qx86 (blockmem), which looks for ints among longs.
fn as_wide(ty: Type, y: &Value) -> Result<Value> {
    let end = match ty {
        Type::Short => i64::from(i16::MAX),
        Type::Int => i64::from(i32::MAX),
        _ => return crate::cast(&Value::I16(ty as i16), y),
    };
    let held = |x: i64| if x == i64::MIN { x } else { x.clamp(-end, end) };
    let held = match crate::cast(&Value::I16(Type::Long as i16), y)? {
        Value::Vector(v) => Value::longs(v.slice().unwrap_or_default().iter().map(|x| held(*x)).collect()),
        x => x.as_long().map_or(x, |x| Value::long(held(x))),
    };
    crate::cast(&Value::I16(ty as i16), &held)
}

/// Texts of which it is worth while to find the order.
const MANY: usize = 1 << 6;
/// Searches for texts that are worth a thread.
const TEXTS_MIN: usize = 1 << 12;
/// Searches that go side by side: each waits for memory at every step, but not for the others.
const BESIDE: usize = 32;

fn places<T: Key>(xs: &[T], ys: &[T], right: bool) -> Vec<i64> {
    let mut out = room::zeros(ys.len());
    pool::for_each_part(&mut out, 1 << 13, |start, part| {
        let ys = &ys[start..start + part.len()];
        for (ys, out) in ys.chunks(BESIDE).zip(part.chunks_mut(BESIDE)) {
            match right {
                true => search_beside(xs, ys, out, |x, y| !y.is_at_most(x)),
                false => search_beside(xs, ys, out, T::is_at_most),
            }
            let shift = i64::from(!right);
            out.iter_mut().for_each(|o| *o -= shift);
        }
    });
    out
}

/// Puts into `out`, which is zeros, how many of the sorted `xs` are `before` each of `ys`.
#[inline(always)]
fn search_beside<T: Key>(xs: &[T], ys: &[T], out: &mut [i64], before: impl Fn(T, T) -> bool) {
    // The last item that is before `y`, if there is one, is among the `n` from each place in `out` on.
    let mut n = xs.len();
    while n > 1 {
        let half = n / 2;
        for (o, y) in out.iter_mut().zip(ys) {
            let at = *o as usize;
            *o = select_unpredictable(before(xs[at + half], *y), at + half, at) as i64;
        }
        n -= half;
    }
    if n == 1 {
        out.iter_mut().zip(ys).for_each(|(o, y)| *o += i64::from(before(xs[*o as usize], *y)));
    }
}

/// Where the items `ys` of `y` would be.
fn symbol_places(xs: &[Sym], y: &Vector, ys: &[Sym], right: bool) -> Vec<i64> {
    if ys.len() < MANY {
        return room::collected(ys.iter().map(|y| place(xs, *y, right)));
    }
    let groups = group_vector(y);
    let distinct: Vec<&[u8]> = room::collected(groups.first.iter().map(|&i| ys[i].bytes()));
    let at = text_places(xs.len(), |i| xs[i].bytes(), &distinct, right);
    mapped(&groups.ids, COPY_MIN, |g| at[g as usize])
}

/// Where texts would be among `n` sorted ones. They are searched for in their order: each takes nearly the way of the one before,
/// which is in the cache.
fn text_places<'t>(
    n: usize,
    text: impl Fn(usize) -> &'t [u8] + Sync + Send,
    ys: &[&[u8]],
    right: bool,
) -> Vec<i64> {
    let one = |y: i64| {
        let y = ys[y as usize];
        let before = |i: usize| if right { text(i) < y } else { text(i) <= y };
        // As the standard library goes, so that lists that are not sorted have the same answers, too.
        let (mut from, mut left) = (0, n);
        while left > 1 {
            let half = left / 2;
            from = if before(from + half) { from + half } else { from };
            left -= half;
        }
        (from + usize::from(n > 0 && before(from))) as i64 - i64::from(!right)
    };
    let order = texts::grade(ys, false);
    let mut out = room::zeros(ys.len());
    order.iter().zip(mapped(&order, TEXTS_MIN, one)).for_each(|(y, at)| out[*y as usize] = at);
    out
}

fn place<T: Key>(xs: &[T], y: T, right: bool) -> i64 {
    if right {
        xs.partition_point(|x| !y.is_at_most(*x)) as i64
    } else {
        xs.partition_point(|x| x.is_at_most(y)) as i64 - 1
    }
}

fn in_list(xs: &[Value], y: &Value, right: bool) -> Result<Value> {
    stack::check()?;
    let whole = match xs.first() {
        Some(first) if first.is_list() => !matches!(y, Value::List(_)),
        _ => !y.is_list(),
    };
    if !whole {
        let mut all = room::vec(y.count());
        for y in y.items() {
            all.push(in_list(xs, &y, right)?);
        }
        return Ok(Value::collapse(all));
    }
    let at = if right {
        xs.partition_point(|x| compare(x, y).is_lt()) as i64
    } else {
        xs.partition_point(|x| compare(x, y).is_le()) as i64 - 1
    };
    Ok(Value::long(at))
}

/// Keys for positions among sorted values.
fn in_dict(d: &Dict, y: &Value, right: bool) -> Result<Value> {
    crate::index(&d.keys, &search(&d.values, y, right)?)
}

/// Rows: the first columns match, the last is at most `y`'s (for `binr` at least).
/// Of so few rows each is searched by itself, where the first column ascends.
const FEW: usize = 64;

fn in_table(t: &Table, y: &Value, right: bool, ascending: bool) -> Result<Value> {
    let (rows, single) = rows_like(t, y)?;
    let Some((last, keys)) = t.columns.split_last() else { return Err(type_error()) };
    let Some((wanted, given)) = rows.split_last() else { return Err(type_error()) };
    let n = wanted.count();
    let types = (domain::resolve(last).item_type(), domain::resolve(wanted).item_type());
    if let (Some(x), Some(y)) = types
        && x != y
        && ![x, y].contains(&Type::List)
    {
        return Err(
            type_error().detail(format!("the last columns are of types {}h and {}h", x as i16, y as i16))
        );
    }
    if keys.is_empty() {
        let at = search(last, wanted, right)?;
        let here = 0..t.count() as i64;
        let some = |i: usize| at.at(i).as_long().filter(|at| here.contains(at)).unwrap_or(NOWHERE);
        return Ok(if single {
            Value::long(some(0))
        } else {
            Value::longs(room::collected((0..n).map(some)))
        });
    }
    if n <= FEW
        && let Some(at) = (0..n).map(|j| one(t, &rows, j, right, ascending)).collect::<Option<Vec<i64>>>()
    {
        return Ok(if single { Value::long(at[0]) } else { Value::longs(at) });
    }
    let groups = crate::group_ids(&keys.iter().collect::<Vec<_>>())?;
    let firsts: Vec<i64> = room::collected(groups.first.iter().map(|&i| i as i64));
    let distinct: Vec<Value> = keys.iter().map(|k| pick(k, &firsts)).collect();
    let of = crate::rows::find_rows(&distinct, given)?;
    let mut rows_of = room::repeated(Vec::new(), groups.count);
    groups.ids.iter().enumerate().for_each(|(i, &g)| rows_of[g as usize].push(i));
    let place = |j: usize| {
        let g = of[j] as usize;
        let y = domain::resolve(&wanted.at(j));
        let Some(rows) = rows_of.get(g) else { return NOWHERE };
        let at = rows.partition_point(|&i| is_before(&last.at(i), &y, right));
        let found = if right { rows.get(at) } else { at.checked_sub(1).and_then(|at| rows.get(at)) };
        found.map_or(NOWHERE, |&i| i as i64)
    };
    let at: Vec<i64> = room::collected((0..n).map(place));
    Ok(if single { Value::long(at.first().copied().unwrap_or(NOWHERE)) } else { Value::longs(at) })
}

/// Is an item before the place that is sought for `y`, which is no enumeration?
fn is_before(x: &Value, y: &Value, right: bool) -> bool {
    let x = domain::resolve(x);
    let (order, same) = (compare(&x, y), identical(&x, y));
    if right { order.is_lt() && !same } else { order.is_le() || same }
}

/// Where row `j` of `rows` is in a table whose rows, or whose first column, ascend; `None` where that is not known.
fn one(t: &Table, rows: &[Value], j: usize, right: bool, ascending: bool) -> Option<i64> {
    let (last, keys) = t.columns.split_last()?;
    let mut range = 0..t.count();
    for (k, column) in keys.iter().enumerate() {
        let Value::Vector(v) = column else { return None };
        let y = rows[k].at(j);
        if v.ty == Type::Enum || y.item_type() != Some(v.ty) || !y.is_atom() {
            return None;
        }
        if !ascending && (k > 0 || v.attr != Attr::Sorted) {
            // The rows of one key of several columns are among others.
            return None;
        }
        let start = first_not(&range, |i| compare(&v.get(i), &y).is_lt());
        range = start..first_not(&(start..range.end), |i| compare(&v.get(i), &y).is_le());
    }
    let y = domain::resolve(&rows.last()?.at(j));
    let at = first_not(&range, |i| is_before(&last.at(i), &y, right));
    let found = if right { at } else { at.wrapping_sub(1) };
    Some(if range.contains(&found) { found as i64 } else { NOWHERE })
}

/// The first of the places in `range` that is not before something, as those are that come first.
fn first_not(range: &Range<usize>, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::positions;

    #[test]
    fn many_are_searched_as_one() {
        fn agree<T: Key>(xs: &[T], ys: &[T]) {
            for right in [false, true] {
                let plain: Vec<i64> = ys.iter().map(|y| place(xs, *y, right)).collect();
                assert_eq!(places(xs, ys, right), plain);
            }
        }
        for n in [0, 1, 2, 3, 7, 64, 1000] {
            let xs: Vec<i64> = (0..n).map(|i| i / 3 * 2).collect();
            let ys: Vec<i64> =
                (-5..5).chain((0..200).map(|i| i * 7919 % (n + 1))).chain([i64::MIN, i64::MAX]).collect();
            agree(&xs, &ys);
            let float = |x: &i64| if *x < 1 { f64::NAN } else { *x as f64 };
            let mut fs: Vec<f64> = xs.iter().map(float).collect();
            fs.extend([f64::INFINITY; 2]);
            let wanted: Vec<f64> =
                ys.iter().map(float).chain([f64::NEG_INFINITY, f64::INFINITY, -0.0]).collect();
            agree(&fs, &wanted);
        }
    }

    #[test]
    fn rows_match_but_for_the_last_column() {
        let names = vec![quarry_value::Sym::new("a"), quarry_value::Sym::new("b")];
        let table = |a: &[i64], b: &[i64]| {
            Value::table(names.clone(), vec![Value::longs(a.to_vec()), Value::longs(b.to_vec())])
        };
        let t = table(&[1, 1, 1, 2, 2, 2], &[0, 2, 4, 0, 2, 4]);
        let at = bin(&t, &table(&[2, 2, 2, 2, 3], &[-1, 1, 3, 5, 0])).unwrap();
        assert_eq!(positions(&at).unwrap(), [NOWHERE, 3, 4, 5, NOWHERE]);
    }

    /// A few rows of a table that ascends are where groups of its rows say they are.
    #[test]
    fn few_rows_are_searched_by_themselves() {
        let names = || ["a", "b", "c"].map(Sym::new).to_vec();
        let column = |f: &dyn Fn(i64) -> i64| Value::longs((0..500).map(f).collect());
        let t = Value::table(
            names(),
            vec![column(&|i| i / 50), column(&|i| i / 10 % 5), column(&|i| i % 10 * 2)],
        );
        let ask = |f: &dyn Fn(i64) -> i64| Value::longs((0..40).map(f).collect());
        let rows =
            Value::table(names(), vec![ask(&|i| i % 12), ask(&|i| i % 7 - 1), ask(&|i| i * 5 % 23 - 1)]);
        let few = bin_ascending(&t, &rows).unwrap();
        assert_eq!(positions(&few), positions(&bin(&t, &rows).unwrap()));
        let Value::Table(rows) = &rows else { panic!() };
        let row = Value::longs(rows.columns.iter().map(|c| c.at(7).as_long().unwrap()).collect());
        assert_eq!(bin_ascending(&t, &row).unwrap().as_long(), few.at(7).as_long());
        // One key column that is marked is enough.
        let sorted = |t: &Value, keep: &[usize]| {
            let Value::Table(t) = t else { panic!() };
            let mut columns: Vec<Value> = keep.iter().map(|k| t.columns[*k].clone()).collect();
            let Value::Vector(first) = &columns[0] else { panic!() };
            columns[0] = (**first).clone().with_attr(Attr::Sorted).into();
            Value::table(keep.iter().map(|k| t.names[*k]).collect(), columns)
        };
        let two = Value::table(names()[..2].to_vec(), vec![column(&|i| i / 50), column(&|i| i % 50 / 3)]);
        let rows = Value::table(names()[..2].to_vec(), rows.columns[..2].to_vec());
        assert_eq!(
            positions(&bin(&sorted(&two, &[0, 1]), &rows).unwrap()),
            positions(&bin(&two, &rows).unwrap())
        );
        assert_eq!(
            positions(&binr(&sorted(&two, &[0, 1]), &rows).unwrap()),
            positions(&binr(&two, &rows).unwrap())
        );
    }
}
