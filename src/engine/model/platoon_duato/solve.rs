//! The fixed point of \[22\] to \[29\]: how long a virtual channel is held, and how worms share channels.

use super::PlatoonDuato;

/// κ \[27\], fitted.
pub(super) const KAPPA: f64 = 0.7;

/// The change of the stretch \[M\] below which the iteration has settled.
const TOLERANCE: f64 = 1e-12;

/// The load of others on a channel at which its virtual channels are taken to be always shared.
const MOST_OTHERS: f64 = 0.97;

/// The number of steps after which there is taken to be no solution.
const MOST_STEPS: u32 = 1000;

/// Rates of messages at one load.
pub(super) struct Rates {
    /// Of unicasts over a channel, of copies, of both.
    pub(super) unicast: f64,
    pub(super) copies: f64,
    pub(super) channel: f64,
    /// Of unicasts that start on a channel.
    pub(super) first: f64,
    /// From one channel into one other.
    pub(super) straight: f64,
}

/// A solution.
pub(super) struct Found {
    /// The mean stretch and the mean wait for virtual channels of unicasts.
    pub(super) stretch: f64,
    pub(super) blocked: f64,
    /// The mean stretch and the mean wait for virtual channels of a copy.
    pub(super) copy_stretch: f64,
    pub(super) copy_blocked: f64,
    /// H, a and e.
    pub(super) held: f64,
    pub(super) adaptive: f64,
    pub(super) escape: f64,
    pub(super) iterations: u32,
}

impl PlatoonDuato {
    fn copies_per_port(&self, rate: f64) -> f64 {
        let others = f64::from((1_u32 << self.system.dimension) - 1);
        self.system.broadcasts * rate * others / f64::from(self.system.dimension)
    }

    /// The rates at λ.
    pub(super) fn rates(&self, rate: f64) -> Rates {
        let n = f64::from(self.system.dimension);
        let first = (1.0 - self.system.broadcasts) * rate / n;
        let (unicast, copies) = (first * self.mean_hops, self.copies_per_port(rate));
        Rates {
            unicast,
            copies,
            channel: unicast + copies, // (22)
            first,
            straight: if n > 1.0 {
                (unicast - first) / (n - 1.0)
            } else {
                0.0
            },
        }
    }

    /// (26), (27): what sharing adds to unicasts, by hops, given the load of others on the first
    /// channel, by dimensions left, and on later ones.
    fn stretches(&self, first: &[f64], later: &[f64]) -> Vec<f64> {
        let vcs = self.system.vcs as usize;
        // P(no later channel is shared by j more), for j from 1.
        let mut none = vec![1.0; vcs - 1];
        let mut sum = 0.0;
        let mut found = Vec::with_capacity(first.len());
        for (hops, (&first, &later)) in (1..).zip(first.iter().zip(later)) {
            let here = none.iter().zip(sharing(first, vcs));
            let longest: f64 = here.map(|(none, shared)| 1.0 - none * (1.0 - shared)).sum();
            let mean = (sum + first) / f64::from(hops);
            found.push(self.length() * longest * (1.0 + KAPPA * mean));
            for (none, shared) in none.iter_mut().zip(sharing(later, vcs)) {
                *none *= 1.0 - shared;
            }
            sum += later;
        }
        found
    }

