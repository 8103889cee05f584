//! The utilization of channels as the tint of their beds: the busier a channel, the stronger.

use super::static_layer::{Lanes, bed, grooves};
use crate::scene::draw::{Bounds, Shape, heat};
use crate::scene::layout::Layout;
use engine::topology::{ChannelId, Point};

/// The most bands of links that are hidden when idle; the busiest are shown.
const MOST_HIDDEN: usize = 100;

/// The beds of all links that are in use and shown when idle, and of the busiest others, with the
/// grooves of their lanes.
pub(super) fn heat_bands(
    layout: &Layout,
    utilization: &[f64],
    lanes: Lanes,
    pitch: f32,
) -> Vec<Shape> {
    let shown = layout.curves().map(|(channel, _)| channel);
    let is_used = |channel: &ChannelId| level_of(utilization, *channel) > 0;
    let shown = shown.filter(|&c| !layout.is_on_demand(c)).filter(is_used);
    let mut shown: Vec<_> = shown.collect();
    shown.extend(hidden(layout, utilization));
    shown.sort_unstable();
    let mut shapes = bands(layout, &shown, |channel| level_of(utilization, channel));
    shapes.extend(grooves(layout, lanes, &shown, pitch));
    shapes
}

/// The bands of the busiest links that are hidden when idle.
pub fn busiest_hidden(layout: &Layout, utilization: &[f64]) -> Vec<Shape> {
    let hidden: Vec<_> = hidden(layout, utilization).collect();
    bands(layout, &hidden, |channel| level_of(utilization, channel))
}

fn hidden(layout: &Layout, utilization: &[f64]) -> impl Iterator<Item = ChannelId> {
    let busiest = heat::busiest(utilization, MOST_HIDDEN).into_iter();
    busiest.filter(|&channel| layout.is_on_demand(channel))
}

fn level_of(utilization: &[f64], channel: ChannelId) -> u8 {
    heat::level(utilization[channel.0 as usize])
}

/// The bands of some channels, grouped by level.
fn bands(
    layout: &Layout,
    channels: &[ChannelId],
    level_of: impl Fn(ChannelId) -> u8,
) -> Vec<Shape> {
    let mut bands = Vec::with_capacity(channels.len());
    let levels: Vec<_> = channels.iter().map(|&channel| level_of(channel)).collect();
    for level in 0..heat::LEVELS {
        let alike = channels.iter().zip(&levels).filter(|(_, of)| **of == level);
        bands.extend(alike.map(|(&channel, _)| bed(layout, channel, level)));
    }
    bands
}

/// The bands of a large network in horizontal strips, the uppermost first: only strips in which a
/// level has changed are repainted.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatStrips {
    strips: Vec<HeatStrip>,
    /// Index of the strip that has waited longest.
    next: usize,
}

#[derive(Debug, Clone, PartialEq)]
struct HeatStrip {
    bounds: Bounds,
    channels: Vec<ChannelId>,
    /// The levels painted last; empty before the first time.
    painted: Vec<u8>,
}

impl HeatStrips {
    /// The number of channels from which painting in strips is worthwhile.
    pub const WORTH_FROM: usize = 8192;

    const COUNT: u16 = 32;

    /// Creates the strips of a layout, none of which is painted yet.
    pub fn new(layout: &Layout) -> Self {
        let all = layout.bounds();
        let high = (all.max.y - all.min.y) / f32::from(Self::COUNT);
        let strips = (0..Self::COUNT).map(|strip| {
            let top = all.min.y + high * f32::from(strip);
            let bounds = Bounds {
                min: Point::new(all.min.x, top),
                max: Point::new(all.max.x, top + high),
            };
            HeatStrip {
                bounds,
                channels: Vec::new(),
                painted: Vec::new(),
            }
        });
        let mut strips: Vec<_> = strips.collect();
        for (channel, _) in layout.curves() {
            if layout.is_on_demand(channel) {
                continue;
            }
            // A curve lies within the bounding rectangle of its control points, and a band is at
            // most half a unit wide.
            let line = Bounds::of(&layout.middle(channel).points).grown(0.25);
            let strip = |y: f32| ((y - all.min.y) / high).max(0.0) as usize;
            let last = strip(line.max.y).min(strips.len() - 1);
            for strip in &mut strips[strip(line.min.y).min(last)..=last] {
                strip.channels.push(channel);
            }
        }
        Self { strips, next: 0 }
    }

    /// The next strip that has changed: its rectangle, which must be cleared, and the bands to
    /// paint in it. Returns `None` if all strips are up to date.
    pub fn next(&mut self, layout: &Layout, utilization: &[f64]) -> Option<(Bounds, Vec<Shape>)> {
        let count = self.strips.len();
        for strip in (self.next..self.next + count).map(|strip| strip % count) {
            let HeatStrip {
                bounds,
                channels,
                painted,
            } = &mut self.strips[strip];
            let now = channels
                .iter()
                .map(|&channel| level_of(utilization, channel));
            if now.clone().eq(painted.iter().copied()) {
                continue;
            }
            *painted = now.collect();
            self.next = strip + 1;
            let bands = bands(layout, channels, |channel| level_of(utilization, channel));
            return Some((*bounds, bands));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::{self, Arrangement, Network};

    fn layout(spec: &str) -> Layout {
        let topology = topology::from_spec(spec).expect("a valid network");
        let network = Network::new(&*topology);
        Layout::new(&*topology, &network, 1, Arrangement::Plain)
    }

    #[test]
    fn strips_are_painted_once_and_again_only_after_a_change() {
        let layout = layout("mesh:12x12");
        let channels = layout.curves().count();
        let mut strips = HeatStrips::new(&layout);
        let mut utilization = vec![0.0; channels];
        let mut bounds = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        while let Some((part, bands)) = strips.next(&layout, &utilization) {
            bounds.push(part.min.y);
            seen.extend(bands.iter().map(|band| format!("{band:?}")));
        }
        assert!(bounds.is_sorted() && bounds.len() > 12);
        assert_eq!(seen.len(), channels, "every link has its band");
        utilization[5] = 0.01;
        assert_eq!(
            strips.next(&layout, &utilization),
            None,
            "the level is the same"
        );
        utilization[5] = 0.6;
        let mut again = 0;
        while let Some((part, bands)) = strips.next(&layout, &utilization) {
            let band = layout.middle(ChannelId(5));
            assert!(part.grown(0.3).meets(Bounds::of(&band.points)));
            assert!(bands.iter().any(|band| matches!(
                band,
                Shape::Line {
                    ink: crate::scene::draw::Ink::Heat(4),
                    ..
                }
            )));
            again += 1;
        }
        assert!((1..4).contains(&again), "{again}");
    }
}
