//! What a listening process answers to HTTP: good requests, bad ones, slow ones, huge ones and halves.

mod common;
#[path = "common/server.rs"]
mod server;

use common::{Folder, q};
use server::{Server, everything, split};
use std::io::{Read as _, Write as _};
use std::time::Duration;

const HANDLERS: &str = ".z.ph:{.h.hy[`txt;-3!(x 0;(x 1)`Host`X)]}\n.z.pp:{.h.hy[`txt;-3!x 0]}\n\
                        .z.pm:{.h.hy[`txt;-3!x 0 1]}\n";

#[test]
fn methods_go_to_their_handlers() {
    let server = Server::start(&[], HANDLERS);
    let ok = |text: &str| ("200 OK".to_string(), text.to_string());
    assert_eq!(server.asks("GET /a/b?c%20d", &["X: 1"], ""), ok(r#"("a/b?c%20d";("localhost";,"1"))"#));
    assert_eq!(server.asks("GET /", &["X: 1", "X: 2"], ""), ok(r#"("";("localhost";"1, 2"))"#));
    assert_eq!(server.asks("HEAD /", &["X: 1"], ""), ok(""));
    assert_eq!(server.asks("POST /p", &[], "body"), ok(r#""p body""#));
    assert_eq!(server.asks("POST /p", &[], ""), ok(r#""p ""#));
    assert_eq!(server.asks("PUT /p", &[], "x"), ok(r#"(`PUT;"p x")"#));
    assert_eq!(server.asks("DELETE /p", &[], ""), ok(r#"(`DELETE;,"p")"#));
    assert_eq!(server.asks("OPTIONS *", &[], ""), ok(r#"(`OPTIONS;,"*")"#));
    let chunks = "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assert_eq!(split(&server.sends(chunks.as_bytes())), ok(r#""c abc""#));
}

#[test]
fn without_handlers_it_is_told_what_is_missing() {
    let mut server = Server::start(&[], "\n");
    let not = |text: &str| ("501 Not Implemented".to_string(), text.to_string());
    assert_eq!(server.asks("POST /", &[], "x"), not("'.z.pp"));
    assert_eq!(server.asks("PUT /", &[], "x"), not("'.z.pm"));
    assert_eq!(server.asks("OPTIONS /", &[], "").0, "204 No Content");
    server.types("\\x .z.ph\n");
    assert_eq!(server.asks("GET /", &[], ""), not("'.z.ph"));
}

#[test]
fn errors_of_handlers_are_answers() {
    let server = Server::start(
        &[],
        ".z.ph:{$[\"s\"in x 0;'\"mine\";\"n\"in x 0;42;\"b\"in x 0;0x4142;hclose .z.w]}\n",
    );
    let wrong = |text: &str| ("500 Internal Server Error".to_string(), text.to_string());
    assert_eq!(server.asks("GET /s", &[], ""), wrong("'mine"));
    assert_eq!(server.asks("GET /n", &[], ""), wrong("'type"));
    assert_eq!(server.sends(b"GET /b HTTP/1.1\r\n\r\n"), "AB");
    assert_eq!(server.sends(b"GET /x HTTP/1.1\r\n\r\n"), "", "it hung up");
}

#[test]
fn expressions_are_evaluated_and_shown() {
    let server = Server::start(
        &[],
        "t:([]s:`a`b;n:1 0N)\nk:([s:`a`b]n:1 2)\nbig:([]x:til 100)\nd:(`$\"<b>\";`c)!1 2\n",
    );
    assert!(server.gets("/?1%2B1").contains("<pre>2\n</pre>"));
    assert!(server.gets("/?d").contains("<pre>&lt;b>| 1\nc  | 2\n</pre>"));
    assert_eq!(server.gets("/csv?t"), "s,n\na,1\nb,\n");
    assert_eq!(server.gets("/t.csv?k"), "s,n\na,1\nb,2\n");
    assert_eq!(server.gets("/json?t"), "{\"s\":\"a\",\"n\":1}\n{\"s\":\"b\",\"n\":null}\n");
    assert_eq!(server.gets("/txt?t"), "s\tn\na\t1\nb\t\n");
    assert_eq!(server.asks("GET /?1+`a", &[], ""), ("400 Bad Request".into(), "'type".into()));
    assert_eq!(server.asks("GET /csv?nope", &[], ""), ("400 Bad Request".into(), "'nope".into()));
    let page = server.gets("/?big");
    assert!(page.contains("<a href=\"?[32]big\">down</a>") && page.contains("100[0]"), "{page}");
    assert!(page.contains("\n31\n") && !page.contains("\n32\n"), "{page}");
    let last = server.gets("/?[90]big");
    assert!(last.contains("\n90\n") && last.contains("\n99\n") && !last.contains("\n89\n"), "{last}");
    let names = server.gets("/?");
    assert!(names.contains("href=\"?big\"") && names.contains("href=\"?t\""), "{names}");
}

#[test]
fn a_page_of_another_site_evaluates_nothing() {
    let mut server = Server::start(&[], "n:0\n");
    let foreign = ["Sec-Fetch-Site: cross-site"];
    assert_eq!(server.asks("GET /?n::1", &foreign, "").0, "403 Forbidden");
    assert_eq!(server.asks("GET /csv?n::1", &foreign, "").0, "403 Forbidden");
    assert_eq!(server.says("n"), "0");
    // A name of somebody else's that leads here.
    let led = |host: &str| {
        let request = format!("GET /?1 HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.sends(request.as_bytes()).starts_with("HTTP/1.1 200")
    };
    assert!(
        ["localhost", "LOCALHOST:5000", "127.0.0.1:5000", "[::1]:5000", "a.localhost:1"]
            .iter()
            .all(|h| led(h))
    );
    assert!(
        ["evil.example", "evil.example:5000", "notlocalhost", "127.0.0.1.evil.example"]
            .iter()
            .all(|h| !led(h))
    );
    server.types(".h.anysite:1b\n");
    assert_eq!(server.asks("GET /?n::1", &foreign, "").0, "200 OK");
    assert_eq!(server.says("n"), "1");
}

#[test]
fn h_val_judges_expressions() {
    let server = Server::start(&[], ".h.val:{$[x~\"1+1\";value x;'\"not you\"]}\n");
    assert!(server.gets("/?1%2B1").contains(">2\n"));
    assert_eq!(server.gets("/?2%2B2"), "'not you");
    assert!(server.asks("POST /.console/eval", &["X-Quarry-Console: 1"], "2+2").1.contains("not you"));
}

#[test]
fn files_come_from_home_and_nowhere_else() {
    let dir = Folder::new("http_files");
    std::fs::create_dir_all(dir.join("home/sub")).expect("a directory");
    std::fs::write(dir.join("home/sub/a.js"), "let a;").expect("a file");
    std::fs::write(dir.join("home/b.bin"), b"\0\xff").expect("a file");
    std::fs::write(dir.join("secret"), "secret").expect("a file");
    let mut server = Server::start(&[], &format!(".h.HOME:\"{}/home\"\n", dir.display()));
    let found = server.sends(b"GET /sub/a.js HTTP/1.1\r\n\r\n");
    assert!(
        found.contains("Content-Type: application/javascript\r\n") && found.ends_with("\r\n\r\nlet a;"),
        "{found}"
    );
    assert!(server.sends(b"GET /b.bin HTTP/1.1\r\n\r\n").contains("application/octet-stream"));
    for bad in ["/../secret", "/sub/../../secret", "/%2e%2e/secret", "//etc/passwd", "/sub", "/nope", "/%00"]
    {
        let (status, text) = server.asks(&format!("GET {bad}"), &[], "");
        assert_eq!(status, "404 Not Found", "{bad}");
        assert!(text.ends_with(": not found"), "{text}");
    }
    // An index is the start page, instead of the console.
    assert!(server.gets("/").contains(".console.js"));
    std::fs::write(dir.join("home/index.html"), "<p>mine</p>").expect("a file");
    assert_eq!(server.gets("/"), "<p>mine</p>");
    assert_eq!(server.asks("POST /.console/eval", &["X-Quarry-Console: 1"], "1").0, "501 Not Implemented");
    server.types(".h.HOME:42\n");
    assert_eq!(server.asks("GET /a.js", &[], "").0, "404 Not Found");
}

#[test]
fn long_answers_are_packed_for_who_unpacks() {
    let mut server = Server::start(&[], "\n");
    let asked = "GET /csv?([]x:til%201000) HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n\r\n";
    let packed = server.sends(asked.as_bytes());
    assert!(packed.contains("\r\nContent-Encoding: gzip\r\n"), "{packed}");
    let page = "GET /?1000%23enlist%20til%20100 HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n";
    assert!(server.sends(page.as_bytes()).contains("Content-Encoding: gzip"));
    assert!(!server.sends(asked.replace("gzip, br", "gzip;q=0, br").as_bytes()).contains("Content-Encoding"));
    for (weight, takes) in [("0.000", false), ("0.", false), ("0.001", true), ("1", true)] {
        let said = server.sends(asked.replace("gzip, br", &format!("br, gzip; q={weight}")).as_bytes());
        assert_eq!(said.contains("Content-Encoding"), takes, "{weight}");
    }
    assert!(!server.sends(b"GET /csv?([]x:til%201000) HTTP/1.1\r\n\r\n").contains("Content-Encoding"));
    assert!(
        !server.sends(b"GET /csv?1 HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n").contains("Content-Encoding")
    );
    // A client in q unpacks it by itself.
    let client = Server::start(&[], "\n")
        .says(&format!("count .Q.hg\"http://localhost:{}/csv?([]x:til%201000)\"", server.port));
    assert_eq!(client, "3892");
    assert_eq!(server.says("1"), "1");
}

#[test]
fn who_may_in_is_settled_first() {
    let mut server = Server::start(&[], ".z.pw:{(x;y)~(`u;\"p:w\")}\n.z.ph:{.h.hy[`txt;string .z.u]}\n");
    let refused = server.sends(b"GET / HTTP/1.1\r\n\r\n");
    assert!(
        refused.starts_with("HTTP/1.1 401 ") && refused.contains("\r\nWWW-Authenticate: Basic "),
        "{refused}"
    );
    let with = |server: &Server, header: &str| server.asks("GET /", &[header], "");
    assert_eq!(with(&server, "Authorization: Basic dTpwOnc="), ("200 OK".into(), "u".into()));
    for bad in ["Basic dTp4", "Basic !", "Bearer dTpwOnc=", "Basic"] {
        assert_eq!(with(&server, &format!("Authorization: {bad}")).0, "401 Unauthorized", "{bad}");
    }
    assert_eq!(server.asks("POST /.console/eval", &["X-Quarry-Console: 1"], "1").0, "401 Unauthorized");
    server.types(".z.ac:{$[(t:first x 0)=\"0\";(0;\"\");t=\"1\";(1;\"ann\");t=\"2\";(2;\"HTTP/1.1 418 No\\r\\n\\r\\n\");t=\"4\";(4;\"\");'`oops]}\n");
    assert_eq!(server.asks("GET /0", &[], "").0, "401 Unauthorized");
    assert_eq!(server.gets("/1"), "ann");
    assert_eq!(server.asks("GET /2", &[], "").0, "418 No");
    assert_eq!(server.asks("GET /4", &[], "").0, "401 Unauthorized");
    assert_eq!(server.asks("GET /4", &["Authorization: Basic dTpwOnc="], ""), ("200 OK".into(), "u".into()));
    assert_eq!(server.asks("GET /x", &[], "").0, "401 Unauthorized");
}

#[test]
fn connections_are_kept_when_the_handler_asks_for_it() {
    let handler = ".z.ph:{k:.h.ka 60000i;b:string n+:1;\"HTTP/1.1 200 OK\\r\\nConnection: \",k,\
                   \"\\r\\nContent-Length: \",string[count b],\"\\r\\n\\r\\n\",b}\nn:0\n";
    let server = Server::start(&[], handler);
    let mut stream = server.connect();
    // One after the other, then two at once.
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("q reads");
    let mut first = [0; 1000];
    let n = stream.read(&mut first).expect("q answers");
    assert!(first[..n].ends_with(b"\r\n\r\n1"));
    stream.write_all(b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n").expect("q reads");
    let rest = everything(&mut stream);
    assert!(rest.contains("\r\n\r\n2HTTP/1.1") && rest.ends_with("\r\n\r\n3"), "{rest}");
    // A short time is over soon, an old client is not kept.
    let brief = Server::start(&[], &handler.replace("60000i", "1i"));
    assert!(brief.sends(b"GET / HTTP/1.1\r\n\r\n").ends_with('1'));
    let old = server.sends(b"GET / HTTP/1.0\r\n\r\n");
    assert!(old.ends_with('4') && old.contains("\r\nConnection: close\r\n"), "{old}");
}

/// Only who says nothing and is sent nothing is idle.
#[test]
fn connections_are_kept_while_something_comes_or_goes() {
    let handler = ".z.ph:{\"HTTP/1.1 200 OK\\r\\nConnection: \",.h.ka[200],\"\\r\\nContent-Length: 20000000\\r\\n\\r\\n\",20000000#\"x\"}\n";
    let server = Server::start(&[], handler);
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("q reads");
    std::thread::sleep(Duration::from_millis(600));
    let answer = everything(&mut stream);
    assert!(answer.len() > 20_000_000, "{}", answer.len());
    let brief = ".z.ph:{\"HTTP/1.1 200 OK\\r\\nConnection: \",.h.ka[200],\"\\r\\nContent-Length: 2\\r\\n\\r\\nok\"}\n";
    let server = Server::start(&[], brief);
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\nGET").expect("q reads");
    std::thread::sleep(Duration::from_millis(600));
    stream.write_all(b" / HTTP/1.1\r\n\r\n").expect("q reads");
    assert_eq!(everything(&mut stream).matches("\r\n\r\nok").count(), 2);
}

/// However many wait while something else is done: each is answered.
#[test]
fn many_who_wait_are_all_answered() {
    let server = Server::start(
        &[],
        ".z.ph:{if[\"?\"=first x 0;system\"sleep 1\"];\"HTTP/1.1 200 OK\\r\\n\\r\\nok\"}\n",
    );
    let mut busy = server.connect();
    busy.write_all(b"GET /?x HTTP/1.1\r\n\r\n").expect("q reads");
    let mut all: Vec<_> = (0..700)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("q reads");
            stream
        })
        .collect();
    assert!(all.iter_mut().all(|stream| everything(stream).ends_with("ok")));
}

#[test]
fn what_is_no_request_is_refused() {
    let mut server = Server::start(&[], HANDLERS);
    let status = |bytes: &[u8]| split(&server.sends(bytes)).0;
    assert_eq!(status(b"GET / HTTP/1.1\r\nbad header\r\n\r\n"), "400 Bad Request");
    assert_eq!(status(b"GET / FTP/1.1\r\n\r\n"), "400 Bad Request");
    assert_eq!(status(b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"), "400 Bad Request");
    assert_eq!(status(b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"), "413 Content Too Large");
    let long = [b"GET /", &[b'a'; 70_000][..], b" HTTP/1.1\r\n\r\n"].concat();
    assert_eq!(status(&long), "431 Request Header Fields Too Large");
    // Halves are waited for and harm nobody.
    let mut half = server.connect();
    half.write_all(b"POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n12345").expect("q reads");
    let mut slow = server.connect();
    slow.write_all(b"GE").expect("q reads");
    assert_eq!(server.asks("POST /", &[], "whole").0, "200 OK");
    half.write_all(b"67890").expect("q reads");
    assert!(everything(&mut half).ends_with("\" 1234567890\""));
    slow.write_all(b"T / HTTP/1.1\r\n\r\n").expect("q reads");
    assert!(everything(&mut slow).starts_with("HTTP/1.1 200 OK"));
    assert_eq!(server.says("1"), "1");
}

#[test]
fn clients_that_wait_are_told_to_go_on() {
    let server = Server::start(&[], HANDLERS);
    let mut stream = server.connect();
    stream
        .write_all(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        .expect("q reads");
    let mut told = [0; 25];
    stream.read_exact(&mut told).expect("q answers");
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(b"ab").expect("q reads");
    assert!(everything(&mut stream).ends_with("\" ab\""));
}

#[test]
fn a_large_answer_arrives_whole_at_a_slow_reader() {
    let server = Server::start(&[], ".z.ph:{.h.hy[`txt;20000000#\"x\"]}\n");
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("q reads");
    // The other direction is over: q answers all the same.
    stream.shutdown(std::net::Shutdown::Write).expect("a half closed connection");
    assert_eq!(server.asks("HEAD /", &[], "").0, "200 OK");
    let said = everything(&mut stream);
    // A slow machine says first that the answer is being made.
    let answer = said.strip_prefix("HTTP/1.1 100 Continue\r\n\r\n").unwrap_or(&said);
    let (status, body) = split(answer);
    assert_eq!((status.as_str(), body.len()), ("200 OK", 20_000_000));
}

#[test]
fn clients_ask_others() {
    let server = Server::start(&[], HANDLERS);
    let mut client = Server::start(&[], &format!("u:\"http://localhost:{}\"\n", server.port));
    assert_eq!(client.says(".Q.hp[u,\"/x\";.h.ty`txt]\"data\""), r#""\"x data\"""#);
    assert_eq!(client.says("count .Q.hmb[u;`GET;()]"), "2");
    assert_eq!(client.says(".Q.hmb[u,\"/y\";`PUT;(\"a/b\";\"z\")]1"), r#""(`PUT;\"y z\")""#);
    assert_eq!(client.says("(hsym`$u)\"HEAD / HTTP/1.1\\r\\n\\r\\n\""), {
        r#""HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-.."#
    });
    assert_eq!(client.says("@[.Q.hg;\"http://localhost:1\";{x}]"), r#""localhost: Connection refused""#);
    // The head of an answer that would be packed.
    let packed = "HTTP/1.1 200 OK\\r\\nContent-Encoding: gzip\\r\\nContent-Length: 9\\r\\n\\r\\n123456789";
    let other = Server::start(&[], &format!(".z.ph:{{\"{packed}\"}}\n"));
    assert_eq!(client.says(&format!("last .Q.hmb[\"http://localhost:{}\";`HEAD;()]", other.port)), r#""""#);
    assert_eq!(client.says(".[{x y};(hsym`$u;42);{x}]"), r#""type""#);
    // A server that sends chunks, and one that says when it is done by closing.
    for (answer, body) in [
        ("Transfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\n2\\r\\nde\\r\\n0\\r\\n\\r\\n", "abcde"),
        ("\\r\\nuntil the end", "until the end"),
        ("Content-Length: 3\\r\\n\\r\\nabcdef", "abc"),
    ] {
        let other = Server::start(&[], &format!(".z.ph:{{\"HTTP/1.1 200 OK\\r\\n{answer}\"}}\n"));
        assert_eq!(client.says(&format!(".Q.hg\"http://localhost:{}\"", other.port)), format!("\"{body}\""));
    }
}

#[test]
fn a_proxy_is_asked_instead() {
    let proxy = Server::start(&[], ".z.ph:{.h.hy[`txt;-3!(x 0;(x 1)`Host)]}\n");
    let at = format!("http://localhost:{}", proxy.port);
    let run = |no: &str| {
        let mut command = q(&["-q"]);
        command.env("http_proxy", &at).env("no_proxy", no);
        common::typed(&mut command, "@[.Q.hg;\"http://quarry.invalid/x\";{`failed}]\n").out
    };
    assert_eq!(run(""), "\"(\\\"http://quarry.invalid/x\\\";\\\"quarry.invalid\\\")\"\n");
    assert_eq!(run("other,.invalid"), "`failed\n");
}

#[test]
fn browsers_get_a_console_unless_it_is_off() {
    let server = Server::start(&[], "t:([]s:`a`b;n:1 0N)\n");
    let page = server.sends(b"GET / HTTP/1.1\r\n\r\n");
    assert!(
        page.contains("Content-Security-Policy: default-src 'none'") && page.contains(".console.js"),
        "{page}"
    );
    assert!(server.gets("/.console.js").contains("textContent"));
    let mark = ["X-Quarry-Console: 1"];
    let eval = |text: &str| server.asks("POST /.console/eval", &mark, text).1;
    let answer = eval("t");
    assert!(answer.contains(r#""count":2,"#) && answer.contains(r#""numbers":[1,null]"#), "{answer}");
    assert!(eval("<b>").contains(r#""ok":false"#));
    assert!(eval("a:1\nf:{\n x+a}\nf 41").contains(r#""text":"42""#), "the last of several lines");
    let long = eval("([]long:enlist 100000#\"x\";deep:enlist til 100000)");
    assert!(long.contains(r#""count":1,"#) && long.len() < 3000, "long cells are cut");
    assert!(server.asks("POST /.console/names", &mark, "").1.contains(r#"{"name":"t","rows":2,"#));
    assert_eq!(server.asks("POST /.console/eval", &[], "1").0, "403 Forbidden");
    let off = Server::start(&["--no-web-console"], "a:1\n");
    assert!(off.gets("/").contains("<frameset") && off.gets("/?a").contains(">1\n"));
    assert_eq!(off.asks("POST /.console/eval", &mark, "1").0, "501 Not Implemented");
    let own = Server::start(&[], ".z.ph:{.h.hy[`txt;\"own\"]}\n");
    assert_eq!(own.gets("/"), "own");
    assert_eq!(own.asks("POST /.console/eval", &mark, "1").0, "501 Not Implemented");
}

#[test]
fn clients_that_are_blocked_stay_blocked() {
    let mut server = Server::start(&["-b"], "a:([]x:til 100)\n");
    assert!(server.gets("/?a").contains("100[0]"));
    assert_eq!(server.gets("/?b:1"), "'noupdate");
    assert!(server.asks("POST /.console/eval", &["X-Quarry-Console: 1"], "b:1").1.contains("noupdate"));
    assert_eq!(server.says("@[value;`b;{`none}]"), "`none");
}

/// source: basics/debug
#[test]
fn a_backtrace_is_in_the_answer_when_asked() {
    let mut server = Server::start(&["-e", "2"], "f:{x+`a}\n.z.ph:{f 1}\n");
    let (status, body) = server.asks("GET /", &[], "");
    assert_eq!(status, "500 Internal Server Error");
    assert!(body.starts_with("'type\n") && body.contains("f:{x+`a}"), "{body}");
    server.types("\\e 0\n");
    assert_eq!(server.asks("GET /", &[], "").1, "'type");
}

/// Nobody has said yet who he is.
#[test]
fn bodies_that_memory_does_not_hold_are_refused() {
    let mut server = Server::start(&["-w", "100"], HANDLERS);
    for head in ["Content-Length: 250000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nEE6B280\r\n"] {
        let mut stream = server.connect();
        stream.write_all(format!("POST / HTTP/1.1\r\n{head}").as_bytes()).expect("q reads");
        let part = vec![b'x'; 1 << 20];
        // It may be refused, and closed, before all has come.
        let _ = (0..200).try_for_each(|_| stream.write_all(&part));
        let mut told = [0; 12];
        if stream.read_exact(&mut told).is_ok() {
            assert_eq!(&told, b"HTTP/1.1 503");
        }
    }
    assert_eq!(server.asks("POST /", &[], "small").0, "200 OK");
    assert_eq!(server.says("1"), "1");
}
