//! What hands do on the picture: point, click, drag from node to node, move, pinch, turn the
//! wheel.

use flitscope::scene::{Thing, View, thing_at, worm_at};
use flitscope::topology::{NodeId, Point};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::layers::Screen;
use super::over::Subject;
use super::state::Lab;

/// The hands on one picture; copies share them.
#[derive(Clone, Copy)]
pub struct Hands {
    lab: Lab,
    screen: Screen,
    down: StoredValue<Vec<Finger>>,
    doing: StoredValue<Doing>,
}

/// A pointer that is down, in pixels of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Finger {
    id: i32,
    x: f32,
    y: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Doing {
    #[default]
    Nothing,
    /// Pressed, and not yet moved enough to be more than a click.
    Press(Finger),
    /// Moving the picture.
    Pan,
    /// Drawing a message from a node.
    Draw(NodeId),
    /// Moving the source or a destination of a multicast, or drawing a region of them.
    Cast,
    /// Two fingers.
    Pinch,
}

/// A press that moves less than this \[pixels\] is a click.
const STILL: f32 = 6.0;

impl Hands {
    /// Hands on a picture with a view of its own.
    pub fn new(lab: Lab, screen: Screen) -> Self {
        Self {
            lab,
            screen,
            down: StoredValue::new(Vec::new()),
            doing: StoredValue::new(Doing::Nothing),
        }
    }

    /// Whether nodes are destinations of a multicast that is being chosen.
    fn casts(self) -> bool {
        self.lab.over.subject.get_untracked() == Subject::Multicast
    }

    fn view(self) -> View {
        untrack(|| self.screen.view())
    }

    /// Where on the grid a pointer is.
    fn grid(self, finger: Finger) -> Point {
        self.view().grid(finger.x, finger.y)
    }

    fn thing(self, finger: Finger) -> Option<Thing> {
        let layout = self.lab.layout.read_untracked();
        let pitch = self.view().pitch;
        thing_at(&layout, self.grid(finger), pitch)
    }

    fn node(self, finger: Finger) -> Option<NodeId> {
        match self.thing(finger) {
            Some(Thing::Node(node)) => Some(node),
            _ => None,
        }
    }

