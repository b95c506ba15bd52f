//! The report on a player: style, results and advice. Each statement has the number of games behind it, its reasons,
//! and a game that shows it.
//!
//! Four parts come from the same games. The style: the recogniser's verdict with its interval. The reasons: the signs
//! that moved the verdict most ([`StyleReason`]), with games and moves that show them. The results: by colour, by
//! opening, and by the length of games, queens and kings ([`ResultCounts`]), compared with the expectation from
//! ratings ([`RatingExpectation`]). The advice: choices of an opponent after which the player scored significantly
//! worse ([`Advice`]).

mod advice;
mod date_order;
mod direction;
mod expectation;
mod findings;
mod game;
mod habit_points;
mod lead;
mod limits;
mod openings;
mod peers;
mod positions;
mod reasons;
mod results;
mod stability;
mod subject;
mod surplus;
mod training;
mod traits;
mod trend;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;
use shakmaty::Color;

use crate::cancel::CancelFlag;
use crate::identity::{InvalidNamePattern, NameList};
use crate::opponent::StyleEstimate;
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::{Game, ResultCounts};
use crate::style::{AxisPlace, HabitEvidence, PeerRanks, Style, StyleVerdict};
use date_order::DateOrder;
use positions::first_different;
use training::{PointsComparisons, TrainingData};

pub use advice::Advice;
pub use date_order::DatePrecision;
pub use direction::TraitDirection;
pub use expectation::RatingExpectation;
pub use findings::PointsFinding;
pub use game::{ExampleGame, PlayerGame};
pub use habit_points::HabitPoints;
pub use limits::ReportLimit;
pub use openings::OpeningLine;
pub use peers::{PeerGroup, PeerStanding};
pub use positions::ReportPosition;
pub use reasons::StyleReason;
pub use results::{ResultLine, ResultTables};
pub use stability::{StabilityVerdict, TraitHalves, TraitStability};
pub use subject::ReportSubject;
pub use surplus::PointsDifference;
pub use training::{TrainingItem, TrainingSubject};
pub use traits::{FALSE_DISCOVERY_RATE, HabitComparison, PlayerTrait};
pub use trend::{MissingTrend, Trend, TrendChange, TrendPeriod};

/// The report on a player.
#[derive(Clone, Debug, Serialize)]
pub struct StyleReport {
    /// Name or patterns that were requested.
    pub player: String,
    /// Spellings that matched the player, with the number of games of each.
    pub spellings: BTreeMap<String, u64>,
    /// Number of the player's games with a result.
    pub games: u64,
    /// First and last year of these games; `None` if none is dated.
    pub years: Option<[u16; 2]>,
    /// Games won, drawn and lost.
    #[serde(serialize_with = "ResultCounts::as_won_drawn_lost")]
    pub results: ResultCounts,
    /// Verdict on the player's style.
    pub verdict: StyleVerdict,
    /// Style that may be named, by the [one rule](StyleEstimate::named); `None` if none stands out.
    pub named_style: Option<Style>,
    /// Whether pieces are kept (`High`) or exchanged (`Low`); `None` if the model cannot tell.
    pub exchanges: Option<AxisPlace>,
    /// Typical game: the one whose score is nearest to the mean, of usual length if possible.
    pub typical: ExampleGame,
    /// Verdicts from the games with White alone and with Black alone; `None` without such games.
    pub by_color: [Option<StyleByColor>; 2],
    /// Scores of the games on the scale of the verdict, in the order of reading.
    pub scores: Vec<f64>,
    /// Reasons for an attacking style, the strongest first.
    pub attacking: Vec<StyleReason>,
    /// Reasons for a defensive style, the strongest first.
    pub defensive: Vec<StyleReason>,
    /// Reasons for a complicating style, the strongest first.
    pub complicating: Vec<StyleReason>,
    /// Reasons for a simplifying style, the strongest first.
    pub simplifying: Vec<StyleReason>,
    /// Results by colour, by opening and by the course of the game.
    pub records: ResultTables,
    /// Choices of an opponent after which the player scored worse.
    pub advice: Vec<Advice>,
    /// What stands out from players of the same rating and pace, and what follows from it.
    #[serde(flatten)]
    pub among_peers: AmongPeers,
}

