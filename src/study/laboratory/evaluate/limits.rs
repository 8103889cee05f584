//! Loads that no router exceeds, as vertical lines beside the asymptotes of models.

use super::subject::scenario_of;
use crate::laboratory::experiment::{Experiment, Subject, Varied};
use crate::scenario::{Bounds, MOST_NODES_IN_PAGE, Scenario};

/// The maximum number of nodes: bounds take all pairs of nodes, which must not delay the plot.
const MOST_NODES: u32 = 1024;

/// The lowest bound on the load of a curve's scenario.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::laboratory) struct Limit {
    pub(in crate::laboratory) rate: f64,
    /// The reason for the bound.
    pub(in crate::laboratory) why: String,
}

/// The lowest bound, or the reason why there is none; `None` if bounds are not shown.
pub(in crate::laboratory) fn limit(
    experiment: &Experiment,
    subject: &Subject,
) -> Option<Result<Limit, String>> {
    let is_asked = experiment.has_bounds && experiment.x.of == Varied::Load;
    is_asked.then(|| lowest(&scenario_of(subject)?))
}

fn lowest(scenario: &Scenario) -> Result<Limit, String> {
    let built = scenario.build_within(MOST_NODES_IN_PAGE);
    let built = built.map_err(|error| error.reason())?;
    let nodes = built.topology.nodes();
    if nodes > MOST_NODES {
        return Err(format!(
            "bounds are computed here for at most {MOST_NODES} nodes, not {nodes}"
        ));
    }
    let bounds = Bounds::of(scenario, &built)?;
    let lowest = bounds.lowest().map(|bound| Limit {
        rate: bound.rate,
        why: bound.why.clone(),
    });
    lowest.ok_or_else(|| "nothing bounds this load".to_owned())
}
