//! The command line: `q [file] [-flag value]…`, as kdb+ reads it.
//!
//! A word that is no flag of q's and no value of one is left to the program, in `.z.x`. So are `--help` and `--version`
//! where there is a script or database; without one, `q` answers them.

use quarry_lang::settings::Settings;
use quarry_value::Sym;
use std::ffi::OsString;
use std::str::FromStr;

/// One flag: its name, the words that follow it, what those must be, what it does, and how it is set. `None` when the
/// words make no sense.
struct Flag {
    name: &'static str,
    form: &'static str,
    wants: &'static str,
    does: &'static str,
    set: fn(&mut Settings, &[OsString]) -> Option<()>,
}

const fn flag(
    name: &'static str,
    form: &'static str,
    wants: &'static str,
    does: &'static str,
    set: fn(&mut Settings, &[OsString]) -> Option<()>,
) -> Flag {
    Flag { name, form, wants, does, set }
}

impl Flag {
    /// How many words follow it.
    fn takes(&self) -> usize {
        self.form.split_whitespace().count()
    }
}

static FLAGS: &[Flag] = &[
    flag("-b", "", "", "clients change nothing", |s, _| {
        s.blocked = true;
        Some(())
    }),
    flag("-q", "", "", "quiet: no banner, no prompt", |s, _| {
        s.quiet = true;
        Some(())
    }),
    flag("-c", "R C", "rows and columns", "rows and columns of the console", |s, w| {
        s.console = size(w)?;
        Some(())
    }),
    flag("-C", "R C", "rows and columns", "rows and columns of a page in a browser", |s, w| {
        s.http = size(w)?;
        Some(())
    }),
    flag("-e", "N", "0, 1 or 2", "errors of clients: 0 trapped, 1 suspended, 2 trapped and shown", |s, w| {
        put(&mut s.error_trap, w, 0, 2)
    }),
    flag(
        "-E",
        "N",
        "0 (plain), 1 (plain and TLS) or 2 (TLS only)",
        "TLS: 0 none, 1 beside plain connections, 2 alone",
        |s, w| put(&mut s.tls, w, 0, 2),
    ),
    flag("-g", "N", "0 or 1", "kept for kdb+; memory goes back to the system by itself", |s, w| {
        put(&mut s.collect, w, 0, 1)
    }),
    flag("-l", "", "", "log what messages change, beside the script or database", |s, _| {
        s.logged = true;
        Some(())
    }),
    flag("-L", "", "", "the same, and wait for the disk each time", |s, _| {
        (s.logged, s.log_sync) = (true, true);
        Some(())
    }),
    flag(
        "-m",
        "FOLDER",
        "a folder of the file system that is to back memory",
        "a file system that backs the namespace .m",
        |s, w| {
            s.memory_path = Some(w[0].clone());
            Some(())
        },
    ),
    flag(
        "-o",
        "N",
        "hours from UTC, or minutes past 23",
        "hours or minutes from UTC to local time",
        |s, w| {
            s.offset = Some(number(&w[0]).filter(|n| Settings::may_be_offset(*n))?);
            Some(())
        },
    ),
    flag("-p", "PORT", "[rp,][host:]port, first/last or a service", "listen at a port", |s, w| {
        s.place = w[0].to_str()?.into();
        (!s.place.is_empty()).then_some(())
    }),
    flag("-P", "N", "digits from 0 to 17", "digits of floats that are shown; 0 for all", |s, w| {
        put(&mut s.precision, w, 0, 17)
    }),
    flag(
        "-queue",
        "MB",
        "megabytes that may wait for one connection, 0 for no limit",
        "megabytes that may wait for a slow connection",
        |s, w| {
            s.queue_mb = number(&w[0])?;
            Some(())
        },
    ),
    flag("-r", ":HOST:PORT", ":host:port[:user[:password]]", "be a replica of another process", |s, w| {
        s.primary = w[0].to_str()?.into();
        (!s.primary.is_empty()).then_some(())
    }),
    flag(
        "-s",
        "N",
        "how many threads, up to 1024, or processes, as a negative number",
        "threads for one query; negative: processes for peach",
        |s, w| {
            put(&mut s.threads_max, w, -1024, 1024)?;
            s.threads = s.threads_max;
            Some(())
        },
    ),
    flag("-S", "N", "an integer that is not 0", "seed of random numbers", |s, w| {
        put(&mut s.seed, w, i32::MIN + 1, i32::MAX)?;
        (s.seed != 0).then_some(())
    }),
    flag("-t", "MS", "milliseconds", "milliseconds between calls of .z.ts", |s, w| {
        s.timer_ms = number(&w[0]).filter(|ms| *ms >= 0)?;
        Some(())
    }),
    flag("-T", "S", "seconds", "seconds that a client's request may take", |s, w| {
        put(&mut s.timeout_s, w, 0, i32::MAX)
    }),
    flag(
        "-u",
        "FILE",
        "1 or a file of users",
        "file of users; clients stay in this directory. 1: no file",
        |s, w| {
            s.restricted = true;
            s.users = (w[0] != "1").then(|| w[0].clone());
            Some(())
        },
    ),
    flag("-U", "FILE", "a file of users", "file of users", |s, w| {
        s.users = Some(w[0].clone());
        Some(())
    }),
    flag("-w", "MB", "megabytes", "most megabytes of memory; what would take more is 'wsfull", |s, w| {
        s.memory_mb = number(&w[0]).filter(|mb| (0..1 << 40).contains(mb))?;
        Some(())
    }),
    flag("-W", "N", "a day from 0 (Saturday) to 6", "first day of the week", |s, w| {
        put(&mut s.week, w, 0, 6)
    }),
    flag("-fsync", "", "", "writes wait for the disk", |s, _| {
        s.durable = true;
        Some(())
    }),
    flag(
        "-zcache",
        "MB",
        "megabytes for decoded blocks of compressed files",
        "megabytes of decoded blocks to keep between queries",
        |s, w| {
            s.cache_mb = Some(number(&w[0])?);
            Some(())
        },
    ),
    flag(
        "-z",
        "N",
        "0 (month first) or 1 (day first)",
        "order of dates in text: 0 month first, 1 day first",
        |s, w| put(&mut s.day_first, w, 0, 1),
    ),
    flag("--no-web-console", "", "", "no console at / for browsers", |s, _| {
        s.web_console = false;
        Some(())
    }),
];

