use std::sync::Arc;

use study::scenario::Scenario;
use study::sweep::{
    Ending, Measured, Report, RequestedCurve, ShortCurve, SimulationEvent, simulate, subject_of,
};

use super::{Action, ComparedCurves, Effect, MeasuredCurve, State, compared_with};
use crate::LinkedPoints;
use crate::experiment::Stage;
use crate::experiment::storage::Storage;

fn scenario(link: &str) -> Scenario {
    let mut scenario = Scenario::from_link(link).scenario;
    scenario.run.cycles = 400;
    scenario
}

fn curves(own: &Scenario, others: &[Scenario]) -> Vec<MeasuredCurve> {
    let built = Arc::new(own.build().expect("a valid scenario"));
    ComparedCurves::new(own, &built, others.to_vec(), &LinkedPoints::default()).measured
}

fn report(of: &Scenario, load: f64, ending: Ending) -> Report {
    let report = simulate(of, |_| ()).expect("a valid scenario");
    Report {
        load,
        saturated: ending == Ending::Saturated,
        ..report
    }
}

fn point(of: &RequestedCurve, load: f64, ending: Ending) -> Action {
    let report = report(&of.curve.scenario, load, ending);
    let result = (of.curve.label.clone(), Box::new(report));
    Action::Event(SimulationEvent::Result(result))
}

fn started(effects: &[Effect]) -> Vec<RequestedCurve> {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Start(curves) => Some(curves.clone()),
        _ => None,
    });
    found.unwrap_or_default()
}

fn measure(loads: &[f64], own: &Scenario, locates_knees: bool) -> Action {
    Action::Measure {
        loads: loads.to_vec(),
        run: own.run,
        locates_knees,
    }
}

#[test]
fn points_are_stored_and_what_is_stored_or_beyond_the_end_is_not_simulated_again() {
    let own = scenario("t=hypercube:3&M=4");
    let mut kept = Storage::default();
    let mut state = State::default();
    assert_eq!(state.in_words(|_| String::new()), "");
    state.update(Action::Follow(curves(&own, &[])), &kept);
    let effects = state.update(measure(&[0.01, 0.02, 0.03, 0.04], &own, false), &kept);
    let [asked] = &*started(&effects) else {
        panic!("{effects:?}");
    };
    assert!(state.is_running() && asked.loads == [0.01, 0.02, 0.03, 0.04]);
    for (load, ending) in [
        (0.02, Ending::Saturated),
        (0.01, Ending::Steady),
        (0.03, Ending::Saturated),
    ] {
        let effects = state.update(point(asked, load, ending), &kept);
        let [Effect::Store(scenario, report)] = &*effects else {
            panic!("{effects:?}");
        };
        kept.0
            .push((Scenario::clone(scenario), Report::clone(report)));
    }
    let loads: Vec<_> = state.points.iter().map(Measured::load).collect();
    assert_eq!(loads, [0.01, 0.02, 0.03]);
    state.update(Action::Event(SimulationEvent::Done), &kept);
    let words = state.in_words(|_| String::new());
    assert!(words.starts_with("3 loads measured, 95 % intervals, seed 1"));
    assert!(words.ends_with("saturated from λ = 0.02 on"), "{words}");
    // The load between is new; the curve ends at the second saturated point.
    let effects = state.update(measure(&[0.01, 0.015, 0.05], &own, false), &kept);
    assert_eq!(started(&effects)[0].loads, [0.015]);
    state.update(Action::Cancel, &kept);
    assert_eq!(state.stage, Stage::Canceled);
    // The points are there again after another network.
    state.update(Action::Follow(curves(&scenario("t=mesh:4"), &[])), &kept);
    assert!(state.points.is_empty());
    state.update(Action::Follow(curves(&own, &[])), &kept);
    assert!(
        state
            .in_words(|_| String::new())
            .ends_with("from an earlier measurement")
    );
    let effects = state.update(Action::Forget, &kept);
    assert!(matches!(&effects[0], Effect::Forget(of) if subject_of(of) == subject_of(&own)));
    assert!(state.points.is_empty() && state.curves.len() == 1);
}

#[test]
fn a_measurement_goes_on_until_the_knees_are_located() {
    let own = scenario("t=hypercube:3&M=4");
    let kept = Storage::default();
    let mut state = State::default();
    state.update(Action::Follow(curves(&own, &[])), &kept);
    let asked = started(&state.update(measure(&[0.01], &own, true), &kept));
    state.update(point(&asked[0], 0.01, Ending::Steady), &kept);
    let done = || Action::Event(SimulationEvent::Done);
    let effects = state.update(done(), &kept);
    assert_eq!(effects, [Effect::Stop, Effect::LocateKnees]);
    assert!(state.is_running());
    let next = vec![(String::new(), 0.02)];
    let asked = started(&state.update(Action::Continue(next.clone()), &kept));
    assert_eq!(asked[0].loads, [0.02]);
    state.update(done(), &kept);
    state.update(Action::Continue(Vec::new()), &kept);
    assert_eq!(state.stage, Stage::Done);
    // An answer that comes after the end starts nothing.
    assert_eq!(state.update(Action::Continue(next), &kept), []);
}

#[test]
fn loads_of_a_link_without_points_are_measured_once() {
    let own = scenario("t=hypercube:3&M=4");
    let kept = Storage::default();
    let mut linked = curves(&own, &[]);
    let points = ShortCurve::read(".01_12_.1_11_.1_.04~.02").expect("two points");
    linked[0].linked = points;
    let mut state = State::default();
    let effects = state.update(Action::Follow(linked.clone()), &kept);
    assert!(matches!(&effects[1], Effect::Say(text) if text.contains("no points of this curve")));
    assert_eq!(started(&effects)[0].loads, [0.02]);
    assert_eq!(state.points.len(), 1);
    state.update(Action::Cancel, &kept);
    linked[0].name = "another name".to_owned();
    let effects = state.update(Action::Follow(linked), &kept);
    assert_eq!(effects, [Effect::Stop]);
}

#[test]
fn compared_curves_have_names_ends_and_reasons() {
    let own = scenario("t=mesh:4x4&M=4");
    let other = scenario("t=mesh:4x4&M=4&r=west-first");
    let impossible = Scenario {
        routing: "no-such-function".to_owned(),
        ..own.clone()
    };
    let built = Arc::new(own.build().expect("a valid scenario"));
    let others = compared_with(&own, Some(vec![other, impossible]));
    let all = ComparedCurves::new(&own, &built, others, &LinkedPoints::default());
    assert_eq!((all.measured.len(), all.refused.len()), (2, 1));
    assert!(all.measured[1].is_own && all.measured[0].name == "West first");
    let kept = Storage::default();
    let mut state = State::default();
    state.update(Action::Follow(all.measured), &kept);
    let asked = started(&state.update(measure(&[0.01], &own, false), &kept));
    assert_eq!(asked.len(), 2);
    state.update(point(&asked[0], 0.01, Ending::Saturated), &kept);
    assert_eq!(state.ends(), None);
    state.update(Action::Event(SimulationEvent::Done), &kept);
    let rows = state.ends().expect("the end of two curves").rows;
    assert_eq!(rows[0][3], "saturated from λ = 0.01 on");
    assert_eq!(rows[1][3], "not measured yet");
    // A figure of a paper has its curves.
    let link = "t=mesh:10x10&vc=1&md=10&ts=33&tp=auto&pi=4&pe=4&mc=qualified-groups";
    let figure = Scenario::from_link(link).scenario;
    assert_eq!(compared_with(&figure, None).len(), 5);
    assert!(compared_with(&own, None).is_empty());
}
