//! Looking items up by attribute: binary search in `s#`, among the items of the runs in `p#`, an index kept beside `u#`
//! and `g#` vectors.
//!
//! An index is made at the first look-up and dropped when items change; appending to `u#` and `g#` vectors extends
//! it. A vector without an attribute gets one when it was walked for as long as it takes to make one: so keys of a
//! dictionary that is asked and added to again and again are not walked each time. Answers are those of a walk over the items.

use crate::domain;
use crate::find::{positions_in, scan};
use crate::groups::group_items;
use crate::ids::{Ids, NONE};
use crate::joint::Joint;
use crate::order::Key;
use crate::parted::Runs;
use crate::runs::worth;
use crate::sets::{members_in_row, pieces};
use quarry_value::evaluation::is_over;
use quarry_value::{Attr, Buf, Type, Value, Vector, moving, room, with_data};
use std::any::Any;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

/// Rows that a look-up found, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// From the first up to but without the second.
    Range(usize, usize),
    Positions(Vec<i64>),
}

impl Rows {
    pub fn count(&self) -> usize {
        match self {
            Rows::Range(start, end) => end - start,
            Rows::Positions(at) => at.len(),
        }
    }

    /// The rows as positions.
    pub fn positions(&self) -> Vec<i64> {
        match self {
            Rows::Range(start, end) => (*start as i64..*end as i64).collect(),
            Rows::Positions(at) => at.clone(),
        }
    }
}

/// Numbers of the distinct items of a vector, and where each lies.
struct Index<C> {
    ids: Ids<C>,
    places: Places,
}

enum Places {
    /// Numbers are first positions.
    First,
    Grouped(Grouped),
}

/// Where the items of each number lie, ascending; of some none is left.
struct Grouped {
    lists: Vec<Vec<i64>>,
    /// The work that changes have made since items were last sought, in positions moved.
    moved: AtomicUsize,
}

/// What changing one item costs beside the positions that move, and what making an index costs for an item, in positions moved.
const CHANGE: usize = 64;
const CHANGES: usize = 16;

impl Grouped {
    /// The list of the items of a code, which gets a number if it has none.
    fn list<C: Copy + Eq + crate::order::Bits>(
        &mut self,
        ids: &mut Ids<C>,
        code: C,
        item: impl Fn(usize) -> C,
    ) -> &mut Vec<i64> {
        let (id, new) = ids.insert_any(code, self.lists.len() as u32, |id| self.first(id).map(&item));
        if new {
            self.lists.push(Vec::new());
        }
        &mut self.lists[id as usize]
    }

    /// The first position of each item whose number is `id`.
    fn first(&self, id: u32) -> Option<usize> {
        self.lists[id as usize].first().map(|&at| at as usize)
    }
}

pub(crate) type Shared = Arc<dyn Any + Send + Sync>;

fn build<T: Key>(xs: &[T], attr: Attr) -> Index<T::Code> {
    match attr {
        Attr::Grouped => {
            let groups = group_items(xs);
            let mut ids = Ids::kept(xs, groups.count);
            for (id, &at) in groups.first.iter().enumerate() {
                ids.insert(xs[at].code(), id as u32);
            }
            let (rows, starts) = members_in_row(&groups);
            let lists = pieces(&rows, &starts, |rows| rows);
            Index { ids, places: Places::Grouped(Grouped { lists, moved: AtomicUsize::new(0) }) }
        }
        _ => {
            let mut ids = Ids::kept(xs, if attr == Attr::Unique { xs.len() } else { 16 });
            for (i, x) in xs.iter().enumerate() {
                ids.ask_ahead(xs, i);
                ids.insert(x.code(), i as u32);
            }
            Index { ids, places: Places::First }
        }
    }
}

/// What is learned of a vector without an attribute in which items are sought.
struct Learned<C> {
    /// An index may take any room.
    is_expected: bool,
    /// Items that were walked over.
    walked: AtomicUsize,
    index: OnceLock<Index<C>>,
    /// What it shares with other columns, and which of them it is.
    joint: Mutex<Option<(Arc<Joint>, usize)>>,
}

impl<C> Learned<C> {
    fn nothing(is_expected: bool) -> Learned<C> {
        Learned { is_expected, walked: AtomicUsize::new(0), index: OnceLock::new(), joint: Mutex::default() }
    }
}

/// Items that are worth a task of their own.
const TASK_MIN: usize = 1 << 15;
/// Shorter walks are not counted.
const LEARN_MIN: usize = 256;
/// Vectors of more items are walked: their index would take more room than one who did not ask for it expects ([`expected`]).
pub(crate) const LEARN_MAX: usize = 1 << 22;
/// To number an item is as much work as to walk over so many.
const WALKS: usize = 32;

