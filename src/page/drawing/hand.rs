//! Pointers in the drawing of a network: press, move, release.

use super::draft::{Edit, Element};
use super::{NetworkDrawing, Tool};
use engine::topology::Point;

/// A pointer on the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// The id of the pointer.
    pub id: i32,
    /// Distances from the left and the top \[pixels\].
    pub at: [f32; 2],
    /// Width and height of the drawing \[pixels\].
    pub size: [f32; 2],
    /// Whether Shift is held down.
    pub shift: bool,
}

/// The gesture of the pressed pointer.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Doing {
    #[default]
    Nothing,
    /// Pressed, not moved far enough yet to be more than a click.
    Press(Touch),
    /// Moving a node: the pointer, the node, its offset from the pointer [grid units] and its new position.
    Move(i32, usize, [f32; 2], Point),
    /// Drawing a link: the pointer, the first node, the position of the other end and the tool.
    Link(i32, usize, Point, Tool),
}

/// The most that a pointer moves during a click \[pixels\].
const STILL: f32 = 6.0;

/// The grid to which nodes snap when they are placed by pointer or key \[units\].
pub(super) const STEP: f32 = 0.25;

impl NetworkDrawing {
    /// Handles the press of a pointer. A second pointer cancels the gesture.
    pub fn press(&mut self, touch: Touch) {
        if self.doing != Doing::Nothing {
            return self.lose();
        }
        self.frame = self.frame.filling(touch.size);
        self.doing = Doing::Press(touch);
        if let Some(Element::Node(node)) = self.under(touch) {
            self.focused = node;
            self.focus_calls += 1;
        }
    }

    /// Returns whether a pointer is pressed, so that its moves must be followed.
    pub fn is_held(&self) -> bool {
        self.doing != Doing::Nothing
    }

    /// Handles the move of a pointer.
    pub fn follow(&mut self, touch: Touch) {
        let at = self.grid(touch);
        self.doing = match self.doing {
            Doing::Press(start) if start.id == touch.id && far(start.at, touch.at) > STILL => {
                let tool = self.tool.shifted(start.shift);
                match self.under(start) {
                    Some(Element::Node(node)) if tool.links() => {
                        Doing::Link(touch.id, node, at, tool)
                    }
                    Some(Element::Node(node)) => {
                        let (stands, held) = (self.places[node], self.grid(start));
                        let offset = [stands.x - held.x, stands.y - held.y];
                        let to = self.snapped(Point::new(at.x + offset[0], at.y + offset[1]));
                        Doing::Move(touch.id, node, offset, to)
                    }
                    _ => Doing::Nothing,
                }
            }
            Doing::Move(id, node, offset, _) if id == touch.id => {
                let to = self.snapped(Point::new(at.x + offset[0], at.y + offset[1]));
                Doing::Move(id, node, offset, to)
            }
            Doing::Link(id, node, _, tool) if id == touch.id => Doing::Link(id, node, at, tool),
            same => same,
        };
    }

    /// Handles the release of a pointer.
    pub fn release(&mut self, touch: Touch) {
        self.follow(touch);
        match std::mem::take(&mut self.doing) {
            Doing::Press(start) if start.id == touch.id => self.click(start),
            Doing::Move(id, node, _, to) if id == touch.id => {
                self.move_to(node, to);
            }
            Doing::Link(id, from, _, tool) if id == touch.id => match self.under(touch) {
                Some(Element::Node(to)) if to != from => self.link(from, to, tool),
                _ => "A link ends at another node: release over one.".clone_into(&mut self.told),
            },
            other => self.doing = other,
        }
    }

    pub fn lose(&mut self) {
        self.doing = Doing::Nothing;
    }

    fn click(&mut self, touch: Touch) {
        let tool = self.tool.shifted(touch.shift);
        match self.under(touch) {
            Some(Element::Node(node)) if tool.links() => self.take_end(node, tool),
            Some(part) => {
                self.anchor = None;
                self.select(Some(part));
            }
            None if tool.links() => {
                self.anchor = None;
                self.select(None);
            }
            None => {
                let at = self.snapped(self.grid(touch));
                self.add(at, tool == Tool::Switch);
            }
        }
    }

    /// Takes a node as the first or second end of a link.
    pub(super) fn take_end(&mut self, node: usize, tool: Tool) {
        match self.anchor {
            Some(from) if from == node => {
                self.anchor = None;
                "Link canceled.".clone_into(&mut self.told);
            }
            Some(from) => self.link(from, node, tool),
            None => {
                self.select(Some(Element::Node(node)));
                self.anchor = Some(node);
                self.told = format!("A link from {}: choose its other end.", self.name(node));
            }
        }
    }

    fn link(&mut self, from: usize, to: usize, tool: Tool) {
        let both_ways = tool != Tool::Unidirectional;
        self.edit(&Edit::Link {
            from,
            to,
            both_ways,
        });
        self.focused = to;
        self.anchor = None;
    }

    /// Adds a node at a position, or beside it if it is occupied.
    pub(super) fn add(&mut self, at: Point, is_switch: bool) {
        let step = [STEP * self.frame.unit(), 0.0];
        let at = self.free_from(None, at, step);
        if self.edit(&Edit::Add { at, is_switch }) {
            self.focus_calls += 1;
        }
    }

    /// Moves a node to a position, unless that is occupied.
    pub(super) fn move_to(&mut self, node: usize, to: Point) {
        match self.standing(Some(node), to) {
            Some(other) => {
                self.told = format!("{} is already there.", self.name(other));
            }
            None => {
                self.edit(&Edit::Move { node, to });
            }
        }
    }

    /// Returns the first free position from a given one on, in steps; node `but` does not count.
    pub(super) fn free_from(&self, but: Option<usize>, from: Point, step: [f32; 2]) -> Point {
        let mut at = from;
        while self.standing(but, at).is_some() {
            at = Point::new(at.x + step[0], at.y + step[1]);
        }
        at
    }

    /// Returns the node at a position, other than `but`.
    fn standing(&self, but: Option<usize>, at: Point) -> Option<usize> {
        let near = 0.8 * STEP * self.frame.unit();
        let mut nodes = self.places.iter().enumerate();
        let stands = |other: &Point| (other.x - at.x).hypot(other.y - at.y) < near;
        nodes
            .find(|&(node, other)| Some(node) != but && stands(other))
            .map(|(node, _)| node)
    }

    /// Returns the nearest grid position for nodes.
    fn snapped(&self, at: Point) -> Point {
        let step = STEP * self.frame.unit();
        let snap = |x: f32| (x / step).round() * step;
        Point::new(snap(at.x), snap(at.y))
    }

    fn grid(&self, touch: Touch) -> Point {
        self.frame.grid(touch.size, touch.at)
    }

    fn under(&self, touch: Touch) -> Option<Element> {
        let at = self.grid(touch);
        self.frame
            .under(self.sketch(), &self.places, touch.size, at)
    }
}

fn far(one: [f32; 2], other: [f32; 2]) -> f32 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}
