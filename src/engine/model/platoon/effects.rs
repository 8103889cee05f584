//! Effects that published models leave out, and that these equations can leave out as well.

/// An effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// A worm that waited behind another follows it to the next lanes \[2\] to \[5\]. Without it, all
    /// headers come by chance.
    Platoons,
    /// A lane is free a cycle after the tail has left it \[1\].
    TearDown,
    /// Messages of one port never wait for each other \[6\].
    Ports,
    /// Times of successive worms are correlated \[13\] to \[16\].
    Memory,
    /// A message that waited in the source queue meets other delays than the first one \[20\].
    FirstService,
}

impl Effect {
    /// All effects, with their names as parameters.
    pub const ALL: [(Self, &str); 5] = [
        (Self::Platoons, "platoons"),
        (Self::TearDown, "tear-down"),
        (Self::Ports, "ports"),
        (Self::Memory, "memory"),
        (Self::FirstService, "first-service"),
    ];

    /// The effect with a name, or none.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        let found = all.find(|(_, known)| *known == name);
        found.map(|(effect, _)| *effect)
    }
}
