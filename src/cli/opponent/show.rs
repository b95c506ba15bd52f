//! `bayeschess opponent show`.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::json;

use super::memory::{MemoryArgs, described, open_to_read};
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, counted, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::model::AnyStyleModel;
use bayeschess::opponent::{
    OpponentCard, OpponentDetails, RecalledOpponent, RememberedGameInShort, StrengthJudge,
    outstanding_habits,
};
use bayeschess::record::SideResult;
use bayeschess::store::OpponentKind;
use bayeschess::style::UsualSigns;

/// Show what is remembered of an opponent: style, habits, results, last games
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent show Anna --db games.db
  bayeschess opponent show Anna --half-life 365 --json

A habit stands out if it differs from what is usual among players of this kind and rating by more than three \
standard errors, in five games or more.")]
pub(super) struct OpponentShowArgs {
    /// The name or another spelling of it, in upper or lower case, or '#' and the id that 'opponent list --json' shows
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &OpponentShowArgs) -> anyhow::Result<RunStatus> {
    let store = open_to_read(&args.db)?;
    let model = AnyStyleModel::load(&args.memory.model)?;
    let recogniser = model.recogniser(&args.memory.model)?;
    let mut judge = StrengthJudge::shipped()?;
    let mut text = String::new();
    let mut shown = Vec::new();
    for opponent in store.find_opponents(&args.name)? {
        let games = store.opponent_games(opponent.id)?;
        let habits = match &model {
            AnyStyleModel::Habits(model) => outstanding_habits(
                &games,
                &model.judge(Path::new(&args.memory.model))?,
                &UsualSigns::new(model.knowledge()),
            ),
            AnyStyleModel::Classic(_) => Vec::new(),
        };
        let (card, recalled) = OpponentCard::new(
            opponent,
            &games,
            &recogniser,
            args.memory.ageing(),
            &mut judge,
        );
        let all = OpponentDetails::new(card, &games, habits);
        write_text(
            &mut text,
            &all,
            &recalled,
            args.memory.ageing().sentence(&games),
        );
        shown.push(serde_json::to_value(&all)?);
    }
    if args.json.json {
        print_json(&json!({ "opponents": shown }))?;
    } else {
        print(&text)?;
    }
    Ok(RunStatus::Success)
}

/// Writes the strength, and the games that it does not follow from.
fn write_strength(text: &mut String, opponent: &OpponentCard) {
    let from = opponent.strength_from;
    // Writing to a string cannot fail.
    let _ = match (&opponent.strength, opponent.opponent.kind) {
        (Some(strength), _) => {
            let why = if strength.scale.is_none() {
                "; the games do not tell a site whose ratings are known, so the estimate is the mean of all scales"
            } else {
                ""
            };
            writeln!(
                text,
                "  strength {strength}, from the moves of {}{why}",
                counted(from.games as u64, "game")
            )
        }
        (None, OpponentKind::Computer) => {
            writeln!(
                text,
                "  strength not estimated: no scale of ratings is known for programs"
            )
        }
        (None, _) => writeln!(text, "  strength not estimated: no moves were measured"),
    };
    if from.measured_by_another_table > 0 {
        let _ = writeln!(
            text,
            "  the moves of {} were measured by another table and are left out; 'opponent learn' with these \
             games in PGN measures them anew",
            counted(from.measured_by_another_table as u64, "game")
        );
    }
}

/// Writes everything of an opponent; `ageing` says how much less old games count, if that is much.
fn write_text(
    text: &mut String,
    shown: &OpponentDetails,
    recalled: &RecalledOpponent,
    ageing: Option<String>,
) {
    let opponent = &shown.card.opponent;
    // Writing to a string cannot fail.
    let described = described(&opponent.origin, opponent.kind);
    let _ = writeln!(text, "{} ({described})", opponent.name);
    if !opponent.aliases.is_empty() {
        let _ = writeln!(text, "  also {}", opponent.aliases.join(", "));
    }
    let _ = writeln!(text, "  {recalled}");
    if let Some(sentence) = ageing {
        let _ = writeln!(text, "  {sentence}");
    }
    write_strength(text, &shown.card);
    let _ = writeln!(
        text,
        "  played here: {}; learned: {}",
        opponent.games_played,
        opponent.games.saturating_sub(opponent.games_played)
    );
    let _ = writeln!(
        text,
        "  (-1 is the typical defensive player, +1 the typical attacking one)\n\nHabits that stand out"
    );
    if shown.habits.is_empty() {
        let _ = writeln!(text, "  none beyond chance");
    }
    for habit in &shown.habits {
        let _ = writeln!(text, "  {habit}");
    }
    for (title, groups) in [
        ("Results by the answer to them", &shown.by_objective),
        ("Results by opening, with both colours", &shown.by_opening),
    ] {
        // Of an opponent whose games were only learned, no answer is known.
        if groups.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{title}");
        let titles = ["they lost", "drawn", "they won", "unfinished"];
        let mut table = TextTable::new(&[""], &titles);
        for (name, group) in groups {
            table.row(&[
                name,
                &group.results.wins,
                &group.results.draws,
                &group.results.losses,
                &group.unfinished,
            ]);
        }
        text.push_str(&table.indented());
    }
    text.push_str(&last_games_text(&shown.last_games));
    text.push('\n');
}

fn last_games_text(games: &[RememberedGameInShort]) -> String {
    let mut table = TextTable::with_last(
        &["date", "their colour"],
        &["moves"],
        &["result", "opening"],
    );
    for game in games {
        table.row(&[
            &game.played_at.as_deref().unwrap_or("no date"),
            &game.color,
            &game.moves,
            &game.result.map_or("unfinished", |result| match result {
                SideResult::Win => "they lost",
                SideResult::Loss => "they won",
                SideResult::Draw => "drawn",
            }),
            &game.opening.as_deref().unwrap_or_default(),
        ]);
    }
    format!("\nLast games\n{}", table.indented())
}
