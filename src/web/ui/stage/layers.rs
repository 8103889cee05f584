//! The layers of the picture, repainted when their content changes.

use std::sync::Arc;

use browser::canvas::{Size, context, fit, use_size};
use browser::time::now;
use flitscope::page::{PageStateStoreFields, ViewStoreFields};
use flitscope::scenario::BuiltScenario;
use flitscope::scene::{
    self, Bounds, Camera, Frame, HeatStrips, LARGE_TEXT, Lanes, Layout, Naming, Palette, Phase,
    Picture, Sight, Thing, View,
};
use leptos::html;
use leptos::prelude::*;

use super::paint::{Layer, paint, paint_part};
use crate::ui::state::{page::Page, run::Run, theme::CurrentPalette};

/// The area that shows a run, with its size and colors; copies share it.
#[derive(Clone, Copy)]
pub struct Screen {
    page: Page,
    run: Run,
    palette: Memo<&'static Palette>,
    size: RwSignal<Size>,
    /// Smallest distance between nodes at which they have names \[pixels\].
    named_from: f32,
}

impl Screen {
    /// Creates a screen for one run that follows the size of an element.
    pub fn new(page: Page, run: Run, element: NodeRef<html::Div>) -> Self {
        Self {
            page,
            run,
            palette: expect_context::<CurrentPalette>().0,
            size: use_size(element),
            named_from: 0.0,
        }
    }

    /// Omits the names of nodes where the picture is so small that they would hide it.
    pub fn small(self) -> Self {
        Self {
            named_from: 42.0,
            ..self
        }
    }

    /// Returns the kind of names on nodes at a distance `pitch` between nodes \[pixels\].
    fn naming(self, pitch: f32) -> Naming {
        if pitch < self.named_from {
            Naming::None
        } else {
            self.page.naming()
        }
    }

    /// Returns the run that is shown.
    pub fn run(self) -> Run {
        self.run
    }

    /// Returns the area of the picture.
    pub fn frame(self) -> Frame {
        let size = self.size.get();
        let frame = Frame::new(size.width as f32, size.height as f32);
        // Panes, and a picture beside a matrix, have no panels over them.
        if self.named_from > 0.0 || self.page.shows_matrix() {
            return frame;
        }
        Frame {
            insets: self.page.ground.get().margins(),
            ..frame
        }
    }

    /// Returns the mapping from the grid to the visible area.
    pub fn view(self) -> View {
        let bounds = self.page.layout.read().bounds();
        View::of(bounds, self.frame(), self.page.look.camera.get())
    }

    /// Returns the middles of the outermost nodes, left, top, right and bottom, in pixels of the picture, as text: what
    /// tests need to know to point at nodes.
    pub fn outermost(self) -> String {
        let Bounds { min, max } = self.page.layout.read().outermost();
        let view = self.view();
        let [(left, top), (right, bottom)] = [min, max].map(|at| view.pixel(at));
        format!("{left:.1} {top:.1} {right:.1} {bottom:.1}")
    }

    /// Repaints a canvas whenever a signal that `draw` reads changes. `draw` passes the layers to
    /// its last argument.
    fn keep_painted(
        self,
        canvas: NodeRef<html::Canvas>,
        draw: impl Fn(&BuiltScenario, View, &dyn Fn(&[Layer])) + 'static,
    ) {
        Effect::new(move |_| {
            let Some(canvas) = canvas.get() else { return };
            let size = self.size.get();
            if size == Size::default() {
                return;
            }
            fit(&canvas, size);
            let Some(context) = context(&canvas) else {
                return;
            };
            let study = self.run.built.read();
            // The runs of panes switch to another network shortly after the page.
            if !self.page.layout.read().fits(&study.design.network) {
                return;
            }
            let view = self.view();
            let palette = self.palette.get();
            // An audience is farther away.
            let text = if self.page.look.presenting.get() {
                LARGE_TEXT
            } else {
                palette.text_size
            };
            draw(&study, view, &|layers| {
                paint(&context, view, (size.scale, text), palette, layers);
            });
        });
    }

    /// Repaints the static layer, links and nodes, whenever it changes.
    pub fn keep_resting(self, canvas: NodeRef<html::Canvas>) {
        self.keep_painted(canvas, move |study, view, paint| {
            let lanes = Lanes::of(&study.design);
            let layout = self.page.layout.read();
            let naming = self.naming(view.pitch);
            let shapes = scene::network(
                &*study.topology,
                &layout,
                lanes,
                naming,
                view.pitch,
                view.visible(self.frame()),
            );
            paint(&[(&shapes, 1.0)]);
        });
    }

    /// Repaints the moving layer whenever it changes.
    pub fn keep_moving(self, canvas: NodeRef<html::Canvas>) {
        let Self { page, run, .. } = self;
        // In a large network, the bands of links that are shown when idle have their own canvas.
        let hidden = Memo::new(move |_| {
            let layout = page.layout.read();
            let is_asked = page.state.view().heat().get() && has_strips(&layout);
            let bands = is_asked.then(|| scene::busiest_hidden(&layout, &run.utilization.read()));
            bands.unwrap_or_default()
        });
        self.keep_painted(canvas, move |study, view, paint| {
            let picture = self.with_sight(study, view, Picture::of);
            let [under, faded, clear] = picture.layers();
            paint(&[(&hidden.read(), 1.0), under, faded, clear]);
        });
    }

