//! `x,y`, `raze` and `cross`.

use crate::alike;
use crate::amend::loosen;
use crate::append::{push_texts, push_vectors, upsert_rows};
use crate::atomic::run::{Cell, RUN, Run};
use crate::built::{COPY_MIN, Piece, joined};
use crate::domain;
use crate::each::{self, Text};
use crate::gather::{null_item, pick};
use crate::order::Key;
use crate::runs::worth;
use crate::shape::{LIST_SIZE, check_room, columns, is_scalar, item_size};
use crate::slices::{self, Part};
use quarry_value::error::{length_error, type_error};
use quarry_value::evaluation;
use quarry_value::{
    Attr, Buf, Data, Dict, Error, Gathered, InTurn, Item, List, Result, Table, Type, Value, Vector, room,
    with_data,
};
use quarry_value::{memory, text};
use std::sync::Arc;

/// `x,y`. Source: ref/join; jkane17.github.io (attributes) for those of the answer.
///
/// Lists and atoms of one type make a vector, others a general list; a list and an enumeration of another domain
/// make symbols. Dictionaries are joined by key, the right one winning; tables row by row. Beside a general list a
/// dictionary is one item and a table its rows, which it is behind any list. The answer has no attribute, but for `p#` of two
/// that have it.
/// Errors: 'type (a dictionary or table with something else; keyed tables whose types differ), 'mismatch (columns).
pub fn join(x: &Value, y: &Value) -> Result<Value> {
    join_as(Form::Anew, x.clone(), y)
}

/// [`join`] that grows `x` in place when nobody else holds it, and keeps its attribute as an append does.
pub fn join_onto(x: Value, y: &Value) -> Result<Value> {
    join_as(Form::Append, x, y)
}

/// `x` becomes [`join`] of it and `y`: in place where it is a list that nobody else holds. After an error it is as it was.
pub fn join_in(x: &mut Value, y: &Value) -> Result<()> {
    if !memory::is_on() && grow(x, y) {
        return Ok(());
    }
    if !memory::is_on() && alike::is_appended(x, y) {
        return crate::append_in(x, y);
    }
    *x = join(x, y)?;
    Ok(())
}

/// Appends to a list in place what it may hold beside its items as they are; false, and nothing is done, for anything else.
fn grow(x: &mut Value, y: &Value) -> bool {
    match (x, y) {
        (_, Value::Dict(_) | Value::Table(_)) => false,
        (Value::Vector(a), y) if a.attr == Attr::None && !a.is_empty() => {
            let is_alike = match y {
                Value::Vector(y) => y.ty == a.ty && y.domain == a.domain,
                atom => atom.is_atom() && alike::is_item(a, atom),
            };
            let alike = is_alike && Arc::get_mut(a).is_some();
            if let (true, Value::Vector(y)) = (alike, as_list(y.clone())) {
                extend(a, &y);
            }
            alike
        }
        (_, y) if is_empty_list(y) => false,
        (Value::List(a), y) if !a.is_empty() => {
            let Some(list) = Arc::get_mut(a) else { return false };
            match y {
                Value::List(more) if list.as_packed().is_some() => are_texts(more) && push_texts(list, more),
                Value::List(more) if list.as_slices().is_some() => push_vectors(list, more),
                _ if !list.holds_values() => false,
                _ if y.is_list() => {
                    list.make_mut().extend(y.items());
                    true
                }
                atom => {
                    list.make_mut().push(atom.clone());
                    true
                }
            }
        }
        _ => false,
    }
}

/// Is a new list made, or one appended to?
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Anew,
    Append,
}

