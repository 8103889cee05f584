//! Measured points in a link: short enough for all points of a comparison, and complete enough for its charts.
//!
//! A point is written as its load, latency and network latency with their intervals, and accepted throughput, each
//! rounded, and letters for the ending unless it is steady, and for means that are uncertain:
//! `.0185_38.21_.41_31.2_.35_.148`. A load alone is a point that is to be measured again.

use serde::{Deserialize, Serialize};

use super::{Ending, Measured, Report, State};
use engine::sim::{Estimate, Measures, SoFar};

/// The points of a curve in a link.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShortCurve {
    /// The points, in ascending order of load.
    pub points: Vec<ShortPoint>,
}

/// A measured point in a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShortPoint {
    /// λ_g [messages/node/cycle].
    pub load: f64,
    /// The measurement; `None` if the load is to be measured again.
    pub measured: Option<ShortMeasures>,
}

/// The measures of a point in a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShortMeasures {
    pub ending: Ending,
    /// Mean latency from generation, and the half-width of its interval \[cycles\].
    pub latency: (Option<f64>, Option<f64>),
    /// The same from the head of the source queue.
    pub network_latency: (Option<f64>, Option<f64>),
    /// Accepted throughput [flits/node/cycle].
    pub accepted: f64,
    /// Whether messages go to several nodes: the latencies are then those of multicasts and of messages to one node.
    pub has_multicasts: bool,
    /// Whether the means are uncertain: see [`Report::is_doubtful`].
    pub is_doubtful: bool,
    /// Whether a message that never moves again is in a dead end, and in no cycle of waiting.
    pub is_dead_end: bool,
}

/// Separates the numbers of a point, and the points of a curve.
const SEPARATORS: (char, char) = ('_', '~');

impl ShortPoint {
    /// The load of a point that is to be measured again.
    pub fn to_measure(load: f64) -> Self {
        Self {
            load,
            measured: None,
        }
    }

    /// The short form of a report; a load to measure again if the report is of packets, whose charts show more than
    /// the short form has.
    pub fn of(report: &Report) -> Self {
        let measures = &report.measures;
        if report.links.is_some() {
            return Self::to_measure(report.load);
        }
        let of = |estimate: Estimate| (estimate.mean, estimate.ci95);
        let so_far = measures
            .so_far
            .filter(|_| report.state == State::NotSettled);
        let mut latency = of(measures.multicast_latency.unwrap_or(measures.latency));
        let network_latency = match measures.multicast_latency {
            Some(_) => of(measures.unicast_latency.unwrap_or(Estimate::NONE)),
            None => of(measures.network_latency),
        };
        if let Some(so_far) = so_far {
            latency.0 = so_far.multicast_latency.or(so_far.latency);
        }
        Self {
            load: report.load,
            measured: Some(ShortMeasures {
                ending: Ending::of(report),
                latency,
                network_latency,
                accepted: measures.accepted,
                has_multicasts: measures.multicast_latency.is_some(),
                is_doubtful: report.is_doubtful(),
                is_dead_end: report.state == State::DeadEnd,
            }),
        }
    }

    /// The point as one of a curve with this label; `None` if the load is to be measured again.
    pub fn measured(&self, curve: &str) -> Option<Measured> {
        Some(Measured::new(curve, self.report()?))
    }

    /// A report that has nothing but the measures of the short form; `None` if the load is to be measured again.
    pub fn report(&self) -> Option<Report> {
        let short = self.measured.as_ref()?;
        let estimate = |(mean, ci95): (Option<f64>, Option<f64>)| Estimate {
            mean,
            ci95,
            trusted: !short.is_doubtful,
            batches: u32::from(short.is_doubtful),
            ..Estimate::NONE
        };
        let ending = short.ending;
        let is_settled = ending != Ending::NotSettled;
        let found = estimate(short.latency);
        let unsettled = Estimate {
            batches: found.batches,
            ..Estimate::NONE
        };
        let latency = if is_settled { found } else { unsettled };
        let second = estimate(short.network_latency);
        let is_several = short.has_multicasts;
        let measures = Measures {
            latency,
            network_latency: if is_several { Estimate::NONE } else { second },
            multicast_latency: is_several.then_some(latency),
            unicast_latency: (is_several && second.mean.is_some()).then_some(second),
            so_far: (!is_settled).then_some(SoFar {
                latency: found.mean,
                unicast_latency: None,
                multicast_latency: found.mean.filter(|_| is_several),
            }),
            accepted: short.accepted,
            settled: short.is_doubtful.then_some(false),
            ..Measures::nothing()
        };
        let (state, verdict) = match ending {
            Ending::Steady => (State::Steady, "steady"),
            Ending::Saturated => (State::Saturated, "saturated"),
            Ending::NotSettled => (State::NotSettled, "not settled"),
            Ending::Deadlocked if short.is_dead_end => (State::DeadEnd, "dead end"),
            Ending::Deadlocked => (State::Deadlocked, "deadlocked"),
        };
        let verdict = format!("{verdict}, rounded as in a link");
        Some(Report::bare(self.load, measures, state, &verdict))
    }

