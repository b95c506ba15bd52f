//! Holds the documentation to the repository and to the program: links, anchors, recipe keys.
//!
//! Reads README, the pages under `docs/`, `integrations/` and `training/`, and the other Markdown files at the root.

mod commands;
mod recipes;
mod tunings;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The most lines and words that README may have, so that it stays one screen or two.
const README_LINES: usize = 150;
const README_WORDS: usize = 1_500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Markdown files of the documentation, as paths relative to the repository.
fn pages() -> Vec<PathBuf> {
    fn walk(folder: &Path, pages: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of documentation") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            if entry.file_type().expect("a type").is_dir() {
                walk(&path, pages);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    let mut pages = Vec::new();
    for entry in fs::read_dir(root()).expect("the repository") {
        let path = PathBuf::from(entry.expect("an entry").file_name());
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    walk(Path::new("docs"), &mut pages);
    walk(Path::new("integrations"), &mut pages);
    walk(Path::new("training"), &mut pages);
    pages.sort();
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(root().join(page))
        .unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The lines of a page with their numbers, and whether each belongs to a block of code.
fn lines(text: &str) -> Vec<(usize, bool, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fence = line.trim_start().starts_with("```");
        lines.push((index + 1, fenced || fence || line.starts_with("    "), line));
        fenced ^= fence;
    }
    lines
}

/// A line without its inline code, so that brackets in code are not taken for links.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The targets of the links and pictures in one line of text.
fn targets(line: &str) -> Vec<String> {
    let line = without_code(line);
    let mut targets = Vec::new();
    let mut rest = line.as_str();
    while let Some(start) = rest.find("](") {
        rest = &rest[start + 2..];
        let end = rest.find(')').unwrap_or(rest.len());
        targets.push(
            rest[..end]
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned(),
        );
        rest = &rest[end..];
    }
    targets
}

/// The anchors of a page, made from its headings as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut seen = BTreeMap::new();
    for (_, code, line) in lines(text) {
        let heading = line.trim_start_matches('#');
        if code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let slug: String = heading
            .trim()
            .to_lowercase()
            .chars()
            .filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'))
            .map(|sign| if sign == ' ' { '-' } else { sign })
            .collect();
        let count = seen.entry(slug.clone()).or_insert(0);
        anchors.insert(if *count == 0 {
            slug
        } else {
            format!("{slug}-{count}")
        });
        *count += 1;
    }
    anchors
}

/// A path without `.` and `..`, or nothing when it leaves the repository.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !normal.pop() {
                    return None;
                }
            }
            other => normal.push(other),
        }
    }
    Some(normal)
}

