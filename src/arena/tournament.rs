//! A tournament: pairs of games between two players or more, external engines and real clocks
//! included, on any number of threads.
//!
//! Game g is leg g mod 2 of pair g / 2; pairs go round by round through all pairings, and all
//! pairings of a round share its opening. So players, seed and openings settle what game g is,
//! whatever was played before it, and a tournament that was broken off can go on. Where no clock
//! and no external engine takes part, the games themselves repeat too.

use std::io;
use std::time::SystemTime;

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

/// Everything that decides a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What the games say they belong to.
    pub event: String,
    /// Who takes part.
    pub players: Vec<Entrant>,
    /// Who meets whom, by number; the first has White in the first game of each pair.
    pub pairings: Vec<[usize; 2]>,
    /// How many pairs of games each pairing plays at the most.
    pub rounds: u32,
    /// The seed of every draw.
    pub seed: u64,
    /// Where the games begin; round r takes opening r.
    pub openings: Openings,
    /// When a game is over.
    pub rules: GameRules,
    /// How long external engines may keep silent.
    pub patience: EngineTimeouts,
    /// A test on the first pairing that may end the tournament early.
    pub sprt: Option<Sprt>,
    /// How closely external engines are listened to.
    pub check: OutputCheck,
    /// What happens after an engine has crashed or stalled.
    pub after_crash: AfterCrash,
    /// What happens after a game panicked twice.
    pub after_panic: AfterPanic,
    /// Whether games are also recorded as PGN.
    pub wants_pgn: bool,
}

/// What happens after an engine has crashed or stalled, and lost its game by that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterCrash {
    /// It is started again for its next game.
    #[default]
    Restart,
    /// The tournament ends.
    Stop,
}

/// What happens after a game panicked twice, which is a fault of this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterPanic {
    /// The tournament ends with an error.
    #[default]
    Fail,
    /// The pair is left out and counted as lost.
    Skip,
}

/// A finished game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecordedGame {
    /// In figures.
    #[serde(flatten)]
    pub outcome: GameSummary,
    /// As PGN, if that was wanted.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pgn: String,
}

/// Who takes down what happens.
pub trait TournamentObserver {
    /// A game has just ended, in whatever order; not called for games of an earlier run.
    ///
    /// # Errors
    ///
    /// Ends the tournament.
    fn game_finished(&mut self, game: &RecordedGame) -> io::Result<()>;

    /// A pair's turn has come in the order of the numbers, and it was counted.
    ///
    /// # Errors
    ///
    /// Ends the tournament.
    fn pair_counted(
        &mut self,
        pair: [&RecordedGame; 2],
        sheet: &TournamentStandings,
    ) -> io::Result<()>;
}

/// Calls a function with the score of the first pairing after each of its pairs.
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

/// All against all.
pub fn round_robin(players: usize) -> Vec<[usize; 2]> {
    (0..players)
        .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
        .collect()
}

/// The first against each of the others.
pub fn gauntlet(players: usize) -> Vec<[usize; 2]> {
    (1..players).map(|other| [0, other]).collect()
}

impl Tournament {
    /// Makes a match without pairs between two heuristics of this process, at `nodes` nodes a move and without
    /// adjudication. An adjudicator's errors would pull the players' strengths together.
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
        let players = players.map(|(name, belief)| Entrant {
            name: name.to_owned(),
            thinking,
            kind: EntrantKind::Heuristic {
                source: belief,
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

    /// How many games there are.
    pub fn games(&self) -> u32 {
        let pairs = u64::from(self.rounds) * self.pairings.len() as u64;
        u32::try_from(2 * pairs).unwrap_or(u32::MAX - 1)
    }

    /// Returns the number of distinct rounds, if the openings alone determine it. Two players without a clock or
    /// random draws repeat their game from the same opening.
    pub fn distinct_rounds(&self) -> Option<usize> {
        self.openings_of_pairings(Entrant::is_repeatable)
    }

    /// As [`distinct_rounds`](Self::distinct_rounds), where nothing but the openings makes rounds differ for
    /// sure: an engine without a clock may play the same game again, too.
    pub fn surely_distinct_rounds(&self) -> Option<usize> {
        self.openings_of_pairings(Entrant::may_repeat)
    }

    /// How many openings there are for two players who both repeat themselves, if any do.
    fn openings_of_pairings(&self, repeats: impl Fn(&Entrant) -> bool) -> Option<usize> {
        let repeats = |player: usize| {
            let entrant = &self.players[player];
            repeats(entrant) && entrant.drawn_from().is_none()
        };
        let mut pairings = self.pairings.iter();
        let repeated = pairings.any(|pairing| pairing.iter().all(|&player| repeats(player)));
        self.openings.number().filter(|_| repeated)
    }

    /// The pairing of a game.
    pub(super) fn pairing(&self, game: u32) -> usize {
        (game / 2) as usize % self.pairings.len()
    }

    /// The players of a game, White first.
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

    /// The round of a game, from 0.
    pub(super) fn round(&self, game: u32) -> u32 {
        game / 2 / u32::try_from(self.pairings.len()).unwrap_or(u32::MAX)
    }

    /// A game as PGN.
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
            tags.set("Date", &identity::format_date(SystemTime::now()));
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

/// As the PGN standard writes it (9.6.1), `-` where there is no clock.
fn time_control(player: &Entrant) -> String {
    player
        .thinking
        .clock
        .map_or_else(|| "-".to_owned(), |clock| clock.to_string())
}
