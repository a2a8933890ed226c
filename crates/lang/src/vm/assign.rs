//! Assignments of code, `x[i]:y`, `x[i]f:y` and ``x:@[x;i;f;y]``: their early paths, and what they are to [`amend`](super::amend).

use crate::vm::Vm;
use crate::vm::amend::{Change, deep_path, has_items};
use crate::vm::code::{Assign, CONSTANT, Code, Target, Through, Written};
use crate::vm::early::{Number, Place};
use crate::vm::globals::Cell;
use crate::vm::quick::Quick;
use quarry_kernel as kernel;
use quarry_value::{Kind, Prim, Result, Value, evaluation, memory, room};

impl Vm {
    /// `x:@[x;i;f;y]` and `x:.[x;i;f;y]`, whose `f` is an operator: in place where `x` has items and `f` cannot look at `x`.
    fn assign_amended(&mut self, code: &Code, plan: &Assign, base: usize) -> Result<()> {
        let y = self.operand(code, plan.y, base);
        let f = plan.f.map(|f| self.operand(code, f, base));
        let mut path = self.take_registers(base + plan.first as usize, plan.n as usize);
        let change = match &f {
            Some(f) => Change::Binary(f.clone(), y.clone()),
            None => Change::Set(y.clone()),
        };
        let x = match plan.target {
            Target::Local(r) => Some(&self.regs[base + r as usize]),
            Target::Global(cell) => self.changeable(plan, cell).map(|x| &*x),
        };
        if x.is_some_and(has_items) && !change.evaluates() {
            if plan.written == Written::DotOf {
                path = deep_path(&path[0]);
            }
            return match plan.target {
                Target::Local(r) => self.amend_register(base + r as usize, &path, change),
                Target::Global(cell) => self.amend_taken(cell, &path, change),
            };
        }
        let verb = if plan.written == Written::At { "@" } else { "." };
        let i = match plan.written {
            Written::Dot => Value::collapse(path),
            _ => path.pop().unwrap_or_else(Value::identity),
        };
        let verb = Prim::find(Kind::Binary, verb).unwrap_or(Prim::IDENTITY);
        let f = f.unwrap_or_else(|| Value::Prim(Prim::find(Kind::Binary, ":").unwrap_or(Prim::IDENTITY)));
        let x = match plan.target {
            Target::Local(r) => self.regs[base + r as usize].clone(),
            Target::Global(cell) => match self.globals.plain(cell) {
                Some(x) => x.clone(),
                None => self.load_slow(cell)?,
            },
        };
        let v = self.apply(&Value::Prim(verb), &[x, i, f, y])?;
        match plan.target {
            Target::Local(r) => self.regs[base + r as usize] = v,
            Target::Global(cell) => self.store(cell, v)?,
        }
        Ok(())
    }

    /// `x[i…]f:y`. The value of the assignment is the value assigned: with a function, what `x` or `x[i…]` has become.
    pub(crate) fn assign(&mut self, code: &Code, plan: &Assign, base: usize) -> Result<Value> {
        if plan.written != Written::Assigned {
            self.assign_amended(code, plan, base)?;
            return Ok(Value::identity());
        }
        let y = self.operand(code, plan.y, base);
        let f = plan.f.map(|f| self.operand(code, f, base));
        let mut path: Vec<Value> = plan.inside.iter().map(|k| Value::Sym(*k)).collect();
        path.extend(self.take_registers(base + plan.first as usize, plan.n as usize));
        let change = match &f {
            Some(f) => Change::Binary(f.clone(), y.clone()),
            None => Change::Set(y.clone()),
        };
        let (whole, through) = (path.is_empty(), f.is_some() && plan.wanted);
        match plan.target {
            Target::Local(r) => {
                let at = base + r as usize;
                self.amend_register(at, &path, change)?;
                Ok(match whole {
                    true => self.regs[at].clone(),
                    false if through => has_become(&self.regs[at], &path, y)?,
                    false => y,
                })
            }
            Target::Global(cell) => {
                let name = self.globals.name(cell);
                self.amend_full(name, &path, change)?;
                Ok(match self.globals.load(cell) {
                    Some(x) if whole => x.clone(),
                    Some(x) if through => has_become(x, &path, y)?,
                    _ => y,
                })
            }
        }
    }

    /// Changes a local variable in place: its register has nothing meanwhile.
    pub(super) fn amend_register(&mut self, at: usize, path: &[Value], change: Change) -> Result<()> {
        let steady = !change.evaluates();
        if steady {
            change.whole(path)?;
        }
        let mut x = std::mem::replace(&mut self.regs[at], Value::identity());
        let amend = || room::asking(|| self.amend(&mut x, path, change));
        let result = if steady { evaluation::steadily(amend) } else { amend() };
        self.regs[at] = x;
        result
    }

