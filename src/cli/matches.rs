//! `bayeschess match`: plays two players and reports the Elo difference with its error.

mod compliance;
pub(super) mod conditions;
pub(super) mod players;
pub(super) mod recorder;
pub(super) mod report;

use std::fs::File;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

use super::interrupt;
use super::output::{print, print_json};
use super::run_status::RunStatus;
use bayeschess::arena::journal::{Journal, RunGoal};
use bayeschess::arena::rating::RatingAnchor;
use bayeschess::arena::tournament::{AfterPanic, gauntlet};
use bayeschess::arena::{
    Entrant, MatchEnd, PlayerSpec, RecordedGame, Sprt, Tournament, TournamentStandings,
};
use bayeschess::cancel::CancelFlag;
use bayeschess::files::{self, Existing};
use bayeschess::play::Openings;
use conditions::{MatchConditions, even_games};
use players::LoadedPlayers;
use recorder::MatchRecorder;
pub(super) use recorder::show;

const EXAMPLES: &str = "\
Examples:
  bayeschess match learned initial
      1,000 games between the learned heuristic and the one it started from
  bayeschess match table.csv:max-win random --games 2000 --nodes 400 --json
      your own table against heuristics drawn at random for each pair of games
  bayeschess match a.csv b.csv --games 40000 --sprt 0 10
      stop when it is clear (5 % error) whether a is 10 Elo better or equal
  bayeschess match learned \"uci:/usr/games/glaurung;Threads=1;OwnBook=false\" \\
      --tc 5+0.05
      against another engine, by the clock
  bayeschess match \"uci:./new;name=new\" \"uci:./old;name=old\" --tc 5+0.05 \\
      --games 400 --journal match.journal --pgn games.pgn
      two versions; after Ctrl-C or a crash the same command continues
  bayeschess match --check \"uci:./engine --flag\"
      does an engine keep to the UCI protocol?

A player is a heuristic or an external engine. Heuristics are initial, random, modern:initial, modern:random, \
learned, modern:learned, or a table file; the last three may name an objective (learned:min-loss, \
table.csv:max-draw). They play within this process and do not adapt to the opponent. An engine is uci: and its \
command line.

Settings follow after semicolons. tc, movetime, nodes and depth replace the limits of the match; name names the \
player; everything else is an option of the engine (option.NAME if it is called like one of these). A heuristic \
has Hash, Threads, Contempt (a draw scores this many centipawns below 0), SideBonus (it evaluates its own side \
this many centipawns better, half as many in the endgame) and techniques \
(techniques=-null-move,+recapture-extension: search techniques to leave out and to add). Quotes protect blanks \
and semicolons: 'uci:\"/my engines/x\" --flag;Hash=64'.

modern:initial-mobility-threats plays without the weights of those terms; 'bayeschess analyse --eval' lists the \
terms.

Games are played in pairs on one opening with colours swapped; the error is computed from the pairs. Without \
clock and external engines the same command repeats the same games on any number of threads. More than two \
games of a pairing on one opening would repeat each other, so with a list of openings --games is at most twice its \
length.";

/// Play two heuristics or engines against each other and report the Elo difference with its error
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// The first player; all results are from its point of view
    #[arg(value_name = "A", required_unless_present = "check")]
    first: Option<PlayerSpec>,
    /// The second player
    #[arg(value_name = "B", required_unless_present = "check")]
    second: Option<PlayerSpec>,
    /// Instead of playing, check step by step how this UCI engine keeps to the protocol; exit code 1 if a
    /// step fails
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["first", "second"])]
    check: Option<PlayerSpec>,
    /// Number of games, an even number; with --sprt the maximum
    #[arg(long, value_name = "N", default_value = "1000", value_parser = even_games)]
    games: u32,
    /// Stop as soon as a sequential test accepts ELO1 or ELO0 as A's advantage (5 % error each)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    #[command(flatten)]
    conditions: MatchConditions,
}

