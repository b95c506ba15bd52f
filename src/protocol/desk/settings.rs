//! What each option does.

use super::{Desk, Refusal};
use crate::book::BookVariety;
use crate::engine::Policy;
use crate::engine::strength::{Level, Strength};
use crate::model::Objective;
use crate::protocol::opponent::Opponent;
use crate::protocol::options::{
    self, ADAPT, BEST, Button, Check, Choice, Setting, Spin, Text, settings_of,
};
use crate::search::TableSize;
use crate::units::{Centipawns, Millis, Ply};
use shakmaty::CastlingMode;

impl Desk {
    /// Does what an option says.
    pub(super) fn apply(&mut self, setting: Setting) -> Result<Option<String>, Refusal> {
        match setting {
            Setting::Check(which, on) => return self.switch(which, on),
            Setting::Spin(which, number) => return self.turn(which, number),
            Setting::Choice(which, word) => self.choose(which, &word)?,
            Setting::Text(which, text) => return self.write(which, &text),
            Setting::Press(Button::ClearHash) => self.engine.clear(),
            Setting::Press(Button::ReloadSettings) => return self.reload(),
        }
        Ok(None)
    }

    fn switch(&mut self, which: Check, on: bool) -> Result<Option<String>, Refusal> {
        match which {
            Check::Adaptation => self.adapts = on,
            Check::AnalyseMode => self.only_analyses = on,
            Check::Chess960 => self.castling = CastlingMode::from_chess960(on),
            Check::LimitStrength => self.limits_strength = on,
            Check::OfferDraws => self.offers_draws = on,
            Check::Resign => self.resigns = on,
            Check::ShowWdl => self.shows_chances = on,
            // Ponder tells the engine that it may be asked to; it always can.
            Check::Ponder => {}
            Check::VaryEqualMoves => self.set_variety(on),
            Check::RememberOpponent => {
                self.remembers = on;
                if !on {
                    self.engine.forget_opponent();
                }
            }
            Check::OwnBook => self.book.active = on,
            Check::FiftyMoveRule => {
                self.tables.options.fifty_moves = on;
                return self.open_tables();
            }
        }
        self.set_strength();
        self.engine.set_book_use(self.book);
        Ok(None)
    }

    fn turn(&mut self, which: Spin, number: i64) -> Result<Option<String>, Refusal> {
        let count = usize::try_from(number).unwrap_or(0);
        match which {
            Spin::Hash => {
                let mebibytes = u32::try_from(number).unwrap_or(0);
                self.engine.set_table_size(TableSize::mebibytes(mebibytes));
            }
            Spin::Threads => self.engine.set_threads(count),
            Spin::Lines => self.lines = count,
            Spin::Overhead => self.overhead = Millis(number),
            Spin::Seed => {
                self.engine.set_seed(number.unsigned_abs());
                self.book.seed = number.unsigned_abs();
            }
            Spin::Contempt => self.contempt = number,
            Spin::ObjectiveContempt => {
                let contempt = i32::try_from(number).unwrap_or(0);
                self.engine.set_objective_contempt(Centipawns(contempt));
            }
            Spin::RatingAdvantage => self.rating_advantage = number,
            Spin::Elo => self.rating = number,
            Spin::Skill => self.skill = Some(number),
            Spin::BookDepth => self.book.last_ply = Ply(u16::try_from(number).unwrap_or(1)),
            Spin::ProbeDepth => {
                self.tables.probe_depth = Ply(u16::try_from(number).unwrap_or(1));
                return self.open_tables();
            }
            Spin::ProbeLimit => {
                self.tables.options.probe_limit = count;
                return self.open_tables();
            }
        }
        self.set_strength();
        self.engine.set_contempt(self.contempt());
        self.engine.set_book_use(self.book);
        Ok(None)
    }

    fn choose(&mut self, which: Choice, word: &str) -> Result<(), Refusal> {
        match which {
            Choice::Heuristic => {
                word.clone_into(&mut self.chosen_heuristic);
                self.load_heuristic(word)?;
            }
            Choice::Level => {
                self.level = Level::ALL.into_iter().find(|level| level.name() == word);
                self.set_strength();
            }
            Choice::BookVariety => {
                self.book.variety = match word {
                    BEST => BookVariety::Best,
                    _ => BookVariety::Weighted,
                };
                self.engine.set_book_use(self.book);
            }
            Choice::Objective => {
                self.policy = match word {
                    ADAPT => Policy::Adapt,
                    word => Policy::Fixed(
                        word.parse::<Objective>()
                            .map_err(|error| error.to_string())?
                            .into(),
                    ),
                };
            }
            // Programs that send every option at its default are not to undo the single ones.
            Choice::Personality if self.personality == word => {}
            Choice::Personality => self.take_on(word)?,
        }
        Ok(())
    }

    /// Sets what a personality stands for.
    pub(super) fn take_on(&mut self, personality: &str) -> Result<(), Refusal> {
        personality.clone_into(&mut self.personality);
        for (name, value) in settings_of(personality) {
            let setting = options::read(name, Some(&value)).map_err(|error| error.to_string())?;
            self.apply(setting)?;
        }
        Ok(())
    }

    fn write(&mut self, which: Text, text: &str) -> Result<Option<String>, Refusal> {
        match which {
            Text::Opponent => self.opponent = Opponent::read(text),
            Text::StyleTable => self.load_styles(text)?,
            Text::Database => self.archive.open(text)?,
            Text::HeuristicFile if text.is_empty() => {
                let chosen = self.chosen_heuristic.clone();
                self.load_heuristic(&chosen)?;
            }
            Text::HeuristicFile => self.load_heuristic(text)?,
            // What the engine says of itself is for reading only.
            Text::About => {}
            Text::SettingsFile => {
                text.clone_into(&mut self.settings_file);
                return self.reload();
            }
            Text::BookFile => return self.open_book(text),
            Text::SyzygyPath => {
                text.clone_into(&mut self.tables.folders);
                return self.open_tables();
            }
        }
        Ok(None)
    }

    /// Whether equal moves are drawn among.
    pub(in crate::protocol) const fn set_variety(&mut self, on: bool) {
        self.varies_equals = on;
        self.engine.vary_equals(on);
    }

    fn set_strength(&mut self) {
        self.engine.set_strength(Strength {
            rating: self.limits_strength.then_some(self.rating),
            skill: self.skill,
            level: self.level,
        });
    }
}
