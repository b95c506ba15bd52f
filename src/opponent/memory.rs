//! The memory of an opponent from one process to the next, and the style that follows from it.
//!
//! A game is remembered as counts of habits, with the circumstances in which they are compared. Both are
//! independent of the style model, so that another model can judge the same counts.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::ageing::MemoryAgeing;
use crate::board::notation::{self, Language};
use crate::identity::{Fingerprint, known_date, name_key};
use crate::record::{Game, GameResult, SideResult};
use crate::store::{HabitTallies, MemorySource, OpponentGame, Store, StoreError};
use crate::style::habits::{Habit, HabitShares};
use crate::style::{
    Circumstance, EloBalance, Era, GameHabits, HabitEvidence, HabitRecogniser, HabitThresholds,
    OpeningClass, Peers, Population, RatingBand, Recogniser, SignValues, StyleVerdict,
};

/// A game with fewer moves of the opponent is not remembered.
pub const LEAST_MOVES: u32 = 10;

/// A stored game with fewer plies has too few moves of either side.
const LEAST_PLIES: u32 = 2 * LEAST_MOVES - 1;

/// Number of plies of an opening that are remembered.
pub(super) const OPENING_PLIES: usize = 20;

/// Number of plies that tell the class of an opening.
const CLASS_PLIES: usize = 2;

/// Returns the memory of a game about the player of `side`; `None` if they made too few moves.
///
/// The game's tags tell ratings, date and population.
pub fn remembered_game(
    game: &Game,
    side: Color,
    source: MemorySource,
    objective: Option<String>,
) -> Option<OpponentGame> {
    let before = usize::from(game.start.turn() != side);
    let moves = u32::try_from((game.moves.len().saturating_sub(before)).div_ceil(2)).ok()?;
    if moves < LEAST_MOVES {
        return None;
    }
    let habits = GameHabits::new(
        &game.start,
        &game.moves,
        game.result,
        crate::style::GameOccasion::default(),
    );
    let played_at = ["Date", "UTCDate"]
        .into_iter()
        .find_map(|tag| date_of(game.tags.get(tag)?));
    let result = game.result.map_or("*", GameResult::as_pgn);
    Some(OpponentGame {
        fingerprint: Fingerprint::of(game, &mut Vec::new()).0,
        occasion: format!("{} {result}", played_at.as_deref().unwrap_or("?")),
        source,
        played_at,
        color: side,
        moves,
        plies: u32::try_from(game.moves.len()).ok()?,
        men: u32::try_from(game.final_position().board().occupied().count()).ok()?,
        opening: opening(game),
        objective,
        result: game.result.map(|result| result.seen_by(!side)),
        rating: game.elo(side),
        other_rating: game.elo(!side),
        population: Population::of(game, side).map(|population| population.name().to_owned()),
        habits: HabitTallies {
            own: tallies(habits.shares.get(side)),
            other: tallies(habits.shares.get(!side)),
        },
        losses: None,
        strength_limit: None,
    })
}

/// Returns a date as far as it is known.
fn date_of(tag: &str) -> Option<String> {
    let known = known_date(tag);
    let year = known.first()?;
    Some(match known.as_slice() {
        [_, month, day] => format!("{year:04}-{month:02}-{day:02}"),
        [_, month] => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}"),
    })
}

/// Returns the first moves in algebraic notation; `None` from another start.
fn opening(game: &Game) -> Option<String> {
    if game.start != Chess::default() {
        return None;
    }
    let mut position = game.start.clone();
    let mut text = String::new();
    for (ply, chosen) in game.moves.iter().take(OPENING_PLIES).enumerate() {
        if ply % 2 == 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        text.push_str(&notation::write(&position, *chosen, Language::English));
        text.push(' ');
        position.play_unchecked(*chosen);
    }
    Some(text.trim_end().to_owned())
}

fn tallies(shares: &HabitShares) -> BTreeMap<String, [u32; 2]> {
    Habit::ALL
        .iter()
        .map(|habit| (habit, shares.of(*habit)))
        .filter(|(_, share)| share.chances > 0 || share.happened > 0)
        .map(|(habit, share)| (habit.name().to_owned(), [share.happened, share.chances]))
        .collect()
}

/// Returns the shares of one side's habits from stored counts.
pub(super) fn shares(tallies: &BTreeMap<String, [u32; 2]>) -> HabitShares {
    let mut shares = HabitShares::default();
    for habit in Habit::ALL {
        if let Some([happened, chances]) = tallies.get(habit.name()) {
            shares.add_amount(*habit, *happened, *chances);
        }
    }
    shares
}

