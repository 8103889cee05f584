//! Keys in the drawing of a network.

use super::draft::{Edit, Element};
use super::hand::STEP;
use super::{NetworkDrawing, Tool};
use crate::Chord;
use engine::topology::Point;

impl NetworkDrawing {
    /// The description of the keys for users.
    pub const KEYS: &'static str = "Arrow keys move the node, with Shift farther. Page Up and Page \
                                    Down go from node to node, Control and an arrow key to the \
                                    next one there. Enter on one node and then on another links \
                                    them, with Shift one way. N adds a node, S makes it a switch \
                                    or a node, Delete removes it. F2 edits its name. Control and Z \
                                    undo, Escape cancels, Control and Enter use the network. With \
                                    Shift held down, a drag from node to node links them.";

    /// Handles a key press in the drawing; returns whether the key has a meaning there.
    pub fn key(&mut self, chord: Chord) -> bool {
        let Chord { key, ctrl, shift } = chord;
        match key {
            "z" | "Z" if ctrl && shift => self.redo(),
            "z" | "Z" if ctrl => self.undo(),
            "y" | "Y" if ctrl => self.redo(),
            "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" if self.places.is_empty() => {}
            "ArrowLeft" => self.arrow([-1.0, 0.0], chord),
            "ArrowRight" => self.arrow([1.0, 0.0], chord),
            "ArrowUp" => self.arrow([0.0, -1.0], chord),
            "ArrowDown" => self.arrow([0.0, 1.0], chord),
            _ if ctrl => return false,
            "n" | "N" => self.add_beside(),
            "Escape" if self.anchor.is_some() || self.selected.is_some() => {
                self.anchor = None;
                self.selected = None;
                self.told.clear();
            }
            _ if self.places.is_empty() => return false,
            "PageDown" => self.go_to((self.focused + 1) % self.places.len()),
            "PageUp" => self.go_to((self.focused + self.places.len() - 1) % self.places.len()),
            "Home" => self.go_to(0),
            "End" => self.go_to(self.last()),
            "Enter" | " " => {
                let is_unidirectional = shift || self.tool == Tool::Unidirectional;
                let tool = if is_unidirectional {
                    Tool::Unidirectional
                } else {
                    Tool::Link
                };
                self.take_end(self.focused, tool);
            }
            "s" | "S" => {
                let node = self.focused;
                let is_switch = !self.sketch().nodes()[node].is_switch;
                self.edit(&Edit::SetSwitch { node, is_switch });
            }
            "Delete" | "Backspace" => self.remove_selected(),
            _ => return false,
        }
        true
    }

    /// Removes the selected part, or else the focused node.
    pub fn remove_selected(&mut self) {
        if self.places.is_empty() {
            return;
        }
        let part = self.selected.unwrap_or(Element::Node(self.focused));
        self.edit(&Edit::Remove(part));
        if !self.places.is_empty() {
            self.focus_calls += 1;
        }
    }

    /// Adds a node to the right of the focused one.
    pub fn add_beside(&mut self) {
        let unit = self.frame.unit();
        let beside = self.places.get(self.focused).copied();
        let beside = beside.map(|at| Point::new(at.x + 1.25 * unit, at.y));
        let at = beside.unwrap_or_else(|| self.frame.middle());
        let at = self.free_from(None, at, [0.0, 1.25 * unit]);
        self.add(at, self.tool == Tool::Switch);
    }

    fn go_to(&mut self, node: usize) {
        self.select(Some(Element::Node(node)));
        self.focus_calls += 1;
    }

    fn arrow(&mut self, direction: [f32; 2], chord: Chord) {
        if chord.ctrl {
            return match self.next_towards(direction) {
                Some(node) => self.go_to(node),
                None => "There is no node there.".clone_into(&mut self.told),
            };
        }
        let steps = if chord.shift { 4.0 } else { 1.0 };
        let step = direction.map(|part| part * steps * STEP * self.frame.unit());
        let node = self.focused;
        let at = self.places[node];
        let to = Point::new(at.x + step[0], at.y + step[1]);
        let to = self.free_from(Some(node), to, step);
        self.move_to(node, to);
    }

    /// Returns the nearest node within 45° of a direction.
    fn next_towards(&self, [right, down]: [f32; 2]) -> Option<usize> {
        let here = *self.places.get(self.focused)?;
        let nodes = self.places.iter().enumerate();
        let there = nodes.filter_map(|(node, at)| {
            let [dx, dy] = [at.x - here.x, at.y - here.y];
            let along = dx * right + dy * down;
            let across = dx * down - dy * right;
            (along > 0.0 && across.abs() <= along).then_some((along.hypot(across), node))
        });
        let nearest = there.min_by(|(one, _), (other, _)| one.total_cmp(other));
        nearest.map(|(_, node)| node)
    }
}
