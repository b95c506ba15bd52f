//! The public items of the library with their documentation, and the lengths of its functions.

use std::collections::BTreeMap;

use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Fields, ImplItem, Item, Lit, Meta, TraitItem, Visibility};

use super::source::{Module, attributes, is_for_tests};

/// The most words in the first sentence of a doc comment.
const MOST_WORDS: usize = 25;

/// Words that a reader of today stumbles over.
const RIDDLES: [&str; 6] = [
    "whoever", "nought", "came to", "foretell", "so many", "is no ",
];

/// A documented public item.
#[derive(Debug)]
pub struct Documented {
    /// Where it stands: the file and the item's name.
    pub place: String,
    /// The first sentence of its documentation.
    pub sentence: String,
}

impl Documented {
    /// Returns true if the sentence is longer or less plain than the project's language allows.
    pub fn is_unclear(&self) -> bool {
        let sentence = format!("{} ", self.sentence.to_lowercase());
        self.sentence.split_whitespace().count() > MOST_WORDS
            || RIDDLES.iter().any(|words| sentence.contains(words))
    }
}

/// Returns the public structs, enums, traits and type aliases by name, with the files of each.
pub fn public_types(modules: &BTreeMap<String, Module>) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for module in modules.values() {
        for item in &module.items {
            let (visibility, name) = match item {
                Item::Struct(item) => (&item.vis, &item.ident),
                Item::Enum(item) => (&item.vis, &item.ident),
                Item::Trait(item) => (&item.vis, &item.ident),
                Item::Type(item) => (&item.vis, &item.ident),
                _ => continue,
            };
            if matches!(visibility, Visibility::Public(_)) {
                let file = module.file.display().to_string();
                found.entry(name.to_string()).or_default().push(file);
            }
        }
    }
    found
}

/// Returns every function of the library with its file and its number of lines.
pub fn functions(modules: &BTreeMap<String, Module>) -> Vec<(String, String, usize)> {
    let mut found = Vec::new();
    for module in modules.values() {
        let file = module.file.display().to_string();
        let mut add =
            |name: &syn::Ident, whole: proc_macro2::Span, signature: proc_macro2::Span| {
                let lines = whole.end().line - signature.start().line + 1;
                found.push((file.clone(), name.to_string(), lines));
            };
        for item in &module.items {
            match item {
                Item::Fn(item) => add(&item.sig.ident, item.block.span(), item.sig.span()),
                Item::Impl(item) => {
                    for method in &item.items {
                        if let ImplItem::Fn(method) = method {
                            add(&method.sig.ident, method.block.span(), method.sig.span());
                        }
                    }
                }
                Item::Trait(item) => {
                    for method in &item.items {
                        if let TraitItem::Fn(method) = method
                            && let Some(block) = &method.default
                        {
                            add(&method.sig.ident, block.span(), method.sig.span());
                        }
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Returns every public item that has documentation: types, fields, variants, functions, modules.
pub fn documented(modules: &BTreeMap<String, Module>) -> Vec<Documented> {
    let mut found = Vec::new();
    for module in modules.values() {
        let file = module.file.display().to_string();
        let mut add = |name: String, attributes: &[Attribute]| {
            if let Some(sentence) = first_sentence(attributes) {
                let place = format!("{file}: {name}");
                found.push(Documented { place, sentence });
            }
        };
        add("the file".to_owned(), &module.documentation);
        for item in &module.items {
            document(item, &mut add);
        }
    }
    found
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn document(item: &Item, add: &mut impl FnMut(String, &[Attribute])) {
    let (visibility, name) = match item {
        Item::Const(item) => (&item.vis, item.ident.to_string()),
        Item::Enum(item) => (&item.vis, item.ident.to_string()),
        Item::Fn(item) => (&item.vis, item.sig.ident.to_string()),
        Item::Mod(item) => (&item.vis, item.ident.to_string()),
        Item::Static(item) => (&item.vis, item.ident.to_string()),
        Item::Struct(item) => (&item.vis, item.ident.to_string()),
        Item::Trait(item) => (&item.vis, item.ident.to_string()),
        Item::Type(item) => (&item.vis, item.ident.to_string()),
        Item::Impl(item) => {
            let owner = item.self_ty.to_token_stream().to_string();
            for method in &item.items {
                if let ImplItem::Fn(method) = method
                    && is_public(&method.vis)
                    && !is_for_tests(&method.attrs)
                {
                    add(format!("{owner}::{}", method.sig.ident), &method.attrs);
                }
            }
            return;
        }
        _ => return,
    };
    if !is_public(visibility) {
        return;
    }
    add(name.clone(), attributes(item));
    match item {
        Item::Struct(item) => document_fields(&name, &item.fields, false, add),
        Item::Enum(item) => {
            for variant in &item.variants {
                let name = format!("{name}::{}", variant.ident);
                add(name.clone(), &variant.attrs);
                document_fields(&name, &variant.fields, true, add);
            }
        }
        Item::Trait(item) => {
            for method in &item.items {
                if let TraitItem::Fn(method) = method {
                    add(format!("{name}::{}", method.sig.ident), &method.attrs);
                }
            }
        }
        _ => {}
    }
}

fn document_fields(
    owner: &str,
    fields: &Fields,
    is_all: bool,
    add: &mut impl FnMut(String, &[Attribute]),
) {
    for (place, field) in fields.iter().enumerate() {
        if is_all || is_public(&field.vis) {
            let name = field
                .ident
                .as_ref()
                .map_or_else(|| place.to_string(), ToString::to_string);
            add(format!("{owner}.{name}"), &field.attrs);
        }
    }
}

/// Returns the first sentence of a doc comment; none where there is no comment.
pub fn first_sentence(attributes: &[Attribute]) -> Option<String> {
    let lines = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        let Expr::Lit(value) = &pair.value else {
            return None;
        };
        let Lit::Str(text) = &value.lit else {
            return None;
        };
        pair.path.is_ident("doc").then(|| text.value())
    });
    let lines: Vec<String> = lines.flat_map(|text| split_lines(&text)).collect();
    let paragraph = lines
        .iter()
        .map(|line| line.trim())
        .take_while(|line| !line.is_empty());
    let paragraph = paragraph.collect::<Vec<_>>().join(" ");
    let end = paragraph
        .match_indices(". ")
        .map(|(place, _)| place)
        .find(|place| {
            let next = paragraph[place + 2..].chars().next();
            next.is_some_and(|letter| letter.is_uppercase() || "`[(*".contains(letter))
        });
    let sentence = end.map_or(paragraph.as_str(), |place| &paragraph[..=place]);
    (!sentence.is_empty()).then(|| sentence.to_owned())
}

fn split_lines(text: &str) -> Vec<String> {
    if text.is_empty() {
        return vec![String::new()];
    }
    text.lines().map(str::to_owned).collect()
}
