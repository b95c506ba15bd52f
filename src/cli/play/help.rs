//! What 'help' says, in groups: first what one needs to play.

use super::messages::either;
use bayeschess::board::notation::Language;

/// The text of 'help' alone, in English and Spanish, as are those below.
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
  name NAME      who you are: your games are stored and remembered under this name; - for a guest
  go, both       the machine moves for you, and you change sides; it plays both sides to the end
More: 'help position', 'help engine', 'help files', or 'help all'.
",
    "\
Jugar
  una jugada     Cf3, exd5, O-O, e8=D, o las dos casillas: e2e4
  retirar [N]    retira tu última jugada y la respuesta, o N de ellas; también deshacer
  pista          qué jugaría la máquina en tu lugar
  tablas         ofrecer tablas; también (=)
  rendirse       da la partida por perdida; también abandonar
  nueva          otra partida
  salir          terminar; una partida sin acabar se anota sin resultado
Mirar
  tablero, jugadas, partida     el tablero; las jugadas legales; lo jugado hasta ahora
  girar          girar el tablero
  estilo         cómo ve la máquina tu estilo
  guardar ARCHIVO   la partida, si el nombre acaba en .pgn; si no, la posición
La máquina
  nivel PUNTOS   tan fuerte como quien tiene esos puntos en lichess.org; o total, o de 1 a 10
  nombre NOMBRE  quién eres: tus partidas se guardan y se recuerdan con este nombre; - si eres invitado
  sigue, ambos   la máquina mueve por ti y cambiáis de lado; juega con los dos lados hasta el final
Más: 'ayuda posición', 'ayuda máquina', 'ayuda archivos' o 'ayuda todo'.
",
];

const POSITION: [&str; 2] = [
    "\
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
",
    "\
La posición
  fen         la posición como FEN
  datos       jaque, enroques, capturas al paso, material, libertad, posiciones repetidas; o uno
              solo: isCheck, isMate, #moves, castles, material, dup, movSPawn, reachables,
              enpassantMoves
  valor       qué opina la máquina de la posición sin buscar, término a término
  mate N      si hay mate en N jugadas; mate ARCHIVO P N: en la posición P de un archivo
  perft N     cuántas posiciones hay tras N medias jugadas
  blancas, negras     el turno pasa a ese bando, y lo llevas tú
  montar FEN  seguir desde una posición; montar a secas: poner las piezas una a una
",
];

const ENGINE: [&str; 2] = [
    "\
The engine
  depth N     look ahead N plies at the most
  time MS     think about MS milliseconds a move, fewer where the choice is clear, five times
              as many at the most; or seconds, as in: time 5 s
  memory MB   the size of the transposition table
  settings FILE   read the settings of search and evaluation; settings alone reads them again
  test FILE   search each position of a file (FEN or EPD; bm, am and dm say what is right) with
              the depth and the time in force; what is found is also added to test.log
",
    "\
La máquina por dentro
  profundidad N   mirar como mucho N medias jugadas adelante
  tiempo MS   pensar unos MS milisegundos por jugada, menos si la elección es clara, como mucho
              cinco veces más; o segundos, por ejemplo: tiempo 5 s
  memoria MB  el tamaño de la tabla de transposiciones
  ajustes ARCHIVO   leer ajustes de búsqueda y evaluación; ajustes a secas los vuelve a leer
  prueba ARCHIVO    buscar en cada posición de un archivo (FEN o EPD; bm, am y dm dicen qué es lo
              correcto) con la profundidad y el tiempo que rigen; se añade también a test.log
",
];

const FILES: [&str; 2] = [
    "\
Files
  save FILE   the game as PGN if the name ends in .pgn; else the position: FEN, or the two-letter
              format if the name ends in .txt
  load FILE   a new game from a position: a FEN, or a file with a FEN or in the two-letter
              format of 2005, in which White moves unless 'black' follows the name, and castling is
              possible if king and rook are on their home squares
  readfen FILE N      position N of a file with a FEN or EPD on each line; you have the side to move
  readpgn FILE N      go on with a game in PGN after its move N, or from its end without N; 'game G'
                      after that means game G of the file; you have the side to move
",
    "\
Archivos
  guardar ARCHIVO   la partida en PGN si el nombre acaba en .pgn; si no, la posición: FEN, o el
              formato de dos letras si el nombre acaba en .txt
  cargar ARCHIVO    otra partida desde una posición: una FEN, o un archivo con una FEN o en el
              formato de dos letras de 2005, en el que mueven blancas si no sigue 'negras' al nombre, y
              se puede enrocar si rey y torre están en sus casillas
  leerfen ARCHIVO N   la posición N de un archivo con una FEN o EPD por línea; llevas a quien mueve
  leerpgn ARCHIVO N   seguir una partida en PGN tras su jugada N, o desde su final sin N; 'partida G'
                      detrás es la partida G del archivo; llevas a quien mueve
",
];

const OTHER_NAMES: [&str; 2] = [
    "\
Other names: d board, info facts, cc both, r flip, sd depth, ini settings, think hint, exit quit,
h or ? help, and 'move' in front of a move.
",
    "\
Otros nombres: d tablero, h o ? ayuda, y las palabras en inglés ('help all' con --language en).
",
];

/// The help on a subject; on playing where none is named, or an unknown one.
pub(super) fn help(subject: &str, language: Language) -> String {
    let of = |[english, spanish]: [&'static str; 2]| either(language, english, spanish);
    match subject {
        "position" | "posición" | "posicion" => of(POSITION).to_owned(),
        "engine" | "máquina" | "maquina" => of(ENGINE).to_owned(),
        "files" | "archivos" => of(FILES).to_owned(),
        "all" | "todo" => [PLAYING, POSITION, ENGINE, FILES, OTHER_NAMES]
            .map(of)
            .concat(),
        _ => of(PLAYING).to_owned(),
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

    /// The commands that the words of a help give, without what follows them.
    fn commands(text: &str) -> Vec<String> {
        let names = words(text).into_iter().map(|word| {
            let command = format!("{:?}", read(word));
            // A word that needs something behind it is the same command, whatever that is.
            match command.strip_prefix("Ask(") {
                Some(question) => question.split(['(', ')']).next().map(str::to_owned),
                None => command.split('(').next().map(str::to_owned),
            }
        });
        let mut names: Vec<String> = names.flatten().collect();
        names.sort();
        names.dedup();
        names
    }

    #[test]
    fn the_spanish_help_has_every_subject_and_every_word_of_the_english_one() {
        for (english, spanish) in [
            ("", ""),
            ("position", "posición"),
            ("engine", "máquina"),
            ("files", "archivos"),
            ("all", "todo"),
        ] {
            let texts = [
                help(english, Language::English),
                help(spanish, Language::Spanish),
            ];
            assert_ne!(texts[0], texts[1], "{english}");
            let [in_english, in_spanish] = texts.each_ref().map(|text| commands(text));
            assert_eq!(in_english, in_spanish, "{english:?}");
            assert!(in_english.len() > 2, "{in_english:?}");
            // The English subject is understood in Spanish, too.
            assert_eq!(help(english, Language::Spanish), texts[1]);
        }
        // Every command word of the English help has a word of its own in Spanish, or is the same in both.
        let same = ["fen", "mate", "perft"];
        let english = help("all", Language::English);
        let spanish = help("todo", Language::Spanish);
        let spanish = words(&spanish);
        for word in words(&english) {
            assert_eq!(spanish.contains(&word), same.contains(&word), "{word}");
        }
    }
}
