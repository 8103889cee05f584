//! One lane: what the headers of its inputs wait for each other, \[5\] to \[14\].
//!
//! The messages of one input come one after the other and never block each other. All quantities of
//! two inputs are about a header from i and the messages of another input p.

use super::moments::Moments;
use super::stay::Stay;

/// Properties of an input while others are computed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arrival {
    /// λ_ic \[messages/cycle\].
    pub(super) rate: f64,
    /// κ_ic, the share of its headers that follow their predecessor from one lane to the next \[5\].
    pub(super) following: f64,
    /// ψ_i \[12\].
    pub(super) behind: f64,
    /// f_ic, the share of the input's messages that enter the lane.
    pub(super) share: f64,
    /// The share by which services before the last one raise ψ_i \[43\].
    pub(super) lag: f64,
    /// The chance that a predecessor had one behind which it waited \[45\].
    pub(super) again: f64,
    pub(super) is_source: bool,
}

/// The times for which a lane is held, and how it is treated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holding {
    /// Four moments of H \[1\].
    pub(super) held: [f64; 4],
    /// Three moments of H of worms that follow another.
    pub(super) after: Moments,
    /// M \[cycles\].
    pub(super) length: f64,
    /// Whether times of successive worms are correlated \[13\].
    pub(super) has_memory: bool,
    /// Whether they are over several messages \[37\].
    pub(super) lasts: bool,
    /// B of the lane \[15\].
    pub(super) slope: f64,
    /// The least length of a message \[flits\] \[37\].
    pub(super) least: f64,
    /// Whether messages of one input do not wait for each other.
    pub(super) knows_ports: bool,
}

impl Holding {
    /// Whether messages of two inputs wait for each other.
    pub(super) fn meet(&self, i: usize, p: usize) -> bool {
        i != p || !self.knows_ports
    }
}

/// Waits of a header for the lane.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Met {
    /// P(the lane is held), for a header that comes by chance.
    pub(super) busy: f64,
    /// Moments of its wait.
    pub(super) wait: Moments,
    /// P(others wait when its predecessor leaves), for a header that follows.
    pub(super) others: f64,
    /// Moments of the time for which they hold the lane before it.
    pub(super) queue: Moments,
    /// Covariances of \[16\] for a header that comes by chance, and for one that follows.
    pub(super) covariance: [f64; 2],
}

/// The waits of all inputs for each other, from one iteration to the next.
#[derive(Debug, Clone)]
pub(super) struct Waits {
    inputs: usize,
    /// w_ip and its next two moments.
    pub(super) wait: [Vec<f64>; 3],
    /// g_ip, the probability of waiting for p.
    pub(super) meets: Vec<f64>,
    /// The wait of an input for the end of its own message.
    own: Vec<f64>,
    /// The change of the wait of those behind a worm that stayed long \[14\].
    pub(super) rise: Vec<f64>,
    /// The change of the wait one message later \[42\].
    pub(super) rise_later: Vec<f64>,
    /// For how long headers stay, as of the start of the step.
    pub(super) stays: Vec<Stay>,
    /// E T_i after the last step.
    pub(super) last_stay: Vec<f64>,
    /// The covariance of the wait for the lane and H/E H \[46\].
    pub(super) covaries: Vec<f64>,
    /// a_ip: the chance that a header that waited for p finds p behind it again \[42\].
    pub(super) again: Vec<f64>,
    /// Waits of headers for the lane, by input.
    pub(super) met: Vec<Met>,
    /// The largest change of a w_ip in the last step \[M\].
    pub(super) change: f64,
    // Of one step; kept to reuse the memory.
    waiting: Vec<f64>,
    part: Vec<f64>,
    pub(super) served: Vec<f64>,
    pub(super) queued: Vec<f64>,
    next: Vec<f64>,
    pub(super) follows: Vec<f64>,
    chance: Vec<f64>,
    /// ε, by chance \[12\] and in all.
    pub(super) likelier_by_chance: Vec<f64>,
    pub(super) likelier: Vec<f64>,
}

