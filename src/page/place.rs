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
    /// Lessons: all of them, or a step of one with its network.
    Lessons,
}

impl Place {
    /// Each with its name, and its path in addresses.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Home, "Home", ""),
        (Self::Explore, "Explore", "lab"),
        (Self::Experiment, "Experiment", "laboratory"),
        (Self::Papers, "Papers", "papers"),
        (Self::Lessons, "Lessons", "lessons"),
    ];

    /// The places of the bar, in its order; the mark leads home.
    pub const BAR: [Self; 4] = [Self::Lessons, Self::Explore, Self::Experiment, Self::Papers];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

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
        matches!(self, Self::Home | Self::Papers | Self::Lessons)
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
            ("#/lessons", Place::Lessons),
            ("#/lessons/one-message/2?t=mesh:6", Place::Lessons),
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
