//! Commands besides moves: the console of *Joli* (Cazalás and Artola, 2013, appendix B.2).

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use shakmaty::{Chess, Position as _};

use super::PlaySession;
use crate::cli::facts;
use crate::cli::output::print;
use crate::cli::play::console_messages::{self as said, Usage};
use crate::cli::play::evaluation::evaluation;
use crate::cli::play::faults::{detail, fault};
use crate::cli::play::input::{PositionQuestion, file_and_number};
use crate::cli::play::{STRETCH, position_file};
use bayeschess::board::{fen, notation, perft};
use bayeschess::engine::{LONGEST_MATE, SettingsFile};
use bayeschess::search::mate::{MateVerdict, prove};
use bayeschess::search::{MOST_HASH, TableSize};
use bayeschess::units::Ply;

/// Greatest depth of `perft`; one more ply would take minutes.
const DEEPEST_COUNT: u32 = 6;

/// Node limit of the mate search: a few seconds.
const MATE_NODES: u64 = 5_000_000;

impl PlaySession {
    /// Answers a question about the position.
    pub(super) fn answer(&mut self, question: PositionQuestion) -> anyhow::Result<()> {
        let language = self.set.language;
        let position = self.game.position();
        match question {
            PositionQuestion::Board => self.show_board(),
            PositionQuestion::Facts => print(&facts::of_position(&self.game, language)),
            PositionQuestion::One(fact) => {
                print(&facts::one_of_position(&self.game, fact, language))
            }
            PositionQuestion::Fen => print(&format!("{}\n", fen::write(position))),
            PositionQuestion::Game => print(&self.moves_so_far()),
            PositionQuestion::Evaluation => {
                self.set.engine.set_game(self.game.clone());
                print(&evaluation(language, &self.set.engine.explain()))
            }
            PositionQuestion::Count(depth) if (1..=DEEPEST_COUNT).contains(&depth) => {
                let leaves = perft::perft(position, depth);
                print(&said::counted(language, leaves, depth))
            }
            PositionQuestion::Count(_) => {
                print(&said::usage(language, Usage::Perft(DEEPEST_COUNT)))
            }
            PositionQuestion::Mate(moves) if (1..=LONGEST_MATE).contains(&moves) => {
                print(&self.look_for_mate(position, moves))
            }
            PositionQuestion::Mate(_) => print(&said::usage(language, Usage::Mate)),
        }
    }

    /// The moves of the game, numbered.
    fn moves_so_far(&self) -> String {
        let mut text = String::new();
        let mut position = self.game.start().clone();
        for (ply, m) in self.game.moves().iter().enumerate() {
            if position.turn().is_white() {
                // Writing to a string cannot fail.
                let _ = write!(text, "{}. ", position.fullmoves());
            } else if ply == 0 {
                let _ = write!(text, "{}... ", position.fullmoves());
            }
            text += &notation::write(&position, *m, self.set.language);
            text.push(' ');
            position.play_unchecked(*m);
        }
        text.trim_end().to_owned() + "\n"
    }

    /// Searches a mate in a position of a file, given by file name, position number and moves.
    pub(super) fn mate_of(&self, text: &str) -> anyhow::Result<()> {
        let (rest, moves) = file_and_number(text);
        let (file, number) = file_and_number(rest);
        let moves = moves.and_then(|moves| u16::try_from(moves).ok());
        match (number, moves) {
            (Some(number), Some(moves)) if (1..=LONGEST_MATE).contains(&moves) => {
                match position_file::read_numbered_position(Path::new(file), number) {
                    Ok(position) => print(&self.look_for_mate(&position, moves)),
                    Err(error) => print(&fault(self.set.language, file, &error)),
                }
            }
            _ => print(&said::usage(self.set.language, Usage::MateOfFile)),
        }
    }

    fn look_for_mate(&self, position: &Chess, moves: u16) -> String {
        let language = self.set.language;
        let verdict = prove(position, moves, MATE_NODES);
        let key = match verdict {
            MateVerdict::Mate { key, .. } => notation::write(position, key, language),
            MateVerdict::NoMate | MateVerdict::Unknown { .. } => String::new(),
        };
        said::mate(language, verdict, moves, &key)
    }

    /// The engine plays both sides to the end of the game.
    pub(super) fn play_both(&mut self) -> anyhow::Result<()> {
        while self.over.is_none() && !self.set.cancel.is_raised() {
            self.play_engine_move()?;
            self.check_ending()?;
        }
        Ok(())
    }

    /// The engine moves for the user, who then plays the other side.
    pub(super) fn change_sides(&mut self) -> anyhow::Result<()> {
        self.set.human = !self.set.human;
        self.play_engine_move()?;
        self.check_ending()
    }

    /// Sets the depth limit in plies.
    pub(super) fn set_depth(&mut self, depth: u16) -> anyhow::Result<()> {
        if !(1..=100).contains(&depth) {
            return print(&said::usage(self.set.language, Usage::Depth));
        }
        self.set.limits.depth = Some(Ply(depth));
        print(&said::depth_set(self.set.language, depth))
    }

    /// Sets the thinking time per move in milliseconds.
    pub(super) fn set_time(&mut self, milliseconds: u64) -> anyhow::Result<()> {
        if !(10..=3_600_000).contains(&milliseconds) {
            return print(&said::usage(self.set.language, Usage::Time));
        }
        let time = Duration::from_millis(milliseconds);
        self.set.limits.soft = Some(time);
        self.set.limits.hard = Some(time * STRETCH);
        print(&said::time_set(self.set.language, milliseconds))
    }

    /// Sets the size of the transposition table in mebibytes.
    pub(super) fn set_memory(&mut self, mebibytes: u32) -> anyhow::Result<()> {
        if !(1..=MOST_HASH).contains(&mebibytes) {
            return print(&said::usage(self.set.language, Usage::Memory));
        }
        self.set
            .engine
            .set_table_size(TableSize::mebibytes(mebibytes));
        print(&said::memory_set(self.set.language, mebibytes))
    }

    /// Reads settings of search and evaluation from a file, or again from the last one.
    pub(super) fn read_settings(&mut self, file: String) -> anyhow::Result<()> {
        let last = self.settings.take();
        let Some(file) = Some(file).filter(|file| !file.is_empty()).or(last) else {
            return print(&said::usage(self.set.language, Usage::Settings));
        };
        let language = self.set.language;
        let said = match SettingsFile::load(Path::new(&file)) {
            Err(error) => {
                let spanish = format!("{file}: no se puede usar");
                detail(language, &spanish, &error.to_string()) + said::settings_stay(language)
            }
            Ok(settings) => {
                self.set.engine.set_tuning(settings.tuning);
                let idle = self.set.engine.idle_tuning();
                said::settings_read(language, &file, !settings.options.is_empty(), &idle)
            }
        };
        self.settings = Some(file);
        print(&said)
    }
}
