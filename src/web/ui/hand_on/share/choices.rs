//! Choices of the picture, lesson or place, of the beginning of the run, and of the look of the page.

use flitscope::lesson::variant_of;
use flitscope::page::handout::{Handout, Start, Subject, entered};
use flitscope::page::{AUTO, Frame, LessonView, known_theme};
use flitscope::scene::Palette;
use leptos::prelude::*;

use super::Sharing;
use super::fields::{check, field, radio};
use super::restricting::{Included, MayBeChanged, Visible};
use crate::ui::controls::menu::{Menu, Options};
use crate::ui::state::lesson::Teaching;
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
    let steps = Signal::derive(move || {
        let lesson = lesson.get();
        let titles = lesson.iter().flat_map(|lesson| &lesson.steps);
        let options = titles.zip(1_usize..).map(|(title, number)| {
            (
                number.to_string().into(),
                format!("{number}. {title}").into(),
            )
        });
        options.collect::<Options>()
    });
    let chosen = Signal::derive(move || handout.read().step().unwrap_or(1).to_string());
    let choose = move |text: String| {
        if let Ok(number) = text.parse() {
            handout.update(|handout| handout.set_step(number));
        }
    };
    view! { <Menu id="share-step" label="Step" options=steps chosen choose /> }
}

#[component]
fn View(handout: RwSignal<Handout>) -> impl IntoView {
    let views = LessonView::ALL.map(|view| {
        let name = match view {
            LessonView::SelfStudy => "Self-study: with solutions",
            LessonView::Student => "Student: without solutions and answers",
            LessonView::Teacher => "Teacher: everything, without a name",
        };
        (view.id().into(), name.into())
    });
    let chosen = Signal::derive(move || handout.read().lesson_view.id().to_owned());
    let choose = move |id: String| {
        let view = LessonView::from_id(&id).unwrap_or_default();
        handout.update(|handout| handout.lesson_view = view);
    };
    view! { <Menu id="share-view" label="View of lessons" options=views.to_vec() chosen choose /> }
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
    let starts = Start::ALL.map(|(start, name)| {
        let is_chosen = move || handout.read().start == start;
        radio("share-start", name, is_chosen, move || {
            handout.update(|handout| handout.start = start);
        })
    });
    let cycle = field(
        "share-cycle",
        "Cycles",
        move || handout.read().cycle.to_string(),
        move |text| entered::cycles(text).map(|cycle| handout.update(|it| it.cycle = cycle)),
    );
    let speed = field(
        "share-speed",
        "Speed [cycles/s]",
        move || handout.read().speed.to_string(),
        move |text| entered::speed(text).map(|speed| handout.update(|it| it.speed = speed)),
    );
    view! {
        <fieldset>
            <legend>"Run"</legend>
            {starts.into_iter().collect_view()}
            <div class="share-fields">{cycle}{speed}</div>
        </fieldset>
    }
}

/// The theme, the bar, the size of the frame, and the page around it.
#[component]
fn Appearance(handout: RwSignal<Handout>) -> impl IntoView {
    let names = [AUTO]
        .into_iter()
        .chain(Palette::ALL.map(|palette| palette.id));
    let themes = names.map(|name| {
        let label = if name == AUTO {
            "that of the system"
        } else {
            name
        };
        (name.into(), label.into())
    });
    let of_visitor = ("".into(), "that of the visitor".into());
    let themes: Options = std::iter::once(of_visitor).chain(themes).collect();
    let theme = Signal::derive(move || handout.read().theme.unwrap_or_default().to_owned());
    let choose_theme = move |name: String| {
        handout.update(|handout| handout.theme = known_theme(&name));
    };
    let frames = [
        (Frame::Full, "the whole page"),
        (
            Frame::Embed,
            "without the bar at the top, as always in a frame",
        ),
        (Frame::Present, "only the picture, for an audience"),
    ];
    let frames = frames.map(|(frame, name)| (frame.id().into(), name.into()));
    let frame = Signal::derive(move || handout.read().restrictions.frame.id().to_owned());
    let choose_frame = move |id: String| {
        let frame = Frame::from_id(&id).unwrap_or_default();
        handout.update(|handout| handout.restrictions.frame = frame);
    };
    let host = field(
        "share-host",
        "Host of the frame",
        move || {
            let handout = handout.read();
            let host = handout.restrictions.host.as_ref();
            host.map_or_else(String::new, |host| host.as_str().to_owned())
        },
        move |text| {
            entered::host(text).map(|host| handout.update(|it| it.restrictions.host = host))
        },
    );
    let side = move |place: usize, id: &'static str, label: &'static str, name: &'static str| {
        field(
            id,
            label,
            move || handout.read().size[place].to_string(),
            move |text| {
                let pixels = entered::side(name, text)?;
                handout.update(|handout| handout.size[place] = pixels);
                Ok(())
            },
        )
    };
    view! {
        <fieldset>
            <legend>"Page"</legend>
            <Menu id="share-shows" label="Shows" options=frames.to_vec() chosen=frame choose=choose_frame />
            <div class="share-fields">
                <Menu id="share-theme" label="Theme" options=themes chosen=theme choose=choose_theme />
                {host}
                {side(0, "share-width", "Frame width [pixels]", "width")}
                {side(1, "share-height", "Frame height [pixels]", "height")}
            </div>
            <p class="help">"The host is the origin of the page around the frame, such as https://course.example, which may control it by messages. Without one, only a page of this site may."</p>
        </fieldset>
    }
}
