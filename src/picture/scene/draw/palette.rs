//! The meaning of colors and their values in each theme.
//!
//! Hues are those of Okabe and Ito (2008), which are distinguishable for all kinds of color vision;
//! vermilion is reserved for blocked flits, deadlocks and failures. Yellow, orange and sky blue are
//! too pale for a white background, so shapes filled with a hue have an outline.

use super::heat;
use engine::sim::COLORS;

/// The meaning of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Background.
    Paper,
    /// Idle links between neighbors in the drawing.
    Link,
    /// Idle links that pass other nodes.
    FarLink,
    /// Shapes that are pointed at or selected.
    Chosen,
    /// Halo around shapes that are pointed at or selected.
    Halo,
    /// Nodes.
    Node,
    /// Nodes with messages in their queue: a gray that no message has.
    Queue,
    /// Text.
    Text,
    /// Secondary shapes, such as the background of names among links.
    Muted,
    /// Edges of flits.
    Outline,
    /// A message, by its hue, of which there are [`HUES`].
    Message(u8),
    /// Blocked flits, deadlocks and failures.
    Blocked,
    /// Utilization of a channel, in levels from 0 to 7 on a fixed scale.
    Heat(u8),
    /// Text on the hue of a message.
    OnHue(u8),
}

/// The number of hues of messages: one for each color by which a run distinguishes them.
pub const HUES: u8 = COLORS;

/// The colors of a theme, as `#rrggbb`.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// The name of the theme in style sheets and links.
    pub id: &'static str,
    paper: &'static str,
    link: &'static str,
    far_link: &'static str,
    chosen: &'static str,
    halo: &'static str,
    node: &'static str,
    queue: &'static str,
    text: &'static str,
    muted: &'static str,
    outline: &'static str,
    blocked: &'static str,
    hues: [&'static str; HUES as usize],
    /// Text on blue; text on the other hues is black.
    on_blue: &'static str,
    /// Width of lines relative to the light theme.
    pub weight: f32,
}

/// Blue, sky blue, purple, green, yellow, and orange, which is last because it is nearest to
/// vermilion.
const OKABE_ITO: [&str; HUES as usize] = [
    "#0072b2", "#56b4e9", "#cc79a7", "#009e73", "#f0e442", "#e69f00",
];

impl Palette {
    /// A theme for bright screens.
    pub const LIGHT: Self = Self {
        id: "light",
        paper: "#ffffff",
        link: "#8795a3",
        far_link: "#b9c4cf",
        chosen: "#00588a",
        halo: "#cfe6f6",
        node: "#f4f7fa",
        queue: "#cdd5dd",
        text: "#16202c",
        muted: "#51606f",
        outline: "#16202c",
        blocked: "#d55e00",
        hues: OKABE_ITO,
        on_blue: "#ffffff",
        weight: 1.0,
    };

    /// A theme for dark rooms.
    pub const DARK: Self = Self {
        id: "dark",
        paper: "#161d26",
        link: "#5c6c7d",
        far_link: "#3d4a58",
        chosen: "#8fd0f8",
        halo: "#23435a",
        node: "#222d39",
        queue: "#46535f",
        text: "#e8edf3",
        muted: "#a3b1bf",
        outline: "#05080b",
        blocked: "#ff7a1a",
        hues: [
            "#3f9fdc", "#8fd0f5", "#dc93bb", "#1fbf90", "#f0e442", "#e69f00",
        ],
        on_blue: "#000000",
        weight: 1.0,
    };

    /// A theme for projectors in lecture halls, which wash out pale and thin shapes.
    pub const PROJECTOR: Self = Self {
        id: "projector",
        paper: "#ffffff",
        link: "#5d6873",
        far_link: "#98a3ae",
        chosen: "#00426b",
        halo: "#bfe0f7",
        node: "#ffffff",
        queue: "#c3ccd5",
        text: "#000000",
        muted: "#2c3742",
        outline: "#000000",
        blocked: "#c94f00",
        hues: OKABE_ITO,
        on_blue: "#ffffff",
        weight: 1.7,
    };

