//! The prediction of a published model at some loads, with its parts.

use clap::Args;
use serde_json::{Map, Value, json};

use super::common::answer::{Answer, CommandResult};
use super::common::tables::{cell, in_columns};
use flitscope::catalog::{self, parse_key_values, quoted};
use flitscope::model::{self, Load, Model, ModelFamily, Prediction};
use flitscope::scenario::check_rate;

/// The model, its parameters and the loads.
#[derive(Debug, Args)]
pub(crate) struct ModelOptions {
    /// The model, for example ciciani-hypercube.
    model: String,
    /// Its parameters: n=10 length=200.
    parameters: Vec<String>,
    /// Loads, in most models [messages/node/cycle], separated by commas.
    #[arg(
        long,
        alias = "loads",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    load: String,
    /// Also print deviations from the paper, and why.
    #[arg(long)]
    errata: bool,
}

impl ModelOptions {
    /// Returns the prediction, or an error in the options.
    pub(crate) fn answer(&self) -> CommandResult {
        let family = catalog::find(model::FAMILIES, "model", &self.model).map_err(in_words)?;
        let settings = parse_key_values(&self.parameters).map_err(in_words)?;
        let model = model::build(family, &settings).map_err(in_words)?;
        let load = family.build.load;
        let loads = read_loads(&self.load, load)?;
        let parameters = family.entry.params.iter().map(|param| {
            let control = param.control();
            let value = settings.get(control.id).unwrap_or(control.default);
            (control.id.to_owned(), number_or_text(value))
        });
        let points = loads.iter().map(|&load| point(&*model, load));
        let mut answer = json!({
            "model": family.entry.id,
            "name": family.entry.name(),
            "predicts": family.build.predicts.id(),
            "parameters": Value::Object(parameters.collect()),
            "load_unit": load.unit,
            "time_unit": load.time,
            "points": points.collect::<Vec<_>>(),
            "parts": parts(&*model, &loads),
            "zero_load": model.zero_load(),
            "saturation": model.saturation_rate(),
            "saturation_why": why_saturated(&*model),
        });
        if self.errata {
            answer["errata"] = errata(family);
        }
        let text = model_table(&answer);
        Ok(Answer::new(answer, text))
    }
}

/// Formats the answer as text: the model, its quantities with a column per load, its errata.
fn model_table(answer: &Value) -> String {
    let [id, name] = ["model", "name"].map(|key| cell(&answer[key]));
    let [load_unit, time_unit] = ["load_unit", "time_unit"].map(|key| cell(&answer[key]));
    let parameters = answer["parameters"].as_object().into_iter().flatten();
    let parameters = parameters.map(|(key, value)| match value {
        Value::Number(number) => format!("{key}={number}"),
        word => format!("{key}={}", cell(word)),
    });
    let parameters: Vec<_> = parameters.collect();
    let mut head = vec![
        vec!["model".to_owned(), format!("{id}: {name}")],
        vec!["parameters".to_owned(), parameters.join(" ")],
        vec![
            "predicts".to_owned(),
            format!("{} [{time_unit}]", cell(&answer["predicts"])),
        ],
        vec![
            "zero load".to_owned(),
            format!("{} {time_unit}", digits(&answer["zero_load"])),
        ],
    ];
    head.push(vec![
        "saturation".to_owned(),
        match answer["saturation_why"].as_str() {
            Some(why) => format!("{} {load_unit}: {why}", digits(&answer["saturation"])),
            None => "none".to_owned(),
        },
    ]);
    let mut text = in_columns(&head);
    if let Some(points) = answer["points"].as_array()
        && !points.is_empty()
    {
        text += "\n";
        text += &quantities(answer, points);
    }
    for erratum in answer["errata"].as_array().into_iter().flatten() {
        let line = |key: &str| vec![format!("  {key}"), cell(&erratum[key])];
        text += &["\n", &cell(&erratum["place"]), "\n"].concat();
        text += &in_columns(&["printed", "used", "why"].map(line));
    }
    text
}

