//! Civil dates counted from 2000.01.01, and the units of the temporal types.

/// Nanoseconds in a second, a minute, an hour, a day.
pub const NS_SECOND: i64 = 1_000_000_000;
pub const NS_MINUTE: i64 = 60 * NS_SECOND;
pub const NS_HOUR: i64 = 60 * NS_MINUTE;
pub const NS_DAY: i64 = 24 * NS_HOUR;
/// Milliseconds in a day.
pub const MS_DAY: i64 = 86_400_000;
/// Days from 1970.01.01 to 2000.01.01.
pub const UNIX_DAYS: i64 = 10_957;

/// Days since 2000.01.01 of a proleptic Gregorian date; `month` 1..=12, `day` 1..=31.
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March so that the leap day is the last day.
    let y = if month <= 2 { year - 1 } else { year };
    let era = y.div_euclid(400);
    let year_of_era = y.rem_euclid(400);
    let month_of_year = (month + 9) % 12;
    let day_of_year = (153 * month_of_year + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468 - UNIX_DAYS
}

/// Year, month 1..=12 and day 1..=31 of a day since 2000.01.01.
pub fn date(days: i64) -> (i64, i64, i64) {
    let z = days + UNIX_DAYS + 719_468;
    let era = z.div_euclid(146_097);
    // Days of an era are few: narrow divisions take a third of the time.
    let day_of_era = z.rem_euclid(146_097) as u32;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_of_year = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_of_year + 2) / 5 + 1;
    let month = if month_of_year < 10 { month_of_year + 3 } else { month_of_year - 9 };
    let year = i64::from(year_of_era) + era * 400 + i64::from(month <= 2);
    (year, month.into(), day.into())
}

/// Days in a month.
pub fn month_length(year: i64, month: i64) -> i64 {
    let (y, m) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    days(y, m, 1) - days(year, month, 1)
}

/// The month (since 2000.01) that holds a day.
pub fn month_of(day: i64) -> i64 {
    let (y, m, _) = date(day);
    (y - 2000) * 12 + m - 1
}

/// The first day of a month since 2000.01.
pub fn first_day(month: i64) -> i64 {
    days(2000 + month.div_euclid(12), month.rem_euclid(12) + 1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        assert_eq!(days(2000, 1, 1), 0);
        assert_eq!(days(1970, 1, 1), -UNIX_DAYS);
        assert_eq!(days(2015, 1, 7), 5485);
        assert_eq!(month_length(2024, 2), 29);
        assert_eq!(first_day(-1), days(1999, 12, 1));
    }

    #[test]
    fn days_and_dates_invert() {
        for d in (-800_000..800_000).step_by(13) {
            let (y, m, dd) = date(d);
            assert_eq!(days(y, m, dd), d);
            assert_eq!(month_of(d), (y - 2000) * 12 + m - 1);
        }
    }
}
