//! Comments that look like other parts of a file, wrapped anywhere: the game reads back as one, with the same words.

use super::*;

/// Words that mean something at the beginning of a line, and others to move them there.
const WORDS: [&str; 14] = [
    "[Event",
    "[EVENT\"x\"]",
    "\"x\"]",
    ">",
    ">[Event",
    ">\u{feff}[Event",
    "\u{200b}",
    "\u{200b}[Event",
    "\u{2060}>",
    "%",
    ";",
    "a",
    "words",
    "of_several_lengths",
];

/// Writes the game with a comment, reads it back, and returns the words of the comment.
fn words_read_back(comment: &str) -> Vec<String> {
    let game = only("1. e4 e5 1-0");
    let text = format_annotated(&game, &[comment.to_owned(), String::new()]);
    let back = only(&text);
    assert_eq!(
        (&back.moves, back.result),
        (&game.moves, game.result),
        "{text}"
    );
    let written = format_with_annotations(&back, text.as_bytes(), &AnnotationKind::ALL);
    assert_eq!(written, text);
    let (_, behind) = text.split_once('{').expect("a comment");
    let (comment, _) = behind.split_once('}').expect("closed");
    comment.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_quoted_event_in_a_comment_begins_no_game() {
    for lead in 50..90 {
        for event in [
            ">[Event \"x\"]",
            "> [Event \"x\"]",
            "\u{200b} > [Event \"x\"]",
        ] {
            let comment = format!("{} {event}", "x".repeat(lead));
            assert_eq!(
                words_read_back(&comment),
                comment.split(' ').collect::<Vec<_>>()
            );
        }
    }
}

proptest! {
    #[test]
    fn a_comment_of_any_words_reads_back(
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 1..60),
    ) {
        prop_assert_eq!(words_read_back(&words.join(" ")), words);
    }
}
