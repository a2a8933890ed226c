//! TLS: `-E`, `tcps://`, `unixs://`, `https://`, `wss://`, and who is believed.
//! source: kb/ssl, basics/cmdline, ref/hopen, ref/dotz (.z.e), basics/internal (-26!)

mod common;

use common::wire::{LONGEST, Server};
use common::{Folder, q, typed};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

/// An authority, certificates of it, and the variables that name them.
struct Certificates {
    folder: Folder,
    authority: Issuer<'static, KeyPair>,
}

fn params(name: &str, hosts: &[&str]) -> CertificateParams {
    let hosts: Vec<String> = hosts.iter().map(|h| (*h).to_string()).collect();
    let mut params = CertificateParams::new(hosts).expect("names");
    params.distinguished_name = rcgen::DistinguishedName::new();
    params.distinguished_name.push(DnType::CountryName, "US");
    params.distinguished_name.push(DnType::CommonName, name);
    params.not_before = date_time_ymd(2020, 2, 29);
    params.not_after = date_time_ymd(2099, 12, 31);
    params
}

impl Certificates {
    fn new(name: &str) -> Certificates {
        let folder = Folder::new(name);
        let key = KeyPair::generate().expect("a key");
        let mut of_authority = params(name, &[]);
        of_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = of_authority.self_signed(&key).expect("a certificate");
        std::fs::write(folder.join("ca.pem"), certificate.pem()).expect("a file");
        let all = Certificates { folder, authority: Issuer::new(of_authority, key) };
        all.issue("server", params("Server", &["localhost", "127.0.0.1"]));
        all
    }

    /// Writes `name.pem` and its key.
    fn issue(&self, name: &str, params: CertificateParams) {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.authority).expect("a certificate");
        std::fs::write(self.folder.join(&format!("{name}.pem")), certificate.pem()).expect("a file");
        std::fs::write(self.folder.join(&format!("{name}.key")), key.serialize_pem()).expect("a file");
    }

    fn path(&self, file: &str) -> String {
        self.folder.join(file).to_str().expect("a path").to_string()
    }

    /// A listening process with a certificate, and other variables.
    fn server_as(&self, name: &str, more: &[(&str, &str)], flags: &[&str], lines: &str) -> Server {
        let files =
            [self.path(&format!("{name}.pem")), self.path(&format!("{name}.key")), self.path("ca.pem")];
        let names = ["SSL_CERT_FILE", "SSL_KEY_FILE", "SSL_CA_CERT_FILE"];
        let mut all: Vec<(&str, &str)> = names.into_iter().zip(files.iter().map(String::as_str)).collect();
        all.extend_from_slice(more);
        Server::start_in(&all, flags, lines)
    }

    fn server(&self, flags: &[&str], lines: &str) -> Server {
        self.server_as("server", &[], flags, lines)
    }

    /// A process that believes the authority, and has no certificate.
    fn client(&self, more: &[(&str, &str)]) -> Server {
        let ca = self.path("ca.pem");
        Server::start_in(&[&[("SSL_CA_CERT_FILE", ca.as_str())], more].concat(), &[], "")
    }
}

fn open(scheme: &str, port: u16) -> String {
    format!("@[hopen;`$\":{scheme}:{port}\";::]")
}

#[test]
fn processes_talk_encrypted() {
    let all = Certificates::new("tls_talk");
    for mode in ["1", "2"] {
        let server = all.server(&["-E", mode], "");
        let mut client = all.client(&[]);
        for scheme in ["tcps://localhost", "tcps://127.0.0.1", "unixs://"] {
            let opened = client.says(&format!("h:{}", open(scheme, server.port).replace("//:", "//")));
            assert_eq!(opened, "", "{scheme}");
            assert_eq!(client.says("h\"system\\\"E\\\"\""), format!("{mode}i\n"), "{scheme}");
            assert_eq!(client.says("neg[h]\"a:10 20\";neg[h][];h\"a\""), "10 20\n");
            assert_eq!(client.says("neg[h]\"neg[.z.w]`pushed\";h[]"), "`pushed\n");
            // A long message there and back, and a longer one cut by other requests.
            assert_eq!(client.says("x:til 1300000;x~h({x};x)"), "1b\n");
            assert_eq!(
                client.says("neg[h]({b::x};x,x);do[3;neg[h]\"b:reverse b\"];h\"sum b\""),
                "1689998700000\n"
            );
            assert_eq!(client.says("@[h;\"'oops\";::]"), "\"oops\"\n");
            assert_eq!(client.says("hclose h"), "");
        }
        let once = format!("(`$\":tcps://localhost:{}\")\"3+3\"", server.port);
        assert_eq!(client.says(&once), "6\n");
    }
}

