//! The command line: `q [file] [-flag value]…`, as kdb+ reads it.
//!
//! A word that is no flag of q's and no value of one is left to the program, in `.z.x`.

use quarry_lang::settings::Settings;
use quarry_value::Sym;

/// One flag: its letter, how many words follow it, and what they set. `None` when the words make no sense.
struct Flag {
    name: &'static str,
    takes: usize,
    wants: &'static str,
    set: fn(&mut Settings, &[String]) -> Option<()>,
}

const fn flag(
    name: &'static str,
    takes: usize,
    wants: &'static str,
    set: fn(&mut Settings, &[String]) -> Option<()>,
) -> Flag {
    Flag { name, takes, wants, set }
}

static FLAGS: &[Flag] = &[
    flag("-b", 0, "", |s, _| {
        s.blocked = true;
        Some(())
    }),
    flag("-q", 0, "", |s, _| {
        s.quiet = true;
        Some(())
    }),
    flag("-c", 2, "rows and columns", |s, w| {
        s.console = size(w)?;
        Some(())
    }),
    flag("-C", 2, "rows and columns", |s, w| {
        s.http = size(w)?;
        Some(())
    }),
    flag("-e", 1, "0, 1 or 2", |s, w| put(&mut s.error_trap, w, 0, 2)),
    flag("-E", 1, "0 (plain), 1 (plain and TLS) or 2 (TLS only)", |s, w| put(&mut s.tls, w, 0, 2)),
    flag("-g", 1, "0 or 1", |s, w| put(&mut s.collect, w, 0, 1)),
    flag("-l", 0, "", |s, _| {
        s.logged = true;
        Some(())
    }),
    flag("-L", 0, "", |s, _| {
        (s.logged, s.log_sync) = (true, true);
        Some(())
    }),
    flag("-m", 1, "a folder of the file system that is to back memory", |s, w| {
        s.memory_path = Some(w[0].clone());
        Some(())
    }),
    flag("-o", 1, "hours from UTC, or minutes past 23", |s, w| {
        s.offset = Some(w[0].parse().ok()?);
        Some(())
    }),
    flag("-p", 1, "[rp,][host:]port, first/last or a service", |s, w| {
        s.place = w[0].clone();
        (!s.place.is_empty()).then_some(())
    }),
    flag("-P", 1, "digits from 0 to 17", |s, w| put(&mut s.precision, w, 0, 17)),
    flag("-queue", 1, "megabytes that may wait for one connection, 0 for no limit", |s, w| {
        s.queue_mb = w[0].parse().ok()?;
        Some(())
    }),
    flag("-r", 1, ":host:port[:user[:password]]", |s, w| {
        s.primary = w[0].clone();
        (!s.primary.is_empty()).then_some(())
    }),
    flag("-s", 1, "how many threads, up to 1024, or processes, as a negative number", |s, w| {
        put(&mut s.threads_max, w, -1024, 1024)?;
        s.threads = s.threads_max;
        Some(())
    }),
    flag("-S", 1, "an integer that is not 0", |s, w| {
        put(&mut s.seed, w, i32::MIN + 1, i32::MAX)?;
        (s.seed != 0).then_some(())
    }),
    flag("-t", 1, "milliseconds", |s, w| {
        s.timer_ms = w[0].parse().ok().filter(|ms| *ms >= 0)?;
        Some(())
    }),
    flag("-T", 1, "seconds", |s, w| put(&mut s.timeout_s, w, 0, i32::MAX)),
    flag("-u", 1, "1 or a file of users, and no -U beside it", |s, w| {
        s.restricted = true;
        users(s, (w[0] != "1").then_some(&w[0]))
    }),
    flag("-U", 1, "a file of users, and no -u beside it", |s, w| {
        let alone = !s.restricted;
        users(s, Some(&w[0])).filter(|()| alone)
    }),
    flag("-w", 1, "megabytes", |s, w| {
        s.memory_mb = w[0].parse().ok().filter(|mb| (0..1 << 40).contains(mb))?;
        Some(())
    }),
    flag("-W", 1, "a day from 0 (Saturday) to 6", |s, w| put(&mut s.week, w, 0, 6)),
    flag("-fsync", 0, "", |s, _| {
        s.durable = true;
        Some(())
    }),
    flag("-zcache", 1, "megabytes for decoded blocks of compressed files", |s, w| {
        s.cache_mb = Some(w[0].parse().ok()?);
        Some(())
    }),
    flag("-z", 1, "0 (month first) or 1 (day first)", |s, w| put(&mut s.day_first, w, 0, 1)),
    flag("--no-web-console", 0, "", |s, _| {
        s.web_console = false;
        Some(())
    }),
];

