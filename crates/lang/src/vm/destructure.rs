//! Matching a value with a pattern, and binding the pattern's names to what they stand for (4.1).
//!
//! All of a pattern is matched before anything is assigned, and what was assigned before a failure is taken back: that changes
//! no variable.

use crate::vm::Vm;
use crate::vm::amend::Change;
use crate::vm::code::{CONSTANT, Code, Match, Operand, Target};
use crate::vm::members::Before;
use crate::vm::undo::{Counts, Kept};
use quarry_kernel as kernel;
use quarry_value::{Error, Result, Sym, Type, Value, error, memory};

/// A pattern that is matched, in the frame at `base`.
struct Matching<'v, 'p> {
    vm: &'v mut Vm,
    code: &'p Code,
    base: usize,
    /// The places of the pattern with what goes there.
    found: Vec<(&'p Match, Value)>,
}

/// What a place of a pattern was before something was put there.
enum Was {
    /// A register, and the item that a path led to.
    Local(usize, Counts, Vec<Value>, Kept),
    /// No variable, and what would be one or a namespace.
    Nothing(Sym),
    Global(Sym, Vec<Value>, Before),
}

impl Was {
    /// Is all of the variable kept?
    fn is_whole(&self) -> bool {
        match self {
            Was::Nothing(_) => true,
            Was::Local(_, _, path, _) => path.is_empty(),
            Was::Global(_, path, before) => path.is_empty() || !matches!(before, Before::Part(..)),
        }
    }
}

impl Vm {
    /// Binds the names of a pattern to the parts of a value; the value as the pattern's filters leave it.
    ///
    /// Errors: 'match, 'length, 'type, and what a filter signals. Source: basics/pattern.
    pub(crate) fn bind(&mut self, code: &Code, pattern: &Match, value: &Value, base: usize) -> Result<Value> {
        let mut matching = Matching { vm: self, code, base, found: Vec::new() };
        let filtered = matching.part(pattern, value)?;
        let found = matching.found;
        // One alone is as it was where it fails.
        let keeps = found.len() > 1 && found.iter().any(|(place, _)| self.may_fail(place));
        let mut kept = Vec::new();
        for (place, v) in found {
            let own = if keeps { self.keep(code, place, &v, base) } else { None };
            let done = self.put(code, place, v, base);
            // What failed inside of a variable is as it was, and may be of places that are not there.
            kept.extend(own.filter(|was| done.is_ok() || was.is_whole()));
            if let Err(e) = done {
                for was in kept.into_iter().rev() {
                    self.take_back(was)?;
                }
                return Err(e);
            }
        }
        Ok(filtered)
    }

    /// What an operand of the frame at `base` holds.
    pub(crate) fn operand(&self, code: &Code, o: Operand, base: usize) -> Value {
        if o & CONSTANT != 0 {
            code.constants[(o & !CONSTANT) as usize].clone()
        } else {
            self.regs[base + o as usize].clone()
        }
    }

    fn put(&mut self, code: &Code, place: &Match, v: Value, base: usize) -> Result<()> {
        match place {
            Match::Name(name) => self.set_full(*name, v),
            Match::Place { target, inside, indexes } => {
                let path = self.path_of(code, inside, indexes, base);
                self.put_at(*target, &path, v, base)
            }
            _ => Ok(()),
        }
    }

    fn path_of(&self, code: &Code, inside: &[Sym], indexes: &[Operand], base: usize) -> Vec<Value> {
        let indexes = indexes.iter().map(|i| self.operand(code, *i, base));
        inside.iter().map(|k| Value::Sym(*k)).chain(indexes).collect()
    }

    /// Can what is put there be refused? Whole variables take anything.
    fn may_fail(&self, place: &Match) -> bool {
        match place {
            Match::Place { target, inside, indexes } if inside.is_empty() && indexes.is_empty() => {
                match target {
                    Target::Local(_) => false,
                    Target::Global(_) => memory::is_on() || self.is_told_of_values(),
                }
            }
            _ => true,
        }
    }

    /// What a place is before `v` is put there.
    fn keep(&self, code: &Code, place: &Match, v: &Value, base: usize) -> Option<Was> {
        let (full, path) = match place {
            Match::Name(name) => (*name, Vec::new()),
            Match::Place { target: Target::Local(r), inside, indexes } => {
                let (at, path) = (base + *r as usize, self.path_of(code, inside, indexes, base));
                let x = &self.regs[at];
                return Some(match Kept::at(x, &path, false) {
                    Some(kept) => Was::Local(at, Counts::of(x, &path), path, kept),
                    None => Was::Local(at, Counts::default(), Vec::new(), Kept::Item(x.clone())),
                });
            }
            Match::Place { target: Target::Global(cell), inside, indexes } => {
                (self.globals.name(*cell), self.path_of(code, inside, indexes, base))
            }
            _ => return None,
        };
        if let Some(new) = self.globals.first_new(full) {
            return Some(Was::Nothing(new));
        }
        // What is told when it is set may fail then.
        let path = if self.is_told_of_values() { Vec::new() } else { path };
        let before = self.before(full, &path, &Change::Set(v.clone()));
        Some(Was::Global(full, path, before))
    }

