//! What the assistant is asked for: hints, the coach's judgements, the review of a finished game.

use shakmaty::Move;

use super::table::{TableGame, uci};
use super::{PageSession, SessionOrder};
use crate::board::notation::{self, Language, role_name};
use crate::play::{OracleReply, score_of_end};
use crate::serve::command::HintLevel;
use crate::serve::wire::HintJson;

/// After as many judgements the review is shown anew.
const REVIEW_STEP: usize = 8;

impl PageSession {
    /// Lets the assistant judge the next position that somebody waits for.
    pub(super) fn assist(&mut self) {
        let mut knows_end = false;
        while !self.assistant.is_looking() {
            let Some(game) = &mut self.game else {
                break;
            };
            let wants_hint = self.wanted_hint.is_some();
            let Some(ply) = next_look(game, wants_hint, self.settings.coach) else {
                break;
            };
            let state = game.state_at(ply);
            if let Some(score) = score_of_end(&state) {
                game.replies.insert(ply, (None, Some(score)));
                knows_end = true;
            } else {
                let orders = self.orders.clone();
                self.assistant.look(state, move |ticket, reply| {
                    // the session may be at its end.
                    let _ = orders.send(SessionOrder::Looked(ticket, reply));
                });
            }
        }
        if knows_end {
            self.publish();
        }
    }

    /// Takes the assistant's judgement of a position.
    pub(super) fn take_look(&mut self, ticket: u64, reply: OracleReply) {
        let (Some(ply), Some(game)) = (self.assistant.end_look(ticket), &mut self.game) else {
            return;
        };
        let was_waited_for =
            game.ending.is_none() && (self.wanted_hint.is_some() || game.is_engines_turn());
        game.replies.insert(ply, reply);
        self.give_hint();
        self.go_on();
        self.assist();
        let is_step = self.game.as_ref().is_some_and(|game| {
            let known = game.replies.len();
            game.ending.is_some() && (known.is_multiple_of(REVIEW_STEP) || known > game.ply())
        });
        if was_waited_for || is_step {
            self.publish();
        }
    }

    /// Gives the hint that was asked for, once the position is judged.
    pub(super) fn give_hint(&mut self) {
        let (Some(level), Some(game)) = (self.wanted_hint, &mut self.game) else {
            return;
        };
        let Some((best, _)) = game.replies.get(&game.ply()).copied() else {
            return;
        };
        self.wanted_hint = None;
        game.hint = best.map(|best| hint(game, best, level));
    }
}

/// The next position to judge, by the number of moves before it.
fn next_look(game: &TableGame, wants_hint: bool, coaches: bool) -> Option<usize> {
    let ply = game.ply();
    let unknown = |ply: &usize| !game.replies.contains_key(ply);
    if game.ending.is_some() {
        return (0..=ply).find(unknown).filter(|_| ply > 0);
    }
    if game.is_engines_turn() {
        let is_asked = coaches && game.is_checked();
        return (ply.saturating_sub(1)..=ply)
            .find(unknown)
            .filter(|_| is_asked);
    }
    Some(ply).filter(|ply| (wants_hint || coaches) && unknown(ply))
}

fn hint(game: &TableGame, best: Move, level: HintLevel) -> HintJson {
    let san = notation::write(game.state.position(), best, Language::English);
    let from = best
        .from()
        .map_or_else(String::new, |from| from.to_string());
    let is_whole = level == HintLevel::Move;
    HintJson {
        ply: game.ply(),
        level: if is_whole { "move" } else { "idea" },
        text: if is_whole {
            format!("Play {san}.")
        } else {
            let piece = role_name(best.role());
            format!("Look at the {piece} on {from}.")
        },
        from,
        uci: is_whole.then(|| uci(best)),
        san: is_whole.then_some(san),
    }
}
