//! Worms on both lanes of a unidirectional ring with a dateline, which may meet twice.
//!
//! A worm from s to d takes the channels s, s + 1, …, d − 1 (mod k): lane 0 of a channel beyond d,
//! which it leaves before the wrap-around, else lane 1. Two worms share channels from the source of
//! one on if the other passes it; if each passes the source of the other, they do so in two places.
//! They *meet* where their lanes differ.

/// Of the meetings of two worms from different nodes of a ring of k nodes, the share that belongs to
/// pairs which share channels in two places.
pub(super) fn meeting_twice(k: u32) -> f64 {
    let k = u64::from(k);
    let [mut all, mut twice] = [0; 2];
    for source in 0..k {
        // Another worm passes this source, and comes from a node that is `distance` behind it.
        for distance in 1..k {
            let beyond = k - 1 - source; // nodes at which a worm from here ends before it wraps
            let ends = k - 1 - distance; // ends of the other worm, from the next node on
            let unwrapped = ends.min(beyond);
            all += unwrapped * source + (ends - unwrapped) * beyond;
            // If this worm passes the other's source, it ends between that source and its own.
            twice += if distance <= source {
                unwrapped * (distance - 1)
            } else {
                // The other worm ends between this source and its own, and never wraps after it.
                ends * source
            };
        }
    }
    if all == 0 {
        return 0.0;
    }
    twice as f64 / all as f64
}

#[cfg(test)]
mod tests {
    use super::meeting_twice;

    /// The lanes of a path, by channel.
    fn lanes(k: u32, from: u32, to: u32) -> Vec<(u32, bool)> {
        let mut lanes = Vec::new();
        let mut here = from;
        while here != to {
            lanes.push((here, to < here));
            here = (here + 1) % k;
        }
        lanes
    }

    fn enumerated(k: u32) -> f64 {
        let [mut all, mut twice] = [0, 0];
        let paths = |from: u32| {
            (0..k)
                .filter(move |&to| to != from)
                .map(move |to| lanes(k, from, to))
        };
        for (from, other) in (0..k).flat_map(|a| (0..k).map(move |b| (a, b))) {
            for (one, two) in
                paths(from).flat_map(|one| paths(other).map(move |two| (one.clone(), two)))
            {
                if from == other {
                    continue;
                }
                let mut together = false;
                let mut runs = Vec::new();
                for (channel, lane) in one {
                    let also = two.iter().find(|(there, _)| *there == channel);
                    if let Some((_, theirs)) = also.filter(|_| !together) {
                        runs.push(*theirs != lane);
                    }
                    together = also.is_some();
                }
                let meetings = runs.iter().filter(|&&meets| meets).count();
                all += meetings;
                twice += if runs.len() > 1 { meetings } else { 0 };
            }
        }
        if all == 0 {
            0.0
        } else {
            twice as f64 / all as f64
        }
    }

    #[test]
    fn the_share_is_that_of_all_pairs_of_paths() {
        for k in 2..=9 {
            let off = (meeting_twice(k) - enumerated(k)).abs();
            assert!(off < 1e-12, "{k}");
        }
        assert!((meeting_twice(4) - 0.25).abs() < 1e-12);
    }
}
