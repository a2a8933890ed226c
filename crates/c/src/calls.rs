//! Calls across the border: q calls C code, C code calls back, and errors go both ways.
#![allow(unsafe_code, reason = "calls of C functions")]

use crate::convert;
use crate::object::{self, K};
use crate::symbols;
use quarry_lang::native::Native;
use quarry_lang::vm::Vm;
use quarry_value::error::rank_error;
use quarry_value::{Error, Foreign, Result, Sym, Value};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// C functions take at most so many arguments, as q's do.
pub const MOST: usize = 8;

thread_local! {
    /// The evaluator that called C code on this thread.
    static VM: Cell<*mut Vm> = const { Cell::new(null_mut()) };
    /// What C code signalled: text that stays.
    static SIGNAL: Cell<*const c_char> = const { Cell::new(null()) };
    /// An error that C code cannot stop: the process ends, say.
    static UNSTOPPABLE: RefCell<Option<Error>> = const { RefCell::new(None) };
    /// A defect of ours, met in a callback: it cannot unwind through C code, and goes on above it.
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = const { RefCell::new(None) };
}

/// A function of C code. It is there as long as the process, for libraries are never unloaded.
#[derive(Clone, Copy)]
pub struct Code(*const c_void);

// SAFETY: the address of code, which threads share.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

/// A C function of so many arguments as a value of q.
///
/// Errors: 'rank when there are none, or more than eight.
///
/// # Safety
///
/// `code` is a function of that many K arguments that answers a K, and is never unloaded.
pub unsafe fn function(code: *const c_void, rank: usize) -> Result<Value> {
    if !(1..=MOST).contains(&rank) {
        return Err(rank_error().detail("a C function takes one to eight arguments"));
    }
    let code = Code(code);
    // SAFETY: the caller says so; the evaluator passes `rank` arguments.
    let call = move |vm: &mut Vm, args: &[Value]| unsafe { call(code, vm, args) };
    let native = Native { rank, call: Box::new(call) };
    Ok(Value::Foreign(Arc::new(Foreign { name: "code".into(), object: Box::new(native) })))
}

/// # Safety
///
/// As [`function`]; there are as many arguments as `code` takes.
unsafe fn call(code: Code, vm: &mut Vm, args: &[Value]) -> Result<Value> {
    let mut given: Vec<K> = Vec::with_capacity(args.len());
    let made = args.iter().try_for_each(|x| convert::to_object(x).map(|x| given.push(x)));
    let answer = made.and_then(|()| {
        // SAFETY: as many arguments as the function takes, all of them held by us.
        answered(vm, || unsafe { enter(code, &given) })
    });
    // SAFETY: the function does not own its arguments.
    given.iter().for_each(|x| unsafe { object::release(*x) });
    answer
}

/// What C code answers, with an evaluator at hand.
fn answered(vm: &mut Vm, run: impl FnOnce() -> K) -> Result<Value> {
    let before = VM.replace(vm);
    // The code may call us back, and we other code: what it has signalled by then stays its own.
    let outer = SIGNAL.replace(null());
    let x = run();
    VM.set(before);
    let signal = SIGNAL.replace(outer);
    if let Some(panic) = PANIC.take() {
        resume_unwind(panic);
    }
    if let Some(e) = UNSTOPPABLE.take() {
        // SAFETY: the answer is ours.
        unsafe { object::release(x) };
        return Err(e);
    }
    if x.is_null() {
        // SAFETY: what was signalled is text that stays.
        return if signal.is_null() {
            Ok(Value::identity())
        } else {
            Err(Error::text(unsafe { convert::text(signal) }))
        };
    }
    // SAFETY: the answer is ours.
    unsafe {
        let value = convert::to_value(x);
        object::release(x);
        value
    }
}

