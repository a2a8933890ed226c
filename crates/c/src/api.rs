//! The functions of the C interface, by the names that libraries look for. Each says which of its arguments it takes from
//! its caller; the others stay the caller's.
//!
//! Source: interfaces/capiref.
#![allow(unsafe_code, reason = "functions that C code calls with pointers")]
#![allow(
    clippy::missing_safety_doc,
    reason = "arguments are K objects that the caller holds, and texts that end with a zero"
)]

use crate::calls::{self, answer_or_error, answer_or_signal, back, signal, signal_error};
use crate::convert::{self, text, to_value};
use crate::descriptor;
use crate::object::{self, DICTIONARY, K, LIST, SYMBOLS, TABLE, UNARY};
use crate::symbols;
use quarry_value::error::{length_error, rank_error, type_error};
use quarry_value::{Kind, Prim, Result, Sym, Value, calendar, room, wire};
use std::ffi::{c_char, c_int, c_longlong, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};

const GUID: i8 = 2;
const CHARS: i8 = 10;
const BYTES: i8 = 4;

macro_rules! atoms {
    ($($name:ident($from:ty) $t:literal $field:ident as $to:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(x: $from) -> K {
            let k = object::atom($t);
            // SAFETY: just made, with this type.
            unsafe { (*k).body.$field = x as $to };
            k
        }
    )*};
}

atoms! {
    kb(c_int) -1 g as u8;
    kg(c_int) -4 g as u8;
    kh(c_int) -5 h as i16;
    ki(c_int) -6 i as i32;
    kj(c_longlong) -7 j as i64;
    ke(f64) -8 e as f32;
    kf(f64) -9 f as f64;
    kc(c_int) -10 g as u8;
    kd(c_int) -14 i as i32;
    kz(f64) -15 f as f64;
    kt(c_int) -19 i as i32;
}

/// An atom of a type, zero.
#[unsafe(no_mangle)]
pub extern "C" fn ka(t: c_int) -> K {
    match i8::try_from(t) {
        Ok(t) if t == -GUID => object::guid([0; 16]),
        Ok(t @ (..=-1 | UNARY)) => object::atom(t),
        _ => signal_error(type_error()),
    }
}

/// A symbol.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ks(s: *const c_char) -> K {
    let k = object::atom(-SYMBOLS);
    // SAFETY: just made, with this type; the text is the caller's.
    unsafe { (*k).body.s = ss(s) };
    k
}

/// A guid.
#[unsafe(no_mangle)]
pub extern "C" fn ku(bytes: Guid) -> K {
    object::guid(bytes.0)
}

#[repr(C)]
pub struct Guid([u8; 16]);

/// An atom of a type: a timestamp (-12), a timespan (-16), or another number.
#[unsafe(no_mangle)]
pub extern "C" fn ktj(t: c_int, j: c_longlong) -> K {
    let t = match i8::try_from(t) {
        Ok(t @ -19..=-1) if t != -GUID && t != -SYMBOLS => t,
        _ => return signal_error(type_error()),
    };
    let k = object::atom(t);
    // SAFETY: just made, with this type.
    unsafe { (*k).body.j = j };
    k
}

/// A list of a type; its items are zero.
#[unsafe(no_mangle)]
pub extern "C" fn ktn(t: c_int, n: c_longlong) -> K {
    let (Ok(t), Ok(n)) = (i8::try_from(t), usize::try_from(n)) else { return signal_error(type_error()) };
    object::list(t, n).unwrap_or_else(signal_error)
}

/// A string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kp(s: *const c_char) -> K {
    // SAFETY: the text is the caller's.
    string(unsafe { text(s) })
}

/// A string of `n` characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kpn(s: *const c_char, n: c_longlong) -> K {
    // SAFETY: the caller's text has as many characters.
    string(unsafe { characters(s, n) })
}

unsafe fn characters<'a>(s: *const c_char, n: c_longlong) -> &'a [u8] {
    match usize::try_from(n) {
        // SAFETY: the caller's text has as many characters.
        Ok(n) if !s.is_null() => unsafe { std::slice::from_raw_parts(s.cast(), n) },
        _ => &[],
    }
}

