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
    /// A file, and what follows its name: the side to move.
    Load(String),
    Save(String),
    New,
    Quit,
    Help,
    /// An empty line.
    Nothing,
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
    match (word.to_lowercase().as_str(), rest) {
        ("", _) => Order::Nothing,
        ("load", file) => Order::Load(file.to_owned()),
        ("save", file) => Order::Save(file.to_owned()),
        ("resign", "") => Order::Resign,
        ("draw" | "(=)", "") => Order::Draw,
        ("hint", "") => Order::Hint,
        ("undo", "") => Order::Undo,
        ("flip", "") => Order::Flip,
        ("moves", "") => Order::Moves,
        ("new", "") => Order::New,
        ("quit" | "exit", "") => Order::Quit,
        ("help" | "?", "") => Order::Help,
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
        assert_eq!(read("\n"), Order::Nothing);
    }
}
