//! Routing functions in the script language, evaluated once for every state and stored as a table.
//!
//! A script defines `fn route(net, here, to)`, or `fn route(net, here, to, came)` if it depends on
//! the arrival of a header. It returns the offers, preferred first: a port, or a list of ports and of
//! maps such as `#{ port: 2, vcs: [1], escape: true }`. Virtual channels are a number, a list or a
//! range such as `0..2`; without `vcs` an offer includes all. A virtual channel that is an escape
//! anywhere must be one everywhere, because the proof that escapes prevent deadlock assumes that they
//! are separate channels.

use std::cell::{Cell, RefCell};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use rhai::{Array, Dynamic, Map};

use super::known::Answers;
use super::surroundings::{Asked, Came, Known, Net, register};
use crate::script::{self, Fault, Functions, Steps};
use engine::catalog::{first_of, quoted};
use engine::routing::{Candidates, Facts, Hop, Table, VcSet};
use engine::topology::{self, Port, Topology};

/// The limits on the computation of a script.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// The limit on the steps of one call.
    pub of_call: u64,
    /// The limit on the steps of all calls together.
    pub of_all: u64,
}

impl Default for Budget {
    /// The limits of the page.
    fn default() -> Self {
        Self {
            of_call: 20_000,
            // Enough for Duato's routing on 256 nodes, and used up in about a second.
            of_all: 9_000_000,
        }
    }
}

impl Budget {
    /// The limits of the command line: a call must end, and all together may take as long as they take.
    pub const UNBOUNDED: Self = Self {
        of_call: 10_000_000,
        of_all: u64::MAX,
    };
}

/// The longest text of a script \[bytes\].
const MOST_BYTES: usize = 20_000;

/// Evaluates a script in every state of a network, or returns the error in it.
pub fn compile(
    text: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
) -> Result<Table, Fault> {
    counted(text, topology, vcs, budget).0
}

/// Same as [`compile`]; `progress` receives the number of destinations that are done, and of all.
pub(super) fn compile_with_progress(
    text: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
    progress: &dyn Fn(u32, u32),
) -> Result<Table, Fault> {
    let steps = Steps::new(budget.of_call, budget.of_all);
    Program::new(text, topology, vcs, &steps)?.table(progress)
}

/// Same as [`compile`], but also returns the number of steps, including those charged for values.
pub fn counted(
    text: &str,
    topology: &dyn Topology,
    vcs: u8,
    budget: Budget,
) -> (Result<Table, Fault>, u64) {
    let steps = Steps::new(budget.of_call, budget.of_all);
    let table =
        Program::new(text, topology, vcs, &steps).and_then(|program| program.table(&|_, _| ()));
    (table, steps.taken())
}

/// A script that can be evaluated.
struct Program {
    functions: Functions,
    net: Net,
    asks_arrival: bool,
    vcs: u8,
    answers: RefCell<Answers>,
    /// The VCs that have been offered as escapes.
    escapes: Cell<VcSet>,
    /// The VCs that have been offered as ordinary channels.
    others: Cell<VcSet>,
}

impl Program {
    fn new(text: &str, topology: &dyn Topology, vcs: u8, steps: &Steps) -> Result<Self, Fault> {
        if text.len() > MOST_BYTES {
            return Err(Fault::anywhere(format!(
                "a script must have at most {MOST_BYTES} bytes, and this one has {}",
                text.len()
            )));
        }
        if !(1..=VcSet::MOST).contains(&vcs) {
            return Err(Fault::anywhere(format!(
                "there must be 1 to {} virtual channels, not {vcs}",
                VcSet::MOST
            )));
        }
        let own = topology::from_spec(&topology.spec());
        let own = own.map_err(|error| Fault::anywhere(error.to_string()))?;
        let functions = Functions::new(text, steps, register)?;
        let asks_arrival = asks_arrival(&functions)?;
        Ok(Self {
            functions,
            net: Net::new(own, vcs, steps.clone()),
            asks_arrival,
            vcs,
            answers: RefCell::default(),
            escapes: Cell::new(VcSet(0)),
            others: Cell::new(VcSet(0)),
        })
    }

