//! The draft of a network: its text, the network parsed from it, and the undo history.

use engine::catalog::{BuildError, sentence};
use engine::topology::Point;
use engine::topology::graph::Sketch;

/// A part of a network that can be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Node(usize),
    /// A link, by the numbers of its ends, the lower one first.
    Link(usize, usize),
}

/// The directions of a link, seen from the end with the lower number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Both,
    /// Only to the end with the higher number.
    There,
    /// Only to the end with the lower number.
    Back,
}

impl Way {
    /// Returns the directions of a link in a sketch, if the link exists.
    pub fn of(sketch: &Sketch, one: usize, other: usize) -> Option<Self> {
        match [(one, other), (other, one)].map(|(from, to)| sketch.has_channel(from, to)) {
            [true, true] => Some(Self::Both),
            [true, false] => Some(Self::There),
            [false, true] => Some(Self::Back),
            [false, false] => None,
        }
    }
}

/// A change to a sketch.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Adds a node, with an unused name.
    Add {
        at: Point,
        is_switch: bool,
    },
    Move {
        node: usize,
        to: Point,
    },
    Link {
        from: usize,
        to: usize,
        /// Whether the link is bidirectional.
        both_ways: bool,
    },
    /// Changes the directions of a link.
    Turn {
        /// The end with the lower number.
        one: usize,
        other: usize,
        way: Way,
    },
    Rename {
        node: usize,
        name: String,
    },
    /// Makes a node a switch, or one that sends and receives.
    SetSwitch {
        node: usize,
        /// Whether it becomes a switch.
        is_switch: bool,
    },
    /// Removes a part; a node together with its links.
    Remove(Element),
}

/// An error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault {
    /// The line, from 1.
    pub line: usize,
    /// The reason, a clause without a full stop.
    pub reason: String,
}

impl TextFault {
    fn of((line, error): &(u32, BuildError)) -> Self {
        let reason = match error {
            BuildError::Rejected { field, .. } if field.is_empty() => format!("this{error}"),
            _ => error.to_string(),
        };
        Self {
            line: *line as usize,
            reason,
        }
    }
}

/// A text, the last network parsed from it, and the undo history.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    text: String,
    /// The network of the text, or of the last valid text.
    sketch: Sketch,
    fault: Option<TextFault>,
    done: Vec<Step>,
    /// In the order in which they were undone.
    undone: Vec<Step>,
    /// The time of the last typing, if no other change followed \[ms\].
    typed: Option<f64>,
}

/// A change and the state it returns to: the state before a done change, or after an undone one.
#[derive(Debug, Clone)]
struct Step {
    what: String,
    text: String,
    /// The network, if the text is invalid.
    sketch: Option<Sketch>,
}

impl Draft {
    const MOST: usize = 200;

    /// Typing within this time [ms] is one change.
    const MOMENT: f64 = 1500.0;

    /// Creates the draft of a text, with an empty undo history.
    pub(super) fn of(text: &str) -> Self {
        let mut draft = Self::default();
        draft.read(text.to_owned(), None);
        draft
    }

    /// The text as typed, or as generated after a change to the drawing.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The network of the last valid text.
    pub(super) fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// The error in the text, if any.
    pub(super) fn fault(&self) -> Option<&TextFault> {
        self.fault.as_ref()
    }

    /// Replaces the text after typing; `time` is in ms.
    pub(super) fn write(&mut self, text: &str, time: f64) {
        if text == self.text {
            return;
        }
        let continues = self.typed.is_some_and(|at| time - at <= Self::MOMENT);
        if !continues {
            self.note("changed the text".to_owned());
        }
        self.read(text.to_owned(), None);
        self.typed = Some(time);
    }

    pub(super) fn open(&mut self, sketch: Sketch, what: String) {
        let text = sketch.text();
        if text != self.text {
            self.note(what);
            self.put(sketch);
        }
    }

    /// Makes a change and returns its description and the changed part, if that still exists; the error is the
    /// reason why the change is refused. A change that involves a position first fixes the positions of all
    /// nodes as drawn.
    pub(super) fn edit(
        &mut self,
        edit: &Edit,
        places: &[Point],
    ) -> Result<(String, Option<Element>), String> {
        let mut sketch = self.sketch.clone();
        if matches!(edit, Edit::Add { .. } | Edit::Move { .. }) {
            for (node, &at) in places.iter().enumerate().take(sketch.nodes().len()) {
                if sketch.nodes()[node].at.is_none() {
                    sketch
                        .place(node, Some(hundredths(at)))
                        .map_err(|error| sentence(&error.to_string()))?;
                }
            }
        }
        let (what, part) =
            apply(&mut sketch, edit).map_err(|error| sentence(&error.to_string()))?;
        if sketch != self.sketch {
            self.note(what.clone());
            self.put(sketch);
        }
        Ok((what, part))
    }

    /// Describes the change that would be undone.
    pub(super) fn last_done(&self) -> Option<&str> {
        self.done.last().map(|step| &*step.what)
    }

    /// Describes the change that would be redone.
    pub(super) fn last_undone(&self) -> Option<&str> {
        self.undone.last().map(|step| &*step.what)
    }

