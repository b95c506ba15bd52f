//! Packing of the levels of a case, three to a byte.
//!
//! A level is one of five values and 5³ = 125 fits in a byte, so that the 838 levels of the classic heuristic take
//! 280 bytes instead of 838 (the least possible is 838 · log₂5 / 8 = 244), and a scan reads a third of the pages.
//! A last byte above 124 contains two levels or one, so that a packed case knows its number of levels.

/// Number of levels of a parameter.
pub const LEVELS: u8 = 5;

/// Smallest byte that contains two levels.
const TWO: u8 = 125;
/// Smallest byte that contains one level.
const ONE: u8 = TWO + 25;
/// Smallest byte that is invalid.
const NONE: u8 = ONE + 5;

/// The three levels of each byte below [`TWO`]; other entries are not used.
const TRIPLES: [[u8; 3]; 256] = triples();

const fn triples() -> [[u8; 3]; 256] {
    let mut table = [[0; 3]; 256];
    let mut byte: u8 = 0;
    while byte < TWO {
        #[expect(
            clippy::indexing_slicing,
            reason = "a constant, checked by the compiler"
        )]
        {
            table[byte as usize] = [byte / 25, byte / 5 % 5, byte % 5];
        }
        byte += 1;
    }
    table
}

/// Error for an invalid level, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("parameter {parameter} has level {level}, but levels go from 0 to 4")]
pub struct InvalidLevel {
    /// Index of the parameter in the schema.
    pub parameter: usize,
    /// Value found.
    pub level: u8,
}

/// Packs levels, 0 to 4 each.
///
/// # Errors
///
/// [`InvalidLevel`] for the first level above 4.
pub fn pack(levels: &[u8]) -> Result<Vec<u8>, InvalidLevel> {
    if let Some((parameter, &level)) = levels.iter().enumerate().find(|(_, l)| **l >= LEVELS) {
        return Err(InvalidLevel { parameter, level });
    }
    let (triples, rest) = levels.as_chunks::<3>();
    let mut packed = Vec::with_capacity(triples.len() + 1);
    packed.extend(triples.iter().map(|[a, b, c]| a * 25 + b * 5 + c));
    match rest {
        [a, b] => packed.push(TWO + a * 5 + b),
        [a] => packed.push(ONE + a),
        _ => {}
    }
    Ok(packed)
}

/// Error for bytes that [`pack`] does not produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its packed levels are damaged")]
pub struct InvalidPacking;

/// Returns the number of levels in `packed`, without unpacking them.
pub fn count(packed: &[u8]) -> usize {
    packed.split_last().map_or(0, |(&last, triples)| {
        triples.len() * 3
            + match last {
                ..TWO => 3,
                TWO..ONE => 2,
                _ => 1,
            }
    })
}

/// Unpacks into `levels`, replacing the contents and reusing the memory.
///
/// # Errors
///
/// [`InvalidPacking`] if [`pack`] does not produce these bytes.
pub fn unpack(packed: &[u8], levels: &mut Vec<u8>) -> Result<(), InvalidPacking> {
    let Some((&last, body)) = packed.split_last() else {
        levels.clear();
        return Ok(());
    };
    // The check has no early exit, so that it runs over many bytes at once.
    if last >= NONE || body.iter().fold(0, |most, &byte| byte.max(most)) >= TWO {
        return Err(InvalidPacking);
    }
    // The contents of an earlier case are overwritten below.
    levels.resize(count(packed), 0);
    let (triples, rest) = levels.split_at_mut(body.len() * 3);
    for (triple, &byte) in triples.as_chunks_mut::<3>().0.iter_mut().zip(body) {
        // The table has an entry for every byte, so the default is never used.
        *triple = TRIPLES.get(usize::from(byte)).copied().unwrap_or_default();
    }
    match rest {
        [a, b, c] => [*a, *b, *c] = [last / 25, last / 5 % 5, last % 5],
        [a, b] => [*a, *b] = [(last - TWO) / 5, (last - TWO) % 5],
        [a] => *a = last - ONE,
        _ => return Err(InvalidPacking),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_packed_comes_back(levels in proptest::collection::vec(0_u8..5, 0..900)) {
            let packed = pack(&levels).expect("levels are below five");
            prop_assert_eq!(packed.len(), levels.len().div_ceil(3));
            prop_assert_eq!(count(&packed), levels.len());
            let mut back = vec![9; 7];
            unpack(&packed, &mut back).expect("as packed");
            prop_assert_eq!(back, levels);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let mut levels = Vec::new();
            if unpack(&bytes, &mut levels).is_ok() {
                prop_assert_eq!(pack(&levels).expect("unpacked levels are valid"), bytes);
            }
        }
    }

    #[test]
    fn a_level_above_four_is_named() {
        assert_eq!(
            pack(&[0, 1, 5])
                .expect_err("five is not a level")
                .to_string(),
            "parameter 2 has level 5, but levels go from 0 to 4"
        );
    }
}
