//! A feature that an ablation can leave out: a search technique, an evaluation term, or several together.

use std::fmt;
use std::str::FromStr;

use crate::heuristic::{Heuristic, ParameterKind, Term};
use crate::search::{Technique, Techniques};

/// A feature of the engine that an ablation leaves out.
///
/// It is one technique or term, or several that are left out together: a gain of a few Elo takes thousands of games
/// to see, the sum of several such gains a fraction of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The parts left out together; never empty, each part once.
    parts: Vec<FeaturePart>,
}

/// A single technique or term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FeaturePart {
    /// A technique of search.
    Technique(Technique),
    /// A term of the evaluation.
    Term(Term),
}

/// The error for a word that names no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownFeature {
    /// No feature has this name.
    #[error(
        "'{0}' is not a feature; expected search or evaluation (all of either, one by one), a technique ({techniques}), \
         a term ({terms}), or several of these with + between them",
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
        Technique::ALL.map(Self::from).to_vec()
    }

    /// All terms that a heuristic has.
    pub fn terms(heuristic: &Heuristic) -> Vec<Self> {
        let has = |term: &Term| {
            let parameters = heuristic.schema().parameters().iter();
            parameters
                .into_iter()
                .any(|parameter| parameter.kind == ParameterKind::Term(*term))
        };
        Term::ALL.into_iter().filter(has).map(Self::from).collect()
    }

    /// Returns the features with these names, each once, in the order given. `search` and `evaluation` stand for all
    /// of either; an empty list stands for both.
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
                if let Some(term) = feature.terms_besides(heuristic).next() {
                    return Err(UnknownFeature::Term {
                        term: term.to_string(),
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

    /// Returns its terms that a heuristic does not have.
    fn terms_besides(&self, heuristic: &Heuristic) -> impl Iterator<Item = Term> {
        let there = Self::terms(heuristic);
        self.parts.iter().filter_map(move |part| match part {
            FeaturePart::Term(term) if !there.contains(&Self::from(*term)) => Some(*term),
            FeaturePart::Term(_) | FeaturePart::Technique(_) => None,
        })
    }

    /// Returns its kind in one word: `search`, `evaluation` or `both`.
    pub fn kind(&self) -> &'static str {
        let is_term = |part: &FeaturePart| matches!(part, FeaturePart::Term(_));
        match self.parts.iter().filter(|part| is_term(part)).count() {
            0 => "search",
            terms if terms == self.parts.len() => "evaluation",
            _ => "both",
        }
    }

    /// Returns heuristic and techniques of the engine with it and without it.
    pub(super) fn sides(&self, heuristic: &Heuristic) -> [(Heuristic, Techniques); 2] {
        let mut with = (heuristic.clone(), Techniques::PLAYING);
        let mut without = with.clone();
        for part in &self.parts {
            match *part {
                FeaturePart::Technique(technique) => {
                    with.1 = with.1.with(technique);
                    without.1 = without.1.without(technique);
                }
                FeaturePart::Term(term) => without.0 = without.0.without(term),
            }
        }
        [with, without]
    }
}

impl From<Technique> for Feature {
    fn from(technique: Technique) -> Self {
        Self {
            parts: vec![FeaturePart::Technique(technique)],
        }
    }
}

impl From<Term> for Feature {
    fn from(term: Term) -> Self {
        Self {
            parts: vec![FeaturePart::Term(term)],
        }
    }
}

/// The names of its techniques and terms.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, part) in self.parts.iter().enumerate() {
            if place > 0 {
                f.write_str("+")?;
            }
            match part {
                FeaturePart::Technique(technique) => write!(f, "{technique}")?,
                FeaturePart::Term(term) => write!(f, "{term}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Feature {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        let mut parts: Vec<FeaturePart> = Vec::new();
        for word in text.split('+') {
            let part = match word.parse() {
                Ok(technique) => FeaturePart::Technique(technique),
                Err(_) => match word.parse() {
                    Ok(term) => FeaturePart::Term(term),
                    Err(_) => return Err(UnknownFeature::Word(word.to_owned())),
                },
            };
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        Ok(Self { parts })
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
    fn several_parts_are_left_out_at_once() {
        let heuristic = Heuristic::initial_of(Schema::modern());
        let words = [
            "killers+mobility+killers".to_owned(),
            "pawns+space".to_owned(),
        ];
        let features = Feature::named(&words, &heuristic).expect("groups");
        let names: Vec<String> = features.iter().map(Feature::to_string).collect();
        assert_eq!(names, ["killers+mobility", "pawns+space"]);
        assert_eq!(
            features.iter().map(Feature::kind).collect::<Vec<_>>(),
            ["both", "evaluation"]
        );
        let [with, without] = features[0].sides(&heuristic);
        let expected = heuristic.clone().without(Term::Mobility);
        assert_eq!(with.0.fingerprint(), heuristic.fingerprint());
        assert_eq!(without.0.fingerprint(), expected.fingerprint());
        assert_eq!(without.1, Techniques::PLAYING.without(Technique::Killers));
        for (word, unknown) in [("killers+magic", "magic"), ("killers+", "")] {
            let message = named(&[word], Schema::modern())
                .expect_err("no feature")
                .to_string();
            assert!(
                message.starts_with(&format!("'{unknown}' is not a feature")),
                "{message}"
            );
        }
        let message = named(&["killers+mobility"], Schema::classic()).expect_err("no term");
        assert!(
            message.to_string().contains("no term 'mobility'"),
            "{message}"
        );
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
