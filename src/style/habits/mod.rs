//! A player's habits, counted move by move.
//!
//! May use: L0, `board`.

mod activity;
mod assault;
mod danger;
mod exchanges;
mod habit;
mod king;
mod queens;
mod quiet;
mod sacrifices;
mod scene;
mod storms;
mod structure;

pub use habit::{Family, Habit, Share, Shares};
pub use scene::{Force, Scene, Step};

use shakmaty::{ByColor, Chess, Move, Position as _};

use crate::board::see;
use crate::units::Centipawns;
use assault::new_threats;

/// Watches a game move by move and keeps what both sides have shown.
#[derive(Clone, Debug)]
pub struct Watch {
    position: Chess,
    scene: Option<Scene>,
    last: ByColor<Option<Move>>,
    moves: ByColor<u32>,
    shares: ByColor<Shares>,
}

impl Watch {
    /// Begins with a game that starts here.
    pub fn new(start: &Chess) -> Self {
        Self {
            position: start.clone(),
            scene: Scene::of(start.board()),
            last: ByColor::default(),
            moves: ByColor::default(),
            shares: ByColor::default(),
        }
    }

    /// Sees a legal move.
    pub fn play(&mut self, chosen: Move) {
        let mover = self.position.turn();
        let before_it = self.position.clone();
        self.position.play_unchecked(chosen);
        *self.moves.get_mut(mover) += 1;
        let after = Scene::of(self.position.board());
        if let (Some(before), Some(after)) = (&self.scene, &after) {
            // Where nothing can take, nothing is at risk.
            let gain = if after.force.get(!mover).all.contains(chosen.to()) {
                see(&before_it, chosen)
            } else {
                Centipawns::ZERO
            };
            let step = Step {
                before,
                after,
                chosen,
                answered: *self.last.get(!mover),
                previous: *self.last.get(mover),
                mover,
                number: *self.moves.get(mover),
                risk: -gain.min(Centipawns::ZERO),
                threats: new_threats(after, chosen, mover),
            };
            let seen = self.shares.get_mut(mover);
            exchanges::see(&step, seen);
            sacrifices::see(&step, seen);
            assault::see(&step, seen);
            storms::see(&step, seen);
            activity::see(&step, seen);
            king::see(&step, seen);
            queens::see(&step, seen);
            danger::see(&step, seen);
            quiet::see(&step, seen);
            structure::see(&step, seen);
        }
        self.scene = after;
        *self.last.get_mut(mover) = Some(chosen);
    }

    /// What both sides have shown so far.
    pub const fn shares(&self) -> &ByColor<Shares> {
        &self.shares
    }

    /// Where the game stands.
    pub const fn position(&self) -> &Chess {
        &self.position
    }
}
