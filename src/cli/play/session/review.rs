//! The end of a game in words: where it turned, and what it has shown of the user.

use shakmaty::Position as _;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::messages;
use bayeschess::board::GameState;
use bayeschess::board::notation;
use bayeschess::engine::{EngineEvent, Purpose, SearchRequest};
use bayeschess::play::{MoveJudgement, OracleReply, judge_moves, score_of_end, turning_point};
use bayeschess::search::SearchLimits;
use bayeschess::units::Nodes;

/// Nodes for the judgement of one position, if there are not too many.
const NODES: u64 = 5_000;

/// Nodes for the judgement of a whole game.
const ALL_NODES: u64 = 500_000;

impl PlaySession {
    /// Says where the game turned and what it has shown of the user; nothing after a game without a move of theirs.
    pub(super) fn look_back(&mut self) -> anyhow::Result<()> {
        if self.game.ply() <= self.given.max(1) {
            return Ok(());
        }
        let judged = self.judge();
        let result = self.over.map(|ending| ending.result);
        let turned = turning_point(&judged, result).and_then(|place| {
            let judgement = judged.get(place)?;
            let before = self.state_at(place);
            let san = |m| notation::write(before.position(), m, self.set.language);
            Some(messages::turning_point(
                self.set.language,
                before.position(),
                [&san(judgement.played), &san(judgement.best)],
                judgement.points,
            ))
        });
        let turned = turned.unwrap_or_else(|| messages::no_turning_point(self.set.language));
        self.set.engine.set_game(self.game.clone());
        let decision = self.set.engine.decision(!self.set.human);
        let learned = messages::learned(self.set.language, &decision);
        print(&format!("{turned}{learned}"))
    }

    /// Judges every move of the game by short searches.
    fn judge(&mut self) -> Vec<MoveJudgement> {
        let plies = u64::try_from(self.game.ply()).unwrap_or(u64::MAX);
        let nodes = NODES.min(ALL_NODES / plies.max(1)).max(1);
        let said: Vec<OracleReply> = (0..=self.game.ply())
            .map(|ply| {
                let state = self.state_at(ply);
                match score_of_end(&state) {
                    Some(score) => (None, Some(score)),
                    None => self.reply_to(state, nodes),
                }
            })
            .collect();
        let first = self.game.start().turn();
        judge_moves(first, self.game.moves(), &said)
    }

    fn reply_to(&mut self, state: GameState, nodes: u64) -> OracleReply {
        self.set.engine.set_game(state);
        let (sender, reply) = crossbeam_channel::bounded(1);
        let request = SearchRequest {
            limits: SearchLimits {
                nodes: Some(Nodes(nodes)),
                ..SearchLimits::default()
            },
            purpose: Purpose::Analysis,
            ..SearchRequest::default()
        };
        self.set.engine.go(
            request,
            Box::new(move |event| {
                if let EngineEvent::Done(report) = event {
                    // It is waited for.
                    let _ = sender.send((report.best, Some(report.score)));
                }
            }),
        );
        reply.recv().unwrap_or((None, None))
    }

    /// The game as it stood after so many moves.
    fn state_at(&self, ply: usize) -> GameState {
        let mut state = GameState::from_position(self.game.start().clone());
        for m in self.game.moves().iter().take(ply) {
            state.play(*m);
        }
        state
    }
}
