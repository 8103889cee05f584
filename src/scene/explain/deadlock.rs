//! A deadlock in words: who holds what, and waits for whom.

use super::describe::{Line, Teller, Telling};
use super::wait_chain::{self, Stall};
use crate::routing::VirtualChannel;
use crate::scene::layout::Thing;
use crate::sim::{Place, WormView};

impl Teller<'_> {
    /// The ring of worms that wait for each other, in its order, if one has formed.
    pub fn deadlock(&self) -> Option<Telling> {
        let deadlock = self.snapshot.deadlock.as_ref()?;
        let ring = wait_chain::ring(self.snapshot, &self.design.network).unwrap_or_default();
        let lines = (1..).zip(&ring).filter_map(|(number, stall)| {
            let worm = self.snapshot.worm(stall.message)?;
            Some(Line {
                hue: Some(worm.color),
                name: format!("{number}. Message {}", worm.message.0),
                text: self.in_ring(worm, stall),
                thing: Thing::Worm(worm.message),
            })
        });
        let others = deadlock.worms.len().saturating_sub(ring.len());
        let others = match others {
            0 => String::new(),
            1 => " One more waits for them.".to_owned(),
            more => format!(" {more} more wait for them."),
        };
        Some(Telling {
            title: "Deadlock".to_owned(),
            note: format!("since cycle {}", deadlock.cycle),
            text: format!(
                "Each of these {} messages holds a channel that the one before it wants, so none \
                 of them will ever move again.{others}",
                ring.len()
            ),
            lines: lines.collect(),
        })
    }

    fn in_ring(&self, worm: &WormView, stall: &Stall) -> String {
        let held = worm
            .segments
            .iter()
            .find_map(|segment| match segment.place {
                Place::Channel(lane) => Some(self.lane(lane)),
                Place::Injection(..) | Place::Ejection(..) => None,
            });
        let held = held.unwrap_or_else(|| "no channel yet".to_owned());
        let (Some(&wanted), Some(holder)) = (stall.wants.first(), stall.holders.first()) else {
            return format!("holds {held}, waits for an ejection port");
        };
        let (wanted, holder) = (self.lane(wanted), holder.0);
        format!("holds {held}, waits for {wanted}, held by message {holder}")
    }

    /// A virtual channel in words.
    fn lane(&self, lane: VirtualChannel) -> String {
        let network = &self.design.network;
        let address = |node| self.topology.address(node);
        let (from, to) = (network.from(lane.channel), network.to(lane.channel));
        let vc = match self.design.vcs {
            1 => String::new(),
            _ => format!(" VC {}", lane.vc),
        };
        format!("{} → {}{vc}", address(from), address(to))
    }
}
