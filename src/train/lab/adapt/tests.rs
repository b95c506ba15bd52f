//! The trial as a whole: the same games on any number of threads and after any stop, and what the arms play.

use std::num::NonZeroUsize;

use shakmaty::Color;

use super::unit::Donors;
use super::worker::{DecidedBy, GamePlace, TrialWorker};
use super::*;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::play::AdjudicationThresholds;
use crate::play::adjudication::Adjudicator;
use crate::play::material_judge::quiet_material_lead;
use crate::train::Completion;
use crate::units::Ply;

fn trial(pool: OpponentPool, games: u32, arms: ArmSelection) -> AdaptationTrial {
    AdaptationTrial {
        pool,
        games,
        seed: 5,
        nodes: 30,
        arms,
    }
}

/// Plays what a log lacks until the flag is raised, after `units` units at most.
fn played(
    trial: &AdaptationTrial,
    players: &TrialPlayers,
    log: &mut TrialLog,
    (threads, units): (usize, usize),
) -> Completion {
    let stop = CancelFlag::new();
    let execution = crate::train::Execution {
        threads: NonZeroUsize::new(threads).expect("not zero"),
        stop: &stop,
    };
    let mut heard = 0;
    let progress = trial.run(players, log, execution, &mut |_, _| {
        heard += 1;
        if heard == units {
            stop.stop();
        }
    });
    progress.expect("played")
}

#[test]
fn a_trial_is_the_same_on_two_threads_and_after_stops() {
    let trial = trial(OpponentPool::Equal, 16, ArmSelection::All);
    let players = TrialPlayers::load(&trial.pool).expect("they ship");
    let mut whole = TrialLog::open(None, &trial, &players).expect("in memory");
    let end = played(&trial, &players, &mut whole, (2, usize::MAX));
    assert_eq!(end, Completion::Complete);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trial.journal");
    let open = || TrialLog::open(Some(&file), &trial, &players).expect("a journal");
    for units in [3, 9, usize::MAX] {
        played(&trial, &players, &mut open(), (1, units));
    }
    let log = open();
    assert_eq!(log.record(), whole.record());
    let figures = trial.figures(&players, log.record());
    assert!(figures.complete);
    let memory = figures.memory.as_ref().expect("it was played");
    assert_eq!((memory.games, memory.sequences), (16, 6));
    assert!(figures.arms.iter().all(|arm| arm.games == 16));
    assert_eq!(log.record().games(), trial.planned_games(&players));
    the_overview_has_the_figures_of_the_report(&file, &figures);
    // A sequence whose openings were not all played without memory cannot be compared.
    let mut partial = log.record().clone();
    partial.testing.remove(&0);
    assert!(trial.figures(&players, &partial).memory.is_none());
    let other = AdaptationTrial {
        seed: 6,
        ..trial.clone()
    };
    drop(log);
    assert!(TrialLog::open(Some(&file), &other, &players).is_err());
}

/// What is read of the journal is what the command reports; a journal of another version has no figures.
fn the_overview_has_the_figures_of_the_report(file: &std::path::Path, figures: &TrialFigures) {
    let json = |figures: &TrialFigures| serde_json::to_value(figures).expect("JSON");
    let overview = TrialOverview::read(file).expect("a journal");
    let results = overview.results.expect("of this version");
    assert_eq!(json(&results.figures), json(figures));
    assert_eq!(results.planned_games, overview.games);
    let text = std::fs::read_to_string(file).expect("there");
    let other = text.replacen(&figures.recipe, "0000000000000000", 1);
    let copy = file.with_file_name("other.journal");
    std::fs::write(&copy, other).expect("written");
    let other = TrialOverview::read(&copy).expect("a journal");
    assert!(other.results.is_none() && other.games == overview.games);
    // An opponent, arm or block that the trial does not have.
    let wrong = text.replacen("\"block\":0", "\"block\":4000000000", 1);
    assert_ne!(wrong, text);
    std::fs::write(&copy, wrong).expect("written");
    assert!(TrialOverview::read(&copy).is_err());
}

#[test]
fn a_replayed_game_is_the_game_and_a_constant_answer_is_a_fixed_policy() {
    let trial = trial(OpponentPool::Equal, 16, ArmSelection::Main);
    let players = TrialPlayers::load(&trial.pool).expect("they ship");
    let mut worker = TrialWorker::new(&trial, &players);
    let stop = CancelFlag::new();
    for number in 0..4 {
        let opening = trial.openings(TrialFold::Testing).opening(number);
        for side in Color::ALL {
            let place = GamePlace {
                fold: TrialFold::Testing,
                opponent: number as usize,
                opening: &opening,
                side,
            };
            for by in [DecidedBy::Engine, DecidedBy::Thesis] {
                let mut engine = worker.deciding_engine(by, u64::from(number));
                let decided = worker.decided(&mut engine, place, &stop).expect("played");
                let again = worker.replayed(place, &decided.given, &stop);
                assert_eq!(again.as_ref(), Some(&decided));
            }
            let answer = FIXED_POLICIES[2].answer;
            let fixed = worker.fixed(place, answer, &stop).expect("played");
            let again = worker.replayed(place, &[answer], &stop);
            assert_eq!(again.as_ref(), Some(&fixed));
        }
    }
}

