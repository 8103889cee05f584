//! The colors of charts, which match those of the picture.

use plotters::style::RGBColor;

use picture::scene::{Ink, Palette};

/// Colors and sizes, chosen by the page.
#[derive(Debug, Clone, Copy)]
pub struct Theme {
    pub paper: RGBColor,
    pub ink: RGBColor,
    /// Text and lines of secondary importance.
    pub muted: RGBColor,
    pub grid: RGBColor,
    pub edge: RGBColor,
    pub model: RGBColor,
    pub warning: RGBColor,
    /// Measured curves, of which the first may be the only one.
    pub series: [RGBColor; 6],
    /// Device pixels per pixel of the page.
    pub scale: f64,
    pub face: &'static str,
    /// The mean width of a bold letter relative to the size of the font.
    pub letter: f64,
}

/// The families of a file, which any program has.
const ANY_FACE: (&str, f64) = ("sans-serif", 0.64);

/// The families of the page.
const PAGE_FACE: (&str, f64) = (
    "Atkinson Hyperlegible Next, system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif",
    0.52,
);

impl Theme {
    /// The theme that matches a palette, by its name, on a screen of `scale` device pixels per
    /// pixel. Unknown names select the light theme.
    pub fn named(palette: &str, scale: f64) -> Self {
        let palette = Palette::named(palette).unwrap_or(&Palette::LIGHT);
        let is_dark = palette.id == "dark";
        let [grid, edge, model] = if is_dark {
            [0x2c_3946, 0x0d_1319, 0xe3_9cc3]
        } else {
            [0xd2_dae2, 0x14_202c, 0x9a_5480]
        }
        .map(color);
        // Colors of Okabe and Ito, darkened where they would be too pale for lines on paper.
        let series = if is_dark {
            [
                0x3f_9fe6, 0xf2_ab1f, 0x16_a67b, 0xf0_a5d1, 0xf5_ea7a, 0xa3_b1bf,
            ]
        } else {
            [
                0x00_72b2, 0xc7_8000, 0x00_805c, 0xb0_5a8c, 0x6b_6400, 0x51_606f,
            ]
        };
        let ink = |ink| parse_hex(palette.color(ink));
        Self {
            paper: ink(Ink::Paper),
            ink: ink(Ink::Text),
            muted: ink(Ink::Muted),
            grid,
            edge,
            model,
            warning: ink(Ink::Blocked),
            series: series.map(color),
            scale,
            face: ANY_FACE.0,
            letter: ANY_FACE.1,
        }
    }

    /// The theme of a chart on a panel of the page, in the face of the page.
    #[must_use]
    pub fn in_page(palette: &str, scale: f64) -> Self {
        let named = Self::named(palette, scale);
        let panel = match palette {
            "dark" => color(0x18_212b),
            _ => named.paper,
        };
        Self {
            paper: panel,
            face: PAGE_FACE.0,
            letter: PAGE_FACE.1,
            ..named
        }
    }
}

fn parse_hex(text: &str) -> RGBColor {
    color(u32::from_str_radix(&text[1..], 16).unwrap_or(0))
}

fn color(value: u32) -> RGBColor {
    RGBColor((value >> 16) as u8, (value >> 8) as u8, value as u8)
}
