//! The database without the program: views in plain SQL, their dictionary, and the queries of the guide.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rusqlite::Connection;

use crate::support::Scratch;

/// A database with games of self-play, a collection, and an opponent.
fn filled() -> Scratch {
    let scratch = Scratch::new(&[]);
    let line = "selfplay --db games.db --games 30 --nodes 20 --white random --black random --play-through 1";
    scratch.text(&line.split(' ').collect::<Vec<_>>());
    let game = |white: &str, elo: u16, moves: &str| {
        format!(
            "[Event \"Test\"]\n[Date \"1960.05.0{}\"]\n[White \"{white}\"]\n[Black \"Fine, R\"]\n\
             [WhiteElo \"{elo}\"]\n[BlackElo \"2500\"]\n[ECO \"C20\"]\n\n{moves}\n\n",
            elo % 9 + 1
        )
    };
    let games = game(
        "Tal, M",
        2610,
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 \
         11. Nbd2 Bb7 1/2-1/2",
    ) + &game("Tal, M", 2600, "1. d4 d5 1-0")
        + "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q+ Kd7 2. O-O *\n\n";
    scratch.write("a.pgn", games);
    scratch.text(&["db", "import", "games.db", "a.pgn"]);
    scratch.text(&[
        "opponent", "learn", "a.pgn", "--player", "Tal, M", "--db", "games.db",
    ]);
    scratch
}

/// Opens a database as any other program does.
fn open(scratch: &Scratch) -> Connection {
    Connection::open(scratch.at("games.db")).expect("SQLite")
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read_to_string(path).expect(name)
}

/// Returns the columns of each table and view.
fn columns(database: &Connection) -> BTreeMap<String, BTreeSet<String>> {
    let mut columns = BTreeMap::new();
    let mut names = database
        .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
        .expect("a schema");
    let names: Vec<String> = names
        .query_map((), |row| row.get(0))
        .expect("names")
        .collect::<Result<_, _>>()
        .expect("names");
    for name in names {
        let statement = database
            .prepare(&format!("SELECT * FROM {name}"))
            .expect(&name);
        let found = statement.column_names().map(str::to_owned).collect();
        columns.insert(name, found);
    }
    columns
}

/// Returns the text under the heading of a table or view.
fn section<'a>(pages: &'a [String], name: &str) -> Option<&'a str> {
    let heading = format!("\n### {name}\n");
    pages.iter().find_map(|page| {
        let (_, rest) = page.split_once(&heading)?;
        Some(rest.split("\n#").next().unwrap_or(rest))
    })
}

#[test]
fn the_dictionary_has_every_column_and_no_other() {
    let scratch = filled();
    let columns = columns(&open(&scratch));
    let pages = ["reference/database.md", "reference/data-dictionary.md"].map(document);
    let mut wrong = Vec::new();
    for (name, columns) in &columns {
        if name == "table_checksums" {
            continue;
        }
        let Some(text) = section(&pages, name) else {
            wrong.push(format!("{name} is not explained"));
            continue;
        };
        // Every table has this one, which is explained once for all.
        for column in columns.iter().filter(|column| *column != "row_checksum") {
            if !text.contains(&format!("`{column}`")) {
                wrong.push(format!("{name}.{column} is not explained"));
            }
        }
        let rows = text.lines().filter(|line| line.starts_with("| `"));
        for row in rows {
            let cell = row.split(" | ").next().unwrap_or(row);
            for word in cell.split('`').skip(1).step_by(2) {
                if !columns.contains(word) {
                    wrong.push(format!("{name} has no column {word}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_dictionary_has_every_column_of_the_csv_files() {
    let scratch = filled();
    let line = "db export games.db --format csv --out NAME.csv";
    scratch.text(&line.split(' ').collect::<Vec<_>>());
    let pages = [document("reference/data-dictionary.md")];
    for name in [
        "NAME.runs.csv",
        "NAME.csv",
        "NAME.cases.csv",
        "NAME.collected.csv",
    ] {
        let file = fs::read_to_string(scratch.at(name)).expect(name);
        let mut columns: Vec<&str> = file.lines().next().expect(name).split(',').collect();
        let text = section(&pages, name).expect(name);
        let cells = text.lines().filter(|line| line.starts_with("| `"));
        let cells = cells.filter_map(|row| row.split(" | ").next());
        let mut explained: Vec<&str> = cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .collect();
        explained.sort_unstable();
        columns.sort_unstable();
        assert_eq!(explained, columns, "{name}");
    }
}

#[test]
fn the_queries_of_the_guide_have_answers() {
    let scratch = filled();
    let database = open(&scratch);
    let guide = document("guide/data.md");
    let queries: Vec<&str> = guide
        .split("```sql\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(queries.len(), 10);
    for query in queries {
        let mut statement = database.prepare(query).expect(query);
        let mut rows = statement.query(()).expect(query);
        let first = rows.next().expect(query).expect(query);
        // Nothing that is asked for is null.
        for column in 0..first.as_ref().column_count() {
            let value = first.get_ref(column).expect("a column");
            assert_ne!(value.data_type(), rusqlite::types::Type::Null, "{query}");
        }
    }
}

#[test]
fn views_have_the_moves_in_words_and_the_scores_as_numbers() {
    let scratch = filled();
    let database = open(&scratch);
    let text = |sql: &str| -> String { database.query_row(sql, (), |row| row.get(0)).expect(sql) };
    let number = |sql: &str| -> i64 { database.query_row(sql, (), |row| row.get(0)).expect(sql) };
    assert_eq!(
        text("SELECT moves_san FROM collected_list WHERE points = 0.5"),
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7"
    );
    assert_eq!(
        text("SELECT moves_uci || ',' || moves_san FROM collected_list WHERE result IS NULL"),
        "a7a8q e8d7 e1g1,a8=Q+ Kd7 O-O"
    );
    assert_eq!(
        number("SELECT count(*) FROM all_games WHERE moves_uci IS NULL OR moves_san IS NULL"),
        0
    );
    // The export reads the same bytes by another way.
    scratch.text(&[
        "db", "export", "games.db", "--format", "text", "--out", "a.txt",
    ]);
    let lines = fs::read_to_string(scratch.at("a.txt")).expect("text");
    assert_eq!(
        number("SELECT count(*) FROM score_list"),
        i64::try_from(lines.lines().count()).expect("few")
    );
    let sum: i64 = lines
        .lines()
        .filter_map(|line| line.split(" | ").nth(1)?.parse::<i64>().ok())
        .sum();
    assert_eq!(number("SELECT sum(score) FROM score_list"), sum);
    // Each case has one level for each parameter, and levels are drawn evenly.
    assert_eq!(
        number("SELECT count(*) FROM case_list"),
        number("SELECT count(*) FROM level_list WHERE parameter = 837")
    );
    let drawn = |parameter: u16| {
        number(&format!(
            "SELECT count(DISTINCT level) FROM level_list WHERE parameter = {parameter} AND level BETWEEN 0 AND 4"
        ))
    };
    assert_eq!([drawn(0), drawn(1), drawn(2), drawn(837)], [5; 4]);
}
