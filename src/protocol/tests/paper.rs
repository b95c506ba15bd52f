//! What the engine writes, kept for the test.

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex};

/// A shared record of everything written.
#[derive(Clone, Debug, Default)]
pub(super) struct Paper(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Paper {
    pub(super) fn text(&self) -> String {
        let bytes = self.0.0.lock().expect("sound").clone();
        String::from_utf8(bytes).expect("text")
    }

    /// Waits until this many searches were answered.
    pub(super) fn wait_for_moves(&self, number: usize) {
        let answered = |bytes: &mut Vec<u8>| {
            let lines = bytes.split(|byte| *byte == b'\n');
            lines.filter(|line| line.starts_with(b"bestmove ")).count() >= number
        };
        let guard = self.0.0.lock().expect("sound");
        let waited = self.0.1.wait_while(guard, |bytes| !answered(bytes));
        drop(waited.expect("sound"));
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.0.lock().expect("sound").extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
