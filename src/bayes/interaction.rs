//! The interaction of rows and columns in a table of means: what neither of them explains alone.
//!
//! A table without its row and column means ("double-centred") holds the interaction. Its first
//! singular value says how much of it one pattern explains (Gollob, *Psychometrika* 33, 1968, pp.
//! 73-115). Whether it is more than noise is shown by permuting whole blocks between the rows, less the rows' means
//! (Good, *Permutation, Parametric, and Bootstrap Tests of Hypotheses*, 3rd ed. 2005, §3.2).

use rand::Rng;
use rand::seq::SliceRandom as _;

/// Steps of the power iteration.
const STEPS: u32 = 200;

/// Returns the table less its row means and column means, plus its mean.
pub fn double_centred(table: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let width = table.first().map_or(0, Vec::len);
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let (sum, count) =
            values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        sum / f64::max(count, 1.0)
    };
    let rows: Vec<f64> = table
        .iter()
        .map(|row| mean(&mut row.iter().copied()))
        .collect();
    let columns: Vec<f64> = (0..width)
        .map(|column| mean(&mut table.iter().map(|row| row[column])))
        .collect();
    let all = mean(&mut rows.iter().copied());
    let centred = table.iter().zip(&rows).map(|(row, row_mean)| {
        let columns = row.iter().zip(&columns);
        columns
            .map(|(value, column)| value - row_mean - column + all)
            .collect()
    });
    centred.collect()
}

/// Returns the largest singular value, by power iteration.
pub fn first_singular_value(table: &[Vec<f64>]) -> f64 {
    let width = table.first().map_or(0, Vec::len);
    // Unequal entries, so that patterns of interest are not orthogonal to the start.
    let mut vector: Vec<f64> = (0..width).map(|place| 1.0 / (1.0 + place as f64)).collect();
    let mut value = 0.0;
    for _ in 0..STEPS {
        let length = vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        if length <= f64::MIN_POSITIVE {
            return 0.0;
        }
        for entry in &mut vector {
            *entry /= length;
        }
        let image: Vec<f64> = table
            .iter()
            .map(|row| {
                row.iter()
                    .zip(&vector)
                    .map(|(one, other)| one * other)
                    .sum()
            })
            .collect();
        value = image.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        vector = (0..width)
            .map(|column| {
                table
                    .iter()
                    .zip(&image)
                    .map(|(row, entry)| row[column] * entry)
                    .sum()
            })
            .collect();
    }
    value
}

/// The interaction of a table and how likely chance alone gives as much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InteractionTest {
    /// The first singular value of the double-centred table.
    pub singular_value: f64,
    /// The share of permutations that have as large a value, the table itself counted as one.
    pub p_value: f64,
}

impl InteractionTest {
    /// Tests a table of rows, each with blocks of one value a column: `blocks[row][block][column]`.
    ///
    /// Under the hypothesis of no interaction the blocks, less their rows' means, are exchangeable between the rows. The
    /// columns within a block are not: policies that are much alike share most of their noise.
    /// `None` unless every row has a block.
    pub fn of(blocks: &[Vec<Vec<f64>>], permutations: u32, rng: &mut impl Rng) -> Option<Self> {
        if blocks.is_empty() || blocks.iter().any(Vec::is_empty) {
            return None;
        }
        let table: Vec<Vec<f64>> = blocks.iter().map(|row| mean_row(row.iter())).collect();
        let singular_value = first_singular_value(&double_centred(&table));
        let mut pooled: Vec<Vec<f64>> = Vec::new();
        for (row, blocks) in table.iter().zip(blocks) {
            let mean = row.iter().sum::<f64>() / row.len() as f64;
            let centred = blocks
                .iter()
                .map(|block| block.iter().map(|value| value - mean).collect());
            pooled.extend(centred);
        }
        let mut as_large = 1.0;
        for _ in 0..permutations {
            pooled.shuffle(rng);
            let mut dealt = pooled.iter();
            let table: Vec<Vec<f64>> = blocks
                .iter()
                .map(|row| mean_row(dealt.by_ref().take(row.len())))
                .collect();
            let value = first_singular_value(&double_centred(&table));
            as_large += f64::from(u8::from(value >= singular_value));
        }
        Some(Self {
            singular_value,
            p_value: as_large / (1.0 + f64::from(permutations)),
        })
    }
}

