//! The arrivals of a multicast as a chart over time, and as numbers.

use serde_json::{Value, json};

use super::arrivals::{Arrivals, Timeline};
use crate::scene::draw::{Anchor, Chart, Glyph, Ink, Palette, Stroke, Texture};
use crate::scene::style;
use engine::topology::Topology;

/// Largest width of the column with the names of worms, and its share of the chart; width of the margin \[pixels\].
const NAMES: f32 = 150.0;
const NAMES_SHARE: f32 = 0.35;
const MARGIN: f32 = 20.0;
/// Height of a line, and of the numbers below the lines \[pixels\].
const LINE: f32 = 20.0;
const FOOT: f32 = 28.0;

/// Largest number of worms with a line each; more share one, because they would be too thin to read.
const MOST_LINES: usize = 64;
/// The most numbers on the axis of time.
const MOST_NUMBERS: u64 = 10;

impl Timeline {
    /// The cycles between which the worm prepares, queues, starts up and travels.
    pub fn phases(&self) -> [(u64, u64); 4] {
        let queued = self.released + self.prepared;
        let end = self.copies.last().map_or(self.left, |copy| copy.1);
        [
            (self.released, queued),
            (queued, self.headed),
            (self.headed, self.left),
            (self.left, end),
        ]
    }
}

impl Arrivals {
    /// The cycle of the last copy that was delivered; at least 1.
    pub fn last(&self) -> u64 {
        let copies = self.worms.iter().flat_map(|worm| &worm.copies);
        copies.map(|copy| copy.1).max().unwrap_or(0).max(1)
    }
}

/// A line for each worm over time.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrivalChart {
    pub chart: Chart,
    /// The position of each copy, and a sentence about it.
    copies: Vec<(f32, f32, String)>,
    /// The last cycle.
    last: u64,
}

impl ArrivalChart {
    /// Draws the arrivals in a chart of a width with a font size \[pixels\].
    pub fn new(arrivals: &Arrivals, topology: &dyn Topology, (width, text): (f32, f32)) -> Self {
        let worms = &arrivals.worms;
        let share = if worms.len() > MOST_LINES {
            worms.len()
        } else {
            1
        };
        let lines = worms.len().div_ceil(share) as f32;
        let mut drawn = Self {
            chart: Chart::new(width, LINE * lines + FOOT, text),
            copies: Vec::new(),
            last: arrivals.last(),
        };
        for cycle in (0..=drawn.last).step_by(step_of(drawn.last) as usize) {
            let x = drawn.x(cycle);
            let bottom = LINE * lines + 4.0;
            drawn
                .chart
                .line((x, 0.0), (x, bottom), (1.0, Ink::FarLink, Stroke::Flat));
            let look = (Ink::Text, Anchor::Middle);
            drawn
                .chart
                .caption((x, bottom + 10.0), &cycle.to_string(), look);
        }
        for (row, worms) in worms.chunks(share).enumerate() {
            let y = LINE * (row as f32 + 0.5);
            let name = match worms {
                [worm] => name_of(worm, topology),
                several => format!("{} worms", several.len()),
            };
            drawn
                .chart
                .caption((0.0, y), &name, (Ink::Text, Anchor::Start));
            for worm in worms {
                drawn.draw(worm, topology, y);
            }
        }
        drawn
    }

    fn draw(&mut self, worm: &Timeline, topology: &dyn Topology, y: f32) {
        let hue = style(worm.worm).0;
        for (phase, (from, until)) in worm.phases().into_iter().enumerate() {
            if from < until {
                let ends = (self.x(from), self.x(until));
                draw_phase(&mut self.chart, phase, ends, (y, hue));
            }
        }
        for &(node, cycle, is_relay) in &worm.copies {
            let x = self.x(cycle);
            draw_copy(&mut self.chart, (x, y), is_relay);
            let told = format!("{} in cycle {cycle}", topology.address(node));
            self.copies.push((x, y, told));
        }
    }

    /// The horizontal position of a cycle \[pixels\]; that of the last one for later ones.
    pub fn x(&self, cycle: u64) -> f32 {
        let names = (NAMES_SHARE * self.chart.width).min(NAMES);
        let room = self.chart.width - names - MARGIN;
        names + room * (cycle.min(self.last) as f64 / self.last as f64) as f32
    }

    /// The node and the cycle of the copy at a position \[pixels\], in words.
    pub fn copy_at(&self, x: f32, y: f32) -> Option<&str> {
        let is_near = |(left, top): (f32, f32)| (left - x).abs() < 7.0 && (top - y).abs() < 9.0;
        let mut near = self.copies.iter().filter(|copy| is_near((copy.0, copy.1)));
        near.next().map(|copy| &*copy.2)
    }

