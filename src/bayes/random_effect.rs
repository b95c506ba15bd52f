//! One-way random effects: the variance of values within groups, and of the means of groups.
//!
//! One-way analysis of variance with unequal numbers (Searle, Casella and `McCulloch`, *Variance Components*, 1992,
//! §3.6), and the best linear predictor of one group's mean.

/// Values of one group, as sums.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupSum {
    /// Number of values.
    pub count: u32,
    /// Sum of the values.
    pub sum: f64,
    /// Sum of their squares.
    pub squares: f64,
}

impl GroupSum {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns this group without the values of `part`, which belong to it.
    #[must_use]
    pub fn less(self, part: Self) -> Self {
        Self {
            count: self.count.saturating_sub(part.count),
            sum: self.sum - part.sum,
            squares: self.squares - part.squares,
        }
    }
}

/// Mean and variances of grouped values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomEffect {
    /// Mean of all values.
    pub mean: f64,
    /// Variance of values around the mean of their group.
    pub within: f64,
    /// Variance of the groups' true means; 0 where chance explains their scatter.
    pub between: f64,
}

impl RandomEffect {
    /// Estimates the variances; `None` with fewer than two groups or no group of two values.
    pub fn of(groups: &[GroupSum]) -> Option<Self> {
        let filled = || groups.iter().filter(|group| group.count > 0);
        let total: f64 = filled().map(|group| f64::from(group.count)).sum();
        let number = filled().count() as f64;
        if number < 2.0 || total <= number {
            return None;
        }
        let mean = filled().map(|group| group.sum).sum::<f64>() / total;
        let group_mean = |group: &GroupSum| group.sum / f64::from(group.count);
        let within: f64 = filled()
            .map(|group| group.squares - group.sum * group_mean(group))
            .sum::<f64>()
            / (total - number);
        let scatter: f64 = filled()
            .map(|group| f64::from(group.count) * (group_mean(group) - mean).powi(2))
            .sum::<f64>()
            / (number - 1.0);
        let squared: f64 = filled().map(|group| f64::from(group.count).powi(2)).sum();
        let usual_count = (total - squared / total) / (number - 1.0);
        Some(Self {
            mean,
            within,
            between: ((scatter - within) / usual_count).max(0.0),
        })
    }

    /// Returns the best linear predictor of a group's distance from the mean, in standard deviations of groups.
    ///
    /// It is 0 where groups do not differ or nothing is known of this one.
    pub fn predicted(&self, group: GroupSum) -> f64 {
        if self.between <= 0.0 || group.count == 0 {
            return 0.0;
        }
        let count = f64::from(group.count);
        let distance = group.sum / count - self.mean;
        let reliability = count * self.between / (count * self.between + self.within);
        reliability * distance / self.between.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::rng;

    fn group(values: &[f64]) -> GroupSum {
        let mut sum = GroupSum::default();
        for value in values {
            sum.add(*value);
        }
        sum
    }

    /// Two groups of two: within (0.5 + 0.5) / 2, between (16 - 0.5) / 2, by hand.
    #[test]
    fn a_small_example_by_hand() {
        let found =
            RandomEffect::of(&[group(&[0.0, 1.0]), group(&[4.0, 5.0])]).expect("two groups");
        assert!((found.mean - 2.5).abs() < 1e-12);
        assert!((found.within - 0.5).abs() < 1e-12, "{found:?}");
        assert!(
            (found.between - (16.0 - 0.5) / 2.0).abs() < 1e-12,
            "{found:?}"
        );
        assert_eq!(RandomEffect::of(&[group(&[1.0, 2.0])]), None);
        assert_eq!(RandomEffect::of(&[group(&[1.0]), group(&[2.0])]), None);
    }

    #[test]
    fn planted_variances_come_back() {
        let mut draw = rng::stream(1, "random effect", 0);
        let mut normal = move || (0..12).map(|_| draw.random::<f64>()).sum::<f64>() - 6.0;
        let groups: Vec<GroupSum> = (0..2000)
            .map(|number| {
                let mean = 0.5 * normal();
                let values: Vec<f64> = (0..5 + number % 20)
                    .map(|_| mean + 2.0 * normal())
                    .collect();
                group(&values)
            })
            .collect();
        let found = RandomEffect::of(&groups).expect("groups");
        assert!((found.within - 4.0).abs() < 0.15, "{found:?}");
        assert!((found.between - 0.25).abs() < 0.06, "{found:?}");
        // A group of four values at 2 above the mean: a fifth of it is believed.
        let seen = group(&[found.mean + 2.0; 4]);
        let expected = 2.0 * 4.0 * found.between / (4.0 * found.between + found.within);
        assert!((found.predicted(seen) - expected / found.between.sqrt()).abs() < 1e-9);
    }
}
