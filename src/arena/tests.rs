//! Matches between heuristics: reproducibility, end by a sequential test, and errors.

use std::io;
use std::num::NonZeroUsize;

use super::tournament::{RecordedGame, ScoreListener, TournamentObserver};
use super::{MatchEnd, MatchScore, PairCounts, Sprt, SprtVerdict, Tournament, TournamentStandings};
use crate::cancel::CancelFlag;
use crate::heuristic::{Heuristic, Schema};
use crate::model::HeuristicSource;
use crate::play::{Adjudication, AdjudicationThresholds, GameRules};
use crate::units::Ply;

fn initial() -> HeuristicSource {
    HeuristicSource::fixed(Heuristic::initial())
}

fn random() -> HeuristicSource {
    HeuristicSource::Random(Schema::classic())
}

fn between([first, second]: [HeuristicSource; 2], pairs: u32) -> Tournament {
    let adjudication = Adjudication::Enforced(AdjudicationThresholds::default());
    Tournament {
        rounds: pairs,
        rules: GameRules::untimed(adjudication, Ply(200)),
        ..Tournament::between([("x", first), ("y", second)], 40, Ply(200), 5)
    }
}

fn counts(tournament: &Tournament, threads: usize) -> (PairCounts, MatchEnd) {
    let threads = NonZeroUsize::new(threads).expect("not zero");
    let (standings, end) = tournament
        .play(
            threads,
            Vec::new(),
            &CancelFlag::new(),
            &mut ScoreListener(|_: &MatchScore| {}),
        )
        .expect("a match");
    (standings.pairings[0].counts, end)
}

#[test]
fn threads_leave_no_trace_and_swapping_the_players_changes_the_sign_alone() {
    let forward = between([initial(), random()], 6);
    let backward = between([random(), initial()], 6);
    let (alone, end) = counts(&forward, 1);
    assert_eq!((alone.pairs(), end), (6, MatchEnd::Complete));
    assert_eq!(counts(&forward, 3).0, alone);
    assert_eq!(counts(&backward, 2).0, alone.swapped());
}

#[test]
fn equal_players_split_every_pair() {
    let equal = between([initial(), initial()], 3);
    assert_eq!(counts(&equal, 2).0, PairCounts([0, 0, 3, 0, 0]));
}

#[test]
fn the_test_ends_the_match_at_the_same_pair_on_any_number_of_threads() {
    let mut tested = between([initial(), random()], 400);
    tested.sprt = Some(Sprt::new(-200.0, 0.0).expect("a test"));
    let (alone, end) = counts(&tested, 1);
    assert_eq!(end, MatchEnd::Decided(SprtVerdict::Accept));
    assert!(alone.pairs() < 400);
    assert_eq!(counts(&tested, 3), (alone, end));
}

/// An observer that records the numbers of the counted pairs; stops or fails at one of them.
struct PairNumbers<'a> {
    stop: &'a CancelFlag,
    stops_at: u32,
    fails: bool,
    seen: Vec<u32>,
}

impl TournamentObserver for PairNumbers<'_> {
    fn game_finished(&mut self, _: &RecordedGame) -> io::Result<()> {
        Ok(())
    }

    fn pair_counted(
        &mut self,
        [first, second]: [&RecordedGame; 2],
        _: &TournamentStandings,
    ) -> io::Result<()> {
        assert_eq!(first.outcome.game + 1, second.outcome.game);
        let pair = first.outcome.game / 2;
        self.seen.push(pair);
        if pair == self.stops_at {
            self.stop.stop();
        }
        if self.fails {
            return Err(io::Error::other("no room"));
        }
        Ok(())
    }
}

#[test]
fn pairs_come_in_order_and_a_raised_flag_keeps_what_is_there() {
    let stop = CancelFlag::new();
    let mut numbers = PairNumbers {
        stop: &stop,
        stops_at: 2,
        fails: false,
        seen: Vec::new(),
    };
    let (standings, end) = between([initial(), random()], 50)
        .play(NonZeroUsize::MIN, Vec::new(), &stop, &mut numbers)
        .expect("a match");
    assert_eq!(end, MatchEnd::Stopped);
    let seen = numbers.seen;
    assert!(seen.iter().copied().eq((0..50).take(seen.len())));
    assert_eq!(standings.pairings[0].counts.pairs(), seen.len() as u64);
}

#[test]
fn an_error_of_the_observer_ends_the_match() {
    let stop = CancelFlag::new();
    let mut numbers = PairNumbers {
        stop: &stop,
        stops_at: u32::MAX,
        fails: true,
        seen: Vec::new(),
    };
    let error = between([initial(), initial()], 5)
        .play(NonZeroUsize::MIN, Vec::new(), &stop, &mut numbers)
        .expect_err("the observer failed");
    assert_eq!(error.to_string(), "no room");
    assert!(stop.is_raised());
}