    /// Evaluates the script in all states; `progress` receives the number of destinations done, and of all.
    fn table(&self, progress: &dyn Fn(u32, u32)) -> Result<Table, Fault> {
        let known = self.net.known();
        let network = &known.network;
        let entries = Table::entries(network, self.vcs, self.asks_arrival);
        if entries > Table::MOST_ENTRIES {
            let most = Table::MOST_ENTRIES;
            return Err(Fault::anywhere(format!(
                "the network is too large: its table of this function has {entries} entries, and at most {most} \
                 are kept; choose a smaller network{}",
                if self.asks_arrival {
                    ", fewer virtual channels, or a function without came"
                } else {
                    ""
                }
            )));
        }
        let all = network.terminals().count();
        let (mut now, mut done) = (None, 0);
        let table = Table::of(network, self.vcs, self.asks_arrival, |hop, out| {
            // Destinations come one after the other.
            if now.replace(hop.to).is_some_and(|before| before != hop.to) {
                done += 1;
                progress(done, all);
            }
            self.evaluate(hop, out)
        })?;
        let root = known.asked_root();
        Ok(table.with_facts(Facts {
            root,
            ..Facts::default()
        }))
    }

    /// Evaluates the script in a state, unless the answer for another state also holds there.
    fn evaluate(&self, hop: Hop, out: &mut Candidates) -> Result<(), Fault> {
        if self.answers.borrow_mut().find(hop, out) {
            return Ok(());
        }
        let asked = Rc::new(Cell::new(Asked::Whether));
        let given = self.call(hop, &asked);
        let result = given.and_then(|given| {
            let offered = self.offer(hop, given, out);
            offered.map_err(|reason| self.of_result(hop, reason))
        });
        result.map_err(|fault| {
            let (line, column) = match fault.line {
                0 => self.functions.place("route").unwrap_or_default(),
                _ => (fault.line, fault.column),
            };
            Fault {
                line,
                column,
                reason: format!("{} ({})", fault.reason, self.describe(hop)),
            }
        })?;
        self.answers.borrow_mut().keep(hop, asked.get(), out);
        Ok(())
    }

    fn call(&self, hop: Hop, asked: &Rc<Cell<Asked>>) -> Result<Dynamic, Fault> {
        self.functions.call("route", self.args(hop, asked))
    }

    /// The fault for an invalid result, at the place in the script that returned it.
    fn of_result(&self, hop: Hop, reason: String) -> Fault {
        let args = self.args(hop, &Rc::new(Cell::new(Asked::Whether)));
        let place = self.functions.place_of_result("route", args);
        let (line, column) = place.unwrap_or_default();
        Fault {
            line,
            column,
            reason,
        }
    }

    /// The arguments of the function; `asked` records the part of the arrival that it queries.
    fn args(&self, hop: Hop, asked: &Rc<Cell<Asked>>) -> Vec<Dynamic> {
        let network = &self.net.known().network;
        let (here, to) = (i64::from(hop.here.0), i64::from(hop.to.0));
        let mut args = vec![Dynamic::from(self.net.clone()), here.into(), to.into()];
        if !self.asks_arrival {
            return args;
        }
        let came = hop.came.map_or(Dynamic::UNIT, |lane| {
            Dynamic::from(Came {
                from: network.from(lane.channel).0.into(),
                port: network.port(lane.channel).0.into(),
                dimension: network.dimension(lane.channel).into(),
                vc: lane.vc.into(),
                asked: asked.clone(),
            })
        });
        args.push(came);
        args
    }

