//! Animated GIF, which repeats without end. A frame stores only the pixels that differ from the frame before.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use gif::{AnyExtension, Encoder, Frame, Repeat};

use super::Reel;
use crate::scene::made_with;

/// Red, green and blue.
type Color = [u8; 3];

/// The most colors of a frame; one more index stands for the pixels that stay as they are.
const MOST_COLORS: usize = 255;
const UNCHANGED: u8 = 0;

/// The label of a comment extension (GIF89a, section 24).
const COMMENT: AnyExtension = AnyExtension(0xfe);

/// Writing to memory cannot fail, and frames have the size of the reel.
const SOUND: &str = "the frames fit the reel";

/// A GIF file to which frames are added.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    width: usize,
    fps: u64,
    frames: u64,
    /// The frame before, empty at the start.
    before: Vec<Color>,
}

impl std::fmt::Debug for Gif {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Gif")
            .field("frames", &self.frames)
            .finish_non_exhaustive()
    }
}

impl Gif {
    /// An empty film, with the version of the program that made it as a comment.
    pub fn new(reel: &Reel, version: &str) -> Self {
        let (width, height) = reel.size();
        let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &[]).expect(SOUND);
        encoder.set_repeat(Repeat::Infinite).expect(SOUND);
        let comment = made_with(version);
        encoder
            .write_raw_extension(COMMENT, &[comment.as_bytes()])
            .expect(SOUND);
        Self {
            encoder,
            width: width as usize,
            fps: reel.fps().into(),
            frames: 0,
            before: Vec::new(),
        }
    }

    /// Adds a frame of opaque RGBA pixels, row by row.
    pub fn add(&mut self, rgba: &[u8]) {
        let (pixels, _) = rgba.as_chunks::<4>();
        let now: Vec<Color> = pixels.iter().map(|&[r, g, b, _]| [r, g, b]).collect();
        let [left, top, right, bottom] = changed(&self.before, &now, self.width);
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let part: Vec<Option<Color>> = places
            .map(|(x, y)| y * self.width + x)
            .map(|at| (self.before.get(at) != Some(&now[at])).then_some(now[at]))
            .collect();
        let (palette, index_of) = reduced(part.iter().flatten());
        let indices = part.iter().map(|pixel| match pixel {
            Some(color) => index_of[color],
            None => UNCHANGED,
        });
        let mut frame = Frame::from_palette_pixels(
            (right - left) as u16,
            (bottom - top) as u16,
            indices.collect::<Vec<_>>(),
            palette.concat(),
            Some(UNCHANGED),
        );
        (frame.left, frame.top) = (left as u16, top as u16);
        // In hundredths of a second; the rounded times do not drift.
        let time = |frame: u64| (frame * 100 + self.fps / 2) / self.fps;
        frame.delay = (time(self.frames + 1) - time(self.frames)) as u16;
        self.encoder.write_frame(&frame).expect(SOUND);
        self.frames += 1;
        self.before = now;
    }

    /// Returns the file after the last frame.
    pub fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect(SOUND)
    }
}

/// Returns the rectangle, as left, top, right, bottom, in which two frames differ; that of the whole frame if there is
/// none before, and a single pixel if they are the same, because a frame must not be empty.
fn changed(before: &[Color], now: &[Color], width: usize) -> [usize; 4] {
    if before.is_empty() {
        return [0, 0, width, now.len() / width];
    }
    let mut rectangle = [width, now.len(), 0, 0];
    let differ = (0..now.len()).filter(|&at| before[at] != now[at]);
    for (x, y) in differ.map(|at| (at % width, at / width)) {
        let [left, top, right, _] = rectangle;
        rectangle = [left.min(x), top.min(y), right.max(x + 1), y + 1];
    }
    if rectangle[2] == 0 {
        return [0, 0, 1, 1];
    }
    rectangle
}

