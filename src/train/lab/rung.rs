//! The rungs of the ladder, with their names in the text on the engine Amyan.

use crate::search::{Technique, Techniques};

/// One rung: an algorithm, or one technique more than the rung below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderRung {
    /// Plain minimax, which visits every line.
    Minimax,
    /// Alpha-beta, moves in the order in which they are generated.
    AlphaBeta,
    /// The search without any technique: alpha-beta by iterative deepening.
    Deepening,
    /// The search with all techniques up to this one.
    Added(Technique),
    /// The engine's search.
    Whole,
    /// The engine's search with a technique of the laboratory added.
    WholeWith(Technique),
}

impl LadderRung {
    /// Returns all rungs, from the first to the last.
    pub fn all() -> Vec<Self> {
        let mut rungs = vec![Self::Minimax, Self::AlphaBeta, Self::Deepening];
        rungs.extend(played().map(Self::Added));
        rungs.push(Self::Whole);
        rungs.extend(Technique::LABORATORY.map(Self::WholeWith));
        rungs
    }

    /// Returns the name in tables and sheets.
    pub fn name(self) -> String {
        match self {
            Self::Minimax => "minimax".to_owned(),
            Self::AlphaBeta => "alpha-beta".to_owned(),
            Self::Deepening => "iterative-deepening".to_owned(),
            Self::Added(technique) => format!("+ {technique}"),
            Self::Whole => "everything".to_owned(),
            Self::WholeWith(technique) => format!("everything + {technique}"),
        }
    }

    /// Returns the techniques of the search; `None` for the plain algorithms.
    pub fn techniques(self) -> Option<Techniques> {
        match self {
            Self::Minimax | Self::AlphaBeta => None,
            Self::Deepening => Some(Techniques::NONE),
            Self::Added(last) => {
                let below = played().take_while(|technique| *technique != last);
                Some(below.fold(Techniques::NONE.with(last), Techniques::with))
            }
            Self::Whole => Some(Techniques::PLAYING),
            Self::WholeWith(technique) => Some(Techniques::PLAYING.with(technique)),
        }
    }

    /// Returns the name in Antonio Diéguez, *Amyan: cómo funcionan*, if it mentions the technique.
    pub const fn in_amyan(self) -> Option<&'static str> {
        match self {
            Self::Minimax => Some("Minimax"),
            Self::AlphaBeta => Some("Alphabeta"),
            Self::Deepening => Some("iteración"),
            Self::Whole => None,
            Self::Added(technique) | Self::WholeWith(technique) => word_of(technique),
        }
    }
}

/// Returns the techniques that the engine plays with, in the order in which they are added.
fn played() -> impl Iterator<Item = Technique> {
    Technique::ALL
        .into_iter()
        .filter(|technique| !Technique::LABORATORY.contains(technique))
}

const fn word_of(technique: Technique) -> Option<&'static str> {
    match technique {
        Technique::CaptureOrdering => Some("MVV/LVA"),
        Technique::HashMove => Some("jugada recomendada"),
        Technique::HashCutoffs => Some("tabla de transposición"),
        Technique::StoredEvaluation => Some("hash para la evaluación"),
        Technique::PawnTable => Some("hash de peones"),
        Technique::Quiescence => Some("Quiescence Search"),
        Technique::QuiescenceChecks => Some("jugadas que hacen jaque"),
        Technique::QuiescenceTable => Some("hashing para la qsearch"),
        Technique::PrincipalVariation => Some("PVS"),
        Technique::Aspiration => Some("aspiration window"),
        Technique::Killers => Some("Killers"),
        Technique::History => Some("History Heuristic"),
        Technique::NullMove => Some("null-move"),
        Technique::NullVerification => Some("zugzwang"),
        Technique::LateMoveReductions => Some("reducción"),
        Technique::CheckExtension => Some("extender: jaque"),
        Technique::ReverseFutility => Some("descarte auspicioso"),
        Technique::Razoring => Some("sólo las capturas"),
        Technique::Futility => Some("descarte fútil"),
        Technique::ExchangePruning => Some("SEE"),
        Technique::RecaptureExtension => Some("extender: recaptura"),
        Technique::MtdF => Some("MTD"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rung_adds_one_technique_and_the_top_is_how_the_engine_plays() {
        let rungs = LadderRung::all();
        let sets: Vec<Techniques> = rungs.iter().filter_map(|rung| rung.techniques()).collect();
        let size = |set: &Techniques| {
            let all = Technique::ALL.into_iter();
            all.filter(|technique| set.has(*technique)).count()
        };
        let played = Technique::ALL.len() - Technique::LABORATORY.len();
        let sizes: Vec<usize> = sets.iter().map(size).collect();
        assert!(sizes.iter().copied().take(played + 1).eq(0..=played));
        // The last rung but those of the laboratory is everything.
        for technique in Technique::ALL {
            let last = sets[played].has(technique);
            assert_eq!(last, Techniques::PLAYING.has(technique), "{technique}");
        }
        assert_eq!(sizes[played + 1], played);
        assert!(sizes[played + 2..].iter().all(|size| *size == played + 1));
    }

    /// Every technique that the text explains, in its own order.
    #[test]
    fn everything_in_the_text_of_amyan_has_its_rung() {
        let words: Vec<&str> = LadderRung::all()
            .iter()
            .filter_map(|rung| rung.in_amyan())
            .collect();
        for word in [
            "Minimax",
            "Quiescence Search",
            "jugadas que hacen jaque",
            "iteración",
            "Alphabeta",
            "tabla de transposición",
            "jugada recomendada",
            "sólo las capturas",
            "descarte fútil",
            "reducción",
            "descarte auspicioso",
            "null-move",
            "zugzwang",
            "extender: recaptura",
            "extender: jaque",
            "aspiration window",
            "PVS",
            "MTD",
            "SEE",
            "MVV/LVA",
            "Killers",
            "History Heuristic",
            "hashing para la qsearch",
            "hash para la evaluación",
            "hash de peones",
        ] {
            assert_eq!(
                words.iter().filter(|one| **one == word).count(),
                1,
                "{word}"
            );
        }
        assert_eq!(words.len(), 25);
    }
}
