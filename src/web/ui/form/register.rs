//! The fields of the scenario that are texts or numbers: one table for forms and the search.

/// A field of the scenario.
pub struct Described {
    /// Its path in the JSON form of a scenario.
    pub field: &'static str,
    /// Its name, with the symbol of the literature.
    pub label: &'static str,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    pub help: &'static str,
    /// The meaning of an empty field; empty if it may not be empty.
    pub absent: &'static str,
    /// Whether it is a whole number, with buttons for one less and one more.
    pub steps: bool,
}

/// The defaults of the table.
const FIELD: Described = Described {
    field: "",
    label: "",
    unit: "",
    help: "",
    absent: "",
    steps: false,
};

/// All fields, in the order of the form.
pub const FIELDS: &[Described] = &[
    Described {
        field: "vcs",
        label: "Virtual channels V",
        help: "Virtual channels per physical channel, 1 to 16. How many are needed for freedom from deadlock depends on the routing: see Deadlock analysis.",
        steps: true,
        ..FIELD
    },
    Described {
        field: "buffer",
        label: "Buffer B",
        unit: "flits",
        help: "Flits that each virtual channel can hold, of one message at a time.",
        steps: true,
        ..FIELD
    },
    Described {
        field: "length",
        label: "Message length M",
        unit: "flits",
        help: "A number, or exp:16 for exponential lengths of mean 16.",
        steps: true,
        ..FIELD
    },
    Described {
        field: "traffic.rate",
        label: "Injection rate λ",
        unit: "messages/node/cycle",
        help: "Mean rate of the Poisson source at every node; 0 for none.",
        ..FIELD
    },
    Described {
        field: "traffic.burst.on",
        label: "Mean burst",
        unit: "cycles",
        help: "Sources are on for this long on average, and off in between; λ remains the mean rate. Empty: Poisson sources.",
        absent: "none",
        ..FIELD
    },
    Described {
        field: "traffic.burst.share",
        label: "Share of time on",
        help: "0.25: a source that is on sends four times the mean rate.",
        ..FIELD
    },
    Described {
        field: "traffic.surge.rate",
        label: "Rate of the surge",
        unit: "messages/node/cycle",
        help: "In place of λ at the beginning of a run. Empty: λ from the first cycle on.",
        absent: "none",
        ..FIELD
    },
    Described {
        field: "traffic.surge.cycles",
        label: "Length of the surge",
        unit: "cycles",
        help: "λ applies afterwards.",
        ..FIELD
    },
    Described {
        field: "traffic.closed.outstanding",
        label: "Outstanding requests w",
        help: "Every message is a request to which its destination replies. A source with w requests without a reply stands still. Empty: no replies.",
        absent: "no replies",
        ..FIELD
    },
    Described {
        field: "traffic.closed.reply",
        label: "Reply length",
        unit: "flits",
        help: "Empty: that of a request.",
        absent: "as requests",
        ..FIELD
    },
    Described {
        field: "traffic.closed.service",
        label: "Service time",
        unit: "cycles",
        help: "From the arrival of a request to its reply.",
        ..FIELD
    },
    Described {
        field: "traffic.closed.queue",
        label: "Reply queue",
        unit: "replies",
        help: "A request is received only if there is a place for its reply.",
        ..FIELD
    },
    Described {
        field: "traffic.broadcast",
        label: "Broadcasts β",
        help: "Fraction of the random messages that go to every other node, 0 to 1.",
        ..FIELD
    },
    Described {
        field: "traffic.multicast.destinations",
        label: "Nodes per multicast d",
        unit: "nodes",
        help: "Destinations of every random multicast, drawn at random. Empty: messages go to one node.",
        absent: "none",
        ..FIELD
    },
    Described {
        field: "traffic.multicast.fraction",
        label: "Share of multicasts",
        help: "Fraction of the non-broadcast random messages that are multicasts, 0 to 1; the others follow the pattern of destinations.",
        ..FIELD
    },
    Described {
        field: "ports.injection",
        label: "Injection ports p",
        help: "Channels from a processor into its router, each with a queue of its own. The copies of a multicast take them in turn, whatever their dimension.",
        ..FIELD
    },
    Described {
        field: "ports.ejection",
        label: "Ejection ports",
        help: "Channels from a router to its processor. Empty: as many as needed, so that no message waits for a processor.",
        absent: "as needed",
        ..FIELD
    },
    Described {
        field: "timing.injection",
        label: "Injection i",
        help: "Extra cycles for a header between queue and router.",
        ..FIELD
    },
    Described {
        field: "timing.ejection",
        label: "Ejection e",
        help: "Extra cycles for a header between router and processor.",
        ..FIELD
    },
    Described {
        field: "timing.router",
        label: "Router r",
        help: "Extra cycles for a header in every router.",
        ..FIELD
    },
    Described {
        field: "timing.startup",
        label: "Start-up",
        unit: "cycles",
        help: "Cycles for which every worm of a multicast holds its injection port before its header may leave.",
        ..FIELD
    },
    Described {
        field: "timing.preparation",
        label: "Preparation",
        unit: "cycles",
        help: "Cycles between the arrival of a multicast at a node and the queueing of the worms that forward it.",
        ..FIELD
    },
    Described {
        field: "seed",
        label: "Seed",
        help: "The same seed produces the same run on every machine.",
        ..FIELD
    },
];

/// The description of a field, which must be in the table.
pub fn described(field: &str) -> &'static Described {
    let found = FIELDS.iter().find(|described| described.field == field);
    found.expect("forms have fields of the table only")
}
