//! The toolbar of the picture: zoom, labels, utilization, the channel matrix, side by side.

use flitscope::page::{Action, PageState, PageStateStoreFields, Setting, ViewStoreFields};
use flitscope::scene::{Ink, heat};
use leptos::prelude::*;
use reactive_stores::Store;

use super::side_by_side::PaneCount;
use crate::ui::state::{page::Page, theme::CurrentPalette};

/// A button that changes the appearance of the picture.
struct Tool {
    label: &'static str,
    title: &'static str,
    path: &'static str,
    act: fn(Page),
    /// Whether the button is pressed; `None` if it is not a toggle.
    pressed: Option<fn(Page) -> bool>,
    /// Whether the button has a use on this page.
    offered: fn(Page) -> bool,
}

const TOOLS: [Tool; 7] = [
    Tool {
        label: "Zoom in",
        title: "Zoom in (+)",
        path: "M12 5v14M5 12h14",
        act: |page| page.look.zoom(1.5),
        pressed: None,
        offered: |_| true,
    },
    Tool {
        label: "Zoom out",
        title: "Zoom out (-)",
        path: "M5 12h14",
        act: |page| page.look.zoom(1.0 / 1.5),
        pressed: None,
        offered: |_| true,
    },
    Tool {
        label: "Fit",
        title: "Fit the network into the picture (0)",
        path: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
        act: |page| page.fit(),
        pressed: None,
        offered: |_| true,
    },
    Tool {
        label: "Labels",
        title: "Change node labels: addresses, numbers, Hamiltonian labels, none (l)",
        path: "M3 18L8 6l5 12M5 14h6M21 18v-7M21 14.5a3 3 0 1 0-6 0 3 3 0 0 0 6 0",
        act: Page::rename,
        pressed: None,
        offered: |_| true,
    },
    Tool {
        label: "Utilization",
        title: "Channel utilization (h)",
        path: "M5 20v-5M10 20V9M15 20V4M20 20v-8",
        act: |page| page.act(Action::Heat(!page.state.view().heat().get_untracked())),
        pressed: Some(|page| page.state.view().heat().get()),
        offered: |_| true,
    },
    Tool {
        label: "Channel matrix",
        title: "Channel matrix: one square per channel (m)",
        path: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
        act: |page| page.act(Action::ToggleMatrix),
        pressed: Some(Page::shows_matrix),
        offered: |_| true,
    },
    Tool {
        label: "Side by side",
        title: "Multicast algorithms side by side, on one clock (c)",
        path: "M3 5h8v14H3zM13 5h8v14h-8z",
        act: |page| page.act(Action::ToggleSplit),
        pressed: Some(Page::is_split),
        offered: |page| page.offers(Setting::SideBySide),
    },
];

/// A row of buttons below the picture.
#[component]
pub fn StageTools() -> impl IntoView {
    let page = expect_context::<Page>();
    let buttons = TOOLS.iter().map(|tool| {
        view! {
            <button
                title=tool.title
                aria-label=tool.label
                hidden=move || !(tool.offered)(page)
                aria-pressed=move || tool.pressed.map(|pressed| pressed(page).to_string())
                on:click=move |_| (tool.act)(page)
                inner_html=format!("<svg viewBox='0 0 24 24' aria-hidden='true'><path d='{}'/></svg>", tool.path)
            ></button>
        }
    });
    view! {
        <div class="stage-tools" role="toolbar" aria-label="Picture">{buttons.collect_view()}<PaneCount /></div>
    }
}

/// The legend of the utilization colors.
#[component]
pub fn HeatLegend() -> impl IntoView {
    let state = expect_context::<Store<PageState>>();
    let palette = expect_context::<CurrentPalette>().0;
    let swatches = move || {
        let steps = (0..heat::LEVELS).map(|level| {
            let from = heat::FROM[usize::from(level)];
            let color = palette.get().color(Ink::Heat(level));
            view! { <span>{from}<i style:background=color></i></span> }
        });
        steps.collect_view()
    };
    view! {
        <Show when=move || state.view().heat().get()>
            <p class="heat-legend">
                <span>"flits per cycle and channel, since cycle 0"</span>
                <span class="swatches">{swatches}</span>
            </p>
        </Show>
    }
}
