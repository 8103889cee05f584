//! Batches of scenarios, one per line, simulated here or on several machines.

mod into;
mod measurement;
mod merge;
mod output;

use std::collections::BTreeMap;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, ExitCode};
use std::thread;

use clap::Args;

use super::common::files::{self, MOST_BYTES, print_all, say, text_of};
use super::common::jobs::JobsOption;
use super::common::network::Files;
use flitscope::batch::{Done, Grid, Refused, Shard, Task, tasks};
use flitscope::catalog::quoted;
use flitscope::routing::Scripts;
use into::Into;
use measurement::Measurement;
pub(super) use merge::{HELP as MERGE_HELP, MergeOptions};
use output::Output;

pub(super) const RUN_HELP: &str = "\
A line is a scenario as `simulate` reads it, with up to three additional fields: id (a string or a whole number, copied
to its reports; default: the hash of the scenario), loads (an array: one report for each) and replications.

Each report has id, hash, link (the scenario, as the page opens it) and the output of `simulate`. A line that cannot be
read or simulated yields {\"id\", \"hash\", \"line\", \"error\"} and does not stop the others. The longest simulations start
first. Reports are written as they are finished, and are the same on every machine, with any number of jobs; join files
of them with cat. With --into FILE they are appended to a file, and what it has is not simulated again: the same
command continues a run that was stopped, and a last line that was cut off is removed. A line that repeats an id and a scenario is simulated once.

A run ends early once the network is certainly saturated and its accepted load is known to 2 %; its report has the cycle
as saturated_at. With --accepted it is as long as the others, and exactly that of `simulate`.

Exit status: 0 if every line has its reports, 1 if some have an error, 2 if nothing was started or a report could not be
written; after that, the same command with --into continues.

  flitscope grid grid.json > all.jsonl
  flitscope run all.jsonl --shard 1/4 --into done-1.jsonl     # on each of four machines; again, to continue
  flitscope merge all.jsonl done-*.jsonl > done.jsonl";

pub(super) const GRID_HELP: &str = "\
FILE contains the scenario that all lines share, and the fields to vary, the last one fastest:

  {\"scenario\": {\"length\": {\"fixed\": 16}, \"run\": {\"warmup\": 2000, \"cycles\": 20000}},
   \"vary\": {\"network, routing\": [[\"mesh:8x8\", \"odd-even\"], [\"torus:8x8\", \"duato\"]],
            \"traffic.rate\": [0.005, 0.01, 0.015],
            \"seed\": {\"from\": 1, \"to\": 5}}}

Fields joined by a comma are varied together. The id of every line names the chosen values.";

/// The lines to simulate, and how.
#[derive(Debug, Args)]
pub(super) struct RunAllOptions {
    /// Scenarios as JSON lines, or - for standard input.
    file: String,
    /// Only the i-th of n parts of the lines.
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// Skip the reports that are in this file already; may be repeated.
    #[arg(long, value_name = "DONE")]
    skip: Vec<String>,
    /// Append the reports to this file, except those that it has; no other run may write it meanwhile.
    #[arg(long, value_name = "OUT", conflicts_with = "pending")]
    into: Option<String>,
    #[command(flatten)]
    jobs: JobsOption,
    /// Measure what a saturated network accepts to the end of the run.
    #[arg(long)]
    accepted: bool,
    /// No progress on standard error.
    #[arg(long)]
    quiet: bool,
    /// Simulate nothing; write a line for every missing report, to hand to other machines.
    #[arg(long, conflicts_with_all = ["jobs", "quiet", "accepted"])]
    pending: bool,
}

/// A grid of scenarios.
#[derive(Debug, Args)]
pub(super) struct GridOptions {
    /// A JSON file, or - for standard input.
    file: String,
    /// Leave out combinations of values that cannot be simulated, and report their number on standard error.
    #[arg(long)]
    valid: bool,
}

impl RunAllOptions {
    /// Writes the line of every report as soon as it is finished.
    pub(super) fn run(&self, scripts: &Scripts) -> Result<ExitCode, String> {
        let shard = self
            .shard
            .as_deref()
            .map(Shard::read)
            .transpose()?
            .unwrap_or_default();
        let jobs = self.jobs.count()?;
        let mut done = Done::default();
        // A killed run may have left an incomplete line in the file to which the output is appended.
        let mut is_cut = false;
        for file in &self.skip {
            for line in lines_of("skip", file)? {
                let line = line.map_err(|error| unreadable("skip", file, &error))?;
                done.read(&line);
                is_cut |= !line.ends_with('\n');
            }
        }
        let input = lines_of("FILE", &self.file)?;
        let files = Files::beside(&self.file, false);
        let into = self.into.as_deref();
        let into = into.map(|file| Into::open(file, &mut done)).transpose()?;
        if is_cut && !self.pending && into.is_none() {
            print_all("\n");
        }
        if self.pending {
            return self.write_pending(input, shard, done, &files, scripts);
        }
        let output = Output::new(done, into, !self.quiet);
        let measurement = Measurement::new(jobs, output, !self.accepted);
        let mut failed = None;
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    let worked = panic::catch_unwind(AssertUnwindSafe(|| measurement.work()));
                    // The panic has been reported. Other threads would wait for what this one has begun.
                    if worked.is_err() {
                        process::exit(PANICKED);
                    }
                });
            }
            // Reads line by line, so that scenarios from standard input start at once.
            for (index, line) in input.enumerate() {
                match line {
                    Ok(line) if shard.has(index + 1) && !line.trim().is_empty() => {
                        measurement.add(&line, index + 1, &files, scripts);
                    }
                    Ok(_) => {}
                    Err(error) => failed = Some(unreadable("FILE", &self.file, &error)),
                }
            }
            measurement.complete();
        });
        let output = measurement.end();
        if let Some(sentence) = failed {
            return Err(sentence);
        }
        Ok(if output.has_errors() {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}

impl RunAllOptions {
    fn write_pending(
        &self,
        input: impl Iterator<Item = io::Result<String>>,
        shard: Shard,
        mut done: Done,
        files: &Files,
        scripts: &Scripts,
    ) -> Result<ExitCode, String> {
        for (index, line) in input.enumerate() {
            let line = line.map_err(|error| unreadable("FILE", &self.file, &error))?;
            if !shard.has(index + 1) || line.trim().is_empty() {
                continue;
            }
            match tasks_of(&line, files, scripts) {
                Ok(tasks) => {
                    for task in tasks.into_iter().filter(|task| done.add(task.key())) {
                        print_all(&task.as_line());
                    }
                }
                // The machine that receives an invalid line reports the error.
                Err(refused) if done.add(refused.key()) => print_all(&format!("{}\n", line.trim())),
                Err(_) => {}
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The exit status of a Rust program that panics.
const PANICKED: i32 = 101;

impl GridOptions {
    /// Writes the lines of the grid.
    pub(super) fn write(&self, scripts: &Scripts) -> Result<ExitCode, String> {
        let text = text_of(&self.file, MOST_BYTES);
        let text = text.map_err(|error| unreadable("FILE", &self.file, &error))?;
        let grid = Grid::read(&text)?;
        let files = Files::beside(&self.file, false);
        let mut reasons = BTreeMap::new();
        for line in grid.lines() {
            let line = files.read_into_line(&line)?;
            if self.valid
                && let Err(reason) = check(&line, scripts)
            {
                *reasons.entry(reason).or_insert(0) += 1;
                continue;
            }
            print_all(&format!("{line}\n"));
        }
        for (reason, count) in reasons {
            say(&format!("left out {count}: {reason}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Parses the tasks of a line, whose network may be in a file.
fn tasks_of(line: &str, files: &Files, scripts: &Scripts) -> Result<Vec<Task>, Refused> {
    let read = files.read_into_line(line);
    tasks(&read.map_err(|reason| Refused::of(line, reason))?, scripts)
}

/// Checks that a line can be simulated; the error is the reason if not.
fn check(line: &str, scripts: &Scripts) -> Result<(), String> {
    let tasks = tasks(line, scripts).map_err(|refused| refused.reason().to_owned())?;
    tasks.into_iter().try_for_each(|task| {
        let built = task.scenario.build();
        built.map(|_| ()).map_err(|error| error.reason())
    })
}

/// The lines of a file, as text.
fn lines_of(
    field: &str,
    file: &str,
) -> Result<impl Iterator<Item = io::Result<String>> + Send + use<>, String> {
    let lines = files::lines_of(file).map_err(|error| unreadable(field, file, &error))?;
    Ok(lines.texts())
}

fn unreadable(field: &str, file: &str, error: &io::Error) -> String {
    format!(
        "{field} must be a file that can be read or - for standard input, not {} ({error})",
        quoted(file)
    )
}
