//! Games read from bytes, one by one, each checked against the rules.
//!
//! May use: L0.

use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, FromSetup as _, Move, Position as _, PositionError};

use crate::record::{GameResult, Termination};

use super::game::PgnGame;
use super::reject::{Reason, Reject, Tally};
use super::split::{RawGame, Splitter};
use super::tags::Tags;

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// This game was refused; the next can be read.
    #[error("{0}")]
    Rejected(Reject),
    /// The source failed; nothing more will come.
    #[error("the source could not be read further ({0})")]
    Source(io::Error),
}

/// The games of a source, in order; see [`read_games`].
#[derive(Debug)]
pub struct Games<R> {
    splitter: Splitter<BufReader<R>>,
    tally: Tally,
    failed: bool,
}

/// Reads games from PGN text as a stream, whatever its size.
///
/// ```
/// let text: &[u8] = b"[White \"A\"]\n\n1. e4 e5 1-0\n\n1. e4 Ke7 0-1\n";
/// let mut games = bayeschess::pgn::read_games(text);
/// assert_eq!(games.next().unwrap().unwrap().moves.len(), 2);
/// assert!(games.next().unwrap().is_err());
/// assert!(games.next().is_none());
/// assert_eq!((games.tally().read(), games.tally().kept), (2, 1));
/// ```
pub fn read_games<R: Read>(source: R) -> Games<R> {
    Games {
        splitter: Splitter::new(BufReader::with_capacity(1 << 16, source)),
        tally: Tally::default(),
        failed: false,
    }
}

impl<R: Read> Games<R> {
    /// What became of the games so far.
    pub fn tally(&self) -> Tally {
        Tally {
            stray_lines: self.splitter.stray_lines,
            ..self.tally.clone()
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<PgnGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.splitter.next_game() {
            Ok(None) => None,
            Ok(Some(raw)) => Some(match read(&raw) {
                Ok(game) => {
                    self.tally.kept += 1;
                    Ok(game)
                }
                Err(reason) => {
                    self.tally.reject(&reason);
                    Err(ReadError::Rejected(Reject {
                        game: raw.number,
                        line: raw.line,
                        offset: raw.offset,
                        reason,
                    }))
                }
            }),
            Err(error) => {
                self.failed = true;
                Some(Err(ReadError::Source(error)))
            }
        }
    }
}

/// One game, or why not.
fn read(raw: &RawGame) -> Result<PgnGame, Reason> {
    if raw.too_long {
        return Err(Reason::TooLong);
    }
    let mut tags = Tags::new();
    for line in &raw.tags {
        tags.read_line(line)
            .ok_or_else(|| Reason::BrokenTag(String::from_utf8_lossy(line).into_owned()))?;
    }
    if let Some(reason) = raw.scan.defect() {
        return Err(reason);
    }
    let start = start_of(&tags)?;
    let (moves, end) = play(&raw.movetext, &start)?;
    if moves.len() != raw.scan.moves {
        // The scan and the reader disagree about what is a move: then neither can be trusted.
        return Err(Reason::NotAMove("?".to_owned()));
    }
    let result = result_of(&tags, raw.scan.result(), &end)?;
    let termination = termination_of(&tags, &end, result);
    let opening_plies = tags
        .get("OpeningPlies")
        .and_then(|plies| plies.parse().ok())
        .unwrap_or(0);
    Ok(PgnGame {
        tags,
        start,
        moves,
        result,
        termination,
        opening_plies,
    })
}

/// The position of the `FEN` tag, or the usual one; only for chess by the usual rules.
fn start_of(tags: &Tags) -> Result<Chess, Reason> {
    if let Some(variant) = tags.get("Variant") {
        let usual = ["", "standard", "chess", "normal", "from position"];
        if !usual.contains(&variant.to_ascii_lowercase().as_str()) {
            return Err(Reason::Variant(variant.to_owned()));
        }
    }
    let Some(text) = tags.get("FEN").filter(|text| !text.trim().is_empty()) else {
        return Ok(Chess::default());
    };
    let bad = || Reason::BadFen(text.to_owned());
    let fen: Fen = text.trim().parse().map_err(|_| bad())?;
    Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|_| bad())
}

/// The moves of the main line and the position that they lead to.
fn play(movetext: &[u8], start: &Chess) -> Result<(Vec<Move>, Chess), Reason> {
    let mut mainline = MainLine {
        start: start.clone(),
    };
    match Reader::new(movetext).read_game(&mut mainline) {
        Ok(Some(played)) => played,
        Ok(None) => Ok((Vec::new(), start.clone())),
        // A slice cannot fail; the reader's own complaint is about an open comment.
        Err(_) => Err(Reason::UnclosedComment),
    }
}

struct MainLine {
    start: Chess,
}

impl Visitor for MainLine {
    type Tags = ();
    type Movetext = (Vec<Move>, Chess);
    type Output = Result<(Vec<Move>, Chess), Reason>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((Vec::with_capacity(100), self.start.clone()))
    }

    fn san(&mut self, played: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let (moves, position) = played;
        if let Ok(chosen) = san.san.to_move(position) {
            position.play_unchecked(chosen);
            moves.push(chosen);
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Err(Reason::IllegalMove {
                number: position.fullmoves().get(),
                dots: match position.turn() {
                    Color::White => ".",
                    Color::Black => "...",
                },
                san: san.to_string(),
            }))
        }
    }

    fn begin_variation(&mut self, _played: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, played: Self::Movetext) -> Self::Output {
        Ok(played)
    }
}

/// The result that board, movetext and tag agree on; what is silent does not disagree.
fn result_of(
    tags: &Tags,
    moves: Option<GameResult>,
    end: &Chess,
) -> Result<Option<GameResult>, Reason> {
    let mate = end.is_checkmate().then(|| GameResult::win_of(!end.turn()));
    let tag: Option<GameResult> = tags
        .get("Result")
        .and_then(|result| result.trim().parse().ok());
    let claims = [mate, moves, tag];
    let mut claims = claims.into_iter().flatten();
    let first = claims.next();
    match (first, claims.find(|claim| Some(*claim) != first)) {
        (Some(one), Some(other)) => Err(Reason::TwoResults { one, other }),
        _ => Ok(first),
    }
}

/// Why the game ended: this program's own word, the board, or the standard's word.
fn termination_of(tags: &Tags, end: &Chess, result: Option<GameResult>) -> Termination {
    if let Some(own) = tags
        .get("TerminationDetails")
        .and_then(|word| word.parse().ok())
    {
        return own;
    }
    if end.is_checkmate() {
        return Termination::Checkmate;
    }
    if end.is_stalemate() {
        return Termination::Stalemate;
    }
    let word = tags.get("Termination").unwrap_or_default();
    match word.to_ascii_lowercase().as_str() {
        "time forfeit" => Termination::TimeForfeit,
        "rules infraction" => Termination::IllegalMove,
        "adjudication" if result == Some(GameResult::Draw) => Termination::AdjudicatedDraw,
        "adjudication" => Termination::AdjudicatedWin,
        _ if end.is_insufficient_material() => Termination::InsufficientMaterial,
        _ => Termination::Unknown,
    }
}
