//! The report on a player: how they play. Each statement has the number of games behind it, its reasons, and a game
//! that shows it.
//!
//! Four questions are answered from the same games. Who is he: the verdict of the recogniser, with
//! its interval. By what is that known: the signs that moved the verdict most ([`StyleReason`]), with the
//! games and moves that show them. How does he fare: by colour, by opening, and by the length of
//! games, queens and kings ([`WinDrawLoss`]), beside what the ratings led to expect ([`RatingExpectation`]). How is he met: choices of an opponent after which he
//! fared worse than otherwise, by more than chance ([`Advice`]).

mod advice;
mod expectation;
mod game;
mod reasons;
mod results;
mod subject;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;
use shakmaty::Color;

use crate::identity::{InvalidNamePattern, NameList};
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::style::{HabitEvidence, StyleVerdict};

pub use advice::Advice;
pub use expectation::RatingExpectation;
pub use game::{ExampleGame, PlayerGame};
pub use reasons::StyleReason;
pub use results::{ResultLine, ResultTables, WinDrawLoss};
pub use subject::ReportSubject;

/// Everything that is told of a player.
#[derive(Clone, Debug, Serialize)]
pub struct StyleReport {
    /// As he was asked for.
    pub player: String,
    /// The spellings that were taken for him, with the games of each.
    pub spellings: BTreeMap<String, u64>,
    /// His games with a result.
    pub games: u64,
    /// The first and the last year of them, where they are dated.
    pub years: Option<[u16; 2]>,
    /// Won, drawn and lost in all.
    pub results: WinDrawLoss,
    /// What is believed of him.
    pub verdict: StyleVerdict,
    /// A game as most of his are: the one whose score is nearest to the mean, of usual length.
    pub typical: ExampleGame,
    /// The same verdict from his games with White alone, and with Black; none without such games.
    pub by_color: [Option<StyleByColor>; 2],
    /// The score of each game on the scale of the verdict, in the order in which they were read.
    pub scores: Vec<f64>,
    /// What speaks for an attacking player, the strongest first.
    pub attacking: Vec<StyleReason>,
    /// What speaks for a defensive player, the strongest first.
    pub defensive: Vec<StyleReason>,
    /// How he fared, by colour, by opening and by the course of the game.
    pub records: ResultTables,
    /// How he is met.
    pub advice: Vec<Advice>,
}

/// What is believed of a player from his games with one colour.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StyleByColor {
    /// How many they are.
    pub games: u64,
    /// What they say.
    #[serde(flatten)]
    pub verdict: StyleVerdict,
}

/// A game of usual length has at least so many plies, if there is any.
const USUAL_PLIES: usize = 50;

/// Why no report could be built.
#[derive(Debug, thiserror::Error)]
pub enum StyleReportError {
    /// A name that cannot be looked for.
    #[error(transparent)]
    Pattern(#[from] InvalidNamePattern),
    /// Nobody of that name played.
    #[error(
        "none of the {} sound games was played to a result by {player}; check the spelling, or \
         list the names with 'bayeschess pgn stats'",
        account.tally.read() - account.tally.rejected()
    )]
    NobodyThere {
        /// As he was asked for.
        player: String,
        /// What was read.
        account: Box<IngestSummary>,
    },
}

/// Reads all sources and builds the report on the player; also returns what was read.
///
/// `news` hears of the progress.
///
/// # Errors
///
/// [`StyleReportError`].
pub fn build(
    sources: &[PgnSource],
    sitter: &ReportSubject<'_>,
    mut options: IngestOptions,
    mut news: impl FnMut(&IngestProgress),
) -> Result<(StyleReport, IngestSummary), StyleReportError> {
    let names = names(sitter.player)?;
    options.selection.players = names.clone();
    let mut games = Vec::new();
    let account = ingest(
        sources,
        &options,
        || |game: &Game| PlayerGame::look(game, &names, sitter.judge),
        |event| {
            match event {
                IngestEvent::Game {
                    place,
                    value: Some(mut game),
                    ..
                } => {
                    game.place = format!("{}, game {}", place.stream, place.game);
                    games.push(game);
                }
                IngestEvent::Progress(progress) => news(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    if games.is_empty() {
        return Err(StyleReportError::NobodyThere {
            player: sitter.player.to_owned(),
            account: Box::new(account),
        });
    }
    let portrait = draw(sitter, &games, account.spellings.clone());
    Ok((portrait, account))
}

/// The names and patterns of a list.
fn names(text: &str) -> Result<NameList, InvalidNamePattern> {
    let mut names = NameList::default();
    for pattern in text.split('|') {
        names.add(pattern)?;
    }
    Ok(names)
}

fn draw(
    sitter: &ReportSubject<'_>,
    games: &[PlayerGame],
    spellings: BTreeMap<String, u64>,
) -> StyleReport {
    let judge = sitter.judge;
    let together = |of: &dyn Fn(&PlayerGame) -> bool| {
        let mut evidence = HabitEvidence::default();
        for game in games.iter().filter(|game| of(game)) {
            evidence.add(judge.evidence(&game.reading));
        }
        (evidence, judge.verdict(evidence))
    };
    let (all, verdict) = together(&|_| true);
    let scores: Vec<f64> = games
        .iter()
        .map(|game| judge.evidence(&game.reading).sum)
        .collect();
    let mean = all.sum / all.games.max(1.0);
    let typical = games.iter().zip(&scores).min_by(|one, other| {
        let key = |(game, score): &(&PlayerGame, &f64)| {
            (game.moves.len() < USUAL_PLIES, (**score - mean).abs())
        };
        let ((short, far), (other_short, other_far)) = (key(one), key(other));
        short.cmp(&other_short).then(far.total_cmp(&other_far))
    });
    let (attacking, defensive) = reasons::reasons(sitter, games);
    let years = games.iter().filter_map(|game| game.year);
    StyleReport {
        player: sitter.player.to_owned(),
        spellings,
        games: games.len() as u64,
        years: years.clone().min().zip(years.max()).map(<[u16; 2]>::from),
        results: games.iter().map(PlayerGame::points).collect(),
        verdict,
        typical: typical.map_or_else(ExampleGame::default, |(game, _)| game.example(&[])),
        by_color: [Color::White, Color::Black].map(|color| {
            let games = games.iter().filter(|game| game.side == color).count() as u64;
            let (_, verdict) = together(&|game| game.side == color);
            (games > 0).then_some(StyleByColor { games, verdict })
        }),
        scores: scores.iter().map(|score| judge.scaled(*score)).collect(),
        attacking,
        defensive,
        records: results::records(games),
        advice: advice::advice(games),
    }
}
