//! Laws of deadlock: the analysis agrees with one that follows every message hop by hop, and with
//! the claims of every registered routing function.

use flitscope::routing::{self, Candidates, Hop, Least, RoutingFunction, VcSet, Vcs};
use flitscope::topology::Network;

use crate::common::networks;

use super::pairs::{Case, every_case};

/// Nodes of the largest network: small, because every message is followed.
const MAX_NODES: u32 = 16;

#[test]
fn the_analysis_agrees_with_following_every_message() {
    for case in every_case(networks::up_to(MAX_NODES)) {
        case.assert_agrees();
    }
}

#[test]
fn the_analysis_agrees_without_a_dateline_and_with_failed_links() {
    for spec in ["torus:3x3", "torus:5", "torus-uni:4", "torus:4x4"] {
        for id in ["dimension-order", "duato", "valiant"] {
            for count in 1..=4 {
                let dateline = false;
                let case = Case::new(spec, id, Vcs { count, dateline });
                case.expect("tori are accepted").assert_agrees();
            }
        }
    }
    for case in every_case(networks::largest_up_to(9)) {
        for failed in [&[0][..], &[2, 5, 11]] {
            let channels = case.network.channels();
            let failed = failed.iter().copied().filter(|&channel| channel < channels);
            case.without(&failed.collect::<Vec<_>>()).assert_agrees();
        }
    }
}

/// Adaptive channels that form cycles are followed until no new state appears.
#[test]
fn the_analysis_agrees_on_functions_that_offer_every_channel() {
    for spec in ["mesh:3x3", "mesh:4", "hypercube:3", "mesh-hypercube:2x2"] {
        let mut case = Case::new(spec, "dimension-order", Vcs::from(1)).expect("it is accepted");
        let escape = routing::from_id("dimension-order", &*case.topology, 1);
        let escape = escape.expect("it was accepted before");
        case.routing = Box::new(Anywhere { escape });
        case.vcs = Vcs::from(2);
        case.assert_agrees();
    }
}

/// Any channel on VC 1, and dimension order on VC 0.
#[derive(Debug)]
struct Anywhere {
    escape: Box<dyn RoutingFunction>,
}

impl RoutingFunction for Anywhere {
    fn least(&self) -> Least<'_> {
        Least::Known(None)
    }

    fn escapes(&self) -> VcSet {
        VcSet::range(0, 1)
    }

    fn candidates(&self, network: &Network, hop: Hop, out: &mut Candidates) {
        for channel in network.channels_of(hop.here) {
            out.offer(channel, VcSet::range(1, 2));
        }
        let mut escapes = Candidates::default();
        self.escape.candidates(network, hop, &mut escapes);
        for escape in escapes.as_slice() {
            out.offer_escape(escape.channel, escape.vcs);
        }
    }
}

/// `Some(m)`: free of deadlock with m or more virtual channels, and not with fewer; `None`: never.
#[test]
fn every_routing_function_knows_how_many_vcs_it_needs() {
    let mut wrong = Vec::new();
    for case in every_case(networks::up_to(MAX_NODES)) {
        let least = case.routing.min_vcs();
        let enough = least.is_some_and(|least| least <= case.vcs.count);
        if case.answer().is_free() != Some(enough) {
            wrong.push(format!("{case:?} needs {least:?}: {}", case.why()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Otherwise Duato's third kind of dependency, the cross dependency, could occur.
#[test]
fn escapes_are_virtual_channels_of_their_own() {
    for case in every_case(networks::up_to(MAX_NODES)) {
        let escapes = case.routing.escapes();
        case.every_hop(|hop, offers| {
            for offer in offers {
                let kept = offer.vcs.0 & escapes.0;
                let expected = if offer.is_escape { offer.vcs.0 } else { 0 };
                assert_eq!(kept, expected, "{case:?}: {hop:?}");
            }
        });
    }
}

#[test]
fn a_ring_forms_a_cycle_until_it_has_a_second_vc() {
    for (spec, id, count, dateline, length) in [
        ("torus-uni:4", "dimension-order", 1, true, Some(4)),
        ("torus-uni:4", "dimension-order", 2, true, None),
        ("torus-uni:4", "dimension-order", 2, false, Some(4)),
        ("torus-uni:3", "dimension-order", 1, true, Some(3)),
        ("torus:4", "dimension-order", 1, true, None),
        ("torus:5", "dimension-order", 1, true, Some(5)),
        ("torus:5x3", "dimension-order", 1, true, Some(5)),
        ("torus:5x3", "dimension-order", 3, true, None),
        ("mesh:4x3", "unrestricted", 1, true, Some(4)),
        ("mesh:4x3", "negative-first", 1, true, None),
    ] {
        let case = Case::new(spec, id, Vcs { count, dateline }).expect("it is accepted");
        let found = case.analysis().cycle.map(|cycle| cycle.len());
        assert_eq!(found, length, "{case:?}");
    }
}

#[test]
fn a_verdict_is_explained_in_sentences() {
    for (spec, id, vcs, why) in [
        (
            "torus-uni:4",
            "dimension-order",
            1,
            "Can deadlock: messages can wait for each other in a cycle of 4 channels: (0) → (1) \
             → (2) → (3) → (0). Each holds one of them and waits for the next.",
        ),
        (
            "mesh:2x2",
            "dimension-order",
            1,
            "Free of deadlock: no message can end up waiting for a channel that it holds itself, directly or \
             through others, because the 4 dependencies among 8 virtual channels form no cycle \
             (Dally & Seitz 1987).",
        ),
        (
            "mesh:2x2",
            "unrestricted",
            1,
            "Can deadlock: messages can wait for each other in a cycle of 4 channels: (0,0) → \
             (1,0) → (1,1) → (0,1) → (0,0). Each holds one of them and waits for the next.",
        ),
        (
            "mesh:2x2",
            "duato",
            2,
            "Free of deadlock: messages can wait for each other in a cycle, but not forever. At \
             every node a message may also take its escape; escapes alone reach every node; and \
             the 4 waits among their 8 virtual channels, adaptive detours included, form no cycle \
             (Duato 1993).",
        ),
        (
            "hypercube:1",
            "dimension-order",
            1,
            "Free of deadlock: no message ever waits for one virtual channel while it holds \
             another.",
        ),
    ] {
        let case = Case::new(spec, id, vcs.into()).expect("it is accepted");
        assert_eq!(case.why(), why, "{case:?}");
    }
}

/// Adaptive messages detour around the failed channel, where the dimension-order escape ends. They
/// still cannot deadlock: they can wait for other channels that remain.
#[test]
fn where_a_failed_link_cuts_the_marked_escape_the_analysis_finds_others() {
    for (id, has_marked) in [
        ("duato", false),
        ("west-first", true),
        ("dimension-order", true),
    ] {
        let case = Case::new("mesh:3x3", id, Vcs::from(2)).expect("it is accepted");
        let case = case.without(&[0]);
        assert_eq!(case.analysis().is_proved_free(), has_marked, "{case:?}");
        assert_eq!(case.answer().is_free(), Some(true), "{case:?}");
        let told = case.why();
        assert_eq!(told.contains("one of a lower rank"), !has_marked, "{told}");
    }
}
