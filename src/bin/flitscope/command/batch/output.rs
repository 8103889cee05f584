//! The reports of a batch on standard output or in a file, and its progress on standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use flitscope::batch::{Done, Key};

use super::into::Into;
use crate::command::common::files::{print_all, say};
use crate::command::common::progress::Work;

/// The output of reports, and the progress on standard error.
pub(super) struct Output {
    done: Done,
    /// Standard output if there is none.
    into: Option<Into>,
    began: Instant,
    shown_at: Instant,
    shows_progress: bool,
    skipped: usize,
    reports: usize,
    errors: usize,
    /// Number of points that have been read and have no report yet.
    left: usize,
    work: Work,
    /// Whether all points have been read.
    knows_all: bool,
}

impl Output {
    pub(super) fn new(done: Done, into: Option<Into>, shows_progress: bool) -> Self {
        if shows_progress && done.unreadable() > 0 {
            let what = if done.unreadable() == 1 {
                "line that is"
            } else {
                "lines that are"
            };
            say(&format!(
                "ignored {} {what} no report in the files of reports",
                done.unreadable()
            ));
        }
        Self {
            done,
            into,
            began: Instant::now(),
            shown_at: Instant::now(),
            shows_progress,
            skipped: 0,
            reports: 0,
            errors: 0,
            left: 0,
            work: Work::default(),
            knows_all: false,
        }
    }

    /// Claims a task; returns `false` if it has a report or is claimed already.
    pub(super) fn takes(&mut self, key: Key) -> bool {
        let is_new = self.done.add(key);
        self.skipped += usize::from(!is_new);
        self.left += usize::from(is_new);
        is_new
    }

    /// A task that was claimed is this much work.
    pub(super) fn expects(&mut self, work: f64) {
        self.work.expects(work);
    }

    /// All tasks have been claimed, so that it is known how much is left.
    pub(super) fn knows_all(&mut self) {
        self.knows_all = true;
    }

    /// A replication is done, of which only a share of the expected work was needed.
    pub(super) fn has_done(&mut self, work: f64, share: f64) {
        self.work.has_done(work, share);
        self.show_progress_if_due();
    }

    /// Writes the report of a claimed task, or the error in its place.
    pub(super) fn write(&mut self, line: &str, is_error: bool) {
        match &mut self.into {
            Some(into) => into.append(line),
            None => print_all(line),
        }
        self.left -= 1;
        *(if is_error {
            &mut self.errors
        } else {
            &mut self.reports
        }) += 1;
        self.show_progress_if_due();
    }

    /// Whether some tasks have an error in place of a report.
    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    fn show_progress_if_due(&mut self) {
        let pause = if io::stderr().is_terminal() {
            Duration::from_millis(200)
        } else {
            Duration::from_secs(10)
        };
        if self.shows_progress && self.shown_at.elapsed() >= pause {
            self.shown_at = Instant::now();
            self.show_progress();
        }
    }

    fn show_progress(&self) {
        let (before, after) = if io::stderr().is_terminal() {
            ("\r", "\x1b[K")
        } else {
            ("", "\n")
        };
        let progress = self.progress(self.began.elapsed());
        // Without standard error there is no progress, but there are still reports.
        let _ = write!(io::stderr(), "{before}{progress}{after}");
    }

    /// The progress after some time, in words.
    fn progress(&self, elapsed: Duration) -> String {
        let left = if self.knows_all && self.left > 0 {
            let time = self.work.time_left(elapsed);
            format!("; {} to do{time}", self.left)
        } else {
            String::new()
        };
        format!(
            "{} reports, {} errors, {} skipped in {} s{left}",
            self.reports,
            self.errors,
            self.skipped,
            elapsed.as_secs()
        )
    }

    /// Shows the final progress.
    pub(super) fn end(&mut self) {
        if self.shows_progress {
            self.show_progress();
            if io::stderr().is_terminal() {
                let _ = writeln!(io::stderr());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope::batch::tasks;
    use flitscope::routing::Scripts;

    #[test]
    fn progress_says_what_is_left_and_how_long_it_will_take() {
        let mut output = Output::new(Done::default(), None, false);
        for line in ["ring:4", "ring:5", "ring:6", "ring:4"] {
            let line = format!("{{\"network\": \"{line}\"}}");
            let task = &tasks(&line, &Scripts::default()).expect("a valid line")[0];
            if output.takes(task.key()) {
                output.expects(10.0);
            }
        }
        let after = |output: &Output, seconds| output.progress(Duration::from_secs(seconds));
        // Lines may follow.
        assert_eq!(after(&output, 50), "0 reports, 0 errors, 1 skipped in 50 s");
        output.knows_all();
        assert_eq!(
            after(&output, 50),
            "0 reports, 0 errors, 1 skipped in 50 s; 3 to do"
        );
        output.has_done(5.0, 1.0);
        assert_eq!(
            after(&output, 60),
            "0 reports, 0 errors, 1 skipped in 60 s; 3 to do, about 5 minutes left"
        );
        // Half as long as expected, so 10 of 25 are done.
        output.has_done(10.0, 0.5);
        assert_eq!(
            after(&output, 120),
            "0 reports, 0 errors, 1 skipped in 120 s; 3 to do, about 3 minutes left"
        );
    }
}
