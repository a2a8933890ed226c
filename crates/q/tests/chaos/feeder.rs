//! The feed: rows with numbers, of which it knows which ones the tickerplant has acknowledged.

use crate::market::LONGEST;
use crate::rows::{self, Number};
use quarry_client::Client;
use quarry_value::Value;
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What the test tells the feed, and the feed the test.
#[derive(Default)]
pub struct State {
    /// Rows are to be sent all the time.
    feeding: bool,
    /// Rows to be sent at once.
    burst: u64,
    /// The connection is to be closed and made anew.
    reconnect: bool,
    over: bool,
    /// All that was sent over the connection is acknowledged.
    quiet: bool,
    /// Tables that rows are sent to.
    pub tables: Vec<String>,
    next: Number,
    seed: u64,
    /// Sent, not acknowledged yet. They are nobody's when the connection breaks.
    sent: Vec<Number>,
    pub acknowledged: Vec<Number>,
    /// The first number of each connection: within one, rows are logged in their order.
    pub connections: Vec<Number>,
}

pub struct Feeder(Arc<Mutex<State>>);

impl Feeder {
    pub fn start(port: u16, seed: u64) -> Feeder {
        let tables = vec!["trade".to_string(), "quote".to_string()];
        let state = State { tables, seed, next: 1, ..State::default() };
        let state = Arc::new(Mutex::new(state));
        let ours = state.clone();
        std::thread::spawn(move || work(&ours, port));
        Feeder(state)
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no panic")
    }

    pub fn feed(&self) {
        self.state().feeding = true;
    }

    pub fn burst(&self, rows: u64) {
        self.state().burst = rows;
    }

    pub fn reconnect(&self) {
        self.state().reconnect = true;
    }

    /// Sends no more.
    pub fn stop(&self) {
        self.state().feeding = false;
    }

    /// Sends no more, and waits until the tickerplant has taken what was sent.
    pub fn pause(&self) -> Result<(), String> {
        {
            let mut state = self.state();
            (state.feeding, state.quiet) = (false, false);
        }
        let began = Instant::now();
        while !self.state().quiet {
            if began.elapsed() > LONGEST {
                return Err("the tickerplant does not take what the feed sends".into());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(())
    }
}

impl Drop for Feeder {
    fn drop(&mut self) {
        if let Ok(mut state) = self.0.lock() {
            state.over = true;
        }
    }
}

fn work(state: &Mutex<State>, port: u16) {
    let mut connection = None;
    loop {
        std::thread::sleep(Duration::from_millis(4));
        let mut known = state.lock().expect("no panic");
        if known.over {
            return;
        }
        if std::mem::take(&mut known.reconnect) {
            connection = None;
        }
        let messages = due(&mut known);
        drop(known);
        if connection.is_none() {
            let stream = TcpStream::connect(("127.0.0.1", port)).ok();
            connection = stream.and_then(|s| {
                s.set_read_timeout(Some(LONGEST)).ok()?;
                s.set_write_timeout(Some(LONGEST)).ok()?;
                Client::over(s, "").ok()
            });
            let mut known = state.lock().expect("no panic");
            known.sent.clear();
            let next = messages.first().map_or(known.next, |m| m.1[0]);
            known.connections.push(next);
        }
        let sent = connection.as_mut().map(|q| send(state, q, messages));
        if sent != Some(true) {
            connection = None;
        }
    }
}

type Message = (String, Vec<Number>);

/// The messages that are to be sent now: their tables and numbers.
fn due(known: &mut State) -> Vec<Message> {
    let burst = std::mem::take(&mut known.burst);
    let mut messages = Vec::new();
    for _ in 0..burst.div_ceil(100) {
        messages.push(message(known, 100));
    }
    if known.feeding {
        let n = 1 + crate::random(&mut known.seed) % 8;
        messages.push(message(known, n));
    }
    messages
}

fn message(known: &mut State, rows: u64) -> Message {
    let which = crate::random(&mut known.seed) as usize % known.tables.len();
    let first = known.next;
    known.next += rows as Number;
    (known.tables[which].clone(), (first..known.next).collect())
}

/// Sends messages, and now and then waits for the answer that acknowledges all; did the connection hold?
fn send(state: &Mutex<State>, q: &mut Client, messages: Vec<Message>) -> bool {
    for (table, numbers) in messages {
        let upd = [Value::chars(".u.upd"), Value::sym(&table), Value::list(rows::columns(&table, &numbers))];
        if q.send(&Value::list(upd.to_vec())).is_err() {
            return false;
        }
        state.lock().expect("no panic").sent.extend(numbers);
    }
    let known = state.lock().expect("no panic");
    let wanted = known.sent.len() > 50 || !known.feeding;
    let (sent, feeding) = (known.sent.len(), known.feeding);
    drop(known);
    if !wanted {
        return true;
    }
    if q.ask(&Value::chars("")).is_err() {
        return false;
    }
    let mut known = state.lock().expect("no panic");
    let done: Vec<Number> = known.sent.drain(..sent).collect();
    known.acknowledged.extend(done);
    // An order may have come meanwhile.
    known.quiet = !feeding && !known.feeding && known.burst == 0;
    true
}
