//! Packed games: the bytes in a row of the database, which are also the form that is hashed.

use shakmaty::fen::Fen;
use shakmaty::packed::PackedUciMove;
use shakmaty::uci::UciMove;
use shakmaty::{ByColor, CastlingMode, Chess, Color, Move, Position as _};

use super::codes::DatabaseCode as _;
use super::games::StoredGame;
use super::levels;
use super::move_texts::MoveTexts;
use super::opponents::OpponentKey;
use crate::board::fen;
use crate::phase::Phase;
use crate::record::{
    AdjudicatorVerdict, Case, Game, GameResult, PositionScore, SideResult, Tags, Termination,
};

/// A case with its levels packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedCase {
    pub phase: Phase,
    pub side: Color,
    pub result: SideResult,
    pub levels: Vec<u8>,
}

impl PackedCase {
    /// Returns the code of a case within its game, from phase and side.
    pub fn slot(phase: Phase, side: Color) -> u8 {
        (phase.code() << 1) | side.code()
    }
}

/// Start and moves of a game as bytes: two for each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedMoves {
    /// Start position as FEN; `None` for the initial position.
    pub start: Option<String>,
    /// Castling notation of the moves.
    pub mode: CastlingMode,
    pub moves: Vec<u8>,
}

impl PackedMoves {
    /// Packs start and moves of a game.
    pub fn new(game: &Game, mode: CastlingMode) -> Self {
        Self {
            start: start_fen(&game.start),
            mode,
            moves: game
                .moves
                .iter()
                .flat_map(|m| PackedUciMove::pack(m.to_uci(mode)).to_bytes())
                .collect(),
        }
    }

    /// Returns start and moves, replayed and therefore legal, or a description of the fault.
    pub fn unpack(&self) -> Result<(Chess, Vec<Move>), String> {
        let start = self.start_position()?;
        let mut position = start.clone();
        let (pairs, rest) = self.moves.as_chunks::<{ PackedUciMove::BYTES }>();
        if !rest.is_empty() {
            return Err("its moves end in half a move".to_owned());
        }
        let mut moves = Vec::with_capacity(pairs.len());
        for (ply, &pair) in (1..).zip(pairs) {
            let word: UciMove = PackedUciMove::from_bytes(pair).unpack();
            let m = word
                .to_move(&position)
                .map_err(|_| format!("ply {ply}, {word}, is not legal"))?;
            position.play_unchecked(m);
            moves.push(m);
        }
        Ok((start, moves))
    }

    fn start_position(&self) -> Result<Chess, String> {
        let Some(text) = &self.start else {
            return Ok(Chess::default());
        };
        let fen: Fen = text
            .parse()
            .map_err(|_| format!("its start '{text}' is not a FEN"))?;
        fen.into_position(self.mode)
            .map_err(|error| format!("its start '{text}' is not a legal position ({error})"))
    }
}

/// Returns a start position as FEN; `None` for the initial position.
pub(super) fn start_fen(start: &Chess) -> Option<String> {
    (*start != Chess::default()).then(|| fen::write(start))
}

/// Packs the scores of a game, two bytes for each move; `None` if it has none.
pub(super) fn pack_scores(game: &Game) -> Option<Vec<u8>> {
    let has_scores = game.scores.iter().any(Option::is_some);
    has_scores.then(|| {
        (0..game.moves.len())
            .flat_map(|ply| PositionScore::to_bytes(game.score_before(ply)))
            .collect()
    })
}

/// Returns the scores of a game of `moves` moves, or a description of the fault.
pub(super) fn unpack_scores(
    packed: Option<&[u8]>,
    moves: usize,
) -> Result<Vec<Option<PositionScore>>, String> {
    let Some(packed) = packed else {
        return Ok(Vec::new());
    };
    if packed.len() != 2 * moves {
        return Err("its scores are not as many as its moves".to_owned());
    }
    let (pairs, _) = packed.as_chunks();
    Ok(pairs
        .iter()
        .copied()
        .map(PositionScore::from_bytes)
        .collect())
}

