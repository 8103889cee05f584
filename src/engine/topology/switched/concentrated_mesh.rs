//! The concentrated mesh: a mesh of routers with several terminals each.

use super::concentrated::Concentrated;
use super::hyperx::TERMINALS;
use super::sites::Grid;
use super::{check_nodes, check_ports};
use crate::catalog::{Control, Entry, Family, Param, Radices, Source};
use crate::topology::geometry::Lattice;
use crate::topology::{MOST_NODES, TopologyFamily, mesh};

pub(in crate::topology) const FAMILY: TopologyFamily = Family {
    entry: Entry {
        id: "cmesh",
        name: "Concentrated mesh",
        summary: "a mesh of routers with c terminals each",
        help: "Sharing a router shortens paths: with four terminals each, a quarter of the routers \
               suffices. The links between routers then carry the traffic of all of them.",
        sources: &[Source {
            cite: "Balfour & Dally 2006",
            work: "Design tradeoffs for tiled CMP on-chip networks, ICS",
        }],
        params: &[Param::Radices(ROUTERS), Param::Integer(TERMINALS)],
    },
    build: |settings| {
        let radices = settings.radices(&ROUTERS)?;
        let each = settings.integer(&TERMINALS)?;
        let lattice = Lattice::new(radices, None);
        let spec = format!("{},{each}", lattice.spec(FAMILY.entry.id));
        let nodes = lattice.nodes().checked_mul(each + 1);
        check_nodes(FAMILY.entry.id, nodes, &spec)?;
        check_ports(
            FAMILY.entry.id,
            u32::from(lattice.degree()) + 1 + each,
            &spec,
        )?;
        let grid = Grid::of(lattice.clone(), each);
        let routers = Box::new(mesh::of(lattice));
        Ok(Box::new(Concentrated::new(spec, routers, each, &grid)))
    },
};

const ROUTERS: Radices = Radices {
    control: Control {
        id: "k",
        symbol: "k",
        label: "Routers",
        unit: "routers",
        help: "Routers along each dimension, joined by x.",
        default: "4x4",
    },
    min: 2,
    max: MOST_NODES,
    most: 16,
    nodes: MOST_NODES,
};
