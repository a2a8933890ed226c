//! What registers and globals hold when each instruction begins: found from one to the next, with nothing written.

use super::*;

impl<'a> Maker<'a> {
    /// The variable that an instruction changes in place.
    pub(super) fn changes(&self, op: Op) -> Option<Home> {
        match op {
            Op::JoinTo { prim, cell, .. } if prim.text() == "," => self.cell(cell),
            Op::Binary { dst, prim, x, .. } if prim.text() == "," && x == dst => Some(dst),
            Op::Assign { plan, .. } => match self.code.assigns[plan as usize].target {
                Target::Local(r) => Some(r),
                Target::Global(cell) => self.cell(cell),
            },
            _ => None,
        }
    }

    /// Finds out what places hold wherever the code comes to.
    pub(super) fn find_states(&mut self, start: usize, state: State) {
        self.changed = self.code.ops.iter().filter_map(|op| self.changes(*op)).collect();
        let mut open = vec![start];
        let state = self.wanted(start, state);
        self.states[start] = Some(state);
        while let Some(at) = open.pop() {
            let Some(after) = self.states[at].as_ref().and_then(|state| self.after(at, state)) else {
                continue;
            };
            if let Op::Return { x } = self.code.ops[at] {
                self.answer = self.answer.or_else(|| self.answered(x, &after));
            }
            // What follows comes first: it is what happens mostly.
            for to in self.ways_on(at).into_iter().flatten().rev() {
                if to < self.code.ops.len() && self.states[to].is_none() {
                    self.states[to] = Some(self.wanted(to, after.clone()));
                    open.push(to);
                }
            }
        }
    }

    /// Where a program goes on after an instruction that it has steps for.
    pub(super) fn ways_on(&self, at: usize) -> [Option<usize>; 2] {
        match self.code.ops[at] {
            // Expressions of atoms are not fused.
            Op::Fused { .. } => [Some(at + 1), None],
            _ => live::next(self.code, at),
        }
    }

    /// What is known, less what is not wanted at an instruction.
    pub(super) fn wanted(&self, at: usize, mut state: State) -> State {
        for (r, held) in state.iter_mut().enumerate().take(self.code.registers) {
            if !self.is_kept(r as Reg) && !self.live.is(at, r) {
                *held = Held::Other;
            }
        }
        state
    }

