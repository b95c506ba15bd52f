//! Matches, tournaments and trials of adaptation, by their journals.

use std::path::Path;

use super::place::RunPlace;
use super::read_problem::ReadProblem;
use super::wire::{
    AdaptationJson, RatingAnchorJson, RunDetailsJson, RunKindJson, RunScoreJson, RunStatusJson,
    RunTestJson, StandingJson, TrialRowJson,
};
use crate::arena::overview::TournamentOverview;
use crate::arena::rating::{PairingResult, RatingAnchor, ratings};
use crate::arena::{MatchScore, Sprt};
use crate::files::is_locked;
use crate::train::lab::adapt::{TrialFigures, TrialOverview};

/// Reads the journal of a match or tournament.
pub(super) fn read_tournament(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let overview = TournamentOverview::read(&place.path)?;
    let is_match = overview.pairings.len() == 1;
    let kind = if is_match {
        RunKindJson::Match
    } else {
        RunKindJson::Tournament
    };
    let status = status(&place.path, overview.is_complete());
    let mut run = place.run(kind, "", status);
    run.title = Some(overview.players.join(" – "));
    run.games = overview.games;
    run.games_wanted = overview.goal.map(|goal| u64::from(goal.games));
    run.may_end_early = overview.sprt.is_some();
    run.decided_after = overview.decided_after();
    let mut details = RunDetailsJson::of(run);
    match overview.standings.pairings.first() {
        Some(standing) if is_match => {
            details.score = score(&overview, standing);
            details.sprt = overview.sprt.as_ref().map(|sprt| test(sprt, standing));
        }
        _ => {
            details.standings = standings(&overview);
            details.anchor = anchor_of(&overview);
        }
    }
    Ok(vec![details])
}

/// Reads the journal of a trial of adaptation.
pub(super) fn read_adaptation(place: &RunPlace) -> Result<Vec<RunDetailsJson>, ReadProblem> {
    let overview = TrialOverview::read(&place.path)?;
    let is_complete = overview
        .results
        .as_ref()
        .map(|results| results.figures.complete);
    let mut run = place.run(
        RunKindJson::Adaptation,
        "",
        status(&place.path, is_complete),
    );
    run.games = overview.games;
    run.games_wanted = overview
        .results
        .as_ref()
        .map(|results| results.planned_games);
    Ok(vec![RunDetailsJson {
        settings: serde_json::to_string_pretty(&overview.settings).ok(),
        adaptation: overview.results.map(|results| adaptation(&results.figures)),
        ..RunDetailsJson::of(run)
    }])
}

fn adaptation(figures: &TrialFigures) -> AdaptationJson {
    let row = |name, games, score, elo| TrialRowJson {
        name,
        games,
        score,
        elo,
    };
    let policies = figures.policies.iter();
    let arms = figures.arms.iter();
    AdaptationJson {
        policies: policies
            .map(|policy| row(policy.name, policy.games, policy.score, policy.elo))
            .collect(),
        arms: arms
            .map(|arm| row(arm.name, arm.games, arm.score, arm.elo))
            .collect(),
        best_fixed: figures.best_fixed,
        adaptive_minus_best_fixed: figures.adaptive_minus_best_fixed,
        adaptive_minus_placebo: figures.adaptive_minus_placebo,
        headroom: figures.headroom,
        memory_minus_adaptive: figures.memory.as_ref().map(|memory| memory.minus_adaptive),
    }
}

fn status(journal: &Path, is_complete: Option<bool>) -> RunStatusJson {
    RunStatusJson::of(is_locked(journal), is_complete)
}

fn score(overview: &TournamentOverview, standing: &MatchScore) -> Option<RunScoreJson> {
    let name = |place: usize| {
        let player = *overview.pairings.first()?.get(place)?;
        overview.players.get(player).cloned()
    };
    let estimate = standing.counts.estimate();
    Some(RunScoreJson {
        first: name(0)?,
        second: name(1)?,
        results: standing.results,
        score: estimate.score,
        elo: estimate.elo,
        elo_error_95: estimate.elo_error_95,
        superiority: estimate.los,
        pairs: standing.counts.0,
    })
}

fn test(sprt: &Sprt, standing: &MatchScore) -> RunTestJson {
    RunTestJson {
        elo0: sprt.elo0(),
        elo1: sprt.elo1(),
        ratio: sprt.log_likelihood_ratio(&standing.counts),
        bound: Sprt::bound(),
        verdict: sprt.verdict(&standing.counts),
    }
}

fn anchor(overview: &TournamentOverview) -> Option<RatingAnchor> {
    overview.goal?.anchor
}

/// Returns the player whose rating is fixed, by name.
fn anchor_of(overview: &TournamentOverview) -> Option<RatingAnchorJson> {
    let RatingAnchor { player, elo } = anchor(overview)?;
    let name = overview.players.get(player)?.clone();
    Some(RatingAnchorJson { name, elo })
}

/// Returns the players, the strongest first; none before the first pair of games.
fn standings(overview: &TournamentOverview) -> Vec<StandingJson> {
    if overview.standings.games == 0 {
        return Vec::new();
    }
    let scores = || overview.pairings.iter().zip(&overview.standings.pairings);
    let met: Vec<PairingResult> = scores()
        .map(|(players, standing)| (*players, standing.counts))
        .collect();
    let rated = ratings(overview.players.len(), &met, anchor(overview).into());
    let mut standings: Vec<StandingJson> = overview
        .players
        .iter()
        .zip(rated)
        .enumerate()
        .map(|(player, (name, rating))| {
            let (mut games, mut points) = (0, 0.0);
            for ([first, second], standing) in scores() {
                let own = match player {
                    player if player == *first => standing.counts.score(),
                    player if player == *second => 1.0 - standing.counts.score(),
                    _ => continue,
                };
                games += standing.games();
                points += own * standing.games() as f64;
            }
            StandingJson {
                name: name.clone(),
                games,
                points,
                elo: rating.elo,
                elo_error_95: rating.elo_error_95,
            }
        })
        .collect();
    standings.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    standings
}
