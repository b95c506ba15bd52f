//! How large games are in the file, and that counts do not read them.

use super::exchange::{findings, legal_game};
use super::*;
use crate::store::collected::COUNT_KEPT;

/// Returns a game as they are when they are played out: 60 to 232 random moves, each position with a score, and six
/// cases, or four for a short game that sees no endgame. Games of self-play of 125 plies have 5.1 cases on average.
fn played_out_game(number: u32) -> StoredGame {
    let mut game = random_game(number);
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let plies = 60 + 43 * (number as usize % 5);
    let moves = &mut game.record.moves;
    while moves.len() != plies {
        moves.clear();
        let mut position = Chess::default();
        while moves.len() < plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[rng.random_range(0..legal.len())];
            position.play_unchecked(m);
            moves.push(m);
        }
    }
    let score = || PositionScore::from_bytes(rng.random_range(-30_000_i16..30_000).to_le_bytes());
    game.record.scores = std::iter::repeat_with(score).take(plies).collect();
    game.cases
        .retain(|case| plies > 110 || case.phase != Phase::Endgame);
    game
}

#[test]
fn a_thousand_played_out_games_take_at_most_four_megabytes() {
    const GAMES: u32 = 200;
    let folder = tempfile::tempdir().expect("a folder");
    let size = |games: u32| {
        let file = folder.path().join(format!("{games}.db"));
        let mut store = Store::open(&file, Access::Create).expect("created");
        let run = store.begin_run(&settings(1), 1000).expect("a run");
        let games: Vec<_> = (0..games).map(played_out_game).collect();
        store.write_games(&run, &games).expect("written");
        store.close().expect("closed");
        std::fs::metadata(&file).expect("a file").len()
    };
    let (empty, filled) = (size(0), size(GAMES));
    let thousand = empty + (filled - empty) * 1000 / u64::from(GAMES);
    assert!(
        thousand <= 4_000_000,
        "{thousand} bytes, {empty} of them without games"
    );
}

#[test]
fn views_spell_moves_of_every_version() {
    let mut store = Store::in_memory().expect("memory");
    let run = store.begin_run(&settings(1), 20).expect("a run");
    let games: Vec<_> = (0..20).map(legal_game).collect();
    store.write_games(&run, &games).expect("written");
    let spelled = || -> Vec<(String, String, usize, usize)> {
        let mut views = store
            .connection
            .prepare(
                "SELECT game_list.moves_uci, game_list.moves_san, plies,
                        length(games.moves_uci || games.moves_san)
                 FROM game_list JOIN games ON games.id = game ORDER BY game",
            )
            .expect("a query");
        views
            .query_map((), |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })
            .expect("rows")
            .collect::<Result<_, _>>()
            .expect("rows")
    };
    let short = spelled();
    for ((uci, san, plies, stored), game) in short.iter().zip(&games) {
        let moves = uci.split(' ').map(str::parse::<shakmaty::uci::UciMove>);
        let mut position = Chess::default();
        for (word, m) in moves.zip(&game.record.moves) {
            assert_eq!(word.expect("a move").to_move(&position).ok(), Some(*m));
            position.play_unchecked(*m);
        }
        for words in [uci, san] {
            assert_eq!(words.split(' ').count(), *plies, "{words}");
        }
        assert!(
            stored * 6 < (uci.len() + san.len()) * 5,
            "{stored}: {uci} {san}"
        );
    }
    // Rows of older versions hold the words as they are.
    for ((uci, san, ..), game) in short.iter().zip(&games) {
        store
            .connection
            .execute(
                "UPDATE games SET moves_uci = ?1, moves_san = ?2 WHERE number = ?3",
                rusqlite::params![uci, san, game.number],
            )
            .expect("updated");
    }
    let words = |games: Vec<(String, String, usize, usize)>| -> Vec<_> {
        games.into_iter().map(|(uci, san, ..)| (uci, san)).collect()
    };
    assert_eq!(words(spelled()), words(short));
    assert_eq!(findings(&store), [""; 0]);
}

#[test]
fn counts_of_collected_games_do_not_read_the_games() {
    let store = Store::in_memory().expect("memory");
    for query in [COUNT_KEPT, "SELECT * FROM source_list"] {
        let mut plan = store
            .connection
            .prepare(&format!("EXPLAIN QUERY PLAN {query}"))
            .expect("a plan");
        let steps: Vec<String> = plan
            .query_map((), |row| row.get(3))
            .expect("steps")
            .collect::<Result<_, _>>()
            .expect("steps");
        let of_games: Vec<&String> = steps
            .iter()
            .filter(|step| step.contains(" collected"))
            .collect();
        assert!(
            !of_games.is_empty() && of_games.iter().all(|step| step.contains("COVERING INDEX")),
            "{steps:?}"
        );
    }
}
