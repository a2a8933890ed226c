//! What a name means: a variable, a namespace, a place inside a dictionary, a view, or a member of `.z`.

use crate::hints;
use crate::query::frame::names_in;
use crate::syntax::lexer::{TokenKind, tokens};
use crate::vm::Vm;
use crate::vm::code::{Code, ViewPlan};
use crate::vm::compile;
use crate::vm::globals::{Cell, Found, View, has_many_parts, member_name, qualify};
use quarry_kernel as kernel;
use quarry_value::error::type_error;
use quarry_value::{Error, Prim, Result, Sym, Type, Value, evaluation, room};
use std::borrow::Borrow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// As many names are offered to a person, lest each prompt wait for them.
const NAMES_MAX: usize = 10_000;

impl Vm {
    /// Names that a person may begin to type: variables, members of namespaces, what help knows, and the columns of
    /// tables that have short names.
    pub fn known_names(&self) -> Vec<String> {
        let dotted = |name: &Sym| Sym::new([b".", name.bytes()].concat());
        let here = if self.context.is_empty() { Sym::new(".") } else { dotted(&self.context) };
        let short = self.globals.members(here);
        let mut names: Vec<Sym> = short.clone();
        for name in short.iter().take(NAMES_MAX) {
            if let Found::Slot(cell) = self.globals.find(self.full_name(*name)) {
                names.extend(self.globals.load(cell).map_or(Vec::new(), columns));
            }
        }
        names.extend(self.globals.names_within(Sym::new("."), NAMES_MAX));
        for space in self.globals.top_spaces() {
            names.extend(self.globals.names_within(dotted(&space), NAMES_MAX));
        }
        let members = crate::help::rows().iter().map(|row| row.name).filter(|name| name.starts_with('.'));
        names.iter().map(|name| name.text().into_owned()).chain(members.map(String::from)).collect()
    }

    /// The full name of `name` as written in the current namespace.
    pub fn full_name(&self, name: Sym) -> Sym {
        qualify(self.context, name)
    }

    /// A global by its full name (`a`, `.ns.a`) or by its name in the current namespace. Views that would have
    /// to be evaluated answer with what they were last.
    pub fn get(&self, name: Sym) -> Option<Value> {
        self.lookup(self.full_name(name)).or_else(|| {
            let plain = !name.bytes().contains(&b'.');
            plain.then(|| self.lookup(qualify(Sym::new("q"), name))).flatten()
        })
    }

    pub(crate) fn lookup(&self, full: Sym) -> Option<Value> {
        match self.globals.find(full) {
            Found::Slot(cell) => self.globals.load(cell).cloned(),
            Found::Space(space) => Some(self.globals.space(space)),
            Found::Inside(cell, keys) => {
                let mut v = self.globals.load(cell)?.clone();
                for k in keys {
                    v = step(&v, k)?;
                }
                Some(v)
            }
            Found::Nothing => crate::dotz::get(self, full).or_else(|| keyword(full)),
        }
    }

    /// A global, evaluated if it is a view; signals its name when there is none.
    pub(crate) fn get_or_signal(&mut self, name: Sym) -> Result<Value> {
        self.get_evaluated(name)?.ok_or_else(|| self.undefined(name))
    }

    /// [`Vm::get_or_signal`] that tells of no value by `None`.
    pub(crate) fn get_evaluated(&mut self, name: Sym) -> Result<Option<Value>> {
        match self.globals.view_cell(self.full_name(name)) {
            Some(view) => self.load_slow(view).map(Some),
            None => Ok(self.get(name)),
        }
    }

    /// [`Vm::get_or_signal`] of a full name.
    pub(crate) fn get_full(&mut self, full: Sym) -> Result<Value> {
        match self.globals.existing_cell(full) {
            Some(cell) => match self.globals.plain(cell) {
                Some(v) => Ok(v.clone()),
                None => self.load_slow(cell),
            },
            None => self.lookup(full).ok_or_else(|| self.undefined_full(full)),
        }
    }

