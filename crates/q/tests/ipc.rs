//! What clients of q have come to expect of the other end, byte for byte.
//! source: basics/ipc, kb/serialization, ref/dotz, basics/internal

mod common;

use common::Folder;
use common::wire::{Server, shown};
use quarry_value::Value;
use quarry_value::wire::{self, HEADER_SIZE, MessageKind, compress, message};
use std::io::Read;

fn sync(text: &str) -> Vec<u8> {
    message(MessageKind::Sync, &Value::chars(text)).expect("bytes")
}

/// A message of a sender that has the highest byte first, with an object that does too.
fn big_endian(kind: MessageKind, object: &[u8]) -> Vec<u8> {
    let size = (object.len() + HEADER_SIZE) as u32;
    [&[0, kind as u8, 0, 0][..], &size.to_be_bytes(), object].concat()
}

fn big_chars(text: &str) -> Vec<u8> {
    [&[10, 0][..], &(text.len() as u32).to_be_bytes(), text.as_bytes()].concat()
}

/// A timer that takes longer than its period leaves time for what happens on sockets. source: basics/syscmds (\t)
#[test]
fn an_overdue_timer_leaves_time_for_others() {
    let busy = "n:0\n.z.ts:{n+:1;t:.z.p;while[.z.p<t+100000000;0]}\n\\t 30";
    let server = Server::start(&[], busy);
    let mut client = server.client();
    for _ in 0..3 {
        assert_eq!(client.ask("1+1"), "2");
    }
    let ticks = client.ask("n").parse::<i64>().expect("a number");
    assert!(ticks > 0, "the timer runs too");
}

#[test]
fn the_answer_to_a_login_is_one_byte() {
    let server = Server::start(&[], "");
    let logins: [(&[u8], u8); 11] = [
        (b"alice:secret\x03\0", 3),
        (b"alice:secret\x06\0", 6),
        (b"alice:se:cret\x01\0", 1),
        (b"alice:secret\0", 0),
        (b"alice:secret\0\0", 0),
        (b"alice\x03\0", 3),
        (b"alice\0", 0),
        (b":\x03\0", 3),
        (b"\x06\0", 6),
        (b"\0", 0),
        // Newer than we are.
        (b"alice:secret\x07\0", 6),
    ];
    for (login, capability) in logins {
        let (mut client, answer) = server.log_in(login).expect("let in");
        assert_eq!(answer, capability, "{login:?}");
        assert_eq!(client.ask("2+2"), "4", "{login:?}");
    }
}

#[test]
fn a_login_may_come_in_pieces_and_requests_right_behind_it() {
    let server = Server::start(&[], "");
    let mut client = server.connect();
    for byte in b"u:p\x03\0" {
        client.send(&[*byte]);
    }
    let mut answer = [0];
    client.0.read_exact(&mut answer).expect("let in");
    for part in sync("`a`b").chunks(5) {
        client.send(part);
    }
    assert_eq!(client.answer(), "`a`b");

    let mut client = server.connect();
    client.send(&[&b"u:p\x03\0"[..], &sync("1+1"), &sync("1+2")].concat());
    client.0.read_exact(&mut answer).expect("let in");
    assert_eq!((answer[0], client.answer(), client.answer()), (3, "2".to_string(), "3".to_string()));
}

#[test]
fn who_may_not_come_in_gets_nothing() {
    let mut server =
        Server::start(&[], ".z.pw:{[u;p]if[u=`oops;'bad];if[u=`odd;:`yes];(u;p)~(`alice;\"secret\")}");
    for login in [&b"alice:wrong\x06\0"[..], b"alice\x06\0", b"\0", b"oops:x\x03\0", b"odd:x\x03\0"] {
        assert!(server.log_in(login).is_none(), "{login:?}");
    }
    let (mut client, _) = server.log_in(b"alice:secret\x06\0").expect("let in");
    assert_eq!(client.ask(".z.u"), "`alice");
    assert_eq!(server.says("count .z.W"), "1\n");
}

