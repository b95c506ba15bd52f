//! A tournament: pairs of games between two players or more, external engines and real clocks
//! included, on any number of threads.
//!
//! Game g is leg g mod 2 of pair g / 2; pairs go round by round through all pairings, and all
//! pairings of a round share its opening. So players, seed and openings settle what game g is,
//! whatever was played before it, and a tournament that was broken off can go on. Where no clock
//! and no external engine takes part, the games themselves repeat too.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

use shakmaty::ByColor;

use super::duel::{MatchEnd, MatchError};
use super::entrant::Entrant;
use super::external::{EngineTimeouts, OutputCheck};
use super::game_summary::GameSummary;
use super::match_game::{MatchGame, MatchRules};
use super::sprt::{Sprt, SprtVerdict};
use super::standings::TournamentStandings;
use super::worker::TournamentWorker;
use crate::cancel::CancelFlag;
use crate::pgn::{self};
use crate::record::{Tags, Termination};
use crate::selfplay::Openings;
use crate::selfplay::pool::{self, PoolMessage};

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
    pub rules: MatchRules,
    /// How long external engines may keep silent.
    pub patience: EngineTimeouts,
    /// A test on the first pairing that may end the tournament early.
    pub sprt: Option<Sprt>,
    /// How closely external engines are listened to.
    pub check: OutputCheck,
    /// What happens after an engine has crashed or stalled.
    pub after_crash: AfterCrash,
    /// Whether the games' text is wanted.
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
    /// How many games there are.
    pub fn games(&self) -> u32 {
        let pairs = u64::from(self.rounds) * self.pairings.len() as u64;
        u32::try_from(2 * pairs).unwrap_or(u32::MAX - 1)
    }

    /// How many rounds differ from each other, where the openings alone settle that: two players who have no
    /// clock and draw nothing play the same game again from the same opening.
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

    /// Plays the games that `earlier` lacks. Games are counted in the order of their numbers;
    /// those behind an unfinished pair are left out when `stop` ends the tournament, since keeping
    /// only what was quick would favour short games.
    ///
    /// # Errors
    ///
    /// [`MatchError`]: a game that cannot be played, or an error of `scribe`; `stop` is then raised.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        earlier: Vec<RecordedGame>,
        stop: &CancelFlag,
        scribe: &mut dyn TournamentObserver,
    ) -> Result<(TournamentStandings, MatchEnd), MatchError> {
        let decided = AtomicBool::new(false);
        let mut book = PairCounter::new(self);
        let numbers = missing(self.games(), &earlier);
        for game in earlier {
            book.sheet.resumed += 1;
            book.waiting.insert(game.outcome.game, game);
        }
        book.catch_up(&decided, scribe)?;
        let play = |tables: &mut TournamentWorker<'_>, number| {
            let over = decided.load(Ordering::Relaxed);
            (!over).then(|| tables.game(number, stop)).flatten()
        };
        pool::play_all(
            &numbers,
            threads,
            stop,
            || TournamentWorker::new(self),
            play,
            |delivery| match delivery {
                PoolMessage::Tick => Ok(()),
                PoolMessage::Lost { number, what } => Err(MatchError::Lost {
                    number: number / 2,
                    what,
                }),
                PoolMessage::Done(game) => {
                    scribe.game_finished(&game)?;
                    if self.after_crash == AfterCrash::Stop && is_crash(&game.outcome) {
                        stop.stop();
                    }
                    book.waiting.insert(game.outcome.game, game);
                    book.catch_up(&decided, scribe)?;
                    Ok(())
                }
            },
        )?;
        Ok(book.close())
    }

    /// A game as PGN.
    pub(super) fn format(&self, number: u32, bout: &MatchGame) -> String {
        let ByColor { white, black } = self.players_of(number);
        let [white, black] = [white, black].map(|player| &self.players[player]);
        let mut tags = Tags::default()
            .with("Event", &self.event)
            .with("Round", &format!("{}.{}", number / 2 + 1, number % 2 + 1))
            .with("White", &white.name)
            .with("Black", &black.name);
        // A date would keep games that repeat from being the same to the byte.
        if !(white.is_repeatable() && black.is_repeatable()) {
            tags.set("Date", &pgn::format_date(SystemTime::now()));
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
        if let Some((color, fault)) = &bout.fault {
            tags.set("Fault", &format!("{color} {}", fault.detail));
        }
        pgn::format_annotated(&bout.record.clone().with_tags(tags), &bout.comments)
    }
}

fn is_crash(outcome: &GameSummary) -> bool {
    matches!(
        outcome.termination,
        Termination::EngineCrash | Termination::EngineStall
    )
}

/// As the PGN standard writes it (9.6.1), `-` where there is no clock.
fn time_control(player: &Entrant) -> String {
    player
        .thinking
        .clock
        .map_or_else(|| "-".to_owned(), |clock| clock.to_string())
}

/// The numbers of the games that are still to be played.
fn missing(games: u32, earlier: &[RecordedGame]) -> Vec<Range<u32>> {
    let mut there: Vec<u32> = earlier.iter().map(|game| game.outcome.game).collect();
    there.sort_unstable();
    let mut from = 0;
    let mut ranges = Vec::new();
    for number in there.into_iter().chain([games]) {
        let end = number.min(games);
        if from < end {
            ranges.push(from..end);
        }
        from = from.max(number.saturating_add(1));
    }
    ranges
}

/// Puts games into order and counts them.
struct PairCounter<'a> {
    tournament: &'a Tournament,
    waiting: BTreeMap<u32, RecordedGame>,
    /// The first game of a pair, while the second is not there.
    half: Option<RecordedGame>,
    next: u32,
    sheet: TournamentStandings,
    verdict: Option<SprtVerdict>,
    began: Instant,
}

impl<'a> PairCounter<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        Self {
            tournament,
            waiting: BTreeMap::new(),
            half: None,
            next: 0,
            sheet: TournamentStandings::new(tournament.players.len(), tournament.pairings.len()),
            verdict: None,
            began: Instant::now(),
        }
    }

    /// Counts whatever stands next in line.
    fn catch_up(
        &mut self,
        decided: &AtomicBool,
        scribe: &mut dyn TournamentObserver,
    ) -> io::Result<()> {
        while self.verdict.is_none() {
            let Some(game) = self.waiting.remove(&self.next) else {
                break;
            };
            self.next += 1;
            let Some(first) = self.half.take() else {
                self.half = Some(game);
                continue;
            };
            let pairing = self.tournament.pairing(first.outcome.game);
            let players = self.tournament.pairings[pairing];
            self.sheet
                .add(pairing, players, [&first.outcome, &game.outcome]);
            self.sheet.elapsed = self.began.elapsed();
            scribe.pair_counted([&first, &game], &self.sheet)?;
            self.verdict = self.judge();
            if self.verdict.is_some() {
                decided.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn judge(&self) -> Option<SprtVerdict> {
        let counts = &self.sheet.pairings.first()?.counts;
        let verdict = self.tournament.sprt?.verdict(counts);
        (verdict != SprtVerdict::Continue).then_some(verdict)
    }

    fn close(mut self) -> (TournamentStandings, MatchEnd) {
        self.sheet.elapsed = self.began.elapsed();
        let end = match self.verdict {
            Some(verdict) => MatchEnd::Decided(verdict),
            None if self.next >= self.tournament.games() => MatchEnd::Complete,
            None => MatchEnd::Stopped,
        };
        (self.sheet, end)
    }
}
