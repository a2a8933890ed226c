//! Derived functions: the six iterators over any applicable value.

use crate::bind;
use crate::prims::join;
use crate::vm::amend::{is_binary_prim, is_join};
use crate::vm::calls::{Along, Calls, Column};
use crate::vm::typed::Again;
use crate::vm::{Vm, apply};
use quarry_kernel as kernel;
use quarry_value::{
    Derived, Dict, Error, Gathered, Iter, Kind, Result, Sym, Table, Type, Value, error, room,
};
use std::ops::Range;
use std::sync::Arc;

/// Of so many answers it is known at once how many there will be.
const STEPS_KNOWN: usize = 1 << 16;

impl Vm {
    pub(crate) fn apply_derived(&mut self, d: &Arc<Derived>, args: &[Value]) -> Result<Value> {
        let f = &d.func;
        match (d.iter, args) {
            (Iter::Each, [x]) => self.each_of(f, x),
            (Iter::Each, _) => self.each(f, args),
            (Iter::Over | Iter::Scan, [x]) => self.accumulate(f, None, x, d.iter == Iter::Scan),
            (Iter::Over | Iter::Scan, [x, y]) => self.accumulate(f, Some(x), y, d.iter == Iter::Scan),
            (Iter::Over | Iter::Scan, [x, rest @ ..]) => self.fold_many(f, x, rest, d.iter == Iter::Scan),
            (Iter::Prior, [x]) => self.prior(f, None, x),
            (Iter::Prior, [x, y]) => self.prior(f, Some(x), y),
            (Iter::EachRight, [x, y]) if takes_columns(f, x, y) => match y {
                Value::Dict(d) => Ok(Value::dict(d.keys.clone(), kernel::take(x, &d.values)?)),
                y => kernel::take(x, y),
            },
            (Iter::EachRight, [x, y]) => match self.right_at_once(f, x, y)? {
                Some(v) => Ok(v),
                None => self.each_side(f, y, |items| [Column::Same(x), items]),
            },
            (Iter::EachLeft, [x, y]) if is_join(f) && join::is_left(x, y) => join::lj(self, x, y),
            (Iter::EachLeft, [x, y]) => match self.left_at_once(f, x, y)? {
                Some(v) => Ok(v),
                None => self.each_side(f, x, |items| [items, Column::Same(y)]),
            },
            (Iter::EachRight | Iter::EachLeft, [x]) => self.split_or_join(d.iter, f, x),
            _ => Err(error::rank_error()),
        }
    }

    /// `"," vs x`-like forms: `s\:x` and `s/:x` of text split and join; of anything else they are projections.
    fn split_or_join(&mut self, iter: Iter, f: &Value, x: &Value) -> Result<Value> {
        match (iter, f.is_function()) {
            (Iter::EachLeft, false) => quarry_kernel::vs(f, x),
            (Iter::EachRight, false) => quarry_kernel::sv(f, x),
            _ => Ok(apply::project(&Derived { iter, func: f.clone() }.into(), std::slice::from_ref(x))),
        }
    }

    /// `f'[x]` and `f each x`: a projection where `f` takes more. Source: ref/maps, ref/each.
    pub(crate) fn each_of(&mut self, f: &Value, x: &Value) -> Result<Value> {
        if matches!(f, Value::Lambda(_) | Value::Projection(_)) && self.rank_of_value(f)? > 1 {
            let derived = Derived { iter: Iter::Each, func: f.clone() }.into();
            return Ok(apply::project(&derived, std::slice::from_ref(x)));
        }
        self.each(f, std::slice::from_ref(x))
    }

