//! Lines from a person: editing, history kept between runs, colour, completion of names, and input that goes on
//! until its brackets close.
//!
//! | file | noun |
//! |---|---|
//! | `mod` | the editor and its history |
//! | `paths` | names of files that complete a path |
//! | `tokens` | a line cut into what is coloured, counted and completed |

mod paths;
mod tokens;

use quarry_lang::vm::Vm;
use quarry_server::{Ask, Input, Lines, Read};
use quarry_value::ROWS;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use tokens::Kind;

/// Lines of history kept.
const HISTORY_MAX: usize = 10_000;

/// The names that completion offers. The main thread writes them, the thread that edits reads them.
#[derive(Clone, Default)]
pub struct Names(Arc<RwLock<Vec<String>>>);

impl Names {
    /// Takes the names that programs have set.
    pub fn refresh(&self, vm: &Vm) {
        let all = vm.known_names();
        *self.0.write().unwrap_or_else(|e| e.into_inner()) = all;
    }

    /// Names and keywords that start with `stem`, in order.
    fn starting(&self, stem: &str) -> Vec<String> {
        let own = self.0.read().unwrap_or_else(|e| e.into_inner());
        let words = ROWS.iter().flat_map(|r| r.keywords).chain(&tokens::CONTROL).map(|k| (*k).to_string());
        let mut found: Vec<String> =
            own.iter().cloned().chain(words).filter(|n| n.starts_with(stem)).collect();
        found.sort();
        found.dedup();
        found
    }
}

/// What the editor asks about a line while it is typed.
struct Helps {
    names: Names,
    colour: bool,
    /// Is the line one of q? Any other is whole as it is.
    is_q: bool,
}

impl Helper for Helps {}

impl Hinter for Helps {
    type Hint = String;
}

impl Completer for Helps {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context) -> rustyline::Result<(usize, Vec<String>)> {
        if let Some(start) = paths::stem(line, at) {
            return Ok((start, paths::starting(&line[start..at])));
        }
        let start = tokens::stem(line, at);
        let found = if start < at { self.names.starting(&line[start..at]) } else { Vec::new() };
        Ok((start, found))
    }
}

impl Validator for Helps {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let whole = !self.is_q || tokens::is_whole(context.input());
        Ok(if whole { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Highlighter for Helps {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.colour {
            return Cow::Borrowed(line);
        }
        let mut out = String::with_capacity(line.len() * 2);
        for (kind, text) in tokens::cut(line) {
            match colour(kind) {
                Some(code) => out.push_str(&format!("\x1b[{code}m{text}\x1b[0m")),
                None => out.push_str(text),
            }
        }
        Cow::Owned(out)
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colour
    }
}

/// The terminal's code for a kind of token.
fn colour(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Text => Some("32"),
        Kind::Symbol => Some("33"),
        Kind::Number => Some("36"),
        Kind::Keyword => Some("34"),
        Kind::Comment => Some("90"),
        Kind::Command => Some("35"),
        Kind::Name | Kind::Other => None,
    }
}

struct Edited {
    editor: Editor<Helps, FileHistory>,
    file: Option<PathBuf>,
    /// Statements of a text that was pasted, still to be given out.
    waiting: VecDeque<Vec<u8>>,
}

impl Input for Edited {
    fn read(&mut self, ask: &Ask) -> Read {
        if let Some(statement) = self.waiting.pop_front() {
            return Read::Line(statement);
        }
        if let Some(helps) = self.editor.helper_mut() {
            helps.is_q = ask.is_q;
        }
        loop {
            match self.editor.readline(&ask.prompt) {
                Ok(text) => {
                    self.remember(&text);
                    let lines = match ask.is_q {
                        true => tokens::statements(&text),
                        false => text.lines().map(String::from).collect(),
                    };
                    self.waiting.extend(lines.into_iter().map(String::into_bytes));
                    return Read::Line(self.waiting.pop_front().unwrap_or_default());
                }
                Err(ReadlineError::Interrupted) => return Read::Interrupt,
                Err(ReadlineError::Eof) => return Read::End,
                Err(ReadlineError::Io(e)) if e.kind() == ErrorKind::InvalidData => {
                    eprintln!(
                        "q: a byte is no UTF-8, and the line is not taken; \"\\ooo\" is a byte in octal digits"
                    );
                }
                Err(e) => {
                    eprintln!("q: the terminal: {e}");
                    return Read::End;
                }
            }
        }
    }
}

impl Edited {
    /// Adds a line to the history, and to its file at once: a process can end at any time.
    fn remember(&mut self, line: &str) {
        if line.trim().is_empty() || !self.editor.add_history_entry(line).unwrap_or(false) {
            return;
        }
        if let Some(file) = &self.file {
            // A history that cannot be kept is not worth a word at every line.
            let _ = self.editor.append_history(file);
        }
    }
}

/// The lines that a person types, and the names to complete for them.
pub fn lines(wake: impl Fn() + Send + 'static) -> std::io::Result<(Lines, Names)> {
    let config = Config::builder().max_history_size(HISTORY_MAX).map_err(std::io::Error::other)?;
    let config = config
        .auto_add_history(false)
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .tab_stop(2)
        .build();
    let mut editor = Editor::with_config(config).map_err(std::io::Error::other)?;
    let names = Names::default();
    let colour = std::env::var_os("NO_COLOR").is_none();
    editor.set_helper(Some(Helps { names: names.clone(), colour, is_q: true }));
    let file = history_file();
    if let Some(file) = &file {
        let _ = editor.load_history(file);
    }
    Ok((Lines::start(Edited { editor, file, waiting: VecDeque::new() }, wake)?, names))
}

/// Where history is kept: `$XDG_STATE_HOME/quarry/history`, or `~/.local/state/quarry/history`.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|d| !d.is_empty()).map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let dir = state.or_else(home)?.join("quarry");
    std::fs::create_dir_all(&dir).ok()?;
    Some(dir.join("history"))
}
