//! Which module names which, and which file depends on which: paths followed to their definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::source::Module;

/// One module's use of another, as written.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The file that uses.
    pub file: PathBuf,
    /// The full path of the module that uses.
    pub from: String,
    /// The full path that is used.
    pub to: String,
}

/// The files on which a file depends, each with a path that makes it so.
pub type FileGraph = BTreeMap<PathBuf, BTreeMap<PathBuf, String>>;

/// Returns every path into this crate that a module names, as a full path.
pub fn mentions(modules: &BTreeMap<String, Module>) -> BTreeSet<Mention> {
    let mut found = BTreeSet::new();
    for (from, module) in modules {
        let imports = module.imports.iter().map(|import| &import.path);
        for path in imports.chain(&module.paths) {
            if let Some(to) = full_path(modules, from, path) {
                found.insert(Mention {
                    file: module.file.clone(),
                    from: from.clone(),
                    to: to.join("::"),
                });
            }
        }
    }
    found
}

/// Returns which file depends on which. A name that is only passed on (`pub use`) makes no
/// dependency of the file that passes it on, but whoever uses it depends on the file that defines it.
pub fn file_graph(modules: &BTreeMap<String, Module>) -> FileGraph {
    let mut graph = FileGraph::new();
    for (from, module) in modules {
        let is_used = |name: &String| module.identifiers.contains(name);
        let imports = module
            .imports
            .iter()
            .filter(|import| !import.is_passed_on || is_used(&import.name))
            .map(|import| &import.path);
        for path in imports.chain(&module.paths) {
            let Some(to) = full_path(modules, from, path) else {
                continue;
            };
            let Some(defining) = defining_module(modules, &to, 0) else {
                continue;
            };
            let file = &modules[&defining].file;
            if *file != module.file {
                graph
                    .entry(module.file.clone())
                    .or_default()
                    .entry(file.clone())
                    .or_insert_with(|| path.join("::"));
            }
        }
    }
    graph
}

/// Turns a path as written in a module into a full path; none for paths into other crates.
fn full_path(
    modules: &BTreeMap<String, Module>,
    from: &str,
    path: &[String],
) -> Option<Vec<String>> {
    let mut base: Vec<String> = from.split("::").map(str::to_owned).collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" | "bayeschess" => {
            base.truncate(1);
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while let Some((_, later)) = rest.split_first().filter(|(first, _)| *first == "super") {
                base.pop();
                rest = later;
            }
        }
        first => {
            let module = &modules[from];
            let imported = module.imports.iter().find(|import| import.name == first);
            if !module.children.contains_key(first) {
                let import = imported.filter(|import| import.path[0] != first)?;
                let mut whole = full_path(modules, from, &import.path)?;
                whole.extend(path[1..].iter().cloned());
                return Some(whole);
            }
        }
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// Returns the module that defines what a full path names; none for a path that names a module.
fn defining_module(
    modules: &BTreeMap<String, Module>,
    path: &[String],
    depth: usize,
) -> Option<String> {
    let mut current = "crate".to_owned();
    for (place, segment) in path.iter().enumerate().skip(1) {
        let module = &modules[&current];
        if let Some(child) = module.children.get(segment) {
            current.clone_from(child);
            continue;
        }
        if segment == "*" || module.defined.contains(segment) || depth > 20 {
            return Some(current);
        }
        let named = module
            .imports
            .iter()
            .filter(|import| import.name == *segment);
        let globs = module.imports.iter().filter(|import| import.name == "*");
        let rest = &path[place + 1..];
        for import in named.chain(globs) {
            let Some(mut whole) = full_path(modules, &current, &import.path) else {
                continue;
            };
            if import.name == "*" {
                whole.pop();
                whole.push(segment.clone());
            }
            whole.extend(rest.iter().cloned());
            if let Some(found) = defining_module(modules, &whole, depth + 1)
                && (import.name != "*" || modules[&found].defined.contains(segment))
            {
                return Some(found);
            }
            if import.name != "*" {
                return None;
            }
        }
        return Some(current);
    }
    None
}

/// Returns the circles of a graph: the largest sets of files that all depend on each other.
pub fn circles(graph: &FileGraph) -> BTreeSet<Vec<PathBuf>> {
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> = graph
        .keys()
        .map(|file| (file, reach(graph, file)))
        .collect();
    let mut found = BTreeSet::new();
    for (file, others) in &reached {
        if others.contains(file) {
            let returns =
                |other: &&&PathBuf| reached.get(**other).is_some_and(|back| back.contains(file));
            found.insert(
                others
                    .iter()
                    .filter(returns)
                    .map(|other| (*other).clone())
                    .collect(),
            );
        }
    }
    found
}

/// Returns the files that can be reached from one by at least one step.
fn reach<'a>(graph: &'a FileGraph, from: &PathBuf) -> BTreeSet<&'a PathBuf> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&PathBuf> = graph
        .get(from)
        .into_iter()
        .flat_map(BTreeMap::keys)
        .collect();
    while let Some(file) = open.pop() {
        if found.insert(file) {
            open.extend(graph.get(file).into_iter().flat_map(BTreeMap::keys));
        }
    }
    found
}
