//! Builds scenarios into objects that are ready to run.

use std::sync::Arc;

use super::error::{ScenarioError, in_field, refuse};
use super::pattern::MOST_TERMINALS_IN_PAGE;
use super::text::{CyclesOrAuto, check_rate, whole};
use super::{
    MOST_NODES_IN_PAGE, Message, Scenario, closed_loop, faults, multicast, sources, warnings,
};
use engine::catalog::{self, Entry, quoted};
use engine::multicast::destinations;
use engine::routing::{
    self, Adaptivity, Detour, IsFree, Least, Need, RoutingFunction, Vcs, written,
};
use engine::sim::{self, Design, Multicasts, Order, RunLength, Selection, Switching, packet};
use engine::topology::{self, MOST_NODES, Network, Topology, sorted::order_of};
use engine::traffic::worst_case::MOST_TERMINALS;
use engine::traffic::{self, Length};

/// A scenario, checked and built.
#[derive(Debug, Clone)]
pub struct BuiltScenario {
    /// The network as the literature describes it.
    pub topology: Arc<dyn Topology>,
    /// The input of the flit simulator.
    pub design: Arc<Design>,
    /// The input of the packet simulator, if the scenario selects it; the flit simulator then has
    /// no traffic.
    pub packet: Option<Arc<packet::Design>>,
    /// The algorithm for messages to several nodes: the one that `traffic.multicast.algorithm`
    /// names, or else one that suits the network; `None` if there are no such messages.
    pub multicast: Option<String>,
    pub run: RunLength,
    /// R, the number of independent runs; 1 if nothing is random.
    pub replications: u32,
    /// The registered routing function that [`warnings`](Self::warnings) checks for deadlock.
    selected: Option<warnings::SelectedRouting>,
    others: Vec<String>,
}

impl Scenario {
    /// Checks all fields and builds the input of a simulation.
    pub fn build(&self) -> Result<BuiltScenario, ScenarioError> {
        self.build_within(MOST_NODES)
    }

    /// Same as [`Scenario::build`], for networks of at most `most_nodes` nodes.
    pub fn build_within(&self, most_nodes: u32) -> Result<BuiltScenario, ScenarioError> {
        self.build_limited(most_nodes, MOST_TERMINALS)
    }

    /// Same as [`Scenario::build`], for a page that waits for it.
    pub fn build_in_page(&self) -> Result<BuiltScenario, ScenarioError> {
        self.build_limited(MOST_NODES_IN_PAGE, MOST_TERMINALS_IN_PAGE)
    }

