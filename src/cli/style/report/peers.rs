//! The parts of the report that compare the player with peers, in words. The text and the page show the same.

use crate::cli::output::counted;
use bayeschess::learn::style_report::{
    OpeningLine, PeerGroup, PlayerTrait, PointsDifference, StabilityVerdict, StyleReport,
    TraitDirection,
};
use bayeschess::style::{AxisPercentile, Population, StyleAxis};

use super::phrases::{by_rating, record};
use super::positions::{MOST_TRAITS, OPENINGS, TRAITS, positions};

/// Maximum number of groups of peers that are listed.
const MOST_GROUPS: usize = 6;

const NO_PERCENTILE: &str =
    "no percentile: fewer than 20 games tell who the peers are, or their spread was not measured";

/// A part of the report: a title and its statements.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) lines: Vec<SectionLine>,
    /// What is to be known about the statements.
    pub(super) note: String,
}

/// A statement with its figures and examples.
pub(super) struct SectionLine {
    pub(super) statement: String,
    pub(super) details: Vec<String>,
}

impl SectionLine {
    pub(super) fn new(statement: String) -> Self {
        Self {
            statement,
            details: Vec::new(),
        }
    }

    pub(super) fn with(mut self, details: impl IntoIterator<Item = String>) -> Self {
        self.details.extend(details);
        self
    }
}

/// Returns the parts that stand behind the style.
pub(super) fn standing(report: &StyleReport) -> Vec<Section> {
    let among = &report.among_peers;
    let standing = &among.standing;
    let mut lines: Vec<SectionLine> = standing
        .percentiles
        .iter()
        .map(|one| SectionLine::new(percentile(one)))
        .collect();
    if lines.is_empty() {
        lines.push(SectionLine::new(NO_PERCENTILE.to_owned()));
    }
    lines.extend(groups(&standing.peers));
    let traits = some(among.traits.iter().map(a_trait), MOST_TRAITS);
    let tested = among.habits.len();
    vec![
        Section {
            title: "Among players of the same rating",
            lines,
            note: "the share of such players who score lower; their true scores are taken as normal, with a \
                   spread measured on players with 100 games or more. Where the pace of a game was measured on peers, \
                   the scores are those of this pace"
                .to_owned(),
        },
        Section {
            title: TRAITS,
            lines: or_none(traits, &no_traits(tested)),
            note: format!(
                "of {tested} habits tested together those at a false-discovery rate of 10 % (Benjamini and \
                 Yekutieli 2001): in the mean at most one trait in ten is chance. 50 in 100 is usual. Peers are of all paces here"
            ),
        },
    ]
}

/// Returns the parts that stand behind the results.
pub(super) fn results(report: &StyleReport) -> Vec<Section> {
    let among = &report.among_peers;
    vec![Section {
        title: OPENINGS,
        lines: or_none(
            among.openings.iter().map(opening).collect(),
            "no opening with a name",
        ),
        note: "names are those of lichess.org".to_owned(),
    }]
}

/// Returns the first `most` statements, with a line that counts the others.
pub(super) fn some(
    lines: impl ExactSizeIterator<Item = SectionLine>,
    most: usize,
) -> Vec<SectionLine> {
    let more = lines.len().saturating_sub(most);
    let mut shown: Vec<SectionLine> = lines.take(most).collect();
    if more > 0 {
        shown.push(SectionLine::new(format!(
            "and {more} more, each smaller; --json has all"
        )));
    }
    shown
}

pub(super) fn or_none(lines: Vec<SectionLine>, otherwise: &str) -> Vec<SectionLine> {
    if lines.is_empty() {
        return vec![SectionLine::new(otherwise.to_owned())];
    }
    lines
}

pub(super) fn no_traits(tested: usize) -> String {
    if tested == 0 {
        return "nothing was tested: fewer than 20 games can be compared with peers".to_owned();
    }
    "no habit differs from peers beyond chance".to_owned()
}

fn percentile(found: &AxisPercentile) -> String {
    let [low, high] = found.interval_95;
    let name = match found.axis {
        StyleAxis::Attacking => "more attacking",
        StyleAxis::Complicating => "keeps more complicated",
    };
    format!(
        "{name} than {:.0} in 100 (95 %: {low:.0} to {high:.0})",
        found.percentile
    )
}

/// Returns the greatest groups of peers, with a line that counts the games of the others.
fn groups(all: &[PeerGroup]) -> Vec<SectionLine> {
    let (shown, others) = all.split_at(all.len().min(MOST_GROUPS));
    let mut lines: Vec<SectionLine> = shown
        .iter()
        .map(|group| SectionLine::new(peers(group)))
        .collect();
    let more: u64 = others.iter().map(|group| group.games).sum();
    if more > 0 {
        lines.push(SectionLine::new(format!(
            "and {} compared with smaller groups; --json has all",
            games(more)
        )));
    }
    lines
}

fn peers(group: &PeerGroup) -> String {
    let rating = group
        .rating_from
        .map_or_else(String::new, |from| format!(", {from} to {}", from + 199));
    let pace = match group.pace {
        Some("all") => ", all paces".to_owned(),
        Some(pace) => format!(", {pace}"),
        None => String::new(),
    };
    let kind = match group.population {
        Population::Masters => format!(
            "{} of the same era and opening",
            group.population.description()
        ),
        other => other.description().to_owned(),
    };
    format!("{} compared with {kind}{rating}{pace}", games(group.games))
}

/// `1 game`, `2 games`.
pub(super) fn games(count: u64) -> String {
    counted(count, "game")
}

