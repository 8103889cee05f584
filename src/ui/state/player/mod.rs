//! The simulation in time: play, pause, step both ways by cycle, phase and event, seek.
//!
//! The player owns the only animation frame. Pausing is not asking for the next one. Whatever
//! may take more than a moment is done by setting a goal, towards which each frame goes a bit.

mod frames;

use std::sync::Arc;

use flitscope::page::{Clock, SPEEDS, Then};
use flitscope::scene::{Journey, Phase};
use flitscope::sim::{Design, Events, Firsts, History, MessageId, Simulator, Snapshot, Trend};
use leptos::prelude::*;

use super::utilization::utilization;

/// The message that the space-time diagram shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Which one.
    pub message: MessageId,
    /// A cycle in which it had not left its queue.
    pub since: u64,
}

impl From<MessageId> for Followed {
    fn from(message: MessageId) -> Self {
        Self { message, since: 0 }
    }
}

/// Slowest speed [cycles/s].
pub const SLOWEST: f64 = SPEEDS[0];
/// Fastest speed [cycles/s].
pub const FASTEST: f64 = SPEEDS[1];

/// The player; copies share it.
#[derive(Clone, Copy)]
pub struct Player {
    pub(in crate::ui) history: StoredValue<History>,
    /// Runs beside this one that keep to its cycle, each with its place.
    beside: StoredValue<Vec<(usize, StoredValue<History>)>>,
    /// What there is to see.
    pub snapshot: RwSignal<Arc<Snapshot>>,
    /// The state one cycle earlier, after a step to the one shown.
    pub before: RwSignal<Option<Arc<Snapshot>>>,
    /// The phase of the last cycle that is shown; `Move`: it is over.
    pub phase: RwSignal<Phase>,
    /// Flits per cycle that have crossed each channel since cycle 0.
    pub utilization: Memo<Arc<Vec<f64>>>,
    /// How the run went lately.
    pub trend: RwSignal<Trend>,
    /// The cycle shown.
    pub cycle: RwSignal<u64>,
    /// The last cycle that has been simulated.
    pub furthest: RwSignal<u64>,
    /// Whether time runs.
    pub playing: RwSignal<bool>,
    /// Cycles per second.
    pub speed: RwSignal<f64>,
    /// The cycle that is being sought.
    pub goal: RwSignal<Option<u64>>,
    /// How much of the last cycle's movement is shown, 0 to 1.
    pub share: RwSignal<f32>,
    /// The kinds of event that steps by event stop at.
    pub kinds: RwSignal<Events>,
    /// Why time did not go where it was asked to, in a sentence.
    pub refusal: RwSignal<Option<String>>,
    clock: StoredValue<Clock>,
    /// The design of the snapshot shown.
    design: StoredValue<Arc<Design>>,
}

impl Player {
    /// A player at cycle 0, paused.
    pub fn new(design: Arc<Design>) -> Self {
        let history = History::new(design.clone());
        let snapshot = RwSignal::new(Arc::new(history.now().snapshot()));
        let history = StoredValue::new(history);
        let playing = RwSignal::new(false);
        Self {
            history,
            beside: StoredValue::new(Vec::new()),
            snapshot,
            utilization: utilization(snapshot, history, playing),
            before: RwSignal::new(None),
            phase: RwSignal::new(Phase::Move),
            trend: RwSignal::new(Trend::default()),
            cycle: RwSignal::new(0),
            furthest: RwSignal::new(0),
            playing,
            speed: RwSignal::new(6.0),
            goal: RwSignal::new(None),
            share: RwSignal::new(1.0),
            kinds: RwSignal::new(Events::ALL),
            refusal: RwSignal::new(None),
            clock: StoredValue::new(Clock::default()),
            design: StoredValue::new(design),
        }
    }

    /// Begins another run at cycle 0; whether time runs stays as it is.
    pub fn restart(self, design: Arc<Design>) {
        self.history.set_value(History::new(design));
        self.goal.set(None);
        self.refusal.set(None);
        self.furthest.set(0);
        self.publish(1.0);
    }

    /// Runs from a cycle on.
    pub fn play_from(self, cycle: u64) {
        self.go(cycle, Then::Play);
    }

    /// Stands still at a cycle.
    pub fn pause_at(self, cycle: u64) {
        self.go(cycle, Then::Stand);
    }

    /// Goes to a cycle, and plays on from there or not.
    pub fn go_to(self, cycle: u64, then_play: bool) {
        self.go(cycle, if then_play { Then::Play } else { Then::Stand });
    }

    fn go(self, cycle: u64, then: Then) {
        self.playing.set(false);
        self.refusal.set(None);
        self.clock.update_value(|clock| clock.then = then);
        self.goal.set(Some(cycle));
        self.wake();
    }

    /// Whether time runs, or a cycle far away is being computed.
    pub fn is_busy(self) -> bool {
        self.playing.get() || self.is_far()
    }

    /// Whether time runs, or will as soon as the goal is reached.
    pub fn will_play(self) -> bool {
        let seeks = self.goal.get_untracked().is_some();
        let then_plays = matches!(self.clock.read_value().then, Then::Play);
        self.playing.get_untracked() || (seeks && then_plays)
    }

    /// Whether a cycle is being sought that takes more than a moment.
    pub fn is_far(self) -> bool {
        const MOMENT: u64 = 500;
        let goal = self.goal.get();
        goal.is_some_and(|goal| goal > self.cycle.get() + MOMENT)
    }

