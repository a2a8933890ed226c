//! Where items are: `x?y` and `in`.

use crate::built::mapped;
use crate::cast::vector_as;
use crate::domain;
use crate::ids::{Ids, Marks, NONE, Sieve};
use crate::lookup;
use crate::order::{Key, hash, identical};
use crate::parted::Runs;
use crate::places::{self, Sought};
use crate::rows;
use crate::runs::worth;
use crate::slices::LaidOut;
use crate::texts::{ByText, Mixer};
use crate::wholes;
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation::is_over;
use quarry_value::{
    Attr, Buf, Dict, Error, List, Result, Sym, Table, Texts, Type, Value, Vector, room, stack, with_data,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher as _, BuildHasherDefault};
use std::sync::Arc;

/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 16;

/// Look-ups of fewer items than this are done by one thread.
const TASK_MIN: usize = 1 << 15;

/// `x?y`: the first position in the list `x` of `y` or of each of its items; `count x` where there is none. In a
/// dictionary the key of a value, in a table the number of a row.
///
/// Comparison is exact. Lists of lists are searched for items one rank lower.
/// Errors: 'type (items of another type; an atom `x`), 'length (a row of another width). Source: ref/find.
pub fn find(x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => match y {
            Value::List(l) if !l.is_empty() => {
                let together = LaidOut::of(l).and_then(|s| s.mapped(|all| find_in_vector(v, all)));
                together.map_or_else(|| find_lists(v, l.as_slice()), Ok)
            }
            _ => find_in_vector(v, y),
        },
        Value::List(l) => {
            let at = find_in_texts(l, y).or_else(|| wholes::find(l, y));
            let at = at.map_or_else(|| find_in_list(l.as_slice(), y), Ok)?;
            match (&at, y) {
                // The values are one item of the list together: it is each of them that is looked for.
                (Value::Dict(together), Value::Dict(d))
                    if together.values.is_atom() || together.values.count() != d.keys.count() =>
                {
                    let each = d.values.items().map(|item| find(x, &item)).collect::<Result<_>>()?;
                    Ok(Value::dict(d.keys.clone(), Value::collapse(each)))
                }
                _ => Ok(at),
            }
        }
        Value::Dict(d) => find_key(d, y),
        Value::Table(t) => find_row(t, y),
        _ => Err(type_error()),
    }
}

/// A general list in a vector: each of its lists. Atoms among lists are not found, atoms first are 'type.
fn find_lists(x: &Vector, ys: &[Value]) -> Result<Value> {
    if ys[0].is_atom() {
        return Err(type_error());
    }
    let one = |y: &Value| if y.is_atom() { Ok(Value::long(x.len() as i64)) } else { find_in_vector(x, y) };
    Ok(Value::collapse(ys.iter().map(one).collect::<Result<_>>()?))
}

fn find_in_vector(x: &Vector, y: &Value) -> Result<Value> {
    stack::check()?;
    if y.item_type().is_some_and(|ty| is_integer(ty) && ty != x.ty) && is_integer(x.ty) {
        // What is sought is little, and where attributes tell of the items they tell of these.
        let (sought, none) = integers_as(x.ty, &crate::join::as_list(y.clone()))?;
        let mut at = positions_of(x, &sought)?;
        none.into_iter().for_each(|i| at[i] = x.len() as i64);
        return Ok(if y.is_atom() { Value::long(at[0]) } else { Value::longs(at) });
    }
    match (domain::name_of(y), x.ty == Type::Enum) {
        (Some(d), true) if d == x.domain => {}
        (_, true) if domain::has_keys(x.domain) => {
            return find(&domain::resolve(&x.clone().into()), &domain::resolve(y));
        }
        (Some(d), _) if domain::has_keys(d) => return find_in_vector(x, &domain::resolve(y)),
        _ => {}
    }
    match y {
        Value::List(l) if l.is_empty() => Ok(Value::longs(Vec::new())),
        Value::List(l) => {
            Ok(Value::collapse(l.as_slice().iter().map(|y| find_in_vector(x, y)).collect::<Result<_>>()?))
        }
        Value::Vector(v) => Ok(Value::longs(positions_of(x, v)?)),
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), find_in_vector(x, &d.values)?)),
        Value::Table(t) => crate::shape::columns(t, |c| find_in_vector(x, c)),
        Value::Sym(s) if x.ty == Type::Enum => {
            domain::check(x.domain, x.len())?;
            let at = |place| first_at(x, &Value::Enum(x.domain, place));
            let first = domain::position(x.domain, *s).map_or(x.len() as i64, at);
            Ok(Value::long(if s.is_empty() { first.min(at(i64::MIN)) } else { first }))
        }
        Value::Enum(..) if x.ty == Type::Symbol => Ok(Value::long(first_at(x, &domain::resolve(y)))),
        Value::Enum(d, _) if x.ty == Type::Enum && *d != x.domain => find_in_vector(x, &domain::resolve(y)),
        atom if atom.item_type() == Some(x.ty) => Ok(Value::long(first_at(x, atom))),
        other => Err(never(Some(x.ty), other.item_type())),
    }
}

