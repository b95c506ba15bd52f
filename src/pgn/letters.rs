//! The letters that name pieces, by language.

/// The language of a game's piece letters; it is the same in a whole game.
///
/// Swedish, Danish and Norwegian letters are the German ones, and Italian ones the Spanish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PgnLanguage {
    /// King, queen, rook, bishop, knight: the PGN standard.
    #[default]
    English,
    /// Rey, dama, torre, alfil, caballo; in Italian re, donna, torre, alfiere, cavallo.
    Spanish,
    /// Rei, dama, torre, bispo, cavalo.
    Portuguese,
    /// Roi, dame, tour, fou, cavalier.
    French,
    /// König, Dame, Turm, Läufer, Springer.
    German,
    /// Koning, dame, toren, loper, paard.
    Dutch,
    /// Король (`Кр`), ферзь, ладья, слон, конь.
    Russian,
}

/// The letters of English, in the order of the languages' letters.
const ENGLISH: [u8; 5] = *b"KQRBN";

impl PgnLanguage {
    /// The languages other than English.
    pub(super) const OTHERS: [Self; 6] = [
        Self::Spanish,
        Self::Portuguese,
        Self::French,
        Self::German,
        Self::Dutch,
        Self::Russian,
    ];

    /// Returns the letters of king, queen, rook, bishop and knight.
    ///
    /// Russian words are transcribed to English ones before they are read.
    const fn letters(self) -> [u8; 5] {
        match self {
            Self::English | Self::Russian => ENGLISH,
            Self::Spanish => *b"RDTAC",
            Self::Portuguese => *b"RDTBC",
            Self::French => *b"RDTFC",
            Self::German => *b"KDTLS",
            Self::Dutch => *b"KDTLP",
        }
    }

    /// Returns the English letter of a piece; `P` is a pawn where it names no piece.
    pub(super) fn piece(self, letter: u8) -> Option<u8> {
        let own = self.letters();
        let place = own.iter().position(|own| *own == letter);
        match place {
            Some(place) => ENGLISH.get(place).copied(),
            None => (letter == b'P').then_some(letter),
        }
    }
}

/// The piece letters that occurred in the main line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LettersSeen {
    /// One bit for each letter from `A`.
    latin: u32,
    russian: bool,
}

impl LettersSeen {
    /// Adds the first letter of a word, a capital.
    pub(super) const fn add(&mut self, letter: u8) {
        self.latin |= 1 << (letter.wrapping_sub(b'A') & 31);
    }

    /// Adds a Russian letter.
    pub(super) const fn add_russian(&mut self) {
        self.russian = true;
    }

    fn fit(self, letters: &[u8]) -> bool {
        let mut own = Self::default();
        // Castling is `O-O`, and `P` may be a pawn.
        own.add(b'O');
        own.add(b'P');
        for &letter in letters {
            own.add(letter);
        }
        self.latin & !own.latin == 0
    }

    /// Returns the languages other than English whose letters these are; none if they are English.
    pub(super) fn languages(self) -> impl Iterator<Item = PgnLanguage> {
        let is_english = !self.russian && self.fit(&ENGLISH);
        PgnLanguage::OTHERS.into_iter().filter(move |&language| {
            let is_russian = language == PgnLanguage::Russian;
            let fits = if is_russian {
                self.fit(b"")
            } else {
                self.fit(&language.letters())
            };
            !is_english && self.russian == is_russian && fits
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_show_the_languages_that_have_them() {
        let languages = |letters: &str| {
            let mut seen = LettersSeen::default();
            letters.bytes().for_each(|letter| seen.add(letter));
            seen.languages().collect::<Vec<_>>()
        };
        assert_eq!(languages("KQRBNOP"), []);
        assert_eq!(languages("DTA"), [PgnLanguage::Spanish]);
        assert_eq!(languages("DSL"), [PgnLanguage::German]);
        assert_eq!(languages("KPD"), [PgnLanguage::German, PgnLanguage::Dutch]);
        assert_eq!(languages("RFO"), [PgnLanguage::French]);
        assert_eq!(languages("BC"), [PgnLanguage::Portuguese]);
        assert_eq!(languages("NC"), []);
        let mut seen = LettersSeen::default();
        seen.add_russian();
        assert!(seen.languages().eq([PgnLanguage::Russian]));
        seen.add(b'N');
        assert_eq!(seen.languages().count(), 0);
    }
}
