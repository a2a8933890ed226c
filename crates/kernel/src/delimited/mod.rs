//! `0:` on text: tables as delimited lines, and lines as columns. Files are read and written elsewhere.
//!
//! | file | noun |
//! |---|---|
//! | `prepare` | a table as lines |
//! | `fields` | lines to fields |
//! | `load` | what the left of `0:` says; names |
//! | `rows` | records to columns |
//! | `check` | what is not as the format says |
//! | `pairs` | `"S=;"0:` |

mod check;
mod fields;
mod load;
mod pairs;
mod prepare;
mod rows;

pub use check::{Bad, Why, bad_fields};
pub use load::{load_bytes, load_text};
pub use pairs::key_value_pairs;
pub use prepare::{escape_quotes, prepare_text, write_lines};

use quarry_value::error::type_error;
use quarry_value::{Result, Type, Value};

/// `x 0: y` where `y` is no file: Prepare Text for a char on the left, Key-Value Pairs for a string, Load CSV and
/// Load Fixed for a list.
///
/// Source: ref/file-text.
pub fn file_text(x: &Value, y: &Value) -> Result<Value> {
    match x {
        Value::U8(Type::Char, delimiter) => prepare_text(*delimiter, y),
        _ if x.is_string() => {
            let format = x.as_text().unwrap_or_default();
            let no_string = || type_error().detail(pairs::wanted(format, "pairs are read from one string"));
            key_value_pairs(format, y.as_text().ok_or_else(no_string)?)
        }
        Value::List(_) => load_text(x, y),
        _ => Err(type_error().detail("left of 0: a delimiter, a format or a file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_value::Sym;
    use quarry_value::text::literal;

    fn show(x: Result<Value>) -> String {
        match x {
            Ok(v) => String::from_utf8(literal(&v)).unwrap(),
            Err(e) => e.to_string(),
        }
    }

    fn lines(texts: &[&str]) -> Value {
        Value::list(texts.iter().map(|t| Value::chars(*t)).collect())
    }

    fn format(types: &str, more: Vec<Value>) -> Value {
        Value::list([vec![Value::chars(types)], more].concat())
    }

    #[test]
    fn tables_become_lines() {
        let names = vec![Sym::new("a"), Sym::new("b")];
        let texts = lines(&["foo", "bar,baz", "qu\"ux", "fred\",x"]);
        let t = Value::table(names, vec![Value::longs(vec![1, i64::MIN, 3, 4]), texts]);
        assert_eq!(
            show(file_text(&Value::char(b','), &t)),
            r#"("a,b";"1,foo";",\"bar,baz\"";"3,qu\"ux";"4,\"fred\"\",x\"")"#
        );
        let d = Value::table(vec![Sym::new("d")], vec![Value::vector(Type::Date, vec![0])]);
        assert_eq!(show(file_text(&Value::char(b','), &d)), "(,\"d\";\"2000-01-01\")");
        let bad = Value::table(vec![Sym::new("d")], vec![Value::list(vec![Value::long(1)])]);
        assert_eq!(show(file_text(&Value::char(b','), &bad)), "'type");
    }

    #[test]
    fn lines_become_columns() {
        let y = lines(&["0,hea,481", "10,dfi"]);
        assert_eq!(show(file_text(&format("ISJ", vec![Value::char(b',')]), &y)), "(0 10i;`hea`dfi;481 0N)");
        assert_eq!(show(file_text(&format("I *", vec![Value::char(b',')]), &y)), "(0 10i;(\"481\";\"\"))");
        let one = Value::chars("20130315,185540686");
        assert_eq!(
            show(file_text(&format("DT", vec![Value::char(b',')]), &one)),
            "(2013.03.15;18:55:40.686)"
        );
        let y = lines(&["x,y", "1,\"a,\"\"b\"", "2,c"]);
        assert_eq!(
            show(file_text(&format("J*", vec![Value::chars(",")]), &y)),
            "+`x`y!(1 2;(\"a,\\\"b\";,\"c\"))"
        );
        let y = lines(&["0,\"ab\nc\"", "1,\"def\""]);
        let flagged = format("I*", vec![Value::char(b','), Value::long(1)]);
        assert_eq!(show(file_text(&flagged, &y)), "(0 1i;(\"ab\\nc\";\"def\"))");
        assert_eq!(
            show(load_bytes(&flagged, b"0,\"ab\nc\"\r\n1,\"def\"\r\n")),
            "(0 1i;(\"ab\\nc\";\"def\"))"
        );
    }

    #[test]
    fn many_lines() {
        let text: String = (0..40_000).map(|i| format!("{i},s{},t\n", i % 5)).collect();
        let x = load_bytes(&format("JS*", vec![Value::char(b',')]), text.as_bytes()).unwrap();
        assert_eq!(x.count(), 3);
        assert_eq!(show(Ok(x.at(0).at(39_999))), "39999");
        assert_eq!(show(Ok(x.at(1).at(20_004))), "`s4");
        assert_eq!((x.at(0).count(), x.at(2).count()), (40_000, 40_000));
        assert!(x.at(2).at(17_000).is_string());
    }

    #[test]
    fn fixed_fields() {
        let x = format("DT", vec![Value::longs(vec![8, 9])]);
        assert_eq!(show(file_text(&x, &lines(&["20130315185540686"]))), "(,2013.03.15;,18:55:40.686)");
        assert_eq!(
            show(load_bytes(&x, b"2013031518554068620130316185540686")),
            "(2013.03.15 2013.03.16;18:55:40.686 18:55:40.686)"
        );
        let dates = lines(&["Tue, 04 Jun 2013 07:00:13 +0900", "Tue, 04 Jun 2013 07:00:13 -0500"]);
        assert_eq!(
            show(file_text(&format(" Z T", vec![Value::longs(vec![5, 20, 1, 5])]), &dates)),
            "(2013.06.04T07:00:13.000 2013.06.04T07:00:13.000;09:00:00.000 -05:00:00.000)"
        );
    }

    #[test]
    fn pairs() {
        assert_eq!(
            show(file_text(&Value::chars("S=;"), &Value::chars("one=1;two=2"))),
            "(`one`two;(,\"1\";,\"2\"))"
        );
        let quoted = Value::chars("5=\"hello,world\",6=1");
        assert_eq!(show(file_text(&Value::chars("I=*,"), &quoted)), "(5 6i;(\"hello,world\";,\"1\"))");
    }
}
