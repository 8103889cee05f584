//! Marks of events along a time line, with a row and a shape for each kind.

use std::fmt::Write;

use engine::sim::{EventKind, Firsts};

/// Width of the SVG view box, which is stretched to the width of the time line.
pub const MARKS_WIDTH: u64 = 1_000;

/// Top and length of the marks of a kind in a view box of height 20 \[pixels\].
fn extent(kind: EventKind) -> (u32, f32) {
    match kind {
        EventKind::Injected => (1, 4.0),
        EventKind::Blocked => (8, 3.0),
        // Round line caps turn a line of almost no length into a dot.
        EventKind::Delivered => (16, 0.01),
        EventKind::Deadlocked => (0, 20.0),
    }
}

/// The CSS class of a kind.
fn class(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Injected => "injected",
        EventKind::Blocked => "was-blocked",
        EventKind::Delivered => "delivered",
        EventKind::Deadlocked => "deadlocked",
    }
}

/// Draws the first event of each kind in every interval of time up to a cycle, as SVG with one path
/// per kind.
pub fn marks(intervals: &[Firsts], until: u64) -> String {
    let mut svg = sheet(MARKS_WIDTH);
    for (kind, index) in EventKind::ALL.into_iter().zip(0..) {
        let firsts = intervals.iter().filter_map(|firsts| firsts[index]);
        let places = firsts.map(|cycle| cycle * MARKS_WIDTH / until.max(1));
        path(&mut svg, kind, places);
    }
    svg + "</svg>"
}

/// Draws one mark of a kind, for a legend.
pub fn mark(kind: EventKind) -> String {
    let mut svg = sheet(8);
    path(&mut svg, kind, std::iter::once(4));
    svg + "</svg>"
}

fn sheet(width: u64) -> String {
    format!("<svg viewBox=\"0 0 {width} 20\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")
}

fn path(svg: &mut String, kind: EventKind, places: impl Iterator<Item = u64>) {
    let (y, length) = extent(kind);
    // Writing to a string cannot fail.
    let _ = write!(svg, "<path class=\"{}\" d=\"", class(kind));
    for x in places {
        let _ = write!(svg, "M{x} {y}v{length}");
    }
    svg.push_str("\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_first_event_has_its_mark() {
        let intervals = [
            [Some(0), Some(3), None, None],
            [Some(50), None, Some(60), None],
            [None, None, Some(100), Some(99)],
        ];
        let svg = marks(&intervals, 100);
        let paths: Vec<_> = svg.split("<path").skip(1).collect();
        let marks = |index: usize| paths[index].matches('M').count();
        assert_eq!([0, 1, 2, 3].map(marks), [2, 1, 2, 1]);
        assert!(paths[0].contains("d=\"M0 1v4M500 1v4\""), "{svg}");
        assert!(paths[2].contains("M1000 16v0.01"), "{svg}");
    }

    #[test]
    fn no_events_leave_the_line_empty() {
        assert!(!marks(&[], 0).contains('M'));
        assert!(mark(EventKind::Blocked).contains("M4 8v3"));
    }
}