/// Of the items of runs, whose vector got an attribute so that they are found, an index is learned however many they are.
pub fn expected(x: Vector) -> Vector {
    fn go<T: Key>(_: &Buf<T>) -> Shared {
        Arc::new(Learned::<T::Code>::nothing(true))
    }
    let learned = with_data!(&x.data, b => go(b));
    // Nobody else has the vector.
    let _ = x.index.set(learned);
    x
}

/// As much work as walking over `n` items of `x` was done to seek items in it.
pub fn walked<T: Key>(x: &Vector, n: usize) {
    if n >= worth(LEARN_MIN) && x.attr == Attr::None && !x.is_window() {
        learn::<T>(x, n);
    }
}

#[cold]
fn learn<T: Key>(x: &Vector, n: usize) {
    if x.len() > LEARN_MAX && x.index.get().is_none() {
        return;
    }
    let new = || -> Shared { Arc::new(Learned::<T::Code>::nothing(false)) };
    let _beside = moving::beside_vector(x);
    #[expect(clippy::disallowed_methods, reason = "nothing has been learned yet")]
    let Some(learned) = x.index.get_or_init(new).downcast_ref::<Learned<T::Code>>() else { return };
    if x.len() > LEARN_MAX && !learned.is_expected || x.len() >= NONE as usize {
        return;
    }
    let walked = learned.walked.fetch_add(n, Relaxed) + n;
    if walked >= worth(WALKS) * x.len()
        && learned.index.get().is_none()
        && let Some(xs) = x.slice::<T>()
    {
        let made = build(xs, if learned.is_expected { Attr::Unique } else { Attr::None });
        if !is_over() {
            // Another thread may have made it meanwhile.
            _ = learned.index.set(made);
        }
    }
}

/// What a vector without an attribute knows together with other columns of a table, and which of them it is.
pub(crate) fn shared(x: &Vector) -> Option<(Arc<Joint>, usize)> {
    fn go<T: Key>(_: &Buf<T>, x: &Vector) -> Option<(Arc<Joint>, usize)> {
        let learned = x.index.get()?.downcast_ref::<Learned<T::Code>>()?;
        learned.joint.lock().ok()?.clone()
    }
    if x.attr != Attr::None {
        return None;
    }
    with_data!(&x.data, b => go(b, x))
}

/// Gives a vector without an attribute, the `k`th of several columns, what the others know, too.
pub(crate) fn share(x: &Vector, joint: &Arc<Joint>, k: usize) {
    fn go<T: Key>(_: &Buf<T>, x: &Vector, joint: &Arc<Joint>, k: usize) {
        let new = || -> Shared { Arc::new(Learned::<T::Code>::nothing(false)) };
        #[expect(clippy::disallowed_methods, reason = "nothing has been learned yet")]
        let learned = x.index.get_or_init(new).downcast_ref::<Learned<T::Code>>();
        if let Some(Ok(mut place)) = learned.map(|l| l.joint.lock()) {
            *place = Some((joint.clone(), k));
        }
    }
    with_data!(&x.data, b => go(b, x, joint, k));
}

/// The index that there is of a vector.
fn known<T: Key>(x: &Vector) -> Option<&Index<T::Code>> {
    let shared = x.index.get()?;
    match x.attr == Attr::None {
        true => shared.downcast_ref::<Learned<T::Code>>()?.index.get(),
        false => shared.downcast_ref(),
    }
}

/// The index of a `u#` or `g#` vector, made if need be, or what was learned of another.
fn index_of<T: Key>(x: &Vector) -> Option<&Index<T::Code>> {
    if x.attr == Attr::None {
        return known::<T>(x);
    }
    if !matches!(x.attr.get(), Attr::Unique | Attr::Grouped) || x.len() >= NONE as usize {
        return None;
    }
    let xs = x.slice::<T>()?;
    if x.index.get().is_none() {
        let _beside = moving::beside_vector(x);
        let made = Arc::new(build(xs, x.attr.get()));
        // An index that was left half made is not kept.
        if is_over() {
            return None;
        }
        // Another thread may have made it meanwhile.
        _ = x.index.set(made);
    }
    let index = known::<T>(x)?;
    if let Places::Grouped(groups) = &index.places {
        groups.moved.store(0, Relaxed);
    }
    Some(index)
}

impl<C: Copy + Eq + crate::order::Bits> Index<C> {
    fn first(&self, code: C, none: usize) -> usize {
        self.first_of(self.ids.get(code), none)
    }

    fn first_of(&self, id: u32, none: usize) -> usize {
        match (id, &self.places) {
            (NONE, _) => none,
            (id, Places::First) => id as usize,
            (id, Places::Grouped(groups)) => groups.first(id).unwrap_or(none),
        }
    }

