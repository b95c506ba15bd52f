//! Which program plays: its version, and the signature of its search and evaluation.

/// What `bench` counts, table by table, the hand-set one first: only a change of search or evaluation changes that count, and
/// no build passes its tests with another.
const SIGNATURE: &str = include_str!("../../data/bench.signature");

/// The program as the settings of runs name it: `bayeschess 0.1.0, bench 1164952`. Two builds of one version may search
/// differently, and so play other games; another learned table is told by its own checksum.
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
