//! Picking items by position: what indexing, take, sorting and joins stand on.

use crate::atomic::wide;
use crate::built::{COPY_MIN, PART, Piece, Plain, in_blocks, joined, mapped, scatter};
use crate::runs::worth;
use crate::slices;
use crate::texts;
use quarry_value::evaluation::is_over;
use quarry_value::{
    Attr, Buf, Data, Gathered, Item, List, Position, Texts, Type, Value, Vector, num, room, stack, with_data,
};
use std::borrow::Cow;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;

/// Positions of less than this many items are gathered by one thread.
const TASK_MIN: usize = 1 << 14;

/// A position that is in no list: gathering it gives a null.
pub const NOWHERE: i64 = i64::MIN;

/// What stands for a null among items of type `ty`.
pub fn null_item<T: Item>(ty: Type) -> T {
    if matches!(ty, Type::Bool | Type::Byte) { T::ZEROS } else { T::NULL }
}

/// The items of `x` at `at`; the null of the type where `at` is out of range. No attribute.
pub fn gather(x: &Vector, at: &[i64]) -> Vector {
    gather_at(x, at)
}

/// [`gather`] at positions of any width.
pub fn gather_at<P: Position + Sync>(x: &Vector, at: &[P]) -> Vector {
    with_data!(&x.data, b => x.like(Item::data(Buf::Heap(gather_items(b, at, null_item(x.ty))))))
}

/// The items of `xs` at `at`, `null` where `at` is out of range.
fn gather_items<T: Item, P: Position + Sync>(xs: &Buf<T>, at: &[P], null: T) -> Vec<T> {
    let xs = xs.slice_for(at);
    mapped(at, TASK_MIN, |i| xs.get(i.of_item()).copied().unwrap_or(null))
}

/// The vector whose items at `at` are those of `x`; `at` has each of its positions once.
pub fn put_back(x: &Vector, at: &[i64]) -> Vector {
    fn go<T: Item + Plain>(b: &Buf<T>, at: &[i64]) -> Data {
        let xs = b.as_slice();
        let mut out = joined(&[Piece::Items(xs)], COPY_MIN);
        scatter(&mut out, xs.len().min(at.len()), TASK_MIN, |k| (at[k] as usize, xs[k]));
        T::data(out.into())
    }
    with_data!(&x.data, b => x.like(go(b, at)))
}

/// Are all positions in `0..n`?
fn all_in(at: &[i64], n: usize) -> bool {
    // Negative positions are large when unsigned, so one maximum answers.
    at.iter().fold(0u64, |m, &i| m.max(i as u64)) < n as u64 || at.is_empty()
}

/// The items, rows or entries of `x` at `at`: a vector of a vector, a list of a list (collapsed when its items are
/// like atoms), a table of a table, a dictionary of a dictionary. Out of range gives nulls. An atom is repeated.
pub fn pick(x: &Value, at: &[i64]) -> Value {
    match x {
        Value::Vector(v) => gather(v, at).into(),
        Value::List(l) => {
            if let Some(slices) = l.as_slices() {
                return slices::pick(slices, at).into();
            }
            if let Some(texts) = pick_texts(l, at) {
                return texts.into();
            }
            let n = l.len();
            let null = if all_in(at, n) { Value::identity() } else { null_of(x) };
            let get = |&i: &i64| if (i as u64) < n as u64 { l.get(i as usize) } else { null.clone() };
            if l.holds_values() {
                return Value::collapse(at.iter().map(get).collect());
            }
            let mut items = Gathered::new();
            at.iter().for_each(|i| items.push(&mut get(i), at.len()));
            items.collapse()
        }
        Value::Table(t) => {
            let columns = t.columns.iter().map(|c| pick(c, at)).collect();
            Value::Table(Arc::new(t.with_columns(columns, Attr::None)))
        }
        Value::Dict(d) => Value::dict(pick(&d.keys, at), pick(&d.values, at)),
        atom => Value::collapse(room::repeated(atom.clone(), at.len())),
    }
}

