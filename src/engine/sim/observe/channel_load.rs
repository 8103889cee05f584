//! Distribution of the load of a run over the channels of the network.

use serde::{Deserialize, Serialize};

use crate::sim::Simulator;

/// Flits that crossed each channel while a run was measured.
///
/// If the warm-up is determined afterwards, counting starts at cycle 0, because the part of the run
/// to be discarded is not known while its channels can still be read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Carried {
    pub cycles: u64,
    /// Flits that crossed each channel that has not failed, in ascending order of channel numbers.
    pub flits: Vec<u64>,
    /// The dimension of each of these channels.
    pub dimensions: Vec<u8>,
}

/// Utilization of the channels \[flits/cycle\], each carrying at most one. Failed channels are
/// excluded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChannelLoad {
    pub mean: f64,
    /// Load of the busiest channel.
    pub max: f64,
    /// Mean over the channels of each dimension, as the topology counts dimensions.
    pub by_dimension: Vec<f64>,
    /// Number of channels in each of 20 equal parts of the range from 0 to `max`.
    pub histogram: Vec<u32>,
}

impl Carried {
    /// The flits that have crossed since `cycle`, given the crossings `before` up to then; empty if
    /// no cycle has passed.
    pub(in crate::sim) fn since(cycle: u64, before: &[u64], simulator: &Simulator) -> Self {
        let design = simulator.design();
        let cycles = simulator.cycle().saturating_sub(cycle);
        if cycles == 0 {
            return Self::default();
        }
        let crossed = simulator.crossings();
        let channels = design.network.channel_ids();
        let channels = channels.filter(|channel| design.faults.binary_search(channel).is_err());
        let carried = channels.map(|channel| {
            let at = channel.0 as usize;
            let flits = crossed[at] - before.get(at).unwrap_or(&0);
            (flits, design.network.dimension(channel))
        });
        let (flits, dimensions) = carried.unzip();
        Self {
            cycles,
            flits,
            dimensions,
        }
    }
}

impl ChannelLoad {
    /// Number of parts in the histogram.
    pub const PARTS: usize = 20;

    /// The load in several runs over the same channels; `None` if nothing was measured.
    pub fn of<'a>(runs: impl IntoIterator<Item = &'a Carried>) -> Option<Self> {
        let mut runs = runs.into_iter().filter(|run| run.cycles > 0);
        let mut all = runs.next()?.clone();
        for run in runs {
            all.cycles += run.cycles;
            let sums = all.flits.iter_mut().zip(&run.flits);
            sums.for_each(|(sum, flits)| *sum += flits);
        }
        let most = *all.flits.iter().max()?;
        let dimensions = all.dimensions.iter().max().map_or(0, |&last| last + 1);
        let load = |flits: u64, channels: usize| {
            flits as f64 / (channels.max(1) as f64 * all.cycles as f64)
        };
        let mut by_dimension = vec![(0, 0); usize::from(dimensions)];
        let mut histogram = vec![0; Self::PARTS];
        for (&flits, &dimension) in all.flits.iter().zip(&all.dimensions) {
            let (sum, channels) = &mut by_dimension[usize::from(dimension)];
            *sum += flits;
            *channels += 1;
            let part = flits as usize * Self::PARTS / (most as usize).max(1);
            histogram[part.min(Self::PARTS - 1)] += 1;
        }
        let by_dimension = by_dimension.into_iter();
        Some(Self {
            mean: load(all.flits.iter().sum(), all.flits.len()),
            max: load(most, 1),
            by_dimension: by_dimension.map(|(sum, n)| load(sum, n)).collect(),
            histogram,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(cycles: u64, flits: &[u64], dimensions: &[u8]) -> Carried {
        Carried {
            cycles,
            flits: flits.to_vec(),
            dimensions: dimensions.to_vec(),
        }
    }

    #[test]
    fn runs_are_weighted_by_their_length() {
        let runs = [
            carried(10, &[10, 0, 2], &[0, 0, 1]),
            carried(30, &[30, 20, 2], &[0, 0, 1]),
        ];
        let load = ChannelLoad::of(&runs).expect("there are channels and cycles");
        assert_eq!((load.max, load.mean), (1.0, 64.0 / 120.0));
        assert_eq!(load.by_dimension, [60.0 / 80.0, 4.0 / 40.0]);
        let mut histogram = [0; ChannelLoad::PARTS];
        // 4, 20 and 40 of 40 flits.
        (histogram[2], histogram[10], histogram[19]) = (1, 1, 1);
        assert_eq!(load.histogram, histogram);
    }

    #[test]
    fn load_is_undefined_without_cycles_or_channels() {
        assert_eq!(ChannelLoad::of(&[carried(0, &[1], &[0])]), None);
        assert_eq!(ChannelLoad::of(&[carried(5, &[], &[])]), None);
        let idle = ChannelLoad::of(&[carried(5, &[0, 0], &[0, 0])]);
        let idle = idle.expect("there are channels and cycles");
        assert_eq!((idle.max, idle.histogram[0]), (0.0, 2));
    }
}