#[test]
fn callbacks_come_in_order() {
    let mut server = Server::start(
        &[],
        "seen:();.z.pw:{[u;p]seen,:enlist(`pw;u;p);1b};.z.po:{seen,:enlist(`po;.z.w=x;.z.u)};\
         .z.pc:{seen,:enlist(`pc;.z.w)};.z.pg:{seen,:enlist(`pg;x);value x};.z.ps:{seen,:enlist(`ps;x);value x};\
         .z.bm:{seen,:enlist(`bm;last x)}",
    );
    let (mut client, _) = server.log_in(b"me:x\x03\0").expect("let in");
    client.send_value(MessageKind::Async, &Value::chars("a:1"));
    assert_eq!(client.ask("a"), "1");
    client.send(&[1, 0, 0, 0, 9, 0, 0, 0, 3]);
    assert!(client.is_over());
    // What was seen of it is told when it has been served.
    let mut other = server.client();
    let seen = other.ask("6#seen");
    assert_eq!(
        seen,
        "((`pw;`me;,\"x\");(`po;1b;`me);(`ps;\"a:1\");(`pg;,\"a\");(`bm;0x010000000900000003);(`pc;0i))"
    );
    assert_eq!(server.says("(.z.u;.z.w)~(.z.u;0i)"), "1b\n");
    assert_eq!(server.told(), "'badmsg");
}

#[test]
fn header_and_body_go_out_in_one_write() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    for n in [1, 100, 5000] {
        client.send(&sync(&format!("til {n}")));
        let mut space = vec![0; 60_000];
        let size = client.0.read(&mut space).expect("an answer");
        assert_eq!(size, HEADER_SIZE + 6 + 8 * n);
    }
}

#[test]
fn clients_may_have_the_highest_byte_first() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    client.send(&big_endian(MessageKind::Sync, &big_chars("1+1")));
    assert_eq!(client.answer(), "2");
    // (`f;2;1 2h;3e;"g"): every width is turned.
    client.send(&big_endian(MessageKind::Async, &big_chars("f:{[a;b;c;d](a;b;c;d)}")));
    let mut list =
        vec![0, 0, 0, 0, 0, 5, 0xf5, b'f', 0, 0xf9, 0, 0, 0, 0, 0, 0, 0, 2, 5, 0, 0, 0, 0, 2, 0, 1, 0, 2];
    list.extend([0xf8, 0x40, 0x40, 0, 0, 0xf6, b'g']);
    client.send(&big_endian(MessageKind::Sync, &list));
    assert_eq!(client.answer(), "(2;1 2h;3e;\"g\")");
    // The answer has the lowest first.
    client.send(&big_endian(MessageKind::Sync, &big_chars("258i")));
    assert_eq!(client.receive().expect("an answer"), [1, 2, 0, 0, 13, 0, 0, 0, 0xfa, 2, 1, 0, 0]);
}

#[test]
fn requests_may_be_compressed_from_anywhere_and_at_any_ratio() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    let long = format!("count \"{}\"", "ab".repeat(5000));
    client.send(&compress(&sync(&long)).expect("it shrinks"));
    assert_eq!(client.answer(), "10000");
    // Nothing but literals: longer than the plain message, and shorter than any that q would compress.
    let plain = sync("\"short\"");
    let coded: Vec<u8> = plain[HEADER_SIZE..].chunks(8).flat_map(|c| [&[0], c].concat()).collect();
    let header = |order: u8, size: usize| {
        let n = |n: usize| if order == 1 { (n as u32).to_le_bytes() } else { (n as u32).to_be_bytes() };
        [&[order, 1, 1, 0][..], &n(HEADER_SIZE + 4 + size), &n(plain.len())].concat()
    };
    client.send(&[header(1, coded.len()), coded].concat());
    assert_eq!(client.answer(), "\"short\"");
    // The same, highest byte first.
    let object = big_chars("\"short\"");
    let coded: Vec<u8> = object.chunks(8).flat_map(|c| [&[0], c].concat()).collect();
    client.send(&[header(0, coded.len()), coded].concat());
    assert_eq!(client.answer(), "\"short\"");
    // What goes to this machine is never compressed.
    assert_eq!(client.bytes_of("1000000#0b").len(), 1_000_006);
}

