//! The channel matrix: one cell for every channel, a row for every node, a column for every port.
//!
//! Cells do not overlap, so the matrix can show all 49,152 channels of a 12-cube. Rows are in the
//! order of node numbers. With dimension-order routing, the nodes whose channel of dimension i
//! leads towards a hot spot agree with it in all lower dimensions, so they are every k₀-th, every
//! k₀k₁-th, … node: a comb that gets coarser from column to column. A dimension with more load than
//! others is a bright column. (Rows in the order of the Gray code would break up these combs.)
//!
//! A tall matrix is cut into blocks of rows, which are placed side by side. Cuts are made where the
//! teeth of these combs continue at the same height in the next block: at multiples of k₀, k₀k₁, …,
//! or after a power of two.

mod frames;
mod squares;

pub use frames::frames;
pub use squares::{Pixels, Squares};

use super::draw::{Bounds, Ink, Shape, View, Weight};
use engine::topology::{ChannelId, Lattice, Network, NodeId, Point, Port, Topology};

/// The cells of all channels. The unit of coordinates is the edge of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    nodes: u32,
    ports: u32,
    /// Number of rows per block.
    rows: u32,
    /// Space for the text beside and above the cells.
    margin: Point,
    /// Font size, in cells and in pixels.
    letter: f32,
    text: f32,
    /// By channel: node · ports + port.
    places: Vec<u32>,
    /// Inverse of `places`; `NONE` for ports without a channel.
    channels: Vec<u32>,
    names: Vec<String>,
    /// Number of characters of the longest node label.
    longest: usize,
}

const NONE: u32 = u32::MAX;

/// Number of empty columns between blocks.
const GAP: u32 = 1;

/// Usual font size \[pixels\].
pub const MATRIX_TEXT: f32 = 10.0;

/// Height of a line with the space below it, relative to the font size.
const LINE: f32 = 1.4;

impl Matrix {
    /// Cuts the matrix of a network into blocks such that its cells are as large as possible in a
    /// picture of this width and height, with text of this size \[pixels\].
    pub fn new(
        topology: &dyn Topology,
        network: &Network,
        (width, height): (f32, f32),
        text: f32,
    ) -> Self {
        let (nodes, ports) = (topology.nodes(), u32::from(topology.degree()));
        let longest = topology.node_ids().map(|node| topology.label(node).len());
        let longest = longest.max().unwrap_or(0);
        let margin = Point::new(width_of(longest, text) + 6.0, 2.0 * LINE * text);
        let edge = |rows: u32| {
            let wide = nodes.div_ceil(rows) * (ports + GAP) - GAP;
            let across = (width - margin.x).max(1.0) / wide as f32;
            across.min((height - margin.y).max(1.0) / rows as f32)
        };
        // Aligned cuts are worth smaller cells, down to half the size.
        let worth = |rows: u32| edge(rows) * if lines_up(topology, rows) { 2.0 } else { 1.0 };
        let rows = (1..=nodes).max_by(|&a, &b| worth(a).total_cmp(&worth(b)));
        let rows = rows.unwrap_or(nodes);
        let edge = edge(rows);
        let mut channels = vec![NONE; (nodes * ports) as usize];
        let places = network.channel_ids().map(|channel| {
            let place = network.from(channel).0 * ports + u32::from(network.port(channel).0);
            channels[place as usize] = channel.0;
            place
        });
        Self {
            places: places.collect(),
            channels,
            names: topology.ports().map(|port| name(topology, port)).collect(),
            nodes,
            ports,
            rows,
            margin: Point::new(margin.x / edge, margin.y / edge),
            letter: text / edge,
            text,
            longest,
        }
    }

    /// The bounding rectangle of the picture, including text.
    pub fn bounds(&self) -> Bounds {
        let last = self.corner(self.blocks() - 1, self.ports, self.rows);
        Bounds {
            min: Point::default(),
            max: last,
        }
    }

    pub fn channels(&self) -> usize {
        self.places.len()
    }

    /// The square of a channel.
    pub fn cell(&self, channel: ChannelId) -> Bounds {
        let place = self.places[channel.0 as usize];
        self.part(NodeId(place / self.ports), place % self.ports, 1)
    }

    /// The row of a node: the squares of its channels.
    pub fn row(&self, node: NodeId) -> Bounds {
        self.part(node, 0, self.ports)
    }

    /// The channel whose square contains a point.
    pub fn channel_at(&self, point: Point) -> Option<ChannelId> {
        let (x, y) = (point.x - self.margin.x, point.y - self.margin.y);
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let (column, row) = (x as u32, y as u32);
        let (block, port) = (column / (self.ports + GAP), column % (self.ports + GAP));
        let is_inside = port < self.ports && row < self.rows && block < self.blocks();
        let node = block * self.rows + row;
        if !is_inside || node >= self.nodes {
            return None;
        }
        let channel = self.channels[(node * self.ports + port) as usize];
        (channel != NONE).then_some(ChannelId(channel))
    }

