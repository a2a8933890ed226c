//! What is being evaluated, for another process that asks: the code profiler `.Q.prf0`.
//!
//! The process that is asked tells it itself. One of its threads, which [`Watch`]es, says that somebody wants to know; the
//! evaluating thread copies its levels at the next question whether it is to end (`quarry_value::evaluation`), which long
//! primitives ask too, and goes on. While it waits it has lent them, and the other looks for itself. So nobody pays who is not
//! asked.

use crate::vm::Vm;
use crate::vm::code::Code;
use crate::vm::frames::{LOAD, Level, Levels, inside, place_in};
use crate::vm::stack::{Part, Stack};
use quarry_value::error::{domain_error, type_error};
use quarry_value::wire::{deserialise, serialise};
use quarry_value::{Error, Lambda, OWN_FILES, Place, Result, Sym, Value, evaluation};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long one waits for the evaluating thread before it is asked again.
const GLANCE: Duration = Duration::from_millis(10);

/// Where the evaluating thread and one that wants to know what it does meet.
#[derive(Default)]
pub struct Watch {
    state: Mutex<State>,
    told: Condvar,
}

#[derive(Default)]
struct State {
    /// The levels themselves, while the evaluating thread waits.
    lent: Option<Vec<Part>>,
    /// Does somebody want to know?
    wanted: bool,
    /// A copy that was made for him.
    copy: Option<Vec<Part>>,
}

impl Watch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is being evaluated, as bytes for [`table`]. `goes_on` is asked every few milliseconds whether it is worth
    /// waiting; none when it is not.
    pub fn look(&self, mut goes_on: impl FnMut() -> bool) -> Option<Vec<u8>> {
        let mut state = self.state();
        let parts = loop {
            let lent = state.lent.clone();
            if let Some(parts) = lent.or_else(|| state.copy.take()) {
                break Some(parts);
            }
            state.wanted = true;
            evaluation::want_sample();
            state = self.told.wait_timeout(state, GLANCE).unwrap_or_else(PoisonError::into_inner).0;
            if state.lent.is_none() && state.copy.is_none() && !goes_on() {
                break None;
            }
        };
        (state.wanted, state.copy) = (false, None);
        evaluation::unwant_sample();
        drop(state);
        serialise(&Rows::of(&parts?).told()).ok()
    }
}

/// The stacks of a thread that tells of them: that of its evaluator, and those of evaluators that work for it.
pub(crate) struct Sampled {
    stacks: RefCell<Vec<Rc<Stack>>>,
    watch: Arc<Watch>,
    /// How many waits there are, one in another.
    waits: Cell<usize>,
}

/// While it lives a stack is one of the thread's.
pub(crate) struct Within(Rc<Sampled>);

impl Drop for Within {
    fn drop(&mut self) {
        self.0.stacks.borrow_mut().pop();
    }
}

impl Sampled {
    /// What `stack` has counts as called by what is there.
    pub fn within(self: Rc<Sampled>, stack: &Rc<Stack>) -> Within {
        self.stacks.borrow_mut().push(stack.clone());
        Within(self)
    }

    fn copy(&self) -> Vec<Part> {
        self.stacks.borrow().iter().map(|s| s.copy()).collect()
    }
}

impl evaluation::Sampled for Sampled {
    fn tell(&self) {
        let mut state = self.watch.state();
        if state.wanted && state.lent.is_none() {
            state.copy = Some(self.copy());
            state.wanted = false;
            self.watch.told.notify_all();
        }
    }

    fn lend(&self) {
        self.waits.set(self.waits.get() + 1);
        if self.waits.get() > 1 {
            return;
        }
        let parts = self.stacks.borrow().iter().map(|s| s.take()).collect();
        let mut state = self.watch.state();
        state.lent = Some(parts);
        if state.wanted {
            self.watch.told.notify_all();
        }
    }

    fn take_back(&self) {
        self.waits.set(self.waits.get() - 1);
        if self.waits.get() > 0 {
            return;
        }
        let parts = self.watch.state().lent.take();
        for (stack, part) in self.stacks.borrow().iter().zip(parts.into_iter().flatten()) {
            stack.put_back(part);
        }
    }
}

impl Vm {
    /// Lets other threads know what this thread evaluates, with this evaluator and those that work for it.
    pub fn watch(&mut self) -> Arc<Watch> {
        let watch = Arc::new(Watch::default());
        let stacks = RefCell::new(vec![self.stack.clone()]);
        let sampled = Rc::new(Sampled { stacks, watch: watch.clone(), waits: Cell::new(0) });
        evaluation::sampled_by(sampled.clone());
        self.sampled = Some(sampled);
        watch
    }
}

/// `.Q.prf0 pid`: the calls of another process of the same program, from the outermost in, as a table with columns name,
/// file, line, col, text and pos.
///
/// Of this process those of the line that asks. A negative number means the same process: none is stopped.
/// Errors: 'type; 'no such process; 'not permitted; 'binary mismatch; 'stopped; 'timeout of one that does not answer.
/// Source: ref/dotq, kb/profiler.
pub fn snapshot(vm: &mut Vm, x: &Value) -> Result<Value> {
    vm.may_use_system()?;
    let Some(pid) = x.as_long() else {
        return Err(type_error().detail("the number of a process"));
    };
    let pid = i32::try_from(pid.unsigned_abs()).map_err(|_| domain_error())?;
    match &vm.sampled {
        Some(own) if u32::try_from(pid) == Ok(std::process::id()) => table(&Rows::of(&own.copy()).told()),
        _ => {
            // What others do is not for whom something is denied here.
            vm.may_change()?;
            let bytes = vm.host.clone().stack_of(pid)?;
            deserialise(&bytes, false).and_then(|told| table(&told))
        }
    }
}

