//! The function from a state and an action to the next state.

use super::{Action, Asked, Continuation, Moment, PageState, Panel, Refusal, Shown, Transition};
use crate::curves::{LinkedPoints, subject};
use crate::{
    Address, Dock, Followed, Opened, Overlay, Place, UndoHistory, parse_panes, split_into,
};
use engine::multicast;
use picture::scene::Thing;
use study::scenario::{PRESETS, Preset};

/// Computes the state after an action, whatever is locked.
///
/// # Errors
///
/// Why the action cannot be done; the state then stays as it was.
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
pub(super) fn perform(
    state: PageState,
    action: Action,
    moment: &Moment,
) -> Result<Transition, Refusal> {
    let mut state = state;
    match action {
        Action::Visit(place, opened) => return state.visit(place, *opened, moment),
        Action::Open(opened, Asked::ByUser) => return state.open_by_user(*opened, moment),
        Action::Open(opened, Asked::ByPage) => return state.enter(*opened),
        Action::Example(id) => {
            if let Some(preset) = Preset::named(&id) {
                let opened = Address::read(&preset.query(), &state.scenario.scripts);
                return state.open_by_user(opened, moment);
            }
        }
        Action::Suggest(id) => {
            // From one suggestion to the next, the network to return to stays the user's own.
            if !state.offers_own_back() {
                state.kept = Some(Opened::of(state.address(moment.position())));
            }
            return perform(state, Action::Example(id.to_owned()), moment);
        }
        Action::BackToOwn => {
            if state.offers_own_back()
                && let Some(own) = state.kept.take()
            {
                return state.change_to("your network", own, moment);
            }
        }
        Action::Set(fields) => return state.set(&fields, moment),
        Action::SetWithoutScript(fields, fault) => {
            return state.set_without_script(fields, &fault, moment);
        }
        Action::Show(scenario, what) => state.change(*scenario, what, moment)?,
        Action::ShowHere(scenario, what) => return state.show_here(*scenario, what, moment),
        Action::Multicast(from, to) => return state.multicast(from, &to, moment),
        Action::Send(from, to, path) => {
            if !path.is_empty() {
                state.view.overlay = Overlay::default();
            }
            return state.send(from, to, &path, moment);
        }
        Action::SendAcross => return state.send_across(moment),
        Action::ClearMessages => {
            let mut scenario = state.scenario.clone();
            scenario.messages.clear();
            let what = "removing the messages sent by hand".to_owned();
            return state.show_here(scenario, what, moment);
        }
        Action::RemoveMessage(place) => return state.remove_message(place, moment),
        Action::ToggleFault => return state.toggle_fault(moment),
        Action::Cure {
            scenario,
            label,
            why,
        } => return state.cure(*scenario, label, why, moment),
        Action::PlayDeadlock(scenario, cycle) => {
            state.change(*scenario, "Played deadlock", moment)?;
            // The inspector explains it.
            state.make_room();
            state.panel = Panel::Inspect;
            return Ok(Transition::at(state, Continuation::Pause(cycle + 1)));
        }
        Action::Undo => return state.turn("Undone", UndoHistory::undo, moment),
        Action::Redo => return state.turn("Redone", UndoHistory::redo, moment),
        Action::Select(thing, followed) => state.select(thing, followed),
        Action::Mark(thing) => state.focus.selected = Some(thing),
        Action::Point(thing) => state.focus.pointed = thing,
        Action::Refer(pointed) => state.pointed = pointed,
        Action::BeginMessage => {
            if let Some(Thing::Node(node)) = state.focus.selected {
                state.focus.source = Some(node);
            }
        }
        Action::DrawMessage(from, to, over) => {
            state.focus.source = Some(from);
            state.focus.aim = Some(to);
            state.focus.pointed = over;
        }
        Action::CancelMessage => {
            state.focus.source = None;
            state.focus.aim = None;
        }
        Action::Overlay(overlay) => {
            state.make_room();
            state.view.overlay = overlay;
        }
        Action::ToggleOverlay(overlay) => {
            // Below another panel, it is to come forward.
            let is_below = matches!(
                state.shown(),
                Shown::Task(_) | Shown::Settings | Shown::Facts
            );
            let is_shown = state.view.overlay == overlay && !is_below;
            state.make_room();
            state.view.overlay = if is_shown {
                Overlay::default()
            } else {
                overlay
            };
        }
        Action::Routes(from, to) if from == to => {
            state.problems = vec!["source and destination must differ".to_owned()];
        }
        Action::Routes(from, to) => {
            state.walked = Vec::new();
            state.view.pair = Some((from, to));
        }
        Action::Through(by) => {
            state.walked = Vec::new();
            state.view.by = by;
        }
        Action::Walk(nodes) => state.walked = nodes,
        Action::NodeDisjoint(is_on) => state.view.node_disjoint = is_on,
        Action::Dock(dock) => {
            state.make_room();
            state.view.dock = dock;
        }
        Action::Panel(panel) => state.panel = panel,
        Action::TogglePanel(panel) => {
            let is_open = state.panel == panel;
            state.panel = if is_open { Panel::None } else { panel };
        }
        Action::ClosePanel => state.close_panel(),
        Action::Arrange(arrangement) => {
            if state.built.topology.arrangements().contains(&arrangement) {
                state.view.arrangement = arrangement;
            }
        }
        Action::Heat(is_on) => state.view.heat = is_on,
        Action::ToggleMatrix => state.view.matrix = Some(!state.shows_matrix()),
        Action::Split(panes) => state.split(panes),
        Action::ToggleSplit if state.is_split() => state.view.side_by_side = Vec::new(),
        Action::ToggleSplit if state.scenario.sends_to_several() => state.split(2),
        Action::ToggleSplit => {
            let hint = "Nothing to compare side by side: no message goes to several nodes.";
            state.notice = Some((hint.to_owned(), moment.cycle));
        }
        Action::Pane(place, algorithm) => {
            let mut specs = state.view.side_by_side.clone();
            if let Some(pane) = specs.get_mut(place) {
                *pane = algorithm;
                if parse_panes(&state.scenario, &specs.join(";")).is_ok() {
                    state.view.side_by_side = specs;
                }
            }
        }
        Action::Follow(followed) => state.view.followed = followed,
        Action::KeepInView(is_on) => state.following = is_on,
        Action::Theme(theme) => state.view.theme = state.view.theme.map(|_| theme),
        Action::KeepCurve => {
            let notice = match state.view.keep_curve(&state.scenario) {
                Ok(()) => {
                    "Kept as a curve: change any setting, then Measure compares both.".to_owned()
                }
                Err(reason) => reason,
            };
            state.notice = Some((notice, moment.cycle));
            state.view.dock = Dock::Curve;
        }
        Action::CompareRouting(routing) => {
            let mut other = subject(&state.scenario);
            other.routing = routing;
            state.compare_with(other)?;
        }
        Action::CompareTraffic(pattern) => {
            let mut other = subject(&state.scenario);
            other.traffic.pattern = pattern;
            state.compare_with(other)?;
        }
        Action::Compare(kept) => state.view.compared = Some(kept),
        Action::Axes(axes) => state.view.axes = axes,
        Action::Problems(problems) => state.problems = problems,
        Action::Notice(notice) => state.notice = Some((notice, moment.cycle)),
        Action::DismissMessages => {
            state.turned = None;
            state.dropped = None;
            state.notice = None;
        }
    }
    Ok(state.into())
}