#[test]
fn each_end_knows_how_it_is_encrypted() {
    let all = Certificates::new("tls_known");
    let server = all.server(&["-E", "1"], "");
    let mut client = all.client(&[]);
    client.says(&format!("h:{}", open("tcps://localhost", server.port)));
    assert_eq!(client.says("h\".z.e`PROTOCOL`CIPHER\""), "`TLSv1.3`TLS_AES_256_GCM_SHA384\n");
    assert_eq!(client.says("h\"key .z.e\""), "`CIPHER`PROTOCOL\n");
    client.says("c:(h\".z.w\\\".z.e\\\"\")`CERT");
    assert_eq!(
        client.says("-3!c`SUBJECT`ISSUER"),
        "\"(\\\"/C=US/CN=Server\\\";\\\"/C=US/CN=tls_known\\\")\"\n"
    );
    assert_eq!(client.says("c`NOTVALIDBEFORE"), "\"Feb 29 00:00:00 2020 GMT\"\n");
    assert_eq!(client.says("c`NOTVALIDAFTER"), "\"Dec 31 00:00:00 2099 GMT\"\n");
    assert_eq!(client.says("c`VERIFIED`VERIFYERROR"), "1b\n0\n");
    assert_eq!(client.says("all c[`SERIALNUMBER]in .Q.nA"), "1b\n");
    assert_eq!(client.says("(-26!h)`CERT"), client.says("c"));
    client.says(&format!("p:{}", open("", server.port)));
    assert_eq!(client.says("p\"count .z.e\"\n@[-26!;77;::]"), "0\n\"domain\"\n");
    let wanted = format!("`{}`YES\n", all.path("ca.pem"));
    assert_eq!(client.says("(-26!())`SSL_CA_CERT_FILE`SSL_VERIFY_SERVER"), wanted);
    assert_eq!(client.says("11h=type value(-26!)[]"), "1b\n");
}

#[test]
fn tls_only_refuses_what_is_plain() {
    let all = Certificates::new("tls_only");
    let server = all.server(&["-E", "2"], "");
    let mut client = all.client(&[]);
    for scheme in ["", "unix://"] {
        let said = client.says(&open(scheme, server.port).replace("//:", "//"));
        assert!(said.contains("TLS"), "{said}");
    }
    assert!(server.log_in(b"u:p\x06\0").is_none_or(|(_, n)| n > 6), "no answer in q's protocol");
    let mut http = TcpStream::connect(("localhost", server.port)).expect("it listens");
    http.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("sent");
    let mut said = Vec::new();
    let _ = http.read_to_end(&mut said);
    assert!(!said.starts_with(b"HTTP"), "{said:?}");
    assert_eq!(client.says(&format!("{}\"1\"", open("tcps://localhost", server.port))), "1\n");
    // The other way round: TLS where it is not spoken.
    let plain = Server::start(&[], "");
    assert!(client.says(&open("tcps://localhost", plain.port)).contains("hop. OS reports"));
}

#[test]
fn plain_and_encrypted_share_a_port() {
    let all = Certificates::new("tls_both");
    let server = all.server(&["-E", "1"], "");
    let mut client = all.client(&[]);
    client.says(&format!("h:{}", open("tcps://localhost", server.port)));
    assert_eq!(server.client().ask("1+1"), "2");
    // It has gone, which the server learns when it looks.
    while client.says("h\"count .z.W\"") != "1\n" {}
    // What is published to all is made once, and encrypted for some.
    let mut plain = server.client();
    plain.ask("1");
    let published = client.says("neg[h]\"-25!(key .z.W;til 100000)\";r:h[];(count r;last r)");
    assert_eq!(published, "100000 99999\n");
    assert_eq!(plain.receive().map(|m| m.len()), Some(8 + 6 + 800_000));
}

#[test]
fn the_web_is_encrypted() {
    let all = Certificates::new("tls_web");
    let server = all.server(&["-E", "1"], ".z.ph:{.h.hy[`txt;\"got \",x 0]}\n.z.ws:{neg[.z.w]reverse x}");
    let mut client = all.client(&[]);
    let url = format!("https://localhost:{}", server.port);
    assert_eq!(client.says(&format!(".Q.hg\"{url}/here\"")), "\"got here\"\n");
    assert_eq!(
        client.says(&format!("last\"\\r\\n\"vs(`$\":{url}\")\"GET /a HTTP/1.1\\r\\n\\r\\n\"")),
        "\"got a\"\n"
    );
    client.says(".z.ws:{got::x}");
    let wss = url.replace("https", "wss");
    client.says(&format!("r:(`$\":{wss}\")\"GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n\""));
    client.says("neg[r 0]200000#\"abc\"");
    let came = |client: &mut Server| client.says("`got in key`.") == "1b\n";
    assert!((0..100_000).any(|_| came(&mut client)), "the answer comes");
    assert_eq!(client.says("got~reverse 200000#\"abc\""), "1b\n");
}

