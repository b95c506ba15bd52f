//! Files that people edit or a crash cuts off: what is accepted reads back as the same, and errors name a line that there
//! is.

use std::fs;
use std::path::{Path, PathBuf};

use bayeschess::arena::RecordedGame;
use bayeschess::arena::journal::{Journal, JournalEntry as _};
use bayeschess::engine::SettingsFile;
use bayeschess::files::Existing;
use bayeschess::shard::ShardManifest;
use bayeschess::train::experiment::ExperimentRecipe;
use bayeschess::train::{TrainError, TrainingRecipe};
use serde::Deserialize;
use serde_json::json;
use tempfile::TempDir;

fn file_with(bytes: &[u8], name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, bytes).expect("written");
    (folder, file)
}

/// Recipes of trainings and of experiments.
pub fn recipe(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let name = Path::new("recipe.toml");
    match TrainingRecipe::parse(name, &text) {
        Ok(recipe) => {
            assert!(recipe.fault().is_none());
            let written = toml::to_string(&recipe).expect("TOML");
            let back = TrainingRecipe::parse(name, &written);
            let back = back.unwrap_or_else(|error| panic!("{error}:\n{written}"));
            assert_eq!(back, recipe, "{written}");
        }
        Err(TrainError::Syntax { line, .. }) => {
            assert!(line >= 1 && line <= text.lines().count() + 1, "line {line}");
        }
        Err(error) => panic!("{error}"),
    }
    let (_folder, file) = file_with(bytes, "recipe.toml");
    if let Err(error) = ExperimentRecipe::read(&file) {
        assert!(error.to_string().contains("recipe.toml"), "{error}");
    }
}

/// Settings files: percents and weights are within their bounds, a refusal is one line.
pub fn settings(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match SettingsFile::read(&text) {
        Ok(read) => {
            let tuning = &read.tuning;
            for (term, percent) in &tuning.percents {
                assert!((0..=10_000).contains(percent), "{term:?}");
            }
            for (_, name, weight) in &tuning.weights {
                assert!((-10_000..=10_000).contains(weight), "{name}");
            }
            assert!(tuning.search.stop_percent.is_none_or(|share| share <= 100));
            assert!(tuning.search.mate_percent <= 100);
            assert_eq!(SettingsFile::read(&text).as_ref(), Ok(&read));
        }
        Err(what) => assert!(!what.is_empty() && !what.contains('\n'), "{what:?}"),
    }
}

/// Journals of matches: what is refused stays as it is; what is accepted gives the same games again.
pub fn journal(bytes: &[u8]) {
    let (_folder, file) = file_with(bytes, "match.jsonl");
    let settings = json!({"games": 2});
    match Journal::open::<RecordedGame>(&file, &settings) {
        Ok((mut journal, games)) => {
            let mut names: Vec<String> = games.iter().map(RecordedGame::entry_name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), games.len(), "a game stands twice in it");
            for game in &games {
                let line = serde_json::to_string(game).expect("JSON");
                let back: RecordedGame = serde_json::from_str(&line).expect("a game");
                assert_eq!(serde_json::to_string(&back).expect("JSON"), line);
            }
            let first = match games.first() {
                Some(first) if games.len() == 1 => Some(first),
                _ => None,
            };
            // The same line once more is a game that stands twice.
            if let Some(first) = first {
                journal.add(first).expect("written");
                drop(journal);
                assert!(Journal::entries_in::<RecordedGame>(&file, &settings).is_err());
            } else {
                drop(journal);
                let back = Journal::entries_in::<RecordedGame>(&file, &settings);
                assert_eq!(back.expect("read back").len(), games.len());
            }
        }
        Err(error) => {
            assert!(error.to_string().contains("match.jsonl"), "{error}");
            assert_eq!(fs::read(&file).expect("there"), bytes);
        }
    }
}

/// A manifest as its file holds it.
#[derive(Deserialize)]
struct ManifestFile {
    manifest: ShardManifest,
}

/// Plans of divided work, with a checksum that is right: written and read they are the same.
pub fn manifest(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (folder, file) = file_with(bytes, "plan.toml");
    let as_given = ShardManifest::load(&file);
    let manifest = match toml::from_str::<ManifestFile>(&text) {
        Ok(read) => read.manifest,
        Err(_) => return assert!(as_given.is_err()),
    };
    let copy = folder.path().join("copy.toml");
    manifest.save(&copy, Existing::Keep).expect("written");
    match ShardManifest::load(&copy) {
        Ok(back) => {
            assert_eq!(back, manifest);
            for number in 0..back.parts() + 2 {
                assert_eq!(
                    back.part(number).is_ok(),
                    (0..back.parts()).contains(&number)
                );
            }
            assert!(back.part(usize::MAX).is_err());
        }
        Err(error) => assert!(error.to_string().contains("copy.toml"), "{error}"),
    }
}
