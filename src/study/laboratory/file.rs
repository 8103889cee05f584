//! Plots as CSV and JSON files.
//!
//! A CSV file begins with comment lines, `# x log injection rate…`, for data that belongs to no
//! column. They are followed by one line for every point, asymptote and note of every trace.

use serde_json::{Value, json};

use super::experiment::Experiment;
use super::findings::Findings;
use crate::plot::Scale;

const COLUMNS: [&str; 12] = [
    "trace",
    "name",
    "kind",
    "of",
    "hidden",
    "x",
    "y",
    "half_width",
    "steady",
    "error_percent",
    "error_half_width",
    "note",
];

/// The note of a line that contains the x of an asymptote.
const SATURATION: &str = "saturation";

/// The note of a line that contains the x of a simulation that saturated or deadlocked.
const BEYOND: &str = "no mean";

/// Writes a plot with its notes as a CSV file.
pub fn to_csv(experiment: &Experiment, findings: &Findings) -> String {
    let diagram = &findings.diagram;
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    let errors = diagram.differences();
    for (index, trace) in diagram.traces.iter().enumerate() {
        let head = [
            (index + 1).to_string(),
            trace.name.clone(),
            trace.kind.word().to_owned(),
            trace.of.map_or(String::new(), |of| (of + 1).to_string()),
            yes_no(trace.is_hidden).to_owned(),
        ];
        let row = |cells: [String; 7]| head.iter().cloned().chain(cells).collect();
        let optional = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
        let none = String::new;
        for mark in &trace.marks {
            let mut at = errors.iter();
            let error = at.find(|error| error.trace == index && error.x.total_cmp(&mark.x).is_eq());
            rows.push(row([
                mark.x.to_string(),
                mark.y.to_string(),
                optional(mark.half_width),
                yes_no(mark.is_steady).to_owned(),
                optional(error.map(|error| error.percent)),
                optional(error.and_then(|error| error.half_width)),
                none(),
            ]));
        }
        let said = |x: String, note: &str| {
            let note = note.to_owned();
            row([x, none(), none(), none(), none(), none(), note])
        };
        if let Some(x) = trace.saturation {
            rows.push(said(x.to_string(), SATURATION));
        }
        rows.extend(trace.beyond.iter().map(|x| said(x.to_string(), BEYOND)));
        let notes: Vec<_> = findings.notes_of(index).collect();
        rows.extend(notes.iter().map(|note| said(none(), note)));
        let is_empty = trace.marks.is_empty() && trace.beyond.is_empty();
        if is_empty && trace.saturation.is_none() && notes.is_empty() {
            rows.push(said(none(), ""));
        }
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row)
            .expect("a vector takes what is written");
    }
    let table = writer.into_inner().expect("a vector takes what is written");
    let table = String::from_utf8(table).expect("all cells are text");
    let scale = |name: &str, scale: &Scale| {
        let spacing = if scale.is_log { "log" } else { "linear" };
        let label = scale.label.replace(['\n', '\r'], " ");
        format!("# {name} {spacing} {label}\n")
    };
    [
        format!("# flitscope {}\n", experiment.to_link()),
        scale("x", &diagram.x),
        scale("y", &diagram.y),
        format!("# strip {}\n", yes_no(diagram.has_strip)),
        table,
    ]
    .concat()
}

/// Writes a plot with its notes as JSON, with the terms of the simulations and the errata of the
/// models.
pub fn to_json(experiment: &Experiment, findings: &Findings) -> Value {
    let diagram = &findings.diagram;
    let traces = diagram.traces.iter().enumerate().map(|(index, trace)| {
        let mut value = json!(trace);
        let notes: Vec<_> = findings.notes_of(index).collect();
        value["notes"] = json!(notes);
        value["beyond"] = json!(trace.beyond);
        let errors = diagram.differences().into_iter();
        let errors = errors.filter(|error| error.trace == index);
        let errors = errors.map(|error| {
            json!({
                "x": error.x,
                "percent": error.percent,
                "half_width": error.half_width,
            })
        });
        if trace.of.is_some() {
            value["errors"] = Value::Array(errors.collect());
        }
        value
    });
    let models = experiment.families().into_iter().map(|family| {
        let errata = family.errata().into_iter().map(|erratum| {
            json!({
                "place": erratum.place,
                "printed": erratum.printed,
                "used": erratum.used,
                "why": erratum.why,
            })
        });
        let sources = family.entry.sources().map(|source| source.cite);
        json!({
            "id": family.entry.id,
            "name": family.entry.name(),
            "sources": sources.collect::<Vec<_>>(),
            "errata": errata.collect::<Vec<_>>(),
        })
    });
    let simulation = &experiment.simulation;
    json!({
        "link": experiment.to_link(),
        "x": diagram.x,
        "y": diagram.y,
        "traces": traces.collect::<Vec<_>>(),
        "has_strip": diagram.has_strip,
        "simulation": {
            "effort": simulation.effort.id(),
            "seed": simulation.seed,
            "replications": simulation.replications,
        },
        "models": models.collect::<Vec<_>>(),
    })
}

fn yes_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}