/// The strings at `at` of a list that would have to build them as values: they stay packed. Out of range is the empty
/// string. `None` when the items are values already, or are not all strings.
fn pick_texts(l: &List, at: &[i64]) -> Option<Texts> {
    if l.is_empty() || l.holds_values() {
        return None;
    }
    if let Some(texts) = l.as_packed().and_then(|texts| texts::pick(texts, at)) {
        return Some(texts);
    }
    let n = l.len() as u64;
    // The first item says what is out of range.
    l.text(0)?;
    let text = |i: &i64| if (*i as u64) < n { l.text(*i as usize) } else { Some(&b""[..]) };
    let texts = match at.iter().all(|i| (*i as u64) < n) {
        true => l.texts_at(at.iter().map(|i| *i as usize))?,
        false => at.iter().map(text).collect::<Option<Vec<_>>>()?,
    };
    let mut out = Texts::with_capacity(at.len(), texts.iter().map(|text| text.len()).sum());
    texts.into_iter().for_each(|text| out.push(text));
    Some(out)
}

/// The items of `x` where the flags are set, else those of `y`, of the same type and domain; a single item stands for all.
pub fn choose(flags: &[u8], x: &Vector, y: &Vector) -> Vector {
    fn go<T: Item>(flags: &[u8], x: &[T], y: &[T]) -> Data {
        let chosen = in_blocks(flags.len(), 1, COPY_MIN, |start, out| {
            for (k, out) in out.chunks_mut(PART).enumerate() {
                let start = start + k * PART;
                let range = start..start + out.len();
                let flags = &flags[range.clone()];
                match (x, y) {
                    (&[x, ..], _) if is_over() => out.fill(MaybeUninit::new(x)),
                    (&[x], &[y]) => wide::map(flags, out, |flag| if flag != 0 { x } else { y }),
                    (&[x], _) => wide::zip(flags, &y[range], out, |flag, y| if flag != 0 { x } else { y }),
                    (_, &[y]) => wide::zip(flags, &x[range], out, |flag, x| if flag != 0 { x } else { y }),
                    _ => {
                        for (((out, flag), x), y) in
                            out.iter_mut().zip(flags).zip(&x[range.clone()]).zip(&y[range])
                        {
                            out.write(if *flag != 0 { *x } else { *y });
                        }
                    }
                }
            }
        });
        T::data(chosen.into())
    }
    with_data!(&x.data, b => x.like(go(flags, b.as_slice(), y.slice().unwrap_or_default())))
}

/// The items, rows or entries of `x` in `range`, which must be within `0..count`. No attribute, but
/// all of `x` is `x` itself.
pub fn slice(x: &Value, range: Range<usize>) -> Value {
    if range == (0..x.count()) && !x.is_atom() {
        return x.clone();
    }
    match x {
        Value::Vector(v) => {
            fn copied<T: Item>(xs: &[T]) -> Data {
                let few = xs.len() < worth(COPY_MIN);
                T::data(if few { room::copied(xs) } else { joined(&[Piece::Items(xs)], COPY_MIN) }.into())
            }
            v.like(with_data!(&v.data, b => copied(b.range(range)))).into()
        }
        Value::List(l) => match (l.as_packed(), l.as_slices()) {
            (Some(texts), _) => texts.slice(range).into(),
            (_, Some(slices)) => slices.slice(range).into(),
            _ if l.holds_values() => Value::collapse(range.map(|i| l.get(i)).collect()),
            _ => pick(x, &range.map(|i| i as i64).collect::<Vec<_>>()),
        },
        Value::Table(t) => {
            let columns = t.columns.iter().map(|c| slice(c, range.clone())).collect();
            Value::Table(Arc::new(t.with_columns(columns, Attr::None)))
        }
        Value::Dict(d) => Value::dict(slice(&d.keys, range.clone()), slice(&d.values, range)),
        atom => Value::collapse(range.map(|_| atom.clone()).collect()),
    }
}

