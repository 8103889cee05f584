//! Charts, drawn with any backend of plotters: a canvas on the screen, SVG in a file.

mod axis;
mod compared;
mod content;
mod diagram;
mod latency;
mod load;
mod model_curve;
mod sparkline;
mod stroke;
mod svg;
mod table;
mod theme;
mod typeset;

pub use axis::{Axis, Tick, readable};
pub use content::{ChartContent, ShownPoint};
pub use diagram::{
    Diagram, DiagramKey, Difference, Frame, Kind, Mark, Reading, Rect, Scale, Style, Swatch, Trace,
};
pub use load::LoadChart;
pub use model_curve::ModelCurve;
pub use sparkline::sparkline;
pub use table::{Cells, PrintedColumn, point_cells, points_csv};
pub use theme::Theme;
pub use typeset::{TextRun, runs};
