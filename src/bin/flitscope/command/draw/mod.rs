//! The picture of a scenario at a cycle as SVG, or a film of several cycles, as on the page but drawn without it.

mod film;

use clap::Args;
use film::FilmOptions;

use crate::command::version;
use flitscope::catalog::quoted;
use flitscope::film::size_of;
use flitscope::page::figure::{Figure, Over, PlanStage};
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::scene::{Palette, signed_svg};
use flitscope::sim::MessageId;
use flitscope::topology::{Arrangement, Topology};

/// The options of the picture.
#[derive(Debug, Args)]
pub(crate) struct DrawOptions {
    /// Draw the network after this many cycles, at most 10⁹ divided by the number of nodes.
    #[arg(long, default_value_t = 0, value_parser = whole, allow_hyphen_values = true)]
    cycle: u64,
    /// Layout of the nodes: plain, folded or oblique, where the network has it.
    #[arg(long, default_value = "plain")]
    arrangement: String,
    /// Colors: light, dark, projector, or page for the CSS custom properties of a page.
    #[arg(long, default_value = "light")]
    theme: String,
    /// Width [pixels]; the height suits the network.
    #[arg(long, default_value_t = 1000, value_parser = whole, allow_hyphen_values = true)]
    width: u64,
    /// Width and height [pixels], such as 640x480, instead of --width.
    #[arg(
        long,
        value_name = "WxH",
        conflicts_with = "width",
        allow_hyphen_values = true
    )]
    size: Option<String>,
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
    #[command(flatten)]
    film: FilmOptions,
}

/// Parses a whole number; the error describes the allowed values.
fn whole(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "it must be a whole number from 0".to_owned())
}

impl DrawOptions {
    /// Returns the picture, or a line about the film that it has written; or an error in the options.
    pub(crate) fn draw(&self, scenario: &Scenario) -> Result<String, String> {
        let built = scenario.build().map_err(|error| error.to_string())?;
        let figure = self.figure(&built)?;
        match self.film.cycles()? {
            Some((cycle, last)) => self.film.write(&built, &Figure { cycle, ..figure }, last),
            None => Ok(signed_svg(&figure.draw_built(&built)?, version())),
        }
    }

    fn figure(&self, built: &BuiltScenario) -> Result<Figure, String> {
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
        let pixels = |field: &str, given: u64| {
            let pixels = u16::try_from(given).ok().filter(|&pixels| pixels >= 100);
            pixels.ok_or_else(|| {
                let most = u16::MAX;
                format!("{field} must be a number of pixels from 100 to {most}, not {given}")
            })
        };
        let (width, height) = match &self.size {
            Some(size) => {
                let (width, height) = size_of(size)?;
                (pixels("width", width)?, Some(pixels("height", height)?))
            }
            None => (pixels("width", self.width)?, None),
        };
        Ok(Figure {
            cycle: self.cycle,
            arrangement,
            palette,
            width,
            height,
            heat: self.heat,
            message: self.message.map(MessageId),
            over: self.over(topology)?,
            plan: self.plan.as_deref().map(|stage| match stage {
                "before" => PlanStage::Before,
                _ => PlanStage::Worms,
            }),
            naming: None,
        })
    }

    /// Returns the requested overlay.
    fn over(&self, topology: &dyn Topology) -> Result<Over, String> {
        if self.deadlock {
            return Ok(Over::Dependencies);
        }
        let [from, to] = &*self.routes else {
            return Ok(Over::Nothing);
        };
        let node = |text| topology.node("routes", text).map_err(|e| e.to_string());
        let ends = (node(from)?, node(to)?);
        if ends.0 == ends.1 {
            return Err(format!(
                "routes must be two different nodes, not {} twice",
                quoted(from)
            ));
        }
        Ok(Over::Routes {
            ends,
            is_apart: self.apart,
        })
    }
}
