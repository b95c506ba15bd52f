//! Properties of counting, and the classifier against worked examples.

use proptest::prelude::*;

use super::*;

type Cases = Vec<(usize, Vec<u8>)>;

/// A ragged shape with cases that fit it.
fn shaped_cases(most: usize) -> impl Strategy<Value = (Shape, Cases)> {
    (1_usize..4, prop::collection::vec(1_usize..13, 1..7)).prop_flat_map(
        move |(classes, values)| {
            let row: Vec<_> = values
                .iter()
                .map(|count| 0..u8::try_from(*count).expect("small"))
                .collect();
            let shape = Shape::new(classes, values).expect("a shape");
            (
                Just(shape),
                prop::collection::vec((0..classes, row), 0..most),
            )
        },
    )
}

fn increments(shape: &Shape, cases: &[(usize, Vec<u8>)]) -> Counts {
    let mut counts = Counts::new(shape.clone());
    for (class, case) in cases {
        counts.add(*class, case).expect("a case that fits");
    }
    counts
}

proptest! {
    /// Halved counts are off by less than one, and a feature's still add up to the cases.
    #[test]
    fn halved_counts_add_up_to_the_halved_cases((shape, cases) in shaped_cases(200)) {
        let whole = increments(&shape, &cases);
        let mut half = whole.clone();
        half.halve();
        for class in 0..shape.classes() {
            prop_assert_eq!(half.cases(class), whole.cases(class) / 2);
            for feature in 0..shape.features() {
                let (left, all) = (half.feature(class, feature), whole.feature(class, feature));
                prop_assert_eq!(left.iter().sum::<u64>(), half.cases(class));
                for (left, all) in left.iter().zip(all) {
                    prop_assert!((2 * left).abs_diff(*all) <= 1, "{left} of {all}");
                }
            }
        }
    }

    #[test]
    fn a_batch_is_any_sequence_of_increments(
        (shape, cases) in shaped_cases(700),
        shuffled in any::<prop::sample::Index>(),
    ) {
        let mut tally = CountsBuilder::new(shape.clone());
        for (class, case) in &cases {
            tally.add(*class, case).expect("a case that fits");
        }
        let batch = tally.finish();
        prop_assert_eq!(&batch, &increments(&shape, &cases));
        prop_assert_eq!(batch.total(), cases.len() as u64);
        let mut rotated = cases.clone();
        if !rotated.is_empty() {
            rotated.rotate_left(shuffled.index(cases.len()));
            rotated.reverse();
        }
        prop_assert_eq!(&batch, &increments(&shape, &rotated));
    }

    #[test]
    fn merging_commutes_associates_and_is_undone_by_subtracting(
        (shape, cases) in shaped_cases(60),
        cuts in any::<[prop::sample::Index; 2]>(),
    ) {
        let mut cuts = cuts.map(|cut| cut.index(cases.len() + 1));
        cuts.sort_unstable();
        let parts = [&cases[..cuts[0]], &cases[cuts[0]..cuts[1]], &cases[cuts[1]..]];
        let [a, b, c] = parts.map(|part| increments(&shape, part));
        let merged = |left: &Counts, right: &Counts| {
            let mut sum = left.clone();
            sum.merge(right).expect("one shape");
            sum
        };
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        let all = merged(&merged(&a, &b), &c);
        prop_assert_eq!(&all, &merged(&a, &merged(&b, &c)));
        prop_assert_eq!(&all, &increments(&shape, &cases));
        let mut back = all.clone();
        back.subtract(&c).expect("it was merged");
        prop_assert_eq!(&back, &merged(&a, &b));
    }

    #[test]
    fn posteriors_are_probabilities((shape, cases) in shaped_cases(40)) {
        let counts = increments(&shape, &cases);
        for prior in [ClassPrior::Equal, ClassPrior::Counted] {
            let classifier = Classifier::learn(&counts, Smoothing::LAPLACE, prior);
            for (_, case) in &cases {
                let posterior = classifier.posterior(case).expect("it fits");
                prop_assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                prop_assert!(posterior.iter().all(|p| *p > 0.0));
            }
        }
    }

    #[test]
    fn stored_cells_read_back((shape, cases) in shaped_cases(40)) {
        let counts = increments(&shape, &cases);
        let cells = (0..shape.classes())
            .flat_map(|class| (0..shape.features()).map(move |feature| (class, feature)))
            .flat_map(|(class, feature)| counts.feature(class, feature).to_vec())
            .collect();
        prop_assert_eq!(Counts::from_cells(shape, cells), Ok(counts));
    }
}