fn string(text: &[u8]) -> K {
    bytes(CHARS, text)
}

fn bytes(t: i8, bytes: &[u8]) -> K {
    let made = object::list(t, bytes.len()).inspect(|k| {
        // SAFETY: just made, with room for them.
        unsafe { object::items_mut::<u8>(*k).copy_from_slice(bytes) };
    });
    made.unwrap_or_else(signal_error)
}

/// The symbol with a text, as symbols are in lists and atoms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ss(s: *const c_char) -> *const c_char {
    // SAFETY: the text is the caller's.
    symbols::text(Sym::new(unsafe { text(s) }))
}

/// As `ss`, of the first `n` characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sn(s: *const c_char, n: c_int) -> *const c_char {
    // SAFETY: the caller's text has as many characters.
    symbols::text(Sym::new(unsafe { characters(s, n.into()) }))
}

/// One more holds it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn r1(x: K) -> K {
    // SAFETY: the caller holds it.
    if x.is_null() { x } else { unsafe { object::hold(x) } }
}

/// The caller lets go of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn r0(x: K) {
    // SAFETY: the caller holds it.
    unsafe { object::release(x) }
}

/// A dictionary. Takes both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xD(keys: K, values: K) -> K {
    // SAFETY: the caller gives them.
    unsafe {
        if keys.is_null() || values.is_null() {
            object::release(keys);
            object::release(values);
            return null_mut();
        }
    }
    object::dictionary(keys, values)
}

/// The table of a dictionary of columns. Takes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xT(x: K) -> K {
    // SAFETY: the caller gives it.
    unsafe {
        match columns(x) {
            Ok(()) => convert::table(x),
            Err(e) => {
                object::release(x);
                signal_error(e)
            }
        }
    }
}

/// Is it a dictionary of columns?
unsafe fn columns(x: K) -> Result<()> {
    // SAFETY: the caller holds it, and it holds what is inside.
    unsafe {
        if x.is_null() || (*x).t != DICTIONARY {
            return Err(type_error());
        }
        let &[names, columns] = object::items::<K>(x) else { return Err(type_error()) };
        if (*names).t != SYMBOLS {
            return Err(type_error());
        }
        let n = object::count(names);
        if (*columns).t != LIST {
            // Columns of one item each, all alike.
            return if (1..=76).contains(&(*columns).t) { Err(type_error()) } else { Err(length_error()) };
        }
        let columns = object::items::<K>(columns);
        if n == 0 || columns.len() != n {
            return Err(length_error());
        }
        if columns.iter().any(|c| c.is_null() || !(0..=76).contains(&(**c).t) && (**c).t != TABLE) {
            return Err(type_error());
        }
        let n = rows(columns[0]);
        if columns.iter().any(|c| rows(*c) != n) { Err(length_error()) } else { Ok(()) }
    }
}

/// How many rows a column has, which may be a table.
unsafe fn rows(column: K) -> usize {
    // SAFETY: the caller holds it, and it holds what is inside.
    unsafe {
        let mut x = column;
        while (*x).t == TABLE
            && let &[_, columns] = object::items::<K>((*x).body.k)
            && let &[first, ..] = object::items::<K>(columns)
        {
            x = first;
        }
        object::count(x)
    }
}

/// A table without keys of one with keys. Takes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ktd(x: K) -> K {
    // SAFETY: the caller gives it.
    unsafe {
        if !x.is_null() && (*x).t == TABLE {
            return x;
        }
        let simple = room::asking(|| {
            let v = to_value(x)?;
            let (keys, values) = v.as_keyed().ok_or_else(type_error)?;
            let names = keys.names.iter().chain(&values.names).copied().collect();
            Ok(Value::table(names, keys.columns.iter().chain(&values.columns).cloned().collect()))
        });
        object::release(x);
        answer_or_signal(Some(simple))
    }
}

