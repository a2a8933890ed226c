//! The tick stack as processes: a small day through tickerplant, RDB, write-down RDB, HDB and gateway, with crashes.

mod common;

use common::stack::Stack;
use common::typed;
use std::io::Write as _;

/// What a feed asks the tickerplant to take.
fn trade(sym: &str) -> String {
    format!(".u.upd[`trade;(`{sym};1.5;7i;0b;\"A\";\"N\")]")
}

/// Is each table of the log of a day in a database exactly as logged, but for the order?
fn saved_as_logged(stack: &mut Stack, log: &str, db: &str) -> String {
    stack.run(&format!(
            "\\l tick/schema.q
upd:{{[t;x] t insert x}}
-11!hsym`$\"{log}\",string .z.D;
logged:tables[]!get each tables[]
{{![`.;();0b;enlist x]}}each key logged;
\\l {db}
day:{{update value sym from select from x where date=.z.D}}
same:{{(cols[x]xasc x)~cols[x]xasc cols[x]#@[y;where 20h<=type each flip y;value]}}
(date~enlist .z.D;`p~attr exec sym from select sym from trade where date=.z.D;all 0<count each logged`trade`quote;{{$[same[logged x;day x];1b;(x;count logged x;count day x;count l;count d;3 sublist l:logged[x]except d0;3 sublist d:(d0:cols[logged x]xcols delete date from day x)except logged x)]}}each key logged)
"
    ))
}

#[test]
fn a_day_is_saved_as_it_was_sent() {
    let mut s = Stack::new("day");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db -measure");
    s.start("chained", "chained -tp {tp}");
    s.start("far", "rdb -tp {chained} -hdb {hdb} -nosave");
    s.start("agg", "agg -tp {tp} -every 200");
    s.start("gw", "gw -rdb {rdb} -hdb {hdb}");
    s.start("feed", "feed -tp {tp} -rate 4000 -syms 40");
    s.until("rdb", "(5000<count quote)&0<count tradebar");
    s.ask("feed", "system\"t 0\"");
    s.ask("feed", ".tick.handle[`tickerplant]\"\"");
    s.until("rdb", "not null last tradebar`time");
    s.kill("agg");
    let counts = s.ask("tp", ".tick.say\"all here\";.u.i");
    assert_ne!(counts, "0");
    let sent = s.ask("feed", ".feed.sent`trade`quote");
    s.until("far", "0<count trade");
    s.until("chained", "0=sum count each get each tables[]");
    let rdb = s.ask("rdb", "count each(trade;quote)");
    assert_eq!(rdb, sent);
    assert_eq!(s.ask("far", "count each(trade;quote)"), sent);
    assert_eq!(
        s.ask("rdb", "sum exec rows from .tick.late where tbl=`quote"),
        sent.split(' ').nth(1).expect("two")
    );
    // The gateway sees the same rows before and after the day's end, once each.
    let rows = "count .gw.rows[`quote;`;.z.P-1D;.z.P+1D]";
    let before = s.ask("gw", &rows.replace("count ", ""));
    assert!(before.contains("bsize"), "{before}");
    s.ask("tp", ".u.endofday[]");
    s.until("rdb", "0=count trade");
    s.until("far", "0=count trade");
    assert_eq!(s.ask("hdb", "(exec count i from trade;exec count i from quote)"), sent);
    assert_eq!(saved_as_logged(&mut s, "tick", "db"), "1b\n1b\n1b\n1111b");
    let after = s.ask("gw", &rows.replace("count ", ""));
    assert_eq!(after.lines().count(), before.lines().count());
}

#[test]
fn crashes_lose_and_double_nothing() {
    let mut s = Stack::new("crash");
    s.start("tp", "tp -t 50");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db kept here/written -rows 700");
    s.start("feed", "feed -tp {tp} -rate 3000 -syms 40");
    for round in 1..=2 {
        s.until("rdb", &format!("{}<count quote", 3000 * round));
        s.kill("rdb");
        s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
        s.kill("wdb");
        s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db kept here/written -rows 700");
        s.kill("tp");
        s.start("tp", "tp -t 50");
        s.until("rdb", ".tick.here`tickerplant");
        s.until("wdb", ".tick.here`tickerplant");
        s.until("feed", ".tick.here`tickerplant");
    }
    s.ask("feed", "system\"t 0\"");
    // A tickerplant that was killed while it wrote leaves half a message.
    s.kill("tp");
    let logs = std::fs::read_dir(s.folder.path()).expect("a folder").filter_map(Result::ok);
    let log = logs.map(|e| e.path()).find(|p| p.to_string_lossy().contains("tick20")).expect("a log");
    let mut file = std::fs::OpenOptions::new().append(true).open(&log).expect("a log");
    file.write_all(&[0, 0, 3, 0, 0, 0, 245, b'u', b'p']).expect("half a message");
    drop(file);
    s.start("tp", "tp -t 50");
    assert!(s.said("tp").contains("is damaged after"), "{}", s.said("tp"));
    s.ask("tp", &trade("LAST"));
    s.until("rdb", "`LAST in exec sym from trade");
    s.until("wdb", ".tick.held[`trade]>0");
    s.kill("rdb");
    s.ask("tp", ".u.endofday[]");
    s.until("wdb", ".tick.day>.z.D");
    // An RDB that was away at the day's end saves that day when it is back.
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.until("hdb", "`date in key`.");
    assert_eq!(saved_as_logged(&mut s, "tick", "db"), "1b\n1b\n1b\n1111b");
    assert_eq!(saved_as_logged(&mut s, "tick", "kept here/written"), "1b\n1b\n1b\n1111b");
}

