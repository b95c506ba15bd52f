//! A model survives writing and reading; a changed file is refused.

use std::path::PathBuf;
use std::sync::LazyLock;

use proptest::prelude::*;
use shakmaty::{Chess, Color, Position as _};

use super::*;
use crate::record::GameResult;
use crate::style::{EloBalance, GameHabits, GameOccasion, HabitThresholds, Style};

/// A model of one short game each of an attacking and a defensive player.
fn model() -> StyleModel {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for step in 0..24 {
        let legal = position.legal_moves();
        let chosen = legal[step * 7 % legal.len()];
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    let result = Some(GameResult::WhiteWins);
    let occasion = GameOccasion {
        year: Some(1950),
        balance: EloBalance::Even,
        peers: shakmaty::ByColor::default(),
    };
    let watched = GameHabits::new(&Chess::default(), &moves, result, occasion);
    let borders = HabitThresholds::learn(&std::iter::once(&watched.shares.white));
    let mut knowledge = HabitCounts::new(borders.clone());
    let mut sources = Vec::new();
    for (side, style) in [
        (Color::White, Style::Attacking),
        (Color::Black, Style::Defensive),
    ] {
        let [own, other] = [side, !side].map(|side| watched.reading(side, &borders));
        knowledge.add(style.name(), style, &own, &other);
        sources.push(StyleSource {
            file: format!("{style}.pgn"),
            style,
            games: 1,
            cases: 1,
            halved: 0,
        });
    }
    StyleModel::new(knowledge, sources, "0123456789abcdef".to_owned())
}

/// The model and its file.
static SAVED: LazyLock<(StyleModel, String)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("style.toml");
    let model = model();
    model.save(&file, Existing::Keep).expect("written");
    (model, std::fs::read_to_string(file).expect("a model"))
});

fn read(text: &str) -> Result<StyleModel, StyleTableError> {
    StyleModel::from_bytes(&PathBuf::from("style.toml"), text.as_bytes())
}

fn refused(text: &str) -> String {
    read(text).expect_err("it is wrong").to_string()
}

#[test]
fn line_ends_of_another_system_change_nothing() {
    let (model, text) = &*SAVED;
    assert_eq!(&read(text).expect("sound"), model);
    let carried = read(&text.replace('\n', "\r\n")).expect("the same model");
    assert_eq!(&carried, model);
}

#[test]
fn each_refusal_names_what_is_wrong_with_this_file() {
    let (_, text) = &*SAVED;
    let said = refused(&text.replacen("habits-2", "habits-3", 1));
    assert!(
        said.contains("'habits-3', and this program has 'habits-2'"),
        "{said}"
    );
    let said = refused(&text.replacen("habits-2", "thesis", 1));
    assert!(said.contains("the card of a classic table"), "{said}");
    assert!(said.contains("style.csv"), "{said}");
    assert!(refused("attribute,value,style,count,probability\n").contains("a classic table"));
    let said = refused(&text.replacen("# Counts\n", "# Counts\n ", 1));
    assert!(
        said.contains("changed since") && said.contains("it states"),
        "{said}"
    );
    assert!(
        !said.contains("card") && !said.contains("both files"),
        "{said}"
    );
    let said = refused("kind = \"heuristic\"\n");
    assert!(said.contains("it is not a style model"), "{said}");
    let said = refused(&text.replacen("format = 1", "format = \"one\"", 1));
    assert!(
        said.contains("one that was changed (line 1: expected a whole number from "),
        "{said}"
    );
    let said = refused(&text.replacen("games = 2", "games = \"two\"", 1));
    assert!(
        said.contains(
            "line 7: expected a whole number from 0 to 18446744073709551615, not the text \"two\""
        ),
        "{said}"
    );
    let said = refused(&text.replacen("format = 1", "format = 7", 1));
    assert!(said.contains("its format is 7"), "{said}");
}

#[test]
fn the_games_of_the_sources_are_those_that_were_counted() {
    let (model, text) = &*SAVED;
    let of_source = |games: &str| {
        let (head, sources) = text.split_once("[[sources]]").expect("sources");
        let sources = sources.replacen("games = 1", games, 1);
        format!("{head}[[sources]]{sources}")
    };
    let said = refused(&of_source("games = 9223372036854775807"));
    assert!(said.contains("its sources have"), "{said}");
    let said = refused(&of_source("games = 0"));
    assert!(said.contains("1 games together, and it states 2"), "{said}");
    // Halved counts are rounded down, so less is left.
    let both = model.merge(model).expect("the same borders");
    let aged = both.age();
    assert_eq!((both.card().games, aged.card().games), (4, 2));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("aged.toml");
    aged.save(&file, Existing::Keep).expect("written");
    assert_eq!(StyleModel::load(&file).expect("sound"), aged);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_changed_is_refused_in_a_sentence_or_counts_nothing_else(
        place in any::<prop::sample::Index>(),
        bytes in prop::collection::vec(any::<u8>(), 0..4),
        gone in prop::sample::select(vec![0_usize, 1, 2, 50, usize::MAX]),
        near_the_top in any::<bool>(),
    ) {
        let (model, text) = &*SAVED;
        let mut changed = text.as_bytes().to_vec();
        let place = place.index(if near_the_top { 600 } else { changed.len() });
        let end = place.saturating_add(gone).min(changed.len());
        changed.splice(place..end, bytes);
        match StyleModel::from_bytes(Path::new("style.toml"), &changed) {
            Ok(read) => prop_assert_eq!(read.knowledge(), model.knowledge()),
            Err(error) => {
                let said = error.to_string();
                prop_assert!(said.starts_with("style.toml: "), "{}", said);
                prop_assert!(!said.contains('\n'), "{}", said);
            }
        }
    }
}
