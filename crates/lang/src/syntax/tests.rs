//! Texts and the parse trees they mean, as `parse` shows them.

use super::{NoNames, parse, tree};
use quarry_value::Sym;
use quarry_value::text::literal;

fn shown(text: &str) -> String {
    match parse(text.as_bytes(), &NoNames) {
        Ok(nodes) => {
            let value = tree::statements_to_value(&nodes, Sym::EMPTY);
            String::from_utf8_lossy(&literal(&value)).into_owned()
        }
        Err(e) => e.to_string(),
    }
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(shown(text), *expected, "{text}");
    }
}

#[test]
fn right_to_left() {
    check(&[
        ("5 6 7 8 + 1 2 3 4", "(+;5 6 7 8;1 2 3 4)"),
        ("2+4*7", "(+;2;(*;4;7))"),
        ("`a`b`c,`d,v", "(,;,`a`b`c;(,;,`d;`v))"),
        ("1 2 3 +neg 5 7", "(+;1 2 3;(-:;5 7))"),
        ("type 6", "(@:;6)"),
        ("{x*x}", "{x*x}"),
        ("a;b", "(\";\";`a;`b)"),
        (";a", "(\";\";::;`a)"),
        ("()", "()"),
        ("(1;a)", "(enlist;1;`a)"),
        ("(a)", "`a"),
        ("f[]", "(`f;::)"),
        ("f[;1]", "(`f;;1)"),
        ("f[1;`a]", "(`f;1;,`a)"),
        ("a[0][1]", "((`a;0);1)"),
        ("a in b", "(in;`a;`b)"),
        ("\"ab\"", "\"ab\""),
        ("\"a\"", "\"a\""),
        ("\"\\101\\n\\\"\"", "\"A\\n\\\"\""),
        ("a<=b", "(~>;`a;`b)"),
        ("`:dir/f:x", ",`:dir/f:x"),
        ("6(+)4", "(6;(+:;4))"),
        ("(#)x", "(#:;`x)"),
        ("(#:)x", "(#:;`x)"),
        ("[a;b]", "(\";\";`a;`b)"),
    ]);
}

#[test]
fn spaces_decide() {
    check(&[
        ("x-1", "(-;`x;1)"),
        ("x -1", "(`x;-1)"),
        ("x - 1", "(-;`x;1)"),
        ("3.5-1", "(-;3.5;1)"),
        ("3.5 -1", "3.5 -1"),
        ("x[1]-1", "(-;(`x;1);1)"),
        ("(a+b)- 1", "(-;(+;`a;`b);1)"),
        ("x:-1", "(:;`x;-1)"),
        ("1 2 /3", "1 2"),
        ("1 2+/3", "((/;+);1 2;3)"),
        ("a_b", "`a_b"),
        ("a _ b", "(_;`a;`b)"),
        ("2_b", "(_;2;`b)"),
        ("x.y", "`x.y"),
        ("x . y", "(.;`x;`y)"),
        (".z.p", "`.z.p"),
        ("/ only a comment", "::"),
        ("a /b\n+c", "(+;`a;`c)"),
        ("1 2\n\n 3 /four\n 5", "1 2 3 5"),
    ]);
}

#[test]
fn iterators() {
    check(&[
        ("+/[1 2 3 4]", "((/;+);1 2 3 4)"),
        ("1 2 3 +/: 5 7", "((/:;+);1 2 3;5 7)"),
        ("(+/)x", "((/;+);`x)"),
        ("x f'y", "((';`f);`x;`y)"),
        ("x f/:\\:y", "((\\:;(/:;`f));`x;`y)"),
        ("f[1]'[x]", "((';(`f;1));`x)"),
        ("x {y}': z", "((':;{y});`x;`z)"),
        ("'[f;g]", "(';`f;`g)"),
        ("'`a", "(\"'\";,`a)"),
        ("f each x", "(each;`f;`x)"),
        ("(/:;+)", "(enlist;/:;+)"),
    ]);
}

#[test]
fn trains() {
    check(&[
        ("2+", "(+;2)"),
        ("(0|+)", "(';(|;0);+)"),
        ("(0|+)\\", "(\\;(';(|;0);+))"),
        ("til count@", "(';`til;(@;#:))".replace("`til", "til").as_str()),
        ("f g@", "(';`f;(@;`g))"),
        ("f g::", "(';`f;`g)"),
        ("reciprocal(%).", "(';%:;(.;%))"),
        ("f:2*", "(:;`f;(*;2))"),
        ("f:+", "(:;`f;+)"),
        ("('[;])over", "(over;(';;))"),
    ]);
}

