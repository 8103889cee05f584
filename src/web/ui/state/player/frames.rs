//! Work per animation frame: a part of a seek, or the cycles that are due during play.

use std::sync::Arc;

use browser::time::{now, prefers_stillness};
use flitscope::page::{Then, share_of};
use flitscope::scene::{Phase, time_after};
use flitscope::sim::{Events, History, Search, Snapshot};
use leptos::prelude::*;

use super::Player;

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
        let (goal, then, playing) = {
            let run = self.now();
            (run.goal, run.then, run.playing)
        };
        match (goal, then) {
            (Some(_), Then::Search { from, kinds }) => self.search(from, kinds),
            (Some(goal), then) => self.seek(goal, then),
            (None, _) if playing => self.play_on(),
            (None, _) => self.change(|run| run.glide_on(now())),
        }
        if self.now().is_under_way() {
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
        let (cycle, furthest) = (self.now().cycle, self.now().furthest);
        let is_next = cycle + 1 == goal && phase == Some(Phase::Move);
        // Cycles that were already simulated are not shown on the way.
        if reached.is_some() || self.history.read_value().furthest() > furthest {
            self.publish(share_of(phase.unwrap_or_default()));
        }
        if reached.is_some() {
            // An overrun run may stop one step short of the goal.
            let is_short = self.history.read_value().now().cycle() < goal;
            self.before.set(before.filter(|_| !is_short));
            self.change(|run| {
                run.phase = phase.unwrap_or_default();
                run.goal = None;
                run.playing = then == Then::Play;
                if is_next && !is_short && !prefers_stillness() {
                    run.glide_in(now());
                }
            });
            if is_short {
                self.refuse_overrun();
            }
        } else if self.is_overrun() {
            self.pause_at(self.history.read_value().now().cycle());
            self.refuse_overrun();
        }
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
                self.change(|run| run.goal = Some(cycle));
            }
            Some(Search::Found) => self.change(|run| run.go(cycle, Then::Show(Phase::Move))),
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
        let speed = self.now().speed;
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
            self.change(|run| run.playing = false);
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
        let is_shown = self.now().cycle == history.now().cycle()
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
        let is_new = !Arc::ptr_eq(&state, &self.snapshot.read_untracked());
        let (trend, furthest) = {
            let history = self.history.read_value();
            if is_new {
                self.design.set_value(history.now().design().clone());
                self.snapshot.set(state.clone());
            }
            (history.trend(&state.counters), history.furthest())
        };
        let had_before = self.before.read_untracked().is_some();
        if had_before {
            self.before.set(None);
        }
        self.change(|run| {
            if is_new {
                run.trend = trend;
                run.cycle = state.cycle;
                run.furthest = run.furthest.max(furthest);
            }
            if had_before {
                run.phase = Phase::Move;
            }
            run.share = share;
        });
    }
}
