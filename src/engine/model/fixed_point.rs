//! The least fixed point of an increasing function, for quantities that depend on each other.
//!
//! A model whose service times depend on waiting times, and these on service times, has to solve
//! x = f(x). A longer service time never shortens waiting, so f increases, and the steady state
//! that a network reaches from an empty start is the *least* fixed point at or above the time
//! without contention. It is the limit of
//!
//! 1. x ← x + w·(f(x) − x)
//!
//! w = 1 is plain iteration, which converges slowly where f almost touches the diagonal: it takes
//! a thousand steps and more just before saturation. After the first step, w therefore follows from
//! the last two residuals r(x) = f(x) − x by the secant method:
//!
//! 2. w = (x − x₋₁) / (r(x₋₁) − r(x))
//!
//! Beyond its end points, a chord of a convex function continues below the function. For convex f,
//! as blocking times are, (2) therefore never steps past the least fixed point if there is one: no
//! damping is needed, and when the residual stops falling or f is no longer defined, there is none.
//!
//! A value is returned only when its residual is within [`TOLERANCE`]; otherwise the result is
//! [`Unsettled`].

/// The largest residual of a settled value, relative to the value.
pub const TOLERANCE: f64 = 1e-12;

/// The largest number of steps; (2) takes about fifty where f just touches the diagonal.
const MOST_STEPS: u32 = 500;

/// A fixed point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settled {
    /// x.
    pub value: f64,
    /// Number of evaluations of f.
    pub iterations: u32,
}

/// There is no fixed point, or it was not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsettled {
    /// Number of evaluations of f.
    pub iterations: u32,
}

/// Finds the least fixed point at or above `start` of an increasing convex f, which returns `None`
/// where it is not defined.
pub fn least_fixed_point(start: f64, f: impl Fn(f64) -> Option<f64>) -> Result<Settled, Unsettled> {
    let mut x = start;
    let mut before: Option<(f64, f64)> = None;
    for iterations in 1..=MOST_STEPS {
        let unsettled = Err(Unsettled { iterations });
        let Some(residual) = f(x).map(|y| y - x).filter(|r| r.is_finite()) else {
            return unsettled;
        };
        if residual.abs() <= TOLERANCE * x.abs() {
            let value = x;
            return Ok(Settled { value, iterations });
        }
        let weight = match before {
            None => 1.0,
            Some((x_before, residual_before)) => (x - x_before) / (residual_before - residual), // (2)
        };
        // Otherwise the residual grows with x, and never returns to zero.
        if weight <= 0.0 || !weight.is_finite() {
            return unsettled;
        }
        before = Some((x, residual));
        x += weight * residual; // (1)
    }
    Err(Unsettled {
        iterations: MOST_STEPS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x = 1 + a·x², with the roots (1 ± √(1 − 4a)) / 2a.
    fn parabola(a: f64) -> Result<Settled, Unsettled> {
        least_fixed_point(1.0, |x| Some(1.0 + a * x * x))
    }

    #[test]
    fn the_lesser_root_of_a_parabola_is_found() {
        for a in [1e-9_f64, 0.1, 0.2, 0.249] {
            let expected = 2.0 / (1.0 + (1.0 - 4.0 * a).sqrt());
            let found = parabola(a).expect("4a < 1");
            assert!(
                (found.value / expected - 1.0).abs() < 1e-9,
                "{a}: {found:?}"
            );
        }
    }

    #[test]
    fn a_parabola_settles_if_it_touches_the_diagonal_and_not_if_it_misses_it() {
        let touching = parabola(0.25).expect("a double root at 2");
        assert!((touching.value - 2.0).abs() < 1e-5);
        assert!(touching.iterations < 60, "{touching:?}");
        for a in [0.25 + 1e-9, 0.3, 1.0, 1e6] {
            assert!(parabola(a).is_err(), "{a}");
        }
    }

    #[test]
    fn a_constant_takes_two_evaluations() {
        assert_eq!(
            least_fixed_point(1.0, |_| Some(3.0)),
            Ok(Settled {
                value: 3.0,
                iterations: 2
            })
        );
    }

    #[test]
    fn no_value_is_returned_where_the_function_ends() {
        let queue = |x: f64| (x < 1.0).then(|| 0.9 + 0.1 * x / (1.0 - x));
        assert!(least_fixed_point(0.9, queue).is_err());
        // A step function is not convex, so the iteration may oscillate around the step forever.
        let jump = |x: f64| Some(if x < 2.0 { 3.0 } else { 1.0 });
        assert!(least_fixed_point(0.0, jump).is_err());
    }
}
