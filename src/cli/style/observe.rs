//! `bayeschess style observe`.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::bail;
use arrayvec::ArrayVec;
use serde::Serialize;
use shakmaty::{ByColor, Color};

use super::style_against_style;
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::{
    DuplicateArgs, IngestJson, PgnInputArgs, ReadingProgress, ingest_text, verdict,
};
use crate::cli::pgn::writing::{verdict_of_writing, write_games};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::files::check_output;
use bayeschess::learn::style::{Encounter, Encounters, OutcomeNorms, StyleAgainstStyle};
use bayeschess::model::StyleModel;
use bayeschess::pgn::{IngestEvent, IngestOptions, IngestSummary, PgnSource, ingest};
use bayeschess::record::{Game, GameResult, SideResult};
use bayeschess::style::HabitRecogniser;
use bayeschess::style::habits::{Habit, HabitObserver, HabitShares};

/// The outcomes in the order of the table's columns.
const OUTCOMES: [SideResult; 3] = [SideResult::Win, SideResult::Draw, SideResult::Loss];

/// Count every habit in every game: how common it is, and whether it goes with winning
///
/// Both players of every finished game are observed; no labels are needed. With --alone only the
/// selected players are, for comparison with everybody. A habit is a share of opportunities, such as
/// 'moves that give check' of all moves. The mean over games is shown; a game counts once for each
/// player who had an opportunity.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style observe collection.pgn.zst
  bayeschess style observe games/ --player 'Tal, Mihail' --out tal.csv
  bayeschess style observe games/ --player 'Tal, Mihail' --alone
      the habits of this player without those of the opponents
  bayeschess style observe collection.pgn.zst --style-against-style
  bayeschess style observe games/ --elo 2600- --since 2000 --json > norms.json

The table's last figure, d, is the difference between games won and lost in standard deviations of a \
single game: 0.2 is small, 0.5 is medium. What goes with winning need not be its cause.

Style against style: a player's style comes from their games against other opponents, at least 20 of \
them. An effect is that of a player one standard deviation above the mean, in Elo for White. The last \
row, an attacking player against a complicating one, is an advantage that goes round, as stone beats \
scissors; no rating can express it.

In the CSV a row is one player in one game, with two columns of whole numbers for each habit: how often it \
happened, and out of how many chances. docs/reference/habits.md says what each counts.")]
pub(super) struct StyleObserveArgs {
    #[command(flatten)]
    reading: PgnInputArgs,
    #[command(flatten)]
    twice: DuplicateArgs,
    /// Observe only the selected players, not their opponents
    #[arg(long)]
    alone: bool,
    /// Also measure whether the styles of both players matter for the result, beyond their ratings
    #[arg(long, conflicts_with = "alone")]
    style_against_style: bool,
    /// Write the observations of each player in each game to this CSV file
    #[arg(long, value_name = "F.csv")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct StyleObserveJson {
    #[serde(flatten)]
    account: IngestJson,
    /// Number of players by the result of their game.
    sides: ByOutcomeJson<u64>,
    unfinished: u64,
    habits: Vec<HabitJson>,
    /// Whether the styles of both players matter; only if it was asked for and enough games were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    style_against_style: Option<StyleAgainstStyle>,
}

#[derive(Serialize)]
struct ByOutcomeJson<T> {
    won: T,
    drawn: T,
    lost: T,
}

impl<T> ByOutcomeJson<T> {
    fn new(make: impl Fn(SideResult) -> T) -> Self {
        let [won, drawn, lost] = OUTCOMES.map(make);
        Self { won, drawn, lost }
    }
}

#[derive(Serialize)]
struct HabitJson {
    habit: &'static str,
    question: &'static str,
    games: u64,
    usual: Option<f64>,
    by_outcome: ByOutcomeJson<Option<f64>>,
    won_less_lost: Option<f64>,
    error_95: Option<f64>,
    effect: Option<f64>,
}

