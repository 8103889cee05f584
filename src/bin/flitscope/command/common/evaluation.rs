//! Progress of the evaluation of a user-written routing function.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use flitscope::custom;
use flitscope::routing::Scripts;

/// The time before the first line, in which most functions are done, and between lines in a file.
const BEFORE_FIRST: Duration = Duration::from_secs(2);
const BETWEEN_LINES: Duration = Duration::from_secs(30);
/// The time between changes of the line on a terminal.
const BETWEEN_CHANGES: Duration = Duration::from_millis(200);

/// A handle that compiles functions for as long as it takes, with progress on standard error.
pub(crate) fn scripts() -> Scripts {
    let progress = Mutex::new(Progress {
        began: Instant::now(),
        last: None,
        done: 0,
    });
    custom::unbounded_scripts(move |done, of| {
        progress
            .lock()
            .expect("no thread panics here")
            .update(done, of);
    })
}

/// The progress of the function that is being evaluated.
struct Progress {
    began: Instant,
    last: Option<Instant>,
    /// The number of destinations done at the last call; a smaller one begins another function.
    done: u32,
}

impl Progress {
    /// Writes the progress if enough time has passed since it was last written.
    fn update(&mut self, done: u32, of: u32) {
        let now = Instant::now();
        if done <= self.done {
            (self.began, self.last) = (now, None);
        }
        self.done = done;
        let is_terminal = std::io::stderr().is_terminal();
        let pause = match (self.last, is_terminal) {
            (None, _) => BEFORE_FIRST,
            (Some(_), true) => BETWEEN_CHANGES,
            (Some(_), false) => BETWEEN_LINES,
        };
        let is_last = done + 1 == of && self.last.is_some();
        if now - self.last.unwrap_or(self.began) < pause && !is_last {
            return;
        }
        self.last = Some(now);
        let (start, end) = match (is_terminal, is_last) {
            (true, true) => ("\r\x1b[K", ""),
            (true, false) => ("\r", "\x1b[K"),
            (false, _) => ("flitscope: ", "\n"),
        };
        let text = if is_terminal && is_last {
            String::new()
        } else {
            format!("your routing function: evaluated for {done} of {of} destinations")
        };
        let mut err = std::io::stderr().lock();
        // Ignore a closed terminal.
        let _ = write!(err, "{start}{text}{end}");
        let _ = err.flush();
    }
}