impl PageState {
    /// Selects something, or nothing. A selected worm is also shown in the space-time diagram.
    pub(super) fn select(&mut self, thing: Option<Thing>, followed: Option<Followed>) {
        self.focus.selected = thing;
        self.focus.source = None;
        self.focus.aim = None;
        self.following = false;
        if thing.is_some() && matches!(self.panel, Panel::Settings | Panel::Facts) {
            self.panel = Panel::None;
        }
        if let Some(Thing::Worm(message)) = thing {
            self.view.followed = Some(followed.unwrap_or_else(|| message.into()));
        }
    }

    /// Splits the picture into panes: first those already shown, then the scenario's own algorithm, then others.
    fn split(&mut self, panes: usize) {
        let known = multicast::defined_on(&*self.built.topology);
        let own = self.built.multicast.as_deref();
        let specs = split_into(panes, &self.view.side_by_side, own, &known);
        // A link must be able to name the panes.
        if parse_panes(&self.scenario, &specs.join(";")).is_err() {
            return;
        }
        self.view.side_by_side = specs;
        if !self.view.overlay.facts().in_panes {
            self.view.overlay = Overlay::default();
        }
    }

    /// Shows the state of an address, as a change that can be undone.
    fn open_by_user(self, opened: Opened, moment: &Moment) -> Result<Transition, Refusal> {
        let link = opened.address.scenario.to_link();
        let example = PRESETS.iter().find(|preset| preset.link == link);
        let what = example.map_or("opening a link", |preset| preset.name);
        self.change_to(what, opened, moment)
    }

