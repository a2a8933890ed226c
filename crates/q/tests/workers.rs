//! Several processes at work: `peach` over them, multithreaded input, requests that are given up.

mod common;

use common::wire::Server;
use common::{q, typed};
use quarry_value::Value;
use quarry_value::wire::MessageKind;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// Flags of multithreaded input.
const THREADED: &[&str] = &["-p", "-0W"];

/// What `q` prints for lines, in which `PORT` stands for the server's.
fn ask(server: &Server, flags: &[&str], lines: &str) -> (String, String) {
    let lines = lines.replace("PORT", &server.port.to_string());
    let said = typed(q(flags).arg("-q"), &lines);
    (said.out, said.err)
}

#[test]
fn peach_deals_items_out_to_processes() {
    let workers = [Server::start(&[], ""), Server::start(&[], "")];
    let ports = workers.iter().map(|w| w.port.to_string()).collect::<Vec<_>>().join(" ");
    let lines = format!(
        "system\"s\"\n{{x*x}}peach til 4\n.z.pd:`u#hopen each {ports}\n{{x*x}}peach til 10\n\
         asc distinct{{system\"p\"}}peach til 10\n{{x}}peach`a`b!1 2\n@[{{x+`a}}peach;til 3;::]\n{{x}}peach til 3\n\
         count{{x}}peach()\n.z.pd:hopen each {ports}\n@[{{x}}peach;til 3;::]\n"
    );
    let said = typed(q(&["-s", "-2"]).arg("-q"), &lines);
    let mut sorted: Vec<u16> = workers.iter().map(|w| w.port).collect();
    sorted.sort_unstable();
    let expected = format!(
        "-2i\n0 1 4 9\n0 1 4 9 16 25 36 49 64 81\n`s#{} {}i\na| 1\nb| 2\n\"type\"\n0 1 2\n0\n\"type\"\n",
        sorted[0], sorted[1]
    );
    assert_eq!((said.out.as_str(), said.err.as_str()), (expected.as_str(), ""));
}

/// One that is gone does not take the others along. source: ref/dotz, .z.pd
#[test]
fn a_process_that_is_gone_leaves_the_others() {
    let (stays, goes) = (Server::start(&[], ""), Server::start(&[], ""));
    let lines = format!(
        ".z.pc:{{-1\"closed\";}}\nh:hopen each {} {}\n.z.pd:`u#h\nneg[h 1]\"exit 0\";\
         @[{{system\"sleep 0.1\";x}}peach;til 6;{{`$first\" \"vs x}}]\n(h 0)\"1+1\"\ncount .z.W\n.z.pd:`u#1#h\n{{x*x}}peach til 3\n",
        stays.port, goes.port
    );
    let said = typed(q(&["-s", "-2"]).arg("-q"), &lines);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("`close\nclosed\n2\n1\n0 1 4\n", ""));
}

/// `.z.pc` hears of handles that `peach` closes, so that `.z.pd` can open others. source: basics/peach
#[test]
fn handles_that_peach_closes_are_told_to_z_pc() {
    let workers = [Server::start(&[], ""), Server::start(&[], "")];
    let ports = workers.iter().map(|w| w.port.to_string()).collect::<Vec<_>>().join(" ");
    let lines = format!(
        "handles:`u#`int$();p:{ports};\n\
         .z.pc:{{-1\"closed\";handles::`u#handles except x;}}\n\
         .z.pd:{{n:abs system\"s\";$[n=count handles;handles;[hclose each handles;:handles::`u#hopen each n#p]]}}\n\
         {{x}}peach til 3\n@[{{neg[.z.w]`a;x}}peach;til 2;{{x}}]\ncount handles\n{{x}}peach til 3\ncount .z.W\n"
    );
    let said = typed(q(&["-s", "-2"]).arg("-q"), &lines);
    let expected = "0 1 2\n\"expected response msg\"\nclosed\nclosed\n0\n0 1 2\n2\n";
    assert_eq!((said.out.as_str(), said.err.as_str()), (expected, ""));
}

