//! The view: the settings of how the network is shown.

use engine::sim::MessageId;
use engine::topology::{Arrangement, NodeId};
use study::scenario::Scenario;
use study::sweep::{ChartAxes, MOST_COMPARED, subject_of};

use crate::curves::subject;

/// How the network is shown: settings that an address contains beside the scenario.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "store", derive(reactive_stores::Store))]
pub struct View {
    /// The content of the dock below the network.
    pub dock: Dock,
    /// The multicast algorithms whose runs are shown side by side; empty for a single picture.
    pub side_by_side: Vec<String>,
    /// The overlay above the network.
    pub overlay: Overlay,
    /// Source and destination of routes; `None` for two distant nodes.
    pub pair: Option<(NodeId, NodeId)>,
    /// The intermediate node of routes with two legs; `None` for all.
    pub by: Option<NodeId>,
    /// Whether node-disjoint paths are shown instead of all routes.
    pub node_disjoint: bool,
    /// The layout of the network, one of those that the topology offers.
    pub arrangement: Arrangement,
    /// The message in the space-time diagram.
    pub followed: Option<Followed>,
    /// The theme that the address names.
    pub theme: Option<&'static str>,
    /// Whether channels are colored by utilization.
    pub heat: bool,
    /// Whether the channel matrix is shown; `None` shows it for networks too large for a picture.
    pub matrix: Option<bool>,
    /// The number of measuring workers; `None` if it is chosen automatically.
    pub workers: Option<usize>,
    /// The scenarios whose curves are compared with that of the scenario, without loads and messages; `None` for those
    /// of the figure that the scenario repeats, if it repeats one.
    pub compared: Option<Vec<Scenario>>,
    /// The axes of the chart of curves.
    pub axes: ChartAxes,
}

impl View {
    /// Keeps a scenario as a curve.
    ///
    /// # Errors
    ///
    /// A sentence that says why there is no further curve.
    pub(super) fn keep_curve(&mut self, scenario: &Scenario) -> Result<(), String> {
        let subject = subject(scenario);
        let kept = self.compared.get_or_insert_default();
        if kept
            .iter()
            .any(|known| subject_of(known) == subject_of(&subject))
        {
            return Err(
                "This curve is kept already: change a setting to compare with it.".to_owned(),
            );
        }
        // The current scenario has a curve as well.
        if kept.len() + 1 >= MOST_COMPARED {
            return Err(format!(
                "At most {MOST_COMPARED} curves can be compared: remove one first."
            ));
        }
        kept.push(subject);
        Ok(())
    }

    /// The same view, apart from the theme, the followed message and the number of workers, which no link locks.
    pub(super) fn lockable(&self) -> Self {
        Self {
            followed: None,
            theme: None,
            workers: None,
            ..self.clone()
        }
    }
}

/// The message in the space-time diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    pub message: MessageId,
    /// A cycle in which the message had not yet left its queue.
    pub since: u64,
}

impl From<MessageId> for Followed {
    fn from(message: MessageId) -> Self {
        Self { message, since: 0 }
    }
}

/// An overlay above the network, which also selects the subject of the inspector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overlay {
    /// No overlay: the picture shows the traffic.
    #[default]
    Traffic,
    /// The paths allowed between two nodes.
    Routes,
    /// The plan of one multicast.
    Multicast,
    /// The channel dependency graph, or a cycle of it.
    Deadlock,
}

/// The properties of an overlay.
#[derive(Debug, Clone, Copy)]
pub struct OverlayFacts {
    pub overlay: Overlay,
    /// The title of its panel.
    pub name: &'static str,
    /// The id in links; empty for traffic.
    pub id: &'static str,
    pub node_click: NodeClick,
    /// Whether a click selects the worm drawn at the position; otherwise the channel below it.
    pub selects_worms: bool,
    /// Whether it is shown with algorithms side by side.
    pub in_panes: bool,
}

/// The effect of a click on a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeClick {
    /// Selects the node, or begins a message where messages can be sent by hand.
    Select,
    /// Begins a message or a route.
    Begin,
    /// Adds the node to the destinations, or removes it from them.
    ToggleDestination,
}

