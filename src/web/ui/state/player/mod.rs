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
use flitscope::page::{Clock, Followed, Playback, SPEEDS, Then};
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
    /// The run in time, whose parts follow as signals.
    state: RwSignal<Playback>,
    pub phase: Memo<Phase>,
    pub trend: Memo<Trend>,
    pub cycle: Memo<u64>,
    pub furthest: Memo<u64>,
    pub playing: Memo<bool>,
    pub speed: Memo<f64>,
    pub goal: Memo<Option<u64>>,
    /// Whether that cycle is so far ahead that it takes noticeable time.
    pub is_far: Memo<bool>,
    pub share: Memo<f32>,
    pub kinds: Memo<Events>,
    pub is_locked: Memo<bool>,
    pub refusal: Memo<Option<String>>,
    /// Flits per cycle that have crossed each channel since cycle 0.
    pub utilization: Memo<Arc<Vec<f64>>>,
    clock: StoredValue<Clock>,
    /// The last delivery found for [`Player::fate`], and the run in which it happened.
    delivery: StoredValue<Option<(Arc<Design>, Delivery)>>,
    /// The design of the snapshot shown.
    design: StoredValue<Arc<Design>>,
}

impl Player {
    /// Creates a player, paused at cycle 0.
    pub fn new(design: Arc<Design>) -> Self {
        fn part<T: PartialEq + Send + Sync + 'static>(
            state: RwSignal<Playback>,
            read: fn(&Playback) -> T,
        ) -> Memo<T> {
            Memo::new(move |_| read(&state.read()))
        }
        let history = History::new(design.clone());
        let snapshot = RwSignal::new(Arc::new(history.now().snapshot()));
        let history = StoredValue::new(history);
        let state = RwSignal::new(Playback::default());
        let playing = part(state, |run| run.playing);
        Self {
            history,
            beside: StoredValue::new(Vec::new()),
            snapshot,
            before: RwSignal::new(None),
            state,
            phase: part(state, |run| run.phase),
            trend: part(state, |run| run.trend.clone()),
            cycle: part(state, |run| run.cycle),
            furthest: part(state, |run| run.furthest),
            playing,
            speed: part(state, |run| run.speed),
            goal: part(state, |run| run.goal),
            is_far: part(state, Playback::is_far),
            share: part(state, |run| run.share),
            kinds: part(state, |run| run.kinds),
            is_locked: part(state, |run| run.is_locked),
            refusal: part(state, |run| run.refusal.clone()),
            utilization: utilization(snapshot, history, playing),
            clock: StoredValue::new(Clock::default()),
            delivery: StoredValue::new(None),
            design: StoredValue::new(design),
        }
    }

    /// Returns the run in time. Tracks nothing.
    pub fn now(self) -> Playback {
        self.state.get_untracked()
    }

    /// Changes the run in time, and goes on with it in the next animation frame.
    pub fn change<T>(self, change: impl FnOnce(&mut Playback) -> T) -> T {
        let played = self.now().playing;
        let result = self
            .state
            .try_update(change)
            .expect("the player lasts as long as the page");
        let (plays, is_under_way) = (self.now().playing, self.now().is_under_way());
        if plays && !played {
            self.clock.update_value(Clock::begin);
        }
        if is_under_way {
            self.wake();
        }
        result
    }

    /// Starts a new run at cycle 0, and keeps playing or stays paused as before.
    pub fn restart(self, design: Arc<Design>) {
        self.history.set_value(History::new(design));
        self.change(|run| {
            run.goal = None;
            run.refusal = None;
            run.furthest = 0;
        });
        self.publish(1.0);
    }

    pub fn play_from(self, cycle: u64) {
        self.change(|run| run.go(cycle, Then::Play));
    }

    pub fn pause_at(self, cycle: u64) {
        self.change(|run| run.go(cycle, Then::Stand));
    }

    /// Returns whether the run plays or seeks a distant cycle. Tracks it.
    pub fn is_busy(self) -> bool {
        self.playing.get() || self.is_far.get()
    }

    /// Returns whether the run plays, or will as soon as the goal is reached.
    pub fn will_play(self) -> bool {
        self.now().will_play()
    }

    /// Returns whether the link locks the time, and tells so.
    pub fn refuses_held(self) -> bool {
        self.now().is_held && self.change(Playback::refuses_held)
    }

    /// Pauses at a cycle whose state the user has seen or may see, also before a question is answered.
    pub fn return_to(self, cycle: u64) {
        if !self.refuses_held() {
            self.pause_at(cycle);
        }
    }

    /// Pauses at a cycle that the user has chosen.
    pub fn go_to(self, cycle: u64) {
        if !self.change(Playback::refuses) {
            self.pause_at(cycle);
        }
    }

    /// Toggles between play and pause; stops a search or a long seek.
    pub fn toggle(self) {
        if self.change(Playback::toggle) {
            self.publish(1.0);
        }
    }

    /// Pauses the run and stops a seek.
    pub fn pause(self) {
        if self.change(Playback::pause) {
            self.publish(1.0);
        }
    }

    /// Steps one cycle forward or back.
    pub fn step(self, forward: bool) {
        self.change(|run| run.step(forward, now(), prefers_stillness()));
    }

    /// Steps one phase forward or back.
    pub fn step_phase(self, forward: bool) {
        let knows_before = self.before.read_untracked().is_some();
        self.change(|run| run.step_phase(forward, knows_before));
    }

    /// Goes to the next or the previous event of the chosen kinds.
    pub fn step_event(self, forward: bool) {
        if self.change(Playback::refuses) {
            return;
        }
        let (from, kinds) = (self.now().position().0, self.now().kinds);
        let history = self.history.read_value();
        let known = if forward {
            history.next_event(from, kinds)
        } else {
            history.previous_event(from, kinds)
        };
        self.change(|run| run.step_event(forward, known));
    }

    /// Reports why a seek or step failed.
    pub fn refuse(self, why: String) {
        self.change(|run| run.refusal = Some(why));
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
        self.set_speed(self.now().speed * factor);
    }

    /// Sets the speed that the user has chosen, within [`SLOWEST`] and [`FASTEST`] \[cycles/s\].
    pub fn set_speed(self, speed: f64) {
        if !self.refuses_held() {
            self.change(|run| run.speed = speed.clamp(SLOWEST, FASTEST));
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
