//! The engine's estimate of the user and its answer, for the page.

use super::PageSession;
use super::opponent_view::OpponentView;
use super::table::TableGame;
use crate::opponent::{Answer, AnswerReason, Decision, ObjectiveReason, StyleEstimate};
use crate::serve::wire::{
    AimJson, AxisJson, AxisScoreJson, MoveSource, StyleJson, ViewJson, ViewPointJson, WhyJson,
};
use crate::style::{AxisPlace, AxisScore, GameObserver, StyleAxes, StyleVerdict};

impl PageSession {
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
                before: self.observer_at(0).as_ref().and_then(axes_seen),
                ..OpponentView::default()
            };
        }
        for ply in self.view.seen.len() + 1..=moves.len() {
            let is_users = self.game.as_ref().is_some_and(|game| {
                let played = game.moves.get(ply - 1);
                played.is_some_and(|played| played.by == MoveSource::Human)
            });
            if is_users {
                let observer = self.observer_at(ply);
                let axes = observer.as_ref().and_then(axes_seen);
                let both = observer.as_ref().zip(self.view.observer.as_ref());
                self.view.history.push(ViewPointJson {
                    ply,
                    attacking: axes.map(|axes| score(axes.attacking)),
                    complicating: axes.and_then(|axes| axes.complicating.map(score)),
                    habits: both
                        .map(|(now, earlier)| now.habits_since(earlier))
                        .unwrap_or_default(),
                });
                self.view.observer = observer;
            }
        }
        self.view.seen = moves;
        if let Some(game) = &self.game {
            self.engine.set_game(game.state.clone());
        }
    }

    /// Reads from the memory what it says of the user, now that it holds this game.
    ///
    /// With a new game the older ones age, so this is not what was seen during the game.
    pub(super) fn look_at_memory(&mut self) {
        let Some(opponent) = self.opponent() else {
            return;
        };
        if let Ok(Some(games)) = self.sink.recall(&opponent) {
            self.view.remembered = self.engine.judge_remembered(&games).verdict;
        }
    }

    /// Returns what observed the user in the first `ply` plies of the game.
    fn observer_at(&mut self, ply: usize) -> Option<GameObserver> {
        let game = self.game.as_ref()?;
        let machine = game.machine();
        self.engine.set_game(game.state_at(ply));
        self.engine.opponent_observer(machine).cloned()
    }

    /// Returns the engine's estimate of the user.
    pub(super) fn how_i_see_you(&self, game: &TableGame) -> ViewJson {
        let mut decision = self.decision(game);
        let mut verdict = self.engine.opponent_verdict(game.machine());
        if let Some(remembered) = self.view.remembered {
            verdict = Some(remembered);
            decision.posterior = Some(remembered.posterior);
            decision.score = Some(remembered.axes.attacking);
        }
        // No number of moves in a game from a set-up position leads to a style.
        let until = if decision.is_game_judged {
            decision.moves_until_named()
        } else {
            0
        };
        let named = decision.named_style();
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
            text: decision.style_sentence(),
        }
    }

    /// What the engine decided when it was last its turn; before that, what it would decide now.
    fn decision(&self, game: &TableGame) -> Decision {
        match &self.decision {
            Some(decision) => decision.clone(),
            None => self.engine.decision(game.machine()),
        }
    }

    /// Returns the engine's answer, with its reason.
    pub(super) fn aim(&self, game: &TableGame) -> AimJson {
        let Decision { answer, reason, .. } = self.decision(game);
        let neutral = answer == Answer::NEUTRAL;
        let adapts = self.settings.adapts;
        let last = game
            .moves
            .last()
            .filter(|played| matches!(played.by, MoveSource::Engine | MoveSource::Book));
        let squares = last.filter(|_| !neutral);
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
            why: if adapts { why(reason) } else { CHOSEN },
            otherwise: last.and_then(|played| played.without.clone()),
        }
    }
}

/// The reason where the user or a trial chose the answer.
const CHOSEN: WhyJson = WhyJson {
    kind: "chosen",
    style: None,
    probability: None,
    elo_difference: None,
    games: 0,
    rated: false,
    from_moves: false,
    seen_moves: false,
    material: None,
};

