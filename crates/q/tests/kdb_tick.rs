//! The public kdb-tick scripts, unmodified: a day with crashes, and every row of it in the database once.
//!
//! The scripts are not part of the repository. They are looked for in the folder `QUARRY_KDB_TICK` names; without it the
//! tests say so and pass.

mod common;

use common::stack::Stack;
use std::path::PathBuf;

/// The folder with `tick.q`, if it is there.
fn scripts() -> Option<PathBuf> {
    std::env::var_os("QUARRY_KDB_TICK").map(PathBuf::from).filter(|p| p.join("tick.q").is_file())
}

/// A tickerplant, two RDBs, an HDB and a feed. `batch` has the flag that makes the tickerplant publish in batches.
struct Day {
    s: Stack,
    batch: &'static str,
}

impl Day {
    fn begin(name: &str, batch: &'static str) -> Option<Day> {
        let Some(scripts) = scripts() else {
            println!("{name}: skipped, no kdb-tick (set QUARRY_KDB_TICK to its folder)");
            return None;
        };
        let s = Stack::new(&format!("kdb_tick_{name}"));
        let put = |from: PathBuf, to: &str| {
            std::fs::copy(from, s.folder.join(to)).expect("a script");
        };
        std::fs::create_dir_all(s.folder.join("tick")).expect("a folder");
        std::fs::create_dir_all(s.folder.join("db/sym")).expect("a folder");
        for script in ["tick.q", "tick/u.q", "tick/r.q"] {
            put(scripts.join(script), script);
        }
        let ours = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/kdb_tick");
        put(ours.join("schema.q"), "tick/sym.q");
        put(ours.join("feed.q"), "feed.q");
        let mut day = Day { s, batch };
        day.tickerplant();
        day.s.script("hdb", "db/sym", ".");
        day.rdb("rdb1");
        day.rdb("rdb2");
        day.s.script("feed", "feed.q {tp}", ".");
        Some(day)
    }

    fn tickerplant(&mut self) {
        self.s.script("tp", &format!("tick.q sym db{}", self.batch), ".");
        assert!(!self.s.said("tp").contains("corrupt"), "{}", self.s.said("tp"));
    }

    fn rdb(&mut self, name: &str) {
        self.s.script(name, "tick/r.q :{tp} :{hdb}", ".");
    }

    /// Kills a process and starts it again.
    fn rdb_again(&mut self, name: &str) {
        self.s.kill(name);
        self.rdb(name);
    }

    /// Ends the feed and the day; the database, once it has been saved and opened.
    fn end(&mut self) {
        self.s.ask("feed", "system\"t 0\";settle[]");
        let rows = self.s.ask("tp", "-11!(-2;.u.L)");
        assert_eq!(rows, self.s.ask("tp", ".u.j|.u.i"), "{}", self.s.everything());
        self.s.ask("tp", ".u.endofday[]");
        for rdb in ["rdb1", "rdb2"] {
            self.s.until(rdb, "0=count[trade]+count quote");
        }
        self.s.until("hdb", "`date in key`.");
    }

    /// Is every row of the log in the database, once and as it was, and everything there that the feed is sure of?
    fn is_whole(&mut self) -> String {
        let sure = self.s.ask("feed", "`:sure set sure;count sure");
        assert_ne!(sure, "0");
        self.s.run(
            r#"\l tick/sym.q
upd:insert
f:first f where(f:key`:db)like"sym20*"
n:-11!` sv`:db,f
logged:`trade`quote!(trade;quote)
sure:get`:sure
![`.;();0b;`trade`quote];
\l db/sym
day:{cols[logged x]xcols update value sym from`number xasc delete date from select from x}
{logged[x]~day x}each`trade`quote
{(count distinct x)=count x}exec number from trade
{all sure in x}each(exec number from trade;exec number from quote)
(n>100)&`p=attr exec sym from select sym from trade where date=first date
"#,
        )
    }
}

const WHOLE: &str = "11b\n1b\n11b\n1b";

#[test]
fn a_day_with_crashes_in_batches() {
    let Some(mut day) = Day::begin("batches", " -t 50") else { return };
    crashes(&mut day);
}

#[test]
fn a_day_with_crashes_without_delay() {
    let Some(mut day) = Day::begin("at_once", "") else { return };
    crashes(&mut day);
}

fn crashes(day: &mut Day) {
    for round in 1..=4 {
        day.s.until("rdb1", &format!("{}<count trade", 900 * round));
        day.rdb_again("rdb1");
        day.s.until("rdb2", &format!("{}<count quote", 900 * round + 170));
        day.s.kill("tp");
        day.tickerplant();
        // These scripts do not look for a tickerplant that has gone.
        day.rdb_again("rdb1");
        day.rdb_again("rdb2");
    }
    day.s.until("rdb2", "4000<count trade");
    day.end();
    assert_eq!(day.is_whole(), WHOLE, "{}", day.s.everything());
}
