//! `bayeschess style classify`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use anyhow::{bail, ensure};
use serde::Serialize;

use super::classified_games::{ClassifiedGame, ClassifiedGameJson, ClassifiedGames};
use super::judgement::StyleJudgement;
use super::player_names::PlayerNames;
use crate::cli::output::{JsonFlag, counted, print, print_json};
use crate::cli::pgn::game_source::GameSourceArgs;
use crate::cli::pgn::reading::{source_names, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::model::AnyStyleModel;
use bayeschess::opponent::StyleEstimate;
use bayeschess::pgn::{IngestEvent, IngestOptions, IngestSummary, ingest};
use bayeschess::record::Game;
use bayeschess::strength::StrengthEstimate;
use bayeschess::style::{AxisScore, Population, Recogniser, Style};

/// Recognise a player's style (attacking, defensive, mixed) from their games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style classify games.pgn --names 'Tal, Mihail|Tal,M' --per-game
  bayeschess style classify --db games.db --names 'Tal, Mihail|Tal,M'

Games with exactly a spelling given in --names count. If there are none, compatible spellings count (Tal, M; \
Mihail Tal; or a pattern, as in 'style report'), provided that they all fit one player.

The score rises from defensive to attacking: -1 is the typical defensive player, +1 the typical \
attacking one. It lies in its interval with 95 % probability; a single game says little. Players are compared with \
peers: the same kind of play, the same rating. If the tags of the games do not show who the peers are, \
the interval is wide; say it with --population.

A second score rises from simplifying (-1: exchanges pieces and queens, clears the tension) to complicating (+1: \
keeps pieces and tension on). It needs more games than the first.

The strength is estimated from how much the moves lose, in the last 100 games of the site and pace that the player \
plays most. It is a rating of that site and pace alone. Games of that site without ratings are compared with peers of \
this rating.

With --model classic the four attributes of 2005 judge; their score is the average log-odds of \
attacking against defensive for a game, and has no interval.")]
pub(super) struct StyleClassifyArgs {
    #[command(flatten)]
    games: GameSourceArgs,
    /// The player's name; several spellings are separated by '|'
    #[arg(long, value_name = "A|B")]
    names: String,
    /// The style model: a file, shipped, or classic (the table of 2005)
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    model: String,
    /// Population of the players: masters, board, lichess, chesscom, fics, online or engine [default: by each
    /// game's tags]
    #[arg(long, value_name = "P")]
    population: Option<Population>,
    /// Also show the style of every single game
    #[arg(long)]
    per_game: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct StyleClassifyJson {
    games: u64,
    games_read: u64,
    games_kept: u64,
    games_duplicate: u64,
    games_rejected: u64,
    #[serde(flatten)]
    opinion: StyleJudgement,
    /// The population that the player is compared with; null if unknown.
    population: Option<Population>,
    /// The rating estimated from the moves; null if no rating scale is known.
    strength: Option<StrengthEstimate>,
    /// Number of games without ratings, for which the player is compared with peers of the estimated rating.
    rated_by_moves: u64,
    /// The spellings found in place of the given ones, with the number of games of each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    spellings: BTreeMap<String, u64>,
    model: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    per_game: Vec<ClassifiedGameJson>,
}

pub(super) fn run(args: &StyleClassifyArgs) -> anyhow::Result<RunStatus> {
    let names = PlayerNames::parse(&args.names)?;
    let model = AnyStyleModel::load(&args.model)?;
    let (figures, account) = classify(args, &names, &model)?;
    if figures.games == 0 {
        verdict(&account, RunStatus::Success)?;
        bail!(
            "{}: none of its {} readable games has a move of {}; check the spelling in --names, or list the names \
             with 'bayeschess pgn stats'",
            source_names(&account),
            account.tally.kept,
            names.described()
        );
    }
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures)?)?;
    }
    // Damaged sources are reported; the result is for what could be read.
    verdict(&account, RunStatus::Success)
}

