//! Output of tables and figures as text, Markdown, JSON and CSV.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Columns;
use crate::paper::format::{signed, significant};
use crate::paper::{Claim, Item, Judged, Paper};
use crate::scenario::Scenario;
use engine::catalog::Source;

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
    for (sheet, source) in with_sources(sheets) {
        if let Some(source) = source {
            let _ = write!(text, "{}. {}\n\n", source.cite, source.work);
        }
        let (paper, item) = (sheet.paper.id, sheet.item);
        let _ = write!(
            text,
            "{} [{paper} {}]\n{}\n\n",
            item.name, item.id, item.caption
        );
        let rows = cells(sheet);
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max();
        let widths: Vec<_> = (0..rows[0].len()).map(width).collect();
        for row in &rows {
            let padded = row.iter().zip(&widths);
            let padded = padded.map(|(cell, width)| format!("{cell:<0$}", width.unwrap_or(0)));
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
    for (sheet, source) in with_sources(sheets) {
        if let Some(source) = source {
            let _ = write!(text, "## {}\n\n{}\n\n", source.cite, source.work);
        }
        let [name, caption] = [sheet.item.name, sheet.item.caption].map(escaped);
        let _ = write!(text, "### {name}\n\n{caption}\n\n");
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

/// Tables, the first of each paper with the source of the paper.
fn with_sources(sheets: &[Sheet]) -> impl Iterator<Item = (&Sheet, Option<Source>)> {
    let papers = sheets.chunk_by(|a, b| a.paper.id == b.paper.id);
    papers.flat_map(|sheets| {
        let source = std::iter::once(Some(sheets[0].paper.source));
        sheets.iter().zip(source.chain(std::iter::repeat(None)))
    })
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

/// A line of CSV: a value of a row, its origin, and the verdict on the row.
#[derive(Clone, Default, Serialize)]
struct Line<'a> {
    paper: &'a str,
    item: &'a str,
    series: &'a str,
    label: &'a str,
    x: String,
    from: &'a str,
    column: &'a str,
    value: String,
    ci95: String,
    steady: String,
    difference: String,
    why: String,
    model: String,
    scenario: String,
    verdict: String,
}

/// Writes one CSV line per value, with its row, its origin and the verdict on its row.
pub fn csv(sheets: &[Sheet]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let rows = sheets.iter().flat_map(|sheet| {
        let rows = sheet.judged.iter().zip(&sheet.scenarios);
        rows.flat_map(move |(judged, scenario)| lines(sheet, judged, scenario.as_ref()))
    });
    for line in rows {
        writer.serialize(line).expect("memory takes it");
    }
    let bytes = writer.into_inner().expect("memory has nothing to flush");
    String::from_utf8(bytes).expect("cells are text")
}

/// The lines of a row.
fn lines<'a>(sheet: &'a Sheet, judged: &'a Judged, scenario: Option<&Scenario>) -> Vec<Line<'a>> {
    let row = &judged.row;
    let written =
        |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let begin = Line {
        paper: sheet.paper.id,
        item: sheet.item.id,
        series: &row.series,
        label: &row.label,
        x: written(row.x),
        verdict: judged.verdict(),
        ..Line::default()
    };
    let mut lines = Vec::new();
    lines.extend(row.printed.iter().map(|&(column, value)| Line {
        from: if column.is_printed {
            "print"
        } else {
            "independent"
        },
        column: column.name,
        value: value.to_string(),
        ..begin.clone()
    }));
    let computed = row.computed.iter().zip(&judged.differences);
    lines.extend(computed.map(|(computed, difference)| Line {
        from: "model",
        column: computed.name,
        value: written(computed.value.as_ref().ok().copied()),
        difference: written(difference.map(|of| of.share)),
        why: computed.why().unwrap_or_default(),
        model: computed.model.clone().unwrap_or_default(),
        ..begin.clone()
    }));
    if let (Some(found), Some(task)) = (judged.simulated, &row.task) {
        lines.push(Line {
            from: "simulation",
            column: task.measurand.label(),
            value: written(found.mean),
            ci95: written(found.half_width),
            steady: found.is_steady.to_string(),
            scenario: scenario.map_or_else(String::new, Scenario::to_link),
            ..begin
        });
    }
    lines
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
            "why": computed.why(),
            "saturated": computed.value.is_err(),
            "model": computed.model,
            "difference": difference.map(|of| of.share),
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
        "verdict": judged.verdict(),
    })
}

/// The header line and a line of cells for each row.
fn cells(sheet: &Sheet) -> Vec<Vec<String>> {
    let columns = Columns::of(sheet.judged.iter().map(|judged| &judged.row));
    let has_series = columns.series.iter().any(|series| !series.is_empty());
    let has_tasks = columns.has_simulation;
    let axis = match sheet.item.axes {
        ["", _] => "statement",
        [axis, _] => axis,
    };
    let series = has_series.then(|| "series".to_owned());
    let mut head: Vec<_> = series.into_iter().chain([axis.to_owned()]).collect();
    head.extend(columns.printed.iter().map(|column| column.head()));
    for name in &columns.computed {
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
        line.extend(columns.printed.iter().map(|column| {
            let value = row.printed(column.name);
            value.map_or_else(none, |value| value.to_string())
        }));
        for name in &columns.computed {
            let at = row.computed.iter().position(|of| of.name == *name);
            line.push(at.map_or_else(none, |at| {
                let value = row.computed[at].value.as_ref();
                value.map_or_else(|_| "saturated".to_owned(), |&value| significant(value))
            }));
            line.extend(has_tasks.then(|| {
                let difference = at.and_then(|at| judged.differences[at]);
                difference.map_or_else(none, |of| signed(of.share))
            }));
        }
        line.extend(has_tasks.then(|| judged.simulated.map_or_else(none, |of| of.to_string())));
        line.push(judged.verdict());
        line
    });
    std::iter::once(head).chain(lines).collect()
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
