//! Who takes part: a heuristic played in this process, or an external engine.

use std::time::Duration;

use super::draws::drawn_heuristic;
use super::external::{EngineSpec, EngineStartError, EngineTimeouts, OutputCheck, UciClient};
use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::heuristic::Schema;
use crate::model::HeuristicSource;
use crate::play::{ChosenMove, FaultKind, MatchPlayer, MoveRequest, PlayerFault, ThinkingLimits};
use crate::search::SearchSettings;

/// One of those who take part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// As tables and games name it; no two have the same.
    pub name: String,
    /// What bounds its thinking.
    pub thinking: ThinkingLimits,
    /// What plays.
    pub kind: EntrantKind,
}

/// What plays.
#[derive(Clone, Debug)]
pub enum EntrantKind {
    /// A heuristic, searched in this process.
    Heuristic {
        /// The weights.
        source: HeuristicSource,
        /// How it searches.
        settings: SearchSettings,
    },
    /// A program that speaks UCI.
    Engine(EngineSpec),
}

impl Entrant {
    /// Seats the entrant; `stop` ends the wait for a program.
    ///
    /// # Errors
    ///
    /// [`EngineStartError`] of an external engine.
    pub(super) fn start(
        &self,
        patience: EngineTimeouts,
        check: OutputCheck,
        stop: &CancelFlag,
    ) -> Result<RunningPlayer, EngineStartError> {
        Ok(match &self.kind {
            EntrantKind::Engine(spec) => {
                let mut client = UciClient::start(spec, patience, stop)?;
                client.set_check(check);
                RunningPlayer::Engine(client)
            }
            EntrantKind::Heuristic { source, settings } => {
                RunningPlayer::Player(Box::new(Player::new(&source.initial(), settings)))
            }
        })
    }

    /// Whether it would play the same games again.
    pub(super) const fn is_repeatable(&self) -> bool {
        matches!(self.kind, EntrantKind::Heuristic { .. }) && self.thinking.is_repeatable()
    }

    /// Whether it may play the same games again: most engines do when nothing hangs on the clock.
    pub(super) const fn may_repeat(&self) -> bool {
        self.thinking.is_repeatable()
    }

    /// The options that were set, for the record of a game.
    pub(super) fn options(&self) -> Option<String> {
        let EntrantKind::Engine(spec) = &self.kind else {
            return None;
        };
        let settings: Vec<String> = spec
            .options
            .iter()
            .map(|(name, value)| match value {
                Some(value) => format!("{name}={value}"),
                None => name.clone(),
            })
            .collect();
        (!settings.is_empty()).then(|| settings.join(";"))
    }

    /// The family from which its weights are drawn for each pair of games, if they are.
    pub(super) const fn drawn_from(&self) -> Option<&'static Schema> {
        match &self.kind {
            EntrantKind::Heuristic {
                source: HeuristicSource::Random(schema),
                ..
            } => Some(schema),
            _ => None,
        }
    }
}

/// An entrant at the board.
#[derive(Debug)]
pub(super) enum RunningPlayer {
    Player(Box<Player>),
    Engine(UciClient),
    /// A program that would not start: it loses its games.
    Absent(String),
}

impl RunningPlayer {
    /// Gives a player the weights drawn for a pair of games.
    pub(super) fn draw(&mut self, schema: &'static Schema, seed: u64, pair: u32, draw: u64) {
        if let Self::Player(player) = self {
            player.set_heuristic(&drawn_heuristic(schema, seed, pair, draw));
        }
    }

    fn absent(why: &str) -> PlayerFault {
        PlayerFault {
            kind: FaultKind::Crash,
            detail: why.to_owned(),
        }
    }
}

impl MatchPlayer for RunningPlayer {
    fn begin(&mut self, stop: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        match self {
            Self::Player(player) => player.begin(stop),
            Self::Engine(client) => client.begin(stop),
            Self::Absent(why) => Some(Err(Self::absent(why))),
        }
    }

    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        match self {
            Self::Player(player) => MatchPlayer::choose(player.as_mut(), request, stop),
            Self::Engine(client) => client.choose(request, stop),
            Self::Absent(why) => Some(Err(Self::absent(why))),
        }
    }

    fn is_usable(&self) -> bool {
        match self {
            Self::Player(player) => player.is_usable(),
            Self::Engine(client) => client.is_usable(),
            Self::Absent(_) => false,
        }
    }
}
