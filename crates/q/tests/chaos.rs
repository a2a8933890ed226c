//! A whole tick stack, to which things happen: roles are killed, ended, stopped and started again, days end, rows come in
//! bursts, the feed and subscribers come and go, tables are added, the log is torn. After each event, when everything
//! is up again, each row that was logged is everywhere once and in its order.
//!
//! `QUARRY_CHAOS=200 cargo test -p q --test chaos` makes so many events; without it there are few. `QUARRY_CHAOS_SEED`
//! gives the choices of an earlier run; the moments are the same as far as a machine repeats itself. `QUARRY_CHAOS_TICK`
//! names a folder whose scripts are run in place of those in the program. With `QUARRY_CHAOS_KEEP` naming a folder that
//! is not there, the stack's is moved to it where a law does not hold.

#[path = "chaos/bars.rs"]
mod bars;
#[path = "chaos/client.rs"]
mod client;
mod common;
#[path = "chaos/feeder.rs"]
mod feeder;
#[path = "chaos/laws.rs"]
mod laws;
#[path = "chaos/log.rs"]
mod log;
#[path = "chaos/market.rs"]
mod market;
#[path = "chaos/rows.rs"]
mod rows;

use client::Asker;
use feeder::Feeder;
use laws::Laws;
use market::Market;
use quarry_client::Client;
use quarry_value::Value;
use rows::PICKED;
use rustix::process::Signal;
use std::time::{Duration, Instant};

/// So many events meet the same stack.
const EVENTS: u64 = 25;
/// A process is away or stopped at most so long.
const AWAY_MS: u64 = 1_500;
const STOPPED_MS: u64 = 1_900;
/// The feed goes on for so long at most before and after what happens.
const AROUND_MS: u64 = 200;
/// Tables are added to a schema at most so often.
const TABLES_ADDED: usize = 3;

/// What is told of a process that has gone while its answer was waited for, or that was there too early.
const GONE: [&str; 3] =
    ["error: close handle", "error: Cannot write to handle", "it follows no tickerplant itself yet"];
/// What is told of a log that is damaged, by the tickerplant and by who got more than it holds.
const DAMAGED: [&str; 2] = ["is damaged after", "the log lacks rows that we hold"];

/// The next number of a seed.
pub fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

