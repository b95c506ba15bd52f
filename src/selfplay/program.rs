//! Identification of the playing program: its version, and the signature of its search and evaluation.

/// Node counts of `bench`, table by table, the hand-set one first. They change only with search or evaluation, and
/// the tests of every build check them.
const SIGNATURE: &str = include_str!("../../data/bench.signature");

/// Returns the program's name in the settings of runs: `bayeschess 0.2.0, bench 1117795`. Builds of one version may
/// search differently and so play other games; learned tables are identified by their own checksums.
pub fn name() -> String {
    let count = SIGNATURE.split_whitespace().nth(1).unwrap_or_default();
    format!("bayeschess {}, bench {count}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_holds_the_count_of_the_hand_set_table() {
        let name = name();
        let (_, count) = name.split_once(", bench ").expect("a signature");
        assert!(count.parse::<u64>().is_ok(), "{name}");
        assert_eq!(
            SIGNATURE.lines().next(),
            Some(&*format!("modern:initial {count}"))
        );
    }
}
