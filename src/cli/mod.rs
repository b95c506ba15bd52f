//! The command tree: one file per command, with its arguments, its help and its `run`.
//!
//! Only this module prints, and only it uses `anyhow`. A command returns a [`RunStatus`] or an error;
//! `main` turns those into exit codes.

mod analyse;
mod arguments;
mod bench;
mod book;
mod completions;
mod database_file;
mod db;
mod experiment;
mod facts;
mod fit;
mod foreign_options;
mod former;
mod game_archive;
mod genfens;
mod groups;
mod interrupt;
mod lab;
mod learn;
mod man;
mod matches;
mod mate;
mod model;
mod number_faults;
mod opponent;
mod options;
mod output;
#[cfg(feature = "serve")]
mod page_run;
mod perft;
mod pgn;
mod play;
mod position_words;
mod progress_lines;
mod protocol_engine;
mod quickstart;
mod run_status;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod shard;
mod style;
mod suite;
mod text_table;
mod tournament;
mod train;
mod tune;
mod uci;
mod xboard;

use std::io::{self, IsTerminal as _};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub use run_status::RunStatus;

/// A chess engine that learns from its own games by naive Bayes and gets to know its opponents.
#[derive(Debug, Parser)]
#[command(
    name = "bayeschess",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<TopCommand>,
    /// Work as the run of this folder, which the page of `serve` started
    #[cfg(feature = "serve")]
    #[arg(long, global = true, hide = true, value_name = "FOLDER")]
    page_run: Option<std::path::PathBuf>,
}

