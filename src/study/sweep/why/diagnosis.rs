//! A short run that shows what limits a network at a load: its busiest channel, the use of its
//! virtual channels, and what blocked headers wait for.
//!
//! The run counts flits over channels, and periodic snapshots show which virtual channels worms
//! hold and which headers are blocked. A worm *holds* a channel from the cycle in which its header
//! acquires it until its tail has left it, whether or not flits move in the meantime.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::scenario::{BuiltScenario, Scenario};
use crate::sweep::{Point, Question, channels_per_message};
use engine::sim::{HeaderState, Location, Simulator, Snapshot};
use engine::topology::ChannelId;

/// The state of a network at a load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// λ [messages/node/cycle]; 0 if only listed messages are sent.
    pub load: f64,
    /// Accepted load [messages/node/cycle].
    pub accepted: f64,
    /// Cycles measured; without random messages, those from the beginning to the end of the run.
    pub cycles: u64,
    /// Whether all listed messages had arrived by then and no others were sent.
    pub drained: bool,
    /// The channel that carries the most flits.
    pub busiest: BusiestChannel,
    /// Flits over an average channel [flits/cycle].
    pub mean: f64,
    /// The share of each VC in the total time for which virtual channels are held, VC 0 first.
    pub vcs: Vec<f64>,
    /// The share of the headers in the network that are blocked.
    pub blocked: f64,
    /// The share of the blocked headers that wait for a worm that is blocked itself.
    pub chained: f64,
    /// The share of the blocked headers that wait for a channel with a free virtual channel that
    /// routing does not let them take.
    pub shut_out: f64,
}

/// The channel that carries the most flits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BusiestChannel {
    pub channel: u32,
    /// The node that it leaves.
    pub from: String,
    /// The node that it leads to.
    pub to: String,
    /// The label of the node that it leaves, as used in links.
    pub label: String,
    /// Flits over the channel [flits/cycle].
    pub carried: f64,
    /// The share of the time for which worms hold any of its virtual channels.
    pub held: f64,
}

/// The question for the cause of saturation at the load of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WhyQuestion;

impl Question for WhyQuestion {
    const ID: &'static str = "why";
    type Progress = ();
    type Answer = Diagnosis;

    fn run(self, of: &Point, _: &mut dyn FnMut(())) -> Result<Diagnosis, String> {
        Diagnosis::of(of.scenario(), of.built())
    }
}

/// Sums over the samples of a run.
#[derive(Debug, Default)]
struct Samples {
    count: u64,
    /// For each channel, the number of samples in which worms held any of its virtual channels.
    held: Vec<u64>,
    /// For each VC, the number of samples and channels in which a worm held it.
    vcs: Vec<u64>,
    headers: u64,
    blocked: u64,
    chained: u64,
    shut_out: u64,
}

impl Diagnosis {
    /// Diagnoses a scenario: random traffic in a run that is just long enough, listed messages alone
    /// until the last has arrived or the cycles of the scenario are over.
    pub fn of(scenario: &Scenario, built: &BuiltScenario) -> Result<Self, String> {
        if built.packet.is_some() {
            return Err("Packets wait in infinite queues and hold no channels.".to_owned());
        }
        let design = &built.design;
        let (warmup, cycles) = if design.is_random() {
            length_of(built, scenario.traffic.rate)
        } else if design.orders.is_empty() {
            return Err(
                "Nothing is sent: traffic.rate is 0, and no messages are listed.".to_owned(),
            );
        } else {
            (0, end_of(built))
        };
        let network = &design.network;
        let every = (cycles / SAMPLES).max(1);
        let mut samples = Samples {
            held: vec![0; network.channels() as usize],
            vcs: vec![0; usize::from(design.vcs)],
            ..Samples::default()
        };
        let mut run = Simulator::new(design.clone());
        if !advance(&mut run, warmup) {
            // It ends before: all of it is measured.
            run = Simulator::new(design.clone());
        }
        let (before, delivered) = (run.crossings(), run.counters().delivered);
        let start = run.cycle();
        while run.cycle() < start + cycles {
            let until = run.cycle() + every;
            if !advance(&mut run, until) {
                break;
            }
            samples.take(&run.snapshot());
        }
        let measured = (run.cycle() - start).max(1) as f64;
        let crossings = run.crossings();
        let carried = crossings.iter().zip(&before);
        let carried: Vec<_> = carried.map(|(now, before)| now - before).collect();
        // The first of equally busy channels.
        let busiest = (0..carried.len()).rev().max_by_key(|&at| carried[at]);
        let busiest = busiest.ok_or("The network has no channels.")?;
        let ends = ChannelId(busiest as u32);
        let ends = [network.from(ends), network.to(ends)];
        let delivered = run.counters().delivered - delivered;
        let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
        let held: u64 = samples.vcs.iter().sum();
        Ok(Self {
            load: scenario.traffic.rate,
            accepted: delivered as f64 / (measured * f64::from(network.terminals().count())),
            cycles: measured as u64,
            drained: run.is_drained(),
            busiest: BusiestChannel {
                channel: busiest as u32,
                from: built.topology.address(ends[0]),
                to: built.topology.address(ends[1]),
                label: built.topology.label(ends[0]),
                carried: carried[busiest] as f64 / measured,
                held: share(samples.held[busiest], samples.count),
            },
            mean: carried.iter().sum::<u64>() as f64 / (measured * carried.len() as f64),
            vcs: samples.vcs.iter().map(|&vc| share(vc, held)).collect(),
            blocked: share(samples.blocked, samples.headers),
            chained: share(samples.chained, samples.blocked),
            shut_out: share(samples.shut_out, samples.blocked),
        })
    }
}

