//! View options, none of which changes the simulation.

use browser::workers::worker::RunningWorker;
use flitscope::scene::{Camera, Naming};
use leptos::prelude::*;

use super::storage::is_remembered;
use super::theme;

/// Storage key, set if single letters are not shortcuts.
pub const NO_LETTERS: &str = "flitscope-no-letters";

/// The dialogs that commands open, one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    Film,
    Keys,
    Search,
    Share,
}

/// The size that the ground will have between the two bars \[pixels\], so that the first layout is the right one.
fn expected_ground() -> (f32, f32) {
    const BARS: f64 = 96.0;
    let pixels = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|v| v.as_f64());
    let width = pixels(window().inner_width()).unwrap_or(1280.0);
    let height = pixels(window().inner_height()).unwrap_or(800.0);
    (width as f32, (height - BARS) as f32)
}

/// The view options; copies share state.
#[derive(Clone, Copy)]
pub struct Look {
    /// Width and height of the ground on which the network is drawn \[pixels\].
    pub ground: RwSignal<(f32, f32)>,
    /// Zoom and center of the view.
    pub camera: RwSignal<Camera>,
    pub naming: RwSignal<Naming>,
    /// The chosen theme by name, or `auto`.
    pub theme: RwSignal<&'static str>,
    /// Whether single letters are shortcuts; users of speech input turn this off.
    pub letters: RwSignal<bool>,
    /// Whether only the picture is shown, for an audience.
    pub presenting: RwSignal<bool>,
    /// The worker that makes a trace to save.
    pub tracing: StoredValue<Option<RunningWorker>, LocalStorage>,
    /// The dialog that is open.
    pub dialog: RwSignal<Option<Dialog>>,
}

impl Look {
    /// The initial options: the whole network in view, remembered choices restored.
    pub fn new() -> Self {
        Self {
            ground: RwSignal::new(expected_ground()),
            camera: RwSignal::new(Camera::default()),
            naming: RwSignal::new(Naming::default()),
            theme: RwSignal::new(theme::stored()),
            letters: RwSignal::new(!is_remembered(NO_LETTERS)),
            presenting: RwSignal::new(false),
            tracing: StoredValue::new_local(None),
            dialog: RwSignal::new(None),
        }
    }

    /// Notes that a dialog is closed; another one may have opened meanwhile.
    pub fn closed(self, dialog: Dialog) {
        if self.dialog.get_untracked() == Some(dialog) {
            self.dialog.set(None);
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
