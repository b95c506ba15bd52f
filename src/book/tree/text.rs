//! The tree as text, and back.
//!
//! A line holds one or more moves, each answering the one before it; it is indented deeper than
//! the line whose last move it answers, and alternatives have the same indentation. A move may be
//! followed by its weight, and that by the opening's name in quotes; `#` begins a remark, at the
//! beginning of a line or after a space. Move numbers are ignored.
//!
//! ```text
//! # What we play.
//! e4 10
//!   e5 Nf3 Nc6
//!     Bb5 3 "Ruy Lopez"   # the main weapon
//!       a6 Ba4 Nf6
//!     Bc4
//!   c5 0
//! ```

use std::fmt::Write as _;

use shakmaty::Position as _;

use super::{NodeId, OpeningNode, OpeningTree, OpeningTreeError, one_line};
use crate::board::notation::{self, Language, without_number};

/// The most moves in one line; a longer line is a mistake.
const MOST_MOVES: u32 = 150;

/// The width at which written lines are broken, in characters.
const COLUMNS: usize = 72;

/// A line that may still get answers.
#[derive(Clone, Copy, Debug)]
struct OpenLine {
    indentation: usize,
    /// The move that its first move answers, and so do its alternatives.
    answered: Option<NodeId>,
    last: NodeId,
}

impl OpeningTree {
    /// Reads a tree. A move that occurs twice at one place is one move, with the last weight and
    /// name given.
    ///
    /// # Errors
    ///
    /// [`OpeningTreeError`] for the first line with a word that is not a legal move there, or with
    /// an indentation that belongs to no line above it.
    pub fn read(text: &str) -> Result<Self, OpeningTreeError> {
        let mut tree = Self::new();
        let mut open: Vec<OpenLine> = Vec::new();
        let mut before = Vec::new();
        for (content, line) in text.lines().zip(1..) {
            let at = |what: String| OpeningTreeError { line, what };
            let (words, remark) = split_remark(content);
            if words.trim().is_empty() {
                before.push(content.trim().to_owned());
                continue;
            }
            let indentation = words.len() - words.trim_start().len();
            let answered = answered(&mut open, indentation, tree.is_empty()).map_err(at)?;
            let known = tree.len();
            let (first, last) = tree.read_line(answered, words).map_err(at)?;
            open.push(OpenLine {
                indentation,
                answered,
                last,
            });
            if known == 0 {
                tree.header = std::mem::take(&mut before);
            } else if let Some(node) = tree.nodes.get_mut(first.0) {
                node.lines_before.append(&mut before);
            }
            if let Some(node) = tree.nodes.get_mut(last.0)
                && !remark.is_empty()
            {
                remark.clone_into(&mut node.remark);
            }
        }
        if tree.is_empty() {
            tree.header = before;
        } else {
            tree.trailing_lines = before;
        }
        Ok(tree)
    }

    /// Reads the moves of a line with their weights and names; returns the first and the last.
    fn read_line(
        &mut self,
        answered: Option<NodeId>,
        words: &str,
    ) -> Result<(NodeId, NodeId), String> {
        let mut first = None;
        let mut place = answered;
        for word in split_words(words)? {
            let current = first
                .and(place)
                .and_then(|NodeId(id)| self.nodes.get_mut(id));
            match (word, current) {
                (LineToken::Name(name), Some(node)) => node.name = name,
                (LineToken::Weight(weight), Some(node)) => node.weight = weight,
                (LineToken::Name(_) | LineToken::Weight(_), None) => {
                    return Err("a weight or a name must follow a move".to_owned());
                }
                (LineToken::Move(text), _) => {
                    let position = self.position(place);
                    let m = notation::read(&position, &text, Language::English)
                        .map_err(|error| error.to_string())?;
                    if position.fullmoves().get() > MOST_MOVES {
                        return Err(format!(
                            "a line of an opening has {MOST_MOVES} moves at most"
                        ));
                    }
                    let (id, _) = self.grow(place, m);
                    first.get_or_insert(id);
                    place = Some(id);
                }
            }
        }
        first
            .zip(place)
            .ok_or_else(|| format!("there is no move in '{}'", words.trim()))
    }

