//! Dates in PGN notation.

use std::time::SystemTime;

use arrayvec::ArrayVec;

/// Formats a time as a PGN date, in UTC.
pub fn format_date(moment: SystemTime) -> String {
    let seconds = moment
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns today's date in PGN notation, in UTC.
pub fn today() -> String {
    format_date(SystemTime::now())
}

/// The first three letters of the English names of the months.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Parses a complete date in any usual spelling into year, month and day; `None` if it is incomplete or ambiguous.
///
/// It reads `2020.01.31`, `2020-1-31`, `20200131`, `31.1.2020`, `1/31/2020`, `31 Jan 2020`, `January 31, 2020`, and
/// a time of day behind the date. `1/2/2020` may be two days.
pub fn full_date(text: &str) -> Option<[u16; 3]> {
    let text = text.trim().to_ascii_lowercase();
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: ArrayVec<&str, 3> = words.filter(|word| !word.is_empty()).take(3).collect();
    let number = |word: &str| -> Option<u16> {
        let is_short = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| is_short)
    };
    let month = |word: &str| -> Option<u16> {
        let name = word.get(..3)?;
        let place = MONTHS.iter().position(|month| *month == name)?;
        u16::try_from(place + 1).ok()
    };
    let [year, month, day] = match words.as_slice() {
        [whole, ..] if whole.len() == 8 && text.starts_with(whole) => {
            let (year, rest) = whole.split_at_checked(4)?;
            let (month, day) = rest.split_at_checked(2)?;
            [number(year)?, number(month)?, number(day)?]
        }
        [year, second, day] if year.len() == 4 => {
            // A time may follow in ISO 8601: `2020-01-31T12:00`.
            let day = day.split('t').next()?;
            [
                number(year)?,
                number(second).or_else(|| month(second))?,
                number(day)?,
            ]
        }
        [day, name, year] if year.len() == 4 && month(name).is_some() => {
            [number(year)?, month(name)?, number(day)?]
        }
        [name, day, year] if year.len() == 4 && month(name).is_some() => {
            [number(year)?, month(name)?, number(day)?]
        }
        [one, two, year] if year.len() == 4 => {
            let (one, two) = (number(one)?, number(two)?);
            // With slashes the month may come first.
            match (one > 12 || one == two, two > 12) {
                (_, true) => [number(year)?, one, two],
                (false, false) if text.contains('/') => return None,
                _ => [number(year)?, two, one],
            }
        }
        _ => return None,
    };
    let is_date = year > 0 && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then_some([year, month, day])
}

/// Parses year, month and day of a date as far as they are known.
///
/// The year comes first and has four digits, unless the date is complete.
pub fn known_date(text: &str) -> ArrayVec<u16, 3> {
    let parts = known_parts(text);
    if parts.is_empty()
        && let Some(date) = full_date(text)
    {
        return ArrayVec::from(date);
    }
    parts
}

fn known_parts(text: &str) -> ArrayVec<u16, 3> {
    let parts = text.trim().split(['.', '-', '/']).take(3).enumerate();
    parts
        .map_while(|(place, part)| {
            let has_length = if place == 0 {
                part.len() == 4
            } else {
                part.len() <= 2
            };
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            let number = part.parse().ok().filter(|number| *number > 0);
            number.filter(|_| has_length && is_number)
        })
        .collect()
}

/// Returns year, month and day of a day counted from 1970-01-01. Years are taken to begin in March, so that the leap
/// day is their last (Hinnant, *chrono-Compatible Low-Level Date Algorithms*).
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(12_838), (2005, 2, 24)); // the date of the original's printed log
        assert_eq!(format_date(SystemTime::UNIX_EPOCH), "1970.01.01");
    }

    #[test]
    fn a_day_has_many_spellings() {
        for text in [
            "2020.01.31",
            "2020-01-31",
            "2020/1/31",
            "20200131",
            "31.01.2020",
            "31.1.2020",
            "1/31/2020",
            "31/1/2020",
            "31 Jan 2020",
            "31-jan-2020",
            "January 31, 2020",
            "2020 Jan 31",
            "2020-01-31T12:00:00Z",
            "2020.01.31 12:00",
        ] {
            assert_eq!(full_date(text), Some([2020, 1, 31]), "{text}");
        }
        assert_eq!(full_date("1.2.2020"), Some([2020, 2, 1]));
        assert_eq!(full_date("3/3/2020"), Some([2020, 3, 3]));
        for text in [
            "1/2/2020",
            "2020.??.??",
            "2020.00.01",
            "2020",
            "",
            "?",
            "31.31.2020",
            "2020.1",
            "x",
        ] {
            assert_eq!(full_date(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_known_as_far_as_it_goes() {
        for (text, known) in [
            ("1999.12.31", &[1999, 12, 31][..]),
            (" 1999-1/5 ", &[1999, 1, 5]),
            ("1999.??.05", &[1999]),
            ("1999.00.00", &[1999]),
            ("????.??.??", &[]),
            ("31.12.1999", &[1999, 12, 31]),
            ("12.1999", &[]),
            ("+199", &[]),
            ("", &[]),
        ] {
            assert_eq!(known_date(text).as_slice(), known, "{text}");
        }
    }
}
