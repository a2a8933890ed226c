//! What a process does with its flags, its environment and its end: the program run as people run it.

mod common;

use common::wire::{LONGEST, Server};
use common::{Folder, Said, typed};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

/// Runs q in a folder with `flags` and `environment` and nothing else around it, and types `lines`.
fn q(folder: &Folder, flags: &[&str], environment: &[(&str, &str)], lines: &str) -> Said {
    let mut command = common::q(flags);
    command.env_clear().env("HOME", folder.path()).envs(environment.iter().copied());
    typed(command.current_dir(folder.path()), lines)
}

#[test]
fn a_script_is_loaded_first() {
    let dir = Folder::new("process_init");
    std::fs::create_dir(dir.join("q")).expect("a directory");
    std::fs::write(dir.join("q/q.q"), "from:`home\n").expect("a script");
    std::fs::write(dir.join("mine.q"), "from:`mine\n").expect("a script");
    std::fs::write(dir.join("q/lib.q"), "lib:`found\n").expect("a script");
    std::fs::write(dir.join("last.q"), "from:from,`script\n").expect("a script");
    assert_eq!(q(&dir, &["-q"], &[], "from\n").out, "`home\n");
    assert_eq!(q(&dir, &["last.q", "-q"], &[("QINIT", "mine.q")], "from\n").out, "`mine`script\n");
    assert_eq!(q(&dir, &["-q"], &[("QHOME", "/nowhere")], "@[get;`from;::]\n").out, "\"from\"\n");
    assert_eq!(q(&dir, &["-q"], &[], "\\l lib.q\nlib\n").out, "`found\n");
}

/// Words of the command line, and names of files, are bytes: they need be no UTF-8.
#[test]
fn words_of_the_command_line_are_bytes() {
    let dir = Folder::new("process_bytes");
    let [script, word] = [&b"caf\xe9.q"[..], b"a\xff"].map(OsStr::from_bytes);
    let text = "-3!`byte$(raze .z.x;last[.z.X];string .z.f)\n-3!-7#`byte$first -3#value{x}\n";
    std::fs::write(dir.path().join(script), text).expect("a script");
    let mut command = common::q(&["-q"]);
    let said = typed(command.current_dir(dir.path()).args([script, word]), "");
    assert_eq!(said.out, "\"(0x61ff;0x61ff;0x636166e92e71)\"\n\"0x2f636166e92e71\"\n", "{}", said.err);
    let inside = dir.path().join(OsStr::from_bytes(b"d\xe9"));
    std::fs::create_dir(&inside).expect("a folder");
    let said = typed(common::q(&["-q"]).current_dir(inside), "`byte$-2#system\"cd\"\n");
    assert_eq!(said.out, "0x64e9\n");
}

/// source: basics/joins, basics/cmdline: loading sp.q
#[test]
fn what_a_script_gives_is_shown_in_a_line() {
    let dir = Folder::new("process_echo");
    let script =
        "t:([]a:1 2;b:`x`y)\nt\n(1 2;`x)\n\"text\"\nenlist 1\ntil 50\nselect sum a by b from t\n::\nt;\n";
    std::fs::write(dir.join("s.q"), script).expect("a script");
    let shown = "+`a`b!(1 2;`x`y)\n(1 2;`x)\n\"text\"\n,1\n\
                 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 ..\n\
                 (`s#+(,`b)!,`s#`x`y)!+(,`a)!,1 2\n";
    assert_eq!(q(&dir, &["s.q", "-q"], &[], "").out, shown);
    assert_eq!(q(&dir, &["-q"], &[], "\\l s.q\n").out, shown);
}

#[test]
fn a_timer_keeps_a_process() {
    let dir = Folder::new("process_timer");
    let script = "n:0\n.z.ts:{n+:1;if[n=3;exit 3]}\n\\t 10\n";
    std::fs::write(dir.join("s.q"), script).expect("a script");
    assert_eq!(q(&dir, &["s.q", "-q"], &[], "").code, Some(3));
    assert_eq!(q(&dir, &["-q"], &[], script).code, Some(3));
}

/// Nobody reads what it says: who listens goes on, anybody else ends.
#[test]
fn output_that_nobody_reads_ends_no_server() {
    let dir = Folder::new("process_unread");
    for (listen, code) in [("", 141), ("\\p 0W\n", 3)] {
        let mut child = common::q(&["-q"])
            .current_dir(dir.path())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("q starts");
        drop(child.stdout.take());
        let lines = format!("{listen}-1\"one\";\n-1\"two\";\nexit 3\n");
        let mut input = child.stdin.take().expect("a pipe");
        // One that has ended reads no more of it.
        let _ = std::io::Write::write_all(&mut input, lines.as_bytes());
        assert_eq!(child.wait().expect("its end").code(), Some(code), "{listen}");
    }
}