/// The number of samples of a run.
const SAMPLES: u64 = 400;

/// Simulates until a cycle; returns `false` if the run ends before.
fn advance(run: &mut Simulator, until: u64) -> bool {
    while run.cycle() < until {
        if run.is_over() || run.has_to_end() || run.deadlock().is_some() {
            return false;
        }
        if run.skip_idle(until - run.cycle()) == 0 {
            run.step();
        }
    }
    true
}

/// The cycle in which a run of listed messages alone ends.
fn end_of(built: &BuiltScenario) -> u64 {
    let mut run = Simulator::new(built.design.clone());
    advance(&mut run, built.run.cycles);
    run.cycle().max(1)
}

/// Cycles of warm-up and of measurement, which together take about a second.
fn length_of(built: &BuiltScenario, load: f64) -> (u64, u64) {
    const FLIT_HOPS: f64 = 1.5e6;
    let length = built.design.length.mean();
    let hops = channels_per_message(built).max(1.0);
    let per_cycle = f64::from(built.design.network.terminals().count()) * load * length * hops;
    let least = 30.0 * (length + f64::from(built.topology.diameter()));
    let cycles = (FLIT_HOPS / per_cycle.max(1e-9)).clamp(least, least.max(20_000.0)) as u64;
    (cycles / 2, cycles)
}

impl Samples {
    fn take(&mut self, snapshot: &Snapshot) {
        self.count += 1;
        let mut seen = Vec::new();
        let mut holders = BTreeMap::new();
        for (index, worm) in snapshot.worms.iter().enumerate() {
            for segment in &worm.segments {
                if let Location::Channel(at) = segment.place {
                    seen.push(at.channel.0);
                    self.vcs[usize::from(at.vc)] += 1;
                    holders.insert((at.channel.0, at.vc), index);
                }
            }
        }
        seen.sort_unstable();
        seen.dedup();
        for channel in seen {
            self.held[channel as usize] += 1;
        }
        let is_blocked = |state: &HeaderState| matches!(state, HeaderState::Blocked { .. });
        self.headers += snapshot.worms.len() as u64;
        for worm in &snapshot.worms {
            let HeaderState::Blocked { wants } = &worm.header else {
                continue;
            };
            self.blocked += 1;
            let mut ahead = wants
                .iter()
                .filter_map(|at| holders.get(&(at.channel.0, at.vc)));
            let waits = ahead.any(|&index| is_blocked(&snapshot.worms[index].header));
            self.chained += u64::from(waits);
            let is_free = |channel: u32, vc: usize| !holders.contains_key(&(channel, vc as u8));
            let mut wanted = wants.iter().map(|at| at.channel.0);
            let has_free = wanted.any(|channel| (0..self.vcs.len()).any(|vc| is_free(channel, vc)));
            self.shut_out += u64::from(has_free);
        }
    }
}
