//! Applies options to the session.

use super::{EngineSession, OptionRefusal};
use crate::book::BookVariety;
use crate::engine::ExplainTiming;
use crate::engine::strength::{DepthLevel, Strength};
use crate::model::Objective;
use crate::opponent::AnswerPolicy;
use crate::protocol::opponent::OpponentInfo;
#[cfg(feature = "tunable-search")]
use crate::protocol::options::tunable_constants;
use crate::protocol::options::{
    self, ADAPT, BEST, ButtonOption, CheckOption, ChoiceOption, OptionSetting, SpinOption, THESIS,
    TextOption, settings_of,
};
use crate::search::TableSize;
use crate::units::{Centipawns, Millis, Ply};
use shakmaty::CastlingMode;

impl EngineSession {
    /// Applies an option.
    pub(super) fn apply(
        &mut self,
        setting: OptionSetting,
    ) -> Result<Option<String>, OptionRefusal> {
        match setting {
            OptionSetting::Check(which, on) => return self.switch(which, on),
            OptionSetting::Spin(which, number) => return self.turn(which, number),
            OptionSetting::Choice(which, word) => self.choose(which, &word)?,
            OptionSetting::Text(which, text) => return self.write(which, &text),
            OptionSetting::Press(ButtonOption::ClearHash) => self.engine.clear(),
            OptionSetting::Press(ButtonOption::ReloadSettings) => return self.reload(),
        }
        Ok(None)
    }

    fn switch(&mut self, which: CheckOption, on: bool) -> Result<Option<String>, OptionRefusal> {
        match which {
            CheckOption::Adaptation => self.adapts = on,
            CheckOption::AnalyseMode => self.only_analyses = on,
            CheckOption::Chess960 => self.castling = CastlingMode::from_chess960(on),
            CheckOption::Explain => self.engine.set_explains(if on {
                ExplainTiming::BeforeMove
            } else {
                ExplainTiming::Never
            }),
            CheckOption::LimitStrength => self.limits_strength = on,
            CheckOption::OfferDraws => self.offers_draws = on,
            CheckOption::Resign => self.resigns = on,
            CheckOption::ShowWdl => self.shows_chances = on,
            // `Ponder` announces that the client may ask to ponder; the engine always can.
            CheckOption::Ponder => {}
            CheckOption::VaryEqualMoves => self.set_variety(on),
            CheckOption::RememberOpponent => {
                self.remembers = on;
                self.begin_game();
                if !on {
                    self.engine.forget_opponent();
                }
            }
            CheckOption::OwnBook => self.book.active = on,
            CheckOption::FiftyMoveRule => {
                self.tables.options.fifty_moves = on;
                return self.open_tables();
            }
        }
        self.set_strength();
        self.engine.set_book_use(self.book);
        Ok(None)
    }

    fn turn(&mut self, which: SpinOption, number: i64) -> Result<Option<String>, OptionRefusal> {
        let count = usize::try_from(number).unwrap_or(0);
        match which {
            SpinOption::Hash => {
                let mebibytes = u32::try_from(number).unwrap_or(0);
                self.engine.set_table_size(TableSize::mebibytes(mebibytes));
            }
            SpinOption::Threads => self.engine.set_threads(count),
            SpinOption::Lines => self.lines = count,
            SpinOption::Overhead => self.overhead = Millis(number),
            SpinOption::Seed if number == 0 => self.draw_seed(),
            SpinOption::Seed => self.set_seed(number.unsigned_abs()),
            #[cfg(feature = "tunable-search")]
            SpinOption::Constant(place) => {
                if let Some((constant, value)) = tunable_constants()
                    .nth(place)
                    .zip(i32::try_from(number).ok())
                {
                    constant.set(value);
                }
            }
            SpinOption::Contempt => self.contempt = number,
            SpinOption::ObjectiveContempt => {
                let contempt = i32::try_from(number).unwrap_or(0);
                self.engine.set_objective_contempt(Centipawns(contempt));
            }
            SpinOption::SideBonus => {
                let bonus = i32::try_from(number).unwrap_or(0);
                self.engine.set_side_bonus(Centipawns(bonus));
            }
            SpinOption::RatingAdvantage => self.rating_advantage = number,
            SpinOption::Elo => self.rating = number,
            SpinOption::Skill => self.skill = Some(number),
            SpinOption::BookDepth => self.book.last_ply = Ply(u16::try_from(number).unwrap_or(1)),
            SpinOption::ProbeDepth => {
                self.tables.probe_depth = Ply(u16::try_from(number).unwrap_or(1));
                return self.open_tables();
            }
            SpinOption::ProbeLimit => {
                self.tables.options.probe_limit = count;
                return self.open_tables();
            }
        }
        self.set_strength();
        self.engine.set_contempt(self.contempt());
        self.engine.set_book_use(self.book);
        Ok(None)
    }