/// `'type`: items of a type are not to be found among those of another.
pub(crate) fn never(among: Option<Type>, sought: Option<Type>) -> Error {
    let name = |ty: Option<Type>| match ty {
        Some(Type::List) => "nested",
        Some(ty) => ty.name(),
        None => "other",
    };
    let (among, sought) = (name(among), name(sought));
    let more = match (among, sought) {
        ("symbol", "char" | "nested") | ("char", "symbol") => "; a symbol is written with a backtick, `abc",
        _ => "",
    };
    type_error().detail(format!("items of type {sought} are looked for among items of type {among}{more}"))
}

/// Types whose items are found in each other by their value (inferred from `time.hh in 9 10`).
pub fn is_integer(ty: Type) -> bool {
    matches!(ty, Type::Short | Type::Int | Type::Long)
}

pub(crate) const LONG: Value = Value::I16(Type::Long as i16);

/// A list of integers as those of another integer type, and the places of those that no item of that type equals.
fn integers_as(ty: Type, y: &Value) -> Result<(Arc<Vector>, Vec<usize>)> {
    let Value::Vector(sought) = crate::cast(&Value::I16(ty as i16), y)? else { return Err(type_error()) };
    let back = vector_as(y.item_type().unwrap_or(ty), &sought)?;
    let Value::Vector(same) = crate::equal(&back.into(), y)? else { return Err(type_error()) };
    let same = same.slice::<u8>().unwrap_or_default().iter().enumerate();
    Ok((sought, same.filter(|(_, same)| **same == 0).map(|(i, _)| i).collect()))
}

/// Those among a list of integers that items of another integer type may equal, as such.
pub fn integers_among(ty: Type, y: &Value) -> Result<Value> {
    let (sought, none) = integers_as(ty, y)?;
    if none.is_empty() {
        return Ok(Value::Vector(sought));
    }
    let is_left = |i: &i64| none.binary_search(&(*i as usize)).is_err();
    let at: Vec<i64> = (0..sought.len() as i64).filter(is_left).collect();
    Ok(crate::gather::pick(&Value::Vector(sought), &at))
}

/// The first position of an atom of the vector's own type among items in memory; the count when there is none.
pub fn place_in(x: &Vector, atom: &Value) -> Option<usize> {
    let is_here =
        atom.item_type() == Some(x.ty) && x.ty != Type::Enum && with_data!(&x.data, b => b.is_heap());
    is_here.then(|| first_at(x, atom) as usize)
}

/// The first position of an atom of the vector's own type.
pub(crate) fn first_at(x: &Vector, atom: &Value) -> i64 {
    fn go<T: Key>(b: &Buf<T>, x: &Vector, atom: &Value) -> usize {
        let Some(a) = item_of::<T>(atom) else { return b.len() };
        if let Some(at) = lookup::first_of(x, a) {
            return at;
        }
        scan(x, b.as_slice(), a)
    }
    with_data!(&x.data, b => go(b, x, atom)) as i64
}

/// The item of an atom whose storage is `T`.
#[inline]
pub fn item_of<T: Key>(atom: &Value) -> Option<T> {
    T::of_atom(atom)
}

/// The places in a domain of symbols, or of what an enumeration over another domain stands for: [`i64::MAX`], where no item is, of
/// those that are not in it, but no place of the null symbol. Errors: 'type when it is no domain of symbols.
pub(crate) fn places_in_domain(domain: Sym, y: &Vector) -> Result<Vec<i64>> {
    let symbols = match y.ty {
        Type::Enum => {
            domain::check(y.domain, y.len())?;
            domain::symbols(y)
        }
        _ => room::copied(y.slice::<Sym>().unwrap_or_default()),
    };
    let Some(Value::Vector(texts)) = domain::items(domain) else { return Err(type_error()) };
    let is_null: Vec<bool> = symbols.iter().map(|s| s.is_empty()).collect();
    let places = positions_of(&texts, &Vector::of(Type::Symbol, symbols))?;
    let place = |(at, is_null): (i64, bool)| match (at < texts.len() as i64, is_null) {
        (true, _) => at,
        (false, true) => i64::MIN,
        (false, false) => i64::MAX,
    };
    Ok(room::collected(places.into_iter().zip(is_null).map(place)))
}