fn put(field: &mut i32, words: &[String], least: i32, most: i32) -> Option<()> {
    *field = words[0].parse().ok().filter(|n| (least..=most).contains(n))?;
    Some(())
}

/// Only one of `-u` and `-U` says who may come in.
fn users(s: &mut Settings, file: Option<&String>) -> Option<()> {
    let first = s.users.is_none();
    s.users = file.cloned();
    first.then_some(())
}

fn size(words: &[String]) -> Option<(i32, i32)> {
    Some(Settings::coerce_size(words[0].parse().ok()?, words[1].parse().ok()?))
}

/// Settings from the words of the command line (the program's name first), or what is wrong with them.
pub fn parse(words: &[String]) -> Result<Settings, String> {
    let mut settings = Settings { raw_args: words.to_vec(), ..Settings::default() };
    let mut rest = words.get(1..).unwrap_or(&[]);
    let mut file = None;
    while let Some((word, after)) = rest.split_first() {
        if let Some(flag) = FLAGS.iter().find(|f| f.name == word) {
            let bad = || format!("'invalid\n  {} wants {}", flag.name, flag.wants);
            let values = after.get(..flag.takes).ok_or_else(bad)?;
            (flag.set)(&mut settings, values).ok_or_else(bad)?;
            rest = &after[flag.takes..];
            continue;
        }
        if file.is_none() && settings.args.is_empty() && !word.starts_with('-') {
            file = Some(Sym::new(word));
        } else {
            settings.args.push(word.clone());
        }
        rest = after;
    }
    settings.file = file.unwrap_or_default();
    if settings.logged && settings.file.is_empty() {
        return Err("'invalid\n  -l wants a file, whose name the log gets".into());
    }
    if settings.logged && !settings.primary.is_empty() {
        return Err(
            "'invalid\n  -r goes without -l and -L: what is logged elsewhere would be logged twice".into()
        );
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Settings, String> {
        parse(&line.split(' ').map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn flags_set_and_words_are_left() {
        let s = of("q test.q -P 0 -abc 123 -c 5 5000 -q").unwrap();
        assert_eq!((s.file.bytes(), s.precision, s.console, s.quiet), (&b"test.q"[..], 0, (10, 2000), true));
        assert_eq!(s.args, ["-abc", "123"]);
        assert_eq!(of("q -s 4").unwrap().threads, 4);
        assert_eq!(of("q -p rp,5000").unwrap().place, "rp,5000");
    }

    #[test]
    fn a_value_of_an_unknown_flag_is_no_file() {
        let s = of("q -db place -q").unwrap();
        assert!(s.file.is_empty());
        assert_eq!(s.args, ["-db", "place"]);
    }

    #[test]
    fn bad_values_are_told() {
        assert_eq!(of("q -P 18").map(|_| ()), Err("'invalid\n  -P wants digits from 0 to 17".into()));
        assert_eq!(of("q -c 20").map(|_| ()), Err("'invalid\n  -c wants rows and columns".into()));
        assert!(of("q -S 0").is_err());
        assert_eq!(of("q -m /tmp").map(|s| s.memory_path), Ok(Some("/tmp".into())));
        assert!(of("q -m").is_err());
        assert_eq!(of("q -u 1").map(|s| (s.restricted, s.users)), Ok((true, None)));
        assert_eq!(of("q -u f").map(|s| (s.restricted, s.users)), Ok((true, Some("f".into()))));
        assert_eq!(of("q -U 1").map(|s| (s.restricted, s.users)), Ok((false, Some("1".into()))));
        for both in ["q -u 1 -U f", "q -U f -u 1", "q -U f -u g"] {
            assert!(of(both).is_err(), "{both}");
        }
    }
}
