//! Requests and replies.

use serde::Serialize;

use super::Scenario;
use super::error::{ScenarioError, refuse};
use super::text::whole;
use engine::sim::{self, Classes};
use engine::traffic::Length;

const OUTSTANDING: &str = "traffic.closed.outstanding";

/// Closed-loop traffic: every message is a request, to which its destination replies
/// ([`sim::ClosedLoop`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClosedLoop {
    /// w, the number of requests without a reply at which a source waits; absent: no message is
    /// answered, and the other settings change nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outstanding: Option<i64>,
    /// Length of a reply \[flits\]; absent: that of a request, or its mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<i64>,
    /// Cycles from the arrival of a request to its reply.
    pub service: i64,
    /// Places of a terminal's queue of replies.
    pub queue: i64,
    /// The virtual channels of replies.
    pub classes: Classes,
}

impl Default for ClosedLoop {
    fn default() -> Self {
        Self {
            outstanding: None,
            reply: None,
            service: 0,
            queue: 1,
            classes: Classes::Shared,
        }
    }
}

impl ClosedLoop {
    pub(super) fn is_absent(&self) -> bool {
        *self == Self::default()
    }

    /// Whether requests and replies have virtual channels of their own.
    pub(crate) fn has_classes(&self) -> bool {
        self.outstanding.is_some() && self.classes == Classes::Separate
    }
}

impl Scenario {
    /// Number of virtual channels for which the routing function is built: half of them if the other
    /// half is for replies.
    pub fn vcs_of_class(&self) -> i64 {
        if self.traffic.closed.has_classes() {
            self.vcs / 2
        } else {
            self.vcs
        }
    }

    /// The requests and replies of a scenario whose requests have this length.
    pub(super) fn checked_closed_loop(
        &self,
        length: Length,
    ) -> Result<Option<sim::ClosedLoop>, ScenarioError> {
        let closed = self.traffic.closed;
        let whole = |name: &str, value| whole(&format!("traffic.closed.{name}"), value);
        let reply = closed
            .reply
            .map(|flits| whole("reply", flits))
            .transpose()?;
        let checked = sim::ClosedLoop {
            outstanding: whole("outstanding", closed.outstanding.unwrap_or(1))? as u32,
            reply: reply.map_or_else(|| length.mean().round() as u32, |flits| flits as u32),
            service: whole("service", closed.service)? as u32,
            queue: whole("queue", closed.queue)? as u32,
            classes: closed.classes,
        };
        let Some(outstanding) = closed.outstanding else {
            return Ok(None);
        };
        if self.packet.is_some() {
            return refuse(OUTSTANDING, "absent for packets", outstanding.to_string());
        }
        if self.sends_to_several() {
            let allowed = "absent where messages go to several nodes";
            return refuse(OUTSTANDING, allowed, outstanding.to_string());
        }
        Ok(Some(checked))
    }

    /// Checks that the virtual channels can be halved where replies have half of them.
    pub(super) fn check_classes(&self) -> Result<(), ScenarioError> {
        if self.traffic.closed.has_classes() && self.vcs % 2 != 0 {
            let allowed =
                "even where replies have virtual channels of their own (traffic.closed.classes)";
            return refuse("vcs", allowed, self.vcs.to_string());
        }
        Ok(())
    }
}

/// A warning that requests and replies can wait for each other.
pub(super) fn warning(design: &sim::Design) -> Option<String> {
    design.may_refuse_requests().then(|| {
        "requests and replies share virtual channels: requests that wait for a place in a full reply \
         queue can block the replies for which they wait, so that the network can deadlock whatever the \
         routing function"
            .to_owned()
    })
}
