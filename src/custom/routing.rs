//! Routing functions in the script language: asked once for every state, and kept as a table.
//!
//! A script defines `fn route(net, here, to)`, or `fn route(net, here, to, came)` if it asks how a header
//! came. It gives what is offered, preferred first: a port, or a list of ports and of maps such as
//! `#{ port: 2, vcs: [1], escape: true }`. Without `vcs` all are meant.

use std::cell::Cell;
use std::rc::Rc;

use rhai::{AST, Array, Dynamic, Engine, Map};

use super::surroundings::{Came, Net, register};
use crate::routing::{Candidates, Hop, Table, VcSet};
use crate::script::{self, Fault};
use crate::topology::{self, Port, Topology};

/// How much a script may compute.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Steps of one call.
    pub of_call: u64,
    /// Steps of all of them.
    pub of_all: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            of_call: 20_000,
            of_all: 12_000_000,
        }
    }
}

/// The longest text of a script \[bytes\].
const MOST_BYTES: usize = 20_000;

/// Asks a script for everything that it offers on a network, or says what is wrong with it.
pub fn compile(
    text: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
) -> Result<Table, Fault> {
    let program = Program::new(text, topology, vcs, budget)?;
    let network = &program.net.known().network;
    let table = Table::of(network, vcs, program.asks_arrival, |hop, out| {
        program.ask(hop, out)
    })?;
    Ok(table)
}

/// A script that can be asked.
struct Program {
    engine: Engine,
    ast: AST,
    net: Net,
    asks_arrival: bool,
    vcs: u8,
}

impl Program {
    fn new(text: &str, topology: &dyn Topology, vcs: u8, budget: Budget) -> Result<Self, Fault> {
        if text.len() > MOST_BYTES {
            return Err(Fault::anywhere(format!(
                "a script must have at most {MOST_BYTES} letters, and this one has {}",
                text.len()
            )));
        }
        let own = topology::from_spec(&topology.spec());
        let own = own.map_err(|error| Fault::anywhere(error.to_string()))?;
        let mut engine = script::engine_of_functions(budget.of_call);
        register(&mut engine);
        count(&mut engine, budget.of_all);
        let ast = script::compile(&engine, text)?;
        let asks_arrival = asks_arrival(&ast)?;
        Ok(Self {
            engine,
            ast,
            net: Net::new(own, vcs),
            asks_arrival,
            vcs,
        })
    }

    fn ask(&self, hop: Hop, out: &mut Candidates) -> Result<(), Fault> {
        let network = &self.net.known().network;
        let (here, to) = (i64::from(hop.here.0), i64::from(hop.to.0));
        let net = self.net.clone();
        let given = if self.asks_arrival {
            let came = hop.came.map_or(Dynamic::UNIT, |lane| {
                Dynamic::from(Came {
                    from: network.from(lane.channel).0.into(),
                    port: network.port(lane.channel).0.into(),
                    dimension: network.dimension(lane.channel).into(),
                    vc: lane.vc.into(),
                })
            });
            script::call(&self.engine, &self.ast, "route", (net, here, to, came))
        } else {
            script::call(&self.engine, &self.ast, "route", (net, here, to))
        };
        let told =
            given.and_then(|given: Dynamic| self.offer(hop, given, out).map_err(Fault::anywhere));
        // Of an error that every call would make the place is enough.
        told.map_err(|fault| Fault {
            reason: format!(
                "{} (asked for route({}, {}))",
                fault.reason,
                self.net.known().topology.label(hop.here),
                self.net.known().topology.label(hop.to),
            ),
            ..fault
        })
    }

    fn offer(&self, hop: Hop, given: Dynamic, out: &mut Candidates) -> Result<(), String> {
        if given.is_unit() {
            return Ok(());
        }
        match given.try_cast_result::<Array>() {
            Ok(list) => list
                .into_iter()
                .try_for_each(|one| self.offer_one(hop, one, out)),
            Err(one) => self.offer_one(hop, one, out),
        }
    }

