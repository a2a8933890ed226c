//! Global variables: slots found once by name and then by number, grouped in namespaces.
//!
//! A slot is never removed, so compiled code keeps its number for good; a deleted variable leaves its slot
//! empty. Full names are `a` in the root and `.ns.a` elsewhere. `.ns` itself is the dictionary of what its
//! slots hold.

use crate::vm::code::ViewPlan;
use quarry_kernel::domain;
use quarry_value::{Sym, Type, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The number of a slot.
pub type Cell = u32;

#[derive(Default)]
pub struct Globals {
    slots: Vec<Slot>,
    cells: HashMap<Sym, Cell>,
    /// Members of each namespace (`.` for the root) by short name, in order of first assignment.
    spaces: HashMap<Sym, Members>,
    /// The namespaces directly under the root, without their dots, in order of creation.
    tops: Vec<Sym>,
    /// Namespaces assigned as a dictionary without the first entry `` ` `` for `::`, which the others have.
    bare: HashSet<Sym>,
    /// Namespaces of the outermost modules, with their leading dots.
    pub(super) modules: HashSet<Sym>,
    /// Was there ever a view?
    any_view: bool,
    /// Counts changes of variables: views are compared with what they read by it, once for each.
    changes: u64,
}

#[derive(Default)]
struct Slot {
    name: Sym,
    value: Option<Value>,
    view: Option<Arc<View>>,
    /// What [`Globals::changes`] became by the last assignment.
    version: u64,
    /// What [`Globals::changes`] was when the value of a view was found to be current.
    current_at: u64,
}

/// `a::expr`: an expression evaluated when asked for and something it reads has changed.
#[derive(Clone)]
pub struct View {
    pub source: Vec<u8>,
    /// The text it was defined in, and where that was.
    pub text: Arc<[u8]>,
    pub place: Option<quarry_value::Place>,
    pub tree: crate::syntax::node::Node,
    /// Every global the expression reads.
    pub reads: Vec<Cell>,
    /// What [`Globals::changes`] was when its cached value was begun.
    made: u64,
    /// What [`Globals::changes`] was when it was defined.
    defined: u64,
}

impl View {
    /// A view that reads `reads`; it counts as defined when [`Globals::set_view`] takes it.
    pub fn new(plan: &ViewPlan, place: Option<quarry_value::Place>, reads: Vec<Cell>) -> View {
        let (source, text, tree) = (plan.source.clone(), plan.text.clone(), plan.node.clone());
        View { source, text, place, tree, reads, made: 0, defined: 0 }
    }
}

impl View {
    /// What no other definition has.
    pub fn defined(&self) -> u64 {
        self.defined
    }
}

/// What `value` answers for a view: last result or `::`, parse tree, names it depends on, text.
pub struct ViewParts(pub Value);

/// What a name means.
pub enum Found {
    Slot(Cell),
    /// A variable and the keys that lead into it: `d.a.b`.
    Inside(Cell, Vec<Sym>),
    Space(Sym),
    Nothing,
}

fn root() -> Sym {
    Sym::new(".")
}

/// The short names of what is in a namespace, in order of first assignment.
#[derive(Clone, Default)]
struct Members {
    names: Vec<Sym>,
    /// The slots of their full names, which are empty where they are namespaces.
    cells: HashMap<Sym, Cell>,
}

impl Members {
    fn add(&mut self, short: Sym, cell: Cell) {
        if self.cells.insert(short, cell).is_none() {
            self.names.push(short);
        }
    }

    fn remove(&mut self, short: Sym) {
        if self.cells.remove(&short).is_some() {
            self.names.retain(|m| *m != short);
        }
    }
}

/// Namespace and short name: `.a.b.c` is `c` in `.a.b`; `x` is `x` in `.`; `.a` is `a` in `.`'s namespaces.
fn split(name: Sym) -> (Sym, Sym) {
    let text = name.bytes();
    match text.iter().rposition(|&c| c == b'.') {
        Some(at) if at > 0 => (Sym::new(&text[..at]), Sym::new(&text[at + 1..])),
        _ => (root(), name),
    }
}

/// The full name of a member of a namespace: what [`split`] takes apart.
pub fn member_name(space: Sym, short: Sym) -> Sym {
    if space == root() { short } else { Sym::new([space.bytes(), b".", short.bytes()].concat()) }
}

/// Names of more parts mean nothing: each leads through all that it starts with.
const PARTS_MAX: usize = 500;

/// Has a name more parts than a namespace may be deep?
pub fn has_many_parts(name: Sym) -> bool {
    name.bytes().len() > PARTS_MAX && name.bytes().iter().filter(|c| **c == b'.').count() > PARTS_MAX
}

/// The full name of `name` as written in namespace `context` (no leading dot; empty for the root). `..a` is `a` of
/// the root wherever it is written.
pub fn qualify(context: Sym, name: Sym) -> Sym {
    if let [b'.', b'.', plain @ ..] = name.bytes()
        && !plain.is_empty()
    {
        return Sym::new(plain);
    }
    if context.is_empty() || name.bytes().first() == Some(&b'.') {
        return name;
    }
    Sym::new([b".", context.bytes(), b".", name.bytes()].concat())
}

/// What may be a domain is told to the register of domains, if the variable's name is there.
#[inline]
fn tell_domain(name: Sym, value: &Value) {
    let may_be = match value {
        Value::Vector(v) => v.ty == Type::Symbol,
        Value::Dict(d) => matches!(d.keys, Value::Table(_)),
        Value::Table(_) => true,
        _ => false,
    };
    if may_be && domain::is_registered(name) {
        domain::set(name, value);
    }
}

impl Globals {
    /// The slot of a full name, made if need be.
    pub fn cell(&mut self, name: Sym) -> Cell {
        if let Some(&cell) = self.cells.get(&name) {
            return cell;
        }
        let cell = self.slots.len() as Cell;
        self.slots.push(Slot { name, ..Slot::default() });
        self.cells.insert(name, cell);
        cell
    }

    /// The slot of a full name if there is one.
    pub fn existing_cell(&self, name: Sym) -> Option<Cell> {
        self.cells.get(&name).copied()
    }

    #[inline]
    pub fn load(&self, cell: Cell) -> Option<&Value> {
        self.slots[cell as usize].value.as_ref()
    }

    /// The value of a slot that holds a plain variable, not a view.
    #[inline]
    pub fn plain(&self, cell: Cell) -> Option<&Value> {
        let slot = &self.slots[cell as usize];
        if slot.view.is_none() { slot.value.as_ref() } else { None }
    }

    pub fn name(&self, cell: Cell) -> Sym {
        self.slots[cell as usize].name
    }

    pub fn version(&self, cell: Cell) -> u64 {
        self.slots[cell as usize].version
    }

    /// The slot of a full name that is a view's.
    pub fn view_cell(&self, name: Sym) -> Option<Cell> {
        self.existing_cell(name).filter(|cell| self.view(*cell).is_some())
    }

    pub fn view(&self, cell: Cell) -> Option<&Arc<View>> {
        self.slots[cell as usize].view.as_ref()
    }

    pub fn set_view(&mut self, cell: Cell, view: View) {
        self.register(self.slots[cell as usize].name);
        self.any_view = true;
        self.changes += 1;
        let defined = self.changes;
        let slot = &mut self.slots[cell as usize];
        slot.value = None;
        slot.version = defined;
        slot.view = Some(Arc::new(View { defined, ..view }));
    }

    /// May there be views?
    pub fn any_view(&self) -> bool {
        self.any_view
    }

    /// How many changes there were.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Has a view's value been found to be current, and nothing been changed since?
    pub fn is_current(&self, cell: Cell) -> bool {
        let slot = &self.slots[cell as usize];
        slot.value.is_some() && slot.current_at == self.changes + 1
    }

    /// Tells that a view's value is current.
    pub fn set_current(&mut self, cell: Cell) {
        self.slots[cell as usize].current_at = self.changes + 1;
    }

    /// Keeps the value a view computed, which it began to do after `made` changes.
    pub fn cache_view(&mut self, cell: Cell, value: Value, made: u64) {
        let slot = &mut self.slots[cell as usize];
        if let Some(old) = &slot.view {
            let fresh = View { made, ..(**old).clone() };
            slot.view = Some(Arc::new(fresh));
            slot.value = Some(value);
        }
    }

    /// Has a view no value yet, or has something changed that it reads, itself or through other views?
    pub fn is_stale(&self, cell: Cell) -> bool {
        let Some(made) =
            self.slots[cell as usize].value.is_some().then(|| self.view(cell)).flatten().map(|v| v.made)
        else {
            return true;
        };
        let (mut known, mut next) = (HashSet::from([cell]), vec![cell]);
        while let Some(at) = next.pop() {
            let slot = &self.slots[at as usize];
            if slot.version > made {
                return true;
            }
            let reads = slot.view.iter().flat_map(|view| &view.reads);
            next.extend(reads.filter(|read| known.insert(**read)));
        }
        false
    }

    /// A variable that a failed change has left as it was is the view again that it had been.
    pub fn restore_view(&mut self, cell: Cell, view: Arc<View>) {
        let slot = &mut self.slots[cell as usize];
        if slot.value.is_some() && slot.view.is_none() {
            slot.version = view.defined;
            slot.view = Some(view);
        }
    }

    /// Gives a variable that was changed the view back that it had been, with the value that it had then. Who has read it
    /// since reads it again.
    pub fn put_view_back(&mut self, cell: Cell, view: Arc<View>, value: Option<Value>) {
        self.changes += 1;
        let slot = &mut self.slots[cell as usize];
        let name = slot.name;
        value.iter().for_each(|value| tell_domain(name, value));
        (slot.value, slot.view, slot.version) = (value, Some(view), self.changes);
        self.register(name);
    }

    /// Views, by full name.
    pub fn views(&self) -> Vec<Sym> {
        let mut names: Vec<Sym> = self.slots.iter().filter(|s| s.view.is_some()).map(|s| s.name).collect();
        names.sort();
        names
    }

    /// Views in the order in which they were defined.
    pub fn views_as_defined(&self) -> Vec<(Sym, &View)> {
        let mut views: Vec<_> =
            self.slots.iter().filter_map(|s| Some((s.name, &**s.view.as_ref()?))).collect();
        views.sort_by_key(|(_, v)| v.defined);
        views
    }

    /// Stores a long-like atom, in place over one.
    #[inline]
    pub fn store_i64(&mut self, cell: Cell, ty: quarry_value::Type, x: i64) {
        let slot = &mut self.slots[cell as usize];
        match &mut slot.value {
            Some(Value::I64(t, n)) if slot.view.is_none() => {
                *t = ty;
                *n = x;
                self.changes += 1;
                slot.version = self.changes;
            }
            _ => self.store(cell, Value::I64(ty, x)),
        }
    }

    /// Stores a value; the variable joins its namespace.
    #[inline]
    pub fn store(&mut self, cell: Cell, value: Value) {
        self.changes += 1;
        let slot = &mut self.slots[cell as usize];
        tell_domain(slot.name, &value);
        slot.version = self.changes;
        let known = slot.value.is_some();
        slot.value = Some(value);
        if !known || slot.view.is_some() {
            slot.view = None;
            let name = slot.name;
            if self.spaces.contains_key(&name) {
                self.remove_space(name);
            }
            self.register(name);
        }
    }

    /// The value of a variable that is no view, to change it, or items of it, in place: numbers by numbers.
    pub fn plain_mut(&mut self, cell: Cell) -> Option<&mut Value> {
        let slot = &mut self.slots[cell as usize];
        if slot.view.is_some() {
            return None;
        }
        self.changes += 1;
        slot.version = self.changes;
        slot.value.as_mut()
    }

    /// Takes a value out to change it in place; give it back with [`Globals::put_back`].
    pub fn take(&mut self, cell: Cell) -> Option<Value> {
        self.slots[cell as usize].value.take()
    }

    /// Gives back what [`Globals::take`] took. A view that was changed is a variable from then on.
    pub fn put_back(&mut self, cell: Cell, value: Value) {
        self.changes += 1;
        let slot = &mut self.slots[cell as usize];
        tell_domain(slot.name, &value);
        slot.version = self.changes;
        slot.value = Some(value);
        slot.view = None;
    }

    fn register(&mut self, name: Sym) {
        let (space, short) = split(name);
        let cell = self.cell(name);
        self.spaces.entry(space).or_default().add(short, cell);
        if space != root() {
            self.register_space(space);
        }
    }

    fn register_space(&mut self, space: Sym) {
        self.spaces.entry(space).or_default();
        let (parent, short) = split(space);
        if parent == root() {
            let top = Sym::new(&short.bytes()[1..]);
            if !self.tops.contains(&top) {
                self.tops.push(top);
            }
        }
        if parent != root() && !self.is_member(parent, short) {
            let cell = self.cell(space);
            self.spaces.entry(parent).or_default().add(short, cell);
            self.register_space(parent);
        }
    }

    fn is_member(&self, space: Sym, short: Sym) -> bool {
        self.spaces.get(&space).is_some_and(|m| m.cells.contains_key(&short))
    }

    /// What a full name means.
    pub fn find(&self, name: Sym) -> Found {
        if let Some(cell) = self.existing_cell(name)
            && (self.load(cell).is_some() || self.view(cell).is_some())
        {
            return Found::Slot(cell);
        }
        if name == root() || self.spaces.contains_key(&name) {
            return Found::Space(name);
        }
        self.inside(name)
    }

    /// The outermost of the names before the dots of `name`, or that itself, that mean nothing yet.
    pub fn first_new(&self, name: Sym) -> Option<Sym> {
        let text = name.bytes();
        let dots = (1..text.len()).filter(|at| text[*at] == b'.');
        let mut names = dots.map(|at| Sym::new(&text[..at])).chain([name]);
        names.find(|name| matches!(self.find(*name), Found::Nothing))
    }

    fn inside(&self, name: Sym) -> Found {
        if has_many_parts(name) {
            return Found::Nothing;
        }
        let mut keys = Vec::new();
        let mut rest = name;
        loop {
            let text = rest.bytes();
            let Some(at) = text.iter().rposition(|&c| c == b'.').filter(|&at| at > 0) else {
                return Found::Nothing;
            };
            keys.push(Sym::new(&text[at + 1..]));
            rest = Sym::new(&text[..at]);
            if let Some(cell) = self.existing_cell(rest)
                && self.load(cell).is_some()
            {
                keys.reverse();
                return Found::Inside(cell, keys);
            }
        }
    }

    /// Short names of a namespace's members, in order of first assignment; `.` is the root's variables.
    pub fn members(&self, space: Sym) -> Vec<Sym> {
        let Some(all) = self.spaces.get(&space) else { return Vec::new() };
        let is_there = |cell: Cell| {
            let slot = &self.slots[cell as usize];
            slot.value.is_some()
                || slot.view.is_some()
                || space != root() && self.spaces.contains_key(&slot.name)
        };
        all.names.iter().copied().filter(|short| all.cells.get(short).is_some_and(|c| is_there(*c))).collect()
    }

    /// Tells that a namespace is that of a module.
    pub(crate) fn add_module(&mut self, space: Sym) {
        self.modules.insert(super::filed::top(space.bytes()));
    }

    /// Is `space` (with its leading dot) a namespace?
    pub fn is_space(&self, space: Sym) -> bool {
        space == root() || self.spaces.contains_key(&space)
    }

    /// The namespaces directly under the root, without their dots: q's own and then others in order of
    /// creation. `.z` is not among them.
    pub fn top_spaces(&self) -> Vec<Sym> {
        let own = ["q", "Q", "h", "j", "o"].map(Sym::new);
        let others = self.tops.iter().filter(|n| !own.contains(n) && n.bytes() != b"z");
        own.iter().filter(|n| self.tops.contains(n)).chain(others).copied().collect()
    }

    fn member(&self, space: Sym, short: Sym) -> Option<Value> {
        let cell = *self.spaces.get(&space)?.cells.get(&short)?;
        if let Some(view) = self.view(cell) {
            return Some(self.view_itself(cell, view));
        }
        if let Some(v) = self.load(cell) {
            return Some(v.clone());
        }
        let full = self.name(cell);
        (space != root() && self.spaces.contains_key(&full)).then(|| self.space(full))
    }

    /// The member `short` of the namespace that a slot has the name of, without the others.
    pub(crate) fn member_of(&self, cell: Cell, short: Sym) -> Option<Value> {
        let slot = &self.slots[cell as usize];
        if slot.value.is_some() || slot.view.is_some() { None } else { self.member(slot.name, short) }
    }

    /// A view as a member of its namespace: it shows its text, and `value` takes it apart.
    fn view_itself(&self, cell: Cell, view: &View) -> Value {
        let last = self.load(cell).cloned().unwrap_or_else(Value::identity);
        let tree = crate::syntax::tree::to_value(&view.tree, Sym::EMPTY);
        let reads = view.reads.iter().map(|c| self.name(*c)).collect();
        let parts = Value::list(vec![last, tree, Value::syms(reads), Value::chars(view.source.clone())]);
        let name = String::from_utf8_lossy(&view.source).into_owned();
        Value::Foreign(Arc::new(quarry_value::Foreign { name, object: Box::new(ViewParts(parts)) }))
    }

    /// Names of a namespace's entries as its dictionary shows them.
    pub fn keys(&self, space: Sym) -> Vec<Sym> {
        let first = (space != root() && !self.bare.contains(&space)).then_some(Sym::EMPTY);
        first.into_iter().chain(self.members(space)).collect()
    }

    /// A namespace as a dictionary; every one but the root's and the bare ones starts with `` ` `` for `::`.
    pub fn space(&self, space: Sym) -> Value {
        let mut keys = Vec::new();
        let mut values = Vec::new();
        if space != root() && !self.bare.contains(&space) {
            keys.push(Sym::EMPTY);
            values.push(Value::identity());
        }
        for short in self.members(space) {
            if let Some(v) = self.member(space, short) {
                keys.push(short);
                values.push(v);
            }
        }
        Value::dict(Value::syms(keys), Value::collapse(values))
    }

    /// The full names of the members of a namespace and of those in it, at most `most`.
    pub fn names_within(&self, space: Sym, most: usize) -> Vec<Sym> {
        let mut found = Vec::new();
        let mut spaces = vec![space];
        while let Some(space) = spaces.pop() {
            for short in self.members(space) {
                if found.len() == most {
                    return found;
                }
                let full = member_name(space, short);
                if self.spaces.contains_key(&full) {
                    spaces.push(full);
                }
                found.push(full);
            }
        }
        found
    }

    /// Makes an empty namespace, instead of what has this name.
    pub fn make_space(&mut self, space: Sym, bare: bool) {
        self.delete(space);
        self.remove_space(space);
        self.register_space(space);
        if bare {
            self.bare.insert(space);
        }
    }

    /// Removes a namespace with all that is in it.
    pub(super) fn remove_space(&mut self, space: Sym) {
        self.bare.remove(&space);
        for short in self.spaces.remove(&space).unwrap_or_default().names {
            let full = member_name(space, short);
            self.remove_space(full);
            self.delete(full);
        }
        let (parent, short) = split(space);
        if parent == root() {
            self.tops.retain(|t| Some(t.bytes()) != space.bytes().get(1..));
        }
        if let Some(members) = self.spaces.get_mut(&parent) {
            members.remove(short);
        }
    }

    /// Removes a variable, if there is one (its slot stays, empty).
    pub fn delete(&mut self, name: Sym) {
        let Some(cell) =
            self.existing_cell(name).filter(|c| self.load(*c).is_some() || self.view(*c).is_some())
        else {
            return;
        };
        self.changes += 1;
        let slot = &mut self.slots[cell as usize];
        slot.value = None;
        slot.view = None;
        slot.version = self.changes;
        if domain::is_registered(name) {
            domain::unset(name);
        }
        let (space, short) = split(name);
        if let Some(members) = self.spaces.get_mut(&space) {
            members.remove(short);
        }
    }

    /// The name most like `name` in the same namespace, or the keyword, for "did you mean".
    pub fn similar(&self, name: Sym) -> Option<Sym> {
        let (space, short) = split(name);
        let allowed = (1 + short.bytes().len() / 4).min(2);
        let words = |r: &'static quarry_value::Row| r.keywords.iter().map(Sym::new);
        // A letter or two are like too many keywords.
        let is_word = name.bytes() == short.bytes() && short.bytes().len() > 2;
        // So are three, but for those of the word itself in another order.
        let sorted = |s: &Sym| {
            let mut letters = s.bytes().to_vec();
            letters.sort_unstable();
            letters
        };
        let near = |w: &Sym| short.bytes().len() > 3 || sorted(w) == sorted(&short);
        let keywords = quarry_value::ROWS.iter().filter(|_| is_word).flat_map(words).filter(near);
        // Of keywords there are many: a short name is two letters away from some of them.
        let far_keyword = 1 + short.bytes().len() / 6;
        // Any name of one letter is one letter away from all others.
        let members = self
            .members(space)
            .into_iter()
            .filter(|_| short.bytes().len() > 1)
            .map(|m| (m, member_name(space, m)));
        members
            .map(|(short_one, full)| (short_one, full, allowed))
            .chain(keywords.map(|w| (w, w, allowed.min(far_keyword))))
            .map(|(short_one, full, allowed)| (distance(short_one.bytes(), short.bytes()), full, allowed))
            .filter(|(far, _, allowed)| far <= allowed)
            .min_by_key(|(far, ..)| *far)
            .map(|(_, full, _)| full)
    }
}

/// Names whose lengths differ by more are far from one another, and nobody mistypes one longer than this.
const FAR: usize = 8;
const LONGEST: usize = 64;

/// Edit distance, for short names: letters more, fewer, others, or two that changed places.
pub(crate) fn distance(a: &[u8], b: &[u8]) -> usize {
    if a.len().abs_diff(b.len()) > FAR || a.len() > LONGEST {
        return usize::MAX;
    }
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut best = (row[j] + usize::from(x != y)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                best = best.min(above[j - 1] + 1);
            }
            next.push(best);
        }
        (above, row) = (row, next);
    }
    row[b.len()]
}