/// Positions in `x` of the items of `y`: enumerations and symbols meet as symbols.
pub fn positions_of(x: &Vector, y: &Vector) -> Result<Vec<i64>> {
    match (x.ty, y.ty) {
        (Type::Enum, Type::Enum) if x.domain == y.domain => {}
        (Type::Enum, Type::Symbol | Type::Enum) => {
            domain::check(x.domain, x.len())?;
            // The symbols' places in the domain are looked up once, then the vector is searched for places.
            let places = places_in_domain(x.domain, y)?;
            let null = domain::position(x.domain, Sym::EMPTY).unwrap_or(i64::MIN);
            let nulls: Vec<usize> = (0..places.len()).filter(|i| places[*i] == null).collect();
            let mut first = positions_of(x, &Vector::enumeration(x.domain, places))?;
            if !nulls.is_empty() {
                // The null place stands for the null symbol, too.
                let null = first_at(x, &Value::Enum(x.domain, i64::MIN));
                nulls.into_iter().for_each(|i| first[i] = first[i].min(null));
            }
            return Ok(first);
        }
        (Type::Symbol, Type::Enum) => {
            domain::check(y.domain, y.len())?;
            return positions_of(x, &Vector::of(Type::Symbol, domain::symbols(y)));
        }
        (a, b) if a != b => return Err(never(Some(a), Some(b))),
        _ => {}
    }
    fn go<T: Key>(b: &Buf<T>, x: &Vector, y: &Vector) -> Option<Vec<i64>> {
        Some(positions_in(x, b, y.slice::<T>()?))
    }
    with_data!(&x.data, b => go(b, x, y)).ok_or_else(type_error)
}

/// The first positions in `x`, whose items `b` are, of `ys`; the count where there is none.
pub(crate) fn positions_in<T: Key>(x: &Vector, b: &Buf<T>, ys: &[T]) -> Vec<i64> {
    if x.attr == Attr::Parted {
        let runs = Runs::of(x);
        let heads = runs.heads(x);
        let Some(b) = T::of(&heads.data) else { return Vec::new() };
        let start = |run: i64| runs.starts()[run as usize] as i64;
        return positions_in(heads, b, ys).into_iter().map(start).collect();
    }
    if ys.len() < 4 || x.attr == Attr::Sorted && ys.len() * 32 < b.len() {
        let one = |y: &T| lookup::first_of(x, *y).unwrap_or_else(|| scan(x, b.as_slice(), *y));
        return ys.iter().map(|y| one(y) as i64).collect();
    }
    let (xs, are_few) = (b.as_slice(), ys.len() * 8 < b.len());
    // What was learned of a vector is for few items, and so are the rows of groups: many are looked up side by side.
    if (are_few || x.attr == Attr::Unique)
        && let Some(first) = lookup::firsts_of(x, ys)
    {
        return first;
    }
    if !are_few {
        return search_in(xs, ys);
    }
    let first = search_from(xs, ys);
    let last = first.iter().max().map_or(0, |last| *last as usize);
    lookup::walked::<T>(x, HASHED * last.min(xs.len()));
    first
}

/// The first position of `y` by a walk over the items `xs` of `x`.
pub(crate) fn scan<T: Key>(x: &Vector, xs: &[T], y: T) -> usize {
    let at = position(xs, y).unwrap_or(xs.len());
    lookup::walked::<T>(x, at);
    at
}

/// To look whether one is among many takes as long as to compare so many with one.
const HASHED: usize = 8;
/// So many items are compared at once.
const RUN: usize = 64;

fn position<T: Key>(xs: &[T], y: T) -> Option<usize> {
    let y = y.code();
    let has = |run: &[T]| run.iter().fold(false, |any, x| any | (x.code() == y));
    let start = RUN * xs.chunks(RUN).position(has)?;
    Some(start + xs[start..].iter().position(|x| x.code() == y)?)
}

/// Numbers `xs` by first position, then looks every `y` up.
fn search_in<T: Key>(xs: &[T], ys: &[T]) -> Vec<i64> {
    let mut ids = Ids::for_lookups(xs, ys.len());
    for (k, part) in xs.chunks(PART).enumerate() {
        for (i, x) in part.iter().enumerate() {
            ids.ask_ahead(part, i);
            ids.insert(x.code(), (k * PART + i) as u32);
        }
        if is_over() {
            return room::zeros(ys.len());
        }
    }
    let none = xs.len() as i64;
    let place = |id: u32| if id == NONE { none } else { id.into() };
    ids.of_all(ys, TASK_MIN, place)
}

