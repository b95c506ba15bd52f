//! Reading the output of a foreign program line by line.

use std::io::{BufRead as _, BufReader, Read};

/// Maximum length of a line in bytes; the rest is read as another line. A line of 127 moves is the longest sensible
/// one.
const LONGEST_LINE: u64 = 64 * 1024;

/// Reads an output to its end and hands each line to `take`, without white space at its end; ends early when `take`
/// returns false.
pub(super) fn each_line(output: impl Read, mut take: impl FnMut(&str) -> bool) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut reader)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if !take(String::from_utf8_lossy(&bytes).trim_end()) {
                    return;
                }
            }
        }
    }
}
