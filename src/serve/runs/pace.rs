//! The pace of runs, as it is seen from here: how many games came in which time.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::wire::{RunJson, RunStatusJson};

/// How far back a pace looks.
const WINDOW: Duration = Duration::from_mins(2);

/// The shortest time from which a pace is told.
const LEAST: Duration = Duration::from_secs(2);

/// How many games each run had, and when.
#[derive(Debug, Default)]
pub(super) struct PaceMeter(HashMap<String, VecDeque<(Instant, u64)>>);

impl PaceMeter {
    /// Notes the games of a run, and writes its pace and the time to its end into it. A time that is known better
    /// stays.
    pub fn tell(&mut self, run: &mut RunJson) {
        if run.status != RunStatusJson::Running {
            self.0.remove(&run.id);
            (run.games_per_second, run.seconds_left) = (None, None);
            return;
        }
        run.games_per_second = self.pace(&run.id, Instant::now(), run.games);
        if let (None, Some(pace), Some(wanted)) =
            (run.seconds_left, run.games_per_second, run.games_wanted)
        {
            run.seconds_left = Some(wanted.saturating_sub(run.games) as f64 / pace);
        }
    }

    /// Forgets runs that are gone.
    pub fn keep_only(&mut self, is_there: impl Fn(&str) -> bool) {
        self.0.retain(|id, _| is_there(id));
    }

    /// Returns the games per second; `None` before it can be told, and while no game comes.
    fn pace(&mut self, id: &str, now: Instant, games: u64) -> Option<f64> {
        let seen = self.0.entry(id.to_owned()).or_default();
        if seen.back().is_some_and(|(_, before)| *before > games) {
            seen.clear();
        }
        seen.push_back((now, games));
        while seen.len() > 2
            && seen
                .front()
                .is_some_and(|(at, _)| now.duration_since(*at) > WINDOW)
        {
            seen.pop_front();
        }
        let (since, before) = seen.front()?;
        let span = now.duration_since(*since);
        let new = games - before;
        (span >= LEAST && new > 0).then(|| new as f64 / span.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_told_from_games_that_came_and_only_then() {
        let mut meter = PaceMeter::default();
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert_eq!(meter.pace("a", at(0), 100), None);
        assert_eq!(meter.pace("a", at(1), 150), None, "too soon");
        assert_eq!(meter.pace("a", at(10), 200), Some(10.0));
        assert_eq!(meter.pace("b", at(10), 7), None, "another run");
        assert_eq!(meter.pace("a", at(20), 50), None, "begun anew");
        assert_eq!(meter.pace("a", at(30), 50), None, "nothing came");
        // What lies further back than the window does not count.
        for (second, games) in [(300, 50), (310, 90), (320, 130)] {
            meter.pace("a", at(second), games);
        }
        assert_eq!(meter.pace("a", at(330), 170), Some(4.0));
    }
}