fn a_trait(found: &PlayerTrait) -> SectionLine {
    let one = &found.comparison;
    let (more, contrary) = match one.direction {
        TraitDirection::More => ("more", "less"),
        TraitDirection::Less => ("less", "more"),
    };
    // A trait of less is told by the games that show more of it.
    let of_100 = |ahead: f64| match one.direction {
        TraitDirection::More => 100.0 * ahead,
        TraitDirection::Less => 100.0 * (1.0 - ahead),
    };
    let [low, high] = match one.direction {
        TraitDirection::More => one.ahead_interval_95,
        TraitDirection::Less => [one.ahead_interval_95[1], one.ahead_interval_95[0]],
    };
    let statement = format!(
        "{more} than peers: {}: {:.0} of 100 games of peers show {contrary} of it (95 %: {:.0} to {:.0}); {} compared",
        one.question,
        of_100(one.ahead),
        of_100(low),
        of_100(high),
        games(one.games)
    );
    let parts = &found.stability;
    let verdict = match parts.verdict {
        StabilityVerdict::Stable => "stable",
        StabilityVerdict::Uncertain => "too few games to tell if it is stable",
        StabilityVerdict::Changing => "changing",
    };
    let stability = format!(
        "{verdict}: odd games {:.0}, even games {:.0}; {}",
        of_100(parts.odd),
        of_100(parts.even),
        parts.halves.map_or_else(
            || "the dates do not tell earlier games from later ones".to_owned(),
            |halves| format!(
                "earlier games {:.0}, later games {:.0} (change {:+.0} ± {:.0})",
                of_100(halves.earlier),
                of_100(halves.later),
                of_100(halves.change) - of_100(0.0),
                100.0 * halves.change_error_95
            )
        )
    );
    SectionLine::new(statement)
        .with([stability])
        .with(positions(&found.positions))
}

fn opening(line: &OpeningLine) -> SectionLine {
    let [first, last] = line.eco;
    let eco = if first == last {
        first.to_owned()
    } else {
        format!("{first} to {last}")
    };
    let color = if line.color == "white" {
        "White"
    } else {
        "Black"
    };
    let statement = format!(
        "with {color}, {} ({eco}), {}: {}",
        line.name,
        games(line.record.games()),
        record(&line.record)
    );
    let variation = line.variation.map(|name| format!("most often {name}"));
    let by_rating = line.by_rating.as_ref().map(by_rating);
    SectionLine::new(statement)
        .with(variation)
        .with(by_rating)
        .with(positions(&line.positions))
}

/// `costs about 8.1 ± 5.2 points in 100 games (12.0 in 40 games, 20.1 in 210 others)`.
pub(super) fn difference(points: &PointsDifference) -> String {
    let verb = if points.difference < 0.0 {
        "costs"
    } else {
        "brings"
    };
    format!(
        "{verb} about {:.1} ± {:.1} points in 100 games ({:+.1} in {}, {:+.1} in {} others)",
        100.0 * points.difference.abs(),
        100.0 * points.error_95,
        100.0 * points.beyond,
        games(points.games),
        100.0 * points.other_beyond,
        points.other_games
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::learn::style_report::{HabitComparison, TraitHalves, TraitStability};

    #[test]
    fn the_games_of_all_peers_add_up() {
        let group = |games| PeerGroup {
            population: Population::Lichess,
            rating_from: Some(800),
            pace: Some(if games > 5 { "all" } else { "rapid" }),
            games,
        };
        let all: Vec<PeerGroup> = (1..=8).rev().map(group).collect();
        let said = |shown: &[PeerGroup]| -> Vec<String> {
            let lines = groups(shown).into_iter();
            lines.map(|line| line.statement).collect()
        };
        let told = said(&all);
        assert_eq!(told.len(), 7);
        assert_eq!(
            told[0],
            "8 games compared with players on lichess.org, 800 to 999, all paces"
        );
        assert_eq!(
            told[5],
            "3 games compared with players on lichess.org, 800 to 999, rapid"
        );
        assert_eq!(
            told[6],
            "and 3 games compared with smaller groups; --json has all"
        );
        assert_eq!(said(&all[..6]).len(), 6);
    }

    #[test]
    fn a_trait_is_told_in_its_direction() {
        let said = |direction, ahead, ahead_interval_95, is_dated: bool| {
            let found = PlayerTrait {
                comparison: HabitComparison {
                    habit: "backward",
                    question: "piece moves backward",
                    direction,
                    games: 658,
                    ahead,
                    ahead_interval_95,
                    adjusted_p: 0.01,
                    is_trait: true,
                },
                stability: TraitStability {
                    odd: ahead,
                    even: ahead,
                    halves: is_dated.then_some(TraitHalves {
                        earlier: ahead,
                        later: ahead + 0.02,
                        change: 0.02,
                        change_error_95: 0.05,
                    }),
                    verdict: StabilityVerdict::Stable,
                },
                positions: Vec::new(),
            };
            let line = a_trait(&found);
            (line.statement, line.details.concat())
        };
        let (less, stability) = said(TraitDirection::Less, 0.39, [0.36, 0.41], true);
        assert_eq!(
            less,
            "less than peers: piece moves backward: 61 of 100 games of peers show more of it (95 %: 59 to 64); 658 games compared"
        );
        assert_eq!(
            stability,
            "stable: odd games 61, even games 61; earlier games 61, later games 59 (change -2 ± 5)"
        );
        let (more, stability) = said(TraitDirection::More, 0.6, [0.57, 0.63], false);
        assert_eq!(
            more,
            "more than peers: piece moves backward: 60 of 100 games of peers show less of it (95 %: 57 to 63); 658 games compared"
        );
        assert_eq!(
            stability,
            "stable: odd games 60, even games 60; the dates do not tell earlier games from later ones"
        );
    }
}
