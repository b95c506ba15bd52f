//! One game between two players: the loop that self-play, matches and tournaments share.

use std::time::Duration;

use shakmaty::{ByColor, Color, Move, Position as _};

use super::adjudication::{Adjudication, Adjudicator};
use super::game_clock::GameClock;
use super::material_judge;
use super::openings::Opening;
use super::player::{ChosenMove, MatchPlayer, MoveRequest, PlayerFault};
use super::score_adjudication::{ScoreAdjudicator, ScoreRules, white_view};
use super::time_control::ThinkingLimits;
use crate::board::{GameEnding, GameState};
use crate::cancel::CancelFlag;
use crate::record::{AdjudicatorVerdict, Game, GameResult, Termination};
use crate::units::Ply;

/// The rules that end a game, besides those of chess, its players and its opening.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// Time a move may take beyond its clock without losing the game.
    pub margin: Duration,
    /// Rules by which the material adjudicator ends games.
    pub adjudication: Adjudication,
    /// Rules by which the players' own scores end games.
    pub by_score: ScoreRules,
    /// Length in plies, opening included, at which a game is drawn.
    pub max_plies: Ply,
}

impl GameRules {
    /// Returns rules without clocks and without adjudication by the players' scores.
    pub const fn untimed(adjudication: Adjudication, max_plies: Ply) -> Self {
        Self {
            margin: Duration::ZERO,
            adjudication,
            by_score: ScoreRules::NONE,
            max_plies,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Start, moves, result and termination.
    pub record: Game,
    /// Result and termination, as in the record.
    pub ending: GameEnding,
    /// Fault that lost the game, with the side at fault; `None` if there was none.
    pub fault: Option<(Color, PlayerFault)>,
}

/// A listener to the events of a game.
pub trait GameListener {
    /// Reports that a player in another process was ready after `latency`.
    fn on_ready(&mut self, _side: Color, _latency: Duration) {}

    /// Reports that `side` chose a move within its time. `game` is the game before the move, `clock` the clock after
    /// it.
    fn on_move(&mut self, side: Color, game: &GameState, chosen: &ChosenMove, clock: &GameClock);
}

/// Plays one game to its end; returns `None` if `stop` was raised before that.
pub fn play_game<P: MatchPlayer + ?Sized>(
    players: ByColor<&mut P>,
    thinking: ByColor<ThinkingLimits>,
    opening: &Opening,
    rules: &GameRules,
    observer: &mut impl GameListener,
    stop: &CancelFlag,
) -> Option<FinishedGame> {
    let ByColor { white, black } = players;
    let mut board = GameInProgress::new(thinking, opening, rules);
    for (side, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        match player.begin(stop)? {
            Ok(None) => {}
            Ok(Some(latency)) => observer.on_ready(side, latency),
            Err(fault) => return Some(board.lost(opening, side, fault)),
        }
    }
    loop {
        let legal = board.game.position().legal_moves();
        if let Some(ending) = board.end.ending(&board.game, &legal) {
            return Some(board.finish(opening, ending, None));
        }
        let turn = board.game.turn();
        let player: &mut P = match turn {
            Color::White => &mut *white,
            Color::Black => &mut *black,
        };
        let request = MoveRequest {
            game: &board.game,
            legal: &legal,
            clocks: &board.clocks,
            margin: rules.margin,
        };
        let answer = player.choose(&request, stop)?;
        match answer.and_then(|chosen| board.make(turn, &chosen, observer)) {
            Ok(None) => {}
            Ok(Some(ending)) => return Some(board.finish(opening, ending, None)),
            Err(fault) => return Some(board.lost(opening, turn, fault)),
        }
    }
}

/// The position, clocks and adjudicators of a game that is being played.
struct GameInProgress<'a> {
    game: GameState,
    clocks: ByColor<GameClock>,
    end: GameEndDetector,
    by_score: ScoreAdjudicator,
    rules: &'a GameRules,
}

impl<'a> GameInProgress<'a> {
    fn new(thinking: ByColor<ThinkingLimits>, opening: &Opening, rules: &'a GameRules) -> Self {
        let mut game = GameState::from_position(opening.start.clone());
        for m in &opening.moves {
            game.play(*m);
        }
        Self {
            game,
            clocks: thinking.map(GameClock::new),
            end: GameEndDetector::new(rules.adjudication, rules.max_plies),
            by_score: ScoreAdjudicator::new(rules.by_score),
            rules,
        }
    }

    /// Takes the time of a move off its clock and plays it; returns the ending if the players'
    /// scores decide the game now.
    fn make(
        &mut self,
        turn: Color,
        chosen: &ChosenMove,
        observer: &mut impl GameListener,
    ) -> Result<Option<GameEnding>, PlayerFault> {
        let allowed = self.clocks.get(turn).allowance();
        GameClock::spend(&mut self.clocks, turn, chosen.spent, self.rules.margin)
            .map_err(|_| PlayerFault::late(chosen.spent, allowed))?;
        observer.on_move(turn, &self.game, chosen, self.clocks.get(turn));
        self.game.play(chosen.chosen);
        let score = white_view(chosen.score, turn);
        let next_move = self.game.position().fullmoves().get();
        Ok(self
            .by_score
            .observe(turn, score, next_move)
            // The board has precedence: a mate on the board counts, even against the scores.
            .filter(|_| self.game.ending().is_none())
            .map(adjudicated))
    }

