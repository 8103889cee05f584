//! Qualified groups (Al-Dubai, Ould-Khaoua, El-Zayyat & Mackenzie): first to the leaders, then to
//! all groups at once.
//!
//! [`Grouping`] divides the destinations into groups of comparable weight. In the first step the
//! source sends to the leader of every group, in the second step every leader sends to the rest of
//! its group, all at the same time.
//!
//! Both steps are path-based, on a base that is free of deadlock. Along the labels of the mesh a
//! step takes at most two worms per node, so two start-ups reach any number of destinations, which
//! is theorem 1 of the paper. On e-cube paths, which the paper says it used, a step is a
//! column-path multicast: paths are shorter but worms more numerous, so that they may queue for
//! ports.

use super::column_path::{ColumnPath, MESH, plane};
use super::dual_path::DualPath;
use super::{
    Grouping, MulticastAlgorithm, MulticastFamily, Plan, PlannedWorm, TEXTS, along_labels,
};
use crate::catalog::{Choice, Control, Entry, Family, Param, Real, Settings, parse_spec};
use crate::topology::{Labeling, Lattice, NodeId};

pub(super) const FAMILY: MulticastFamily = Family {
    entry: Entry::new(
        TEXTS,
        "qualified-groups",
        &[Param::Real(THRESHOLD), Param::Choice(BASE)],
    ),
    build: |topology, settings| {
        let threshold = settings.real(&THRESHOLD)?;
        let base = settings.choice(&BASE)?;
        match (plane(topology), Labeling::new(topology)) {
            (Some(plane), Some(labeling)) => Ok(Box::new(QualifiedGroups {
                base: if base == "label" {
                    Base::Label(DualPath { labeling })
                } else {
                    Base::ECube(ColumnPath {
                        plane: plane.clone(),
                    })
                },
                plane,
                threshold,
            })),
            _ => topology.refuse("qualified-groups multicast", MESH),
        }
    },
};

const THRESHOLD: Real = Control::new("threshold", "T", "Threshold")
    .default("0.5")
    .help(
        "How far the weight of a group may deviate from the mean weight, as a fraction of the \
         mean: 0.5 in the paper.",
    )
    .real(0.0, 10.0);

const BASE: Choice = Control::new("base", "", "Base")
    .default("label")
    .help(
        "How each step reaches its nodes: along the labels, with at most two worms, or on e-cube \
         paths, with one or two worms for every column.",
    )
    .choice(&["label", "e-cube"]);

/// The threshold T of a specification such as `qualified-groups:0.3`; `None` for other algorithms.
pub fn threshold_of(spec: &str) -> Option<f64> {
    let (family, settings): (_, Settings) = parse_spec(super::FAMILIES, "", spec).ok()?;
    let threshold = settings.real(&THRESHOLD).ok();
    threshold.filter(|_| family.entry.id == FAMILY.entry.id)
}

#[derive(Debug)]
struct QualifiedGroups {
    plane: Lattice,
    /// The threshold T.
    threshold: f64,
    base: Base,
}

/// The algorithm of each step.
#[derive(Debug)]
enum Base {
    Label(DualPath),
    ECube(ColumnPath),
}

impl Base {
    fn worms(&self, from: NodeId, to: &[NodeId]) -> Vec<PlannedWorm> {
        match self {
            Self::Label(dual) => along_labels::dual_path(&dual.labeling, from, to).collect(),
            Self::ECube(columns) => columns.worms(from, to),
        }
    }
}

impl MulticastAlgorithm for QualifiedGroups {
    fn plan(&self, from: NodeId, to: &[NodeId], _nth: u64) -> Plan {
        let grouping = Grouping::of(&self.plane, from, to, self.threshold);
        let leaders: Vec<_> = grouping.groups.iter().map(|group| group[0]).collect();
        let mut worms = self.base.worms(from, &leaders);
        let first_step = worms.len();
        for group in &grouping.groups {
            let (leader, rest) = group.split_first().expect("a group is not empty");
            let step = worms[..first_step].iter();
            let mut delivers_to_leader = step.map(|worm| worm.deliver.contains(leader));
            let after = delivers_to_leader.position(|delivers| delivers);
            let onward = self.base.worms(*leader, rest).into_iter();
            worms.extend(onward.map(|worm| PlannedWorm { after, ..worm }));
        }
        Plan::of(worms)
    }

    fn base(&self) -> Option<&'static str> {
        Some(match self.base {
            Base::Label(_) => "label",
            Base::ECube(_) => "dimension-order",
        })
    }

    fn led_by(&self) -> Option<&dyn MulticastAlgorithm> {
        Some(match &self.base {
            Base::Label(dual) => dual,
            Base::ECube(columns) => columns,
        })
    }

    fn preparation(&self) -> u32 {
        16
    }
}
