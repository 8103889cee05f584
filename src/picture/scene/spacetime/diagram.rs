//! Space-time diagrams of a [`Journey`]: time runs to the right, the route downwards.
//!
//! Paths are in SVG syntax (`M3 4h5`), [pixels]. All things of a kind share one path, so a diagram
//! has only a few elements however many flits it shows.

use std::fmt::Write;
use std::ops::Range;

use super::journey::{Journey, WaitKind};
use super::sheet::{Sheet, rows_of};
use crate::scene::draw::FlitPart;
use crate::scene::layout::short_address;
use engine::catalog::escaped;
use engine::sim::Location;
use engine::topology::{Network, Topology};

/// The area below a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foot {
    Numbers,
    /// Nothing, since another diagram on the same time axis follows.
    None,
}

/// A kind of thing in a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A lane held by the message.
    Held,
    /// A header that is blocked.
    Blocked,
    /// A header that waits for its tail.
    Storing,
    /// A header in a router, or waiting for its turn on a shared channel.
    Delayed,
    /// A flit that crosses a channel.
    Flit(FlitPart),
}

/// All things of a kind as one path.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// The kind of the things.
    pub kind: Kind,
    /// The outline, as the `d` attribute of an SVG path.
    pub path: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Caption {
    /// Horizontal position of the end (rows) or center (cycles) of the text \[pixels\].
    pub x: f32,
    /// Vertical position of the center of the text \[pixels\].
    pub y: f32,
    pub text: String,
}

/// A space-time diagram, ready to be painted.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// Height \[pixels\].
    pub height: f32,
    pub hue: u8,
    /// Path of the lines at labeled cycles.
    pub grid: String,
    /// Outlines in the order of painting.
    pub outlines: Vec<Outline>,
    /// Names of the rows, to their left.
    pub rows: Vec<Caption>,
    /// Numbers of cycles, below the rows.
    pub cycles: Vec<Caption>,
}

/// Height of a flit relative to that of a row.
const FLIT: f32 = 0.66;
/// Width of a cycle from which flits are drawn separately \[pixels\].
const APART_FROM: f32 = 5.0;

impl Diagram {
    pub fn new(
        journey: &Journey,
        topology: &dyn Topology,
        network: &Network,
        sheet: &Sheet,
        foot: Foot,
    ) -> Self {
        let rows = rows_of(journey);
        let bottom = sheet.row * rows as f32;
        let mut pen = Pen::new(sheet);
        for (index, row) in journey.rows.iter().enumerate() {
            pen.bar(
                Kind::Held,
                index,
                row.crossings[0]..row.freed.unwrap_or(journey.until),
                0.8,
            );
            pen.flits(index, &row.crossings, journey.length);
        }
        for wait in &journey.waits {
            let kind = match wait.kind {
                WaitKind::Blocked => Kind::Blocked,
                WaitKind::Storing => Kind::Storing,
                WaitKind::Delayed => Kind::Delayed,
            };
            pen.bar(kind, wait.row, wait.from..wait.until, FLIT);
        }
        let mut grid = String::new();
        let mut cycles = Vec::new();
        for cycle in sheet.numbered() {
            let x = sheet.x(cycle);
            line(&mut grid, x, bottom);
            if foot == Foot::Numbers {
                cycles.push(Caption {
                    x: x + sheet.pitch() / 2.0,
                    y: bottom + sheet.foot() / 2.0 + 2.0,
                    text: cycle.to_string(),
                });
            }
        }
        let place = |index: usize| journey.rows.get(index).map(|row| row.place);
        // The row that the header waits for follows those that it entered.
        let name = |index: usize| match place(index).or(journey.awaited) {
            Some(Location::Channel(lane)) => {
                format!("→ {}", short_address(topology, network.to(lane.channel)))
            }
            Some(Location::Ejection(..)) => "out".to_owned(),
            Some(Location::Injection(..)) | None => "?".to_owned(),
        };
        Self {
            height: bottom
                + match foot {
                    Foot::Numbers => sheet.foot(),
                    Foot::None => 2.0,
                },
            hue: journey.color,
            grid,
            outlines: pen.outlines,
            // The last row, the processor, always has its name.
            rows: (0..rows)
                .filter(|index| (rows - 1 - index).is_multiple_of(sheet.named()))
                .map(|index| Caption {
                    x: sheet.left() - 6.0,
                    y: sheet.row * (index as f32 + 0.5),
                    text: name(index),
                })
                .collect(),
            cycles,
        }
    }
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Blocked => "wait blocked",
            Self::Storing => "wait storing",
            Self::Delayed => "wait delayed",
            Self::Flit(FlitPart::Header) => "flit header",
            Self::Flit(FlitPart::Body) => "flit body",
            Self::Flit(FlitPart::Tail) => "flit tail",
        }
    }
}

