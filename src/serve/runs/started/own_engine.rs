//! Tunings that the page starts: of this program's options alone, since no client may start another program.

use std::env;
use std::io;
use std::sync::LazyLock;

use super::fault::{FormFault, NO_FILE, at_least_one, coded, games, of, within};
use crate::arena::external::EngineSpec;
use crate::arena::external::engine_line::{self, DeclaredOption, EngineLine};
use crate::play::{RANDOM_OPENINGS, SHIPPED_OPENINGS};
use crate::protocol::uci::option_lines;
use crate::train::recipe::ValueFault;
use crate::train::tune::{OptionRange, TuneRecipe, TunedOption};

/// This program as an engine, as a recipe of the page names it.
pub(in crate::serve::runs) const OWN_ENGINE: &str = "uci:bayeschess uci";

const OTHER_ENGINE: &str = "the page tunes this program alone, written uci:bayeschess uci with options behind semicolons; \
     for another engine save a recipe as a file and give it to the command: bayeschess tune FILE.toml --out FOLDER";

/// Returns the options that this program declares to a UCI client.
pub(in crate::serve::runs) fn own_options() -> &'static [DeclaredOption] {
    static OPTIONS: LazyLock<Vec<DeclaredOption>> = LazyLock::new(|| {
        let lines = option_lines();
        let options = lines
            .lines()
            .filter_map(|line| match engine_line::parse(line) {
                EngineLine::Option(option) => Some(option),
                _ => None,
            });
        options.collect()
    });
    &OPTIONS
}

/// Returns the first key that cannot be used: a number, another engine, a file, or an option.
pub(super) fn fault(recipe: &TuneRecipe) -> Option<FormFault> {
    if settings_of(&recipe.engine).is_none() {
        return Some(coded("engine", ValueFault::OtherEngine, OTHER_ENGINE));
    }
    let engine = match recipe.player() {
        Ok((engine, _)) => engine,
        Err(what) => return Some(of("engine", what)),
    };
    let is_word = [RANDOM_OPENINGS, SHIPPED_OPENINGS].contains(&recipe.openings.as_str());
    let file = || coded("openings", ValueFault::NamesFile, NO_FILE);
    numbers(recipe)
        .or_else(|| (!is_word).then(file))
        .or_else(|| fixed_option(&engine))
        .or_else(|| recipe.fault().map(|(key, what)| of(key, what)))
        .or_else(|| {
            recipe
                .tuned_options(&engine, own_options())
                .err()
                .map(FormFault::from)
        })
}

/// Checks the numbers each by itself.
fn numbers(recipe: &TuneRecipe) -> Option<FormFault> {
    games("games", recipe.games, 2)
        .or_else(|| games("validation_games", recipe.validation_games.max(2), 2))
        .or_else(|| at_least_one("nodes", recipe.nodes.unwrap_or(1)))
        .or_else(|| within("depth", recipe.depth.unwrap_or(1), 1, 127))
        .or_else(|| at_least_one("movetime", recipe.movetime.unwrap_or(1)))
        .or_else(|| at_least_one("max_plies", u64::from(recipe.max_plies)))
}

/// Returns what follows the name of this program: nothing, or settings behind a semicolon. `None` for another engine.
fn settings_of(engine: &str) -> Option<&str> {
    let rest = engine.strip_prefix(OWN_ENGINE)?;
    (rest.is_empty() || rest.starts_with(';')).then_some(rest)
}

/// Checks the options that the engine's line sets. Texts are left out, as they name files, and so are words that are
/// not declared, as a heuristic may be the file of a table.
fn fixed_option(engine: &EngineSpec) -> Option<FormFault> {
    engine.options.iter().find_map(|(name, value)| {
        let known = own_options();
        let option = known.iter().find(|one| one.name.eq_ignore_ascii_case(name));
        let Some(option) = option else {
            return Some(of("engine", format!("there is no option '{name}'")));
        };
        if matches!(&*option.kind, "string" | "button") {
            let what = format!("option {name} is a text or a button; {NO_FILE}");
            return Some(coded("engine", ValueFault::NamesFile, what));
        }
        let Some(value) = value else {
            return Some(of(
                "engine",
                format!("option {name} needs a value: {name}=…"),
            ));
        };
        let checked = TunedOption::of(option, &OptionRange::default(), Some(value));
        let wrong = checked.err()?;
        Some(coded(
            "engine",
            wrong.fault,
            format!("option {name}: {}", wrong.what),
        ))
    })
}

