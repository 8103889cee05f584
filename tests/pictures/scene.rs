//! Pictures of fixed scenarios, shape by shape: frozen files that report change.

use flitscope::page::HOME;
use flitscope::routing::dependency::Graph;
use flitscope::routing::{VcSet, VirtualChannel};
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::scene::{
    self, Dependencies, Focus, Ink, Layout, Naming, Palette, Phase, Picture, RouteView, Shape,
    Sight, Thing, USUAL_ROOM,
};
use flitscope::sim::{Design, MessageId, Simulator};
use flitscope::topology::{Arrangement, ChannelId, NodeId, Point};

use crate::common::frozen::assert_frozen;

struct Case {
    link: &'static str,
    cycle: u64,
    arrangement: Arrangement,
    palette: &'static Palette,
    width: f32,
    room: f32,
    focus: Focus,
    heat: bool,
    phase: Phase,
}

impl Case {
    fn of(link: &'static str, cycle: u64) -> Self {
        Self {
            link,
            cycle,
            arrangement: Arrangement::Plain,
            palette: &Palette::LIGHT,
            width: 600.0,
            room: USUAL_ROOM,
            focus: Focus::default(),
            heat: false,
            phase: Phase::Move,
        }
    }

    fn svg(&self) -> String {
        self.with_sight(|sight, design| scene::figure(sight, design, self.width, self.palette))
    }

    fn with_sight<T>(&self, look: impl FnOnce(Sight, &Design) -> T) -> T {
        let opened = Scenario::from_link(self.link);
        assert_eq!(opened.problems, [], "{}", self.link);
        let study = opened.scenario.build().expect("a valid scenario");
        let design = &study.design;
        let topology = &*study.topology;
        let mut simulator = Simulator::new(design.clone()).with_colors();
        let mut before = simulator.snapshot();
        while simulator.cycle() < self.cycle {
            before = simulator.snapshot();
            simulator.step();
        }
        let snapshot = simulator.snapshot();
        let asks = scene::asks(design, &before, &snapshot);
        let cycles = self.cycle.max(1) as f64;
        let shares = simulator.crossings().into_iter();
        let shares: Vec<_> = shares.map(|flits| flits as f64 / cycles).collect();
        let layout = Layout::in_room(
            topology,
            &design.network,
            design.vcs,
            self.arrangement,
            self.room,
        );
        let sight = Sight {
            not_started: &scene::not_started(design, &snapshot),
            within: (self.phase != Phase::Move).then_some((&before, &*asks, self.phase)),
            focus: &self.focus,
            utilization: self.heat.then_some(&*shares),
            ..Sight::of(topology, design, &layout, &snapshot)
        };
        look(sight, design)
    }
}

/// Calls `look` with a network under load.
pub(super) fn with_sight<T>(look: impl FnOnce(Sight, &Design) -> T) -> T {
    Case::of(LOADED, 20).with_sight(look)
}

/// What a reader has marked is seen together with the load that it turned out to carry.
#[test]
fn a_marked_channel_shows_its_utilization_as_well() {
    let case = Case {
        heat: true,
        ..Case::of(LOADED, 150)
    };
    case.with_sight(|sight, _| {
        let channel = ChannelId(0);
        let things = [Thing::Channel(channel)];
        for ground in [
            scene::lit(sight.layout, &things),
            scene::predicted(sight.layout, &things),
        ] {
            let picture = Picture::of(Sight {
                ground: &ground,
                ..sight
            });
            let [(under, _), ..] = picture.layers();
            let (middle, _) = sight.layout.middle(channel).at(0.5);
            let lines = under.iter().filter_map(|shape| match shape {
                Shape::Line { curve, ink, .. } if curve.distance(middle) < 1e-3 => Some(*ink),
                _ => None,
            });
            let lines: Vec<_> = lines.collect();
            assert!(
                matches!(lines[..], [.., Ink::Halo, Ink::Heat(_)]),
                "from bottom to top: {lines:?}"
            );
        }
    });
}

const LOADED: &str = "t=mesh:4x4&vc=1&buf=3&M=8&lam=0.06";

