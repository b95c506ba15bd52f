//! Validation of a generation, and its point on the learning curve.

use super::core_hours::in_hours;
use super::curve::TrainingPoint;
use super::early_stop;
use super::error::TrainError;
use super::event::{TrainEvent, TrainingStage};
use super::generation::GenerationResult;
use super::options::RunOptions;
use super::recipe::{MAX_PLIES, Method, ValidationTest};
use super::run::TrainingRun;
use crate::arena::{
    MatchEnd, MatchScore, ScoreListener, Sprt, SprtVerdict, Tournament, TournamentObserver,
    opening_seed,
};
use crate::heuristic::Heuristic;
use crate::learn::trial::CentreUpdate;
use crate::model::HeuristicSource;
use crate::model::class_of;
use crate::play::{Openings, RandomOpenings};
use crate::record::{ResultCounts, SideResult};
use crate::units::round_to;

impl TrainingRun<'_> {
    /// Validates a generation and saves its point, the model and the report, unless its point is valid already; false
    /// when stopped.
    pub(super) fn validate_generation(
        &mut self,
        number: u32,
        result: &GenerationResult,
        update: &CentreUpdate,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<bool, TrainError> {
        let model = self.model();
        let there = self.sheet.rows().get(number as usize);
        if there.is_some_and(|point| early_stop::is_judged(self.recipe, number, point)) {
            return Ok(true);
        }
        let known_hours = there.map(|point| point.core_hours);
        let mut point = self.point(number, result, update, &model);
        // A point that is validated again keeps the cost known for its games.
        point.core_hours = known_hours.unwrap_or(point.core_hours);
        if self.recipe.validates(number) {
            let Some(standing) = self.validate(number, &model, on_event)? else {
                return Ok(false);
            };
            point.validated(&standing, &self.recipe.validation);
            if let Some(test) = self.recipe.validation.sprt {
                let Some(tested) = self.test(number, &model, test, on_event)? else {
                    return Ok(false);
                };
                let (verdict, games) = tested;
                point.sprt = Some(verdict);
                point.sprt_games = Some(games);
            }
        }
        // An older generation that is validated again does not replace the model.
        if number as usize + 1 >= self.sheet.rows().len() {
            self.keep_model(self.model_table(&model)?)?;
        }
        self.sheet.put(number as usize, point.clone())?;
        self.report(false)?;
        on_event(TrainEvent::Learned { point: &point });
        Ok(true)
    }

    fn point(
        &self,
        number: u32,
        result: &GenerationResult,
        update: &CentreUpdate,
        model: &Heuristic,
    ) -> TrainingPoint {
        let fullest = result.table.fullest_phase();
        let cases = |side| result.table.counts().cases(class_of(fullest, side));
        let results = match self.recipe.method {
            Method::Positions | Method::Texel => {
                self.fits.last().map(|fit| fit.results).unwrap_or_default()
            }
            Method::Trial | Method::Spsa | Method::RandomSearch => ResultCounts {
                wins: cases(SideResult::Win),
                draws: cases(SideResult::Draw),
                losses: cases(SideResult::Loss),
            },
        };
        let before = self.sheet.rows().get(..number as usize).unwrap_or_default();
        let hours = before
            .last()
            .map_or(self.hours_before, |point| point.core_hours);
        let fit = self.recipe.fit_before();
        let games_before = fit.map_or(0, |fit| u64::from(fit.games));
        let z2 = update
            .mean_square_z
            .map(|value| value.map(|value| round_to(value, 2)));
        TrainingPoint {
            recipe: self.recipe.hash(),
            generation: number + 1,
            games: games_before + self.recipe.games_of_first(number + 1),
            core_hours: hours + round_to(in_hours(result.at_work), 4),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            z2_opening: z2.opening,
            z2_middlegame: z2.middlegame,
            z2_endgame: z2.endgame,
            moved_cp: round_to(update.moved, 2),
            model: model.fingerprint(),
            validation: None,
            validation_games: 0,
            validation_results: None,
            elo: None,
            elo_error_95: None,
            sprt: None,
            sprt_games: None,
        }
    }

    /// Plays the match of a model against the starting heuristic; `None` when stopped.
    fn validate(
        &self,
        number: u32,
        model: &Heuristic,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<MatchScore>, TrainError> {
        let validation = &self.recipe.validation;
        // All generations have the same openings, which differ from those of self-play.
        let seed = opening_seed(self.recipe.seed);
        let tournament = Tournament {
            rounds: validation.games / 2,
            ..self.validation_match([model, self.start], seed)
        };
        let mut tell = ScoreListener(|standing: &MatchScore| {
            on_event(TrainEvent::Validating {
                number,
                standing,
                wanted: validation.games,
            });
        });
        let (standing, end) = self.play_match(&tournament, &mut tell)?;
        report_lost_games(number, &standing, on_event);
        Ok((end == MatchEnd::Complete).then_some(standing))
    }

    /// Tests a model against the best earlier one; returns the verdict and the number of games, `None` when stopped.
    fn test(
        &self,
        number: u32,
        model: &Heuristic,
        test: ValidationTest,
        on_event: &mut dyn FnMut(TrainEvent<'_>),
    ) -> Result<Option<(SprtVerdict, u64)>, TrainError> {
        let before = self.sheet.rows().get(..number as usize).unwrap_or_default();
        let best = early_stop::deciding(self.recipe, before)
            .rfind(|(_, point)| point.sprt == Some(SprtVerdict::Accept))
            .map_or_else(|| self.start.clone(), |(at, _)| self.model_after(at + 1));
        // Every test has its own openings, which differ from those of self-play and validations.
        let seed = opening_seed(opening_seed(self.recipe.seed).wrapping_add(u64::from(number)));
        let tournament = Tournament {
            rounds: test.games / 2,
            sprt: Sprt::new(test.elo0, test.elo1).ok(),
            ..self.validation_match([model, &best], seed)
        };
        let mut tell = ScoreListener(|standing: &MatchScore| {
            on_event(TrainEvent::Testing {
                number,
                standing,
                most: test.games,
            });
        });
        let (standing, end) = self.play_match(&tournament, &mut tell)?;
        report_lost_games(number, &standing, on_event);
        let verdict = match end {
            MatchEnd::Stopped | MatchEnd::Crashed => return Ok(None),
            MatchEnd::Complete => SprtVerdict::Continue,
            MatchEnd::Decided(verdict) => verdict,
        };
        Ok(Some((verdict, standing.games())))
    }

    /// Returns a match under the conditions of validations, of zero rounds; `seed` determines its openings.
    fn validation_match(&self, heuristics: [&Heuristic; 2], seed: u64) -> Tournament {
        let [learned, other] =
            heuristics.map(|heuristic| HeuristicSource::fixed(heuristic.clone()));
        let players = [("learned", learned), ("before", other)];
        let nodes = self.recipe.validation.nodes;
        Tournament {
            openings: Openings::random(RandomOpenings::default(), seed),
            ..Tournament::between(players, nodes, MAX_PLIES, seed)
        }
    }

    /// Plays a match of two players; returns its score and the reason for its end.
    fn play_match(
        &self,
        tournament: &Tournament,
        observer: &mut dyn TournamentObserver,
    ) -> Result<(MatchScore, MatchEnd), TrainError> {
        let RunOptions { threads, stop, .. } = self.means;
        let (standings, end) = tournament.play(*threads, Vec::new(), stop, observer)?;
        let score = standings.pairings.into_iter().next();
        Ok((score.unwrap_or_default(), end))
    }
}

/// Reports the games of a match in which the program panicked.
fn report_lost_games(number: u32, standing: &MatchScore, on_event: &mut dyn FnMut(TrainEvent<'_>)) {
    if standing.lost > 0 {
        let games = 2 * standing.lost;
        let stage = TrainingStage::Generation(number);
        on_event(TrainEvent::Lost { stage, games });
    }
}
