//! The colors of charts, which match those of the picture.

use plotters::style::RGBColor;

use picture::scene::{Ink, Palette};

/// Colors and sizes, chosen by the page.
#[derive(Debug, Clone, Copy)]
pub struct Theme {
    /// Background.
    pub paper: RGBColor,
    /// Axes and text.
    pub ink: RGBColor,
    /// Grid lines.
    pub grid: RGBColor,
    /// The model.
    pub model: RGBColor,
    /// Saturation.
    pub warning: RGBColor,
    /// Measured curves, of which the first may be the only one.
    pub series: [RGBColor; 6],
    /// Device pixels per pixel of the page.
    pub scale: f64,
}

impl Theme {
    /// The theme that matches a palette, by its name, on a screen of `scale` device pixels per
    /// pixel. Unknown names select the light theme.
    pub fn named(palette: &str, scale: f64) -> Self {
        let palette = Palette::named(palette).unwrap_or(&Palette::LIGHT);
        let [grid, model] = match palette.id {
            "dark" => [0x2b_3643, 0x56_b4e9],
            _ => [0xd3_dae2, 0x00_72b2],
        }
        .map(color);
        // Colors of Okabe and Ito, darkened where they would be too pale for lines on paper.
        let series = match palette.id {
            "dark" => [
                0xe3_9cc3, 0x56_b4e9, 0xe6_9f00, 0x2f_c79a, 0xf0_e442, 0xa3_b1bf,
            ],
            _ => [
                0x9a_5480, 0x00_72b2, 0xa8_6a00, 0x00_795a, 0x6b_6400, 0x51_606f,
            ],
        };
        let ink = |ink| parse_hex(palette.color(ink));
        Self {
            paper: ink(Ink::Paper),
            ink: ink(Ink::Text),
            grid,
            model,
            warning: ink(Ink::Blocked),
            series: series.map(color),
            scale,
        }
    }
}

/// Reads `#rrggbb`.
fn parse_hex(text: &str) -> RGBColor {
    color(u32::from_str_radix(&text[1..], 16).unwrap_or(0))
}

fn color(value: u32) -> RGBColor {
    RGBColor((value >> 16) as u8, (value >> 8) as u8, value as u8)
}
