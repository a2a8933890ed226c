//! Values and memory domains: where one lies, a copy of one in domain 1, room for more items where it lies.

use crate::memory::{self, Domain};
use crate::{
    Buf, Composition, Derived, Dict, Item, List, Projection, Result, Slices, Table, Texts, Value, Vector,
    with_data,
};
use std::sync::{Arc, OnceLock};

/// The domain that a value lies in: of a vector or list where its items lie, of anything else where it begins itself.
/// Atoms have no memory of their own and are in domain 0, as mapped files are.
///
/// Source: basics/internal.
pub fn domain(x: &Value) -> Domain {
    match x {
        Value::Vector(v) => domain_of_vector(v),
        Value::List(l) => domain_of_list(l),
        other => memory::of_address(block(other)),
    }
}

fn domain_of_vector(v: &Vector) -> Domain {
    let items = with_data!(&v.data, b => match b {
        Buf::Heap(items) => place(items),
        Buf::View(_) => Some(0),
    });
    memory::of_address(items.unwrap_or_else(|| address(v)))
}

fn domain_of_list(l: &List) -> Domain {
    if let Some(slices) = l.as_slices() {
        return domain_of_vector(slices.all());
    }
    let items = match l.as_packed() {
        Some(texts) => place(texts.parts().0),
        None if !l.holds_values() => Some(0),
        None => (!l.is_empty()).then(|| address(&l.as_slice()[0])),
    };
    memory::of_address(items.unwrap_or_else(|| address(l)))
}

fn address<T>(x: &T) -> usize {
    std::ptr::from_ref(x) as usize
}

/// Where the items of a vector lie, if it has memory for any.
fn place<T>(items: &Vec<T>) -> Option<usize> {
    if items.capacity() > 0 { Some(items.as_ptr() as usize) } else { None }
}

/// Where the block of a value begins; 0 without one.
fn block(x: &Value) -> usize {
    match x {
        Value::Vector(v) => address(&**v),
        Value::List(l) => address(&**l),
        Value::Guid(g) => address(&**g),
        Value::Dict(d) => address(&**d),
        Value::Table(t) => address(&**t),
        Value::Lambda(f) => address(&**f),
        Value::Projection(p) => address(&**p),
        Value::Composition(c) => address(&**c),
        Value::Derived(d) => address(&**d),
        _ => 0,
    }
}

fn is_inside<T>(items: &Vec<T>) -> bool {
    place(items).is_none_or(memory::is_filed)
}

/// Lets this thread allocate in domain 1 when `x` lies there, until the answer is dropped.
pub fn beside(x: &Value) -> memory::Within {
    beside_one_in(domain(x))
}

/// [`beside`] of a vector.
pub fn beside_vector(x: &Vector) -> memory::Within {
    beside_one_in(domain_of_vector(x))
}

/// Does a list lie in domain 1?
pub fn is_filed_list(x: &List) -> bool {
    memory::is_on() && domain_of_list(x) == Domain::Filed
}

/// [`beside`] of a list.
pub fn beside_list(x: &List) -> memory::Within {
    beside_one_in(if memory::is_on() { domain_of_list(x) } else { memory::current() })
}

fn beside_one_in(domain: Domain) -> memory::Within {
    memory::within(if domain == Domain::Filed { Domain::Filed } else { memory::current() })
}

/// `x` with all its parts in domain 1: those that lie there already are shared, the others copied. Lambdas, primitives
/// and foreign values stay where they are.
///
/// Errors: 'wsfull. Source: ref/dotm.
pub fn filed(x: &Value) -> Result<Value> {
    if !memory::is_on() {
        return Ok(x.clone());
    }
    let _filed = memory::within(Domain::Filed);
    let before = memory::spilled();
    let moved = moved(x)?;
    // Small blocks are not refused one by one.
    if memory::spilled() == before { Ok(moved.unwrap_or_else(|| x.clone())) } else { Err(memory::refused()) }
}

