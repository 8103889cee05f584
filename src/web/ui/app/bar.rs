//! The top bar: navigation, and actions on the whole page.

use browser::version::version;
use flitscope::page::{Action, PageStateStoreFields, Place, next_theme};
use leptos::prelude::*;

use super::places::Places;
use crate::ui::controls::popover::Popover;
use crate::ui::stage::export;
use crate::ui::state::{page::Page, theme, trace};
use browser::popovers::close;

/// The logo, links to the places, and the share, export and present actions.
#[component]
pub fn Bar(help: RwSignal<bool>) -> impl IntoView {
    let page = expect_context::<Page>();
    let has_stage = move || page.state.place().get() != Place::Experiment;
    let present = move |_| page.present(true);
    view! {
        <header class="bar" hidden=move || page.look.presenting.get()>
            <h1>
                <a class="brand" href="#/" title="Home">
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 12h16M12 4v16" />
                        <rect x="2" y="9" width="6" height="6" rx="1.5" />
                        <rect x="9" y="9" width="6" height="6" rx="1.5" />
                        <path class="head" d="M16 9h3l3 3-3 3h-3z" />
                    </svg>
                    "Flitscope"
                </a>
            </h1>
            <Places />
            <div class="page-acts">
                <ShareButton />
                <Show when=has_stage>
                    <Popover id="export" name="Export" class="quiet" label=|| "Export ▾">
                        <div class="menu">
                            <button class="quiet" type="button" title="Vector image (e)" on:click=move |_| {
                                close("export");
                                export::save_svg(page);
                            }>
                                "Picture as SVG"
                            </button>
                            <button class="quiet" type="button" title="Bitmap image" on:click=move |_| {
                                close("export");
                                export::save_png(page);
                            }>
                                "Picture as PNG"
                            </button>
                            <button class="quiet" type="button" title="The cycles of a range as a video or animated PNG" on:click=move |_| {
                                close("export");
                                page.look.filming.set(true);
                            }>
                                "Film…"
                            </button>
                            <button id="save-trace" class="quiet" type="button" title="The messages generated up to the cycle shown, as lines of time,from,to,flits" on:click=move |_| {
                                close("export");
                                trace::save_trace(page);
                            }>
                                "Messages as CSV"
                            </button>
                            <Show when=move || page.state.place().get() == Place::Explore>
                                <button id="make-step" class="quiet" type="button" title="Open the lesson builder with this view" on:click=move |_| {
                                    close("export");
                                    page.make_step();
                                }>
                                    "View as a step of a lesson"
                                </button>
                            </Show>
                        </div>
                    </Popover>
                </Show>
                <button id="present" class="quiet" title="Only the picture, for an audience (f)" on:click=present>"Present"</button>
                <Popover id="more" name="Theme, keys and about" class="quiet" label=|| view! { <span aria-label="More">"⋯"</span> }>
                    <div class="menu">
                        <ThemeSwitch />
                        <button class="quiet" type="button" title="Keyboard shortcuts (?)" on:click=move |_| help.set(true)>"Keys"</button>
                        <p class="help">
                            "Flitscope simulates interconnection networks flit by flit and compares its measurements with published models. Everything runs in this browser; no data leaves it."
                        </p>
                        <p class="help">"Version "<code id="version">{version()}</code>". Figures and copied links state it; to cite a picture, give both."</p>
                    </div>
                </Popover>
            </div>
        </header>
    }
}

/// Button that opens the dialog with the link, and confirms a copy by the keyboard.
#[component]
fn ShareButton() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <button class="quiet" title="A link, QR code or frame of what is shown; s copies the link at once" on:click=move |_| page.look.sharing.set(true)>
            <span aria-live="polite">{move || if page.copied.get() { "Link copied" } else { "Share…" }}</span>
        </button>
    }
}

/// Button that cycles through the themes and `auto`.
#[component]
fn ThemeSwitch() -> impl IntoView {
    let page = expect_context::<Page>();
    let choice = page.look.theme;
    let next = move |_| {
        let name = next_theme(choice.get_untracked());
        choice.set(name);
        theme::keep(name);
        page.act(Action::Theme(name));
    };
    view! {
        <button class="quiet" title="Light, dark, projector, or the setting of the system" on:click=next>
            {move || format!("Theme: {}", choice.get())}
        </button>
    }
}