    /// Shows the state of an address as a change with a name.
    fn change_to(
        mut self,
        what: &str,
        opened: Opened,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        self.change(opened.address.scenario.clone(), what, moment)?;
        Ok(self.taking(opened))
    }

    /// Shows the state of an address without an entry in the undo history.
    fn enter(mut self, opened: Opened) -> Result<Transition, Refusal> {
        self.replace(opened.address.scenario.clone())?;
        Ok(self.taking(opened))
    }

    /// Takes over the content of an address, except for the scenario, which is already shown.
    pub(super) fn taking(mut self, opened: Opened) -> Transition {
        let Opened {
            address,
            problems,
            is_empty,
            ..
        } = opened;
        self.problems = problems;
        let compared = address.view.compared.as_deref();
        self.linked = LinkedPoints::of_link(&address.scenario, compared, address.points);
        self.view = address.view;
        self.unknown = address.unknown;
        if address.selected.is_some() {
            self.focus.selected = address.selected;
        }
        let run = match address.cycle {
            Some(cycle) if address.play.is_some() => Continuation::Begin(cycle),
            Some(cycle) => Continuation::Pause(cycle),
            // An empty network shows nothing: start at a cycle with some traffic.
            None => Continuation::Begin(if is_empty { 150 } else { 0 }),
        };
        Transition {
            state: self,
            run: Some(run),
            speed: address.play,
            was_opened: true,
            made: address.made,
        }
    }

    /// Goes to a place, or to another address within it. Home, Papers and Lessons put their own network on the stage;
    /// the explored one returns afterwards, even after a visit to a third place.
    fn visit(
        mut self,
        place: Place,
        opened: Opened,
        moment: &Moment,
    ) -> Result<Transition, Refusal> {
        let before = std::mem::replace(&mut self.place, place);
        if opened.restricts {
            self.restrictions = opened.address.restrictions.clone();
        }
        if place.has_own_network() && !before.has_own_network() && self.left.is_none() {
            self.left = Some(Opened::of(self.address(moment.position())));
        }
        // The settings stay open when the address only switches to another example.
        if before != place || self.panel == Panel::Examples {
            self.panel = Panel::None;
        }
        if before != place {
            self.pointed = None;
            // Problems belong to the link that was followed; another place reports its own.
            self.problems = Vec::new();
        }
        match place {
            Place::Home if before != place => self.enter(opened),
            Place::Lessons if !opened.is_empty => self.enter(opened),
            Place::Home | Place::Experiment | Place::Lessons => Ok(self.into()),
            Place::Papers if opened.is_empty => {
                self.pointed = None;
                Ok(self.into())
            }
            Place::Papers if before == place => self.open_by_user(opened, moment),
            Place::Papers => self.enter(opened),
            Place::Explore => {
                let left = self.left.take();
                match left {
                    _ if !opened.is_empty && before == place => self.open_by_user(opened, moment),
                    _ if !opened.is_empty => self.enter(opened),
                    Some(left) => self.enter(left),
                    None if before.has_own_network() => self.enter(opened),
                    None => Ok(self.into()),
                }
            }
        }
    }
}
