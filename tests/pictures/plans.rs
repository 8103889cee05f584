//! Drawings and descriptions of multicast plans, and the arrival times of their copies.

use flitscope::multicast::{PlannedWorm, threshold_of};
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::scene::{
    self, ArrivalChart, Arrivals, Layout, Naming, Palette, PlanAnswer, PlanView, Shape, Sight,
};
use flitscope::sim::Simulator;
use flitscope::topology::{Arrangement, NodeId};

use super::files::assert_plain;
use crate::common::frozen::assert_frozen;

const CLASSIC: &str = "0:3,2>0,0%2B0,2%2B0,5%2B1,3%2B4,5%2B5,0%2B5,1%2B5,3%2B5,4";

fn study(link: &str) -> (Scenario, BuiltScenario) {
    let opened = Scenario::from_link(link);
    assert_eq!(opened.problems, [], "{link}");
    let study = opened.scenario.build().expect(link);
    (opened.scenario, study)
}

fn classic(algorithm: &str) -> String {
    format!("t=mesh:6x6&vc=1&M=32&mc={algorithm}&ts=33&tp=auto&pi=4&msg={CLASSIC}")
}

fn layout(study: &BuiltScenario) -> Layout {
    let network = &study.design.network;
    Layout::new(
        &*study.topology,
        network,
        study.design.vcs,
        Arrangement::Plain,
    )
}

fn answer(study: &BuiltScenario, is_before: bool) -> (PlanAnswer, Naming) {
    let order = &study.design.orders[0];
    let multicasts = study.design.multicasts.as_ref();
    let view = PlanView {
        topology: &*study.topology,
        design: &study.design,
        layout: &layout(study),
        naming: Naming::default(),
        algorithm: &*multicasts
            .expect("the message has several destinations")
            .algorithm,
        threshold: study.multicast.as_deref().and_then(threshold_of),
        from: order.from,
        to: &order.to,
        is_before,
    };
    (view.answer(), view.naming_of_plan())
}

fn picture(link: &str, is_before: bool) -> String {
    let (_, study) = study(link);
    let (answer, naming) = answer(&study, is_before);
    let design = &study.design;
    let snapshot = Simulator::new(design.clone()).snapshot();
    let layout = layout(&study);
    let sight = Sight {
        naming,
        ground: &answer.shapes,
        ..Sight::of(&*study.topology, design, &layout, &snapshot)
    };
    scene::figure(sight, design, 1100.0, &Palette::LIGHT)
}

#[test]
fn plans_are_drawn_with_their_worms_labels_and_groups() {
    let mesh_hypercube = "t=mesh-hypercube:3x8&vc=1&mc=mesh-hypercube&\
                          msg=0:2,6>2,7%2B2,5%2B1,2%2B1,6%2B1,1%2B1,0%2B1,7%2B3,4";
    let tree = "t=hypercube:3&vc=1&mc=binomial-broadcast:fixed&msg=0:0>1%2B2%2B3%2B4%2B5%2B6%2B7";
    for (name, link, is_before) in [
        ("dual-path", &*classic("dual-path"), false),
        ("multi-path", &classic("multi-path"), false),
        ("column-path", &classic("column-path"), false),
        ("qualified-groups", &classic("qualified-groups:0.1"), false),
        (
            "qualified-groups-before",
            &classic("qualified-groups:0.1"),
            true,
        ),
        ("mesh-hypercube", mesh_hypercube, false),
        ("binomial-broadcast", tree, false),
    ] {
        let svg = picture(link, is_before);
        assert!(svg.contains("source"), "{name}");
        assert_frozen(&format!("tests/frozen/plans/{name}.svg"), &svg);
    }
}

#[test]
fn without_destinations_a_plan_asks_for_some() {
    let (_, study) = study(&classic("multi-path"));
    let multicasts = study.design.multicasts.as_ref().expect("there are some");
    let view = PlanView {
        topology: &*study.topology,
        design: &study.design,
        layout: &layout(&study),
        naming: Naming::default(),
        algorithm: &*multicasts.algorithm,
        threshold: None,
        from: NodeId(7),
        to: &[],
        is_before: false,
    };
    let answer = view.answer();
    assert!(answer.sentence.starts_with("No destinations yet"));
    assert!(answer.plan.worms.is_empty() && !answer.shapes.is_empty());
}

