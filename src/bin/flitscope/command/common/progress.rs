//! Progress of simulations on a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use flitscope::batch::{left_in_words, seconds_left};

/// A line with the number of simulations done and the time that the others will take; nothing unless
/// standard error is a terminal.
pub(crate) struct Progress {
    count: usize,
    began: Instant,
    is_watched: bool,
    /// The number of simulations done, and the work.
    done: Mutex<(usize, Work)>,
}

/// The work of simulations, part of which is done.
#[derive(Debug, Default)]
pub(crate) struct Work {
    all: f64,
    done: f64,
}

impl Work {
    /// There is more to do.
    pub(crate) fn expects(&mut self, work: f64) {
        self.all += work;
    }

    /// A part has been done, of which only a share was needed because a run ended early.
    pub(crate) fn has_done(&mut self, work: f64, share: f64) {
        self.done += work * share;
        self.all -= work * (1.0 - share);
    }

    /// Formats the time left, after some time, as the end of a sentence: `, about 2 minutes left`,
    /// or nothing if it is unknown.
    pub(crate) fn time_left(&self, elapsed: Duration) -> String {
        let left = seconds_left(self.done, self.all, elapsed.as_secs_f64());
        left.map_or_else(String::new, |left| format!(", {}", left_in_words(left)))
    }
}

impl Progress {
    /// Of `count` simulations, which are an amount of `work`.
    pub(crate) fn new(count: usize, work: f64) -> Self {
        let mut all = Work::default();
        all.expects(work);
        Self {
            count,
            began: Instant::now(),
            // A single one is over when it has made progress.
            is_watched: count > 1 && std::io::stderr().is_terminal(),
            done: Mutex::new((0, all)),
        }
    }

    /// One more is done, of which only a share of the expected work was needed.
    pub(crate) fn one_more(&self, work: f64, share: f64) {
        if !self.is_watched {
            return;
        }
        let mut done = self.done.lock().expect("no thread panics here");
        done.0 += 1;
        done.1.has_done(work, share);
        let left = done.1.time_left(self.began.elapsed());
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
