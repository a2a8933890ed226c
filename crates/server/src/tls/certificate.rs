//! What a certificate (X.509) says of itself, as q shows it. Nothing is believed here: [`super::trust`] does that.
//!
//! ```text
//! certificate = { tbs { [0] version, serial, algorithm, issuer, { from, until }, subject, … }, algorithm, signature }
//! every value = tag(1), length(1, or 0x80 + n and n bytes, the highest first), content
//! ```

use quarry_value::calendar;

const INTEGER: u8 = 0x02;
const OID: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// Text of two bytes a character.
const BMP_STRING: u8 = 0x1e;

/// Seconds in a day.
const DAY: i64 = 86_400;

/// The names of what a subject consists of, by their object identifiers.
static NAMES: &[(&[u8], &str)] = &[
    (&[0x55, 4, 3], "CN"),
    (&[0x55, 4, 4], "SN"),
    (&[0x55, 4, 5], "serialNumber"),
    (&[0x55, 4, 6], "C"),
    (&[0x55, 4, 7], "L"),
    (&[0x55, 4, 8], "ST"),
    (&[0x55, 4, 9], "street"),
    (&[0x55, 4, 10], "O"),
    (&[0x55, 4, 11], "OU"),
    (&[0x55, 4, 12], "title"),
    (&[0x55, 4, 17], "postalCode"),
    (&[0x55, 4, 42], "GN"),
    (&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 1], "emailAddress"),
    (&[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 25], "DC"),
    (&[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 1, 1], "UID"),
];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Who is certified by whom, and for how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// `/C=US/O=Someone/CN=host`.
    pub subject: String,
    pub issuer: String,
    /// Hexadecimal digits.
    pub serial: String,
    pub from: Moment,
    pub until: Moment,
}

/// A second of UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
}

impl Certificate {
    /// Reads the bytes of a certificate; `None` when they are none.
    pub fn read(der: &[u8]) -> Option<Certificate> {
        let mut outer = Der(der);
        let mut whole = Der(outer.expect(SEQUENCE)?);
        let mut tbs = Der(whole.expect(SEQUENCE)?);
        if tbs.0.first() == Some(&VERSION) {
            tbs.next()?;
        }
        let serial = hex(tbs.expect(INTEGER)?);
        tbs.expect(SEQUENCE)?;
        let issuer = name(tbs.expect(SEQUENCE)?)?;
        let mut validity = Der(tbs.expect(SEQUENCE)?);
        let (from, until) = (Moment::read(validity.next()?)?, Moment::read(validity.next()?)?);
        let subject = name(tbs.expect(SEQUENCE)?)?;
        Some(Certificate { subject, issuer, serial, from, until })
    }
}

/// Values that follow each other.
struct Der<'a>(&'a [u8]);

impl<'a> Der<'a> {
    /// The next: its tag and content.
    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let (&[tag, first], mut rest) = self.0.split_first_chunk::<2>()?;
        let size = match first {
            0..=0x7f => usize::from(first),
            0x81..=0x84 => {
                let (bytes, after) = rest.split_at_checked(usize::from(first & 0x7f))?;
                rest = after;
                bytes.iter().fold(0usize, |n, b| n << 8 | usize::from(*b))
            }
            _ => return None,
        };
        let (content, after) = rest.split_at_checked(size)?;
        self.0 = after;
        Some((tag, content))
    }

    fn expect(&mut self, wanted: u8) -> Option<&'a [u8]> {
        self.next().filter(|(tag, _)| *tag == wanted).map(|(_, content)| content)
    }
}

/// Digits without the zeros before them.
fn hex(bytes: &[u8]) -> String {
    let all: String = bytes.iter().map(|b| format!("{b:02X}")).collect();
    let short = all.trim_start_matches('0');
    if short.is_empty() { "0".into() } else { short.into() }
}

/// A distinguished name.
fn name(content: &[u8]) -> Option<String> {
    let mut out = String::new();
    let mut sets = Der(content);
    while !sets.0.is_empty() {
        let mut set = Der(sets.expect(SET)?);
        while !set.0.is_empty() {
            let mut pair = Der(set.expect(SEQUENCE)?);
            let id = pair.expect(OID)?;
            let (tag, value) = pair.next()?;
            let known = NAMES.iter().find(|(oid, _)| *oid == id).map(|(_, name)| (*name).to_string());
            out.push('/');
            out.push_str(&known.unwrap_or_else(|| dotted(id)));
            out.push('=');
            out.push_str(&text(tag, value));
        }
    }
    Some(out)
}

/// An object identifier as numbers.
fn dotted(id: &[u8]) -> String {
    let mut numbers: Vec<u64> = Vec::new();
    let mut n = 0u64;
    for b in id {
        n = n.wrapping_shl(7) | u64::from(b & 0x7f);
        if b & 0x80 == 0 {
            match numbers.is_empty() {
                true => numbers.extend([(n / 40).min(2), n - 40 * (n / 40).min(2)]),
                false => numbers.push(n),
            }
            n = 0;
        }
    }
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(".")
}