    /// The solution of (22) to (29); `None` if none is found.
    pub(super) fn solve(&self, rates: &Rates) -> Option<Found> {
        let (n, vcs) = (self.hops.len(), self.system.vcs);
        let (length, adaptives) = (self.length(), f64::from(vcs - 1));
        let share_of_unicasts = if rates.channel > 0.0 {
            rates.unicast / rates.channel
        } else {
            1.0 - self.system.broadcasts
        };
        let share_of_copies = 1.0 - share_of_unicasts;
        let (mut a, mut e, mut held) = (0.01, 0.01, length + 1.0);
        let (mut stretch, mut copy_stretch) = (vec![0.0; n], 0.0);
        for iterations in 1..=MOST_STEPS {
            let load = rates.channel * held;
            // (23), from r = 1.
            let each = power(a, vcs - 1);
            let full: Vec<_> = (1..=n as u32).map(|r| power(each, r)).collect();
            let chi = (1..).zip(&full).map(|(r, full)| {
                let lanes = adaptives * f64::from(r);
                let spread = if lanes > 1.0 {
                    f64::from(r) * (adaptives - 1.0) / (lanes - 1.0)
                } else {
                    0.0
                };
                let others = (1.0 - full) * (adaptives * a * spread + e) + full * adaptives; // (24)
                (others / load.max(1e-12)).min(3.0)
            });
            let chi: Vec<f64> = chi.collect();
            let mean = |of: &[f64]| -> f64 {
                let unicasts: f64 = self.left.iter().zip(of).map(|(p, value)| p * value).sum();
                share_of_unicasts * unicasts + share_of_copies * of[0]
            };
            let (escapes, mean_chi) = (mean(&full), mean(&chi));
            e = 0.7 * e + 0.3 * (escapes * load).min(0.95);
            a = 0.7 * a + 0.3 * ((1.0 - escapes) * load / adaptives).min(0.98);
            let others = |own: f64, r: usize| {
                (rates.channel - own) * (length - 0.5) * (chi[r] + mean_chi) / 2.0 // (25)
            };
            let mut change = 0.0_f64;
            let mut blocked = vec![0.0; n];
            let mut so_far = 0.0;
            let start = rates.first / n as f64;
            let first: Vec<_> = (0..n).map(|r| others(start, r)).collect();
            let later: Vec<_> = (0..n).map(|r| others(rates.straight, r)).collect();
            let next = self.stretches(&first, &later);
            for hops in 0..n {
                so_far += full[hops] * e * held / (adaptives * (hops + 1) as f64 + 2.0); // (28)
                blocked[hops] = so_far;
                change = change.max((next[hops] - stretch[hops]).abs());
                stretch[hops] = 0.6 * stretch[hops] + 0.4 * next[hops];
            }
            let of_copy = [others(rates.copies + start, 0)];
            copy_stretch = 0.6 * copy_stretch + 0.4 * self.stretches(&of_copy, &of_copy)[0];
            let unicasts = (1..).zip(&self.hops).zip(stretch.iter().zip(&blocked));
            let unicasts = unicasts.map(|((h, p), (stretch, wait))| {
                p * f64::from(h) * (length + 1.0 + stretch + wait / 2.0)
            });
            let unicasts: f64 = unicasts.sum::<f64>() / self.mean_hops;
            let copies = length + 1.0 + copy_stretch;
            let next = share_of_unicasts * unicasts + share_of_copies * copies; // (29)
            change = change.max((next - held).abs());
            held = 0.6 * held + 0.4 * next;
            if iterations > 21 && change < TOLERANCE * length {
                // Beyond the limit of (26), the solution is one of the limit, not of the equations.
                let all = first.iter().chain(&later).chain(&of_copy);
                if all.copied().any(|x| x >= MOST_OTHERS) {
                    return None;
                }
                let mean = |of: &[f64]| self.hops.iter().zip(of).map(|(p, x)| p * x).sum();
                return Some(Found {
                    stretch: mean(&stretch),
                    blocked: mean(&blocked),
                    copy_stretch,
                    copy_blocked: full[0] * e * held / f64::from(vcs + 1),
                    held,
                    adaptive: a,
                    escape: e,
                    iterations,
                });
            }
        }
        None
    }
}

/// P(K ≥ j) of (26) for j from 1 to V − 1, given the load of others.
fn sharing(x: f64, vcs: usize) -> impl Iterator<Item = f64> {
    let x = x.min(MOST_OTHERS);
    let all = power(x, vcs as u32);
    let mut so_far = 1.0;
    (1..vcs).map(move |_| {
        so_far *= x;
        if vcs == 2 {
            x
        } else {
            // x^j·(1 − x^(V−j)).
            (so_far - all) / (1.0 - all)
        }
    })
}

/// x^k by squaring, so that it is the same on every machine.
fn power(x: f64, k: u32) -> f64 {
    let (mut result, mut square, mut k) = (1.0, x, k);
    while k > 0 {
        if k % 2 == 1 {
            result *= square;
        }
        square *= square;
        k /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_channels_are_those_of_the_printed_formula() {
        for vcs in 2..=6_usize {
            for x in [0.0_f64, 0.1, 0.5, 0.9] {
                for (j, found) in (1..).zip(sharing(x, vcs)) {
                    let rest = 1.0 - libm::pow(x, f64::from(vcs as u32 - j));
                    let all = 1.0 - libm::pow(x, vcs as f64);
                    let formula = libm::pow(x, f64::from(j)) * rest / all;
                    let expected = if vcs == 2 { x } else { formula };
                    assert!((found - expected).abs() < 1e-12, "{vcs} {x} {j}");
                }
            }
        }
    }
}