impl Overlay {
    /// All overlays, in the order of their keys.
    pub const ALL: [OverlayFacts; 4] = [
        OverlayFacts {
            overlay: Self::Traffic,
            name: "Inspect",
            id: "",
            node_click: NodeClick::Select,
            selects_worms: true,
            in_panes: true,
        },
        OverlayFacts {
            overlay: Self::Routes,
            name: "Routes",
            id: "routes",
            node_click: NodeClick::Begin,
            selects_worms: true,
            in_panes: false,
        },
        OverlayFacts {
            overlay: Self::Multicast,
            name: "Multicast",
            id: "multicast",
            node_click: NodeClick::ToggleDestination,
            selects_worms: true,
            in_panes: true,
        },
        OverlayFacts {
            overlay: Self::Deadlock,
            name: "Deadlock analysis",
            id: "deadlock",
            node_click: NodeClick::Select,
            selects_worms: false,
            in_panes: false,
        },
    ];

    pub fn facts(self) -> &'static OverlayFacts {
        &Self::ALL[self as usize]
    }

    /// Finds an overlay by its id in links.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|facts| facts.id == id);
        known.map(|facts| facts.overlay)
    }

    /// Whether the picture shows the traffic alone.
    pub fn is_none(self) -> bool {
        self == Self::Traffic
    }

    /// Whether the plan of a multicast is drawn, whose destinations clicks and keys change.
    pub fn has_plan(self) -> bool {
        self.facts().node_click == NodeClick::ToggleDestination
    }
}

/// The content of the dock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dock {
    /// The cycles so far, with their events.
    #[default]
    TimeLine,
    /// The space-time diagram of one message.
    SpaceTime,
    /// The same message alone in the network, in every switching mode.
    Switching,
    Curve,
    /// The editor of a user-written routing function.
    Script,
    /// The editor of a user-defined network.
    Network,
}

impl Dock {
    /// All contents in the order of the tabs: name, and id in links.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::TimeLine, "Time line", ""),
        (Self::SpaceTime, "Space-time", "spacetime"),
        (Self::Switching, "Switching modes", "modes"),
        (Self::Curve, "Latency curve", "curve"),
        (Self::Script, "Own routing function", "script"),
        (Self::Network, "Own network", "network"),
    ];

    /// Finds a content by its id in links.
    pub fn from_id(id: &str) -> Option<Self> {
        let known = Self::ALL[1..].iter().find(|(.., known)| *known == id);
        known.map(|(dock, ..)| *dock)
    }

    /// The id in links; `None` for the time line.
    pub fn id(self) -> Option<&'static str> {
        Some(Self::ALL[self as usize].2).filter(|id| !id.is_empty())
    }

    /// Returns whether it is an editor, of a routing function or a network. The editors share a tab.
    pub fn is_own(self) -> bool {
        matches!(self, Self::Script | Self::Network)
    }

    /// Returns whether it shows a single message.
    pub fn is_of_one_message(self) -> bool {
        matches!(self, Self::SpaceTime | Self::Switching)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(link: &str) -> Scenario {
        Scenario::from_link(link).scenario
    }

    #[test]
    fn a_curve_is_kept_once_and_there_are_at_most_eight() {
        let mut curves = View::default();
        assert_eq!(curves.keep_curve(&scenario("t=mesh:4x4&lam=0.1")), Ok(()));
        let again = curves.keep_curve(&scenario("t=mesh:4x4&lam=0.2"));
        assert!(again.is_err_and(|reason| reason.contains("kept already")));
        for vcs in 2..8 {
            let link = format!("t=mesh:4x4&vc={vcs}&dl=0");
            let kept = curves.keep_curve(&scenario(&link));
            assert_eq!(kept, Ok(()), "{vcs}");
        }
        let more = curves.keep_curve(&scenario("t=torus:4x4"));
        assert!(more.is_err_and(|reason| reason.contains("At most 8 curves")));
    }
}