    /// `f'[x;y;…]`: item by item, atoms repeated.
    pub(crate) fn each(&mut self, f: &Value, args: &[Value]) -> Result<Value> {
        if let [x] = args {
            return match x {
                _ if x.is_atom() || x.is_function() => self.apply(f, std::slice::from_ref(x)),
                Value::Dict(d) => self.each_dict(f, d),
                _ => {
                    x.check_here()?;
                    match self.each_at_once(f, args)? {
                        Some(v) => Ok(v),
                        None => self.each_side(f, x, |items| [items]),
                    }
                }
            };
        }
        if matches!(f.item_type(), Some(Type::Int | Type::Long | Type::Short)) && f.is_list() {
            return self.case(f, args);
        }
        if let Some(v) = self.each_dicts(f, args)? {
            return Ok(v);
        }
        // A function of one argument at the items of a list is the function of each.
        if let [g, x] = args
            && is_binary_prim(f, "@")
            && g.is_function()
            && x.is_list()
            && self.rank_of_value(g)? == 1
        {
            return self.each(g, std::slice::from_ref(x));
        }
        if let [Value::Table(x), Value::Table(y)] = args
            && is_join(f)
            && let Some(both) = side_by_side(x, y)
        {
            return Ok(both);
        }
        let Some(n) = conform(args)? else { return self.apply(f, args) };
        if n == 0 {
            return Ok(Value::empty_list());
        }
        if let Some(v) = self.each_at_once(f, args)? {
            return Ok(v);
        }
        let mut columns: Vec<_> = args.iter().map(Column::of).collect();
        let mut along = Along::each(n);
        self.calling(f, args.len(), |vm, calls| vm.call_along(calls, &mut columns, 0..n, &mut along))?;
        Ok(along.collapse())
    }

    /// `i'[a;b;…]`: from each place, the item of the list that `i` numbers.
    ///
    /// Errors: 'length, 'domain when dictionaries have not the same keys in the same order.
    fn case(&mut self, f: &Value, args: &[Value]) -> Result<Value> {
        let n = f.count();
        if let Some(a) = args.iter().find(|a| !repeats(a) && a.count() != n) {
            return Err(uneven(n, a.count()));
        }
        let mut keys = args.iter().filter_map(|a| if let Value::Dict(d) = a { Some(&d.keys) } else { None });
        if let Some(first) = keys.next()
            && !keys.all(|k| kernel::order::identical(first, k))
        {
            return Err(error::domain_error());
        }
        let mut out = Vec::with_capacity(n);
        for i in 0..n {
            let choice = f.at(i).as_long().and_then(|c| usize::try_from(c).ok()).and_then(|c| args.get(c));
            let item = match choice {
                None if repeats(&args[0]) => null_like(&args[0]),
                None => kernel::index(&args[0], &Value::long(-1))?,
                Some(list) if repeats(list) => list.clone(),
                Some(Value::Dict(d)) if i < d.values.count() => d.values.at(i),
                Some(list) if i < list.count() => list.at(i),
                Some(_) => return Err(error::length_error()),
            };
            out.push(item);
        }
        Ok(Value::collapse(out))
    }

    fn each_dict(&mut self, f: &Value, d: &Dict) -> Result<Value> {
        let values = self.each(f, std::slice::from_ref(&d.values))?;
        d.with_values(values)
    }

    /// Two dictionaries: over the keys of both; one that lacks a key gives what an index by it answers, a null.
    ///
    /// Source: Magic-shortbow/qwordle and its tests.
    fn each_pair(&mut self, f: &Value, [x, y]: [&Value; 2], [k, l]: [&Value; 2]) -> Result<Value> {
        let all = kernel::union(k, l)?;
        let mut sides = [OneSide::of(x, k, &all)?, OneSide::of(y, l, &all)?];
        let mut values = Vec::with_capacity(all.count());
        for i in 0..all.count() {
            self.check_interrupt()?;
            let [x, y] = &mut sides;
            values.push(self.apply_taking(f, &mut [x.item(&all, i)?, y.item(&all, i)?])?);
        }
        Ok(Value::dict(all, Value::collapse(values)))
    }

    /// Two keyed tables: over the rows of both, in the same way.
    ///
    /// Source: wp/rt-tick, whose `c.q` gathers nested columns by `,''`.
    fn each_keyed(&mut self, f: &Value, [x, y]: [&Value; 2], [k, l]: [&Value; 2]) -> Result<Value> {
        let all = kernel::union(k, l)?;
        if all.count() == 0 {
            return join::uj(x, y);
        }
        let rows = self.each(f, &[kernel::index(x, &all)?, kernel::index(y, &all)?])?;
        Ok(Value::dict(all, rows))
    }

