//! A topology as a small drawing: points and straight lines.

use super::draw::{Bounds, Chart, Glyph, Ink, Stroke, length};
use engine::topology::{Arrangement, Network, NodeId, Point, Topology};

/// Length of a stub, by which a line that would pass other nodes leaves its node [grid units].
const STUB: f32 = 0.5;

/// The largest width and height of a drawing \[pixels\].
const SIZE: [f32; 2] = [84.0, 54.0];

/// Draws a small topology as SVG in the colors of the page. A link that would pass other nodes, as a wrap-around link does, leaves the drawing at both of its ends.
pub fn sketch_of(topology: &dyn Topology) -> String {
    let network = Network::new(topology);
    let at = |node: NodeId| topology.position(node, Arrangement::Plain);
    let places: Vec<_> = topology.node_ids().map(at).collect();
    let passes = |from: Point, to: Point| {
        let whole = length(to.x - from.x, to.y - from.y);
        places.iter().any(|place| {
            let [one, other] = [from, to].map(|end| length(place.x - end.x, place.y - end.y));
            one > 0.01 && other > 0.01 && one + other < whole + 0.01
        })
    };
    let Bounds { min, max } = Bounds::of(&places).grown(STUB);
    let (width, height) = (max.x - min.x, max.y - min.y);
    let scale = (SIZE[0] / width).min(SIZE[1] / height);
    let pixel = |at: Point| ((at.x - min.x) * scale, (at.y - min.y) * scale);
    let mut chart = Chart::new(width * scale, height * scale, 0.0);
    for channel in network.channel_ids() {
        let (from, to) = (network.from(channel), network.to(channel));
        // Once for both directions.
        if network.between(to, from).is_some() && from > to {
            continue;
        }
        let (from, to) = (at(from), at(to));
        let mut line = |from: Point, to: Point| {
            chart.line(pixel(from), pixel(to), (1.2, Ink::Muted, Stroke::Flat));
        };
        if passes(from, to) {
            let whole = length(to.x - from.x, to.y - from.y);
            let (dx, dy) = (
                (to.x - from.x) * STUB / whole,
                (to.y - from.y) * STUB / whole,
            );
            line(from, Point::new(from.x - dx, from.y - dy));
            line(to, Point::new(to.x + dx, to.y + dy));
        } else {
            line(from, to);
        }
    }
    let radius = 0.05 * width.max(height) * scale;
    for &place in &places {
        chart.mark(
            pixel(place),
            radius,
            (Glyph::Disc, Ink::Chosen, Ink::Chosen),
        );
    }
    chart.on_page()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology;

    #[test]
    fn links_that_pass_nodes_leave_the_drawing() {
        let lines = |spec: &str| {
            let topology = topology::from_spec(spec).expect("a network in range");
            // The paths of lines and of nodes begin with a move each.
            sketch_of(&*topology).matches('M').count() - topology.nodes() as usize
        };
        assert_eq!(lines("mesh:3x3"), 12);
        // Six wrap-around links, in two pieces each.
        assert_eq!(lines("torus:3x3"), 12 + 12);
        assert_eq!(lines("ring:5"), 5);
    }
}
