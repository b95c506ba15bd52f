//! A match: pairs of games on one opening with colours changed, on any number of threads.
//!
//! Pair p follows from the seed and p alone, and pairs are judged in the order of their numbers,
//! so that one thread or eight give the same figures, also where the sequential test ends the
//! match early or Ctrl-C does.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt as _;
use shakmaty::Color;

use super::elo::PairCounts;
use super::in_order::InOrder;
use super::sprt::{Sprt, SprtVerdict};
use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::heuristic::{Heuristic, Levels, Schema};
use crate::model::HeuristicSource;
use crate::phase::ByPhase;
use crate::record::{Game, SideResult, Termination};
use crate::rng;
use crate::search::SearchSettings;
use crate::selfplay::pool::{self, PoolMessage};
use crate::selfplay::totals::ResultCounts;
use crate::selfplay::{Contender, GameRules, Openings, play_game};

/// Everything that decides a match.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The players; every figure is seen from the first.
    pub contenders: [Contender; 2],
    /// How many pairs of games are played at the most.
    pub pairs: u32,
    /// The seed of every draw.
    pub seed: u64,
    /// Where the games begin; pair p takes opening p.
    pub openings: Openings,
    /// How long the players think, and when a game is over.
    pub rules: GameRules,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// One pair of games.
#[derive(Clone, Debug)]
pub struct GamePair {
    /// Its number, from 0.
    pub number: u32,
    /// The game in which the first contender had White, then the one in which it had Black.
    pub games: [Game; 2],
}

impl GamePair {
    /// Both results as the first contender sees them.
    pub fn results(&self) -> [SideResult; 2] {
        let [as_white, as_black] = &self.games;
        // A game that was played to its end has a result.
        [(as_white, Color::White), (as_black, Color::Black)]
            .map(|(game, side)| game.result_for(side).unwrap_or(SideResult::Draw))
    }
}

/// What a match has come to, so far or at its end.
#[derive(Clone, Debug, Default)]
pub struct MatchScore {
    /// Pairs by their points, from the first contender's side.
    pub counts: PairCounts,
    /// Single games, from the first contender's side.
    pub results: ResultCounts,
    /// Plies of all games, openings included.
    pub plies: u64,
    /// Games that the adjudicator ended.
    pub adjudicated: u64,
    /// Pairs that are missing because they panicked twice.
    pub lost: u64,
    /// Since the first game began.
    pub elapsed: Duration,
}

impl MatchScore {
    /// Games counted so far.
    pub fn games(&self) -> u64 {
        2 * self.counts.pairs()
    }

    /// Games a second, over all threads.
    pub fn games_per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            self.games() as f64 / seconds
        } else {
            0.0
        }
    }

    fn add(&mut self, pair: &GamePair) {
        self.add_results(pair.results());
        for game in &pair.games {
            self.add_game(game.moves.len() as u64, game.termination);
        }
    }

    /// Counts the points of one pair.
    pub(super) fn add_results(&mut self, results: [SideResult; 2]) {
        self.counts.add(results);
        for result in results {
            self.results += result;
        }
    }

    /// Counts the length and the end of one game.
    pub(super) fn add_game(&mut self, plies: u64, termination: Termination) {
        self.plies += plies;
        self.adjudicated += u64::from(termination.is_adjudicated());
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All pairs were played.
    Complete,
    /// The sequential test had seen enough.
    Decided(SprtVerdict),
    /// It was stopped from outside.
    Stopped,
}

/// A match that could not go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A pair panicked twice, where none may be missing.
    #[error(
        "pair {number} could not be played ({what}); this is a fault of the program, please report it with the command"
    )]
    Lost {
        /// The pair.
        number: u32,
        /// What the panic said.
        what: String,
    },
    /// Whoever was handed the pairs could not take them.
    #[error(transparent)]
    Taker(#[from] io::Error),
}