/// Numbers the few `ys`, then walks `xs` until all are found.
fn search_from<T: Key>(xs: &[T], ys: &[T]) -> Vec<i64> {
    let mut ids = Ids::for_lookups(ys, xs.len());
    let mut count = 0;
    let of: Vec<u32> = ys
        .iter()
        .map(|y| {
            let (id, new) = ids.insert(y.code(), count);
            count += u32::from(new);
            id
        })
        .collect();
    let mut first = room::repeated(xs.len() as i64, count as usize);
    let mut missing = count;
    let sieve = sieve(ys, &ids);
    for (k, part) in xs.chunks(PART).enumerate() {
        for (i, x) in part.iter().enumerate() {
            if sieve.as_ref().is_some_and(|sieve| !sieve.may_have(x.code())) {
                continue;
            }
            let id = ids.get(x.code());
            if id != NONE && first[id as usize] == xs.len() as i64 {
                first[id as usize] = (k * PART + i) as i64;
                missing -= 1;
            }
        }
        if missing == 0 || is_over() {
            break;
        }
    }
    of.into_iter().map(|id| first[id as usize]).collect()
}

/// How deep a value nests, judged by first items: 0 for an atom, 1 for a vector.
fn depth(x: &Value) -> usize {
    let (mut x, mut depth) = (x.clone(), 0);
    loop {
        x = match &x {
            Value::List(l) if !l.is_empty() => l.get(0),
            Value::Vector(_) | Value::List(_) => return depth + 1,
            _ => return depth,
        };
        depth += 1;
    }
}

/// General lists are searched for `y` as a whole when it nests less deep than they do, else for each of its items.
/// Nothing, `()`, has no items to be searched for; lists that begin with `()` are searched for it.
fn find_in_list(xs: &[Value], y: &Value) -> Result<Value> {
    let Some(first) = xs.first() else {
        return Ok(if y.is_list() { Value::longs(room::zeros(y.count())) } else { Value::long(0) });
    };
    if is_nothing(y) && !is_nothing(first) {
        return Ok(Value::longs(Vec::new()));
    }
    let rank = depth(first) + 1;
    let n = xs.len() as i64;
    if depth(y) >= rank {
        return match y {
            // How deep `y` nests is judged by its first item, as with `x`.
            Value::List(l) if l.as_slice().first().is_none_or(|y| depth(y) < rank) => {
                Ok(Value::longs(find_each(xs, l.as_slice())))
            }
            Value::Vector(_) => Ok(Value::longs(find_each(xs, &y.items().collect::<Vec<_>>()))),
            _ => Ok(Value::collapse(y.items().map(|y| find_in_list(xs, &y)).collect::<Result<_>>()?)),
        };
    }
    // A dictionary stands for its values where none is sought.
    if let Value::Dict(d) = y
        && !y.is_keyed_table()
        && !xs.iter().any(|x| matches!(x, Value::Dict(_)))
    {
        return Ok(Value::dict(d.keys.clone(), find_in_list(xs, &d.values)?));
    }
    if y.is_atom() && rank > 1 {
        return Ok(Value::long(n));
    }
    Ok(Value::long(xs.iter().position(|x| identical(x, y)).map_or(n, |i| i as i64)))
}

fn is_nothing(x: &Value) -> bool {
    matches!(x, Value::List(l) if l.is_empty())
}

/// Is a list searched for `y`, an atom or a list, as a whole? It has items, of which `first` is the first.
pub(crate) fn is_whole(first: &Value, y: &Value) -> bool {
    depth(y) <= depth(first) && (is_nothing(first) || !is_nothing(y))
}

/// A string, or each string of a list, among strings; `None` when there is more than strings.
fn find_in_texts(x: &List, y: &Value) -> Option<Value> {
    match y {
        Value::List(ys) => Some(Value::longs(find_strings(x, ys)?)),
        _ if y.is_string() => {
            let y = y.as_text()?;
            if let Some(xs) = x.as_packed() {
                return Some(Value::long(first_text(x, xs, y)));
            }
            for i in 0..x.len() {
                if x.text(i)? == y {
                    return Some(Value::long(i as i64));
                }
            }
            Some(Value::long(x.len() as i64))
        }
        _ => None,
    }
}

/// Fewer texts are each sought by a walk.
const FEW: usize = 4;
/// One in so many is few enough to be sought one by one where it is noted what is where.
pub(crate) const FEW_OF: usize = 16;

