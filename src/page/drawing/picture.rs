//! The drawing of a network as marks, and as text for screen readers.

use super::draft::{Element, Way};
use super::frame::{RADIUS, links};
use super::hand::Doing;
use super::{NetworkDrawing, Tool};
use engine::topology::Point;
use engine::topology::graph::Sketch;

/// The most nodes and channels for which links are listed as well.
const MOST_LISTED: usize = 600;

#[derive(Debug, Clone, PartialEq)]
pub struct NodeMark {
    pub name: String,
    /// The position \[units\].
    pub at: Point,
    pub is_switch: bool,
    pub is_selected: bool,
    /// Whether it is the first end of a link whose second end is not chosen yet.
    pub is_anchor: bool,
    /// The description: `node a, linked with b and c`.
    pub told: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LinkMark {
    pub part: Element,
    /// The line, as an SVG path \[units\].
    pub line: String,
    /// The arrow head, as an SVG path; empty for a bidirectional link.
    pub arrow: String,
    pub is_selected: bool,
    /// The description: `link a – b`, `link a → b`.
    pub told: String,
}

/// All marks of a drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Picture {
    pub nodes: Vec<NodeMark>,
    pub links: Vec<LinkMark>,
    /// A link being drawn, as an SVG path.
    pub aim: Option<String>,
}

impl NetworkDrawing {
    /// Returns the marks, with a node being moved at its new position.
    pub fn picture(&self) -> Picture {
        if !self.is_drawn() {
            return Picture::default();
        }
        let sketch = self.sketch();
        let mut places: Vec<_> = self.places.iter().map(|&at| self.frame.drawn(at)).collect();
        if let Doing::Move(_, node, _, to) = self.doing {
            places[node] = self.frame.drawn(to);
        }
        let neighbors = Neighbors::of(sketch);
        let nodes = sketch.nodes().iter().enumerate();
        let nodes = nodes.map(|(node, named)| NodeMark {
            name: named.name.clone(),
            at: places[node],
            is_switch: named.is_switch,
            is_selected: self.selected == Some(Element::Node(node)),
            is_anchor: self.anchor == Some(node),
            told: neighbors.told(sketch, node),
        });
        let links = links(sketch).map(|(one, other)| {
            let way = Way::of(sketch, one, other).unwrap_or(Way::Both);
            let [from, to] = match way {
                Way::Back => [other, one],
                _ => [one, other],
            };
            let (line, arrow) = arrow(places[from], places[to], RADIUS);
            LinkMark {
                part: Element::Link(one, other),
                line,
                arrow: if way == Way::Both {
                    String::new()
                } else {
                    arrow
                },
                is_selected: self.selected == Some(Element::Link(one, other)),
                told: link_told(sketch, one, other),
            }
        });
        let aim = match self.doing {
            Doing::Link(_, from, to, tool) => {
                let (line, head) = arrow(places[from], self.frame.drawn(to), 0.0);
                let head = if tool == Tool::Unidirectional {
                    head
                } else {
                    String::new()
                };
                Some([line, head].concat())
            }
            _ => None,
        };
        Picture {
            nodes: nodes.collect(),
            links: links.collect(),
            aim,
        }
    }

    /// Describes the selected part; empty if nothing is selected.
    pub fn selected_told(&self) -> String {
        let sketch = self.sketch();
        match self.selected {
            Some(Element::Node(node)) => Neighbors::of(sketch).told(sketch, node),
            Some(Element::Link(one, other)) => link_told(sketch, one, other),
            None => String::new(),
        }
    }

    /// Describes every node and, unless there are more than 600 nodes and channels, every link, in list order.
    pub fn parts(&self) -> Vec<(Element, String)> {
        let sketch = self.sketch();
        let neighbors = Neighbors::of(sketch);
        let nodes = 0..sketch.nodes().len();
        let nodes = nodes.map(|node| (Element::Node(node), neighbors.told(sketch, node)));
        // A longer list is of no use.
        let most = if nodes.len() + sketch.channels().count() > MOST_LISTED {
            0
        } else {
            MOST_LISTED
        };
        let links = links(sketch).take(most).map(|(one, other)| {
            let part = Element::Link(one, other);
            (part, link_told(sketch, one, other))
        });
        nodes.chain(links).collect()
    }
}

