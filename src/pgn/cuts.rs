//! Places at which a file of games can be cut, so that several machines read it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use memchr::memmem;

use super::chunk::begins_game;
use super::encoding::utf16_of;
use super::unpack::Packing;

/// Number of bytes in which a cut is searched. Longer games make uneven parts.
const WINDOW: u64 = 1 << 20;

/// Returns the bytes at which a file begins, can be cut into about `parts` equal pieces, and ends, ascending.
///
/// A cut is a line `[Event …` that begins a game. A compressed file, text in UTF-16, and a file without such lines have
/// only a beginning and an end.
///
/// # Errors
///
/// The error of the file system.
pub fn cuts(path: &Path, parts: u64) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    (&mut file).take(4).read_to_end(&mut head)?;
    let mut found = vec![0];
    if Packing::of(&head) == Packing::Plain && utf16_of(&head).is_none() {
        for number in 1..parts {
            let wanted = u128::from(size) * u128::from(number) / u128::from(parts.max(1));
            let wanted = u64::try_from(wanted).unwrap_or(size);
            let cut = cut_behind(&mut file, wanted)?;
            if let Some(cut) = cut.filter(|cut| found.last().is_some_and(|last| last < cut)) {
                found.push(cut);
            }
        }
    }
    found.push(size);
    Ok(found)
}

/// Returns the first cut at or behind `wanted`; `None` if there is none in the window.
fn cut_behind(file: &mut File, wanted: u64) -> io::Result<Option<u64>> {
    file.seek(SeekFrom::Start(wanted))?;
    let mut text = Vec::new();
    file.take(WINDOW).read_to_end(&mut text)?;
    let cut = memmem::find_iter(&text, b"\n[Event ").find(|place| begins_game(&text, *place));
    Ok(cut.map(|place| wanted + place as u64 + 1))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use super::*;
    use crate::pgn::PgnSource;

    #[test]
    fn pieces_hold_whole_games_and_make_up_the_file() {
        let mut text = String::new();
        for number in 0..200 {
            // A tag value and a comment that look like the beginning of a game must not be cut.
            writeln!(
                text,
                "[Event \"Round {number}\"]\n[Event \"again\"]\n[Site \"?\"]\n\n1. e4 {{ x }} e5 *\n"
            )
            .expect("a string");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, &text).expect("written");
        for parts in [1, 2, 7, 50] {
            let cuts = cuts(&path, parts).expect("cut");
            assert_eq!(cuts.len() as u64, parts + 1, "{cuts:?}");
            let mut joined = Vec::new();
            for pair in cuts.windows(2) {
                let piece = PgnSource::Range(path.clone(), pair[0]..pair[1]);
                assert_eq!(piece.size(), Some(pair[1] - pair[0]));
                piece
                    .each_stream(&Arc::default(), &mut |_, stream| {
                        let before = joined.len();
                        stream.read_to_end(&mut joined).expect("read");
                        assert!(joined[before..].starts_with(b"[Event \"Round"));
                    })
                    .expect("opened");
            }
            assert_eq!(joined, text.as_bytes());
        }
    }

    #[test]
    fn packed_files_are_one_piece() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn.zst");
        let text = "[Event \"x\"]\n\n1. e4 *\n\n".repeat(1000);
        let packed = zstd::encode_all(text.as_bytes(), 1).expect("packed");
        std::fs::write(&path, &packed).expect("written");
        assert_eq!(cuts(&path, 9).expect("cut"), [0, packed.len() as u64]);
        let wide: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        std::fs::write(&path, &wide).expect("written");
        assert_eq!(cuts(&path, 9).expect("cut").len(), 2);
    }
}
