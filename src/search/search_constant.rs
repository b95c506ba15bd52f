//! A number of a selective technique or of the use of time, which games can tune.
//!
//! It stands beside the rule that uses it, with the range in which a better value may be looked for. It is fixed, but
//! for a build with the feature `tunable-search`: there it is an option of the engine, so that `tune` can draw its
//! value anew for each pair of games.

#[cfg(feature = "tunable-search")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search with the range in which it can be tuned.
#[derive(Debug)]
pub struct SearchConstant {
    /// The name of the option.
    pub name: &'static str,
    /// The value that plays.
    pub default: i32,
    /// The least value worth trying.
    pub least: i32,
    /// The greatest value worth trying.
    pub most: i32,
    #[cfg(feature = "tunable-search")]
    value: AtomicI32,
}

impl SearchConstant {
    /// Makes a constant that can be tuned from `least` to `most`.
    pub(crate) const fn new(name: &'static str, default: i32, least: i32, most: i32) -> Self {
        Self {
            name,
            default,
            least,
            most,
            #[cfg(feature = "tunable-search")]
            value: AtomicI32::new(default),
        }
    }

    /// Returns the value that the search plays with.
    #[cfg(not(feature = "tunable-search"))]
    #[inline]
    pub(crate) const fn get(&self) -> i32 {
        self.default
    }

    /// Returns the value that the search plays with.
    #[cfg(feature = "tunable-search")]
    #[inline]
    pub(crate) fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value in this process: at once, but for the tables of reductions at the next new game.
    #[cfg(feature = "tunable-search")]
    pub fn set(&self, value: i32) {
        self.value.store(value, Ordering::Relaxed);
    }
}
