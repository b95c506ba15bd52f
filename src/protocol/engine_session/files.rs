//! Reads the files that options name: learned tables, books, tablebases. A file that cannot be used is reported,
//! and play continues with a stated substitute.

use std::path::Path;
use std::sync::Arc;

use super::{EngineSession, OptionRefusal, TablebaseSettings, written_objective};
use crate::book::{Book, OpeningTree, Syzygy, Tablebase};
use crate::engine::{SettingsFile, Tuning};
use crate::heuristic::Heuristic;
use crate::model::{HeuristicSource, HeuristicSpec, UnknownHeuristic};
use crate::opponent::load_styles;
use crate::protocol::options::{
    self, ChoiceOption, HEURISTIC, OptionSetting, PERSONALITY, SHIPPED, TextOption,
};

/// The substitute for a heuristic that cannot be loaded.
const INSTEAD: &str = "playing with modern:learned";

/// What is said after a settings file that cannot be used.
const UNCHANGED: &str = "the settings stay as they were";

fn weights_of(text: &str) -> Result<HeuristicSource, String> {
    let spec: HeuristicSpec = text
        .parse()
        .map_err(|error: UnknownHeuristic| error.to_string())?;
    spec.load().map_err(|error| error.to_string())
}

impl EngineSession {
    /// Loads a heuristic; if it cannot be loaded, the default one plays.
    pub(super) fn load_heuristic(&mut self, text: &str) -> Result<(), OptionRefusal> {
        match weights_of(text) {
            Ok(weights) => {
                text.clone_into(&mut self.heuristic);
                self.objective_of_heuristic = written_objective(text);
                self.engine.set_weights(weights);
                Ok(())
            }
            Err(reason) => {
                HEURISTIC.clone_into(&mut self.heuristic);
                self.objective_of_heuristic = None;
                // The default needs no file, and the initial one cannot fail.
                let usual = weights_of(HEURISTIC)
                    .unwrap_or_else(|_| HeuristicSource::fixed(Heuristic::initial()));
                self.engine.set_weights(usual);
                Err(OptionRefusal {
                    reason,
                    instead: Some(INSTEAD),
                })
            }
        }
    }

    pub(super) fn load_styles(&mut self, text: &str) -> Result<(), OptionRefusal> {
        match load_styles(text) {
            Ok(styles) => {
                self.engine.set_styles(Some(styles));
                Ok(())
            }
            Err(error) => {
                self.engine.set_styles(None);
                Err(OptionRefusal {
                    reason: error.to_string(),
                    instead: Some("the opponent's style stays unknown"),
                })
            }
        }
    }

    /// Opens an opening book; if it cannot be opened, play continues without one.
    pub(super) fn open_book(&mut self, text: &str) -> Result<Option<String>, OptionRefusal> {
        let shipped = || Book::Tree(OpeningTree::shipped());
        self.engine.set_book((text == SHIPPED).then(shipped));
        if text.is_empty() || text == SHIPPED {
            return Ok(None);
        }
        match Book::open(Path::new(text)) {
            Ok((book, warnings)) => {
                self.engine.set_book(Some(book));
                let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
                Ok((!warnings.is_empty()).then(|| warnings.join("; ")))
            }
            Err(error) => Err(OptionRefusal {
                reason: error.to_string(),
                instead: Some("playing without a book"),
            }),
        }
    }

    /// Opens the tablebases anew, after a change of path or probe depth.
    pub(super) fn open_tables(&mut self) -> Result<Option<String>, OptionRefusal> {
        let TablebaseSettings {
            folders,
            options,
            probe_depth,
            open,
        } = &mut self.tables;
        *open = None;
        if folders.is_empty() {
            self.engine.set_tablebase(None, *probe_depth);
            return Ok(None);
        }
        let (tables, warnings) = Syzygy::open(folders, *options);
        let files = tables.files();
        let tables = Arc::new(tables);
        *open = Some(Arc::clone(&tables));
        let shared: Arc<dyn Tablebase> = tables;
        self.engine.set_tablebase(Some(shared), *probe_depth);
        let wrong: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        if files == 0 {
            return Err(OptionRefusal {
                reason: wrong.join("; "),
                instead: Some("playing without endgame tables"),
            });
        }
        let mut said = vec![format!("{files} files of endgame tables serve")];
        said.extend(wrong);
        Ok(Some(said.join("; ")))
    }

    /// Reads the settings file again, or clears the tuning if none is named. If the file cannot be used,
    /// nothing changes.
    pub(in crate::protocol) fn reload(&mut self) -> Result<Option<String>, OptionRefusal> {
        if self.settings_file.is_empty() {
            self.engine.set_tuning(Tuning::default());
            return Ok(None);
        }
        let read = SettingsFile::load(Path::new(&self.settings_file));
        let mut settings = read.map_err(|error| OptionRefusal {
            reason: error.to_string(),
            instead: Some(UNCHANGED),
        })?;
        // A personality comes first, so that the file's other options override it.
        settings
            .options
            .sort_by_key(|(name, _)| !name.eq_ignore_ascii_case(PERSONALITY));
        // One unreadable option makes the whole file unusable, as in its other sections.
        let read = settings.options.iter().map(|(name, value)| {
            let setting = options::read(name, Some(value)).map_err(|error| OptionRefusal {
                reason: format!("{}: options: {error}", self.settings_file),
                instead: Some(UNCHANGED),
            })?;
            Ok((name, setting))
        });
        let read: Vec<_> = read.collect::<Result<_, OptionRefusal>>()?;
        let mut remarks = vec![format!("settings read from {}", self.settings_file)];
        for (name, setting) in read {
            // A settings file that names another could go on without end.
            let remark = match setting {
                OptionSetting::Text(TextOption::SettingsFile, _) | OptionSetting::Press(_) => {
                    Err(format!("{name} has no place in a settings file"))
                }
                // Applied even if it is the current one: other options may have been set since.
                OptionSetting::Choice(ChoiceOption::Personality, word) => self
                    .take_on(&word)
                    .map(|()| None)
                    .map_err(|refusal| refusal.to_string()),
                setting => self.apply(setting).map_err(|refusal| refusal.to_string()),
            };
            match remark {
                Ok(remark) => remarks.extend(remark),
                Err(sentence) => remarks.push(sentence),
            }
        }
        self.engine.set_tuning(settings.tuning);
        let idle = self.engine.idle_tuning();
        if !idle.is_empty() {
            remarks.push(format!(
                "the heuristic that plays has no {}",
                idle.join(", ")
            ));
        }
        Ok(Some(remarks.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_play_instead_does() {
        assert_eq!(INSTEAD, format!("playing with {HEURISTIC}"));
        assert!(weights_of(HEURISTIC).is_ok());
    }
}
