//! Quantities of a simulation report that rows compare.

use std::fmt;

use super::interval;
use crate::scenario::Scenario;
use crate::sweep::{Report, State};
use engine::catalog::{one_of, quoted};
use engine::sim::Estimate;
use engine::topology::{self, NodeId, Topology};

/// A quantity of a simulation report that a row compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measurand {
    /// Message latency from generation \[cycles\].
    Latency,
    /// Message latency from the head of the injection queue \[cycles\].
    Network,
    /// Multicast latency until the last destination \[cycles\].
    Multicast,
    /// Latency from generation of the unicasts in a mix with multicasts \[cycles\].
    Unicast,
    /// Accepted throughput [flits/node/cycle].
    Accepted,
    /// The standard deviation of a multicast's arrival times \[cycles\].
    ArrivalSpread,
    /// The number of channels that the worms of a multicast cross.
    Channels,
    /// The maximum number of start-ups in sequence before a destination of a multicast.
    StartUps,
    /// The load of the busiest channel, as a multiple of the mean.
    BusiestChannel,
    /// Messages over an average channel \[1/cycle\].
    ChannelRate,
    /// Delay of a packet at an average link \[1/μ\].
    LinkDelay,
    /// Packets over an average link \[1/unit of time\].
    LinkRate,
    /// Messages over an average ordinary link of a folded hypercube (one that is not a complement
    /// link), per message that a node generates.
    OrdinaryShare,
    /// Messages over an average complement link, per message that a node generates.
    ComplementShare,
}

impl Measurand {
    /// Whether it grows with the length of the run while the network is saturated or deadlocked.
    pub fn diverges(self) -> bool {
        matches!(
            self,
            Self::Latency | Self::Network | Self::Multicast | Self::Unicast | Self::LinkDelay
        )
    }

    /// Finds a quantity by its id in the files of the papers, or returns a message on the ids.
    pub(super) fn from_id(id: &str) -> Result<Self, String> {
        let found = MEASURANDS.iter().find(|(_, known, _)| *known == id);
        found.map(|(measurand, ..)| *measurand).ok_or_else(|| {
            let ids: Vec<_> = MEASURANDS.iter().map(|(_, known, _)| *known).collect();
            format!("measurand must be {}, not {}", one_of(&ids), quoted(id))
        })
    }

    /// A short name with the unit.
    pub fn label(self) -> &'static str {
        let mut all = MEASURANDS.iter();
        let found = all.find(|(measurand, ..)| *measurand == self);
        found.map_or("", |(.., label)| label)
    }
}

/// The quantities with their ids and labels.
const MEASURANDS: [(Measurand, &str, &str); 14] = [
    (
        Measurand::Latency,
        "latency",
        "latency from generation [cycles]",
    ),
    (Measurand::Network, "network", "network latency [cycles]"),
    (
        Measurand::Multicast,
        "multicast",
        "latency until the last destination [cycles]",
    ),
    (
        Measurand::Unicast,
        "unicast",
        "latency of unicasts [cycles]",
    ),
    (
        Measurand::Accepted,
        "accepted",
        "accepted throughput [flits/node/cycle]",
    ),
    (
        Measurand::ArrivalSpread,
        "arrival-spread",
        "standard deviation of arrivals [cycles]",
    ),
    (
        Measurand::Channels,
        "channels",
        "channels that a multicast crosses",
    ),
    (Measurand::StartUps, "start-ups", "start-ups in sequence"),
    (
        Measurand::BusiestChannel,
        "busiest-channel",
        "load of the busiest channel, relative to the mean",
    ),
    (
        Measurand::ChannelRate,
        "channel-rate",
        "messages over a channel [1/cycle]",
    ),
    (Measurand::LinkDelay, "link-delay", "delay at a link [1/μ]"),
    (
        Measurand::LinkRate,
        "link-rate",
        "messages over a link [1/unit of time]",
    ),
    (
        Measurand::OrdinaryShare,
        "ordinary-share",
        "messages over an ordinary link, per message generated",
    ),
    (
        Measurand::ComplementShare,
        "complement-share",
        "messages over a complement link, per message generated",
    ),
];