#[test]
fn a_tickerplant_that_comes_back_is_followed() {
    let mut s = Stack::new("back");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.start("chained", "chained -tp {tp}");
    s.start("far", "rdb -tp {chained} -hdb {hdb} -nosave");
    s.start("mon", "mon -rdb {rdb} -tp {tp} -every 50");
    let trade = &trade("A");
    s.ask("tp", trade);
    s.until("far", "1=count trade");
    s.until("mon", "2<.mon.lines");
    s.kill("tp");
    s.until("chained", "not .tick.here`tickerplant");
    s.until("mon", "2<.mon.lines-.mon.known`queued");
    s.start("tp", "tp");
    s.until("chained", ".tick.here`tickerplant");
    s.until("far", ".tick.here`tickerplant");
    s.ask("tp", trade);
    s.until("far", "2=count trade");
    s.until("rdb", "2=count trade");
    s.until("mon", "not null .mon.now`queued");
    s.kill("rdb");
    s.until("mon", "null .mon.now`trades");
    assert!(!s.said("chained").contains("error") && !s.said("mon").contains("error"), "{}", s.said("mon"));
}

/// Rows that the log has lost when it was cut are with who got them before, and what comes then is taken as well.
#[test]
fn a_log_that_is_cut_costs_its_followers_nothing() {
    let mut s = Stack::new("cut");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("chained", "chained -tp {tp} -t 20");
    let followers =
        [("rdb", "rdb -tp {tp} -hdb {hdb} -nosave"), ("far", "rdb -tp {chained} -hdb {hdb} -nosave")];
    followers.iter().for_each(|(name, words)| s.start(name, words));
    for n in 0..5 {
        s.ask("tp", &trade(&format!("A{n}")));
    }
    for (name, _) in followers {
        s.until(name, "5=count trade");
        s.ask(name, ".tick.later[`tickerplant]:.tick.clock[]+0D00:00:03");
    }
    s.kill("tp");
    let log = s.ask("chained", "1_string .u.L");
    let log = std::fs::OpenOptions::new().write(true).open(log.trim_matches('"')).expect("a log");
    let size = log.metadata().expect("a log").len();
    log.set_len(size - 3).expect("it is cut");
    s.start("tp", "tp");
    for n in 5..7 {
        s.ask("tp", &trade(&format!("A{n}")));
    }
    for (name, _) in followers {
        s.until(name, "7=count trade");
        assert_eq!(s.ask(name, "`#exec sym from trade"), "`A0`A1`A2`A3`A4`A5`A6");
        assert!(s.said(name).contains("the log lacks rows that we hold: 1 of trade"), "{}", s.said(name));
    }
    // Nothing comes twice when the tickerplant comes back again.
    s.kill("tp");
    ["rdb", "chained"].iter().for_each(|name| s.until(name, "not .tick.here`tickerplant"));
    s.start("tp", "tp");
    s.ask("tp", &trade("A7"));
    for (name, _) in followers {
        s.until(name, "8=count trade");
        assert_eq!(s.ask(name, "(last exec sym from trade;.tick.held`trade;.tick.cuts)"), "`A7\n7\n1");
    }
}

/// Who follows a chained tickerplant that takes some symbols only leaves the others out of its replay.
#[test]
fn a_replay_leaves_out_what_does_not_come() {
    let mut s = Stack::new("some");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    for sym in ["A", "B", "A"] {
        s.ask("tp", &trade(sym));
    }
    s.start("chained", "chained -tp {tp} -syms A C");
    s.start("far", "rdb -tp {chained} -hdb {hdb} -nosave");
    s.until("far", "2=count trade");
    for sym in ["B", "C"] {
        s.ask("tp", &trade(sym));
    }
    s.until("far", "3=count trade");
    s.kill("chained");
    s.ask("tp", &trade("B"));
    s.ask("tp", &trade("A"));
    s.start("chained", "chained -tp {tp} -syms A C");
    s.until("far", "4=count trade");
    assert_eq!(s.ask("far", "(`A`A`C`A~exec sym from trade;.tick.held`trade)"), "1b\n4");
}

/// A tickerplant of kdb+tick that keeps no log has no `.u.i` nor `.u.L`.
#[test]
fn a_tickerplant_without_a_log_is_followed() {
    let mut s = Stack::new("nolog");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.ask("tp", ".u.upd:{[t;x] .u.pub[t;flip(cols t)!enlist[enlist .z.N],enlist each x]};{![`.u;();0b;enlist x]}each`i`L;");
    s.start("chained", "chained -tp {tp}");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.start("far", "rdb -tp {chained} -hdb {hdb} -nosave");
    s.until("far", ".tick.here`tickerplant");
    s.until("rdb", ".tick.here`tickerplant");
    s.ask("tp", &trade("A"));
    s.until("rdb", "1=count trade");
    s.until("far", "1=count trade");
}

/// A day that has ended is not begun again by a tickerplant that is started while the clock is back before its end.
#[test]
fn a_day_ends_once() {
    let mut s = Stack::new("once");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db written -rows 2");
    s.ask("tp", &trade("A"));
    s.until("rdb", "1=count trade");
    s.until("wdb", "1=count trade");
    s.ask("tp", ".u.endofday[]");
    s.ask("tp", &trade("B"));
    s.until("rdb", "(.tick.day>.z.D)&1=count trade");
    s.until("wdb", ".tick.day>.z.D");
    s.kill("tp");
    s.start("tp", "tp");
    assert_eq!(s.ask("tp", ".u.d-.z.D"), "1i");
    s.ask("tp", &trade("C"));
    for name in ["rdb", "wdb"] {
        s.until(name, "2=.tick.held`trade");
        assert_eq!(s.ask(name, ".tick.day-.z.D"), "1i");
    }
    assert_eq!(s.ask("rdb", "raze exec string sym from trade"), "\"BC\"");
    // One whose logs are all of earlier days is not followed by who holds rows of a later one.
    s.ask("tp", ".u.d-:1;hclose each key[.z.W]except .z.w;");
    s.until("rdb", "any key[.tick.faults]like\"*are held*\"");
    assert_eq!(s.ask("rdb", "raze exec string sym from trade"), "\"BC\"");
}

