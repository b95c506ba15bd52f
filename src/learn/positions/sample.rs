//! Sampling of games into rows: choosing positions, settling and tracing them.

use rand::RngExt as _;
use rand::seq::index;
use shakmaty::{Chess, Position as _};

use super::design::{OPENING_PARTS, PositionRow};
use super::evaluators::Evaluators;
use super::line_outcome::outcome_of;
use super::plan::{FitPlan, PositionSampling};
use super::teacher::{MATE, SearchTeacher};
use crate::bayes::OrderedOutcome;
use crate::collection::PositionLine;
use crate::eval::EvaluationTrace;
use crate::heuristic::Heuristic;
use crate::record::{Game, GameResult, Termination};
use crate::rng;
use crate::search::QuietPositionFinder;

/// Maximum number of nodes for settling a position; beyond it the position is left out.
const SETTLING_NODES: u64 = 2_000;

/// A sampler that turns games into rows.
pub(super) struct PositionSampler<'a> {
    sampling: PositionSampling,
    heuristic: &'a Heuristic,
    unit_of: &'a [usize],
    evaluators: Evaluators<'a>,
    settler: QuietPositionFinder,
    teacher: Option<SearchTeacher<'a>>,
    /// Coefficients by unit of the present position; zero between positions.
    dense: Vec<[f64; 2]>,
}

impl<'a> PositionSampler<'a> {
    /// Creates a sampler that evaluates by `heuristic`, whose weights are equal for both colours. `unit_of` gives the
    /// unit of each parameter, from 0 to `units`.
    pub(super) fn new(
        plan: &'a FitPlan,
        heuristic: &'a Heuristic,
        unit_of: &'a [usize],
        units: usize,
    ) -> Self {
        Self {
            sampling: plan.sampling,
            heuristic,
            unit_of,
            evaluators: Evaluators::new(heuristic),
            settler: QuietPositionFinder::new(SETTLING_NODES),
            teacher: plan
                .teaching
                .as_ref()
                .map(|teaching| SearchTeacher::new(teaching, &plan.stop)),
            dense: vec![[0.0; 2]; units],
        }
    }

    /// Returns the rows of one game; `number` determines its random draws. Empty if the game ended by a fault or in
    /// an unknown way.
    pub(super) fn rows(&mut self, record: &Game, number: u64) -> Vec<PositionRow> {
        if !is_played_out(record.termination) {
            return Vec::new();
        }
        let grade = match record.result {
            Some(GameResult::WhiteWins) => OrderedOutcome::High,
            Some(GameResult::BlackWins) => OrderedOutcome::Low,
            Some(GameResult::Draw) => OrderedOutcome::Middle,
            None => return Vec::new(),
        };
        if let Some(teacher) = &mut self.teacher {
            teacher.new_game();
        }
        let first = usize::from(record.opening_plies) + self.sampling.skip;
        let plies = record.moves.len().saturating_sub(first);
        let mut stream = rng::stream(self.sampling.seed, "sampled positions", number);
        let amount = self.sampling.per_game.min(plies);
        let mut chosen = index::sample(&mut stream, plies, amount).into_vec();
        chosen.sort_unstable();
        let mut chosen = chosen.into_iter().map(|ply| ply + first).peekable();
        let mut position = record.start.clone();
        let mut rows = Vec::with_capacity(amount);
        for (ply, m) in record.moves.iter().enumerate() {
            if chosen.next_if_eq(&ply).is_some()
                && let Some(row) = self.row(&position)
            {
                rows.push(PositionRow {
                    grade: Some(grade),
                    ..row
                });
            }
            position.play_unchecked(*m);
        }
        rows
    }

    /// Returns the rows of lines; `number` determines the draws of uncertain results. A search of the plan replaces
    /// the score of a line.
    pub(super) fn rows_of_lines(
        &mut self,
        lines: &[PositionLine],
        number: u64,
    ) -> Vec<PositionRow> {
        if let Some(teacher) = &mut self.teacher {
            teacher.new_game();
        }
        let mut stream = rng::stream(self.sampling.seed, "results of lines", number);
        let mut rows = Vec::with_capacity(lines.len());
        for line in lines {
            let grade = outcome_of(line, stream.random());
            if let Some(row) = self.row(&line.position) {
                let score = line.score.map(|score| i32::from(score.centipawns()));
                let bounded = score.map(|score| f64::from(score.clamp(-MATE, MATE)));
                rows.push(PositionRow {
                    grade,
                    searched: row.searched.or(bounded),
                    ..row
                });
            }
        }
        rows
    }

    /// Returns the row of a position, settled and traced; `None` in check or beyond the bounds.
    fn row(&mut self, position: &Chess) -> Option<PositionRow> {
        if position.is_check() {
            return None;
        }
        let evaluator = self.evaluators.of(position);
        let leaf = self.settler.quiet_position(position, evaluator)?;
        let trace = evaluator.trace(&leaf);
        let value = trace.value(self.heuristic);
        if value.abs() > self.sampling.most {
            return None;
        }
        let searched = self
            .teacher
            .as_mut()
            .map(|teacher| teacher.value(position, evaluator));
        Some(PositionRow {
            searched,
            ..self.gather(&trace, value)
        })
    }

    /// Adds up the coefficients of both sides by unit; equal ones cancel out.
    fn gather(&mut self, trace: &EvaluationTrace, value: f64) -> PositionRow {
        let mut touched = Vec::with_capacity(trace.shares.len());
        for share in &trace.shares {
            let unit = self.unit_of[share.parameter];
            touched.push(unit);
            self.dense[unit][0] += share.early;
            self.dense[unit][1] += share.late;
        }
        touched.sort_unstable();
        touched.dedup();
        let cells = touched
            .into_iter()
            .filter_map(|unit| {
                let [early, late] = std::mem::take(&mut self.dense[unit]);
                let unit = u16::try_from(unit).ok()?;
                (early != 0.0 || late != 0.0).then_some((unit, early, late))
            })
            .collect();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a few parts"
        )]
        let opening = (trace.opening * OPENING_PARTS as f64).round() as u8;
        PositionRow {
            cells,
            opening,
            value,
            ..PositionRow::default()
        }
    }
}

/// Returns true if the result is informative about the positions: no forfeit, crash or unknown ending.
const fn is_played_out(termination: Termination) -> bool {
    !matches!(
        termination,
        Termination::TimeForfeit
            | Termination::IllegalMove
            | Termination::Unknown
            | Termination::EngineCrash
            | Termination::EngineStall
    )
}