    fn write(&self) -> String {
        let load = without_zero(&self.load.to_string());
        let Some(measured) = &self.measured else {
            return load;
        };
        let ending = match measured.ending {
            Ending::Steady => "",
            Ending::Saturated => "s",
            Ending::NotSettled => "n",
            Ending::Deadlocked if measured.is_dead_end => "e",
            Ending::Deadlocked => "d",
        };
        let uncertain = if measured.is_doubtful { "u" } else { "" };
        let estimate = |(mean, half): (Option<f64>, Option<f64>)| {
            let text = |value: Option<f64>, digits| {
                value.map_or(String::new(), |value| number(value, digits))
            };
            [text(mean, 4), text(half, 2)]
        };
        let [latency, half] = estimate(measured.latency);
        let [network, network_half] = estimate(measured.network_latency);
        let several = if measured.has_multicasts { "m" } else { "" };
        let accepted = [&number(measured.accepted, 3), several, uncertain, ending].concat();
        [load, latency, half, network, network_half, accepted].join("_")
    }

    fn read(text: &str) -> Option<Self> {
        let parts: Vec<_> = text.split(SEPARATORS.0).collect();
        let load = positive(parts[0])?;
        let [_, latency, half, network, network_half, accepted] = *parts else {
            return (parts.len() == 1).then(|| Self::to_measure(load));
        };
        let optional = |text: &str| match text {
            "" => Some(None),
            text => positive(text).map(Some),
        };
        let mut accepted = accepted;
        let mut ends_with = |letter| match accepted.strip_suffix(letter) {
            Some(rest) => {
                accepted = rest;
                true
            }
            None => false,
        };
        let is_dead_end = ends_with('e');
        let ending = if is_dead_end || ends_with('d') {
            Ending::Deadlocked
        } else if ends_with('s') {
            Ending::Saturated
        } else if ends_with('n') {
            Ending::NotSettled
        } else {
            Ending::Steady
        };
        let is_doubtful = ends_with('u');
        let has_multicasts = ends_with('m');
        Some(Self {
            load,
            measured: Some(ShortMeasures {
                ending,
                latency: (optional(latency)?, optional(half)?),
                network_latency: (optional(network)?, optional(network_half)?),
                accepted: positive(accepted)?,
                has_multicasts,
                is_doubtful,
                is_dead_end,
            }),
        })
    }
}

impl ShortCurve {
    /// Writes the points with characters that need no escape in a link.
    pub fn write(&self) -> String {
        let points: Vec<_> = self.points.iter().map(ShortPoint::write).collect();
        points.join("~")
    }

    /// Reads points; `None` if some are malformed, or not in ascending order of load.
    pub fn read(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let points = text.split(SEPARATORS.1).map(ShortPoint::read);
        let points = points.collect::<Option<Vec<_>>>()?;
        let is_ascending = points.is_sorted_by(|a, b| a.load < b.load);
        is_ascending.then_some(Self { points })
    }

    /// The loads that are to be measured again.
    pub fn to_measure(&self) -> Vec<f64> {
        let points = self.points.iter().filter(|point| point.measured.is_none());
        points.map(|point| point.load).collect()
    }

    /// The same loads without measurements.
    #[must_use]
    pub fn without_measures(&self) -> Self {
        let points = self.points.iter();
        let points = points.map(|point| ShortPoint::to_measure(point.load));
        Self {
            points: points.collect(),
        }
    }
}

/// Writes a number with at most this many significant digits, and without a leading zero.
fn number(value: f64, digits: usize) -> String {
    let rounded = format!("{value:.*e}", digits - 1).parse::<f64>();
    without_zero(&rounded.unwrap_or(value).to_string())
}

/// Drops the zero before a point.
fn without_zero(number: &str) -> String {
    match number.strip_prefix("0.") {
        Some(fraction) => [".", fraction].concat(),
        None => number.to_owned(),
    }
}

