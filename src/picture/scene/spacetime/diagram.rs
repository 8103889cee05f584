//! Space-time diagrams of messages: time runs to the right, the route downwards.

use super::journey::{Journey, Wait, WaitKind};
use super::sheet::{Area, Sheet, rows_of};
use crate::scene::draw::{Anchor, Chart, FlitPart, Ink, Shape, Stroke, Texture};
use crate::scene::layout::short_address;
use engine::sim::Location;
use engine::topology::{Network, Point, Topology};

/// A journey with its network, and the name of its switching mode.
#[derive(Debug, Clone, Copy)]
pub struct ShownJourney<'a> {
    /// The name of the switching mode.
    pub mode: &'a str,
    pub journey: &'a Journey,
    /// The topology of its network.
    pub topology: &'a dyn Topology,
    /// The channels of its network.
    pub network: &'a Network,
}

/// Height of a flit relative to that of a row.
const FLIT: f32 = 0.66;
/// Width of a cycle from which flits are drawn separately \[pixels\].
const APART_FROM: f32 = 5.0;
/// Height of the name of a mode, relative to the font size.
const HEADING: f32 = 1.6;
/// Space below the rows of a journey \[pixels\].
const GAP: f32 = 2.0;

/// Draws journeys one below the other on one time axis, each with the name of its mode if there are several. Returns
/// their sheet as well.
pub fn space_time(shown: &[ShownJourney], area: Area) -> (Chart, Sheet) {
    let heading = if shown.len() > 1 {
        HEADING * area.text
    } else {
        0.0
    };
    let rows = Area {
        height: area.height - shown.len() as f32 * (heading + GAP),
        ..area
    };
    let sheet = Sheet::of(shown.iter().map(|one| one.journey), rows);
    let mut chart = Chart::new(area.width, 0.0, area.text);
    let mut top = 0.0;
    for one in shown {
        if heading > 0.0 {
            let look = (Ink::Text, Anchor::Start);
            chart.caption((8.0, top + heading / 2.0), one.mode, look);
        }
        top += heading;
        let rows = Rows {
            one,
            sheet: &sheet,
            top,
        };
        rows.draw(&mut chart);
        top += sheet.row * rows_of(one.journey) as f32 + GAP;
    }
    for cycle in sheet.numbered() {
        let x = sheet.x(cycle) + sheet.pitch() / 2.0;
        let look = (Ink::Muted, Anchor::Middle);
        chart.caption((x, top + sheet.foot() / 2.0), &cycle.to_string(), look);
    }
    chart.height = (top + sheet.foot()).ceil();
    (chart, sheet)
}

/// Draws a sample of a mark for each of its meanings: a small chart, and the meaning.
pub fn space_time_key() -> Vec<(Chart, &'static str)> {
    let sample = |draw: &dyn Fn(&mut Chart), name| {
        let mut chart = Chart::new(26.0, 16.0, 0.0);
        draw(&mut chart);
        (chart, name)
    };
    let flit = |part, name| {
        let area = (4.0, 3.0, 15.0, 10.0);
        sample(
            &|chart: &mut Chart| chart.shapes.extend(flit(part, 0, area)),
            name,
        )
    };
    let wait = |kind, name| {
        sample(
            &|chart: &mut Chart| chart.bar((1.0, 2.0), [24.0, 12.0], look_of(kind)),
            name,
        )
    };
    vec![
        flit(FlitPart::Header, "header crosses"),
        flit(FlitPart::Body, "body"),
        flit(FlitPart::Tail, "tail"),
        sample(
            &|chart: &mut Chart| chart.shapes.push(held(0, (1.0, 2.0, 24.0, 12.0))),
            "channel held",
        ),
        wait(WaitKind::Blocked, "header blocked"),
        wait(WaitKind::Storing, "waits for its tail"),
        wait(WaitKind::Delayed, "delayed"),
    ]
}

/// The appearance of a period in which a header does not move.
fn look_of(kind: WaitKind) -> (Ink, Texture) {
    match kind {
        WaitKind::Blocked => (Ink::Blocked, Texture::Rising),
        WaitKind::Storing => (Ink::Muted, Texture::Falling),
        WaitKind::Delayed => (Ink::Muted, Texture::Empty),
    }
}

/// Left, top, width and height.
type Place = (f32, f32, f32, f32);

fn held(hue: u8, (x, y, width, height): Place) -> Shape {
    Shape::Cell {
        at: Point::new(x, y),
        width,
        height,
        ink: Ink::Held(hue),
    }
}

