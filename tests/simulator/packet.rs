//! The packet simulator compared with queueing theory and published rates, and laws of its own.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use engine::routing;
use engine::sim::packet::{Design, Event, Lengths, Measures, Outcome, Simulator, Span};
use engine::sim::{Estimate, Verdict};
use engine::topology::{self, ChannelId, NodeId};
use study::scenario::{Packet, Scenario};
use study::sweep::{Point, Sample, capacity, simulate};

use crate::common::networks;

const LENGTHS: [Lengths; 2] = [Lengths::Kept, Lengths::Redrawn];

/// Nodes of networks that are small enough to enumerate every path.
const MAX_NODES: u32 = 12;

#[test]
fn two_nodes_are_two_mm1_queues() {
    let time = 200_000.0;
    for lengths in LENGTHS {
        for rho in [0.2, 0.5, 0.8] {
            let design = design("mesh:2", "uniform", rho, lengths, 1);
            let links = run(&design, time).measures.links;
            let delay = links.delay.mean.expect("steady");
            let ci95 = links.delay.ci95.expect("many batches");
            // Four standard errors.
            let error = (delay - 1.0 / (1.0 - rho)).abs();
            assert!(error < 2.0 * ci95, "{rho} {lengths:?}: {delay} ± {ci95}");
            let queue = links.queue.expect("steady");
            let error = (queue - rho / (1.0 - rho)).abs();
            let deviation = queue_deviation(rho, 2.0 * time);
            assert!(error < 4.0 * deviation, "{rho} {lengths:?}: {queue}");
            let error = (links.utilization.mean - rho).abs();
            // Arrivals and lengths have the same variance, hence 2ρ.
            let deviation = (2.0 * rho / (2.0 * time)).sqrt();
            assert!(error < 4.0 * deviation, "{rho} {lengths:?}: {links:?}");
        }
    }
}

/// The number of intervals that contain the true value is binomial: of 400 with probability 0.95 it
/// has mean 380 and deviation 4.4, of 100 mean 95 and deviation 2.2, and is outside of these bounds
/// once in 500 times. Batches are as long as 85 (ρ = 0.5) and 37 (ρ = 0.8) relaxation times 1/(1 −
/// √ρ)² of the queue. Of 3000 and 1000 seeds, 94.5 % and 94.7 % contain it.
#[test]
fn intervals_contain_the_true_delay_as_often_as_claimed() {
    for (rho, time, seeds, bounds) in [
        (0.5, 30_000.0, 400, 366..=394),
        (0.8, 100_000.0, 100, 88..=100),
    ] {
        let truth = 1.0 / (1.0 - rho);
        let contains = |seed: &u64| {
            let design = design("mesh:2", "uniform", rho, Lengths::Kept, *seed);
            let delay = run(&design, time).measures.links.delay;
            let error = (delay.mean.expect("steady") - truth).abs();
            error <= delay.ci95.expect("many batches")
        };
        let covered = (1..=seeds).filter(contains).count();
        assert!(bounds.contains(&covered), "{rho}: {covered} of {seeds}");
    }
}

#[test]
fn uniform_traffic_loads_all_links_of_a_cube_alike() {
    let time = 20_000.0;
    for (n, rho) in [(2_u32, 0.5), (4, 0.7), (6, 0.3)] {
        let nodes = f64::from(1 << n);
        // Aboelaze & Houstis: λ_i = λ·2^(N−1)/(2^N − 1).
        let share = nodes / 2.0 / (nodes - 1.0);
        let cube = format!("hypercube:{n}");
        let redrawn = Lengths::Redrawn;
        let outcome = run(&design(&cube, "uniform", rho / share, redrawn, 7), time);
        assert_eq!(outcome.links.len(), (n << n) as usize);
        for link in &outcome.links {
            let error = (link.rate - rho).abs();
            assert!(error < 5.0 * (rho / time).sqrt(), "{n}: {link:?}");
            let error = (link.queue.expect("steady") - rho / (1.0 - rho)).abs();
            assert!(error < 5.0 * queue_deviation(rho, time), "{n}: {link:?}");
        }
        let delay = outcome.measures.links.delay;
        let (mean, ci95) = (delay.mean.expect("steady"), delay.ci95.expect("batches"));
        let error = (mean - 1.0 / (1.0 - rho)).abs();
        assert!(error < 2.0 * ci95, "{n}: {mean} ± {ci95}");
    }
}

