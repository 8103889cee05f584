//! The margins of the picture, in which bars, panels and texts float.

use super::{Place, Shown};

/// Space around a picture \[pixels\].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Margins {
    /// Above.
    pub top: f32,
    /// At the right.
    pub right: f32,
    /// Below.
    pub bottom: f32,
    /// At the left.
    pub left: f32,
}

/// What decides about the margins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// The place.
    pub place: Place,
    /// The panel beside the network.
    pub shown: Shown,
    /// Whether a lesson shows a diagram, a chart or an editor below the network.
    pub has_lesson_task: bool,
    /// Whether the picture is for an audience.
    pub is_presenting: bool,
    /// Width of the ground \[pixels\].
    pub width: f32,
    /// Height of the ground \[pixels\].
    pub height: f32,
}

/// Widths of windows up to which panels are below the picture \[pixels\], as in the style sheets.
pub const NARROW: f32 = 760.0;

/// Height of the status line and of the legend \[pixels\].
const LINE: f32 = 36.0;

/// Least space beside the picture \[pixels\].
const SIDE: f32 = 24.0;

/// Width of a panel with its margins, by its kind (`style/app/frame.css`) \[pixels\].
fn panel_width(shown: Shown, width: f32) -> f32 {
    /// The margins of a panel.
    const AROUND: f32 = 24.0;
    match shown {
        Shown::Nothing | Shown::Inspector => 308.0 + AROUND,
        Shown::Settings | Shown::Facts | Shown::Overlay(_) => 400.0 + AROUND,
        Shown::Task(_) => (width * 0.5).min(616.0) + AROUND,
    }
}

impl Margins {
    /// Returns the margins of the picture on a ground.
    ///
    /// In Explore the picture is as wide without a panel as beside that of a selection, so that it moves aside for one
    /// and keeps its size.
    pub fn on(ground: Ground) -> Self {
        let Ground { width, height, .. } = ground;
        let lines = Self {
            top: LINE,
            right: SIDE,
            bottom: LINE,
            left: SIDE,
        };
        let is_narrow = width <= NARROW;
        match ground.place {
            _ if ground.is_presenting && !is_narrow => Self {
                right: match (ground.place, ground.shown) {
                    (Place::Lessons, _) | (_, Shown::Overlay(_)) => width * 0.38 + SIDE,
                    _ => SIDE,
                },
                top: 2.0 * LINE,
                ..lines
            },
            Place::Home if is_narrow => Self {
                top: 16.0,
                right: 12.0,
                bottom: 8.0,
                left: 12.0,
            },
            Place::Home => Self {
                top: SIDE,
                right: 40.0,
                bottom: 156.0,
                left: if width < 1600.0 { 440.0 } else { 600.0_f32 }.min(width * 0.4),
            },
            Place::Lessons if is_narrow => Self {
                top: 28.0,
                right: 12.0,
                bottom: 12.0,
                left: 12.0,
            },
            Place::Lessons => Self {
                right: 400.0 + 2.0 * SIDE,
                bottom: if ground.has_lesson_task {
                    height * 0.5 + SIDE
                } else {
                    LINE
                },
                ..lines
            },
            // The sheet of a selection has its room whether there is one or not.
            Place::Explore if is_narrow => Self {
                right: 10.0,
                bottom: 104.0,
                left: 10.0,
                ..lines
            },
            Place::Explore => {
                let panel = panel_width(ground.shown, width);
                match ground.shown {
                    Shown::Nothing => Self {
                        right: SIDE + panel / 2.0,
                        left: SIDE + panel / 2.0,
                        ..lines
                    },
                    _ => Self {
                        right: SIDE + panel,
                        ..lines
                    },
                }
            }
            Place::Experiment | Place::Papers => lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dock, Overlay};

    const GROUND: Ground = Ground {
        place: Place::Explore,
        shown: Shown::Nothing,
        has_lesson_task: false,
        is_presenting: false,
        width: 1280.0,
        height: 704.0,
    };

    fn room(ground: Ground) -> (f32, f32) {
        let margins = Margins::on(ground);
        (
            ground.width - margins.left - margins.right,
            ground.height - margins.top - margins.bottom,
        )
    }

    #[test]
    fn a_selection_moves_the_picture_and_does_not_scale_it() {
        let selected = Ground {
            shown: Shown::Inspector,
            ..GROUND
        };
        assert_eq!(room(GROUND), room(selected));
        assert!(Margins::on(selected).left < Margins::on(GROUND).left);
        let narrow = Ground {
            width: 390.0,
            height: 705.0,
            ..GROUND
        };
        let selected = Ground {
            shown: Shown::Inspector,
            ..narrow
        };
        assert_eq!(Margins::on(narrow), Margins::on(selected));
    }

    #[test]
    fn the_picture_keeps_most_of_the_ground() {
        for shown in [
            Shown::Nothing,
            Shown::Inspector,
            Shown::Overlay(Overlay::Routes),
            Shown::Task(Dock::Curve),
        ] {
            for (width, height) in [(1280.0, 704.0), (1920.0, 984.0), (800.0, 700.0)] {
                let ground = Ground {
                    shown,
                    width,
                    height,
                    ..GROUND
                };
                let (across, down) = room(ground);
                assert!(across >= 0.4 * width && down >= 0.85 * height, "{ground:?}");
            }
        }
    }
}