fn join_as(form: Form, x: Value, y: &Value) -> Result<Value> {
    match (&x, y) {
        (Value::Dict(a), Value::Dict(b)) => join_dicts(a, b),
        (Value::Table(_), Value::Table(b)) => join_tables(form, x, b),
        (Value::Table(_), Value::Dict(b)) => match row_table(b) {
            Some(rows) => join_tables(form, x, &rows),
            None => Err(type_error()),
        },
        (Value::Dict(a), Value::Table(b)) => match row_table(a) {
            Some(rows) => join_tables(form, Value::Table(Arc::new(rows)), b),
            None => Err(type_error()),
        },
        (Value::Dict(_) | Value::Table(_), other) if is_empty_list(other) => Ok(x),
        (other, Value::Dict(_) | Value::Table(_)) if is_empty_list(other) => Ok(y.clone()),
        (Value::List(_), Value::Dict(_)) => join_items(x, std::slice::from_ref(y)),
        (Value::List(_), Value::Table(_)) => join_items(x, &y.items().collect::<Vec<_>>()),
        // Observed: kimtang/btick, mau-mauricelim/dotfiles; KxSystems/automl for an atom.
        (items, Value::Table(t))
            if !t.is_elsewhere() && (items.is_atom() || matches!(items, Value::Vector(_))) =>
        {
            check_room(x.count() as i64 + y.count() as i64, LIST_SIZE)?;
            let items = if x.is_atom() { vec![x.clone()] } else { x.items().collect() };
            join_items(Value::list(items), &y.items().collect::<Vec<_>>())
        }
        (Value::Dict(_), Value::List(l)) => join_items(Value::list(vec![x.clone()]), l.as_slice()),
        (Value::Table(t), Value::List(l)) if !t.is_elsewhere() => {
            join_items(Value::list(x.items().collect()), l.as_slice())
        }
        // Observed: ktsr42/qtb.
        (Value::Table(t), f) if f.is_function() && !t.is_elsewhere() => {
            join_items(Value::list(x.items().collect()), std::slice::from_ref(y))
        }
        (Value::Dict(_) | Value::Table(_), _) | (_, Value::Dict(_) | Value::Table(_)) => Err(type_error()),
        _ => join_lists(form, x, y),
    }
}

fn is_empty_list(x: &Value) -> bool {
    x.is_list() && x.count() == 0
}

/// A dictionary with symbol keys as a table of one row.
fn row_table(d: &Dict) -> Option<Table> {
    let names = d.keys.as_syms()?.to_vec();
    let columns = (0..names.len()).map(|i| Value::collapse(vec![d.values.at(i)])).collect();
    Some(Table::new(names, columns))
}

/// Two atoms: a vector if they are of one type (and domain).
fn join_atoms(x: Value, y: &Value) -> Value {
    match (&x, y) {
        (Value::I64(a, x), Value::I64(b, y)) if a == b => Value::vector(*a, vec![*x, *y]),
        (Value::F64(a, x), Value::F64(b, y)) if a == b => Value::vector(*a, vec![*x, *y]),
        (Value::U8(a, x), Value::U8(b, y)) if a == b => Value::vector(*a, vec![*x, *y]),
        (Value::Sym(x), Value::Sym(y)) => Value::syms(vec![*x, *y]),
        _ => Value::collapse(vec![x, y.clone()]),
    }
}

/// Atoms and lists.
fn join_lists(form: Form, x: Value, y: &Value) -> Result<Value> {
    if x.is_atom() && y.is_atom() {
        return Ok(join_atoms(x, y));
    }
    let (tx, ty) = (x.item_type(), y.item_type());
    if let (Some(a), Some(b)) = (tx, ty) {
        if a == b && a != Type::List && domain::name_of(&x) == domain::name_of(y) {
            return Ok(join_vectors(form, x, y));
        }
        if (a == Type::Enum || b == Type::Enum) && (x.is_list() || y.is_list()) {
            let (x, y) = (domain::resolve(&x), domain::resolve(y));
            if x.item_type() == y.item_type() && x.item_type() != Some(Type::List) {
                return Ok(join_vectors(form, x, &y));
            }
        }
    }
    // An empty list is nothing beside another; of two empty ones a typed one stays (observed).
    if is_empty_list(y) && (!is_empty_list(&x) || ty == Some(Type::List)) {
        return Ok(as_list(x));
    }
    if is_empty_list(&x) {
        return Ok(as_list(y.clone()));
    }
    match join_alike(x, y) {
        Ok(joined) => Ok(joined),
        Err(x) => join_items(x, as_list(y.clone()).items().collect::<Vec<_>>().as_slice()),
    }
}

/// Strings after those of a packed list, which stays packed, or vectors after those that lie one behind the other. Gives `x`
/// back when it is neither, or `y` has something else.
fn join_alike(x: Value, y: &Value) -> std::result::Result<Value, Value> {
    let Value::List(mut list) = x else { return Err(x) };
    match y {
        Value::List(more) if list.as_packed().is_some() && are_texts(more) => {
            push_texts(Arc::make_mut(&mut list), more);
            Ok(Value::List(list))
        }
        Value::List(more) if list.as_slices().is_some_and(|s| slices::take(s, more)) => {
            push_vectors(Arc::make_mut(&mut list), more);
            Ok(Value::List(list))
        }
        _ => Err(Value::List(list)),
    }
}

/// Are all items strings that can be looked at where they lie?
fn are_texts(l: &List) -> bool {
    l.as_packed().is_some() || (0..l.len()).all(|i| l.text(i).is_some())
}

/// `(),x`
pub fn as_list(x: Value) -> Value {
    if is_scalar(&x) { Value::collapse(vec![x]) } else { x }
}

