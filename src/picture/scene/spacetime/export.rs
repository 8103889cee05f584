//! Space-time diagrams as files: a picture without style sheet, and numbers.

use std::fmt::Write;

use serde_json::{Value, json};

use super::diagram::{Caption, Diagram, Foot, Kind, Outline};
use super::journey::{Journey, WaitKind};
use super::sheet::{Area, Sheet};
use crate::scene::draw::{FILE_FONT, FlitPart, Ink, Palette};
use engine::catalog::escaped;
use engine::sim::Location;
use engine::topology::{Network, Topology};

/// A journey with its network, and the name of its switching mode.
#[derive(Debug, Clone, Copy)]
pub struct Exported<'a> {
    /// The name of the switching mode.
    pub mode: &'a str,
    pub journey: &'a Journey,
    /// The topology of its network.
    pub topology: &'a dyn Topology,
    /// The channels of its network.
    pub network: &'a Network,
}

/// Width of the picture, and its font size \[pixels\].
const WIDTH: f32 = 960.0;
const TEXT: f32 = 14.0;
/// Height of the diagrams in which rows are as high as useful, unless there are many \[pixels\].
const HEIGHT: f32 = 640.0;
/// Height of the name of a mode \[pixels\].
const HEADING: f32 = 28.0;

/// Writes diagrams that share a time axis as one SVG file, each with the name of its mode if there are several.
pub fn space_time_figure(shown: &[Exported], palette: &Palette, title: &str) -> String {
    let area = Area {
        width: WIDTH,
        height: HEIGHT,
        text: TEXT,
    };
    let sheet = Sheet::of(shown.iter().map(|one| one.journey), area);
    let heading = if shown.len() > 1 { HEADING } else { 8.0 };
    let mut diagrams = String::new();
    let mut y = 0.0;
    for (index, one) in shown.iter().enumerate() {
        let foot = if index + 1 == shown.len() {
            Foot::Numbers
        } else {
            Foot::None
        };
        let diagram = Diagram::new(one.journey, one.topology, one.network, &sheet, foot);
        // Writing to a string cannot fail.
        if shown.len() > 1 {
            let (ink, at) = (palette.color(Ink::Text), y + 0.7 * HEADING);
            let name = escaped(one.mode);
            let _ = writeln!(
                diagrams,
                "<text x=\"8\" y=\"{at}\" fill=\"{ink}\" font-weight=\"600\">{name}</text>"
            );
        }
        y += heading;
        let _ = write!(diagrams, "<g transform=\"translate(0 {y})\">");
        diagram.write(palette, &mut diagrams);
        diagrams.push_str("</g>\n");
        y += diagram.height;
    }
    let height = (y + 8.0).ceil();
    let [edge, blocked] = [Ink::Muted, Ink::Blocked].map(|ink| palette.color(ink));
    let hatch = |id: &str, degrees: i32, color: &str, width: u8| {
        format!(
            "<pattern id=\"{id}\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate({degrees})\"><path d=\"M0 0V5\" stroke=\"{color}\" stroke-width=\"{width}\"/></pattern>"
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         role=\"img\" font-family=\"{FILE_FONT}\" font-size=\"{TEXT}\"><title>{}</title><defs>{}{}</defs>\
         <path fill=\"{}\" d=\"M0 0h{WIDTH}v{height}H0z\"/>\n{diagrams}</svg>\n",
        escaped(title),
        hatch("hatch-blocked", 45, blocked, 3),
        hatch("hatch-storing", -45, edge, 2),
        palette.color(Ink::Paper),
    )
}

impl Diagram {
    /// Writes the diagram as elements of SVG with the colors of a palette, those that the page has by its style sheet.
    fn write(&self, palette: &Palette, svg: &mut String) {
        let [text, muted, line, paper, blocked] = [
            Ink::Text,
            Ink::Muted,
            Ink::FarLink,
            Ink::Paper,
            Ink::Blocked,
        ]
        .map(|ink| palette.color(ink));
        let hue = palette.color(Ink::Message(self.hue));
        // Writing to a string cannot fail.
        let _ = write!(svg, "<path d=\"{}\" stroke=\"{line}\"/>", self.grid);
        for Outline { kind, path } in self.outlines.iter().filter(|o| !o.path.is_empty()) {
            let style = match kind {
                Kind::Held => format!(
                    "fill=\"{}\" stroke=\"{}\"",
                    mixed(hue, 16, paper),
                    mixed(hue, 60, paper)
                ),
                Kind::Blocked => {
                    format!(
                        "fill=\"url(#hatch-blocked)\" stroke=\"{blocked}\" stroke-width=\"1.5\""
                    )
                }
                Kind::Storing => format!("fill=\"url(#hatch-storing)\" stroke=\"{muted}\""),
                Kind::Delayed => {
                    format!("fill=\"none\" stroke=\"{muted}\" stroke-dasharray=\"2 3\"")
                }
                Kind::Flit(part) => {
                    let fill = match part {
                        FlitPart::Header => mixed(hue, 75, text),
                        FlitPart::Body => mixed(hue, 55, paper),
                        FlitPart::Tail => hue.to_owned(),
                    };
                    format!("fill=\"{fill}\" stroke=\"{text}\"")
                }
            };
            let _ = write!(svg, "<path d=\"{path}\" {style}/>");
        }
        for (anchor, color, captions) in
            [("end", text, &self.rows), ("middle", muted, &self.cycles)]
        {
            for Caption { x, y, text } in captions {
                // Not by `dominant-baseline`, which some programs ignore.
                let (y, text) = (y + 0.35 * TEXT, escaped(text));
                let _ = write!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\" text-anchor=\"{anchor}\">{text}</text>"
                );
            }
        }
    }
}

