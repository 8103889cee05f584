//! Applicability of settings and actions.

use engine::sim::Design;
use picture::scene::Thing;
use study::scenario::{BuiltScenario, Scenario};

/// A setting of the scenario or picture that is hidden for scenarios in which it has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The buffer size B, fixed where a buffer holds a whole message.
    Buffer,
    /// The fraction of multicasts among random messages.
    MulticastShare,
    /// The multicast algorithm and the delays specific to multicasts.
    Multicasts,
    /// Whether routers copy flits along the trees of multicasts.
    RouterCopies,
    /// The layout of the picture.
    Layout,
    /// Multicast algorithms side by side.
    SideBySide,
}

impl Setting {
    /// Returns whether the setting applies to a scenario, given with its built form.
    pub fn applies_to(self, scenario: &Scenario, built: &BuiltScenario) -> bool {
        let multicasts = built.design.multicasts.as_ref();
        match self {
            Self::Buffer => built.design.room().is_some(),
            Self::MulticastShare => scenario.traffic.multicast.destinations > Some(1),
            Self::Multicasts => multicasts.is_some(),
            Self::RouterCopies => multicasts.is_some_and(|m| m.algorithm.forks()),
            Self::Layout => built.topology.arrangements().len() > 1,
            Self::SideBySide => scenario.sends_to_several(),
        }
    }
}

/// An action on the selected thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingAction {
    /// Send a message from this node.
    Send,
    /// Let the link of this channel fail.
    Fail,
    /// Repair the link of this channel.
    Repair,
    /// Follow this worm, in the picture or in its space-time diagram.
    Follow,
}

impl ThingAction {
    /// Returns whether the action applies to a thing of a network.
    pub fn applies_to(self, thing: Thing, design: &Design) -> bool {
        let has_failed = thing
            .channel()
            .map(|channel| design.faults.contains(&channel));
        match self {
            // A switch cannot send.
            Self::Send => {
                let terminals = design.network.terminals();
                matches!(thing, Thing::Node(node) if terminals.contains(node))
            }
            Self::Fail => has_failed == Some(false),
            Self::Repair => has_failed == Some(true),
            Self::Follow => matches!(thing, Thing::Worm(_)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::sim::MessageId;
    use engine::topology::NodeId;

    fn has(setting: Setting, link: &str) -> bool {
        let opened = Scenario::from_link(link).whole().expect("a valid link");
        let built = opened.scenario.build().expect("a valid scenario");
        setting.applies_to(&opened.scenario, &built)
    }

    #[test]
    fn a_buffer_has_a_size_only_in_wormhole_switching() {
        assert!(has(Setting::Buffer, "t=mesh:4x4"));
        assert!(!has(Setting::Buffer, "t=mesh:4x4&sw=store-and-forward"));
        assert!(!has(Setting::Buffer, "t=mesh:4x4&sw=virtual-cut-through"));
    }

    #[test]
    fn the_layout_setting_needs_several_layouts() {
        assert!(has(Setting::Layout, "t=torus:4x4"));
        assert!(!has(Setting::Layout, "t=mesh:4x4"));
    }

    #[test]
    fn multicast_settings_need_multicasts() {
        use Setting::{MulticastShare, Multicasts, SideBySide};
        for (link, by_hand, drawn) in [
            ("t=mesh:4x4&lam=0.01", false, false),
            ("t=mesh:4x4&msg=0:0,0>1,1%2B2,2", true, false),
            ("t=mesh:4x4&lam=0.001&md=3", true, true),
        ] {
            assert_eq!(has(Multicasts, link), by_hand, "{link}");
            assert_eq!(has(SideBySide, link), by_hand, "{link}");
            assert_eq!(has(MulticastShare, link), drawn, "{link}");
        }
    }

    #[test]
    fn router_copies_need_a_tree_algorithm() {
        let copies = |algorithm: &str| {
            let link = format!("t=mesh-hypercube:2x4&md=3&lam=0.001&mc={algorithm}");
            has(Setting::RouterCopies, &link)
        };
        assert!(copies("mesh-hypercube"));
        assert!(!copies("separate"));
    }

    #[test]
    fn actions_depend_on_the_selection() {
        use ThingAction::{Fail, Follow, Repair, Send};
        let design = |link| {
            let opened = Scenario::from_link(link).whole().expect("a valid link");
            opened.scenario.build().expect("a valid scenario").design
        };
        let (whole, faulty) = (design("t=mesh:2x2"), design("t=mesh:2x2&fail=0,0>1,0"));
        let channel = Thing::Channel(faulty.faults[0]);
        for (thing, design, offered) in [
            (Thing::Node(NodeId(0)), &whole, &[Send][..]),
            (Thing::Worm(MessageId(0)), &whole, &[Follow]),
            (channel, &whole, &[Fail]),
            (channel, &faulty, &[Repair]),
        ] {
            let mut found = vec![Send, Fail, Repair, Follow];
            found.retain(|action| action.applies_to(thing, design));
            assert_eq!(found, offered, "{thing:?}");
        }
    }

    #[test]
    fn switches_cannot_send_or_receive() {
        let mut scenario = Scenario::on("graph:a - s\nb - s\nswitch s");
        "up-down".clone_into(&mut scenario.routing);
        let design = scenario.build().expect("a valid scenario").design;
        for (node, sends) in [(0, true), (1, false), (2, true)] {
            let node = Thing::Node(NodeId(node));
            assert_eq!(
                ThingAction::Send.applies_to(node, &design),
                sends,
                "{node:?}"
            );
        }
        for message in ["0:s>a", "0:a>s"] {
            let refused = scenario.set("messages", message);
            let sentence = refused.expect_err("a switch").reason();
            assert!(sentence.contains("the switch s"), "{sentence}");
        }
    }
}
