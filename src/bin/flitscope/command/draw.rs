//! The picture of a scenario at a cycle, as SVG: what the page shows, without the page.

use clap::Args;

use super::multicast::check_length;
use flitscope::catalog::quoted;
use flitscope::multicast::threshold_of;
use flitscope::routing::dependency::Graph;
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::scene::{
    self, Dependencies, Focus, Layout, Moment, Names, Naming, Palette, PlanView, RouteView, Shape,
    Sight, Thing,
};
use flitscope::sim::{MessageId, Simulator};
use flitscope::topology::Arrangement;

/// What to draw, and how.
#[derive(Debug, Args)]
pub(crate) struct DrawOptions {
    /// The cycle to draw, at most 10⁹ divided by the number of nodes.
    #[arg(long, default_value_t = 0, value_parser = whole, allow_hyphen_values = true)]
    cycle: u64,
    /// Layout of the nodes: plain, folded or oblique, where the network has it.
    #[arg(long, default_value = "plain")]
    arrangement: String,
    /// Colors: light, dark, projector, or page for the CSS custom properties of a page.
    #[arg(long, default_value = "light")]
    theme: String,
    /// Width [pixels].
    #[arg(long, default_value_t = 1000, value_parser = whole, allow_hyphen_values = true)]
    width: u64,
    /// Color the channels by utilization.
    #[arg(long)]
    heat: bool,
    /// Trace the message of this number and those that it waits for.
    #[arg(long, value_parser = whole, allow_hyphen_values = true)]
    message: Option<u64>,
    /// Overlay the routes between two nodes.
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"], allow_hyphen_values = true)]
    routes: Vec<String>,
    /// With --routes: node-disjoint paths instead of those that routing allows.
    #[arg(long, requires = "routes")]
    apart: bool,
    /// Overlay the channel dependency graph, with a shortest cycle.
    #[arg(long, conflicts_with = "routes")]
    deadlock: bool,
    /// Draw the plan of the first multicast under the traffic: its worms, or for qualified groups
    /// the area and the groups before the division, with their weights.
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        default_missing_value = "worms",
        value_parser = ["worms", "before"],
        conflicts_with_all = ["routes", "deadlock"]
    )]
    plan: Option<String>,
    /// What is written on nodes, where it does not follow from the rest.
    #[arg(skip)]
    naming: Option<Naming>,
}

/// Reads a whole number, or says what one is.
fn whole(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "it must be a whole number from 0".to_owned())
}

impl DrawOptions {
    /// How the scene of a card is drawn: a few cycles after it begins, as the page shows it. `shows` is
    /// what stands over the network, as the rest of a link.
    pub(super) fn of_card(start: u64, shows: &str) -> Self {
        /// Cycles until there is something to see, also of what starts with nothing.
        const ON: u64 = 4;
        let shows = |what: &str| shows.split('&').any(|part| part == what);
        Self {
            cycle: start + ON,
            arrangement: "plain".to_owned(),
            theme: Palette::PAGE.id.to_owned(),
            width: 240,
            heat: shows("heat=1"),
            message: None,
            routes: Vec::new(),
            apart: false,
            deadlock: shows("show=deadlock"),
            plan: shows("show=multicast").then(|| "worms".to_owned()),
            naming: Some(Naming::None),
        }
    }

    /// The picture, or what is wrong with the options.
    pub(crate) fn draw(&self, scenario: &Scenario) -> Result<String, String> {
        let built = scenario.build().map_err(|error| error.to_string())?;
        let topology = &*built.topology;
        let offered = topology.arrangements();
        let arrangement = Arrangement::from_id(&self.arrangement);
        let arrangement = arrangement.filter(|chosen| offered.contains(chosen));
        let arrangement = arrangement.ok_or_else(|| {
            let ids: Vec<_> = offered.iter().map(|offer| offer.id()).collect();
            let network = topology.short_name();
            let given = quoted(&self.arrangement);
            format!(
                "arrangement must be {} for {network}, not {given}",
                ids.join(" or ")
            )
        })?;
        let mut palettes = Palette::ALL.into_iter().chain([&Palette::PAGE]);
        let palette = palettes.find(|palette| palette.id == self.theme);
        let palette = palette.ok_or_else(|| {
            let given = quoted(&self.theme);
            format!("theme must be light, dark, projector or page, not {given}")
        })?;
        let width = u16::try_from(self.width).ok().filter(|&width| width >= 100);
        let width = width.ok_or_else(|| {
            let most = u16::MAX;
            format!(
                "width must be a number of pixels from 100 to {most}, not {}",
                self.width
            )
        })?;
        let simulator = self.simulated(&built)?;
        let design = &built.design;
        let layout = Layout::new(topology, &design.network, design.vcs, arrangement);
        let cycles = simulator.cycle().max(1) as f64;
        let shares = simulator.crossings().into_iter();
        let shares: Vec<_> = shares.map(|flits| flits as f64 / cycles).collect();
        let focus = Focus {
            selected: self.message.map(|number| Thing::Worm(MessageId(number))),
            ..Focus::default()
        };
        let over = self.over(&built, &layout)?;
        let plan = self.plan.as_deref();
        let plan = plan.map(|what| plan_of(&built, &layout, what == "before"));
        let plan = plan.transpose()?;
        let (ground, plan_naming) = plan.unwrap_or_default();
        let naming = self.naming.unwrap_or(match &*self.routes {
            [] => plan_naming,
            _ => Naming::default().of_routes(design),
        });
        let sight = Sight {
            topology,
            network: &design.network,
            layout: &layout,
            snapshot: &simulator.snapshot(),
            moment: Moment::end(design),
            within: None,
            focus: &focus,
            naming,
            faults: &design.faults,
            pointed: None,
            ground: &ground,
            over: &over,
            utilization: self.heat.then_some(&*shares),
            pitch: 0.0,
        };
        Ok(scene::figure(sight, design, width.into(), palette))
    }

