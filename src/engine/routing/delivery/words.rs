//! Sentences about messages that do not arrive.

use super::{Delivery, LostKind};
use crate::catalog::first_of;
use crate::topology::{NodeId, Topology};

impl Delivery {
    /// A sentence about a path that does not arrive, and the number of pairs with such paths; `None` if
    /// all arrive.
    pub fn lost_in_words(&self, topology: &dyn Topology) -> Option<String> {
        let Self {
            pairs,
            never,
            may_end,
            may_circle,
            lost,
            ..
        } = self;
        let lost = lost.as_ref()?;
        let address = |node: &NodeId| topology.address(*node);
        let to = address(&lost.to);
        let from = lost.way.first().map(address).unwrap_or_default();
        let last = lost.way.last().map(address).unwrap_or_default();
        let is_closed = lost.way[..lost.way.len().saturating_sub(1)]
            .iter()
            .any(|node| lost.way.last() == Some(node));
        let end = if is_closed {
            "it goes round forever".to_owned()
        } else {
            format!("nothing is offered at {last}")
        };
        let path: Vec<_> = lost.way.iter().map(address).collect();
        let path = match path.len() {
            0 | 1 => String::new(),
            _ => format!(" by way of {}", first_of(8, &path[1..])),
        };
        let example = match lost.kind {
            LostKind::Never => format!("A message from {from} to {to} never arrives{path}: {end}."),
            LostKind::Ends | LostKind::Circles => {
                format!("A message from {from} to {to} need not arrive{path}: {end}.")
            }
        };
        let mut counts = Vec::new();
        if *never > 0 {
            counts.push(format!("{never} are never reached"));
        }
        if *may_end > 0 {
            counts.push(format!("{may_end} have paths that end early"));
        }
        if *may_circle > 0 {
            counts.push(format!("{may_circle} have paths that go round forever"));
        }
        let counts = counts.join(", ");
        Some(format!("{example} Of {pairs} pairs of nodes {counts}."))
    }
}
