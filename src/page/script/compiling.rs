//! The scripts that wait for the program that compiles them. It takes one at a time, and is stopped if it takes too long.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use engine::routing::written::Uncompiled;
use engine::topology;
use study::custom::Findings;
use study::script::Fault;

/// The findings on a script, or the error that prevented them.
pub type Found = Result<Arc<Findings>, Fault>;

/// A script, and the purpose of its findings.
#[derive(Debug)]
struct Asked<T> {
    number: u32,
    uncompiled: Uncompiled,
    is_of_editor: bool,
    purpose: T,
}

impl<T> Asked<T> {
    /// Returns the time limit for compiling: one second per 64 nodes, at least 6 and at most 10. Compiling takes
    /// far less, but a busy machine may still be preparing other replies.
    fn patience(&self) -> Duration {
        const NODES: u32 = 64;
        const SHORTEST: u32 = 6;
        const LONGEST: u32 = 10;
        let topology = topology::from_spec(&self.uncompiled.network);
        let nodes = topology.map_or(NODES, |topology| topology.nodes());
        let seconds = nodes.div_ceil(NODES).clamp(SHORTEST, LONGEST);
        Duration::from_secs(seconds.into())
    }
}

/// The queue of scripts, each with its purpose.
#[derive(Debug)]
pub struct Compiling<T> {
    queue: VecDeque<Asked<T>>,
    running: Option<Asked<T>>,
    /// Whether the program has started.
    is_ready: bool,
    /// The number of scripts so far.
    count: u32,
}

/// The next step of the page.
#[derive(Debug, PartialEq)]
pub enum Effect<T> {
    /// Ask the program, and start it before if it does not run. It replies with the number.
    Ask(u32, Uncompiled),
    /// Stop the program if it has not replied by then.
    SetClock(Duration),
    /// Pass the findings to their purpose, and stop the clock.
    Answer(T, Found),
}

impl<T> Default for Compiling<T> {
    fn default() -> Self {
        Self {
            queue: VecDeque::new(),
            running: None,
            is_ready: false,
            count: 0,
        }
    }
}

impl<T> Compiling<T> {
    /// Queues a script. One of the editor replaces any other of the editor that still waits, whose purpose is gone.
    pub fn queue(&mut self, uncompiled: Uncompiled, is_of_editor: bool, purpose: T) {
        self.queue
            .retain(|asked| !(is_of_editor && asked.is_of_editor));
        self.count += 1;
        self.queue.push_back(Asked {
            number: self.count,
            uncompiled,
            is_of_editor,
            purpose,
        });
    }

    /// Takes the next script, unless one is running.
    pub fn go_on(&mut self) -> Vec<Effect<T>> {
        if self.running.is_some() {
            return Vec::new();
        }
        let Some(asked) = self.queue.pop_front() else {
            return Vec::new();
        };
        let ask = Effect::Ask(asked.number, asked.uncompiled.clone());
        self.running = Some(asked);
        std::iter::once(ask).chain(self.clock()).collect()
    }

    fn clock(&self) -> Option<Effect<T>> {
        let running = self.running.as_ref().filter(|_| self.is_ready)?;
        Some(Effect::SetClock(running.patience()))
    }

    /// Notes that the program has started.
    pub fn ready(&mut self) -> Vec<Effect<T>> {
        self.is_ready = true;
        self.clock().into_iter().collect()
    }

    /// Notes that the program is stopped, and answers the running script with the reason.
    pub fn stopped(&mut self, why: String) -> Vec<Effect<T>> {
        self.is_ready = false;
        self.refused(why)
    }

    /// Answers the running script with an error.
    pub fn refused(&mut self, why: String) -> Vec<Effect<T>> {
        match &self.running {
            Some(running) => self.answered(running.number, Err(Fault::anywhere(why))),
            None => Vec::new(),
        }
    }

    /// Stops the program, which has taken too long.
    pub fn timed_out(&mut self) -> Vec<Effect<T>> {
        let patience = self.running.as_ref().map(Asked::patience);
        let seconds = patience.unwrap_or_default().as_secs();
        self.stopped(format!(
            "it takes longer than {seconds} seconds; is there an infinite loop?"
        ))
    }

    /// Passes on the findings on a script, and takes the next one. Those on a script that is not running come late.
    pub fn answered(&mut self, number: u32, found: Found) -> Vec<Effect<T>> {
        let Some(asked) = self.running.take_if(|asked| asked.number == number) else {
            return Vec::new();
        };
        let answer = Effect::Answer(asked.purpose, found);
        std::iter::once(answer).chain(self.go_on()).collect()
    }

    /// Answers every waiting script with the error that the program cannot be fetched.
    pub fn give_up(&mut self) -> Vec<Effect<T>> {
        const WHY: &str =
            "the program that compiles scripts cannot be fetched; the server may be unreachable";
        let waiting = self.queue.drain(..);
        let answers = waiting
            .map(|asked| Effect::Answer(asked.purpose, Err(Fault::anywhere(WHY.to_owned()))));
        answers.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(network: &str) -> Uncompiled {
        Uncompiled {
            script: "fn route(net, here, to) { 0 }".to_owned(),
            network: network.to_owned(),
            vcs: 2,
        }
    }

    fn fault(why: &str) -> Found {
        Err(Fault::anywhere(why.to_owned()))
    }

    #[test]
    fn scripts_are_compiled_one_at_a_time_and_the_editor_waits_only_for_its_last() {
        let mut compiling = Compiling::default();
        let mesh = || script("mesh:4x4");
        compiling.queue(mesh(), true, "first");
        assert_eq!(compiling.go_on(), [Effect::Ask(1, mesh())]);
        compiling.queue(mesh(), true, "second");
        compiling.queue(mesh(), false, "of the page");
        compiling.queue(mesh(), true, "third");
        assert_eq!(compiling.go_on(), [], "one is running");
        assert_eq!(compiling.answered(2, fault("late")), [], "it was replaced");
        let done = compiling.answered(1, fault("no"));
        let next = Effect::Ask(3, mesh());
        assert_eq!(done, [Effect::Answer("first", fault("no")), next]);
        let done = compiling.refused("no".to_owned());
        let next = Effect::Ask(4, mesh());
        assert_eq!(done, [Effect::Answer("of the page", fault("no")), next]);
    }

    #[test]
    fn a_large_network_may_take_longer_and_the_clock_waits_for_the_program() {
        let mut compiling = Compiling::default();
        compiling.queue(script("mesh:20x30"), true, ());
        assert_eq!(compiling.go_on().len(), 1, "the program starts first");
        let clock = Effect::SetClock(Duration::from_secs(10));
        assert_eq!(compiling.ready(), [clock]);
        compiling.queue(script("mesh:4x4"), false, ());
        let late = fault("it takes longer than 10 seconds; is there an infinite loop?");
        let next = Effect::Ask(2, script("mesh:4x4"));
        assert_eq!(compiling.timed_out(), [Effect::Answer((), late), next]);
        let clock = Effect::SetClock(Duration::from_secs(6));
        assert_eq!(compiling.ready(), [clock], "it was started again");
    }
}
