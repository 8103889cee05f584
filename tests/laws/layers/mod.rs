//! Laws about the source text: the arrows between the rooms of a crate, and those inside of a room, point
//! in one direction, and no files import each other in a cycle.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use imports::{Import, Sources, src};

/// A room and the rooms it sees.
type Room = (&'static str, &'static [&'static str]);

/// The rooms of crates and of larger rooms, with the rooms they see. All rooms see the items that the root of
/// their crate, or the `mod.rs` around them, defines. The compiler keeps the arrows between crates.
const ROOMS: &[(&str, &[Room])] = &[
    (
        "engine",
        &[
            ("catalog", &[]),
            ("topology", &["catalog"]),
            ("routing", &["catalog", "topology"]),
            ("multicast", &["catalog", "topology", "routing"]),
            ("traffic", &["catalog", "topology", "routing", "multicast"]),
            // A model counts flows over the channels of any network.
            ("model", &["catalog", "topology", "routing", "traffic"]),
            (
                "sim",
                &["catalog", "topology", "routing", "multicast", "traffic"],
            ),
        ],
    ),
    ("picture", &[("scene", &[]), ("film", &["scene"])]),
    (
        "study",
        &[
            // The build script, which runs before the crate.
            ("build", &[]),
            ("wire", &[]),
            ("script", &[]),
            ("custom", &["wire", "script"]),
            ("scenario", &["wire"]),
            ("sweep", &["wire", "scenario"]),
            ("batch", &["wire", "scenario", "sweep"]),
            ("plot", &["wire", "scenario", "sweep", "batch"]),
            ("paper", &["wire", "scenario", "sweep", "batch", "plot"]),
            (
                "laboratory",
                &["wire", "scenario", "sweep", "batch", "plot", "paper"],
            ),
        ],
    ),
    (
        "engine/sim",
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
        "study/scenario",
        &[
            ("text", &[]),
            ("edit", &[]),
            ("presets", &[]),
            ("bounds", &[]),
            ("theory", &[]),
        ],
    ),
    (
        "study/sweep",
        &[("deadlock", &[]), ("worker_queue", &[]), ("why", &[])],
    ),
    (
        "lesson",
        &[
            ("error", &[]),
            ("file", &["error"]),
            ("run", &["error"]),
            ("query", &["error", "run"]),
            ("vary", &["file", "run", "query"]),
            ("session", &["error", "file", "run", "query", "vary"]),
            (
                "author",
                &["error", "file", "run", "query", "vary", "session"],
            ),
            ("record", &["error", "file", "vary", "session"]),
            ("protocol", &["file", "session", "author", "record"]),
            (
                "tutor",
                &[
                    "error", "file", "query", "session", "author", "record", "protocol",
                ],
            ),
            ("package", &["error", "file", "protocol", "tutor"]),
            (
                "state",
                &[
                    "file", "run", "vary", "session", "author", "record", "protocol", "package",
                ],
            ),
        ],
    ),
    (
        "study/laboratory",
        &[("evaluate", &[]), ("address", &["evaluate"])],
    ),
    (
        "picture/scene",
        &[
            ("draw", &[]),
            ("layout", &["draw"]),
            ("explain", &["draw", "layout"]),
            ("overlay", &["draw", "layout", "explain"]),
            ("traffic", &["draw", "layout", "explain", "overlay"]),
            ("matrix", &["draw", "layout"]),
            ("spacetime", &["draw", "layout", "explain", "overlay"]),
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
            ("script", &[]),
            ("experiment", &[]),
            ("measure", &["experiment"]),
            ("state", &["address", "restrictions"]),
            ("host", &["address", "restrictions"]),
            ("handout", &["address", "lesson", "restrictions"]),
        ],
    ),
    (
        "web/ui",
        &[
            ("state", &[]),
            ("controls", &["state"]),
            ("form", &["state", "controls"]),
            ("overlay", &["state", "controls", "form"]),
            ("readout", &["state", "controls"]),
            ("measure", &["state", "controls"]),
            ("stage", &["state", "controls"]),
            ("written", &["state", "controls"]),
            ("network", &["state", "controls"]),
            ("command", &["state", "controls", "form", "stage"]),
            ("home", &["state", "controls", "command"]),
            ("lesson", &["state", "controls"]),
            ("library", &["state", "controls"]),
            (
                "frame",
                &[
                    "state", "controls", "form", "overlay", "readout", "measure", "stage",
                    "written", "network", "command", "lesson", "library",
                ],
            ),
            ("hand_on", &["state", "controls"]),
        ],
    ),
];

/// Read once: they are a thousand files.
static IMPORTS: LazyLock<BTreeSet<Import>> = LazyLock::new(|| Sources::read().imports());

#[test]
fn every_room_names_only_rooms_below_it() {
    for (place, rooms) in ROOMS {
        let around: Vec<_> = place.split('/').collect();
        let room_of = |path: &[String]| {
            let inside = path.get(..around.len())? == around;
            let name = path.get(around.len()).filter(|_| inside)?;
            rooms.iter().find(|(room, _)| name == room)
        };
        let mut met = BTreeSet::new();
        for import in IMPORTS.iter() {
            let Some((from, sees)) = room_of(&import.from) else {
                continue;
            };
            met.insert(*from);
            let Some((to, _)) = room_of(&import.to) else {
                continue;
            };
            assert!(
                from == to || sees.contains(to),
                "{} names {}, which {place}/{from} must not see",
                import.from.join("::"),
                import.to.join("::")
            );
        }
        let folders = fs::read_dir(src().join(place)).expect("a place is a folder");
        for folder in folders
            .filter_map(Result::ok)
            .filter(|entry| holds_code(&entry.path()))
        {
            let name = folder.file_name();
            let is_listed = rooms.iter().any(|(room, _)| name == *room);
            assert!(
                is_listed,
                "{place} has a room {} without arrows",
                name.display()
            );
        }
        for (room, sees) in *rooms {
            let is_met = met.contains(room) || sees.is_empty();
            assert!(is_met, "{place}/{room} has files that import something");
        }
    }
}

/// Imports by a module file of the files that it declares do not count: that is how it lists or
/// re-exports them. All other imports count, including those of a file from its parent module.
#[test]
fn no_files_import_each_other_in_a_cycle() {
    let mut graph = DiGraph::<&[String], ()>::new();
    let mut places = BTreeMap::new();
    for import in IMPORTS.iter() {
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
        IMPORTS.len() > 1000,
        "only {} imports are seen",
        IMPORTS.len()
    );
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
    for (file, text) in imports::files_of("web/ui") {
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
    let page = fs::read_to_string(src().join("web/ui/state/page.rs")).expect("the page");
    let parts = page.split("provide_context(self.").skip(1);
    let parts: Vec<_> = parts.filter_map(|part| part.split(')').next()).collect();
    assert!(parts.contains(&"player"), "{parts:?}");
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut wrong = Vec::new();
    for (file, text) in imports::files_of("web/ui") {
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
            if !needs_page {
                wrong.push(format!("{file} takes the page for {uses:?}: {item}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a folder contains Rust files; lessons are data.
fn holds_code(folder: &Path) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .map(|file| file.path())
        .any(|path| path.extension().is_some_and(|end| end == "rs"))
}