/// Mixes a share \[%\] of a color `#rrggbb` with another one.
fn mixed(color: &str, percent: u32, other: &str) -> String {
    let value = |hex: &str| u32::from_str_radix(hex.trim_start_matches('#'), 16).unwrap_or(0);
    let (color, other) = (value(color), value(other));
    let channel = |shift: u32| {
        let [one, two] = [color, other].map(|color| color >> shift & 255);
        (one * percent + two * (100 - percent) + 50) / 100
    };
    format!("#{:02x}{:02x}{:02x}", channel(16), channel(8), channel(0))
}

/// Describes a lane or port: its kind, where it begins and ends, and its number.
fn place(one: &Exported, place: Location) -> [String; 4] {
    let label = |node| one.topology.label(node);
    match place {
        Location::Channel(lane) => [
            "channel".to_owned(),
            label(one.network.from(lane.channel)),
            label(one.network.to(lane.channel)),
            lane.vc.to_string(),
        ],
        Location::Injection(node, port) => {
            let at = label(node);
            ["injection".to_owned(), at.clone(), at, port.to_string()]
        }
        Location::Ejection(node, port) => {
            let at = label(node);
            ["ejection".to_owned(), at.clone(), at, port.to_string()]
        }
    }
}

/// Writes the crossings as CSV: a row for each flit and lane.
pub fn space_time_csv(shown: &[Exported]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record([
        "mode", "message", "row", "kind", "from", "to", "lane", "flit", "cycle", "freed",
    ]);
    for one in shown {
        for (number, row) in one.journey.rows.iter().enumerate() {
            let [kind, from, to, lane] = place(one, row.place);
            let freed = row.freed.map_or(String::new(), |cycle| cycle.to_string());
            for (flit, cycle) in row.crossings.iter().enumerate() {
                let _ = writer.write_record([
                    one.mode,
                    &one.journey.message.0.to_string(),
                    &number.to_string(),
                    &kind,
                    &from,
                    &to,
                    &lane,
                    &flit.to_string(),
                    &cycle.to_string(),
                    &freed,
                ]);
            }
        }
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the journeys as JSON: the message, its lanes with the cycles in which its flits crossed into them, and the
/// periods in which its header did not move, the last cycle excluded.
pub fn space_time_json(shown: &[Exported]) -> Value {
    let journeys = shown.iter().map(|one| {
        let journey = one.journey;
        let label = |node| one.topology.label(node);
        let rows = journey.rows.iter().map(|row| {
            let [kind, from, to, lane] = place(one, row.place);
            json!({
                "kind": kind, "from": from, "to": to, "lane": lane.parse::<u32>().ok(),
                "crossings": row.crossings, "freed": row.freed,
            })
        });
        let waits = journey.waits.iter().map(|wait| {
            let kind = match wait.kind {
                WaitKind::Blocked => "blocked",
                WaitKind::Storing => "storing",
                WaitKind::Delayed => "delayed",
            };
            json!({"row": wait.row, "from": wait.from, "until": wait.until, "kind": kind})
        });
        json!({
            "mode": one.mode,
            "message": journey.message.0,
            "from": label(journey.from),
            "to": label(journey.to),
            "length": journey.length,
            "generated": journey.generated,
            "headed": journey.headed,
            "arrived": journey.arrived,
            "deadlocked": journey.deadlocked,
            "rows": rows.collect::<Vec<_>>(),
            "waits": waits.collect::<Vec<_>>(),
        })
    });
    journeys.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_mixed_as_in_the_style_sheet() {
        assert_eq!(mixed("#000000", 100, "#ffffff"), "#000000");
        assert_eq!(mixed("#ff0000", 50, "#0000ff"), "#800080");
    }
}
