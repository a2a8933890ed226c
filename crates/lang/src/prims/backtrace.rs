//! Traps that keep the backtrace: `.Q.trp`, `.Q.trpd`, and its text, `.Q.sbt`.
//!
//! A backtrace is a list of levels, the innermost first; a level is its number, the file or function, the source
//! text and the place in it (-1: none).

use crate::vm::Vm;
use quarry_value::{Error, Frame, Result, Value, error::type_error};

/// `.Q.trp[f;x;g]`: `f x`; when that fails, `g` of the error's text and the backtrace.
///
/// Source: ref/dotq.
pub fn trap_at(vm: &mut Vm, f: &Value, x: &Value, g: &Value) -> Result<Value> {
    let result = vm.apply(f, std::slice::from_ref(x));
    trapped(vm, result, g, "(.Q.trp)")
}

/// `.Q.trpd[f;x;g]`: the same for a list of arguments.
///
/// Source: ref/dotq.
pub fn trap(vm: &mut Vm, f: &Value, x: &Value, g: &Value) -> Result<Value> {
    let args: Vec<Value> = if x.is_list() { x.items().collect() } else { vec![x.clone()] };
    let result = vm.apply(f, &args);
    trapped(vm, result, g, "(.Q.trpd)")
}

fn trapped(vm: &mut Vm, result: Result<Value>, g: &Value, name: &str) -> Result<Value> {
    match result {
        Err(e) if e.is_catchable() => {
            let levels = levels(&e, name);
            vm.apply(g, &[Value::chars(e.word()), levels])
        }
        other => other,
    }
}

fn levels(e: &Error, name: &str) -> Value {
    let depth = e.trace().len();
    // Level 0 is the line that called the trap; it is not unwound, so not listed.
    let level = |i: usize, frame: &Frame| {
        let at = i64::try_from(frame.at).unwrap_or(-1);
        let (origin, source) = (Value::chars(frame.origin.as_bytes()), Value::chars(frame.source.as_bytes()));
        Value::list(vec![Value::long((depth - i + 1) as i64), origin, source, Value::long(at)])
    };
    let mut levels: Vec<Value> = e.trace().iter().enumerate().map(|(i, f)| level(i, f)).collect();
    let own = [Value::long(1), Value::chars(Vec::new()), Value::chars(name.as_bytes()), Value::long(-1)];
    levels.push(Value::list(own.to_vec()));
    Value::list(levels)
}

/// `.Q.sbt x`: a backtrace as text, with a caret under each place.
///
/// Errors: 'type.
/// Source: ref/dotq.
pub fn text(x: &Value) -> Result<Value> {
    let mut out = Vec::new();
    for level in x.items() {
        let (Some(number), Some(origin), Some(source), Some(at)) = parts(&level) else {
            return Err(type_error());
        };
        show(&mut out, number, &origin, &source, at);
    }
    Ok(Value::chars(out))
}

type Parts = (Option<i64>, Option<Vec<u8>>, Option<Vec<u8>>, Option<i64>);

fn parts(level: &Value) -> Parts {
    if level.count() != 4 {
        return (None, None, None, None);
    }
    let text = |i: usize| level.at(i).as_text().map(<[u8]>::to_vec);
    (level.at(0).as_long(), text(1), text(2), level.at(3).as_long())
}

fn show(out: &mut Vec<u8>, number: i64, origin: &[u8], source: &[u8], at: i64) {
    let mut head = format!("  [{number}]  ").into_bytes();
    if !origin.is_empty() {
        head.extend_from_slice(origin);
        head.push(b' ');
    }
    let place = usize::try_from(at).map_or(0, |at| at.min(source.len()));
    let start = source[..place].iter().rposition(|&c| c == b'\n').map_or(0, |i| i + 1);
    let end = source[place..].iter().position(|&c| c == b'\n').map_or(source.len(), |i| place + i);
    let indent = head.len() + place - start;
    out.extend_from_slice(&head);
    out.extend_from_slice(&source[start..end]);
    out.push(b'\n');
    if at >= 0 {
        out.extend(std::iter::repeat_n(b' ', indent));
        out.push(b'^');
    }
    out.push(b'\n');
}
