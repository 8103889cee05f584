//! What pointers mean in the drawing of a network: press, move, let go.

use super::draft::{Edit, Part};
use super::{NetworkDrawing, Tool};
use crate::topology::Point;

/// A pointer on the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// Which one.
    pub id: i32,
    /// From the left and from the top \[pixels\].
    pub at: [f32; 2],
    /// Width and height of the drawing \[pixels\].
    pub size: [f32; 2],
    /// Whether Shift is held down.
    pub shift: bool,
}

/// What the pointer that is down does.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Doing {
    #[default]
    Nothing,
    /// Pressed, and not moved enough to be more than a click.
    Press(Touch),
    /// Moving a node, which is so far from the pointer [grid units].
    Move(i32, usize, [f32; 2], Point),
    /// Drawing a link from a node to a place.
    Link(i32, usize, Point, Tool),
}

/// A press that moves no farther than this \[pixels\] is a click.
const STILL: f32 = 6.0;

/// Nodes that are moved by hand stand at multiples of it \[units\].
pub(super) const STEP: f32 = 0.25;

impl NetworkDrawing {
    /// A pointer comes down. A second one is no hand that draws.
    pub fn press(&mut self, touch: Touch) {
        if self.doing != Doing::Nothing {
            return self.lose();
        }
        self.frame = self.frame.filling(touch.size);
        self.doing = Doing::Press(touch);
        if let Some(Part::Node(node)) = self.under(touch) {
            self.focused = node;
            self.focus_calls += 1;
        }
    }

    /// Whether a pointer is down, so that its moves matter.
    pub fn is_held(&self) -> bool {
        self.doing != Doing::Nothing
    }

    /// A pointer moves.
    pub fn follow(&mut self, touch: Touch) {
        let at = self.grid(touch);
        self.doing = match self.doing {
            Doing::Press(start) if start.id == touch.id && far(start.at, touch.at) > STILL => {
                let tool = self.tool.shifted(start.shift);
                match self.under(start) {
                    Some(Part::Node(node)) if tool.links() => Doing::Link(touch.id, node, at, tool),
                    Some(Part::Node(node)) => {
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

    /// A pointer goes up.
    pub fn release(&mut self, touch: Touch) {
        self.follow(touch);
        match std::mem::take(&mut self.doing) {
            Doing::Press(start) if start.id == touch.id => self.click(start),
            Doing::Move(id, node, _, to) if id == touch.id => {
                self.move_to(node, to);
            }
            Doing::Link(id, from, _, tool) if id == touch.id => match self.under(touch) {
                Some(Part::Node(to)) if to != from => self.link(from, to, tool),
                _ => "A link ends at another node: let go over one.".clone_into(&mut self.told),
            },
            other => self.doing = other,
        }
    }

    /// The pointer is taken away: nothing was meant.
    pub fn lose(&mut self) {
        self.doing = Doing::Nothing;
    }

    fn click(&mut self, touch: Touch) {
        let tool = self.tool.shifted(touch.shift);
        match self.under(touch) {
            Some(Part::Node(node)) if tool.links() => self.take_end(node, tool),
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

    /// Takes a node as the first end of a link, or as its second one.
    pub(super) fn take_end(&mut self, node: usize, tool: Tool) {
        match self.anchor {
            Some(from) if from == node => {
                self.anchor = None;
                "No link then.".clone_into(&mut self.told);
            }
            Some(from) => self.link(from, node, tool),
            None => {
                self.select(Some(Part::Node(node)));
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

    /// Adds a node at a place or, where a node stands, beside it.
    pub(super) fn add(&mut self, at: Point, is_switch: bool) {
        let step = [STEP * self.frame.unit(), 0.0];
        let at = self.free_from(None, at, step);
        if self.edit(&Edit::Add { at, is_switch }) {
            self.focus_calls += 1;
        }
    }

    /// Moves a node to a place, unless another one stands there.
    pub(super) fn move_to(&mut self, node: usize, to: Point) {
        match self.standing(Some(node), to) {
            Some(other) => {
                let (name, other) = (self.name(node), self.name(other));
                self.told = format!("{name} stays where it was: {other} stands there.");
            }
            None => {
                self.edit(&Edit::Move { node, to });
            }
        }
    }

    /// The first free place from one on, in steps.
    pub(super) fn free_from(&self, but: Option<usize>, from: Point, step: [f32; 2]) -> Point {
        let mut at = from;
        while self.standing(but, at).is_some() {
            at = Point::new(at.x + step[0], at.y + step[1]);
        }
        at
    }

    /// The node that stands at a place, apart from one.
    fn standing(&self, but: Option<usize>, at: Point) -> Option<usize> {
        let near = 0.8 * STEP * self.frame.unit();
        let mut nodes = self.places.iter().enumerate();
        let stands = |other: &Point| (other.x - at.x).hypot(other.y - at.y) < near;
        nodes
            .find(|&(node, other)| Some(node) != but && stands(other))
            .map(|(node, _)| node)
    }

    /// The nearest place at which a hand puts nodes.
    fn snapped(&self, at: Point) -> Point {
        let step = STEP * self.frame.unit();
        let snap = |x: f32| (x / step).round() * step;
        Point::new(snap(at.x), snap(at.y))
    }

    fn grid(&self, touch: Touch) -> Point {
        self.frame.grid(touch.size, touch.at)
    }

    fn under(&self, touch: Touch) -> Option<Part> {
        let at = self.grid(touch);
        self.frame
            .under(self.sketch(), &self.places, touch.size, at)
    }
}

fn far(one: [f32; 2], other: [f32; 2]) -> f32 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}