    /// Writes the chart as an SVG file, with the key below the lines.
    pub fn to_svg(mut self, palette: &Palette, title: &str) -> String {
        let middle = self.chart.height + LINE / 2.0;
        for (place, name) in KEY.into_iter().enumerate() {
            let left = 110.0 * place as f32;
            draw_sample(&mut self.chart, place, (left, middle));
            self.chart
                .caption((left + 32.0, middle), name, (Ink::Text, Anchor::Start));
        }
        self.chart.height += LINE;
        self.chart.to_svg(palette, title)
    }
}

/// The phases of a worm between its release and its last copy, and the marks of copies.
const KEY: [&str; 6] = [
    "prepares",
    "queues",
    "starts up",
    "travels",
    "copy",
    "relay",
];

/// The key as small charts with their names.
pub fn arrivals_key() -> [(Chart, &'static str); 6] {
    let mut place = 0;
    KEY.map(|name| {
        let mut chart = Chart::new(26.0, 16.0, 0.0);
        draw_sample(&mut chart, place, (0.0, 8.0));
        place += 1;
        (chart, name)
    })
}

fn draw_sample(chart: &mut Chart, place: usize, (left, middle): (f32, f32)) {
    match place {
        0..4 => draw_phase(chart, place, (left + 1.0, left + 25.0), (middle, 0)),
        _ => draw_copy(chart, (left + 13.0, middle), place == 5),
    }
}

/// Draws a phase between two positions: an empty box, a dotted line, hatching, and a bar in the color of the worm.
fn draw_phase(chart: &mut Chart, phase: usize, (from, until): (f32, f32), (y, hue): (f32, u8)) {
    let look = match phase {
        0 => (Ink::Muted, Texture::Empty),
        1 => {
            let y = y + 4.0;
            let look = (2.0, Ink::Muted, Stroke::Dotted);
            return chart.line((from, y), (until, y), look);
        }
        2 => (Ink::Muted, Texture::Rising),
        _ => (Ink::Message(hue), Texture::Plain),
    };
    chart.bar((from, y - 4.0), [until - from, 8.0], look);
}

/// Draws the mark of a copy, which is empty at a relay.
fn draw_copy(chart: &mut Chart, at: (f32, f32), is_relay: bool) {
    let fill = if is_relay { Ink::Paper } else { Ink::Text };
    chart.mark(at, 5.0, (Glyph::Diamond, fill, Ink::Text));
}

/// The distance of the numbers on the axis of time: 1, 2 or 5 times a power of ten.
fn step_of(last: u64) -> u64 {
    let powers = (0..).map(|power| 10_u64.saturating_pow(power));
    let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    let is_wide = |step: &u64| last / step < MOST_NUMBERS;
    steps.find(is_wide).unwrap_or(last)
}

/// The name of a worm: its source and first destination, and the number of further ones.
fn name_of(worm: &Timeline, topology: &dyn Topology) -> String {
    let from = topology.address(worm.from);
    let first = worm.copies.first();
    let first = first.map_or_else(String::new, |copy| topology.address(copy.0));
    match worm.copies.len() {
        0 | 1 => format!("{from} → {first}"),
        several => format!("{from} → {first} +{}", several - 1),
    }
}

/// Writes the arrivals as CSV: a row for each copy, with the times of its worm \[cycles\].
pub fn arrivals_csv(arrivals: &Arrivals, topology: &dyn Topology) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record([
        "worm", "from", "released", "prepared", "headed", "left", "node", "arrived", "relay",
    ]);
    for worm in &arrivals.worms {
        for &(node, cycle, is_relay) in &worm.copies {
            let times = [worm.released, worm.prepared, worm.headed, worm.left];
            let [released, prepared, headed, left] = times.map(|time| time.to_string());
            let _ = writer.write_record([
                worm.worm.to_string(),
                topology.label(worm.from),
                released,
                prepared,
                headed,
                left,
                topology.label(node),
                cycle.to_string(),
                u8::from(is_relay).to_string(),
            ]);
        }
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the arrivals as JSON: the cycle of the last one, if all copies arrived, and the times of each worm
/// \[cycles\].
pub fn arrivals_json(arrivals: &Arrivals, topology: &dyn Topology) -> Value {
    let worms = arrivals.worms.iter().map(|worm| {
        let copies = worm.copies.iter().map(|&(node, cycle, is_relay)| {
            json!({"node": topology.label(node), "arrived": cycle, "relay": is_relay})
        });
        json!({
            "worm": worm.worm,
            "from": topology.label(worm.from),
            "released": worm.released,
            "prepared": worm.prepared,
            "headed": worm.headed,
            "left": worm.left,
            "copies": copies.collect::<Vec<_>>(),
        })
    });
    json!({"complete": arrivals.complete, "worms": worms.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_has_a_few_round_numbers() {
        for (last, step) in [(1, 1), (9, 1), (10, 2), (49, 5), (50, 10), (5_000, 1_000)] {
            assert_eq!(step_of(last), step, "{last}");
        }
    }
}
