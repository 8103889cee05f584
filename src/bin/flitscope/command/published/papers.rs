//! `flitscope papers`: reproduced tables and figures of the papers.

use clap::Args;
use flitscope::catalog::{one_of, quoted};
use flitscope::model::{self, Erratum};
use flitscope::paper::{self, Effort, Item, PAPERS, Paper, Reproduction, Sheet, Terms};
use flitscope::sweep::Report;
use serde_json::{Value, json};

use crate::command::common::answer::{Answer, CommandResult};
use crate::command::common::jobs::JobsOption;
use crate::command::common::replications;

#[derive(Debug, Args)]
pub(crate) struct PapersOptions {
    /// The paper; default: all.
    paper: Option<String>,
    /// Its table or figure; default: all.
    item: Option<String>,
    #[command(flatten)]
    form: Form,
    /// Effort of the simulation: quick (seconds for a table), thorough (minutes) or none.
    #[arg(long, default_value = "quick", value_name = "EFFORT")]
    effort: String,
    /// Seed of the random numbers.
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    seed: String,
    /// End a run when the half-width of its interval is this fraction of the mean, as in 0.02.
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    precision: Option<String>,
    #[command(flatten)]
    jobs: JobsOption,
    /// Print deviations from the papers, and why, instead of tables.
    #[arg(long)]
    errata: bool,
    /// Print the numbered equations in TeX instead of tables.
    #[arg(long)]
    equations: bool,
}

/// The format of tables, if not text.
#[derive(Debug, Args)]
struct Form {
    /// Print one CSV line per number.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print Markdown.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    markdown: bool,
}

/// The end of the help.
pub(crate) fn help() -> String {
    let lines = PAPERS.iter().map(|paper| {
        let items: Vec<_> = paper.items.iter().map(|item| item.id).collect();
        let cite = paper.source.cite;
        format!("  {}  {cite}\n    {}", paper.id, items.join(" "))
    });
    let lines: Vec<_> = lines.collect();
    format!("Papers and their tables and figures:\n{}", lines.join("\n"))
}

impl PapersOptions {
    /// Returns the tables and figures.
    pub(crate) fn answer(&self) -> CommandResult {
        let items = self.items()?;
        if self.errata || self.equations {
            let mut papers: Vec<&Paper> = items.iter().map(|&(paper, _)| paper).collect();
            papers.dedup_by_key(|paper| paper.id);
            let supplements: Vec<_> = papers
                .into_iter()
                .map(|paper| self.supplement(paper))
                .collect();
            let text = supplements.iter().map(listing).collect();
            return Ok(Answer::new(Value::Array(supplements), text));
        }
        let (terms, is_simulated) = self.terms()?;
        let again = Reproduction::new(items, &terms);
        let reports = if is_simulated {
            simulate(&again, self.jobs.count()?)?
        } else {
            Vec::new()
        };
        let sheets = again.sheets(&reports);
        let json = json!({
            "effort": self.effort,
            "seed": terms.seed,
            "precision": terms.precision,
            "papers": paper::json(&sheets),
        });
        Ok(Answer::new(json, self.text(&sheets)))
    }

    fn text(&self, sheets: &[Sheet]) -> String {
        if self.form.csv {
            paper::csv(sheets)
        } else if self.form.markdown {
            format!("{}{}", self.head(), paper::markdown(sheets))
        } else {
            paper::text(sheets)
        }
    }

    /// Writes the head of a Markdown page, which names the command that generated it.
    fn head(&self) -> String {
        let words = [self.paper.as_deref(), self.item.as_deref()];
        let mut call = vec!["flitscope papers"];
        call.extend(words.into_iter().flatten());
        let mut options = vec!["--markdown".to_owned()];
        if self.effort != "quick" {
            options.push(format!("--effort {}", self.effort));
        }
        if self.seed != "1" {
            options.push(format!("--seed {}", self.seed));
        }
        options.extend(
            self.precision
                .as_ref()
                .map(|share| format!("--precision {share}")),
        );
        format!(
            "Written by `{} {}`. Intervals are at 95 % confidence; differences are relative to the \
             simulation. (?) marks an unreliable interval: the run is too short.\n\n",
            call.join(" "),
            options.join(" ")
        )
    }

