//! The places of the page.

/// Which part of the page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// A small network in motion, and the ways into the other places.
    #[default]
    Home,
    /// A network, its settings and read-outs.
    Explore,
    /// Curves: models over their parameters, with simulated points.
    Experiment,
    /// A paper, and its network beside it.
    Papers,
}

impl Place {
    /// In the order of the bar: its name, and its path in addresses.
    pub const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Home, "Home", ""),
        (Self::Explore, "Explore", "lab"),
        (Self::Experiment, "Experiment", "laboratory"),
        (Self::Papers, "Papers", "papers"),
    ];

    /// The place that an address means, `#/papers/ciciani?…`. What names no place is Home, or
    /// Explore if it says anything of a network.
    pub fn of(hash: &str) -> Self {
        let path = hash.trim_start_matches(['#', '/']);
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let first = path.split('/').next().unwrap_or_default();
        let known = Self::ALL.iter().find(|(.., id)| *id == first);
        match known {
            Some((Self::Home, ..)) if !query.is_empty() => Self::Explore,
            Some((place, ..)) => *place,
            None => Self::Explore,
        }
    }

    /// Its id in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Self::Home => "home",
            _ => self.path(),
        }
    }

    /// Its path in addresses.
    pub fn path(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// Whether it shows a network of its own on the stage, so that the one that was explored has to
    /// wait.
    pub fn has_own_network(self) -> bool {
        matches!(self, Self::Home | Self::Papers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_names_the_place_and_old_links_keep_their_meaning() {
        for (hash, place) in [
            ("", Place::Home),
            ("#/", Place::Home),
            ("#/?t=mesh:4x4", Place::Explore),
            ("#?t=mesh:4x4", Place::Explore),
            ("#/lab?t=mesh:4x4", Place::Explore),
            ("#/papers", Place::Papers),
            ("#/papers/ciciani/table-2?t=torus:8x8", Place::Papers),
            ("#/laboratory?m=queue", Place::Experiment),
            ("#/elsewhere", Place::Explore),
        ] {
            assert_eq!(Place::of(hash), place, "{hash}");
        }
        for (place, _, path) in Place::ALL {
            assert_eq!(
                (place.path(), Place::of(&format!("#/{path}"))),
                (path, place)
            );
        }
    }
}
