//! K objects: what C code sees of a q value. One block each, that counts who holds it.
//!
//! ```text
//! Room(16) | m a t u r(4) | an atom, or n(8) and the items
//!            ^ K
//! ```
#![allow(unsafe_code, reason = "memory that C code reads and writes is all pointers")]

use quarry_value::error::{length_error, type_error};
use quarry_value::{Error, Result, Sym, Value, meter, room};
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ffi::c_char;
use std::mem::size_of;
use std::sync::atomic::{AtomicI32, Ordering};

pub type K = *mut Object;

/// The header of every object, as C code knows it.
#[repr(C)]
pub struct Object {
    /// [`HOLDS`] when the body is a value of ours.
    mark: i8,
    _a: i8,
    /// The type: negative for atoms.
    pub t: i8,
    /// The attribute.
    pub u: u8,
    /// How many hold it, besides the first.
    r: AtomicI32,
    pub body: Body,
}

#[repr(C)]
pub union Body {
    pub g: u8,
    pub h: i16,
    pub i: i32,
    pub j: i64,
    pub e: f32,
    pub f: f64,
    pub s: *const c_char,
    pub k: K,
    /// A list's count.
    pub n: i64,
    held: *mut Value,
}

const _: () = assert!(size_of::<Object>() == 16);

/// What lies before an object.
#[repr(C)]
struct Room {
    /// Bytes for items.
    bytes: usize,
    /// The domain of an enumeration.
    domain: u32,
}

const _: () = assert!(size_of::<Room>() == HEAD);

const HEAD: usize = 16;
const ALIGN: usize = 16;
/// The mark of an object that holds a value that C code has no view of: functions.
const HOLDS: i8 = 1;

/// Lists of so many bytes are refused where there is no room for them; smaller ones cannot be.
const LARGE: usize = 1 << 20;

pub const LIST: i8 = 0;
pub const SYMBOLS: i8 = 11;
pub const TABLE: i8 = 98;
pub const DICTIONARY: i8 = 99;
pub const UNARY: i8 = 101;
/// Foreign code; C code makes some of a list whose first item is what gives the second back.
pub const FOREIGN: i8 = 112;
pub const ERROR: i8 = -128;

/// Bytes of an item of a list of type `t`; `None` for what is no list.
pub fn width(t: i8) -> Option<usize> {
    Some(match t {
        1 | 4 | 10 => 1,
        5 => 2,
        6 | 8 | 13 | 14 | 17..=19 => 4,
        0 | 7 | 9 | 11 | 12 | 15 | 16 | 20..=76 => 8,
        2 => 16,
        _ => return None,
    })
}

fn layout(bytes: usize) -> Layout {
    let size = bytes.checked_add(HEAD + size_of::<Object>());
    let layout = size.and_then(|size| Layout::from_size_align(size, ALIGN).ok());
    layout.expect("sizes are checked before")
}

/// A new object of type `t` with zeroed room for `bytes` of items.
fn make(t: i8, bytes: usize) -> K {
    let layout = layout(bytes);
    // SAFETY: the layout is not empty; the header is written before anybody sees it, and all zeros are valid items.
    unsafe {
        let block = alloc_zeroed(layout);
        if block.is_null() {
            handle_alloc_error(layout);
        }
        block.cast::<Room>().write(Room { bytes, domain: 0 });
        let x: K = block.add(HEAD).cast();
        (*x).t = t;
        x
    }
}

/// An atom of type `t`, zero.
pub fn atom(t: i8) -> K {
    make(t, 0)
}

/// A guid atom: its bytes are where those of a list are.
pub fn guid(bytes: [u8; 16]) -> K {
    let x = make(-2, bytes.len());
    // SAFETY: just made, with room for one.
    unsafe {
        (*x).body.n = 1;
        items_mut::<[u8; 16]>(x).copy_from_slice(&[bytes]);
    }
    x
}

/// A list of type `t` with `n` items, all zero.
///
/// Errors: 'type when there is no such list, 'wsfull.
pub fn list(t: i8, n: usize) -> Result<K> {
    list_with_room(t, n, n)
}

fn list_with_room(t: i8, n: usize, room: usize) -> Result<K> {
    let count = i64::try_from(n).map_err(|_| length_error())?;
    // What is too much for any machine is refused there, too.
    let bytes = room.saturating_mul(width(t).ok_or_else(type_error)?);
    meter::check(bytes)?;
    if bytes >= LARGE && !room::is_there(bytes) {
        return Err(Error::new("wsfull"));
    }
    let x = make(t, bytes);
    // SAFETY: `x` was just made.
    unsafe { (*x).body.n = count };
    Ok(x)
}

/// Is an item of type `b` one of type `a`, byte by byte? Pointers are what they are.
pub fn is_alike(a: i8, b: i8) -> bool {
    let is_plain = |t| (1..=19).contains(&t) && t != SYMBOLS;
    a == b || is_plain(a) && is_plain(b) && width(a) == width(b)
}

/// An object that stands for a value of type `t`.
pub fn holding(t: i8, value: Value) -> K {
    let x = make(t, 0);
    // SAFETY: `x` was just made.
    unsafe {
        (*x).mark = HOLDS;
        (*x).body.held = Box::into_raw(Box::new(value));
    }
    x
}

/// The value that an object stands for, if it does.
///
/// # Safety
///
/// `x` is an object that somebody holds.
pub unsafe fn held<'a>(x: K) -> Option<&'a Value> {
    // SAFETY: the mark tells which part of the body is in use; the box lives as long as the object.
    unsafe { ((*x).mark == HOLDS).then(|| &*(*x).body.held) }
}

