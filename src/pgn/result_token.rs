//! Results as words of movetext, and as values of the `Result` tag.

use super::typography::plain;
use crate::record::GameResult;

/// Returns the result that a word of movetext denotes, including other dashes, colons and `½`.
pub(super) fn read_result(word: &[u8]) -> Option<GameResult> {
    match word {
        b"1-0" => Some(GameResult::WhiteWins),
        b"0-1" => Some(GameResult::BlackWins),
        b"1/2-1/2" | b"1/2" => Some(GameResult::Draw),
        _ if may_be_result(word) => read_uncommon(word),
        _ => None,
    }
}

/// Returns true if a word can be a result by its first and last bytes.
fn may_be_result(word: &[u8]) -> bool {
    let [first, .., last] = word else {
        return false;
    };
    match first {
        b'0' | b'1' => {
            let is_letter = last.is_ascii_alphabetic() && !matches!(last, b'f' | b'F');
            word.len() > 2 && !is_letter || !word.is_ascii()
        }
        b'd' | b'D' | b'r' | b'R' => word.len() > 3,
        _ => !first.is_ascii(),
    }
}

#[cold]
fn read_uncommon(word: &[u8]) -> Option<GameResult> {
    let word = plain(word).replace(':', "-").to_ascii_lowercase();
    match word.trim_matches([',', ' ']) {
        // An `f` says that the other player did not appear.
        "1-0" | "1-0f" => Some(GameResult::WhiteWins),
        "0-1" | "0-1f" => Some(GameResult::BlackWins),
        "1/2-1/2" | "1/2" | "0.5-0.5" | "0,5-0,5" | "½-½" | "½" | "draw" | "drawn" | "remis" => {
            Some(GameResult::Draw)
        }
        _ => None,
    }
}

/// Returns the result that a player and what they do denote, as in `White resigns`.
pub(super) fn read_spoken_result(player: &[u8], verb: &[u8]) -> Option<GameResult> {
    let is =
        |word: &[u8], names: &[&[u8]]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    let white = is(player, &[b"white"]);
    if !white && !is(player, &[b"black"]) {
        return None;
    }
    let verb = verb.trim_ascii_end();
    let verb = verb.strip_suffix(b",").unwrap_or(verb);
    let won = is(verb, &[b"wins", b"won", b"mates", b"checkmates"]);
    if !won
        && !is(
            verb,
            &[b"resigns", b"resigned", b"loses", b"lost", b"forfeits"],
        )
    {
        return None;
    }
    Some(if white == won {
        GameResult::WhiteWins
    } else {
        GameResult::BlackWins
    })
}

/// A result by forfeit: of the player who did not appear, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forfeit {
    /// One player won without play.
    Won(GameResult),
    /// Both players lost.
    Double,
}

/// Returns the forfeit that a word denotes: `+--` or `+/-`, `--+` or `-/+`, or `0-0` and `---` for both.
pub(super) fn read_forfeit(word: &[u8]) -> Option<Forfeit> {
    match plain(word).replace(':', "-").as_str() {
        "+--" | "+/-" => Some(Forfeit::Won(GameResult::WhiteWins)),
        "--+" | "-/+" => Some(Forfeit::Won(GameResult::BlackWins)),
        "0-0" | "---" => Some(Forfeit::Double),
        _ => None,
    }
}

/// Returns the result of a `Result` tag, in any of its usual spellings.
pub(super) fn read_result_tag(value: &str) -> Option<GameResult> {
    let value = value.trim();
    if matches!(value, "" | "*" | "?") {
        return None;
    }
    read_result(value.as_bytes()).or_else(|| {
        let joined: String = plain(value.as_bytes()).split_whitespace().collect();
        match joined.to_ascii_lowercase().as_str() {
            "whitewins" | "whitewon" => Some(GameResult::WhiteWins),
            "blackwins" | "blackwon" => Some(GameResult::BlackWins),
            joined => read_result(joined.as_bytes()).or(match read_forfeit(joined.as_bytes()) {
                Some(Forfeit::Won(result)) => Some(result),
                Some(Forfeit::Double) | None => None,
            }),
        }
    })
}

/// Splits a word at a result that is glued to its end, as in `Qh4#0-1`.
pub(super) fn split_result(word: &[u8]) -> Option<(&[u8], GameResult)> {
    let endings: [&[u8]; 5] = [b"1/2-1/2", b"1-0", b"0-1", b"1:0", b"0:1"];
    endings.into_iter().find_map(|ending| {
        let before = word.strip_suffix(ending)?;
        Some((before, read_result(ending)?)).filter(|_| !before.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_many_spellings() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        for (word, result) in [
            ("1-0", WhiteWins),
            ("0–1", BlackWins),
            ("1—0", WhiteWins),
            ("1:0", WhiteWins),
            ("0:1", BlackWins),
            ("½-½", Draw),
            ("½:½", Draw),
            ("½", Draw),
            ("1/2:1/2", Draw),
            ("1/2–1/2", Draw),
            ("remis", Draw),
            ("Draw", Draw),
            ("1-0,", WhiteWins),
            ("0.5-0.5", Draw),
            ("0,5:0,5", Draw),
            ("1-0F", WhiteWins),
            ("0-1f", BlackWins),
        ] {
            assert_eq!(read_result(word.as_bytes()), Some(result), "{word}");
            assert_eq!(read_result_tag(word), Some(result), "{word}");
        }
        for word in [
            "0-0", "1", "0", "1.", "Rd1", "+-", "d4", "2-0", "1-1", "12", "",
        ] {
            assert_eq!(read_result(word.as_bytes()), None, "{word}");
        }
        assert_eq!(read_result(b"\xbd-\xbd"), Some(Draw));
        assert_eq!(read_result_tag(" 1 - 0 "), Some(WhiteWins));
        assert_eq!(read_result_tag("--+"), Some(BlackWins));
        assert_eq!(read_result_tag("+/-"), Some(WhiteWins));
        assert_eq!(read_result_tag("White wins"), Some(WhiteWins));
        assert_eq!(read_result_tag("0-0"), None);
        assert_eq!(read_result_tag("Rook"), None);
    }

    #[test]
    fn a_result_may_be_said_in_words() {
        use GameResult::{BlackWins, WhiteWins};
        let said =
            |player: &str, verb: &str| read_spoken_result(player.as_bytes(), verb.as_bytes());
        assert_eq!(said("White", "resigns"), Some(BlackWins));
        assert_eq!(said("BLACK", "RESIGNED"), Some(WhiteWins));
        assert_eq!(said("black", "wins,"), Some(BlackWins));
        assert_eq!(said("White", "to"), None);
        assert_eq!(said("Kasparov", "resigns"), None);
    }

    #[test]
    fn a_result_may_be_glued_to_a_move() {
        let split = |word: &'static str| split_result(word.as_bytes());
        assert_eq!(
            split("Qh4#0-1"),
            Some((&b"Qh4#"[..], GameResult::BlackWins))
        );
        assert_eq!(split("Nf31/2-1/2"), Some((&b"Nf3"[..], GameResult::Draw)));
        assert_eq!(split("O-O1-0"), Some((&b"O-O"[..], GameResult::WhiteWins)));
        assert_eq!(split("Qh4#0:1"), split("Qh4#0-1"));
        assert_eq!(split("1-0"), None);
        assert_eq!(split("Qh4#"), None);
    }
}
