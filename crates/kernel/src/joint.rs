//! What is learned of several columns in which rows are sought again and again: a number for each row, by a hash of its items.
//!
//! A table has no place for it. It lies beside each of its columns (`lookup`), all of which know the same one as long as none
//! of their items change: whoever changes items forgets what is known beside them. Rows that were appended since are numbered at
//! the next look-up. So keys of a keyed table that is upserted into row by row are not walked each time.

use crate::ids::{Ids, NONE, SOON};
use crate::lookup;
use crate::order::{Bits, Key};
use crate::runs::worth;
use quarry_value::evaluation::is_over;
use quarry_value::{Attr, Buf, Value, Vector, moving, room, with_data};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Fewer rows are walked.
const LEARN_MIN: usize = 256;
/// To number a row is as much work as to walk over so many.
const WALKS: usize = 128;
/// Rows between two looks whether it is time to stop.
const PART: usize = 1 << 14;

/// What several columns share.
pub struct Joint {
    /// How many columns they are.
    width: usize,
    /// Rows that were walked over.
    walked: AtomicUsize,
    rows: Mutex<Numbered>,
}

/// The first row of each hash, among the first `count` rows.
struct Numbered {
    first: Ids<u64>,
    count: usize,
    /// Are they of use? Not before they are worth it, and never again when two rows that differ have one hash.
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Waiting,
    Known,
    Useless,
}

impl Default for Numbered {
    fn default() -> Numbered {
        Numbered { first: Ids::tight(16), count: 0, state: State::Waiting }
    }
}

/// The first of the rows of `columns` that is like each of the rows of `wanted`, which are of the columns' types; the count where
/// there is none. `None` when the rows are to be walked.
pub fn find(columns: &[&Vector], wanted: &[Vector]) -> Option<Vec<i64>> {
    let joint = shared(columns)?;
    let mut rows = joint.rows.lock().unwrap_or_else(|e| e.into_inner());
    if !rows.follow(columns) {
        return None;
    }
    let none = columns[0].len() as i64;
    let hashes = hashes(wanted.iter(), 0, wanted.first()?.len())?;
    let place = |(i, hash): (usize, &u64)| {
        rows.first.ask(hashes.get(i + SOON).copied());
        match rows.first.get(*hash) {
            NONE => none,
            row if columns.iter().zip(wanted).all(|(c, w)| are_same(c, row as usize, w, i)) => row.into(),
            _ => none,
        }
    };
    Some(room::collected(hashes.iter().enumerate().map(place)))
}

/// The first of the rows of `columns` whose items are these, as `is_there` tells of a row; the count where there is none. `None` when
/// the rows are to be walked.
pub fn find_one<'a>(
    columns: &[&Vector],
    items: impl Iterator<Item = &'a Value>,
    is_there: impl Fn(usize) -> bool,
) -> Option<usize> {
    fn code<T: Key>(_: &Buf<T>, item: &Value) -> Option<u64> {
        Some(T::of_atom(item)?.code().hash())
    }
    let joint = shared(columns)?;
    let mut rows = joint.rows.lock().unwrap_or_else(|e| e.into_inner());
    if !rows.follow(columns) {
        return None;
    }
    let mut hash = 0;
    for (column, item) in columns.iter().zip(items) {
        hash = (hash ^ with_data!(&column.data, b => code(b, item))?).hash();
    }
    let row = rows.first.get(hash) as usize;
    Some(if row != NONE as usize && is_there(row) { row } else { columns[0].len() })
}

/// Rows were sought among the first `n` of `columns`, one after the other.
pub fn walked(columns: &[&Vector], n: usize) {
    let count = columns[0].len();
    let can_learn = |c: &&Vector| c.attr == Attr::None && c.len() <= lookup::LEARN_MAX && !c.is_window();
    if n < worth(LEARN_MIN) || !columns.iter().all(can_learn) {
        return;
    }
    let _beside = moving::beside_vector(columns[0]);
    let joint = shared(columns).unwrap_or_else(|| {
        let joint = Joint { width: columns.len(), walked: AtomicUsize::new(0), rows: Mutex::default() };
        let joint = Arc::new(joint);
        columns.iter().enumerate().for_each(|(k, c)| lookup::share(c, &joint, k));
        joint
    });
    let walked = joint.walked.fetch_add(n, Relaxed) + n;
    if walked >= worth(WALKS) * count
        && let Ok(mut rows) = joint.rows.lock()
        && rows.state == State::Waiting
    {
        rows.state = State::Known;
        rows.follow(columns);
    }
}

