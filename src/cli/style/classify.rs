//! `bayeschess style classify`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use crate::cli::Verdict;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::model::StyleTable;
use crate::pgn::{PgnGame, ReadError, read_games};
use crate::style::{Evidence, Posterior, Style, observe_game};

/// Recognise how a player plays from his games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  bayeschess style classify games.pgn --names 'Karpov, Anatoly|Karpov,An' --per-game

Each game counts as one case: the average of what its moments say. The score is the average
log-odds of attacking against defensive for a game: the higher, the more attacking.")]
pub(super) struct Args {
    /// A PGN file; '-' reads standard input
    path: PathBuf,
    /// The spellings of the player's name, split by '|'
    #[arg(long, value_name = "A|B")]
    names: String,
    /// The style table [default: the one that ships with the program]
    #[arg(long, value_name = "F.csv")]
    model: Option<PathBuf>,
    /// Say it for every game as well
    #[arg(long)]
    per_game: bool,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct Figures {
    games: u64,
    games_read: u64,
    games_kept: u64,
    games_rejected: u64,
    style: &'static str,
    posterior: Posterior,
    score: f64,
    model: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    per_game: Vec<GameFigures>,
}

#[derive(Serialize)]
struct GameFigures {
    game: u64,
    white: String,
    black: String,
    color: &'static str,
    style: &'static str,
    posterior: Posterior,
    score: f64,
}

/// The table that the user named, or the shipped one.
pub(super) fn load_model(file: Option<&Path>) -> anyhow::Result<StyleTable> {
    Ok(match file {
        Some(file) => StyleTable::load(file)?,
        None => StyleTable::shipped()?,
    })
}

pub(super) fn run(args: &Args) -> anyhow::Result<Verdict> {
    let table = load_model(args.model.as_deref())?;
    let source: Box<dyn Read> = if args.path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(
            File::open(&args.path)
                .with_context(|| format!("{}: check the path", args.path.display()))?,
        )
    };
    let figures = classify(args, &table, source)?;
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures)?)?;
    }
    Ok(Verdict::Success)
}

fn classify(args: &Args, table: &StyleTable, source: Box<dyn Read>) -> anyhow::Result<Figures> {
    let names: Vec<String> = args.names.split('|').map(str::to_owned).collect();
    let recogniser = table.recogniser();
    let mut evidence = Evidence::default();
    let mut per_game = Vec::new();
    let mut games = read_games(source);
    while let Some(game) = games.next() {
        let game = match game {
            Ok(game) => game,
            Err(ReadError::Rejected(_)) => continue,
            Err(error) => return Err(error).with_context(|| args.path.display().to_string()),
        };
        let Some(color) = game.color_of(&names) else {
            continue;
        };
        let found = recogniser.evidence(&observe_game(&game.start, &game.moves, color));
        if found.games() == 0 {
            continue;
        }
        evidence.add(&found);
        if args.per_game {
            per_game.push(game_figures(&game, games.tally().read(), color, &found));
        }
    }
    let tally = games.tally();
    anyhow::ensure!(
        evidence.games() > 0,
        "{}: none of its {} readable games has a move of {}; check the spelling in --names",
        args.path.display(),
        tally.kept,
        names.join(" or ")
    );
    Ok(Figures {
        games: evidence.games(),
        games_read: tally.read(),
        games_kept: tally.kept,
        games_rejected: tally.rejected(),
        style: evidence.posterior().most_likely().name(),
        posterior: evidence.posterior(),
        score: evidence.score(),
        model: table.checksum().to_owned(),
        per_game,
    })
}

fn game_figures(
    game: &PgnGame,
    number: u64,
    color: shakmaty::Color,
    evidence: &Evidence,
) -> GameFigures {
    GameFigures {
        game: number,
        white: game.player(shakmaty::Color::White).to_owned(),
        black: game.player(shakmaty::Color::Black).to_owned(),
        color: color.fold_wb("white", "black"),
        style: evidence.posterior().most_likely().name(),
        posterior: evidence.posterior(),
        score: evidence.score(),
    }
}

fn text(figures: &Figures) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for game in &figures.per_game {
        writeln!(
            text,
            "game {:>5}  {} - {}: {} ({:.2}), score {:+.3}",
            game.game,
            game.white,
            game.black,
            game.style,
            probability(&game.posterior),
            game.score
        )?;
    }
    writeln!(
        text,
        "{} of {} games read, {} rejected: {}",
        figures.games, figures.games_read, figures.games_rejected, figures.style
    )?;
    for style in Style::ALL {
        writeln!(text, "  {style:<10} {:.4}", figures.posterior.of(style))?;
    }
    writeln!(
        text,
        "  score {:+.4} (attacking against defensive, log-odds of an average game)",
        figures.score
    )?;
    Ok(text)
}

fn probability(posterior: &Posterior) -> f64 {
    posterior.of(posterior.most_likely())
}
