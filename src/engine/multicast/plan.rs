//! Properties and validation of plans.

use super::{Plan, PlannedWorm, Route};
use crate::routing::{self, RoutingFunction};
use crate::topology::{Network, NodeId, Topology};

impl Plan {
    pub fn of(worms: impl IntoIterator<Item = PlannedWorm>) -> Self {
        Self {
            worms: worms.into_iter().collect(),
            relays: Vec::new(),
        }
    }

    /// Validates a plan from a node to others, for tests; the error is a description of the first
    /// violation.
    ///
    /// Every destination and every relay must receive exactly one copy, and all other nodes none. A
    /// worm must start at the source or at a relay or destination of an earlier worm, follow
    /// channels of the network and deliver in the order of its path. At least one worm must start
    /// at each relay.
    pub fn check(&self, network: &Network, from: NodeId, to: &[NodeId]) -> Result<(), String> {
        let mut awaits = vec![false; network.nodes() as usize];
        for node in to {
            awaits[node.0 as usize] = true;
        }
        for relay in &self.relays {
            if std::mem::replace(&mut awaits[relay.0 as usize], true) {
                return Err(format!("{relay:?} is no mere relay"));
            }
            if !self.worms.iter().any(|worm| worm.from == *relay) {
                return Err(format!("{relay:?} relays nothing"));
            }
        }
        for (index, worm) in self.worms.iter().enumerate() {
            let has_message = match worm.after {
                None => worm.from == from,
                Some(after) => after < index && self.worms[after].deliver.contains(&worm.from),
            };
            if !has_message {
                return Err(format!("worm {index} starts without the message: {worm:?}"));
            }
            if !worm.has_valid_route(network) {
                return Err(format!("worm {index} does not lead there: {worm:?}"));
            }
            for node in &worm.deliver {
                if !std::mem::take(&mut awaits[node.0 as usize]) {
                    return Err(format!("worm {index} brings {node:?} one copy too many"));
                }
            }
        }
        match awaits.iter().position(|&awaits| awaits) {
            None => Ok(()),
            Some(node) => Err(format!("node {node} gets no copy")),
        }
    }

    /// The worms by step: those that start at the source, those that wait for one of these, and so
    /// on.
    pub fn steps(&self) -> Vec<Vec<&PlannedWorm>> {
        let mut step_of = Vec::with_capacity(self.worms.len());
        let mut steps = Vec::new();
        for worm in &self.worms {
            let step = worm.after.map_or(0, |after| step_of[after] + 1);
            step_of.push(step);
            if step == steps.len() {
                steps.push(Vec::new());
            }
            steps[step].push(worm);
        }
        steps
    }

    /// The maximum number of sequential start-ups before a destination is reached, if a node with
    /// `ports` ports pays for w worms in ⌈w / ports⌉ rounds.
    pub fn startups(&self, ports: u32) -> u32 {
        let nodes = self.worms.iter().map(|worm| worm.from.0 as usize + 1).max();
        let mut sent = vec![0; nodes.unwrap_or(0)];
        let mut paid = Vec::with_capacity(self.worms.len());
        for worm in &self.worms {
            let before = worm.after.map_or(0, |after| paid[after]);
            let sent = &mut sent[worm.from.0 as usize];
            paid.push(before + *sent / ports + 1);
            *sent += 1;
        }
        paid.into_iter().max().unwrap_or(0)
    }

    /// The total number of channels that the worms cross.
    pub fn channels(&self, topology: &dyn Topology) -> u32 {
        self.worms.iter().map(|worm| worm.hops(topology)).sum()
    }

    /// Rejects a plan whose worms cross more than `most` channels, since it would take long to draw
    /// or print.
    ///
    /// # Errors
    /// Returns a message that names `field` as the cause.
    pub fn check_length(
        &self,
        field: &str,
        topology: &dyn Topology,
        most: u32,
    ) -> Result<(), String> {
        let channels = self.channels(topology);
        if channels <= most {
            return Ok(());
        }
        Err(format!(
            "{field} must be nodes that the worms reach over at most {most} channels in all, not \
             {channels}"
        ))
    }

    /// The number of channels that the longest worm crosses.
    pub fn longest(&self, topology: &dyn Topology) -> u32 {
        let hops = self.worms.iter().map(|worm| worm.hops(topology));
        hops.max().unwrap_or(0)
    }

