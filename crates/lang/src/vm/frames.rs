//! The stack of what is being evaluated, for backtraces and the debugger.

use crate::explain::{is_missing_column, place_of};
use crate::vm::Vm;
use crate::vm::code::Code;
use quarry_value::{Error, Frame, Lambda, Place, Sym, Value, evaluation};
use std::sync::Arc;

/// A vector of more symbols than this is no call of a function with variables.
const NAMES_MAX: usize = 9;

/// One level that is being evaluated.
#[derive(Clone)]
pub(crate) struct Live {
    pub level: Level,
    /// Where its registers start.
    pub base: usize,
    /// The instruction that called the level above; that of the topmost level is the stack's.
    pub pc: usize,
}

/// What a level is.
#[derive(Clone)]
pub(crate) enum Level {
    Lambda(Arc<Lambda>),
    /// The lambda of the level below, which called itself: it is not counted again.
    Again,
    Statement(Arc<Statement>),
    /// Something that is not q text, by the name shown for it.
    Native(&'static str),
    /// A script that is being loaded, by its file.
    Load(Sym),
    Command(Box<Command>),
    /// The debugger, which is not shown.
    Debugger,
    /// Part of the level below: a column's expression, a parse tree. On a thread that nobody watches also a function.
    Hidden,
    /// There: a function of the part written in q.
    Own,
}

/// Levels are small, for functions that call themselves put many of them down.
const _: () = assert!(size_of::<Live>() <= 40);

/// A system command, and where a script has it.
#[derive(Clone)]
pub(crate) struct Command {
    pub text: Vec<u8>,
    pub place: Option<Place>,
}

/// What a script that is being loaded shows.
pub(crate) const LOAD: &str = "(load)";

/// A statement of the console or of a script.
pub(crate) struct Statement {
    pub code: Code,
    pub place: Option<Place>,
    pub context: Sym,
}

/// The levels of a stack, and the instruction that runs in the topmost.
pub(crate) struct Levels<'a> {
    pub levels: &'a [Live],
    pub pc: usize,
}

impl<'a> Levels<'a> {
    /// The lambda of the level at `i`, if it is one.
    pub fn lambda_at(&self, i: usize) -> Option<&'a Arc<Lambda>> {
        self.levels[..=i]
            .iter()
            .rev()
            .find(|f| !matches!(f.level, Level::Again))
            .and_then(|f| if let Level::Lambda(l) = &f.level { Some(l) } else { None })
    }

    /// The code of the level at `i`.
    pub fn code_at(&self, i: usize) -> Option<&'a Code> {
        match &self.levels[i].level {
            Level::Lambda(_) | Level::Again => Code::of(self.lambda_at(i)?),
            Level::Statement(s) => Some(&s.code),
            _ => None,
        }
    }

    /// Is the level at `i` one that people see?
    pub fn is_shown(&self, i: usize) -> bool {
        match &self.levels[i].level {
            Level::Hidden | Level::Own | Level::Debugger => false,
            Level::Statement(s) => !s.code.source.is_empty(),
            _ => true,
        }
    }

    /// How many levels lie below the one at `i`. The debugger counts as one.
    fn number_of(&self, i: usize) -> usize {
        (0..i).filter(|j| self.is_shown(*j) || matches!(self.levels[*j].level, Level::Debugger)).count()
    }

    /// How many levels are shown.
    pub fn shown(&self) -> usize {
        self.number_of(self.levels.len())
    }

    /// The instruction that runs in the level at `i`.
    pub fn pc_at(&self, i: usize) -> usize {
        if i + 1 == self.levels.len() { self.pc } else { self.levels[i].pc }
    }

    /// Where in its source the level at `i` is.
    fn place_at(&self, i: usize) -> Option<usize> {
        Some(place_in(self.code_at(i)?, self.pc_at(i)))
    }

    /// The level at `i` as a backtrace shows it; none for one that is not shown.
    pub fn frame_at(&self, i: usize) -> Option<Frame> {
        if !self.is_shown(i) {
            return None;
        }
        let mut frame = match &self.levels[i].level {
            Level::Native(name) => Frame::native(name),
            Level::Load(file) => Frame { place: Some((file.text().into(), 1)), ..Frame::native(LOAD) },
            Level::Command(c) => Frame { place: told(c.place), ..Frame::new("", &c.text, 0) },
            Level::Statement(s) => {
                Frame { place: told(s.place), ..Frame::new("", &s.code.source, self.place_at(i)?) }
            }
            _ => lambda_frame(self.lambda_at(i)?, self.place_at(i)?),
        };
        frame.level = Some(self.number_of(i));
        Some(frame)
    }
}

/// Where in the text that was parsed an instruction comes from.
pub(crate) fn place_in(code: &Code, pc: usize) -> usize {
    code.spans.get(pc).map_or(0, |s| s.start as usize)
}