/// In a ring most messages that cross one link cross the next, so the effect is largest there.
#[test]
fn kept_lengths_delay_a_little_more_at_light_load_and_less_at_heavy_load() {
    let delay = |rho: f64, lengths| {
        let design = design("torus-uni:8", "uniform", rho / 4.0, lengths, 3);
        let delay = run(&design, 100_000.0).measures.links.delay;
        let (mean, ci95) = (delay.mean.expect("steady"), delay.ci95.expect("batches"));
        (mean - ci95, mean + ci95)
    };
    let (kept, redrawn) = (delay(0.3, Lengths::Kept), delay(0.3, Lengths::Redrawn));
    assert!(kept.0 > redrawn.1, "{kept:?} {redrawn:?}");
    let (kept, redrawn) = (delay(0.8, Lengths::Kept), delay(0.8, Lengths::Redrawn));
    assert!(kept.1 < redrawn.0, "{kept:?} {redrawn:?}");
}

/// S = `λ_i`/λ under clustered traffic, as printed by Aboelaze & Houstis for N = 2, …, 10.
#[test]
fn clustered_traffic_loads_links_as_published() {
    let printed = [
        0.6, 0.4828, 0.4369, 0.4194, 0.4153, 0.4178, 0.4233, 0.4299, 0.4365,
    ];
    for (n, share) in (2_u32..).zip(printed) {
        let nodes = f64::from(1 << n);
        // Long enough to generate 200,000 messages, each of which crosses S·N links.
        let time = 200_000.0 / nodes;
        let cube = format!("hypercube:{n}");
        let outcome = run(&design(&cube, "clustered", 1.0, Lengths::Kept, 5), time);
        let found = outcome.measures.links.rate;
        // The variance of distances is less than their mean plus one.
        let hops = share * f64::from(n);
        let deviation = share * (hops + 1.0) / hops / 200_000_f64.sqrt();
        assert!((found - share).abs() < 4.0 * deviation, "{n}: {found}");
    }
}

/// χ² over all shortest paths of all pairs of nodes; its mean is the number of degrees of
/// freedom f, its deviation √(2f).
#[test]
fn every_shortest_path_is_equally_likely() {
    for network in networks::largest_up_to(MAX_NODES) {
        let design = design(network, "uniform", 0.2, Lengths::Redrawn, 11);
        let mut taken: BTreeMap<(NodeId, NodeId), BTreeMap<Vec<ChannelId>, u32>> = BTreeMap::new();
        let mut in_transit = BTreeMap::new();
        for event in events(&design, 400_000) {
            let (source, path) = in_transit
                .entry(event.message)
                .or_insert_with(|| (event.node, Vec::new()));
            path.extend(event.crossed);
            if event.joined.is_none() {
                let paths = taken.entry((*source, event.node)).or_default();
                *paths.entry(path.clone()).or_default() += 1;
                in_transit.remove(&event.message);
            }
        }
        let (mut chi_squared, mut freedom) = (0.0, 0.0);
        for ((from, to), counts) in &taken {
            let all = shortest_paths(&design, *from, *to);
            assert!(counts.keys().all(|path| all.contains(path)));
            let expected = f64::from(counts.values().sum::<u32>()) / all.len() as f64;
            for path in &all {
                let count = counts.get(path).copied().unwrap_or(0);
                chi_squared += (f64::from(count) - expected).powi(2) / expected;
            }
            freedom += all.len() as f64 - 1.0;
        }
        let n = design.network.terminals().count() as usize;
        assert_eq!(taken.len(), n * (n - 1), "{network}");
        let deviation = (2.0_f64 * freedom).sqrt();
        let off = (chi_squared - freedom).abs();
        assert!(
            off <= 4.0 * deviation,
            "{network}: {chi_squared}, {freedom}"
        );
    }
}

#[test]
fn a_seed_has_one_history() {
    let digest = |seed, lengths| {
        let design = design("torus:4x4", "clustered", 0.8, lengths, seed);
        run(&design, 500.0).measures.digest
    };
    assert_eq!(digest(1, Lengths::Kept), digest(1, Lengths::Kept));
    assert_ne!(digest(1, Lengths::Kept), digest(2, Lengths::Kept));
    assert_ne!(digest(1, Lengths::Kept), digest(1, Lengths::Redrawn));
}

#[test]
fn observing_a_run_does_not_change_it() {
    let design = design("hypercube:4", "uniform", 1.0, Lengths::Kept, 4);
    let mut at_once = Simulator::new(design.clone());
    assert!(at_once.advance(300.0));
    let mut in_steps = Simulator::new(design);
    for step in 1..=1000 {
        assert!(in_steps.advance(f64::from(step) * 0.3));
    }
    assert_eq!(at_once.digest(), in_steps.digest());
    assert_eq!(at_once.counters(), in_steps.counters());
}