    /// Several dictionaries: over the keys of the first, which the others must know.
    fn each_dicts(&mut self, f: &Value, args: &[Value]) -> Result<Option<Value>> {
        if let [x @ Value::Dict(a), y @ Value::Dict(b)] = args
            && let (Value::Table(k), Value::Table(l)) = (&a.keys, &b.keys)
            && k.names == l.names
            && x.is_keyed_table()
            && y.is_keyed_table()
            && !kernel::order::identical(&a.keys, &b.keys)
        {
            return self.each_keyed(f, [x, y], [&a.keys, &b.keys]).map(Some);
        }
        if let [x @ Value::Dict(a), y @ Value::Dict(b)] = args
            && !kernel::order::identical(&a.keys, &b.keys)
            && a.keys.is_list()
            && b.keys.is_list()
        {
            return self.each_pair(f, [x, y], [&a.keys, &b.keys]).map(Some);
        }
        let Some(Value::Dict(first)) = args.iter().find(|a| matches!(a, Value::Dict(_))) else {
            return Ok(None);
        };
        let keys = first.keys.clone();
        let n = keys.count();
        let mut values = Vec::with_capacity(args.len());
        for a in args {
            values.push(match a {
                Value::Dict(d) if kernel::order::identical(&d.keys, &keys) => d.values.clone(),
                Value::Dict(_) => kernel::index(a, &keys)?,
                _ if a.is_list() && a.count() != n => return Err(uneven(n, a.count())),
                _ => a.clone(),
            });
        }
        let result = self.each(f, &values)?;
        Ok(Some(Value::dict(keys, result)))
    }