/// The neighbors of each node: linked both ways, reached from it only, leading to it only.
struct Neighbors(Vec<[Vec<usize>; 3]>);

impl Neighbors {
    fn of(sketch: &Sketch) -> Self {
        let mut all = vec![[const { Vec::new() }; 3]; sketch.nodes().len()];
        for (from, to) in sketch.channels() {
            if sketch.has_channel(to, from) {
                all[from][0].push(to);
            } else {
                all[from][1].push(to);
                all[to][2].push(from);
            }
        }
        Self(all)
    }

    fn told(&self, sketch: &Sketch, node: usize) -> String {
        let SketchName { kind, name } = SketchName::of(sketch, node);
        let [with, to, from] = &self.0[node];
        let verbs = [
            ("linked with", with),
            ("leading to", to),
            ("reached from", from),
        ];
        let joined = verbs.into_iter().filter(|(_, nodes)| !nodes.is_empty());
        let joined: Vec<_> = joined
            .map(|(verb, nodes)| format!("{verb} {}", listed(sketch, nodes)))
            .collect();
        if joined.is_empty() {
            return format!("{kind} {name}, not linked");
        }
        format!("{kind} {name}, {}", joined.join(", "))
    }
}

struct SketchName<'a> {
    kind: &'static str,
    name: &'a str,
}

impl<'a> SketchName<'a> {
    fn of(sketch: &'a Sketch, node: usize) -> Self {
        let node = &sketch.nodes()[node];
        let kind = if node.is_switch { "switch" } else { "node" };
        Self {
            kind,
            name: &node.name,
        }
    }
}

/// `a`, `a and b`, `a, b and 7 more`.
fn listed(sketch: &Sketch, nodes: &[usize]) -> String {
    const MOST: usize = 8;
    let names: Vec<_> = nodes
        .iter()
        .map(|&node| &*sketch.nodes()[node].name)
        .collect();
    match &*names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] if names.len() <= MOST => format!("{} and {last}", first.join(", ")),
        _ => format!(
            "{} and {} more",
            names[..MOST].join(", "),
            names.len() - MOST
        ),
    }
}

fn link_told(sketch: &Sketch, one: usize, other: usize) -> String {
    let [a, b] = [one, other].map(|node| &sketch.nodes()[node].name);
    match Way::of(sketch, one, other) {
        Some(Way::There) => format!("link {a} → {b}"),
        Some(Way::Back) => format!("link {b} → {a}"),
        _ => format!("link {a} – {b}"),
    }
}

/// Returns a line between two nodes and an arrow head at its end, as SVG paths. The line ends `radius` before
/// the second node.
fn arrow(from: Point, to: Point, radius: f32) -> (String, String) {
    /// Length and half the width of an arrow head \[units\].
    const HEAD: [f32; 2] = [0.2, 0.09];
    let [dx, dy] = [to.x - from.x, to.y - from.y];
    let length = dx.hypot(dy);
    if length <= radius {
        return (String::new(), String::new());
    }
    let [ux, uy] = [dx / length, dy / length];
    let end = Point::new(to.x - radius * ux, to.y - radius * uy);
    let back = Point::new(end.x - HEAD[0] * ux, end.y - HEAD[0] * uy);
    let aside = |sign: f32| {
        let [x, y] = [-uy * HEAD[1] * sign, ux * HEAD[1] * sign];
        format!("{:.3} {:.3}", back.x + x, back.y + y)
    };
    let line = format!("M{:.3} {:.3}L{:.3} {:.3}", from.x, from.y, end.x, end.y);
    let head = format!("M{:.3} {:.3}L{}L{}Z", end.x, end.y, aside(1.0), aside(-1.0));
    (line, head)
}
