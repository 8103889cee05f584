//! The fixed point of the equations: times beyond a lane follow from those of later lanes, and waits
//! for a lane from the times for which it is held.

use super::effects::Effect;
use super::flows::Flows;
use super::lane::{Arrival, Holding, Met, Waits, elasticity};
use super::mixing::Mixing;
use super::moments::{Moments, above, mixture, sum};

/// The change of waits and of service times \[M\] below which the iteration has settled.
pub(super) const TOLERANCE: f64 = 1e-8;

/// The most steps; if they do not settle, there is taken to be no solution.
const MOST_STEPS: u32 = 120;

/// A solution.
#[derive(Debug)]
pub(super) struct Solution {
    /// For each class of sources, E S and E S².
    pub(super) service: Vec<[f64; 2]>,
    /// For each class of sources, the mean wait in its queue; infinite if it is always busy.
    pub(super) wait: Vec<f64>,
    /// The highest utilization of a source, counted over messages that wait for each other.
    pub(super) busiest: f64,
    /// For each lane, the mean time for which it is held.
    pub(super) held: Vec<f64>,
    /// For each input of a lane, the mean wait of its headers.
    pub(super) input_wait: Vec<f64>,
    /// For each lane, the share of worms in platoons.
    pub(super) platoons: Vec<f64>,
    /// For each class of sources, the mean time that meetings on channels add to a worm.
    pub(super) stretch: Vec<f64>,
    pub(super) iterations: u32,
}

/// There is no solution, or it was not found.
#[derive(Debug)]
pub(super) struct Unsettled {
    /// The highest utilization of a lane in the last step.
    pub(super) busiest: f64,
}

/// A solution at one load, from which those of other loads are soon reached.
#[derive(Debug, Clone)]
pub(super) struct Knot {
    pub(super) rate: f64,
    values: Vec<f64>,
}

/// Solves the equations for M flits and λ messages per node and cycle, starting from the solution of
/// another load.
pub(super) fn solve(
    flows: &Flows,
    length: f64,
    without: Option<Effect>,
    rate: f64,
    from: Option<&Knot>,
) -> Result<(Solution, Knot), Unsettled> {
    let mut solver = Solver::new(flows, length, without, rate);
    if let Some(knot) = from {
        solver.set(&knot.values);
    }
    solver.settle()?;
    let values = solver.values();
    Ok((solver.solution(), Knot { rate, values }))
}

/// What a worm meets on a lane after a port.
#[derive(Debug, Clone, Copy, Default)]
struct Follows {
    /// D of a worm that follows another.
    after: Moments,
    /// D of a worm that comes by chance.
    chance: Moments,
}

#[derive(Debug, Clone)]
struct Solver<'a> {
    flows: &'a Flows,
    length: f64,
    rate: f64,
    steps: u32,
    without: Option<Effect>,
    has_memory: bool,
    /// D beyond each port.
    beyond: Vec<Follows>,
    /// For each port, b: the share of worms in platoons \[2\].
    platoons: Vec<f64>,
    /// For each port, ψ \[12\].
    behind: Vec<f64>,
    /// For each port, B \[15\].
    slope: Vec<f64>,
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
    arrivals: Vec<Arrival>,
}