/// Reads a finite number of at least 0.
fn positive(text: &str) -> Option<f64> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value = text.parse::<f64>().ok().filter(|_| is_plain)?;
    (value.is_finite() && value >= 0.0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sweep::simulate;

    fn report(link: &str) -> Report {
        let mut scenario = Scenario::from_link(link).scenario;
        scenario.run.cycles = 2_000;
        simulate(&scenario, |_| {}).expect("a valid scenario")
    }

    #[test]
    fn a_point_in_a_link_has_load_latencies_intervals_and_verdict() {
        let curve = ShortCurve {
            points: vec![
                ShortPoint::of(&report("t=torus:4x4&vc=2&M=8&lam=0.0123")),
                ShortPoint::of(&report("t=torus:4x4&vc=2&M=8&lam=0.6")),
            ],
        };
        let text = curve.write();
        assert!(text.starts_with(".0123_") && text.ends_with('s'), "{text}");
        assert!(text.len() < 70, "{text}");
        let read = ShortCurve::read(&text).expect("what was written");
        assert_eq!(read.write(), text);
        let [steady, saturated] = &*read.points else {
            panic!("{read:?}");
        };
        let measured = steady.measured("label").expect("a measurement");
        assert_eq!(
            (measured.ending(), &*measured.curve),
            (Ending::Steady, "label")
        );
        let exact = report("t=torus:4x4&vc=2&M=8&lam=0.0123").measures.latency;
        let (exact, short) = (
            exact.mean.unwrap_or(0.0),
            measured.report.measures.latency.mean,
        );
        assert!((short.unwrap_or(0.0) / exact - 1.0).abs() < 1e-3);
        let saturated = saturated.measured("").expect("a measurement");
        assert_eq!(saturated.ending(), Ending::Saturated);
    }

    #[test]
    fn multicasts_and_messages_to_one_node_have_their_latencies() {
        let exact = report("t=mesh:4x4&M=4&md=3&mf=0.5&lam=0.01");
        let text = ShortCurve {
            points: vec![ShortPoint::of(&exact)],
        }
        .write();
        let short = ShortCurve::read(&text).expect("what was written").points[0].report();
        let short = short.expect("a measurement").measures;
        for (exact, short) in [
            (exact.measures.multicast_latency, short.multicast_latency),
            (exact.measures.unicast_latency, short.unicast_latency),
        ] {
            let mean = |of: Option<Estimate>| of.and_then(|of| of.mean).expect("a mean");
            assert!((mean(short) / mean(exact) - 1.0).abs() < 1e-3, "{text}");
        }
    }

    #[test]
    fn an_uncertain_mean_stays_uncertain_and_a_dead_end_is_no_deadlock() {
        let text = ".01_20_.5_18_.5_.16u~.02_30__28_.5_.3mun~.03_____0e~.04_____0d";
        let read = ShortCurve::read(text).expect("four points");
        assert_eq!(read.write(), text);
        let reports = read.points.iter().filter_map(ShortPoint::report);
        let found: Vec<_> = reports
            .map(|report| {
                let again = ShortPoint::of(&report).write();
                (report.state, report.deadlocked, report.is_doubtful(), again)
            })
            .collect();
        let points: Vec<_> = text.split('~').map(str::to_owned).collect();
        assert_eq!(
            found,
            [
                (State::Steady, false, true, points[0].clone()),
                (State::NotSettled, false, true, points[1].clone()),
                (State::DeadEnd, false, false, points[2].clone()),
                (State::Deadlocked, true, false, points[3].clone()),
            ]
        );
    }

    #[test]
    fn a_load_alone_is_to_be_measured_again() {
        let curve = ShortCurve::read(".01~.02_9_.1_8_.1_.16~.03").expect("three points");
        assert_eq!(curve.to_measure(), [0.01, 0.03]);
        assert_eq!(curve.without_measures().write(), ".01~.02~.03");
        let packets = ShortPoint::of(&report("t=hypercube:3&mu=1&lam=0.1"));
        assert_eq!(packets, ShortPoint::to_measure(0.1));
    }

    #[test]
    fn malformed_points_are_refused() {
        for text in [
            "x",
            "-1",
            "1e3",
            ".02~.01",
            ".01~.01",
            ".01_9",
            ".01_9_1_8_1_",
            ".01_9_1_8_1_.1x",
            "inf",
            ".01_a_1_8_1_.1",
        ] {
            assert_eq!(ShortCurve::read(text), None, "{text}");
        }
        assert_eq!(ShortCurve::read(""), Some(ShortCurve::default()));
    }
}
