//! The simulation in time: play, pause, step both ways, seek.
//!
//! The player owns the only animation frame. Pausing is not asking for the next one.

use std::sync::Arc;

use flitscope::scene::Journey;
use flitscope::sim::{Design, History, MessageId, Snapshot, Trend};
use leptos::prelude::*;

use super::state::Followed;

/// Slowest speed [cycles/s].
pub const SLOWEST: f64 = 0.25;
/// Fastest speed [cycles/s].
pub const FASTEST: f64 = 4096.0;
/// Up to this speed [cycles/s] flits slide from place to place.
const SLIDE_UP_TO: f64 = 15.0;
/// Time for simulation in one frame [ms]; the rest is for drawing.
const FRAME_BUDGET: f64 = 9.0;

/// The player; copies share it.
#[derive(Clone, Copy)]
pub struct Player {
    history: StoredValue<History>,
    /// What there is to see.
    pub snapshot: RwSignal<Arc<Snapshot>>,
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
    clock: StoredValue<Clock>,
    /// The design of the snapshot shown.
    design: StoredValue<Arc<Design>>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Clock {
    /// Whether a frame has been asked for.
    running: bool,
    /// Time of the last frame [ms], if it was played.
    last: Option<f64>,
    /// Cycles that time owes.
    debt: f64,
    /// Whether to play once the goal is reached.
    then_play: bool,
}

impl Player {
    /// A player at cycle 0, paused.
    pub fn new(design: Arc<Design>) -> Self {
        let history = History::new(design.clone());
        let snapshot = Arc::new(history.now().snapshot());
        Self {
            history: StoredValue::new(history),
            snapshot: RwSignal::new(snapshot),
            trend: RwSignal::new(Trend::default()),
            cycle: RwSignal::new(0),
            furthest: RwSignal::new(0),
            playing: RwSignal::new(false),
            speed: RwSignal::new(6.0),
            goal: RwSignal::new(None),
            share: RwSignal::new(1.0),
            clock: StoredValue::new(Clock::default()),
            design: StoredValue::new(design),
        }
    }

    /// Begins another run at cycle 0; whether time runs stays as it is.
    pub fn restart(self, design: Arc<Design>) {
        self.history.set_value(History::new(design));
        self.goal.set(None);
        self.furthest.set(0);
        self.publish(1.0);
    }

    /// Runs from a cycle on.
    pub fn play_from(self, cycle: u64) {
        self.go_to(cycle, true);
    }

    /// Stands still at a cycle.
    pub fn pause_at(self, cycle: u64) {
        self.go_to(cycle, false);
    }

    /// Goes to a cycle, and plays on from there or not.
    pub fn go_to(self, cycle: u64, then_play: bool) {
        self.playing.set(false);
        self.clock.update_value(|clock| clock.then_play = then_play);
        self.goal.set(Some(cycle));
        self.wake();
    }

    /// Whether time runs, or a cycle far away is being computed.
    pub fn is_busy(self) -> bool {
        self.playing.get() || self.is_far()
    }

    /// Whether a cycle is being sought that takes more than a moment.
    pub fn is_far(self) -> bool {
        const MOMENT: u64 = 500;
        let goal = self.goal.get();
        goal.is_some_and(|goal| goal > self.cycle.get() + MOMENT)
    }

    /// Plays or pauses.
    pub fn toggle(self) {
        if self.goal.get_untracked().is_some() {
            self.goal.set(None);
            return;
        }
        let play = !self.playing.get_untracked();
        self.playing.set(play);
        if play {
            self.clock.update_value(|clock| clock.last = None);
            self.wake();
        } else {
            self.share.set(1.0);
        }
    }

    /// One cycle on, or back.
    pub fn step(self, forward: bool) {
        let from = self.goal.get_untracked();
        let from = from.unwrap_or_else(|| self.cycle.get_untracked());
        let to = if forward {
            from + 1
        } else {
            from.saturating_sub(1)
        };
        self.pause_at(to);
    }