/// A copy in the current domain, which is 1; `None` when all of `x` lies there.
fn moved(x: &Value) -> Result<Option<Value>> {
    let inside = memory::is_filed(block(x));
    Ok(match x {
        Value::Vector(v) => match inside && domain_of_vector(v) == Domain::Filed {
            true => None,
            false => Some(copy(v, 0)?.into()),
        },
        Value::List(l) => moved_list(l, inside)?.map(Value::from),
        Value::Guid(g) => (!inside).then(|| Value::Guid(Arc::new(**g))),
        Value::Dict(d) => moved_pair(inside, &d.keys, &d.values)?
            .map(|(keys, values)| Dict { keys, values, sorted: d.sorted }.into()),
        Value::Table(t) => {
            let inside = inside && is_inside(&t.names) && is_inside(&t.columns);
            moved_all(inside, &t.columns)?.map(|columns| {
                Table { names: t.names.clone(), columns, attr: t.attr.clone(), from: t.from }.into()
            })
        }
        Value::Projection(p) => match (moved(&p.func)?, moved_all(inside && is_inside(&p.args), &p.args)?) {
            (None, None) => None,
            (func, args) => Some(
                Projection {
                    func: func.unwrap_or_else(|| p.func.clone()),
                    args: args.unwrap_or_else(|| p.args.clone()),
                }
                .into(),
            ),
        },
        Value::Composition(c) => {
            moved_all(inside && is_inside(&c.funcs), &c.funcs)?.map(|funcs| Composition { funcs }.into())
        }
        Value::Derived(d) => match (inside, moved(&d.func)?) {
            (true, None) => None,
            (_, func) => Some(Derived { iter: d.iter, func: func.unwrap_or_else(|| d.func.clone()) }.into()),
        },
        _ => None,
    })
}

fn moved_pair(inside: bool, x: &Value, y: &Value) -> Result<Option<(Value, Value)>> {
    Ok(match (inside, moved(x)?, moved(y)?) {
        (true, None, None) => None,
        (_, a, b) => Some((a.unwrap_or_else(|| x.clone()), b.unwrap_or_else(|| y.clone()))),
    })
}

/// Values of which all lie in domain 1; `None` when they do, and `inside` says that of the memory that holds them.
fn moved_all(inside: bool, items: &[Value]) -> Result<Option<Vec<Value>>> {
    let mut first = None;
    if inside {
        for (i, item) in items.iter().enumerate() {
            if let Some(moved) = moved(item)? {
                first = Some((i, moved));
                break;
            }
        }
        if first.is_none() {
            return Ok(None);
        }
    }
    let mut out = empty(items.len())?;
    if let Some((i, moved)) = first {
        out.extend_from_slice(&items[..i]);
        out.push(moved);
    }
    for item in &items[out.len()..] {
        out.push(moved(item)?.unwrap_or_else(|| item.clone()));
    }
    Ok(Some(out))
}

fn moved_list(l: &List, inside: bool) -> Result<Option<List>> {
    let new = if let Some(texts) = l.as_packed() {
        let (bytes, ends) = texts.parts();
        match inside && is_inside(bytes) && is_inside(ends) {
            true => None,
            false => Some(List::packed(copied_texts(texts)?)),
        }
    } else if let Some(slices) = l.as_slices() {
        let (all, ends) = slices.parts();
        let is_there = inside && is_inside(ends) && domain_of_vector(all) == Domain::Filed;
        match is_there {
            true => None,
            false => Some(List::slices(copied_slices(slices)?)),
        }
    } else if !l.holds_values() {
        // What is built from a file item by item is held by nothing else.
        let mut out = empty(l.len())?;
        for i in 0..l.len() {
            let item = l.get(i);
            out.push(moved(&item)?.unwrap_or(item));
        }
        Some(List::new(out))
    } else {
        moved_all(inside && domain_of_list(l) == Domain::Filed, l.as_slice())?.map(List::new)
    };
    Ok(new.map(|new| with_attr_of(l, new)))
}

fn with_attr_of(old: &List, mut new: List) -> List {
    new.attr = old.attr.clone();
    new
}

fn copied_texts(texts: &Texts) -> Result<Texts> {
    let (bytes, ends) = texts.parts();
    let (mut b, mut e) = (empty(bytes.len())?, empty(ends.len())?);
    b.extend_from_slice(bytes);
    e.extend_from_slice(ends);
    Ok(Texts::from_parts(b, e))
}

fn copied_slices(slices: &Slices) -> Result<Slices> {
    let (all, ends) = slices.parts();
    let all = copy(all, 0)?;
    let mut e = empty(ends.len())?;
    e.extend_from_slice(ends);
    Ok(Slices::from_parts(Arc::new(all), Arc::new(e)))
}

/// An empty vector with room for `n` items, or `'wsfull`.
fn empty<T>(n: usize) -> Result<Vec<T>> {
    let mut out = Vec::new();
    memory::reserve(|| out.try_reserve_exact(n))?;
    Ok(out)
}

