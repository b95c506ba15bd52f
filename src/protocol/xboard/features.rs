//! The features that the engine declares in answer to `protover`.

use std::fmt;

use crate::protocol::options::{
    OptionKind, OptionProtocols, TextMeaning, options, plain_name, without_blanks,
};

/// The lines that begin with `feature`.
pub(super) struct FeatureLines;

impl fmt::Display for FeatureLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "feature done=0")?;
        writeln!(
            f,
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0"
        )?;
        writeln!(
            f,
            "feature reuse=1 analyze=1 myname=\"BayesChess {}\" variants=\"normal,fischerandom\"",
            env!("CARGO_PKG_VERSION")
        )?;
        writeln!(
            f,
            "feature colors=0 ics=1 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 egt=\"syzygy\""
        )?;
        writeln!(f, "feature exclude=1 setscore=0 highlight=0")?;
        for option in options() {
            if option.doors != OptionProtocols::Uci {
                let name = without_blanks(plain_name(option.name));
                writeln!(
                    f,
                    "feature option=\"{name} -{}\"",
                    FeatureValue(option.kind)
                )?;
            }
        }
        f.write_str("feature done=1")
    }
}

/// The part of a declaration after the name.
struct FeatureValue(OptionKind);

impl fmt::Display for FeatureValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            OptionKind::Check(_, default) => write!(f, "check {}", u8::from(default)),
            OptionKind::Spin(_, default, least, most) => write!(f, "spin {default} {least} {most}"),
            OptionKind::Button(_) => f.write_str("button"),
            OptionKind::Text(_, default, TextMeaning::Words) => write!(f, "string {default}"),
            OptionKind::Text(_, default, TextMeaning::File) => write!(f, "file {default}"),
            OptionKind::Text(_, default, TextMeaning::Folders) => write!(f, "path {default}"),
            OptionKind::Choice(_, default, words) => {
                f.write_str("combo ")?;
                for (place, word) in words.iter().enumerate() {
                    let between = if place == 0 { "" } else { " /// " };
                    let star = if *word == default { "*" } else { "" };
                    write!(f, "{between}{star}{word}")?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_declared_as_xboard_reads_them() {
        let features = FeatureLines.to_string();
        for line in [
            "feature option=\"MoveOverhead -spin 30 0 10000\"",
            "feature option=\"LimitStrength -check 0\"",
            "feature option=\"ClearHash -button\"",
            "feature option=\"Level -combo *full /// basic /// intermediate /// advanced\"",
            "feature option=\"Resign -check 0\"",
        ] {
            assert!(features.lines().any(|found| found == line), "{line}");
        }
        assert!(!features.contains("Hash -spin") && features.ends_with("done=1"));
    }
}