    /// What a name in a query means when it is no column: a global of the current namespace, or, where it has none, one of that in
    /// which the query was written. Source: basics/qsql (name resolution); the latter is ours.
    pub(crate) fn get_at_home(&mut self, name: Sym) -> Result<Value> {
        if self.is_at_home(name) { self.get_full(qualify(self.home, name)) } else { self.get_or_signal(name) }
    }

    /// Brings views up to date that the expressions of a query on `table` read, so that [`Vm::find_at_home`] finds them.
    pub(crate) fn evaluate_views<T: Borrow<Value>>(
        &mut self,
        table: &Value,
        trees: impl FnOnce() -> Vec<T>,
    ) -> Result<()> {
        if !self.globals.any_view() || self.worker {
            return Ok(());
        }
        let columns = columns(table);
        for tree in trees() {
            for name in names_in(tree.borrow()).into_iter().filter(|n| !columns.contains(n)) {
                if let Some(cell) = self.globals.view_cell(self.name_at_home(name)) {
                    self.load_slow(cell)?;
                }
            }
        }
        Ok(())
    }

    /// [`Vm::get_at_home`] without evaluating anything: `None` for a view that may have to be, too.
    pub(crate) fn find_at_home(&self, name: Sym) -> Option<Value> {
        let full = self.name_at_home(name);
        match self.globals.view_cell(full) {
            Some(cell) if !self.globals.is_current(cell) => None,
            _ if full != self.full_name(name) => self.lookup(full),
            _ => self.get(name),
        }
    }

    /// Does a name that is no column mean nothing in the current namespace, but something in another where the query was written?
    fn is_at_home(&self, name: Sym) -> bool {
        let is_something = |full: Sym| self.globals.view_cell(full).is_some() || self.lookup(full).is_some();
        self.home != self.context
            && !is_something(self.full_name(name))
            && is_something(qualify(self.home, name))
    }

    /// The full name of what a name means that is no column.
    fn name_at_home(&self, name: Sym) -> Sym {
        if self.is_at_home(name) { qualify(self.home, name) } else { self.full_name(name) }
    }

    /// A slot that holds no plain value: a view, a namespace, a place inside a dictionary, or nothing.
    #[cold]
    pub(crate) fn load_slow(&mut self, cell: Cell) -> Result<Value> {
        if self.globals.view(cell).is_some() {
            return self.evaluate_view(cell);
        }
        let name = self.globals.name(cell);
        if let Some(v) = self.lookup(name) {
            return Ok(v);
        }
        Err(self.undefined_full(name))
    }

    pub(crate) fn undefined(&self, name: Sym) -> Error {
        self.no_value(name, self.full_name(name))
    }

    /// [`Vm::undefined`] of a full name, which is told as it is written in the namespace where the code was.
    pub(crate) fn undefined_full(&self, full: Sym) -> Error {
        let own = full.bytes().strip_prefix(b".").and_then(|rest| rest.strip_prefix(self.home.bytes()));
        let own = own.and_then(|rest| rest.strip_prefix(b".")).filter(|_| !self.home.is_empty());
        let written = own.filter(|own| !self.is_written(full, own)).map_or(full, Sym::new);
        self.no_value(written, full)
    }

    /// Is this name, which is a shorter one of a namespace, written where the level on top is? Where that place is no name, anywhere in
    /// its text.
    fn is_written(&self, name: Sym, shorter: &[u8]) -> bool {
        let top = self.stack.len().checked_sub(1).and_then(|top| self.frame_at(top));
        let Some(Ok(tokens)) = top.as_ref().map(|f| tokens(f.source.as_bytes())) else { return false };
        let names = || {
            tokens
                .iter()
                .filter_map(|t| if let TokenKind::Name(n) = t.kind { Some((t, n.bytes())) } else { None })
        };
        let at = top.as_ref().and_then(|f| f.at);
        let here = names().find(|(t, _)| Some(t.start as usize) == at).map(|(_, n)| n);
        match here.filter(|n| *n == name.bytes() || *n == shorter) {
            Some(here) => here == name.bytes(),
            None => names().any(|(_, n)| n == name.bytes()),
        }
    }

