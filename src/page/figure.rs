//! The picture of a scenario at a cycle as SVG, as on the page but drawn without it.

use engine::multicast::threshold_of;
use engine::routing::Scripts;
use engine::routing::dependency::Graph;
use engine::sim::{MessageId, Simulator};
use engine::topology::{Arrangement, NodeId};
use picture::scene::{
    self, Dependencies, FILE_FONT, Focus, Frame, Layout, Naming, Palette, PlanView, RouteView,
    Shape, Sight, Thing, USUAL_ROOM,
};
use study::scenario::{BuiltScenario, Preset, Scenario};

/// The options of a picture of a scenario.
#[derive(Debug)]
pub struct Figure {
    /// The cycle to draw, at most 10⁹ divided by the number of nodes.
    pub cycle: u64,
    /// Layout of the nodes, one of those that the network offers.
    pub arrangement: Arrangement,
    pub palette: &'static Palette,
    /// Width \[pixels\].
    pub width: u16,
    /// Height \[pixels\]; `None` for one that suits the network.
    pub height: Option<u16>,
    /// Whether channels are colored by utilization.
    pub heat: bool,
    /// A message to trace, with those that it waits for.
    pub message: Option<MessageId>,
    /// The overlay above the network.
    pub over: Over,
    /// The drawing below the traffic: the plan of the first multicast.
    pub plan: Option<PlanStage>,
    /// The labels of nodes; if `None`, they follow from the other options.
    pub naming: Option<Naming>,
}

/// An overlay above the network.
#[derive(Clone, Copy, Debug, Default)]
pub enum Over {
    #[default]
    Nothing,
    /// The routes from one node to another.
    Routes {
        ends: (NodeId, NodeId),
        /// Whether to draw node-disjoint paths instead of those that the routing function allows.
        is_apart: bool,
    },
    /// The channel dependency graph, with a shortest cycle.
    Dependencies,
}

/// A stage of a multicast plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanStage {
    Worms,
    /// For qualified groups, the area and the groups before the division, with their weights.
    Before,
}

impl Figure {
    /// Returns the options for the picture of a card, a few cycles after the start of its scene. `shows` is
    /// the part of a link that names overlays.
    fn of_card(start: u64, shows: &str) -> Self {
        /// Cycles after which traffic is visible even in a network that starts empty.
        const ON: u64 = 4;
        let shows = |part: &str| shows.split('&').any(|other| other == part);
        Self {
            cycle: start + ON,
            arrangement: Arrangement::default(),
            palette: &Palette::PAGE,
            width: 240,
            height: None,
            heat: shows("heat=1"),
            message: None,
            over: if shows("show=deadlock") {
                Over::Dependencies
            } else {
                Over::Nothing
            },
            plan: shows("show=multicast").then_some(PlanStage::Worms),
            naming: Some(Naming::None),
        }
    }

    /// Draws the picture as SVG.
    ///
    /// Returns an error that names the field if the scenario cannot be built or the picture would take too long
    /// to compute.
    pub fn draw(&self, scenario: &Scenario) -> Result<String, String> {
        let built = scenario.build().map_err(|error| error.to_string())?;
        self.draw_built(&built)
    }

    /// As [`Figure::draw`], for a scenario that has already been built.
    pub fn draw_built(&self, built: &BuiltScenario) -> Result<String, String> {
        let mut drawn = String::new();
        self.draw_each(built, self.cycle, &mut |picture| {
            drawn = picture;
            Ok(())
        })?;
        Ok(drawn)
    }

    /// Draws the picture of every cycle from [`Figure::cycle`] to `last` as SVG, and passes it to `show`, whose error
    /// ends the drawing.
    pub fn draw_each(
        &self,
        built: &BuiltScenario,
        last: u64,
        show: &mut dyn FnMut(String) -> Result<(), String>,
    ) -> Result<(), String> {
        let topology = &*built.topology;
        let design = &built.design;
        let mut simulator = Simulator::new(design.clone()).with_colors();
        self.simulate(built, &mut simulator, self.cycle, last)?;
        let layout = self.layout(built);
        let frame = self.frame(&layout);
        let focus = Focus {
            selected: self.message.map(Thing::Worm),
            ..Focus::default()
        };
        let over = self.over(built, &layout)?;
        let plan = self.plan.map(|stage| plan_of(built, &layout, stage));
        let plan = plan.transpose()?;
        let (ground, plan_naming) = plan.unwrap_or_default();
        let naming = self.naming.unwrap_or(match self.over {
            Over::Routes { .. } => Naming::default().of_routes(design),
            _ => plan_naming,
        });
        for cycle in self.cycle..=last {
            self.simulate(built, &mut simulator, cycle, last)?;
            let cycles = simulator.cycle().max(1) as f64;
            let shares = simulator.crossings().into_iter();
            let shares: Vec<_> = shares.map(|flits| flits as f64 / cycles).collect();
            let snapshot = simulator.snapshot();
            let not_started = match self.plan {
                Some(_) => Vec::new(),
                None => scene::not_started(design, &snapshot),
            };
            let way = self
                .message
                .map(|it| scene::way_ahead(design, &snapshot, it));
            let way = way.unwrap_or_default();
            let sight = Sight {
                not_started: &not_started,
                way: &way,
                focus: &focus,
                naming,
                ground: &ground,
                over: &over,
                utilization: self.heat.then_some(&*shares),
                ..Sight::of(topology, design, &layout, &snapshot)
            };
            show(scene::figure_in(sight, design, frame, self.palette))?;
        }
        Ok(())
    }

