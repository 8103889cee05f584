//! Arrowheads that show the direction of channels: at rest where a link leads one way only, on
//! demand where the two channels of a link are to be told apart.

use crate::scene::draw::{Curve, Ink, Shape, Stroke};
use crate::scene::layout::Layout;
use engine::topology::{ChannelId, Point};

/// Draws an arrowhead in the middle of each of some channels.
pub(in crate::scene) fn heads(
    layout: &Layout,
    channels: impl IntoIterator<Item = ChannelId>,
    ink: Ink,
) -> Vec<Shape> {
    let heads = channels.into_iter().map(|channel| {
        let (at, heading) = layout.middle(channel).at(0.55);
        // The line is so short that the head covers it.
        let behind = Point::new(at.x - 0.02 * heading.x, at.y - 0.02 * heading.y);
        Shape::Arrow {
            curve: Curve::straight(behind, at),
            width: 0.024,
            ink,
            stroke: Stroke::Solid,
        }
    });
    heads.collect()
}

/// Draws an arrowhead on every channel that is visible at rest, for a question about one of them.
pub fn directions(layout: &Layout) -> Vec<Shape> {
    let channels = layout.curves().map(|(channel, _)| channel);
    let shown = channels.filter(|&channel| !layout.is_on_demand(channel));
    heads(layout, shown, Ink::Muted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::{self, Arrangement, Network};

    #[test]
    fn arrowheads_of_one_link_point_in_opposite_directions() {
        let topology = topology::from_spec("mesh:2").expect("a valid topology");
        let network = Network::new(&*topology);
        let layout = Layout::new(&*topology, &network, 1, Arrangement::default());
        let headings = directions(&layout).into_iter().map(|shape| match shape {
            Shape::Arrow { curve, .. } => curve.at(1.0).1.x,
            _ => 0.0,
        });
        assert_eq!(headings.collect::<Vec<_>>(), [1.0, -1.0]);
        assert!(
            !network
                .channel_ids()
                .any(|channel| layout.is_one_way(channel))
        );
        let ring = topology::from_spec("torus-uni:4").expect("a valid topology");
        let network = Network::new(&*ring);
        let layout = Layout::new(&*ring, &network, 1, Arrangement::default());
        assert!(
            network
                .channel_ids()
                .all(|channel| layout.is_one_way(channel))
        );
    }
}
