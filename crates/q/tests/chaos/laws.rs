//! What must be true whenever everything is up and nothing is under way.

use crate::bars::{self, Bars, Flaws};
use crate::feeder::Feeder;
use crate::log::{self, Logs};
use crate::market::{LINKED, LONGEST, Market};
use crate::rows::{self, Number, PICKED, Row};
use quarry_value::{Sym, Value};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

/// An RDB, the database of the days that it saved, the gateway over both, and the symbols that it takes.
pub struct Keeper {
    rdb: &'static str,
    pub hdb: &'static str,
    gateway: Option<&'static str>,
    syms: Option<&'static [&'static str]>,
}

pub const KEEPERS: [Keeper; 4] = [
    Keeper { rdb: "rdb", hdb: "hdb", gateway: Some("gw"), syms: None },
    Keeper { rdb: "wdb", hdb: "written", gateway: Some("gwdb"), syms: None },
    Keeper { rdb: "far", hdb: "farhdb", gateway: None, syms: None },
    Keeper { rdb: "few", hdb: "fewhdb", gateway: None, syms: Some(&PICKED) },
];

#[derive(Default)]
pub struct Laws {
    pub logs: Logs,
    /// The tables of the schema.
    pub tables: Vec<String>,
    /// Rows that a torn log has lost; who got them before may still have them.
    pub torn: HashSet<Number>,
    /// Days whose bars may lack what was on its way when the day or the tickerplant ended.
    pub bars_may_lack: HashSet<String>,
    /// Days whose bars may have torn rows.
    pub bars_may_be_torn: HashSet<String>,
    /// Databases and days that were found right.
    pub seen: BTreeSet<(&'static str, String)>,
    /// What processes may say on standard error after this event.
    pub allowed: Vec<&'static str>,
}

impl Laws {
    pub fn new(tables: Vec<String>) -> Laws {
        Laws { tables, ..Laws::default() }
    }