/// Formats one line per quantity with a column per load, followed by the reasons for missing latencies.
fn quantities(answer: &Value, points: &[Value]) -> String {
    let row = |key: &str, unit: &Value, meaning: &str| {
        let values = points.iter().map(|point| match &point[key] {
            Value::Null => "–".to_owned(),
            value => digits(value),
        });
        let values = std::iter::once(key.to_owned()).chain(values);
        values
            .chain([cell(unit), meaning.to_owned()])
            .collect::<Vec<_>>()
    };
    let mut rows = vec![
        row("load", &answer["load_unit"], ""),
        row("latency", &answer["time_unit"], ""),
    ];
    if points
        .iter()
        .any(|point| point["iterations"].as_u64() > Some(0))
    {
        let meaning = "of the fixed point, until it had settled";
        rows.push(row("iterations", &json!(""), meaning));
    }
    for part in answer["parts"].as_array().into_iter().flatten() {
        let [symbol, meaning] = ["symbol", "meaning"].map(|key| cell(&part[key]));
        rows.push(row(&symbol, &part["unit"], &meaning));
    }
    let mut text = in_columns(&rows);
    for point in points {
        if let Some(reason) = point["reason"].as_str() {
            let load = digits(&point["load"]);
            text += &["at load ", &load, ": saturated; ", reason, "\n"].concat();
        }
    }
    text
}

/// Formats a number with six significant digits.
fn digits(value: &Value) -> String {
    let Some(number) = value.as_f64() else {
        return cell(value);
    };
    let rounded = format!("{number:.5e}").parse::<f64>();
    rounded.map_or_else(|_| cell(value), |rounded| rounded.to_string())
}

fn point(model: &dyn Model, load: f64) -> Value {
    let mut point = Map::new();
    let mut set = |key: &str, value: Value| point.insert(key.to_owned(), value);
    set("load", json!(load));
    match model.predict(load) {
        Prediction::Steady(latency) => {
            set("latency", json!(latency.total));
            set("saturated", json!(false));
            set("iterations", json!(latency.iterations));
            for part in latency.parts {
                set(&part.symbol, json!(part.value));
            }
        }
        Prediction::Saturated {
            reason,
            utilization,
        } => {
            set("latency", Value::Null);
            set("saturated", json!(true));
            set("reason", json!(reason));
            set("utilization", json!(utilization));
        }
    }
    Value::Object(point)
}

/// Returns the quantities of points: symbol, meaning, unit.
fn parts(model: &dyn Model, loads: &[f64]) -> Value {
    let mut predictions = loads.iter().map(|&load| model.predict(load));
    let steady = predictions.find_map(|prediction| match prediction {
        Prediction::Steady(latency) => Some(latency.parts),
        Prediction::Saturated { .. } => None,
    });
    let parts = steady
        .into_iter()
        .flatten()
        .map(|part| json!({ "symbol": part.symbol, "meaning": part.meaning, "unit": part.unit }));
    parts.collect()
}

/// Returns why the model saturates, just above its saturation load.
fn why_saturated(model: &dyn Model) -> Option<String> {
    match model.predict(model.saturation_rate() * (1.0 + 1e-9)) {
        Prediction::Steady(_) => None,
        Prediction::Saturated { reason, .. } => Some(reason),
    }
}

fn errata(family: &ModelFamily) -> Value {
    let errata = family.errata().into_iter().map(|erratum| {
        json!({
            "place": erratum.place,
            "printed": erratum.printed,
            "used": erratum.used,
            "why": erratum.why,
        })
    });
    errata.collect()
}

/// Parses loads. A load per cycle is at most one message; in other units it is at most 100,000.
fn read_loads(text: &str, unit: Load) -> Result<Vec<f64>, String> {
    const MOST: f64 = 100_000.0;
    let words = text.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    let loads = words.map(|word| {
        let load = word.parse().map_err(|_| {
            let given = quoted(word);
            format!("load must be numbers joined by commas, not {given}")
        })?;
        if unit == Load::PER_CYCLE {
            return check_rate("load", load).map_err(|error| error.reason());
        }
        if (0.0..=MOST).contains(&load) {
            return Ok(load);
        }
        let (unit, given) = (unit.unit, quoted(word));
        Err(format!(
            "load must be a number of {unit} from 0 to {MOST}, not {given}"
        ))
    });
    loads.collect()
}

fn number_or_text(text: &str) -> Value {
    let number = text.parse::<serde_json::Number>();
    number.map_or_else(|_| json!(text), Value::Number)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what map_err hands over"
)]
fn in_words(error: catalog::BuildError) -> String {
    error.to_string()
}
