//! A tournament: pairs of games between two players or more, heuristics or external engines, on any number of
//! threads.
//!
//! Game g is leg g mod 2 of pair g / 2; pairs go round by round through all pairings, and all pairings of a round
//! share its opening. So players, seed and openings determine game g, whatever was played before it, and an
//! interrupted tournament can continue. Without clocks and external engines the games themselves repeat too.

use std::io;

use shakmaty::ByColor;

use super::draws::opening_seed;
use super::entrant::{Entrant, EntrantKind};
use super::external::{EngineTimeouts, OutputCheck};
use super::game_summary::GameSummary;
use super::match_score::MatchScore;
use super::sprt::Sprt;
use super::standings::TournamentStandings;
use crate::identity;
use crate::model::HeuristicSource;
use crate::pgn;
use crate::play::{
    Adjudication, FinishedGame, GameRules, Openings, RandomOpenings, ThinkingLimits,
};
use crate::record::Tags;
use crate::search::SearchSettings;
use crate::units::Ply;

/// A tournament with everything that determines its games.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Value of the PGN tag `Event`.
    pub event: String,
    /// Participants of the tournament.
    pub players: Vec<Entrant>,
    /// Pairings, as player numbers; the first player has White in the first game of each pair.
    pub pairings: Vec<[usize; 2]>,
    /// Maximum number of pairs of games for each pairing.
    pub rounds: u32,
    /// Seed of all random draws.
    pub seed: u64,
    /// Openings of the games; round r takes opening r.
    pub openings: Openings,
    /// Rules by which a game ends.
    pub rules: GameRules,
    /// Time limits for the answers of external engines.
    pub patience: EngineTimeouts,
    /// Sequential test on the first pairing, which may end the tournament early.
    pub sprt: Option<Sprt>,
    /// Extent of the checks on external engines' output.
    pub check: OutputCheck,
    /// Behaviour after an engine has crashed or stalled.
    pub after_crash: AfterCrash,
    /// Behaviour after a game panicked twice.
    pub after_panic: AfterPanic,
    /// True if games are also recorded as PGN.
    pub wants_pgn: bool,
}

/// Behaviour of a tournament after an engine has crashed or stalled, which loses the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterCrash {
    /// The engine is started again for its next game.
    #[default]
    Restart,
    /// The engine is started again, but after [`HOPELESS`] such games one after the other the tournament ends.
    GiveUp,
    /// The tournament ends.
    Stop,
}

/// Number of games in a row, each ended by a crash or a stall, after which nothing else is to be expected.
pub const HOPELESS: u32 = 20;

impl AfterCrash {
    /// Returns true if a tournament ends after this many crashed games in a row, the last one included.
    pub(super) const fn ends_after(self, crashes: u32) -> bool {
        match self {
            Self::Restart => false,
            Self::GiveUp => crashes >= HOPELESS,
            Self::Stop => crashes > 0,
        }
    }
}

/// Behaviour of a tournament after a game panicked twice, which is a fault of this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterPanic {
    /// The tournament ends with an error.
    #[default]
    Fail,
    /// The pair is left out and counted as missing.
    Skip,
}

/// A finished game as journals keep it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecordedGame {
    /// Summary of the game.
    #[serde(flatten)]
    pub outcome: GameSummary,
    /// The game as PGN; empty if PGN is not wanted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pgn: String,
}

/// An observer of a tournament, told of each finished game and each counted pair.
pub trait TournamentObserver {
    /// Reports a game that has just ended, in no particular order; not called for games of an earlier run.
    ///
    /// # Errors
    ///
    /// An error ends the tournament.
    fn game_finished(&mut self, game: &RecordedGame) -> io::Result<()>;

    /// Reports a pair that has just been counted, in the order of the numbers.
    ///
    /// # Errors
    ///
    /// An error ends the tournament.
    fn pair_counted(
        &mut self,
        pair: [&RecordedGame; 2],
        sheet: &TournamentStandings,
    ) -> io::Result<()>;
}

/// An observer that calls a function with the score of the first pairing after each of its pairs.
#[derive(Debug)]
pub struct ScoreListener<F>(pub F);

impl<F: FnMut(&MatchScore)> TournamentObserver for ScoreListener<F> {
    fn game_finished(&mut self, _: &RecordedGame) -> io::Result<()> {
        Ok(())
    }

    fn pair_counted(
        &mut self,
        _: [&RecordedGame; 2],
        standings: &TournamentStandings,
    ) -> io::Result<()> {
        if let Some(score) = standings.pairings.first() {
            (self.0)(score);
        }
        Ok(())
    }
}

/// Returns the pairings of a round robin: each player meets each other player.
pub fn round_robin(players: usize) -> Vec<[usize; 2]> {
    (0..players)
        .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
        .collect()
}

/// Returns the pairings of a gauntlet: the first player meets each of the others.
pub fn gauntlet(players: usize) -> Vec<[usize; 2]> {
    (1..players).map(|other| [0, other]).collect()
}

