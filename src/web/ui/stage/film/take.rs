//! The picture as it is when a film begins, drawn at any later cycle: the network, or the panes side by side.

use std::sync::Arc;

use browser::canvas::context;
use flitscope::film::Reel;
use flitscope::page::{PageStateStoreFields, ViewStoreFields};
use flitscope::scenario::BuiltScenario;
use flitscope::scene::{
    self, Arrivals, Bill, Camera, Focus, Frame, Ink, Lanes, Layout, Naming, Palette, Picture,
    PlanAnswer, Shape, Sight, Teller, Thing, View,
};
use flitscope::sim::{Design, Simulator};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::super::paint::{Layer, paint_over};
use super::super::pane::name_of;
use crate::ui::state::page::Page;

/// Where a pane is in the frame \[pixels\], and its heading and the line below it.
#[derive(Clone, Copy)]
struct Cell {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    /// Height of a line of text; 0 without heading.
    line: f32,
}

/// One run of the film.
struct Shot {
    /// The name of the algorithm, in a pane.
    name: String,
    simulator: Simulator,
    focus: Focus,
    /// The multicast plan below the traffic, and the arrivals that mark its nodes.
    plan: PlanAnswer,
    arrivals: Arc<Arrivals>,
    cell: Cell,
    /// The links and nodes, which do not change.
    resting: Vec<Shape>,
}

/// The picture, with the canvas on which it is drawn.
pub struct Take {
    page: Page,
    built: Arc<BuiltScenario>,
    layout: Arc<Layout>,
    palette: &'static Palette,
    camera: Camera,
    naming: Naming,
    shots: Vec<Shot>,
    over: Arc<Vec<Shape>>,
    marks: Vec<Shape>,
    is_traffic: bool,
    has_heat: bool,
    canvas: HtmlCanvasElement,
    size: (f64, f64),
}

/// Smallest distance between nodes at which they have names in a pane \[pixels\], as on the page.
const NAMED_FROM: f32 = 42.0;

impl Take {
    /// Takes the picture of the page; `None` if the browser has no canvas of the size.
    pub fn new(page: Page, reel: &Reel, palette: &'static Palette, camera: Camera) -> Option<Self> {
        let (width, height) = reel.size();
        let built = page.state.built().get_untracked();
        let state = page.state;
        let overlay = state.view().overlay().get_untracked();
        let mut take = Self {
            page,
            layout: page.layout.get_untracked(),
            palette,
            camera,
            naming: page.naming(),
            shots: shots(page, *reel.cycles().start(), (width as f32, height as f32)),
            over: if page.is_split() {
                Arc::default()
            } else {
                page.overlays.above()
            },
            marks: page.lesson_marks(),
            is_traffic: overlay.is_none(),
            has_heat: state.view().heat().get_untracked(),
            built,
            canvas: readable_canvas(width, height)?,
            size: (width.into(), height.into()),
        };
        take.draw_resting();
        Some(take)
    }

    /// Advances towards a cycle by at most `most_steps` steps; returns whether the cycle is reached, or the cycle at
    /// which a run ends because it is overrun.
    pub fn seek(&mut self, cycle: u64, most_steps: u64) -> Result<bool, u64> {
        for shot in &mut self.shots {
            let simulator = &mut shot.simulator;
            for _ in 0..most_steps {
                let now = simulator.cycle();
                if now >= cycle {
                    break;
                }
                if simulator.is_overrun() {
                    return Err(now);
                }
                if simulator.skip_idle(cycle - now) == 0 {
                    simulator.step();
                }
            }
        }
        let is_there = |shot: &Shot| shot.simulator.cycle() >= cycle;
        Ok(self.shots.iter().all(is_there))
    }

    /// Draws the frame of the cycle that is reached, and returns its pixels as RGBA.
    pub fn frame(&self) -> Option<Vec<u8>> {
        let context = context(&self.canvas)?;
        let (width, height) = self.size;
        let _ = context.reset_transform();
        context.set_fill_style_str(self.palette.color(Ink::Paper));
        context.fill_rect(0.0, 0.0, width, height);
        let sizes = (1.0, self.palette.text_size);
        for shot in &self.shots {
            let (view, _) = self.view(shot.cell);
            self.with_layers(shot, view, &|layers| {
                within(&context, shot.cell, || {
                    paint_over(&context, view, sizes, self.palette, layers);
                });
            });
        }
        let _ = context.reset_transform();
        self.write(&context);
        let data = context.get_image_data(0.0, 0.0, width, height).ok()?;
        Some(data.data().0)
    }

    /// The view of a cell, and its area.
    fn view(&self, cell: Cell) -> (View, Frame) {
        let frame = Frame::new(cell.width, cell.height - 2.0 * cell.line);
        let view = View::of(self.layout.bounds(), frame, self.camera);
        (view.moved(cell.x, cell.y + cell.line), frame)
    }

    fn naming(&self, pitch: f32) -> Naming {
        if self.shots.len() > 1 && pitch < NAMED_FROM {
            Naming::None
        } else {
            self.naming
        }
    }

    /// Draws the links and nodes of all shots.
    fn draw_resting(&mut self) {
        for place in 0..self.shots.len() {
            let shot = &self.shots[place];
            let (view, frame) = self.view(shot.cell);
            let seen = view.moved(-shot.cell.x, -shot.cell.y - shot.cell.line);
            self.shots[place].resting = scene::network(
                &*self.built.topology,
                &self.layout,
                Lanes::of(shot.simulator.design()),
                self.naming(view.pitch),
                view.pitch,
                seen.visible(frame),
            );
        }
    }

