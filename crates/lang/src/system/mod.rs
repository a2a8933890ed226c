//! System commands: `\x …` at the prompt and in scripts, `system "x …"` anywhere.
//!
//! | file | commands |
//! |---|---|
//! | `mod` | the table; settings that are one number or two |
//! | `names` | `\a \v \f \b \B \d`: what a namespace holds |
//! | `timing` | `\t \ts` and the workspace `\w` |
//! | `files` | `\l \cd \r \1 \2 \q`: files, directories, the shell, processes |

pub(crate) mod files;
mod names;
mod timing;

pub use files::{home, load, shell};
pub use names::in_order;
pub use timing::{memory, time_and_space_of};

use crate::settings::Settings;
use crate::vm::Vm;
use quarry_value::{Error, Result, Value, error};

/// `system x`: the command in `text`, without the backslash.
///
/// What is not a command of q is run by the shell, and answers the lines it printed.
/// Source: ref/system, basics/syscmds.
pub fn system(vm: &mut Vm, text: &[u8]) -> Result<Value> {
    let (word, rest) = split(text);
    let known = find(word);
    // What is loaded is a file like any other. The part written in q shows pages and memory to clients under `-u`, and asks
    // for settings as it does.
    let asks = rest.is_empty() && matches!(word, b"b" | b"c" | b"C" | b"f" | b"s" | b"v" | b"w")
        || (word, rest) == (b"w", b"0");
    if (word != b"l" || rest.is_empty()) && !(asks && vm.is_in_library()) {
        vm.may_use_system()?;
    }
    let tells = matches!(word, b"a" | b"b" | b"B" | b"f" | b"t" | b"ts" | b"v" | b"w")
        && !(word == b"t" && integer(rest).is_some())
        && !(word == b"w" && integer(rest).is_some_and(|n| n > 1));
    if vm.is_worker() && vm.may_change().is_ok() && !tells && (known.is_none() || !rest.is_empty()) {
        return Err(Error::new("sys").detail("only the main thread uses the system"));
    }
    if !tells && (known.is_none() || !rest.is_empty()) {
        vm.may_change()?;
    }
    match known {
        Some(command) => (command.run)(vm, word, rest),
        None => shell(vm, text),
    }
}

/// `\x …`: as [`system`], but a comment may follow, and a shell command that prints nothing has no answer to show.
pub fn command(vm: &mut Vm, text: &[u8]) -> Result<Value> {
    let answer = system(vm, without_comment(text))?;
    let silent = matches!(&answer, Value::List(l) if l.is_empty());
    Ok(if silent { Value::identity() } else { answer })
}

/// One command: its word, and what runs it with the word as typed (`t:10`) and the rest of the line.
struct Command {
    word: &'static [u8],
    run: fn(&mut Vm, &[u8], &[u8]) -> Result<Value>,
}

const fn row(word: &'static [u8], run: fn(&mut Vm, &[u8], &[u8]) -> Result<Value>) -> Command {
    Command { word, run }
}

/// Every system command.
static COMMANDS: &[Command] = &[
    row(b"a", names::tables),
    row(b"b", names::views),
    row(b"B", names::pending_views),
    row(b"c", console_size),
    row(b"cd", files::change_directory),
    row(b"C", http_size),
    row(b"d", names::namespace),
    row(b"e", |vm, _, x| number(vm, x, |s| &mut s.error_trap, 0..=2)),
    row(b"E", |vm, _, _| Ok(Value::int(vm.settings.tls))),
    row(b"f", names::functions),
    row(b"g", collection),
    row(b"l", |vm, _, x| load(vm, x)),
    row(b"o", offset),
    row(b"p", port),
    row(b"P", precision),
    row(b"q", files::start),
    row(b"r", files::rename),
    row(b"s", threads),
    row(b"S", seed),
    row(b"t", timing::time),
    row(b"ts", timing::time_and_space),
    row(b"T", |vm, _, x| number(vm, x, |s| &mut s.timeout_s, 0..=i32::MAX)),
    row(b"u", |vm, _, _| {
        vm.may_change()?;
        vm.read_users_again()
    }),
    row(b"v", names::variables),
    row(b"w", timing::workspace),
    row(b"W", first_of_week),
    row(b"x", names::expunge),
    row(b"z", date_order),
    row(b"1", files::redirect),
    row(b"2", files::redirect),
    row(b"_", hide),
    row(b"\\", |vm, _, _| quit(vm, 0)),
];

/// Tells the network how much may wait for one connection.
pub fn limit_queues(vm: &Vm) {
    let megabytes = vm.settings.queue_mb as usize;
    vm.host.network().limit_queues((megabytes > 0).then_some(megabytes << 20));
}

