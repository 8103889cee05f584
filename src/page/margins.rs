//! The margins of the picture, in which bars, panels and texts float.

use super::{Place, Shown};
use picture::scene::Insets;

/// The state of the page on which the margins depend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
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
const LINE: f32 = 28.0;

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

impl Ground {
    /// Returns the margins of the picture.
    ///
    /// In Explore the picture is as wide without a panel as beside that of a selection, so that it moves aside for one
    /// and keeps its size.
    pub fn margins(self) -> Insets {
        let Self { width, height, .. } = self;
        let lines = Insets {
            top: LINE,
            right: SIDE,
            bottom: LINE,
            left: SIDE,
        };
        let is_narrow = width <= NARROW;
        match self.place {
            _ if self.is_presenting && !is_narrow => Insets {
                right: match (self.place, self.shown) {
                    (Place::Lessons, _) | (_, Shown::Overlay(_)) => width * 0.38 + SIDE,
                    _ => SIDE,
                },
                top: 2.0 * LINE,
                ..lines
            },
            Place::Home if is_narrow => Insets {
                top: 24.0,
                right: 4.0,
                bottom: 4.0,
                left: 4.0,
            },
            Place::Home => Insets {
                top: 12.0,
                right: SIDE,
                bottom: 120.0,
                left: if width < 1600.0 { 388.0 } else { 600.0_f32 }.min(width * 0.4),
            },
            Place::Lessons if is_narrow => Insets {
                top: 28.0,
                right: 12.0,
                bottom: 12.0,
                left: 12.0,
            },
            Place::Lessons => Insets {
                right: 400.0 + 2.0 * SIDE,
                bottom: if self.has_lesson_task {
                    height * 0.5 + SIDE
                } else {
                    LINE
                },
                ..lines
            },
            // The sheet of a selection has its room whether there is one or not; other answers have the lower half.
            Place::Explore if is_narrow => Insets {
                right: 10.0,
                bottom: match self.shown {
                    Shown::Settings | Shown::Facts | Shown::Overlay(_) => height * 0.5 + 8.0,
                    _ => 104.0,
                },
                left: 10.0,
                ..lines
            },
            Place::Explore => {
                let panel = panel_width(self.shown, width);
                match self.shown {
                    Shown::Nothing => Insets {
                        right: SIDE + panel / 2.0,
                        left: SIDE + panel / 2.0,
                        ..lines
                    },
                    Shown::Task(_) => Insets {
                        right: SIDE / 2.0 + panel,
                        left: SIDE / 2.0,
                        ..lines
                    },
                    _ => Insets {
                        right: SIDE + panel,
                        ..lines
                    },
                }
            }
            Place::Experiment | Place::Papers => lines,
        }
    }

    /// Returns the ratio of width to height of the room for the picture, in steps of a twentieth, so that a layout is
    /// not computed anew for every pixel.
    pub fn room(self) -> f32 {
        const STEPS: f32 = 20.0;
        let margins = self.margins();
        let across = self.width - margins.left - margins.right;
        let down = self.height - margins.top - margins.bottom;
        ((across / down.max(1.0)).clamp(0.2, 5.0) * STEPS).round() / STEPS
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
        let margins = ground.margins();
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
        assert_eq!(GROUND.room().to_bits(), selected.room().to_bits());
        assert!(selected.margins().left < GROUND.margins().left);
        let narrow = Ground {
            width: 390.0,
            height: 705.0,
            ..GROUND
        };
        let selected = Ground {
            shown: Shown::Inspector,
            ..narrow
        };
        assert_eq!(narrow.margins(), selected.margins());
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
