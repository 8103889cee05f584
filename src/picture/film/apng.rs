//! Animated PNG, which repeats without end. A frame stores only the rectangle in which it differs from the one before.

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, Writer};

use super::Reel;

/// Bytes of a pixel of a frame, and of the file, which has no transparency.
const RGBA: usize = 4;
const RGB: usize = 3;

/// Writing to memory cannot fail, and frames are the announced ones.
const SOUND: &str = "the frames fit the reel";

/// An animated PNG file to which frames are added.
pub struct Apng {
    writer: Writer<Shared>,
    file: Shared,
    width: usize,
    /// The frame before, empty at the start.
    before: Vec<u8>,
}

impl std::fmt::Debug for Apng {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Apng")
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}

impl Apng {
    pub fn new(reel: &Reel) -> Self {
        let (width, height) = reel.size();
        let file = Shared::default();
        let mut encoder = Encoder::new(file.clone(), width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_animated(reel.frames(), 0).expect(SOUND);
        encoder.set_frame_delay(1, reel.fps().into()).expect(SOUND);
        encoder.set_blend_op(BlendOp::Source).expect(SOUND);
        encoder.set_dispose_op(DisposeOp::None).expect(SOUND);
        let writer = encoder.write_header().expect(SOUND);
        Self {
            writer,
            file,
            width: width as usize,
            before: Vec::new(),
        }
    }

    /// Adds a frame of opaque RGBA pixels, row by row.
    pub fn add(&mut self, rgba: &[u8]) {
        let [left, top, right, bottom] = changed(&self.before, rgba, self.width);
        let (width, height) = (right - left, bottom - top);
        let mut part = Vec::with_capacity(width * height * RGB);
        for row in rgba.chunks_exact(self.width * RGBA).take(bottom).skip(top) {
            let pixels = row[left * RGBA..right * RGBA].chunks_exact(RGBA);
            part.extend(pixels.flat_map(|pixel| &pixel[..RGB]));
        }
        let writer = &mut self.writer;
        if !self.before.is_empty() {
            // The new size is checked at the old position.
            writer.reset_frame_position().expect(SOUND);
            writer
                .set_frame_dimension(width as u32, height as u32)
                .expect(SOUND);
            writer
                .set_frame_position(left as u32, top as u32)
                .expect(SOUND);
        }
        writer.write_image_data(&part).expect(SOUND);
        self.before.clear();
        self.before.extend_from_slice(rgba);
    }

    /// Returns the file after the last frame.
    pub fn finish(self) -> Vec<u8> {
        self.writer.finish().expect(SOUND);
        self.file.0.take()
    }
}

/// Returns the rectangle, as left, top, right, bottom, in which two frames differ; that of the whole frame if there is
/// none before, and a single pixel if they are the same, because a frame must not be empty.
fn changed(before: &[u8], now: &[u8], width: usize) -> [usize; 4] {
    let stride = width * RGBA;
    let height = now.len() / stride;
    if before.is_empty() {
        return [0, 0, width, height];
    }
    let mut rectangle = [width, height, 0, 0];
    let rows = before.chunks_exact(stride).zip(now.chunks_exact(stride));
    for (y, (old, new)) in rows.enumerate().filter(|(_, (old, new))| old != new) {
        let is_other = |&x: &usize| old[x * RGBA..][..RGBA] != new[x * RGBA..][..RGBA];
        let first = (0..width).find(is_other).unwrap_or(0);
        let last = (0..width).rfind(is_other).unwrap_or(0);
        let [left, top, right, _] = rectangle;
        rectangle = [left.min(first), top.min(y), right.max(last + 1), y + 1];
    }
    if rectangle[2] == 0 {
        return [0, 0, 1, 1];
    }
    rectangle
}

/// The bytes written so far. The writer owns its end of the file until the last frame.
#[derive(Clone, Default)]
struct Shared(std::rc::Rc<std::cell::RefCell<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_rectangle_that_differs_is_stored() {
        let width = 5;
        let mut before = vec![9; width * 4 * RGBA];
        assert_eq!(changed(&[], &before, width), [0, 0, 5, 4]);
        assert_eq!(changed(&before, &before.clone(), width), [0, 0, 1, 1]);
        let now = before.clone();
        before[(width + 3) * RGBA] = 0;
        before[(2 * width + 1) * RGBA + 2] = 0;
        assert_eq!(changed(&before, &now, width), [1, 1, 4, 3]);
    }
}
