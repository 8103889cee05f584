//! Laws of the papers: properties of all their tables and figures.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use flitscope::model;
use flitscope::paper::{
    self, AgreementCount, CLOSE, Computed, Effort, Item, Measurand, PAPERS, Paper, Recorded,
    Reproduction, Row, Sheet, Simulated, Terms, as_printed, model_settings,
};
use flitscope::plot::Kind;
use flitscope::scenario::{MOST_NODES_IN_PAGE, Scenario};
use flitscope::sweep::simulate;
use serde::Deserialize;

use crate::common::frozen::assert_frozen;

/// The committed page of results.
const RESULTS: &str = include_str!("../../src/study/paper/RESULTS.md");

#[test]
fn papers_and_their_items_have_unique_ids() {
    let papers: BTreeSet<_> = PAPERS.iter().map(|paper| paper.id).collect();
    assert_eq!(papers.len(), PAPERS.len());
    for paper in PAPERS {
        assert!(!paper.items.is_empty(), "{}", paper.id);
        let (asks, whole) = (paper.question(), paper.synopsis);
        assert!(asks.ends_with('?') && asks.len() < whole.len(), "{asks}");
        let items: BTreeSet<_> = paper.items.iter().map(|item| item.id).collect();
        assert_eq!(items.len(), paper.items.len(), "{}", paper.id);
        for item in paper.items {
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(item.id.chars().all(is_plain), "{}", item.id);
            assert!(paper.item(item.id).is_some_and(|found| found.id == item.id));
        }
        assert!(paper::find(paper.id).is_some_and(|found| found.id == paper.id));
    }
}

#[test]
fn every_scene_opens_without_problems() {
    for paper in PAPERS {
        assert!(!paper.scenes.is_empty(), "{}", paper.id);
        let of_items = paper.items.iter().flat_map(|item| item.scenes);
        for scene in paper.scenes.iter().chain(of_items) {
            let opened = Scenario::from_link(scene.link);
            assert_eq!(opened.problems, [], "{}: {}", paper.id, scene.title);
            let built = opened.scenario.build_within(MOST_NODES_IN_PAGE);
            assert!(built.is_ok(), "{}: {built:?}", scene.title);
        }
    }
}

#[test]
fn every_model_is_registered_and_accepts_its_parameters() {
    for paper in PAPERS {
        for id in paper.models {
            let mut families = model::FAMILIES.iter();
            assert!(families.any(|family| family.entry.id == *id), "{id}");
        }
    }
    for (item, row) in rows() {
        for written in row.computed.iter().filter_map(|of| of.model.as_deref()) {
            let built = model_settings(written).and_then(|(id, settings)| {
                model::from_id(id, &settings).map_err(|error| error.to_string())
            });
            assert!(built.is_ok(), "{}: {written}: {built:?}", item.name);
        }
    }
}

#[test]
fn every_row_has_content_and_closed_forms_fail_only_by_saturation() {
    for (item, row) in rows() {
        let place = format!("{}, {} {}", item.name, row.series, row.label);
        let is_empty = row.printed.is_empty() && row.computed.is_empty() && row.task.is_none();
        assert!(!is_empty, "{place}");
        assert!(!row.label.is_empty(), "{place}");
        for of in &row.computed {
            let has_value = of.value.as_ref().is_ok_and(|value| value.is_finite());
            assert!(has_value || of.value.is_err(), "{place}: {:?}", of.value);
        }
        assert!(row.printed.iter().all(|(_, value)| value.is_finite()));
    }
}

#[test]
fn rows_of_a_table_differ() {
    for (item, rows) in ROWS.iter() {
        let places: BTreeSet<_> = rows.iter().map(|row| (&row.series, &row.label)).collect();
        assert_eq!(places.len(), rows.len(), "{}", item.name);
    }
}

#[test]
fn every_scenario_of_a_row_can_be_built_with_any_terms() {
    for (item, row) in rows() {
        let Some(task) = &row.task else { continue };
        for effort in [Effort::Quick, Effort::Thorough] {
            for precision in [None, Some(0.1)] {
                let terms = Terms {
                    effort,
                    seed: 7,
                    precision,
                };
                let scenario = task.on(&terms);
                let built = scenario.build_within(MOST_NODES_IN_PAGE);
                assert!(built.is_ok(), "{}, {}: {built:?}", item.name, row.label);
                assert_eq!(scenario.seed, 7);
                assert_eq!(scenario.traffic, task.scenario.traffic);
            }
        }
    }
}