/// Text in which every byte that is no plain character is shown by its number.
fn text(tag: u8, bytes: &[u8]) -> String {
    let wide = |b: &[u8]| {
        let units: Vec<u16> = b.chunks_exact(2).map(|c| u16::from_be_bytes([c[0], c[1]])).collect();
        String::from_utf16_lossy(&units).into_bytes()
    };
    let bytes = if tag == BMP_STRING { wide(bytes) } else { bytes.to_vec() };
    let shown = |b: u8| match b {
        b' '..=b'~' => char::from(b).to_string(),
        _ => format!("\\x{b:02X}"),
    };
    bytes.into_iter().map(shown).collect()
}

impl Moment {
    /// `YYMMDDhhmmssZ` or `YYYYMMDDhhmmssZ`.
    fn read((tag, content): (u8, &[u8])) -> Option<Moment> {
        let digits = content.strip_suffix(b"Z")?;
        let number = |from: usize, n: usize| {
            let part = digits.get(from..from + n)?;
            part.iter().try_fold(0i64, |n, c| Some(n * 10 + i64::from(char::from(*c).to_digit(10)?)))
        };
        let (year, at) = match tag {
            UTC_TIME => (number(0, 2).map(|y| if y < 50 { 2000 + y } else { 1900 + y })?, 2),
            GENERALIZED_TIME => (number(0, 4)?, 4),
            _ => return None,
        };
        let part = |i: usize| number(at + 2 * i, 2);
        let whole = digits.len() == at + 10;
        let moment = Moment {
            year,
            month: part(0)?,
            day: part(1)?,
            hour: part(2)?,
            minute: part(3)?,
            second: part(4)?,
        };
        (whole && (1..=12).contains(&moment.month)).then_some(moment)
    }

    /// Seconds since 1970.
    pub fn seconds(self) -> i64 {
        let day = calendar::days(self.year, self.month, self.day) + calendar::UNIX_DAYS;
        day * DAY + self.hour * 3600 + self.minute * 60 + self.second
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Moment { year, month, day, hour, minute, second } = self;
        let month = MONTHS.get(*month as usize - 1).unwrap_or(&"");
        write!(f, "{month} {day:2} {hour:02}:{minute:02}:{second:02} {year} GMT")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
        let content = parts.concat();
        let size = content.len();
        let head = match size {
            0..0x80 => vec![tag, size as u8],
            _ => vec![tag, 0x82, (size >> 8) as u8, size as u8],
        };
        [head, content].concat()
    }

    fn entity(pairs: &[(&[u8], &[u8])]) -> Vec<u8> {
        let pair = |(id, text): &(&[u8], &[u8])| {
            value(SET, &[&value(SEQUENCE, &[&value(OID, &[id]), &value(0x0c, &[text])])])
        };
        let sets: Vec<u8> = pairs.iter().flat_map(pair).collect();
        value(SEQUENCE, &[&sets])
    }

    fn certificate() -> Vec<u8> {
        let issuer = entity(&[(&[0x55, 4, 6], b"US"), (&[0x55, 4, 3], "Zo\u{eb}".as_bytes())]);
        let subject = entity(&[(&[0x55, 4, 3], b"host"), (&[0x2a, 0x86, 0x48, 0x03], b"x")]);
        let times = value(
            SEQUENCE,
            &[&value(UTC_TIME, &[b"210706100857Z"]), &value(GENERALIZED_TIME, &[b"20510515100857Z"])],
        );
        let tbs = value(
            SEQUENCE,
            &[
                &value(VERSION, &[&value(INTEGER, &[&[2]])]),
                &value(INTEGER, &[&[0, 0x9a, 1]]),
                &value(SEQUENCE, &[]),
                &issuer,
                &times,
                &subject,
                &[7; 300],
            ],
        );
        value(SEQUENCE, &[&tbs])
    }

    #[test]
    fn certificates_tell_who_and_how_long() {
        let c = Certificate::read(&certificate()).expect("a certificate");
        assert_eq!(c.issuer, "/C=US/CN=Zo\\xC3\\xAB");
        assert_eq!(c.subject, "/CN=host/1.2.840.3=x");
        assert_eq!(c.serial, "9A01");
        assert_eq!(c.from.to_string(), "Jul  6 10:08:57 2021 GMT");
        assert_eq!(c.until.to_string(), "May 15 10:08:57 2051 GMT");
        assert_eq!(c.from.seconds(), 1_625_566_137);
    }

    #[test]
    fn halves_and_nonsense_are_none() {
        let whole = certificate();
        for n in 0..whole.len() {
            assert_eq!(Certificate::read(&whole[..n]), None, "{n} bytes");
        }
        // Every byte changed gives something or nothing, and no panic.
        for i in 0..whole.len().min(120) {
            for b in [0, 1, 0x7f, 0x80, 0x84, 0xff] {
                let mut bad = whole.clone();
                bad[i] = b;
                let _ = Certificate::read(&bad);
            }
        }
        for time in ["2107061008Z", "210006100857Z", "2107061008577", "21070610085xZ"] {
            assert_eq!(Moment::read((UTC_TIME, time.as_bytes())), None, "{time}");
        }
    }
}