/// A general list of the items of `x` and then `more`.
fn join_items(x: Value, more: &[Value]) -> Result<Value> {
    let mut x = match x {
        Value::List(l) => l,
        other => Arc::new(List::new(as_list(other).items().collect())),
    };
    if Arc::get_mut(&mut x).is_none() {
        let mut items = room::vec(x.len() + more.len());
        items.extend((0..x.len()).map(|i| x.get(i)));
        x = Arc::new(List::new(items));
    }
    put_behind(Arc::make_mut(&mut x).make_mut(), more);
    Ok(Value::List(x))
}

/// Two atoms or vectors of one type and domain.
fn join_vectors(form: Form, x: Value, y: &Value) -> Value {
    let Value::Vector(mut x) = as_list(x) else { return as_list(y.clone()) };
    if x.attr == Attr::None
        && x.index.get().is_none()
        && let Some(item) = Run::of_atom(y)
    {
        push(&mut x, item);
        return Value::Vector(x);
    }
    if let Value::Vector(y) = as_list(y.clone()) {
        match form {
            Form::Anew if x.attr != Attr::None && !y.is_empty() => x = Arc::new(behind(&x, &y)),
            _ => extend(&mut x, &y),
        }
    }
    Value::Vector(x)
}

/// A new vector of the items of `x`, which has an attribute, and those of `y`.
fn behind(x: &Vector, y: &Vector) -> Vector {
    let mut joined = x.like(joined_data(&x.data, &y.data));
    if stays_parted(x, y) {
        joined.attr = Attr::Parted.into();
    }
    joined
}

/// Are both parted, and no items of the one among the other, except that the first part of `y` may go on with the last
/// of `x`?
fn stays_parted(x: &Vector, y: &Vector) -> bool {
    /// What each part is of.
    fn heads<T: Key>(xs: &[T]) -> Vec<T::Code> {
        let mut heads = Vec::new();
        for run in xs.chunks(RUN).take_while(|_| !evaluation::is_over()) {
            for code in run.iter().map(|x| x.code()) {
                if heads.last() != Some(&code) {
                    heads.push(code);
                }
            }
        }
        heads
    }
    fn go<T: Key>(xs: &[T], ys: &[T]) -> bool {
        let (mut all, of_y) = (heads(xs), heads(ys));
        if evaluation::is_over() {
            return false;
        }
        let shared = usize::from(all.last() == of_y.first());
        all.extend_from_slice(&of_y[shared..]);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        all.len() == count
    }
    let parted = |v: &Vector| v.attr == Attr::Parted && !v.is_empty();
    parted(x) && parted(y) && with_data!(&x.data, b => y.slice().is_some_and(|ys| go(b.as_slice(), ys)))
}

/// `y` after the items of `x`, of one type: in place when `x` is not shared, and then in amortised constant time
/// per item.
pub fn extend(x: &mut Arc<Vector>, y: &Vector) {
    if y.is_empty() {
        return;
    }
    let index = crate::lookup::index_after(x, y);
    match Arc::get_mut(x) {
        Some(v) => {
            extend_data(&mut v.data, &y.data);
            index.give(v);
        }
        None => {
            let mut v = x.like(joined_data(&x.data, &y.data));
            index.give(&mut v);
            *x = Arc::new(v);
        }
    }
}

/// An item, of the type and domain of a vector without an attribute and an index, behind those of the vector.
fn push(x: &mut Arc<Vector>, item: Run) {
    fn go<T: Cell>(x: &mut Buf<T>, item: Run) {
        put_behind(x.make_mut(), T::of_run(item));
    }
    fn behind<T: Cell>(x: &Buf<T>, item: Run) -> Data {
        T::data(joined(&[Piece::Items(x.as_slice()), Piece::Items(T::of_run(item))], COPY_MIN).into())
    }
    match Arc::get_mut(x) {
        Some(v) => with_data!(&mut v.data, b => go(b, item)),
        None => *x = Arc::new(x.like(with_data!(&x.data, b => behind(b, item)))),
    }
}

/// Items behind others, if there is room for them.
#[inline]
fn put_behind<T: Clone>(x: &mut Vec<T>, more: &[T]) {
    room::reserve(x, more.len());
    x.extend_from_slice(more);
}

pub(crate) fn extend_data(x: &mut Data, y: &Data) {
    fn go<T: Item>(x: &mut Buf<T>, y: &Data) {
        if let Some(y) = T::of(y) {
            put_behind(x.make_mut(), y.as_slice());
        }
    }
    with_data!(x, b => go(b, y));
}

fn joined_data(x: &Data, y: &Data) -> Data {
    fn go<T: Item>(x: &Buf<T>, y: &Data) -> Data {
        let y = T::of(y).map_or(&[][..], |y| y.as_slice());
        T::data(joined(&[Piece::Items(x.as_slice()), Piece::Items(y)], COPY_MIN).into())
    }
    with_data!(x, b => go(b, y))
}

