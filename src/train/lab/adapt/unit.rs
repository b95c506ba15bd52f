//! The units of play: a block of the first fold, a round of the second, a sequence with memory.

use std::collections::BTreeMap;
use std::ops::Range;

use rand::RngExt as _;
use shakmaty::Color;

use super::arms::{FIXED_POLICIES, TrialArm};
use super::choice::PolicyChoice;
use super::design::{AdaptationTrial, FoldOpenings};
use super::player_set::TrialPlayers;
use super::pool::OpponentPool;
use super::record::{BothColours, GivenAnswer, OpponentGames, TrialEntry};
use super::styles::TrialFold;
use super::worker::{DecidedBy, GamePlace, TrialGame, TrialWorker};
use crate::cancel::CancelFlag;
use crate::opponent::Answer;
use crate::play::Opening;
use crate::rng;

/// Plays one unit after another.
#[derive(Debug)]
pub(super) struct TrialUnits<'a> {
    pub(super) trial: &'a AdaptationTrial,
    pub(super) players: &'a TrialPlayers,
    pub(super) openings: FoldOpenings,
}

impl TrialUnits<'_> {
    /// Plays every fixed policy in a block of the first fold; `None` when stopped.
    pub(super) fn choosing(
        &self,
        worker: &mut TrialWorker<'_>,
        block: u32,
        stop: &CancelFlag,
    ) -> Option<TrialEntry> {
        let opponents = self.players.opponents(TrialFold::Choosing).len();
        let number = block / u32::try_from(opponents).ok()?;
        let opening = self.openings.opening(number);
        let mut points = vec![[0; 2]; FIXED_POLICIES.len()];
        for side in Color::ALL {
            let place = GamePlace {
                fold: TrialFold::Choosing,
                opponent: block as usize % opponents,
                opening: &opening,
                side,
            };
            let mut games = PlayedGames::default();
            for (policy, points) in FIXED_POLICIES.iter().zip(&mut points) {
                let game = games.fixed(worker, place, policy.answer, stop)?;
                points[colour(side)] = game.half_points;
            }
        }
        Some(TrialEntry::Choosing { block, points })
    }

    /// Plays every arm against every opponent in a round of the second fold; `None` when stopped.
    pub(super) fn testing(
        &self,
        worker: &mut TrialWorker<'_>,
        round: u32,
        choice: &PolicyChoice,
        stop: &CancelFlag,
    ) -> Option<TrialEntry> {
        let all = self.players.opponents(TrialFold::Testing).len();
        let opening = self.openings.opening(round);
        let mut play = RoundPlay {
            units: self,
            worker,
            choice,
            donors: Donors::draw(self.trial, self.players, round),
            opening: &opening,
            round,
            stop,
            games: BTreeMap::new(),
            decided: BTreeMap::new(),
        };
        let arms = self.trial.arms.arms(&self.trial.pool);
        let opponents = self.trial.opponents_of_round(round, all);
        let opponents = opponents
            .map(|opponent| {
                let mut points: Vec<BothColours> = vec![[0; 2]; arms.len()];
                for side in Color::ALL {
                    for (arm, points) in arms.iter().zip(&mut points) {
                        points[colour(side)] = play.game(*arm, opponent, side)?;
                    }
                }
                Some(OpponentGames {
                    points,
                    given: play.given(opponent),
                })
            })
            .collect::<Option<Vec<OpponentGames>>>()?;
        Some(TrialEntry::Testing { round, opponents })
    }

    /// Plays a sequence of games against one opponent with an engine that remembers them; `None` when stopped.
    pub(super) fn remembering(
        &self,
        worker: &mut TrialWorker<'_>,
        sequence: u32,
        stop: &CancelFlag,
    ) -> Option<TrialEntry> {
        let opponents = self.players.opponents(TrialFold::Testing).len();
        let (opponent, openings): (usize, Range<u32>) = self.trial.sequence(sequence, opponents);
        let number = (1 << 40) + u64::from(sequence);
        let mut engine = worker.deciding_engine(DecidedBy::Engine, number);
        let mut points = Vec::new();
        for number in openings {
            let opening = self.openings.opening(number);
            for side in Color::ALL {
                let place = GamePlace {
                    fold: TrialFold::Testing,
                    opponent,
                    opening: &opening,
                    side,
                };
                let game = worker.remembered(&mut engine, place, stop)?;
                points.push(game.half_points);
            }
        }
        Some(TrialEntry::Remembering { sequence, points })
    }
}