/// What all columns know, when it is the same and of no others.
fn shared(columns: &[&Vector]) -> Option<Arc<Joint>> {
    let (joint, _) = lookup::shared(columns.first()?)?;
    let knows = |(k, c): (usize, &&Vector)| {
        lookup::shared(c).is_some_and(|(other, place)| place == k && Arc::ptr_eq(&joint, &other))
    };
    (joint.width == columns.len() && columns.iter().enumerate().all(knows)).then_some(joint)
}

impl Numbered {
    /// Numbers the rows that came since. Are they all known then?
    fn follow(&mut self, columns: &[&Vector]) -> bool {
        let count = columns[0].len();
        // Of columns that were cut and grew again nothing is known: such items are others.
        if self.state == State::Known && (self.count > count || count > lookup::LEARN_MAX) {
            self.state = State::Useless;
        }
        while self.state == State::Known && self.count < count {
            let end = count.min(self.count + PART);
            let hashes = hashes(columns.iter().copied(), self.count, end);
            let Some(hashes) = hashes.filter(|_| !is_over()) else { return false };
            for (row, hash) in (self.count..).zip(hashes) {
                let (first, is_new) = self.first.insert(hash, row as u32);
                if !is_new && !columns.iter().all(|c| are_same(c, row, c, first as usize)) {
                    *self = Numbered { state: State::Useless, ..Numbered::default() };
                    return false;
                }
            }
            self.count = end;
        }
        self.state == State::Known
    }
}

/// The hashes of some rows.
fn hashes<'a>(columns: impl Iterator<Item = &'a Vector>, start: usize, end: usize) -> Option<Vec<u64>> {
    fn go<T: Key>(b: &Buf<T>, start: usize, hashes: &mut [u64]) -> Option<()> {
        let items = b.as_slice().get(start..start + hashes.len())?;
        hashes.iter_mut().zip(items).for_each(|(h, x)| *h = (*h ^ x.code().hash()).hash());
        Some(())
    }
    let mut hashes = room::zeros(end - start);
    for column in columns {
        with_data!(&column.data, b => go(b, start, &mut hashes))?;
    }
    Some(hashes)
}

/// Is item `i` of `x` item `j` of `y`?
fn are_same(x: &Vector, i: usize, y: &Vector, j: usize) -> bool {
    fn go<T: Key>(x: &Buf<T>, i: usize, y: &Vector, j: usize) -> bool {
        let item = y.slice::<T>().and_then(|y| y.get(j));
        x.as_slice().get(i).zip(item).is_some_and(|(x, y)| x.same(*y))
    }
    with_data!(&x.data, b => go(b, i, y, j))
}

