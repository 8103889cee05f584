//! Measures of multicasts: their cost, and the load of the channels.

use flitscope::scenario::Scenario;
use flitscope::sim::{Carried, ChannelLoad, Measures, RunLength, Simulator};
use flitscope::sweep::{Report, at_load, quick_run, simulate};
use flitscope::topology::{self, Network, NodeId};

fn report(json: &str) -> Report {
    let scenario = Scenario::from_json(json).expect("it is a scenario");
    simulate(&scenario, |_| ()).expect("it is in range")
}

fn measures(json: &str) -> Measures {
    report(json).measures
}

/// The classic example on a 6×6 mesh; its JSON object is not closed.
const EXAMPLE: &str = r#"{"network": "mesh:6x6", "ports": {"injection": 2}, "messages": [{
    "from": "3,2",
    "to": ["0,0", "0,2", "0,5", "1,3", "4,5", "5,0", "5,1", "5,3", "5,4"]
}]"#;

#[test]
fn a_multicast_costs_the_worms_channels_and_start_ups_of_its_plan() {
    // Two worms of 18 and 15 channels; or nine that cross 5 + 3 + 6 + 3 + 4 + 4 + 3 + 3 + 4.
    for (algorithm, worms, channels, startups) in
        [("dual-path", 2.0, 33.0, 1.0), ("separate", 9.0, 35.0, 5.0)]
    {
        let found = measures(&format!(
            r#"{EXAMPLE}, "traffic": {{"multicast": {{"algorithm": "{algorithm}"}}}}}}"#
        ));
        let cost = (found.worms, found.channels, found.startups);
        let expected = (Some(worms), Some(channels), Some(startups));
        assert_eq!(cost, expected, "{algorithm}");
        let load = found.channel_load.expect("something was measured");
        // 32 flits over each, spread over 120 channels.
        let flits = load.mean * 120.0 * found.cycles as f64;
        assert!((flits - channels * 32.0).abs() < 1e-6, "{flits}");
    }
}

#[test]
fn messages_to_one_node_are_measured_separately_beside_multicasts() {
    let mixed = |fraction: f64, broadcast: f64| {
        measures(&format!(
            r#"{{"network": "hypercube:4", "traffic": {{"rate": 0.002, "broadcast": {broadcast},
                "multicast": {{"algorithm": "binomial-broadcast", "destinations": 5,
                "fraction": {fraction}}}}}, "run": {{"warmup": 1000, "cycles": 20000}}}}"#
        ))
    };
    let both = mixed(0.5, 0.1);
    assert_eq!(both.unicast_latency, Some(both.latency));
    assert!(
        both.multicast_latency
            .is_some_and(|m| m.mean > both.latency.mean)
    );
    for one_kind in [mixed(1.0, 0.0), mixed(0.0, 1.0)] {
        assert_eq!(one_kind.unicast_latency, None);
        assert_eq!(one_kind.multicast_latency, Some(one_kind.latency));
    }
    let unicasts = mixed(0.0, 0.0);
    assert_eq!(
        unicasts.unicast_latency.and(unicasts.multicast_latency),
        None
    );
    assert_eq!(
        (unicasts.worms, unicasts.channels, unicasts.startups),
        (None, None, None)
    );
    assert!(unicasts.channel_load.is_some());
}

