//! The smallest division of a small network, by branch and bound.

use super::clusters::Clusters;

/// The most clusters that are placed before the search is given up.
const MOST_STEPS: u32 = 2_000_000;

/// The fewest channels in both directions of any division, given a number that some division has;
/// `None` if the search is given up.
pub(super) fn smallest(clusters: &Clusters, known: u32) -> Option<u32> {
    let mut search = Search {
        clusters,
        order: order(clusters),
        side: vec![None; clusters.len()],
        to: vec![[0; 2]; clusters.len()],
        inside: [0; 2],
        best: known,
        steps: 0,
        surely_cut: 0,
        cut: 0,
    };
    search.place(0).then_some(search.best)
}

/// The clusters in an order in which each has many channels to those before it.
fn order(clusters: &Clusters) -> Vec<usize> {
    let mut attached = vec![0; clusters.len()];
    let mut is_placed = vec![false; clusters.len()];
    let degree = |at: usize| {
        clusters.links[at]
            .iter()
            .map(|(_, channels)| channels)
            .sum::<u32>()
    };
    let degrees: Vec<_> = (0..clusters.len()).map(degree).collect();
    let mut order = Vec::new();
    for _ in 0..clusters.len() {
        let left = (0..clusters.len()).filter(|&at| !is_placed[at]);
        let next = left.max_by_key(|&at| (attached[at], degrees[at], std::cmp::Reverse(at)));
        let Some(next) = next else {
            break;
        };
        is_placed[next] = true;
        for &(other, channels) in &clusters.links[next] {
            attached[other as usize] += channels;
        }
        order.push(next);
    }
    order
}

struct Search<'a> {
    clusters: &'a Clusters,
    order: Vec<usize>,
    side: Vec<Option<usize>>,
    /// By cluster: its channels to those that are placed on each side.
    to: Vec<[u32; 2]>,
    inside: [u32; 2],
    best: u32,
    steps: u32,
    /// The channels that clusters without a place cut at least, wherever they go.
    surely_cut: u32,
    cut: u32,
}

impl Search<'_> {
    /// Places the clusters from the `nth` on in all ways that can be better; returns `false` if there
    /// are too many.
    fn place(&mut self, nth: usize) -> bool {
        let Some(&at) = self.order.get(nth) else {
            let is_inside: Vec<_> = self.side.iter().map(|side| *side == Some(1)).collect();
            if let Some(cost) = self.clusters.cost(self.cut, &is_inside, self.inside[1]) {
                self.best = self.best.min(cost);
            }
            return true;
        };
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let [first, second] = self.to[at];
        let cheaper = usize::from(first < second);
        // Both sides are alike until something is placed.
        let sides = if nth == 0 { 1 } else { 2 };
        for side in [cheaper, 1 - cheaper].into_iter().take(sides) {
            self.put(at, side);
            let is_done = self.at_least() >= self.best || self.place(nth + 1);
            self.take(at, side);
            if !is_done {
                return false;
            }
        }
        true
    }

    /// A lower bound on the cost of every division that continues this one.
    fn at_least(&self) -> u32 {
        let most = self.inside[0].max(self.inside[1]);
        // Even if all others go to the other side, so many terminals must be moved.
        let moved = (2 * most).saturating_sub(self.clusters.terminals) / 2;
        self.cut + self.surely_cut + 2 * moved
    }

    fn put(&mut self, at: usize, side: usize) {
        let [one, other] = [self.to[at][side], self.to[at][1 - side]];
        self.surely_cut -= one.min(other);
        self.cut += other;
        self.side[at] = Some(side);
        self.inside[side] += self.clusters.weight[at];
        self.change(at, side, u32::wrapping_add);
    }

    fn take(&mut self, at: usize, side: usize) {
        self.change(at, side, u32::wrapping_sub);
        self.inside[side] -= self.clusters.weight[at];
        self.side[at] = None;
        let [one, other] = [self.to[at][side], self.to[at][1 - side]];
        self.cut -= other;
        self.surely_cut += one.min(other);
    }

    /// Adds or removes the channels from a cluster to those without a place.
    fn change(&mut self, at: usize, side: usize, by: fn(u32, u32) -> u32) {
        for &(other, channels) in &self.clusters.links[at] {
            let other = other as usize;
            if self.side[other].is_none() {
                let to = &mut self.to[other];
                let before = to[0].min(to[1]);
                to[side] = by(to[side], channels);
                self.surely_cut = self.surely_cut + to[0].min(to[1]) - before;
            }
        }
    }
}