#[derive(Debug, Clone)]
enum Event {
    /// kill -9, and a start after a while.
    Kill {
        role: &'static str,
        away_ms: u64,
    },
    /// The same twice, the second time so long after the start.
    KillTwice {
        role: &'static str,
        away_ms: u64,
        after_ms: u64,
    },
    /// Two that are started again each after a while of its own.
    KillBoth {
        roles: [&'static str; 2],
        away_ms: [u64; 2],
    },
    /// SIGTERM, and a start after a while.
    End {
        role: &'static str,
        away_ms: u64,
    },
    Stop {
        role: &'static str,
        for_ms: u64,
    },
    /// A day ends while rows come, or not. Of more than one the others are slept over.
    Day {
        days: usize,
        feeding: bool,
    },
    /// A role is killed so long before the day ends, or (negative) after, and started again after a while.
    DayWithout {
        role: &'static str,
        before_ms: i64,
        away_ms: u64,
        feeding: bool,
    },
    /// A role is stopped while the day ends.
    DayStopped {
        role: &'static str,
        for_ms: u64,
        feeding: bool,
    },
    Burst {
        rows: u64,
    },
    Reconnect,
    /// Somebody subscribes to trades.
    Subscribe {
        to: &'static str,
        syms: bool,
    },
    AddTable,
    /// The tickerplant is killed, and what it wrote last is not wholly in its log.
    Tear {
        at: u64,
    },
    /// Everything is killed at once, as when power goes; the log may be torn.
    Power {
        tear: Option<u64>,
    },
}

/// What happens next; a run of few events is short.
fn pick(seed: &mut u64, tables: usize, few: bool) -> Event {
    let roles: Vec<&str> = market::roles().collect();
    let mut some = |n: u64| random(seed) % n;
    let i = if some(4) == 0 { 0 } else { some(roles.len() as u64) as usize };
    let role = roles[i];
    let longest_ms = if few { AWAY_MS / 3 } else { AWAY_MS };
    let (away_ms, after_ms) = (some(longest_ms), some(400));
    let both = [role, roles[(i + 1 + some(roles.len() as u64 - 1) as usize) % roles.len()]];
    let feeding = some(3) > 0;
    match some(100) {
        0..18 => Event::Kill { role, away_ms },
        18..24 => Event::KillTwice { role, away_ms: away_ms / 2, after_ms },
        24..30 => Event::KillBoth { roles: both, away_ms: [away_ms, some(longest_ms)] },
        30..38 => Event::End { role, away_ms },
        38..48 => Event::Stop { role, for_ms: some(STOPPED_MS) },
        48..56 => Event::Day { days: 1 + some(2) as usize, feeding },
        56..68 => Event::DayWithout { role, before_ms: some(300) as i64 - 150, away_ms, feeding },
        68..72 => Event::DayStopped { role, for_ms: some(STOPPED_MS), feeding },
        72..78 => Event::Burst { rows: 500 + some(8_000) },
        78..82 => Event::Reconnect,
        82..88 => Event::Subscribe { to: ["tp", "chained", "picky"][some(3) as usize], syms: some(2) == 0 },
        88..92 if tables < 4 + TABLES_ADDED => Event::AddTable,
        88..96 => Event::Tear { at: random(seed) },
        _ => Event::Power { tear: (some(2) == 0).then(|| random(seed)) },
    }
}

fn sleep(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

struct Chaos {
    market: Market,
    feeder: Feeder,
    laws: Laws,
    seed: u64,
}

impl Chaos {
    fn start(seed: &mut u64) -> Chaos {
        let order = random(seed);
        let market = Market::start(random(seed).is_multiple_of(2), order);
        let feeder = Feeder::start(market.port("tp"), random(seed));
        let tables = ["trade", "quote", "tradebar", "quotebar"].map(String::from).to_vec();
        let laws = Laws { allowed: GONE.to_vec(), ..Laws::new(tables) };
        Chaos { market, feeder, laws, seed: *seed }
    }

    /// Lets the feed go on for a moment.
    fn moment(&mut self) {
        sleep(random(&mut self.seed) % AROUND_MS);
    }

    /// A client of a gateway, unless rows of which it knows may go: where the log is torn, or where an RDB may be there before
    /// its tickerplant.
    fn asker(&mut self, event: &Event) -> Option<Asker> {
        let gateway = ["gw", "gwdb"][(random(&mut self.seed) % 2) as usize];
        let ask = !matches!(event, Event::Tear { .. } | Event::Power { .. } | Event::KillBoth { .. });
        ask.then(|| Asker::start(self.market.port(gateway), "trade", self.laws.known("trade")))
    }

    fn happens(&mut self, event: &Event) -> Result<(), String> {
        match event.clone() {
            Event::Kill { role, away_ms } => {
                self.goes();
                self.market.kill(role);
                sleep(away_ms);
                self.market.begin(role);
            }
            Event::KillTwice { role, away_ms, after_ms } => {
                self.goes();
                self.market.kill(role);
                sleep(away_ms);
                self.market.begin(role);
                sleep(after_ms);
                self.market.kill(role);
                sleep(away_ms);
                self.market.begin(role);
            }
            Event::KillBoth { roles: [one, other], away_ms: [one_ms, other_ms] } => {
                self.goes();
                self.market.kill(one);
                self.market.kill(other);
                let (first, second) = if one_ms < other_ms { (one, other) } else { (other, one) };
                sleep(one_ms.min(other_ms));
                self.market.begin(first);
                sleep(one_ms.abs_diff(other_ms));
                self.market.begin(second);
            }
            Event::End { role, away_ms } => {
                self.goes();
                self.market.end(role)?;
                sleep(away_ms);
                self.market.begin(role);
            }
            Event::Stop { role, for_ms } => {
                self.market.signal(role, Signal::STOP);
                sleep(for_ms);
                self.market.signal(role, Signal::CONT);
            }
            Event::Day { days, feeding } => self.day_ends(days, feeding)?,
            Event::DayWithout { role, before_ms, away_ms, feeding } => {
                self.rows_come(feeding)?;
                self.day_ends_without(role, before_ms, away_ms);
            }
            Event::DayStopped { role, for_ms, feeding } => {
                self.rows_come(feeding)?;
                self.market.signal(role, Signal::STOP);
                self.market.tomorrow(1);
                sleep(for_ms);
                self.market.signal(role, Signal::CONT);
            }
            Event::Burst { rows } => self.feeder.burst(rows),
            Event::Reconnect => self.feeder.reconnect(),
            Event::Subscribe { to, syms } => return self.somebody_subscribes(to, syms),
            Event::AddTable => self.table_comes()?,
            Event::Tear { at } => return self.log_is_torn(at),
            Event::Power { tear } => return self.power_goes(tear),
        }
        self.moment();
        Ok(())
    }

    /// A role goes: others may tell of that.
    fn goes(&mut self) {
        self.laws.allowed.extend(GONE);
    }

    /// Does the feed go on while the day ends? If not, the day's bars have all been sent.
    fn rows_come(&mut self, feeding: bool) -> Result<(), String> {
        if feeding {
            self.laws.bars_may_lack.insert(self.market.today().into());
            return Ok(());
        }
        self.feeder.pause()?;
        self.laws.settle(&mut self.market)
    }

    fn day_ends(&mut self, days: usize, feeding: bool) -> Result<(), String> {
        self.rows_come(feeding)?;
        self.market.tomorrow(days);
        self.moment();
        self.feeder.feed();
        Ok(())
    }

    fn day_ends_without(&mut self, role: &'static str, before_ms: i64, away_ms: u64) {
        self.goes();
        if before_ms > 0 {
            self.market.kill(role);
            sleep(before_ms as u64);
        }
        self.market.tomorrow(1);
        self.goes();
        if before_ms <= 0 {
            sleep(before_ms.unsigned_abs());
            self.market.kill(role);
        }
        sleep(away_ms);
        self.market.begin(role);
    }

    /// Who subscribes gets what comes after the place in the log that is told then.
    fn somebody_subscribes(&mut self, to: &str, syms: bool) -> Result<(), String> {
        let wanted = if syms { "`A`B" } else { "`" };
        let ask = format!("(.u.sub[`trade;{wanted}];.u.i)");
        let said = |e: &dyn std::fmt::Display| format!("a subscriber of {to}: {e}");
        let mut q = self.market.connect(to).map_err(|e| said(&e))?;
        let answer = q.ask(&Value::chars(ask)).map_err(|e| said(&e))?;
        let from = answer.at(1).as_long().ok_or("no place in the log")? as usize;
        self.feeder.burst(300);
        self.moment();
        self.feeder.pause()?;
        self.laws.settle(&mut self.market)?;
        let of = [&["A", "B"][..], &PICKED, &["A"]];
        let of = match (syms, to) {
            (false, "picky") => Some(of[1]),
            (true, "picky") => Some(of[2]),
            (true, _) => Some(of[0]),
            (false, _) => None,
        };
        let expected = self.laws.logs[self.market.today()].rows_from("trade", from, of);
        let got = hear(&mut q, expected.len()).map_err(|e| said(&e))?;
        self.laws.same(&format!("a subscriber of {to} from {from} on"), &expected, &got)
    }

    fn table_comes(&mut self) -> Result<(), String> {
        let name = format!("more{}", self.laws.tables.len());
        let schema = std::fs::read_to_string(self.market.folder.join("schema.q")).expect("a schema");
        let new = format!("{schema}{name}:([]time:`timespan$();sym:`$();number:`long$())\n");
        self.goes();
        self.market.end("tp")?;
        self.market.write("schema.q", &new);
        self.market.begin("tp");
        self.laws.tables.push(name.clone());
        self.feeder.state().tables.push(name);
        Ok(())
    }

    fn log_is_torn(&mut self, at: u64) -> Result<(), String> {
        self.goes();
        self.market.kill("tp");
        let torn = self.tear(at)?;
        self.market.begin("tp");
        // Rows come before those who follow it are back.
        self.feeder.feed();
        self.moment();
        self.feeder.pause()?;
        if torn { self.torn_day_ends() } else { Ok(()) }
    }

    /// Rows that the log has lost are with those who got them, who are to stay until that day is saved.
    fn torn_day_ends(&mut self) -> Result<(), String> {
        self.laws.settle(&mut self.market)?;
        let damaged = format!("tick{}.damaged", self.market.today());
        if !self.market.folder.join(&damaged).is_file() {
            return Err(format!("no {damaged} is kept"));
        }
        self.feeder.feed();
        self.moment();
        self.feeder.pause()?;
        self.laws.settle(&mut self.market)?;
        self.market.tomorrow(1);
        Ok(())
    }

    /// Cuts the log of today, if it can be: is it torn?
    fn tear(&mut self, at: u64) -> Result<bool, String> {
        self.feeder.stop();
        let folder = self.market.folder.path().to_path_buf();
        log::read(&folder, &mut self.laws.logs)?;
        let log = self.laws.logs.get_mut(self.market.today()).ok_or("no log of today")?;
        let Some(torn) = log.tear(at) else { return Ok(false) };
        self.laws.torn.extend(torn.iter().map(|row| row.id));
        self.laws.bars_may_be_torn.insert(self.market.today().into());
        self.laws.allowed.extend(DAMAGED);
        Ok(true)
    }

    /// Looks at all days again, in processes that are new.
    fn databases_load(&mut self) -> Result<(), String> {
        for role in laws::KEEPERS.map(|keeper| keeper.hdb) {
            self.market.end(role)?;
            self.market.begin(role);
        }
        self.laws.forget();
        self.laws.check(&mut self.market, &self.feeder)
    }

    fn power_goes(&mut self, tear: Option<u64>) -> Result<(), String> {
        self.goes();
        market::roles().for_each(|role| self.market.kill(role));
        let torn = tear.map_or(Ok(false), |at| self.tear(at))?;
        let order = random(&mut self.seed);
        self.market.begin_all(order);
        if torn { self.torn_day_ends() } else { Ok(()) }
    }
}

/// The rows that a subscriber gets, until there are so many.
fn hear(q: &mut Client, count: usize) -> Result<Vec<rows::Row>, String> {
    let mut got = Vec::new();
    while got.len() < count {
        let message = q.hear().map_err(|e| format!("{e} after {} rows of {count}", got.len()))?;
        got.extend(rows::read_table("trade", &message.at(2))?);
    }
    Ok(got)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

#[test]
fn nothing_is_lost_or_doubled() {
    let events = number("QUARRY_CHAOS").unwrap_or(4);
    // Without any wish it is the same seed each time.
    let any = if number("QUARRY_CHAOS").is_some() { std::process::id().into() } else { 1 };
    let mut seed = number("QUARRY_CHAOS_SEED").unwrap_or(any).max(1);
    println!("{events} events, QUARRY_CHAOS_SEED={seed}");
    let mut left = events;
    while left > 0 {
        happen(left.min(EVENTS), &mut seed);
        left -= left.min(EVENTS);
    }
}

/// So many events, one after another, to the same stack.
fn happen(events: u64, seed: &mut u64) {
    // Seeds that are near each other choose differently.
    let began = *seed;
    *seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1);
    let few = number("QUARRY_CHAOS").is_none();
    let mut chaos = Chaos::start(seed);
    let mut so_far = Vec::new();
    let mut right = chaos.laws.check(&mut chaos.market, &chaos.feeder);
    for event in 0..=events {
        if let Err(why) = right {
            panic!(
                "\n{why}\nevent {event} of {events} from QUARRY_CHAOS_SEED={began} on, after {so_far:#?}\n{}",
                chaos.market.everything()
            );
        }
        if event == events {
            return;
        }
        let next = pick(seed, chaos.laws.tables.len(), few);
        so_far.push(next.clone());
        let (at, asker) = (Instant::now(), chaos.asker(&next));
        chaos.feeder.feed();
        chaos.moment();
        right = chaos.happens(&next).and_then(|()| chaos.feeder.pause());
        let done = at.elapsed();
        right = right.and_then(|()| chaos.laws.check(&mut chaos.market, &chaos.feeder));
        let answers = asker.map_or(Ok(0), Asker::end);
        if event + 1 == events && right.is_ok() {
            right = chaos.databases_load();
        }
        let (ms, until_ms) = (done.as_millis(), (at.elapsed() - done).as_millis());
        println!("{event} {next:?}: {ms} ms, right after {until_ms} ms, {answers:?} answers meanwhile");
        right = right.and(answers.map(|_| ()));
    }
}