    fn no_value(&self, written: Sym, full: Sym) -> Error {
        if let Some(view) = self.view_before_a_dot(full) {
            let view = view.text();
            return Error::new("nyi").detail(format!("a view has no dot: {view}[`…] has its items"));
        }
        if written.is_empty() {
            return type_error().detail("` is the empty name, which is nobody's");
        }
        let e = Error::text(written.bytes());
        if crate::db::is_earlier_table(full) {
            return e.detail("the last partition has no such table: .Q.chk adds an empty one, .Q.bv finds those of earlier ones");
        }
        if self.settings.k {
            return e.detail("undefined; this is k, and \\ goes back to q");
        }
        if self.is_word_of_q(written) {
            return e.detail(format!("undefined; this is k, where it is .q.{}", written.text()));
        }
        if let Some(says) = hints::elsewhere(written.bytes()) {
            return e.detail(format!("undefined; {} is no word of q: {says}", written.text()));
        }
        let small = hints::in_small_letters(written.bytes()).map(|small| Sym::new(&small));
        match small.or_else(|| self.globals.similar(full)) {
            Some(near) => {
                let space = if self.is_word_of_q(near) { ".q." } else { "" };
                e.detail(format!("undefined; did you mean {space}{}?", near.text()))
            }
            None => e.detail("undefined"),
        }
    }

    /// Is this a word of q where k is spoken, which has it in `.q` alone?
    fn is_word_of_q(&self, name: Sym) -> bool {
        let is_k = self.see(|levels| {
            let code = (0..levels.levels.len()).rev().find_map(|i| levels.code_at(i));
            code.is_some_and(Code::is_k)
        });
        is_k && self.lookup(Sym::new([b".q.", name.bytes()].concat())).is_some()
    }

    /// The view that a name with a dot begins with. Source: learn/views.
    fn view_before_a_dot(&self, full: Sym) -> Option<Sym> {
        if has_many_parts(full) {
            return None;
        }
        let name = full.bytes();
        let dots = (1..name.len()).filter(|at| name[*at] == b'.');
        dots.map(|at| Sym::new(&name[..at])).find(|start| self.globals.view_cell(*start).is_some())
    }

    /// Sets a global; `'noupdate` on a worker.
    pub fn set(&mut self, name: Sym, value: Value) -> Result<()> {
        self.set_full(self.full_name(name), value)
    }

    /// Sets a global that compiled code knows. A new one may lie in a dictionary, and a dictionary may be a namespace.
    pub(super) fn store(&mut self, cell: Cell, value: Value) -> Result<()> {
        evaluation::settle()?;
        let is_simple = self.globals.plain(cell).is_some() && !matches!(value, Value::Dict(_));
        if !is_simple {
            let name = self.globals.name(cell);
            if name.bytes().starts_with(b".") {
                return self.set_full(name, value);
            }
        }
        let value = self.fit_for(self.globals.name(cell), value)?;
        self.globals_mut()?.store(cell, value);
        Ok(())
    }

    /// [`Vm::set`] by full name.
    pub(crate) fn set_full(&mut self, full: Sym, value: Value) -> Result<()> {
        evaluation::settle()?;
        if has_many_parts(full) {
            return Err(Error::new("limit").detail("a name of too many parts"));
        }
        if let Found::Inside(cell, mut keys) = self.globals.find(full) {
            let value = self.in_new_spaces(cell, &mut keys, value);
            let path: Vec<Value> = keys.into_iter().map(Value::Sym).collect();
            let outer = self.globals.name(cell);
            return self.amend_full(outer, &path, crate::vm::Change::Set(value));
        }
        if full.bytes() == b"." {
            return self.set_root(&value);
        }
        // A dictionary of compression settings has a null symbol too, and is no namespace.
        if full.bytes().starts_with(b".")
            && full.bytes() != b".z.zd"
            && let Some((bare, members)) = namespace_members(full, &value)
        {
            return self.set_namespace(full, bare, members);
        }
        if full.bytes().is_empty() {
            return Err(Error::new("type"));
        }
        if let [outer @ .., b'.'] = full.bytes()
            && outer.starts_with(b".")
        {
            return self.set_null_member(Sym::new(outer), value);
        }
        if let Some((outer, key)) = relative(full) {
            return self.set(outer, new_members(key, value));
        }
        crate::vm::frames::name_function(&value, full);
        let value = self.fit_for(full, value)?;
        let globals = self.globals_mut()?;
        let cell = globals.cell(full);
        globals.store(cell, value);
        self.tell_set(cell, &[])
    }