    /// A pointer comes down.
    pub fn press(self, event: &ev::PointerEvent) {
        // A click is not a visit: the arrow keys go on to mean cycles.
        event.prevent_default();
        let Some(finger) = finger(event) else { return };
        if let Some(target) = event.current_target()
            && let Ok(target) = target.dyn_into::<web_sys::Element>()
        {
            // Refused for a pointer that has just gone up again.
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        self.down.update_value(|down| {
            down.retain(|other| other.id != finger.id);
            down.push(finger);
        });
        let fingers = self.down.read_value().len();
        self.let_go();
        self.lab.let_go_of_set(false);
        self.doing.set_value(if fingers == 1 {
            Doing::Press(finger)
        } else {
            Doing::Pinch
        });
    }

    /// A pointer moves, down or not.
    pub fn follow(self, event: &ev::PointerEvent) {
        let Some(finger) = finger(event) else { return };
        let down = self.down.get_value();
        let before = down.iter().find(|other| other.id == finger.id).copied();
        let Some(before) = before else {
            self.lab.point_at(self.thing(finger));
            return;
        };
        self.down.update_value(|down| {
            for other in down.iter_mut().filter(|other| other.id == finger.id) {
                *other = finger;
            }
        });
        let (dx, dy) = (finger.x - before.x, finger.y - before.y);
        match self.doing.get_value() {
            Doing::Press(start) if (finger.x - start.x).hypot(finger.y - start.y) > STILL => {
                if let Some(node) = self.node(start) {
                    if self.casts() {
                        self.doing.set_value(Doing::Cast);
                        self.lab.grip(node, self.grid(start));
                        self.lab.drag(self.node(finger), self.grid(finger));
                    } else {
                        self.doing.set_value(Doing::Draw(node));
                        self.draw(node, finger);
                    }
                } else {
                    self.doing.set_value(Doing::Pan);
                    self.look(|view| view.moved(finger.x - start.x, finger.y - start.y));
                }
            }
            Doing::Pan => self.look(|view| view.moved(dx, dy)),
            Doing::Draw(node) => self.draw(node, finger),
            Doing::Cast => self.lab.drag(self.node(finger), self.grid(finger)),
            Doing::Pinch => {
                let other = down.iter().find(|other| other.id != finger.id);
                if let Some(other) = other {
                    let far = |f: Finger| (f.x - other.x).hypot(f.y - other.y).max(1.0);
                    let factor = far(finger) / far(before);
                    // What is between the fingers stays there.
                    let middle = [before, finger]
                        .map(|f| (f32::midpoint(f.x, other.x), f32::midpoint(f.y, other.y)));
                    let [from, to] = middle;
                    self.look(|view| {
                        view.zoomed(factor, from.0, from.1)
                            .moved(to.0 - from.0, to.1 - from.1)
                    });
                }
            }
            Doing::Press(_) | Doing::Nothing => {}
        }
    }

    /// A pointer goes up.
    pub fn release(self, event: &ev::PointerEvent) {
        let Some(finger) = finger(event) else { return };
        self.down
            .update_value(|down| down.retain(|other| other.id != finger.id));
        let was = self.doing.get_value();
        self.doing.set_value(Doing::Nothing);
        match was {
            Doing::Press(start) => self.click(start),
            Doing::Draw(from) => {
                self.let_go();
                let to = self.node(finger).filter(|&to| to != from);
                if let Some(to) = to {
                    self.lab.send_or_say(from, to);
                }
            }
            Doing::Cast => self.lab.let_go_of_set(true),
            // The finger that is left goes on moving the picture.
            Doing::Pinch if !self.down.read_value().is_empty() => self.doing.set_value(Doing::Pan),
            Doing::Pan | Doing::Pinch | Doing::Nothing => {}
        }
    }

    /// The browser takes a pointer away, to scroll perhaps.
    pub fn lose(self, event: &ev::PointerEvent) {
        self.down
            .update_value(|down| down.retain(|other| other.id != event.pointer_id()));
        self.doing.set_value(Doing::Nothing);
        self.let_go();
        self.lab.let_go_of_set(false);
    }

    /// The pointer leaves the picture.
    pub fn leave(self) {
        if self.down.read_value().is_empty() {
            self.lab.point_at(None);
        }
    }

    /// The wheel turns.
    pub fn wheel(self, event: &ev::WheelEvent) {
        /// Zoom per pixel of the wheel.
        const PER_PIXEL: f64 = 0.0016;
        /// Pixels of a line, for mice that count in lines.
        const LINE: f64 = 30.0;
        event.prevent_default();
        let unit = if event.delta_mode() == 0 { 1.0 } else { LINE };
        let turned = (event.delta_y() * unit).clamp(-400.0, 400.0);
        let factor = js_sys::Math::exp(-turned * PER_PIXEL) as f32;
        if let Some((x, y)) = place(event) {
            let following = self.lab.look.following.get_untracked();
            self.look(|view| view.zoomed(factor, x, y));
            self.lab.look.following.set(following);
        }
    }

    /// A finger touches: on a node it will draw a message, which scrolling would prevent.
    pub fn touch(self, event: &ev::TouchEvent) {
        let touches = event.touches();
        let on_node = touches.item(0).is_some_and(|touch| {
            let Some(rect) = rect_of(event) else {
                return false;
            };
            let finger = Finger {
                id: 0,
                x: touch.client_x() as f32 - rect.left() as f32,
                y: touch.client_y() as f32 - rect.top() as f32,
            };
            self.node(finger).is_some()
        });
        if on_node || touches.length() > 1 {
            event.prevent_default();
        }
    }

    fn click(self, at: Finger) {
        let thing = self.thing(at);
        let source = self.lab.focus.read_untracked().source;
        let subject = self.lab.over.subject.get_untracked();
        match (thing, source) {
            (Some(Thing::Node(to)), Some(from)) => {
                self.lab.focus.update(|focus| focus.source = None);
                if from != to {
                    self.lab.send_or_say(from, to);
                }
            }
            (Some(Thing::Node(node)), None) => {
                self.lab.select(thing);
                if subject == Subject::Multicast {
                    self.lab.toggle_destination(node);
                }
                if subject == Subject::Routes {
                    self.lab.begin_message();
                }
            }
            // Worms are in the background then.
            _ if subject == Subject::Waits => self.lab.select(thing),
            _ => {
                let layout = self.lab.layout.read_untracked();
                let run = self.screen.run();
                let snapshot = run.snapshot.read_untracked();
                let worm = worm_at(&layout, &snapshot, self.grid(at));
                let worm = worm.filter(|_| untrack(|| self.lab.is_own(run)));
                self.lab.select(worm.map(Thing::Worm).or(thing));
            }
        }
    }

    /// Shows the message that is being drawn.
    fn draw(self, from: NodeId, to: Finger) {
        let (aim, pointed) = (self.grid(to), self.thing(to));
        self.lab.focus.update(|focus| {
            focus.source = Some(from);
            focus.aim = Some(aim);
            focus.pointed = pointed;
        });
    }

    /// Forgets a message that was being drawn.
    fn let_go(self) {
        if self.lab.focus.read_untracked().aim.is_some() {
            self.lab.focus.update(|focus| {
                focus.source = None;
                focus.aim = None;
            });
        }
    }

    fn look(self, change: impl FnOnce(View) -> View) {
        let bounds = self.lab.layout.read_untracked().bounds();
        let view = change(self.view());
        self.lab.look.following.set(false);
        self.lab
            .look
            .camera
            .set(view.camera(bounds, untrack(|| self.screen.frame())));
    }
}

fn rect_of(event: &web_sys::Event) -> Option<web_sys::DomRect> {
    let target = event
        .current_target()?
        .dyn_into::<web_sys::Element>()
        .ok()?;
    Some(target.get_bounding_client_rect())
}

/// Where in its picture a mouse is \[pixels\].
fn place(event: &web_sys::MouseEvent) -> Option<(f32, f32)> {
    let rect = rect_of(event)?;
    Some((
        (f64::from(event.client_x()) - rect.left()) as f32,
        (f64::from(event.client_y()) - rect.top()) as f32,
    ))
}

fn finger(event: &ev::PointerEvent) -> Option<Finger> {
    let (x, y) = place(event)?;
    let id = event.pointer_id();
    Some(Finger { id, x, y })
}
