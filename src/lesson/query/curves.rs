//! Queries about a curve drawn by a student, a list of points `[load, latency]`.

use rhai::{Array, Dynamic};

use super::{Group, Outcome, Own, give, query};
use crate::error::LessonError;

pub(super) const GROUP: Group = Group {
    name: "A curve drawn by hand",
    queries: &[
        query(
            "height([[0.0, 10.0], [0.2, 30.0]], 0.1)",
            "How high a curve is at a load, between its points along straight lines.",
            Own(|registrar, name| {
                registrar
                    .engine
                    .register_fn(name, |curve: Array, load: f64| {
                        give(points(curve).map(|points| height(&points, load)))
                    });
            }),
        ),
        query(
            "rises([[0.0, 10.0], [0.2, 30.0]])",
            "Whether a curve never falls, and ends higher than it begins.",
            Own(|registrar, name| {
                registrar.engine.register_fn(name, |curve: Array| {
                    give(points(curve).map(|points| {
                        points.windows(2).all(|pair| pair[1][1] >= pair[0][1])
                            && points
                                .first()
                                .zip(points.last())
                                .is_some_and(|(first, last)| last[1] > first[1])
                    }))
                });
            }),
        ),
        query(
            "bend([[0.0, 10.0], [0.1, 11.0], [0.2, 30.0]])",
            "How much steeper the last quarter of a curve is than its first: 1 for a straight line.",
            Own(|registrar, name| {
                registrar.engine.register_fn(name, |curve: Array| {
                    give(points(curve).map(|points| bend(&points)))
                });
            }),
        ),
    ],
};

fn points(curve: Array) -> Outcome<Vec<[f64; 2]>> {
    let number = |value: &Dynamic| {
        value
            .as_float()
            .ok()
            .or_else(|| value.as_int().ok().map(|n| n as f64))
    };
    let points = curve.into_iter().map(|point| {
        let point = point.into_array().ok()?;
        match &*point {
            [x, y] => Some([number(x)?, number(y)?]),
            _ => None,
        }
    });
    let points: Option<Vec<_>> = points.collect();
    let points = points.filter(|points| points.len() > 1);
    points.ok_or_else(|| LessonError::new("curve must be at least two points [load, latency]"))
}

fn height(points: &[[f64; 2]], load: f64) -> f64 {
    let after = points
        .iter()
        .position(|point| point[0] >= load)
        .unwrap_or(points.len() - 1);
    let after = after.max(1);
    let [[x0, y0], [x1, y1]] = [points[after - 1], points[after]];
    if x1 <= x0 {
        return y1;
    }
    let share = ((load - x0) / (x1 - x0)).clamp(0.0, 1.0);
    y0 + share * (y1 - y0)
}

fn bend(points: &[[f64; 2]]) -> f64 {
    let (begin, end) = (points[0][0], points[points.len() - 1][0]);
    let at = |share: f64| height(points, begin + share * (end - begin));
    let (first, last) = (at(0.25) - at(0.0), at(1.0) - at(0.75));
    last / first.abs().max(1e-9)
}
