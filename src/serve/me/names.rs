//! The names of the players in a file, with the number of games of each.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::status::PlayerJson;
use crate::cancel::CancelFlag;
use crate::identity::player_name;
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::{Game, composed_name};
use shakmaty::Color;

/// Number of names that are returned. Users who give a file of their own games have the most games in it.
const MOST_NAMES: usize = 60;

/// Counts the games of each name; those with most games come first. A name that is written in two Unicode forms is shown in
/// the first of them.
pub(super) fn count_names(
    sources: &[PgnSource],
    stop: &CancelFlag,
    mut on_progress: impl FnMut(&IngestProgress),
) -> (Vec<PlayerJson>, IngestSummary) {
    let mut games: HashMap<String, PlayerJson> = HashMap::new();
    let summary = ingest(
        sources,
        &IngestOptions::default(),
        || |game: &Game| Color::ALL.map(|side| player_name(game.player(side))),
        |event| {
            match event {
                IngestEvent::Game { value, .. } => {
                    for name in value.into_iter().flatten() {
                        let key = composed_name(&name).into_owned();
                        let player = games.entry(key).or_insert(PlayerJson { name, games: 0 });
                        player.games += 1;
                    }
                }
                IngestEvent::Progress(progress) => on_progress(&progress),
                _ => {}
            }
            if stop.is_raised() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    let mut players: Vec<PlayerJson> = games.into_values().collect();
    players.sort_by(|one, other| (other.games, &one.name).cmp(&(one.games, &other.name)));
    players.truncate(MOST_NAMES);
    (players, summary)
}
