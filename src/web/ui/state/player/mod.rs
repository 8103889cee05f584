//! The simulation in time: playing, pausing, seeking, and stepping by cycle, phase or event in both directions.
//!
//! Times are numbers of simulated cycles, as in links. Texts instead name the end of the last cycle, and cycles are
//! numbered from 0 ([`time_after`]).
//!
//! The player owns the only animation frame, and pauses by not requesting the next one. Long operations set a
//! goal, and each frame advances towards it for a limited time.

mod frames;

use std::sync::Arc;

use browser::time::{now, prefers_stillness};
use flitscope::page::{Clock, Followed, Refusal, SPEEDS, Then};
use flitscope::scene::{Journey, Phase, time_after};
use flitscope::sim::{
    Delivery, Design, Events, Fate, Firsts, History, MessageId, Simulator, Snapshot, Trend,
};
use leptos::prelude::*;

use super::utilization::utilization;

/// Lowest speed [cycles/s].
pub const SLOWEST: f64 = SPEEDS[0];
/// Highest speed [cycles/s].
pub const FASTEST: f64 = SPEEDS[1];

/// A step in which flits glide.
#[derive(Clone, Copy)]
struct Glide {
    /// When it began \[ms\].
    begin: f64,
    /// The cycle that a step back leads to; `None` forward.
    to: Option<u64>,
}

/// The player; copies share state.
#[derive(Clone, Copy)]
pub struct Player {
    pub(in crate::ui) history: StoredValue<History>,
    /// Runs side by side with this one that stay in its cycle, each with its position.
    beside: StoredValue<Vec<(usize, StoredValue<History>)>>,
    /// The state that is shown.
    pub snapshot: RwSignal<Arc<Snapshot>>,
    /// The state one cycle earlier, if a step led to the one shown.
    pub before: RwSignal<Option<Arc<Snapshot>>>,
    /// The phase of the last cycle that is shown; `Move` is the end of the cycle.
    pub phase: RwSignal<Phase>,
    /// Flits per cycle that have crossed each channel since cycle 0.
    pub utilization: Memo<Arc<Vec<f64>>>,
    /// Recent trend of the run.
    pub trend: RwSignal<Trend>,
    /// The number of cycles before the state shown.
    pub cycle: RwSignal<u64>,
    /// The last cycle that has been simulated.
    pub furthest: RwSignal<u64>,
    pub playing: RwSignal<bool>,
    /// The speed of play \[cycles/s\].
    pub speed: RwSignal<f64>,
    /// The cycle that is being sought, or reached so far by a search for an event.
    pub goal: RwSignal<Option<u64>>,
    /// The step that is being shown, if flits glide in it.
    glide: StoredValue<Option<Glide>>,
    /// The shown fraction of the last cycle's movement, 0 to 1.
    pub share: RwSignal<f32>,
    /// The kinds of event that steps by event stop at.
    pub kinds: RwSignal<Events>,
    /// Whether the user may not move in time, because a question about the run is to be answered first.
    pub is_locked: RwSignal<bool>,
    /// Whether the link that was opened locks the time.
    pub is_held: RwSignal<bool>,
    /// Why the last seek or step failed, in a sentence.
    pub refusal: RwSignal<Option<String>>,
    clock: StoredValue<Clock>,
    /// The last delivery found for [`Player::fate`], and the run in which it happened.
    delivery: StoredValue<Option<(Arc<Design>, Delivery)>>,
    /// The design of the snapshot shown.
    design: StoredValue<Arc<Design>>,
}

