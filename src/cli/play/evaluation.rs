//! The evaluation term by term, as 'eval' shows it.

use std::fmt::Write as _;

use bayeschess::board::notation::Language;
use bayeschess::eval::Explanation;
use bayeschess::eval::explain::EvaluationStep;
use bayeschess::heuristic::Term;

use super::messages::color;

/// The evaluation as a table. In Spanish its phases are blended, so that there are fewer columns.
pub(super) fn evaluation(language: Language, of: &Explanation) -> String {
    match language {
        Language::English => format!("{of}\n"),
        Language::Spanish => in_spanish(of),
    }
}

fn in_spanish(of: &Explanation) -> String {
    let share = of.mix.share();
    let pawns = |centipawns: f64| centipawns / 100.0;
    let mut text = format!("{:24} | blancas | negras | diferencia\n", "en peones");
    for line in &of.lines {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:24} |{:>8.2} |{:>7.2} |{:>+11.2}",
            term(line.term),
            pawns(line.white.blended(share)),
            pawns(line.black.blended(share)),
            pawns(line.balance().blended(share))
        );
    }
    for (name, value) in &of.steps {
        let value = pawns(f64::from(value.0));
        let _ = writeln!(
            text,
            "{:24} |{:8} |{:7} |{value:>+11.2}",
            step(*name),
            "",
            ""
        );
    }
    let value = pawns(f64::from(of.value().0.centipawns_or(0).0));
    let turn = color(Language::Spanish, of.turn);
    let _ = writeln!(text, "valor {value:+.2} para blancas; mueven {turn}");
    text
}

const fn term(term: Term) -> &'static str {
    match term {
        Term::Material => "material",
        Term::Squares => "casillas",
        Term::Mobility => "movilidad",
        Term::Pawns => "peones",
        Term::PassedPawns => "peones pasados",
        Term::Imbalance => "desequilibrio",
        Term::MinorPieces => "piezas menores",
        Term::Outposts => "puestos avanzados",
        Term::Rooks => "torres",
        Term::Shelter => "refugio del rey",
        Term::Attack => "ataque",
        Term::Threats => "amenazas",
        Term::Space => "espacio",
        Term::Development => "desarrollo",
        Term::Tempo => "turno",
        Term::Check => "jaque",
        Term::Endings => "finales",
    }
}

const fn step(step: EvaluationStep) -> &'static str {
    match step {
        EvaluationStep::Blend => "todos los términos",
        EvaluationStep::Winnable => "posibilidades de ganar",
        EvaluationStep::Scale => "final de tablas",
        EvaluationStep::FiftyMoves => "cincuenta jugadas",
        EvaluationStep::Tempo => "turno",
        EvaluationStep::Check => "jaque",
    }
}
