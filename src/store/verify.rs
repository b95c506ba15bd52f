//! Verification of a database, from the pages of the file to the rules of chess.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::ops::ControlFlow;

use serde::Serialize;
use shakmaty::{ByColor, Color, Position as _};

use super::error::StoreError;
use super::games::{GameFilter, GameKey, StoredGame};
use super::levels;
use super::open::Store;
use super::pack::PackedGame;
use super::run::{Run, RunKind};
use crate::board::GameState;
use crate::board::notation::color_name;
use crate::foreign;
use crate::phase::Phase;
use crate::record::{Case, Game, LevelDraw, Termination};

/// A fault found by verification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifyFinding {
    /// Place of the fault: a page, a table, a run, a game.
    pub place: String,
    /// Description of the fault.
    pub what: String,
}

impl fmt::Display for VerifyFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// The result of verifying a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Number of games checked.
    pub games: u64,
    /// Number of cases checked.
    pub cases: u64,
    /// Number of collected games checked.
    pub collected: u64,
    /// True if the file has no content: the command that makes it was stopped early, or its content is lost.
    pub is_empty_file: bool,
    /// Faults found.
    pub findings: Vec<VerifyFinding>,
}

impl VerifyReport {
    pub(super) fn note(&mut self, place: &dyn Display, what: &dyn Display) {
        self.findings.push(VerifyFinding {
            place: foreign::one_line(&place.to_string()),
            what: foreign::one_line(&what.to_string()),
        });
    }
}

impl Store {
    /// Checks the schema, every page, row, key, game, case and collected game.
    ///
    /// # Errors
    ///
    /// [`StoreError`] only if the database cannot be read at all; damage is a finding.
    pub fn verify(&self) -> Result<VerifyReport, StoreError> {
        self.in_one_view(Self::verify_all)
    }

    fn verify_all(&self) -> Result<VerifyReport, StoreError> {
        let mut seen = VerifyReport {
            is_empty_file: self.is_of_empty_file(),
            ..VerifyReport::default()
        };
        for check in [
            Self::verify_schema,
            Self::verify_pages,
            Self::verify_rows,
            Self::verify_runs,
            Self::verify_games,
            Self::verify_collected,
        ] {
            match check(self, &mut seen) {
                Err(StoreError::Damaged { place, what, .. }) => seen.note(&place, &what),
                checked => checked?,
            }
        }
        Ok(seen)
    }

    fn verify_games(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        let looked = self.for_each_packed(&GameFilter::default(), |run, game, checksum| {
            let key = GameKey {
                run: run.key.clone(),
                number: game.number,
            };
            seen.games += 1;
            seen.cases += game.cases.len() as u64;
            for what in faults(run, &game, checksum) {
                seen.note(&key, &what);
            }
            Ok(ControlFlow::Continue(()))
        });
        match looked {
            Err(StoreError::Damaged { place, what, .. }) => {
                seen.note(
                    &place,
                    &format_args!(
                        "{what}; the games after it, and the number of rows, were not looked at"
                    ),
                );
                Ok(())
            }
            looked => looked.and_then(|()| self.verify_counts(seen)),
        }
    }

    /// Runs SQLite's own checks: pages, indices, constraints, references.
    fn verify_pages(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        let lines = self.lines("PRAGMA integrity_check", |row| row.get::<_, String>(0))?;
        for line in lines.into_iter().filter(|line| line != "ok") {
            // SQLite may report several faults in one row.
            for sentence in line.lines().filter(|line| !line.starts_with("***")) {
                seen.note(&"the file", &sentence);
            }
        }
        let orphans = self.lines("PRAGMA foreign_key_check", |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, Option<i64>>(1)?,
                row.get::<_, String>(2)?,
            ))
        })?;
        for (table, row, parent) in orphans {
            let row = row.map_or_else(String::new, |row| format!(", row {row}"));
            seen.note(
                &format_args!("table {table}{row}"),
                &format_args!("what it refers to is not in table {parent}"),
            );
        }
        Ok(())
    }

    fn lines<T>(
        &self,
        pragma: &str,
        of: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.connection
            .prepare(pragma)
            .and_then(|mut statement| statement.query_map((), of)?.collect())
            .map_err(|error| self.explain(error))
    }

    fn verify_runs(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        for run in self.runs()? {
            if run.settings.kind == RunKind::Selfplay && run.settings.key() != run.key {
                seen.note(
                    &format_args!("run {}", run.key),
                    &"its settings are not those that its key was made of",
                );
            }
        }
        Ok(())
    }

    /// Checks that every row of games and cases belongs to a run and a game.
    fn verify_counts(&self, seen: &mut VerifyReport) -> Result<(), StoreError> {
        for (table, reached) in [("games", seen.games), ("cases", seen.cases)] {
            let rows: u64 = self
                .connection
                .query_row(&format!("SELECT count(*) FROM {table}"), (), |row| {
                    row.get(0)
                })
                .map_err(|error| self.explain(error))?;
            if rows != reached {
                seen.note(
                    &format_args!("table {table}"),
                    &format_args!("{rows} rows, but {reached} belong to a run and a game"),
                );
            }
        }
        Ok(())
    }
}