/// The vectors among columns; `None` when there are others.
pub fn vectors(columns: &[Value]) -> Option<Vec<&Vector>> {
    columns.iter().map(|c| if let Value::Vector(v) = c { Some(&**v) } else { None }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::find_rows;
    use quarry_value::{Sym, Type};

    fn columns(n: i64) -> Vec<Value> {
        let symbols = (0..n).map(|i| Sym::new(format!("s{}", i % 40))).collect();
        let floats = (0..n).map(|i| if i % 9 == 0 { f64::NAN } else { (i % 7) as f64 }).collect::<Vec<_>>();
        vec![
            Value::syms(symbols),
            Value::longs((0..n).map(|i| i / 40).collect::<Vec<_>>()),
            Value::floats(floats),
        ]
    }

    fn row(columns: &[Value], i: usize) -> Vec<Value> {
        columns.iter().map(|c| Value::collapse(vec![c.at(i)])).collect()
    }

    /// Where a row is, by a walk.
    fn walk(columns: &[Value], row: &[Value]) -> i64 {
        let is =
            |i: &usize| columns.iter().zip(row).all(|(c, r)| crate::order::identical(&c.at(*i), &r.at(0)));
        let n = columns[0].count();
        (0..n).find(is).unwrap_or(n) as i64
    }

    fn is_known(columns: &[Value]) -> bool {
        let joint = shared(&vectors(columns).unwrap());
        joint.is_some_and(|j| j.rows.lock().unwrap().state == State::Known)
    }

    /// Looks a row up that is not there until all are known, by itself or several times at once.
    fn learn(columns: &[Value], several: bool) {
        let n = Value::long(if several { 3 } else { 1 });
        let none = row(&self::columns(4000), 3999);
        let wanted: Vec<Value> = none.iter().map(|c| crate::take(&n, c).unwrap()).collect();
        for _ in 0..WALKS {
            find_rows(columns, &wanted).unwrap();
        }
    }

    fn check(columns: &[Value]) {
        let n = columns[0].count();
        // Rows, and rows that are not there, made of two.
        let mixed = |i: usize| [row(&columns[..1], i), row(&columns[1..], (i + 41) % n)].concat();
        let rows = (0..n).step_by(37).flat_map(|i| [row(columns, i), mixed(i)]);
        for row in rows.collect::<Vec<_>>() {
            let at = walk(columns, &row);
            assert_eq!(find_rows(columns, &row).unwrap(), [at]);
            let twice: Vec<Value> = row.iter().map(|c| crate::take(&Value::long(2), c).unwrap()).collect();
            assert_eq!(find_rows(columns, &twice).unwrap(), [at, at]);
        }
    }

    fn append(columns: &mut [Value], rows: &[Value]) {
        for (c, r) in columns.iter_mut().zip(rows) {
            let whole = std::mem::replace(c, Value::identity());
            *c = crate::append(whole, r).unwrap();
        }
    }

    #[test]
    fn rows_that_are_sought_often_are_known_until_items_change() {
        for several in [false, true] {
            let mut all = columns(600);
            check(&all);
            learn(&all, several);
            assert!(is_known(&all));
            check(&all);
            let new =
                vec![Value::syms(vec![Sym::new("new")]), Value::longs(vec![-1]), Value::floats(vec![0.5])];
            append(&mut all, &new);
            check(&all);
            append(&mut all, &columns(50));
            assert!(is_known(&all));
            check(&all);
            // A change in one of them.
            let changed = std::mem::replace(&mut all[1], Value::identity());
            all[1] = crate::set_at(changed, &Value::long(0), &Value::long(77)).unwrap();
            assert!(!is_known(&all));
            check(&all);
            learn(&all, several);
            assert!(is_known(&all));
            check(&all);
        }
    }

    #[test]
    fn what_is_known_is_of_these_columns_alone() {
        let all = columns(600);
        learn(&all, false);
        // The same first column beside others.
        let mut other = all.clone();
        other[1] = crate::reverse(&all[1]).unwrap();
        assert!(!is_known(&other));
        check(&other);
        learn(&other, false);
        assert!(is_known(&other) && !is_known(&all));
        check(&all);
        // Two copies that grow apart.
        let (mut a, mut b) = (all.clone(), all.clone());
        learn(&a, false);
        append(&mut a, &row(&columns(2000), 1999));
        append(&mut b, &row(&columns(1000), 999));
        check(&a);
        check(&b);
        check(&all);
        // With an attribute, and of another order.
        check(&all[..2]);
        let turned = vec![all[2].clone(), all[0].clone(), all[1].clone()];
        check(&turned);
        let grouped = crate::set_attribute(Sym::new("g"), &all[0]).unwrap();
        let marked = vec![grouped, all[1].clone(), all[2].clone()];
        learn(&marked, false);
        assert!(!is_known(&marked));
        check(&marked);
        assert_eq!(all[0].item_type(), Some(Type::Symbol));
    }

    #[test]
    fn rows_of_one_hash_are_walked() {
        let mut all = columns(600);
        learn(&all, false);
        let new = row(&columns(2000), 1999);
        let vectors = |c: &[Value]| vectors(c).unwrap().into_iter().cloned().collect::<Vec<_>>();
        let hash = hashes(vectors(&new).iter(), 0, 1).unwrap()[0];
        let joint = shared(&super::vectors(&all).unwrap()).unwrap();
        joint.rows.lock().unwrap().first.insert(hash, 7);
        assert_eq!(find_rows(&all, &new).unwrap(), [600], "a row of that hash, which is another one");
        append(&mut all, &new);
        drop(joint);
        assert_eq!(find_rows(&all, &new).unwrap(), [600]);
        assert!(!is_known(&all));
        learn(&all, false);
        assert!(!is_known(&all), "they are useless for good");
        check(&all);
    }
}