    /// The item at `at` comes behind those whose codes `item` gives; false when it is there already and may not be.
    fn add(&mut self, at: usize, code: C, item: impl Fn(usize) -> C) -> bool {
        match &mut self.places {
            Places::First => self.ids.insert_any(code, at as u32, |id| Some(item(id as usize))).1,
            Places::Grouped(groups) => {
                let list = groups.list(&mut self.ids, code, item);
                list.push(at as i64);
                true
            }
        }
    }

    /// The item at `at` becomes another of `n`; the others have the codes that `item` gives. False, and nothing is known any
    /// more, when changes have come to as much work as to make the index again.
    fn change(&mut self, at: usize, code: C, n: usize, item: impl Fn(usize) -> C) -> bool {
        let Places::Grouped(groups) = &mut self.places else { return false };
        let old = self.ids.get(item(at));
        let Some(list) = groups.lists.get_mut(old as usize) else { return false };
        let Ok(place) = list.binary_search(&(at as i64)) else { return false };
        list.remove(place);
        let mut moved = list.len() - place;
        let list = groups.list(&mut self.ids, code, item);
        let place = list.partition_point(|i| *i < at as i64);
        moved += list.len() - place;
        list.insert(place, at as i64);
        let all = groups.moved.get_mut();
        *all += moved + CHANGE;
        *all <= CHANGES * n && groups.lists.len() <= 2 * n
    }

    fn rows(&self, code: C) -> Rows {
        match (self.ids.get(code), &self.places) {
            (NONE, _) => Rows::Range(0, 0),
            (id, Places::First) => Rows::Range(id as usize, id as usize + 1),
            (id, Places::Grouped(groups)) => Rows::Positions(groups.lists[id as usize].clone()),
        }
    }
}

/// The first position of `item`, when an attribute answers without a walk; `len` for none.
pub fn first_of<T: Key>(x: &Vector, item: T) -> Option<usize> {
    if x.attr == Attr::Sorted && x.ty != Type::Enum {
        let xs = x.slice::<T>()?;
        let at = xs.partition_point(|x| x.order(item).is_lt());
        return Some(if at < xs.len() && xs[at].same(item) { at } else { xs.len() });
    }
    if x.attr == Attr::Parted {
        return Some(run_of(x, item).map_or(x.len(), |run| run.start));
    }
    Some(index_of::<T>(x)?.first(item.code(), x.len()))
}

/// The run of `item` in a parted vector.
fn run_of<T: Key>(x: &Vector, item: T) -> Option<Range<usize>> {
    let runs = Runs::of(x);
    let heads = runs.heads(x);
    let k = first_of(heads, item).or_else(|| Some(scan(heads, heads.slice::<T>()?, item)))?;
    (k < runs.count()).then(|| runs.span(k))
}

/// First positions of `items` by an index.
pub fn firsts_of<T: Key>(x: &Vector, items: &[T]) -> Option<Vec<i64>> {
    let index = index_of::<T>(x)?;
    let none = x.len();
    Some(index.ids.of_all(items, TASK_MIN, |id| index.first_of(id, none) as i64))
}

/// The rows of `column` that equal the atom `item`, when an attribute tells; `None` when the column must be
/// walked (no attribute, floats, which compare tolerantly, or another type).
pub fn equal_rows(column: &Value, item: &Value) -> Option<Rows> {
    let Value::Vector(x) = column else { return None };
    if x.attr == Attr::None || is_float(x) {
        return None;
    }
    let item = fitted(x, item)?;
    fn go<T: Key>(_: &Buf<T>, x: &Vector, item: &Value) -> Option<Rows> {
        let item = T::of_atom(item)?;
        if x.attr == Attr::Sorted && x.ty != Type::Enum {
            let xs = x.slice::<T>()?;
            let start = xs.partition_point(|x| x.order(item).is_lt());
            let end = start + xs[start..].partition_point(|x| x.order(item).is_le());
            return Some(Rows::Range(start, end));
        }
        if x.attr == Attr::Parted {
            let run = run_of(x, item).unwrap_or(0..0);
            return Some(Rows::Range(run.start, run.end));
        }
        Some(index_of::<T>(x)?.rows(item.code()))
    }
    with_data!(&x.data, b => go(b, x, &item))
}

