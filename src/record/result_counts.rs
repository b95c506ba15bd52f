//! Numbers of wins, draws and losses.

use std::iter::Sum;
use std::ops::{AddAssign, Sub};

use serde::{Deserialize, Serialize, Serializer};

use super::outcome::SideResult;

/// Numbers of wins, draws and losses of one side.
///
/// ```
/// use bayeschess::record::{ResultCounts, SideResult};
/// let results: ResultCounts = [SideResult::Win, SideResult::Win, SideResult::Draw].into_iter().collect();
/// assert_eq!((results.games(), results.points()), (3, 2.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl ResultCounts {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the share of the points, 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / games as f64,
        }
    }

    /// Returns the variance of one game's points. A prior of one win and one loss keeps it above 0 when all results
    /// are equal.
    pub fn variance(&self) -> f64 {
        let games = self.games() as f64 + 2.0;
        let [wins, draws] = [self.wins as f64 + 1.0, self.draws as f64].map(|count| count / games);
        let mean = wins + draws / 2.0;
        wins + draws / 4.0 - mean * mean
    }

    /// Returns the standard error of the score.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.games().max(1) as f64).sqrt()
    }

    /// Returns the counts of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Writes the counts under the names `won`, `drawn` and `lost`, for formats that name games and not events.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    pub fn as_won_drawn_lost<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Games {
            won: u64,
            drawn: u64,
            lost: u64,
        }
        let games = Games {
            won: self.wins,
            drawn: self.draws,
            lost: self.losses,
        };
        games.serialize(serializer)
    }
}

impl AddAssign<SideResult> for ResultCounts {
    fn add_assign(&mut self, result: SideResult) {
        match result {
            SideResult::Win => self.wins += 1,
            SideResult::Draw => self.draws += 1,
            SideResult::Loss => self.losses += 1,
        }
    }
}

impl AddAssign for ResultCounts {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// The games of the first counts that are not in the second, which are part of them.
impl Sub for ResultCounts {
    type Output = Self;

    fn sub(self, part: Self) -> Self {
        Self {
            wins: self.wins - part.wins,
            draws: self.draws - part.draws,
            losses: self.losses - part.losses,
        }
    }
}

impl FromIterator<SideResult> for ResultCounts {
    fn from_iter<I: IntoIterator<Item = SideResult>>(results: I) -> Self {
        let mut counts = Self::default();
        results.into_iter().for_each(|result| counts += result);
        counts
    }
}

impl Sum for ResultCounts {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SideResult::{Draw, Loss, Win};

    #[test]
    fn counts_have_a_score_and_never_certainty() {
        let counts: ResultCounts = [Win, Win, Draw, Loss].into_iter().collect();
        assert_eq!((counts.wins, counts.draws, counts.losses), (2, 1, 1));
        assert!((counts.score() - 0.625).abs() < 1e-12);
        assert!((counts.reversed().score() - 0.375).abs() < 1e-12);
        let spotless: ResultCounts = [Win; 5].into_iter().collect();
        assert!(spotless.standard_error() > 0.05);
        let longer: ResultCounts = [Win; 500].into_iter().collect();
        assert!(longer.standard_error() < spotless.standard_error());
        assert!((ResultCounts::default().score() - 0.5).abs() < f64::EPSILON);
        assert_eq!(
            [spotless, longer].into_iter().sum::<ResultCounts>().games(),
            505
        );
    }

    #[test]
    fn both_sets_of_names_are_written() {
        #[derive(Serialize)]
        struct Line {
            #[serde(flatten, serialize_with = "ResultCounts::as_won_drawn_lost")]
            results: ResultCounts,
        }
        let results: ResultCounts = [Win, Win, Draw].into_iter().collect();
        let json = |text: serde_json::Result<String>| text.expect("JSON");
        assert_eq!(
            json(serde_json::to_string(&results)),
            r#"{"wins":2,"draws":1,"losses":0}"#
        );
        let line = json(serde_json::to_string(&Line { results }));
        assert_eq!(line, r#"{"won":2,"drawn":1,"lost":0}"#);
    }
}