    /// The second limit is that of [`Scenario::worst_case`].
    fn build_limited(
        &self,
        most_nodes: u32,
        most_terminals: u32,
    ) -> Result<BuiltScenario, ScenarioError> {
        let topology: Arc<dyn Topology> = topology::from_spec(&self.network)
            .map_err(in_field("network"))?
            .into();
        if topology.nodes() > most_nodes {
            return refuse(
                "network",
                format!("of at most {most_nodes} nodes here"),
                format!("{} with {}", topology.short_name(), topology.nodes()),
            );
        }
        let switching = catalog::find(sim::switching::FAMILIES, "switching", &self.switching)
            .map_err(in_field("switching"))?
            .build;
        let selection = catalog::find(sim::selection::FAMILIES, "selection", &self.selection)
            .map_err(in_field("selection"))?
            .build;
        let vcs = whole("vcs", self.vcs)? as u8;
        self.check_classes()?;
        let lanes = Vcs {
            count: self.vcs_of_class() as u8,
            dateline: self.dateline,
        };
        let routing = routing::from_id_with(&self.routing, &*topology, lanes, &self.scripts)
            .map_err(in_field("routing"))?;
        let mut selected = warnings::SelectedRouting::of(self);
        let mut warnings = warnings::of_routing(self, &*topology, &*routing);
        let network = Network::new(&*topology);
        let failed = routing::failed("faults", &self.faults, &*topology, &network)
            .map_err(in_field("faults"))?;
        let routing = Detour::around(routing, &network, &failed);
        let pattern = if self.traffic.rate == 0.0 {
            // Zero load does not use the pattern, but its id must be valid.
            traffic::check_id(&self.traffic.pattern).map(|()| None)
        } else {
            self.pattern_within(&*topology, most_terminals).map(Some)
        };
        let mut pattern = pattern.map_err(in_field("traffic.pattern"))?;
        let packet = self.packet_design(&topology, &mut pattern)?;
        let rate = if packet.is_some() {
            // The flit simulator then sends nothing, so nothing can deadlock in it.
            selected = None;
            warnings.clear();
            0.0
        } else {
            check_rate("traffic.rate", self.traffic.rate)?
        };
        let burst = self.checked_burst()?.filter(|_| rate > 0.0);
        warnings.extend(burst.and_then(|burst| sources::burst_warning(burst, &self.run)));
        let surge = self.checked_surge(rate)?;
        let length = self.checked_length()?;
        let closed = self.checked_closed_loop(length)?;
        let (orders, places) = self.checked_orders(&*topology, length)?;
        let vias = self.checked_vias(&*topology, &network, &*routing, &orders, places)?;
        let (multicast, multicasts) = self.checked_multicasts(&*topology, &orders)?.unzip();
        let timing = self.checked_timing(multicasts.as_ref())?;
        let selection = selection.unwrap_or_else(|| self.suited_selection(&*routing));
        let design = Design {
            network,
            routing,
            faults: failed,
            pattern,
            rate,
            burst,
            surge,
            closed,
            length,
            multicasts,
            switching,
            selection,
            vcs,
            buffer: whole("buffer", self.buffer)? as u32,
            timing,
            ports: self.checked_ports()?,
            seed: self.seed,
            orders,
            vias,
        };
        warnings.extend(closed_loop::warning(&design));
        if let Some(algorithm) = &multicast {
            multicast::check_replication(algorithm, &self.switching, &design)?;
            warnings.extend(multicast::warnings(algorithm, &self.routing, &design));
        }
        self.check_that_plans_know_all_links(&design)?;
        warnings.extend(faults::warnings(self, &*topology, &design));
        warnings.extend(warnings::idle_selection(self, &design));
        let replications = self.run.checked_replications()?;
        let is_random = match &packet {
            Some(packet) => packet.is_random(),
            None => design.is_random(),
        };
        let replications = if is_random { replications } else { 1 };
        Ok(BuiltScenario {
            topology,
            design: Arc::new(design),
            packet: packet.map(Arc::new),
            multicast,
            run: self.run.checked()?,
            replications,
            selected,
            others: warnings,
        })
    }

    fn suited_selection(&self, routing: &dyn RoutingFunction) -> Selection {
        match written::script_of(&self.routing) {
            // Its offers are in an order of preference.
            Some(_) => Selection::First,
            None => Selection::suited(routing.adaptivity()),
        }
    }

    fn checked_length(&self) -> Result<Length, ScenarioError> {
        let most = Length::MOST;
        match self.length {
            Length::Fixed(flits) => {
                let flits = whole("length.fixed", i64::from(flits))?;
                Ok(Length::Fixed(flits as u32))
            }
            Length::Exponential(mean) if (1.0..=f64::from(most)).contains(&mean) => Ok(self.length),
            Length::Exponential(mean) => refuse(
                "length.exponential",
                format!("a mean from 1 to {most} flits"),
                quoted(&mean.to_string()),
            ),
        }
    }

    fn checked_timing(
        &self,
        multicasts: Option<&Multicasts>,
    ) -> Result<sim::Timing, ScenarioError> {
        let delay = |field, value| whole(field, value).map(|cycles| cycles as u32);
        Ok(sim::Timing {
            injection: delay("timing.injection", self.timing.injection)?,
            ejection: delay("timing.ejection", self.timing.ejection)?,
            router: delay("timing.router", self.timing.router)?,
            startup: delay("timing.startup", self.timing.startup)?,
            preparation: match self.timing.preparation {
                CyclesOrAuto::Cycles(cycles) => delay("timing.preparation", cycles)?,
                CyclesOrAuto::Auto => multicasts.map_or(0, |m| m.algorithm.preparation()),
            },
        })
    }

    fn checked_ports(&self) -> Result<sim::Ports, ScenarioError> {
        let ports = |field, value| whole(field, value).map(|ports| ports as u8);
        let ejection = self.ports.ejection;
        Ok(sim::Ports {
            injection: ports("ports.injection", self.ports.injection)?,
            ejection: ejection.map(|p| ports("ports.ejection", p)).transpose()?,
        })
    }