/// The list of the rows of a `g#` `column` that equal the atom `item`, as the index holds it. `None` as in
/// [`equal_rows`], and where there is no such list.
pub fn listed<'a>(column: &'a Value, item: &Value) -> Option<&'a [i64]> {
    let Value::Vector(x) = column else { return None };
    if x.attr != Attr::Grouped || is_float(x) {
        return None;
    }
    let item = fitted(x, item)?;
    fn go<'a, T: Key>(_: &Buf<T>, x: &'a Vector, item: &Value) -> Option<&'a [i64]> {
        let index = index_of::<T>(x)?;
        match (index.ids.get(T::of_atom(item)?.code()), &index.places) {
            (NONE, _) => Some(&[]),
            (id, Places::Grouped(groups)) => groups.lists.get(id as usize).map(Vec::as_slice),
            (_, Places::First) => None,
        }
    }
    with_data!(&x.data, b => go(b, x, &item))
}

/// Where each item of a `g#` vector is first, in order, when an index tells it already.
pub(crate) fn first_places(x: &Vector) -> Option<Vec<i64>> {
    if x.attr != Attr::Grouped || is_float(x) {
        return None;
    }
    fn go<T: Key>(_: &Buf<T>, x: &Vector) -> Option<Vec<i64>> {
        let Places::Grouped(groups) = &known::<T>(x)?.places else { return None };
        let mut first: Vec<i64> = groups.lists.iter().filter_map(|list| list.first().copied()).collect();
        first.sort_unstable();
        Some(first)
    }
    with_data!(&x.data, b => go(b, x))
}

/// The rows of `column` whose item is among `items` (a vector or an atom). See [`equal_rows`].
pub fn among_rows(column: &Value, items: &Value) -> Option<Rows> {
    if items.is_atom() {
        return equal_rows(column, items);
    }
    let Value::Vector(few) = items else { return None };
    if few.len() == 1 {
        return equal_rows(column, &items.at(0));
    }
    let items = crate::distinct(items).ok()?;
    if items.count() == 1 {
        return equal_rows(column, &items.at(0));
    }
    if let Value::Vector(x) = column
        && x.attr == Attr::Parted
    {
        return if is_float(x) { None } else { with_data!(&x.data, b => runs_among(b, x, &items)) };
    }
    let mut all = Vec::new();
    for item in items.items() {
        all.push(equal_rows(column, &item)?);
    }
    let mut at: Vec<i64> = room::vec(all.iter().map(Rows::count).sum());
    for rows in &all {
        match rows {
            Rows::Range(start, end) => at.extend(*start as i64..*end as i64),
            Rows::Positions(p) => at.extend_from_slice(p),
        }
    }
    // Stretches of a sorted column come in any order.
    at.sort_unstable();
    Some(Rows::Positions(at))
}

/// The rows of a parted vector whose item is among distinct `items`.
fn runs_among<T: Key>(_: &Buf<T>, x: &Vector, items: &Value) -> Option<Rows> {
    let item = |item: Value| T::of_atom(&fitted(x, &item)?);
    let spans = spans_of(x, &items.items().map(item).collect::<Option<Vec<T>>>()?)?;
    let mut rows = room::vec(spans.iter().map(Range::len).sum());
    spans.into_iter().for_each(|span| rows.extend(span.map(|row| row as i64)));
    Some(Rows::Positions(rows))
}

/// The runs of a parted vector that are of `items`, in the order of the rows.
fn spans_of<T: Key>(x: &Vector, items: &[T]) -> Option<Vec<Range<usize>>> {
    let runs = Runs::of(x);
    let heads = runs.heads(x);
    let mut found = positions_in(heads, T::of(&heads.data)?, items);
    found.retain(|run| (*run as usize) < runs.count());
    found.sort_unstable();
    found.dedup();
    Some(found.into_iter().map(|run| runs.span(run as usize)).collect())
}

/// [`spans_of`] of the items of a vector of the parted one's type and domain.
pub fn spans_among(x: &Vector, items: &Value) -> Option<Vec<Range<usize>>> {
    fn go<T: Key>(_: &Buf<T>, x: &Vector, items: &Vector) -> Option<Vec<Range<usize>>> {
        spans_of(x, items.slice::<T>()?)
    }
    let Value::Vector(items) = items else { return None };
    with_data!(&x.data, b => go(b, x, items))
}

/// The rows of a sorted `column` from `low` to `high`, both atoms of its type and both included.
pub fn within_rows(column: &Value, low: &Value, high: &Value) -> Option<Rows> {
    let Value::Vector(x) = column else { return None };
    if x.attr != Attr::Sorted || is_float(x) || x.ty == Type::Enum {
        return None;
    }
    let (low, high) = (fitted(x, low)?, fitted(x, high)?);
    fn go<T: Key>(b: &Buf<T>, low: &Value, high: &Value) -> Option<Rows> {
        let xs = b.as_slice();
        let (low, high) = (T::of_atom(low)?, T::of_atom(high)?);
        let start = xs.partition_point(|x| x.order(low).is_lt());
        let end = xs.partition_point(|x| x.order(high).is_le());
        Some(Rows::Range(start, end.max(start)))
    }
    with_data!(&x.data, b => go(b, &low, &high))
}

