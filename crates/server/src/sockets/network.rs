//! The sockets as the language sees them: listening, connecting, queues, messages that are waited for.

use super::table::{Table, not_open};
use super::{Event, LISTENER, Sockets, State};
use crate::address::Place;
use crate::connection::{Arrival, Connection, Speech, Stage};
use crate::dial;
use crate::listener;
use crate::web_client;
use crate::websocket::{End, WebSocket};
use mio::Token;
use quarry_lang::network::{Heard, Limits, Link, Network, Peer, Secured};
use quarry_value::error::reason;
use quarry_value::{Error, Result, Value};
use std::io;
use std::sync::Arc;

fn interrupted() -> Error {
    Error::new("stop").detail("interrupted")
}

impl Table {
    /// Tells the other end that this was all, as far as that is told; false of a handle that is not open.
    fn say_goodbye(&mut self, handle: i32) -> bool {
        // A callback may hang up on the request that it is to answer.
        let known = |c: &&mut Connection| c.stage == Stage::Open || c.stage == Stage::Judged;
        let connection = self.connections.get_mut(&handle).filter(known);
        connection.map(Connection::say_goodbye).is_some()
    }

    /// What has come on a connection, if anything has, for somebody who waits for it.
    fn heard(&mut self, link: Link) -> Option<Heard> {
        let handle = link.handle;
        let Some(connection) = self.connections.get_mut(&handle).filter(|c| c.link == link) else {
            return Some(Heard::Over(not_open(handle)));
        };
        Some(match connection.next(&mut self.space)? {
            Arrival::Message(bytes) => {
                self.list(handle);
                Heard::Message(bytes)
            }
            Arrival::Bad(bytes, error) => Heard::Bad(bytes, error),
            over => {
                self.forget(handle);
                self.happened.push_back(match over {
                    Arrival::Behind(bytes) => Event::Behind { link, bytes, threaded: false, web: false },
                    _ => Event::Closed { link, threaded: false },
                });
                let why = "the other end closed the connection while an answer was waited for";
                Heard::Over(Error::text(format!("close handle: {handle}")).detail(why))
            }
        })
    }
}

impl Network for Sockets {
    fn listen(&self, place: &[u8]) -> Result<()> {
        let place = Place::parse(place)?;
        let unix = self.unix();
        let State { poll, table, .. } = &mut *self.lock();
        // The port is given up first, so that it can be listened to again.
        for mut old in table.listeners.drain(..) {
            let _ = old.deregister(poll.registry());
        }
        table.port = 0;
        table.threaded = place.threaded;
        if place.is_none() {
            return Ok(());
        }
        let bound = listener::bind(&place, unix.as_deref())?;
        for (i, mut listener) in bound.listeners.into_iter().enumerate() {
            listener
                .register(poll.registry(), Token(LISTENER - i))
                .map_err(|e| Error::new("os").detail(reason(&e)))?;
            table.listeners.push(listener);
        }
        table.port = if place.threaded { -i32::from(bound.port) } else { bound.port.into() };
        Ok(())
    }

    fn encrypt(&self, mode: i32) -> Result<()> {
        let door = self.secrets.door(mode);
        let door = door.map_err(|e| Error::text("failed to load TLS certificates").detail(reason(&e)))?;
        self.lock().table.door = door;
        Ok(())
    }

    fn secured(&self, handle: i32) -> Option<Secured> {
        self.lock().table.connections.get(&handle)?.stream.secured()
    }

    fn tls_settings(&self) -> Vec<(&'static str, String)> {
        self.secrets.settings().rows()
    }

    fn watch(&self, descriptor: i32, ready: Value) -> Result<()> {
        self.watch_descriptor(descriptor, ready)
    }

    fn unwatch(&self, descriptor: i32) -> bool {
        self.unwatch_descriptor(descriptor)
    }

    fn port(&self) -> i32 {
        self.lock().table.port
    }

    fn limit_queues(&self, most: Option<usize>) {
        self.lock().table.queue_max = most.unwrap_or(usize::MAX);
    }

    fn is_abandoned(&self, handle: i32) -> bool {
        self.watch.is_abandoned(handle)
    }

    fn connect(&self, target: &[u8], limits: &Limits) -> Result<i32> {
        let dialled = dial::dial(target, &self.around(), limits)?;
        let failed = |e: io::Error| Error::new("conn").detail(reason(&e));
        let stream = dialled.socket.into_stream();
        let State { poll, table, .. } = &mut *self.lock();
        table.add(Connection::dialled(stream, dialled.capability), poll).map_err(failed)
    }

