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
    /// The function or file the line belongs to, empty at the top level.
    pub origin: String,
    /// The source text shown.
    pub source: String,
    /// Byte offset of the caret in `source`.
    pub at: usize,
    /// True until the function that owns the line has put its name and text here.
    open: bool,
}

impl Frame {
    /// A level at byte `at` of `source`.
    pub fn new(origin: impl Into<String>, source: &[u8], at: usize) -> Frame {
        let source = String::from_utf8_lossy(source).into_owned();
        Frame { origin: origin.into(), source, at, open: false }
    }

    /// A level whose function is still to be told with [`Frame::describe`].
    pub fn open(source: &[u8], at: usize) -> Frame {
        Frame { open: true, ..Frame::new("", source, at) }
    }

    /// Makes this the level of a lambda with this text, which started at byte `offset` of the text parsed.
    pub fn describe(&mut self, lambda: &[u8], offset: usize) {
        self.source = String::from_utf8_lossy(lambda).into_owned();
        self.at = self.at.saturating_sub(offset);
        self.open = false;
    }
}

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

    pub fn push(&mut self, frame: Frame) {
        if self.0.trace.len() < 64 {
            self.0.trace.push(frame);
        }
    }

    /// The outermost level so far, if its function has not been told.
    pub fn open_frame(&mut self) -> Option<&mut Frame> {
        self.0.trace.last_mut().filter(|f| f.open)
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
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}", String::from_utf8_lossy(&self.0.word))
    }
}

impl std::error::Error for Error {}

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

/// `'nyi`, naming what is missing.
pub fn nyi(what: &str) -> Error {
    Error::new("nyi").detail(what)
}
