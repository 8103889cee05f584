//! Marks of events along a time line, with a row and a shape for each kind.

use std::fmt::Write;

use engine::sim::{EventKind, Firsts};

/// Width of the SVG view box, which is stretched to the width of the time line.
pub const MARKS_WIDTH: u64 = 1_000;

/// Height of the view box: two rows above the middle, where the slider is, and one below \[pixels\].
const HEIGHT: u32 = 40;

/// Top and length of the marks of a kind \[pixels\].
fn extent(kind: EventKind) -> (u32, u32) {
    match kind {
        EventKind::Injected => (2, 6),
        EventKind::Blocked => (10, 5),
        EventKind::Delivered => (28, 6),
        EventKind::Deadlocked => (0, HEIGHT),
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
    let mut svg = sheet(MARKS_WIDTH, (0, HEIGHT));
    for (kind, index) in EventKind::ALL.into_iter().zip(0..) {
        let firsts = intervals.iter().filter_map(|firsts| firsts[index]);
        let places = firsts.map(|cycle| cycle * MARKS_WIDTH / until.max(1));
        path(&mut svg, kind, places);
    }
    svg + "</svg>"
}

/// Draws one mark of a kind, for a legend.
pub fn mark(kind: EventKind) -> String {
    let mut svg = sheet(8, extent(kind));
    path(&mut svg, kind, std::iter::once(4));
    svg + "</svg>"
}

fn sheet(width: u64, (top, height): (u32, u32)) -> String {
    format!(
        "<svg viewBox=\"0 {top} {width} {height}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
    )
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
        assert!(paths[0].contains("d=\"M0 2v6M500 2v6\""), "{svg}");
        assert!(paths[2].contains("M1000 28v6"), "{svg}");
    }

    #[test]
    fn no_events_leave_the_line_empty() {
        assert!(!marks(&[], 0).contains('M'));
        assert!(mark(EventKind::Blocked).contains("M4 10v5"));
    }
}
