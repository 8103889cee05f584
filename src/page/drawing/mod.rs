//! The editor of a user-defined network, as a drawing and as text: pointers and keys, selection, and undo.
//!
//! [`NetworkDrawing`] is the whole state. It handles every event and then provides the
//! [picture](NetworkDrawing::picture), the text, and a sentence about the last change.

mod begin;
mod draft;
mod frame;
mod hand;
mod keys;
mod opened;
mod picture;
#[cfg(test)]
mod tests;

pub use begin::{BEGINNINGS, Beginning};
pub use draft::{Edit, Element, TextFault, Way};
pub use frame::Frame;
pub use hand::Touch;
pub use picture::{LinkMark, NodeMark, Picture};

use draft::Draft;
use engine::catalog::sentence;
use engine::topology::Point;
use engine::topology::graph::{Sketch, spec_of};
use frame::{Known, places, unit_of};
use hand::Doing;

/// The largest network that is drawn \[nodes\]; larger ones are only edited as text.
pub const MOST_DRAWN: usize = 256;

/// The effect of a pointer in the drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    /// Moves nodes, and adds one at an empty position.
    #[default]
    Move,
    Node,
    Switch,
    Link,
    Unidirectional,
}

impl Tool {
    /// All tools in the order of the toolbar: name, and instructions.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (
            Self::Move,
            "Move",
            "Drag a node to move it; click an empty place to add one.",
        ),
        (
            Self::Node,
            "Node",
            "Click an empty place to add a node, which sends, receives and routes.",
        ),
        (
            Self::Switch,
            "Switch",
            "Click an empty place to add a switch, which only routes.",
        ),
        (
            Self::Link,
            "Link",
            "Drag from node to node, or click one and then the other, to add a link in both \
             directions.",
        ),
        (
            Self::Unidirectional,
            "Unidirectional link",
            "Drag from node to node, or click one and then the other, to add a channel in that \
             direction only.",
        ),
    ];

    /// Returns whether the tool links nodes.
    pub fn links(self) -> bool {
        matches!(self, Self::Link | Self::Unidirectional)
    }

    /// Returns the tool in effect, given whether Shift is held down.
    fn shifted(self, shift: bool) -> Self {
        match self {
            _ if !shift => self,
            Self::Link => Self::Unidirectional,
            _ => Self::Link,
        }
    }
}

#[derive(Debug, Clone)]
pub struct NetworkDrawing {
    draft: Draft,
    places: Vec<Point>,
    /// Why the sketch is not a complete network yet.
    refusal: Option<String>,
    frame: Frame,
    tool: Tool,
    selected: Option<Element>,
    /// The first end of a link whose second end is not chosen yet.
    anchor: Option<usize>,
    /// The node that is focused when the drawing is.
    focused: usize,
    doing: Doing,
    told: String,
    /// The number of requests to focus a node.
    focus_calls: u32,
    /// The text of the user-defined network in the picture when the drawing last followed it.
    used: Option<String>,
}

impl Default for NetworkDrawing {
    fn default() -> Self {
        let mut drawing = Self {
            draft: Draft::default(),
            places: Vec::new(),
            refusal: None,
            frame: Frame::around(&[], 1.0),
            tool: Tool::default(),
            selected: None,
            anchor: None,
            focused: 0,
            doing: Doing::default(),
            told: String::new(),
            focus_calls: 0,
            used: None,
        };
        drawing.settle(&Known::new(), None, true);
        drawing
    }
}

impl NetworkDrawing {
    /// Creates the drawing of a text, with an empty undo history.
    pub fn of(text: &str) -> Self {
        let mut drawing = Self {
            draft: Draft::of(text),
            ..Self::default()
        };
        drawing.settle(&Known::new(), None, true);
        drawing.frame = Frame::around(&drawing.places, drawing.frame.unit());
        drawing
    }

    pub fn text(&self) -> &str {
        self.draft.text()
    }

    /// The error in the text, if any.
    pub fn fault(&self) -> Option<&TextFault> {
        self.draft.fault()
    }

    pub fn sketch(&self) -> &Sketch {
        self.draft.sketch()
    }

    /// The reason why the network cannot be used yet, in a sentence.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Returns the specification of the network in scenarios, if it is complete.
    pub fn spec(&self) -> Option<String> {
        let is_whole = self.fault().is_none() && self.refusal.is_none();
        is_whole.then(|| spec_of(&self.sketch().text()))
    }

    /// The last change or refusal, in a sentence.
    pub fn told(&self) -> &str {
        &self.told
    }

    /// Replaces the sentence about the last change.
    pub fn tell(&mut self, sentence: String) {
        self.told = sentence;
    }

    /// The part of the plane that is shown.
    pub fn frame(&self) -> Frame {
        self.frame
    }

    pub fn tool(&self) -> Tool {
        self.tool
    }

    pub fn take(&mut self, tool: Tool) {
        self.tool = tool;
        self.anchor = None;
    }