/// `item` as an atom of the vector's type; `None` when it is of another, and for the null symbol where both its place in the
/// domain and the null place stand for it.
pub fn fitted(x: &Vector, item: &Value) -> Option<Value> {
    match (x.ty, item) {
        (Type::Enum, Value::Enum(d, _)) if *d == x.domain => Some(item.clone()),
        (Type::Enum, Value::Sym(s)) => {
            let place = domain::position(x.domain, *s);
            let place = match s.is_empty() {
                true if place.is_some() => return None,
                true => i64::MIN,
                // No item has this one.
                false => place.unwrap_or(i64::MAX),
            };
            Some(Value::Enum(x.domain, place))
        }
        (Type::Symbol, Value::Enum(..)) => Some(domain::resolve(item)),
        (ty, item) if ty != Type::Enum && item.item_type() == Some(ty) && item.is_atom() => {
            Some(item.clone())
        }
        _ => None,
    }
}

/// Floats are compared tolerantly, which no attribute answers.
fn is_float(x: &Vector) -> bool {
    matches!(x.ty, Type::Float | Type::Real | Type::Datetime)
}

/// The attribute and the index that a vector has after an append; taken before it, given after it.
pub struct After {
    attr: Attr,
    index: Option<Shared>,
}

/// See [`After`]: `s#` stays when the items still ascend, `u#` when they are still unique, `g#` always, `p#` never.
pub fn index_after(x: &mut Arc<Vector>, y: &Vector) -> After {
    fn ascends<T: Key>(x: &Buf<T>, y: &Vector) -> bool {
        let Some(ys) = y.slice::<T>() else { return false };
        let start = x.is_empty() || ys.is_empty() || x.get(x.len() - 1).order(ys[0]).is_le();
        start && ys.is_sorted_by(|a, b| a.order(*b).is_le())
    }
    let attr = x.attr.get();
    if attr == Attr::None {
        let index = Arc::get_mut(x).and_then(|x| {
            let _beside = moving::beside_vector(x);
            let index = x.index.take()?;
            with_data!(&x.data, b => followed(b, index, y))
        });
        return After { attr, index };
    }
    let lost = After { attr: Attr::None, index: None };
    let kept = After { attr, index: None };
    match attr {
        Attr::None | Attr::Parted => lost,
        Attr::Sorted if x.ty == Type::Enum => lost,
        Attr::Sorted => {
            if with_data!(&x.data, b => ascends(b, y)) {
                kept
            } else {
                lost
            }
        }
        Attr::Unique | Attr::Grouped => {
            let Some(x) = Arc::get_mut(x) else {
                return if attr == Attr::Grouped || still_unique(x, y) { kept } else { lost };
            };
            let _beside = moving::beside_vector(x);
            let index = x.index.take();
            if index.is_none() && attr == Attr::Grouped {
                return kept;
            }
            match with_data!(&x.data, b => extended(b, attr, index, y)) {
                Some(index) => After { attr, index: Some(index) },
                None => lost,
            }
        }
    }
}

/// Would [`follow`] take no memory, and `u#` stay if `y` is not there?
pub(crate) fn follows<T: Key>(x: &Vector, y: T) -> bool {
    match (x.index.get(), x.attr.get()) {
        (None, attr) => attr == Attr::None,
        (Some(_), attr @ (Attr::None | Attr::Unique)) if x.len() < LEARN_MAX => {
            known::<T>(x).map_or(attr == Attr::None, |index| index.ids.has_room(y.code()))
        }
        _ => false,
    }
}

/// The first position of `item` where that takes no memory and no long walk; `len` for none.
pub(crate) fn soon<T: Key>(x: &Vector, item: T) -> Option<usize> {
    if x.attr == Attr::Sorted {
        return first_of(x, item);
    }
    if let Some(index) = known::<T>(x) {
        return Some(index.first(item.code(), x.len()));
    }
    let xs = x.slice::<T>()?;
    let near = &xs[..xs.len().min(LEARN_MIN)];
    let at = near.iter().position(|x| x.same(item));
    at.or_else(|| (near.len() == xs.len()).then_some(xs.len()))
}

