//! A scenario simulated at several loads, with one curve for each compared scenario: another multicast algorithm or
//! routing function, or any other change.

use clap::Args;
use serde_json::{Value, json};

use super::common::answer::{Answer, CommandResult};
use super::common::network::Files;
use super::common::scenario::ScenarioArgument;
use super::common::tables;
use super::simulate::{RunOptions, measure};
use flitscope::catalog::{self, BuildError, Settings, one_of, quoted};
use flitscope::multicast;
use flitscope::routing::{self, Scripts, written};
use flitscope::scenario::{Scenario, curve_names};
use flitscope::sweep::{MOST_COMPARED, at_load};
use flitscope::topology;

/// The scenario, its loads, and the functions to compare.
#[derive(Debug, Args)]
pub(super) struct SweepOptions {
    #[command(flatten)]
    scenario: ScenarioArgument,
    /// Loads [messages/node/cycle; for packets, per unit of time], separated by commas.
    #[arg(long, alias = "load", allow_hyphen_values = true)]
    loads: String,
    /// Multicast algorithms to compare, separated by commas: one curve each.
    #[arg(long)]
    algorithms: Option<String>,
    /// Routing functions to compare with the scenario's own, separated by commas: one curve each.
    #[arg(long)]
    against: Option<String>,
    /// A scenario to compare with: changed fields as FIELD=VALUE, separated by semicolons, such as
    /// 'vcs=4;traffic.pattern=tornado'. One curve each time it is given.
    #[arg(long, value_name = "CHANGES")]
    compare: Vec<String>,
    /// Measure what a saturated network accepts to the end of the run; otherwise the run ends early, once
    /// the network is certainly saturated and the accepted load is known to 2 %.
    #[arg(long)]
    accepted: bool,
    #[command(flatten)]
    run: RunOptions,
}

/// A curve of a sweep.
struct SweptCurve {
    scenario: Scenario,
    /// The routing function in its reports, if routing functions are compared.
    routing: Option<String>,
    /// Its name in its reports, if scenarios are compared.
    name: Option<String>,
}

impl From<Scenario> for SweptCurve {
    fn from(scenario: Scenario) -> Self {
        Self {
            scenario,
            routing: None,
            name: None,
        }
    }
}

impl SweepOptions {
    /// Returns a report for every load of every curve.
    pub(super) fn answer(&self, scripts: &Scripts) -> CommandResult {
        let scenario = self.run.on(&self.scenario.read_for_loads(scripts)?)?;
        let loads = read_numbers("loads", &self.loads)?;
        if loads.is_empty() {
            return Err("loads must be numbers joined by commas, not nothing".to_owned());
        }
        let curves = self.curves(scenario)?;
        let all = curves.iter().flat_map(|curve| {
            let at_each = loads.iter().map(|&load| at_load(&curve.scenario, load));
            at_each.collect::<Vec<_>>()
        });
        let all = all.collect::<Result<Vec<_>, _>>();
        let all = all.map_err(|error| error.reason())?;
        let mut reports = measure(&all, self.accepted, self.run.jobs.count()?)?;
        for (curve, reports) in curves.iter().zip(reports.chunks_mut(loads.len())) {
            for report in reports {
                if let Some(routing) = &curve.routing {
                    report["routing"] = json!(routing);
                }
                if let Some(name) = &curve.name {
                    report["curve"] = json!(name);
                }
            }
        }
        let text = tables::curves(&reports);
        Ok(Answer::new(Value::Array(reports), text))
    }