    pub fn selected(&self) -> Option<Element> {
        self.selected
    }

    /// Selects a part, or clears the selection.
    pub fn select(&mut self, part: Option<Element>) {
        self.selected = part;
        if let Some(Element::Node(node)) = part {
            self.focused = node;
        }
    }

    /// The node that is focused when the drawing is.
    pub fn focused(&self) -> usize {
        self.focused
    }

    /// The number of requests to focus a node; an increase asks the page to focus [`NetworkDrawing::focused`].
    pub fn focus_calls(&self) -> u32 {
        self.focus_calls
    }

    /// Replaces the text after typing; `time` is in ms.
    pub fn write(&mut self, text: &str, time: f64) {
        let (known, part) = (self.known(), self.name_selected());
        self.draft.write(text, time);
        self.told.clear();
        self.settle(&known, part, true);
    }

    /// Makes a change and returns whether it succeeded; [`NetworkDrawing::told`] describes it or the refusal.
    pub fn edit(&mut self, edit: &Edit) -> bool {
        let known = self.known();
        match self.draft.edit(edit, &self.places) {
            Ok((what, part)) => {
                self.told = sentence(&what);
                self.anchor = None;
                self.settle(&known, None, false);
                self.select(part);
                self.focused = self.focused.min(self.last());
                true
            }
            Err(sentence) => {
                self.told = sentence;
                false
            }
        }
    }

    /// Describes the change that would be undone.
    pub fn last_done(&self) -> Option<&str> {
        self.draft.last_done()
    }

    /// Describes the change that would be redone.
    pub fn last_undone(&self) -> Option<&str> {
        self.draft.last_undone()
    }

    pub fn undo(&mut self) {
        self.turn("Undone", Draft::undo);
    }

    /// Redoes the change undone last.
    pub fn redo(&mut self) {
        self.turn("Redone", Draft::redo);
    }

    fn turn(&mut self, verb: &str, turn: fn(&mut Draft) -> Option<String>) {
        let (known, part) = (self.known(), self.name_selected());
        self.told = match turn(&mut self.draft) {
            Some(what) => format!("{verb}: {what}."),
            None => "There is nothing more.".to_owned(),
        };
        let before = self.focused;
        self.settle(&known, part, false);
        // The focused node was removed.
        self.focus_calls += u32::from(self.focused != before);
    }

    /// Returns whether the network is small enough to be drawn.
    pub fn is_drawn(&self) -> bool {
        self.sketch().nodes().len() <= MOST_DRAWN
    }

    fn last(&self) -> usize {
        self.sketch().nodes().len().saturating_sub(1)
    }

    fn name(&self, node: usize) -> &str {
        &self.sketch().nodes()[node].name
    }

    /// Returns the positions at which the nodes are drawn, by name.
    fn known(&self) -> Known {
        let names = self.sketch().nodes().iter().map(|node| node.name.clone());
        names.zip(self.places.iter().copied()).collect()
    }

    /// Returns the names of the selected nodes, which may have other numbers in another text.
    fn name_selected(&self) -> Option<Vec<String>> {
        let nodes = match self.selected? {
            Element::Node(node) => vec![node],
            Element::Link(one, other) => vec![one, other],
        };
        Some(
            nodes
                .iter()
                .map(|&node| self.name(node).to_owned())
                .collect(),
        )
    }

    /// Updates the drawing after a change of the sketch. `known` contains the previous positions and `selected`
    /// the names of the selected nodes; `is_other` allows the frame to be fitted again.
    fn settle(&mut self, known: &Known, selected: Option<Vec<String>>, is_other: bool) {
        let sketch = self.draft.sketch();
        let built = sketch.clone().build();
        self.refusal = built.err().map(|error| sentence(&error.to_string()));
        self.places = if self.is_drawn() {
            places(sketch, known)
        } else {
            Vec::new()
        };
        if is_other {
            let unit = unit_of(&self.places);
            let is_other_unit = unit.to_bits() != self.frame.unit().to_bits();
            if is_other_unit || self.frame.is_far_too_large_for(&self.places) {
                self.frame = Frame::around(&self.places, unit);
            }
        }
        self.frame = self.frame.kept(&self.places);
        let numbers = selected.and_then(|names| {
            let numbers = names.iter().map(|name| self.sketch().number(name));
            numbers.collect::<Option<Vec<_>>>()
        });
        self.selected = match numbers.as_deref() {
            Some(&[node]) => Some(Element::Node(node)),
            Some(&[one, other]) => {
                let (one, other) = (one.min(other), one.max(other));
                Way::of(self.sketch(), one, other).map(|_| Element::Link(one, other))
            }
            _ => None,
        };
        self.anchor = None;
        // A press continues: its change of focus may itself have committed an edit of a field.
        if !matches!(self.doing, Doing::Press(_)) {
            self.doing = Doing::Nothing;
        }
        self.focused = self.focused.min(self.last());
    }
}