/// Among so many strings others are found by way of groups of both, whose tables fit the cache.
const HASHED_MIN: usize = 1 << 15;

/// Positions of strings among strings; `None` when there is more than strings, or nothing.
fn find_strings(x: &List, y: &List) -> Option<Vec<i64>> {
    if x.is_empty() || y.is_empty() {
        return None;
    }
    let ys = y.texts()?;
    if let Some(xs) = x.as_packed()
        && (ys.len() < FEW || ys.len() < x.len() / FEW_OF && places::is_noted(x))
    {
        return Some(ys.into_iter().map(|y| first_text(x, xs, y)).collect());
    }
    Some(find_texts(x.texts()?, ys))
}

/// Where `wanted` is first among packed strings; how many those are when it is not there.
pub(crate) fn first_text(x: &List, texts: &Texts, wanted: &[u8]) -> i64 {
    places::first_of(x, &OneText { texts, wanted }) as i64
}

/// A text that is sought among others.
struct OneText<'a> {
    texts: &'a Texts,
    wanted: &'a [u8],
}

impl Sought for OneText<'_> {
    fn hash(&self, at: usize) -> u64 {
        number(self.texts.get(at))
    }

    fn same(&self, a: usize, b: usize) -> bool {
        self.texts.get(a) == self.texts.get(b)
    }

    fn wanted(&self) -> u64 {
        number(self.wanted)
    }

    fn is_at(&self, at: usize) -> bool {
        self.texts.get(at) == self.wanted
    }
}

fn number(text: &[u8]) -> u64 {
    BuildHasherDefault::<Mixer>::default().hash_one(text)
}

/// Positions of texts among texts; how many those are for one that is not there.
pub fn find_texts(xs: Vec<&[u8]>, ys: Vec<&[u8]>) -> Vec<i64> {
    let n = xs.len();
    if n >= worth(HASHED_MIN) && ys.len() >= n / 4 && n.saturating_add(ys.len()) < u32::MAX as usize {
        let mut all = room::vec(n + ys.len());
        all.extend_from_slice(&xs);
        all.extend_from_slice(&ys);
        if let Some(at) = crate::texts::find(&all, n) {
            return at;
        }
    }
    if ys.len() * 8 < n {
        return find_few_texts(&xs, &ys);
    }
    let mut first: ByText<i64> = ByText::with_capacity_and_hasher(n, Default::default());
    for (i, text) in xs.into_iter().enumerate().take_while(|_| !is_over()) {
        first.entry(text).or_insert(i as i64);
    }
    let at = |y| if is_over() { None } else { first.get(y).copied() };
    ys.into_iter().map(|y| at(y).unwrap_or(n as i64)).collect()
}

/// Numbers the few `ys`, then walks `xs` until all are found.
fn find_few_texts(xs: &[&[u8]], ys: &[&[u8]]) -> Vec<i64> {
    let mut first: ByText<i64> = ByText::with_capacity_and_hasher(ys.len(), Default::default());
    let none = xs.len() as i64;
    ys.iter().for_each(|y| _ = first.insert(y, none));
    let mut missing = first.len();
    for (i, text) in xs.iter().enumerate() {
        if let Some(at) = first.get_mut(text)
            && *at == none
        {
            *at = i as i64;
            missing -= 1;
        }
        if missing == 0 || i % PART == 0 && is_over() {
            break;
        }
    }
    room::collected(ys.iter().map(|y| first[y]))
}

/// Positions of whole values.
pub fn find_each(xs: &[Value], ys: &[Value]) -> Vec<i64> {
    if ys.len() < 4 {
        return ys
            .iter()
            .map(|y| xs.iter().position(|x| identical(x, y)).unwrap_or(xs.len()) as i64)
            .collect();
    }
    let mut index = ValueIndex::default();
    for x in xs.iter().take_while(|_| !is_over()) {
        index.number(x);
    }
    room::collected(ys.iter().map(|y| index.first_of(y).unwrap_or(xs.len()) as i64))
}

/// Distinct values, numbered in order of first appearance.
#[derive(Default)]
pub struct ValueIndex {
    /// The last value of each hash.
    last: HashMap<u64, u32, BuildHasherDefault<Mixer>>,
    /// The value before of the same hash, or [`NONE`].
    before: Vec<u32>,
    values: Vec<Value>,
    first: Vec<usize>,
    seen: usize,
}

