//! Progress of simulations on a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use flitscope::batch::{left_in_words, seconds_left};

/// A line with the number of simulations done and the time that the others will take; nothing unless
/// standard error is a terminal.
pub(crate) struct Progress {
    count: usize,
    work: f64,
    began: Instant,
    is_watched: bool,
    /// The number of simulations done, and their work.
    done: Mutex<(usize, f64)>,
}

impl Progress {
    /// Of `count` simulations, which are an amount of `work`.
    pub(crate) fn new(count: usize, work: f64) -> Self {
        Self {
            count,
            work,
            began: Instant::now(),
            // A single one is over when it has made progress.
            is_watched: count > 1 && std::io::stderr().is_terminal(),
            done: Mutex::default(),
        }
    }

    /// One more is done.
    pub(crate) fn one_more(&self, work: f64) {
        if !self.is_watched {
            return;
        }
        let mut done = self.done.lock().expect("no thread panics here");
        done.0 += 1;
        done.1 += work;
        let left = time_left(done.1, self.work, self.began.elapsed());
        let mut err = std::io::stderr().lock();
        // Ignore a closed terminal.
        let _ = write!(
            err,
            "\r{} of {} simulations{left}\x1b[K",
            done.0, self.count
        );
        let _ = err.flush();
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        if self.is_watched {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Formats the time left as the end of a sentence: `, about 2 minutes left`, or nothing if it is
/// unknown.
pub(crate) fn time_left(done: f64, all: f64, elapsed: Duration) -> String {
    let left = seconds_left(done, all, elapsed.as_secs_f64());
    left.map_or_else(String::new, |left| format!(", {}", left_in_words(left)))
}
