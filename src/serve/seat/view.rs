//! The engine's estimate of the user and its answer, for the page.

use super::Seat;
use super::opponent_view::OpponentView;
use super::table::TableGame;
use crate::board::GameState;
use crate::opponent::{Answer, Decision, LEAST_MOVES, StyleEstimate};
use crate::serve::wire::{
    AimJson, AxisJson, AxisScoreJson, MoveSource, StyleJson, ViewJson, ViewPointJson,
};
use crate::style::{AxisScore, StyleAxes, StyleVerdict};

/// An interval within this distance of zero counts as the middle of an axis, whose ends are ±1.
const MIDDLE: f64 = 0.5;

impl Seat {
    /// Observes the user's new moves; after a take-back, or for another user, all of them.
    pub(super) fn look_at_opponent(&mut self) {
        let Some(game) = &self.game else {
            self.view = OpponentView::default();
            return;
        };
        let moves: Vec<String> = game.moves.iter().map(|played| played.uci.clone()).collect();
        let goes_on = moves.len() > self.view.seen.len()
            && moves.starts_with(&self.view.seen)
            && !self.view.seen.is_empty();
        if !goes_on {
            self.view = OpponentView {
                before: self.axes_at(0),
                ..OpponentView::default()
            };
        }
        for ply in self.view.seen.len() + 1..=moves.len() {
            let is_users = self.game.as_ref().is_some_and(|game| {
                let played = game.moves.get(ply - 1);
                played.is_some_and(|played| played.by == MoveSource::Human)
            });
            if is_users {
                let axes = self.axes_at(ply);
                self.view.history.push(ViewPointJson {
                    ply,
                    attacking: axes.map(|axes| score(axes.attacking)),
                    complicating: axes.and_then(|axes| axes.complicating.map(score)),
                });
            }
        }
        self.view.seen = moves;
        if let Some(game) = &self.game {
            self.engine.set_game(game.state.clone());
        }
    }

    /// Returns the user's scores on both axes after `ply` plies of the game.
    fn axes_at(&mut self, ply: usize) -> Option<StyleAxes> {
        let game = self.game.as_ref()?;
        let machine = game.machine();
        let mut state = GameState::from_position(game.state.start().clone());
        for m in game.state.moves().iter().take(ply) {
            state.play(*m);
        }
        self.engine.set_game(state);
        self.engine
            .opponent_verdict(machine)
            .map(|verdict| verdict.axes)
    }

    /// Returns the engine's estimate of the user.
    pub(super) fn how_i_see_you(&self, game: &TableGame) -> ViewJson {
        let decision = self.engine.decision(game.machine());
        let verdict = self.engine.opponent_verdict(game.machine());
        let needed = usize::try_from(LEAST_MOVES).unwrap_or(usize::MAX);
        let until = match decision.games_seen {
            0 => needed.saturating_sub(decision.moves_seen),
            _ => 0,
        };
        let named = decision
            .opponent
            .filter(|estimate| until == 0 && estimate.stands_out());
        ViewJson {
            moves_seen: decision.moves_seen,
            games_seen: decision.games_seen,
            moves_until_said: until,
            style: named.map(|estimate| StyleJson {
                name: estimate.style.into(),
                probability: estimate.probability,
            }),
            axes: axes(verdict, self.view.before, until == 0),
            history: self.view.history.clone(),
            text: words(named, until),
        }
    }

    /// Returns the engine's answer, with its reason.
    pub(super) fn aim(&self, game: &TableGame) -> AimJson {
        let Decision { answer, reason, .. } = self.engine.decision(game.machine());
        let neutral = answer == Answer::NEUTRAL;
        let adapts = self.settings.adapts;
        let squares = game.moves.last().filter(|played| {
            !neutral && matches!(played.by, MoveSource::Engine | MoveSource::Book)
        });
        AimJson {
            adapts,
            target: answer.target.to_string(),
            draw_contempt: answer.draw_contempt.0,
            side_bonus: answer.side_bonus.0,
            neutral,
            text: sentence(&answer.to_string()),
            reason: if adapts {
                sentence(&reason.to_string())
            } else {
                "Adapting is switched off.".to_owned()
            },
            squares: squares.map_or_else(Vec::new, |played| {
                [played.uci.get(..2), played.uci.get(2..4)]
                    .into_iter()
                    .flatten()
                    .map(str::to_owned)
                    .collect()
            }),
            otherwise: None,
        }
    }
}

fn words(named: Option<StyleEstimate>, until: usize) -> String {
    match (until, named) {
        (0, Some(estimate)) => format!(
            "Your play is probably {} ({:.2}).",
            estimate.style, estimate.probability
        ),
        (0, None) => "Nothing stands out in your play so far.".to_owned(),
        (1, _) => "One more move until I may say how you play.".to_owned(),
        (more, _) => format!("{more} more moves until I may say how you play."),
    }
}

fn axes(verdict: Option<StyleVerdict>, before: Option<StyleAxes>, may_say: bool) -> Vec<AxisJson> {
    let now = verdict.map(|verdict| verdict.axes);
    let axis = |name, low, high, of: fn(StyleAxes) -> Option<AxisScore>| {
        let place = now.and_then(of);
        AxisJson {
            name,
            low,
            high,
            now: place.map(score),
            before: before.and_then(of).map(score),
            said: place.filter(|_| may_say).map_or("unknown", said),
        }
    };
    vec![
        axis("attacking", "defensive", "attacking", |axes| {
            Some(axes.attacking)
        }),
        axis("complicating", "simplifying", "complicating", |axes| {
            axes.complicating
        }),
    ]
}

/// Returns the words for a score on an axis.
fn said(place: AxisScore) -> &'static str {
    let [low, high] = place.score_interval_95;
    if low > 0.0 {
        "high"
    } else if high < 0.0 {
        "low"
    } else if low > -MIDDLE && high < MIDDLE {
        "middle"
    } else {
        "unknown"
    }
}

fn score(place: AxisScore) -> AxisScoreJson {
    AxisScoreJson {
        score: place.score,
        interval_95: place.score_interval_95,
    }
}

/// Returns words as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_interval_shows_is_said() {
        let place = |low, high| AxisScore {
            score: f64::midpoint(low, high),
            score_interval_95: [low, high],
        };
        for (low, high, expected) in [
            (0.1, 0.9, "high"),
            (-0.9, -0.1, "low"),
            (-0.4, 0.4, "middle"),
            (-0.9, 0.4, "unknown"),
            (-1.9, 1.9, "unknown"),
        ] {
            assert_eq!(said(place(low, high)), expected, "{low} {high}");
        }
        assert_eq!(
            words(None, 1),
            "One more move until I may say how you play."
        );
        assert_eq!(sentence("nothing is known"), "Nothing is known.");
    }
}