    /// Undoes the last change; returns its description.
    pub(super) fn undo(&mut self) -> Option<String> {
        let step = self.done.pop()?;
        self.undone.push(self.here(step.what.clone()));
        Some(self.go(step))
    }

    /// Redoes the change undone last; returns its description.
    pub(super) fn redo(&mut self) -> Option<String> {
        let step = self.undone.pop()?;
        self.done.push(self.here(step.what.clone()));
        Some(self.go(step))
    }

    fn here(&self, what: String) -> Step {
        Step {
            what,
            text: self.text.clone(),
            sketch: self.fault.is_some().then(|| self.sketch.clone()),
        }
    }

    fn go(&mut self, step: Step) -> String {
        self.typed = None;
        self.read(step.text, step.sketch);
        step.what
    }

    fn note(&mut self, what: String) {
        self.typed = None;
        self.undone.clear();
        if self.done.len() == Self::MOST {
            self.done.remove(0);
        }
        self.done.push(self.here(what));
    }

    fn put(&mut self, sketch: Sketch) {
        self.text = sketch.text();
        self.sketch = sketch;
        self.fault = None;
    }

    /// Parses a text; if it is invalid, the network becomes `otherwise` or stays unchanged.
    fn read(&mut self, text: String, otherwise: Option<Sketch>) {
        match Sketch::parse_lines(&text) {
            Ok(sketch) => {
                self.sketch = sketch;
                self.fault = None;
            }
            Err(error) => {
                if let Some(sketch) = otherwise {
                    self.sketch = sketch;
                }
                self.fault = Some(TextFault::of(&error));
            }
        }
        self.text = text;
    }
}

fn hundredths(at: Point) -> Point {
    let round = |x: f32| (x * 100.0).round() / 100.0;
    Point::new(round(at.x), round(at.y))
}

fn apply(sketch: &mut Sketch, edit: &Edit) -> Result<(String, Option<Element>), BuildError> {
    let name = |sketch: &Sketch, node: usize| sketch.nodes()[node].name.clone();
    let kind = |is_switch: bool| if is_switch { "switch" } else { "node" };
    match *edit {
        Edit::Add { at, is_switch } => {
            let node = sketch.add_new(is_switch, hundredths(at))?;
            let what = format!("added {} {}", kind(is_switch), name(sketch, node));
            Ok((what, Some(Element::Node(node))))
        }
        Edit::Move { node, to } => {
            sketch.place(node, Some(hundredths(to)))?;
            Ok((
                format!("moved {}", name(sketch, node)),
                Some(Element::Node(node)),
            ))
        }
        Edit::Link {
            from,
            to,
            both_ways,
        } => link(sketch, from, to, both_ways),
        Edit::Turn { one, other, way } => {
            sketch.disconnect(one, other);
            sketch.disconnect(other, one);
            if way != Way::Back {
                sketch.connect(one, other)?;
            }
            if way != Way::There {
                sketch.connect(other, one)?;
            }
            let [one_name, other_name] = [one, other].map(|node| name(sketch, node));
            let what = match way {
                Way::Both => format!("made {one_name} – {other_name} lead both ways"),
                Way::There => format!("made it lead from {one_name} to {other_name} only"),
                Way::Back => format!("made it lead from {other_name} to {one_name} only"),
            };
            Ok((what, Some(Element::Link(one, other))))
        }
        Edit::Rename {
            node,
            name: ref new,
        } => {
            let before = name(sketch, node);
            sketch.rename(node, new)?;
            let what = format!("renamed {before} to {}", name(sketch, node));
            Ok((what, Some(Element::Node(node))))
        }
        Edit::SetSwitch { node, is_switch } => {
            sketch.set_switch(node, is_switch);
            let name = name(sketch, node);
            let what = if is_switch {
                format!("made {name} a switch, which only routes")
            } else {
                format!("made {name} a node that sends and receives")
            };
            Ok((what, Some(Element::Node(node))))
        }
        Edit::Remove(Element::Node(node)) => {
            let what = format!("removed {}", name(sketch, node));
            sketch.remove(node);
            Ok((what, None))
        }
        Edit::Remove(Element::Link(one, other)) => {
            sketch.disconnect(one, other);
            sketch.disconnect(other, one);
            let [one, other] = [one, other].map(|node| name(sketch, node));
            Ok((format!("removed the link {one} – {other}"), None))
        }
    }
}

/// Links two nodes, or completes a unidirectional link.
fn link(
    sketch: &mut Sketch,
    from: usize,
    to: usize,
    both_ways: bool,
) -> Result<(String, Option<Element>), BuildError> {
    let completes = both_ways && !sketch.has_channel(to, from);
    // An existing channel is refused as a second link.
    if !completes || !sketch.has_channel(from, to) {
        sketch.connect(from, to)?;
    }
    if completes {
        sketch.connect(to, from)?;
    }
    let [from_name, to_name] = [from, to].map(|node| sketch.nodes()[node].name.clone());
    let what = if sketch.has_channel(to, from) {
        format!("linked {from_name} with {to_name}")
    } else {
        format!("linked {from_name} to {to_name}, one way")
    };
    Ok((what, Some(Element::Link(from.min(to), from.max(to)))))
}