    /// Applies `f` to every item of `over`, which `args` puts among its arguments, and makes a list of the results; an atom is
    /// one item.
    fn each_side<'a, const N: usize>(
        &mut self,
        f: &Value,
        over: &'a Value,
        args: impl Fn(Column<'a>) -> [Column<'a>; N],
    ) -> Result<Value> {
        if over.is_atom() || over.is_function() {
            let args = args(Column::of(over)).map(|mut c| c.get(0));
            return self.apply(f, &args);
        }
        if let Value::Dict(d) = over {
            // A keyed table without rows stays one.
            let no_rows = matches!(d.values, Value::Table(_)) && d.values.count() == 0;
            let values = if no_rows { d.values.clone() } else { self.each_side(f, &d.values, args)? };
            return d.with_values(values);
        }
        over.check_here()?;
        let n = over.count();
        if n == 0 {
            return Ok(Value::empty_list());
        }
        let (mut columns, mut along) = (args(Column::of(over)), Along::each(n));
        self.calling(f, N, |vm, calls| vm.call_along(calls, &mut columns, 0..n, &mut along))?;
        Ok(along.collapse())
    }

    /// `f/x`, `x f/y` and the scans: reduction, convergence, do and while; `x f\y` of floats is a recurrence.
    pub(crate) fn accumulate(
        &mut self,
        f: &Value,
        x: Option<&Value>,
        y: &Value,
        scan: bool,
    ) -> Result<Value> {
        if !f.is_function() && matches!(f, Value::U8(Type::Char, _)) {
            return if scan { quarry_kernel::vs(f, y) } else { quarry_kernel::sv(f, y) };
        }
        if let (true, Some(x), Some(Type::Float | Type::Real)) = (scan, x, f.item_type()) {
            return kernel::recurrence(x, f, y);
        }
        if f.is_function() && self.rank_of_value(f)? > 2 {
            let iter = if scan { Iter::Scan } else { Iter::Over };
            let given: Vec<Value> = x.into_iter().chain([y]).cloned().collect();
            return Ok(apply::project(&Derived { iter, func: f.clone() }.into(), &given));
        }
        if self.takes_two(f)? {
            return match x {
                None => self.reduce(f, None, y, scan),
                Some(x) => self.reduce(f, Some(x.clone()), y, scan),
            };
        }
        match x {
            None => self.converge(f, y, scan),
            Some(n) if n.is_function() && !matches!(n, Value::Prim(p) if p.id() == 0) => {
                self.repeat_while(f, n, y, scan)
            }
            Some(n) => match n.as_long() {
                Some(n) => self.repeat(f, n, y, scan),
                None => self.repeat_while(f, n, y, scan),
            },
        }
    }

    /// Is the accumulation a reduction? Functions of two arguments are; so are matrices of data and lists of functions.
    fn takes_two(&mut self, f: &Value) -> Result<bool> {
        Ok(match f {
            Value::Prim(p) => p.kind() == Kind::Binary || p.row().rank == 2,
            Value::Derived(d) => match d.iter {
                Iter::EachLeft | Iter::EachRight => true,
                Iter::Each => {
                    let inner = d.func.clone();
                    self.takes_two(&inner)?
                }
                // `,//x` converges: a reduction of one argument is applied again.
                Iter::Over | Iter::Scan | Iter::Prior => false,
            },
            f if f.is_function() => self.rank_of_value(f)? == 2,
            Value::List(l) if !l.is_empty() => {
                let first = l.get(0);
                first.is_list() || first.is_function() || matches!(first, Value::Dict(_))
            }
            _ => false,
        })
    }

    fn reduce(&mut self, f: &Value, start: Option<Value>, y: &Value, scan: bool) -> Result<Value> {
        if let Value::Dict(d) = y {
            let v = self.reduce(f, start, &d.values, scan)?;
            return if scan { d.with_values(v) } else { Ok(v) };
        }
        if start.is_none() && (y.is_atom() || y.is_function()) {
            return Ok(y.clone());
        }
        y.check_here()?;
        if let Some(v) = bind::reduce_at_once(f, start.as_ref(), y, scan) {
            return v;
        }
        if let (true, Some(x)) = (scan, &start)
            && let Some(all) = self.windows(f, x, y)?
        {
            return Ok(all);
        }
        let n = if y.is_atom() { 1 } else { y.count() };
        let mut from = 0;
        let acc = match start {
            Some(v) => v,
            None if n == 0 => return empty_reduction(f, y, scan),
            // Joining starts from `()`, which makes a list of an atom.
            None if is_join(f) && y.at(0).is_atom() => {
                from = 1;
                kernel::enlist(&y.at(0))?
            }
            None => {
                from = 1;
                y.at(0)
            }
        };
        let mut out = (scan && !y.is_atom()).then(Gathered::new);
        if let (Some(out), 1) = (&mut out, from) {
            out.push(&mut acc.clone(), n);
        }
        self.fold(f, &mut [Column::of(y)], from..n, Along::fold(acc, out, n))
    }

    /// What `f` of the last answer and items gives in the end, or all that it gives if that is wanted.
    fn fold(
        &mut self,
        f: &Value,
        columns: &mut [Column],
        range: Range<usize>,
        mut along: Along,
    ) -> Result<Value> {
        self.calling(f, 1 + columns.len(), |vm, calls| vm.call_along(calls, columns, range, &mut along))?;
        Ok(match along {
            Along { out: None, acc: Some(acc), .. } => acc,
            all => all.collapse(),
        })
    }

    /// Until the value repeats its predecessor or the first one comes back.
    fn converge(&mut self, f: &Value, y: &Value, scan: bool) -> Result<Value> {
        let mut steps = vec![y.clone()];
        let mut acc = y.clone();
        self.calling(f, 1, |vm, calls| {
            loop {
                let next = vm.call_again(calls, [acc.clone()])?.take();
                let same = |x: &Value| kernel::matches(&next, x).is_ok_and(|m| m.as_long() == Some(1));
                if same(&acc) || same(y) {
                    return Ok(());
                }
                if scan {
                    room::push(&mut steps, next.clone());
                }
                acc = next;
                vm.check_interrupt()?;
            }
        })?;
        Ok(if scan { Value::collapse(steps) } else { acc })
    }

    fn repeat(&mut self, f: &Value, n: i64, y: &Value, scan: bool) -> Result<Value> {
        let n = n.max(0) as usize;
        // A function may end it long before.
        let known = n.min(STEPS_KNOWN) + 1;
        let out = scan.then(|| {
            let mut out = Gathered::new();
            out.push(&mut y.clone(), known);
            out
        });
        self.fold(f, &mut [], 0..n, Along::fold(y.clone(), out, known))
    }

    fn repeat_while(&mut self, f: &Value, test: &Value, y: &Value, scan: bool) -> Result<Value> {
        let mut tests = Again::default();
        if !self.sets_nothing(f)? {
            tests.beside_others();
        }
        let may_set = !self.sets_nothing(test)?;
        self.repeat_if(f, y, scan, |vm, calls, acc| {
            if may_set {
                calls.beside_others();
            }
            let met = match vm.ask_again(&mut tests, test, acc)? {
                Some(met) => met,
                None => vm.apply(test, std::slice::from_ref(acc))?,
            };
            crate::vm::run::is_true(&met)
        })
    }

    /// As long as `more` says so of the value.
    fn repeat_if(
        &mut self,
        f: &Value,
        y: &Value,
        scan: bool,
        mut more: impl FnMut(&mut Vm, &mut Calls, &Value) -> Result<bool>,
    ) -> Result<Value> {
        let mut steps = vec![y.clone()];
        let mut acc = y.clone();
        acc = self.calling(f, 1, |vm, calls| {
            while more(vm, calls, &acc)? {
                acc = vm.call_again(calls, [acc])?.take();
                if scan {
                    room::push(&mut steps, acc.clone());
                }
                vm.check_interrupt()?;
            }
            Ok(acc)
        })?;
        Ok(if scan { Value::collapse(steps) } else { acc })
    }

    /// `f/[x;y;z;…]` for functions of three or more arguments.
    fn fold_many(&mut self, f: &Value, x: &Value, rest: &[Value], scan: bool) -> Result<Value> {
        let n = conform(rest)?;
        let out = (scan && n.is_some()).then(Gathered::new);
        let n = n.unwrap_or(1);
        let mut columns: Vec<_> = rest.iter().map(Column::of).collect();
        self.fold(f, &mut columns, 0..n, Along::fold(x.clone(), out, n))
    }

    /// `f':y` and `x f':y`: each item and the one before; a unary function is applied to each, in parallel.
    pub(crate) fn prior(&mut self, f: &Value, x: Option<&Value>, y: &Value) -> Result<Value> {
        if x.is_none() && f.is_function() && self.rank_of_value(f)? == 1 {
            return self.peach(f, y);
        }
        if let Value::Dict(d) = y {
            let v = self.prior(f, x, &d.values)?;
            return d.with_values(v);
        }
        // Nothing comes before the first item that a join would add to. Source: ref/maps.
        let joins = x.is_none() && matches!(f, Value::Prim(p) if p.text() == ",");
        if y.is_atom() && joins {
            return Ok(y.clone());
        }
        if y.is_atom() {
            return self.apply(f, &[y.clone(), x.cloned().unwrap_or_else(|| before_first(f, y))]);
        }
        y.check_here()?;
        if let (None, Some(v)) = (x, bind::prior_at_once(f, y)) {
            return v;
        }
        let n = y.count();
        if n == 0 {
            return Ok(y.clone());
        }
        let previous = match (x, y) {
            (Some(x), _) => x.clone(),
            (None, Value::Table(_)) => identity(f, &y.at(0)).unwrap_or_else(|| kernel::gather::null_of(y)),
            (None, _) => before_first(f, &y.at(0)),
        };
        if !joins && let Some(v) = self.prior_at_once(f, &previous, y)? {
            return Ok(v);
        }
        let mut along = Along::each(n);
        let mut columns = [Column::of(y), Column::before(y)];
        self.calling(f, 2, |vm, calls| {
            match joins {
                true => along.push(&mut y.at(0)),
                false => along.push(vm.call_again(calls, [y.at(0), previous])?),
            }
            vm.check_interrupt()?;
            vm.call_along(calls, &mut columns, 1..n, &mut along)
        })?;
        Ok(along.collapse())
    }
}