impl ValueIndex {
    /// The number of the next item of the list.
    pub fn number(&mut self, x: &Value) -> u32 {
        let at = self.seen;
        self.seen += 1;
        let next = self.values.len() as u32;
        let last = match self.last.entry(hash(x)) {
            Entry::Occupied(mut last) => {
                let same =
                    chain(&self.before, *last.get()).find(|id| identical(&self.values[*id as usize], x));
                if let Some(id) = same {
                    return id;
                }
                last.insert(next)
            }
            Entry::Vacant(place) => {
                place.insert(next);
                NONE
            }
        };
        self.before.push(last);
        self.values.push(x.clone());
        self.first.push(at);
        next
    }

    /// Where `x` was seen first.
    pub fn first_of(&self, x: &Value) -> Option<usize> {
        let last = *self.last.get(&hash(x))?;
        let id = chain(&self.before, last).find(|id| identical(&self.values[*id as usize], x))?;
        Some(self.first[id as usize])
    }

    /// First positions of all distinct values.
    pub fn into_first(self) -> Vec<usize> {
        self.first
    }
}

/// A value's number and those of the values before it that have its hash.
fn chain(before: &[u32], last: u32) -> impl Iterator<Item = u32> {
    let some = |id| Some(id).filter(|id| *id != NONE);
    std::iter::successors(some(last), move |id| some(before[*id as usize]))
}

/// The key of the first entry with value `y`; the keys' null when there is none.
fn find_key(d: &Dict, y: &Value) -> Result<Value> {
    let at = find(&d.values, y)?;
    match crate::gather::positions(&at) {
        Some(places) if at.is_atom() => {
            Ok(places.first().map_or_else(|| crate::gather::null_of(&d.keys), |&i| item_or_null(&d.keys, i)))
        }
        Some(places) => Ok(crate::gather::pick(&d.keys, &places)),
        None => crate::index(&d.keys, &at),
    }
}

/// Item `i` of a list, its null when out of range.
pub fn item_or_null(x: &Value, i: i64) -> Value {
    if i >= 0 && (i as usize) < x.count() { x.at(i as usize) } else { crate::gather::null_of(x) }
}

/// A row (dictionary, or list of as many items as there are columns), a list of rows, or the rows of a table.
fn find_row(t: &Table, y: &Value) -> Result<Value> {
    let (rows, single) = rows_like(t, y)?;
    let at = rows::find_rows(t.here()?, &rows)?;
    Ok(if single { Value::long(at.first().copied().unwrap_or(t.count() as i64)) } else { Value::longs(at) })
}

/// `y` as columns for the columns of `t`, and whether it is one row.
pub fn rows_like(t: &Table, y: &Value) -> Result<(Vec<Value>, bool)> {
    match y {
        Value::Table(u) => Ok((named(t, |n| u.column(n).cloned())?, false)),
        Value::Dict(d) if y.is_keyed_table() => {
            let (Value::Table(k), Value::Table(v)) = (&d.keys, &d.values) else { return Err(type_error()) };
            Ok((named(t, |n| k.column(n).or(v.column(n)).cloned())?, false))
        }
        Value::Dict(d) => {
            let names = d.keys.as_syms().ok_or_else(type_error)?;
            let item = |n| names.iter().position(|m| *m == n).map(|i| Value::collapse(vec![d.values.at(i)]));
            Ok((named(t, item)?, true))
        }
        Value::Vector(_) if is_one_cell(t, y) => Ok((vec![Value::list(vec![y.clone()])], true)),
        Value::List(l) if let Some(columns) = listed_rows(t, l) => Ok((columns, false)),
        Value::Vector(_) | Value::List(_) if t.columns.len() == 1 && y.count() != 1 => {
            Ok((vec![y.clone()], false))
        }
        // No rows.
        Value::List(l) if l.is_empty() => {
            let none = Value::long(0);
            Ok((t.columns.iter().map(|c| crate::take(&none, c)).collect::<Result<_>>()?, false))
        }
        Value::Vector(_) | Value::List(_) => list_rows(t, y),
        atom if t.columns.len() == 1 => Ok((vec![Value::collapse(vec![atom.clone()])], true)),
        _ => Err(length_error()),
    }
}

/// Is a vector one row of a table whose only column holds vectors, as strings?
pub fn is_one_cell(t: &Table, y: &Value) -> bool {
    let holds_vectors = |l: &List| l.is_empty() || l.get(0).is_list();
    matches!((&t.columns[..], y), ([Value::List(l)], Value::Vector(_)) if holds_vectors(l))
}

fn named(t: &Table, column: impl Fn(Sym) -> Option<Value>) -> Result<Vec<Value>> {
    t.names.iter().map(|n| column(*n).ok_or_else(type_error)).collect()
}