/// Only worms of qualified groups that serve one group have its hue; the hues of all others are
/// those of their copies, and successive worms look different.
#[test]
fn six_worms_in_a_row_differ_in_color_and_three_in_stroke() {
    for worm in 0..12 {
        for later in worm + 1..worm + 6 {
            assert_ne!(scene::style(worm).0, scene::style(later).0);
        }
        for later in worm + 1..worm + 3 {
            assert_ne!(scene::style(worm).1, scene::style(later).1);
        }
    }
}

#[test]
fn before_the_division_only_the_area_and_its_cuts_are_drawn() {
    let (_, study) = study(&classic("qualified-groups:0.1"));
    let arrows = |is_before| {
        let shapes = answer(&study, is_before).0.shapes;
        let arrows = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Arrow { .. }));
        arrows.count()
    };
    assert_eq!(
        (arrows(true), arrows(false)),
        (0, answer(&study, false).0.plan.worms.len())
    );
}

/// `Arrivals::follow` matches the deliveries of the run.
#[test]
fn every_copy_arrives_where_and_when_the_run_delivers_it() {
    for (algorithm, rate) in [
        ("dual-path", "0"),
        ("qualified-groups", "0"),
        ("column-path", "0.0005"),
        ("separate", "0.001"),
    ] {
        let (_, study) = study(&format!("{}&lam={rate}", classic(algorithm)));
        let plan = answer(&study, false).0.plan;
        let order = &study.design.orders[0];
        let arrivals = follow(&study, &plan.worms, &plan.relays);
        let mut simulator = Simulator::new(study.design.clone());
        let mut copies = Vec::new();
        let mut own = None;
        while copies.len() < order.to.len() {
            simulator.step();
            for delivery in simulator.deliveries() {
                let is_first = delivery.from == order.from && delivery.generated == 0;
                if is_first && own.is_none() {
                    own = delivery.multicast;
                }
                if own.is_some() && delivery.multicast == own {
                    copies.push((delivery.to, delivery.arrived));
                }
            }
        }
        let followed = arrivals.worms.iter().flat_map(|worm| &worm.copies);
        let mut followed: Vec<_> = followed.map(|&(node, cycle, _)| (node, cycle)).collect();
        followed.sort_unstable();
        let last = copies.iter().map(|copy| copy.1).max();
        copies.sort_unstable();
        assert_eq!(followed, copies, "{algorithm}");
        assert_eq!(arrivals.complete, last, "{algorithm}");
        for worm in &arrivals.worms {
            assert!(worm.released + worm.prepared <= worm.headed, "{worm:?}");
            assert_eq!(worm.left, worm.headed + 33, "{worm:?}");
            let first = worm.copies.first().map(|copy| copy.1);
            assert!(first > Some(worm.left), "{worm:?}");
        }
        let number = copies.len();
        for &(node, arrived) in &copies {
            // The cycles before the one in which it arrives, and this one.
            let [before, after] = [arrived, arrived + 1].map(|cycles| {
                let mut received = arrivals.received(cycles);
                received.any(|other| other == node)
            });
            assert!(!before && after, "{algorithm}: {node:?} in cycle {arrived}");
        }
        assert_eq!(arrivals.received(u64::MAX).count(), number);
    }
}

fn follow(study: &BuiltScenario, worms: &[PlannedWorm], relays: &[NodeId]) -> Arrivals {
    Arrivals::follow(&study.design, study.design.orders[0].from, 0, worms, relays)
}

