//! `bayeschess style norms`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bayeschess::files::{check_not_input, check_output};
use bayeschess::foreign::shell_path;
use bayeschess::learn::style::count_norms;
use bayeschess::model::{StyleModel, is_shipped_style, load_style_model};
use bayeschess::shard::{
    CountedCollections, HabitTableShards, NormsShards, ShardedWork, StrengthShards,
};
use bayeschess::style::{Population, PopulationNorms, RatingBand};
use serde::Serialize;

use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::{
    DuplicateArgs, IngestJson, PgnInputArgs, ReadingProgress, ingest_text, verdict,
};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;

/// Count the usual habits of the players of these games, by population and rating
///
/// A style model compares players with peers of the same population and rating. This command counts peers: both
/// players of every finished game, without labels. Games of masters are left out, since 'style train' counts
/// those, and games whose population is unknown. Join the result with a style model by 'model merge'.
///
/// With --strength it counts instead how much the moves of rated players lose, for the ratings that 'style
/// classify' estimates. Every position of every finished game is searched with 1000 nodes; the loss of a move is
/// the fall of the expected points.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style norms lichess.pgn.zst club.pgn --out norms.toml
  bayeschess model merge shipped norms.toml --out better.toml
      the shipped style model, which then knows these players' peers
  bayeschess style norms engines.pgn --population engine --out engines.toml

The population of a game follows from its tags: Site (lichess.org, chess.com, freechess.org), else \
TimeControl and ratings (online), else a place and ratings below 2200 (board).

  bayeschess style norms lichess.pgn.zst --table --out habits.csv
      a row for each population, rating band, time class, colour and opening

  bayeschess style norms lichess.pgn.zst --strength --out strength.toml
  bayeschess style norms lichess.pgn.zst --strength --evaluate

  bayeschess shard plan --out m.shards --parts 8 -- style norms month.pgn.zst
      a count in parts: done parts are kept, and other machines can help

With --strength a core measures about 25 games a second; 'shard' divides the games over machines. \
Ctrl-C keeps the measured games in a file beside --out that ends in .part; the same command continues from there.

--evaluate divides the players into five parts and judges each part by the other four. R2 is the share of \
the variance of ratings within a scale (site and pace) that the estimates explain, with its 95 % interval \
from 1000 resamples of the players; 0 is as good as the mean of the scale.")]
pub(super) struct StyleNormsArgs {
    #[command(flatten)]
    pub(super) reading: PgnInputArgs,
    #[command(flatten)]
    pub(super) twice: DuplicateArgs,
    /// Population of the players: board, lichess, chesscom, fics, online or engine; with --strength also masters
    /// [default: by each game's tags]
    #[arg(long, value_name = "P")]
    pub(super) population: Option<Population>,
    /// Sort the values of habits into the classes of this model, a file or shipped, so that both can be merged (not for
    /// classic)
    /// [default: shipped]
    #[arg(long, value_name = "MODEL", conflicts_with = "strength")]
    like: Option<PathBuf>,
    /// The model file to write, or the table of --table; it holds only what was counted now
    #[arg(long, value_name = "FILE", required_unless_present = "evaluate")]
    pub(super) out: Option<PathBuf>,
    /// Count how much the moves of rated players lose, for a strength model
    #[arg(long)]
    pub(super) strength: bool,
    /// Count every habit by population, rating band, time class, colour and opening, into a table (CSV)
    #[arg(long, conflicts_with_all = ["strength", "like"])]
    pub(super) table: bool,
    /// With --strength: measure how well the ratings of left-out players are estimated
    #[arg(long, requires = "strength")]
    pub(super) evaluate: bool,
    #[command(flatten)]
    pub(super) force: ForceFlag,
    #[command(flatten)]
    pub(super) json: JsonFlag,
}

#[derive(Serialize)]
struct StyleNormsJson {
    #[serde(flatten)]
    account: IngestJson,
    sides: u64,
    passed_over: u64,
    populations: Vec<PopulationJson>,
    checksum: String,
}

/// The number of players' games counted of a population.
#[derive(Serialize)]
pub(in crate::cli) struct PopulationJson {
    population: &'static str,
    sides: u64,
    bands: Vec<BandJson>,
}

#[derive(Serialize)]
struct BandJson {
    /// The lowest rating of the band; null for games without ratings.
    from_rating: Option<u16>,
    sides: u64,
}