/// Returns the faults of one game, whose stored checksum is `checksum`.
pub(super) fn faults(run: &Run, game: &PackedGame, checksum: i64) -> Vec<String> {
    let mut faults = Vec::new();
    if game.checksum() != checksum {
        faults.push("its bytes are not those that were written (checksum)".to_owned());
    }
    if game.number >= run.games_wanted {
        faults.push(format!(
            "its number is too high: its run has {} games",
            run.games_wanted
        ));
    }
    for case in &game.cases {
        let count = levels::count(&case.levels);
        if count != usize::from(run.settings.levels) {
            faults.push(format!(
                "the case of {} for {} has {count} levels, not {}",
                case.phase, case.side, run.settings.levels
            ));
        }
        if case.result != game.result.seen_by(case.side) {
            faults.push(format!(
                "the case of {} for {} says {}, but the game ended {}",
                case.phase, case.side, case.result, game.result
            ));
        }
    }
    match game.unpack() {
        Err(what) => faults.push(what),
        Ok(unpacked) => {
            let (opening, plies) = (
                usize::from(unpacked.record.opening_plies),
                unpacked.record.moves.len(),
            );
            if opening > plies {
                faults.push(format!(
                    "an opening of {opening} plies in a game of {plies}"
                ));
            }
            faults.extend(ending_fault(&unpacked.record));
            faults.extend(phase_faults(run, &unpacked));
        }
    }
    faults
}

/// Returns a fault if a game that ended by the rules of chess has another result or termination on the board.
fn ending_fault(record: &Game) -> Option<String> {
    let on_the_board = matches!(
        record.termination,
        Termination::Checkmate
            | Termination::Stalemate
            | Termination::Repetition
            | Termination::FiftyMoves
            | Termination::InsufficientMaterial
    );
    if !on_the_board {
        return None;
    }
    let mut game = GameState::from_position(record.start.clone());
    record.moves.iter().for_each(|&m| game.play(m));
    let ending = game
        .ending()
        .map(|ending| (ending.result, ending.termination));
    let said = record.result.map(|result| (result, record.termination));
    (ending != said).then(|| {
        let shown = ending.map_or_else(
            || "no end".to_owned(),
            |(result, termination)| format!("{result} by {termination}"),
        );
        format!(
            "it is said to have ended {} by {}, but the board shows {shown}",
            record.result.map_or("*", |result| result.as_pgn()),
            record.termination
        )
    })
}

/// Returns the cases that cannot be, or are missing. In self-play a side whose levels were drawn has a case for each phase
/// in which it chose a move.
fn phase_faults(run: &Run, game: &StoredGame) -> Vec<String> {
    let record = &game.record;
    let mut position = record.start.clone();
    let mut reached = BTreeSet::from([Phase::of(&position)]);
    let mut chosen = ByColor::<BTreeSet<Phase>>::default();
    for (ply, &m) in record.moves.iter().enumerate() {
        let is_given = ply < usize::from(record.opening_plies);
        if !is_given && position.legal_moves().len() > 1 {
            let phase = Phase::of(&position);
            chosen.get_mut(position.turn()).insert(phase);
        }
        position.play_unchecked(m);
        reached.insert(Phase::of(&position));
    }
    let mut faults: Vec<String> = game
        .cases
        .iter()
        .filter(|case| !reached.contains(&case.phase))
        .map(|case| {
            format!(
                "a case of {} for {}, but it never reached that phase",
                case.phase,
                color_name(case.side)
            )
        })
        .collect();
    let draws = run.settings.draws();
    let is_drawn = [LevelDraw::Uniform, LevelDraw::Designed].map(|draw| draws.contains(draw));
    if run.settings.kind != RunKind::Selfplay || !is_drawn.contains(&true) {
        return faults;
    }
    let has = |side: Color| game.cases.iter().any(|case| case.side == side);
    for side in Color::ALL.into_iter().filter(|side| has(*side)) {
        for phase in chosen.get(side) {
            let is_there = |case: &Case| case.side == side && case.phase == *phase;
            if !game.cases.iter().any(is_there) {
                let side = color_name(side);
                faults.push(format!("no case of {phase} for {side}, who moved in it"));
            }
        }
    }
    if game.cases.is_empty() && chosen.iter().all(|phases| !phases.is_empty()) {
        faults.push("no case, although both sides moved".to_owned());
    }
    faults
}
