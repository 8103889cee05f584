//! Mistakes in the file of a paper: a message names the file, the table or figure, and the field.

use flitscope::paper::{Block, Item, PAPERS};

use equations::Typeset;
use tables::{Beside, read};

#[path = "../../src/study/build/constants.rs"]
mod constants;
#[path = "../../src/study/build/tables.rs"]
mod tables;

/// The reader of tables is tested without the typesetter beside it.
mod equations {
    #[derive(Debug)]
    pub(crate) struct Equation;

    #[derive(Debug)]
    pub(crate) struct Symbol;

    #[derive(Default)]
    pub(crate) struct Typeset {
        pub(crate) equations: Vec<Equation>,
        pub(crate) symbols: Vec<Symbol>,
    }
}

#[test]
fn a_mistake_in_a_file_is_reported_with_its_place() {
    let file = include_str!("../../src/study/paper/ciciani/paper.toml");
    for (right, wrong, places) in [
        ("id = \"ciciani\"", "", ["", "`id`"]),
        ("[[scene]]", "[[scenes]]", ["", "`scenes`"]),
        ("axes = [", "axis = [", ["item table-2", "`axis`"]),
        ("series = ", "sery = ", ["item table-2", "`sery`"]),
        (
            "{ name = \"model\", values = [52,",
            "{ name = \"model\", values = [\"fifty\",",
            ["item table-2", "block.printed.values"],
        ),
        (
            "length = 12\n",
            "length = \"long\"\n",
            ["item table-3: print", "`length`"],
        ),
        (
            "saturation = \"1\"",
            "saturation = \"1\", part = \"T\"",
            ["item figure-6-saturation", "closed saturation"],
        ),
    ] {
        let changed = file.replacen(right, wrong, 1);
        assert_ne!(changed, file, "{right}");
        let name = "paper/ciciani/paper.toml";
        let read = read(name, &changed, Typeset::default(), &mut Beside::default());
        let message = read.expect_err(wrong);
        for place in [name].into_iter().chain(places) {
            assert!(message.contains(place), "{place}: {message}");
        }
    }
}

/// A table with one row, whose closed form and simulation have values.
const BLOCK: Block = Block {
    series: "{M} flits",
    label: "",
    x: "",
    load: "",
    scenario: "t=hypercube:3&vc=1&M={M}",
    measurand: "latency",
    closed: &[],
    printed: &[],
    values: &[("M", &["8"]), ("load", &["0.01"])],
    curves: &[],
};

fn message(block: Block) -> String {
    let paper = &PAPERS[0].items[0];
    let item = Item {
        id: "table-9",
        counted: None,
        blocks: Box::leak(Box::new([block])),
        ..*paper
    };
    item.read_rows().expect_err("there is a mistake")
}

#[test]
fn a_mistake_in_a_value_is_reported_with_its_place() {
    for (block, place) in [
        (
            Block {
                series: "{L} bits",
                ..BLOCK
            },
            "there is no value L",
        ),
        (
            Block {
                x: "{M} flits",
                ..BLOCK
            },
            "x must be a number, a ratio or a share, not 8 flits",
        ),
        (
            Block {
                load: "1/many",
                ..BLOCK
            },
            "load must be a number",
        ),
        (
            Block {
                scenario: "t=hypercube:3&vcs=0",
                ..BLOCK
            },
            "scenario vcs=0",
        ),
        (
            Block {
                scenario: "t=hypercube:3&flits=8",
                ..BLOCK
            },
            "scenario has no field flits",
        ),
        (
            Block {
                measurand: "delay",
                ..BLOCK
            },
            "measurand must be latency, network, ",
        ),
        (
            Block {
                values: &[("M", &["8", "16"]), ("load", &["0.01", "0.02", "0.03"])],
                ..BLOCK
            },
            "M must be one value or one for each point, not 2",
        ),
    ] {
        let message = message(block);
        assert!(message.starts_with("item table-9: "), "{message}");
        assert!(message.contains(place), "{message}");
    }
}
