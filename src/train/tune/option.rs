//! An option to be tuned: the values that are tried, and the one that the engine has.

use serde::{Deserialize, Serialize};

use super::recipe::OptionRange;
use crate::arena::DrawnOption;
use crate::arena::external::engine_line::DeclaredOption;
use crate::train::recipe::ValueFault;

/// Usual number of values of a number.
const USUAL_VALUES: u32 = 5;

/// Largest number of values of one option.
const MOST_VALUES: usize = 16;

/// Kind of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// A whole number (UCI: spin).
    Number,
    /// Yes or no (UCI: check).
    Check,
    /// One of several words (UCI: combo).
    Choice,
}

/// An option with the values that are tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TunedOption {
    /// Name and values.
    #[serde(flatten)]
    pub drawn: DrawnOption,
    /// Kind of the option.
    pub kind: OptionKind,
    /// Number of the value that the engine has without tuning, from 0.
    pub start: usize,
    /// Least and greatest number that may be chosen besides the start; `None` if the values alone may: they are words, or the
    /// recipe gives them.
    #[serde(default)]
    pub range: Option<[i64; 2]>,
}

/// Reason why an option cannot be tuned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}")]
pub struct TunedOptionError {
    /// Key in the table of the option that is at fault; `None` for the option itself.
    pub key: Option<&'static str>,
    /// What is wrong, for programs that say it in their own words.
    pub fault: ValueFault,
    /// Description of the fault.
    pub what: String,
}

fn fault<T>(key: Option<&'static str>, what: impl Into<String>) -> Result<T, TunedOptionError> {
    coded(key, ValueFault::Other, what)
}

fn coded<T>(
    key: Option<&'static str>,
    fault: ValueFault,
    what: impl Into<String>,
) -> Result<T, TunedOptionError> {
    Err(TunedOptionError {
        key,
        fault,
        what: what.into(),
    })
}

fn out_of_range(value: i64, least: i64, most: i64) -> ValueFault {
    let [value, least, most] = [value, least, most].map(|number| number as f64);
    ValueFault::OutOfRange { value, least, most }
}

impl TunedOptionError {
    /// Returns the fault of a start that the engine itself declares, and no key of the recipe.
    fn of_default(self) -> Self {
        let what = format!(
            "the engine's own value is at fault: {}; give a 'start' that the engine allows",
            self.what
        );
        Self {
            key: None,
            fault: ValueFault::Other,
            what,
        }
    }
}

impl TunedOption {
    /// Chooses the values of an option, from what the engine declares and the recipe asks for. `fixed` is the value
    /// that the engine's command line sets, if it does.
    ///
    /// # Errors
    ///
    /// [`TunedOptionError`] if the option has no values to be tried, or the recipe asks for others than it has.
    pub fn of(
        declared: &DeclaredOption,
        asked: &OptionRange,
        fixed: Option<&str>,
    ) -> Result<Self, TunedOptionError> {
        if let Some((key, what)) = contradiction(asked, fixed) {
            return fault(Some(key), what);
        }
        number_of_levels(asked.levels)?;
        let usual = asked.start.clone().or_else(|| fixed.map(str::to_owned));
        let is_default = usual.is_none();
        let start = usual.or_else(|| declared.default.clone());
        let option = match declared.kind.as_str() {
            "spin" => number(declared, asked, start),
            "check" => words(declared, OptionKind::Check, asked, start),
            "combo" => words(declared, OptionKind::Choice, asked, start),
            other => fault(
                None,
                format!(
                    "it is a '{other}', which has no values to try; numbers, checks and combos can be tuned"
                ),
            ),
        };
        option.map_err(|error| {
            if is_default && error.key == Some("start") {
                error.of_default()
            } else {
                error
            }
        })
    }