/// The item `y` comes behind `xs`: what is known of where those are is so of it, too. False, and nothing is done, where that or the
/// attribute takes more; what was learned without an attribute is forgotten instead.
pub(crate) fn follow<T: Key>(attr: Attr, index: &mut OnceLock<Shared>, xs: &[T], y: T) -> bool {
    let shared = index.get_mut().and_then(Arc::get_mut);
    match attr {
        Attr::None => {
            let learned = shared.and_then(|all| all.downcast_mut::<Learned<T::Code>>());
            match learned {
                Some(learned) if xs.len() < LEARN_MAX => {
                    if let Some(index) = learned.index.get_mut() {
                        index.ids.insert_any(y.code(), xs.len() as u32, |p| Some(xs[p as usize].code()));
                    }
                }
                _ => *index = OnceLock::new(),
            }
            true
        }
        Attr::Unique | Attr::Grouped if xs.len() < NONE as usize - 1 => shared
            .and_then(|all| all.downcast_mut::<Index<T::Code>>())
            .is_some_and(|index| index.add(xs.len(), y.code(), |p| xs[p].code())),
        _ => false,
    }
}

/// What was learned of a vector, and of the items `y` behind it. Many of those are more work than they may be worth.
fn followed<T: Key>(x: &Buf<T>, mut shared: Shared, y: &Vector) -> Option<Shared> {
    let (xs, ys) = (x.as_slice(), y.slice::<T>()?);
    let learned = Arc::get_mut(&mut shared)?.downcast_mut::<Learned<T::Code>>()?;
    if let Some(index) = learned.index.get_mut() {
        if ys.len() * 8 > xs.len() || xs.len() + ys.len() > LEARN_MAX {
            return None;
        }
        for (i, y) in ys.iter().enumerate() {
            let item = |p: u32| Some(xs.get(p as usize).unwrap_or_else(|| &ys[p as usize - xs.len()]).code());
            index.ids.insert_any(y.code(), (xs.len() + i) as u32, item);
        }
    }
    Some(shared)
}

/// The index with the items of `y`; `None` when they break `u#`.
fn extended<T: Key>(x: &Buf<T>, attr: Attr, index: Option<Shared>, y: &Vector) -> Option<Shared> {
    let (xs, ys) = (x.as_slice(), y.slice::<T>()?);
    let mut shared = index.unwrap_or_else(|| Arc::new(build(xs, attr)));
    if Arc::get_mut(&mut shared).is_none() {
        shared = Arc::new(build(xs, attr));
    }
    let index = Arc::get_mut(&mut shared)?.downcast_mut::<Index<T::Code>>()?;
    for (i, y) in ys.iter().enumerate() {
        let item = |p: usize| if p < xs.len() { xs[p].code() } else { ys[p - xs.len()].code() };
        if !index.add(xs.len() + i, y.code(), item) {
            return None;
        }
    }
    Some(shared)
}

fn still_unique(x: &Vector, y: &Vector) -> bool {
    let none = x.len() as i64;
    let fresh = crate::find::positions_of(x, y).is_ok_and(|at| at.iter().all(|&i| i == none));
    fresh && crate::groups::group_vector(y).count == y.len() && !is_over()
}

/// The items at `places` become others, the `j`th of them `item(j)`: so does a `g#` vector's index, unless it is shared, or to make it
/// again is less work; then it is forgotten, as what is known of other vectors is.
pub(crate) fn write<T: Key>(x: &mut Vector, places: &[i64], item: impl Fn(usize) -> T) -> Option<()> {
    let _beside = (x.attr == Attr::Grouped).then(|| moving::beside_vector(x));
    let Vector { attr, index, data, .. } = x;
    let xs = T::of_mut(data)?.make_mut();
    // While it changes it is out of its place: who is unwound for want of room leaves none behind.
    let mut kept = index.take();
    let shared = kept.as_mut().and_then(Arc::get_mut).filter(|_| *attr == Attr::Grouped);
    let mut known = shared.and_then(|all| all.downcast_mut::<Index<T::Code>>());
    for (j, &at) in places.iter().enumerate() {
        let (at, new) = (at as usize, item(j));
        if known.as_mut().is_some_and(|index| !index.change(at, new.code(), xs.len(), |i| xs[i].code())) {
            known = None;
        }
        xs[at] = new;
    }
    if known.is_some() {
        *index = kept.map_or_else(OnceLock::new, OnceLock::from);
    }
    Some(())
}

