//! The dialog that hands on the picture, lesson or place: a link with all that it can say, a QR code, a frame and Markdown, beside a
//! preview.

mod choices;
mod fields;
mod forms;
mod preview;
mod restricting;

use browser::clipboard::{self, whole_address};
use flitscope::lesson::{LessonAction, LessonState};
use flitscope::page::handout::{Handout, Subject, advice};
use flitscope::page::{LessonPlace, PageStateStoreFields, Place};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::ui::controls::dialog::{close, modal};
use crate::ui::controls::part::Fetched;
use crate::ui::state::address_bar::hash;
use crate::ui::state::{address, page::Page, view_options::Dialog};
use choices::Choices;
use forms::OtherForms;
use preview::Preview;

/// [`ShareDialog`], fetched when it is first opened.
#[wasm_split(export, fallible, wasm_split_path = leptos::wasm_split)]
pub fn share_dialog() -> Fetched {
    Ok(|| view! { <ShareDialog /> }.into_any())
}

/// The state of the dialog; copies share it.
#[derive(Clone, Copy)]
struct Sharing {
    /// The link and its frame.
    handout: RwSignal<Handout>,
    /// The subjects to choose from, each with its name in the dialog. That of the chosen one is out of date.
    subjects: StoredValue<Vec<(&'static str, Subject)>>,
    chosen: RwSignal<usize>,
    /// The last action: what was handed on, and a sentence about it.
    told: RwSignal<Option<(Handout, String)>>,
}

impl Sharing {
    /// Begins with the usual subject of the place.
    fn new(page: Page) -> Self {
        let (first, others) = untrack(|| handouts(page));
        let (name, mut handout) = first;
        handout.speed = page.player.now().speed;
        let first = (name, handout.subject.clone());
        Self {
            handout: RwSignal::new(handout),
            subjects: StoredValue::new([first].into_iter().chain(others).collect()),
            chosen: RwSignal::new(0),
            told: RwSignal::new(None),
        }
    }

    /// Hands on another subject; the choices made for the one before are there again when it is chosen again.
    fn choose(self, place: usize) {
        let before = self.chosen.get_untracked();
        let subject = self.handout.read_untracked().subject.clone();
        self.subjects.update_value(|all| all[before].1 = subject);
        let subject = self.subjects.with_value(|all| all[place].1.clone());
        self.chosen.set(place);
        self.handout.update(|handout| handout.subject = subject);
    }

    fn tell(self, sentence: String) {
        // The dialog may be gone by now.
        if let Some(handout) = self.handout.try_get_untracked() {
            self.told.set(Some((handout, sentence)));
        }
    }

    /// The sentence about the last action, until another link is chosen.
    fn told(self) -> Option<String> {
        let told = self.told.get();
        let told = told.filter(|(handout, _)| *handout == *self.handout.read());
        told.map(|(_, sentence)| sentence)
    }

