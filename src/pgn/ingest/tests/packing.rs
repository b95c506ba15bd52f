//! Compressed sources: the same games from every format, also from damaged archives.

use std::io::Write as _;

use super::*;

#[test]
fn every_packing_gives_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = GAME.repeat(3).into_bytes();
    let zst = |text: &[u8]| zstd::encode_all(text, 3).expect("packed");
    let frames = [zst(&text[..200]), zst(&text[200..])].concat();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(&text).expect("packed");
    let gz = gz.finish().expect("packed");
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz.write_all(&text).expect("packed");
    let bz = bz.finish().expect("packed");
    let zip = zipped(&[
        ("a.pgn", &text),
        ("readme.txt", b"[Event \"no\"]"),
        ("b/C.PGN", &text),
    ]);
    for (name, bytes, games) in [
        ("plain.pgn", text.clone(), 3),
        ("two_frames.pgn.zst", frames, 3),
        ("games.pgn.gz", [gz.clone(), gz].concat(), 6),
        ("games.pgn.bz2", bz, 3),
        ("games.zip", zip.clone(), 6),
        ("wrong_name.pgn", zip, 6),
    ] {
        let source = written(folder.path(), name, &bytes);
        let (account, _) = log(&[source], &options(2));
        assert_eq!(
            (account.tally.read(), account.tally.kept),
            (games, 1),
            "{name}"
        );
        assert_eq!(account.damaged, [], "{name}");
        assert_eq!(account.bytes, games / 3 * text.len() as u64, "{name}");
    }
    let found = PgnSource::find(&[folder.path().to_owned()]).expect("a folder");
    assert_eq!(found.len(), 6);
    assert!(found.is_sorted_by_key(PgnSource::name));
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .expect("a file");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("whole").into_inner()
}

#[test]
fn what_is_cut_off_keeps_what_stands_before_the_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let games: String = (0..400)
        .map(|number| {
            GAME.replace("\"E\"", &format!("\"{number}\""))
                .replace("1985", &format!("{}", 1500 + number))
        })
        .collect();
    let packed = zstd::encode_all(games.as_bytes(), 3).expect("packed");
    let half = written(folder.path(), "half.pgn.zst", &packed[..packed.len() / 2]);
    let whole = written(folder.path(), "whole.pgn", GAME.as_bytes());
    let missing = PgnSource::File(folder.path().join("missing.pgn"));
    let (account, _) = log(&[half, missing, whole], &options(2));
    assert_eq!(account.damaged.len(), 2, "{:?}", account.damaged);
    assert_eq!(account.streams.len(), 2);
    assert_eq!(account.streams[1].tally.read(), 1);
    let first = &account.streams[0].tally;
    assert!(first.rejected() <= 1);
    assert_eq!(account.tally.read(), first.read() + 1);
}

#[test]
fn a_bomb_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let blanks = vec![b' '; 100 << 20];
    let bomb = zstd::encode_all(blanks.as_slice(), 1).expect("packed");
    assert!(bomb.len() < 1 << 16, "{}", bomb.len());
    let sources = [
        written(folder.path(), "bomb.zst", &bomb),
        written(folder.path(), "bomb.zip", &zipped(&[("bomb.pgn", &blanks)])),
        written(folder.path(), "games.pgn", GAME.as_bytes()),
    ];
    let (account, _) = log(&sources, &options(2));
    assert_eq!(account.tally.kept, 1);
    assert!(account.bytes < 160 << 20, "{}", account.bytes);
    let what = &account.damaged[0].what;
    assert!(what.contains("unpacks to more than"), "{what}");
}

/// Checks that the readable files of a damaged archive are read although other sources are known, and are known again.
#[test]
fn a_damaged_archive_gives_its_readable_files_beside_known_sources() {
    let folder = tempfile::tempdir().expect("a folder");
    let zip = zipped(&[
        ("a.pgn", GAME.as_bytes()),
        ("b.pgn", b"[Event \"b\"]\n\n1. d4 *\n"),
    ]);
    let list = memchr::memmem::find(&zip, b"PK\x01\x02").expect("a list of files");
    let torn = [written(folder.path(), "torn.zip", &zip[..list])];
    let mut asked = options(2);
    asked.marks = SourceMarking::Computed;
    let other = written(
        folder.path(),
        "other.pgn",
        GAME.replace("E\"", "F\"").as_bytes(),
    );
    let (account, _) = log(&[other], &asked);
    asked.known.extend(account.streams[0].mark.clone());
    for (read, known) in [(2, [0, 0]), (0, [1, 1])] {
        let (account, _) = log(&torn, &asked);
        assert_eq!(account.tally.read(), read);
        let skipped: Vec<u64> = account
            .streams
            .iter()
            .map(|stream| stream.known_games)
            .collect();
        assert_eq!(skipped, known);
        assert_eq!(account.damaged.len(), 1, "{:?}", account.damaged);
        asked.known.extend(
            account
                .streams
                .iter()
                .filter_map(|stream| stream.mark.clone()),
        );
    }
}