    /// What is to be set under the first key that a dictionary lacks: `d.a.b:1` makes `a`, with a `b` in it. `keys` ends
    /// there then.
    fn in_new_spaces(&self, cell: Cell, keys: &mut Vec<Sym>, value: Value) -> Value {
        let mut outer = self.globals.load(cell).cloned();
        for at in 1..keys.len() {
            let Some(Value::Dict(d)) = outer else { break };
            let found = kernel::find(&d.keys, &Value::Sym(keys[at - 1])).ok().and_then(|i| i.as_long());
            outer = found.filter(|&i| i < d.keys.count() as i64).map(|i| d.values.at(i as usize));
            if outer.is_none() {
                let inner = keys.drain(at..).rev().fold(value, |value, key| new_members(key, value));
                return inner;
            }
        }
        value
    }

    /// Sets what a namespace, which may be new, holds under the null symbol. With anything but `::` there it is a
    /// dictionary as any other.
    fn set_null_member(&mut self, space: Sym, value: Value) -> Result<()> {
        if matches!(self.globals.find(space), Found::Nothing) {
            return self.set_full(space, new_members(Sym::EMPTY, value));
        }
        let change = crate::vm::Change::Set(value);
        self.amend_full(space, &[Value::Sym(Sym::EMPTY)], change)
    }

    /// Tells `.z.vs`, if there is one, that a variable of the root was set, whole or at `path`.
    ///
    /// Source: ref/dotz.
    #[inline]
    pub(crate) fn tell_set(&mut self, cell: Cell, path: &[Value]) -> Result<()> {
        if self.is_told_of_values() { self.call_value_set(cell, path) } else { Ok(()) }
    }

    /// Is there a `.z.vs`?
    pub(crate) fn is_told_of_values(&self) -> bool {
        self.globals.load(self.value_set).is_some()
    }

    #[cold]
    fn call_value_set(&mut self, cell: Cell, path: &[Value]) -> Result<()> {
        let name = self.globals.name(cell);
        let Some(f) = self.globals.load(self.value_set).cloned() else { return Ok(()) };
        // What the handler itself sets it is not told of.
        if name.bytes().starts_with(b".") || self.in_value_set {
            return Ok(());
        }
        let index = if path.is_empty() { Value::empty_list() } else { Value::collapse(path.to_vec()) };
        self.in_value_set = true;
        let result = self.apply(&f, &[Value::Sym(name), index]);
        self.in_value_set = false;
        result.map(|_| ())
    }

    /// Changes a global in place: nobody else holds the value while `f` runs. What `f` leaves stays, also when it
    /// fails.
    pub(crate) fn change_global(
        &mut self,
        name: Sym,
        f: impl FnOnce(&mut Value) -> Result<()>,
    ) -> Result<()> {
        // What `f` was made of may have been broken off.
        evaluation::settle()?;
        let full = self.full_name(name);
        let cell = self.globals.existing_cell(full).filter(|c| self.globals.load(*c).is_some());
        if let Some(cell) = cell
            && let Some(x) = self.globals_mut()?.take(cell)
        {
            let within = self.within_of(full);
            let done = self.while_taken(cell, x, |_, x| f(x));
            drop(within);
            done?;
            return self.tell_set(cell, &[]);
        }
        let mut x = self.get_or_signal(name)?;
        evaluation::steadily(|| f(&mut x))?;
        self.set(name, x)
    }