/// 240 seconds of a processor at 40 million flits per second.
#[test]
fn a_complete_quick_run_is_work_for_a_few_minutes_on_two_processors() {
    let all = Reproduction::new(everything(), &Terms::default());
    let work = all.work();
    assert!(work < 1.4e10, "{work:.2e} flits over channels");
    let order = all.longest_first();
    assert_eq!(order.len(), all.scenarios().len());
    assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
}

#[test]
fn a_thorough_run_of_a_row_is_longer_and_made_of_independent_runs() {
    for (_, row) in rows() {
        let Some(task) = &row.task else { continue };
        let on = |effort| {
            task.on(&Terms {
                effort,
                ..Terms::default()
            })
        };
        let [quick, thorough] = [Effort::Quick, Effort::Thorough].map(on);
        if quick.traffic.rate == 0.0 {
            assert_eq!(quick, thorough);
            continue;
        }
        assert!(thorough.run.cycles > quick.run.cycles);
        assert!(thorough.run.replications > quick.run.replications);
    }
}

#[test]
fn rows_beyond_saturation_are_reported_as_saturated() {
    for (item, rows) in ROWS.iter() {
        let beyond = Simulated {
            mean: None,
            half_width: None,
            is_steady: false,
            can_tell: true,
            is_trusted: false,
        };
        let simulated: Vec<_> = rows
            .iter()
            .map(|row| row.task.as_ref().map(|_| beyond))
            .collect();
        for of in item.judge(rows, &simulated) {
            assert!(of.differences.iter().all(Option::is_none));
            let verdict = of.verdict();
            let is_reported = verdict.contains("saturated");
            assert_eq!(
                is_reported,
                of.row.task.is_some(),
                "{}: {}",
                item.name,
                verdict
            );
        }
        let judged = item.judge(rows, &simulated);
        if rows.iter().any(|row| row.task.is_some()) {
            let verdict = item.verdict(&judged);
            assert!(verdict.contains("saturated"), "{}: {verdict}", item.name);
        }
    }
}

#[test]
fn a_verdict_distinguishes_inside_from_outside_and_ignores_untrusted_intervals() {
    let row = Row {
        label: "0.1".to_owned(),
        x: Some(0.1),
        printed: vec![
            (paper::Column::closed("model"), 103.0),
            (paper::Column::simulated("simulation"), 90.0),
        ],
        computed: vec![Computed::counted("model", 103.4)],
        task: PAPERS
            .iter()
            .flat_map(|paper| paper.items)
            .find_map(|item| item.rows().into_iter().find_map(|row| row.task)),
        ..Row::default()
    };
    let verdict_of = |half_width, is_trusted| {
        let simulated = Simulated {
            mean: Some(100.0),
            half_width: Some(half_width),
            is_steady: true,
            can_tell: true,
            is_trusted,
        };
        let item = items().next().expect("there is one");
        let judged = item.judge(std::slice::from_ref(&row), &[Some(simulated)]);
        let difference = judged[0].differences[0].expect("both are known");
        assert!((difference.share - 0.034).abs() < 1e-12, "{difference:?}");
        judged[0].verdict()
    };
    assert_eq!(
        verdict_of(4.0, true),
        "The model is as printed; the model lies within the interval; our simulation is 11 % \
         above the printed one."
    );
    assert_eq!(
        verdict_of(1.0, true),
        "The model is as printed; the model is 3.4 % above the simulation; our simulation is \
         11 % above the printed one."
    );
    let doubtful = verdict_of(4.0, false);
    assert!(!doubtful.contains("within the interval"), "{doubtful}");
    assert!(doubtful.contains("too short"), "{doubtful}");
}

