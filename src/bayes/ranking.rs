//! The area under the ROC curve, which measures how well a score ranks cases of two classes.
//!
//! The probability that a case of one class scores above a case of the other, ties counting half
//! (Hanley and `McNeil`, "The meaning and use of the area under a ROC curve", 1982).

/// The probability that a score of `above` exceeds a score of `below`, ties half; both must be
/// sorted in rising order. `None` when either is empty.
pub fn area_under_curve(above: &[f64], below: &[f64]) -> Option<f64> {
    if above.is_empty() || below.is_empty() {
        return None;
    }
    let (mut less, mut not_more) = (0, 0);
    let mut wins = 0.0;
    for score in above {
        while below.get(less).is_some_and(|other| other < score) {
            less += 1;
        }
        while below.get(not_more).is_some_and(|other| other <= score) {
            not_more += 1;
        }
        wins += f64::midpoint(less as f64, not_more as f64);
    }
    Some(wins / (above.len() as f64 * below.len() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_count_half_and_order_decides() {
        assert_eq!(area_under_curve(&[2.0, 3.0], &[0.0, 1.0]), Some(1.0));
        assert_eq!(area_under_curve(&[1.0, 1.0], &[1.0]), Some(0.5));
        assert_eq!(area_under_curve(&[0.0, 2.0], &[1.0, 2.0]), Some(0.375));
        assert_eq!(area_under_curve(&[], &[1.0]), None);
    }
}
