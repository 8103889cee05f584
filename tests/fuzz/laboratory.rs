//! Links of the laboratory, from parsing to the exported files.

use flitscope::catalog::Param;
use flitscope::laboratory::{Experiment, Results, to_csv, to_json};
use flitscope::model::FAMILIES;
use flitscope::paper::{PAPERS, model_settings};
use flitscope::plot::{Frame, Theme};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;

/// The number of cases, unless the environment sets another.
const CASES: u32 = 60;

/// The longest acceptable sentence \[characters\].
const LONGEST: usize = 500;

#[test]
fn every_link_has_a_plot_or_an_error() {
    let run = TestRunner::new(crate::config(CASES, 1)).run(&links(), |link| {
        check(&link);
        Ok(())
    });
    if let Err(failure) = run {
        panic!("{failure}");
    }
}

/// Opens a link and uses it in every way that the page and the command line do.
fn check(link: &str) {
    let opened = Experiment::open(link);
    assert!(opened.problems.len() <= 9, "{:?}", opened.problems);
    opened
        .problems
        .iter()
        .for_each(|problem| assert_readable_line(problem));
    let experiment = opened.experiment;
    // The experiment read from a link is the same after another link.
    let again = Experiment::from_link(&experiment.to_link());
    // An unknown model or axis is kept for its error message; of very many messages the rest is
    // counted.
    let is_known = |problem: &String| opened.problems.contains(problem);
    assert!(
        opened.problems.len() == 9 || again.problems.iter().all(is_known),
        "{:?}",
        again.problems
    );
    assert_eq!(again.experiment, experiment);

    let results = Results::default();
    let findings = experiment.find(&results);
    findings
        .notes
        .iter()
        .for_each(|note| assert_readable_line(&note.text));
    let missing = experiment.missing(&results);
    assert!(missing.len() <= findings.missing);
    for scenario in &missing {
        assert!(scenario.build().is_ok(), "{}", scenario.to_link());
    }
    experiment.quantities();
    experiment.abscissas();

    let diagram = &findings.diagram;
    assert_eq!(findings.origins.len(), diagram.traces.len());
    for trace in &diagram.traces {
        assert!(trace.name.chars().count() <= LONGEST, "{}", trace.name);
        assert!(trace.marks.len() < 5_000);
        assert!(trace.marks.is_sorted_by(|a, b| a.x < b.x));
        let is_finite = trace
            .marks
            .iter()
            .all(|mark| mark.x.is_finite() && mark.y.is_finite());
        assert!(
            is_finite && trace.saturation.is_none_or(f64::is_finite),
            "{}",
            trace.name
        );
    }
    let (from, to) = findings.range;
    assert!(
        from <= to && from.is_finite() && to.is_finite(),
        "{from} {to}"
    );
    for (width, height) in [(960.0, 620.0), (20.0, 10.0)] {
        let frame = Frame::of(diagram, width, height, 0.0);
        for pixel in [-5.0, 0.3 * width, 2.0 * width] {
            let x = frame.x_at(pixel);
            assert!(x.is_finite(), "{frame:?}");
            assert_readable_line(
                &diagram
                    .sentence(x, &frame)
                    .chars()
                    .take(LONGEST)
                    .collect::<String>(),
            );
        }
        assert!(diagram.stops(&frame, 20).len() < 60_000);
    }
    let svg = diagram.to_svg((960, 620), &Theme::named("light", 1.0));
    assert!(svg.len() < 4_000_000, "{}", svg.len());
    let mut infinite = ["\"NaN", ",NaN", "\"inf", ",inf", ",-inf"].iter();
    assert!(
        !infinite.any(|number| svg.contains(number)),
        "the picture has no end"
    );
    let csv = to_csv(&experiment, &findings);
    assert!(csv.len() < 4_000_000, "{}", csv.len());
    let marks = diagram.traces.iter().map(|trace| trace.marks.len());
    assert!(csv.lines().count() >= 4 + marks.sum::<usize>() + findings.notes.len());
    let json = to_json(&experiment, &findings);
    assert_eq!(
        json["traces"].as_array().map(Vec::len),
        Some(diagram.traces.len())
    );
    let cells = findings.cells();
    assert!(
        cells
            .rows
            .iter()
            .all(|row| row.len() == cells.columns.len())
    );
    assert!(cells.rows.len() < 1_000);
}

