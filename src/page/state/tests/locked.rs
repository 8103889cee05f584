//! Laws of locked links.

use super::*;

/// Names of locks, each with an address that leaves something to change.
const LINKS: [&str; 8] = [
    "t=torus:4x4&vc=2&lam=0.01&lock=network&c=3",
    "t=torus:4x4&vc=2&lam=0.01&lock=vcs,routing&c=3",
    "t=mesh:4x4&msg=0:0,0>1,1%2B2,2&lock=messages,faults&c=3",
    "t=mesh:4x4&lam=0.01&heat=1&show=routes&lock=view&c=3",
    "t=mesh:4x4&lam=0.01&lock=settings&c=3",
    "t=mesh:4x4&lam=0.01&lock=time&c=3",
    "t=mesh:4x4&lam=0.01&lock=place&hide=bar,tools&ui=embed&c=3",
    "t=mesh:4x4&lam=0.01&lock=all&c=3",
];

/// The locked part of the explored network as text, computed without the code that enforces the locks.
fn locked_text(state: &PageState) -> Vec<String> {
    let address = match &state.left {
        Some(left) => left.address.clone(),
        None => state.address(0),
    };
    let locked = state.restrictions.locked;
    let fields = Scenario::fields().filter(|(_, path)| locked.has_field(path));
    let mut texts: Vec<_> = fields.map(|(_, path)| address.scenario.get(path)).collect();
    if locked.has("view") {
        let view = Address {
            scenario: Scenario::on("mesh:4x4"),
            cycle: None,
            view: View {
                pair: None,
                by: None,
                followed: None,
                theme: None,
                workers: None,
                ..address.view.clone()
            },
            selected: None,
            unknown: Vec::new(),
            points: Vec::new(),
            ..address.clone()
        };
        texts.push(format!(
            "{} {:?} {:?}",
            view.write(),
            address.view.pair,
            address.view.by
        ));
    }
    if locked.has("place") {
        texts.push(state.place.name().to_owned());
    }
    texts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the actions, what a link locks stays as it is, and so do the restrictions.
    #[test]
    fn locked_things_never_change(
        link in select(LINKS.to_vec()),
        draws in prop::collection::vec((draws(), 0_u64..500, any::<bool>()), 1..14),
    ) {
        let mut state = opened(link);
        let restrictions = state.restrictions.clone();
        let locked = locked_text(&state);
        for (step, (draw, cycle, plays)) in draws.into_iter().enumerate() {
            for action in draw.actions(&state) {
                if matches!(action, Action::Open(_, Asked::ByPage)) {
                    continue;
                }
                let is_visit = matches!(action, Action::Visit(..));
                let time = 1e4 * step as f64;
                let moment = Moment { cycle, plays, time, ..Moment::default() };
                let before = state.clone();
                let Ok(after) = transition(state.clone(), action, &moment) else { continue };
                let is_other = !Arc::ptr_eq(&before.built, &after.state.built);
                state = after.state;
                prop_assert_eq!(&state.restrictions, &restrictions);
                prop_assert_eq!(&locked_text(&state), &locked);
                if restrictions.locked.has("time") && !is_visit {
                    let stays = Continuation::at(cycle, plays);
                    prop_assert!(after.run.is_none_or(|run| run == stays));
                    prop_assert!(after.run.is_some() || !is_other);
                }
            }
        }
    }
}

fn refused(state: &PageState, action: Action) -> String {
    let refusal = transition(state.clone(), action, &Moment::default());
    refusal.expect_err("it is locked").to_string()
}

#[test]
fn actions_on_locked_things_are_refused_in_a_sentence() {
    let state = opened("t=torus:4x4&vc=2&lock=vcs,messages,view");
    for (action, told) in [
        (Action::set("vcs", "3"), "the virtual channels"),
        (Action::set("dateline", "0"), "the virtual channels"),
        (Action::SendAcross, "the messages sent by hand"),
        (Action::Heat(true), "the view"),
        (Action::Dock(Dock::Curve), "the view"),
        (
            Action::Example(RING_DEADLOCK.to_owned()),
            "the virtual channels",
        ),
    ] {
        let expected = format!("the link that you opened locks {told}");
        assert_eq!(refused(&state, action), expected);
    }
    assert_eq!(
        after(&state, Action::set("buffer", "3"))
            .state
            .scenario
            .buffer,
        3
    );
}

#[test]
fn undo_does_not_return_to_before_a_lock() {
    let state = after(&opened("t=mesh:4x4&vc=1"), Action::set("vcs", "2")).state;
    let link = Box::new(read("t=mesh:4x4&vc=3&lock=vcs"));
    let state = after(&state, Action::Visit(Place::Explore, link)).state;
    assert!(state.past.last_done().is_some());
    assert!(refused(&state, Action::Undo).ends_with("the virtual channels"));
    let free = Box::new(read("t=mesh:4x4&vc=3&lock="));
    let state = after(&state, Action::Visit(Place::Explore, free)).state;
    assert_eq!(state.restrictions, Restrictions::default());
    assert_eq!(after(&state, Action::Undo).state.scenario.vcs, 2);
}

#[test]
fn locks_survive_other_places_and_addresses_without_them() {
    let state = opened("t=torus:4x4&vc=2&lock=network&hide=tools");
    let lesson = Box::new(read("t=mesh:6&c=2"));
    let state = after(&state, Action::Visit(Place::Lessons, lesson)).state;
    assert_eq!(state.scenario.network, "mesh:6");
    // The network of the lesson is not the student's to change, either.
    assert!(refused(&state, Action::set("network", "mesh:7")).ends_with("the network"));
    let other = Action::Visit(Place::Explore, Box::new(read("t=mesh:4x4")));
    let state = after(&state, other).state;
    assert_eq!(state.scenario.network, "torus:4x4");
    assert_eq!(
        state.problems,
        ["the link that you opened locks the network"]
    );
    let edited = Action::Visit(Place::Explore, Box::new(read("t=mesh:4x4&c=1")));
    assert!(refused(&state, edited).ends_with("the network"));
    assert!(
        state
            .address(0)
            .write()
            .ends_with("&hide=tools&lock=network&c=0")
    );
}

#[test]
fn restrictions_of_a_step_need_no_network() {
    let opened = read("ui=embed&lock=settings");
    assert!(opened.is_empty && opened.restricts);
    assert_eq!(opened.problems, [""; 0]);
    let state = self::opened("t=mesh:4x4");
    let state = after(&state, Action::Visit(Place::Lessons, Box::new(opened))).state;
    assert!(state.restrictions.is_embedded() && state.restrictions.locked.has("vcs"));
}

#[test]
fn unknown_names_are_reported_and_known_ones_kept() {
    let opened = read("t=mesh:4x4&lock=vcs,routng,view&hide=bars&ui=small");
    assert_eq!(
        opened.problems,
        [
            "lock=vcs,routng,view: lock must be a list of network, routing, switching, vcs, buffer, length, traffic, \
             messages, faults, others, view, time, place, settings or all, not routng; ignoring that",
            "hide=bars: hide must be a list of bar, places, settings, examples, undo, tools, summary, time, dock, \
             overlays or inspector, not bars; ignoring that",
            "ui=small: ui must be full, embed or present, not small; showing the whole page",
        ]
    );
    assert_eq!(opened.address.write(), "t=mesh:4x4&lock=vcs,view");
}
