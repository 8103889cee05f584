//! Messages to several nodes, and the algorithms that plan them.

use serde::Serialize;

use super::Scenario;
use super::error::{ScenarioError, in_field, refuse};
use super::text::numbers;
use engine::catalog::quoted;
use engine::multicast;
use engine::routing::written;
use engine::sim::{Design, Multicasts, Order, Switching};
use engine::topology::{self, Terminals, Topology};

const ALGORITHM: &str = "traffic.multicast.algorithm";
const REPLICATE: &str = "traffic.multicast.replicate";

/// Settings of messages to several nodes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Multicast {
    /// A multicast algorithm: `dual-path`, `binomial-broadcast:fixed`; absent: one that
    /// suits the network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// Number of destinations of a random multicast; absent: the only multicasts are broadcasts
    /// and listed messages with several destinations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destinations: Option<i64>,
    /// Fraction of the non-broadcast random messages that are multicasts; the others follow
    /// `pattern`.
    pub fraction: f64,
    /// Whether routers copy a message along the tree of its plan, instead of nodes receiving and
    /// forwarding it.
    #[serde(rename = "replicate", skip_serializing_if = "std::ops::Not::not")]
    pub router_copies: bool,
}

impl Default for Multicast {
    fn default() -> Self {
        Self {
            algorithm: None,
            destinations: None,
            fraction: 1.0,
            router_copies: false,
        }
    }
}

impl Multicast {
    pub(super) fn is_absent(&self) -> bool {
        *self == Self::default()
    }
}

impl Scenario {
    /// Whether any message can have several destinations.
    pub fn sends_to_several(&self) -> bool {
        let traffic = &self.traffic;
        let some = self.messages.iter().any(|message| message.to.len() > 1);
        let drawn = traffic.broadcast > 0.0 || traffic.multicast.destinations > Some(1);
        some || drawn && traffic.rate > 0.0
    }

    /// Returns the scenario with another multicast algorithm. Routers no longer replicate messages
    /// if the plans of the algorithm are not trees.
    #[must_use]
    pub fn planned_by(mut self, algorithm: &str) -> Self {
        let topology = topology::from_spec(&self.network).ok();
        let built = topology
            .and_then(|topology| multicast::from_spec(ALGORITHM, algorithm, &*topology).ok());
        let multicast = &mut self.traffic.multicast;
        multicast.router_copies &= built.is_some_and(|algorithm| algorithm.forks());
        multicast.algorithm = Some(algorithm.to_owned());
        self
    }

    /// The algorithm by name and built, if any message can need one. If the scenario names none,
    /// [`multicast::copied_by_routers`] or [`multicast::suited`] chooses it.
    pub(super) fn checked_multicasts(
        &self,
        topology: &dyn Topology,
        orders: &[Order],
    ) -> Result<Option<(String, Multicasts)>, ScenarioError> {
        let traffic = &self.traffic;
        let broadcast = share("traffic.broadcast", traffic.broadcast)?;
        let fraction = share("traffic.multicast.fraction", traffic.multicast.fraction)?;
        let others = Terminals::of(topology).count() - 1;
        let destinations = traffic.multicast.destinations.unwrap_or(1);
        let field = "traffic.multicast.destinations";
        let is_possible = (1..=i64::from(others)).contains(&destinations);
        if !is_possible {
            let given = destinations.to_string();
            return refuse(field, numbers(1, others.into()), given);
        }
        let destinations = destinations as u32;
        let counts = orders.iter().map(|order| order.to.len() as u32);
        let mut several = counts.chain([destinations]).filter(|&count| count > 1);
        let (name, algorithm) = match &traffic.multicast.algorithm {
            Some(spec) => {
                let algorithm = multicast::from_spec(ALGORITHM, spec, topology);
                (spec.clone(), algorithm.map_err(in_field(ALGORITHM))?)
            }
            None if broadcast == 0.0 && several.clone().next().is_none() => return Ok(None),
            None => {
                let only_broadcasts = several.all(|count| count == others);
                let router_copies = traffic.multicast.router_copies;
                let copied = router_copies.then(|| multicast::copied_by_routers(topology));
                let copied = copied.flatten();
                let (id, algorithm) =
                    copied.unwrap_or_else(|| multicast::suited(topology, only_broadcasts));
                (id.to_owned(), algorithm)
            }
        };
        let multicasts = Multicasts {
            algorithm,
            broadcast,
            destinations,
            fraction,
            router_copies: traffic.multicast.router_copies,
        };
        Ok(Some((name, multicasts)))
    }
}

/// Checks that routers can replicate messages: the plans must be trees, and a channel must belong
/// to one worm at a time, because the branches of a tree could not take turns in step.
pub(super) fn check_replication(
    algorithm: &str,
    switching: &str,
    design: &Design,
) -> Result<(), ScenarioError> {
    let multicasts = design.multicasts.as_ref();
    let Some(multicasts) = multicasts.filter(|multicasts| multicasts.router_copies) else {
        return Ok(());
    };
    let off_unless = |allowed: &str, given: String| {
        let allowed = format!("off unless {allowed}");
        refuse(REPLICATE, allowed, format!("on with {given}"))
    };
    if !multicasts.algorithm.forks() {
        off_unless(
            "the multicast algorithm forwards by relays, along a tree",
            algorithm.to_owned(),
        )
    } else if design.switching != Switching::Wormhole {
        off_unless("switching is wormhole", switching.to_owned())
    } else if design.vcs > 1 {
        let vcs = format!("vcs {}", design.vcs);
        off_unless("vcs is 1, so that one worm at a time holds a channel", vcs)
    } else {
        Ok(())
    }
}

fn share(field: &str, given: f64) -> Result<f64, ScenarioError> {
    if (0.0..=1.0).contains(&given) {
        return Ok(given);
    }
    refuse(field, "a number from 0 to 1", quoted(&given.to_string()))
}

/// Warnings that worms of a multicast algorithm can deadlock, alone or with other messages.
pub(super) fn warnings(algorithm: &str, routing: &str, design: &Design) -> Vec<String> {
    let multicasts = design.multicasts.as_ref();
    if design.router_copies() {
        return vec![format!(
            "replicated multicasts of {algorithm} can deadlock: a branch of a tree holds its \
             channels while others wait for theirs"
        )];
    }
    let Some(base) = multicasts.and_then(|m| m.algorithm.base()) else {
        return Vec::new();
    };
    let deadlock = (design.sends_to_one() && routing != base).then(|| {
        let routing = written::in_words(routing);
        format!(
            "{algorithm} sends worms along paths of its own on the virtual channels that {routing} \
             uses for messages to one node; together they can deadlock, unlike with {base}"
        )
    });
    let enough = design.enough_ports();
    let scarce = design.ports.ejection.filter(|&p| u32::from(p) < enough);
    let starve = scarce.map(|ports| {
        format!(
            "worms of {algorithm} hold an ejection port while they wait for the next channel; with \
             {ports} per node rather than {enough} they can deadlock"
        )
    });
    deadlock.into_iter().chain(starve).collect()
}
