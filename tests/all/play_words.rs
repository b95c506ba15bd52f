//! What people type at the board of `bayeschess play`, and what it says, in both languages.

use std::path::Path;

use crate::support::{bayeschess, folder};

fn play(folder: &Path, arguments: &[&str], script: &str) -> String {
    play_with(folder, arguments, script, &[])
}

fn play_with(
    folder: &Path,
    arguments: &[&str],
    script: &str,
    variables: &[(&str, &str)],
) -> String {
    let output = bayeschess(folder)
        .arg("play")
        .args(arguments)
        .envs(variables.iter().copied())
        .write_stdin(script)
        .output()
        .expect("ran");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A game that White loses by its second move.
const FOOLS_MATE: &str = "[Event \"x\"]\n\n1. f3 e5 *\n";

#[test]
fn the_end_says_the_result_where_the_game_turned_and_what_was_learned() {
    let folder = folder();
    std::fs::write(folder.path().join("fool.pgn"), FOOLS_MATE).expect("written");
    let script = "readpgn fool.pgn\ng4\nsave end.pgn\nquit\n";
    let arguments = ["--nodes", "20000", "--opponent-name", "Anna"];
    let shown = play(folder.path(), &arguments, script);
    for part in [
        "Game over, 0-1: BayesChess wins (checkmate).",
        "The game turned with 2. g4, which cost ",
        "; better was ",
        // Of three moves two were given.
        "I saw ",
        "until I may say how you play.",
        "new or quit> ",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    assert!(!shown.contains("cases"), "{shown}");
    let saved = std::fs::read_to_string(folder.path().join("end.pgn")).expect("a game");
    assert!(
        saved.contains("[White \"Anna\"]") && saved.contains("1. f3 e5 2. g4 Qh4# 0-1"),
        "{saved}"
    );
    // A game that nobody spoiled says that, too.
    let quiet = play(
        folder.path(),
        &["--nodes", "200", "--no-db"],
        "e4\nresign\nquit\n",
    );
    assert!(quiet.contains("No single move turned the game."), "{quiet}");
}

#[test]
fn levels_names_and_several_moves_back_are_understood() {
    let folder = folder();
    let script = "level 1200\nlevel full\nlevel 2\nlevel 11\ne4\nd4\ntakeback 2\ngame\nname Bob  Other\nname !\nstyle\n\
                  takeback\nresign\nquit\n";
    let shown = play(folder.path(), &["--nodes", "50"], script);
    for part in [
        "The machine plays at level 2 now.",
        "Type: level RATING, 980 to 2710 as in rapid games on lichess.org; level full; or level N, N from 1 to 10.",
        "The machine plays as well as people rated 1200 ± 14",
        "The machine plays at full strength now.",
        "You are Bob Other now.",
        "Type: name NAME",
        "I saw 0 moves of yours in this game. 10 more moves until I may say how you play.",
        "Nothing to take back.",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    let log = std::fs::read_to_string(folder.path().join("bayeschess.db.played.pgn"));
    // Without a move there is no game to store.
    assert!(log.is_err(), "{log:?}");
}

#[test]
fn the_board_is_painted_only_where_that_is_wanted() {
    let folder = folder();
    let arguments = ["--nodes", "50", "--no-db"];
    let painted = |variables: &[(&str, &str)]| {
        play_with(folder.path(), &arguments, "e4\nquit\n", variables).contains('\u{1b}')
    };
    assert!(!painted(&[]), "no terminal");
    assert!(painted(&[("CLICOLOR_FORCE", "1")]));
    assert!(!painted(&[("CLICOLOR_FORCE", "0")]));
    assert!(!painted(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn help_begins_with_what_one_needs_to_play() {
    let folder = folder();
    let help = |script: &str| play(folder.path(), &["--no-db"], script);
    let short = help("help\nquit\n");
    assert!(
        short.contains("Play\n  a move ") && !short.contains("perft"),
        "{short}"
    );
    assert!(help("help position\nquit\n").contains("perft N"));
    let all = help("help all\nquit\n");
    for part in [
        "takeback [N]",
        "perft N",
        "depth N",
        "readpgn FILE N",
        "Other names",
    ] {
        assert!(all.contains(part), "{part}");
    }
}

#[test]
fn a_game_in_spanish_says_nothing_in_english() {
    let folder = folder();
    std::fs::write(folder.path().join("fool.pgn"), FOOLS_MATE).expect("written");
    let script = "ayuda\ne4\nDh9\npista\ntablas\nestilo\nretirar\nretirar\nnivel\nnivel 1200\nnivel 3\nnombre Ana\n\
                  guardar aqui.fen\nguardar\nsalir\n";
    let arguments = ["--language", "es", "--nodes", "300", "--no-db"];
    let shown = play(folder.path(), &arguments, script);
    for part in [
        "Llevas blancas; 'ayuda' dice qué puedes escribir.",
        "retirar [N]",
        "La máquina juega ",
        "  tu estilo   aún no se sabe (atacante 0.3",
        "  respuesta   no conozco tu fuerza, así que juego solo la posición",
        "«Dh9» no es legal aquí; legales: ",
        "Pista: ",
        "Rechazado: ",
        "jugadas más hasta que pueda decir cómo juegas.",
        "No hay nada que retirar.",
        "La máquina juega ahora con nivel 3.",
        "La máquina juega ahora como quien tiene 1200 ± 14",
        "Escribe: nivel PUNTOS, de 980 a 2710 ",
        "Ahora eres Ana.",
        "Guardado en aqui.fen.",
        "¿Dónde? Escribe: guardar ARCHIVO",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    let mate = ["--language", "es", "--nodes", "20000", "--no-db"];
    let ended = play(folder.path(), &mate, "readpgn fool.pgn\ng4\ne4\nsalir\n");
    for part in [
        "Fin de la partida, 0-1: gana BayesChess (jaque mate).",
        "La partida cambió con 2. g4, que costó un ",
        "La partida ha terminado: escribe nueva o salir.",
        "nueva o salir> ",
        "Mueven blancas, y las llevas tú",
    ] {
        assert!(ended.contains(part), "without {part:?}:\n{ended}");
    }
    for line in shown.lines().chain(ended.lines()) {
        assert_spanish(line);
    }
}

/// Fails for a line in English.
fn assert_spanish(line: &str) {
    let words = [
        " the ",
        " The ",
        "The ",
        " your ",
        " move",
        "Machine",
        " game ",
        " is ",
        " to ",
        " of ",
        "Type",
        "White",
        "Black",
        "positions",
        "plies",
    ];
    // The Spanish help names the English one.
    let line = line.replace("'help all'", "");
    assert!(!words.iter().any(|word| line.contains(word)), "{line}");
}

#[test]
fn positions_engine_and_files_answer_in_spanish() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("fool.pgn", FOOLS_MATE);
    write("config.toml", "[search]\nmate-moves = 2\n");
    write("empty.fen", "\n# nada\n");
    write(
        "dos.fen",
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\n4k3/8/8/8/8/8/4R3/4K3 b - - 0 40\n",
    );
    write(
        "suite.epd",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"fila\";\n\
         6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id \"nunca\";\n",
    );
    let script = "ayuda todo\nayuda posición\nayuda máquina\nayuda archivos\nfen\ndatos\nvalor\nisCheck\n\
                  isMate\n#moves\ncastles\nmaterial\ndup\nmovSPawn\nreachables\nenpassantMoves\nmate 1\n\
                  mate\nmate dos.fen 1\nmate dos.fen 1 2\nperft 2\nperft\nprofundidad 3\nprofundidad\n\
                  tiempo 500\ntiempo\nmemoria 2\nmemoria\najustes\najustes config.toml\n\
                  cargar\ncargar nada.fen\ncargar fool.pgn\ncargar empty.fen\ncargar dos.fen\n\
                  leerfen\nleerfen dos.fen 7\nleerfen dos.fen 2\nblancas\nleerpgn\n\
                  leerpgn fool.pgn 9\nleerpgn fool.pgn 1\nleerpgn fool.pgn 1 partida 1\nprueba\n\
                  prueba suite.epd\nmontar nada\nmontar 8/8/8/8/8/8/8/8 w - - 0 1\nmontar\nayuda\nvaciar\n\
                  Re1 re8\nxx\nenroques X\nlisto\nguardar dos.fen\nambos2\nsalir\n";
    let arguments = ["--language", "es", "--depth", "1", "--no-db"];
    let shown = play(folder.path(), &arguments, script);
    for part in [
        "perft N     cuántas posiciones hay",
        "media jugada 0: antes de la primera jugada",
        "  blancas mueven, sin jaque",
        "material                 |",
        "diferencia",
        "blancas sin jaque",
        "enroques posibles: blancas 0-0 0-0-0, negras 0-0 0-0-0",
        "No hay mate en 1: se ha probado todo.",
        "Escribe: mate N, N de 1 a 20.",
        "Escribe: mate N, o mate ARCHIVO P N",
        "Mate en 2: lo fuerza ",
        "400 posiciones tras 2 medias jugadas",
        "Escribe: perft N, N de 1 a 6.",
        "La máquina mira ahora como mucho 3 medias jugadas adelante.",
        "La máquina piensa ahora 500 ms por jugada.",
        "La tabla de transposiciones ocupa desde ahora 2 MB.",
        "¿Qué ajustes? Escribe: ajustes ARCHIVO",
        "Ajustes leídos de config.toml.",
        "¿Cargar qué? Escribe: cargar ARCHIVO",
        "nada.fen: no existe; comprueba el nombre.",
        "fool.pgn: es una partida en PGN, no una posición; «leerpgn» sigue una partida.",
        "empty.fen: no tiene ninguna posición",
        "dos.fen: tiene 2 líneas, la primera una posición",
        "dos.fen: no tiene posición 7, sino 2.",
        "El turno no puede pasar a blancas: negras en jaque.",
        "fool.pgn: la partida 1 acaba con la jugada 1, antes de la 9.",
        "fila: Td8# (#1 para blancas), profundidad ",
        "; resuelta",
        "; no resuelta, se pedía no Td8#",
        "2 posiciones, 1 de 2 resueltas",
        "(añadido a test.log)",
        "montar: «nada» no es una FEN",
        "montar: desde «8/8/8/8/8/8/8/8 w - - 0 1» no se puede jugar: corrige el tablero o el turno; el tablero sigue",
        "montar> ",
        "Monta la posición",
        "«xx» no es una pieza en una casilla, como Re1",
        "Escribe: enroques y las letras de KQkq que valgan",
        "dos.fen: no guardado: el archivo ya existe",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    for line in shown.lines() {
        assert_spanish(line);
    }
}

#[test]
fn what_is_stored_and_remembered_is_said_in_spanish() {
    let folder = folder();
    let arguments = [
        "--language",
        "es",
        "--nodes",
        "50",
        "--opponent-name",
        "Ana",
    ];
    let moves = "a3\nh3\nb3\ng3\nc3\nd3\ne3\nf3\na4\nh4\nCd2\nTa2\nTh2\nCe2\nb4\nd4\n";
    let shown = play(
        folder.path(),
        &arguments,
        &format!("{moves}rendirse\nsalir\n"),
    );
    assert!(
        shown.contains("(partida guardada en tu base de datos y en el archivo PGN junto a ella)"),
        "{shown}"
    );
    let again = play(folder.path(), &arguments, "a3\nsalir\n");
    assert!(again.contains("Ana: recuerdo 1 partida tuya"), "{again}");
    assert!(again.contains("(partida sin acabar, anotada"), "{again}");
    for line in shown.lines().chain(again.lines()) {
        assert_spanish(line);
    }
}
