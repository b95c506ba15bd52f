//! Divides the sides of a scale into groups, each of which gives one estimate.

use std::collections::BTreeMap;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::measure::RatedSide;
use crate::rng;

/// The number of parts into which players are divided.
pub(super) const FOLDS: usize = 5;

/// The least number of moves for an estimate from one game.
const LONG_GAME: usize = 25;

/// The most estimates of one player.
const MOST_GROUPS: usize = 5;

/// The sides of one estimate, all of players in one part, and their common number for resampling.
pub(super) struct SideGroup<'a> {
    pub(super) player: usize,
    pub(super) fold: usize,
    pub(super) sides: Vec<&'a RatedSide>,
}

/// Returns the part in which a player is judged.
pub(super) fn fold_of(player: &str, seed: u64) -> usize {
    rng::stream(seed, player, 0).random_range(0..FOLDS)
}

/// Returns true if the name identifies a player.
fn is_known(player: &str) -> bool {
    !matches!(player.trim(), "" | "?")
}

/// Returns the sides by player, in the order of names; sides of unknown players are left out.
fn by_player<'a>(sides: &[&'a RatedSide]) -> Vec<Vec<&'a RatedSide>> {
    let mut players: BTreeMap<&str, Vec<&RatedSide>> = BTreeMap::new();
    for side in sides.iter().filter(|side| is_known(&side.player)) {
        players.entry(&side.player).or_default().push(side);
    }
    players.into_values().collect()
}

/// Returns each long game as a group of its own; of a player with many, the first few.
pub(super) fn long_games<'a>(sides: &[&'a RatedSide], seed: u64) -> Vec<SideGroup<'a>> {
    let is_long = |side: &&&RatedSide| side.moves >= LONG_GAME;
    let mut groups = Vec::new();
    for (player, sides) in by_player(sides).iter().enumerate() {
        let long = sides.iter().filter(is_long).take(MOST_GROUPS);
        groups.extend(long.map(|side| SideGroup {
            player,
            fold: fold_of(&side.player, seed),
            sides: vec![*side],
        }));
    }
    groups
}

/// Returns groups of games of one player, drawn at random.
pub(super) fn groups_of_players<'a>(
    sides: &[&'a RatedSide],
    games: usize,
    seed: u64,
) -> Vec<SideGroup<'a>> {
    let mut groups = Vec::new();
    for (player, mut sides) in by_player(sides).into_iter().enumerate() {
        let mut draws = rng::stream(seed, "strength groups", player as u64);
        sides.shuffle(&mut draws);
        let chunks = sides.chunks_exact(games).take(MOST_GROUPS);
        groups.extend(chunks.map(|sides| SideGroup {
            player,
            fold: fold_of(&sides[0].player, seed),
            sides: sides.to_vec(),
        }));
    }
    groups
}

/// Returns groups of long games of different players with neighbouring ratings, all in one part.
pub(super) fn groups_of_peers<'a>(
    sides: &[&'a RatedSide],
    games: usize,
    seed: u64,
) -> Vec<SideGroup<'a>> {
    let mut groups = Vec::new();
    for fold in 0..FOLDS {
        let mut first_games: Vec<&RatedSide> = by_player(sides)
            .into_iter()
            .filter(|sides| fold_of(&sides[0].player, seed) == fold)
            .filter_map(|sides| sides.into_iter().find(|side| side.moves >= LONG_GAME))
            .collect();
        first_games.sort_by_key(|side| side.rated.rating);
        for sides in first_games.chunks_exact(games) {
            groups.push(SideGroup {
                player: groups.len(),
                fold,
                sides: sides.to_vec(),
            });
        }
    }
    groups
}