/// The columns of a list of rows: lists of as many items as `t` has columns, of the kind that each column holds.
fn listed_rows(t: &Table, rows: &List) -> Option<Vec<Value>> {
    let is_name = |x: &Value| matches!(x.item_type(), Some(Type::Symbol | Type::Enum));
    let fits = |column: &Value, item: &Value| match column {
        Value::Vector(_) => item.is_atom() && is_name(item) == is_name(column),
        _ => !item.is_atom() && depth(item) + 1 == depth(column),
    };
    let is_row = |r: &Value| {
        r.is_list() && r.count() == t.columns.len() && r.items().zip(&t.columns).all(|(v, c)| fits(c, &v))
    };
    if rows.is_empty() || !(0..rows.len()).all(|i| is_row(&rows.get(i))) {
        return None;
    }
    let column = |c: usize| Value::collapse((0..rows.len()).map(|i| rows.get(i).at(c)).collect());
    Some((0..t.columns.len()).map(column).collect())
}

/// A list as a row, or as a list of columns when some item has one rank more than its column's items.
fn list_rows(t: &Table, y: &Value) -> Result<(Vec<Value>, bool)> {
    if y.count() != t.columns.len() {
        return Err(length_error());
    }
    let items: Vec<Value> = y.items().collect();
    let deeper = |(c, v): (&Value, &Value)| depth(v) >= depth(c).max(1);
    if !t.columns.iter().zip(&items).any(deeper) {
        return Ok((items.into_iter().map(|v| Value::collapse(vec![v])).collect(), true));
    }
    let n = items.iter().filter(|v| v.is_list()).map(Value::count).max().unwrap_or(1);
    let extend = |v: Value| {
        if v.is_list() && v.count() == n {
            Ok(v)
        } else if v.is_list() {
            Err(length_error())
        } else {
            crate::take(&Value::long(n as i64), &v)
        }
    };
    Ok((items.into_iter().map(extend).collect::<Result<_>>()?, false))
}

/// The position in list `x` of every item of list `y`, whatever they nest; `count x` for none. Unlike [`find`]
/// items are always taken whole, and items of other types are merely not there.
pub fn find_items(x: &Value, y: &Value) -> Result<Vec<i64>> {
    let none = x.count() as i64;
    match (x, y) {
        (Value::Vector(a), Value::Vector(b)) => {
            let symbols = |t| matches!(t, Type::Symbol | Type::Enum);
            if a.ty != b.ty && !(symbols(a.ty) && symbols(b.ty)) {
                return Ok(room::repeated(none, b.len()));
            }
            positions_of(a, b)
        }
        (Value::Table(t), Value::Table(_) | Value::Dict(_)) => {
            let (rows, _) = rows_like(t, y)?;
            rows::find_rows(&t.columns, &rows)
        }
        _ => {
            if let (Value::List(a), Value::List(b)) = (x, y)
                && let Some(at) = find_strings(a, b).or_else(|| wholes::find_items(a, b))
            {
                return Ok(at);
            }
            let xs: Vec<Value> = x.items().collect();
            let ys: Vec<Value> = y.items().collect();
            Ok(find_each(&xs, &ys))
        }
    }
}

/// `x in y`: is `x`, or each of its items, an item of `y`? Left-atomic when `y` is a vector. Source: ref/in.
/// Errors: 'type (items of another type), except that an atom or one-item `y` may be of any type that `=` takes.
pub fn in_(x: &Value, y: &Value) -> Result<Value> {
    let y = match y {
        Value::Dict(d) if !y.is_keyed_table() => &d.values,
        Value::Dict(d) => &d.keys,
        other => other,
    };
    let y = &crate::join::as_list(y.clone());
    match y {
        Value::Vector(v) => in_vector(x, v),
        Value::Dict(_) | Value::Table(_) | Value::List(_) => {
            let n = y.count() as i64;
            Ok(below(&find(y, x)?, n))
        }
        _ => Err(type_error()),
    }
}