#[test]
fn messages_are_conserved_and_served_in_order() {
    for network in networks::largest_up_to(MAX_NODES) {
        for lengths in LENGTHS {
            let design = design(network, "uniform", 0.7, lengths, 9);
            let mut simulator = Simulator::new(design.clone());
            let mut log = Log::new(&design);
            for _ in 0..20_000 {
                let event = simulator.step().expect("random traffic never ends");
                log.note(&design, event);
                let queued = log.queues.iter().map(VecDeque::len).sum::<usize>();
                assert_eq!(queued as u64, simulator.backlog(), "{network}");
            }
            for (channel, queue) in design.network.channel_ids().zip(&log.queues) {
                assert_eq!(queue.len() as u32, simulator.queue(channel), "{network}");
                // Little's law holds exactly: both sum the time spent in the queue.
                let totals = simulator.link(channel);
                let now = simulator.now();
                let waiting: f64 = queue.iter().map(|(_, joined)| now - joined).sum();
                assert!(
                    (totals.area - totals.delay - waiting).abs() < 1e-6,
                    "{network}"
                );
                assert!(
                    (totals.busy - log.busy(channel, now)).abs() < 1e-6,
                    "{network}"
                );
            }
        }
    }
}

#[test]
fn a_load_beyond_that_of_the_busiest_link_is_saturated() {
    for (network, pattern, share, verdict) in [
        ("hypercube:5", "uniform", 0.9, Verdict::Steady),
        ("hypercube:5", "uniform", 1.1, Verdict::Saturated),
        ("torus:6x6", "neighbor", 1.5, Verdict::Steady),
        // The load of the mesh is highest in its middle.
        ("mesh:6x6", "uniform", 0.6, Verdict::Steady),
        ("mesh:6x6", "uniform", 0.9, Verdict::Saturated),
    ] {
        for lengths in LENGTHS {
            let load = share * design_capacity(network);
            let outcome = run(&design(network, pattern, load, lengths, 2), 10_000.0);
            let measures = &outcome.measures;
            assert_eq!(outcome.verdict, verdict, "{network} {share}: {measures:?}");
            let is_steady = verdict == Verdict::Steady;
            assert_eq!(measures.latency.mean.is_some(), is_steady);
            assert_eq!(measures.links.delay.mean.is_some(), is_steady);
            assert_eq!(measures.links.queue.is_some(), is_steady);
            assert!(measures.accepted <= measures.offered * 1.02, "{measures:?}");
            assert!(measures.links.utilization.max <= 1.0 + 1e-9, "{measures:?}");
        }
    }
}

/// One node receives more than its links can carry; all others have spare capacity.
#[test]
fn one_overloaded_link_is_saturation() {
    let hot = design("hypercube:6", "hotspot", 1.6, Lengths::Redrawn, 2);
    let outcome = run(&hot, 20_000.0);
    assert_eq!(outcome.verdict, Verdict::Saturated);
    assert!(outcome.measures.links.utilization.mean < 0.9);
}

#[test]
fn without_a_load_nothing_happens() {
    let outcome = run(&design("mesh:3x3", "uniform", 0.0, Lengths::Kept, 1), 100.0);
    assert_eq!(outcome.verdict, Verdict::Drained);
    assert_eq!(outcome.measures.messages, 0);
    assert_eq!(outcome.measures.latency.mean, None);
    assert_eq!(outcome.measures.accepted.to_bits(), 0);
}

#[test]
fn nodes_of_a_permutation_that_send_nothing_are_left_out() {
    let design = design("mesh:3x3", "transpose", 0.5, Lengths::Kept, 1);
    for event in events(&design, 10_000) {
        assert!(
            event.crossed.is_some() || event.node.0 % 4 != 0,
            "{event:?}"
        );
    }
}

#[test]
fn results_do_not_depend_on_the_unit_of_time() {
    let at = |mu: f64| {
        let mut scenario = scenario("hypercube:3", "uniform", mu, Lengths::Kept, 6);
        scenario.packet = Some(Packet {
            mu,
            ..Packet::default()
        });
        let design = scenario
            .build()
            .expect("in range")
            .packet
            .expect("asked for");
        let span = Span {
            warmup: 100.0 / mu,
            measured: 2000.0 / mu,
        };
        Simulator::new(design).run(span, |_| ()).measures
    };
    // Powers of two change exponents only.
    let (slow, fast) = (at(1.0), at(64.0));
    assert_eq!(slow.messages, fast.messages);
    let scaled = fast.latency.mean.map(|mean| mean * 64.0);
    assert_eq!(slow.latency.mean, scaled);
    assert_eq!(slow.accepted.to_bits(), fast.accepted.to_bits());
}

