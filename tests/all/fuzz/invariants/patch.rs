//! Small inputs that change large files: a list of places with the bytes that stand there instead.

/// Reads two bytes and the rest.
fn number(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let (two, rest) = bytes.split_first_chunk()?;
    Some((u16::from_le_bytes(*two), rest))
}

/// Returns `sound` with the changes that `script` describes: two bytes for the place, one for the number of bytes that
/// are removed, one for the number that are inserted, and these. Places are denser at the beginning, where a reader soon
/// finds what is wrong.
pub fn apply(sound: &[u8], mut script: &[u8]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    while let Some((place, rest)) = number(script) {
        let Some((&[removed, inserted], rest)) = rest.split_first_chunk() else {
            break;
        };
        let (inserted, rest) = rest.split_at(usize::from(inserted % 32).min(rest.len()));
        let share = (f64::from(place) / 65_536.0).powi(4);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a length"
        )]
        let from = (share * bytes.len() as f64) as usize;
        let to = (from + usize::from(removed % 32)).min(bytes.len());
        bytes.splice(from..to, inserted.iter().copied());
        script = rest;
    }
    bytes
}

/// Returns the text of a card with another checksum.
pub fn with_checksum(card: &[u8], checksum: &str) -> Vec<u8> {
    let mut lines = Vec::new();
    for line in card.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b"checksum = ") {
            lines.extend_from_slice(format!("checksum = \"{checksum}\"\n").as_bytes());
        } else {
            lines.extend_from_slice(line);
        }
    }
    lines
}