    fn offer_one(&self, hop: Hop, one: Dynamic, out: &mut Candidates) -> Result<(), String> {
        let all = VcSet::range(0, self.vcs);
        if let Ok(port) = one.as_int() {
            out.offer(self.channel(hop, port)?, all);
            return Ok(());
        }
        let Some(map) = one.try_cast::<Map>() else {
            return Err(
                "route must give ports, such as 2, or maps, such as #{ port: 2, vcs: [0] }"
                    .to_owned(),
            );
        };
        let mut vcs = all;
        let (mut port, mut is_escape) = (None, false);
        for (name, value) in map {
            match &*name {
                "port" => port = Some(int("port", &value)?),
                "vcs" => vcs = self.lanes(value)?,
                "escape" => {
                    is_escape = value
                        .as_bool()
                        .map_err(|kind| format!("escape must be true or false, not {kind}"))?;
                }
                other => {
                    return Err(format!(
                        "an offer has port, vcs and escape, and nothing called {}",
                        crate::catalog::quoted(other)
                    ));
                }
            }
        }
        let port = port.ok_or("an offer must have a port")?;
        let channel = self.channel(hop, port)?;
        if is_escape {
            out.offer_escape(channel, vcs);
        } else {
            out.offer(channel, vcs);
        }
        Ok(())
    }

    fn lanes(&self, value: Dynamic) -> Result<VcSet, String> {
        let list = match value.try_cast_result::<Array>() {
            Ok(list) => list,
            Err(one) => vec![one],
        };
        let vcs = list.into_iter().map(|vc| {
            let vc = int("vcs", &vc)?;
            let last = self.vcs - 1;
            u8::try_from(vc)
                .ok()
                .filter(|&vc| vc <= last)
                .ok_or_else(|| format!("vcs must be numbers from 0 to {last}, not {vc}"))
        });
        let vcs: Vec<u8> = vcs.collect::<Result<_, _>>()?;
        if vcs.is_empty() {
            return Err("vcs must name one virtual channel at least".to_owned());
        }
        Ok(VcSet::of(vcs))
    }

    fn channel(&self, hop: Hop, port: i64) -> Result<topology::ChannelId, String> {
        let known = self.net.known();
        let channel = u8::try_from(port)
            .ok()
            .filter(|&port| port < known.topology.degree())
            .and_then(|port| known.network.channel_at(hop.here, Port(port)));
        channel.ok_or_else(|| {
            let ports = known.network.channels_of(hop.here);
            let ports = ports.map(|channel| known.network.port(channel).0.to_string());
            let ports: Vec<_> = ports.collect();
            format!("port must be one of {}, not {port}", ports.join(", "))
        })
    }
}

/// Whether a script asks how headers came, by the parameters of its function.
fn asks_arrival(ast: &AST) -> Result<bool, Fault> {
    let mut shapes = ast.iter_functions().filter(|f| f.name == "route");
    match (shapes.next().map(|f| f.params.len()), shapes.next()) {
        (Some(3), None) => Ok(false),
        (Some(4), None) => Ok(true),
        (Some(_), Some(_)) => Err(Fault::anywhere("route must be defined once".to_owned())),
        _ => Err(Fault::anywhere(
            "fn route(net, here, to), or fn route(net, here, to, came), must be defined".to_owned(),
        )),
    }
}

fn int(name: &str, value: &Dynamic) -> Result<i64, String> {
    let kind = |kind| format!("{name} must be a whole number, not {kind}");
    value.as_int().map_err(kind)
}

/// Ends a script that has used up all of its steps, whatever single calls take.
fn count(engine: &mut Engine, most: u64) {
    // Steps of the calls that are over, and of the one that runs.
    let used = Rc::new(Cell::new((0_u64, 0_u64)));
    engine.on_progress(move |steps| {
        let (before, last) = used.get();
        let before = if steps < last { before + last } else { before };
        used.set((before, steps));
        (before + steps > most).then(|| "it takes too many steps for so many nodes".into())
    });
}
