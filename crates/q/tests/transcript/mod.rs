//! Transcripts: reading them, running them, and the ways to run them.

mod host;
mod store;

use quarry_lang::report;
use quarry_lang::vm::{Shown, Vm};
use quarry_value::{Result, Sym, Value, text};
use std::sync::Arc;

/// One input and what must come of it.
pub struct Step {
    /// The line of the file, from 1.
    pub line: usize,
    pub input: String,
    pub output: String,
    /// The parentheses after `q)` of a line typed to the debugger; empty elsewhere.
    pub suspended: String,
    /// The page of the manual that the step is about, as the last `/ source:` names it; nothing if that names several.
    pub page: Option<String>,
    /// What the reader's line before it says that it shows, if it says so.
    pub case: Option<Case>,
}

/// What a reader's line may say of the next step, as its first word: `/ empty` or `/ nested`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Case {
    Empty,
    Nested,
}

impl Step {
    /// Whether the answer is an error.
    pub fn is_error(&self) -> bool {
        self.output.lines().last().is_some_and(|l| l.starts_with('\''))
    }
}

/// A way to run a transcript. None may change an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Configuration {
    Plain,
    /// Two threads, and no work too small for them.
    Threads,
    /// Runs of three items.
    TinyRuns,
    /// Every global has a second owner, so that nothing is changed in place.
    Shared,
    /// Every global lives in a file that is mapped.
    Mapped,
    /// Every global lives in a file that is compressed.
    Compressed,
    /// Lists of strings are packed.
    Packed,
    /// Globals lose their attributes between steps.
    NoAttributes,
    /// Globals get every attribute that they may have between steps.
    Attributes,
    /// Globals and answers go through a message: serialised and read again.
    Wire,
}

impl Configuration {
    pub const ALL: [Configuration; 10] = [
        Configuration::Plain,
        Configuration::Threads,
        Configuration::TinyRuns,
        Configuration::Shared,
        Configuration::Mapped,
        Configuration::Compressed,
        Configuration::Packed,
        Configuration::NoAttributes,
        Configuration::Attributes,
        Configuration::Wire,
    ];

    /// Left out is what shows attributes where they are dropped or added, and what shows which variables were
    /// assigned where moving a value assigns it.
    pub fn suits(self, text: &str) -> bool {
        let shows = |words: &[&str]| words.iter().any(|w| text.contains(w));
        // Moving a value assigns it, which this handler is told of.
        if shows(&["q).z.vs:"]) && !matches!(self, Configuration::Plain | Configuration::TinyRuns) {
            return false;
        }
        let assigns = shows(&["q)\\B"]);
        let attributes = shows(&["`s#", "`u#", "`p#", "`g#", "attr", "meta"]);
        // Answers are shown without attributes; what prints by itself, and bytes, show them.
        let prints = shows(&["show", "0N!", "-3!", ".Q.s", "-8!"]);
        match self {
            Configuration::NoAttributes => !attributes && !assigns,
            Configuration::Attributes => !attributes && !prints && !assigns,
            Configuration::Mapped | Configuration::Compressed | Configuration::Packed => !assigns,
            // A function that was sent does not know its name and its place in a file.
            Configuration::Wire => !assigns && !shows(&["q))", ".Q.bt", ".Q.trp"]),
            _ => true,
        }
    }

    /// Sets what the process keeps.
    fn enter(self) {
        let tiny = matches!(self, Configuration::Threads | Configuration::TinyRuns);
        quarry_kernel::runs::set_length(if tiny { 3 } else { quarry_kernel::runs::USUAL });
        let packed = tiny || self == Configuration::Packed;
        quarry_value::packing::set_least(if packed { 1 } else { quarry_value::packing::USUAL });
        // More than there are cores: then a thread that waits for others is given work of theirs.
        quarry_kernel::pool::set_threads(if self == Configuration::Threads { 8 } else { 0 })
            .expect("threads");
    }
}

/// The steps of a transcript. Between two lines that are a backslash alone, inputs are in k and follow two spaces.
pub fn parse(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut page, mut case, mut k) = (None, None, false);
    for (i, line) in text.lines().enumerate() {
        if let Some(input) = if k { line.strip_prefix("  ") } else { input(line) } {
            k ^= input == "\\";
            let ((suspended, input), output) = (session(input, k), String::new());
            let (input, page, case) = (input.into(), page.clone(), case.take());
            steps.push(Step { line: i + 1, input, output, suspended, page, case });
        } else if let Some(sources) = line.strip_prefix("/ source: ") {
            let sources = sources.split("status:").next().unwrap_or_default().trim();
            page = Some(sources.to_string()).filter(|s| !s.contains(','));
        } else if let Some(about) = line.strip_prefix("/ ") {
            case = match about.split(|c: char| !c.is_alphabetic()).next() {
                Some("empty") => Some(Case::Empty),
                Some("nested") => Some(Case::Nested),
                _ => case,
            };
        } else if let Some(step) = steps.last_mut().filter(|_| !line.is_empty()) {
            step.output.push_str(line.trim_end());
            step.output.push('\n');
        }
    }
    steps
}

