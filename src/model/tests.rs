//! Tables survive writing and reading; changed ones are refused.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::bayes::{Counts, Smoothing};
use crate::files::Existing;
use crate::heuristic::{Heuristic, INITIAL_LEVEL, LevelValues, Schema, Term};
use crate::phase::{ByPhase, Phase};
use crate::record::{Provenance, SideResult};
use crate::rng;

/// A table of `cases` random cases, from a run of that name.
fn table(run: &str, seed: u64, cases: u64) -> HeuristicTable {
    let schema = Schema::classic();
    let mut counts = Counts::new(shape_of(schema));
    for case in 0..cases {
        let levels = crate::heuristic::Levels::random(schema, &mut rng::stream(seed, run, case));
        let class = usize::try_from(case % 9).expect("small");
        counts.add(class, levels.as_bytes()).expect("it fits");
    }
    let origin = RunOrigin {
        run: run.to_owned(),
        games: cases,
        provenance: Provenance {
            seed,
            settings: "nodes = 200\nopenings = \"random\"\n".to_owned(),
            ..Provenance::default()
        },
    };
    let origins = if cases > 0 { vec![origin] } else { Vec::new() };
    HeuristicTable::new(schema, counts, Smoothing::LAPLACE, origins).expect("a table")
}

fn saved(table: &HeuristicTable) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("t.csv");
    table.save(&file, Existing::Keep).expect("written");
    let read = |file: &Path| std::fs::read(file).expect("there");
    (read(&file), read(&card_path(&file)))
}

#[test]
fn a_table_comes_back_as_it_was_and_a_seed_may_be_large() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("t.csv");
    let written = table("aa", u64::MAX, 40);
    written.save(&file, Existing::Keep).expect("written");
    assert_eq!(HeuristicTable::load(&file).expect("readable"), written);
    let refused = written.save(&file, Existing::Keep);
    assert!(matches!(refused, Err(TableError::Write(_))));
    written.save(&file, Existing::Replace).expect("replaced");
}

#[test]
fn the_shipped_table_is_sound() {
    let table = HeuristicTable::shipped().expect("shipped as written");
    assert_eq!(table.schema().name(), "classic");
    let modern = HeuristicTable::shipped_modern().expect("shipped as written");
    assert_eq!(modern.schema().name(), "modern");
    let learned = modern.heuristic(Objective::MaxWin);
    let initial = Heuristic::initial_of(modern.schema());
    assert_ne!(learned.fingerprint(), initial.fingerprint());
}

#[test]
fn without_cases_every_objective_is_the_initial_heuristic() {
    let empty = table("none", 1, 0);
    for objective in Objective::ALL {
        assert_eq!(
            empty.heuristic(objective).fingerprint(),
            Heuristic::initial().fingerprint()
        );
    }
}

#[test]
fn objectives_pick_the_extreme_level_and_ties_stay_initial() {
    let schema = Schema::classic();
    let mut counts = Counts::new(shape_of(schema));
    let won = class_of(Phase::Opening, SideResult::Win);
    let lost = class_of(Phase::Opening, SideResult::Loss);
    for level in [4, 4, 0, 1, 2, 3] {
        counts
            .add(won, &vec![level; schema.len()])
            .expect("it fits");
    }
    for level in [1, 1, 2, 2, 3, 3, 4, 4, 0] {
        counts
            .add(lost, &vec![level; schema.len()])
            .expect("it fits");
    }
    let table = HeuristicTable::new(schema, counts, Smoothing::LAPLACE, vec![]).expect("a table");
    let level = |objective, phase| table.levels(objective)[phase].as_bytes()[7];
    assert_eq!(level(Objective::MaxWin, Phase::Opening), 4);
    assert_eq!(level(Objective::MinLoss, Phase::Opening), 0);
    for phase in [Phase::Middlegame, Phase::Endgame] {
        assert_eq!(level(Objective::MaxWin, phase), INITIAL_LEVEL);
    }
    assert_eq!(level(Objective::MaxDraw, Phase::Opening), INITIAL_LEVEL);
}