    /// Returns width and height of the picture \[pixels\].
    pub fn size(&self, built: &BuiltScenario) -> (u32, u32) {
        let frame = self.frame(&self.layout(built));
        (frame.width as u32, frame.height as u32)
    }

    fn layout(&self, built: &BuiltScenario) -> Layout {
        let design = &built.design;
        let topology = &*built.topology;
        let room = match self.height {
            Some(height) => f32::from(self.width) / f32::from(height.max(1)),
            None => USUAL_ROOM,
        };
        Layout::in_room(
            topology,
            &design.network,
            design.vcs,
            self.arrangement,
            room,
        )
    }

    fn frame(&self, layout: &Layout) -> Frame {
        let frame = scene::frame_of(layout, self.width.into());
        let height = self.height.map_or(frame.height, f32::from);
        Frame { height, ..frame }
    }

    /// Simulates up to a cycle, if the `last` one to draw is within the work limit.
    fn simulate(
        &self,
        built: &BuiltScenario,
        simulator: &mut Simulator,
        cycle: u64,
        last: u64,
    ) -> Result<(), String> {
        /// The product of cycles and nodes of the network.
        const MOST_WORK: u64 = 1_000_000_000;
        let network = built.topology.short_name();
        let most = MOST_WORK / u64::from(built.topology.nodes());
        let field = if last > self.cycle { "cycles" } else { "cycle" };
        if last > most {
            return Err(format!(
                "{field} must be a whole number from 0 to {most} for {network}, not {last}"
            ));
        }
        while simulator.cycle() < cycle {
            let now = simulator.cycle();
            if simulator.is_overrun() {
                let waiting = simulator.backlog();
                return Err(format!(
                    "{field} must be at most {now}, when {waiting} messages wait, not {last}"
                ));
            }
            if simulator.skip_idle(cycle - now) == 0 {
                simulator.step();
            }
        }
        Ok(())
    }

    fn over(&self, built: &BuiltScenario, layout: &Layout) -> Result<Vec<Shape>, String> {
        match self.over {
            Over::Nothing => Ok(Vec::new()),
            Over::Dependencies => dependencies(built, layout),
            Over::Routes { ends, is_apart } => {
                let view = RouteView {
                    topology: &*built.topology,
                    design: &built.design,
                    layout,
                    naming: Naming::default(),
                    ends,
                    by: None,
                    begun: &[],
                    is_apart,
                };
                Ok(view.answer().shapes)
            }
        }
    }
}

/// Returns the shapes of the channel dependency graph.
fn dependencies(built: &BuiltScenario, layout: &Layout) -> Result<Vec<Shape>, String> {
    let design = &built.design;
    let graph = Graph::of(&design.network, &*design.routing, design.vcs_of_class());
    let graph = graph.map_err(|error| error.to_string())?;
    let shown = Dependencies {
        edges: &graph.dependencies(),
        cycle: &graph.analyze().cycle.unwrap_or_default(),
        lit: None,
        chosen: None,
    };
    Ok(shown.shapes(layout, &design.network))
}

/// The most channels that the worms of a drawn plan may cross in total.
const MOST_CHANNELS: u32 = 1_000_000;

/// Returns the shapes of the plan of the first multicast, and the matching labels of nodes.
fn plan_of(
    built: &BuiltScenario,
    layout: &Layout,
    stage: PlanStage,
) -> Result<(Vec<Shape>, Naming), String> {
    let design = &built.design;
    let mut orders = design.orders.iter();
    let (Some(order), Some(multicasts)) =
        (orders.find(|order| order.to.len() > 1), &design.multicasts)
    else {
        return Err("messages must have one to several nodes for a plan to be drawn".to_owned());
    };
    let plan = multicasts.algorithm.plan(order.from, &order.to, 0);
    plan.check_length("messages", &*built.topology, MOST_CHANNELS)?;
    let view = PlanView {
        topology: &*built.topology,
        design,
        layout,
        naming: Naming::default(),
        algorithm: &*multicasts.algorithm,
        threshold: built.multicast.as_deref().and_then(threshold_of),
        from: order.from,
        to: &order.to,
        is_before: stage == PlanStage::Before,
    };
    Ok((view.answer().shapes, view.naming_of_plan()))
}

/// Draws the card of an example: SVG with one symbol called `picture`, colored by the page.
pub fn card(preset: &Preset) -> Result<String, String> {
    card_of(&preset.scenario(), preset.start, preset.shows)
}

/// As [`card`], for the scene of a link.
pub fn card_of_scene(link: &str) -> Result<String, String> {
    let state = super::Address::read(link, &Scripts::default()).address;
    card_of(&state.scenario, state.cycle.unwrap_or(0), link)
}

fn card_of(scenario: &Scenario, start: u64, shows: &str) -> Result<String, String> {
    let svg = Figure::of_card(start, shows).draw(scenario)?;
    let attribute = |name: &str| {
        let (_, rest) = svg.split_once(&format!(" {name}=\""))?;
        Some(rest.split_once('"')?.0)
    };
    let frame = attribute("viewBox").unwrap_or_default();
    // Skips the opening tag, the title and the background, which the card provides.
    let (_, content) = svg.split_once("/>\n").unwrap_or_default();
    let content = content.trim_end().trim_end_matches("</svg>");
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><symbol id=\"picture\" viewBox=\"{frame}\" font-family=\"{FILE_FONT}\" \
         font-weight=\"600\" text-anchor=\"middle\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         fill=\"none\">{content}</symbol></svg>\n"
    ))
}
