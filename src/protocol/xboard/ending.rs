//! Converts the end of a game to the protocol's words and back.

use shakmaty::Color;

use crate::board::GameEnding;
use crate::record::{GameResult, Termination};

/// Returns the engine's claim when the rules end the game: `1-0 {White mates}`.
pub(super) fn claim(ending: GameEnding) -> String {
    let reason = match ending.termination {
        Termination::Checkmate => match ending.result.winner() {
            Some(Color::White) => "White mates",
            _ => "Black mates",
        },
        Termination::Stalemate => "Stalemate",
        Termination::Repetition => "Draw by repetition",
        Termination::FiftyMoves => "Draw by fifty-move rule",
        Termination::InsufficientMaterial => "Insufficient material",
        Termination::Resignation => match ending.result.winner() {
            Some(Color::White) => "Black resigns",
            _ => "White resigns",
        },
        other => other.name(),
    };
    format!("{} {{{reason}}}", ending.result.as_pgn())
}

/// Returns how a game ended, from the arguments of `result`; `by_the_rules` is what the board shows. `None` for
/// `*`.
pub(super) fn announced(
    score: &str,
    comment: &str,
    by_the_rules: Option<GameEnding>,
) -> Option<GameEnding> {
    let result = match score {
        "1-0" => GameResult::WhiteWins,
        "0-1" => GameResult::BlackWins,
        "1/2-1/2" => GameResult::Draw,
        _ => return None,
    };
    if let Some(ending) = by_the_rules
        && ending.result == result
    {
        return Some(ending);
    }
    let comment = comment.to_ascii_lowercase();
    let says = |word: &str| comment.contains(word);
    let termination = if says("resign") {
        Termination::Resignation
    } else if says("agree") {
        Termination::Agreement
    } else if says("time") || says("forfeit") || says("flag") {
        Termination::TimeForfeit
    } else if says("illegal") {
        Termination::IllegalMove
    } else if says("repetition") {
        Termination::Repetition
    } else {
        Termination::Unknown
    };
    Some(GameEnding {
        result,
        termination,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_believed_and_named() {
        let resigned = announced("1-0", "Black resigns", None).expect("a result");
        assert_eq!(resigned.termination, Termination::Resignation);
        assert_eq!(claim(resigned), "1-0 {Black resigns}");
        let late = announced("0-1", "White forfeits on time", None).expect("a result");
        assert_eq!(late.termination, Termination::TimeForfeit);
        assert_eq!(announced("*", "unfinished", None), None);
        let mate = GameEnding {
            result: GameResult::WhiteWins,
            termination: Termination::Checkmate,
        };
        assert_eq!(announced("1-0", "", Some(mate)), Some(mate));
        assert_eq!(claim(mate), "1-0 {White mates}");
        let other = announced("1/2-1/2", "Draw agreed", Some(mate)).expect("a result");
        assert_eq!(other.termination, Termination::Agreement);
    }
}