    /// Plays or pauses.
    pub fn toggle(self) {
        self.refusal.set(None);
        if self.goal.get_untracked().is_some() {
            self.goal.set(None);
            self.publish(1.0);
            return;
        }
        let play = !self.playing.get_untracked();
        self.playing.set(play);
        if play {
            self.clock.update_value(Clock::begin);
            self.wake();
        } else {
            self.share.set(1.0);
        }
    }

    /// Lets time stand, and seeks no cycle.
    pub fn pause(self) {
        if self.will_play() || self.goal.get_untracked().is_some() {
            self.toggle();
        }
    }

    /// Where time stands, or will as soon as the goal is reached.
    fn place(self) -> (u64, Phase) {
        match (self.goal.get_untracked(), self.clock.get_value().then) {
            (Some(goal), Then::Show(phase)) => (goal, phase),
            (Some(goal), _) => (goal, Phase::Move),
            (None, _) => (self.cycle.get_untracked(), self.phase.get_untracked()),
        }
    }

    /// One cycle on, or back.
    pub fn step(self, forward: bool) {
        let (cycle, _) = self.place();
        if forward {
            self.go(cycle + 1, Then::Show(Phase::Move));
        } else {
            self.pause_at(cycle.saturating_sub(1));
        }
    }

    /// One phase on, or back.
    pub fn step_phase(self, forward: bool) {
        let (cycle, phase) = self.place();
        match (phase, forward) {
            (Phase::Move, true) => self.go(cycle + 1, Then::Show(Phase::Route)),
            (Phase::Allocate, true) => self.show_phase(cycle, Phase::Move),
            (Phase::Route, true) => self.show_phase(cycle, Phase::Allocate),
            (Phase::Allocate, false) => self.show_phase(cycle, Phase::Route),
            (Phase::Move, false) if cycle > 0 => self.show_phase(cycle, Phase::Allocate),
            (Phase::Move | Phase::Route, false) => self.pause_at(cycle.saturating_sub(1)),
        }
    }

    /// Shows a phase of the cycle shown, at once if it is known what was before.
    fn show_phase(self, cycle: u64, phase: Phase) {
        let is_here = self.goal.get_untracked().is_none();
        if is_here && self.before.read_untracked().is_some() {
            self.refusal.set(None);
            self.phase.set(phase);
            self.share.set(share_of(phase));
        } else {
            self.go(cycle, Then::Show(phase));
        }
    }

    /// To the next event of the kinds chosen, or the previous one.
    pub fn step_event(self, forward: bool) {
        let (from, _) = self.place();
        let kinds = self.kinds.get_untracked();
        let known = {
            let history = self.history.read_value();
            if forward {
                history.next_event(from, kinds)
            } else {
                history.previous_event(from, kinds)
            }
        };
        if kinds == Events::NONE {
            self.refuse("No kind of event is chosen below the time line.".to_owned());
        } else if let Some(cycle) = known {
            self.go(cycle, Then::Show(Phase::Move));
        } else if forward {
            self.go(from, Then::Search { from, kinds });
        } else {
            self.refuse(format!("No such event before cycle {from}."));
        }
    }

    /// Says why time does not go where it was asked to.
    pub fn refuse(self, why: String) {
        self.refusal.set(Some(why));
    }

    fn is_overrun(self) -> bool {
        self.history.read_value().now().is_overrun()
    }

    /// Says why a run that is overrun goes no further.
    fn refuse_overrun(self) {
        let history = self.history.read_value();
        let (cycle, waiting) = (history.now().cycle(), history.now().backlog());
        self.refuse(format!(
            "The network is saturated: {waiting} messages wait in cycle {cycle}, as many as a run \
             keeps, so it ends here. Choose a lower load to go on."
        ));
    }

    /// When events first happened in stretches of the cycles up to one.
    pub fn marks(self, until: u64, most: usize) -> Vec<Firsts> {
        self.history.read_value().marks(until, most)
    }

    /// Faster or slower by a factor of two.
    pub fn change_speed(self, faster: bool) {
        let factor = if faster { 2.0 } else { 0.5 };
        self.speed
            .update(|speed| *speed = (*speed * factor).clamp(SLOWEST, FASTEST));
    }

    /// Notes the run that keeps to this one's cycle in a place beside it, or that none does.
    pub fn note_beside(self, place: usize, run: Option<StoredValue<History>>) {
        self.beside.update_value(|beside| {
            beside.retain(|(other, _)| *other != place);
            beside.extend(run.map(|run| (place, run)));
        });
    }

    /// Whether this is so of any run beside this one.
    fn any_beside(self, is_so: impl Fn(&Simulator) -> bool) -> bool {
        let beside = self.beside.read_value();
        let mut runs = beside.iter();
        runs.any(|(_, run)| run.try_with_value(|history| is_so(history.now())) == Some(true))
    }

    /// A message by its number, with what is known of its beginning.
    pub fn find(self, message: MessageId) -> Followed {
        let snapshot = self.snapshot.read_untracked();
        let in_flight = snapshot.worm(message).map(|worm| worm.generated);
        let arrived = snapshot.last_delivery.filter(|d| d.message == message);
        let since = in_flight.or(arrived.map(|delivery| delivery.generated));
        Followed {
            message,
            since: since.unwrap_or(0),
        }
    }

    /// All that a message does, by a simulation beside the one shown.
    pub fn journey(self, followed: Followed) -> Option<Journey> {
        let history = self.history.read_value();
        let before = history.before(followed.since);
        let patience = Journey::patience(before.design());
        Journey::follow(before, followed.message, patience)
    }
}

/// How much of a cycle's movement has been seen in one of its phases.
fn share_of(phase: Phase) -> f32 {
    if phase == Phase::Move { 1.0 } else { 0.0 }
}