/// The rows behind the end of a day belong to the tickerplant's day, which need not be the next.
#[test]
fn a_day_may_be_slept_over() {
    let mut s = Stack::new("slept");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db db -rows 2");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -nosave");
    s.ask("tp", &trade("A"));
    s.until("wdb", "1=count trade");
    s.until("rdb", "1=count trade");
    let rows: Vec<String> = ["B", "C", "D", "E", "F"].iter().map(|n| trade(n)).collect();
    s.ask("tp", &format!("old:.u.d;.u.open .u.d:2+old;.u.finish old;{}", rows.join(";")));
    for name in ["wdb", "rdb"] {
        s.until(name, "5=.tick.held`trade");
        assert_eq!(s.ask(name, ".tick.day-.z.D"), "2i");
    }
    assert_eq!(s.ask("wdb", "raze exec string sym from .tick.whole[`trade;`]"), "\"BCDEF\"");
    assert_eq!(s.ask("rdb", "raze exec string sym from trade"), "\"BCDEF\"");
}

/// Two tickerplants do not write one log, and none is mended while another writes to it.
#[test]
fn a_log_has_one_writer() {
    let mut s = Stack::new("writers");
    s.start("tp", "tp");
    s.ask("tp", &trade("A"));
    let other = typed(s.q().args(["tick", "tp", "-p", "0W"]), "");
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("writes the logs"), "{}", other.err);
    let port = s.port("tp").to_string();
    assert_ne!(typed(s.q().args(["tick", "tp", "-p", &port]), "").code, Some(0));
    s.ask("tp", &trade("B"));
    assert_eq!(s.ask("tp", "(.u.i;first -11!(-2;.u.L))"), "2 2");
    s.kill("tp");
    s.start("tp", "tp");
    assert_eq!(s.ask("tp", ".u.i"), "2");
}

/// Who finds fewer messages in the log than the tickerplant has written to it says so.
#[test]
fn a_log_that_is_another_is_told() {
    let mut s = Stack::new("another");
    s.start("tp", "tp");
    s.ask("tp", &trade("A"));
    s.ask("tp", &trade("B"));
    s.ask("tp", "system\"r \",(1_string .u.L),\" moved\";.[.u.L;();:;()];");
    s.start("rdb", "rdb -tp {tp} -nosave");
    s.ask("tp", &trade("C"));
    s.until("rdb", "1=count trade");
    assert!(s.said("rdb").contains("has 0 of the 2 messages"), "{}", s.said("rdb"));
}

/// A day that cannot be saved stays in memory, apart from the next one, until it can be.
#[test]
fn a_day_that_cannot_be_saved_is_tried_again() {
    let mut s = Stack::new("full");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.ask("tp", &trade("A"));
    s.until("rdb", "1=count trade");
    // Where the day is to be written is a file: nothing can be made in it.
    let saving = s.folder.join("db/saving$");
    std::fs::write(&saving, "in the way").expect("a file");
    s.ask("tp", ".u.endofday[]");
    s.until("rdb", "not .tick.here`tickerplant");
    s.ask("tp", &trade("B"));
    assert_eq!(s.ask("rdb", "(exec sym from trade;.tick.day=.z.D)"), "`g#,`A\n1b");
    assert!(s.said("rdb").contains("is tried again"), "{}", s.said("rdb"));
    std::fs::remove_file(&saving).expect("a file");
    s.until("rdb", "`B~exec first sym from trade");
    s.until("hdb", "`date in key`.");
    assert_eq!(s.ask("hdb", "(date=.z.D;value exec sym from select sym from trade)"), "1\nA");
}

/// The days are those of the tickerplant, also when it slept over some; no day is saved that nobody has seen.
#[test]
fn days_without_a_tickerplant_are_none() {
    let mut s = Stack::new("days");
    s.start("tp", "tp");
    s.ask("tp", ".u.eod:.u.endofday;.u.endofday:{};.u.open .u.d:.z.D-5;");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.start("chained", "chained -tp {tp}");
    let trade = &trade("A");
    s.ask("tp", trade);
    s.until("rdb", "1=count trade");
    s.ask("tp", ".u.endofday:.u.eod;.u.endofday[];");
    s.until("rdb", ".tick.day=.z.D");
    s.until("chained", ".u.d=.z.D");
    assert_eq!(s.ask("chained", ".u.L"), s.ask("tp", ".u.L"));
    // A day of which there are rows, but no log any more.
    s.ask("rdb", ".tick.day:.z.D-3;");
    s.ask("tp", trade);
    s.until("rdb", "1=count trade");
    s.kill("tp");
    s.until("rdb", "not .tick.here`tickerplant");
    s.start("tp", "tp");
    s.until("rdb", ".tick.here`tickerplant");
    s.until("hdb", "2=count date");
    assert_eq!(s.ask("hdb", "date-.z.D"), "-5 -3i");
    assert_eq!(s.ask("rdb", "(.tick.day=.z.D;count trade)"), "1b\n1");
}

/// A schema of yesterday's, and one of today's that has another type, another column and another table.
const OLDER: &str = "u:([]time:`timespan$();sym:`$();id:`long$())\n";
const NEWER: &str =
    "u:([]time:`timespan$();sym:`$();id:`float$();note:())\nv:([]time:`timespan$();sym:`$())\n";

/// A tickerplant with a schema of today, of which one with another has logged yesterday what `sent` asks of it.
fn after_yesterday(name: &str, was: &str, sent: &str, is: &str) -> Stack {
    let mut s = Stack::new(name);
    let schema = s.folder.join("s.q");
    std::fs::write(&schema, was).expect("a file");
    s.start("tp", "tp s.q");
    s.ask("tp", &format!(".u.endofday:{{}};.u.open .u.d:.z.D-1;{sent};"));
    s.kill("tp");
    std::fs::write(&schema, is).expect("a file");
    s.start("tp", "tp s.q");
    s
}

/// A day that has ended is saved with the columns it had, though the schema is another by now.
#[test]
fn a_day_that_has_ended_has_its_own_columns() {
    for role in ["rdb", "wdb"] {
        let mut s = after_yesterday(&format!("columns-{role}"), OLDER, ".u.upd[`u;(`a`b;1 2)]", NEWER);
        s.ask("tp", ".u.upd[`u;(`c;3f;\"new\")];");
        s.start("hdb", "hdb db");
        s.start(role, &format!("{role} -tp {{tp}} -hdb {{hdb}} -db db"));
        s.until(role, "1=count u");
        s.until("hdb", "`date in key`.");
        let saved = "exec(value sym;id)from select sym,id from u where date=.z.D-1";
        assert_eq!(s.ask("hdb", saved), "a b\n1 2", "{}", s.everything());
        assert_eq!(s.ask(role, "(exec(sym;id;note)from u)~(enlist`c;enlist 3f;enlist\"new\")"), "1b");
    }
}