    /// The same plan with explicit paths for all routed worms, over the first candidates of a
    /// routing function.
    #[must_use]
    pub fn laid(mut self, network: &Network, routing: &dyn RoutingFunction) -> Self {
        for worm in &mut self.worms {
            if worm.route == Route::Routed {
                let path = routing::path(network, routing, worm.from, worm.deliver[0]);
                worm.route = Route::Path(path);
            }
        }
        self
    }
}

impl PlannedWorm {
    /// The nodes of the path; empty for a worm that the routing function routes.
    pub fn path(&self) -> &[NodeId] {
        match &self.route {
            Route::Routed => &[],
            Route::Path(path) => path,
        }
    }

    /// The number of channels that the worm crosses; a routed worm is assumed to take a shortest
    /// path.
    pub fn hops(&self, topology: &dyn Topology) -> u32 {
        match &self.route {
            Route::Routed => topology.distance(self.from, self.deliver[0]),
            Route::Path(path) => path.len() as u32 - 1,
        }
    }

    fn has_valid_route(&self, network: &Network) -> bool {
        match &self.route {
            Route::Routed => matches!(&*self.deliver, [to] if *to != self.from),
            Route::Path(path) => {
                let are_adjacent = |hop: &[NodeId]| network.between(hop[0], hop[1]).is_some();
                let mut rest = path.iter().skip(1);
                path.first() == Some(&self.from)
                    && path.windows(2).all(are_adjacent)
                    && self.deliver.iter().all(|to| rest.any(|node| node == to))
                    && !self.deliver.is_empty()
                    && rest.next().is_none()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    /// A worm on a line of nodes 0, 1, 2, ….
    fn worm(after: Option<usize>, path: &[u32], deliver: &[u32]) -> PlannedWorm {
        let nodes = |list: &[u32]| list.iter().copied().map(NodeId).collect::<Vec<_>>();
        PlannedWorm {
            from: NodeId(path[0]),
            after,
            route: Route::Path(nodes(path)),
            deliver: nodes(deliver),
        }
    }

    fn check(worms: Vec<PlannedWorm>) -> Result<(), String> {
        let line = topology::from_spec("mesh:5").expect("a line is a mesh");
        let to = [NodeId(0), NodeId(2), NodeId(4)];
        Plan::of(worms).check(&Network::new(&*line), NodeId(1), &to)
    }

    #[test]
    fn a_plan_delivers_one_copy_to_each_destination_along_channels() {
        let (left, right) = (
            worm(None, &[1, 0], &[0]),
            worm(None, &[1, 2, 3, 4], &[2, 4]),
        );
        let relay = worm(Some(0), &[2, 3, 4], &[4]);
        assert_eq!(check(vec![left.clone(), right.clone()]), Ok(()));
        let middle = worm(None, &[1, 2], &[2]);
        assert_eq!(
            check(vec![middle.clone(), left.clone(), relay.clone()]),
            Ok(())
        );
        for (wrong, why) in [
            (vec![left.clone()], "node 2 gets no copy"),
            (vec![right.clone(), right], "one copy too many"),
            (vec![worm(None, &[1, 2, 3], &[2, 3])], "one copy too many"),
            (vec![worm(None, &[2, 3, 4], &[4])], "without the message"),
            (vec![left, relay.clone()], "without the message"),
            (vec![relay, middle], "without the message"),
            (vec![worm(None, &[1, 3, 4], &[4])], "does not lead there"),
            (vec![worm(None, &[1, 2, 3], &[2])], "does not lead there"),
            (vec![worm(None, &[1, 2], &[])], "does not lead there"),
            (
                vec![worm(None, &[1, 2, 3, 4], &[4, 2])],
                "does not lead there",
            ),
        ] {
            let error = check(wrong).expect_err(why);
            assert!(error.contains(why), "{error}, not {why}");
        }
    }

    #[test]
    fn a_node_pays_for_start_ups_in_rounds_of_its_ports() {
        let first = worm(None, &[1, 2, 3], &[2, 3]);
        let later = [
            worm(Some(0), &[2, 1, 0], &[0]),
            worm(Some(0), &[3, 4], &[4]),
        ];
        let plan = Plan::of([&[first][..], &later].concat());
        assert_eq!(plan.startups(1), 2, "both relays start at once");
        assert_eq!(
            plan.steps().iter().map(Vec::len).collect::<Vec<_>>(),
            [1, 2]
        );
        let star = Plan::of(vec![worm(None, &[1, 2], &[2]); 9]);
        assert_eq!((star.startups(4), star.startups(1)), (3, 9));
        assert_eq!(Plan::default().startups(4), 0);
    }
}
