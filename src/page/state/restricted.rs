//! Enforcement of the locks of a link: whatever the action, what is locked stays as it is.

use super::transition::perform;
use super::{Action, Asked, Continuation, Moment, PageState, Refusal, Transition};
use crate::{Address, Locked, Opened};
use study::scenario::Scenario;

/// Computes the state after an action.
///
/// An action that would change something locked is refused, whether it does so directly or by the way, as an undo
/// may. Steps of lessons are the page's own and not restricted. A visit to another place leaves the explored network
/// as it is locked; only an address that names restrictions replaces them.
///
/// # Errors
///
/// Why the action cannot be done; the state then stays as it was.
pub fn transition(
    state: PageState,
    action: Action,
    moment: &Moment,
) -> Result<Transition, Refusal> {
    let locked = state.restrictions.locked;
    let is_free = match &action {
        Action::Open(_, Asked::ByPage) => true,
        Action::Visit(_, opened) => opened.restricts,
        _ => locked.is_empty(),
    };
    if is_free {
        return perform(state, action, moment);
    }
    let before = state.clone();
    let visited = match &action {
        Action::Visit(place, _) => Some(*place),
        _ => None,
    };
    if visited.is_some_and(|place| place != before.place) && locked.has("place") {
        return Err(Refusal::Locked("the place"));
    }
    let mut next = perform(state, action, moment)?;
    if let Some(place) = visited {
        let explored = explored(&before);
        let Some(changed) =
            explored.and_then(|explored| changed(locked, &explored, &self::explored(&next.state)?))
        else {
            return Ok(next);
        };
        if place == before.place {
            return Err(Refusal::Locked(changed));
        }
        // The place opens with the network as it was left.
        let left = Opened {
            is_empty: true,
            ..Opened::of(before.address(moment.position()))
        };
        let mut next = perform(before, Action::Visit(place, Box::new(left)), moment)?;
        next.state.problems = vec![Refusal::Locked(changed).to_string()];
        return Ok(next);
    }
    let changed = changed(locked, &before.address(0), &next.state.address(0));
    if let Some(changed) = changed {
        return Err(Refusal::Locked(changed));
    }
    if locked.has("time") {
        // A changed scenario would start anew.
        let is_other = !std::sync::Arc::ptr_eq(&before.built, &next.state.built);
        let stays = Continuation::at(moment.position(), moment.plays);
        next.run = (is_other || next.run.is_some()).then_some(stays);
        next.speed = None;
    }
    Ok(next)
}

/// The explored network, which is set aside while another one is on the stage.
fn explored(state: &PageState) -> Option<Address> {
    match &state.left {
        Some(left) => Some(left.address.clone()),
        None if state.place.has_own_network() => None,
        None => Some(state.address(0)),
    }
}

/// Returns the first locked thing in which two addresses differ, by its name in sentences.
fn changed(locked: Locked, before: &Address, after: &Address) -> Option<&'static str> {
    let (old, new) = (&before.scenario, &after.scenario);
    locked.find(|name| match name {
        "view" => before.view.lockable() != after.view.lockable(),
        _ if old == new => false,
        name => {
            let mut one = Locked::default();
            one.add(name);
            let mut paths = Scenario::fields().map(|(_, path)| path);
            paths.any(|path| one.has_field(path) && old.get(path) != new.get(path))
        }
    })
}
