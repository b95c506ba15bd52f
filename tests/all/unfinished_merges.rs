//! No file of the project holds the marks that git leaves in an unfinished merge.
//!
//! A script with such marks starts and fails late, where nobody looks.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that commands make.
const MADE: [&str; 5] = [".git", "target", "node_modules", "dist", "__pycache__"];

/// Adds the files below `folder`, without those in folders that commands make.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let entry = entry.expect("an entry");
        let is_made = MADE.iter().any(|name| entry.file_name() == *name);
        if entry.file_type().expect("a type").is_dir() {
            if !is_made {
                walk(&entry.path(), files);
            }
        } else {
            files.push(entry.path());
        }
    }
}

/// Returns the number of the first line that is such a mark.
fn mark_in(text: &str) -> Option<usize> {
    let is_mark = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    text.lines().position(is_mark).map(|line| line + 1)
}

#[test]
fn no_merge_is_unfinished() {
    let mut files = Vec::new();
    walk(Path::new(env!("CARGO_MANIFEST_DIR")), &mut files);
    assert!(files.len() > 500, "{} files", files.len());
    let mut found = Vec::new();
    for file in files {
        // Pictures and databases are no text.
        let text = fs::read_to_string(&file).unwrap_or_default();
        if let Some(line) = mark_in(&text) {
            found.push(format!("{}:{line}", file.display()));
        }
    }
    assert!(found.is_empty(), "unfinished merges: {found:?}");
}

#[test]
fn marks_are_found() {
    let mark = "<".repeat(7);
    assert_eq!(mark_in(&format!("a\n{mark} HEAD\n")), Some(2));
    assert_eq!(mark_in("=======\na heading\n"), None);
}
