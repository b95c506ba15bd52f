//! Options that `match` and `tournament` share: search limits, openings, adjudication, outputs.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use serde_json::{Value, json};

use super::super::output::JsonFlag;
use super::super::run_status::RunStatus;
use crate::cli::options::{ForceFlag, OnOff, SeedArg, ThreadsArg};
use bayeschess::arena::external::{EngineTimeouts, OutputCheck};
use bayeschess::arena::tournament::AfterCrash;
use bayeschess::arena::{TournamentStandings, opening_seed};
use bayeschess::play::GameRules;
use bayeschess::play::openings::MOST_OPENING_PLIES;
use bayeschess::play::score_adjudication::{DrawRule, ResignRule, ScoreRules};
use bayeschess::play::time_control::{ThinkingLimits, TimeControl};
use bayeschess::play::{
    Adjudication, AdjudicationThresholds, OpeningCut, OpeningFile, OpeningOrder, Openings,
    RANDOM_OPENINGS, RandomOpenings, SHIPPED_OPENINGS,
};
use bayeschess::units::Ply;

/// All options but the players and the number of games.
#[derive(Debug, clap::Args)]
pub struct MatchConditions {
    #[command(flatten)]
    thinking: MatchThinkingArgs,
    #[command(flatten)]
    pub(in crate::cli) seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Openings: 'random' (equal material), 'shipped' (500 balanced ones of twelve plies), or an EPD, FEN
    /// or PGN file [default: random]
    #[arg(long, value_name = "random|shipped|FILE")]
    openings: Option<PathBuf>,
    /// Plies of a random opening, or of each PGN game [default: 8]
    ///
    /// Without this option PGN games without a result (*) are used to their end.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_OPENING_PLIES)))]
    opening_plies: Option<u16>,
    /// Use the openings of a file in their order; otherwise they are shuffled
    #[arg(long, requires = "openings")]
    in_order: bool,
    /// End decided games early by material count; its errors make the players look closer in strength
    #[arg(long, value_name = "on|off", value_enum, default_value_t = OnOff::Off)]
    adjudicate: OnOff,
    /// A side loses if both players' scores put it CP centipawns behind for MOVES moves in a row
    #[arg(long, value_name = "MOVES,CP")]
    resign: Option<ResignRule>,
    /// From move FROM on, a game is drawn if both players' scores are within CP centipawns of 0 for
    /// MOVES moves in a row
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw: Option<DrawRule>,
    /// A game of this many plies, opening included, is a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    #[command(flatten)]
    watch: EngineCheckArgs,
    #[command(flatten)]
    pub(in crate::cli) outputs: MatchOutputArgs,
}

/// How external engines are supervised.
#[derive(Debug, clap::Args)]
struct EngineCheckArgs {
    /// Milliseconds that a player may exceed its clock by before it loses on time
    #[arg(long, value_name = "MS", default_value_t = 0)]
    time_margin: u64,
    /// Seconds that an external engine may take to start, to stop, or to answer when it is late
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = patience)]
    patience: f64,
    /// Seconds that an external engine may think about a move without a clock (by nodes or depth)
    #[arg(long, value_name = "S", default_value_t = 120.0, value_parser = patience)]
    longest_move: f64,
    /// Check all output of external engines (legal lines, correct mate scores, best move first) and
    /// count errors; exit code 1 if there was any, or a game was lost by an engine's fault
    #[arg(long)]
    strict: bool,
    /// End the match if an external engine crashes or hangs, instead of restarting it; the exit code is then 1
    #[arg(long)]
    no_restart: bool,
}

/// The outputs of a match or tournament.
#[derive(Debug, clap::Args)]
pub struct MatchOutputArgs {
    /// Write the games to this PGN file as they end, with scores, depths and clocks
    #[arg(long, value_name = "FILE", visible_alias = "pgn-out")]
    pub(in crate::cli) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) force: ForceFlag,
    /// Store finished games in this file, so that the same command continues an interrupted run
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) journal: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) output: JsonFlag,
    /// Print CSV instead of text
    #[arg(long, conflicts_with = "json")]
    pub(in crate::cli) csv: bool,
}

/// Search limits for each move.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct MatchThinkingArgs {
    /// Maximum number of nodes per search; such a run can be repeated exactly
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Maximum depth of a search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=127))]
    depth: Option<u16>,
    /// Time for each move in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Time control in seconds, such as 5+0.05, 10 or 40/60+0.6
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
}

fn patience(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("give seconds, 0.01 to 86400".to_owned()),
    }
}

