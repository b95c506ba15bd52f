//! What a fit takes for the curvature along each column before it has seen any.
//!
//! A descent that knows nothing goes as fast along columns that hardly matter as along those that decide. In
//! the coordinates of WANBIA-C, where a column's weight says how much of naive Bayes' log-odds is
//! believed, all matter about alike: naive Bayes is the preconditioner of a logistic regression (Zaidi, Carman,
//! Cerquides and Webb, "Naive-Bayes inspired effective pre-conditioner for speeding-up logistic
//! regression", 2014). The diagonal of Fisher's information serves the same end: it is what the
//! curvature would be if columns were independent.

use std::str::FromStr;

/// By what the columns are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preconditioner {
    /// The diagonal of Fisher's information and of the prior.
    #[default]
    Fisher,
    /// The weights that naive Bayes gives the columns.
    NaiveBayes,
    /// The same along all columns.
    Uniform,
}

impl Preconditioner {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fisher, Self::NaiveBayes, Self::Uniform];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fisher => "fisher",
            Self::NaiveBayes => "naive-bayes",
            Self::Uniform => "uniform",
        }
    }

    /// The guess, from what `fisher` says and, where they are wanted, from naive Bayes' weights. A column that
    /// is held has the curvature nought and keeps it; all guesses are as large in the mean, so that they
    /// differ in direction alone.
    pub(super) fn curvature(self, fisher: Vec<f64>, naive: impl FnOnce() -> Vec<f64>) -> Vec<f64> {
        let sizes = match self {
            Self::Fisher => return fisher,
            Self::NaiveBayes => naive(),
            Self::Uniform => vec![1.0; fisher.len()],
        };
        let (mut sum, mut moved) = (0.0, 0_u32);
        for (fisher, size) in fisher.iter().zip(&sizes) {
            if *fisher > 0.0 && *size != 0.0 {
                sum += fisher * size * size;
                moved += 1;
            }
        }
        let mean = sum / f64::from(moved.max(1));
        let columns = fisher.into_iter().zip(sizes);
        columns
            .map(|(fisher, size)| {
                if fisher > 0.0 && size != 0.0 {
                    mean / (size * size)
                } else {
                    // Naive Bayes has nothing to say of such a column.
                    fisher
                }
            })
            .collect()
    }
}

/// A word that names none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no preconditioner; expected one of {names}", names = Preconditioner::ALL.map(Preconditioner::name).join(", "))]
pub struct UnknownPreconditioner(pub String);

impl FromStr for Preconditioner {
    type Err = UnknownPreconditioner;

    fn from_str(word: &str) -> Result<Self, UnknownPreconditioner> {
        let named = Self::ALL.into_iter().find(|one| one.name() == word);
        named.ok_or_else(|| UnknownPreconditioner(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_naive_bayes_coordinates_all_columns_curve_alike() {
        let fisher = vec![4.0, 0.0, 9.0, 1.0];
        let naive = || vec![2.0, 5.0, 0.0, -4.0];
        let found = Preconditioner::NaiveBayes.curvature(fisher.clone(), naive);
        // (4 * 2 * 2 + 1 * 4 * 4) / 2 = 16 along one unit of belief; what is held or unknown stays.
        assert_eq!(found, [4.0, 0.0, 9.0, 1.0]);
        let found = Preconditioner::Uniform.curvature(vec![4.0, 0.0, 8.0], || unreachable!());
        assert_eq!(found, [6.0, 0.0, 6.0]);
        let found = Preconditioner::Fisher.curvature(fisher.clone(), || unreachable!());
        assert_eq!(found, fisher);
    }

    #[test]
    fn names_are_read_back() {
        for one in Preconditioner::ALL {
            assert_eq!(one.name().parse(), Ok(one));
        }
        assert!("newton".parse::<Preconditioner>().is_err());
    }
}