    /// The messages in order of time, and their indices in the scenario.
    fn checked_orders(
        &self,
        topology: &dyn Topology,
        length: Length,
    ) -> Result<(Vec<Order>, Vec<usize>), ScenarioError> {
        let orders = self.messages.iter().enumerate();
        let orders = orders
            .map(|(index, message)| message.checked(index, topology, length))
            .collect::<Result<Vec<_>, _>>()?;
        let in_time: Vec<_> = order_of(orders.iter().map(|order| order.at)).collect();
        let sorted = in_time.iter().map(|&place| orders[place].clone());
        Ok((sorted.collect(), in_time))
    }
}

impl BuiltScenario {
    /// Everything that a user should know before trusting the result.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings_by(|function, vcs| function.need(vcs), routing::is_free)
    }

    /// Same as [`warnings`](Self::warnings) but without a search; `None` if only a search can tell
    /// whether messages can deadlock.
    pub fn known_warnings(&self) -> Option<Vec<String>> {
        let vcs = self.design.vcs_of_class();
        let is_searched = matches!(self.design.routing.least(), Least::Searched(_))
            || self.is_in_doubt(self.design.routing.least().need(vcs));
        let is_known = self.selected.is_none() || !is_searched;
        is_known
            .then(|| self.warnings_by(|function, vcs| function.least().need(vcs), |_, _, _| None))
    }

    /// The selection function, if routing leaves it a choice among channels.
    pub fn selection_in_force(&self) -> Option<&'static Entry> {
        let design = &self.design;
        let is_adaptive = design.routing.adaptivity() == Adaptivity::Adaptive;
        (is_adaptive && self.packet.is_none()).then(|| design.selection.entry())
    }

    /// The part of a buffer that can be used \[flits\] if that is less than B: a virtual channel holds
    /// one message at a time.
    pub fn used_buffer(&self) -> Option<u32> {
        let design = &self.design;
        let is_wormhole = design.switching == Switching::Wormhole && self.packet.is_none();
        let longest = design.longest().filter(|_| is_wormhole)?;
        (design.buffer > longest).then_some(longest)
    }

    /// Whether failed links may have broken the cycles for which a function has too few virtual
    /// channels.
    fn is_in_doubt(&self, need: Need) -> bool {
        need.is_free == Some(false) && !self.design.faults.is_empty()
    }

    fn warnings_by(
        &self,
        need_of: fn(&dyn RoutingFunction, u8) -> Need,
        is_free: IsFree,
    ) -> Vec<String> {
        let (design, topology) = (&self.design, &*self.topology);
        let vcs = design.vcs_of_class();
        let warning_of = |selected: &warnings::SelectedRouting| {
            /// The largest network that is analyzed for failed links \[nodes\].
            const MOST_NODES: u32 = 1024;
            let need = need_of(&*design.routing, vcs);
            if !self.is_in_doubt(need) {
                return selected.deadlock_warning(topology, need, vcs, need_of);
            }
            let is_small = design.network.nodes() <= MOST_NODES;
            let is_free = is_small.then(|| is_free(&design.network, &*design.routing, vcs));
            let need = Need {
                is_free: is_free.flatten(),
                is_least: false,
                ..need
            };
            selected.deadlock_warning(topology, need, vcs, need_of)
        };
        let deadlock_warning = self.selected.as_ref().and_then(warning_of);
        deadlock_warning
            .into_iter()
            .chain(self.others.iter().cloned())
            .chain(self.used_buffer().map(|used| self.buffer_warning(used)))
            .collect()
    }

    fn buffer_warning(&self, used: u32) -> String {
        format!(
            "a virtual channel holds one message at a time, so a buffer of {} flits is used like one \
             of {used}, the length of the longest message; simulators whose buffers hold several \
             messages accept more",
            self.design.buffer
        )
    }
}

impl Message {
    fn checked(
        &self,
        index: usize,
        topology: &dyn Topology,
        length: Length,
    ) -> Result<Order, ScenarioError> {
        let field = |name: &str| format!("messages[{index}].{name}");
        let (from, to) = (field("from"), field("to"));
        let from = topology.terminal(&from, &self.from);
        let from = from.map_err(in_field("messages"))?;
        let to = destinations(&to, &self.to, from, topology).map_err(in_field("messages"))?;
        Ok(Order {
            at: whole(&field("at"), self.at)? as u64,
            from,
            to,
            length: match self.length {
                None => length.mean().round() as u32,
                Some(flits) => whole(&field("length"), flits)? as u32,
            },
        })
    }
}