    fn replace_first(self, subject: Subject) {
        if self.chosen.get_untracked() == 0 {
            self.handout.update(|handout| handout.subject = subject);
        } else {
            self.subjects.update_value(|all| all[0].1 = subject);
        }
    }
}

/// The usual handout from where the user is, and the other subjects, with their names.
fn handouts(page: Page) -> ((&'static str, Handout), Option<(&'static str, Subject)>) {
    let (hash, address) = (hash(), page.signed_address());
    let picture = |path: &str| Subject::Picture(path.to_owned());
    let alone = Some(("The picture alone", picture("#/lab")));
    match page.state.place().get() {
        Place::Explore => (
            ("The picture", Handout::of(picture("#/lab"), address)),
            None,
        ),
        Place::Papers if page.bar.names_network() => {
            let path = hash.split('?').next().unwrap_or_default();
            let paper = Handout::of(picture(path), address);
            (("The paper and the picture", paper), alone)
        }
        Place::Home => (("This page", Handout::of_place(&hash, address)), alone),
        Place::Experiment | Place::Papers => {
            (("This page", Handout::of_place(&hash, address)), None)
        }
        Place::Lessons => {
            let has_picture = page.teaching.of(LessonState::is_settled);
            let (name, handout, other) =
                if let LessonPlace::Step { id, step } = LessonPlace::of(&hash) {
                    let subject = Subject::Step { id, step };
                    let alone = alone.filter(|_| has_picture);
                    (
                        "The lesson, at a step",
                        Handout::of(subject, address),
                        alone,
                    )
                } else {
                    ("This page", Handout::of_place(&hash, address), None)
                };
            let lesson = page.teaching.lesson.get();
            let handout = Handout {
                lesson: lesson.map(|lesson| lesson.title.clone()),
                lesson_view: page.teaching.of(|state| state.view),
                ..handout
            };
            ((name, handout), other)
        }
    }
}

/// The dialog: the link, choices, the preview, and the other forms.
#[component]
fn ShareDialog() -> impl IntoView {
    let page = expect_context::<Page>();
    let dialog = modal();
    address::write(page);
    let sharing = Sharing::new(page);
    let handout = sharing.handout;
    let file = take_link_of_own_step(page, sharing);
    let link = Memo::new(move |_| whole_address(&handout.read().link()));
    let address = NodeRef::<html::Input>::new();
    let copy = move |_| {
        clipboard::copy(&link.get_untracked(), move |is_copied| {
            if !is_copied && let Some(field) = address.try_get_untracked().flatten() {
                field.select();
            }
            sharing.tell(copied(is_copied, "Link"));
        });
    };
    let advice = move || {
        let lines = advice(&link.read(), &handout.read());
        let lines = lines.into_iter().chain(file.get());
        lines
            .map(|line| view! { <p class="help">{line}</p> }.into_any())
            .collect_view()
    };
    view! {
        <dialog class="share" node_ref=dialog aria-labelledby="share-title" on:close=move |_| page.look.closed(Dialog::Share)>
            <div class="share-head">
                <h2 id="share-title" tabindex="-1" autofocus=true>"Share"</h2>
                <button type="button" on:click=move |_| close(dialog)>"Close"</button>
            </div>
            <div class="field share-link">
                <input id="share-link" aria-label="Link" readonly node_ref=address prop:value=move || link.get() />
                <button class="primary" type="button" on:click=copy>"Copy link"</button>
            </div>
            <p class="share-told" role="status">{move || sharing.told()}</p>
            <div class="share-advice">{advice}</div>
            <div class="share-parts">
                <Choices sharing />
                <div>
                    <Preview handout />
                    <OtherForms sharing />
                </div>
            </div>
        </dialog>
    }
}

/// The sentence about an attempt to copy a thing whose field is selected if it failed.
fn copied(is_copied: bool, thing: &str) -> String {
    if is_copied {
        format!("{thing} copied.")
    } else {
        "The browser lets this page copy nothing. The text is selected, so that you can copy it yourself.".to_owned()
    }
}

/// For a step of a lesson from a file, replaces the link by one that contains the file, once the worker has made it.
/// Returns the sentence about the file that has to go with the link, if it is too long for one.
fn take_link_of_own_step(page: Page, sharing: Sharing) -> Signal<Option<String>> {
    let is_own = untrack(|| page.shows_own_step());
    let links = page.teaching.memo(|state| state.links.clone());
    if is_own {
        let number = untrack(|| page.teaching.of(LessonState::number));
        page.teach(LessonAction::Links(number));
    }
    Effect::new(move |_| {
        let Some(links) = links.get().filter(|_| is_own) else {
            return;
        };
        let hash = links.here.split_once('#').map_or("", |(_, hash)| hash);
        let packed = Handout::of_place(&format!("#{hash}"), page.address());
        // A lesson that is too long for a link keeps its address.
        if packed.step().is_some() {
            sharing.replace_first(packed.subject);
        }
    });
    Signal::derive(move || {
        let links = links.get().filter(|_| is_own)?;
        let file = links.file.as_ref()?;
        Some(format!(
            "The link cannot contain so long a lesson: give the file {file} with it."
        ))
    })
}