/// Plays the match and reports it.
pub fn run(args: &MatchArgs) -> anyhow::Result<RunStatus> {
    if let Some(engine) = &args.check {
        let output = args.conditions.outputs.output;
        return compliance::check(engine, args.conditions.patience(), output);
    }
    let (Some(first), Some(second)) = (&args.first, &args.second) else {
        bail!("name two players");
    };
    let sprt = match args.sprt.as_deref() {
        Some([elo0, elo1]) => Some(Sprt::new(*elo0, *elo1)?),
        _ => None,
    };
    let specs = [first, second];
    let plan = TournamentPlan {
        event: "bayeschess match",
        pairings: gauntlet(specs.len()),
        games: Some(args.games),
        sprt,
        anchor: None,
    };
    let (meeting, sheet, end) = play_tournament(&args.conditions, &specs, plan)?;
    let report = report::MatchReport::new(
        &meeting.tournament,
        &meeting.checksums,
        &sheet,
        end,
        args.conditions.outputs.journal.is_some(),
    );
    if args.conditions.outputs.output.json {
        print_json(&report)?;
    } else if args.conditions.outputs.csv {
        print(&report.csv()?)?;
    } else {
        print(&report.text())?;
    }
    Ok(args.conditions.verdict(&sheet))
}

/// A tournament that was played, with the checksums of its players' weights.
pub(super) struct PlayedTournament {
    pub(super) tournament: Tournament,
    pub(super) checksums: Vec<Option<String>>,
    /// The player whose rating is fixed.
    pub(super) anchor: Option<RatingAnchor>,
}

/// The pairings, and the number of games.
pub(super) struct TournamentPlan {
    pub(super) event: &'static str,
    pub(super) pairings: Vec<[usize; 2]>,
    /// Games per pairing; none means two per opening of the file.
    pub(super) games: Option<u32>,
    pub(super) sprt: Option<Sprt>,
    /// The name of a player, who must exist, and the rating at which it is fixed.
    pub(super) anchor: Option<(String, f64)>,
}

/// Default number of games per pairing, if openings are random.
const USUAL_GAMES: u32 = 100;

/// Plays a tournament under these conditions, or continues the one in the journal.
pub(super) fn play_tournament(
    conditions: &MatchConditions,
    specs: &[&PlayerSpec],
    plan: TournamentPlan,
) -> anyhow::Result<(PlayedTournament, TournamentStandings, MatchEnd)> {
    let (openings, named_openings) = conditions.openings()?;
    refuse_inputs(conditions, specs)?;
    let mut existing = conditions.outputs.force.existing();
    if let (Some(file), None) = (&conditions.outputs.pgn, &conditions.outputs.journal) {
        files::check_output(file, existing)?;
    }
    let stop = interrupt::stop_on_ctrl_c();
    let patience = conditions.patience();
    let line_up = LoadedPlayers::load(specs, conditions.thinking(), patience, &stop)?;
    let anchor = plan.anchor.as_ref();
    let anchor = anchor
        .map(|(name, elo)| line_up.anchor(name, *elo))
        .transpose()?;
    let games = plan.games.or_else(|| games_of_the_list(&openings));
    let tournament = Tournament {
        event: plan.event.to_owned(),
        players: line_up.players,
        pairings: plan.pairings,
        rounds: games.unwrap_or(USUAL_GAMES) / 2,
        seed: conditions.seed.seed,
        openings,
        rules: conditions.rules(),
        patience,
        sprt: plan.sprt,
        check: conditions.check(),
        after_panic: AfterPanic::default(),
        after_crash: conditions.after_crash(),
        wants_pgn: conditions.outputs.pgn.is_some(),
    };
    refuse_copies(&tournament)?;
    warn_of_shared_cores(&tournament, conditions.threads());
    let settings = json!({
        "players": line_up.named, "pairings": tournament.pairings, "openings": named_openings,
        "conditions": conditions.named(), "pgn": tournament.wants_pgn,
    });
    let (journal, earlier) = open_journal(conditions, &settings, &tournament, anchor)?;
    if let Some(pgn) = &conditions.outputs.pgn
        && is_of_journal(pgn, &earlier)
    {
        existing = Existing::Replace;
    }
    let mut record = MatchRecorder::begin(
        conditions.outputs.pgn.as_deref(),
        existing,
        journal,
        &tournament,
    )?;
    let (sheet, end) = play(&tournament, conditions, earlier, &stop, &mut record)?;
    let played = PlayedTournament {
        tournament,
        checksums: line_up.checksums,
        anchor,
    };
    Ok((played, sheet, end))
}