#[test]
fn the_figure_shown_before_the_program_loads_is_that_of_home() {
    let case = Case {
        palette: &Palette::PAGE,
        width: 868.0,
        // That of a window of 1280 by 800 pixels (`page::Ground`).
        room: 1.4,
        ..Case::of(HOME, 20)
    };
    let svg = case.svg();
    assert_frozen("style/app/shell.svg", &svg);
    let sheet = std::fs::read_to_string("style/app/base.css").expect("the style sheet");
    for used in svg.split("var(").skip(1) {
        let name = used.split(')').next().unwrap_or_default();
        assert!(sheet.contains(&format!("{name}: ")), "{name} has no value");
    }
}

#[test]
fn worms_under_load_are_drawn_with_their_queues() {
    assert_frozen(
        "tests/frozen/scene/loaded.svg",
        &Case::of(LOADED, 150).svg(),
    );
}

#[test]
fn a_blocked_worm_is_drawn_with_those_it_waits_for() {
    let case = Case {
        focus: Focus {
            selected: Some(Thing::Worm(MessageId(109))),
            ..Focus::default()
        },
        ..Case::of(LOADED, 150)
    };
    let svg = case.svg();
    assert!(svg.contains("opacity=\"0.5\""), "the others fade");
    assert_frozen("tests/frozen/scene/traced.svg", &svg);
}

/// Draws shapes over an idle network.
fn laid_over(link: &'static str, over: impl Fn(&BuiltScenario, &Layout) -> Vec<Shape>) -> String {
    let case = Case::of(link, 0);
    let study = Scenario::from_link(link).scenario.build().expect(link);
    let network = &study.design.network;
    let layout = Layout::new(
        &*study.topology,
        network,
        study.design.vcs,
        case.arrangement,
    );
    let shapes = over(&study, &layout);
    let snapshot = Simulator::new(study.design.clone()).snapshot();
    let sight = Sight {
        focus: &case.focus,
        over: &shapes,
        ..Sight::of(&*study.topology, &study.design, &layout, &snapshot)
    };
    scene::figure(sight, &study.design, case.width, case.palette)
}

fn routes_between(
    from: u32,
    to: u32,
    is_apart: bool,
) -> impl Fn(&BuiltScenario, &Layout) -> Vec<Shape> {
    move |study, layout| {
        let view = RouteView {
            topology: &*study.topology,
            design: &study.design,
            layout,
            naming: Naming::default(),
            ends: (NodeId(from), NodeId(to)),
            by: None,
            begun: &[],
            is_apart,
        };
        view.answer().shapes
    }
}

#[test]
fn routes_are_wider_where_more_paths_use_them() {
    let link = "t=mesh:4x4&r=duato&fail=2,1>2,2";
    let svg = laid_over(link, routes_between(0, 10, false));
    assert_frozen("tests/frozen/scene/routes.svg", &svg);
    let svg = laid_over("t=mesh-hypercube:3x8", routes_between(0, 13, true));
    assert_frozen("tests/frozen/scene/apart.svg", &svg);
}

#[test]
fn routes_through_a_chosen_node_have_two_legs() {
    let through = |by: Option<u32>| {
        move |study: &BuiltScenario, layout: &Layout| {
            let view = RouteView {
                topology: &*study.topology,
                design: &study.design,
                layout,
                naming: Naming::default(),
                ends: (NodeId(0), NodeId(5)),
                by: by.map(NodeId),
                begun: &[],
                is_apart: false,
            };
            let answer = view.answer();
            let nodes: Vec<_> = answer.steps.iter().map(|step| step.node.0).collect();
            match by {
                Some(_) => {
                    // Through 3,2: along its row and column, then along those of 1,1.
                    assert_eq!(nodes, [0, 1, 2, 3, 7, 11, 10, 9, 5]);
                    assert!(
                        answer
                            .sentence
                            .starts_with("One path from (0,0) to (1,1), through (3,2), of 8 hops")
                    );
                }
                None => assert!(answer.sentence.contains("through any node")),
            }
            answer.shapes
        }
    };
    let link = "t=mesh:4x4&r=valiant&vc=2";
    let svg = laid_over(link, through(Some(11)));
    assert!(svg.contains(">through</text>"));
    assert_frozen("tests/frozen/scene/through.svg", &svg);
    laid_over(link, through(None));
}

#[test]
fn routes_up_and_down_a_tree_show_the_root_and_the_ways_up() {
    let svg = laid_over("t=mesh:3x3&r=up-down:1,1", routes_between(0, 8, false));
    assert_eq!(svg.matches(">root</text>").count(), 1);
    assert_frozen("tests/frozen/scene/tree.svg", &svg);
}

