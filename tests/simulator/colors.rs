//! Worms that meet have different colors while colors remain.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::any_scenario::any_scenario;
use crate::common::effort;
use engine::routing::VirtualChannel;
use engine::sim::{COLORS, Design, HeaderState, History, Location, Snapshot, WormView};
use engine::topology::NodeId;
use proptest::prelude::*;
use study::scenario::Scenario;

/// The owner of a color, a multicast or a lone message, in order of age.
type Party = (bool, u64);

fn party(worm: &WormView) -> Party {
    let alone = (true, worm.message.0);
    worm.multicast
        .map_or(alone, |multicast| (false, multicast.0))
}

fn lanes(worm: &WormView) -> impl Iterator<Item = VirtualChannel> {
    worm.segments
        .iter()
        .filter_map(|segment| match segment.place {
            Location::Channel(lane) => Some(lane),
            Location::Injection(..) | Location::Ejection(..) => None,
        })
}

/// The nodes that a worm's channels join, and the one whose injection port it holds.
fn nodes(design: &Design, worm: &WormView) -> BTreeSet<NodeId> {
    let network = &design.network;
    let places = worm.segments.iter().map(|segment| segment.place);
    let ends = places.map(|place| match place {
        Location::Channel(lane) => vec![network.from(lane.channel), network.to(lane.channel)],
        Location::Injection(node, _) => vec![node],
        Location::Ejection(..) => Vec::new(),
    });
    ends.flatten().collect()
}

/// The pairs of worms that meet and do not share a multicast, by their indices.
fn meetings(design: &Design, snapshot: &Snapshot) -> BTreeSet<(usize, usize)> {
    let mut at: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
    for (index, worm) in snapshot.worms.iter().enumerate() {
        for node in nodes(design, worm) {
            at.entry(node).or_default().push(index);
        }
    }
    let mut met = BTreeSet::new();
    for here in at.values() {
        for (place, &one) in here.iter().enumerate() {
            met.extend(here[..place].iter().map(|&other| (other, one)));
        }
    }
    met.retain(|&(a, b)| party(&snapshot.worms[a]) != party(&snapshot.worms[b]));
    met
}

/// Whether two worms hold lanes of one channel, or one waits for a lane of the other.
fn are_close(a: &WormView, b: &WormView) -> bool {
    let share = || lanes(a).any(|x| lanes(b).any(|y| x.channel == y.channel));
    let waits = |one: &WormView, other: &WormView| match &one.header {
        HeaderState::Blocked { wants } => lanes(other).any(|lane| wants.contains(&lane)),
        _ => false,
    };
    share() || waits(a, b) || waits(b, a)
}

proptest! {
    #![proptest_config(effort::cases(48))]

    /// Worms therefore always differ where none meets more than five others.
    #[test]
    fn a_worm_shares_the_color_of_an_older_one_only_where_it_meets_all_colors(scenario in any_scenario()) {
        let design = scenario.build().expect("it is in range").design;
        let mut history = History::new(design.clone());
        let mut alike = BTreeSet::new();
        for _ in 0..200 {
            history.step();
            let snapshot = history.now().snapshot();
            let met = meetings(&design, &snapshot);
            let worm = |index: usize| &snapshot.worms[index];
            let before = std::mem::take(&mut alike);
            for &(a, b) in met.iter().filter(|(a, b)| worm(*a).color == worm(*b).color) {
                let pair = (party(worm(a)), party(worm(b)), worm(a).color);
                alike.insert(pair);
                if before.contains(&pair) {
                    continue;
                }
                let younger = party(worm(a)).max(party(worm(b)));
                let others = met.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
                let others = others.filter(|&(one, _)| party(worm(one)) == younger);
                let colors: BTreeSet<u8> = others.map(|(_, other)| worm(other).color).collect();
                prop_assert_eq!(
                    colors.len(),
                    usize::from(COLORS),
                    "cycle {}: {:?} and {:?}", snapshot.cycle, worm(a), worm(b)
                );
            }
        }
    }
}

/// Counts of how a run was colored.
#[derive(Debug, Default)]
struct Tally {
    meetings: usize,
    alike: usize,
    close_and_alike: usize,
    worms: BTreeSet<u64>,
    changes: usize,
}

fn tally(link: &str, cycles: u64) -> Tally {
    let scenario = Scenario::from_link(link).scenario;
    let design = scenario.build().expect(link).design;
    let mut history = History::new(design.clone());
    let mut tally = Tally::default();
    let mut before: Option<Snapshot> = None;
    while history.now().cycle() < cycles {
        history.step();
        let snapshot = history.now().snapshot();
        for (a, b) in meetings(&design, &snapshot) {
            let [a, b] = [a, b].map(|index| &snapshot.worms[index]);
            tally.meetings += 1;
            tally.alike += usize::from(a.color == b.color);
            tally.close_and_alike += usize::from(a.color == b.color && are_close(a, b));
        }
        for worm in &snapshot.worms {
            tally.worms.insert(worm.message.0);
            let was = before.as_ref().and_then(|before| before.worm(worm.message));
            tally.changes += usize::from(was.is_some_and(|was| was.color != worm.color));
        }
        before = Some(snapshot);
    }
    tally
}

#[test]
fn colors_change_seldom_and_distinguish_worms_that_wait_for_each_other() {
    for (link, is_loaded) in [
        ("t=mesh:4x4&vc=1&M=8&lam=0.02", false),
        ("t=mesh:4x4&vc=2&M=16&lam=0.01", false),
        ("t=torus:8x8&vc=2&M=16&lam=0.005", false),
        ("t=torus:8x8&vc=2&M=16&lam=0.0211", true),
        ("t=hypercube:6&vc=3&M=16&lam=0.03", true),
    ] {
        let tally = tally(link, 700);
        assert!(tally.worms.len() > 100, "{link}: {tally:?}");
        assert_eq!(tally.close_and_alike, 0, "{link}");
        // In dense traffic even six colors are not enough for all worms.
        let most = if is_loaded {
            tally.meetings / 10
        } else {
            tally.meetings / 1_000
        };
        assert!(
            tally.alike <= most,
            "{link}: {} of {}",
            tally.alike,
            tally.meetings
        );
        // Over its lifetime a worm changes its color about once; in light traffic, one in five
        // does.
        let most = if is_loaded {
            2 * tally.worms.len()
        } else {
            tally.worms.len() / 5
        };
        assert!(
            tally.changes <= most,
            "{link}: {} of {}",
            tally.changes,
            tally.worms.len()
        );
    }
}
