//! A recipe to begin with: the options of an engine with what it allows, and every other key beside its meaning.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::option::{OptionKind, TunedOption};
use super::recipe::{OptionRange, TuneRecipe};
use crate::arena::external::EngineSpec;
use crate::arena::external::engine_line::DeclaredOption;
use crate::train::recipe::keys::{RecipeKeys, RecipeTable};
use crate::train::recipe::template::add_table;

/// Values of keys that have no default.
const EXAMPLES: &str = "\
pairs_per_step = 8
rate = 0.002
depth = 8
movetime = 100
tc = \"1+0.01\"
resign = \"4,600\"
draw = \"40,8,10\"
";

/// Options whose meaning the protocol defines, beside all that begin with `UCI_`: they say what an engine may use, and
/// not how it plays.
///
/// Source: Kahlen and Meyer-Kahlen, *Universal Chess Interface* (2006), "option"; `Threads` is what engines have added.
const OF_THE_PROTOCOL: [&str; 7] = [
    "Hash",
    "MultiPV",
    "NalimovCache",
    "NalimovPath",
    "OwnBook",
    "Ponder",
    "Threads",
];

/// A recipe to begin with, for the options that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTuneRecipe {
    /// The recipe as TOML. It names no option to tune before its user has chosen some.
    pub text: String,
    /// Number of the options to choose from.
    pub options: usize,
}

impl TuneRecipe {
    /// Returns the recipe as a file to begin with. `engine` is what the recipe's line says, `declared` what it answers.
    ///
    /// Every key stands below its meaning; those at their defaults stand behind `#`. So does each option that can be
    /// tuned, with the values that the engine allows.
    pub fn to_begin_with(&self, engine: &EngineSpec, declared: &[DeclaredOption]) -> NewTuneRecipe {
        let mut text = "\
# A recipe for 'bayeschess tune'. Choose the options first: they stand at its end.
# Every key stands below its meaning. Remove the # before a key to set it; what is shown
# behind # is the default, or an example where a key has none.
"
        .to_owned();
        let read = |text: &str| text.parse::<Table>().unwrap_or_default();
        let (all, examples) = (read(&self.canonical()), read(EXAMPLES));
        let chosen = ["engine", "games", "nodes"].into_iter();
        let chosen = chosen.filter_map(|key| Some((key.to_owned(), all.get(key)?.clone())));
        let chosen: Table = chosen.collect();
        let mut options = 0;
        for table in &RecipeKeys::all().tune {
            if table.is_repeated {
                options = add_options(&mut text, table, engine, declared);
            } else {
                add_table(
                    &mut text,
                    table,
                    Some(&chosen),
                    &[Some(&all), Some(&examples)],
                    &[],
                );
            }
        }
        NewTuneRecipe { text, options }
    }
}

/// Adds the options that can be tuned, each behind `#`; returns their number.
fn add_options(
    text: &mut String,
    table: &RecipeTable,
    engine: &EngineSpec,
    declared: &[DeclaredOption],
) -> usize {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n# {}", table.heading);
    text.push_str(
        "# Remove the # before the name of each option to be tuned. Narrow its range where it is wider than\n\
         # anybody would choose: games with useless values are lost. Keys of an option:\n",
    );
    for key in &table.keys {
        let _ = writeln!(text, "#   {}: {}", key.name, key.meaning);
    }
    let is_fixed = |name: &str| {
        let mut fixed = engine.options.iter();
        fixed.any(|(set, _)| set.eq_ignore_ascii_case(name))
    };
    let is_of_protocol = |name: &str| {
        let begins = name.get(..4);
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case("uci_"))
            || OF_THE_PROTOCOL
                .iter()
                .any(|own| own.eq_ignore_ascii_case(name))
    };
    let mut added = 0;
    for option in declared {
        if is_fixed(&option.name) || is_of_protocol(&option.name) {
            continue;
        }
        let Ok(tuned) = TunedOption::of(option, &OptionRange::default(), None) else {
            continue;
        };
        add_option(text, option, &tuned);
        added += 1;
    }
    added
}

