//! Detection of the worms that will never move again.

use engine::sim::{Location, Switching};

use super::{Oracle, Requester};

impl Oracle {
    /// Finds the largest set of blocked headers each of which wants only lanes that others of the
    /// set hold and will never release, or needs one such lane among others.
    pub fn look_for_deadlock(&mut self) {
        let mut deadlocked: Vec<_> = (0..self.worms.len()).map(Requester::Worm).collect();
        for (tree, worm) in self.trees.iter().enumerate() {
            deadlocked
                .extend((0..worm.branches.len()).map(|branch| Requester::Branch(tree, branch)));
        }
        deadlocked.retain(|&requester| match requester {
            Requester::Worm(index) => self.worms[index].is_blocked,
            Requester::Branch(tree, branch) => self.trees[tree].branches[branch].is_blocked,
        });
        loop {
            let is_held_forever = |&lane: &Location| self.is_held_forever(lane, &deadlocked);
            let mut still = deadlocked.clone();
            still.retain(|&requester| match requester {
                Requester::Worm(index) => {
                    let request = self.request(&self.worms[index]);
                    self.wanted(&request).iter().all(is_held_forever)
                }
                Requester::Branch(tree, index) => {
                    let branch = &self.trees[tree].branches[index];
                    let ports = self.ports(branch.node);
                    self.needs(tree, index).iter().any(is_held_forever)
                        || branch.delivers && ports.iter().all(is_held_forever)
                }
            });
            if still.len() == deadlocked.len() {
                break;
            }
            deadlocked = still;
        }
        if self.deadlock.is_none() && !deadlocked.is_empty() {
            let message = |&requester: &Requester| match requester {
                Requester::Worm(index) => self.worms[index].delivery.message,
                Requester::Branch(tree, _) => self.trees[tree].delivery.message,
            };
            self.deadlock = Some((self.clock, deadlocked.iter().map(message).collect()));
        }
    }

    /// Whether a lane is held by a worm that keeps it if these headers never move.
    fn is_held_forever(&self, lane: Location, stuck: &[Requester]) -> bool {
        match self.holder(lane) {
            Some(holder) => stuck.contains(&Requester::Worm(holder)) && self.is_kept(holder, lane),
            None => self.tree_keeps(lane, stuck),
        }
    }

    /// Whether a worm whose header never moves again keeps a lane that it holds, or a port.
    ///
    /// Its flits still close up behind the header, B to a lane or all in one, and release the lanes
    /// that are then no longer needed, and the ports into which those are copied.
    fn is_kept(&self, worm: usize, lane: Location) -> bool {
        let worm = &self.worms[worm];
        let needed = match self.design.switching {
            Switching::Wormhole => worm.delivery.length.div_ceil(self.design.buffer),
            Switching::VirtualCutThrough | Switching::StoreAndForward => 1,
        };
        let from = worm.position(lane).or_else(|| worm.copied_from(lane));
        from.is_some_and(|index| index < needed as usize)
    }
}