/// A day of which nearly nothing fits stays in its log; the days after it go on.
#[test]
fn a_day_that_does_not_fit_is_not_saved_without_its_rows() {
    let mut s = after_yesterday("unfit", NEWER, ".u.upd[`u;(`a`b;1 2f;(\"x\";\"y\"))]", OLDER);
    s.ask("tp", ".u.upd[`u;(`c;3)];");
    s.start("rdb", "rdb -tp {tp} -db db");
    s.until("rdb", "1=count u");
    assert!(s.said("rdb").contains("has mostly rows that do not fit"), "{}", s.said("rdb"));
    assert_eq!(s.ask("rdb", "(.tick.day=.z.D;count .tick.days[])"), "1b\n0");
}

/// A table that is new when the tickerplant comes back is followed as well, and kept when it is gone again.
#[test]
fn tables_come_and_go() {
    let mut s = Stack::new("tables");
    let schema = s.folder.join("s.q");
    std::fs::write(&schema, OLDER).expect("a file");
    s.start("tp", "tp s.q");
    s.start("rdb", "rdb -tp {tp} -nosave");
    s.ask("tp", ".u.upd[`u;(`a;1)];");
    s.until("rdb", "1=count u");
    s.kill("tp");
    std::fs::write(&schema, "v:([]time:`timespan$();sym:`$())\n").expect("a file");
    s.start("tp", "tp s.q");
    s.until("rdb", "`v in tables`.");
    s.ask("tp", ".u.upd[`v;enlist`b];");
    s.until("rdb", "1=count v");
    assert_eq!(s.ask("rdb", "(.tick.wanted;.tick.held;count u)"), "`u`v\n`u`v!1 1\n1");
}

/// A database whose link was gone when a day ended is told of it when it is back.
#[test]
fn a_database_is_told_of_a_day_later() {
    let mut s = Stack::new("untold");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db db");
    s.start("gw", "gw -rdb {wdb} -hdb {hdb}");
    s.ask("tp", &trade("A"));
    s.until("wdb", "(1=count trade)&.tick.here`hdb");
    s.ask("wdb", ".tick.leave`hdb;");
    s.ask("tp", ".u.endofday[]");
    s.until("wdb", "0=count trade");
    assert!(s.ask("gw", ".gw.rows[`trade;`;.z.P-1D;.z.P+1D]").contains("A"));
    let port = s.port("gw");
    let more = s.run(&format!("@[`::{port};\"count .gw.rows[`trade;`;.z.P;.z.P]\";::]"));
    assert!(more.contains("nyi: the answer"), "{more}");
    s.until("wdb", ".tick.here`hdb");
    s.until("hdb", "1=exec count i from trade");
    assert_eq!(s.ask("wdb", ".tick.untold"), "`symbol$()");
    // One that was killed before it had removed the pieces of a saved day does so when it starts again.
    let day = s.ask("hdb", "first date");
    s.kill("wdb");
    let pieces = s.folder.join(&format!("db/intraday$/{day}/trade/1"));
    std::fs::create_dir_all(&pieces).expect("a folder");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db db");
    assert!(!pieces.exists());
}

/// Rows that an RDB could not take are taken from the log.
#[test]
fn rows_that_were_not_taken_are_taken_later() {
    let mut s = Stack::new("later");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    let trade = &trade("A");
    s.ask("tp", trade);
    s.until("rdb", "1=count trade");
    s.ask("rdb", ".tick.insert_:.tick.take;.tick.take:{[t;x]'`wsfull};");
    s.ask("tp", trade);
    s.until("rdb", "not .tick.here`tickerplant");
    s.ask("tp", trade);
    s.ask("rdb", ".tick.take:.tick.insert_;");
    s.until("rdb", ".tick.here`tickerplant");
    s.ask("tp", trade);
    s.until("rdb", "4=count trade");
    assert_eq!(s.ask("rdb", ".tick.held`trade"), "4");
    assert!(s.said("rdb").contains("rows of trade were not taken"), "{}", s.said("rdb"));
}

/// Rows that do not fit a column which has its type by now are left out, and none comes twice.
#[test]
fn rows_that_do_not_fit_are_left_out() {
    let mut s = Stack::new("unfit");
    std::fs::write(s.folder.join("my.q"), "note:([]time:`timestamp$();sym:`$();txt:();n:`long$())\n")
        .expect("a file");
    s.start("tp", "tp my.q");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    for rows in ["(`a`b;1 2;1 2)", "(`a`b;1.5 2.5;1 2)", "(`c;3;9)"] {
        s.ask("tp", &format!(".u.upd[`note;{rows}]"));
    }
    s.until("rdb", "`a`b`c~exec sym from note");
    assert!(
        s.said("rdb").contains("2 rows of note cannot be taken and are left out: type"),
        "{}",
        s.said("rdb")
    );
    s.kill("tp");
    s.start("tp", "tp my.q");
    s.until("rdb", ".tick.here`tickerplant");
    s.ask("tp", ".u.upd[`note;(`d;4;10)]");
    s.until("rdb", "`a`b`c`d~exec sym from note");
}

