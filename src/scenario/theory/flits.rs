//! Models of wormhole routing, flit by flit.

use super::differences::{Assumed, of_flits};
use super::{Failure, Line, Subject, Theory, assume};
use crate::catalog::Settings;
use crate::model::LatencyKind;
use crate::topology::{Direction, Hypercube, Torus};
use crate::traffic::Length;

/// The algorithm of broadcasts that the model knows, with its base rotated or drawn.
const TREE: &str = "binomial-broadcast";

const CICIANI: &str = "Ciciani et al.";
const SHAHRABI: &str = "Shahrabi et al.";

pub(super) const TORUS_UNI: Line = Line {
    models: &["ciciani-torus-uni"],
    theories: |subject| {
        let torus = torus(subject).filter(|torus| torus.direction() == Direction::Up);
        assume(CICIANI, 0, torus.is_some(), || {
            is_of(subject, "tori of one-way rings")
        })?;
        let radices = torus
            .into_iter()
            .flat_map(|torus| torus.lattice().radices());
        let radices: Vec<_> = radices.map(u32::to_string).collect();
        let settings = Settings::default().with("k", radices.join("x"));
        dimension_order(subject, "ciciani-torus-uni", settings, Vec::new())
    },
};

pub(super) const TORUS_BI: Line = Line {
    models: &["ciciani-torus-bi"],
    theories: |subject| {
        let torus = torus(subject).filter(|torus| torus.direction() == Direction::Both);
        assume(CICIANI, 0, torus.is_some(), || {
            is_of(subject, "tori of two-way rings")
        })?;
        let radices = torus.map_or(&[][..], |torus| torus.lattice().radices());
        let radix = radices.first().copied().unwrap_or_default();
        let is_symmetric = radices.iter().all(|&k| k == radix);
        assume(CICIANI, 1, is_symmetric, || {
            is_of(subject, "tori with rings of one length")
        })?;
        let settings = Settings::default()
            .with("k", radix)
            .with("n", radices.len());
        let mut differences = Vec::new();
        if radices.len() != 3 {
            differences.push(format!(
                "the paper has three dimensions; for {} the model is our extension",
                radices.len()
            ));
        }
        if radix == 2 {
            differences.push(
                "the model has two ways around a ring, but one of two nodes has only one"
                    .to_owned(),
            );
        }
        dimension_order(subject, "ciciani-torus-bi", settings, differences)
    },
};

pub(super) const HYPERCUBE: Line = Line {
    models: &["ciciani-hypercube"],
    theories: |subject| {
        let dimension = hypercube(subject);
        assume(CICIANI, 0, dimension.is_some(), || {
            is_of(subject, "hypercubes")
        })?;
        let settings = Settings::default().with("n", dimension.unwrap_or_default());
        dimension_order(subject, "ciciani-hypercube", settings, Vec::new())
    },
};

pub(super) const BROADCAST: Line = Line {
    models: &["shahrabi-broadcast", "shahrabi-unicast"],
    theories: |subject| {
        let scenario = subject.scenario;
        let dimension = hypercube(subject);
        assume(SHAHRABI, 0, dimension.is_some(), || {
            is_of(subject, "hypercubes")
        })?;
        let dimension = dimension.unwrap_or_default();
        routed(SHAHRABI, subject, "duato", "Duato's routing")?;
        let vcs = subject.study.design.vcs;
        assume(SHAHRABI, 1, vcs >= 2, || {
            "has an adaptive virtual channel besides that for escape, here there is only one"
                .to_owned()
        })?;
        uniform(SHAHRABI, subject)?;
        let several = scenario.traffic.multicast.destinations;
        assume(SHAHRABI, 3, several.is_none_or(|nodes| nodes <= 1), || {
            "knows messages to one node and to all, here some go to several".to_owned()
        })?;
        let broadcasts = scenario.traffic.broadcast;
        let algorithm = scenario.traffic.multicast.algorithm.as_deref();
        let algorithm = algorithm.or(subject.study.multicast.as_deref());
        let algorithm = algorithm.unwrap_or(TREE);
        let (base, turns) = algorithm.split_once(':').unwrap_or((algorithm, ""));
        let is_by_tree = broadcasts == 0.0 || base == TREE;
        assume(SHAHRABI, 3, is_by_tree, || {
            format!("has broadcasts along a binomial tree, here {algorithm} sends them")
        })?;
        let length = one_length(SHAHRABI, subject)?;

        let mut differences = of_flits(
            subject,
            &Assumed {
                vcs: None,
                injection: dimension,
                knows_startup: true,
            },
        );
        if broadcasts > 0.0 && turns == "fixed" {
            differences.push(
                "the model has every channel carry as many copies, here all trees have one base \
                 dimension"
                    .to_owned(),
            );
        }
        if broadcasts > 0.0 && scenario.traffic.multicast.replicate {
            differences
                .push("in the model nodes send copies on, here routers replicate them".to_owned());
        }
        let settings = Settings::default()
            .with("n", dimension)
            .with("length", length)
            .with("vcs", vcs)
            .with("beta", broadcasts)
            // A copy that has arrived is sent on in the next cycle, which counts as start-up.
            .with("delta", subject.study.design.timing.startup + 1);
        let unicast = if broadcasts > 0.0 {
            LatencyKind::Unicast
        } else {
            LatencyKind::Latency
        };
        let totals = [
            ("shahrabi-broadcast", LatencyKind::Multicast),
            ("shahrabi-unicast", unicast),
        ];
        // Without broadcasts there is only one of them, and nothing to count in two ways.
        let (totals, variants) = if broadcasts > 0.0 {
            (&totals[..], &["flow-conserving", "printed"][..])
        } else {
            (&totals[1..], &["flow-conserving"][..])
        };
        let theories = totals.iter().flat_map(|&(id, predicts)| {
            variants.iter().map({
                let (settings, differences) = (settings.clone(), differences.clone());
                move |variant| Theory {
                    id,
                    settings: settings.clone().with("variant", variant),
                    predicts,
                    differences: differences.clone(),
                }
            })
        });
        Ok(theories.collect())
    },
};

