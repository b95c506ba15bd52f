//! The game on the board: what was played, by whom, and whether it is over.

use shakmaty::{Color, Move};

use crate::board::{GameEnding, GameState};
use crate::heuristic::Levels;
use crate::phase::ByPhase;
use crate::protocol::archive::PlayedGame;
use crate::protocol::engine_session::EndedGame;
use crate::score::Score;
use crate::units::Centipawns;

/// What the engine does with the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum XboardMode {
    /// It only follows the moves.
    Force,
    /// It plays this side.
    Playing(Color),
    /// It thinks about every position, for neither side.
    Analyzing,
}

/// A draw is offered and resignation considered only after so many own moves that agree.
const SURE_AFTER: u32 = 5;

/// Below this the game is lost.
const HOPELESS: Centipawns = Centipawns(-900);

/// Within this of zero the game is level.
const LEVEL: Centipawns = Centipawns(10);

/// No draw is offered before so many half-moves.
const EARLIEST_OFFER: usize = 80;

/// One game.
#[derive(Debug)]
pub(super) struct XboardGame {
    pub(super) game: GameState,
    pub(super) mode: XboardMode,
    /// The end, once it is known; nothing is played after it.
    pub(super) over: bool,
    /// The engine's last verdict, as it saw it when it moved.
    pub(super) opinion: Option<Score>,
    /// Whether the opponent's offer of a draw still stands.
    pub(super) draw_offered: bool,
    /// The sides that the engine has moved for.
    moved: [bool; 2],
    levels: ByPhase<Option<Levels>>,
    /// The game as it ended. It is kept when the table is left, for it may yet be taken back and played on.
    ended: Option<PlayedGame>,
    hopeless: u32,
    level: u32,
}

impl XboardGame {
    /// A game that begins; the engine has Black.
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

    /// Whether the engine is to move.
    pub(super) fn is_own_turn(&self) -> bool {
        self.mode == XboardMode::Playing(self.game.turn()) && !self.over
    }

    /// Moves that the side to move has made.
    pub(super) fn moves_made(&self) -> usize {
        self.game.ply() / 2
    }

    /// Takes note of a move that the engine is about to play, with what it thinks of its position.
    pub(super) fn note_own_move(&mut self, opinion: Score, levels: Option<ByPhase<Levels>>) {
        // The game goes on, whatever end was taken back.
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

    /// Whether it has been hopeless for long enough to resign.
    pub(super) const fn is_hopeless(&self) -> bool {
        self.hopeless >= SURE_AFTER
    }

    /// Whether it has been level for long enough to offer a draw.
    pub(super) fn is_dead_level(&self) -> bool {
        self.level >= SURE_AFTER && self.game.ply() >= EARLIEST_OFFER
    }

    /// Plays a move that the interface tells. In a game against the engine an end that was taken back is
    /// none any more; whoever only looks through the game leaves it as it ended.
    pub(super) fn play_told(&mut self, m: Move) {
        if matches!(self.mode, XboardMode::Playing(_)) && !self.over {
            self.ended = None;
        }
        self.game.play(m);
    }

    /// The game as it stands; nothing if the engine played neither side, or both.
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

    /// The game is over. Who steps back through it, or is told the result again, does not change how it
    /// ended.
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

    /// The game as it ended, once.
    pub(super) const fn take_ended(&mut self) -> Option<PlayedGame> {
        self.ended.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::uci::UciMove;

    /// A game in which both sides have moved a knight to and fro.
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
    fn a_game_is_hopeless_after_five_lost_moves_on_end() {
        let mut table = after(10);
        thinks(&mut table, &[-900, -2000, -899, -900, -900, -900, -900]);
        assert!(!table.is_hopeless());
        thinks(&mut table, &[-900]);
        assert!(table.is_hopeless());
    }
}