/// The parts of a report that compare the player with peers and with the player's own other games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AmongPeers {
    /// Peers, and percentiles on both axes.
    pub standing: PeerStanding,
    /// Every habit that the model can compare with peers; empty if too few games can be compared.
    pub habits: Vec<HabitComparison>,
    /// Habits that differ from peers beyond chance, the greatest difference first.
    pub traits: Vec<PlayerTrait>,
    /// Habits that go with more or fewer points beyond chance. This shows no cause.
    pub habit_points: Vec<HabitPoints>,
    /// Results by opening.
    pub openings: Vec<OpeningLine>,
    /// Changes over time; `None` for too few games, or if the dates do not tell the order of the games.
    pub trend: Option<Trend>,
    /// The reason for a missing trend; `None` if a trend was computed.
    pub missing_trend: Option<MissingTrend>,
    /// With what the player scores more than in other games, beyond chance; the greatest difference first.
    pub strengths: Vec<PointsFinding>,
    /// With what the player scores less than in other games, beyond chance; the greatest difference first.
    pub weaknesses: Vec<PointsFinding>,
    /// Up to three things to train.
    pub training: Vec<TrainingItem>,
    /// What the report cannot say.
    pub limits: Vec<ReportLimit>,
}

impl AmongPeers {
    fn of(subject: &ReportSubject<'_>, games: &[PlayerGame]) -> Self {
        let ranks = PeerRanks::new(subject.knowledge);
        let order = DateOrder::new(games.iter().map(|game| &game.game));
        let compared = lead::compared(games, &order, &ranks);
        let surplus = surplus::surplus(games);
        let habits = traits::compare(&compared, &ranks);
        let by_habit = habit_points::by_habit(&compared, &surplus);
        let openings = openings::openings(games, &order.games);
        let standing = peers::standing(subject, games, &ranks);
        let training = TrainingData {
            games,
            order: &order.games,
            surplus: &surplus,
            compared: &compared,
            habits: &by_habit,
            openings: &openings,
        };
        let PointsComparisons {
            subjects,
            habits: points,
        } = training.comparisons();
        let items = training.items(&subjects);
        let habit_points = habit_points::beyond_chance(points);
        let traits = traits::traits(&compared, &habits, games);
        let of_items = items.iter().flat_map(|one| &one.positions);
        let of_openings = openings.iter().flat_map(|one| &one.positions);
        let of_traits = traits.iter().flat_map(|one| &one.positions);
        let others = of_items.chain(of_openings).chain(of_traits);
        let mut elsewhere: Vec<ReportPosition> = others.cloned().collect();
        let (strengths, weaknesses) = findings::findings(&subjects, &habit_points, |found| {
            let positions = first_different(findings::positions(found, &training), &elsewhere);
            elsewhere.extend_from_slice(&positions);
            positions
        });
        let trend = trend::trend(subject, games, &order, &surplus);
        Self {
            traits,
            habit_points,
            strengths,
            weaknesses,
            missing_trend: trend.as_ref().err().copied(),
            trend: trend.ok(),
            training: items,
            limits: limits::limits(games, &compared, standing.without_pace, &order),
            standing,
            habits,
            openings,
        }
    }
}

/// The verdict on a player's style from the games with one colour.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StyleByColor {
    /// Number of these games.
    pub games: u64,
    /// Verdict on the player's style from these games.
    #[serde(flatten)]
    pub verdict: StyleVerdict,
}

/// Minimum length of a typical game in plies, if there is one.
const USUAL_PLIES: usize = 50;

/// Reason why no report could be built.
#[derive(Debug, thiserror::Error)]
pub enum StyleReportError {
    /// A name is not a valid pattern.
    #[error(transparent)]
    Pattern(#[from] InvalidNamePattern),
    /// No game has a player of that name.
    #[error(
        "none of the {} sound games was played to a result by {player}; check the spelling, or \
         list the names with 'bayeschess pgn stats'",
        account.tally.read() - account.tally.rejected()
    )]
    NobodyThere {
        /// Name or patterns that were requested.
        player: String,
        /// Summary of reading.
        account: Box<IngestSummary>,
    },
}