    fn lost(self, opening: &Opening, side: Color, fault: PlayerFault) -> FinishedGame {
        let ending = GameEnding {
            result: GameResult::win_of(!side),
            termination: fault.kind.termination(),
        };
        self.finish(opening, ending, Some((side, fault)))
    }

    fn finish(
        self,
        opening: &Opening,
        ending: GameEnding,
        fault: Option<(Color, PlayerFault)>,
    ) -> FinishedGame {
        FinishedGame {
            record: Game {
                start: opening.start.clone(),
                moves: self.game.moves().to_vec(),
                opening_plies: plies(opening.moves.len()).0,
                result: Some(ending.result),
                termination: ending.termination,
                verdict: self.end.recorded,
                ..Game::default()
            },
            ending,
            fault,
        }
    }
}

/// A detector of the end of a game: by the rules of chess first, then by the adjudicator, then by length.
struct GameEndDetector {
    adjudication: Adjudication,
    adjudicator: Option<Adjudicator>,
    max_plies: Ply,
    recorded: Option<AdjudicatorVerdict>,
}

impl GameEndDetector {
    fn new(adjudication: Adjudication, max_plies: Ply) -> Self {
        Self {
            adjudication,
            adjudicator: adjudication.thresholds().map(Adjudicator::new),
            max_plies,
            recorded: None,
        }
    }

    /// Returns the ending, if there is one. Called once for each position that a player would have to move in, with
    /// its legal moves.
    fn ending(&mut self, game: &GameState, legal: &[Move]) -> Option<GameEnding> {
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
            // The first verdict is final, whether it is enforced or recorded.
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
    use crate::engine::player::Player;
    use crate::heuristic::Heuristic;
    use crate::play::adjudication::AdjudicationThresholds;
    use crate::search::SearchSettings;
    use crate::units::Centipawns;

    /// A listener that counts the nodes that were searched.
    #[derive(Default)]
    struct Nodes(u64);

    impl GameListener for Nodes {
        fn on_move(&mut self, _: Color, _: &GameState, chosen: &ChosenMove, _: &GameClock) {
            self.0 += chosen.nodes.map_or(0, |nodes| nodes.0);
        }
    }

    fn played(adjudication: Adjudication, stop: &CancelFlag) -> Option<(FinishedGame, u64)> {
        let player = || Player::new(&Heuristic::initial(), &SearchSettings::for_selfplay());
        let (mut white, mut black) = (player(), player());
        // White has a rook more at the start, so that the adjudicator has a verdict.
        let start = "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .expect("a valid FEN")
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("a legal position");
        let opening = Opening {
            start,
            ..Opening::initial()
        };
        let players = ByColor {
            white: &mut white,
            black: &mut black,
        };
        let thinking = ThinkingLimits {
            nodes: Some(40),
            ..ThinkingLimits::default()
        };
        let thinking = ByColor::new_with(|_| thinking);
        let rules = GameRules::untimed(adjudication, Ply(160));
        let mut nodes = Nodes::default();
        let game = play_game(players, thinking, &opening, &rules, &mut nodes, stop)?;
        Some((game, nodes.0))
    }

    fn thresholds() -> AdjudicationThresholds {
        AdjudicationThresholds::new(Centipawns(500), Ply(6), Centipawns(0), Ply(40), Ply(100))
            .expect("sound thresholds")
    }

    #[test]
    fn games_are_legal_deterministic_and_end_for_the_reason_they_give() {
        let stop = CancelFlag::new();
        let (one, nodes) = played(Adjudication::Off, &stop).expect("not stopped");
        let (other, again) = played(Adjudication::Off, &stop).expect("not stopped");
        assert_eq!(one.record.moves, other.record.moves);
        assert_eq!(nodes, again);
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
        let (enforced, _) =
            played(Adjudication::Enforced(thresholds()), &stop).expect("not stopped");
        let (noted, _) = played(Adjudication::Recorded(thresholds()), &stop).expect("not stopped");
        assert_eq!(enforced.record.termination, Termination::AdjudicatedWin);
        assert!(!noted.record.termination.is_adjudicated());
        let length = enforced.record.moves.len();
        assert_eq!(enforced.record.moves[..], noted.record.moves[..length]);
        assert_eq!(
            noted
                .record
                .verdict
                .map(|verdict| (verdict.result, verdict.ply)),
            Some((enforced.ending.result, plies(length).0))
        );
    }

    #[test]
    fn a_raised_flag_ends_the_game_without_a_record() {
        let stop = CancelFlag::new();
        stop.stop();
        assert!(played(Adjudication::Off, &stop).is_none());
    }
}
