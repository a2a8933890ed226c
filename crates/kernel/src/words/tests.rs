use super::*;
use crate::order::identical;
use crate::strings::Strings;
use crate::strings::tests::{both_lists, in_all_ways, words};
use quarry_value::{Sym, Type, Value};

fn text(s: &str) -> Value {
    Value::chars(s)
}

fn sym(s: &str) -> Value {
    Value::sym(s)
}

fn is(x: &Value, pattern: &str) -> bool {
    matches!(like(x, &text(pattern)).unwrap(), Value::U8(Type::Bool, 1))
}

fn strings(x: &Value) -> Vec<String> {
    x.items().map(|s| String::from_utf8(s.as_text().unwrap().to_vec()).unwrap()).collect()
}

fn names(x: &Value) -> Vec<String> {
    x.as_syms().unwrap().iter().map(|s| s.text().into_owned()).collect()
}

#[test]
fn patterns_match() {
    assert!(is(&sym("quick"), "qu?ck"));
    assert!(is(&sym("brown"), "br[ao]wn"));
    assert!(is(&text("br]wn"), "[bf]r[]]wn"));
    assert!(is(&text("br^wn"), "br[&^]wn"));
    assert!(!is(&text("br5wn"), "br[^3-6]wn"));
    assert!(is(&text("br*wn"), "br[*]wn"));
    assert!(is(&text("a[c"), "a[[]c"));
    assert!(is(&text("brwn"), "br*wn"));
    assert!(is(&text("broom of your own"), "br*wn"));
    assert!(!is(&text("brown"), "br*x"));
    assert!(is(&text(""), "*"));
    assert!(!is(&text(""), "?"));
    assert!(is(&text("xxthexx"), "*the*"));
    assert!(is(&text("the other"), "*the*the*") && !is(&text("the other"), "*the*the"));
    assert_eq!(like(&Value::long(1), &text("a")).unwrap_err().word(), b"type");
    assert_eq!(like(&text("a"), &sym("a")).unwrap_err().word(), b"type");
    let many = Value::syms((0..200).map(|i| Sym::new(format!("s{}", i % 3))).collect());
    let hits = like(&many, &text("*1")).unwrap();
    assert!((0..200).all(|i| matches!(hits.at(i), Value::U8(_, b) if b == (i % 3 == 1) as u8)));
}

#[test]
fn searches() {
    let at = |x: &str, y: &str| -> Vec<i64> {
        ss(&text(x), &text(y)).unwrap().items().map(|i| i.as_long().unwrap()).collect()
    };
    assert_eq!(at("toronto ontario", "ont"), [3, 8]);
    assert_eq!(at("toronto ontario", "[ir]o"), [2, 13]);
    assert_eq!(at("toronto ontario", "t?r"), [0, 10]);
    assert_eq!(ss(&text("a"), &text("")).unwrap_err().word(), b"length");
    assert_eq!(ss(&text("a"), &text("a*")).unwrap_err().word(), b"length");
    let mut call = |_: &Value, y: &Value| upper(y);
    let all = ssr(&text("toronto ontario"), &text("ont"), &text("x"), &mut call).unwrap();
    assert_eq!(all.as_text().unwrap(), b"torxo xario");
    let some = ssr(&text("toronto ontario"), &text("t?r"), &Value::identity(), &mut call).unwrap();
    assert_eq!(some.as_text().unwrap(), b"TORonto onTARio");
}

#[test]
fn text_splits_and_joins() {
    let pieces = vs(&text("|"), &text("red|green||blue")).unwrap();
    assert_eq!(strings(&pieces), ["red", "green", "", "blue"]);
    assert_eq!(sv(&text("|"), &pieces).unwrap().as_text().unwrap(), b"red|green||blue");
    assert_eq!(strings(&vs(&text(", "), &text("a, b")).unwrap()), ["a", "b"]);
    assert_eq!(strings(&vs(&sym(""), &text("abc\r\ndef\n")).unwrap()), ["abc", "def"]);
    assert_eq!(names(&vs(&sym(""), &sym("mywork.dat")).unwrap()), ["mywork", "dat"]);
    assert_eq!(names(&vs(&sym(""), &sym(":/a/b/c.d")).unwrap()), [":/a/b", "c.d"]);
    let parts = Value::syms(vec![Sym::new(":/a"), Sym::new("b"), Sym::EMPTY]);
    assert_eq!(sv(&sym(""), &parts).unwrap().as_sym().unwrap().bytes(), b":/a/b/");
    assert_eq!(sv(&sym(""), &pieces).unwrap().as_text().unwrap(), b"red\ngreen\n\nblue\n");
    assert_eq!(sv(&text(","), &Value::longs(vec![1])).unwrap_err().word(), b"type");
}