/// Returns the palette of a frame, and the index of the entry nearest to each color.
///
/// All colors are entries if they are few enough. Otherwise the most frequent ones are, which are those of flat areas, and
/// the most frequent color of each further group of similar ones, so that only smoothed edges are approximated.
fn reduced<'a>(pixels: impl Iterator<Item = &'a Color>) -> (Vec<Color>, BTreeMap<Color, u8>) {
    let mut counts = BTreeMap::<Color, u32>::new();
    for &color in pixels {
        *counts.entry(color).or_default() += 1;
    }
    let mut frequent: Vec<_> = counts
        .iter()
        .map(|(&color, &n)| (Reverse(n), color))
        .collect();
    frequent.sort_unstable();
    let frequent: Vec<Color> = frequent.into_iter().map(|(_, color)| color).collect();
    let mut entries = (0..u8::BITS).map(|bits| representatives(&frequent, bits));
    let entries = entries.find(|entries| entries.len() <= MOST_COLORS);
    let entries = entries.expect("colors that differ in the highest bits alone are few");
    let nearest = |color: &Color| {
        let far = |entry: &Color| -> u32 {
            let parts = entry.iter().zip(color);
            parts.map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let found = (UNCHANGED + 1..=u8::MAX)
            .zip(&entries)
            .min_by_key(|(_, entry)| far(entry));
        found.map_or(UNCHANGED, |(index, _)| index)
    };
    let index_of = counts
        .keys()
        .map(|&color| (color, nearest(&color)))
        .collect();
    let unused = Color::default();
    ([&[unused], &*entries].concat(), index_of)
}

/// Returns the flat colors, and the first color of each group of further ones that differ only in a number of low bits.
fn representatives(frequent: &[Color], bits: u32) -> Vec<Color> {
    /// More than a picture has flat colors.
    const FLAT: usize = 64;
    let mut groups = BTreeSet::new();
    let colors = frequent.iter().enumerate();
    let colors = colors
        .filter(|(place, color)| groups.insert(color.map(|part| part >> bits)) || *place < FLAT);
    colors.map(|(_, &color)| color).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of a film as a player shows them, with their delays \[1/100 s\].
    fn shown(file: &[u8]) -> Vec<(Vec<u8>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).expect("a GIF file");
        let width = usize::from(decoder.width());
        let mut screen = vec![0; width * usize::from(decoder.height()) * 4];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            let rows = frame.buffer.chunks_exact(usize::from(frame.width) * 4);
            for (y, row) in rows.enumerate() {
                let at = ((usize::from(frame.top) + y) * width + usize::from(frame.left)) * 4;
                let pixels = screen[at..].chunks_exact_mut(4).zip(row.chunks_exact(4));
                for (old, new) in pixels.filter(|(_, new)| new[3] > 0) {
                    old.copy_from_slice(new);
                }
            }
            frames.push((screen.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn a_film_shows_its_frames_at_the_speed_of_the_reel() {
        let reel = Reel::new((0, 3), (100, 100), 6).expect("within the limits");
        let mut before = [9, 9, 9, 255].repeat(100 * 100);
        let mut pictures = Vec::new();
        let mut film = Gif::new(&reel, "0.1.0");
        for change in [0, 43 * 4, 2057 * 4 + 1, 2057 * 4 + 1] {
            before[change] = 200;
            film.add(&before);
            pictures.push(before.clone());
        }
        let file = film.finish();
        let comment = b"Flitscope 0.1.0";
        assert!(file.windows(comment.len()).any(|part| part == comment));
        let (frames, delays): (Vec<_>, Vec<_>) = shown(&file).into_iter().unzip();
        assert!(frames == pictures);
        assert_eq!(delays, [17, 16, 17, 17]);
    }

    #[test]
    fn only_the_rectangle_that_differs_is_stored() {
        let (width, mut before) = (5, [[9; 3]; 20]);
        let now = before;
        assert_eq!(changed(&[], &now, width), [0, 0, 5, 4]);
        assert_eq!(changed(&before, &now, width), [0, 0, 1, 1]);
        before[width + 3][0] = 0;
        before[2 * width + 1][2] = 0;
        assert_eq!(changed(&before, &now, width), [1, 1, 4, 3]);
    }

    #[test]
    fn of_too_many_colors_the_frequent_ones_are_exact_and_the_others_near() {
        let flat = [[250, 251, 249], [7, 30, 211]];
        let mut pixels: Vec<Color> = (0..=255)
            .flat_map(|n| [[n, n, n], [n, 255 - n, 0]])
            .collect();
        pixels.extend(flat.repeat(3));
        let (palette, index_of) = reduced(pixels.iter());
        assert!(palette.len() <= 256);
        for color in &pixels {
            let entry = palette[usize::from(index_of[color])];
            let far = entry.iter().zip(color).map(|(&a, &b)| a.abs_diff(b)).max();
            assert!(far < Some(16), "{color:?} as {entry:?}");
        }
        assert!(flat.iter().all(|color| palette.contains(color)));
        let steps = || (0..=255_u8).step_by(8);
        let many: Vec<Color> = steps()
            .flat_map(|r| steps().map(move |g| [r, g, 0]))
            .collect();
        assert!(reduced(many.iter()).0.len() <= 256);
    }
}
