//! The meaning of colors and their values in each theme.
//!
//! Hues are those of Okabe and Ito (2008), which are distinguishable for all kinds of color vision,
//! with green darkened and purple and yellow lightened, so that green and purple, and orange and
//! yellow, also differ in lightness. Vermilion is reserved for waiting, deadlocks and failures. Pale
//! hues contrast little with a light background, so shapes filled with a hue have an outline.

use super::heat;
use engine::sim::COLORS;

/// The meaning of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Paper,
    /// Idle links between neighbors in the drawing.
    Link,
    /// Idle links that pass other nodes.
    FarLink,
    /// Shapes that are pointed at or selected.
    Chosen,
    /// Halo around shapes that are pointed at or selected.
    Halo,
    Node,
    NodeEdge,
    /// The empty lane of a channel.
    Lane,
    /// Areas around the nodes of a group or level.
    Hull,
    HullEdge,
    /// Edges of the drawing that are joined to the opposite ones.
    Dateline,
    /// Nodes with messages in their queue: a gray that no message has.
    Queue,
    Text,
    /// Secondary shapes, such as the background of names among links.
    Muted,
    Outline,
    /// A message, by its hue, of which there are [`HUES`].
    Message(u8),
    /// The lanes that a message holds, by its hue: paler than its flits.
    Held(u8),
    /// Blocked flits, deadlocks and failures.
    Blocked,
    /// A pale band under the cycle of a deadlock.
    Alarm,
    /// The bed of a channel, by its utilization in [`heat::LEVELS`] levels on a fixed scale.
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
    beds: [&'static str; heat::LEVELS as usize],
    lane: &'static str,
    link: &'static str,
    far_link: &'static str,
    chosen: &'static str,
    halo: &'static str,
    node: &'static str,
    node_edge: &'static str,
    queue: &'static str,
    hull: &'static str,
    hull_edge: &'static str,
    text: &'static str,
    muted: &'static str,
    outline: &'static str,
    blocked: &'static str,
    alarm: &'static str,
    hues: [&'static str; HUES as usize],
    held: [&'static str; HUES as usize],
    on_hues: [&'static str; HUES as usize],
    /// Width of lines relative to the light theme.
    pub weight: f32,
    /// Size of texts relative to the light theme.
    pub text_size: f32,
}

/// Blue, sky blue, purple, green, yellow, and orange, which is last because it is nearest to
/// vermilion.
const ON_LIGHT: [&str; HUES as usize] = [
    "#0072b2", "#4fb0e8", "#d685b6", "#00805c", "#ecdc48", "#e69f00",
];

const WHITE_ON_DARK_HUES: [&str; HUES as usize] = [
    "#ffffff", "#000000", "#000000", "#ffffff", "#000000", "#000000",
];

/// Size of texts for an audience, relative to those on a screen: names of nodes have 18 pixels in place of 13.
pub const LARGE_TEXT: f32 = 18.0 / 13.0;

impl Palette {
    /// A theme for bright screens. Held lanes are 42 % hue.
    pub const LIGHT: Self = Self {
        id: "light",
        paper: "#f1f4f7",
        beds: ["#d8e0e8", "#ced8e2", "#c0ccd8", "#afbdcc", "#9aacbf"],
        lane: "#f8fafb",
        link: "#7d8a98",
        far_link: "#d2dae2",
        chosen: "#0a5a9c",
        halo: "#dcebf8",
        node: "#ffffff",
        node_edge: "#a9b5c1",
        queue: "#c6d1dd",
        hull: "#e9eef3",
        hull_edge: "#c7d1db",
        text: "#14202c",
        muted: "#4c5a68",
        outline: "#46505a",
        blocked: "#d14d00",
        alarm: "#eacfc1",
        hues: ON_LIGHT,
        held: [
            "#90c1dc", "#b1dbf3", "#eac9de", "#90c7b8", "#f3edb0", "#f0d492",
        ],
        on_hues: WHITE_ON_DARK_HUES,
        weight: 1.0,
        text_size: 1.0,
    };

    /// A theme for dark rooms. Held lanes are 46 % hue.
    pub const DARK: Self = Self {
        id: "dark",
        paper: "#0d1319",
        beds: ["#222e39", "#2a3845", "#344556", "#40566b", "#506880"],
        lane: "#0c1218",
        link: "#71808f",
        far_link: "#2c3946",
        chosen: "#7cc1fa",
        halo: "#17354f",
        node: "#263442",
        node_edge: "#586a7b",
        queue: "#394d60",
        hull: "#141c25",
        hull_edge: "#2c3a48",
        text: "#ebf1f7",
        muted: "#a9b7c5",
        outline: "#05090d",
        blocked: "#ff8a4c",
        alarm: "#4a3126",
        hues: [
            "#3f9fe6", "#8fd2fa", "#f0a5d1", "#16a67b", "#f5ea7a", "#f2ab1f",
        ],
        held: [
            "#235377", "#486a80", "#75566d", "#115646", "#777545", "#76581b",
        ],
        on_hues: ["#000000"; HUES as usize],
        weight: 1.0,
        text_size: 1.0,
    };

    /// A theme for projectors in lecture halls, which wash out pale and thin shapes. Held lanes are
    /// 50 % hue.
    pub const PROJECTOR: Self = Self {
        id: "projector",
        paper: "#ffffff",
        beds: ["#d8e0e8", "#ced8e2", "#c0ccd8", "#afbdcc", "#9aacbf"],
        lane: "#ffffff",
        link: "#5d6b79",
        far_link: "#aab6c2",
        chosen: "#0a5a9c",
        halo: "#dcebf8",
        node: "#ffffff",
        node_edge: "#5d6b79",
        queue: "#c3ccd5",
        hull: "#eaeff4",
        hull_edge: "#aab6c2",
        text: "#000000",
        muted: "#2b3743",
        outline: "#000000",
        blocked: "#d14d00",
        alarm: "#f5d8c7",
        hues: ON_LIGHT,
        held: [
            "#80b8d8", "#a7d8f4", "#eac2da", "#80c0ae", "#f6eea4", "#f2cf80",
        ],
        on_hues: WHITE_ON_DARK_HUES,
        weight: 1.5,
        text_size: LARGE_TEXT,
    };

    /// The theme of drawings within a page: colors are the page's CSS custom properties.
    pub const PAGE: Self = Self {
        id: "page",
        paper: "var(--paper)",
        beds: [
            "var(--bed-0)",
            "var(--bed-1)",
            "var(--bed-2)",
            "var(--bed-3)",
            "var(--bed-4)",
        ],
        lane: "var(--lane)",
        link: "var(--link)",
        far_link: "var(--line)",
        chosen: "var(--accent)",
        halo: "var(--accent-soft)",
        node: "var(--plate)",
        node_edge: "var(--plate-line)",
        queue: "var(--queue)",
        hull: "var(--hull)",
        hull_edge: "var(--hull-line)",
        text: "var(--ink)",
        muted: "var(--muted)",
        outline: "var(--outline)",
        blocked: "var(--wait)",
        alarm: "color-mix(in srgb,var(--wait) 22%,var(--paper))",
        hues: [
            "var(--hue-0)",
            "var(--hue-1)",
            "var(--hue-2)",
            "var(--hue-3)",
            "var(--hue-4)",
            "var(--hue-5)",
        ],
        held: [
            "color-mix(in srgb,var(--hue-0) 44%,var(--lane))",
            "color-mix(in srgb,var(--hue-1) 44%,var(--lane))",
            "color-mix(in srgb,var(--hue-2) 44%,var(--lane))",
            "color-mix(in srgb,var(--hue-3) 44%,var(--lane))",
            "color-mix(in srgb,var(--hue-4) 44%,var(--lane))",
            "color-mix(in srgb,var(--hue-5) 44%,var(--lane))",
        ],
        on_hues: [
            "var(--panel)",
            "#000000",
            "#000000",
            "var(--panel)",
            "#000000",
            "#000000",
        ],
        weight: 1.0,
        text_size: 1.0,
    };

    /// Every selectable theme, in the order of the menu.
    pub const ALL: [&'static Self; 3] = [&Self::LIGHT, &Self::DARK, &Self::PROJECTOR];

    /// The theme with this `id`.
    pub fn named(id: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|palette| palette.id == id)
    }

    pub fn color(&self, ink: Ink) -> &'static str {
        match ink {
            Ink::Paper => self.paper,
            Ink::Link | Ink::Dateline => self.link,
            Ink::FarLink => self.far_link,
            Ink::Chosen => self.chosen,
            Ink::Halo => self.halo,
            Ink::Node => self.node,
            Ink::NodeEdge => self.node_edge,
            Ink::Lane => self.lane,
            Ink::Hull => self.hull,
            Ink::HullEdge => self.hull_edge,
            Ink::Queue => self.queue,
            Ink::Text => self.text,
            Ink::Muted => self.muted,
            Ink::Outline => self.outline,
            Ink::Blocked => self.blocked,
            Ink::Alarm => self.alarm,
            Ink::Message(hue) => self.hues[usize::from(hue % HUES)],
            Ink::OnHue(hue) => self.on_hues[usize::from(hue % HUES)],
            Ink::Held(hue) => self.held[usize::from(hue % HUES)],
            Ink::Heat(level) => self.beds[usize::from(level.min(heat::LEVELS - 1))],
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
    fn flits_and_held_lanes_differ_from_the_empty_lane() {
        for palette in Palette::ALL {
            for hue in 0..HUES {
                let lane = palette.color(Ink::Lane);
                let held = contrast(palette.color(Ink::Held(hue)), lane);
                let flit = contrast(palette.color(Ink::Message(hue)), lane);
                assert!(held > 1.1 && flit > held, "{} {hue}: {held:.2}", palette.id);
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