/// Dictionaries: entries of the right one replace those of the left one or come after them. Keyed tables must agree
/// in names and types.
fn join_dicts(x: &Dict, y: &Dict) -> Result<Value> {
    if let ((Value::Table(xk), Value::Table(xv)), (Value::Table(yk), Value::Table(yv))) =
        ((&x.keys, &x.values), (&y.keys, &y.values))
    {
        check_columns(xk, yk, true)?;
        check_columns(xv, yv, true)?;
    }
    if y.keys.count() == 0 {
        return Ok(Value::dict(x.keys.clone(), x.values.clone()));
    }
    if x.keys.count() == 0 && !matches!(x.keys, Value::Table(_)) {
        return upsert(&y.keys, &y.values, &y.keys, &y.values, 0);
    }
    upsert(&x.keys, &x.values, &y.keys, &y.values, x.keys.count())
}

/// The first `n` entries of one dictionary with the entries of another over and after them.
fn upsert(xk: &Value, xv: &Value, yk: &Value, yv: &Value, n: usize) -> Result<Value> {
    let xk = crate::gather::slice(xk, 0..n);
    let xv = crate::gather::slice(xv, 0..n);
    let place = key_places(&xk, yk)?;
    let n = n as i64;
    let new: Vec<i64> = (0..place.len() as i64).filter(|&j| place[j as usize] >= n).collect();
    let mut keys = xk.clone();
    let mut place = place;
    if !new.is_empty() {
        let fresh = pick(yk, &new);
        let groups = crate::group_ids(&[&fresh])?;
        let first: Vec<i64> = room::collected(groups.first.iter().map(|&i| i as i64));
        keys = join_keys(xk, &pick(&fresh, &first))?;
        for (&j, &id) in new.iter().zip(&groups.ids) {
            place[j as usize] = n + i64::from(id);
        }
    }
    let mut from = room::numbers(keys.count());
    for (j, &p) in place.iter().enumerate() {
        from[p as usize] = n + j as i64;
    }
    let both = join_values(xv, yv, matches!(keys, Value::Table(_)))?;
    Ok(Value::dict(keys, pick(&both, &from)))
}

/// Where each key of `yk` is in `xk`; at least `count xk` for none. Keys of other types are simply not there.
fn key_places(xk: &Value, yk: &Value) -> Result<Vec<i64>> {
    let n = xk.count() as i64;
    if n == 0 {
        return Ok(room::zeros(yk.count()));
    }
    crate::find::find_items(xk, yk)
}

fn join_keys(x: Value, y: &Value) -> Result<Value> {
    match (&x, y) {
        _ if x.count() == 0 => Ok(arranged(&x, y)),
        // A dictionary and a keyed table.
        (Value::Vector(_), Value::Table(_)) => Err(type_error()),
        _ => join_onto(x, y),
    }
}

/// The values of two dictionaries. Records of other columns are no rows of one table, except in a keyed one (inferred
/// from programs that put descriptions of unlike things together).
fn join_values(x: Value, y: &Value, keyed: bool) -> Result<Value> {
    match (&x, y) {
        (_, y) if x.count() == 0 => Ok(arranged(&x, y)),
        (Value::Table(a), Value::Table(b)) if keyed || check_columns(a, b, false).is_ok() => join_onto(x, y),
        (Value::Table(_), _) | (_, Value::Table(_)) => {
            join_items(Value::list(x.items().collect()), &y.items().collect::<Vec<_>>())
        }
        _ => join_onto(x, y),
    }
}

/// A table `y` with its columns in the order of those of the table `x`, which has no rows. Other values as they are.
fn arranged(x: &Value, y: &Value) -> Value {
    match (x, y) {
        (Value::Table(a), Value::Table(b)) if a.names != b.names => match check_columns(a, b, false) {
            Ok(order) => {
                Value::table(a.names.clone(), order.into_iter().map(|j| b.columns[j].clone()).collect())
            }
            Err(_) => y.clone(),
        },
        _ => y.clone(),
    }
}

/// Rows of `y` after those of `x`; columns are matched by name.
fn join_tables(form: Form, x: Value, y: &Table) -> Result<Value> {
    let Value::Table(mut x) = x else { return Err(type_error()) };
    let order = check_columns(&x, y, false)?;
    if x.is_elsewhere() || y.is_elsewhere() {
        return Err(type_error());
    }
    let columns = match Arc::get_mut(&mut x) {
        Some(t) => std::mem::take(&mut t.columns),
        None => x.columns.clone(),
    };
    let join = |(mut c, j): (Value, usize)| {
        let more = &y.columns[j];
        if more.count() > 0 {
            loosen(&mut c, more);
        } else if matches!((&c, more), (Value::Table(_), Value::Table(_))) {
            return Ok(c);
        }
        join_as(form, c, more)
    };
    let columns = columns.into_iter().zip(order).map(join).collect::<Result<_>>()?;
    Ok(Value::table(x.names.clone(), columns))
}

