//! Latency of deterministic wormhole routing up to saturation: a fixed point over the lanes of a
//! network.
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
//! | λ, M | injection rate of nodes that send, message length | messages/node/cycle, flits |
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
//! 21. latency = W_0 + E S − 1 + mean hops, averaged over messages
//!
//! Lengths that vary are geometric (exponential, rounded up), so that a worm longer than j flits is longer
//! than j + 1 with probability η = 1 − 1/m, whatever j, and η = 1 for fixed ones:
//!
//! 1'. the moments of H and S are those of M + 1 + D and M + D, with four moments of M
//! 32. what happens beyond the next lane holds this lane only if the worm is long enough: D_k → η·D_k in \[3\] and \[4\]
//! 33. E M·D_c = E M·E D_c + J_c, J_c = η·Σ_k f_ck·(J_k + E D_k), or 0 if η = 1
//! 34. network latency counts waits after the tail has left the source, too: + P_s, P_c = Σ_k f_ck·(P_k + (1 − η)·E D_k)
//! 35. a worm may stand in a lane though it has left the input: a follower then waits for it as well, (1 − η)·V_c,
//!     V^m_c = Σ_k f_ck·(E w_k^m + η·V^m_k)
//! 36. so does a header that comes by chance: with probability λ_i·(1 − η)·V_c/A_i, for half of V²/V
//!
//! A buffer of B > 1 flits takes up s = B − 1 cycles of the delay of a worm: while the header waits, its
//! flits move closer together, once in each lane. (With fixed lengths, and B at most M/2.)
//!
//! 50. what delays a worm before lane c is X_c = max(0, D_c − s): D_k → X_k in \[3\] and \[4\]; H_c is that of \[1\],
//!     since the lane is held until the tail has left its buffer; B_k passes on with P(X_k > 0 | D_k > 0)
//! 51. moments of X and of min(D, s) from those of D and d = P(D > 0), as if the density of D up to s were that
//!     of a uniform time with the same mean, d²/(2·E D)
//! 52. d^N_c = Σ_k f_ck·u_ck, u_ck = s_ck + (1 − s_ck)·x^N_k with x = P(X > 0), s_ck = Σ_p s_ip;
//!     d^F_c = Σ_k f_ck·\[f_ck·(1 − Π_p(1 − q^F_ip)·(1 − max(x^F_k, d_k))) + (1 − f_ck)·u_ck\]
//! 53. a tail stands in c for min(D_c, s) after it left the input, which a follower waits for: in place of
//!     (1 − η)·V in \[35\] and \[36\], and of (1 − η)·D_k in \[34\]
//!
//! Optionally memory is longer than one message, and surer of how long worms stay:
//!
//! 37. ε of \[12\] for T = floor + a gamma time of scale θ = Var T/(E T − floor), floor M + 1: P = 1 − e^(−aT), E P = p,
//!     ε = (1 − p)/p·a·T/(1 + a·θ); ψ = (1 − ρ)/(1 + λ·θ) for a source
//! 38. B_c = Σ_k f_ck·f'_ck·(min(1, Var T_ck·H_c/(Var H_c·T_ck))·r_ck + θ_ck·B_k) in place of \[15\]
//! 39. E D³ contains the covariance of \[16\] as well
//! 40. E w⁴ = (E w³)²/E w² in the third moment of \[8\]
//! 41. ψ_c counts H alone, and only where no other worm came between, which is likelier after a short H
//! 42. r and B a message later, r'_ck = Σ_p a_ip·q^F_ip·ε_ip·E H^F; a_ip: a header that waited for p finds p behind it again
//! 43. lag = B·x/(1 − x·B'/B), x = 1 − ψ, with B relative to S; ψ·(1 + lag) for ψ of a source in \[11\], v = lag·Var S
//! 44. in \[13\] w·(1 + ψ_p·scv_H·H/T_p)/g: p' was waited for longer, as p follows it
//! 45. the predecessors of a header that waited for p' did, too: \[13\] times 1/(1 − x_i·a_ip) in \[11\]
//! 46. Var T = Var H + Var w + 2·Cov with the covariance of \[16\]
//! 47. p behind a long message meets E H^F + B_c·ψ_i·(Var H + Cov)/(T_i·H)
//! 48. f'_ck = f_ck·\[1 + ψ_c·(1 + lag)·(T_ck/T̄_c − 1)\], where worms went that are followed, in \[4\] and \[5\]
//!
//! With two lanes and a dateline, \[13\] to \[16\] and v are left out by default, and worms that share a channel
//! delay each other by the flits that the first of them still has:
//! 17. a worm from i newly meets λ_c' − flow(i→c') − flow(i'→c') on the other lane c', where i' is the other lane of i
//! 18. P(meet) = (17)·(M − 1/2)·(1 − φ)·(1 − t·max(0, 1 − k/M)), φ = 2·elsewhere/(M + stretch); t is the
//!     share of meetings in a unidirectional ring of k nodes between worms that meet twice
//! 19. the stretch has moments P·M, P·2M²/3, P·M³/2; it is added to delays ahead and to H of all later lanes
//!
//! The model assumes one path between two nodes, first come first served, and ejection without waiting.
//! Traffic is any pattern whose rates from source to destination are known, but a lane has *one* delay
//! beyond it, whatever the input: see [`Platoon::remembered`].
//!
//! **Where it fails:** in meshes under uniform traffic it saturates 3.5 % early, and network
//! latency is 3 to 5 % high at 95 % of saturation. Where it matters which way messages came, latency is
//! too high: for the bit complement on mesh:8x8, 4 % at 70 % of the model's saturation and 23 % at 90 %. Where few
//! sources feed a lane that is busy first, as beside a hot spot in a hypercube, they queue together, and
//! latency is too low, 20 % at 90 %. With exponential lengths a hypercube saturates 2 to 3 % later than in
//! simulations, so that latency is 8 % low at 90 % of saturation; in meshes it is 6 % high at 70 %, and 19 %
//! at 90 %. In tori latency is 4 to 10 % high at 80 % of
//! saturation where meetings and blocking are both frequent, and 19 % low at 95 % in small
//! unidirectional tori with long messages. With buffers it is as with one flit up to B = M/4; with
//! B = M/2 latency is 9 % high at 90 % of saturation in a hypercube.
//!
//! With memory over several messages, meshes under uniform traffic saturate 1 % early, and network latency is
//! right within 1 % up to 95 % of saturation, where latency is 6 % low on mesh:8x8, since the queues of sources beside
//! each other grow together; a part of the errors left cancels. In hypercubes of 32 flits latency at 95 % is up to 2 %
//! worse than with one message. Where it matters which way messages came, it is worse.
//! In a one-way torus of 4×4×4 nodes with 25 flits latency is 2 % low at 95 % of saturation instead of 19 %, but in
//! tori of two dimensions it is 7 to 9 % high at 80 %. Waits in tori are too long for another reason: a message
//! goes at most halfway round a ring, so that one which has come far goes less far, which a lane does not know.
//!
//! Set by hand, not fitted: the caps .98, .95 and 1.2, damping ½ and the factors .2 and 1.5 in third
//! moments; with several messages instead of the cap 1.2 four steps of Newton's method and the caps .95 and .9 of
//! \[42\] and \[43\].

