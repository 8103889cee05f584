//! HyperX networks, flattened butterflies and crossbars: routers on a lattice in which every router is
//! linked to all others of its rows, one in each dimension.
//!
//! Port i of the S − 1 ports of a dimension leads to the i-th other coordinate.

use super::concentrated::Concentrated;
use super::sites::{Grid, Ring};
use super::{MOST_PORTS, check_nodes, check_ports};
use crate::catalog::{BuildError, Control, Entry, Family, Integer, Param, Radices};
use crate::topology::geometry::{
    Arrangement, Half, Lattice, PathPorts, Point, ShortestPaths, place,
};
use crate::topology::{Build, NodeId, Port, TEXTS, Topology, TopologyFamily};

pub(in crate::topology) const HYPERX: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "hyperx",
        &[Param::Radices(ROWS), Param::Integer(TERMINALS)],
    ),
    build: Build::new(|settings| {
        let radices = settings.radices(&ROWS)?;
        let each = settings.integer(&TERMINALS)?;
        let rows: Vec<_> = radices.iter().map(ToString::to_string).collect();
        let spec = format!("{},{each}", rows.join("x"));
        build(HYPERX.entry.id, &spec, radices, each)
    }),
};

pub(in crate::topology) const FLATTENED_BUTTERFLY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "flattened-butterfly",
        &[
            Param::Integer(RADIX),
            Param::Integer(LEVELS),
            Param::Integer(TERMINALS),
        ],
    ),
    build: Build::new(|settings| {
        let radix = settings.integer(&RADIX)?;
        let levels = settings.integer(&LEVELS)?;
        let each = settings.integer(&TERMINALS)?;
        let spec = format!("{radix},{levels},{each}");
        let radices = vec![radix; levels as usize - 1];
        build(FLATTENED_BUTTERFLY.entry.id, &spec, radices, each)
    }),
};

pub(in crate::topology) const CROSSBAR: TopologyFamily = Family {
    entry: Entry::new(TEXTS, "crossbar", &[Param::Integer(PORTS)]),
    build: Build::new(|settings| {
        let each = settings.integer(&PORTS)?;
        build(CROSSBAR.entry.id, &each.to_string(), Vec::new(), each)
    }),
};

const ROWS: Radices = Control::new("rows", "S", "Routers")
    .unit("routers")
    .default("4x4")
    .help("Routers along each dimension, joined by x.")
    .radices(2, MOST_PORTS, 16, crate::topology::MOST_NODES);

pub(super) const TERMINALS: Integer = Control::new("c", "c", "Terminals")
    .unit("terminals")
    .default("4")
    .help("Terminals of each router.")
    .integer(1, MOST_PORTS);

const RADIX: Integer = Control::new("k", "k", "Radix")
    .unit("routers")
    .default("4")
    .help("Routers along each dimension.")
    .integer(2, MOST_PORTS);

const LEVELS: Integer = Control::new("n", "n", "Stages")
    .default("3")
    .help("Stages of the butterfly, one more than there are dimensions.")
    .integer(2, 16);

const PORTS: Integer = Control::new("terminals", "N", "Terminals")
    .unit("terminals")
    .default("8")
    .help("Terminals at the switch.")
    .integer(2, MOST_PORTS - 1);

fn build(
    id: &str,
    sizes: &str,
    radices: Vec<u32>,
    each: u32,
) -> Result<Box<dyn Topology>, BuildError> {
    let routers = radices.iter().try_fold(1_u32, |n, &k| n.checked_mul(k));
    let nodes = routers.and_then(|n| n.checked_mul(each + 1));
    check_nodes(id, nodes, sizes)?;
    let ports = radices.iter().map(|k| k - 1).sum::<u32>();
    check_ports(id, ports + 1 + each, sizes)?;
    let spec = format!("{id}:{sizes}");
    let routers = HyperXRouters {
        lattice: Lattice::new(radices, None),
    };
    Ok(Box::new(match routers.lattice.radices() {
        [] => Concentrated::new(spec, Box::new(routers), each, &Ring::of(1, each)),
        [only] => {
            let ring = Ring::of(*only, each);
            Concentrated::new(spec, Box::new(routers), each, &ring)
        }
        _ => {
            let grid = Grid::of(routers.lattice.clone(), each);
            Concentrated::new(spec, Box::new(routers), each, &grid)
        }
    }))
}