#[test]
fn errors_are_plain_text() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    client.send(&sync("'\"no luck\""));
    assert_eq!(client.receive().expect("an answer"), b"\x01\x02\0\0\x11\0\0\0\x80no luck\0");
    for (text, error) in [
        ("1+`a", "'type"),
        ("undefined", "'undefined"),
        ("1 2+1 2 3", "'length"),
        ("{x", "'{"),
        ("'5000#\"long\"", &format!("'{}", "long".repeat(1250))),
    ] {
        assert_eq!(client.ask(text), error, "{text}");
    }
    // The far end of a compressed connection gets errors plain, too: they are made so.
    assert_eq!(wire::error_message(&[b'x'; 5000])[2], 0);
    assert_eq!(client.ask("1+1"), "2");
}

#[test]
fn functions_go_out_as_what_they_are() {
    let server = Server::start(&[], "\\d .ns\nf:{x+y}\n\\d .");
    let mut client = server.client();
    let mut starts = |text: &str, bytes: &[u8]| {
        let got = client.bytes_of(text);
        assert_eq!(got[..bytes.len().min(got.len())], *bytes, "{text}");
    };
    starts("{x+y}", b"\x64\0\x0a\0\x05\0\0\0{x+y}");
    starts(".ns.f", b"\x64ns\0\x0a\0\x05\0\0\0{x+y}");
    starts("(::)", &[0x65, 0]);
    starts("(+)", &[0x66, 1]);
    starts("(+/)", &[0x6b, 0x66, 1]);
    starts("+[1]", &[0x68, 2, 0, 0, 0, 0x66, 1, 0xf9, 1]);
    starts("+[;1]", &[0x68, 3, 0, 0, 0, 0x66, 1, 0x65, 0xff, 0xf9, 1]);
    starts("('[neg;count])", &[0x69, 2, 0, 0, 0]);
}

#[test]
fn short_strings_stay_what_they_are() {
    let server = Server::start(&[], "a:7");
    let mut client = server.client();
    // A client may ask with a character, and with a string of one or of none.
    assert_eq!(client.request(&Value::char(b'a')), "7");
    assert_eq!(client.ask("a"), "7");
    assert_eq!(client.ask(""), "::");
    assert_eq!(client.bytes_of("\"x\""), [0xf6, b'x']);
    assert_eq!(client.bytes_of("enlist\"x\""), [10, 0, 1, 0, 0, 0, b'x']);
    assert_eq!(client.bytes_of("\"\""), [10, 0, 0, 0, 0, 0]);
}

#[test]
fn attributes_travel() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    for (text, attr) in [("1 2 3", 0), ("`s#1 2 3", 1), ("`u#1 2 3", 2), ("`p#1 1 3", 3), ("`g#1 2 1", 4)] {
        assert_eq!(client.bytes_of(text)[..2], [7, attr], "{text}");
        let list = Value::list(vec![
            Value::chars("attr"),
            wire::deserialise(&client.bytes_of(text), false).expect("a list"),
        ]);
        assert_eq!(client.request(&list), ["`", "`s", "`u", "`p", "`g"][usize::from(attr)]);
    }
    assert_eq!(client.bytes_of("`s#`a`b!1 2")[..3], [127, 11, 1]);
    assert_eq!(client.bytes_of("([]s:`p#`a`a)")[..2], [98, 0]);
    assert_eq!(client.bytes_of("`s#([]s:`a`b)")[..2], [98, 1]);
}

