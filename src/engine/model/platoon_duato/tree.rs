//! \[31\]: the mean time to the last node of a binomial tree whose steps are independent.
//!
//! A step takes a constant time, a stretch that is 0 or uniform from 0 to M, and a wait that is 0 or
//! exponential. All are distributions on a grid of time.

const POINTS: usize = 1600;

/// The steps of a broadcast.
pub(super) struct Steps {
    /// n.
    pub(super) dimension: u32,
    /// Start-up and message length \[cycles\].
    pub(super) base: f64,
    /// The mean wait for a port \[cycles\], and the probability that it is not 0.
    pub(super) wait: f64,
    pub(super) utilization: f64,
    /// The mean stretch of a copy \[cycles\].
    pub(super) stretch: f64,
    /// M \[cycles\].
    pub(super) length: f64,
}

/// The mean time until the last copy has arrived \[cycles\].
pub(super) fn mean_time(steps: &Steps) -> f64 {
    let n = f64::from(steps.dimension);
    // A copy is released in the cycle after its parent came.
    let base = steps.base + 1.0;
    let grid = (n * (base + steps.wait + steps.stretch) * 2.5 / 1500.0).max(0.5);
    let step = Step {
        shift: (base / grid).round() as usize,
        met: (2.0 * steps.stretch / steps.length).clamp(1e-9, 1.0),
        width: (steps.length / grid) as usize,
        busy: steps.utilization,
        decay: libm::exp(-grid / (steps.wait / steps.utilization.max(1e-9)).max(1e-6)),
    };
    // Of a tree of k dimensions: the chance that all nodes have their copies by a time, and that the
    // last one comes at it.
    let mut all = vec![1.0; POINTS];
    let mut last = vec![0.0; POINTS];
    last[0] = 1.0;
    for _ in 0..steps.dimension {
        let arrives = step.after(&last);
        let [mut arrived, mut before] = [0.0, 0.0];
        for point in 0..POINTS {
            arrived += arrives[point];
            all[point] *= f64::min(arrived, 1.0);
            last[point] = all[point] - before;
            before = all[point];
        }
    }
    let points = last.iter().enumerate();
    let time: f64 = points.map(|(t, chance)| t as f64 * grid * chance).sum();
    let sum: f64 = last.iter().sum();
    time / sum.max(1e-9) + (base - step.shift as f64 * grid) * n - 1.0
}

/// The distribution of a step on the grid.
struct Step {
    /// Its constant time.
    shift: usize,
    /// The probability of a stretch, and the longest one.
    met: f64,
    width: usize,
    /// The probability of a wait, and the ratio of the chances of successive waits.
    busy: f64,
    decay: f64,
}

impl Step {
    /// The distribution of the sum with a time that has the given one.
    fn after(&self, time: &[f64]) -> Vec<f64> {
        // The chances of the waits, of which those beyond the grid are left out.
        let mut chance = 1.0;
        let mut all = 0.0;
        for _ in 0..POINTS {
            all += chance;
            chance *= self.decay;
        }
        let waits = self.busy / all;
        let part = self.met / (self.width + 1) as f64;
        let mut sums = vec![0.0; POINTS];
        let [mut waited, mut within] = [0.0, 0.0];
        let mut found = Vec::with_capacity(POINTS);
        found.resize(self.shift.min(POINTS), 0.0);
        for point in 0..POINTS - found.len() {
            waited = waited * self.decay + time[point];
            let sum = (1.0 - self.busy) * time[point] + waits * waited;
            sums[point] = sum;
            within += sum;
            if point > self.width {
                within -= sums[point - self.width - 1];
            }
            found.push((1.0 - self.met) * sum + part * within);
        }
        found
    }
}