impl Waits {
    /// No waits yet, for a lane that is held for a time.
    pub(super) fn new(inputs: usize, held: f64) -> Self {
        let pairs = || vec![0.0; inputs * inputs];
        Self {
            inputs,
            wait: [pairs(), pairs(), pairs()],
            meets: pairs(),
            own: vec![0.0; inputs],
            rise: vec![0.0; inputs],
            rise_later: vec![0.0; inputs],
            stays: vec![Stay::default(); inputs],
            last_stay: vec![held; inputs],
            covaries: vec![0.0; inputs],
            again: pairs(),
            met: vec![Met::default(); inputs],
            change: 0.0,
            waiting: pairs(),
            part: vec![0.0; inputs],
            served: pairs(),
            queued: pairs(),
            next: pairs(),
            follows: pairs(),
            chance: pairs(),
            likelier_by_chance: pairs(),
            likelier: pairs(),
        }
    }

    /// One step of the iteration, from the waits before. `stands` are moments of the wait of a worm whose
    /// tail stands in the lane, although its input is free again \[35\].
    pub(super) fn step(&mut self, arrivals: &[Arrival], lane: &Holding, stands: Moments) {
        let all = self.inputs;
        self.find_others(arrivals, lane);
        self.find_stays(arrivals, lane);
        self.find_chances(arrivals);
        self.change = 0.0;
        // [10] uses w_ip of both directions, so the results wait in `next` until all are known.
        for i in 0..all {
            self.step_of(i, arrivals, lane);
        }
        std::mem::swap(&mut self.meets, &mut self.next);
        if lane.lasts {
            self.find_again(arrivals, lane);
        }
        self.summarize(arrivals, lane, stands);
        for i in 0..all {
            self.last_stay[i] = self.stay(i, lane);
        }
    }

    /// Passes each value that the next step starts from, with its power of a time.
    pub(super) fn visit(&mut self, each: &mut impl FnMut(&mut f64, i32)) {
        for (wait, power) in self.wait.iter_mut().zip(1..) {
            for value in wait {
                each(value, power);
            }
        }
        for value in &mut self.meets {
            each(value, 0);
        }
        for value in &mut self.own {
            each(value, 1);
        }
    }

    /// Passes the values of memory over several messages that the next step starts from.
    pub(super) fn visit_memory(&mut self, each: &mut impl FnMut(&mut f64, i32)) {
        for values in [&mut self.last_stay, &mut self.covaries] {
            for value in values {
                each(value, 1);
            }
        }
        for value in &mut self.again {
            each(value, 0);
        }
    }

    pub(super) fn total(&self, moment: usize, i: usize) -> f64 {
        let row = &self.wait[moment][i * self.inputs..(i + 1) * self.inputs];
        row.iter().sum()
    }

    /// W_i, the mean wait of the headers of an input.
    pub(super) fn of_input(&self, i: usize) -> f64 {
        self.total(0, i) + self.own[i]
    }

    /// T_i, the mean time from the arrival of a header of i until the lane is free again.
    pub(super) fn stay(&self, i: usize, lane: &Holding) -> f64 {
        lane.held[0] + self.total(0, i) + self.own[i]
    }

    /// 1/A_i, kept finite while the iteration is far from its solution.
    fn idle(&self, i: usize, of: &Arrival, lane: &Holding) -> f64 {
        if lane.knows_ports {
            1.0 / (1.0 - of.rate * self.stay(i, lane)).max(0.02)
        } else {
            1.0
        }
    }

