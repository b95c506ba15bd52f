//! What `play` says, in English and Spanish. The panel after each engine move is that of the original's window (thesis,
//! §9.2.1.1), without what never changes.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, Position as _};

use super::strength::PlayStrength;
use bayeschess::board::notation::{self, Language};
use bayeschess::board::{GameEnding, GameState};
use bayeschess::engine::WithoutAnswer;
use bayeschess::opponent::{Decision, RecalledOpponent};
use bayeschess::play::DrawOfferAnswer;
use bayeschess::protocol::KeptGame;
use bayeschess::score::{Score, WhiteScore};
use bayeschess::search::{SearchLimits, SearchReport};
use bayeschess::style::Style;
use bayeschess::units::{Centipawns, Nodes};

/// Scores within this of zero are called level: the evaluation is no finer.
const LEVEL: Centipawns = Centipawns(30);

/// Returns the text of the language, of English and Spanish.
pub(super) const fn either(
    language: Language,
    english: &'static str,
    spanish: &'static str,
) -> &'static str {
    match language {
        Language::English => english,
        Language::Spanish => spanish,
    }
}

/// The engine's heuristic, strength and limits in one line.
pub(super) fn strength_text(
    language: Language,
    heuristic: &str,
    strength: PlayStrength,
    limits: &SearchLimits,
) -> String {
    let mut text = heuristic.to_owned();
    let is_human = matches!(strength, PlayStrength::Human(_));
    if is_human {
        text += " ";
        text += &strength.text(language);
    }
    // Writing to a string cannot fail. At a rating of people it rarely takes its time.
    if let Some(time) = limits.soft.filter(|_| !is_human) {
        let time = time.as_millis();
        let _ = match language {
            Language::English => write!(text, ", about {time} ms a move"),
            Language::Spanish => write!(text, ", unos {time} ms por jugada"),
        };
    }
    if let Some(nodes) = limits.nodes {
        let _ = match language {
            Language::English => write!(text, ", at most {nodes} positions a move"),
            Language::Spanish => write!(text, ", como mucho {nodes} posiciones por jugada"),
        };
    }
    if let Some(depth) = limits.depth {
        let _ = match language {
            Language::English => write!(text, ", at most {depth} plies deep"),
            Language::Spanish => write!(text, ", como mucho a {depth} medias jugadas"),
        };
    }
    text
}

/// The first line of a session.
pub(super) fn greeting(language: Language, manner: &str, human: Color) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match language {
        Language::English => format!(
            "BayesChess {version} plays {manner}. You have {}; 'help' lists what you can type.\n",
            color(language, human)
        ),
        Language::Spanish => format!(
            "BayesChess {version} juega {manner}. Llevas {}; 'ayuda' dice qué puedes escribir.\n",
            color(language, human)
        ),
    }
}

/// What is remembered of the user.
pub(super) fn recalled(language: Language, recalled: &RecalledOpponent) -> String {
    match language {
        Language::English => recalled.to_string(),
        Language::Spanish => super::spanish::recalled(recalled),
    }
}

/// Where the game was kept.
pub(super) fn kept(language: Language, kept: &KeptGame) -> String {
    match language {
        Language::English => kept.to_string(),
        Language::Spanish => super::spanish::kept(kept),
    }
}

/// A side's name.
pub(super) const fn color(language: Language, side: Color) -> &'static str {
    match side {
        Color::White => either(language, "White", "blancas"),
        Color::Black => either(language, "Black", "negras"),
    }
}

/// The prompt after a game.
pub(super) const fn prompt_after_game(language: Language) -> &'static str {
    either(language, "new or quit> ", "nueva o salir> ")
}

/// What is said to other words after a game.
pub(super) const fn is_over(language: Language) -> &'static str {
    either(
        language,
        "The game is over: type new or quit.\n",
        "La partida ha terminado: escribe nueva o salir.\n",
    )
}

/// What is said where no move can be taken back.
pub(super) const fn nothing_to_take_back(language: Language) -> &'static str {
    either(
        language,
        "Nothing to take back.\n",
        "No hay nada que retirar.\n",
    )
}

/// The answer to a line that is neither a word nor a legal move.
pub(super) fn not_a_move(language: Language, error: &str, typed: &str, legal: &str) -> String {
    match language {
        Language::English => format!("{error}; 'help' lists other words.\n"),
        Language::Spanish => {
            format!("«{typed}» no es legal aquí; legales: {legal}. 'ayuda' dice otras palabras.\n")
        }
    }
}

