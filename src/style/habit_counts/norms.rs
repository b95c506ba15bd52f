//! Norms of populations: counts of habits and endings of both players, by rating band.
//!
//! Masters are compared with the [`BackgroundCounts`](super::BackgroundCounts) instead, which know eras and openings.

use shakmaty::Color;

use super::STAGES;
use crate::bayes::add_multiple;
use crate::style::circumstance::RelativeStrength;
use crate::style::habits::{Habit, HabitShares};
use crate::style::population::{Peers, Population, RatingBand};
use crate::style::sign::SignLayout;
use crate::style::sign_values::{SignValues, UNSEEN};
use crate::style::thresholds::HabitThresholds;

/// Number of games of the population that are added to each band's frequencies (shrinkage). Lower than for a cell,
/// since bands differ much.
const BAND_PULL: f64 = 10.0;

/// Number of games of the band that are added to each cell's frequencies.
const CELL_PULL: f64 = 50.0;

/// Counts by population and rating band, at the end of games and in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PopulationNorms {
    /// Rows by population, band, relative strength and colour: number of sides, then counts of values. Empty if
    /// nothing was counted.
    pub(super) whole: Vec<u32>,
    /// Rows by population, band and stage: number of sides, then counts of habits' values. Empty if nothing was
    /// counted.
    pub(super) stages: Vec<u32>,
    habits: usize,
    endings: usize,
}

/// Rows of whole games for one population and band.
const CELLS: usize = RelativeStrength::COUNT * 2;

impl PopulationNorms {
    pub(super) fn new(layout: &SignLayout) -> Self {
        Self {
            whole: Vec::new(),
            stages: Vec::new(),
            habits: layout.habits(),
            endings: layout.endings().len(),
        }
    }

    /// Makes a table from stored counts; their number is checked against the thresholds later.
    pub fn from_counts(whole: Vec<u32>, stages: Vec<u32>, layout: &SignLayout) -> Self {
        Self {
            whole,
            stages,
            ..Self::new(layout)
        }
    }

    /// Returns the counts of whole games and of games in progress, row by row.
    pub fn counts(&self) -> [&[u32]; 2] {
        [&self.whole, &self.stages]
    }

    /// Returns true if nothing was counted.
    pub const fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    const fn sizes(&self) -> [usize; 2] {
        let groups = Population::ALL.len() * RatingBand::COUNT;
        [
            groups * CELLS * self.whole_width(),
            groups * STAGES.len() * (1 + self.habits),
        ]
    }

    const fn whole_width(&self) -> usize {
        1 + self.habits + self.endings
    }

    pub(super) fn fits(&self) -> bool {
        let [whole, stages] = self.sizes();
        (self.is_empty() && self.stages.is_empty())
            || (self.whole.len() == whole && self.stages.len() == stages)
    }

    /// Allocates the tables, before counting.
    pub(super) fn fill(&mut self) {
        let [whole, stages] = self.sizes();
        self.whole.resize(whole, 0);
        self.stages.resize(stages, 0);
    }

    /// Empties a table whose counts are all zero.
    pub(super) fn trim(&mut self) {
        if self
            .whole
            .iter()
            .chain(&self.stages)
            .all(|count| *count == 0)
        {
            self.whole = Vec::new();
            self.stages = Vec::new();
        }
    }

    const fn group(population: Population, band: RatingBand) -> usize {
        population as usize * RatingBand::COUNT + band.index()
    }

    /// Counts one side of a finished game; returns false for masters and for an unknown population.
    pub(super) fn add(&mut self, reading: &SignValues, layout: &SignLayout) -> bool {
        let Some(population) = counted(reading.cell.peers()) else {
            return false;
        };
        self.fill();
        let width = self.whole_width();
        let group = Self::group(population, reading.cell.peers().band);
        let cell = reading.cell.strength() as usize * 2 + reading.cell.color as usize;
        let row = &mut self.whole[(group * CELLS + cell) * width..][..width];
        row[0] += 1;
        for (start, value) in layout.starts().iter().zip(reading.values()) {
            let place = if *start < self.habits {
                *start
            } else if *start >= 2 * self.habits && *value != UNSEEN {
                *start - self.habits
            } else {
                continue;
            };
            row[1 + place + usize::from(*value)] += 1;
        }
        true
    }

