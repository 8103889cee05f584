//! Delays of a worm beyond a port: \[3\], \[4\], \[15\] and \[16\], and of random lengths \[32\], \[33\] and \[35\].

use super::Solver;
use super::lane::Met;
use super::moments::{Follows, Moments, mixture, sum};
use super::slack::Passed;

impl Solver<'_> {
    /// \[3\] and \[4\]: what delays a worm beyond a port; returns P(D > 0) of a worm that follows
    /// another and of one that comes by chance \[52\].
    pub(super) fn look_ahead(&mut self, port: usize) -> [f64; 2] {
        let flows = self.flows;
        let mut found = Follows::default();
        let [mut slope, mut later, mut joint] = [0.0; 3];
        let mut stands = [0.0; 3];
        let mut likely = [0.0; 2];
        for output in flows.outputs_of(port) {
            let to = flows.sources() + output.lane;
            let place = output.input - flows.inputs_of(output.lane).start;
            let waits = &self.waits[output.lane];
            let met = &waits.met[place];
            let same = self.share_followed(port, output.share, waits.last_stay[place]);
            let passed = &self.passed[to];
            let mut next = passed.on;
            if flows.is_shared {
                let stretch = self.stretch[output.input];
                next.after = sum(next.after, stretch);
                next.chance = sum(next.chance, stretch);
            }
            let [mut by_chance, mut queued] = met.before(&next);
            if self.has_memory {
                let slope_to = passed.slope * self.slope[to];
                by_chance[1] += 2.0 * slope_to * met.covariance[0]; // [16]
                queued[1] += 2.0 * slope_to * met.covariance[1];
                let fade = self.fade(port, self.varies[to], self.holds[to]);
                let went = output.share * same;
                if self.lasts {
                    let [chance, queue] = met.covariance.map(|of| slope_to * of);
                    by_chance[2] += third(met.wait, by_chance[0], chance);
                    queued[2] += third(met.queue, queued[0], queue);
                    let stay = &waits.stays[place];
                    let here = self.fade(port, stay.variance, stay.mean);
                    slope += went * (here * waits.rise[place] + fade * slope_to); // [38]
                    later += went
                        * (here * waits.rise_later[place]
                            + fade * passed.slope * self.slope_later[to]);
                } else {
                    slope += went * fade * (waits.rise[place] + slope_to); // [15]
                }
            }
            if self.lengths.vary() {
                let keep = self.lengths.keep;
                joint += keep * output.share * (self.joint[to] + self.delays[to]); // [33]
                // [35]
                let follows = (self.platoons[port] * same).min(0.999);
                let wait = mixture(follows, met.queue, met.wait);
                for (m, stands) in stands.iter_mut().enumerate() {
                    *stands += output.share * (wait[m] + keep * self.stands[to][m]);
                }
            }
            if self.slack > 0.0 {
                let [behind, by_chance] = met.waits_beyond(passed);
                likely[0] += output.share * (same * behind + (1.0 - same) * by_chance);
                likely[1] += output.share * by_chance;
            }
            let both = mixture(same, queued, by_chance);
            for m in 0..3 {
                found.after[m] += output.share * both[m];
                found.chance[m] += output.share * by_chance[m];
            }
        }
        if self.has_memory {
            self.slope[port] = slope;
            self.slope_later[port] = later;
            let more = slope * slope * self.varies[port] / (self.holds[port] * self.holds[port]);
            found.after[2] += 3.0 * found.after[0] * more;
            found.after[1] += more;
        }
        if !self.has_platoons() {
            found.after = found.chance;
            likely[0] = likely[1];
        }
        self.beyond[port] = found;
        self.joint[port] = joint;
        self.stands[port] = stands;
        likely
    }

    /// θ: how much of a change of a later time, with a mean and a variance, is one of that of a port.
    fn fade(&self, port: usize, variance: f64, mean: f64) -> f64 {
        (variance * self.holds[port] / (self.varies[port] * mean)).min(1.0)
    }

    /// \[48\]: of the worms of a port that others follow, the share that went to a lane which takes `share` of
    /// all, where they stay for a mean time.
    pub(super) fn share_followed(&self, port: usize, share: f64, stay: f64) -> f64 {
        if !self.lasts {
            return share;
        }
        let often = self.behind[port] * (1.0 + self.lag[port]);
        share * (1.0 + often * (stay / self.typical[port] - 1.0))
    }

    /// The mean time for which worms of a port stay at the next lane, or leave the network.
    pub(super) fn typical_stay(&self, port: usize) -> f64 {
        let flows = self.flows;
        let [mut sum, mut left] = [0.0, 1.0];
        for output in flows.outputs_of(port) {
            let place = output.input - flows.inputs_of(output.lane).start;
            sum += output.share * self.waits[output.lane].last_stay[place];
            left -= output.share;
        }
        sum + left * (self.length + 1.0)
    }
}

/// \[39\]: what a covariance adds to the third moment of a wait w and what comes beyond it, of mean `both`
/// together.
fn third([w1, w2, w3]: Moments, both: f64, covariance: f64) -> f64 {
    let beta = covariance / (w2 - w1 * w1).max(1e-9);
    let skew = w3 - 3.0 * w1 * w2 + 2.0 * w1 * w1 * w1;
    3.0 * beta * (w3 - w1 * w2) + 6.0 * (both - w1) * covariance + 3.0 * beta * beta * skew
}

impl Met {
    /// The moments of the wait for the lane and of what comes beyond: of a header that comes by
    /// chance, and of one behind a predecessor on the same lane.
    fn before(&self, next: &Follows) -> [Moments; 2] {
        let busy = self.busy;
        let (a, z) = (next.after, next.chance);
        let [r1, r2, r3] = self.wait;
        let both = mixture(busy, a, z);
        let chance = [
            r1 + both[0],
            r2 + 2.0 * r1 * a[0] + both[1],
            r3 + 3.0 * r2 * a[0] + 3.0 * r1 * a[1] + both[2],
        ];
        [chance, sum(self.queue, a)]
    }

    /// \[52\]: the chances that a worm waits for the lane or beyond it: of one behind a predecessor on the
    /// same lane, and of one that comes by chance.
    fn waits_beyond(&self, passed: &Passed) -> [f64; 2] {
        let [after, chance] = passed.chance;
        let goes_on = (1.0 - self.others) * (1.0 - after.max(passed.delayed));
        let busy = self.busy.min(1.0);
        [1.0 - goes_on, busy + (1.0 - busy) * chance]
    }
}