impl Diagram {
    /// Writes the diagram as SVG, colored by CSS classes; `label` is the text alternative.
    pub fn to_svg(&self, sheet: &Sheet, label: &str) -> String {
        let height = self.height;
        let Sheet { width, text, .. } = sheet;
        let mut svg = format!(
            "<svg class=\"hue-{}\" font-size=\"{text}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" role=\"img\" aria-label=\"{}\"><path class=\"grid\" d=\"{}\"/>",
            self.hue,
            escaped(label),
            self.grid
        );
        // Writing to a string cannot fail.
        for Outline { kind, path } in &self.outlines {
            let _ = write!(svg, "<path class=\"{}\" d=\"{path}\"/>", kind.class());
        }
        for (class, captions) in [("row-name", &self.rows), ("tick", &self.cycles)] {
            for Caption { x, y, text } in captions {
                let text = escaped(text);
                let _ = write!(
                    svg,
                    "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
                );
            }
        }
        svg + "</svg>"
    }
}

/// Collects outlines by kind, in the order of painting.
struct Pen<'a> {
    sheet: &'a Sheet,
    outlines: Vec<Outline>,
}

impl<'a> Pen<'a> {
    fn new(sheet: &'a Sheet) -> Self {
        let kinds = [
            Kind::Held,
            Kind::Delayed,
            Kind::Storing,
            Kind::Blocked,
            Kind::Flit(FlitPart::Body),
            Kind::Flit(FlitPart::Tail),
            Kind::Flit(FlitPart::Header),
        ];
        let empty = |kind| Outline {
            kind,
            path: String::new(),
        };
        Self {
            sheet,
            outlines: kinds.map(empty).into(),
        }
    }

    fn path(&mut self, kind: Kind) -> &mut String {
        let outline = self.outlines.iter_mut().find(|o| o.kind == kind);
        &mut outline.expect("every kind is listed").path
    }

    /// Adds a rectangle over some cycles of a row, as high as a share of the row.
    fn bar(&mut self, kind: Kind, row: usize, cycles: Range<u64>, share: f32) {
        let (left, right) = (self.sheet.x(cycles.start), self.sheet.x(cycles.end));
        let high = self.sheet.row;
        let top = high * (row as f32 + (1.0 - share) / 2.0);
        rectangle(self.path(kind), left, top, right - left, high * share);
    }

    /// Adds the flits that crossed into a row.
    fn flits(&mut self, row: usize, crossings: &[u64], length: u32) {
        let pitch = self.sheet.pitch();
        let gap = if pitch < APART_FROM {
            0.0
        } else {
            0.07 * pitch
        };
        let height = self.sheet.row * FLIT;
        // How far the tail stands out.
        let up = 0.14 * self.sheet.row;
        let top = self.sheet.row * (row as f32 + (1.0 - FLIT) / 2.0);
        // Header and tail stay visible at any scale.
        let width = (pitch - 2.0 * gap).max(1.5);
        let mut body: Option<Range<u64>> = None;
        for (number, &cycle) in (0..).zip(crossings) {
            let x = self.sheet.x(cycle) + gap;
            if number == 0 {
                let path = self.path(Kind::Flit(FlitPart::Header));
                let tip = 0.4 * width;
                // Writing to a string cannot fail.
                let _ = write!(
                    path,
                    "M{x:.1} {top:.1}h{:.1}l{tip:.1} {:.1}l-{tip:.1} {:.1}h-{:.1}z",
                    width - tip,
                    height / 2.0,
                    height / 2.0,
                    width - tip
                );
            } else if number + 1 == length {
                let path = self.path(Kind::Flit(FlitPart::Tail));
                rectangle(path, x, top, 0.65 * width, height);
                let bar = (0.35 * width).max(1.0);
                rectangle(path, x + width - bar, top - up, bar, height + 2.0 * up);
            } else if pitch >= APART_FROM {
                rectangle(self.path(Kind::Flit(FlitPart::Body)), x, top, width, height);
            } else {
                // Flits too narrow to be distinguished share one bar per contiguous range of cycles.
                match &mut body {
                    Some(range) if range.end == cycle => range.end += 1,
                    _ => {
                        if let Some(done) = body.replace(cycle..cycle + 1) {
                            self.bar(Kind::Flit(FlitPart::Body), row, done, FLIT);
                        }
                    }
                }
            }
        }
        if let Some(done) = body {
            self.bar(Kind::Flit(FlitPart::Body), row, done, FLIT);
        }
    }
}

