//! How far a count differs from chance, in standard deviations.
//!
//! If class and value are independent, the number of cases that share both is hypergeometric once
//! the margins are given, with mean `C V / N` and variance `C V (N − C) (N − V) / (N² (N − 1))` for
//! C cases of the class and V with the value (Agresti, *Categorical Data Analysis*, 2nd ed. 2002,
//! §3.5.1). The distance from that mean in standard deviations is z.

use super::counts::Counts;

/// The z score of one cell against independence of class and value.
///
/// `both` cases had the class and the value, `class` the class, `value` the value, out of `total`.
/// `None` where the margins leave no room to vary.
pub fn z_score(both: u64, class: u64, value: u64, total: u64) -> Option<f64> {
    let [both, class, value, total] = [both, class, value, total].map(|count| count as f64);
    let mean = class * value / total;
    let variance =
        class * value * (total - class) * (total - value) / (total * total * (total - 1.0));
    (variance > 0.0 && variance.is_finite()).then(|| (both - mean) / variance.sqrt())
}

/// The z score of each value of `feature` for `class`, against the classes in `family`.
///
/// `family` includes the class. A value whose margins leave no room to vary has `None`.
///
/// # Panics
///
/// When there is no such class or feature.
pub fn z_scores(
    counts: &Counts,
    class: usize,
    feature: usize,
    family: &[usize],
) -> Vec<Option<f64>> {
    let total: u64 = family.iter().map(|other| counts.cases(*other)).sum();
    counts
        .feature(class, feature)
        .iter()
        .enumerate()
        .map(|(value, both)| {
            let with_value = family
                .iter()
                .map(|other| counts.feature(*other, feature)[value])
                .sum();
            z_score(*both, counts.cases(class), with_value, total)
        })
        .collect()
}

/// The approximate largest of `trials` independent z scores if all is chance.
///
/// This is √(2 ln n), the leading term of the normal maximum (Leadbetter et al., *Extremes*, 1983,
/// §1.5), which is a little too large.
pub fn expected_largest_z(trials: usize) -> f64 {
    (2.0 * (trials.max(1) as f64).ln()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bayes::Shape;

    #[test]
    fn margins_without_room_give_no_score() {
        assert_eq!(z_score(0, 0, 0, 0), None);
        assert_eq!(z_score(5, 5, 10, 10), None);
        assert_eq!(z_score(1, 1, 1, 1), None);
    }

    /// Fisher's tea-tasting table: 3 of 4 right, 8 cups; mean 2, variance 4·4·4·4/(64·7).
    #[test]
    fn the_tea_taster_is_not_sure() {
        let z = z_score(3, 4, 4, 8).expect("a score");
        assert!((z - 1.0 / (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_feature_is_scored_against_its_family_alone() {
        let mut counts = Counts::new(Shape::uniform(3, 1, 2).expect("a shape"));
        for (class, value) in [(0, 0), (0, 0), (0, 1), (1, 1), (1, 1), (1, 0), (2, 0)] {
            counts.add(class, &[value]).expect("fits");
        }
        let scores = z_scores(&counts, 0, 0, &[0, 1]);
        assert_eq!(scores[0], z_score(2, 3, 3, 6));
        assert_eq!(scores[1], z_score(1, 3, 3, 6));
        assert!(scores[0].expect("a score") > 0.0);
    }
}
