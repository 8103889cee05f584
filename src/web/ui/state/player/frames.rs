//! Work per animation frame: a part of a seek, or the cycles that are due during play.

use std::sync::Arc;

use browser::time::{now, prefers_stillness};
use flitscope::page::{Clock, GLIDE, Then};
use flitscope::scene::{Phase, time_after};
use flitscope::sim::{Events, History, Search, Snapshot};
use leptos::prelude::*;

use super::{Glide, Player};

/// Time for simulation per frame during play [ms]; the rest is for drawing.
const FRAME_BUDGET: f64 = 9.0;
/// Time for simulation per frame during a seek [ms], when no motion can stutter.
const SEEK_BUDGET: f64 = 30.0;
/// Largest number of cycles that a search for an event simulates.
const SEARCHED_AHEAD: u64 = 20_000;
/// Number of simulation steps between two reads of the clock.
const SLICE: u64 = 32;

impl Player {
    /// Requests an animation frame, unless one is pending.
    pub(super) fn wake(self) {
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
            return; // The page is gone.
        }
        if let Some(goal) = self.goal.get_untracked() {
            match self.clock.get_value().then {
                Then::Search { from, kinds } => self.search(from, kinds),
                then => self.seek(goal, then),
            }
        } else if self.playing.get_untracked() {
            self.play_on();
        } else if let Some(glide) = self.glide.get_value() {
            self.glide_on(glide);
        }
        if self.goal.get_untracked().is_some()
            || self.playing.get_untracked()
            || self.glide.get_value().is_some()
        {
            self.wake();
        }
    }

    fn seek(self, goal: u64, then: Then) {
        let phase = match then {
            Then::Show(phase) if goal > 0 => Some(phase),
            _ => None,
        };
        let near = goal - u64::from(phase.is_some());
        let mut before = None;
        let reached = self.work(|history| history.seek(near, SLICE).then_some(()));
        if reached.is_some() && phase.is_some() {
            before = Some(self.state());
            self.history.update_value(History::step);
        }
        let is_next = self.cycle.get_untracked() + 1 == goal && phase == Some(Phase::Move);
        // Cycles that were already simulated are not shown on the way.
        let furthest = self.furthest.get_untracked();
        if reached.is_some() || self.history.read_value().furthest() > furthest {
            self.publish(super::share_of(phase.unwrap_or_default()));
        }
        if reached.is_some() {
            // An overrun run may stop one step short of the goal.
            let is_short = self.history.read_value().now().cycle() < goal;
            self.before.set(before.filter(|_| !is_short));
            self.phase.set(phase.unwrap_or_default());
            self.goal.set(None);
            self.clock.update_value(Clock::begin);
            self.playing.set(then == Then::Play);
            if is_next && !is_short && !prefers_stillness() {
                self.glide_on(Glide {
                    begin: now(),
                    to: None,
                });
            }
            if is_short {
                self.refuse_overrun();
            }
        } else if self.is_overrun() {
            self.pause_at(self.history.read_value().now().cycle());
            self.refuse_overrun();
        }
    }

    /// Shows the next part of a step: forward to what is shown, or back from it.
    pub(super) fn glide_on(self, glide: Glide) {
        let share = ((now() - glide.begin) / GLIDE).clamp(0.0, 1.0) as f32;
        self.glide.set_value((share < 1.0).then_some(glide));
        match glide.to {
            None => self.share.set(share),
            Some(to) if share >= 1.0 => self.pause_at(to),
            Some(_) => self.share.set(1.0 - share),
        }
        self.wake();
    }

    fn search(self, from: u64, kinds: Events) {
        let end = self.work(|history| match history.seek_event(from, kinds, SLICE) {
            Search::Ahead if history.now().cycle() < from + SEARCHED_AHEAD => None,
            end => Some(end),
        });
        let cycle = self.history.read_value().now().cycle();
        match end {
            None => {
                self.publish(1.0);
                self.goal.set(Some(cycle));
            }
            Some(Search::Found) => self.go(cycle, Then::Show(Phase::Move)),
            Some(end) => {
                self.pause_at(from);
                match end {
                    Search::Over => self.refuse(format!(
                        "No such event after the {}: nothing more happens.",
                        time_after(from)
                    )),
                    Search::Overrun => self.refuse_overrun(),
                    Search::Ahead | Search::Found => self.refuse(format!(
                        "No such event in the {SEARCHED_AHEAD} cycles after the {}.",
                        time_after(from)
                    )),
                }
            }
        }
    }

    /// Runs slices until one returns a result or the time for the frame is used up.
    fn work<T>(self, mut slice: impl FnMut(&mut History) -> Option<T>) -> Option<T> {
        let begin = now();
        let mut done = None;
        self.history.update_value(|history| {
            while done.is_none() && now() - begin < SEEK_BUDGET {
                done = slice(history);
            }
        });
        done
    }

    fn play_on(self) {
        let time = now();
        let speed = self.speed.get_untracked();
        let mut clock = self.clock.get_value();
        clock.tick(time, speed);
        let cycle = self.history.read_value().now().cycle();
        if self.any_beside(|run| run.cycle() < cycle && !run.is_overrun()) {
            // Runs side by side are shown in the same cycle, so this one waits for those that lag behind.
            clock.drop_backlog();
            self.clock.set_value(clock);
            return;
        }
        let others_go_on = self.any_beside(|run| !run.is_drained() && run.deadlock().is_none());
        let mut ended = false;
        self.history.update_value(|history| {
            while !ended && clock.takes_cycle() {
                let had_deadlock = history.now().deadlock().is_some();
                history.step();
                let deadlocks_now = history.now().deadlock().is_some() && !had_deadlock;
                let run = history.now();
                ended = run.is_overrun() || !others_go_on && (deadlocks_now || run.is_drained());
                if now() - time > FRAME_BUDGET {
                    clock.drop_backlog();
                }
            }
        });
        self.clock.set_value(clock);
        if ended {
            self.playing.set(false);
            if self.is_overrun() {
                self.refuse_overrun();
            }
        }
        let glides = !ended && !prefers_stillness();
        self.publish(if glides { clock.glide(speed) } else { 1.0 });
    }

    /// Returns the simulator's state, without a new snapshot if it is the state shown.
    pub(super) fn state(self) -> Arc<Snapshot> {
        let history = self.history.read_value();
        let is_shown = self.cycle.get_untracked() == history.now().cycle()
            && Arc::ptr_eq(&self.design.get_value(), history.now().design());
        if is_shown {
            self.snapshot.get_untracked()
        } else {
            Arc::new(history.now().snapshot())
        }
    }

    /// Shows the simulator's state as the end of a cycle, with `share` of the last cycle's movement.
    pub(super) fn publish(self, share: f32) {
        let state = self.state();
        if !Arc::ptr_eq(&state, &self.snapshot.read_untracked()) {
            let history = self.history.read_value();
            self.design.set_value(history.now().design().clone());
            self.trend.set(history.trend(&state.counters));
            self.cycle.set(state.cycle);
            self.snapshot.set(state);
            let furthest = history.furthest();
            if furthest > self.furthest.get_untracked() {
                self.furthest.set(furthest);
            }
        }
        if self.before.read_untracked().is_some() {
            self.before.set(None);
            self.phase.set(Phase::Move);
        }
        self.share.set(share);
    }
}
