//! Where texts, or vectors that lie one behind the other, are first: by a walk over the list, or by what was learned of it.
//!
//! A list in which one item after the other is sought is walked each time, until that was as much work as to note where each
//! item is; one with `u#` at once. Items that come behind are noted at the next look-up, so that keys of a dictionary that is
//! asked and added to again and again are not walked each time. Answers are those of a walk.

use crate::runs::worth;
use crate::texts::Mixer;
use quarry_value::evaluation::is_over;
use quarry_value::{Attr, List, moving};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Shorter lists are walked.
const LEARN_MIN: usize = 64;
/// Longer lists are walked: what is learned of them would take more room than one who did not ask for it expects.
const LEARN_MAX: usize = 1 << 22;
/// To note where an item is is as much work as to walk over so many.
const WALKS: usize = 8;
/// Items between two looks whether it is time to stop.
const PART: usize = 1 << 16;

/// The items of a list, by their positions, and what is sought among them.
pub trait Sought {
    /// A number that is equal for equal items.
    fn hash(&self, at: usize) -> u64;
    /// Are two items the same?
    fn same(&self, a: usize, b: usize) -> bool;
    /// The number of what is sought.
    fn wanted(&self) -> u64;
    /// Is it the item at `at`?
    fn is_at(&self, at: usize) -> bool;
}

/// What is learned of a list.
#[derive(Default)]
struct Learned {
    /// Items that were walked over.
    walked: AtomicUsize,
    noted: RwLock<Noted>,
}

/// Where the first so many items of a list are first.
#[derive(Default)]
struct Noted {
    count: usize,
    first: HashMap<u64, u32, BuildHasherDefault<Mixer>>,
    /// Others that have the number of one that came before.
    others: HashMap<u64, Vec<u32>>,
}

impl Noted {
    fn add(&mut self, x: &impl Sought, at: usize) {
        let number = x.hash(at);
        let other = match self.first.entry(number) {
            Entry::Vacant(place) => {
                place.insert(at as u32);
                return;
            }
            Entry::Occupied(first) => *first.get() as usize,
        };
        if !x.same(other, at) {
            let others = self.others.entry(number).or_default();
            if !others.iter().any(|o| x.same(*o as usize, at)) {
                others.push(at as u32);
            }
        }
    }

    fn place(&self, x: &impl Sought) -> Option<usize> {
        let number = x.wanted();
        let first = *self.first.get(&number)? as usize;
        if x.is_at(first) {
            return Some(first);
        }
        self.others.get(&number)?.iter().map(|o| *o as usize).find(|o| x.is_at(*o))
    }
}

/// The first position of what is sought in `list`, whose items `x` tells of; the count when it is not there.
pub fn first_of(list: &List, x: &impl Sought) -> usize {
    let n = list.len();
    let place = list.learned().filter(|_| n >= worth(LEARN_MIN) && n <= LEARN_MAX);
    let enough = if list.attr == Attr::Unique { 0 } else { worth(WALKS) * n };
    let learned = place.and_then(OnceLock::get).and_then(|l| l.downcast_ref::<Learned>());
    if place.is_some() && learned.map_or(0, |l| l.walked.load(Relaxed)) >= enough {
        return noted(list, x);
    }
    let mut parts = (0..n).step_by(PART).take_while(|_| !is_over());
    let at = parts.find_map(|from| (from..n.min(from + PART)).find(|i| x.is_at(*i))).unwrap_or(n);
    if at >= worth(LEARN_MIN)
        && let Some(learned) = learn(list)
    {
        learned.walked.fetch_add(at, Relaxed);
    }
    at
}

/// Is it noted where the items of `list` are, or will it be when one is sought? If not, who asks is taken to walk over it.
pub fn is_noted(list: &List) -> bool {
    let n = list.len();
    if n < worth(LEARN_MIN) || n > LEARN_MAX {
        return false;
    }
    let Some(learned) = learn(list) else { return false };
    let enough = if list.attr == Attr::Unique { 0 } else { worth(WALKS) * n };
    learned.walked.load(Relaxed) >= enough || learned.walked.fetch_add(n, Relaxed) + n >= enough
}

fn learn(list: &List) -> Option<&Learned> {
    let place = list.learned()?;
    let _beside = moving::beside_list(list);
    #[expect(clippy::disallowed_methods, reason = "nothing has been learned yet")]
    place.get_or_init(|| Arc::new(Learned::default())).downcast_ref()
}

/// [`first_of`] what has been noted, when all items are.
#[cold]
fn noted(list: &List, x: &impl Sought) -> usize {
    let n = list.len();
    let Some(learned) = learn(list) else { return n };
    let known = learned.noted.read().unwrap_or_else(PoisonError::into_inner);
    if known.count == n {
        return known.place(x).unwrap_or(n);
    }
    drop(known);
    let _beside = moving::beside_list(list);
    let mut known = learned.noted.write().unwrap_or_else(PoisonError::into_inner);
    while known.count < n && (known.count % PART != 0 || !is_over()) {
        let at = known.count;
        known.add(x, at);
        known.count += 1;
    }
    known.place(x).unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use crate::find::find_each;
    use crate::strings::tests::in_all_ways;
    use crate::{find, join};
    use quarry_value::{Attr, List, Mark, Slices, Texts, Type, Value, Vector};
    use std::sync::Arc;

    /// Texts and vectors, each of them there more than once, of which the later ones come behind the others.
    fn lists() -> [[Value; 2]; 2] {
        let number = |i: usize| (i * i % 151).to_string();
        let texts = |range: std::ops::Range<usize>| {
            let mut all = Texts::default();
            range.for_each(|i| all.push(number(i).as_bytes()));
            Value::List(Arc::new(List::packed(all)))
        };
        let vectors = |range: std::ops::Range<usize>| {
            let (mut all, mut ends) = (Vec::new(), Vec::new());
            for i in range {
                all.extend((0..i as i64 % 4).map(|k| (i as i64 + k) % 37));
                ends.push(all.len());
            }
            Value::from(Slices::new(Arc::new(Vector::of(Type::Long, all)), ends))
        };
        [[texts(0..300), texts(300..500)], [vectors(0..300), vectors(300..500)]]
    }

    #[test]
    fn what_was_learned_answers_as_walks_do() {
        in_all_ways(|| {
            for [list, behind] in lists() {
                for attr in [Attr::None, Attr::Unique] {
                    let mut list = list.clone();
                    if let Value::List(l) = &mut list {
                        Arc::make_mut(l).attr = Mark::from(attr);
                    }
                    let sought: Vec<Value> = list.items().chain(behind.items()).collect();
                    for more in [None, Some(&behind), None] {
                        if let Some(more) = more {
                            join::join_in(&mut list, more).unwrap();
                        }
                        let places = find_each(&list.items().collect::<Vec<_>>(), &sought);
                        for (item, place) in sought.iter().zip(places) {
                            assert_eq!(find(&list, item).unwrap().as_long(), Some(place), "{item:?}");
                        }
                    }
                }
            }
        });
    }
}