impl Player {
    /// Creates a player, paused at cycle 0.
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
            glide: StoredValue::new(None),
            share: RwSignal::new(1.0),
            kinds: RwSignal::new(Events::ALL),
            is_locked: RwSignal::new(false),
            is_held: RwSignal::new(false),
            refusal: RwSignal::new(None),
            clock: StoredValue::new(Clock::default()),
            delivery: StoredValue::new(None),
            design: StoredValue::new(design),
        }
    }

    /// Starts a new run at cycle 0, and keeps playing or stays paused as before.
    pub fn restart(self, design: Arc<Design>) {
        self.history.set_value(History::new(design));
        self.goal.set(None);
        self.refusal.set(None);
        self.furthest.set(0);
        self.publish(1.0);
    }

    pub fn play_from(self, cycle: u64) {
        self.go(cycle, Then::Play);
    }

    pub fn pause_at(self, cycle: u64) {
        self.go(cycle, Then::Stand);
    }

    fn go(self, cycle: u64, then: Then) {
        self.glide.set_value(None);
        self.playing.set(false);
        self.refusal.set(None);
        self.clock.update_value(|clock| clock.then = then);
        self.goal.set(Some(cycle));
        self.wake();
    }

    /// Returns whether the run plays or seeks a distant cycle. Tracks it.
    pub fn is_busy(self) -> bool {
        self.playing.get() || self.is_far()
    }

    /// Returns whether the run plays, or will as soon as the goal is reached.
    pub fn will_play(self) -> bool {
        let seeks = self.goal.get_untracked().is_some();
        let then_plays = matches!(self.clock.read_value().then, Then::Play);
        self.playing.get_untracked() || (seeks && then_plays)
    }

    /// Returns whether the cycle sought is more than 500 cycles ahead, which takes noticeable time. Tracks it.
    pub fn is_far(self) -> bool {
        const NEAR: u64 = 500;
        let goal = self.goal.get();
        goal.is_some_and(|goal| goal > self.cycle.get() + NEAR)
    }

    /// Returns whether the user may not move in time, and tells so.
    fn is_refused(self) -> bool {
        if self.refuses_held() {
            return true;
        }
        let is_locked = self.is_locked.get_untracked();
        if is_locked {
            self.refuse("The run is shown when the question is answered.".to_owned());
        }
        is_locked
    }

    /// Returns whether the link locks the time, and tells so.
    pub fn refuses_held(self) -> bool {
        let is_held = self.is_held.get_untracked();
        if is_held {
            self.refuse(Refusal::Locked("the time shown").reason());
        }
        is_held
    }

    /// Pauses at a cycle whose state the user has seen or may see, also before a question is answered.
    pub fn return_to(self, cycle: u64) {
        if !self.refuses_held() {
            self.pause_at(cycle);
        }
    }

    /// Pauses at a cycle that the user has chosen.
    pub fn go_to(self, cycle: u64) {
        if !self.is_refused() {
            self.pause_at(cycle);
        }
    }

    /// Toggles between play and pause; during a seek, stops it.
    pub fn toggle(self) {
        if self.refuses_held() || !self.will_play() && self.is_refused() {
            return;
        }
        self.refusal.set(None);
        if self.goal.get_untracked().is_some() {
            self.goal.set(None);
            self.publish(1.0);
            return;
        }
        let play = !self.playing.get_untracked();
        self.glide.set_value(None);
        self.playing.set(play);
        if play {
            self.clock.update_value(Clock::begin);
            self.wake();
        } else {
            self.share.set(1.0);
        }
    }

    /// Pauses the run and stops a seek.
    pub fn pause(self) {
        if self.will_play() || self.goal.get_untracked().is_some() {
            self.toggle();
        }
    }

    /// Returns the current cycle and phase, or the ones sought.
    fn position(self) -> (u64, Phase) {
        if let Some(Glide { to: Some(to), .. }) = self.glide.get_value() {
            return (to, Phase::Move);
        }
        match (self.goal.get_untracked(), self.clock.get_value().then) {
            (Some(goal), Then::Show(phase)) => (goal, phase),
            (Some(goal), _) => (goal, Phase::Move),
            (None, _) => (self.cycle.get_untracked(), self.phase.get_untracked()),
        }
    }

    /// Steps one cycle forward or back.
    pub fn step(self, forward: bool) {
        if self.is_refused() {
            return;
        }
        let (cycle, _) = self.position();
        if forward {
            self.go(cycle + 1, Then::Show(Phase::Move));
        } else if self.glides_back(cycle) {
            self.glide_on(Glide {
                begin: now(),
                to: Some(cycle - 1),
            });
        } else {
            self.pause_at(cycle.saturating_sub(1));
        }
    }

    /// Returns whether a step back from a cycle is shown as a glide: it stands there, at the end of the cycle.
    fn glides_back(self, cycle: u64) -> bool {
        let stands = self.goal.get_untracked().is_none()
            && !self.playing.get_untracked()
            && self.glide.get_value().is_none();
        stands && cycle > 0 && self.phase.get_untracked() == Phase::Move && !prefers_stillness()
    }

    /// Steps one phase forward or back.
    pub fn step_phase(self, forward: bool) {
        if self.is_refused() {
            return;
        }
        let (cycle, phase) = self.position();
        match (phase, forward) {
            (Phase::Move, true) => self.go(cycle + 1, Then::Show(Phase::Route)),
            (Phase::Allocate, true) => self.show_phase(cycle, Phase::Move),
            (Phase::Route, true) => self.show_phase(cycle, Phase::Allocate),
            (Phase::Allocate, false) => self.show_phase(cycle, Phase::Route),
            (Phase::Move, false) if cycle > 0 => self.show_phase(cycle, Phase::Allocate),
            (Phase::Move | Phase::Route, false) => self.pause_at(cycle.saturating_sub(1)),
        }
    }

    /// Shows a phase of the current cycle, at once if the previous state is known, otherwise after a seek.
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

    /// Goes to the next or the previous event of the chosen kinds.
    pub fn step_event(self, forward: bool) {
        if self.is_refused() {
            return;
        }
        let (from, _) = self.position();
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
            self.refuse(format!("No such event before the {}.", time_after(from)));
        }
    }

    /// Reports why a seek or step failed.
    pub fn refuse(self, why: String) {
        self.refusal.set(Some(why));
    }

    fn is_overrun(self) -> bool {
        self.history.read_value().now().is_overrun()
    }

    /// Reports that the run is overrun and ends here.
    fn refuse_overrun(self) {
        let history = self.history.read_value();
        let (cycle, waiting) = (history.now().cycle(), history.now().backlog());
        self.refuse(format!(
            "The network is saturated: {waiting} messages wait at the {}, the most that a run keeps, \
             so it ends here. Choose a lower load to continue.",
            time_after(cycle)
        ));
    }

    /// Returns when events first happened, in at most `most` intervals of the cycles up to `until`.
    pub fn marks(self, until: u64, most: usize) -> Vec<Firsts> {
        self.history.read_value().marks(until, most)
    }

    /// Doubles or halves the speed.
    pub fn change_speed(self, faster: bool) {
        let factor = if faster { 2.0 } else { 0.5 };
        self.set_speed(self.speed.get_untracked() * factor);
    }

    /// Sets the speed that the user has chosen, within [`SLOWEST`] and [`FASTEST`] \[cycles/s\].
    pub fn set_speed(self, speed: f64) {
        if !self.refuses_held() {
            self.speed.set(speed.clamp(SLOWEST, FASTEST));
        }
    }

    /// Sets or removes the run at a position beside this one that stays in its cycle.
    pub fn note_beside(self, place: usize, run: Option<StoredValue<History>>) {
        self.beside.update_value(|beside| {
            beside.retain(|(other, _)| *other != place);
            beside.extend(run.map(|run| (place, run)));
        });
    }

    /// Returns the run at a position beside this one, if there is one.
    pub fn run_beside(self, place: usize) -> Option<StoredValue<History>> {
        let beside = self.beside.read_value();
        let found = beside.iter().find(|(other, _)| *other == place);
        found.map(|(_, run)| *run)
    }

    /// Returns whether `is_so` holds for any run beside this one.
    fn any_beside(self, is_so: impl Fn(&Simulator) -> bool) -> bool {
        let beside = self.beside.read_value();
        let mut runs = beside.iter();
        runs.any(|(_, run)| run.try_with_value(|history| is_so(history.now())) == Some(true))
    }

    /// Returns what has become of a message, if it is not in the network. Does not track anything.
    pub fn fate(self, message: MessageId) -> Option<Fate> {
        let history = self.history.read_value();
        let (now, design) = (history.now(), history.now().design());
        // A delivery stays what it was, and finding it takes a while.
        let known = self.delivery.read_value().clone();
        if let Some((run, delivery)) = known
            && Arc::ptr_eq(&run, design)
            && delivery.message == message
            && delivery.arrived < now.cycle()
        {
            return Some(Fate::Delivered(Some(delivery)));
        }
        let fate = history.fate(message);
        if let Some(Fate::Delivered(Some(delivery))) = fate {
            self.delivery.set_value(Some((design.clone(), delivery)));
        }
        fate
    }

    /// Returns a message for the space-time diagram, with the cycle of its generation, or 0 if that is unknown.
    pub fn find(self, message: MessageId) -> Followed {
        let snapshot = self.snapshot.read_untracked();
        let in_flight = snapshot.worm(message).map(|worm| worm.generated);
        let arrived = || match self.fate(message) {
            Some(Fate::Delivered(delivery)) => delivery.map(|delivery| delivery.generated),
            _ => None,
        };
        let since = in_flight.or_else(arrived);
        Followed {
            message,
            since: since.unwrap_or(0),
        }
    }

    /// Follows a message in a separate simulation; `None` if it does not appear there.
    pub fn journey(self, followed: Followed) -> Option<Journey> {
        let history = self.history.read_value();
        let before = history.before(followed.since);
        let patience = Journey::patience(before.design());
        Journey::follow(before, followed.message, patience)
    }
}

/// Returns the fraction of a cycle's movement that is visible in a phase.
fn share_of(phase: Phase) -> f32 {
    if phase == Phase::Move { 1.0 } else { 0.0 }
}