    /// The theme of drawings within a page: colors are the page's CSS custom properties.
    pub const PAGE: Self = Self {
        id: "page",
        paper: "var(--stage)",
        link: "var(--link)",
        far_link: "var(--link)",
        chosen: "var(--accent)",
        halo: "var(--soft)",
        node: "var(--node)",
        queue: "var(--queue)",
        text: "var(--ink)",
        muted: "var(--muted)",
        outline: "var(--outline)",
        blocked: "var(--blocked)",
        hues: [
            "var(--hue-0)",
            "var(--hue-1)",
            "var(--hue-2)",
            "var(--hue-3)",
            "var(--hue-4)",
            "var(--hue-5)",
        ],
        on_blue: "var(--panel)",
        weight: 1.0,
    };

    /// Every selectable theme, in the order of the menu.
    pub const ALL: [&'static Self; 3] = [&Self::LIGHT, &Self::DARK, &Self::PROJECTOR];

    /// The theme with this `id`.
    pub fn named(id: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|palette| palette.id == id)
    }

    /// The color of an ink.
    pub fn color(&self, ink: Ink) -> &'static str {
        match ink {
            Ink::Paper => self.paper,
            Ink::Link => self.link,
            Ink::FarLink => self.far_link,
            Ink::Chosen => self.chosen,
            Ink::Halo => self.halo,
            Ink::Node => self.node,
            Ink::Queue => self.queue,
            Ink::Text => self.text,
            Ink::Muted => self.muted,
            Ink::Outline => self.outline,
            Ink::Blocked => self.blocked,
            Ink::Message(hue) => self.hues[usize::from(hue % HUES)],
            Ink::OnHue(hue) if hue % HUES == 0 => self.on_blue,
            Ink::OnHue(_) => "#000000",
            // Busy channels contrast with the background of every theme, and idle ones are pale.
            Ink::Heat(level) if self.id == Self::DARK.id => heat::color(level),
            Ink::Heat(0) => heat::IDLE,
            Ink::Heat(level) => heat::color(heat::LEVELS - 1 - level.min(heat::LEVELS - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of `#rrggbb` (WCAG 2.2).
    fn luminance(hex: &str) -> f64 {
        let value = u32::from_str_radix(&hex[1..], 16).expect("a color");
        let channel = |shift: u32| {
            let share = f64::from(value >> shift & 255) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                libm::pow((share + 0.055) / 1.055, 2.4)
            }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn essential_inks_contrast_with_the_background() {
        for palette in Palette::ALL {
            for (ink, least) in [
                (Ink::Text, 7.0),
                (Ink::Chosen, 4.5),
                (Ink::Blocked, 3.0),
                (Ink::Link, 3.0),
            ] {
                let ratio = contrast(palette.color(ink), palette.color(Ink::Paper));
                assert!(ratio >= least, "{} {ink:?}: {ratio:.2}", palette.id);
            }
        }
    }

    #[test]
    fn every_hue_or_its_outline_contrasts_with_the_background() {
        for palette in Palette::ALL {
            for hue in 0..HUES {
                let hue = palette.color(Ink::Message(hue));
                let ground = contrast(hue, palette.color(Ink::Paper));
                let outline = contrast(palette.color(Ink::Outline), palette.color(Ink::Paper));
                assert!(
                    ground.max(outline) >= 3.0,
                    "{} {hue}: {ground:.2}",
                    palette.id
                );
            }
        }
    }

    #[test]
    fn the_busier_a_channel_the_more_it_contrasts_with_the_background() {
        for palette in Palette::ALL {
            let paper = palette.color(Ink::Paper);
            let levels = (0..heat::LEVELS).map(|level| palette.color(Ink::Heat(level)));
            let contrasts: Vec<_> = levels.map(|color| contrast(color, paper)).collect();
            assert!(contrasts.is_sorted(), "{}: {contrasts:.2?}", palette.id);
        }
    }

    #[test]
    fn numbers_on_headers_are_legible() {
        for palette in Palette::ALL {
            for hue in 0..HUES {
                let ratio = contrast(
                    palette.color(Ink::OnHue(hue)),
                    palette.color(Ink::Message(hue)),
                );
                assert!(ratio >= 4.5, "{} {hue}: {ratio:.2}", palette.id);
            }
        }
    }

    #[test]
    fn text_on_nodes_is_legible() {
        for palette in Palette::ALL {
            for ground in [Ink::Node, Ink::Queue] {
                let ratio = contrast(palette.color(Ink::Text), palette.color(ground));
                assert!(ratio >= 4.5, "{} {ground:?}: {ratio:.2}", palette.id);
            }
        }
    }
}