impl Duel {
    /// Plays the match. Every pair is handed to `take` in the order of the numbers, with the
    /// standing after it. `stop` ends it early; pairs behind an unfinished one are then dropped,
    /// since keeping only what was quick would favour short games. A pair that panics twice is left
    /// out, and counted as lost.
    ///
    /// # Errors
    ///
    /// [`MatchError`]: an error of `take`; `stop` is then raised.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        stop: &CancelFlag,
        take: &mut dyn FnMut(&GamePair, &MatchScore) -> io::Result<()>,
    ) -> Result<(MatchScore, MatchEnd), MatchError> {
        let began = Instant::now();
        let decided = AtomicBool::new(false);
        let mut queue = InOrder::new();
        let mut standing = MatchScore::default();
        let mut end = MatchEnd::Stopped;
        let play = |players: &mut [Player; 2], number| {
            let over = decided.load(Ordering::Relaxed);
            (!over).then(|| self.pair(players, number, stop)).flatten()
        };
        pool::play_all(
            std::slice::from_ref(&(0..self.pairs)),
            threads,
            stop,
            || self.players(),
            play,
            |delivery| {
                match delivery {
                    PoolMessage::Tick => {}
                    PoolMessage::Lost { number, .. } => {
                        standing.lost += 1;
                        queue.lose(number);
                    }
                    PoolMessage::Done(pair) => queue.push(pair.number, pair),
                }
                while let Some(pair) = queue.pop() {
                    if matches!(end, MatchEnd::Decided(_)) {
                        break;
                    }
                    standing.add(&pair);
                    standing.elapsed = began.elapsed();
                    take(&pair, &standing)?;
                    if let Some(verdict) = self.verdict(&standing.counts) {
                        end = MatchEnd::Decided(verdict);
                        decided.store(true, Ordering::Relaxed);
                    }
                }
                Ok::<(), io::Error>(())
            },
        )?;
        if end == MatchEnd::Stopped
            && standing.counts.pairs() + standing.lost == u64::from(self.pairs)
        {
            end = MatchEnd::Complete;
        }
        standing.elapsed = began.elapsed();
        Ok((standing, end))
    }

    /// The test's verdict, once it has one.
    fn verdict(&self, counts: &PairCounts) -> Option<SprtVerdict> {
        let verdict = self.sprt?.verdict(counts);
        (verdict != SprtVerdict::Continue).then_some(verdict)
    }

    fn players(&self) -> [Player; 2] {
        self.contenders.each_ref().map(|contender| {
            Player::new(&contender.source.initial(), &SearchSettings::for_selfplay())
        })
    }

    /// Plays pair `number`; `None` when stopped.
    fn pair(&self, players: &mut [Player; 2], number: u32, stop: &CancelFlag) -> Option<GamePair> {
        let opening = self.openings.opening(u64::from(number));
        let mut draw = 0;
        for (player, contender) in players.iter_mut().zip(&self.contenders) {
            if let HeuristicSource::Random(schema) = contender.source {
                player.set_heuristic(&drawn_heuristic(schema, self.seed, number, draw));
                draw += 1;
            }
        }
        let [first, second] = players;
        let as_white = play_game(first, second, &opening, &self.rules, stop)?.record;
        let as_black = play_game(second, first, &opening, &self.rules, stop)?.record;
        Some(GamePair {
            number,
            games: [as_white, as_black],
        })
    }
}

/// A random heuristic for pair `number`: draw 0 whoever plays it, so that changing the order of
/// the contenders changes nothing but the sign; draw 1 for a second random side.
pub(super) fn drawn_heuristic(
    schema: &'static Schema,
    seed: u64,
    number: u32,
    draw: u64,
) -> Heuristic {
    let mut rng = rng::stream(seed, "levels in a match", 2 * u64::from(number) + draw);
    let levels = ByPhase::new_with(|_| Levels::random(schema, &mut rng));
    Heuristic::from_levels(schema, &levels)
}

