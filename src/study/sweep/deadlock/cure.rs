//! Changes to scenarios that prevent deadlock.

use serde::{Deserialize, Serialize};

use crate::scenario::{MOST_NODES_IN_PAGE, Scenario};
use engine::catalog::uncapitalized;
use engine::routing::{self, Scripts};

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// More virtual channels per channel.
    VirtualChannels,
    /// Worms change class at the dateline of a ring.
    Dateline,
    /// Nodes receive and forward multicasts, instead of routers copying them.
    Forwarding,
    /// As many ejection ports as can be in use at once.
    EjectionPorts,
    /// Virtual channels of their own for replies.
    ReplyClasses,
    /// A place for every reply that can be due at once.
    ReplyQueue,
    /// Another routing function, with the virtual channels that it needs.
    Routing,
}

/// One change after which a scenario cannot deadlock.
///
/// ```
/// use study::scenario::Scenario;
/// use study::sweep::cures;
///
/// let ring = Scenario::from_link("t=torus-uni:4&vc=1").scenario;
/// let cures = cures(&ring);
/// assert_eq!(cures[0].label(), "Add a virtual channel");
/// assert_eq!(cures[0].scenario(&ring.scripts).vcs, 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cure {
    pub change: Change,
    /// The link of the changed scenario.
    pub link: String,
    /// The label of its button.
    label: String,
}

impl Change {
    /// The label of a button that changes one scenario into another.
    fn label(self, before: &Scenario, after: &Scenario) -> String {
        match self {
            Self::VirtualChannels if after.vcs == before.vcs + 1 => {
                "Add a virtual channel".to_owned()
            }
            Self::VirtualChannels => format!("Use {} virtual channels", after.vcs),
            Self::Dateline => "Cross the dateline".to_owned(),
            Self::Forwarding => "Let nodes forward multicasts".to_owned(),
            Self::EjectionPorts => "Add ejection ports".to_owned(),
            Self::ReplyClasses => "Give replies their own virtual channels".to_owned(),
            Self::ReplyQueue => format!("Queue up to {} replies", after.traffic.closed.queue),
            Self::Routing => {
                let family = routing::family_of(&after.routing);
                let name = family.map_or(&*after.routing, |family| family.entry.name());
                format!("Route by {}", in_sentence(name))
            }
        }
    }
}

/// The form of a name within a sentence: `dimension order`, but `Duato's protocol`.
fn in_sentence(name: &str) -> String {
    if name.starts_with("Duato") {
        return "Duato's protocol".to_owned();
    }
    uncapitalized(name)
}

impl Cure {
    /// The cure that changes one scenario into another.
    pub(super) fn new(change: Change, before: &Scenario, after: &Scenario) -> Self {
        Self {
            change,
            link: after.to_link(),
            label: change.label(before, after),
        }
    }

    /// The label of its button: `Add a virtual channel`.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// A sentence that explains why the changed scenario cannot deadlock.
    pub fn why(&self) -> String {
        const BEHIND_THE_WRAP: &str = "Worms now change to another virtual channel where they cross \
                                       a wrap-around link, so that no cycle of waiting can close.";
        // No script is cured by virtual channels or a dateline, and the other sentences are constant.
        let after = self.scenario(&Scripts::default());
        let has_rings = || {
            let built = after.build_within(MOST_NODES_IN_PAGE);
            built.is_ok_and(|built| built.topology.has_rings())
        };
        let why = match self.change {
            Change::Dateline => BEHIND_THE_WRAP,
            Change::VirtualChannels if after.dateline && has_rings() => BEHIND_THE_WRAP,
            Change::VirtualChannels => {
                "Worms may now wait in one more virtual channel, and no cycle of waiting can close."
            }
            Change::Forwarding => {
                "A node now takes a multicast in whole before it sends copies on, so no copy holds \
                 a channel while another waits."
            }
            Change::EjectionPorts => {
                "A worm now always finds a free ejection port at its destination, so none waits \
                 there for another."
            }
            Change::ReplyClasses => {
                "A reply now waits only for replies, which every terminal takes, so each full queue \
                 empties and takes the requests that wait."
            }
            Change::ReplyQueue => {
                "A terminal now has a place for the reply to every request that can be on its way to \
                 it, so no request waits there."
            }
            Change::Routing => {
                "On its paths no cycle of waiting can close, whatever messages are sent."
            }
        };
        why.to_owned()
    }

    /// The changed scenario, which is built with the scripts of the one that it cures.
    pub fn scenario(&self, scripts: &Scripts) -> Scenario {
        Scenario::from_link_with(&self.link, scripts).scenario
    }
}
