use super::*;
use crate::scenario::Scenario;
use crate::sweep::parts::Part;
use crate::sweep::simulate;
use crate::sweep::task::replies;

type Event = SimulationEvent<(String, Box<Report>)>;

fn nine_loads() -> Vec<f64> {
    (1..=9).map(|i| 0.02 * f64::from(i)).collect()
}

/// A single curve.
fn curve(scenario: &Scenario, loads: &[f64]) -> Vec<RequestedCurve> {
    vec![RequestedCurve {
        curve: Curve::alone(scenario.clone()),
        loads: loads.to_vec(),
    }]
}

/// Nine loads of a curve.
fn request() -> Vec<RequestedCurve> {
    curve(&Scenario::on("mesh:4"), &nine_loads())
}

/// The same loads of two curves.
fn comparison() -> Vec<RequestedCurve> {
    algorithms(&Scenario::on("mesh:4"), &nine_loads())
}

/// A curve for each of two algorithms, which labels it.
fn algorithms(scenario: &Scenario, loads: &[f64]) -> Vec<RequestedCurve> {
    let curves = ["separate", "dual-path"].map(|label| RequestedCurve {
        curve: Curve {
            label: label.to_owned(),
            scenario: scenario.clone().planned_by(label),
        },
        loads: loads.to_vec(),
    });
    curves.to_vec()
}

/// The replies of a worker for a load, if the fifth load and all from the seventh on saturate;
/// with dual-path, the second and all from the fourth on.
fn made_up(task: &SimulationTask) -> Vec<ReplyTo<SimulationQuestion>> {
    let load = task.scenario.traffic.rate;
    let mut scenario = task.scenario.clone();
    scenario.run.cycles = 1;
    let report = simulate(&scenario, |_| {}).expect("a valid scenario");
    let is_second = scenario.to_link().contains("dual-path");
    let [once, on] = if is_second { [1, 3] } else { [4, 6] };
    let loads = nine_loads();
    let report = Report {
        load,
        saturated: (load - loads[once]).abs() < 1e-9 || load >= loads[on],
        ..report
    };
    let answer = Simulated::Report(Box::new(report));
    vec![Reply::Progress(0.5), Reply::Answer(answer)]
}

/// Runs a pool whose workers finish their tasks in an order drawn from `dice`.
fn reported(request: &[RequestedCurve], workers: usize, mut dice: u32) -> Vec<Event> {
    let mut pool = WorkerQueue::of_curves(request, workers);
    let mut at_work: Vec<(usize, SimulationTask)> = Vec::new();
    let mut reported = Vec::new();
    let mut idle: Vec<_> = (0..pool.workers()).collect();
    while !pool.is_over() {
        for worker in std::mem::take(&mut idle) {
            at_work.extend(pool.next(worker).map(|task| (worker, task)));
        }
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (worker, task) = at_work.swap_remove((dice >> 16) as usize % at_work.len());
        for reply in made_up(&task) {
            reported.extend(pool.hear(worker, reply));
        }
        idle.push(worker);
    }
    results(reported)
}

/// The events of a single worker that simulates.
fn measured(request: &[RequestedCurve]) -> Vec<Event> {
    let mut pool = WorkerQueue::of_curves(request, 1);
    let mut reported = Vec::new();
    while let Some(task) = pool.next(0) {
        for reply in replies(&task) {
            reported.extend(pool.hear(0, reply));
        }
    }
    results(reported)
}

/// The events apart from progress.
fn results(mut events: Vec<Event>) -> Vec<Event> {
    events.retain(|event| !matches!(event, Event::Progress(_)));
    events
}

/// The reported loads of a curve.
fn loads(reported: &[Event], of: &str) -> Vec<f64> {
    let loads = reported.iter().filter_map(|event| match event {
        Event::Result((curve, report)) if curve == of => Some(report.load),
        _ => None,
    });
    loads.collect()
}

#[test]
fn the_number_of_workers_and_their_order_change_nothing() {
    for of in [request(), comparison()] {
        let alone = reported(&of, 1, 0);
        assert_eq!(alone.last(), Some(&Event::Done));
        for workers in [1, 2, 3, 8] {
            for dice in 0..20 {
                let many = reported(&of, workers, dice);
                assert_eq!(many, alone, "{workers} workers, {dice}");
            }
        }
    }
}

#[test]
fn a_curve_ends_with_its_second_saturated_load() {
    let alone = reported(&request(), 1, 0);
    assert_eq!(loads(&alone, ""), nine_loads()[..7]);
}

