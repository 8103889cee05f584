//! Hypercubes under Duato's routing, with or without broadcasts along binomial trees.

use super::assumptions::{Failure, Subject, assume, hypercube, is_of, one_length, routed, uniform};
use super::shahrabi_broadcast::{differences, is_by_tree, scenario_of};
use super::{Correspondence, Theory};
use engine::catalog::Settings;
use engine::model::{AdaptiveCube, LatencyKind};

const BROADCAST: &str = "platoon-broadcast";
const UNICAST: &str = "platoon-duato";

const OF: &str = "channels shared";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[UNICAST, BROADCAST],
    of_waiting: "lets worms share the cycles of a channel, and waits only where all virtual \
                 channels are held",
    theories,
    scenario: |parameters| {
        let startup = i64::from(parameters.whole("startup"));
        scenario_of(parameters, BROADCAST, startup)
    },
};

fn theories(subject: &Subject) -> Result<Vec<Theory>, Failure> {
    let dimension = hypercube(subject);
    assume(OF, 0, dimension.is_some(), || is_of(subject, "hypercubes"))?;
    let dimension = dimension.unwrap_or_default();
    // The model of Shahrabi et al. has the same assumptions; where both fail, it is the one named.
    routed(OF, subject, "duato", "Duato's routing").map_err(later)?;
    let design = &*subject.built.design;
    assume(OF, 0, design.vcs >= 2, || {
        "has an adaptive virtual channel besides the escape channel".to_owned()
    })?;
    uniform(OF, 0, subject)?;
    let traffic = &subject.scenario.traffic;
    let several = traffic.multicast.destinations;
    let broadcasts = traffic.broadcast;
    let to_one_or_all = several.is_none_or(|nodes| nodes <= 1);
    assume(OF, 0, to_one_or_all && is_by_tree(subject), || {
        "has messages to one node, and to all along a binomial tree".to_owned()
    })?;
    let length = one_length(OF, subject).map_err(later)?;
    let most = AdaptiveCube::MOST_DIMENSIONS;
    let least = AdaptiveCube::LEAST_LENGTH;
    assume(OF, 0, dimension <= most && length >= least, || {
        format!("is for at most {most} dimensions and at least {least} flits")
    })?;
    let settings = Settings::default()
        .with("n", dimension)
        .with("length", length)
        .with("vcs", design.vcs)
        .with("beta", broadcasts)
        .with("startup", design.timing.startup);
    let differences = differences(subject, dimension);
    let theory = |id, predicts| Theory {
        id,
        settings: settings.clone(),
        predicts,
        differences: differences.clone(),
    };
    Ok(if broadcasts > 0.0 {
        vec![
            theory(BROADCAST, LatencyKind::Multicast),
            theory(UNICAST, LatencyKind::Unicast),
        ]
    } else {
        vec![theory(UNICAST, LatencyKind::Latency)]
    })
}

/// A failure that counts less than those of the published model.
fn later(failure: Failure) -> Failure {
    Failure {
        after: 0,
        ..failure
    }
}
