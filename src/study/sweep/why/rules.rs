//! Rules of the simulator that take part in a result: selection, one message per virtual channel,
//! datelines.

use super::words::{four_digits, percent};
use crate::scenario::{BuiltScenario, Scenario};
use engine::routing::{self, Candidates, Hop, Vcs};
use engine::sim::Switching;

/// The selection in force, where routing leaves a choice.
pub(super) fn of_selection(scenario: &Scenario, built: &BuiltScenario) -> Option<String> {
    let entry = built.selection_in_force()?;
    let auto = if scenario.selection == entry.id {
        ""
    } else {
        ", by default for this routing function"
    };
    Some(format!(
        "Of those that routing offers, a header takes {} (selection: {}{auto}).",
        entry.summary(),
        entry.id
    ))
}

/// The flits of a buffer and the cycles of a channel that go unused, because a virtual channel holds
/// one message at a time.
pub(super) fn of_one_message(built: &BuiltScenario) -> Option<String> {
    let design = &built.design;
    let mut sentences = Vec::new();
    if let Some(used) = built.used_buffer() {
        sentences.push(format!(
            "A virtual channel holds one message at a time, so a buffer of {} flits is used like \
             one of {used}, the length of the longest message.",
            design.buffer
        ));
    }
    if design.vcs == 1 && design.switching != Switching::StoreAndForward {
        // Replies have a length of their own.
        let has_one_length = design.is_random() && design.closed.is_none();
        let most = has_one_length.then(|| {
            let mean = design.length.mean();
            let (flits, most) = (four_digits(mean), percent(mean / (mean + 1.0)));
            format!(
                ": with messages of {flits} flits it carries a flit in at most {most} of the cycles"
            )
        });
        sentences.push(format!(
            "With one virtual channel, a channel is idle for one cycle between two messages, since \
             its virtual channel can be claimed in the cycle after the tail has left it{}.",
            most.unwrap_or_default()
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Whether messages change their virtual channels at datelines: the function offers others without.
pub(super) fn has_dateline(scenario: &Scenario, built: &BuiltScenario) -> bool {
    let topology = &*built.topology;
    if !topology.has_rings() || !scenario.dateline {
        return false;
    }
    let offered = |dateline| {
        let vcs = Vcs {
            count: scenario.vcs_of_class() as u8,
            dateline,
        };
        let function = routing::from_id_with(&scenario.routing, topology, vcs, &scenario.scripts);
        let function = function.ok()?;
        let network = &built.design.network;
        let here = network.terminals().iter().next()?;
        let others = network.terminals().iter().filter(|&to| to != here);
        let mut all = Vec::new();
        for to in others {
            let mut offers = Candidates::default();
            function.candidates(network, Hop::new(here, to, 0), &mut offers);
            all.extend_from_slice(offers.as_slice());
        }
        Some(all)
    };
    offered(true) != offered(false)
}
