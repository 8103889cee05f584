//! Loads that no router exceeds, as uprights beside the asymptotes of models.

use super::experiment::{Experiment, Subject, Varied};
use super::subject::described;
use crate::scenario::{Bounds, MOST_NODES_IN_PAGE, Scenario};

/// Every pair of nodes is asked, while somebody waits for the plot.
const MOST_NODES: u32 = 1024;

/// The lowest bound of a curve's scenario, over the load.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Limit {
    /// λ.
    pub(super) rate: f64,
    /// Why.
    pub(super) why: String,
}

/// The lowest bound where bounds are asked for, or why there is none.
pub(super) fn limit(experiment: &Experiment, subject: &Subject) -> Option<Result<Limit, String>> {
    let is_asked = experiment.has_bounds && experiment.x.of == Varied::Load;
    is_asked.then(|| {
        let scenario = match subject {
            Subject::Model { on: Some(on), .. } => (**on).clone(),
            Subject::Model { id, settings, .. } => described(id, settings)?,
            Subject::Scenario(scenario) => (**scenario).clone(),
        };
        lowest(&scenario)
    })
}

fn lowest(scenario: &Scenario) -> Result<Limit, String> {
    let study = scenario.build_within(MOST_NODES_IN_PAGE);
    let study = study.map_err(|error| error.reason)?;
    let nodes = study.topology.nodes();
    if nodes > MOST_NODES {
        return Err(format!(
            "bounds are found of at most {MOST_NODES} nodes here, not {nodes}"
        ));
    }
    let bounds = Bounds::of(scenario, &study)?;
    let lowest = bounds.lowest().map(|bound| Limit {
        rate: bound.rate,
        why: bound.why.clone(),
    });
    lowest.ok_or_else(|| "nothing bounds this load".to_owned())
}
