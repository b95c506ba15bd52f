//! By how much the engine is rated higher than its opponent, and the contempt that follows.

use super::EngineSession;
use crate::opponent::AnswerPolicy;
use crate::search::MOST_CONTEMPT;
use crate::units::Centipawns;

/// Rating advantage in Elo that is worth a centipawn of contempt, without the adaptive policy.
///
/// An assumption, not fitted: 200 Elo are a fifth of a pawn.
const ELO_PER_CENTIPAWN: i64 = 10;

impl EngineSession {
    /// Sets the ratings of a game that a server tells, of the engine and of its opponent; `None` for an unrated side.
    pub(in crate::protocol) fn set_ratings(&mut self, own: Option<u32>, opponent: Option<u32>) {
        self.opponent.rating = opponent;
        self.server_advantage = own
            .zip(opponent)
            .and_then(|(own, theirs)| i32::try_from(i64::from(own) - i64::from(theirs)).ok());
        self.engine.set_contempt(self.contempt());
    }

    /// Returns the engine's rating minus the opponent's, in Elo, if it is known.
    ///
    /// It is told, or follows from the rating to which the engine is limited and the opponent's.
    pub(super) fn known_advantage(&self) -> Option<i32> {
        let own = self.limits_strength.then_some(self.rating);
        self.told_advantage().or_else(|| {
            let (own, opponent) = own.zip(self.opponent.rating)?;
            i32::try_from(own - i64::from(opponent)).ok()
        })
    }

    /// Returns the advantage that `UCI_RatingAdv` or else a server told. The option says nothing at 0, its default.
    fn told_advantage(&self) -> Option<i32> {
        match self.rating_advantage {
            0 => self.server_advantage,
            declared => i32::try_from(declared).ok(),
        }
    }

    /// Returns the contempt for games, in centipawns. The adaptive policy derives its contempt from the rating
    /// advantage itself, and without adaptation the advantage has no effect.
    pub(super) fn contempt(&self) -> Centipawns {
        let of_rating = match self.policy_of_play() {
            AnswerPolicy::Adapt | AnswerPolicy::Fixed(_) => 0,
            AnswerPolicy::Thesis | AnswerPolicy::Objective(_) => {
                i64::from(self.told_advantage().unwrap_or(0)) / ELO_PER_CENTIPAWN
            }
        };
        let total = self.contempt + of_rating;
        let most = i64::from(MOST_CONTEMPT.0);
        let total = total.clamp(-most, most);
        Centipawns(i32::try_from(total).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::protocol::NoGameSink;
    use crate::search::SearchSettings;

    #[test]
    fn an_option_outlives_the_ratings_of_a_game_and_equal_ratings_are_known() {
        let engine = Engine::new(SearchSettings::for_selfplay(), 1).expect("a thread");
        let mut session = EngineSession::new(engine, Box::new(NoGameSink));
        assert_eq!(session.known_advantage(), None);
        session.set_ratings(Some(1800), Some(1800));
        assert_eq!(session.known_advantage(), Some(0));
        session.set_ratings(Some(1800), None);
        assert_eq!(session.known_advantage(), None);
        session.set_ratings(Some(1800), Some(1500));
        assert_eq!(session.known_advantage(), Some(300));
        session.set("RatingAdv", "120").expect("an option");
        assert_eq!(session.known_advantage(), Some(120));
        assert_eq!(session.contempt(), Centipawns(0));
        session.set("Adaptation", "false").expect("an option");
        assert_eq!(session.contempt(), Centipawns(0));
        session.set("Objective", "max-win").expect("an option");
        assert_eq!(session.contempt(), Centipawns(12));
        session.set_ratings(None, None);
        assert_eq!(session.known_advantage(), Some(120));
        session.set("RatingAdv", "0").expect("an option");
        assert_eq!(session.known_advantage(), None);
        session.set("UCI_LimitStrength", "true").expect("an option");
        session.set("UCI_Elo", "1400").expect("an option");
        session.set_ratings(None, Some(1500));
        assert_eq!(session.known_advantage(), Some(-100));
    }
}
