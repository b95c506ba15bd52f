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

/// Parses year, month and day of a date as far as they are known; the year comes first and has four digits.
pub fn known_date(text: &str) -> ArrayVec<u16, 3> {
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
    fn a_date_is_known_as_far_as_it_goes() {
        for (text, known) in [
            ("1999.12.31", &[1999, 12, 31][..]),
            (" 1999-1/5 ", &[1999, 1, 5]),
            ("1999.??.05", &[1999]),
            ("1999.00.00", &[1999]),
            ("????.??.??", &[]),
            ("31.12.1999", &[]),
            ("+199", &[]),
            ("", &[]),
        ] {
            assert_eq!(known_date(text).as_slice(), known, "{text}");
        }
    }
}
