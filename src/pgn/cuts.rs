//! Places at which a file of games can be cut, so that several machines read it.

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use memchr::memmem;

use super::chunk::begins_game;
use super::encoding::utf16_of;
use super::unpack::{Packing, each_in_file};

/// Number of bytes in which a cut is searched. Longer games make uneven parts.
const WINDOW: u64 = 1 << 20;

/// Number of bytes of compressed text of which the first cut is noted.
const SPACING: u64 = 1 << 16;

/// Returns the bytes at which a file begins, can be cut into about `parts` equal pieces, and ends, ascending.
///
/// A cut is a line `[Event …` that begins a game. A compressed file is unpacked once, and its cuts are bytes of the text.
/// An archive, text in UTF-16, and a file without such lines have only a beginning and an end.
///
/// # Errors
///
/// The error of the file system, or of a compressed file that is damaged.
pub fn cuts(path: &Path, parts: u64) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let head = head_of(&mut file)?;
    let packing = Packing::of(&head);
    if packing.is_stream() {
        return packed_cuts(path, parts);
    }
    let mut found = vec![0];
    if packing == Packing::Plain && utf16_of(&head).is_none() {
        for number in 1..parts {
            let wanted = share_of(size, number, parts);
            file.seek(SeekFrom::Start(wanted))?;
            let mut text = Vec::new();
            (&mut file).take(WINDOW).read_to_end(&mut text)?;
            add_cut(&mut found, first_cut(&text).map(|place| wanted + place));
        }
    }
    found.push(size);
    Ok(found)
}

/// Returns true if the [`cuts`] of a file are bytes of its unpacked text.
///
/// # Errors
///
/// The error of the file system.
pub fn is_compressed(path: &Path) -> io::Result<bool> {
    let head = head_of(&mut File::open(path)?)?;
    Ok(Packing::of(&head).is_stream())
}

fn head_of(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(4).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns the cuts of a compressed file, in bytes of its text.
fn packed_cuts(path: &Path, parts: u64) -> io::Result<Vec<u64>> {
    let mut found = Ok(Vec::new());
    each_in_file("", File::open(path)?, &Arc::default(), &mut |_, text| {
        found = cuts_of_text(text, parts);
    })?;
    found
}

fn cuts_of_text(text: &mut dyn Read, parts: u64) -> io::Result<Vec<u64>> {
    let (mut places, mut size, mut is_wide) = (Vec::new(), 0, false);
    let mut block = Vec::new();
    while Read::take(&mut *text, SPACING).read_to_end(&mut block)? > 0 {
        is_wide |= size == 0 && utf16_of(&block).is_some();
        if let Some(place) = first_cut(&block).filter(|_| !is_wide) {
            places.push(size + place);
        }
        size += block.len() as u64;
        block.clear();
    }
    let mut found = vec![0];
    for number in 1..parts {
        let wanted = share_of(size, number, parts);
        let next = places.partition_point(|place| *place < wanted);
        add_cut(&mut found, places.get(next).copied());
    }
    found.push(size);
    Ok(found)
}

/// Returns the end of the first `number` of `parts` equal pieces.
fn share_of(size: u64, number: u64, parts: u64) -> u64 {
    let end = u128::from(size) * u128::from(number) / u128::from(parts.max(1));
    u64::try_from(end).unwrap_or(size)
}

/// Adds a cut unless an earlier one is at the same place.
fn add_cut(found: &mut Vec<u64>, cut: Option<u64>) {
    found.extend(cut.filter(|cut| found.last().is_some_and(|last| last < cut)));
}

/// Returns the first cut in a part of a text; `None` if there is none.
fn first_cut(text: &[u8]) -> Option<u64> {
    let cut = memmem::find_iter(text, b"\n[Event ").find(|place| begins_game(text, *place));
    cut.map(|place| place as u64 + 1)
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
    fn pieces_of_compressed_text_hold_whole_games_and_make_it_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn.zst");
        let mut text = String::new();
        for number in 0..20_000 {
            writeln!(text, "[Event \"Round {number}\"]\n\n1. e4 {{ x }} e5 *\n").expect("a string");
        }
        let packed = zstd::encode_all(text.as_bytes(), 1).expect("packed");
        std::fs::write(&path, &packed).expect("written");
        let cuts = cuts(&path, 5).expect("cut");
        assert_eq!((cuts.len(), cuts.last()), (6, Some(&(text.len() as u64))));
        let mut joined = Vec::new();
        for pair in cuts.windows(2) {
            let read = Arc::default();
            PgnSource::Range(path.clone(), pair[0]..pair[1])
                .each_stream(&read, &mut |_, stream| {
                    let before = joined.len();
                    stream.read_to_end(&mut joined).expect("read");
                    assert!(joined[before..].starts_with(b"[Event \"Round"));
                })
                .expect("opened");
            // The progress is that of the piece.
            assert_eq!(
                read.load(std::sync::atomic::Ordering::Relaxed),
                pair[1] - pair[0]
            );
        }
        assert_eq!(joined, text.as_bytes());
        std::fs::write(&path, &packed[..packed.len() / 2]).expect("written");
        super::cuts(&path, 5).expect_err("damaged");
    }

    #[test]
    fn text_in_utf_16_is_one_piece() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn.zst");
        let text = "[Event \"x\"]\n\n1. e4 *\n\n".repeat(10_000);
        let wide: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        for bytes in [wide.clone(), zstd::encode_all(&*wide, 1).expect("packed")] {
            std::fs::write(&path, &bytes).expect("written");
            assert_eq!(cuts(&path, 9).expect("cut"), [0, wide.len() as u64]);
        }
    }
}
