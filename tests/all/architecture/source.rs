//! Reads `src/` as modules, items and paths; code that is compiled only for tests is left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Item, ItemMod, Visibility};

/// Where a name that a `use` brings in comes from.
#[derive(Debug, Clone)]
pub struct Import {
    /// The path as written, one segment each.
    pub path: Vec<String>,
    /// The name in the importing module; `*` for all names.
    pub name: String,
    /// Whether the name is passed on by `pub use`, `pub(crate) use` or the like.
    pub is_passed_on: bool,
}

/// One module of the library: a file, or a part of one between braces.
#[derive(Default)]
pub struct Module {
    /// The file, from the project's root.
    pub file: PathBuf,
    /// The child modules by name, as full paths.
    pub children: BTreeMap<String, String>,
    pub imports: Vec<Import>,
    /// The names of the items that are defined here.
    pub defined: Vec<String>,
    /// The items, without those for tests.
    pub items: Vec<Item>,
    /// The paths of two segments or more that stand outside `use`.
    pub paths: Vec<Vec<String>>,
    /// All identifiers outside `use`.
    pub identifiers: Vec<String>,
    /// The module's own documentation.
    pub documentation: Vec<Attribute>,
}

/// The root of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every source file with its text, named from the project's root.
pub fn files() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8");
                let name = path.strip_prefix(root()).expect("below the root");
                found.push((name.to_owned(), text));
            }
        }
    }
    assert!(found.len() > 40, "only {} source files", found.len());
    found
}

/// Returns the modules of library and program by their full paths, such as `crate::board::see`.
pub fn modules() -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    let folder = Path::new("src");
    // The modules of the program stand beside those of the library, which it calls by its name.
    read_file(&mut found, "crate", Path::new("src/main.rs"), folder);
    let program = found.remove("crate").expect("just read");
    read_file(&mut found, "crate", Path::new("src/lib.rs"), folder);
    let library = found.get_mut("crate").expect("just read");
    library.children.extend(program.children);
    assert!(found.len() > 100, "only {} modules", found.len());
    found
}

/// The top module of a path such as `crate::board::see`.
pub fn top(path: &str) -> Option<&str> {
    path.split("::").nth(1)
}

fn read_file(found: &mut BTreeMap<String, Module>, path: &str, file: &Path, folder: &Path) {
    let text = fs::read_to_string(root().join(file)).expect("a source file");
    let parsed =
        syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut module = module(found, path, file, folder, parsed.items);
    module.documentation = parsed.attrs;
    found.insert(path.to_owned(), module);
}

fn module(
    found: &mut BTreeMap<String, Module>,
    path: &str,
    file: &Path,
    folder: &Path,
    items: Vec<Item>,
) -> Module {
    let mut module = Module {
        file: file.to_owned(),
        ..Module::default()
    };
    for item in items {
        if is_for_tests(attributes(&item)) {
            continue;
        }
        match &item {
            Item::Mod(child) => {
                let name = child.ident.to_string();
                let child_path = format!("{path}::{name}");
                read_child(found, &child_path, child, file, &folder.join(&name));
                module.children.insert(name, child_path);
            }
            Item::Use(used) => {
                let is_passed_on = !matches!(used.vis, Visibility::Inherited);
                for (path, name) in use_paths(used.tree.to_token_stream()) {
                    module.imports.push(Import {
                        path,
                        name,
                        is_passed_on,
                    });
                }
            }
            _ => {
                let tokens: Vec<TokenTree> = item.to_token_stream().into_iter().collect();
                collect_paths(&tokens, &mut module);
                module.defined.extend(name_of(&item));
            }
        }
        module.items.push(item);
    }
    module
}

fn read_child(
    found: &mut BTreeMap<String, Module>,
    path: &str,
    child: &ItemMod,
    file: &Path,
    folder: &Path,
) {
    if let Some((_, items)) = &child.content {
        let inner = module(found, path, file, folder, items.clone());
        found.insert(path.to_owned(), inner);
        return;
    }
    let beside = folder.with_extension("rs");
    let within = folder.join("mod.rs");
    let file = if root().join(&beside).exists() {
        beside
    } else {
        within
    };
    read_file(found, path, &file, folder);
}

/// Returns true if the item is compiled only for tests.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string();
        attribute.path().is_ident("test") || text.replace(' ', "") == "cfg(test)"
    })
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Returns the paths of a `use` tree, each with the name that it brings in.
pub fn use_paths(tree: TokenStream) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut is_renamed = false;
    for token in tree {
        match token {
            TokenTree::Ident(word) if word == "as" => is_renamed = true,
            TokenTree::Ident(word) if is_renamed => {
                found.push((std::mem::take(&mut path), word.to_string()));
                is_renamed = false;
            }
            TokenTree::Ident(word) => path.push(word.to_string()),
            TokenTree::Punct(mark) if mark.as_char() == '*' => path.push("*".to_owned()),
            TokenTree::Punct(mark) if mark.as_char() == ',' => finish(&mut path, &mut found),
            TokenTree::Group(group) => {
                let before = std::mem::take(&mut path);
                for (inner, name) in use_paths(group.stream()) {
                    let mut whole = before.clone();
                    if inner == ["self"] {
                        let last = before.last().cloned().unwrap_or_default();
                        found.push((whole, if name == "self" { last } else { name }));
                    } else {
                        whole.extend(inner);
                        found.push((whole, name));
                    }
                }
            }
            _ => {}
        }
    }
    finish(&mut path, &mut found);
    found
}

fn finish(path: &mut Vec<String>, found: &mut Vec<(Vec<String>, String)>) {
    if let Some(last) = path.last().cloned() {
        found.push((std::mem::take(path), last));
    }
}

/// Collects paths and identifiers from code, macros' arguments and `use` inside functions included.
fn collect_paths(tokens: &[TokenTree], module: &mut Module) {
    let is_colons = |place: usize| {
        [0, 1].into_iter().all(|next| {
            matches!(tokens.get(place + next), Some(TokenTree::Punct(mark)) if mark.as_char() == ':')
        })
    };
    let mut place = 0;
    while place < tokens.len() {
        match &tokens[place] {
            TokenTree::Ident(word) if word == "use" => {
                let end = tokens[place..]
                    .iter()
                    .position(
                        |token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';'),
                    )
                    .map_or(tokens.len(), |length| place + length);
                let tree = tokens[place + 1..end].iter().cloned().collect();
                let found = use_paths(tree);
                module.paths.extend(found.into_iter().map(|(path, _)| path));
                place = end;
            }
            TokenTree::Ident(word) => {
                let mut path = vec![word.to_string()];
                while is_colons(place + 1) {
                    let Some(TokenTree::Ident(word)) = tokens.get(place + 3) else {
                        break;
                    };
                    path.push(word.to_string());
                    place += 3;
                }
                module.identifiers.push(path[0].clone());
                if path.len() > 1 {
                    module.paths.push(path);
                }
            }
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                collect_paths(&inner, module);
            }
            _ => {}
        }
        place += 1;
    }
}

#[test]
fn uses_are_read_in_every_form() {
    let text = "crate::{score::{Score, self}, phase, rng::Stream as Numbers, units::*}";
    let tree = text.parse().expect("tokens");
    let found: Vec<String> = use_paths(tree)
        .into_iter()
        .map(|(path, name)| format!("{} as {name}", path.join("::")))
        .collect();
    let wanted = [
        "crate::score::Score as Score",
        "crate::score as score",
        "crate::phase as phase",
        "crate::rng::Stream as Numbers",
        "crate::units::* as *",
    ];
    assert_eq!(found, wanted);
}
