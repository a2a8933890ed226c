//! The loop that runs byte code.

use crate::bind;
use crate::prims::persist::{know_domains, knowing};
use crate::query::{self, form::Form};
use crate::syntax::node::QueryVerb;
use crate::vm::Vm;
use crate::vm::amend::has_items;
use crate::vm::code::*;
use crate::vm::early::{self, Number, item, number, number_within, pass, set, set_bits, set_f64, set_i64};
use crate::vm::frames::{Level, Statement, name_function};
use crate::vm::typed::Wait;
use quarry_value::{Error, Lambda, Prim, Result, Type, Value, error, evaluation, fault, memory, room};
use std::sync::Arc;

/// Instructions between two looks at the interrupt flag.
const TICKS: u32 = 4096;

/// What runs code, for its level of the stack.
#[derive(Clone, Copy)]
pub(crate) enum Entry<'a> {
    Lambda(&'a Arc<Lambda>),
    Statement(&'a Arc<Statement>),
    /// A statement among the variables of a suspended level, whose function and first register these are.
    Among(&'a Arc<Statement>, Option<&'a Arc<Lambda>>, usize),
    /// An expression of a query.
    Expression,
}

impl<'a> Entry<'a> {
    fn lambda(self) -> Option<&'a Arc<Lambda>> {
        match self {
            Entry::Lambda(f) => Some(f),
            Entry::Among(_, f, _) => f,
            _ => None,
        }
    }
}

impl Vm {
    /// Calls a lambda whose `n` arguments, as many as it has parameters, lie in registers from `base`. What it answers is
    /// [`Vm::answer`].
    pub(crate) fn call(&mut self, f: &Arc<Lambda>, code: &Code, base: usize, n: usize) -> Result<()> {
        let outer = std::mem::replace(&mut self.home, f.context);
        let done = match code.filed {
            false => self.enter(code, base, n, Entry::Lambda(f)),
            true => self.run_filed(|vm| vm.enter(code, base, n, Entry::Lambda(f))),
        };
        self.home = outer;
        done
    }

    /// What the code that ran last answered.
    pub(crate) fn take_answer(&mut self) -> Value {
        self.answer.take()
    }

    /// Runs code in a frame at `base`, where `n` arguments lie. What it answers is [`Vm::answer`].
    ///
    /// Registers above a frame hold no references: a frame lets go of what it held when it is left.
    pub(crate) fn enter(&mut self, code: &Code, base: usize, n: usize, entry: Entry) -> Result<()> {
        let this = entry.lambda();
        let outer_top = self.top;
        self.open(code, this, base, n)?;
        match entry {
            Entry::Lambda(f) => self.push_call(f, base),
            Entry::Statement(s) | Entry::Among(s, ..) => self.push_level(Level::Statement(s.clone()), base),
            Entry::Expression => self.push_level(Level::Hidden, base),
        }
        let floor = self.stack.len();
        // What runs among a function's variables is not the function's own code.
        let own = if let Entry::Lambda(f) = entry { Some(f) } else { None };
        let mut done = self.exec(code, own, base, 0);
        if let Err(e) = done {
            done = self.failed(e, code, this, floor);
        }
        if let Entry::Among(_, _, from) = entry {
            for i in 0..n {
                self.regs[from + i] = self.regs[base + i].clone();
            }
        }
        self.close(code, base, outer_top);
        done
    }

    /// After an error in the code of the level on top.
    #[cold]
    pub(crate) fn failed(
        &mut self,
        e: Error,
        code: &Code,
        this: Option<&Arc<Lambda>>,
        floor: usize,
    ) -> Result<()> {
        // What was left on the way belongs to the work that failed.
        fault::take();
        self.answer = self.unwind(e, code, this, floor)?;
        Ok(())
    }

