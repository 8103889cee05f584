//! A solution of the equations.

/// A solution.
#[derive(Debug)]
pub(in crate::model::platoon) struct Solution {
    /// For each class of sources, E S and E S².
    pub(in crate::model::platoon) service: Vec<[f64; 2]>,
    /// For each class of sources, the mean wait in its queue; infinite if it is always busy.
    pub(in crate::model::platoon) wait: Vec<f64>,
    /// The highest utilization of a source, counted over messages that wait for each other.
    pub(in crate::model::platoon) busiest: f64,
    /// For each lane, the mean time for which it is held.
    pub(in crate::model::platoon) held: Vec<f64>,
    /// For each input of a lane, the mean wait of its headers.
    pub(in crate::model::platoon) input_wait: Vec<f64>,
    /// For each lane, the share of worms in platoons.
    pub(in crate::model::platoon) platoons: Vec<f64>,
    /// For each class of sources, the mean time that meetings on channels add to a worm.
    pub(in crate::model::platoon) stretch: Vec<f64>,
    /// For each class of sources, the mean wait of a worm after its tail has left the source \[34\].
    pub(in crate::model::platoon) passed: Vec<f64>,
    pub(in crate::model::platoon) iterations: u32,
}
