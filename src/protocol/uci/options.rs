//! Declares the options to a UCI client.

use std::fmt;

use crate::protocol::options::{OptionKind, OptionProtocols, options};

/// The lines that declare the options.
pub(super) struct UciDeclarations;

impl fmt::Display for UciDeclarations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let declared = options()
            .iter()
            .filter(|option| option.doors != OptionProtocols::XBoard);
        for (place, option) in declared.enumerate() {
            let line_break = if place == 0 { "" } else { "\n" };
            write!(f, "{line_break}option name {} type ", option.name)?;
            match option.kind {
                OptionKind::Check(_, default) => write!(f, "check default {default}")?,
                OptionKind::Spin(_, default, least, most) => {
                    write!(f, "spin default {default} min {least} max {most}")?;
                }
                OptionKind::Text(_, "", _) => f.write_str("string default <empty>")?,
                OptionKind::Text(_, default, _) => write!(f, "string default {default}")?,
                OptionKind::Button(_) => f.write_str("button")?,
                OptionKind::Choice(_, default, words) => {
                    write!(f, "combo default {default}")?;
                    for word in words {
                        write!(f, " var {word}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_follow_the_protocol() {
        let lines = UciDeclarations.to_string();
        assert!(lines.contains("option name Move Overhead type spin default 30 min 0 max 10000\n"));
        assert!(lines.contains(
            "option name Objective type combo default adapt var adapt var maximise winning"
        ));
        assert!(lines.contains("option name Database type string default <empty>\n"));
        assert!(lines.contains("option name Clear Hash type button\n"));
    }

    /// lichess-bot sets these by default, and does not start a game with an engine that lacks one.
    #[test]
    fn what_bots_set_is_declared() {
        let lines = UciDeclarations.to_string();
        for name in [
            "Move Overhead",
            "Threads",
            "Hash",
            "SyzygyPath",
            "UCI_ShowWDL",
            "Ponder",
            "MultiPV",
            "UCI_Opponent",
            "UCI_Chess960",
        ] {
            assert!(
                lines.contains(&format!("option name {name} type ")),
                "{name}"
            );
        }
    }
}