/// source: releases/ChangesIn2.4, ref/dotz
#[test]
fn connections_keep_a_process_whose_console_has_ended() {
    let server = common::wire::Server::start(&[], "");
    let dir = Folder::new("process_connected");
    let ends = ".z.ts:{n+:1;if[n=3;neg[h]\"ticks:1b\";neg[h][];hclose h;system\"t 0\"]}";
    let script = format!("n:0\nh:hopen {}\n{ends}\n.z.pc:{{-1\"closed \",string x}}\n\\t 10\n", server.port);
    std::fs::write(dir.join("s.q"), script).expect("a script");
    assert_eq!(q(&dir, &["s.q", "-q"], &[], "").out, "closed 0\n");
    assert_eq!(server.client().ask("ticks"), "1b");
}

#[test]
fn the_user_is_who_the_process_runs_as() {
    let dir = Folder::new("process_user");
    let named = std::process::Command::new("id").arg("-un").output().expect("id runs");
    if !named.status.success() {
        println!("skipped: the user has no name");
        return;
    }
    let name = named.stdout;
    let name = format!("`{}\n", String::from_utf8_lossy(&name).trim());
    assert_eq!(q(&dir, &["-q"], &[], ".z.u\n").out, name);
    assert_eq!(q(&dir, &["-q"], &[("USER", "nobody-else")], ".z.u\n").out, name);
}

/// source: basics/syscmds, \l
#[test]
fn a_database_that_is_loaded_again_runs_no_scripts() {
    let dir = Folder::new("process_again");
    std::fs::create_dir(dir.join("db")).expect("a directory");
    std::fs::write(dir.join("db/s.q"), "n:1+@[get;`n;0]\n").expect("a script");
    assert_eq!(q(&dir, &["-q"], &[], "\\l db\n`:v set 5;\n\\l .\n(n;v)\n").out, "1 5\n");
}

#[test]
fn a_database_that_cannot_be_loaded_changes_nothing() {
    let dir = Folder::new("process_damaged");
    let write = "`:one/t/ set .Q.en[`:one]([]s:`b`a`b)\n`:two/t/ set .Q.en[`:two]([]s:`q`r`z`z)\n\
        `:two/bad 1: 0xff0162000000\n";
    q(&dir, &["-q"], &[], write);
    let said = q(
        &dir,
        &["-q"],
        &[],
        "\\l one\nhere:system\"cd\"\n@[system;\"l ../two\";::]\n(here~system\"cd\";value each t`s;sym)\n",
    );
    assert_eq!(said.out, "\"./bad: truncated file\"\n1b\n`b`a`b\n`b`a\n");
}

/// source: ref/asc, basics/syscmds
#[test]
fn a_comment_may_follow_a_shell_command() {
    let dir = Folder::new("process_comment");
    let lines = "\\echo a          / usual command\n\\echo /b /\n\\echo a/ b\nsystem\"echo a / b\"\n";
    assert_eq!(q(&dir, &["-q"], &[], lines).out, ",\"a\"\n\"/b /\"\n\"a/ b\"\n\"a / b\"\n");
}

#[test]
fn any_exit_code_is_the_shells() {
    let dir = Folder::new("process_code");
    for (code, told) in [("-1", 255), ("300", 44), ("7", 7)] {
        assert_eq!(q(&dir, &["-q"], &[], &format!("exit {code}\n")).code, Some(told));
    }
}

/// `exit` ends the process from whatever thread, after .z.exit.
#[test]
fn any_thread_may_end_the_process() {
    let dir = Folder::new("process_peach_exit");
    for line in ["{exit 3}peach 1 2", "@[{{{exit 3}peach 1 2}peach 1 2};1;{0N!x}]"] {
        let said = q(&dir, &["-q", "-s", "3"], &[], &format!(".z.exit:{{0N!x;}}\n{line}\n0N!\"after\"\n"));
        assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("3\n", "", Some(3)), "{line}");
    }
}

