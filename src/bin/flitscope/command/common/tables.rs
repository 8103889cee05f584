//! JSON documents as text tables.

use serde_json::Value;

/// Formats an object as lines of `name  value`, and a list of objects one below the other.
pub(crate) fn table(value: &Value) -> String {
    match value {
        Value::Array(rows) => rows.iter().map(|row| table(row) + "\n").collect(),
        Value::Object(fields) => {
            let lengths = fields.keys().map(|key| key.chars().count());
            let width = lengths.max().unwrap_or(0);
            let lines = fields.iter().map(|(key, value)| match value {
                Value::Array(findings) if key == "why" => {
                    let line = |one: &Value| format!("{key:<width$}  {}\n", cell(&one["text"]));
                    findings.iter().map(line).collect()
                }
                Value::Array(messages) if key == "deadlock" => {
                    let lines: Vec<_> =
                        messages.iter().map(|one| Value::from(stuck(one))).collect();
                    let Value::Array(lines) = shortened(&Value::from(lines)) else {
                        return String::new();
                    };
                    let line = |one: &Value| format!("{key:<width$}  {}\n", cell(one));
                    lines.iter().map(line).collect()
                }
                // The settings are those of the file that was simulated.
                Value::Object(_) if key == "scenario" => String::new(),
                Value::Object(_) if key == "witness" => {
                    format!("{key:<width$}  a scenario that deadlocks (--json)\n")
                }
                Value::Array(rows) if rows.iter().any(Value::is_object) => {
                    format!("{key}\n{}", table(value))
                }
                _ if key == "cycle" || key == "deadlock" => {
                    format!("{key:<width$}  {}\n", cell(&shortened(value)))
                }
                Value::Array(sentences) if key == "warnings" => {
                    let line = |text| format!("{key:<width$}  {}\n", cell(text));
                    sentences.iter().map(line).collect()
                }
                _ => format!("{key:<width$}  {}\n", cell(value)),
            });
            lines.collect()
        }
        other => cell(other) + "\n",
    }
}

/// Formats a multicast plan with one line per worm.
pub(crate) fn plan_table(plan: &Value) -> String {
    let mut rows = vec![
        ["step", "from", "delivers to", "path"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for (step, number) in plan["steps"].as_array().into_iter().flatten().zip(1..) {
        for worm in step["worms"].as_array().into_iter().flatten() {
            let cells = ["from", "deliver", "path"].map(|key| cell(&worm[key]));
            rows.push(std::iter::once(number.to_string()).chain(cells).collect());
        }
    }
    let mut sums = plan.clone();
    if let Some(fields) = sums.as_object_mut() {
        fields.retain(|key, _| key != "steps");
    }
    format!("{}\n{}", in_columns(&rows), table(&sums))
}

/// Formats the points of a sweep with one line per point, followed by their warnings. Several curves are
/// headed by their name, or that of their algorithm or routing function.
pub(crate) fn curves(points: &[Value]) -> String {
    let of = |point: &Value| match (&point["curve"], &point["routing"]) {
        (Value::Null, Value::Null) => point["multicast"].clone(),
        (Value::Null, routing) if routing == "own" => "your routing function".into(),
        (Value::Null, routing) => routing.clone(),
        (name, _) => name.clone(),
    };
    let groups: Vec<_> = points.chunk_by(|a, b| of(a) == of(b)).collect();
    if let [only] = &*groups {
        return curve(only);
    }
    let groups = groups.iter();
    let parts = groups.map(|group| [cell(&of(&group[0])), curve(group)].join("\n"));
    parts.collect::<Vec<_>>().join("\n")
}

/// Formats the points of a curve with one line per point, followed by their warnings.
fn curve(points: &[Value]) -> String {
    /// Columns shown only if some point has an interval or a nonzero number there.
    const RARE: [(&str, &str); 8] = [
        ("round trip", "round_trip"),
        ("multicast", "multicast_latency"),
        ("unicast", "unicast_latency"),
        ("spread", "arrival_spread"),
        ("start-ups", "startups"),
        ("channels", "channels"),
        ("undeliverable", "undeliverable"),
        ("escape_share", "escape_share"),
    ];
    let says = |name: &str| {
        let is_there = |value: &Value| value["mean"].is_f64() || value.as_f64() > Some(0.0);
        points.iter().any(|point| is_there(&point[name]))
    };
    let rare: Vec<_> = RARE.into_iter().filter(|(_, name)| says(name)).collect();
    let row = |point: &Value| {
        let verdict = ["deadlocked", "dead end", "saturated", "not settled"];
        let verdict = verdict.into_iter().find(|name| point["state"] == *name);
        let usual = [
            point["load"].to_string(),
            interval(&point["latency"]),
            interval(&point["network_latency"]),
            cell(&point["accepted"]),
            cell(&point["cycles"]),
            cell(&point["messages"]),
            verdict.unwrap_or("steady").to_owned(),
        ];
        let rare = rare.iter().map(|(_, name)| match &point[*name] {
            estimate @ Value::Object(_) => interval(estimate),
            other => cell(other),
        });
        usual.into_iter().chain(rare).collect::<Vec<_>>()
    };
    let columns = [
        "load", "latency", "network", "accepted", "cycles", "messages", "verdict",
    ];
    let names = columns
        .into_iter()
        .chain(rare.iter().map(|(head, _)| *head));
    let mut rows = vec![names.map(str::to_owned).collect::<Vec<_>>()];
    rows.extend(points.iter().map(row));
    let mut text = in_columns(&rows);
    for point in points {
        for warning in point["warnings"].as_array().into_iter().flatten() {
            text += &[
                "at load ",
                &point["load"].to_string(),
                ": ",
                &cell(warning),
                "\n",
            ]
            .concat();
        }
    }
    text
}

/// Formats objects with the same fields, one per line.
pub(crate) fn aligned(objects: &[Value]) -> String {
    let fields = objects.first().and_then(Value::as_object);
    let names: Vec<_> = fields
        .into_iter()
        .flat_map(|fields| fields.keys())
        .collect();
    let mut rows = vec![names.iter().map(|name| (*name).clone()).collect::<Vec<_>>()];
    rows.extend(
        objects
            .iter()
            .map(|object| names.iter().map(|name| cell(&object[&**name])).collect()),
    );
    in_columns(&rows)
}

/// Formats rows of cells in columns of the least width.
pub(crate) fn in_columns(rows: &[Vec<String>]) -> String {
    // The combining bar over a mean has no width.
    let width_of = |cell: &str| cell.chars().filter(|&c| c != '\u{304}').count();
    let widths: Vec<_> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| width_of(&row[column])).max())
        .map(Option::unwrap_or_default)
        .collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths);
        let cells =
            cells.map(|(cell, &width)| format!("{cell}{}", " ".repeat(width - width_of(cell))));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    });
    lines.collect()
}

