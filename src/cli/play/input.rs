//! Parses what the user types: a command word, or else a move.

use shakmaty::Color;

use crate::cli::facts::PositionFact;

/// A parsed line of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A move, as typed.
    Move(String),
    Resign,
    Draw,
    Hint,
    Undo,
    Flip,
    Moves,
    /// Something about the position.
    Ask(PositionQuestion),
    /// The engine moves for the user, and they change sides.
    Go,
    /// The engine plays both sides.
    Both,
    /// Plies to look ahead.
    Depth(u16),
    /// Milliseconds to think.
    Time(u64),
    /// Mebibytes of the transposition table.
    Memory(u32),
    /// A file of settings; empty for the last one again.
    Settings(String),
    /// Gives the turn to this side.
    Turn(Color),
    /// A position: a FEN, or empty to set it up by hand.
    SetUp(String),
    /// A file of positions, and the number of one.
    ReadFen(String),
    /// A file of games, and a move number.
    ReadPgn(String),
    /// A file of positions, the number of one, and the number of moves to mate.
    MateOf(String),
    /// A file of positions to search.
    Test(String),
    /// A file, optionally followed by the side to move.
    Load(String),
    Save(String),
    New,
    Quit,
    Help,
    /// An empty line.
    Nothing,
}

/// A question about the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionQuestion {
    Board,
    Facts,
    /// One of the facts.
    One(PositionFact),
    Fen,
    /// The moves so far.
    Game,
    Evaluation,
    /// The number of move sequences of this length.
    Count(u32),
    /// Whether there is a mate in this many moves.
    Mate(u16),
}

/// The help text of the command words.
pub(super) const HELP: &str = "\
  a move      Nf3, exd5, O-O, e8=Q, or both squares: e2e4 (with --language es: Cf3, 0-0, e8=D)
  draw        offer a draw; also (=)
  resign      give up the game
  hint        what the machine would play in your place
  undo        take back your last move and the answer to it
  flip        turn the board around
  moves       the legal moves
  go          the machine moves for you, and you change sides
  both        the machine plays for both sides, to the end
  board       the board
  game        the moves so far
  fen         the position as FEN
  facts       check, castling, captures in passing, material, freedom, positions seen twice; or
              one alone: isCheck, isMate, #moves, castles, material, dup, movSPawn, reachables,
              enpassantMoves
  eval        what the machine makes of the position without searching, term by term
  mate N      whether there is a mate in N moves; mateIn FILE P N: in position P of a file
  perft N     how many positions there are after N plies
  depth N     look ahead N plies at the most
  time MS     think about so many milliseconds a move, fewer where the choice is clear, five times
              as many at the most; or seconds, as in: time 5 s
  memory MB   the size of the transposition table
  settings FILE   read the settings of search and evaluation; settings alone reads them again
  white, black    the turn passes to that side, and you have it
  setup FEN   a position to go on from; setup alone: put the men on the board one by one
  load FILE   a new game from a position: a FEN, or a file with a FEN or in the original's
              two-letter format, where White is taken to move unless 'black' follows the name and
              castling is taken to be possible where king and rook stand at home
  readfen FILE N      position N of a file with a FEN or EPD on each line; you have the side to move
  readpgn FILE N      go on with a game in PGN after its move N, or from its end without N; behind
                      that 'game G' is the file's game G; you have the side to move
  test FILE   search each position of a file (FEN or EPD; bm, am and dm say what is right) with
              the depth and the time in force; what is found is also added to test.log
  save FILE   the position: FEN, or the two-letter format if the name ends in .txt
  new         another game
  quit        leave; an unfinished game is logged without result
Other names: d board, info facts, cc both, r flip, sd depth, ini settings, think hint, exit quit,
h or ? help, and 'move' in front of a move.
";

