//! Random streams: one for each purpose and number, so that no draw depends on a thread or a clock.
//!
//! Game 17 of a run draws from `stream(seed, "game", 17)` whoever plays it and whenever; two
//! purposes never share a stream, so a new draw in one place cannot shift those of another.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// The stream of draw `number` for `purpose` in a run with `seed`.
///
/// ```
/// use bayeschess::rng::stream;
/// use rand::RngExt as _;
/// let draw = |number| stream(1, "game", number).random::<u64>();
/// assert_eq!(draw(7), draw(7));
/// assert_ne!(draw(7), draw(8));
/// ```
pub fn stream(seed: u64, purpose: &str, number: u64) -> ChaCha8Rng {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    hasher.update(&number.to_le_bytes());
    hasher.update(purpose.as_bytes());
    ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
}
