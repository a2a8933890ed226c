//! Descriptors of libraries that `2:` loaded, on the main loop: `sd1` of the C interface.

use super::{Event, HANDLE_END, Sockets, State, Table};
use mio::unix::SourceFd;
use mio::{Interest, Token};
use quarry_value::{Error, Result, Value};
use std::io::ErrorKind;

fn token(descriptor: i32) -> Token {
    Token(HANDLE_END + descriptor as usize)
}

impl Table {
    pub(super) fn has_something(&mut self, descriptor: i32) {
        if let Some(ready) = self.watched.get(&descriptor) {
            self.happened.push_back(Event::Watched { descriptor, ready: ready.clone() });
        }
    }
}

impl Sockets {
    /// Is a library's descriptor looked after?
    pub fn is_watching(&self) -> bool {
        !self.lock().table.watched.is_empty()
    }

    /// A library has read from its descriptor, perhaps not all there is: what is left is told of again.
    pub(crate) fn look_again(&self, descriptor: i32) {
        let State { poll, table, .. } = &mut *self.lock();
        if table.watched.contains_key(&descriptor) {
            let registry = poll.registry();
            // One that the library has closed itself is not told of any more.
            if registry.reregister(&mut SourceFd(&descriptor), token(descriptor), Interest::READABLE).is_err()
            {
                table.watched.remove(&descriptor);
            }
        }
    }

    pub(super) fn watch_descriptor(&self, descriptor: i32, ready: Value) -> Result<()> {
        let State { poll, table, .. } = &mut *self.lock();
        let (registry, mut source) = (poll.registry(), SourceFd(&descriptor));
        let registered = match table.watched.contains_key(&descriptor) {
            true => registry.reregister(&mut source, token(descriptor), Interest::READABLE),
            false => Err(ErrorKind::NotFound.into()),
        };
        // The number may be that of another, which the library has closed itself.
        let registered = match registered {
            Err(e) if e.kind() == ErrorKind::NotFound => {
                registry.register(&mut source, token(descriptor), Interest::READABLE)
            }
            registered => registered,
        };
        registered
            .map_err(|e| Error::text(format!("sd1. OS reports: {}", quarry_value::error::reason(&e))))?;
        table.watched.insert(descriptor, ready);
        Ok(())
    }

    pub(super) fn unwatch_descriptor(&self, descriptor: i32) -> bool {
        let State { poll, table, .. } = &mut *self.lock();
        table.happened.retain(|e| !matches!(e, Event::Watched { descriptor: d, .. } if *d == descriptor));
        if table.watched.remove(&descriptor).is_none() {
            return false;
        }
        // One that was closed is not in the system's list any more.
        let _ = poll.registry().deregister(&mut SourceFd(&descriptor));
        true
    }
}