/// Measured with 10⁴ random messages, to five standard deviations.
#[test]
fn the_fraction_of_multicasts_applies_to_random_messages_that_are_not_broadcasts() {
    let count = |broadcast: f64, fraction: f64| {
        let json = format!(
            r#"{{"network": "hypercube:3", "vcs": 4, "length": {{"fixed": 1}},
                "traffic": {{"rate": 0.0125, "broadcast": {broadcast},
                "multicast": {{"algorithm": "separate", "destinations": 2, "fraction": {fraction}}}}},
                "run": {{"warmup": 0, "cycles": 100000}}}}"#
        );
        let found = measures(&json);
        (
            found.worms.expect("there are multicasts"),
            found.messages as f64,
        )
    };
    // Without broadcasts all multicasts have two worms; with them the mean reveals the share.
    let (worms, messages) = count(0.2, 0.5);
    assert!((messages - 1e4).abs() < 500.0, "{messages}");
    // 0.2 of 7 worms, 0.8·0.5 of 2.
    let expected = (0.2 * 7.0 + 0.4 * 2.0) / 0.6;
    // √(1/3·2/3)·5 worms, of 6000 multicasts.
    assert!(
        (worms - expected).abs() < 5.0 * 2.36 / 6000_f64.sqrt(),
        "{worms}"
    );
    assert!((count(0.0, 1e-3).0 - 2.0).abs() < 1e-9);
}

/// The channel rate under uniform e-cube traffic is λ·d̄/n on each dimension; traffic carried
/// during the warm-up is excluded.
#[test]
fn the_load_of_a_channel_counts_only_the_measured_cycles() {
    let found = measures(
        r#"{"network": "hypercube:4", "length": {"fixed": 8}, "traffic": {"rate": 0.01},
            "run": {"warmup": 5000, "cycles": 50000, "replications": 2}}"#,
    );
    let load = found.channel_load.expect("something was measured");
    let expected = 0.01 * 8.0 * (4.0 * 8.0 / 15.0) / 4.0;
    // 16,000 messages cross 34,000 channels: 1 % is more than five standard deviations of
    // their number, 3 % of that of a dimension.
    assert!((load.mean / expected - 1.0).abs() < 0.03, "{load:?}");
    assert_eq!(load.by_dimension.len(), 4);
    let by_dimension = load.by_dimension.iter().sum::<f64>() / 4.0;
    assert!((by_dimension / load.mean - 1.0).abs() < 1e-9);
    assert!(
        load.by_dimension
            .iter()
            .all(|&d| (d / expected - 1.0).abs() < 0.05)
    );
    assert!(load.max >= load.mean && load.max < 1.0);
    assert_eq!(load.histogram.iter().sum::<u32>(), 64);
    assert!(load.histogram[ChannelLoad::PARTS - 1] > 0);
}

#[test]
fn the_load_of_several_runs_is_over_all_their_cycles() {
    let run = |flits: &[u64], cycles| Carried {
        cycles,
        flits: flits.to_vec(),
        dimensions: vec![0; flits.len()],
    };
    let load = ChannelLoad::of(&[run(&[30, 0], 100), run(&[0, 10], 300)]);
    let load = load.expect("there are channels and cycles");
    assert_eq!((load.mean, load.max), (0.05, 0.075));
}

#[test]
fn failed_links_do_not_count_as_idle_channels() {
    let found = measures(
        r#"{"network": "mesh:3x3", "traffic": {"rate": 0.01}, "faults": [["0,0", "1,0"]],
            "run": {"warmup": 0, "cycles": 500}}"#,
    );
    let load = found.channel_load.expect("something was measured");
    assert_eq!(load.histogram.iter().sum::<u32>(), 24 - 2);
}

/// Both directions of a link belong to one dimension, and links outside all dimensions come last.
#[test]
fn every_channel_has_a_dimension_with_a_name() {
    for (network, names) in [
        ("mesh:4x3", &["x", "y"][..]),
        ("torus:4x3x3", &["x", "y", "z"]),
        ("torus-uni:4x3", &["x", "y"]),
        ("hypercube:3", &["bit 0", "bit 1", "bit 2"]),
        ("folded-hypercube:2", &["bit 0", "bit 1", "complement"]),
        ("mesh-hypercube:3x4", &["bit 0", "bit 1", "level"]),
    ] {
        let topology = topology::from_spec(network).expect("a network in range");
        assert_eq!(topology.dimension_names(), names, "{network}");
        let channels = Network::new(&*topology);
        for channel in channels.channel_ids() {
            let back = channels.between(channels.to(channel), channels.from(channel));
            let dimension = channels.dimension(channel);
            assert!(usize::from(dimension) < names.len());
            if let Some(back) = back {
                assert_eq!(channels.dimension(back), dimension, "{network} {channel:?}");
            }
        }
        let seen = channels
            .channels_of(NodeId(0))
            .map(|c| channels.dimension(c));
        assert_eq!(seen.max(), Some(names.len() as u8 - 1), "{network}");
    }
}

