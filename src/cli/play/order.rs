//! What the user types: a word, or else a move.

/// One line of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// A move, as typed.
    Move(String),
    Resign,
    Draw,
    Hint,
    Undo,
    Flip,
    Moves,
    /// Something about the position.
    Ask(Question),
    /// The machine moves for the user and they change sides.
    Go,
    /// The machine plays for both sides.
    Both,
    /// Plies to look ahead.
    Depth(u16),
    /// Milliseconds to think.
    Time(u64),
    /// A file of settings.
    Settings(String),
    /// A file, and what follows its name: the side to move.
    Load(String),
    Save(String),
    New,
    Quit,
    Help,
    /// An empty line.
    Nothing,
}

/// What can be asked about the position on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Board,
    Facts,
    Fen,
    /// The moves so far.
    Game,
    Evaluation,
    /// How many positions there are after so many plies.
    Count(u32),
    /// Whether there is a mate in so many moves.
    Mate(u16),
}

/// The words, with what they do.
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
  facts       check, castling, captures in passing, material, freedom, positions seen twice
  eval        what the machine makes of the position without searching, term by term
  mate N      whether there is a mate in N moves
  perft N     how many positions there are after N plies
  depth N     look ahead N plies at the most
  time MS     think so many milliseconds a move
  settings FILE   read the settings of search and evaluation; again, when they have changed
  load FILE   a new game from a position: FEN, or the original's two-letter format, where White
              is taken to move unless 'black' follows the name; castling is taken to be
              possible where king and rook stand at home
  save FILE   the position: FEN, or the two-letter format if the name ends in .txt
  new         another game
  quit        leave; an unfinished game is logged without result
";

/// Reads a line. Words of commands are no moves in any notation, whatever their case.
pub(super) fn read(line: &str) -> Order {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    // A number that is none asks for help with its word.
    match (word.to_lowercase().as_str(), rest) {
        ("", _) => Order::Nothing,
        ("board" | "d", "") => Order::Ask(Question::Board),
        ("facts" | "info", "") => Order::Ask(Question::Facts),
        ("fen", "") => Order::Ask(Question::Fen),
        ("game", "") => Order::Ask(Question::Game),
        ("eval", "") => Order::Ask(Question::Evaluation),
        ("perft", depth) => Order::Ask(Question::Count(depth.parse().unwrap_or(0))),
        ("mate" | "matein", moves) => Order::Ask(Question::Mate(moves.parse().unwrap_or(0))),
        ("go", "") => Order::Go,
        ("both" | "cc", "") => Order::Both,
        ("depth" | "sd", depth) => Order::Depth(depth.parse().unwrap_or(0)),
        ("time", time) => Order::Time(time.parse().unwrap_or(0)),
        ("settings" | "ini", file) => Order::Settings(file.to_owned()),
        ("move", m) if !m.is_empty() => Order::Move(m.to_owned()),
        ("load", file) => Order::Load(file.to_owned()),
        ("save", file) => Order::Save(file.to_owned()),
        ("resign", "") => Order::Resign,
        ("draw" | "(=)", "") => Order::Draw,
        ("hint" | "think", "") => Order::Hint,
        ("undo", "") => Order::Undo,
        ("flip" | "r", "") => Order::Flip,
        ("moves", "") => Order::Moves,
        ("new", "") => Order::New,
        ("quit" | "exit", "") => Order::Quit,
        ("help" | "h" | "?", "") => Order::Help,
        _ => Order::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(read(" Resign "), Order::Resign);
        assert_eq!(
            read("load my game.txt black"),
            Order::Load("my game.txt black".into())
        );
        assert_eq!(read("exd6 a.p."), Order::Move("exd6 a.p.".into()));
        assert_eq!(read("Dd4"), Order::Move("Dd4".into()));
        assert_eq!(read("(=)"), Order::Draw);
        assert_eq!(read("mate 3"), Order::Ask(Question::Mate(3)));
        assert_eq!(read("perft two"), Order::Ask(Question::Count(0)));
        assert_eq!(read("move e2e4"), Order::Move("e2e4".into()));
        assert_eq!(read("d4"), Order::Move("d4".into()));
        assert_eq!(read("\n"), Order::Nothing);
    }
}