mod branch;
mod effects;
mod entry;
mod flows;
mod parts;
mod solve;
mod system;

use std::sync::OnceLock;

use super::{Model, Prediction};
use crate::catalog::BuildError;
use crate::traffic::Length;

use branch::{Branch, Limit};
use flows::Flows;
use solve::{Knot, Lengths, Solution, Terms, solve};
use system::System;

pub use effects::Effect;
pub(super) use entry::{DATELINE, FAMILY};

/// The model of a network with deterministic routing.
#[derive(Debug)]
pub struct Platoon {
    flows: Flows,
    terms: Terms,
    start: OnceLock<Branch>,
    branch: OnceLock<Branch>,
}

impl Platoon {
    /// The largest network of the model: counting the flows takes time in proportion to the square.
    pub const MOST_NODES: u32 = 1024;

    /// Creates the model of a network under a registered routing function with `vcs` virtual
    /// channels, a traffic pattern as in scenarios, and a distribution of message lengths.
    pub fn new(
        network: &str,
        routing: &str,
        vcs: u8,
        pattern: &str,
        length: Length,
    ) -> Result<Self, BuildError> {
        let flows = System::of(network, routing, vcs, pattern)?.flows()?;
        let terms = Terms {
            lengths: Lengths::of(length),
            lasts: false,
            slack: 0.0,
            without: None,
        };
        Ok(Self::of(flows, terms))
    }

    fn of(flows: Flows, terms: Terms) -> Self {
        Self {
            flows,
            terms,
            start: OnceLock::new(),
            branch: OnceLock::new(),
        }
    }

