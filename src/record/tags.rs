//! PGN tags of a game: names and values.

/// Names of usual tags as the PGN standard and programs spell them; they are read in any case.
const USUAL: [&str; 27] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "FEN",
    "SetUp",
    "Variant",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Termination",
    "TerminationDetails",
    "TimeControl",
    "OpeningPlies",
    "PlyCount",
    "Annotator",
    "Opening",
    "EventDate",
    "UTCDate",
    "UTCTime",
    "WhiteTitle",
    "BlackTitle",
    "GameVariant",
    "Time",
];

/// The tags of a game, each name once, in the order in which they were set.
///
/// Usual names in any case are stored in their standard spelling, `event` as `Event` and `fen` as `FEN`.
///
/// All names and values are in one string, so that reading millions of games does not allocate memory for every tag.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    text: String,
    spans: Vec<TagSpan>,
}

/// Byte offsets of a tag in the text: its name, directly followed by its value.
#[derive(Clone, Copy, Debug)]
struct TagSpan {
    name: usize,
    value: usize,
    end: usize,
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl Tags {
    /// Creates an empty list of tags.
    pub const fn new() -> Self {
        Self {
            text: String::new(),
            spans: Vec::new(),
        }
    }

    /// Returns true if PGN allows this name for a tag.
    pub fn is_name(name: &str) -> bool {
        name.chars().all(is_name_letter)
    }

    /// Returns the name under which a tag is stored: a usual name is spelled as in the PGN standard.
    pub fn standard_name(name: &str) -> &str {
        other_spelling(name).unwrap_or(name)
    }

    /// Removes all tags and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.spans.clear();
    }

    /// Returns the number of tags.
    pub const fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns true if there are no tags.
    pub const fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the value of a tag; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&str> {
        let span = self.spans.iter().find(|span| {
            // Lengths are compared first: most tags have another name, and readers call this millions of times.
            span.value - span.name == name.len()
                && self.text.get(span.name..span.value) == Some(name)
        })?;
        self.text.get(span.value..span.end)
    }

    /// Sets a tag, replacing an older value.
    ///
    /// PGN does not allow every character: names keep only ASCII letters, digits and `_`, and control characters in
    /// values become spaces. A name without any such letter sets nothing.
    pub fn set(&mut self, name: &str, value: &str) {
        let start = self.text.len();
        self.text
            .extend(name.chars().filter(|letter| is_name_letter(*letter)));
        let middle = self.text.len();
        if middle == start {
            return;
        }
        let written = self.text.get(start..).unwrap_or_default();
        if let Some(usual) = other_spelling(written) {
            self.text.truncate(start);
            if self.get(usual).is_none() {
                self.set(usual, value);
            }
            return;
        }
        push_printable(&mut self.text, value);
        let span = TagSpan {
            name: start,
            value: middle,
            end: self.text.len(),
        };
        let place = self.spans.iter().position(|known| {
            known.value - known.name == middle - start
                && self.text.get(known.name..known.value) == self.text.get(start..middle)
        });
        match place.and_then(|place| self.spans.get_mut(place)) {
            Some(old) => *old = span,
            None => self.spans.push(span),
        }
    }

    /// Sets a tag and returns the list, for building.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    /// Returns all tags in the order in which they were first set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.spans.iter().map(|span| {
            let name = self.text.get(span.name..span.value).unwrap_or_default();
            let value = self.text.get(span.value..span.end).unwrap_or_default();
            (name, value)
        })
    }
}

/// Returns the standard spelling of a usual name in another case.
fn other_spelling(name: &str) -> Option<&'static str> {
    match name {
        // Most tags are these, and readers call this millions of times.
        "Event" | "Site" | "Date" | "Round" | "White" | "Black" | "Result" | "WhiteElo"
        | "BlackElo" | "ECO" => None,
        _ => USUAL
            .into_iter()
            .find(|usual| usual.len() == name.len() && usual.eq_ignore_ascii_case(name))
            .filter(|usual| *usual != name),
    }
}

/// Returns true for characters that tag names may contain.
const fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Appends a value, with a space for every control character.
fn push_printable(text: &mut String, value: &str) {
    if value.chars().any(char::is_control) {
        text.extend(
            value
                .chars()
                .map(|letter| if letter.is_control() { ' ' } else { letter }),
        );
    } else {
        text.push_str(value);
    }
}

/// Collects tags with these names and values; of two with the same name the last is kept.
impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut tags = Self::new();
        for (name, value) in pairs {
            tags.set(name.as_ref(), value.as_ref());
        }
        tags
    }
}
