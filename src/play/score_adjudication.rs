//! Adjudication by the players' own scores: a win when both see one side far ahead, a draw when both see a level
//! game.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::str::FromStr;

use serde::Serialize;
use shakmaty::{ByColor, Color};

use crate::record::GameResult;
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// Value of a mate score, in centipawns.
const MATE: i32 = 100_000;

/// A side loses when both players' scores saw it behind by a margin for a number of consecutive moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ResignRule {
    /// Number of consecutive moves of each side.
    pub moves: u16,
    /// Minimum lead, in centipawns.
    pub score: Centipawns,
}

/// A game is drawn when both players' scores were level for a number of consecutive moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawRule {
    /// First move number at which the game may be drawn.
    pub from_move: u32,
    /// Number of consecutive moves of each side.
    pub moves: u16,
    /// Largest lead that counts as level, in centipawns.
    pub score: Centipawns,
}

/// Error for a text that cannot be read as an adjudication rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {expected}")]
pub struct ScoreRuleError {
    text: String,
    expected: &'static str,
}

/// Parses `N` whole numbers separated by commas.
fn numbers<const N: usize>(text: &str) -> Option<[u16; N]> {
    let found: Vec<u16> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    found.try_into().ok()
}

impl FromStr for ResignRule {
    type Err = ScoreRuleError;

    fn from_str(text: &str) -> Result<Self, ScoreRuleError> {
        match numbers(text) {
            Some([moves, score]) if moves > 0 && score > 0 => Ok(Self {
                moves,
                score: Centipawns(i32::from(score)),
            }),
            _ => Err(ScoreRuleError {
                text: text.to_owned(),
                expected: "MOVES,CENTIPAWNS such as 4,600",
            }),
        }
    }
}

impl FromStr for DrawRule {
    type Err = ScoreRuleError;

    fn from_str(text: &str) -> Result<Self, ScoreRuleError> {
        match numbers(text) {
            Some([from_move, moves, score]) if moves > 0 => Ok(Self {
                from_move: u32::from(from_move),
                moves,
                score: Centipawns(i32::from(score)),
            }),
            _ => Err(ScoreRuleError {
                text: text.to_owned(),
                expected: "FROM_MOVE,MOVES,CENTIPAWNS such as 40,8,10",
            }),
        }
    }
}

/// Rules of adjudication by the players' scores, each optional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScoreRules {
    /// Rule for adjudicated wins.
    pub resign: Option<ResignRule>,
    /// Rule for adjudicated draws.
    pub draw: Option<DrawRule>,
}

impl ScoreRules {
    /// No rules.
    pub const NONE: Self = Self {
        resign: None,
        draw: None,
    };
}

/// An adjudicator of one game by the players' scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreAdjudicator {
    rules: ScoreRules,
    leader: Option<Color>,
    leading_for: ByColor<u16>,
    level_for: ByColor<u16>,
}

impl ScoreAdjudicator {
    pub(crate) const fn new(rules: ScoreRules) -> Self {
        Self {
            rules,
            leader: None,
            leading_for: NONE_YET,
            level_for: NONE_YET,
        }
    }

    /// Takes the mover's score; returns the result if it ends the game before move `next_move`. A move without a
    /// score neither counts nor interrupts a sequence, so that one player's scores alone end no game.
    pub(crate) fn observe(
        &mut self,
        mover: Color,
        said: Option<WhiteScore>,
        next_move: u32,
    ) -> Option<GameResult> {
        let lead = said?.0.centipawns_or(MATE);
        if let Some(rule) = self.rules.resign {
            let leader = (lead.abs() >= rule.score).then(|| Color::from_white(lead.0 > 0));
            if leader != self.leader {
                self.leading_for = NONE_YET;
            }
            self.leader = leader;
            if leader.is_some() && is_seen_by_both(&mut self.leading_for, mover, rule.moves) {
                return leader.map(GameResult::win_of);
            }
        }
        let rule = self.rules.draw?;
        if lead.abs() > rule.score {
            self.level_for = NONE_YET;
            return None;
        }
        (is_seen_by_both(&mut self.level_for, mover, rule.moves) && next_move >= rule.from_move)
            .then_some(GameResult::Draw)
    }
}

