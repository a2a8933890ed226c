//! The steps of each instruction, for what [`super::states`] has found, and the slots and lanes that they name.

use super::*;

impl Maker<'_> {
    /// The slot of an operand.
    pub(super) fn slot(&mut self, o: Operand) -> Option<Slot> {
        if o & CONSTANT != 0 {
            let (_, bits) = bits::of(&self.code.constants[(o & !CONSTANT) as usize])?;
            return self.constant(bits);
        }
        match o & GLOBAL {
            0 => self.place(o),
            _ => self.slot_of(self.code.cells[(o & !GLOBAL) as usize]),
        }
    }

    pub(super) fn slot_of(&mut self, cell: Cell) -> Option<Slot> {
        match self.cell(cell) {
            Some(place) => self.place(place),
            None => {
                let (_, bits) = self.globals.plain(cell).and_then(bits::of)?;
                self.constant(bits)
            }
        }
    }

    /// The slot of a place that a step writes.
    pub(super) fn out(&mut self, place: Home) -> Option<Slot> {
        self.written[place as usize] = true;
        self.made.sets_globals |= place as usize >= self.code.registers;
        self.place(place)
    }

    /// The slot of a place.
    pub(super) fn place(&self, place: Home) -> Option<Slot> {
        let place = place as usize;
        let (registers, cells) = self.slots;
        let at = match place.checked_sub(self.code.registers) {
            None => registers + place,
            Some(cell) => cells + cell,
        };
        Slot::try_from(at).ok()
    }

    /// One of two slots for operands in the storage that a step takes.
    pub(super) fn aside(&self, which: usize) -> Option<Slot> {
        Slot::try_from(self.slots.1 + self.cells.len() + which).ok()
    }

    pub(super) fn constant(&mut self, bits: u64) -> Option<Slot> {
        self.made.program.constant(bits, self.made.slots)
    }

    /// The lane of what a place holds.
    pub(super) fn lane(&mut self, held: Held, is_changed: bool) -> Option<u8> {
        let (Held::Vector { home, .. } | Held::Rows { home, .. } | Held::Entries { home, .. }) = held else {
            return None;
        };
        let at = match self.made.lanes.iter().position(|lane| lane.home == home) {
            Some(at) => at,
            None => {
                self.made.lanes.push(LaneOf { home, is_changed: false });
                self.made.lanes.len() - 1
            }
        };
        self.made.lanes[at].is_changed |= is_changed;
        self.made.sets_globals |= is_changed && home as usize >= self.code.registers;
        u8::try_from(at).ok()
    }

    /// A way out to an instruction.
    pub(super) fn way(&mut self, to: usize, state: &State) -> Option<Exit> {
        if let Some(call) = &self.call {
            return Some(call.exit);
        }
        let state = self.wanted(to, state.clone());
        let held = state.into_iter().enumerate().map(|(place, held)| (place as Home, held)).collect();
        self.made.ways.push(Way { to, held });
        Exit::try_from(self.made.ways.len() - 1).ok()
    }

    pub(super) fn push(&mut self, mut step: Step) -> Option<()> {
        if step.target().is_some() {
            self.jumps.push(self.made.program.steps.len());
        }
        self.made.program.steps.push(step);
        Some(())
    }

    /// What a step's jump goes to: an instruction, or a way out if that has been come to with other types.
    pub(super) fn to(&mut self, to: u32, state: &State) -> Option<u32> {
        if self.agrees(to as usize, state) { Some(to) } else { self.out_to(to as usize, state) }
    }

    /// What a step goes to that leaves the program for an instruction.
    pub(super) fn out_to(&mut self, to: usize, state: &State) -> Option<u32> {
        let exit = self.way(to, state)?;
        self.outs.push(exit);
        Some(OUT | (self.outs.len() - 1) as u32)
    }

    pub(super) fn agrees(&self, to: usize, state: &State) -> bool {
        self.states.get(to).and_then(|s| s.as_ref()).is_some_and(|s| *s == self.wanted(to, state.clone()))
    }

    /// Writes the steps of an instruction. `None`: the program cannot be made.
    pub(super) fn write(&mut self, at: usize, state: &State) -> Option<()> {
        let Some(after) = self.after(at, state) else {
            let exit = self.way(at, state)?;
            return self.push(Step::Leave { exit });
        };
        match self.code.ops[at] {
            Op::Fused { .. } | Op::Release { .. } => {}
            Op::Jump { to } if to as usize <= at => {
                let out = self.out_to(to as usize, state)?;
                let to = if self.agrees(to as usize, state) { to } else { out };
                return self.push(Step::Back { to, out });
            }
            Op::Jump { to } => {
                let to = self.to(to, state)?;
                return self.push(Step::Jump { to });
            }
            Op::Unless { x, to } => {
                let truth = bits::truth(self.ty(x, state)?);
                let x = self.slot(x)?;
                let x = self.brought(x, truth, 0)?;
                let to = self.to(to, state)?;
                self.push(Step::Unless { x, to })?;
            }
            Op::UnlessQuick { op, x, y, to } => {
                let to = self.to(to, state)?;
                self.two(op.atomic(), [x, y], state, None, to)?;
            }
            Op::Repeat { n, to } => {
                let to = self.to(to, state)?;
                let n = self.out(n)?;
                self.push(Step::Repeat { n, to })?;
            }
            Op::Count { dst, x } => {
                let (out, x) = (self.out(dst)?, self.slot(x)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Move { dst, from } if after[dst as usize].atom().is_some() => {
                let (out, x) = (self.out(dst)?, self.slot(from)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Load { dst, cell } if after[dst as usize].atom().is_some() => {
                let (out, x) = (self.out(dst)?, self.slot_of(cell)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Move { .. } | Op::Load { .. } => {}
            Op::Store { cell, from } => {
                let place = self.cell(cell)?;
                let (out, x) = (self.out(place)?, self.slot(from)?);
                self.push(Step::Move { out, x })?;
            }
            Op::Quick { dst, op, x, y } | Op::QuickGlobal { dst, op, x, y } => {
                let out = self.out(dst)?;
                self.two(op.atomic(), [x, y], state, Some(out), 0)?;
            }
            Op::Binary { dst, prim, x, y } => match binary_op(prim) {
                Some(op) => {
                    let out = self.out(dst)?;
                    self.two(op, [x, y], state, Some(out), 0)?;
                }
                None => match self.form(prim, x, y, state) {
                    Some((form, of)) => {
                        let out = self.out(dst)?;
                        self.write_form(form, of, state, out)?;
                    }
                    None => self.append(at, dst, y, state)?,
                },
            },
            Op::JoinTo { cell, y, .. } => {
                let place = self.cell(cell)?;
                self.append(at, place, y, state)?;
            }
            Op::Unary { dst, prim, x } => {
                let out = self.out(dst)?;
                self.one(unary_op(prim)?, x, state, out)?;
            }
            Op::Length { dst, x, .. } => {
                let out = self.out(dst)?;
                let step = match self.held(x, state) {
                    Held::Atom(_) => Step::Move { out, x: self.constant(1)? },
                    held => Step::Length { out, lane: self.lane(held, false)? },
                };
                self.push(step)?;
            }
            Op::Apply { dst, f, first, .. } => self.apply(at, dst, self.held(f, state), first, state)?,
            Op::ApplyGlobal { dst, cell, first, .. } => {
                self.apply(at, dst, self.held_in(cell, state), first, state)?;
            }
            Op::Assign { dst, plan } => self.assign(at, dst, plan, state)?,
            Op::Return { x } => {
                let ty = self.answered(x, state)?;
                let x = if ty == Type::List { self.constant(0)? } else { self.slot(x)? };
                let Some(call) = &self.call else { return self.push(Step::Return { ty, x }) };
                let out = call.out;
                self.push(Step::Move { out, x })?;
                return self.push(Step::Jump { to: AFTER });
            }
            _ => return None,
        }
        if !self.agrees(at + 1, &after) {
            let exit = self.way(at + 1, &after)?;
            self.push(Step::Leave { exit })?;
        }
        Some(())
    }

    /// Writes `f` of the registers from `first` on: `x i`, or a call.
    pub(super) fn apply(&mut self, at: usize, dst: Reg, f: Held, first: Reg, state: &State) -> Option<()> {
        let out = self.out(dst)?;
        let Held::Lambda(f) = f else {
            let (lane, i) = (self.lane(f, false)?, self.place(first)?);
            let step = match f {
                Held::Rows { .. } => {
                    Step::ItemIn { out, lane, i, j: self.place(first + 1)?, to: self.out_to(at, state)? }
                }
                Held::Entries { ty, .. } => {
                    let (_, null) = bits::of(&Value::null(ty))?;
                    let (or, to) = (self.constant(null)?, self.out_to(at, state)?);
                    Step::Under { out, lane, key: i, or, to }
                }
                _ => Step::Item { out, lane, i },
            };
            return self.push(step);
        };
        let call = Call { within: self.within(), out, exit: self.way(at, state)? };
        let code = Code::of(self.lambdas.iter().find(|l| address(l) == f)?)?;
        let live = Live::of(code);
        let (mut inner, exit, start) = (self.inner(code, &live, f, call.clone()), call.exit, self.here()?);
        self.made.slots += code.registers;
        (self.made.slots <= self.made.program.first_constant()).then_some(())?;
        inner.made = std::mem::take(&mut self.made);
        for r in 0..code.params as Reg {
            if let Held::Atom(_) = state[(first + r) as usize] {
                let (out, x) = (inner.place(r)?, self.place(first + r)?);
                inner.push(Step::Move { out, x })?;
            }
        }
        inner.write_from(0, self.arguments(code, first, state))?;
        self.made = inner.made;
        self.made.calls.push((start..self.here()?, exit));
        Some(())
    }

    pub(super) fn append(&mut self, at: usize, place: Home, y: Operand, state: &State) -> Option<()> {
        let lane = self.lane(state[place as usize], true)?;
        let (x, to) = (self.slot(y)?, self.out_to(at, state)?);
        self.push(Step::Append { lane, x, to })
    }

    pub(super) fn assign(&mut self, at: usize, dst: Reg, plan: u16, state: &State) -> Option<()> {
        let plan = &self.code.assigns[plan as usize];
        let place = self.target(plan)?;
        let held = state[place as usize];
        let y = self.slot(plan.y)?;
        let made = match (plan.n, plan.through.filter(|_| plan.f.is_some())) {
            (0, Some(Through::Join)) => return self.append(at, place, plan.y, state),
            (0, Some(Through::Atomic(f))) => {
                let (x, out) = (self.place(place)?, self.out(place)?);
                self.typed(f, [(x, held.atom()?), (y, self.ty(plan.y, state)?)], Some(out), 0)?;
                out
            }
            (_, through) => {
                let lane = self.lane(held, true)?;
                let (i, to) = (self.place(plan.first as Home)?, self.out_to(at, state)?);
                let j = if plan.n == 2 { Some(self.place(plan.first + 1)?) } else { None };
                let mut x = y;
                if let (
                    Some(Through::Atomic(f)),
                    Held::Vector { ty, .. } | Held::Rows { ty, .. } | Held::Entries { ty, .. },
                ) = (through, held)
                {
                    x = self.aside(0)?;
                    let step = match (j, held) {
                        (Some(j), _) => Step::ItemIn { out: x, lane, i, j, to },
                        (None, Held::Entries { .. }) => {
                            let or = self.constant(bits::identity(f, ty)?)?;
                            Step::Under { out: x, lane, key: i, or, to }
                        }
                        (None, _) => Step::Item { out: x, lane, i },
                    };
                    self.push(step)?;
                    self.typed(f, [(x, ty), (y, self.ty(plan.y, state)?)], Some(x), 0)?;
                }
                self.push(match (j, held) {
                    (Some(j), _) => Step::PutIn { lane, i, j, x, to },
                    (None, Held::Entries { .. }) => Step::PutUnder { lane, key: i, x, to },
                    (None, _) => Step::Put { lane, i, x, to },
                })?;
                x
            }
        };
        if plan.wanted {
            let out = self.out(dst)?;
            self.push(Step::Move { out, x: made })?;
        }
        Some(())
    }

    /// Writes `op` of two operands, whose result goes to `out` or, without that, decides whether to go on at `to`.
    pub(super) fn two(
        &mut self,
        op: BinaryOp,
        [x, y]: [Operand; 2],
        state: &State,
        out: Option<Slot>,
        to: u32,
    ) -> Option<()> {
        let types = (self.ty(x, state)?, self.ty(y, state)?);
        let (x, y) = (self.slot(x)?, self.slot(y)?);
        self.typed(op, [(x, types.0), (y, types.1)], out, to)
    }

    /// The same of slots.
    pub(super) fn typed(
        &mut self,
        op: BinaryOp,
        [x, y]: [(Slot, Type); 2],
        out: Option<Slot>,
        to: u32,
    ) -> Option<()> {
        let how = bits::binary(op, x.1, y.1)?;
        let types = [x.1, y.1];
        let (x, y) = (self.brought(x.0, how.x, 0)?, self.brought(y.0, how.y, 1)?);
        let step = match (out, self.made.program.known(x), self.made.program.known(y)) {
            (Some(out), Some(a), Some(b)) => Step::Move { out, x: self.constant((how.f)(a, b))? },
            (Some(out), ..) => Step::two(op, &how, types, out, x, y),
            (None, ..) => Step::unless_two(op, &how, types, x, y, to),
        };
        self.push(step)
    }

    pub(super) fn one(&mut self, op: UnaryOp, x: Operand, state: &State, out: Slot) -> Option<()> {
        let how = bits::unary(op, self.ty(x, state)?)?;
        let x = self.slot(x)?;
        let x = self.brought(x, how.x, 0)?;
        self.push(Step::One { f: how.f, out, x })
    }

    /// The slot of an operand in the storage that a step takes, which `f` brings it into: one of two that are for that, unless
    /// it is a constant.
    pub(super) fn brought(&mut self, x: Slot, f: Option<Single>, which: usize) -> Option<Slot> {
        let Some(f) = f else { return Some(x) };
        if let Some(bits) = self.made.program.known(x) {
            return self.constant(f(bits));
        }
        let out = self.aside(which)?;
        self.push(Step::One { f, out, x })?;
        Some(out)
    }
}