/// `x,'y` of tables of one count: the columns of both, which are shared; those of `y` instead of those of `x` with
/// their names. `None` when that is not what they are.
///
/// Source: ref/join.
fn side_by_side(x: &Table, y: &Table) -> Option<Value> {
    if x.is_elsewhere() || y.is_elsewhere() || x.count() != y.count() {
        return None;
    }
    let (mut names, mut columns) = (x.names.clone(), x.columns.clone());
    for (name, column) in y.names.iter().zip(&y.columns) {
        match x.position(*name) {
            Some(i) => columns[i] = column.clone(),
            None => {
                names.push(*name);
                columns.push(column.clone());
            }
        }
    }
    Some(Value::table(names, columns))
}

/// Is `x f/:y` some columns of every row of a table, or of a keyed one's values: `` `a`b#/:t ``?
fn takes_columns(f: &Value, x: &Value, y: &Value) -> bool {
    let (Value::Prim(f), Some(names)) = (f, x.as_syms()) else { return false };
    let table = match y {
        Value::Dict(d) if y.is_keyed_table() => &d.values,
        other => other,
    };
    let Value::Table(t) = table else { return false };
    let once = |(i, n): (usize, &Sym)| !names[..i].contains(n) && t.names.contains(n);
    f.text() == "#" && t.count() > 0 && names.len() > 1 && names.iter().enumerate().all(once)
}

/// What a dictionary has under keys of which it may lack some.
struct OneSide<'a> {
    dict: &'a Value,
    places: Value,
    count: usize,
    /// What it answers for those that it lacks.
    none: Option<Value>,
}

