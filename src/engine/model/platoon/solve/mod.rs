//! The fixed point of the equations: times beyond a lane follow from those of later lanes, and waits
//! for a lane from the times for which it is held.

mod ahead;
mod lane;
mod lengths;
mod mixing;
mod moments;
mod report;
mod several;
mod sharing;
mod slack;
mod solution;
mod stay;
mod terms;

use super::effects::Effect;
use super::flows::Flows;

use lane::{Arrival, Holding, Met, Waits};
pub(super) use lengths::Lengths;
use mixing::Mixing;
use moments::{Follows, Moments, mixture, sum};
use several::Followed;
use slack::Passed;
pub(super) use solution::Solution;
use stay::{elasticity, scale};
pub(super) use terms::{Knot, Terms, Unsettled};

/// The change of waits and of service times \[M\] below which the iteration has settled.
pub(super) const TOLERANCE: f64 = 1e-8;

/// The most steps; if they do not settle, there is taken to be no solution.
const MOST_STEPS: u32 = 120;

/// Solves the equations for λ messages per node and cycle, starting from the solution of
/// another load.
pub(super) fn solve(
    flows: &Flows,
    terms: Terms,
    rate: f64,
    from: Option<&Knot>,
) -> Result<(Solution, Knot), Unsettled> {
    let mut solver = Solver::new(flows, terms, rate);
    if let Some(knot) = from {
        solver.set(&knot.values);
    }
    solver.settle()?;
    let values = solver.values();
    Ok((solver.solution(), Knot { rate, values }))
}

#[derive(Debug, Clone)]
struct Solver<'a> {
    flows: &'a Flows,
    lengths: Lengths,
    /// E M \[cycles\].
    length: f64,
    rate: f64,
    steps: u32,
    without: Option<Effect>,
    has_memory: bool,
    /// Whether memory is longer than one message \[37\] to \[48\].
    lasts: bool,
    slack: f64,
    /// D beyond each port.
    beyond: Vec<Follows>,
    /// For each lane, as a port, what reaches those before it.
    passed: Vec<Passed>,
    /// For each port, b: the share of worms in platoons \[2\].
    platoons: Vec<f64>,
    /// For each port, ψ \[12\].
    behind: Vec<f64>,
    /// For each port, B \[15\].
    slope: Vec<f64>,
    /// For each port, B a message later \[42\].
    slope_later: Vec<f64>,
    /// For each port, the share by which services before the last one raise ψ \[43\].
    lag: Vec<f64>,
    /// For each port, the chance that a worm with another behind it had one before it \[45\].
    again: Vec<f64>,
    /// For each port, the mean time for which worms stay at the next lane \[48\].
    typical: Vec<f64>,
    /// For each port, variance and mean of the time for which it is held.
    varies: Vec<f64>,
    holds: Vec<f64>,
    /// For each source, E S and E S².
    service: Vec<[f64; 2]>,
    waits: Vec<Waits>,
    /// For each input, moments of what meetings on the channel add \[19\].
    stretch: Vec<Moments>,
    /// For each lane, moments of what they added before it and on it.
    stretched: Vec<Moments>,
    /// For each port, the mean of what they add beyond it.
    stretch_beyond: Vec<f64>,
    /// For each port, J: the covariance of M with what delays a worm beyond it \[33\].
    joint: Vec<f64>,
    /// For each port, E D, of worms that follow others and that do not.
    delays: Vec<f64>,
    /// For each port, moments of the wait beyond it during which the tail of a worm stands in it \[35\].
    stands: Vec<Moments>,
    arrivals: Vec<Arrival>,
}

impl<'a> Solver<'a> {
    fn new(flows: &'a Flows, terms: Terms, rate: f64) -> Self {
        let Terms {
            lengths,
            lasts,
            slack,
            without,
        } = terms;
        let length = lengths.mean();
        let (sources, lanes) = (flows.sources(), flows.lanes());
        let ports = sources + lanes;
        let mut holds = vec![length + 1.0; ports];
        holds[..sources].fill(length);
        let waits = (0..lanes).map(|lane| Waits::new(flows.inputs_of(lane).len(), length + 1.0));
        let has_memory = (lasts || !flows.is_shared) && without != Some(Effect::Memory);
        Self {
            flows,
            lengths,
            length,
            rate,
            steps: 0,
            without,
            has_memory,
            lasts: has_memory && lasts,
            slack,
            beyond: vec![Follows::default(); ports],
            passed: vec![Passed::default(); ports],
            platoons: vec![0.0; ports],
            behind: vec![1.0; ports],
            slope: vec![0.0; ports],
            slope_later: vec![0.0; ports],
            lag: vec![0.0; ports],
            again: vec![0.0; ports],
            typical: vec![length + 1.0; ports],
            varies: vec![1e-9; ports],
            holds,
            service: vec![[length, lengths.moments[1]]; sources],
            waits: waits.collect(),
            stretch: vec![[0.0; 3]; flows.inputs.len()],
            stretched: vec![[0.0; 3]; lanes],
            stretch_beyond: vec![0.0; ports],
            joint: vec![0.0; ports],
            delays: vec![0.0; ports],
            stands: vec![[0.0; 3]; ports],
            arrivals: Vec::new(),
        }
    }

