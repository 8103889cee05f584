//! The concentrated mesh: a mesh of routers with several terminals each.

use super::concentrated::Concentrated;
use super::hyperx::TERMINALS;
use super::sites::Grid;
use super::{check_nodes, check_ports};
use crate::catalog::{Control, Entry, Family, Param, Radices};
use crate::topology::geometry::Lattice;
use crate::topology::{Build, MOST_NODES, TEXTS, TopologyFamily, lattices};

pub(in crate::topology) const FAMILY: TopologyFamily = Family {
    entry: Entry::new(
        TEXTS,
        "cmesh",
        &[Param::Radices(ROUTERS), Param::Integer(TERMINALS)],
    ),
    build: Build::new(|settings| {
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
        let routers = Box::new(lattices::mesh(lattice));
        Ok(Box::new(Concentrated::new(spec, routers, each, &grid)))
    }),
};

const ROUTERS: Radices = Control::new("k", "k", "Routers")
    .unit("routers")
    .default("4x4")
    .help("Routers along each dimension, joined by x.")
    .radices(2, MOST_NODES, 16, MOST_NODES);