/// For each column of `x` its place in `y`. `'mismatch` when the names are not the same ones; `'type` when types
/// differ and `strict`.
fn check_columns(x: &Table, y: &Table, strict: bool) -> Result<Vec<usize>> {
    let mismatch = || {
        let (x, y) = (text::names(&x.names), text::names(&y.names));
        Error::new("mismatch").detail(format!("columns {x} with columns {y}"))
    };
    if x.names.len() != y.names.len() {
        return Err(mismatch());
    }
    let place = |(i, n): (usize, &quarry_value::Sym)| y.position_near(*n, i).ok_or_else(mismatch);
    let order = x.names.iter().enumerate().map(place).collect::<Result<Vec<_>>>()?;
    let differ = |(c, &j): (&Value, &usize)| {
        let (a, b) = (c.item_type(), y.columns[j].item_type());
        let symbols = |t| matches!(t, Some(Type::Symbol | Type::Enum));
        a != b && a != Some(Type::List) && b != Some(Type::List) && !(symbols(a) && symbols(b))
    };
    if strict && x.columns.iter().zip(&order).any(differ) {
        return Err(type_error());
    }
    Ok(order)
}

/// `raze x`: the items of `x` joined; the values of a dictionary. Source: ref/raze.
pub fn raze(x: &Value) -> Result<Value> {
    match x {
        Value::List(l) if l.is_empty() || l.holds_values() => raze_items(l.as_slice()),
        Value::List(l) => match l.as_packed() {
            Some(texts) => Ok(Value::chars(texts.bytes())),
            None if l.as_slices().is_some() => {
                Ok(l.as_slices().map_or_else(Value::empty_list, |s| Value::Vector(s.all().clone())))
            }
            None => match (l.as_pieces(), l.texts()) {
                (Some(pieces), _) => Ok(pieces.texts().clone().into()),
                (_, Some(texts)) => Ok(Value::chars(texts.concat())),
                _ => raze_items(l.as_slice()),
            },
        },
        Value::Dict(d) => raze(&d.values),
        Value::Vector(v) if v.attr == Attr::None => Ok(x.clone()),
        Value::Vector(v) => Ok(v.like(v.data.clone()).into()),
        Value::Table(_) => raze_items(&x.items().collect::<Vec<_>>()),
        other => Ok(as_list(other.clone())),
    }
}

fn raze_items(items: &[Value]) -> Result<Value> {
    if let [one] = items {
        return Ok(as_list(one.clone()));
    }
    if items.is_empty() {
        return Ok(Value::empty_list());
    }
    if let Some(vector) = raze_vectors(items) {
        return Ok(vector);
    }
    if let Some(table) = raze_tables(items)? {
        return Ok(table);
    }
    if let Some(dict) = raze_dicts(items)? {
        return Ok(dict);
    }
    if let Some(strings) = raze_strings(items) {
        return Ok(strings);
    }
    let mut all = Value::empty_list();
    for item in items {
        all = join_onto(all, item)?;
    }
    Ok(all)
}

/// Lists of which the first begins with a string and is not packed, one after the other: packed when there are many.
/// `None` when something else is among them.
fn raze_strings(items: &[Value]) -> Option<Value> {
    let list = |x: &Value| if let Value::List(l) = x { Some(l.clone()) } else { None };
    list(&items[0]).filter(|l| l.holds_values() && !l.is_empty() && l.text(0).is_some())?;
    let lists = items.iter().map(list).collect::<Option<Vec<_>>>()?;
    let (count, mut all) = (lists.iter().map(|l| l.len()).sum(), Gathered::new());
    for item in items.iter().take_while(|_| !evaluation::is_over()) {
        let mut inside = InTurn::of(item);
        (0..item.count()).for_each(|i| all.push(&mut inside.get(i), count));
    }
    Some(all.collapse())
}

/// Atoms and vectors of one type: one allocation.
fn raze_vectors(items: &[Value]) -> Option<Value> {
    let like = items.iter().find(|v| !is_empty_list(v)).or(items.first())?;
    let ty = like.item_type().filter(|t| *t != Type::List)?;
    let domain = domain::name_of(like);
    let same = |v: &Value| v.item_type() == Some(ty) && domain::name_of(v) == domain || is_empty_list(v);
    if !items.iter().all(same) {
        return None;
    }
    let Value::Vector(first) = as_list(like.clone()) else { return None };
    let data = with_data!(&first.data, b => raze_data(b, items));
    Some(first.like(data).into())
}

