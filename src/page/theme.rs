//! Names of themes.

use picture::scene::Palette;

/// The name of the theme that follows the system.
pub const AUTO: &str = "auto";

/// Finds the name of a theme; `None` if it does not exist.
pub fn known_theme(name: &str) -> Option<&'static str> {
    if name == AUTO {
        return Some(AUTO);
    }
    Palette::named(name).map(|palette| palette.id)
}

/// Returns the theme that the button selects next: all palettes in turn, then [`AUTO`].
pub fn next_theme(name: &str) -> &'static str {
    let ids = Palette::ALL.map(|palette| palette.id);
    let now = ids.iter().position(|id| *id == name);
    now.map_or(ids[0], |index| ids.get(index + 1).copied().unwrap_or(AUTO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_cycles_through_all_themes() {
        let mut seen = vec![AUTO];
        while let Some(next) = seen
            .last()
            .map(|last| next_theme(last))
            .filter(|n| *n != AUTO)
        {
            seen.push(next);
        }
        assert_eq!(seen.len(), Palette::ALL.len() + 1);
        assert!(seen.iter().all(|name| known_theme(name) == Some(*name)));
        assert_eq!(known_theme("sepia"), None);
    }
}