#[test]
fn tables_join_in_any_order_and_come_apart_again() {
    let [a, b] = [table("aa", 1, 30), table("bb", 2, 20)];
    let joined = a.merge(&b).expect("alike");
    assert_eq!(saved(&joined), saved(&b.merge(&a).expect("alike")));
    assert_eq!(joined.card().games, 50);
    assert_eq!(joined.subtract(&b).expect("it is in there"), a);
    assert!(a.subtract(&b).is_err());
    let other = HeuristicTable::new(
        a.schema(),
        a.counts().clone(),
        Smoothing::new(0.5).expect("a smoothing"),
        vec![],
    );
    assert!(a.merge(&other.expect("a table")).is_err());
}

#[test]
fn a_changed_count_is_named_by_its_line() {
    let (csv, card) = saved(&table("aa", 1, 30));
    let text = String::from_utf8(csv).expect("text");
    let line = text.lines().nth(100).expect("a row");
    let fields: Vec<&str> = line.split(',').collect();
    let forged = fields[5].parse::<u64>().expect("a count") + 1;
    let changed = line.replacen(
        &format!(",{},{}", fields[5], fields[6]),
        &format!(",{forged},{}", fields[6]),
        1,
    );
    let text = text.replacen(line, &changed, 1);
    let error = HeuristicTable::from_bytes(Path::new("t.csv"), text.as_bytes(), &card)
        .expect_err("changed")
        .to_string();
    assert!(
        error.starts_with("t.csv: changed since it was learned: line 101: "),
        "{error}"
    );
    assert!(
        error.contains("learn the table again with --force"),
        "{error}"
    );
}

#[test]
fn cards_of_other_formats_and_schemas_are_refused() {
    let (csv, card) = saved(&table("aa", 1, 30));
    let card = String::from_utf8(card).expect("text");
    let read = |card: &str| {
        HeuristicTable::from_bytes(Path::new("t.csv"), &csv, card.as_bytes()).expect_err("refused")
    };
    let newer = read(&card.replace("format = 1", "format = 2"));
    assert!(
        matches!(newer, TableError::Newer { found: 2, .. }),
        "{newer}"
    );
    let other = read(&card.replace(Schema::classic().fingerprint(), "0123456789abcdef"));
    assert!(matches!(other, TableError::Schema { .. }), "{other}");
    let broken = read(&card.replace("[estimator]", "[estimator"));
    assert!(broken.to_string().starts_with("t.toml: line "), "{broken}");
    let lying = read(&card.replacen("games = 30", "games = 31", 1));
    assert!(!lying.to_string().contains('\n'), "{lying}");
}

#[test]
fn a_missing_half_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("t.csv");
    let missing = HeuristicTable::load(&file).expect_err("nothing there");
    assert!(matches!(missing, TableError::Missing(_)));
    table("aa", 1, 9)
        .save(&file, Existing::Keep)
        .expect("written");
    std::fs::remove_file(card_path(&file)).expect("removed");
    let half = HeuristicTable::load(&file).expect_err("no card");
    assert!(matches!(half, TableError::NoCard { .. }));
    let odd = HeuristicTable::load(Path::new("t.toml")).expect_err("no table");
    assert!(matches!(odd, TableError::Name(_)));
}

