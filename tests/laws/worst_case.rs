//! Worst-case traffic against all permutations, against every registered pattern, and against closed forms.

use flitscope::routing::{self, Adaptivity};
use flitscope::scenario::{Bounds, Scenario};
use flitscope::sim::Simulator;
use flitscope::topology::Terminals;
use flitscope::traffic::worst_case::{MOST_TERMINALS, WorstCase};
use flitscope::traffic::{self, Length};

use crate::common::networks::{self, build};

/// Loads are sums of at most some hundred shares, which are rounded to multiples of 2⁻⁴⁰.
const ROUNDING: f64 = 1e-9;

fn scenario(network: &str, routing: &str) -> Scenario {
    let mut scenario = Scenario::on(network);
    scenario.vcs = 4;
    routing.clone_into(&mut scenario.routing);
    scenario
}

/// The load of the busiest channel under a pattern, without the code that finds worst cases.
fn channel_load(scenario: &Scenario, pattern: &str) -> f64 {
    let mut scenario = scenario.clone();
    pattern.clone_into(&mut scenario.traffic.pattern);
    let built = scenario.build().expect("a valid scenario");
    let bounds = Bounds::of(&scenario, &built).expect("it has some");
    bounds
        .channel_load
        .expect("paths do not depend on the traffic")
        .max
}

fn worst(scenario: &Scenario) -> WorstCase {
    let topology = build(&scenario.network);
    let worst = scenario
        .worst_case(&*topology, MOST_TERMINALS)
        .expect("it is known");
    (*worst).clone()
}

/// Every network of at most so many nodes, with every function on it whose paths do not depend on the
/// traffic.
fn every_case(nodes: u32) -> impl Iterator<Item = Scenario> {
    networks::up_to(nodes).flat_map(|network| {
        let topology = build(network);
        let families: Vec<_> = routing::defined_on(&*topology).collect();
        let is_known = move |id: &&str| {
            let function = routing::from_id(id, &*topology, 4).expect("it is defined there");
            function.adaptivity() != Adaptivity::Adaptive
        };
        let ids = families.into_iter().map(|family| family.entry.id);
        let ids: Vec<_> = ids.filter(is_known).collect();
        ids.into_iter().map(move |id| scenario(network, id))
    })
}

/// Calls `each` with every permutation of the numbers below `n`.
fn permutations(n: u32, each: &mut impl FnMut(&[u32])) {
    fn go(chosen: &mut Vec<u32>, n: u32, each: &mut impl FnMut(&[u32])) {
        if chosen.len() as u32 == n {
            return each(chosen);
        }
        for next in 0..n {
            if !chosen.contains(&next) {
                chosen.push(next);
                go(chosen, n, each);
                chosen.pop();
            }
        }
    }
    go(&mut Vec::new(), n, each);
}