/// Parses a number of games; it must be even, since games come in pairs.
pub(in crate::cli) fn even_games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(games) if games > 0 && games.is_multiple_of(2) => Ok(games),
        Ok(games) => Err(format!(
            "games come in pairs with colours changed; give an even number such as {}",
            games.saturating_add(games % 2).max(2)
        )),
        Err(_) => Err("expected an even number, such as 1000".to_owned()),
    }
}

impl MatchConditions {
    /// The search limits of a player without limits of its own.
    pub(in crate::cli) fn thinking(&self) -> ThinkingLimits {
        let MatchThinkingArgs {
            nodes,
            depth,
            movetime,
            tc,
        } = self.thinking;
        let mut thinking = ThinkingLimits {
            clock: tc,
            move_time: movetime.map(Duration::from_millis),
            nodes: None,
            depth,
        };
        if !thinking.is_bounded() {
            thinking.nodes = Some(nodes);
        }
        thinking
    }

    /// The number of games played at the same time.
    pub(in crate::cli) fn threads(&self) -> NonZeroUsize {
        self.threads.count()
    }

    /// The timeouts for external engines.
    pub(in crate::cli) fn patience(&self) -> EngineTimeouts {
        EngineTimeouts {
            answer: Duration::from_secs_f64(self.watch.patience),
            untimed_move: Duration::from_secs_f64(self.watch.longest_move),
        }
    }

    /// How much of the external engines' output is checked.
    pub(in crate::cli) const fn check(&self) -> OutputCheck {
        if self.watch.strict {
            OutputCheck::Output
        } else {
            OutputCheck::Moves
        }
    }

    /// Whether a crashed engine is restarted.
    pub(in crate::cli) const fn after_crash(&self) -> AfterCrash {
        if self.watch.no_restart {
            AfterCrash::Stop
        } else {
            AfterCrash::Restart
        }
    }

    /// The exit status that the counted faults mean.
    pub(in crate::cli) fn verdict(&self, sheet: &TournamentStandings) -> RunStatus {
        let faulty = sheet
            .players
            .iter()
            .any(|player| player.faults.total() + player.conduct.lapses.total() > 0);
        if sheet.crash.is_some() || self.watch.strict && faulty {
            RunStatus::Findings
        } else {
            RunStatus::Success
        }
    }

    /// The rules that end a game.
    pub(in crate::cli) fn rules(&self) -> GameRules {
        GameRules {
            margin: Duration::from_millis(self.watch.time_margin),
            adjudication: match self.adjudicate {
                OnOff::On => Adjudication::Enforced(AdjudicationThresholds::default()),
                OnOff::Off => Adjudication::Off,
            },
            by_score: ScoreRules {
                resign: self.resign,
                draw: self.draw,
            },
            max_plies: Ply(self.max_plies),
        }
    }

    /// The openings, and their description for a journal.
    pub(in crate::cli) fn openings(&self) -> anyhow::Result<(Openings, Value)> {
        let seed = opening_seed(self.seed.seed);
        let usual = RandomOpenings::default();
        let plies = self.opening_plies.map_or(usual.plies, Ply);
        let cut = self
            .opening_plies
            .map_or(OpeningCut::Games(plies), |plies| OpeningCut::At(Ply(plies)));
        let named = self.openings.as_deref();
        let file = match named.filter(|file| file.as_os_str() != RANDOM_OPENINGS) {
            None => {
                ensure!(
                    plies.0 < self.max_plies,
                    "--max-plies {} ends every game before its first move: random openings have {} plies; give a greater number",
                    self.max_plies,
                    plies.0
                );
                let named = json!({"random_plies": plies.0});
                return Ok((
                    Openings::random(RandomOpenings { plies, ..usual }, seed),
                    named,
                ));
            }
            Some(file) if file.as_os_str() == SHIPPED_OPENINGS => OpeningFile::shipped(cut)?,
            Some(file) => OpeningFile::read_cut(file, cut)?,
        };
        let order = if self.in_order {
            OpeningOrder::AsListed
        } else {
            OpeningOrder::Shuffled
        };
        let named = json!({"file": file.checksum, "order": order, "plies": self.opening_plies});
        Ok((Openings::listed(file.openings, order, seed), named))
    }

    /// Returns the file of openings, if one was named.
    pub(in crate::cli) fn openings_file(&self) -> Option<&Path> {
        self.openings.as_deref()
    }

    /// All settings that affect the games, for a journal.
    pub(in crate::cli) fn named(&self) -> Value {
        json!({
            "seed": self.seed.seed,
            "adjudicate": self.adjudicate == OnOff::On,
            "by_score": self.rules().by_score,
            "max_plies": self.max_plies,
            "time_margin_ms": self.watch.time_margin,
            "strict": self.watch.strict,
        })
    }
}
