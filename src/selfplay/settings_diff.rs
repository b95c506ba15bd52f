//! Differences between the settings of two recipes, key by key.

use std::collections::BTreeMap;

use crate::record::Provenance;

/// Returns the settings in which two runs differ, each with both values, that of `there` first: `nodes 200, not 400`.
pub fn between_runs(there: &Provenance, wanted: &Provenance) -> Vec<String> {
    let of = |provenance: &Provenance| {
        let mut keys = keys_of(&provenance.settings);
        keys.insert("seed".to_owned(), provenance.seed.to_string());
        keys
    };
    between(&of(there), &of(wanted))
}

/// Returns true if the runs were played by different programs.
pub fn of_program(differences: &[String]) -> bool {
    differences.iter().any(|one| one.starts_with("program "))
}

/// Returns the settings in which two TOML texts differ, as [`between_runs`] does.
///
/// ```
/// use bayeschess::selfplay::settings_diff::between_texts;
/// let (there, wanted) = ("[games]\nnodes = 50\nplies = 8", "[games]\nnodes = 60");
/// assert_eq!(
///     between_texts(there, wanted),
///     ["games.nodes 50, not 60", "games.plies 8, not none"]
/// );
/// ```
pub fn between_texts(there: &str, wanted: &str) -> Vec<String> {
    between(&keys_of(there), &keys_of(wanted))
}

fn between(there: &BTreeMap<String, String>, wanted: &BTreeMap<String, String>) -> Vec<String> {
    let mut names: Vec<&String> = wanted.keys().chain(there.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let value = |of: &BTreeMap<String, String>, name: &str| {
        of.get(name).cloned().unwrap_or_else(|| "none".to_owned())
    };
    names
        .into_iter()
        .filter(|name| there.get(*name) != wanted.get(*name))
        .map(|name| format!("{name} {}, not {}", value(there, name), value(wanted, name)))
        .collect()
}

/// Returns each value by its key, with the names of the tables around it: `games.nodes`.
fn keys_of(text: &str) -> BTreeMap<String, String> {
    let mut keys = BTreeMap::new();
    put(&mut keys, "", text.parse().unwrap_or_default());
    keys
}

fn put(keys: &mut BTreeMap<String, String>, around: &str, table: toml::Table) {
    for (name, value) in table {
        match value {
            toml::Value::Table(inner) => put(keys, &format!("{around}{name}."), inner),
            plain => {
                keys.insert(format!("{around}{name}"), plain.to_string());
            }
        }
    }
}
