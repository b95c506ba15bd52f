//! Counts as one line of text, in which runs of zeros are short.

/// The largest number of counts that is read, so that a run of zeros cannot fill the memory.
const MOST_COUNTS: usize = 4_000_000;

/// Writes counts as numbers with blanks between; `-7` stands for seven zeros.
pub fn counts_to_text(counts: &[u32]) -> String {
    let mut words = Vec::new();
    let mut zeros = 0;
    for count in counts {
        if *count == 0 {
            zeros += 1;
            continue;
        }
        if zeros > 0 {
            words.push(format!("-{zeros}"));
            zeros = 0;
        }
        words.push(count.to_string());
    }
    if zeros > 0 {
        words.push(format!("-{zeros}"));
    }
    words.join(" ")
}

/// Reads counts that [`counts_to_text`] wrote; `what` names them in error messages.
///
/// # Errors
///
/// A sentence that says which word is wrong.
pub fn counts_from_text(text: &str, what: &str) -> Result<Vec<u32>, String> {
    let mut counts = Vec::new();
    for word in text.split_ascii_whitespace() {
        let bad = || format!("{what}: '{word}' is not a count");
        if let Some(run) = word.strip_prefix('-') {
            let run: usize = run.parse().map_err(|_| bad())?;
            if counts.len().saturating_add(run) > MOST_COUNTS {
                return Err(format!("{what}: more counts than any table has"));
            }
            counts.resize(counts.len() + run, 0);
        } else {
            counts.push(word.parse().map_err(|_| bad())?);
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_read_back(counts in prop::collection::vec(prop_oneof![3 => Just(0), 1 => any::<u32>()], 0..60)) {
            let text = counts_to_text(&counts);
            prop_assert_eq!(counts_from_text(&text, "counts"), Ok(counts));
        }
    }

    #[test]
    fn other_words_and_endless_runs_are_refused() {
        assert_eq!(counts_to_text(&[0, 0, 5, 0]), "-2 5 -1");
        for text in ["1 x", "-", "--3", "-99999999999", "4294967296"] {
            assert!(counts_from_text(text, "counts").is_err(), "{text}");
        }
    }
}