#[test]
fn numbers_split_and_join() {
    let longs = |x: &Value| -> Vec<i64> { x.items().map(|i| i.as_long().unwrap()).collect() };
    let base = |xs: &[i64]| Value::longs(xs.to_vec());
    assert_eq!(longs(&vs(&Value::long(10), &Value::long(1995)).unwrap()), [1, 9, 9, 5]);
    assert_eq!(longs(&vs(&base(&[24, 60, 60]), &Value::long(3805)).unwrap()), [1, 3, 25]);
    assert_eq!(longs(&vs(&Value::long(10), &base(&[1995, 96])).unwrap().at(0)), [1, 0]);
    assert_eq!(sv(&Value::long(10), &base(&[2, 3, 5, 7])).unwrap().as_long(), Some(2357));
    assert_eq!(sv(&base(&[0, 24, 60, 60]), &base(&[2, 3, 5, 7])).unwrap().as_long(), Some(183907));
    for x in [Value::I16(-32513), Value::int(4227327), Value::long(-7), Value::byte(5)] {
        let bits = vs(&Value::bool(false), &x).unwrap();
        assert_eq!(sv(&Value::bool(false), &bits).unwrap().as_long(), x.as_long());
        if x.type_number() != -4 {
            let bytes = vs(&Value::byte(0), &x).unwrap();
            assert_eq!(sv(&Value::byte(0), &bytes).unwrap().as_long(), x.as_long());
        }
    }
    assert_eq!(sv(&Value::bool(false), &Value::bools(vec![1; 7])).unwrap_err().word(), b"length");
}

#[test]
fn blanks_and_case() {
    assert_eq!(trim(&text("   IBM   ")).unwrap().as_text().unwrap(), b"IBM");
    assert_eq!(ltrim(&text("  a ")).unwrap().as_text().unwrap(), b"a ");
    assert_eq!(rtrim(&text("   ")).unwrap().as_text().unwrap(), b"");
    assert_eq!(trim(&Value::longs(vec![i64::MIN, 1, i64::MIN])).unwrap().count(), 1);
    assert_eq!(upper(&sym("ibm")).unwrap().as_sym().unwrap().bytes(), b"IBM");
    assert_eq!(lower(&Value::long(1)).unwrap_err().word(), b"type");
    assert_eq!(hsym(&sym("a")).unwrap().as_sym().unwrap().bytes(), b":a");
}