/// The words of the system commands.
pub fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter_map(|c| std::str::from_utf8(c.word).ok())
}

fn find(word: &[u8]) -> Option<&'static Command> {
    let word = match word.iter().position(|&c| c == b':') {
        Some(at) if matches!(&word[..at], b"t" | b"ts") => &word[..at],
        _ => word,
    };
    COMMANDS.iter().find(|c| c.word == word)
}

/// The command's word and the rest of the line, both without blanks around them.
fn split(text: &[u8]) -> (&[u8], &[u8]) {
    let text = text.trim_ascii();
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii())
}

/// A line without the comment behind it. What `\t` times has its own comments; a slash that starts the first word is a path's,
/// and for the shell one that starts any word.
fn without_comment(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    let (word, rest) = split(text);
    let Some(command) = find(word) else {
        let comment =
            text.windows(3).position(|w| w[1] == b'/' && [w[0], w[2]].iter().all(u8::is_ascii_whitespace));
        return comment.map_or(text, |at| text[..at].trim_ascii_end());
    };
    if matches!(command.word, b"t" | b"ts") {
        return text;
    }
    let takes_path = matches!(word, b"l" | b"cd" | b"r" | b"1" | b"2");
    let from =
        if takes_path { rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()) } else { 0 };
    let start = text.len() - rest.len();
    let comment = (start + from..text.len()).find(|&i| text[i] == b'/' && text[i - 1].is_ascii_whitespace());
    &text[..comment.unwrap_or(text.len())]
}

/// Ends the process with `code`: calls `.z.exit` if there is one, then unwinds with an error that no trap catches.
pub fn quit(vm: &mut Vm, code: i32) -> Result<Value> {
    vm.may_exit()?;
    if vm.worker {
        // The thread that waits for this one ends the process.
        vm.exiting.get_or_insert(code);
    } else if vm.exiting.is_none() {
        vm.exiting = Some(code);
        let _work = vm.begin();
        if let Some(f) = vm.get(quarry_value::Sym::new(".z.exit"))
            && let Err(e) = vm.apply(&f, &[Value::long(code.into())])
            && e.is_catchable()
        {
            vm.host.err(&crate::report::text(&e));
        }
    }
    Err(Error::uncatchable("exit"))
}

/// An integer as commands take it: digits with an optional sign, `0N`, `0W`, and an optional `h`, `i` or `j`.
fn integer(text: &[u8]) -> Option<i64> {
    let text =
        text.strip_suffix(b"h").or(text.strip_suffix(b"i")).or(text.strip_suffix(b"j")).unwrap_or(text);
    match text {
        b"0N" => Some(i64::MIN),
        b"0W" => Some(i64::MAX),
        _ => std::str::from_utf8(text).ok()?.parse().ok(),
    }
}

/// A number with a point or an exponent, cut to an integer: a time as a float has both.
fn cut_number(text: &[u8]) -> Option<i64> {
    let x: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    x.is_finite().then_some(x as i64)
}

/// Signals what could not be understood, as q does: the text itself.
fn bad(text: &[u8], wanted: &str) -> Error {
    Error::text(text).detail(format!("wanted {wanted}"))
}

/// Shows a setting, or sets it to an integer in `range`.
fn number(
    vm: &mut Vm,
    text: &[u8],
    field: fn(&mut Settings) -> &mut i32,
    range: std::ops::RangeInclusive<i32>,
) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::int(*field(&mut vm.settings)));
    }
    let n = integer(text).and_then(|n| i32::try_from(n).ok());
    let wanted = || bad(text, &format!("an integer from {} to {}", range.start(), range.end()));
    *field(&mut vm.settings) = n.filter(|n| range.contains(n)).ok_or_else(wanted)?;
    Ok(Value::identity())
}

/// Shows a size, or sets it to two integers, coerced to what q allows.
fn size(pair: &mut (i32, i32), text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::ints(vec![pair.0, pair.1]));
    }
    let numbers: Option<Vec<i64>> =
        text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).map(integer).collect();
    match numbers.as_deref() {
        Some([rows, columns]) => *pair = Settings::coerce_size(*rows, *columns),
        _ => return Err(bad(text, "rows and columns, as in 25 80")),
    }
    Ok(Value::identity())
}

/// `\c`
fn console_size(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    size(&mut vm.settings.console, text)
}

/// `\C`
fn http_size(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    size(&mut vm.settings.http, text)
}

/// `\P`: more digits than 17 say no more.
fn precision(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let answer = number(vm, text, |s| &mut s.precision, 0..=i32::MAX)?;
    vm.settings.precision = vm.settings.precision.min(17);
    quarry_value::text::set_precision(vm.settings.precision as u8);
    Ok(answer)
}

