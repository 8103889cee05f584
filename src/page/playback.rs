//! The run in time, as the user plays, seeks and steps it.
//!
//! Times are numbers of simulated cycles, as in links.

use engine::sim::{Events, Trend};
use picture::scene::{Phase, time_after};

use crate::{GLIDE, Refusal, Then};

/// A step in which flits glide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glide {
    /// When it began \[ms\].
    begin: f64,
    /// The cycle that a step back leads to; `None` forward.
    to: Option<u64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    /// The number of cycles before the state shown.
    pub cycle: u64,
    /// The last cycle that has been simulated.
    pub furthest: u64,
    pub playing: bool,
    /// The speed of play \[cycles/s\].
    pub speed: f64,
    /// The cycle that is being sought, or reached so far by a search for an event.
    pub goal: Option<u64>,
    /// The action when that cycle is reached.
    pub then: Then,
    /// The step that is being shown, if flits glide in it.
    pub glide: Option<Glide>,
    /// The phase of the last cycle that is shown; `Move` is the end of the cycle.
    pub phase: Phase,
    /// The shown fraction of the last cycle's movement, 0 to 1.
    pub share: f32,
    /// Recent trend of the run.
    pub trend: Trend,
    /// The kinds of event that steps by event stop at.
    pub kinds: Events,
    /// Whether the user may not move in time, because a question about the run is to be answered first.
    pub is_locked: bool,
    /// Whether the link that was opened locks the time.
    pub is_held: bool,
    /// Why the last seek or step failed, in a sentence.
    pub refusal: Option<String>,
}

impl Default for Playback {
    /// Paused at cycle 0.
    fn default() -> Self {
        Self {
            cycle: 0,
            furthest: 0,
            playing: false,
            speed: 6.0,
            goal: None,
            then: Then::Stand,
            glide: None,
            phase: Phase::Move,
            share: 1.0,
            trend: Trend::default(),
            kinds: Events::ALL,
            is_locked: false,
            is_held: false,
            refusal: None,
        }
    }
}

impl Playback {
    /// Whether the next animation frame has something to do.
    pub fn is_under_way(&self) -> bool {
        self.goal.is_some() || self.playing || self.glide.is_some()
    }

    /// Whether the run plays, or will as soon as the goal is reached.
    pub fn will_play(&self) -> bool {
        self.playing || self.goal.is_some() && self.then == Then::Play
    }

    /// Whether the cycle sought is more than 500 cycles ahead, which takes noticeable time.
    pub fn is_far(&self) -> bool {
        const NEAR: u64 = 500;
        self.goal.is_some_and(|goal| goal > self.cycle + NEAR)
    }

    /// Seeks a cycle.
    pub fn go(&mut self, cycle: u64, then: Then) {
        self.glide = None;
        self.playing = false;
        self.refusal = None;
        self.then = then;
        self.goal = Some(cycle);
    }

    /// Returns whether the link locks the time, which is then the refusal.
    pub fn refuses_held(&mut self) -> bool {
        if self.is_held {
            self.refusal = Some(Refusal::Locked("the time shown").reason());
        }
        self.is_held
    }

    /// Returns whether the user may not move in time; the refusal says why.
    pub fn refuses(&mut self) -> bool {
        if self.refuses_held() {
            return true;
        }
        if self.is_locked {
            let why = "The run is shown when the question is answered.";
            self.refusal = Some(why.to_owned());
        }
        self.is_locked
    }

    /// Pauses the run, or stops a seek; returns whether it stopped one, where the run stands now.
    pub fn pause(&mut self) -> bool {
        let moves = self.will_play();
        if !moves && self.goal.is_none() || self.refuses_held() || !moves && self.refuses() {
            return false;
        }
        self.refusal = None;
        if self.goal.take().is_some() {
            return true;
        }
        self.glide = None;
        self.playing = false;
        self.share = 1.0;
        false
    }

    /// Plays or pauses, or stops a search or a long seek; returns whether it stopped one, where the run stands now. After a
    /// step that is not over yet, the run plays.
    pub fn toggle(&mut self) -> bool {
        let searches = self.goal.is_some() && matches!(self.then, Then::Search { .. });
        if self.will_play() || self.is_far() || searches {
            return self.pause();
        }
        if self.refuses() {
            return false;
        }
        self.refusal = None;
        if self.goal.is_some() {
            self.then = Then::Play;
        } else {
            self.glide = None;
            self.playing = true;
        }
        false
    }

    /// The cycle and phase that are shown, or the ones sought.
    pub fn position(&self) -> (u64, Phase) {
        if let Some(Glide { to: Some(to), .. }) = self.glide {
            return (to, Phase::Move);
        }
        match (self.goal, self.then) {
            (Some(goal), Then::Show(phase)) => (goal, phase),
            (Some(goal), _) => (goal, Phase::Move),
            (None, _) => (self.cycle, self.phase),
        }
    }

    /// Steps one cycle forward or back. From the end of a cycle, flits glide back where motion is wanted; `time` is in
    /// ms.
    pub fn step(&mut self, forward: bool, time: f64, is_still: bool) {
        if self.refuses() {
            return;
        }
        let (cycle, _) = self.position();
        let stands = !self.is_under_way() && self.phase == Phase::Move;
        if forward {
            self.go(cycle + 1, Then::Show(Phase::Move));
        } else if stands && cycle > 0 && !is_still {
            self.glide = Some(Glide {
                begin: time,
                to: Some(cycle - 1),
            });
        } else {
            self.go(cycle.saturating_sub(1), Then::Stand);
        }
    }

