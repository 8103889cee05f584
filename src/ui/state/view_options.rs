//! How a person has chosen to see the network; nothing of it changes what happens there.

use flitscope::scene::{Camera, Naming};
use leptos::prelude::*;

use super::storage::{is_remembered, recall, remember};
use super::theme;

/// Remembers that single letters are no shortcuts.
pub const NO_LETTERS: &str = "flitscope-no-letters";

const DOCK_HEIGHT: &str = "flitscope-dock-height";

/// A diagram of ten channels, or a chart that can be read \[pixels\].
const USUAL_DOCK_HEIGHT: f64 = 270.0;

/// The choices; copies share them.
#[derive(Clone, Copy)]
pub struct Look {
    /// How near, and what is in the middle.
    pub camera: RwSignal<Camera>,
    /// What is written on nodes.
    pub naming: RwSignal<Naming>,
    /// Whether channels show how busy they are.
    pub heat: RwSignal<bool>,
    /// Whether the channel matrix is shown; none: where nothing else can be told apart.
    pub matrix: RwSignal<Option<bool>>,
    /// The theme that was chosen by name, or `auto`.
    pub theme: RwSignal<&'static str>,
    /// Whether single letters are shortcuts: those who speak to their computer turn that off.
    pub letters: RwSignal<bool>,
    /// Whether the selected worm is kept in the middle.
    pub following: RwSignal<bool>,
    /// Whether only the picture is shown, for an audience.
    pub presenting: RwSignal<bool>,
    /// How high the dock is, where it holds more than the time line \[pixels\].
    pub dock_height: RwSignal<f64>,
}

impl Look {
    /// Everything in view, addresses on nodes.
    pub fn new() -> Self {
        Self {
            camera: RwSignal::new(Camera::default()),
            naming: RwSignal::new(Naming::default()),
            heat: RwSignal::new(false),
            matrix: RwSignal::new(None),
            theme: RwSignal::new(theme::stored()),
            letters: RwSignal::new(!is_remembered(NO_LETTERS)),
            following: RwSignal::new(false),
            presenting: RwSignal::new(false),
            dock_height: RwSignal::new(
                recall(DOCK_HEIGHT)
                    .and_then(|pixels| pixels.parse().ok())
                    .unwrap_or(USUAL_DOCK_HEIGHT),
            ),
        }
    }

    /// Remembers the height of the dock for the next visit.
    pub fn remember_dock_height(self) {
        remember(DOCK_HEIGHT, &self.dock_height.get_untracked().to_string());
    }

    /// Zooms about the middle.
    pub fn zoom(self, factor: f32) {
        self.camera.update(|camera| {
            camera.zoom *= factor;
            if camera.zoom <= 1.0 {
                *camera = Camera::default();
            }
        });
    }

    /// Everything in view.
    pub fn fit(self) {
        self.following.set(false);
        self.camera.set(Camera::default());
    }

    /// The next way of naming nodes, of those that a network offers.
    pub fn rename(self, ways: &[(Naming, &str)]) {
        self.naming.update(|naming| {
            let now = ways.iter().position(|(way, _)| way == naming);
            *naming = ways[(now.unwrap_or(0) + 1) % ways.len()].0;
        });
    }
}
