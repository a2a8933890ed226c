//! What a function answers for each item of a long list of strings or vectors, without a value made of each. What is not
//! here, or not of such items, is `None`.

use crate::gather::null_item;
use crate::shape::check_room;
use quarry_value::evaluation::check;
use quarry_value::{Buf, Item, List, Result, Texts, Type, Value, Vector, room, with_data};

/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 16;

/// `count each x`
pub fn counts(x: &List) -> Option<Value> {
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

/// One item of each of the vectors that `x` holds, which are of one type: that at the position that `place` tells of its number and
/// count; a null where there is none.
pub fn items(x: &List, place: impl Fn(usize, usize) -> usize) -> Result<Option<Value>> {
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
    if !x.is_empty() && x.text(0).is_some() {
        let mut out = room::vec(x.len());
        for i in 0..x.len() {
            if i % PART == 0 {
                check()?;
            }
            let Some(text) = x.text(i) else { break };
            out.push(text.get(place(i, text.len())).copied().unwrap_or(b' '));
        }
        if out.len() == x.len() {
            return Ok(Some(Value::vector(Type::Char, out)));
        }
    }
    if !x.holds_values() {
        return Ok(None);
    }
    let Some(Value::Vector(first)) = x.as_slice().first() else { return Ok(None) };
    with_data!(&first.data, b => go(b, first, x.as_slice(), place))
}

/// A text for each item: strings, characters, or one for all.
#[derive(Clone, Copy)]
pub enum Text<'a> {
    Strings(&'a List),
    Chars(&'a [u8]),
    One(&'a [u8]),
}

impl Text<'_> {
    fn get(&self, i: usize) -> Option<&[u8]> {
        match self {
            Text::Strings(l) => l.text(i),
            Text::Chars(c) => c.get(i..=i),
            Text::One(text) => Some(text),
        }
    }
}

/// `n` strings, each of which `write` adds to what it is given; `None` when it has none for one of them.
fn strings(
    n: usize,
    mut write: impl FnMut(usize, &mut Vec<u8>) -> Result<Option<()>>,
) -> Result<Option<Value>> {
    let mut out = Texts::with_capacity(n, 0);
    for i in 0..n {
        if i % PART == 0 {
            check()?;
        }
        if out.push_with(|out| write(i, out))?.is_none() {
            return Ok(None);
        }
    }
    out.fit();
    Ok(Some(out.into()))
}

/// `x,'y`, `x,\:y`, `x,/:y`
pub fn joined(n: usize, x: Text, y: Text) -> Result<Option<Value>> {
    strings(n, |i, out| {
        let (Some(x), Some(y)) = (x.get(i), y.get(i)) else { return Ok(None) };
        out.extend_from_slice(x);
        out.extend_from_slice(y);
        Ok(Some(()))
    })
}

/// `reverse each x`
pub fn reversed(x: &List) -> Result<Option<Value>> {
    strings(x.len(), |i, out| Ok(x.text(i).map(|text| out.extend(text.iter().rev()))))
}

/// `x _'y`: each without as many items as `n` tells, from the end when negative.
pub fn dropped(n: impl Fn(usize) -> i64, y: &List) -> Result<Option<Value>> {
    strings(y.len(), |i, out| {
        let Some(text) = y.text(i) else { return Ok(None) };
        let n = n(i);
        let size = n.unsigned_abs().min(text.len() as u64) as usize;
        out.extend_from_slice(if n < 0 { &text[..text.len() - size] } else { &text[size..] });
        Ok(Some(()))
    })
}

/// `x#'y`: as many items of each as `n` tells, from the end when negative, going round when there are too few.
pub fn taken(n: impl Fn(usize) -> i64, y: &List) -> Result<Option<Value>> {
    let mut all = 0i64;
    strings(y.len(), |i, out| {
        let Some(text) = y.text(i) else { return Ok(None) };
        // What is no count, or too many, is for who makes one at a time.
        let Some(size) = n(i).checked_abs() else { return Ok(None) };
        all = all.saturating_add(size);
        check_room(all, 1)?;
        let (size, have) = (size as usize, text.len());
        match text {
            text if size <= have && n(i) < 0 => out.extend_from_slice(&text[have - size..]),
            text if size <= have => out.extend_from_slice(&text[..size]),
            [] => out.resize(out.len() + size, b' '),
            text => {
                let start = if n(i) < 0 { have - size % have } else { 0 };
                out.extend(text.iter().cycle().skip(start).take(size));
            }
        }
        Ok(Some(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_cut_and_joined_as_one_by_one() {
        let words = ["", "a", "bc", "def", "ghijk"];
        let packed: Texts = words.iter().collect();
        let held = List::new(words.iter().map(|w| Value::chars(*w)).collect());
        for l in [List::packed(packed), held] {
            for n in [-7, -2, -1, 0, 1, 2, 4, 9] {
                let one = |f: fn(&Value, &Value) -> Result<Value>| -> Vec<Value> {
                    (0..5).map(|i| f(&Value::long(n), &l.get(i)).unwrap()).collect()
                };
                let same = |got: Option<Value>, want: Vec<Value>| {
                    assert!(crate::order::identical(&got.unwrap(), &Value::list(want)), "{n}");
                };
                same(dropped(|_| n, &l).unwrap(), one(crate::drop));
                same(taken(|_| n, &l).unwrap(), one(crate::take));
            }
            let back = reversed(&l).unwrap().unwrap();
            assert_eq!(back.at(3).as_text(), Some(&b"fed"[..]));
            let both = joined(5, Text::Strings(&l), Text::Chars(b"12345")).unwrap().unwrap();
            assert_eq!((both.at(0).as_text(), both.at(2).as_text()), (Some(&b"1"[..]), Some(&b"bc3"[..])));
            let last = items(&l, |_, n| n.wrapping_sub(1)).unwrap().unwrap();
            assert_eq!(last.as_text(), Some(&b" acfk"[..]));
        }
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
