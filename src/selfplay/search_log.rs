//! The log of one self-play game: the phases that each side searched in, and the effort.

use std::time::Duration;

use shakmaty::{ByColor, Color};

use crate::board::GameState;
use crate::phase::ByPhase;
use crate::play::game::GameListener;
use crate::play::{ChosenMove, GameClock};
use crate::record::PositionScore;
use crate::units::Nodes;

/// Number of nodes and time of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchEffort {
    /// Number of nodes searched.
    pub nodes: Nodes,
    /// Time inside the players' searches, summed over threads.
    pub search: Duration,
}

impl std::ops::AddAssign for SearchEffort {
    fn add_assign(&mut self, other: Self) {
        self.nodes = Nodes(self.nodes.0 + other.nodes.0);
        self.search += other.search;
    }
}

/// A log of the searches in one game. Forced moves are not searched and do not count.
#[derive(Clone, Debug, Default)]
pub struct SearchLog {
    /// Phases in which each side searched for at least one move. Only in these its heuristic had an influence.
    pub reached: ByColor<ByPhase<bool>>,
    /// Search effort of both sides together.
    pub effort: SearchEffort,
    /// Score of the position before each move, opening included, as the search gave it.
    pub scores: Vec<Option<PositionScore>>,
}

impl GameListener for SearchLog {
    fn on_move(&mut self, side: Color, game: &GameState, chosen: &ChosenMove, _: &GameClock) {
        self.scores.resize(game.ply(), None);
        let score = chosen.score.map(|score| score.for_white(side).into());
        self.scores.push(score);
        if let Some(nodes) = chosen.nodes {
            self.reached.get_mut(side)[game.phase()] = true;
            self.effort += SearchEffort {
                nodes,
                search: chosen.spent,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::CancelFlag;
    use crate::engine::player::Player;
    use crate::heuristic::Heuristic;
    use crate::play::{Adjudication, GameRules, LimitedPlayer, Opening, ThinkingLimits, play_game};
    use crate::search::{SearchLimits, SearchSettings};
    use crate::units::Ply;

    #[test]
    fn phases_count_as_reached_by_the_side_that_searched_in_them() {
        let player = || {
            let player = Player::new(&Heuristic::initial(), &SearchSettings::for_selfplay());
            LimitedPlayer::new(player, SearchLimits::nodes(40))
        };
        let (mut white, mut black) = (player(), player());
        let players = ByColor {
            white: &mut white,
            black: &mut black,
        };
        let mut log = SearchLog::default();
        play_game(
            players,
            ByColor::new_with(|_| ThinkingLimits::default()),
            &Opening::initial(),
            &GameRules::untimed(Adjudication::Off, Ply(120)),
            &mut log,
            &CancelFlag::new(),
        )
        .expect("not stopped");
        assert!(log.reached.white.opening && log.reached.black.opening);
        assert!(log.reached.white.middlegame && log.effort.nodes.0 > 1000);
    }
}
