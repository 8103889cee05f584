//! The reading of a file of reports by a worker, which groups them into curves while the page stays usable.

use crate::files::ChosenFile;
use flitscope::batch::ReportedCurves;
use flitscope::sweep::{Event, WorkerReply};
use flitscope::wire::decode;

use super::worker::{Connection, OTHER_VERSION, RunningWorker, no_start};

/// A file that is being read; dropping it cancels that.
#[derive(Debug)]
pub struct ReportReading {
    _worker: RunningWorker,
}

/// How far a file is read.
#[derive(Debug)]
pub enum ReadEvent {
    /// The fraction of its bytes.
    Progress(f64),
    /// All of it, which has these curves.
    Curves(ReportedCurves),
    /// It cannot be read, for this reason.
    Failed(String),
}

impl ReportReading {
    /// Starts a worker on a file. Calls `on_event` for each event until the reading is dropped.
    ///
    /// # Errors
    /// Returns the reason in words if the worker cannot be started.
    pub fn start(file: ChosenFile, on_event: impl Fn(ReadEvent) + 'static) -> Result<Self, String> {
        let on_answer = move |worker: &Connection, answer: Option<WorkerReply>| {
            let other_version = || ReadEvent::Failed(OTHER_VERSION.to_owned());
            on_event(match answer.map(|answer| answer.event) {
                Some(Event::Ready) => match worker.send_reports(file.file()) {
                    Ok(()) => return,
                    Err(_) => ReadEvent::Failed("a worker did not accept the file".to_owned()),
                },
                Some(Event::Progress(share)) => ReadEvent::Progress(share),
                Some(Event::Curves(curves)) => match decode(&curves) {
                    Ok(curves) => ReadEvent::Curves(curves),
                    Err(_) => other_version(),
                },
                Some(Event::Failed(reason)) => ReadEvent::Failed(reason),
                Some(Event::Done) => return,
                _ => other_version(),
            });
        };
        let worker = RunningWorker::start(on_answer).map_err(|error| no_start(&error))?;
        Ok(Self { _worker: worker })
    }
}
