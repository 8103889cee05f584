//! The lines of traces on a sheet.

use super::clip::inside;
use super::pen::Position;
use super::{DiagramKey, Frame, Mark, Trace};

impl Trace {
    /// The parts of its line within the plot; none for separate points.
    pub(super) fn pieces(&self, frame: &Frame) -> Vec<Vec<Position>> {
        let plot = frame.plot;
        let on_sheet = |(x, y): Position| {
            let across = plot.left + x * (plot.right - plot.left);
            (across, plot.bottom - y * (plot.bottom - plot.top))
        };
        let pieces = inside(&self.places(frame)).into_iter();
        let pieces = pieces.map(|piece| piece.into_iter().map(on_sheet).collect());
        // A level goes through the whole plot, whatever the loads.
        if self.key == Some(DiagramKey::ZeroLoad) {
            let y = self.marks.first().and_then(|mark| frame.height_of(mark.y));
            let level = y.map(|y| vec![(plot.left, y), (plot.right, y)]);
            return level.into_iter().collect();
        }
        pieces.collect()
    }

    /// The corners of its line in shares of the axes, also those beyond the plot.
    pub(super) fn places(&self, frame: &Frame) -> Vec<Position> {
        // Points farther away are not visible, and clipping lines to them would lose precision.
        const FAR: f64 = 1e9;
        let near = |place: f64| place.clamp(-FAR, FAR);
        let place = |mark: &Mark| {
            let (x, y) = frame.x.place(mark.x).zip(frame.y.place(mark.y))?;
            Some((near(x), near(y)))
        };
        // Beyond the load of the first arrow there is no curve.
        let end = self.beyond.first().copied().unwrap_or(f64::INFINITY);
        let before = self.marks.iter();
        let before = before.filter(|mark| mark.x < end && !self.apart.contains(&mark.x));
        let mut places: Vec<_> = before.filter_map(place).collect();
        if let Some(&(x, _)) = places.last().filter(|_| end.is_finite()) {
            places.push((x, if self.falls { 0.0 } else { 1.0 }));
        }
        places
    }
}