#[test]
fn replications_are_combined_and_the_first_is_the_run_itself() {
    let mut scenario = scenario("torus:4x4", "uniform", 0.8, Lengths::Redrawn, 3);
    (scenario.run.warmup, scenario.run.cycles) = (100.into(), 2000);
    let alone = simulate(&scenario, |_| ()).expect("in range").measures;
    assert_eq!((alone.replications, alone.started), (1, 100));
    scenario.run.replications = 4;
    let point = Point::new(&scenario).expect("in range");
    let samples: Vec<_> = (0..4)
        .map(|index| point.run_replication(index, |_| ()))
        .collect();
    let runs: Vec<_> = samples.iter().filter_map(Sample::packets).collect();
    assert_eq!(format!("{:016x}", runs[0].measures.digest), alone.digest);
    let together = point.report(&samples);
    let sum = |of: fn(&Measures) -> u64| {
        let all = runs.iter().map(|run| of(&run.measures));
        all.fold(0, u64::wrapping_add)
    };
    let measures = &together.measures;
    assert_eq!(measures.digest, format!("{:016x}", sum(|m| m.digest)));
    assert_eq!(measures.messages, sum(|m| m.messages));
    assert_eq!(measures.flit_hops, sum(|m| m.crossings));
    assert_eq!((measures.replications, measures.cycles), (4, 8000));
    let means = runs.iter().filter_map(|run| run.measures.latency.mean);
    let latency = Estimate::from_replications(&means.collect::<Vec<_>>());
    assert_eq!(measures.latency, latency);
    // Every run measures equally long, so every link has the mean of its replications.
    let links = point.links(&samples).expect("packets have links");
    for (index, link) in links.iter().enumerate() {
        let rates = runs.iter().map(|run| run.links[index].rate);
        let rate = rates.sum::<f64>() / 4.0;
        assert!((link.rate - rate).abs() < 1e-9, "{link:?}");
    }
    let found = together.links.expect("packets have links");
    let mean = links.iter().map(|link| link.rate).sum::<f64>() / links.len() as f64;
    assert!((found.rate - mean).abs() < 1e-9, "{found:?}");
    assert_eq!(simulate(&scenario, |_| ()), Ok(together));
}

#[test]
fn one_saturated_replication_leaves_no_delay() {
    let mut scenario = scenario("mesh:2", "uniform", 1.5, Lengths::Kept, 3);
    (scenario.run.warmup, scenario.run.cycles) = (0.into(), 2000);
    scenario.run.replications = 3;
    let report = simulate(&scenario, |_| ()).expect("in range");
    assert!(report.saturated);
    assert_eq!(report.measures.latency, Estimate::NONE);
    let links = report.links.expect("packets have links");
    assert_eq!((links.delay, links.queue), (Estimate::NONE, None));
}

#[test]
fn too_short_a_measurement_is_warned_about() {
    let mut scenario = scenario("mesh:2", "uniform", 0.5, Lengths::Kept, 3);
    (scenario.run.warmup, scenario.run.cycles) = (0.into(), 50);
    let report = simulate(&scenario, |_| ()).expect("in range");
    let is_warned = |name: &str| {
        let begin = format!("the confidence interval of the {name} is unreliable");
        report.warnings.iter().any(|w| w.starts_with(&begin))
    };
    assert!(
        is_warned("latency") && is_warned("delay per hop"),
        "{report:?}"
    );
}

#[test]
fn progress_is_reported_in_order() {
    let design = design("mesh:2", "uniform", 0.5, Lengths::Kept, 1);
    let span = Span {
        warmup: 100.0,
        measured: 1000.0,
    };
    let mut shares = Vec::new();
    Simulator::new(design).run(span, |share| shares.push(share));
    assert!((50..200).contains(&shares.len()), "{}", shares.len());
    assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)));
}

/// Standard deviation of the mean number in an M/M/1 queue (μ = 1) over a long time: the
/// asymptotic variance is 2ρ(1 + ρ)/(1 − ρ)⁴ (Whitt 1989, Planning queueing simulations,
/// Management Science 35).
fn queue_deviation(rho: f64, time: f64) -> f64 {
    (2.0 * rho * (1.0 + rho) / (1.0 - rho).powi(4) / time).sqrt()
}