    /// Begins to glide into the state that is shown; `time` is in ms.
    pub fn glide_in(&mut self, time: f64) {
        self.glide = Some(Glide {
            begin: time,
            to: None,
        });
        self.share = 0.0;
    }

    /// Shows the part of a glide at a time \[ms\]: forward to what is shown, or back from it.
    pub fn glide_on(&mut self, time: f64) {
        let Some(Glide { begin, to }) = self.glide else {
            return;
        };
        let share = ((time - begin) / GLIDE).clamp(0.0, 1.0) as f32;
        if share >= 1.0 {
            self.glide = None;
        }
        match to {
            None => self.share = share,
            Some(to) if share >= 1.0 => self.go(to, Then::Stand),
            Some(_) => self.share = 1.0 - share,
        }
    }

    /// Steps one phase forward or back. Within a cycle that is simple if the state before it is known.
    pub fn step_phase(&mut self, forward: bool, knows_before: bool) {
        if self.refuses() {
            return;
        }
        let (cycle, phase) = self.position();
        let phase = match (phase, forward) {
            (Phase::Move, true) => return self.go(cycle + 1, Then::Show(Phase::Route)),
            (Phase::Allocate, true) => Phase::Move,
            (Phase::Route, true) => Phase::Allocate,
            (Phase::Allocate, false) => Phase::Route,
            (Phase::Move, false) if cycle > 0 => Phase::Allocate,
            (Phase::Move | Phase::Route, false) => {
                return self.go(cycle.saturating_sub(1), Then::Stand);
            }
        };
        if self.goal.is_none() && knows_before {
            self.refusal = None;
            self.phase = phase;
            self.share = share_of(phase);
        } else {
            self.go(cycle, Then::Show(phase));
        }
    }

    /// Goes to the next or the previous event of the chosen kinds: to a `known` one, or searches for one ahead.
    pub fn step_event(&mut self, forward: bool, known: Option<u64>) {
        let (from, _) = self.position();
        let kinds = self.kinds;
        if kinds == Events::NONE {
            let why = "No kind of event is chosen below the time line.";
            self.refusal = Some(why.to_owned());
        } else if let Some(cycle) = known {
            self.go(cycle, Then::Show(Phase::Move));
        } else if forward {
            self.go(from, Then::Search { from, kinds });
        } else {
            self.refusal = Some(format!("No such event before the {}.", time_after(from)));
        }
    }
}

/// Returns the fraction of a cycle's movement that is visible in a phase.
pub fn share_of(phase: Phase) -> f32 {
    if phase == Phase::Move { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(cycle: u64) -> Playback {
        Playback {
            cycle,
            ..Playback::default()
        }
    }

    #[test]
    fn steps_lead_on_from_what_is_sought() {
        let mut run = at(7);
        run.step(true, 0.0, false);
        run.step(true, 0.0, false);
        assert_eq!((run.goal, run.then), (Some(9), Then::Show(Phase::Move)));
        let mut run = at(7);
        run.step_phase(true, false);
        assert_eq!(run.position(), (8, Phase::Route));
        run.step_phase(false, false);
        assert_eq!(run.position(), (7, Phase::Move));
        run.step_event(true, None);
        let kinds = Events::ALL;
        assert_eq!(run.then, Then::Search { from: 7, kinds });
        run.step_event(false, None);
        assert!(run.refusal.is_some());
    }

    #[test]
    fn a_step_back_glides_and_then_seeks() {
        let mut run = at(7);
        run.step(false, 100.0, false);
        assert_eq!((run.goal, run.position()), (None, (6, Phase::Move)));
        run.glide_on(100.0 + GLIDE / 2.0);
        assert!((run.share - 0.5).abs() < 1e-6 && run.is_under_way());
        run.glide_on(100.0 + GLIDE);
        assert_eq!((run.goal, run.then), (Some(6), Then::Stand));
        let mut still = at(7);
        still.step(false, 0.0, true);
        assert_eq!(still.goal, Some(6));
    }

    #[test]
    fn phases_of_a_known_cycle_are_shown_at_once() {
        let mut run = at(3);
        run.step_phase(false, true);
        assert_eq!(
            (run.goal, run.phase, run.share),
            (None, Phase::Allocate, 0.0)
        );
        run.step_phase(true, true);
        assert_eq!((run.phase, run.share), (Phase::Move, 1.0));
    }

    #[test]
    fn a_locked_run_can_be_paused_but_not_moved() {
        let mut run = Playback {
            is_locked: true,
            playing: true,
            ..at(3)
        };
        run.step(true, 0.0, false);
        assert!(run.goal.is_none() && run.refusal.is_some());
        assert!(!run.toggle() && !run.playing && run.refusal.is_none());
        assert!(!run.toggle() && !run.playing && run.refusal.is_some());
        run.go(9, Then::Play);
        assert!(run.will_play() && run.toggle(), "a seek is stopped");
        assert!(run.goal.is_none() && !run.playing);
    }

    #[test]
    fn a_run_plays_after_a_step_that_is_not_over_yet() {
        let mut run = at(7);
        run.step(true, 0.0, false);
        assert!(!run.toggle() && run.will_play() && run.goal == Some(8));
        run.go(9, Then::Stand);
        assert!(run.pause() && run.goal.is_none() && !run.will_play());
        run.go(9_000, Then::Stand);
        assert!(run.toggle() && run.goal.is_none(), "a long seek is stopped");
    }
}
