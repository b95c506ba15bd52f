//! Writes the engine's thinking and its messages as XBoard lines.

use std::fmt::{self, Write as _};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{CastlingMode, CastlingSide, Chess, Move};

use crate::board::GameState;
use crate::board::notation::{self, Language};
use crate::engine::{EngineEvent, ScoreBias};
use crate::opponent::AnswerReason;
use crate::protocol::line::{coordinates, playable, read_coordinates, without_answer};
use crate::protocol::line_io::{LineOutput, on_one_line};
use crate::score::Score;
use crate::search::{ScoreBound, SearchReport};

/// A mate in *n* moves is written as this plus *n*; mate against the engine is negative.
const MATE: i64 = 100_000;

impl<W: Write> LineOutput<W> {
    /// Writes a comment, which the interface may show to developers.
    pub(super) fn remark(&self, text: impl fmt::Display) {
        let text = on_one_line(&text.to_string());
        self.say(format_args!("# {text}"));
    }

    /// Writes a message that the user must see.
    pub(super) fn tell_user(&self, text: impl fmt::Display) {
        let text = on_one_line(&text.to_string());
        self.say(format_args!("telluser {text}"));
    }
}

/// Returns a move as the protocol writes it; castling in Chess960 is `O-O` or `O-O-O`.
pub(super) fn written(m: Move, mode: CastlingMode) -> String {
    match (mode, m.castling_side()) {
        (CastlingMode::Chess960, Some(CastlingSide::KingSide)) => "O-O".to_owned(),
        (CastlingMode::Chess960, Some(CastlingSide::QueenSide)) => "O-O-O".to_owned(),
        _ => coordinates(m, mode),
    }
}

/// Parses a move by its squares, or in algebraic notation.
pub(super) fn read_move(position: &Chess, text: &str) -> Option<Move> {
    read_coordinates(position, text)
        .or_else(|| notation::read(position, text, Language::English).ok())
}

/// The progress of a search, for the answer to `.`.
#[derive(Debug, Default)]
pub(super) struct SearchProgress {
    report: Mutex<Option<(SearchReport, Option<Move>, usize)>>,
    /// True if lines of thinking are shown.
    pub(super) posts: AtomicBool,
}

impl SearchProgress {
    /// Clears the progress of the last search.
    pub(super) fn begin(&self) {
        *self.lock() = None;
    }

    /// Returns the answer to `.`; `moves` is the number of legal moves.
    pub(super) fn status(&self, moves: usize, mode: CastlingMode) -> Option<String> {
        let progress = self.lock();
        let (report, current, number) = progress.as_ref()?;
        let current = current.map_or_else(|| "none".to_owned(), |m| written(m, mode));
        Some(format!(
            "stat01: {} {} {} {} {moves} {current}",
            report.time.as_millis() / 10,
            report.nodes,
            report.depth,
            moves.saturating_sub(*number),
        ))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(SearchReport, Option<Move>, usize)>> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the events of one search.
pub(super) struct ThinkingWriter<W> {
    pub(super) out: LineOutput<W>,
    pub(super) game: GameState,
    pub(super) mode: CastlingMode,
    pub(super) progress: Arc<SearchProgress>,
    /// True for an analysis, which is shown whatever `post` says.
    pub(super) always: bool,
    /// The bias that is removed from scores before they are written.
    pub(super) bias: ScoreBias,
}

impl<W: Write> ThinkingWriter<W> {
    /// Writes one event; the last report goes to the session.
    pub(super) fn tell(&self, event: EngineEvent<'_>) {
        match event {
            EngineEvent::Begin(decision) => {
                if decision.reason != AnswerReason::NoObjectives {
                    self.out.remark(decision);
                }
                if let Some(said) = self.bias.note() {
                    self.out.remark(said);
                }
            }
            EngineEvent::Iteration(report) => {
                if report.rank <= 1 {
                    *self.progress.lock() = Some((report.clone(), report.best, 0));
                }
                if self.always || self.progress.posts.load(Ordering::Relaxed) {
                    self.out.say(self.line(report));
                }
            }
            EngineEvent::RootMove { m, number, .. } => {
                if let Some((_, current, at)) = self.progress.lock().as_mut() {
                    (*current, *at) = (Some(m), number);
                }
            }
            EngineEvent::WithoutAnswer(without) => {
                self.out.remark(without_answer(&self.game, without));
            }
            EngineEvent::Remark(what) | EngineEvent::Trouble(what) => self.out.remark(what),
            EngineEvent::Done(_) => {}
        }
    }

    /// Returns depth, score, hundredths of a second, nodes, and the line. The columns that later versions of
    /// the protocol allow before the line are left out: Scid reads them as moves.
    fn line(&self, report: &SearchReport) -> String {
        let mut line = format!(
            "{} {} {} {}",
            report.depth,
            score(self.bias.remove(report.score)),
            report.time.as_millis() / 10,
            report.nodes,
        );
        for m in playable(&self.game, report) {
            // Writing to a string cannot fail.
            let _ = write!(line, " {}", written(m, self.mode));
        }
        line.push_str(match report.bound {
            ScoreBound::Exact => "",
            ScoreBound::AtLeast => " !",
            ScoreBound::AtMost => " ?",
        });
        line
    }
}

fn score(score: Score) -> i64 {
    match score {
        Score::Heuristic(value) => i64::from(value.0),
        Score::MateIn(ply) => MATE + i64::from(ply.0.div_ceil(2)),
        Score::MatedIn(ply) => -MATE - i64::from(ply.0.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Centipawns, Ply};

    #[test]
    fn mates_are_beyond_every_score() {
        assert_eq!(score(Score::Heuristic(Centipawns(-35))), -35);
        assert_eq!(score(Score::MateIn(Ply(5))), 100_003);
        assert_eq!(score(Score::MatedIn(Ply(4))), -100_002);
    }

    #[test]
    fn castling_has_letters_in_chess960_only() {
        let game = crate::board::fen::read("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("legal");
        for text in ["e1g1", "O-O", "0-0", "Kg1"] {
            let found = read_move(&game, text);
            assert_eq!(found.is_some(), text != "Kg1", "{text}");
        }
        let m = read_move(&game, "O-O").expect("castling");
        assert_eq!(written(m, CastlingMode::Standard), "e1g1");
        assert_eq!(written(m, CastlingMode::Chess960), "O-O");
    }
}
