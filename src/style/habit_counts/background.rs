//! The background: frequencies of habits and endings of all players in given circumstances.

use crate::style::circumstance::{Era, RelativeStrength, SideCircumstance};
use crate::style::sign::SignLayout;
use crate::style::sign_values::{SignValues, UNSEEN};

/// Number of games of the overall frequencies that are added to each cell (shrinkage).
const PULL: f64 = 50.0;

/// The share of an opening's effect that is subtracted. Both players agree on an opening; the opponent's half of
/// its effect is no sign of this player's style.
const OPENING_SHARE: f64 = 0.5;

/// Counts of one side's habits and of the game's end, by the rows of [`SideCircumstance::rows`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgroundCounts {
    /// Row by row: the number of games, then the counts of values.
    pub(super) counts: Vec<u32>,
    habits: usize,
    endings: usize,
}

impl BackgroundCounts {
    pub(super) fn new(layout: &SignLayout) -> Self {
        let (habits, endings) = (layout.habits(), layout.endings().len());
        Self {
            counts: vec![0; SideCircumstance::ROWS * (1 + habits + endings)],
            habits,
            endings,
        }
    }

    /// Makes a table from stored counts; their number is checked against the thresholds later.
    pub fn from_counts(counts: Vec<u32>, layout: &SignLayout) -> Self {
        Self {
            counts,
            ..Self::new(layout)
        }
    }