#[test]
fn copies_for_relays_are_marked() {
    let link = "t=mesh-hypercube:3x8&vc=1&mc=mesh-hypercube&msg=0:2,6>3,4%2B1,0";
    let (_, study) = study(link);
    let plan = answer(&study, false).0.plan;
    let arrivals = follow(&study, &plan.worms, &plan.relays);
    let copies = arrivals.worms.iter().flat_map(|worm| &worm.copies);
    let relays: Vec<_> = copies.filter(|copy| copy.2).map(|copy| copy.0).collect();
    assert_eq!(relays.len(), 2);
    assert!(relays.iter().all(|relay| plan.relays.contains(relay)));
    assert!(arrivals.complete.is_some());
}

#[test]
fn rivals_are_the_algorithms_of_the_network_and_the_chosen_one_with_its_settings() {
    let (scenario, study) = study(&classic("qualified-groups:0.1"));
    let order = &study.design.orders[0];
    let rivals = scenario.compare_algorithms(&*study.topology, order.from, &order.to);
    let rivals = rivals.expect("the scenario can be built");
    let specs: Vec<_> = rivals.iter().map(|rival| &*rival.spec).collect();
    let expected = [
        "separate",
        "dual-path",
        "multi-path",
        "column-path",
        "qualified-groups:0.1",
        "u-mesh",
    ];
    assert_eq!(specs, expected);
    let separate = &rivals[0];
    let (chains, paths) = rivals[1..].split_last().expect("others are compared");
    for rival in paths {
        assert!(rival.latency < separate.latency, "{rival:?}");
        assert!(rival.startups < separate.startups, "{rival:?}");
    }
    // Nine destinations are reached in four steps of doubling, one start-up each.
    assert_eq!(chains.startups, 4, "{chains:?}");
    // Other traffic does not change what an algorithm does alone.
    let mut busy = scenario;
    busy.traffic.rate = 0.01;
    let beside = busy.compare_algorithms(&*study.topology, order.from, &order.to);
    assert_eq!(beside, Ok(rivals));
}

#[test]
fn rivals_in_an_invalid_scenario_are_refused_with_a_reason() {
    let (scenario, study) = study("t=mesh:4x4&fail=0,0>1,0");
    let refused = scenario.compare_algorithms(&*study.topology, NodeId(0), &[NodeId(1), NodeId(2)]);
    let refused = refused.expect_err("failed links and multicasts do not go together");
    assert!(refused.reason().contains(" must "), "{refused}");
}

/// A row of the table and a diamond of the picture for each copy.
#[test]
fn arrivals_as_files_have_every_copy() {
    let link = "t=mesh-hypercube:3x8&vc=1&mc=mesh-hypercube&msg=0:2,6>3,4%2B1,0";
    let (_, study) = study(link);
    let plan = answer(&study, false).0.plan;
    let arrivals = follow(&study, &plan.worms, &plan.relays);
    let copies = arrivals.worms.iter().flat_map(|worm| &worm.copies);
    let copies: Vec<_> = copies.collect();
    let topology = &*study.topology;
    let table = scene::arrivals_csv(&arrivals, topology);
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), copies.len());
    for (row, (node, cycle, is_relay)) in rows.iter().zip(&copies) {
        assert_eq!(row[6], topology.label(*node));
        assert_eq!(row[7], cycle.to_string());
        assert_eq!(row[8] == *"1", *is_relay);
    }
    let json = scene::arrivals_json(&arrivals, topology);
    assert_eq!(json["complete"].as_u64(), arrivals.complete);
    let worms = json["worms"].as_array().expect("worms");
    let written: usize = worms
        .iter()
        .map(|worm| worm["copies"].as_array().expect("copies").len())
        .sum();
    assert_eq!(written, copies.len());
    for palette in Palette::ALL {
        let lines = ArrivalChart::new(&arrivals, topology, (960.0, 14.0));
        assert_plain(&lines.to_svg(palette, "One < two."));
    }
    let lines = ArrivalChart::new(&arrivals, topology, (960.0, 14.0));
    let marks = lines.chart.shapes.iter();
    let marks = marks.filter(|shape| matches!(shape, Shape::Mark { .. }));
    assert_eq!(marks.count(), copies.len());
}