    /// Counts the habits that a side has shown by a stage.
    pub(super) fn add_stage(
        &mut self,
        stage: usize,
        peers: Peers,
        shares: &HabitShares,
        borders: &HabitThresholds,
        layout: &SignLayout,
    ) {
        let Some(population) = counted(peers) else {
            return;
        };
        self.fill();
        let width = 1 + self.habits;
        let row = Self::group(population, peers.band) * STAGES.len() + stage;
        let row = &mut self.stages[row * width..][..width];
        row[0] += 1;
        for (start, habit) in layout.starts().iter().zip(Habit::ALL) {
            row[1 + start + usize::from(borders.value(*habit, shares.of(*habit)))] += 1;
        }
    }

    /// Returns the number of sides of games of a population in a rating band.
    pub fn sides(&self, population: Population, band: RatingBand) -> u64 {
        let width = self.whole_width();
        let group = Self::group(population, band);
        (0..CELLS)
            .filter_map(|cell| self.whole.get((group * CELLS + cell) * width))
            .map(|sides| u64::from(*sides))
            .sum()
    }

    /// Returns the number of sides of games that the norms of a population are made from in a rating band.
    pub fn peer_sides(&self, population: Population, band: RatingBand) -> u64 {
        members(population)
            .iter()
            .map(|member| self.sides(*member, band))
            .sum()
    }

    /// Returns the populations with counted games; [`Population::Online`] is one if any site has some.
    pub fn populations(&self) -> impl Iterator<Item = Population> {
        Population::ALL.into_iter().filter(|population| {
            members(*population)
                .iter()
                .any(|member| RatingBand::all().any(|band| self.sides(*member, band) > 0))
        })
    }

    /// Returns the share of a band's expectation that comes from its whole population.
    ///
    /// From 0 (many games of the band were counted) to 1 (none).
    pub fn borrowed(&self, population: Population, band: RatingBand) -> f64 {
        if band == RatingBand::UNKNOWN {
            return 1.0;
        }
        BAND_PULL / (self.peer_sides(population, band) as f64 + BAND_PULL)
    }

    /// Returns the expected frequencies of a population.
    pub fn usual(&self, population: Population) -> UsualFrequencies {
        let width = self.whole_width();
        let mut cells = vec![Frequencies::new(width - 1); RatingBand::COUNT * CELLS];
        let mut stages = vec![Frequencies::new(self.habits); RatingBand::COUNT * STAGES.len()];
        for member in members(population) {
            let from = Self::group(*member, RatingBand::of(Some(0)));
            let rows = self.whole.chunks_exact(width).skip(from * CELLS);
            cells
                .iter_mut()
                .zip(rows)
                .for_each(|(cell, row)| cell.add(row));
            let rows = self.stages.chunks_exact(1 + self.habits);
            let rows = rows.skip(from * STAGES.len());
            stages
                .iter_mut()
                .zip(rows)
                .for_each(|(stage, row)| stage.add(row));
        }
        let all = Frequencies::sum(cells.iter()).shrunk(&[], 0.0);
        let by_color = [0, 1].map(|color| {
            Frequencies::sum(cells.iter().skip(color).step_by(2)).shrunk(&all, CELL_PULL)
        });
        let cells = cells
            .chunks_exact(CELLS)
            .flat_map(|cells| {
                let band = Frequencies::sum(cells.iter()).shrunk(&all, BAND_PULL);
                cells
                    .iter()
                    .map(move |cell| cell.shrunk(&band, CELL_PULL))
                    .collect::<Vec<_>>()
            })
            .collect();
        let everywhere: Vec<Vec<f64>> = (0..STAGES.len())
            .map(|stage| {
                let bands = stages.iter().skip(stage).step_by(STAGES.len());
                Frequencies::sum(bands).shrunk(&[], 0.0)
            })
            .collect();
        let stages = stages
            .iter()
            .enumerate()
            .map(|(place, stage)| {
                let everywhere = &everywhere[place % STAGES.len()];
                if place / STAGES.len() == RatingBand::UNKNOWN.index() {
                    return everywhere.clone();
                }
                stage.shrunk(everywhere, BAND_PULL)
            })
            .collect();
        UsualFrequencies {
            habits: self.habits,
            cells,
            by_color,
            stages,
        }
    }
}