/// Asserts that a sentence is one line, neither empty nor very long, without `NaN` or `inf`.
fn assert_readable_line(sentence: &str) {
    let length = sentence.chars().count();
    assert!((3..=LONGEST).contains(&length), "{length}: {sentence}");
    assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
    // Quoted input may contain them, but no computed number.
    let ours = sentence.split(", not ").next().unwrap_or_default();
    let mut words = ours.split(|c: char| !c.is_alphanumeric());
    assert!(
        words.all(|word| !matches!(word, "NaN" | "inf")),
        "{sentence}"
    );
}

/// Links of the real grammar, some with invalid parts.
fn links() -> impl Strategy<Value = String> {
    let pair = prop_oneof![
        4 => curve(),
        5 => axis(),
        2 => terms(),
        1 => odd(),
    ];
    let pairs = proptest::collection::vec(pair, 0..7);
    let begin = select(&["", "#/laboratory?", "https://host/page/#/laboratory?"][..]);
    (begin, curve(), pairs).prop_map(|(begin, first, mut pairs)| {
        // Most links have something to plot.
        if pairs.len() % 5 > 0 {
            pairs.insert(pairs.len() / 2, first);
        }
        [begin, &pairs.join("&")].concat()
    })
}

/// A curve of a model or a scenario, with its options.
fn curve() -> impl Strategy<Value = String> {
    let hidden = select(&["", "", "", "&hide=lines", "&hide=points", "&hide=all"][..]);
    let on = prop_oneof![
        5 => Just(String::new()),
        1 => scenario().prop_map(|link| ["&on=", &link].concat()),
    ];
    prop_oneof![
        4 => (model(), on, hidden.clone()).prop_map(|(model, on, hidden)| {
            ["m=", &model, &on, hidden].concat()
        }),
        1 => (scenario(), hidden).prop_map(|(link, hidden)| ["sim=", &link, hidden].concat()),
    ]
}

fn model() -> impl Strategy<Value = String> {
    let families: Vec<_> = FAMILIES.iter().collect();
    let settings = select(families).prop_flat_map(|family| {
        let params = family.entry.params.iter();
        let params: Vec<_> = params
            .map(|param| (param.control().id, setting(param)))
            .collect();
        let some = proptest::collection::vec(any::<bool>(), params.len());
        let (ids, values): (Vec<_>, Vec<_>) = params.into_iter().unzip();
        (Just(family.entry.id), some, values).prop_map(move |(id, some, values)| {
            let all = ids.iter().zip(&values).zip(&some);
            let set = all.filter(|(_, is_set)| **is_set);
            let set: Vec<_> = set
                .map(|((key, value), _)| [key, "=", value].concat())
                .collect();
            [id, if set.is_empty() { "" } else { ":" }, &set.join(",")].concat()
        })
    });
    let odd = select(
        &[
            "dally",
            "",
            ":",
            "queue:",
            "queue:kind",
            "queue:kind=",
            "queue:a=b",
        ][..],
    );
    prop_oneof![
        12 => settings,
        1 => odd.prop_map(str::to_owned),
        1 => published(),
    ]
}

