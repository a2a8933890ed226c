//! What a function answers for each item of a long list of strings or vectors, without a value made of each. What is not
//! here, or not of such items, is `None`.

use crate::gather::null_item;
use crate::shape::check_room;
use crate::slices;
use crate::strings::{self, Strings, put, same};
use quarry_value::evaluation::check;
use quarry_value::{Buf, Item, List, Pieces, Result, Slices, Texts, Type, Value, Vector, room, with_data};

/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 16;

/// `count each x`
pub fn counts(x: &List) -> Option<Value> {
    if let Some(texts) = x.as_packed() {
        return Some(Value::longs(strings::each(room::zeros(x.len()), |i| texts.get(i).len() as i64)));
    }
    if let Some(pieces) = x.as_pieces() {
        return Some(Value::longs(strings::each(room::zeros(x.len()), |i| pieces.place(i).len() as i64)));
    }
    if let Some(slices) = x.as_slices() {
        return Some(Value::longs(strings::each(room::zeros(x.len()), |i| slices.place(i).len() as i64)));
    }
    let mut counts = room::vec(x.len());
    if x.each_text(|text| counts.push(text.len() as i64)).is_some() {
        return Some(Value::longs(counts));
    }
    let count = |i| match x.text(i) {
        Some(text) => Some(text.len() as i64),
        None if x.holds_values() => match &x.as_slice()[i] {
            item if item.is_atom() || item.is_list() => Some(item.count() as i64),
            _ => None,
        },
        None => None,
    };
    Some(Value::longs((0..x.len()).map(count).collect::<Option<_>>()?))
}

/// One item of each of the vectors that `x` holds, which are of one type, or lists of strings: that at the position that `place` tells of its number and
/// count; a null where there is none.
pub fn items(x: &List, place: impl Fn(usize, usize) -> usize + Sync + Send) -> Result<Option<Value>> {
    fn go<T: Item>(
        _: &Buf<T>,
        like: &Vector,
        items: &[Value],
        place: impl Fn(usize, usize) -> usize,
    ) -> Result<Option<Value>> {
        let null = null_item::<T>(like.ty);
        let mut out: Vec<T> = room::vec(items.len());
        for (i, item) in items.iter().enumerate() {
            if i % PART == 0 {
                check()?;
            }
            let xs = match item {
                Value::Vector(v) if v.ty == like.ty && v.domain == like.domain => v.slice::<T>(),
                _ => None,
            };
            let Some(xs) = xs else { return Ok(None) };
            out.push(xs.get(place(i, xs.len())).copied().unwrap_or(null));
        }
        Ok(Some(like.like(T::data(out.into())).into()))
    }
    if !x.is_empty()
        && x.text(0).is_some()
        && let Some(texts) = Strings::of(x)
    {
        let item = |i: usize| {
            let text = texts.get(i);
            text.get(place(i, text.len())).copied().unwrap_or(b' ')
        };
        let out = strings::each(room::zeros(x.len()), item);
        check()?;
        return Ok(Some(Value::vector(Type::Char, out)));
    }
    if let Some(pieces) = x.as_pieces() {
        let item = |i: usize| {
            let lie = pieces.place(i);
            let at = place(i, lie.len());
            if at < lie.len() { pieces.texts().get(lie.start + at) } else { &[] }
        };
        let texts = strings::sized(x.len(), |i| item(i).len(), |i, out| put(out, item(i)))?;
        return Ok(Some(texts.into()));
    }
    if let Some(slices) = x.as_slices() {
        let items = slices::items(slices, place);
        check()?;
        return Ok(Some(items));
    }
    if !x.holds_values() {
        return Ok(None);
    }
    let Some(Value::Vector(first)) = x.as_slice().first() else { return Ok(None) };
    with_data!(&first.data, b => go(b, first, x.as_slice(), place))
}

/// The items of each vector or string at the positions `at`; nulls for positions that it does not have.
pub fn items_at(x: &List, at: &[i64]) -> Result<Option<Value>> {
    if let Some(slices) = x.as_slices() {
        check_room(slices.len().saturating_mul(at.len()) as i64, slices.all().ty.width())?;
        return Ok(Some(slices::items_at(slices, at).into()));
    }
    let Some(x) = Strings::of(x) else { return Ok(None) };
    strings::sized(x.len(), |_| at.len(), |i, out| letters(x.get(i), at, out)).map(|t| Some(t.into()))
}