#[derive(Debug, Subcommand)]
enum TopCommand {
    Quickstart(quickstart::QuickstartArgs),
    Selfplay(selfplay::SelfplayArgs),
    Learn(learn::LearnArgs),
    Train(train::TrainArgs),
    Tune(tune::TuneArgs),
    Fit(fit::FitArgs),
    Model(model::ModelArgs),
    Match(Box<matches::MatchArgs>),
    Tournament(Box<tournament::TournamentArgs>),
    Experiment(experiment::ExperimentArgs),
    Lab(Box<lab::LabArgs>),
    Suite(Box<suite::SuiteArgs>),
    Pgn(pgn::PgnArgs),
    Style(style::StyleArgs),
    Play(play::PlayArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Uci(uci::UciArgs),
    #[command(name = "xboard")]
    XBoard(xboard::XboardArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Analyse(Box<analyse::AnalyseArgs>),
    Mate(mate::MateArgs),
    Book(book::BookArgs),
    Db(db::DbArgs),
    Opponent(opponent::OpponentArgs),
    Shard(shard::ShardArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    #[command(hide = true)]
    Genfens(genfens::GenfensArgs),
}

impl Cli {
    /// Parses the arguments of the process; wrong ones end it with a message.
    pub fn from_arguments() -> anyhow::Result<Self> {
        let arguments = arguments::complete(std::env::args_os());
        if let Some(sentence) = former::answer(&arguments) {
            anyhow::bail!(sentence);
        }
        let matches = groups::grouped(Self::command()).try_get_matches_from(arguments);
        let matches = matches.unwrap_or_else(|error| number_faults::explained(error).exit());
        Ok(Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()))
    }

    /// Runs the chosen command.
    pub fn run(&self) -> anyhow::Result<RunStatus> {
        interrupt::catch_signals()?;
        #[cfg(feature = "serve")]
        let _at_work = self.page_run.as_deref().map(page_run::enter).transpose()?;
        let verdict = self.dispatch();
        interrupt::let_signal_end();
        let verdict = verdict?;
        Ok(if interrupt::was_raised() {
            RunStatus::Stopped
        } else {
            verdict
        })
    }

    fn dispatch(&self) -> anyhow::Result<RunStatus> {
        let Some(command) = &self.command else {
            return without_command();
        };
        match command {
            TopCommand::Quickstart(args) => quickstart::run(args),
            TopCommand::Selfplay(args) => selfplay::run(args),
            TopCommand::Learn(args) => learn::run(args),
            TopCommand::Train(args) => train::run(args),
            TopCommand::Tune(args) => tune::run(args),
            TopCommand::Shard(args) => shard::run(args),
            TopCommand::Fit(args) => fit::run(args),
            TopCommand::Model(args) => model::run(args),
            TopCommand::Match(args) => matches::run(args),
            TopCommand::Tournament(args) => tournament::run(args),
            TopCommand::Experiment(args) => experiment::run(args),
            TopCommand::Lab(args) => lab::run(args),
            TopCommand::Suite(args) => suite::run(args),
            TopCommand::Pgn(args) => pgn::run(args),
            TopCommand::Style(args) => style::run(args),
            TopCommand::Play(args) => play::run(args),
            #[cfg(feature = "serve")]
            TopCommand::Serve(args) => serve::run(args),
            TopCommand::Uci(args) => uci::run(args),
            TopCommand::XBoard(args) => xboard::run(args),
            TopCommand::Perft(args) => perft::run(args),
            TopCommand::Bench(args) => bench::run(args),
            TopCommand::Analyse(args) => analyse::run(args),
            TopCommand::Mate(args) => mate::run(args),
            TopCommand::Book(args) => book::run(args),
            TopCommand::Db(args) => db::run(args),
            TopCommand::Opponent(args) => opponent::run(args),
            TopCommand::Completions(args) => completions::run(args, Self::command()),
            TopCommand::Man(args) => man::run(args, Self::command()),
            TopCommand::Genfens(args) => genfens::run(args),
        }
    }
}

/// Without a command: prints the help in a terminal; otherwise runs as a UCI engine, since chess
/// programs may start an engine without arguments.
fn without_command() -> anyhow::Result<RunStatus> {
    if io::stdin().is_terminal() {
        groups::grouped(Cli::command()).print_help()?;
        return Ok(RunStatus::Success);
    }
    uci::run(&uci::UciArgs::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines longer than a terminal are wrapped, so each must be a whole paragraph.
    #[test]
    fn long_lines_behind_the_options_are_whole_paragraphs() {
        fn check(command: &clap::Command, examples_too: bool) {
            let text = command.get_after_help().map(ToString::to_string);
            let text = text.unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            for pair in lines.windows(2).filter(|pair| pair[0].len() > 80) {
                let name = command.get_name();
                let is_prose = !pair[0].starts_with(' ');
                let is_fine = if is_prose {
                    pair[1].is_empty()
                } else {
                    !examples_too
                };
                assert!(is_fine, "{name}: {}", pair[0]);
            }
            for below in command.get_subcommands() {
                check(below, examples_too);
            }
        }
        let tree = Cli::command();
        for command in tree.get_subcommands() {
            check(command, ["style", "match"].contains(&command.get_name()));
        }
    }

    #[test]
    fn the_command_tree_is_sound() {
        Cli::command().debug_assert();
        groups::grouped(Cli::command()).debug_assert();
    }

    /// Every command without subcommands, by its full name.
    fn leaves(command: &clap::Command, name: &str, found: &mut Vec<(String, clap::Command)>) {
        if command.get_subcommands().next().is_none() {
            found.push((name.trim().to_owned(), command.clone()));
        }
        for below in command.get_subcommands() {
            leaves(below, &format!("{name} {}", below.get_name()), found);
        }
    }

    fn all_leaves() -> Vec<(String, clap::Command)> {
        let mut found = Vec::new();
        leaves(&Cli::command(), "", &mut found);
        found
    }

    #[test]
    fn there_are_few_commands_and_all_are_in_a_group() {
        let commands = all_leaves();
        let counted = commands.iter().filter(|(name, _)| {
            let later = [
                "serve",
                "opponent ",
                "shard ",
                "tune",
                "style norms",
                "lab adapt",
                "db where",
                "db backup",
            ];
            !later.iter().any(|begin| name.starts_with(begin))
        });
        assert!(counted.count() <= 45);
        let listed: Vec<&str> = groups::GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        for command in Cli::command().get_subcommands() {
            let times = listed
                .iter()
                .filter(|name| **name == command.get_name())
                .count();
            let expected = usize::from(!command.is_hide_set());
            assert_eq!(times, expected, "{}", command.get_name());
        }
        let help = groups::grouped(Cli::command()).render_help().to_string();
        for (group, names) in groups::GROUPS {
            assert!(help.contains(&format!("{group}:")), "{group}");
            for name in *names {
                assert!(help.contains(&format!("\n  {name} ")), "{name}");
            }
        }
    }

    #[test]
    fn a_former_name_is_no_command_and_its_new_name_is_one() {
        let commands = all_leaves();
        let is_command = |name: &str| commands.iter().any(|(known, _)| known == name);
        for (former, now) in former::FORMER {
            assert!(!is_command(former), "{former}");
            let program = Cli::command();
            let mut below = &program;
            for word in now.split(' ') {
                let Some(next) = below.find_subcommand(word) else {
                    let option = word.trim_start_matches('-');
                    let is_option = below
                        .get_arguments()
                        .any(|argument| argument.get_long() == Some(option));
                    assert!(is_option || !word.starts_with('-'), "{now}");
                    continue;
                };
                below = next;
            }
            assert_ne!(below.get_name(), "bayeschess", "{now}");
        }
    }

    /// Options whose values belong to the command: they differ in what they name or in their help.
    const OWN_MEANING: &[(&str, &str)] = &[
        ("out", "a file or folder of the command's own kind"),
        ("csv", "CSV instead of text, or the files of a database"),
        ("svg", "the command's own picture"),
        ("pgn", "PGN as an input or as an output"),
        ("games", "what is counted differs"),
        (
            "elo",
            "the level of play, or the ratings of filtered players",
        ),
        ("color", "the user's colour, or that of a filtered player"),
        ("engine", "any player in 'suite', external in 'tune'"),
        ("player", "one player, or a filter that may be repeated"),
        ("threads", "threads of one search in 'suite'"),
        (
            "seed",
            "overrides the recipe in 'train'; drawn anew in 'uci' and 'xboard'",
        ),
        (
            "db",
            "without a default where storing games is optional, and where it is read in place of PGN",
        ),
        ("model", "the style model, or the judge in 'style evaluate'"),
        (
            "population",
            "who plays, or which games judge whom in 'style evaluate'",
        ),
    ];

    /// Options with one meaning, whose default differs by command.
    const OWN_DEFAULT: &[&str] = &[
        "nodes",
        "depth",
        "heuristic",
        "adjudicate",
        "max-ply",
        "openings",
        "opening-plies",
    ];

    /// Returns the help without its default, which is compared separately.
    fn meaning(argument: &clap::Arg) -> String {
        let help = argument.get_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let (before, default) = help.split_once(" [default").unwrap_or((&help, ""));
        let after = default.split_once(']').map_or("", |(_, after)| after);
        format!("{:?} {before}{after}", argument.get_value_names())
    }

    #[test]
    fn an_option_has_one_meaning_and_one_default() {
        use std::collections::BTreeMap;
        let mut meanings: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        let mut defaults: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (name, command) in all_leaves() {
            for argument in command.get_arguments() {
                let Some(long) = argument.get_long() else {
                    continue;
                };
                let own = meanings.entry(long.to_owned()).or_default();
                own.entry(meaning(argument)).or_insert(name.clone());
                let default = format!("{:?}", argument.get_default_values());
                let own = defaults.entry(long.to_owned()).or_default();
                own.entry(default).or_insert(name.clone());
            }
        }
        let has_own = |long: &str| OWN_MEANING.iter().any(|(own, _)| *own == long);
        let mixed: Vec<String> = meanings
            .iter()
            .filter(|(long, found)| found.len() > 1 && !has_own(long))
            .map(|(long, found)| format!("--{long}: {found:#?}"))
            .chain(
                defaults
                    .iter()
                    .filter(|(long, found)| {
                        found.len() > 1 && !has_own(long) && !OWN_DEFAULT.contains(&long.as_str())
                    })
                    .map(|(long, found)| format!("--{long} by default: {found:#?}")),
            )
            .collect();
        assert!(mixed.is_empty(), "{}", mixed.join("\n"));
        for long in OWN_MEANING
            .iter()
            .map(|(long, _)| *long)
            .chain(OWN_DEFAULT.iter().copied())
        {
            let differs = meanings.get(long).is_some_and(|found| found.len() > 1)
                || defaults.get(long).is_some_and(|found| found.len() > 1);
            assert!(
                differs,
                "--{long} has one meaning and one default: delete it from the exceptions"
            );
        }
    }
}
