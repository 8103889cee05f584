//! The arrivals of a multicast as files: a picture without style sheet, and numbers.

use std::fmt::Write;

use serde_json::{Value, json};

use super::arrivals::{Arrivals, Timeline};
use crate::scene::draw::{FILE_FONT, Ink, Palette};
use crate::scene::style;
use engine::catalog::escaped;
use engine::topology::Topology;

/// Width of the picture, of the column with the names of worms, and of the margin \[pixels\].
const WIDTH: f64 = 960.0;
const NAMES: f64 = 150.0;
const MARGIN: f64 = 20.0;
/// Height of the key above the lines, of a line, and of the numbers below the lines \[pixels\].
const KEY: f64 = 40.0;
const LINE: f64 = 20.0;
const FOOT: f64 = 44.0;
/// Font size \[pixels\].
const TEXT: f64 = 14.0;

/// The most numbers on the axis of time.
const MOST_NUMBERS: u64 = 10;

/// The phases of a worm between its release and its last copy, as the key names them.
const PHASES: [&str; 4] = ["prepares", "queues", "starts up", "travels"];

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

/// Writes a line for each worm over time as an SVG file, with a key above.
pub fn arrivals_figure(
    arrivals: &Arrivals,
    topology: &dyn Topology,
    palette: &Palette,
    title: &str,
) -> String {
    let [text, muted, rule, paper] =
        [Ink::Text, Ink::Muted, Ink::FarLink, Ink::Paper].map(|ink| palette.color(ink));
    let last = arrivals.last();
    let x = |cycle: u64| NAMES + (WIDTH - NAMES - MARGIN) * cycle.min(last) as f64 / last as f64;
    let bottom = KEY + LINE * arrivals.worms.len() as f64;
    let height = bottom + FOOT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         role=\"img\" font-family=\"{FILE_FONT}\" font-size=\"{TEXT}\"><title>{}</title><defs>\
         <pattern id=\"hatch-starts\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <path d=\"M0 0V5\" stroke=\"{muted}\" stroke-width=\"4\"/></pattern></defs>\
         <path fill=\"{paper}\" d=\"M0 0h{WIDTH}v{height}H0z\"/>\n",
        escaped(title)
    );
    let written = |svg: &mut String, x: f64, y: f64, anchor: &str, words: &str| {
        // Not by `dominant-baseline`, which some programs ignore. Writing to a string cannot fail.
        let (y, words) = (y + 0.35 * TEXT, escaped(words));
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{text}\" text-anchor=\"{anchor}\">{words}</text>"
        );
    };
    let step = step_of(last);
    for cycle in (0..=last).step_by(step as usize) {
        let at = x(cycle);
        let _ = write!(
            svg,
            "<path d=\"M{at:.1} {KEY}V{:.1}\" stroke=\"{rule}\"/>",
            bottom + 4.0
        );
        written(&mut svg, at, bottom + 14.0, "middle", &cycle.to_string());
    }
    written(&mut svg, x(last), bottom + 32.0, "end", "cycle");
    // The key: a sample of each phase, then the marks.
    let hue = |worm: usize| palette.color(Ink::Message(style(worm).0));
    for (place, name) in PHASES.into_iter().enumerate() {
        let left = NAMES + 130.0 * place as f64;
        phase(&mut svg, place, (left, left + 26.0), 16.0, hue(0), muted);
        written(&mut svg, left + 34.0, 16.0, "start", name);
    }
    for (place, (name, is_relay)) in [("copy", false), ("relay", true)].into_iter().enumerate() {
        let left = NAMES + 520.0 + 100.0 * place as f64;
        diamond(&mut svg, left, 16.0, text, is_relay.then_some(paper));
        written(&mut svg, left + 14.0, 16.0, "start", name);
    }
    for (row, worm) in arrivals.worms.iter().enumerate() {
        let y = KEY + LINE * (row as f64 + 0.5);
        written(&mut svg, 8.0, y, "start", &name_of(worm, topology));
        for (place, (from, until)) in worm.phases().into_iter().enumerate() {
            if from < until {
                phase(
                    &mut svg,
                    place,
                    (x(from), x(until)),
                    y,
                    hue(worm.worm),
                    muted,
                );
            }
        }
        for &(_, cycle, is_relay) in &worm.copies {
            diamond(&mut svg, x(cycle), y, text, is_relay.then_some(paper));
        }
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

/// The distance of the numbers on the axis of time: 1, 2 or 5 times a power of ten.
fn step_of(last: u64) -> u64 {
    let powers = (0..).map(|power| 10_u64.saturating_pow(power));
    let mut steps = powers.flat_map(|power| [power, 2 * power, 5 * power]);
    let is_wide = |step: &u64| last / step < MOST_NUMBERS;
    steps.find(is_wide).unwrap_or(last)
}

/// Draws a phase between two positions: dots, a dotted line, hatching, and a bar in the color of the worm.
fn phase(
    svg: &mut String,
    place: usize,
    (from, until): (f64, f64),
    y: f64,
    hue: &str,
    muted: &str,
) {
    let width = until - from;
    // Writing to a string cannot fail.
    let _ = match place {
        0 => write!(
            svg,
            "<path d=\"M{from:.1} {y:.1}H{until:.1}\" stroke=\"{muted}\" stroke-width=\"8\" stroke-dasharray=\"2 2\"/>"
        ),
        1 => write!(
            svg,
            "<path d=\"M{from:.1} {:.1}H{until:.1}\" stroke=\"{muted}\" stroke-width=\"2\" stroke-dasharray=\"2 3\"/>",
            y + 4.0
        ),
        2 => write!(
            svg,
            "<rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"8\" fill=\"url(#hatch-starts)\" stroke=\"{muted}\"/>",
            y - 4.0
        ),
        _ => write!(
            svg,
            "<rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"8\" fill=\"{hue}\" stroke=\"{muted}\"/>",
            y - 4.0
        ),
    };
}

/// Draws the mark of a copy, or, with the color of its inside, that of a relay.
fn diamond(svg: &mut String, x: f64, y: f64, text: &str, inside: Option<&str>) {
    let fill = inside.unwrap_or(text);
    let y = y - 6.0;
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<path d=\"M{x:.1} {y:.1}l6 6l-6 6l-6 -6z\" fill=\"{fill}\" stroke=\"{text}\"/>"
    );
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
