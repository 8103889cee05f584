//! `flitscope laboratory`: the plots and exports of the laboratory of the page.

use clap::Args;
use flitscope::catalog::{self, Param, quoted};
use flitscope::laboratory::{
    Experiment, Findings, PRESETS, Results, Subject, Varied, to_csv, to_json,
};
use flitscope::model;
use flitscope::plot::{Cells, Theme};
use flitscope::routing::Scripts;
use flitscope::scene::{Palette, signed_svg};

use crate::command::common::answer::{Answer, CommandResult};
use crate::command::common::jobs::JobsOption;
use crate::command::common::replications;
use crate::command::version;

#[derive(Debug, Args)]
pub(crate) struct LaboratoryOptions {
    /// The plot, as the address of the page from # on, in quotes; '#/laboratory' alone is its first
    /// example.
    link: String,
    /// Also simulate the same scenarios, on all cores.
    #[arg(long)]
    simulate: bool,
    #[command(flatten)]
    jobs: JobsOption,
    /// Print one CSV line per point.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the plot as SVG.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    svg: bool,
    /// Colors of the SVG: light, dark or projector.
    #[arg(long, default_value = "light")]
    theme: String,
}

/// Size of the SVG \[pixels\], as on the page.
const SIZE: (u32, u32) = (960, 620);

/// The end of the help.
pub(crate) fn help() -> String {
    let lines = PRESETS.iter().map(|preset| {
        let (title, query) = (preset.title, preset.query);
        format!("  {title}\n    '#/laboratory?{query}'")
    });
    let lines: Vec<_> = lines.collect();
    format!(
        "A link sets the quantity on the x axis (x=load or the id of a parameter, from, to, points, \
         log), the load (load or share), the quantity on the y axis (y=latency, zero-load or \
         saturation; part=λ_c), the curves (m=model:key=value,key=value with on=scenario; \
         sim=scenario) and the simulation (effort, seed, reps, sims, also):\n{}",
        lines.join("\n")
    )
}

impl LaboratoryOptions {
    pub(crate) fn answer(&self, scripts: &Scripts) -> CommandResult {
        if Palette::named(&self.theme).is_none() {
            let given = quoted(&self.theme);
            return Err(format!(
                "theme must be light, dark or projector, not {given}"
            ));
        }
        let opened = Experiment::open_with(&self.link, scripts);
        match &*opened.problems {
            [] => {}
            [only] => return Err(only.clone()),
            [first, ..] => return Err([first, "; the link has more errors"].concat()),
        }
        let experiment = opened.experiment;
        if experiment.curves.is_empty() {
            return Err(
                "a link must have a curve, as in '#/laboratory?m=ciciani-hypercube'".into(),
            );
        }
        check(&experiment)?;
        let mut results = Results::default();
        if self.simulate {
            let missing = experiment.missing(&results);
            let jobs = self.jobs.count()?;
            let reports = replications::build(&missing, jobs)?.reports(jobs);
            for (scenario, report) in missing.iter().zip(reports) {
                results.put(scenario, report);
            }
        }
        let findings = experiment.find(&results);
        let text = if self.csv {
            to_csv(&experiment, &findings)
        } else if self.svg {
            let theme = Theme::named(&self.theme, 1.0);
            signed_svg(&findings.diagram.to_svg(SIZE, &theme), version())
        } else {
            text(&findings)
        };
        Ok(Answer::new(to_json(&experiment, &findings), text))
    }
}

/// Refuses models that cannot be built, and an axis that none of them has. The page only reports these
/// problems and draws the rest.
fn check(experiment: &Experiment) -> Result<(), String> {
    let mut axes = vec!["load"];
    for curve in &experiment.curves {
        let Subject::Model { id, settings, .. } = &curve.subject else {
            continue;
        };
        let family = catalog::find(model::FAMILIES, "model", id);
        let family = family.map_err(|error| error.to_string())?;
        let built = model::build(family, settings);
        built.map_err(|error| format!("{id}: {error}"))?;
        let params = family.entry.params.iter();
        let numeric = params.filter(|param| !matches!(param, Param::Choice(_)));
        for id in numeric.map(|param| param.control().id) {
            if !axes.contains(&id) {
                axes.push(id);
            }
        }
    }
    match &experiment.x.of {
        Varied::Parameter(id) if !axes.contains(&&**id) => Err(format!(
            "x must be {}, not {}",
            catalog::one_of(&axes),
            quoted(id)
        )),
        _ => Ok(()),
    }
}

/// Formats the table of numbers, with a column per trace, and notes.
fn text(findings: &Findings) -> String {
    let Cells { columns, rows } = findings.cells();
    let name = |index: usize| match index {
        0 => "x".to_owned(),
        index => format!("({index})"),
    };
    let heads = (0..columns.len()).map(name).collect::<Vec<_>>();
    let all: Vec<_> = std::iter::once(&heads).chain(&rows).collect();
    let width = |column: usize| {
        let cells = all.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..columns.len()).map(width).collect();
    let lines = all.iter().map(|row| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    });
    let key = columns.iter().enumerate().map(|(index, label)| {
        let name = name(index);
        format!("{name}: {label}")
    });
    let up = ["y: ", &findings.diagram.y.label].concat();
    let notes = findings.notes.iter().map(|note| {
        let name = &findings.diagram.traces[note.trace].name;
        format!("{name}: {}", note.text)
    });
    let blank = || std::iter::once(String::new());
    let all = key.chain([up]).chain(blank()).chain(lines);
    let all = all.chain(blank()).chain(notes);
    all.collect::<Vec<_>>().join("\n") + "\n"
}