/// The seed of a match's openings: never those that self-play with the same seed learned from.
pub fn opening_seed(seed: u64) -> u64 {
    rng::stream(seed, "openings of a match", 0).random()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchLimits;
    use crate::selfplay::{Adjudication, AdjudicationThresholds, RandomOpenings};
    use crate::units::Ply;

    fn contender(source: HeuristicSource) -> Contender {
        Contender {
            name: "x".to_owned(),
            source,
        }
    }

    fn initial() -> Contender {
        contender(HeuristicSource::fixed(Heuristic::initial()))
    }

    fn duel(contenders: [Contender; 2], pairs: u32) -> Duel {
        Duel {
            contenders,
            pairs,
            seed: 5,
            openings: Openings::random(RandomOpenings::default(), opening_seed(5)),
            rules: GameRules {
                limits: SearchLimits::nodes(40),
                adjudication: Adjudication::Enforced(AdjudicationThresholds::default()),
                max_plies: Ply(200),
            },
            sprt: None,
        }
    }

    fn counts(duel: &Duel, threads: usize) -> (PairCounts, MatchEnd) {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let (standing, end) = duel
            .play(threads, &CancelFlag::new(), &mut |_, _| Ok(()))
            .expect("a match");
        (standing.counts, end)
    }

    #[test]
    fn threads_leave_no_trace_and_swapping_the_players_changes_the_sign_alone() {
        let forward = duel(
            [
                initial(),
                contender(HeuristicSource::Random(Schema::classic())),
            ],
            6,
        );
        let backward = duel(
            [
                contender(HeuristicSource::Random(Schema::classic())),
                initial(),
            ],
            6,
        );
        let (alone, end) = counts(&forward, 1);
        assert_eq!((alone.pairs(), end), (6, MatchEnd::Complete));
        assert_eq!(counts(&forward, 3).0, alone);
        assert_eq!(counts(&backward, 2).0, alone.swapped());
    }

    #[test]
    fn equal_players_split_every_pair() {
        let equal = duel([initial(), initial()], 3);
        assert_eq!(counts(&equal, 2).0, PairCounts([0, 0, 3, 0, 0]));
    }

    #[test]
    fn the_test_ends_the_match_at_the_same_pair_on_any_number_of_threads() {
        let mut tested = duel(
            [
                initial(),
                contender(HeuristicSource::Random(Schema::classic())),
            ],
            400,
        );
        tested.sprt = Some(Sprt::new(-200.0, 0.0).expect("a test"));
        let (alone, end) = counts(&tested, 1);
        assert_eq!(end, MatchEnd::Decided(SprtVerdict::Accept));
        assert!(alone.pairs() < 400);
        assert_eq!(counts(&tested, 3), (alone, end));
    }

    #[test]
    fn pairs_come_in_order_and_a_raised_flag_keeps_what_is_there() {
        let stop = CancelFlag::new();
        let mut numbers = Vec::new();
        let (standing, end) = duel(
            [
                initial(),
                contender(HeuristicSource::Random(Schema::classic())),
            ],
            50,
        )
        .play(NonZeroUsize::MIN, &stop, &mut |pair, _| {
            numbers.push(pair.number);
            if pair.number == 2 {
                stop.stop();
            }
            Ok(())
        })
        .expect("a match");
        assert_eq!(end, MatchEnd::Stopped);
        assert!(numbers.iter().copied().eq((0..50).take(numbers.len())));
        assert_eq!(standing.counts.pairs(), numbers.len() as u64);
    }

    #[test]
    fn an_error_of_the_taker_is_handed_on() {
        let error = duel([initial(), initial()], 5)
            .play(NonZeroUsize::MIN, &CancelFlag::new(), &mut |_, _| {
                Err(io::Error::other("no room"))
            })
            .expect_err("the taker failed");
        assert_eq!(error.to_string(), "no room");
    }
}
