use super::*;
use crate::Chord;

const SIZE: [f32; 2] = [700.0, 450.0];

/// Touches a position of an empty drawing of this size, in which 100 pixels are a unit and the origin is the
/// center.
fn touch(x: f32, y: f32) -> Touch {
    Touch {
        id: 1,
        at: [350.0 + 100.0 * x, 225.0 + 100.0 * y],
        size: SIZE,
        shift: false,
    }
}

fn click(drawing: &mut NetworkDrawing, x: f32, y: f32) {
    drawing.press(touch(x, y));
    drawing.release(touch(x, y));
}

fn drag(drawing: &mut NetworkDrawing, from: [f32; 2], to: [f32; 2]) {
    drawing.press(touch(from[0], from[1]));
    drawing.follow(touch(
        f32::midpoint(from[0], to[0]),
        f32::midpoint(from[1], to[1]),
    ));
    drawing.release(touch(to[0], to[1]));
}

fn key(drawing: &mut NetworkDrawing, key: &str) -> bool {
    drawing.key(Chord {
        key,
        ctrl: false,
        shift: false,
    })
}

fn with(drawing: &mut NetworkDrawing, key: &str, ctrl: bool, shift: bool) -> bool {
    drawing.key(Chord { key, ctrl, shift })
}

/// Draws nodes 0, 1 and 2 in a row, a unit apart.
fn three() -> NetworkDrawing {
    let mut drawing = NetworkDrawing::default();
    for x in [-1.0, 0.0, 1.0] {
        click(&mut drawing, x, 0.0);
    }
    drawing
}

fn written(text: &str) -> NetworkDrawing {
    let mut drawing = NetworkDrawing::default();
    drawing.write(text, 0.0);
    drawing
}

#[test]
fn clicks_add_nodes_and_drags_link_and_move_them() {
    let mut drawing = three();
    assert_eq!(drawing.text(), "0\n1\n2\n0 @ -1 0\n1 @ 0 0\n2 @ 1 0");
    assert_eq!(drawing.told(), "Added node 2.");
    assert_eq!(drawing.selected(), Some(Element::Node(2)));
    drawing.take(Tool::Link);
    drag(&mut drawing, [-1.0, 0.0], [0.1, 0.1]);
    assert_eq!(drawing.told(), "Linked 0 with 1.");
    assert!(
        drawing
            .refusal()
            .is_some_and(|why| why.contains("connected"))
    );
    drawing.take(Tool::Unidirectional);
    drag(&mut drawing, [0.0, 0.0], [1.0, 0.0]);
    assert_eq!(drawing.told(), "Linked 1 to 2, one way.");
    // A link in the opposite direction completes it.
    drag(&mut drawing, [1.0, 0.0], [0.0, 0.0]);
    assert_eq!(drawing.told(), "Linked 2 with 1.");
    assert_eq!(drawing.refusal(), None);
    drawing.take(Tool::Move);
    drag(&mut drawing, [1.02, 0.02], [1.5, 1.02]);
    assert_eq!(
        drawing.spec().as_deref(),
        Some("graph:0 - 1\n1 - 2\n0 @ -1 0\n1 @ 0 0\n2 @ 1.5 1")
    );
    // A second link is refused, and so is an occupied position.
    drawing.take(Tool::Link);
    drag(&mut drawing, [-1.0, 0.0], [0.0, 0.0]);
    assert!(
        drawing.told().contains("a link from 0 to 1 already"),
        "{}",
        drawing.told()
    );
    drawing.take(Tool::Move);
    drag(&mut drawing, [-1.0, 0.0], [0.0, 0.0]);
    assert_eq!(drawing.told(), "1 is already there.");
}