    /// The curves, that of the scenario first, unless algorithms are compared, of which all are named.
    fn curves(&self, scenario: Scenario) -> Result<Vec<SweptCurve>, String> {
        let absent = |field: &str, given: &str, among: &str| {
            let given = quoted(given);
            Err(format!(
                "{field} must be absent where {among} are compared, not {given}"
            ))
        };
        match (&self.algorithms, &self.against, self.compare.first()) {
            (None, None, None) => Ok(vec![scenario.into()]),
            (Some(algorithms), None, None) => with_algorithms(&scenario, algorithms),
            (None, Some(against), None) => {
                let has_default = self.scenario.is_network();
                with_routing(&scenario, against, has_default)
            }
            (None, None, Some(_)) => compared(&scenario, &self.compare),
            (Some(_), Some(against), _) => absent("against", against, "algorithms"),
            (Some(_), _, Some(compare)) => absent("compare", compare, "algorithms"),
            (_, Some(_), Some(compare)) => absent("compare", compare, "routing functions"),
        }
    }
}

/// Returns a curve for each multicast algorithm.
fn with_algorithms(scenario: &Scenario, named: &str) -> Result<Vec<SweptCurve>, String> {
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
    let curves = names
        .into_iter()
        .map(|name| scenario.clone().planned_by(name).into());
    Ok(curves.collect())
}

/// Returns the curves of the scenario's own routing function and of those to compare with it. The default
/// function may be among those, and is measured once.
fn with_routing(
    scenario: &Scenario,
    named: &str,
    has_default: bool,
) -> Result<Vec<SweptCurve>, String> {
    let mut names = different("against", named)?;
    if has_default {
        names.retain(|name| *name != scenario.routing);
    }
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
        let function = found.build(
            topology,
            built.design.vcs_of_class().into(),
            &Settings::default(),
        );
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
    let is_script = written::script_of(&scenario.routing).is_some();
    let own = SweptCurve {
        routing: Some(if is_script {
            "own".to_owned()
        } else {
            scenario.routing.clone()
        }),
        ..scenario.clone().into()
    };
    let others = names.into_iter().map(|name| SweptCurve {
        routing: Some(name.to_owned()),
        ..Scenario {
            routing: name.to_owned(),
            ..scenario.clone()
        }
        .into()
    });
    Ok(std::iter::once(own).chain(others).collect())
}

/// Returns the curves of the scenario and of changed ones.
fn compared(scenario: &Scenario, changes: &[String]) -> Result<Vec<SweptCurve>, String> {
    if changes.len() >= MOST_COMPARED {
        let most = MOST_COMPARED - 1;
        return Err(format!(
            "compare must be given at most {most} times, not {}",
            changes.len()
        ));
    }
    let others = changes.iter().map(|changes| changed(scenario, changes));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let all: Vec<_> = std::iter::once(scenario.clone()).chain(others).collect();
    let mut before = changes.iter().zip(all.iter().skip(1)).enumerate();
    if let Some((_, (changes, _))) = before.find(|(at, (_, other))| all[..=*at].contains(other)) {
        let given = quoted(changes);
        return Err(format!(
            "compare must be different scenarios, not {given} for one of those before"
        ));
    }
    let names = curve_names(&all.iter().collect::<Vec<_>>());
    let curves = all
        .into_iter()
        .zip(names)
        .map(|(scenario, name)| SweptCurve {
            name: Some(name),
            ..scenario.into()
        });
    Ok(curves.collect())
}

/// Returns the scenario with changed fields. A network that does not have the routing function gets its usual one.
fn changed(scenario: &Scenario, changes: &str) -> Result<Scenario, String> {
    let mut scenario = scenario.clone();
    for change in changes
        .split(';')
        .map(str::trim)
        .filter(|change| !change.is_empty())
    {
        let Some((field, value)) = change.split_once('=') else {
            return Err(format!(
                "compare must be changes such as vcs=4, not {}",
                quoted(change)
            ));
        };
        let (field, value) = (field.trim(), value.trim());
        if field == "network" {
            let spec = Files::beside("-", false).spec(value)?;
            scenario
                .change_network(&spec)
                .map_err(|error| error.reason())?;
        } else {
            scenario.set(field, value).map_err(|error| error.reason())?;
        }
    }
    Ok(scenario)
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