    /// The labels: above each block its first node and the names of ports, and beside the first
    /// block its nodes. As many as are legible are shown, at steps of powers of two.
    pub fn labels(&self, topology: &dyn Topology) -> Vec<Shape> {
        let text = self.text;
        let edge = text / self.letter;
        let step = |pixels: f32| ((pixels / edge).ceil() as usize).next_power_of_two();
        let line = LINE * text / edge;
        let label = |at: Point, text: String| Shape::Label {
            at,
            size: self.letter,
            text,
            ink: Ink::Text,
            weight: Weight::Regular,
        };
        let mut labels = Vec::new();
        let letters = self.names.iter().map(|name| name.chars().count()).max();
        let ports = step(width_of(letters.unwrap_or(0), text) + 4.0);
        // The distance of blocks differs from that of cells.
        let wide = (width_of(self.longest, text) + 8.0) / (edge * (self.ports + GAP) as f32);
        let blocks = (wide.ceil() as usize).next_power_of_two();
        let named =
            (width_of(letters.unwrap_or(0), text) + 6.0) / (edge * (self.ports + GAP) as f32);
        let named = (named.ceil() as usize).next_power_of_two();
        for block in 0..self.blocks() {
            let middle = |port: f32| self.corner(block, 0, 0).x + port + 0.5;
            // If blocks are narrow, the names above one also apply to the blocks beside it.
            let names = if (block as usize).is_multiple_of(named) {
                &*self.names
            } else {
                &[]
            };
            for (port, name) in names.iter().enumerate().step_by(ports) {
                let at = Point::new(middle(port as f32), self.margin.y - 0.5 * line);
                labels.push(label(at, name.clone()));
            }
            if self.blocks() > 1 && (block as usize).is_multiple_of(blocks) {
                let at = Point::new(
                    middle((self.ports - 1) as f32 / 2.0),
                    self.margin.y - 1.5 * line,
                );
                labels.push(label(at, topology.label(NodeId(block * self.rows))));
            }
        }
        let rows = step(LINE * text);
        // If cells are low, the label of the first row would touch the names of ports. With several
        // blocks it is above the first one.
        let first = if edge < text { rows as u32 } else { 0 };
        for row in (first..self.rows).step_by(rows) {
            let name = topology.label(NodeId(row));
            let half = width_of(name.len(), text) / (2.0 * edge);
            let at = Point::new(
                self.margin.x - half - 4.0 / edge,
                self.margin.y + row as f32 + 0.5,
            );
            labels.push(label(at, name));
        }
        labels
    }

    fn blocks(&self) -> u32 {
        self.nodes.div_ceil(self.rows)
    }

    /// The upper left corner of a cell.
    fn corner(&self, block: u32, port: u32, row: u32) -> Point {
        Point::new(
            self.margin.x + (block * (self.ports + GAP) + port) as f32,
            self.margin.y + row as f32,
        )
    }

    /// The rectangle of `count` adjacent cells of a node.
    fn part(&self, node: NodeId, port: u32, count: u32) -> Bounds {
        let min = self.corner(node.0 / self.rows, port, node.0 % self.rows);
        Bounds {
            min,
            max: Point::new(min.x + count as f32, min.y + 1.0),
        }
    }
}

/// Whether blocks of this number of rows keep nodes of equal low coordinates, or address bits, at
/// the same height.
fn lines_up(topology: &dyn Topology, rows: u32) -> bool {
    match topology.lattice().map(Lattice::radices) {
        Some([_]) => true,
        Some(radices) => {
            let mut strides = radices.iter().scan(1, |stride, k| {
                *stride *= k;
                Some(*stride)
            });
            strides.all(|stride| rows.is_multiple_of(stride) || stride.is_multiple_of(rows))
        }
        None => rows.is_power_of_two(),
    }
}

/// An abbreviation for a column heading: the first characters of the last word.
fn name(topology: &dyn Topology, port: Port) -> String {
    const LONGEST: usize = 4;
    let name = topology.port_name(port);
    let last = name.rsplit(' ').next().unwrap_or(&name);
    last.chars().take(LONGEST).collect()
}