fn number<T: FromStr>(word: &OsString) -> Option<T> {
    word.to_str()?.parse().ok()
}

fn put(field: &mut i32, words: &[OsString], least: i32, most: i32) -> Option<()> {
    *field = number(&words[0]).filter(|n| (least..=most).contains(n))?;
    Some(())
}

fn size(words: &[OsString]) -> Option<(i32, i32)> {
    Some(Settings::coerce_size(number(&words[0])?, number(&words[1])?))
}

/// What `q --help` prints.
pub fn help() -> String {
    let mut text = String::from(USAGE);
    for flag in FLAGS {
        text += &format!("  {:<18}{}\n", format!("{} {}", flag.name, flag.form), flag.does);
    }
    text
}

static USAGE: &str = "\
q [SCRIPT | DATABASE] [FLAG...] [WORD...]   words that are no flags are in .z.x
q tick ROLE [FLAG...]                       a role of the tick stack; q tick lists them
q --help, q --version

";

/// Settings from the words of the command line (the program's name first), or what is wrong with them: a flag that is there twice is,
/// too (releases/ChangesIn4.0).
pub fn parse(words: &[OsString]) -> Result<Settings, String> {
    let mut settings = Settings { raw_args: words.to_vec(), ..Settings::default() };
    let mut rest = words.get(1..).unwrap_or(&[]);
    let mut file = None;
    let mut seen: Vec<&str> = Vec::new();
    while let Some((word, after)) = rest.split_first() {
        if let Some(flag) = FLAGS.iter().find(|f| f.name == word) {
            if seen.contains(&flag.name) {
                return Err(format!("'{}\n  {} is there twice", flag.name, flag.name));
            }
            if (flag.name == "-u" && seen.contains(&"-U")) || (flag.name == "-U" && seen.contains(&"-u")) {
                return Err("'-u or -U\n  only one of them says who may come in".into());
            }
            seen.push(flag.name);
            let bad = || format!("'invalid\n  {} wants {}", flag.name, flag.wants);
            let values = after.get(..flag.takes()).ok_or_else(bad)?;
            (flag.set)(&mut settings, values).ok_or_else(bad)?;
            rest = &after[values.len()..];
            continue;
        }
        if file.is_none() && settings.args.is_empty() && !word.as_encoded_bytes().starts_with(b"-") {
            file = Some(Sym::new(word.as_encoded_bytes()));
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
        parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
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
            assert!(of(both).is_err_and(|e| e.starts_with("'-u or -U\n")), "{both}");
        }
        for both in ["q -p 1 -p 2", "q -q a.q -q"] {
            assert!(of(both).is_err(), "{both}");
        }
    }
}
