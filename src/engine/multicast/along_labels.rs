//! Worms along a Hamiltonian labeling, the building blocks of label-based multicasts.
//!
//! A worm visits labels in ascending or in descending order, and the label routing R of Lin & Ni
//! leads it from one to the next. It thus stays in one of two acyclic networks: the channels to
//! higher labels, or those to lower ones.

use super::{PlannedWorm, Route};
use crate::topology::{Labeling, NodeId};

/// The labels above and those below that of the source, each in the order in which a worm visits
/// them.
pub(super) fn halves(labeling: &Labeling, from: NodeId, to: &[NodeId]) -> [Vec<u32>; 2] {
    let source = labeling.label(from);
    let labels = to.iter().map(|&node| labeling.label(node));
    let (mut higher, mut lower): (Vec<_>, Vec<_>) = labels.partition(|&label| label > source);
    higher.sort_unstable();
    lower.sort_unstable();
    lower.reverse();
    [higher, lower]
}

/// The worm that visits labels in the given order, each farther from that of the source than the
/// previous one, optionally via the neighbor with label `by`; `None` if there are no labels.
pub(super) fn worm(
    labeling: &Labeling,
    from: NodeId,
    by: Option<u32>,
    labels: &[u32],
) -> Option<PlannedWorm> {
    let farthest = labels.last()?;
    let mut here = labeling.label(from);
    let mut path = Vec::with_capacity(here.abs_diff(*farthest).min(64) as usize + 2);
    path.push(from);
    if let Some(by) = by {
        here = by;
        path.push(labeling.node(here));
    }
    for &label in labels {
        while here != label {
            here = labeling.next(here, label);
            path.push(labeling.node(here));
        }
    }
    let deliver = labels.iter().map(|&label| labeling.node(label));
    Some(PlannedWorm {
        from,
        after: None,
        route: Route::Path(path),
        deliver: deliver.collect(),
    })
}

/// At most two worms: one up the labels, one down.
pub(super) fn dual_path(
    labeling: &Labeling,
    from: NodeId,
    to: &[NodeId],
) -> impl Iterator<Item = PlannedWorm> {
    let halves = halves(labeling, from, to).into_iter();
    halves.filter_map(move |labels| worm(labeling, from, None, &labels))
}
