//! What is made when it is asked for, and kept: unless something failed while it was made, or that was broken off. Then it is for
//! whoever asked, whom the failure reaches, and the next who asks has it made again.

use crate::{evaluation, fault, pool};
use std::sync::OnceLock;

/// A place for it.
pub struct Made<T>(OnceLock<Attempt<T>>);

struct Attempt<T> {
    value: T,
    /// Where the next is kept, if this one is not whole.
    next: Option<Box<Made<T>>>,
}

impl<T> Default for Made<T> {
    fn default() -> Made<T> {
        Made(OnceLock::new())
    }
}

/// The copy has what is kept.
impl<T: Clone> Clone for Made<T> {
    fn clone(&self) -> Made<T> {
        let copy = Made::default();
        if let Some(value) = self.get() {
            let _ = copy.0.set(Attempt { value: value.clone(), next: None });
        }
        copy
    }
}

impl<T> Made<T> {
    /// What is kept.
    pub fn get(&self) -> Option<&T> {
        let attempt = self.0.get()?;
        match &attempt.next {
            None => Some(&attempt.value),
            Some(next) => next.get(),
        }
    }

    /// What is kept, or what `make` makes.
    pub fn make(&self, make: impl Fn() -> T) -> &T {
        let mut place = self;
        loop {
            let attempt = pool::once(&place.0, || {
                let value = make();
                let next = is_spoilt().then(Box::default);
                Attempt { value, next }
            });
            match &attempt.next {
                Some(next) if !is_spoilt() => place = next,
                _ => return &attempt.value,
            }
        }
    }

    /// Takes what was made last.
    pub fn take(&mut self) -> Option<T> {
        let attempt = self.0.take()?;
        match attempt.next.and_then(|mut next| next.take()) {
            Some(later) => Some(later),
            None => Some(attempt.value),
        }
    }
}

/// Is what was made now of no use, since something failed or the evaluation is to end?
pub(crate) fn is_spoilt() -> bool {
    fault::pending() || evaluation::is_over()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use std::cell::Cell;

    #[test]
    fn what_failed_is_made_again() {
        let evaluation = evaluation::Evaluation::new(|| Ok(()));
        let _working = evaluation::within(Some(evaluation));
        let (made, turns) = (Made::default(), Cell::new(0));
        let make = |fails: bool| {
            *made.make(|| {
                turns.set(turns.get() + 1);
                if fails {
                    fault::raise(Error::new("corrupt"));
                }
                turns.get()
            })
        };
        assert_eq!(make(true), 1);
        assert_eq!(make(true), 1, "nobody sees it before the failure is told");
        assert!(made.get().is_none() && fault::take().is_some());
        assert_eq!(make(true), 2);
        assert!(fault::take().is_some());
        assert_eq!((make(false), make(false), made.get()), (3, 3, Some(&3)));
        assert_eq!(made.clone().take(), Some(3));
    }
}
