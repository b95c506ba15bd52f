//! What 'help' says, in groups: first what one needs to play.

use bayeschess::board::notation::Language;

/// The text of 'help' alone.
const PLAYING: [&str; 2] = [
    "\
Play
  a move         Nf3, exd5, O-O, e8=Q, or both squares: e2e4
  takeback [N]   take back your last move and the answer to it, or N of them; also undo
  hint           what the machine would play in your place
  draw           offer a draw; also (=)
  resign         give up the game
  new            another game
  quit           leave; an unfinished game is logged without result
Look
  board, moves, game     the board; the legal moves; the moves so far
  flip           turn the board around
  style          how the machine sees your style
  save FILE      the game, if the name ends in .pgn; else the position
The machine
  level RATING   as strong as people with this rating on lichess.org; or full, or 1 to 10
  name NAME      who you are: your games are stored and remembered under this name
  go, both       the machine moves for you, and you change sides; it plays both sides to the end
More: 'help position', 'help engine', 'help files', or 'help all'.
",
    "\
Jugar
  una jugada     Cf3, exd5, O-O, e8=D, o las dos casillas: e2e4
  retirar [N]    retira tu última jugada y la respuesta, o N de ellas; también deshacer
  pista          qué jugaría la máquina en tu lugar
  tablas         ofrecer tablas; también (=)
  rendirse       abandonar la partida
  nueva          otra partida
  salir          terminar; una partida sin acabar se anota sin resultado
Mirar
  tablero, jugadas, partida     el tablero; las jugadas legales; lo jugado hasta ahora
  girar          girar el tablero
  estilo         cómo ve la máquina tu estilo
  guardar ARCHIVO   la partida, si el nombre acaba en .pgn; si no, la posición
La máquina
  nivel PUNTOS   tan fuerte como quien tiene esos puntos en lichess.org; o total, o de 1 a 10
  nombre NOMBRE  quién eres: tus partidas se guardan y se recuerdan con este nombre
  sigue, ambos   la máquina mueve por ti y cambiáis de lado; juega con los dos lados hasta el final
Más, en inglés: 'help position', 'help engine', 'help files' o 'help all'.
",
];

const POSITION: &str = "\
The position
  fen         the position as FEN
  facts       check, castling, captures in passing, material, freedom, positions seen twice; or
              one alone: isCheck, isMate, #moves, castles, material, dup, movSPawn, reachables,
              enpassantMoves
  eval        what the machine makes of the position without searching, term by term
  mate N      whether there is a mate in N moves; mateIn FILE P N: in position P of a file
  perft N     how many positions there are after N plies
  white, black    the turn passes to that side, and you have it
  setup FEN   a position to go on from; setup alone: put the men on the board one by one
";

const ENGINE: &str = "\
The engine
  depth N     look ahead N plies at the most
  time MS     think about MS milliseconds a move, fewer where the choice is clear, five times
              as many at the most; or seconds, as in: time 5 s
  memory MB   the size of the transposition table
  settings FILE   read the settings of search and evaluation; settings alone reads them again
  test FILE   search each position of a file (FEN or EPD; bm, am and dm say what is right) with
              the depth and the time in force; what is found is also added to test.log
";

const FILES: &str = "\
Files
  save FILE   the game as PGN if the name ends in .pgn; else the position: FEN, or the two-letter
              format if the name ends in .txt
  load FILE   a new game from a position: a FEN, or a file with a FEN or in the two-letter
              format of 2005, in which White moves unless 'black' follows the name, and castling is
              possible if king and rook are on their home squares
  readfen FILE N      position N of a file with a FEN or EPD on each line; you have the side to move
  readpgn FILE N      go on with a game in PGN after its move N, or from its end without N; 'game G'
                      after that means game G of the file; you have the side to move
";

const OTHER_NAMES: &str = "\
Other names: d board, info facts, cc both, r flip, sd depth, ini settings, think hint, exit quit,
h or ? help, and 'move' in front of a move.
";

/// The help on a subject; on playing where none is named, or an unknown one.
pub(super) fn help(subject: &str, language: Language) -> String {
    let [english, spanish] = PLAYING;
    let playing = match language {
        Language::English => english,
        Language::Spanish => spanish,
    };
    match subject {
        "position" => POSITION.to_owned(),
        "engine" => ENGINE.to_owned(),
        "files" => FILES.to_owned(),
        "all" => [playing, POSITION, ENGINE, FILES, OTHER_NAMES].concat(),
        _ => playing.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::input::{PlayCommand, read};

    /// The words at the beginning of each line of a help.
    fn words(text: &str) -> Vec<&str> {
        let lines = text.lines().filter(|line| {
            line.starts_with("  ") && !line.starts_with("   ") && !line.contains("e2e4")
        });
        lines
            .flat_map(|line| {
                let first = line.trim_start().split("  ").next().unwrap_or_default();
                first
                    .split(", ")
                    .map(|word| word.split(' ').next().unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn every_word_of_the_help_is_understood() {
        for language in [Language::English, Language::Spanish] {
            let text = help("all", language);
            let words = words(&text);
            assert!(words.len() > 25, "{words:?}");
            for word in words {
                let read = read(word);
                assert!(!matches!(read, PlayCommand::Move(_)), "{word}: {read:?}");
            }
            assert!(help("", language).lines().count() <= 24);
            assert_eq!(help("nonsense", language), help("", language));
        }
    }
}