/// What indexing `x` out of range gives: the null of a vector's type, and for a general list what stands for
/// "none" of its first item ([`none_of`]); a row of nulls for a table.
pub fn null_of(x: &Value) -> Value {
    match x {
        Value::Vector(v) => v.null(),
        Value::List(l) if l.is_empty() => Value::empty_list(),
        Value::List(l) => none_of(&l.get(0)),
        Value::Table(_) | Value::Dict(_) if stack::is_over() => Value::empty_list(),
        // Of one that lives elsewhere there are no columns to tell.
        Value::Table(t) if t.columns.len() < t.names.len() => {
            Value::dict(Value::syms(t.names.clone()), Value::list(vec![Value::empty_list(); t.names.len()]))
        }
        Value::Table(t) => {
            let nulls = t.columns.iter().map(null_of).collect();
            Value::dict(Value::syms(t.names.clone()), Value::collapse(nulls))
        }
        Value::Dict(d) => null_of(&d.values),
        atom => none_of(atom),
    }
}

/// "None" in the shape of `x`: a null for an atom, an empty list for a vector, of a general list each item's (observed
/// for a list of strings), nulls for a dictionary's values.
pub fn none_of(x: &Value) -> Value {
    match x {
        Value::List(_) | Value::Dict(_) if stack::is_over() => Value::empty_list(),
        Value::List(l) if !l.is_empty() && !is_over() => {
            Value::collapse((0..l.len()).map(|i| none_of(&l.get(i))).collect())
        }
        Value::Vector(_) | Value::List(_) | Value::Table(_) => empty_of(x),
        Value::Dict(d) if x.is_keyed_table() => Value::dict(empty_of(&d.keys), empty_of(&d.values)),
        Value::Dict(d) => {
            let nulls = match &d.values {
                // Of no items there is still a type.
                Value::Vector(v) if v.is_empty() => d.values.clone(),
                values => Value::collapse(values.items().map(|v| none_of(&v)).collect()),
            };
            Value::dict(d.keys.clone(), nulls)
        }
        Value::Enum(domain, _) => Value::Enum(*domain, i64::MIN),
        other => other.item_type().map_or_else(Value::identity, Value::null),
    }
}

/// `0#x`
pub fn empty_of(x: &Value) -> Value {
    match x {
        Value::Vector(v) => v.like(Data::empty(v.ty.repr())).into(),
        Value::List(_) => Value::empty_list(),
        Value::Table(_) | Value::Dict(_) if stack::is_over() => Value::empty_list(),
        Value::Table(t) => {
            let columns = t.columns.iter().map(empty_of).collect();
            Value::Table(Arc::new(t.with_columns(columns, Attr::None)))
        }
        Value::Dict(d) => Value::dict(empty_of(&d.keys), empty_of(&d.values)),
        Value::Enum(domain, _) => Vector::enumeration(*domain, Vec::new()).into(),
        other => other.item_type().map_or_else(Value::empty_list, Value::empty),
    }
}

/// `n` nulls like the items of `x`.
pub fn nulls_like(x: &Value, n: usize) -> Value {
    pick(x, &room::repeated(NOWHERE, n))
}

/// An integral atom as a position; of an enumeration's item that in its domain.
pub fn position(i: &Value) -> Option<i64> {
    match i {
        Value::Enum(_, at) => Some(*at),
        other => other.as_long(),
    }
}

/// [`position`] of an item of a list: a character means its code, as in `@[256#0b;"aeiou";:;1b]` (observed).
pub fn item_position(i: &Value) -> Option<i64> {
    match *i {
        Value::U8(Type::Char, c) => Some(c.into()),
        _ => position(i),
    }
}

/// [`position_slice`] of items of a list; see [`item_position`].
pub fn item_positions(i: &Value) -> Option<Cow<'_, [i64]>> {
    match i.as_text().filter(|_| i.is_list()) {
        Some(text) => Some(text.iter().map(|&c| c.into()).collect()),
        None => position_slice(i),
    }
}

