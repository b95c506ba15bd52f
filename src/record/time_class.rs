//! Time classes of games, by their time controls.

use super::outcome::UnknownName;

/// Time class of a game, by the seconds of its first period and forty increments (lichess.org).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::IntoStaticStr,
    strum::EnumString,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownName, parse_err_fn = UnknownName::time_class)]
pub enum TimeClass {
    /// Below three minutes.
    Bullet,
    /// Below eight minutes.
    Blitz,
    /// Below twenty-five minutes.
    Rapid,
    /// Twenty-five minutes or more.
    Classical,
    /// One day or more for each move, or in all if no number of moves is stated.
    Correspondence,
}

impl TimeClass {
    /// Returns the name used in options, tables and JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the class of a `TimeControl` tag (PGN standard, 9.6.1); `None` for `-`, `?` and
    /// unreadable text.
    ///
    /// Forms: `300+3`, `40/7200:3600`, `*60`, `1/259200`.
    pub fn of(tag: &str) -> Option<Self> {
        let first = tag.trim().split(':').next()?;
        let (moves, time) = match first.split_once('/') {
            Some((moves, time)) => (Some(number(moves)?), time),
            None => (None, first.trim_start_matches('*')),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let (base, increment) = (number(base)?, number(increment)?);
        let day = 86_400.0;
        if moves.is_some_and(|moves| moves > 0.0 && base / moves >= day) {
            return Some(Self::Correspondence);
        }
        let seconds = base + 40.0 * increment;
        Some(match seconds {
            ..180.0 => Self::Bullet,
            180.0..480.0 => Self::Blitz,
            480.0..1500.0 => Self::Rapid,
            _ if base >= day => Self::Correspondence,
            _ => Self::Classical,
        })
    }
}

/// Reads a number of moves or seconds; `None` for words that parse as numbers, such as `nan`.
fn number(text: &str) -> Option<f64> {
    let number: f64 = text.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_fall_into_classes() {
        for (tag, class) in [
            ("60", Some(TimeClass::Bullet)),
            ("60+1", Some(TimeClass::Bullet)),
            ("120+1", Some(TimeClass::Bullet)),
            ("180", Some(TimeClass::Blitz)),
            ("180+2", Some(TimeClass::Blitz)),
            ("300+5", Some(TimeClass::Rapid)),
            ("600", Some(TimeClass::Rapid)),
            ("900+10", Some(TimeClass::Rapid)),
            ("40/7200:3600", Some(TimeClass::Classical)),
            ("*30", Some(TimeClass::Bullet)),
            ("1/86400", Some(TimeClass::Correspondence)),
            ("1/259200", Some(TimeClass::Correspondence)),
            ("-", None),
            ("?", None),
            ("", None),
            ("nan", None),
            ("inf", None),
            ("-60", None),
            ("60+-1", None),
        ] {
            assert_eq!(TimeClass::of(tag), class, "{tag}");
        }
    }
}
