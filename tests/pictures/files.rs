//! What an exported SVG file may contain: what Inkscape, LaTeX and rasterizers read alike, without a browser.

use flitscope::laboratory::{Experiment, PRESETS, Results};
use flitscope::page::drawn_curve::DrawnCurve;
use flitscope::page::figure::{Figure, Over, PlanStage};
use flitscope::paper::PAPERS;
use flitscope::plot::{CurveChart, Diagram, Theme};
use flitscope::scenario::{self, Scenario};
use flitscope::scene::{self, Area, Palette, PictureBeside};
use flitscope::topology::{Arrangement, NodeId};
use roxmltree::{Document, Node};

use super::scene::with_sight;
use super::spacetime::with_a_journey;

const ELEMENTS: [&str; 13] = [
    "svg", "title", "defs", "pattern", "g", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text",
];

/// Attributes whose values are numbers; only those of the root must be given.
const NUMBERS: [&str; 12] = [
    "x",
    "y",
    "width",
    "height",
    "r",
    "cx",
    "cy",
    "rx",
    "ry",
    "stroke-width",
    "opacity",
    "font-size",
];

const COLORS: [&str; 2] = ["fill", "stroke"];

/// Asserts that a file has nothing but elementary shapes and texts, with all that they need in themselves.
pub fn assert_plain(svg: &str) {
    let file = Document::parse(svg).expect("XML");
    let root = file.root_element();
    let number = |of: Node, name: &str| {
        let text = of.attribute(name).unwrap_or_default();
        text.parse::<f64>().ok().filter(|number| number.is_finite())
    };
    assert_eq!(
        root.tag_name().namespace(),
        Some("http://www.w3.org/2000/svg")
    );
    for side in ["width", "height"] {
        assert!(number(root, side) > Some(0.0), "{side} of the file");
    }
    assert!(root.has_attribute("viewBox"));
    let title = root
        .first_element_child()
        .filter(|first| first.has_tag_name("title"));
    assert!(title.and_then(|title| title.text()).is_some(), "a title");
    let ids: Vec<_> = root
        .descendants()
        .filter_map(|of| of.attribute("id"))
        .collect();
    for element in root.descendants().filter(Node::is_element) {
        let name = element.tag_name().name();
        assert!(ELEMENTS.contains(&name), "<{name}>");
        for attribute in element.attributes() {
            let (of, value) = (attribute.name(), attribute.value());
            assert!(
                !["style", "class", "href"].contains(&of) && !of.starts_with("on"),
                "{of}"
            );
            let is_known = |id: &str| ids.contains(&id);
            match value
                .strip_prefix("url(#")
                .and_then(|rest| rest.strip_suffix(')'))
            {
                Some(id) => assert!(is_known(id), "{of}=\"{value}\""),
                None => assert!(
                    !value.contains('(') || of.ends_with("ransform"),
                    "{of}=\"{value}\""
                ),
            }
            for wrong in ["NaN", "inf"] {
                assert!(!value.contains(wrong), "{of}=\"{value}\"");
            }
            if NUMBERS.contains(&of) {
                assert!(number(element, of).is_some(), "{of}=\"{value}\"");
            }
            if COLORS.contains(&of) && !value.starts_with("url(") {
                let is_color = value == "none"
                    || value.strip_prefix('#').is_some_and(|digits| {
                        digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
                    });
                assert!(is_color, "{of}=\"{value}\"");
            }
            if of == "font-family" {
                let generic = value.rsplit(", ").next().unwrap_or_default();
                assert!(["sans-serif", "serif"].contains(&generic), "{value}");
            }
        }
        if name == "text" {
            let has = |of: &str| element.ancestors().any(|above| above.has_attribute(of));
            for of in ["font-family", "font-size", "fill"] {
                assert!(
                    has(of),
                    "{of} of \"{}\"",
                    element.text().unwrap_or_default()
                );
            }
        }
    }
}

fn assert_plain_chart(diagram: &Diagram) {
    for palette in Palette::ALL {
        assert_plain(&diagram.to_svg((960, 620), &Theme::named(palette.id, 1.0)));
    }
}

#[test]
fn pictures_of_networks_are_plain_files() {
    for (nth, preset) in scenario::PRESETS.iter().enumerate() {
        let scenario = preset.scenario();
        let figure = Figure {
            cycle: preset.start + 4,
            arrangement: Arrangement::default(),
            palette: Palette::ALL[nth % Palette::ALL.len()],
            width: 640,
            height: None,
            heat: nth % 2 == 0,
            message: None,
            over: Over::Nothing,
            plan: None,
            naming: None,
        };
        assert_plain(&figure.draw(&scenario).expect("an example can be drawn"));
    }
}