#[test]
fn what_was_never_merged_cannot_be_taken_away() {
    let shape = Shape::uniform(2, 2, 2).expect("a shape");
    let mut counts = increments(&shape, &[(0, vec![0, 1])]);
    let before = counts.clone();
    let other = increments(&shape, &[(1, vec![0, 1])]);
    assert_eq!(
        counts.subtract(&other),
        Err(CountsError::Below { class: 1 })
    );
    let strange = Counts::new(Shape::uniform(2, 2, 3).expect("a shape"));
    assert!(matches!(
        counts.merge(&strange),
        Err(CountsError::Shape { .. })
    ));
    assert_eq!(counts, before, "a refusal changes nothing");
}

#[test]
fn a_tally_refuses_what_does_not_fit_and_counts_on() {
    let shape = Shape::new(2, vec![3, 2]).expect("a shape");
    let mut tally = CountsBuilder::new(shape.clone());
    assert!(tally.add(0, &[2, 2]).is_err());
    assert!(tally.add(2, &[0, 0]).is_err());
    assert!(tally.add(0, &[0]).is_err());
    tally.add(0, &[2, 1]).expect("a case that fits");
    assert_eq!(tally.finish(), increments(&shape, &[(0, vec![2, 1])]));
}

#[test]
fn stored_cells_that_do_not_add_up_are_refused() {
    let shape = Shape::uniform(1, 2, 2).expect("a shape");
    assert!(matches!(
        Counts::from_cells(shape.clone(), vec![1, 2, 3, 1]),
        Err(CountsError::Sum { feature: 1, .. })
    ));
    assert!(matches!(
        Counts::from_cells(shape.clone(), vec![u64::MAX, 1, 0, 0]),
        Err(CountsError::Overflow { class: 0 })
    ));
    assert!(Counts::from_cells(shape, vec![1, 2]).is_err());
}

/// Fernández (2005), §2.3.2.2, table 2.2: stolen cars. Classes yes, no; colour red, yellow; type
/// sports, family; origin own, rented.
const CARS: [(usize, [u8; 3]); 10] = [
    (0, [0, 0, 0]),
    (1, [0, 0, 0]),
    (0, [0, 0, 0]),
    (1, [1, 0, 0]),
    (0, [1, 0, 1]),
    (1, [1, 1, 1]),
    (0, [1, 1, 1]),
    (1, [1, 1, 0]),
    (1, [0, 1, 1]),
    (0, [0, 0, 1]),
];

#[test]
fn the_originals_stolen_car_comes_out_as_printed() {
    let mut counts = Counts::new(Shape::uniform(2, 3, 2).expect("a shape"));
    for (class, case) in CARS {
        counts.add(class, &case).expect("a case that fits");
    }
    let classifier = Classifier::learn(&counts, Smoothing::LAPLACE, ClassPrior::Counted);
    let joint = classifier
        .joint(&[0, 1, 0])
        .expect("a red family car of one's own");
    let printed = [0.036, 0.070];
    for (computed, printed) in joint.iter().zip(printed) {
        // The text multiplies probabilities that it has rounded to two digits.
        assert!((computed.exp() - printed).abs() < 1.5e-3, "{computed:?}");
    }
    let posterior = classifier.posterior(&[0, 1, 0]).expect("it fits");
    assert!(posterior[1] > posterior[0], "it will not be stolen");
}

/// The smoothed tables of a toy set with a ragged third feature, worked out by hand from
/// (n + α) / (N + α k) with α = 0.5, the definition that scikit-learn documents for
/// `CategoricalNB(alpha=0.5)` (user guide, §1.9.5).
#[test]
fn a_toy_set_agrees_with_the_formula_worked_by_hand() {
    let shape = Shape::new(2, vec![2, 3]).expect("a shape");
    let counts = increments(
        &shape,
        &[
            (0, vec![0, 0]),
            (0, vec![0, 2]),
            (0, vec![1, 2]),
            (1, vec![1, 1]),
        ],
    );
    let half = Smoothing::new(0.5).expect("a smoothing");
    let classifier = Classifier::learn(&counts, half, ClassPrior::Counted);
    let expected = [
        (3.5 / 5.0) * (2.5 / 4.0) * (2.5 / 4.5),
        (1.5 / 5.0) * (0.5 / 2.0) * (0.5 / 2.5),
    ];
    let joint = classifier.joint(&[0, 2]).expect("it fits");
    for (computed, expected) in joint.iter().zip(expected) {
        assert!((computed.exp() - expected).abs() < 1e-12);
    }
}

#[test]
fn evidence_far_below_the_smallest_number_still_decides() {
    use crate::units::LogProb;
    let posterior = normalise(&[LogProb(-10_000.0), LogProb(-10_001.0), LogProb(-20_000.0)]);
    let odds = posterior[0] / posterior[1];
    assert!((odds - std::f64::consts::E).abs() < 1e-9);
    assert!(posterior[2] < 1e-300);
    assert_eq!(normalise(&[LogProb(f64::NEG_INFINITY); 2]), [0.5, 0.5]);
}
