//! Sets up a position by hand: one piece or word per line.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Position as _, Role, Setup,
    Square,
};

use super::board::BoardView;
use super::faults::fault;
use super::messages::{color, either};
use bayeschess::board::fen::{self, FenError};
use bayeschess::board::notation::Language;
use bayeschess::board::two_letter::{earliest_move, home_rooks};

/// The help text for setting up a position, in English and Spanish.
const HELP: [&str; 2] = [
    "\
Set up the position, one of these on each line (nothing can be captured in passing: for that, a FEN):
  Ke1         a man on its square: a capital letter for White, a small one for Black, P or p for
              pawns; several on one line if you like
  xe1         nobody on that square
  clear       nobody on the board
  white, black    who is to move
  castles KQkq    who may still castle, - for nobody; unless this is said, whoever has king and
              rook at home
  a FEN       the whole position
  board       the board so far
  done        go on from this position
  cancel      back to the game as it was
",
    "\
Monta la posición, una de estas cosas por línea (no hay capturas al paso: para eso, una FEN):
  Re1         una pieza en su casilla: mayúscula para blancas, minúscula para negras, P o p para
              peones; varias en una línea si quieres
  xe1         nada en esa casilla
  vaciar      nada en el tablero
  blancas, negras    quién mueve
  enroques KQkq   quién puede enrocar todavía, - si nadie; si no se dice, quien tiene rey y torre
              en sus casillas
  una FEN     la posición entera
  tablero     el tablero hasta ahora
  listo       seguir desde esta posición
  cancelar    volver a la partida como estaba
",
];

/// The help text for setting up a position.
pub(super) const fn help(language: Language) -> &'static str {
    let [english, spanish] = HELP;
    either(language, english, spanish)
}

/// A position that is being set up.
#[derive(Clone, Debug)]
pub(super) struct BoardEditor {
    setup: Setup,
    /// The rooks that may castle; by default those on their initial squares with their king.
    castling: Option<Bitboard>,
    language: Language,
}

/// The effect of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EditResult {
    /// The board has changed or is to be shown.
    Shown,
    Help,
    /// The line is invalid, with the reason.
    Wrong(String),
    Cancelled,
    Quit,
    Done(Box<Chess>),
}

impl BoardEditor {
    /// Starts from a position.
    pub(super) fn new(position: &Chess, language: Language) -> Self {
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.ep_square = None;
        setup.halfmoves = 0;
        Self {
            setup,
            castling: None,
            language,
        }
    }

    /// The board so far.
    pub(super) fn draw(&self, look: BoardView) -> String {
        let turn = color(self.language, self.setup.turn);
        let board = look.draw_men(&self.setup.board);
        match self.language {
            Language::English => format!("{board}{turn} is to move.\n"),
            Language::Spanish => format!("{board}Mueven {turn}.\n"),
        }
    }

    /// Executes a line. A line with an invalid word changes nothing.
    pub(super) fn read(&mut self, line: &str) -> EditResult {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("done" | "listo", "") => return self.finish(),
            ("cancel" | "cancelar", "") => return EditResult::Cancelled,
            ("quit" | "exit" | "salir", "") => return EditResult::Quit,
            ("help" | "h" | "?" | "ayuda", "") => return EditResult::Help,
            ("" | "board" | "d" | "tablero", "") => {}
            ("clear" | "vaciar", "") => self.setup.board = Board::empty(),
            ("white" | "blancas", "") => self.setup.turn = Color::White,
            ("black" | "negras", "") => self.setup.turn = Color::Black,
            ("castles" | "enroques", rights) => {
                let Some(rooks) = rooks_of(rights) else {
                    let usage = either(
                        self.language,
                        "Type: castles and the letters of KQkq that apply, or -.\n",
                        "Escribe: enroques y las letras de KQkq que valgan, o -.\n",
                    );
                    return EditResult::Wrong(usage.to_owned());
                };
                self.castling = Some(rooks);
            }
            _ if line.contains('/') => {
                return match fen::read(line) {
                    Ok(position) => EditResult::Done(Box::new(position)),
                    Err(error) => EditResult::Wrong(self.fault(error)),
                };
            }
            _ => return self.place_pieces(line),
        }
        EditResult::Shown
    }

    /// Places or removes pieces.
    fn place_pieces(&mut self, line: &str) -> EditResult {
        let mut board = self.setup.board.clone();
        for word in line.split_whitespace() {
            match self.read_placement(word) {
                Some((square, Some(piece))) => board.set_piece_at(square, piece),
                Some((square, None)) => {
                    board.discard_piece_at(square);
                }
                None => {
                    let king = self.language.letter(Role::King);
                    return EditResult::Wrong(match self.language {
                        Language::English => format!(
                            "'{word}' is not a piece on a square, such as {king}e1, nor a command.\n"
                        ),
                        Language::Spanish => format!(
                            "«{word}» no es una pieza en una casilla, como {king}e1, ni otra palabra.\n"
                        ),
                    });
                }
            }
        }
        self.setup.board = board;
        EditResult::Shown
    }

    /// Parses a square and the piece to place there; none after `x`.
    fn read_placement(&self, word: &str) -> Option<(Square, Option<Piece>)> {
        let mut letters = word.chars();
        let letter = letters.next()?;
        let square = letters.as_str().parse().ok()?;
        if letter == 'x' {
            return Some((square, None));
        }
        let color = Color::from_white(letter.is_ascii_uppercase());
        let role = Role::ALL
            .into_iter()
            .find(|role| self.language.letter(*role) == letter.to_ascii_uppercase())?;
        Some((square, Some(Piece { color, role })))
    }

    /// Completes the position. As in the two-letter format, missing pieces mean that the opening is over.
    fn finish(&self) -> EditResult {
        let mut setup = self.setup.clone();
        setup.castling_rights = self.castling.unwrap_or_else(|| home_rooks(&setup.board));
        setup.fullmoves = setup.fullmoves.max(earliest_move(&setup.board));
        match fen::read_setup(&setup, CastlingMode::Standard) {
            Ok(position) => EditResult::Done(Box::new(position)),
            Err(error) => EditResult::Wrong(self.fault(error)),
        }
    }

    /// Says why no position came of it.
    fn fault(&self, error: FenError) -> String {
        fault(self.language, "montar", &error.into())
    }
}

