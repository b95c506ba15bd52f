//! Says what is expected where an argument is not the number that it must be.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::error::{ContextKind, ErrorKind};

/// Returns the error as it is shown: that of a number in the words of users, any other one as it is.
pub(super) fn explained(error: clap::Error) -> clap::Error {
    let value = |kind| error.get(kind).map(ToString::to_string);
    let (Some(argument), Some(given), Some(expected)) = (
        value(ContextKind::InvalidArg),
        value(ContextKind::InvalidValue),
        expected(&error),
    ) else {
        return error;
    };
    let message = format!(
        "invalid value '{given}' for '{argument}': {expected}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

/// Returns what was expected instead of a value; `None` if the error is not that of a number.
fn expected(error: &clap::Error) -> Option<&'static str> {
    let source = error.source()?;
    if source.is::<ParseFloatError>() {
        return Some("expected a number");
    }
    let source: &ParseIntError = source.downcast_ref()?;
    let given = error.get(ContextKind::InvalidValue)?.to_string();
    Some(match source.kind() {
        IntErrorKind::PosOverflow => "this number is too large",
        IntErrorKind::NegOverflow => "this number is too small",
        IntErrorKind::Zero => "expected a number above 0",
        _ if given.parse::<i128>().is_ok_and(|number| number < 0) => {
            "expected a whole number that is not negative"
        }
        _ => "expected a whole number",
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    #[track_caller]
    fn refused(option: &str, what: &str) {
        let arguments = ["bayeschess", "match", "initial", "initial", option];
        let error = Cli::command().try_get_matches_from(arguments);
        let text = explained(error.expect_err(option)).to_string();
        let said = format!(": {what}\n\nFor more information, try '--help'.\n");
        assert!(
            text.ends_with(&said) && text.contains(option.rsplit('=').next().expect("a value")),
            "{text}"
        );
    }

    #[test]
    fn what_is_no_number_is_told_what_is_expected() {
        refused("--nodes=abc", "expected a whole number");
        refused("--threads=2.5", "expected a whole number");
        refused("--threads=0", "expected a number above 0");
        refused("--seed=-1", "expected a whole number that is not negative");
        refused("--seed=99999999999999999999", "this number is too large");
        refused("--games=abc", "expected an even number, such as 1000");
        refused("--max-plies=70000", "70000 is not in 1..=65535");
    }
}
