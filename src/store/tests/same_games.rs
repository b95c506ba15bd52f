//! Records of one game of an opponent: with and without its result, and its beginning.

use super::exchange::{findings, memory};
use super::*;
use crate::record::SideResult;

fn games_of(store: &Store, name: &str) -> Vec<OpponentGame> {
    store.remembered_games(&name.into()).expect("readable")
}

#[test]
fn a_game_without_a_result_is_the_one_whose_result_a_file_knows() {
    let played = |day: u128| OpponentGame {
        source: MemorySource::Played,
        played_at: Some(format!("2026-01-0{day}T20:00:00Z")),
        ..memory(1)
    };
    let of_file = |result| OpponentGame {
        played_at: Some("2026-01-01".to_owned()),
        occasion: format!("{result:?}"),
        result,
        ..memory(1)
    };
    let results = |store: &Store| -> Vec<(MemorySource, Option<SideResult>)> {
        let games = games_of(store, "Ann").into_iter();
        games.map(|game| (game.source, game.result)).collect()
    };
    let won = (MemorySource::Played, Some(SideResult::Win));
    let (win, loss) = (
        of_file(Some(SideResult::Win)),
        of_file(Some(SideResult::Loss)),
    );
    let mut store = Store::in_memory().expect("memory");
    let ann = OpponentKey::from("Ann");
    let learn =
        |store: &mut Store, game: &OpponentGame| store.learn_game(&ann, game).expect("learned");
    // A copy that was learned first gives way, and its result stays.
    assert_eq!(learn(&mut store, &of_file(None)), LearnedGame::New);
    assert_eq!(learn(&mut store, &win), LearnedGame::Known);
    let mut opponent = store.remembered_opponents().expect("readable").remove(0);
    opponent.games = vec![played(1)];
    store.add_remembered(&[opponent]).expect("added");
    assert_eq!(results(&store), [won]);
    // So it is the other way round, and in a copy that did not know the result.
    let mut copy = Store::in_memory().expect("memory");
    let mut unfinished = store.remembered_opponents().expect("readable");
    unfinished[0].games = vec![played(1)];
    for _ in 0..2 {
        copy.add_remembered(&unfinished).expect("added");
    }
    assert_eq!(results(&copy), [(MemorySource::Played, None)]);
    copy.merge(std::slice::from_ref(&store)).expect("merged");
    assert_eq!(games_of(&copy, "Ann"), games_of(&store, "Ann"));
    for game in [&win, &of_file(None)] {
        assert_eq!(learn(&mut copy, game), LearnedGame::Known);
    }
    // Another result is another game, and so is another day.
    assert_eq!(learn(&mut copy, &loss), LearnedGame::New);
    let mut later = win.clone();
    later.played_at = Some("2026-01-02".to_owned());
    assert_eq!(learn(&mut copy, &later), LearnedGame::New);
    assert!(copy.unlearn_game(&ann, &loss).expect("taken away"));
    assert_eq!(results(&copy).len(), 2);
    assert_eq!(findings(&copy), [""; 0]);
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

/// Stores and remembers a game of knights that the opponent won.
fn end_knight_game(store: &mut Store, name: &str, plies: u32, change: &dyn Fn(&mut OpponentGame)) {
    let game = StoredGame {
        number: 0,
        record: Game {
            result: Some(GameResult::BlackWins),
            ..knight_game(plies as usize)
        },
        cases: Vec::new(),
        opponent: Some(name.into()),
        played_at: None,
    };
    let mut ended = OpponentGame {
        result: Some(SideResult::Loss),
        ..knight_memory(plies)
    };
    change(&mut ended);
    store
        .add_user_game(&settings(3).provenance, game, Some(ended))
        .expect("stored");
}

/// The numbers of plies of the games that are remembered of an opponent.
fn plies(store: &Store, name: &str) -> Vec<u32> {
    let games = games_of(store, name);
    let mut plies: Vec<u32> = games.iter().map(|game| game.plies).collect();
    plies.sort_unstable();
    plies
}

#[test]
fn a_game_that_goes_on_takes_the_place_of_its_beginning() {
    let mut store = Store::in_memory().expect("memory");
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
    assert_eq!(plies(&store, "Ann"), [20, 22, 25, 26]);
    // It ends at another strength, and is stored.
    let limited = |memory: &mut OpponentGame| memory.strength_limit = Some("elo 1200".to_owned());
    end_knight_game(&mut store, "Ann", 28, &limited);
    assert_eq!(plies(&store, "Ann"), [20, 22, 25, 28]);
    assert_eq!(plies(&store, "Bob"), [22]);
    let whole = games_of(&store, "Ann")
        .into_iter()
        .find(|game| game.plies == 28);
    let limit = whole.and_then(|game| game.strength_limit);
    assert_eq!(limit.as_deref(), Some(CHANGED_LIMIT));
    assert_eq!(findings(&store), [""; 0]);
}

#[test]
fn databases_that_saw_a_game_at_different_times_have_it_once_together() {
    let new = || Store::in_memory().expect("memory");
    let (mut store, mut begun, mut early, mut all, mut late) = (new(), new(), new(), new(), new());
    let merge = |into: &mut Store, from: &Store| {
        into.merge(std::slice::from_ref(from)).expect("merged");
        plies(into, "Ann")
    };
    let break_off = |store: &mut Store, plies: u32| {
        store
            .remember_unfinished(
                &"Ann".into(),
                &knight_game(plies as usize),
                knight_memory(plies),
            )
            .expect("remembered");
    };
    break_off(&mut store, 22);
    assert_eq!(merge(&mut begun, &store), [22]);
    assert_eq!(merge(&mut all, &store), [22]);
    break_off(&mut store, 24);
    assert_eq!(merge(&mut early, &store), [24]);
    // The longer one stays, whichever comes first.
    assert_eq!(merge(&mut all, &store), [24]);
    assert_eq!(merge(&mut all, &begun), [24]);
    assert_eq!(merge(&mut begun, &early), [24]);
    end_knight_game(&mut store, "Ann", 28, &|_| {});
    for _ in 0..2 {
        assert_eq!(merge(&mut all, &store), [28]);
        assert_eq!(merge(&mut all, &early), [28]);
    }
    assert_eq!(merge(&mut late, &store), [28]);
    assert_eq!(merge(&mut late, &begun), [28]);
    assert_eq!(games_of(&late, "Ann"), games_of(&all, "Ann"));
    assert_eq!(findings(&all), [""; 0]);
}
