//! Why an evaluation ends before it is done.

use crate::host::Host;
use crate::vm::Vm;
use crate::vm::clients::Client;
use quarry_value::evaluation::{self, Evaluation, Within};
use quarry_value::{Error, Result};
use std::sync::{Arc, OnceLock};

/// The reasons to stop one evaluation, for the threads that share its work: when one of them has heard of one, all stop for it.
pub(crate) struct Stop {
    host: Arc<dyn Host>,
    client: Client,
    limit_s: i32,
    /// The process ends already, and does what is left to do.
    ends: bool,
    heard: OnceLock<Why>,
}

/// Why an evaluation ends before it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// It takes longer than `-T` lets it.
    Time,
    /// The client has gone.
    Client,
    /// The process was asked to end.
    End,
    /// The user wishes it.
    User,
}

impl Why {
    fn error(self, limit_s: i32) -> Error {
        Error::new("stop").detail(match self {
            Why::Time => format!("longer than -T {limit_s}"),
            Why::Client => "the client has gone".into(),
            Why::End => "the process was asked to end".into(),
            Why::User => "interrupted".into(),
        })
    }
}

impl Stop {
    /// Errors: 'stop.
    pub fn check(&self) -> Result<()> {
        self.why().map_or(Ok(()), |why| Err(why.error(self.limit_s)))
    }

    fn why(&self) -> Option<Why> {
        if let Some(heard) = self.heard.get() {
            return Some(*heard);
        }
        let why = why(&*self.host, &self.client, self.ends)?;
        // Others may have heard meanwhile.
        let _ = self.heard.set(why);
        Some(why)
    }
}

impl Vm {
    /// What the threads that work for this evaluation look at.
    pub(crate) fn stop(&self) -> Arc<Stop> {
        let made = || {
            Arc::new(Stop {
                host: self.host.clone(),
                client: self.client,
                limit_s: self.settings.timeout_s,
                ends: self.exiting.is_some(),
                heard: OnceLock::new(),
            })
        };
        self.stop.clone().unwrap_or_else(made)
    }

    /// The thread works for an evaluation of its own from now on, until the answer is dropped: long primitives ask it whether it
    /// is time to stop.
    pub(crate) fn begin(&self) -> Within {
        let (host, client, limit_s) = (self.host.clone(), self.client, self.settings.timeout_s);
        let (ends, shared) = (self.exiting.is_some(), self.stop.clone());
        evaluation::within(Some(Evaluation::new(move || match &shared {
            Some(shared) => shared.check(),
            None => check(&*host, &client, limit_s, ends),
        })))
    }

    /// Is it time to stop: has the user asked to, is a client's time over, or is the client gone?
    pub(crate) fn is_stopped(&self) -> bool {
        self.ask_host().is_err()
    }

    /// Why it is time to stop, if it is.
    pub(crate) fn why_stopped(&self) -> Option<Why> {
        self.sample();
        match &self.stop {
            Some(shared) => shared.why(),
            None => why(&*self.host, &self.client, self.exiting.is_some()),
        }
    }

    /// May a trap take this error? Not when it comes of a request to end: a loop around the trap would go on.
    pub(crate) fn may_trap(&self, e: &Error) -> bool {
        let ends = e.word() == b"stop" && self.exiting.is_none() && self.host.is_overdue();
        e.is_catchable() && !ends
    }

    /// Errors: 'stop, or what long work has left, which may have heard of the user's wish first.
    #[inline]
    pub(crate) fn check_interrupt(&self) -> Result<()> {
        evaluation::settle()?;
        self.ask_host()
    }

    #[inline]
    fn ask_host(&self) -> Result<()> {
        self.sample();
        match &self.stop {
            Some(shared) => shared.check(),
            None => check(&*self.host, &self.client, self.settings.timeout_s, self.exiting.is_some()),
        }
    }
}

fn check(host: &dyn Host, client: &Client, limit_s: i32, ends: bool) -> Result<()> {
    why(host, client, ends).map_or(Ok(()), |why| Err(why.error(limit_s)))
}

fn why(host: &dyn Host, client: &Client, ends: bool) -> Option<Why> {
    if client.deadline.is_some_and(|due| host.elapsed() > due) {
        return Some(Why::Time);
    }
    if client.handle != 0 && host.network().is_abandoned(client.handle) {
        return Some(Why::Client);
    }
    if !ends && host.is_overdue() {
        return Some(Why::End);
    }
    host.interrupted().then_some(Why::User)
}