/// Parses a line. No command word is a move in any notation, in upper or lower case.
pub(super) fn read(line: &str) -> PlayCommand {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    // An invalid number shows the help.
    match (word.to_lowercase().as_str(), rest) {
        ("", _) => PlayCommand::Nothing,
        ("board" | "d", "") => PlayCommand::Ask(PositionQuestion::Board),
        ("facts" | "info", "") => PlayCommand::Ask(PositionQuestion::Facts),
        ("fen", "") => PlayCommand::Ask(PositionQuestion::Fen),
        ("game", "") => PlayCommand::Ask(PositionQuestion::Game),
        ("eval", "") => PlayCommand::Ask(PositionQuestion::Evaluation),
        ("perft", depth) => PlayCommand::Ask(PositionQuestion::Count(depth.parse().unwrap_or(0))),
        ("mate" | "matein", place) if place.contains(char::is_whitespace) => {
            PlayCommand::MateOf(place.to_owned())
        }
        ("mate" | "matein", moves) => {
            PlayCommand::Ask(PositionQuestion::Mate(moves.parse().unwrap_or(0)))
        }
        ("go", "") => PlayCommand::Go,
        ("both" | "cc", "") => PlayCommand::Both,
        ("depth" | "sd", depth) => PlayCommand::Depth(depth.parse().unwrap_or(0)),
        ("time", time) => PlayCommand::Time(milliseconds(time).unwrap_or(0)),
        ("memory", size) => PlayCommand::Memory(size.parse().unwrap_or(0)),
        ("settings" | "ini", file) => PlayCommand::Settings(file.to_owned()),
        ("white", "") => PlayCommand::Turn(Color::White),
        ("black", "") => PlayCommand::Turn(Color::Black),
        ("setup", fen) => PlayCommand::SetUp(fen.to_owned()),
        ("readfen", place) => PlayCommand::ReadFen(place.to_owned()),
        ("readpgn", place) => PlayCommand::ReadPgn(place.to_owned()),
        ("test", file) => PlayCommand::Test(file.to_owned()),
        ("move", m) if !m.is_empty() => PlayCommand::Move(m.to_owned()),
        ("load", file) => PlayCommand::Load(file.to_owned()),
        ("save", file) => PlayCommand::Save(file.to_owned()),
        ("resign", "") => PlayCommand::Resign,
        ("draw" | "(=)", "") => PlayCommand::Draw,
        ("hint" | "think", "") => PlayCommand::Hint,
        ("undo", "") => PlayCommand::Undo,
        ("flip" | "r", "") => PlayCommand::Flip,
        ("moves", "") => PlayCommand::Moves,
        ("new", "") => PlayCommand::New,
        ("quit" | "exit", "") => PlayCommand::Quit,
        ("help" | "h" | "?", "") => PlayCommand::Help,
        (word, "") => fact(word).map_or_else(
            || PlayCommand::Move(line.to_owned()),
            |fact| PlayCommand::Ask(PositionQuestion::One(fact)),
        ),
        _ => PlayCommand::Move(line.to_owned()),
    }
}

/// The words of Joli's console for single facts, in lower case.
fn fact(word: &str) -> Option<PositionFact> {
    Some(match word {
        "ischeck" => PositionFact::Check,
        "ismate" => PositionFact::Mate,
        "#moves" => PositionFact::Moves,
        "castles" => PositionFact::Castling,
        "material" => PositionFact::Material,
        "dup" => PositionFact::SeenTwice,
        "movspawn" => PositionFact::WithoutPawn,
        "reachables" => PositionFact::Squares,
        "enpassantmoves" => PositionFact::EnPassant,
        _ => return None,
    })
}

/// Milliseconds from `500`, or from seconds as `5 s`.
fn milliseconds(text: &str) -> Option<u64> {
    match text.strip_suffix('s') {
        Some(seconds) => seconds.trim().parse::<u64>().ok()?.checked_mul(1000),
        None => text.parse().ok(),
    }
}

/// Splits a file name from a number after it, if any; removes quotes around the name.
pub(super) fn file_and_number(text: &str) -> (&str, Option<u64>) {
    let divided = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(file, number)| Some((file, number.parse().ok()?)));
    match divided {
        Some((file, number)) => (unquoted(file), Some(number)),
        None => (unquoted(text), None),
    }
}

/// Removes the quotes around a file name.
pub(super) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(read(" Resign "), PlayCommand::Resign);
        assert_eq!(
            read("load my game.txt black"),
            PlayCommand::Load("my game.txt black".into())
        );
        assert_eq!(read("exd6 a.p."), PlayCommand::Move("exd6 a.p.".into()));
        assert_eq!(read("Dd4"), PlayCommand::Move("Dd4".into()));
        assert_eq!(read("(=)"), PlayCommand::Draw);
        assert_eq!(read("mate 3"), PlayCommand::Ask(PositionQuestion::Mate(3)));
        assert_eq!(
            read("perft two"),
            PlayCommand::Ask(PositionQuestion::Count(0))
        );
        assert_eq!(
            read("mateIn my problems.fen 2 3"),
            PlayCommand::MateOf("my problems.fen 2 3".into())
        );
        assert_eq!(
            read("isCheck"),
            PlayCommand::Ask(PositionQuestion::One(PositionFact::Check))
        );
        assert_eq!(
            read("#moves"),
            PlayCommand::Ask(PositionQuestion::One(PositionFact::Moves))
        );
        assert_eq!(read("time 5 s"), PlayCommand::Time(5000));
        assert_eq!(read("time 5s"), PlayCommand::Time(5000));
        assert_eq!(read("time 99999999999999999999 s"), PlayCommand::Time(0));
        assert_eq!(read("black"), PlayCommand::Turn(Color::Black));
        assert_eq!(read("setup"), PlayCommand::SetUp(String::new()));
        assert_eq!(read("move e2e4"), PlayCommand::Move("e2e4".into()));
        assert_eq!(read("d4"), PlayCommand::Move("d4".into()));
        assert_eq!(read("\n"), PlayCommand::Nothing);
    }

    #[test]
    fn a_number_behind_a_files_name_is_no_part_of_it() {
        for (text, found) in [
            ("a.fen 3", ("a.fen", Some(3))),
            ("my games.fen 12", ("my games.fen", Some(12))),
            ("\"my games 2.fen\" 1", ("my games 2.fen", Some(1))),
            ("my games.fen", ("my games.fen", None)),
            ("3", ("3", None)),
            ("\"", ("\"", None)),
            ("", ("", None)),
        ] {
            assert_eq!(file_and_number(text), found, "{text}");
        }
    }
}
