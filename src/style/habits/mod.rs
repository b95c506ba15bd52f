//! A player's habits, counted move by move ([`Habit`]).

mod activity;
mod assault;
mod attack_map;
mod danger;
mod exchanges;
mod habit;
mod king;
mod queens;
mod quiet;
mod sacrifices;
mod storms;
mod structure;

pub use attack_map::{AttackMap, ObservedMove, SideAttacks};
pub use habit::{Habit, HabitFamily, HabitShare, HabitShares};

use shakmaty::{ByColor, Chess, Move, Position as _};

use crate::board::see;
use crate::units::Centipawns;
use assault::new_threats;

/// Counts the habits of both sides move by move.
#[derive(Clone, Debug)]
pub struct HabitObserver {
    position: Chess,
    attack_map: Option<AttackMap>,
    last: ByColor<Option<Move>>,
    moves: ByColor<u32>,
    shares: ByColor<HabitShares>,
}

impl HabitObserver {
    /// Makes an observer of a game that starts here.
    pub fn new(start: &Chess) -> Self {
        Self {
            position: start.clone(),
            attack_map: AttackMap::of(start.board()),
            last: ByColor::default(),
            moves: ByColor::default(),
            shares: ByColor::default(),
        }
    }

    /// Observes the next move, which must be legal.
    pub fn play(&mut self, chosen: Move) {
        let mover = self.position.turn();
        let before_it = self.position.clone();
        self.position.play_unchecked(chosen);
        *self.moves.get_mut(mover) += 1;
        let after = AttackMap::of(self.position.board());
        if let (Some(before), Some(after)) = (&self.attack_map, &after) {
            // If the opponent cannot capture on the square, nothing is at risk.
            let gain = if after.force.get(!mover).all.contains(chosen.to()) {
                see(&before_it, chosen)
            } else {
                Centipawns::ZERO
            };
            let step = ObservedMove {
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
            exchanges::observe(&step, seen);
            sacrifices::observe(&step, seen);
            assault::observe(&step, seen);
            storms::observe(&step, seen);
            activity::observe(&step, seen);
            king::observe(&step, seen);
            queens::observe(&step, seen);
            danger::observe(&step, seen);
            quiet::observe(&step, seen);
            structure::observe(&step, seen);
        }
        self.attack_map = after;
        *self.last.get_mut(mover) = Some(chosen);
    }

    /// Returns both sides' habits so far.
    pub const fn shares(&self) -> &ByColor<HabitShares> {
        &self.shares
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Chess {
        &self.position
    }
}
