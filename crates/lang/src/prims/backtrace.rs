//! Backtraces: `.Q.bt`; traps that keep them, `.Q.trp` and `.Q.trpd`; their text, `.Q.sbt`.
//!
//! A backtrace is a list of levels, the innermost first, and a level the list `(code;(name;file;line;text);place;number)`
//! that tools take apart: `code` is the trap for the level of a trap and `::` for any other, so that what lies below one
//! can be cut off; `line` is where the text begins in the file, from 1, and -1 for none; so is `place`, in the text. The
//! text of a script that is being loaded is `\l` and its file.

use crate::report;
use crate::vm::Vm;
use crate::vm::frames::{LOAD, Level};
use quarry_value::{Error, Frame, Result, Sym, Value, error::type_error};

impl Vm {
    /// The error that `'x` signals: a symbol or string `x` is its word. `'(x;y)` has the levels `y` of a backtrace, too,
    /// so that what was trapped is signalled again as it was.
    ///
    /// Errors: 'stype.
    /// Source: ref/signal; stackoverflow.com/questions/65303811 for backtraces.
    pub(crate) fn signal(&self, x: &Value) -> Error {
        let word = |x: &Value| match x {
            Value::Sym(s) => Some(Error::text(s.bytes())),
            _ if x.is_list() => x.as_text().map(Error::text),
            _ => None,
        };
        let again = || {
            let (head, levels) = (x.at(0), x.at(1));
            let frames = levels.items().map(|l| frame_of(&l)).collect::<Option<Vec<_>>>()?;
            Some((word(&head)?, frames)).filter(|_| levels.is_list())
        };
        let pair = matches!(x, Value::List(l) if l.len() == 2);
        match word(x) {
            Some(e) => e,
            None if pair && let Some((e, frames)) = again() => self.with_levels(e, frames),
            None => Error::new("stype").detail("only a symbol or a string can be signalled"),
        }
    }

    /// `e` with `levels`, but for those at their end that are still being evaluated: `e` is about to leave them itself.
    fn with_levels(&self, mut e: Error, mut levels: Vec<(usize, Frame)>) -> Error {
        let live = self.live_frames();
        let is_live = |(number, f): &(usize, Frame)| {
            live.iter().any(|l| l.level == Some(*number) && l.source == f.source)
        };
        while levels.pop_if(|l| is_live(l)).is_some() {}
        for (number, frame) in levels {
            e.push(Frame { level: Some(number), ..frame });
        }
        e
    }
}

/// `.Q.trp[f;x;g]`: `f x`; when that fails, `g` of the error's text and the backtrace.
///
/// Source: ref/dotq.
pub fn trap_at(vm: &mut Vm, f: &Value, x: &Value, g: &Value) -> Result<Value> {
    trap_level(vm, Some("(.Q.trp)"), g, |vm| vm.apply(f, std::slice::from_ref(x)))
}

/// `.Q.trpd[f;x;g]`: the same for a list of arguments.
///
/// Source: ref/dotq.
pub fn trap(vm: &mut Vm, f: &Value, x: &Value, g: &Value) -> Result<Value> {
    trap_as(vm, Some("(.Q.trpd)"), f, x, g)
}

/// `-105!(f;x;g)`: `.Q.trpd[f;x;g]`, without a level of its own.
///
/// Source: finos/kdb, jshinonome/vscode-q.
pub fn trap_bare(vm: &mut Vm, f: &Value, x: &Value, g: &Value) -> Result<Value> {
    trap_as(vm, None, f, x, g)
}

fn trap_as(vm: &mut Vm, name: Option<&'static str>, f: &Value, x: &Value, g: &Value) -> Result<Value> {
    let args: Vec<Value> = if x.is_list() { x.items().collect() } else { vec![x.clone()] };
    trap_level(vm, name, g, |vm| vm.apply(f, &args))
}

fn trap_level(
    vm: &mut Vm,
    name: Option<&'static str>,
    g: &Value,
    work: impl FnOnce(&mut Vm) -> Result<Value>,
) -> Result<Value> {
    let result = vm.trapping(|vm| {
        // The levels below are still there: they are listed under those that the error has left.
        let work = |vm: &mut Vm| work(vm).map_err(|e| (levels(vm, &e), e));
        match name {
            Some(name) => vm.as_level(Level::Native(name), work),
            None => work(vm),
        }
    });
    match result {
        Err((levels, e)) if vm.may_trap(&e) => vm.apply(g, &[Value::chars(e.word()), levels]),
        other => other.map_err(|(_, e)| e),
    }
}

