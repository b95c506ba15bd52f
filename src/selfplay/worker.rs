//! A worker of a run: two players that play game after game by the recipe.

use shakmaty::{ByColor, Color};

use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::heuristic::Levels;
use crate::model::HeuristicSource;
use crate::phase::{ByPhase, Phase};
use crate::play::{GameRules, LimitedPlayer, Openings, ThinkingLimits, play_game};
use crate::record::{Case, GameResult, Tags};
use crate::search::SearchSettings;
use crate::store::StoredGame;

use super::recipe::SelfplayRecipe;
use super::score_policy::ScorePolicy;
use super::search_log::{SearchEffort, SearchLog};

/// A game ready to be stored, with its search effort.
#[derive(Clone, Debug)]
pub struct SelfplayGame {
    /// Record, cases and names of the game.
    pub game: StoredGame,
    /// Search effort of the game.
    pub effort: SearchEffort,
}

/// A worker with two players. They are named by their colour in game 0, so that a fixed heuristic is compiled only
/// once.
#[derive(Debug)]
pub struct SelfplayWorker<'a> {
    recipe: &'a SelfplayRecipe,
    openings: &'a Openings,
    scores: ScorePolicy,
    players: ByColor<LimitedPlayer>,
}

impl<'a> SelfplayWorker<'a> {
    /// Creates a worker for `recipe`, whose openings are given.
    pub fn new(recipe: &'a SelfplayRecipe, openings: &'a Openings, scores: ScorePolicy) -> Self {
        let player = |source: &HeuristicSource| {
            let player = Player::new(&source.initial(), &SearchSettings::for_selfplay());
            LimitedPlayer::new(player, recipe.limits.clone())
        };
        Self {
            recipe,
            openings,
            scores,
            players: recipe
                .contenders
                .as_ref()
                .map(|contender| player(&contender.source)),
        }
    }

    /// Plays game `number`, which depends only on the recipe and the number; `None` when stopped.
    pub fn play(&mut self, number: u32, stop: &CancelFlag) -> Option<SelfplayGame> {
        let seats = self.recipe.contenders_by_colour(number);
        let levels = self.set_heuristics(number, seats);
        let rules = GameRules::untimed(self.recipe.adjudication(number), self.recipe.max_plies);
        let opening = self.recipe.opening(self.openings, number);
        let ByColor {
            white: first,
            black: second,
        } = &mut self.players;
        let players = match seats.white {
            Color::White => ByColor {
                white: first,
                black: second,
            },
            Color::Black => ByColor {
                white: second,
                black: first,
            },
        };
        let unlimited = ByColor::new_with(|_| ThinkingLimits::default());
        let mut log = SearchLog::default();
        let finished = play_game(players, unlimited, &opening, &rules, &mut log, stop)?;
        if finished.fault.is_some() {
            return None;
        }
        let name_of = |side| &self.recipe.contenders.get(*seats.get(side)).name;
        let names = Tags::new()
            .with("White", name_of(Color::White))
            .with("Black", name_of(Color::Black));
        let mut record = finished.record.with_tags(names);
        if self.scores == ScorePolicy::Keep {
            record.scores = std::mem::take(&mut log.scores);
        }
        Some(SelfplayGame {
            effort: log.effort,
            game: StoredGame {
                number,
                cases: cases(finished.ending.result, &log, &levels),
                record,
                opponent: None,
                played_at: None,
            },
        })
    }

    /// Sets the drawn heuristics of game `number`, and returns the levels that are cases to learn from.
    fn set_heuristics(
        &mut self,
        number: u32,
        seats: ByColor<Color>,
    ) -> ByColor<Option<ByPhase<Levels>>> {
        let drawn = self.recipe.drawn(number);
        ByColor::new_with(|side| {
            let (levels, heuristic) = self.recipe.draw(number, side)?;
            self.players
                .get_mut(*seats.get(side))
                .player
                .set_heuristic(&heuristic);
            drawn.get(side).then_some(levels)
        })
    }
}

/// Returns one case for each phase in which a side with drawn levels searched a move. All cases of a side share its
/// result. Source: Fernández 2005, §4.1, "one case for each phase that the game reached".
fn cases(
    result: GameResult,
    log: &SearchLog,
    levels: &ByColor<Option<ByPhase<Levels>>>,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for side in Color::ALL {
        let Some(levels) = levels.get(side) else {
            continue;
        };
        for phase in Phase::ALL {
            if log.reached.get(side)[phase] {
                cases.push(Case {
                    phase,
                    side,
                    levels: levels[phase].as_bytes().to_vec(),
                    result: result.seen_by(side),
                });
            }
        }
    }
    cases
}
