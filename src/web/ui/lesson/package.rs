//! A lesson as a package for a learning platform, made by the page.

use browser::{files::save_bytes, one_file};
use flitscope::lesson::{Package, Scorm, pass_of};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::wasm_split;

use crate::ui::controls::part::{Fetched, part};
use crate::ui::state::lesson::teaching::Teaching;

#[derive(Debug, Clone)]
pub struct Material {
    pub id: String,
    pub title: String,
    pub goal: String,
    /// The text of its file, if it is not built in.
    pub file: Option<String>,
}

/// Passes the lesson to be packaged, or the reason why there is none, to a callback. A context of the builder; elsewhere, it is the open
/// lesson.
#[derive(Clone, Copy)]
pub struct MaterialOf(pub Callback<Callback<Result<Material, String>>>);

/// [`PackageForm`], fetched when it is first shown.
#[wasm_split(package, fallible, wasm_split_path = leptos::wasm_split)]
fn package_form() -> Fetched {
    Ok(|| view! { <PackageForm /> }.into_any())
}

/// The form for a package, folded up at first.
#[component]
pub fn ForPlatform() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let is_open = RwSignal::new(false);
    let toggled = move |details: web_sys::HtmlDetailsElement| {
        if details.open() {
            is_open.set(true);
        }
    };
    view! {
        <Show when=move || !teaching.hides_answers()>
            <details class="for-platform no-print" on:toggle:target=move |event| toggled(event.target())>
                <summary>"For teachers: a package for a learning platform"</summary>
                <Show when=move || is_open.get()>{part(package_form)}</Show>
            </details>
        </Show>
    }
}

/// The field for the mark, and a button for each edition.
#[component]
fn PackageForm() -> impl IntoView {
    let teaching = expect_context::<Teaching>();
    let of_builder = use_context::<MaterialOf>();
    let mark = RwSignal::new(String::new());
    let told = RwSignal::new(None::<Result<String, String>>);
    let make = move |scorm: Scorm| {
        let made = Callback::new(move |material: Result<Material, String>| {
            let mark = mark.get_untracked();
            spawn_local(async move {
                let saved = match material {
                    Ok(material) => save(scorm, &mark, &material).await,
                    Err(why) => Err(why),
                };
                // The form may be gone by now.
                let _ = told.try_set(Some(saved));
            });
        });
        told.set(None);
        match of_builder {
            Some(MaterialOf(pass)) => pass.run(made),
            None => made.run(open_lesson(teaching)),
        }
    };
    let waits = Memo::new(move |_| of_builder.is_none() && teaching.lesson.read().is_none());
    let buttons = Scorm::ALL.map(|scorm| {
        let name = format!("SCORM {}", scorm.id());
        view! { <button type="button" disabled=waits on:click=move |_| make(scorm)>{name}</button> }
            .into_any()
    });
    let sentence = move |is_saved: bool| {
        let told = told.get()?;
        match told {
            Ok(text) if is_saved => Some(text),
            Err(text) if !is_saved => Some(text),
            _ => None,
        }
    };
    view! {
        <p>"A zip file for Moodle, ILIAS and others. The platform learns whether the lesson is done and how many answers are right, and opens it again where a student has stopped. Most platforms take SCORM 1.2."</p>
        <div class="field"><label for="package-mark">"Pass mark [% right], if any"</label>
            <input id="package-mark" type="number" min="1" max="100" prop:value=mark on:input:target=move |event| mark.set(event.target().value()) /></div>
        <p class="actions">{buttons.into_iter().collect_view()}</p>
        <p class="help" role="status">{move || sentence(true)}</p>
        <p class="problem" role="alert">{move || sentence(false)}</p>
        <p class="help">"The score comes from the student’s browser, in which anyone with its tools can change it. For marks that count, have receipts handed in as well."</p>
    }
}

fn open_lesson(teaching: Teaching) -> Result<Material, String> {
    let lesson = teaching.lesson.get_untracked();
    let lesson = lesson.ok_or("The lesson is not open yet.")?;
    let file = teaching.file_of(&lesson.id).filter(|_| lesson.is_own);
    Ok(Material {
        id: lesson.id.clone(),
        title: lesson.title.clone(),
        goal: lesson.goal.clone(),
        file,
    })
}

/// Saves a package; returns a sentence about it, or why there is none.
async fn save(scorm: Scorm, mark: &str, material: &Material) -> Result<String, String> {
    let pass =
        match mark.trim() {
            "" => None,
            mark => Some(pass_of(mark).map_err(|why| {
                format!("{}.", why.to_string().replacen("pass", "The pass mark", 1))
            })?),
        };
    let package = Package {
        scorm,
        id: &material.id,
        title: &material.title,
        goal: &material.goal,
        file: material.file.as_deref(),
        pass,
    };
    let zip = one_file::bytes()
        .await
        .and_then(|page| package.zip(&page).ok());
    let Some(zip) = zip else {
        let lesson = match &material.file {
            Some(_) => format!("{}.toml", material.id),
            None => material.id.clone(),
        };
        return Err(format!(
            "A package contains flitscope.html, the page in one file, which does not lie beside this page. Make it with scripts/build \
             and copy it there, or make the package with: flitscope lesson package {lesson} --scorm {}",
            scorm.id()
        ));
    };
    let name = package.file_name();
    let megabytes = zip.len() as f64 / 1e6;
    match save_bytes(&zip, "application/zip", &name) {
        Some(()) => Ok(format!("{name} saved ({megabytes:.1} MB).")),
        None => Err(format!("The browser could not save {name}.")),
    }
}