    fn choose(&mut self, which: ChoiceOption, word: &str) -> Result<(), OptionRefusal> {
        match which {
            ChoiceOption::Heuristic => {
                word.clone_into(&mut self.chosen_heuristic);
                self.load_heuristic(word)?;
            }
            ChoiceOption::Level => {
                self.level = DepthLevel::ALL
                    .into_iter()
                    .find(|level| level.name() == word);
                self.set_strength();
            }
            ChoiceOption::BookVariety => {
                self.book.variety = match word {
                    BEST => BookVariety::Best,
                    _ => BookVariety::Weighted,
                };
                self.engine.set_book_use(self.book);
            }
            ChoiceOption::Objective => {
                self.objective = match word {
                    ADAPT => None,
                    word => {
                        let objective = word.parse::<Objective>();
                        Some(objective.map_err(|error| error.to_string())?.into())
                    }
                };
            }
            ChoiceOption::Policy => {
                self.policy = match word {
                    THESIS => AnswerPolicy::Thesis,
                    _ => AnswerPolicy::Adapt,
                };
            }
            // Some programs send every option at its default; that must not undo options set singly.
            ChoiceOption::Personality if self.personality == word => {}
            ChoiceOption::Personality => self.take_on(word)?,
        }
        Ok(())
    }

    /// Sets the options that a personality stands for.
    pub(super) fn take_on(&mut self, personality: &str) -> Result<(), OptionRefusal> {
        personality.clone_into(&mut self.personality);
        for (name, value) in settings_of(personality) {
            let setting = options::read(name, Some(&value)).map_err(|error| error.to_string())?;
            self.apply(setting)?;
        }
        Ok(())
    }

    fn write(&mut self, which: TextOption, text: &str) -> Result<Option<String>, OptionRefusal> {
        match which {
            TextOption::Opponent => {
                let origin = std::mem::take(&mut self.opponent.origin);
                self.opponent = OpponentInfo {
                    origin,
                    ..OpponentInfo::read(text)
                };
            }
            TextOption::StyleTable => {
                self.begin_game();
                self.load_styles(text)?;
            }
            TextOption::Database => {
                self.begin_game();
                self.archive.open(text)?;
            }
            TextOption::HeuristicFile if text.is_empty() => {
                let chosen = self.chosen_heuristic.clone();
                self.load_heuristic(&chosen)?;
            }
            TextOption::HeuristicFile => self.load_heuristic(text)?,
            // The description of the engine is read-only.
            TextOption::About => {}
            TextOption::SettingsFile => {
                text.clone_into(&mut self.settings_file);
                return self.reload();
            }
            TextOption::BookFile => return self.open_book(text),
            TextOption::SyzygyPath => {
                text.clone_into(&mut self.tables.folders);
                return self.open_tables();
            }
        }
        Ok(None)
    }

    /// Sets whether the engine chooses at random among equal moves.
    pub(in crate::protocol) const fn set_variety(&mut self, on: bool) {
        self.varies_equals = on;
        self.engine.vary_equals(on);
    }

    fn set_strength(&mut self) {
        self.engine.set_strength(Strength {
            rating: self.limits_strength.then_some(self.rating),
            skill: self.skill,
            level: self.level,
            ..Strength::default()
        });
    }
}
