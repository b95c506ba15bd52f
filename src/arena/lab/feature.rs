//! What can be left out: a technique of search, or a term of the evaluation.
//!
//! May use: L0, `heuristic`, `search`.

use std::fmt;
use std::str::FromStr;

use crate::heuristic::{Group, Heuristic, Term};
use crate::search::{Technique, Techniques};

/// A feature of the engine that a match can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A technique of search.
    Technique(Technique),
    /// A term of the evaluation.
    Term(Term),
}

/// A word that names no feature of a heuristic's engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownFeature {
    /// It names nothing.
    #[error(
        "'{0}' is no feature; expected search or evaluation (all of either), a technique ({techniques}) \
         or a term ({terms})",
        techniques = Technique::ALL.map(Technique::name).join(", "),
        terms = Term::ALL.map(Term::name).join(", ")
    )]
    Word(String),
    /// It names a term of another family.
    #[error("the {schema} family has no term '{term}'; name a technique, or another heuristic")]
    Term {
        /// The word.
        term: String,
        /// The heuristic's family.
        schema: &'static str,
    },
}

impl Feature {
    /// All techniques, those of the laboratory included.
    pub fn techniques() -> Vec<Self> {
        Technique::ALL.map(Self::Technique).to_vec()
    }

    /// All terms that a heuristic has.
    pub fn terms(heuristic: &Heuristic) -> Vec<Self> {
        let has = |term: &Term| {
            let parameters = heuristic.schema().parameters().iter();
            parameters
                .into_iter()
                .any(|parameter| parameter.group == Group::Term(*term))
        };
        Term::ALL.into_iter().filter(has).map(Self::Term).collect()
    }

    /// The features that words name, each once, in the order of the words: `search` and `evaluation`
    /// stand for all of either; no word at all stands for both.
    ///
    /// # Errors
    ///
    /// [`UnknownFeature`], also for a term that the heuristic does not have.
    pub fn named(words: &[String], heuristic: &Heuristic) -> Result<Vec<Self>, UnknownFeature> {
        let mut features: Vec<Self> = Vec::new();
        if words.is_empty() {
            features.extend(Self::techniques());
            features.extend(Self::terms(heuristic));
        }
        for word in words {
            let wanted = match word.as_str() {
                "search" => Self::techniques(),
                "evaluation" => Self::terms(heuristic),
                _ => vec![word.parse()?],
            };
            for feature in wanted {
                if matches!(feature, Self::Term(_)) && !Self::terms(heuristic).contains(&feature) {
                    return Err(UnknownFeature::Term {
                        term: word.clone(),
                        schema: heuristic.schema().name(),
                    });
                }
                if !features.contains(&feature) {
                    features.push(feature);
                }
            }
        }
        Ok(features)
    }

    /// What it belongs to, in one word.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Technique(_) => "search",
            Self::Term(_) => "evaluation",
        }
    }

    /// The engine with it and without it: heuristic and techniques. All else is as the engine plays.
    pub(super) fn sides(self, heuristic: &Heuristic) -> [(Heuristic, Techniques); 2] {
        let whole = Techniques::PLAYING;
        match self {
            Self::Technique(technique) => [whole.with(technique), whole.without(technique)]
                .map(|techniques| (heuristic.clone(), techniques)),
            Self::Term(term) => [
                (heuristic.clone(), whole),
                (heuristic.clone().without(term), whole),
            ],
        }
    }
}

/// The name of the technique or the term.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Technique(technique) => technique.fmt(f),
            Self::Term(term) => term.fmt(f),
        }
    }
}

impl FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(word: &str) -> Result<Self, UnknownFeature> {
        let technique = word.parse().map(Self::Technique);
        technique
            .or_else(|_| word.parse().map(Self::Term))
            .map_err(|_| UnknownFeature::Word(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Schema;
    use std::collections::BTreeSet;

    fn named(words: &[&str], schema: &'static Schema) -> Result<Vec<String>, UnknownFeature> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let features = Feature::named(&words, &Heuristic::initial_of(schema))?;
        Ok(features.iter().map(Feature::to_string).collect())
    }

    #[test]
    fn words_name_features_once_and_no_name_means_two() {
        let all = named(&[], Schema::modern()).expect("everything");
        assert_eq!(all.len(), Technique::ALL.len() + Term::ALL.len());
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        let few = named(&["mobility", "killers", "mobility"], Schema::modern());
        assert_eq!(few, Ok(vec!["mobility".to_owned(), "killers".to_owned()]));
        let evaluation = named(&["tempo", "evaluation"], Schema::modern()).expect("terms");
        assert_eq!(
            (evaluation.len(), evaluation[0].as_str()),
            (Term::ALL.len(), "tempo")
        );
        // The classic family has no mobility.
        let message = named(&["mobility"], Schema::classic()).expect_err("no term");
        assert_eq!(
            message.to_string(),
            "the classic family has no term 'mobility'; name a technique, or another heuristic"
        );
        let message = named(&["magic"], Schema::modern()).expect_err("no feature");
        assert!(message.to_string().contains("killers") && message.to_string().contains("tempo"));
    }

    #[test]
    fn the_sides_differ_by_the_feature_alone() {
        let heuristic = Heuristic::initial_of(Schema::modern());
        for feature in Feature::named(&[], &heuristic).expect("all") {
            let [(with, with_techniques), (without, without_techniques)] =
                feature.sides(&heuristic);
            let techniques_differ = with_techniques != without_techniques;
            let weights_differ = with.fingerprint() != without.fingerprint();
            assert_eq!(techniques_differ, feature.kind() == "search", "{feature}");
            assert_eq!(weights_differ, feature.kind() == "evaluation", "{feature}");
        }
    }
}