    /// Makes room for a level with registers from `base`, of which the first `n` have arguments.
    #[inline(always)]
    pub(crate) fn open(
        &mut self,
        code: &Code,
        this: Option<&Arc<Lambda>>,
        base: usize,
        n: usize,
    ) -> Result<()> {
        if self.depth >= self.depth_limit {
            return Err(Error::new("stack").detail("functions are nested too deeply"));
        }
        // What came before the call was the caller's.
        self.sample();
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(TICKS) {
            self.check_interrupt()?;
        }
        let top = base + code.registers;
        if self.regs.len() < top {
            self.regs.resize(top.max(2 * self.regs.len()), Value::identity());
        }
        self.prepare(code, this, base, n);
        self.top = top;
        self.depth += 1;
        Ok(())
    }

    /// What registers hold when code begins: arguments left out are `::`, locals start out as `()`; temporaries are
    /// written before they are read.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, code: &Code, this: Option<&Arc<Lambda>>, base: usize, n: usize) {
        for i in n..code.names.len() {
            self.regs[base + i] = if i < code.params { Value::identity() } else { self.nothing.clone() };
        }
        if let (Some(r), Some(f)) = (code.this, this) {
            self.regs[base + r as usize] = Value::Lambda(f.clone());
        }
    }

    /// Leaves the level on top, whose registers start at `base`; those of the level below end at `top`.
    #[inline(always)]
    pub(crate) fn close(&mut self, code: &Code, base: usize, top: usize) {
        self.pop_level();
        self.depth -= 1;
        self.let_go(code, base);
        self.top = top;
    }

    /// Registers of code that is done hold no references.
    #[inline(always)]
    pub(crate) fn let_go(&mut self, code: &Code, base: usize) {
        for r in &mut self.regs[base..base + code.registers] {
            if r.is_shared() {
                *r = Value::identity();
            }
        }
    }

    /// Leaves the levels that a function opened by calling itself, down to the one numbered `floor`, after an error
    /// in the one on top. The debugger may give any of them an answer.
    #[cold]
    fn unwind(&mut self, e: Error, code: &Code, this: Option<&Arc<Lambda>>, floor: usize) -> Result<Value> {
        let mut result = Err(e);
        loop {
            let base = self.stack.base();
            if let Err(e) = result {
                result = self.rescue(e, code, this, base);
            }
            if self.stack.len() == floor {
                return result;
            }
            let below = self.stack.base_below();
            self.close(code, base, below + code.registers);
            if let Ok(v) = result {
                let pc = self.pc;
                if let Some(dst) = code.ops[pc].result() {
                    self.regs[below + dst as usize] = v;
                }
                result = self.exec(code, this, below, pc + 1).map(|()| self.take_answer());
            }
        }
    }

    /// Runs code of the level on top from the instruction at `start`. `this` is the function whose code it is: where
    /// it calls itself, this loop goes on in a level of its own. What the code answers is [`Vm::answer`].
    pub(crate) fn exec(
        &mut self,
        code: &Code,
        this: Option<&Arc<Lambda>>,
        base: usize,
        start: usize,
    ) -> Result<()> {
        room::asking(|| self.step_through(code, this, base, start))
    }

    /// [`Vm::exec`], which may be unwound for want of memory.
    fn step_through(
        &mut self,
        code: &Code,
        this: Option<&Arc<Lambda>>,
        mut base: usize,
        start: usize,
    ) -> Result<()> {
        /// Reads an operand.
        macro_rules! arg {
            ($o:expr) => {
                if $o & CONSTANT != 0 {
                    &code.constants[($o & !CONSTANT) as usize]
                } else {
                    &self.regs[base + $o as usize]
                }
            };
        }
        let ops = &code.ops[..];
        let floor = self.stack.len();
        let mut pc = start;
        let mut ticks = TICKS;
        let mut wait = Wait::new();
        /// Goes on in a level of its own, of the function itself.
        macro_rules! again {
            ($this:expr, $inner:expr, $n:expr) => {{
                self.open(code, Some($this), $inner, $n as usize)?;
                self.push_again($this, $inner);
                base = $inner;
                pc = 0;
                continue;
            }};
        }
        loop {
            self.pc = pc;
            let op = ops[pc];
            pc += 1;
            match op {
                Op::Quick { dst, op, x, y } => match (arg!(x), arg!(y)) {
                    (&Value::I64(Type::Long, x), &Value::I64(Type::Long, y)) => {
                        op.longs(x, y, &mut self.regs[base + dst as usize]);
                    }
                    (&Value::F64(Type::Float, x), &Value::F64(Type::Float, y))
                        if let Some(answer) = op.floats(x, y) =>
                    {
                        set_f64(&mut self.regs[base + dst as usize], Type::Float, answer);
                    }
                    (x, y) => {
                        if let Some((ty, bits)) = op.atoms(x, y) {
                            set_bits(&mut self.regs[base + dst as usize], ty, bits);
                            continue;
                        }
                        self.mark();
                        let v = knowing(self, || op.values(x, y))?;
                        evaluation::settle()?;
                        self.regs[base + dst as usize] = v;
                    }
                },
                Op::QuickGlobal { dst, op, x, y } => {
                    let longs = (self.look_for_long(code, base, x), self.look_for_long(code, base, y));
                    if let (Some(x), Some(y)) = longs {
                        op.longs(x, y, &mut self.regs[base + dst as usize]);
                        continue;
                    }
                    if let (Some(x), Some(y)) = (self.look(code, base, x), self.look(code, base, y))
                        && let Some((ty, bits)) = op.atoms(x, y)
                    {
                        set_bits(&mut self.regs[base + dst as usize], ty, bits);
                        continue;
                    }
                    self.mark();
                    let y = self.fetch(code, base, y)?;
                    let x = self.fetch(code, base, x)?;
                    let v = knowing(self, || op.values(&x, &y))?;
                    evaluation::settle()?;
                    self.regs[base + dst as usize] = v;
                }
                Op::Move { dst, from } => match arg!(from) {
                    &Value::I64(ty, x) => set_i64(&mut self.regs[base + dst as usize], ty, x),
                    v => self.regs[base + dst as usize] = v.clone(),
                },
                Op::Load { dst, cell } => {
                    let v = match self.globals.plain(cell) {
                        Some(v) => v.clone(),
                        None => self.load_slow(cell)?,
                    };
                    self.regs[base + dst as usize] = v;
                }
                Op::LoadName { dst, name } => self.regs[base + dst as usize] = self.get_full(name)?,
                Op::Store { cell, from } => {
                    match arg!(from) {
                        &Value::I64(ty, x) if self.globals.plain(cell).is_some() => {
                            self.globals_mut()?.store_i64(cell, ty, x);
                        }
                        v => {
                            let v = v.clone();
                            if let Value::Lambda(_) = v {
                                name_function(&v, self.globals.name(cell));
                            }
                            self.store(cell, v)?;
                            if memory::is_on() && from & CONSTANT == 0 {
                                self.read_back(self.globals.name(cell), base + from as usize);
                            }
                        }
                    }
                    self.tell_set(cell, &[])?;
                }
                Op::StoreName { name, from } => {
                    let v = arg!(from).clone();
                    self.set_full(name, v)?;
                    if memory::is_on() && from & CONSTANT == 0 {
                        self.read_back(name, base + from as usize);
                    }
                }
                Op::Length { dst, prim, x } => {
                    let n = match arg!(x) {
                        Value::Vector(v) => v.len() as i64,
                        Value::List(l) => l.len() as i64,
                        other => {
                            self.mark();
                            let x = other.clone();
                            let v = bind::run(prim).apply(self, prim, &[x])?;
                            evaluation::settle()?;
                            self.regs[base + dst as usize] = v;
                            continue;
                        }
                    };
                    set_i64(&mut self.regs[base + dst as usize], Type::Long, n);
                }
                Op::Unary { dst, prim, x } => {
                    self.mark();
                    let v = match bind::run(prim) {
                        bind::Run::Unary(f) => knowing(self, || bind::unary(prim, f, arg!(x)))?,
                        run => {
                            let x = arg!(x).clone();
                            run.apply(self, prim, &[x])?
                        }
                    };
                    evaluation::settle()?;
                    self.regs[base + dst as usize] = v;
                }
                // `x:x,y` and `x:x upsert y` of a local.
                Op::Binary { dst, prim, x, y }
                    if x == dst
                        && y != x
                        && matches!(prim.text(), "," | "upsert")
                        && has_items(&self.regs[base + dst as usize]) =>
                {
                    self.mark();
                    let y = arg!(y).clone();
                    fault::whole(&y)?;
                    let mut x = std::mem::replace(&mut self.regs[base + dst as usize], Value::identity());
                    let done = evaluation::steadily(|| room::asking(|| self.join_in(prim, &mut x, &y)));
                    self.regs[base + dst as usize] = x;
                    done?;
                    evaluation::settle()?;
                }
                Op::Binary { dst, prim, x, y } => {
                    self.mark();
                    let v = match bind::run(prim) {
                        bind::Run::Binary(f) => knowing(self, || bind::binary(prim, f, arg!(x), arg!(y)))?,
                        run => {
                            let args = [arg!(x).clone(), arg!(y).clone()];
                            run.apply(self, prim, &args)?
                        }
                    };
                    evaluation::settle()?;
                    self.regs[base + dst as usize] = v;
                }
                Op::JoinTo { dst, prim, cell, y } => {
                    self.mark();
                    let y = arg!(y).clone();
                    let v = self.join_to(prim, cell, &y)?;
                    self.regs[base + dst as usize] = v;
                }
                Op::ApplyGlobal { dst, cell, first, n } => {
                    // A function that calls itself is kept alive by the frame it runs in.
                    if let (Some(this), Some(Value::Lambda(l))) = (this, self.globals.plain(cell))
                        && Arc::ptr_eq(this, l)
                        && n as usize == code.params
                    {
                        let inner = base + first as usize;
                        again!(this, inner, n);
                    }
                    let x = self.globals.plain(cell);
                    if let Some(number) = x.and_then(|x| self.number(x, base + first as usize, n)) {
                        number.put(&mut self.regs[base + dst as usize]);
                        continue;
                    }
                    if n == 1
                        && let Some(v) = x.and_then(|x| item(x, &self.regs[base + first as usize]))
                    {
                        self.mark();
                        evaluation::settle()?;
                        set(&mut self.regs[base + dst as usize], v);
                        continue;
                    }
                    let inner = base + first as usize;
                    let f = match self.globals.plain(cell) {
                        Some(f) => f.clone(),
                        None => {
                            if let (1, &Value::Sym(short)) = (n, &self.regs[inner])
                                && let Some(v) = self.globals.member_of(cell, short)
                            {
                                self.regs[base + dst as usize] = v;
                                continue;
                            }
                            self.load_slow(cell)?
                        }
                    };
                    self.apply_registers(&f, inner, n as usize)?;
                    pass(&mut self.answer, &mut self.regs[base + dst as usize]);
                }
                Op::Apply { dst, f, first, n } => {
                    let inner = base + first as usize;
                    if let (Some(this), Value::Lambda(l)) = (this, arg!(f))
                        && Arc::ptr_eq(this, l)
                        && n as usize == code.params
                        && self.are_whole(inner, n as usize)
                    {
                        again!(this, inner, n);
                    }
                    if let Some(number) = self.number(arg!(f), inner, n) {
                        number.put(&mut self.regs[base + dst as usize]);
                        continue;
                    }
                    if n == 1
                        && let Some(v) = item(arg!(f), &self.regs[inner])
                    {
                        self.mark();
                        evaluation::settle()?;
                        set(&mut self.regs[base + dst as usize], v);
                        continue;
                    }
                    let f = arg!(f).clone();
                    self.apply_registers(&f, base + first as usize, n as usize)?;
                    pass(&mut self.answer, &mut self.regs[base + dst as usize]);
                }
                Op::ApplyThis { dst, first, n } => {
                    let inner = base + first as usize;
                    let Some(this) = this else { unreachable!("only functions apply themselves") };
                    if n as usize == code.params && self.are_whole(inner, n as usize) {
                        again!(this, inner, n);
                    }
                    self.apply_registers(&Value::Lambda(this.clone()), inner, n as usize)?;
                    pass(&mut self.answer, &mut self.regs[base + dst as usize]);
                }
                Op::List { dst, first, n } => {
                    let first = base + first as usize;
                    if let Some(v) = early::list(&self.regs[first..first + n as usize]) {
                        self.regs[base + dst as usize] = v;
                        continue;
                    }
                    let items = self.take_registers(first, n as usize);
                    self.regs[base + dst as usize] = list_of(items)?;
                }
                Op::Derive { dst, iter, f } => {
                    let func = arg!(f).clone();
                    self.regs[base + dst as usize] = quarry_value::Derived { iter, func }.into();
                }
                Op::Jump { to } => {
                    let at = pc;
                    pc = to as usize;
                    if pc <= at {
                        ticks -= 1;
                        if ticks == 0 {
                            ticks = TICKS;
                            self.check_interrupt()?;
                        }
                        if wait.is_over() {
                            pc = self.turn(code, base, pc, &mut wait)?;
                        }
                    }
                }
                Op::Unless { x, to } => {
                    let met = match arg!(x) {
                        Value::U8(_, b) => *b != 0,
                        v => is_true(v)?,
                    };
                    if !met {
                        pc = to as usize;
                    }
                }
                Op::UnlessQuick { op, x, y, to } => {
                    let longs = (self.look_for_long(code, base, x), self.look_for_long(code, base, y));
                    let met = match longs {
                        (Some(x), Some(y)) => op.compare(x, y),
                        _ => self.is_met(code, base, op, [x, y])?,
                    };
                    if !met {
                        pc = to as usize;
                    }
                }
                Op::Count { dst, x } => {
                    let Some(n) = arg!(x).as_long() else { return Err(error::type_error()) };
                    self.regs[base + dst as usize] = Value::long(n);
                }
                Op::Repeat { n, to } => {
                    let r = &mut self.regs[base + n as usize];
                    let left = if let Value::I64(_, left) = r { *left } else { 0 };
                    if left <= 0 {
                        pc = to as usize;
                    } else {
                        set_i64(r, Type::Long, left - 1);
                    }
                }
                Op::Return { x } => {
                    match x & CONSTANT != 0 {
                        true => self.answer = code.constants[(x & !CONSTANT) as usize].clone(),
                        false => pass(&mut self.regs[base + x as usize], &mut self.answer),
                    }
                    // What came before the return was the function's.
                    self.sample();
                    let Some((below, at)) = self.stack.leave(floor) else { return Ok(()) };
                    self.depth -= 1;
                    self.let_go(code, base);
                    self.top = below + code.registers;
                    (base, pc) = (below, at);
                    if let Some(dst) = ops[pc].result() {
                        pass(&mut self.answer, &mut self.regs[base + dst as usize]);
                    }
                    pc += 1;
                }
                Op::Signal { x } => {
                    let x = arg!(x).clone();
                    return Err(self.signal(&x));
                }
                Op::Assign { dst, plan } => {
                    let plan = &code.assigns[plan as usize];
                    if self.assign_early(code, plan, base, base + dst as usize) {
                        continue;
                    }
                    self.mark();
                    let v = self.assign(code, plan, base)?;
                    set(&mut self.regs[base + dst as usize], v);
                }
                Op::Query { dst, plan, table, limit } => {
                    self.mark();
                    let (table, limit) = (arg!(table).clone(), arg!(limit).clone());
                    let v = self.run_query(&code.queries[plan as usize], table, limit, base)?;
                    evaluation::settle()?;
                    self.regs[base + dst as usize] = v;
                }
                Op::Fused { dst, plan, first, n } => {
                    self.mark();
                    know_domains(self);
                    let fused = &code.fused[plan as usize];
                    let first = base + first as usize;
                    if let Some(v) = fused.plan.run(&self.regs[first..first + n as usize]) {
                        evaluation::settle()?;
                        self.regs[base + dst as usize] = v;
                        pc = fused.to as usize;
                    }
                }
                Op::Release { first, n } => {
                    let first = base + first as usize;
                    for r in &mut self.regs[first..first + n as usize] {
                        *r = Value::identity();
                    }
                }
                Op::Bind { dst, plan, from } => {
                    let v = arg!(from).clone();
                    let v = self.bind(code, &code.binds[plan as usize], &v, base)?;
                    self.regs[base + dst as usize] = v;
                }
                Op::TryBind { plan, from, to } => {
                    let v = arg!(from).clone();
                    match self.trapping(|vm| vm.bind(code, &code.binds[plan as usize], &v, base)) {
                        Ok(_) => {}
                        Err(e) if e.is_catchable() => pc = to as usize,
                        Err(e) => return Err(e),
                    }
                }
                Op::View { cell, plan } => self.define_view(cell, &code.views[plan as usize])?,
            }
        }
    }

    /// The number that the list `x` has where the `n` registers from `first` on say.
    #[inline(always)]
    fn number(&self, x: &Value, first: usize, n: u8) -> Option<Number> {
        match n {
            1 => number(x, &self.regs[first]),
            2 => number_within(x, &self.regs[first], &self.regs[first + 1]),
            _ => None,
        }
    }

    /// The long that an operand holds, if it holds one; the operand may be a global.
    #[inline(always)]
    fn look_for_long(&self, code: &Code, base: usize, o: Operand) -> Option<i64> {
        if let Value::I64(Type::Long, x) = self.look(code, base, o)? { Some(*x) } else { None }
    }

    /// Is a comparison of anything but longs met?
    fn is_met(&mut self, code: &Code, base: usize, op: Quick, [x, y]: [Operand; 2]) -> Result<bool> {
        if let (Some(x), Some(y)) = (self.look(code, base, x), self.look(code, base, y))
            && let Some((Type::Bool, met)) = op.atoms(x, y)
        {
            return Ok(met != 0);
        }
        let y = self.fetch(code, base, y)?;
        let x = self.fetch(code, base, x)?;
        is_true(&knowing(self, || op.values(&x, &y))?)
    }

    /// What an operand holds that may be a global, if that has a value of its own.
    #[inline(always)]
    fn look<'a>(&'a self, code: &'a Code, base: usize, o: Operand) -> Option<&'a Value> {
        if o & CONSTANT != 0 {
            Some(&code.constants[(o & !CONSTANT) as usize])
        } else if o & GLOBAL == 0 {
            Some(&self.regs[base + o as usize])
        } else {
            self.globals.plain(code.cells[(o & !GLOBAL) as usize])
        }
    }

    /// The value of an operand that may be a global.
    fn fetch(&mut self, code: &Code, base: usize, o: Operand) -> Result<Value> {
        if o & CONSTANT != 0 {
            return Ok(code.constants[(o & !CONSTANT) as usize].clone());
        }
        if o & GLOBAL == 0 {
            return Ok(self.regs[base + o as usize].clone());
        }
        let cell = code.cells[(o & !GLOBAL) as usize];
        match self.globals.plain(cell) {
            Some(v) => Ok(v.clone()),
            None => self.load_slow(cell),
        }
    }

    /// Takes `n` values out of registers.
    pub(crate) fn take_registers(&mut self, first: usize, n: usize) -> Vec<Value> {
        self.regs[first..first + n].iter_mut().map(|r| std::mem::replace(r, Value::identity())).collect()
    }

    /// Are the `n` registers from `first` on arguments of a call, none left out? One alone always is.
    #[inline(always)]
    fn are_whole(&self, first: usize, n: usize) -> bool {
        n == 1 || !self.regs[first..first + n].iter().any(Value::is_elided)
    }

    /// Applies `f` to the values in `n` registers, which are used up. What it answers is [`Vm::answer`].
    fn apply_registers(&mut self, f: &Value, first: usize, n: usize) -> Result<()> {
        if let Value::Lambda(l) = f {
            let code = self.code_of(l)?;
            if code.params == n && self.are_whole(first, n) {
                return self.call(l, code, first, n);
            }
        }
        self.mark();
        let mut args = self.take_registers(first, n);
        self.answer = self.apply_taking(f, &mut args)?;
        Ok(())
    }

    /// Runs a query template with the values of the locals it mentions.
    fn run_query(&mut self, plan: &Query, table: Value, limit: Value, base: usize) -> Result<Value> {
        let value = |&(name, r): &(quarry_value::Sym, Reg)| (name, self.regs[base + r as usize].clone());
        let locals: Vec<_> = plan.locals.iter().map(value).collect();
        let bound = (plan.has_subquery && !locals.is_empty()).then(|| plan.phrases.with_locals(&locals));
        let Phrases { wheres, by, columns, order } = bound.as_ref().unwrap_or(&plan.phrases);
        let order = order.as_ref();
        let no_limit = Value::long(i64::MAX);
        let limit = if plan.has_limit { Some(&limit) } else { order.map(|_| &no_limit) };
        let known = bound.is_none().then_some(&plan.known);
        let form = Form { table: &table, wheres, by, columns, limit, order, locals: &locals, known };
        match plan.node.verb {
            QueryVerb::Select | QueryVerb::Exec => query::select(self, &form),
            QueryVerb::Update | QueryVerb::Delete => query::update(self, &form),
        }
    }
}

