//! Latency of deterministic wormhole routing with single-flit buffers, up to saturation: a fixed
//! point over the lanes of a network.
//!
//! Published models let a header wait for half of one message. In simulations, most of what they
//! miss are *platoons*: a worm that waited behind another at one lane enters that lane in the cycle
//! in which the other has left it. If both take the same next lane as well, it meets there whoever
//! came while the other held it, at the *start* of their service. The model tells such worms (F)
//! from those that come by chance (N). Worms of one input never block each other, a lane is free
//! again M + 1 cycles after its header came, and service times of successive messages of a source
//! are correlated. Nothing in it is fitted to a simulation.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | λ, M | injection rate, message length | messages/node/cycle, flits |
//! | c, i, k | a lane, a port from which messages enter it (source or lane), a lane after it | |
//! | λ_ic, f_ic | rate of messages from i into c, its share of those of i | messages/cycle, |
//! | H_c | time for which a lane is held | cycles |
//! | D_c | delay of a worm beyond c: D^F if it follows another in a platoon, else D^N | cycles |
//! | b_c | share of worms in platoons | |
//! | w_ip, g_ip | wait of a header from i for worms of input p; probability that it is not 0 | cycles, |
//! | W_0, S | wait in the source queue, time in the injection channel | cycles |
//! | B_c, β, v | memory: change of D^F per relative change of the stay of the worm ahead; autoregression of S; covariance | |
//!
//! Moments, of \[1\] to \[4\]:
//! 1. H_c = M + 1 + D_c, D_c = b_c·D^F_c + (1 − b_c)·D^N_c as a mixture
//! 2. b_c = Σ_i λ_ic·\[(1 − κ_ic)·s_ic + κ_ic\] / Σ_i λ_ic, b = λ·E S for a source
//! 3. D^N_c = Σ_k f_ck·R_ck; in R the header comes by chance: with probability s it waits, then D^F_k, else D^N_k
//! 4. D^F_c = Σ_k f_ck·\[f_ck·Q_ck + (1 − f_ck)·R_ck\]; in Q its predecessor took k as well
//! 5. κ_ic = b_i·f_ic
//!
//! Of one lane, with T_i = H + W_i, W_i = Σ_p w_ip, A_i = 1 − λ_i·T_i:
//! 6. s_ip = (λ_p·E H − λ_i·w_ip)/A_i: p is served while i is idle
//! 7. a_ip = (λ_p·W_p − λ_p·w_pi − Σ_r λ_i·w_ir·λ_p·w_pr/(λ_r·E H))/A_i: p waits while i is idle
//! 8. l^m_ip = (λ_p·E H^(m+1) − λ_i·E w_ip^(m+1))/((m + 1)·A_i): what is left of the service of p
//! 9. q_ip = λ_p/λ_i·g_pi: p waits behind i when i ends, counted from both sides
//! 10. g_ip = (1 − κ_i)(s_ip + a_ip) + κ_i·q^F_ip,
//!     w^m_ip = (1 − κ_i)(l^m_ip + a_ip·E (H^F)^m) + κ_i·q^F_ip·E (H^F)^m
//! 11. q^F_ip = q_ip·\[1 + ψ_i·ε_ip·Var T_i/T_i²\]: i stayed long if another follows it
//! 12. ε = −(1 − q)·ln(1 − q)/q by chance; ψ_c is its mean over the inputs for "another is behind", 1 − ρ for a source
//! 13. ε = T_i·w_ip·(1 − g_ip)/(g_ip·Var T_i) if p is itself in a platoon
//! 14. r_ck = Σ_p q^F_ip·ε_ip·E H^F
//! 15. B_c = Σ_k f_ck²·θ_ck·(r_ck + B_k), θ = min(1, Var H_k·H_c/(Var H_c·H_k)); Var D^F_c += B_c²·Var H_c/H_c²
//! 16. E D_c² += 2·B_k·Cov(wait at k, H/E H)
//!
//! At the source and in total:
//! 20. W_0 = λ·(E S²/2 + v)/(1 − λ·E S^F), v = β/(1 − β)·Var S, β = ρ·B_s/E S
//! 21. latency = W_0 + E S − 1 + mean hops, averaged over sources
//!
//! With two lanes and a dateline, \[13\] to \[16\] and v are left out, and worms that share a channel
//! delay each other by the flits that the first of them still has:
//! 17. a worm from i newly meets λ_c' − flow(i→c') − flow(i'→c') on the other lane c', where i' is the other lane of i
//! 18. P(meet) = (17)·(M − 1/2)·(1 − φ)·(1 − t·max(0, 1 − k/M)), φ = 2·elsewhere/(M + stretch); t is the
//!     share of meetings in a unidirectional ring of k nodes between worms that meet twice
//! 19. the stretch has moments P·M, P·2M²/3, P·M³/2; it is added to delays ahead and to H of all later lanes
//!
//! The model assumes uniform traffic, one path between two nodes, first come first served, and
//! ejection without waiting. **Where it fails:** in meshes it saturates 3.5 % early, and network
//! latency is 3 to 5 % high at 95 % of saturation; in tori latency is 4 to 10 % high at 80 % of
//! saturation where meetings and blocking are both frequent, and 19 % low at 95 % in small
//! unidirectional tori with long messages.
//!
//! Set by hand, not fitted: the caps .98, .95 and 1.2, damping ½ and the factors .2 and 1.5 in third
//! moments.