#[test]
fn general_lists_of_one_type_stay_general() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    let long = |n: u8| [0xf9, n, 0, 0, 0, 0, 0, 0, 0];
    let uniform = [&[0, 0, 2, 0, 0, 0][..], &long(1), &long(2)].concat();
    let with = |f: &str| {
        let f = wire::serialise(&Value::chars(f)).expect("bytes");
        let object = [&[0, 0, 2, 0, 0, 0], &f[..], &uniform].concat();
        let size = (object.len() + HEADER_SIZE) as u32;
        [&[1, 1, 0, 0][..], &size.to_le_bytes(), &object].concat()
    };
    client.send(&with("type"));
    assert_eq!(client.answer(), "0h");
    client.send(&with("::"));
    assert_eq!(client.receive().expect("an answer")[HEADER_SIZE..], uniform);
}

#[test]
fn enumerations_go_out_as_symbols() {
    let server = Server::start(&[], "sym:`a`b;e:`sym$`b`a;t:([]e;n:1 2)");
    let mut client = server.client();
    assert_eq!(client.bytes_of("e"), b"\x0b\0\x02\0\0\0b\0a\0");
    assert_eq!(client.bytes_of("first e"), b"\xf5b\0");
    assert_eq!(client.ask("type e"), "20h");
    assert_eq!(client.ask("t"), "+`e`n!(`b`a;1 2)");
}

#[test]
fn old_readers_get_no_types_that_they_do_not_know() {
    let server = Server::start(&[], "");
    let (mut old, _) = server.log_in(b"u:p\0").expect("let in");
    assert_eq!(old.ask("2000.01.01D0"), "'type");
    assert_eq!(old.ask("(1;enlist 0D1)"), "'type");
    assert_eq!(old.ask("2000.01.01T00:00:00.000"), "2000.01.01T00:00:00.000");
    let (mut newer, _) = server.log_in(b"u:p\x01\0").expect("let in");
    assert_eq!(newer.ask("0D1"), "0D01:00:00.000000000");
    assert_eq!(newer.ask("0Ng"), "'type");
}

#[cfg(target_os = "linux")]
#[test]
fn the_unix_socket_is_in_no_directory() {
    let server = Server::start(&[], "");
    let mut client = server.connect_unix();
    client.send(b"me\x03\0");
    let mut answer = [0];
    client.0.read_exact(&mut answer).expect("let in");
    assert_eq!(client.ask("(.z.u;.z.a;-38!.z.w)"), "(`me;0i;`p`f`z`n`m!(\"q\";\"u\";0b;0;0))");
    assert!(!std::path::Path::new(&format!("/tmp/kx.{}", server.port)).exists());
}

#[test]
fn many_messages_are_answered_in_order() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    let all: Vec<u8> = (0..2000).flat_map(|i| sync(&format!("{i}"))).collect();
    client.send(&all);
    for i in 0..2000 {
        assert_eq!(client.answer(), format!("{i}"));
    }
}

#[test]
fn messages_of_ten_megabytes_go_both_ways() {
    let server = Server::start(&[], "f:{x}");
    let mut client = server.client();
    let data: Vec<i64> = (0..1_300_000).map(|i| i * 7919).collect();
    let list = Value::list(vec![Value::chars("f"), Value::longs(data.clone())]);
    client.send_value(MessageKind::Sync, &list);
    let answer = client.receive().expect("an answer");
    assert!(answer[HEADER_SIZE + 6..] == *bytes_of(&data));
    assert_eq!(client.ask("1+1"), "2");
}

fn bytes_of(data: &[i64]) -> Vec<u8> {
    data.iter().flat_map(|n| n.to_le_bytes()).collect()
}

#[test]
fn a_hundred_clients_at_once() {
    let server = Server::start(&[], "n:0");
    let mut clients: Vec<_> = (0..100).map(|_| server.client()).collect();
    for _ in 0..10 {
        for client in &mut clients {
            client.send(&sync("n+:1;.z.w"));
        }
        let mut handles: Vec<String> = clients.iter_mut().map(|c| c.answer()).collect();
        handles.sort();
        handles.dedup();
        assert_eq!(handles.len(), 100);
    }
    assert_eq!(clients[0].ask("n"), "1000");
}