/// The parentheses of a debugger's prompt, and what was typed after it.
fn session(input: &str, k: bool) -> (String, &str) {
    let rest = if k { input } else { input.trim_start_matches(')') };
    (input[..input.len() - rest.len()].to_string(), rest)
}

/// The input of a line that shows one: after `q)`, or after `q.name)` inside a namespace.
fn input(line: &str) -> Option<&str> {
    if let Some(input) = line.strip_prefix("q)") {
        return Some(input);
    }
    let (name, input) = line.strip_prefix("q.")?.split_once(')')?;
    name.chars().all(|c| c.is_alphanumeric() || c == '.').then_some(input)
}

/// Runs the steps with a fresh evaluator: how many came out wrong.
pub fn run(steps: &[Step], configuration: Configuration, mut tell: impl FnMut(&Step, &str)) -> usize {
    configuration.enter();
    quarry_store::key::unload();
    let host = Arc::new(host::Scripted::default());
    let mut vm = Vm::new(host.clone());
    text::set_precision(7);
    text::parse::set_day_first(false);
    let mut places = store::Places::new(configuration);
    let mut wrong = 0;
    vm.prompts = true;
    let mut rest = steps;
    while let [step, after @ ..] = rest {
        let debugged = after.iter().take_while(|s| !s.suspended.is_empty()).count();
        let (session, after) = after.split_at(debugged);
        rest = after;
        host.type_ahead(session.iter().map(|s| (s.suspended.clone(), s.input.clone())));
        let outcome = evaluate(&mut vm, step.input.as_bytes(), debugged > 0);
        let last = shown(&vm, outcome.map(|shown| places.answer(shown)));
        let outputs = host.take(last);
        for (i, step) in std::iter::once(step).chain(session).enumerate() {
            let got = outputs.get(i).map_or("this was not asked for\n".into(), |o| clean(o));
            let good = if debugged > 0 { begins(&got, &step.output) } else { agrees(&step.output, &got) };
            if !good {
                wrong += 1;
                tell(step, &got);
            }
        }
        places.arrange(&mut vm);
    }
    wrong
}

/// Lines of output without blanks at their ends; empty ones are left out. Paths are shown from the current directory.
fn clean(out: &[u8]) -> String {
    let here = std::env::current_dir().and_then(|d| d.canonicalize()).unwrap_or_default();
    let here = format!("{}/", here.display());
    let text = String::from_utf8_lossy(out);
    let mut cleaned = String::new();
    let mut cut = 0;
    for line in text.lines().map(str::trim_end).filter(|l| !l.is_empty()) {
        // The caret moves with the line above it.
        let line = if line.trim_start() == "^" { line.get(cut..).unwrap_or(line) } else { line };
        cut = if line.contains(&here) { here.len() } else { 0 };
        cleaned.push_str(&line.replacen(&here, "", 1));
        cleaned.push('\n');
    }
    cleaned
}

/// What the debugger prints is compared line by line; only the detail of an error may follow.
fn begins(got: &str, expected: &str) -> bool {
    let rest = got.strip_prefix(expected);
    rest.is_some_and(|r| r.is_empty() || (expected.contains('^') && r.lines().count() == 1))
}

/// A panic is one wrong step, not the end of the run.
fn evaluate(vm: &mut Vm, line: &[u8], debug: bool) -> Result<Shown> {
    let mut work = || vm.at_console(debug, |vm| vm.console_line(line));
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(&mut work));
    outcome.unwrap_or_else(|_| {
        vm.recover();
        Err(quarry_value::Error::new("panic"))
    })
}

/// What a person would see after what was printed: the answer or the error.
fn shown(vm: &Vm, outcome: Result<Shown>) -> Vec<u8> {
    match outcome {
        Ok(Shown::Value(answer)) if !answer.is_identity() => vm.format(&answer),
        Ok(_) => Vec::new(),
        Err(e) if !e.is_catchable() => Vec::new(),
        Err(e) => report::text(&e),
    }
}