/// The items of a list as a slice of `T`, as many as its count says and its room has.
///
/// # Safety
///
/// `x` is a list whose items are `T`, which nobody changes meanwhile.
pub unsafe fn items<'a, T>(x: K) -> &'a [T] {
    // SAFETY: passed on.
    unsafe { std::slice::from_raw_parts(start(x).cast(), count(x).min((*room(x)).bytes / size_of::<T>())) }
}

/// The items of a list, to be written.
///
/// # Safety
///
/// As [`items`], and nobody else looks at them.
pub unsafe fn items_mut<'a, T>(x: K) -> &'a mut [T] {
    // SAFETY: passed on.
    unsafe {
        std::slice::from_raw_parts_mut(start(x).cast(), count(x).min((*room(x)).bytes / size_of::<T>()))
    }
}

/// Where the items of a list begin.
///
/// # Safety
///
/// `x` is an object.
pub unsafe fn start(x: K) -> *mut u8 {
    // SAFETY: items follow the header.
    unsafe { x.add(1).cast() }
}

/// # Safety
///
/// `x` is an object.
unsafe fn room(x: K) -> *mut Room {
    // SAFETY: every object has its room before it.
    unsafe { x.cast::<u8>().sub(HEAD).cast() }
}

/// A list's count.
///
/// # Safety
///
/// `x` is a list.
pub unsafe fn count(x: K) -> usize {
    // SAFETY: passed on.
    usize::try_from(unsafe { (*x).body.n }).unwrap_or(0)
}

/// The domain of an enumeration that we made.
///
/// # Safety
///
/// `x` is an object.
pub unsafe fn domain(x: K) -> Sym {
    // SAFETY: passed on.
    Sym::from_id(unsafe { (*room(x)).domain })
}

/// # Safety
///
/// `x` is an object.
pub unsafe fn set_domain(x: K, domain: Sym) {
    // SAFETY: passed on.
    unsafe { (*room(x)).domain = domain.id() }
}

/// One more holds it.
///
/// # Safety
///
/// `x` is an object that somebody holds.
pub unsafe fn hold(x: K) -> K {
    // SAFETY: passed on.
    unsafe { (*x).r.fetch_add(1, Ordering::Relaxed) };
    x
}

/// One less holds it; the last lets go of what is inside.
///
/// # Safety
///
/// `x` is an object that the caller holds, and will not look at any more; or null.
pub unsafe fn release(x: K) {
    // Objects within objects wait here: they may be nested deeply.
    let mut gone = vec![x];
    while let Some(x) = gone.pop() {
        // SAFETY: the caller holds `x`; what is inside is held by what it is in.
        unsafe {
            if x.is_null() || (*x).r.fetch_sub(1, Ordering::AcqRel) > 0 {
                continue;
            }
            match (*x).t {
                _ if (*x).mark == HOLDS => drop(Box::from_raw((*x).body.held)),
                LIST | DICTIONARY => gone.extend_from_slice(items::<K>(x)),
                TABLE => gone.push((*x).body.k),
                FOREIGN => give_back(x),
                _ => {}
            }
            dealloc(x.cast::<u8>().sub(HEAD), layout((*room(x)).bytes));
        }
    }
}

/// Foreign code gives back what it made: its first item is the function that does.
///
/// # Safety
///
/// `x` is a foreign object that nobody holds any more.
unsafe fn give_back(x: K) {
    // SAFETY: the library that made `x` a foreign object made it so.
    unsafe {
        if let [first, ..] = *items::<K>(x)
            && !first.is_null()
        {
            let destroy = std::mem::transmute::<K, extern "C" fn(K) -> K>(first);
            destroy(x);
        }
    }
}

/// Makes room for more items in the list at `x`, which may move; its new count is `n`, of which those that were there
/// keep what they are.
///
/// Errors: 'type when it is no list, 'wsfull.
///
/// # Safety
///
/// `x` points to a list that the caller holds.
pub unsafe fn resize(x: &mut K, n: usize) -> Result<()> {
    // SAFETY: passed on; the new list is ours until it is shown.
    unsafe {
        let (old, size) = (*x, width((**x).t).ok_or_else(type_error)?);
        let (has, fits) = (count(old), (*room(old)).bytes / size);
        if n <= fits {
            (*old).body.n = i64::try_from(n).map_err(|_| length_error())?;
            return Ok(());
        }
        let new = list_with_room((*old).t, n, n.saturating_add(n / 2).max(8))?;
        set_domain(new, domain(old));
        std::ptr::copy_nonoverlapping(start(old), start(new), has.min(n) * size);
        if (*old).t == LIST {
            // The items of the new list are held by it, too, before the old one lets go of them.
            items::<K>(new)[..has.min(n)].iter().filter(|x| !x.is_null()).for_each(|x| _ = hold(*x));
        }
        release(old);
        *x = new;
    }
    Ok(())
}

/// A general list of objects that the caller holds, and holds on to when there is an error.
///
/// Errors: 'wsfull.
pub fn list_of(objects: &[K]) -> Result<K> {
    let x = list(LIST, objects.len())?;
    // SAFETY: just made.
    unsafe { items_mut::<K>(x).copy_from_slice(objects) };
    Ok(x)
}

/// A dictionary: two objects that the caller holds.
pub fn dictionary(keys: K, values: K) -> K {
    let x = make(DICTIONARY, 2 * size_of::<K>());
    // SAFETY: just made, with room for two.
    unsafe {
        (*x).body.n = 2;
        items_mut::<K>(x).copy_from_slice(&[keys, values]);
    }
    x
}