#[test]
fn no_permutation_loads_a_channel_more() {
    let mut tried = 0;
    for scenario in every_case(12) {
        let topology = build(&scenario.network);
        let terminals = Terminals::of(&*topology).count();
        // 7! permutations, each of which is a run of the bounds.
        if terminals > 6 && scenario.network != "ring:7" || terminals > 7 {
            continue;
        }
        tried += 1;
        let mut most: f64 = 0.0;
        permutations(terminals, &mut |to| {
            let to: Vec<_> = to.iter().map(u32::to_string).collect();
            let pattern = format!("permutation:{}", to.join(","));
            most = most.max(channel_load(&scenario, &pattern));
        });
        let found = worst(&scenario).load;
        let (network, routing) = (&scenario.network, &scenario.routing);
        assert!(
            (found - most).abs() < ROUNDING,
            "{network} {routing}: {found}, not {most}"
        );
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn the_permutation_has_the_load_that_is_stated() {
    for scenario in every_case(64) {
        let found = worst(&scenario);
        let (network, routing) = (&scenario.network, &scenario.routing);
        let mut to = found.to.clone();
        to.sort_unstable();
        assert!(
            to.into_iter().eq(0..found.to.len() as u32),
            "{network} {routing}"
        );
        for pattern in ["worst-case", &found.listed()] {
            let load = channel_load(&scenario, pattern);
            assert!(
                (load - found.load).abs() < ROUNDING,
                "{network} {routing} {pattern}: {load}"
            );
        }
        let uniform = channel_load(&scenario, "uniform");
        assert!(
            (uniform - found.uniform).abs() < ROUNDING,
            "{network} {routing}: {uniform}"
        );
    }
}

#[test]
fn no_registered_pattern_is_worse() {
    // Each terminal receives as much as it sends, at most, as in any permutation.
    let fair = traffic::FAMILIES.iter().map(|family| family.entry.id);
    let fair: Vec<_> = fair
        .filter(|id| !["hotspot", "clustered", "neighbor"].contains(id))
        .collect();
    for scenario in every_case(32) {
        let topology = build(&scenario.network);
        let most = worst(&scenario).load;
        for &pattern in &fair {
            if pattern != "worst-case" && traffic::from_id(pattern, &*topology, 1).is_err() {
                continue;
            }
            let load = channel_load(&scenario, pattern);
            let (network, routing) = (&scenario.network, &scenario.routing);
            assert!(
                load < most + ROUNDING,
                "{network} {routing} {pattern}: {load}, worst {most}"
            );
        }
    }
}

#[test]
fn closed_forms() {
    let load = |network: &str, routing: &str| worst(&scenario(network, routing)).load;
    let is = |network: &str, routing: &str, expected: f64| {
        let found = load(network, routing);
        assert!(
            (found - expected).abs() < ROUNDING,
            "{network} {routing}: {found}"
        );
    };
    for k in 2..=8_u32 {
        // The last channel of a row or column turns k − 1 messages, from all nodes before it, and all of
        // a channel's messages start in one row or end in one column, on one side of it.
        is(
            &format!("mesh:{k}x{k}"),
            "dimension-order",
            f64::from(k - 1),
        );
        // Messages from k − 1 nodes of a unidirectional ring cross the channel into the last.
        is(
            &format!("torus-uni:{k}x{k}"),
            "dimension-order",
            f64::from(k - 1),
        );
        // Half of the messages take either order, so the two bounds of k/2 messages add up to k/2·2/2.
        is(&format!("mesh:{k}x{k}"), "o1turn", f64::from(k) / 2.0);
    }
    for n in 2..=7_u32 {
        // A channel of dimension i has 2^i sources before it or 2^(n−1−i) destinations behind it.
        let expected = 1_u32 << ((n - 1) / 2);
        is(
            &format!("hypercube:{n}"),
            "dimension-order",
            f64::from(expected),
        );
    }
    // Either leg is uniform traffic from all nodes to all nodes, themselves included.
    for (network, routing) in [("torus:6x6", "valiant"), ("mesh:5x4", "valiant")] {
        let nodes = f64::from(build(network).nodes());
        let uniform = worst(&scenario(network, "dimension-order")).uniform;
        is(network, routing, 2.0 * uniform * (nodes - 1.0) / nodes);
    }
}

#[test]
fn functions_whose_paths_depend_on_the_traffic_are_refused() {
    let mut scenario = scenario("mesh:4x4", "west-first");
    scenario.traffic.rate = 0.01;
    "worst-case".clone_into(&mut scenario.traffic.pattern);
    let error = scenario.build().expect_err("it is adaptive").to_string();
    assert!(
        error.contains("west-first") && error.contains("adaptive"),
        "{error}"
    );
    scenario.routing = "dimension-order".to_owned();
    scenario.network = "mesh:32x32".to_owned();
    let error = scenario.build().expect_err("it is large").to_string();
    assert!(
        error.contains("512 terminals") && error.contains("1024"),
        "{error}"
    );
}

#[test]
fn a_given_permutation_is_checked() {
    let refused = |list: &str| {
        let pattern = format!("permutation:{list}");
        let error = traffic::from_id(&pattern, &*build("ring:4"), 1).expect_err("it is none");
        error.to_string()
    };
    let must = "traffic.pattern must be permutation: and each number from 0 to 3 once, not ";
    assert_eq!(refused("1,2,3"), format!("{must}3 numbers"));
    assert_eq!(refused("1,2,3,4"), format!("{must}4"));
    assert_eq!(refused("1,2,3,3"), format!("{must}3 twice"));
    assert_eq!(refused(""), format!("{must}nothing"));
    assert_eq!(refused("0,1,2,3,0"), format!("{must}0 twice"));
}

#[test]
fn a_simulated_network_saturates_at_the_bound_at_the_latest() {
    // Cycles; the backlog of the busiest channel grows by its overload in each, and deviates from that by
    // the root of the messages that cross it.
    const CYCLES: u32 = 6_000;
    for (network, routing) in [
        ("mesh:6x6", "dimension-order"),
        ("mesh:6x6", "o1turn"),
        ("torus:6x6", "romm"),
        ("torus:5x5", "valiant"),
        ("hypercube:4", "random-shortest"),
    ] {
        let mut scenario = scenario(network, routing);
        scenario.vcs = 8;
        scenario.length = Length::Fixed(1);
        "worst-case".clone_into(&mut scenario.traffic.pattern);
        let load = worst(&scenario).load;
        let mut backlog = |share: f64| {
            scenario.traffic.rate = share / load;
            let built = scenario.build().expect("a valid scenario");
            let mut simulator = Simulator::new(built.design);
            for _ in 0..CYCLES {
                simulator.step();
            }
            let counters = simulator.snapshot().counters;
            (counters.generated - counters.delivered) as f64
        };
        let (below, above) = (backlog(0.4), backlog(1.2));
        assert!(
            above > 0.15 * f64::from(CYCLES),
            "{network} {routing}: {above}"
        );
        assert!(
            below < 0.05 * f64::from(CYCLES),
            "{network} {routing}: {below}"
        );
    }
}
