//! The order of games in time, as far as their dates tell it.
//!
//! A date of a year alone covers the whole year, so of two such games of one year none is known to be earlier. Games
//! that the dates do not tell apart form a group, in which they are sorted by their moves: the order of the files
//! changes nothing. A few games of which only the year or the month is known would join all others of it into one
//! group; they are left out of the order.

use serde::Serialize;

use crate::identity::{Fingerprint, known_date};
use crate::record::{Game, GameResult};

/// Tags of the date and of the time of day that belongs to it; the first ones with a year count.
const TAGS: [(&str, Option<&str>); 3] = [
    ("UTCDate", Some("UTCTime")),
    ("Date", Some("Time")),
    ("EventDate", None),
];

/// Number of games with a date that are enough for a trend. No game is left out if fewer would stay.
pub(super) const ENOUGH_GAMES: usize = 40;

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

/// A game with a date: its index, and when it was played.
type DatedGame = (usize, PlayedTime);

/// The games of a player in the order of their dates, as far as these tell it.
pub(super) struct DateOrder {
    /// Indices of the games: those in the order of their dates, those whose dates are too vague for it, then the others.
    pub(super) games: Vec<usize>,
    /// Number of games in the order of their dates.
    dated: usize,
    /// By the index of a game, when it was played.
    times: Vec<Option<PlayedTime>>,
    /// By the index of a game, the number of its group in time; `None` if it is not in the order.
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
        let dated: Vec<DatedGame> = order
            .iter()
            .map_while(|number| Some((*number, times[*number]?)))
            .collect();
        let ordered = without_vague(&dated);
        let mut groups = vec![None; games.len()];
        for (group, members) in groups_in_time(&ordered).into_iter().enumerate() {
            for (number, _) in members {
                groups[*number] = Some(group);
            }
        }
        // The sort is stable: games with a date stay before those without.
        order.sort_by_key(|number| groups[*number].is_none());
        Self {
            dated: ordered.len(),
            games: order,
            times,
            groups,
        }
    }

    /// Returns the indices of the games in the order of their dates.
    pub(super) fn dated(&self) -> &[usize] {
        &self.games[..self.dated]
    }

    /// Returns the number of games without a date.
    pub(super) fn undated(&self) -> u64 {
        self.times.iter().filter(|time| time.is_none()).count() as u64
    }

    /// Returns the number of games that are left out of the order because their dates are too vague.
    pub(super) fn vague(&self) -> u64 {
        (self.times.iter().flatten().count() - self.dated) as u64
    }

    /// Returns the number of a game's group in time, by the index of the game; `None` if it is not in the order.
    pub(super) fn group(&self, game: usize) -> Option<usize> {
        self.groups[game]
    }

    /// Returns the year of a game, by its index; `None` without a date.
    pub(super) fn year(&self, game: usize) -> Option<u16> {
        self.times[game].and_then(PlayedTime::year)
    }

    /// Returns the places in the order before which all games are known to be earlier.
    pub(super) fn boundaries(&self) -> Vec<usize> {
        let dated = self.dated();
        (1..dated.len())
            .filter(|place| self.group(dated[place - 1]) != self.group(dated[*place]))
            .collect()
    }

    /// Returns the place of each game in the order: the mean of the places of its group.
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

/// Divides games, sorted by time, into groups: one begins with each game that is later than all games before it.
fn groups_in_time(games: &[DatedGame]) -> Vec<&[DatedGame]> {
    let mut groups = Vec::new();
    let (mut begin, mut latest) = (0, 0_u64);
    for (place, (_, time)) in games.iter().enumerate() {
        if place > begin && time.from > latest {
            groups.push(&games[begin..place]);
            begin = place;
        }
        latest = latest.max(time.to);
    }
    if begin < games.len() {
        groups.push(&games[begin..]);
    }
    groups
}

/// Returns the games without those of which only the year or the month is known, where they hide the order of the others.
fn without_vague(dated: &[DatedGame]) -> Vec<DatedGame> {
    let mut kept = dated.to_vec();
    for precision in [DatePrecision::Year, DatePrecision::Month] {
        kept = groups_in_time(&kept)
            .into_iter()
            .flat_map(|group| told_apart(group, precision))
            .collect();
    }
    if kept.len() < ENOUGH_GAMES {
        dated.to_vec()
    } else {
        kept
    }
}

/// Returns the games of a group whose dates tell more than `precision`, or the whole group. The whole group stays if
/// these games are not the majority of it, or if their dates do not tell them apart either.
fn told_apart(group: &[DatedGame], precision: DatePrecision) -> Vec<DatedGame> {
    let is_finer = |(_, time): &DatedGame| time.precision > precision;
    let finer: Vec<DatedGame> = group.iter().copied().filter(is_finer).collect();
    let is_majority = 2 * finer.len() > group.len();
    if is_majority && groups_in_time(&finer).len() > 1 {
        finer
    } else {
        group.to_vec()
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

    #[test]
    fn a_few_vague_dates_are_left_out_of_the_order() {
        let order = |dates: &[(&str, usize)]| {
            let dates = dates
                .iter()
                .flat_map(|(date, count)| vec![*date; *count])
                .enumerate();
            let games: Vec<Game> = dates
                .map(|(number, date)| game(number, &[("Date", date)]))
                .collect();
            DateOrder::new(&games)
        };
        let days = [("2022.01.02", 30), ("2022.07.03", 30)];
        let years = [("2021.??.??", 1), ("2022.??.??", 2), ("?", 3)];
        let found = order(&[&years[..], &days].concat());
        // The game of 2021 is earlier than all others, so its date suffices.
        assert_eq!((found.vague(), found.undated()), (2, 3));
        assert_eq!(found.boundaries(), [1, 31]);
        let groups = [0, 1, 2, 3, 6, 36].map(|game| found.group(game));
        assert_eq!(groups, [Some(0), None, None, None, Some(1), Some(2)]);
        let vague = &found.games[61..63];
        assert!(vague.iter().all(|game| [1, 2].contains(game)), "{vague:?}");
        // A month joins the days of that month alone.
        let months = [("2022.01.??", 1), ("2022.07.??", 1)];
        let found = order(&[&months[..], &days].concat());
        assert_eq!((found.vague(), found.boundaries()), (0, vec![31]));
        let months = [("2022.07.??", 1), ("2022.07.09", 9)];
        let found = order(&[&months[..], &days].concat());
        assert_eq!((found.vague(), found.boundaries()), (1, vec![30, 60]));
        // Nothing is left out where the others are not the majority, or where too few would stay.
        let years = [("2022.??.??", 60)];
        let found = order(&[&years[..], &days].concat());
        assert_eq!((found.vague(), found.boundaries()), (0, vec![]));
        let found = order(&[("2022.??.??", 1), ("2022.01.02", 20), ("2022.07.03", 19)]);
        assert_eq!((found.vague(), found.boundaries()), (0, vec![]));
    }

    proptest! {
        #[test]
        fn the_order_of_the_files_changes_nothing(
            dates in prop::collection::vec((0_u8..3, 0_u8..3, 0_u8..4), 0..90),
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