fn scenario(network: &str, pattern: &str, rate: f64, lengths: Lengths, seed: u64) -> Scenario {
    let mut scenario = Scenario::on(network);
    let topology = topology::from_spec(network).expect("a network in range");
    routing::usual(&*topology).clone_into(&mut scenario.routing);
    pattern.clone_into(&mut scenario.traffic.pattern);
    scenario.packet = Some(Packet { mu: 1.0, lengths });
    (scenario.traffic.rate, scenario.seed) = (rate, seed);
    scenario
}

fn design(network: &str, pattern: &str, rate: f64, lengths: Lengths, seed: u64) -> Arc<Design> {
    let study = scenario(network, pattern, rate, lengths, seed).build();
    study.expect("in range").packet.expect("asked for")
}

/// The load at which the average link is always busy under uniform traffic.
fn design_capacity(network: &str) -> f64 {
    let scenario = scenario(network, "uniform", 0.1, Lengths::Kept, 1);
    capacity(&scenario.build().expect("in range"))
}

/// A run with a warm-up of a tenth.
fn run(design: &Arc<Design>, time: f64) -> Outcome {
    let span = Span {
        warmup: time / 10.0,
        measured: time,
    };
    Simulator::new(design.clone()).run(span, |_| ())
}

fn events(design: &Arc<Design>, count: usize) -> impl Iterator<Item = Event> {
    let mut simulator = Simulator::new(design.clone());
    (0..count).map_while(move |_| simulator.step())
}

/// All shortest paths, found step by step from the neighbors of nodes.
fn shortest_paths(design: &Design, from: NodeId, to: NodeId) -> Vec<Vec<ChannelId>> {
    if from == to {
        return vec![Vec::new()];
    }
    let (network, topology) = (&design.network, &design.topology);
    let nearer = network.channels_of(from).filter(|&channel| {
        topology.distance(network.to(channel), to) < topology.distance(from, to)
    });
    nearer
        .flat_map(|channel| {
            let rest = shortest_paths(design, network.to(channel), to).into_iter();
            rest.map(move |rest| [vec![channel], rest].concat())
        })
        .collect()
}

/// A simple record of every queue, against which the simulator is checked.
struct Log {
    /// The messages in each queue, and when they joined it.
    queues: Vec<VecDeque<(u64, f64)>>,
    /// When the last message had crossed, and the total service time.
    served: Vec<(f64, f64)>,
    /// Hops, source, and last service time of every message.
    messages: BTreeMap<u64, (u32, NodeId, Option<f64>)>,
}

impl Log {
    fn new(design: &Design) -> Self {
        let channels = design.network.channels() as usize;
        Self {
            queues: vec![VecDeque::new(); channels],
            served: vec![(0.0, 0.0); channels],
            messages: BTreeMap::new(),
        }
    }

    fn note(&mut self, design: &Design, event: Event) {
        let message = event.message.0;
        let entry = self
            .messages
            .entry(message)
            .or_insert((0, event.node, None));
        if let Some(channel) = event.crossed {
            entry.0 += 1;
            let index = channel.0 as usize;
            let (first, joined) = self.queues[index].pop_front().expect("it was in there");
            assert_eq!(first, message, "first come, first served");
            assert_eq!(design.network.to(channel), event.node);
            let (last, busy) = &mut self.served[index];
            let service = event.time - joined.max(*last);
            assert!(service > 0.0, "a message takes time");
            (*last, *busy) = (event.time, *busy + service);
            let before = entry.2.replace(service);
            if let Some(before) = before
                && (design.lengths == Lengths::Kept) != ((before - service).abs() < 1e-9)
            {
                panic!("{:?}: {before}, then {service}", design.lengths);
            }
        }
        if let Some(channel) = event.joined {
            assert_eq!(design.network.from(channel), event.node);
            self.queues[channel.0 as usize].push_back((message, event.time));
        } else {
            let (hops, source, _) = self.messages[&message];
            assert_eq!(hops, design.topology.distance(source, event.node));
        }
    }

    /// The time for which a link has been busy: it is idle only when no message waits.
    fn busy(&self, channel: ChannelId, now: f64) -> f64 {
        let (last, busy) = self.served[channel.0 as usize];
        let queue = &self.queues[channel.0 as usize];
        let current = queue
            .front()
            .map_or(0.0, |(_, joined)| now - joined.max(last));
        busy + current
    }
}
