//! Files that another program cuts short while they are mapped: who reads what is gone is told so, the process goes on, and
//! nobody is answered zeros.

mod common;

use common::{Folder, Said, q, typed};
use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;

const WHY: &str = "became shorter, or could not be read, while it was mapped";

fn lines(folder: &Folder, flags: &[&str], lines: &str) -> Said {
    let said = typed(q(&[&["-q"], flags].concat()).current_dir(folder.path()), lines);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    said
}

/// What was answered, line by line.
fn answers(said: &Said) -> Vec<&str> {
    said.out.lines().collect()
}

#[test]
fn what_is_gone_is_told_and_mapped_anew() {
    let folder = Folder::new("cut_short");
    let said = lines(
        &folder,
        &[],
        "why:{last\": \"vs x}\n\
         try:{[f;x]@[f;x;why]}\n\
         sym:`x`y; t:([]a:til 100000;b:100000#1.5;c:`sym$100000#`x`y;d:100000#(\"ab\";\"c\"))\n\
         `:t/ set t;\n\
         `:c set til 1000000;\n\
         `:z set 100000#enlist\"text\";\n\
         m:get`:t/; c:get`:c; z:get`:z\n\
         sum c\n\
         m~t\n\
         system\"truncate -s 9000 c; truncate -s 0 t/a; truncate -s 5000 t/d#; truncate -s 50000 z\"\n\
         try[sum;c]\n\
         try[sum;c]\n\
         try[{c x};999999]\n\
         try[{-8!x};c]\n\
         try[{`:w set x};c]\n\
         try[{`:w upsert x};c]\n\
         try[{`:w/ set x};m]\n\
         try[{select sum a from m};::]\n\
         try[{raze m`d};::]\n\
         try[{like[x;\"t*\"]};z]\n\
         try[upper;z]\n\
         exec sum b from m\n\
         sum til 10\n\
         count c\n\
         c:get`:c\n\
         c~til 1123\n\
         `:t/ set t;\n\
         m~t\n\
         m:get`:t/\n\
         m~t\n",
    );
    let why = format!("\"{WHY}\"");
    let expected =
        [&["499999500000", "1b"][..], &[why.as_str(); 11], &["150000f", "45", "1000000", "1b"]].concat();
    let got = answers(&said);
    assert_eq!(got[..expected.len()], expected, "{}", said.err);
    assert_eq!(got[got.len() - 1], "1b");
    assert!(said.err.contains(WHY), "m~t looks at what is gone: {}", said.err);
}

#[test]
fn a_database_is_loaded_anew() {
    let folder = Folder::new("cut_short_database");
    let said = lines(
        &folder,
        &["-s", "2"],
        "t:([]s:`g#100000#`a`b`c;v:til 100000)\n\
         {.Q.dd[`:.;(x;`t;`)]set .Q.en[`:.;t]}each 2024.01.01+til 4;\n\
         \\l .\n\
         exec sum v from t where date<2024.01.03\n\
         system\"cp 2024.01.02/t/v kept; truncate -s 8000 2024.01.02/t/v\"\n\
         @[{select sum v by s from t};::;{last\": \"vs x}]\n\
         exec sum v from t where date=2024.01.03\n\
         system\"cp kept 2024.01.02/t/v\"\n\
         exec sum v from t\n\
         \\l .\n\
         exec sum v from t\n",
    );
    // The file is looked at anew, as it has changed.
    let expected = ["9999900000", "\"length\"", "4999950000", "19999800000", "19999800000"];
    assert_eq!(answers(&said), expected, "{}", said.err);
}

#[test]
fn what_is_cut_in_the_middle_of_an_answer_is_no_answer() {
    let folder = Folder::new("cut_short_meanwhile");
    let said = lines(
        &folder,
        &["-s", "4"],
        // Zeros are none of the items, so that whoever looks at them twice finds what was not there before.
        "`:all set v:1000+(til 600000)mod 1000;\n\
         (`:zip;17;2;1) set v;\n\
         asks:{(sum x;sum x>1500;sum reverse x;count distinct x;count each group x;x?1999;last iasc x;last asc x)}\n\
         wants:asks v\n\
         good:{(x~wants)|$[10h=type x;x like\"*mapped\";0b]}\n\
         shorten:{system\"(sleep 0.\",(-3#\"00\",string first 1?200),\"; truncate -s \",string[first 1?300000],\" \",x,\")>/dev/null&\"}\n\
         turn:{[f;i]system\"cp \",f,\" \",n:f,string i; c:get hsym`$n; shorten n;\
         r:{[c;k]@[asks;c;::]}[c]each til 10; system\"sleep 0.25\"; r,enlist@[asks;c;::]}\n\
         r:turn[\"all\"]each til 8\n\
         all good each raze r\n\
         any 10h=type each raze r\n\
         distinct 10h=type each last each r\n\
         all good each raze turn[\"zip\"]each til 4\n\
         wants~asks v\n\
         wants~asks get`:all\n\
         wants~asks get`:zip\n",
    );
    assert_eq!(answers(&said), ["1b", "1b", ",1b", "1b", "1b", "1b", "1b"], "{}", said.err);
}

#[test]
fn a_signal_that_means_something_else_ends_the_process() {
    let folder = Folder::new("cut_short_signal");
    let mut command = q(&["-q"]);
    let command = command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("q starts");
    use std::io::{BufRead as _, Write as _};
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"`:c set til 10000;\nsum c:get`:c\n").expect("q reads");
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an answer");
    assert_eq!(line, "49995000\n");
    let sent = std::process::Command::new("kill").args(["-BUS", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    drop(input);
    const BUS: i32 = 7;
    assert_eq!(child.wait().expect("it ends").signal(), Some(BUS));
}