    /// The share of passages through lanes that depend on where the message came from, from 0 to 1. The
    /// model gives a lane one delay beyond it, so it is sound where this is 0, and above .05 its latencies
    /// are too high from about half of the load at saturation on.
    ///
    /// The parameters are those of [`Platoon::new`].
    pub fn remembered(
        network: &str,
        routing: &str,
        vcs: u8,
        pattern: &str,
    ) -> Result<f64, BuildError> {
        System::of(network, routing, vcs, pattern)?.remembered()
    }

    /// The same model without an effect.
    #[must_use]
    pub fn without(self, effect: Option<Effect>) -> Self {
        let terms = Terms {
            without: effect,
            ..self.terms
        };
        Self::of(self.flows, terms)
    }

    /// The same model with memory over several messages \[37\] to \[48\], or over one.
    #[must_use]
    pub fn with_memory_that_lasts(self, lasts: bool) -> Self {
        let terms = Terms {
            lasts,
            ..self.terms
        };
        Self::of(self.flows, terms)
    }

    /// The same model with buffers of `flits` flits in every virtual channel, from 1 to half of the message
    /// length, and 1 if lengths vary.
    pub fn with_buffer(self, flits: u32) -> Result<Self, BuildError> {
        let half = libm::floor(self.terms.lengths.mean() / 2.0);
        let most = if self.terms.lengths.vary() {
            1.0
        } else {
            half.max(1.0)
        };
        if flits == 0 || f64::from(flits) > most {
            let allowed = if self.terms.lengths.vary() {
                "1 flit where lengths vary".to_owned()
            } else {
                format!("from 1 to half of the message length, {most} flits")
            };
            return Err(BuildError::rejected("Buffer B", allowed, flits.to_string()));
        }
        let terms = Terms {
            slack: f64::from(flits - 1),
            ..self.terms
        };
        Ok(Self::of(self.flows, terms))
    }

    /// The solutions from no load to one close to the last, which take much less time than all.
    fn start(&self) -> &Branch {
        self.start
            .get_or_init(|| Branch::up_to(self.bound(), |rate, from| self.next(rate, from)))
    }

    /// The solutions from no load to the last one.
    fn branch(&self) -> &Branch {
        self.branch.get_or_init(|| {
            let start = self.start().clone();
            start.complete(self.bound(), |rate, from| self.next(rate, from))
        })
    }

    /// The highest utilization at a load, and the solution from which others are found.
    fn next(&self, rate: f64, from: Option<&Knot>) -> Result<(f64, Knot), Limit> {
        let (found, knot) = self.solve(rate, from)?;
        Ok((found.busiest.max(self.most_held(rate, &found)), knot))
    }

    /// The steady state at a load, starting from that of another.
    fn solve(&self, rate: f64, from: Option<&Knot>) -> Result<(Solution, Knot), Limit> {
        let offered = rate / self.bound();
        if offered >= 1.0 {
            return Err(Limit::Offered(offered));
        }
        let found = solve(&self.flows, self.terms, rate, from);
        let (found, knot) = found.map_err(|unsettled| {
            if unsettled.diverged {
                Limit::Diverged(unsettled.busiest)
            } else {
                Limit::None(unsettled.busiest)
            }
        })?;
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
        1.0 / (most * self.terms.lengths.mean())
    }
}

impl Model for Platoon {
    fn predict(&self, injection_rate: f64) -> Prediction {
        let rate = injection_rate;
        let start = self.start();
        let branch = if rate <= start.end {
            start
        } else {
            self.branch()
        };
        if rate > branch.end {
            return Prediction::saturated(branch.limit.reason(), branch.limit.utilization());
        }
        let found = self.solve(rate, branch.nearest(rate));
        // Where equations have two solutions, steps between them may not settle.
        let found = found.or_else(|limit| {
            let mut starts = branch.around(rate);
            let found = starts.find_map(|knot| self.solve(rate, Some(knot)).ok());
            found.ok_or(limit)
        });
        match found {
            Ok((found, _)) => Prediction::Steady(self.latency(rate, &found)),
            Err(limit) => Prediction::saturated(limit.reason(), limit.utilization()),
        }
    }

    fn zero_load(&self) -> f64 {
        self.terms.lengths.mean() - 1.0 + self.flows.hops
    }

    /// As by default, but to a relative accuracy of 10⁻⁷, or 10⁻⁴ where the equations have no solution
    /// beyond it.
    fn saturation_rate(&self) -> f64 {
        self.branch().end
    }
}
