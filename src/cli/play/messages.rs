//! The text after each engine move: the panel of the original's window (thesis, §9.2.1.1).

use std::fmt::Write as _;

use shakmaty::Color;

use bayeschess::board::notation::{self, Language};
use bayeschess::board::{GameEnding, GameState};
use bayeschess::engine::WithoutAnswer;
use bayeschess::opponent::{Decision, StyleEstimate};
use bayeschess::score::WhiteScore;
use bayeschess::search::{SearchLimits, SearchReport};
use bayeschess::style::Style;

/// The engine's heuristic and limits in one line.
pub(super) fn strength_text(heuristic: &str, limits: &SearchLimits) -> String {
    let mut text = heuristic.to_owned();
    if let Some(time) = limits.soft {
        let _ = write!(text, ", about {} ms a move", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, ", at most {nodes} positions a move");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, ", at most {depth} plies deep");
    }
    text
}

/// The panel. `game` is the game before the engine's move `san`.
pub(super) fn move_panel(
    manner: &str,
    game: &GameState,
    san: &str,
    report: &SearchReport,
    counsel: &Decision,
) -> String {
    let machine = game.turn();
    let mut text = String::new();
    let _ = writeln!(text, "Machine plays {san}");
    let _ = writeln!(text, "  heuristic   {manner}");
    let _ = writeln!(
        text,
        "  last move   {}, depth {}, {} ms, {} positions",
        game.phase(),
        report.depth,
        report.time.as_millis(),
        report.nodes
    );
    let score = report.score.for_white(machine);
    let _ = writeln!(
        text,
        "  utility     {score} for White: {}",
        leader_text(score, machine)
    );
    let _ = writeln!(text, "  your style  {}", style(counsel));
    let _ = writeln!(text, "  its answer  {counsel}");
    text
}

/// The line that says what would have been played without the answer to the user.
pub(super) fn without_answer(
    game: &GameState,
    without: WithoutAnswer,
    language: Language,
) -> String {
    let san = match without {
        WithoutAnswer::Same => "the same move".to_owned(),
        WithoutAnswer::Other(other) => notation::write(game.position(), other, language),
    };
    format!("  without it  {san}\n")
}

fn leader_text(score: WhiteScore, machine: Color) -> &'static str {
    match score.leader() {
        None => "neither side is ahead",
        Some(side) if side == machine => "BayesChess is ahead",
        Some(_) => "you are ahead",
    }
}

fn style(counsel: &Decision) -> String {
    let Some(posterior) = counsel.posterior else {
        return "nothing seen yet".to_owned();
    };
    let all: Vec<String> = Style::ALL
        .into_iter()
        .map(|style| format!("{style} {:.2}", posterior.of(style)))
        .collect();
    let earlier = match counsel.games_seen {
        0 => String::new(),
        1 => "; your last game counts too".to_owned(),
        games => format!("; your last {games} games count too"),
    };
    let known = counsel.opponent.filter(StyleEstimate::stands_out);
    let known = known.map_or("not known yet", |sight| sight.style.name());
    format!("{known} ({}{earlier})", all.join(", "))
}

/// The end of the game from the user's point of view.
pub(super) fn ending(ending: GameEnding, human: Color) -> String {
    let who = match ending.result.winner() {
        None => "draw",
        Some(winner) if winner == human => "you win",
        Some(_) => "BayesChess wins",
    };
    let why = ending.termination.words();
    format!("Game over, {}: {who} ({why}).\n", ending.result)
}
