//! A pool of workers that play numbered games, and the thread that receives their results.
//!
//! A game that panics costs only that game: its worker is replaced, the game is tried once more, and then given up
//! and reported. Results arrive in no particular order.

use std::any::Any;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use crate::cancel::CancelFlag;

/// Maximum number of results in the queue; beyond it the workers wait.
const QUEUE: usize = 256;

/// Interval at which the receiver is called when nothing arrives.
const TICK: Duration = Duration::from_millis(50);

/// A message from the pool to the receiver of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolMessage<T> {
    /// A game was played.
    Done(T),
    /// A game panicked twice and is given up.
    Lost {
        /// Number of the game.
        number: u32,
        /// Message of the panic.
        what: String,
    },
    /// Nothing arrived for a while, so the receiver may save its results.
    Tick,
}

/// Plays all `numbers` on `threads` workers and passes the results to `take` on the calling thread. `make` creates a
/// worker; `play` plays one game and returns `None` when it was stopped. Ends early when `stop` is raised, keeping
/// the finished games.
///
/// Returns the working time, summed over the workers.
///
/// # Errors
///
/// The first error of `take`, after raising `stop` and waiting for the workers.
pub fn play_all<W, T: Send, E>(
    numbers: &[Range<u32>],
    threads: NonZeroUsize,
    stop: &CancelFlag,
    make: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, u32) -> Option<T> + Sync,
    mut take: impl FnMut(PoolMessage<T>) -> Result<(), E>,
) -> Result<Duration, E> {
    let queue = Mutex::new(numbers.iter().cloned().flatten());
    let next = || queue.lock().ok()?.next();
    let (sender, receiver) = crossbeam_channel::bounded(QUEUE);
    thread::scope(|scope| {
        let (make, play, next) = (&make, &play, &next);
        let workers: Vec<_> = (0..threads.get())
            .map(|_| {
                let sender = sender.clone();
                scope.spawn(move || work(make, play, next, stop, &sender))
            })
            .collect();
        drop(sender);
        let taken = take_all(&receiver, &mut take);
        // Workers that wait for room in the queue must not wait for ever.
        drop(receiver);
        if taken.is_err() {
            stop.stop();
        }
        let at_work = workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .sum();
        taken.map(|()| at_work)
    })
}

/// Runs one worker until no games are left; returns its working time.
fn work<W, T>(
    make: &impl Fn() -> W,
    play: &impl Fn(&mut W, u32) -> Option<T>,
    next: &impl Fn() -> Option<u32>,
    stop: &CancelFlag,
    sender: &Sender<PoolMessage<T>>,
) -> Duration {
    let began = Instant::now();
    let mut worker = make();
    while !stop.is_raised() {
        let Some(number) = next() else { break };
        let outcome = attempt(&mut worker, play, number).or_else(|_| {
            worker = make();
            attempt(&mut worker, play, number)
        });
        let delivery = match outcome {
            Ok(Some(game)) => PoolMessage::Done(game),
            Ok(None) => break,
            Err(what) => {
                worker = make();
                PoolMessage::Lost { number, what }
            }
        };
        // The receiver is gone only after an error of its own, which it reports.
        if sender.send(delivery).is_err() {
            break;
        }
    }
    began.elapsed()
}

/// Plays one game; a panic becomes its message. The caller then drops the worker, so its state after a panic is never
/// used.
fn attempt<W, T>(
    worker: &mut W,
    play: &impl Fn(&mut W, u32) -> Option<T>,
    number: u32,
) -> Result<Option<T>, String> {
    catch_unwind(AssertUnwindSafe(|| play(worker, number))).map_err(|panic| message(&*panic))
}

fn message(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
        .unwrap_or_else(|| "no message".to_owned())
}

fn take_all<T, E>(
    receiver: &Receiver<PoolMessage<T>>,
    take: &mut impl FnMut(PoolMessage<T>) -> Result<(), E>,
) -> Result<(), E> {
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(delivery) => take(delivery)?,
            Err(RecvTimeoutError::Timeout) => take(PoolMessage::Tick)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicU32, Ordering};

    const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

    fn collect(
        numbers: &[Range<u32>],
        play: impl Fn(&mut (), u32) -> Option<u32> + Sync,
    ) -> (Vec<u32>, Vec<(u32, String)>) {
        let (mut done, mut lost) = (Vec::new(), Vec::new());
        let Ok(_) = play_all(
            numbers,
            TWO,
            &CancelFlag::new(),
            || (),
            play,
            |delivery| {
                match delivery {
                    PoolMessage::Done(number) => done.push(number),
                    PoolMessage::Lost { number, what } => lost.push((number, what)),
                    PoolMessage::Tick => {}
                }
                Ok::<(), Infallible>(())
            },
        );
        done.sort_unstable();
        (done, lost)
    }

    #[test]
    fn every_number_is_played_once() {
        let (done, lost) = collect(&[3..5, 9..12], |(), number| Some(number));
        assert_eq!(done, [3, 4, 9, 10, 11]);
        assert!(lost.is_empty());
    }

    #[test]
    fn a_panic_is_tried_again_and_costs_one_game() {
        let tries = AtomicU32::new(0);
        let (done, lost) = collect(std::slice::from_ref(&(0..6)), |(), number| {
            assert!(number != 4, "game 4 is broken");
            assert!(
                number != 2 || tries.fetch_add(1, Ordering::Relaxed) > 0,
                "only the first time"
            );
            Some(number)
        });
        assert_eq!(done, [0, 1, 2, 3, 5]);
        assert_eq!(lost, [(4, "game 4 is broken".to_owned())]);
    }

    #[test]
    fn an_error_of_the_taker_ends_the_run() {
        let stop = CancelFlag::new();
        let mut taken = 0;
        let ended = play_all(
            std::slice::from_ref(&(0..u32::MAX)),
            TWO,
            &stop,
            || (),
            |(), number| Some(number),
            |_| {
                taken += 1;
                if taken < 10 {
                    Ok(())
                } else {
                    Err("the disk is full")
                }
            },
        );
        assert_eq!(ended.err(), Some("the disk is full"));
        assert!(stop.is_raised());
    }
}
