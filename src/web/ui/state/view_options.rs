//! View options, none of which changes the simulation.

use browser::workers::pool::RunningPool;
use flitscope::page::{Dock, Place};
use flitscope::scene::{Camera, Naming};
use leptos::prelude::*;

use super::storage::{is_remembered, recall, remember};
use super::theme;

/// Storage key, set if single letters are not shortcuts.
pub const NO_LETTERS: &str = "flitscope-no-letters";

/// Returns the storage key of the height of a view in the dock at a place, before the id of the view.
fn height_key(place: Place) -> &'static str {
    match place {
        Place::Lessons => "flitscope-lesson-dock-height-",
        _ => "flitscope-dock-height-",
    }
}

/// Returns the stored height of each view in the dock at a place, or the default \[pixels\].
fn stored_heights(place: Place) -> [f64; VIEWS] {
    Dock::ALL.map(|(.., id)| {
        recall(&[height_key(place), id].concat())
            .and_then(|pixels| pixels.parse().ok())
            .unwrap_or(USUAL_DOCK_HEIGHT)
    })
}

/// Default height: enough for a diagram of ten channels or a readable chart \[pixels\].
const USUAL_DOCK_HEIGHT: f64 = 270.0;

/// The views of the dock.
const VIEWS: usize = Dock::ALL.len();

/// The view options; copies share state.
#[derive(Clone, Copy)]
pub struct Look {
    /// Zoom and center of the view.
    pub camera: RwSignal<Camera>,
    /// Labels of the nodes.
    pub naming: RwSignal<Naming>,
    /// The chosen theme by name, or `auto`.
    pub theme: RwSignal<&'static str>,
    /// Whether single letters are shortcuts; users of speech input turn this off.
    pub letters: RwSignal<bool>,
    /// Whether only the picture is shown, for an audience.
    pub presenting: RwSignal<bool>,
    /// Whether the dialog that makes a film is open.
    pub filming: RwSignal<bool>,
    /// The worker that makes a trace to save.
    pub tracing: StoredValue<Option<RunningPool>, LocalStorage>,
    /// Whether the dialog *Share* is open.
    pub sharing: RwSignal<bool>,
    /// Whether the help on keys is open.
    pub helping: RwSignal<bool>,
    /// Whether the search is open.
    pub searching: RwSignal<bool>,
    /// Height of the dock in Explore for each of its views, remembered for the next visit \[pixels\].
    dock_heights: RwSignal<[f64; VIEWS]>,
    /// The same in lessons, whose pictures need more room.
    lesson_dock_heights: RwSignal<[f64; VIEWS]>,
}

impl Look {
    /// The initial options: the whole network in view, remembered choices restored.
    pub fn new() -> Self {
        Self {
            camera: RwSignal::new(Camera::default()),
            naming: RwSignal::new(Naming::default()),
            theme: RwSignal::new(theme::stored()),
            letters: RwSignal::new(!is_remembered(NO_LETTERS)),
            presenting: RwSignal::new(false),
            filming: RwSignal::new(false),
            tracing: StoredValue::new_local(None),
            sharing: RwSignal::new(false),
            helping: RwSignal::new(false),
            searching: RwSignal::new(false),
            dock_heights: RwSignal::new(stored_heights(Place::Explore)),
            lesson_dock_heights: RwSignal::new(stored_heights(Place::Lessons)),
        }
    }

    /// Returns the height of the dock for a view at a place \[pixels\]. Tracks it.
    pub fn dock_height(self, place: Place, view: Dock) -> f64 {
        self.dock_heights_at(place).read()[view as usize]
    }

    /// Sets the height of the dock for a view at a place \[pixels\].
    pub fn set_dock_height(self, place: Place, view: Dock, height: f64) {
        self.dock_heights_at(place).write()[view as usize] = height;
    }

    /// Remembers the height of a view in the dock for the next visit.
    pub fn remember_dock_height(self, place: Place, view: Dock) {
        if let Some(id) = view.id() {
            let height = self.dock_heights_at(place).read_untracked()[view as usize];
            remember(&[height_key(place), id].concat(), &height.to_string());
        }
    }

    fn dock_heights_at(self, place: Place) -> RwSignal<[f64; VIEWS]> {
        match place {
            Place::Lessons => self.lesson_dock_heights,
            _ => self.dock_heights,
        }
    }

    /// Zooms around the center of the view; a zoom of 1 or less shows the whole network.
    pub fn zoom(self, factor: f32) {
        self.camera.update(|camera| {
            camera.zoom *= factor;
            if camera.zoom <= 1.0 {
                *camera = Camera::default();
            }
        });
    }

    /// Brings the whole network into view.
    pub fn fit(self) {
        self.camera.set(Camera::default());
    }

    /// Switches to the next node labels among those that the network offers.
    pub fn rename(self, offers: &[(Naming, &str)]) {
        self.naming.update(|naming| {
            let now = offers.iter().position(|(offer, _)| offer == naming);
            *naming = offers[(now.unwrap_or(0) + 1) % offers.len()].0;
        });
    }
}