/// An integral atom or list of integral atoms as positions, and so enumerations; `None` for anything else.
pub fn positions(i: &Value) -> Option<Vec<i64>> {
    match i {
        Value::Vector(v) => vector_positions(v),
        Value::List(l) if l.is_empty() => Some(Vec::new()),
        Value::List(l) => l.as_slice().iter().map(position).collect(),
        atom => position(atom).map(|i| vec![i]),
    }
}

/// [`positions`] without a copy of a long vector.
pub fn position_slice(i: &Value) -> Option<Cow<'_, [i64]>> {
    match i {
        Value::Vector(v) if v.ty == Type::Long => v.slice::<i64>().map(Cow::Borrowed),
        _ => positions(i).map(Cow::Owned),
    }
}

fn vector_positions(v: &Vector) -> Option<Vec<i64>> {
    Some(match (&v.data, v.ty) {
        (Data::I64(b), Type::Long | Type::Enum) => room::copied(b.as_slice()),
        (Data::I32(b), Type::Int) => b.as_slice().iter().map(|&i| num::long_of_int(i)).collect(),
        (Data::I16(b), Type::Short) => b.as_slice().iter().map(|&i| num::long_of_short(i)).collect(),
        (Data::U8(b), Type::Bool | Type::Byte) => b.as_slice().iter().map(|&i| i.into()).collect(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Sym;

    #[test]
    fn out_of_range_is_the_null_of_the_type() {
        let x = Vector::of(Type::Long, vec![10i64, 20]);
        assert_eq!(
            gather(&x, &[1, 2, -1, NOWHERE, 0]).slice::<i64>(),
            Some(&[20, i64::MIN, i64::MIN, i64::MIN, 10][..])
        );
        let b = Vector::of(Type::Bool, vec![1u8]);
        assert_eq!(gather(&b, &[0, 5]).slice::<u8>(), Some(&[1, 0][..]));
        let c = Vector::of(Type::Char, vec![b'x']);
        assert_eq!(gather(&c, &[0, 5]).slice::<u8>(), Some(&b"x "[..]));
        let s = Vector::of(Type::Symbol, vec![Sym::new("a")]);
        assert_eq!(gather(&s, &[3]).slice::<Sym>(), Some(&[Sym::EMPTY][..]));
        assert_eq!(gather(&x, &[]).len(), 0);
    }

    #[test]
    fn items_are_chosen_in_every_part() {
        let flags: Vec<u8> = (0..100).map(|i| u8::from(i % 3 == 0)).collect();
        let long = |xs: Vec<i64>| Vector::of(Type::Long, xs);
        let (many, few) = (long((0..100).collect()), long(vec![-7]));
        crate::pool::tests::with_threads(&[0, 3], || {
            crate::runs::set_length(4);
            for (x, y) in [(&many, &many), (&many, &few), (&few, &many), (&few, &few)] {
                let item = |v: &Vector, i: usize| v.slice::<i64>().unwrap()[i % v.len()];
                let want: Vec<i64> = (0..100).map(|i| item(if flags[i] == 1 { x } else { y }, i)).collect();
                assert_eq!(choose(&flags, x, y).slice::<i64>(), Some(&want[..]));
            }
            crate::runs::set_length(crate::runs::USUAL);
        });
        assert_eq!(choose(&[], &few, &few).len(), 0);
    }

    #[test]
    fn lists_give_the_empty_of_their_first_item() {
        let l = Value::list(vec![Value::longs(vec![1, 2]), Value::chars("ab")]);
        let none = null_of(&l);
        assert!(none.count() == 0 && none.type_number() == 7);
        assert_eq!(null_of(&Value::empty_list()).type_number(), 0);
        assert_eq!(pick(&l, &[1, 7]).at(1).type_number(), 7);
    }
}
