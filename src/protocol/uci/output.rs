//! Writes the engine's events as UCI lines.

use std::fmt::{self, Write as _};
use std::io::Write;

use shakmaty::{CastlingMode, Move};

use crate::board::GameState;
use crate::engine::wdl::WdlChances;
use crate::engine::{EngineEvent, ScoreBias};
use crate::opponent::Decision;
use crate::protocol::line::{coordinates, expected_reply, playable, without_answer};
use crate::protocol::line_io::{LineOutput, on_one_line};
use crate::record::Termination;
use crate::score::Score;
use crate::search::{ScoreBound, SearchReport};
use crate::units::Ply;

impl<W: Write> LineOutput<W> {
    /// Writes a note for people as `info string`.
    pub(super) fn note(&self, text: impl fmt::Display) {
        let text = on_one_line(&text.to_string());
        self.say(format_args!("info string {text}"));
    }
}

/// How the lines of a search are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoStyle {
    pub(super) castling: CastlingMode,
    /// True if several best moves are shown, so that each line needs its number.
    pub(super) numbered: bool,
    /// True if scores come with chances of win, draw and loss.
    pub(super) chances: bool,
    /// The bias that is removed from scores before they are written.
    pub(super) bias: ScoreBias,
}

/// Writes the events of one search.
pub(super) struct InfoWriter<W> {
    out: LineOutput<W>,
    game: GameState,
    look: InfoStyle,
    shown: LastShown,
}

/// What was last shown as the best line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastShown {
    Nothing,
    /// A line that begins with this move; `None` for an empty line.
    Line(Option<Move>),
}

impl<W: Write> InfoWriter<W> {
    pub(super) const fn new(out: LineOutput<W>, game: GameState, look: InfoStyle) -> Self {
        Self {
            out,
            game,
            look,
            shown: LastShown::Nothing,
        }
    }

    /// Writes one event.
    pub(super) fn tell(&mut self, event: EngineEvent<'_>) {
        match event {
            EngineEvent::Begin(decision) => {
                self.out.note(aims(decision));
                if let Some(said) = self.look.bias.note() {
                    self.out.note(said);
                }
            }
            EngineEvent::Iteration(report) => self.show(report),
            EngineEvent::RootMove { m, number, depth } => self.out.say(format_args!(
                "info depth {depth} currmove {} currmovenumber {number}",
                coordinates(m, self.look.castling)
            )),
            EngineEvent::WithoutAnswer(without) => {
                self.out.note(without_answer(&self.game, without));
            }
            EngineEvent::Remark(what) | EngineEvent::Trouble(what) => self.out.note(what),
            EngineEvent::Done(report) => {
                // Every search shows a score, and the best move is the first move of the last line
                // shown.
                if self.shown != LastShown::Line(report.best) {
                    self.show(report);
                }
                self.out.say(self.best_move(report));
            }
        }
    }

    fn show(&mut self, report: &SearchReport) {
        if report.rank <= 1 && report.bound == ScoreBound::Exact {
            self.shown = LastShown::Line(report.best);
        }
        let mut line = format!(
            "info depth {} seldepth {}",
            report.depth,
            report.selective_depth.max(report.depth)
        );
        // Writing to a string cannot fail.
        if self.look.numbered {
            let _ = write!(line, " multipv {}", report.rank.max(1));
        }
        let shown = self.look.bias.remove(report.score);
        let _ = write!(line, " score {}", score(shown));
        line.push_str(match report.bound {
            ScoreBound::Exact => "",
            ScoreBound::AtLeast => " lowerbound",
            ScoreBound::AtMost => " upperbound",
        });
        if self.look.chances {
            let _ = write!(line, " wdl {}", self.chances(shown));
        }
        let _ = write!(
            line,
            " nodes {} nps {} hashfull {} tbhits {} time {}",
            report.nodes,
            report.nodes.per_second(report.time),
            report.hash_full,
            report.tablebase_hits,
            report.time.as_millis(),
        );
        let moves = playable(&self.game, report);
        if !moves.is_empty() {
            line.push_str(" pv");
        }
        for m in moves {
            let _ = write!(line, " {}", coordinates(m, self.look.castling));
        }
        self.out.say(line);
    }

    /// Returns the chances of the side to move; certain where the rules have ended the game.
    fn chances(&self, shown: Score) -> WdlChances {
        match self.game.ending().map(|ending| ending.termination) {
            Some(Termination::Stalemate | Termination::InsufficientMaterial) => WdlChances::DRAW,
            // A capture, a pawn move or mate may still avoid this one; then the score is another.
            Some(Termination::FiftyMoves) if shown == Score::DRAW => WdlChances::DRAW,
            _ => WdlChances::of(shown),
        }
    }

    /// Returns `bestmove e2e4 ponder e7e5`; `0000` only if there is no legal move.
    fn best_move(&self, report: &SearchReport) -> String {
        let Some(best) = report.best else {
            return "bestmove 0000".to_owned();
        };
        let best = coordinates(best, self.look.castling);
        match expected_reply(&self.game, report) {
            Some(reply) => {
                let reply = coordinates(reply, self.look.castling);
                format!("bestmove {best} ponder {reply}")
            }
            None => format!("bestmove {best}"),
        }
    }
}

/// Returns the score in UCI form; mate on the board has no sign.
fn score(score: Score) -> String {
    if score == Score::MatedIn(Ply(0)) {
        "mate 0".to_owned()
    } else {
        score.to_string()
    }
}

/// Returns the estimate of the opponent and the answer, in one line.
fn aims(decision: &Decision) -> String {
    let mut style = "style unknown".to_owned();
    if decision.opponent.is_some() {
        let named = decision
            .named_style()
            .map_or_else(|| "not known yet".to_owned(), |named| named.to_string());
        let moves = match decision.moves_seen {
            _ if !decision.is_game_judged => None,
            1 => Some("1 move".to_owned()),
            moves => Some(format!("{moves} moves")),
        };
        let games = match decision.games_seen {
            0 => None,
            1 => Some("1 earlier game".to_owned()),
            games => Some(format!("{games} earlier games")),
        };
        let seen: Vec<String> = moves.into_iter().chain(games).collect();
        style = format!("style {named} after {}", seen.join(" and "));
    }
    if !decision.is_game_judged {
        style += ", without this game from a set-up position";
    }
    format!("{style}; {decision}")
}
