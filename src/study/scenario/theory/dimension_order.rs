//! Common assumptions of the models of Ciciani et al.: dimension-order routing of uniform traffic.

use super::Theory;
use super::assumptions::{Failure, Subject, one_length, routed, to_one_node, uniform};
use super::differences::{Assumed, of_flits};
use engine::catalog::Settings;
use engine::model::LatencyKind;

pub(super) const CICIANI: &str = "Ciciani et al.";

/// The routing that they assume.
pub(super) const ROUTING: &str = "dimension-order";

/// Sets up one of them on a network that it describes.
pub(super) fn theory(
    subject: &Subject,
    id: &'static str,
    settings: Settings,
    mut differences: Vec<String>,
) -> Result<Vec<Theory>, Failure> {
    routed(CICIANI, subject, ROUTING, "dimension-order routing")?;
    uniform(CICIANI, 3, subject)?;
    to_one_node(CICIANI, subject)?;
    let length = one_length(CICIANI, subject)?;
    let assumed = Assumed {
        vcs: Some(1),
        injection: 1,
        knows_startup: false,
        buffer: 1,
    };
    differences.extend(of_flits(subject, &assumed));
    Ok(vec![Theory {
        id,
        settings: settings.with("length", length),
        predicts: LatencyKind::Network,
        differences,
    }])
}
