//! Pointer input of the picture: pointing, clicking, dragging from node to node, panning, pinching
//! and the wheel.

use flitscope::page::{
    Act, Action, Click, Finger, Gestures, PageStateStoreFields, ViewStoreFields, click,
};
use flitscope::scene::{Thing, View, thing_at, waiting_at, worm_at};
use flitscope::topology::{NodeId, Point};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::layers::Screen;
use crate::ui::state::page::Page;

/// The pointer input of one picture; copies share it.
#[derive(Clone, Copy)]
pub struct PointerInput {
    page: Page,
    screen: Screen,
    gestures: StoredValue<Gestures>,
}

impl PointerInput {
    /// Creates the input of the picture that `screen` shows.
    pub fn new(page: Page, screen: Screen) -> Self {
        Self {
            page,
            screen,
            gestures: StoredValue::new(Gestures::default()),
        }
    }

    fn view(self) -> View {
        untrack(|| self.screen.view())
    }

    /// Returns the position of a pointer on the grid.
    fn grid(self, finger: Finger) -> Point {
        self.view().grid(finger.x, finger.y)
    }

    /// Returns what is drawn at a pointer, except for messages.
    fn thing(self, finger: Finger) -> Option<Thing> {
        let layout = self.page.layout.read_untracked();
        let pitch = self.view().pitch;
        thing_at(&layout, self.grid(finger), pitch)
    }

    /// Returns the message beside its node that a pointer is on. The numbers of other runs are not
    /// known to the page.
    fn waiting(self, finger: Finger) -> Option<Thing> {
        let run = self.screen.run();
        if !untrack(|| self.page.is_own(run)) {
            return None;
        }
        let study = run.built.read_untracked();
        let snapshot = run.snapshot.read_untracked();
        let layout = self.page.layout.read_untracked();
        if !layout.fits(&study.design.network) {
            return None;
        }
        let waiting = untrack(|| self.page.not_started(&study.design, &snapshot));
        let pitch = self.view().pitch;
        waiting_at(&layout, &snapshot, &waiting, self.grid(finger), pitch)
    }

    /// Returns the thing to describe at a pointer.
    fn told(self, finger: Finger) -> Option<Thing> {
        self.waiting(finger).or_else(|| self.thing(finger))
    }

    fn node(self, finger: Finger) -> Option<NodeId> {
        match self.thing(finger) {
            Some(Thing::Node(node)) => Some(node),
            _ => None,
        }
    }

    /// Advances the gesture recognition, and performs the resulting actions.
    fn advance(self, step: impl FnOnce(&mut Gestures) -> Vec<Act>) {
        let acts = self.gestures.try_update_value(step).unwrap_or_default();
        for act in acts {
            self.act(act);
        }
    }

    fn act(self, act: Act) {
        match act {
            Act::Point(thing) => self.page.point_at(thing),
            Act::Click(finger) => self.click(finger),
            Act::Aim(from, to) => self.aim(from, to),
            Act::Send(..) if self.page.is_asked_in_picture() => {}
            Act::Send(from, to) => self.page.send_or_say(from, to),
            Act::ForgetAim => self.forget_aim(),
            Act::Grip(node, at) => self.page.grip(node, self.grid(at)),
            Act::Drag(at) => self.page.drag(self.node(at), self.grid(at)),
            Act::Drop(counts) => self.page.let_go_of_set(counts),
            Act::Pan([dx, dy]) => self.look(|view| view.moved(dx, dy)),
            Act::Pinch { factor, about, by } => self.look(|view| {
                let zoomed = view.zoomed(factor, about[0], about[1]);
                zoomed.moved(by[0], by[1])
            }),
        }
    }

