//! The watch over the folder of runs, by which pages learn of changes without asking again and again.

use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::sleep;

/// Interval of looks at the folder.
const INTERVAL: Duration = Duration::from_secs(2);

/// How long a client that asked for the list counts as interested.
const INTEREST: Duration = Duration::from_mins(2);

/// Tells event streams that runs have changed, and decides when the folder is looked at.
///
/// The folder is looked at every two seconds while an event stream is open and the list was asked for within the last
/// two minutes. At the end of these, streams get one event without a change. A page that shows runs then asks for the
/// list, and the watch goes on; if none does, the folder is left alone until somebody asks for the list.
#[derive(Debug)]
pub(super) struct RunWatch {
    /// Number of events so far. Each event stream holds a receiver.
    version: watch::Sender<u64>,
    /// When the list was last asked for.
    asked: watch::Sender<Option<Instant>>,
    interval: Duration,
    interest: Duration,
}

impl Default for RunWatch {
    fn default() -> Self {
        Self {
            version: watch::Sender::default(),
            asked: watch::Sender::default(),
            interval: INTERVAL,
            interest: INTEREST,
        }
    }
}

impl RunWatch {
    /// Returns a receiver of the number of events, for an event stream.
    pub fn versions(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Tells event streams that runs may have changed.
    pub fn tell(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// Notes that a client asked for the list.
    pub fn note_interest(&self) {
        self.asked.send_replace(Some(Instant::now()));
    }

    /// Calls `look` again and again by the rule of [`RunWatch`], and does not return.
    pub async fn work<L: Future<Output = ()>>(&self, look: impl Fn() -> L) {
        let is_recent = |at: &Option<Instant>| at.is_some_and(|at| at.elapsed() < self.interest);
        let mut asked = self.asked.subscribe();
        while asked.wait_for(is_recent).await.is_ok() {
            sleep(self.interval).await;
            if !is_recent(&asked.borrow()) {
                self.tell();
            } else if self.version.receiver_count() > 0 {
                look().await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Long enough for many looks.
    const WHILE: Duration = Duration::from_millis(100);

    #[tokio::test]
    async fn the_folder_is_looked_at_only_for_those_who_listen_and_have_asked() {
        let watch = Arc::new(RunWatch {
            interval: Duration::from_millis(2),
            interest: Duration::from_secs(1),
            ..RunWatch::default()
        });
        let looks = Arc::new(AtomicUsize::new(0));
        let seen = || looks.load(Ordering::Relaxed);
        let (working, counter) = (Arc::clone(&watch), Arc::clone(&looks));
        tokio::spawn(async move {
            let look = || async {
                counter.fetch_add(1, Ordering::Relaxed);
            };
            working.work(look).await;
        });
        watch.note_interest();
        sleep(WHILE).await;
        assert_eq!(seen(), 0, "no stream is open");
        let mut versions = watch.versions();
        while seen() < 3 {
            watch.note_interest();
            sleep(Duration::from_millis(1)).await;
        }
        assert!(
            !versions.has_changed().expect("open"),
            "reading the folder sends no event"
        );
        versions
            .changed()
            .await
            .expect("an event at the end of the interest");
        let before = seen();
        sleep(WHILE).await;
        assert_eq!(seen(), before, "nobody asked any more");
        assert!(
            !versions.has_changed().expect("open"),
            "the event is sent once"
        );
        while seen() == before {
            watch.note_interest();
            sleep(Duration::from_millis(1)).await;
        }
        drop(versions);
        sleep(WHILE).await;
        let before = seen();
        watch.note_interest();
        sleep(WHILE).await;
        assert_eq!(seen(), before, "the stream is closed");
    }
}
