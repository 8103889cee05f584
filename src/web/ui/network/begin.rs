//! Starting points for a user-drawn network (the network that is shown, examples, files), and saving
//! it.

use browser::files::{read_file, save_text};
use flitscope::page::drawing::{BEGINNINGS, NetworkDrawing};
use flitscope::topology::graph::Sketch;
use leptos::prelude::*;

use crate::ui::state::page::Page;

/// Values of the menu entries that are not examples.
const SHOWN: &str = "shown";
const EMPTY: &str = "empty";

/// The menu of starting points, and buttons to open and save files.
#[component]
pub fn BeginField(drawing: RwSignal<NetworkDrawing>) -> impl IntoView {
    let page = expect_context::<Page>();
    let open = move |file: web_sys::HtmlInputElement| {
        read_file(&file, move |text| {
            let opened = text.and_then(|text| {
                let opened = drawing.try_update(|drawing| drawing.open_file(&text));
                opened.unwrap_or(Ok(()))
            });
            if let Err(why) = opened {
                page.report(format!("The file cannot be opened: {why}"));
            }
        });
    };
    let save = move |_| {
        // A browser that refuses to save reports that itself.
        let _ = save_text(
            &format!("{}\n", drawing.read_untracked().text()),
            "text/plain",
            "network.txt",
        );
    };
    let options = BEGINNINGS.iter().enumerate();
    let options = options
        .map(|(place, beginning)| view! { <option value=place.to_string()>{beginning.name}</option> })
        .collect_view();
    view! {
        <select
            id="network-begin"
            aria-label="Examples"
            on:change:target=move |event| {
                begin(page, drawing, &event.target().value());
                event.target().set_value("");
            }
        >
            <option value="" selected>"Examples …"</option>
            <option value=SHOWN>"The network that is shown"</option>
            {options}
            <option value=EMPTY>"Empty"</option>
        </select>
        <label class="file-button" title="Lines of text, an edge list, CSV, an adjacency list, DOT, GML, GraphML, node-link JSON, or a topology of BookSim or ns-3">
            "Open"
            <input
                type="file"
                accept=".txt,.csv,.tsv,.edges,.edgelist,.adjlist,.dot,.gv,.gml,.graphml,.xml,.json,.anynet,.ns3,text/plain,text/csv,application/json,text/xml"
                on:change:target=move |event| open(event.target())
            />
        </label>
        <button type="button" on:click=save>"Save"</button>
    }
}

fn begin(page: Page, drawing: RwSignal<NetworkDrawing>, choice: &str) {
    let sketch = match choice {
        "" => return,
        EMPTY => Ok((Sketch::default(), "cleared everything")),
        SHOWN => {
            let topology = page.now(|state| state.built.topology.clone());
            let sketch = Sketch::of(&*topology, page.now(|state| state.view.arrangement));
            sketch.map(|sketch| (sketch, "copied the shown network"))
        }
        place => {
            let example = place
                .parse()
                .ok()
                .and_then(|place: usize| BEGINNINGS.get(place));
            let text = example.map_or("", |example| example.text);
            Sketch::parse(text).map(|sketch| (sketch, "opened an example"))
        }
    };
    match sketch {
        Ok((sketch, what)) => drawing.update(|drawing| drawing.open(sketch, what)),
        Err(error) => page.report(error.to_string()),
    }
}
