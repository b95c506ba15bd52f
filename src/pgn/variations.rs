//! Formatting a tree of moves as PGN with variations.

use shakmaty::{Chess, Move};

use crate::record::{GameResult, Tags};

use super::tags::{ROSTER, write_tag};
use super::write::{MovetextWriter, write_roster, write_start};

/// A move of a tree with its continuations: the first is the main line, the others are variations.
#[derive(Clone, Debug)]
pub struct VariationNode {
    /// Move of the node.
    pub m: Move,
    /// Comment after the move; may be empty.
    pub comment: String,
    /// Continuations.
    pub next: Vec<VariationNode>,
}

/// Formats a tree of moves as PGN: tags, `SetUp` and `FEN`, an optional comment, and the moves.
pub fn format_variations(
    tags: &Tags,
    start: &Chess,
    comment: &str,
    branches: &[VariationNode],
    result: Option<GameResult>,
) -> String {
    let mut text = String::new();
    let result = result.map_or("*", |result| result.as_pgn());
    write_roster(&mut text, tags, result);
    write_start(&mut text, start);
    for (name, value) in tags.iter() {
        if !ROSTER.contains(&name) && !["SetUp", "FEN"].contains(&name) {
            write_tag(&mut text, name, value);
        }
    }
    text.push('\n');
    let mut words = MovetextWriter::new(&mut text);
    words.comment(comment);
    write_branches(&mut words, start, branches, true);
    words.push(result);
    text.push_str("\n\n");
    text
}

/// Writes the main line, and each variation after the move that it is an alternative to.
fn write_branches(
    words: &mut MovetextWriter,
    position: &Chess,
    branches: &[VariationNode],
    numbered: bool,
) {
    let Some((main, others)) = branches.split_first() else {
        return;
    };
    let mut numbered = numbered;
    let (mut position, mut main, mut others) = (position.clone(), main, others);
    loop {
        let before = position.clone();
        write_move(words, &mut position, main, numbered);
        for other in others {
            let mut after = before.clone();
            words.open();
            write_move(words, &mut after, other, true);
            write_branches(words, &after, &other.next, !other.comment.is_empty());
            words.close();
        }
        numbered = !others.is_empty() || !main.comment.is_empty();
        let Some((next, rest)) = main.next.split_first() else {
            return;
        };
        (main, others) = (next, rest);
    }
}

fn write_move(
    words: &mut MovetextWriter,
    position: &mut Chess,
    branch: &VariationNode,
    numbered: bool,
) {
    words.play(position, branch.m, numbered);
    words.comment(&branch.comment);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::after;
    use crate::pgn::read_games;

    fn branch(m: Move, comment: &str, next: Vec<VariationNode>) -> VariationNode {
        let comment = comment.to_owned();
        VariationNode { m, comment, next }
    }

    /// Returns the moves of a line as a chain of branches.
    fn chain(start: &Chess, line: &str) -> Vec<VariationNode> {
        let Some((word, rest)) = line.split_once(' ') else {
            return Vec::new();
        };
        let san: shakmaty::san::San = word.parse().expect("a move");
        let m = san.to_move(start).expect("legal");
        vec![branch(m, "", chain(&after(start, m), rest))]
    }

    #[test]
    fn variations_are_written_and_the_main_line_reads_back() {
        let start = Chess::default();
        let mut branches = chain(&start, "e4 e5 Nf3 Nc6 ");
        branches[0].comment = "best {by test}".to_owned();
        let reply = chain(&after(&start, branches[0].m), "c5 Nf3 ");
        branches[0].next.extend(reply);
        branches.extend(chain(&start, "d4 d5 "));
        let tags = Tags::new().with("Event", "A tree").with("Keys", "e4");
        let text = format_variations(&tags, &start, "Two ways.", &branches, None);
        assert!(text.ends_with(
            "[Keys \"e4\"]\n\n{Two ways.} 1. e4 {best by test} (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3 Nc6\n*\n\n"
        ), "{text}");
        let mut games = read_games(text.as_bytes());
        let game = games.next().expect("a game").expect("a sound one");
        assert_eq!((game.moves.len(), games.tally().rejected()), (4, 0));
    }
}
