//! From gathered games to what is known of styles.
//!
//! May use: L0, `style`.

use super::Gathered;
use crate::style::{Borders, Knowledge};

/// Counts the games of labelled players. Without `borders` they are learned first: the quartiles of
/// what the players' opponents did.
pub fn learn(gathered: &[Gathered], borders: Option<Borders>) -> Knowledge {
    let games = || gathered.iter().flat_map(|player| &player.games);
    let borders = borders.unwrap_or_else(|| {
        Borders::learn(&games().map(|game| game.watched.shares.get(!game.side)))
    });
    let mut knowledge = Knowledge::new(borders);
    for player in gathered {
        count(&mut knowledge, player);
    }
    knowledge
}

/// Counts one player's games.
pub(super) fn count(knowledge: &mut Knowledge, player: &Gathered) {
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
