//! What was found out about a position of the attacker's.

use crate::search::table::PackedMove;

/// Which of its moves the attacker tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttackMoves {
    Checks,
    All,
}

/// Mates in more moves than this are not remembered.
const NEVER: u8 = u8::MAX;

/// The most slots: 64 MiB.
const MOST_SLOTS: u64 = 1 << 22;

/// How near the mate is, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct MateBounds {
    /// There is a mate in so many moves.
    mate: u8,
    /// There is none in so many.
    refuted: u8,
    /// There is none in so many by checks alone.
    refuted_by_checks: u8,
    /// The first move of the mate.
    pub best: PackedMove,
}

impl MateBounds {
    /// Nothing.
    pub(super) const NOTHING: Self = Self {
        mate: NEVER,
        refuted: 0,
        refuted_by_checks: 0,
        best: PackedMove::NONE,
    };

    /// Whether there is a mate in `n` moves.
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

    /// How much work it stands for.
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

/// A table of two slots for each key: the second takes what the first refuses.
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
