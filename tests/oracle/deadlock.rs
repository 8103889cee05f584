//! Which worms will never move again.

use flitscope::sim::{Place, Switching};

use super::Oracle;

impl Oracle {
    /// The largest set of blocked worms of which each wants only lanes that others of the
    /// set hold and will never leave.
    pub fn look_for_deadlock(&mut self) {
        let mut locked: Vec<_> = (0..self.worms.len()).collect();
        locked.retain(|&index| self.worms[index].is_blocked);
        loop {
            let is_held_for_ever = |&lane: &Place| {
                let holder = self.holder(lane).filter(|holder| locked.contains(holder));
                holder.is_some_and(|holder| self.is_kept(holder, lane))
            };
            let mut still = locked.clone();
            still.retain(|&index| {
                let wish = self.wish(&self.worms[index]);
                self.wanted(&wish).iter().all(is_held_for_ever)
            });
            if still.len() == locked.len() {
                break;
            }
            locked = still;
        }
        if self.deadlock.is_none() && !locked.is_empty() {
            let message = |&index: &usize| self.worms[index].delivery.message;
            self.deadlock = Some((self.clock, locked.iter().map(message).collect()));
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
