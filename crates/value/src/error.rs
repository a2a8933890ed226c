//! q errors: a word that programs trap, and detail for people.

use std::borrow::Cow;
use std::fmt;

pub type Result<T> = std::result::Result<T, Error>;

/// A signalled error. The word is compatibility; the rest is generous.
#[derive(Clone, Debug)]
pub struct Error(Box<Fault>);

#[derive(Clone, Debug)]
struct Fault {
    word: Cow<'static, [u8]>,
    detail: Option<String>,
    trace: Vec<Frame>,
    control: bool,
}

/// One level of a backtrace, innermost first.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's name.
    pub name: String,
    /// The file that the source text is from, and the line there where it begins, from 1.
    pub place: Option<(String, i64)>,
    /// The source text; the line with the caret is shown.
    pub source: String,
    /// Byte offset of the caret in `source`; none where the text is no source.
    pub at: Option<usize>,
    /// How many levels lie below; [`Error::push`] finds it out for levels that do not know.
    pub level: Option<usize>,
}

impl Frame {
    /// A level at byte `at` of `source`, the text of `name`.
    pub fn new(name: impl Into<String>, source: &[u8], at: usize) -> Frame {
        let source = String::from_utf8_lossy(source).into_owned();
        Frame { name: name.into(), place: None, source, at: Some(at), level: None }
    }

    /// A level that is not q text: what stands for it in parentheses.
    pub fn native(name: &str) -> Frame {
        Frame { name: String::new(), place: None, source: name.to_string(), at: None, level: None }
    }
}

/// At most this many levels are kept, the innermost.
pub const TRACE_MAX: usize = 64;

impl Error {
    /// Signals `word`, e.g. `Error::new("type")`.
    pub fn new(word: &'static str) -> Error {
        Error::from_word(Cow::Borrowed(word.as_bytes()))
    }

    /// Signals text made at run time: a user's `'msg`, a file name, an undefined name.
    pub fn text(word: impl Into<Vec<u8>>) -> Error {
        Error::from_word(Cow::Owned(word.into()))
    }

    fn from_word(word: Cow<'static, [u8]>) -> Error {
        Error(Box::new(Fault { word, detail: None, trace: Vec::new(), control: false }))
    }

    /// An error that traps do not catch (`exit`, a debugger abort).
    pub fn uncatchable(word: &'static str) -> Error {
        let mut e = Error::new(word);
        e.0.control = true;
        e
    }

    /// Adds detail for people; the innermost detail is kept.
    pub fn detail(mut self, detail: impl Into<String>) -> Error {
        self.0.detail.get_or_insert_with(|| detail.into());
        self
    }

    /// Replaces the detail by one that tells more.
    pub fn detail_instead(mut self, detail: impl Into<String>) -> Error {
        self.0.detail = Some(detail.into());
        self
    }

    /// Adds the next level out. The levels of parts that did not know theirs count from this one.
    pub fn push(&mut self, frame: Frame) {
        let trace = &mut self.0.trace;
        if let Some(level) = frame.level {
            let open = trace.iter_mut().rev().take_while(|f| f.level.is_none());
            open.zip(level + 1..).for_each(|(f, n)| f.level = Some(n));
        }
        if trace.len() < TRACE_MAX {
            trace.push(frame);
        }
    }

    /// The levels so far lie above `n` others.
    pub fn above(mut self, n: usize) -> Error {
        for level in self.0.trace.iter_mut().filter_map(|f| f.level.as_mut()) {
            *level += n;
        }
        self
    }

    /// Changes the levels so far.
    pub fn trace_mut(&mut self) -> &mut [Frame] {
        &mut self.0.trace
    }

    pub fn word(&self) -> &[u8] {
        &self.0.word
    }

    pub fn details(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }

    pub fn trace(&self) -> &[Frame] {
        &self.0.trace
    }

    pub fn is_catchable(&self) -> bool {
        !self.0.control
    }

    /// Is this what [`declined`] makes?
    pub fn is_declined(&self) -> bool {
        self.word() == b"declined"
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}", String::from_utf8_lossy(&self.0.word))
    }
}

impl std::error::Error for Error {}

/// What the system says of a failure, without its number: `No such file or directory`.
pub fn reason(e: &std::io::Error) -> String {
    let text = e.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

/// `'type`
pub fn type_error() -> Error {
    Error::new("type")
}

/// `'length`
pub fn length_error() -> Error {
    Error::new("length")
}

/// `'rank`
pub fn rank_error() -> Error {
    Error::new("rank")
}

/// `'domain`
pub fn domain_error() -> Error {
    Error::new("domain")
}

/// What a way that is only for some values answers to others: the general way is then taken, so it is never shown.
pub fn declined() -> Error {
    Error::new("declined")
}

/// `'nyi`, naming what is missing.
pub fn nyi(what: &str) -> Error {
    Error::new("nyi").detail(what)
}