/// Where in its source a place in the text is that a function was parsed from.
pub(crate) fn inside(l: &Lambda, at: usize) -> usize {
    usize::try_from(i64::try_from(at).unwrap_or(0) - l.offset).unwrap_or(0).min(l.source.len())
}

impl Vm {
    #[inline]
    pub(crate) fn push_level(&mut self, level: Level, base: usize) {
        self.stack.push(level, base, self.pc);
    }

    /// A level of a function that is called. On its own, so that the level is put together where it lies.
    #[inline(never)]
    pub(crate) fn push_call(&mut self, f: &Arc<Lambda>, base: usize) {
        match self.is_apart() {
            true => self.stack.push(uncounted(f), base, self.pc),
            false => self.stack.push(Level::Lambda(f.clone()), base, self.pc),
        }
    }

    /// Is this a thread that nobody watches? Threads share functions: counting them there would make them wait for each other.
    #[inline(always)]
    pub(crate) fn is_apart(&self) -> bool {
        self.worker && self.sampled.is_none()
    }

    /// A level of the function that runs on top, which calls itself. On its own, so that the level is put together
    /// where it lies.
    #[inline(never)]
    pub(crate) fn push_again(&mut self, f: &Lambda, base: usize) {
        match self.is_apart() {
            true => self.stack.push(uncounted(f), base, self.pc),
            false => self.stack.push(Level::Again, base, self.pc),
        }
    }

    #[inline]
    pub(crate) fn pop_level(&mut self) {
        self.pc = self.stack.pop();
    }

    /// Runs `work` as a level of its own that is not q text.
    pub(crate) fn as_level<T>(&mut self, level: Level, work: impl FnOnce(&mut Vm) -> T) -> T {
        self.push_level(level, self.top);
        let result = work(self);
        self.pop_level();
        result
    }

    /// Looks at the levels. `look` evaluates nothing.
    pub(crate) fn see<T>(&self, look: impl FnOnce(&Levels) -> T) -> T {
        self.stack.see(self.pc, look)
    }

    /// The local variables of the function being evaluated that `trees` name: a functional query within a function means
    /// them, as a template does.
    pub(crate) fn locals_in(&self, trees: &[Value]) -> Vec<(Sym, Value)> {
        self.see(|levels| {
            let top = levels.levels.last().filter(|f| matches!(f.level, Level::Lambda(_) | Level::Again))?;
            let code = levels.code_at(levels.levels.len() - 1).filter(|code| !code.names.is_empty())?;
            let mut found = Vec::new();
            let mut left = trees.to_vec();
            while let Some(tree) = left.pop() {
                match &tree {
                    Value::Sym(name) => {
                        if let Some(i) = code.names.iter().position(|n| n == name) {
                            found.push((*name, self.regs[top.base + i].clone()));
                        }
                    }
                    Value::Dict(d) => left.push(d.values.clone()),
                    // A list of one is a constant.
                    Value::List(l) if l.holds_values() => left.extend_from_slice(l.as_slice()),
                    Value::Vector(_) if (2..=NAMES_MAX).contains(&tree.count()) => {
                        left.extend(tree.as_syms().unwrap_or_default().iter().map(|s| Value::Sym(*s)));
                    }
                    _ => {}
                }
            }
            Some(found)
        })
        .unwrap_or_default()
    }

    /// The instruction that runs may take long: whoever asks meanwhile what is evaluated is told of it.
    #[inline(always)]
    pub(crate) fn mark(&self) {
        self.stack.mark(self.pc);
    }