impl OneSide<'_> {
    fn of<'a>(dict: &'a Value, own: &Value, keys: &Value) -> Result<OneSide<'a>> {
        Ok(OneSide { dict, places: kernel::find(own, keys)?, count: own.count(), none: None })
    }

    fn item(&mut self, keys: &Value, i: usize) -> Result<Value> {
        let place =
            self.places.at(i).as_long().and_then(|p| usize::try_from(p).ok()).filter(|p| *p < self.count);
        match (place, self.dict) {
            (Some(place), Value::Dict(d)) => Ok(d.values.at(place)),
            // A step function answers what it has under the key before.
            (_, Value::Dict(d)) if d.sorted => kernel::index(self.dict, &keys.at(i)),
            _ => match &self.none {
                Some(none) => Ok(none.clone()),
                None => Ok(self.none.insert(kernel::index(self.dict, &keys.at(i))?).clone()),
            },
        }
    }
}

/// Arguments that stay the same for every item: atoms and functions.
fn repeats(x: &Value) -> bool {
    x.is_atom() || x.is_function()
}

fn uneven(m: usize, n: usize) -> Error {
    error::length_error().detail(format!("lists of {m} and {n} items"))
}

/// The common count of the lists among arguments; `None` when there is no list.
fn conform(args: &[Value]) -> Result<Option<usize>> {
    let mut n = None;
    for a in args.iter().filter(|a| !repeats(a)) {
        a.check_here()?;
        match n {
            None => n = Some(a.count()),
            Some(m) if m != a.count() => return Err(uneven(m, a.count())),
            Some(_) => {}
        }
    }
    Ok(n)
}

/// What a reduction of nothing gives: the function's identity where it has one. A scan of nothing is nothing, of the
/// same type if the function is an operator. Source: ref/accumulators.
fn empty_reduction(f: &Value, y: &Value, scan: bool) -> Result<Value> {
    if scan && let (Value::Prim(p), Value::Vector(_)) = (f, y) {
        match p.text() {
            "+" => return kernel::sums(y),
            "*" => return kernel::prds(y),
            _ => {}
        }
    }
    if scan {
        let generic = matches!(f, Value::Lambda(_)) && matches!(y, Value::Vector(_) | Value::List(_));
        return Ok(if generic { Value::empty_list() } else { y.clone() });
    }
    let Value::Prim(p) = f else { return Ok(Value::empty_list()) };
    match p.text() {
        "+" => kernel::sum(y),
        "*" => kernel::prd(y),
        "|" => kernel::max(y),
        "&" => kernel::min(y),
        "," => Ok(y.clone()),
        _ => Ok(Value::empty_list()),
    }
}

/// What stands before the first item: the identity of `-` and friends gives the item itself; a comparison sees a null,
/// of items that are lists one for all that they hold.
fn before_first(f: &Value, first: &Value) -> Value {
    // An identity of the item's own type leaves it what the others are.
    let own = |x: Value| match first.item_type() {
        Some(ty @ (Type::Bool | Type::Byte | Type::Short | Type::Int)) => {
            kernel::cast(&Value::I16(ty as i16), &x).unwrap_or(x)
        }
        _ => x,
    };
    let is = |f: &Value, texts: &[&str]| matches!(f, Value::Prim(p) if texts.contains(&p.text()));
    let compares = match f {
        // `<=` is what `>` is not.
        Value::Composition(c) => {
            matches!(&c.funcs[..], [not, compare] if is(not, &["~:"]) && is(compare, &["=", "<", ">"]))
        }
        f => is(f, &["=", "<", ">"]),
    };
    identity(f, first)
        .map(own)
        .unwrap_or_else(|| if compares { null_within(first) } else { null_like(first) })
}

/// A null of the type that the first atom of `x` has.
fn null_within(x: &Value) -> Value {
    match x {
        Value::List(items) if !items.is_empty() => null_within(&x.at(0)),
        _ => x.item_type().map_or_else(Value::empty_list, Value::null),
    }
}

/// What an operator that has an identity starts from when `first` comes first.
pub(super) fn identity(f: &Value, first: &Value) -> Option<Value> {
    let Value::Prim(p) = f else { return None };
    Some(match p.text() {
        "+" | "-" => Value::long(0),
        "*" | "%" => Value::long(1),
        "&" | "|" => first.clone(),
        "," => Value::empty_list(),
        _ => return None,
    })
}

fn null_like(x: &Value) -> Value {
    match x.item_type() {
        Some(t) if x.is_atom() => Value::null(t),
        Some(t) => Value::empty(t),
        None => Value::empty_list(),
    }
}
