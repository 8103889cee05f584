//! The dialog that saves the picture of consecutive cycles as a film.

mod record;
mod take;

use browser::files::save_bytes;
use flitscope::catalog::sentence;
use flitscope::film::{Reel, whole};
use flitscope::page::PageStateStoreFields;
use flitscope::scene::{Camera, Palette, time_after};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;
use wasm_bindgen::JsCast;

use crate::ui::controls::dialog::{close, modal};
use crate::ui::controls::part::Fetched;
use crate::ui::state::{page::Page, theme::CurrentPalette, view_options::Dialog};
use record::record;
use take::Take;

/// [`FilmDialog`], fetched when it is first opened.
#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
pub fn film_dialog() -> Fetched {
    Ok(|| view! { <FilmDialog /> }.into_any())
}

/// The cycles that a film shows at first, if the run is not further \[cycles\].
const USUAL: u64 = 80;

/// The texts of the fields; copies share them.
#[derive(Clone, Copy)]
struct Fields {
    first: RwSignal<String>,
    last: RwSignal<String>,
    width: RwSignal<String>,
    height: RwSignal<String>,
    fps: RwSignal<String>,
    theme: RwSignal<String>,
    is_zoomed: RwSignal<bool>,
}

impl Fields {
    /// The last cycles of the run at the size of the picture.
    fn new(page: Page) -> Self {
        let cycle = page.player.cycle.get_untracked();
        let last = if cycle == 0 { USUAL } else { cycle };
        let stage = if untrack(|| page.is_split()) {
            ".stage-box"
        } else {
            ".stage"
        };
        let stage = document().query_selector(stage).ok().flatten();
        let size = stage.map(|stage| stage.get_bounding_client_rect());
        let size = size.map(|size| [size.width(), size.height()].map(|side| side.round() as u64));
        let [width, height] = size.unwrap_or([640, 480]).map(|side| side.max(100));
        let speed = page.player.speed.get_untracked();
        let text = |number: u64| RwSignal::new(number.to_string());
        Self {
            first: text(last.saturating_sub(USUAL)),
            last: text(last),
            width: text(width),
            height: text(height),
            fps: text(speed.round().clamp(1.0, 30.0) as u64),
            theme: RwSignal::new(
                expect_context::<CurrentPalette>()
                    .0
                    .get_untracked()
                    .id
                    .to_owned(),
            ),
            is_zoomed: RwSignal::new(false),
        }
    }

    /// Returns the film that the fields describe, or the reason why there is none.
    fn reel(self) -> Result<Reel, String> {
        let number = |field: &str, text: RwSignal<String>| whole(field, &text.read_untracked());
        Reel::new(
            (
                number("cycles before the first frame", self.first)?,
                number("cycles before the last frame", self.last)?,
            ),
            (number("width", self.width)?, number("height", self.height)?),
            number("frames per second", self.fps)?,
        )
    }
}

/// Cycles, size, theme and speed of the film, and its progress.
#[component]
fn FilmDialog() -> impl IntoView {
    let page = expect_context::<Page>();
    let dialog = modal();
    let fields = Fields::new(page);
    let making = Making {
        progress: RwSignal::new(None),
        told: RwSignal::new(String::new()),
        problem: RwSignal::new(None),
        film: StoredValue::new(0),
    };
    let Making {
        progress,
        told,
        problem,
        film,
    } = making;
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if progress.get_untracked().is_some() {
            return;
        }
        problem.set(None);
        told.set(String::new());
        match begin(page, fields) {
            Ok((take, reel)) => {
                progress.set(Some((0, reel.frames())));
                let stem = page.state.scenario().read_untracked().file_stem();
                spawn_local(making.run(stem, take, reel));
            }
            Err(reason) => problem.set(Some(reason)),
        }
    };
    let is_busy = move || progress.get().is_some();
    // The focus goes from the button that begins to the one that cancels, and back.
    let acts = NodeRef::<html::Div>::new();
    Effect::new(move |before: Option<bool>| {
        let is_busy = is_busy();
        if before.is_some_and(|before| before != is_busy) {
            request_animation_frame(move || focus_first(acts));
        }
        is_busy
    });
    let stop = move || {
        film.update_value(|film| *film += 1);
        progress.set(None);
    };
    let cancel = move |_| {
        stop();
        told.set("Canceled; nothing was saved.".to_owned());
    };
    let closed = move |_| {
        stop();
        page.look.closed(Dialog::Film);
    };
    let themes = Palette::ALL.map(|palette| {
        let is_chosen = palette.id == fields.theme.get_untracked();
        view! { <option value=palette.id selected=is_chosen>{palette.id}</option> }
    });
    let is_near = page.look.camera.get_untracked() != Camera::default();
    view! {
        <dialog class="film" node_ref=dialog aria-labelledby="film-title" on:close=closed>
            <h2 id="film-title" tabindex="-1" autofocus=true>"Film"</h2>
            <p class="help">"An animated GIF of the pictures after a range of numbers of cycles, one frame each; 0 is the start."</p>
            <form on:submit=make novalidate>
                <fieldset disabled=is_busy>
                    <div class="film-fields">
                        {number("film-first", "Cycles before the first frame", fields.first)}
                        {number("film-last", "Cycles before the last frame", fields.last)}
                        {number("film-fps", "Frames per second", fields.fps)}
                        {number("film-width", "Width [pixels]", fields.width)}
                        {number("film-height", "Height [pixels]", fields.height)}
                        <div class="field">
                            <label for="film-theme">"Theme"</label>
                            <select id="film-theme" on:change:target=move |event| fields.theme.set(event.target().value())>{themes}</select>
                        </div>
                    </div>
                    <Show when=move || is_near>
                        <label class="check">
                            <input type="checkbox" prop:checked=move || fields.is_zoomed.get() on:change:target=move |event| fields.is_zoomed.set(event.target().checked()) />
                            " Only the part in view"
                        </label>
                    </Show>
                </fieldset>
                <Show when=is_busy>
                    <progress aria-label="Frames made" max=move || progress.get().map_or(1, |(_, all)| all) value=move || progress.get().map_or(0, |(done, _)| done)></progress>
                </Show>
                <p class="film-told" role="status">{move || match progress.get() {
                    Some((done, all)) => format!("Frame {done} of {all}"),
                    None => told.get(),
                }}</p>
                <p class="problem" role="alert">{move || problem.get()}</p>
                <div class="film-acts" node_ref=acts>
                    <Show when=is_busy fallback=move || view! { <button class="primary" type="submit">"Make film"</button> }>
                        <button type="button" on:click=cancel>"Cancel"</button>
                    </Show>
                    <button type="button" on:click=move |_| close(dialog)>"Close"</button>
                </div>
            </form>
        </dialog>
    }
}

