//! Experiments: plain data that describes a plot, with the same contents as a link.

use crate::paper::Effort;
use crate::scenario::Scenario;
use crate::sweep::{LoadUnit, ShortCurve};
use engine::catalog::Settings;
use engine::routing::Scripts;

/// The maximum number of curves in a plot.
pub const MOST_CURVES: usize = 12;
/// The maximum number of points at which a model is evaluated before refinement.
pub const MOST_POINTS: u32 = 1000;
/// The maximum number of evenly spaced simulated points of a curve, and of additional ones.
pub const MOST_SIMULATED: u32 = 40;

/// All settings of the laboratory.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    pub x: Abscissa,
    /// The load, if the x axis is a parameter.
    pub load: Load,
    pub y: Ordinate,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
    /// The settings of the simulations.
    pub simulation: Simulation,
    /// The unit of the load, if that is the x axis.
    pub unit: LoadUnit,
    /// Whether bounds on the saturation load are shown.
    pub has_bounds: bool,
    /// The compiled functions for its scenarios. Not a setting: neither written to links nor compared.
    pub scripts: Scripts,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Abscissa {
    pub of: Varied,
    /// The lower end; `None` to fit the curves.
    pub from: Option<f64>,
    /// The upper end; `None` to fit the curves.
    pub to: Option<f64>,
    /// The number of points at which models are evaluated first; refinement adds more where curves
    /// bend.
    pub points: u32,
    /// Whether the axis is logarithmic.
    pub is_log: bool,
}

/// The quantity on the x axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Varied {
    Load,
    /// A parameter, by its id.
    Parameter(String),
}

/// The load of an experiment whose x axis is a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// λ, in the unit of the model.
    Absolute(f64),
    /// A share of the saturation load of the model.
    Share(f64),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Ordinate {
    pub of: Found,
    /// Whether the axis is logarithmic.
    pub is_log: bool,
}

/// The quantity on the y axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The latency that a model predicts; of a scenario, that with the source queue.
    Latency,
    /// The latency without the source queue.
    NetworkLatency,
    Accepted,
    /// The latency of a message alone in the network.
    ZeroLoad,
    /// The load at which the model saturates.
    Saturation,
    /// An intermediate quantity of the model, by its symbol.
    Part(String),
}

/// A curve: the lines of models and the simulated points of one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub subject: Subject,
    /// Whether its lines are hidden.
    pub hides_lines: bool,
    /// Whether its points are hidden.
    pub hides_points: bool,
    /// The points of an opened link, by x; they are shown until they are simulated.
    pub linked: ShortCurve,
}

/// The subject of a curve.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A model, with points of the scenario that it describes.
    Model {
        /// The id of the model.
        id: String,
        settings: Settings,
        /// The scenario to simulate over the load instead of the model's own.
        on: Option<Box<Scenario>>,
    },
    /// A scenario, with lines of all models that apply to it.
    Scenario(Box<Scenario>),
}

/// The settings of the simulated points.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    pub effort: Effort,
    pub seed: u64,
    /// The number of replications of each point; `None` for the default of the effort.
    pub replications: Option<u32>,
    /// The number of evenly spaced points of each curve.
    pub points: u32,
    /// Additional x values to simulate.
    pub also: Vec<f64>,
}

impl Curve {
    /// A curve with its lines and points shown.
    pub fn of(subject: Subject) -> Self {
        Self {
            subject,
            hides_lines: false,
            hides_points: false,
            linked: ShortCurve::default(),
        }
    }

    /// A curve of a model, with the scenario that the model describes.
    pub fn of_model(id: &str, settings: Settings) -> Self {
        let id = id.to_owned();
        Self::of(Subject::Model {
            id,
            settings,
            on: None,
        })
    }
}

impl Default for Experiment {
    fn default() -> Self {
        Self {
            x: Abscissa {
                of: Varied::Load,
                from: None,
                to: None,
                points: 96,
                is_log: false,
            },
            load: Load::Share(0.5),
            y: Ordinate {
                of: Found::Latency,
                is_log: false,
            },
            curves: Vec::new(),
            simulation: Simulation {
                effort: Effort::Quick,
                seed: 1,
                replications: None,
                points: 6,
                also: Vec::new(),
            },
            unit: LoadUnit::Messages,
            has_bounds: false,
            scripts: Scripts::default(),
        }
    }
}
