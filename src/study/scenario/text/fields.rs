//! The fields of a scenario: their keys in links, their paths in the JSON form and their text forms.

use serde_json::Value;

use super::typed::Typed;
use super::values::mistyped;
use super::{network, ranges, routing};
use crate::scenario::{
    MOST_NODES_IN_PAGE, Scenario,
    error::{ScenarioError, refuse},
};
use engine::catalog::quoted;
use engine::topology::graph;

/// A field with a text form.
pub(in crate::scenario) struct Field {
    pub(super) key: &'static str,
    /// Its path in the JSON form.
    pub(in crate::scenario) path: &'static str,
    pub(in crate::scenario) name: &'static str,
    /// Access to the field; `None` if the part of the scenario that contains it is absent.
    of: fn(&mut Scenario) -> Option<&mut dyn Typed>,
}

/// The key of the routing function.
pub(super) const ROUTING: &str = "r";

/// All fields, in the order of checking.
pub(in crate::scenario) const FIELDS: &[Field] = &[
    field("t", "network", "network", |s| Some(&mut s.network)),
    field(ROUTING, "routing", "routing", |s| Some(&mut s.routing)),
    field("sw", "switching", "switching", |s| Some(&mut s.switching)),
    field("sel", "selection", "selection", |s| Some(&mut s.selection)),
    field("vc", "vcs", "virtual channels V", |s| Some(&mut s.vcs)),
    field("dl", "dateline", "dateline", |s| Some(&mut s.dateline)),
    field("buf", "buffer", "buffer B", |s| Some(&mut s.buffer)),
    field("M", "length", "message length M", |s| Some(&mut s.length)),
    field("tr", "traffic.pattern", "destinations", |s| {
        Some(&mut s.traffic.pattern)
    }),
    // Before the rate, because packets allow higher rates.
    field("mu", "packet.mu", "service rate μ", |s| {
        Some(&mut s.packet.as_mut()?.mu)
    }),
    field("len", "packet.lengths", "packet lengths", |s| {
        Some(&mut s.packet.as_mut()?.lengths)
    }),
    field("lam", "traffic.rate", "injection rate λ", |s| {
        Some(&mut s.traffic.rate)
    }),
    field("bon", "traffic.burst.on", "mean burst", |s| {
        Some(&mut s.traffic.burst.on)
    }),
    field("bsh", "traffic.burst.share", "share of time on", |s| {
        Some(&mut s.traffic.burst.share)
    }),
    field("sr", "traffic.surge.rate", "surge", |s| {
        Some(&mut s.traffic.surge.rate)
    }),
    field("sc", "traffic.surge.cycles", "length of the surge", |s| {
        Some(&mut s.traffic.surge.cycles)
    }),
    field(
        "cw",
        "traffic.closed.outstanding",
        "outstanding requests w",
        |s| Some(&mut s.traffic.closed.outstanding),
    ),
    field("cm", "traffic.closed.reply", "reply length", |s| {
        Some(&mut s.traffic.closed.reply)
    }),
    field("cs", "traffic.closed.service", "service time", |s| {
        Some(&mut s.traffic.closed.service)
    }),
    field("cq", "traffic.closed.queue", "reply queue", |s| {
        Some(&mut s.traffic.closed.queue)
    }),
    field(
        "cc",
        "traffic.closed.classes",
        "virtual channels of replies",
        |s| Some(&mut s.traffic.closed.classes),
    ),
    field("beta", "traffic.broadcast", "broadcasts β", |s| {
        Some(&mut s.traffic.broadcast)
    }),
    field(
        "mc",
        "traffic.multicast.algorithm",
        "multicast algorithm",
        |s| Some(&mut s.traffic.multicast.algorithm),
    ),
    field(
        "md",
        "traffic.multicast.destinations",
        "destinations of a multicast",
        |s| Some(&mut s.traffic.multicast.destinations),
    ),
    field(
        "mr",
        "traffic.multicast.replicate",
        "replication in routers",
        |s| Some(&mut s.traffic.multicast.router_copies),
    ),
    field(
        "mf",
        "traffic.multicast.fraction",
        "share of multicasts",
        |s| Some(&mut s.traffic.multicast.fraction),
    ),
    field("ti", "timing.injection", "injection delay i", |s| {
        Some(&mut s.timing.injection)
    }),
    field("te", "timing.ejection", "ejection delay e", |s| {
        Some(&mut s.timing.ejection)
    }),
    field("rd", "timing.router", "router delay r", |s| {
        Some(&mut s.timing.router)
    }),
    field("ts", "timing.startup", "start-up", |s| {
        Some(&mut s.timing.startup)
    }),
    field("tp", "timing.preparation", "preparation", |s| {
        Some(&mut s.timing.preparation)
    }),
    field("pi", "ports.injection", "injection ports p", |s| {
        Some(&mut s.ports.injection)
    }),
    field("pe", "ports.ejection", "ejection ports", |s| {
        Some(&mut s.ports.ejection)
    }),
    field("seed", "seed", "seed", |s| Some(&mut s.seed)),
    field("warm", "run.warmup", "warm-up", |s| Some(&mut s.run.warmup)),
    field("run", "run.cycles", "cycles to simulate", |s| {
        Some(&mut s.run.cycles)
    }),
    field("rep", "run.replications", "replications R", |s| {
        Some(&mut s.run.replications)
    }),
    field("prec", "run.precision", "precision", |s| {
        Some(&mut s.run.precision)
    }),
    field("fail", "faults", "failed links", |s| Some(&mut s.faults)),
    field("msg", "messages", "messages sent by hand", |s| {
        Some(&mut s.messages)
    }),
];