    /// Faster or slower by a factor of two.
    pub fn change_speed(self, faster: bool) {
        let factor = if faster { 2.0 } else { 0.5 };
        self.speed
            .update(|speed| *speed = (*speed * factor).clamp(SLOWEST, FASTEST));
    }

    /// Flits per cycle that have crossed each channel since cycle 0.
    pub fn utilization(self) -> Vec<f64> {
        self.cycle.track();
        Vec::new()
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

    /// Asks for an animation frame, unless one is due.
    fn wake(self) {
        let was_running = self
            .clock
            .try_update_value(|clock| std::mem::replace(&mut clock.running, true));
        if was_running == Some(false) {
            request_animation_frame(move || self.frame());
        }
    }

    fn frame(self) {
        if self
            .clock
            .try_update_value(|clock| clock.running = false)
            .is_none()
        {
            return; // the page is gone
        }
        if let Some(goal) = self.goal.get_untracked() {
            self.seek(goal);
        } else if self.playing.get_untracked() {
            self.play_on();
        }
        if self.goal.get_untracked().is_some() || self.playing.get_untracked() {
            self.wake();
        }
    }

    fn seek(self, goal: u64) {
        const SLICE: u64 = 32;
        let begin = now();
        let mut reached = false;
        self.history.update_value(|history| {
            while !reached && now() - begin < FRAME_BUDGET {
                reached = history.seek(goal, SLICE);
            }
        });
        self.publish(1.0);
        if reached {
            self.goal.set(None);
            let then_play = self.clock.read_value().then_play;
            self.clock.update_value(|clock| clock.last = None);
            self.playing.set(then_play);
        }
    }

    fn play_on(self) {
        let time = now();
        let speed = self.speed.get_untracked();
        let mut clock = self.clock.get_value();
        let elapsed = clock.last.map_or(0.0, |last| time - last);
        clock.debt = if clock.last.is_none() {
            1.0
        } else {
            // A tab that slept does not catch up.
            clock.debt + (elapsed.min(100.0) / 1000.0) * speed
        };
        clock.last = Some(time);
        let mut ended = false;
        self.history.update_value(|history| {
            while clock.debt >= 1.0 && !ended {
                let had_deadlock = history.now().deadlock().is_some();
                history.step();
                clock.debt -= 1.0;
                let deadlocks_now = history.now().deadlock().is_some() && !had_deadlock;
                ended = deadlocks_now || history.now().is_drained();
                if now() - time > FRAME_BUDGET {
                    clock.debt = clock.debt.fract();
                }
            }
        });
        self.clock.set_value(clock);
        if ended {
            self.playing.set(false);
        }
        let slides = speed <= SLIDE_UP_TO && !ended && !prefers_stillness();
        self.publish(if slides { clock.debt as f32 } else { 1.0 });
    }

    /// Shows the simulator's state.
    fn publish(self, share: f32) {
        let (cycle, snapshot) = {
            let history = self.history.read_value();
            let cycle = history.now().cycle();
            let is_new = self.cycle.get_untracked() != cycle
                || !Arc::ptr_eq(&self.design.get_value(), history.now().design());
            let seen = is_new.then(|| {
                let snapshot = history.now().snapshot();
                let trend = history.trend(&snapshot.counters);
                (Arc::new(snapshot), trend)
            });
            (cycle, seen)
        };
        if let Some((snapshot, trend)) = snapshot {
            let design = self.history.read_value().now().design().clone();
            self.design.set_value(design);
            self.snapshot.set(snapshot);
            self.trend.set(trend);
            self.cycle.set(cycle);
            if cycle > self.furthest.get_untracked() {
                self.furthest.set(cycle);
            }
        }
        self.share.set(share);
    }
}

/// Time [ms] for pacing the animation; the simulation itself knows no clock.
fn now() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// Whether the person asked for less motion.
fn prefers_stillness() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