#[test]
fn the_drawing_does_not_move_under_the_pointer() {
    // The view is wider than the aspect ratio of the frame.
    let size = [900.0, 300.0];
    let touch = |x: f32, y: f32| Touch {
        id: 1,
        at: [x, y],
        size,
        shift: false,
    };
    let mut drawing = NetworkDrawing::default();
    let places = [[450.0, 150.0], [40.0, 150.0], [860.0, 30.0], [200.0, 270.0]];
    for [x, y] in places {
        drawing.press(touch(x, y));
        drawing.release(touch(x, y));
    }
    let step = size[1] / 4.5 / 4.0;
    for (place, at) in places.iter().zip(&drawing.places) {
        let under = drawing.frame.grid(size, *place);
        let apart = (under.x - at.x).hypot(under.y - at.y);
        assert!(apart <= step, "{place:?} is {apart} away");
    }
    // A node moved out of view enlarges the frame, which still shows everything.
    let before = drawing.frame;
    drawing.edit(&Edit::Move {
        node: 0,
        to: Point::new(30.0, 0.0),
    });
    let [seen, was] = [drawing.frame, before].map(|frame| frame.grid(size, [0.0, 150.0]).x);
    assert!(seen <= was + 1e-3, "{seen} {was}");
}

#[test]
fn two_clicks_or_shift_draw_links() {
    let mut drawing = three();
    drawing.take(Tool::Link);
    click(&mut drawing, -1.0, 0.0);
    assert!(drawing.picture().nodes[0].is_anchor);
    assert_eq!(drawing.told(), "A link from 0: choose its other end.");
    click(&mut drawing, 1.0, 0.0);
    assert_eq!(drawing.told(), "Linked 0 with 2.");
    drawing.take(Tool::Move);
    let shift = |mut touch: Touch| {
        touch.shift = true;
        touch
    };
    drawing.press(shift(touch(0.0, 0.0)));
    drawing.follow(touch(0.5, 0.5));
    assert!(drawing.picture().aim.is_some());
    drawing.release(touch(1.0, 0.0));
    assert_eq!(drawing.told(), "Linked 1 with 2.");
    // A release over the background links nothing.
    drawing.take(Tool::Link);
    drag(&mut drawing, [-1.0, 0.0], [-1.0, 1.5]);
    assert!(drawing.told().starts_with("A link ends at another node"));
    assert!(drawing.picture().aim.is_none());
    // A second finger cancels the gesture of the first.
    drawing.press(touch(-1.0, 0.0));
    drawing.press(Touch {
        id: 2,
        ..touch(0.0, 1.0)
    });
    assert!(!drawing.is_held());
}

#[test]
fn the_selection_can_be_turned_renamed_and_removed() {
    let mut drawing = written("a - b\nb - c\na @ -1 0\nb @ 0 0\nc @ 1 0");
    click(&mut drawing, 0.5, 0.05);
    assert_eq!(drawing.selected(), Some(Element::Link(1, 2)));
    assert_eq!(drawing.selected_told(), "link b – c");
    drawing.edit(&Edit::Turn {
        one: 1,
        other: 2,
        way: Way::Back,
    });
    assert_eq!(drawing.selected_told(), "link c → b");
    assert!(
        drawing
            .picture()
            .links
            .iter()
            .any(|link| !link.arrow.is_empty())
    );
    assert!(drawing.edit(&Edit::Rename {
        node: 1,
        name: "hub".to_owned()
    }));
    assert_eq!(
        drawing.selected_told(),
        "node hub, linked with a, reached from c"
    );
    let refused = Edit::Rename {
        node: 1,
        name: "c".to_owned(),
    };
    assert!(!drawing.edit(&refused));
    assert!(
        drawing.told().contains("a node called c already"),
        "{}",
        drawing.told()
    );
    drawing.select(Some(Element::Link(0, 1)));
    key(&mut drawing, "Delete");
    assert_eq!(drawing.told(), "Removed the link a – hub.");
    drawing.select(Some(Element::Node(1)));
    key(&mut drawing, "Backspace");
    assert_eq!(drawing.told(), "Removed hub.");
    assert_eq!(drawing.text(), "a\nc\na @ -1 0\nc @ 1 0");
}

