//! From events to lines, and a writer that two threads can share.

use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move, Position as _};

use crate::board::Game;
use crate::engine::{Counsel, Event};
use crate::score::Score;
use crate::search::Report;
use crate::units::Ply;

/// Where lines go. Clones share the writer; a line is never torn by another.
#[derive(Debug)]
pub(super) struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    pub(super) fn new(writer: W) -> Self {
        Self(Arc::new(Mutex::new(writer)))
    }

    /// Writes one line, or several. Nobody is left to tell when that fails: the other side has
    /// gone, and its end of input will end the session.
    pub(super) fn say(&self, line: impl fmt::Display) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
    }

    /// Writes something for people to read; line breaks would be commands.
    pub(super) fn note(&self, text: impl fmt::Display) {
        let text: String = text
            .to_string()
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.say(format_args!("info string {text}"));
    }
}

/// Writes the events of one search.
pub(super) struct Reporter<W> {
    out: Output<W>,
    game: Game,
    shown: Shown,
}

/// What was shown last with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    /// A line that begins with this move, or has none.
    Line(Option<Move>),
}

impl<W: Write> Reporter<W> {
    pub(super) const fn new(out: Output<W>, game: Game) -> Self {
        Self {
            out,
            game,
            shown: Shown::Nothing,
        }
    }

    /// Writes one event.
    pub(super) fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Begin(counsel) => self.out.note(aims(counsel)),
            Event::Iteration(report) => self.show(report),
            Event::RootMove { .. } => {}
            Event::Trouble(what) => self.out.note(what),
            Event::Done(report) => {
                // Every search shows a score, and the best move is that of the last line.
                if self.shown != Shown::Line(report.best) {
                    self.show(report);
                }
                self.out.say(best_move(&self.game, report));
            }
        }
    }

    fn show(&mut self, report: &Report) {
        self.shown = Shown::Line(report.best);
        let mut line = format!(
            "info depth {} seldepth {} score {} nodes {} nps {} time {} hashfull {}",
            report.depth,
            report.selective_depth.max(report.depth),
            score(report.score),
            report.nodes,
            report.nodes.per_second(report.time),
            report.time.as_millis(),
            report.hash_full,
        );
        let moves = legal_line(&self.game, report);
        if !moves.is_empty() {
            line.push_str(" pv");
            for m in moves {
                line.push(' ');
                line.push_str(&uci(m));
            }
        }
        self.out.say(line);
    }
}

/// A mate on the board has no sign.
fn score(score: Score) -> String {
    if score == Score::MatedIn(Ply(0)) {
        "mate 0".to_owned()
    } else {
        score.to_string()
    }
}

/// A move as UCI writes it, castling by the king's two steps.
pub(super) fn uci(m: Move) -> String {
    UciMove::from_move(m, CastlingMode::Standard).to_string()
}

/// The principal variation as far as it is a game: it ends where the rules end it.
fn legal_line(game: &Game, report: &Report) -> Vec<Move> {
    let mut game = game.clone();
    let mut line = Vec::new();
    let first = report.best.into_iter();
    for m in first.chain(report.line.iter().skip(1).copied()) {
        let over = !line.is_empty() && game.ending().is_some();
        if over || !game.position().is_legal(m) {
            break;
        }
        game.play(m);
        line.push(m);
    }
    line
}

/// `bestmove e2e4 ponder e7e5`; `0000` only where there is no legal move.
fn best_move(game: &Game, report: &Report) -> String {
    let Some(best) = report.best else {
        return "bestmove 0000".to_owned();
    };
    let mut after = game.position().clone();
    after.play_unchecked(best);
    match report.ponder {
        Some(reply) if after.is_legal(reply) => {
            format!("bestmove {} ponder {}", uci(best), uci(reply))
        }
        _ => format!("bestmove {}", uci(best)),
    }
}

/// What the engine makes of its opponent and aims at, in one line.
fn aims(counsel: &Counsel) -> String {
    let style = counsel.opponent.map_or_else(
        || "style unknown".to_owned(),
        |sight| format!("style {sight} after {} moves", counsel.moves_seen),
    );
    match counsel.answer {
        Some(answer) => format!(
            "{style}; objective {} because {}",
            answer.objective, answer.reason
        ),
        None => format!("{style}; no objective, because the heuristic is not learned"),
    }
}
