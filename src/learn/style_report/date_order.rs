//! The order of games in time, as far as their dates tell it.
//!
//! A date of a year alone covers the whole year, so of two such games of one year none is known to be earlier. Games
//! that the dates do not tell apart form a group, in which they are sorted by their moves: the order of the files
//! changes nothing.

use serde::Serialize;

use crate::identity::{Fingerprint, known_date};
use crate::record::{Game, GameResult};

/// Tags of the date and of the time of day that belongs to it; the first ones with a year count.
const TAGS: [(&str, Option<&str>); 3] = [
    ("UTCDate", Some("UTCTime")),
    ("Date", Some("Time")),
    ("EventDate", None),
];

/// How far a date is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DatePrecision {
    /// The year alone.
    Year,
    /// Year and month.
    Month,
    /// The day, with or without the time.
    Day,
}

/// The time in which a game was played, by its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlayedTime {
    /// Earliest time, as the number `YYYYMMDDhhmmss`.
    from: u64,
    /// Latest time in the same form, in which parts that the tags do not tell are 99.
    to: u64,
    precision: DatePrecision,
}

impl PlayedTime {
    /// Returns the time of a game; `None` if no tag tells its year.
    fn of(game: &Game) -> Option<Self> {
        TAGS.into_iter().find_map(|(date, time)| {
            let date = known_date(game.tags.get(date)?);
            let precision = match date.len() {
                0 => return None,
                1 => DatePrecision::Year,
                2 => DatePrecision::Month,
                _ => DatePrecision::Day,
            };
            let time = time
                .filter(|_| precision == DatePrecision::Day)
                .and_then(|tag| game.tags.get(tag));
            let clock = time.unwrap_or_default().trim().split(':').take(3);
            let clock = clock.map_while(|part| part.parse::<u8>().ok().filter(|part| *part < 60));
            let mut parts = date.into_iter().map(u64::from).chain(clock.map(u64::from));
            let year = parts.next()?;
            let (mut from, mut to) = (year, year);
            for _ in 0..5 {
                let part = parts.next();
                from = 100 * from + part.unwrap_or(0);
                to = 100 * to + part.unwrap_or(99);
            }
            Some(Self {
                from,
                to,
                precision,
            })
        })
    }

    fn year(self) -> Option<u16> {
        u16::try_from(self.from / 10_u64.pow(10)).ok()
    }
}

/// The games of a player in the order of their dates, as far as these tell it.
pub(super) struct DateOrder {
    /// Indices of the games: those with a date in its order, then the others.
    pub(super) games: Vec<usize>,
    /// Number of games with a date.
    dated: usize,
    /// By the index of a game, when it was played.
    times: Vec<Option<PlayedTime>>,
    /// By the index of a game, the number of its group in time; `None` without a date.
    groups: Vec<Option<usize>>,
}

