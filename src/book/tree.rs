//! An opening tree: good moves for both sides from the first position on, as a text file that
//! people edit.
//!
//! After the program of 1987, whose nodes held a move, the first answer and the next alternative,
//! and which chose among the alternatives at random. Here a move also has a weight, a name and
//! remarks, and a position is known by whatever order of moves it is reached.

mod text;

use std::collections::HashMap;

use shakmaty::{Chess, Move, Position as _};

use super::polyglot::{Polyglot, PolyglotMove, WideEntry, key_of, scaled};
use crate::board::notation::{self, Language};

/// Why a text is not an opening tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct OpeningTreeError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// The place of a move in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// A move of the tree.
#[derive(Clone, Debug)]
pub struct OpeningNode {
    /// The move.
    pub m: Move,
    /// In standard algebraic notation.
    pub san: String,
    /// How often it is played, in proportion to its alternatives; 0 is known and never played.
    pub weight: u16,
    /// What the opening is called from here on; may be empty.
    pub name: String,
    /// The answers.
    pub answers: Vec<NodeId>,
    /// The position after it.
    pub position: Chess,
    parent: Option<NodeId>,
    remark: String,
    lines_before: Vec<String>,
}

/// The opening tree.
#[derive(Clone, Debug, Default)]
pub struct OpeningTree {
    nodes: Vec<OpeningNode>,
    first: Vec<NodeId>,
    /// Nodes by the key of the position after their move, in the order in which they came.
    by_position: HashMap<u64, Vec<NodeId>>,
    /// The lines above the first move.
    header: Vec<String>,
    lines_behind: Vec<String>,
}

/// What adding a line did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedLine {
    /// Moves that were in the tree.
    pub known: usize,
    /// Moves that were not.
    pub new: usize,
    /// For each new position that another line reaches too: this line's moves up to there, and the
    /// other's.
    pub transpositions: Vec<(String, String)>,
}

impl OpeningTree {
    /// A tree without moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tree that is shipped, `data/openings.tree`: the openings of the program of 1987.
    pub fn shipped() -> Self {
        // A test holds that it can be read.
        Self::read(include_str!("../../data/openings.tree")).unwrap_or_default()
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many different positions have an answer in it.
    pub fn positions(&self) -> usize {
        let answered =
            |nodes: &Vec<NodeId>| nodes.iter().any(|id| !self.answers(Some(*id)).is_empty());
        let below = self
            .by_position
            .values()
            .filter(|nodes| answered(nodes))
            .count();
        // The first position is no node's.
        below + usize::from(!self.first.is_empty())
    }

    /// The longest line, in plies.
    pub fn depth(&self) -> usize {
        // A node comes after its parent, so one pass is enough.
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.parent.and_then(|NodeId(parent)| depths.get(parent));
            depths.push(above.copied().unwrap_or_default() + 1);
        }
        depths.into_iter().max().unwrap_or_default()
    }

    /// A move of this tree.
    pub fn node(&self, id: NodeId) -> Option<&OpeningNode> {
        self.nodes.get(id.0)
    }

    /// The answers to a move, or the first moves.
    pub fn answers(&self, after: Option<NodeId>) -> &[NodeId] {
        match after {
            None => &self.first,
            Some(id) => self.node(id).map_or(&[], |node| &node.answers),
        }
    }

    /// The position after a move, or the first position.
    pub fn position(&self, after: Option<NodeId>) -> Chess {
        after
            .and_then(|id| self.node(id))
            .map(|node| node.position.clone())
            .unwrap_or_default()
    }

    /// The answer `m`, if the tree has it.
    pub fn answer(&self, after: Option<NodeId>, m: Move) -> Option<NodeId> {
        self.answers(after)
            .iter()
            .copied()
            .find(|id| self.node(*id).is_some_and(|node| node.m == m))
    }

    /// The place where a line ends, as far as the tree follows it.
    pub fn follow(&self, line: &[Move]) -> Option<NodeId> {
        let mut place = None;
        for m in line {
            place = Some(self.answer(place, *m)?);
        }
        place
    }

    /// Adds an answer, or finds it; `m` must be legal there.
    fn grow(&mut self, after: Option<NodeId>, m: Move) -> (NodeId, bool) {
        if let Some(id) = self.answer(after, m) {
            return (id, false);
        }
        let before = self.position(after);
        let mut position = before.clone();
        position.play_unchecked(m);
        let id = NodeId(self.nodes.len());
        self.by_position
            .entry(key_of(&position))
            .or_default()
            .push(id);
        self.nodes.push(OpeningNode {
            m,
            san: notation::write(&before, m, Language::English),
            weight: 1,
            name: String::new(),
            answers: Vec::new(),
            position,
            parent: after,
            remark: String::new(),
            lines_before: Vec::new(),
        });
        match after.and_then(|NodeId(parent)| self.nodes.get_mut(parent)) {
            None => self.first.push(id),
            Some(parent) => parent.answers.push(id),
        }
        (id, true)
    }

