//! Personalities: named playing styles of the engine. Choosing one sets four options.

use crate::model::Objective;
use crate::opponent::OBJECTIVE_CONTEMPT;

/// The policy that chooses the answer by its expected gain.
pub(in crate::protocol) const ADAPT: &str = "adapt";

/// The rule of 2005 for the answer to an opponent.
pub(in crate::protocol) const THESIS: &str = "thesis";

/// The option's name.
pub(in crate::protocol) const PERSONALITY: &str = "Personality";

/// The default personality.
pub(in crate::protocol) const ADAPTIVE: &str = "Adaptive";

/// The personalities that users choose from.
pub(super) const NAMES: &[&str] = &[ADAPTIVE, "Attacker", "Solid", "Drawish", "Classic"];

/// One personality.
#[derive(Clone, Copy, Debug)]
struct Personality {
    name: &'static str,
    objective: &'static str,
    policy: &'static str,
    /// Contempt in centipawns, whatever the objective.
    contempt: i32,
    /// Contempt in centipawns that a fixed objective adds.
    by_objective: i32,
}

const fn personality(
    name: &'static str,
    [objective, policy]: [&'static str; 2],
    contempt: i32,
    by_objective: i32,
) -> Personality {
    Personality {
        name,
        objective,
        policy,
        contempt,
        by_objective,
    }
}

/// All personalities. `Classic` adapts by the rule of 2005, which chose weights and had no contempt.
const PERSONALITIES: [Personality; 5] = [
    personality(ADAPTIVE, [ADAPT, ADAPT], 0, OBJECTIVE_CONTEMPT.0),
    personality(
        "Attacker",
        [Objective::MaxWin.description(), ADAPT],
        50,
        OBJECTIVE_CONTEMPT.0,
    ),
    personality(
        "Solid",
        [Objective::MinLoss.description(), ADAPT],
        0,
        OBJECTIVE_CONTEMPT.0,
    ),
    personality(
        "Drawish",
        [Objective::MaxDraw.description(), ADAPT],
        -50,
        OBJECTIVE_CONTEMPT.0,
    ),
    personality("Classic", [ADAPT, THESIS], 0, 0),
];

/// Returns the options that a personality sets, with their values as a user writes them.
pub(in crate::protocol) fn settings_of(name: &str) -> Vec<(&'static str, String)> {
    let known = PERSONALITIES.iter().find(|known| known.name == name);
    known.map_or_else(Vec::new, |known| {
        vec![
            ("Objective", known.objective.to_owned()),
            ("Policy", known.policy.to_owned()),
            ("Contempt", known.contempt.to_string()),
            ("Objective Contempt", known.by_objective.to_string()),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::super::{OptionKind, options, read};
    use super::*;

    #[test]
    fn every_name_sets_four_options_and_the_first_sets_their_defaults() {
        assert_eq!(NAMES, PERSONALITIES.map(|known| known.name));
        for name in NAMES {
            let settings = settings_of(name);
            assert_eq!(settings.len(), 4, "{name}");
            for (option, value) in settings {
                assert!(read(option, Some(&value)).is_ok(), "{name}: {option}");
            }
        }
        for (option, value) in settings_of(ADAPTIVE) {
            let declared = options().iter().find(|known| known.name == option);
            let default = match declared.expect("declared").kind {
                OptionKind::Choice(_, word, _) => word.to_owned(),
                OptionKind::Spin(_, number, ..) => number.to_string(),
                other => panic!("{option}: {other:?}"),
            };
            assert_eq!(value, default, "{option}");
        }
        assert!(settings_of("Nobody").is_empty());
    }
}