#[test]
fn the_console_takes_its_size_from_the_environment() {
    let dir = Folder::new("process_size");
    let size = [("LINES", "30"), ("COLUMNS", "99")];
    assert_eq!(q(&dir, &["-q"], &size, "\\c\n").out, "30 99i\n");
    assert_eq!(q(&dir, &["-q", "-c", "11", "12"], &size, "\\c\n").out, "11 12i\n");
    assert_eq!(q(&dir, &["-q"], &size[..1], "\\c\n").out, "25 80i\n");
}

#[test]
fn the_end_is_told_to_the_handler() {
    let dir = Folder::new("process_end");
    let handler = ".z.exit:{-1\"end \",string x}\n";
    for (last, told, code) in [("", "end 0\n", 0), ("\\\\\n", "end 0\n", 0), ("exit 3\n", "end 3\n", 3)] {
        let ended = q(&dir, &["-q"], &[], &format!("{handler}{last}"));
        assert_eq!((ended.out.as_str(), ended.code), (told, Some(code)), "{last}");
    }
    let failed = q(&dir, &["-q"], &[], ".z.exit:{x+`a}\nexit 4\n");
    assert!(failed.err.starts_with("'type\n"), "{}", failed.err);
    assert_eq!(failed.code, Some(4));
}

/// Half a program does not stay to serve: what it did before the line that fails is not enough.
#[test]
fn a_script_that_fails_ends_a_process_that_would_listen() {
    let dir = Folder::new("process_half");
    std::fs::write(
        dir.join("half.q"),
        ".z.exit:{-1\"end \",string x}\nsystem\"p 0W\"\n.z.ts:{}\nsystem\"t 10\"\n1+`a\n-1\"never\"\n",
    )
    .expect("a script");
    let ended = q(&dir, &["half.q", "-q"], &[], "-1\"line\";\n");
    assert_eq!((ended.out.as_str(), ended.code), ("line\nend 1\n", Some(1)), "{}", ended.err);
}

/// A loop around a trap, or around the shell, does not hold up the end.
#[test]
fn a_request_to_end_stops_a_loop() {
    let dir = Folder::new("process_term");
    for body in ["", "@[f;1;::]", ".Q.trp[f;1;{}]", "system\"sleep 0.1\""] {
        let lines = format!(
            ".z.exit:{{-1\"end\"}}\nf:{{$[1b;.z.s x;1]}}\nsystem\"kill \",string .z.i\nwhile[1b;{body}]\n"
        );
        let ended = q(&dir, &["-q"], &[], &lines);
        assert_eq!((ended.out.as_str(), ended.code), ("end\n", Some(0)), "{body}");
    }
}

/// What takes no longer than a message does is done wholly.
#[test]
fn a_request_to_end_waits_for_what_runs() {
    let dir = Folder::new("process_grace");
    let lines = ".z.exit:{-1\"end\"}\nsystem\"kill \",string .z.i;t:.z.p;while[.z.p<t+0D00:00:00.2];-1\"done\";\n-1\"never\";\n";
    let ended = q(&dir, &["-q"], &[], lines);
    assert_eq!((ended.out.as_str(), ended.code), ("done\nend\n", Some(0)), "{}", ended.err);
}

/// What `.z.exit` does is done wholly: commands, loops, traps and threads.
#[test]
fn a_request_to_end_does_not_stop_the_end() {
    let dir = Folder::new("process_last");
    let lines = ".z.exit:{system\"true\";i:0;while[i<100000;i+:1];-1 string sum{x*x}peach til 1000;\
                 -1@[{'x};\"trapped\";::];-1 first system\"echo end\"}\nsystem\"kill \",string .z.i;while[1b;]\n";
    let ended = q(&dir, &["-q", "-s", "2"], &[], lines);
    assert_eq!((ended.out.as_str(), ended.code), ("332833500\ntrapped\nend\n", Some(0)));
    // Only the statement that the request met is told of.
    assert_eq!(ended.err.matches("'stop").count(), 1, "{}", ended.err);
    assert!(!ended.err.contains(".z.exit"), "{}", ended.err);
}

#[test]
fn output_goes_on_in_files() {
    let dir = Folder::new("process_redirect");
    q(&dir, &["-q"], &[], "\\1 a/out.txt\n\\2 err.txt\ntil 3\n2+`a\n");
    q(&dir, &["-q"], &[], "\\1 a/out.txt\n`more\n");
    assert_eq!(std::fs::read_to_string(dir.join("a/out.txt")).expect("a file"), "0 1 2\n`more\n");
    assert!(std::fs::read_to_string(dir.join("err.txt")).expect("a file").starts_with("'type"));
}