/// Items of a list that may be elided.
const ELIDED_MAX: usize = 8;

/// The list that `(a;b)` makes of its items; elided ones make it a projection of `enlist`.
///
/// Errors: 'rank when more are elided than a function has parameters.
/// Source: basics/application.
fn list_of(items: Vec<Value>) -> Result<Value> {
    match items.iter().filter(|x| x.is_elided()).count() {
        0 => Ok(Value::collapse(items)),
        1..=ELIDED_MAX => {
            let enlist =
                Prim::keyword(quarry_value::Sym::new("enlist")).map_or_else(Value::identity, Value::Prim);
            Ok(crate::vm::apply::project(&enlist, &items))
        }
        n => Err(error::rank_error().detail(format!("{n} elided items: {ELIDED_MAX} are the most"))),
    }
}

/// Is a condition met? Atoms only; anything but zero is true.
pub(crate) fn is_true(x: &Value) -> Result<bool> {
    Ok(match x {
        Value::U8(_, b) => *b != 0,
        Value::I16(n) => *n != 0,
        Value::I32(_, n) => *n != 0,
        Value::I64(_, n) => *n != 0,
        Value::F32(f) => *f != 0.0,
        Value::F64(_, f) => *f != 0.0,
        x if x.is_list() => {
            let detail = "a condition must be a numeric atom; all x and any x make one of a list";
            return Err(error::type_error().detail(detail));
        }
        _ => return Err(error::type_error().detail("a condition must be a numeric atom")),
    })
}

impl Vm {
    /// What a lambda's rank is: its parameters, at least one for an implicit list.
    pub(crate) fn rank_of(&mut self, f: &Arc<Lambda>) -> Result<usize> {
        Ok(self.code_of(f)?.params)
    }

    /// The code of a lambda, compiled at first use.
    #[inline]
    pub(crate) fn code_of<'f>(&mut self, f: &'f Arc<Lambda>) -> Result<&'f Code> {
        if f.code.get().is_none() {
            let code: Arc<Code> = Arc::new(self.compile_lambda(f)?);
            f.code.get_or_init(|| code);
        }
        Code::of(f).ok_or_else(|| Error::new("type"))
    }
}