#[test]
fn automatic_preparation_depends_on_the_algorithm() {
    let latency = |preparation: &str, algorithm: &str| {
        let found = measures(&format!(
            r#"{EXAMPLE}, "timing": {{"preparation": {preparation}}},
                "traffic": {{"multicast": {{"algorithm": "{algorithm}"}}}}}}"#
        ));
        found.latency.mean.expect("it has arrived")
    };
    for (algorithm, cycles) in [("dual-path", 2.0), ("separate", 0.0)] {
        let prepared = latency(r#""auto""#, algorithm) - latency("0", algorithm);
        assert!((prepared - cycles).abs() < 1e-9, "{algorithm}: {prepared}");
    }
}

/// Copies of broadcasts count as work too.
#[test]
fn a_quick_run_takes_the_same_work_for_any_traffic() {
    for (link, load) in [
        ("t=hypercube:6", 0.01),
        ("t=hypercube:6&beta=0.1&pi=6", 0.005),
        ("t=mesh:16x16&mc=dual-path&md=5", 0.0003),
        ("t=mesh:8x8&mc=dual-path&md=10&mf=0.2", 0.002),
    ] {
        let scenario = at_load(&Scenario::from_link(link).scenario, load);
        let study = scenario.and_then(|s| s.build()).expect(link);
        let cycles = quick_run(&study, load).cycles;
        let short = RunLength::new(0, 20_000);
        let report = Simulator::new(study.design).run(short, |_| ());
        let per_cycle = report.measures.flit_hops as f64 / 20_000.0;
        let work = per_cycle * cycles as f64;
        // The number of channels of a multicast is estimated from a few samples.
        assert!((work / 2e7 - 1.0).abs() < 0.15, "{link}: {work}");
    }
}

/// 2ⁱ copies of a broadcast cross the i-th dimension of its tree, so that a fixed base loads the
/// last dimension as much as all others together plus one copy; a different base for every
/// broadcast loads all equally (Abraham & Padmanabhan 1989).
#[test]
fn only_a_changing_base_balances_the_dimensions() {
    let by_dimension = |base: &str| {
        let found = measures(&format!(
            r#"{{"network": "hypercube:5", "length": {{"fixed": 4}}, "ports": {{"injection": 5}},
                "traffic": {{"rate": 0.002, "broadcast": 1,
                "multicast": {{"algorithm": "binomial-broadcast:{base}"}}}},
                "run": {{"warmup": 1000, "cycles": 50000}}}}"#
        ));
        found
            .channel_load
            .expect("something was measured")
            .by_dimension
    };
    let fixed = by_dimension("fixed");
    for (one, next) in fixed.iter().zip(&fixed[1..]) {
        // Both count the same broadcasts, except those under way at the ends of the run.
        assert!((next / one / 2.0 - 1.0).abs() < 0.01, "{fixed:?}");
    }
    // Each of 3200 broadcasts brings each dimension 31/5·4 flits on average, with a standard
    // deviation of 22 that remains with random bases and disappears with bases in turn.
    for (base, tolerance) in [("round-robin", 0.01), ("random", 0.1)] {
        let load = by_dimension(base);
        let mean = load.iter().sum::<f64>() / load.len() as f64;
        for dimension in &load {
            assert!(
                (dimension / mean - 1.0).abs() < tolerance,
                "{base}: {load:?}"
            );
        }
    }
}
