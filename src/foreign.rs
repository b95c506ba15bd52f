//! Foreign text as messages repeat it: the beginning alone, and nothing that moves a cursor.

/// How many letters a message repeats: a FEN with all its fields, and more than anybody types.
const REPEATED: usize = 100;

/// The beginning of `text`, with `?` for each control character and `…` where it goes on.
pub fn shortened(text: &str) -> String {
    let mut letters = text.chars();
    let shown = letters
        .by_ref()
        .take(REPEATED)
        .map(|letter| if letter.is_control() { '?' } else { letter });
    let mut shown: String = shown.collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Returns `text` with `?` for each control character, so that it stays on one line and moves no cursor.
pub fn one_line(text: &str) -> String {
    let shown = |letter: char| if letter.is_control() { '?' } else { letter };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_short_and_plain_stays_as_it_is() {
        assert_eq!(shortened("Añadir ♔"), "Añadir ♔");
        assert_eq!(shortened("\u{1b}[2Jx\n"), "?[2Jx?");
        assert_eq!(shortened(&"a".repeat(REPEATED)), "a".repeat(REPEATED));
        assert!(shortened(&"a".repeat(REPEATED + 1)).ends_with("a…"));
    }

    proptest! {
        #[test]
        fn nothing_is_longer_or_moves_the_cursor(text in any::<String>()) {
            let shown = shortened(&text);
            prop_assert!(shown.chars().count() <= REPEATED + 1);
            prop_assert!(!shown.chars().any(char::is_control));
        }
    }
}