#[test]
fn strings_of_a_list_are_searched_as_one_by_one() {
    let words = words(300, 7);
    let one = |f: &dyn Fn(&Value) -> Value| {
        Value::collapse(words.iter().map(|w| f(&Value::chars(w.as_slice()))).collect())
    };
    for pattern in ["a", "aa", "aba", "b", "_", "[ab]_", "?a", "a?a", "zz", "*"] {
        let p = text(pattern);
        let found = one(&|w| ss(w, &p).unwrap());
        let new = ["", "_", "aaa"]
            .map(|z| one(&|w| ssr(w, &p, &text(z), &mut |_, _| unreachable!("a text replaces")).unwrap()));
        let likes =
            [pattern.to_string(), format!("*{pattern}*"), format!("{pattern}*"), format!("*{pattern}")];
        let like_each = likes.clone().map(|p| one(&|w| like(w, &text(&p)).unwrap()));
        in_all_ways(|| {
            for l in both_lists(&words) {
                let x = Strings::of(&l).unwrap();
                assert!(identical(&ss_each(&x, pattern.as_bytes()).unwrap(), &found), "{pattern}");
                for (z, new) in ["", "_", "aaa"].iter().zip(&new) {
                    assert!(
                        identical(&ssr_each(&x, pattern.as_bytes(), z.as_bytes()).unwrap(), new),
                        "{pattern}"
                    );
                }
                for (p, each) in likes.iter().zip(&like_each) {
                    assert!(identical(&like(&Value::from(l.clone()), &text(p)).unwrap(), each), "{p}");
                }
            }
        });
    }
    for bad in ["", "a*"] {
        let l = &both_lists(&words)[0];
        let x = Strings::of(l).unwrap();
        assert_eq!(ss_each(&x, bad.as_bytes()).unwrap_err().word(), b"length");
        assert_eq!(ssr_each(&x, bad.as_bytes(), b"").unwrap_err().word(), b"length");
    }
    let at = one(&|w| crate::find(w, &Value::char(b'_')).unwrap());
    let holds = one(&|w| crate::in_(&Value::char(b'_'), w).unwrap());
    let padded = [-9, 0, 9].map(|n| one(&|w| crate::pad(n, w).unwrap()));
    let trims = [trim, ltrim, rtrim].map(|f| (f, one(&|w| f(w).unwrap())));
    let joined = [&b""[..], b"_", b"--"].map(|by| (by, words.join(by)));
    in_all_ways(|| {
        for l in both_lists(&words) {
            let x = Strings::of(&l).unwrap();
            assert!(identical(&Value::longs(find_each(&x, |_| b'_')), &at));
            assert!(identical(&Value::bools(holds_each(&x, b'_')), &holds));
            let x = Value::from(l.clone());
            for (n, padded) in [-9, 0, 9].into_iter().zip(&padded) {
                assert!(identical(&crate::pad(n, &x).unwrap(), padded));
            }
            trims.iter().for_each(|(f, trimmed)| assert!(identical(&f(&x).unwrap(), trimmed)));
            for (by, joined) in &joined {
                assert_eq!(sv(&Value::chars(*by), &x).unwrap().as_text(), Some(joined.as_slice()));
            }
        }
    });
}

#[test]
fn strings_of_a_list_are_split_as_one_by_one() {
    let words = words(300, 9);
    let one = |f: &dyn Fn(&Value) -> Value| {
        Value::collapse(words.iter().map(|w| f(&Value::chars(w.as_slice()))).collect())
    };
    for by in ["_", "a", "aa", "aba", "\u{ff}", " "] {
        let want = one(&|w| vs(&text(by), w).unwrap());
        let each = |f: &dyn Fn(&Value) -> Value| Value::collapse(want.items().map(|x| f(&x)).collect());
        let counts = each(&|x| Value::long(x.count() as i64));
        let seconds = each(&|x| crate::index(x, &Value::long(1)).unwrap());
        let back = each(&|x| sv(&text("-"), x).unwrap());
        let turned = each(&|x| crate::reverse(x).unwrap());
        let numbers = each(&|x| crate::tok(Type::Long, x).unwrap());
        let razed = crate::raze(&want).unwrap();
        in_all_ways(|| {
            for l in both_lists(&words) {
                let split = vs_each(by.as_bytes(), &Strings::of(&l).unwrap()).unwrap();
                assert!(identical(&split, &want), "{by}");
                let Value::List(x) = &split else { panic!("a list of lists") };
                let pieces = x.as_pieces().unwrap();
                assert!(identical(&crate::each::counts(x).unwrap(), &counts));
                assert!(identical(&crate::each::items(x, |_, _| 1).unwrap().unwrap(), &seconds));
                assert!(identical(&crate::each::reversed(x).unwrap().unwrap(), &turned));
                assert!(identical(&sv_each(b"-", pieces).unwrap(), &back));
                assert!(identical(&crate::tok(Type::Long, &split).unwrap(), &numbers));
                assert!(identical(&crate::raze(&split).unwrap(), &razed));
                let uneven = counts.items().any(|n| n.as_long() != counts.at(0).as_long());
                assert_eq!(crate::each::flipped(pieces).unwrap().is_none(), uneven);
            }
        });
    }
    let even: Vec<Vec<u8>> = words.iter().map(|w| [&b"x,"[..], w, b",yz"].concat()).collect();
    let want =
        Value::list(even.iter().map(|w| vs(&text(","), &Value::chars(w.as_slice())).unwrap()).collect());
    in_all_ways(|| {
        for l in both_lists(&even) {
            let split = vs_each(b",", &Strings::of(&l).unwrap()).unwrap();
            assert!(identical(&crate::flip(&split).unwrap(), &crate::flip(&want).unwrap()));
        }
    });
    assert_eq!(vs_each(b"", &Strings::of(&both_lists(&words)[0]).unwrap()).unwrap_err().word(), b"length");
}