    /// Changes a value that was taken out of its cell, steadily, and puts it back, whatever happens.
    pub(super) fn while_taken(
        &mut self,
        cell: Cell,
        mut x: Value,
        f: impl FnOnce(&mut Vm, &mut Value) -> Result<()>,
    ) -> Result<()> {
        let view = self.globals.view(cell).cloned();
        let work = || evaluation::steadily(|| room::asking(|| f(self, &mut x)));
        let done = catch_unwind(AssertUnwindSafe(work));
        self.globals_mut()?.put_back(cell, x);
        if let Some(view) = view.filter(|_| !matches!(done, Ok(Ok(())))) {
            self.globals_mut()?.restore_view(cell, view);
        }
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// A namespace is replaced whole.
    fn set_namespace(&mut self, space: Sym, bare: bool, members: Vec<(Sym, Value)>) -> Result<()> {
        self.globals_mut()?.make_space(space, bare);
        for (short, value) in members {
            self.set_full(member_name(space, short), value)?;
        }
        Ok(())
    }

    /// The root's variables become those of a dictionary; what is as it was stays untouched, views too.
    fn set_root(&mut self, value: &Value) -> Result<()> {
        let Value::Dict(d) = value else { return Err(Error::new("type")) };
        let Some(names) = d.keys.as_syms() else { return Err(Error::new("type")) };
        for gone in self.globals.members(Sym::new(".")).into_iter().filter(|m| !names.contains(m)) {
            self.globals_mut()?.delete(gone);
        }
        for (i, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let new = d.values.at(i);
            let is_same = self.lookup(*name).is_some_and(|old| kernel::order::identical(&old, &new));
            if !is_same && !matches!(new, Value::Foreign(_)) {
                self.set_full(*name, new)?;
            }
        }
        Ok(())
    }

    /// Removes a global, or a namespace inside of another, by its full name, if there is one.
    pub(crate) fn remove_full(&mut self, full: Sym) -> Result<()> {
        let globals = self.globals_mut()?;
        match globals.find(full) {
            Found::Space(_) => globals.remove_space(full),
            _ => globals.delete(full),
        }
        Ok(())
    }

    pub(crate) fn define_view(&mut self, cell: Cell, plan: &ViewPlan) -> Result<()> {
        let mut names = Vec::new();
        compile::dependencies(&plan.node, &mut names);
        let script = self.script;
        let globals = self.globals_mut()?;
        let reads = names.iter().map(|n| globals.cell(qualify(Sym::EMPTY, variable(*n)))).collect();
        globals.set_view(cell, View::new(plan, script, reads));
        Ok(())
    }

    /// A view's value: the cached one unless something it reads has changed. A view that reads itself finds what it
    /// was before.
    ///
    /// Errors: 'loop when it was nothing before; 'threadview on a thread of `peach`. Source: learn/views.
    fn evaluate_view(&mut self, cell: Cell) -> Result<Value> {
        if self.views.contains(&cell) {
            let previous = self.globals.load(cell).cloned();
            return previous.ok_or_else(|| Error::new("loop").detail("a view that reads itself"));
        }
        self.views.push(cell);
        self.depth += 1;
        let v = self.current_view(cell);
        self.depth -= 1;
        self.views.pop();
        v
    }

    fn current_view(&mut self, cell: Cell) -> Result<Value> {
        let Some(view) = self.globals.view(cell).cloned() else { return Err(Error::new("view")) };
        if self.globals.is_current(cell)
            && let Some(v) = self.globals.load(cell)
        {
            return Ok(v.clone());
        }
        if self.depth > self.depth_limit {
            return Err(Error::new("loop"));
        }
        if !self.globals.is_stale(cell)
            && let Some(v) = self.globals.load(cell).cloned()
        {
            if let Ok(globals) = self.globals_mut() {
                globals.set_current(cell);
            }
            return Ok(v);
        }
        if self.worker && !self.guarded {
            return Err(Error::new("threadview").detail("a view is evaluated on the main thread"));
        }
        let changes = self.globals.changes();
        // A view is a level of its own in a backtrace.
        let outer = std::mem::replace(&mut self.script, view.place);
        let v = self.run_statement(&view.tree, view.text.clone(), Sym::EMPTY);
        self.script = outer;
        let v = v?;
        if let Ok(globals) = self.globals_mut() {
            globals.cache_view(cell, v.clone(), changes);
            if changes == globals.changes() {
                globals.set_current(cell);
            }
        }
        Ok(v)
    }
}

/// The variable that changes when `name` does: `d` of `d.key`.
fn variable(name: Sym) -> Sym {
    let first = name.bytes().iter().position(|&c| c == b'.').filter(|&at| at > 0);
    first.map_or(name, |at| Sym::new(&name.bytes()[..at]))
}

/// `d.key` of the root as the dictionary and its key.
fn relative(full: Sym) -> Option<(Sym, Sym)> {
    let text = full.bytes();
    let at = text.iter().rposition(|&c| c == b'.').filter(|_| text[0] != b'.')?;
    Some((Sym::new(&text[..at]), Sym::new(&text[at + 1..])))
}

/// What a name without dots holds when `name.key` is the first that is set of it.
fn new_members(key: Sym, value: Value) -> Value {
    if key.is_empty() {
        return Value::dict(Value::syms(vec![key]), Value::collapse(vec![value]));
    }
    Value::dict(Value::syms(vec![Sym::EMPTY, key]), Value::list(vec![Value::identity(), value]))
}

/// `.q.word`, and `.q` itself: q's keywords and what they mean.
fn keyword(full: Sym) -> Option<Value> {
    let text = full.bytes();
    if let Some(word) = text.strip_prefix(b".q.") {
        return Prim::keyword(Sym::new(word)).map(Value::Prim);
    }
    if text != b".q" {
        return None;
    }
    let words: Vec<(Sym, Prim)> =
        Prim::all().flat_map(|p| p.row().keywords.iter().map(move |w| (Sym::new(w), p))).collect();
    let mut names = vec![Sym::EMPTY];
    names.extend(words.iter().map(|w| w.0));
    let mut values = vec![Value::identity()];
    values.extend(words.iter().map(|w| Value::Prim(w.1)));
    Some(Value::dict(Value::syms(names), Value::list(values)))
}

/// One step of `d.key`.
fn step(v: &Value, key: Sym) -> Option<Value> {
    match v {
        Value::Dict(d) if d.keys.item_type() == Some(Type::Symbol) => {
            d.keys.as_syms()?.contains(&key).then(|| kernel::index(v, &Value::Sym(key)).ok()).flatten()
        }
        Value::Table(t) => t.column(key).cloned(),
        Value::Dict(_) => kernel::index(v, &Value::Sym(key)).ok(),
        _ if kernel::is_temporal_field(key) => kernel::temporal_field(key, v).ok(),
        _ => None,
    }
}

/// The variables of a dictionary that is a namespace, and whether it lacks the null symbol for `::` as its first key.
/// Any dictionary from names is one when its own name has one part, `.a`.
fn namespace_members(full: Sym, value: &Value) -> Option<(bool, Vec<(Sym, Value)>)> {
    let Value::Dict(d) = value else { return None };
    let keys = d.keys.as_syms()?;
    let bare = !keys.first().is_some_and(|k| k.is_empty());
    let is_name = |k: &Sym| !k.is_empty() && !k.bytes().contains(&b'.');
    if !bare && !d.values.at(0).is_identity() {
        return None;
    }
    if bare && full.bytes()[1..].contains(&b'.') || !keys[usize::from(!bare)..].iter().all(is_name) {
        return None;
    }
    let all = keys.iter().enumerate().filter(|(_, k)| !k.is_empty());
    Some((bare, all.map(|(i, k)| (*k, d.values.at(i))).collect()))
}

/// The names of a table's columns, keys first; none of other values.
fn columns(value: &Value) -> Vec<Sym> {
    match value {
        Value::Table(t) => t.names.to_vec(),
        other => other.as_keyed().map_or(Vec::new(), |(k, v)| [&k.names[..], &v.names[..]].concat()),
    }
}