    fn once(
        &self,
        target: &[u8],
        limits: &Limits,
        request: &dyn Fn(&Peer) -> Result<Vec<u8>>,
    ) -> Result<Vec<u8>> {
        let dialled = dial::dial(target, &self.around(), limits)?;
        let message = request(&dialled.peer())?;
        dialled.ask(&message)
    }

    fn close(&self, handle: i32) -> bool {
        let State { poll, table, .. } = &mut *self.lock();
        table.say_goodbye(handle) && table.remove(handle, poll)
    }

    fn hang_up(&self, link: Link) {
        let State { poll, table, .. } = &mut *self.lock();
        if table.connection(link).is_some() && table.say_goodbye(link.handle) && table.shut(link.handle, poll)
        {
            table.happened.push_back(Event::Closed { link, threaded: false });
        }
    }

    fn peer(&self, handle: i32) -> Option<Peer> {
        self.lock().table.connections.get(&handle).filter(|c| c.stage == Stage::Open).map(Connection::peer)
    }

    fn set_compression(&self, handle: i32, on: bool) -> Result<()> {
        self.lock().table.open(handle)?.compression = Some(on);
        Ok(())
    }

    fn handles(&self) -> Vec<i32> {
        let state = self.lock();
        let table = &state.table;
        // Those that threads serve are none of the main thread's (basics/listening-port).
        let is_own = |(h, c): &(&i32, &Connection)| c.stage == Stage::Open && !table.is_threaded(**h);
        table.connections.iter().filter(is_own).map(|(h, _)| *h).collect()
    }

    fn queue(&self, handle: i32, message: Arc<Vec<u8>>) -> Result<()> {
        let mut state = self.lock();
        let table = &mut state.table;
        let connection = table.push(handle, message)?;
        if !std::mem::replace(&mut connection.unsent, true) {
            table.unsent.push(handle);
        }
        Ok(())
    }

    fn send(&self, handle: i32, message: Arc<Vec<u8>>) -> Result<()> {
        let mut state = self.lock();
        state.table.push(handle, message)?;
        state.table.write(handle);
        Ok(())
    }

    fn queue_web(&self, handle: i32, is_text: bool, bytes: &[u8]) -> Result<()> {
        let frame = {
            let mut state = self.lock();
            let Speech::Web(web) = &mut state.table.open(handle)?.speech else {
                return Err(not_open(handle));
            };
            web.message(is_text, bytes)
        };
        self.queue(handle, frame.into())
    }

    fn http(&self, url: &[u8], request: &[u8], limits: &Limits) -> Result<Vec<u8>> {
        web_client::ask(url, request, limits, &self.secrets)
    }

    fn web_socket(&self, url: &[u8], request: &[u8], limits: &Limits) -> Result<(Option<i32>, Vec<u8>)> {
        let (agreed, response) = web_client::open(url, request, limits, &self.secrets)?;
        let Some(agreed) = agreed else { return Ok((None, response)) };
        let failed = |e: io::Error| Error::new("conn").detail(reason(&e));
        let stream = agreed.socket.into_stream();
        let State { poll, table, .. } = &mut *self.lock();
        let handle = table.add(Connection::dialled(stream, 0), poll).map_err(failed)?;
        if let Some(c) = table.connections.get_mut(&handle) {
            c.speech = Speech::Web(Box::new(WebSocket::new(End::Client, agreed.deflates)));
            c.incoming = agreed.incoming;
        }
        Ok((Some(handle), response))
    }

    fn flush(&self, handle: i32, stop: &dyn Fn() -> bool) -> Result<()> {
        let mut state = self.lock();
        loop {
            let c = state.table.connections.get_mut(&handle).ok_or_else(|| not_open(handle))?;
            c.write();
            if c.takes_nothing() {
                state.table.list(handle);
                return Err(not_open(handle));
            }
            if c.is_sent() {
                return Ok(());
            }
            if stop() {
                return Err(interrupted());
            }
            state.glance(&self.watch);
        }
    }

    fn receive(&self, links: &[Link], stop: &dyn Fn() -> bool) -> Result<(Link, Heard)> {
        let mut state = self.lock();
        state.table.write_unsent();
        loop {
            for &link in links {
                if let Some(heard) = state.table.heard(link) {
                    return Ok((link, heard));
                }
            }
            if stop() {
                return Err(interrupted());
            }
            state.glance(&self.watch);
        }
    }
}
