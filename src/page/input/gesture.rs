//! Gestures of pointers on the picture of a network: point, click, drag from node to node, pan, pinch.

use crate::{NodeClick, Overlay};
use engine::sim::MessageId;
use engine::topology::NodeId;
use picture::scene::Thing;

/// A pointer, with its position in the picture \[pixels\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finger {
    /// The id of the pointer.
    pub id: i32,
    pub x: f32,
    pub y: f32,
}

/// An action in response to a pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Act {
    /// Record the thing under the pointer.
    Point(Option<Thing>),
    /// Perform the click there; see [`click`].
    Click(Finger),
    /// Draw a message from a node to the pointer.
    Aim(NodeId, Finger),
    Send(NodeId, NodeId),
    /// Discard a message being drawn.
    ForgetAim,
    /// Grip a node of a multicast, or begin a region, at the pointer.
    Grip(NodeId, Finger),
    /// Move the gripped thing to the pointer.
    Drag(Finger),
    /// Release the gripped thing and keep the change or not.
    Drop(bool),
    /// Move the picture \[pixels\].
    Pan([f32; 2]),
    /// Zoom by a factor about a point of the picture, then move it \[pixels\].
    Pinch {
        factor: f32,
        /// The previous midpoint of the fingers.
        about: [f32; 2],
        /// The displacement of that midpoint.
        by: [f32; 2],
    },
}

/// The pointers pressed on a picture, and their gesture.
#[derive(Debug, Clone, Default)]
pub struct Gestures {
    down: Vec<Finger>,
    doing: Doing,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Doing {
    #[default]
    Nothing,
    /// Pressed, not moved far enough yet to be more than a click.
    Press(Finger),
    Pan,
    /// Drawing a message from a node.
    Draw(NodeId),
    /// Moving the source or a destination of a multicast, or drawing a region of destinations.
    EditSet,
    Pinch,
}

/// The most that a pointer moves during a click \[pixels\].
const STILL: f32 = 6.0;

impl Gestures {
    /// Returns whether no pointer is pressed.
    pub fn is_idle(&self) -> bool {
        self.down.is_empty()
    }

    /// Handles the press of a pointer.
    pub fn press(&mut self, finger: Finger) -> Vec<Act> {
        self.down.retain(|other| other.id != finger.id);
        self.down.push(finger);
        self.doing = if self.down.len() == 1 {
            Doing::Press(finger)
        } else {
            Doing::Pinch
        };
        vec![Act::ForgetAim, Act::Drop(false)]
    }

    /// Handles the move of a pointer, pressed or not. `under` returns the thing drawn at a position; if
    /// `edits_set`, dragging a node changes the destinations of a multicast instead of drawing a message.
    pub fn follow(
        &mut self,
        finger: Finger,
        edits_set: bool,
        under: impl Fn(Finger) -> Option<Thing>,
    ) -> Vec<Act> {
        let Some(place) = self.down.iter().position(|other| other.id == finger.id) else {
            return vec![Act::Point(under(finger))];
        };
        let before = std::mem::replace(&mut self.down[place], finger);
        match self.doing {
            Doing::Press(start) if far(start, finger) > STILL => match under(start) {
                Some(Thing::Node(node)) if edits_set => {
                    self.doing = Doing::EditSet;
                    vec![Act::Grip(node, start), Act::Drag(finger)]
                }
                Some(Thing::Node(node)) => {
                    self.doing = Doing::Draw(node);
                    vec![Act::Aim(node, finger)]
                }
                _ => {
                    self.doing = Doing::Pan;
                    vec![Act::Pan([finger.x - start.x, finger.y - start.y])]
                }
            },
            Doing::Pan => vec![Act::Pan([finger.x - before.x, finger.y - before.y])],
            Doing::Draw(node) => vec![Act::Aim(node, finger)],
            Doing::EditSet => vec![Act::Drag(finger)],
            Doing::Pinch => {
                let other = self.down.iter().find(|other| other.id != finger.id);
                other
                    .map(|other| pinch(*other, before, finger))
                    .into_iter()
                    .collect()
            }
            Doing::Press(_) | Doing::Nothing => Vec::new(),
        }
    }

    /// Handles the release of a pointer.
    pub fn release(&mut self, finger: Finger, under: impl Fn(Finger) -> Option<Thing>) -> Vec<Act> {
        self.down.retain(|other| other.id != finger.id);
        match std::mem::take(&mut self.doing) {
            Doing::Press(start) => vec![Act::Click(start)],
            Doing::Draw(from) => {
                let mut acts = vec![Act::ForgetAim];
                if let Some(Thing::Node(to)) = under(finger)
                    && to != from
                {
                    acts.push(Act::Send(from, to));
                }
                acts
            }
            Doing::EditSet => vec![Act::Drop(true)],
            Doing::Pinch => {
                if !self.down.is_empty() {
                    // The remaining finger pans the picture.
                    self.doing = Doing::Pan;
                }
                Vec::new()
            }
            Doing::Pan | Doing::Nothing => Vec::new(),
        }
    }

