//! A process that may have so much memory and no more: what has no room is `'wsfull`, and all else goes on.
#![cfg(target_os = "linux")]

mod common;

use common::typed;
use std::process::Command;

/// Kilobytes of addresses beside those that a process begins with: a list of six million longs, and less than another.
const ADDRESSES: usize = 88_000;

/// Each wants at least another such list.
const WANTING: &[&str] = &[
    "x+x",
    "x mod x",
    "x div 7",
    "x xbar x",
    "x*1.5",
    "reverse x",
    "x,x",
    "x,3",
    "1_x",
    "x _ 5",
    "x x",
    "x?x",
    "sums x",
    "deltas x",
    "fills x",
    "prev x",
    "3 mavg x",
    "avgs x",
    "2 xprev x",
    "\"f\"$x",
    "string x",
    "desc x",
    "iasc x",
    "rank x",
    "distinct x",
    "group x",
    "x where x>5",
    "2 cut x",
    "0N 2#x",
    "flip(x;x)",
    "raze(x;x)",
    "til 12000000",
    "12000000#x",
    "{x+1}each x",
    "{x-y}prior x",
    "x{x+y}\\:1 2",
    "-8!x",
    "(x!x)+1",
    "update b:2*a from([]a:x)",
    "select from([]a:x;b:x)where a>5",
    "select sum b by a from([]a:x;b:x)",
    "([]a:x)lj 1!([]a:x;b:x)",
    "@[`held;3;:;5]",
    "held[3]::5",
    "held+:1",
    "held,:x",
    "`:strings set{x#\"ab\"}each 20000#1000",
    "@[x;3;:;5]",
    "med x",
    "med x+0.5",
    "-6000000?x",
    "value(+;x;x)",
    "x(+)\\:2",
    "{x+x}peach(x;x)",
];

/// `q` with so many threads, whose blocks come from the system one by one.
fn plain(threads: &str, limit: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit} exec {} -q -s {threads}", env!("CARGO_BIN_EXE_q"))]);
    // C's own allocator takes addresses for each thread, of which there are now more and now fewer.
    command.env("MIMALLOC_DISALLOW_ARENA_ALLOC", "1").env("MALLOC_ARENA_MAX", "1");
    command
}

/// Kilobytes that a process without a limit keeps back, and the part of what is left that one with a limit does.
const KEPT_BACK: usize = 64 << 10;
const PART_KEPT_BACK: usize = 6;

/// The limit of a process that is to have so many kilobytes beside those that it begins with and those that it keeps back.
fn limit(threads: &str, kilobytes: usize) -> String {
    let all = kilobytes * PART_KEPT_BACK / (PART_KEPT_BACK - 1);
    format!("ulimit -v {};", usual(threads) - KEPT_BACK + all)
}

/// Kilobytes of addresses that a process begins with.
fn usual(threads: &str) -> usize {
    let asking = r#"-1 first system"grep VmSize /proc/",string[.z.i],"/status";"#;
    let said = typed(&mut plain(threads, ""), &format!("{asking}\n"));
    let size = said.out.split_whitespace().nth(1).and_then(|n| n.parse().ok());
    size.unwrap_or_else(|| panic!("{} {}", said.out, said.err))
}

#[test]
fn what_has_no_room_is_refused_and_the_process_goes_on() {
    for threads in ["0", "2"] {
        all_want_room(&mut plain(threads, &limit(threads, ADDRESSES)));
    }
}

/// The same where q itself has a limit: kdb+ ends there.
#[test]
fn what_passes_the_limit_is_refused() {
    all_want_room(Command::new(env!("CARGO_BIN_EXE_q")).args(["-q", "-w", "75"]));
}

