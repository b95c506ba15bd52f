//! Typographic characters in movetext, converted to those of the PGN standard.

use crate::files::decode_unmarked;

/// Returns a word with ASCII characters for the typographic ones: blanks, dashes, `×`, `…`, chess figurines.
///
/// Blanks of every kind and the ellipsis become spaces, so the result may be several words. Zero-width characters
/// disappear. Cyrillic letters that look like Latin ones in squares and castling become these. The rest stays.
pub(super) fn plain(word: &[u8]) -> String {
    let mut text = String::with_capacity(word.len());
    for letter in decode_unmarked(word).chars() {
        match letter {
            // U+FE0E and U+FE0F only choose how a figurine is drawn, and pawns have no letter.
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{fe0e}'
            | '\u{fe0f}'
            | '♙'
            | '♟' => {}
            '…' => text.push(' '),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
                text.push('-');
            }
            '\u{2044}' | '\u{2215}' => text.push('/'),
            '×' | '✕' | '⨯' | 'х' => text.push('x'),
            '♔' | '♚' => text.push('K'),
            '♕' | '♛' => text.push('Q'),
            '♖' | '♜' => text.push('R'),
            '♗' | '♝' => text.push('B'),
            '♘' | '♞' => text.push('N'),
            '†' => text.push('+'),
            '‡' => text.push('#'),
            'О' | 'о' => text.push('O'),
            'а' => text.push('a'),
            'с' => text.push('c'),
            'е' => text.push('e'),
            _ if letter.is_whitespace() => text.push(' '),
            _ => text.push(letter),
        }
    }
    text
}

/// Returns a word with English letters for the Russian ones of pieces.
pub(super) fn transcribed(word: &str) -> String {
    word.replace("Кр", "K")
        .replace("КР", "K")
        .replace('Ф', "Q")
        .replace('Л', "R")
        .replace('С', "B")
        .replace('К', "N")
}

/// Returns true if a word begins with the Russian letter of a piece.
pub(super) fn is_russian(word: &str) -> bool {
    word.starts_with(['К', 'Ф', 'Л', 'С'])
}

/// Returns true if a word has a chess figurine.
pub(super) fn has_figurine(word: &[u8]) -> bool {
    decode_unmarked(word).contains(|letter| ('♔'..='♟').contains(&letter))
}

/// Returns true for a sign about a move or a position, such as `+-`, `±` or `"`: it has no letter, digit or figurine.
pub(super) fn is_sign(word: &[u8]) -> bool {
    if word.is_ascii() {
        return !word.iter().any(u8::is_ascii_alphanumeric);
    }
    let is_piece = |letter: char| ('♔'..='♟').contains(&letter);
    decode_unmarked(word)
        .chars()
        .all(|letter| !letter.is_alphanumeric() && !is_piece(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typography_becomes_plain() {
        for (word, plainly) in [
            ("Nf3", "Nf3"),
            ("1…", "1 "),
            ("e4\u{a0}e5", "e4 e5"),
            ("e4\u{200b}", "e4"),
            ("O–O", "O-O"),
            ("О-О-О", "O-O-O"),
            ("♘×f3†", "Nxf3+"),
            ("♞︎c6", "Nc6"),
            ("♙e4", "e4"),
            ("½–½", "½-½"),
            ("1⁄2", "1/2"),
        ] {
            assert_eq!(plain(word.as_bytes()), plainly);
        }
        assert_eq!(plain(b"\xbd-\xbd"), "½-½");
        assert_eq!(plain(b"1\x960"), "1-0");
        assert_eq!(transcribed("Крe1"), "Ke1");
        assert_eq!(transcribed("Кf3"), "Nf3");
    }

    #[test]
    fn letters_are_no_signs() {
        for sign in ["+-", "±", "=", "\"", "∞", "→", "---", "⩲"] {
            assert!(is_sign(sign.as_bytes()), "{sign}");
        }
        assert!(is_sign(b"\xb1"));
        for word in ["О-О", "♘", "½", "0-0", "王"] {
            assert!(!is_sign(word.as_bytes()), "{word}");
        }
    }
}
