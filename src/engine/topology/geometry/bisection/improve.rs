//! A good division by repeated improvement (Fiduccia & Mattheyses 1982).
//!
//! In a pass every cluster is moved once, the best of those that are left first, even if that makes the
//! cut larger; then the best division on the way is kept. Passes are repeated until none helps, from
//! several first divisions. Nothing is random, so a network always has the same result.

use std::collections::{BTreeSet, VecDeque};

use super::clusters::Clusters;
use crate::topology::geometry::Half;

/// A division with few channels.
pub(super) struct Best {
    pub(super) cost: u32,
    /// Channels in the direction that has fewer.
    pub(super) channels: u32,
    /// By node: whether it is in the second half.
    pub(super) is_inside: Vec<bool>,
}

/// The best division that is found; `None` if there is nothing to divide.
pub(super) fn best(clusters: &Clusters, natural: &[Half]) -> Option<Best> {
    if clusters.terminals < 2 {
        return None;
    }
    let starts = match clusters.len() {
        0..=128 => 32,
        129..=512 => 16,
        _ => 4,
    };
    let named = natural.iter().map(|half| {
        let nodes = clusters.node.iter();
        nodes.map(|node| half.is_inside[node.0 as usize]).collect()
    });
    let around = (0..starts.min(clusters.len())).map(|nth| {
        let first = nth * clusters.len() / starts.min(clusters.len());
        around(clusters, first)
    });
    let divisions = named.chain(around).map(|is_inside| {
        let mut division = Division::new(clusters, is_inside);
        while division.pass() {}
        division
    });
    let found = divisions.filter_map(|division| Some((division.cost()?, division)));
    let (cost, division) = found.min_by_key(|(cost, _)| *cost)?;
    Some(Best {
        cost,
        channels: division.in_one_direction(),
        is_inside: division.of_nodes(),
    })
}

/// Half of the terminals, in the order of a breadth-first search from a cluster.
fn around(clusters: &Clusters, first: usize) -> Vec<bool> {
    let mut is_inside = vec![false; clusters.len()];
    let mut is_reached = is_inside.clone();
    let mut inside = 0;
    let mut open = VecDeque::from([first]);
    is_reached[first] = true;
    while let Some(next) = open.pop_front() {
        if 2 * inside >= clusters.terminals {
            break;
        }
        is_inside[next] = true;
        inside += clusters.weight[next];
        for &(other, _) in &clusters.links[next] {
            if !std::mem::replace(&mut is_reached[other as usize], true) {
                open.push_back(other as usize);
            }
        }
    }
    is_inside
}

struct Division<'a> {
    clusters: &'a Clusters,
    is_inside: Vec<bool>,
    /// Terminals inside, and channels cut in both directions.
    inside: u32,
    cut: u32,
}

impl<'a> Division<'a> {
    fn new(clusters: &'a Clusters, is_inside: Vec<bool>) -> Self {
        let mut division = Self {
            clusters,
            is_inside,
            inside: 0,
            cut: 0,
        };
        for at in 0..clusters.len() {
            if division.is_inside[at] {
                division.inside += clusters.weight[at];
            }
            for &(other, channels) in &clusters.links[at] {
                let is_cut = division.is_inside[at] && !division.is_inside[other as usize];
                division.cut += if is_cut { channels } else { 0 };
            }
        }
        division
    }

    fn cost(&self) -> Option<u32> {
        self.clusters.cost(self.cut, &self.is_inside, self.inside)
    }

    /// The reduction of the cut if a cluster moves.
    fn gain(&self, at: usize) -> i64 {
        let links = self.clusters.links[at].iter();
        links
            .map(|&(other, channels)| {
                let is_cut = self.is_inside[at] != self.is_inside[other as usize];
                let channels = i64::from(channels);
                if is_cut { channels } else { -channels }
            })
            .sum()
    }

    fn shift(&mut self, at: usize) {
        self.cut =
            u32::try_from(i64::from(self.cut) - self.gain(at)).expect("a cut is not negative");
        let weight = self.clusters.weight[at];
        if self.is_inside[at] {
            self.inside -= weight;
        } else {
            self.inside += weight;
        }
        self.is_inside[at] = !self.is_inside[at];
    }

    /// Moves every cluster once and keeps the best division; returns whether it is better.
    fn pass(&mut self) -> bool {
        let clusters = self.clusters;
        let slack = clusters.weight.iter().copied().max().unwrap_or(1).max(1) * 2;
        // The clusters that have not moved, by side, with their gains.
        let mut left = [BTreeSet::new(), BTreeSet::new()];
        let mut gains: Vec<_> = (0..clusters.len()).map(|at| self.gain(at)).collect();
        let mut has_moved = vec![false; clusters.len()];
        for (at, &gain) in gains.iter().enumerate() {
            left[usize::from(self.is_inside[at])].insert((gain, at));
        }
        let before = self.cost();
        let (mut moved, mut best, mut best_cost) = (Vec::new(), 0, before);
        loop {
            let outside = clusters.terminals - self.inside;
            let heavier = usize::from(self.inside > outside);
            // Too uneven a division only becomes more even.
            let sides = if self.inside.abs_diff(outside) >= slack {
                [Some(heavier), None]
            } else {
                [Some(heavier), Some(1 - heavier)]
            };
            let next = sides.into_iter().flatten();
            let next = next.filter_map(|side| left[side].last().copied());
            let Some((gain, at)) =
                next.reduce(|one, other| if other.0 > one.0 { other } else { one })
            else {
                break;
            };
            left[usize::from(self.is_inside[at])].remove(&(gain, at));
            has_moved[at] = true;
            self.shift(at);
            moved.push(at);
            for &(other, _) in &clusters.links[at] {
                let other = other as usize;
                if !has_moved[other] {
                    let side = usize::from(self.is_inside[other]);
                    left[side].remove(&(gains[other], other));
                    gains[other] = self.gain(other);
                    left[side].insert((gains[other], other));
                }
            }
            let cost = self.cost();
            if cost.is_some_and(|cost| best_cost.is_none_or(|best| cost < best)) {
                (best, best_cost) = (moved.len(), cost);
            }
        }
        for &at in moved[best..].iter().rev() {
            self.shift(at);
        }
        best_cost.is_some() && best_cost != before
    }

    /// By node: whether it is inside, after terminals have been moved.
    fn of_nodes(&self) -> Vec<bool> {
        let mut to_move = self.clusters.to_move(self.inside);
        let heavier = self.inside > self.clusters.terminals - self.inside;
        let places = self.clusters.place.iter();
        places
            .map(|&(cluster, is_leaf)| {
                let side = self.is_inside[cluster as usize];
                let moves = is_leaf && side == heavier && to_move > 0;
                to_move -= u32::from(moves);
                side != moves
            })
            .collect()
    }

    /// The channels in the direction that has fewer, after terminals have been moved.
    fn in_one_direction(&self) -> u32 {
        let mut channels = [0; 2];
        for (at, out) in self.clusters.out.iter().enumerate() {
            for &to in out {
                let sides = [at, to as usize].map(|at| self.is_inside[at]);
                if sides[0] != sides[1] {
                    channels[usize::from(sides[0])] += 1;
                }
            }
        }
        channels[0].min(channels[1]) + self.clusters.to_move(self.inside)
    }
}