#[test]
fn specs_read_back_and_paths_may_hold_colons() {
    let read = |text: &str| text.parse::<HeuristicSpec>();
    let aims = Objective::ALL.map(PickTarget::Objective);
    for aim in aims.into_iter().chain([PickTarget::Middle]) {
        let file = HeuristicSpec::File {
            path: r"C:\tables\mine.csv".into(),
            aim,
        };
        for spec in [
            HeuristicSpec::Initial,
            HeuristicSpec::Random,
            HeuristicSpec::Modern { without: vec![] },
            HeuristicSpec::Modern {
                without: vec![Term::Mobility, Term::PassedPawns],
            },
            HeuristicSpec::ModernRandom,
            HeuristicSpec::Learned(aim),
            HeuristicSpec::ModernLearned(aim),
            file,
        ] {
            assert_eq!(read(&spec.to_string()), Ok(spec));
        }
    }
    assert_eq!(
        read("learned"),
        Ok(HeuristicSpec::Learned(PickTarget::Objective(
            Objective::MaxWin
        )))
    );
    assert_eq!(
        read(r"C:\tables\mine.csv"),
        Ok(HeuristicSpec::File {
            path: r"C:\tables\mine.csv".into(),
            aim: PickTarget::Objective(Objective::MaxWin)
        })
    );
    assert_eq!(
        read("t.csv:max-wim").expect_err("misspelt").to_string(),
        "in 't.csv:max-wim', 'max-wim' is not an objective: expected max-win, min-loss, max-draw, min-draw or middle"
    );
    let misspelt = read("modern:initial-mobilty").expect_err("no such term");
    assert!(
        misspelt.to_string().contains("'mobilty' is not a term"),
        "{misspelt}"
    );
    for text in [
        "initail",
        "",
        "random:max-win",
        "t.txt",
        "x:max-win",
        "modern:lerned",
    ] {
        let error = read(text).expect_err("unknown").to_string();
        assert!(
            error.contains("expected initial, random, modern:initial"),
            "{error}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_changed_byte_is_accepted_and_none_makes_it_panic(
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        static SAVED: std::sync::LazyLock<(Vec<u8>, Vec<u8>)> =
            std::sync::LazyLock::new(|| saved(&table("aa", 1, 30)));
        let (mut csv, card) = SAVED.clone();
        let place = place.index(csv.len());
        if cut {
            csv.truncate(place);
        } else if csv[place] == byte {
            csv.insert(place, byte);
        } else {
            csv[place] = byte;
        }
        let error = HeuristicTable::from_bytes(Path::new("t.csv"), &csv, &card)
            .expect_err("it was changed");
        let is_changed = matches!(error, TableError::Changed { .. });
        prop_assert!(is_changed, "{}", error);
        prop_assert!(!error.to_string().contains('\n'), "{}", error);
    }

    #[test]
    fn no_card_makes_it_panic(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        static SAVED: std::sync::LazyLock<(Vec<u8>, Vec<u8>)> =
            std::sync::LazyLock::new(|| saved(&table("aa", 1, 3)));
        let (csv, mut card) = SAVED.clone();
        let place = place.index(card.len());
        card[place] = byte;
        if let Err(error) = HeuristicTable::from_bytes(Path::new("t.csv"), &csv, &card) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

/// The table of a trial around another heuristic. In its games, a more valuable pawn in the opening wins more, a
/// less valuable one draws more.
fn trial_table(pick: Pick) -> HeuristicTable {
    let schema = Schema::classic();
    let widths = ByPhase::new_with(|_| vec![10; schema.len()]);
    let level_values = LevelValues::around(&Heuristic::initial(), &widths);
    let mut counts = Counts::new(shape_of(schema));
    for level in 0..5_u8 {
        for (result, times) in [
            (SideResult::Win, 20 + 10 * u32::from(level)),
            (SideResult::Draw, 60 - 10 * u32::from(level)),
            (SideResult::Loss, 20),
        ] {
            for turn in 0..times {
                // Every other parameter takes each level equally often, whatever the result.
                let other = u8::try_from(turn % 5).expect("below five");
                let mut levels = vec![other; schema.len()];
                levels[0] = level;
                counts
                    .add(class_of(Phase::Opening, result), &levels)
                    .expect("fits");
            }
        }
    }
    HeuristicTable::with_level_values(level_values, pick, counts, Smoothing::LAPLACE, Vec::new())
        .expect("a table")
}

#[test]
fn a_trials_table_leans_where_it_knows_and_reads_back() {
    let table = trial_table(Pick::Lean { reach: 0.5 });
    let pawn = |objective| table.heuristic(objective).weights().opening[0];
    assert!(pawn(Objective::MaxWin) > 100 && pawn(Objective::MinDraw) > 100);
    assert!(pawn(Objective::MaxDraw) < 100);
    assert!(table.levels(Objective::MaxWin).opening.as_bytes()[0] > 2);
    let initial = Heuristic::initial();
    for (phase, weights) in table.heuristic(Objective::MaxWin).weights().iter() {
        assert_eq!(weights[1..], initial.weights()[phase][1..], "{phase}");
    }
    assert_eq!(
        table.pick(PickTarget::Middle).fingerprint(),
        initial.fingerprint()
    );
    let (csv, card) = saved(&table);
    let read = HeuristicTable::from_bytes(Path::new("t.csv"), &csv, &card).expect("as written");
    assert_eq!(read, table);
    assert_eq!(read.level_values(), table.level_values());
    let apart = table
        .merge(&self::table("aa", 1, 3))
        .expect_err("other levels");
    assert!(apart.to_string().contains("different values"), "{apart}");
    assert!(table.subtract(&table).is_ok());
}

#[test]
fn the_mean_of_levels_lies_between_the_middle_and_the_most_frequent() {
    let picked = |pick, objective| {
        let heuristic = trial_table(Pick::Level)
            .with_pick(pick)
            .heuristic(objective);
        heuristic.weights().opening[0] - 100
    };
    let by_level = |objective| picked(Pick::Level, objective);
    let by_mean = |objective| picked(Pick::Mean, objective);
    assert_eq!(by_level(Objective::MaxWin), 20);
    assert!((1..20).contains(&by_mean(Objective::MaxWin)));
    // Avoiding draws leans as far from them as seeking draws leans towards them.
    assert_eq!(by_mean(Objective::MinDraw), -by_mean(Objective::MaxDraw));
    // Lost games are equally frequent at each level.
    assert_eq!(by_mean(Objective::MinLoss), 0);
    let table = trial_table(Pick::Mean);
    assert_eq!(
        table.pick(PickTarget::Middle).fingerprint(),
        Heuristic::initial().fingerprint()
    );
    let (csv, card) = saved(&table);
    let read = HeuristicTable::from_bytes(Path::new("t.csv"), &csv, &card).expect("as written");
    assert_eq!(read, table);
}

#[test]
fn a_table_of_levels_has_no_middle_but_its_heuristic_for_winning() {
    let table = table("aa", 1, 30);
    let middle = table.pick(PickTarget::Middle).fingerprint();
    assert_eq!(middle, table.heuristic(Objective::MaxWin).fingerprint());
    assert_ne!(middle, Heuristic::initial().fingerprint());
}

/// The evaluation of a game must not depend on the side to move.
#[test]
fn the_shipped_tables_have_a_middle_that_is_the_same_for_both_sides() {
    for name in ["learned:middle", "modern:learned:middle"] {
        let spec: HeuristicSpec = name.parse().expect("a name");
        let heuristic = spec.load().expect("shipped").heuristic().expect("fixed");
        assert!(!heuristic.distinguishes_sides(), "{name}");
    }
}

#[test]
fn a_table_that_reaches_nowhere_is_its_middle() {
    let table = trial_table(Pick::Lean { reach: 0.0 });
    for objective in Objective::ALL {
        let picked = table.heuristic(objective).fingerprint();
        assert_eq!(picked, Heuristic::initial().fingerprint());
    }
}

#[test]
fn tables_that_pick_otherwise_do_not_go_together() {
    let [one, other] = [Pick::Level, Pick::Mean].map(trial_table);
    let error = one.merge(&other).expect_err("apart").to_string();
    assert!(error.contains("learn --pick"), "{error}");
}
