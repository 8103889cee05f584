//! Choices of the picture, lesson or place, of the beginning of the run, and of the look of the page.

use flitscope::lesson::variant_of;
use flitscope::page::handout::{Handout, Start, Subject, entered};
use flitscope::page::{AUTO, Frame, LessonView};
use flitscope::scene::Palette;
use leptos::prelude::*;

use super::Sharing;
use super::fields::{check, field, radio};
use super::restricting::{Included, MayBeChanged, Visible};
use crate::ui::state::lesson::Teaching;
use crate::ui::state::player::Player;
use crate::ui::state::storage::recall;

/// Everything that a link can say, by subject.
#[component]
pub fn Choices(sharing: Sharing) -> impl IntoView {
    let handout = sharing.handout;
    let is_picture = Memo::new(move |_| matches!(handout.read().subject, Subject::Picture(_)));
    view! {
        <form class="share-choices" on:submit=|event| event.prevent_default() novalidate>
            <Shows sharing />
            <Show when=move || is_picture.get()><Run handout /></Show>
            <Appearance handout />
            <Visible handout />
            <MayBeChanged handout />
            <Show when=move || is_picture.get()><Included handout /></Show>
        </form>
    }
}

/// The subject; of a lesson, also the step, the view and the variant.
#[component]
fn Shows(sharing: Sharing) -> impl IntoView {
    let handout = sharing.handout;
    let names = sharing
        .subjects
        .with_value(|all| all.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let has_choice = names.len() > 1;
    let subjects = names.into_iter().enumerate().filter(|_| has_choice);
    let subjects = subjects.map(|(place, name)| {
        let is_chosen = move || sharing.chosen.get() == place;
        radio("share-subject", name, is_chosen, move || {
            sharing.choose(place);
        })
    });
    let subjects = subjects.collect_view();
    let is_of_lessons = Memo::new(move |_| handout.read().is_of_lessons());
    let is_step = Memo::new(move |_| handout.read().step().is_some());
    view! {
        <fieldset hidden=move || !has_choice && !is_of_lessons.get()>
            <legend>"Shows"</legend>
            {subjects}
            <Show when=move || is_step.get()><Step handout /></Show>
            <Show when=move || is_of_lessons.get()><View handout /></Show>
            <Show when=move || is_step.get()><Variant handout /></Show>
        </fieldset>
    }
}

/// The step of the lesson.
#[component]
fn Step(handout: RwSignal<Handout>) -> impl IntoView {
    let lesson = expect_context::<Teaching>().lesson;
    let chosen = handout.read_untracked().step().unwrap_or(1);
    let steps = move || {
        let lesson = lesson.get();
        let titles = lesson.iter().flat_map(|lesson| &lesson.steps);
        let options = titles.zip(1_usize..).map(|(title, number)| {
            let is_chosen = number == chosen;
            view! { <option value=number.to_string() selected=is_chosen>{format!("{number}. {title}")}</option> }.into_any()
        });
        options.collect_view()
    };
    let choose = move |text: String| {
        if let Ok(number) = text.parse() {
            handout.update(|handout| handout.set_step(number));
        }
    };
    view! {
        <div class="field">
            <label for="share-step">"Step"</label>
            <select id="share-step" on:change:target=move |event| choose(event.target().value())>{steps}</select>
        </div>
    }
}

#[component]
fn View(handout: RwSignal<Handout>) -> impl IntoView {
    let views = LessonView::ALL.map(|view| {
        let name = match view {
            LessonView::SelfStudy => "Self-study: with solutions",
            LessonView::Student => "Student: without solutions and answers",
            LessonView::Teacher => "Teacher: everything, without a name",
        };
        let is_chosen = handout.read_untracked().lesson_view == view;
        view! { <option value=view.id() selected=is_chosen>{name}</option> }.into_any()
    });
    let choose = move |text: String| {
        let view = LessonView::from_id(&text).unwrap_or_default();
        handout.update(|handout| handout.lesson_view = view);
    };
    view! {
        <div class="field">
            <label for="share-view">"View of lessons"</label>
            <select id="share-view" on:change:target=move |event| choose(event.target().value())>{views.collect_view()}</select>
        </div>
    }
}

/// Whether all visitors have the variant that is open, of a lesson that has several.
#[component]
fn Variant(handout: RwSignal<Handout>) -> impl IntoView {
    let lesson = expect_context::<Teaching>().lesson;
    let open = Memo::new(move |_| {
        let lesson = lesson.get()?;
        let variant = lesson.variant.as_ref()?;
        let stored = || variant_of(recall, &lesson.id).map(|(number, _)| number);
        Some(variant.seed.or_else(stored).unwrap_or(0))
    });
    let is_fixed = move || handout.read().variant.is_some();
    let fix = move |is_fixed: bool| {
        let number = open.get_untracked().filter(|_| is_fixed);
        handout.update(|handout| handout.variant = number);
    };
    view! {
        <Show when=move || open.read().is_some()>
            {check(move || format!("Variant {} for everyone", open.get().unwrap_or(0)), is_fixed, fix)}
        </Show>
    }
}

/// Where the run of the picture begins, and its speed.
#[component]
fn Run(handout: RwSignal<Handout>) -> impl IntoView {
    let player = expect_context::<Player>();
    let usual = player.speed.get_untracked();
    let (first, at, pace) = match handout.read_untracked().start {
        Start::At(cycle) => (0, cycle, usual),
        Start::From(cycle, speed) => (1, cycle, speed),
        Start::Beginning => (2, 0, usual),
    };
    // The values of the fields, also while they are not used.
    let (cycle, speed) = (RwSignal::new(at), RwSignal::new(pace));
    let kind = RwSignal::new(first);
    Effect::new(move |before: Option<()>| {
        let start = match kind.get() {
            0 => Start::At(cycle.get()),
            1 => Start::From(cycle.get(), speed.get()),
            _ => Start::Beginning,
        };
        if before.is_some() {
            handout.update(|handout| handout.start = start);
        }
    });
    let kinds = [
        "Stands after this number of cycles",
        "Plays from there, at this speed",
        "Plays from the beginning, at the visitor’s speed",
    ];
    let kinds = (0..).zip(kinds).map(|(number, name)| {
        radio(
            "share-start",
            name,
            move || kind.get() == number,
            move || kind.set(number),
        )
    });
    view! {
        <fieldset>
            <legend>"Run"</legend>
            {kinds.collect_view()}
            <div class="share-fields">
                {field("share-cycle", "Cycles", at.to_string(), move |text| entered::cycles(text).map(|at| cycle.set(at)))}
                {field("share-speed", "Speed [cycles/s]", pace.to_string(), move |text| entered::speed(text).map(|pace| speed.set(pace)))}
            </div>
        </fieldset>
    }
}

/// The theme, the bar, the size of the frame, and the page around it.
#[component]
fn Appearance(handout: RwSignal<Handout>) -> impl IntoView {
    let [width, height] = handout.read_untracked().size;
    let given = handout.read_untracked().theme;
    let names = [AUTO]
        .into_iter()
        .chain(Palette::ALL.map(|palette| palette.id));
    let themes = names.map(|name| {
        let label = if name == AUTO {
            "that of the system"
        } else {
            name
        };
        view! { <option value=name selected=given == Some(name)>{label}</option> }.into_any()
    });
    let choose = move |text: String| {
        let theme = flitscope::page::known_theme(&text);
        handout.update(|handout| handout.theme = theme);
    };
    let host = handout.read_untracked().restrictions.host.clone();
    let host = host.map_or_else(String::new, |host| host.as_str().to_owned());
    let side = move |side: usize, name: &'static str| {
        move |text: &str| {
            entered::side(name, text)
                .map(|pixels| handout.update(|handout| handout.size[side] = pixels))
        }
    };
    let frames = [
        (Frame::Full, "the whole page"),
        (
            Frame::Embed,
            "without the bar at the top, as always in a frame",
        ),
        (Frame::Present, "only the picture, for an audience"),
    ];
    let frames = frames.map(|(frame, name)| {
        let is_chosen = move || handout.read().restrictions.frame == frame;
        view! { <option value=frame.id() prop:selected=is_chosen>{name}</option> }.into_any()
    });
    let show = move |id: String| {
        let frame = Frame::from_id(&id).unwrap_or_default();
        handout.update(|handout| handout.restrictions.frame = frame);
    };
    view! {
        <fieldset>
            <legend>"Page"</legend>
            <div class="field">
                <label for="share-shows">"Shows"</label>
                <select id="share-shows" on:change:target=move |event| show(event.target().value())>{frames.into_iter().collect_view()}</select>
            </div>
            <div class="share-fields">
                <div class="field">
                    <label for="share-theme">"Theme"</label>
                    <select id="share-theme" on:change:target=move |event| choose(event.target().value())>
                        <option value="">"that of the visitor"</option>
                        {themes.collect_view()}
                    </select>
                </div>
                {field("share-host", "Host of the frame", host, move |text| {
                    entered::host(text).map(|host| handout.update(|handout| handout.restrictions.host = host))
                })}
                {field("share-width", "Frame width [pixels]", width.to_string(), side(0, "width"))}
                {field("share-height", "Frame height [pixels]", height.to_string(), side(1, "height"))}
            </div>
            <p class="help">"The host is the origin of the page around the frame, such as https://course.example, which may control it by messages. Without one, only a page of this site may."</p>
        </fieldset>
    }
}
