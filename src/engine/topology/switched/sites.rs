//! Positions of routers with terminals around them.

use core::f64::consts::{FRAC_PI_2, TAU};

use super::concentrated::Sites;
use crate::topology::NodeId;
use crate::topology::geometry::{Lattice, place};

/// Distance between the terminals of a router [grid units].
const APART: f64 = 0.7;

/// Distance of a terminal from its router [grid units].
const ARM: f64 = 1.1;

/// A ring of routers, with their terminals on a circle around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ring {
    routers: u32,
    each: u32,
    radius: f64,
}

impl Ring {
    /// A ring so wide that links between its routers pass clear of the others.
    pub(super) fn of(routers: u32, each: u32) -> Self {
        /// Distance of such a link from the router between its ends [grid units].
        const CLEAR: f64 = 0.35;
        let terminals = f64::from(routers * each);
        let room = APART * terminals / TAU - ARM;
        let radius = if routers == 1 {
            0.0
        } else {
            let step = TAU / f64::from(routers);
            let clear = CLEAR / (1.0 - libm::cos(step));
            clear.max(1.2 / step).max(0.75).max(room)
        };
        Self {
            routers,
            each,
            radius,
        }
    }

    /// Distance of the terminals from the center.
    pub(super) fn outer(self) -> f64 {
        let room = APART * f64::from(self.routers * self.each) / TAU;
        (self.radius + ARM).max(room)
    }

    /// A point on a circle around the origin, clockwise from the top by a share of a turn.
    pub(super) fn on_circle(radius: f64, turn: f64) -> [f64; 2] {
        let angle = TAU * turn;
        [radius * libm::sin(angle), -radius * libm::cos(angle)]
    }
}

impl Sites for Ring {
    fn router(&self, router: u32) -> [f64; 2] {
        Self::on_circle(self.radius, f64::from(router) / f64::from(self.routers))
    }

    fn terminal(&self, router: u32, nth: u32) -> [f64; 2] {
        let beside = f64::from(nth) - f64::from(self.each - 1) / 2.0;
        let turn = f64::from(router) + beside / f64::from(self.each);
        Self::on_circle(self.outer(), turn / f64::from(self.routers))
    }
}

/// A grid of routers, each with its terminals on an arc at the lower left, where no link bends.
#[derive(Debug)]
pub(super) struct Grid {
    lattice: Lattice,
    each: u32,
}

impl Grid {
    /// The routers of a lattice.
    pub(super) fn of(lattice: Lattice, each: u32) -> Self {
        Self { lattice, each }
    }

    fn radius(&self) -> f64 {
        (APART * f64::from(self.each - 1) / Self::SPREAD).max(ARM)
    }

    /// The angle of the arc.
    const SPREAD: f64 = 0.7 * FRAC_PI_2;
}

impl Sites for Grid {
    fn router(&self, router: u32) -> [f64; 2] {
        /// Distance of the terminals from the next router [grid units].
        const GAP: f64 = 1.1;
        let at = match self.lattice.radices() {
            [line] => place::serpentine(*line, router),
            _ => self.lattice.sliced(NodeId(router)),
        };
        let pitch = self.radius() + GAP;
        [f64::from(at.x) * pitch, f64::from(at.y) * pitch]
    }

    fn terminal(&self, router: u32, nth: u32) -> [f64; 2] {
        let [x, y] = self.router(router);
        let beside = f64::from(nth) - f64::from(self.each - 1) / 2.0;
        let angle = 1.5 * FRAC_PI_2 - beside * Self::SPREAD / f64::from((self.each - 1).max(1));
        let radius = self.radius();
        [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
    }
}