/// `x@'at`: those at the positions that `at` has in its place.
pub fn items_each(x: &List, at: &Slices) -> Result<Option<Value>> {
    if let Some(slices) = x.as_slices() {
        return Ok(slices::items_each(slices, at));
    }
    let Some(positions) = at.all().slice::<i64>().filter(|_| at.all().ty == Type::Long) else {
        return Ok(None);
    };
    let Some(x) = Strings::of(x).filter(|x| x.len() == at.len()) else { return Ok(None) };
    let write = |i: usize, out: &mut [u8]| letters(x.get(i), &positions[at.place(i)], out);
    strings::sized(x.len(), |i| at.place(i).len(), write).map(|t| Some(t.into()))
}

/// The characters of a text at positions; blanks for positions that it does not have.
fn letters(text: &[u8], at: &[i64], out: &mut [u8]) {
    out.iter_mut().zip(at).for_each(|(o, i)| *o = text.get(*i as usize).copied().unwrap_or(b' '));
}

/// A text for each item: strings, characters, or one for all.
pub enum Text<'a> {
    Strings(Strings<'a>),
    Chars(&'a [u8]),
    One(&'a [u8]),
}

impl<'a> Text<'a> {
    /// A text for each item of a list of strings, or of a string.
    pub fn of(x: &'a Value) -> Option<Text<'a>> {
        match x {
            Value::List(l) => Strings::of(l).map(Text::Strings),
            x => x.as_text().map(Text::Chars),
        }
    }
}

impl Text<'_> {
    fn are_for(&self, n: usize) -> bool {
        match self {
            Text::Strings(strings) => strings.len() == n,
            Text::Chars(chars) => chars.len() == n,
            Text::One(_) => true,
        }
    }

    #[inline(always)]
    fn get(&self, i: usize) -> &[u8] {
        match self {
            Text::Strings(strings) => strings.get(i),
            Text::Chars(chars) => &chars[i..=i],
            Text::One(text) => text,
        }
    }
}

/// `x,'y`, `x,\:y`, `x,/:y`
pub fn joined(n: usize, x: Text, y: Text) -> Result<Option<Value>> {
    if !x.are_for(n) || !y.are_for(n) {
        return Ok(None);
    }
    let write = |i: usize, out: &mut [u8]| {
        let (x, y) = (x.get(i), y.get(i));
        let (start, end) = out.split_at_mut(x.len());
        put(start, x);
        put(end, y);
    };
    strings::sized(n, |i| x.get(i).len() + y.get(i).len(), write).map(|t| Some(t.into()))
}

/// `reverse each x`
pub fn reversed(x: &List) -> Result<Option<Value>> {
    if let Some(pieces) = x.as_pieces() {
        let mut from = room::vec(pieces.texts().len());
        (0..x.len()).for_each(|i| from.extend(pieces.place(i).rev()));
        let ends = room::collected((0..x.len()).map(|i| pieces.place(i).end));
        let text = |k: usize| pieces.texts().get(from[k]);
        let texts = strings::sized(from.len(), |k| text(k).len(), |k, out| put(out, text(k)))?;
        return Ok(Some(Pieces::new(texts, ends).into()));
    }
    if let Some(slices) = x.as_slices() {
        return Ok(Some(slices::reversed(slices).into()));
    }
    let Some(x) = Strings::of(x) else { return Ok(None) };
    let write =
        |i: usize, out: &mut [u8]| out.iter_mut().zip(x.get(i).iter().rev()).for_each(|(o, c)| *o = *c);
    strings::sized(x.len(), |i| x.get(i).len(), write).map(|t| Some(t.into()))
}

/// `x _'y`: each without as many items as `n` tells, from the end when negative.
pub fn dropped(n: impl Fn(usize) -> i64 + Sync + Send, y: &List) -> Result<Option<Value>> {
    if let Some(slices) = y.as_slices() {
        let rest = |i: usize, have: usize| {
            let size = n(i).unsigned_abs().min(have as u64) as usize;
            if n(i) < 0 { 0..have - size } else { size..have }
        };
        return Ok(Some(slices::stretches(slices, rest).into()));
    }
    let Some(y) = Strings::of(y) else { return Ok(None) };
    let rest = |i: usize| {
        let (text, n) = (y.get(i), n(i));
        let size = n.unsigned_abs().min(text.len() as u64) as usize;
        if n < 0 { &text[..text.len() - size] } else { &text[size..] }
    };
    strings::sized(y.len(), |i| rest(i).len(), |i, out| put(out, rest(i))).map(|t| Some(t.into()))
}

/// `x#'y`: as many items of each as `n` tells, from the end when negative, going round when there are too few.
pub fn taken(n: impl Fn(usize) -> i64 + Sync + Send, y: &List) -> Result<Option<Value>> {
    if let Some(slices) = y.as_slices() {
        // Going round, and nulls, are for who makes one at a time.
        let enough = slices.sizes().enumerate().all(|(i, have)| n(i).unsigned_abs() <= have as u64);
        let part = |i: usize, have: usize| {
            let size = n(i).unsigned_abs() as usize;
            if n(i) < 0 { have - size..have } else { 0..size }
        };
        return Ok(enough.then(|| slices::stretches(slices, part).into()));
    }
    let Some(y) = Strings::of(y) else { return Ok(None) };
    // What is no count is for who makes one at a time.
    if (0..y.len()).any(|i| n(i) == i64::MIN) {
        return Ok(None);
    }
    let write = |i: usize, out: &mut [u8]| {
        let (text, size) = (y.get(i), out.len());
        let have = text.len();
        match text {
            text if size <= have && n(i) < 0 => put(out, &text[have - size..]),
            text if size <= have => put(out, &text[..size]),
            [] => out.fill(b' '),
            text => {
                let start = if n(i) < 0 { have - size % have } else { 0 };
                out.iter_mut().zip(text.iter().cycle().skip(start)).for_each(|(o, c)| *o = *c);
            }
        }
    };
    strings::sized(y.len(), |i| n(i).unsigned_abs() as usize, write).map(|t| Some(t.into()))
}

/// `x~'y` where one at least is strings.
pub fn matched(n: usize, x: Text, y: Text) -> Option<Value> {
    if !x.are_for(n) || !y.are_for(n) {
        return None;
    }
    Some(Value::bools(strings::each(room::zeros(n), |i| same(x.get(i), y.get(i)) as u8)))
}

/// `flip x` of lists of strings, which are of one count and no fewer than each has strings.
pub fn flipped(x: &Pieces) -> Result<Option<Value>> {
    let count = if x.is_empty() { 0 } else { x.place(0).len() };
    if count == 0 || count > x.len() || (0..x.len()).any(|i| x.place(i).len() != count) {
        return Ok(None);
    }
    let column = |k: usize| {
        let text = |i: usize| x.texts().get(i * count + k);
        strings::sized(x.len(), |i| text(i).len(), |i, out| put(out, text(i))).map(Value::from)
    };
    Ok(Some(Value::list((0..count).map(column).collect::<Result<_>>()?)))
}

/// `flip x` of lists of `n` strings: the rows, when it is worth to put so many one behind the other.
pub fn rows(columns: &[Strings], n: usize) -> Result<Option<Value>> {
    let width = columns.len();
    let count = n.saturating_mul(width);
    let text = |k: usize| columns[k % width].get(k / width);
    let size = (0..count).fold(0usize, |sum, k| sum.saturating_add(text(k).len()));
    if !Texts::pay(count, size) || columns.iter().any(|c| c.len() != n) {
        return Ok(None);
    }
    let texts = strings::sized(count, |k| text(k).len(), |k, out| put(out, text(k)))?;
    let ends = room::collected((0..n).map(|i| (i + 1) * width));
    Ok(Some(Pieces::new(texts, ends).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings::tests::{both_lists, in_all_ways, words};

    #[test]
    fn vectors_are_cut_and_measured_as_one_by_one() {
        in_all_ways(|| {
            for (slices, values) in crate::slices::tests::both_lists() {
                let l = List::slices(slices);
                let same = |got: Option<Value>, f: &dyn Fn(&Value) -> Value| {
                    crate::slices::tests::same(&got.unwrap(), &values.iter().map(f).collect::<Vec<_>>());
                };
                for n in [-7, -2, -1, 0, 1, 2, 40] {
                    let (one, count) = (|_| n, &Value::long(n));
                    same(dropped(one, &l).unwrap(), &|x| crate::drop(count, x).unwrap());
                    match taken(one, &l).unwrap() {
                        Some(got) => same(Some(got), &|x| crate::take(count, x).unwrap()),
                        None => assert!(n != 0, "some have too few"),
                    }
                }
                assert!(taken(|i| values[i].count() as i64, &l).unwrap().is_some());
                assert!(taken(|_| i64::MIN, &l).unwrap().is_none());
                same(counts(&l), &|x| Value::long(x.count() as i64));
                same(reversed(&l).unwrap(), &|x| crate::reverse(x).unwrap());
                same(items(&l, |_, _| 2).unwrap(), &|x| crate::index(x, &Value::long(2)).unwrap());
            }
        });
    }

    #[test]
    fn strings_are_cut_and_joined_as_one_by_one() {
        let words = words(60, 3);
        let chars: Vec<u8> = (0..60).collect();
        let n = words.len();
        in_all_ways(|| {
            for l in both_lists(&words) {
                let strings = || Text::Strings(Strings::of(&l).unwrap());
                let each = |f: &dyn Fn(&Value) -> Value| (0..n).map(|i| f(&l.get(i))).collect::<Vec<_>>();
                let same = |got: Option<Value>, want: Vec<Value>| {
                    assert!(crate::order::identical(&got.unwrap(), &Value::collapse(want)));
                };
                for n in [-7, -2, -1, 0, 1, 2, 4, 9, 40] {
                    let n = &Value::long(n);
                    let one = |_| n.as_long().unwrap();
                    same(dropped(one, &l).unwrap(), each(&|x| crate::drop(n, x).unwrap()));
                    same(taken(one, &l).unwrap(), each(&|x| crate::take(n, x).unwrap()));
                    same(items(&l, |_, _| 2).unwrap(), each(&|x| crate::index(x, &Value::long(2)).unwrap()));
                }
                same(counts(&l), each(&|x| Value::long(x.count() as i64)));
                same(reversed(&l).unwrap(), each(&|x| crate::reverse(x).unwrap()));
                let end = Value::chars("a_");
                let with_end = each(&|x| crate::join(x, &end).unwrap());
                same(joined(n, strings(), Text::One(b"a_")).unwrap(), with_end);
                let twice = each(&|x| crate::join(x, x).unwrap());
                same(joined(n, strings(), strings()).unwrap(), twice);
                let begun = (0..n).map(|i| crate::join(&Value::char(chars[i]), &l.get(i)).unwrap()).collect();
                same(joined(n, Text::Chars(&chars), strings()).unwrap(), begun);
                let first = words[0].as_slice();
                let is_first = each(&|x| Value::bool(x.as_text() == Some(first)));
                same(matched(n, strings(), Text::One(first)), is_first);
                assert!(taken(|_| i64::MIN, &l).unwrap().is_none());
                assert!(taken(|_| i64::MAX, &l).is_err());
                assert!(joined(n + 1, strings(), Text::One(b"a")).unwrap().is_none());
            }
        });
    }

    #[test]
    fn rows_of_strings_are_those_of_one_by_one() {
        let words = words(60, 3);
        in_all_ways(|| {
            for x in both_lists(&words) {
                let y = crate::reverse(&x.clone().into()).unwrap();
                let Value::List(y) = &y else { panic!("a list") };
                let columns = [&x, y, &x].map(|l| Strings::of(l).unwrap());
                let row = |i: usize| Value::list(vec![x.get(i), y.get(i), x.get(i)]);
                let wanted = Value::list((0..x.len()).map(row).collect());
                let got = rows(&columns, x.len()).unwrap().unwrap();
                assert!(crate::order::identical(&got, &wanted));
                assert!(rows(&columns, 59).unwrap().is_none());
                let flipped =
                    crate::flip(&Value::list(vec![x.clone().into(), Value::List(y.clone()), x.into()]));
                assert!(crate::order::identical(&flipped.unwrap(), &wanted));
            }
        });
    }

    #[test]
    fn items_of_vectors_of_one_type() {
        let l = List::new(vec![Value::bools(vec![1, 0]), Value::bools(vec![]), Value::bools(vec![1])]);
        let first = items(&l, |_, _| 0).unwrap().unwrap();
        assert!(crate::order::identical(&first, &Value::bools(vec![1, 0, 1])));
        let l = List::new(vec![Value::longs(vec![1, 0]), Value::bools(vec![])]);
        assert!(items(&l, |_, _| 0).unwrap().is_none());
        assert!(crate::order::identical(&counts(&l).unwrap(), &Value::longs(vec![2, 0])));
    }
}
