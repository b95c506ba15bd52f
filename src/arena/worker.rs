//! The worker of one thread of a tournament: its running players and the games they play.

use std::mem;
use std::sync::{Mutex, PoisonError};

use shakmaty::ByColor;

use super::entrant::RunningPlayer;
use super::game_log::GameLog;
use super::tournament::{RecordedGame, Tournament};
use crate::cancel::CancelFlag;
use crate::play::{MatchPlayer as _, play_game};

/// The players of one worker by number; `None` for those that do not run.
type Players = Vec<Option<RunningPlayer>>;

/// Players of workers that have ended; they go on running for the workers that come.
#[derive(Debug, Default)]
pub(super) struct IdlePlayers(Mutex<Vec<Players>>);

impl IdlePlayers {
    fn take(&self) -> Option<Players> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, players: Players) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(players);
    }
}

/// A worker of one thread, which keeps its players running between games.
pub(super) struct TournamentWorker<'a> {
    tournament: &'a Tournament,
    players: Players,
    /// Where its players wait once it has ended; `None` if they end with it.
    idle: Option<&'a IdlePlayers>,
    /// True while a game goes on, and if the last one was not finished.
    is_playing: bool,
}

impl<'a> TournamentWorker<'a> {
    pub(super) fn new(tournament: &'a Tournament) -> Self {
        Self {
            tournament,
            players: tournament.players.iter().map(|_| None).collect(),
            idle: None,
            is_playing: false,
        }
    }

    /// Makes a worker that goes on with idle players, and leaves them there at its end. They are those of the same
    /// tournament, but for the options that each pair sets.
    pub(super) fn with_idle(tournament: &'a Tournament, idle: &'a IdlePlayers) -> Self {
        let mut worker = Self::new(tournament);
        if let Some(players) = idle.take() {
            worker.players = players;
        }
        worker.idle = Some(idle);
        worker
    }

    /// Plays game `number`; returns `None` when stopped.
    pub(super) fn game(&mut self, number: u32, stop: &CancelFlag) -> Option<RecordedGame> {
        self.is_playing = true;
        let game = self.play(number, stop);
        self.is_playing = game.is_none();
        game
    }

    fn play(&mut self, number: u32, stop: &CancelFlag) -> Option<RecordedGame> {
        let tournament = self.tournament;
        let players = tournament.players_of(number);
        self.start_only(players, stop)?;
        let pair = number / 2;
        let mut draw = 0;
        // Drawn in the order of the pairing, so that both games of a pair have the same weights or options.
        for player in tournament.pairings[tournament.pairing(number)] {
            let entrant = &tournament.players[player];
            if !entrant.is_drawn() {
                continue;
            }
            if let Some(Some(running)) = self.players.get_mut(player) {
                running.draw(&entrant.kind, tournament.seed, pair, draw, stop);
            }
            draw += 1;
        }
        let opening = tournament
            .openings
            .opening(u64::from(tournament.round(number)));
        let ByColor { white, black } = players;
        let [Some(for_white), Some(for_black)] =
            self.players.get_disjoint_mut([white, black]).ok()?
        else {
            return None;
        };
        let mut log = GameLog::new(opening.moves.len(), tournament.wants_pgn);
        let finished = play_game(
            ByColor {
                white: for_white,
                black: for_black,
            },
            players.map(|player| tournament.players[player].thinking),
            &opening,
            &tournament.rules,
            &mut log,
            stop,
        )?;
        // What an engine did not answer because the match was stopped is not its fault.
        if finished.fault.is_some() && stop.is_raised() {
            return None;
        }
        for player in &mut self.players {
            player.take_if(|player| !player.is_usable());
        }
        let outcome = log.summary(number, &finished);
        let pgn = log.comments.map_or_else(String::new, |comments| {
            tournament.format(number, &finished, &comments)
        });
        Some(RecordedGame { outcome, pgn })
    }

    /// Starts the players of a game and ends all others, whose programs would only use memory.
    fn start_only(&mut self, players: ByColor<usize>, stop: &CancelFlag) -> Option<()> {
        for (number, running) in self.players.iter_mut().enumerate() {
            let plays = [players.white, players.black].contains(&number);
            if !plays {
                *running = None;
            } else if running.is_none() {
                let entrant = &self.tournament.players[number];
                let Tournament {
                    patience, check, ..
                } = *self.tournament;
                *running = Some(match entrant.start(patience, check, stop) {
                    Ok(player) => player,
                    Err(_) if stop.is_raised() => return None,
                    Err(error) => RunningPlayer::Absent(error.to_string()),
                });
            }
        }
        Some(())
    }
}

impl Drop for TournamentWorker<'_> {
    fn drop(&mut self) {
        // In the middle of a game, stopped or panicked, a player is of no further use.
        if let Some(idle) = self.idle
            && !self.is_playing
        {
            idle.keep(mem::take(&mut self.players));
        }
    }
}
