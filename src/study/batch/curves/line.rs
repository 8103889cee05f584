//! The fields of a line written by `flitscope run` that curves are made of.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::sweep::{Report, ShortPoint, State};
use engine::catalog::quoted;
use engine::sim::{Estimate, Measures, SoFar};

/// The fields of a report of which points are made; all others are skipped, most of which are long.
#[derive(Debug, Deserialize)]
pub(super) struct ReportLine {
    #[serde(default)]
    pub(super) link: String,
    error: Option<String>,
    #[serde(default)]
    load: f64,
    latency: Option<Estimate>,
    network_latency: Option<Estimate>,
    unicast_latency: Option<Estimate>,
    multicast_latency: Option<Estimate>,
    so_far: Option<SoFar>,
    accepted: Option<f64>,
    state: Option<State>,
    #[serde(default)]
    saturated: bool,
    #[serde(default)]
    deadlocked: bool,
    links: Option<IgnoredAny>,
    settled: Option<bool>,
}

impl ReportLine {
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        // Joined files may have a byte order mark in front of any line.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let line: Self = serde_json::from_slice(line).map_err(|error| {
            let error = error.to_string();
            // The line is the only one that was read.
            let error = error.replace(" at line 1 column", " at character");
            format!("a line must be a report as `flitscope run` writes it: {error}")
        })?;
        match (&line.error, &*line.link) {
            (Some(error), _) => Err(format!("it has no report, because {error}")),
            (None, "") => Err("link must be given, as `flitscope run` writes it".to_owned()),
            (None, _) => Ok(line),
        }
    }

    /// The point of the run.
    pub(super) fn point(self) -> Result<ShortPoint, String> {
        if !(self.load > 0.0 && self.load.is_finite()) {
            let load = quoted(&self.load.to_string());
            return Err(format!(
                "load must be a number above 0 for a point of a curve, not {load}"
            ));
        }
        if self.links.is_some() {
            return Err("it is of packets, whose charts show more than curves of a file have; simulate them here".to_owned());
        }
        let (Some(latency), Some(network_latency), Some(accepted)) =
            (self.latency, self.network_latency, self.accepted)
        else {
            return Err(
                "latency, network_latency and accepted must be given, as `flitscope run` writes them"
                    .to_owned(),
            );
        };
        let state = self
            .state
            .unwrap_or(match (self.deadlocked, self.saturated) {
                (true, _) => State::Deadlocked,
                (false, true) => State::Saturated,
                (false, false) => State::Steady,
            });
        let measures = Measures {
            latency,
            network_latency,
            unicast_latency: self.unicast_latency,
            multicast_latency: self.multicast_latency,
            so_far: self.so_far,
            accepted,
            settled: self.settled,
            ..Measures::nothing()
        };
        Ok(ShortPoint::of(&Report {
            saturated: self.saturated,
            deadlocked: self.deadlocked,
            ..Report::bare(self.load, measures, state, "")
        }))
    }
}

/// Link parts that identify a run.
pub(super) struct Identity {
    /// The link without load and seed.
    pub(super) rest: String,
    pub(super) seed: u64,
}

impl Identity {
    pub(super) fn of(link: &str) -> Self {
        /// The seed of a link that names none.
        const USUAL: u64 = 1;
        let mut seed = USUAL;
        let rest = link.split('&').filter(|part| match part.split_once('=') {
            Some(("seed", text)) => match text.parse() {
                Ok(number) => {
                    seed = number;
                    false
                }
                // Reading the rest as a scenario says what is wrong.
                Err(_) => true,
            },
            Some((key, _)) => key != "lam",
            None => true,
        });
        let rest = rest.collect::<Vec<_>>().join("&");
        Self { rest, seed }
    }
}