/// The expected frequencies of one population, by rating band.
#[derive(Clone, Debug, PartialEq)]
pub struct UsualFrequencies {
    habits: usize,
    /// By band, relative strength and colour: one side's habits, then endings.
    cells: Vec<Vec<f64>>,
    /// By colour, over all bands: one side's habits, then endings.
    by_color: [Vec<f64>; 2],
    /// By band and stage: one side's habits.
    stages: Vec<Vec<f64>>,
}

impl UsualFrequencies {
    /// Returns the frequencies of all signs, in the order of the layout, for a side of this band, strength and colour.
    pub fn signs(&self, band: RatingBand, strength: RelativeStrength, color: Color) -> Vec<f64> {
        let side = |strength: RelativeStrength, color: Color| {
            if band == RatingBand::UNKNOWN {
                return &self.by_color[color as usize];
            }
            &self.cells[band.index() * CELLS + strength as usize * 2 + color as usize]
        };
        let own = side(strength, color);
        let theirs = side(strength.flipped(), !color);
        let (own, endings) = own.split_at(self.habits);
        [own, &theirs[..self.habits], endings].concat()
    }

    /// Returns the frequencies of one side's habits at a stage.
    pub fn at_stage(&self, band: RatingBand, stage: usize) -> &[f64] {
        &self.stages[band.index() * STAGES.len() + stage]
    }
}

/// Sums of counts over rows, from which frequencies follow.
#[derive(Clone, Debug)]
struct Frequencies {
    sides: f64,
    sums: Vec<f64>,
}

impl Frequencies {
    fn new(width: usize) -> Self {
        Self {
            sides: 0.0,
            sums: vec![0.0; width],
        }
    }

    /// Adds a row of counts: number of sides, then values.
    fn add(&mut self, row: &[u32]) {
        let Some((sides, values)) = row.split_first() else {
            return;
        };
        self.sides += f64::from(*sides);
        for (sum, count) in self.sums.iter_mut().zip(values) {
            *sum += f64::from(*count);
        }
    }

    fn sum<'a>(rows: impl Iterator<Item = &'a Self>) -> Self {
        rows.fold(Self::new(0), |mut all, row| {
            all.sides += row.sides;
            all.sums.resize(row.sums.len(), 0.0);
            add_multiple(&mut all.sums, 1.0, &row.sums);
            all
        })
    }

    /// Returns the sums as frequencies, with `pull` sides of `towards` added.
    fn shrunk(&self, towards: &[f64], pull: f64) -> Vec<f64> {
        let total = (self.sides + pull).max(1.0);
        self.sums
            .iter()
            .enumerate()
            .map(|(place, sum)| (sum + pull * towards.get(place).copied().unwrap_or(0.0)) / total)
            .collect()
    }
}

/// Returns the population in whose norms a side is counted; `None` for masters and unknown peers.
fn counted(peers: Peers) -> Option<Population> {
    peers
        .population
        .filter(|population| *population != Population::Masters)
}

/// Returns the populations whose counts add up to the norms of this one.
const fn members(population: Population) -> &'static [Population] {
    match population {
        Population::Masters => &[],
        Population::Board => &[Population::Board],
        Population::Lichess => &[Population::Lichess],
        Population::ChessCom => &[Population::ChessCom],
        Population::Fics => &[Population::Fics],
        Population::Engine => &[Population::Engine],
        Population::Online => &[
            Population::Lichess,
            Population::ChessCom,
            Population::Fics,
            Population::Online,
        ],
    }
}
