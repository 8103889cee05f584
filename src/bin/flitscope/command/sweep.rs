//! A scenario simulated at several loads, with one curve per multicast algorithm or routing function
//! compared.

use clap::Args;
use serde_json::{Value, json};

use super::simulate::{RunOptions, measure, read_scenario};
use flitscope::catalog::{self, BuildError, Settings, one_of, quoted};
use flitscope::multicast;
use flitscope::routing::{self, Scripts};
use flitscope::scenario::Scenario;
use flitscope::sweep::{OWN_ROUTING, at_load, on_curve, routing_label, routing_of};
use flitscope::topology;

/// The scenario, its loads, and the functions to compare.
#[derive(Debug, Args)]
pub(super) struct SweepOptions {
    /// A JSON file, or - for standard input; graph:FILE for the usual scenario on your own network.
    file: String,
    /// Loads [messages/node/cycle; for packets, per unit of time], separated by commas.
    #[arg(long, alias = "load", allow_hyphen_values = true)]
    loads: String,
    /// Multicast algorithms to compare, separated by commas: one curve each.
    #[arg(long)]
    algorithms: Option<String>,
    /// Routing functions to compare with the scenario's own, separated by commas: one curve each.
    #[arg(long)]
    against: Option<String>,
    #[command(flatten)]
    run: RunOptions,
}

impl SweepOptions {
    /// Returns a report for every load of every curve.
    pub(super) fn answer(&self, scripts: &Scripts) -> Result<Value, String> {
        let scenario = self.run.on(&read_scenario(&self.file, scripts)?)?;
        let loads = read_numbers("loads", &self.loads)?;
        if loads.is_empty() {
            return Err("loads must be numbers joined by commas, not nothing".to_owned());
        }
        let labels = match (&self.algorithms, &self.against) {
            (None, None) => vec![String::new()],
            (Some(algorithms), None) => labels_of_algorithms(&scenario, algorithms)?,
            (None, Some(against)) => labels_of_routing(&scenario, against)?,
            (Some(_), Some(against)) => {
                return Err(format!(
                    "against must be absent where algorithms are compared, not {}",
                    quoted(against)
                ));
            }
        };
        let all = labels.iter().flat_map(|label| {
            let curve = on_curve(&scenario, label);
            let at_each = loads.iter().map(move |&load| at_load(&curve, load));
            at_each.collect::<Vec<_>>()
        });
        let all = all.collect::<Result<Vec<_>, _>>();
        let mut reports = measure(&all.map_err(|error| error.reason())?)?;
        for (label, reports) in labels.iter().zip(reports.chunks_mut(loads.len())) {
            if let Some(routing) = routing_of(label, &scenario) {
                for report in reports {
                    report["routing"] = json!(routing);
                }
            }
        }
        Ok(Value::Array(reports))
    }
}

/// Returns the labels of the multicast algorithms to compare.
fn labels_of_algorithms(scenario: &Scenario, named: &str) -> Result<Vec<String>, String> {
    let names = different("algorithms", named)?;
    let topology = topology::from_spec(&scenario.network).map_err(|error| error.to_string())?;
    for name in &names {
        multicast::from_spec("algorithms", name, &*topology).map_err(|error| error.to_string())?;
    }
    let built = scenario.build().map_err(|error| error.reason())?;
    let mut orders = built.design.orders.iter();
    if !built.design.draws_several() && !orders.any(|order| order.to.len() > 1) {
        let field = "traffic.multicast.destinations";
        return Err(format!(
            "{field} must be 2 or more, or traffic.broadcast more than 0, to compare algorithms"
        ));
    }
    Ok(names.into_iter().map(str::to_owned).collect())
}

/// Returns the labels of the scenario's own routing function and of those to compare with it.
fn labels_of_routing(scenario: &Scenario, named: &str) -> Result<Vec<String>, String> {
    let names = different("against", named)?;
    let built = scenario.build().map_err(|error| error.reason())?;
    if built.packet.is_some() {
        return Err("packet must be absent to compare routing functions".to_owned());
    }
    if built.design.draws_several() {
        let field = "traffic.multicast.destinations";
        return Err(format!(
            "{field} must be 1, and traffic.broadcast 0, to compare routing functions"
        ));
    }
    let topology = &*built.topology;
    for name in &names {
        if *name == scenario.routing {
            let given = quoted(name);
            return Err(format!(
                "against must be other functions than the scenario's own, not {given}"
            ));
        }
        let found = catalog::find(routing::FAMILIES, "against", name);
        let found = found.map_err(|error| error.to_string())?;
        let function = (found.build)(topology, built.design.vcs.into(), &Settings::default());
        if let Err(BuildError::Unsupported { .. }) = function {
            let known = routing::defined_on(topology).map(|family| family.entry.id);
            return Err(format!(
                "against must be {} on {}, not {}",
                one_of(&known.collect::<Vec<_>>()),
                scenario.network,
                quoted(name)
            ));
        }
    }
    let others = names.into_iter().map(routing_label);
    Ok(std::iter::once(OWN_ROUTING.to_owned())
        .chain(others)
        .collect())
}

/// Parses names separated by commas: at least one, without duplicates.
fn different<'a>(field: &str, named: &'a str) -> Result<Vec<&'a str>, String> {
    let names: Vec<_> = words(named).collect();
    if names.is_empty() {
        return Err(format!(
            "{field} must be names joined by commas, not nothing"
        ));
    }
    let mut before = names.iter().enumerate();
    if let Some((_, twice)) = before.find(|(at, name)| names[..*at].contains(name)) {
        let twice = quoted(twice);
        return Err(format!("{field} must be different, not {twice} twice"));
    }
    Ok(names)
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

/// Splits a text at commas into words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(',').map(str::trim);
    words.filter(|word| !word.is_empty())
}