/// A tickerplant that publishes in batches, and a chained one, publish what was logged where a column without a type has got one from
/// rows that come before; nobody gets a row twice.
#[test]
fn rows_that_do_not_fit_a_batch_are_published() {
    let mut s = Stack::new("mixed");
    std::fs::write(s.folder.join("my.q"), "odd:([]time:`timespan$();sym:`$();n:`long$();c:())\n")
        .expect("a file");
    for (tp, more) in [("batched", " -t 300"), ("plain", "")] {
        s.start(tp, &format!("tp my.q . -name {tp}{more}"));
    }
    s.start("chained", "chained -tp {plain} -t 300");
    let followers = [("near", "batched"), ("far", "chained")];
    for (name, tp) in followers {
        s.start(name, &format!("rdb -tp {{{tp}}} -nosave"));
        s.until(name, ".tick.here`tickerplant");
    }
    let sent = "{.u.upd[`odd;(`A;x;y)]}'[1 2 3;(10;\"abc\";30)];";
    for ((name, _), tp) in followers.iter().zip(["batched", "plain"]) {
        s.ask(tp, sent);
        s.until(name, "3=.tick.held`odd");
        assert_eq!(s.ask(name, "exec n from odd"), "1 3", "{}", s.everything());
        s.kill(tp);
        s.start(tp, &format!("tp my.q . -name {tp}"));
        s.until(name, ".tick.here`tickerplant");
        s.ask(tp, ".u.upd[`odd;(`A;4;40)];");
        s.until(name, "4=.tick.held`odd");
        assert_eq!(s.ask(name, "exec n from odd"), "1 3 4", "{}", s.everything());
    }
}

/// Who cannot be sent its rows takes them from the log, and costs the others nothing.
#[test]
fn a_subscriber_that_cannot_be_sent_something_catches_up() {
    for batched in ["", " -t 20"] {
        let mut s = Stack::new("dropped");
        s.start("tp", &format!("tp -w 400{batched}"));
        for name in ["rdb", "other"] {
            s.start(name, "rdb -tp {tp} -nosave");
            s.until(name, ".tick.here`tickerplant");
        }
        let refused = "@[.u.sub[`trade];;::]each(\"AB\";([]a:1 2);1)";
        assert_eq!(s.ask("tp", refused), "\"subscriptions are for symbols\"\n".repeat(3).trim_end());
        // One of them asks for something else than symbols, whatever the reason.
        s.ask("tp", ".u.w[`trade;0;1]:\"AB\";");
        s.ask("tp", &trade("A"));
        for name in ["rdb", "other"] {
            s.until(name, "1=count trade");
        }
        s.until("tp", "2=count .u.w`trade");
        assert_eq!(s.ask("tp", "(.u.i;.u.j;count trade)"), "1 1 0");
        // What memory does not hold is sent to nobody.
        let cast = "x:til 30000000;.u.cast[.u.w[`trade][;0];x];x:();count .u.w`trade";
        assert_eq!(s.ask("tp", cast), "0");
        s.ask("tp", &trade("B"));
        for name in ["rdb", "other"] {
            s.until(name, "2=count trade");
        }
        assert!(s.said("tp").contains("is not sent what it subscribed to: wsfull"), "{}", s.said("tp"));
        s.ask("tp", ".u.endofday[]");
        s.until("rdb", "0=count trade");
    }
}

/// Columns may have any names, also those that our functions have for their variables.
#[test]
fn columns_have_any_names() {
    let mut s = Stack::new("names");
    let more = ["syms", "coming", "name", "width", "s", "day", "rows", "h", "table", "x"];
    let columns: String = more.iter().map(|c| format!(";{c}:`$()")).collect();
    let schema = format!(
        "\\l tick/schema.q\ntrade:([]time:`timespan$();sym:`$();price:`float$();size:`int$(){columns})\n"
    );
    std::fs::write(s.folder.join("my.q"), schema).expect("a file");
    s.start("tp", "tp my.q");
    s.start("hdb", "hdb db");
    let sent = ".u.upd[`trade;(`A`B;1.5 2;7 8i),10#enlist`B`A];";
    s.ask("tp", sent);
    s.start("rdb", "rdb -tp {tp} -nosave -syms A");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db db -rows 2");
    s.start("agg", "agg -tp {tp} -every 50");
    s.start("gw", "gw -rdb {wdb} -hdb {hdb}");
    s.start("mon", "mon -rdb {rdb} -tp {tp} -every 50 -sym A");
    s.until("rdb", ".tick.here`tickerplant");
    s.until("wdb", ".tick.here`tickerplant");
    s.ask("tp", sent);
    s.until("rdb", "2=count trade");
    s.until("wdb", "4=.tick.held`trade");
    assert_eq!(s.ask("rdb", "`#exec sym from trade"), "`A`A");
    assert_eq!(s.ask("wdb", "value each exec sym from .tick.whole[`trade;`A]"), "`A`A");
    let port = s.port("gw");
    let rows = format!("`::{port}(\".gw.rows\";`trade;`A;.z.P-1D;.z.P+1D)");
    assert_eq!(s.run(&format!("exec(sym;date=.z.D)from {rows}\n")), "A A\n1 1");
    s.until("rdb", "3=count exec distinct span from tradebar where sym=`A,start<=time");
    s.until("mon", "2f~.mon.now`ajrows");
}

/// Rows of the days before lack what the day's table has and the database does not.
#[test]
fn a_gateway_joins_days_of_other_columns() {
    let mut s = Stack::new("joined");
    s.run("trade:([]time:1#0D10;sym:1#`A;price:1#1f);.Q.dpft[`:db;2000.01.02;`sym;`trade];\n");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -nosave");
    s.start("gw", "gw -rdb {rdb} -hdb {hdb}");
    s.ask("tp", &trade("A"));
    s.until("rdb", "1=count trade");
    let port = s.port("gw");
    let rows = format!(
        "r:`::{port}(\".gw.rows\";`trade;`A;2000.01.01D;.z.P+1D)\n-3!r`price`size`ex\ncols[r]~cols[trade],`date\n"
    );
    assert_eq!(s.run(&format!("\\l tick/schema.q\n{rows}")), "\"(1 1.5;0N 7i;\\\" N\\\")\"\n1b");
}

/// A folder may have any name, also one that means something to the shell.
#[test]
fn a_folder_may_have_a_quote_in_its_name() {
    let mut s = Stack::new("quote");
    s.start("tp", "tp");
    s.start("hdb", "hdb it's/here");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db it's/here");
    s.ask("tp", &trade("A"));
    s.until("rdb", "1=count trade");
    s.ask("tp", ".u.endofday[]");
    s.until("hdb", "1=exec count i from trade");
}