    pub fn press(self, event: &ev::PointerEvent) {
        // A click must not move the focus to the picture: the arrow keys keep stepping cycles.
        event.prevent_default();
        let Some(finger) = finger(event) else { return };
        if let Some(target) = event.current_target()
            && let Ok(target) = target.dyn_into::<web_sys::Element>()
        {
            // Fails if the pointer has been released meanwhile.
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        self.advance(|gestures| gestures.press(finger));
    }

    /// Handles a pointer move, with or without a pressed button.
    pub fn follow(self, event: &ev::PointerEvent) {
        let Some(finger) = finger(event) else { return };
        let edits_set = self.page.state.view().overlay().get_untracked().has_plan();
        // A drag begins at a node, even where a message covers its edge.
        let is_pressed = !self.gestures.read_value().is_idle();
        let under = |finger| {
            if is_pressed {
                self.thing(finger)
            } else {
                self.told(finger)
            }
        };
        self.advance(|gestures| gestures.follow(finger, edits_set, under));
    }

    pub fn release(self, event: &ev::PointerEvent) {
        let Some(finger) = finger(event) else { return };
        self.advance(|gestures| gestures.release(finger, |finger| self.thing(finger)));
    }

    /// Handles a pointer that the browser cancels, for example to scroll.
    pub fn lose(self, event: &ev::PointerEvent) {
        self.advance(|gestures| gestures.lose(event.pointer_id()));
    }

    /// Handles the pointer leaving the picture.
    pub fn leave(self) {
        if self.gestures.read_value().is_idle() {
            self.page.point_at(None);
        }
    }

    /// Zooms by the wheel around the pointer.
    pub fn wheel(self, event: &ev::WheelEvent) {
        /// Change of the logarithm of the zoom per pixel that the wheel scrolls.
        const PER_PIXEL: f64 = 0.0016;
        /// Height of a line \[pixels\], for wheels that scroll by lines.
        const LINE: f64 = 30.0;
        event.prevent_default();
        let unit = if event.delta_mode() == 0 { 1.0 } else { LINE };
        let turned = (event.delta_y() * unit).clamp(-400.0, 400.0);
        let factor = js_sys::Math::exp(-turned * PER_PIXEL) as f32;
        if let Some((x, y)) = place(event) {
            let following = self.page.state.following().get_untracked();
            self.look(|view| view.zoomed(factor, x, y));
            self.page.act(Action::KeepInView(following));
        }
    }

    /// Prevents scrolling for a touch on a node, from where a drag draws a message, and for several
    /// touches.
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
        let page = self.page;
        let waiting = self.waiting(at);
        if page.is_asked_in_picture() {
            // A click on a message shows where it goes and answers nothing.
            return match waiting {
                Some(waiting) => page.point_at(Some(waiting)),
                None => page.answer_with(self.thing(at)),
            };
        }
        if let Some(Thing::Worm(message)) = waiting {
            return page.select(Some(Thing::Worm(message)));
        }
        let source = page.state.focus().read_untracked().source;
        let overlay = page.state.view().overlay().get_untracked();
        let worm = || {
            let run = self.screen.run();
            let layout = page.layout.read_untracked();
            let worm = worm_at(&layout, &run.snapshot.read_untracked(), self.grid(at));
            worm.filter(|_| untrack(|| page.is_own(run)))
        };
        match click(
            overlay,
            page.changes_by_click(),
            source,
            self.thing(at),
            worm,
        ) {
            Click::CancelMessage => page.act(Action::CancelMessage),
            Click::Send(from, to) => {
                page.act(Action::CancelMessage);
                page.send_or_say(from, to);
            }
            Click::ToggleDestination(node) => {
                page.select(Some(Thing::Node(node)));
                page.toggle_destination(node);
            }
            Click::Fail(channel) => {
                page.select(Some(channel));
                page.toggle_fault();
            }
            Click::Begin(node) => {
                page.select(Some(Thing::Node(node)));
                page.act(Action::BeginMessage);
            }
            Click::Select(thing) => page.select(thing),
        }
    }

    /// Shows the message that is being drawn.
    fn aim(self, from: NodeId, to: Finger) {
        if self.page.is_asked_in_picture() {
            self.page.draw_path(Some(Thing::Node(from)));
            return self.page.draw_path(self.thing(to));
        }
        let (aim, pointed) = (self.grid(to), self.thing(to));
        self.page.act(Action::DrawMessage(from, aim, pointed));
    }

    /// Forgets a message that was being drawn.
    fn forget_aim(self) {
        if self.page.state.focus().read_untracked().aim.is_some() {
            self.page.act(Action::CancelMessage);
        }
    }

    fn look(self, change: impl FnOnce(View) -> View) {
        let bounds = self.page.layout.read_untracked().bounds();
        let view = change(self.view());
        self.page.act(Action::KeepInView(false));
        self.page
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

/// Returns the position of a mouse event within its target \[pixels\].
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
