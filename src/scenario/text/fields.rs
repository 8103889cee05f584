//! The fields of a scenario as forms and links write them, by their place in the JSON form.

use super::cycles::CyclesOrAuto;
use super::{ranges, routing};
use crate::catalog::quoted;
use crate::scenario::{
    MOST_NODES_IN_PAGE, Message, Scenario,
    error::{ScenarioError, refuse},
};
use crate::sim::packet::Lengths;
use crate::topology::graph;
use crate::traffic::Length;

/// A field that can be typed.
pub(in crate::scenario) struct Field {
    /// How links call it.
    pub(super) key: &'static str,
    /// Its place in the JSON form.
    pub(in crate::scenario) path: &'static str,
    /// As people call it.
    pub(in crate::scenario) name: &'static str,
    /// The field; none where the part of the scenario that has it is absent.
    of: fn(&mut Scenario) -> Option<&mut dyn Typed>,
}

/// The key of the routing function.
pub(super) const ROUTING: &str = "r";

/// In the order of checking.
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
    // Before the rate, because packets allow for greater ones.
    field("mu", "packet.mu", "service rate μ", |s| {
        Some(&mut s.packet.as_mut()?.mu)
    }),
    field("len", "packet.lengths", "packet lengths", |s| {
        Some(&mut s.packet.as_mut()?.lengths)
    }),
    field("lam", "traffic.rate", "injection rate λ", |s| {
        Some(&mut s.traffic.rate)
    }),
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
    /// Every field that can be typed: how links call it, and its place in the JSON form.
    pub fn fields() -> impl Iterator<Item = (&'static str, &'static str)> {
        FIELDS.iter().map(|field| (field.key, field.path))
    }

    /// A field as forms and links write it, by its place in the JSON form; empty, if it is
    /// absent.
    pub fn get(&self, path: &str) -> String {
        let field = FIELDS.iter().find(|field| field.path == path);
        field.map_or_else(String::new, |field| field.text(&mut self.clone()))
    }

    /// Sets a field to what was typed for it. If the scenario could then not be built in
    /// the page, it stays as it is and the error says why.
    pub fn set(&mut self, path: &str, text: &str) -> Result<(), ScenarioError> {
        match FIELDS.iter().find(|field| field.path == path) {
            Some(field) => field.set(self, text),
            None => refuse("field", "one of a scenario", quoted(path)),
        }
    }
}

impl Field {
    /// The text of the field. The scenario does not change.
    pub(in crate::scenario) fn text(&self, scenario: &mut Scenario) -> String {
        if self.key == ROUTING {
            return routing::routing_in_link(&scenario.routing);
        }
        (self.of)(scenario).map_or_else(String::new, |value| value.text())
    }

    /// As [`Scenario::set`].
    pub(in crate::scenario) fn set(
        &self,
        scenario: &mut Scenario,
        text: &str,
    ) -> Result<(), ScenarioError> {
        let mut changed = scenario.clone();
        if self.path.starts_with("packet.") {
            // Who sets something of packets asks for them.
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
        let built = changed.build_within(MOST_NODES_IN_PAGE)?;
        // `4 × 4` is understood, `4x4` is what links say. A text stays as somebody has written it.
        if graph::text_of(&changed.network).is_none() {
            changed.network = built.topology.spec();
        }
        *scenario = changed;
        Ok(())
    }
}

/// A value that is typed and shown as text.
trait Typed {
    /// What links and forms say; empty, if it is absent.
    fn text(&self) -> String;

    /// Takes what was typed, or tells what it must be.
    fn read(&mut self, text: &str) -> Result<(), String>;
}

impl Typed for String {
    fn text(&self) -> String {
        self.clone()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        text.clone_into(self);
        Ok(())
    }
}

impl Typed for i64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = whole(text)?;
        Ok(())
    }
}

impl Typed for u64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text.trim().parse() {
            Ok(number) => number,
            Err(_) => Self::try_from(whole(text)?).map_err(|_| "a whole number")?,
        };
        Ok(())
    }
}

impl Typed for f64 {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = real(text).ok_or("a number")?;
        Ok(())
    }
}

/// `1`, or `0`.
impl Typed for bool {
    fn text(&self) -> String {
        i64::from(*self).to_string()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text.trim() {
            "1" | "on" => true,
            "0" | "off" => false,
            _ => return Err("on, off, 1 or 0".to_owned()),
        };
        Ok(())
    }
}

/// What may be absent, which an empty entry means.
impl<T: Typed + Default> Typed for Option<T> {
    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, Typed::text)
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let mut value = T::default();
        let is_absent = text.trim().is_empty();
        if !is_absent {
            value.read(text)?;
        }
        *self = (!is_absent).then_some(value);
        Ok(())
    }
}

