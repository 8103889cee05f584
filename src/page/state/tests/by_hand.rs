//! Messages that the user sends and removes.

use super::*;

#[test]
fn one_message_of_the_list_is_removed_and_undo_brings_it_back() {
    let list = "0:0,0>1,1;4:2,0>3,3%2B0,1;4:2,0>3,0";
    let state = opened(&format!("t=mesh:4x4&msg={list}&c=9"));
    let place = |at, from: u32, to: u32| state.place_in_list(at, NodeId(from), NodeId(to));
    assert_eq!(place(0, 0, 5), Some(0));
    // Any destination of a multicast will do.
    assert_eq!((place(4, 2, 4), place(4, 2, 15)), (Some(1), Some(1)));
    assert_eq!(place(4, 2, 3), Some(2));
    assert_eq!((place(5, 2, 3), place(0, 1, 5)), (None, None));
    let moment = Moment {
        cycle: 9,
        ..Moment::default()
    };
    let removed = transition(state.clone(), Action::RemoveMessage(1), &moment);
    let removed = removed.expect("nothing is locked");
    assert_eq!(removed.run, Some(Continuation::Pause(9)));
    let left = removed.state.scenario.get("messages");
    assert_eq!(left, "0:0,0>1,1;4:2,0>3,0");
    let back = after(&removed.state, Action::Undo).state;
    assert_eq!(back.scenario, state.scenario);
    // A place that does not exist any more.
    let same = after(&state, Action::RemoveMessage(3)).state;
    assert_eq!(same.scenario, state.scenario);
}
