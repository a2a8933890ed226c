//! What one connection asks for in multithreaded input: it is evaluated on a thread of its own, and changes nothing.

use crate::http::{self, Answer, Request};
use crate::network::{Link, Peer};
use crate::report;
use crate::serve::{self, Message};
use crate::users::Users;
use crate::vm::{Shared, Vm};
use quarry_value::{Error, Sym};
use std::sync::Arc;

/// What is asked for.
pub enum Asked {
    /// A message of who was let in.
    Message(Peer, Message),
    /// To be let in.
    Login { user: Vec<u8>, password: Vec<u8> },
    /// By HTTP.
    Request(Box<Request>),
}

impl Asked {
    /// Does whoever asks wait for what comes of it?
    pub fn waits(&self) -> bool {
        match self {
            Asked::Message(_, message) => matches!(message, Message::Sync(_)),
            Asked::Login { .. } | Asked::Request(_) => true,
        }
    }
}

/// What came of it.
pub enum Outcome {
    /// Nothing that anybody waits for.
    Done,
    /// The bytes of the response to a sync message.
    Response(Vec<u8>),
    /// Is this user let in?
    Login(Sym, bool),
    /// To an HTTP request.
    Answer(Answer),
}

pub struct Served {
    pub outcome: Outcome,
    /// The code that it ends the process with.
    pub exit: Option<i32>,
}

/// Evaluates what a connection asks for, while globals stay as they are.
pub struct Reader {
    shared: Shared,
    users: Option<Arc<Users>>,
    link: Link,
    address: i32,
}

impl Vm {
    /// A reader for a connection of `user`, as far as that is known.
    pub fn reader(&mut self, link: Link, user: Sym, address: i32) -> Reader {
        let shared = self.as_stranger(link.handle, user, address, |vm| vm.share());
        Reader { shared, users: self.users.clone(), link, address }
    }
}

impl Reader {
    pub fn link(&self) -> Link {
        self.link
    }

    /// Evaluates it. Errors that nobody is answered with are told.
    pub fn serve(self, asked: Asked) -> Served {
        let mut vm = self.shared.worker();
        vm.users = self.users;
        vm.set_context(Sym::EMPTY);
        let (outcome, error) = match asked {
            Asked::Message(peer, message) => answer(&mut vm, &peer, &message),
            Asked::Login { user, password } => {
                let welcome = serve::login(&mut vm, self.link.handle, &user, &password, self.address);
                (Outcome::Login(Sym::new(&user), matches!(welcome, Ok(true))), welcome.err())
            }
            Asked::Request(request) => {
                let (answer, told) = http::answer(&mut vm, self.link.handle, self.address, &request);
                (Outcome::Answer(answer), told.err())
            }
        };
        if vm.exiting.is_some() {
            return Served { outcome: Outcome::Done, exit: vm.exiting };
        }
        if let Some(e) = error {
            vm.host.err(&report::text(&e));
        }
        Served { outcome, exit: None }
    }
}

/// What came of a message, and the error of one that wants no answer.
fn answer(vm: &mut Vm, peer: &Peer, message: &Message) -> (Outcome, Option<Error>) {
    let (callback, x) = match message {
        Message::Async(x) => (".z.ps", x),
        Message::Sync(x) => (".z.pg", x),
        Message::Response(_) => return (Outcome::Done, None),
    };
    let callback = vm.get(Sym::new(callback));
    let outcome = vm.catching(|vm| serve::received(vm, callback.as_ref(), x));
    match message {
        Message::Sync(_) if vm.exiting.is_none() => {
            (Outcome::Response(serve::response(vm, outcome, peer)), None)
        }
        _ => (Outcome::Done, outcome.err()),
    }
}
