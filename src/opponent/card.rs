//! What is known of a remembered opponent, as scripts and the page read it.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Color;

use super::ageing::MemoryAgeing;
use super::memory::RecalledOpponent;
use super::outstanding::OutstandingHabit;
use super::remembered_strength::{RememberedStrength, StrengthJudge};
use crate::record::{ResultCounts, SideResult};
use crate::store::{MemorySource, Opponent, OpponentGame};
use crate::strength::StrengthEstimate;
use crate::style::{Recogniser, StyleAxes};

/// Number of last games that are listed.
const LAST_GAMES: usize = 10;

/// An opponent with style and strength.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentCard {
    /// The opponent.
    #[serde(flatten)]
    pub opponent: Opponent,
    /// The axes of style; `None` for a model without them.
    pub axes: Option<StyleAxes>,
    /// The rating that the moves tell; `None` if none were measured.
    pub strength: Option<StrengthEstimate>,
    /// The games that the strength follows from, and the others.
    pub strength_from: RememberedStrength,
    /// Numbers of learned games whose openings are known, by the opponent's colour.
    pub opening_games: OpeningGames,
}

/// Numbers of games whose openings are known, by the opponent's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningGames {
    /// Games as White.
    pub white: usize,
    /// Games as Black.
    pub black: usize,
}

impl OpponentCard {
    /// Judges what is remembered of an opponent.
    pub fn new(
        opponent: Opponent,
        games: &[OpponentGame],
        recogniser: &Recogniser,
        ageing: MemoryAgeing,
        strength: &mut StrengthJudge,
    ) -> (Self, RecalledOpponent) {
        let strength = strength.judge(games);
        let recalled = RecalledOpponent::new(games, Some(recogniser), ageing);
        // Of a stranger only the prior is known, whose interval says so.
        let verdict = match recogniser {
            Recogniser::Habits(judge) => Some(judge.verdict(recalled.evidence)),
            Recogniser::Classic(_) => None,
        };
        let opening_games = |color| {
            let learned = games
                .iter()
                .filter(|game| game.source == MemorySource::Learned);
            let known = learned.filter(|game| game.color == color && game.opening.is_some());
            known.count()
        };
        let card = Self {
            opponent,
            axes: verdict.map(|verdict| verdict.axes),
            strength: strength.estimate,
            strength_from: strength,
            opening_games: OpeningGames {
                white: opening_games(Color::White),
                black: opening_games(Color::Black),
            },
        };
        (card, recalled)
    }
}

/// Results of the other side, which is this engine in the games that it played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResultsAgainst {
    /// Number of games.
    pub games: u64,
    /// Games with a result.
    #[serde(flatten, serialize_with = "ResultCounts::as_won_drawn_lost")]
    pub results: ResultCounts,
    /// Games without a result.
    pub unfinished: u64,
}

/// One remembered game, in short.
#[derive(Clone, Debug, Serialize)]
pub struct RememberedGameInShort {
    /// The date, as far as it is known.
    pub played_at: Option<String>,
    /// Played by this program, or learned from a file.
    pub source: MemorySource,
    /// The opponent's colour.
    pub color: &'static str,
    /// Number of the opponent's moves.
    pub moves: u32,
    /// The first moves.
    pub opening: Option<String>,
    /// What this engine played for.
    pub objective: Option<String>,
    /// The result for the other side.
    pub result: Option<SideResult>,
    /// The opponent's rating.
    pub rating: Option<u16>,
}

/// Everything that is told of an opponent.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentDetails {
    /// Style and strength.
    #[serde(flatten)]
    pub card: OpponentCard,
    /// Habits that stand out among peers.
    pub habits: Vec<OutstandingHabit>,
    /// Games that this engine played, by what it played for.
    pub by_objective: BTreeMap<String, ResultsAgainst>,
    /// All games, by the first move of both sides.
    pub by_opening: BTreeMap<String, ResultsAgainst>,
    /// The last games, the latest first.
    pub last_games: Vec<RememberedGameInShort>,
}

impl OpponentDetails {
    /// Sums up the games of an opponent; `habits` are those that stand out.
    pub fn new(card: OpponentCard, games: &[OpponentGame], habits: Vec<OutstandingHabit>) -> Self {
        Self {
            card,
            habits,
            by_objective: results_by(games, |game| {
                let is_played = game.source == MemorySource::Played;
                is_played.then(|| game.objective.clone().unwrap_or_else(|| "none".to_owned()))
            }),
            by_opening: results_by(games, |game| Some(opening(game))),
            last_games: games.iter().rev().take(LAST_GAMES).map(short).collect(),
        }
    }
}

fn short(game: &OpponentGame) -> RememberedGameInShort {
    RememberedGameInShort {
        played_at: game.played_at.clone(),
        source: game.source,
        color: game.color.fold_wb("white", "black"),
        moves: game.moves,
        opening: game.opening.as_deref().map(|text| first_moves(text, 2)),
        objective: game.objective.clone(),
        result: game.result,
        rating: game.rating,
    }
}

/// Returns the first moves of both sides.
fn first_moves(opening: &str, moves: u8) -> String {
    let rest = format!(" {}. ", moves + 1);
    opening.split(&rest).next().unwrap_or(opening).to_owned()
}

/// Returns the first move of both sides.
fn opening(game: &OpponentGame) -> String {
    match &game.opening {
        Some(text) => first_moves(text, 1),
        None => "another start".to_owned(),
    }
}

fn results_by(
    games: &[OpponentGame],
    group: impl Fn(&OpponentGame) -> Option<String>,
) -> BTreeMap<String, ResultsAgainst> {
    let mut groups: BTreeMap<String, ResultsAgainst> = BTreeMap::new();
    for game in games {
        let Some(name) = group(game) else {
            continue;
        };
        let results = groups.entry(name).or_default();
        results.games += 1;
        match game.result {
            Some(result) => results.results += result,
            None => results.unfinished += 1,
        }
    }
    groups
}
