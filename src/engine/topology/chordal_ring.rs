//! The chordal ring C(N; 1, s): a ring in which every node also has links to the nodes s places
//! ahead and behind.
//!
//! Ports 0 and 1 lead one node ahead and behind, ports 2 and 3 a chord of s nodes ahead and behind.
//! The chord divides the ring into m = N/s stretches, so m chords close a ring of their own; if m is
//! 2, both directions are the same link, which exists once, as port 2.
//!
//! A node d = q·s + r places ahead, 0 ≤ r < s, is reached by the shorter way around over q chords and
//! then r steps ahead, or over q + 1 chords and then s − r steps back: more steps never pay, because
//! one chord replaces s ≥ 2 of them. With ‖q‖ = min(q, m − q), the distance is therefore
//! min(r + ‖q‖, s − r + ‖q + 1‖).

use std::f64::consts::{PI, TAU};

use super::geometry::{Arrangement, Direction, Half, Lattice, PathPorts, Point, ShortestPaths};
use super::{Build, MOST_NODES, NodeId, Port, TEXTS, Topology, TopologyFamily};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param};

pub(super) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "chordal-ring",
        &[Param::Integer(NODES), Param::Integer(CHORD)],
    ),
    build: Build::new(|settings| {
        let nodes = settings.integer(&NODES)?;
        let chord = settings.integer(&CHORD)?;
        if !nodes.is_multiple_of(chord) || nodes < 2 * chord {
            return Err(BuildError::rejected(
                "Nodes N",
                format!(
                    "a multiple of the chord s = {chord}, at least {}",
                    2 * chord
                ),
                nodes.to_string(),
            ));
        }
        let rows = Lattice::new(vec![chord, nodes / chord], Some(Direction::Both));
        Ok(Box::new(ChordalRing { nodes, chord, rows }))
    })
    .joined_by_x(),
};

const NODES: Integer = Control::new("nodes", "N", "Nodes")
    .unit("nodes")
    .default("16")
    .help("Nodes around the ring, a multiple of the chord.")
    .integer(4, MOST_NODES);

const CHORD: Integer = Control::new("chord", "s", "Chord")
    .unit("nodes")
    .default("4")
    .help("Number of positions by which a chord leads ahead.")
    .integer(2, MOST_NODES / 2);

#[derive(Debug)]
struct ChordalRing {
    nodes: u32,
    chord: u32,
    /// The stretches as rows of a torus, from which the ring differs in that a row ends at the
    /// beginning of the next.
    rows: Lattice,
}

impl ChordalRing {
    /// Number of chords that lead around the ring, m.
    fn stretches(&self) -> u32 {
        self.nodes / self.chord
    }

    /// The distance of a node `ahead` places ahead.
    fn hops(&self, ahead: u32) -> u32 {
        let (chords, steps) = (ahead / self.chord, ahead % self.chord);
        let around = |chords: u32| chords.min(self.stretches() - chords);
        let back = self.chord - steps + around((chords + 1) % self.stretches());
        back.min(steps + around(chords))
    }

    /// The radius of a circle on which neighbors are one unit apart or more, and chords pass clear of
    /// the nodes beside their ends.
    fn radius(&self) -> f64 {
        /// Distance of a chord from the node beside its end [grid units].
        const CLEAR: f64 = 0.35;
        let half_step = PI / f64::from(self.nodes);
        let beside = 2.0 * libm::sin(half_step) * libm::sin(f64::from(self.chord - 1) * half_step);
        (CLEAR / beside).max(0.5 / libm::sin(half_step))
    }

    fn ahead(&self, node: NodeId, places: u32) -> NodeId {
        NodeId((node.0 + places) % self.nodes)
    }
}

impl Topology for ChordalRing {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn degree(&self) -> u8 {
        4
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        match port.0 {
            0 => Some(self.ahead(node, 1)),
            1 => Some(self.ahead(node, self.nodes - 1)),
            2 => Some(self.ahead(node, self.chord)),
            _ => (self.stretches() > 2).then(|| self.ahead(node, self.nodes - self.chord)),
        }
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        self.hops((to.0 + self.nodes - from.0) % self.nodes)
    }