/// Returns two games for each opening of a list; `None` if openings are drawn.
fn games_of_the_list(openings: &Openings) -> Option<u32> {
    u32::try_from(2 * openings.number()?).ok()
}

/// Refuses settings that would repeat games: repetitions carry no information and would understate
/// the error.
fn refuse_copies(tournament: &Tournament) -> anyhow::Result<()> {
    let games = 2 * u64::from(tournament.rounds);
    let too_few = |openings: &usize| *openings < tournament.rounds as usize;
    if let Some(openings) = tournament.distinct_rounds().filter(too_few) {
        anyhow::bail!(
            "without a clock {games} games of two players would repeat those from the {openings} openings, move \
             for move: take at most {}, or openings that never end ('--openings random')",
            2 * openings,
        );
    }
    if let Some(openings) = tournament.surely_distinct_rounds().filter(too_few) {
        tracing::warn!(
            "without a clock most engines play the same game again, and {games} games of two players come from \
             {openings} openings: more than {} may be copies of each other and make the error look smaller than \
             it is ('--openings random' never ends)",
            2 * openings,
        );
    }
    Ok(())
}

/// Warns if more games are played at once than there are cores, and a player has a clock.
fn warn_of_shared_cores(tournament: &Tournament, games_at_once: NonZeroUsize) {
    let Ok(cores) = thread::available_parallelism() else {
        return;
    };
    if games_at_once > cores && tournament.players.iter().any(Entrant::has_clock) {
        tracing::warn!(
            "{games_at_once} games at once share {cores} processor cores: players with a clock wait for each other, \
             and may lose on time ('--threads {cores}' gives each game a core)"
        );
    }
}

fn open_journal(
    conditions: &MatchConditions,
    settings: &Value,
    tournament: &Tournament,
    anchor: Option<RatingAnchor>,
) -> anyhow::Result<(Option<Journal>, Vec<RecordedGame>)> {
    let Some(file) = &conditions.outputs.journal else {
        return Ok((None, Vec::new()));
    };
    let (mut journal, earlier) = Journal::open(file, settings)?;
    let goal = RunGoal {
        games: tournament.games(),
        sprt: tournament.sprt.map(|sprt| [sprt.elo0(), sprt.elo1()]),
        anchor,
    };
    let noted = journal.note_goal(goal);
    noted.with_context(|| file.display().to_string())?;
    Ok((Some(journal), earlier))
}

/// Refuses a PGN file or journal that is also an input: the openings, a player's table, or each other.
fn refuse_inputs(conditions: &MatchConditions, specs: &[&PlayerSpec]) -> anyhow::Result<()> {
    let outputs = &conditions.outputs;
    for output in outputs.pgn.iter().chain(&outputs.journal) {
        files::check_not_input(output, conditions.openings_file())?;
        files::check_not_input(output, specs.iter().filter_map(|spec| spec.file()))?;
    }
    let outputs: Vec<&PathBuf> = outputs.pgn.iter().chain(&outputs.journal).collect();
    files::check_distinct(&outputs)?;
    Ok(())
}

/// Returns true if a PGN file begins with a game of the journal, so that this match wrote it and can write it
/// again.
///
/// If the program was killed before the first game, the file is empty.
fn is_of_journal(pgn: &Path, earlier: &[RecordedGame]) -> bool {
    let longest = earlier.iter().map(|game| game.pgn.len()).max();
    let mut there = Vec::new();
    let read = File::open(pgn).and_then(|file| {
        let is_file = file.metadata()?.is_file();
        file.take(longest.unwrap_or(1) as u64)
            .read_to_end(&mut there)?;
        Ok(is_file)
    });
    if !read.is_ok_and(|is_file| is_file) {
        return false;
    }
    there.is_empty()
        || earlier.iter().any(|game| {
            let game = game.pgn.as_bytes();
            there.starts_with(game) || game.starts_with(&there)
        })
}

fn play(
    tournament: &Tournament,
    conditions: &MatchConditions,
    earlier: Vec<RecordedGame>,
    stop: &CancelFlag,
    record: &mut MatchRecorder,
) -> anyhow::Result<(TournamentStandings, MatchEnd)> {
    let played = tournament.play(conditions.threads(), earlier, stop, record);
    record.close();
    Ok(played?)
}