    /// Returns the counts, row by row.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    pub(super) fn fits(&self, layout: &SignLayout) -> bool {
        self.counts.len() == Self::new(layout).counts.len()
    }

    /// Returns the number of sides of games that were counted.
    pub fn sides(&self) -> u64 {
        let rows = self.counts.chunks_exact(self.row_width());
        rows.take(SideCircumstance::COUNT)
            .map(|row| u64::from(row[0]))
            .sum()
    }

    const fn row_width(&self) -> usize {
        1 + self.habits + self.endings
    }

    pub(super) fn add(&mut self, reading: &SignValues, layout: &SignLayout) {
        let width = self.row_width();
        for row in reading.cell.rows() {
            let row = &mut self.counts[row * width..][..width];
            row[0] += 1;
            // The opponent's habits are counted in the opponent's row.
            let habits = layout
                .starts()
                .iter()
                .take_while(|start| **start < self.habits);
            for (start, value) in habits.zip(reading.values()) {
                row[1 + start + usize::from(*value)] += 1;
            }
            for (start, value) in layout.starts().iter().zip(reading.values()) {
                if *start >= 2 * self.habits && *value != UNSEEN {
                    row[1 + start - self.habits + usize::from(*value)] += 1;
                }
            }
        }
    }

    /// Returns the frequencies over all cells: one side's habits, then endings.
    fn overall(&self) -> Vec<f64> {
        self.pooled(
            |row| row < SideCircumstance::COUNT,
            &vec![0.0; self.habits + self.endings],
            0.0,
        )
    }

    /// Returns the frequencies over chosen rows, with `pull` games of `towards` added.
    fn pooled(&self, chosen: impl Fn(usize) -> bool, towards: &[f64], pull: f64) -> Vec<f64> {
        let mut games = 0.0;
        let mut sums = vec![0.0; self.habits + self.endings];
        for (_, row) in self
            .counts
            .chunks_exact(self.row_width())
            .enumerate()
            .filter(|(row, _)| chosen(*row))
        {
            games += f64::from(row[0]);
            for (sum, count) in sums.iter_mut().zip(&row[1..]) {
                *sum += f64::from(*count);
            }
        }
        let total = (games + pull).max(1.0);
        sums.iter()
            .zip(towards)
            .map(|(sum, towards)| (sum + pull * towards) / total)
            .collect()
    }

    /// Returns the expected frequencies of one side in each cell: habits, then endings.
    ///
    /// Half of a cell's expectation comes from its era and colour, half from its opening as well.
    pub fn expected(&self) -> Vec<Vec<f64>> {
        let overall = self.overall();
        let era_of = |cell: usize| (cell / 2 % Era::COUNT, cell % 2);
        let by_era: Vec<Vec<f64>> = (0..Era::COUNT * 2)
            .map(|wanted| {
                let own = (wanted / 2, wanted % 2);
                if own.0 == Era::Unknown as usize {
                    // Without a date: the mean over all dates.
                    return self.pooled(
                        |row| row < SideCircumstance::COUNT && row % 2 == own.1,
                        &overall,
                        PULL,
                    );
                }
                self.pooled(
                    |row| row < SideCircumstance::COUNT && era_of(row) == own,
                    &overall,
                    PULL,
                )
            })
            .collect();
        (0..SideCircumstance::COUNT)
            .map(|cell| {
                let (era, color) = era_of(cell);
                let towards = &by_era[era * 2 + color];
                let opening = if era == Era::Unknown as usize {
                    let own = cell / (Era::COUNT * 2);
                    self.pooled(
                        |row| {
                            row < SideCircumstance::COUNT
                                && row / (Era::COUNT * 2) == own
                                && row % 2 == color
                        },
                        towards,
                        PULL,
                    )
                } else {
                    self.pooled(|other| other == cell, towards, PULL)
                };
                let mix = |(era, opening): (&f64, &f64)| {
                    (1.0 - OPENING_SHARE) * era + OPENING_SHARE * opening
                };
                towards.iter().zip(&opening).map(mix).collect()
            })
            .collect()
    }

    /// Returns how much each relative strength and colour differs from the mean of its colour: habits, then
    /// endings.
    fn shifts(&self) -> Vec<Vec<f64>> {
        let nought = vec![0.0; self.habits + self.endings];
        let unknown = SideCircumstance::COUNT + 2 * RelativeStrength::Unknown as usize;
        (0..RelativeStrength::COUNT * 2)
            .map(|place| {
                if place / 2 == RelativeStrength::Unknown as usize {
                    return nought.clone();
                }
                let known = |row: usize| {
                    row >= SideCircumstance::COUNT && row / 2 != unknown / 2 && row % 2 == place % 2
                };
                let usual = self.pooled(known, &nought, 0.0);
                let own = self.pooled(|row| row == SideCircumstance::COUNT + place, &usual, PULL);
                own.iter()
                    .zip(usual)
                    .map(|(own, usual)| own - usual)
                    .collect()
            })
            .collect()
    }

    /// Returns the expected frequencies of all signs in each row of [`SideCircumstance::rows`].
    ///
    /// The two rows of a side are to be added. Each holds the player's habits, the opponent's habits, and
    /// endings.
    pub fn expected_signs(&self) -> Vec<Vec<f64>> {
        let signs = |own: &[f64], theirs: &[f64]| {
            let mut row = own[..self.habits].to_vec();
            row.extend(&theirs[..self.habits]);
            row.extend(&own[self.habits..]);
            row
        };
        let sides = self.expected();
        let shifts = self.shifts();
        let cells = (0..SideCircumstance::COUNT).map(|cell| signs(&sides[cell], &sides[cell ^ 1]));
        let strengths = (0..RelativeStrength::COUNT * 2).map(|place| {
            let theirs = match place / 2 {
                own if own == RelativeStrength::Stronger as usize => {
                    RelativeStrength::Weaker as usize
                }
                own if own == RelativeStrength::Weaker as usize => {
                    RelativeStrength::Stronger as usize
                }
                own => own,
            };
            signs(&shifts[place], &shifts[theirs * 2 + (1 - place % 2)])
        });
        cells.chain(strengths).collect()
    }

    /// Returns the frequency of each value of each sign over all games, in the order of the layout.
    pub fn frequencies(&self) -> Vec<f64> {
        let overall = self.overall();
        let (habits, endings) = overall.split_at(self.habits);
        [habits, habits, endings].concat()
    }
}
