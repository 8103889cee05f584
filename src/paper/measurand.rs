//! The quantity of a simulation's report that a row compares.

use crate::scenario::Scenario;
use crate::sim::Estimate;
use crate::sweep::{Report, State};
use crate::topology::{self, NodeId, Topology};

/// A quantity of a report that a row compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measurand {
    /// From generation \[cycles\].
    Latency,
    /// From the head of the injection queue \[cycles\].
    Network,
    /// Until the last destination \[cycles\].
    Multicast,
    /// From generation, of the messages to one node among others \[cycles\].
    Unicast,
    /// Of multicasts: the standard deviation of their arrivals \[cycles\].
    ArrivalSpread,
    /// Channels that the worms of a multicast cross.
    Channels,
    /// The most start-ups in sequence before a destination of a multicast.
    StartUps,
    /// The load of the busiest channel, as a multiple of the mean.
    BusiestChannel,
    /// Messages over an average channel \[1/cycle\].
    ChannelRate,
    /// Time at an average link of packets \[1/μ\].
    LinkDelay,
    /// Messages over an average link of packets \[1/unit of time\].
    LinkRate,
    /// Messages over an average link of a folded hypercube that is no complement link, per
    /// message that a node generates.
    OrdinaryShare,
    /// The same of an average complement link.
    ComplementShare,
}

impl Measurand {
    /// In a few words, with the unit.
    pub fn label(self) -> &'static str {
        match self {
            Self::Latency => "latency from generation [cycles]",
            Self::Network => "network latency [cycles]",
            Self::Multicast => "latency until the last destination [cycles]",
            Self::Unicast => "latency of unicasts [cycles]",
            Self::ArrivalSpread => "standard deviation of arrivals [cycles]",
            Self::Channels => "channels that a multicast crosses",
            Self::StartUps => "start-ups in sequence",
            Self::BusiestChannel => "load of the busiest channel, by the mean",
            Self::ChannelRate => "messages over a channel [1/cycle]",
            Self::LinkDelay => "delay at a link [1/μ]",
            Self::LinkRate => "messages over a link [1/unit of time]",
            Self::OrdinaryShare => "messages over an ordinary link, per message generated",
            Self::ComplementShare => "messages over a complement link, per message generated",
        }
    }
}

/// A simulation for a row.
#[derive(Debug, Clone)]
pub struct Task {
    /// What to simulate, its load included; the terms are not in it yet.
    pub scenario: Scenario,
    /// The quantity of its report that the row compares.
    pub measurand: Measurand,
}

/// What a simulation says of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulated {
    /// Its mean. Beyond saturation there is none from generation, where a queue grows; from its
    /// head there is, and so there is of rates.
    pub mean: Option<f64>,
    /// Half the width of its 95 % interval.
    pub half_width: Option<f64>,
    /// Whether the network settled.
    pub is_steady: bool,
    /// Whether the run was long enough to tell.
    pub can_tell: bool,
    /// Whether the interval can be believed: a run may be too short to tell.
    pub is_trusted: bool,
}

/// Half the width of an interval of 95 % under a normal law, in standard deviations.
const NORMAL_95: f64 = 1.959_964;

