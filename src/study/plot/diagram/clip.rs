//! Clipping of lines to the plot.

/// A position in shares of the axes' lengths.
pub(super) type AxisPosition = (f64, f64);

/// The parts of a polyline within the unit square.
pub(super) fn inside(line: &[AxisPosition]) -> Vec<Vec<AxisPosition>> {
    let mut parts: Vec<Vec<AxisPosition>> = Vec::new();
    for pair in line.windows(2) {
        let Some((from, to)) = clipped(pair[0], pair[1]) else {
            continue;
        };
        match parts.last_mut() {
            Some(part) if part.last() == Some(&from) => part.push(to),
            _ => parts.push(vec![from, to]),
        }
    }
    parts
}

/// The part of a line segment within the unit square (Liang & Barsky 1984).
fn clipped(from: AxisPosition, to: AxisPosition) -> Option<(AxisPosition, AxisPosition)> {
    let along = (to.0 - from.0, to.1 - from.1);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (step, room) in [
        (-along.0, from.0),
        (along.0, 1.0 - from.0),
        (-along.1, from.1),
        (along.1, 1.0 - from.1),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            first = first.max(room / step);
        } else {
            last = last.min(room / step);
        }
    }
    let at = |share: f64| match share {
        0.0 => from,
        1.0 => to,
        share => (from.0 + share * along.0, from.1 + share * along.1),
    };
    (first <= last).then(|| (at(first), at(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_at_the_edges_of_the_plot() {
        let line = [(0.0, 0.5), (0.2, 1.5), (0.4, 0.5), (0.6, -0.5)];
        let parts = inside(&line);
        assert_eq!(parts.len(), 2);
        let near = |a: AxisPosition, b: AxisPosition| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-12;
        assert!(near(parts[0][1], (0.1, 1.0)) && near(parts[1][0], (0.3, 1.0)));
        assert!(near(*parts[1].last().expect("two points"), (0.5, 0.0)));
        assert_eq!(inside(&[(0.0, 2.0), (1.0, 2.0)]), Vec::<Vec<_>>::new());
    }
}
