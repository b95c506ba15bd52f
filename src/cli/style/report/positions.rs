//! Positions to be played on, each told once: a finding names the part of the report that has it already.

use bayeschess::learn::style_report::{AmongPeers, PointsFinding, ReportPosition};

use super::phrases::shown;

/// Maximum number of strengths, and of weaknesses, that are shown.
pub(super) const MOST_FINDINGS: usize = 6;

/// Maximum number of traits that are shown.
pub(super) const MOST_TRAITS: usize = 12;

pub(super) const STRENGTHS: &str = "Strengths";
pub(super) const WEAKNESSES: &str = "Weaknesses";
pub(super) const TRAINING: &str = "Three things to train";
pub(super) const OPENINGS: &str = "Opening by opening";
pub(super) const TRAITS: &str = "Traits";

/// Writes positions with their games.
pub(super) fn positions(positions: &[ReportPosition]) -> impl Iterator<Item = String> {
    positions.iter().map(position)
}

/// Writes the positions of a strength or weakness; those that stand at another statement are counted.
pub(super) fn positions_of_finding(found: &PointsFinding, among: &AmongPeers) -> Vec<String> {
    let mut own = Vec::new();
    let mut elsewhere: Vec<(&str, usize)> = Vec::new();
    for one in &found.positions {
        match other_section(one, found, among) {
            None => own.push(position(one)),
            Some(title) => match elsewhere.iter_mut().find(|(other, _)| *other == title) {
                Some((_, count)) => *count += 1,
                None => elsewhere.push((title, 1)),
            },
        }
    }
    let counted = elsewhere.into_iter().map(|(title, count)| {
        let noun = if count == 1 { "position" } else { "positions" };
        format!("play on: {count} {noun} under {title}")
    });
    own.extend(counted);
    own
}

fn position(position: &ReportPosition) -> String {
    format!("play on: {}; {}", position.fen, shown(&position.example))
}

/// Returns the title of the part that shows a position already: at an earlier finding, a thing to train, an opening or a trait.
fn other_section(
    position: &ReportPosition,
    found: &PointsFinding,
    among: &AmongPeers,
) -> Option<&'static str> {
    let shows = |positions: &[ReportPosition]| positions.iter().any(|one| one.is_same(position));
    let findings = [
        (STRENGTHS, &among.strengths),
        (WEAKNESSES, &among.weaknesses),
    ];
    let earlier = findings
        .into_iter()
        .flat_map(|(title, list)| list.iter().take(MOST_FINDINGS).map(move |one| (title, one)))
        .take_while(|(_, one)| one.subject != found.subject)
        .find(|(_, one)| shows(&one.positions));
    let is_trained = among.training.iter().any(|one| shows(&one.positions));
    let is_opening = among.openings.iter().any(|one| shows(&one.positions));
    let mut traits = among.traits.iter().take(MOST_TRAITS);
    let is_trait = traits.any(|one| shows(&one.positions));
    earlier
        .map(|(title, _)| title)
        .or(is_trained.then_some(TRAINING))
        .or(is_opening.then_some(OPENINGS))
        .or(is_trait.then_some(TRAITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::learn::style_report::{
        ExampleGame, PointsDifference, TrainingItem, TrainingSubject,
    };

    #[test]
    fn a_position_that_stands_elsewhere_is_told_there() {
        let at = |row: &str| ReportPosition {
            fen: format!("8/8/8/8/{row}/k7/8/K6R w - - 0 1"),
            color: "white",
            example: ExampleGame::default(),
        };
        let points = PointsDifference {
            games: 40,
            other_games: 60,
            beyond: -0.07,
            other_beyond: 0.04,
            difference: -0.11,
            error_95: 0.05,
        };
        let found = |name, rows: &[&str]| PointsFinding {
            subject: TrainingSubject::Course { name },
            points,
            adjusted_p: 0.01,
            positions: rows.iter().map(|row| at(row)).collect(),
        };
        let trained = found("long", &["P7", "1P6"]);
        let mut among = AmongPeers {
            weaknesses: vec![
                found("long", &["P7", "1P6", "2P5"]),
                found("short", &["2P5", "3P4"]),
            ],
            ..AmongPeers::default()
        };
        among.training.push(TrainingItem {
            subject: trained.subject,
            points,
            adjusted_p: 0.01,
            is_proven: true,
            positions: trained.positions,
        });
        let [long, short] = [0, 1].map(|place| {
            let told = positions_of_finding(&among.weaknesses[place], &among);
            told.into_iter()
                .map(|line| line.split(';').next().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        });
        let play_on = |row: &str| format!("play on: {}", at(row).fen);
        assert_eq!(
            long,
            [
                play_on("2P5"),
                "play on: 2 positions under Three things to train".to_owned()
            ]
        );
        assert_eq!(
            short,
            [
                play_on("3P4"),
                "play on: 1 position under Weaknesses".to_owned()
            ]
        );
    }
}
