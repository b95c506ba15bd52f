//! Where one thread of a tournament plays its games: the players that it has seated.

use shakmaty::ByColor;

use super::entrant::RunningPlayer;
use super::match_game;
use super::player::MatchPlayer;
use super::tournament::{RecordedGame, Tournament};
use crate::cancel::CancelFlag;

/// A thread's players.
pub(super) struct TournamentWorker<'a> {
    tournament: &'a Tournament,
    seats: Vec<Option<RunningPlayer>>,
}

impl<'a> TournamentWorker<'a> {
    pub(super) fn new(tournament: &'a Tournament) -> Self {
        Self {
            tournament,
            seats: tournament.players.iter().map(|_| None).collect(),
        }
    }

    /// Plays game `number`; `None` when stopped.
    pub(super) fn game(&mut self, number: u32, stop: &CancelFlag) -> Option<RecordedGame> {
        let tournament = self.tournament;
        let players = tournament.players_of(number);
        self.seat_only(players, stop)?;
        let pair = number / 2;
        let mut draw = 0;
        // In the order of the pairing, so that both games of a pair have the same weights.
        for player in tournament.pairings[tournament.pairing(number)] {
            if let Some(schema) = tournament.players[player].drawn_from() {
                if let Some(Some(seat)) = self.seats.get_mut(player) {
                    seat.draw(schema, tournament.seed, pair, draw);
                }
                draw += 1;
            }
        }
        let opening = tournament
            .openings
            .opening(u64::from(tournament.round(number)));
        let ByColor { white, black } = players;
        let [Some(for_white), Some(for_black)] =
            self.seats.get_disjoint_mut([white, black]).ok()?
        else {
            return None;
        };
        let mut bout = match_game::play(
            ByColor {
                white: for_white,
                black: for_black,
            },
            players.map(|player| tournament.players[player].thinking),
            &opening,
            &tournament.rules,
            stop,
        )?;
        bout.outcome.game = number;
        for seat in &mut self.seats {
            seat.take_if(|seat| !seat.is_usable());
        }
        let pgn = if tournament.wants_pgn {
            tournament.format(number, &bout)
        } else {
            String::new()
        };
        Some(RecordedGame {
            outcome: bout.outcome,
            pgn,
        })
    }

    /// Seats the players of a game and sends away all others, whose programs would only hold
    /// memory.
    fn seat_only(&mut self, players: ByColor<usize>, stop: &CancelFlag) -> Option<()> {
        for (number, seat) in self.seats.iter_mut().enumerate() {
            let plays = [players.white, players.black].contains(&number);
            if !plays {
                *seat = None;
            } else if seat.is_none() {
                let entrant = &self.tournament.players[number];
                let Tournament {
                    patience, check, ..
                } = *self.tournament;
                *seat = Some(match entrant.start(patience, check, stop) {
                    Ok(seated) => seated,
                    Err(_) if stop.is_raised() => return None,
                    Err(error) => RunningPlayer::Absent(error.to_string()),
                });
            }
        }
        Some(())
    }
}
