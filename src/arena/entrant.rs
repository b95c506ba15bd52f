//! Participants of a tournament: a heuristic played in this process, or an external engine.

use std::time::Duration;

use super::drawn_options::PairOptions;
use super::draws::drawn_heuristic;
use super::external::{EngineSpec, EngineStartError, EngineTimeouts, OutputCheck, UciClient};
use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::model::HeuristicSource;
use crate::play::{ChosenMove, FaultKind, MatchPlayer, MoveRequest, PlayerFault, ThinkingLimits};
use crate::search::SearchSettings;

/// A participant of a tournament: its name, its limits and its player.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Name in tables and game records, unique within the tournament.
    pub name: String,
    /// Clock, time, node and depth limits of the player.
    pub thinking: ThinkingLimits,
    /// The player itself: a heuristic or an external engine.
    pub kind: EntrantKind,
}

/// The player behind an entrant: a heuristic in this process or an external engine.
#[derive(Clone, Debug)]
pub enum EntrantKind {
    /// A heuristic, searched in this process.
    Heuristic {
        /// Source of the evaluation weights.
        source: HeuristicSource,
        /// Settings of the search.
        settings: SearchSettings,
    },
    /// A program that speaks UCI.
    Engine(EngineSpec),
    /// A program that speaks UCI, with options that each pair of games sets anew.
    DrawnEngine {
        /// Command line and fixed options.
        spec: EngineSpec,
        /// The options of each pair.
        options: PairOptions,
    },
}

impl Entrant {
    /// Starts the player; raising `stop` ends the wait for an external engine.
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
            EntrantKind::Engine(spec) | EntrantKind::DrawnEngine { spec, .. } => {
                let mut client = UciClient::start(spec, patience, stop)?;
                client.set_check(check);
                RunningPlayer::Engine(client)
            }
            EntrantKind::Heuristic { source, settings } => {
                RunningPlayer::Player(Box::new(Player::new(&source.initial(), settings)))
            }
        })
    }

    /// Returns true if the player repeats its games exactly: a heuristic in this process that has no clock.
    pub(super) const fn is_repeatable(&self) -> bool {
        matches!(self.kind, EntrantKind::Heuristic { .. }) && self.thinking.is_repeatable()
    }

    /// Returns true if the player may repeat its games: most engines do without a clock.
    pub(super) const fn may_repeat(&self) -> bool {
        !self.has_clock()
    }

    /// Returns true if the time of the player's moves is limited.
    pub const fn has_clock(&self) -> bool {
        !self.thinking.is_repeatable()
    }

    /// Returns the UCI options set for an external engine, as text for the PGN tags; `None` if there are none.
    pub(super) fn options(&self) -> Option<String> {
        let (EntrantKind::Engine(spec) | EntrantKind::DrawnEngine { spec, .. }) = &self.kind else {
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

    /// Returns true if weights or options are drawn for each pair of games.
    pub const fn is_drawn(&self) -> bool {
        matches!(
            self.kind,
            EntrantKind::DrawnEngine { .. }
                | EntrantKind::Heuristic {
                    source: HeuristicSource::Random(_),
                    ..
                }
        )
    }
}

/// A started player of a tournament.
#[derive(Debug)]
pub(super) enum RunningPlayer {
    Player(Box<Player>),
    Engine(UciClient),
    /// An external engine that could not be started, with the reason; it loses its games.
    Absent(String),
}

impl RunningPlayer {
    /// Sets what is drawn for a pair of games. `draw` is 0 for the first drawn player of the pair and 1 for the second.
    pub(super) fn draw(
        &mut self,
        kind: &EntrantKind,
        seed: u64,
        pair: u32,
        draw: usize,
        stop: &CancelFlag,
    ) {
        match (&mut *self, kind) {
            (
                Self::Player(player),
                EntrantKind::Heuristic {
                    source: HeuristicSource::Random(schema),
                    ..
                },
            ) => player.set_heuristic(&drawn_heuristic(schema, seed, pair, draw as u64)),
            (Self::Engine(client), EntrantKind::DrawnEngine { options, .. }) => {
                let set = client.set_options(&options.settings(seed, pair, draw), stop);
                if let Err(error) = set {
                    *self = Self::Absent(error.to_string());
                }
            }
            _ => {}
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