    /// Waits until all are up and have taken what there is.
    pub fn settle(&mut self, market: &mut Market) -> Result<(), String> {
        let began = Instant::now();
        loop {
            market.died()?;
            let missing = match self.settled(market) {
                Ok(()) => return Ok(()),
                Err(missing) => missing,
            };
            if began.elapsed() > LONGEST {
                return Err(format!("not settled: {missing}"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn settled(&mut self, market: &Market) -> Result<(), String> {
        let today = market.today();
        is_at(market, "tp", &format!("(.u.i=.u.j)&{}", on(".u.d", today)))?;
        is_at(market, "agg", &format!("({LINKED})&{}", on(".tick.day", today)))?;
        log::read(market.folder.path(), &mut self.logs)?;
        let messages = self.logs.get(today).ok_or("no log of today")?.messages;
        self.holds(market, "agg", &["trade", "quote"], None)?;
        // Now that the engine has all ticks: what it has sent is logged once the tickerplant answers it.
        is_at(market, "agg", "0=sum count each .tick.changed")?;
        market.ask("agg", "(.tick.handle`tickerplant)\"\"")?;
        for chained in ["chained", "picky"] {
            let empty = "0=sum count each get each .u.t";
            is_at(market, chained, &format!("({LINKED})&({})&{empty}", on(".u.d", today)))?;
        }
        let tables: Vec<&str> = self.tables.iter().map(String::as_str).collect();
        for keeper in &KEEPERS {
            let told = "0=count .tick.untold";
            is_at(market, keeper.rdb, &format!("({LINKED})&({})&{told}", on(".tick.day", today)))?;
            self.holds(market, keeper.rdb, &tables, keeper.syms)?;
            let days: Vec<&str> = self.saved(market).collect();
            is_at(market, keeper.hdb, &on("@[get;`date;`date$()]", &days.join(" ")))?;
        }
        ["gw", "gwdb", "mon"].iter().try_for_each(|name| is_at(market, name, LINKED))?;
        log::read(market.folder.path(), &mut self.logs)?;
        if self.logs[today].messages == messages { Ok(()) } else { Err("messages come".into()) }
    }

    /// Has a follower taken as many rows as there are today?
    fn holds(
        &self,
        market: &Market,
        name: &str,
        tables: &[&str],
        syms: Option<&[&str]>,
    ) -> Result<(), String> {
        let held = market.ask(name, ".tick.held")?;
        let Value::Dict(d) = &held else { return Err(format!("{name} holds {held:?}")) };
        let names = d.keys.as_syms().ok_or("no names")?;
        let held: BTreeMap<String, i64> =
            names.iter().map(|s| s.text().into_owned()).zip(rows::longs(&d.values)?).collect();
        for table in tables {
            let count = self.logs[market.today()].rows(table, syms).len() as i64;
            if held.get(*table) != Some(&count) {
                return Err(format!("{name} holds {held:?}, of {table} there are {count}"));
            }
        }
        Ok(())
    }

    /// The days that are to be in each database.
    fn saved<'a>(&'a self, market: &'a Market) -> impl Iterator<Item = &'a str> {
        self.logs.keys().map(String::as_str).filter(|day| *day < market.today())
    }

    pub fn check(&mut self, market: &mut Market, feeder: &Feeder) -> Result<(), String> {
        self.settle(market)?;
        self.logged(feeder)?;
        KEEPERS.iter().try_for_each(|keeper| self.keeps(market, keeper))?;
        let days: Vec<String> = self.saved(market).map(String::from).collect();
        self.seen.extend(KEEPERS.iter().flat_map(|keeper| days.iter().map(|day| (keeper.hdb, day.clone()))));
        self.bars_are_right()?;
        market.died()?;
        let complaints = market.complaints();
        let strange = complaints.into_iter().find(|(_, e)| !self.allowed.iter().any(|a| e.contains(a)));
        self.allowed.clear();
        strange.map_or(Ok(()), |(name, entry)| Err(format!("{name} complains: {entry}")))
    }

    /// Are all rows where a keeper has them: in its RDB, in its database, and in the answers of the gateway over both?
    fn keeps(&self, market: &Market, keeper: &Keeper) -> Result<(), String> {
        for table in &self.tables {
            let mut all = Vec::new();
            for day in self.saved(market) {
                let mut expected = self.logs[day].rows(table, keeper.syms);
                // Saved rows are sorted by sym, and otherwise in their order.
                expected.sort_by_key(|row| row.sym.bytes());
                if !self.seen.contains(&(keeper.hdb, day.to_string())) {
                    self.day_is_saved(market, keeper.hdb, day, table, &expected)?;
                }
                all.extend(expected);
            }
            let expected = self.logs[market.today()].rows(table, keeper.syms);
            let whole = if keeper.rdb == "wdb" { format!(".tick.whole[`{table};`]") } else { table.clone() };
            let got = rows::read_table(table, &market.ask(keeper.rdb, &whole)?)?;
            self.same(&format!("{table} of {}", keeper.rdb), &expected, &got)?;
            all.extend(expected);
            if let Some(gateway) = keeper.gateway {
                self.gateway_answers(market, gateway, table, &all)?;
            }
        }
        Ok(())
    }

    /// Looks at all saved days again.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// The rows of a table that everybody who has all has.
    pub fn known(&self, table: &str) -> Vec<Number> {
        let ids = self.logs.values().flat_map(|log| log.rows(table, None)).map(|row| row.id);
        ids.collect()
    }

    /// Is what was acknowledged in the logs, once, and in order?
    fn logged(&self, feeder: &Feeder) -> Result<(), String> {
        let state = feeder.state();
        let mut all = HashSet::new();
        for (day, log) in &self.logs {
            for table in log.tables().filter(|t| !rows::is_bar(t)) {
                let numbers: Vec<Number> = log.rows(table, None).iter().map(|r| r.id).collect();
                if let Some(n) = numbers.iter().find(|n| !all.insert(**n)) {
                    return Err(format!("{n} is in the logs twice"));
                }
                let connection = |n: Number| state.connections.partition_point(|first| *first <= n);
                let late = numbers.windows(2).find(|w| w[0] > w[1] && connection(w[0]) == connection(w[1]));
                if let Some(w) = late {
                    return Err(format!("{} comes before {} in {table} of the log of {day}", w[0], w[1]));
                }
            }
        }
        let lost = |n: &&Number| !all.contains(*n) && !self.torn.contains(*n);
        let lost: Vec<&Number> = state.acknowledged.iter().filter(lost).take(5).collect();
        if lost.is_empty() { Ok(()) } else { Err(format!("acknowledged, but not in a log: {lost:?}")) }
    }

    fn day_is_saved(
        &self,
        market: &Market,
        hdb: &str,
        day: &str,
        table: &str,
        expected: &[Row],
    ) -> Result<(), String> {
        // No day that is saved has a table that was added today.
        if expected.is_empty() && market.ask(hdb, &format!("`{table} in tables[]"))?.as_long() == Some(0) {
            return Ok(());
        }
        let got = market.ask(hdb, &format!("select from {table} where date={day}"))?;
        self.same(&format!("{table} of {day} in {hdb}"), expected, &rows::read_table(table, &got)?)?;
        let parted = format!("`p=attr exec sym from select sym from {table} where date={day}");
        if expected.is_empty() || market.ask(hdb, &parted)?.as_long() == Some(1) {
            return Ok(());
        }
        Err(format!("sym of {table} of {day} in {hdb} is not parted"))
    }

    fn gateway_answers(
        &self,
        market: &Market,
        gateway: &str,
        table: &str,
        all: &[Row],
    ) -> Result<(), String> {
        for sym in ["", "C"] {
            let query = format!(".gw.rows[`{table};`{sym};2001.01.01D;2002.01.01D]");
            let got = rows::read_table(table, &market.ask(gateway, &query)?)?;
            let is_asked = |row: &&Row| sym.is_empty() || row.sym == Sym::new(sym);
            let expected: Vec<Row> = all.iter().filter(is_asked).copied().collect();
            self.same(&format!("{query} of {gateway}"), &expected, &got)?;
        }
        Ok(())
    }

    fn bars_are_right(&self) -> Result<(), String> {
        for table in ["trade", "quote"] {
            let mut before = None;
            for (day, log) in &self.logs {
                let made = bars::made(table, log.rows(table, None).iter().map(|row| row.id));
                let none = Bars::new();
                let sent = log.bars.get(&format!("{table}bar")).unwrap_or(&none);
                let lacks = self.bars_may_lack.contains(day);
                if !self.bars_may_be_torn.contains(day) {
                    let flaws = Flaws { lacks, before: before.as_ref() };
                    bars::compare(&made, sent, &flaws).map_err(|e| format!("{day}: {e}"))?;
                }
                // Bars that were on their way when the day ended come after its end.
                before = lacks.then_some(made);
            }
        }
        Ok(())
    }

    /// Are rows those that are expected, each once and in their order? A torn row may be there beside them.
    pub fn same(&self, at: &str, expected: &[Row], got: &[Row]) -> Result<(), String> {
        let (mut torn, mut next) = (HashSet::new(), 0);
        let is_right = got.iter().all(|row| {
            let expected = expected.get(next) == Some(row);
            next += usize::from(expected);
            expected || (self.torn.contains(&row.id) && torn.insert(row.id))
        });
        if is_right && next == expected.len() {
            return Ok(());
        }
        let times = |rows: &[Row]| {
            let mut times: BTreeMap<Number, usize> = BTreeMap::new();
            rows.iter().for_each(|row| *times.entry(row.id).or_default() += 1);
            times
        };
        let (expected_times, got_times) = (times(expected), times(got));
        let more = |x: &BTreeMap<Number, usize>, y: &BTreeMap<Number, usize>| {
            let n: Vec<Number> =
                x.iter().filter(|(id, n)| y.get(id).unwrap_or(&0) < n).map(|x| *x.0).collect();
            (n.len(), n.into_iter().take(5).collect::<Vec<_>>())
        };
        let (lost, doubled) = (more(&expected_times, &got_times), more(&got_times, &expected_times));
        let order = expected.iter().zip(got).position(|(x, y)| x != y);
        Err(format!(
            "{at}: {} rows where {} are expected; lost {lost:?}, too many {doubled:?}, torn {torn:?}, first difference at {order:?}",
            got.len(),
            expected.len()
        ))
    }
}

/// Holds where a day, or days, are those that are expected.
fn on(days: &str, expected: &str) -> String {
    format!("\"{expected}\"~\" \"sv string(),{days}")
}

/// Does a process answer that an expression holds?
fn is_at(market: &Market, name: &str, line: &str) -> Result<(), String> {
    match market.ask(name, line)?.as_long() {
        Some(1) => Ok(()),
        other => Err(format!("{name} answers {line} with: {other:?}")),
    }
}