/// A table with its first `n` columns as keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn knt(n: c_longlong, x: K) -> K {
    let keyed = room::asking(|| {
        // SAFETY: the caller holds it.
        let v = unsafe { to_value(x) }?;
        let Value::Table(t) = &v else { return Err(type_error()) };
        let n = usize::try_from(n).map_err(|_| length_error())?;
        if n == 0 || n >= t.names.len() {
            return Ok(v);
        }
        let part = |names: &[Sym], columns: &[Value]| Value::table(names.to_vec(), columns.to_vec());
        let (keys, values) = (part(&t.names[..n], &t.columns[..n]), part(&t.names[n..], &t.columns[n..]));
        Ok(Value::dict(keys, values))
    });
    answer_or_signal(Some(keyed))
}

/// A list of items of one type as a vector, of dictionaries as a table; others as they are. Takes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vk(x: K) -> K {
    // SAFETY: the caller gives it.
    unsafe {
        if x.is_null() || (*x).t != LIST {
            return x;
        }
        let whole = room::asking(|| Ok(Value::collapse(room::collected(to_value(x)?.items()))));
        object::release(x);
        answer_or_signal(Some(whole))
    }
}

/// Item `i` of a list, null as its first item when there is none; the caller holds it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vi(x: K, i: u64) -> K {
    let item = room::asking(|| {
        // SAFETY: the caller holds it.
        let v = unsafe { to_value(x) }?;
        Ok(match usize::try_from(i).ok().filter(|i| *i < v.count()) {
            Some(i) => v.at(i),
            None if v.count() == 0 => Value::identity(),
            None => quarry_kernel::gather::pick(&v, &[i64::MIN]).at(0),
        })
    });
    answer_or_signal(Some(item))
}

/// Appends an item, which `from` points to, to a list of its type. Null and a signal when there is no room for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ja(x: *mut K, from: *const c_void) -> K {
    // SAFETY: the caller holds the list, and the item is as large as its type says.
    unsafe {
        let list = &mut *x;
        let (Some(size), n) = (object::width((**list).t), object::count(*list)) else { return *list };
        if let Err(e) = object::resize(list, n + 1) {
            return signal_error(e);
        }
        std::ptr::copy_nonoverlapping(from.cast::<u8>(), object::start(*list).add(n * size), size);
        *list
    }
}

/// Appends a symbol that `ss` gave.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn js(x: *mut K, s: *const c_char) -> K {
    // SAFETY: a symbol list has pointers.
    unsafe { ja(x, (&raw const s).cast()) }
}

/// Appends an object to a general list. Takes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jk(x: *mut K, y: K) -> K {
    // SAFETY: a general list has pointers.
    unsafe { ja(x, (&raw const y).cast()) }
}

/// Appends the items of a list of the same type, or of one whose items are as wide: bytes and characters. Null and a signal when
/// there is no room for them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jv(x: *mut K, y: K) -> K {
    // SAFETY: the caller holds both.
    unsafe {
        let list = &mut *x;
        let is_alike = object::is_alike((**list).t, (*y).t);
        let Some(size) = object::width((**list).t).filter(|_| is_alike) else { return *list };
        let (n, more) = (object::count(*list), object::count(y));
        // Appended to itself it is what it was, twice.
        let from = object::hold(y);
        let resized = object::resize(list, n + more);
        if resized.is_ok() {
            let end = object::start(*list).add(n * size);
            std::ptr::copy_nonoverlapping(object::start(from), end, more * size);
            if (**list).t == LIST {
                let new = &object::items::<K>(*list)[n..];
                new.iter().filter(|x| !x.is_null()).for_each(|x| _ = object::hold(*x));
            }
        }
        object::release(from);
        resized.map_or_else(signal_error, |()| *list)
    }
}

/// The items of a general list, for `knk`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarry_items(x: K) -> *mut K {
    // SAFETY: the caller holds it.
    unsafe { object::start(x) }.cast()
}