/// A vector with items of its own in the current domain, and room for `more`.
fn copy(v: &Vector, more: usize) -> Result<Vector> {
    fn go<T: Item>(b: &Buf<T>, more: usize) -> Result<crate::Data> {
        let mut out = empty(b.len().saturating_add(more))?;
        out.extend_from_slice(b.as_slice());
        Ok(T::data(out.into()))
    }
    let data = with_data!(&v.data, b => go(b, more))?;
    Ok(Vector { ty: v.ty, attr: v.attr.clone(), domain: v.domain, data, index: OnceLock::new() })
}

/// Makes `x`, when it lies in domain 1, a vector that nobody else holds and that has room for `more` items there, so
/// that it can be changed or appended to where it is. Nothing for one in domain 0.
///
/// Errors: 'wsfull, and `x` is as it was.
pub fn vector_room(x: &mut Arc<Vector>, more: usize) -> Result<()> {
    if !memory::is_on() || domain_of_vector(x) == Domain::Regular {
        return Ok(());
    }
    let _filed = memory::within(Domain::Filed);
    match Arc::get_mut(x) {
        Some(v) => with_data!(&mut v.data, b => grow(b.make_mut(), more)),
        None => {
            let mut new = copy(x, more)?;
            new.index = x.index.clone();
            *x = Arc::new(new);
            Ok(())
        }
    }
}

/// [`vector_room`] of a list, for the items of `more`.
pub fn list_room(x: &mut Arc<List>, more: &Value) -> Result<()> {
    if !memory::is_on() || domain_of_list(x) == Domain::Regular {
        return Ok(());
    }
    let size = match more {
        Value::List(more) => (0..more.len()).filter_map(|i| more.text(i)).map(<[u8]>::len).sum(),
        other => other.count(),
    };
    list_with_room(x, more.count(), size)
}

/// [`vector_room`] of a list, whose items only are to be changed.
pub fn own_list(x: &mut Arc<List>) -> Result<()> {
    let filed = memory::is_on() && domain_of_list(x) == Domain::Filed;
    if filed { list_with_room(x, 0, 0) } else { Ok(()) }
}

/// Room for so many items, or strings of so many bytes.
fn list_with_room(x: &mut Arc<List>, more: usize, size: usize) -> Result<()> {
    let _filed = memory::within(Domain::Filed);
    if Arc::get_mut(x).is_none() {
        let new = match x.as_packed() {
            Some(texts) => List::packed(copied_texts(texts)?),
            None => {
                let mut items = empty(x.len().saturating_add(more))?;
                items.extend_from_slice(x.as_slice());
                List::new(items)
            }
        };
        *x = Arc::new(with_attr_of(x, new));
    }
    let Some(list) = Arc::get_mut(x) else { return Ok(()) };
    match list.packed_mut() {
        Some(texts) => {
            let (bytes, ends) = texts.parts_mut();
            grow(bytes, size)?;
            grow(ends, more)
        }
        None => grow(list.make_mut(), more),
    }
}

/// What is to be appended to a column so that it lies where the column does, and room there for it: appending it
/// then cannot fail for want of room.
///
/// Errors: 'wsfull, and `x` is as it was.
pub fn prepare(x: &mut Value, more: &Value) -> Result<Value> {
    match x {
        Value::Vector(v) => vector_room(v, more.count()).map(|()| more.clone()),
        Value::List(l) => {
            let more = like_list(l, more)?;
            list_room(l, &more)?;
            Ok(more)
        }
        _ => Ok(more.clone()),
    }
}

/// Room for more, with some to spare if that is to be had.
fn grow<T>(items: &mut Vec<T>, more: usize) -> Result<()> {
    memory::reserve(|| items.try_reserve(more)).or_else(|_| memory::reserve(|| items.try_reserve_exact(more)))
}

/// `new` for `old`, in domain 1 when `old` lies there.
pub fn replace(old: &mut Value, new: Value) -> Result<()> {
    *old = like(old, new)?;
    Ok(())
}

/// `new`, in domain 1 when `old` lies there.
pub fn like(old: &Value, new: Value) -> Result<Value> {
    if memory::is_on() && domain(old) == Domain::Filed { filed(&new) } else { Ok(new) }
}

/// `new`, in domain 1 when the list `old` lies there.
pub fn like_list(old: &List, new: &Value) -> Result<Value> {
    if memory::is_on() && domain_of_list(old) == Domain::Filed { filed(new) } else { Ok(new.clone()) }
}