#[test]
fn the_server_pushes() {
    let server = Server::start(&[], "");
    let mut client = server.client();
    client.send(&sync("neg[.z.w]each(`upd;(`a;1 2);\"text\");`done"));
    let sent: Vec<Vec<u8>> = (0..4).map(|_| client.receive().expect("a message")).collect();
    let kinds: Vec<u8> = sent.iter().map(|m| m[1]).collect();
    let texts: Vec<String> = sent.iter().map(|m| shown(m)).collect();
    assert_eq!(
        (kinds, texts),
        (vec![0, 0, 0, 2], ["`upd", "(`a;1 2)", "\"text\"", "`done"].map(String::from).into())
    );
}

#[test]
fn a_reader_that_falls_behind_is_let_go_of() {
    let mut server = Server::start(
        &["-queue", "4"],
        "gone:();.z.pc:{gone,:x};all_h:`int$();.z.po:{all_h,:x};m:(`upd;1000000#0x00);pub:{neg[all_h]@\\:m}",
    );
    let (mut good, mut slow) = (server.client(), server.client());
    assert_eq!(slow.ask(".Q.queue[]"), "4");
    // The slow one reads nothing: what the system buffers for it is full at some time, and then its queue.
    for i in 0..60 {
        good.send(&sync("pub[];count gone"));
        loop {
            let message = good.receive().expect("a message");
            if message[1] == MessageKind::Response as u8 {
                break;
            }
        }
        let said = server.says("count gone");
        if said == "1\n" {
            assert!(i > 3, "one message alone is not too much");
            break;
        }
    }
    assert_eq!(server.says("gone~-1#all_h"), "1b\n");
    assert_eq!(server.told(), "'queue");
    assert_eq!(good.ask("1+1"), "2");
    // A message of any size goes out alone, and another limit holds at once.
    assert_eq!(good.bytes_of("8000000#0x00").len(), 8_000_006);
    assert_eq!(server.says(".Q.queue 0"), "0\n");
    // What was sent before the end is there to be read.
    while slow.receive_what_came().is_some() {}
}

#[test]
fn the_client_in_rust() {
    let server = Server::start(&[], "");
    let mut q = quarry_client::Client::connect(("127.0.0.1", server.port), "me:x").expect("let in");
    let call = Value::list(vec![Value::chars("{neg[.z.w](`upd;x);x*2}"), Value::longs(vec![1, 2])]);
    assert_eq!(format!("{:?}", q.ask(&call).expect("an answer")), "2 4");
    assert_eq!(format!("{:?}", q.hear().expect("a message")), "(`upd;1 2)");
    q.send(&Value::chars("a:.z.u")).expect("sent");
    assert_eq!(format!("{:?}", q.ask(&Value::chars("a")).expect("an answer")), "`me");
    assert!(q.ask(&Value::chars("'oops")).is_err_and(|e| e.to_string() == "'oops"));
}

#[test]
fn a_file_that_cannot_be_read_is_not_sent() {
    let folder = Folder::new("spoilt");
    let column = folder.join("column");
    let mut server = Server::start(&[], "");
    server.says(&format!("(`:{};17;2;6)set til 100000", column.display()));
    let mut bytes = std::fs::read(&column).expect("a file");
    bytes[100..600].iter_mut().for_each(|b| *b ^= 0x5a);
    std::fs::write(&column, bytes).expect("written");
    let mut client = server.client();
    let read = format!("x:get`:{};x", column.display());
    // It is mapped when it is answered, and read when the answer is made.
    assert!(client.ask(&read).starts_with('\''), "{read}");
    assert_eq!(client.ask("1+1"), "2");
}