fn raze_data<T: Item>(_: &Buf<T>, items: &[Value]) -> Data {
    // Atoms become vectors, which live until all is copied.
    let owned: Vec<Value> = items.iter().filter(|v| v.is_atom()).map(|v| as_list(v.clone())).collect();
    let (mut atoms, mut pieces) = (owned.iter(), room::vec(items.len()));
    for item in items {
        let list = if item.is_atom() { atoms.next() } else { Some(item) };
        if let Some(Value::Vector(v)) = list {
            pieces.push(Piece::Items(v.slice::<T>().unwrap_or_default()));
        }
    }
    T::data(joined(&pieces, COPY_MIN).into())
}

/// Tables with the same columns: joined column by column.
fn raze_tables(items: &[Value]) -> Result<Option<Value>> {
    let Some(tables) = items
        .iter()
        .map(|v| if let Value::Table(t) = v { Some(t) } else { None })
        .collect::<Option<Vec<_>>>()
    else {
        return Ok(None);
    };
    let first = tables[0];
    let orders = tables.iter().map(|t| check_columns(first, t, false)).collect::<Result<Vec<_>>>();
    // A table of one row may stand for a list of one record, and such lists go together (KxSystems/kx-vscode, keyed tables).
    if orders.is_err() && tables.iter().all(|t| t.count() == 1 && !t.is_elsewhere()) {
        return Ok(Some(Value::collapse(items.iter().map(|t| t.at(0)).collect())));
    }
    let orders = orders?;
    if tables.iter().any(|t| t.is_elsewhere()) {
        return Err(type_error());
    }
    let column = |c: usize| {
        let pieces = tables.iter().zip(&orders).map(|(t, order)| t.columns[order[c]].clone());
        raze_items(&records(pieces.collect()))
    };
    let columns = (0..first.names.len()).map(column).collect::<Result<_>>()?;
    Ok(Some(Value::table(first.names.clone(), columns)))
}

/// Columns to be put one under the other. Those that are tables stand for records, which go together whatever their keys; where
/// there are none of them, nothing says what keys they have.
fn records(pieces: Vec<Value>) -> Vec<Value> {
    let is_table = |piece: &Value| matches!(piece, Value::Table(_));
    if !pieces.iter().any(is_table) {
        return pieces;
    }
    let has_none = |piece: &Value| piece.count() == 0 && (is_table(piece) || is_empty_list(piece));
    let filled: Vec<Value> = pieces.iter().filter(|piece| !has_none(piece)).cloned().collect();
    let Some(first) = filled.first() else { return pieces.into_iter().take(1).collect() };
    let Value::Table(first) = first else { return filled };
    let alike = |piece: &Value| matches!(piece, Value::Table(t) if check_columns(first, t, false).is_ok());
    if filled.iter().all(alike) {
        return filled;
    }
    filled.iter().map(|piece| Value::list(piece.items().collect())).collect()
}

/// Dictionaries that are no tables, joined at once: the last value of each key, where the key is first.
fn raze_dicts(items: &[Value]) -> Result<Option<Value>> {
    if let Some(keyed) = raze_keyed(items)? {
        return Ok(Some(keyed));
    }
    let mut parts: Vec<&Dict> = room::vec(items.len());
    for item in items {
        let Value::Dict(d) = item else { return Ok(None) };
        if !d.keys.is_list() || !d.values.is_list() {
            return Ok(None);
        }
        if d.keys.count() > 0 {
            parts.push(d);
        }
    }
    // Enumerations become symbols beside symbols, but stay what they are where all new ones are old.
    let domains = |d: &Dict| (domain::name_of(&d.keys), domain::name_of(&d.values));
    if parts.len() < 2 || parts.windows(2).any(|two| domains(two[0]) != domains(two[1])) {
        return Ok(None);
    }
    let keys = raze_items(&parts.iter().map(|d| d.keys.clone()).collect::<Vec<_>>())?;
    let values = raze_items(&parts.iter().map(|d| d.values.clone()).collect::<Vec<_>>())?;
    let count: usize = parts.iter().map(|d| d.keys.count()).sum();
    if keys.count() != count || values.count() != count {
        return Ok(None);
    }
    let groups = crate::group_ids(&[&keys])?;
    let (mut first, mut last) = (room::zeros(groups.count), room::zeros(groups.count));
    groups.first.iter().zip(&mut first).for_each(|(i, at)| *at = *i as i64);
    groups.ids.iter().zip(0..).for_each(|(g, i)| last[*g as usize] = i);
    Ok(Some(Value::dict(pick(&keys, &first), pick(&values, &last))))
}