/// Moves the focus to the first of the buttons, if the dialog is still there.
fn focus_first(acts: NodeRef<html::Div>) {
    let acts = acts.try_get_untracked().flatten();
    let first = acts.and_then(|acts| acts.query_selector("button").ok().flatten());
    if let Some(button) = first {
        // Fails only for an element that cannot have the focus.
        let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

fn number(id: &'static str, name: &'static str, text: RwSignal<String>) -> AnyView {
    view! {
        <div class="field">
            <label for=id>{name}</label>
            <input id=id type="text" inputmode="numeric" autocomplete="off" prop:value=move || text.get() on:input:target=move |event| text.set(event.target().value()) />
        </div>
    }
    .into_any()
}

/// Checks the fields and takes the picture; or returns a sentence about why there is no film.
fn begin(page: Page, fields: Fields) -> Result<(Take, Reel), String> {
    if page.player.is_locked.get_untracked() {
        return Err("The run is shown when the question is answered.".to_owned());
    }
    // As the field is called here.
    let named = |reason: String| sentence(&reason.replacen("fps", "frames per second", 1));
    let reel = fields.reel().map_err(named)?;
    let palette = Palette::named(&fields.theme.read_untracked()).unwrap_or(&Palette::LIGHT);
    let camera = if fields.is_zoomed.get_untracked() {
        page.look.camera.get_untracked()
    } else {
        Camera::default()
    };
    let take = untrack(|| Take::new(page, &reel, palette, camera));
    let take = take.ok_or("The browser has no memory for frames of this size.")?;
    Ok((take, reel))
}

/// The state of the dialog while a film is made; copies share it.
#[derive(Clone, Copy)]
struct Making {
    /// The number of frames made so far and of all, while a film is made.
    progress: RwSignal<Option<(u32, u32)>>,
    told: RwSignal<String>,
    problem: RwSignal<Option<String>>,
    /// The number of films begun or canceled, by which a film in the making notices that it is no longer wanted.
    film: StoredValue<u32>,
}

impl Making {
    /// Makes the film and saves it in a file whose name begins with `stem`.
    async fn run(self, stem: String, take: Take, reel: Reel) {
        let all = reel.frames();
        let mine = self.film.get_value();
        // The dialog may be gone by now.
        let is_wanted = move || self.film.try_get_value() == Some(mine);
        let is_on = move |done| {
            let is_wanted = is_wanted();
            if is_wanted {
                self.progress.set(Some((done, all)));
            }
            is_wanted
        };
        let made = record(take, &reel, is_on).await;
        if !is_wanted() {
            return;
        }
        self.progress.set(None);
        match made {
            Ok(None) => {}
            Err(reason) => self.problem.set(Some(reason)),
            Ok(Some(file)) => {
                let (first, last) = reel.cycles().into_inner();
                let [first, last] =
                    [first, last].map(|cycles| time_after(cycles).replace(' ', "-"));
                let name = format!("{stem}-{first}-to-{last}.gif");
                let size = file.len().div_ceil(1000);
                let s = if all == 1 { "" } else { "s" };
                self.told.set(match save_bytes(&file, "image/gif", &name) {
                    Some(()) => format!("{name} saved: {all} frame{s}, {size} kB."),
                    None => format!("The browser could not save {name}."),
                });
            }
        }
    }
}
