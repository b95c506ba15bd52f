//! The percentile of a player among peers: who they are, and where the player stands on both axes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::game::PlayerGame;
use super::subject::ReportSubject;
use crate::record::TimeClass;
use crate::style::{
    AxisEvidence, AxisPercentile, AxisScorer, MeanScore, PeerRanks, Population, StyleAxis,
};

/// Minimum number of games for a percentile.
const FEWEST_GAMES: u64 = 20;

/// Pace of peers of all paces, with whom games are compared whose own pace was not measured.
const ALL_PACES: &str = "all";

/// Peers with whom games of the player are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PeerGroup {
    /// Their population.
    pub population: Population,
    /// Lowest mean rating of both players; `None` for masters, who are compared by era and opening.
    pub rating_from: Option<u16>,
    /// Pace of the peers, `all` if that of the games was not measured; `None` over the board.
    pub pace: Option<&'static str>,
    /// Number of the player's games.
    pub games: u64,
}

/// Where a player stands among peers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PeerStanding {
    /// All groups of peers, those of most games first.
    pub peers: Vec<PeerGroup>,
    /// Number of games that are compared.
    pub games: u64,
    /// Number of games whose pace was not measured on these peers.
    pub without_pace: u64,
    /// Percentiles on the axes; empty if too few games can be compared.
    pub percentiles: Vec<AxisPercentile>,
}

/// Returns where the player stands.
pub(super) fn standing(
    subject: &ReportSubject<'_>,
    games: &[PlayerGame],
    ranks: &PeerRanks<'_>,
) -> PeerStanding {
    let mut groups: BTreeMap<(Population, Option<u16>, Option<&'static str>), u64> =
        BTreeMap::new();
    let mut compared: Vec<(&PlayerGame, Population, Option<TimeClass>)> = Vec::new();
    for game in games {
        let peers = game.reading.cell.peers();
        let (Some(population), Some(_)) = (peers.population, ranks.sides(peers)) else {
            continue;
        };
        let rating_from = match population {
            Population::Masters => None,
            _ => peers.band.lowest(),
        };
        let pace = game.game.tags.get("TimeControl").and_then(TimeClass::of);
        let peer_pace = peer_pace(population, pace);
        *groups
            .entry((population, rating_from, peer_pace))
            .or_default() += 1;
        compared.push((game, population, pace));
    }
    let mut peers: Vec<PeerGroup> = groups
        .into_iter()
        .map(|((population, rating_from, pace), games)| PeerGroup {
            population,
            rating_from,
            pace,
            games,
        })
        .collect();
    peers.sort_by_key(|group| Reverse(group.games));
    let without_pace = peers.iter().filter(|group| group.pace == Some(ALL_PACES));
    let without_pace: u64 = without_pace.map(|group| group.games).sum();
    let axes = [
        (StyleAxis::Attacking, Some(subject.judge.attacking())),
        (StyleAxis::Complicating, subject.judge.complicating()),
    ];
    PeerStanding {
        peers,
        games: compared.len() as u64,
        without_pace,
        percentiles: axes
            .into_iter()
            .filter_map(|(axis, scorer)| percentile(axis, scorer?, subject, &compared))
            .collect(),
    }
}

/// Returns the pace of the peers of a game with this pace; `None` over the board.
fn peer_pace(population: Population, pace: Option<TimeClass>) -> Option<&'static str> {
    if matches!(population, Population::Masters | Population::Board) {
        return None;
    }
    let measured = pace.filter(|_| shift(StyleAxis::Attacking, population, pace).is_some());
    Some(measured.map_or(ALL_PACES, TimeClass::name))
}

fn shift(axis: StyleAxis, population: Population, pace: Option<TimeClass>) -> Option<[f64; 2]> {
    axis.pace_shift(population, pace?)
}

/// Returns the percentile on an axis; `None` for too few games, or if the spread of these peers was not measured.
fn percentile(
    axis: StyleAxis,
    scorer: &AxisScorer,
    subject: &ReportSubject<'_>,
    compared: &[(&PlayerGame, Population, Option<TimeClass>)],
) -> Option<AxisPercentile> {
    if (compared.len() as u64) < FEWEST_GAMES {
        return None;
    }
    let count = compared.len() as f64;
    let mut evidence = AxisEvidence::default();
    let (mut spread, mut moved, mut doubt) = (0.0, 0.0, 0.0);
    for (game, population, pace) in compared {
        let of_game = subject.judge.evidence(&game.reading);
        evidence.add(match axis {
            StyleAxis::Attacking => of_game.attacking,
            StyleAxis::Complicating => of_game.complicating,
        });
        spread += axis.spread(*population)? / count;
        let [by, error] = shift(axis, *population, *pace).unwrap_or_default();
        moved += by / count;
        doubt += error / count;
    }
    let found = scorer.mean_score(count, evidence)?;
    let found = MeanScore {
        mean: found.mean - moved,
        standard_error: found.standard_error.hypot(doubt),
    };
    Some(axis.percentile(found, spread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_have_the_pace_of_the_games_only_where_it_was_measured() {
        for (population, pace, told) in [
            (Population::Lichess, Some(TimeClass::Blitz), Some("all")),
            (Population::Lichess, Some(TimeClass::Bullet), Some("all")),
            (Population::Lichess, Some(TimeClass::Rapid), Some("rapid")),
            (Population::ChessCom, Some(TimeClass::Blitz), Some("blitz")),
            (Population::Lichess, None, Some("all")),
            (Population::Board, Some(TimeClass::Rapid), None),
            (Population::Masters, None, None),
        ] {
            assert_eq!(peer_pace(population, pace), told, "{population:?} {pace:?}");
        }
    }
}