#[test]
fn assignment() {
    check(&[
        ("x:1", "(:;`x;1)"),
        ("x+:1", "(+:;`x;1)"),
        ("x[i]:1", "(:;`x`i;1)"),
        ("x[i],:1", "(,:;`x`i;1)"),
        ("x::1", "(::;`x;1)"),
        ("x::a;b", "(::;`x;(\";\";`a;`b))"),
        (".a.x::a;b", "(\";\";(::;`.a.x;`a);`b)"),
        ("a:b:0", "(:;`a;(:;`b;0))"),
        ("3+a:til 5", "(+;3;(:;`a;(til;5)))"),
        ("(a;b):1 2", "(:;(enlist;`a;`b);1 2)"),
        (":x", "(\":\";`x)"),
        ("@[x;i;:;y]", "(@;`x;`i;:;`y)"),
        ("$[a;b;c]", "($;`a;`b;`c)"),
        ("if[a;b]", "`if`a`b"),
        ("a: :[1f;r:`f;\"float\"]", "(:;`a;(:;1f;(:;`r;,`f);\"float\"))"),
    ]);
}

#[test]
fn brackets_of_tables() {
    check(&[
        ("([]a:1 2;b)", "(+:;(!;,`a`b;(enlist;1 2;`b)))"),
        ("([k:x]v:y)", "(!;(+:;(!;,,`k;(enlist;`x)));(+:;(!;,,`v;(enlist;`y))))"),
        ("([k:x];v:y)", "(!;(+:;(!;,,`k;(enlist;`x)));(+:;(!;,,`v;(enlist;`y))))"),
        ("([a:1;b:2])", "(!;,`a`b;(enlist;1;2))"),
        ("([0;1;2])", "(!;,`x`x1`x2;(enlist;0;1;2))"),
        ("([a:101;b:])", "(';(!;,`a`b);(enlist;101;))"),
        ("([]a+b;c:1)", "(+:;(!;,`a`c;(enlist;(+;`a;`b);1)))"),
        ("([]a::e)", "(+:;(!;,,`a;(enlist;`e)))"),
    ]);
}

#[test]
fn templates() {
    check(&[
        ("select c2:2*c2 from t where c1=`c", "(?;`t;,,(=;`c1;,`c);0b;(,`c2)!,(*;2;`c2))"),
        (
            "select sym,price,size from trade where price>50",
            "(?;`trade;,,(>;`price;50);0b;`sym`price`size!`sym`price`size)",
        ),
        (
            "select part:p,qty by sup:s from sp where qty>200,p=`p1",
            "(?;`sp;,((>;`qty;200);(=;`p;,`p1));(,`sup)!,`s;`part`qty!`p`qty)",
        ),
        ("select[10;<price] from trade", "(?;`trade;();0b;();10;,(<:;`price))"),
        ("select from t", "(?;`t;();0b;())"),
        ("select distinct a from t", "(?;`t;();1b;(,`a)!,`a)"),
        ("select distinct a by b from t", "(?;`t;();(,`b)!,`b;(,`a)!,(?:;`a))"),
        ("exec a from t", "(?;`t;();();,`a)"),
        ("exec sum a by b from t", "(?;`t;();,`b;,(sum;`a))"),
        ("exec a,b from t", "(?;`t;();();`a`b!`a`b)"),
        ("update a:1 by b from `t", "(!;,`t;();(,`b)!,`b;(,`a)!,1)"),
        ("delete a,b from t", "(!;`t;();0b;,`a`b)"),
        ("delete from t where a=1", "(!;`t;,,(=;`a;1);0b;`symbol$())"),
        ("f x", "`f`x"),
        (
            "select c1, c1, 2*c2, c2+c3, string c3, i, s.name from t",
            "(?;`t;();0b;`c1`c11`x`c2`c3`x1`name!(`c1;`c1;(*;2;`c2);(+;`c2;`c3);($:;`c3);`i;`s.name))",
        ),
        (
            "select 5 xbar time.minute, size wavg price, f'[a@'b], `time$avg c, (d,'4) from t",
            "(?;`t;();0b;`minute`price`b`c`x!((xbar;5;`time.minute);(wavg;`size;`price);((';`f);((';@);`a;`b));($;,`time;(avg;`c));((';,);`d;4)))",
        ),
        ("select (a,b) from t", "(?;`t;();0b;(,`b)!,(,;`a;`b))"),
        (
            "count select a from t where b in exec b from u where c,d",
            "(#:;(?;`t;,,(in;`b;(?;`u;,`c`d;();,`b));0b;(,`a)!,`a))",
        ),
        ("select a from b lj c", "(?;(lj;`b;`c);();0b;(,`a)!,`a)"),
        ("select price trade", "'from"),
    ]);
}