    /// Returns the marks that are in the picture, each as SVG with its name. Tracks the picture.
    pub fn legend(self) -> Vec<(String, &'static str)> {
        let study = self.run.built.read();
        if !self.page.layout.read().fits(&study.design.network) {
            return Vec::new();
        }
        self.with_sight(&study, self.view(), scene::legend)
    }

    /// Calls `of` with everything that the moving layer shows. Tracks it.
    fn with_sight<T>(self, study: &BuiltScenario, view: View, of: impl FnOnce(Sight) -> T) -> T {
        let Self { page, run, .. } = self;
        let layout = page.layout.read();
        let is_asked = page.state.view().heat().get() && !has_strips(&layout);
        let utilization = is_asked.then(|| run.utilization.get());
        let phase = page.player.phase.get();
        let before = run.before.get().filter(|_| phase != Phase::Move);
        let within = before.map(|before| {
            let asks = scene::asks(&study.design, &before, &run.snapshot.read());
            (before, asks, phase)
        });
        let shown = within.as_ref().map(|(before, ..)| before.clone());
        let shown = shown.unwrap_or_else(|| run.snapshot.get());
        let snapshot = page.without_wrong_tick(run.snapshot.get());
        let marks = page.lesson_marks();
        let ground = [run.ground.read().as_slice(), &marks].concat();
        let focus = page.focus_in(run);
        let way = match focus.selected {
            Some(Thing::Worm(message)) => scene::way_ahead(&study.design, &shown, message),
            _ => Vec::new(),
        };
        of(Sight {
            topology: &*study.topology,
            network: &study.design.network,
            layout: &layout,
            snapshot: &snapshot,
            not_started: &page.not_started(&study.design, &shown),
            within: within
                .as_ref()
                .map(|(before, asks, phase)| (&**before, &**asks, *phase)),
            moment: scene::Moment {
                share: page.player.share.get(),
                buffer: study.design.room(),
            },
            focus: &focus,
            way: &way,
            naming: self.naming(view.pitch),
            faults: &study.design.faults,
            pointed: page.state.pointed().get(),
            ground: &ground,
            over: &page.overlays.above(),
            utilization: utilization.as_ref().map(|shares| &***shares),
            pitch: view.pitch,
        })
    }

    /// Repaints the utilization of the channels of a large network, within a time budget per frame.
    pub fn keep_heat(self, canvas: NodeRef<html::Canvas>) {
        /// Time budget in one frame \[ms\].
        const BUDGET: f64 = 6.0;
        let Self { page, run, .. } = self;
        let again = RwSignal::new(());
        Effect::new(move |before: Option<Option<Heat>>| {
            let canvas = canvas.get()?;
            let layout = page.layout.get();
            if !page.state.view().heat().get() || !has_strips(&layout) {
                fit(&canvas, Size::default());
                return None;
            }
            again.track();
            let (size, view, palette) = (self.size.get(), self.view(), self.palette.get());
            let context = context(&canvas)?;
            let ground = (size, view, palette.id);
            let before = before.flatten();
            let before =
                before.filter(|heat| heat.ground == ground && Arc::ptr_eq(&heat.layout, &layout));
            let mut heat = before.unwrap_or_else(|| {
                fit(&canvas, size);
                let strips = HeatStrips::new(&layout);
                Heat {
                    ground,
                    layout,
                    strips,
                }
            });
            let utilization = run.utilization.read();
            let begin = now();
            while let Some((part, bands)) = heat.strips.next(&heat.layout, &utilization) {
                paint_part(
                    &context,
                    view,
                    (size.scale, palette.text_size),
                    palette,
                    part,
                    &bands,
                );
                if now() - begin > BUDGET {
                    request_animation_frame(move || {
                        let _ = again.try_set(());
                    });
                    break;
                }
            }
            Some(heat)
        });
    }

    /// Keeps the header of a followed worm in the center of the picture.
    pub fn keep_in_view(self) {
        let Self { page, .. } = self;
        Effect::new(move |_| {
            if !page.state.following().get() {
                return;
            }
            let snapshot = page.player.snapshot.read();
            let Some(Thing::Worm(message)) = page.state.focus().read().selected else {
                return;
            };
            let study = page.state.built().read();
            let inside = snapshot.worm(message);
            let inside = inside.map(|worm| scene::header_at(worm, &study.design.network));
            let waits_at = || {
                let mut waiting = scene::not_started(&study.design, &snapshot).into_iter();
                let found = waiting.find(|waiting| waiting.message == Some(message))?;
                Some(found.from)
            };
            let Some(at) = inside.or_else(waits_at) else {
                return;
            };
            let center = page.layout.read().node(at);
            let camera = page.look.camera.get_untracked();
            // At the default zoom the worm is visible anyway, so following zooms in once.
            let pitch = untrack(|| self.view()).pitch;
            let zoom = if camera.zoom <= 1.0 && pitch < 60.0 {
                60.0 / pitch
            } else {
                camera.zoom
            };
            page.look.camera.set(Camera {
                zoom,
                center: Some(center),
            });
        });
    }
}

/// The painted state of the utilization canvas.
struct Heat {
    ground: (Size, View, &'static str),
    layout: Arc<Layout>,
    strips: HeatStrips,
}

/// Whether a network has so many links that their utilization is painted strip by strip.
fn has_strips(layout: &Layout) -> bool {
    layout.curves().len() >= HeatStrips::WORTH_FROM
}