/// A flit; a tail ends with a bar that stands out.
fn flit(part: FlitPart, hue: u8, (x, y, width, height): Place) -> Vec<Shape> {
    let flit = Shape::Flit {
        at: Point::new(x + width / 2.0, y + height / 2.0),
        heading: Point::new(1.0, 0.0),
        size: [width, height],
        bend: 0.0,
        part,
        ink: Ink::Message(hue),
        blocked: false,
    };
    let bar = (part == FlitPart::Tail).then(|| {
        let (bar, up) = ((0.35 * width).max(1.0), 0.2 * height);
        Shape::Cell {
            at: Point::new(x + width - bar, y - up),
            width: bar,
            height: height + 2.0 * up,
            ink: Ink::Text,
        }
    });
    [flit].into_iter().chain(bar).collect()
}

/// The rows of a journey below a position \[pixels\].
struct Rows<'a> {
    one: &'a ShownJourney<'a>,
    sheet: &'a Sheet,
    top: f32,
}

impl Rows<'_> {
    fn draw(&self, chart: &mut Chart) {
        let (journey, sheet) = (self.one.journey, self.sheet);
        let count = rows_of(journey);
        let bottom = self.top + sheet.row * count as f32;
        for cycle in sheet.numbered() {
            let x = sheet.x(cycle);
            chart.line(
                (x, self.top),
                (x, bottom),
                (1.0, Ink::FarLink, Stroke::Flat),
            );
        }
        for (index, row) in journey.rows.iter().enumerate() {
            let until = row.freed.unwrap_or(journey.until);
            let place = self.place(index, (row.crossings[0], until), 0.8);
            chart.shapes.push(held(journey.color, place));
        }
        for &Wait {
            row,
            from,
            until,
            kind,
        } in &journey.waits
        {
            let (x, y, width, height) = self.place(row, (from, until), FLIT);
            chart.bar((x, y), [width, height], look_of(kind));
        }
        for (index, row) in journey.rows.iter().enumerate() {
            self.flits(index, &row.crossings, chart);
        }
        // The last row, the processor, always has its name.
        let named = (0..count).filter(|row| (count - 1 - row).is_multiple_of(sheet.named()));
        for row in named {
            let y = self.top + sheet.row * (row as f32 + 0.5);
            let look = (Ink::Text, Anchor::End);
            chart.caption((sheet.left() - 6.0, y), &self.name(row), look);
        }
    }

    /// The place of some cycles in a row, as high as a share of the row.
    fn place(&self, row: usize, (from, until): (u64, u64), share: f32) -> Place {
        let (left, right) = (self.sheet.x(from), self.sheet.x(until));
        let high = self.sheet.row;
        let top = self.top + high * (row as f32 + (1.0 - share) / 2.0);
        (left, top, right - left, high * share)
    }

    /// Adds the flits that crossed into a row. Those too narrow to be distinguished share one bar per contiguous range
    /// of cycles.
    fn flits(&self, row: usize, crossings: &[u64], chart: &mut Chart) {
        let pitch = self.sheet.pitch();
        let is_apart = pitch >= APART_FROM;
        let gap = if is_apart { 0.07 * pitch } else { 0.0 };
        let hue = self.one.journey.color;
        let part_of = |number: usize| match number {
            0 => FlitPart::Header,
            last if last + 1 == self.one.journey.length as usize => FlitPart::Tail,
            _ => FlitPart::Body,
        };
        let numbered: Vec<_> = crossings.iter().copied().enumerate().collect();
        let follows = |&(one, before): &(usize, u64), &(other, cycle): &(usize, u64)| {
            let are_bodies = [one, other].map(part_of) == [FlitPart::Body; 2];
            !is_apart && are_bodies && cycle == before + 1
        };
        for run in numbered.chunk_by(follows) {
            let [(number, from), (_, last)] = [run[0], run[run.len() - 1]];
            let (x, y, width, height) = self.place(row, (from, last + 1), FLIT);
            // Header and tail stay visible at any scale.
            let place = (x + gap, y, (width - 2.0 * gap).max(1.5), height);
            chart.shapes.extend(flit(part_of(number), hue, place));
        }
    }

    /// The name of a row; the one that the header waits for follows those that it entered.
    fn name(&self, row: usize) -> String {
        let ShownJourney {
            journey,
            topology,
            network,
            ..
        } = self.one;
        let place = journey.rows.get(row).map(|row| row.place);
        match place.or(journey.awaited) {
            Some(Location::Channel(lane)) => {
                format!("→ {}", short_address(*topology, network.to(lane.channel)))
            }
            Some(Location::Ejection(..)) => "out".to_owned(),
            Some(Location::Injection(..)) | None => "?".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::scene::trial::design;
    use engine::sim::{Design, MessageId, Simulator, Switching};

    fn drawn(switching: Switching, length: u32, (width, height): (f32, f32)) -> (Sheet, Chart) {
        let (topology, design) = design("mesh:6", 1, &[(0, 0, &[5], length)]);
        let design = Arc::new(Design {
            switching,
            ..design
        });
        let simulator = Simulator::new(design.clone());
        let journey = Journey::follow(simulator, MessageId(0), 1_000).expect("it is ordered");
        let one = ShownJourney {
            mode: "",
            journey: &journey,
            topology: &*topology,
            network: &design.network,
        };
        let area = Area {
            width,
            height,
            text: 12.0,
        };
        let (chart, sheet) = space_time(&[one], area);
        (sheet, chart)
    }

    fn flits(chart: &Chart, kind: FlitPart) -> usize {
        let is_one = |shape: &&Shape| matches!(shape, Shape::Flit { part, .. } if *part == kind);
        chart.shapes.iter().filter(is_one).count()
    }

    fn bars(chart: &Chart, kind: WaitKind) -> usize {
        let look = look_of(kind);
        let is_one = |shape: &&Shape| matches!(shape, Shape::Bar { ink, texture, .. } if (*ink, *texture) == look);
        chart.shapes.iter().filter(is_one).count()
    }

    fn captions(chart: &Chart, of: Anchor) -> Vec<(f32, &str)> {
        let captions = chart.shapes.iter().filter_map(|shape| match shape {
            Shape::Caption {
                at, text, anchor, ..
            } if *anchor == of => Some((at.x, &**text)),
            _ => None,
        });
        captions.collect()
    }

    fn names(chart: &Chart) -> Vec<&str> {
        captions(chart, Anchor::End)
            .into_iter()
            .map(|(_, text)| text)
            .collect()
    }

    #[test]
    fn a_diagram_has_a_row_per_channel_and_one_for_the_processor() {
        let (sheet, chart) = drawn(Switching::Wormhole, 8, (600.0, 130.0));
        assert_eq!(names(&chart), ["→ 1", "→ 2", "→ 3", "→ 4", "→ 5", "out"]);
        assert_eq!(sheet.cycles, 0..13);
        assert_eq!(flits(&chart, FlitPart::Header), 6);
        assert_eq!(flits(&chart, FlitPart::Body), 6 * 6);
        assert_eq!(bars(&chart, WaitKind::Storing), 0);
    }

    #[test]
    fn storing_is_hatched_between_the_steps() {
        let (_, chart) = drawn(Switching::StoreAndForward, 8, (600.0, 130.0));
        assert_eq!(bars(&chart, WaitKind::Storing), 4);
        assert_eq!(bars(&chart, WaitKind::Blocked), 0);
    }

    #[test]
    fn narrow_sheets_merge_flits() {
        let (sheet, chart) = drawn(Switching::StoreAndForward, 100, (300.0, 130.0));
        assert_eq!(flits(&chart, FlitPart::Body), 6);
        assert!(captions(&chart, Anchor::Middle).len() < 9);
        assert!(sheet.x(500) <= 300.0);
    }

    #[test]
    fn rows_fill_the_height_and_low_ones_have_fewer_names() {
        let row = |height| drawn(Switching::Wormhole, 8, (600.0, height)).0.row;
        assert!(row(132.0) > 18.0 && row(132.0) < 19.0, "{}", row(132.0));
        assert!((row(9_000.0) - 36.0).abs() < 0.01);
        let (_, chart) = drawn(Switching::Wormhole, 8, (600.0, 67.0));
        assert_eq!(names(&chart), ["→ 2", "→ 4", "out"]);
    }

    #[test]
    fn every_number_is_on_the_sheet() {
        for (length, width) in [(1, 200.0), (8, 320.0), (500, 700.0)] {
            let (sheet, chart) = drawn(Switching::Wormhole, length, (width, 130.0));
            let numbers = captions(&chart, Anchor::Middle);
            assert!(numbers.iter().all(|&(x, _)| x > 0.0 && x < width));
            assert!(sheet.x(u64::MAX) <= width);
        }
    }
}
