//! Each strength and weakness of a planted player has positions of games that it is about, as their PGN tells.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use shakmaty::{Chess, Color, Move, Position as _, Role};

use bayeschess::board::notation::{self, Language};
use bayeschess::style::habits::{Habit, HabitObserver};

use crate::support::{bayeschess, field, folder, parsed};

const PLAYER: &str = "Doe, Jane";

/// The player's openings by colour: the first wins, the second loses.
const OPENINGS: [[(&str, &str); 2]; 2] = [
    [
        ("Ruy Lopez", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
        ("Italian Game", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6"),
    ],
    [
        ("Sicilian Defense", "e4 c5 Nf3 d6 d4 cxd4"),
        ("Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6"),
    ],
];

/// Draws numbers that are the same in each run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// Returns a random move that does not end the game; a check if one is wanted, else none, as far as there is a choice.
fn random_move(position: &Chess, gives_check: Option<bool>, draws: &mut Draws) -> Option<Move> {
    let after = |chosen: &Move| {
        let mut next = position.clone();
        next.play_unchecked(*chosen);
        next
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.retain(|chosen| !after(chosen).is_game_over());
    let preferred: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|chosen| gives_check.is_none_or(|wanted| after(chosen).is_check() == wanted))
        .collect();
    let choice = if preferred.is_empty() {
        moves
    } else {
        preferred
    };
    (!choice.is_empty()).then(|| choice[draws.below(choice.len())])
}

/// Games of a player who scores with one opening of each colour, by checks, and in short games, but not in long ones.
fn planted() -> String {
    let mut draws = Draws(1);
    let mut text = String::new();
    for number in 0..240 {
        let length = number / 8 % 3;
        let plus = [
            number / 2 % 2 == 0,
            number / 4 % 2 == 0,
            [true, number / 24 % 2 == 0, false][length],
        ];
        let side = [Color::White, Color::Black][number % 2];
        let (_, opening) = OPENINGS[number % 2][usize::from(!plus[0])];
        let plies = [46, 70, 100][length];
        let mut position = Chess::default();
        let mut written = String::new();
        let mut opening = opening.split(' ');
        for ply in 0..plies {
            let own = position.turn() == side;
            let chosen = match opening.next() {
                Some(san) => notation::read(&position, san, Language::English).ok(),
                None => random_move(&position, own.then_some(plus[1]), &mut draws),
            };
            let Some(chosen) = chosen else { break };
            let san = notation::write(&position, chosen, Language::English);
            if ply % 2 == 0 {
                let _ = write!(written, "{}. ", ply / 2 + 1);
            }
            let _ = write!(written, "{san} ");
            position.play_unchecked(chosen);
        }
        let wins = plus.iter().filter(|is_so| **is_so).count() > 1;
        let (white, black) = side.fold_wb((PLAYER, "Rival"), ("Rival", PLAYER));
        let result = if wins == side.is_white() {
            "1-0"
        } else {
            "0-1"
        };
        let _ = write!(
            text,
            "[Event \"{number}\"]\n[Site \"https://lichess.org\"]\n[Date \"2020.01.{:02}\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"{result}\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n\
             [TimeControl \"600+0\"]\n\n{written}{result}\n\n",
            1 + number % 28
        );
    }
    text
}

/// A game as its PGN tells it.
struct ReadGame {
    side: Color,
    has_won: bool,
    sans: Vec<String>,
    /// The positions before each move, and the last one.
    positions: Vec<Chess>,
    moves: Vec<Move>,
}

fn read(pgn: &str) -> Vec<ReadGame> {
    let mut games = Vec::new();
    for (tags, line) in pgn
        .split("[Event ")
        .skip(1)
        .filter_map(|game| game.split_once("\n\n"))
    {
        let side = if tags.contains(&format!("[White \"{PLAYER}\"]")) {
            Color::White
        } else {
            Color::Black
        };
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let result = words.pop().expect("a result");
        let mut game = ReadGame {
            side,
            has_won: result == side.fold_wb("1-0", "0-1"),
            sans: Vec::new(),
            positions: vec![Chess::default()],
            moves: Vec::new(),
        };
        for san in words.into_iter().filter(|word| !word.ends_with('.')) {
            let mut position = game.positions.last().expect("a position").clone();
            let chosen = notation::read(&position, san, Language::English).expect("a legal move");
            position.play_unchecked(chosen);
            game.sans.push(san.to_owned());
            game.positions.push(position);
            game.moves.push(chosen);
        }
        games.push(game);
    }
    games
}

impl ReadGame {
    /// Returns the ply of a position of the report; fails if the game lacks it, or if another move was played there.
    fn ply(&self, shown: &Value) -> usize {
        let fen = field(shown, "fen").as_str().expect("a position");
        let is_here = |position: &Chess| bayeschess::board::fen::write(position) == fen;
        let ply = self.positions.iter().position(is_here);
        let ply = ply.unwrap_or_else(|| panic!("not in its game: {shown}"));
        assert_eq!(self.positions[ply].turn(), self.side, "{shown}");
        assert_eq!(shown["color"], self.side.fold_wb("white", "black"));
        let played = shown["moves"][0].as_str().expect("a move");
        assert!(played.ends_with(&format!(" {}", self.sans[ply])), "{shown}");
        ply
    }

    /// Fails unless the game is of the kind, and shows it at this ply.
    fn check_course(&self, name: &str, ply: usize) {
        let pieces = |position: &Chess| {
            let board = position.board();
            (board.occupied() & !board.by_role(Role::Pawn)).count()
        };
        let (here, last) = (
            &self.positions[ply],
            self.positions.last().expect("a position"),
        );
        let has_queens = |position: &Chess| position.board().by_role(Role::Queen).any();
        let plies = self.moves.len();
        assert!(
            match name {
                "over within 25 moves" => plies <= 50,
                "over within 26 to 40 moves" => (51..=80).contains(&plies),
                "longer than 40 moves" => plies > 80 && ply >= 80,
                "queens gone by move 20" => ply <= 41 && !has_queens(here),
                "queens on after move 20" =>
                    plies > 40 && ply >= 40 && has_queens(&self.positions[40]),
                "kings on opposite wings" => {
                    let wings = Color::ALL.map(|side| {
                        let king = here.board().king_of(side).expect("a king");
                        u32::from(king.file()) / 4
                    });
                    wings[0] != wings[1] && has_queens(here)
                }
                "down to four pieces or fewer" => pieces(here) <= 6 && pieces(last) <= 6,
                "over before that" => pieces(last) > 6,
                _ => panic!("unknown: {name}"),
            },
            "{name} at {ply}: {:?}",
            self.sans
        );
    }

    /// Fails unless the player did more of the habit at this ply.
    fn check_habit(&self, name: &str, ply: usize) {
        let habit = Habit::ALL.iter().find(|habit| habit.name() == name);
        let habit = *habit.expect("a habit");
        let mut watch = HabitObserver::new(&Chess::default());
        let counts = self.moves[..=ply].iter().map(|chosen| {
            watch.play(*chosen);
            watch.shares().get(self.side).of(habit).happened
        });
        let counts: Vec<u32> = counts.collect();
        assert!(
            counts[ply] > counts[ply - 1],
            "{name} at {ply}: {:?}",
            self.sans
        );
        if name == "check" {
            assert!(self.sans[ply].ends_with('+'), "{ply}: {:?}", self.sans);
        }
    }

    fn check_opening(&self, found: &Value) {
        assert_eq!(
            found["color"],
            self.side.fold_wb("white", "black"),
            "{found}"
        );
        let openings = OPENINGS[self.side.fold_wb(0, 1)];
        let moves = openings.iter().find(|(name, _)| found["name"] == *name);
        let (_, moves) = moves.unwrap_or_else(|| panic!("never played: {found}"));
        assert!(
            self.sans.join(" ").starts_with(moves),
            "{found}: {:?}",
            self.sans
        );
    }
}

#[test]
fn strengths_and_weaknesses_are_shown_by_positions_of_games_that_they_are_about() {
    let folder = folder();
    let pgn = planted();
    fs::write(folder.path().join("games.pgn"), &pgn).expect("games");
    let told = |more: &[&str]| {
        let mut command = bayeschess(folder.path());
        command.args(["style", "report", "games.pgn", "--player", PLAYER]);
        let output = command.args(more).output().expect("ran");
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    let json = told(&["--json", "--threads", "1"]);
    assert_eq!(json, told(&["--json", "--threads", "3"]));
    let portrait = parsed(&json);
    #[cfg(feature = "serve")]
    {
        let description = include_str!("../../src/serve/openapi.json");
        let description = serde_json::from_str(description).expect("valid JSON");
        crate::serve::description::assert_valid(&description, "StyleReport", &portrait);
    }
    let games = read(&pgn);
    let mut kinds = Vec::new();
    for (list, has_won) in [("strengths", true), ("weaknesses", false)] {
        for found in portrait[list].as_array().expect("a list") {
            let shown = found["positions"].as_array().expect("a list");
            assert!((1..=3).contains(&shown.len()), "{found}");
            for position in shown {
                let number = position["number"].as_u64().expect("a number");
                let game = &games[usize::try_from(number).expect("small") - 1];
                let ply = game.ply(position);
                assert_eq!(game.has_won, has_won, "{found}");
                let name = |key: &str| found[key].as_str().expect("a name");
                match found["kind"].as_str() {
                    Some("course") => game.check_course(name("name"), ply),
                    Some("habit") => game.check_habit(name("habit"), ply),
                    _ => game.check_opening(found),
                }
            }
            kinds.push([list, found["kind"].as_str().expect("a kind")]);
        }
    }
    for list in ["strengths", "weaknesses"] {
        for kind in ["course", "habit", "opening"] {
            assert!(kinds.contains(&[list, kind]), "no {kind} in {kinds:?}");
        }
    }
    // What is told in two parts has one verdict.
    let training = portrait["training"].as_array().expect("a list");
    assert!(!training.is_empty());
    for item in training {
        let is_same = |found: &&Value| {
            let keys = ["kind", "color", "name", "habit", "direction"];
            keys.iter().all(|key| found[*key] == item[*key])
        };
        let lists = ["strengths", "weaknesses"].map(|list| portrait[list].as_array());
        let all = lists.into_iter().flatten().flatten();
        let found: Vec<&Value> = all.filter(is_same).collect();
        for found in found {
            assert_eq!(item["is_proven"], true, "{item}");
            assert_eq!(
                field(item, "adjusted_p"),
                field(found, "adjusted_p"),
                "{item}"
            );
        }
    }
    let text = String::from_utf8(told(&["--html", "doe.html"])).expect("UTF-8");
    let page = fs::read_to_string(folder.path().join("doe.html")).expect("a page");
    let from = text.find("\nStrengths\n").expect("a section");
    let to = text.find("\nThree things to train\n").expect("a section");
    let mut told = 0;
    for line in text[from..to].lines() {
        let Some((fen, _)) = line
            .strip_prefix("    play on: ")
            .and_then(|line| line.split_once(';'))
        else {
            continue;
        };
        told += 1;
        assert_eq!(text.matches(fen).count(), 1, "told twice: {fen}");
        assert_eq!(page.matches(fen).count(), 1, "told twice: {fen}");
    }
    assert!(told >= 12, "{told}: {text}");
}
