//! Reading a chart by the pointer and by keys.

use browser::canvas::Size;
use flitscope::page::measure::Places;
use flitscope::plot::Frame;
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::shown::Shown;

/// The distance from which a point is read \[pixels\].
const REACH: f64 = 16.0;

/// The values at a load in a chart.
#[derive(Clone, Copy)]
pub struct Reader {
    shown: Shown,
    /// The width and height of the sheet \[pixels of the chart\].
    sheet: Signal<(f64, f64)>,
    zoom: Signal<f64>,
    /// The places of the points on the sheet.
    pub places: Memo<Places>,
    /// The values at the pointer, or of the chosen point.
    pub words: RwSignal<String>,
    chosen: RwSignal<Option<usize>>,
}

impl Reader {
    /// Reads a chart that is drawn at a size, with text enlarged by a factor.
    pub fn new(shown: Shown, size: RwSignal<Size>, zoom: Signal<f64>) -> Self {
        let sheet = Signal::derive(move || {
            let Size { width, height, .. } = size.get();
            (width / zoom.get(), height / zoom.get())
        });
        let places = Memo::new(move |_| {
            if shown.chart.read().is_empty() || size.read().width < 50.0 {
                return Places::default();
            }
            Places::new(&shown.marked.read(), &shown.diagram.read(), sheet.get())
        });
        Self {
            shown,
            sheet,
            zoom,
            places,
            words: RwSignal::new(String::new()),
            chosen: RwSignal::new(None),
        }
    }

    pub fn forget(self) {
        self.words.set(String::new());
        self.chosen.set(None);
    }

    /// Where the chosen point is in the window of the chart.
    pub fn ring(self) -> Option<(String, String)> {
        let places = self.places.read();
        let (at, _) = places.points.get(self.chosen.get()?)?;
        let zoom = self.zoom.get();
        Some((format!("{}px", at.0 * zoom), format!("{}px", at.1 * zoom)))
    }

    /// Reads the nearest point to the pointer, or else the curves below it.
    pub fn read(self, event: &PointerEvent) {
        if self.shown.chart.read_untracked().is_empty() {
            return;
        }
        let zoom = self.zoom.get_untracked();
        let at = (
            f64::from(event.offset_x()) / zoom,
            f64::from(event.offset_y()) / zoom,
        );
        let nearest = self.places.read_untracked().nearest(at, REACH);
        if let Some(place) = nearest {
            return self.read_point(place);
        }
        self.chosen.set(None);
        let (width, height) = self.sheet.get_untracked();
        let diagram = self.shown.diagram.read_untracked();
        let frame = Frame::of(&diagram, width, height, 0.0);
        let found = diagram.sentence(frame.x_at(at.0), &frame);
        self.words
            .set(found.trim_end_matches(": no value here").to_owned());
    }

    /// Goes from point to point by the arrow keys.
    pub fn step(self, event: &KeyboardEvent) {
        let count = self.places.read_untracked().points.len();
        if count == 0 {
            return;
        }
        let next = match (&*event.key(), self.chosen.get_untracked()) {
            ("Home", _) | ("ArrowRight", None) => 0,
            ("End", _) | ("ArrowLeft", None) => count - 1,
            ("ArrowRight", Some(now)) => (now + 1).min(count - 1),
            ("ArrowLeft", Some(now)) => now.saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        self.read_point(next);
    }

    fn read_point(self, place: usize) {
        let places = self.places.read_untracked();
        let words = places.points.get(place).map(|point| point.1.clone());
        drop(places);
        self.words.set(words.unwrap_or_default());
        self.chosen.set(Some(place));
    }
}