macro_rules! by_count {
    ($code:expr, $args:expr, $($n:literal: $($a:ident)*;)*) => {
        match $args {
            $([$($a),*] => {
                let f = std::mem::transmute::<*const c_void, extern "C" fn($(by_count!(@ $a)),*) -> K>($code.0);
                f($(*$a),*)
            })*
            _ => null_mut(),
        }
    };
    (@ $a:ident) => { K };
}

/// # Safety
///
/// `code` is a function of as many arguments as there are, all of them objects that the caller holds.
unsafe fn enter(code: Code, args: &[K]) -> K {
    // SAFETY: the caller says that the function takes as many arguments as there are.
    unsafe {
        by_count!(code, args,
            1: a; 2: a b; 3: a b c; 4: a b c d; 5: a b c d e; 6: a b c d e f; 7: a b c d e f g;
            8: a b c d e f g h;
        )
    }
}

/// Calls back into the evaluator that called us; `None` where there is none: on a thread of the library's own.
pub fn back<T>(f: impl FnOnce(&mut Vm) -> T) -> Option<T> {
    let vm = VM.get();
    // SAFETY: the evaluator waits for the C code that we are in, and nobody else uses it.
    let vm = unsafe { vm.as_mut() }?;
    match catch_unwind(AssertUnwindSafe(|| f(vm))) {
        Ok(answer) => Some(answer),
        Err(panic) => {
            PANIC.set(Some(panic));
            None
        }
    }
}

/// What C code gets of a callback: an object, or null and a signal.
pub fn answer_or_signal(outcome: Option<Result<Value>>) -> K {
    match outcome.unwrap_or_else(elsewhere).and_then(|v| convert::to_object(&v)) {
        Ok(x) => x,
        Err(e) => signal_error(e),
    }
}

/// As [`answer_or_signal`], but an error is an object.
pub fn answer_or_error(outcome: Option<Result<Value>>) -> K {
    match outcome.unwrap_or_else(elsewhere).and_then(|v| convert::to_object(&v)) {
        Ok(x) => x,
        Err(e) => {
            let text = kept(&e);
            keep_unstoppable(e);
            error_object(text)
        }
    }
}

/// What C code gets that calls back from a thread of its own.
pub fn elsewhere<T>() -> Result<T> {
    Err(Error::new("thread").detail("C code may evaluate only on the thread that q called it on"))
}

fn kept(e: &Error) -> *const c_char {
    symbols::text(Sym::new(e.word()))
}

/// Keeps an error that goes on above the C code, whatever that does.
pub fn keep_unstoppable(e: Error) {
    if !e.is_catchable() {
        UNSTOPPABLE.set(Some(e));
    }
}

/// Signals an error; null.
pub fn signal_error(e: Error) -> K {
    let text = kept(&e);
    keep_unstoppable(e);
    signal(text)
}

/// Signals text that stays; null.
pub fn signal(text: *const c_char) -> K {
    SIGNAL.set(text);
    null_mut()
}

/// An error as an object.
fn error_object(text: *const c_char) -> K {
    let x = object::atom(object::ERROR);
    // SAFETY: just made.
    unsafe { (*x).body.s = text };
    x
}

/// The error that was signalled, as an object; it is not signalled any more.
pub fn take_signal() -> K {
    error_object(SIGNAL.replace(null()))
}

/// A C function that reads from a descriptor, as a value.
///
/// # Safety
///
/// `code` is a function of a descriptor that answers a K, and is never unloaded.
pub unsafe fn reader(code: *const c_void) -> Value {
    let code = Code(code);
    let call = move |vm: &mut Vm, args: &[Value]| {
        let d = args.first().and_then(Value::as_long).and_then(|d| i32::try_from(d).ok()).unwrap_or(-1);
        let code = &code;
        answered(vm, || {
            // SAFETY: the caller says so.
            let f = unsafe { std::mem::transmute::<*const c_void, extern "C" fn(i32) -> K>(code.0) };
            f(d)
        })
    };
    let native = Native { rank: 1, call: Box::new(call) };
    Value::Foreign(Arc::new(Foreign { name: "code".into(), object: Box::new(native) }))
}
