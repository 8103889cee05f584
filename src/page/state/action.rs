//! The actions of a user, and the state of the run on which they depend.

use crate::{Dock, Followed, Made, Opened, Overlay, PageState, Panel, Place};
use engine::topology::{Arrangement, NodeId, Point};
use picture::scene::{Pointed, Thing};
use study::scenario::Scenario;
use study::sweep::ChartAxes;

/// The run at the time of an action.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moment {
    pub cycle: u64,
    /// The cycle that is being sought, if any.
    pub goal: Option<u64>,
    /// Whether the run plays, or will as soon as the goal is reached.
    pub plays: bool,
    /// Number of messages generated up to the cycle shown.
    pub generated: u64,
    /// The time \[ms\].
    pub time: f64,
}

impl Moment {
    /// The cycle that is sought, otherwise the one shown. During a seek, addresses and the undo history name the goal.
    pub fn position(&self) -> u64 {
        self.goal.unwrap_or(self.cycle)
    }
}

/// Where the run continues after an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Continuation {
    Pause(u64),
    Play(u64),
    /// Playing from a cycle, or paused there for users who prefer reduced motion.
    Begin(u64),
}

impl Continuation {
    pub(super) fn at(cycle: u64, plays: bool) -> Self {
        if plays {
            Self::Play(cycle)
        } else {
            Self::Pause(cycle)
        }
    }
}

/// The result of an action.
#[derive(Debug, Clone)]
pub struct Transition {
    /// The next state. A run of another [`built`](PageState::built) scenario starts at cycle 0.
    pub state: PageState,
    /// Where the run continues; `None` if the action does not say.
    pub run: Option<Continuation>,
    /// The speed of play that an address names \[cycles/s\].
    pub speed: Option<f64>,
    /// Whether the state of an address was opened, which is then the newest entry of the browser's history.
    pub was_opened: bool,
    /// The version that made the address, if it says so.
    pub made: Option<Made>,
}

impl From<PageState> for Transition {
    fn from(state: PageState) -> Self {
        Self {
            state,
            run: None,
            speed: None,
            was_opened: false,
            made: None,
        }
    }
}

impl Transition {
    pub(super) fn at(state: PageState, run: Continuation) -> Self {
        Self {
            run: Some(run),
            ..Self::from(state)
        }
    }
}

/// How an address is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// By the user: it can be undone.
    ByUser,
    /// By the page, as on a change of place or in a step of a lesson.
    ByPage,
}

/// Something that a user does.
#[derive(Debug, Clone)]
pub enum Action {
    /// Go to a place, or to another address within it.
    Visit(Place, Box<Opened>),
    /// Open the state of an address.
    Open(Box<Opened>, Asked),
    /// Open an example by its id.
    Example(String),
    /// Open an example that the page suggests, by its id, and keep the network shown to return to.
    Suggest(&'static str),
    /// Return to the network that was kept.
    BackToOwn,
    /// Set fields of the scenario, given by their paths in its JSON form, to values as the user typed them: all, or
    /// none if one value is invalid.
    Set(Vec<(String, String)>),
    /// The same with the default routing function, since the user-written one has the given fault on the new network.
    SetWithoutScript(Vec<(String, String)>, String),
    /// Replace the scenario and start its run at cycle 0. The text names the change in the undo history.
    Show(Box<Scenario>, String),
    /// Replace the scenario, and stay in the current cycle.
    ShowHere(Box<Scenario>, String),
    /// Replace the edited multicast of the scenario.
    Multicast(NodeId, Vec<NodeId>),
    /// Send a message that starts in the current cycle, along a path if one is given.
    Send(NodeId, NodeId, Vec<String>),
    /// Send a message between two distant nodes, a different pair each time, and start the run.
    SendAcross,
    /// Remove the messages that were sent by hand.
    ClearMessages,
    /// Remove the message at a place in the list of those sent by hand.
    RemoveMessage(usize),
    /// Fail the link of the selected channel, in both directions if it is bidirectional, or repair it.
    ToggleFault,
    /// Apply a change that prevents deadlock.
    Cure {
        scenario: Box<Scenario>,
        /// The label of the change.
        label: String,
        /// Why the scenario cannot deadlock.
        why: String,
    },
    /// Show a scenario that deadlocked in a cycle.
    PlayDeadlock(Box<Scenario>, u64),
    /// Undo the last change of the scenario.
    Undo,
    /// Redo the change that was undone last.
    Redo,
    /// Select something, or nothing; a worm with the data to follow it.
    Select(Option<Thing>, Option<Followed>),
    /// Select a node or channel without ending a message that is being drawn.
    Mark(Thing),
    /// Point at something, or at nothing.
    Point(Option<Thing>),
    /// Point at an element to which a text refers, or at none.
    Refer(Option<Pointed>),
    /// Make the selected node the source of a message.
    BeginMessage,
    /// Draw a message from a node to a position, over the thing there.
    DrawMessage(NodeId, Point, Option<Thing>),
    /// Give up the message that is being drawn.
    CancelMessage,
    Overlay(Overlay),
    /// Show an overlay, or hide it if it is shown.
    ToggleOverlay(Overlay),
    /// Show the routes between two nodes.
    Routes(NodeId, NodeId),
    /// Show only the routes through an intermediate node, or all.
    Through(Option<NodeId>),
    /// Choose the first nodes of a path, the source first.
    Walk(Vec<NodeId>),
    /// Show node-disjoint paths, or all.
    NodeDisjoint(bool),
    /// Show a view in the dock.
    Dock(Dock),
    /// Open a panel, or close it.
    Panel(Panel),
    /// Open a panel, or close it if it is open.
    TogglePanel(Panel),
    /// Close the panel that is open; without one, deselect.
    ClosePanel,
    /// Choose the layout of the network.
    Arrange(Arrangement),
    /// Color channels by utilization, or not.
    Heat(bool),
    /// Show the channel matrix, or hide it.
    ToggleMatrix,
    /// Split the picture into panes, or fewer if there are not that many algorithms.
    Split(usize),
    /// Switch between two panes and a single picture.
    ToggleSplit,
    /// Choose the algorithm of a pane.
    Pane(usize, String),
    /// Follow a message in the space-time diagram, or none that is chosen.
    Follow(Option<Followed>),
    /// Keep the selected worm in view, or no longer.
    KeepInView(bool),
    /// Choose the theme in a link that names one.
    Theme(&'static str),
    /// Keep the curve of the scenario, to be compared with those of later ones, and show it.
    KeepCurve,
    /// Show the curve along with that of the same scenario under another routing function, given by its id.
    CompareRouting(String),
    /// Show the curve along with that of the same scenario under another traffic pattern, given by its id.
    CompareTraffic(String),
    /// Choose the scenarios whose curves are compared with the current one.
    Compare(Vec<Scenario>),
    /// Choose the axes of the chart of curves.
    Axes(ChartAxes),
    /// Report failures, in place of earlier ones; without sentences, dismiss them.
    Problems(Vec<String>),
    Notice(String),
    /// Dismiss what was reported on actions.
    DismissMessages,
}

impl Action {
    pub fn set(field: &str, text: &str) -> Self {
        Self::set_all(&[(field, text)])
    }

    pub fn set_all(fields: &[(&str, &str)]) -> Self {
        let owned = |&(field, text): &(&str, &str)| (field.to_owned(), text.to_owned());
        Self::Set(fields.iter().map(owned).collect())
    }
}