/// Text for text. Of an error what is expected is looked for line by line: the word will do, and what else is shown
/// of the trace and the detail is checked.
fn agrees(expected: &str, got: &str) -> bool {
    let mut lines = got.lines();
    let same_word = expected.starts_with('\'') && expected.lines().next() == got.lines().next();
    expected == got || (same_word && expected.lines().all(|e| lines.any(|g| g == e)))
}

/// The names that a program has set in the root namespace, and their values.
fn globals(vm: &Vm) -> Vec<(Sym, Value)> {
    let Some(Value::Dict(d)) = vm.get(Sym::new(".")) else { return Vec::new() };
    let names = d.keys.as_syms().unwrap_or(&[]).to_vec();
    names.into_iter().zip(d.values.items()).filter(|(name, _)| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The global `a` after it was made and moved.
    fn moved(configuration: Configuration, making: &str) -> Arc<quarry_value::Vector> {
        let mut vm = Vm::new(Arc::new(host::Scripted::default()));
        let mut places = store::Places::new(configuration);
        vm.line(making.as_bytes()).expect("an assignment");
        places.arrange(&mut vm);
        match vm.get(Sym::new("a")) {
            Some(Value::Vector(v)) => v,
            other => panic!("a vector, not {other:?}"),
        }
    }

    #[test]
    fn configurations_move_globals() {
        use Configuration::{Attributes, Compressed, Mapped, NoAttributes, Plain, Wire};
        use quarry_value::{Attr, Data};
        let heap = |c| matches!(&moved(c, "a:`s#1 2 3").data, Data::I64(b) if b.is_heap());
        assert!(heap(Plain) && !heap(Mapped) && !heap(Compressed) && heap(Wire));
        let attr = |c, making| moved(c, making).attr.get();
        assert_eq!(attr(Plain, "a:`s#1 2 3"), Attr::Sorted);
        assert_eq!(attr(Mapped, "a:`s#1 2 3"), Attr::Sorted);
        assert_eq!(attr(Compressed, "a:`s#1 2 3"), Attr::Sorted);
        assert_eq!(attr(Wire, "a:`s#1 2 3"), Attr::Sorted);
        assert_eq!(attr(NoAttributes, "a:`s#1 2 3"), Attr::None);
        let added = ["a:1 2 2", "a:2 1 3", "a:2 2 1 1", "a:2 1 2"].map(|making| attr(Attributes, making));
        assert_eq!(added, [Attr::Sorted, Attr::Unique, Attr::Parted, Attr::Grouped]);
    }

    /// The word of the error that a client's message ends with; empty when it has an answer.
    fn client(vm: &mut Vm, text: &str) -> String {
        let outcome = vm.as_client(7, |vm| vm.evaluate_message(&Value::chars(text)));
        outcome.err().map_or(String::new(), |e| String::from_utf8_lossy(e.word()).into_owned())
    }

    #[test]
    fn flags_limit_clients_and_not_the_console() {
        let mut vm = Vm::new(Arc::new(host::Scripted::default()));
        vm.line(b"a:1;t:([]x:1 2)").expect("assignments");
        for text in ["a:2", "`t insert 3", "a", ".z.w", "system\"c\""] {
            assert_eq!(client(&mut vm, text), "", "{text}");
        }
        vm.settings.blocked = true;
        for text in ["a:3", "`t insert 4", "delete from `t", "`:f set 1", "hdel`:f", "hopen`:f", "`b set 1"] {
            assert_eq!(client(&mut vm, text), "noupdate", "{text}");
        }
        assert_eq!(client(&mut vm, "count t"), "");
        assert!(vm.line(b"a:4").is_ok());
        vm.settings.blocked = false;
        vm.settings.restricted = true;
        let outside =
            ["read0`:/etc/passwd", "get`:../x", "key`:..", "`:/tmp/x set 1", "`:../x 0:enlist\"ab\""];
        let system = ["system\"ls\"", "value\"\\\\ls\"", "exit 1", "hopen`:f", "hdel`:f"];
        for text in outside.iter().chain(&system) {
            assert_eq!(client(&mut vm, text), "access", "{text}");
        }
        assert_eq!(client(&mut vm, "a:5"), "");
        assert_eq!((vm.get(Sym::new("a")).and_then(|a| a.as_long()), vm.exiting), (Some(5), None));
        assert!(vm.line(b"key`:/").is_ok());
    }

    #[test]
    fn a_client_that_takes_too_long_is_stopped() {
        let mut vm = Vm::new(Arc::new(host::Scripted::default()));
        vm.settings.timeout_s = 1;
        assert_eq!(client(&mut vm, "while[1b;]"), "stop");
        assert_eq!(client(&mut vm, "{while[x;]}1b"), "stop");
        assert_eq!(client(&mut vm, "1+1"), "");
    }
}
