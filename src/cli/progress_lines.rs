//! Progress on standard error where no bar can be drawn: a line now and then.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};

use super::output;
use bayeschess::arena::TournamentStandings;
use bayeschess::foreign::printable;

/// Time to the first line.
const FIRST: Duration = Duration::from_secs(10);

/// Longest time between two lines.
const LONGEST: Duration = Duration::from_mins(10);

/// Prints a line above the bar, or on standard error if that is not a terminal.
pub(super) fn say(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        output::tell(line);
    } else {
        bar.println(printable(line));
    }
}

/// Lines that become rarer the longer a run takes: after 10 seconds, 20 more, 40 more, and so on up to ten minutes.
#[derive(Debug)]
pub(super) struct ProgressLines {
    next: Instant,
    pause: Duration,
}

impl ProgressLines {
    pub(super) fn new() -> Self {
        Self {
            next: Instant::now() + FIRST,
            pause: FIRST,
        }
    }

    /// Prints a line when one is due and no bar is drawn.
    pub(super) fn tell(&mut self, bar: &ProgressBar, line: impl FnOnce() -> String) {
        if bar.is_hidden() && self.is_time(Instant::now()) {
            output::tell(&line());
        }
    }

    fn is_time(&mut self, now: Instant) -> bool {
        let is_time = now >= self.next;
        if is_time {
            self.pause = LONGEST.min(2 * self.pause);
            self.next = now + self.pause;
        }
        is_time
    }
}

/// Returns how far a run of games is: games, pace, time to the end.
pub(super) fn games_in_words(standings: &TournamentStandings, games: u32) -> String {
    let pace = standings.games_per_second();
    let mut words = format!("{} of {games} games", standings.games);
    if pace > 0.0 {
        let left = u64::from(games).saturating_sub(standings.games) as f64 / pace;
        // A century is the most that is shown; a duration cannot hold any number of seconds.
        let left = Duration::from_secs_f64(left.clamp(1.0, 3e9));
        // Writing to a string cannot fail.
        let _ = write!(words, ", {pace:.1} a second, {} left", HumanDuration(left));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_rarer() {
        let begin = Instant::now();
        let mut lines = ProgressLines {
            next: begin + FIRST,
            pause: FIRST,
        };
        let told: Vec<u64> = (0..3600)
            .filter(|second| lines.is_time(begin + Duration::from_secs(*second)))
            .collect();
        assert_eq!(told, [10, 30, 70, 150, 310, 630, 1230, 1830, 2430, 3030]);
    }

    #[test]
    fn the_end_is_told_from_the_games_of_this_run() {
        let standings = TournamentStandings {
            games: 300,
            resumed: 100,
            elapsed: Duration::from_secs(100),
            ..TournamentStandings::default()
        };
        assert_eq!(
            games_in_words(&standings, 500),
            "300 of 500 games, 2.0 a second, 2 minutes left"
        );
        let begun = TournamentStandings::default();
        assert_eq!(games_in_words(&begun, 500), "0 of 500 games");
    }
}