/// No move of either side yet.
const NONE_YET: ByColor<u16> = ByColor { black: 0, white: 0 };

/// Counts a move of one side, and returns true if both have had that many.
fn is_seen_by_both(seen: &mut ByColor<u16>, mover: Color, moves: u16) -> bool {
    let own = seen.get_mut(mover);
    *own = own.saturating_add(1);
    seen.iter().all(|count| *count >= moves)
}

/// Returns the mover's score from White's point of view.
pub(crate) fn white_view(said: Option<Score>, mover: Color) -> Option<WhiteScore> {
    said.map(|score| score.for_white(mover))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Ply;

    fn judge(resign: Option<&str>, draw: Option<&str>) -> ScoreAdjudicator {
        ScoreAdjudicator::new(ScoreRules {
            resign: resign.map(|text| text.parse().expect("a rule")),
            draw: draw.map(|text| text.parse().expect("a rule")),
        })
    }

    fn cp(value: i32) -> WhiteScore {
        WhiteScore(Score::Heuristic(Centipawns(value)))
    }

    /// Takes scores of both sides in turns, Black's first, and returns what the last one decides.
    fn decided(
        judge: &mut ScoreAdjudicator,
        scores: &[Option<WhiteScore>],
        next_move: u32,
    ) -> Option<GameResult> {
        let mut mover = Color::White;
        let mut last = None;
        for (place, score) in scores.iter().enumerate() {
            mover = !mover;
            last = judge.observe(mover, *score, next_move);
            assert!(
                last.is_none() || place + 1 == scores.len(),
                "decided at {place}"
            );
        }
        last
    }

    #[test]
    fn both_sides_must_agree_about_a_lead() {
        let mated = Some(WhiteScore(Score::MatedIn(Ply(4))));
        let begun = [600, 300, -600].map(|value| Some(cp(value)));
        let mut one = judge(Some("2,500"), None);
        assert_eq!(decided(&mut one, &begun, 9), None);
        let on = [mated, Some(cp(-500)), Some(cp(-500))];
        assert_eq!(one.observe(Color::White, on[0], 9), None);
        assert_eq!(one.observe(Color::Black, on[1], 9), None);
        assert_eq!(
            one.observe(Color::White, on[2], 9),
            Some(GameResult::BlackWins)
        );
        // A move without a score neither counts nor interrupts.
        let mut one = judge(Some("2,500"), None);
        let scores = [Some(cp(-500)), mated, None, mated, Some(cp(-500))];
        assert_eq!(decided(&mut one, &scores, 9), Some(GameResult::BlackWins));
    }

    #[test]
    fn the_scores_of_one_player_end_no_game() {
        for score in [900, 0] {
            let mut one = judge(Some("2,500"), Some("1,2,10"));
            let scores = [Some(cp(score)), None].repeat(20);
            assert_eq!(decided(&mut one, &scores, 9), None);
            assert_eq!(one.observe(Color::White, Some(cp(score)), 9), None);
            assert!(one.observe(Color::White, Some(cp(score)), 9).is_some());
        }
    }

    #[test]
    fn level_games_are_drawn_from_their_move_on() {
        let mut one = judge(None, Some("40,1,10"));
        assert_eq!(decided(&mut one, &[Some(cp(0)), Some(cp(-10))], 39), None);
        assert_eq!(
            one.observe(Color::Black, Some(cp(10)), 40),
            Some(GameResult::Draw)
        );
        assert_eq!(decided(&mut one, &[Some(cp(11)), Some(cp(0))], 41), None);
    }

    #[test]
    fn rules_that_make_no_sense_are_refused() {
        for text in ["", "3", "0,500", "3,0", "3,500,1", "a,b", "-1,500"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
        }
        for text in ["", "40,8", "40,0,10", "40,8,10,1", "40,8,x"] {
            assert!(text.parse::<DrawRule>().is_err(), "{text}");
        }
    }
}
