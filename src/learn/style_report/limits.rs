//! What a report cannot say.

use serde::Serialize;
use shakmaty::Color;

use super::date_order::DateOrder;
use super::game::PlayerGame;
use super::lead::ComparedGame;

/// Number of games from which habits and openings are told with some certainty.
const ENOUGH_GAMES: u64 = 100;

/// A limit of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReportLimit {
    /// There are few games.
    FewGames {
        /// Number of games.
        games: u64,
        /// Number from which statements are reliable.
        enough: u64,
    },
    /// Games cannot be compared with peers: the population, the rating or its norms are unknown.
    NotCompared {
        /// Number of such games.
        games: u64,
    },
    /// The peers' pace is not known to the norms.
    PaceUnknown {
        /// Number of games whose pace was not measured.
        games: u64,
    },
    /// Games lack the rating of a player.
    Unrated {
        /// Number of such games.
        games: u64,
    },
    /// Games lack a date, so they are left out of what changed over time.
    Undated {
        /// Number of such games.
        games: u64,
    },
    /// Only the year or the month of games is known, so they are left out of what changed over time. The dates of other
    /// games tell these apart.
    VagueDate {
        /// Number of such games.
        games: u64,
    },
    /// There are few games with one colour.
    OneColor {
        /// Number of games with the rarer colour.
        games: u64,
    },
    /// Moves are not judged by an engine: a habit may be good or bad.
    NotJudged,
}

/// Returns the limits of a report on these games.
pub(super) fn limits(
    games: &[PlayerGame],
    compared: &[ComparedGame],
    without_pace: u64,
    order: &DateOrder,
) -> Vec<ReportLimit> {
    let all = games.len() as u64;
    let count = |is_so: &dyn Fn(&PlayerGame) -> bool| {
        games.iter().filter(|game| is_so(game)).count() as u64
    };
    let white = count(&|game| game.side == Color::White);
    let rarer = white.min(all - white);
    let not_compared = all - compared.len() as u64;
    let unrated = count(&|game| game.ahead.is_none());
    let (undated, vague) = (order.undated(), order.vague());
    let some = |games: u64, limit: ReportLimit| (games > 0).then_some(limit);
    [
        (all < ENOUGH_GAMES).then_some(ReportLimit::FewGames {
            games: all,
            enough: ENOUGH_GAMES,
        }),
        some(
            not_compared,
            ReportLimit::NotCompared {
                games: not_compared,
            },
        ),
        some(
            without_pace,
            ReportLimit::PaceUnknown {
                games: without_pace,
            },
        ),
        some(unrated, ReportLimit::Unrated { games: unrated }),
        some(undated, ReportLimit::Undated { games: undated }),
        some(vague, ReportLimit::VagueDate { games: vague }),
        (rarer * 4 < all).then_some(ReportLimit::OneColor { games: rarer }),
        Some(ReportLimit::NotJudged),
    ]
    .into_iter()
    .flatten()
    .collect()
}