impl HabitJson {
    fn of(norms: &OutcomeNorms, habit: Habit) -> Self {
        let gap = norms.gap(habit);
        Self {
            habit: habit.name(),
            question: habit.question(),
            games: norms.overall(habit).games,
            usual: norms.overall(habit).mean(),
            by_outcome: ByOutcomeJson::new(|outcome| norms.of(habit, outcome).mean()),
            won_less_lost: gap.map(|gap| gap.difference),
            error_95: gap.map(|gap| gap.error_95),
            effect: gap.map(|gap| gap.effect),
        }
    }
}

/// The observations of one game.
struct ObservedGame {
    shares: Box<ByColor<HabitShares>>,
    result: GameResult,
    /// The observed sides.
    sides: ArrayVec<Color, 2>,
    /// The first columns (players, date, opening, plies), if a CSV is written.
    about: Option<[String; 6]>,
    /// The scores of both players, if style against style is measured.
    encounter: Option<Box<Encounter>>,
}

/// What is looked for in each game.
#[derive(Clone, Copy)]
struct ObservationPlan<'a> {
    alone: bool,
    with_about: bool,
    judge: Option<&'a HabitRecogniser>,
}

impl ObservedGame {
    fn of(game: &Game, sides: ArrayVec<Color, 2>, plan: ObservationPlan<'_>) -> Option<Self> {
        let result = game.result?;
        let mut watch = HabitObserver::new(&game.start);
        game.moves.iter().for_each(|chosen| watch.play(*chosen));
        let tag = |name| game.tags.get(name).unwrap_or_default().trim().to_owned();
        Some(Self {
            shares: Box::new(watch.shares().clone()),
            result,
            sides,
            about: plan.with_about.then(|| {
                let [white, black] =
                    [Color::White, Color::Black].map(|side| game.player(side).trim().to_owned());
                let plies = game.moves.len().to_string();
                [white, black, tag("Date"), tag("ECO"), tag("Result"), plies]
            }),
            encounter: plan
                .judge
                .and_then(|judge| Encounter::of(game, judge))
                .map(Box::new),
        })
    }
}

pub(super) fn run(args: &StyleObserveArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    if let Some(file) = &args.out {
        check_output(file, existing)?;
    }
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    if let Some(file) = &args.out {
        args.reading.check_not_input(file, &sources)?;
    }
    if args.alone && options.selection.players.is_empty() {
        bail!("--alone: say who is to be watched, with --player or --players");
    }
    let judge = if args.style_against_style {
        Some(StyleModel::shipped()?.judge(Path::new("shipped"))?)
    } else {
        None
    };
    let plan = ObservationPlan {
        alone: args.alone,
        with_about: args.out.is_some(),
        judge: judge.as_ref(),
    };
    let mut observed = HabitNorms::default();
    let account = match &args.out {
        None => observe(&sources, &options, plan, None, &mut observed).0,
        Some(file) => write_games(file, existing, |out| {
            observe(&sources, &options, plan, Some(out), &mut observed)
        })?,
    };
    report(args, observed, &account)?;
    match args.out {
        Some(_) => verdict_of_writing(&account),
        None => verdict(&account, RunStatus::Success),
    }
}

fn report(
    args: &StyleObserveArgs,
    observed: HabitNorms,
    account: &IngestSummary,
) -> anyhow::Result<()> {
    let HabitNorms {
        norms,
        unfinished,
        encounters,
    } = observed;
    let styles = args.style_against_style.then(|| encounters.measure());
    let styles = styles.flatten();
    if args.json.json {
        print_json(&StyleObserveJson {
            account: IngestJson::of(account),
            sides: ByOutcomeJson::new(|outcome| norms.sides(outcome)),
            unfinished,
            habits: Habit::ALL
                .iter()
                .map(|habit| HabitJson::of(&norms, *habit))
                .collect(),
            style_against_style: styles,
        })?;
    } else {
        print(&format!(
            "{}{}",
            ingest_text(account)?,
            text(&norms, unfinished)?
        ))?;
        if args.style_against_style {
            print(&style_against_style::text(styles.as_ref()))?;
        }
        if let Some(file) = args.out.as_ref().filter(|_| account.tally.kept > 0) {
            print(&format!("\nEach player in each game: {}\n", file.display()))?;
        }
    }
    Ok(())
}