#[test]
fn the_end_of_one_curve_does_not_end_the_others() {
    let both = reported(&comparison(), 2, 0);
    assert_eq!(loads(&both, "dual-path"), nine_loads()[..4]);
    assert_eq!(loads(&both, "separate"), nine_loads()[..7]);
    assert_eq!(both.len(), 4 + 7 + 1);
}

#[test]
fn each_curve_ends_with_its_second_saturated_point() {
    let saturated = curve(&Scenario::on("torus-uni:8"), &[0.9, 0.95, 0.99]);
    let scenario = Scenario::from_link("t=mesh:6&M=300&md=3").scenario;
    let compared = algorithms(&scenario, &[0.5, 0.6, 0.7]);
    for (request, count) in [(saturated, 3), (compared, 5)] {
        let reported = measured(&request);
        assert_eq!(
            reported.len(),
            count,
            "two saturated points a curve, and the end"
        );
    }
}

#[test]
fn workers_share_the_replications_of_a_point_and_report_the_same() {
    let scenario = Scenario::from_link("t=torus:4x4&M=8&rep=3&run=1500&warm=200").scenario;
    let request = curve(&scenario, &[0.01, 0.02, 0.3, 0.35, 0.4]);
    let alone = measured(&request);
    assert_eq!(alone.len(), 5, "two saturated points, and the end");
    for workers in [2, 3, 8] {
        let mut pool = WorkerQueue::of_curves(&request, workers);
        let mut reported = Vec::new();
        let mut first = Vec::new();
        while !pool.is_over() {
            // All workers take a part before the first of them works.
            let taken: Vec<_> = (0..workers).map(|worker| pool.next(worker)).collect();
            assert!(taken.iter().any(Option::is_some), "a part is left");
            for (worker, task) in taken.into_iter().enumerate() {
                let Some(task) = task else { continue };
                first.push((task.scenario.traffic.rate, task.question.part.clone()));
                for reply in replies(&task) {
                    reported.extend(pool.hear(worker, reply));
                }
            }
        }
        assert_eq!(results(reported), alone, "{workers} workers");
        let replications = [0, 1].map(|index| (0.01, Part::Replication(index)));
        assert_eq!(first[..2], replications);
    }
    assert_eq!(
        WorkerQueue::of_curves(&curve(&scenario, &[0.1]), 8).workers(),
        3
    );
}

#[test]
fn no_worker_starts_a_task_that_is_left_out() {
    let mut pool = WorkerQueue::of_curves(&request(), 2);
    let slow = pool.next(1).expect("there is work");
    let first = slow.scenario.traffic.rate.total_cmp(&nine_loads()[0]);
    assert!(first.is_eq());
    // The other worker continues to the seventh load, which is known to be the last one.
    let mut taken = 0;
    while let Some(task) = pool.next(0) {
        taken += 1;
        for reply in made_up(&task) {
            assert!(matches!(*pool.hear(0, reply), [] | [Event::Progress(_)]));
        }
    }
    assert_eq!(taken, 6);
    assert!(!pool.is_over());
}

#[test]
fn a_failure_ends_the_measurement() {
    let mut pool = WorkerQueue::of_curves(&request(), 1);
    pool.next(0).expect("there is work");
    let reported = pool.hear(0, Reply::Failed("no".to_owned()));
    assert_eq!(reported, [Event::Failed("no".to_owned())]);
    assert!(pool.is_over());
}

#[test]
fn a_worker_that_cannot_start_is_reported_only_if_no_other_can() {
    let failed = || Reply::Failed("no".to_owned());
    let mut pool = WorkerQueue::of_curves(&request(), 2);
    assert_eq!(pool.hear(0, failed()), []);
    let mut reported = Vec::new();
    while let Some(task) = pool.next(1) {
        for reply in made_up(&task) {
            reported.extend(pool.hear(1, reply));
        }
    }
    assert_eq!(results(reported), self::reported(&request(), 1, 0));

    let mut pool = WorkerQueue::of_curves(&request(), 2);
    assert_eq!(pool.hear(1, failed()), []);
    assert_eq!(pool.hear(0, failed()), [Event::Failed("no".to_owned())]);
    assert!(pool.is_over());
    assert_eq!(pool.next(0), None);
}

