//! Progress of simulations on a terminal.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use flitscope::batch::{left_in_words, seconds_left};

/// A line with the number of simulations done, or the part of a single one, and the time that the rest
/// will take; nothing unless standard error is a terminal.
pub(crate) struct Progress {
    count: usize,
    began: Instant,
    is_watched: bool,
    state: Mutex<State>,
}

/// The progress so far.
struct State {
    /// Number of simulations done.
    done: usize,
    work: Work,
    /// When the line was written.
    shown: Option<Instant>,
}

/// The least time between two lines, unless a simulation has ended.
const PERIOD: Duration = Duration::from_millis(200);

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

    /// A part of it has been done.
    pub(crate) fn advances(&mut self, work: f64) {
        self.done += work;
    }

    /// The share that is done.
    fn share(&self) -> f64 {
        if self.all > 0.0 {
            (self.done / self.all).clamp(0.0, 1.0)
        } else {
            0.0
        }
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
            is_watched: std::io::stderr().is_terminal(),
            state: Mutex::new(State {
                done: 0,
                work: all,
                shown: None,
            }),
        }
    }

    /// A part of the expected work of a simulation is done.
    pub(crate) fn advances(&self, work: f64) {
        if !self.is_watched {
            return;
        }
        let mut state = self.state.lock().expect("no thread panics here");
        state.work.advances(work);
        if state.shown.is_none_or(|at| at.elapsed() >= PERIOD) {
            self.show(&mut state);
        }
    }

    /// One more is done, of which only a share of the expected work was needed; `before` of it was
    /// reported as it advanced.
    pub(crate) fn one_more(&self, work: f64, share: f64, before: f64) {
        if !self.is_watched {
            return;
        }
        let mut state = self.state.lock().expect("no thread panics here");
        state.done += 1;
        state.work.has_done(work, share);
        state.work.advances(-before);
        self.show(&mut state);
    }

    fn show(&self, state: &mut State) {
        state.shown = Some(Instant::now());
        let left = state.work.time_left(self.began.elapsed());
        let text = in_words(state.done, self.count, state.work.share());
        let mut err = std::io::stderr().lock();
        // Ignore a closed terminal.
        let _ = write!(err, "\r{text}{left}\x1b[K");
        let _ = err.flush();
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        if self.is_watched {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

/// Formats the progress: `3 of 8 simulations`, or `38 % of the simulation`.
fn in_words(done: usize, count: usize, share: f64) -> String {
    if count == 1 {
        format!("{:.0} % of the simulation", 100.0 * share)
    } else {
        format!("{done} of {count} simulations")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_simulation_shows_its_share() {
        let mut work = Work::default();
        work.expects(80.0);
        work.advances(30.0);
        assert_eq!(in_words(0, 1, work.share()), "38 % of the simulation");
        assert_eq!(in_words(3, 8, work.share()), "3 of 8 simulations");
        let left = work.time_left(Duration::from_secs(60));
        assert!(left.contains("minute"), "{left}");
        // It ends after half of its cycles.
        work.has_done(80.0, 0.5);
        work.advances(-30.0);
        assert_eq!(in_words(1, 1, work.share()), "100 % of the simulation");
    }
}