#[test]
fn overlays_are_plain_files() {
    let drawn = |link: &str, over: Over, plan: Option<PlanStage>| {
        let figure = Figure {
            cycle: 20,
            arrangement: Arrangement::default(),
            palette: &Palette::DARK,
            width: 640,
            height: Some(480),
            heat: false,
            message: None,
            over,
            plan,
            naming: None,
        };
        let scenario = Scenario::from_link(link).scenario;
        assert_plain(&figure.draw(&scenario).expect("it can be drawn"));
    };
    let ends = (NodeId(0), NodeId(11));
    for is_apart in [false, true] {
        drawn("t=mesh:4x4&lam=0.05", Over::Routes { ends, is_apart }, None);
    }
    drawn("t=torus-uni:4x4&vc=1", Over::Dependencies, None);
    let several = "t=mesh:6x6&mc=qualified-groups&msg=0:0,0>1,1%2B4,2%2B3,5";
    for stage in [PlanStage::Worms, PlanStage::Before] {
        drawn(several, Over::Nothing, Some(stage));
    }
}

#[test]
fn panes_side_by_side_are_a_plain_file() {
    with_sight(|sight, design| {
        let pane = || PictureBeside {
            name: "a < b & \"c\"".to_owned(),
            told: "cycle 20".to_owned(),
            sight,
            design,
        };
        assert_plain(&scene::figures(&[pane(), pane()], 400.0, &Palette::LIGHT));
    });
}

#[test]
fn space_time_diagrams_are_plain_files() {
    with_a_journey(|shown| {
        let area = Area {
            width: 960.0,
            height: 640.0,
            text: 14.0,
        };
        let (chart, _) = scene::space_time(shown, area);
        for palette in Palette::ALL {
            assert_plain(&chart.to_svg(palette, "One < two."));
        }
    });
}

#[test]
fn drawn_curves_are_plain_files() {
    let curve = DrawnCurve {
        loads: vec![0.005, 0.01, 0.015],
        most: 200.0,
        drawn: vec![Some(20.0), None, Some(150.0)],
        measured: vec![[0.005, 21.5], [0.01, 30.25]],
    };
    for palette in Palette::ALL {
        assert_plain(&curve.to_svg(palette));
    }
}

#[test]
fn charts_of_experiments_papers_and_the_dock_are_plain_files() {
    for preset in PRESETS {
        let experiment = Experiment::from_link(preset.query).experiment;
        assert_plain_chart(&experiment.find(&Results::default()).diagram);
    }
    for paper in PAPERS {
        for item in paper.items {
            let rows = item.rows();
            let judged = item.judge(&rows, &vec![None; rows.len()]);
            if let Some(diagram) = item.diagram(&judged) {
                assert_plain_chart(&diagram);
            }
        }
    }
    let printed = CurveChart {
        title: "a < b & \"c\"".to_owned(),
        printed: vec![(0.01, 20.0), (0.02, 30.0)],
        ..CurveChart::default()
    };
    assert_plain_chart(&printed.diagram());
}

/// A canvas has fonts of the size that the lines of text are laid out for, and so must a file.
#[test]
fn letters_of_a_chart_are_as_large_as_on_the_page() {
    let diagram = CurveChart {
        printed: vec![(0.01, 20.0), (0.02, 30.0)],
        ..CurveChart::default()
    };
    let svg = diagram
        .diagram()
        .to_svg((960, 620), &Theme::named("light", 1.0));
    let file = Document::parse(&svg).expect("XML");
    let root = file.root_element();
    let view = root
        .attribute("viewBox")
        .and_then(|view| view.split(' ').nth(2));
    let finer = view
        .and_then(|width| width.parse::<f64>().ok())
        .expect("a width")
        / 960.0;
    let texts = root.descendants().filter(|of| of.has_tag_name("text"));
    let sizes = texts.filter_map(|text| text.attribute("font-size")?.parse::<f64>().ok());
    let sizes: Vec<_> = sizes.map(|size| size / finer).collect();
    assert!(
        !sizes.is_empty() && sizes.iter().all(|size| (12.9..15.1).contains(size)),
        "{sizes:?}"
    );
}