/// Keyed tables with the same columns: the rows of all that follow go into the first together.
fn raze_keyed(items: &[Value]) -> Result<Option<Value>> {
    fn columns(x: &Value) -> Option<(&Table, &Table)> {
        let Value::Dict(d) = x else { return None };
        match (&d.keys, &d.values) {
            (Value::Table(k), Value::Table(v))
                if !d.sorted && !k.columns.is_empty() && !v.columns.is_empty() =>
            {
                Some((k, v))
            }
            _ => None,
        }
    }
    let kind = |c: &Value| matches!(c, Value::Vector(_)).then(|| (c.item_type(), domain::name_of(c)));
    let alike = |x: &Table, y: &Table| {
        let both = x.columns.iter().zip(&y.columns);
        x.names == y.names && both.into_iter().all(|(a, b)| kind(a).is_some_and(|k| Some(k) == kind(b)))
    };
    let Some(parts) = items.iter().map(columns).collect::<Option<Vec<_>>>() else { return Ok(None) };
    let [(keys, values), ..] = parts[..] else { return Ok(None) };
    if !parts.iter().all(|(k, v)| alike(keys, k) && alike(values, v)) {
        return Ok(None);
    }
    let under =
        |column: &dyn Fn(usize) -> Value| raze_items(&(1..parts.len()).map(column).collect::<Vec<_>>());
    let theirs = (0..keys.names.len()).map(|c| under(&|i| parts[i].0.columns[c].clone()));
    let theirs = theirs.collect::<Result<Vec<Value>>>()?;
    let given = (0..values.names.len()).map(|c| under(&|i| parts[i].1.columns[c].clone()).map(Some));
    let given = given.collect::<Result<Vec<_>>>()?;
    let n = parts[1..].iter().map(|(k, _)| k.count()).sum();
    let Value::Dict(mut all) = items[0].clone() else { return Ok(None) };
    upsert_rows(&mut all, &theirs, &given, n)?;
    Ok(Some(Value::Dict(all)))
}

/// `x cross y`: every item of `x` joined with every item of `y`. Source: ref/cross.
pub fn cross(x: &Value, y: &Value) -> Result<Value> {
    let (n, m) = (x.count(), y.count());
    let size = match (x, y) {
        (Value::Table(_), Value::Table(_)) => item_size(x) + item_size(y) + 2 * size_of::<i64>(),
        _ => LIST_SIZE,
    };
    check_room((n as i64).checked_mul(m as i64).unwrap_or(i64::MAX), size)?;
    let left = || (0..n as i64).flat_map(|i| std::iter::repeat_n(i, m)).collect::<Vec<_>>();
    let right = || (0..n).flat_map(|_| 0..m as i64).collect::<Vec<_>>();
    match (x, y) {
        (Value::Table(_), Value::Table(_)) => beside(&pick(x, &left()), &pick(y, &right())),
        (Value::Dict(a), Value::Dict(b)) => {
            Ok(Value::dict(cross(&a.keys, &b.keys)?, cross(&a.values, &b.values)?))
        }
        _ => {
            let (x, y) = (as_list(x.clone()), as_list(y.clone()));
            if n.saturating_mul(m) >= worth(PAIRS_MIN)
                && flat_type(&x).is_some_and(|ty| flat_type(&y) == Some(ty))
                && let Some(rows) = rows_of(&pick(&x, &left()), &pick(&y, &right()))?
            {
                return Ok(rows);
            }
            let mut rows = room::vec(n * m);
            for a in x.items() {
                evaluation::check()?;
                for b in y.items() {
                    rows.push(join(&a, &b)?);
                }
            }
            Ok(Value::collapse(rows))
        }
    }
}

/// So many rows of a cross product are made at once.
const PAIRS_MIN: usize = 64;

/// The type of the items of a vector, of short vectors that lie one behind the other, or of strings.
fn flat_type(x: &Value) -> Option<Type> {
    match x {
        Value::Vector(v) => Some(v.ty),
        Value::List(l) if l.are_strings() => Some(Type::Char),
        Value::List(l) => l.as_slices().map(|s| s.all().ty),
        _ => None,
    }
}

/// `x,'y` of lists of one count: items or vectors of one type, characters or strings. `None` for others.
fn rows_of(x: &Value, y: &Value) -> Result<Option<Value>> {
    if let (Some(x_text), Some(y_text)) = (Text::of(x), Text::of(y)) {
        return each::joined(x.count(), x_text, y_text);
    }
    Ok(Part::of(x).zip(Part::of(y)).and_then(|(a, b)| slices::joined_each(x.count(), a, b)))
}

