//! The version of the program, written into picture files, so that a figure says what made it.

use engine::catalog::escaped;

/// Adds a description with the version to an SVG file, after its title if it has one.
pub fn signed_svg(svg: &str, version: &str) -> String {
    let title = svg.find("</title>").map(|at| at + "</title>".len());
    let Some(at) = title.or_else(|| svg.find('>').map(|at| at + 1)) else {
        return svg.to_owned();
    };
    let (head, rest) = svg.split_at(at);
    let made = escaped(&made_with(version));
    [head, "<desc>", &made, "</desc>", rest].concat()
}

/// Adds the version to a PNG file, as the text of the keyword *Software* (PNG
/// specification, section 11.3.3). Other data are returned unchanged.
pub fn signed_png(png: &[u8], version: &str) -> Vec<u8> {
    /// The signature and the header, which comes first: length, name, 13 bytes, checksum.
    const HEAD: usize = 8 + 4 + 4 + 13 + 4;
    if !png.starts_with(b"\x89PNG\r\n\x1a\n") || png.len() < HEAD {
        return png.to_vec();
    }
    let text = ["Software\0", &made_with(version)].concat();
    let chunk = [b"tEXt", text.as_bytes()].concat();
    let (head, rest) = png.split_at(HEAD);
    let length = (text.len() as u32).to_be_bytes();
    [head, &length, &chunk, &checksum(&chunk).to_be_bytes(), rest].concat()
}

/// Returns the sentence by which a file names the program that made it.
pub fn made_with(version: &str) -> String {
    format!("Flitscope {version}")
}

/// The checksum of a chunk: CRC-32 (ISO 3309), bit by bit, since chunks of text are short.
fn checksum(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let rest = bytes.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| {
            (rest >> 1) ^ if rest & 1 == 1 { POLYNOMIAL } else { 0 }
        })
    });
    !rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_describes_its_maker_after_the_title() {
        let signed = |svg| signed_svg(svg, "0.1.0+c9e598c6ab");
        assert_eq!(
            signed("<svg><title>Start</title><g/></svg>"),
            "<svg><title>Start</title><desc>Flitscope 0.1.0+c9e598c6ab</desc><g/></svg>"
        );
        assert_eq!(
            signed("<svg width=\"9\"><g/></svg>"),
            "<svg width=\"9\"><desc>Flitscope 0.1.0+c9e598c6ab</desc><g/></svg>"
        );
    }

    #[test]
    fn png_names_its_maker_and_remains_readable() {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 1, 1);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().expect("writing to memory");
        writer.write_image_data(&[7]).expect("one pixel");
        writer.finish().expect("writing to memory");
        let signed = signed_png(&file, "0.1.0+c9e598c6ab");
        let decoder = png::Decoder::new(std::io::Cursor::new(&signed));
        let mut reader = decoder.read_info().expect("a valid file");
        let mut pixels = [0];
        reader.next_frame(&mut pixels).expect("one pixel");
        assert_eq!(pixels, [7]);
        let text = &reader.info().uncompressed_latin1_text[0];
        let told = [&*text.keyword, &*text.text];
        assert_eq!(told, ["Software", "Flitscope 0.1.0+c9e598c6ab"]);
        // The checksum of the standard's example.
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(signed_png(b"GIF89a", "0.1.0"), b"GIF89a");
    }
}