/// Says what is wrong with one link of a page, if anything is.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() {
        page.to_path_buf()
    } else {
        let folder = page.parent().unwrap_or(Path::new(""));
        match normal(&folder.join(path)) {
            Some(file) => file,
            None => return Some("leads out of the repository".to_owned()),
        }
    };
    if !root().join(&file).exists() {
        return Some("leads to no file".to_owned());
    }
    if !anchor.is_empty() && !anchors(&read(&file)).contains(anchor) {
        return Some("leads to no heading".to_owned());
    }
    None
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut links = 0;
    for page in pages() {
        for (number, code, line) in lines(&read(&page)) {
            if code {
                continue;
            }
            for target in targets(line) {
                links += 1;
                if let Some(fault) = fault(&page, &target) {
                    faults.push(format!("{}:{number}: ({target}) {fault}", page.display()));
                }
            }
        }
    }
    assert!(
        links > 50,
        "only {links} links were found: are links still read?"
    );
    assert!(
        faults.is_empty(),
        "{} links are broken:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Folders of the repository that pages name files in.
const FOLDERS: [&str; 8] = [
    "src/",
    "data/",
    "training/",
    "models/",
    "tests/",
    "benches/",
    "docs/",
    "examples/",
];

/// Whether a path that a page names is there, or is written by a training beside its recipe.
fn is_there(path: &str) -> bool {
    let written_by_recipe = path.split('/').nth(1).is_some_and(|name| {
        path.starts_with("training/") && root().join(format!("training/{name}.toml")).exists()
    });
    root().join(path).exists() || written_by_recipe
}

#[test]
fn every_file_named_exists() {
    let mut missing = Vec::new();
    let mut named = 0;
    for page in pages() {
        for (number, _, line) in lines(&read(&page)) {
            for code in line.split('`').skip(1).step_by(2) {
                let path = code.trim_end_matches([':', ',', '.']);
                let plain = |sign: char| sign.is_ascii_alphanumeric() || "/._-".contains(sign);
                if !path.chars().all(plain)
                    || !FOLDERS.iter().any(|folder| path.starts_with(folder))
                {
                    continue;
                }
                named += 1;
                if !is_there(path) {
                    missing.push(format!("{}:{number}: {path}", page.display()));
                }
            }
        }
    }
    assert!(
        named > 40,
        "only {named} paths were found: are they still read?"
    );
    assert!(
        missing.is_empty(),
        "{} files do not exist:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

#[test]
fn every_page_of_the_book_stands_in_its_summary() {
    let summary = Path::new("docs/SUMMARY.md");
    let listed: BTreeSet<PathBuf> = lines(&read(summary))
        .into_iter()
        .flat_map(|(_, _, line)| targets(line))
        .map(|target| Path::new("docs").join(target))
        .collect();
    let missing: Vec<String> = pages()
        .into_iter()
        .filter(|page| page.starts_with("docs") && page != summary && !listed.contains(page))
        .map(|page| page.display().to_string())
        .collect();
    assert!(
        missing.is_empty(),
        "docs/SUMMARY.md does not list {}",
        missing.join(", ")
    );
}

/// The names of all keys in a table of TOML, tables inside it included.
fn keys(table: &toml::Table, names: &mut BTreeSet<String>) {
    for (name, value) in table {
        names.insert(name.clone());
        if let toml::Value::Table(inner) = value {
            keys(inner, names);
        }
    }
}

#[test]
fn every_key_of_the_recipes_is_explained() {
    let page = read(Path::new("docs/reference/recipes.md"));
    let mut names = BTreeSet::new();
    for folder in ["training", "training/methods"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of recipes") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let mut texts = vec![fs::read_to_string(&path).expect("a recipe")];
            // The canonical text of a training names its defaults as well.
            texts.extend(
                bayeschess::train::TrainingRecipe::read(&path).map(|recipe| recipe.canonical()),
            );
            for text in texts {
                keys(&text.parse().expect("TOML"), &mut names);
            }
        }
    }
    assert!(
        names.len() > 40,
        "only {} keys were found: are recipes still read?",
        names.len()
    );
    let unexplained: Vec<&String> = names
        .iter()
        .filter(|name| {
            let inside = [
                format!("`{name}`"),
                format!("`[{name}]`"),
                format!(".{name}`"),
                format!(".{name}]`"),
            ];
            !inside.iter().any(|form| page.contains(form))
                && !page.contains(&format!("### [{name}]"))
        })
        .collect();
    assert!(
        unexplained.is_empty(),
        "docs/reference/recipes.md does not explain {unexplained:?}"
    );
}

#[test]
fn readme_fits_its_limits() {
    let readme = read(Path::new("README.md"));
    let (length, words) = (readme.lines().count(), readme.split_whitespace().count());
    assert!(
        length <= README_LINES,
        "README has {length} lines, more than {README_LINES}"
    );
    assert!(
        words <= README_WORDS,
        "README has {words} words, more than {README_WORDS}"
    );
}

#[test]
fn faults_in_links_are_found() {
    let page = Path::new("README.md");
    assert_eq!(
        fault(page, "no-such-file.md").as_deref(),
        Some("leads to no file")
    );
    assert_eq!(
        fault(page, "#no-such-heading").as_deref(),
        Some("leads to no heading")
    );
    assert_eq!(
        fault(page, "../outside").as_deref(),
        Some("leads out of the repository")
    );
    assert_eq!(
        targets("a [b](c.md#d) `[e](f)` ![g](h.svg)"),
        ["c.md#d", "h.svg"]
    );
    assert!(anchors("# One: two\n## One, two\n").contains("one-two-1"));
    assert!(is_there("training/first/model.csv") && !is_there("training/no-such-recipe/model.csv"));
}
