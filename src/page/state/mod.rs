//! The state of the page, and the actions that change it.
//!
//! [`PageState`] contains everything that a user can change about the network that is shown. Whatever the user does,
//! in a form, in the picture, by key, by an address or in a lesson, is an [`Action`], and [`transition`] computes the
//! next state. It reads neither clock nor browser: an action comes with the [`Moment`] of the run in which it happens,
//! and the [`Transition`] tells where the run continues.

mod action;
mod panel;
mod restricted;
mod scenario;
mod transition;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use action::{Action, Asked, Continuation, Moment, Transition};
pub use panel::{Panel, Shown};
pub use restricted::transition;
pub use scenario::Refusal;

use super::{Address, LinkedPoints, Opened, Place, Restrictions, UndoHistory, View};
use engine::routing::Scripts;
use engine::topology::NodeId;
use picture::scene::{Focus, Pointed};
use study::scenario::{BuiltScenario, PRESETS, Scenario, ScenarioError};

/// Everything that a user can change about the network that is shown.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "store", derive(reactive_stores::Store))]
pub struct PageState {
    /// The place that is open.
    pub place: Place,
    pub panel: Panel,
    /// The scenario, which is always buildable. Its scripts are those of the page.
    pub scenario: Scenario,
    /// The network and simulation design built from the scenario.
    pub built: Arc<BuiltScenario>,
    /// How the network is shown.
    pub view: View,
    /// The nodes of the path chosen so far, the source first.
    pub walked: Vec<NodeId>,
    /// The elements that are pointed at and selected, and the message that is being drawn.
    pub focus: Focus,
    /// Whether the view follows the selected worm.
    pub following: bool,
    /// The element to which a text beside the picture refers.
    pub pointed: Option<Pointed>,
    /// The measured points of the link.
    pub linked: LinkedPoints,
    /// The restrictions that the link names.
    pub restrictions: Restrictions,
    /// Keys of the address that this version does not know, with their values.
    pub unknown: Vec<(String, String)>,
    /// The explored network, while another place has its own network on the stage or the script of the explored one
    /// is not compiled.
    pub left: Option<Opened>,
    /// The network of the user, while an example is shown that the page suggested in its place.
    pub kept: Option<Opened>,
    pub past: UndoHistory,
    /// Description of the last undo or redo.
    pub turned: Option<String>,
    /// The scenario changed last to prevent deadlock, and why it cannot deadlock.
    pub cured: Option<(Scenario, String)>,
    /// Sentences about failures and about the unusable parts of a link.
    pub problems: Vec<String>,
    /// Report on the last action, and the cycle in which it was made.
    pub notice: Option<(String, u64)>,
    /// Sentences about the settings that the last change removed, if it was a change of network.
    pub dropped: Option<String>,
}

impl PageState {
    /// Creates the state in which the page opens an address in a place. `left` is the explored network to which the
    /// user will return.
    pub fn begin(opened: Opened, place: Place, left: Option<Opened>) -> Transition {
        let (scenario, built) = match built(&opened.address.scenario) {
            Ok(built) => (opened.address.scenario.clone(), built),
            Err(_) => first_preset(&opened.address.scenario.scripts),
        };
        let state = Self {
            place,
            panel: Panel::None,
            scenario,
            built,
            view: View::default(),
            walked: Vec::new(),
            focus: Focus::default(),
            following: false,
            pointed: None,
            linked: LinkedPoints::default(),
            restrictions: opened.address.restrictions.clone(),
            unknown: Vec::new(),
            left,
            kept: None,
            past: UndoHistory::default(),
            turned: None,
            cured: None,
            problems: Vec::new(),
            notice: None,
            dropped: None,
        };
        state.taking(opened)
    }

    /// Returns the content of the address in a cycle.
    pub fn address(&self, cycle: u64) -> Address {
        let View {
            followed, compared, ..
        } = &self.view;
        Address {
            scenario: self.scenario.clone(),
            cycle: Some(cycle),
            play: None,
            view: View {
                followed: followed.map(|followed| followed.message.into()),
                ..self.view.clone()
            },
            selected: self.focus.selected,
            points: self.linked.in_order(&self.scenario, compared.as_deref()),
            restrictions: self.restrictions.clone(),
            made: None,
            unknown: self.unknown.clone(),
        }
    }

    /// Returns whether there is a network of the user's to return to.
    pub fn offers_own_back(&self) -> bool {
        let own = self.kept.as_ref().map(|kept| &kept.address.scenario);
        self.place == Place::Explore && own.is_some_and(|own| *own != self.scenario)
    }

    /// Returns whether the picture is split into panes.
    pub fn is_split(&self) -> bool {
        !self.view.side_by_side.is_empty() && self.view.overlay.facts().in_panes
    }

    /// Returns whether the channel matrix is shown: as the user chose, by default for large networks only.
    pub fn shows_matrix(&self) -> bool {
        /// Pictures of more nodes are too dense to tell channels apart.
        const MOST_NODES: u32 = 1024;
        let is_large = || self.built.design.network.nodes() > MOST_NODES;
        self.view.matrix.unwrap_or_else(is_large)
    }
}

/// Builds a scenario within the limits of the page.
fn built(scenario: &Scenario) -> Result<Arc<BuiltScenario>, ScenarioError> {
    scenario.build_in_page().map(Arc::new)
}

fn first_preset(scripts: &Scripts) -> (Scenario, Arc<BuiltScenario>) {
    let scenario = PRESETS[0].scenario().with_scripts(scripts);
    let built = built(&scenario).expect("presets are tested to be usable");
    (scenario, built)
}
