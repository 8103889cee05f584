//! Functions on networks of switches: multistage networks, fat trees and dragonflies.

pub(super) mod destination_tag;
pub(super) mod dragonfly;
pub(super) mod fat_tree;
mod over_routers;

pub(in crate::routing) use over_routers::OverRouters;

use crate::routing::VcSet;

/// The VCs of the `nth` of `of` classes of equal size. With fewer VCs than classes, the last classes
/// share one, and their messages can wait for each other.
fn class(vcs: u8, nth: u8, of: u8) -> VcSet {
    if vcs < of {
        let vc = nth.min(vcs - 1);
        return VcSet::range(vc, vc + 1);
    }
    let bound = |nth: u8| (u32::from(nth) * u32::from(vcs) / u32::from(of)) as u8;
    VcSet::range(bound(nth), bound(nth + 1))
}
