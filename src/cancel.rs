//! The flag that cancels long work from another thread.
//!
//! May use: std.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that asks long work in other threads to end; clones share it. Once raised it stays raised.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Creates a flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: all work with a clone of it ends soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_flag_and_it_stays_raised() {
        let flag = CancelFlag::new();
        let clone = flag.clone();
        assert!(!flag.is_raised());
        clone.stop();
        assert!(flag.is_raised() && clone.is_raised());
        assert!(!CancelFlag::new().is_raised());
    }
}