/// A game with its moves and cases packed; the cases are in the order of their slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedGame {
    pub number: u32,
    pub played: PackedMoves,
    pub opening_plies: u16,
    pub result: GameResult,
    pub termination: Termination,
    pub verdict: Option<AdjudicatorVerdict>,
    pub names: ByColor<String>,
    pub opponent: Option<OpponentKey>,
    pub played_at: Option<String>,
    /// Not part of the digest: another machine may score a position otherwise.
    pub scores: Option<Vec<u8>>,
    /// The moves as text, which follows from `played`.
    pub texts: MoveTexts,
    pub cases: Vec<PackedCase>,
}

/// Packs a game; returns a description of the fault if it is invalid.
pub(super) fn pack(game: &StoredGame) -> Result<PackedGame, String> {
    let mut cases = game
        .cases
        .iter()
        .map(pack_case)
        .collect::<Result<Vec<_>, _>>()?;
    cases.sort_by_key(|case| PackedCase::slot(case.phase, case.side));
    if let Some([case, _]) = cases
        .array_windows()
        .find(|[a, b]| (a.phase, a.side) == (b.phase, b.side))
    {
        return Err(format!("two cases of {} for {}", case.phase, case.side));
    }
    let record = &game.record;
    Ok(PackedGame {
        number: game.number,
        played: PackedMoves::new(record, CastlingMode::Standard),
        opening_plies: record.opening_plies,
        result: record.result.ok_or("it has no result")?,
        termination: record.termination,
        verdict: record.verdict,
        names: ByColor::new_with(|side| record.player(side).to_owned()),
        opponent: game.opponent.clone(),
        played_at: game.played_at.clone(),
        scores: pack_scores(record),
        texts: MoveTexts::of(&record.start, &record.moves, CastlingMode::Standard),
        cases,
    })
}

fn pack_case(case: &Case) -> Result<PackedCase, String> {
    Ok(PackedCase {
        phase: case.phase,
        side: case.side,
        result: case.result,
        levels: levels::pack(&case.levels).map_err(|error| error.to_string())?,
    })
}

impl PackedGame {
    /// Returns the game, replayed and therefore legal, or a description of the fault.
    pub fn unpack(&self) -> Result<StoredGame, String> {
        let (start, moves) = self.played.unpack()?;
        let scores = unpack_scores(self.scores.as_deref(), moves.len())?;
        let cases = self.cases.iter().map(unpack_case).collect::<Result<_, _>>();
        Ok(StoredGame {
            number: self.number,
            record: Game {
                start,
                moves,
                opening_plies: self.opening_plies,
                result: Some(self.result),
                termination: self.termination,
                verdict: self.verdict,
                scores,
                tags: Tags::new()
                    .with("White", &self.names.white)
                    .with("Black", &self.names.black),
            },
            cases: cases?,
            opponent: self.opponent.clone(),
            played_at: self.played_at.clone(),
        })
    }

    /// Returns the hash of moves, results and cases, without names, times and places.
    pub fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(b"bayeschess game 1");
        add(&self.number.to_le_bytes());
        add(self.played.start.as_deref().unwrap_or_default().as_bytes());
        add(&self.played.moves);
        add(&self.opening_plies.to_le_bytes());
        add(&[self.result.code(), self.termination.code()]);
        if let Some(verdict) = self.verdict {
            let [low, high] = verdict.ply.to_le_bytes();
            add(&[verdict.result.code(), low, high]);
        }
        for case in &self.cases {
            add(&[PackedCase::slot(case.phase, case.side), case.result.code()]);
            add(&case.levels);
        }
        hasher.finalize()
    }

    /// Returns the first eight bytes of the digest, which are stored beside the game to detect damage.
    pub fn checksum(&self) -> i64 {
        let digest = self.digest();
        digest
            .as_bytes()
            .first_chunk()
            .map_or(0, |bytes| i64::from_le_bytes(*bytes))
    }
}

fn unpack_case(case: &PackedCase) -> Result<Case, String> {
    let mut unpacked = Vec::new();
    levels::unpack(&case.levels, &mut unpacked)
        .map_err(|error| format!("the case of {} for {}: {error}", case.phase, case.side))?;
    Ok(Case {
        phase: case.phase,
        side: case.side,
        levels: unpacked,
        result: case.result,
    })
}
