//! The places of the page, its main sections.

use super::restrictions::is_restricting;

/// A main section of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// A small animated network, with links to the other places.
    #[default]
    Home,
    /// A network with its settings and read-outs.
    Explore,
    /// Curves: models over their parameters, with simulated points.
    Experiment,
    /// A paper beside its network.
    Papers,
    /// The list of lessons, or a step of a lesson with its network.
    Lessons,
}

impl Place {
    /// All places: name, and path in addresses.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Home, "Home", ""),
        (Self::Explore, "Explore", "lab"),
        (Self::Experiment, "Experiment", "laboratory"),
        (Self::Papers, "Papers", "papers"),
        (Self::Lessons, "Lessons", "lessons"),
    ];

    /// The places in the navigation bar, in order; the logo leads to Home.
    pub const BAR: [Self; 4] = [Self::Lessons, Self::Explore, Self::Experiment, Self::Papers];

    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Parses the place in an address, `#/papers/ciciani?…`. An address without a path means Home, or Explore if
    /// it has keys other than restrictions and the theme; an unknown path means Explore.
    pub fn of(hash: &str) -> Self {
        let path = hash.trim_start_matches(['#', '/']);
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let first = path.split('/').next().unwrap_or_default();
        let known = Self::ALL.iter().find(|(.., id)| *id == first);
        match known {
            Some((Self::Home, ..)) if !query.split('&').all(is_of_any_place) => Self::Explore,
            Some((place, ..)) => *place,
            None => Self::Explore,
        }
    }

    /// The id in style sheets.
    pub fn id(self) -> &'static str {
        match self {
            Self::Home => "home",
            _ => self.path(),
        }
    }

    pub fn path(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// Returns whether the place shows its own network on the stage, in place of the explored one.
    pub fn has_own_network(self) -> bool {
        matches!(self, Self::Home | Self::Papers | Self::Lessons)
    }
}

/// Returns whether a key and its value mean the same in every place.
fn is_of_any_place(pair: &str) -> bool {
    pair.is_empty() || is_restricting(pair) || pair.starts_with("theme=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_select_places_and_old_links_keep_working() {
        for (hash, place) in [
            ("", Place::Home),
            ("#/", Place::Home),
            ("#/?t=mesh:4x4", Place::Explore),
            ("#/?ui=embed&theme=dark", Place::Home),
            ("#/?ui=embed&t=mesh:4x4", Place::Explore),
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