fn in_vector(x: &Value, y: &Vector) -> Result<Value> {
    stack::check()?;
    match x {
        Value::List(l) => {
            let together = LaidOut::of(l).and_then(|s| s.mapped(|all| in_vector(all, y)));
            let each = || l.as_slice().iter().map(|x| in_vector(x, y)).collect::<Result<_>>();
            together.map_or_else(|| each().map(Value::collapse), Ok)
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), in_vector(&d.values, y)?)),
        Value::Table(t) => crate::shape::columns(t, |c| in_vector(c, y)),
        Value::Vector(v) if y.len() > 1 && v.is_alike(y) => {
            flags_in(v, y).map(Value::bools).ok_or_else(type_error)
        }
        // The few become integers as the many are.
        Value::Vector(v)
            if y.len() > 1 && y.len() <= v.len() && v.ty != y.ty && is_integer(v.ty) && is_integer(y.ty) =>
        {
            let Value::Vector(y) = integers_among(v.ty, &y.clone().into())? else { return Err(type_error()) };
            flags_in(v, &y).map(Value::bools).ok_or_else(type_error)
        }
        _ => {
            let symbols = |t| matches!(t, Some(Type::Symbol | Type::Enum));
            let (a, b) = (x.item_type(), Some(y.ty));
            if a != b && !(symbols(a) && symbols(b)) && y.len() == 1 {
                return crate::equal(x, &y.get(0));
            }
            Ok(below(&find_in_vector(y, x)?, y.len() as i64))
        }
    }
}

/// Flags of the items of `x` that are among those of `y`, of the same type and domain.
fn flags_in(x: &Vector, y: &Vector) -> Option<Vec<u8>> {
    fn go<T: Key>(xs: &Buf<T>, y: &Vector) -> Option<Vec<u8>> {
        let (xs, ys) = (xs.as_slice(), T::of(&y.data)?);
        if xs.len() * 8 < ys.len() {
            let none = ys.len() as i64;
            return Some(positions_in(y, ys, xs).into_iter().map(|i| u8::from(i < none)).collect());
        }
        Some(members(xs, ys.as_slice()))
    }
    if x.ty != y.ty || x.domain != y.domain {
        return None;
    }
    with_data!(&x.data, b => go(b, y))
}

/// Flags of the items of `xs` that are among `ys`.
fn members<T: Key>(xs: &[T], ys: &[T]) -> Vec<u8> {
    // A bit for each code that could be there takes no more than a place in a hash table for each that is.
    if let Some(marks) = Marks::of(ys, MARKS * (ys.len() + xs.len() / 8)) {
        return mapped(xs, TASK_MIN, |x| u8::from(marks.has(x.code())));
    }
    let mut ids = Ids::for_lookups(ys, xs.len());
    for (i, y) in ys.iter().enumerate() {
        ids.ask_ahead(ys, i);
        ids.insert(y.code(), 0);
    }
    if let Some(sieve) = sieve(ys, &ids) {
        let is_among = |code| sieve.may_have(code) && ids.get(code) != NONE;
        return mapped(xs, TASK_MIN, |x| u8::from(is_among(x.code())));
    }
    ids.of_all(xs, TASK_MIN, |id| u8::from(id != NONE))
}

/// Of few items, most others are known by a bit not to be among them; a plain table knows it as soon.
fn sieve<T: Key>(xs: &[T], ids: &Ids<T::Code>) -> Option<Sieve> {
    (xs.len() <= SIEVED && ids.dense().is_none()).then(|| Sieve::of(xs))
}

/// Bits for each code that is marked, at most.
const MARKS: usize = 128;
/// Items whose sieve is in the cache.
const SIEVED: usize = 1 << 14;

/// Positions as flags: are they in the list?
fn below(at: &Value, n: i64) -> Value {
    match at {
        Value::Vector(v) => {
            Value::bools(v.slice::<i64>().unwrap_or_default().iter().map(|&i| u8::from(i < n)).collect())
        }
        Value::List(l) if l.is_empty() => Value::bools(Vec::new()),
        Value::List(l) => Value::collapse(l.as_slice().iter().map(|a| below(a, n)).collect()),
        Value::Dict(d) => Value::dict(d.keys.clone(), below(&d.values, n)),
        Value::Table(t) => crate::shape::columns(t, |c| Ok(below(c, n))).unwrap_or_else(|_| at.clone()),
        atom => Value::bool(atom.as_long().is_some_and(|i| i < n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_texts_are_found_where_many_are() {
        let texts: Vec<String> = (0..300).map(|i| (i * i % 97).to_string()).collect();
        let xs: Vec<&[u8]> = texts.iter().map(|t| t.as_bytes()).collect();
        let wanted: [&[u8]; 6] = [b"96", b"4", b"none", b"", b"4", b"0"];
        let at = |y: &&[u8]| xs.iter().position(|x| x == y).unwrap_or(300) as i64;
        let places: Vec<i64> = wanted.iter().map(at).collect();
        assert_eq!(find_few_texts(&xs, &wanted), places);
        assert_eq!(find_texts(xs.clone(), wanted.to_vec()), places);
        assert_eq!(find_texts(xs.clone(), wanted.repeat(20)), places.repeat(20));
    }
}