#[test]
fn a_pipe_is_debugged_when_asked() {
    let dir = Folder::new("process_debug");
    let lines = "f:{x+`a}\nf 1\n:5\nx\n";
    let plain = q(&dir, &["-q"], &[], lines);
    assert!(plain.out == "5\n" && plain.err.contains("'x\n"), "{}", plain.err);
    let asked = q(&dir, &["-q", "-e", "1"], &[], "f:{x+`a}\nf 1\nx\n:5\n");
    assert_eq!(asked.out, "1\n5\n");
    assert!(asked.err.starts_with("'type\n  [1]  f:{x+`a}\n"), "{}", asked.err);
}

#[test]
fn blocked_processes_keep_their_handlers() {
    let dir = Folder::new("process_blocked");
    let answers = q(
        &dir,
        &["-q", "-b"],
        &[],
        "\\_\n.z.r\n.z.pg:{x}\n@[system;\"x .z.pg\";::]\n@[0;\"2+3\";::]\na:1\na\n",
    );
    assert_eq!(answers.out, "1b\n1b\n\"restricted\"\n\"restricted\"\n1\n");
}

#[test]
fn bad_flags_are_told() {
    let dir = Folder::new("process_flags");
    let bad = q(&dir, &["-e", "3"], &[], "");
    assert!(bad.err.contains("'invalid") && bad.err.contains("-e wants 0, 1 or 2"));
    assert_eq!(bad.code, Some(1));
    let both = q(&dir, &["-U", "users", "-u", "1"], &[], "");
    assert!(both.err.contains("'-u or -U"), "{}", both.err);
}

#[test]
fn updates_are_logged_and_done_again() {
    let dir = Folder::new("process_updates");
    std::fs::write(dir.join("trade.q"), "trade:([]sym:`symbol$();price:`float$())\nadd:{`trade insert x}\n")
        .expect("a script");
    let run = |lines: &str| q(&dir, &["trade", "-l", "-q"], &[], lines).out;
    // Text, a function by name, a lambda; what changes nothing, what fails and what is done here are not logged.
    let first = "0\"insert[`trade](`a;1.5)\";\n0(`add;(`b;2.5));\n0({n::x};7);\n0\"count trade\"\n\
                 @[0;\"`trade insert(`c;3.5);`x+1\";::]\ncount trade\n`trade insert(`local;0.5);\n\\r\n";
    assert_eq!(run(first), "2\n\"type\"\n2\n`:trade.log\n3\n");
    assert_eq!(run("trade\nn\n"), "sym price\n---------\na   1.5  \nb   2.5  \n7\n");
    // A checkpoint has everything, and the log starts anew.
    assert_eq!(run("`trade insert(`d;4.5);\n\\l\n\\r\n0\"n:8\"\n"), "`:trade.log\n0\n");
    assert_eq!(run("exec sym from trade\nn\n\\r\n"), "`a`b`d\n8\n`:trade.log\n1\n");
    assert_eq!(q(&dir, &["-q"], &[], "key get`:trade.qdb\n-11!(-2;`:trade.log)\n").out, "`trade`add`n\n1\n");
    // A message that was not written whole is cut off.
    let log = std::fs::read(dir.join("trade.log")).expect("a log");
    std::fs::write(dir.join("trade.log"), [&log[..], &log[8..log.len() - 2]].concat()).expect("a log");
    assert_eq!(run("n\n\\r\n"), "8\n`:trade.log\n1\n");
    assert_eq!(std::fs::read(dir.join("trade.log")).expect("a log"), log);
    // Messages behind a damaged one are nobody's to throw away.
    let mut bad = [&log[..], &log[8..], &log[8..]].concat();
    bad[log.len() + 2] = 0x77;
    std::fs::write(dir.join("trade.log"), &bad).expect("a log");
    let ended = q(&dir, &["trade", "-l", "-q"], &[], "n\n");
    assert!(ended.out.is_empty() && ended.err.contains("messages go on at byte"), "{}", ended.err);
    assert_eq!((ended.code, std::fs::read(dir.join("trade.log")).expect("a log")), (Some(1), bad));
    // One that is compressed cannot be written on.
    std::fs::write(dir.join("trade.log"), &log).expect("a log");
    q(&dir, &["-q"], &[], "-19!(`:trade.log;`:trade.log;17;2;6);\n");
    let packed = std::fs::read(dir.join("trade.log")).expect("a log");
    let ended = q(&dir, &["trade", "-l", "-q"], &[], "n\n");
    assert!(ended.out.is_empty() && ended.err.contains("the log is compressed"), "{}", ended.err);
    assert_eq!((ended.code, std::fs::read(dir.join("trade.log")).expect("a log")), (Some(1), packed));
}

