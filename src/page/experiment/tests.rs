use study::laboratory::Experiment;
use study::scenario::Scenario;
use study::sweep::{Report, SimulationEvent, simulate};

use super::storage::Storage;
use super::{Action, Effect, Stage, State, Step};

const SMALL: &str = "m=ciciani-hypercube:n=3,length=8&sims=2&to=0.1";

fn opened(query: &str) -> State {
    let mut state = State::default();
    state.update(Action::Open(query.to_owned()), &Storage::default());
    state
}

fn report(load: f64) -> Report {
    let mut scenario = Scenario::from_link("t=hypercube:3&M=4&lam=0.01").scenario;
    scenario.run.cycles = 300;
    let report = simulate(&scenario, |_| ()).expect("a valid scenario");
    Report { load, ..report }
}

fn change(state: &mut State, step: Step, change: impl FnOnce(&mut Experiment)) -> Vec<Effect> {
    let mut experiment = state.experiment.clone();
    change(&mut experiment);
    let action = Action::Change(Box::new(experiment), step);
    state.update(action, &Storage::default())
}

#[test]
fn typing_into_a_field_is_one_step_and_other_changes_are_one_each() {
    let mut state = opened(SMALL);
    let kept = Storage::default();
    assert_eq!(state.history.last_done(), None);
    let typing = || Step::Typing("from".to_owned());
    for from in [0.01, 0.012] {
        let effects = change(&mut state, typing(), |it| it.x.from = Some(from));
        assert_eq!(effects, [Effect::WriteLink { is_new: false }]);
    }
    let effects = change(&mut state, Step::New, |it| it.curves.clear());
    assert_eq!(effects, [Effect::WriteLink { is_new: true }]);
    assert_eq!(change(&mut state, Step::New, |_| ()), []);
    state.update(Action::Undo, &kept);
    assert_eq!(
        (state.experiment.curves.len(), state.experiment.x.from),
        (1, Some(0.012))
    );
    state.update(Action::Undo, &kept);
    assert_eq!(state.experiment.x.from, None);
    assert_eq!(state.update(Action::Undo, &kept), []);
    state.update(Action::Redo, &kept);
    assert_eq!(state.experiment.x.from, Some(0.012));
}

#[test]
fn missing_points_are_simulated_stored_and_read_again() {
    let mut state = opened(SMALL);
    let mut kept = Storage::default();
    let effects = state.update(Action::Simulate, &kept);
    let [Effect::Start(scenarios)] = &*effects else {
        panic!("{effects:?}");
    };
    assert_eq!((scenarios.len(), &state.stage), (2, &Stage::Running(0.0)));
    for (index, scenario) in scenarios.iter().enumerate() {
        let found = Box::new(report(scenario.traffic.rate));
        let event = Action::Event(SimulationEvent::Result((index, found)));
        let effects = state.update(event, &kept);
        let [Effect::Store(of, report)] = &*effects else {
            panic!("{effects:?}");
        };
        assert_eq!(**of, *scenario);
        kept.0.push((scenario.clone(), Report::clone(report)));
    }
    let effects = state.update(Action::Event(SimulationEvent::Done), &kept);
    assert_eq!((effects, &state.stage), (vec![Effect::Stop], &Stage::Done));
    assert_eq!(state.update(Action::Simulate, &kept), []);
    state.update(Action::Clear, &Storage::default());
    assert!(state.results.is_empty());
    state.update(Action::Open(SMALL.to_owned()), &kept);
    assert!(!state.results.is_empty() && state.experiment.missing(&state.results).is_empty());
}

#[test]
fn networks_of_explore_stand_beside_kept_curves_and_points_of_links_are_simulated_again() {
    let mut state = opened(SMALL);
    let kept = Storage::default();
    assert_eq!(state.update(Action::Keep(0), &kept), [Effect::StoreCurves]);
    state.update(
        Action::Open("new=t%3Dhypercube:4%26seed%3D7".to_owned()),
        &kept,
    );
    assert_eq!(state.experiment.curves.len(), 2);
    assert_eq!(state.experiment.simulation.seed, 7);
    state.update(Action::Open("new=t%3Dnonsense".to_owned()), &kept);
    assert_eq!(
        (state.problems.len(), state.experiment.curves.len()),
        (1, 1)
    );
    let link = "sim=t%3Dhypercube:3%26M%3D4&pts=.01_9_.1_8_.1_.04~.02&sims=0";
    let effects = state.update(Action::Open(link.to_owned()), &kept);
    assert!(
        state.problems[0].contains("simulated again: hypercube"),
        "{:?}",
        state.problems
    );
    assert!(matches!(&effects[1], Effect::Start(scenarios) if scenarios.len() == 1));
    // An empty address shows the same experiment.
    let before = state.experiment.clone();
    state.update(Action::Open(String::new()), &kept);
    assert_eq!(state.experiment, before);
    assert!(!opened("").experiment.curves.is_empty());
}