/// A backtrace as a value: the levels of an error, then those that are still being evaluated.
fn levels(vm: &Vm, e: &Error) -> Value {
    let live = vm.live_frames();
    let lowest = live.first().and_then(|f| f.level).map_or(0, |n| n + 1);
    let depth = e.trace().len();
    let number = |i: usize, f: &Frame| f.level.unwrap_or(lowest + depth - 1 - i);
    let left = e.trace().iter().enumerate().map(|(i, f)| level(vm, number(i, f), f));
    let below = live.iter().map(|f| level(vm, f.level.unwrap_or(0), f));
    Value::list(left.chain(below).collect())
}

fn level(vm: &Vm, number: usize, frame: &Frame) -> Value {
    let trap =
        frame.source.strip_prefix('(').and_then(|s| s.strip_suffix(')')).filter(|_| frame.at.is_none());
    let code = trap.and_then(|name| vm.get(Sym::new(name))).unwrap_or_else(Value::identity);
    let at = frame.at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1);
    let text = |s: &str| Value::chars(s.as_bytes());
    let (file, line) = frame.place.as_ref().map_or(("", -1), |(file, line)| (file, *line));
    let source = if is_load(frame) { format!("\\l {file}") } else { frame.source.clone() };
    let place = vec![text(&frame.name), text(file), Value::long(line), text(&source)];
    Value::list(vec![code, Value::list(place), Value::long(at), Value::long(number as i64)])
}

/// Is this the level of a script that is being loaded?
fn is_load(frame: &Frame) -> bool {
    frame.at.is_none() && frame.source == LOAD
}

/// ``.Q.Ll` ``: the levels of what is being evaluated, as a trap gives them.
///
/// Source: jasraj/kdb-common, finos/kdb.
pub fn live(vm: &mut Vm) -> Result<Value> {
    let live = vm.live_frames();
    Ok(Value::list(live.iter().map(|f| level(vm, f.level.unwrap_or(0), f)).collect()))
}

/// `.Q.btx x`: levels taken apart, as they are already.
///
/// Errors: 'type.
/// Source: jasraj/kdb-common, finos/kdb.
pub fn parts(x: &Value) -> Result<Value> {
    if !x.is_list() || !x.items().all(|level| frame_of(&level).is_some()) {
        return Err(type_error());
    }
    Ok(x.clone())
}

/// `.Q.bt[]`: writes the backtrace of what is being evaluated to the console.
///
/// Source: ref/dotq.
pub fn print(vm: &mut Vm) -> Result<Value> {
    let text = vm.backtrace();
    vm.host.out(&text);
    Ok(Value::identity())
}

/// `.Q.sbt x`: a backtrace as text, with a caret under each place.
///
/// Errors: 'type.
/// Source: ref/dotq.
pub fn text(x: &Value) -> Result<Value> {
    let mut out = Vec::new();
    for level in x.items() {
        let (number, frame) = frame_of(&level).ok_or_else(type_error)?;
        out.extend(report::level("  ", number, &frame));
    }
    Ok(Value::chars(out))
}

/// The level that [`level`] made a value of.
fn frame_of(level: &Value) -> Option<(usize, Frame)> {
    if level.count() != 4 {
        return None;
    }
    let place = level.at(1);
    if place.count() != 4 {
        return None;
    }
    let text = |i: usize| place.at(i).as_text().map(|t| String::from_utf8_lossy(t).into_owned());
    let at = usize::try_from(level.at(2).as_long()?).ok();
    let number = usize::try_from(level.at(3).as_long()?).ok()?;
    let line = place.at(2).as_long()?;
    let (name, file, source) = (text(0)?, text(1)?, text(3)?);
    let source = if at.is_none() && source.starts_with("\\l ") { LOAD.to_string() } else { source };
    Some((number, Frame { name, place: (line >= 0).then_some((file, line)), source, at, level: None }))
}
