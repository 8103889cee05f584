use super::*;
use crate::batch::tasks;
use crate::sweep::{Ending, ShortMeasures, simulate};
use engine::routing::Scripts;
use engine::sim::Estimate;

fn read(text: &str) -> ReportedCurves {
    let mut reader = CurveReader::default();
    reader.read(text.as_bytes());
    reader.finish()
}

/// A line with a latency and the interval of one run.
fn line(link: &str, load: f64, latency: f64) -> String {
    let estimate = format!(
        r#"{{"mean":{latency},"ci95":0.5,"batches":20,"correlation":null,"trusted":true}}"#
    );
    format!(
        r#"{{"id":"a","hash":"0","link":"{link}&lam={load}","load":{load},"latency":{estimate},"network_latency":{estimate},"channel_load":{{"histogram":[0,1]}},"accepted":0.1,"state":"steady","saturated":false,"deadlocked":false}}"#
    ) + "\n"
}

fn measured(point: &ShortPoint) -> &ShortMeasures {
    point.measured.as_ref().expect("a measured point")
}

#[test]
fn a_report_of_a_run_becomes_the_point_of_that_run() {
    let text =
        r#"{"network": "mesh:4x4", "loads": [0.02, 0.01], "run": {"warmup": 100, "cycles": 2000}}"#;
    let tasks = tasks(text, &Scripts::default()).expect("a good line");
    let reports: Vec<_> = tasks
        .iter()
        .map(|task| simulate(&task.scenario, |_| ()).expect("it can be simulated"))
        .collect();
    let lines = tasks.iter().zip(&reports);
    let file: String = lines
        .map(|(task, report)| task.line(report, "0.1.0"))
        .collect();
    let found = read(&file);
    assert_eq!(read(&format!("\u{feff}{file}")), found);
    let [curve] = &*found.curves else {
        panic!("{found:?}");
    };
    let mut expected: Vec<_> = reports.iter().map(ShortPoint::of).collect();
    expected.sort_by(|a, b| a.load.total_cmp(&b.load));
    assert_eq!(curve.points, expected);
    assert_eq!((found.runs, found.refused, found.repeated), (2, 0, 0));
    let scenario = Scenario::from_link(&curve.link).scenario;
    assert_eq!((scenario.run.cycles, scenario.traffic.rate), (2000, 0.0));
}

#[test]
fn what_varies_beside_load_and_seed_makes_curves_and_seeds_make_intervals() {
    let mut file = String::new();
    for vcs in [3, 4] {
        for (seed, latency) in [(1, 10.0), (2, 11.0), (3, 12.0)] {
            for load in [0.02, 0.01] {
                let link = format!("t=mesh:4x4&vc={vcs}&seed={seed}");
                file += &line(&link, load, latency * f64::from(vcs));
            }
        }
    }
    let found = read(&file);
    let links: Vec<_> = found.curves.iter().map(|curve| &*curve.link).collect();
    assert_eq!(links, ["t=mesh:4x4&vc=3", "t=mesh:4x4&vc=4"]);
    let of_three = Estimate::from_replications(&[40.0, 44.0, 48.0]);
    for point in &found.curves[1].points {
        assert_eq!(measured(point).latency, (of_three.mean, of_three.ci95));
        assert_eq!(measured(point).ending, Ending::Steady);
    }
    let loads: Vec<_> = found.curves[0]
        .points
        .iter()
        .map(|point| point.load)
        .collect();
    assert_eq!(loads, [0.01, 0.02]);
    assert_eq!((found.curves[0].runs, found.runs), (6, 12));
}

#[test]
fn curves_are_in_the_order_of_their_numbers() {
    let lines = [16, 8, 128].map(|length| line(&format!("t=mesh:4x4&M={length}"), 0.01, 9.0));
    let found = read(&lines.concat());
    let links: Vec<_> = found.curves.iter().map(|curve| &*curve.link).collect();
    assert_eq!(
        links,
        ["t=mesh:4x4&M=8", "t=mesh:4x4&M=16", "t=mesh:4x4&M=128"]
    );
}

#[test]
fn links_that_mean_the_same_scenario_are_one_curve() {
    let lines = [
        line("t=mesh:4x4&vc=2&seed=1", 0.01, 9.0),
        line("vc=2&t=mesh:4x4&seed=2", 0.01, 10.0),
    ];
    let found = read(&lines.concat());
    assert_eq!((found.curves.len(), found.runs), (1, 2));
}