/// Tables side by side (`t,'s`): the right one's columns win.
pub fn beside(x: &Value, y: &Value) -> Result<Value> {
    let (Value::Table(x), Value::Table(y)) = (x, y) else { return Err(type_error()) };
    if x.count() != y.count() {
        return Err(length_error());
    }
    let (mut names, mut columns) = (x.names.clone(), x.here()?.to_vec());
    for (name, column) in y.names.iter().zip(y.here()?) {
        match quarry_value::place_of(&names, *name) {
            Some(i) => columns[i] = column.clone(),
            None => {
                names.push(*name);
                columns.push(column.clone());
            }
        }
    }
    Ok(Value::table(names, columns))
}

/// `next x`: each item's successor; the last one's is null (in a general list: what stands for none of its first
/// item). Source: ref/next.
pub fn next(x: &Value) -> Result<Value> {
    shift(x, -1)
}

/// `prev x`: each item's predecessor. Source: ref/next.
pub fn prev(x: &Value) -> Result<Value> {
    shift(x, 1)
}

/// `x xprev y`: the item `x` places before each item of `y`; negative: after. Errors: 'type. Source: ref/next.
pub fn xprev(x: &Value, y: &Value) -> Result<Value> {
    shift(y, x.as_long().ok_or_else(type_error)?)
}

fn shift(x: &Value, by: i64) -> Result<Value> {
    fn go<T: Item>(b: &Buf<T>, by: i64, null: T) -> Data {
        let n = b.len();
        let gone = usize::try_from(by.unsigned_abs()).map_or(n, |by| by.min(n));
        let nulls = Piece::Repeat(null, gone);
        let pieces = match by > 0 {
            true => [nulls, Piece::Items(b.range(0..n - gone))],
            false => [Piece::Items(b.range(gone..n)), nulls],
        };
        T::data(joined(&pieces, COPY_MIN).into())
    }
    match x {
        Value::Vector(v) => Ok(v.like(with_data!(&v.data, b => go(b, by, null_item(v.ty)))).into()),
        Value::Table(t) => columns(t, |c| shift(c, by)),
        Value::List(_) => {
            let at: Vec<i64> = (0..x.count() as i64).map(|i| i.saturating_sub(by)).collect();
            Ok(pick(x, &at))
        }
        Value::Dict(d) => Ok(Value::dict(d.keys.clone(), shift(&d.values, by)?)),
        atom if by == 0 => Ok(atom.clone()),
        _ => Err(type_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gather::positions;

    fn longs(x: &Value) -> Vec<i64> {
        positions(x).unwrap()
    }

    #[test]
    fn types_decide_between_vector_and_list() {
        let j = join(&Value::long(1), &Value::longs(vec![2, 3])).unwrap();
        assert_eq!(longs(&j), [1, 2, 3]);
        assert_eq!(join(&Value::long(1), &Value::float(2.5)).unwrap().type_number(), 0);
        assert_eq!(join(&Value::empty_list(), &Value::long(1)).unwrap().type_number(), 7);
        assert_eq!(join(&Value::longs(vec![1]), &Value::empty_list()).unwrap().type_number(), 7);
    }

    #[test]
    fn dictionaries_upsert() {
        let d = |k: &[i64], v: &[i64]| Value::dict(Value::longs(k.to_vec()), Value::longs(v.to_vec()));
        let j = join(&d(&[1, 2, 3], &[10, 20, 30]), &d(&[3, 4, 4], &[33, 40, 44])).unwrap();
        let Value::Dict(j) = j else { panic!("a dictionary") };
        assert_eq!(longs(&j.keys), [1, 2, 3, 4]);
        assert_eq!(longs(&j.values), [10, 20, 33, 44]);
    }

    #[test]
    fn raze_flattens_once() {
        let x = Value::list(vec![Value::longs(vec![1, 2]), Value::long(3), Value::empty_list()]);
        assert_eq!(longs(&raze(&x).unwrap()), [1, 2, 3]);
        assert_eq!(longs(&raze(&Value::long(4)).unwrap()), [4]);
        assert_eq!(raze(&Value::empty_list()).unwrap().count(), 0);
    }

    #[test]
    fn neighbours() {
        let x = Value::longs(vec![2, 3, 5]);
        assert_eq!(longs(&next(&x).unwrap()), [3, 5, i64::MIN]);
        assert_eq!(longs(&prev(&x).unwrap()), [i64::MIN, 2, 3]);
        assert_eq!(longs(&xprev(&Value::long(-2), &x).unwrap()), [5, i64::MIN, i64::MIN]);
        assert_eq!(xprev(&Value::long(i64::MIN), &x).unwrap().count(), 3);
    }
}
