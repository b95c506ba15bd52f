//! The state of a match or tournament as its journal tells it, read while another process may be playing.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::game_summary::{GameSummary, pairs_in_a_row};
use super::journal::{Journal, JournalError, RunGoal};
use super::player_spec::PlayerSpec;
use super::sprt::{Sprt, SprtVerdict};
use super::standings::TournamentStandings;

/// The state of a match or tournament.
#[derive(Clone, Debug)]
pub struct TournamentOverview {
    /// Names of the players.
    pub players: Vec<String>,
    /// Pairings, as numbers of players; the first one has White in the first game of each pair.
    pub pairings: Vec<[usize; 2]>,
    /// Results of the pairs that count: all in a row from the first, up to the verdict of a sequential test.
    pub standings: TournamentStandings,
    /// Number of finished games.
    pub games: u64,
    /// How far the run is to go; `None` in journals of older versions.
    pub goal: Option<RunGoal>,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
}

/// The part of a journal's settings that says who plays.
#[derive(Deserialize)]
struct PlayersOfJournal {
    players: Vec<NamedPlayer>,
    pairings: Vec<[usize; 2]>,
}

#[derive(Deserialize)]
struct NamedPlayer {
    player: String,
}

impl TournamentOverview {
    /// Reads the journal in `file`, without locking or changing it.
    ///
    /// # Errors
    ///
    /// [`JournalError`] if the file is not the journal of a match or tournament.
    pub fn read(file: &Path) -> Result<Self, JournalError> {
        let contents = Journal::look::<GameSummary>(file)?;
        let wrong = |what: String| JournalError::Line {
            file: file.to_owned(),
            line: 1,
            what,
        };
        let who: PlayersOfJournal =
            serde_json::from_value(contents.settings).map_err(|error| wrong(error.to_string()))?;
        let is_player = |player: &usize| *player < who.players.len();
        if who.pairings.is_empty() || !who.pairings.iter().flatten().all(is_player) {
            return Err(wrong(
                "a pairing names a player that is not there".to_owned(),
            ));
        }
        let anchor = contents.goal.and_then(|goal| goal.anchor);
        if anchor.is_some_and(|anchor| anchor.player >= who.players.len()) {
            return Err(wrong(
                "the rating of a player is fixed that is not there".to_owned(),
            ));
        }
        let sprt = contents
            .goal
            .and_then(|goal| goal.sprt)
            .and_then(|[elo0, elo1]| Sprt::new(elo0, elo1).ok());
        let mut overview = Self {
            players: who.players.iter().map(name).collect(),
            standings: TournamentStandings::new(who.players.len(), who.pairings.len()),
            pairings: who.pairings,
            games: contents.entries.len() as u64,
            goal: contents.goal,
            sprt,
        };
        overview.count(&contents.entries);
        Ok(overview)
    }

    /// Returns true if settings in the first line of a journal are those of a match or tournament.
    pub fn is_of_tournament(settings: &Value) -> bool {
        ["players", "pairings", "openings", "conditions"]
            .iter()
            .all(|key| settings.get(key).is_some())
    }

    /// Returns the verdict of the sequential test; `None` without one.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        let first = self.standings.pairings.first()?;
        Some(self.sprt?.verdict(&first.counts))
    }

    /// Returns the number of games after which the test decided; `None` if it has not.
    pub fn decided_after(&self) -> Option<u64> {
        let verdict = self.verdict()?;
        (verdict != SprtVerdict::Continue).then_some(self.standings.games)
    }

    /// Returns true if all games are played, or the test has decided; `None` if the goal is unknown.
    pub fn is_complete(&self) -> Option<bool> {
        let goal = self.goal?;
        Some(self.decided_after().is_some() || self.games >= u64::from(goal.games))
    }

    fn count(&mut self, games: &[GameSummary]) {
        let pairings = self.pairings.iter().enumerate().cycle();
        for (pair, (pairing, players)) in pairs_in_a_row(games).into_iter().zip(pairings) {
            self.standings.add(pairing, *players, pair);
            if self.decided_after().is_some() {
                return;
            }
        }
    }
}

/// Returns the name that the user gave to a player, else what stands before its settings.
fn name(named: &NamedPlayer) -> String {
    let given = named.player.parse::<PlayerSpec>().ok();
    given.and_then(|spec| spec.name).unwrap_or_else(|| {
        let bare = named.player.split(';').next().unwrap_or_default();
        bare.trim_start_matches(['"', '\'']).trim().to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game_summary::PlayerFigures;
    use crate::record::{GameResult, Termination};
    use serde_json::json;

    fn game(number: u32, result: GameResult) -> GameSummary {
        GameSummary {
            game: number,
            result,
            termination: Termination::Checkmate,
            plies: 60,
            fault: None,
            warnings: Vec::new(),
            white: PlayerFigures::default(),
            black: PlayerFigures::default(),
        }
    }

    fn settings(pairings: &[[usize; 2]]) -> Value {
        json!({
            "players": [{"player": "initial"}, {"player": "learned;name=New one"}],
            "pairings": pairings, "openings": {}, "conditions": {},
        })
    }

    #[test]
    fn pairs_count_in_a_row_and_up_to_the_verdict() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.journal");
        let settings = settings(&[[0, 1]]);
        assert!(TournamentOverview::is_of_tournament(&settings));
        let (mut journal, _) =
            Journal::open::<GameSummary>(&file, &settings).expect("a new journal");
        let goal = RunGoal {
            games: 1000,
            sprt: Some([0.0, 10.0]),
            anchor: None,
        };
        journal.note_goal(goal).expect("noted");
        // Game 3 is missing: the pair of game 2 does not count, nor does any after it.
        for number in [0, 1, 2, 4, 5] {
            let game = game(number, GameResult::WhiteWins);
            journal.add(&game).expect("added");
        }
        let overview = TournamentOverview::read(&file).expect("read");
        assert_eq!(overview.players, ["initial", "New one"]);
        assert_eq!((overview.games, overview.standings.games), (5, 2));
        assert_eq!(overview.is_complete(), Some(false));
        assert_eq!(overview.decided_after(), None);
        // All won, from either side.
        for number in (6..900).chain([3]) {
            let result = if number % 2 == 0 {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            };
            journal.add(&game(number, result)).expect("added");
        }
        let overview = TournamentOverview::read(&file).expect("read");
        assert_eq!(overview.verdict(), Some(SprtVerdict::Accept));
        assert_eq!(overview.is_complete(), Some(true));
        assert!(overview.standings.games < overview.games);
        assert_eq!(overview.decided_after(), Some(overview.standings.games));
    }

    #[test]
    fn a_pairing_of_players_that_are_not_there_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.journal");
        for pairings in [&[[0, 2]][..], &[]] {
            std::fs::write(&file, format!("{}\n", settings(pairings))).expect("written");
            assert!(TournamentOverview::read(&file).is_err());
        }
        for (player, is_read) in [(1, true), (2, false)] {
            let goal = json!({"goal": {"games": 2, "sprt": null, "anchor": {"player": player, "elo": 3000.0}}});
            let text = format!("{}\n{goal}\n", settings(&[[0, 1]]));
            std::fs::write(&file, text).expect("written");
            assert_eq!(TournamentOverview::read(&file).is_ok(), is_read, "{player}");
        }
    }
}
