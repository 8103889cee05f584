//! Measurements of a packet run: per link, for the network, and whether it was steady.
//!
//! The simulator only accumulates sums. The meter reads them at the ends of equal slices of time,
//! so that measuring costs nothing per event.

use serde::{Deserialize, Serialize};

use super::queue::LinkTotals;
use super::{Counters, Simulator};
use crate::sim::measure::Estimate;
use crate::topology::ChannelId;

/// Slices of time at whose ends the meter reads the sums: as many as [`Estimate`] needs for 30
/// batches whose correlation it tests.
const SLICES: usize = 30 * 8;

/// Duration of a simulation \[units of time\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub warmup: f64,
    /// Time measured after that; positive.
    pub measured: f64,
}

/// The results of a run. Times are in the unit of time in which λ and μ are rates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Latency from generation to arrival of the messages that arrived.
    pub latency: Estimate,
    /// Mean number of links per message.
    pub hops: Option<f64>,
    /// Offered work per node and unit of time, λ/μ: mean lengths generated.
    pub offered: f64,
    /// Accepted work per node and unit of time: mean lengths delivered.
    pub accepted: f64,
    pub messages: u64,
    pub measured: f64,
    /// Link crossings by messages, including the warm-up.
    pub crossings: u64,
    pub links: Links,
    /// Hash of every delivery, including the warm-up.
    pub digest: u64,
}

