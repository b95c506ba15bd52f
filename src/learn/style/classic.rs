//! Counting for the classic style recogniser: every observation of every game (Fernández 2005, §5.2.3).
//!
//! Games from another start position have no first move to observe and are left out.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fs::File;
use std::path::Path;

use shakmaty::{ByColor, Chess};

use super::{PlayerLabel, StyleTrainingError};
use crate::pgn::{ReadCounts, ReadError, read_games};
use crate::style::classic::{ClassicCounts, observe_game};

/// The counts of one player's file.
#[derive(Clone, Debug)]
pub struct PlayerFileReport {
    /// Label of the player.
    pub label: PlayerLabel,
    /// Number of games read, kept and refused.
    pub tally: ReadCounts,
    /// Number of games counted in which the player had White.
    pub white: u64,
    /// Number of games counted in which the player had Black.
    pub black: u64,
    /// Number of valid games of others, or from another start position, which were not counted.
    pub passed_over: u64,
    /// Number of cases counted.
    pub cases: u64,
}

impl PlayerFileReport {
    /// Returns the number of games counted.
    pub const fn games(&self) -> u64 {
        self.white + self.black
    }
}

/// Counts one player's games into `counts`.
///
/// # Errors
///
/// [`StyleTrainingError`] if the file cannot be read or the player played none of its games.
pub fn count_player(
    folder: &Path,
    label: &PlayerLabel,
    counts: &mut ClassicCounts,
) -> Result<PlayerFileReport, StyleTrainingError> {
    let path = folder.join(&label.file);
    let unreadable = |source| StyleTrainingError::Read {
        file: path.clone(),
        source,
    };
    let mut games = read_games(File::open(&path).map_err(unreadable)?);
    let (mut by_colour, mut passed_over) = (ByColor::<u64>::default(), 0);
    let before = counts.cases(label.style);
    for game in games.by_ref() {
        let game = match game {
            Ok(game) => game,
            Err(ReadError::Rejected(_)) => continue,
            Err(ReadError::Source(source)) => return Err(unreadable(source)),
        };
        match game.color_of(&label.names) {
            Some(color) if game.start == Chess::default() => {
                *by_colour.get_mut(color) += 1;
                for seen in observe_game(&game.start, &game.moves, color) {
                    counts.add(label.style, &seen);
                }
            }
            _ => passed_over += 1,
        }
    }
    let ByColor { white, black } = by_colour;
    let tally = games.tally();
    if white + black == 0 {
        return Err(StyleTrainingError::NobodyThere {
            games: tally.read(),
            names: label.names.join(" or "),
            file: path,
        });
    }
    Ok(PlayerFileReport {
        label: label.clone(),
        tally,
        white,
        black,
        passed_over,
        cases: counts.cases(label.style) - before,
    })
}