/// Returns the index of a colour in [`BothColours`].
const fn colour(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The games played at one place of the design, by the answers given in them.
#[derive(Clone, Debug, Default)]
struct PlayedGames(Vec<TrialGame>);

impl PlayedGames {
    /// Returns a game with the same answers; repeating it would give the same moves.
    fn find(&self, answer: impl Fn(usize) -> Option<Answer>) -> Option<&TrialGame> {
        let is_same = |game: &&TrialGame| {
            let mut given = game.given.iter().enumerate();
            given.all(|(number, given)| answer(number) == Some(*given))
        };
        self.0.iter().find(is_same)
    }

    fn fixed(
        &mut self,
        worker: &mut TrialWorker<'_>,
        place: GamePlace<'_>,
        answer: Answer,
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        if let Some(game) = self.find(|_| Some(answer)) {
            return Some(game.clone());
        }
        let game = worker.fixed(place, answer, stop)?;
        self.0.push(game.clone());
        Some(game)
    }

    fn replayed(
        &mut self,
        worker: &mut TrialWorker<'_>,
        place: GamePlace<'_>,
        answers: &[Answer],
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        if let Some(game) = self.find(|number| answers.get(number).or(answers.last()).copied()) {
            return Some(game.clone());
        }
        let game = worker.replayed(place, answers, stop)?;
        self.0.push(game.clone());
        Some(game)
    }
}

/// The opponents whose answers the placebo arms replay (donors).
#[derive(Debug)]
pub(super) struct Donors {
    pub(super) within: Vec<usize>,
    pub(super) across: Vec<usize>,
}

impl Donors {
    /// Draws the donors of a round: every opponent is a donor once.
    pub(super) fn draw(trial: &AdaptationTrial, players: &TrialPlayers, round: u32) -> Self {
        let opponents = players.opponents(TrialFold::Testing);
        let mut rng = rng::stream(trial.seed, "placebo of a round", u64::from(round));
        let mut by_band: Vec<usize> = (0..opponents.len()).collect();
        by_band.sort_by_key(|place| opponents[*place].band());
        let mut within = vec![0; opponents.len()];
        let bands =
            by_band.chunk_by(|one, other| opponents[*one].band() == opponents[*other].band());
        let mut largest = 0;
        for band in bands {
            largest = largest.max(band.len());
            shift(band, rng.random_range(1..band.len().max(2)), &mut within);
        }
        let mut across = within.clone();
        if trial.pool == OpponentPool::Mixed {
            // Bands are equally large, so a shift by the size of a band leads to another band.
            let steps = largest..=opponents.len() - largest;
            shift(&by_band, rng.random_range(steps), &mut across);
        }
        Self { within, across }
    }
}

/// Assigns to each of `places` the one `steps` further on in the circle.
fn shift(places: &[usize], steps: usize, donors: &mut [usize]) {
    for (number, place) in places.iter().enumerate() {
        donors[*place] = places[(number + steps) % places.len()];
    }
}

/// A round of the second fold while it is played.
struct RoundPlay<'a, 'b, 'c> {
    units: &'a TrialUnits<'a>,
    worker: &'b mut TrialWorker<'c>,
    choice: &'a PolicyChoice,
    donors: Donors,
    opening: &'a Opening,
    round: u32,
    stop: &'a CancelFlag,
    games: BTreeMap<(usize, usize), PlayedGames>,
    decided: BTreeMap<(usize, usize), TrialGame>,
}

impl RoundPlay<'_, '_, '_> {
    /// Our half points in the game of an arm; `None` when stopped.
    fn game(&mut self, arm: TrialArm, opponent: usize, side: Color) -> Option<u8> {
        let choice = self.choice;
        let game = match arm {
            TrialArm::BestFixed => self.fixed(choice.best_fixed, opponent, side),
            TrialArm::Neutral => self.fixed(0, opponent, side),
            TrialArm::Oracle => self.fixed(choice.best[opponent], opponent, side),
            TrialArm::AntiOracle => self.fixed(choice.worst[opponent], opponent, side),
            TrialArm::StrengthOnly => self.fixed(choice.best_of_band[opponent], opponent, side),
            TrialArm::Adaptive | TrialArm::AdaptiveMemory => self.adaptive(opponent, side),
            TrialArm::Placebo => self.placebo(self.donors.within[opponent], opponent, side),
            TrialArm::PlaceboAcross => self.placebo(self.donors.across[opponent], opponent, side),
            TrialArm::Thesis => self.decide(DecidedBy::Thesis, opponent, side),
        }?;
        Some(game.half_points)
    }

    fn fixed(&mut self, policy: usize, opponent: usize, side: Color) -> Option<TrialGame> {
        let place = place(self.opening, opponent, side);
        let games = self.games.entry((opponent, colour(side))).or_default();
        games.fixed(self.worker, place, FIXED_POLICIES[policy].answer, self.stop)
    }

    fn placebo(&mut self, donor: usize, opponent: usize, side: Color) -> Option<TrialGame> {
        let answers = self.adaptive(donor, side)?.given;
        let place = place(self.opening, opponent, side);
        let games = self.games.entry((opponent, colour(side))).or_default();
        games.replayed(self.worker, place, &answers, self.stop)
    }

    fn adaptive(&mut self, opponent: usize, side: Color) -> Option<TrialGame> {
        let key = (opponent, colour(side));
        if let Some(game) = self.decided.get(&key) {
            return Some(game.clone());
        }
        let game = self.decide(DecidedBy::Engine, opponent, side)?;
        self.decided.insert(key, game.clone());
        Some(game)
    }

    fn decide(&mut self, by: DecidedBy, opponent: usize, side: Color) -> Option<TrialGame> {
        let opponents = self.units.players.opponents(TrialFold::Testing).len() as u64;
        let number = u64::from(self.round) * opponents + opponent as u64;
        let mut engine = self
            .worker
            .deciding_engine(by, 2 * number + colour(side) as u64);
        let place = place(self.opening, opponent, side);
        let game = self.worker.decided(&mut engine, place, self.stop)?;
        let games = self.games.entry((opponent, colour(side))).or_default();
        games.0.push(game.clone());
        Some(game)
    }

    /// How often the adaptive arm gave each answer to an opponent.
    fn given(&self, opponent: usize) -> Vec<GivenAnswer> {
        let mut counts = Vec::new();
        for side in Color::ALL {
            let game = self.decided.get(&(opponent, colour(side)));
            for answer in game.iter().flat_map(|game| &game.given) {
                GivenAnswer::add(&mut counts, *answer, 1);
            }
        }
        counts
    }
}

/// Returns the place of a game of the second fold.
const fn place(opening: &Opening, opponent: usize, side: Color) -> GamePlace<'_> {
    GamePlace {
        fold: TrialFold::Testing,
        opponent,
        opening,
        side,
    }
}
