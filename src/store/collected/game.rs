//! Collected games packed for the database, and the data that identify them.

use std::collections::BTreeSet;

use shakmaty::CastlingMode;

use crate::identity::{DifferentGames, Fingerprint, GameIdentity};
use crate::record::{Game, GameResult, Termination};
use crate::store::move_texts::MoveTexts;
use crate::store::pack::{PackedMoves, pack_scores};

/// A collected game packed for the database; any thread may pack it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedCollectedGame {
    pub(super) played: PackedMoves,
    pub(super) result: Option<GameResult>,
    pub(super) termination: Termination,
    /// Tags in their order, as JSON.
    pub(super) tags: String,
    pub(super) scores: Option<Vec<u8>>,
    /// The moves as text.
    pub(super) texts: MoveTexts,
}

impl PackedCollectedGame {
    /// Packs a game.
    pub fn new(game: &Game) -> Self {
        Self {
            played: PackedMoves::new(game, game.castling_mode()),
            result: game.result,
            termination: game.termination,
            tags: Self::tags_of(game),
            scores: pack_scores(game),
            texts: MoveTexts::of(&game.start, &game.moves, game.castling_mode()),
        }
    }

    /// Returns the tags of a game in their order, as JSON.
    pub(in crate::store) fn tags_of(game: &Game) -> String {
        let tags = game.tags.iter().map(|(name, value)| vec![name, value]);
        tags.collect::<serde_json::Value>().to_string()
    }

    pub(super) const fn mode(&self) -> CastlingMode {
        self.played.mode
    }
}

/// The data that identify a collected game, as stored in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) fingerprint: [u8; 16],
    pub(super) identity: Vec<u8>,
}

impl Signature {
    pub(super) fn new(fingerprint: Fingerprint, identity: &GameIdentity) -> Self {
        Self {
            fingerprint: fingerprint.0.to_le_bytes(),
            identity: identity.to_bytes(),
        }
    }
}

/// Returns true if two stored identities of games with the same moves mean the same game.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (
        GameIdentity::from_bytes(one),
        GameIdentity::from_bytes(other),
    ) {
        (Some(one), Some(other)) => one.is_compatible(&other),
        // Damaged bytes are equal only to themselves; `verify` reports them.
        _ => one == other,
    }
}

/// The stored identities of the games with the same moves that count.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstCopies {
    games: DifferentGames,
    /// Damaged bytes are equal only to themselves; `verify` reports them.
    damaged: BTreeSet<Vec<u8>>,
}

impl FirstCopies {
    /// Adds a game; returns false if it is a copy of one that counts.
    pub(super) fn insert(&mut self, identity: &[u8]) -> bool {
        match GameIdentity::from_bytes(identity) {
            Some(identity) => self.games.insert(identity),
            None => self.damaged.insert(identity.to_vec()),
        }
    }
}