/// The reason in parts.
fn why(reason: AnswerReason) -> WhyJson {
    let of_style = |why: WhyJson, style: Option<StyleEstimate>| WhyJson {
        style: style.map(|estimate| estimate.style.into()),
        probability: style.map(|estimate| estimate.probability),
        ..why
    };
    match reason {
        AnswerReason::Chosen => CHOSEN,
        AnswerReason::NoObjectives => WhyJson {
            kind: "no_objectives",
            ..CHOSEN
        },
        AnswerReason::Thesis(reason) => {
            let why = WhyJson {
                kind: "thesis",
                ..CHOSEN
            };
            match reason {
                ObjectiveReason::NothingSeen => why,
                ObjectiveReason::Style(style) | ObjectiveReason::Drawn(style) => {
                    of_style(why, Some(style))
                }
                ObjectiveReason::Behind(by) => WhyJson {
                    material: Some(-by.0),
                    ..why
                },
                ObjectiveReason::Ahead(by) => WhyJson {
                    material: Some(by.0),
                    ..why
                },
            }
        }
        AnswerReason::Expectation(expectation) => {
            let evidence = expectation.evidence;
            let is_known = !evidence.is_empty();
            let why = WhyJson {
                kind: "expectation",
                elo_difference: is_known.then_some(expectation.difference.mean),
                games: evidence.results.games(),
                rated: evidence.rating_advantage.is_some(),
                from_moves: evidence.from_moves.is_some(),
                seen_moves: expectation.has_seen_moves,
                ..CHOSEN
            };
            of_style(why, expectation.style)
        }
    }
}

/// Returns the scores that follow from what was observed.
fn axes_seen(observer: &GameObserver) -> Option<StyleAxes> {
    observer.verdict().map(|verdict| verdict.axes)
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

/// Returns the word for what may be said of a score.
fn said(score: AxisScore) -> &'static str {
    match score.place() {
        AxisPlace::Low => "low",
        AxisPlace::Middle => "middle",
        AxisPlace::High => "high",
        AxisPlace::Unknown => "unknown",
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
    use crate::opponent::{AnswerExpectation, StrengthEvidence};
    use crate::style::{Posterior, Style};
    use crate::units::Centipawns;

    #[test]
    fn every_reason_has_its_parts() {
        let style = StyleEstimate {
            style: Style::Attacking,
            probability: 0.52,
        };
        assert_eq!(why(AnswerReason::NoObjectives).kind, "no_objectives");
        let by_style = why(AnswerReason::Thesis(ObjectiveReason::Style(style)));
        assert_eq!(
            (by_style.kind, by_style.style, by_style.probability),
            ("thesis", Some("attacking"), Some(0.52))
        );
        let behind = why(AnswerReason::Thesis(ObjectiveReason::Behind(Centipawns(
            300,
        ))));
        assert_eq!((behind.style, behind.material), (None, Some(-300)));
        let evidence = StrengthEvidence {
            rating_advantage: Some(300),
            ..StrengthEvidence::default()
        };
        let expected = |evidence: StrengthEvidence| {
            why(AnswerReason::Expectation(AnswerExpectation {
                evidence,
                difference: evidence.difference(),
                style: None,
                has_seen_moves: true,
            }))
        };
        let rated = expected(evidence);
        assert!(rated.rated && rated.seen_moves && !rated.from_moves);
        assert!(rated.elo_difference.is_some_and(|elo| elo > 200.0));
        assert_eq!(expected(StrengthEvidence::default()).elo_difference, None);
    }

    #[test]
    fn the_page_says_what_the_rule_for_all_says() {
        for (low, high, expected) in [
            (0.1, 0.9, "high"),
            (-0.9, -0.1, "low"),
            (-0.4, 0.4, "middle"),
            (-0.9, 0.4, "unknown"),
        ] {
            let score = AxisScore {
                score: f64::midpoint(low, high),
                score_interval_95: [low, high],
            };
            assert_eq!(said(score), expected, "{low} {high}");
            let named = StyleEstimate::named(&Posterior::EQUAL, Some(score));
            let style = match named.map(|named| named.style) {
                Some(Style::Attacking) => "high",
                Some(Style::Defensive) => "low",
                Some(Style::Mixed) => "middle",
                None => "unknown",
            };
            assert_eq!(style, expected, "{low} {high}");
        }
        assert_eq!(sentence("nothing is known"), "Nothing is known.");
    }
}