impl DateOrder {
    /// Sorts games by their dates.
    pub(super) fn new<'a>(games: impl IntoIterator<Item = &'a Game>) -> Self {
        let games: Vec<&Game> = games.into_iter().collect();
        let times: Vec<Option<PlayedTime>> =
            games.iter().map(|game| PlayedTime::of(game)).collect();
        let mut bytes = Vec::new();
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by_cached_key(|number| {
            let time = times[*number].map(|time| (time.from, time.to));
            let game = games[*number];
            let mut tags: Vec<(&str, &str)> = game.tags.iter().collect();
            tags.sort_unstable();
            let result = game.result.map(GameResult::as_pgn);
            let content = (Fingerprint::of(game, &mut bytes), result, tags);
            (time.is_none(), time, content)
        });
        let mut groups = vec![None; games.len()];
        let mut last: Option<(usize, u64)> = None;
        for number in &order {
            let Some(time) = times[*number] else { break };
            // A game belongs to the group before it unless it is later than all of that group.
            let (group, latest) = match last {
                None => (0, time.to),
                Some((group, latest)) if time.from > latest => (group + 1, time.to),
                Some((group, latest)) => (group, latest.max(time.to)),
            };
            groups[*number] = Some(group);
            last = Some((group, latest));
        }
        Self {
            dated: times.iter().flatten().count(),
            games: order,
            times,
            groups,
        }
    }

    /// Returns the indices of the games with a date, in its order.
    pub(super) fn dated(&self) -> &[usize] {
        &self.games[..self.dated]
    }

    /// Returns the number of games without a date.
    pub(super) fn undated(&self) -> u64 {
        (self.games.len() - self.dated) as u64
    }

    /// Returns the number of a game's group in time, by the index of the game; `None` without a date.
    pub(super) fn group(&self, game: usize) -> Option<usize> {
        self.groups[game]
    }

    /// Returns the year of a game, by its index; `None` without a date.
    pub(super) fn year(&self, game: usize) -> Option<u16> {
        self.times[game].and_then(PlayedTime::year)
    }

    /// Returns the places among the dated games before which all games are known to be earlier.
    pub(super) fn boundaries(&self) -> Vec<usize> {
        let dated = self.dated();
        (1..dated.len())
            .filter(|place| self.group(dated[place - 1]) != self.group(dated[*place]))
            .collect()
    }

    /// Returns the place of each dated game: the mean of the places of its group.
    pub(super) fn places(&self) -> Vec<f64> {
        let mut places = Vec::with_capacity(self.dated);
        let mut ends = self.boundaries();
        ends.push(self.dated);
        for end in ends {
            let from = places.len();
            // The group holds the places from `from` to `end - 1`.
            let mean = (from + end) as f64 / 2.0 - 0.5;
            places.resize(end, mean);
        }
        places
    }

    /// Returns the least that a date tells, and how many dates tell no more; `None` if no game has one.
    pub(super) fn coarsest(&self) -> Option<(DatePrecision, u64)> {
        let told = || self.times.iter().flatten().map(|time| time.precision);
        let least = told().min()?;
        let games = told().filter(|precision| *precision == least).count();
        Some((least, games as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;
    use proptest::prelude::*;

    /// A game with these tags; the number tells it from others.
    fn game(number: usize, tags: &[(&str, &str)]) -> Game {
        let tags: Tags = tags.iter().copied().collect();
        Game::default().with_tags(tags.with("Round", &number.to_string()))
    }

    fn groups(dates: &[&[(&str, &str)]]) -> Vec<Option<usize>> {
        let games: Vec<Game> = dates
            .iter()
            .enumerate()
            .map(|(n, tags)| game(n, tags))
            .collect();
        let order = DateOrder::new(&games);
        (0..games.len()).map(|number| order.group(number)).collect()
    }

    #[test]
    fn a_date_orders_games_as_far_as_it_goes() {
        let date = |date| [("Date", date)];
        let year = date("2022.??.??");
        assert_eq!(groups(&[&year, &year]), [Some(0), Some(0)]);
        // A year alone is neither before nor after a day of it.
        assert_eq!(
            groups(&[
                &date("2022.03.01"),
                &date("2023.05.??"),
                &year,
                &date("2022.04.01"),
                &date("2023.06.02"),
                &date("????.??.??"),
                &[],
            ]),
            [Some(0), Some(1), Some(0), Some(0), Some(2), None, None]
        );
    }

    #[test]
    fn the_time_of_day_orders_games_of_one_day() {
        let utc = |time| {
            [
                ("UTCDate", "2022.03.01"),
                ("UTCTime", time),
                ("Date", "2022.??.??"),
            ]
        };
        assert_eq!(
            groups(&[&utc("19:04:05"), &utc("08:00:00"), &utc("19:04:06")]),
            [Some(1), Some(0), Some(2)]
        );
        let local = |time| [("Date", "2022.03.01"), ("Time", time)];
        assert_eq!(
            groups(&[&local("19:04"), &local("08:00"), &[("Date", "2022.03.01")]]),
            [Some(0), Some(0), Some(0)]
        );
        assert_eq!(
            groups(&[&local("19:04"), &local("08:00")]),
            [Some(1), Some(0)]
        );
    }

    #[test]
    fn games_of_one_group_share_their_place() {
        let dates = ["2020", "2021", "2021", "2022", "2022", "2022"];
        let games: Vec<Game> = dates
            .into_iter()
            .enumerate()
            .map(|(n, date)| game(n, &[("Date", date)]))
            .collect();
        let order = DateOrder::new(&games);
        assert_eq!(order.boundaries(), [1, 3]);
        assert_eq!(order.places(), [0.0, 1.5, 1.5, 4.0, 4.0, 4.0]);
        assert_eq!(order.coarsest(), Some((DatePrecision::Year, 6)));
        assert_eq!(order.year(5), Some(2022));
        let none: [Game; 0] = [];
        let none = DateOrder::new(&none);
        assert_eq!(
            (none.places().len(), none.coarsest(), none.undated()),
            (0, None, 0)
        );
    }

    proptest! {
        #[test]
        fn the_order_of_the_files_changes_nothing(
            dates in prop::collection::vec((0_u8..3, 0_u8..3, 0_u8..4), 0..30),
            turns in any::<prop::sample::Index>(),
        ) {
            let tag = |(year, month, day): (u8, u8, u8)| match (year, month, day) {
                (0, 0, 0) => "????.??.??".to_owned(),
                (year, 0, _) => format!("202{year}.??.??"),
                (year, month, 0) => format!("202{year}.{month:02}.??"),
                (year, month, day) => format!("202{year}.{month:02}.{day:02}"),
            };
            let games: Vec<Game> =
                dates.into_iter().enumerate().map(|(n, date)| game(n, &[("Date", tag(date).as_str())])).collect();
            let told = |games: &[Game]| {
                let order = DateOrder::new(games);
                let games: Vec<(String, Option<usize>)> = order
                    .games
                    .iter()
                    .map(|number| {
                        let round = games[*number].tags.get("Round").unwrap_or_default();
                        (round.to_owned(), order.group(*number))
                    })
                    .collect();
                (games, order.boundaries(), order.places())
            };
            let expected = told(&games);
            let mut others = games.clone();
            others.reverse();
            prop_assert_eq!(&told(&others), &expected);
            if !others.is_empty() {
                let by = turns.index(others.len());
                others.rotate_left(by);
                prop_assert_eq!(&told(&others), &expected);
            }
        }
    }
}
