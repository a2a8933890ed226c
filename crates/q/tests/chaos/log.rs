//! What the logs of the tickerplant hold, read without q: the truth that everything else is compared with.

use crate::bars::{self, Bars};
use crate::rows::{self, Row};
use quarry_value::wire::{Front, read_front};
use quarry_value::{Sym, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const HEADER_SIZE: usize = 8;

/// The log of a day.
pub struct Log {
    path: PathBuf,
    /// Bytes that were read, and where the last message begins.
    at: usize,
    last: usize,
    pub messages: usize,
    /// Rows by table, each with the number of its message.
    rows: BTreeMap<String, Vec<(usize, Row)>>,
    /// The bars that were sent, by table.
    pub bars: BTreeMap<String, Bars>,
}

/// The logs there are, by day.
pub type Logs = BTreeMap<String, Log>;

/// Reads what is new in the logs of a folder.
pub fn read(folder: &Path, logs: &mut Logs) -> Result<(), String> {
    for entry in std::fs::read_dir(folder).map_err(|e| e.to_string())?.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let day = name.strip_prefix("tick").filter(|day| day.len() == "2001.01.01".len());
        if let Some(day) = day {
            logs.entry(day.into()).or_insert_with(|| Log::new(entry.path())).read()?;
        }
    }
    Ok(())
}

impl Log {
    fn new(path: PathBuf) -> Log {
        let (rows, bars) = (BTreeMap::new(), BTreeMap::new());
        Log { path, at: HEADER_SIZE, last: HEADER_SIZE, messages: 0, rows, bars }
    }

    fn read(&mut self) -> Result<(), String> {
        let bytes = std::fs::read(&self.path).map_err(|e| e.to_string())?;
        while self.at < bytes.len() {
            // What is being written is read the next time.
            let Front::Whole(message, used) = read_front(&bytes[self.at..]) else { break };
            self.add(&message)?;
            (self.last, self.at) = (self.at, self.at + used);
            self.messages += 1;
        }
        Ok(())
    }

    fn add(&mut self, message: &Value) -> Result<(), String> {
        let table = message.at(1).as_sym().ok_or("a message of no table")?.text().into_owned();
        let columns: Vec<Value> = message.at(2).items().collect();
        let new = rows::read(&table, &columns).map_err(|e| format!("in the log: {e}"))?;
        if rows::is_bar(&table) {
            bars::add_sent(self.bars.entry(table.clone()).or_default(), &columns)?;
        }
        let rows = self.rows.entry(table).or_default();
        rows.extend(new.into_iter().map(|row| (self.messages, row)));
        Ok(())
    }

    /// The tables that have rows.
    pub fn tables(&self) -> impl Iterator<Item = &String> {
        self.rows.keys()
    }

    /// The rows of a table from a message on, of some symbols or all.
    pub fn rows_from(&self, table: &str, message: usize, syms: Option<&[&str]>) -> Vec<Row> {
        let syms: Option<Vec<Sym>> = syms.map(|syms| syms.iter().map(Sym::new).collect());
        let rows = self.rows.get(table).map_or(&[][..], Vec::as_slice);
        let wanted =
            rows.iter().filter(|(m, r)| *m >= message && syms.as_ref().is_none_or(|s| s.contains(&r.sym)));
        wanted.map(|(_, row)| *row).collect()
    }

    pub fn rows(&self, table: &str, syms: Option<&[&str]>) -> Vec<Row> {
        self.rows_from(table, 0, syms)
    }

    /// Cuts the file within its last message, or within its header when there is none: the rows of that message. `at`
    /// chooses where. Bars are left whole, for they are sent again before all have seen that the log is shorter.
    pub fn tear(&mut self, at: u64) -> Option<Vec<Row>> {
        self.read().expect("a log");
        let of_last = |(m, _): &&(usize, Row)| m + 1 == self.messages;
        let last = self.rows.iter().find(|(_, rows)| rows.last().as_ref().is_some_and(of_last));
        if last.is_some_and(|(table, _)| rows::is_bar(table)) {
            return None;
        }
        let torn = last.map(|(_, rows)| rows.iter().filter(of_last).map(|(_, row)| *row).collect());
        let first = if self.messages == 0 { 0 } else { self.last + 1 };
        let size = first as u64 + at % (self.at - first) as u64;
        let file = std::fs::OpenOptions::new().write(true).open(&self.path).expect("a log");
        file.set_len(size).expect("a shorter log");
        // The rest is read anew.
        *self = Log::new(self.path.clone());
        Some(torn.unwrap_or_default())
    }
}
