//! Text of files in other encodings than UTF-8.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Decodes a text of unknown encoding: UTF-16 by its byte-order mark, else UTF-8 if valid, else Windows-1252.
///
/// Windows-1252 includes Latin-1. The byte-order mark is left out.
pub fn decode(text: &[u8]) -> Cow<'_, str> {
    match Encoding::for_bom(text) {
        Some((encoding, mark)) => {
            let behind = text.get(mark..).unwrap_or_default();
            if encoding == UTF_8 {
                decode_unmarked(behind)
            } else {
                encoding.decode_without_bom_handling(behind).0
            }
        }
        None => decode_unmarked(text),
    }
}

/// Decodes a text without byte-order mark: UTF-8 if valid, else Windows-1252.
pub fn decode_unmarked(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(text).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_of_a_text_in_one_of_the_encodings_is_lost() {
        for (bytes, text) in [
            (&b"H\xfcbner"[..], "Hübner"),
            (b"H\xc3\xbcbner", "Hübner"),
            (b"\xef\xbb\xbfTal", "Tal"),
            (b"\xef\xbb\xbfH\xfcbner", "Hübner"),
            (b"\xff\xfeT\0", "T"),
            (b"\xfe\xff\0T", "T"),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }
}
