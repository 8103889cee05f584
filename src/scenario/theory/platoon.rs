//! Any network of which every message crosses one path, with one virtual channel per channel, and
//! tori with two and a dateline.

use super::assumptions::{Failure, Subject, assume, one_length, to_one_node, uniform};
use super::differences::{Assumed, of_flits};
use super::parameters::wormhole;
use super::{Correspondence, Theory};
use crate::catalog::Settings;
use crate::model::{LatencyKind, Platoon};
use crate::routing::{Adaptivity, Least, written};

const ONE_LANE: &str = "platoon";
const DATELINE: &str = "platoon-dateline";

const OF: &str = "platoons";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ONE_LANE, DATELINE],
    of_waiting: "has a header wait for all worms ahead of it at a channel, and tells worms that \
                 follow another from those that come by chance",
    theories,
    scenario: |parameters| {
        let lanes = if parameters.model == DATELINE { 2 } else { 1 };
        let [network, routing] = ["network", "routing"].map(|id| parameters.text(id));
        Ok(wormhole(network, routing, lanes))
    },
};

/// Whether a curve of the model takes so little time that a page can wait for it: the lanes of a
/// dimension of a hypercube are alike, while those of other networks are each solved for.
pub(super) fn is_quick(subject: &Subject) -> bool {
    const MOST_NODES: u32 = 64;
    const MOST_OF_A_CUBE: u32 = 256;
    let topology = &*subject.built.topology;
    let most = match topology.cube_dimension() {
        Some(_) => MOST_OF_A_CUBE,
        None => MOST_NODES,
    };
    topology.nodes() <= most
}

fn theories(subject: &Subject) -> Result<Vec<Theory>, Failure> {
    let (scenario, built) = (subject.scenario, subject.built);
    let (design, topology) = (&*built.design, &*built.topology);
    assume(OF, 0, built.packet.is_none(), || {
        "is for flits, but here there are packets".to_owned()
    })?;
    let most = Platoon::MOST_NODES;
    assume(OF, 0, topology.nodes() <= most, || {
        format!(
            "is for networks of at most {most} nodes, but here there are {}",
            topology.nodes()
        )
    })?;
    let routing = &*design.routing;
    let has_one_path = routing.adaptivity() == Adaptivity::Deterministic
        && routing.legs() == 1
        && written::script_of(&scenario.routing).is_none();
    assume(OF, 1, has_one_path, || {
        let routing = written::in_words(&scenario.routing);
        format!("assumes a registered routing function with one path, but here it is {routing}")
    })?;
    // A minimum that must be searched for matters only where it may be the number here.
    let least = match routing.least() {
        Least::Known(least) => least,
        Least::Searched(_) if design.vcs == 1 => routing.min_vcs(),
        Least::Searched(_) => None,
    };
    let has_rings = topology.has_rings() && scenario.routing == "dimension-order";
    let (id, lanes) = if least == Some(2) && has_rings {
        (DATELINE, 2)
    } else {
        (ONE_LANE, 1)
    };
    let is_free = least == Some(lanes);
    assume(OF, 1, is_free, || {
        "assumes that one virtual channel is enough for freedom from deadlock or, in tori, two with \
         a dateline"
            .to_owned()
    })?;
    assume(OF, 2, design.vcs == lanes, || {
        let channels = if lanes == 1 { "channel" } else { "channels" };
        format!(
            "assumes {lanes} virtual {channels}, but here there are {}",
            design.vcs
        )
    })?;
    uniform(OF, 3, subject)?;
    to_one_node(OF, subject)?;
    let length = one_length(OF, subject)?;
    let settings = Settings::default()
        .with("network", &scenario.network)
        .with("routing", &scenario.routing)
        .with("length", length);
    let assumed = Assumed {
        vcs: Some(lanes),
        injection: 1,
        knows_startup: false,
    };
    let mut differences = of_flits(subject, &assumed);
    let longest = topology.diameter();
    if length < longest {
        differences.push(format!(
            "the model assumes that messages are longer than paths, but here {length} flits go up \
             to {longest} hops"
        ));
    }
    Ok(vec![Theory {
        id,
        settings,
        predicts: LatencyKind::Latency,
        differences,
    }])
}
