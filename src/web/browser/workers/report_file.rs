//! The reading of a file of reports by a worker, which groups them into curves while the page stays usable.

use crate::files::ChosenFile;
use flitscope::batch::ReportedCurves;
use flitscope::sweep::{Message, Reply};

use super::worker::RunningWorker;

/// Starts a worker on a file. Calls `on_reply` with the fraction of its bytes that is read, and finally with its
/// curves, until the worker is dropped, which cancels the reading.
///
/// # Errors
/// Returns the reason in words if the worker cannot be started.
pub fn read_reports(
    file: ChosenFile,
    on_reply: impl Fn(Reply<f64, ReportedCurves>) + 'static,
) -> Result<RunningWorker, String> {
    RunningWorker::start(move |worker, message| {
        if message == Message::Ready && worker.send_reports(file.file()).is_err() {
            return on_reply(Reply::Failed("a worker did not accept the file".to_owned()));
        }
        if let Some(reply) = message.reply() {
            on_reply(reply);
        }
    })
}