/// A WebSocket is no process that takes items. source: basics/peach
#[test]
fn a_websocket_takes_no_items() {
    let server = Server::start(&[], ".z.ws:{neg[.z.w]x}");
    let lines = "got:();.z.ws:{got,:enlist x};.z.pc:{if[x;-1\"closed\"]}\n\
                 w:first(`$\":ws://localhost:PORT\")\"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n\"\n\
                 .z.pd:`u#enlist w\n@[{{x}peach x};til 3;{x}]\nneg[w]\"a\"\nsystem\"sleep 0.3\"\n\
                 w in key .z.W\n.z.ts:{if[count got;-1 raze got;exit 0]}\n\\t 20\n";
    let said = ask(&server, &["-s", "-1"], lines);
    assert_eq!(said, ("\"3 is not an ipc handle\"\n1b\na\n".to_string(), String::new()));
}

/// Whom something is denied gets no help, since others would not know of that.
#[test]
fn what_is_denied_is_not_done_by_other_processes() {
    let worker = Server::start(&[], "a:0");
    let script = format!(".z.pd:`u#hopen 1#{}\n", worker.port);
    let server = Server::start(&["-s", "-1", "-b"], &script);
    let lines = "h:hopen PORT\n@[h;\"{a::x}peach 1 2\";{x}]\nh\"{x+1}peach 1 2\"\n";
    assert_eq!(ask(&server, &[], lines), ("\"noupdate\"\n2 3\n".to_string(), String::new()));
    let lines = "h:hopen PORT\nh\"a\"\n.z.pd:`u#enlist h\n{a::x}peach 5 6\nh\"a\"\nreval parse\"{x+1}peach 1 2\"\n{x}peach neg\n";
    let said = ask(&worker, &["-s", "-1"], lines);
    assert_eq!(said, ("0\n::\n::\n6\n2 3\n-:\n".to_string(), String::new()));
}

/// source: basics/syscmds, \S
#[test]
fn clients_side_by_side_draw_other_numbers() {
    let server = Server::start(THREADED, "");
    // Long enough for both to be evaluated at the same time.
    let lines = "h:hopen PORT\nlast h\"({x+1}/[1000000;0];10?1000000)\"\n";
    let lines = lines.replace("PORT", &server.port.to_string());
    let answers = std::thread::scope(|scope| {
        let one = || scope.spawn(|| typed(q(&[]).arg("-q"), &lines));
        [one(), one()].map(|answer| answer.join().unwrap()).map(|said| (said.out, said.err))
    });
    assert!(answers.iter().all(|(out, err)| out.split(' ').count() == 10 && err.is_empty()), "{answers:?}");
    assert_ne!(answers[0], answers[1]);
}

#[test]
fn work_begins_on_all_processes_in_every_way() {
    let worker = || Server::start(&[], "f:{n+:1;n}\nn:0");
    let workers = [worker(), worker()];
    let ports = workers.iter().map(|w| w.port.to_string()).collect::<Vec<_>>().join(" ");
    let folder = common::Folder::new("start");
    let go = folder.join("go");
    let begins = |flags: &[&str], ways: &str| {
        let go = go.display();
        let lines = format!(
            "s:use`quarry.start\na:`$\"::\",/:string p:{ports}\nh:hopen each p\nh@\\:\"n:0\";\n\
             go:`$\":{go}\"\nall_:{{while[x>min h@\\:\"n\";];h@\\:\"n\"}}\n{ways}"
        );
        let said = typed(q(flags).arg("-q"), &lines);
        assert_eq!(said.err, "");
        said.out
    };
    let waiting = "s.deferred[h;`f]\ns.async[h;`f];all_ 2\ns.flush[h;`f];all_ 3\ns.broadcast[h;`f];all_ 4\n\
                   s.timer[h;`f;0D00:00:00.01];all_ 5\ns.file[h;`f;go];all_ 6\ns.watch[h;`f;go];all_ 7\n\
                   s.watch[h;{n+:10};go];all_ 17\n";
    assert_eq!(begins(&[], waiting), "1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n17 17\n");
    assert_eq!(begins(&["-s", "2"], "s.oneshot[a;`f]\n"), "1 1\n");
    assert_eq!(begins(&["-s", "-2"], "s.handles[h;{f[]}]\n"), "1 1\n");
}