#[test]
fn lambdas_know_their_parameters() {
    let params = |text: &str| {
        let nodes = parse(text.as_bytes(), &NoNames).unwrap();
        let super::NodeKind::Lambda(lambda) = &nodes[0].kind else { panic!("no lambda: {text}") };
        lambda.params.len()
    };
    for (text, count) in [
        ("{}", 1),
        ("{x}", 1),
        ("{y}", 2),
        ("{[]x}", 0),
        ("{[a;b;c]}", 3),
        ("{x+{z}[1]}", 1),
        ("{select from y where a=z}", 2),
        ("{[(a;b);c:`j]a}", 2),
        ("{[x;]x}", 2),
    ] {
        assert_eq!(params(text), count, "{text}");
    }
}

#[test]
fn trees_come_back_as_nodes() {
    for text in [
        "2+4*7",
        "f[;1]",
        "`a`b,`c",
        "x[i]+:1",
        "x::1",
        "a;b",
        "(a;`b;())",
        "(+/)x",
        "x f/:\\:y",
        "{x+1} 2",
        "$[a;b;c]",
        "if[a;b]",
        "select a by b from t where c=`d",
    ] {
        let nodes = parse(text.as_bytes(), &NoNames).unwrap();
        let value = tree::statements_to_value(&nodes, Sym::EMPTY);
        let back = tree::to_value(&tree::from_value(&value).unwrap(), Sym::EMPTY);
        assert_eq!(literal(&back), literal(&value), "{text}");
    }
}

/// Numbers from a seed, for texts that nobody would think of.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Texts put together of tokens parse or signal, and their trees survive the way there and back.
#[test]
fn no_text_panics() {
    const PIECES: &[&str] = &[
        "a", "x", "y", "f", "1", "-1", "2.5", "0N", "`a", "`a`b", "\"s\"", "\"", "+", "-", "/", "\\", "'",
        "/:", "':", ":", "::", "+:", "#:", "0:", "<=", "(", ")", "[", "]", "{", "}", ";", ",", "@", ".", "_",
        " ", "\n", " /c\n", "select ", " from ", " where ", " by ", "exec ", "delete ", "if[", "$[", "([",
        "in", " each ", ".z.p", "\u{e9}",
    ];
    let mut random = Random(88172645463325252);
    for _ in 0..20_000 {
        let text: String = (0..random.below(14)).map(|_| PIECES[random.below(PIECES.len())]).collect();
        if let Ok(nodes) = parse(text.as_bytes(), &NoNames) {
            let value = tree::statements_to_value(&nodes, Sym::EMPTY);
            let _ = tree::from_value(&value).map(|n| tree::to_value(&n, Sym::EMPTY));
        }
    }
    for _ in 0..5_000 {
        let bytes: Vec<u8> = (0..random.below(30)).map(|_| random.below(256) as u8).collect();
        let _ = parse(&bytes, &NoNames);
    }
}

/// What is just not too deep is read, and walked, on a thread with the stack that a process has. Code that is not
/// optimised has large frames.
#[test]
fn depth_is_bounded() {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(deep_texts).unwrap();
    thread.join().unwrap();
}

fn deep_texts() {
    let walk = |text: String| {
        if let Ok(nodes) = parse(text.as_bytes(), &NoNames) {
            let value = tree::statements_to_value(&nodes, Sym::EMPTY);
            tree::from_value(&value).unwrap();
        }
    };
    let nested = |open: &str, close: &str| open.repeat(299) + "1" + &close.repeat(299);
    for (open, close) in
        [("(", ")"), ("{", "}"), ("f[", "]"), ("select (", ") from t"), ("([]a:", ")"), ("$[a;b;", "]")]
    {
        walk(nested(open, close));
    }
    for link in ["1+", "f ", "a:", "f each ", "select a from ", "'", ":"] {
        for count in [290, 990, 5000] {
            walk(link.repeat(count) + "1");
        }
    }
    walk("f".to_string() + &"'".repeat(990));
    walk("f".to_string() + &"[1]".repeat(990));
}
