//! The reported values of a solution: services and waits of sources, \[20\], \[34\] and \[43\].

use super::super::Effect;
use super::Solver;
use super::solution::Solution;

impl Solver<'_> {
    /// \[43\]: the correlations of a service of a source with all those before it in the same busy period.
    pub(super) fn lag_of(&self, source: usize) -> f64 {
        let again = 1.0 - self.behind[source];
        let next = (self.slope[source] / self.holds[source]).min(0.9);
        let fades = (self.slope_later[source] / self.slope[source].max(1e-9)).min(0.95);
        next * again / (1.0 - again * fades)
    }

    /// \[34\]: for each source, what a worm waits after its tail has left it.
    fn passed(&self) -> Vec<f64> {
        let flows = self.flows;
        let sources = flows.sources();
        let mut passed = vec![0.0; self.holds.len()];
        let lanes = flows.order.iter().map(|lane| sources + lane);
        for port in lanes.chain(0..sources) {
            let outputs = flows.outputs_of(port).iter();
            let beyond = outputs.map(|output| {
                let to = sources + output.lane;
                let of_short = (1.0 - self.lengths.keep) * self.delays[to];
                output.share * (passed[to] + of_short + self.passed[to].after_tail)
            });
            passed[port] = beyond.sum();
        }
        passed.truncate(sources);
        passed
    }

    /// \[20\] and the rest of what is reported.
    pub(super) fn solution(self) -> Solution {
        let sources = self.flows.sources();
        let mut busiest = 0.0_f64;
        let mut wait = Vec::with_capacity(sources);
        for source in 0..sources {
            let rate = self.rate * self.flows.rate[source];
            let [mean, square] = self.service[source];
            let busy = rate * mean;
            let follows = if self.without == Some(Effect::FirstService) {
                busy
            } else {
                rate * (self.length + self.beyond[source].after[0])
            };
            busiest = busiest.max(busy).max(follows);
            let correlated = if self.lasts {
                self.lag_of(source) * (square - mean * mean)
            } else if self.has_memory {
                let beta = (self.slope[source] / mean).min(0.9) * busy.min(1.0);
                beta / (1.0 - beta) * (square - mean * mean)
            } else {
                0.0
            };
            wait.push(if follows < 1.0 {
                rate * (square / 2.0 + correlated) / (1.0 - follows)
            } else {
                f64::INFINITY
            });
        }
        Solution {
            wait,
            busiest,
            held: self.holds[sources..].to_vec(),
            input_wait: self.input_waits(),
            platoons: self.platoons[sources..].to_vec(),
            stretch: self.stretch_beyond[..sources].to_vec(),
            passed: self.passed(),
            service: self.service,
            iterations: self.steps,
        }
    }
}
