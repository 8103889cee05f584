//! Any network of which every message crosses one path, with one virtual channel per channel, and
//! tori with two and a dateline.

use super::assumptions::{Failure, Subject, assume, one_length, to_one_node, uniform};
use super::differences::{Assumed, of_flits};
use super::parameters::wormhole;
use super::{Correspondence, Theory};
use engine::catalog::Settings;
use engine::model::{LatencyKind, Platoon};
use engine::routing::{Adaptivity, Least, written};
use engine::sim::Switching;
use engine::traffic::{self, Length, worst_case};

const ONE_LANE: &str = "platoon";
const DATELINE: &str = "platoon-dateline";

const OF: &str = "platoons";

const UNIFORM: &str = "uniform";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[ONE_LANE, DATELINE],
    of_waiting: "has a header wait for all worms ahead of it at a channel, and tells worms that \
                 follow another from those that come by chance",
    theories,
    scenario: |parameters| {
        let lanes = if parameters.model == DATELINE { 2 } else { 1 };
        let [network, routing] = ["network", "routing"].map(|id| parameters.text(id));
        let mut scenario = wormhole(network, routing, lanes);
        scenario.buffer = i64::from(parameters.whole("buffer"));
        if parameters.model == ONE_LANE {
            parameters
                .text("pattern")
                .clone_into(&mut scenario.traffic.pattern);
        }
        Ok(scenario)
    },
};

/// Whether a curve of the model takes so little time that a page can wait for it: under uniform traffic
/// the lanes of a dimension of a hypercube are alike, while all others are each solved for. Under a hot
/// spot, messages from everywhere meet at the lanes around it.
pub(super) fn is_quick(subject: &Subject) -> bool {
    const MOST_NODES: u32 = 64;
    const MOST_OF_A_CUBE: u32 = 256;
    const MOST_AROUND_A_HOT_SPOT: u32 = 36;
    let topology = &*subject.built.topology;
    let pattern = traffic::kind_of(&subject.scenario.traffic.pattern);
    let most = match (topology.cube_dimension(), pattern) {
        (Some(_), UNIFORM) => MOST_OF_A_CUBE,
        (_, "hotspot") => MOST_AROUND_A_HOT_SPOT,
        _ => MOST_NODES,
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
        Least::Searched(_) | Least::Unknown => None,
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
    let pattern = if id == ONE_LANE {
        Some(pattern(subject)?)
    } else {
        uniform(OF, 3, subject)?;
        None
    };
    to_one_node(OF, subject)?;
    let length = match id {
        ONE_LANE => whole_mean(subject)?,
        _ => Length::Fixed(one_length(OF, subject)?),
    };
    let mut settings = Settings::default()
        .with("network", &scenario.network)
        .with("routing", &scenario.routing)
        .with("length", length.mean());
    if let Length::Exponential(_) = length {
        settings = settings.with("lengths", "exponential");
    }
    if let Some(pattern) = &pattern {
        settings = settings.with("pattern", pattern);
    }
    let buffer = buffer(subject, length);
    settings = settings.with("buffer", buffer);
    let assumed = Assumed {
        vcs: Some(lanes),
        injection: 1,
        knows_startup: false,
        buffer,
    };
    let mut differences = of_flits(subject, &assumed);
    if let Some(pattern) = &pattern {
        differences.extend(of_memory(subject, pattern)?);
    }
    let longest = topology.diameter();
    if let Length::Fixed(flits) = length
        && flits < longest
    {
        differences.push(format!(
            "the model assumes that messages are longer than paths, but here {flits} flits go up \
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

/// The traffic pattern as the model spells it: one that depends on the seed of the scenario or on its
/// routing function, as a list.
fn pattern(subject: &Subject) -> Result<String, Failure> {
    let scenario = subject.scenario;
    let topology = &*subject.built.topology;
    let id = &*scenario.traffic.pattern;
    let found = scenario.pattern(topology);
    let found = found.map_err(|error| Failure {
        after: 3,
        words: format!("needs a traffic pattern that is defined here: {error}"),
        of: OF,
    })?;
    Ok(if [worst_case::ID, traffic::RANDOM].contains(&id) {
        traffic::listed(&*found, topology)
    } else {
        id.to_owned()
    })
}

/// The flits that a buffer holds, or the most for which the model is.
fn buffer(subject: &Subject, length: Length) -> u32 {
    let most = match length {
        Length::Fixed(flits) => (flits / 2).max(1),
        Length::Exponential(_) => 1,
    };
    // In other switching modes a buffer holds whole messages.
    let design = &subject.built.design;
    match design.switching {
        Switching::Wormhole => design.buffer.min(most),
        _ => 1,
    }
}

/// The lengths of messages, whose mean is a whole number in the model.
fn whole_mean(subject: &Subject) -> Result<Length, Failure> {
    let length = subject.built.design.length;
    let mean = length.mean();
    assume(OF, 5, mean.fract() == 0.0, || {
        format!("is for a whole number of flits, but here lengths have a mean of {mean}")
    })?;
    Ok(length)
}

/// What is said of a pattern under which it matters for later delays where a message came from. Under
/// dimension-order routing of uniform traffic it never does.
fn of_memory(subject: &Subject, pattern: &str) -> Result<Option<String>, Failure> {
    const LEAST: f64 = 0.05;
    let scenario = subject.scenario;
    if pattern == UNIFORM && scenario.routing == "dimension-order" {
        return Ok(None);
    }
    let share = Platoon::remembered(&scenario.network, &scenario.routing, 1, pattern);
    let share = share.map_err(|error| Failure {
        after: 3,
        words: format!("cannot be set up here: {error}"),
        of: OF,
    })?;
    Ok((share > LEAST).then(|| {
        format!(
            "the model assumes that the way ahead of a message does not depend on the way that it came, \
             but here {:.0} % of the passages through channels depend on it, so from about half of the \
             load at saturation on the latencies of the model are too high",
            share * 100.0
        )
    }))
}