/// Tables that cannot be published are told by name.
#[test]
fn a_schema_that_cannot_be_published_is_told() {
    let s = Stack::new("schema");
    for (table, told) in [
        ("([sym:`$()]time:`timespan$())", "is keyed: odd"),
        ("([]sym:`$();time:`timespan$())", "begins with no time and sym: odd"),
        ("([]time:`timespan$();sym:`$();date:`date$())", "the column date is a partition's own: odd"),
    ] {
        std::fs::write(s.folder.join("my.q"), format!("odd:{table}\n")).expect("a file");
        let done = typed(s.q().args(["tick", "tp", "my.q", "-p", "0", "-q"]), "");
        assert!(done.err.contains(&format!("'{told}\n")), "{}", done.err);
        assert_eq!(done.code, Some(1));
    }
}

/// Bars of ticks that came while nobody made any are made of the log; those that were sent are not sent again.
#[test]
fn bars_come_after_an_outage() {
    let mut s = Stack::new("bars");
    s.start("tp", "tp");
    s.start("rdb", "rdb -tp {tp} -nosave");
    s.start("agg", "agg -tp {tp} -every 50");
    s.ask("tp", &trade("A"));
    s.until("rdb", "3=count tradebar");
    s.kill("agg");
    s.ask("tp", &trade("B"));
    s.until("rdb", "2=count trade");
    s.start("agg", "agg -tp {tp} -every 50");
    s.until("rdb", "6=count tradebar");
    assert_eq!(s.ask("rdb", "exec count i by sym from tradebar"), "A| 3\nB| 3");
}

/// The gateway gets the rows of a write-down RDB from its disk, too.
#[test]
fn a_gateway_asks_a_write_down_rdb() {
    let mut s = Stack::new("written");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("wdb", "wdb -tp {tp} -hdb {hdb} -db db -rows 2");
    s.start("gw", "gw -rdb {wdb} -hdb {hdb}");
    for sym in ["A", "B", "A", "C", "A"] {
        s.ask("tp", &trade(sym));
    }
    s.until("wdb", "5=.tick.held`trade");
    let port = s.port("gw");
    let rows = format!(
        "g:hopen {port}\n-3!exec sym from g(\".gw.rows\";`trade;`;.z.P-1D;.z.P+1D)\n\
                        -3!exec sym from g(\".gw.rows\";`trade;`A;.z.P-1D;.z.P+1D)\n"
    );
    assert_eq!(s.run(&rows), "\"`A`B`A`C`A\"\n\"`A`A`A\"");
}