#[test]
fn a_failed_task_is_reported_after_all_tasks_before_it() {
    let failed = || Reply::Failed("no".to_owned());
    let mut pool = WorkerQueue::of_curves(&request(), 2);
    let first = pool.next(0).expect("there is work");
    pool.next(1).expect("there is work");
    assert!(matches!(*pool.hear(1, failed()), [Event::Progress(_)]));
    let replies = made_up(&first).into_iter();
    let mut reported: Vec<_> = replies.flat_map(|reply| pool.hear(0, reply)).collect();
    reported.retain(|event| !matches!(event, Event::Progress(_)));
    assert!(matches!(*reported, [Event::Result(_), Event::Failed(_)]));
    assert!(pool.is_over());
}

#[test]
fn there_are_no_more_workers_than_loads_and_no_more_than_eight() {
    for (at_once, workers) in [(64, 8), (3, 3), (0, 1)] {
        assert_eq!(
            WorkerQueue::of_curves(&request(), at_once).workers(),
            workers
        );
    }
}

fn scenario(link: &str) -> Scenario {
    Scenario::from_link(link).scenario
}

#[test]
fn a_scenario_is_sent_to_a_worker_and_simulated_exactly_as_given() {
    let link = "t=torus:4x4&lam=0.01&seed=18446744073709551615&cyc=3000&warm=100";
    let mut queue = WorkerQueue::of_scenarios(vec![scenario(link)], 1);
    let task = queue.next(0).expect("there is work");
    let report = simulate(&scenario(link), |_| ()).expect("a valid scenario");
    let answer = Reply::Answer(Simulated::Report(Box::new(report)));
    assert_eq!(replies(&task).pop(), Some(answer));
}

/// The reports of scenarios, and the scenarios in the order in which they start, if the workers take turns.
fn done_by(workers: usize, scenarios: &[Scenario]) -> (Vec<Option<Report>>, Vec<Option<usize>>) {
    let mut queue = WorkerQueue::of_scenarios(scenarios.to_vec(), workers);
    let mut reports = vec![None; scenarios.len()];
    let mut started = Vec::new();
    let mut progress = 0.0;
    loop {
        // All workers take a part before the first of them works.
        let workers = 0..queue.workers();
        let taken: Vec<_> = workers.map(|worker| queue.next(worker)).collect();
        assert!(taken.iter().any(Option::is_some), "a part is left");
        for (worker, task) in taken.into_iter().enumerate() {
            let Some(task) = task else { continue };
            started.push(scenarios.iter().position(|of| *of == task.scenario));
            for event in replies(&task)
                .into_iter()
                .flat_map(|reply| queue.hear(worker, reply))
            {
                match event {
                    SimulationEvent::Progress(share) => {
                        assert!(share >= progress - 1e-9, "{share} after {progress}");
                        progress = share;
                    }
                    SimulationEvent::Result((number, report)) => reports[number] = Some(*report),
                    SimulationEvent::Done => {
                        assert!((progress - 1.0).abs() < 1e-9, "{progress}");
                        return (reports, started);
                    }
                    SimulationEvent::Failed(reason) => panic!("{reason}"),
                }
            }
        }
    }
}

#[test]
fn workers_share_replications_and_the_longest_scenario_is_first() {
    let scenarios = [
        "t=mesh:4x4&lam=0.01&run=800&warm=100",
        "t=mesh:4x4&lam=0.02&run=4000&warm=100&rep=3",
        "t=hypercube:3&mu=1&lam=0.1&run=500&warm=100&rep=2",
        "t=torus-uni:4&vc=1&lam=0.9&run=900&rep=2",
    ];
    let scenarios = scenarios.map(scenario);
    let alone = scenarios.iter().map(|scenario| {
        let report = simulate(scenario, |_| ());
        Some(report.expect("a valid scenario"))
    });
    let alone: Vec<_> = alone.collect();
    for workers in [1, 2, 3, 12] {
        let (reports, started) = done_by(workers, &scenarios);
        assert_eq!(reports, alone, "{workers} workers");
        assert_eq!(started[0], Some(1), "{workers} workers");
        if workers > 1 {
            assert_eq!(started[..2], [Some(1), Some(1)]);
        }
    }
    // No more than there are replications.
    let queue = WorkerQueue::of_scenarios(scenarios.to_vec(), 12);
    assert_eq!(queue.workers(), 8);
}

#[test]
fn a_failed_scenario_ends_all() {
    let scenarios = vec![scenario("t=mesh:4"), scenario("t=mesh:5")];
    let mut queue = WorkerQueue::of_scenarios(scenarios, 2);
    queue.next(0).expect("there is work");
    queue.next(1).expect("there is work");
    let failed = queue.hear(1, Reply::Failed("no".to_owned()));
    assert_eq!(failed, [SimulationEvent::Failed("no".to_owned())]);
    assert!(queue.next(0).is_none() && queue.is_over());
}