#[test]
fn keys_suffice_to_draw_a_network() {
    let mut drawing = NetworkDrawing::default();
    for _ in 0..3 {
        assert!(key(&mut drawing, "n"));
    }
    assert_eq!(drawing.sketch().nodes().len(), 3);
    assert_eq!(drawing.focused(), 2);
    key(&mut drawing, "Enter");
    key(&mut drawing, "PageUp");
    key(&mut drawing, "Enter");
    assert_eq!(drawing.told(), "Linked 2 with 1.");
    with(&mut drawing, "Enter", false, true);
    key(&mut drawing, "Home");
    with(&mut drawing, "Enter", false, true);
    assert_eq!(drawing.told(), "Linked 1 to 0, one way.");
    let before = drawing.sketch().nodes()[0].at.expect("it is placed");
    key(&mut drawing, "ArrowUp");
    with(&mut drawing, "ArrowLeft", false, true);
    let after = drawing.sketch().nodes()[0].at.expect("it is placed");
    assert_eq!(after, Point::new(before.x - 1.0, before.y - 0.25));
    with(&mut drawing, "ArrowRight", true, false);
    assert_eq!(drawing.focused(), 1);
    key(&mut drawing, "s");
    assert!(drawing.sketch().nodes()[1].is_switch);
    assert!(!key(&mut drawing, "q"));
    for _ in 0..8 {
        assert!(with(&mut drawing, "z", true, false));
    }
    assert_eq!((drawing.text(), drawing.last_done()), ("", None));
    assert_eq!(drawing.last_undone(), Some("added node 0"));
    with(&mut drawing, "Z", true, true);
    assert_eq!(drawing.told(), "Redone: added node 0.");
}

#[test]
fn drawing_and_text_follow_each_other() {
    let mut drawing = written("a - b\nb - c");
    assert_eq!(drawing.picture().nodes.len(), 3);
    // An error leaves the drawing unchanged and names the line.
    drawing.write("a - b\nb - c\nc -", 100.0);
    let fault = drawing.fault().expect("half a link").clone();
    assert_eq!(fault.line, 3);
    assert!(
        fault.reason.starts_with("this must be a - b"),
        "{}",
        fault.reason
    );
    assert_eq!((drawing.picture().nodes.len(), drawing.spec()), (3, None));
    drawing.write("a - b\nb - c\nc - b", 200.0);
    let fault = drawing.fault().expect("a second link");
    assert_eq!(fault.reason, "there is a link from c to b already");
    // All typing was one change; the drawn edit after it is another.
    drawing.edit(&Edit::SetSwitch {
        node: 2,
        is_switch: true,
    });
    assert_eq!(drawing.text(), "a - b\nb - c\nswitch c");
    drawing.undo();
    assert_eq!(
        drawing.told(),
        "Undone: made c a switch, which only routes."
    );
    assert_eq!(drawing.text(), "a - b\nb - c\nc - b");
    drawing.undo();
    assert_eq!(drawing.text(), "");
    drawing.redo();
    drawing.redo();
    assert_eq!(drawing.text(), "a - b\nb - c\nswitch c");
    // Typing after a pause is another change.
    drawing.write("a - b", 9_000.0);
    drawing.undo();
    assert_eq!(drawing.text(), "a - b\nb - c\nswitch c");
}

#[test]
fn moving_a_node_fixes_the_positions_of_all() {
    let mut drawing = written("a - b\nb - c\nc - a");
    let before = drawing.picture();
    drawing.select(Some(Element::Node(0)));
    key(&mut drawing, "ArrowUp");
    assert!(
        drawing
            .sketch()
            .nodes()
            .iter()
            .all(|node| node.at.is_some())
    );
    let after = drawing.picture();
    for (before, after) in before.nodes.iter().zip(&after.nodes).skip(1) {
        assert!((before.at.x - after.at.x).abs() < 0.01 && (before.at.y - after.at.y).abs() < 0.01);
    }
}

#[test]
fn incomplete_networks_keep_their_positions() {
    let mut drawing = written("a - b\nb - c\nc - a");
    let before = drawing.picture();
    drawing.write("a - b\nb - c\nc - a\nd", 50.0);
    let after = drawing.picture();
    assert!(drawing.refusal().is_some());
    assert_eq!(before.nodes[1].at, after.nodes[1].at);
    assert!(after.nodes[3].at.y > after.nodes[0].at.y);
    // Without previous positions, the nodes are placed on a circle.
    let drawing = written("a - b\nc - d");
    let at = drawing
        .picture()
        .nodes
        .iter()
        .map(|node| node.at)
        .collect::<Vec<_>>();
    for (i, one) in at.iter().enumerate() {
        assert!(
            at[..i]
                .iter()
                .all(|other| (one.x - other.x).hypot(one.y - other.y) > 0.7)
        );
    }
}

