//! One game between two players: the loop that self-play and matches share.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Color, Move, Position as _};

use crate::board::{GameEnding, GameState};
use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::phase::ByPhase;
use crate::record::{AdjudicatorVerdict, Game, GameResult, Termination};
use crate::search::SearchLimits;
use crate::units::{Nodes, Ply};

use super::adjudicate::{Adjudication, Adjudicator};
use super::material_judge;
use super::openings::Opening;

/// What decides a game beside its players and its opening.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// How long each move may be searched.
    pub limits: SearchLimits,
    /// What the neutral adjudicator may do.
    pub adjudication: Adjudication,
    /// The longest game, opening included; one that reaches it is drawn.
    pub max_plies: Ply,
}

/// A finished game and what it took.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Moves, result and termination.
    pub record: Game,
    /// The phases in which each side searched for at least one move: in those alone its heuristic
    /// for that phase had a say.
    pub reached: ByColor<ByPhase<bool>>,
    /// The searches of both sides together.
    pub effort: SearchEffort,
}

/// Searching done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchEffort {
    /// Positions entered.
    pub nodes: Nodes,
    /// Time inside the players' searches.
    pub search: Duration,
}

impl std::ops::AddAssign for SearchEffort {
    fn add_assign(&mut self, other: Self) {
        self.nodes = Nodes(self.nodes.0 + other.nodes.0);
        self.search += other.search;
    }
}

