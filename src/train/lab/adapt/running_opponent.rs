//! The opponents of one thread that are ready to play, in this process or in others.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

use super::opponent::OpponentPlayer;
use super::player_set::TrialPlayers;
use super::styles::TrialFold;
use crate::arena::external::{EngineStartError, EngineTimeouts, UciClient};
use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::heuristic::Heuristic;
use crate::play::{
    ChosenMove, LimitedPlayer, MatchPlayer, MoveRequest, PlayerFault, ThinkingLimits,
};
use crate::search::{SearchLimits, SearchSettings};

/// The opponents of one thread; each is started when it is first needed.
#[derive(Debug)]
pub(super) struct RunningOpponents<'a> {
    players: &'a TrialPlayers,
    /// Our nodes per move.
    nodes: u64,
    running: HashMap<(usize, usize), RunningOpponent>,
    fault: Option<String>,
}

impl<'a> RunningOpponents<'a> {
    /// Prepares opponents of a player with `nodes` nodes a move; none is started yet.
    pub(super) fn new(players: &'a TrialPlayers, nodes: u64) -> Self {
        Self {
            players,
            nodes,
            running: HashMap::new(),
            fault: None,
        }
    }

    /// Returns the opponent at a place of the pool; `None` when stopped, or if it cannot be started.
    pub(super) fn at(
        &mut self,
        fold: TrialFold,
        place: usize,
        stop: &CancelFlag,
    ) -> Option<&mut RunningOpponent> {
        match self.running.entry((fold as usize, place)) {
            Entry::Occupied(there) => Some(there.into_mut()),
            Entry::Vacant(free) => {
                let opponent = &self.players.opponents(fold)[place];
                let base = self.players.base.clone();
                match RunningOpponent::start(&opponent.player, base, self.nodes, stop) {
                    Ok(started) => Some(free.insert(started)),
                    Err(error) => {
                        let what = format!("{}: {error}", opponent.name);
                        self.fault = Some(what).filter(|_| !stop.is_raised());
                        None
                    }
                }
            }
        }
    }

    /// Notes that an opponent lost a game by a fault, told as a predicate, and ends it.
    pub(super) fn fail(&mut self, fold: TrialFold, place: usize, what: &str) {
        let opponent = &self.players.opponents(fold)[place];
        self.fault = Some(format!("{}: {} {what}", opponent.name, opponent.player));
        self.running.remove(&(fold as usize, place));
    }

    /// Returns why an opponent failed, if one did since the last call.
    pub(super) const fn take_fault(&mut self) -> Option<String> {
        self.fault.take()
    }
}

/// An opponent that is ready to play.
#[derive(Debug)]
pub(super) enum RunningOpponent {
    /// A player of this program.
    Own(Box<LimitedPlayer>),
    /// An engine outside this program, which has been started, with the limits of its moves.
    Engine(Box<UciClient>, ThinkingLimits),
}

impl RunningOpponent {
    /// Makes a player against `ours` nodes a move; styles are made from the weights `base`. Raising `stop` ends the wait
    /// for an engine.
    fn start(
        player: &OpponentPlayer,
        base: Heuristic,
        ours: u64,
        stop: &CancelFlag,
    ) -> Result<Self, EngineStartError> {
        match player {
            OpponentPlayer::Styled(player) => {
                let settings = SearchSettings {
                    contempt: player.contempt(),
                    ..SearchSettings::for_selfplay()
                };
                let limits = SearchLimits::nodes(player.nodes(ours));
                let player = Player::new(&player.heuristic(base), &settings);
                Ok(Self::Own(Box::new(LimitedPlayer::new(player, limits))))
            }
            OpponentPlayer::Engine(player) => {
                let client = UciClient::start(&player.spec, EngineTimeouts::default(), stop)?;
                Ok(Self::Engine(Box::new(client), player.thinking))
            }
        }
    }

    /// Sets its nodes per move.
    pub(super) fn set_nodes(&mut self, nodes: u64) {
        match self {
            Self::Own(player) => player.set_limits(SearchLimits::nodes(nodes)),
            Self::Engine(_, thinking) => thinking.nodes = Some(nodes),
        }
    }

    /// Returns the limits that a game is to give it; a player of this program has its own.
    pub(super) fn thinking(&self) -> ThinkingLimits {
        match self {
            Self::Own(_) => ThinkingLimits::default(),
            Self::Engine(_, thinking) => *thinking,
        }
    }

    fn player(&mut self) -> &mut dyn MatchPlayer {
        match self {
            Self::Own(player) => player.as_mut(),
            Self::Engine(client, _) => client.as_mut(),
        }
    }
}

impl MatchPlayer for RunningOpponent {
    fn begin(&mut self, stop: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        self.player().begin(stop)
    }

    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        self.player().choose(request, stop)
    }

    fn is_usable(&self) -> bool {
        match self {
            Self::Own(player) => player.is_usable(),
            Self::Engine(client, _) => client.is_usable(),
        }
    }
}