const fn field(
    key: &'static str,
    path: &'static str,
    name: &'static str,
    of: fn(&mut Scenario) -> Option<&mut dyn Typed>,
) -> Field {
    Field {
        key,
        path,
        name,
        of,
    }
}

impl Scenario {
    /// The key in links and the path in the JSON form of every field.
    pub fn fields() -> impl Iterator<Item = (&'static str, &'static str)> {
        FIELDS.iter().map(|field| (field.key, field.path))
    }

    /// The display name of the field at a path of the JSON form.
    pub fn field_name(path: &str) -> Option<&'static str> {
        let field = FIELDS.iter().find(|field| field.path == path);
        field.map(|field| field.name)
    }

    /// The text form of the field at a path of the JSON form; empty if it is absent.
    pub fn get(&self, path: &str) -> String {
        let field = FIELDS.iter().find(|field| field.path == path);
        field.map_or_else(String::new, |field| field.text(&mut self.clone()))
    }

    /// Sets the field at a path of the JSON form from its text form. If the text is invalid, or
    /// the page could not build the result, the scenario stays unchanged and the error says why.
    pub fn set(&mut self, path: &str, text: &str) -> Result<(), ScenarioError> {
        match FIELDS.iter().find(|field| field.path == path) {
            Some(field) => field.set(self, text),
            None => refuse("field", "a field of a scenario", quoted(path)),
        }
    }
}

impl Field {
    /// The text form of the field. Does not change the scenario.
    pub(in crate::scenario) fn text(&self, scenario: &mut Scenario) -> String {
        if self.key == ROUTING {
            return routing::routing_in_link(&scenario.routing);
        }
        (self.of)(scenario).map_or_else(String::new, |value| value.text())
    }

    /// Same as [`Scenario::set`].
    pub(in crate::scenario) fn set(
        &self,
        scenario: &mut Scenario,
        text: &str,
    ) -> Result<(), ScenarioError> {
        let mut changed = scenario.clone();
        self.read(&mut changed, text)?;
        if let Err(error) = settle(&mut changed) {
            // Prescribed paths may not exist with the new setting, so try again without them.
            if self.path == "messages" || !changed.tells_paths() {
                return Err(error);
            }
            changed = changed.without_paths();
            settle(&mut changed)?;
        }
        *scenario = changed;
        Ok(())
    }

    /// Sets the field from a JSON value, without a check that the scenario can be built.
    pub(super) fn take(&self, scenario: &mut Scenario, value: &Value) -> Result<(), ScenarioError> {
        match (self.path, value) {
            ("network", Value::Object(object)) => {
                scenario.network = network::from_object(self.path, object)?;
            }
            ("network", value) if !value.is_string() => {
                return Err(mistyped(self.path, network::ALLOWED, value));
            }
            ("routing", Value::Object(object)) => {
                scenario.routing = routing::from_object(self.path, object)?;
            }
            ("routing", value) if !value.is_string() => {
                return Err(mistyped(self.path, routing::ALLOWED, value));
            }
            _ => {
                if let Some(field) = (self.of)(scenario) {
                    field.take_value(self.path, value)?;
                }
            }
        }
        Ok(())
    }

