//! The file to which reports are appended: locked, and repaired if a killed run left half a line.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::process;

use crate::command::common::files::{Lines, decoded_lossy, say};
use flitscope::batch::Done;
use flitscope::catalog::quoted;
use serde_json::{Map, Value};

/// A file of reports that no other run appends to.
pub(super) struct Into {
    name: String,
    file: File,
}

impl Into {
    /// Opens or creates the file, locks it, records its reports in `done`, and removes a last line
    /// that was cut off.
    ///
    /// # Errors
    /// Returns a message if it cannot be written, is in use by another run, or has other contents.
    pub(super) fn open(name: &str, done: &mut Done) -> Result<Self, String> {
        let fails = |error: &io::Error| {
            let name = quoted(name);
            format!("into must be a file that can be written, not {name} ({error})")
        };
        // A device has no reports, and a named pipe opens only when something reads from it.
        if fs::metadata(name).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
            let name = quoted(name);
            return Err(format!(
                "into must be a file that can be written, not {name}, which is a device or a pipe"
            ));
        }
        let mut options = OpenOptions::new();
        let opened = options.read(true).append(true).create(true).open(name);
        let file = opened.map_err(|error| fails(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let name = quoted(name);
                return Err(format!(
                    "into must be a file that no other run is writing, not {name}"
                ));
            }
            Err(TryLockError::Error(error)) => return Err(fails(&error)),
        }
        let mut into = Self {
            name: name.to_owned(),
            file,
        };
        match into.read(done) {
            Ok(None) => Ok(into),
            Ok(Some(sentence)) => Err(sentence),
            Err(error) => Err(fails(&error)),
        }
    }

    /// Reads and repairs the file; returns a message if it has something other than reports.
    fn read(&mut self, done: &mut Done) -> io::Result<Option<String>> {
        let (mut number, mut end) = (0, 0);
        for bytes in Lines::of(self.file.try_clone()?) {
            let bytes = bytes?;
            number += 1;
            let line = decoded_lossy(&bytes);
            // Any part of a JSON object but the whole is invalid.
            let object: Option<Map<String, Value>> = serde_json::from_str(&line).ok();
            let is_complete = bytes.ends_with(b"\n");
            match object {
                Some(object) if !object.contains_key("hash") => {
                    let name = quoted(&self.name);
                    return Ok(Some(format!(
                        "into must be a file of reports, not {name}, whose line {number} is none"
                    )));
                }
                None if !is_complete => {
                    self.file.set_len(end)?;
                    say(&format!(
                        "removed line {number} of {}, which was cut off",
                        quoted(&self.name)
                    ));
                }
                _ => {
                    done.read(&line);
                    if !is_complete {
                        self.file.write_all(b"\n")?;
                    }
                }
            }
            end += bytes.len() as u64;
        }
        Ok(None)
    }

    /// Appends a line with one write, so that a killed run leaves at most part of the last line.
    pub(super) fn append(&mut self, line: &str) {
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let name = quoted(&self.name);
            say(&format!(
                "into must be a file that can be written, not {name} ({error})"
            ));
            process::exit(2);
        }
    }
}
