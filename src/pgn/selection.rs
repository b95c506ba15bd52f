//! Selection of valid games by players, ratings, dates, openings, results and other conditions.
//!
//! Every condition is a field of [`GameSelection`]; one that is not set accepts every game. A game without the data
//! that a condition needs (no Elo, no date, …) does not meet it.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use shakmaty::{Chess, Color};

use crate::identity::{Fingerprint, NameList, known_date, usual_spelling};
use crate::record::{Game, GameResult, Termination, TimeClass};

/// Policy on games with an unusual start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum UnusualStarts {
    /// Read them.
    #[default]
    Keep,
    /// Leave them out.
    Skip,
}

/// The conditions of a selection; one that is not set accepts every game.
#[derive(Clone, Debug, Default)]
pub struct GameSelection {
    /// Players of whom at least one takes part; empty for any player.
    pub players: NameList,
    /// Colour of the selected player.
    pub color: Option<Color>,
    /// Range of the selected player's Elo, or of both players' if none is selected.
    pub elo: Option<RangeInclusive<u16>>,
    /// Maximum difference between both players' Elo.
    pub elo_difference: Option<u16>,
    /// First and last day, as `1999.12.31`; `1999` means the whole year.
    ///
    /// Dates are compared as far as both are known. Games may write them with `-` and `/`, but with the year first.
    pub dates: Option<(String, String)>,
    /// Ranges of `ECO` codes, as `B20` to `B99`, both ends included.
    pub eco: Vec<(String, String)>,
    /// Accepted results, where `None` is a game without result; empty for any.
    pub results: Vec<Option<GameResult>>,
    /// Accepted time classes; empty for any.
    pub time: Vec<TimeClass>,
    /// Accepted terminations; empty for any.
    pub terminations: Vec<Termination>,
    /// Range of the number of plies.
    pub plies: Option<RangeInclusive<usize>>,
    /// Policy on games that begin from another position.
    pub positions: UnusualStarts,
    /// Policy on games of Chess960.
    pub chess960: UnusualStarts,
    /// Random share of all games.
    ///
    /// The draw depends only on the game's moves, not on order, threads or other games.
    pub sample: Option<GameSample>,
    /// Maximum number of games of each selected player, or of every player if none is selected; the first ones are
    /// kept.
    pub games_per_player: Option<u32>,
}

/// A random share of all games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSample {
    /// Share of games kept, 0 to 1.
    pub share: f64,
    /// Seed of the draw.
    pub seed: u64,
}

/// A game that meets all conditions.
pub(super) struct SelectedGame {
    /// Colours of the selected players.
    pub(super) matched: ArrayVec<Color, 2>,
}

impl GameSelection {
    /// Returns the colours of the selected players in this game, or both if none is selected.
    pub fn colors_of(&self, game: &Game) -> ArrayVec<Color, 2> {
        [Color::White, Color::Black]
            .into_iter()
            .filter(|&color| self.players.is_empty() || self.players.matches(game.player(color)))
            .filter(|&color| self.color.is_none_or(|wanted| wanted == color))
            .collect()
    }

    /// Checks the conditions; the error is the name of the first one that the game does not meet.
    pub(super) fn check(
        &self,
        game: &Game,
        fingerprint: Fingerprint,
    ) -> Result<SelectedGame, &'static str> {
        let colors = self.colors_of(game);
        let fails: [(&'static str, bool); 11] = [
            ("player", colors.is_empty()),
            ("elo", !self.has_elo(game, &colors)),
            ("elo_difference", !self.is_even(game)),
            ("date", !self.has_date(game)),
            ("eco", !self.has_eco(game)),
            (
                "result",
                !self.results.is_empty() && !self.results.contains(&game.result),
            ),
            ("time_control", !self.has_time(game)),
            (
                "termination",
                !self.terminations.is_empty() && !self.terminations.contains(&game.termination),
            ),
            (
                "length",
                self.plies
                    .as_ref()
                    .is_some_and(|plies| !plies.contains(&game.moves.len())),
            ),
            ("start", self.has_other_start(game)),
            (
                "sample",
                self.sample
                    .is_some_and(|sample| fingerprint.sample_fraction(sample.seed) >= sample.share),
            ),
        ];
        if let Some((filter, _)) = fails.into_iter().find(|(_, fails)| *fails) {
            return Err(filter);
        }
        let matched = if self.players.is_empty() {
            ArrayVec::new()
        } else {
            colors
        };
        Ok(SelectedGame { matched })
    }

    /// Returns the players whose games count towards the limit, each in a normalised spelling.
    pub(super) fn capped_players(&self, game: &Game) -> Option<[String; 2]> {
        self.games_per_player?;
        let colors = self.colors_of(game);
        Some([Color::White, Color::Black].map(|color| {
            if colors.contains(&color) {
                usual_spelling(game.player(color))
            } else {
                String::new()
            }
        }))
    }