/// Returns the populations of norms with their rating bands.
pub(in crate::cli) fn populations(norms: &PopulationNorms) -> Vec<PopulationJson> {
    let of = |population| {
        let bands: Vec<BandJson> = RatingBand::all()
            .map(|band| BandJson {
                from_rating: band.lowest(),
                sides: norms.sides(population, band),
            })
            .filter(|band| band.sides > 0)
            .collect();
        PopulationJson {
            population: population.name(),
            sides: bands.iter().map(|band| band.sides).sum(),
            bands,
        }
    };
    Population::ALL
        .into_iter()
        .map(of)
        .filter(|population| population.sides > 0)
        .collect()
}

/// A row for each population.
pub(in crate::cli) fn populations_text(populations: &[PopulationJson]) -> String {
    let mut table = TextTable::with_last(&["population"], &["sides of games"], &["ratings"]);
    for population in populations {
        let rated = population.bands.iter().filter_map(|band| band.from_rating);
        let span = match (rated.clone().min(), rated.max()) {
            (Some(low), Some(high)) => format!("{low} to {}", high + 199),
            _ => "unknown".to_owned(),
        };
        table.row(&[&population.population, &population.sides, &span]);
    }
    table.indented()
}

impl StyleNormsArgs {
    /// Returns the counting as work to be divided.
    pub(super) fn shards(&self) -> anyhow::Result<Box<dyn ShardedWork>> {
        anyhow::ensure!(
            !self.evaluate,
            "'style norms --evaluate' cannot be divided, since a player's games may stand in several parts"
        );
        let (sources, options) = self.reading.resolve(self.twice.duplicates())?;
        let collections = CountedCollections {
            sources,
            options,
            population: self.population,
        };
        if self.strength {
            return Ok(Box::new(StrengthShards::new(collections)?));
        }
        if self.table {
            return Ok(Box::new(HabitTableShards { collections }));
        }
        self.refuse_masters()?;
        Ok(Box::new(NormsShards {
            collections,
            like: self.like()?,
            like_file: self.like_file().map(Path::to_owned),
        }))
    }

    fn refuse_masters(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.population != Some(Population::Masters),
            "--population masters: what is usual among masters is counted by 'style train'; name another population"
        );
        Ok(())
    }

    /// The model whose class borders are used.
    fn like(&self) -> anyhow::Result<StyleModel> {
        Ok(match &self.like {
            Some(model) => load_style_model(model)?,
            None => StyleModel::shipped()?,
        })
    }

    /// The file of that model; `None` for the shipped one.
    fn like_file(&self) -> Option<&Path> {
        self.like
            .as_deref()
            .filter(|model| !is_shipped_style(model))
    }
}

pub(super) fn run(args: &StyleNormsArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    let out = args.out.as_deref().context("name a file with --out")?;
    check_output(out, existing)?;
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    args.reading.check_not_input(out, &sources)?;
    check_not_input(out, args.like_file())?;
    args.refuse_masters()?;
    let like = args.like()?;
    let meter = ReadingProgress::new();
    let borders = like.knowledge().borders();
    let (counted, account) =
        count_norms(&sources, &options, borders, args.population, |progress| {
            meter.show(progress);
            ControlFlow::Continue(())
        });
    if counted.sides == 0 {
        verdict(&account, RunStatus::Success)?;
        anyhow::bail!(
            "none of the {} games tells who played it; say so with --population",
            account.tally.kept
        );
    }
    let model = StyleModel::new(counted.knowledge, Vec::new(), String::new());
    model.save(out, existing)?;
    let found = populations(model.knowledge().norms());
    if args.json.json {
        print_json(&StyleNormsJson {
            account: IngestJson::of(&account),
            sides: counted.sides,
            passed_over: counted.passed_over,
            populations: found,
            checksum: model.checksum().to_owned(),
        })?;
    } else {
        print(&format!(
            "{}{} sides counted, {} of masters or of players of no known population left out\n{}written: {} (checksum {})\n\
             next: bayeschess model merge {} {} --out BOTH.toml\n",
            ingest_text(&account)?,
            counted.sides,
            counted.passed_over,
            populations_text(&found),
            out.display(),
            model.checksum(),
            shell_path(args.like_file().unwrap_or(Path::new("shipped"))),
            shell_path(out),
        ))?;
    }
    verdict(&account, RunStatus::Success)
}