    /// Adds a line of legal moves from the first position; a weight and a name are its last move's.
    pub fn add(&mut self, line: &[Move], weight: Option<u16>, name: Option<&str>) -> AddedLine {
        let mut added = AddedLine::default();
        let mut place = None;
        for m in line {
            let (id, new) = self.grow(place, *m);
            place = Some(id);
            if new {
                added.new += 1;
                let twin = self
                    .transposition(id)
                    .map(|twin| (self.line(id), self.line(twin)));
                added.transpositions.extend(twin);
            } else {
                added.known += 1;
            }
        }
        if let Some(node) = place.and_then(|NodeId(last)| self.nodes.get_mut(last)) {
            node.weight = weight.unwrap_or(node.weight);
            if let Some(name) = name {
                node.name = one_line(name);
            }
        }
        added
    }

    /// An earlier move of another line that leads to the same position.
    pub fn transposition(&self, id: NodeId) -> Option<NodeId> {
        let position = &self.node(id)?.position;
        self.by_position
            .get(&key_of(position))?
            .iter()
            .copied()
            .find(|other| *other != id)
    }

    /// The moves that lead to a node, as `1. d4 d5 2. c4`.
    pub fn line(&self, id: NodeId) -> String {
        let mut path = Vec::new();
        let mut place = Some(id);
        while let Some(node) = place.and_then(|id| self.node(id)) {
            path.push(node.san.as_str());
            place = node.parent;
        }
        path.reverse();
        let words: Vec<String> = path
            .chunks(2)
            .zip(1..)
            .map(|(pair, number): (_, u32)| format!("{number}. {}", pair.join(" ")))
            .collect();
        words.join(" ")
    }

    /// What the tree plays in a position, by whatever moves it was reached: each move once, with
    /// its weights added up, the heaviest first.
    pub fn moves(&self, position: &Chess) -> Vec<(Move, u32)> {
        let mut found: Vec<(Move, u32)> = Vec::new();
        let first = (*position == Chess::default()).then_some(None);
        let here = self
            .by_position
            .get(&key_of(position))
            .into_iter()
            .flatten();
        for place in first.into_iter().chain(here.map(|id| Some(*id))) {
            for node in self.answers(place).iter().filter_map(|id| self.node(*id)) {
                let weight = u32::from(node.weight);
                match found.iter_mut().find(|(m, _)| *m == node.m) {
                    Some((_, sum)) => *sum += weight,
                    // A key may be another position's; a move is played only where it is legal.
                    None if position.is_legal(node.m) => found.push((node.m, weight)),
                    None => {}
                }
            }
        }
        found.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        found
    }

    /// What the line ending at a position is called: the name nearest to it.
    pub fn name(&self, position: &Chess) -> Option<&str> {
        let mut place = self.by_position.get(&key_of(position))?.first().copied();
        while let Some(node) = place.and_then(|id| self.node(id)) {
            if !node.name.is_empty() {
                return Some(&node.name);
            }
            place = node.parent;
        }
        None
    }

    /// The same moves as a Polyglot book.
    pub fn to_polyglot(&self) -> Polyglot {
        let heavy: Vec<WideEntry> = self
            .nodes
            .iter()
            .map(|node| {
                let before = self.position(node.parent);
                (
                    key_of(&before),
                    PolyglotMove::of(node.m),
                    u64::from(node.weight),
                )
            })
            .collect();
        scaled(heavy)
    }

    /// The moves of a Polyglot book that can be reached from the first position in so many plies.
    /// A position is gone on from once, however many lines lead there.
    pub fn from_polyglot(book: &Polyglot, plies: usize) -> Self {
        let mut tree = Self::new();
        let mut expanded = std::collections::HashSet::new();
        let mut level: Vec<Option<NodeId>> = vec![None];
        for _ in 0..plies {
            let mut next = Vec::new();
            for place in level {
                let position = tree.position(place);
                if !expanded.insert(key_of(&position)) {
                    continue;
                }
                for entry in book.find(key_of(&position)) {
                    let Some(m) = entry.code.to_move(&position) else {
                        continue;
                    };
                    let (id, _) = tree.grow(place, m);
                    if let Some(node) = tree.nodes.get_mut(id.0) {
                        node.weight = entry.weight;
                    }
                    next.push(Some(id));
                }
            }
            level = next;
        }
        tree
    }
}

/// Returns a name that fits between the quotes of one line.
fn one_line(name: &str) -> String {
    let plain = name.replace('"', "'");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