/// source: KxSystems/nano, src/common.q
#[test]
fn what_is_asked_once_is_trapped() {
    let server = Server::start(&[], "");
    let lines = "@[`::PORT;\"1+1\";{`no}]\n.[`::PORT;enlist\"1+2\";{`no}]\n@[`::PORT;\"1+`\";::]\n\
                 .[`::;(`::PORT,1000;\"1+3\");{`no}]\n@[`::1;\"1\";{`gone}]\n@[`::1;\"1\";0b]\n";
    let (out, err) = ask(&server, &[], lines);
    assert_eq!((out.as_str(), err.as_str()), ("2\n3\n\"type\"\n4\n`gone\n0b\n", ""));
}

/// What fails before the answer is told, and the answer is still that to the question.
/// source: kb/callbacks
#[test]
fn answers_are_those_of_their_questions() {
    let server = Server::start(&[], "");
    let lines = "h:hopen PORT\nh({neg[.z.w]\"1+`a\";neg[.z.w](`nofn;1);42};0)\nh\"100\"\n\
                 @[h;({neg[.z.w]\"1+`a\";'`mine};0);::]\nh\"200\"\n";
    let (out, err) = ask(&server, &[], lines);
    assert_eq!(out, "42\n100\n\"mine\"\n200\n");
    let words: Vec<&str> = err.lines().filter(|line| line.starts_with('\'')).collect();
    assert_eq!(words, ["'type", "'nofn", "'type"], "{err}");
}

/// source: ref/dotq, .Q.ipc
#[test]
fn a_connection_is_compressed_as_a_program_says() {
    let server = Server::start(&[], "");
    let lines = "h:hopen PORT\nh({.Q.ipc[.z.w;([z:x])];(-38!.z.w)`z};1b)\n\
                 count h\"10000#0\"\nh({.Q.ipc[.z.w;([z:x])];(-38!.z.w)`z};0b)\ncount h\"10000#0\"\n\
                 .[.Q.ipc;(h;([a:1b]));::]\n.[.Q.ipc;(h;1b);::]\n.[.Q.ipc;(999;([z:1b]));{x like\"*999*\"}]\n";
    let (out, err) = ask(&server, &[], lines);
    assert_eq!((out.as_str(), err.as_str()), ("1b\n10000\n0b\n10000\n\"domain\"\n\"type\"\n1b\n", ""));
    let mut client = server.client();
    let size = |client: &mut common::wire::Client| {
        client.send_value(MessageKind::Sync, &Value::chars("10000#0"));
        client.receive().expect("an answer").len()
    };
    assert_eq!(size(&mut client), 80_014);
    client.ask(".Q.ipc[.z.w;([z:1b])]");
    assert!(size(&mut client) < 10_000);
    client.ask(".Q.ipc[.z.w;([z:0b])]");
    assert_eq!(size(&mut client), 80_014);
}

/// Who waits no more closes the connection: the late answer is not that to the next question.
/// source: basics/ipc, interrupting requests
#[test]
fn a_question_that_is_given_up_closes_its_connection() {
    let server = Server::start(&[], "");
    let asker = Server::start(&["-T", "1"], &format!("h:hopen {}", server.port));
    let mut client = asker.client();
    assert_eq!(client.ask("h\"1+1\""), "2");
    assert_eq!(client.ask("h\"system\\\"sleep 1.5\\\";111\""), "'stop");
    assert!(client.ask("h\"222\"").starts_with("'Cannot write to handle"));
}

/// source: basics/listening-port
#[test]
fn multithreaded_input_lets_in_while_others_work() {
    let server = Server::start(THREADED, "");
    let mut busy = server.client();
    let folder = common::Folder::new("workers_busy");
    let go = folder.join("go");
    // It works until the other has been answered.
    let work = format!("{{while[()~key`$\":{}\";];x}}1", go.display());
    busy.send_value(MessageKind::Sync, &Value::chars(work));
    assert_eq!(ask(&server, &[], "h:hopen(PORT;20000)\nh\"1+1\"\n").0, "2\n");
    std::fs::write(go, "").expect("a file");
    assert_eq!(busy.answer(), "1");
}

