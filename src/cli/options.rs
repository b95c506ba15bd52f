//! Options that several commands share: one name, one meaning, one default.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use bayeschess::files::{Existing, check_folder, folder_of};
use bayeschess::model::default_table_path;
use bayeschess::opponent::AnswerPolicy;
use bayeschess::play::time_control::ThinkingLimits;
use bayeschess::store::Store;

use super::database_file::{self, named_or_default, named_or_default_to_write};

/// `--force`.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct ForceFlag {
    /// Replace output files that already exist
    #[arg(long)]
    force: bool,
}

impl ForceFlag {
    /// What happens to an output file that already exists.
    pub const fn existing(self) -> Existing {
        Existing::from_force(self.force)
    }
}

/// `--threads`.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct ThreadsArg {
    /// Number of threads, in matches of games at once; without a clock results do not depend on
    /// it [default: one per processor core]
    #[arg(long, value_name = "N", visible_alias = "concurrency")]
    threads: Option<NonZeroUsize>,
}

impl ThreadsArg {
    /// The number of threads: as given, else one per processor core.
    pub fn count(self) -> NonZeroUsize {
        self.threads
            .or_else(|| thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
    }

    /// The number of threads, if one was given.
    pub const fn given(self) -> Option<NonZeroUsize> {
        self.threads
    }
}

/// `--seed`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct SeedArg {
    /// Seed of all random draws; the same seed repeats the same draws
    #[arg(long = "seed", value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl Default for SeedArg {
    fn default() -> Self {
        Self { seed: 1 }
    }
}

/// `--db`.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct DatabaseArg {
    /// Database of games [default: bayeschess.db in $BAYESCHESS_HOME, or else in your data folder]
    #[arg(long, visible_alias = "database", value_name = "FILE")]
    db: Option<PathBuf>,
}

impl DatabaseArg {
    /// The named database, or the default one.
    pub fn file(&self) -> anyhow::Result<PathBuf> {
        named_or_default(self.given())
    }

    /// The named database, or the default one, whose folder is created if it is missing.
    pub fn file_to_write(&self) -> anyhow::Result<PathBuf> {
        named_or_default_to_write(self.given())
    }

    /// The named database, if there is one.
    pub fn given(&self) -> Option<&Path> {
        self.db.as_deref()
    }

    /// Opens the named database, or the default one, to read it.
    pub fn open_to_read(&self) -> anyhow::Result<Store> {
        database_file::open_to_read(self.given())
    }
}

/// `--top`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct TopArg {
    /// Number of rows to list
    #[arg(long = "top", value_name = "N", default_value_t = 20)]
    pub rows: usize,
}

/// `--run`.
#[derive(clap::Args, Clone, Debug)]
pub struct RunArg {
    /// Use only this self-play run; 'db info' lists the runs
    #[arg(long = "run", value_name = "ID", default_value = "all")]
    pub run: String,
}

/// `--out` of a heuristic table.
#[derive(clap::Args, Clone, Debug)]
pub struct TableOutArg {
    /// The table to write (.csv); its card, a .toml that says where it came from, goes next to it [default:
    /// heuristic.csv in your data folder, where 'learned' finds it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl TableOutArg {
    /// The file to write. The default folder belongs to this program and is created if missing.
    pub fn file(&self) -> anyhow::Result<PathBuf> {
        if let Some(file) = &self.out {
            return Ok(file.clone());
        }
        let file = default_table_path().context(
            "there is no home folder for the table; name a file with --out, or set BAYESCHESS_HOME",
        )?;
        let folder = folder_of(&file);
        check_folder(folder)?;
        std::fs::create_dir_all(folder).with_context(|| {
            format!(
                "{}: cannot be created; name a file with --out",
                folder.display()
            )
        })?;
        Ok(file)
    }
}

/// Search limits for single positions.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct PositionLimitArgs {
    /// Time for each move in milliseconds
    #[arg(long, visible_alias = "time", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// Maximum number of nodes per search; such a run can be repeated exactly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Maximum depth of a search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=127))]
    pub depth: Option<u16>,
}

impl PositionLimitArgs {
    /// The limits; `usual` milliseconds if none was given.
    pub fn thinking(&self, usual: u64) -> ThinkingLimits {
        let is_bounded = self.nodes.is_some() || self.depth.is_some();
        let time = self.movetime.or((!is_bounded).then_some(usual));
        ThinkingLimits {
            clock: None,
            move_time: time.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}

/// How the engine plays in `play`, `uci` and `xboard`.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct EngineArgs {
    /// The heuristic: learned, modern:learned, initial, modern:initial, random, modern:random or a table file
    ///
    /// The default, modern:learned, is the strongest. A learned one and a table file adapt to the opponent; with an
    /// objective (learned:min-loss) they do not.
    #[arg(long, value_name = "HEURISTIC")]
    pub heuristic: Option<String>,

    /// The objective: adapt (to the opponent), max-win, min-loss, max-draw or min-draw [default:
    /// adapt]
    #[arg(long, value_name = "OBJECTIVE")]
    pub objective: Option<String>,

    /// The rule that answers the opponent while the objective is adapt [default: adapt]
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<PolicyArg>,

    /// Style model for recognising the opponent's style [default: shipped]
    #[arg(long, value_name = "FILE")]
    pub style_table: Option<String>,
}

impl EngineArgs {
    /// The heuristic, `modern:learned` by default.
    pub fn heuristic(&self) -> &str {
        self.heuristic.as_deref().unwrap_or("modern:learned")
    }

    /// The objective, `adapt` by default.
    pub fn objective(&self) -> &str {
        self.objective.as_deref().unwrap_or("adapt")
    }
}

/// The values of `--policy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PolicyArg {
    /// By the expected gain of each way of playing against this opponent.
    #[default]
    Adapt,
    /// By the opponent's most likely style and the material, as in 2005.
    Thesis,
}

impl PolicyArg {
    /// The name, as the option `Policy` of protocols takes it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl From<PolicyArg> for AnswerPolicy {
    fn from(policy: PolicyArg) -> Self {
        match policy {
            PolicyArg::Adapt => Self::Adapt,
            PolicyArg::Thesis => Self::Thesis,
        }
    }
}

/// The values of `--adjudicate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OnOff {
    /// A game ends when one side is clearly ahead, or after a long time without progress.
    On,
    /// Only the rules of chess and --max-plies end a game.
    Off,
}