impl<'a> Solver<'a> {
    fn new(flows: &'a Flows, length: f64, without: Option<Effect>, rate: f64) -> Self {
        let (sources, lanes) = (flows.sources(), flows.lanes());
        let ports = sources + lanes;
        let mut holds = vec![length + 1.0; ports];
        holds[..sources].fill(length);
        let waits = (0..lanes).map(|lane| Waits::new(flows.inputs_of(lane).len()));
        Self {
            flows,
            length,
            rate,
            steps: 0,
            without,
            has_memory: !flows.is_shared && without != Some(Effect::Memory),
            beyond: vec![Follows::default(); ports],
            platoons: vec![0.0; ports],
            behind: vec![1.0; ports],
            slope: vec![0.0; ports],
            varies: vec![1e-9; ports],
            holds,
            service: vec![[length, length * length]; sources],
            waits: waits.collect(),
            stretch: vec![[0.0; 3]; flows.inputs.len()],
            stretched: vec![[0.0; 3]; lanes],
            stretch_beyond: vec![0.0; ports],
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
        Err(self.unsettled())
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
        self.look_ahead(at);
        let after = self.beyond[at].after;
        let is_far = after.iter().any(|moment| !moment.is_finite());
        if is_far || after[0] > 60.0 * self.length {
            return Err(self.unsettled());
        }
        let holding = self.holding(lane);
        self.arrivals.clear();
        for input in &flows.inputs[flows.inputs_of(lane)] {
            let port = input.port;
            self.arrivals.push(Arrival {
                rate: self.rate * input.rate,
                following: self.platoons[port] * input.rate / flows.rate[port], // [5]
                behind: self.behind[port],
                is_source: port < sources,
            });
        }
        let load: f64 = self.arrivals.iter().map(|of| of.rate).sum();
        if load * holding.held[0] >= 1.5 {
            return Err(self.unsettled());
        }
        let waits = &mut self.waits[lane];
        waits.step(&self.arrivals, &holding);
        let (share, behind) = platoons(&self.arrivals, &waits.met);
        self.platoons[at] = if self.has_platoons() {
            share.min(0.98)
        } else {
            0.0
        };
        self.behind[at] = behind;
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
        let [mean, square, ..] = above(self.length, delay);
        let service = &mut self.service[source];
        let change = (mean - service[0]).abs() / self.length;
        *service = [mean, square];
        self.holds[source] = mean;
        self.varies[source] = (square - mean * mean).max(1e-9);
        change
    }

    /// \[3\] and \[4\]: what delays a worm beyond a port.
    fn look_ahead(&mut self, port: usize) {
        let flows = self.flows;
        let mut found = Follows::default();
        let mut slope = 0.0;
        for output in flows.outputs_of(port) {
            let to = flows.sources() + output.lane;
            let place = output.input - flows.inputs_of(output.lane).start;
            let waits = &self.waits[output.lane];
            let met = &waits.met[place];
            let mut next = self.beyond[to];
            if flows.is_shared {
                let stretch = self.stretch[output.input];
                next.after = sum(next.after, stretch);
                next.chance = sum(next.chance, stretch);
            }
            let [mut by_chance, mut queued] = met.before(&next);
            if self.has_memory {
                by_chance[1] += 2.0 * self.slope[to] * met.covariance[0]; // [16]
                queued[1] += 2.0 * self.slope[to] * met.covariance[1];
                let ratio = self.varies[to] * self.holds[port];
                let fade = (ratio / (self.varies[port] * self.holds[to])).min(1.0);
                let rise = waits.rise[place] + self.slope[to];
                slope += output.share * output.share * fade * rise; // [15]
            }
            let both = mixture(output.share, queued, by_chance);
            for m in 0..3 {
                found.after[m] += output.share * both[m];
                found.chance[m] += output.share * by_chance[m];
            }
        }
        if self.has_memory {
            self.slope[port] = slope;
            let more = slope * slope * self.varies[port] / (self.holds[port] * self.holds[port]);
            found.after[2] += 3.0 * found.after[0] * more;
            found.after[1] += more;
        }
        if !self.has_platoons() {
            found.after = found.chance;
        }
        self.beyond[port] = found;
    }

    /// \[17\] to \[19\]: meetings with worms on the other lane of a channel.
    fn meet(&mut self) {
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
            let ring = flows.rings[lane];
            let once = 1.0 - ring.twice * (1.0 - ring.radix / length).max(0.0);
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

    /// H of a lane \[1\].
    fn holding(&self, lane: usize) -> Holding {
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
        let [held, after] = delays.map(|delay| above(self.length + tear_down, delay));
        Holding {
            held,
            after: [after[0], after[1], after[2]],
            length: self.length,
            has_memory: self.has_memory,
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

    fn unsettled(&self) -> Unsettled {
        Unsettled {
            busiest: self.loads().fold(0.0, f64::max),
        }
    }

    /// \[20\] and the rest of what is reported.
    fn solution(self) -> Solution {
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
            let correlated = if self.has_memory {
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
            service: self.service,
            iterations: self.steps,
        }
    }
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