/// The rooks of the given castling rights; none for invalid letters.
fn rooks_of(rights: &str) -> Option<Bitboard> {
    if rights == "-" {
        return Some(Bitboard::EMPTY);
    }
    let rook = |letter| {
        Some(match letter {
            'K' => Square::H1,
            'Q' => Square::A1,
            'k' => Square::H8,
            'q' => Square::A8,
            _ => return None,
        })
    };
    let rooks: Bitboard = rights.chars().map(rook).collect::<Option<_>>()?;
    (!rights.is_empty()).then_some(rooks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn editor(language: Language) -> BoardEditor {
        BoardEditor::new(&Chess::default(), language)
    }

    fn set_up(language: Language, lines: &[&str]) -> String {
        let mut editor = editor(language);
        for line in lines {
            assert_eq!(editor.read(line), EditResult::Shown, "{line}");
        }
        match editor.read("done") {
            EditResult::Done(position) => fen::write(&position),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn men_turn_and_castling_are_set_up() {
        assert_eq!(
            set_up(Language::English, &["clear", "Ke1 Rh1 Ra1", "ke8", "black"]),
            "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 11"
        );
        assert_eq!(
            set_up(
                Language::Spanish,
                &["clear", "Re1 Th1", "re8 cb8", "castles -"]
            ),
            "1n2k3/8/8/8/8/8/8/4K2R w - - 0 11"
        );
        assert_eq!(
            set_up(
                Language::Spanish,
                &["vaciar", "Re1 re8", "negras", "enroques -", "tablero"]
            ),
            "4k3/8/8/8/8/8/8/4K3 b - - 0 11"
        );
        assert_eq!(
            set_up(Language::English, &["xd1", "castles Kq", ""]),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w Kq - 0 11"
        );
        assert_eq!(
            set_up(Language::English, &["d"]),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
    }

    #[test]
    fn what_is_wrong_changes_nothing_and_is_said() {
        let mut editor = editor(Language::English);
        for (line, part) in [
            ("Ke9", "'Ke9' is not a piece"),
            ("Qd4 hello", "'hello' is not a piece"),
            ("castles", "Type: castles"),
            ("castles KX", "Type: castles"),
            ("8/8/8", "is not a FEN"),
            ("ñe4", "'ñe4' is not a piece"),
        ] {
            match editor.read(line) {
                EditResult::Wrong(said) => assert!(said.contains(part), "{said}"),
                other => panic!("{line}: {other:?}"),
            }
        }
        assert_eq!(editor.setup.board, *Chess::default().board());
        editor.read("clear");
        assert!(
            matches!(editor.read("done"), EditResult::Wrong(said) if said.contains("empty board"))
        );
        assert_eq!(editor.read("cancel"), EditResult::Cancelled);
    }

    proptest! {
        #[test]
        fn no_line_breaks_it(lines in prop::collection::vec("\\PC{0,20}|([KQRBNPkqrbnpx][a-i][0-9] ?){1,9}|clear|done", 0..12)) {
            let mut editor = editor(Language::English);
            for line in lines {
                let _ = editor.read(&line);
            }
        }
    }
}
