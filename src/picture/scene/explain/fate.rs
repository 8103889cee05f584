//! The fate of a message that is not in the network, in words.

use super::words::count;
use engine::sim::{Delivery, Fate};

/// Describes what has become of a message that is not in the network.
pub fn fate_in_words(fate: Fate) -> String {
    match fate {
        Fate::NotGenerated => "It has not been generated yet.".to_owned(),
        Fate::Waiting => "It waits in a queue of its source.".to_owned(),
        Fate::Delivered(Some(delivery)) => delivered(&delivery),
        Fate::Delivered(None) => "It has been delivered.".to_owned(),
    }
}

pub(super) fn delivered(delivery: &Delivery) -> String {
    format!(
        "Delivered in cycle {}, {} after it was generated.",
        delivery.arrived,
        count(delivery.arrived - delivery.generated, "cycle")
    )
}