    /// Makes steps until the values settle.
    fn settle(&mut self) -> Result<(), Unsettled> {
        let mut units = Vec::new();
        let length = self.length;
        self.visit(&mut |_, power| units.push(length.powi(power)));
        let mut mixing = Mixing::new(units);
        for step in 1..=MOST_STEPS {
            self.steps = step;
            let before = self.values();
            if self.step()? < TOLERANCE {
                return Ok(());
            }
            let after = self.values();
            self.set(&mixing.next(&before, &after));
        }
        Err(Unsettled {
            diverged: false,
            ..self.diverged()
        })
    }

    fn values(&mut self) -> Vec<f64> {
        let mut values = Vec::new();
        self.visit(&mut |value, _| values.push(*value));
        values
    }

    fn set(&mut self, values: &[f64]) {
        let mut next = values.iter();
        self.visit(&mut |value, _| *value = next.next().expect("one for each value").max(0.0));
    }

    /// Passes each value that the next step starts from, with its power of a time.
    fn visit(&mut self, each: &mut impl FnMut(&mut f64, i32)) {
        let sources = self.flows.sources();
        for values in [&mut self.platoons, &mut self.behind] {
            values[sources..]
                .iter_mut()
                .for_each(|value| each(value, 0));
        }
        self.holds.iter_mut().for_each(|value| each(value, 1));
        self.varies.iter_mut().for_each(|value| each(value, 2));
        for [mean, square] in &mut self.service {
            each(mean, 1);
            each(square, 2);
        }
        self.waits.iter_mut().for_each(|waits| waits.visit(each));
        if self.lasts {
            for values in [&mut self.slope, &mut self.slope_later] {
                values[..sources]
                    .iter_mut()
                    .for_each(|value| each(value, 1));
            }
            for values in [&mut self.lag, &mut self.again] {
                values[sources..]
                    .iter_mut()
                    .for_each(|value| each(value, 0));
            }
            for waits in &mut self.waits {
                waits.visit_memory(each);
            }
        }
        if self.flows.is_shared {
            let moments = self.stretch.iter_mut().chain(&mut self.stretched);
            for moments in moments {
                moments
                    .iter_mut()
                    .zip(1..)
                    .for_each(|(value, power)| each(value, power));
            }
        }
    }

    /// One step; returns the largest change of a wait or a service time \[M\].
    fn step(&mut self) -> Result<f64, Unsettled> {
        let flows = self.flows;
        for source in 0..flows.sources() {
            let busy = self.rate * flows.rate[source] * self.service[source][0];
            let busy = busy.min(0.999);
            self.platoons[source] = if self.has_platoons() { busy } else { 0.0 }; // [2]
            self.behind[source] = 1.0 - busy;
            if self.lasts {
                let (varies, holds) = (self.varies[source], self.holds[source]);
                let theta = scale(varies, holds, self.lengths.least());
                self.behind[source] /= 1.0 + self.rate * flows.rate[source] * theta; // [37]
                self.lag[source] = self.lag_of(source);
                self.again[source] = 1.0 - self.behind[source];
            }
        }
        if self.lasts {
            for port in 0..self.holds.len() {
                self.typical[port] = self.typical_stay(port);
            }
        }
        if flows.is_shared {
            self.meet();
        }
        let mut change = 0.0_f64;
        for &lane in &flows.order {
            change = change.max(self.hold(lane)?);
        }
        for source in 0..flows.sources() {
            change = change.max(self.serve(source));
        }
        Ok(change)
    }