/// Returns a remembered game as a case of the classifier, from the opponent's side.
pub fn sign_values(game: &OpponentGame, borders: &HabitThresholds) -> SignValues {
    let ratings = match game.color {
        Color::White => ByColor {
            white: game.rating,
            black: game.other_rating,
        },
        Color::Black => ByColor {
            white: game.other_rating,
            black: game.rating,
        },
    };
    let mean = game
        .rating
        .zip(game.other_rating)
        .map(|(one, two)| one.midpoint(two));
    let peers = Peers {
        population: game
            .population
            .as_deref()
            .and_then(|word| word.parse().ok()),
        band: RatingBand::of(mean),
    };
    let year = game
        .played_at
        .as_deref()
        .and_then(|date| date.get(..4)?.parse().ok());
    let circumstance = Circumstance {
        era: Era::of(year),
        opening: opening_class(game.opening.as_deref()),
        balance: EloBalance::of(ratings),
        peers: ByColor {
            white: peers,
            black: peers,
        },
    };
    let (own, other) = (shares(&game.habits.own), shares(&game.habits.other));
    let shares = match game.color {
        Color::White => ByColor {
            white: own,
            black: other,
        },
        Color::Black => ByColor {
            white: other,
            black: own,
        },
    };
    let end = game.result.map(|result| {
        let result = match result {
            SideResult::Win => GameResult::win_of(!game.color),
            SideResult::Loss => GameResult::win_of(game.color),
            SideResult::Draw => GameResult::Draw,
        };
        (result, game.plies as usize, game.men as usize)
    });
    GameHabits::from_counts(circumstance, shares, end).reading(game.color, borders)
}

fn opening_class(text: Option<&str>) -> OpeningClass {
    text.map_or(OpeningClass::Other, |text| {
        OpeningClass::of(&Chess::default(), &opening_moves(text, CLASS_PLIES))
    })
}

/// Reads the first moves of a remembered opening, as far as they are legal, `most` plies at most.
pub(super) fn opening_moves(text: &str, most: usize) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    let words = text.split_whitespace().filter(|word| !word.ends_with('.'));
    for word in words.take(most) {
        let Ok(chosen) = notation::read(&position, word, Language::English) else {
            break;
        };
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    moves
}

/// Returns the evidence of one remembered game. An unfinished one counts as far as it was played.
pub fn game_evidence(game: &OpponentGame, judge: &HabitRecogniser) -> HabitEvidence {
    let values = sign_values(game, judge.borders());
    if game.result.is_some() {
        judge.evidence(&values)
    } else {
        judge.evidence_in_progress(&values, game.moves)
    }
}

/// Returns the evidence of all remembered games together; older games count less, and games that began from a set-up
/// position not at all.
pub fn recall(
    games: &[OpponentGame],
    judge: &HabitRecogniser,
    ageing: MemoryAgeing,
) -> HabitEvidence {
    let mut sum = HabitEvidence::default();
    for (game, weight) in games.iter().zip(ageing.weights(games)) {
        if !game.is_from_initial_position() {
            continue;
        }
        let one = game_evidence(game, judge);
        sum.add(HabitEvidence {
            games: weight * one.games,
            attacking: one.attacking.times(weight),
            complicating: one.complicating.times(weight),
        });
    }
    sum
}

/// What is remembered of an opponent, in short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecalledOpponent {
    /// Number of remembered games.
    pub games: usize,
    /// The evidence of their style.
    pub evidence: HabitEvidence,
    /// The style; `None` without games, or without a recogniser by habits.
    pub verdict: Option<StyleVerdict>,
}

impl RecalledOpponent {
    /// Summarises remembered games.
    pub fn new(games: &[OpponentGame], styles: Option<&Recogniser>, ageing: MemoryAgeing) -> Self {
        let mut recalled = Self {
            games: games.len(),
            evidence: HabitEvidence::default(),
            verdict: None,
        };
        if let Some(Recogniser::Habits(judge)) = styles {
            recalled.evidence = recall(games, judge, ageing);
            recalled.verdict =
                (recalled.evidence.games > 0.0).then(|| judge.verdict(recalled.evidence));
        }
        recalled
    }
}

/// Writes `12 games remembered, attacking +0.4 (-0.3 to +1.1)`.
impl fmt::Display for RecalledOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games {
            0 => return f.write_str("no games remembered yet"),
            1 => f.write_str("1 game remembered")?,
            games => write!(f, "{games} games remembered")?,
        }
        match self.verdict {
            Some(verdict) => {
                let [low, high] = verdict.score_interval_95;
                write!(
                    f,
                    ", attacking {:+.1} ({low:+.1} to {high:+.1})",
                    verdict.score
                )
            }
            None => Ok(()),
        }
    }
}

/// Returns true if all stored games of opponents are remembered.
///
/// # Errors
///
/// [`StoreError`] if the database cannot be read.
pub fn remembers_all(store: &Store) -> Result<bool, StoreError> {
    Ok(!store.has_unremembered_games(LEAST_PLIES)?)
}

/// Remembers the games that an older version stored without doing so. Returns their number.
///
/// # Errors
///
/// [`StoreError`] if the database cannot be read or written.
pub fn remember_older_games(store: &mut Store) -> Result<usize, StoreError> {
    let found = store.unremembered_games(LEAST_PLIES)?;
    let games: Vec<_> = found
        .into_iter()
        .filter_map(|stored| {
            let who = name_key(&stored.who.name);
            let side = Color::ALL
                .into_iter()
                .find(|side| name_key(stored.record.player(*side)) == who)?;
            let memory = remembered_game(&stored.record, side, MemorySource::Played, None)?;
            Some((stored, memory))
        })
        .collect();
    let count = games.len();
    if count > 0 {
        store.remember_stored(games)?;
    }
    Ok(count)
}