/// A model with the settings of rows in papers.
fn published() -> impl Strategy<Value = String> {
    let items = PAPERS.iter().flat_map(|paper| paper.items);
    let rows = items
        .take(6)
        .flat_map(|item| item.rows().into_iter().take(4));
    let models = rows.flat_map(|row| row.computed).filter_map(|of| of.model);
    let texts = models.filter_map(|model| {
        let (id, settings) = model_settings(&model).ok()?;
        let pairs: Vec<_> = settings
            .iter()
            .map(|(key, value)| [key, "=", value].concat())
            .collect();
        Some([id, ":", &pairs.join(",")].concat())
    });
    select(texts.collect::<Vec<_>>())
}

fn setting(param: &'static Param) -> BoxedStrategy<String> {
    let default = Just(param.control().default.to_owned());
    let own = match param {
        Param::Integer(integer) => {
            let (min, max) = (integer.min, integer.max);
            let ends = [
                min.saturating_sub(1),
                min,
                min + 1,
                max,
                max.saturating_add(1),
            ];
            prop_oneof![
                select(ends.to_vec()),
                min..=max.min(min.saturating_add(20)),
                min..=max
            ]
            .prop_map(|value| value.to_string())
            .boxed()
        }
        Param::Real(real) => {
            let (min, max) = (real.min, real.max);
            prop_oneof![select(vec![min, max, -min, max * 2.0]), min..=max]
                .prop_map(|value| value.to_string())
                .boxed()
        }
        Param::Radices(_) => {
            let small = proptest::collection::vec(1..12_u32, 1..7);
            let any = proptest::collection::vec(select(&[2_u32, 3, 4, 64, 65_536][..]), 1..22);
            prop_oneof![3 => small, 1 => any]
                .prop_map(|all| all.iter().map(u32::to_string).collect::<Vec<_>>().join("x"))
                .boxed()
        }
        Param::Choice(choice) => select(choice.options).prop_map(str::to_owned).boxed(),
        Param::Text(_) => garbage().boxed(),
    };
    prop_oneof![8 => own, 3 => default, 1 => number(), 1 => garbage()].boxed()
}

/// A scenario, escaped as a link within a link.
fn scenario() -> impl Strategy<Value = String> {
    let network = select(
        &[
            "mesh:4x4",
            "mesh:9",
            "mesh:2x2",
            "mesh:1x1",
            "torus:3x3",
            "torus:16x16",
            "torus-uni:2x2x2",
            "torus-uni:5",
            "hypercube:1",
            "hypercube:5",
            "hypercube:13",
            "folded-hypercube:4",
            "mesh-hypercube:3x8",
            "blob",
            "",
        ][..],
    );
    let pairs = select(
        &[
            "",
            "lam=0.01",
            "lam=-1",
            "lam=5e-324",
            "M=20000",
            "M=100000",
            "M=1",
            "M=0",
            "vc=1",
            "vc=4",
            "vc=99",
            "beta=0.1",
            "beta=1",
            "mc=dual-path&md=3",
            "mc=separate&md=999",
            "pat=transpose",
            "pat=hotspot",
            "r=duato",
            "r=random-shortest",
            "r=label",
            "mu=1",
            "mu=0",
            "buf=4",
            "warm=auto",
            "cyc=9999999999",
            "flt=0,0:1,0",
            "msg=0:0,0>1,1",
            "prec=0.01",
            "seed=-1",
        ][..],
    );
    let pairs = proptest::collection::vec(pairs, 0..4);
    (network, pairs).prop_map(|(network, mut pairs)| {
        // Of two pairs with the same key, which is a different error, the first is kept.
        let key = |pair: &str| pair.split('=').next().map(str::to_owned);
        pairs.sort_by_key(|pair| key(pair));
        pairs.dedup_by_key(|pair| key(pair));
        let link = ["t=", network, "&", &pairs.join("&")].concat();
        link.replace('%', "%25")
            .replace('&', "%26")
            .replace('+', "%2B")
    })
}

