//! Counting the habits of labelled players.

use super::LabelledPlayer;
use crate::style::{HabitCounts, HabitThresholds};

/// Counts the games of labelled players. Without `borders` they are first learned as the quartiles of the opponents'
/// habits.
pub fn learn(gathered: &[LabelledPlayer], borders: Option<HabitThresholds>) -> HabitCounts {
    let games = || gathered.iter().flat_map(|player| &player.games);
    let borders = borders.unwrap_or_else(|| {
        HabitThresholds::learn(&games().map(|game| game.watched.shares.get(!game.side)))
    });
    let mut knowledge = HabitCounts::new(borders);
    for player in gathered {
        count(&mut knowledge, player);
    }
    knowledge
}

/// Counts one player's games.
pub(super) fn count(knowledge: &mut HabitCounts, player: &LabelledPlayer) {
    let borders = knowledge.borders().clone();
    let layout = knowledge.layout().clone();
    for game in &player.games {
        knowledge.add(
            player.label.name(),
            player.label.style,
            &game.watched.reading(game.side, &borders),
            &game.watched.reading(!game.side, &borders),
        );
        for (stage, shares) in &game.snapshots {
            let theirs = !game.side;
            knowledge
                .stages_mut()
                .add(*stage, theirs, shares.get(theirs), &borders, &layout);
        }
    }
}
