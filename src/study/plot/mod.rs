//! Charts, drawn with any backend of plotters: a canvas on the screen, SVG in a file.

mod axis;
mod curves;
mod diagram;
mod load;
mod model_curve;
mod series;
mod sparkline;
mod stroke;
mod svg;
mod table;
mod theme;
mod typeset;

pub use axis::{Axis, Tick, readable};
pub use curves::{CurveChart, CurveRow};
pub use diagram::{
    Diagram, DiagramKey, Difference, Frame, Kind, Mark, Present, Reading, Rect, Scale, Spot, Style,
    Swatch, Trace,
};
pub use load::LoadChart;
pub use model_curve::ModelCurve;
pub use series::{Series, ShownBound, ShownCurve};
pub use sparkline::sparkline;
pub use table::{Cells, PointRow, PrintedColumn, point_cells, points_csv};
pub use theme::Theme;
pub use typeset::{TextRun, runs};