fn add_option(text: &mut String, declared: &DeclaredOption, tuned: &TunedOption) {
    // TOML escapes whatever the name of an engine's option holds.
    let toml = |value: &str| Value::String(value.to_owned()).to_string();
    let _ = write!(
        text,
        "\n# The engine's own value: {}\n#[options.{}]\n",
        toml(tuned.start_value()),
        toml(&declared.name)
    );
    match (tuned.kind, declared.min, declared.max) {
        (OptionKind::Number, Some(least), Some(most)) => {
            let _ = writeln!(text, "#from = {least}\n#to = {most}");
        }
        (OptionKind::Number | OptionKind::Check, ..) => {}
        (OptionKind::Choice, ..) => {
            let values: Vec<String> = declared.values.iter().map(|value| toml(value)).collect();
            let _ = writeln!(text, "#values = [{}]", values.join(", "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<DeclaredOption> {
        let option = |name: &str, kind: &str, default: &str| DeclaredOption {
            name: name.to_owned(),
            kind: kind.to_owned(),
            default: Some(default.to_owned()),
            ..DeclaredOption::default()
        };
        let number = |name, least, most| DeclaredOption {
            min: Some(least),
            max: Some(most),
            ..option(name, "spin", "100")
        };
        vec![
            number("King Safety", 0, 400),
            number("Threads", 1, 128),
            number("Hash", 1, 4096),
            option("UCI_Chess960", "check", "false"),
            option("Futility", "check", "true"),
            DeclaredOption {
                values: ["Solid", "Risky \"x\""].map(str::to_owned).to_vec(),
                ..option("Style\u{1b}[1m", "combo", "Solid")
            },
            option("Clear", "button", ""),
            option("Book", "string", ""),
            number("Contempt", -50, 150),
        ]
    }

    fn begun() -> (TuneRecipe, EngineSpec, NewTuneRecipe) {
        let recipe = TuneRecipe::first("uci:./engine;Contempt=100");
        let (spec, _) = recipe.player().expect("an engine");
        let begun = recipe.to_begin_with(&spec, &declared());
        (recipe, spec, begun)
    }

    #[test]
    fn options_are_those_that_change_how_it_plays_and_are_not_fixed() {
        let (recipe, _, begun) = begun();
        assert_eq!(begun.options, 3);
        assert!(!begun.text.contains('\u{1b}'), "{}", begun.text);
        let options: Vec<&str> = begun
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("#[options."))
            .collect();
        assert_eq!(options.len(), 3, "{options:?}");
        assert_eq!(options[..2], ["\"King Safety\"]", "\"Futility\"]"]);
        // Nothing is chosen yet.
        let read: TuneRecipe = toml::from_str(&begun.text).expect("a recipe");
        assert_eq!(read, recipe);
        assert_eq!(read.fault().expect("no option").0, "options");
    }

    #[test]
    fn every_option_and_key_can_be_set() {
        let (_, spec, begun) = begun();
        let set = |is_set: &dyn Fn(&str) -> bool| {
            let lines = begun.text.lines().map(|line| match line.strip_prefix('#') {
                Some(bare) if !bare.starts_with(' ') && is_set(bare) => format!("{bare}\n"),
                _ => format!("{line}\n"),
            });
            lines.collect::<String>()
        };
        let is_option = |line: &str| {
            ["[options", "from", "to ", "values"]
                .iter()
                .any(|begin| line.starts_with(begin))
        };
        let all: TuneRecipe = toml::from_str(&set(&is_option)).expect("a recipe");
        assert_eq!(all.fault(), None);
        let tuned = all.tuned_options(&spec, &declared()).expect("allowed");
        assert_eq!(tuned.len(), 3);
        let with_keys: Table = set(&|_| true).parse().expect("TOML");
        for table in RecipeKeys::all()
            .tune
            .iter()
            .filter(|table| !table.is_repeated)
        {
            for key in &table.keys {
                assert!(with_keys.contains_key(&key.name), "{}", key.name);
            }
        }
        // But for the keys that contradict each other, each may be set.
        for key in [
            "depth",
            "movetime",
            "tc",
            "resign",
            "draw",
            "max_plies",
            "openings",
        ] {
            let is_it = |line: &str| is_option(line) || line.starts_with(&format!("{key} = "));
            let recipe: TuneRecipe = toml::from_str(&set(&is_it)).expect("a recipe");
            assert_eq!(recipe.fault(), None, "{key}");
        }
    }
}
