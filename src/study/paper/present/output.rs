//! Output of tables and figures as text, Markdown, JSON and CSV.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::paper::format::{interval, signed, significant};
use crate::paper::judge::{names, printed_columns};
use crate::paper::{Claim, Item, Judged, NoValue, Paper, Row, Simulated};
use crate::scenario::Scenario;

/// A table or figure with all results for it.
#[derive(Debug)]
pub struct Sheet {
    /// The paper that contains it.
    pub paper: &'static Paper,
    pub item: &'static Item,
    /// The rows with their results.
    pub judged: Vec<Judged>,
    /// The verdict on the whole, in sentences.
    pub verdict: String,
    /// The exact scenario that was simulated for each row.
    pub scenarios: Vec<Option<Scenario>>,
}

/// Writes tables as text, each with its name and verdict.
pub fn text(sheets: &[Sheet]) -> String {
    let mut text = String::new();
    let mut before = "";
    for sheet in sheets {
        if sheet.paper.id != before {
            before = sheet.paper.id;
            let source = sheet.paper.source;
            let _ = write!(text, "{}. {}\n\n", source.cite, source.work);
        }
        let (paper, item) = (before, sheet.item);
        let _ = write!(
            text,
            "{} [{paper} {}]\n{}\n\n",
            item.name, item.id, item.caption
        );
        let rows = cells(sheet);
        let widths: Vec<_> = (0..rows[0].len())
            .map(|at| {
                rows.iter()
                    .map(|row| row[at].chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        for row in rows {
            let padded = row.iter().zip(&widths);
            let padded = padded.map(|(cell, &width)| format!("{cell:<width$}"));
            let line = padded.collect::<Vec<_>>().join("  ");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        for sentences in sentences(sheet) {
            let _ = write!(text, "\n{sentences}\n");
        }
        text.push('\n');
    }
    text
}

/// Writes tables as Markdown, each with its name and verdict.
pub fn markdown(sheets: &[Sheet]) -> String {
    let mut text = String::new();
    let mut before = "";
    for sheet in sheets {
        if sheet.paper.id != before {
            before = sheet.paper.id;
            let source = sheet.paper.source;
            let _ = write!(text, "## {}\n\n{}\n\n", source.cite, source.work);
        }
        let item = sheet.item;
        let _ = write!(
            text,
            "### {}\n\n{}\n\n",
            escaped(item.name),
            escaped(item.caption)
        );
        for (nth, row) in cells(sheet).into_iter().enumerate() {
            let row: Vec<_> = row.iter().map(|cell| escaped(cell)).collect();
            let _ = writeln!(text, "| {} |", row.join(" | "));
            if nth == 0 {
                let rules = vec!["---"; row.len()];
                let _ = writeln!(text, "| {} |", rules.join(" | "));
            }
        }
        for sentences in sentences(sheet) {
            let _ = write!(text, "\n{}\n", escaped(&sentences));
        }
        text.push('\n');
    }
    text
}

/// Escapes the special characters of Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '|' | '[' | ']' | '<' | '*' | '`' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Writes one CSV line per value, with its row, its origin and the verdict on its row.
pub fn csv(sheets: &[Sheet]) -> String {
    const HEAD: [&str; 15] = [
        "paper",
        "item",
        "series",
        "label",
        "x",
        "from",
        "column",
        "value",
        "ci95",
        "steady",
        "difference",
        "why",
        "model",
        "scenario",
        "verdict",
    ];
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut lines = vec![HEAD.map(str::to_owned)];
    for sheet in sheets {
        for (judged, scenario) in sheet.judged.iter().zip(&sheet.scenarios) {
            let row = &judged.row;
            let x = row.x.map_or_else(String::new, |x| x.to_string());
            let begin = [
                sheet.paper.id,
                sheet.item.id,
                &*row.series,
                &*row.label,
                &*x,
            ];
            let mut line = |from: &str, column: &str, rest: [String; 7]| {
                let begin = begin
                    .iter()
                    .copied()
                    .chain([from, column])
                    .map(str::to_owned);
                let end = rest.into_iter().chain([judged.verdict.clone()]);
                let all: Vec<_> = begin.chain(end).collect();
                lines.push(
                    all.try_into()
                        .expect("seven and seven cells, and the verdict"),
                );
            };
            let none = String::new;
            for &(column, value) in &row.printed {
                let value = value.to_string();
                line(
                    if column.is_printed {
                        "print"
                    } else {
                        "independent"
                    },
                    column.name,
                    [value, none(), none(), none(), none(), none(), none()],
                );
            }
            for (computed, difference) in row.computed.iter().zip(&judged.differences) {
                let value = computed.value.as_ref();
                let rest = [
                    value.map_or_else(|_| none(), f64::to_string),
                    none(),
                    none(),
                    difference.map_or_else(none, |share| share.to_string()),
                    value.err().map_or_else(none, NoValue::to_string),
                    computed.model.clone().unwrap_or_default(),
                    none(),
                ];
                line("model", computed.name, rest);
            }
            if let (Some(found), Some(task)) = (judged.simulated, &row.task) {
                let rest = [
                    found.mean.map_or_else(none, |mean| mean.to_string()),
                    found
                        .half_width
                        .map_or_else(none, |width| width.to_string()),
                    found.is_steady.to_string(),
                    none(),
                    none(),
                    none(),
                    scenario.as_ref().map_or_else(none, Scenario::to_link),
                ];
                line("simulation", task.measurand.label(), rest);
            }
        }
    }
    for line in lines {
        writer
            .write_record(line)
            .expect("memory takes it, and lines are equally long");
    }
    let bytes = writer.into_inner().expect("memory has nothing to flush");
    String::from_utf8(bytes).expect("cells are text")
}

/// Builds one JSON document of all tables, grouped by paper.
pub fn json(sheets: &[Sheet]) -> Value {
    let papers = sheets.chunk_by(|a, b| a.paper.id == b.paper.id);
    let papers = papers.map(|sheets| {
        let paper = sheets[0].paper;
        json!({
            "id": paper.id,
            "cite": paper.source.cite,
            "work": paper.source.work,
            "models": paper.models,
            "items": sheets.iter().map(item_json).collect::<Vec<_>>(),
        })
    });
    papers.collect()
}

fn item_json(sheet: &Sheet) -> Value {
    let item = sheet.item;
    let rows = sheet.judged.iter().zip(&sheet.scenarios);
    json!({
        "id": item.id,
        "name": item.name,
        "caption": item.caption,
        "claim": item.claim,
        "conclusions": item.conclusions.iter().map(conclusion_json).collect::<Vec<_>>(),
        "remark": item.remark,
        "axes": item.axes,
        "verdict": sheet.verdict,
        "rows": rows.map(|(judged, scenario)| row_json(judged, scenario.as_ref()))
            .collect::<Vec<_>>(),
    })
}

fn conclusion_json(claim: &Claim) -> Value {
    json!({
        "says": claim.says,
        "verdict": claim.holds.word(),
        "found": claim.found,
    })
}

fn row_json(judged: &Judged, scenario: Option<&Scenario>) -> Value {
    let row = &judged.row;
    let found = |is_printed: bool| {
        let columns = row.printed.iter();
        let columns = columns.filter(move |(column, _)| column.is_printed == is_printed);
        let values = columns.map(|&(column, value)| (column.name.to_owned(), json!(value)));
        Value::Object(values.collect::<Map<_, _>>())
    };
    let computed = row.computed.iter().zip(&judged.differences);
    let computed = computed.map(|(computed, difference)| {
        json!({
            "name": computed.name,
            "value": computed.value.as_ref().ok(),
            "why": computed.value.as_ref().err().map(NoValue::to_string),
            "saturated": computed.is_saturated(),
            "model": computed.model,
            "difference": difference,
        })
    });
    let simulated = judged
        .simulated
        .zip(row.task.as_ref())
        .map(|(found, task)| {
            json!({
                "quantity": task.measurand.label(),
                "mean": found.mean,
                "ci95": found.half_width,
                "steady": found.is_steady,
                "settled": found.can_tell,
                "trusted": found.is_trusted,
                "scenario": scenario,
            })
        });
    json!({
        "series": row.series,
        "label": row.label,
        "x": row.x,
        "printed": found(true),
        "independent": found(false),
        "computed": computed.collect::<Vec<_>>(),
        "simulated": simulated,
        "verdict": judged.verdict,
    })
}

/// The header line and a line of cells for each row.
fn cells(sheet: &Sheet) -> Vec<Vec<String>> {
    let rows: Vec<Row> = sheet
        .judged
        .iter()
        .map(|judged| judged.row.clone())
        .collect();
    let has_series = rows.iter().any(|row| !row.series.is_empty());
    let has_tasks = rows.iter().any(|row| row.task.is_some());
    let printed = printed_columns(&rows);
    let computed = names(&rows, |row| row.computed.iter().map(|of| of.name).collect());
    let [axis, _] = sheet.item.axes;
    let series = has_series.then(|| "series".to_owned());
    let axis = if axis.is_empty() { "statement" } else { axis };
    let mut head: Vec<_> = series.into_iter().chain([axis.to_owned()]).collect();
    head.extend(printed.iter().map(|column| column.head()));
    for name in &computed {
        head.push((*name).to_owned());
        head.extend(has_tasks.then(|| "difference".to_owned()));
    }
    head.extend(has_tasks.then(|| "simulated".to_owned()));
    head.push("verdict".to_owned());
    let lines = sheet.judged.iter().map(|judged| {
        let row = &judged.row;
        let series = has_series.then(|| row.series.clone());
        let mut line: Vec<_> = series.into_iter().chain([row.label.clone()]).collect();
        let none = || "–".to_owned();
        line.extend(printed.iter().map(|column| {
            let value = row.printed(column.name);
            value.map_or_else(none, |value| value.to_string())
        }));
        for name in &computed {
            let at = row.computed.iter().position(|of| of.name == *name);
            line.push(at.map_or_else(none, |at| {
                match &row.computed[at] {
                    of if of.is_saturated() => "saturated".to_owned(),
                    of => of
                        .value
                        .as_ref()
                        .map_or_else(|_| none(), |&value| significant(value)),
                }
            }));
            line.extend(has_tasks.then(|| {
                let difference = at.and_then(|at| judged.differences[at]);
                difference.map_or_else(none, signed)
            }));
        }
        line.extend(has_tasks.then(|| judged.simulated.map_or_else(none, simulated)));
        line.push(judged.verdict.clone());
        line
    });
    std::iter::once(head).chain(lines).collect()
}

/// Formats a mean with its interval and a note if either is unreliable.
fn simulated(found: Simulated) -> String {
    let state = if found.can_tell {
        "saturated"
    } else {
        "not settled"
    };
    let Some(mean) = found.mean else {
        return state.to_owned();
    };
    let mut text = interval(mean, found.half_width);
    if !found.is_steady {
        text = format!("{text} ({state})");
    } else if !found.is_trusted {
        text.push_str(" (?)");
    }
    text
}

/// The sentences below a table.
fn sentences(sheet: &Sheet) -> Vec<String> {
    let item = sheet.item;
    let claim = [("The paper", item.claim), ("Found", &*sheet.verdict)];
    let conclusions = item.conclusions.iter().map(|claim| {
        let verdict = claim.holds.word();
        format!("“{}” {verdict}: {}", claim.says, claim.found)
    });
    let labeled = |(name, text): (&str, &str)| {
        let has_text = !text.is_empty();
        has_text.then(|| format!("{name}: {text}"))
    };
    let begin = claim.into_iter().filter_map(labeled);
    let end = labeled(("Remark", item.remark));
    begin.chain(conclusions).chain(end).collect()
}