/// `k` and `vak`: evaluates text, or applies the function that it is; here, or where a handle leads. Takes the arguments.
/// An error is an object; of a message that nobody answers it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarry_evaluate(
    handle: c_int,
    s: *const c_char,
    arguments: *const K,
    n: c_int,
) -> K {
    let given = usize::try_from(n).unwrap_or_default();
    // SAFETY: there are as many arguments, at most as many as the caller keeps; the caller gives them.
    let outcome = unsafe {
        let arguments =
            if given == 0 { &[][..] } else { std::slice::from_raw_parts(arguments, given.min(16)) };
        let values = arguments.iter().map(|x| to_value(*x)).collect::<Result<Vec<Value>>>();
        arguments.iter().for_each(|x| object::release(*x));
        values.map(|values| (Value::chars(text(s)), values))
    };
    let outcome = outcome.and_then(|(text, arguments)| {
        if given > calls::MOST {
            return Err(rank_error());
        }
        let message = match arguments.is_empty() {
            true => text,
            false => Value::list([vec![text], arguments].concat()),
        };
        back(|vm| match handle {
            0 => vm.evaluate_message(&message),
            h => vm.apply(&Value::int(h), &[message]),
        })
        .unwrap_or_else(calls::elsewhere)
    });
    match outcome {
        Err(e) if handle < 0 => {
            calls::keep_unstoppable(e);
            null_mut()
        }
        outcome => answer_or_error(Some(outcome)),
    }
}

/// `.[x;y]`: null and a signal for an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dot(x: K, y: K) -> K {
    // SAFETY: the caller holds them.
    let both = unsafe { to_value(x).and_then(|f| Ok((f, to_value(y)?))) };
    let dot = Value::Prim(Prim::find(Kind::Binary, ".").unwrap_or(Prim::IDENTITY));
    let outcome = both.map(|(f, args)| back(|vm| vm.apply(&dot, &[f, args])));
    match outcome {
        Ok(outcome) => answer_or_signal(outcome),
        Err(e) => signal_error(e),
    }
}

/// A C function of `n` arguments as a function of q.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dl(code: *const c_void, n: c_longlong) -> K {
    // SAFETY: the caller says what its function takes.
    let function = unsafe { calls::function(code, usize::try_from(n).unwrap_or_default()) };
    answer_or_signal(Some(function))
}

/// Signals an error: the text must stay. Null.
#[unsafe(no_mangle)]
pub extern "C" fn krr(s: *const c_char) -> K {
    signal(s)
}

/// Signals an error with what the system says of its last one. Null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn orr(s: *const c_char) -> K {
    let last = std::io::Error::last_os_error();
    let reason = quarry_value::error::reason(&last);
    // SAFETY: the text is the caller's.
    let mut whole = unsafe { text(s) }.to_vec();
    if last.raw_os_error().is_some_and(|code| code != 0) {
        whole.extend_from_slice(b". OS reports: ");
        whole.extend_from_slice(reason.as_bytes());
    }
    whole.truncate(255);
    signal(symbols::text(Sym::new(whole)))
}

/// An object as it is; for null the error that was signalled, as an object, and no signal any more.
#[unsafe(no_mangle)]
pub extern "C" fn ee(x: K) -> K {
    if x.is_null() { calls::take_signal() } else { x }
}

/// The bytes of a message with an object: compressed if the mode is 3, without what readers before 2.6 do not know if it is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn b9(mode: c_int, x: K) -> K {
    let message = room::asking(|| {
        // SAFETY: the caller holds it.
        let v = unsafe { to_value(x) }?;
        if mode == 0 && wire::least_capability(&v) > 0 {
            return Err(type_error().detail("readers before 2.6 know no timestamps, timespans and guids"));
        }
        let plain = wire::message(wire::MessageKind::Async, &v)?;
        Ok(if mode == 3 { wire::compress(&plain).unwrap_or(plain) } else { plain })
    });
    message.map_or_else(signal_error, |message| bytes(BYTES, &message))
}

unsafe fn message_of<'a>(x: K) -> Option<&'a [u8]> {
    // SAFETY: the caller holds it.
    unsafe { (!x.is_null() && (*x).t == BYTES).then(|| object::items::<u8>(x)) }
}

/// What is in the bytes of a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn d9(x: K) -> K {
    // SAFETY: the caller holds it.
    let message = unsafe { message_of(x) }.ok_or_else(type_error);
    answer_or_signal(Some(message.and_then(|m| room::asking(|| wire::read_message(m)))))
}

