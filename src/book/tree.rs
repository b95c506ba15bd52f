//! An opening tree: good moves for both sides from the first position on, as a text file that
//! people edit.
//!
//! Modelled on a program of 1987, whose nodes held a move, the first answer and the next alternative,
//! and which chose among the alternatives at random. Here a move also has a weight, a name and
//! remarks, and a position is found by any order of moves.

mod text;

use std::collections::HashMap;

use shakmaty::{Chess, Move, Position as _};

use super::polyglot::{Polyglot, PolyglotMove, WideEntry, key_of, scaled};
use crate::board::notation::{self, Language};

/// Why a text is not an opening tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct OpeningTreeError {
    /// The line number, from 1.
    pub line: usize,
    /// The fault.
    pub what: String,
}

/// The index of a move in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// A move of the tree.
#[derive(Clone, Debug)]
pub struct OpeningNode {
    /// The move.
    pub m: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// How often it is played, in proportion to its alternatives; 0 is known but never played.
    pub weight: u16,
    /// The name of the opening from here on; may be empty.
    pub name: String,
    /// The answers.
    pub answers: Vec<NodeId>,
    /// The position after the move.
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
    /// Nodes by the key of the position after their move, in the order of insertion.
    by_position: HashMap<u64, Vec<NodeId>>,
    /// The lines above the first move.
    header: Vec<String>,
    trailing_lines: Vec<String>,
}

/// The change made by adding a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedLine {
    /// How many moves were already in the tree.
    pub known: usize,
    /// How many moves were new.
    pub new: usize,
    /// For each new position that another line also reaches: the moves of this line and of the
    /// other.
    pub transpositions: Vec<(String, String)>,
}

impl OpeningTree {
    /// A tree without moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the tree that comes with the program, `data/openings.tree`: the openings of the
    /// program of 1987.
    pub fn shipped() -> Self {
        // A test checks that it can be read.
        Self::read(include_str!("../../data/openings.tree")).unwrap_or_default()
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the tree has no moves.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the number of different positions that have an answer.
    pub fn positions(&self) -> usize {
        let answered =
            |nodes: &Vec<NodeId>| nodes.iter().any(|id| !self.answers(Some(*id)).is_empty());
        let below = self
            .by_position
            .values()
            .filter(|nodes| answered(nodes))
            .count();
        // The first position has no node.
        below + usize::from(!self.first.is_empty())
    }

    /// Returns the length of the longest line, in plies.
    pub fn depth(&self) -> usize {
        // A node comes after its parent, so one pass is enough.
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.parent.and_then(|NodeId(parent)| depths.get(parent));
            depths.push(above.copied().unwrap_or_default() + 1);
        }
        depths.into_iter().max().unwrap_or_default()
    }

    /// Returns a move of this tree.
    pub fn node(&self, id: NodeId) -> Option<&OpeningNode> {
        self.nodes.get(id.0)
    }

    /// Returns the answers to a move, or the first moves.
    pub fn answers(&self, after: Option<NodeId>) -> &[NodeId] {
        match after {
            None => &self.first,
            Some(id) => self.node(id).map_or(&[], |node| &node.answers),
        }
    }

    /// Returns the position after a move, or the first position.
    pub fn position(&self, after: Option<NodeId>) -> Chess {
        after
            .and_then(|id| self.node(id))
            .map(|node| node.position.clone())
            .unwrap_or_default()
    }

    /// Returns the answer `m`, if the tree has it.
    pub fn answer(&self, after: Option<NodeId>, m: Move) -> Option<NodeId> {
        self.answers(after)
            .iter()
            .copied()
            .find(|id| self.node(*id).is_some_and(|node| node.m == m))
    }

    /// Returns the last node of a line that the tree contains.
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

    /// Adds a line of legal moves from the first position; weight and name belong to its last move.
    pub fn add(&mut self, line: &[Move], weight: Option<u16>, name: Option<&str>) -> AddedLine {
        let mut added = AddedLine::default();
        let mut place = None;
        for m in line {
            let (id, new) = self.grow(place, *m);
            place = Some(id);
            if new {
                added.new += 1;
                let transposition = self
                    .transposition(id)
                    .map(|other| (self.line(id), self.line(other)));
                added.transpositions.extend(transposition);
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

    /// Returns a move of another line that leads to the same position, the first one added.
    pub fn transposition(&self, id: NodeId) -> Option<NodeId> {
        let position = &self.node(id)?.position;
        self.by_position
            .get(&key_of(position))?
            .iter()
            .copied()
            .find(|other| *other != id)
    }

    /// Returns the moves that lead to a node, such as `1. d4 d5 2. c4`.
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

    /// Returns the tree's moves in a position, reached by any line: each once, weights added up,
    /// largest first.
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
                    // Two positions may share a key, so a move is played only if it is legal.
                    None if position.is_legal(node.m) => found.push((node.m, weight)),
                    None => {}
                }
            }
        }
        found.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        found
    }

    /// Returns the name of the opening at a position: the nearest name above it.
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

    /// Returns the same moves as a Polyglot book.
    pub fn to_polyglot(&self) -> Polyglot {
        let entries: Vec<WideEntry> = self
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
        scaled(entries)
    }

    /// Builds a tree of the moves of a Polyglot book within `plies` plies of the first position. A
    /// position is continued only once, however many lines lead there.
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