/// Plays one game to its end; `None` when `stop` was raised before that. A move that is the only
/// legal one is played without a search: it tells nothing about the side that has to play it.
pub fn play_game(
    white: &mut Player,
    black: &mut Player,
    opening: &Opening,
    rules: &GameRules,
    stop: &CancelFlag,
) -> Option<FinishedGame> {
    white.new_game();
    black.new_game();
    let mut game = GameState::from_position(opening.start.clone());
    for m in &opening.moves {
        game.play(*m);
    }
    let mut judge = GameEndDetector::new(rules.adjudication, rules.max_plies);
    let mut reached: ByColor<ByPhase<bool>> = ByColor::default();
    let mut effort = SearchEffort::default();
    let ending = loop {
        let legal = game.position().legal_moves();
        if let Some(ending) = judge.ending(&game, &legal) {
            break ending;
        }
        let turn = game.turn();
        if let [forced] = legal[..] {
            game.play(forced);
            continue;
        }
        let player = match turn {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let began = Instant::now();
        let report = player.choose(&game, &rules.limits, stop, &mut |_| {});
        effort.search += began.elapsed();
        effort.nodes = Nodes(effort.nodes.0 + report.nodes.0);
        if stop.is_raised() {
            return None;
        }
        reached.get_mut(turn)[game.phase()] = true;
        game.play(report.best?);
    };
    Some(FinishedGame {
        record: Game {
            start: opening.start.clone(),
            moves: game.moves().to_vec(),
            opening_plies: plies(opening.moves.len()).0,
            result: Some(ending.result),
            termination: ending.termination,
            verdict: judge.recorded,
            ..Game::default()
        },
        reached,
        effort,
    })
}

/// Everything that can end a game: the rules of chess first, then the adjudicator, then its length.
pub(crate) struct GameEndDetector {
    adjudication: Adjudication,
    adjudicator: Option<Adjudicator>,
    max_plies: Ply,
    pub(crate) recorded: Option<AdjudicatorVerdict>,
}

impl GameEndDetector {
    pub(crate) fn new(adjudication: Adjudication, max_plies: Ply) -> Self {
        Self {
            adjudication,
            adjudicator: adjudication.thresholds().map(Adjudicator::new),
            max_plies,
            recorded: None,
        }
    }

    /// Called once for each position that a player would have to move in, with its legal moves.
    pub(crate) fn ending(&mut self, game: &GameState, legal: &[Move]) -> Option<GameEnding> {
        let by_rule = game.ending_among(legal);
        if by_rule.is_some() {
            return by_rule;
        }
        let ply = plies(game.ply());
        let verdict = self.adjudicator.as_mut().and_then(|fold| {
            let lead = material_judge::quiet_material_lead(game.position(), fold.horizon());
            fold.observe(lead, ply)
        });
        if let Some(verdict) = verdict {
            // One verdict is enough, whatever becomes of it.
            self.adjudicator = None;
            match self.adjudication {
                Adjudication::Off => {}
                Adjudication::Recorded(_) => self.recorded = Some(verdict),
                Adjudication::Enforced(_) => return Some(adjudicated(verdict.result)),
            }
        }
        (ply >= self.max_plies).then_some(GameEnding {
            result: GameResult::Draw,
            termination: Termination::MoveLimit,
        })
    }
}

fn adjudicated(result: GameResult) -> GameEnding {
    GameEnding {
        result,
        termination: match result {
            GameResult::Draw => Termination::AdjudicatedDraw,
            GameResult::WhiteWins | GameResult::BlackWins => Termination::AdjudicatedWin,
        },
    }
}

fn plies(count: usize) -> Ply {
    Ply(u16::try_from(count).unwrap_or(u16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::search::SearchSettings;
    use crate::selfplay::adjudicate::AdjudicationThresholds;
    use crate::units::Centipawns;

    fn rules(adjudication: Adjudication) -> GameRules {
        GameRules {
            limits: SearchLimits::nodes(40),
            adjudication,
            max_plies: Ply(160),
        }
    }

    fn played(adjudication: Adjudication, stop: &CancelFlag) -> Option<FinishedGame> {
        let player = || Player::new(&Heuristic::initial(), &SearchSettings::for_selfplay());
        let (mut white, mut black) = (player(), player());
        // A rook down from the start, so that the adjudicator has something to say.
        let start = "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .expect("a valid FEN")
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("a legal position");
        let opening = Opening {
            start,
            ..Opening::initial()
        };
        play_game(&mut white, &mut black, &opening, &rules(adjudication), stop)
    }

    fn thresholds() -> AdjudicationThresholds {
        AdjudicationThresholds::new(Centipawns(500), Ply(6), Centipawns(0), Ply(40), Ply(100))
            .expect("sound thresholds")
    }

    #[test]
    fn games_are_legal_deterministic_and_end_for_the_reason_they_give() {
        let stop = CancelFlag::new();
        let one = played(Adjudication::Off, &stop).expect("not stopped");
        let other = played(Adjudication::Off, &stop).expect("not stopped");
        assert_eq!(one.record.moves, other.record.moves);
        assert_eq!(one.effort.nodes, other.effort.nodes);
        let mut game = GameState::from_position(one.record.start.clone());
        for m in &one.record.moves {
            assert!(game.ending().is_none() && game.position().is_legal(*m));
            game.play(*m);
        }
        match game.ending() {
            Some(ending) => assert_eq!(
                (Some(ending.result), ending.termination),
                (one.record.result, one.record.termination)
            ),
            None => assert_eq!(one.record.termination, Termination::MoveLimit),
        }
    }

    #[test]
    fn a_noted_verdict_is_the_one_that_would_have_ended_the_game() {
        let stop = CancelFlag::new();
        let enforced = played(Adjudication::Enforced(thresholds()), &stop).expect("not stopped");
        let noted = played(Adjudication::Recorded(thresholds()), &stop).expect("not stopped");
        assert_eq!(enforced.record.termination, Termination::AdjudicatedWin);
        assert!(!noted.record.termination.is_adjudicated());
        let length = enforced.record.moves.len();
        assert_eq!(enforced.record.moves[..], noted.record.moves[..length]);
        assert_eq!(
            noted
                .record
                .verdict
                .map(|verdict| (Some(verdict.result), verdict.ply)),
            Some((enforced.record.result, plies(length).0))
        );
    }

    #[test]
    fn phases_count_as_reached_by_the_side_that_moved_in_them() {
        let played = played(Adjudication::Off, &CancelFlag::new()).expect("not stopped");
        assert!(played.reached.white.opening && played.reached.black.opening);
        assert!(played.reached.white.middlegame);
    }

    #[test]
    fn a_raised_flag_ends_the_game_without_a_record() {
        let stop = CancelFlag::new();
        stop.stop();
        assert!(played(Adjudication::Off, &stop).is_none());
    }
}