/// The observations of all games.
#[derive(Default)]
struct HabitNorms {
    norms: OutcomeNorms,
    unfinished: u64,
    encounters: Encounters,
}

/// Observes all games, both players or only the selected ones (by the plan); rows go to `out` in the order
/// of the games. Returns the summary of reading, and whether writing succeeded.
fn observe(
    sources: &[PgnSource],
    options: &IngestOptions,
    plan: ObservationPlan<'_>,
    out: Option<&mut dyn Write>,
    observed: &mut HabitNorms,
) -> (IngestSummary, io::Result<()>) {
    let meter = ReadingProgress::new();
    let mut rows = out.map(csv::Writer::from_writer);
    let mut written = rows.as_mut().map_or(Ok(()), write_head);
    let account = ingest(
        sources,
        options,
        || {
            move |game: &Game| {
                let sides = if plan.alone {
                    options.selection.colors_of(game)
                } else {
                    Color::ALL.into()
                };
                ObservedGame::of(game, sides, plan)
            }
        },
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(mut row),
                    ..
                } => {
                    if let Some(encounter) = row.encounter.take() {
                        observed.encounters.add(*encounter);
                    }
                    observed.norms.add(&row.shares, row.result, &row.sides);
                    if let Some(rows) = &mut rows
                        && written.is_ok()
                    {
                        written = write(rows, &row);
                    }
                }
                IngestEvent::Game { value: None, .. } => observed.unfinished += 1,
                IngestEvent::Progress(progress) => meter.show(&progress),
                _ => {}
            }
            // Stop reading if writing fails.
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
    );
    let flushed = rows.as_mut().map_or(Ok(()), csv::Writer::flush);
    (account, written.map_err(io::Error::from).and(flushed))
}

fn write_head<W: Write>(rows: &mut csv::Writer<W>) -> csv::Result<()> {
    for column in ["white", "black", "date", "eco", "result", "plies", "side"] {
        rows.write_field(column)?;
    }
    for habit in Habit::ALL {
        for column in ["happened", "chances"] {
            rows.write_field(format!("{}_{column}", habit.name()))?;
        }
    }
    rows.write_record(None::<&[u8]>)
}

fn write<W: Write>(rows: &mut csv::Writer<W>, row: &ObservedGame) -> csv::Result<()> {
    for &side in &row.sides {
        for cell in row.about.iter().flatten() {
            rows.write_field(cell)?;
        }
        rows.write_field(side.fold_wb("white", "black"))?;
        for habit in Habit::ALL {
            let share = row.shares.get(side).of(*habit);
            rows.write_field(share.happened.to_string())?;
            rows.write_field(share.chances.to_string())?;
        }
        rows.write_record(None::<&[u8]>)?;
    }
    Ok(())
}

fn text(norms: &OutcomeNorms, unfinished: u64) -> Result<String, std::fmt::Error> {
    let [won, drawn, lost] = OUTCOMES.map(|outcome| norms.sides(outcome));
    let mut text = String::new();
    if unfinished > 0 {
        writeln!(text, "{unfinished} games without result are left out")?;
    }
    if won + drawn + lost == 0 {
        return Ok(text);
    }
    let mut table = TextTable::new(
        &["habit"],
        &["usual", "won", "drawn", "lost", "won less lost", "d"],
    );
    let figure =
        |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
    for habit in Habit::ALL {
        let [won, drawn, lost] = OUTCOMES.map(|outcome| figure(norms.of(*habit, outcome).mean()));
        let usual = figure(norms.overall(*habit).mean());
        let (difference, effect) = norms.gap(*habit).map_or_else(
            || ("-".to_owned(), "-".to_owned()),
            |gap| {
                (
                    format!("{:+.3} ± {:.3}", gap.difference, gap.error_95),
                    format!("{:+.2}", gap.effect),
                )
            },
        );
        table.row(&[
            &habit.name(),
            &usual,
            &won,
            &drawn,
            &lost,
            &difference,
            &effect,
        ]);
    }
    write!(text, "\n{table}")?;
    writeln!(
        text,
        "\nwhat they count: bayeschess style observe PATH --json, under 'question'"
    )?;
    Ok(text)
}