    fn items(&self) -> Result<Vec<(&'static Paper, &'static Item)>, String> {
        let papers = match &self.paper {
            None => PAPERS.iter().collect(),
            Some(id) => {
                let ids: Vec<_> = PAPERS.iter().map(|paper| paper.id).collect();
                let refusal = || format!("PAPER must be {}, not {}", one_of(&ids), quoted(id));
                vec![paper::find(id).ok_or_else(refusal)?]
            }
        };
        let Some(id) = &self.item else {
            let of = |paper: &'static Paper| paper.items.iter().map(move |item| (paper, item));
            return Ok(papers.into_iter().flat_map(of).collect());
        };
        let paper = papers[0];
        let item = paper.item(id).ok_or_else(|| {
            let ids: Vec<_> = paper.items.iter().map(|item| item.id).collect();
            format!("ITEM must be {}, not {}", one_of(&ids), quoted(id))
        })?;
        Ok(vec![(paper, item)])
    }

    /// Returns the terms of the reproduction, and whether to simulate at all.
    fn terms(&self) -> Result<(Terms, bool), String> {
        let is_simulated = self.effort != "none";
        let effort = if is_simulated {
            let refusal = || {
                let given = quoted(&self.effort);
                format!("effort must be quick, thorough or none, not {given}")
            };
            Effort::from_id(&self.effort).ok_or_else(refusal)?
        } else {
            Effort::Quick
        };
        let seed = self.seed.parse().map_err(|_| {
            let given = quoted(&self.seed);
            format!("seed must be a whole number from 0 to 2⁶⁴ − 1, not {given}")
        })?;
        let precision = self.precision.as_deref().map(|text| {
            let share = text
                .parse()
                .ok()
                .filter(|&share| share > 0.0 && share < 1.0);
            let refusal = || {
                let given = quoted(text);
                format!("precision must be a number above 0 and below 1, not {given}")
            };
            share.ok_or_else(refusal)
        });
        let terms = Terms {
            effort,
            seed,
            precision: precision.transpose()?,
        };
        Ok((terms, is_simulated))
    }

    /// Returns the errata and equations of a paper.
    fn supplement(&self, paper: &'static Paper) -> Value {
        let mut supplement = json!({ "id": paper.id, "cite": paper.source.cite });
        if self.errata {
            let of_models = paper.models.iter().flat_map(|id| {
                let family = model::FAMILIES.iter().find(|family| family.entry.id == *id);
                let errata = family.map(model::ModelFamily::errata).unwrap_or_default();
                errata
                    .into_iter()
                    .map(move |erratum| erratum_json(&erratum, Some(id)))
            });
            let of_paper = paper.errata.iter();
            let of_paper = of_paper.map(|erratum| erratum_json(erratum, None));
            supplement["errata"] = of_models.chain(of_paper).collect();
        }
        if self.equations {
            let equations = paper.equations.iter().map(|equation| {
                json!({
                    "number": equation.number,
                    "name": equation.name,
                    "tex": equation.tex,
                    "note": equation.note,
                })
            });
            supplement["equations"] = equations.collect();
        }
        supplement
    }
}

fn erratum_json(erratum: &Erratum, model: Option<&str>) -> Value {
    json!({
        "model": model,
        "place": erratum.place,
        "printed": erratum.printed,
        "used": erratum.used,
        "why": erratum.why,
    })
}

/// Formats errata and equations as text.
fn listing(supplement: &Value) -> String {
    let cell = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let all = |name: &str| supplement[name].as_array().cloned().unwrap_or_default();
    let mut lines = vec![cell(&supplement["cite"]), String::new()];
    for erratum in all("errata") {
        let model = cell(&erratum["model"]);
        let of = if model.is_empty() {
            model
        } else {
            format!(" [{model}]")
        };
        lines.push(format!("{}{of}", cell(&erratum["place"])));
        for part in ["printed", "used", "why"] {
            lines.push(format!("  {part:<8} {}", cell(&erratum[part])));
        }
    }
    for equation in all("equations") {
        let [number, name, tex, note] =
            ["number", "name", "tex", "note"].map(|part| cell(&equation[part]));
        lines.push(format!("({number}) {name}"));
        lines.push(format!("  {tex}"));
        if !note.is_empty() {
            lines.push(format!("  {note}"));
        }
    }
    lines.push(String::new());
    lines.push(String::new());
    lines.join("\n")
}

/// Simulates every scenario, the longest first.
fn simulate(again: &Reproduction, jobs: usize) -> Result<Vec<Option<Report>>, String> {
    let reports = replications::build(again.scenarios(), jobs)?.reports(jobs);
    Ok(reports.into_iter().map(Some).collect())
}
