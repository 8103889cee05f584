//! The simulated points of a plot as a grid, which `flitscope grid` expands to their scenarios.

use serde_json::{Map, Value, json};

use super::evaluate::Range;
use super::experiment::Experiment;
use super::points::{self, Results};
use crate::scenario::Scenario;

/// Objects whose fields vary one by one; all others vary as a whole.
const NESTED: [&str; 4] = ["traffic", "timing", "ports", "run"];

const RATE: &str = "traffic.rate";

/// A scenario as dotted paths and values.
type Fields = Vec<(String, Value)>;

impl Experiment {
    /// Writes the scenarios of all simulated points as the JSON of a [`Grid`](crate::batch::Grid), and counts them.
    ///
    /// # Errors
    /// Returns a sentence if no point can be simulated.
    pub fn to_grid(&self, results: &Results) -> Result<(String, usize), String> {
        let range = Range::of(self);
        let mut seen: Vec<Scenario> = Vec::new();
        let mut curves: Vec<Vec<Fields>> = Vec::new();
        for curve in &self.curves {
            let mut rows = Vec::new();
            for point in points::asked(self, curve, &range, results) {
                if let Ok((_, scenario)) = point.task
                    && !seen.contains(&scenario)
                {
                    rows.push(fields_of(&scenario));
                    seen.push(scenario);
                }
            }
            if !rows.is_empty() {
                curves.push(rows);
            }
        }
        if seen.is_empty() {
            return Err("The plot has no point that can be simulated.".to_owned());
        }
        Ok((write(&curves), seen.len()))
    }
}

fn fields_of(scenario: &Scenario) -> Fields {
    let Value::Object(fields) = json!(scenario) else {
        unreachable!("a scenario has fields");
    };
    let mut flat = Vec::new();
    for (name, value) in fields {
        match value {
            Value::Object(inner) if NESTED.contains(&&*name) => {
                let inner = inner.into_iter();
                flat.extend(inner.map(|(field, value)| (format!("{name}.{field}"), value)));
            }
            value => flat.push((name, value)),
        }
    }
    flat
}

/// The value of a field, or what a file has that does not name it.
fn value_of(fields: &Fields, path: &str) -> Value {
    let found = fields.iter().find(|(name, _)| name == path);
    found.map_or_else(
        || match path {
            "dateline" => json!(true),
            "messages" | "faults" => json!([]),
            "traffic.multicast" => json!({}),
            _ => Value::Null,
        },
        |(_, value)| value.clone(),
    )
}

fn write(curves: &[Vec<Fields>]) -> String {
    let rows = || curves.iter().flatten();
    let mut paths: Vec<&str> = Vec::new();
    for (path, _) in rows().flatten() {
        if !paths.contains(&&**path) {
            paths.push(path);
        }
    }
    let first = &curves[0][0];
    let varies = |path: &str| rows().any(|row| value_of(row, path) != value_of(first, path));
    let (mut varied, shared): (Vec<&str>, Vec<&str>) =
        paths.into_iter().partition(|path| varies(path));
    // A file of fields that have their usual values would be long to read.
    let network = value_of(first, "network");
    let usual = fields_of(&Scenario::on(network.as_str().unwrap_or_default()));
    let mut scenario = Map::new();
    for path in shared {
        let value = value_of(first, path);
        if path == "network" || value != value_of(&usual, path) {
            place(&mut scenario, path, value);
        }
    }
    let rates: Vec<Vec<Value>> = curves
        .iter()
        .map(|rows| rows.iter().map(|row| value_of(row, RATE)).collect())
        .collect();
    let others: Vec<&str> = varied
        .iter()
        .copied()
        .filter(|path| *path != RATE)
        .collect();
    let is_one = |rows: &Vec<Fields>| {
        let is_same = |row: &Fields| {
            others
                .iter()
                .all(|path| value_of(row, path) == value_of(&rows[0], path))
        };
        rows.iter().all(is_same)
    };
    let is_product = rates.iter().all(|loads| *loads == rates[0]) && curves.iter().all(is_one);
    let mut axes = Vec::new();
    if is_product && varied.contains(&RATE) && !others.is_empty() {
        axes.push(axis(&others, curves.iter().map(|rows| &rows[0])));
        axes.push(axis(&[RATE], curves[0].iter()));
    } else {
        // One scenario alone varies its load over one value.
        if varied.is_empty() {
            varied.push(RATE);
        }
        axes.push(axis(&varied, rows()));
    }
    let scenario = Value::Object(scenario);
    format!(
        "{{\n  \"scenario\": {scenario},\n  \"vary\": {{\n{}\n  }}\n}}\n",
        axes.join(",\n")
    )
}