    /// Where another function goes on: what was done up to here is told if somebody wants to know.
    #[inline(always)]
    pub(crate) fn sample(&self) {
        if evaluation::wants_sample() {
            self.tell_sample();
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_sample(&self) {
        let after = self.told_after.get();
        if after > 0 {
            return self.told_after.set(after - 1);
        }
        self.mark();
        evaluation::sample();
    }

    /// The registers of the level on top that hold no variable.
    pub(crate) fn unnamed_registers(&self) -> &[Value] {
        let range = self.see(|levels| {
            let i = levels.levels.len().checked_sub(1)?;
            let (code, base) = (levels.code_at(i)?, levels.levels[i].base);
            Some(base + code.names.len()..base + code.registers)
        });
        range.and_then(|range| self.regs.get(range)).unwrap_or(&[])
    }

    /// The namespace that the level at `i` is in.
    pub(crate) fn context_at(&self, i: usize) -> Sym {
        self.see(|levels| match &levels.levels[i].level {
            Level::Lambda(_) | Level::Again => levels.lambda_at(i).map_or(self.context, |l| l.context),
            Level::Statement(s) => s.context,
            _ => self.context,
        })
    }

    /// Is the level at `i` one that people see?
    pub(crate) fn is_shown(&self, i: usize) -> bool {
        self.see(|levels| levels.is_shown(i))
    }

    /// The level at `i` as a backtrace shows it; none for one that is not shown.
    pub(crate) fn frame_at(&self, i: usize) -> Option<Frame> {
        self.see(|levels| levels.frame_at(i))
    }

    /// Is the function that runs one of the part written in q?
    pub(crate) fn is_in_library(&self) -> bool {
        self.see(|levels| {
            let Some(top) = levels.levels.len().checked_sub(1) else { return false };
            matches!(levels.levels[top].level, Level::Own) || levels.lambda_at(top).is_some_and(|f| is_own(f))
        })
    }

    /// Adds the topmost level to an error that leaves it.
    #[cold]
    pub(crate) fn placed(&self, mut e: Error) -> Error {
        if e.is_catchable()
            && let Some(top) = self.stack.len().checked_sub(1)
            && let Some(mut frame) = self.frame_at(top)
        {
            self.see(|levels| {
                levels.code_at(top).into_iter().for_each(|c| point(&mut frame, &e, c, self.pc))
            });
            e.push(frame);
        }
        e
    }

    /// The same on a thread, where functions are not counted as levels.
    #[cold]
    pub(crate) fn placed_in(&self, mut e: Error, f: &Lambda, code: &Code) -> Error {
        let mut frame = lambda_frame(f, place_in(code, self.pc));
        point(&mut frame, &e, code, self.pc);
        e.push(frame);
        e
    }

    /// Where an error left the levels that are still there: all of them, from the topmost down.
    pub(crate) fn live_frames(&self) -> Vec<Frame> {
        self.see(|levels| (0..levels.levels.len()).rev().filter_map(|i| levels.frame_at(i)).collect())
    }
}

/// Points at the name that is neither a column nor a variable, in a query.
fn point(frame: &mut Frame, e: &Error, code: &Code, pc: usize) {
    if let (true, Some(at), Some(span)) = (is_missing_column(e), frame.at, code.spans.get(pc)) {
        let size = (span.end - span.start) as usize;
        frame.at = place_of(e.word(), frame.source.as_bytes(), at, size).or(frame.at);
    }
}

/// Is this a function of the part written in q?
fn is_own(f: &Lambda) -> bool {
    f.place.get().is_some_and(|p| p.is_own())
}

/// The level of a function that is not counted.
fn uncounted(f: &Lambda) -> Level {
    if is_own(f) { Level::Own } else { Level::Hidden }
}

/// A function's level, at byte `at` of the text that the function was parsed from.
fn lambda_frame(l: &Lambda, at: usize) -> Frame {
    let name = l.name.get().map(|name| name.text()).unwrap_or_default();
    Frame { place: told(l.origin()), ..Frame::new(name, &l.source, inside(l, at)) }
}

/// How many lines of `text` end before byte `at`.
pub(crate) fn lines_before(text: &[u8], at: usize) -> i64 {
    text[..at.min(text.len())].iter().filter(|c| **c == b'\n').count() as i64
}

/// Where text is from, for a [`Frame`].
pub(super) fn told(place: Option<Place>) -> Option<(String, i64)> {
    place.filter(|p| !p.is_own()).map(|p| (p.file.text().into(), p.line))
}

/// Gives a function that has none the name of the global it is assigned to, and its inner functions that and `@`.
pub(crate) fn name_function(value: &Value, name: Sym) {
    let Value::Lambda(l) = value else { return };
    if l.name.set(name).is_err() {
        return;
    }
    let inner = Sym::new([name.bytes(), b"@"].concat());
    if let Some(code) = Code::of(l) {
        code.constants.iter().for_each(|c| name_function(c, inner));
    }
}

/// Where the lines of `text` end.
fn line_ends(text: &[u8]) -> Vec<usize> {
    text.iter().enumerate().filter(|(_, c)| **c == b'\n').map(|(at, _)| at).collect()
}

/// Tells the functions among the constants of a statement which file they are from. `place` is where the text of
/// the statement starts.
pub(crate) fn place_functions(code: &Code, place: Place) {
    let mut ends = None;
    for constant in &code.constants {
        let Value::Lambda(l) = constant else { continue };
        let start = usize::try_from(l.offset).unwrap_or(0).min(code.source.len());
        let ends = ends.get_or_insert_with(|| line_ends(&code.source));
        let lines = ends.partition_point(|end| *end < start);
        let line = lines.checked_sub(1).map_or(0, |last| ends[last] + 1);
        // A function that has been told keeps what it was told.
        let _ = l.place.set(Place { column: (start - line) as i64, ..place.further(lines as i64) });
        if let Some(inner) = Code::of(l) {
            place_functions(inner, place);
        }
    }
}
