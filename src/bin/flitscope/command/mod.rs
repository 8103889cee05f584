//! The commands of the command line, and their dispatch.

mod batch;
mod bounds;
mod common;
mod deadlock;
mod draw;
mod multicast;
mod predict;
mod probe;
mod published;
mod route;
mod schema;
mod shell;
mod simulate;
mod sweep;
mod teaching;
mod worst_case;

use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory as _, Parser, Subcommand};
use serde_json::json;

use flitscope::catalog::readable;
use flitscope::routing::Scripts;
use flitscope::scenario::ONE_VIRTUAL_CHANNEL;
use flitscope::sweep::links;
use flitscope::topology::graph::{self, Sketch};
use flitscope::topology::{self, Arrangement, Bisection, Network};
use flitscope::version::version_of;

use batch::{GridOptions, MERGE_HELP, MergeOptions, RunAllOptions};
use bounds::BoundsOptions;
use common::answer::{Answer, CommandResult};
use common::evaluation;
use common::files::{printed, say};
use common::help;
use common::network::NetworkArgument;
use common::refusal::first_sentence;
use common::scenario::ScenarioArgument;
use deadlock::DeadlockOptions;
use draw::DrawOptions;
use multicast::MulticastOptions;
use predict::ModelOptions;
use probe::ProbeOptions;
use published::laboratory::{self, LaboratoryOptions};
use published::papers::{self, PapersOptions};
use route::RouteOptions;
use schema::SchemaOptions;
use shell::{CompletionsOptions, ManOptions};
use simulate::{RunOptions, simulate};
use sweep::SweepOptions;
use teaching::examples::ExamplesOptions;
use teaching::grade::GradeOptions;
use teaching::lesson::{self, LessonOptions};
use teaching::scripts::{self, ScriptsOptions};
use worst_case::WorstCaseOptions;

/// Interconnection networks: topologies, routes, published models and flit-level simulation.
#[derive(Debug, Parser)]
#[command(name = "flitscope", version = version(), after_help = help::networks())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print one JSON document instead of a table.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Nodes, channels, degree, diameter and mean distance of a network.
    #[command(after_help = help::networks())]
    Topology {
        #[command(flatten)]
        network: NetworkArgument,
        /// Write the network as lines of text instead, which graph:FILE and scenarios read.
        #[arg(long)]
        text: bool,
    },
    /// The path of a routing function between two nodes, and the number of paths that it allows.
    #[command(after_help = help::routing())]
    Route(RouteOptions),
    /// The worms by which one message reaches several nodes, step by step.
    #[command(after_help = help::algorithms())]
    Multicast(MulticastOptions),
    /// Whether messages can deadlock, and why: the channel dependency graph and its cycles.
    #[command(after_help = deadlock::HELP)]
    Deadlock(DeadlockOptions),
    /// The latency that a published model predicts at given loads.
    #[command(after_help = help::models())]
    Model(ModelOptions),
    /// Loads beyond which a network must saturate, however its routers buffer and arbitrate.
    #[command(after_help = help::bounds())]
    Bounds(BoundsOptions),
    /// The permutation that loads one channel most under a routing function, and its throughput.
    #[command(after_help = help::networks_and_routing())]
    WorstCase(WorstCaseOptions),
    /// Simulates a scenario and prints its measurements.
    #[command(after_help = help::scenario())]
    Simulate {
        #[command(flatten)]
        scenario: ScenarioArgument,
        /// For packets, also print every link: messages per unit of time, utilization and mean
        /// delay.
        #[arg(long)]
        links: bool,
        /// Also explain the result: the busiest channel, the use of virtual channels, bounds, and the
        /// assumption of the model that fails.
        #[arg(long)]
        why: bool,
        /// Also write the messages of the first run to a file, as --trace reads it.
        #[arg(long, value_name = "FILE")]
        save_trace: Option<String>,
        #[command(flatten)]
        run: RunOptions,
    },
    /// Measures the terms of a model of wormhole latency, such as waits from lane to lane, beside their
    /// values in the model.
    #[command(after_help = help::scenario())]
    Probe(ProbeOptions),
    /// Simulates a scenario at several loads, on all cores.
    #[command(after_help = help::scenario())]
    Sweep(SweepOptions),
    /// Simulates scenarios from JSON lines, on all cores or several machines: one report per line.
    #[command(after_help = batch::RUN_HELP)]
    Run(RunAllOptions),
    /// Writes a scenario for each combination of listed values, one per line, for `run` to read.
    #[command(after_help = batch::GRID_HELP)]
    Grid(GridOptions),
    /// Joins the reports of several machines, in the order of the lines, and counts missing ones.
    #[command(after_help = MERGE_HELP)]
    Merge(MergeOptions),
    /// The fields of a report, with their units and meanings, as a JSON Schema.
    Schema(SchemaOptions),
    /// Tables and figures of the papers, reproduced: printed, computed and simulated values with a
    /// verdict.
    #[command(after_help = papers::help())]
    Papers(PapersOptions),
    /// Models over any of their parameters beside simulations of the same scenario, as the page
    /// plots them under Experiment.
    #[command(after_help = laboratory::help())]
    Laboratory(LaboratoryOptions),
    /// Draws a scenario at a cycle, as SVG on standard output, or several cycles as a film.
    #[command(after_help = help::scenario())]
    Draw {
        #[command(flatten)]
        scenario: ScenarioArgument,
        #[command(flatten)]
        options: DrawOptions,
    },
    /// Lessons: lists them, shows their steps, and checks lesson files.
    #[command(after_help = lesson::HELP)]
    Lesson(LessonOptions),
    /// Replays receipts of lessons from scratch: correct answers, and goals met.
    ///
    /// A receipt proves that its answers and scenes work, not who made it.
    Grade(GradeOptions),
    /// Routing functions in the script language, as starting points for your own.
    #[command(after_help = scripts::HELP)]
    Scripts(ScriptsOptions),
    /// The examples of the page: ids, names, questions and links, or their pictures.
    Examples(ExamplesOptions),
    /// A script by which a shell completes commands and options.
    #[command(after_help = shell::COMPLETIONS_HELP)]
    Completions(CompletionsOptions),
    /// The manual page, or those of all commands in a folder.
    #[command(after_help = shell::MAN_HELP)]
    Man(ManOptions),
}