/// Returns the recipe with the path of this program in place of its name, so that no other program of that name is
/// started.
pub(super) fn with_path(recipe: &TuneRecipe) -> io::Result<TuneRecipe> {
    let program = env::current_exe()?;
    let quoted = program.to_str().and_then(quoted);
    let Some((quoted, settings)) = quoted.zip(settings_of(&recipe.engine)) else {
        let what = format!(
            "a recipe cannot name this program by its path, {}",
            program.display()
        );
        return Err(io::Error::other(what));
    };
    Ok(TuneRecipe {
        engine: format!("uci:{quoted} uci{settings}"),
        ..recipe.clone()
    })
}

/// Returns a path between quotes that it does not hold; there is no escape.
fn quoted(path: &str) -> Option<String> {
    let mut quotes = ['"', '\''].into_iter();
    let quote = quotes.find(|quote| !path.contains(*quote))?;
    Some(format!("{quote}{path}{quote}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::runs::started::{StartableKind, StartableRecipe};
    use serde_json::{Value, json};

    fn tuning(engine: &str, options: &Value) -> Result<StartableRecipe, FormFault> {
        let values = json!({ "engine": engine, "games": 4, "nodes": 10, "options": options });
        StartableRecipe::read(StartableKind::Tune, values)
    }

    #[test]
    fn no_other_program_and_no_file_is_tuned() {
        let contempt = json!({ "Contempt": {} });
        for engine in [
            "",
            ";Hash=2",
            ";Adaptation=false;Level=basic;name=mine",
            ";option.Contempt=5",
        ] {
            let engine = format!("{OWN_ENGINE}{engine}");
            assert!(tuning(&engine, &contempt).is_ok(), "{engine}");
        }
        for engine in [
            "uci:/bin/sh -c ls",
            "uci:bayeschess",
            "uci:bayeschess uci2",
            "uci:bayeschess uci --db x",
            "uci:\"bayeschess\" uci",
            "uci:bayeschess uci ;Database=x.db",
            "initial",
            "",
            "uci:bayeschess uci;Database=x.db",
            "uci:bayeschess uci;database=x.db",
            "uci:bayeschess uci;HeuristicFile=x",
            "uci:bayeschess uci;Heuristic File=x",
            "uci:bayeschess uci;\"BookFile\"=x",
            "uci:bayeschess uci;option.BookFile=x",
            "uci:bayeschess uci;option.option.BookFile=x",
            "uci:bayeschess uci;Heuristic=../x.csv",
            "uci:bayeschess uci;Clear Hash",
            "uci:bayeschess uci;Hash=0",
            "uci:bayeschess uci;Hash",
            "uci:bayeschess uci;nodes=5",
            "uci:bayeschess uci;\"",
        ] {
            let fault = tuning(engine, &contempt).expect_err(engine);
            assert_eq!(fault.key.as_deref(), Some("engine"), "{engine}: {fault:?}");
        }
    }

    #[test]
    fn an_option_that_cannot_be_tuned_is_told_at_its_key() {
        for (options, key) in [
            (json!({}), "options"),
            (json!({ "Speed": {} }), "options.Speed"),
            (json!({ "BookFile": {} }), "options.BookFile"),
            (
                json!({ "Contempt": { "from": -9999 } }),
                "options.Contempt.from",
            ),
            (
                json!({ "Contempt": { "levels": 4_000_000_000_u32 } }),
                "options.Contempt.levels",
            ),
            (
                json!({ "Contempt": { "step": 3 } }),
                "options.Contempt.step",
            ),
            (
                json!({ "Level": { "values": ["x.csv"] } }),
                "options.Level.values",
            ),
            (
                json!({ "Heuristic": { "start": "x.csv" } }),
                "options.Heuristic.start",
            ),
        ] {
            let fault = tuning(OWN_ENGINE, &options).expect_err("refused");
            assert_eq!(fault.key.as_deref(), Some(key), "{options}: {fault:?}");
        }
    }

    #[test]
    fn the_file_has_the_path_of_this_program() {
        let engine = format!("{OWN_ENGINE};Hash=2");
        let recipe = tuning(&engine, &json!({ "Contempt": {} })).expect("valid");
        assert!(recipe.toml().contains(&engine));
        let text = recipe.file_text().expect("known");
        let written: TuneRecipe = toml::from_str(&text).expect("a recipe");
        let (spec, _) = written.player().expect("an engine");
        assert_eq!(
            spec.program,
            env::current_exe().expect("known").display().to_string()
        );
        assert_eq!(
            (&*spec.arguments, spec.options.len()),
            (&["uci".to_owned()][..], 1)
        );
        assert_eq!(quoted("a\"b"), Some("'a\"b'".to_owned()));
        assert_eq!(quoted("a\"b'"), None);
    }
}
