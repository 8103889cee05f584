//! Memory longer than one message, of one lane: \[37\] and \[41\] to \[47\].

use super::lane::{Arrival, Holding, Waits};
use super::stay::Stay;

/// Properties of worms that others follow, on a lane: those after it depend on them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Followed {
    /// ψ \[41\].
    pub(super) behind: f64,
    /// The share by which services before the last one raise it \[43\].
    pub(super) lag: f64,
    /// The chance that the predecessor of such a worm had one behind it, too \[45\].
    pub(super) again: f64,
}

impl Waits {
    /// For how long headers of each input stay.
    pub(super) fn find_stays(&mut self, arrivals: &[Arrival], lane: &Holding) {
        let [h1, h2, ..] = lane.held;
        let of_service = h2 - h1 * h1;
        for (i, of) in arrivals.iter().enumerate() {
            let (mean, waited) = (self.stay(i, lane), self.total(0, i));
            let of_waits = self.total(1, i) - waited * waited;
            self.stays[i] = if lane.lasts {
                let (service, waits) = (of_service.max(0.0), of_waits.max(1e-9));
                let joint = lane.slope * self.covaries[i];
                let stay = Stay {
                    joint: 1.0 + joint / waits,
                    followed: 1.0 + of.behind * service / (h1 * mean), // [44]
                    longer: lane.slope * of.behind * (service + joint) / (mean * h1), // [47]
                    ..Stay::steady(mean, service + waits + 2.0 * joint)  // [46]
                };
                stay.above(lane.least + 1.0)
            } else {
                Stay::steady(mean, (of_service + of_waits).max(0.0))
            };
        }
    }

    /// a_ip \[42\] and what follows from it a message later.
    pub(super) fn find_again(&mut self, arrivals: &[Arrival], lane: &Holding) {
        let all = arrivals.len();
        let [h1, h2, ..] = lane.held;
        let left = (h2 / (2.0 * h1 * lane.after[0])).min(1.0);
        for (i, of) in arrivals.iter().enumerate() {
            self.rise_later[i] = 0.0;
            for (p, other) in arrivals.iter().enumerate() {
                if !lane.meet(i, p) {
                    continue;
                }
                let (at, back) = (i * all + p, p * all + i);
                let meets = self.meets[at].max(1e-12);
                let rate = other.rate / of.rate;
                let chained = rate * other.following * self.follows[back] / meets;
                let behind = (rate * self.meets[back]).min(1.0);
                let share = self.wait[0][at] / (meets * self.stays[i].mean);
                let chance = behind * self.likelier_by_chance[at] * share;
                let there = of.share * (chained + chance).min(1.0);
                let elsewhere = (1.0 - of.share) * other.following * left;
                self.again[at] = (there + elsewhere).min(0.95);
                self.rise_later[i] +=
                    self.again[at] * self.follows[at] * self.likelier[at] * lane.after[0];
            }
        }
    }

    /// \[41\], and what \[43\] and \[45\] hand on.
    pub(super) fn followed(&self, arrivals: &[Arrival], lane: &Holding) -> Followed {
        let all = arrivals.len();
        let held = lane.held[0];
        let [mut by_chance, mut through, mut split, mut together] = [0.0; 4];
        let [mut lag, mut again] = [0.0; 2];
        for (i, of) in arrivals.iter().enumerate() {
            let met = &self.met[i];
            let [drawn, follows] = [1.0 - of.following, of.following].map(|part| part * of.rate);
            together += drawn * met.busy + follows;
            // E H of the time for which it stays.
            let part = held / self.stays[i].mean;
            let passes = follows * (1.0 - met.others) * of.behind * part;
            through += passes;
            lag += passes * of.lag;
            again += passes * of.again;
            for (p, other) in arrivals.iter().enumerate() {
                let (at, back) = (i * all + p, p * all + i);
                let [served, queued] = [self.served[at], self.queued[at]];
                let behind = (drawn * (served + queued) / other.rate).min(1.0);
                let others = self.total(0, p) - self.wait[0][back];
                let likelier = self.stays[p].elasticity(behind) * held / (held + others);
                by_chance += drawn * served * likelier;
                split += follows * self.follows[at] * self.likelier_by_chance[at] * part;
            }
        }
        let all = (by_chance + through).max(1e-15);
        Followed {
            behind: ((by_chance + through - split) / together.max(1e-15)).max(0.0),
            lag: lag / all,
            again: again / all,
        }
    }
}
