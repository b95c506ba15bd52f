//! The game on the board: its moves, the engine's side, and its end.

use shakmaty::{Color, Move, Position as _};

use crate::board::{GameEnding, GameState};
use crate::heuristic::Levels;
use crate::phase::{ByPhase, Phase};
use crate::protocol::archive::PlayedGame;
use crate::protocol::engine_session::EndedGame;
use crate::score::Score;
use crate::units::Centipawns;

/// What the engine does in the current mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum XboardMode {
    /// It only follows the moves.
    Force,
    /// It plays this side.
    Playing(Color),
    /// It thinks about every position, for neither side.
    Analyzing,
}

/// The number of consecutive own scores that must agree before a draw offer or resignation.
const SURE_AFTER: u32 = 5;

/// Score below which the game counts as lost, in centipawns.
const HOPELESS: Centipawns = Centipawns(-900);

/// Distance from zero within which the game counts as level, in centipawns.
const LEVEL: Centipawns = Centipawns(10);

/// The first ply at which a draw may be offered.
const EARLIEST_OFFER: usize = 80;

/// One game.
#[derive(Debug)]
pub(super) struct XboardGame {
    pub(super) game: GameState,
    pub(super) mode: XboardMode,
    /// True once the game has ended; nothing is played after that.
    pub(super) over: bool,
    /// The engine's score at its last move, from its point of view.
    pub(super) opinion: Option<Score>,
    /// True if the opponent's draw offer stands.
    pub(super) draw_offered: bool,
    /// The sides that the engine has moved for, White first.
    moved: [bool; 2],
    levels: ByPhase<Option<Levels>>,
    /// The game as it ended, or as it stood before it was analysed. It is kept until the game is left, since it may be
    /// taken back and continued.
    ended: Option<PlayedGame>,
    hopeless: u32,
    level: u32,
}

impl XboardGame {
    /// Makes a game that begins; the engine has Black.
    pub(super) fn new(game: GameState) -> Self {
        Self {
            game,
            mode: XboardMode::Playing(Color::Black),
            over: false,
            opinion: None,
            draw_offered: false,
            moved: [false; 2],
            levels: ByPhase::default(),
            ended: None,
            hopeless: 0,
            level: 0,
        }
    }

    /// Returns true if the engine is to move.
    pub(super) fn is_own_turn(&self) -> bool {
        self.mode == XboardMode::Playing(self.game.turn()) && !self.over
    }

    /// Returns the number of moves that the side to move has made.
    pub(super) fn moves_made(&self) -> usize {
        self.game.ply() / 2
    }

    /// Notes a move that the engine is about to play, with its score.
    pub(super) fn note_own_move(&mut self, opinion: Score, levels: Option<ByPhase<Levels>>) {
        // The game continues, whatever end was taken back.
        self.ended = None;
        let side = self.game.turn();
        self.moved = [
            self.moved[0] || side.is_white(),
            self.moved[1] || side.is_black(),
        ];
        let phase = self.game.phase();
        self.levels[phase] = levels.map(|levels| levels[phase].clone());
        self.opinion = Some(opinion);
        let value = opinion.centipawns_or(i32::MAX);
        let count = |agrees: bool, before: u32| if agrees { before + 1 } else { 0 };
        self.hopeless = count(value <= HOPELESS, self.hopeless);
        self.level = count(value.abs() <= LEVEL, self.level);
    }

    /// Returns true if the scores have been hopeless for long enough to resign.
    pub(super) const fn is_hopeless(&self) -> bool {
        self.hopeless >= SURE_AFTER
    }

    /// Returns true if the scores have been level for long enough to offer a draw.
    pub(super) fn is_dead_level(&self) -> bool {
        self.level >= SURE_AFTER && self.game.ply() >= EARLIEST_OFFER
    }

    /// Continues the game after a result or a claim, unless there is no legal move: not every program ends the game
    /// where a draw can be claimed.
    pub(super) fn play_on(&mut self) {
        self.over &= self.game.position().legal_moves().is_empty();
    }