fn rectangle(path: &mut String, x: f32, y: f32, width: f32, height: f32) {
    // Writing to a string cannot fail.
    let _ = write!(path, "M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
}

fn line(path: &mut String, x: f32, bottom: f32) {
    // Writing to a string cannot fail.
    let _ = write!(path, "M{x:.1} 0V{bottom:.1}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Area;
    use std::sync::Arc;

    use engine::sim::{Design, MessageId, Order, Simulator, Switching};
    use engine::topology::{self, NodeId};

    fn area(width: f32, height: f32) -> Area {
        Area {
            width,
            height,
            text: 12.0,
        }
    }

    fn journey_of(switching: Switching, length: u32) -> (Journey, Box<dyn Topology>, Arc<Design>) {
        let topology = topology::from_spec("mesh:6").expect("a valid network");
        let routing = engine::routing::from_id("dimension-order", &*topology, 1);
        let design = Design {
            switching,
            orders: vec![Order {
                at: 0,
                from: NodeId(0),
                to: vec![NodeId(5)],
                length,
            }],
            ..Design::idle(
                Network::new(&*topology),
                routing.expect("defined on meshes"),
            )
        };
        let design = Arc::new(design);
        let simulator = Simulator::new(design.clone());
        let journey = Journey::follow(simulator, MessageId(0), 1_000).expect("it is ordered");
        (journey, topology, design)
    }

    fn drawn(switching: Switching, length: u32, width: f32) -> (Sheet, Diagram) {
        let (journey, topology, design) = journey_of(switching, length);
        let sheet = Sheet::of([&journey], area(width, 130.0));
        let diagram = Diagram::new(&journey, &*topology, &design.network, &sheet, Foot::Numbers);
        (sheet, diagram)
    }

    /// The number of outlines of a kind.
    fn count(diagram: &Diagram, kind: Kind) -> usize {
        let outline = diagram.outlines.iter().find(|o| o.kind == kind);
        outline.map_or(0, |outline| outline.path.matches('M').count())
    }

    #[test]
    fn a_diagram_has_a_row_per_channel_and_one_for_the_processor() {
        let (sheet, diagram) = drawn(Switching::Wormhole, 8, 600.0);
        let names: Vec<_> = diagram.rows.iter().map(|row| &*row.text).collect();
        assert_eq!(names, ["→ 1", "→ 2", "→ 3", "→ 4", "→ 5", "out"]);
        assert_eq!(sheet.cycles, 0..13);
        assert_eq!(count(&diagram, Kind::Flit(FlitPart::Header)), 6);
        assert_eq!(count(&diagram, Kind::Flit(FlitPart::Body)), 6 * 6);
        assert_eq!(count(&diagram, Kind::Storing), 0);
    }

    #[test]
    fn storing_is_hatched_between_the_steps() {
        let (_, diagram) = drawn(Switching::StoreAndForward, 8, 600.0);
        assert_eq!(count(&diagram, Kind::Storing), 4);
        assert_eq!(count(&diagram, Kind::Blocked), 0);
    }

    #[test]
    fn narrow_sheets_merge_flits() {
        let (sheet, diagram) = drawn(Switching::StoreAndForward, 100, 300.0);
        assert_eq!(count(&diagram, Kind::Flit(FlitPart::Body)), 6);
        assert!(diagram.cycles.len() < 9, "{:?}", diagram.cycles);
        assert!(sheet.x(500) <= 300.0);
    }

    #[test]
    fn rows_fill_the_height_and_low_ones_have_fewer_names() {
        let (sheet, _) = drawn(Switching::Wormhole, 8, 600.0);
        let journey = journey_of(Switching::Wormhole, 8);
        let sheet_of = |height| Sheet::of([&journey.0, &journey.0], area(600.0, height));
        assert!(sheet.row > 18.0 && sheet.row < 19.0, "{sheet:?}");
        assert!(sheet_of(260.0).row > 19.5 && sheet_of(260.0).row < 20.5);
        assert!((sheet_of(9_000.0).row - 36.0).abs() < 0.01);
        let low = sheet_of(110.0);
        let (journey, topology, design) = &journey;
        let diagram = Diagram::new(journey, &**topology, &design.network, &low, Foot::None);
        let names: Vec<_> = diagram.rows.iter().map(|row| &*row.text).collect();
        assert_eq!(names, ["→ 2", "→ 4", "out"]);
    }

    #[test]
    fn text_in_the_svg_is_escaped() {
        let (sheet, diagram) = drawn(Switching::Wormhole, 2, 300.0);
        let svg = diagram.to_svg(&sheet, "<\"&\">");
        assert!(svg.contains("aria-label=\"&lt;&quot;&amp;&quot;&gt;\""));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
        assert_eq!(svg.matches("class=\"row-name\"").count(), 6);
    }

    #[test]
    fn every_point_is_on_the_sheet() {
        for (length, width) in [(1, 200.0), (8, 320.0), (500, 700.0)] {
            let (sheet, diagram) = drawn(Switching::Wormhole, length, width);
            let captions = diagram.cycles.iter();
            assert!(captions.clone().all(|c| c.x > 0.0 && c.x < width));
            assert!(sheet.x(u64::MAX) <= width);
        }
    }
}