/// `20000`, or `auto`.
impl Typed for CyclesOrAuto {
    fn text(&self) -> String {
        match self {
            Self::Cycles(cycles) => cycles.to_string(),
            Self::Auto => "auto".to_owned(),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text.trim() {
            "auto" => Self::Auto,
            text => Self::Cycles(whole(text)?),
        };
        Ok(())
    }
}

/// `32`, or `exp:12.5`.
impl Typed for Length {
    fn text(&self) -> String {
        match self {
            Self::Fixed(flits) => flits.to_string(),
            Self::Exponential(mean) => format!("exp:{mean}"),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        const ALLOWED: &str = "a number of flits, or exp: and a mean";
        *self = if let Some(mean) = text.strip_prefix("exp:") {
            Self::Exponential(real(mean).ok_or(ALLOWED)?)
        } else {
            real(text).ok_or(ALLOWED)?;
            let flits = whole(text).and_then(|flits| u32::try_from(flits).map_err(|_| ""));
            Self::Fixed(flits.map_err(|_| ranges::allowed("length.fixed").unwrap_or_default())?)
        };
        Ok(())
    }
}

impl Typed for Lengths {
    fn text(&self) -> String {
        match self {
            Self::Kept => "kept".to_owned(),
            Self::Redrawn => "redrawn".to_owned(),
        }
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = match text {
            "kept" => Self::Kept,
            "redrawn" => Self::Redrawn,
            _ => return Err("kept or redrawn".to_owned()),
        };
        Ok(())
    }
}

/// `3,2>4,2;0,0>1,0`.
impl Typed for Vec<(String, String)> {
    fn text(&self) -> String {
        let texts = self.iter().map(|(one, other)| format!("{one}>{other}"));
        texts.collect::<Vec<_>>().join(";")
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let links = text.split(';').filter(|_| !text.trim().is_empty());
        let links = links.map(|link| {
            let (one, other) = link.split_once('>')?;
            Some((one.trim().to_owned(), other.trim().to_owned()))
        });
        let links = links.collect::<Option<_>>();
        *self = links.ok_or("links written as 3,2>4,2;0,0>1,0")?;
        Ok(())
    }
}

/// `at:from>to+to:length` joined by `;`.
impl Typed for Vec<Message> {
    fn text(&self) -> String {
        let texts = self.iter().map(|message| {
            let Message { at, from, to, .. } = message;
            let length = message.length.map_or_else(String::new, |l| format!(":{l}"));
            format!("{at}:{from}>{}{length}", to.join("+"))
        });
        texts.collect::<Vec<_>>().join(";")
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let messages = text.split(';').map(message).collect::<Option<_>>();
        *self = messages.ok_or("messages written as at:from>to:length")?;
        Ok(())
    }
}

fn message(text: &str) -> Option<Message> {
    let (at, route) = text.split_once(':')?;
    let (from, rest) = route.split_once('>')?;
    let (to, length) = match rest.split_once(':') {
        Some((to, length)) => (to, Some(whole(length).ok()?)),
        None => (rest, None),
    };
    Some(Message {
        at: whole(at).ok()?,
        from: from.to_owned(),
        to: to.split('+').map(str::to_owned).collect(),
        length,
    })
}

/// A whole number; `1e3` is one too.
fn whole(text: &str) -> Result<i64, &'static str> {
    if let Ok(number) = text.trim().parse() {
        return Ok(number);
    }
    let real = real(text).ok_or("a number")?;
    if real.fract() == 0.0 && real.abs() < 9e18 {
        Ok(real as i64)
    } else {
        Err("a whole number")
    }
}

/// A number that JSON can write too; no −0, which would be another link for the same.
fn real(text: &str) -> Option<f64> {
    let number = text.trim().parse::<f64>().ok();
    number.filter(|number| number.is_finite()).map(|n| n + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let mut scenario = Scenario::default();
        for (path, typed, shown) in [
            ("buffer", " 1e3 ", "1000"),
            ("traffic.rate", "-0", "0"),
            ("seed", "18446744073709551615", "18446744073709551615"),
            ("length", "exp:12.50", "exp:12.5"),
            ("run.warmup", " auto", "auto"),
            ("timing.preparation", "auto", "auto"),
            ("timing.preparation", "16", "16"),
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
    fn every_field_stands_in_the_json_form() {
        let mut scenario = Scenario::default();
        scenario.packet.get_or_insert_default();
        scenario.dateline = false;
        scenario.ports.ejection = Some(1);
        scenario.run.precision = Some(0.1);
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