/// source: kb/logging, Check-pointing
#[test]
fn a_log_of_updates_stays_where_it_is() {
    let dir = Folder::new("process_updates_cd");
    let run = |lines: &str| q(&dir, &["qtest", "-l", "-q"], &[], lines).out;
    assert_eq!(run("0\"a:1\"\n\\cd newqdir\n\\l\n0\"b:2\"\n\\r\n"), "`:qtest.log\n1\n");
    let files = "key`:.\nkey`:newqdir\nget`:newqdir/qtest.qdb\n";
    assert_eq!(q(&dir, &["-q"], &[], files).out, "`s#`newqdir`qtest.log\n`s#,`qtest.qdb\na| 1\n");
    assert_eq!(run("b\n"), "2\n");
}

#[test]
fn a_log_that_cannot_be_done_again_ends_the_process() {
    let dir = Folder::new("process_badlog");
    q(&dir, &["f", "-L", "-q"], &[], "g:{a::x}\n0(`g;1);\n");
    let again = q(&dir, &["f", "-L", "-q"], &[], "a\n");
    assert!(again.out.is_empty() && again.err.contains("'g"), "{}", again.err);
    assert!(again.err.contains("message 1 of f.log cannot be done again"), "{}", again.err);
    assert_eq!(again.code, Some(1));
    let nowhere = q(&dir, &["-l", "-q"], &[], "");
    assert!(nowhere.err.contains("-l wants a file"));
}

#[test]
fn threads_leave_the_system_and_handles_alone() {
    let dir = Folder::new("process_threads");
    let lines = "@[{system\"ls\"}peach;0 1;::]\nh:hopen`:f\n@[{h 0x01}peach;0 1;::]\n@[{a::x}peach;0 1;::]\n\
                 {count system\"w\"}peach 0 1\n{h 0x01}each 0 1;hclose h;hcount`:f\n";
    let answers = q(&dir, &["-q", "-s", "2"], &[], lines);
    assert_eq!(answers.out, "\"sys\"\n\"hwr\"\n\"noupdate\"\n6 6\n4\n");
}

/// source: ref/dotq, `.Q.gc`
#[test]
#[cfg(target_os = "linux")]
fn memory_without_use_is_given_back() {
    const MUCH: usize = 150 << 20;
    let mut server = Server::start(&[], "");
    let made = "x:{[i]1000000#\"x\"}each til 200;";
    server.says(made);
    assert!(server.resident() > MUCH);
    assert_eq!(server.says("x:0;0<.Q.gc[]"), "1b\n");
    assert!(server.resident() < MUCH);
    // Nobody asks for it: when nothing runs.
    server.says(made);
    server.says("x:0;");
    let began = std::time::Instant::now();
    while server.resident() > MUCH && began.elapsed() < LONGEST {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(server.resident() < MUCH);
}

/// source: basics/cmdline, `-p`; basics/debug
#[test]
fn a_service_goes_on_when_nobody_can_debug_it() {
    let mut server = Server::start(&["-e", "1"], "f:{x+`a}");
    server.ends_its_lines();
    let mut client = server.client();
    assert!(client.ask("f 1").starts_with('\''));
    assert_eq!(client.ask("1+1"), "2");
}

#[test]
#[cfg(unix)]
fn who_is_asked_to_end_while_it_starts_has_not_failed() {
    let dir = Folder::new("process_asked");
    std::fs::write(dir.join("long.q"), "-1\"begun\";\nwhile[1b;1]\n").expect("a script");
    let mut command = common::q(&["long.q", "-q"]);
    let piped = command.current_dir(dir.path()).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = piped.spawn().expect("q starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(line, "begun\n");
    assert!(Command::new("kill").arg(child.id().to_string()).status().expect("kill runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// A full disk is told once, however much is lost.
#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_told() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut child = common::q(&["-q"])
        .stdin(std::process::Stdio::piped())
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("q starts");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, b"-1\"one\";\n2\nexit 3\n").expect("q reads");
    drop(input);
    let ended = child.wait_with_output().expect("its end");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(3));
    assert_eq!(told.matches("standard output: No space left").count(), 1, "{told}");
}
