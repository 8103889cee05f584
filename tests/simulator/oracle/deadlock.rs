//! Which worms will never move again.

use flitscope::sim::{Place, Switching};

use super::{Asker, Oracle};

impl Oracle {
    /// The largest set of blocked headers of which each wants only lanes that others of the
    /// set hold and will never leave, or needs such a one among others.
    pub fn look_for_deadlock(&mut self) {
        let mut locked: Vec<_> = (0..self.worms.len()).map(Asker::Worm).collect();
        for (tree, worm) in self.trees.iter().enumerate() {
            locked.extend((0..worm.branches.len()).map(|branch| Asker::Branch(tree, branch)));
        }
        locked.retain(|&asker| match asker {
            Asker::Worm(index) => self.worms[index].is_blocked,
            Asker::Branch(tree, branch) => self.trees[tree].branches[branch].is_blocked,
        });
        loop {
            let is_held_for_ever = |&lane: &Place| self.is_held_for_ever(lane, &locked);
            let mut still = locked.clone();
            still.retain(|&asker| match asker {
                Asker::Worm(index) => {
                    let wish = self.wish(&self.worms[index]);
                    self.wanted(&wish).iter().all(is_held_for_ever)
                }
                Asker::Branch(tree, index) => {
                    let branch = &self.trees[tree].branches[index];
                    let ports = self.ports(branch.node);
                    self.needs(tree, index).iter().any(is_held_for_ever)
                        || branch.delivers && ports.iter().all(is_held_for_ever)
                }
            });
            if still.len() == locked.len() {
                break;
            }
            locked = still;
        }
        if self.deadlock.is_none() && !locked.is_empty() {
            let message = |&asker: &Asker| match asker {
                Asker::Worm(index) => self.worms[index].delivery.message,
                Asker::Branch(tree, _) => self.trees[tree].delivery.message,
            };
            self.deadlock = Some((self.clock, locked.iter().map(message).collect()));
        }
    }

    /// Whether a lane is held by a worm that keeps it, if these headers never get on.
    fn is_held_for_ever(&self, lane: Place, stuck: &[Asker]) -> bool {
        match self.holder(lane) {
            Some(holder) => stuck.contains(&Asker::Worm(holder)) && self.is_kept(holder, lane),
            None => self.tree_keeps(lane, stuck),
        }
    }

    /// Whether a worm whose header never moves again keeps a lane that it holds, or a port.
    ///
    /// Its flits still close up behind the header, B to a lane or all in one, and leave the
    /// lanes that they then need no more, and the ports into which those are copied.
    fn is_kept(&self, worm: usize, lane: Place) -> bool {
        let worm = &self.worms[worm];
        let needed = match self.design.switching {
            Switching::Wormhole => worm.delivery.length.div_ceil(self.design.buffer),
            Switching::VirtualCutThrough | Switching::StoreAndForward => 1,
        };
        let from = worm.position(lane).or_else(|| worm.copied_from(lane));
        from.is_some_and(|index| index < needed as usize)
    }
}
