//! Messages that have not started: those that a scenario sends later, those in the queue of their
//! source, and those whose header has not left its node.

use super::words::count;
use super::{MessageNames, Teller};
use engine::sim::{COLORS, Design, Location, MessageId, Snapshot};
use engine::topology::NodeId;

/// A message of which no flit is in a channel yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotStarted {
    /// Its number; `None` if that depends on messages that are generated before it.
    pub message: Option<MessageId>,
    /// Its color; `None` if that is not known yet.
    pub color: Option<u8>,
    pub from: NodeId,
    pub to: Vec<NodeId>,
    /// M \[flits\].
    pub length: u32,
    pub stage: Stage,
}

/// The place of a message that has not started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// In the injection port of its source: its header requests a channel.
    Port,
    /// In a queue of its source.
    Queue,
    /// In the list of the scenario, which generates it in this cycle.
    List(u64),
}

/// The messages that have not started, those that start first before others of the same node.
/// Random messages are included once they have been generated.
pub fn not_started(design: &Design, snapshot: &Snapshot) -> Vec<NotStarted> {
    let in_ports = snapshot.worms.iter().filter(|worm| {
        let mut places = worm.segments.iter().map(|segment| segment.place);
        places.all(|place| matches!(place, Location::Injection(..)))
    });
    let in_ports = in_ports.map(|worm| NotStarted {
        message: Some(worm.message),
        color: Some(worm.color),
        from: worm.from,
        to: worm.left().collect(),
        length: worm.length,
        stage: Stage::Port,
    });
    let queued = snapshot.first_queued.iter().map(|queued| NotStarted {
        message: Some(queued.message),
        color: Some(match queued.multicast {
            Some(multicast) => snapshot.color_of(multicast),
            None => color_of(queued.message.0),
        }),
        from: queued.from,
        to: queued.to.clone(),
        length: queued.length,
        stage: Stage::Queue,
    });
    in_ports
        .chain(queued)
        .chain(listed(design, snapshot))
        .collect()
}

/// The messages of the scenario's list that have not been generated, as far as something is known
/// about them.
fn listed(design: &Design, snapshot: &Snapshot) -> Vec<NotStarted> {
    /// The most that are considered: a list may be a recording of a whole program.
    const MOST: usize = 1024;
    let now = snapshot.cycle;
    let done = design.orders.partition_point(|order| order.at < now);
    let is_several = |to: &[NodeId]| to.len() > 1;
    let begun = design.orders[..done].iter();
    let mut multicasts = begun.filter(|order| is_several(&order.to)).count() as u64;
    // Worms of multicasts are numbered when nodes release them.
    let mut next = (!has_multicasts(snapshot)).then_some(snapshot.counters.generated);
    let mut listed = Vec::new();
    for order in design.orders[done..].iter().take(MOST) {
        // Random messages may be generated before it.
        if design.is_random() && order.at > now {
            break;
        }
        let Some(&to) = order.to.last() else { continue };
        let (message, color) = if is_several(&order.to) {
            next = None;
            multicasts += 1;
            let color = (!design.is_random()).then(|| color_of(multicasts - 1));
            (None, color)
        } else {
            if !design.delivers(order.from, to) {
                continue;
            }
            let number = next;
            next = next.map(|number| number + 1);
            (number.map(MessageId), number.map(color_of))
        };
        listed.push(NotStarted {
            message,
            color,
            from: order.from,
            to: order.to.clone(),
            length: order.length,
            stage: Stage::List(order.at),
        });
    }
    listed
}

fn has_multicasts(snapshot: &Snapshot) -> bool {
    let of_multicast = snapshot.worms.iter().any(|worm| worm.multicast.is_some());
    let mut queued = snapshot.first_queued.iter();
    of_multicast
        || queued.any(|queued| queued.multicast.is_some())
        || !snapshot.preparations.is_empty()
        || !snapshot.relays.is_empty()
}

/// The color of a message or multicast that has met no other.
fn color_of(number: u64) -> u8 {
    (number % u64::from(COLORS)) as u8
}

impl NotStarted {
    /// Whether it is in a queue of its source.
    pub(in crate::scene) fn is_queued(&self) -> bool {
        self.stage == Stage::Queue
    }

    /// The text on its mark: its number or, with several destinations, their number.
    pub(in crate::scene) fn mark(&self) -> String {
        match self.message {
            _ if self.to.len() > 1 => format!("×{}", self.to.len()),
            Some(message) => message.0.to_string(),
            None => String::new(),
        }
    }

    /// Describes where it waits, where it goes and when it starts.
    pub(in crate::scene) fn in_words(&self, teller: &Teller, names: &MessageNames) -> String {
        let address = |node| teller.topology.address(node);
        let who = match self.message {
            Some(message) => names.title(message),
            None => "A message".to_owned(),
        };
        let to = match *self.to {
            [to] => format!("to {}", address(to)),
            _ => format!("to {} nodes", self.to.len()),
        };
        let when = match self.stage {
            Stage::Port => "its header has not left".to_owned(),
            Stage::Queue => "in the queue".to_owned(),
            Stage::List(cycle) => format!("starts at cycle {cycle}"),
        };
        let flits = count(self.length.into(), "flit");
        let from = address(self.from);
        format!("{who} waits at node {from}, {to}, {flits}, {when}.")
    }
}

impl Teller<'_> {
    /// The messages that have not started.
    pub(in crate::scene) fn not_started(&self) -> Vec<NotStarted> {
        not_started(self.design, self.snapshot)
    }

    /// The message with this number, if it has not started.
    pub(in crate::scene) fn one_not_started(&self, message: MessageId) -> Option<NotStarted> {
        let mut all = self.not_started().into_iter();
        all.find(|waiting| waiting.message == Some(message))
    }
}
