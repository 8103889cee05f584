//! The control of *Share* for every key that a link may have. A test compares the list with the keys.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// The thing shown: the picture with its scenario, or a lesson and its step.
    Subject,
    /// Where the run begins, and its speed.
    Start,
    Theme,
    /// Whether the page has its bar.
    Frame,
    Parts,
    Locks,
    /// The origin of the host.
    Host,
    /// A checkbox with a name, since the value is that of the page.
    View(&'static str),
    /// Versions, which the page knows.
    None,
}

/// The control for each key outside the scenario, whose keys are those of [`Control::Subject`].
pub const CONTROLS: [(&str, Control); 26] = [
    ("view", Control::View("View below the picture")),
    ("side", Control::View("Pictures side by side")),
    ("show", Control::View("Overlay")),
    ("pair", Control::View("Source and destination of routes")),
    ("through", Control::View("Intermediate node of routes")),
    ("apart", Control::View("Only node-disjoint paths")),
    ("theme", Control::Theme),
    ("heat", Control::View("Use of channels")),
    ("matrix", Control::View("Channel matrix")),
    ("sel", Control::View("Selection")),
    ("draw", Control::View("Layout")),
    ("follow", Control::View("Message of the space-time diagram")),
    ("workers", Control::View("Number of workers")),
    ("vs", Control::View("Compared curves")),
    ("y", Control::View("Quantity of the chart")),
    ("unit", Control::View("Unit of the load")),
    ("pts", Control::View("Measured points")),
    ("ui", Control::Frame),
    ("hide", Control::Parts),
    ("lock", Control::Locks),
    ("host", Control::Host),
    ("v", Control::None),
    ("made", Control::None),
    ("play", Control::Start),
    ("c", Control::Start),
    // A key of lessons. Their `view` has other values than the one above.
    ("variant", Control::Subject),
];