/// Measures over all links of a network. The queue of a link includes the message that is crossing
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Links {
    /// Mean over the links of `λ_i`, the rate at which messages join the queue [messages/unit of
    /// time].
    pub rate: f64,
    /// ρ, the fraction of time during which a link is busy.
    pub utilization: Utilization,
    /// Delay per hop (waiting and crossing) over all crossings of any link.
    pub delay: Estimate,
    /// Mean number of messages in a queue; `None` beyond saturation, where it grows.
    pub queue: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Utilization {
    pub mean: f64,
    pub max: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LinkMeasures {
    /// `λ_i`, the rate at which messages join the queue [messages/unit of time].
    pub rate: f64,
    /// ρ, the fraction of time during which it is busy.
    pub utilization: f64,
    /// Number of messages that crossed it.
    pub crossings: u64,
    /// Mean time from joining the queue to having crossed; `None` if nothing crossed or beyond
    /// saturation.
    pub delay: Option<f64>,
    /// Mean number of messages in the queue; `None` beyond saturation.
    pub queue: Option<f64>,
}

/// The sums at an instant.
#[derive(Debug, Clone, Copy)]
struct Mark {
    time: f64,
    counters: Counters,
    links: LinkTotals,
}

/// Collects measurements, from the end of the warm-up on.
///
/// A message counts in the slice in which it arrives. In a steady network as many messages arrive
/// as are generated, so those still in flight at the end need not be followed.
#[derive(Debug, Clone)]
pub(super) struct Meter {
    marks: Vec<Mark>,
    /// Totals of every link at the beginning and after the first and second thirds.
    links: Vec<Vec<LinkTotals>>,
}

impl Meter {
    /// Creates a meter that starts at the current time.
    pub(super) fn new(simulator: &Simulator) -> Self {
        let mut meter = Self {
            marks: Vec::with_capacity(SLICES + 1),
            links: Vec::with_capacity(3),
        };
        meter.observe(simulator);
        meter
    }

    /// Creates the meter of a run of which everything is measured.
    pub(super) fn since_the_beginning(simulator: &Simulator) -> Self {
        let nothing = Mark {
            time: 0.0,
            counters: Counters::default(),
            links: LinkTotals::default(),
        };
        let channels = simulator.design().network.channels() as usize;
        Self {
            marks: vec![nothing],
            links: vec![vec![LinkTotals::default(); channels]],
        }
    }

    /// Whether no slice is measured yet.
    pub(super) fn is_empty(&self) -> bool {
        self.marks.len() == 1
    }

    /// The times at which to call [`Meter::observe`].
    pub(super) fn slices(span: Span) -> impl Iterator<Item = f64> {
        let slice = move |i| span.warmup + span.measured * i as f64 / SLICES as f64;
        (1..=SLICES).map(slice)
    }

    /// Reads the sums at the end of a slice.
    pub(super) fn observe(&mut self, simulator: &Simulator) {
        if self.marks.len().is_multiple_of(SLICES / 3) && self.marks.len() < SLICES {
            self.links.push(all_links(simulator).collect());
        }
        self.marks.push(mark(simulator));
    }

    /// Whether the backlog of the network or of a link grows at a rate seen only beyond saturation.
    ///
    /// The test compares the mean backlog of the first and last thirds of the measured time, whose
    /// midpoints are two thirds of it apart. With n messages arriving between the midpoints and m
    /// crossings of a link, the verdict is saturated if the backlog grew by more than both
    ///
    /// 1. 0.02·n, and
    /// 2. 4·√(2m), which is hardly due to chance: even a queue that is never empty has a standard
    ///    deviation of only √(2m), one m for the Poisson arrivals and one for the exponential
    ///    lengths.
    ///
    /// Links are tested individually because only one of many may be overloaded.
    pub(super) fn is_saturated(&self, simulator: &Simulator) -> bool {
        let [start, first, second] = &*self.links else {
            return false;
        };
        let thirds = [0, 1, 2, 3].map(|i| self.marks.get(i * SLICES / 3));
        let [Some(a), Some(b), Some(c), Some(d)] = thirds else {
            return false;
        };
        let third = (d.time - a.time) / 3.0;
        let grows = |areas: [f64; 4], arrived: u64, crossed: u64| {
            let growth = ((areas[3] - areas[2]) - (areas[1] - areas[0])) / third;
            let (arrived, crossed) = (arrived as f64 * 2.0 / 3.0, crossed as f64 * 2.0 / 3.0);
            growth > 0.02 * arrived && growth > 4.0 * (2.0 * crossed).sqrt()
        };
        let as_a_whole = grows(
            [a, b, c, d].map(|mark| mark.links.area),
            d.counters.generated - a.counters.generated,
            d.links.crossings - a.links.crossings,
        );
        let mut links = start
            .iter()
            .zip(first)
            .zip(second)
            .zip(all_links(simulator));
        as_a_whole
            || links.any(|(((a, b), c), d)| {
                grows(
                    [a.area, b.area, c.area, d.area],
                    d.arrivals - a.arrivals,
                    d.crossings - a.crossings,
                )
            })
    }

    /// The results. The delay in an ever-growing queue depends only on the length of the run, so
    /// beyond saturation there are no delays.
    pub(super) fn measures(&self, simulator: &Simulator, is_steady: bool) -> Measures {
        let design = simulator.design();
        let (start, end) = (self.marks[0], mark(simulator));
        let measured = end.time - start.time;
        // Work per node: a message is 1/μ long on average.
        let work = 1.0 / (design.mu * f64::from(design.network.terminals().count()) * measured);
        let messages = end.counters.delivered - start.counters.delivered;
        let hops = end.counters.hops - start.counters.hops;
        let links = self.links(simulator, is_steady);
        let estimate = |sum: fn(&Mark) -> f64, count: fn(&Mark) -> u64| {
            if is_steady {
                self.estimate(sum, count)
            } else {
                Estimate::NONE
            }
        };
        Measures {
            latency: estimate(|m| m.counters.latency, |m| m.counters.delivered),
            hops: (messages > 0).then(|| hops as f64 / messages as f64),
            offered: scaled(end.counters.generated - start.counters.generated, work),
            accepted: scaled(messages, work),
            messages,
            measured,
            crossings: end.links.crossings,
            links: Links::of(
                &links,
                estimate(|m| m.links.delay, |m| m.links.crossings),
                is_steady,
            ),
            digest: simulator.digest(),
        }
    }

    /// The results per link, by channel.
    pub(super) fn links(&self, simulator: &Simulator, is_steady: bool) -> Vec<LinkMeasures> {
        let measured = simulator.now() - self.marks[0].time;
        let links = self.links[0].iter().zip(all_links(simulator));
        links
            .map(|(start, end)| {
                let crossings = end.crossings - start.crossings;
                let share = |sum: f64| if measured > 0.0 { sum / measured } else { 0.0 };
                LinkMeasures {
                    rate: share((end.arrivals - start.arrivals) as f64),
                    utilization: share(end.busy - start.busy),
                    crossings,
                    delay: (is_steady && crossings > 0)
                        .then(|| (end.delay - start.delay) / crossings as f64),
                    queue: is_steady.then(|| share(end.area - start.area)),
                }
            })
            .collect()
    }

    fn estimate(&self, sum: fn(&Mark) -> f64, count: fn(&Mark) -> u64) -> Estimate {
        let slice = |pair: &[Mark]| {
            let [before, after] = [&pair[0], &pair[1]];
            (
                sum(after) - sum(before),
                (count(after) - count(before)) as f64,
            )
        };
        Estimate::from_series(&self.marks.windows(2).map(slice).collect::<Vec<_>>())
    }
}

impl Links {
    /// Averages the links; the delay per hop is given.
    pub(super) fn of(links: &[LinkMeasures], delay: Estimate, is_steady: bool) -> Self {
        let mean = |of: fn(&LinkMeasures) -> f64| {
            links.iter().map(of).sum::<f64>() / links.len().max(1) as f64
        };
        Self {
            rate: mean(|link| link.rate),
            utilization: Utilization {
                mean: mean(|link| link.utilization),
                max: links.iter().map(|l| l.utilization).fold(0.0, f64::max),
            },
            delay,
            queue: is_steady.then(|| mean(|link| link.queue.unwrap_or(0.0))),
        }
    }
}

fn scaled(count: u64, work: f64) -> f64 {
    if count == 0 { 0.0 } else { count as f64 * work }
}

fn mark(simulator: &Simulator) -> Mark {
    let links = all_links(simulator);
    Mark {
        time: simulator.now(),
        counters: simulator.counters(),
        links: links.fold(LinkTotals::default(), |sum, link| LinkTotals {
            arrivals: sum.arrivals + link.arrivals,
            crossings: sum.crossings + link.crossings,
            busy: sum.busy + link.busy,
            area: sum.area + link.area,
            delay: sum.delay + link.delay,
        }),
    }
}

fn all_links(simulator: &Simulator) -> impl Iterator<Item = LinkTotals> {
    let channels = 0..simulator.design().network.channels();
    channels.map(ChannelId).map(|id| simulator.link(id))
}