/// The panel. `game` is the game before the engine's move `san`.
pub(super) fn move_panel(
    language: Language,
    (game, human): (&GameState, Color),
    san: &str,
    report: &SearchReport,
    decision: &Decision,
) -> String {
    let machine = game.turn();
    let score = report.score.for_white(machine);
    let leader = leader_text(language, score, human);
    let effort = match report.nodes {
        // A move of the book takes no search.
        Nodes(0) => either(language, "from the book", "del libro").to_owned(),
        _ => effort(language, report),
    };
    match language {
        Language::English => format!(
            "Machine plays {san}\n  last move   {}, {effort}\n  \
             utility     {score} for White: {leader}\n  your style  {}\n  its answer  {decision}\n",
            game.phase(),
            style(language, decision)
        ),
        Language::Spanish => format!(
            "La máquina juega {san}\n  jugada      {effort}\n  \
             valor       {score} para blancas: {leader}\n  tu estilo   {}\n  respuesta   {}\n",
            style(language, decision),
            super::spanish::decision(decision)
        ),
    }
}

/// What a search took.
fn effort(language: Language, report: &SearchReport) -> String {
    let (depth, time, nodes) = (report.depth, report.time.as_millis(), report.nodes);
    match language {
        Language::English => format!("depth {depth}, {time} ms, {nodes} positions"),
        Language::Spanish => format!("profundidad {depth}, {time} ms, {nodes} posiciones"),
    }
}

/// What a search found: the move, the score and what it took.
pub(super) fn searched(
    language: Language,
    played: &str,
    turn: Color,
    report: &SearchReport,
) -> String {
    let score = report.score.for_white(turn);
    let white = either(language, "for White", "para blancas");
    format!("{played} ({score} {white}), {}", effort(language, report))
}

/// The line that says what would have been played without the answer to the user.
pub(super) fn without_answer(
    game: &GameState,
    without: WithoutAnswer,
    language: Language,
) -> String {
    let san = match without {
        WithoutAnswer::Same => either(language, "the same move", "la misma jugada").to_owned(),
        WithoutAnswer::Other(other) => notation::write(game.position(), other, language),
    };
    format!(
        "  {}  {san}\n",
        either(language, "without it", "sin ella  ")
    )
}

fn leader_text(language: Language, score: WhiteScore, human: Color) -> &'static str {
    let is_level = match score.0 {
        Score::Heuristic(value) => value.0.abs() < LEVEL.0,
        Score::MateIn(_) | Score::MatedIn(_) => false,
    };
    match score.leader() {
        _ if is_level => either(language, "level", "igualado"),
        None => either(language, "level", "igualado"),
        Some(side) if side == human => either(language, "you are ahead", "vas por delante"),
        Some(_) => either(language, "BayesChess is ahead", "BayesChess va por delante"),
    }
}

fn style(language: Language, decision: &Decision) -> String {
    let Some(posterior) = decision.posterior else {
        let [english, spanish] = if decision.is_game_judged {
            ["nothing seen yet", "aún no se ha visto nada"]
        } else {
            [
                "not judged in a game from a set-up position",
                "no se juzga en una partida desde una posición montada",
            ]
        };
        return either(language, english, spanish).to_owned();
    };
    let name = |style: Style| match language {
        Language::English => style.name(),
        Language::Spanish => super::spanish::style(style),
    };
    let all: Vec<String> = Style::ALL
        .into_iter()
        .map(|style| format!("{} {:.2}", name(style), posterior.of(style)))
        .collect();
    let earlier = match (language, decision.games_seen) {
        (_, 0) => String::new(),
        (Language::English, 1) => "; your last game counts too".to_owned(),
        (Language::English, games) => format!("; your last {games} games count too"),
        (Language::Spanish, 1) => "; cuenta también tu última partida".to_owned(),
        (Language::Spanish, games) => format!("; cuentan también tus {games} últimas partidas"),
    };
    let [english, spanish] = [
        "; this game from a set-up position does not",
        "; esta, desde una posición montada, no",
    ];
    let this_game = (!decision.is_game_judged).then(|| either(language, english, spanish));
    let this_game = this_game.unwrap_or_default();
    let known = decision.named_style();
    let known = known.map_or(
        either(language, "not known yet", "aún no se sabe"),
        |estimate| name(estimate.style),
    );
    format!("{known} ({}{earlier}{this_game})", all.join(", "))
}