    /// \[6\] and \[7\]: who is served, and who waits, while i is idle.
    fn find_others(&mut self, arrivals: &[Arrival], lane: &Holding) {
        let all = self.inputs;
        // λ_i·w_ip: that i waits and p is served.
        for (i, of) in arrivals.iter().enumerate() {
            for p in 0..all {
                self.waiting[i * all + p] = of.rate * self.wait[0][i * all + p];
            }
        }
        let row = |i: usize| &self.waiting[i * all..(i + 1) * all];
        for (i, of) in arrivals.iter().enumerate() {
            let free = self.idle(i, of, lane);
            // λ_i·w_ir/(λ_r·E H): that i waits, given that r is served.
            for (part, (waits, other)) in self.part.iter_mut().zip(row(i).iter().zip(arrivals)) {
                let load = other.rate * lane.held[0];
                *part = if load > 1e-12 { waits / load } else { 0.0 };
            }
            for (p, other) in arrivals
                .iter()
                .enumerate()
                .filter(|&(p, _)| lane.meet(i, p))
            {
                let load = other.rate * lane.held[0];
                self.served[i * all + p] = ((load - row(i)[p]) * free).max(0.0);
                // Those of p that wait, but neither for i nor while i waits as well.
                let waits = row(p).iter().zip(&self.part);
                let waits: f64 = waits.map(|(waits, part)| waits * (1.0 - part)).sum();
                self.queued[i * all + p] = ((waits - row(p)[i]) * free).max(0.0);
            }
        }
    }

    /// q_ip \[9\], and the share of g_ip of headers that come by chance.
    fn find_chances(&mut self, arrivals: &[Arrival]) {
        let all = self.inputs;
        for (i, of) in arrivals.iter().enumerate() {
            let rate = if of.rate > 0.0 { of.rate } else { 1.0 };
            for p in (0..all).filter(|&p| p != i) {
                let at = i * all + p;
                let behind = (arrivals[p].rate * self.meets[p * all + i] / rate).min(1.0);
                self.follows[at] = behind;
                let drawn = (1.0 - of.following) * (self.served[at] + self.queued[at]);
                self.chance[at] = if self.meets[at] > 1e-15 {
                    drawn / (drawn + of.following * behind).max(1e-15)
                } else {
                    1.0
                };
            }
        }
    }

    /// \[8\] and \[10\] to \[14\] for one input.
    fn step_of(&mut self, i: usize, arrivals: &[Arrival], lane: &Holding) {
        let all = self.inputs;
        let of = arrivals[i];
        let [h1, h2, h3, h4] = lane.held;
        let stay = self.stays[i];
        let free = self.idle(i, &of, lane);
        let long = stay.mean / stay.variance.max(1e-9 * stay.mean);
        let relative = stay.variance / (stay.mean * stay.mean);
        let queue = grown(lane.after, stay.longer);
        let most = if lane.lasts { 99.0 } else { 1.2 };
        let mut rise = 0.0;
        let mut left_of = Met::default();
        for p in (0..all).filter(|&p| lane.meet(i, p)) {
            let at = i * all + p;
            let [w1, w2, w3] = [0, 1, 2].map(|m| self.wait[m][at]);
            let rate = arrivals[p].rate;
            let fourth = if lane.lasts {
                w3 * w3 / w2.max(1e-12) / 4.0 // [40]
            } else {
                w3 * h1 * 0.2
            };
            let left = [
                rate * h2 / 2.0 - of.rate * w2 / 2.0,
                rate * h3 / 3.0 - of.rate * w3 / 3.0,
                rate * h4 / 4.0 - of.rate * fourth,
            ]
            .map(|left| left.max(0.0) * free); // [8]
            let behind = self.follows[at];
            let chance = self.chance[p * all + i];
            let mut likelier = chance * stay.elasticity(behind); // [12], [37]
            let mut before = likelier * of.lag; // [43]
            self.likelier_by_chance[at] = likelier;
            if lane.has_memory {
                let g = self.meets[at].max(1e-12);
                let chained = w1 * (self.stays[p].followed / g - 1.0) * stay.joint * long;
                let chained = (1.0 - chance) * chained.clamp(0.0, most);
                likelier += chained; // [13]
                let again = of.again * self.again[at];
                before += chained * again / (1.0 - again); // [45]
            }
            self.likelier[at] = likelier;
            let more = of.behind * (likelier + before) * relative;
            let behind = (behind * (1.0 + more)).min(1.0); // [11]
            self.follows[at] = behind;
            rise += behind * likelier * lane.after[0];
            let queued = self.queued[at];
            let [drawn, follows] = [1.0 - of.following, of.following * behind];
            // [10]
            self.next[at] = drawn * (self.served[at] + queued) + follows;
            let wait =
                [0, 1, 2].map(|m| drawn * (left[m] + queued * lane.after[m]) + follows * queue[m]);
            self.change = self.change.max((wait[0] - w1).abs() / lane.length);
            for (moments, wait) in self.wait.iter_mut().zip(wait) {
                moments[at] = wait;
            }
            left_of.busy += self.served[at];
            let waits = left_of.wait.iter_mut().zip(left).zip(lane.after);
            for ((wait, left), after) in waits {
                *wait += left + queued * after;
            }
        }
        self.rise[i] = rise; // [14]
        self.met[i] = left_of;
    }

