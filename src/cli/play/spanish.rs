//! What the library says in English, in Spanish: the decision, styles, ends of games.

use bayeschess::model::{Objective, PickTarget};
use bayeschess::opponent::{
    Answer, AnswerExpectation, AnswerReason, Decision, ObjectiveReason, RecalledOpponent,
};
use bayeschess::protocol::KeptGame;
use bayeschess::record::Termination;
use bayeschess::style::Style;

/// Differences in strength below this are called none, in Elo, as in English.
const ABOUT_EQUAL: f64 = 25.0;

/// The sentence on a game that tells nothing of the user's style.
const SET_UP: &str =
    "Esta partida empezó desde una posición montada, así que no muestra cómo juegas.";

/// Where the game was kept.
pub(super) fn kept(kept: &KeptGame) -> String {
    let waits = "; otro programa está escribiendo en la base de datos, así que la partida espera junto a ella \
                 hasta la próxima partida o el próximo inicio";
    let (place, is_waiting) = match kept {
        KeptGame::Finished { waits: true, .. } => (
            "partida terminada, para tu base de datos y el archivo PGN junto a ella",
            true,
        ),
        KeptGame::Finished { .. } => (
            "partida guardada en tu base de datos y en el archivo PGN junto a ella",
            false,
        ),
        KeptGame::Unfinished { waits, .. } => (
            "partida sin acabar, anotada en el archivo PGN junto a tu base de datos",
            *waits,
        ),
    };
    format!("{place}{}", if is_waiting { waits } else { "" })
}

/// A style's name.
pub(super) const fn style(style: Style) -> &'static str {
    match style {
        Style::Attacking => "atacante",
        Style::Defensive => "defensivo",
        Style::Mixed => "mixto",
    }
}

/// What may be said of the user's style, in a sentence.
pub(super) fn style_sentence(decision: &Decision) -> String {
    if !decision.is_game_judged && decision.games_seen == 0 {
        return SET_UP.to_owned();
    }
    let known = match (decision.moves_until_named(), decision.named_style()) {
        (0, Some(named)) => match named.style {
            Style::Attacking => "Atacas más que la mayoría.",
            Style::Defensive => "Defiendes más que la mayoría.",
            Style::Mixed => "Atacas más o menos como la mayoría.",
        }
        .to_owned(),
        (0, None) => "Hasta ahora nada destaca en tu juego.".to_owned(),
        (1, _) => "Una jugada más hasta que pueda decir cómo juegas.".to_owned(),
        (more, _) => format!("{more} jugadas más hasta que pueda decir cómo juegas."),
    };
    if decision.is_game_judged {
        known
    } else {
        format!("{known} {SET_UP}")
    }
}

/// What is remembered of the user.
pub(super) fn recalled(recalled: &RecalledOpponent) -> String {
    let games = match recalled.games {
        0 => return "aún no recuerdo ninguna partida tuya".to_owned(),
        1 => "recuerdo 1 partida tuya".to_owned(),
        games => format!("recuerdo {games} partidas tuyas"),
    };
    match recalled.verdict {
        Some(verdict) => {
            let [low, high] = verdict.score_interval_95;
            let score = verdict.score;
            format!("{games}, ataque {score:+.1} (de {low:+.1} a {high:+.1})")
        }
        None => games,
    }
}

/// How a game ended.
pub(super) fn termination(termination: Termination) -> &'static str {
    match termination.name() {
        "checkmate" => "jaque mate",
        "stalemate" => "ahogado",
        "insufficient_material" => "material insuficiente",
        "repetition" => "repetición",
        "fifty_moves" => "regla de las cincuenta jugadas",
        "agreement" => "de común acuerdo",
        "resignation" => "abandono",
        "time_forfeit" => "por tiempo",
        _ => termination.words(),
    }
}

/// The decision with its reason.
pub(super) fn decision(decision: &Decision) -> String {
    format!("{}, así que {}", reason(decision), answer(decision.answer))
}