    fn take_back(&mut self, was: Was) -> Result<()> {
        match was {
            Was::Local(at, counts, path, kept) => {
                let mut x = std::mem::replace(&mut self.regs[at], Value::identity());
                kept.put_back(self, &mut x, &path);
                counts.put_back(self, &mut x);
                self.regs[at] = x;
                Ok(())
            }
            Was::Nothing(full) => self.remove_full(full),
            Was::Global(full, path, before) => self.put_before(full, &path, before),
        }
    }

    fn put_at(&mut self, target: Target, path: &[Value], v: Value, base: usize) -> Result<()> {
        match target {
            Target::Local(r) => self.amend_register(base + r as usize, path, Change::Set(v)),
            Target::Global(cell) if path.is_empty() => {
                let v = self.fit_for(self.globals.name(cell), v)?;
                self.globals_mut()?.store(cell, v);
                self.tell_set(cell, &[])
            }
            Target::Global(cell) => self.amend_full(self.globals.name(cell), path, Change::Set(v)),
        }
    }
}

impl<'p> Matching<'_, 'p> {
    /// A part of the value with the part of the pattern for it; what the filters leave.
    fn part(&mut self, pattern: &'p Match, value: &Value) -> Result<Value> {
        match pattern {
            Match::Empty => {}
            Match::Name(_) | Match::Place { .. } => self.found.push((pattern, value.clone())),
            Match::Const(c) if kernel::order::identical(c, value) => {}
            Match::Const(_) => {
                return Err(Error::new("match").detail("the value is not the pattern's constant"));
            }
            Match::List(parts) => {
                if value.is_atom() || value.count() != parts.len() {
                    return Err(error::length_error().detail(format!("a pattern of {} items", parts.len())));
                }
                let mut items = Vec::with_capacity(parts.len());
                for (i, p) in parts.iter().enumerate() {
                    items.push(self.part(p, &value.at(i))?);
                }
                if parts.iter().any(has_filter) {
                    return Ok(Value::collapse(items));
                }
            }
            Match::Dict(keys, values) => return self.dict(keys, values, value),
            Match::Flip(p) => {
                let columns = match value {
                    Value::Table(t) if t.is_elsewhere() => return Err(Error::new("par")),
                    Value::Table(t) => kernel::columns_by_name(t),
                    _ => return Err(error::type_error().detail("a table pattern needs a table")),
                };
                let columns = self.part(p, &columns)?;
                if has_filter(p) {
                    return kernel::flip(&columns);
                }
            }
            Match::Filter(p, filter) => {
                let filter = self.vm.operand(self.code, *filter, self.base);
                let checked = self.filter(&filter, value)?;
                return self.part(p, &checked);
            }
        }
        Ok(value.clone())
    }

    /// Constant keys are looked up; otherwise the whole key and the whole value are matched.
    fn dict(&mut self, keys: &'p Match, values: &'p Match, value: &Value) -> Result<Value> {
        let Value::Dict(d) = value else {
            return Err(error::type_error().detail("a dictionary pattern needs a dictionary"));
        };
        let Match::Const(wanted) = keys else {
            let keys = self.part(keys, &d.keys)?;
            return Ok(Value::dict(keys, self.part(values, &d.values)?));
        };
        let each = if wanted.is_atom() { vec![wanted.clone()] } else { wanted.items().collect() };
        for k in &each {
            if !matches!(kernel::in_(k, &d.keys)?, Value::U8(_, 1)) {
                return Err(Error::new("match").detail("a key of the pattern is missing"));
            }
        }
        let filtered = self.part(values, &kernel::index(value, wanted)?)?;
        match has_filter(values) {
            true => kernel::join(value, &Value::dict(wanted.clone(), filtered)),
            false => Ok(value.clone()),
        }
    }

    /// A symbol or char names the type that the value must have; anything that can be applied is, and its result
    /// goes on to the pattern.
    fn filter(&mut self, filter: &Value, value: &Value) -> Result<Value> {
        let letter = match filter {
            Value::Sym(s) if s.bytes().len() == 1 => s.bytes()[0],
            Value::U8(Type::Char, c) => *c,
            _ => return self.vm.apply(filter, std::slice::from_ref(value)),
        };
        check_type(letter, value)?;
        Ok(value.clone())
    }
}

/// Has the value the type of a letter? Small letters are atoms, capitals vectors.
fn check_type(wanted: u8, value: &Value) -> Result<()> {
    let letter = value.item_type().map_or(b' ', Type::letter);
    let fits = if value.is_atom() { letter == wanted } else { letter.to_ascii_uppercase() == wanted };
    if fits || wanted == b' ' || wanted == b'*' {
        return Ok(());
    }
    let what = format!("expected type {}, found {}", wanted as char, value.type_number());
    Err(error::type_error().detail(what))
}

/// Can a pattern change the value it matches?
fn has_filter(pattern: &Match) -> bool {
    match pattern {
        Match::Filter(..) => true,
        Match::List(parts) => parts.iter().any(has_filter),
        Match::Dict(keys, values) => has_filter(keys) || has_filter(values),
        Match::Flip(p) => has_filter(p),
        Match::Name(_) | Match::Place { .. } | Match::Empty | Match::Const(_) => false,
    }
}
