//! `\t`, `\ts` and `\w`: how long, how much.

use super::{bad, integer};
use crate::host::Memory;
use crate::vm::Vm;
use quarry_value::memory::{self, Domain};
use quarry_value::{Error, Result, Sym, Value, error, meter};

/// `\t`: the timer's period; `\t n` sets it; `\t expr` and `\t:n expr` answer milliseconds.
pub fn time(vm: &mut Vm, word: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::int(i32::try_from(vm.settings.timer_ms).unwrap_or(i32::MAX)));
    }
    if let (b"t", Some(ms)) = (word, integer(text)) {
        vm.settings.timer_ms = ms.max(0);
        return Ok(Value::identity());
    }
    let (ns, _) = measure(vm, word, text)?;
    Ok(Value::long(ns / 1_000_000))
}

/// `\ts expr`, `\ts:n expr`: milliseconds, and the most bytes held above what was held before.
pub fn time_and_space(vm: &mut Vm, word: &[u8], text: &[u8]) -> Result<Value> {
    let (ns, bytes) = measure(vm, word, text)?;
    Ok(Value::longs(vec![ns / 1_000_000, bytes]))
}

/// `-34!(f;args)`, `.Q.ts[f;args]`: milliseconds and bytes of `f . args`, and its result.
///
/// Errors: 'type, 'length; whatever `f` signals. Source: ref/dotq.
pub fn time_and_space_of(vm: &mut Vm, x: &Value) -> Result<Value> {
    if !x.is_list() || x.count() != 2 {
        return Err(error::type_error().detail("a function and its arguments"));
    }
    let (before, start) = (restart_peak(), vm.host.elapsed());
    let result = crate::operators::dot(vm, &[x.at(0), x.at(1)])?;
    let (ms, bytes) = passed(vm, before, start);
    Ok(Value::list(vec![Value::longs(vec![ms / 1_000_000, bytes]), result]))
}

/// Nanoseconds since `start`, and the most bytes held above `before`.
fn passed(vm: &Vm, before: usize, start: i64) -> (i64, i64) {
    let ns = vm.host.elapsed().saturating_sub(start).max(0);
    let peak = meter::peak() + memory::store().map_or(0, |s| s.peak());
    (ns, peak.saturating_sub(before) as i64)
}

/// Starts a new peak in every memory domain; the bytes in use in all of them.
fn restart_peak() -> usize {
    let filed = memory::store().map_or(0, |s| {
        s.restart_peak();
        s.used()
    });
    meter::restart_peak() + filed
}

/// Runs `text`, an expression or a system command (`\ts \l a.q`), as often as the word says (`t:10`): nanoseconds and bytes.
fn measure(vm: &mut Vm, word: &[u8], text: &[u8]) -> Result<(i64, i64)> {
    let turns = turns(word)?;
    let text = &vm.typed(text).into_owned()[..];
    let (before, start) = (restart_peak(), vm.host.elapsed());
    vm.run_turns(text, turns)?;
    Ok(passed(vm, before, start))
}

fn turns(word: &[u8]) -> Result<i64> {
    match word.iter().position(|&c| c == b':') {
        None => Ok(1),
        Some(at) => integer(&word[at + 1..])
            .filter(|n| *n >= 0)
            .ok_or_else(|| bad(word, "a number of times, as in \\t:10")),
    }
}

/// `\w`: bytes in use, held, most ever held, limit, mapped, and of the machine; `\w 0` counts symbols.
pub fn workspace(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    match integer(text) {
        None if text.is_empty() => Ok(Value::longs(memory(vm).to_vec())),
        None => Err(bad(text, "nothing, 0, 1, or megabytes")),
        Some(n) if n == 0 || n == 1 || n > MEGABYTES_MAX => Ok(Value::longs(symbols().to_vec())),
        Some(_) if vm.settings.memory_mb == 0 => Err(Error::text("-w init via cmd line")
            .detail("only a limit that q was started with, by -w, can be changed")),
        Some(mb) => {
            vm.settings.memory_mb = vm.settings.memory_mb.max(mb);
            meter::set_limit((vm.settings.memory_mb as usize) << 20);
            Ok(Value::long(vm.settings.memory_mb.saturating_mul(1 << 20)))
        }
    }
}

/// The most megabytes whose bytes a long holds.
const MEGABYTES_MAX: i64 = i64::MAX >> 20;

/// The six numbers of `\w`, of the memory domain where the thread allocates. Only domain 0 has a limit.
pub fn memory(vm: &Vm) -> [i64; 6] {
    let of = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let Memory { held, most_held, machine } = vm.host.memory();
    if let (Domain::Filed, Some(store)) = (memory::current(), memory::store()) {
        let (held, most_held) = store.held();
        return [of(store.used()), of(held), of(most_held), 0, of(meter::mapped()), of(machine)];
    }
    let used = meter::used();
    let limit = vm.settings.memory_mb << 20;
    [of(used), of(held.max(used)), of(most_held.max(used)), limit, of(meter::mapped()), of(machine)]
}

/// Symbols interned, and the bytes of their texts.
pub fn symbols() -> [i64; 2] {
    let n = Sym::interned();
    let bytes: usize = (0..n as u32).map(|id| Sym::from_id(id).bytes().len() + 16).sum();
    [n as i64, bytes as i64]
}
