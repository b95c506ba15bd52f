//! Tables and style models whose checksum is right: one that is accepted is written as the same.

use std::path::Path;

use bayeschess::files::{Existing, checksum};
use bayeschess::model::{HeuristicTable, StrengthModel, StyleModel, StyleTable};

use super::patch;

const CLASSIC: (&[u8], &[u8]) = (
    include_bytes!("../../../../models/classic/heuristic.csv"),
    include_bytes!("../../../../models/classic/heuristic.toml"),
);
const MODERN: (&[u8], &[u8]) = (
    include_bytes!("../../../../models/modern/heuristic.csv"),
    include_bytes!("../../../../models/modern/heuristic.toml"),
);
const STYLE: (&[u8], &[u8]) = (
    include_bytes!("../../../../models/style/classic.csv"),
    include_bytes!("../../../../models/style/classic.toml"),
);
const HABITS: &[u8] = include_bytes!("../../../../models/style/habits.toml");
const STRENGTH: &[u8] = include_bytes!("../../../../models/style/strength.toml");

/// The line between a card and what its checksum covers.
const RULE: &[u8] = b"\n# Counts\n";

/// Changes a table or, by the first byte, its card, and states the checksum of what it is then.
fn changed(sound: (&[u8], &[u8]), script: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (table, card) = sound;
    let (table, card) = match script.split_first() {
        Some((first, script)) if first & 1 == 1 => (table.to_vec(), patch::apply(card, script)),
        Some((_, script)) => (patch::apply(table, script), card.to_vec()),
        None => (table.to_vec(), card.to_vec()),
    };
    let card = patch::with_checksum(&card, &checksum(&table));
    (table, card)
}

/// The same for a model in one file.
fn changed_model(sound: &[u8], script: &[u8]) -> Vec<u8> {
    let rule = sound.windows(RULE.len()).position(|bytes| bytes == RULE);
    let (card, counts) = sound.split_at(rule.expect("a card") + RULE.len());
    let (counts, card) = changed((counts, card), script);
    [card, counts].concat()
}

pub fn heuristic(script: &[u8]) {
    let (sound, script) = match script.split_first() {
        Some((first, rest)) if first & 1 == 1 => (MODERN, rest),
        Some((_, rest)) => (CLASSIC, rest),
        None => (CLASSIC, script),
    };
    let (table, card) = changed(sound, script);
    match HeuristicTable::from_bytes(Path::new("a.csv"), &table, &card) {
        Ok(read) => {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("b.csv");
            read.save(&file, Existing::Keep).expect("written");
            let back = HeuristicTable::load(&file).expect("read back");
            assert_eq!(back.counts(), read.counts());
            assert_eq!(back.level_values(), read.level_values());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

pub fn style(script: &[u8]) {
    let Some((first, script)) = script.split_first() else {
        return;
    };
    let folder = || tempfile::tempdir().expect("a folder");
    match first % 16 {
        // The largest of the three is read the least often.
        0 => {
            let bytes = changed_model(HABITS, script);
            if let Ok(read) = StyleModel::from_bytes(Path::new("a.toml"), &bytes) {
                let folder = folder();
                let file = folder.path().join("b.toml");
                read.save(&file, Existing::Keep).expect("written");
                let back = StyleModel::load(&file).expect("read back");
                assert_eq!(back.knowledge(), read.knowledge());
                let _ = back.judge(&file);
            }
        }
        1..8 => {
            let bytes = changed_model(STRENGTH, script);
            if let Ok(read) = StrengthModel::from_bytes(Path::new("a.toml"), &bytes) {
                let folder = folder();
                let file = folder.path().join("b.toml");
                read.save(&file, Existing::Keep).expect("written");
                let back = StrengthModel::load(&file).expect("read back");
                assert_eq!(back.counts(), read.counts());
            }
        }
        _ => {
            let (table, card) = changed(STYLE, script);
            if let Ok(read) = StyleTable::from_bytes(Path::new("a.csv"), &table, &card) {
                let folder = folder();
                let file = folder.path().join("b.csv");
                read.save(&file, Existing::Keep).expect("written");
                let back = StyleTable::load(&file).expect("read back");
                assert_eq!(back.counts(), read.counts());
                let _ = back.recogniser();
            }
        }
    }
}