/// Who is asked whether somebody may come in works beside the others. source: basics/listening-port, ref/dotz
#[test]
fn multithreaded_input_judges_logins_while_others_work() {
    let mut server = Server::start(THREADED, ".z.pw:{[u;p]u<>`bad}");
    let mut busy = server.client();
    let folder = common::Folder::new("workers_judged");
    let go = folder.join("go");
    let work = format!("{{while[()~key`$\":{}\";];x}}1", go.display());
    busy.send_value(MessageKind::Sync, &Value::chars(work));
    let lines = "h:hopen(`::PORT:good:x;20000)\nh\".z.u\"\n@[hopen;`::PORT:bad:x;{x}]\n";
    assert_eq!(ask(&server, &[], lines).0, "`good\n\"access\"\n");
    std::fs::write(go, "").expect("a file");
    assert_eq!(busy.answer(), "1");
    // One that may not say so changes nothing, and lets nobody in.
    server.says(".z.pw:{[u;p]n::1;1b}");
    assert_eq!(ask(&server, &[], "@[hopen;PORT;{x}]\n").0, "\"access\"\n");
    assert!(server.told().starts_with("'noupdate"));
}

/// What asks its own process is answered, also while the main thread waits to change something.
#[test]
fn multithreaded_input_asks_itself() {
    let mut server = Server::start(
        THREADED,
        ".z.pw:{[u;p]1b};n:0;.z.ts:{n+:1};wait:{t:.z.p;while[.z.p<t+0D00:00:00.2;]};two:{`$\"::\",string abs system\"p\"}",
    );
    let url = format!("http://localhost:{}/?", server.port);
    let ways = [
        ("once", "two[]\"1+1\"".to_string(), "2"),
        ("twice", "two[]\"two[]\\\"1+2\\\"\"".to_string(), "3"),
        ("http", format!("count .Q.hg\"{url}1+1\""), ""),
    ];
    for (way, text, answer) in ways {
        let mut client = server.client();
        // The second is waited for by a timer, and by a line.
        for waits in [false, true] {
            client.send_value(MessageKind::Sync, &Value::chars(format!("wait[];{text}")));
            if waits {
                std::thread::sleep(Duration::from_millis(50));
                server.types("\\t 10\nm:42");
            }
            let answered = client.answer();
            assert!(
                if answer.is_empty() { answered != "0" } else { answered == answer },
                "{way}: {answered}"
            );
        }
        assert_eq!(server.says("m"), "42\n");
        server.says("\\t 0");
    }
}

/// What nobody waits for is done, also what came behind it. source: basics/ipc, basics/listening-port
#[test]
fn multithreaded_input_does_what_it_was_told_before_an_end() {
    for flags in [&[][..], THREADED] {
        let mut server = Server::start(flags, "");
        let folder = common::Folder::new("workers_told");
        let go = |n: usize| folder.join(&format!("go{n}"));
        let mut client = server.client();
        for n in 0..3 {
            let work = format!("{{while[()~key`$\":{}\";];x}}1;-1\"done {n}\";", go(n).display());
            client.send_value(MessageKind::Async, &Value::chars(work));
        }
        drop(client);
        for n in 0..3 {
            // Long enough for the end to be noticed.
            std::thread::sleep(Duration::from_millis(100));
            std::fs::write(go(n), "").expect("a file");
            assert_eq!(server.line(), format!("done {n}"), "{flags:?}");
        }
        // Nothing else was told.
        assert_eq!(server.says("1+1"), "2\n");
    }
}

/// Nor does it matter that its answers find nobody. source: basics/ipc
#[test]
fn what_a_client_told_is_done_though_it_reads_no_answers() {
    for flags in [&[][..], THREADED] {
        let server = Server::start(flags, "");
        let folder = common::Folder::new("workers_unread");
        let go = folder.join("go");
        let mut client = server.client();
        client.send_value(MessageKind::Sync, &Value::chars("1"));
        let work = format!("{{while[()~key`$\":{}\";];x}}1", go.display());
        client.send_value(MessageKind::Async, &Value::chars(work));
        // More than is read at once.
        for n in 0..100 {
            client.send_value(MessageKind::Sync, &Value::chars("1"));
            client.send_value(MessageKind::Async, &Value::chars(format!("-1\"{n}\"; /{}", "x".repeat(1000))));
        }
        std::thread::sleep(Duration::from_millis(100));
        drop(client);
        std::fs::write(go, "").expect("a file");
        for n in 0..100 {
            assert_eq!(server.line(), n.to_string(), "{flags:?}");
        }
    }
}

