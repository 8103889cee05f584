//! Hypercubes under Duato's routing with broadcasts along binomial trees (Shahrabi et al. 2000),
//! and the messages to one node among the broadcasts.

use super::assumptions::{Failure, Subject, assume, hypercube, is_of, one_length, routed, uniform};
use super::differences::{Assumed, of_flits};
use super::parameters::{Parameters, wormhole};
use super::{Correspondence, Theory};
use crate::scenario::Scenario;
use engine::catalog::Settings;
use engine::model::LatencyKind;

const BROADCAST: &str = "shahrabi-broadcast";
const UNICAST: &str = "shahrabi-unicast";

const SHAHRABI: &str = "Shahrabi et al.";

/// The broadcast algorithm that the model describes, with a rotating or random base dimension.
const TREE: &str = "binomial-broadcast";

pub(super) const CORRESPONDENCE: Correspondence = Correspondence {
    models: &[BROADCAST, UNICAST],
    of_waiting: "treats every channel as an independent M/G/1 queue, whatever the worms ahead wait \
                 for",
    theories,
    scenario,
};

fn theories(subject: &Subject) -> Result<Vec<Theory>, Failure> {
    let dimension = hypercube(subject);
    assume(SHAHRABI, 0, dimension.is_some(), || {
        is_of(subject, "hypercubes")
    })?;
    let dimension = dimension.unwrap_or_default();
    routed(SHAHRABI, subject, "duato", "Duato's routing")?;
    let vcs = subject.built.design.vcs;
    assume(SHAHRABI, 1, vcs >= 2, || {
        "has an adaptive virtual channel besides the escape channel, but here there is only one \
         virtual channel"
            .to_owned()
    })?;
    uniform(SHAHRABI, 3, subject)?;
    let traffic = &subject.scenario.traffic;
    let several = traffic.multicast.destinations;
    assume(SHAHRABI, 3, several.is_none_or(|nodes| nodes <= 1), || {
        "has messages to one node and to all, but here some go to several".to_owned()
    })?;
    let broadcasts = traffic.broadcast;
    let algorithm = algorithm(subject);
    assume(SHAHRABI, 3, is_by_tree(subject), || {
        format!("has broadcasts along a binomial tree, but here {algorithm} sends them")
    })?;
    let length = one_length(SHAHRABI, subject)?;
    let settings = Settings::default()
        .with("n", dimension)
        .with("length", length)
        .with("vcs", vcs)
        .with("beta", broadcasts)
        // A node forwards a copy in the cycle after its arrival, which counts as start-up.
        .with("delta", subject.built.design.timing.startup + 1);
    let differences = differences(subject, dimension);
    Ok(variants(broadcasts > 0.0, &settings, &differences))
}

/// The broadcast algorithm of the scenario.
fn algorithm<'a>(subject: &Subject<'a>) -> &'a str {
    let named = subject.scenario.traffic.multicast.algorithm.as_deref();
    let named = named.or(subject.built.multicast.as_deref());
    named.unwrap_or(TREE)
}

/// Whether all broadcasts are along binomial trees.
pub(super) fn is_by_tree(subject: &Subject) -> bool {
    let base = algorithm(subject).split(':').next();
    subject.scenario.traffic.broadcast == 0.0 || base == Some(TREE)
}

/// The differences from a model of broadcasts along binomial trees.
pub(super) fn differences(subject: &Subject, dimension: u32) -> Vec<String> {
    let traffic = &subject.scenario.traffic;
    let mut differences = of_flits(
        subject,
        &Assumed {
            vcs: None,
            injection: dimension,
            knows_startup: true,
            buffer: 1,
        },
    );
    let is_fixed = algorithm(subject)
        .split_once(':')
        .is_some_and(|(_, turns)| turns == "fixed");
    if traffic.broadcast > 0.0 && is_fixed {
        differences.push(
            "the model loads all channels evenly with copies, but here all trees have the same \
             base dimension"
                .to_owned(),
        );
    }
    if traffic.broadcast > 0.0 && traffic.multicast.router_copies {
        differences
            .push("in the model nodes forward copies, but here routers make them".to_owned());
    }
    differences
}

/// Each model in each variant. Without broadcasts, only the unicast model applies, and its variants
/// do not differ.
fn variants(has_broadcasts: bool, settings: &Settings, differences: &[String]) -> Vec<Theory> {
    let unicast = if has_broadcasts {
        LatencyKind::Unicast
    } else {
        LatencyKind::Latency
    };
    let models = [(BROADCAST, LatencyKind::Multicast), (UNICAST, unicast)];
    let (models, variants) = if has_broadcasts {
        (&models[..], &["flow-conserving", "printed"][..])
    } else {
        (&models[1..], &["flow-conserving"][..])
    };
    let theories = models.iter().flat_map(|&(id, predicts)| {
        variants.iter().map(move |variant| Theory {
            id,
            settings: settings.clone().with("variant", variant),
            predicts,
            differences: differences.to_vec(),
        })
    });
    theories.collect()
}

fn scenario(parameters: &Parameters) -> Result<Scenario, String> {
    let startup = i64::from(parameters.whole("delta")) - 1;
    let scenario = scenario_of(parameters, BROADCAST, startup.max(0))?;
    if scenario.traffic.broadcast > 0.0 && startup < 0 {
        return Err(
            "Start-up Δ must be 1 or more for a scenario, where a copy that has arrived is \
             forwarded in the next cycle, not 0."
                .to_owned(),
        );
    }
    Ok(scenario)
}

/// The scenario of a model of messages to one node or, if its id is `broadcast`, of broadcasts.
pub(super) fn scenario_of(
    parameters: &Parameters,
    broadcast: &str,
    startup: i64,
) -> Result<Scenario, String> {
    let network = format!("hypercube:{}", parameters.text("n"));
    let mut scenario = wormhole(&network, "duato", i64::from(parameters.whole("vcs")));
    let share = parameters.real("beta");
    if share > 0.0 {
        scenario.traffic.multicast.algorithm = Some(TREE.to_owned());
    } else if parameters.model == broadcast {
        return Err(
            "Broadcasts β must be more than 0 for a scenario with broadcasts, not 0.".to_owned(),
        );
    }
    scenario.traffic.broadcast = share;
    scenario.timing.startup = startup;
    scenario.ports.injection = i64::from(parameters.whole("n"));
    Ok(scenario)
}