/// Are these the bytes of a message that is not compressed?
#[unsafe(no_mangle)]
pub unsafe extern "C" fn okx(x: K) -> c_int {
    // SAFETY: the caller holds it.
    let message = unsafe { message_of(x) };
    let plain = message.filter(|m| wire::Header::parse(m).is_ok_and(|h| h.compression == 0));
    c_int::from(plain.is_some_and(|m| room::asking(|| wire::read_message(m)).is_ok()))
}

/// The date with this year, month and day, in days since 2000.
#[unsafe(no_mangle)]
pub extern "C" fn ymd(year: c_int, month: c_int, day: c_int) -> c_int {
    i32::try_from(calendar::days(year.into(), month.into(), day.into())).unwrap_or(i32::MIN)
}

/// A date as the number yyyymmdd.
#[unsafe(no_mangle)]
pub extern "C" fn dj(date: c_int) -> c_int {
    let (year, month, day) = calendar::date(date.into());
    i32::try_from(10_000 * year + 100 * month + day).unwrap_or(i32::MIN)
}

/// The version, yyyymmdd.
#[unsafe(no_mangle)]
pub extern "C" fn ver() -> c_int {
    dj(quarry_lang::native::release_date())
}

static SYMBOL_LOCK: AtomicI32 = AtomicI32::new(0);

/// Are symbols to be made under a lock? They always are; the last answer to that.
#[unsafe(no_mangle)]
pub extern "C" fn setm(m: c_int) -> c_int {
    SYMBOL_LOCK.swap(m, Ordering::Relaxed)
}

/// A thread of the library's own has nothing to give back.
#[unsafe(no_mangle)]
pub extern "C" fn m9() {}

/// Gives unused memory back to the system.
#[unsafe(no_mangle)]
pub extern "C" fn gc(_: c_longlong) -> c_longlong {
    back(|vm| vm.host.release());
    0
}

/// Calls `f` with the descriptor, on the main loop, whenever there is something to read from it; a negative number stands
/// for a descriptor that is not to wait.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sd1(d: c_int, f: *const c_void) -> K {
    let d = if d < 0 { descriptor::never_waits(d.saturating_neg()) } else { Ok(d) };
    // SAFETY: the caller's function takes one descriptor.
    let ready = unsafe { calls::reader(f) };
    let watched = d.and_then(|d| {
        let watched = back(|vm| vm.host.network().watch(d, ready)).unwrap_or_else(calls::elsewhere);
        watched.map(|()| d).inspect_err(|_| descriptor::close(d))
    });
    watched.map_or_else(signal_error, |d| ki(d))
}

/// Calls nothing any more for a descriptor, and closes it.
#[unsafe(no_mangle)]
pub extern "C" fn sd0(d: c_int) {
    sd0x(d, 1);
}

/// As `sd0`; closes it when `f` is 1.
#[unsafe(no_mangle)]
pub extern "C" fn sd0x(d: c_int, f: c_int) {
    back(|vm| vm.host.network().unwatch(d));
    if f == 1 {
        descriptor::close(d);
    }
}

// Their arguments are what the C source says; here only their addresses are taken.
unsafe extern "C" {
    fn k();
    fn vak();
    fn knk();
    fn vaknk();
}

/// Makes the linker keep what only libraries ask for.
pub fn keep() {
    let all: &[*const ()] = &[
        ka as _, kb as _, kg as _, kh as _, ki as _, kj as _, ke as _, kf as _, kc as _, kd as _, kz as _,
        kt as _, ks as _, ku as _, ktj as _, ktn as _, kp as _, kpn as _, ss as _, sn as _, r1 as _, r0 as _,
        xD as _, xT as _, ktd as _, knt as _, vk as _, vi as _, ja as _, js as _, jk as _, jv as _, dot as _,
        dl as _, krr as _, orr as _, ee as _, b9 as _, d9 as _, okx as _, ymd as _, dj as _, ver as _,
        setm as _, m9 as _, gc as _, sd1 as _, sd0 as _, sd0x as _, k as _, vak as _, knk as _, vaknk as _,
    ];
    std::hint::black_box(all);
}