/// `\z`
fn date_order(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let answer = number(vm, text, |s| &mut s.day_first, 0..=1)?;
    quarry_value::text::parse::set_day_first(vm.settings.day_first == 1);
    Ok(answer)
}

/// `\W`
fn first_of_week(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let answer = number(vm, text, |s| &mut s.week, 0..=6)?;
    quarry_kernel::set_week(vm.settings.week);
    Ok(answer)
}

/// `\g`: whether memory is given back at once. Setting it gives back what there is.
fn collection(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    let answer = number(vm, text, |s| &mut s.collect, 0..=1)?;
    if !text.is_empty() {
        vm.host.release();
    }
    Ok(answer)
}

/// `\o`: hours from UTC, minutes past 23; `0N` for the machine's own.
fn offset(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        let int = |n| i32::try_from(n).unwrap_or(i32::MIN);
        return Ok(Value::int(vm.settings.offset.map_or(i32::MIN, int)));
    }
    let n = integer(text)
        .filter(|n| *n == i64::MIN || Settings::may_be_offset(*n))
        .ok_or_else(|| bad(text, "hours or minutes"))?;
    vm.settings.offset = (n != i64::MIN).then_some(n);
    Ok(Value::identity())
}

/// `\s`: secondary threads, or processes as a negative number, within what `-s` allowed; `\s 0N` shows that limit.
fn threads(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::int(vm.settings.threads));
    }
    let n = integer(text).ok_or_else(|| bad(text, "how many threads"))?;
    if n == i64::MIN {
        return Ok(Value::int(vm.settings.threads_max));
    }
    let limit = vm.settings.threads_max;
    if limit < 0 && n > 0 {
        return Err(Error::new("enable secondary threads via cmd line -s only")
            .detail("the command line asked for processes"));
    }
    // Threads and processes are not changed for each other.
    let n = i32::try_from(n)
        .ok()
        .filter(|n| if limit < 0 { (limit..=0).contains(n) } else { (0..=limit).contains(n) });
    let kind = if limit < 0 { "processes" } else { "threads" };
    let n = n.ok_or_else(|| {
        Error::new("limit").detail(format!("q was started for {} {kind}: -s sets the limit", limit.abs()))
    })?;
    quarry_kernel::pool::set_threads(n.max(0) as usize)?;
    vm.settings.threads = n;
    Ok(Value::identity())
}

/// `\S`: the seed last set; `\S n` starts the numbers of `?` anew from `n`; `\S 0N` shows where they are.
///
/// Source: basics/syscmds; wp/card-counters for a number with an exponent.
fn seed(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::int(vm.settings.seed));
    }
    match integer(text).or_else(|| cut_number(text)) {
        Some(i64::MIN) => Ok(Value::long(quarry_kernel::random::current())),
        Some(n) if n != 0 => {
            vm.settings.seed = i32::try_from(n).unwrap_or(i32::MIN);
            quarry_kernel::random::seed(n);
            Ok(Value::identity())
        }
        _ => Err(bad(text, "an integer that is not 0")),
    }
}

/// `\p`: the listening port; `\p place` listens there, `\p 0` no more.
fn port(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::int(vm.host.network().port()));
    }
    listen(vm, text)?;
    Ok(Value::identity())
}

/// Listens at a place, as `\p` and `-p` write it.
///
/// Errors: 'noupdate, 'access; the system's.
/// Source: basics/listening-port.
pub fn listen(vm: &Vm, place: &[u8]) -> Result<()> {
    vm.may_change()?;
    if vm.is_worker() {
        return Err(crate::network::no_socket());
    }
    vm.host.network().listen(place)
}

/// `\_`: are writes by clients blocked?
fn hide(vm: &mut Vm, _: &[u8], text: &[u8]) -> Result<Value> {
    if text.is_empty() {
        return Ok(Value::bool(vm.settings.blocked));
    }
    Err(error::nyi("\\_: scripts whose text is hidden"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_and_the_rest_kept() {
        assert_eq!(split(b" t:10  1 + 2 "), (&b"t:10"[..], &b"1 + 2"[..]));
        assert!(find(b"t:10").is_some_and(|c| c.word == b"t"));
        assert!(find(b"ts:3").is_some_and(|c| c.word == b"ts"));
        assert!(find(b"ls").is_none());
        assert!(find(b"pwd").is_none());
    }

    #[test]
    fn integers_as_commands_take_them() {
        assert_eq!(integer(b"-314159"), Some(-314159));
        assert_eq!(integer(b"0N"), Some(i64::MIN));
        assert_eq!(integer(b"7i"), Some(7));
        assert_eq!(integer(b"1+1"), None);
    }
}
