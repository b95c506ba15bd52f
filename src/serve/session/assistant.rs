//! The assistant: a second engine, at full strength, that judges positions for hints, the coach and the review.
//!
//! It is another engine than the one that plays, so that what it finds does not help a weaker player, and so that it
//! can look at a position while the other one thinks.

use std::time::Duration;

use crate::board::GameState;
use crate::engine::{AnswerTiming, Engine, EngineEvent, Purpose, SearchRequest};
use crate::play::OracleReply;
use crate::search::SearchLimits;
use crate::units::Nodes;

/// Nodes for the judgement of one position.
const NODES: Nodes = Nodes(30_000);

/// Longest time for it.
const TIME: Duration = Duration::from_millis(300);

/// The second engine, and the position at which it looks.
pub(super) struct Assistant {
    engine: Engine,
    /// The number of the last look; answers of others come too late.
    ticket: u64,
    /// Number of moves before the position that is being judged.
    looking: Option<usize>,
}

impl Assistant {
    pub(super) const fn new(engine: Engine) -> Self {
        Self {
            engine,
            ticket: 0,
            looking: None,
        }
    }

    /// Stops, and ignores the answer.
    pub(super) fn stop(&mut self) {
        self.ticket += 1;
        self.looking = None;
        self.engine.stop();
    }

    /// Begins with another game.
    pub(super) fn new_game(&mut self) {
        self.stop();
        self.engine.new_game();
    }

    /// Whether it looks at a position.
    pub(super) const fn is_looking(&self) -> bool {
        self.looking.is_some()
    }

    /// The position at which it looked with this ticket, by the number of moves before it; none for a look that was
    /// stopped.
    pub(super) fn end_look(&mut self, ticket: u64) -> Option<usize> {
        if ticket == self.ticket {
            self.looking.take()
        } else {
            None
        }
    }

    /// Looks at a position, and tells the ticket with its move and score.
    pub(super) fn look(
        &mut self,
        state: GameState,
        tell: impl Fn(u64, OracleReply) + Send + 'static,
    ) {
        self.ticket += 1;
        self.looking = Some(state.ply());
        let ticket = self.ticket;
        self.engine.set_game(state);
        let request = SearchRequest {
            limits: SearchLimits {
                nodes: Some(NODES),
                soft: Some(TIME),
                hard: Some(TIME),
                ..SearchLimits::default()
            },
            hold: AnswerTiming::Immediate,
            purpose: Purpose::Analysis,
        };
        self.engine.go(
            request,
            Box::new(move |event| {
                if let EngineEvent::Done(report) = event {
                    tell(ticket, (report.best, Some(report.score)));
                }
            }),
        );
    }
}
