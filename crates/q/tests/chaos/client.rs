//! A client of a gateway who asks all the time, whatever happens: an answer has each row once, and all that were there
//! when it began to ask. Errors are no answers.

use crate::market::LONGEST;
use crate::rows::{self, Number};
use quarry_client::{Client, Failure};
use quarry_value::Value;
use std::collections::HashSet;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

pub struct Asker {
    over: Arc<AtomicBool>,
    thread: JoinHandle<Result<usize, String>>,
}

impl Asker {
    /// Asks a gateway for all rows of a table, of which there are some already.
    pub fn start(port: u16, table: &'static str, there: Vec<Number>) -> Asker {
        let over = Arc::new(AtomicBool::new(false));
        let ours = over.clone();
        let thread = std::thread::spawn(move || {
            let (mut answers, mut connection) = (0, None);
            while !ours.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(30));
                connection = connection.or_else(|| connect(port));
                let Some(q) = &mut connection else { continue };
                let query = format!(".gw.rows[`{table};`;2001.01.01D;2002.01.01D]");
                match q.ask(&Value::chars(query)) {
                    Ok(answer) => is_whole(table, &answer, &there)?,
                    Err(Failure::Signalled(_)) => continue,
                    Err(Failure::Broken(_) | Failure::Late) => {
                        connection = None;
                        continue;
                    }
                }
                answers += 1;
            }
            Ok(answers)
        });
        Asker { over, thread }
    }

    /// Asks no more: how many answers there were, or what was wrong with one.
    pub fn end(self) -> Result<usize, String> {
        self.over.store(true, Ordering::Relaxed);
        self.thread.join().expect("no panic")
    }
}

fn connect(port: u16) -> Option<Client> {
    let stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(LONGEST)).ok()?;
    Client::over(stream, "").ok()
}

fn is_whole(table: &str, answer: &Value, there: &[Number]) -> Result<(), String> {
    let mut got = HashSet::new();
    let rows = rows::read_table(table, answer)?;
    let doubled: Vec<Number> = rows.iter().map(|row| row.id).filter(|n| !got.insert(*n)).collect();
    let lost: Vec<Number> = there.iter().copied().filter(|n| !got.contains(n)).collect();
    if lost.is_empty() && doubled.is_empty() {
        return Ok(());
    }
    let few = |n: &[Number]| format!("{} {:?}", n.len(), &n[..n.len().min(5)]);
    Err(format!("a gateway answers meanwhile: lost {}, doubled {}", few(&lost), few(&doubled)))
}