/// What wants room is `'wsfull`, does not count, and leaves all as it was.
fn all_want_room(q: &mut Command) {
    let mut lines = String::from("x:til 6000000\nheld:x\n");
    for wanting in WANTING {
        lines += &format!("-1 @[{{{wanting};\"room\"}};x;{{x}}];\n");
    }
    lines += "-1 .Q.s1(held~x;count x;last x;sum x);\n-1 .Q.s1 .Q.w[][`used]<100000000;\n";
    let said = typed(q, &lines);
    let answers: Vec<(&str, &str)> = WANTING.iter().copied().zip(said.out.lines()).collect();
    let unlike: Vec<_> = answers.iter().filter(|(_, answer)| *answer != "wsfull").collect();
    let all = unlike.is_empty() && answers.len() == WANTING.len();
    assert!(all, "{unlike:?} {} {}", answers.len(), said.err);
    assert!(said.out.ends_with("(1b;6000000;5999999;17999997000000)\n1b\n"), "{} {}", said.out, said.err);
    assert_eq!(said.code, Some(0));
}

/// Each has blocks that cannot be refused, and more of them than there is room for.
const GROWING: &[&str] = &[
    "`$string til x",
    "group string til x",
    "\"J\"$string til 3*x",
    ".j.j([]a:til x;b:x#enlist\"abc\")",
    ".j.k .j.j string til x",
    "-3!(2*x)?0Ng",
    "@[til 3*x;til 3*x;{x+y};1]",
    "([a:til 2*x]b:til 2*x)upsert([a:x+til 2*x]b:til 2*x)",
    "{`$x}each string til x",
    "til each x#3",
];

#[test]
fn what_cannot_be_refused_has_what_is_kept_back() {
    all_are_refused(&mut plain("0", &limit("0", 130_000)), GROWING);
}

/// Each is `'wsfull`, of `x` that is two million, and the process goes on.
fn all_are_refused(q: &mut Command, growing: &[&str]) {
    let mut lines = String::new();
    for text in growing {
        lines += &format!("-1 @[{{{text};\"room\"}};2000000;{{x}}];\n");
    }
    lines += "-1 .Q.s1 sum til 1000000;\n";
    let said = typed(q, &lines);
    let answers: Vec<&str> = said.out.lines().collect();
    assert_eq!(answers, [vec!["wsfull"; growing.len()], vec!["499999500000"]].concat(), "{}", said.err);
    assert_eq!(said.code, Some(0));
}

/// Bytes are added one after the other, or the items that a text has.
#[test]
fn what_grows_past_the_limit_is_refused() {
    let growing = [
        "{x,:x}/[20;10000000#\"a\"]",
        ".j.k\"[\",(20000000#\"1,\"),\"1]\"",
        ".j.j 6000000?0Ng",
        "(60000000#\"ab\")ss\"a\"",
        "ssr[20000000#\"ab\";\"a\";\"xyzxyzxyz\"]",
        "parse\"(\",(10000000#\"1;\"),\"1)\"",
        "([]a:til 7000000)uj([]b:til 7000000)",
        "(10#enlist\"J\";\",\")0:csv 0:flip 10#enlist til 1000000",
    ];
    all_are_refused(Command::new(env!("CARGO_BIN_EXE_q")).args(["-q", "-w", "150"]), &growing);
}

/// Threads answer what all of them together have no room for, and nothing is put together of that.
#[test]
fn what_threads_answer_may_have_no_room() {
    let growing = ["{`a`b!(x;1.5)}peach til x", "{$[x=-1;0n;1.5+x*x]}peach til 3*x"];
    for limit in ["50", "60", "70"] {
        let mut q = Command::new(env!("CARGO_BIN_EXE_q"));
        all_are_refused(q.args(["-q", "-s", "2", "-w", limit]), &growing);
    }
}

/// Some of their blocks cannot be refused: they pass the limit by a little, and the statement ends.
#[test]
fn what_cannot_be_refused_passes_the_limit_a_little() {
    all_are_refused(Command::new(env!("CARGO_BIN_EXE_q")).args(["-q", "-w", "50"]), GROWING);
}
