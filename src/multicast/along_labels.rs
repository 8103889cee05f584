//! Worms along a Hamiltonian labeling, which multicasts by labels are made of.
//!
//! A worm visits labels in ascending order, or in descending order, and the label routing R of
//! Lin & Ni leads it from one to the next. So it stays in one of the two networks without
//! cycles: channels to higher labels, or channels to lower ones.

use super::{PlannedWorm, Route};
use crate::topology::{Labeling, NodeId};

/// Labels above and below that of the source, each in the order in which a worm visits them.
pub(super) fn halves(labeling: &Labeling, from: NodeId, to: &[NodeId]) -> [Vec<u32>; 2] {
    let source = labeling.label(from);
    let labels = to.iter().map(|&node| labeling.label(node));
    let (mut higher, mut lower): (Vec<_>, Vec<_>) = labels.partition(|&label| label > source);
    higher.sort_unstable();
    lower.sort_unstable();
    lower.reverse();
    [higher, lower]
}

/// The worm that visits labels in this order, each farther from the source's than the one
/// before; by way of a neighbor, if one is given. None for no labels.
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

/// Two worms at most: one up the labels, one down.
pub(super) fn dual_path(
    labeling: &Labeling,
    from: NodeId,
    to: &[NodeId],
) -> impl Iterator<Item = PlannedWorm> {
    let halves = halves(labeling, from, to).into_iter();
    halves.filter_map(move |labels| worm(labeling, from, None, &labels))
}
