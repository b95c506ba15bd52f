//! Records of one game of an opponent: its beginning, and all of it.

use super::exchange::{findings, memory};
use super::*;
use crate::record::SideResult;

fn games_of(store: &Store, name: &str) -> Vec<OpponentGame> {
    store.remembered_games(&name.into()).expect("readable")
}

/// A game of knights that go out and back.
fn knight_game(plies: usize) -> Game {
    let mut position = Chess::default();
    let mut game = Game::default();
    for word in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(plies) {
        let word: shakmaty::uci::UciMove = word.parse().expect("a move");
        let chosen = word.to_move(&position).expect("legal");
        position.play_unchecked(chosen);
        game.moves.push(chosen);
    }
    game
}

/// The memory of the first plies of the game of knights, as this program remembers it.
fn knight_memory(plies: u32) -> OpponentGame {
    let game = knight_game(plies as usize);
    OpponentGame {
        source: MemorySource::Played,
        plies,
        ..memory(crate::identity::Fingerprint::of(&game, &mut Vec::new()).0)
    }
}

#[test]
fn a_game_that_goes_on_takes_the_place_of_its_beginning() {
    let mut store = Store::in_memory().expect("memory");
    let key = OpponentKey::from("Ann");
    let mut remember = |name: &str, plies: u32, change: &dyn Fn(&mut OpponentGame)| {
        let mut memory = knight_memory(plies);
        change(&mut memory);
        store
            .remember_unfinished(&name.into(), &knight_game(plies as usize), memory)
            .expect("remembered");
    };
    remember("Ann", 24, &|_| {});
    remember("Ann", 24, &|_| {});
    remember("Ann", 26, &|_| {});
    // Another opponent, another colour, and a game that turned out another way are other games.
    remember("Bob", 22, &|_| {});
    remember("Ann", 22, &|memory| memory.color = Color::Black);
    remember("Ann", 20, &|memory| memory.result = Some(SideResult::Win));
    remember("Ann", 25, &|memory| memory.fingerprint = 7);
    let plies = |store: &Store, name| {
        let games = games_of(store, name);
        let mut plies: Vec<u32> = games.iter().map(|game| game.plies).collect();
        plies.sort_unstable();
        plies
    };
    assert_eq!(plies(&store, "Ann"), [20, 22, 25, 26]);
    // It ends at another strength, and is stored.
    let game = StoredGame {
        number: 0,
        record: Game {
            result: Some(GameResult::BlackWins),
            ..knight_game(28)
        },
        cases: Vec::new(),
        opponent: Some(key.clone()),
        played_at: None,
    };
    let ended = OpponentGame {
        result: Some(SideResult::Loss),
        strength_limit: Some("elo 1200".to_owned()),
        ..knight_memory(28)
    };
    store
        .add_user_game(&settings(3).provenance, game, Some(ended))
        .expect("stored");
    assert_eq!(plies(&store, "Ann"), [20, 22, 25, 28]);
    assert_eq!(plies(&store, "Bob"), [22]);
    let whole = games_of(&store, "Ann")
        .into_iter()
        .find(|game| game.plies == 28);
    let limit = whole.and_then(|game| game.strength_limit);
    assert_eq!(limit.as_deref(), Some(CHANGED_LIMIT));
    assert_eq!(findings(&store), [""; 0]);
}
