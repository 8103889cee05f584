//! A law about the source text: the arrows between layers point one way.

#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the library, each seeing those before it. `ui`, `main.rs` and `bin` are
/// other crates: they see all of them through `flitscope::` and are seen by none.
const CHAIN: &[&str] = &[
    "catalog",
    "topology",
    "routing",
    "multicast",
    "traffic",
    "sim",
    "scenario",
    "sweep",
    "plot",
    "paper",
    "laboratory",
];

/// Closed forms, and drawings, beside the chain.
const ASIDE: &[&str] = &["model", "scene"];

const BROWSER: &[&str] = &["js_sys", "leptos", "wasm_bindgen", "web_sys"];

#[test]
fn every_layer_names_only_layers_below_it() {
    for layer in layers() {
        let below = seen_by(layer);
        for (file, text) in sources(layer) {
            for named in named_layers(&text) {
                let allowed = named == layer || below.contains(&named);
                assert!(allowed, "{file} names {named}, which {layer} must not see");
            }
        }
    }
}

#[test]
fn the_library_knows_no_browser() {
    for layer in layers() {
        for (file, text) in sources(layer) {
            for name in BROWSER {
                assert!(!text.contains(name), "{file} names {name}");
            }
        }
    }
}

#[test]
fn the_library_has_no_layer_without_arrows() {
    let root = fs::read_to_string(src().join("lib.rs")).expect("the root of the library");
    let declared = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    let mut declared: Vec<_> = declared.map(|name| name.trim_end_matches(';')).collect();
    let mut listed: Vec<_> = layers().collect();
    declared.sort_unstable();
    listed.sort_unstable();
    assert_eq!(declared, listed);
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
        "model" => vec!["catalog"],
        "scene" => vec!["catalog", "topology", "routing", "multicast", "sim"],
        // A scenario is where model and simulation meet.
        "scenario" | "sweep" | "paper" | "laboratory" => before(layer).chain(["model"]).collect(),
        // A chart has the colors of the picture beside it.
        "plot" => before(layer).chain(["model", "scene"]).collect(),
        _ => before(layer).collect(),
    }
}

/// The first names of all paths that begin at the root of the library, `a` and `b` in
/// `crate::{a, b::{c, d}}`.
fn named_layers(text: &str) -> Vec<&str> {
    let roots = ["crate::", "flitscope::"];
    let paths = roots.iter().flat_map(|root| text.split(root).skip(1));
    let mut names = Vec::new();
    for path in paths {
        let Some(group) = path.strip_prefix('{') else {
            names.push(first_name(path));
            continue;
        };
        let mut depth = 1;
        for piece in group.split_inclusive(['{', ',', '}']) {
            let name = first_name(piece);
            if depth == 1 && !name.is_empty() {
                names.push(name);
            }
            depth += i32::from(piece.ends_with('{')) - i32::from(piece.ends_with('}'));
            if depth == 0 {
                break;
            }
        }
    }
    names
}

fn first_name(path: &str) -> &str {
    let path = path.trim_start();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    path.split(|c| !is_part(c)).next().unwrap_or(path)
}

/// All files of a layer, with their text up to the unit tests, which may borrow from above.
fn sources(layer: &str) -> Vec<(String, String)> {
    let rust = files(&src().join(layer)).into_iter();
    let rust = rust.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a readable file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        (path.display().to_string(), code.to_owned())
    };
    rust.map(read).collect()
}

/// All files of a folder and of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("every layer is a folder of src");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

fn src() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}
