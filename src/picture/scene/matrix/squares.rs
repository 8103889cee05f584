//! The colors of the squares of the channel matrix, the changes from one picture to the next, and
//! the pixels of each square.

use super::{Matrix, View};
use crate::scene::draw::{Ink, heat};
use engine::sim::{Location, Snapshot};
use engine::topology::ChannelId;

/// The color of every channel's square.
///
/// In a large network few squares change from cycle to cycle, so a picture is updated by painting
/// only those.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Squares {
    inks: Vec<Ink>,
}

/// A rectangle of pixels: left edge, upper edge, width and height.
pub type Pixels = [i32; 4];

impl Squares {
    /// Colors by the utilization of each channel [flits/cycle].
    pub fn of_utilization(utilization: &[f64]) -> Self {
        let levels = utilization.iter().map(|&share| heat::level(share));
        Self {
            inks: levels.map(Ink::Heat).collect(),
        }
    }

    /// Colors by the worm that holds a lane of each channel, of which there are `channels`.
    pub fn of_worms(channels: usize, snapshot: &Snapshot) -> Self {
        let mut inks = vec![Ink::FarLink; channels];
        for worm in &snapshot.worms {
            for segment in &worm.segments {
                if let Location::Channel(lane) = segment.place {
                    inks[lane.channel.0 as usize] = Ink::Message(worm.color);
                }
            }
        }
        Self { inks }
    }

    /// The channels whose squares have changed, grouped by color and ascending in each group. These
    /// are all channels if nothing was painted before, or another network.
    pub fn changed_since(&self, before: &Self) -> Vec<(Ink, Vec<ChannelId>)> {
        let is_of_same = self.inks.len() == before.inks.len();
        let mut changed: Vec<(Ink, Vec<ChannelId>)> = Vec::new();
        for (index, &ink) in self.inks.iter().enumerate() {
            if is_of_same && before.inks[index] == ink {
                continue;
            }
            let channel = ChannelId(index as u32);
            // A linear search suffices: there are no more colors than levels of utilization.
            match changed.iter_mut().find(|(of, _)| *of == ink) {
                Some((_, channels)) => channels.push(channel),
                None => changed.push((ink, vec![channel])),
            }
        }
        changed
    }
}

impl Matrix {
    /// The pixels of some squares, given in ascending order; adjacent squares without a gap between
    /// them share one rectangle. Squares share no pixels, so each can be repainted alone.
    pub fn pixels(&self, channels: &[ChannelId], view: View) -> Vec<Pixels> {
        /// The pitch from which there is a gap between squares \[pixels\].
        const GAP_FROM: f32 = 5.0;
        const GAP: f32 = 0.12;
        let gap = if view.pitch >= GAP_FROM {
            (GAP * view.pitch).round().max(1.0) as i32
        } else {
            0
        };
        let pixel = |origin: f32, at: f32| (origin + at * view.pitch).round() as i32;
        let mut rectangles: Vec<Pixels> = Vec::new();
        for &channel in channels {
            let cell = self.cell(channel);
            let [left, right] = [cell.min.x, cell.max.x].map(|x| pixel(view.x, x));
            let [top, bottom] = [cell.min.y, cell.max.y].map(|y| pixel(view.y, y));
            let (width, height) = ((right - left - gap).max(1), (bottom - top - gap).max(1));
            match rectangles.last_mut() {
                Some([x, y, wide, high]) if *x + *wide == left && (*y, *high) == (top, height) => {
                    *wide += width;
                }
                _ => rectangles.push([left, top, width, height]),
            }
        }
        rectangles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::MATRIX_TEXT;
    use engine::topology::{self, Network};

    fn of_levels(levels: &[f64]) -> Squares {
        Squares::of_utilization(levels)
    }

    /// The contents of a picture that was painted from scratch and updated for every state.
    fn painted(states: &[Squares]) -> Vec<Option<Ink>> {
        let mut picture = vec![None; states[0].inks.len()];
        let mut before = Squares::default();
        for state in states {
            for (ink, channels) in state.changed_since(&before) {
                assert!(channels.is_sorted() && !channels.is_empty());
                for channel in channels {
                    picture[channel.0 as usize] = Some(ink);
                }
            }
            before = state.clone();
        }
        picture
    }

    #[test]
    fn updating_gives_the_same_picture_as_painting_everything() {
        let states = [
            of_levels(&[0.0, 0.3, 0.9, 0.0]),
            of_levels(&[0.06, 0.3, 0.9, 0.0]),
            of_levels(&[0.06, 0.2, 0.4, 0.0]),
            of_levels(&[0.0, 0.2, 0.9, 0.0]),
        ];
        for until in 1..=states.len() {
            let last = states[until - 1].inks.iter().map(|&ink| Some(ink));
            assert_eq!(painted(&states[..until]), last.collect::<Vec<_>>());
        }
    }

    #[test]
    fn only_squares_of_changed_color_are_painted() {
        let before = of_levels(&[0.0, 0.3, 0.9]);
        let now = of_levels(&[0.0, 0.31, 0.1]);
        assert_eq!(
            now.changed_since(&before),
            [(Ink::Heat(1), vec![ChannelId(2)])]
        );
        assert_eq!(now.changed_since(&now), []);
    }

    #[test]
    fn squares_do_not_share_pixels() {
        for (spec, width) in [
            ("torus:8x8", 700.0),
            ("hypercube:10", 333.0),
            ("mesh:5x4", 90.0),
        ] {
            let topology = topology::from_spec(spec).expect("a valid network");
            let network = Network::new(&*topology);
            let matrix = Matrix::new(&*topology, &network, (width, 400.0), MATRIX_TEXT);
            let size = matrix.bounds().max;
            let pitch = (width / size.x).min(400.0 / size.y).max(1.0);
            let view = View {
                pitch,
                x: 3.7,
                y: 2.2,
            };
            let mut taken = std::collections::BTreeSet::new();
            for channel in network.channel_ids() {
                let [one] = matrix.pixels(&[channel], view)[..] else {
                    panic!("a square is one rectangle");
                };
                let [left, top, wide, high] = one;
                for (x, y) in
                    (left..left + wide).flat_map(|x| (top..top + high).map(move |y| (x, y)))
                {
                    assert!(taken.insert((x, y)), "{spec}: {channel:?} at {x}, {y}");
                }
            }
            // Painted together, the squares cover the same pixels.
            let all = matrix.pixels(&network.channel_ids().collect::<Vec<_>>(), view);
            let area: i32 = all.iter().map(|[_, _, wide, high]| wide * high).sum();
            assert_eq!(area as usize, taken.len(), "{spec}");
        }
    }
}
