//! The command line: everything that the page shows, to be scripted and checked.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/tables.rs"]
mod tables;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/draw.rs"]
mod draw;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/multicast.rs"]
mod multicast;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/deadlock.rs"]
mod deadlock;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/papers.rs"]
mod papers;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/laboratory.rs"]
mod laboratory;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/route.rs"]
mod route;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/model.rs"]
mod predict;

#[cfg(not(target_arch = "wasm32"))]
#[path = "flitscope/bounds.rs"]
mod bounds;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::io::{Read as _, Write as _};
    use std::process::ExitCode;
    use std::time::Instant;

    use clap::error::{ContextKind, ContextValue, ErrorKind};
    use clap::{Args, CommandFactory, Parser, Subcommand};
    use rayon::prelude::*;
    use serde_json::{Value, json};

    use super::bounds::{BoundsOptions, bounds_table};
    use super::deadlock::{self, DeadlockOptions};
    use super::draw::DrawOptions;
    use super::laboratory::{self, LaboratoryOptions};
    use super::multicast::MulticastOptions;
    use super::papers::{self, PapersOptions};
    use super::predict::{ModelOptions, model_table};
    use super::route::{RouteOptions, route_table};
    use super::tables::{aligned, curves, plan_table, table};
    use flitscope::catalog::{quoted, readable};
    use flitscope::model;
    use flitscope::scenario::{Packet, Scenario};
    use flitscope::sweep::{Point, at_load, by_algorithm};
    use flitscope::topology::{self, Network};
    use flitscope::{catalog, multicast as algorithms};

    /// Interconnection networks: topologies, routes, published models and flit-level simulation.
    #[derive(Debug, Parser)]
    #[command(name = "flitscope", version, after_help = networks_help())]
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
        Topology {
            /// For example mesh:10x10, torus:8x8, hypercube:6.
            network: String,
        },
        /// The path a routing function takes between two nodes, and how many it allows.
        Route(RouteOptions),
        /// The worms by which one message reaches several nodes, step by step.
        #[command(after_help = algorithms_help())]
        Multicast(MulticastOptions),
        /// Whether messages can lock, and why: the channel dependency graph and its circles.
        #[command(after_help = deadlock::HELP)]
        Deadlock(DeadlockOptions),
        /// The latency that a published model predicts at some loads.
        #[command(after_help = models_help())]
        Model(ModelOptions),
        /// Loads beyond which a network must saturate, whatever its routers do.
        #[command(after_help = networks_help())]
        Bounds(BoundsOptions),
        /// Simulates a scenario and prints what was measured.
        #[command(after_help = scenario_help())]
        Simulate {
            /// A JSON file, or - for standard input.
            file: String,
            /// Of packets, print every link too: messages per unit of time, share of time
            /// busy, and mean delay.
            #[arg(long)]
            links: bool,
            #[command(flatten)]
            run: RunOptions,
        },
        /// Simulates a scenario at several loads, on all cores.
        #[command(after_help = scenario_help())]
        Sweep {
            /// A JSON file, or - for standard input.
            file: String,
            /// Loads [messages/node/cycle, of packets per unit of time], joined by commas.
            #[arg(long, alias = "load", allow_hyphen_values = true)]
            loads: String,
            /// Multicast algorithms to compare, joined by commas: a curve each.
            #[arg(long)]
            algorithms: Option<String>,
            #[command(flatten)]
            run: RunOptions,
        },
        /// Tables and figures of the papers, re-made: printed, computed, simulated, and what to
        /// make of it.
        #[command(after_help = papers::help())]
        Papers(PapersOptions),
        /// Models over any of their parameters, and simulations of the same scenario: what the page
        /// of the laboratory plots.
        #[command(after_help = laboratory::help())]
        Laboratory(LaboratoryOptions),
        /// Draws a scenario at a cycle, as SVG on standard output.
        #[command(after_help = scenario_help())]
        Draw {
            /// A JSON file, or - for standard input.
            file: String,
            #[command(flatten)]
            options: DrawOptions,
        },
    }

    /// Fields of the scenario's run that a call may set.
    #[derive(Debug, Args)]
    struct RunOptions {
        /// Cycles before measurement starts, or auto [run.warmup].
        #[arg(long, value_name = "CYCLES", allow_hyphen_values = true)]
        warmup: Option<String>,
        /// Cycles to measure, or the most with a precision [run.cycles].
        #[arg(long, value_name = "CYCLES", allow_hyphen_values = true)]
        cycles: Option<String>,
        /// Independent runs, on all cores [run.replications].
        #[arg(long, value_name = "R", allow_hyphen_values = true)]
        replications: Option<String>,
        /// End when the mean latency is known to this share, 0.02 for ±2 % [run.precision].
        #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
        precision: Option<String>,
    }

    /// One sentence for the person who made the mistake.
    type Answer = Result<Value, String>;

    pub(super) fn main() -> ExitCode {
        let arguments = match Arguments::try_parse() {
            Ok(arguments) => arguments,
            Err(error) if error.use_stderr() => return refuse(&first_sentence(&error)),
            Err(help) => help.exit(),
        };
        match answer(&arguments) {
            Ok(value) => {
                let text = match (&arguments.command, &value) {
                    _ if arguments.json => format!("{value:#}\n"),
                    (Command::Route(_), _) => route_table(&value),
                    (Command::Multicast(_), Value::Array(rivals)) => aligned(rivals),
                    (Command::Multicast(_), _) => plan_table(&value),
                    (Command::Sweep { .. }, Value::Array(points)) => curves(points),
                    (Command::Model(_), _) => model_table(&value),
                    (Command::Bounds(_), _) => bounds_table(&value),
                    (
                        Command::Draw { .. } | Command::Papers(_) | Command::Laboratory(_),
                        Value::String(text),
                    ) => text.clone(),
                    _ => table(&value),
                };
                // Whoever stopped reading does not miss the rest.
                let _ = std::io::stdout().write_all(text.as_bytes());
                ExitCode::SUCCESS
            }
            Err(sentence) => refuse(&sentence),
        }
    }

    fn refuse(sentence: &str) -> ExitCode {
        eprintln!("flitscope: {}", readable(sentence));
        ExitCode::from(2)
    }

    fn answer(arguments: &Arguments) -> Answer {
        match &arguments.command {
            Command::Topology { network } => topology(network),
            Command::Route(options) => options.route(),
            Command::Multicast(options) => options.answer(),
            Command::Deadlock(options) => options.answer(),
            Command::Model(options) => options.answer(),
            Command::Bounds(options) => options.answer(),
            Command::Simulate { file, links, run } => {
                simulate(run.on(&read_scenario(file)?)?, *links)
            }
            Command::Papers(options) => options.answer(arguments.json),
            Command::Laboratory(options) => options.answer(arguments.json),
            Command::Draw { file, options } => options.draw(&read_scenario(file)?).map(Value::from),
            Command::Sweep {
                file,
                loads,
                algorithms,
                run,
            } => sweep(
                &run.on(&read_scenario(file)?)?,
                loads,
                algorithms.as_deref(),
            ),
        }
    }

    fn topology(spec: &str) -> Answer {
        let topology = topology::from_spec(spec).map_err(in_words)?;
        let network = Network::new(&*topology);
        let (min, max) = network.degrees();
        Ok(json!({
            "nodes": topology.nodes(),
            "channels": network.channels(),
            "degree": [min, max],
            "diameter": topology.diameter(),
            "mean_distance": topology.mean_distance(),
        }))
    }

    /// The largest file that is read: more than all nodes of the largest network, a hundred times
    /// over.
    const MOST_MEGABYTES: u64 = 64;

    fn read_scenario(file: &str) -> Result<Scenario, String> {
        let mut text = String::new();
        let most = MOST_MEGABYTES << 20;
        let read = if file == "-" {
            let input = std::io::stdin().take(most + 1);
            std::io::BufReader::new(input).read_to_string(&mut text)
        } else {
            let file = std::fs::File::open(file);
            file.and_then(|file| file.take(most + 1).read_to_string(&mut text))
        };
        let given = quoted(file);
        read.map_err(|error| {
            format!(
                "FILE must be a readable scenario or - for standard input, not {given} ({error})"
            )
        })?;
        if text.len() as u64 > most {
            return Err(format!(
                "FILE must be a scenario of at most {MOST_MEGABYTES} MiB, not {given} with more"
            ));
        }
        Scenario::from_json(&text).map_err(|error| error.reason)
    }

    impl RunOptions {
        /// The scenario with what was given here in place of what it says.
        fn on(&self, scenario: &Scenario) -> Result<Scenario, String> {
            let mut value = json!(scenario);
            for (field, given) in [
                ("warmup", &self.warmup),
                ("cycles", &self.cycles),
                ("replications", &self.replications),
                ("precision", &self.precision),
            ] {
                if let Some(text) = given {
                    let number = text.parse::<serde_json::Number>();
                    value["run"][field] = number.map_or_else(|_| json!(text), Value::Number);
                }
            }
            Scenario::from_json(&value.to_string()).map_err(|error| error.reason)
        }
    }

    fn simulate(scenario: Scenario, links: bool) -> Answer {
        if links && scenario.packet.is_none() {
            return Err("packet must be given where links are asked for".to_owned());
        }
        let begin = Instant::now();
        let mut points = measure(&[scenario], links)?;
        let mut point = points.pop().expect("a point per scenario");
        point["wall_s"] = json!(begin.elapsed().as_secs_f64());
        Ok(point)
    }

    fn sweep(scenario: &Scenario, loads: &str, algorithms: Option<&str>) -> Answer {
        let loads = read_numbers("loads", loads)?;
        if loads.is_empty() {
            return Err("loads must be numbers joined by commas, not nothing".to_owned());
        }
        let of_one = |scenario: &Scenario| {
            let at_each = loads.iter().map(|&load| at_load(scenario, load));
            at_each.collect::<Result<Vec<_>, _>>()
        };
        let curves = match algorithms {
            None => vec![scenario.clone()],
            Some(algorithms) => by_each(scenario, algorithms)?,
        };
        let scenarios = curves.iter().map(of_one).collect::<Result<Vec<_>, _>>();
        let scenarios = scenarios.map_err(|error| error.reason)?;
        measure(&scenarios.concat(), false).map(Value::Array)
    }

    /// The scenario by each of several multicast algorithms.
    fn by_each(scenario: &Scenario, named: &str) -> Result<Vec<Scenario>, String> {
        let names: Vec<_> = words(named).collect();
        if names.is_empty() {
            return Err("algorithms must be names joined by commas, not nothing".to_owned());
        }
        let mut names_before = names.iter().enumerate();
        if let Some((_, twice)) = names_before.find(|(at, name)| names[..*at].contains(name)) {
            let twice = quoted(twice);
            return Err(format!("algorithms must be different, not {twice} twice"));
        }
        let topology = topology::from_spec(&scenario.network).map_err(in_words)?;
        for name in &names {
            algorithms::from_spec("algorithms", name, &*topology).map_err(in_words)?;
        }
        let study = scenario.build().map_err(|error| error.reason)?;
        let mut orders = study.design.orders.iter();
        if !study.design.draws_several() && !orders.any(|order| order.to.len() > 1) {
            let field = "traffic.multicast.destinations";
            return Err(format!(
                "{field} must be 2 or more, or traffic.broadcast more than 0, to compare algorithms"
            ));
        }
        Ok(names
            .iter()
            .map(|name| by_algorithm(scenario, name))
            .collect())
    }

    /// Simulates every replication of every scenario on all cores: a report of each scenario,
    /// with its links if they are asked for, and the seconds that its replications took
    /// together. Which core makes which of them does not change the reports.
    fn measure(scenarios: &[Scenario], links: bool) -> Result<Vec<Value>, String> {
        let points = scenarios.par_iter().map(Point::new);
        let points = points.collect::<Result<Vec<_>, _>>();
        let points = points.map_err(|error| error.reason)?;
        let tasks: Vec<_> = points
            .iter()
            .flat_map(|point| (0..point.replications()).map(move |index| (point, index)))
            .collect();
        let done = tasks.into_par_iter().with_max_len(1).map(|(point, index)| {
            let begin = Instant::now();
            let replication = point.replicate(index, |_| ());
            (replication, begin.elapsed().as_secs_f64())
        });
        let mut done = done.collect::<Vec<_>>().into_iter();
        let reports = points.iter().map(|point| {
            let count = point.replications() as usize;
            let (replications, times): (Vec<_>, Vec<_>) = done.by_ref().take(count).unzip();
            let mut report = point.report(&replications).to_json();
            if links {
                report["per_link"] = json!(point.links(&replications));
            }
            report["wall_s"] = json!(times.iter().sum::<f64>());
            report
        });
        Ok(reports.collect())
    }

    fn read_numbers(field: &str, text: &str) -> Result<Vec<f64>, String> {
        words(text)
            .map(|word| {
                word.parse().map_err(|_| {
                    format!(
                        "{field} must be numbers joined by commas, not {}",
                        quoted(word)
                    )
                })
            })
            .collect()
    }

    /// What commas join.
    fn words(text: &str) -> impl Iterator<Item = &str> {
        let words = text.split(',').map(str::trim);
        words.filter(|word| !word.is_empty())
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "it is what map_err hands over"
    )]
    fn in_words(error: catalog::BuildError) -> String {
        error.to_string()
    }

    /// What is wrong with the words of the call, on one line.
    fn first_sentence(error: &clap::Error) -> String {
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(given) = error.get(ContextKind::InvalidSubcommand)
        {
            let command = Arguments::command();
            let known: Vec<_> = command
                .get_subcommands()
                .map(clap::Command::get_name)
                .collect();
            let given = quoted(&given.to_string());
            return format!("command must be {}, not {given}", catalog::one_of(&known));
        }
        if matches!(
            error.kind(),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand
        ) {
            return "a command must be given; `flitscope --help` lists them".to_owned();
        }
        let mut message = error.to_string();
        for (_, value) in error.context() {
            let given = match value {
                ContextValue::String(given) => std::slice::from_ref(given),
                ContextValue::Strings(given) => given,
                _ => &[],
            };
            for given in given.iter().filter(|given| !given.is_empty()) {
                message = message.replace(given, &quoted(given));
            }
        }
        let paragraph = message.split("\n\n").next().unwrap_or_default();
        let words: Vec<_> = paragraph.split_whitespace().collect();
        words.join(" ").trim_start_matches("error: ").to_owned()
    }

    fn networks_help() -> String {
        help_list(
            "Networks",
            topology::FAMILIES.iter().map(|family| {
                let example = topology::write_spec(family, &catalog::Settings::default());
                (example, &family.entry)
            }),
        )
    }

    fn algorithms_help() -> String {
        let families = algorithms::FAMILIES.iter();
        let lines = families.map(|family| (family.entry.spec(), &family.entry));
        help_list("Algorithms", lines)
    }

    fn models_help() -> String {
        help_list(
            "Models",
            model::FAMILIES.iter().map(|family| {
                let params = family.entry.params.iter().map(catalog::Param::control);
                let params: Vec<_> = params.map(|c| format!("{}={}", c.id, c.default)).collect();
                (
                    format!("{} {}", family.entry.id, params.join(" ")),
                    &family.entry,
                )
            }),
        )
    }

    /// A whole scenario, with every default in it.
    fn scenario_help() -> String {
        let scenario = Scenario::default().to_json();
        let packet = json!(Packet::default());
        format!(
            "A scenario; every field but the network has the default shown:\n{scenario}\n\n\
             With \"dateline\": false all virtual channels of a torus are one class, so that rings can \
             lock. \"faults\": [[\"3,2\", \"4,2\"]] lists links that have failed.\n\n\
             With \"traffic\": {{\"multicast\": {{\"algorithm\": \"dual-path\", \"destinations\": 10, \
             \"fraction\": 0.5}}}} half of the random messages that are no broadcasts go to ten nodes \
             each; a fraction of 1 is the default. With \"replicate\": true there, routers copy \
             multicasts along a tree, in wormhole switching with one virtual channel. \"timing\": \
             {{\"preparation\": \"auto\"}} has a node prepare for as long as the literature says of \
             the algorithm.\n\n\
             With \"packet\": {packet} messages are packets in infinite queues, in continuous \
             time; lengths are kept or redrawn."
        )
    }

    fn help_list<'a>(
        title: &str,
        lines: impl Iterator<Item = (String, &'a catalog::Entry)>,
    ) -> String {
        let lines: Vec<_> = lines.collect();
        let letters = lines.iter().map(|(form, _)| form.chars().count());
        let width = letters.max().unwrap_or(0);
        let lines = lines
            .iter()
            .map(|(form, entry)| format!("  {form:<width$}  {}", entry.summary));
        format!("{title}:\n{}", lines.collect::<Vec<_>>().join("\n"))
    }
}