    /// The time for which a lane is held, and the waits for it; returns the largest change of a wait \[M\].
    fn hold(&mut self, lane: usize) -> Result<f64, Unsettled> {
        let flows = self.flows;
        let sources = flows.sources();
        let at = sources + lane;
        let likely = self.look_ahead(at);
        let after = self.beyond[at].after;
        let is_far = after.iter().any(|moment| !moment.is_finite());
        if is_far || after[0] > 60.0 * self.length {
            return Err(self.diverged());
        }
        self.passed[at] = self.pass_on(at, likely);
        let holding = self.holding(lane);
        self.arrivals.clear();
        let inputs = flows.inputs[flows.inputs_of(lane)].iter();
        for (input, &stay) in inputs.zip(&self.waits[lane].last_stay) {
            let port = input.port;
            let share = input.rate / flows.rate[port];
            let same = self.share_followed(port, share, stay); // [48]
            self.arrivals.push(Arrival {
                rate: self.rate * input.rate,
                following: (self.platoons[port] * same).min(0.999), // [5]
                behind: self.behind[port],
                share,
                lag: self.lag[port],
                again: self.again[port],
                is_source: port < sources,
            });
        }
        let load: f64 = self.arrivals.iter().map(|of| of.rate).sum();
        if load * holding.held[0] >= 1.5 {
            return Err(self.diverged());
        }
        let own = self.passed[at].stands;
        let waits = &mut self.waits[lane];
        waits.step(&self.arrivals, &holding, own);
        let (share, behind) = platoons(&self.arrivals, &waits.met);
        self.platoons[at] = if self.has_platoons() {
            share.min(0.98)
        } else {
            0.0
        };
        self.behind[at] = behind;
        if self.lasts {
            let followed = self.waits[lane].followed(&self.arrivals, &holding);
            Followed {
                behind: self.behind[at],
                lag: self.lag[at],
                again: self.again[at],
            } = followed;
        }
        let [mean, square, ..] = holding.held;
        self.holds[at] = mean;
        self.varies[at] = (square - mean * mean).max(1e-9);
        Ok(self.waits[lane].change)
    }

    /// The service time of a source; returns its change \[M\].
    fn serve(&mut self, source: usize) -> f64 {
        self.look_ahead(source);
        let Follows { after, chance } = self.beyond[source];
        let delay = mixture(self.platoons[source], after, chance);
        let [mean, square, ..] = self.lengths.above(0.0, delay, self.joint[source]);
        let service = &mut self.service[source];
        let change = (mean - service[0]).abs() / self.length;
        *service = [mean, square];
        self.holds[source] = mean;
        self.varies[source] = (square - mean * mean).max(1e-9);
        change
    }

    /// H of a lane \[1\].
    fn holding(&mut self, lane: usize) -> Holding {
        let port = self.flows.sources() + lane;
        let Follows { after, chance } = self.beyond[port];
        let mut delays = [mixture(self.platoons[port], after, chance), after];
        if self.flows.is_shared {
            delays = delays.map(|delay| sum(delay, self.stretched[lane]));
        }
        let tear_down = if self.without == Some(Effect::TearDown) {
            0.0
        } else {
            1.0
        };
        self.delays[port] = delays[0][0];
        let joint = self.joint[port];
        let [held, after] = delays.map(|delay| self.lengths.above(tear_down, delay, joint));
        Holding {
            held,
            after: [after[0], after[1], after[2]],
            length: self.length,
            has_memory: self.has_memory,
            lasts: self.lasts,
            slope: self.slope[port],
            least: self.lengths.least(),
            knows_ports: self.without != Some(Effect::Ports),
        }
    }

    fn input_waits(&self) -> Vec<f64> {
        let waits = self.waits.iter().zip(0..);
        let waits = waits.flat_map(|(waits, lane)| {
            let inputs = self.flows.inputs_of(lane).len();
            (0..inputs).map(|place| waits.of_input(place))
        });
        waits.collect()
    }

    fn has_platoons(&self) -> bool {
        self.without != Some(Effect::Platoons)
    }

    fn loads(&self) -> impl Iterator<Item = f64> + '_ {
        let sources = self.flows.sources();
        let rates = self.flows.rate[sources..].iter();
        rates
            .zip(&self.holds[sources..])
            .map(|(rate, held)| self.rate * rate * held)
    }

    fn diverged(&self) -> Unsettled {
        Unsettled {
            diverged: true,
            busiest: self.loads().fold(0.0, f64::max),
        }
    }
}

/// \[2\] and ψ of \[12\] of a lane: the share of worms that come in the cycle in which their predecessor left,
/// and how much likelier this is after a long stay.
fn platoons(arrivals: &[Arrival], met: &[Met]) -> (f64, f64) {
    let [mut all, mut together, mut likelier] = [0.0; 3];
    for (of, met) in arrivals.iter().zip(met) {
        let chance = (1.0 - of.following) * met.busy;
        all += of.rate;
        together += of.rate * (chance + of.following);
        let waits = chance / (1.0 - of.following).max(1e-9);
        likelier += of.rate * (chance * elasticity(waits) + of.following * of.behind);
    }
    (together / all.max(1e-15), likelier / together.max(1e-15))
}