/// The approximate width of text of a font size \[pixels\].
fn width_of(letters: usize, text: f32) -> f32 {
    letters as f32 * 0.62 * text
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology;

    const SPECS: [&str; 14] = [
        "ring:40",
        "complete:16",
        "mesh:2",
        "mesh:4x3",
        "mesh:4093",
        "mesh:2x2039",
        "torus:8x8",
        "torus:10x10",
        "torus-uni:5x5x5",
        "torus:16x16x16",
        "torus:64x64",
        "hypercube:4",
        "folded-hypercube:12",
        "mesh-hypercube:3x8",
    ];

    fn matrix(spec: &str, aspect: f32) -> (Box<dyn Topology>, Network, Matrix) {
        let topology = topology::from_spec(spec).expect("a valid network");
        let network = Network::new(&*topology);
        let matrix = Matrix::new(&*topology, &network, (900.0, 900.0 / aspect), MATRIX_TEXT);
        (topology, network, matrix)
    }

    /// The edge length of a cell in a picture \[pixels\].
    fn edge(matrix: &Matrix, width: f32, height: f32) -> f32 {
        let Bounds { min, max } = matrix.bounds();
        (width / (max.x - min.x)).min(height / (max.y - min.y))
    }

    #[test]
    fn every_channel_has_its_own_cell_and_is_found_there() {
        for (spec, aspect) in SPECS.into_iter().flat_map(|s| [(s, 1.5), (s, 0.5)]) {
            let (_, network, matrix) = matrix(spec, aspect);
            let bounds = matrix.bounds();
            for channel in network.channel_ids() {
                let Bounds { min, max } = matrix.cell(channel);
                let middle = Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y));
                assert_eq!(matrix.channel_at(middle), Some(channel), "{spec}");
                assert!(max.x <= bounds.max.x + 0.01 && max.y <= bounds.max.y + 0.01);
                let row = matrix.row(network.from(channel));
                let is_in_row = row.min.x <= min.x + 0.01 && max.x <= row.max.x + 0.01;
                assert!(is_in_row && (row.min.y, row.max.y) == (min.y, max.y));
            }
        }
    }

    #[test]
    fn no_channel_is_found_outside_the_cells() {
        let (_, network, matrix) = matrix("mesh:4x3", 1.5);
        let first = matrix.cell(ChannelId(0)).min;
        assert_eq!(
            matrix.channel_at(Point::new(first.x - 0.1, first.y + 0.5)),
            None
        );
        assert_eq!(matrix.channel_at(Point::default()), None);
        assert_eq!(matrix.channel_at(matrix.bounds().max), None);
        // The cell of a port without a channel: node (0,0) towards lower x.
        let border = Point::new(first.x + 1.5, first.y + 0.5);
        assert_eq!(network.channel_at(NodeId(0), Port(1)), None);
        assert_eq!(matrix.channel_at(border), None);
    }

    #[test]
    fn four_thousand_nodes_fit_a_screen() {
        for spec in [
            "torus:16x16x16",
            "torus:64x64",
            "folded-hypercube:12",
            "mesh:4093",
            "mesh:2x2039",
        ] {
            let (_, _, matrix) = matrix(spec, 1.5);
            let edge = edge(&matrix, 900.0, 600.0);
            assert!(edge >= 2.0, "{spec}: {edge}");
        }
    }

    #[test]
    fn equal_low_coordinates_are_at_the_same_height() {
        let (topology, _, matrix) = matrix("torus:10x10", 1.5);
        let heights = topology.node_ids().map(|n| (n.0 % 5, matrix.row(n).min.y));
        for (x, y) in heights.filter(|(x, _)| *x == 0) {
            let from_top = (y - matrix.margin.y) as u32;
            assert_eq!(from_top % 5, x);
        }
        assert!(matrix.rows.is_multiple_of(10) || 10_u32.is_multiple_of(matrix.rows));
    }

    #[test]
    fn labels_stay_inside_and_do_not_overlap() {
        for spec in SPECS {
            let (topology, _, matrix) = matrix(spec, 1.5);
            let Bounds { max, .. } = matrix.bounds();
            let mut boxes: Vec<(Point, f32)> = Vec::new();
            for shape in matrix.labels(&*topology) {
                let Shape::Label { at, size, text, .. } = shape else {
                    panic!("{spec}: only labels");
                };
                let half = text.chars().count() as f32 * 0.31 * size;
                assert!(
                    at.x - half >= -0.01 && at.y >= 0.0 && at.y <= max.y,
                    "{spec} {text}"
                );
                for &(other, width) in &boxes {
                    let apart =
                        (at.x - other.x).abs() >= half + width || (at.y - other.y).abs() >= size;
                    assert!(apart, "{spec}: {text} at {at:?} hides {other:?}");
                }
                boxes.push((at, half));
            }
            assert!(!boxes.is_empty());
        }
    }

    #[test]
    fn text_has_the_size_that_is_asked_for_and_does_not_collide() {
        for text in [MATRIX_TEXT, 24.0] {
            let topology = topology::from_spec("torus:8x8").expect("a valid network");
            let network = Network::new(&*topology);
            let (width, height) = (900.0, 700.0);
            let matrix = Matrix::new(&*topology, &network, (width, height), text);
            let size = matrix.bounds().max;
            let pitch = (width / size.x).min(height / size.y);
            let labels: Vec<_> = matrix
                .labels(&*topology)
                .into_iter()
                .filter_map(|shape| match shape {
                    Shape::Label { at, size, text, .. } => {
                        Some((at, size * pitch, width_of(text.chars().count(), size)))
                    }
                    _ => None,
                })
                .collect();
            assert!(labels.len() > 12);
            for (place, (at, pixels, wide)) in labels.iter().enumerate() {
                assert!((pixels - text).abs() < 0.05 * text, "{pixels} for {text}");
                for (other, _, other_wide) in &labels[..place] {
                    let apart = (at.x - other.x).abs() * 2.0 > 0.9 * (wide + other_wide)
                        || (at.y - other.y).abs() * pitch > 0.9 * text;
                    assert!(apart, "{at:?} and {other:?} at {text} pixels");
                }
            }
        }
    }
}
