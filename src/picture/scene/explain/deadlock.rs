//! A deadlock in words: the channels that messages hold and wait for.

use super::describe::{Line, Teller, Telling};
use super::message_names::MessageNames;
use super::wait_chain::{self, Stall};
use crate::scene::layout::Thing;
use engine::routing::VirtualChannel;
use engine::sim::{Location, WormView};

impl Teller<'_> {
    /// The names of messages in this state.
    pub fn names(&self) -> MessageNames {
        MessageNames::of(self.snapshot, &self.design.network)
    }

    /// Describes the cycle of messages that wait for each other, in the order of waiting, if there
    /// is a deadlock.
    pub fn deadlock(&self) -> Option<Telling> {
        let deadlock = self.snapshot.deadlock.as_ref()?;
        if let Some(worm) = self.stranded() {
            return Some(self.stranded_telling(worm, deadlock.cycle));
        }
        let ring = self.ring();
        let names = self.names();
        let lines = ring.iter().filter_map(|stall| {
            let worm = self.snapshot.worm(stall.message)?;
            Some(Line {
                hue: Some(worm.color),
                name: names.title(worm.message),
                text: format!("{}, {}", self.holds(worm), self.waits(stall, &names)),
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
            text: format!("{}{others}", Self::waiting_in_words(&ring)),
            lines: lines.collect(),
        })
    }

    /// States that the messages of a ring wait for each other, and for what.
    fn waiting_in_words(ring: &[Stall]) -> String {
        let count = ring.len();
        if ring.iter().any(|stall| stall.wants_place) {
            return format!(
                "Each of these {count} messages waits for the next one, and the last one for the \
                 first: a reply for a channel that the next one holds, a request for a place in the \
                 queue that the next one, a reply, is leaving. None of them will ever move again."
            );
        }
        format!(
            "Each of these {count} messages waits for a channel that the next one holds, and the \
             last one for the first, so none of them will ever move again."
        )
    }

    /// Describes the deadlock in a sentence: `message 0 waits for the channel
    /// 1 → 2, which message 1 holds; 1 for 2 → 3, held by 2; …`.
    pub(super) fn deadlock_in_a_sentence(&self) -> Option<String> {
        /// Of more messages than these, only the first ones and the last are named.
        const MOST_TOLD: usize = 5;
        const FIRST: usize = 3;
        let deadlock = self.snapshot.deadlock.as_ref()?;
        if let Some(worm) = self.stranded() {
            return Some(self.stranded_in_a_sentence(worm, deadlock.cycle));
        }
        let ring = self.ring();
        let names = self.names();
        // After the first clause, what each waits for is enough.
        let clause = |(place, stall): (usize, &Stall)| {
            let wants = stall.wants.first().zip(stall.holders.first());
            match wants.filter(|_| place > 0) {
                Some((&wanted, &holder)) => format!(
                    "{} for {}, held by {}",
                    names.short(stall.message),
                    self.lane(wanted),
                    names.short(holder)
                ),
                None => format!(
                    "{} {}",
                    names.name(stall.message),
                    self.waits(stall, &names)
                ),
            }
        };
        let mut clauses: Vec<_> = ring.iter().enumerate().map(clause).collect();
        if clauses.len() > MOST_TOLD {
            clauses.splice(FIRST..clauses.len() - 1, ["…".to_owned()]);
        }
        let since = format!("Deadlock since cycle {}", deadlock.cycle);
        Some(match &*clauses {
            [] => format!("{since}."),
            clauses => format!("{since}: {}.", clauses.join("; ")),
        })
    }

    /// Describes the deadlock in a few words: `Deadlock since cycle 9: 0 waits for 1, 1 for 2, 2
    /// for 0.`
    pub fn deadlock_in_brief(&self) -> Option<String> {
        /// Of more messages than these, only the first ones and the last are named.
        const MOST_TOLD: usize = 6;
        let deadlock = self.snapshot.deadlock.as_ref()?;
        if let Some(worm) = self.stranded() {
            return Some(self.stranded_in_a_sentence(worm, deadlock.cycle));
        }
        let (ring, names) = (self.ring(), self.names());
        let short = |stall: &Stall| names.short(stall.message);
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1)).enumerate();
        let mut waits: Vec<_> = pairs
            .map(|(place, (one, other))| match place {
                0 => format!("{} waits for {}", short(one), short(other)),
                _ => format!("{} for {}", short(one), short(other)),
            })
            .collect();
        if waits.len() > MOST_TOLD {
            waits.splice(MOST_TOLD - 1..waits.len() - 1, ["…".to_owned()]);
        }
        let since = format!("Deadlock since cycle {}", deadlock.cycle);
        Some(match &*waits {
            [] => format!("{since}."),
            waits => format!("{since}: {}.", waits.join(", ")),
        })
    }

    /// The message of a deadlock that waits for no other, if there is one: the routing function
    /// offers it nothing, as only user-written functions do.
    fn stranded(&self) -> Option<&WormView> {
        let deadlock = self.snapshot.deadlock.as_ref()?;
        let [alone] = *deadlock.worms else {
            return None;
        };
        let worm = self.snapshot.worm(alone)?;
        deadlock.channels.is_empty().then_some(worm)
    }

    fn stranded_telling(&self, worm: &WormView, cycle: u64) -> Telling {
        let names = self.names();
        Telling {
            title: "Dead end".to_owned(),
            note: format!("since cycle {cycle}"),
            text: "The routing function offers this message no channel where its header is, so it \
                   will never move again, and keeps the channels that it holds."
                .to_owned(),
            lines: vec![Line {
                hue: Some(worm.color),
                name: names.title(worm.message),
                text: format!(
                    "{}, bound for {}",
                    self.holds(worm),
                    self.topology.address(worm.to)
                ),
                thing: Thing::Worm(worm.message),
            }],
        }
    }

    fn stranded_in_a_sentence(&self, worm: &WormView, cycle: u64) -> String {
        let head = match worm.segments.first().map(|segment| segment.place) {
            Some(Location::Channel(lane)) => self.design.network.to(lane.channel),
            _ => worm.from,
        };
        let address = |node| self.topology.address(node);
        format!(
            "Dead end since cycle {cycle}: the routing function offers {} nothing at {} for {}.",
            self.names().name(worm.message),
            address(head),
            address(worm.to),
        )
    }

    fn ring(&self) -> Vec<Stall> {
        wait_chain::ring(self.snapshot, &self.design.network).unwrap_or_default()
    }

    fn holds(&self, worm: &WormView) -> String {
        let held = worm
            .segments
            .iter()
            .find_map(|segment| match segment.place {
                Location::Channel(lane) => Some(self.lane(lane)),
                Location::Injection(..) | Location::Ejection(..) => None,
            });
        held.map_or_else(
            || "holds no channel yet".to_owned(),
            |lane| format!("holds {lane}"),
        )
    }

    fn waits(&self, stall: &Stall, names: &MessageNames) -> String {
        if stall.wants_place {
            let here = self.topology.address(stall.here);
            return format!("waits for {}", stall.place(&here, names));
        }
        let (Some(&wanted), Some(&holder)) = (stall.wants.first(), stall.holders.first()) else {
            return "waits for an ejection port".to_owned();
        };
        let (wanted, holder) = (self.lane(wanted), names.name(holder));
        format!("waits for the channel {wanted}, which {holder} holds")
    }

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