    /// The network at the requested cycle, if the effort is bearable.
    fn simulated(&self, built: &BuiltScenario) -> Result<Simulator, String> {
        /// Cycles, times the nodes of the network.
        const MOST_WORK: u64 = 1_000_000_000;
        let (network, given) = (built.topology.short_name(), self.cycle);
        let most = MOST_WORK / u64::from(built.topology.nodes());
        if given > most {
            return Err(format!(
                "cycle must be a whole number from 0 to {most} for {network}, not {given}"
            ));
        }
        let mut simulator = Simulator::new(built.design.clone()).with_colors();
        while simulator.cycle() < given {
            let now = simulator.cycle();
            if simulator.is_overrun() {
                let waiting = simulator.backlog();
                return Err(format!(
                    "cycle must be at most {now}, when {waiting} messages wait, not {given}"
                ));
            }
            if simulator.skip_idle(given - now) == 0 {
                simulator.step();
            }
        }
        Ok(simulator)
    }

    /// What is laid over the network.
    fn over(&self, built: &BuiltScenario, layout: &Layout) -> Result<Vec<Shape>, String> {
        if self.deadlock {
            return dependencies(built, layout);
        }
        let [from, to] = &*self.routes else {
            return Ok(Vec::new());
        };
        let topology = &*built.topology;
        let node = |text| topology.node("routes", text).map_err(|e| e.to_string());
        let ends = (node(from)?, node(to)?);
        if ends.0 == ends.1 {
            return Err(format!(
                "routes must be two different nodes, not {} twice",
                quoted(from)
            ));
        }
        let view = RouteView {
            topology,
            design: &built.design,
            layout,
            naming: Naming::default(),
            ends,
            begun: &[],
            is_apart: self.apart,
        };
        Ok(view.answer().shapes)
    }
}

/// The channel dependency graph, to be drawn.
fn dependencies(built: &BuiltScenario, layout: &Layout) -> Result<Vec<Shape>, String> {
    let design = &built.design;
    let graph = Graph::of(&design.network, &*design.routing, design.vcs);
    let graph = graph.map_err(|error| error.to_string())?;
    let shown = Dependencies {
        edges: &graph.dependencies(),
        cycle: &graph.analyze().cycle.unwrap_or_default(),
        lit: None,
        chosen: None,
    };
    let names = Names::new(&*built.topology, Naming::default());
    Ok(shown.shapes(layout, &design.network, &names))
}

/// Channels that the worms of a plan may cross in all, where each is drawn.
const MOST_CHANNELS: u32 = 1_000_000;

/// The plan of the first multicast, and what stands on nodes with it.
fn plan_of(
    built: &BuiltScenario,
    layout: &Layout,
    is_before: bool,
) -> Result<(Vec<Shape>, Naming), String> {
    let design = &built.design;
    let mut orders = design.orders.iter();
    let (Some(order), Some(multicasts)) =
        (orders.find(|order| order.to.len() > 1), &design.multicasts)
    else {
        return Err("messages must have one to several nodes for a plan to be drawn".to_owned());
    };
    let plan = multicasts.algorithm.plan(order.from, &order.to, 0);
    check_length("messages", &plan, &*built.topology, MOST_CHANNELS)?;
    let view = PlanView {
        topology: &*built.topology,
        design,
        layout,
        naming: Naming::default(),
        algorithm: &*multicasts.algorithm,
        threshold: built.multicast.as_deref().and_then(threshold_of),
        from: order.from,
        to: &order.to,
        is_before,
    };
    Ok((view.answer().shapes, view.naming_of_plan()))
}
