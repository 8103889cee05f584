//! Replacing the whole network: by a file, by a text of another program, by its largest part.

use super::frame::{Frame, Known};
use super::{NetworkDrawing, sentence};
use engine::topology::graph::{Imported, Sketch, import};

impl NetworkDrawing {
    /// Replaces the network; the change can be undone.
    pub fn open(&mut self, sketch: Sketch, what: &str) {
        self.draft.open(sketch, what.to_owned());
        self.told = sentence(what);
        self.anchor = None;
        self.settle(&Known::new(), None, true);
        self.frame = Frame::around(&self.places, self.frame.unit());
    }

    /// Follows the user-defined network in the picture, given by its text: opens it whenever it is another one.
    pub fn follow_used(&mut self, used: Option<String>) {
        if used == self.used {
            return;
        }
        self.note_used(used);
        if let Some(text) = self.used.as_deref().filter(|text| *text != self.text())
            && let Ok(sketch) = Sketch::parse(text)
        {
            self.open(sketch, "copied the shown network");
        }
    }

    /// Notes the network in the picture, of which this drawing is the source: the drawing may have changed since, and
    /// does not follow it.
    pub fn note_used(&mut self, used: Option<String>) {
        self.used = used;
    }

    /// Opens a file of any format; [`NetworkDrawing::told`] then says what was opened, and what of the file is not used.
    ///
    /// # Errors
    ///
    /// A sentence that says why it cannot be read; the drawing then stays unchanged.
    pub fn open_file(&mut self, text: &str) -> Result<(), String> {
        let Imported {
            sketch,
            format,
            notes,
        } = import(text).map_err(|error| error.to_string())?;
        let nodes = sketch.nodes().len();
        self.open(sketch, "opened a file");
        let first = format!("Opened a file ({format}) with {nodes} nodes.");
        let told = std::iter::once(first).chain(notes);
        self.tell(told.collect::<Vec<_>>().join(" "));
        Ok(())
    }

    /// The format of the text, if it is that of another program, such as an edge list that was pasted.
    pub fn format_of_text(&self) -> Option<&'static str> {
        self.fault()?;
        let imported = import(self.text()).ok()?;
        Some(imported.format)
    }

    /// The number of nodes of the largest part of a network that is not connected, if several nodes
    /// are in it.
    pub fn largest_part(&self) -> Option<usize> {
        let parts = self.sketch().parts();
        let largest = parts.first().map_or(0, Vec::len);
        (parts.len() > 1 && largest > 1).then_some(largest)
    }

    /// Removes all nodes but those of the largest part; the change can be undone.
    pub fn keep_largest_part(&mut self) {
        let part = self.sketch().largest_part();
        let removed = self.sketch().nodes().len() - part.nodes().len();
        let s = if removed == 1 { "" } else { "s" };
        self.open(
            part,
            &format!("kept the largest part, and removed {removed} other node{s}"),
        );
    }
}