/// The routers of a HyperX, as a topology without terminals.
#[derive(Debug)]
pub struct HyperXRouters {
    lattice: Lattice,
}

impl HyperXRouters {
    /// The dimension of a port, and the place of the coordinate to which it leads among the others.
    fn direction(&self, port: Port) -> (u8, u32) {
        direction(&self.lattice, port)
    }
}

fn direction(lattice: &Lattice, port: Port) -> (u8, u32) {
    let mut nth = u32::from(port.0);
    for (dimension, radix) in (0..).zip(lattice.radices()) {
        if nth < radix - 1 {
            return (dimension, nth);
        }
        nth -= radix - 1;
    }
    (lattice.dimensions(), nth)
}

impl Topology for HyperXRouters {
    fn nodes(&self) -> u32 {
        self.lattice.nodes()
    }

    fn degree(&self) -> u8 {
        let ports = self.lattice.radices().iter().map(|radix| radix - 1);
        ports.sum::<u32>() as u8
    }

    fn neighbor(&self, node: NodeId, port: Port) -> Option<NodeId> {
        let (dimension, nth) = self.direction(port);
        let here = self.lattice.coordinate(node, dimension);
        let to = nth + u32::from(nth >= here);
        Some(self.lattice.moved(node, dimension, to))
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let pairs = self.lattice.coordinates(from);
        let pairs = pairs.zip(self.lattice.coordinates(to));
        pairs.filter(|(a, b)| a != b).count() as u32
    }

    fn diameter(&self) -> u32 {
        self.lattice.dimensions().into()
    }

    /// A coordinate of another router differs with probability (R − R/S)/(R − 1).
    fn mean_distance(&self) -> f64 {
        let routers = f64::from(self.nodes());
        let radices = self.lattice.radices().iter();
        let differ = radices.map(|&radix| routers - routers / f64::from(radix));
        differ.sum::<f64>() / (routers - 1.0).max(1.0)
    }

    fn label(&self, node: NodeId) -> String {
        if self.lattice.dimensions() == 0 {
            return "0".to_owned();
        }
        self.lattice.label(node)
    }

    fn parse_label(&self, text: &str) -> Option<NodeId> {
        if self.lattice.dimensions() == 0 {
            return (text.trim() == "0").then_some(NodeId(0));
        }
        self.lattice.parse_label(text)
    }

    fn port_name(&self, port: Port) -> String {
        let (dimension, nth) = self.direction(port);
        let names = ["x", "y", "z"];
        match names.get(usize::from(dimension)) {
            Some(name) => format!("{name} link {nth}"),
            None => format!("d{dimension} link {nth}"),
        }
    }

    fn dimension(&self, port: Port) -> u8 {
        self.direction(port).0
    }

    fn shortest_paths(&self) -> ShortestPaths {
        ShortestPaths::new(RowPaths {
            lattice: self.lattice.clone(),
        })
    }

    fn natural_cuts(&self) -> Vec<Half> {
        self.lattice.halves()
    }

    /// The links of a long row would cover the picture.
    fn is_hidden_at_rest(&self, port: Port) -> bool {
        /// Number of routers of the longest row whose idle links are drawn.
        const MOST_DRAWN: u32 = 20;
        self.lattice.radix(self.direction(port).0) > MOST_DRAWN
    }

    fn position(&self, node: NodeId, _: Arrangement) -> Point {
        match self.lattice.radices() {
            [] => Point::default(),
            [line] => place::serpentine(*line, node.0),
            _ => self.lattice.sliced(node),
        }
    }

    fn spec(&self) -> String {
        self.lattice.spec("routers")
    }
}

/// Paths that correct the differing coordinates in any order.
#[derive(Debug)]
struct RowPaths {
    lattice: Lattice,
}

impl PathPorts for RowPaths {
    fn ports(&self, here: NodeId, to: NodeId, offer: &mut dyn FnMut(Port, u32)) {
        let mut first = 0;
        for (dimension, radix) in (0..).zip(self.lattice.radices()) {
            let [from, goal] = [here, to].map(|node| self.lattice.coordinate(node, dimension));
            if from != goal {
                offer(Port((first + goal - u32::from(goal > from)) as u8), 1);
            }
            first += radix - 1;
        }
    }
}
