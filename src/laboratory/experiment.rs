//! What is plotted: plain data, as a link has it.

use crate::catalog::Settings;
use crate::paper::Effort;
use crate::scenario::Scenario;

/// Curves in a plot.
pub const MOST_CURVES: usize = 12;
/// Places at which a model is asked at first.
pub const MOST_POINTS: u32 = 1000;
/// Simulations of a curve.
pub const MOST_SIMULATED: u32 = 40;

/// Everything that a person can set in the laboratory.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// What is varied.
    pub x: Abscissa,
    /// At which load, where something else is varied.
    pub load: Load,
    /// What is found.
    pub y: Ordinate,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
    /// How it is simulated.
    pub simulation: Simulation,
    /// Whether bounds on saturation are shown.
    pub has_bounds: bool,
}

/// The x axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Abscissa {
    /// What is varied.
    pub of: Varied,
    /// From; absent: as suits the curves.
    pub from: Option<f64>,
    /// To; absent: as suits the curves.
    pub to: Option<f64>,
    /// At how many places models are asked at first; they are asked at more where they bend.
    pub points: u32,
    /// Whether equal factors are equally far apart.
    pub is_log: bool,
}

/// What is varied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Varied {
    /// λ.
    Load,
    /// A parameter, by its id.
    Parameter(String),
}

/// The load at which something else is varied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// λ, in the unit of the model.
    Absolute(f64),
    /// A share of that at which the model saturates.
    Share(f64),
}

/// The y axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Ordinate {
    /// What is found.
    pub of: Found,
    /// Whether equal factors are equally far apart.
    pub is_log: bool,
}

/// What is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// That which the model predicts.
    Latency,
    /// That of a message alone.
    ZeroLoad,
    /// The load at which the model saturates.
    Saturation,
    /// An intermediate quantity of the model, by its symbol.
    Part(String),
}

/// A line of the legend, with the points that belong to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// What it is of.
    pub subject: Subject,
    /// Whether its lines are left out of the picture.
    pub hides_lines: bool,
    /// Whether its points are left out of the picture.
    pub hides_points: bool,
}

/// The subject of a curve.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A model, and points of the scenario that it describes.
    Model {
        /// Its id.
        id: String,
        /// Its parameters, as typed.
        settings: Settings,
        /// The scenario to simulate over the load instead of the model's own.
        on: Option<Box<Scenario>>,
    },
    /// A scenario, and lines of all models that apply to it.
    Scenario(Box<Scenario>),
}

/// How the points come about.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// How long.
    pub effort: Effort,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Independent runs of each point; absent: as suits the effort.
    pub replications: Option<u32>,
    /// How many points of each curve.
    pub points: u32,
    /// Where besides.
    pub also: Vec<f64>,
}

impl Curve {
    /// A curve of which all is shown.
    pub fn of(subject: Subject) -> Self {
        Self {
            subject,
            hides_lines: false,
            hides_points: false,
        }
    }

    /// That of a model.
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
            has_bounds: false,
        }
    }
}
