//! The sheet of space-time diagrams: the area, and the time axis that several diagrams share.

use std::ops::Range;

use super::journey::Journey;

/// The area and time axis of diagrams; several diagrams can share one.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Width \[pixels\].
    pub width: f32,
    pub cycles: Range<u64>,
    /// Height of a row \[pixels\].
    pub row: f32,
    /// Font size \[pixels\].
    pub text: f32,
}

/// The area for diagrams one below the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Width \[pixels\].
    pub width: f32,
    /// Height that all of them share \[pixels\].
    pub height: f32,
    /// Font size \[pixels\].
    pub text: f32,
}

impl Sheet {
    /// A sheet that covers all cycles of some journeys. Its rows fill the area, within limits: low ones still tell the
    /// cycles of a flit, and high ones would not tell more.
    pub fn of<'a>(journeys: impl IntoIterator<Item = &'a Journey>, area: Area) -> Self {
        const LOWEST: f32 = 4.0;
        const HIGHEST: f32 = 3.0;
        let Area {
            width,
            height,
            text,
        } = area;
        let (mut first, mut last, mut rows) = (u64::MAX, 0, 0);
        for journey in journeys {
            first = first.min(journey.headed);
            last = last.max(journey.until);
            rows += rows_of(journey);
        }
        let mut sheet = Self {
            width,
            cycles: first.min(last)..last.max(1),
            row: LOWEST,
            text,
        };
        let room = (height - sheet.foot()) / rows.max(1) as f32;
        sheet.row = room.clamp(LOWEST, HIGHEST * text);
        sheet
    }

    /// Approximate width of a character \[pixels\].
    pub(super) fn letter(&self) -> f32 {
        0.58 * self.text
    }

    /// Space for the names of rows \[pixels\].
    pub(super) fn left(&self) -> f32 {
        8.0 + 7.0 * self.letter()
    }

    /// Height of the numbers below \[pixels\].
    pub(super) fn foot(&self) -> f32 {
        1.65 * self.text
    }

    /// The number of rows for each of which there is a name: every one if there is room.
    pub(super) fn named(&self) -> usize {
        (1.2 * self.text / self.row).ceil() as usize
    }

    /// Width of a cycle \[pixels\].
    pub(super) fn pitch(&self) -> f32 {
        const MARGIN: f32 = 10.0;
        /// Flits that are wider than that are no more legible.
        const WIDEST: f32 = 2.2;
        let cycles = (self.cycles.end - self.cycles.start).max(1) as f32;
        let widest = WIDEST * self.text.max(self.row);
        ((self.width - self.left() - MARGIN) / cycles).clamp(0.05, widest)
    }

    /// The horizontal position of a cycle's start \[pixels\]; cycles that are not shown map to the
    /// ends of the sheet.
    pub fn x(&self, cycle: u64) -> f32 {
        let cycle = cycle.clamp(self.cycles.start, self.cycles.end);
        self.left() + (cycle - self.cycles.start) as f32 * self.pitch()
    }

    /// The start and the width of the part of the sheet from a cycle on, which has not happened yet
    /// \[pixels\].
    pub fn veil(&self, cycle: u64) -> (f32, f32) {
        let x = self.x(cycle);
        (x, (self.width - x).max(0.0))
    }

    /// The cycles that are numbered: as many as there is room for.
    pub(super) fn numbered(&self) -> impl Iterator<Item = u64> + use<> {
        let digits = self.cycles.end.to_string().len() as f32;
        let room = (digits * self.letter() + 10.0) / self.pitch();
        let steps = (0..19).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
        let step = steps.into_iter().find(|&step| step as f32 >= room);
        let step = step.unwrap_or(u64::MAX);
        let first = self.cycles.start.div_ceil(step) * step;
        (first..self.cycles.end).step_by(step as usize)
    }
}

/// The number of rows of a journey, with the one that its header waits for.
pub(super) fn rows_of(journey: &Journey) -> usize {
    let waits = journey.waits.iter().map(|wait| wait.row + 1).max();
    journey.rows.len().max(waits.unwrap_or(0))
}