/// Reads all sources and builds the report on the player; also returns the summary of reading.
///
/// `news` receives the progress. Once `stop` is raised no more is read, and the report is about the games until then.
///
/// # Errors
///
/// [`StyleReportError`] for an invalid name, or a player without games.
pub fn build(
    sources: &[PgnSource],
    subject: &ReportSubject<'_>,
    mut options: IngestOptions,
    stop: &CancelFlag,
    mut news: impl FnMut(&IngestProgress),
) -> Result<(StyleReport, IngestSummary), StyleReportError> {
    let names = names(subject.player)?;
    options.selection.players = names.clone();
    let mut games = Vec::new();
    let account = ingest(
        sources,
        &options,
        || |game: &Game| PlayerGame::look(game, &names, subject.judge),
        |event| {
            match event {
                IngestEvent::Game {
                    place,
                    value: Some(mut game),
                    ..
                } => {
                    game.number = place.game;
                    game.place = format!("{}, game {}", place.stream, place.game);
                    games.push(game);
                }
                IngestEvent::Progress(progress) => news(&progress),
                _ => {}
            }
            if stop.is_raised() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    if games.is_empty() {
        return Err(StyleReportError::NobodyThere {
            player: subject.player.to_owned(),
            account: Box::new(account),
        });
    }
    let report = draw(subject, &games, account.spellings.clone());
    Ok((report, account))
}

/// Parses names and patterns separated by `|`.
fn names(text: &str) -> Result<NameList, InvalidNamePattern> {
    let mut names = NameList::default();
    for pattern in text.split('|') {
        names.add(pattern)?;
    }
    Ok(names)
}

/// Returns the style that may be named to people, if any.
fn named_style(verdict: &StyleVerdict) -> Option<Style> {
    let named = StyleEstimate::named(&verdict.posterior, Some(verdict.axes.attacking));
    named.map(|named| named.style)
}

fn draw(
    subject: &ReportSubject<'_>,
    games: &[PlayerGame],
    spellings: BTreeMap<String, u64>,
) -> StyleReport {
    let judge = subject.judge;
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
        .map(|game| judge.evidence(&game.reading).attacking.sum)
        .collect();
    let mean = all.attacking.sum / all.games.max(1.0);
    let typical = games.iter().zip(&scores).min_by(|one, other| {
        let key = |(game, score): &(&PlayerGame, &f64)| {
            (game.game.moves.len() < USUAL_PLIES, (**score - mean).abs())
        };
        let ((short, far), (other_short, other_far)) = (key(one), key(other));
        short.cmp(&other_short).then(far.total_cmp(&other_far))
    });
    let (attacking, defensive) = reasons::reasons(subject, judge.attacking(), games);
    let (complicating, simplifying) = judge
        .complicating()
        .map(|axis| reasons::reasons(subject, axis, games))
        .unwrap_or_default();
    let years = games.iter().filter_map(|game| game.game.year());
    StyleReport {
        player: subject.player.to_owned(),
        spellings,
        games: games.len() as u64,
        years: years.clone().min().zip(years.max()).map(<[u16; 2]>::from),
        results: games.iter().map(PlayerGame::outcome).collect(),
        verdict,
        named_style: named_style(&verdict),
        exchanges: verdict.axes.complicating.map(|score| score.place()),
        typical: typical.map_or_else(ExampleGame::default, |(game, _)| game.example(&[])),
        by_color: [Color::White, Color::Black].map(|color| {
            let games = games.iter().filter(|game| game.side == color).count() as u64;
            let (_, verdict) = together(&|game| game.side == color);
            (games > 0).then_some(StyleByColor { games, verdict })
        }),
        scores: scores
            .iter()
            .map(|score| judge.attacking().scaled(*score))
            .collect(),
        attacking,
        defensive,
        complicating,
        simplifying,
        records: results::records(games),
        advice: advice::advice(games),
        among_peers: AmongPeers::of(subject, games),
    }
}
