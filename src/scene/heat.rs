//! How busy channels are, in eight steps of a fixed scale.

/// Number of steps.
pub const LEVELS: u8 = 8;

/// The step of a utilization [flits/cycle].
pub fn level(utilization: f32) -> u8 {
    (utilization * 8.0).clamp(0.0, 7.0) as u8
}

/// The width of a band [grid units].
pub fn width(level: u8) -> f32 {
    0.05 + 0.03 * f32::from(level)
}

/// The color of a step.
pub fn color(_level: u8) -> &'static str {
    "#888888"
}
