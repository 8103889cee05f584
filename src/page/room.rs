//! The rooms of the page.

/// Which part of the page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Room {
    /// A network, its forms and read-outs.
    #[default]
    Network,
    /// A paper, and its network beside it.
    Papers,
    /// Models over their parameters.
    Laboratory,
}

impl Room {
    /// In the order of the bar: its name, and its id in addresses and style sheets.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Network, "Network", "lab"),
        (Self::Papers, "Papers", "papers"),
        (Self::Laboratory, "Laboratory", "laboratory"),
    ];

    /// The room that an address means, `#/papers/ciciani?…`.
    pub fn of(hash: &str) -> Self {
        let path = hash.trim_start_matches(['#', '/']);
        let first = path.split(['/', '?']).next().unwrap_or_default();
        let known = Self::ALL.iter().find(|(.., id)| *id == first);
        known.map_or(Self::Network, |(room, ..)| *room)
    }

    /// Its id in addresses and style sheets.
    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_names_the_room_and_anything_else_is_the_network() {
        for (hash, room) in [
            ("", Room::Network),
            ("#/", Room::Network),
            ("#/lab?t=mesh:4x4", Room::Network),
            ("#/papers", Room::Papers),
            ("#/papers/ciciani/table-2?t=torus:8x8", Room::Papers),
            ("#/laboratory?m=queue", Room::Laboratory),
            ("#/elsewhere", Room::Network),
        ] {
            assert_eq!(Room::of(hash), room, "{hash}");
        }
        for (room, _, id) in Room::ALL {
            assert_eq!((room.id(), Room::of(&format!("#/{id}"))), (id, room));
        }
    }
}
