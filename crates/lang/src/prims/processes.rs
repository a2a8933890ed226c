//! Work for other processes: `-s -N`, with their handles in `.z.pd`.

use super::ipc;
use crate::network::{Link, Peer, no_socket};
use crate::serve::Message;
use crate::vm::Vm;
use quarry_value::error::type_error;
use quarry_value::wire::MessageKind;
use quarry_value::{Attr, Error, Result, Sym, Value};
use std::collections::BTreeMap;

/// A process that takes items, and the item it has.
struct Worker {
    peer: Peer,
    item: Option<usize>,
}

/// `f peach y` over the processes of `.z.pd`: each is sent `(f;item)`, and the next item when it has answered. `None`
/// when there are none.
///
/// Errors: the first that a process signals, when the others have answered; 'type for handles that are not a vector with
/// `u#`; `N is not an ipc handle`; what comes instead of an answer closes the handles.
/// Source: basics/peach, ref/dotz.
pub(crate) fn peach(vm: &mut Vm, f: &Value, y: &Value) -> Result<Option<Value>> {
    let Some(mut workers) = workers(vm)? else { return Ok(None) };
    if vm.is_worker() {
        return Err(no_socket());
    }
    dealt(vm, f, y, &mut workers).map(|answers| Some(Value::collapse(answers)))
}

/// The answers of the processes of `.z.pd` to `f` of each item; `None` when there are none.
///
/// Errors: those of [`peach`].
pub(crate) fn answers(vm: &mut Vm, f: &Value, items: Vec<Value>) -> Result<Option<Vec<Value>>> {
    let Some(mut workers) = workers(vm)? else { return Ok(None) };
    dealt(vm, f, &Value::list(items), &mut workers).map(Some)
}

/// Deals the items out, and closes the handles that cannot be used any more.
fn dealt(vm: &mut Vm, f: &Value, y: &Value, workers: &mut BTreeMap<i32, Worker>) -> Result<Vec<Value>> {
    let outcome = deal(vm, f, y, workers);
    if outcome.is_err() {
        // Whose answers are still to come cannot be asked for anything else.
        for worker in workers.values().filter(|w| w.item.is_some()) {
            ipc::hang_up(vm, worker.peer.link);
        }
    }
    outcome?
}

/// The processes of `.z.pd`, a vector or a function that gives one.
fn workers(vm: &mut Vm) -> Result<Option<BTreeMap<i32, Worker>>> {
    let Some(given) = vm.get(Sym::new(".z.pd")) else { return Ok(None) };
    let given = if given.is_function() { vm.apply(&given, &[Value::identity()])? } else { given };
    let wanted = || type_error().detail(".z.pd wants int handles with the attribute u#");
    let Value::Vector(handles) = &given else { return Err(wanted()) };
    let numbers = handles.slice::<i32>().ok_or_else(wanted)?;
    if handles.attr != Attr::Unique {
        return Err(wanted());
    }
    let mut workers = BTreeMap::new();
    for &handle in numbers {
        let peer = ipc::ipc_peer_of(vm, handle.into())?;
        workers.insert(handle, Worker { peer, item: None });
    }
    Ok(if workers.is_empty() { None } else { Some(workers) })
}

/// Deals the items out. The outer error ends it at once, the inner one was signalled by a process or is of one that is gone:
/// no more items are dealt out then, and those that were are waited for.
fn deal(
    vm: &mut Vm,
    f: &Value,
    y: &Value,
    workers: &mut BTreeMap<i32, Worker>,
) -> Result<Result<Vec<Value>>> {
    let mut items = 0..y.count();
    let mut answers = vec![Value::identity(); items.len()];
    let mut failed: Option<Error> = None;
    loop {
        for (handle, worker) in workers.iter_mut().filter(|(_, w)| w.item.is_none()) {
            let Some(i) = items.next() else { break };
            let call = Value::list(vec![f.clone(), y.at(i)]);
            let message = ipc::pack(MessageKind::Sync, &call, &worker.peer);
            match message.and_then(|message| vm.host.network().queue(*handle, message.into())) {
                Ok(_) => worker.item = Some(i),
                Err(e) => {
                    items = 0..0;
                    failed.get_or_insert(e);
                }
            }
        }
        let busy: Vec<Link> = workers.values().filter(|w| w.item.is_some()).map(|w| w.peer.link).collect();
        if busy.is_empty() {
            return Ok(failed.map_or(Ok(answers), Err));
        }
        let (link, heard) = ipc::next_of(vm, &busy)?;
        let handle = link.handle;
        let item = workers.get_mut(&handle).and_then(|w| w.item.take());
        let answer = match ipc::read(vm, link, heard) {
            Ok(Message::Response(answer)) => answer.map_err(|e| ipc::signalled_by(e, handle)),
            other => {
                ipc::hang_up(vm, link);
                let unexpected = || {
                    Error::new("expected response msg")
                        .detail(format!("the process at handle {handle} sent something else"))
                };
                Err(other.err().unwrap_or_else(unexpected))
            }
        };
        match (answer, item) {
            (Ok(x), Some(i)) => answers[i] = x,
            (Err(e), _) => {
                items = 0..0;
                failed.get_or_insert(e);
            }
            (Ok(_), None) => {}
        }
    }
}