/// The varied quantity with its range, or the plotted quantity.
fn axis() -> impl Strategy<Value = String> {
    let params = FAMILIES.iter().flat_map(|family| family.entry.params);
    let mut ids: Vec<_> = params.map(|param| param.control().id).collect();
    ids.extend(["load", "load", "load", "foo", ""]);
    let key = select(&["from", "to", "also", "load", "share", "points"][..]);
    let one = (key, number()).prop_map(|(key, value)| [key, "=", &value].concat());
    let ends = (number(), number()).prop_map(|(from, to)| format!("from={from}&to={to}"));
    let also = proptest::collection::vec(number(), 0..50);
    let found = [
        "y=latency",
        "y=zero-load",
        "y=saturation",
        "y=up",
        "part=λ_c",
        "part=ρ_0",
        "part=T",
    ];
    let found = [&found[..], &["part=q", "part=", "part=S", "part=V̄"]].concat();
    prop_oneof![
        3 => select(ids).prop_map(|id| ["x=", id].concat()),
        3 => one,
        3 => ends,
        1 => also.prop_map(|all| ["also=", &all.join(",")].concat()),
        2 => select(&["log=x", "log=xy", "log=y", "log=", "log=z"][..]).prop_map(str::to_owned),
        2 => select(found).prop_map(str::to_owned),
        1 => select(&["bounds=1", "bounds=0", "bounds=2"][..]).prop_map(str::to_owned),
    ]
}

/// The simulation settings.
fn terms() -> impl Strategy<Value = String> {
    let key = select(&["seed", "reps", "sims", "effort", "points"][..]);
    let value = prop_oneof![
        select(
            &[
                "quick", "thorough", "0", "1", "3", "40", "41", "1000", "1001"
            ][..]
        )
        .prop_map(str::to_owned),
        number()
    ];
    (key, value).prop_map(|(key, value)| [key, "=", &value].concat())
}

/// A meaningless pair.
fn odd() -> impl Strategy<Value = String> {
    let keys = select(
        &[
            "x", "from", "log", "m", "on", "sim", "hide", "part", "also", "", "zoom",
        ][..],
    );
    let pair = (keys, garbage()).prop_map(|(key, text)| [key, "=", &text].concat());
    prop_oneof![3 => pair, 1 => garbage()]
}

/// Numbers of every magnitude, mostly ordinary ones, and text that is almost a number.
fn number() -> BoxedStrategy<String> {
    const EXTREMES: &[&str] = &[
        "0",
        "-0",
        "1",
        "-1",
        "5e-324",
        "-5e-324",
        "2.2e-308",
        "1e-300",
        "1e-12",
        "1e300",
        "1e308",
        "1.7976931348623157e308",
        "-1.7976931348623157e308",
        "1e309",
        "inf",
        "-inf",
        "NaN",
        "nan",
        "infinity",
        "18446744073709551615",
        "18446744073709551616",
        "9007199254740993",
        "4294967296",
        "1.0000000000000002",
        "0.9999999999999999",
        "",
        " ",
        "+3",
        "1e",
        "0x10",
        "1,5",
        "٣",
        "1_000",
        "--1",
        "1e-400",
    ];
    prop_oneof![
        3 => select(EXTREMES).prop_map(str::to_owned),
        3 => (0.0..0.1_f64).prop_map(|value| value.to_string()),
        2 => (-3..30_i32).prop_map(|value| value.to_string()),
        1 => (-320..310_i32, 1.0..10.0_f64).prop_map(|(power, value)| format!("{value}e{power}")),
        1 => any::<f64>().prop_map(|value| value.to_string()),
    ]
    .boxed()
}

fn garbage() -> BoxedStrategy<String> {
    let long = [
        "9".repeat(5_000),
        "x".repeat(5_000),
        "2x".repeat(3_000),
        "%00".repeat(900),
    ];
    prop_oneof![
        6 => "\\PC{0,30}",
        2 => "[\\x00-\\x7f]{0,20}",
        2 => "(%[0-9a-fA-F]{2}){0,12}",
        1 => select(long.to_vec()),
    ]
    .boxed()
}