    /// The early paths of [`Vm::assign`]: a number goes to a place in a variable, or behind its items.
    #[inline]
    pub(super) fn assign_early(&mut self, code: &Code, plan: &Assign, base: usize, dst: usize) -> bool {
        let y = match plan.y & CONSTANT != 0 {
            true => &code.constants[(plan.y & !CONSTANT) as usize],
            false => &self.regs[base + plan.y as usize],
        };
        if plan.written == Written::DotOf {
            return false;
        }
        let Some(mut y) = Number::of(y) else {
            return plan.adds_items() && self.add_few(y.clone(), plan, base);
        };
        let first = base + plan.first as usize;
        let (i, j) = (Place::of(&self.regs, first), Place::of(&self.regs, first + 1));
        let x = match plan.target {
            Target::Local(local) => &mut self.regs[base + local as usize],
            Target::Global(cell) => match self.changeable(plan, cell) {
                Some(x) => x,
                None => return false,
            },
        };
        let done = match (plan.n, plan.f.is_some(), plan.through) {
            (0, true, Some(Through::Atomic(f))) => y.change_all(x, f),
            (0, true, Some(Through::Join)) => plan.adds_items() && y.append(x),
            (1, false, _) => i.is_some_and(|i| y.put_in(x, i)),
            (1, true, Some(Through::Atomic(f))) => i.is_some_and(|i| y.change(x, i, f)),
            (2, false, _) => i.zip(j).is_some_and(|(i, j)| y.put_within(x, i, j)),
            (2, true, Some(Through::Atomic(f))) => i.zip(j).is_some_and(|(i, j)| y.change_within(x, i, j, f)),
            _ => false,
        };
        if done && plan.wanted {
            y.put(&mut self.regs[dst]);
        }
        done
    }

    /// The early paths of ``@[`x;i;f;y]`` and ``.[`x;(i;j);f;y]``.
    pub(super) fn amend_early(&mut self, args: &[Value], deep: bool) -> bool {
        let [Value::Sym(name), i, Value::Prim(f), y] = args else { return false };
        let Some(mut y) = Number::of(y) else { return false };
        if f.kind() != Kind::Binary || memory::is_on() || self.is_told_of_values() {
            return false;
        }
        let f = match Quick::of(*f) {
            Some(f) => Some(f.atomic()),
            None if f.text() == ":" => None,
            None => return false,
        };
        let places = match i {
            Value::Vector(v) if deep && v.len() == 2 => {
                (Place::of_value(&v.get(0)), Place::of_value(&v.get(1)))
            }
            atom => (Place::of_value(atom), None),
        };
        let full = self.full_name(*name);
        let Some(cell) = self.globals.existing_cell(full) else { return false };
        let Ok(globals) = self.globals_mut() else { return false };
        let Some(x) = globals.plain_mut(cell) else { return false };
        match (places, f) {
            ((Some(i), None), None) => y.put_in(x, i),
            ((Some(i), None), Some(f)) => y.change(x, i, f),
            ((Some(i), Some(j)), None) => y.put_within(x, i, j),
            ((Some(i), Some(j)), Some(f)) => y.change_within(x, i, j, f),
            _ => false,
        }
    }

    /// `x,:y` of a general list and a list of one item, and of a vector or table and a few items or rows.
    fn add_few(&mut self, y: Value, plan: &Assign, base: usize) -> bool {
        let x = match plan.target {
            Target::Local(local) => Some(&mut self.regs[base + local as usize]),
            Target::Global(cell) => self.changeable(plan, cell),
        };
        !memory::is_on() && x.is_some_and(|x| kernel::push_one(x, &y) || kernel::push_few(x, &y))
    }

    /// The value of a global whose changes nobody is told of.
    fn changeable(&mut self, plan: &Assign, cell: Cell) -> Option<&mut Value> {
        let is_told = memory::is_on() || self.is_told_of_values();
        if is_told || !plan.inside.is_empty() {
            return None;
        }
        self.globals_mut().ok()?.plain_mut(cell)
    }
}

/// What an assignment through a function answers: the items by now, or `y` where `path` leads through none, on to what cannot be
/// indexed.
fn has_become(x: &Value, path: &[Value], y: Value) -> Result<Value> {
    match kernel::index_at(x, path) {
        Err(e) if matches!(e.word(), b"rank" | b"type") => Ok(y),
        found => found,
    }
}