#[test]
fn figures_over_numbers_have_a_chart_that_pairs_simulations_with_models() {
    for (item, rows) in ROWS.iter() {
        let one = Simulated {
            mean: Some(1.0),
            half_width: Some(0.1),
            is_steady: true,
            can_tell: true,
            is_trusted: true,
        };
        let simulated: Vec<_> = rows
            .iter()
            .map(|row| row.task.as_ref().map(|_| one))
            .collect();
        let numbers = rows.iter().filter(|row| row.x.is_some()).count();
        let diagram = item.diagram(&item.judge(rows, &simulated));
        assert_eq!(diagram.is_some(), numbers > 1, "{}", item.name);
        let Some(diagram) = diagram else { continue };
        for trace in &diagram.traces {
            assert!(trace.marks.is_sorted_by(|a, b| a.x < b.x), "{}", trace.name);
            let model = trace.of.map(|of| diagram.traces[of].kind);
            assert!(model.is_none_or(|kind| kind == Kind::Model));
            assert!(trace.of.is_none() || trace.kind == Kind::Simulation);
        }
        assert!(diagram.traces.iter().any(|trace| !trace.is_hidden));
    }
}

/// A column of a paper, as in the golden files.
#[derive(Deserialize)]
struct Golden {
    #[serde(default)]
    latency: Vec<Column>,
}

#[derive(Deserialize)]
struct Column {
    item: String,
    bits_per_message: f64,
    loads: Vec<f64>,
    printed: Vec<f64>,
    simulation: Option<Printed>,
}

#[derive(Deserialize)]
struct Printed {
    printed: Vec<f64>,
}

#[test]
fn tables_have_the_printed_columns_of_the_golden_files() {
    let paper = paper::find("ciciani").expect("it is listed");
    let mut seen = 0;
    for golden in [
        include_str!("../golden/ciciani-torus.toml"),
        include_str!("../golden/ciciani-hypercube.toml"),
    ] {
        let golden: Golden = toml::from_str(golden).expect("a golden file");
        for column in golden.latency {
            let Some((table, _)) = column.item.split_once(", column Model") else {
                continue;
            };
            let id = table.to_lowercase().replace(' ', "-");
            let item = paper.item(&id).expect("the table is reproduced");
            let rows = item.rows();
            for (at, &load) in column.loads.iter().enumerate() {
                let load = load / column.bits_per_message;
                let of_load = rows.iter().filter(|row| {
                    let task = row.task.as_ref().expect("all are simulated");
                    (task.scenario.traffic.rate - load).abs() < 1e-9
                });
                let of_load: Vec<_> = of_load.collect();
                assert!(!of_load.is_empty(), "{id} at {load}");
                for row in of_load {
                    assert_eq!(row.printed("model"), Some(column.printed[at]), "{id}");
                    if let Some(simulation) = &column.simulation {
                        let printed = simulation.printed[at];
                        assert_eq!(row.printed_simulation(), Some(printed), "{id}");
                    }
                    seen += 1;
                }
            }
        }
    }
    assert!(seen >= 6 + 7, "{seen}");
}

/// Counts in the packet simulator and in flits match the counts of paths.
#[test]
fn links_of_the_folded_hypercube_carry_the_load_of_equation_22() {
    let paper = paper::find("aboelaze").expect("it is listed");
    let item = paper.item("table-1").expect("it is reproduced");
    for row in item.rows().iter().filter(|row| row.label == "4") {
        let task = row.task.as_ref().expect("all are simulated");
        let report = simulate(&task.on(&Terms::default()), |_| ()).expect("it can be built");
        let found = task.read(&report);
        let (mean, half_width) = (found.mean, found.half_width);
        let (mean, half_width) = (mean.expect("counted"), half_width.expect("counted"));
        let counted = *row.computed[0].value.as_ref().expect("there is a rate");
        // Four standard deviations of a count.
        let width = 2.0 * half_width;
        assert!(
            (counted - mean).abs() < width,
            "{}: {counted} {mean}",
            row.series
        );
        assert!(half_width < 0.01 * mean, "{}", row.series);
    }
}