mod alike;
mod branch;
mod counted;
mod effects;
mod entry;
mod flows;
mod lane;
mod mixing;
mod moments;
mod parts;
mod rings;
mod solve;

use std::sync::OnceLock;

use super::{Model, Prediction};
use crate::catalog::BuildError;
use crate::routing::{self, Vcs};
use crate::topology::{self, Network};

use branch::{Branch, Limit};
use flows::Flows;
use solve::{Knot, Solution, solve};

pub use effects::Effect;
pub(super) use entry::{DATELINE, FAMILY};

/// The model of a network with deterministic routing.
#[derive(Debug)]
pub struct Platoon {
    flows: Flows,
    /// M, in cycles.
    length: f64,
    without: Option<Effect>,
    branch: OnceLock<Branch>,
}

impl Platoon {
    /// The largest network of the model: counting the flows takes time in proportion to the square.
    pub const MOST_NODES: u32 = 1024;

    /// Creates the model of a network under a registered routing function with `vcs` virtual
    /// channels and messages of `length` flits.
    pub fn new(network: &str, routing: &str, vcs: u8, length: u32) -> Result<Self, BuildError> {
        let topology = topology::from_spec(network)?;
        if topology.nodes() > Self::MOST_NODES {
            return Err(BuildError::rejected(
                "network",
                format!("of at most {} nodes", Self::MOST_NODES),
                format!("{} with {}", topology.short_name(), topology.nodes()),
            ));
        }
        let function = routing::from_id(routing, &*topology, Vcs::from(vcs))?;
        let network = Network::new(&*topology);
        Ok(Self {
            flows: Flows::of(&*topology, &network, &*function)?,
            length: f64::from(length),
            without: None,
            branch: OnceLock::new(),
        })
    }

    /// The same model without an effect.
    #[must_use]
    pub fn without(self, effect: Option<Effect>) -> Self {
        Self {
            without: effect,
            branch: OnceLock::new(),
            ..self
        }
    }

    /// The solutions from no load to the last one.
    fn branch(&self) -> &Branch {
        self.branch.get_or_init(|| {
            Branch::up_to(self.bound(), |rate, from| {
                let (found, knot) = self.solve(rate, from)?;
                Ok((found.busiest.max(self.most_held(rate, &found)), knot))
            })
        })
    }

    /// The steady state at a load, starting from that of another.
    fn solve(&self, rate: f64, from: Option<&Knot>) -> Result<(Solution, Knot), Limit> {
        let offered = rate / self.bound();
        if offered >= 1.0 {
            return Err(Limit::Offered(offered));
        }
        let found = solve(&self.flows, self.length, self.without, rate, from);
        let (found, knot) = found.map_err(|unsettled| Limit::None(unsettled.busiest))?;
        let held = self.most_held(rate, &found);
        if found.busiest.max(held) < 1.0 {
            Ok((found, knot))
        } else if found.busiest >= 1.0 {
            Err(Limit::Source(found.busiest))
        } else {
            Err(Limit::Lane(held))
        }
    }

    /// The load at which a lane would be busy all the time if nothing ever waited.
    fn bound(&self) -> f64 {
        let lanes = &self.flows.rate[self.flows.sources()..];
        let most = lanes.iter().copied().fold(1.0, f64::max);
        1.0 / (most * self.length)
    }
}

impl Model for Platoon {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate;
        let branch = self.branch();
        if rate > branch.end {
            return Prediction::saturated(branch.limit.reason(), branch.limit.utilization());
        }
        match self.solve(rate, branch.nearest(rate)) {
            Ok((found, _)) => Prediction::Steady(self.latency(rate, &found)),
            Err(limit) => Prediction::saturated(limit.reason(), limit.utilization()),
        }
    }

    fn zero_load(&self) -> f64 {
        self.length - 1.0 + self.flows.hops
    }

    /// As by default, but to a relative accuracy of 10⁻⁷, or 10⁻⁴ where the equations have no solution
    /// beyond it.
    fn saturation_rate(&self) -> f64 {
        self.branch().end
    }
}
