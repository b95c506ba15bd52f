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

/// Maximum number of groups of peers that are listed.
const MOST_GROUPS: usize = 6;

/// Peers with whom games of the player are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PeerGroup {
    /// Their population.
    pub population: Population,
    /// Lowest mean rating of both players; `None` for masters, who are compared by era and opening.
    pub rating_from: Option<u16>,
    /// Pace of the games; `None` if the tags do not tell.
    pub pace: Option<&'static str>,
    /// Number of the player's games.
    pub games: u64,
}

/// Where a player stands among peers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PeerStanding {
    /// The peers, those of most games first.
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
    let mut groups: BTreeMap<(Population, Option<u16>, Option<TimeClass>), u64> = BTreeMap::new();
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
        *groups.entry((population, rating_from, pace)).or_default() += 1;
        compared.push((game, population, pace));
    }
    let mut peers: Vec<PeerGroup> = groups
        .into_iter()
        .map(|((population, rating_from, pace), games)| PeerGroup {
            population,
            rating_from,
            pace: pace.map(TimeClass::name),
            games,
        })
        .collect();
    peers.sort_by_key(|group| Reverse(group.games));
    peers.truncate(MOST_GROUPS);
    let without_pace = compared.iter().filter(|(_, population, pace)| {
        let is_online = !matches!(population, Population::Masters | Population::Board);
        is_online && shift(StyleAxis::Attacking, *population, *pace).is_none()
    });
    let axes = [
        (StyleAxis::Attacking, Some(subject.judge.attacking())),
        (StyleAxis::Complicating, subject.judge.complicating()),
    ];
    PeerStanding {
        peers,
        games: compared.len() as u64,
        without_pace: without_pace.count() as u64,
        percentiles: axes
            .into_iter()
            .filter_map(|(axis, scorer)| percentile(axis, scorer?, subject, &compared))
            .collect(),
    }
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
