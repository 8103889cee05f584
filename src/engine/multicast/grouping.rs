//! The division of destinations into qualified groups (Al-Dubai et al.), with all intermediate
//! results, which are also displayed.
//!
//! 1. *Area*: the smallest rectangle around source and destinations, with
//!    mid_d = ⌊(l_d + u_d)/2⌋.
//! 2. *Cut* (definition 2): the dimension is the one with the smaller difference N_d between the
//!    number of destinations at or beyond mid_d and the number below; ties go to the higher
//!    dimension. Each half is cut again in the other dimension, at the mid of its own destinations,
//!    which yields at most four primary groups.
//! 3. *Weights* (equations 3 to 7): with p_n and p_f the nearest and the farthest member of a
//!    group G, Int = dist(p_f, p_n) + |G|, Ext = dist(p_n, p), W_m = Int + Ext, W_av the mean of
//!    W_m over the primary groups, and QP = |W_m − W_av| / W_av. A group with QP > T is not
//!    qualified. If it is heavier than the mean and has at least two members, it is cut once more
//!    by the rule of step 2, in the rectangle of its own members.
//!
//! The nearest member of every final group is its *leader*. Ties for the nearest or farthest member
//! go to the lowest node number.

use crate::topology::sorted::order_of;
use crate::topology::{Lattice, NodeId};

/// The groups of one multicast, with all intermediate results.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    /// The rectangle around the source and all destinations.
    pub area: Rectangle,
    /// The cut of the area.
    pub cut: Cut,
    /// The mean weight W_av [hops + nodes].
    pub mean_weight: f64,
    /// The primary groups, 1 to 4.
    pub primary: Vec<Group>,
    /// The final groups, in the order of the primary ones; the leader comes first in each.
    pub groups: Vec<Vec<NodeId>>,
}

/// A rectangle of nodes, including both corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle {
    pub low: [u32; 2],
    pub high: [u32; 2],
}

/// The cut of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// mid_d of both dimensions; the upper half starts with it.
    pub middle: [u32; 2],
    /// N_d of both dimensions \[nodes\].
    pub differences: [u32; 2],
    pub dimension: u8,
}

/// A primary group and its weight.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The destinations, with the leader p_n first.
    pub members: Vec<NodeId>,
    pub farthest: NodeId,
    /// The internal weight Int [hops + nodes].
    pub internal: u32,
    /// The external weight Ext \[hops\].
    pub external: u32,
    /// The qualification point QP, relative to the mean of all primary groups.
    pub point: f64,
    /// Whether QP ≤ T.
    pub is_qualified: bool,
    /// The cut of the group; `None` if it is not cut.
    pub cut: Option<Cut>,
    /// The range of its final groups in [`Grouping::groups`]: start and exclusive end.
    pub finals: (usize, usize),
}

impl Group {
    /// The leader p_n, the member nearest to the source.
    pub fn leader(&self) -> NodeId {
        self.members[0]
    }

    /// The weight W_m [hops + nodes].
    pub fn weight(&self) -> u32 {
        self.internal + self.external
    }
}

impl Rectangle {
    /// The smallest rectangle around some nodes; for no nodes, the node at the origin.
    pub fn around(plane: &Lattice, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        let mut nodes = nodes.into_iter().map(|node| at(plane, node));
        let first = nodes.next().unwrap_or_default();
        let start = Self {
            low: first,
            high: first,
        };
        nodes.fold(start, |place, node| Self {
            low: [0, 1].map(|d| place.low[d].min(node[d])),
            high: [0, 1].map(|d| place.high[d].max(node[d])),
        })
    }

    fn middle(&self) -> [u32; 2] {
        [0, 1].map(|d| u32::midpoint(self.low[d], self.high[d]))
    }
}

impl Grouping {
    /// Divides at least one destination by steps 1 to 3; `threshold` is T.
    pub fn of(plane: &Lattice, from: NodeId, to: &[NodeId], threshold: f64) -> Self {
        let area = Rectangle::around(plane, to.iter().copied().chain([from]));
        let (cut, parts) = divided(plane, area, to);
        let distance = |a: NodeId, b: NodeId| {
            let (a, b) = (at(plane, a), at(plane, b));
            a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
        };
        let mut primary: Vec<_> = parts
            .into_iter()
            .map(|mut members| {
                nearest_first(&mut members, |node| distance(from, node));
                let leader = members[0];
                let far = distance(from, *members.last().expect("a part is not empty"));
                let farthest = members.iter().find(|&&node| distance(from, node) == far);
                let farthest = *farthest.expect("one is the farthest");
                Group {
                    farthest,
                    internal: distance(farthest, leader) + members.len() as u32, // (3)
                    external: distance(leader, from),                            // (4)
                    members,
                    point: 0.0,
                    is_qualified: true,
                    cut: None,
                    finals: (0, 0),
                }
            })
            .collect();
        let weights: u32 = primary.iter().map(Group::weight).sum();
        let mean_weight = f64::from(weights) / primary.len() as f64; // (5)
        let mut groups = Vec::with_capacity(2 * primary.len());
        for group in &mut primary {
            let weight = f64::from(group.weight()); // (6)
            group.point = (weight - mean_weight).abs() / mean_weight; // (7)
            group.is_qualified = group.point <= threshold;
            let first = groups.len();
            if !group.is_qualified && weight > mean_weight && group.members.len() > 1 {
                let place = Rectangle::around(plane, group.members.iter().copied());
                let (cut, parts) = divided(plane, place, &group.members);
                group.cut = Some(cut);
                groups.extend(parts);
            } else {
                groups.push(group.members.clone());
            }
            group.finals = (first, groups.len());
        }
        for members in &mut groups {
            nearest_first(members, |node| distance(from, node));
        }
        Self {
            area,
            cut,
            mean_weight,
            primary,
            groups,
        }
    }
}

/// Sorts nodes by distance; ties by number.
fn nearest_first(nodes: &mut Vec<NodeId>, distance: impl Fn(NodeId) -> u32) {
    let key = |node: &NodeId| u64::from(distance(*node)) << 32 | u64::from(node.0);
    *nodes = order_of(nodes.iter().map(key))
        .map(|place| nodes[place])
        .collect();
}

/// Step 2: the cut of a rectangle, and the non-empty parts into which this cut and the cuts of its
/// halves divide the destinations.
fn divided(plane: &Lattice, place: Rectangle, to: &[NodeId]) -> (Cut, Vec<Vec<NodeId>>) {
    let middle = place.middle();
    let differences = [0, 1].map(|d| {
        let beyond = to.iter().filter(|&&node| at(plane, node)[d] >= middle[d]);
        let beyond = beyond.count();
        beyond.abs_diff(to.len() - beyond) as u32
    });
    let dimension = usize::from(differences[1] <= differences[0]);
    let across = 1 - dimension;
    let cut = Cut {
        middle,
        differences,
        dimension: dimension as u8,
    };
    let (beyond, below): (Vec<_>, Vec<_>) = to
        .iter()
        .partition(|&&node| at(plane, node)[dimension] >= middle[dimension]);
    let mut parts = Vec::with_capacity(4);
    for half in [below, beyond] {
        let own = Rectangle::around(plane, half.iter().copied()).middle();
        let (upper, lower): (Vec<_>, Vec<_>) = half
            .into_iter()
            .partition(|&node| at(plane, node)[across] >= own[across]);
        parts.extend([lower, upper].into_iter().filter(|part| !part.is_empty()));
    }
    (cut, parts)
}

fn at(plane: &Lattice, node: NodeId) -> [u32; 2] {
    [0, 1].map(|d| plane.coordinate(node, d))
}