    /// Returns a number with the ends of its range and its start alone, between which SPSA moves it.
    ///
    /// # Errors
    ///
    /// [`TunedOptionError`] if it is not a number, or the recipe asks for values of its own.
    pub(super) fn moving(mut self, asked: &OptionRange) -> Result<Self, TunedOptionError> {
        if self.kind != OptionKind::Number {
            let what = "SPSA moves numbers alone; leave the option out, or give method = \"trial\"";
            return fault(None, what);
        }
        if asked.levels.is_some() || !asked.values.is_empty() {
            let key = if asked.levels.is_some() {
                "levels"
            } else {
                "values"
            };
            let what = "SPSA moves a number between 'from' and 'to'; give these instead";
            return fault(Some(key), what);
        }
        let start = self.start_value().to_owned();
        let [from, to] = self.range.unwrap_or_default();
        if !start
            .parse()
            .is_ok_and(|start| (from..=to).contains(&start))
        {
            let what = format!(
                "the start, {start}, does not lie between {from} and {to}, where SPSA moves the number; widen the range or give \
                 another start"
            );
            return fault(None, what);
        }
        let last = self.drawn.values.len().saturating_sub(1);
        let mut place = 0;
        self.drawn.values.retain(|value| {
            let is_end = place == 0 || place == last;
            place += 1;
            is_end || *value == start
        });
        let place = self.drawn.values.iter().position(|value| *value == start);
        self.start = place.unwrap_or(0);
        Ok(self)
    }

    /// Returns true if it has values to be compared, and not more than can be told apart.
    pub(super) fn can_be_tuned(&self) -> bool {
        let values = self.drawn.values.len();
        (2..=MOST_VALUES).contains(&values) && self.start < values
    }

    /// Returns the value that the engine has without tuning.
    pub fn start_value(&self) -> &str {
        self.drawn.values.get(self.start).map_or("", String::as_str)
    }
}

/// Returns the first key that contradicts another one, or the value that the engine's line sets.
fn contradiction(asked: &OptionRange, fixed: Option<&str>) -> Option<(&'static str, String)> {
    let range = [
        ("from", asked.from.is_some()),
        ("to", asked.to.is_some()),
        ("levels", asked.levels.is_some()),
    ];
    if let Some((key, _)) = range.into_iter().find(|(_, is_given)| *is_given)
        && !asked.values.is_empty()
    {
        let what = format!(
            "{key} and values contradict each other; give a range or the values themselves"
        );
        return Some((key, what));
    }
    let start = asked.start.as_deref()?;
    let fixed = fixed.filter(|fixed| !fixed.eq_ignore_ascii_case(start))?;
    let what =
        format!("start is '{start}', and the engine's line sets '{fixed}'; give one of both");
    Some(("start", what))
}

/// Checks how many values are asked for, before they are made: too many would fill the memory.
fn number_of_levels(levels: Option<u32>) -> Result<(), TunedOptionError> {
    let what = match levels {
        Some(levels) if levels < 2 => {
            "one value alone has nothing to be compared with; give levels = 2 or more".to_owned()
        }
        Some(levels) if levels as usize > MOST_VALUES => too_many(levels as usize),
        _ => return Ok(()),
    };
    let levels = i64::from(levels.unwrap_or_default());
    let most = i64::try_from(MOST_VALUES).unwrap_or(i64::MAX);
    coded(Some("levels"), out_of_range(levels, 2, most), what)
}

/// The values of a number: evenly spaced over the range, or those of the recipe; the start is one of them.
fn number(
    declared: &DeclaredOption,
    asked: &OptionRange,
    start: Option<String>,
) -> Result<TunedOption, TunedOptionError> {
    let (least, most) = (
        declared.min.unwrap_or(i64::MIN),
        declared.max.unwrap_or(i64::MAX),
    );
    let parse = |key, text: &str| match text.parse::<i64>() {
        Ok(value) if (least..=most).contains(&value) => Ok(value),
        _ => fault(
            Some(key),
            format!("'{text}' is not a whole number from {least} to {most}"),
        ),
    };
    let Some(start) = start else {
        return fault(None, "the engine names no default; give its 'start'");
    };
    let start = parse("start", &start)?;
    let mut range = None;
    let mut values = if asked.values.is_empty() {
        let [from, to] = range_of(declared, asked, [least, most])?;
        range = Some([from, to]);
        evenly(from, to, asked.levels.unwrap_or(USUAL_VALUES))
    } else {
        let texts = asked.values.iter();
        texts
            .map(|value| parse("values", value))
            .collect::<Result<Vec<i64>, _>>()?
    };
    values.push(start);
    values.sort_unstable();
    values.dedup();
    if range.is_some() && values.len() > MOST_VALUES {
        let what = format!(
            "with the start, {start}, these are {}, too many to be told apart; give levels = {}",
            values.len(),
            MOST_VALUES - 1
        );
        return fault(Some("levels"), what);
    }
    let place = values.iter().position(|value| *value == start);
    let values = values.iter().map(i64::to_string).collect();
    let option = finish(declared, OptionKind::Number, values, place.unwrap_or(0))?;
    Ok(TunedOption { range, ..option })
}

