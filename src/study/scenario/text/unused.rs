//! Fields of a scenario that have no effect on its run.

use serde_json::{Map, Value};

use crate::scenario::{Message, Scenario};

/// The fields that only the flit simulator reads.
const OF_FLITS: [&str; 9] = [
    "routing",
    "switching",
    "selection",
    "vcs",
    "dateline",
    "buffer",
    "length",
    "timing",
    "ports",
];

/// Same as [`unused_fields`] for a scenario that is simulated at loads which are not in it.
pub fn unused_fields_at_loads(scenario: &Scenario, given: &Map<String, Value>) -> Vec<String> {
    let mut loaded = scenario.clone();
    loaded.traffic.rate = loaded.traffic.rate.max(f64::MIN_POSITIVE);
    unused_fields(&loaded, given)
}

/// One sentence for each group of given fields that have no effect in a scenario that was read from
/// them.
pub fn unused_fields(scenario: &Scenario, given: &Map<String, Value>) -> Vec<String> {
    if scenario.packet.is_some() {
        let names = OF_FLITS
            .into_iter()
            .filter(|name| given.contains_key(*name));
        let names: Vec<_> = names.collect();
        let [first @ .., last] = &*names else {
            return Vec::new();
        };
        let (names, have) = match first {
            [] => ((*last).to_owned(), "has"),
            first => (format!("{} and {last}", first.join(", ")), "have"),
        };
        return vec![format!(
            "{names} {have} no effect on packets: they take random shortest paths, have exponential \
             lengths, and wait in queues without limit."
        )];
    }
    let default = Scenario::on(&scenario.network);
    let mut unused = Vec::new();
    let mut add = |field: &str, why: &str| unused.push(format!("{field} has no effect: {why}."));
    let (traffic, usual) = (&scenario.traffic, &default.traffic);
    if traffic.rate == 0.0 && !scenario.messages.is_empty() {
        let why = "traffic.rate is 0, and listed messages have destinations of their own";
        if traffic.pattern != usual.pattern {
            add("traffic.pattern", why);
        }
        if traffic.broadcast > 0.0 {
            add("traffic.broadcast", why);
        }
        if traffic.burst != usual.burst {
            add("traffic.burst", "traffic.rate is 0");
        }
        let has_length = |message: &Message| message.length.is_some();
        if scenario.messages.iter().all(has_length) && scenario.length != default.length {
            let why = "traffic.rate is 0, and every listed message has a length of its own";
            add("length", why);
        }
    }
    if scenario.switching != default.switching && scenario.buffer != default.buffer {
        add(
            "buffer",
            &format!("in {} a buffer holds one message", scenario.switching),
        );
    }
    if !scenario.sends_to_several() {
        let why = "no message goes to several nodes";
        if traffic.multicast.algorithm.is_some() {
            add("traffic.multicast.algorithm", why);
        }
        if scenario.timing.startup != default.timing.startup {
            add("timing.startup", why);
        }
        if scenario.timing.preparation != default.timing.preparation {
            add("timing.preparation", why);
        }
    }
    unused
}