/// Returns the mean of rows, element by element; empty without rows.
pub fn mean_row<'a>(rows: impl Iterator<Item = &'a Vec<f64>>) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    let mut count = 0.0;
    for row in rows {
        sums.resize(row.len(), 0.0);
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
        count += 1.0;
    }
    sums.iter().map(|sum| sum / count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::stream;
    use proptest::prelude::*;

    /// Blocks with noise around a table.
    fn blocks(table: &[Vec<f64>], count: usize, seed: u64) -> Vec<Vec<Vec<f64>>> {
        let mut rng = stream(seed, "blocks", 0);
        let mut noise = || rand::RngExt::random_range(&mut rng, -0.5..0.5);
        table
            .iter()
            .map(|row| {
                (0..count)
                    .map(|_| {
                        let common = noise();
                        row.iter().map(|mean| mean + common + noise()).collect()
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn sums_have_no_interaction_and_a_cycle_is_found() {
        let sums = vec![
            vec![0.1, 0.3, 0.2],
            vec![0.4, 0.6, 0.5],
            vec![0.2, 0.4, 0.3],
        ];
        assert!(first_singular_value(&double_centred(&sums)) < 1e-9);
        // Rock, paper, scissors: by hand both singular values are the root of three.
        let cycle = vec![
            vec![0.0, 1.0, -1.0],
            vec![-1.0, 0.0, 1.0],
            vec![1.0, -1.0, 0.0],
        ];
        assert!((first_singular_value(&double_centred(&cycle)) - 3.0_f64.sqrt()).abs() < 1e-9);
        let planted: Vec<Vec<f64>> = cycle
            .iter()
            .map(|row| row.iter().map(|value| 0.15 * value).collect())
            .collect();
        let test = InteractionTest::of(&blocks(&planted, 60, 1), 199, &mut stream(1, "test", 0));
        assert!(test.expect("tested").p_value < 0.01);
    }

    #[test]
    fn of_tables_without_interaction_few_seem_to_have_one() {
        let sums = vec![
            vec![0.1, 0.3, 0.2],
            vec![0.4, 0.6, 0.5],
            vec![0.2, 0.4, 0.3],
        ];
        // Columns with noise of their own, and columns of which two come three times, as with policies that play alike.
        for columns in [vec![0, 1, 2], vec![0, 1, 1, 1, 2, 2, 2]] {
            let small = (0..100).filter(|seed| {
                let mut rng = stream(*seed, "test", 1);
                let mut blocks = blocks(&sums, 20, *seed);
                for block in blocks.iter_mut().flatten() {
                    *block = columns.iter().map(|column| block[*column]).collect();
                }
                let test = InteractionTest::of(&blocks, 99, &mut rng);
                test.expect("tested").p_value <= 0.05
            });
            let found = small.count();
            assert!(found <= 12, "{found} of 100");
        }
        assert_eq!(InteractionTest::of(&[], 9, &mut stream(1, "test", 0)), None);
        assert_eq!(
            InteractionTest::of(&[vec![]], 9, &mut stream(1, "test", 0)),
            None
        );
    }

    proptest! {
        #[test]
        fn a_centred_table_has_no_means(table in prop::collection::vec(prop::collection::vec(-1.0..1.0_f64, 4), 1..6)) {
            let centred = double_centred(&table);
            for row in &centred {
                prop_assert!(row.iter().sum::<f64>().abs() < 1e-9);
            }
            for column in 0..4 {
                prop_assert!(centred.iter().map(|row| row[column]).sum::<f64>().abs() < 1e-9);
            }
        }
    }
}