/// A line of fields that vary together, with their values in each row.
fn axis<'a>(paths: &[&str], rows: impl Iterator<Item = &'a Fields>) -> String {
    let values = rows.map(|row| match paths {
        [path] => value_of(row, path).to_string(),
        paths => json!(
            paths
                .iter()
                .map(|path| value_of(row, path))
                .collect::<Vec<_>>()
        )
        .to_string(),
    });
    let between = if paths.len() == 1 { ", " } else { ",\n      " };
    let values = values.collect::<Vec<_>>().join(between);
    let name = json!(paths.join(", "));
    if paths.len() == 1 {
        format!("    {name}: [{values}]")
    } else {
        format!("    {name}: [\n      {values}\n    ]")
    }
}

/// Sets the value at a dotted path.
fn place(scenario: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => drop(scenario.insert(path.to_owned(), value)),
        Some((object, field)) => {
            let object = scenario.entry(object).or_insert_with(|| json!({}));
            object[field] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{Grid, tasks};
    use crate::laboratory::PRESETS;
    use engine::routing::Scripts;

    fn expanded(grid: &str) -> Vec<Scenario> {
        let grid = Grid::read(grid).expect(grid);
        let lines = grid.lines();
        let tasks = lines.flat_map(|line| tasks(&line, &Scripts::default()).expect("a good line"));
        tasks.map(|task| task.scenario).collect()
    }

    const EXPERIMENTS: [&str; 7] = [
        "m=ciciani-hypercube:n=4,length=16&sims=3",
        "sim=t%3Dmesh:4x4%26M%3D8&sims=4&also=0.01&seed=7&effort=thorough&reps=3",
        // The same loads, then different ones.
        "sim=t%3Dtorus:4x4%26vc%3D3%26r%3Dduato&sim=t%3Dtorus:4x4%26vc%3D3&sims=0&also=0.01,0.02",
        "sim=t%3Dtorus:4x4&sim=t%3Dmesh:8x8%26M%3D64&sims=3",
        // Fields that one scenario has and another has not.
        "sim=t%3Dmesh:4x4%26mc%3Ddual-path%26md%3D3&sim=t%3Dtorus:4x4%26pe%3D1%26dl%3D0&sim=t%3Dmesh:4x4%26fail%3D0,0%3E1,0&sims=2",
        "x=n&from=2&to=4&share=0.4&m=ciciani-hypercube:length=16&sims=3",
        "m=aboelaze-ncube:n=4&m=ciciani-hypercube:n=4,length=16&sims=2",
    ];

    #[test]
    fn a_grid_expands_to_the_scenarios_of_the_points() {
        let presets = PRESETS.iter().map(|preset| preset.query);
        for query in EXPERIMENTS.into_iter().chain(presets) {
            let opened = Experiment::from_link(query);
            assert_eq!(opened.problems, [""; 0], "{query}");
            let experiment = opened.experiment;
            let wanted = experiment.missing(&Results::default());
            let (grid, count) = experiment.to_grid(&Results::default()).expect(query);
            let found = expanded(&grid);
            assert_eq!((found.len(), count), (wanted.len(), wanted.len()), "{grid}");
            for scenario in wanted {
                let link = scenario.to_link();
                let is_same = |other: &Scenario| *other == scenario && other.to_link() == link;
                assert!(found.iter().any(is_same), "{link} is not in {grid}");
            }
        }
    }

    #[test]
    fn curves_over_the_same_loads_are_two_lists() {
        let experiment = Experiment::from_link(EXPERIMENTS[2]).experiment;
        let (grid, _) = experiment.to_grid(&Results::default()).expect("points");
        assert!(grid.contains(r#""routing": ["duato", "#), "{grid}");
        assert!(grid.contains(r#""traffic.rate": [0.01, 0.02]"#), "{grid}");
    }

    #[test]
    fn loads_end_at_the_bound_of_their_traffic_which_names_the_curve() {
        // Tornado on a ring of eight loads a channel with three messages: λ = 1 / (3 · 4).
        let experiment =
            Experiment::from_link("sim=t%3Dring:8%26M%3D4%26tr%3Dtornado&sims=6").experiment;
        let (grid, _) = experiment.to_grid(&Results::default()).expect("points");
        let loads: Vec<_> = expanded(&grid)
            .iter()
            .map(|scenario| scenario.traffic.rate)
            .collect();
        assert_eq!(loads.len(), 6);
        assert!(loads[4] < 1.0 / 12.0 && loads[5] < 1.05 / 12.0, "{loads:?}");
        assert!(loads[0] < loads[5] / 4.0, "{loads:?}");
        let name = experiment.name_of(&experiment.curves[0]);
        assert!(name.ends_with(", M=4, tornado"), "{name}");
    }

    #[test]
    fn a_plot_without_points_has_no_grid() {
        let experiment = Experiment::from_link("m=ciciani-hypercube:n=4&sims=0").experiment;
        let refused = experiment
            .to_grid(&Results::default())
            .expect_err("no points");
        assert!(refused.contains("no point"), "{refused}");
    }
}