/// The simulation of a row.
#[derive(Debug, Clone)]
pub struct Task {
    /// The scenario with its load, before [`Terms`](super::Terms) are applied.
    pub scenario: Scenario,
    /// The quantity of its report that the row compares.
    pub measurand: Measurand,
}

/// The simulation result for a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulated {
    /// The mean. Beyond saturation, latencies from generation have none because the queue grows;
    /// latencies from the head of the queue and rates still have one.
    pub mean: Option<f64>,
    /// The half-width of the 95 % confidence interval.
    pub half_width: Option<f64>,
    /// Whether the network reached a steady state.
    pub is_steady: bool,
    /// Whether the run was long enough to tell whether the network settles.
    pub can_tell: bool,
    /// Whether the interval is reliable: a run may be too short for it.
    pub is_trusted: bool,
}

/// Formats the mean with its interval and a note if either is unreliable.
impl fmt::Display for Simulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.can_tell {
            "saturated"
        } else {
            "not settled"
        };
        let Some(mean) = self.mean else {
            return f.write_str(state);
        };
        f.write_str(&interval(mean, self.half_width))?;
        if !self.is_steady {
            write!(f, " ({state})")
        } else if !self.is_trusted {
            f.write_str(" (?)")
        } else {
            Ok(())
        }
    }
}

/// The half-width of a 95 % interval of the normal distribution, in standard deviations.
const NORMAL_95: f64 = 1.959_964;

impl Task {
    /// Reads the compared quantity from a report.
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
        // Only the mean is measured, so there is no interval that could be unreliable.
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
            Measurand::Accepted => without_interval(Some(measures.accepted)),
            // Without a steady state, the spread grows with the length of the run.
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

    /// Reduces the crossing rates of the dimensions to one mean.
    ///
    /// The interval is computed, not measured. Messages arrive as a Poisson process and each
    /// crosses a number H of channels, so the number of crossings in a given time is a compound
    /// Poisson sum, whose variance is the mean number of messages times E\[H²\].
    fn counted(&self, report: &Report, mean: impl Fn(&[f64]) -> f64) -> Simulated {
        let is_steady = report.is_steady();
        let can_tell = report.state != State::NotSettled;
        let rates = self.rates(report);
        let found = rates
            .filter(|rates| !rates.is_empty())
            .map(|rates| mean(&rates));
        let half_width = found.and_then(|found| Some(found * self.relative_half_width(report)?));
        Simulated {
            mean: found,
            half_width,
            is_steady,
            can_tell,
            is_trusted: half_width.is_some(),
        }
    }

    /// The rate of messages over an average channel of each dimension \[1/cycle, or 1/unit of time\].
    fn rates(&self, report: &Report) -> Option<Vec<f64>> {
        if report.links.is_some() {
            return Some(report.dimension_rates.clone());
        }
        let length = self.scenario.length.mean();
        let load = report.measures.channel_load.as_ref()?;
        let rates = load.by_dimension.iter().map(|flits| flits / length);
        Some(rates.collect())
    }

    /// The relative half-width of the 95 % interval of a count of crossings.
    fn relative_half_width(&self, report: &Report) -> Option<f64> {
        let topology = topology::from_spec(&self.scenario.network).ok()?;
        let [mean, square] = self.crossings(&*topology);
        let time = report.measures.cycles as f64;
        let messages = f64::from(topology.nodes()) * report.load * time;
        (messages > 0.0 && mean > 0.0).then(|| NORMAL_95 * (square / messages).sqrt() / mean)
    }

    /// The mean and mean square of the number of counted channels that a message crosses.
    ///
    /// The network looks the same from every node, so the distances from node 0 suffice.
    fn crossings(&self, topology: &dyn Topology) -> [f64; 2] {
        let others = f64::from(topology.nodes() - 1);
        let from = NodeId(0);
        let is_clustered = self.scenario.traffic.pattern == "clustered";
        let (mut weights, mut mean, mut square) = (0.0, 0.0, 0.0);
        for to in topology.node_ids().filter(|&to| to != from) {
            let distance = topology.distance(from, to);
            // Of two equally long paths, this counts the one without the complement link.
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
