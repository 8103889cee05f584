//! Going through a lesson, or another place, in present mode with the two keys of a remote control.

use flitscope::lesson::LessonAction;
use flitscope::page::{PageStateStoreFields, Place};
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use leptos::wasm_split::wasm_split;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlFormElement, HtmlInputElement};

use crate::ui::state::fetched::{Act, act};
use crate::ui::state::page::Page;
use browser::popovers;

#[wasm_split(lessons, fallible, wasm_split_path = leptos::wasm_split)]
fn going_on() -> Act {
    Ok(Page::commit_and_go_on)
}

impl Page {
    /// Handles the keys of a remote control in present mode: steps one cycle forward or back, or in a lesson
    /// performs the next action or goes to the previous step.
    pub fn present_on(self, on: bool) {
        match (self.state.place().get_untracked(), on) {
            (Place::Lessons, true) => act(self, going_on),
            (Place::Lessons, false) => self.teach(LessonAction::Back),
            (Place::Papers, on) if scrolls_paper(on) => {}
            (_, on) => self.player.step(on),
        }
    }

    /// Commits the text in the field that has the focus and performs the next action, unless the text is refused:
    /// then the reason stays in sight until the key is pressed again.
    fn commit_and_go_on(self) {
        let committed = commit();
        spawn_local(async move {
            // Reasons and results appear once the effects of the change have run.
            tick().await;
            let is_refused = committed.is_some_and(|part| {
                let problem = part.query_selector(".problem:not(:empty)");
                problem.is_ok_and(|problem| problem.is_some())
            });
            if !is_refused {
                popovers::close_open();
                self.teach(LessonAction::GoOn);
            }
        });
    }
}

/// Takes over the text in the field that has the focus, as Enter does, and leaves the field. Returns the part of the page
/// that tells if the text is refused.
fn commit() -> Option<Element> {
    /// Fields that take effect when they are left, or with their form. An answer takes effect as it is typed.
    const FIELDS: &str = "select, input:not([type=radio], [type=checkbox], [type=range])";
    let field = document().active_element()?;
    let is_within = |part: &str| field.closest(part).ok().flatten();
    if !field.matches(FIELDS).unwrap_or(false) || is_within(".question").is_some() {
        return None;
    }
    let form = is_within("form").and_then(|form| form.dyn_into::<HtmlFormElement>().ok());
    let is_empty = field
        .dyn_ref::<HtmlInputElement>()
        .is_none_or(|input| input.value().trim().is_empty());
    if let Some(form) = form.filter(|_| !is_empty) {
        // Fails only for a form that does not accept its fields.
        let _ = form.request_submit();
    }
    let part = is_within(".by-hand, .popover, form, .field");
    // Fails only for an element without the focus.
    let _ = field.unchecked_into::<HtmlElement>().blur();
    part
}

/// Scrolls to the first table or figure of a paper that is open, once the others are hidden from an audience.
pub fn show_open_item() {
    request_animation_frame(|| {
        let item = document()
            .query_selector(".presenting > .library .item:has(> h4 > .fold[aria-expanded='true'])");
        // Fails only in a browser that does not know the selector.
        if let Some(item) = item.ok().flatten() {
            item.scroll_into_view();
        }
    });
}

/// Scrolls the tables and figures of a paper, if they are shown to an audience in place of the network.
fn scrolls_paper(on: bool) -> bool {
    /// The part of the screen that stays in sight.
    const KEPT: f64 = 0.15;
    let paper = document().query_selector(".presenting > .library").ok();
    let Some(paper) = paper.flatten().filter(|paper| paper.client_height() > 0) else {
        return false;
    };
    let by = f64::from(paper.client_height()) * (1.0 - KEPT);
    paper.scroll_by_with_x_and_y(0.0, if on { by } else { -by });
    true
}