/// The end of the game from the user's point of view.
pub(super) fn ending(language: Language, ending: GameEnding, human: Color) -> String {
    let who = match ending.result.winner() {
        None => either(language, "draw", "tablas"),
        Some(winner) if winner == human => either(language, "you win", "ganas"),
        Some(_) => either(language, "BayesChess wins", "gana BayesChess"),
    };
    match language {
        Language::English => format!(
            "Game over, {}: {who} ({}).\n",
            ending.result,
            ending.termination.words()
        ),
        Language::Spanish => format!(
            "Fin de la partida, {}: {who} ({}).\n",
            ending.result,
            super::spanish::termination(ending.termination)
        ),
    }
}

/// Where the game turned. `before` is the position before the move; the two moves are that played and a better one.
pub(super) fn turning_point(
    language: Language,
    before: &Chess,
    [played, better]: [&str; 2],
    lost: f64,
) -> String {
    let dots = before.turn().fold_wb(".", "...");
    let number = before.fullmoves();
    let percent = 100.0 * lost;
    match language {
        Language::English => format!(
            "The game turned with {number}{dots} {played}, which cost {percent:.0} % of the winning chances; \
             better was {better}.\n"
        ),
        Language::Spanish => format!(
            "La partida cambió con {number}{dots} {played}, que costó un {percent:.0} % de las posibilidades; mejor \
             era {better}.\n"
        ),
    }
}

/// What is said of a game that no single move turned.
pub(super) fn no_turning_point(language: Language) -> String {
    either(
        language,
        "No single move turned the game.\n",
        "Ninguna jugada sola cambió la partida.\n",
    )
    .to_owned()
}

/// What was learned of the user.
pub(super) fn learned(language: Language, decision: &Decision) -> String {
    let moves = decision.moves_seen;
    let sentence = match language {
        Language::English => decision.style_sentence(),
        Language::Spanish => super::spanish::style_sentence(decision),
    };
    match language {
        _ if !decision.is_game_judged => sentence + "\n",
        Language::English => {
            let plural = if moves == 1 { "" } else { "s" };
            format!("I saw {moves} move{plural} of yours in this game. {sentence}\n")
        }
        Language::Spanish => {
            let plural = if moves == 1 {
                "jugada tuya"
            } else {
                "jugadas tuyas"
            };
            format!("He visto {moves} {plural} en esta partida. {sentence}\n")
        }
    }
}

/// The answer to the offer of a draw.
pub(super) const fn draw_answer(language: Language, answer: DrawOfferAnswer) -> &'static str {
    match (language, answer) {
        (Language::English, answer) => answer.sentence(),
        (Language::Spanish, DrawOfferAnswer::TooEarly) => {
            "Rechazado: la partida apenas ha empezado."
        }
        (Language::Spanish, DrawOfferAnswer::EngineAhead) => {
            "Rechazado: la máquina cree que va por delante."
        }
        (Language::Spanish, DrawOfferAnswer::Accepted) => "Aceptado: la partida es tablas.",
    }
}

/// A hint.
pub(super) fn hint(language: Language, san: &str, score: WhiteScore) -> String {
    match language {
        Language::English => format!("Hint: {san} ({score} for White)\n"),
        Language::Spanish => format!("Pista: {san} ({score} para blancas)\n"),
    }
}

/// What is said after a file was written.
pub(super) fn saved(language: Language, file: &str) -> String {
    match language {
        Language::English => format!("Saved in {file}.\n"),
        Language::Spanish => format!("Guardado en {file}.\n"),
    }
}

/// Whose turn it is after the user took up a position.
pub(super) fn whose_turn(language: Language, side: Color) -> String {
    let side = color(language, side);
    match language {
        Language::English => format!(
            "{side} is to move, and you have it: type a move, or go to let the machine move.\n"
        ),
        Language::Spanish => format!(
            "Mueven {side}, y las llevas tú: escribe una jugada, o sigue para que mueva la máquina.\n"
        ),
    }
}

/// How 'save' is used.
pub(super) const fn save_usage(language: Language) -> &'static str {
    either(
        language,
        "Save where? Type: save FILE\n",
        "¿Dónde? Escribe: guardar ARCHIVO\n",
    )
}