    /// Handles the cancellation of a pointer by the browser, which may use it to scroll.
    pub fn lose(&mut self, id: i32) -> Vec<Act> {
        self.down.retain(|other| other.id != id);
        self.doing = Doing::Nothing;
        vec![Act::ForgetAim, Act::Drop(false)]
    }
}

fn far(one: Finger, other: Finger) -> f32 {
    libm::hypotf(one.x - other.x, one.y - other.y)
}

/// Returns the zoom after one of two fingers moved; the content between the fingers stays there.
fn pinch(other: Finger, before: Finger, now: Finger) -> Act {
    let distance = |finger| far(finger, other).max(1.0);
    let middle = |finger: Finger| {
        [
            f32::midpoint(finger.x, other.x),
            f32::midpoint(finger.y, other.y),
        ]
    };
    let (from, to) = (middle(before), middle(now));
    Act::Pinch {
        factor: distance(now) / distance(before),
        about: from,
        by: [to[0] - from[0], to[1] - from[1]],
    }
}

/// The effect of a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Click {
    /// Sends a message from the source chosen by the previous click.
    Send(NodeId, NodeId),
    /// Cancels the message whose source was clicked twice.
    CancelMessage,
    /// Selects a node and toggles it as a destination of the multicast.
    ToggleDestination(NodeId),
    /// Selects a node and makes it the source of routes, or of a message.
    Begin(NodeId),
    /// Selects a channel and lets its link fail, or repairs it.
    Fail(Thing),
    /// Selects a thing, or clears the selection.
    Select(Option<Thing>),
}

/// The changes that clicks may make; all other clicks select.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClickChanges {
    /// Whether a click on a channel lets its link fail, or repairs it.
    pub fails: bool,
    /// Whether clicks on two nodes send a message.
    pub sends: bool,
}

