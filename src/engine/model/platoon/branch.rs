//! The steady states of a model from no load to the last one, and the load at which they end.

use super::solve::Knot;

/// Why there is no steady state, with a utilization.
#[derive(Debug, Clone, Copy)]
pub(super) enum Limit {
    /// More is offered than could be carried if nothing waited.
    Offered(f64),
    Source(f64),
    Lane(f64),
    /// The equations have no solution.
    None(f64),
    /// Steps towards a solution have led to impossible values: there is none, or it is too far from where they
    /// began.
    Diverged(f64),
}

/// Steady states at some loads, in ascending order.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    knots: Vec<Knot>,
    /// The highest load found to have one.
    pub(super) end: f64,
    /// Why higher loads have none.
    pub(super) limit: Limit,
    /// The lowest load found to have none, or the bound.
    above: f64,
    /// The load from whose solution none was found there.
    failed_from: f64,
    /// By how much the busiest source or lane is less than fully used at `end` and `above`.
    margins: [f64; 2],
}

/// Loads at which solutions are kept, as a share of what could be carried if nothing waited.
const KNOTS: u32 = 10;

/// How often the interval between the last of them with a solution and the next is halved at first.
const HALVINGS: u32 = 3;

/// The relative accuracy of the last load.
const ACCURACY: f64 = 1e-7;

/// The same where the equations cease to have a solution: the closer a load is, the more steps are
/// needed, so that a higher accuracy would take long.
const ACCURACY_OF_NONE: f64 = 1e-4;

/// From a load that is lower by more than this share, a solution may be missed.
const FAR: f64 = 0.001;

impl Limit {
    /// The rule by which the network is saturated.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Offered(_) => "a source or a lane is offered one flit per cycle or more",
            Self::Source(_) => "a source always has a message that waits",
            Self::Lane(_) => "a lane is held all the time",
            Self::None(_) | Self::Diverged(_) => {
                "waits grow with each other: no service time solves the equations"
            }
        }
    }

    pub(super) fn utilization(self) -> f64 {
        match self {
            Self::Offered(share)
            | Self::Source(share)
            | Self::Lane(share)
            | Self::None(share)
            | Self::Diverged(share) => share,
        }
    }

    /// The relative accuracy with which the last load is found.
    fn accuracy(self) -> f64 {
        match self {
            Self::None(_) | Self::Diverged(_) => ACCURACY_OF_NONE,
            Self::Offered(_) | Self::Source(_) | Self::Lane(_) => ACCURACY,
        }
    }

    /// One less the utilization; NaN if that is not known.
    fn margin(self) -> f64 {
        match self {
            Self::Source(share) | Self::Lane(share) => 1.0 - share,
            Self::Offered(_) | Self::None(_) | Self::Diverged(_) => f64::NAN,
        }
    }
}

impl Branch {
    /// Follows the solutions from no load up to one that is close to the last. `solve` finds one from
    /// another, and returns the utilization of the busiest source or lane as well.
    pub(super) fn up_to(
        bound: f64,
        mut solve: impl FnMut(f64, Option<&Knot>) -> Result<(f64, Knot), Limit>,
    ) -> Self {
        let mut branch = Self {
            knots: Vec::new(),
            end: 0.0,
            limit: Limit::Offered(1.0),
            above: bound,
            failed_from: bound,
            margins: [1.0, f64::NAN],
        };
        for step in 1..KNOTS {
            let rate = bound * f64::from(step) / f64::from(KNOTS);
            if !branch.extend(rate, &mut solve) {
                break;
            }
        }
        for _ in 0..HALVINGS {
            let rate = f64::midpoint(branch.end, branch.above);
            branch.extend(rate, &mut solve);
        }
        branch
    }

    /// Follows them up to the last one.
    pub(super) fn complete(
        mut self,
        bound: f64,
        mut solve: impl FnMut(f64, Option<&Knot>) -> Result<(f64, Knot), Limit>,
    ) -> Self {
        loop {
            if self.above - self.end > self.above * self.limit.accuracy() {
                let rate = between([self.end, self.above], self.margins);
                self.extend(rate, &mut solve);
                continue;
            }
            let is_far = self.above - self.failed_from > self.above * FAR;
            let is_doubtful = is_far && matches!(self.limit, Limit::Diverged(_));
            let rate = self.above;
            if !is_doubtful || !self.extend(rate, &mut solve) {
                return self;
            }
            self.above = bound;
            self.margins[1] = f64::NAN;
            self.limit = Limit::Offered(1.0);
        }
    }

    /// Looks for a solution at a load above the last one; returns whether there is one.
    fn extend(
        &mut self,
        rate: f64,
        solve: &mut impl FnMut(f64, Option<&Knot>) -> Result<(f64, Knot), Limit>,
    ) -> bool {
        // The end that stays loses half of its weight, so that it moves, too (Illinois method).
        match solve(rate, self.knots.last()) {
            Ok((used, knot)) => {
                self.knots.push(knot);
                self.end = rate;
                self.margins = [1.0 - used, self.margins[1] / 2.0];
                true
            }
            Err(limit) => {
                self.above = rate;
                self.failed_from = self.end;
                self.limit = limit;
                self.margins = [self.margins[0] / 2.0, limit.margin()];
                false
            }
        }
    }

    /// The solutions at the next lower load and at the next higher one.
    pub(super) fn around(&self, rate: f64) -> impl Iterator<Item = &Knot> {
        let after = self.knots.partition_point(|knot| knot.rate < rate);
        self.knots[after.saturating_sub(1)..].iter().take(2)
    }

    /// The solution whose load is closest; `None` if no load is closest.
    pub(super) fn nearest(&self, rate: f64) -> Option<&Knot> {
        let after = self.knots.partition_point(|knot| knot.rate < rate);
        let above = self.knots.get(after);
        let below = after.checked_sub(1).map(|place| &self.knots[place]);
        let from_below = rate - below.map_or(0.0, |knot| knot.rate);
        match above {
            Some(knot) if knot.rate - rate < from_below => Some(knot),
            _ => below,
        }
    }
}

/// Where a line through the margins at both ends of a bracket is zero, a little aside so that the
/// bracket closes from both sides; its middle if a margin is unknown.
fn between([below, above]: [f64; 2], margins: [f64; 2]) -> f64 {
    let share = margins[0] / (margins[0] - margins[1]);
    if !share.is_finite() {
        return f64::midpoint(below, above);
    }
    let least = ACCURACY / 2.0 * above / (above - below);
    below + (above - below) * share.clamp(least, 1.0 - least)
}