    /// Waits of headers for the lane, and their covariances \[16\].
    fn summarize(&mut self, arrivals: &[Arrival], lane: &Holding, stands: Moments) {
        let all = self.inputs;
        let [h1, h2, h3, _] = lane.held;
        let [f1, f2, _] = lane.after;
        let varies = (h2 / (h1 * h1) - 1.0).max(0.0);
        let skew = (h3 / (2.0 * h1 * h1) - h2 / (2.0 * h1) * (1.0 + varies)).max(0.0);
        // The mean rest of a service while a header of each input waits for it.
        for p in 0..all {
            self.part[p] = self.total(1, p) / (2.0 * self.total(0, p)).max(1e-12);
        }
        for (i, of) in arrivals.iter().enumerate() {
            let free = self.idle(i, of, lane);
            let pairs = || (0..all).map(|p| (i * all + p, p));
            let [mut none, mut sum, mut squares, mut waiting] = [1.0, 0.0, 0.0, 0.0];
            let [mut rest, mut rest_squared] = [0.0, 0.0];
            for (at, p) in pairs() {
                let follows = self.follows[at];
                none *= 1.0 - follows;
                sum += follows;
                squares += follows * follows;
                waiting += self.queued[at];
                let left = self.part[p];
                rest += self.queued[at] * left;
                rest_squared += self.queued[at] * left * left * 1.5;
            }
            // A lane is free a cycle after its source.
            let alone = if of.is_source { none } else { 0.0 };
            self.own[i] = of.following * alone;
            let two = sum * sum - squares;
            let met = &mut self.met[i];
            met.wait[1] += 2.0 * rest * f1;
            met.wait[2] += 3.0 * rest * f2 + 3.0 * rest_squared * f1;
            met.others = 1.0 - none;
            let [g1, g2, g3] = grown(lane.after, self.stays[i].longer);
            met.queue = [
                sum * g1 + alone,
                sum * g2 + two * f1 * f1 + alone,
                sum * g3 + 3.0 * two * f2 * f1 + alone,
            ];
            met.covariance = [met.busy * skew + waiting * h1 * varies, sum * h1 * varies];
            let [by_chance, behind] = met.covariance;
            self.covaries[i] = (1.0 - of.following) * by_chance + of.following * behind;
            self.wait_for_own(i, of, free, stands);
        }
    }

    /// \[35\] and \[36\]: waits for the tail of one's own predecessor, which has left the input; `free` is
    /// 1/A_i.
    fn wait_for_own(&mut self, i: usize, of: &Arrival, free: f64, stands: Moments) {
        let rate = of.rate * free;
        let [s1, s2, s3] = stands;
        self.own[i] += of.following * s1 + (1.0 - of.following) * rate * s2 / 2.0;
        let met = &mut self.met[i];
        met.busy += rate * s1;
        met.wait[0] += rate * s2 / 2.0;
        met.wait[1] += rate * s3 / 3.0;
        for (queue, stands) in met.queue.iter_mut().zip(stands) {
            *queue += stands;
        }
    }
}

/// Moments of a time that is longer by a factor, so that its mean is longer by `more` \[47\].
fn grown([f1, f2, f3]: Moments, more: f64) -> Moments {
    let factor = 1.0 + more / f1;
    [
        f1 + more,
        f2 * factor * factor,
        f3 * factor * factor * factor,
    ]
}