/// The diary has the time, the role and the sender; what fails at every turn is told once.
#[test]
fn errors_are_told_to_the_diary() {
    let mut s = Stack::new("diary");
    s.start("tp", "tp");
    let port = s.port("tp");
    s.run(&format!("h:hopen`$\":localhost:{port}:ann:\"\ndo[3;neg[h](\".u.upd\";`nosuch;1)]\nh\"\""));
    s.ask("tp", ".tick.every[20;{1+`a}]");
    s.until("tp", "3<max last each 1_value .tick.faults");
    let said = s.said("tp");
    assert_eq!(said.matches("error in a message of ann@127.0.0.1, handle").count(), 1, "{said}");
    assert!(said.contains(": no table nosuch"), "{said}");
    assert_eq!(said.matches(" tp  error: type").count(), 1, "{said}");
    assert_eq!(said.matches("tick/lib.q").count(), 0, "{said}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut s = Stack::new("fit");
    s.start("tp", "tp");
    let mut refused = |x: &str| s.ask("tp", &format!("@[{{.u.upd . x;`taken}};{x};::]"));
    assert_eq!(refused("(`nosuch;1)"), "\"no table nosuch\"");
    assert_eq!(
        refused("(`trade;(`A;1.5;7i;0b;\"A\"))"),
        "\"trade has 7 columns, of which the first may be left out, not 5\""
    );
    assert_eq!(refused("(`trade;(`A;1.5;7;0b;\"A\";\"N\"))"), "\"trade has types nsfibcc, not nsfjbcc\"");
    assert_eq!(
        refused("(`trade;(`A`B;1 2 3f;7 8i;00b;\"AA\";\"NN\"))"),
        "\"trade: columns of different lengths\""
    );
    assert_eq!(
        refused("(`trade;(`A`B;1.5;7 8i;00b;\"AA\";\"NN\"))"),
        "\"trade: a single value among columns\""
    );
    assert_eq!(refused("(`trade;(`A`B;1 2f;7 8i;00b;\"AA\";\"NN\"))"), "`taken");
    assert_eq!(s.ask("tp", "(.u.i;-11!(-2;.u.L))"), "1 1");
}

/// Messages bring enumerations as symbols.
#[test]
fn enumerated_columns_take_symbols_of_their_domain() {
    for batch in ["", " -t 20"] {
        let mut s = Stack::new("enumerated");
        let schema = "ex:`N`Q\nu:([]time:`timespan$();sym:`$();ex:`ex$();id:`long$())\n";
        std::fs::write(s.folder.join("named.q"), schema).expect("a file");
        s.start("tp", &format!("tp named.q{batch}"));
        s.start("rdb", "rdb -tp {tp} -nosave");
        s.until("rdb", ".tick.here`tickerplant");
        s.ask("tp", ".u.upd[`u;(`a`b;`N`Q;1 2)]");
        let refused = s.ask("tp", "@[.u.upd[`u];(`a`b;`N`P;1 2);::]");
        assert_eq!(refused, "\"u: P not in the domain of an enumerated column\"");
        s.until("rdb", "2=count u");
        assert_eq!(s.ask("tp", "-11!(-2;.u.L)"), "1");
        s.kill("rdb");
        s.start("rdb", "rdb -tp {tp} -nosave");
        s.until("rdb", "2=count u");
        assert_eq!(s.ask("rdb", "(exec ex from u)~`N`Q"), "1b");
    }
}

#[test]
fn the_gateway_answers_each_client() {
    let mut s = Stack::new("gateway");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.start("gw", "gw -rdb {rdb} -hdb {hdb}");
    s.start("hasty", "gw -rdb {rdb} -hdb {hdb} -timeout 2");
    s.ask("tp", ".u.upd[`trade;(`A`B;1 2f;7 8i;00b;\"AA\";\"NN\")]");
    s.ask("tp", ".u.endofday[]");
    s.until("hdb", "`date in key`.");
    s.ask("tp", ".u.upd[`trade;(`A;3f;9i;0b;\"A\";\"N\")]");
    s.until("rdb", "1=count trade");
    let (port, hasty) = (s.port("gw"), s.port("hasty"));
    let answers = s.run(&format!(
        "g:hopen {port}
sizes:{{exec size from trade}}
do[3;neg[g](\".gw.run\";sizes;::;{{y,x}})]
{{g[]}}each til 3
g(\".gw.run\";{{exec size from trade where sym in x}};`A;{{y,x}})
@[g;(\".gw.run\";{{'`mine}};::;,);::]
@[g;(\".gw.run\";sizes;::;{{x;y;'`ours}});::]
@[hopen {hasty};(\".gw.run\";{{system\"sleep 3\"}};::;,);::]
exec size from g(\".gw.rows\";`trade;`;.z.P-1D;.z.P+2D)
exec size from g(\".gw.rows\";`trade;`A;.z.P-1D;.z.P+2D)
g\"count .gw.waiting\"
a:hopen {port};neg[a](\".gw.run\";{{system\"sleep 0.5\";`gone}};1;{{[r;h]r}});neg[a][];hclose a
b:hopen {port}
b(\".gw.run\";{{`own}};1;{{[r;h]r}})
"
    ));
    let expected = "7 8 9\n7 8 9\n7 8 9\n7 9i\n\"mine\"\n\"ours\"\n\"timeout\"\n7 8 9i\n7 9i\n0\n`own";
    assert_eq!(answers, expected);
}

/// A log whose file was made, but nothing written to it when power went, is begun anew.
#[test]
fn a_log_without_a_header_is_begun_anew() {
    let mut s = Stack::new("header");
    for (name, bytes) in [("one", &b""[..]), ("two", &[0xff, 1, 0])] {
        let log = s.run(&format!("`$\":{name}\",string .z.D\n"));
        std::fs::write(s.folder.join(log.trim_start_matches("`:")), bytes).expect("a file");
        s.start(name, &format!("tp tick/schema.q . -name {name}"));
        assert!(s.said(name).contains("is damaged after 0 messages"), "{}", s.said(name));
        s.ask(name, &trade("A"));
        assert_eq!(s.ask(name, "(.u.i;-11!(-2;.u.L);count key hsym`$string[.u.L],\".damaged\")"), "1 1 1");
    }
}

/// A day is saved though tables that earlier days lack cannot be made.
#[test]
fn a_day_is_saved_beside_one_that_cannot_be_mended() {
    let mut s = Stack::new("mend");
    s.run("`:db/2020.01.01/trade/ set .Q.en[`:db]([]sym:`a`b;p:1 2);`:db/2020.01.01/quote set 1 2;\n");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    s.ask("tp", &trade("A"));
    s.until("rdb", "1=count trade");
    s.ask("tp", ".u.endofday[]");
    s.until("rdb", ".tick.day>.z.D");
    assert_eq!(s.ask("rdb", "(count trade;.z.D in\"D\"$string key`:db)"), "0\n1b");
}

/// As `./run` starts it: no terminal, no input. The others get the flags that are theirs, and end with it.
#[test]
fn one_command_starts_the_whole_stack() {
    let mut s = Stack::new("whole");
    // Ports that no connection is given by the system.
    let base = 20_000 + std::process::id() % 1_000 * 10;
    s.start("stack", &format!("stack market -base {base} -t 70 -rate 3000"));
    let asked = "p:get`:market/ports
wait:{[port;x] n:0;while[(n<600)&not 1b~@[{y x}x;`$\"::\",string port;0b];n+:1;system\"sleep 0.05\"];n<600}
wait[p`rdb;\"(500<count quote)&0<count tradebar\"]
wait[p`gw;\"all .tick.here`rdb`hdb\"]
500<count(`$\"::\",string p`gw)(\".gw.rows\";`quote;`;.z.P-1D;.z.P+1D)
wait[p`chained;\".tick.here`tickerplant\"]
wait[p`hdb;\"1b\"]
n:0;while[(n<600)&()~key`:market/monitor.csv;n+:1;system\"sleep 0.05\"]
(`$\"::\",string p`tp)\".u.batch\"
";
    assert_eq!(s.run(asked), "1b\n1b\n1b\n1b\n1b\n70i");
    s.kill("stack");
    assert_eq!(
        s.run(
            "p:get`:market/ports
gone:{10h=type@[hopen;(`$\"::\",string x;500);::]}
n:0;while[(n<600)&not all gone each p;n+:1;system\"sleep 0.05\"]
all gone each p
0<count read0`:market/monitor.csv
"
        ),
        "1b\n1b"
    );
}

/// A mistyped flag ends a role, as it ends q; one of a script that loads ours does not.
#[test]
fn flags_that_nothing_asks_for_end_a_role() {
    let s = Stack::new("flags");
    for flag in ["-help", "-nosav"] {
        let port = "0";
        let done = typed(s.q().args(["tick", "gw", flag, "-p", port, "-q"]), "");
        assert!(done.err.ends_with(&format!("gw  takes no {flag}, see q tick gw --help\n")), "{}", done.err);
        assert_eq!(done.code, Some(1));
    }
    std::fs::write(s.folder.join("mine.q"), "\\l tick/pub.q\n.tick.every[50;{exit 3}]\n").expect("a file");
    let done = typed(s.q().args(["mine.q", "-help", "-q"]), "");
    assert_eq!((done.err.as_str(), done.code), ("", Some(3)));
}

#[test]
fn columns_live_in_another_domain() {
    let mut s = Stack::new("domain");
    s.start("tp", "tp");
    s.start("rdb", "rdb -tp {tp} -nosave -m . -domain quote trade.price");
    let domains = "-120!'(quote`bid;quote`sym;trade`price;trade`size)";
    for round in 0..2 {
        let rows = "(`A`B;1 2f;7 8i;00b;\"AA\";\"NN\")";
        s.ask("tp", &format!("do[20;.u.upd[`trade;{rows}];.u.upd[`quote;(`A;1f;2f;7i;8i;\"A\";\"N\")]]"));
        s.until("rdb", "40=count trade");
        assert_eq!(s.ask("rdb", domains), "1 1 1 0", "day {round}");
        s.ask("tp", ".u.endofday[]");
        s.until("rdb", "0=count trade");
    }
}

/// Days go where par.txt has them, with the compression that names of columns say, and nested symbols as places in the domain.
/// source: ref/dotq `.Q.par`, ref/dotz `.z.zd`
#[test]
fn days_go_to_the_disks_that_par_txt_lists() {
    for saver in ["rdb", "wdb"] {
        let mut s = Stack::new(&format!("disks_{saver}"));
        for folder in ["db", "one", "two"] {
            std::fs::create_dir(s.folder.join(folder)).expect("a folder");
        }
        std::fs::write(s.folder.join("db/par.txt"), "../one\n../two\n").expect("a file");
        let schema = "note:([]time:`time$();sym:`$();price:`float$();tags:())\n";
        std::fs::write(s.folder.join("my.q"), schema).expect("a file");
        std::fs::write(
            s.folder.join("zd.q"),
            format!(".z.zd:(``price)!(17 2 6;17 5 1)\n\\l tick/{saver}.q\n"),
        )
        .expect("a file");
        s.start("tp", "tp my.q");
        s.start("hdb", "hdb db");
        s.script(saver, "zd.q -tp {tp} -hdb {hdb} -db db", ".");
        s.start("gw", &format!("gw -rdb {{{saver}}} -hdb {{hdb}}"));
        s.ask("tp", ".u.upd[`note;(`b`a;1 2f;(`x`y;enlist`z))]");
        s.until(saver, "2=count note");
        let rows = format!(
            "-3!exec `#sym,price,tags from `::{}(\".gw.rows\";`note;`;.z.D-1;.z.D+1)\n",
            s.port("gw")
        );
        assert_eq!(s.run(&rows), "\"`sym`price`tags!(`b`a;1 2f;(`x`y;,`z))\"");
        s.ask("tp", ".u.endofday[]");
        s.until("hdb", "`date in key`.");
        assert_eq!(s.run(&rows), "\"`sym`price`tags!(`a`b;2 1f;(,`z;`x`y))\"");
        // A nested symbol is a place in the domain; columns are compressed as the setting says of their names.
        let stored = "(type first exec tags from note;{(-21!` sv .Q.pd[0],(`$string .Q.pv 0),`note,x)`algorithm}each`price`sym)";
        assert_eq!(s.ask("hdb", &format!("-3!{stored}")), "\"(20h;5 2i)\"");
    }
}

/// Two processes that save days in one database would take each other's tables.
#[test]
fn a_database_has_one_saver() {
    let mut s = Stack::new("savers");
    s.start("tp", "tp");
    s.start("hdb", "hdb db");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
    let port = s.port("tp");
    let other = typed(s.q().args(["tick", "wdb", "-tp", &port.to_string(), "-db", "db", "-p", "0W"]), "");
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("saves days in db already"), "{}", other.err);
    // One that was killed is in nobody's way.
    s.kill("rdb");
    s.start("rdb", "rdb -tp {tp} -hdb {hdb} -db db");
}

/// A column without a type has none again when its table is emptied, whatever came first: the next day's rows are taken.
#[test]
fn columns_without_a_type_stay_so() {
    for (saver, batched) in [("rdb", ""), ("wdb", " -t 50")] {
        let mut s = Stack::new(&format!("untyped_{saver}"));
        std::fs::write(s.folder.join("my.q"), "note:([]time:`timestamp$();sym:`$();txt:())\n")
            .expect("a file");
        s.start("tp", &format!("tp my.q{batched}"));
        s.start("hdb", "hdb db");
        s.start(saver, &format!("{saver} -tp {{tp}} -hdb {{hdb}} -db db"));
        s.ask("tp", ".u.upd[`note;(`a`b;1 2)]");
        s.until(saver, "2=count note");
        s.ask("tp", ".u.endofday[]");
        s.until("hdb", "`date in key`.");
        s.until(saver, "0=count note");
        s.ask("tp", ".u.upd[`note;(`c`d;(\"some\";\"text\"))]");
        s.until(saver, "(\"some\";\"text\")~exec txt from note");
    }
}

/// A column that is added to a table during a day is null in the rows that came before, in the log as in what was written down.
#[test]
fn a_column_may_come_during_a_day() {
    for saver in ["rdb", "wdb"] {
        let mut s = Stack::new(&format!("column_{saver}"));
        let schema = |more: &str| format!("note:([]time:`timestamp$();sym:`$();n:`long${more})\n");
        std::fs::write(s.folder.join("my.q"), schema("()")).expect("a file");
        let start = |s: &mut Stack| {
            s.start("tp", "tp my.q");
            let rows = if saver == "wdb" { " -rows 2" } else { "" };
            s.start(saver, &format!("{saver} -tp {{tp}} -hdb {{hdb}} -db db{rows}"));
        };
        s.start("hdb", "hdb db");
        start(&mut s);
        let all = if saver == "wdb" { ".tick.whole[`note;`]" } else { "note" };
        s.ask("tp", ".u.upd[`note;(`a`b`c;1 2 3)]");
        s.ask("tp", ".u.upd[`note;(`d;4)]");
        s.until(saver, &format!("4=count {all}"));
        s.kill(saver);
        s.kill("tp");
        std::fs::write(s.folder.join("my.q"), schema("();venue:`$();text:()")).expect("a file");
        start(&mut s);
        s.ask("tp", ".u.upd[`note;(`e;5;`x;\"y\")]");
        s.until(saver, &format!("`venue`text~-2#cols {all}"));
        s.until(saver, &format!("5=count {all}"));
        s.ask("tp", ".u.endofday[]");
        s.until("hdb", "`date in key`.");
        let rows = "-3!exec value sym,n,value venue from note";
        assert_eq!(s.ask("hdb", rows), "\"`sym`n`venue!(`a`b`c`d`e;1 2 3 4 5;`````x)\"");
    }
}