/// Returns the effect of a click on a thing or on the background. `source` is the source of the message
/// being sent, if any; `worm` returns the worm drawn at the position.
pub fn click(
    overlay: Overlay,
    changes: ClickChanges,
    source: Option<NodeId>,
    thing: Option<Thing>,
    worm: impl FnOnce() -> Option<MessageId>,
) -> Click {
    match (thing, source) {
        (Some(Thing::Node(to)), Some(from)) if from == to => Click::CancelMessage,
        (Some(Thing::Node(to)), Some(from)) => Click::Send(from, to),
        (Some(Thing::Node(node)), None) => match overlay.facts().node_click {
            NodeClick::ToggleDestination => Click::ToggleDestination(node),
            NodeClick::Begin => Click::Begin(node),
            NodeClick::Select if changes.sends => Click::Begin(node),
            NodeClick::Select => Click::Select(thing),
        },
        (Some(channel), _) if changes.fails && channel.channel().is_some() => Click::Fail(channel),
        _ if !overlay.facts().selects_worms => Click::Select(thing),
        _ => Click::Select(worm().map(Thing::Worm).or(thing)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::topology::ChannelId;

    const ONE: NodeId = NodeId(1);
    const TWO: NodeId = NodeId(2);

    fn finger(id: i32, x: f32, y: f32) -> Finger {
        Finger { id, x, y }
    }

    /// Node 1 left of 50 pixels, node 2 right of 100, nothing in between.
    fn under(finger: Finger) -> Option<Thing> {
        match finger.x {
            x if x < 50.0 => Some(Thing::Node(ONE)),
            x if x > 100.0 => Some(Thing::Node(TWO)),
            _ => None,
        }
    }

    #[test]
    fn a_press_with_little_movement_is_a_click() {
        let mut gestures = Gestures::default();
        gestures.press(finger(0, 10.0, 10.0));
        assert_eq!(gestures.follow(finger(0, 14.0, 13.0), false, under), []);
        let acts = gestures.release(finger(0, 14.0, 13.0), under);
        assert_eq!(acts, [Act::Click(finger(0, 10.0, 10.0))]);
        assert!(gestures.is_idle());
    }

    #[test]
    fn dragging_from_node_to_node_sends_a_message() {
        let mut gestures = Gestures::default();
        gestures.press(finger(0, 10.0, 0.0));
        let acts = gestures.follow(finger(0, 70.0, 0.0), false, under);
        assert_eq!(acts, [Act::Aim(ONE, finger(0, 70.0, 0.0))]);
        let acts = gestures.release(finger(0, 120.0, 0.0), under);
        assert_eq!(acts, [Act::ForgetAim, Act::Send(ONE, TWO)]);
        // A release over the background or the source sends nothing.
        for x in [70.0, 20.0] {
            gestures.press(finger(0, 10.0, 0.0));
            gestures.follow(finger(0, 70.0, 0.0), false, under);
            assert_eq!(gestures.release(finger(0, x, 0.0), under), [Act::ForgetAim]);
        }
    }

    #[test]
    fn dragging_a_node_of_a_multicast_changes_its_destinations() {
        let mut gestures = Gestures::default();
        gestures.press(finger(0, 10.0, 0.0));
        let acts = gestures.follow(finger(0, 70.0, 0.0), true, under);
        let start = finger(0, 10.0, 0.0);
        assert_eq!(
            acts,
            [Act::Grip(ONE, start), Act::Drag(finger(0, 70.0, 0.0))]
        );
        assert_eq!(
            gestures.release(finger(0, 120.0, 0.0), under),
            [Act::Drop(true)]
        );
    }

    #[test]
    fn dragging_anything_else_moves_the_picture() {
        let mut gestures = Gestures::default();
        gestures.press(finger(0, 60.0, 0.0));
        let acts = gestures.follow(finger(0, 70.0, 5.0), false, under);
        assert_eq!(acts, [Act::Pan([10.0, 5.0])]);
        let acts = gestures.follow(finger(0, 71.0, 5.0), false, under);
        assert_eq!(acts, [Act::Pan([1.0, 0.0])]);
        assert_eq!(gestures.release(finger(0, 71.0, 5.0), under), []);
    }

    #[test]
    fn two_fingers_zoom_about_their_midpoint_and_the_remaining_one_pans() {
        let mut gestures = Gestures::default();
        gestures.press(finger(0, 0.0, 0.0));
        gestures.press(finger(1, 10.0, 0.0));
        let acts = gestures.follow(finger(1, 20.0, 0.0), false, under);
        let pinch = Act::Pinch {
            factor: 2.0,
            about: [5.0, 0.0],
            by: [5.0, 0.0],
        };
        assert_eq!(acts, [pinch]);
        assert_eq!(gestures.release(finger(0, 0.0, 0.0), under), []);
        let acts = gestures.follow(finger(1, 23.0, 0.0), false, under);
        assert_eq!(acts, [Act::Pan([3.0, 0.0])]);
    }

    #[test]
    fn a_canceled_pointer_has_no_effect() {
        let mut gestures = Gestures::default();
        gestures.press(finger(0, 10.0, 0.0));
        gestures.follow(finger(0, 70.0, 0.0), false, under);
        assert_eq!(gestures.lose(0), [Act::ForgetAim, Act::Drop(false)]);
        assert_eq!(gestures.release(finger(0, 120.0, 0.0), under), []);
        let pointed = gestures.follow(finger(0, 120.0, 0.0), false, under);
        assert_eq!(pointed, [Act::Point(Some(Thing::Node(TWO)))]);
    }

    #[test]
    fn clicks_depend_on_the_overlay() {
        let node = Some(Thing::Node(ONE));
        let channel = Some(Thing::Channel(ChannelId(3)));
        let worm = MessageId(7);
        let as_asked = ClickChanges::default();
        let on = |overlay, source, thing| click(overlay, as_asked, source, thing, || Some(worm));
        let selected = Click::Select(Some(Thing::Worm(worm)));
        assert_eq!(on(Overlay::Traffic, None, node), Click::Select(node));
        assert_eq!(on(Overlay::Traffic, None, channel), selected);
        assert_eq!(on(Overlay::Traffic, None, None), selected);
        assert_eq!(on(Overlay::Deadlock, None, channel), Click::Select(channel));
        assert_eq!(
            on(Overlay::Multicast, None, node),
            Click::ToggleDestination(ONE)
        );
        assert_eq!(on(Overlay::Routes, None, node), Click::Begin(ONE));
        for overlay in Overlay::ALL.map(|facts| facts.overlay) {
            assert_eq!(on(overlay, Some(TWO), node), Click::Send(TWO, ONE));
            assert_eq!(on(overlay, Some(ONE), node), Click::CancelMessage);
        }
        let nothing = click(Overlay::Traffic, as_asked, None, None, || None);
        assert_eq!(nothing, Click::Select(None));
    }

    #[test]
    fn clicks_in_a_challenge_fail_links_and_send_messages() {
        let node = Some(Thing::Node(ONE));
        let channel = Thing::Channel(ChannelId(3));
        let changes = |fails, sends| ClickChanges { fails, sends };
        let on = |overlay, changes, source, thing| click(overlay, changes, source, thing, || None);
        for overlay in [Overlay::Traffic, Overlay::Routes, Overlay::Deadlock] {
            let fails = changes(true, false);
            assert_eq!(
                on(overlay, fails, None, Some(channel)),
                Click::Fail(channel)
            );
            let sends = changes(false, true);
            assert_eq!(on(overlay, sends, None, node), Click::Begin(ONE));
            assert_eq!(on(overlay, sends, Some(TWO), node), Click::Send(TWO, ONE));
            let selected = Click::Select(Some(channel));
            assert_eq!(on(overlay, sends, None, Some(channel)), selected);
        }
    }
}
