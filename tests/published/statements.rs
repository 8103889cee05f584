//! Statements of papers that can be checked by counting, true and false ones; and the live scenes
//! of papers, which must open.

use flitscope::paper::{self, Item, PAPERS, Paper, Scene};
use flitscope::scenario::Scenario;
use flitscope::sim::Simulator;
use flitscope::topology;

/// Rows whose count differs from the printed one.
const WRONG: &[(&str, &str)] = &[
    ("theorem-1", "base e-cube, 4 ports"),
    ("figure-2", "hops of printed path 3 that are over links"),
    (
        "figure-4",
        "hops of the printed up-path that are over links",
    ),
    ("multicast", "hops of a worm in a cube, log₂ n at most"),
    ("multicast", "hops to the last, (m − 1) + log₂ n at most"),
];

/// Papers with counts for everything except simulations.
const COUNTED: [&str; 2] = ["qualified-groups", "mesh-hypercube"];

#[test]
fn counts_are_as_printed_except_where_errata_say_so() {
    for paper in COUNTED.map(paper) {
        for item in paper.items {
            for row in item.rows() {
                for (column, printed) in &row.printed {
                    let name = column.name;
                    let mut computed = row.computed.iter();
                    let computed = computed.find(|computed| computed.name == name);
                    let count = computed.map(|computed| computed.value.clone());
                    let is_as_printed = count == Some(Ok(*printed));
                    let is_wrong = WRONG.contains(&(item.id, &*row.label));
                    let place = format!("{}: {} {} {name}", item.id, row.series, row.label);
                    assert_eq!(is_as_printed, !is_wrong, "{place}: {count:?}");
                }
            }
        }
    }
}

#[test]
fn every_erratum_that_can_be_counted_is_in_a_row() {
    for &(item, label) in WRONG {
        let items = COUNTED.map(paper).into_iter().flat_map(|paper| paper.items);
        let mut rows = items.filter(|known| known.id == item).flat_map(rows);
        assert!(rows.any(|row| row == label), "{item}: {label}");
    }
}

#[test]
fn two_ways_to_compute_a_label_agree() {
    let figure = item("mesh-hypercube", "figure-3");
    for row in figure.rows() {
        let values: Vec<_> = row.computed.iter().map(|c| c.value.clone()).collect();
        assert_eq!(values.len(), 2);
        assert_eq!(values[0], values[1], "{}", row.label);
    }
}

#[test]
fn only_mixed_orders_and_copies_in_routers_close_cycles() {
    let rows = item("mesh-hypercube", "deadlock").rows();
    let cycles = rows.iter().filter(|row| row.computed[0].value != Ok(0.0));
    let cycles: Vec<_> = cycles.map(|row| &*row.label).collect();
    let expected = ["any order", "mesh first, with multicasts that routers copy"];
    assert_eq!(cycles, expected);
}

#[test]
fn groups_along_labels_need_at_most_two_start_ups_even_with_two_ports() {
    let rows = item("qualified-groups", "theorem-1").rows();
    let most = rows.iter().map(|row| row.computed[0].value.clone());
    let most: Vec<_> = most.flatten().collect();
    assert_eq!(most[..2], [2.0, 2.0]);
    assert!(most[2..].iter().all(|&most| most > 2.0), "{most:?}");
}

#[test]
fn figures_of_algorithms_simulate_every_algorithm_at_the_same_loads() {
    for number in 3..=6 {
        let rows = item("qualified-groups", &format!("figure-{number}")).rows();
        let loads = |series: &str| {
            let of = rows.iter().filter(|row| row.series == series);
            of.map(|row| row.label.clone()).collect::<Vec<_>>()
        };
        let first = loads(&rows[0].series);
        assert_eq!(rows.len(), 5 * first.len(), "five algorithms");
        for row in &rows {
            assert_eq!(loads(&row.series), first, "{}", row.series);
            let task = row.task.as_ref().expect("it is simulated");
            assert!(task.scenario.build().is_ok());
            assert_eq!(Some(task.scenario.traffic.rate), row.x);
        }
    }
}

#[test]
fn live_scenes_of_papers_can_be_opened() {
    let mut shown = 0;
    for paper in PAPERS {
        let of_items = paper.items.iter().flat_map(|item| item.scenes);
        for scene in paper.scenes.iter().chain(of_items) {
            check(scene);
            shown += 1;
        }
        assert!(!paper.scenes.is_empty(), "{} shows nothing", paper.id);
    }
    assert!(shown > 0);
}

/// Asserts that a link is valid; for the keys that only the page uses, their values and nodes are
/// checked.
fn check(scene: &Scene) {
    let Scene { title, link, .. } = scene;
    let opened = Scenario::from_link(link);
    assert_eq!(opened.problems, [], "{title}: {link}");
    assert!(opened.scenario.build().is_ok(), "{title}: {link}");
    let network = topology::from_spec(&opened.scenario.network).expect("it was built");
    for (key, value) in opened.others {
        let is_known = match &*key {
            "show" => ["routes", "multicast", "deadlock"].contains(&&*value),
            "view" => ["spacetime", "modes", "curve"].contains(&&*value),
            "apart" | "heat" | "matrix" => ["0", "1"].contains(&&*value),
            "pair" => {
                let ends = value.split_once('>').expect("two nodes");
                let ends = [ends.0, ends.1].map(|end| network.parse_label(end));
                ends[0].is_some() && ends[1].is_some() && ends[0] != ends[1]
            }
            "c" => value.parse::<u64>().is_ok(),
            "side" => {
                let known = |spec| flitscope::multicast::from_spec("side", spec, &*network).is_ok();
                value.split(';').all(known)
            }
            "draw" => network
                .arrangements()
                .iter()
                .any(|arrangement| arrangement.id() == value),
            _ => false,
        };
        assert!(is_known, "{title}: {key}={value}");
    }
}

fn paper(id: &str) -> &'static Paper {
    paper::find(id).expect("a paper")
}

fn item(of: &str, id: &str) -> &'static Item {
    let mut items = paper(of).items.iter();
    items.find(|item| item.id == id).expect("an item")
}

fn rows(item: &'static Item) -> impl Iterator<Item = String> {
    item.rows().into_iter().map(|row| row.label)
}

/// The share in a caption matches a run: messages that arrive more than d + M − 1 cycles after
/// reaching the head of their queue.
#[test]
fn a_caption_states_the_share_of_messages_that_wait_for_another() {
    let scene = &paper("ciciani").scenes[0];
    let scenario = Scenario::from_link(scene.link).scenario;
    let built = scenario.build().expect("a valid scenario");
    let mut simulator = Simulator::new(built.design);
    let [mut all, mut waited] = [0_u32; 2];
    for cycle in 0..4_000 {
        simulator.step();
        // The time while the network fills is excluded.
        let arrived = simulator.deliveries().iter().filter(|_| cycle > 1_000);
        for message in arrived {
            let alone = u64::from(message.hops + message.length - 1);
            all += 1;
            waited += u32::from(message.arrived - message.headed > alone);
        }
    }
    let share = 100.0 * f64::from(waited) / f64::from(all);
    let expected = format!("{share:.0} % of the messages");
    assert!(
        scene.caption.contains(&expected),
        "{share}: {}",
        scene.caption
    );
}