fn reason(decision: &Decision) -> String {
    match decision.reason {
        AnswerReason::NoObjectives => {
            "la heurística es la misma para todos los objetivos".to_owned()
        }
        AnswerReason::Chosen => "se eligió de antemano".to_owned(),
        AnswerReason::Thesis(reason) => match reason {
            ObjectiveReason::NothingSeen => "aún no sé nada de ti".to_owned(),
            ObjectiveReason::Style(estimate) | ObjectiveReason::Drawn(estimate) => format!(
                "tu juego parece {} ({:.2})",
                style(estimate.style),
                estimate.probability
            ),
            ObjectiveReason::Behind(_) => "llevo desventaja en este final".to_owned(),
            ObjectiveReason::Ahead(_) => "llevo ventaja en este final".to_owned(),
        },
        AnswerReason::Expectation(expectation) => expected(&expectation),
    }
}

fn expected(expectation: &AnswerExpectation) -> String {
    let mean = expectation.difference.mean;
    let evidence = expectation.evidence;
    let mut known = Vec::new();
    if evidence.rating_advantage.is_some() {
        known.push("puntuaciones".to_owned());
    }
    match evidence.results.games() {
        0 => {}
        1 => known.push("1 partida".to_owned()),
        games => known.push(format!("{games} partidas")),
    }
    if evidence.from_moves.is_some() {
        known.push("tus jugadas".to_owned());
    }
    let known = known.join(", ");
    let elo = (mean.abs() / 10.0).round() * 10.0;
    let strength = match (evidence.is_empty(), expectation.has_seen_moves) {
        (true, false) => "aún no sé nada de ti".to_owned(),
        (true, true) => "no conozco tu fuerza".to_owned(),
        _ if mean.abs() < ABOUT_EQUAL => {
            format!("espero que seas más o menos tan fuerte como yo ({known})")
        }
        _ if mean > 0.0 => format!("espero que tengas unos {elo:.0} Elo menos que yo ({known})"),
        _ => format!("espero que tengas unos {elo:.0} Elo más que yo ({known})"),
    };
    match expectation.style {
        Some(estimate) => format!(
            "{strength} y lo más probable es que tu juego sea {} ({:.2})",
            style(estimate.style),
            estimate.probability
        ),
        None => strength,
    }
}

fn answer(answer: Answer) -> String {
    let target = match answer.target {
        PickTarget::Middle => None,
        PickTarget::Objective(Objective::MaxWin) => Some("juego a ganar"),
        PickTarget::Objective(Objective::MinLoss) => Some("juego a no perder"),
        PickTarget::Objective(Objective::MaxDraw) => Some("juego a hacer tablas"),
        PickTarget::Objective(Objective::MinDraw) => Some("juego contra las tablas"),
    };
    let of = |value: i32, [above, below]: [&'static str; 2]| match value {
        0 => None,
        1.. => Some(above),
        _ => Some(below),
    };
    let draws = of(
        answer.draw_contempt.0,
        ["evito las tablas", "acepto unas tablas"],
    );
    let tension = of(
        answer.side_bonus.0,
        ["mantengo la tensión", "suelto la tensión"],
    );
    let parts: Vec<&str> = target.into_iter().chain(draws).chain(tension).collect();
    if parts.is_empty() {
        return "juego solo la posición".to_owned();
    }
    parts.join(" y ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_waits_beside_the_database_is_said_to_wait() {
        for waits in [false, true] {
            let finished = KeptGame::Finished {
                database: "games.db".into(),
                log: None,
                waits,
                cases: 0,
            };
            let unfinished = KeptGame::Unfinished {
                log: "games.db.played.pgn".into(),
                waits,
            };
            for game in [finished, unfinished] {
                assert_eq!(kept(&game).contains("espera junto a ella"), waits);
                assert_eq!(game.to_string().contains("waits beside it"), waits);
            }
        }
    }
}