/// The levels of a stack: each function once, and for each level which it is, and where in its text.
#[derive(Default)]
struct Rows {
    functions: Vec<Function>,
    numbers: HashMap<usize, usize>,
    levels: Vec<(usize, usize)>,
}

/// What a level is at.
struct Function {
    name: Vec<u8>,
    place: Option<Place>,
    text: Vec<u8>,
}

impl Rows {
    fn of(parts: &[Part]) -> Rows {
        let mut rows = Rows::default();
        parts.iter().for_each(|part| rows.add_all(&part.levels()));
        rows
    }

    fn add_all(&mut self, levels: &Levels) {
        let mut last = None;
        for i in (0..levels.levels.len()).filter(|i| levels.is_shown(*i)) {
            let pc = levels.pc_at(i);
            match &levels.levels[i].level {
                Level::Lambda(l) => {
                    last = Some(l);
                    self.add_lambda(l, pc);
                }
                Level::Again => last.iter().for_each(|l| self.add_lambda(l, pc)),
                Level::Statement(s) => {
                    let function = || Function { name: vec![], place: s.place, text: s.code.source.to_vec() };
                    self.add(Arc::as_ptr(s).addr(), place_in(&s.code, pc), function);
                }
                Level::Native(name) => self.add_native(name),
                Level::Load(_) => self.add_native(LOAD),
                Level::Command(c) => {
                    let function = || Function { name: vec![], place: c.place, text: c.text.clone() };
                    self.add(c.text.as_ptr().addr(), 0, function);
                }
                Level::Debugger | Level::Hidden | Level::Own => {}
            }
        }
    }

    fn add_lambda(&mut self, l: &Arc<Lambda>, pc: usize) {
        let at = Code::of(l).map_or(0, |code| inside(l, place_in(code, pc)));
        self.add(Arc::as_ptr(l).addr(), at, || Function {
            name: l.full_name().unwrap_or_default(),
            place: l.place.get().copied(),
            text: l.source.to_vec(),
        });
    }

    /// A level that is not q text.
    fn add_native(&mut self, name: &'static str) {
        let own = Place { file: Sym::new(OWN_FILES), line: -1, column: -1 };
        let function = || Function { name: vec![], place: Some(own), text: name.as_bytes().to_vec() };
        self.add(name.as_ptr().addr(), 0, function);
    }

    /// A level at byte `at` of the text of what lies at `address`, which is made when it is met first.
    fn add(&mut self, address: usize, at: usize, make: impl FnOnce() -> Function) {
        let number = *self.numbers.entry(address).or_insert(self.functions.len());
        if number == self.functions.len() {
            self.functions.push(make());
        }
        self.levels.push((number, at));
    }

    /// Columns of the functions; the number of each level's function, and its place.
    fn told(&self) -> Value {
        let texts = |text: fn(&Function) -> Vec<u8>| {
            Value::list(self.functions.iter().map(|f| Value::chars(text(f))).collect())
        };
        let numbers = |number: fn(&Place) -> i64| {
            Value::longs(self.functions.iter().map(|f| f.place.as_ref().map_or(-1, number)).collect())
        };
        let levels = |number: fn(&(usize, usize)) -> usize| {
            Value::longs(self.levels.iter().map(|l| number(l) as i64).collect())
        };
        Value::list(vec![
            texts(|f| f.name.clone()),
            texts(|f| f.place.map_or(vec![], |p| p.file.bytes().to_vec())),
            numbers(|p| p.line),
            numbers(|p| p.column),
            texts(|f| f.text.clone()),
            levels(|l| l.0),
            levels(|l| l.1),
        ])
    }
}

/// The table of what [`Rows::told`] tells.
///
/// Errors: 'bad message, of what is nothing of the kind.
fn table(told: &Value) -> Result<Value> {
    let parts: Vec<Value> = told.items().collect();
    let [name, file, line, column, text, number, at] = &parts[..] else { return Err(bad()) };
    let of_levels = |of_functions: &Value| -> Result<Vec<Value>> {
        let item = |i: Value| {
            let i = i.as_long().and_then(|i| usize::try_from(i).ok()).filter(|i| *i < of_functions.count());
            i.map(|i| of_functions.at(i)).ok_or_else(bad)
        };
        number.items().map(item).collect()
    };
    let longs = |of_functions: &Value| -> Result<Value> {
        let items = of_levels(of_functions)?;
        Ok(Value::longs(items.iter().map(|x| x.as_long().ok_or_else(bad)).collect::<Result<_>>()?))
    };
    if at.count() != number.count() {
        return Err(bad());
    }
    let names = ["name", "file", "line", "col", "text", "pos"].map(Sym::new).to_vec();
    let columns = vec![
        Value::list(of_levels(name)?),
        Value::list(of_levels(file)?),
        longs(line)?,
        longs(column)?,
        Value::list(of_levels(text)?),
        at.clone(),
    ];
    Ok(Value::table(names, columns))
}

fn bad() -> Error {
    Error::new("bad message").detail("the other process sent something else than its calls")
}