impl Tournament {
    /// Creates a match of zero rounds between two heuristics of this process, at `nodes` nodes per move. It has no
    /// adjudication: an adjudicator's errors would pull the players' measured strengths together.
    pub fn between(
        players: [(&str, HeuristicSource); 2],
        nodes: u64,
        max_plies: Ply,
        seed: u64,
    ) -> Self {
        let thinking = ThinkingLimits {
            nodes: Some(nodes),
            ..ThinkingLimits::default()
        };
        let players = players.map(|(name, source)| Entrant {
            name: name.to_owned(),
            thinking,
            kind: EntrantKind::Heuristic {
                source,
                settings: SearchSettings::for_selfplay(),
            },
        });
        Self {
            event: "match".to_owned(),
            pairings: gauntlet(players.len()),
            players: players.to_vec(),
            rounds: 0,
            seed,
            openings: Openings::random(RandomOpenings::default(), opening_seed(seed)),
            rules: GameRules::untimed(Adjudication::Off, max_plies),
            patience: EngineTimeouts::default(),
            sprt: None,
            check: OutputCheck::Moves,
            after_crash: AfterCrash::default(),
            after_panic: AfterPanic::Skip,
            wants_pgn: false,
        }
    }

    /// Returns the number of games planned.
    pub fn games(&self) -> u32 {
        let pairs = u64::from(self.rounds) * self.pairings.len() as u64;
        u32::try_from(2 * pairs).unwrap_or(u32::MAX - 1)
    }

    /// Returns the number of distinct rounds, if the openings alone determine it. Two players without a clock or
    /// random draws repeat their game from the same opening.
    pub fn distinct_rounds(&self) -> Option<usize> {
        self.openings_of_pairings(Entrant::is_repeatable)
    }

    /// Returns the number of rounds that surely differ. Unlike [`distinct_rounds`](Self::distinct_rounds), it
    /// assumes that engines without a clock repeat their games.
    pub fn surely_distinct_rounds(&self) -> Option<usize> {
        self.openings_of_pairings(Entrant::may_repeat)
    }

    /// Returns the number of openings, if in some pairing both players repeat themselves; else `None`.
    fn openings_of_pairings(&self, repeats: impl Fn(&Entrant) -> bool) -> Option<usize> {
        let repeats = |player: usize| {
            let entrant = &self.players[player];
            repeats(entrant) && !entrant.is_drawn()
        };
        let mut pairings = self.pairings.iter();
        let repeated = pairings.any(|pairing| pairing.iter().all(|&player| repeats(player)));
        self.openings.number().filter(|_| repeated)
    }

    /// Returns the pairing of a game, by number.
    pub(super) fn pairing(&self, game: u32) -> usize {
        (game / 2) as usize % self.pairings.len()
    }

    /// Returns the players of a game, by number.
    pub fn players_of(&self, game: u32) -> ByColor<usize> {
        let [first, second] = self.pairings[self.pairing(game)];
        if game.is_multiple_of(2) {
            ByColor {
                white: first,
                black: second,
            }
        } else {
            ByColor {
                white: second,
                black: first,
            }
        }
    }

    /// Returns the round of a game, from 0.
    pub(super) fn round(&self, game: u32) -> u32 {
        game / 2 / u32::try_from(self.pairings.len()).unwrap_or(u32::MAX)
    }

    /// Formats a game as PGN.
    pub(super) fn format(
        &self,
        number: u32,
        finished: &FinishedGame,
        comments: &[String],
    ) -> String {
        let ByColor { white, black } = self.players_of(number);
        let [white, black] = [white, black].map(|player| &self.players[player]);
        let mut tags = Tags::default()
            .with("Event", &self.event)
            .with("Round", &format!("{}.{}", number / 2 + 1, number % 2 + 1))
            .with("White", &white.name)
            .with("Black", &black.name);
        // A date would keep games that repeat from being the same to the byte.
        if !(white.is_repeatable() && black.is_repeatable()) {
            tags.set("Date", &identity::today());
        }
        if white.thinking == black.thinking {
            tags.set("TimeControl", &time_control(white));
        } else {
            tags.set("WhiteTimeControl", &time_control(white));
            tags.set("BlackTimeControl", &time_control(black));
        }
        for (name, player) in [("WhiteOptions", white), ("BlackOptions", black)] {
            if let Some(options) = player.options() {
                tags.set(name, &options);
            }
        }
        if let Some((color, fault)) = &finished.fault {
            tags.set("Fault", &format!("{color} {}", fault.detail));
        }
        pgn::format_annotated(&finished.record.clone().with_tags(tags), comments)
    }
}

/// Formats a player's clock as the PGN standard does (9.6.1), `-` without a clock.
fn time_control(player: &Entrant) -> String {
    player
        .thinking
        .clock
        .map_or_else(|| "-".to_owned(), |clock| clock.to_string())
}
