//! `bayeschess tournament`: all against all or one against all, with one rating table.

mod table;

use super::matches::conditions::{MatchConditions, even_games};
use super::matches::{TournamentPlan, play_tournament};
use super::output::{print, print_json};
use super::run_status::RunStatus;
use bayeschess::arena::PlayerSpec;
use bayeschess::arena::tournament::{gauntlet, round_robin};
use table::TournamentTable;

const EXAMPLES: &str = "\
Examples:
  bayeschess tournament initial random learned:max-win learned:min-loss --games 200
      all against all, 200 games each
  bayeschess tournament --gauntlet learned \"uci:/usr/games/glaurung;OwnBook=false\" \\
      \"uci:/usr/games/toga2;OwnBook=false;tc=6+0.05\" --tc 5+0.05 --anchor \"Glaurung 2.2=2793\"
      the first against each of the others, with Glaurung's rating fixed
  bayeschess tournament initial learned random --openings set.pgn --in-order --journal set.journal
      every opening of a file, twice by every pair of players, and never a game twice

Players are written as for 'bayeschess match'. Each pairing plays pairs of games
on one opening with colours changed, and the same openings as every other
pairing. Ratings are the likeliest ones for all results together; their errors
are those of the pairs.";

/// Play a tournament between heuristics and engines and report one rating table
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct TournamentArgs {
    /// The players, two or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<PlayerSpec>,
    /// Only the first player plays against each of the others
    #[arg(long)]
    gauntlet: bool,
    /// Number of games per pairing, an even number [default: two per opening of --openings, else 100]
    #[arg(long, value_name = "N", value_parser = even_games)]
    games: Option<u32>,
    /// Fix one player's rating; the others are relative to it [default: the mean is 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    #[command(flatten)]
    conditions: MatchConditions,
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let wrong = || format!("'{text}' is not NAME=ELO, such as \"Glaurung 2.2=2793\"");
    let (name, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
    match elo.trim().parse::<f64>() {
        Ok(elo) if elo.abs() <= 10_000.0 && !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), elo))
        }
        _ => Err(wrong()),
    }
}

/// Plays the tournament and prints its table.
pub fn run(args: &TournamentArgs) -> anyhow::Result<RunStatus> {
    let specs: Vec<&PlayerSpec> = args.players.iter().collect();
    let plan = TournamentPlan {
        event: "bayeschess tournament",
        pairings: if args.gauntlet {
            gauntlet(specs.len())
        } else {
            round_robin(specs.len())
        },
        games: args.games,
        sprt: None,
        anchor: args.anchor.clone(),
    };
    let (meeting, sheet, end) = play_tournament(&args.conditions, &specs, plan)?;
    let table = TournamentTable::new(
        &meeting.tournament,
        &sheet,
        end,
        meeting.anchor.into(),
        args.conditions.outputs.journal.is_some(),
    );
    if args.conditions.outputs.output.json {
        print_json(&table)?;
    } else if args.conditions.outputs.csv {
        print(&table.csv()?)?;
    } else {
        print(&table.text())?;
    }
    Ok(args.conditions.verdict(&sheet))
}