    /// What is known after an instruction; `None` when the program is left there.
    pub(super) fn after(&self, at: usize, state: &State) -> Option<State> {
        let mut after = state.clone();
        let mut put = |dst: Reg, held| after[dst as usize] = held;
        match self.code.ops[at] {
            Op::Jump { .. } => {}
            Op::Unless { x, .. } => {
                self.ty(x, state).filter(|ty| !matches!(ty, Type::Symbol | Type::Enum))?;
            }
            Op::UnlessQuick { op, x, y, .. } => {
                self.two_of(op.atomic(), x, y, state)?;
            }
            Op::Repeat { n, .. } => {
                self.ty(n, state).filter(|ty| *ty == Type::Long)?;
            }
            Op::Count { dst, x } => put(dst, Held::Atom(self.ty(x, state).filter(|ty| *ty == Type::Long)?)),
            Op::Fused { first, n, .. } => {
                let leaves = &state[first as usize..first as usize + n as usize];
                leaves.iter().all(|held| held.atom().is_some()).then_some(())?;
            }
            Op::Release { first, n } => (first..first + Reg::from(n)).for_each(|r| put(r, Held::Other)),
            Op::Move { dst, from } => put(dst, self.moved(at, dst, self.held(from, state))?),
            Op::Load { dst, cell } => put(dst, self.moved(at, dst, self.held_in(cell, state))?),
            Op::Store { cell, from } => {
                let (place, ty) = (self.cell(cell)?, self.ty(from, state)?);
                state[place as usize].atom()?;
                put(place, Held::Atom(ty));
            }
            Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                put(dst, Held::Atom(self.two_of(op.atomic(), x, y, state)?));
            }
            Op::Binary { dst, prim, x, y } => match binary_op(prim) {
                Some(op) => put(dst, Held::Atom(self.two_of(op, x, y, state)?)),
                None => match self.form(prim, x, y, state) {
                    Some((form, _)) => put(dst, Held::Atom(form.out())),
                    None => {
                        self.changes(self.code.ops[at])?;
                        self.joined(dst, y, state)?;
                    }
                },
            },
            Op::JoinTo { dst, prim, cell, y } => {
                (prim.text() == ",").then_some(())?;
                self.joined(self.cell(cell)?, y, state)?;
                self.is_idle(at, dst).then_some(())?;
                put(dst, Held::Other);
            }
            Op::Unary { dst, prim, x } => {
                put(dst, Held::Atom(bits::unary(unary_op(prim)?, self.ty(x, state)?)?.out));
            }
            Op::Length { dst, x, .. } => match self.held(x, state) {
                Held::Other | Held::Nothing | Held::Lambda(_) => return None,
                _ => put(dst, Held::Atom(Type::Long)),
            },
            Op::Apply { dst, f, first, n } => {
                put(dst, Held::Atom(self.applied(self.held(f, state), first, n, state)?));
            }
            Op::ApplyGlobal { dst, cell, first, n } => {
                put(dst, Held::Atom(self.applied(self.held_in(cell, state), first, n, state)?));
            }
            Op::Assign { dst, plan } => {
                let plan = &self.code.assigns[plan as usize];
                let made = self.assigned(plan, state)?;
                match plan.wanted {
                    true => put(dst, Held::Atom(made)),
                    false => put(dst, Held::Other),
                }
            }
            Op::Return { x } if self.is_call => {
                let ty = self.ty(x, state)?;
                // A call's answers are of one type.
                self.answer.is_none_or(|answer| answer == ty || self.call.is_none()).then_some(())?;
            }
            Op::Return { x } if self.each.as_ref().is_some_and(|held| state.ends_with(held)) => {
                self.answered(x, state)?;
            }
            _ => return None,
        }
        Some(after)
    }

    /// The type of what the code answers: of a list for `::`, which items may have for an answer.
    pub(super) fn answered(&self, x: Operand, state: &State) -> Option<Type> {
        match self.held(x, state) {
            Held::Atom(ty) => Some(ty),
            Held::Nothing => self.each.as_ref().map(|_| Type::List),
            _ => None,
        }
    }

    /// What a register holds that something is copied to.
    pub(super) fn moved(&self, at: usize, dst: Reg, held: Held) -> Option<Held> {
        match held {
            _ if self.is_idle(at, dst) => Some(Held::Other),
            Held::Atom(_) => Some(held),
            Held::Nothing if self.each.is_some() => Some(held),
            Held::Vector { home, .. } if !self.is_kept(dst) && !self.changed.contains(&home) => Some(held),
            _ => None,
        }
    }

    /// Is this a variable that may be looked at when the program has been left?
    pub(super) fn is_kept(&self, r: Reg) -> bool {
        !self.is_call && (r as usize) < self.code.names.len()
    }

    /// Does nobody want what the instruction at `at` puts in a register?
    pub(super) fn is_idle(&self, at: usize, dst: Reg) -> bool {
        !self.is_kept(dst) && !self.live.is(at + 1, dst as usize)
    }

    /// The type of what `f` answers for the `n` registers from `first` on.
    pub(super) fn applied(&self, f: Held, first: Reg, n: u8, state: &State) -> Option<Type> {
        match f {
            Held::Vector { ty, .. } if n == 1 && self.are_places(first, 1, state) => Some(ty),
            Held::Rows { ty, .. } if n == 2 && self.are_places(first, 2, state) => Some(ty),
            Held::Entries { key, ty, .. } if n == 1 && state[first as usize] == Held::Atom(key) => Some(ty),
            Held::Lambda(at) => {
                let code = self.called(at, n)?;
                let live = Live::of(code);
                let mut inner = self.inner(code, &live, at, Call { within: self.within(), out: 0, exit: 0 });
                inner.find_states(0, self.arguments(code, first, state));
                inner.answer
            }
            _ => None,
        }
    }

    /// Do `n` registers from `first` on hold longs?
    pub(super) fn are_places(&self, first: Reg, n: u16, state: &State) -> bool {
        (first..first + n).all(|r| state[r as usize] == Held::Atom(Type::Long))
    }

    /// The code of a function that may be a part of the program.
    pub(super) fn called(&self, at: usize, n: u8) -> Option<&'a Code> {
        let f = self.lambdas.iter().find(|f| address(f) == at)?;
        let code = Code::of(f).filter(|code| code.params == n as usize && is_simple(code))?;
        let within = self.within();
        (!within.contains(&at) && within.len() < CALLS_MAX).then_some(code)
    }

    pub(super) fn within(&self) -> Vec<usize> {
        self.call.as_ref().map_or_else(Vec::new, |call| call.within.clone())
    }

    /// What writes the steps of a call.
    pub(super) fn inner<'b>(&self, code: &'b Code, live: &'b Live, at: usize, mut call: Call) -> Maker<'b>
    where
        'a: 'b,
    {
        call.within.push(at);
        Maker {
            is_call: true,
            slots: (self.made.slots, self.slots.1),
            call: Some(call),
            ..Maker::new(self.globals, code, live, self.cells, self.lambdas)
        }
    }

    /// What is known where a call begins.
    pub(super) fn arguments(&self, code: &Code, first: Reg, state: &State) -> State {
        let first = first as usize;
        let mut inner = state[first..first + code.params].to_vec();
        inner.resize(code.registers, Held::Other);
        inner.extend_from_slice(&state[self.code.registers..]);
        inner
    }

    /// The type of the items of a vector that is changed in its own place.
    pub(super) fn own(&self, place: Home, state: &State) -> Option<Type> {
        match state[place as usize] {
            Held::Vector { ty, home } if home == place => Some(ty),
            _ => None,
        }
    }

    /// May `y` be put behind the items of the vector at a place?
    pub(super) fn joined(&self, place: Home, y: Operand, state: &State) -> Option<Type> {
        let ty = self.own(place, state)?;
        self.ty(y, state).filter(|y| *y == ty)
    }

    /// The type of an assignment's value.
    pub(super) fn assigned(&self, plan: &Assign, state: &State) -> Option<Type> {
        let place = self.target(plan).filter(|_| plan.written != Written::DotOf)?;
        let y = self.ty(plan.y, state)?;
        let same = |ty: Type, f: BinaryOp| {
            Some(ty).filter(|_| bits::binary(f, ty, y).is_some_and(|how| how.out == ty))
        };
        match (plan.n, plan.f.is_some(), plan.through) {
            (1 | 2, false, _) => self.at(plan, state, place).filter(|ty| *ty == y),
            (1 | 2, true, Some(Through::Atomic(f))) => {
                let ty = same(self.at(plan, state, place)?, f)?;
                let begins = match state[place as usize] {
                    Held::Entries { .. } => y == ty && bits::identity(f, ty).is_some(),
                    _ => true,
                };
                begins.then_some(ty)
            }
            (0, true, Some(Through::Atomic(f))) => same(state[place as usize].atom()?, f),
            (0, true, Some(Through::Join)) if plan.adds_items() => self.joined(place, plan.y, state),
            _ => None,
        }
    }

    /// The type of the items among which an assignment's indexes lead.
    pub(super) fn at(&self, plan: &Assign, state: &State, place: Home) -> Option<Type> {
        if let Held::Entries { key, ty, home } = state[place as usize] {
            let is_one = plan.n == 1 && home == place && state[plan.first as usize] == Held::Atom(key);
            return is_one.then_some(ty);
        }
        self.are_places(plan.first, plan.n, state).then_some(())?;
        match state[place as usize] {
            Held::Rows { ty, home } if plan.n == 2 && home == place => Some(ty),
            _ if plan.n == 1 => self.own(place, state),
            _ => None,
        }
    }

    /// The place of the variable that is assigned through indexes or a function.
    pub(super) fn target(&self, plan: &Assign) -> Option<Home> {
        match plan.target {
            _ if !plan.inside.is_empty() => None,
            Target::Local(r) => Some(r),
            Target::Global(cell) => self.cell(cell),
        }
    }

    /// The place of a global, if it is one.
    pub(super) fn cell(&self, cell: Cell) -> Option<Home> {
        let at = self.cells.iter().position(|c| *c == cell)?;
        Home::try_from(self.code.registers + at).ok()
    }

    pub(super) fn two_of(&self, op: BinaryOp, x: Operand, y: Operand, state: &State) -> Option<Type> {
        Some(bits::binary(op, self.ty(x, state)?, self.ty(y, state)?)?.out)
    }

    /// What an operand holds.
    pub(super) fn held(&self, o: Operand, state: &State) -> Held {
        if o & CONSTANT != 0 {
            let at = (o & !CONSTANT) as usize;
            let held = Held::of(&self.code.constants[at], self.code.registers + self.cells.len() + at);
            // The constants of calls have no places.
            return match held {
                Held::Vector { .. } | Held::Rows { .. } | Held::Entries { .. } if self.call.is_some() => {
                    Held::Other
                }
                held => held,
            };
        }
        match o & GLOBAL {
            0 => state[o as usize],
            _ => self.held_in(self.code.cells[(o & !GLOBAL) as usize], state),
        }
    }

    /// What a global holds.
    pub(super) fn held_in(&self, cell: Cell, state: &State) -> Held {
        match self.cell(cell) {
            Some(place) => state[place as usize],
            None => match self.globals.plain(cell).and_then(bits::of) {
                Some((ty, _)) => Held::Atom(ty),
                None => Held::Other,
            },
        }
    }

    pub(super) fn ty(&self, o: Operand, state: &State) -> Option<Type> {
        self.held(o, state).atom()
    }
}