impl Task {
    /// Takes from a report what the row compares.
    pub fn read(&self, report: &Report) -> Simulated {
        let measures = &report.measures;
        let is_steady = report.is_steady();
        let can_tell = report.state != State::NotSettled;
        let of = |estimate: Option<Estimate>| {
            let estimate = estimate.unwrap_or(Estimate::NONE);
            Simulated {
                mean: estimate.mean,
                half_width: estimate.ci95,
                is_steady,
                can_tell,
                is_trusted: estimate.trusted,
            }
        };
        // Of these only the mean is measured, so there is no interval to doubt either.
        let without_interval = |mean| Simulated {
            mean,
            half_width: None,
            is_steady,
            can_tell,
            is_trusted: true,
        };
        match self.measurand {
            Measurand::Latency => of(Some(measures.latency)),
            Measurand::Network => of(Some(measures.network_latency)),
            Measurand::Multicast => of(measures.multicast_latency),
            Measurand::Unicast => of(measures.unicast_latency),
            // The first depends on how long one waits, where queues grow without end.
            Measurand::ArrivalSpread => {
                without_interval(measures.arrival_spread.filter(|_| is_steady))
            }
            Measurand::Channels => without_interval(measures.channels),
            Measurand::StartUps => without_interval(measures.startups),
            Measurand::BusiestChannel => {
                let load = measures.channel_load.as_ref();
                without_interval(load.map(|load| load.max / load.mean))
            }
            Measurand::LinkDelay => {
                let mu = self.scenario.packet.map_or(1.0, |packet| packet.mu);
                let found = of(report.links.map(|links| links.delay));
                Simulated {
                    mean: found.mean.map(|mean| mean * mu),
                    half_width: found.half_width.map(|half_width| half_width * mu),
                    ..found
                }
            }
            Measurand::ChannelRate | Measurand::LinkRate => self.counted(report, |rates| {
                rates.iter().sum::<f64>() / rates.len() as f64
            }),
            Measurand::OrdinaryShare => self.counted(report, |rates| {
                let ordinary = &rates[..rates.len() - 1];
                ordinary.iter().sum::<f64>() / ordinary.len().max(1) as f64 / report.load
            }),
            Measurand::ComplementShare => {
                self.counted(report, |rates| rates[rates.len() - 1] / report.load)
            }
        }
    }

    /// A mean of how many messages crossed the channels of each dimension, by unit of time.
    ///
    /// Its interval is not measured. Messages come as a Poisson process and each crosses a
    /// number H of channels, so that what crosses in a time is a compound Poisson sum, whose
    /// variance is the mean number of messages times E\[H²\].
    fn counted(&self, report: &Report, mean: impl Fn(&[f64]) -> f64) -> Simulated {
        let is_steady = report.is_steady();
        let can_tell = report.state != State::NotSettled;
        let rates = self.rates(report);
        let found = rates
            .filter(|rates| !rates.is_empty())
            .map(|rates| mean(&rates));
        let half_width = found.and_then(|found| Some(found * self.scatter(report)?));
        Simulated {
            mean: found,
            half_width,
            is_steady,
            can_tell,
            is_trusted: half_width.is_some(),
        }
    }

    /// Messages over an average channel of each dimension, by unit of time.
    fn rates(&self, report: &Report) -> Option<Vec<f64>> {
        if report.links.is_some() {
            return Some(report.dimension_rates.clone());
        }
        let length = self.scenario.length.mean();
        let load = report.measures.channel_load.as_ref()?;
        let rates = load.by_dimension.iter().map(|flits| flits / length);
        Some(rates.collect())
    }

    /// Half the width of the 95 % interval of a count of crossings, as a share of it.
    fn scatter(&self, report: &Report) -> Option<f64> {
        let topology = topology::from_spec(&self.scenario.network).ok()?;
        let [mean, square] = self.crossings(&*topology);
        let time = report.measures.cycles as f64;
        let messages = f64::from(topology.nodes()) * report.load * time;
        (messages > 0.0 && mean > 0.0).then(|| NORMAL_95 * (square / messages).sqrt() / mean)
    }

    /// Mean and mean square of how many of the channels that are counted a message crosses,
    /// where all nodes see the same network: by its distances from the first of them.
    fn crossings(&self, topology: &dyn Topology) -> [f64; 2] {
        let others = f64::from(topology.nodes() - 1);
        let from = NodeId(0);
        let is_clustered = self.scenario.traffic.pattern == "clustered";
        let (mut weights, mut mean, mut square) = (0.0, 0.0, 0.0);
        for to in topology.node_ids().filter(|&to| to != from) {
            let distance = topology.distance(from, to);
            // Of two ways that are equally long, the one that leaves the complement link out.
            let folds = to.0.count_ones() > distance;
            let crossed = f64::from(match self.measurand {
                Measurand::OrdinaryShare => distance - u32::from(folds),
                Measurand::ComplementShare => u32::from(folds),
                _ => distance,
            });
            let weight = if is_clustered {
                1.0 / f64::from(distance)
            } else {
                1.0
            };
            weights += weight;
            mean += weight * crossed;
            square += weight * crossed.powi(2);
        }
        let broadcast = self.scenario.traffic.broadcast;
        let together =
            |of_one: f64, of_all: f64| (1.0 - broadcast) * of_one / weights + broadcast * of_all;
        [together(mean, others), together(square, others.powi(2))]
    }
}