/// The material adjudicator errs in a fifth of its verdicts, and for some styles more than for others.
#[test]
fn a_lead_in_material_does_not_end_a_game() {
    let trial = trial(OpponentPool::Equal, 16, ArmSelection::Main);
    let players = TrialPlayers::load(&trial.pool).expect("they ship");
    let mut worker = TrialWorker::new(&trial, &players);
    let mut engine = worker.deciding_engine(DecidedBy::Engine, 0);
    let stop = CancelFlag::new();
    let mut went_on = 0;
    for opponent in 0..6 {
        let opening = trial.openings(TrialFold::Testing).opening(0);
        let place = GamePlace {
            fold: TrialFold::Testing,
            opponent,
            opening: &opening,
            side: Color::White,
        };
        let (_, finished) = worker.decide(&mut engine, place, &stop).expect("played");
        let mut adjudicator = Adjudicator::new(AdjudicationThresholds::default());
        let mut game = GameState::from_position(finished.record.start);
        for (chosen, left) in finished
            .record
            .moves
            .iter()
            .zip((0..finished.record.moves.len()).rev())
        {
            game.play(*chosen);
            let lead = quiet_material_lead(game.position(), adjudicator.horizon());
            let ply = Ply(u16::try_from(game.ply()).expect("short"));
            if adjudicator.observe(lead, ply).is_some() {
                went_on += usize::from(left > 0);
                break;
            }
        }
    }
    assert!(went_on > 0);
}

#[test]
fn placebos_give_the_answers_of_another_opponent_of_the_band() {
    for pool in OpponentPool::STYLED {
        let trial = trial(pool.clone(), 16, ArmSelection::All);
        let players = TrialPlayers::load(&pool).expect("they ship");
        let opponents = players.opponents(TrialFold::Testing);
        for round in 0..50 {
            let donors = Donors::draw(&trial, &players, round);
            for (place, opponent) in opponents.iter().enumerate() {
                let within = donors.within[place];
                assert_ne!(within, place);
                assert_eq!(opponents[within].band(), opponent.band());
                let across = donors.across[place];
                let same_band = opponents[across].band() == opponent.band();
                assert_eq!(same_band, pool == OpponentPool::Equal);
            }
            for donors in [donors.within, donors.across] {
                let mut donors = donors;
                donors.sort_unstable();
                assert!(donors.into_iter().eq(0..opponents.len()));
            }
        }
    }
}

#[test]
fn every_arm_plays_as_many_games_as_asked() {
    for pool in OpponentPool::STYLED {
        let opponents = pool.opponents(TrialFold::Testing).len();
        for games in [2, 16, 100, 1234, 12_000] {
            let trial = trial(pool.clone(), games, ArmSelection::All);
            let rounds = 0..trial.rounds(opponents);
            let of_rounds = rounds.map(|round| trial.opponents_of_round(round, opponents).len());
            assert_eq!(2 * of_rounds.sum::<usize>(), games as usize);
            let sequences = 0..trial.sequences(opponents);
            let of_sequences = sequences.map(|number| trial.sequence(number, opponents).1.len());
            assert_eq!(2 * of_sequences.sum::<usize>(), games as usize);
        }
    }
}

#[test]
fn damaged_entries_are_refused_by_name() {
    let trial = trial(OpponentPool::Equal, 16, ArmSelection::Main);
    let players = TrialPlayers::load(&trial.pool).expect("they ship");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trial.journal");
    drop(TrialLog::open(Some(&file), &trial, &players).expect("begun"));
    let begun = std::fs::read_to_string(&file).expect("there");
    for entry in [
        r#"{"stage":"choosing","block":0,"points":[[0,2]]}"#,
        r#"{"stage":"choosing","block":99999,"points":[[0,2],[0,2],[0,2],[0,2],[0,2],[0,2],[0,2],[0,2]]}"#,
        r#"{"stage":"choosing","block":0,"points":[[0,9],[0,2],[0,2],[0,2],[0,2],[0,2],[0,2],[0,2]]}"#,
        r#"{"stage":"testing","round":0,"opponents":[]}"#,
        r#"{"stage":"remembering","sequence":0,"points":[3]}"#,
        r#"{"stage":"other"}"#,
    ] {
        std::fs::write(&file, format!("{begun}{entry}\n")).expect("written");
        assert!(
            TrialLog::open(Some(&file), &trial, &players).is_err(),
            "{entry}"
        );
    }
}