    /// Describes a state in an error, with the labels of nodes in the picture.
    fn describe(&self, hop: Hop) -> String {
        let Known {
            topology, network, ..
        } = self.net.known();
        let came = match hop.came {
            _ if !self.asks_arrival => String::new(),
            None => " that begins there".to_owned(),
            Some(lane) => format!(
                " that came from {} on virtual channel {}",
                topology.label(network.from(lane.channel)),
                lane.vc
            ),
        };
        let [here, to] = [hop.here, hop.to].map(|node| topology.label(node));
        format!("at node {here}, for a message to {to}{came}")
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
            return self.offer_lanes(hop, port, all, false, out);
        }
        let Some(map) = one.try_cast::<Map>() else {
            return Err(
                "the result of route must be ports, such as 2, or maps, such as \
                 #{ port: 2, vcs: [0] }"
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
                    is_escape = value.as_bool().map_err(|_| {
                        let given = script::kind(&value);
                        format!("the escape of an offer must be true or false, not {given}")
                    })?;
                }
                other => {
                    return Err(format!(
                        "an offer must have only port, vcs and escape, not {}",
                        quoted(other)
                    ));
                }
            }
        }
        let port = port.ok_or("an offer must have a port")?;
        self.offer_lanes(hop, port, vcs, is_escape, out)
    }

    fn offer_lanes(
        &self,
        hop: Hop,
        port: i64,
        vcs: VcSet,
        is_escape: bool,
        out: &mut Candidates,
    ) -> Result<(), String> {
        let channel = self.channel(hop, port)?;
        let (same, other) = if is_escape {
            out.offer_escape(channel, vcs);
            (&self.escapes, &self.others)
        } else {
            out.offer(channel, vcs);
            (&self.others, &self.escapes)
        };
        same.set(VcSet(same.get().0 | vcs.0));
        let both = VcSet(vcs.0 & other.get().0).iter().next();
        both.map_or(Ok(()), |vc| {
            Err(format!(
                "virtual channel {vc} is offered as an escape and also as an ordinary channel; one \
                 must be kept for escapes alone"
            ))
        })
    }

    fn lanes(&self, value: Dynamic) -> Result<VcSet, String> {
        let last = self.vcs - 1;
        let lane = |vc: i64| {
            let known = u8::try_from(vc).ok().filter(|&vc| vc <= last);
            known.ok_or_else(|| {
                let there = match last {
                    0 => "there is only channel 0".to_owned(),
                    1 => "there are only channels 0 and 1".to_owned(),
                    _ => format!("there are only channels 0 to {last}"),
                };
                let least = match last {
                    0 => "0",
                    _ => "one of these",
                };
                let advice = if vc < 0 {
                    format!("offer {least}")
                } else {
                    format!("choose more virtual channels, or offer {least}")
                };
                let count = self.vcs;
                format!("virtual channel {vc} does not exist: {there} (V is {count}); {advice}")
            })
        };
        let ends = match (
            value.clone().try_cast::<Range<i64>>(),
            value.clone().try_cast::<RangeInclusive<i64>>(),
        ) {
            (Some(range), _) => Some((range.start, range.end.saturating_sub(1))),
            (_, Some(range)) => Some((*range.start(), *range.end())),
            _ => None,
        };
        let vcs = if let Some((first, last)) = ends {
            if first <= last {
                VcSet::range(lane(first)?, lane(last)? + 1)
            } else {
                VcSet(0)
            }
        } else {
            let list = match value.try_cast_result::<Array>() {
                Ok(list) => list,
                Err(one) => vec![one],
            };
            let vcs = list.into_iter().map(|vc| lane(int("vcs", &vc)?));
            VcSet::of(vcs.collect::<Result<Vec<_>, _>>()?)
        };
        if vcs.is_empty() {
            return Err("the vcs of an offer must name at least one virtual channel".to_owned());
        }
        Ok(vcs)
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
            let here = known.topology.label(hop.here);
            let are = if ports.len() == 1 {
                "its only port is"
            } else {
                "its ports are"
            };
            format!(
                "node {here} has no port {port}: {are} {}",
                first_of(8, &ports)
            )
        })
    }
}

/// Whether a script depends on the arrival of headers, according to the parameters of its function.
fn asks_arrival(functions: &Functions) -> Result<bool, Fault> {
    let mut shapes = functions.parameters("route");
    match (shapes.next(), shapes.next()) {
        (Some(3), None) => Ok(false),
        (Some(4), None) => Ok(true),
        (Some(_), Some(_)) => Err(Fault::anywhere(
            "the function route must be defined once, with came or without it".to_owned(),
        )),
        (Some(given), None) => Err(Fault::anywhere(format!(
            "the function route must have the parameters net, here and to, and may have came, which \
             makes three or four, not {given}"
        ))),
        (None, _) => Err(Fault::anywhere(
            "there must be a function fn route(net, here, to), or fn route(net, here, to, came)"
                .to_owned(),
        )),
    }
}

fn int(name: &str, value: &Dynamic) -> Result<i64, String> {
    let kind = |_| {
        let given = script::kind(value);
        format!("the {name} of an offer must be a whole number, not {given}")
    };
    value.as_int().map_err(kind)
}