    /// Plays a move that the interface sends; a draw offer before it has lapsed.
    ///
    /// If the engine is playing, an end that was taken back is cancelled. In force mode, stepping through a
    /// finished game leaves its end as it was.
    pub(super) fn play_told(&mut self, m: Move) {
        self.draw_offered = false;
        if matches!(self.mode, XboardMode::Playing(_)) && !self.over {
            self.ended = None;
        }
        self.game.play(m);
    }

    /// Takes plies back, with the engine's score of them and an offer after them.
    ///
    /// Returns the number of the engine's moves among them.
    pub(super) fn take_back(&mut self, plies: usize) -> usize {
        let mut own_moves = 0;
        for _ in 0..plies {
            if self.game.undo().is_none() {
                break;
            }
            let [white, black] = self.moved;
            let is_own = if self.game.turn().is_white() {
                white
            } else {
                black
            };
            own_moves += usize::from(is_own);
        }
        let phase = self.game.phase();
        for later in Phase::ALL.into_iter().filter(|later| *later > phase) {
            self.levels[later] = None;
        }
        self.over = false;
        self.opinion = None;
        self.draw_offered = false;
        own_moves
    }

    /// Returns the current game; `None` if the engine played neither side, or both.
    pub(super) fn played(&self, ending: Option<GameEnding>) -> Option<EndedGame> {
        let machine = match self.moved {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => return None,
        };
        Some(EndedGame {
            game: self.game.clone(),
            machine,
            ending,
            levels: self.levels.clone(),
        })
    }

    /// Ends the game. Stepping back through it, or a repeated result, does not change how it ended.
    pub(super) fn end(&mut self, played: Option<PlayedGame>) {
        self.over = true;
        if self
            .ended
            .as_ref()
            .is_none_or(|ended| ended.ending.is_none())
        {
            self.ended = played;
        }
    }

    /// Sets the game aside as it stands, as if it ended here, before moves that are tried on its board.
    pub(super) fn set_aside(&mut self, played: Option<PlayedGame>) {
        if self.ended.is_none() {
            self.ended = played;
        }
    }

    /// Returns the game that ended, once.
    pub(super) const fn take_ended(&mut self) -> Option<PlayedGame> {
        self.ended.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::uci::UciMove;

    /// A game in which both sides have moved a knight back and forth.
    fn after(plies: usize) -> XboardGame {
        let mut game = GameState::new();
        for word in ["g1f3", "g8f6", "f3g1", "f6g8"]
            .into_iter()
            .cycle()
            .take(plies)
        {
            let word: UciMove = word.parse().expect("a move");
            game.play(word.to_move(game.position()).expect("legal"));
        }
        XboardGame::new(game)
    }

    fn thinks(table: &mut XboardGame, opinions: &[i32]) {
        for opinion in opinions {
            table.note_own_move(Score::Heuristic(Centipawns(*opinion)), None);
        }
    }

    #[test]
    fn a_draw_is_offered_late_and_after_five_level_moves_on_end() {
        let mut table = after(80);
        thinks(&mut table, &[10, -10, 0, 5, 11]);
        assert!(!table.is_dead_level());
        thinks(&mut table, &[10, -10, 0, 5]);
        assert!(!table.is_dead_level());
        thinks(&mut table, &[-5]);
        assert!(table.is_dead_level());
        let mut early = after(79);
        thinks(&mut early, &[0; 9]);
        assert!(!early.is_dead_level());
    }

    #[test]
    fn what_was_thought_and_offered_is_taken_back_with_the_moves() {
        let mut table = after(80);
        thinks(&mut table, &[-900]);
        table.draw_offered = true;
        table.over = true;
        // White is to move, so that the engine has White.
        assert_eq!(table.take_back(3), 1);
        assert_eq!(table.game.ply(), 77);
        assert!(!table.over && !table.draw_offered);
        assert_eq!(table.opinion, None);
        assert_eq!(table.take_back(500), 39);
        assert_eq!(table.game.ply(), 0);
    }

    #[test]
    fn a_game_is_hopeless_after_five_lost_moves_on_end() {
        let mut table = after(10);
        thinks(&mut table, &[-900, -2000, -899, -900, -900, -900, -900]);
        assert!(!table.is_hopeless());
        thinks(&mut table, &[-900]);
        assert!(table.is_hopeless());
    }
}
