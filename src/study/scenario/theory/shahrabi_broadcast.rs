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
    let algorithm = traffic.multicast.algorithm.as_deref();
    let algorithm = algorithm.or(subject.built.multicast.as_deref());
    let algorithm = algorithm.unwrap_or(TREE);
    let (base, turns) = algorithm.split_once(':').unwrap_or((algorithm, ""));
    let is_by_tree = broadcasts == 0.0 || base == TREE;
    assume(SHAHRABI, 3, is_by_tree, || {
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
    let differences = differences(subject, dimension, turns);
    Ok(variants(broadcasts > 0.0, &settings, &differences))
}

fn differences(subject: &Subject, dimension: u32, turns: &str) -> Vec<String> {
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
    if traffic.broadcast > 0.0 && turns == "fixed" {
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
    let startup = i64::from(parameters.whole("delta")) - 1;
    if share > 0.0 && startup < 0 {
        return Err(
            "Start-up Δ must be 1 or more for a scenario, where a copy that has arrived is \
             forwarded in the next cycle, not 0."
                .to_owned(),
        );
    }
    scenario.traffic.broadcast = share;
    scenario.timing.startup = startup.max(0);
    scenario.ports.injection = i64::from(parameters.whole("n"));
    Ok(scenario)
}