#[test]
fn the_interval_of_a_channel_rate_contains_the_exact_rate_for_most_seeds() {
    let paper = paper::find("shahrabi").expect("it is listed");
    let item = paper.item("equation-11").expect("it is reproduced");
    let mut task = item.rows()[1].task.clone().expect("it is simulated");
    assert_eq!(task.measurand, Measurand::ChannelRate);
    task.scenario.network = "hypercube:4".to_owned();
    task.scenario.ports.injection = 4;
    let found = (1..=20).map(|seed| {
        let mut scenario = task.on(&Terms {
            seed,
            ..Terms::default()
        });
        (scenario.run.cycles, scenario.run.precision) = (10_000, None);
        task.read(&simulate(&scenario, |_| ()).expect("it can be built"))
    });
    let found: Vec<_> = found.collect();
    let exact = {
        let (n, broadcast) = (4.0_f64, task.scenario.traffic.broadcast);
        let nodes = n.exp2();
        let hops = n / 2.0 * nodes / (nodes - 1.0);
        let crossings = (1.0 - broadcast) * hops + broadcast * (nodes - 1.0);
        task.scenario.traffic.rate * crossings / n
    };
    let inside = found.iter().filter(|of| {
        let (mean, half_width) = (of.mean.expect("counted"), of.half_width.expect("reported"));
        (mean - exact).abs() <= half_width
    });
    // Of 20 intervals of 95 %, fewer than 16 contain it once in 390 times.
    assert!(inside.count() >= 16, "{exact}: {found:?}");
}

#[test]
fn the_page_of_results_matches_the_current_tables() {
    let sheets = Reproduction::new(everything(), &Terms::default()).sheets(&[]);
    let fresh = paper::markdown(&sheets);
    let (committed, fresh) = (tables(RESULTS), tables(&fresh));
    let names = |tables: &[Table]| tables.iter().map(|of| of.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&committed), names(&fresh), "{AGAIN}");
    for (committed, fresh) in committed.iter().zip(&fresh) {
        assert_eq!(
            committed.rows.len(),
            fresh.rows.len(),
            "{}: {AGAIN}",
            fresh.name
        );
        let head = &fresh.rows[0];
        assert_eq!(&committed.rows[0], head, "{}: {AGAIN}", fresh.name);
        // Columns that depend on a simulation are not recomputed here.
        let is_closed =
            |column: usize| !["simulated", "difference", "verdict"].contains(&&*head[column]);
        for (ours, theirs) in committed.rows.iter().zip(&fresh.rows) {
            let closed = (0..head.len()).filter(|&column| is_closed(column));
            for column in closed {
                assert_eq!(ours[column], theirs[column], "{}: {AGAIN}", fresh.name);
            }
        }
    }
}

#[test]
fn recorded_counts_match_the_page_of_results() {
    let lines = everything().zip(tables(RESULTS));
    let lines = lines.map(|((paper, item), table)| {
        let AgreementCount {
            simulated,
            compared,
            close,
        } = counted(&table);
        let rows = item.rows();
        let [same, all] = as_printed(&item.judge(&rows, &vec![None; rows.len()]));
        let (paper, item) = (paper.id, item.id);
        format!("{paper},{item},{simulated},{compared},{close},{same},{all}\n")
    });
    let head = "paper,item,simulated,compared,close,reproduced,printed\n";
    let file: String = std::iter::once(head.to_owned()).chain(lines).collect();
    assert_frozen("src/study/paper/judge/recorded.csv", &file);
}

#[test]
fn every_table_and_figure_has_its_counts() {
    for (paper, item) in everything() {
        let found = Recorded::of(paper.id, Some(item.id));
        assert_eq!(found.count(), 1, "{} {}", paper.id, item.id);
    }
    let labels = Recorded::labels(Recorded::of("ciciani", Some("table-3")));
    assert_eq!(labels, ["within 5 %: 8 of 14", "as printed: 6 of 14"]);
}

/// The numbers of rows that were simulated, that have a closed form, and that are close to one.
fn counted(table: &Table) -> AgreementCount {
    let mut count = AgreementCount::default();
    let (head, rows) = table.rows.split_first().expect("a table has a head");
    let Some(simulated) = head.iter().position(|name| name == "simulated") else {
        return count;
    };
    for row in rows.iter().filter(|row| row[simulated] != "–") {
        assert!(!row[simulated].is_empty(), "{row:?}");
        let shares = head.iter().zip(row).filter_map(|(name, cell)| {
            let share = cell.trim_end_matches(" %");
            let share = share.trim_start_matches(['+', '−']).parse::<f64>().ok();
            share.filter(|_| name == "difference")
        });
        let nearest = shares.min_by(f64::total_cmp);
        count.simulated += 1;
        count.compared += usize::from(nearest.is_some());
        count.close += usize::from(nearest.is_some_and(|share| share <= 100.0 * CLOSE));
    }
    count
}