#[test]
fn dependencies_lead_from_channel_to_channel_and_their_cycle_is_numbered() {
    let svg = laid_over("t=torus-uni:5&vc=1", |study, layout| {
        let network = &study.design.network;
        let graph = Graph::of(network, &*study.design.routing, 1).expect("a small network");
        let shown = Dependencies {
            edges: &graph.dependencies(),
            cycle: &graph.analyze().cycle.expect("a ring is one"),
            lit: Some(1),
            chosen: None,
        };
        shown.shapes(layout, network)
    });
    assert_frozen("tests/frozen/scene/dependencies.svg", &svg);
}

#[test]
fn messages_of_a_deadlock_keep_their_numbers_and_have_letters_where_these_are_long() {
    let case = Case::of("t=torus-uni:4&vc=1&M=8&msg=0:0>2;0:1>3;0:2>0;0:3>1", 20);
    let svg = case.svg();
    // As the label of a node, on a header, and on the tag at the source of the message.
    for name in ["0", "1", "2", "3"] {
        assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 3);
        assert_eq!(svg.matches(&format!(">to {name}</text>")).count(), 1);
    }
    assert_eq!(svg.matches("</text>").count(), 16);
    let before: Vec<_> = (0..100).map(|n| format!("{}:0>1:1", 4 * n)).collect();
    let before = before.join(";");
    let link = format!("t=torus-uni:4&vc=1&M=8&msg={before};500:0>2;500:1>3;500:2>0;500:3>1");
    let later = Case::of(link.leak(), 520).svg();
    for letter in ["A", "B", "C", "D"] {
        assert_eq!(later.matches(&format!(">{letter}</text>")).count(), 1);
    }
    assert_frozen("tests/frozen/scene/deadlock.svg", &svg);
}

#[test]
fn messages_that_have_not_started_stand_at_their_nodes_and_show_where_they_go() {
    let link =
        "t=mesh:4x4&vc=1&M=6&msg=0:0,0>3,2;0:0,0>2,0;0:0,0>1,3;0:0,0>3,3;0:2,1>0,3;9:2,1>3,0";
    let case = Case {
        focus: Focus {
            selected: Some(Thing::Worm(MessageId(4))),
            ..Focus::default()
        },
        ..Case::of(link, 0)
    };
    let svg = case.svg();
    for (text, times) in [("0", 1), ("1", 1), ("2", 0), ("+2", 1), ("4", 1), ("5", 1)] {
        assert_eq!(
            svg.matches(&format!(">{text}</text>")).count(),
            times,
            "{text}"
        );
    }
    assert_frozen("tests/frozen/scene/waiting.svg", &svg);
    // At cycle 3 one of the four is in the network, and there is room for the other three.
    let later = Case::of(link, 3).svg();
    assert!(later.contains(">3</text>") && !later.contains(">+"));
    // In a drawing without room there are no numbers.
    let small = Case {
        width: 150.0,
        ..case
    }
    .svg();
    assert!(!small.contains(">+2</text>"));
}

#[test]
fn phases_show_requests_and_answers() {
    for (phase, file) in [(Phase::Route, "route"), (Phase::Allocate, "allocate")] {
        let case = Case {
            phase,
            ..Case::of("t=mesh:4x4&buf=2&M=6&lam=0.05", 60)
        };
        assert_frozen(&format!("tests/frozen/scene/{file}.svg"), &case.svg());
    }
}

#[test]
fn utilization_and_a_folded_torus_are_drawn_in_other_palettes() {
    let heat = Case {
        heat: true,
        palette: &Palette::DARK,
        ..Case::of("t=mesh:3x3&M=8&lam=0.03", 400)
    };
    assert_frozen("tests/frozen/scene/heat.svg", &heat.svg());
    let folded = Case {
        arrangement: Arrangement::Folded,
        palette: &Palette::PROJECTOR,
        ..Case::of("t=torus:4x4&M=8&lam=0.03", 90)
    };
    assert_frozen("tests/frozen/scene/folded.svg", &folded.svg());
}

#[test]
fn a_broadcast_marks_the_nodes_that_have_not_received_it() {
    let case = Case::of("t=hypercube:4&vc=1&M=8&lam=0.004&beta=1&pi=4&seed=2", 90);
    assert_frozen("tests/frozen/scene/broadcast.svg", &case.svg());
}