/// source: basics/listening-port
#[test]
fn multithreaded_input_answers_browsers_side_by_side() {
    let folder = common::Folder::new("workers_http");
    let (go, users) = (folder.join("go"), folder.join("users"));
    std::fs::write(&users, "alice:secret\n").expect("a file");
    let server = Server::start(
        &["-p", "-0W", "-U", users.to_str().expect("a path")],
        &format!(
            ".z.ph:{{if[`wait~`$x 0;while[()~key`$\":{}\";]];.h.hy[`txt]string(@[value;\"a:1\";`$];.z.u)1}}",
            go.display()
        ),
    );
    let get = |what: &str, login: &str| {
        let mut client = server.connect();
        client.send(
            format!("GET /{what} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {login}\r\n\r\n").as_bytes(),
        );
        client
    };
    let read = |mut client: common::wire::Client| {
        let mut text = String::new();
        client.0.read_to_string(&mut text).expect("a response");
        text
    };
    let waits = get("wait", "YWxpY2U6c2VjcmV0");
    let said = read(get("x", "YWxpY2U6c2VjcmV0"));
    assert!(said.starts_with("HTTP/1.1 200 OK") && said.ends_with("alice"), "{said}");
    assert!(read(get("x", "YWxpY2U6d3Jvbmc=")).starts_with("HTTP/1.1 401"));
    std::fs::write(go, "").expect("a file");
    assert!(read(waits).ends_with("alice"));
}

/// source: basics/listening-port
#[test]
fn multithreaded_input_tells_nobody_of_an_end() {
    let mut server = Server::start(THREADED, "n:0;.z.pc:{n+:1};.z.po:{n+:1};bad:0;.z.bm:{bad+:1}");
    for bytes in [[1, 1, 0, 0, 13, 0, 0, 0, 0x7a, 1, 2, 3, 4], [9; 13]] {
        let mut client = server.client();
        client.send(&bytes);
        assert!(client.is_over());
    }
    drop(server.client());
    assert_eq!(ask(&server, &[], "h:hopen PORT\nh\"1\"\n").0, "1\n");
    assert_eq!(server.says("(n;bad)"), "0 2\n");
}

#[test]
fn multithreaded_input_reads_and_changes_nothing() {
    let server = Server::start(THREADED, "");
    let lines = "h:hopen PORT\nh\"til 3\"\n@[h;\"a:1\";::]\n@[h;\"hopen 1\";::]\nh(+;1;2)\n@[h;\"1+`\";::]\n\
                 neg[h]\"til 3\"\nh\"2\"\nh\".z.w\"\n`::PORT \"3\"\n";
    let (out, err) = ask(&server, &[], lines);
    assert_eq!(
        (out.as_str(), err.as_str()),
        ("0 1 2\n\"noupdate\"\n\"nosocket\"\n3\n\"type\"\n2\n3i\n3\n", "")
    );
}

/// What a message decodes stays until its answer is made, and no longer where nothing is to be kept.
#[test]
fn multithreaded_input_gives_back_what_it_decoded() {
    let folder = common::Folder::new("workers_decoded");
    let column = folder.join("c");
    let file = column.display();
    typed(&mut q(&["-q"]), &format!("(`:{file};16;2;6)set til 1000000\n"));
    let server = Server::start(&["-p", "-0W", "-zcache", "0"], &format!("t:([]c:get`:{file});f:{{t x}}"));
    let lines = "h:hopen PORT\nsum h(`f;`c)\nsum h\"t`c\"\nh\"1\"\nh\".Q.zcache[]`held\"\n";
    assert_eq!(ask(&server, &[], lines).0, "499999500000\n499999500000\n1\n0\n");
}

