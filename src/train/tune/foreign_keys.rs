//! Spellings of other programs in a recipe, with what they are called here.
//!
//! Sources: the options of fastchess and cutechess-cli, and the columns of SPSA tuners.

use toml::{Table, Value};

/// Spellings at the top of a recipe, in small letters without hyphens and underscores, with advice.
const TOP: [(&[&str], &str); 16] = [
    (&["rounds", "round"], "give games, two for each round"),
    (
        &["each"],
        "both sides have the same limits; give nodes, depth, movetime or tc",
    ),
    (
        &["cmd", "command", "program", "conf"],
        "give engine, such as engine = \"uci:./engine\"",
    ),
    (
        &["option", "parameters", "params", "tune"],
        "name each option of the engine as [options.\"NAME\"]",
    ),
    (&["st"], "give movetime, in milliseconds"),
    (
        &["time", "timecontrol", "inc", "increment", "movestogo"],
        "give tc, such as tc = \"10+0.1\"",
    ),
    (&["plies"], "give depth"),
    (&["margin"], "give time_margin, in milliseconds"),
    (&["maxmoves"], "give max_plies, two for each move"),
    (
        &["opening", "book", "epd", "pgn", "openingsfile"],
        "give openings, such as openings = \"FILE\"",
    ),
    (&["srand", "randomseed"], "give seed"),
    (
        &["concurrency", "threads"],
        "give the command --threads, and the engine its own behind its name (uci:./engine;Threads=1)",
    ),
    (
        &["hash"],
        "write it behind the engine's name (uci:./engine;Hash=16)",
    ),
    (
        &["repeat", "noswap", "reverse"],
        "every opening is played twice, with colours changed",
    ),
    (
        &["sprt", "elo0", "elo1"],
        "the best values play a match of validation_games",
    ),
    (&["iterations", "pairs"], "give games, two for each pair"),
];

/// Spellings in the table of an option.
const OF_OPTION: [(&[&str], &str); 6] = [
    (&["min", "lower", "low"], "give from"),
    (&["max", "upper", "high"], "give to"),
    (&["default", "value", "initial"], "give start"),
    (
        &["step", "count", "steps"],
        "give levels, the number of values",
    ),
    (&["choices", "var", "list"], "give values"),
    (
        &["cend", "rend", "c", "r", "type"],
        "give from and to; with method = \"spsa\" the last change is a twentieth of that, and rate stands at the top",
    ),
];

/// Returns the first key that other programs call so, with the tables around it, and advice.
pub(super) fn foreign_key(recipe: &Table) -> Option<(String, &'static str)> {
    let top = recipe.keys().find_map(|key| {
        let advice = advice(&TOP, key)?;
        Some((key.clone(), advice))
    });
    let of_option = || {
        let options = recipe.get("options").and_then(Value::as_table)?;
        options.iter().find_map(|(name, table)| {
            let mut keys = table.as_table()?.keys();
            let (key, advice) = keys.find_map(|key| Some((key, advice(&OF_OPTION, key)?)))?;
            Some((format!("options.{name}.{key}"), advice))
        })
    };
    top.or_else(of_option)
}

fn advice(known: &[(&[&str], &'static str)], key: &str) -> Option<&'static str> {
    let plain: String = key
        .chars()
        .filter(|letter| !matches!(letter, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect();
    let mut known = known.iter();
    let (_, advice) = known.find(|(spellings, _)| spellings.contains(&plain.as_str()))?;
    Some(advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::tune::TuneRecipe;

    /// Advice that bars a key of this program would make it useless.
    #[test]
    fn no_key_of_a_recipe_is_foreign() {
        let all = "engine = \"uci:e\"\nmethod = \"spsa\"\ngames = 2\nvalidation_games = 2\nseed = 1\n\
            pairs_per_step = 8\nrate = 0.1\nnodes = 1\ndepth = 1\nmovetime = 1\n\
            tc = \"1\"\nopenings = \"random\"\nadjudicate = true\nresign = \"4,600\"\ndraw = \"40,8,10\"\n\
            time_margin = 1\nmax_plies = 9\n[options.min]\nfrom = 1\nto = 2\nlevels = 2\nvalues = [1]\nstart = 1\n";
        let table: Table = toml::from_str(all).expect("TOML");
        assert_eq!(foreign_key(&table), None);
        let recipe: TuneRecipe = toml::from_str(all).expect("every key is known");
        let written: Table = toml::from_str(&recipe.canonical()).expect("TOML");
        assert_eq!(written.len(), table.len(), "a key is missing above");
    }

    #[test]
    fn keys_of_other_programs_are_found_in_any_spelling() {
        for (recipe, key, word) in [
            ("rounds = 3", "rounds", "games"),
            ("max-moves = 3", "max-moves", "max_plies"),
            ("[each]\ntc = \"1\"", "each", "tc"),
            ("[options.A]\nMin = 3", "options.A.Min", "from"),
            ("[options.A]\nc_end = 3", "options.A.c_end", "rate"),
        ] {
            let table: Table = toml::from_str(recipe).expect("TOML");
            let (found, advice) = foreign_key(&table).expect(recipe);
            assert_eq!(found, key);
            assert!(advice.contains(word), "{advice}");
        }
    }
}