    /// Passes the layers of a shot to `paint`.
    fn with_layers(&self, shot: &Shot, view: View, paint: &dyn Fn(&[Layer])) {
        let simulator = &shot.simulator;
        let design: &Design = simulator.design();
        let snapshot = simulator.snapshot();
        let cycles = snapshot.cycle.max(1) as f64;
        let shares = self.has_heat.then(|| {
            let crossings = simulator.crossings().into_iter();
            crossings
                .map(|flits| flits as f64 / cycles)
                .collect::<Vec<_>>()
        });
        let not_started = if self.is_traffic {
            scene::not_started(design, &snapshot)
        } else {
            Vec::new()
        };
        let plan = untrack(|| {
            self.page
                .plan_shapes(&shot.plan, &shot.arrivals, snapshot.cycle)
        });
        let ground = [&*plan, &*self.marks].concat();
        let picture = Picture::of(Sight {
            not_started: &not_started,
            focus: &shot.focus,
            naming: self.naming(view.pitch),
            ground: &ground,
            over: &self.over,
            utilization: shares.as_deref(),
            pitch: view.pitch,
            ..Sight::of(&*self.built.topology, design, &self.layout, &snapshot)
        });
        let [under, faded, clear] = picture.layers();
        paint(&[(&shot.resting, 1.0), under, faded, clear]);
    }

    /// Writes the headings of panes and the lines below them.
    fn write(&self, frame: &CanvasRenderingContext2d) {
        frame.set_fill_style_str(self.palette.color(Ink::Text));
        frame.set_text_align("center");
        frame.set_text_baseline("middle");
        for shot in self.shots.iter().filter(|shot| !shot.name.is_empty()) {
            let Cell {
                x,
                y,
                width,
                height,
                line,
            } = shot.cell;
            let topology = &*self.built.topology;
            let design = shot.simulator.design();
            let snapshot = shot.simulator.snapshot();
            let teller = Teller {
                topology,
                design,
                snapshot: &snapshot,
            };
            let told = teller.progress(Bill::of(topology, design));
            let middle = f64::from(x + width / 2.0);
            for (text, weight, share, at) in [
                (&shot.name, 600, 0.6, y + 0.5 * line),
                (&told, 400, 0.5, y + height - 0.5 * line),
            ] {
                frame.set_font(&format!(
                    "{weight} {}px \"Atkinson Hyperlegible Next\", system-ui, sans-serif",
                    share * line
                ));
                // Fails only for coordinates that are not finite.
                let _ = frame.fill_text_with_max_width(text, middle, at.into(), width.into());
            }
        }
    }
}

/// Draws within a cell, except in the lines of text.
fn within(context: &CanvasRenderingContext2d, cell: Cell, draw: impl FnOnce()) {
    context.save();
    let _ = context.reset_transform();
    context.begin_path();
    context.rect(
        cell.x.into(),
        (cell.y + cell.line).into(),
        cell.width.into(),
        (cell.height - 2.0 * cell.line).into(),
    );
    context.clip();
    draw();
    context.restore();
}

/// The runs of the page at the last checkpoints before a cycle.
fn shots(page: Page, first: u64, (width, height): (f32, f32)) -> Vec<Shot> {
    let is_planned = page.state.view().overlay().get_untracked().has_plan();
    let own = page.player.history.read_value().before(first);
    let focus = Focus {
        pointed: None,
        ..page.state.focus().get_untracked()
    };
    if !page.is_split() {
        return vec![Shot {
            name: String::new(),
            simulator: own,
            focus,
            plan: if is_planned {
                page.overlays.plan().as_ref().clone()
            } else {
                PlanAnswer::default()
            },
            arrivals: if is_planned {
                page.overlays.arrivals()
            } else {
                Arc::default()
            },
            resting: Vec::new(),
            cell: Cell {
                x: 0.0,
                y: 0.0,
                width,
                height,
                line: 0.0,
            },
        }];
    }
    // Messages have other numbers in other runs.
    let selected = focus.selected;
    let focus = Focus {
        selected: selected.filter(|thing| !matches!(thing, Thing::Worm(_))),
        ..focus
    };
    let specs = page.state.view().side_by_side().get_untracked();
    let rows = specs.len().div_ceil(2).max(1) as f32;
    let (cell_width, cell_height) = (width / 2.0, height / rows);
    let shots = specs.iter().enumerate().map(|(place, spec)| {
        let run = page.player.run_beside(place);
        let beside = run.and_then(|run| run.try_with_value(|history| history.before(first)));
        Shot {
            name: name_of(spec),
            simulator: beside.unwrap_or_else(|| own.clone()),
            focus,
            plan: if is_planned {
                page.planned(spec)
            } else {
                PlanAnswer::default()
            },
            arrivals: Arc::default(),
            resting: Vec::new(),
            cell: Cell {
                x: (place % 2) as f32 * cell_width,
                y: (place / 2) as f32 * cell_height,
                width: cell_width,
                height: cell_height,
                line: (0.07 * cell_height).clamp(12.0, 36.0),
            },
        }
    });
    shots.collect()
}

/// A canvas whose pixels are read after every drawing, which the browser therefore keeps in memory.
fn readable_canvas(width: u32, height: u32) -> Option<HtmlCanvasElement> {
    let canvas = document().create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let options = js_sys::Object::new();
    // Fails only for an object that is frozen.
    let _ = js_sys::Reflect::set(&options, &"willReadFrequently".into(), &true.into());
    canvas
        .get_context_with_context_options("2d", &options)
        .ok()??;
    Some(canvas)
}
