//! The player's results opening by opening, under the names of `data/opening-names.tsv`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Color;

use super::expectation::{RatedGame, RatingExpectation};
use super::game::PlayerGame;
use super::positions::{ReportPosition, color_name, first_different, positions_after};
use crate::bayes::half_width_95;
use crate::record::{ResultCounts, SideResult};

/// Minimum number of games of an opening to be listed, if it is not among the most frequent.
const FEWEST_GAMES: usize = 5;

/// Number of openings of each colour that are listed with any number of games: they are to be expected next.
const ALWAYS_LISTED: usize = 3;

/// Maximum number of openings listed for each colour.
const MOST_OPENINGS: usize = 10;

/// The results of one opening with one colour.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningLine {
    /// The player's colour: `white` or `black`.
    pub color: &'static str,
    /// Name of the opening, without its variation: `Italian Game`.
    pub name: &'static str,
    /// First and last code of the *Encyclopaedia of Chess Openings* in these games.
    pub eco: [&'static str; 2],
    /// The variation played most, if it has a name of its own.
    pub variation: Option<&'static str>,
    /// Results.
    #[serde(flatten, serialize_with = "ResultCounts::as_won_drawn_lost")]
    pub record: ResultCounts,
    /// Share of the points, from 0 to 1.
    pub score: f64,
    /// Half the width of the 95 % interval of the score.
    pub error_95: f64,
    /// Comparison with the expectation from ratings; `None` if fewer than 30 games have both.
    pub by_rating: Option<RatingExpectation>,
    /// Positions in which the opening ended, to be played on.
    pub positions: Vec<ReportPosition>,
}

/// Returns the name of an opening without its variation.
pub(super) fn family(name: &'static str) -> &'static str {
    name.split_once(':').map_or(name, |(family, _)| family)
}

/// Returns the openings of both colours, the most frequent first; `order` lists the games by date.
pub(super) fn openings(games: &[PlayerGame], order: &[usize]) -> Vec<OpeningLine> {
    Color::ALL
        .into_iter()
        .flat_map(|side| {
            let mut groups: BTreeMap<&'static str, Vec<&PlayerGame>> = BTreeMap::new();
            for game in order.iter().map(|number| &games[*number]) {
                if let Some(named) = game.named.filter(|_| game.side == side) {
                    groups.entry(family(named.name)).or_default().push(game);
                }
            }
            let mut groups: Vec<_> = groups.into_iter().collect();
            groups.sort_by_key(|(_, games)| Reverse(games.len()));
            groups.truncate(MOST_OPENINGS);
            groups
                .into_iter()
                .enumerate()
                .filter(|(place, (_, games))| *place < ALWAYS_LISTED || games.len() >= FEWEST_GAMES)
                .filter_map(move |(_, (name, games))| line(side, name, &games))
        })
        .collect()
}

fn line(side: Color, name: &'static str, games: &[&PlayerGame]) -> Option<OpeningLine> {
    let record: ResultCounts = games.iter().map(|game| game.outcome()).collect();
    let rated: Vec<RatedGame> = games.iter().filter_map(|game| game.rated()).collect();
    let named = || games.iter().filter_map(|game| game.named);
    let mut variations: BTreeMap<&'static str, u64> = BTreeMap::new();
    for found in named() {
        *variations.entry(found.name).or_default() += 1;
    }
    let most = variations.into_iter().max_by_key(|(_, games)| *games)?.0;
    let variation = most.split_once(": ").map(|(_, variation)| variation);
    let codes = || named().map(|found| found.eco);
    let after = positions_after(games.iter().copied(), SideResult::Loss, |game| {
        game.named_plies
    });
    Some(OpeningLine {
        color: color_name(side),
        name,
        eco: [codes().min()?, codes().max()?],
        variation,
        record,
        score: record.score(),
        error_95: half_width_95(record.standard_error()),
        by_rating: RatingExpectation::of(&rated),
        positions: first_different(after, &[]),
    })
}