impl After {
    pub fn give(self, v: &mut Vector) {
        v.attr = self.attr.into();
        v.index = OnceLock::new();
        if let Some(index) = self.index {
            let _ = v.index.set(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::positions;
    use crate::runs;
    use quarry_value::Sym;

    fn attributed(attr: &str, xs: &[i64]) -> Value {
        crate::set_attribute(Sym::new(attr), &Value::longs(xs.to_vec())).unwrap()
    }

    fn walk(xs: &[i64], item: i64) -> Vec<i64> {
        (0..xs.len() as i64).filter(|&i| xs[i as usize] == item).collect()
    }

    #[test]
    fn attributes_answer_as_a_walk_does() {
        let cases: [(&str, Vec<i64>); 5] = [
            ("s", vec![i64::MIN, 1, 2, 2, 2, 9]),
            ("p", vec![5, 5, 1, 9, 9, 9]),
            ("g", vec![5, 1, 5, 9, 1, 5]),
            ("u", vec![7, 1, 5, i64::MAX]),
            ("g", vec![1 << 50, 3, 1 << 50, -9]),
        ];
        for (attr, xs) in cases {
            let column = attributed(attr, &xs);
            for item in [i64::MIN, -9, 1, 2, 5, 6, 9, 1 << 50, i64::MAX] {
                let rows = equal_rows(&column, &Value::long(item)).unwrap();
                assert_eq!(rows.positions(), walk(&xs, item), "{attr} {item}");
            }
            let items = Value::longs(vec![9, 1, 9, 77]);
            let mut want: Vec<i64> = [walk(&xs, 1), walk(&xs, 9)].concat();
            want.sort();
            assert_eq!(among_rows(&column, &items).unwrap().positions(), want);
        }
        assert_eq!(equal_rows(&Value::longs(vec![1]), &Value::long(1)), None);
        let s = attributed("s", &[1, 2, 3, 4]);
        assert_eq!(within_rows(&s, &Value::long(2), &Value::long(3)), Some(Rows::Range(1, 3)));
        assert_eq!(within_rows(&s, &Value::long(9), &Value::long(3)), Some(Rows::Range(4, 4)));
    }

    #[test]
    fn appending_keeps_what_still_holds() {
        let letter = |x: &Value| crate::attr(x).unwrap().as_sym().unwrap().text().into_owned();
        let append = |x: &Value, y: i64| crate::append(x.clone(), &Value::long(y)).unwrap();
        let s = attributed("s", &[1, 2]);
        assert_eq!(letter(&append(&s, 2)), "s");
        assert_eq!(letter(&append(&s, 1)), "");
        let mut u = attributed("u", &[1, 2]);
        for i in 3..2000 {
            u = crate::append(u, &Value::long(i * 1_000_000)).unwrap();
        }
        assert_eq!(letter(&u), "u");
        assert_eq!(equal_rows(&u, &Value::long(5_000_000)).unwrap().positions(), [4]);
        assert_eq!(letter(&crate::append(u, &Value::long(2)).unwrap()), "");
        let mut g = attributed("g", &[1, 2, 1]);
        assert_eq!(equal_rows(&g, &Value::long(1)).unwrap().count(), 2);
        for i in [1, 1 << 40, 1] {
            g = crate::append(g, &Value::long(i)).unwrap();
        }
        assert_eq!(letter(&g), "g");
        assert_eq!(equal_rows(&g, &Value::long(1)).unwrap().positions(), [0, 2, 3, 5]);
        let p = attributed("p", &[1, 1]);
        assert_eq!(letter(&append(&p, 1)), "");
    }

    #[test]
    fn one_item_behind_the_others_is_known_at_once() {
        for (attr, most) in [("", 500), ("u", i64::MAX), ("g", 500)] {
            let mut x = attributed(attr, &[3, 1, 2]);
            let (mut xs, mut number) = (vec![3, 1, 2], 1i64);
            for _ in 0..3000 {
                number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let y = (number >> 20).abs() % most;
                // Sought first, so that there is an index.
                let at = xs.iter().position(|x| *x == y).unwrap_or(xs.len());
                let Value::Vector(v) = &x else { unreachable!("a vector") };
                assert_eq!(crate::find::place_in(v, &Value::long(y)), Some(at), "{attr} {y}");
                assert!(crate::push_atom(&mut x, &Value::long(y)), "{attr} {y}");
                xs.push(y);
            }
            assert!(matches!(x, Value::Vector(ref v) if v.index.get().is_some()), "{attr}");
            let Value::Vector(v) = &x else { unreachable!("a vector") };
            assert_eq!(v.slice::<i64>(), Some(&xs[..]));
            let found = |x: &Value| equal_rows(x, &Value::long(xs[20])).map(|rows| rows.positions());
            assert_eq!(found(&x), found(&attributed(attr, &xs)), "{attr}");
        }
        let mut u = attributed("u", &[1, 2]);
        assert!(equal_rows(&u, &Value::long(1)).is_some() && !crate::push_atom(&mut u, &Value::long(2)));
        assert_eq!(u.count(), 2);
    }

    #[test]
    fn a_grouped_index_follows_changes() {
        let mut number = 1u64;
        let mut next = |most: u64| {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((number >> 33) % most) as i64
        };
        // Few large groups, many small ones, and codes for which the plain table is too narrow.
        for (most, apart) in [(3, 1), (400, 1), (400, 1 << 40)] {
            let mut xs: Vec<i64> = (0..500).map(|_| next(most)).collect();
            let mut x = attributed("g", &xs);
            let mut kept = 0;
            for _ in 0..2000 {
                let y = next(most) * apart;
                let found = equal_rows(&x, &Value::long(y)).unwrap();
                assert_eq!(found.positions(), walk(&xs, y), "{y}");
                let first = crate::find(&x, &Value::long(y)).unwrap().as_long();
                assert_eq!(first, Some(walk(&xs, y).first().map_or(xs.len() as i64, |&at| at)));
                let at: Vec<i64> = (0..next(4) + 1).map(|_| next(500)).collect();
                let ys: Vec<i64> = at.iter().map(|_| next(most) * apart).collect();
                at.iter().zip(&ys).for_each(|(&at, &y)| xs[at as usize] = y);
                crate::set_in(&mut x, &Value::longs(at), &Value::longs(ys)).unwrap();
                kept += usize::from(matches!(&x, Value::Vector(v) if v.index.get().is_some()));
                if next(100) == 0 {
                    let y = next(most);
                    xs.push(y);
                    x = crate::append(x, &Value::long(y)).unwrap();
                }
            }
            assert!(kept > 1900, "{kept}");
            // What nobody looks for is not followed for ever.
            for i in 0..1000 {
                crate::set_in(&mut x, &Value::long(i % 500), &Value::long(i)).unwrap();
            }
            assert!(matches!(&x, Value::Vector(v) if v.index.get().is_none() && v.attr == Attr::Grouped));
        }
    }

    #[test]
    fn attributes_are_checked() {
        let set = |a: &str, xs: &[i64]| crate::set_attribute(Sym::new(a), &Value::longs(xs.to_vec()));
        assert_eq!(set("s", &[2, 1]).unwrap_err().word(), b"s-fail");
        assert_eq!(set("u", &[2, 2]).unwrap_err().word(), b"u-fail");
        assert_eq!(set("p", &[2, 1, 2]).unwrap_err().word(), b"u-fail");
        assert_eq!(set("q", &[2]).unwrap_err().word(), b"type");
    }

    /// Looks items up in a vector that is changed in between, in all ways; how often an index was there of how many times.
    fn look_up_and_change(length: usize) -> (usize, usize) {
        let mut seed = 88172645463325252u64;
        let mut next = |n: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % n) as i64
        };
        let learned = |x: &Value| matches!(x, Value::Vector(v) if v.index.get().is_some());
        let (mut kept, times) = (0, 3000);
        runs::set_length(length);
        let mut x = Value::longs((0..600).map(|i| i * i % 701).collect());
        for _ in 0..times {
            let mut plain = positions(&x).unwrap();
            match next(40) {
                0 => x = crate::append(x, &Value::long(next(900))).unwrap(),
                1 => x = crate::join(&x, &Value::longs(vec![next(900), next(900)])).unwrap(),
                2 => {
                    let (at, v) = (next(plain.len() as u64), next(900));
                    plain[at as usize] = v;
                    assert!(crate::amend::put_in(&mut x, at, &Value::long(v)));
                    assert!(!learned(&x));
                    assert_eq!(positions(&x).unwrap(), plain);
                }
                3 if next(10) == 0 => {
                    let at = Value::longs(vec![next(500), next(500)]);
                    crate::set_in(&mut x, &at, &Value::long(next(900))).unwrap();
                    assert!(!learned(&x));
                }
                _ => {}
            }
            kept += usize::from(learned(&x));
            let plain = positions(&x).unwrap();
            let place = |y: i64| plain.iter().position(|x| *x == y).unwrap_or(plain.len()) as i64;
            let items: Vec<i64> = (0..next(12)).map(|_| next(1200)).collect();
            let one = next(1200);
            assert_eq!(crate::find(&x, &Value::long(one)).unwrap().as_long(), Some(place(one)));
            let want: Vec<i64> = items.iter().map(|y| place(*y)).collect();
            let found = crate::find(&x, &Value::longs(items)).unwrap();
            assert_eq!(positions(&found).unwrap(), want);
        }
        runs::set_length(runs::USUAL);
        (kept, times)
    }

    #[test]
    fn what_is_learned_of_a_vector_follows_it() {
        crate::pool::tests::with_threads(&[0], || {
            for length in [2, 40, runs::USUAL] {
                let (kept, times) = look_up_and_change(length);
                assert!(kept * 4 > times, "{kept} of {times}");
            }
        });
    }
}