#[test]
fn curl_and_the_server_understand_each_other() {
    if Command::new("curl").arg("--version").output().is_err() {
        return;
    }
    let all = Certificates::new("tls_curl");
    let server = all.server(&["-E", "2"], ".z.ph:{.h.hy[`txt;raze 100000#enlist x 0]}");
    for version in ["--tlsv1.3", "--tls-max=1.2"] {
        let version: Vec<&str> = version.split('=').collect();
        let mut curl = Command::new("curl");
        curl.args(["-s", "--cacert", &all.path("ca.pem")]).args(version);
        let said = curl.arg(format!("https://localhost:{}/abc", server.port)).output().expect("curl runs");
        assert!(said.status.success() && said.stdout == b"abc".repeat(100_000), "{said:?}");
    }
}

#[test]
fn who_is_not_believed_is_told_why() {
    let all = Certificates::new("tls_judge");
    let others = Certificates::new("tls_judge_others");
    let server = all.server(&["-E", "2"], "");
    let says = |client: &mut Server, place: &str| client.says(&open(place, server.port));
    assert!(says(&mut others.client(&[]), "tcps://localhost").contains("UnknownIssuer"));
    let mut careless = others.client(&[("SSL_VERIFY_SERVER", "NO")]);
    careless.says(&format!("h:{}", open("tcps://localhost", server.port)));
    assert_eq!(careless.says("(-26!h)[`CERT]`VERIFIED`VERIFYERROR"), "0b\n20\n");
    // A name is not asked for by YES, and by HOSTIP it is.
    assert!(says(&mut all.client(&[]), "tcps://127.0.0.2").ends_with("i\n"));
    let mut strict = all.client(&[("SSL_VERIFY_SERVER", "HOSTIP")]);
    assert!(says(&mut strict, "tcps://127.0.0.2").contains("not valid for name"));
    assert!(says(&mut strict, "tcps://127.0.0.1").ends_with("i\n"));
    // Over the web it always is.
    let web = format!("@[.Q.hg;\"https://127.0.0.2:{}/\";::]", server.port);
    assert!(all.client(&[]).says(&web).contains("not valid for name"));
    let mut none = all.client(&[("SSL_CA_CERT_FILE", "/nowhere/ca.pem")]);
    assert!(says(&mut none, "tcps://localhost").contains("/nowhere/ca.pem"));
    // Those named for q alone go first.
    let ca = all.path("ca.pem");
    let mut named = all.client(&[("SSL_CA_CERT_FILE", "/nowhere/ca.pem"), ("KX_SSL_CA_CERT_FILE", &ca)]);
    assert!(says(&mut named, "tcps://localhost").ends_with("i\n"));
    let mut old = params("Old", &["localhost"]);
    old.not_after = date_time_ymd(2021, 1, 1);
    all.issue("old", old);
    let late = all.server_as("old", &[], &["-E", "2"], "");
    assert!(all.client(&[]).says(&open("tcps://localhost", late.port)).contains("expired"));
}

#[test]
fn clients_show_certificates_when_asked() {
    let all = Certificates::new("tls_clients");
    let others = Certificates::new("tls_clients_others");
    all.issue("alice", params("Alice", &[]));
    let identity =
        |of: &Certificates, name: &str| (of.path(&format!("{name}.pem")), of.path(&format!("{name}.key")));
    let (good, good_key) = identity(&all, "alice");
    let (bad, bad_key) = identity(&others, "server");
    let cases =
        [("YES", "no", "yes", "no"), ("IFPRESENT", "yes", "yes", "no"), ("REQUESTONLY", "yes", "yes", "yes")];
    for (verify, without, with, wrong) in cases {
        let server = all.server_as("server", &[("SSL_VERIFY_CLIENT", verify)], &["-E", "2"], "");
        let try_as = |more: &[(&str, &str)]| {
            let mut client = all.client(more);
            let said = client.says(&format!(
                "h:{};$[10h=type h;h;h\".z.e[`CERT]`SUBJECT`VERIFIED\"]",
                open("tcps://localhost", server.port)
            ));
            if said.contains("alert") { "no".to_string() } else { said }
        };
        let entered = |said: &str| if said == "no" { "no" } else { "yes" };
        assert_eq!(entered(&try_as(&[])), without, "{verify} without");
        let alice = try_as(&[("SSL_CERT_FILE", &good), ("SSL_KEY_FILE", &good_key)]);
        assert_eq!(entered(&alice), with, "{verify}");
        assert_eq!(alice, "\"/C=US/CN=Alice\"\n1b\n");
        let mallory = try_as(&[("SSL_CERT_FILE", &bad), ("SSL_KEY_FILE", &bad_key)]);
        assert_eq!(entered(&mallory), wrong, "{verify} with another's");
        assert!(wrong == "no" || mallory == "\"/C=US/CN=Server\"\n0b\n", "{mallory}");
    }
}

