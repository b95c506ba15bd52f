//! Annotation glyphs (NAG) for the signs that annotators write: `±`, `+-`, `=`, `N`.
//!
//! The numbers are those of the PGN standard, section 10, and of the list in common use that continues it: 32 and 36 as for
//! White, 140 with the idea, 142 better is, 145 editorial comment, 146 novelty, 220 diagram.

use pgn_reader::Nag;

use super::typography::plain;

/// Signs with the numbers of their glyphs.
const SIGNS: [(&str, u8); 42] = [
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+--", 18),
    ("-+", 19),
    ("--+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("∞=", 44),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
];

/// Returns the glyph of a word that is a sign.
pub(super) fn nag_of_sign(word: &[u8]) -> Option<Nag> {
    let sign = plain(word);
    let sign = sign.trim();
    let (_, number) = SIGNS.iter().find(|(known, _)| *known == sign)?;
    Some(Nag(*number))
}

/// Returns the glyph of a sign that is glued to the end of a move, as in `Nf3±`; the mark of a check or mate is none.
pub(super) fn nag_behind_move(word: &[u8]) -> Option<Nag> {
    let plainly = plain(word);
    let plainly = plainly.trim();
    let sign = plainly.trim_start_matches(|letter: char| {
        letter.is_ascii_alphanumeric() || letter == '-' || letter == ':'
    });
    let marks = |sign: &str| sign.trim_start_matches(['+', '#']).to_owned();
    let sign = match plainly.strip_suffix('N') {
        // A novelty, and not the knight of a promotion.
        Some(before) if before.ends_with(|letter: char| ('2'..='7').contains(&letter)) => "N",
        _ => sign,
    };
    nag_of_sign(sign.as_bytes()).or_else(|| nag_of_sign(marks(sign).as_bytes()))
}

/// Returns the glyph of a run of `!` and `?` that is none of the six usual ones, such as `!!!`: the strongest that it means.
pub(super) fn nag_of_run(signs: &[u8]) -> Option<Nag> {
    let (good, poor) = (signs.contains(&b'!'), signs.contains(&b'?'));
    let number = match (good, poor, signs.first()) {
        (true, false, _) => 3,
        (false, true, _) => 4,
        (true, true, Some(b'!')) => 5,
        (true, true, _) => 6,
        (false, false, _) => return None,
    };
    Some(Nag(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_their_numbers() {
        for (word, number) in [
            ("±", Some(16)),
            ("+-", Some(18)),
            ("+−", Some(18)),
            ("=", Some(10)),
            ("N", Some(146)),
            ("e4", None),
            ("ch", None),
        ] {
            assert_eq!(nag_of_sign(word.as_bytes()), number.map(Nag), "{word}");
        }
        for (word, number) in [
            ("Nf3±", Some(16)),
            ("Nf3+-", Some(18)),
            ("Qxf7+=", Some(14)),
            ("Qxf7#±", Some(16)),
            ("e4=", Some(10)),
            ("e2-e4∞", Some(13)),
            ("Nf3N", Some(146)),
            ("bxa8N", None),
            ("bxa8=N", None),
            ("Nf3+", None),
            ("Qh4#", None),
            ("O-O", None),
            ("e4", None),
        ] {
            assert_eq!(nag_behind_move(word.as_bytes()), number.map(Nag), "{word}");
        }
        for (run, number) in [("!!!", 3), ("???", 4), ("!?!", 5), ("?!?", 6)] {
            assert_eq!(nag_of_run(run.as_bytes()), Some(Nag(number)), "{run}");
        }
    }
}
