//! Worms on different lanes of a channel, which share its cycles: \[17\] to \[19\].

use super::Solver;
use super::moments::sum;

impl Solver<'_> {
    /// \[17\] to \[19\]: meetings with worms on the other lane of a channel.
    pub(super) fn meet(&mut self) {
        let flows = self.flows;
        let (sources, length) = (flows.sources(), self.length);
        for port in flows
            .order
            .iter()
            .map(|lane| sources + lane)
            .chain(0..sources)
        {
            let outputs = flows.outputs_of(port).iter();
            let beyond = outputs.map(|output| {
                let after = self.stretch_beyond[sources + output.lane];
                output.share * (self.stretch[output.input][0] + after)
            });
            self.stretch_beyond[port] = beyond.sum();
        }
        let before = self.stretched.clone();
        for lane in 0..flows.lanes() {
            let total = before[lane][0] + self.stretch_beyond[sources + lane];
            let once = flows.rings[lane].met_once(length);
            let mut sums = [0.0; 3];
            for input in flows.inputs_of(lane) {
                let from = flows.inputs[input];
                let stretch = &mut self.stretch[input];
                let elsewhere = 2.0 * (total - stretch[0]).max(0.0) / (length + total);
                let meets = self.rate * from.met * (length - 0.5) * once;
                let meets = meets * (1.0 - elsewhere).max(0.0); // [18]
                let square = length * length;
                *stretch = [
                    meets * length,
                    meets * square * 2.0 / 3.0,
                    meets * square * length / 2.0,
                ]; // [19]
                let lane_before = from.port.checked_sub(sources);
                let moments = lane_before.map_or([0.0; 3], |lane| before[lane]);
                let moments = sum(moments, *stretch);
                let share = from.rate / flows.rate[sources + lane];
                for m in 0..3 {
                    sums[m] += share * moments[m];
                }
            }
            self.stretched[lane] = sums;
        }
    }
}
