//! Games of random legal moves, and records of them as self-play would store them.

use bayeschess::heuristic::{Levels, Schema};
use bayeschess::phase::Phase;
use bayeschess::record::{Case, Game, GameResult, Provenance, Tags, Termination};
use bayeschess::store::{RunKind, RunSettings, StoredGame};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, Move, Position as _};

/// Plays random moves from the first position, at most `plies` of them.
pub fn moves(seed: u64, plies: usize) -> Vec<Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Chess::default();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    moves
}

/// Returns every position of some random games, in the order of the games.
pub fn positions(games: u64, plies: usize) -> Vec<Chess> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut position = Chess::default();
        for chosen in moves(seed, plies) {
            position.play_unchecked(chosen);
            positions.push(position.clone());
        }
    }
    positions
}

/// Returns random games with six cases each (both sides drawn), the most that self-play stores.
pub fn stored(games: u32, plies: usize) -> Vec<StoredGame> {
    (0..games).map(|number| game(number, plies)).collect()
}

fn game(number: u32, plies: usize) -> StoredGame {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let result = GameResult::ALL[rng.random_range(0..3)];
    let mut cases = Vec::with_capacity(6);
    for phase in Phase::ALL {
        for side in [Color::White, Color::Black] {
            let levels = Levels::random(Schema::classic(), &mut rng);
            cases.push(Case {
                phase,
                side,
                levels: levels.as_bytes().to_vec(),
                result: result.seen_by(side),
            });
        }
    }
    StoredGame {
        number,
        record: Game {
            moves: moves(u64::from(number), plies),
            result: Some(result),
            termination: Termination::MoveLimit,
            tags: Tags::new().with("White", "random").with("Black", "random"),
            ..Game::default()
        },
        cases,
        opponent: None,
        played_at: None,
    }
}

/// The settings of a run of such games.
pub fn settings() -> RunSettings {
    RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance::default(),
        levels: u16::try_from(Schema::classic().len()).expect("838"),
        draws: None,
    }
}