/// The version and the revision of this build, as it is written into reports and pictures.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| version_of(revision::revision!()));
    &VERSION
}

pub(crate) fn main() -> ExitCode {
    let scripts = evaluation::scripts();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            return refuse(&first_sentence(&error, &Arguments::command()));
        }
        Err(help) => {
            printed(help.print());
            return ExitCode::SUCCESS;
        }
    };
    let status = answer(&arguments, &scripts);
    status.unwrap_or_else(|sentence| refuse(&sentence))
}

fn refuse(sentence: &str) -> ExitCode {
    say(&readable(sentence));
    ExitCode::from(2)
}

/// Prints the answer of a command and returns the exit status, or an error.
fn answer(arguments: &Arguments, scripts: &Scripts) -> Result<ExitCode, String> {
    let answer = match &arguments.command {
        // These write their output as they run.
        Command::Run(options) => return options.run(scripts),
        Command::Grid(options) => return options.write(scripts),
        Command::Merge(options) => return options.write(scripts),
        Command::Topology {
            network,
            text: true,
        } => text(network),
        Command::Topology { network, .. } => topology(network),
        Command::Route(options) => options.route(scripts),
        Command::Multicast(options) => options.answer(scripts),
        Command::Deadlock(options) => options.answer(scripts),
        Command::Model(options) => options.answer(),
        Command::Bounds(options) => options.answer(scripts),
        Command::WorstCase(options) => options.answer(scripts),
        Command::Probe(options) => options.answer(scripts),
        Command::Simulate {
            scenario,
            links,
            why,
            save_trace,
            run,
        } => {
            let scenario = run.on(&scenario.read(scripts)?)?;
            if let Some(file) = save_trace {
                simulate::save_trace(&scenario, file)?;
            }
            simulate(&scenario, *links, *why, run.jobs.count()?)
        }
        Command::Schema(options) => Ok(options.answer()),
        Command::Papers(options) => options.answer(),
        Command::Laboratory(options) => options.answer(scripts),
        Command::Draw { scenario, options } => {
            options.draw(&scenario.read(scripts)?).map(Answer::text)
        }
        Command::Examples(options) => options.answer(),
        Command::Scripts(options) => options.answer(),
        Command::Lesson(options) => options.answer(),
        Command::Grade(options) => options.answer(),
        Command::Sweep(options) => options.answer(scripts),
        Command::Completions(options) => Ok(options.script(&mut Arguments::command())),
        Command::Man(options) => options.answer(Arguments::command()),
    };
    Ok(answer?.print(arguments.json))
}

/// The text of a network, with positions as drawn.
fn text(network: &NetworkArgument) -> CommandResult {
    let spec = network.spec()?;
    let in_json_and_text = |text: &str| Answer::new(text.into(), format!("{text}\n"));
    if let Some(text) = graph::text_of(&spec) {
        return Ok(in_json_and_text(text));
    }
    let topology = topology::from_spec(&spec).map_err(|error| error.to_string())?;
    let sketch = Sketch::of(&*topology, Arrangement::Plain).map_err(|error| error.to_string())?;
    Ok(in_json_and_text(&sketch.text()))
}

fn topology(network: &NetworkArgument) -> CommandResult {
    let topology = network.topology()?;
    let network = Network::new(&*topology);
    let (min, max) = network.degrees();
    let family = topology::parse_spec(&topology.spec()).ok();
    Ok(Answer::fields(json!({
        "definition": family.map(|(family, _)| family.entry.summary()),
        "nodes": topology.nodes(),
        "terminals": network.terminals().count(),
        "switches": topology.nodes() - network.terminals().count(),
        "channels": network.channels(),
        "links": links(&network),
        "degree": [min, max],
        "diameter": topology.diameter(),
        "mean_distance": topology.mean_distance(),
        "bisection": Bisection::of(&*topology, &network).in_words(),
        "one_virtual_channel": ONE_VIRTUAL_CHANNEL,
    })))
}
