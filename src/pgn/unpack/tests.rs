//! Archives in archives, limits, and names.

use std::io::Write as _;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use crate::pgn::expansion::{FREE_EXPANSION, MOST_EXPANSION};

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default())
            .expect("a file");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("whole").into_inner()
}

/// Name and number of bytes of a stream, and true if all of it could be read.
type Stream = (String, u64, bool);

/// Returns the streams of an archive, read as a file and as a stream, and true if there was no error.
fn streams(archive: &[u8]) -> [(Vec<Stream>, bool); 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.zip");
    std::fs::write(&path, archive).expect("written");
    [true, false].map(|is_file| {
        let mut found = Vec::new();
        let mut take = |name: &str, stream: &mut dyn Read| {
            let mut bytes = 0;
            let mut buffer = vec![0; 1 << 16];
            let is_whole = loop {
                match stream.read(&mut buffer) {
                    Ok(0) => break true,
                    Ok(count) => bytes += count as u64,
                    Err(_) => break false,
                }
            };
            found.push((name.to_owned(), bytes, is_whole));
        };
        let read = Arc::default();
        let outcome = if is_file {
            let file = File::open(&path).expect("there");
            each_in_file("a", file, &read, &mut take)
        } else {
            each_in_stream("a", archive, &read, &mut take)
        };
        (found, outcome.is_ok())
    })
}

#[test]
fn files_in_archives_may_be_packed_themselves() {
    let text = b"1. e4 e5 *\n";
    let packed = zstd::encode_all(&text[..], 1).expect("packed");
    let archive = zipped(&[
        ("x.pgn.zst", &packed),
        ("y.txt", b"no"),
        ("z/y.PGN", text),
        ("half.pgn.zst", &packed[..packed.len() - 3]),
    ]);
    for (found, is_ok) in streams(&archive) {
        assert!(is_ok);
        let size = text.len() as u64;
        assert_eq!(found[0], ("a/x.pgn.zst".to_owned(), size, true));
        assert_eq!(found[1], ("a/z/y.PGN".to_owned(), size, true));
        assert!(found[2].0 == "a/half.pgn.zst" && !found[2].2);
        assert_eq!(found.len(), 3);
    }
}

#[test]
fn what_an_archive_may_give_is_shared_by_its_files() {
    let blanks = vec![b' '; 24 << 20];
    let names = ["1.pgn", "2.pgn", "3.pgn", "4.pgn", "5.pgn", "6.pgn"];
    let archive = zipped(&names.map(|name| (name, blanks.as_slice())));
    for (found, is_ok) in streams(&archive) {
        let given: u64 = found.iter().map(|(_, bytes, _)| bytes).sum();
        let most = FREE_EXPANSION + archive.len() as u64 * MOST_EXPANSION;
        assert!(given < most + (1 << 20), "{given} of {most}");
        assert!(!is_ok, "the rest is not passed over in silence");
        assert_eq!(found.iter().filter(|(_, _, is_whole)| !is_whole).count(), 1);
    }
}

#[test]
fn an_archive_that_is_cut_in_its_list_of_files_is_damaged() {
    let text: &[u8] = b"1. e4 e5 *\n";
    let whole = zipped(&[("a.pgn", text), ("b.pgn", text)]);
    let size = text.len() as u64;
    let both = [
        ("a/a.pgn".to_owned(), size, true),
        ("a/b.pgn".to_owned(), size, true),
    ];
    for (bytes, is_sound) in [
        (whole.as_slice(), true),
        (&whole[..whole.len() - 22], false),
    ] {
        for (found, is_whole) in streams(bytes) {
            assert_eq!((found, is_whole), (both.to_vec(), is_sound));
        }
    }
}

#[test]
fn an_archive_without_pgn_is_known_beforehand() {
    let folder = tempfile::tempdir().expect("a folder");
    let lacks_pgn = |bytes: &[u8]| {
        let path = folder.path().join("a.zip");
        std::fs::write(&path, bytes).expect("written");
        is_archive_without_pgn(&path)
    };
    let text = zipped(&[("read.txt", b"hello")]);
    assert!(lacks_pgn(&text));
    assert!(!lacks_pgn(&zipped(&[("a.PGN.gz", b"")])));
    assert!(!lacks_pgn(&text[..text.len() / 2]), "that one is damaged");
    assert!(!lacks_pgn(b"1. e4 *"));
    assert!(!is_archive_without_pgn(folder.path()));
    assert!(
        streams(&text)
            .iter()
            .any(|(found, is_ok)| found.is_empty() && !is_ok)
    );
}

/// The text `1. c4 c5 *` and a line end, packed by XZ Utils.
const XZ: [u8; 64] = [
    0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01,
    0x16, 0x00, 0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x0a, 0x31, 0x2e, 0x20, 0x63, 0x34,
    0x20, 0x63, 0x35, 0x20, 0x2a, 0x0a, 0x00, 0x00, 0x07, 0xd1, 0x76, 0xfa, 0x00, 0x01, 0x1f, 0x0b,
    0x3d, 0x62, 0x0e, 0x7a, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
];

#[test]
fn archives_in_archives_and_xz_are_read() {
    let text = b"1. c4 c5 *\n";
    let mut xz = XZ.to_vec();
    let inner = zipped(&[
        ("deep.pgn", text),
        ("._deep.pgn", b"\0\x05"),
        ("packed.pgn.xz", &xz),
    ]);
    let archive = zipped(&[
        ("inner.zip", &inner),
        ("__MACOSX/._top.pgn", b"\0\x05\x16\x07"),
        ("top.pgn", text),
        ("other.7z", b"7z\xbc\xaf\x27\x1c"),
    ]);
    for (found, is_ok) in streams(&archive) {
        assert!(is_ok);
        let size = text.len() as u64;
        let expected = [
            ("a/inner.zip/deep.pgn", size, true),
            ("a/inner.zip/packed.pgn.xz", size, true),
            ("a/top.pgn", size, true),
            ("a/other.7z", 0, false),
        ];
        let expected = expected.map(|(name, size, is_whole)| (name.to_owned(), size, is_whole));
        assert_eq!(found, expected);
    }
    xz.truncate(xz.len() - 9);
    let half = zipped(&[("half.pgn.xz", &xz)]);
    assert!(streams(&half).iter().all(|(found, _)| !found[0].2));
}

#[test]
fn an_archive_in_too_many_archives_is_refused() {
    let mut archive = zipped(&[("a.pgn", b"1. e4 *\n")]);
    for _ in 0..6 {
        archive = zipped(&[("x.zip", &archive)]);
    }
    for (found, _) in streams(&archive) {
        assert_eq!(found.len(), 1);
        assert!(!found[0].2);
    }
}