    fn has_elo(&self, game: &Game, colors: &[Color]) -> bool {
        let Some(range) = &self.elo else {
            return true;
        };
        let is_in = |color: &Color| game.elo(*color).is_some_and(|elo| range.contains(&elo));
        if self.players.is_empty() {
            [Color::White, Color::Black].iter().all(is_in)
        } else {
            colors.iter().any(is_in)
        }
    }

    fn is_even(&self, game: &Game) -> bool {
        let Some(most) = self.elo_difference else {
            return true;
        };
        match (game.elo(Color::White), game.elo(Color::Black)) {
            (Some(white), Some(black)) => white.abs_diff(black) <= most,
            _ => false,
        }
    }

    fn has_date(&self, game: &Game) -> bool {
        let Some((first, last)) = &self.dates else {
            return true;
        };
        let mut dates = game.dates().map(known_date);
        let date = dates.find(|date| !date.is_empty());
        let Some(date) = date else {
            return false;
        };
        // Dates are compared as far as both are known.
        let against = |bound: &str| {
            let bound = known_date(bound);
            let known = date.iter().zip(&bound);
            known
                .map(|(own, bound)| own.cmp(bound))
                .find(|order| order.is_ne())
        };
        against(first) != Some(Ordering::Less) && against(last) != Some(Ordering::Greater)
    }

    fn has_eco(&self, game: &Game) -> bool {
        if self.eco.is_empty() {
            return true;
        }
        let code = game.tags.get("ECO").unwrap_or_default().trim();
        let code = code.get(..3).unwrap_or_default().to_ascii_uppercase();
        self.eco
            .iter()
            .any(|(first, last)| *first <= code && code <= *last)
    }

    fn has_time(&self, game: &Game) -> bool {
        self.time.is_empty()
            || game
                .tags
                .get("TimeControl")
                .and_then(TimeClass::of)
                .is_some_and(|class| self.time.contains(&class))
    }

    fn has_other_start(&self, game: &Game) -> bool {
        if game.is_chess960() {
            self.chess960 == UnusualStarts::Skip
        } else {
            self.positions == UnusualStarts::Skip && game.start != Chess::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(selection: &GameSelection, tags: &[(&str, &str)]) -> Result<(), &'static str> {
        let mut game = Game::default();
        for (name, value) in tags {
            game.tags.set(name, value);
        }
        selection.check(&game, Fingerprint(7)).map(drop)
    }

    #[test]
    fn each_condition_is_met_or_named() {
        let all = GameSelection::default();
        assert_eq!(passes(&all, &[]), Ok(()));
        let mut players = NameList::default();
        players.add("Tal, M").expect("a name");
        let white = GameSelection {
            players,
            color: Some(Color::White),
            ..GameSelection::default()
        };
        assert_eq!(passes(&white, &[("White", "Tal, Mihail")]), Ok(()));
        assert_eq!(passes(&white, &[("Black", "Tal, Mihail")]), Err("player"));
        let dates = GameSelection {
            dates: Some(("1999".to_owned(), "2000.06".to_owned())),
            ..GameSelection::default()
        };
        for (date, outcome) in [
            ("1999.??.??", Ok(())),
            ("1998.12.31", Err("date")),
            ("2000.06.30", Ok(())),
            ("2000.07.01", Err("date")),
            ("????.??.??", Err("date")),
            ("1999-12-31", Ok(())),
            ("2000/7/1", Err("date")),
            ("2000-6-1", Ok(())),
            ("31.12.1999", Ok(())),
            ("31.12.1998", Err("date")),
            ("199.12.31", Err("date")),
        ] {
            assert_eq!(passes(&dates, &[("Date", date)]), outcome, "{date}");
        }
        let elo = GameSelection {
            elo: Some(2400..=2800),
            elo_difference: Some(100),
            ..GameSelection::default()
        };
        let ratings = |white, black| passes(&elo, &[("WhiteElo", white), ("BlackElo", black)]);
        assert_eq!(ratings("2500", "2450"), Ok(()));
        assert_eq!(ratings("2500", "2350"), Err("elo"));
        assert_eq!(ratings("2500", ""), Err("elo"));
        assert_eq!(ratings("2600", "2450"), Err("elo_difference"));
        let eco = GameSelection {
            eco: vec![("B20".to_owned(), "B99".to_owned())],
            ..GameSelection::default()
        };
        assert_eq!(passes(&eco, &[("ECO", "B90")]), Ok(()));
        assert_eq!(passes(&eco, &[("ECO", "C90")]), Err("eco"));
        let drawn = GameSelection {
            results: vec![Some(GameResult::Draw)],
            ..GameSelection::default()
        };
        assert_eq!(passes(&drawn, &[]), Err("result"));
    }
}
