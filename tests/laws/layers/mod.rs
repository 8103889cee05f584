//! Laws about the source text: the arrows between layers, and between the rooms of a layer, point
//! in one direction, and no files import each other in a cycle.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use imports::{Sources, src};

/// The layers of the library, each seeing those before it. `ui`, `library` and `bin` are other
/// crates: they see all of them through `flitscope::` and are seen by none.
const CHAIN: &[&str] = &[
    "wire",
    "catalog",
    "topology",
    "routing",
    "multicast",
    "traffic",
    "sim",
    "scenario",
    "sweep",
    "batch",
    "plot",
    "paper",
    "laboratory",
    "lesson",
];

/// Layers beside the chain: the language of queries and scripts, user-written functions, models,
/// films, drawings, and the page without a browser.
const ASIDE: &[&str] = &["script", "custom", "model", "film", "scene", "page"];

/// Code shared by the programs of the page; built only for WebAssembly, seen by no layer.
const BROWSER_MODULE: &str = "browser";

const BROWSER: &[&str] = &["js_sys", "leptos", "wasm_bindgen", "web_sys"];

/// A room and the rooms it sees.
type Room = (&'static str, &'static [&'static str]);

/// The rooms of each layer, with the rooms they see. All rooms see the items that the `mod.rs` of
/// their layer defines.
const ROOMS: &[(&str, &[Room])] = &[
    (
        "sim",
        &[
            ("state", &[]),
            ("stages", &["state"]),
            ("tree", &["state"]),
            ("check", &["state"]),
            ("observe", &["state"]),
            ("measure", &["observe"]),
            ("packet", &["measure"]),
        ],
    ),
    (
        "scenario",
        &[
            ("text", &[]),
            ("edit", &[]),
            ("presets", &[]),
            ("bounds", &[]),
            ("theory", &[]),
        ],
    ),
    ("sweep", &[("deadlock", &[]), ("pool", &[]), ("why", &[])]),
    (
        "lesson",
        &[
            ("file", &[]),
            ("run", &[]),
            ("query", &["run"]),
            ("vary", &["file", "run", "query"]),
            ("session", &["file", "run", "query", "vary"]),
            ("author", &["file", "run", "query", "vary", "session"]),
            ("record", &["file", "vary", "session"]),
            ("protocol", &["file", "session", "author", "record"]),
            (
                "tutor",
                &["file", "query", "session", "author", "record", "protocol"],
            ),
            ("package", &["file", "protocol", "tutor"]),
        ],
    ),
    (
        "laboratory",
        &[("evaluate", &[]), ("address", &["evaluate"])],
    ),
    (
        "scene",
        &[
            ("draw", &[]),
            ("layout", &["draw"]),
            ("explain", &["draw", "layout"]),
            ("overlay", &["draw", "layout", "explain"]),
            ("traffic", &["draw", "layout", "explain", "overlay"]),
            ("matrix", &["draw", "layout"]),
            ("spacetime", &["draw", "layout", "overlay"]),
        ],
    ),
    (
        "page",
        &[
            ("lesson", &[]),
            ("restrictions", &[]),
            ("address", &["lesson", "restrictions"]),
            ("input", &[]),
            ("drawing", &["input"]),
            ("state", &["address", "restrictions"]),
            ("host", &["address", "restrictions"]),
            ("handout", &["address", "lesson", "restrictions"]),
        ],
    ),
    (
        "ui",
        &[
            ("state", &[]),
            ("controls", &["state"]),
            ("time", &["state", "controls"]),
            ("form", &["state", "controls"]),
            ("overlay", &["state", "controls", "form"]),
            ("readout", &["state", "controls", "overlay", "stage"]),
            ("measure", &["state", "controls"]),
            ("stage", &["state", "controls", "overlay"]),
            ("written", &["state", "controls"]),
            ("network", &["state", "controls"]),
            (
                "explore",
                &[
                    "state", "controls", "time", "form", "measure", "stage", "written", "network",
                ],
            ),
            ("home", &["state", "controls"]),
            ("lesson", &["state", "controls"]),
            ("app", &["state", "controls", "stage"]),
            ("hand_on", &["state", "controls"]),
        ],
    ),
];

#[test]
fn every_layer_names_only_layers_below_it() {
    let sources = Sources::read();
    for layer in layers() {
        let below = seen_by(layer);
        for import in sources.imports_of(layer) {
            let named = &*import.to[0];
            assert!(
                named == layer || below.contains(&named),
                "{} names {named}, which {layer} must not see",
                import.from.join("::")
            );
        }
    }
}

#[test]
fn every_room_names_only_rooms_below_it() {
    let sources = Sources::read();
    for (layer, rooms) in ROOMS {
        let room_of = |path: &[String]| {
            rooms
                .iter()
                .find(|(room, _)| path.get(1).is_some_and(|p| p == room))
        };
        let mut met = BTreeSet::new();
        for import in sources.imports_of(layer) {
            let Some((from, sees)) = room_of(&import.from) else {
                continue;
            };
            met.insert(*from);
            let Some((to, _)) = room_of(&import.to) else {
                continue;
            };
            assert!(
                import.to[0] != *layer || from == to || sees.contains(to),
                "{} names {}, which {layer}/{from} must not see",
                import.from.join("::"),
                import.to.join("::")
            );
        }
        let folders = fs::read_dir(src().join(layer)).expect("a layer is a folder");
        for folder in folders
            .filter_map(Result::ok)
            .filter(|entry| holds_code(&entry.path()))
        {
            let name = folder.file_name();
            let is_listed = rooms.iter().any(|(room, _)| name == *room);
            assert!(
                is_listed,
                "{layer} has a room {} without arrows",
                name.display()
            );
        }
        assert_eq!(
            met.len(),
            rooms.len(),
            "every room of {layer} has files that import something"
        );
    }
}

/// Imports by a module file of the files that it declares do not count: that is how it lists or
/// re-exports them. All other imports count, including those of a file from its parent module.
#[test]
fn no_files_import_each_other_in_a_cycle() {
    let sources = Sources::read();
    let imports = sources.imports();
    let mut graph = DiGraph::<&[String], ()>::new();
    let mut places = BTreeMap::new();
    for import in &imports {
        let [from, to] = [&*import.from, &*import.to].map(|file| {
            let place = places.entry(file);
            *place.or_insert_with(|| graph.add_node(file))
        });
        if !import.to.starts_with(&import.from) {
            graph.add_edge(from, to, ());
        }
    }
    let cycles = tarjan_scc(&graph)
        .into_iter()
        .filter(|cycle| cycle.len() > 1);
    let cycles: Vec<String> = cycles
        .map(|cycle| {
            let names: Vec<_> = cycle.iter().map(|&file| graph[file].join("/")).collect();
            names.join(", ")
        })
        .collect();
    assert_eq!(cycles, [""; 0], "files that import each other");
    assert!(
        imports.len() > 1000,
        "only {} imports are seen",
        imports.len()
    );
}

#[test]
fn the_library_does_not_depend_on_the_browser() {
    for layer in layers() {
        for (file, text) in imports::files_of(layer) {
            for name in BROWSER.iter().chain([&"browser::"]) {
                let code = text
                    .lines()
                    .filter(|line| !line.trim_start().starts_with("//"));
                let names = code.filter(|line| line.contains(name)).count();
                assert_eq!(names, 0, "{} names {name}", file.display());
            }
        }
    }
}

/// The state of the page is a store, whose fields could be set from anywhere.
#[test]
fn only_actions_change_the_state_of_the_page() {
    let state = fs::read_to_string(src().join("page/state/mod.rs")).expect("the state");
    let fields = state.lines().filter_map(|line| {
        let field = line.strip_prefix("    pub ")?;
        Some(field.split_once(':')?.0.to_owned())
    });
    let fields: Vec<_> = fields.collect();
    assert!(fields.contains(&"scenario".to_owned()), "{fields:?}");
    for (file, text) in imports::files_of("ui") {
        let text: String = text.split_whitespace().collect();
        for field in &fields {
            for change in ["set", "update", "write", "patch"] {
                let written = format!("state.{field}().{change}");
                assert!(!text.contains(&written), "{}: {written}", file.display());
            }
        }
    }
}

/// A function that takes the page takes it for an action, a method of the page, or more than two of the parts that
/// have contexts of their own.
#[test]
fn views_take_only_the_parts_of_the_page_that_they_read() {
    let page = fs::read_to_string(src().join("ui/state/page.rs")).expect("the page");
    let parts = page.split("provide_context(self.").skip(1);
    let parts: Vec<_> = parts.filter_map(|part| part.split(')').next()).collect();
    assert!(parts.contains(&"player"), "{parts:?}");
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    for (file, text) in imports::files_of("ui") {
        let file = file.display();
        assert!(!text.contains("expect_context::<Page>()."), "{file}");
        for item in text.split("\n}\n") {
            if !item.contains("page: Page") && !item.contains("page = expect_context::<Page>()") {
                continue;
            }
            // The part that each use names; `None` for the page as a whole.
            let uses = item.match_indices("page").filter_map(|(at, name)| {
                let (before, after) = (&item[..at], item[at + name.len()..].trim_start());
                if before.ends_with(|c| is_of_name(c) || c == '.')
                    || after.starts_with(is_of_name)
                    || after.starts_with("::")
                    || after.starts_with(": Page")
                    || after.starts_with("= expect_context")
                {
                    return None;
                }
                let after = after.strip_prefix('.').unwrap_or_default();
                let part = parts.iter().find(|part| {
                    let after = after.strip_prefix(**part);
                    after.is_some_and(|after| !after.starts_with(|c| is_of_name(c) || c == '('))
                });
                Some(part)
            });
            let uses: BTreeSet<_> = uses.collect();
            let needs_page = uses.contains(&None) || uses.len() > 2 || uses.is_empty();
            assert!(needs_page, "{file} takes the page for {uses:?}: {item}");
        }
    }
}

#[test]
fn the_library_has_no_layer_without_arrows() {
    let root = fs::read_to_string(src().join("lib.rs")).expect("the root of the library");
    // Modules with a body only contain text for the documentation.
    let declared = root.lines().filter_map(|line| {
        let name = line.strip_prefix("pub mod ")?;
        name.strip_suffix(';')
    });
    let mut declared: Vec<_> = declared.collect();
    let mut listed: Vec<_> = layers().chain([BROWSER_MODULE]).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
}

/// Whether a folder contains Rust files; lessons are data.
fn holds_code(folder: &Path) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .map(|file| file.path())
        .any(|path| path.extension().is_some_and(|end| end == "rs"))
}

fn layers() -> impl Iterator<Item = &'static str> {
    CHAIN.iter().chain(ASIDE).copied()
}

fn seen_by(layer: &str) -> Vec<&'static str> {
    let before = |layer| {
        CHAIN
            .iter()
            .copied()
            .take_while(move |&other| other != layer)
    };
    match layer {
        "script" | "film" => vec!["catalog"],
        // A model counts flows over the channels of any network.
        "model" => vec!["catalog", "topology", "routing", "traffic"],
        "custom" => vec!["wire", "catalog", "topology", "routing", "script"],
        "scene" => vec!["catalog", "topology", "routing", "multicast", "sim"],
        "page" => before("batch").chain(["scene"]).collect(),
        // A scenario is where model and simulation meet.
        "scenario" | "sweep" | "paper" | "laboratory" => before(layer).chain(["model"]).collect(),
        // A chart has the colors of the picture beside it.
        "plot" => before(layer).chain(["model", "scene"]).collect(),
        // A lesson queries runs, models and paths, and has an address on the page.
        "lesson" => before(layer)
            .chain(["script", "custom", "model", "scene", "page"])
            .collect(),
        _ => before(layer).collect(),
    }
}