/// The range of a number: what the recipe asks for, else what the engine names, within `least` and `most`.
fn range_of(
    declared: &DeclaredOption,
    asked: &OptionRange,
    [least, most]: [i64; 2],
) -> Result<[i64; 2], TunedOptionError> {
    // Without a range of the engine nothing but the widest numbers would be tried.
    let bounds = asked.from.or(declared.min).zip(asked.to.or(declared.max));
    let Some((from, to)) = bounds else {
        return fault(None, "the engine names no range; give 'from' and 'to'");
    };
    if from >= least && to <= most && from < to {
        return Ok([from, to]);
    }
    let what = format!("{from} to {to} is not a range within {least} to {most}");
    if from < least || from >= to {
        let wrong = out_of_range(from, least, to.min(most).saturating_sub(1));
        coded(Some("from"), wrong, what)
    } else {
        coded(Some("to"), out_of_range(to, least, most), what)
    }
}

/// Returns `count` whole numbers from `from` to `to`, evenly spaced, both ends among them.
fn evenly(from: i64, to: i64, count: u32) -> Vec<i64> {
    let count = i128::from(count.max(2));
    let (low, span) = (i128::from(from), i128::from(to) - i128::from(from));
    (0..count)
        .map(|step| {
            let value = low + (2 * span * step + (count - 1)) / (2 * (count - 1));
            i64::try_from(value).unwrap_or(to)
        })
        .collect()
}

/// The values of a check or a combo.
fn words(
    declared: &DeclaredOption,
    kind: OptionKind,
    asked: &OptionRange,
    start: Option<String>,
) -> Result<TunedOption, TunedOptionError> {
    let range = [
        ("from", asked.from.is_some()),
        ("to", asked.to.is_some()),
        ("levels", asked.levels.is_some()),
    ];
    if let Some((key, _)) = range.into_iter().find(|(_, is_given)| *is_given) {
        return fault(Some(key), format!("only a number has {key}; give 'values'"));
    }
    let known = match kind {
        OptionKind::Check => vec!["false".to_owned(), "true".to_owned()],
        _ => declared.values.clone(),
    };
    if known.is_empty() {
        return fault(None, "the engine names no values for it");
    }
    let find = |key, text: &str| {
        let found = known.iter().find(|value| value.eq_ignore_ascii_case(text));
        found.map_or_else(
            || {
                let what = format!("'{text}' is none of {}", known.join(", "));
                let (word, known) = (text.to_owned(), known.clone());
                coded(Some(key), ValueFault::UnknownWord { word, known }, what)
            },
            |value| Ok(value.clone()),
        )
    };
    let mut values = if asked.values.is_empty() {
        known.clone()
    } else {
        let texts = asked.values.iter();
        texts
            .map(|value| find("values", value))
            .collect::<Result<Vec<_>, _>>()?
    };
    let Some(start) = start else {
        return fault(None, "the engine names no default; give its 'start'");
    };
    let start = find("start", &start)?;
    if !values.contains(&start) {
        values.insert(0, start.clone());
    }
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    let place = values.iter().position(|value| *value == start);
    finish(declared, kind, values, place.unwrap_or(0))
}

fn too_many(values: usize) -> String {
    format!("{values} values are too many to be told apart; give at most {MOST_VALUES}")
}

fn finish(
    declared: &DeclaredOption,
    kind: OptionKind,
    values: Vec<String>,
    start: usize,
) -> Result<TunedOption, TunedOptionError> {
    match values.len() {
        0 | 1 => fault(None, "it has one value alone, so there is nothing to try"),
        many if many > MOST_VALUES => fault(Some("values"), too_many(many)),
        _ => Ok(TunedOption {
            drawn: DrawnOption {
                name: declared.name.clone(),
                values,
            },
            kind,
            start,
            range: None,
        }),
    }
}

#[cfg(test)]
mod tests;