fn classify(
    args: &StyleClassifyArgs,
    names: &PlayerNames,
    model: &AnyStyleModel,
) -> anyhow::Result<(StyleClassifyJson, IngestSummary)> {
    let recogniser = model.recogniser(&args.model)?;
    ensure!(
        args.population.is_none() || matches!(recogniser, Recogniser::Habits(_)),
        "--population is for models by habits; the classic recogniser compares with nobody: leave it out"
    );
    let sources = args.games.find()?;
    let mut games = ClassifiedGames::default();
    let account = ingest(
        &sources,
        &IngestOptions::default(),
        || |game: &Game| ClassifiedGame::of(game, names, &recogniser, args.population),
        |event| {
            if let IngestEvent::Game {
                place,
                value: Some(found),
                ..
            } = event
            {
                games.add(found, place.game, &recogniser, args.per_game);
            }
            ControlFlow::Continue(())
        },
    );
    names.check_one_player(&games.spellings)?;
    games.finish(&recogniser, args.population)?;
    let figures = StyleClassifyJson {
        games: games.all.games(),
        games_read: account.tally.read(),
        games_kept: account.tally.kept,
        games_duplicate: account.tally.duplicates,
        games_rejected: account.tally.rejected(),
        opinion: games.all.opinion(&recogniser),
        population: games.all.population(),
        strength: games.strength,
        rated_by_moves: games.rated_by_moves,
        spellings: games.spellings,
        model: model.checksum().to_owned(),
        per_game: games.per_game,
    };
    Ok((figures, account))
}

fn text(figures: &StyleClassifyJson) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for game in &figures.per_game {
        writeln!(
            text,
            "game {:>5}  {} - {}: {}, score {:+.3}",
            game.game,
            game.white,
            game.black,
            style_text(&game.opinion),
            game.opinion.score
        )?;
    }
    writeln!(
        text,
        "{} of {} games read, {} rejected: {}",
        figures.games,
        figures.games_read,
        figures.games_rejected,
        style_text(&figures.opinion)
    )?;
    for (name, games) in &figures.spellings {
        writeln!(text, "  '{name}' in {}", counted(*games, "game"))?;
    }
    for style in Style::ALL {
        writeln!(
            text,
            "  {style:<10} {:.4}",
            figures.opinion.posterior.of(style)
        )?;
    }
    write_score(&mut text, figures)?;
    if let Some(strength) = &figures.strength {
        writeln!(text, "  strength {strength}")?;
        if figures.rated_by_moves > 0 {
            writeln!(
                text,
                "  compared with peers of this strength in {} games without ratings",
                figures.rated_by_moves
            )?;
        }
    }
    Ok(text)
}

/// Writes the score with its interval, both axes and the peers; models of 2005 have a score alone.
fn write_score(text: &mut String, figures: &StyleClassifyJson) -> std::fmt::Result {
    let opinion = &figures.opinion;
    let Some([low, high]) = opinion.score_interval_95 else {
        return writeln!(
            text,
            "  score {:+.4} (attacking against defensive, log-odds of an average game)",
            opinion.score
        );
    };
    writeln!(
        text,
        "  score {:+.2}, with 95 % probability between {low:+.2} and {high:+.2} (-1 defensive, +1 attacking)",
        opinion.score
    )?;
    write_complicating(text, opinion)?;
    match figures.population {
        Some(population) => writeln!(text, "  compared with {}", population.description()),
        None => writeln!(
            text,
            "  no peers are known (from the tags Site and WhiteElo, or in this model), so the interval is wide; --population names them"
        ),
    }
}

/// Writes the style if it may be named, else the most likely one as such.
fn style_text(opinion: &StyleJudgement) -> String {
    let score = opinion.axes.map(|axes| axes.attacking);
    StyleEstimate::named(&opinion.posterior, score).map_or_else(
        || {
            let likely = StyleEstimate::of(&opinion.posterior);
            format!("not known yet, at best {likely}")
        },
        |named| named.to_string(),
    )
}

/// Writes the score on the second axis, if there is one.
fn write_complicating(text: &mut String, opinion: &StyleJudgement) -> std::fmt::Result {
    let complicating = opinion.axes.and_then(|axes| axes.complicating);
    let Some(AxisScore {
        score,
        score_interval_95: [low, high],
    }) = complicating
    else {
        return Ok(());
    };
    writeln!(
        text,
        "  score {score:+.2}, with 95 % probability between {low:+.2} and {high:+.2} (-1 simplifying, +1 complicating)"
    )
}
