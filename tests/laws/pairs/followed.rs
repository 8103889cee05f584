//! Dependencies found by following every message hop by hop: slow, and independent of `Graph`.

use std::collections::VecDeque;

use flitscope::routing::Hop;
use flitscope::topology::NodeId;

use super::Case;

/// The lanes that messages can hold and request.
pub struct Followed {
    pub held: Vec<bool>,
    /// Whether the second lane is requested while the first is held.
    pub next: Vec<Vec<bool>>,
    /// The same between escapes, skipping adaptive channels in between.
    pub extended: Vec<Vec<bool>>,
    pub is_connected: bool,
}

/// The state of a header: its hop, the lane it holds, and the escape it held last.
type State = (Hop, Option<usize>, Option<usize>);

impl Followed {
    pub fn all(case: &Case) -> Self {
        let lanes = case.lanes();
        let mut followed = Self {
            held: vec![false; lanes],
            next: vec![vec![false; lanes]; lanes],
            extended: vec![vec![false; lanes]; lanes],
            is_connected: true,
        };
        let nodes = || case.topology.node_ids();
        let last = case.routing.legs() - 1;
        // Only terminals send and receive.
        let ends = || case.network.terminals().iter();
        for (from, to) in ends().flat_map(|from| ends().map(move |to| (from, to))) {
            let reaches = |here: NodeId, to: NodeId, leg: u8| {
                here == to || case.routing.reaches(&case.network, Hop::new(here, to, leg))
            };
            let by = nodes().filter(|&by| {
                if last == 0 {
                    by == to
                } else {
                    case.routing.goes_by(from, by, to)
                }
            });
            for by in by.filter(|&by| from != to && reaches(from, by, 0) && reaches(by, to, last)) {
                let leg = if by == from { last } else { 0 };
                let end = if by == from { to } else { by };
                followed.follow(case, Hop::new(from, end, leg), to);
            }
            if from != to && reaches(from, to, 0) {
                followed.is_connected &=
                    case.routing.escapes().is_empty() || escapes(case, from, to);
            }
        }
        followed
    }

    fn follow(&mut self, case: &Case, first: Hop, to: NodeId) {
        let mut open: Vec<State> = vec![(first, None, None)];
        let mut seen = open.clone();
        while let Some((hop, held, escape)) = open.pop() {
            for offer in case.offers(hop) {
                for came in offer.lanes() {
                    let lane = case.index(came);
                    self.held[lane] = true;
                    if let Some(held) = held {
                        self.next[held][lane] = true;
                    }
                    if let Some(escape) = escape.filter(|_| offer.is_escape) {
                        self.extended[escape][lane] = true;
                    }
                    let here = case.network.to(offer.channel);
                    let escape = if offer.is_escape { Some(lane) } else { escape };
                    let then = match hop {
                        // A message that passes its destination on the way to another node
                        // continues.
                        _ if (here, hop.to) == (to, to) => continue,
                        Hop { to: end, leg, .. } if end == here => Hop::new(here, to, leg + 1),
                        _ => case.after(hop, came),
                    };
                    let state = (then, Some(lane), escape);
                    if !seen.contains(&state) {
                        seen.push(state);
                        open.push(state);
                    }
                }
            }
        }
    }
}

/// Whether a path over escapes alone leads to `to`, from `from` and from every node that a message
/// can reach in between.
fn escapes(case: &Case, from: NodeId, to: NodeId) -> bool {
    let mut reachable = vec![Hop::new(from, to, 0)];
    let mut next = 0;
    while let Some(&hop) = reachable.get(next) {
        if !leads_by_escapes(case, hop) {
            return false;
        }
        add_next(case, &mut reachable, next, |_| true);
        next += 1;
    }
    true
}

fn leads_by_escapes(case: &Case, first: Hop) -> bool {
    let mut seen = vec![first];
    let mut next = 0;
    while let Some(&hop) = seen.get(next) {
        let offers = case.offers(hop);
        let mut escapes = offers.iter().filter(|offer| offer.is_escape);
        if escapes.any(|offer| case.network.to(offer.channel) == hop.to) {
            return true;
        }
        add_next(case, &mut seen, next, |is_escape| is_escape);
        next += 1;
    }
    false
}

/// Adds the hops that follow hop `of` over the offered channels that `goes` accepts.
fn add_next(case: &Case, hops: &mut Vec<Hop>, of: usize, goes: impl Fn(bool) -> bool) {
    let hop = hops[of];
    for offer in case
        .offers(hop)
        .iter()
        .filter(|offer| goes(offer.is_escape))
    {
        for lane in offer.lanes() {
            let then = case.after(hop, lane);
            if then.here != then.to && !hops.contains(&then) {
                hops.push(then);
            }
        }
    }
}

/// The length of a shortest cycle, by a breadth-first search from every node.
pub fn shortest_cycle(next: &[Vec<bool>]) -> Option<usize> {
    let lists: Vec<Vec<_>> = next
        .iter()
        .map(|row| (0..row.len()).filter(|&to| row[to]).collect())
        .collect();
    let back_to = |start: usize| {
        let mut far = vec![usize::MAX; next.len()];
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((node, steps)) = open.pop_front() {
            for &to in &lists[node] {
                if far[to] == usize::MAX {
                    far[to] = steps + 1;
                    open.push_back((to, steps + 1));
                }
            }
        }
        far[start]
    };
    let shortest = (0..next.len()).map(back_to).min();
    shortest.filter(|&length| length < usize::MAX)
}

pub fn pairs_of(next: &[Vec<bool>]) -> Vec<(usize, usize)> {
    let rows = next.iter().enumerate();
    let pairs = rows.flat_map(|(from, row)| (0..row.len()).map(move |to| (from, to)));
    pairs.filter(|&(from, to)| next[from][to]).collect()
}
