//! Features of scenarios that models leave out.

use super::assumptions::Subject;
use engine::sim::{Switching, Timing};

/// Assumptions of a model of flits.
pub(super) struct Assumed {
    /// Virtual channels; `None` if they are a parameter.
    pub(super) vcs: Option<u8>,
    pub(super) injection: u32,
    /// Whether the start-up of a step is a parameter.
    pub(super) knows_startup: bool,
    /// Flits that a buffer holds.
    pub(super) buffer: u32,
}

/// Assumptions of models of wormhole routing that the scenario violates.
pub(super) fn of_flits(subject: &Subject, assumed: &Assumed) -> Vec<String> {
    let design = &*subject.built.design;
    let mut found = Vec::new();
    if design.switching != Switching::Wormhole {
        found.push(format!(
            "the model assumes wormhole switching, but here it is {}",
            design.switching.entry().name().to_ascii_lowercase()
        ));
    } else if design.buffer != assumed.buffer {
        let buffers = match assumed.buffer {
            1 => "single-flit buffers".to_owned(),
            several => format!("buffers of at most {several} flits"),
        };
        found.push(format!(
            "the model assumes {buffers}, but here they hold {}",
            design.buffer
        ));
    }
    found.extend(of_virtual_channels(subject, assumed));
    if let Some(ports) = design.ports.ejection {
        found.push(format!(
            "the model ejects every message at once, but here a node has {ports} ejection ports"
        ));
    }
    if u32::from(design.ports.injection) != assumed.injection {
        let channels = match assumed.injection {
            1 => "one injection channel".to_owned(),
            several => format!("{several} injection channels"),
        };
        found.push(format!(
            "the model assumes {channels} per node, but here there are {}",
            design.ports.injection
        ));
    }
    if let Some(burst) = design.burst {
        found.push(format!(
            "the model assumes Poisson sources, but here they send in bursts of {} cycles, a \
             fraction {} of the time",
            burst.on, burst.share
        ));
    }
    if !design.faults.is_empty() {
        found.push("the model assumes that all links work, but here some have failed".to_owned());
    }
    let known = Timing {
        startup: if assumed.knows_startup {
            design.timing.startup
        } else {
            0
        },
        ..Timing::default()
    };
    if design.timing != known {
        found.push(
            "the model has no delays in routers and ports, but here there are some".to_owned(),
        );
    }
    found
}

fn of_virtual_channels(subject: &Subject, assumed: &Assumed) -> Option<String> {
    let design = &*subject.built.design;
    let need = design.routing.need(design.vcs);
    let Some(least) = need.enough else {
        return Some(
            "the model assumes freedom from deadlock, which this routing does not \
                     guarantee"
                .to_owned(),
        );
    };
    if design.vcs < least {
        let takes = if need.is_least {
            format!("needs {least} virtual channels")
        } else {
            format!("{least} virtual channels are known to ensure")
        };
        return Some(format!(
            "the model assumes freedom from deadlock, which {takes}; here there are {}",
            design.vcs
        ));
    }
    let known = assumed.vcs?.max(least);
    (design.vcs > known).then(|| {
        format!(
            "the model assumes only the virtual channels that freedom from deadlock requires \
             ({known}), but here there are {}",
            design.vcs
        )
    })
}