#[test]
fn cheap_rows_of_the_page_of_results_are_reproducible() {
    for (paper, item, number) in [
        ("shahrabi", "figure-1", 0),
        ("ciciani", "table-3", 3),
        ("aboelaze", "figure-2", 0),
    ] {
        let paper = paper::find(paper).expect("it is listed");
        let item = paper.item(item).expect("it is reproduced");
        let name = format!("{}: {}", paper.source.cite, item.name);
        let committed = tables(RESULTS).into_iter().find(|of| of.name == name);
        let terms = Terms {
            effort: committed.expect("it is on the page").effort,
            ..Terms::default()
        };
        let again = Reproduction::new([(paper, item)], &terms);
        let wanted = item.rows()[number]
            .task
            .as_ref()
            .map(|task| task.on(&terms));
        let reports = again.scenarios().iter().map(|scenario| {
            let is_it = wanted.as_ref() == Some(scenario);
            is_it.then(|| simulate(scenario, |_| ()).expect("it can be built"))
        });
        let sheets: Vec<Sheet> = again.sheets(&reports.collect::<Vec<_>>());
        let fresh = &tables(&paper::markdown(&sheets))[0];
        let line = fresh.rows[1 + number].join(" | ");
        assert!(RESULTS.contains(&line), "{line}: {AGAIN}");
    }
}

const AGAIN: &str = "write the page again, as its first line says";

/// The tables of the page of results.
pub(super) fn results() -> Vec<Table> {
    tables(RESULTS)
}

/// A table of a page.
pub(super) struct Table {
    /// Paper and table.
    pub(super) name: String,
    /// The effort of the command that wrote it, from the line above its paper or at the top.
    pub(super) effort: Effort,
    /// Its head and its rows.
    pub(super) rows: Vec<Vec<String>>,
}

fn tables(page: &str) -> Vec<Table> {
    let (mut paper, mut effort) = ("", Effort::Quick);
    let mut tables: Vec<Table> = Vec::new();
    for line in page.lines() {
        if line.starts_with("Written by ") {
            let is_thorough = line.contains("--effort thorough");
            effort = if is_thorough {
                Effort::Thorough
            } else {
                Effort::Quick
            };
        } else if let Some(name) = line.strip_prefix("## ") {
            paper = name;
        } else if let Some(name) = line.strip_prefix("### ") {
            tables.push(Table {
                name: format!("{paper}: {name}"),
                effort,
                rows: Vec::new(),
            });
        } else if line.starts_with("| ") && !line.starts_with("| ---") {
            let cells = line
                .trim_start_matches("| ")
                .trim_end_matches(" |")
                .split(" | ");
            let table = tables.last_mut().expect("a table has a name");
            table.rows.push(cells.map(str::to_owned).collect());
        }
    }
    tables
}

fn everything() -> impl Iterator<Item = (&'static Paper, &'static Item)> {
    PAPERS
        .iter()
        .flat_map(|paper| paper.items.iter().map(move |item| (paper, item)))
}

fn items() -> impl Iterator<Item = &'static Item> {
    everything().map(|(_, item)| item)
}

/// All rows, computed once: some of them take a second.
static ROWS: LazyLock<Vec<(&'static Item, Vec<Row>)>> = LazyLock::new(|| {
    let all = everything().map(|(paper, item)| {
        let rows = item.read_rows();
        let rows = rows.unwrap_or_else(|reason| panic!("paper.toml of {}: {reason}", paper.id));
        (item, rows)
    });
    all.collect()
});

fn rows() -> impl Iterator<Item = (&'static Item, &'static Row)> {
    ROWS.iter()
        .flat_map(|(item, rows)| rows.iter().map(move |row| (*item, row)))
}