    /// Sets the field from its text form, without a check that the scenario can be built. If the
    /// text is invalid, the scenario stays unchanged.
    pub(super) fn read(&self, scenario: &mut Scenario, text: &str) -> Result<(), ScenarioError> {
        let mut changed = scenario.clone();
        if self.path.starts_with("packet.") {
            // Setting a field of packets selects the packet simulator.
            changed.packet.get_or_insert_default();
        }
        let read = if self.key == ROUTING {
            routing::from_link(text).map(|function| changed.routing = function)
        } else {
            (self.of)(&mut changed).map_or(Ok(()), |value| value.read(text))
        };
        if let Err(allowed) = read {
            let allowed = ranges::allowed(self.path).unwrap_or(allowed);
            return refuse(self.path, allowed, quoted(text));
        }
        *scenario = changed;
        Ok(())
    }
}

/// Checks that the page can build a scenario, and normalizes the specification of its network.
pub(super) fn settle(scenario: &mut Scenario) -> Result<(), ScenarioError> {
    let built = scenario.build_within(MOST_NODES_IN_PAGE)?;
    // `4 × 4` is accepted, but links contain `4x4`. A user-defined network keeps its text.
    if graph::text_of(&scenario.network).is_none() {
        scenario.network = built.topology.spec();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Message;

    #[test]
    fn alternative_spellings_are_accepted_and_normalized() {
        let mut scenario = Scenario::default();
        for (path, typed, shown) in [
            ("buffer", " 1e3 ", "1000"),
            ("traffic.rate", "-0", "0"),
            ("seed", "18446744073709551615", "18446744073709551615"),
            ("length", "exp:12.50", "exp:12.5"),
            ("run.warmup", " auto", "auto"),
            ("timing.preparation", "auto", "auto"),
            ("timing.preparation", "16", "16"),
            ("traffic.burst.on", "200", "200"),
            ("traffic.burst.share", ".20", "0.2"),
            ("traffic.closed.outstanding", "4", "4"),
            ("traffic.closed.reply", "", ""),
            ("traffic.closed.classes", "separate", "separate"),
            ("traffic.closed.outstanding", "", ""),
            ("traffic.multicast.fraction", ".50", "0.5"),
            ("faults", " 2,0 > 3,0;0,1>0,0 ", "2,0>3,0;0,1>0,0"),
            ("faults", " ", ""),
            ("messages", "3:0,0>1,0+2,0:8", "3:0,0>1,0+2,0:8"),
            ("network", "torus:4 × 4", "torus:4x4"),
            ("dateline", "off", "0"),
            ("dateline", " 1", "1"),
        ] {
            assert_eq!(scenario.set(path, typed), Ok(()), "{path}");
            assert_eq!(scenario.get(path), shown);
        }
    }

    #[test]
    fn the_json_form_contains_every_field() {
        let mut scenario = Scenario::default();
        scenario.packet.get_or_insert_default();
        scenario.dateline = false;
        scenario.ports.ejection = Some(1);
        scenario.run.precision = Some(0.1);
        scenario.traffic.burst.on = Some(100.0);
        scenario.traffic.surge.rate = Some(0.1);
        scenario.traffic.closed.outstanding = Some(4);
        scenario.traffic.closed.reply = Some(8);
        scenario.traffic.multicast.algorithm = Some("separate".to_owned());
        scenario.traffic.multicast.destinations = Some(1);
        scenario.traffic.multicast.router_copies = true;
        scenario.faults.push(("0".to_owned(), "1".to_owned()));
        scenario
            .messages
            .push(Message::new("0".to_owned(), "1".to_owned(), 1));
        let json = serde_json::json!(scenario);
        for Field { path, .. } in FIELDS {
            let place = format!("/{}", path.replace('.', "/"));
            assert!(json.pointer(&place).is_some(), "{path}");
        }
    }
}