#[test]
fn a_press_that_commits_a_field_still_selects() {
    let mut drawing = three();
    drawing.press(touch(0.0, 0.0));
    let name = "last".to_owned();
    drawing.edit(&Edit::Rename { node: 2, name });
    drawing.release(touch(0.0, 0.0));
    assert_eq!(drawing.selected_told(), "node 1, not linked");
    assert_eq!(drawing.sketch().nodes()[2].name, "last");
    // Undo removes the focused node, so another one is focused.
    let calls = drawing.focus_calls();
    drawing.select(Some(Element::Node(2)));
    drawing.undo();
    drawing.undo();
    assert_eq!((drawing.focused(), drawing.focus_calls()), (1, calls + 1));
}

#[test]
fn the_selection_follows_names() {
    let mut drawing = written("a - b\nb - c");
    drawing.select(Some(Element::Link(1, 2)));
    drawing.write("z - a\na - b\nb - c", 10.0);
    assert_eq!(drawing.selected_told(), "link b – c");
    drawing.write("z - a\na - b\nb - d", 20.0);
    assert_eq!(drawing.selected(), None);
}

#[test]
fn coordinates_of_any_scale_are_drawn_alike() {
    let small = written("a - b\na @ 0 0\nb @ 0.01 0").picture();
    let large = written("a - b\na @ 0 0\nb @ 4000 0").picture();
    for picture in [small, large] {
        let apart = picture.nodes[1].at.x - picture.nodes[0].at.x;
        assert!((0.7..2.1).contains(&apart), "{apart}");
    }
}

#[test]
fn templates_are_complete_networks() {
    for beginning in BEGINNINGS {
        let drawing = written(beginning.text);
        assert!(drawing.fault().is_none(), "{}", beginning.name);
        assert!(drawing.spec().is_some(), "{}", beginning.name);
        assert_eq!(
            drawing.parts().len(),
            drawing.sketch().nodes().len() + drawing.picture().links.len()
        );
    }
}

#[test]
fn large_networks_are_not_drawn() {
    use std::fmt::Write as _;
    let text = (1..=MOST_DRAWN).fold(String::new(), |mut text, node| {
        let _ = writeln!(text, "{} - {node}", node - 1);
        text
    });
    let drawing = written(&text);
    assert!(!drawing.is_drawn() && drawing.spec().is_some());
    assert_eq!(drawing.picture(), Picture::default());
}

#[test]
fn the_largest_part_can_be_kept_and_the_rest_brought_back() {
    let mut drawing = NetworkDrawing::of("a - b\nb - c\nx - y");
    assert_eq!(drawing.largest_part(), Some(3));
    drawing.keep_largest_part();
    assert_eq!(drawing.text(), "a - b\nb - c");
    assert_eq!(
        drawing.told(),
        "Kept the largest part, and removed 2 other nodes."
    );
    assert_eq!((drawing.largest_part(), drawing.refusal()), (None, None));
    drawing.undo();
    assert_eq!(drawing.sketch().nodes().len(), 5);
    // No part of a network without links is one.
    assert_eq!(NetworkDrawing::of("a\nb").largest_part(), None);
}

#[test]
fn a_list_of_links_that_is_pasted_can_be_read_and_lines_of_text_are_as_they_are() {
    let mut drawing = NetworkDrawing::of("0 10\n10 7\n7 0\n");
    assert_eq!(drawing.format_of_text(), Some("edge list"));
    let text = drawing.text().to_owned();
    assert_eq!(drawing.open_file(&text), Ok(()));
    assert_eq!(drawing.sketch().nodes().len(), 3);
    assert!(
        drawing
            .told()
            .starts_with("Opened a file (edge list) with 3 nodes."),
        "{}",
        drawing.told()
    );
    assert_eq!((drawing.fault(), drawing.format_of_text()), (None, None));
    drawing.undo();
    assert_eq!(NetworkDrawing::of("a - b\nb -").format_of_text(), None);
}