/// Threads that wait for a file's lock are not waited for by the one that has it.
#[test]
fn messages_append_to_one_table_at_once() {
    let folder = common::Folder::new("workers_append");
    let table = folder.join("t/");
    let table = table.display();
    let rows = "t:([]a:til 100000;b:100000#0.5)";
    typed(&mut q(&["-q"]), &format!("{rows}\n(`:{table};12;2;6)set t\n"));
    let server = Server::start(
        &["-p", "-0W", "-s", "4"],
        &format!("{rows};one:{{`:{table} upsert t;1}};many:{{one peach til 4}}"),
    );
    let lines = |f: &str| format!("h:hopen(PORT;60000)\nsum raze{{h(`{f};0)}}each til 5\n");
    std::thread::scope(|scope| {
        let many = lines("many").replace("PORT", &server.port.to_string());
        let other = scope.spawn(move || typed(&mut q(&["-q"]), &many).out);
        assert_eq!(ask(&server, &[], &lines("one")).0, "5\n");
        assert_eq!(other.join().expect("a client"), "20\n");
    });
    assert_eq!(ask(&server, &[], &format!("h:hopen PORT\nh\"count get`:{table}\"\n")).0, "2600000\n");
}

/// A message may end the process, whoever evaluates it.
#[test]
fn multithreaded_input_may_end_the_process() {
    let server = Server::start(THREADED, "");
    let lines = "@[`::PORT;\"exit 4\";{x}]\nn:0;while[(n<200)&not 10h=type@[hopen;`::PORT;{x}];n+:1;system\"sleep 0.02\"]\nn<200\n";
    assert_eq!(ask(&server, &[], lines).0, "\"close\"\n1b\n");
}

#[test]
fn the_main_thread_changes_what_readers_read() {
    let mut server = Server::start(THREADED, "a:41");
    assert_eq!(ask(&server, &[], "h:hopen PORT\nh\"a\"\n").0, "41\n");
    server.says("a:42");
    assert_eq!(ask(&server, &[], "h:hopen PORT\nh\"a\"\n").0, "42\n");
}

#[test]
fn a_request_whose_client_goes_away_is_given_up() {
    let endless = ["{a:0;while[1b;a+:1]}[]", "{$[x<2;x;.z.s[x-1]+.z.s x-2]}90"];
    for (endless, flags) in endless.into_iter().flat_map(|text| [(text, &[][..]), (text, THREADED)]) {
        let mut server = Server::start(flags, "");
        let mut client = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
        client.write_all(b"u:p\x03\0").expect("a greeting");
        client.read_exact(&mut [0]).expect("entry");
        let text = endless.as_bytes();
        let size = u8::try_from(14 + text.len()).expect("a short message");
        let header = [1, 1, 0, 0, size, 0, 0, 0, 10, 0, text.len() as u8, 0, 0, 0];
        client.write_all(&[&header[..], text].concat()).expect("a message");
        std::thread::sleep(Duration::from_millis(50));
        drop(client);
        assert_eq!(ask(&server, &[], "h:hopen PORT\nh\"1+1\"\n").0, "2\n", "{endless}");
        // Threads that evaluate are waited for by the console.
        assert_eq!(server.says("1+1"), "2\n", "{endless}");
    }
}

#[test]
fn a_request_that_takes_too_long_is_stopped() {
    let server = Server::start(&["-T", "1"], "");
    let (out, _) = ask(&server, &[], "h:hopen PORT\n@[h;\"while[1b;1]\";::]\nh\"1+1\"\n");
    assert_eq!(out, "\"stop\"\n2\n");
    // A message to the process itself is a message.
    let said = typed(&mut q(&["-T", "1", "-q"]), "@[0;\"while[1b;1]\";::]\n0\"1+1\"\n");
    assert_eq!(said.out, "\"stop\"\n2\n");
    // So is one that spends its time in primitives.
    let lines = "m:300 300#1f\n@[0;\"{do[4000;m mmu m]}[]\";::]\n0\"1+1\"\n";
    assert_eq!(typed(&mut q(&["-T", "1", "-q"]), lines).out, "\"stop\"\n2\n");
}