/// Formats a mean and the half-width of its interval, marked if it is unreliable.
fn interval(estimate: &Value) -> String {
    let part = |name: &str| estimate.get(name).and_then(Value::as_f64);
    let doubt = if estimate["trusted"] == true {
        ""
    } else {
        " (?)"
    };
    match (part("mean"), part("ci95")) {
        (None, _) => "–".to_owned(),
        (Some(mean), None) => format!("{mean:.3}"),
        (Some(mean), Some(ci95)) => format!("{mean:.3} ± {ci95:.3}{doubt}"),
    }
}

/// Formats the load of channels, with its histogram as bars from zero to the maximum.
fn channel_load(load: &Value) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let numbers = |name: &str| {
        let list = load[name].as_array().into_iter().flatten();
        list.filter_map(Value::as_f64).collect::<Vec<_>>()
    };
    let [mean, max] = ["mean", "max"].map(|name| load[name].as_f64().unwrap_or(0.0));
    let ratio = if mean > 0.0 { max / mean } else { 1.0 };
    let by_dimension = numbers("by_dimension");
    let by_dimension: Vec<_> = by_dimension.iter().map(|d| format!("{d:.4}")).collect();
    let channels = numbers("histogram");
    let most = channels.iter().copied().fold(1.0, f64::max);
    let bar = |&channels: &f64| match (channels / most * 8.0).ceil() as usize {
        0 => ' ',
        eighths => BARS[eighths - 1],
    };
    let bars: String = channels.iter().map(bar).collect();
    format!(
        "mean {mean:.4}  max {max:.4}, {ratio:.2} times the mean  by dimension {}  0▕{bars}▏max",
        by_dimension.join(" ")
    )
}

/// Formats a message of a deadlock on one line.
fn stuck(message: &Value) -> String {
    let [from, to, holds, wants] =
        ["from", "to", "holds", "waits_for"].map(|field| cell(&message[field]));
    format!("{from} to {to} holds {holds}, waits for {wants}")
}

/// Shortens long lists to their first items; `--json` prints them whole.
fn shortened(value: &Value) -> Value {
    const SHOWN: usize = 8;
    match value {
        Value::Array(items) if items.len() > 2 * SHOWN => {
            let more = format!("… and {} more (--json)", items.len() - SHOWN);
            let first = items.iter().take(SHOWN).cloned();
            first.chain([Value::from(more)]).collect()
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(key, value)| (key.clone(), shortened(value)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

/// Formats a value on one line.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.6}", number.as_f64().unwrap_or(f64::NAN))
        }
        Value::Object(estimate) if estimate.contains_key("ci95") => {
            let batches = &estimate["batches"];
            let from = match estimate["correlation"].as_f64() {
                _ if estimate["ci95"].is_null() => String::new(),
                None => format!("  ({batches} independent means)"),
                Some(c) => format!("  ({batches} batches, correlation {c:.2})"),
            };
            interval(value) + from.as_str()
        }
        Value::Object(load) if load.contains_key("histogram") => channel_load(value),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| format!("{key}={}", cell(value)));
            fields.collect::<Vec<_>>().join("  ")
        }
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join("  "),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
