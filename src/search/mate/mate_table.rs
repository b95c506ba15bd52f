//! The table of proved bounds on the distance to mate, by position of the attacker.

use crate::search::table::PackedMove;

/// Which moves of the attacker are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttackMoves {
    Checks,
    All,
}

/// Stands for no known mate.
const NEVER: u8 = u8::MAX;

/// The most slots: 64 MiB.
const MOST_SLOTS: u64 = 1 << 22;

/// Proved bounds on the number of moves to mate.
#[derive(Clone, Copy, Debug)]
pub(super) struct MateBounds {
    /// A mate in this many moves is proved; [`NEVER`] if none is.
    mate: u8,
    /// A mate in this many moves is refuted.
    refuted: u8,
    /// A mate in this many moves by checks alone is refuted.
    refuted_by_checks: u8,
    /// The first move of the proved mate.
    pub best: PackedMove,
}

impl MateBounds {
    /// Nothing is proved.
    pub(super) const NOTHING: Self = Self {
        mate: NEVER,
        refuted: 0,
        refuted_by_checks: 0,
        best: PackedMove::NONE,
    };

    /// Returns whether there is a mate in `n` moves; `None` if it is not known.
    pub(super) fn answer(self, n: u16, attack: AttackMoves) -> Option<bool> {
        let refuted = match attack {
            AttackMoves::All => self.refuted,
            AttackMoves::Checks => self.refuted.max(self.refuted_by_checks),
        };
        if u16::from(self.mate) <= n {
            Some(true)
        } else if u16::from(refuted) >= n {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn with_mate(self, n: u16, best: PackedMove) -> Self {
        match u8::try_from(n) {
            Ok(mate) if mate < self.mate => Self { mate, best, ..self },
            _ => self,
        }
    }

    pub(super) fn with_refutation(mut self, n: u16, attack: AttackMoves) -> Self {
        let refuted = match attack {
            AttackMoves::All => &mut self.refuted,
            AttackMoves::Checks => &mut self.refuted_by_checks,
        };
        *refuted = u8::try_from(n).map_or(*refuted, |n| n.max(*refuted));
        self
    }

    /// Returns how much work the entry stands for, as the greatest number of moves in it.
    fn worth(self) -> u8 {
        let mate = if self.mate == NEVER { 0 } else { self.mate };
        mate.max(self.refuted).max(self.refuted_by_checks)
    }
}

#[derive(Clone, Copy, Debug)]
struct MateSlot {
    key: u64,
    known: MateBounds,
}

/// A hash table with two slots per key: what may not replace the first slot goes into the second.
#[derive(Debug)]
pub(super) struct MateTable {
    slots: Vec<[MateSlot; 2]>,
}

impl MateTable {
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let pairs = nodes.clamp(1 << 8, MOST_SLOTS).next_power_of_two() / 2;
        let empty = MateSlot {
            key: 0,
            known: MateBounds::NOTHING,
        };
        Self {
            slots: vec![[empty; 2]; usize::try_from(pairs).unwrap_or(1 << 8)],
        }
    }

    fn place(&self, key: u64) -> usize {
        // The length is a power of two that fits.
        usize::try_from(key & (self.slots.len() as u64 - 1)).unwrap_or(0)
    }

    pub(super) fn get(&self, key: u64) -> Option<MateBounds> {
        let pair = &self.slots[self.place(key)];
        pair.iter()
            .find(|slot| slot.key == key)
            .map(|slot| slot.known)
    }

    pub(super) fn put(&mut self, key: u64, known: MateBounds) {
        let place = self.place(key);
        let [first, second] = &mut self.slots[place];
        let slot = MateSlot { key, known };
        if first.key == key || second.key != key && known.worth() >= first.known.worth() {
            *first = slot;
        } else {
            *second = slot;
        }
    }
}