#[test]
fn a_selected_multicast_has_its_destinations_in_a_group() {
    let case = Case {
        focus: Focus {
            selected: Some(Thing::Worm(MessageId(0))),
            ..Focus::default()
        },
        ..Case::of(
            "t=mesh:5x5&vc=1&M=6&mc=dual-path&msg=0:2,2>0,4+4,4+4,0+0,0",
            2,
        )
    };
    assert_frozen("tests/frozen/scene/group.svg", &case.svg());
}

#[test]
fn start_ups_are_rings_that_empty() {
    let link = "t=mesh:6x6&vc=1&M=8&mc=dual-path&ts=8&tp=2&pi=4&\
                msg=0:3,2>0,0+0,2+0,5+1,3+4,5+5,0+5,1+5,3+5,4";
    let svg = Case::of(link, 5).svg();
    assert!(svg.contains(">5</text>"), "cycles left");
    assert_frozen("tests/frozen/scene/startup.svg", &svg);
}

#[test]
fn escape_channels_are_double_lines() {
    let study = Scenario::from_link("t=mesh:3x2&vc=2&lam=0").scenario;
    let study = study.build().expect("a valid scenario");
    let network = &study.design.network;
    let layout = Layout::new(&*study.topology, network, 2, Arrangement::Plain);
    let everything = scene::Bounds {
        min: Point::new(-1.0, -1.0),
        max: Point::new(9.0, 9.0),
    };
    let lines = |escapes| {
        let lanes = scene::Lanes {
            escapes,
            ..scene::Lanes::of(&study.design)
        };
        let naming = Naming::default();
        let shapes = scene::network(&*study.topology, &layout, lanes, naming, 300.0, everything);
        let double = shapes.iter().filter(|shape| {
            matches!(
                shape,
                Shape::Line {
                    stroke: scene::Stroke::Double,
                    ..
                }
            )
        });
        double.count()
    };
    assert_eq!(lines(VcSet(0)), 0);
    assert_eq!(lines(VcSet(0b01)), network.channels() as usize);
}

/// The marks that other pictures use: paths, dependencies, groups, badges, failures.
#[test]
fn all_marks_are_drawn() {
    let study = Scenario::from_link("t=mesh:4x3&vc=1&lam=0").scenario;
    let study = study.build().expect("a valid scenario");
    let network = &study.design.network;
    let layout = Layout::new(&*study.topology, network, 1, Arrangement::Plain);
    let between = |a: u32, b: u32| {
        let channel = network.between(NodeId(a), NodeId(b));
        channel.expect("neighbors")
    };
    let blue = Ink::Message(0);
    let group = [0, 1, 5].map(NodeId);
    let mut shapes = vec![scene::marks::hull(&layout, &group, blue).expect("three nodes")];
    for (index, ends) in [(0, 1), (1, 2), (2, 6)].into_iter().enumerate() {
        let channel: ChannelId = between(ends.0, ends.1);
        shapes.push(scene::marks::path(
            &layout,
            channel,
            0.3 * index as f32,
            blue,
        ));
    }
    let (first, second) = (between(8, 9), between(9, 10));
    let edge = [first, second].map(|channel| VirtualChannel { channel, vc: 0 });
    shapes.push(scene::marks::dependency(
        &layout,
        edge.into(),
        0.03,
        Ink::Blocked,
    ));
    shapes.push(scene::marks::badge(
        &layout,
        NodeId(7),
        "12".to_owned(),
        Ink::Text,
    ));
    shapes.push(scene::marks::destination(&layout, NodeId(5), 3));
    for (ends, glyph) in [
        ((3, 7), scene::Glyph::Cross),
        ((4, 5), scene::Glyph::Up),
        ((5, 4), scene::Glyph::Down),
    ] {
        let channel = between(ends.0, ends.1);
        shapes.push(scene::marks::on_channel(
            &layout,
            channel,
            glyph,
            Ink::Blocked,
        ));
    }
    let bounds = layout.bounds();
    let frame = scene::Frame::new(500.0, 400.0);
    let view = scene::View::of(bounds, frame, scene::Camera::default());
    let svg = scene::svg(&[(&shapes, 1.0)], view, frame, &Palette::LIGHT, "All marks");
    assert!(svg.contains("stroke-dasharray"), "the edge of a group");
    assert_frozen("tests/frozen/scene/vocabulary.svg", &svg);
}
