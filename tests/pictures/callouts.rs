//! The callouts of the first picture, and the positions of their words.

use flitscope::page::HOME;
use flitscope::scenario::{BuiltScenario, Scenario};
use flitscope::scene::{Bounds, Callout, CalloutKind, Layout, Moment, NODE_RADIUS, callouts};
use flitscope::sim::{HeaderState, History, WormView};
use flitscope::topology::{Arrangement, Point};

/// The size of a word at 15 pixels where nodes are 150 pixels apart.
fn size(part: CalloutKind) -> Point {
    Point::new(0.06 * part.word().len() as f32 + 0.12, 0.2)
}

fn home(link: &str) -> (BuiltScenario, Layout) {
    let opened = Scenario::from_link(link);
    assert_eq!(opened.problems, [], "{link}");
    let built = opened.scenario.build().expect(link);
    let network = &built.design.network;
    let layout = Layout::new(
        &*built.topology,
        network,
        built.design.vcs,
        Arrangement::Plain,
    );
    (built, layout)
}

fn word(callout: &Callout) -> Bounds {
    let (at, size) = (callout.label, size(callout.part));
    Bounds {
        min: Point::new(at.x - size.x / 2.0, at.y - size.y / 2.0),
        max: Point::new(at.x + size.x / 2.0, at.y + size.y / 2.0),
    }
}

fn overlap(a: Bounds, b: Bounds) -> bool {
    a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
}

/// The callouts of every cycle.
fn shown(cycles: usize) -> (BuiltScenario, Layout, Vec<Vec<Callout>>) {
    let (built, layout) = home(HOME);
    let mut history = History::new(built.design.clone());
    let moment = Moment::end(&built.design);
    let mut shown: Vec<Vec<Callout>> = Vec::new();
    for _ in 0..cycles {
        history.step();
        let before = shown.last().map_or(&[][..], |last| last);
        let snapshot = history.now().snapshot();
        shown.push(callouts(&layout, &snapshot, moment, before, size));
    }
    (built, layout, shown)
}

#[test]
fn home_shows_everything_soon_and_a_blocked_header_most_of_the_time() {
    let (built, _, shown) = shown(30);
    for part in CalloutKind::ALL {
        let is_shown = shown.iter().flatten().any(|callout| callout.part == part);
        assert!(is_shown, "no {} in 30 cycles", part.word());
    }
    let mut history = History::new(built.design);
    let mut blocked = 0;
    for _ in 0..5_000 {
        history.step();
        let snapshot = history.now().snapshot();
        let mut worms = snapshot.worms.iter();
        let is_blocked = |w: &WormView| matches!(w.header, HeaderState::Blocked { .. });
        blocked += usize::from(worms.any(is_blocked));
        assert!(history.now().backlog() < 50, "it does not saturate");
    }
    assert!(blocked > 3_500, "{blocked} of 5000 cycles");
    assert!(history.now().counters().delivered > 1_500);
}

#[test]
fn words_cover_no_node_and_no_other_word() {
    let (_, layout, shown) = shown(400);
    for callout in shown.iter().flatten() {
        let (word, inside) = (word(callout), layout.bounds());
        assert!(word.min.x >= inside.min.x && word.max.x <= inside.max.x);
        assert!(word.min.y >= inside.min.y && word.max.y <= inside.max.y);
        for (_, node) in layout.nodes() {
            let x = node.x - node.x.clamp(word.min.x, word.max.x);
            let y = node.y - node.y.clamp(word.min.y, word.max.y);
            assert!(
                x * x + y * y >= NODE_RADIUS * NODE_RADIUS,
                "{callout:?} {node:?}"
            );
        }
    }
    for at_once in &shown {
        for (place, one) in at_once.iter().enumerate() {
            let others = &at_once[..place];
            assert!(others.iter().all(|other| !overlap(word(one), word(other))));
        }
    }
}

/// This leaves time to read it.
#[test]
fn a_word_stays_while_its_flit_is_near() {
    let (_, _, shown) = shown(1_000);
    let (mut kept, mut same) = (0, 0);
    for pair in shown.windows(2) {
        for now in &pair[1] {
            let before = pair[0].iter().find(|old| old.part == now.part);
            let is_same = |old: &&Callout| (old.message, old.flit) == (now.message, now.flit);
            let Some(before) = before.filter(is_same) else {
                continue;
            };
            same += 1;
            kept += usize::from(before.label == now.label);
        }
    }
    assert!(same > 1_000, "{same} were pointed out again");
    assert!(kept * 10 > same * 8, "{kept} of {same} stayed");
}
