//! Hypercubes under Duato's routing, with or without broadcasts along binomial trees.

use super::assumptions::{Failure, Subject, assume, hypercube, is_of, one_length, routed, uniform};
use super::differences::{Assumed, of_flits};
use super::parameters::{Parameters, wormhole};
use super::{Correspondence, Theory};
use crate::scenario::Scenario;
use engine::catalog::Settings;
use engine::model::{AdaptiveCube, LatencyKind};

const BROADCAST: &str = "platoon-broadcast";
const UNICAST: &str = "platoon-duato";

const OF: &str = "channels shared";

/// The broadcast algorithm that the model describes, with a rotating or random base dimension.
const TREE: &str = "binomial-broadcast";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[UNICAST, BROADCAST],
    of_waiting: "lets worms share the cycles of a channel, and waits only where all virtual \
                 channels are held",
    theories,
    scenario,
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
    let algorithm = traffic.multicast.algorithm.as_deref();
    let algorithm = algorithm.or(subject.built.multicast.as_deref());
    let algorithm = algorithm.unwrap_or(TREE);
    let (base, turns) = algorithm.split_once(':').unwrap_or((algorithm, ""));
    let broadcasts = traffic.broadcast;
    let is_by_tree = several.is_none_or(|nodes| nodes <= 1) && (broadcasts == 0.0 || base == TREE);
    assume(OF, 0, is_by_tree, || {
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
    let mut differences = of_flits(
        subject,
        &Assumed {
            vcs: None,
            injection: dimension,
            knows_startup: true,
            buffer: 1,
        },
    );
    if broadcasts > 0.0 && turns == "fixed" {
        differences.push(
            "the model loads all channels evenly with copies, but here all trees have the same \
             base dimension"
                .to_owned(),
        );
    }
    if broadcasts > 0.0 && traffic.multicast.router_copies {
        differences
            .push("in the model nodes forward copies, but here routers make them".to_owned());
    }
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

fn scenario(parameters: &Parameters) -> Result<Scenario, String> {
    let network = format!("hypercube:{}", parameters.text("n"));
    let mut scenario = wormhole(&network, "duato", i64::from(parameters.whole("vcs")));
    let share = parameters.real("beta");
    if share > 0.0 {
        scenario.traffic.multicast.algorithm = Some(TREE.to_owned());
    } else if parameters.model == BROADCAST {
        return Err(
            "Broadcasts β must be more than 0 for a scenario with broadcasts, not 0.".to_owned(),
        );
    }
    scenario.traffic.broadcast = share;
    scenario.timing.startup = i64::from(parameters.whole("startup"));
    scenario.ports.injection = i64::from(parameters.whole("n"));
    Ok(scenario)
}