#[test]
fn a_load_at_which_runs_disagree_is_not_called_steady() {
    let saturated = |seed: u32| {
        line(&format!("t=mesh:4x4&seed={seed}"), 0.01, 50.0).replace(
            r#""state":"steady","saturated":false"#,
            r#""state":"saturated","saturated":true"#,
        )
    };
    let steady = |seed: u32| line(&format!("t=mesh:4x4&seed={seed}"), 0.01, 10.0);
    let ending = |file: &str| measured(&read(file).curves[0].points[0]).ending;
    assert_eq!(
        ending(&[steady(1), steady(2), saturated(3)].concat()),
        Ending::NotSettled
    );
    let most = [steady(1), saturated(2), saturated(3)].concat();
    assert_eq!(ending(&most), Ending::Saturated);
    assert_eq!(
        measured(&read(&most).curves[0].points[0]).latency,
        (None, None)
    );
    let stuck = steady(3).replace(r#""deadlocked":false"#, r#""deadlocked":true"#);
    assert_eq!(
        ending(&[steady(1), steady(2), stuck].concat()),
        Ending::Deadlocked
    );
}

#[test]
fn broken_lines_are_named_and_the_rest_is_read() {
    let good = line("t=mesh:4x4&vc=2", 0.01, 9.0);
    let packets =
        line("t=hypercube:3&mu=1", 0.1, 9.0).replace(r#""state""#, r#""links":{},"state""#);
    let wrong = [
        (
            "{\"id\":\"a\",\"ha",
            "a line must be a report as `flitscope run` writes it: EOF",
        ),
        ("hello", "expected value at character 1"),
        (
            r#"{"id": 1, "hash": "0", "line": 3, "error": "vcs must be 1 to 8, not 9"}"#,
            "it has no report, because vcs must be 1 to 8",
        ),
        (r#"{"load": 0.1}"#, "link must be given"),
        (
            r#"{"link": "t=mesh:4x4&vc=99", "load": 0.1}"#,
            "vcs must be",
        ),
        (
            r#"{"link": "t=mesh:4x4", "load": 0}"#,
            "load must be a number above 0",
        ),
        (
            r#"{"link": "t=mesh:4x4&lam=0.1", "load": 0.1}"#,
            "latency, network_latency and accepted must be given",
        ),
        (&packets, "it is of packets"),
        ("\u{fffd}\u{0}", "a line must be a report"),
    ];
    for (text, says) in wrong {
        let text = text.trim_end();
        let found = read(&format!(
            "{good}\n{text}\n{}",
            line("t=mesh:4x4&vc=2", 0.02, 9.0)
        ));
        assert_eq!(
            (found.curves.len(), found.runs, found.refused),
            (1, 2, 1),
            "{text}"
        );
        let [LineProblem { line: 3, reason }] = &*found.problems else {
            panic!("{text}: {:?}", found.problems);
        };
        assert!(reason.contains(says), "{text}: {reason}");
    }
    let many = read(&"hello\n".repeat(50));
    assert_eq!((many.refused, many.problems.len()), (50, MOST_NAMED));
    assert!(many.curves.is_empty());
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let mut reader = CurveReader::default();
    for _ in 0..13 {
        reader.read(&vec![b'x'; 1 << 20]);
    }
    assert!(reader.rest.len() <= LONGEST + 1);
    reader.read(format!("\n{}", line("t=mesh:4x4", 0.01, 9.0)).as_bytes());
    let found = reader.finish();
    assert_eq!((found.runs, found.refused), (1, 1));
    assert!(
        found.problems[0]
            .reason
            .starts_with("a line must have at most"),
        "{:?}",
        found.problems
    );
}

/// A hundred thousand lines: 10 networks, 20 loads, 500 seeds. Every thousandth line is broken, every hundredth there
/// twice.
fn hundred_thousand() -> Vec<String> {
    (0..100_000_u32)
        .map(|number| {
            let (vcs, load, seed) = (number % 10 + 1, number / 10 % 20 + 1, number / 200);
            let latency = f64::from(10 * vcs + load) + f64::from(seed % 7) / 10.0;
            let link = format!("t=mesh:4x4&vc={vcs}&seed={seed}");
            let line = line(&link, f64::from(load) / 1000.0, latency);
            match number % 1000 {
                999 => line[..40].to_owned() + "\n",
                _ if number % 100 == 50 => [&*line, &*line].concat(),
                _ => line,
            }
        })
        .collect()
}

#[test]
fn a_hundred_thousand_lines_give_the_same_curves_in_any_order_and_any_pieces() {
    let mut lines = hundred_thousand();
    let found = read(&lines.concat());
    assert_eq!(found.curves.len(), 10);
    assert!(found.curves.iter().all(|curve| curve.points.len() == 20));
    assert_eq!(
        (found.runs, found.repeated, found.refused),
        (99_900, 1000, 100)
    );
    assert_eq!(
        found.problems[0].line, 1010,
        "ten lines before it are there twice"
    );

    // A fixed permutation, in pieces of a length that has nothing to do with lines.
    let count = lines.len();
    lines = (0..count)
        .map(|at| lines[at * 7919 % count].clone())
        .collect();
    let mut reader = CurveReader::default();
    for piece in lines.concat().as_bytes().chunks(65_521) {
        reader.read(piece);
    }
    let shuffled = reader.finish();
    assert_eq!(shuffled.curves, found.curves);
    assert_eq!(
        (shuffled.runs, shuffled.repeated),
        (found.runs, found.repeated)
    );
}

#[test]
fn a_scenario_with_other_numbers_is_named_and_the_choice_is_the_same_in_any_order() {
    let (one, other) = (
        line("t=mesh:4x4", 0.01, 9.0),
        line("t=mesh:4x4", 0.01, 10.0),
    );
    let found = read(&[&*one, &*other].concat());
    assert_eq!(found.curves, read(&[other, one].concat()).curves);
    assert_eq!((found.runs, found.repeated, found.refused), (1, 1, 1));
    assert_eq!(found.problems[0].line, 2);
}