    /// The farthest nodes are in the middle of a stretch, halfway around.
    fn diameter(&self) -> u32 {
        let stretches = self.stretches();
        if stretches.is_multiple_of(2) {
            self.chord.div_ceil(2) + stretches / 2 - 1
        } else {
            self.chord / 2 + stretches / 2
        }
    }

    fn mean_distance(&self) -> f64 {
        let total: u64 = (1..self.nodes).map(|d| u64::from(self.hops(d))).sum();
        total as f64 / f64::from(self.nodes - 1)
    }

    fn port_name(&self, port: Port) -> String {
        ["+ring", "−ring", "+chord", "−chord"][usize::from(port.0)].to_owned()
    }

    fn dimension(&self, port: Port) -> u8 {
        port.0 / 2
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::new(Turned {
            nodes: self.nodes,
            to_first: ShortestPaths::by_distance(self),
        })
    }

    /// Across the ring, and within every stretch, if its halves are equal.
    fn natural_cuts(&self) -> Vec<Half> {
        let across_ring = Half::by("the ring".to_owned(), self.nodes, |node| {
            node.0 < self.nodes / 2
        });
        let across_stretches = Half::by("every chord".to_owned(), self.nodes, |node| {
            node.0 % self.chord < self.chord / 2
        });
        let across_stretches = Some(across_stretches).filter(|_| self.chord.is_multiple_of(2));
        std::iter::once(across_ring)
            .chain(across_stretches)
            .collect()
    }

    /// A circle or, if that is too wide, the rows of a folded torus, in which no link is long.
    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        /// Radius of the widest circle that is drawn [grid units].
        const WIDEST: f64 = 12.0;
        let radius = self.radius();
        if radius > WIDEST {
            return self.rows.folded(node);
        }
        let angle = TAU * f64::from(node.0) / f64::from(self.nodes);
        Point::new(
            (radius * (1.0 + libm::sin(angle))) as f32,
            (radius * (1.0 - libm::cos(angle))) as f32,
        )
    }

    fn spec(&self) -> String {
        format!("{}:{}x{}", FAMILY.entry.id, self.nodes, self.chord)
    }
}

/// The shortest paths to node 0, which turned around the ring are those to any other node.
#[derive(Debug)]
struct Turned {
    nodes: u32,
    to_first: ShortestPaths,
}

impl PathPorts for Turned {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        let here = NodeId((here.0 + self.nodes - to.0) % self.nodes);
        self.to_first.ports(here, NodeId(0), offer);
    }
}

#[cfg(test)]
mod tests {
    use crate::topology::{self, NodeId};

    #[test]
    fn illiac_iv_is_seven_hops_across() {
        let illiac = topology::from_spec("chordal-ring:64x8").expect("in range");
        let neighbors = illiac.ports().map(|port| illiac.neighbor(NodeId(0), port));
        assert!(neighbors.eq([1, 63, 8, 56].map(|node| Some(NodeId(node)))));
        assert_eq!(illiac.diameter(), 7);
        // Halfway around, and half a stretch further: four chords and three steps.
        assert_eq!(illiac.distance(NodeId(0), NodeId(35)), 7);
    }

    #[test]
    fn a_chord_of_half_the_ring_is_one_link() {
        let complete = topology::from_spec("chordal-ring:4x2").expect("in range");
        let neighbors = complete
            .ports()
            .filter_map(|port| complete.neighbor(NodeId(1), port));
        assert!(neighbors.eq([2, 0, 3].map(NodeId)));
        assert_eq!(complete.diameter(), 1);
    }

    #[test]
    fn a_chord_has_to_divide_the_ring() {
        for (spec, given) in [("chordal-ring:17x4", 17), ("chordal-ring:4x4", 4)] {
            let refusal = topology::from_spec(spec).expect_err("4 does not divide it");
            assert_eq!(
                refusal.to_string(),
                format!("Nodes N must be a multiple of the chord s = 4, at least 8, not {given}")
            );
        }
    }
}