/// Two nodes, each with a queue of its own to the other.
pub(super) const QUEUE: Line = Line {
    models: &["queue"],
    theories: |subject| {
        let of = "a single queue";
        assume(of, 0, hypercube(subject) == Some(1), || {
            is_of(subject, "two nodes, hypercube:1")
        })?;
        uniform(of, subject)?;
        to_one_node(of, subject)?;
        let length = one_length(of, subject)?;
        let settings = Settings::default()
            .with("kind", "md1")
            .with("service", length);
        let assumed = Assumed {
            vcs: Some(1),
            injection: 1,
            knows_startup: false,
        };
        Ok(vec![Theory {
            id: "queue",
            settings,
            predicts: LatencyKind::Latency,
            differences: of_flits(subject, &assumed),
        }])
    },
};

/// What the models of Ciciani et al. assume in common.
fn dimension_order(
    subject: &Subject,
    id: &'static str,
    settings: Settings,
    mut differences: Vec<String>,
) -> Result<Vec<Theory>, Failure> {
    routed(
        CICIANI,
        subject,
        "dimension-order",
        "dimension-order routing",
    )?;
    uniform(CICIANI, subject)?;
    to_one_node(CICIANI, subject)?;
    let length = one_length(CICIANI, subject)?;
    let assumed = Assumed {
        vcs: Some(1),
        injection: 1,
        knows_startup: false,
    };
    differences.extend(of_flits(subject, &assumed));
    Ok(vec![Theory {
        id,
        settings: settings.with("length", length),
        predicts: LatencyKind::Network,
        differences,
    }])
}

fn torus<'a>(subject: &'a Subject) -> Option<&'a Torus> {
    let topology = &*subject.study.topology;
    let torus = topology.as_a::<Torus>();
    torus.filter(|_| subject.study.packet.is_none())
}

/// n, where flits go through a hypercube.
fn hypercube(subject: &Subject) -> Option<u32> {
    let cube = subject.study.topology.as_a::<Hypercube>();
    let cube = cube.filter(|_| subject.study.packet.is_none());
    cube.map(Hypercube::dimension)
}

fn is_of(subject: &Subject, networks: &str) -> String {
    let packets = if subject.study.packet.is_some() {
        " and packets"
    } else {
        ""
    };
    format!(
        "is one of flits in {networks}, here there is {}{packets}",
        subject.scenario.network
    )
}

fn routed(of: &'static str, subject: &Subject, id: &str, name: &str) -> Result<(), Failure> {
    let routing = &subject.scenario.routing;
    assume(of, 2, routing == id, || {
        format!("assumes {name}, here it is {routing}")
    })
}

fn uniform(of: &'static str, subject: &Subject) -> Result<(), Failure> {
    let pattern = &subject.scenario.traffic.pattern;
    assume(of, 3, pattern == "uniform", || {
        format!("assumes uniform traffic, here it is {pattern}")
    })
}

fn to_one_node(of: &'static str, subject: &Subject) -> Result<(), Failure> {
    let traffic = &subject.scenario.traffic;
    let several = traffic
        .multicast
        .destinations
        .is_some_and(|nodes| nodes > 1);
    assume(of, 4, traffic.broadcast == 0.0 && !several, || {
        "knows messages to one node only, here some go to several".to_owned()
    })
}

/// M, if all messages have it.
fn one_length(of: &'static str, subject: &Subject) -> Result<u32, Failure> {
    match subject.study.design.length {
        Length::Fixed(flits) => Ok(flits),
        Length::Exponential(mean) => {
            let words = || {
                format!(
                    "knows one length of messages, here lengths differ, {mean} flits on average"
                )
            };
            assume(of, 5, false, words).map(|()| 0)
        }
    }
}
