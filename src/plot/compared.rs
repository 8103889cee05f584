//! Reports grouped by the curves to which their points belong, for comparisons.

use crate::multicast::name_of;
use crate::sweep::{Report, routing_name};

/// The reports of one multicast algorithm, or of one routing function.
#[derive(Debug)]
pub(super) struct Compared<'a> {
    /// The name of the algorithm or the function.
    pub(super) name: String,
    pub(super) reports: Vec<&'a Report>,
}

/// The subject of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Subject<'a> {
    /// A multicast algorithm, by its specification.
    Multicast(&'a str),
    /// A routing function, by its name in reports.
    Routing(&'a str),
}

impl<'a> Subject<'a> {
    fn of(report: &'a Report) -> Option<Self> {
        if let Some(routing) = &report.routing {
            return Some(Self::Routing(routing));
        }
        let algorithm = report.multicast.as_deref();
        algorithm
            .filter(|_| report.measures.multicast_latency.is_some())
            .map(Self::Multicast)
    }

    fn name(self) -> String {
        match self {
            Self::Multicast(spec) => name_of(spec),
            Self::Routing(routing) => routing_name(routing),
        }
    }
}

/// Whether a report belongs to one of several compared curves, and not to the only one of a chart.
pub(super) fn is_compared(report: &Report) -> bool {
    report.routing.is_some() || report.measures.multicast_latency.is_some()
}

impl<'a> Compared<'a> {
    /// Groups reports by curve, in the order of first appearance. The result is empty if no routing
    /// functions are compared and nothing was sent to several nodes.
    pub(super) fn all(reports: &'a [Report]) -> Vec<Self> {
        let mut all: Vec<(Subject, Self)> = Vec::new();
        for report in reports {
            let Some(subject) = Subject::of(report) else {
                continue;
            };
            match all.iter_mut().find(|(known, _)| *known == subject) {
                Some((_, curve)) => curve.reports.push(report),
                None => all.push((
                    subject,
                    Self {
                        name: subject.name(),
                        reports: vec![report],
                    },
                )),
            }
        }
        all.into_iter().map(|(_, curve)| curve).collect()
    }
}
