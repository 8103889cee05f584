//! QR codes of links.

use qrcode::QrCode;
use qrcode::render::svg;

/// The most bytes of a link in a QR code, at its usual level of error correction.
pub const MOST_IN_CODE: usize = 2_331;

/// Codes with more modules on a side cannot be read from the back of a room.
const COARSE: usize = 85;

/// Renders a text as a QR code, as SVG; returns it with the number of modules on a side, or `None` for a text that is
/// empty or too long.
pub fn qr_code(text: &str) -> Option<(String, usize)> {
    if text.is_empty() || text.len() > MOST_IN_CODE {
        return None;
    }
    let code = QrCode::new(text.as_bytes()).ok()?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(120, 120)
        .build();
    // Skips the XML declaration.
    let start = picture.find("<svg").unwrap_or(0);
    Some((picture[start..].to_owned(), code.width()))
}

/// Returns whether a code with a number of modules on a side is too dense to scan from a distance.
pub fn is_fine(modules: usize) -> bool {
    modules > COARSE
}
