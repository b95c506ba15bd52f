//! Results and games in words, for all parts of the report.

use bayeschess::bayes::half_width_95;
use bayeschess::learn::style_report::{ExampleGame, RatingExpectation};
use bayeschess::record::ResultCounts;

/// Returns a count with words that agree with it: `1 game is`, `2 games are`.
pub(super) fn agreeing(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `won 12, drawn 8, lost 4 (66.7 % ± 14.2)`.
pub(super) fn record(record: &ResultCounts) -> String {
    format!(
        "won {}, drawn {}, lost {} ({:.1} % ± {:.1})",
        record.wins,
        record.draws,
        record.losses,
        100.0 * record.score(),
        100.0 * half_width_95(record.standard_error())
    )
}

/// `in 812 games with both ratings 57.3 %, where 54.2 % was to be expected: +3.1 ± 2.4 points in 100`.
pub(super) fn by_rating(expectation: &RatingExpectation) -> String {
    format!(
        "in {} games with both ratings {:.1} %, where {:.1} % was to be expected: {:+.1} ± {:.1} points in 100",
        expectation.games,
        100.0 * expectation.score,
        100.0 * expectation.expected,
        100.0 * expectation.difference,
        100.0 * expectation.error_95
    )
}

/// Names the example game.
pub(super) fn shown(example: &ExampleGame) -> String {
    let moves = if example.moves.is_empty() {
        String::new()
    } else {
        format!(": {}", example.moves.join(", "))
    };
    format!(
        "{}, {} ({}){moves}",
        example.game, example.outcome, example.place
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_several() {
        let said = |count| agreeing(count, "game lacks", "games lack");
        assert_eq!(
            [0, 1, 2].map(said),
            ["0 games lack", "1 game lacks", "2 games lack"]
        );
    }
}