#[test]
fn who_never_finishes_a_handshake_delays_nobody() {
    let all = Certificates::new("tls_slow");
    let mut server = all.server(&["-E", "2"], "");
    let mut halves = Vec::new();
    // The beginning of a record that is to be long, and nonsense.
    for part in
        [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..], b"\x16", b"\x16\x03\x01\x00\x05hello", b""]
    {
        for _ in 0..20 {
            let mut half = TcpStream::connect(("localhost", server.port)).expect("it listens");
            half.write_all(part).expect("sent");
            half.set_read_timeout(Some(LONGEST)).expect("a limit");
            halves.push(half);
        }
    }
    let mut client = all.client(&[]);
    assert_eq!(client.says(&format!("h:{};h\"2+2\"", open("tcps://localhost", server.port))), "4\n");
    assert_eq!(server.says("count .z.W"), "1\n");
    assert_eq!(client.says("h\"3+3\""), "6\n");
}

#[test]
fn nonsense_in_a_handshake_harms_nobody() {
    let all = Certificates::new("tls_nonsense");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut client = all.client(&[]);
    // A server that says nothing, and one that speaks something else.
    let within = format!("@[hopen;(`$\":tcps://localhost:{port}\";300);::]");
    assert_eq!(client.says(&within), "\"timeout\"\n");
    client.types(&open("tcps://localhost", port));
    let (_silent, (mut socket, _)) =
        (listener.accept().expect("a client"), listener.accept().expect("a client"));
    let mut hello = vec![0; 2000];
    let n = socket.read(&mut hello).expect("a greeting");
    hello.truncate(n);
    socket.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("sent");
    assert!(client.line().contains("hop. OS reports"));
    // The same greeting with a byte changed here and there.
    let server = all.server(&["-E", "2"], "");
    for at in 0..hello.len() {
        let mut bad = hello.clone();
        bad[at] ^= 0xff;
        let mut socket = TcpStream::connect(("localhost", server.port)).expect("it listens");
        socket.write_all(&bad).expect("sent");
    }
    assert_eq!(client.says(&format!("{}\"2+2\"", open("tcps://localhost", server.port))), "4\n");
}

#[test]
fn a_slow_reader_is_let_go_and_others_go_on() {
    let all = Certificates::new("tls_behind");
    let mut server = all.server(&["-E", "1", "-queue", "4"], ".z.pc:{closed::x}");
    let (mut slow, mut quick) = (all.client(&[]), all.client(&[]));
    for client in [&mut slow, &mut quick] {
        client.says(&format!("h:{};h\"1\"", open("tcps://localhost", server.port)));
    }
    slow.says("neg[h]\"mine:.z.w\";h\"1\"");
    // It reads nothing: what the system buffers for it is full at some time, and then its queue.
    slow.types("while[1b;]");
    server.says("do[40;neg[mine]1000000#0x00]");
    assert_eq!(server.told(), "'queue");
    assert_eq!(quick.says("h\"2+2\""), "4\n");
    assert_eq!(server.says("closed=mine"), "1b\n");
}

#[test]
fn threads_answer_encrypted_requests() {
    let all = Certificates::new("tls_threads");
    let server = all.server(&["-E", "2", "-p", "-0W"], "");
    assert_ne!(server.port, 0);
    let mut clients: Vec<Server> = (0..3).map(|_| all.client(&[])).collect();
    for (i, client) in clients.iter_mut().enumerate() {
        client.says(&format!("h:{}", open("tcps://localhost", server.port)));
        assert_eq!(
            client.says(&format!("h\"sum til {i}+1000000\"")),
            format!("{}\n", sum(i as u64 + 1_000_000))
        );
        assert_eq!(client.says("h\"key .z.e\""), "`CIPHER`PROTOCOL\n");
    }
    let once = format!("{{(`$\":tcps://localhost:{}\")(string x),\"*2\"}}peach til 4", server.port);
    let mut asker = all.client(&[]);
    assert_eq!(asker.says(&once), "0 2 4 6\n");
}

fn sum(n: u64) -> u64 {
    n * (n - 1) / 2
}

#[test]
fn without_a_certificate_a_process_does_not_start() {
    let said = typed(q(&["-q", "-E", "1"]).env("SSL_CERT_FILE", "/nowhere/cert.pem"), "1+1\n");
    assert!(said.code == Some(1) && said.out.is_empty(), "{}", said.out);
    assert!(said.err.contains("'failed to load TLS certificates"), "{}", said.err);
    assert!(said.err.contains("/nowhere/cert.pem"), "{}", said.err);
}