    /// Writes the tree as [`OpeningTree::read`] reads it.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for line in &self.header {
            push_line(&mut text, 0, line);
        }
        for id in self.answers(None) {
            self.write_from(&mut text, *id, 0);
        }
        for line in &self.trailing_lines {
            push_line(&mut text, 0, line);
        }
        text
    }

    /// Writes a move, a single answer on the same line, and several answers below.
    fn write_from(&self, text: &mut String, id: NodeId, depth: usize) {
        let Some(mut node) = self.node(id) else {
            return;
        };
        for line in &node.lines_before {
            push_line(text, depth, line);
        }
        let mut line = word_of(node);
        while let Some(next) = self.only_answer(node) {
            let word = word_of(next);
            if line.len() + word.len() >= COLUMNS {
                break;
            }
            node = next;
            line.push(' ');
            line.push_str(&word);
        }
        if !node.name.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(line, " \"{}\"", node.name);
        }
        if !node.remark.is_empty() {
            let _ = write!(line, "  {}", node.remark);
        }
        push_line(text, depth, &line);
        for answer in &node.answers {
            self.write_from(text, *answer, depth + 1);
        }
    }

    /// Returns the single answer that may stand on the same line.
    fn only_answer(&self, node: &OpeningNode) -> Option<&OpeningNode> {
        let [only] = node.answers[..] else {
            return None;
        };
        let answer = self.node(only)?;
        let plain = node.name.is_empty() && node.remark.is_empty();
        (plain && answer.lines_before.is_empty()).then_some(answer)
    }
}

/// Returns the move that a line of this indentation answers; deeper lines are closed.
fn answered(
    open: &mut Vec<OpenLine>,
    indentation: usize,
    is_first: bool,
) -> Result<Option<NodeId>, String> {
    let lines = open.len();
    open.retain(|line| line.indentation <= indentation);
    match open.last().copied() {
        Some(line) if line.indentation == indentation => {
            open.pop();
            Ok(line.answered)
        }
        Some(line) if open.len() == lines => Ok(Some(line.last)),
        None if is_first => Ok(None),
        _ => Err("its indentation is that of no line above it".to_owned()),
    }
}

/// A word of a line.
enum LineToken {
    Move(String),
    Weight(u16),
    Name(String),
}

/// Splits a line into moves, weights and names; move numbers are dropped.
fn split_words(line: &str) -> Result<Vec<LineToken>, String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (name, behind) = quoted
                .split_once('"')
                .ok_or("a name is never closed with '\"'")?;
            words.push(LineToken::Name(one_line(name)));
            rest = behind.trim_start();
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let weight = word.parse();
            let weight = weight.map_err(|_| format!("the weight {word} is above {}", u16::MAX))?;
            words.push(LineToken::Weight(weight));
        } else {
            let text = without_number(word);
            words.extend((!text.is_empty()).then(|| LineToken::Move(text.to_owned())));
        }
    }
    Ok(words)
}

/// Splits a line at its remark, which begins with `#`.
fn split_remark(line: &str) -> (&str, &str) {
    let mut quoted = false;
    let mut behind_space = true;
    for (place, letter) in line.char_indices() {
        if letter == '#' && behind_space && !quoted {
            return line.split_at(place);
        }
        quoted ^= letter == '"';
        behind_space = letter.is_whitespace();
    }
    (line, "")
}

fn word_of(node: &OpeningNode) -> String {
    match node.weight {
        1 => node.san.clone(),
        weight => format!("{} {weight}", node.san),
    }
}

fn push_line(text: &mut String, depth: usize, line: &str) {
    if !line.is_empty() {
        text.extend(std::iter::repeat_n("  ", depth));
        text.push_str(line.trim_end());
    }
    text.push('\n');
}
